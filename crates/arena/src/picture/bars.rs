//! Bars in groups, with intervals, and marks to compare them with.

use super::labels::wrapped;
use super::{GRID, INK, PALE_INK, PALETTE, blank};
use outwit_game::{Anchor, Font, text_width};

const LABEL: Font = Font::new(12.5, INK);
const SMALL: Font = Font::new(11.5, PALE_INK);
const LINE: f64 = 15.0;
const BAR: f64 = 22.0;
const GAP: f64 = 30.0;
const TOP: f64 = 78.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 62.0;

/// One bar, as a share.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// How high it is, 0 to 1.
    pub value: f64,
    /// Its interval, if it has one.
    pub interval: Option<(f64, f64)>,
    /// What to compare it with: a diamond.
    pub mark: Option<f64>,
}

/// Bars that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct BarGroup {
    /// What stands below them.
    pub name: String,
    /// The bars, in the order of the legend.
    pub bars: Vec<Bar>,
}

/// A chart of shares in percent: `names` is the legend, one a bar of each group.
pub fn bars_svg(title: &str, names: &[&str], groups: &[BarGroup]) -> String {
    let group_width = names.len() as f64 * BAR + GAP;
    let labels: Vec<Vec<String>> = groups.iter().map(|group| wrapped(&group.name, 12)).collect();
    let lines = labels.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let legend: f64 = names.iter().map(|name| text_width(name, LABEL.size) + 36.0).sum();
    let width =
        (LEFT + groups.len() as f64 * group_width + 20.0).max(LEFT + legend).max(text_width(title, 16.0) + 40.0);
    let bottom = TOP + HEIGHT;
    let y = |share: f64| bottom - HEIGHT * share.clamp(0.0, 1.0);
    let mut canvas = blank(width, bottom + 20.0 + lines * LINE);
    canvas.caption((20.0, 24.0), Anchor::Start, Font::new(16.0, INK).bold(), title);
    let mut x = LEFT;
    for (place, name) in names.iter().enumerate() {
        canvas.mark(1, (x + 6.0, 52.0), 6.0, PALETTE[place % PALETTE.len()]);
        canvas.caption((x + 18.0, 52.0), Anchor::Start, LABEL, name);
        x += text_width(name, LABEL.size) + 36.0;
    }
    for tick in 0..=4 {
        let share = f64::from(tick) / 4.0;
        canvas.line((LEFT, y(share)), (width - 10.0, y(share)), GRID, 1.0);
        canvas.caption((LEFT - 8.0, y(share)), Anchor::End, SMALL, &format!("{} %", tick * 25));
    }
    for (place, group) in groups.iter().enumerate() {
        let from = LEFT + GAP / 2.0 + place as f64 * group_width;
        for (place, bar) in group.bars.iter().enumerate().filter(|(_, bar)| bar.value.is_finite()) {
            let (x, middle) = (from + place as f64 * BAR, from + place as f64 * BAR + (BAR - 4.0) / 2.0);
            let right = x + BAR - 4.0;
            let corners = [(x, y(bar.value)), (right, y(bar.value)), (right, bottom), (x, bottom)];
            canvas.shade(&corners, PALETTE[place % PALETTE.len()], 0.6);
            if let Some((low, high)) = bar.interval {
                canvas.line((middle, y(low)), (middle, y(high)), INK, 1.2);
                for end in [low, high] {
                    canvas.line((middle - 4.0, y(end)), (middle + 4.0, y(end)), INK, 1.2);
                }
            }
            if let Some(mark) = bar.mark {
                canvas.mark(3, (middle, y(mark)), 5.0, INK).mark(3, (middle, y(mark)), 3.4, "#ffffff");
            }
        }
        let centre = from + (group.bars.len() as f64 * BAR - 4.0) / 2.0;
        for (line, text) in labels[place].iter().enumerate() {
            canvas.caption((centre, bottom + 14.0 + LINE * line as f64), Anchor::Middle, LABEL, text);
        }
    }
    canvas.finish_with_title(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_its_names_bars_and_marks() {
        let bar = |value: f64, mark: Option<f64>| Bar { value, interval: Some((value - 0.1, value + 0.1)), mark };
        let bars = vec![bar(0.5, Some(0.4)), bar(f64::NAN, None)];
        let svg = bars_svg("Games won", &["a & b", "c"], &[BarGroup { name: "Tournament Hearts".into(), bars }]);
        for part in ["Games won", "a &amp; b", "Tournament", "Hearts", "100 %"] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert!(!svg.contains("NaN"), "{svg}");
    }
}
