//! Lines with intervals: strength against budget, a belief against moves, anything against anything.

use super::labels::{log_ticks, short, ticks, widest, wrapped};
use super::{GRID, INK, PALE_INK, PALETTE, blank};
use outwit_game::{Anchor, Font, text_width};

const LABEL: Font = Font::new(12.5, INK);
const SMALL: Font = Font::new(11.5, PALE_INK);
const LINE: f64 = 16.0;
const PLOT: (f64, f64) = (520.0, 320.0);
const DASHES: [&str; 3] = ["none", "7 4", "2 4"];

/// A point of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// How far to the right.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// Its interval, if it has one.
    pub interval: Option<(f64, f64)>,
}

impl From<(f64, f64, f64, f64)> for Point {
    /// From x, y, and the ends of the interval.
    fn from((x, y, low, high): (f64, f64, f64, f64)) -> Point {
        Point { x, y, interval: Some((low, high)) }
    }
}

/// A line.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Its points, in any order. Those that are not finite are left out.
    pub points: Vec<Point>,
}

/// A plot of lines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LinePlot {
    /// What stands above it.
    pub title: String,
    /// What stands below the horizontal axis.
    pub x_label: String,
    /// What stands beside the vertical axis.
    pub y_label: String,
    /// The lines.
    pub series: Vec<Series>,
    /// Whether each step to the right multiplies x; points with x not above 0 are then left out.
    pub is_log_x: bool,
    /// Whether y is a share, to be written in percent.
    pub is_percent: bool,
    /// From where to where y goes; as the points need if not given.
    pub y_range: Option<(f64, f64)>,
    /// A height to compare with, dashed.
    pub reference: Option<f64>,
    /// Whether y keeps its value until the next point, as a share of cases at most x does.
    pub is_stepped: bool,
    /// Whether points stand for themselves, with no line through them.
    pub is_scattered: bool,
}

/// From the least budget to the largest at least this factor: equal steps of the logarithm show more.
const WIDE: f64 = 10.0;

/// Strength against budget: a line a kind of agent, the share in percent; the budget in equal steps of its logarithm where
/// its range is wide. `reference` is a share to compare with.
pub fn strength_svg(title: &str, x_label: &str, series: Vec<Series>, reference: Option<f64>) -> String {
    let plot = against_budget(title, x_label, series);
    LinePlot { y_label: "win share".into(), is_percent: true, y_range: Some((0.0, 1.0)), reference, ..plot }.to_svg()
}

