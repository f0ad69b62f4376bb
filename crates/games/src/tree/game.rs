//! Play on an explicit tree.

use super::build::{NONE, Node, Parts, Remark, Worth, build};
use super::{json, picture};
use outwit_game::{
    Blind, Evaluated, Evaluation, Facts, Game, Interval, MAX_SEATS, NamedEvaluation, Outline, Payoffs, Player, Problem,
    Rng, Span, Turn, View, nearest,
};
use std::collections::HashMap;

/// A game tree, written out.
#[derive(Clone)]
pub struct Tree {
    players: usize,
    parts: Parts,
    pub(super) text_numbers: HashMap<String, u32>,
    /// Whether pictures show alpha and beta, where the file has them.
    pub(super) shows_windows: bool,
}

/// A node of the tree: its number in breadth-first order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(pub(super) u32);

impl Place {
    /// Where play begins.
    pub const ROOT: Place = Place(0);
}

/// What a seat sees of one move. Sets go by the number of their first node.
///
/// What a seat has seen must be the same at all nodes of a set, whatever happened unseen in between. Where its own move may
/// lead straight to one node of a set, and past unseen moves to another, it is therefore shown its move when its turn
/// comes, together with the set, and nothing before: see `Parts::late`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Glimpse {
    /// The game was set up past its root; the seat is to move at this set, if it is to move.
    Began(Option<u32>),
    /// This move was made; in a hidden tree it was the seat's own last one, and the seat is now to move at this set, if it is
    /// to move.
    Moved(u32, Option<u32>),
    /// A move was made that is not shown, and the seat is now to move at this set.
    Called(u32),
}

impl From<u32> for Glimpse {
    fn from(mv: u32) -> Glimpse {
        Glimpse::Moved(mv, None)
    }
}

impl Tree {
    /// The game of an outline for this many seats. Errors name the place in the tree.
    pub fn new(players: usize, root: &Outline) -> Result<Tree, Problem> {
        let parts = build(players, root)?;
        let text_numbers = parts.texts.iter().enumerate().map(|(number, text)| (text.clone(), number as u32)).collect();
        Ok(Tree { players, parts, text_numbers, shows_windows: false })
    }

    /// The game of a file's text.
    pub fn from_json(text: &str) -> Result<Tree, Problem> {
        let (players, root) = json::parse(text)?;
        Tree::new(players, &root)
    }

    /// The same with alpha and beta in its pictures, where a search has written them.
    pub fn with_windows(self, shows_windows: bool) -> Tree {
        Tree { shows_windows, ..self }
    }

    pub(super) fn remark(&self, place: Place) -> Option<&Remark> {
        self.parts.remarks.get(&place.0)
    }

    /// Whether a search has said which moves are best.
    pub(super) fn has_remarks(&self) -> bool {
        self.parts.remarks.values().any(|remark| remark.is_best)
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.parts.nodes.len()
    }

    /// The spikes the file gives a node: values to seat 1, with their probabilities.
    pub fn spikes(&self, place: &Place) -> Option<&[(f64, f64)]> {
        self.worth(*place)?.spikes.as_deref()
    }

    /// The name the file gives the node's information set.
    pub fn set_name(&self, place: &Place) -> Option<&str> {
        self.parts.set_names.get(&self.node(*place).set).map(String::as_str)
    }

    pub(super) fn node(&self, place: Place) -> &Node {
        &self.parts.nodes[place.0 as usize]
    }

    pub(super) fn worth(&self, place: Place) -> Option<&Worth> {
        self.parts.worths.get(self.node(place).worth as usize)
    }

    pub(super) fn children(&self, place: Place) -> impl DoubleEndedIterator<Item = Place> + ExactSizeIterator + use<> {
        let node = self.node(place);
        // A leaf has 0 children from nowhere on.
        (0..node.children).map({
            let first = node.first;
            move |index| Place(first + index)
        })
    }

    pub(super) fn text(&self, mv: u32) -> &str {
        &self.parts.texts[mv as usize]
    }

    fn child(&self, place: Place, mv: u32) -> Option<Place> {
        let node = self.node(place);
        if node.children == 0 {
            return None;
        }
        // Texts are numbered as they come up, so siblings often have numbers in a row: a fan of any width is quick then.
        let guess = mv.wrapping_sub(self.node(Place(node.first)).mv);
        if guess < node.children && self.node(Place(node.first + guess)).mv == mv {
            return Some(Place(node.first + guess));
        }
        self.children(place).find(|&child| self.node(child).mv == mv)
    }

