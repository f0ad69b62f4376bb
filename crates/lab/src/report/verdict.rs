//! The one function that says what a measured number means for a published one.

use super::published::{Claim, Published, Source};
use outwit::arena::statistics::Estimate;
use std::fmt;

/// What a cell says about the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Computed exactly, and equal to all digits that count.
    Exact,
    /// Measured, and what was published lies in the interval, which is narrow enough to have been able to leave it out:
    /// what would have been found if there were nothing to find does not lie in it.
    Agrees,
    /// Measured, and what was published lies in an interval in which that lies too.
    TooFew,
    /// What was published is not what comes out. An erratum of the paper is one of these.
    Differs,
    /// Claimed in words, and whether that is so here.
    Claim(Held),
    /// It comes out because it had to: an identity, or something reconstructed so that it does.
    ByConstruction,
    /// Nothing was published.
    New,
}

/// Whether a claim is so here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It is: the whole interval says so.
    Holds,
    /// It is not: the whole interval says so.
    Fails,
    /// The interval says neither.
    Open,
}

impl Verdict {
    /// All there are, the best first.
    pub const ALL: [Verdict; 9] = [
        Verdict::Exact,
        Verdict::Agrees,
        Verdict::TooFew,
        Verdict::Differs,
        Verdict::Claim(Held::Holds),
        Verdict::Claim(Held::Fails),
        Verdict::Claim(Held::Open),
        Verdict::ByConstruction,
        Verdict::New,
    ];

    /// As in JSON and in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Agrees => "agrees",
            Verdict::TooFew => "too few to tell",
            Verdict::Differs => "differs",
            Verdict::Claim(Held::Holds) => "claim holds",
            Verdict::Claim(Held::Fails) => "claim fails",
            Verdict::Claim(Held::Open) => "claim open",
            Verdict::ByConstruction => "by construction",
            Verdict::New => "new",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What came out here.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Measured {
    /// Computed, with nothing drawn.
    Exact(f64),
    /// Drawn, with its 95 % interval; no interval where too little was drawn for one.
    Sampled(Estimate),
}

impl Measured {
    /// The number.
    pub fn value(&self) -> f64 {
        match self {
            Measured::Exact(value) => *value,
            Measured::Sampled(estimate) => estimate.value,
        }
    }

    /// Our own 95 % interval.
    pub fn interval(&self) -> Option<(f64, f64)> {
        match self {
            Measured::Exact(_) => None,
            Measured::Sampled(estimate) => estimate.interval,
        }
    }
}

impl From<f64> for Measured {
    fn from(value: f64) -> Measured {
        Measured::Exact(value)
    }
}

impl From<Estimate> for Measured {
    fn from(estimate: Estimate) -> Measured {
        Measured::Sampled(estimate)
    }
}

/// What a paper says of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Said {
    /// Nothing.
    Nothing,
    /// A number.
    Number(Published),
    /// A number that is sampled here, and what would come out instead if there were nothing to find.
    Instead(Published, f64),
    /// A claim in words.
    Claim(Claim),
}

impl Said {
    /// Where it comes from.
    pub fn source(&self) -> Option<Source> {
        match self {
            Said::Nothing => None,
            Said::Number(published) | Said::Instead(published, _) => Some(published.source()),
            Said::Claim(_) => Some(Source::Words),
        }
    }

    /// The number that was published.
    pub fn published(&self) -> Option<&Published> {
        match self {
            Said::Number(published) | Said::Instead(published, _) => Some(published),
            Said::Nothing | Said::Claim(_) => None,
        }
    }

    /// The interval in which the paper's number would lie 95 times in a hundred: ours, joined with the paper's own where it
    /// says how much it sampled.
    pub fn expected(&self, measured: &Measured) -> Option<(f64, f64)> {
        let ours = Estimate { value: measured.value(), interval: measured.interval() };
        let (below, above) = self.published().map_or((0.0, 0.0), Published::reach);
        // A number that lies too low for the paper would lie at the upper end of its own interval.
        ours.joined((above, below)).interval
    }