/// Something against budget, which goes in equal steps of its logarithm where its range is wide.
pub(super) fn against_budget(title: &str, x_label: &str, series: Vec<Series>) -> LinePlot {
    let xs = || series.iter().flat_map(|series| &series.points).map(|point| point.x).filter(|x| x.is_finite());
    let (least, most) = (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
    LinePlot {
        title: title.into(),
        x_label: x_label.into(),
        series,
        is_log_x: least > 0.0 && most >= WIDE * least,
        ..LinePlot::default()
    }
}

impl LinePlot {
    /// Draws it.
    pub fn to_svg(&self) -> String {
        let series: Vec<Vec<Point>> = self.series.iter().map(|series| self.drawable(&series.points)).collect();
        let x_axis = Axis::new(series.iter().flatten().map(|point| point.x), None, self.is_log_x);
        let ys = series.iter().flatten().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [point.y, low, high]
        });
        let y_axis = Axis::new(ys.chain(self.reference), self.y_range, false);
        let names: Vec<Vec<String>> = self.series.iter().map(|series| wrapped(&series.name, 28)).collect();
        let legend = if names.is_empty() { 0.0 } else { widest(&names, LABEL.size) + 60.0 };
        let legend_height = names.iter().map(|lines| lines.len() as f64 * LINE + 6.0).sum::<f64>();
        let y_texts: Vec<(f64, String)> = y_axis.ticks(6).into_iter().map(|tick| (tick, self.y_text(tick))).collect();
        let y_room = y_texts.iter().map(|(_, text)| text_width(text, SMALL.size)).fold(20.0, f64::max);
        let (left, top) = (y_room + 54.0, 52.0);
        let (right, bottom) = (left + PLOT.0, top + PLOT.1);
        let width = (right + 24.0 + legend).max(text_width(&self.title, 16.0) + 40.0);
        let mut canvas = blank(width, (bottom + 60.0).max(top + legend_height + 20.0));
        let place = |x: f64, y: f64| (left + PLOT.0 * x_axis.part(x), bottom - PLOT.1 * y_axis.part(y));
        canvas.caption((20.0, 24.0), Anchor::Start, Font::new(16.0, INK).bold(), &self.title);
        // Step 1. Grid and axes.
        for (tick, text) in &y_texts {
            let (_, y) = place(x_axis.low, *tick);
            canvas.line((left, y), (right, y), GRID, 1.0);
            canvas.caption((left - 8.0, y), Anchor::End, SMALL, text);
        }
        let mut free_from = f64::NEG_INFINITY;
        // Where all points are whole, as depths are, half of one is no place.
        let is_whole = series.iter().flatten().all(|point| point.x.fract() == 0.0);
        for tick in x_axis.ticks(8).into_iter().filter(|tick| !is_whole || tick.fract() == 0.0) {
            let (x, _) = place(tick, y_axis.low);
            canvas.line((x, top), (x, bottom), GRID, 1.0);
            let text = short(tick);
            let half = 0.5 * text_width(&text, SMALL.size);
            if x - half > free_from {
                canvas.caption((x, bottom + 15.0), Anchor::Middle, SMALL, &text);
                free_from = x + half + 6.0;
            }
        }
        canvas.line((left, bottom), (right, bottom), PALE_INK, 1.0);
        canvas.line((left, top), (left, bottom), PALE_INK, 1.0);
        canvas.caption((left + 0.5 * PLOT.0, bottom + 40.0), Anchor::Middle, LABEL, &self.x_label);
        canvas.upward_caption((20.0, top + 0.5 * PLOT.1), LABEL, &self.y_label);
        if let Some(reference) = self.reference.filter(|reference| reference.is_finite()) {
            let (_, y) = place(x_axis.low, reference);
            canvas.dashed((left, y), (right, y), PALE_INK, 1.2);
        }
        // Step 2. Intervals below, lines above, marks on top.
        for (number, points) in series.iter().enumerate() {
            let colour = PALETTE[number % PALETTE.len()];
            let band: Vec<(f64, f64, f64)> =
                points.iter().filter_map(|p| p.interval.map(|(l, h)| (p.x, l, h))).collect();
            let upper = band.iter().map(|&(x, _, high)| place(x, high));
            let lower = band.iter().rev().map(|&(x, low, _)| place(x, low));
            canvas.shade(&upper.chain(lower).collect::<Vec<_>>(), colour, 0.13);
            if points.len() <= MOST_MARKED {
                for &(x, low, high) in &band {
                    canvas.line(place(x, low), place(x, high), colour, 1.2);
                }
            }
        }
        for (number, points) in series.iter().enumerate() {
            let (colour, dashes) = (PALETTE[number % PALETTE.len()], DASHES[number / PALETTE.len() % DASHES.len()]);
            let path: Vec<(f64, f64)> = points.iter().map(|point| place(point.x, point.y)).collect();
            if self.is_scattered {
                for &point in &path {
                    canvas.mark(number, point, 2.2, colour);
                }
                continue;
            }
            if self.is_stepped {
                canvas.polyline(&stairs(&path, (left, bottom), right), colour, dashes);
            } else {
                canvas.polyline(&path, colour, dashes);
            }
            if points.len() <= MOST_MARKED {
                for &point in &path {
                    canvas.mark(number, point, 4.2, colour);
                }
            }
        }
        // Step 3. The legend, beside the plot, where it hides nothing.
        let mut y = top + 8.0;
        for (number, lines) in names.iter().enumerate() {
            let (colour, dashes) = (PALETTE[number % PALETTE.len()], DASHES[number / PALETTE.len() % DASHES.len()]);
            if !self.is_scattered {
                canvas.polyline(&[(right + 20.0, y), (right + 48.0, y)], colour, dashes);
            }
            canvas.mark(number, (right + 34.0, y), 4.2, colour);
            for line in lines {
                canvas.caption((right + 56.0, y), Anchor::Start, LABEL, line);
                y += LINE;
            }
            y += 6.0;
        }
        canvas.finish_with_title(&self.title)
    }

    fn drawable(&self, points: &[Point]) -> Vec<Point> {
        let is_finite =
            |point: &&Point| point.x.is_finite() && point.y.is_finite() && (!self.is_log_x || point.x > 0.0);
        let mut points: Vec<Point> = points.iter().filter(is_finite).copied().collect();
        for point in &mut points {
            point.interval = point.interval.filter(|(low, high)| low.is_finite() && high.is_finite());
        }
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        points
    }

    fn y_text(&self, tick: f64) -> String {
        if self.is_percent { format!("{} %", short((1e6 * tick).round() / 1e4)) } else { short(tick) }
    }
}

/// The corners of stairs through points, from the lower left corner to the right edge.
fn stairs(path: &[(f64, f64)], corner: (f64, f64), right: f64) -> Vec<(f64, f64)> {
    let mut corners = vec![corner];
    for &(x, y) in path {
        let level = corners[corners.len() - 1].1;
        corners.extend([(x, level), (x, y)]);
    }
    corners.push((right, corners[corners.len() - 1].1));
    corners
}

/// Lines of more points than this have no marks.
const MOST_MARKED: usize = 30;

/// From where to where an axis goes.
struct Axis {
    low: f64,
    high: f64,
    is_log: bool,
}

impl Axis {
    /// Room for all values, and a little more unless the range is given.
    fn new(values: impl Iterator<Item = f64>, range: Option<(f64, f64)>, is_log: bool) -> Axis {
        let empty = (f64::INFINITY, f64::NEG_INFINITY);
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold(empty, |(low, high), value| (f64::min(low, value), f64::max(high, value)));
        let (low, high) = if low > high { (1.0, 2.0) } else { (low, high) };
        match range {
            Some((low, high)) if low < high => Axis { low, high, is_log },
            _ if is_log => {
                let room = libm::pow(high / low, 0.04).max(1.05);
                Axis { low: low / room, high: high * room, is_log }
            }
            _ => {
                let room = if high > low { 0.05 * (high - low) } else { 0.5 * low.abs().max(1.0) };
                Axis { low: low - room, high: high + room, is_log }
            }
        }
    }

    /// Where a value lies, 0 to 1.
    fn part(&self, value: f64) -> f64 {
        let part = if self.is_log {
            libm::log(value / self.low) / libm::log(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        };
        part.clamp(0.0, 1.0)
    }

    fn ticks(&self, about: usize) -> Vec<f64> {
        if self.is_log { log_ticks(self.low, self.high) } else { ticks(self.low, self.high, about) }
    }
}
