//! Bars in groups, with intervals and the published numbers beside them.

use std::fmt::Write;

/// One bar.
pub(super) struct Bar {
    pub value: f64,
    pub interval: (f64, f64),
    pub published: f64,
}

/// Bars that belong together.
pub(super) struct Group {
    pub name: &'static str,
    pub bars: Vec<Bar>,
}

const COLOURS: [&str; 4] = ["#1f77b4", "#ff7f0e", "#2ca02c", "#9467bd"];
const BAR: f64 = 22.0;
const GAP: f64 = 30.0;
const TOP: f64 = 70.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 50.0;

/// The chart as SVG, from 0 to 100 per cent.
pub(super) fn bars(title: &str, names: &[&str], groups: &[Group]) -> String {
    let group_width = names.len() as f64 * BAR + GAP;
    let width = LEFT + groups.len() as f64 * group_width + 20.0;
    let bottom = TOP + HEIGHT;
    let y = |value: f64| bottom - HEIGHT * value.clamp(0.0, 100.0) / 100.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{}" font-family="sans-serif" font-size="12">"#,
        bottom + 40.0
    );
    let _ = write!(
        svg,
        r#"<rect width="100%" height="100%" fill="white"/><text x="12" y="22" font-size="15">{title}</text>"#
    );
    for (place, name) in names.iter().enumerate() {
        let x = LEFT + place as f64 * 110.0;
        let colour = COLOURS[place % COLOURS.len()];
        let _ = write!(
            svg,
            r#"<rect x="{x}" y="36" width="12" height="12" fill="{colour}"/><text x="{}" y="47">{name}</text>"#,
            x + 17.0
        );
    }
    for tick in [0, 25, 50, 75, 100] {
        let at = y(f64::from(tick));
        let _ = write!(
            svg,
            r##"<line x1="{LEFT}" x2="{}" y1="{at}" y2="{at}" stroke="#ddd"/><text x="{}" y="{}" text-anchor="end">{tick}</text>"##,
            width - 10.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for (place, group) in groups.iter().enumerate() {
        let from = LEFT + GAP / 2.0 + place as f64 * group_width;
        for (place, bar) in group.bars.iter().enumerate() {
            let (x, colour) = (from + place as f64 * BAR, COLOURS[place % COLOURS.len()]);
            let middle = x + (BAR - 4.0) / 2.0;
            let _ = write!(
                svg,
                r#"<rect x="{x}" y="{:.1}" width="{}" height="{:.1}" fill="{colour}" fill-opacity="0.6"/>"#,
                y(bar.value),
                BAR - 4.0,
                bottom - y(bar.value)
            );
            let (low, high) = (y(bar.interval.0), y(bar.interval.1));
            let _ = write!(
                svg,
                r##"<path d="M{middle} {low:.1}V{high:.1}M{} {low:.1}h8M{} {high:.1}h8" stroke="#333" fill="none"/>"##,
                middle - 4.0,
                middle - 4.0
            );
            let at = y(bar.published);
            let _ = write!(svg, r#"<path d="M{middle} {:.1}l5 5l-5 5l-5 -5z" fill="white" stroke="black"/>"#, at - 5.0);
        }
        let centre = from + (group.bars.len() as f64 * BAR - 4.0) / 2.0;
        // Long names take two lines.
        for (line, word) in group.name.split(' ').enumerate() {
            let _ = write!(
                svg,
                r#"<text x="{centre}" y="{}" text-anchor="middle">{word}</text>"#,
                bottom + 16.0 + 14.0 * line as f64
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}
