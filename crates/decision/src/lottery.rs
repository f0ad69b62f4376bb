//! Lotteries: payoffs with their probabilities.

use super::utility::Utility;
use outwit_game::{Parameter, Problem};
use std::fmt;

/// Probabilities, and areas between distribution functions relative to the payoffs' spread, that differ by less are equal.
const CLOSE: f64 = 1e-12;

/// Lotteries that are read hold no payoff that is larger or less than minus this, as trees that are read do: squares of payoffs
/// are computed with, and none of them overflows.
pub const LARGEST_PAYOFF: f64 = 1e100;

/// Payoffs with their probabilities, the lowest payoff first, each payoff once.
///
/// ```
/// use outwit_decision::{Lottery, Utility};
/// let even: Lottery = "1/2:100, 1/2:0".parse().unwrap();
/// assert_eq!(even.mean(), 50.0);
/// assert!((even.certainty_equivalent(&Utility::Sqrt).unwrap() - 25.0).abs() < 1e-9);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Lottery(Vec<(f64, f64)>);

impl Lottery {
    /// From (probability, payoff) pairs. Probabilities are positive and add up to 1 within 1e-9; what is missing to 1 is
    /// shared out in proportion, and equal payoffs are put together.
    pub fn new(pairs: &[(f64, f64)]) -> Result<Lottery, Problem> {
        if pairs.is_empty() {
            return Err(Problem::new("a lottery needs one outcome at least"));
        }
        for (index, (p, x)) in pairs.iter().enumerate() {
            if !(*p > 0.0 && *p <= 1.0) {
                let place = format!("outcome {}", index + 1);
                return Err(Problem::new(format!("a probability is more than 0 and at most 1, not {p}")).within(place));
            }
            if !x.is_finite() {
                let place = format!("outcome {}", index + 1);
                return Err(Problem::new(format!("the payoff {x} is not a finite number")).within(place));
            }
        }
        let sum: f64 = pairs.iter().map(|pair| pair.0).sum();
        if (sum - 1.0).abs() > 1e-9 {
            return Err(Problem::new(format!("the probabilities add up to {sum}, not to 1")));
        }
        let mut sorted = pairs.to_vec();
        sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut merged: Vec<(f64, f64)> = Vec::with_capacity(sorted.len());
        for (p, x) in sorted {
            match merged.last_mut() {
                Some(last) if last.1 == x => last.0 += p / sum,
                _ => merged.push((p / sum, x)),
            }
        }
        Ok(Lottery(merged))
    }

    /// One payoff for sure.
    ///
    /// # Panics
    /// When it is not finite.
    pub fn sure(payoff: f64) -> Lottery {
        assert!(payoff.is_finite(), "a payoff is finite");
        Lottery(vec![(1.0, payoff)])
    }

    /// The (probability, payoff) pairs, the lowest payoff first.
    pub fn outcomes(&self) -> &[(f64, f64)] {
        &self.0
    }

    /// The expected payoff.
    pub fn mean(&self) -> f64 {
        self.0.iter().map(|(p, x)| p * x).sum()
    }

