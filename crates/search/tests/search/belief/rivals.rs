//! What the quick roads are compared with: the equations as printed, history by history, and a game that any search can
//! play.
#![allow(dead_code)] // each test and bench takes what it needs

use outwit_game::{Blind, Evaluated, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn};

/// A small hidden game of constant branching.
#[derive(Clone, Debug)]
pub struct Masked {
    pub branching: usize,
    pub movers: Vec<Player>,
    pub hidden: Vec<bool>,
    pub leaves: Vec<i8>,
}

pub type History = Vec<u8>;

impl Masked {
    pub fn random(branching: usize, plies: usize, kinds: &[i8], alternates: bool, rng: &mut Rng) -> Masked {
        let leaves = (0..branching.pow(plies as u32)).map(|_| *rng.pick(kinds)).collect();
        let mover = |ply: usize, rng: &mut Rng| Player::new(if alternates { ply % 2 } else { rng.index(2) });
        let movers = (0..plies).map(|ply| mover(ply, rng)).collect();
        let hidden = (0..plies).map(|_| rng.index(2) == 0).collect();
        Masked { branching, movers, hidden, leaves }
    }

    fn leaf(&self, history: &[u8]) -> f64 {
        let place = history.iter().fold(0, |place, &mv| place * self.branching + usize::from(mv));
        f64::from(self.leaves[place])
    }

    fn payoff(&self, history: &[u8], seat: Player) -> f64 {
        if seat == Player::FIRST { self.leaf(history) } else { -self.leaf(history) }
    }

    fn moves(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.branching as u8
    }

    /// O_i(h): what the seat has seen of a history.
    pub fn seen(&self, history: &[u8], seat: Player) -> Vec<u8> {
        let is_seen = |ply: usize| self.movers[ply] == seat || !self.hidden[ply];
        history.iter().enumerate().filter(|(ply, _)| is_seen(*ply)).map(|(_, &mv)| mv).collect()
    }

    /// [h]_i: the histories of the same length that look the same.
    fn alike(&self, history: &[u8], seat: Player) -> Vec<History> {
        let mut all = vec![Vec::with_capacity(self.movers.len())];
        for (ply, &made) in history.iter().enumerate() {
            let is_seen = self.movers[ply] == seat || !self.hidden[ply];
            if is_seen {
                all.iter_mut().for_each(|history| history.push(made));
            } else {
                all = all.iter().flat_map(|history| self.moves().map(|mv| with(history, mv))).collect();
            }
        }
        all
    }

    pub fn histories(&self, plies: usize) -> Vec<History> {
        (0..plies).fold(vec![Vec::new()], |all, _| {
            all.iter().flat_map(|history| self.moves().map(|mv| with(history, mv))).collect()
        })
    }

    /// OU(h), Eq. 14.
    pub fn ou(&self, history: &[u8], seat: Player) -> f64 {
        if history.len() == self.movers.len() {
            return self.payoff(history, seat);
        }
        if self.movers[history.len()] != seat {
            let sum: f64 = self.moves().map(|mv| self.ou(&with(history, mv), seat)).sum();
            return sum / self.branching as f64;
        }
        let (mv, _) = first_best(self.moves().map(|mv| (mv, self.ou_of_set(&self.alike(history, seat), mv, seat))));
        self.ou(&with(history, mv), seat)
    }

    /// OU(I with a move), Eq. 15: the move is made in all histories of the set, at the last ply as well.
    pub fn ou_of_set(&self, set: &[History], mv: u8, seat: Player) -> f64 {
        set.iter().map(|history| self.ou(&with(history, mv), seat)).sum::<f64>() / set.len() as f64
    }

    /// PU(h), Eq. 16, with `PU([h' m])` read as the history's, not the set's.
    pub fn pu(&self, history: &[u8], seat: Player) -> f64 {
        if history.len() == self.movers.len() {
            return self.payoff(history, seat);
        }
        let set = self.alike(history, seat);
        let worst = self.moves().map(|mv| (mv, self.pu_of_set(&set, mv, seat)));
        let (mv, _) = if self.movers[history.len()] == seat {
            first_best(worst)
        } else {
            first_best(worst.map(|(mv, value)| (mv, -value)))
        };
        self.pu(&with(history, mv), seat)
    }

