//! Win shares with their intervals, best first.

use super::labels::{widest, wrapped};
use super::{GRID, INK, PALE_INK, PALETTE, blank};
use crate::standings::Standings;
use crate::standings::words::{number, range};
use outwit_game::{Anchor, Font, text_width};

const LABEL: Font = Font::new(13.0, INK);
const SMALL: Font = Font::new(11.5, PALE_INK);
const LINE: f64 = 17.0;
const PLOT: f64 = 380.0;

/// Each agent's win share with its 95 % interval, on a scale from 0 to 100 %. The dashed line is an equal share.
pub fn win_shares_svg(standings: &Standings) -> String {
    let (names, order) = (standings.names(), standings.ranking());
    let labels: Vec<Vec<String>> = order.iter().map(|&agent| wrapped(&names[agent], 36)).collect();
    let left = widest(&labels, LABEL.size).max(60.0) + 30.0;
    let (top, values) = (64.0, 185.0);
    let heights: Vec<f64> = labels.iter().map(|lines| lines.len() as f64 * LINE + 14.0).collect();
    let bottom = top + heights.iter().sum::<f64>();
    let title = format!("Win share, {}", standings.setting.game);
    let width = (left + PLOT + 20.0 + values).max(text_width(&title, 16.0) + 40.0);
    let mut canvas = blank(width, bottom + 50.0);
    let x = |share: f64| left + PLOT * share;
    canvas.caption((20.0, 24.0), Anchor::Start, Font::new(16.0, INK).bold(), &title);
    let [heading, _] = standings.heading();
    let facts = heading.strip_prefix(&format!("{}: ", standings.setting.game)).unwrap_or(&heading);
    canvas.caption((20.0, 45.0), Anchor::Start, SMALL, facts);
    for tick in 0..=5 {
        let share = f64::from(tick) / 5.0;
        canvas.line((x(share), top), (x(share), bottom), GRID, 1.0);
        canvas.caption((x(share), bottom + 14.0), Anchor::Middle, SMALL, &format!("{} %", tick * 20));
    }
    if standings.seats > 1 {
        let equal = 1.0 / standings.seats as f64;
        canvas.dashed((x(equal), top), (x(equal), bottom), PALE_INK, 1.2);
    }
    let mut y = top;
    for ((agent, lines), height) in order.iter().zip(&labels).zip(heights) {
        let middle = y + 0.5 * height;
        for (i, line) in lines.iter().enumerate() {
            let offset = (i as f64 - 0.5 * (lines.len() - 1) as f64) * LINE;
            canvas.caption((left - 14.0, middle + offset), Anchor::End, LABEL, line);
        }
        let place = left + PLOT + 20.0;
        match standings.agents[*agent].win_share {
            None => {
                canvas.caption((place, middle), Anchor::Start, SMALL, "did not play");
            }
            Some(share) => {
                canvas.rect(x(0.0), middle - 5.0, PLOT * share.value, 10.0, "#cfe3f1");
                let mut value = format!("{} %", number(100.0 * share.value, 1));
                if let Some((low, high)) = share.interval {
                    canvas.line((x(low), middle), (x(high), middle), PALETTE[0], 2.5);
                    for end in [low, high] {
                        canvas.line((x(end), middle - 5.0), (x(end), middle + 5.0), PALETTE[0], 2.0);
                    }
                    value += &format!(" ({})", range((100.0 * low, 100.0 * high), 1));
                }
                canvas.mark(0, (x(share.value), middle), 5.0, PALETTE[0]);
                canvas.caption((place, middle), Anchor::Start, Font::new(12.5, INK), &value);
            }
        }
        y += height;
    }
    canvas.line((x(0.0), top), (x(0.0), bottom), PALE_INK, 1.0);
    let note = "95 % intervals by resampling deals; dashed: an equal share";
    canvas.caption((left, bottom + 36.0), Anchor::Start, SMALL, note);
    canvas.finish_with_title(&title)
}