    /// The expected squared distance from the mean.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.0.iter().map(|(p, x)| p * (x - mean) * (x - mean)).sum()
    }

    /// The probability of getting `payoff` or less.
    pub fn at_most(&self, payoff: f64) -> f64 {
        self.0.iter().take_while(|(_, x)| *x <= payoff).map(|(p, _)| p).sum()
    }

    fn check(&self, utility: &Utility) -> Result<(), Problem> {
        self.0.iter().try_for_each(|(_, x)| utility.check(*x))
    }

    /// The expected utility, unless a payoff has none; minus infinity where it is lower than any number.
    pub fn expected_utility(&self, utility: &Utility) -> Result<f64, Problem> {
        self.check(utility)?;
        Ok(self.0.iter().map(|&(p, x)| p * utility.of(x)).sum())
    }

    /// The sure payoff that is exactly as good.
    pub fn certainty_equivalent(&self, utility: &Utility) -> Result<f64, Problem> {
        self.check(utility)?;
        Ok(utility.certainty_equivalent(&self.0))
    }

    /// What the risk costs: the mean less the certainty equivalent.
    pub fn risk_premium(&self, utility: &Utility) -> Result<f64, Problem> {
        Ok(self.mean() - self.certainty_equivalent(utility)?)
    }

    /// First-order stochastic dominance: whatever the sum, this lottery is at least as likely to pay more than it, and
    /// sometimes more likely. So everybody who likes more better than less prefers it.
    pub fn dominates_first(&self, other: &Lottery) -> bool {
        // P(at most x) of this one, less that of the other, at every payoff of either: it must nowhere be positive.
        let gaps = || self.steps(other).map(|(_, gap)| gap);
        gaps().all(|gap| gap <= CLOSE) && gaps().any(|gap| gap < -CLOSE)
    }

    /// Second-order stochastic dominance: everybody who likes more better than less and does not like risk prefers it or
    /// is indifferent, and somebody prefers it. First-order dominance implies it.
    ///
    /// Tested where it is decided: the area under this lottery's distribution function is nowhere larger than that under
    /// the other's (Hadar and Russell 1969, Rothschild and Stiglitz 1970), and between payoffs both are straight.
    pub fn dominates_second(&self, other: &Lottery) -> bool {
        let steps: Vec<(f64, f64)> = self.steps(other).collect();
        // What rounding may be off by is a part of what was added up so far: far payoffs must not hide near ones.
        let (mut area, mut size) = (0.0, 0.0f64);
        let mut is_less = false;
        for pair in steps.windows(2) {
            let part = if pair[0].1.abs() <= CLOSE { 0.0 } else { pair[0].1 * (pair[1].0 - pair[0].0) };
            area += part;
            size += part.abs();
            if area > CLOSE * size {
                return false;
            }
            is_less |= area < -CLOSE * size;
        }
        is_less
    }

    /// The merged payoffs of both, with the difference of the two distribution functions from there to the next.
    fn steps<'a>(&'a self, other: &'a Lottery) -> impl Iterator<Item = (f64, f64)> + 'a {
        let (mut mine, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        let (mut below, mut below_other) = (0.0, 0.0);
        std::iter::from_fn(move || {
            let x = match (mine.peek(), theirs.peek()) {
                (None, None) => return None,
                (Some(a), None) => a.1,
                (None, Some(b)) => b.1,
                (Some(a), Some(b)) => a.1.min(b.1),
            };
            below += mine.next_if(|pair| pair.1 == x).map_or(0.0, |pair| pair.0);
            below_other += theirs.next_if(|pair| pair.1 == x).map_or(0.0, |pair| pair.0);
            Some((x, below - below_other))
        })
    }
}

impl std::str::FromStr for Lottery {
    type Err = Problem;

    /// Reads `probability:payoff, probability:payoff`; numbers may be fractions, and payoffs are at most
    /// [`LARGEST_PAYOFF`].
    fn from_str(text: &str) -> Result<Lottery, Problem> {
        let wrong = |problem: Problem| problem.within(format!("the lottery `{}`", text.trim()));
        let mut pairs = Vec::new();
        let mut at = 0;
        for part in text.split(',') {
            let column = text[..at].chars().count() + part.chars().take_while(|c| c.is_whitespace()).count() + 1;
            at += part.len() + 1;
            let what =
                |what: String| wrong(Problem::new(format!("{what} (outcome {}, character {column})", pairs.len() + 1)));
            let example = "write probability:payoff, as in 1/2:100";
            let Some((p, x)) = part.split_once(':') else {
                return Err(what(match part.trim() {
                    "" => format!("an outcome is missing; {example}"),
                    part => format!("`{part}` has no `:`; {example}"),
                }));
            };
            let number = |name: &str, text: &str| {
                Parameter::number(text)
                    .ok_or_else(|| what(format!("the {name} `{}` is not a number; {example}", text.trim())))
            };
            let (p, x) = (number("probability", p)?, number("payoff", x)?);
            if !(p > 0.0 && p <= 1.0) {
                return Err(what(format!("the probability {p} is not more than 0 and at most 1; {example}")));
            }
            if x.abs() > LARGEST_PAYOFF {
                let most = format!("no payoff may be larger than {LARGEST_PAYOFF:e} or less than -{LARGEST_PAYOFF:e}");
                return Err(what(format!("the payoff {x:e} is too large: {most}")));
            }
            pairs.push((p, x));
        }
        Lottery::new(&pairs).map_err(wrong)
    }
}

