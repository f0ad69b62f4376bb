//! Who beats whom by how much: a matrix of paired differences.

use super::labels::{widest, wrapped};
use super::{INK, PALE_INK, blank};
use crate::standings::Standings;
use crate::standings::words::{decimals_for, range, signed};
use crate::statistics::Difference;
use outwit_game::{Anchor, Font, Svg, text_width};

const LABEL: Font = Font::new(13.0, INK);
const SMALL: Font = Font::new(11.5, PALE_INK);
const LINE: f64 = 17.0;
const CELL: f64 = 92.0;
/// Room for the numbers by which columns refer to rows.
const NUMBERS: f64 = 30.0;

/// The difference in win share of each row's agent over each column's, in points, best first; in payoff where the game is for
/// one. Blue is ahead, orange behind; bold where the difference is shown at the 5 % level, all pairs taken together.
pub fn differences_svg(standings: &Standings) -> String {
    let (names, order) = (standings.names(), standings.ranking());
    let labels: Vec<Vec<String>> = order.iter().map(|&agent| wrapped(&names[agent], 36)).collect();
    let left = widest(&labels, LABEL.size).max(60.0) + 30.0 + NUMBERS;
    let height = labels.iter().map(|lines| lines.len() as f64 * LINE + 12.0).fold(46.0, f64::max);
    let (top, n) = (86.0, order.len() as f64);
    let compared = standings.compared();
    // Points of win share are hundredths; payoffs are told as they are.
    let (what, points, factor) =
        if standings.is_alone() { ("payoff", "payoff points", 1.0) } else { ("win share", "points", 100.0) };
    let title = format!("Difference in {what}, {}", standings.setting.game);
    let notes = [
        &format!("{points} of the row's agent over the column's, with 95 % intervals"),
        "bold: p < 0.05, corrected (Holm)",
    ];
    let width = [left + n * CELL + 24.0, text_width(&title, 16.0) + 40.0, text_width(notes[0], SMALL.size) + 30.0];
    let mut canvas = blank(width.into_iter().fold(0.0, f64::max), top + n * height + 20.0);
    canvas.caption((20.0, 24.0), Anchor::Start, Font::new(16.0, INK).bold(), &title);
    canvas.caption((20.0, 45.0), Anchor::Start, SMALL, notes[0]);
    canvas.caption((20.0, 60.0), Anchor::Start, SMALL, notes[1]);
    let least = if standings.is_alone() { f64::MIN_POSITIVE } else { 0.1 };
    let largest = compared.iter().fold(least, |most: f64, pair| most.max(pair.estimate.value.abs()));
    for (row, &agent) in order.iter().enumerate() {
        let middle = top + (row as f64 + 0.5) * height;
        let lines = &labels[row];
        for (i, line) in lines.iter().enumerate() {
            let offset = (i as f64 - 0.5 * (lines.len() - 1) as f64) * LINE;
            canvas.caption((left - NUMBERS - 10.0, middle + offset), Anchor::End, LABEL, line);
        }
        canvas.caption((left - 0.5 * NUMBERS, middle), Anchor::Middle, LABEL.bold(), &(row + 1).to_string());
        let place = left + (row as f64 + 0.5) * CELL;
        canvas.caption((place, top - 11.0), Anchor::Middle, LABEL.bold(), &(row + 1).to_string());
        for (column, &other) in order.iter().enumerate() {
            let corner = (left + column as f64 * CELL, top + row as f64 * height);
            let pair = compared
                .iter()
                .find(|pair| (pair.a.min(pair.b), pair.a.max(pair.b)) == (agent.min(other), agent.max(other)));
            let Some(pair) = pair.filter(|_| agent != other) else {
                canvas.rect(corner.0 + 1.0, corner.1 + 1.0, CELL - 2.0, height - 2.0, "#f1f3f4");
                continue;
            };
            let sign = if pair.a == agent { 1.0 } else { -1.0 };
            cell(&mut canvas, corner, height, pair, sign * factor, largest);
        }
    }
    canvas.finish_with_title(&title)
}

/// One difference, written times a factor and shaded as a part of the largest.
fn cell(canvas: &mut Svg, corner: (f64, f64), height: f64, pair: &Difference, factor: f64, largest: f64) {
    let value = factor * pair.estimate.value;
    let fill = shade(factor.signum() * pair.estimate.value / largest);
    canvas.rect(corner.0 + 1.0, corner.1 + 1.0, CELL - 2.0, height - 2.0, &fill);
    let interval = pair
        .estimate
        .interval
        .map(|(low, high)| if factor > 0.0 { (factor * low, factor * high) } else { (factor * high, factor * low) });
    let decimals = decimals_for(interval.map_or(100.0, |(low, high)| high - low));
    let middle = (corner.0 + 0.5 * CELL, corner.1 + 0.5 * height);
    let font = Font::new(14.0, INK);
    let font = if pair.p < 0.05 { font.bold() } else { font };
    canvas.caption((middle.0, middle.1 - 8.0), Anchor::Middle, font, &signed(value, decimals));
    if let Some(interval) = interval {
        canvas.caption(
            (middle.0, middle.1 + 10.0),
            Anchor::Middle,
            Font::new(11.0, "#3c4043"),
            &range(interval, decimals),
        );
    }
}

/// From orange through white to blue, for -1 to 1; light enough for black numbers.
fn shade(part: f64) -> String {
    let end: [f64; 3] = if part >= 0.0 { [126.0, 184.0, 224.0] } else { [240.0, 170.0, 105.0] };
    let strength = part.abs().min(1.0);
    let [r, g, b] = end.map(|channel| (255.0 + (channel - 255.0) * strength).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}
