//! Whether looking on is worth what it costs, by what looking has brought.
//!
//! Where a search knows no value of computation of its own, as Baum and Smith's or MGSS* do, it goes by experience: how much better,
//! by a look many times as long, the move was that was found by looking twice as long.

use crate::findings::Findings;
use outwit_game::{Facts, Player};

/// What looking twice as long is taken to bring: this share of what it brought the last time, in the search's own judgement, and
/// besides this share of all that is at stake, over a power of the thousands of moves made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Profile {
    of_last: f64,
    of_stake: f64,
    /// How fast that fades.
    power: f64,
}

/// Least squares over the decisions of Spider, four suits, on deals 600000 to 600004, from 250 to 64,000 moves:
/// `cargo bench -p outwit-search --bench spider -- profile deals=600000..600005`.
pub const OF_PLANS: Profile = Profile { of_last: 0.172, of_stake: 0.00295, power: 0.5 };

/// Least squares over 500 positions each of connect four, Othello and kalah, from 250 to 64,000 moves: what the last doubling seemed to
/// bring says nothing about the next, and it fades little or not. `cargo bench -p outwit-search --bench worth -- 500`.
pub const OF_DEEPENING: Profile = Profile { of_last: 0.0, of_stake: 0.00157, power: 0.0 };

/// The same for simulations.
pub const OF_SIMULATIONS: Profile = Profile { of_last: 0.0, of_stake: 0.00978, power: 0.25 };

/// From how many moves made, or simulations done, doublings are counted.
pub const FEW: u64 = 250;

/// What looking costs and may bring.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospects {
    profile: Profile,
    /// Of a thousand moves.
    cost: f64,
    /// What lies between the worst payoff and the best.
    stake: f64,
}

impl Prospects {
    pub fn new(profile: Profile, cost: f64, stake: f64) -> Prospects {
        Prospects { profile, cost, stake }
    }

    /// Whether looking costs nothing.
    #[inline]
    pub fn are_free(&self) -> bool {
        self.cost <= 0.0
    }

    /// Whether `more` moves, after `nodes`, are expected to bring more than they cost, where the last doubling brought `last`.
    pub fn are_worth(&self, last: f64, nodes: u64, more: u64) -> bool {
        let thousands = nodes.max(1) as f64 / 1000.0;
        let doublings = libm::log2(1.0 + more as f64 / nodes.max(1) as f64);
        let Profile { of_last, of_stake, power } = self.profile;
        let doubling = of_last * last.max(0.0) + of_stake * self.stake / libm::pow(thousands, power);
        self.are_free() || doublings * doubling > self.cost * more as f64 / 1000.0
    }
}

/// The same for a search that deepens: what another iteration costs is told by the last two.
pub struct Deepening {
    prospects: Prospects,
    seat: Player,
    /// The best moves of the iteration before, as places among all.
    best: Vec<usize>,
    /// Moves made by the end of the iteration before, and in it.
    nodes: u64,
    last: u64,
}

/// How many times as many moves another iteration takes, where nothing is known yet.
const USUAL_GROWTH: f64 = 4.0;

impl Deepening {
    pub fn new(cost: f64, facts: &Facts, seat: Player) -> Deepening {
        let prospects = Prospects::new(OF_DEEPENING, cost, facts.highest - facts.lowest);
        Deepening { prospects, seat, best: Vec::new(), nodes: 0, last: 0 }
    }

    /// Whether another iteration is worth it, after one that found this and brought the number of moves made to `nodes`.
    pub fn is_worth<M>(&mut self, found: &Findings<M>, nodes: u64) -> bool {
        if self.prospects.are_free() {
            return true;
        }
        let made = (nodes - self.nodes).max(1);
        let growth = if self.last > 0 { (made as f64 / self.last as f64).max(1.0) } else { USUAL_GROWTH };
        // What the last iteration gained, if the move played without it is worth what it says: where that is a bound, at least so
        // much.
        let worth = |place: &usize| found.moves[*place].values[self.seat.index()];
        let before = self.best.iter().filter_map(worth).reduce(f64::max);
        let now = found.best.first().and_then(worth);
        let gain = now.zip(before).map_or(0.0, |(now, before)| now - before);
        let doublings = if self.nodes > 0 { libm::log2(nodes as f64 / self.nodes as f64) } else { 1.0 };
        self.best.clone_from(&found.best);
        (self.nodes, self.last) = (nodes, made);
        self.prospects.are_worth(gain / doublings.max(1.0), nodes, (made as f64 * growth) as u64)
    }
}
