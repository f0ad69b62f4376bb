//! From an outline to the flat tree that is played on, with every check on the way.
//!
//! Nodes stand in breadth-first order, so that the children of a node are neighbours and nothing here recurses.

use super::json::{number, place};
use super::weights::{TOO_FINE, fraction, weights};
use outwit_game::{Bound, Facts, Fraction, Interval, MAX_SEATS, Outline, OutlineTurn, Payoffs, Player, Problem, Turn};
use std::collections::{HashMap, HashSet};

/// Stands where a node has no such thing.
pub(super) const NONE: u32 = u32::MAX;
/// No payoff and no value is further from 0: sums over a million simulations and squares must stay numbers.
pub const LARGEST_NUMBER: f64 = 1e100;
/// A leaf has no more spikes: searches that work with them count them in 16 bits.
const MOST_SPIKES: usize = u16::MAX as usize;
/// Probabilities and sums of payoffs that differ by less are equal.
const CLOSE: f64 = 1e-9;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub parent: u32,
    /// Where the children begin.
    pub first: u32,
    pub children: u32,
    /// The text of the move that leads here.
    pub mv: u32,
    /// The first node of its information set: itself, unless the file says otherwise.
    pub set: u32,
    /// What is paid here, if play is over.
    pub payoffs: u32,
    /// What the file says of the node's worth.
    pub worth: u32,
    pub turn: Turn,
    /// The weight of the move that leads here, below a chance node.
    pub weight: u64,
}

/// What a file says a node is worth.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    pub values: Payoffs,
    pub intervals: [Interval; MAX_SEATS],
    pub spikes: Option<Box<[(f64, f64)]>>,
}

/// What a search remarked at a node.
#[derive(Clone, Debug)]
pub(super) struct Remark {
    pub value: Option<Vec<Option<f64>>>,
    pub bound: Option<Bound>,
    pub is_best: bool,
    pub cut: usize,
    pub window: Option<Interval>,
}

/// All that the game is made of.
#[derive(Clone)]
pub(super) struct Parts {
    pub nodes: Vec<Node>,
    pub texts: Vec<String>,
    pub payoffs: Vec<Payoffs>,
    pub worths: Vec<Worth>,
    /// The names of the sets, by their first nodes.
    pub set_names: HashMap<u32, String>,
    /// What searches remarked, by node: for pictures.
    pub remarks: HashMap<u32, Remark>,
    /// Sets and moves there after which the seat's next turn may come at once or past unseen moves, at nodes of one set.
    pub late: HashSet<(u32, u32)>,
    /// The sets to which those lead, and the seat's move before each.
    pub late_calls: HashMap<u32, u32>,
    pub facts: Facts,
}

/// Where a seat has been and what it did there, one step: the history before, the set, the move.
type Step = (u32, u32, u32);

struct Builder<'o> {
    players: usize,
    outlines: Vec<&'o Outline>,
    parts: Parts,
    text_numbers: HashMap<&'o str, u32>,
    /// By seat and name: the first node.
    sets: HashMap<(Player, &'o str), u32>,
    /// Each seat's history at each node, as numbers of `steps`; kept only in trees with sets.
    histories: Vec<[u32; MAX_SEATS]>,
    steps: HashMap<Step, u32>,
}

/// Checks an outline and makes it flat.
pub(super) fn build(players: usize, root: &Outline) -> Result<Parts, Problem> {
    if !(1..=MAX_SEATS).contains(&players) {
        return Err(Problem::new(format!("a tree has 1 to {MAX_SEATS} seats, not {players}")));
    }
    let facts = Facts { lowest: 0.0, highest: 0.0, ..Facts::win_draw_loss() };
    let parts = Parts {
        nodes: Vec::new(),
        texts: Vec::new(),
        payoffs: Vec::new(),
        worths: Vec::new(),
        set_names: HashMap::new(),
        remarks: HashMap::new(),
        late: HashSet::new(),
        late_calls: HashMap::new(),
        facts,
    };
    let mut builder = Builder {
        players,
        outlines: Vec::new(),
        parts,
        text_numbers: HashMap::new(),
        sets: HashMap::new(),
        histories: Vec::new(),
        steps: HashMap::new(),
    };
    builder.push(root, NONE, 1)?;
    let mut at = 0;
    while at < builder.outlines.len() {
        builder.node(at)?;
        at += 1;
    }
    builder.facts()?;
    if builder.parts.facts.hidden {
        builder.late_moves();
    }
    Ok(builder.parts)
}

