//! The generalised sequential probability ratio test: play until it is clear which of two hypotheses holds.
//!
//! Wald 1945: the log likelihood ratio of H1 against H0 is followed deal by deal, and the test stops when it leaves
//! ln(beta / (1 - alpha)) to ln((1 - beta) / alpha). A hypothesis only says how far agent 0 is ahead, not how often deals
//! are drawn or split; the rest is filled in by maximum likelihood (the *generalised* ratio; Van den Bergh, "A practical
//! introduction to the GSPRT", the method of fishtest and fastchess). Those stop the iteration for the likelihood early;
//! here it runs until it stands, so figures may differ from theirs in the fourth digit.
//!
//! Deals are read by their number, so the verdict does not depend on which thread was first. The Elo of a match that
//! stopped this way is biased away from 0: quote the verdict, or play a match of fixed length.

use super::elo::{DealCounts, NORMALISED_UNIT, share_of_elo};
use super::likelihood::{with_advantage, with_mean};
use crate::record::DealRecord;
use crate::setting::SprtSetting;
use serde::{Deserialize, Serialize};

/// In which Elo the hypotheses are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloScale {
    /// In standard deviations of a game; how long the test takes does not depend on the number of draws.
    #[default]
    Normalized,
    /// That of the rating lists.
    Logistic,
}

/// The test: is agent 0 ahead of agent 1 by `elo0` (H0) or by `elo1` (H1)?
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// H0's Elo.
    pub elo0: f64,
    /// H1's Elo.
    pub elo1: f64,
    /// The scale of both.
    pub scale: EloScale,
    /// The probability of accepting H1 where H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 where H1 holds.
    pub beta: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Agent 0 is ahead by `elo0` rather than `elo1`.
    H0,
    /// Agent 0 is ahead by `elo1` rather than `elo0`.
    H1,
}

/// How a test went.
#[derive(Clone, PartialEq, Debug)]
pub struct SprtResult {
    /// The test.
    pub sprt: Sprt,
    /// What it decided; `None` while it needs more deals.
    pub verdict: Option<Verdict>,
    /// The log likelihood ratio of the deals it read.
    pub ratio: f64,
    /// How many deals it read, the last one being the one that decided, if any did.
    pub deals: u64,
}

impl Sprt {
    /// The usual test, with errors of 5 % either way: it stops at -2.94 and 2.94.
    pub fn new(elo0: f64, elo1: f64, scale: EloScale) -> Sprt {
        Sprt { elo0, elo1, scale, alpha: 0.05, beta: 0.05 }
    }

    /// Below the first H0 is accepted, above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The log likelihood ratio of H1 against H0.
    pub fn log_likelihood_ratio(&self, counts: &DealCounts) -> f64 {
        if counts.deals() == 0 {
            return 0.0;
        }
        // What has not been seen yet is possible all the same: empty cells count a thousandth, as in fishtest.
        let counted: Vec<f64> = counts.counts().iter().map(|&count| (count as f64).max(1e-3)).collect();
        let total: f64 = counted.iter().sum();
        let seen: Vec<f64> = counted.iter().map(|count| count / total).collect();
        let games = counts.games_per_deal() as f64;
        let most_likely = |elo: f64| match self.scale {
            EloScale::Logistic => with_mean(&seen, share_of_elo(elo)),
            EloScale::Normalized => with_advantage(&seen, elo / NORMALISED_UNIT * games.sqrt()),
        };
        let (under0, under1) = (most_likely(self.elo0), most_likely(self.elo1));
        total * (0..seen.len()).map(|i| seen[i] * libm::log(under1[i] / under0[i])).sum::<f64>()
    }

    /// What this ratio decides; `None` while more deals are needed.
    pub fn verdict(&self, ratio: f64) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        if ratio <= lower { Some(Verdict::H0) } else { (ratio >= upper).then_some(Verdict::H1) }
    }

    /// Reads deals 0, 1, 2, ... until the test stops or one is missing, whatever the order of the records.
    ///
    /// `None` when a deal is not one of the same number of games between agents 0 and 1 in two seats.
    pub fn read(&self, deals: &[DealRecord]) -> Option<SprtResult> {
        let mut in_order: Vec<&DealRecord> = deals.iter().collect();
        in_order.sort_by_key(|deal| deal.deal);
        let mut test = SequentialTest::new(*self);
        for (number, deal) in in_order.into_iter().enumerate() {
            if deal.deal != number as u64 || test.add(deal).is_some() {
                break;
            }
        }
        test.result()
    }
}

impl From<SprtSetting> for Sprt {
    fn from(setting: SprtSetting) -> Sprt {
        let scale = if setting.is_normalized { EloScale::Normalized } else { EloScale::Logistic };
        Sprt::new(setting.low, setting.high, scale)
    }
}

/// A test under way: deals go in by their number, and it says when to stop.
#[derive(Clone, PartialEq, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    /// Made by the first deal, which says how many games a deal has.
    counts: Option<DealCounts>,
    ratio: f64,
    /// Whether a deal came that this test is not made for.
    is_misfit: bool,
}

impl SequentialTest {
    /// Before the first deal.
    pub fn new(sprt: Sprt) -> SequentialTest {
        SequentialTest { sprt, counts: None, ratio: 0.0, is_misfit: false }
    }