    /// The set at which a seat is to move, if it is.
    pub(super) fn set_of(&self, place: Place, seat: Player) -> Option<u32> {
        let node = self.node(place);
        (node.turn == Turn::Of(seat)).then_some(node.set)
    }

    /// With what probability a child is reached from its parent if other seats move at random, as far as `seat` knows.
    fn share(&self, parent: Place, child: Place, seat: Player) -> f64 {
        match self.node(parent).turn {
            Turn::Of(mover) if mover == seat => 1.0,
            Turn::Chance => {
                let total: u64 = self.children(parent).map(|other| self.node(other).weight).sum();
                self.node(child).weight as f64 / total as f64
            }
            _ => 1.0 / f64::from(self.node(parent).children),
        }
    }
}

impl Game for Tree {
    type State = Place;
    type Move = u32;
    type Seen = Glimpse;

    fn players(&self) -> usize {
        self.players
    }

    fn facts(&self) -> Facts {
        self.parts.facts
    }

    fn start(&self, _rng: &mut Rng) -> Place {
        Place::ROOT
    }

    fn turn(&self, place: &Place) -> Turn {
        self.node(*place).turn
    }

    fn moves(&self, place: &Place, out: &mut Vec<u32>) {
        out.extend(self.children(*place).map(|child| self.node(child).mv));
    }

    fn play(&self, place: &mut Place, mv: u32) {
        *place = self.child(*place, mv).expect("the move is legal");
    }

    fn payoffs(&self, place: &Place) -> Payoffs {
        self.parts.payoffs[self.node(*place).payoffs as usize]
    }

    fn move_text(&self, _place: &Place, mv: u32) -> String {
        self.text(mv).to_string()
    }

    fn position_text(&self, place: &Place) -> String {
        if *place == Place::ROOT {
            return "/".to_string();
        }
        let mut steps = Vec::new();
        let mut node = self.node(*place);
        while node.parent != NONE {
            steps.push(self.text(node.mv).replace('~', "~0").replace('/', "~1"));
            node = self.node(Place(node.parent));
        }
        steps.iter().rev().map(|step| format!("/{step}")).collect()
    }

    fn read_position(&self, text: &str) -> Result<Place, Problem> {
        let text = text.trim();
        let steps = text.strip_prefix('/').ok_or_else(|| {
            Problem::new("a position is the moves that lead to it, each after a `/`; the root is `/`")
        })?;
        let mut place = Place::ROOT;
        if steps.is_empty() {
            return Ok(place);
        }
        for (index, step) in steps.split('/').enumerate() {
            let mv = step.replace("~1", "/").replace("~0", "~");
            let child = self.text_numbers.get(&mv).and_then(|&number| self.child(place, number));
            place = child.ok_or_else(|| {
                let moves: Vec<&str> =
                    self.children(place).map(|child| self.text(self.node(child).mv)).take(40).collect();
                let hint = match nearest(&mv, moves.iter().copied()) {
                    _ if moves.is_empty() => "play is over there".to_string(),
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the moves there are {}", moves.join(" ")),
                };
                let so_far = self.position_text(&place);
                Problem::new(format!("step {} of the position, `{mv}`, is no move at `{so_far}`; {hint}", index + 1))
            })?;
        }
        Ok(place)
    }

    fn picture(&self, place: &Place) -> String {
        picture::picture(self, *place)
    }

    fn svg(&self, place: &Place) -> String {
        picture::svg(self, *place)
    }

    fn places(&self, place: &Place, mv: u32) -> Vec<String> {
        if picture::can_click(self, *place) { vec![self.text(mv).to_string()] } else { Vec::new() }
    }

    fn weight(&self, place: &Place, outcome: u32) -> u64 {
        self.child(*place, outcome).map_or(1, |child| self.node(child).weight)
    }