impl<'o> Builder<'o> {
    /// What is wrong at a node.
    fn wrong(&self, at: usize, what: String) -> Problem {
        Problem::new(what).within(self.place(at))
    }

    fn place(&self, at: usize) -> String {
        let mut steps = Vec::new();
        let mut node = self.parts.nodes[at];
        let mut number = at as u32;
        while node.parent != NONE {
            let parent = self.parts.nodes[node.parent as usize];
            steps.push(match self.parts.texts[node.mv as usize].as_str() {
                "" => format!("child {}", number - parent.first + 1),
                text => text.to_string(),
            });
            (number, node) = (node.parent, parent);
        }
        steps.reverse();
        place(&steps)
    }

    /// Puts a node at the end of the list; what it holds is looked at when its turn comes.
    fn push(&mut self, outline: &'o Outline, parent: u32, weight: u64) -> Result<(), Problem> {
        if self.parts.nodes.len() >= NONE as usize {
            return Err(Problem::new(format!("a tree has fewer than {NONE} nodes")));
        }
        let mv = *self.text_numbers.entry(&outline.mv).or_insert_with(|| {
            self.parts.texts.push(outline.mv.clone());
            self.parts.texts.len() as u32 - 1
        });
        let number = self.parts.nodes.len() as u32;
        self.parts.nodes.push(Node {
            parent,
            first: NONE,
            children: 0,
            mv,
            set: number,
            payoffs: NONE,
            worth: NONE,
            turn: Turn::Over,
            weight,
        });
        self.outlines.push(outline);
        Ok(())
    }

    fn node(&mut self, at: usize) -> Result<(), Problem> {
        let outline = self.outlines[at];
        self.way_here(at, outline)?;
        let is_remarked = outline.value.is_some() || outline.bound.is_some() || outline.is_best || outline.cut > 0;
        if is_remarked || outline.window.is_some() {
            let Outline { value, bound, is_best, cut, window, .. } = outline;
            let remark = Remark { value: value.clone(), bound: *bound, is_best: *is_best, cut: *cut, window: *window };
            self.parts.remarks.insert(at as u32, remark);
        }
        let worth = self.worth(at, outline)?;
        let bad = |builder: &Self, what: &str| Err(builder.wrong(at, what.to_string()));
        match (&outline.payoffs, outline.turn, outline.children.is_empty()) {
            (Some(_), _, false) => return bad(self, "a node with `payoffs` is over and has no `children`"),
            (Some(_), Some(_), true) => return bad(self, "a node with `payoffs` is over and has no `turn`"),
            (Some(payoffs), None, true) => {
                self.numbers(at, "payoffs", payoffs)?;
                self.pay(at, Payoffs::new(payoffs));
            }
            (None, None, false) => {
                return bad(self, "a node with `children` needs a `turn`: a seat's number or \"chance\"");
            }
            (None, _, true) => {
                let Some(worth) = worth else {
                    return bad(
                        self,
                        "a node without `children` needs `payoffs`, or a `heuristic`, `interval` or `spikes`",
                    );
                };
                self.pay(at, worth.values);
                self.keep_worth(at, worth);
            }
            (None, Some(turn), false) => {
                if let Some(worth) = worth {
                    self.keep_worth(at, worth);
                }
                return self.inner(at, outline, turn);
            }
        }
        if outline.set.is_some() {
            return bad(self, "only a node where a seat moves belongs to a `set`");
        }
        Ok(())
    }