    /// Reads the next deal: the verdict once there is one. A test that has decided reads no more; one that was given a
    /// deal it is not made for never decides.
    pub fn add(&mut self, deal: &DealRecord) -> Option<Verdict> {
        if self.is_misfit {
            return None;
        }
        let before = self.sprt.verdict(self.ratio);
        if before.is_some() {
            return before;
        }
        let empty = DealCounts::new(vec![0; 2 * deal.games.len() + 1]);
        let fitting = DealCounts::half_points(deal).zip(self.counts.take().or(empty));
        let Some((half_points, mut counts)) = fitting.filter(|(_, c)| c.games_per_deal() == deal.games.len()) else {
            self.is_misfit = true;
            return None;
        };
        counts.add(half_points);
        self.ratio = self.sprt.log_likelihood_ratio(&counts);
        self.counts = Some(counts);
        self.sprt.verdict(self.ratio)
    }

    /// How it has gone so far; `None` when a deal was not one of the same number of games between agents 0 and 1 in two
    /// seats.
    pub fn result(&self) -> Option<SprtResult> {
        let deals = self.counts.as_ref().map_or(0, DealCounts::deals);
        let result = SprtResult { sprt: self.sprt, verdict: self.sprt.verdict(self.ratio), ratio: self.ratio, deals };
        (!self.is_misfit).then_some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{deal, game};
    use outwit_game::Rng;

    fn counts(counts: &[u64]) -> DealCounts {
        DealCounts::new(counts.to_vec()).unwrap()
    }

    #[test]
    fn the_ratio_is_that_published_with_fastchess() {
        // Published there as 2.94598, with the iteration stopped at 1e-4.
        let sprt = Sprt::new(0.0, 2.0, EloScale::Normalized);
        let ratio = sprt.log_likelihood_ratio(&counts(&[379, 10170, 21828, 10640, 343]));
        assert_eq!(format!("{ratio:.6}"), "2.945495");
        assert_eq!(sprt.verdict(ratio), Some(Verdict::H1));
        let (lower, upper) = sprt.bounds();
        assert_eq!(format!("{lower:.4} {upper:.4}"), "-2.9444 2.9444");
    }

    #[test]
    fn the_ratio_of_many_deals_is_that_of_the_normal_approximation() {
        // Van den Bergh: LLR is about n (s1 - s0) (2 s - s0 - s1) / (2 var).
        let counts = counts(&[1000, 4000, 10000, 4400, 1100]);
        let (s0, s1) = (share_of_elo(0.0), share_of_elo(5.0));
        let ratio = Sprt::new(0.0, 5.0, EloScale::Logistic).log_likelihood_ratio(&counts);
        let (n, mean) = (20500.0, (4000.0 * 0.25 + 5000.0 + 4400.0 * 0.75 + 1100.0) / 20500.0);
        let variance: f64 = counts
            .counts()
            .iter()
            .zip([0.0, 0.25, 0.5, 0.75, 1.0])
            .map(|(&c, s)| c as f64 * (s - mean) * (s - mean))
            .sum::<f64>()
            / n;
        let approximate = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((ratio - approximate).abs() < 0.01 * approximate.abs(), "{ratio} {approximate}");
    }

    #[test]
    fn deals_are_read_by_their_number_and_none_after_the_one_that_decides() {
        let sweep = |number| deal(number, vec![game(&[0, 1], &[1.0, 0.0]), game(&[1, 0], &[0.0, 1.0])]);
        let split = |number| deal(number, vec![game(&[0, 1], &[1.0, 0.0]), game(&[1, 0], &[1.0, 0.0])]);
        let mut deals: Vec<DealRecord> = (0..200).map(|n| if n % 3 == 0 { split(n) } else { sweep(n) }).collect();
        let sprt = Sprt::new(0.0, 50.0, EloScale::Normalized);
        let result = sprt.read(&deals).unwrap();
        assert_eq!(result.verdict, Some(Verdict::H1));
        assert!(result.deals < 200 && result.ratio >= sprt.bounds().1);
        let before = sprt.read(&deals[..result.deals as usize - 1]).unwrap();
        assert_eq!((before.verdict, before.deals), (None, result.deals - 1));
        deals.reverse();
        assert_eq!(sprt.read(&deals).unwrap(), result);
        deals.retain(|deal| deal.deal != 2);
        assert_eq!(sprt.read(&deals).unwrap().deals, 2);
        assert_eq!(sprt.read(&[]).unwrap().deals, 0);
        assert_eq!(sprt.read(&[deal(0, vec![game(&[0, 0], &[1.0, 0.0])])]), None);
    }

    #[test]
    fn a_test_errs_about_as_seldom_as_it_promises() {
        let sprt = Sprt::new(0.0, 60.0, EloScale::Normalized);
        // Of two games, each won or lost independently: a deviation of 1/2 a game, so 60 normalised Elo is 0.0863 of share.
        for (share, right) in [(0.5, Verdict::H0), (0.5 + 0.5 * 60.0 / NORMALISED_UNIT, Verdict::H1)] {
            let mut rng = Rng::new(9);
            let wrong = (0..300).filter(|_| {
                let mut counts = counts(&[0; 5]);
                loop {
                    counts.add(2 * usize::from(rng.unit() < share) + 2 * usize::from(rng.unit() < share));
                    if let Some(verdict) = sprt.verdict(sprt.log_likelihood_ratio(&counts)) {
                        return verdict != right;
                    }
                }
            });
            let wrong = wrong.count();
            assert!(wrong <= 27, "{right:?}: wrong {wrong} times of 300");
        }
    }
}
