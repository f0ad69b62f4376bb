//! Information sets whose positions lie at different depths, because somebody moved unseen on the way: information-set search
//! against all pure strategies, one by one.

use crate::axes::{Axes, own};
use outwit_game::{Blind, Control, Facts, Game, Payoffs, Player, Problem, Rng, Table, Turn};
use outwit_search::backup::{Expectation, Quantal, Worst};
use outwit_search::belief::Uniform;
use outwit_search::value::{Everybody, Own};
use std::collections::BTreeSet;

/// A random tree in which each seat sees some moves of the others, each as one of two sights, and does not notice the rest.
pub struct Veiled {
    pub nodes: Vec<Veil>,
}

pub struct Veil {
    pub turn: Turn,
    pub children: Vec<usize>,
    pub weights: Vec<u64>,
    pub payoffs: Payoffs,
    /// What each seat sees of the move that led here, unless it made it.
    pub sights: [Option<u32>; 2],
}

/// An own move is seen as such.
const OWN: u32 = 100;

impl Veiled {
    pub fn random(rng: &mut Rng) -> Veiled {
        let mut game = Veiled { nodes: Vec::new() };
        game.grow(rng, 6, true);
        game
    }

    fn grow(&mut self, rng: &mut Rng, depth: u32, is_root: bool) -> usize {
        let at = self.nodes.len();
        let sight = |rng: &mut Rng| [None, None, Some(0), Some(1)][rng.index(4)];
        let sights = [sight(rng), sight(rng)];
        let mut payoffs = Payoffs::ZERO;
        payoffs[Player::FIRST] = rng.index(7) as f64 - 3.0;
        payoffs[Player::SECOND] = rng.index(7) as f64 - 3.0;
        let is_over = depth == 0 || !is_root && rng.index(5) == 0;
        let turn = match rng.index(4) {
            _ if is_root => Turn::Of(Player::FIRST),
            _ if is_over => Turn::Over,
            0 => Turn::Chance,
            1 => Turn::Of(Player::SECOND),
            _ => Turn::Of(Player::FIRST),
        };
        self.nodes.push(Veil { turn, children: Vec::new(), weights: Vec::new(), payoffs, sights });
        if turn != Turn::Over {
            // Two moves everywhere: a seat that does not know where it is knows at least what it may do.
            let count = if turn == Turn::Chance { 1 + rng.index(3) } else { 2 };
            for _ in 0..count {
                let child = self.grow(rng, depth - 1, false);
                self.nodes[at].children.push(child);
                self.nodes[at].weights.push(1 + rng.index(3) as u64);
            }
        }
        at
    }

    pub fn seen(&self, before: usize, place: usize, seat: Player) -> Option<u32> {
        match self.nodes[before].turn {
            Turn::Of(mover) if mover == seat => Some(OWN + place as u32),
            _ => self.nodes[self.nodes[before].children[place]].sights[seat.index()],
        }
    }

    /// Everything the seat may have seen when it is to move.
    fn sets(&self, at: usize, view: &mut Vec<u32>, found: &mut BTreeSet<Vec<u32>>) {
        if self.nodes[at].turn == Turn::Of(Player::FIRST) {
            found.insert(view.clone());
        }
        for (place, &child) in self.nodes[at].children.iter().enumerate() {
            let seen = self.seen(at, place, Player::FIRST);
            view.extend(seen);
            self.sets(child, view, found);
            view.truncate(view.len() - usize::from(seen.is_some()));
        }
    }

    /// Every play that a strategy leaves possible, with its probability when the other moves at random.
    fn plays(
        &self,
        at: usize,
        view: &mut Vec<u32>,
        weight: f64,
        play: &dyn Fn(&[u32]) -> usize,
        out: &mut Vec<(f64, f64)>,
    ) {
        let node = &self.nodes[at];
        if node.turn == Turn::Over {
            out.push((node.payoffs[Player::FIRST], weight));
            return;
        }
        let total: u64 = node.weights.iter().sum();
        let chosen = play(view);
        for (place, &child) in node.children.iter().enumerate() {
            let share = match node.turn {
                Turn::Of(Player::FIRST) if place != chosen => continue,
                Turn::Of(Player::FIRST) => 1.0,
                Turn::Chance => node.weights[place] as f64 / total as f64,
                _ => 1.0 / node.children.len() as f64,
            };
            let seen = self.seen(at, place, Player::FIRST);
            view.extend(seen);
            self.plays(child, view, weight * share, play, out);
            view.truncate(view.len() - usize::from(seen.is_some()));
        }
    }
}

impl Game for Veiled {
    type State = usize;
    type Move = u32;
    type Seen = u32;