    /// The move that leads to a node, and its probability.
    fn way_here(&self, at: usize, outline: &Outline) -> Result<(), Problem> {
        let node = self.parts.nodes[at];
        let is_root = node.parent == NONE;
        let below_chance = !is_root && self.parts.nodes[node.parent as usize].turn == Turn::Chance;
        let what = match (outline.mv.as_str(), outline.probability) {
            (mv, _) if is_root && !mv.is_empty() => "no `move` leads to the root".to_string(),
            ("", _) if !is_root => "the `move` that leads here is missing".to_string(),
            (mv, _) if mv.contains(char::is_whitespace) => format!("the move `{mv}` holds white space"),
            (mv, _) if mv.contains(char::is_control) => {
                format!("the move `{}` holds a character that cannot be shown", mv.escape_debug())
            }
            (_, Some(_)) if !below_chance => "`p` belongs to the children of a chance node only".to_string(),
            (_, None) if below_chance => "a child of a chance node needs its probability `p`".to_string(),
            (_, Some(p)) if !(p > 0.0 && p <= 1.0) => {
                format!("`p` is more than 0 and at most 1, not {}", number(p))
            }
            _ => return Ok(()),
        };
        Err(self.wrong(at, what))
    }

    fn inner(&mut self, at: usize, outline: &'o Outline, turn: OutlineTurn) -> Result<(), Problem> {
        // Step 1. Whose turn it is.
        let turn = match turn {
            OutlineTurn::Of(seat) if seat.index() >= self.players => {
                return Err(
                    self.wrong(at, format!("`turn` is {}, and there are {} seats", seat.number(), self.players))
                );
            }
            OutlineTurn::Of(seat) => Turn::Of(seat),
            OutlineTurn::Chance => Turn::Chance,
        };
        self.parts.nodes[at].turn = turn;
        // Step 2. The children, in the order of their set's first node.
        let mut children: Vec<&Outline> = outline.children.iter().collect();
        let mut texts: Vec<&str> = children.iter().map(|child| child.mv.as_str()).collect();
        texts.sort_unstable();
        if let Some(twice) = texts.windows(2).find(|pair| pair[0] == pair[1] && !pair[0].is_empty()) {
            return Err(self.wrong(at, format!("two children have the move `{}`", twice[0])));
        }
        match (&outline.set, turn) {
            (None, _) => {}
            (Some(_), Turn::Chance | Turn::Over) => {
                return Err(self.wrong(at, "only a node where a seat moves belongs to a `set`".to_string()));
            }
            (Some(name), Turn::Of(seat)) => self.join_set(at, seat, name, &mut children)?,
        }
        // Step 3. Their probabilities as weights.
        let mut child_weights = Vec::new();
        if turn == Turn::Chance {
            let probabilities: Vec<f64> = children.iter().map(|child| child.probability.unwrap_or(f64::NAN)).collect();
            // A child without a probability, or with a wrong one, is told so when its turn comes.
            if probabilities.iter().all(|p| *p > 0.0 && *p <= 1.0) {
                let sum: f64 = probabilities.iter().sum();
                if (sum - 1.0).abs() > CLOSE {
                    let what = format!("the probabilities of the children add up to {}, not to 1", number(sum));
                    return Err(self.wrong(at, what));
                }
                let odds: Vec<Option<Fraction>> =
                    children.iter().zip(&probabilities).map(|(child, &p)| child.odds.or_else(|| fraction(p))).collect();
                let found = odds.into_iter().collect::<Option<Vec<Fraction>>>().and_then(|odds| weights(&odds));
                child_weights = found.ok_or_else(|| self.wrong(at, TOO_FINE.to_string()))?;
            }
        }
        // Step 4. To the end of the list with them.
        self.parts.nodes[at].first = self.parts.nodes.len() as u32;
        self.parts.nodes[at].children = children.len() as u32;
        for (index, child) in children.into_iter().enumerate() {
            self.push(child, at as u32, child_weights.get(index).copied().unwrap_or(1))?;
        }
        Ok(())
    }

