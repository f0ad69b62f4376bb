//! Labels and the numbers along an axis.

use outwit_game::text_width;

/// A label in lines of at most about so many characters, broken after a comma, a colon or a space where there is one.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line: Vec<char> = Vec::new();
    for c in text.chars() {
        line.push(c);
        if line.len() > most {
            let break_at = line[..most].iter().rposition(|c| matches!(c, ',' | ':' | ' ')).map_or(most, |at| at + 1);
            let rest = line.split_off(break_at);
            lines.push(line.iter().collect::<String>().trim_end().to_string());
            line = rest;
        }
    }
    lines.push(line.into_iter().collect());
    lines
}

/// The widest line of some labels, in pixels.
pub(super) fn widest(labels: &[Vec<String>], size: f64) -> f64 {
    labels.iter().flatten().map(|line| text_width(line, size)).fold(0.0, f64::max)
}

/// Round numbers from `low` to `high`, about as many as asked.
pub(super) fn ticks(low: f64, high: f64, about: usize) -> Vec<f64> {
    let raw = (high - low) / about as f64;
    if !(raw.is_finite() && raw > 0.0) {
        return vec![low];
    }
    let decade = libm::pow(10.0, libm::floor(libm::log10(raw)));
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * decade).into_iter().find(|step| *step >= raw * 0.999).unwrap_or(raw);
    let first = libm::ceil(low / step - 1e-9) as i64;
    (first..first + 100).map(|k| k as f64 * step).take_while(|tick| *tick <= high + 1e-9 * step).collect()
}

/// Powers of ten from `low` to `high`, with 2 and 5 times them where that leaves few.
pub(super) fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let (first, last) = (libm::floor(libm::log10(low)) as i32, libm::ceil(libm::log10(high)) as i32);
    let within = |tick: &f64| *tick >= low * (1.0 - 1e-9) && *tick <= high * (1.0 + 1e-9);
    let with = |multiples: &[f64]| {
        let decades = (first..=last).map(|exponent| libm::pow(10.0, f64::from(exponent)));
        decades.flat_map(|ten| multiples.iter().map(move |m| m * ten)).filter(within).collect::<Vec<f64>>()
    };
    let tens = with(&[1.0]);
    match tens.len() {
        0..=2 => with(&[1.0, 2.0, 5.0]),
        3..=8 => tens,
        n => tens.into_iter().step_by(n.div_ceil(8)).collect(),
    }
}

/// A number for an axis: short, with k, M and G for thousands, millions and thousands of millions.
pub(super) fn short(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        v if v >= 1e9 => (value / 1e9, "G"),
        v if v >= 1e6 => (value / 1e6, "M"),
        v if v >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = format!("{scaled:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{}{unit}", if text == "-0" { "0" } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_are_broken_after_punctuation_and_nothing_is_lost() {
        let spec = "mcts:iterations=10000,exploration=1.4,playout=random,seed=7";
        let lines = wrapped(spec, 26);
        assert_eq!(lines, ["mcts:iterations=10000,", "exploration=1.4,", "playout=random,seed=7"]);
        assert_eq!(lines.concat(), spec);
        assert_eq!(wrapped(&"x".repeat(30), 20), ["x".repeat(20), "x".repeat(10)]);
        assert_eq!(wrapped("", 5), [""]);
    }

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-0.13, 0.37, 5), [-0.1, 0.0, 0.1, 0.2, 0.30000000000000004]);
        assert_eq!(ticks(3.0, 3.0, 5), [3.0]);
        assert_eq!(log_ticks(100.0, 1e5), [100.0, 1e3, 1e4, 1e5]);
        assert_eq!(log_ticks(3.0, 60.0), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!([0.0, -0.25, 1000.0, 20_000.0, 1.5e6].map(short), ["0", "-0.25", "1000", "20k", "1.5M"]);
    }
}
