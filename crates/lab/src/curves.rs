//! Curves with error bars, as SVG.

use crate::report::Plot;
use outwit::game::Svg;

/// A curve: its name and its points, each with the ends of its interval.
pub(crate) struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64, (f64, f64))>,
}

/// What a plot shows and how it is labelled.
pub(crate) struct Curves<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub across: &'a str,
    pub curves: Vec<Curve>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
/// Told apart by people who do not tell red from green.
const COLOURS: [&str; 11] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222", "#999933", "#882255", "#888888",
    "#661100",
];

impl Curves<'_> {
    /// Draws the curves, 0 always among the heights.
    pub fn plot(&self) -> Plot {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut low, mut high) = (0.0f64, 0.0f64);
        for (x, y, ends) in points() {
            (left, right) = (left.min(*x), right.max(*x));
            (low, high) = (low.min(*y).min(ends.0), high.max(*y).max(ends.1));
        }
        let step = step(high - low);
        (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let span = if right > left { right - left } else { 1.0 };
        let at_x = |x: f64| round(LEFT + (x - left) / span * (WIDTH - LEFT - RIGHT));
        let at_y = |y: f64| round(HEIGHT - BOTTOM - (y - low) / (high - low).max(1e-9) * (HEIGHT - TOP - BOTTOM));
        let mut svg = Svg::new(WIDTH, HEIGHT);
        svg.rect(0.0, 0.0, WIDTH, HEIGHT, "#ffffff");
        svg.text((WIDTH - RIGHT + LEFT) / 2.0, TOP / 2.0, 14.0, "#222", self.title);
        svg.text((WIDTH - RIGHT + LEFT) / 2.0, HEIGHT - 14.0, 12.0, "#222", self.across);
        let lines = ((high - low) / step).round() as i64;
        for line in 0..=lines {
            let y = low + line as f64 * step;
            let is_zero = y.abs() < step * 1e-6;
            svg.stroke((LEFT, at_y(y)), (WIDTH - RIGHT, at_y(y)), if is_zero { "#222" } else { "#ddd" });
            svg.text(LEFT - 24.0, at_y(y), 11.0, "#222", &short(if is_zero { 0.0 } else { y }));
        }
        let mut across: Vec<f64> = points().map(|(x, _, _)| *x).collect();
        across.sort_by(f64::total_cmp);
        across.dedup();
        for x in across {
            svg.stroke((at_x(x), HEIGHT - BOTTOM), (at_x(x), HEIGHT - BOTTOM + 4.0), "#222");
            svg.text(at_x(x), HEIGHT - BOTTOM + 14.0, 11.0, "#222", &short(x));
        }
        for (place, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[place % COLOURS.len()];
            for pair in curve.points.windows(2) {
                svg.stroke((at_x(pair[0].0), at_y(pair[0].1)), (at_x(pair[1].0), at_y(pair[1].1)), colour);
            }
            for (x, y, (from, to)) in &curve.points {
                svg.stroke((at_x(*x), at_y(*from)), (at_x(*x), at_y(*to)), colour);
                svg.circle(at_x(*x), at_y(*y), 3.0, colour);
            }
            let y = TOP + 18.0 * place as f64;
            svg.stroke((WIDTH - RIGHT + 12.0, y), (WIDTH - RIGHT + 32.0, y), colour);
            svg.text(WIDTH - RIGHT + 90.0, y, 11.0, colour, &curve.name);
        }
        Plot { name: self.name.to_string(), svg: svg.finish() }
    }
}

/// A tenth of a pixel is enough.
fn round(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

/// Between two lines: 1, 2 or 5 times a power of ten, for about six of them.
fn step(span: f64) -> f64 {
    let mut unit = 1e-6;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(60) {
        if span <= 6.0 * unit {
            break;
        }
        unit *= factor;
    }
    unit
}

fn short(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_its_curves_and_round_steps() {
        assert_eq!(step(1.0), 0.2);
        let points = vec![(0.0, 0.0, (0.0, 0.0)), (1.0, 0.5, (0.4, 0.6))];
        let curves = vec![Curve { name: "b=2".to_string(), points }];
        let plot = Curves { name: "figure-4a", title: "P-games", across: "h", curves }.plot();
        assert!(plot.svg.starts_with("<svg") && plot.svg.contains("b=2") && plot.svg.contains("P-games"));
    }
}