    /// Makes a node one of its set. `children` gets the order of the set's first node.
    fn join_set(
        &mut self,
        at: usize,
        seat: Player,
        name: &'o str,
        children: &mut Vec<&'o Outline>,
    ) -> Result<(), Problem> {
        let first = *self.sets.entry((seat, name)).or_insert(at as u32) as usize;
        if first == at {
            self.parts.set_names.insert(at as u32, name.to_string());
            return Ok(());
        }
        self.parts.facts.hidden = true;
        self.parts.nodes[at].set = first as u32;
        // A set's first node may be `at`'s neighbour whose children are listed already: breadth first, it always is.
        let known = self.parts.nodes[first];
        let wanted: Vec<&str> =
            (0..known.children).map(|index| self.outlines[(known.first + index) as usize].mv.as_str()).collect();
        let mut by_text: HashMap<&str, &'o Outline> =
            children.iter().map(|child| (child.mv.as_str(), *child)).collect();
        let ordered: Option<Vec<&'o Outline>> = wanted.iter().map(|text| by_text.remove(text)).collect();
        match ordered {
            Some(ordered) if ordered.len() == children.len() => *children = ordered,
            _ => {
                let here: Vec<&str> = children.iter().map(|child| child.mv.as_str()).collect();
                let what = format!(
                    "{seat} must have the same moves everywhere in its set `{name}`: here {}, and {} {}",
                    here.join(" "),
                    self.place(first),
                    wanted.join(" ")
                );
                return Err(self.wrong(at, what));
            }
        }
        if self.history(at, seat) != self.history(first, seat) {
            let what = format!(
                "{seat} could tell this node of its set `{name}` from the one {} by what it remembers: the sets it has been \
                 at and the moves it made on the way are not the same",
                self.place(first)
            );
            return Err(self.wrong(at, what));
        }
        Ok(())
    }

    /// The number of what a seat remembers at a node. Sets of ancestors are settled, since nodes come breadth first.
    fn history(&mut self, at: usize, seat: Player) -> u32 {
        const UNKNOWN: u32 = NONE - 1;
        if self.histories.len() < self.parts.nodes.len() {
            self.histories.resize(self.parts.nodes.len(), [UNKNOWN; MAX_SEATS]);
        }
        // Up to an ancestor whose history is known, and down again.
        let mut way = vec![at];
        while let Some(&node) = way.last() {
            let parent = self.parts.nodes[node].parent;
            if parent == NONE {
                self.histories[node][seat.index()] = NONE;
            }
            if self.histories[node][seat.index()] != UNKNOWN {
                break;
            }
            way.push(parent as usize);
        }
        for pair in (1..way.len()).rev() {
            let (parent, child) = (way[pair], way[pair - 1]);
            let before = self.histories[parent][seat.index()];
            let known = self.parts.nodes[parent];
            self.histories[child][seat.index()] = if known.turn == Turn::Of(seat) {
                let next = self.steps.len() as u32;
                *self.steps.entry((before, known.set, self.parts.nodes[child].mv)).or_insert(next)
            } else {
                before
            };
        }
        self.histories[at][seat.index()]
    }

    /// Finds the moves that a seat must be shown only when its next turn comes.
    fn late_moves(&mut self) {
        let nodes = &self.parts.nodes;
        // Step 1. For each node where a seat moves, the node its own last move led to.
        let mut last = vec![[NONE; MAX_SEATS]; nodes.len()];
        // By set: the set and the move before, and whether its nodes come at once, or past other moves.
        let mut ways: HashMap<u32, ((u32, u32), [bool; 2])> = HashMap::new();
        for (at, node) in nodes.iter().enumerate() {
            if node.parent != NONE {
                let parent = node.parent as usize;
                last[at] = last[parent];
                if let Turn::Of(seat) = nodes[parent].turn {
                    last[at][seat.index()] = at as u32;
                }
            }
            let Turn::Of(seat) = node.turn else { continue };
            let step = last[at][seat.index()];
            if step != NONE {
                let from = nodes[step as usize];
                let before = (nodes[from.parent as usize].set, from.mv);
                ways.entry(node.set).or_insert((before, [false; 2])).1[usize::from(step == at as u32)] = true;
            }
        }
        // Step 2. Where both ways lead to one set, all that follows that move is told late.
        self.parts.late = ways.values().filter(|(_, ways)| *ways == [true; 2]).map(|(before, _)| *before).collect();
        let is_late = |before: &(u32, u32)| self.parts.late.contains(before);
        self.parts.late_calls =
            ways.iter().filter(|(_, (before, _))| is_late(before)).map(|(&set, (before, _))| (set, before.1)).collect();
    }