impl fmt::Display for Lottery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (p, x)) in self.0.iter().enumerate() {
            write!(f, "{}{p}:{x}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UTILITIES;
    use outwit_game::Rng;

    fn lottery(text: &str) -> Lottery {
        text.parse().unwrap()
    }

    #[test]
    fn a_lottery_is_read_sorted_and_put_together() {
        let read = lottery(" 1/4:100, 1/2 : 0,0.25:100 ");
        assert_eq!(read.outcomes(), [(0.5, 0.0), (0.5, 100.0)]);
        assert_eq!(lottery(&read.to_string()), read);
        assert_eq!((read.mean(), read.variance(), read.at_most(0.0), read.at_most(-1.0)), (50.0, 2500.0, 0.5, 0.0));
        assert_eq!(lottery("1/3:1,1/3:2,1/3:3").mean(), 2.0);
        assert_eq!(lottery("1:45"), Lottery::sure(45.0));
    }

    #[test]
    fn a_bad_lottery_is_told_where() {
        for (text, part) in [
            (
                "",
                "the lottery ``: an outcome is missing; write probability:payoff, as in 1/2:100 (outcome 1, character 1)",
            ),
            ("1/2:100,", "an outcome is missing; write probability:payoff, as in 1/2:100 (outcome 2, character 9)"),
            ("1/2:100, 0", "`0` has no `:`"),
            (
                "1/2:100, half:0",
                "the probability `half` is not a number; write probability:payoff, as in 1/2:100 (outcome 2, character 10)",
            ),
            ("1/2:x", "the payoff `x` is not a number"),
            ("3/2:1", "the probability 1.5 is not more than 0 and at most 1"),
            ("1/2:1, 1/4:0", "the probabilities add up to 0.75, not to 1"),
            ("1:inf", "the payoff `inf`"),
            (
                "1/2:1, 1/2:-1e308",
                "the payoff -1e308 is too large: no payoff may be larger than 1e100 or less than -1e100 (outcome 2, character 8)",
            ),
        ] {
            let problem = text.parse::<Lottery>().unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
        assert!(Lottery::new(&[]).is_err() && Lottery::new(&[(1.0, f64::NAN)]).is_err());
    }

    #[test]
    fn the_largest_payoffs_have_a_variance() {
        let widest = lottery("1/2:1e100, 1/2:-1e100");
        assert_eq!((widest.mean(), widest.outcomes().len()), (0.0, 2));
        assert!((widest.variance() / 1e200 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn no_text_makes_a_parser_panic_and_what_it_reads_it_can_write() {
        let mut rng = Rng::new(9);
        let letters: Vec<char> = "0123/:,.-e é()=".chars().collect();
        for round in 0..20_000 {
            let text: String = (0..rng.index(14)).map(|_| *rng.pick(&letters)).collect();
            if let Ok(lottery) = text.parse::<Lottery>() {
                assert_eq!(lottery.to_string().parse::<Lottery>().unwrap().outcomes().len(), lottery.outcomes().len());
            }
            let name = UTILITIES[round % UTILITIES.len()];
            for spec in
                [format!("{}:{text}", name.name), format!("table:points=({text})"), format!("log:wealth={text}")]
            {
                if let Ok(utility) = Utility::parse(&spec) {
                    assert_eq!(Utility::parse(&utility.to_string()).unwrap(), utility);
                }
            }
        }
    }

    #[test]
    fn a_payoff_without_utility_is_a_problem_and_not_a_number() {
        let debt = lottery("1/2:-1, 1/2:1");
        assert!(debt.expected_utility(&Utility::Sqrt).unwrap_err().to_string().contains("the payoff -1"));
        assert!(debt.risk_premium(&Utility::Sqrt).is_err());
        let even = lottery("1/2:0, 1/2:100");
        assert!((even.risk_premium(&Utility::Sqrt).unwrap() - 25.0).abs() < 1e-9);
        assert_eq!(even.expected_utility(&Utility::Sqrt).unwrap(), 5.0);
    }

    #[test]
    fn dominance_in_textbook_cases() {
        let (even, more, mean, wide) =
            (lottery("1/2:0,1/2:10"), lottery("1/2:1,1/2:10"), lottery("1:5"), lottery("1/2:-5,1/2:15"));
        assert!(more.dominates_first(&even) && more.dominates_second(&even));
        assert!(!even.dominates_first(&more) && !even.dominates_second(&more));
        // A mean-preserving spread.
        // What is paid far away does not hide what is lost near by.
        let [far, near] = ["1/2:3e13,1/2:0", "1:45"].map(lottery);
        assert!(!far.dominates_second(&near) && !near.dominates_second(&far));
        assert!(mean.dominates_second(&even) && even.dominates_second(&wide) && !mean.dominates_first(&even));
        assert!(!even.dominates_first(&even) && !even.dominates_second(&even));
        // A higher mean with more risk: neither.
        let risky = lottery("1/2:0,1/2:20");
        assert!(!risky.dominates_second(&mean) && !mean.dominates_second(&risky));
        assert!(lottery("1:2").dominates_first(&lottery("1:1")));
    }

    fn random(rng: &mut Rng) -> Lottery {
        // Few payoffs and coarse probabilities, so that dominance and ties are common.
        let weights: Vec<f64> = (0..1 + rng.index(4)).map(|_| 1.0 + rng.below(3) as f64).collect();
        let total: f64 = weights.iter().sum();
        let pairs: Vec<(f64, f64)> = weights.iter().map(|w| (w / total, rng.below(7) as f64)).collect();
        Lottery::new(&pairs).unwrap()
    }

    fn expect(lottery: &Lottery, u: impl Fn(f64) -> f64) -> f64 {
        lottery.outcomes().iter().map(|&(p, x)| p * u(x)).sum()
    }

    #[test]
    fn dominance_is_what_everybody_of_a_kind_prefers() {
        let mut rng = Rng::new(5);
        let (mut first, mut second) = (0, 0);
        for _ in 0..3_000 {
            let (a, b) = (random(&mut rng), random(&mut rng));
            // Step 1. The extreme tastes decide: "more than k" for the greedy, "up to k" for those who shun risk.
            let gaps = |u: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
                (0..=7).map(|k| expect(&a, |x| u(x, f64::from(k))) - expect(&b, |x| u(x, f64::from(k)))).collect()
            };
            let prefers = |gaps: Vec<f64>| gaps.iter().all(|gap| *gap > -1e-9) && gaps.iter().any(|gap| *gap > 1e-9);
            assert_eq!(a.dominates_first(&b), prefers(gaps(&|x, k| f64::from(x >= k))), "{a} | {b}");
            assert_eq!(a.dominates_second(&b), prefers(gaps(&|x, k| x.min(k))), "{a} | {b}");
            first += usize::from(a.dominates_first(&b));
            // Step 2. Then all concave utilities agree: tables with falling slopes, and the named ones.
            if a.dominates_second(&b) {
                second += 1;
                let mut slopes: Vec<f64> = (0..6).map(|_| rng.unit() + 1e-3).collect();
                slopes.sort_by(|x, y| y.total_cmp(x));
                let mut points = vec![(0.0, 0.0)];
                for (index, slope) in slopes.iter().enumerate() {
                    points.push(((index + 1) as f64, points[index].1 + slope));
                }
                for utility in [Utility::table(points).unwrap(), Utility::Sqrt, Utility::Exponential { risk: 2.0 }] {
                    let [mine, theirs] = [&a, &b].map(|lottery| lottery.expected_utility(&utility).unwrap());
                    assert!(mine >= theirs - 1e-9, "{utility}: {a} | {b}");
                }
            }
            assert!(!a.dominates_first(&b) || a.dominates_second(&b));
        }
        assert!(first > 100 && second > first, "{first} {second}");
    }
}
