//! The tornado diagram: how far an answer moves when one number at a time does, the largest first.

use super::labels::{short, ticks, widest, wrapped};
use super::{GRID, INK, PALE_INK, PALETTE, blank};
use outwit_game::{Anchor, Font, text_width};

const LABEL: Font = Font::new(12.5, INK);
const SMALL: Font = Font::new(11.5, PALE_INK);
const LINE: f64 = 15.0;
const ROW: f64 = 30.0;
const WIDTH: f64 = 420.0;
const TOP: f64 = 96.0;

/// What one number does to the answer.
#[derive(Clone, PartialEq, Debug)]
pub struct TornadoBar {
    /// The number, and from where to where it is moved.
    pub name: String,
    /// The answer with the number at its lower end, and at its upper; none where there is none.
    pub answers: [Option<f64>; 2],
    /// What stands at the end of the bar, such as that another decision becomes best.
    pub remark: String,
}

/// Draws the bars in the order given, around the answer as it is.
pub fn tornado_svg(title: &str, x_label: &str, base: f64, bars: &[TornadoBar]) -> String {
    let names: Vec<Vec<String>> = bars.iter().map(|bar| wrapped(&bar.name, 34)).collect();
    let heights: Vec<f64> = names.iter().map(|lines| ROW.max(lines.len() as f64 * LINE + 8.0)).collect();
    let left = widest(&names, LABEL.size).max(40.0) + 30.0;
    let remarks = bars.iter().map(|bar| text_width(&bar.remark, SMALL.size)).fold(0.0, f64::max);
    let answers = || bars.iter().flat_map(|bar| bar.answers).flatten().chain([base]).filter(|x| x.is_finite());
    let (low, high) = answers().fold((base, base), |(low, high), x| (low.min(x), high.max(x)));
    let room = if high > low { 0.06 * (high - low) } else { 0.5 * base.abs().max(1.0) };
    let (low, high) = (low - room, high + room);
    let x = |value: f64| left + WIDTH * (value - low) / (high - low);
    let bottom = TOP + heights.iter().sum::<f64>();
    let legend = ["number at its lower end", "at its upper end"];
    let legend_width: f64 = legend.iter().map(|text| text_width(text, LABEL.size) + 40.0).sum();
    let width = (left + WIDTH + remarks + 34.0).max(text_width(title, 16.0) + 40.0).max(legend_width + 40.0);
    let mut canvas = blank(width, bottom + 58.0);
    canvas.caption((20.0, 24.0), Anchor::Start, Font::new(16.0, INK).bold(), title);
    let mut at = 20.0;
    for (place, text) in legend.iter().enumerate() {
        canvas.mark(1, (at + 6.0, 52.0), 6.0, PALETTE[place]);
        canvas.caption((at + 18.0, 52.0), Anchor::Start, LABEL, text);
        at += text_width(text, LABEL.size) + 40.0;
    }
    let mut free_from = f64::NEG_INFINITY;
    for tick in ticks(low, high, 6) {
        canvas.line((x(tick), TOP - 6.0), (x(tick), bottom), GRID, 1.0);
        let text = short(tick);
        let half = 0.5 * text_width(&text, SMALL.size);
        if x(tick) - half > free_from {
            canvas.caption((x(tick), bottom + 14.0), Anchor::Middle, SMALL, &text);
            free_from = x(tick) + half + 6.0;
        }
    }
    let mut top = TOP;
    for ((bar, lines), &height) in bars.iter().zip(&names).zip(&heights) {
        let middle = top + 0.5 * height;
        for (place, line) in lines.iter().enumerate() {
            let offset = (place as f64 - 0.5 * (lines.len() - 1) as f64) * LINE;
            canvas.caption((left - 12.0, middle + offset), Anchor::End, LABEL, line);
        }
        let ends = bar.answers.map(|answer| answer.filter(|answer| answer.is_finite()));
        // Where both ends lie on one side, the farther one is drawn first and the nearer over it, half as high.
        let far = |place: usize| ends[place].map_or(0.0, |end| (end - base).abs());
        let order = if far(0) >= far(1) { [0, 1] } else { [1, 0] };
        let same_side = matches!(ends, [Some(a), Some(b)] if (a - base) * (b - base) > 0.0);
        for (turn, place) in order.into_iter().enumerate() {
            let Some(end) = ends[place] else { continue };
            let half = if same_side && turn == 1 { 4.0 } else { 9.0 };
            let (from, to) = (x(base.min(end)), x(base.max(end)));
            canvas.rect(from, middle - half, (to - from).max(1.0), 2.0 * half, PALETTE[place]);
        }
        if !bar.remark.is_empty() {
            let reach = ends.iter().flatten().fold(base, |most, &end| most.max(end));
            canvas.caption((x(reach) + 8.0, middle), Anchor::Start, SMALL, &bar.remark);
        }
        top += height;
    }
    canvas.line((x(base), TOP - 6.0), (x(base), bottom), INK, 1.2);
    canvas.caption((x(base), TOP - 16.0), Anchor::Middle, LABEL.bold(), &short(base));
    canvas.caption((left + 0.5 * WIDTH, bottom + 40.0), Anchor::Middle, LABEL, x_label);
    canvas.finish_with_title(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tornado_has_its_names_its_middle_and_both_ends() {
        let bar = |name: &str, low, high| TornadoBar { name: name.into(), answers: [low, high], remark: String::new() };
        let bars = [bar("a & b", Some(-3.0), Some(9.0)), bar("one side", Some(5.0), Some(6.5)), bar("c", None, None)];
        let svg = tornado_svg("What matters", "worth", 4.0, &bars);
        for part in ["What matters", "a &amp; b", "one side", "worth", ">4<", "upper end"] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        // Two ends of two bars and two signs of the legend, the nearer of two on one side half as high.
        for place in [0, 1] {
            assert_eq!(svg.matches(&format!("fill=\"{}\"", PALETTE[place])).count(), 3, "{svg}");
        }
        assert_eq!(svg.matches("height=\"8\"").count(), 1, "{svg}");
        assert!(!tornado_svg("t", "x", 0.0, &[]).contains("NaN"));
    }
}
