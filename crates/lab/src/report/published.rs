//! What a paper says, and where that comes from.

use outwit::arena::statistics::Estimate;

/// Where a published number comes from. What can be said of a cell follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Printed: all digits count.
    Printed,
    /// Printed with digits cut off, not rounded: the paper has .66 for two thirds.
    Truncated,
    /// Printed with zeros at its end that fill up a column; the digits before them count.
    Padded,
    /// Claimed in words: who is ahead, what is larger.
    Words,
    /// Follows from what is published by arithmetic of ours, or is what the experiment is made of: an identity, no finding.
    Derived,
    /// Printed, but the paper leaves out what it is computed from, and that was chosen here so that it comes out.
    Reconstructed,
}

impl Source {
    /// All there are.
    pub const ALL: [Source; 6] =
        [Source::Printed, Source::Truncated, Source::Padded, Source::Words, Source::Derived, Source::Reconstructed];

    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Printed => "printed",
            Source::Truncated => "truncated",
            Source::Padded => "padded",
            Source::Words => "words",
            Source::Derived => "derived",
            Source::Reconstructed => "reconstructed",
        }
    }
}

/// A number as a paper prints it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Published {
    value: f64,
    /// How many decimals count.
    decimals: usize,
    /// Whether digits are cut off where they would be rounded.
    is_cut: bool,
    source: Source,
    /// How far the paper's own 95 % interval reaches down and up, where it says how much it sampled.
    reach: Option<(f64, f64)>,
}

impl Published {
    /// Reads a number as printed: `549,946`, `.143`, `-0.25`. All its decimals count.
    ///
    /// # Panics
    /// When the text is not such a number: these are constants of the papers' modules.
    pub fn printed(text: &str) -> Published {
        let plain = text.replace(',', "");
        let value = plain.parse().unwrap_or_else(|_| panic!("`{text}` is not a number"));
        let decimals = plain.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        Published { value, decimals, is_cut: false, source: Source::Printed, reach: None }
    }

    /// A number whose further digits the paper has cut off.
    pub fn truncated(text: &str) -> Published {
        Published { is_cut: true, source: Source::Truncated, ..Published::printed(text) }
    }

    /// A number whose last zeros are there to fill up its column. One without such zeros is as printed.
    pub fn padded(text: &str) -> Published {
        let short = if text.contains('.') { text.trim_end_matches('0') } else { text };
        match short.len() == text.len() {
            true => Published::printed(text),
            false => Published { source: Source::Padded, ..Published::printed(short) },
        }
    }

    /// A fraction that is printed as one.
    pub fn fraction(above: u32, below: u32) -> Published {
        const DECIMALS: usize = 12;
        let value = f64::from(above) / f64::from(below);
        Published { value, decimals: DECIMALS, is_cut: false, source: Source::Printed, reach: None }
    }

    /// The same as an identity: it follows from what is published, or the experiment is made of it.
    pub fn derived(self) -> Published {
        Published { source: Source::Derived, ..self }
    }

    /// The same of something that was reconstructed so that this number comes out.
    pub fn reconstructed(self) -> Published {
        Published { source: Source::Reconstructed, ..self }
    }

    /// The same with the paper's own interval, which it gives or which follows from how much it sampled.
    pub fn with_own(self, own: Estimate) -> Published {
        Published { reach: own.interval.map(|(low, high)| (self.value - low, high - self.value)), ..self }
    }

    /// The number.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// How many of its decimals count.
    pub fn decimals(&self) -> usize {
        self.decimals
    }

    /// Where it comes from.
    pub fn source(&self) -> Source {
        self.source
    }

    pub(super) fn reach(&self) -> (f64, f64) {
        self.reach.unwrap_or((0.0, 0.0))
    }

    /// Whether a number that is known exactly would have been printed like this one.
    pub fn is_printed_of(&self, measured: f64) -> bool {
        let unit = (0..self.decimals).fold(1.0, |unit, _| unit / 10.0);
        // The slack is for the last bits of the computation.
        let slack = 1e-9 * unit;
        if self.is_cut {
            let beyond = measured.abs() - self.value.abs();
            measured * self.value >= 0.0 && -slack <= beyond && beyond < unit - slack
        } else {
            // A half may round either way.
            (measured - self.value).abs() <= 0.5 * unit + slack
        }
    }
}

impl From<&str> for Published {
    fn from(text: &str) -> Published {
        Published::printed(text)
    }
}

/// What a paper claims of a number without printing it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Claim {
    /// It is more than this.
    MoreThan(f64),
    /// It is less than this.
    LessThan(f64),
    /// It is this, give or take the second: a claim that things are the same needs a margin, or few games would prove it.
    Within(f64, f64),
}

impl Claim {
    /// In a few words.
    pub fn words(&self) -> String {
        match self {
            Claim::MoreThan(bound) => format!("more than {bound}"),
            Claim::LessThan(bound) => format!("less than {bound}"),
            Claim::Within(centre, margin) if *margin == 0.0 => format!("just {centre}"),
            Claim::Within(centre, margin) => format!("{centre} ± {margin}"),
        }
    }
}
