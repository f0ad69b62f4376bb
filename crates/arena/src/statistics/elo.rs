//! Elo differences between two agents, with the error of paired games.
//!
//! The games of a deal are not independent: an opening that favours one side is won by both in turn. So a deal is one
//! observation. With two games, seats swapped, it has five possible scores, the *pentanomial* counts that engine testers
//! use (fishtest; fastchess, whose formulas these are); with k games it has 2k + 1, and all formulas hold with k in place
//! of 2.
//!
//! *Logistic* Elo is that of the rating lists: a share s is -400 log10(1/s - 1). *Normalised* Elo measures the advantage in
//! standard deviations of a single game, (s - 1/2) / sqrt(k var) * 800 / ln 10, and so says how many games it takes to see
//! it, whatever the number of draws (Van den Bergh 2020, "Normalized Elo").
//!
//! Those formulas are for tens of thousands of deals and take the spread between deals for known. Up to a thousand deals
//! Student's distribution allows for its being measured: three deals would else be as sure as a hundred.

use crate::record::DealRecord;
use outwit_statistics::{Z_95, normal_cdf, student_cdf, student_quantile_975, without_spread};
use std::f64::consts::LN_10;

/// Normalised Elo for an advantage of one standard deviation of a game.
pub(super) const NORMALISED_UNIT: f64 = 800.0 / LN_10;

/// With more deals than this, Student's distribution is the normal one to a thousandth.
const MANY_DEALS: u64 = 1_000;

/// The logistic Elo difference at which a player has this share; `None` for shares of 0 and 1, which no number explains.
pub fn elo_of_share(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 0.0 - 400.0 * libm::log10(1.0 / share - 1.0))
}

/// The share of a player who is ahead by this much logistic Elo.
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo * LN_10 / 400.0))
}

/// How many deals gave agent 0 each possible score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealCounts(Vec<u64>);

impl DealCounts {
    /// From counts of 0, 1, 2, ... half points in a deal: five of them for deals of two games.
    ///
    /// `None` when that is not an odd number of counts, three at least.
    pub fn new(counts: Vec<u64>) -> Option<DealCounts> {
        (counts.len() >= 3 && counts.len() % 2 == 1).then_some(DealCounts(counts))
    }

    /// Counts these deals. `None` unless all have the same number of games, each with agents 0 and 1 in two seats.
    pub fn from_deals(deals: &[DealRecord]) -> Option<DealCounts> {
        let games = deals.first()?.games.len();
        let mut counts = DealCounts::new(vec![0; 2 * games + 1])?;
        for deal in deals {
            counts.add(DealCounts::half_points(deal).filter(|_| deal.games.len() == games)?);
        }
        Some(counts)
    }

    /// How many half points agent 0 got in a deal of games with agent 1; `None` for other deals.
    pub fn half_points(deal: &DealRecord) -> Option<usize> {
        let mut points = 0;
        for game in &deal.games {
            let (&[first, second], &[payoff, other]) = (&game.seats[..], &game.payoffs[..]) else { return None };
            points += match (first, second) {
                _ if payoff == other => 1,
                (0, 1) => 2 * usize::from(payoff > other),
                (1, 0) => 2 * usize::from(other > payoff),
                _ => return None,
            };
            if first + second != 1 {
                return None;
            }
        }
        (!deal.games.is_empty()).then_some(points)
    }

    /// One more deal, with so many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The counts.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// How many deals.
    pub fn deals(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many games a deal has.
    pub fn games_per_deal(&self) -> usize {
        self.0.len() / 2
    }

    /// The mean score of a deal and its variance; `None` without deals.
    fn moments(&self) -> Option<(f64, f64)> {
        let deals = self.deals() as f64;
        let score = |i: usize| i as f64 / (self.0.len() - 1) as f64;
        let mean_of = |f: &dyn Fn(f64) -> f64| {
            self.0.iter().enumerate().map(|(i, &count)| count as f64 * f(score(i))).sum::<f64>() / deals
        };
        if deals == 0.0 {
            return None;
        }
        let mean = mean_of(&|score| score);
        Some((mean, mean_of(&|score| (score - mean) * (score - mean))))
    }
}

/// How far agent 0 is ahead of agent 1, in Elo. All intervals are of 95 %.
#[derive(Clone, PartialEq, Debug)]
pub struct Elo {
    /// The deals it is computed from.
    pub counts: DealCounts,
    /// Agent 0's share.
    pub share: f64,
    /// Logistic Elo; `None` when one agent has won everything.
    pub elo: Option<f64>,
    /// Its lower end; `None` when there is no bound.
    pub low: Option<f64>,
    /// Its upper end; `None` when there is no bound.
    pub high: Option<f64>,
    /// Normalised Elo; `None` when every deal had the same score, so that there is no deviation to measure in.
    pub normalised: Option<f64>,
    /// Half the width of normalised Elo's interval.
    pub normalised_error: f64,
    /// The likelihood that agent 0 is the stronger.
    pub superiority: f64,
}

impl Elo {
    /// Computes everything; `None` without deals.
    pub fn new(counts: DealCounts) -> Option<Elo> {
        let (share, variance) = counts.moments()?;
        let deals = counts.deals() as f64;
        let games = deals * counts.games_per_deal() as f64;
        let has_spread = variance > 1e-12;
        // The formulas take the spread for known; up to MANY_DEALS it is allowed for that it is measured.
        let is_few = has_spread && counts.deals() <= MANY_DEALS;
        let freedom = counts.deals() - 1;
        let (measured, quantile) =
            if is_few { ((deals / (deals - 1.0)).sqrt(), student_quantile_975(freedom)) } else { (1.0, Z_95) };
        let error = (variance / deals).sqrt() * measured;
        let (low, high) = if has_spread {
            (share - quantile * error, share + quantile * error)
        } else {
            without_spread(share, counts.deals() as usize, (0.0, 1.0))
        };
        let superiority = if has_spread {
            let distance = (share - 0.5) / error;
            if is_few { student_cdf(distance, freedom) } else { normal_cdf(distance) }
        } else {
            // Each deal the same: the answer of a uniform prior to n heads out of n.
            0.5 + 0.5 * (1.0 - libm::exp2(-deals)) * if share == 0.5 { 0.0 } else { (share - 0.5).signum() }
        };
        Some(Elo {
            share,
            elo: elo_of_share(share),
            low: elo_of_share(low),
            high: elo_of_share(high),
            normalised: has_spread
                .then(|| (share - 0.5) / (variance * counts.games_per_deal() as f64).sqrt() * NORMALISED_UNIT),
            normalised_error: measured * quantile * NORMALISED_UNIT / games.sqrt(),
            superiority,
            counts,
        })
    }

