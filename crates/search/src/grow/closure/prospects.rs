//! Whether looking on is worth what it costs, by what looking has brought.

use super::plan::Exit;

/// The number of positions, or of moves made, from which doublings are counted.
pub(super) const FEW: usize = 250;

/// What looking on has brought so far, and is worth.
pub(super) struct Prospects {
    begun: u64,
    next: u64,
    value: Option<f64>,
    are_worth: bool,
}

/// What looking as long again is taken to bring: this share of what it brought the last time, and besides this share of all that is
/// at stake, over the square root of the thousands of moves made. By least squares over the decisions of Spider, four suits, on deals
/// 600000 to 600004, from 250 to 64,000 moves: `cargo bench -p outwit-search --bench spider -- profile deals=600000..600005`.
const EXPECTED: (f64, f64) = (0.172, 0.00295);

impl Prospects {
    pub(super) fn new(begun: u64) -> Prospects {
        Prospects { begun, next: FEW as u64, value: None, are_worth: true }
    }

    /// Whether looking as long again is expected to bring more than it costs. Asked again at every doubling.
    pub(super) fn are_worth(&mut self, cost: f64, best: Option<Exit>, stake: f64, nodes: u64) -> bool {
        let nodes = nodes - self.begun;
        // Where nothing was found yet there is nothing to stop with.
        let Some(best) = best.filter(|_| nodes >= self.next) else { return self.are_worth };
        let (share_of_last, share_of_stake) = EXPECTED;
        let thousands = nodes as f64 / 1000.0;
        let last = self.value.map_or(0.0, |value| (best.value - value).max(0.0));
        let expected = share_of_last * last + share_of_stake * stake / thousands.sqrt();
        (self.next, self.value) = (2 * nodes, Some(best.value));
        self.are_worth = expected > cost * thousands;
        self.are_worth
    }
}