    /// PU(I with a move), Eq. 17.
    pub fn pu_of_set(&self, set: &[History], mv: u8, seat: Player) -> f64 {
        set.iter().map(|history| self.pu(&with(history, mv), seat)).fold(f64::INFINITY, f64::min)
    }

    /// The best moves of every information set of a seat at each own ply, in the order of what it has seen.
    pub fn best_moves(&self, seat: Player, of_set: impl Fn(&[History], u8) -> f64) -> Vec<Vec<u16>> {
        let plies = (0..self.movers.len()).filter(|&ply| self.movers[ply] == seat);
        plies
            .map(|ply| {
                let mut sets: Vec<(Vec<u8>, Vec<History>)> = Vec::new();
                for history in self.histories(ply) {
                    let seen = self.seen(&history, seat);
                    match sets.iter_mut().find(|(known, _)| *known == seen) {
                        Some((_, set)) => set.push(history),
                        None => sets.push((seen, vec![history])),
                    }
                }
                sets.sort();
                sets.iter()
                    .map(|(_, set)| {
                        let values: Vec<f64> = self.moves().map(|mv| of_set(set, mv)).collect();
                        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                        // Sums of thirds are not exact; a tie is what differs by less than any true difference.
                        values.iter().enumerate().map(|(mv, x)| u16::from((best - x).abs() < 1e-9) << mv).sum()
                    })
                    .collect()
            })
            .collect()
    }
}

fn with(history: &[u8], mv: u8) -> History {
    history.iter().copied().chain([mv]).collect()
}

fn first_best(moves: impl Iterator<Item = (u8, f64)>) -> (u8, f64) {
    moves.reduce(|best, next| if next.1 > best.1 + 1e-9 { next } else { best }).expect("there is a move")
}

/// What a seat sees of a move: which one, or that one was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sight {
    Move(u8),
    Something,
}

impl From<u8> for Sight {
    fn from(mv: u8) -> Sight {
        Sight::Move(mv)
    }
}

impl Game for Masked {
    type State = History;
    type Move = u8;
    type Seen = Sight;

    fn players(&self) -> usize {
        2
    }
    fn facts(&self) -> Facts {
        let largest = self.leaves.iter().map(|leaf| leaf.unsigned_abs()).max().unwrap_or(0);
        Facts { hidden: true, lowest: -f64::from(largest), highest: f64::from(largest), ..Facts::win_draw_loss() }
    }
    fn start(&self, _rng: &mut Rng) -> History {
        Vec::new()
    }
    fn turn(&self, history: &History) -> Turn {
        self.movers.get(history.len()).map_or(Turn::Over, |&mover| Turn::Of(mover))
    }
    fn moves(&self, _history: &History, out: &mut Vec<u8>) {
        out.extend(0..self.branching as u8);
    }
    fn play(&self, history: &mut History, mv: u8) {
        history.push(mv);
    }
    fn payoffs(&self, history: &History) -> Payoffs {
        Payoffs::zero_sum(self.leaf(history))
    }
    fn move_text(&self, _history: &History, mv: u8) -> String {
        mv.to_string()
    }
    fn position_text(&self, history: &History) -> String {
        format!("{history:?}")
    }
    fn read_position(&self, _text: &str) -> Result<History, Problem> {
        Err(Problem::new("not read"))
    }
    fn picture(&self, history: &History) -> String {
        format!("{history:?}")
    }
    fn observe(&self, before: &History, mv: u8, _after: &History, seat: Player) -> Option<Sight> {
        let ply = before.len();
        let is_seen = self.movers[ply] == seat || !self.hidden[ply];
        Some(if is_seen { Sight::Move(mv) } else { Sight::Something })
    }
    fn known_start(&self, _seat: Player, _first_look: Option<&Sight>) -> Option<History> {
        Some(Vec::new())
    }
}

impl Evaluated for Masked {
    type Evaluation = Blind;
    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[Blind::NAMED]
    }
    fn evaluation(&self, _index: usize) -> Blind {
        Blind
    }
}