    /// What a measured number says about what was published: the only place where that is decided.
    pub fn verdict(&self, measured: &Measured) -> Verdict {
        let is_in = |(low, high): (f64, f64), value: f64| low <= value && value <= high;
        match self {
            Said::Nothing => Verdict::New,
            Said::Claim(claim) => Verdict::Claim(claim.held(measured)),
            Said::Number(published) | Said::Instead(published, _) => {
                let fits = match (measured, self.expected(measured)) {
                    (Measured::Exact(value), _) => published.is_printed_of(*value),
                    (Measured::Sampled(_), Some(expected)) => is_in(expected, published.value()),
                    (Measured::Sampled(_), None) => return Verdict::TooFew,
                };
                let could_fail = match (self, measured, self.expected(measured)) {
                    (_, Measured::Exact(_), _) => true,
                    (Said::Instead(_, instead), _, Some(expected)) => !is_in(expected, *instead),
                    _ => false,
                };
                match published.source() {
                    _ if !fits => Verdict::Differs,
                    Source::Derived | Source::Reconstructed => Verdict::ByConstruction,
                    _ if matches!(measured, Measured::Exact(_)) => Verdict::Exact,
                    _ if could_fail => Verdict::Agrees,
                    _ => Verdict::TooFew,
                }
            }
        }
    }
}