    fn players(&self) -> usize {
        2
    }
    fn facts(&self) -> Facts {
        Facts { hidden: true, chance: true, lowest: -3.0, highest: 3.0, sum: None, ..Facts::win_draw_loss() }
    }
    fn start(&self, _rng: &mut Rng) -> usize {
        0
    }
    fn turn(&self, at: &usize) -> Turn {
        self.nodes[*at].turn
    }
    fn moves(&self, at: &usize, out: &mut Vec<u32>) {
        out.extend(0..self.nodes[*at].children.len() as u32);
    }
    fn play(&self, at: &mut usize, mv: u32) {
        *at = self.nodes[*at].children[mv as usize];
    }
    fn payoffs(&self, at: &usize) -> Payoffs {
        self.nodes[*at].payoffs
    }
    fn weight(&self, at: &usize, mv: u32) -> u64 {
        self.nodes[*at].weights[mv as usize]
    }
    fn move_text(&self, _at: &usize, mv: u32) -> String {
        mv.to_string()
    }
    fn position_text(&self, at: &usize) -> String {
        at.to_string()
    }
    fn read_position(&self, _text: &str) -> Result<usize, Problem> {
        Err(Problem::new("not read"))
    }
    fn picture(&self, at: &usize) -> String {
        at.to_string()
    }
    fn observe(&self, before: &usize, mv: u32, _after: &usize, seat: Player) -> Option<u32> {
        self.seen(*before, mv as usize, seat)
    }
    fn known_start(&self, _seat: Player, _first_look: Option<&u32>) -> Option<usize> {
        Some(0)
    }
}

/// What the first seat's moves are worth to it at the start, with the whole tree where it is asked for.
pub fn answer(
    mut axes: Axes<Veiled>,
    game: &Veiled,
    record: Option<usize>,
) -> (Vec<f64>, Option<outwit_game::Outline>) {
    let seat = Player::FIRST;
    let belief = axes.worlds(&Table::at(game, 0).view(seat));
    let control = Control { record, ..Control::default() };
    let (answer, _) = axes.over_sets(game, seat, belief, 100, &control);
    assert!(answer.is_complete);
    let values = answer.values.iter().map(|value| own(value, seat)).collect();
    (values, answer.tree.map(|tree| tree.expect("it is small")))
}

#[test]
fn no_strategy_is_better_than_what_the_search_says_and_one_is_as_good() {
    let (mut compared, mut uneven) = (0, 0);
    for seed in 0..3_000 {
        let game = Veiled::random(&mut Rng::stream(91, seed));
        let mut sets = BTreeSet::new();
        game.sets(0, &mut Vec::new(), &mut sets);
        if sets.len() > 9 {
            continue;
        }
        let sets: Vec<Vec<u32>> = sets.into_iter().collect();
        let root = sets.iter().position(Vec::is_empty).unwrap();
        // For each first move: the most that a strategy gives on average, at least, and between.
        let mut best = [[f64::NEG_INFINITY; 3]; 2];
        const TAU: f64 = 0.8;
        for strategy in 0u32..1 << sets.len() {
            let play =
                |view: &[u32]| sets.iter().position(|set| set == view).map_or(0, |set| (strategy >> set & 1) as usize);
            let mut plays = Vec::new();
            game.plays(0, &mut Vec::new(), 1.0, &play, &mut plays);
            let mean = plays.iter().map(|(x, p)| x * p).sum::<f64>();
            let least = plays.iter().map(|(x, _)| *x).fold(f64::INFINITY, f64::min);
            let soft = -plays.iter().map(|(x, p)| p * (-TAU * x).exp()).sum::<f64>().ln() / TAU;
            for (best, value) in best[(strategy >> root & 1) as usize].iter_mut().zip([mean, least, soft]) {
                *best = best.max(value);
            }
        }
        let (root, players) = (Player::FIRST, 2);
        for record in [None, Some(100_000)] {
            let others = || Box::new(Uniform);
            let mean = Axes::new(Everybody(Blind), Expectation { root, players }, others());
            let least = Axes::new(Own(Blind), Worst { root, players }, others());
            let soft = Axes::new(Own(Blind), Quantal { root, players, tau: TAU }, others());
            let [mean, least, soft] = [mean, least, soft].map(|axes| answer(axes, &game, record));
            for (place, best) in best.iter().enumerate() {
                assert!(
                    (mean.0[place] - best[0]).abs() < 1e-9,
                    "tree {seed}, move {place}: {} {}",
                    mean.0[place],
                    best[0]
                );
                assert!(
                    (least.0[place] - best[1]).abs() < 1e-9,
                    "tree {seed}, move {place}: {} {}",
                    least.0[place],
                    best[1]
                );
                assert!(
                    (soft.0[place] - best[2]).abs() < 1e-9,
                    "tree {seed}, move {place}: {} {}",
                    soft.0[place],
                    best[2]
                );
            }
            // The whole tree is written down, each node once.
            assert!(mean.1.is_none_or(|tree| tree.nodes() == game.nodes.len()), "tree {seed}");
        }
        compared += 1;
        uneven += usize::from(sets.iter().any(|set| depths(&game, set) > 1));
    }
    assert!(compared > 1_000 && uneven > 150, "{compared} trees, {uneven} with sets at several depths");
}

/// At how many depths the positions of a set lie.
fn depths(game: &Veiled, set: &[u32]) -> usize {
    fn walk(game: &Veiled, at: usize, depth: usize, view: &mut Vec<u32>, set: &[u32], found: &mut BTreeSet<usize>) {
        if game.nodes[at].turn == Turn::Of(Player::FIRST) && view == set {
            found.insert(depth);
        }
        for (place, &child) in game.nodes[at].children.iter().enumerate() {
            let seen = game.seen(at, place, Player::FIRST);
            view.extend(seen);
            walk(game, child, depth + 1, view, set, found);
            view.truncate(view.len() - usize::from(seen.is_some()));
        }
    }
    let mut found = BTreeSet::new();
    walk(game, 0, 0, &mut Vec::new(), set, &mut found);
    found.len()
}
