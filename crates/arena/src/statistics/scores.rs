//! What each agent got in each deal.
//!
//! An agent may sit in several seats of one game and in more games of one deal than of another. A seat it held in a game
//! counts once; its mean over several deals is the *ratio of sums*, all it got over all the seats it held. Where every
//! deal gives it as many seats, that is the mean of its deal means.

use crate::record::DealRecord;
use outwit_statistics::{Column, Range};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Every seat paid most wins the whole game; when all are paid the same, each has an equal share.
    WinShare,
    /// The seats paid most split one win.
    SplitShare,
    /// What the game paid.
    Payoff,
}

impl Measure {
    /// All measures, in the order of the tables.
    pub const ALL: [Measure; 3] = [Measure::WinShare, Measure::SplitShare, Measure::Payoff];
}

/// The scores of a tournament: agents by deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    deals: usize,
    /// Seats held, by agent and deal.
    counts: Vec<Vec<f64>>,
    /// Sums by measure, agent and deal.
    sums: [Vec<Vec<f64>>; 3],
    /// The least and the most any seat was paid.
    payoffs: (f64, f64),
}

impl Scores {
    /// Adds up the games of these deals for agents `0..agents`.
    ///
    /// A payoff that is no finite number counts as 0: it is a fault of the game, and one game must not spoil the table.
    pub fn new(deals: &[DealRecord], agents: usize) -> Scores {
        let empty = vec![vec![0.0; deals.len()]; agents];
        let paid = deals.iter().flat_map(|deal| &deal.games).flat_map(|game| &game.payoffs).filter(|x| x.is_finite());
        let seen = paid.fold(None, |seen: Option<(f64, f64)>, &x| {
            Some(seen.map_or((x, x), |(least, most)| (least.min(x), most.max(x))))
        });
        let mut scores = Scores {
            deals: deals.len(),
            counts: empty.clone(),
            sums: [empty.clone(), empty.clone(), empty],
            payoffs: seen.unwrap_or((0.0, 0.0)),
        };
        let mut got: Vec<[Vec<f64>; 3]> = vec![Default::default(); agents];
        for (number, deal) in deals.iter().enumerate() {
            for game in &deal.games {
                let (wins, splits) = (game.win_shares(), game.split_shares());
                for (seat, &agent) in game.seats.iter().enumerate().take(game.payoffs.len()) {
                    if agent < agents {
                        let payoff = game.payoffs[seat];
                        got[agent][0].push(wins[seat]);
                        got[agent][1].push(splits[seat]);
                        got[agent][2].push(if payoff.is_finite() { payoff } else { 0.0 });
                    }
                }
            }
            for (agent, got) in got.iter_mut().enumerate() {
                scores.counts[agent][number] = got[0].len() as f64;
                for (sums, got) in scores.sums.iter_mut().zip(got) {
                    // Rounding depends on the order of a sum; sorted, the same results in other games give the same
                    // bits, and identical agents differ by exactly zero.
                    got.sort_by(f64::total_cmp);
                    sums[agent][number] = got.drain(..).sum();
                }
            }
        }
        scores
    }

    /// Between which numbers the measure lies: shares from 0 to 1, payoffs as far as they were seen to go.
    pub fn range(&self, measure: Measure) -> Range {
        match measure {
            Measure::WinShare | Measure::SplitShare => Range::Known(0.0, 1.0),
            Measure::Payoff => Range::Seen(self.payoffs.0, self.payoffs.1),
        }
    }

    /// How many deals.
    pub fn deals(&self) -> usize {
        self.deals
    }

    /// How many agents.
    pub fn agents(&self) -> usize {
        self.counts.len()
    }

    /// How many seats the agent held.
    pub fn seats(&self, agent: usize) -> u64 {
        self.counts[agent].iter().sum::<f64>() as u64
    }

    /// The agent's sums and counts, deal by deal.
    pub fn column(&self, measure: Measure, agent: usize) -> Column<'_> {
        Column { sums: &self.sums[measure as usize][agent], counts: &self.counts[agent] }
    }

    /// Every agent's [`column`](Scores::column).
    pub fn columns(&self, measure: Measure) -> Vec<Column<'_>> {
        (0..self.agents()).map(|agent| self.column(measure, agent)).collect()
    }

    /// The agent's mean in one deal; `None` when it did not play in it.
    pub fn deal_mean(&self, measure: Measure, agent: usize, deal: usize) -> Option<f64> {
        let Column { sums, counts } = self.column(measure, agent);
        (counts[deal] > 0.0).then(|| sums[deal] / counts[deal])
    }

    /// The agent's mean over all deals; `None` when it never played.
    pub fn mean(&self, measure: Measure, agent: usize) -> Option<f64> {
        self.column(measure, agent).ratio()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{deal, game};

    #[test]
    fn every_seat_an_agent_holds_counts_once_and_deals_weigh_by_their_seats() {
        let deals = [
            deal(0, vec![game(&[0, 0, 1], &[1.0, 0.0, 0.0]), game(&[1, 0, 0], &[3.0, 3.0, 0.0])]),
            deal(1, vec![game(&[0, 1, 1], &[2.0, 2.0, 2.0])]),
        ];
        let scores = Scores::new(&deals, 3);
        assert_eq!(scores.deal_mean(Measure::WinShare, 0, 0), Some(0.5));
        assert_eq!(scores.deal_mean(Measure::SplitShare, 0, 0), Some(1.5 / 4.0));
        assert_eq!(scores.mean(Measure::Payoff, 0), Some((4.0 + 2.0) / 5.0));
        assert_eq!(scores.mean(Measure::WinShare, 1), Some((1.0 + 2.0 / 3.0) / 4.0));
        assert_eq!((scores.seats(0), scores.seats(1), scores.seats(2)), (5, 4, 0));
        assert_eq!(scores.mean(Measure::Payoff, 2), None);
        assert_eq!(scores.deal_mean(Measure::Payoff, 2, 0), None);
    }

    #[test]
    fn the_order_of_the_games_does_not_change_a_bit() {
        let payoffs = [0.1, 0.2, 0.3, 0.7, 1e-9];
        let forth = payoffs.map(|p| game(&[0, 1], &[p, -p])).to_vec();
        let back: Vec<_> = forth.iter().rev().cloned().collect();
        assert_eq!(Scores::new(&[deal(0, forth)], 2), Scores::new(&[deal(0, back)], 2));
    }
}