    fn draw(&self, place: &Place, rng: &mut Rng) -> u32 {
        let total: u64 = self.children(*place).map(|child| self.node(child).weight).sum();
        let mut left = rng.below(total);
        for child in self.children(*place) {
            let node = self.node(child);
            if left < node.weight {
                return node.mv;
            }
            left -= node.weight;
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    fn is_frontier(&self, place: &Place) -> bool {
        let node = self.node(*place);
        node.payoffs != NONE && node.worth != NONE
    }

    fn is_written_out(&self) -> bool {
        true
    }

    fn first_look(&self, start: &Place, seat: Player) -> Option<Glimpse> {
        // From the root on, what a seat sees tells it all it may know; past the root it is told that it is past it.
        (self.parts.facts.hidden && *start != Place::ROOT).then(|| Glimpse::Began(self.set_of(*start, seat)))
    }

    fn observe(&self, before: &Place, mv: u32, after: &Place, seat: Player) -> Option<Glimpse> {
        let set = self.set_of(*after, seat);
        match self.node(*before).turn {
            _ if !self.parts.facts.hidden => Some(Glimpse::from(mv)),
            Turn::Of(mover) if mover == seat => {
                let is_late = set.is_none() && self.parts.late.contains(&(self.node(*before).set, mv));
                (!is_late).then_some(Glimpse::Moved(mv, set))
            }
            _ => set.map(|set| match self.parts.late_calls.get(&set) {
                Some(&own) => Glimpse::Moved(own, Some(set)),
                None => Glimpse::Called(set),
            }),
        }
    }

    fn seat_picture(&self, view: &View<'_, Tree>) -> String {
        if let Some(place) = view.state() {
            return self.picture(place);
        }
        let mut lines: Vec<String> = view.seen().iter().map(|glimpse| self.glimpse_text(glimpse)).collect();
        if !view.moves().is_empty() {
            let moves: Vec<&str> = view.moves().iter().map(|&mv| self.text(mv)).collect();
            lines.push(format!("{} to move: {}", view.seat(), moves.join(" ")));
        }
        if lines.is_empty() { format!("{} has seen nothing yet", view.seat()) } else { lines.join("\n") }
    }

    fn seen_text(&self, glimpse: &Glimpse) -> String {
        self.glimpse_text(glimpse)
    }

    fn read_seen(&self, seat: Player, text: &str) -> Result<Glimpse, Problem> {
        self.read_glimpse(seat, text)
    }

    /// All nodes that look the same are found, and one is drawn as if chance and the other seats had moved at random.
    fn known_start(&self, _seat: Player, first_look: Option<&Glimpse>) -> Option<Place> {
        (!matches!(first_look, Some(Glimpse::Began(_)))).then_some(Place::ROOT)
    }

    fn sample(&self, view: &View<'_, Tree>, rng: &mut Rng) -> Option<Place> {
        if !self.parts.facts.hidden {
            return view.state().copied();
        }
        let seat = view.seat();
        let mut seen = view.seen();
        let mut worlds = vec![(Place::ROOT, 1.0)];
        if let Some(Glimpse::Began(set)) = seen.first() {
            seen = &seen[1..];
            worlds = self.worlds_past_the_root(*set, seat);
        }
        // From each node that fits what was seen so far, down to the nodes where all of it has been seen and the seat is to
        // move: moves that it does not notice may lie between. A seat that is not to move gets the node of the last thing
        // it noticed.
        let mut found = Vec::new();
        let mut waiting: Vec<(Place, Weight, usize)> =
            worlds.into_iter().map(|(place, weight)| (place, Weight::from(weight), 0)).collect();
        while let Some((place, weight, matched)) = waiting.pop() {
            if matched == seen.len() && (self.node(place).turn == Turn::Of(seat) || view.moves().is_empty()) {
                found.push((place, weight));
                continue;
            }
            for child in self.children(place) {
                let matched = match self.observe(&place, self.node(child).mv, &child, seat) {
                    None => matched,
                    Some(glimpse) if seen.get(matched) == Some(&glimpse) => matched + 1,
                    Some(_) => continue,
                };
                waiting.push((child, weight.times(self.share(place, child, seat)), matched));
            }
        }
        let largest = found.iter().map(|(_, weight)| weight.scale).max()?;
        let weights: Vec<f64> = found.iter().map(|(_, weight)| weight.relative_to(largest)).collect();
        Some(found[rng.weighted(&weights)].0)
    }
}

/// A product of probabilities that does not become 0 however long the way: `value` times 2 to the power of 256 `scale`.
#[derive(Clone, Copy)]
struct Weight {
    value: f64,
    scale: i32,
}

impl Weight {
    const STEP: f64 = (1u128 << 64) as f64 * (1u128 << 64) as f64 * (1u128 << 64) as f64 * (1u128 << 64) as f64;

    fn times(self, share: f64) -> Weight {
        let value = self.value * share;
        if value < 1.0 / Weight::STEP {
            Weight { value: value * Weight::STEP, scale: self.scale - 1 }
        } else {
            Weight { value, ..self }
        }
    }

    fn relative_to(self, scale: i32) -> f64 {
        match scale - self.scale {
            0 => self.value,
            1 => self.value / Weight::STEP,
            _ => 0.0,
        }
    }
}

impl From<f64> for Weight {
    fn from(value: f64) -> Weight {
        Weight { value, scale: 0 }
    }
}

impl Tree {
    /// Every node but the root at which a seat is to move at this set, or not to move; with the weight of the way there.
    fn worlds_past_the_root(&self, set: Option<u32>, seat: Player) -> Vec<(Place, f64)> {
        let mut weights = vec![1.0; self.nodes()];
        for at in 1..self.nodes() {
            let parent = self.parts.nodes[at].parent;
            weights[at] = weights[parent as usize] * self.share(Place(parent), Place(at as u32), seat);
        }
        (1..self.nodes() as u32)
            .filter(|&at| self.set_of(Place(at), seat) == set && weights[at as usize] > 0.0)
            .map(|at| (Place(at), weights[at as usize]))
            .collect()
    }
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeEvaluation {
    /// What the file says: a node's heuristic, else the middles of its intervals, else the mean of its spikes, else as
    /// [`Blind`]. Final nodes are worth what they pay.
    File,
    /// All positions are equal.
    Blind,
}

impl Evaluation<Tree> for TreeEvaluation {
    fn value(&self, game: &Tree, place: &Place, seat: Player) -> f64 {
        let node = game.node(*place);
        match game.worth(*place) {
            _ if *self == TreeEvaluation::Blind => Blind.value(game, place, seat),
            Some(worth) => worth.values[seat],
            None if node.payoffs != NONE => game.payoffs(place)[seat],
            None => Blind.value(game, place, seat),
        }
    }

    fn spikes(&self, game: &Tree, place: &Place, seat: Player, out: &mut Vec<(f64, f64)>) {
        match game.spikes(place) {
            // The file speaks of seat 1, and the game is zero-sum. `0.0 -` and not `-`: nobody wants to read "-0".
            Some(spikes) if *self == TreeEvaluation::File => {
                out.extend(spikes.iter().map(|&(x, p)| (if seat == Player::FIRST { x } else { 0.0 - x }, p)));
            }
            _ => out.push((self.value(game, place, seat), 1.0)),
        }
    }

    fn span(&self, game: &Tree) -> Option<Span> {
        // Positions of which nothing is said are worth what `Blind` says: an equal share of the sum, or nothing.
        let mut span = game.span(*self == TreeEvaluation::File);
        let share = Blind.value(game, &Place::ROOT, Player::FIRST);
        span.lowest = span.lowest.min(share);
        span.sum = span.sum.max(share * game.players as f64);
        Some(span)
    }

    fn intervals(&self, game: &Tree, place: &Place) -> [Interval; MAX_SEATS] {
        match game.worth(*place) {
            Some(worth) if *self == TreeEvaluation::File => worth.intervals,
            _ => {
                let mut intervals = [Interval::default(); MAX_SEATS];
                for seat in Player::all(game.players()) {
                    intervals[seat.index()] = Interval::point(self.value(game, place, seat));
                }
                intervals
            }
        }
    }
}

impl Tree {
    /// The least of all values and the largest sum of them, of what is paid and of what the file says of positions.
    fn span(&self, of_file: bool) -> Span {
        let worths = self.parts.worths.iter().map(|worth| &worth.values).filter(|_| of_file);
        let mut span = Span { lowest: f64::INFINITY, sum: f64::NEG_INFINITY };
        for values in self.parts.payoffs.iter().chain(worths) {
            let seats = values.seats(self.players);
            span.lowest = seats.iter().copied().fold(span.lowest, f64::min);
            span.sum = span.sum.max(seats.iter().sum());
        }
        span
    }
}

impl Evaluated for Tree {
    type Evaluation = TreeEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const FILE: NamedEvaluation = NamedEvaluation {
            name: "file",
            summary: "what the file says: heuristic, middle of the interval, or mean of the spikes",
        };
        &[FILE, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> TreeEvaluation {
        [TreeEvaluation::File, TreeEvaluation::Blind][index]
    }
}
