//! The product rule: chances multiply, as if siblings were independent and their truth known by the time they matter.

use super::Backup;
use crate::findings::seat_values;
use outwit_exact::probability::logs::{all_and_not_all, log_sum};
use outwit_game::{Facts, Player, SeatValues, Turn};

/// The probability that a position is a win for the seat `root`, by its logarithm and that of its complement, so that chances
/// next to 0 and 1 stay apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinChance {
    /// ln P(loss).
    pub loses: f64,
    /// ln P(win).
    pub wins: f64,
}

impl WinChance {
    /// From a plain probability.
    pub fn new(probability: f64) -> WinChance {
        let p = probability.clamp(0.0, 1.0);
        WinChance { loses: libm::log1p(-p), wins: libm::log(p) }
    }

    /// The plain probability.
    pub fn probability(self) -> f64 {
        libm::exp(self.wins)
    }

    /// The logarithm of the odds, finite.
    fn odds(self) -> f64 {
        (self.wins - self.loses).clamp(-1e18, 1e18)
    }
}

/// The product rule for the seat `root`; all others are against it. Values are chances, as [`WinShare`](crate::value::WinShare)
/// reads payoffs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Product {
    /// Whose chances these are.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
    /// The lowest and the highest payoff.
    pub payoffs: (f64, f64),
    /// How much a position's own evaluation counts once it was looked into: 0 for nothing, 1 for as much as evidence that
    /// is independent of what its children say.
    pub evidence: f64,
}

impl Product {
    /// For a game of these facts; positions that were looked into are what their children say.
    pub fn new(root: Player, players: usize, facts: &Facts) -> Product {
        Product { root, players, payoffs: (facts.lowest, facts.highest), evidence: 0.0 }
    }
}

/// No evaluation is believed to be surer than this.
const DOUBT: f64 = 1e-6;

/// Where between the lowest and the highest a payoff lies; halfway if all are the same.
pub(crate) fn share((lowest, highest): (f64, f64), payoff: f64) -> f64 {
    // Halves first: the difference of two huge ends must not overflow.
    let width = highest / 2.0 - lowest / 2.0;
    if width > 0.0 { ((payoff / 2.0 - lowest / 2.0) / width).clamp(0.0, 1.0) } else { 0.5 }
}

/// The payoff that lies there.
pub(super) fn payoff_at((lowest, highest): (f64, f64), share: f64) -> f64 {
    lowest * (1.0 - share) + highest * share
}

impl Backup<WinChance> for Product {
    fn back_up(&self, turn: Turn, children: &[WinChance], weights: &[f64]) -> WinChance {
        match turn {
            Turn::Of(player) if weights.is_empty() => {
                if player == self.root {
                    let (loses, wins) = all_and_not_all(children.iter().map(|child| (child.loses, child.wins)));
                    WinChance { loses, wins }
                } else {
                    let (wins, loses) = all_and_not_all(children.iter().map(|child| (child.wins, child.loses)));
                    WinChance { loses, wins }
                }
            }
            _ => {
                let pairs = children.iter().zip(weights);
                let wins = log_sum(pairs.clone().map(|(child, &weight)| libm::log(weight) + child.wins));
                let loses = log_sum(pairs.map(|(child, &weight)| libm::log(weight) + child.loses));
                WinChance { loses: loses.min(0.0), wins: wins.min(0.0) }
            }
        }
    }

    fn listens(&self) -> bool {
        self.evidence > 0.0
    }

    /// Bayes' rule with even chances before (Delcher and Kasif 1992): odds multiply. What is certain stays so.
    fn hear(&self, backed_up: WinChance, own: WinChance) -> WinChance {
        let own = match own.probability() {
            p if p < DOUBT => WinChance::new(DOUBT),
            p if p > 1.0 - DOUBT => WinChance::new(1.0 - DOUBT),
            _ => own,
        };
        let wins = backed_up.wins + self.evidence * own.wins;
        let loses = backed_up.loses + self.evidence * own.loses;
        let either = log_sum([wins, loses].into_iter());
        WinChance { loses: (loses - either).min(0.0), wins: (wins - either).min(0.0) }
    }

    #[inline]
    fn liking(&self, player: Player, value: &WinChance) -> f64 {
        if player == self.root { value.odds() } else { -value.odds() }
    }

    fn seat_values(&self, facts: &Facts, value: &WinChance) -> SeatValues {
        seat_values(facts, self.players, self.root, payoff_at(self.payoffs, value.probability()))
    }
}