    /// Half the width of logistic Elo's interval, where both ends are known.
    pub fn error(&self) -> Option<f64> {
        self.low.zip(self.high).map(|(low, high)| 0.5 * (high - low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{deal, game};

    fn elo(counts: &[u64]) -> Elo {
        Elo::new(DealCounts::new(counts.to_vec()).unwrap()).unwrap()
    }

    #[test]
    fn normalised_elo_is_that_published_with_fastchess() {
        let elo = elo(&[379, 10170, 21828, 10640, 343]);
        assert_eq!(elo.counts.deals(), 43360);
        assert_eq!(format!("{:.4} +- {:.4}", elo.normalised.unwrap(), elo.normalised_error), "3.0505 +- 2.3124");
        // The same game scores without pairing: the error of logistic Elo is that of the paired variance.
        let logistic = elo.elo.unwrap();
        assert!((logistic - 1.59).abs() < 0.01 && (elo.error().unwrap() - 1.2).abs() < 0.02, "{elo:?}");
        assert!((elo.superiority - normal_cdf(1.96 * 3.0505 / 2.3124)).abs() < 1e-4, "{}", elo.superiority);
    }

    #[test]
    fn shares_and_elo_are_inverse() {
        assert_eq!(elo_of_share(0.5), Some(0.0));
        assert!((elo_of_share(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
        assert!((share_of_elo(elo_of_share(0.3).unwrap()) - 0.3).abs() < 1e-15);
        assert_eq!((elo_of_share(0.0), elo_of_share(1.0)), (None, None));
    }

    #[test]
    fn clean_sweeps_have_a_lower_end_and_no_upper_one() {
        let swept = elo(&[0, 0, 0, 0, 20]);
        assert_eq!((swept.elo, swept.high, swept.normalised), (None, None, None));
        assert!((swept.low.unwrap() - elo_of_share(0.025f64.powf(1.0 / 20.0)).unwrap()).abs() < 1e-9);
        assert!(swept.superiority > 0.999_999 && swept.superiority < 1.0);
        let lost = elo(&[20, 0, 0, 0, 0]);
        assert_eq!(lost.low, None);
        assert!((lost.high.unwrap() + swept.low.unwrap()).abs() < 1e-9);
        assert!((lost.superiority - (1.0 - swept.superiority)).abs() < 1e-15);
        let even = elo(&[0, 0, 9, 0, 0]);
        // Nine deals that are level do not show that the tenth will be.
        let reach = elo_of_share(0.5 + 0.5 * (1.0 - 0.05f64.powf(1.0 / 9.0))).unwrap();
        assert_eq!((even.elo, even.superiority), (Some(0.0), 0.5));
        assert!((even.high.unwrap() - reach).abs() < 1e-9 && (even.low.unwrap() + reach).abs() < 1e-9);
    }

    #[test]
    fn few_deals_are_no_more_sure_than_students_test() {
        // Half points 2, 4, 4: mean 5/6, deviation of the mean 1/6; t = 2 with 2 degrees of freedom.
        let few = elo(&[0, 0, 1, 0, 2]);
        assert!((few.superiority - 0.908_248_290_463_863).abs() < 1e-9, "{}", few.superiority);
        assert!((few.low.unwrap() - elo_of_share(5.0 / 6.0 - 4.302_652_729_749_464 / 6.0).unwrap()).abs() < 1e-6);
        assert_eq!(few.high, None);
    }

    #[test]
    fn deals_are_counted_by_the_half_points_of_agent_0() {
        let win = |seats: &[usize; 2]| game(seats, &[1.0, -1.0]);
        let drawn = game(&[0, 1], &[0.0, 0.0]);
        let deals = [
            deal(0, vec![win(&[0, 1]), win(&[1, 0])]),
            deal(1, vec![win(&[1, 0]), drawn.clone()]),
            deal(2, vec![win(&[0, 1]), game(&[1, 0], &[-1.0, 1.0])]),
        ];
        assert_eq!(DealCounts::from_deals(&deals).unwrap().counts(), [0, 1, 1, 0, 1]);
        assert_eq!(DealCounts::from_deals(&[]), None);
        assert_eq!(DealCounts::from_deals(&[deal(0, vec![])]), None);
        assert_eq!(DealCounts::from_deals(&[deal(0, vec![drawn.clone()]), deal(1, vec![drawn; 2])]), None);
        assert_eq!(DealCounts::from_deals(&[deal(0, vec![game(&[0, 2], &[1.0, 0.0])])]), None);
        assert_eq!(DealCounts::from_deals(&[deal(0, vec![game(&[0, 1, 0], &[1.0, 0.0, 0.0])])]), None);
    }
}