impl Claim {
    fn held(&self, measured: &Measured) -> Held {
        let (low, high) = match (measured, measured.interval()) {
            (Measured::Exact(value), _) => (*value, *value),
            (_, Some(interval)) => interval,
            (_, None) => return Held::Open,
        };
        let (holds, fails) = match *self {
            Claim::MoreThan(bound) => (low > bound, high <= bound),
            Claim::LessThan(bound) => (high < bound, low >= bound),
            Claim::Within(centre, margin) => {
                let (least, most) = (centre - margin, centre + margin);
                (least <= low && high <= most, high < least || most < low)
            }
        };
        match (holds, fails) {
            (true, _) => Held::Holds,
            (_, true) => Held::Fails,
            _ => Held::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(low: f64, high: f64) -> Measured {
        Measured::Sampled(Estimate { value: 0.5 * (low + high), interval: Some((low, high)) })
    }

    #[test]
    fn an_exact_number_must_have_all_digits_that_count() {
        for (text, measured, is_exact) in [
            ("549,946", 549_946.0, true),
            ("1,963", 1_964.0, false),
            (".143", 0.14327, true),
            (".143", 0.1436, false),
            ("0.5", 0.55, true),
            ("-0.25", -0.25, true),
            ("2.2", 2.3, false),
            ("0.12470", 0.124745, false),
        ] {
            let wanted = if is_exact { Verdict::Exact } else { Verdict::Differs };
            assert_eq!(Said::Number(text.into()).verdict(&measured.into()), wanted, "{text} {measured}");
        }
        assert_eq!(Said::Number("0".into()).verdict(&f64::NAN.into()), Verdict::Differs, "nothing equals no number");
    }

    #[test]
    fn digits_are_cut_or_filled_up_only_where_that_is_declared_beforehand() {
        let two_thirds = 2.0 / 3.0;
        let of = |published: Published, value: f64| Said::Number(published).verdict(&value.into());
        assert_eq!(of(Published::printed(".66"), two_thirds), Verdict::Differs);
        assert_eq!(of(Published::truncated(".66"), two_thirds), Verdict::Exact);
        for wrong in [0.659, 0.67, 0.61, -two_thirds] {
            assert_eq!(of(Published::truncated(".66"), wrong), Verdict::Differs, "{wrong}");
        }
        assert_eq!(of(Published::truncated("-.66"), -two_thirds), Verdict::Exact);
        assert_eq!(
            (Published::padded("0.12470").source(), Published::padded("0.12470").decimals()),
            (Source::Padded, 4)
        );
        assert_eq!(of(Published::padded("0.12470"), 0.124745), Verdict::Exact);
        // The declaration also lets four digits count where five would fit: it does not look at what came out.
        assert_eq!(Published::padded("0.03360").decimals(), 4);
        assert_eq!(Published::padded("0.00018"), Published::printed("0.00018"));
        assert_eq!(of(Published::fraction(7, 12), 7.0 / 12.0 + 1e-11), Verdict::Differs);
    }

    #[test]
    fn claims_identities_and_reconstructions_are_never_exact_and_never_agree() {
        for published in [Published::printed("2.2").derived(), Published::printed("2.2").reconstructed()] {
            assert_eq!(Said::Number(published).verdict(&2.2.into()), Verdict::ByConstruction);
            assert_eq!(Said::Number(published).verdict(&2.4.into()), Verdict::Differs);
            assert_eq!(Said::Instead(published, 9.0).verdict(&sampled(2.1, 2.3)), Verdict::ByConstruction);
        }
        for claim in [Claim::MoreThan(0.0), Claim::LessThan(3.0), Claim::Within(1.0, 0.0)] {
            assert_eq!(Said::Claim(claim).verdict(&1.0.into()), Verdict::Claim(Held::Holds));
        }
    }

    #[test]
    fn few_games_do_not_make_agreement_easier() {
        let published = Published::printed("52");
        // 25 is what each of four would win if all were alike.
        let of = |low: f64, high: f64| Said::Instead(published, 25.0).verdict(&sampled(low, high));
        assert_eq!(of(49.0, 54.0), Verdict::Agrees);
        assert_eq!(of(47.0, 51.0), Verdict::Differs);
        assert_eq!(of(20.0, 60.0), Verdict::TooFew, "the interval holds the published number and its contrary");
        assert_eq!(of(26.0, 60.0), Verdict::Agrees);
        let none = Measured::Sampled(Estimate { value: 52.0, interval: None });
        assert_eq!(Said::Instead(published, 25.0).verdict(&none), Verdict::TooFew);
        assert_eq!(of(f64::NAN, f64::NAN), Verdict::Differs);
    }

    #[test]
    fn the_papers_own_error_joins_ours_and_counts_as_much() {
        let own = Estimate { value: 52.0, interval: Some((48.0, 56.0)) };
        let said = Said::Instead(Published::printed("52").with_own(own), 25.0);
        // 3 and 4 make 5.
        assert_eq!(said.expected(&sampled(44.0, 50.0)), Some((42.0, 52.0)));
        assert_eq!(said.verdict(&sampled(44.0, 50.0)), Verdict::Agrees);
        assert_eq!(said.verdict(&sampled(43.9, 49.9)), Verdict::Differs);
    }

    #[test]
    fn a_claim_holds_or_fails_only_where_the_whole_interval_says_so() {
        let held = |claim: Claim, low: f64, high: f64| Said::Claim(claim).verdict(&sampled(low, high));
        assert_eq!(held(Claim::MoreThan(0.0), 0.01, 0.2), Verdict::Claim(Held::Holds));
        assert_eq!(held(Claim::MoreThan(0.0), -0.01, 0.2), Verdict::Claim(Held::Open));
        assert_eq!(held(Claim::MoreThan(0.0), -0.3, -0.2), Verdict::Claim(Held::Fails));
        assert_eq!(held(Claim::LessThan(0.0), -0.3, -0.2), Verdict::Claim(Held::Holds));
        assert_eq!(held(Claim::Within(0.0, 0.1), -0.05, 0.02), Verdict::Claim(Held::Holds));
        assert_eq!(held(Claim::Within(0.0, 0.1), -0.5, 0.5), Verdict::Claim(Held::Open), "few games prove nothing");
        assert_eq!(held(Claim::Within(0.0, 0.1), 0.2, 0.5), Verdict::Claim(Held::Fails));
        let none = Measured::Sampled(Estimate { value: 1.0, interval: None });
        assert_eq!(Said::Claim(Claim::MoreThan(0.0)).verdict(&none), Verdict::Claim(Held::Open));
    }
}