    /// Checks one number a seat.
    fn numbers(&self, at: usize, key: &str, numbers: &[f64]) -> Result<(), Problem> {
        self.count(at, key, numbers.len())?;
        if let Some(x) = numbers.iter().find(|x| !x.is_finite()) {
            return Err(self.wrong(at, format!("`{key}` holds {x}, which is not a finite number")));
        }
        numbers.iter().try_for_each(|&x| self.size(at, key, x))
    }

    /// Checks that sums and squares of a number stay numbers.
    fn size(&self, at: usize, key: &str, x: f64) -> Result<(), Problem> {
        if x.abs() <= LARGEST_NUMBER {
            return Ok(());
        }
        let what = format!(
            "`{key}` holds {x:e}: no number in a tree may be larger than {LARGEST_NUMBER:e} or less than -{LARGEST_NUMBER:e}"
        );
        Err(self.wrong(at, what))
    }

    fn count(&self, at: usize, key: &str, found: usize) -> Result<(), Problem> {
        if found == self.players {
            return Ok(());
        }
        Err(self.wrong(at, format!("`{key}` has one entry a seat, {} here, not {found}", self.players)))
    }

    fn worth(&self, at: usize, outline: &Outline) -> Result<Option<Worth>, Problem> {
        let mut worth = Worth { values: Payoffs::ZERO, intervals: Default::default(), spikes: None };
        // What is told most exactly goes last and overwrites the rest.
        if let Some(spikes) = &outline.spikes {
            let mean = self.spikes(at, spikes)?;
            worth.values = Payoffs::zero_sum(mean);
            let low = spikes.iter().map(|spike| spike.0).fold(f64::INFINITY, f64::min);
            let high = spikes.iter().map(|spike| spike.0).fold(f64::NEG_INFINITY, f64::max);
            worth.intervals[0] = Interval { low, high };
            worth.intervals[1] = Interval { low: 0.0 - high, high: 0.0 - low };
            worth.spikes = Some(spikes.clone().into_boxed_slice());
        }
        if let Some(intervals) = &outline.interval {
            self.count(at, "interval", intervals.len())?;
            for (seat, &interval) in Player::all(self.players).zip(intervals) {
                if !(interval.low.is_finite() && interval.high.is_finite() && interval.low <= interval.high) {
                    let what = format!(
                        "{seat}'s `interval` [{}, {}] is not a low end and a high end",
                        interval.low, interval.high
                    );
                    return Err(self.wrong(at, what));
                }
                self.size(at, "interval", interval.low)?;
                self.size(at, "interval", interval.high)?;
                worth.intervals[seat.index()] = interval;
                worth.values[seat] = interval.midpoint();
            }
        }
        if let Some(heuristic) = &outline.heuristic {
            self.numbers(at, "heuristic", heuristic)?;
            worth.values = Payoffs::new(heuristic);
            if outline.interval.is_none() && outline.spikes.is_none() {
                for seat in Player::all(self.players) {
                    worth.intervals[seat.index()] = Interval::point(worth.values[seat]);
                }
            }
        }
        let is_told = outline.heuristic.is_some() || outline.interval.is_some() || outline.spikes.is_some();
        Ok(is_told.then_some(worth))
    }

