//! What does not change while a tree grows: who searches, what everybody is after, and what the numbers are divided by.

use super::formula::Formula;
use super::rollout::random_end;
use super::tree::{CHANCE, NODE_BYTES, TurnCode};
use super::{Fold, Information, Options, Stakes, unit};
use outwit_game::{Evaluation, Game, MAX_SEATS, Payoffs, Player, Rng};

/// Where the others' choices aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Everybody maximises its own payoff (Sturtevant 2008).
    Own,
    /// Everybody but the seat that searches minimises that seat's payoff.
    Paranoid,
    /// The same, and between two moves of the seat that searches only one of the others moves, whichever it may be.
    BestReply,
}

/// What does not change while a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub aim: Aim,
    pub formula: Formula,
    pub fold: Fold,
    pub c: f64,
    /// The seat that searches.
    pub seat: Player,
    pub players: usize,
    /// What the payoffs of two seats always add up to; `None` for other games.
    pub sum: Option<f64>,
    /// No seat is paid less, none more.
    pub lowest: f64,
    pub highest: f64,
    /// What payoffs were multiplied by.
    pub unit: f64,
    /// One over the range of each seat's payoffs; chance's place holds the searching seat's.
    pub scale: [f64; MAX_SEATS + 1],
    pub solver: bool,
    /// Nodes the tree may have.
    pub most_nodes: usize,
    /// Whether the game hides something: what a move looks like is then not the move.
    pub hidden: bool,
    /// Under a belief over models of the others: how many things they may want besides what they are paid. Every seat and every
    /// want has a sum of its own then.
    pub wants: Option<usize>,
    /// Whether it is known what everybody gets of the root's moves alone; below, what whoever chooses gets is all that choosing
    /// needs, and half the memory.
    pub is_lean: bool,
}

impl Rules {
    /// What payoffs are worth to the one who chooses at a node with this turn; at a chance node, to the seat that searches.
    #[inline]
    pub fn liking(&self, turn: TurnCode, payoffs: &Payoffs) -> f64 {
        if turn == CHANCE {
            return payoffs[self.seat];
        }
        match self.aim {
            Aim::Own => payoffs[Player::new(turn.into())],
            Aim::Paranoid | Aim::BestReply if usize::from(turn) == self.seat.index() => payoffs[self.seat],
            Aim::Paranoid | Aim::BestReply => -payoffs[self.seat],
        }
    }

    /// The least that anybody who chooses at such a node has to fear.
    pub fn least(&self, turn: TurnCode) -> f64 {
        match self.aim {
            Aim::Own => self.lowest,
            _ if usize::from(turn) == self.seat.index() => self.lowest,
            _ => -self.highest,
        }
    }

    /// The most that anybody who chooses at such a node can hope for.
    pub fn most(&self, turn: TurnCode) -> f64 {
        match self.aim {
            Aim::Own => self.highest,
            _ if usize::from(turn) == self.seat.index() => self.highest,
            _ => -self.lowest,
        }
    }
}

/// What a node of an information set takes besides, about.
const SET_BYTES: usize = 40;

/// One over a range.
pub fn over(range: f64) -> f64 {
    if range > 0.0 { 1.0 / range } else { 1.0 }
}

impl Rules {
    /// The rules of a search for a seat, by the bounds of the payoffs, with so many wants besides.
    pub fn new<G: Game>(game: &G, options: &Options, seat: Player, wants: Option<usize>) -> Rules {
        let (facts, players) = (game.facts(), game.players());
        let unit = if options.stakes == Stakes::Payoffs { unit(&facts) } else { 1.0 };
        let (lowest, highest, sum) = match options.stakes {
            Stakes::Payoffs => (facts.lowest * unit, facts.highest * unit, facts.sum.map(|sum| sum * unit)),
            Stakes::Wins => (0.0, 1.0, Some(1.0)),
        };
        let of_sets = if options.information == Information::Open { 0 } else { SET_BYTES };
        let of_wants = wants.map_or(0, |wants| (wants + players) * size_of::<f64>());
        let trees = if options.information == Information::PerSeat { players } else { options.trees };
        Rules {
            aim: if players <= 2 && options.aim == Aim::BestReply { Aim::Paranoid } else { options.aim },
            formula: options.formula,
            fold: options.fold,
            c: options.c,
            seat,
            players,
            sum: sum.filter(|_| players == 2),
            lowest,
            highest,
            unit,
            scale: [over(highest - lowest); MAX_SEATS + 1],
            // Best replies lead to positions that the rules do not: nothing is certain there. Nor is it in one world of many.
            solver: options.solver
                && options.information == Information::Open
                && (players <= 2 || options.aim != Aim::BestReply),
            most_nodes: (options.memory / (NODE_BYTES + of_sets + of_wants) / trees).clamp(1 << 12, u32::MAX as usize),
            hidden: facts.hidden,
            wants,
            is_lean: false,
        }
    }
}

/// The range of each seat's payoffs in random games, each from a position that `start` gives.
pub fn sampled_ranges<G: Game, E: Evaluation<G>>(
    game: &G,
    mut start: impl FnMut(&mut Rng) -> Option<G::State>,
    games: u32,
    horizon: Option<u32>,
    evaluation: &E,
    unit: f64,
    rng: &mut Rng,
) -> Vec<(Player, f64)> {
    let mut lowest = [f64::INFINITY; MAX_SEATS];
    let mut highest = [f64::NEG_INFINITY; MAX_SEATS];
    let mut scratch = Vec::new();
    for _ in 0..games {
        let Some(state) = start(rng) else { break };
        let (_, payoffs) = random_end(game, state, horizon, evaluation, rng, &mut scratch);
        for player in Player::all(game.players()) {
            let payoff = payoffs[player] * unit;
            lowest[player.index()] = lowest[player.index()].min(payoff);
            highest[player.index()] = highest[player.index()].max(payoff);
        }
    }
    let range = |player: Player| (player, highest[player.index()] - lowest[player.index()]);
    Player::all(game.players()).map(range).collect()
}