    /// Checks spikes; their mean.
    fn spikes(&self, at: usize, spikes: &[(f64, f64)]) -> Result<f64, Problem> {
        if self.players != 2 {
            return Err(self.wrong(at, format!("`spikes` are for two seats, and there are {}", self.players)));
        }
        if let Some((value, p)) = spikes.iter().find(|(value, p)| !(value.is_finite() && *p > 0.0 && *p <= 1.0)) {
            let what = format!("[{value}, {p}] is not a spike: a value and its probability, more than 0 and at most 1");
            return Err(self.wrong(at, what));
        }
        spikes.iter().try_for_each(|&(value, _)| self.size(at, "spikes", value))?;
        if spikes.len() > MOST_SPIKES {
            let what = format!("`spikes` has {} of them; up to {MOST_SPIKES} tell as much", spikes.len());
            return Err(self.wrong(at, what));
        }
        if spikes.is_empty() {
            return Err(self.wrong(at, "`spikes` is empty".to_string()));
        }
        let sum: f64 = spikes.iter().map(|spike| spike.1).sum();
        if (sum - 1.0).abs() > CLOSE {
            let what = format!("the probabilities of the `spikes` add up to {}, not to 1", number(sum));
            return Err(self.wrong(at, what));
        }
        Ok(spikes.iter().map(|(value, p)| value * p).sum())
    }

    fn pay(&mut self, at: usize, payoffs: Payoffs) {
        self.parts.nodes[at].payoffs = self.parts.payoffs.len() as u32;
        self.parts.payoffs.push(payoffs);
    }

    fn keep_worth(&mut self, at: usize, worth: Worth) {
        self.parts.nodes[at].worth = self.parts.worths.len() as u32;
        self.parts.worths.push(worth);
    }

    /// What is true of the whole tree.
    fn facts(&mut self) -> Result<(), Problem> {
        let players = self.players;
        let parts = &mut self.parts;
        parts.facts.chance = parts.nodes.iter().any(|node| node.turn == Turn::Chance);
        parts.facts.positions = parts.nodes.len() as f64;
        parts.facts.sum = common_sum(&parts.payoffs, players);
        let paid = parts.payoffs.iter().flat_map(|payoffs| payoffs.seats(players).iter().copied());
        let told = parts.worths.iter().flat_map(|worth| {
            let ends = worth.intervals[..players].iter().flat_map(|interval| [interval.low, interval.high]);
            worth.values.seats(players).iter().copied().chain(ends)
        });
        // A share of the sum lies between what is paid, so nothing evaluates to less or more.
        (parts.facts.lowest, parts.facts.highest) =
            paid.chain(told).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if let Some(range) = self.outlines[0].range {
            let facts = &mut self.parts.facts;
            (facts.lowest, facts.highest) = (facts.lowest.min(range.low), facts.highest.max(range.high));
        }
        // Spikes speak for seat 1 alone, so the tree must be zero-sum.
        let has_spikes = |node: &Node| node.worth != NONE && self.parts.worths[node.worth as usize].spikes.is_some();
        if self.parts.facts.sum != Some(0.0)
            && let Some(at) = self.parts.nodes.iter().position(has_spikes)
        {
            let is_off = |node: &Node| {
                node.payoffs != NONE
                    && self.parts.payoffs[node.payoffs as usize].seats(2).iter().sum::<f64>().abs() >= CLOSE
            };
            let off = self.parts.nodes.iter().position(is_off).map(|leaf| self.place(leaf)).unwrap_or_default();
            let what = format!("`spikes` need a zero-sum game, and what is paid {off} does not add up to 0");
            return Err(self.wrong(at, what));
        }
        Ok(())
    }
}

/// What all payoffs add up to, if it is always the same; a whole number where it is as good as one.
fn common_sum(payoffs: &[Payoffs], players: usize) -> Option<f64> {
    let sums = payoffs.iter().map(|payoffs| payoffs.seats(players).iter().sum::<f64>());
    let (low, high) = sums.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), sum| (low.min(sum), high.max(sum)));
    let middle = low / 2.0 + high / 2.0;
    // `+ 0.0` turns -0 into 0.
    [middle.round() + 0.0, middle].into_iter().find(|sum| high - sum < CLOSE && sum - low < CLOSE)
}
