//! The stack and the hand, drawn.

use super::{God, Known, RANKS};
use crate::board;
use outwit_game::{Svg, text_width};

const GAP: f64 = 3.0;
const LEFT: f64 = 76.0;
const ROW: f64 = board::CARD.1 + 8.0;
/// Cards of the stack that are drawn: the last ones.
const SHOWN: usize = 12;

/// The stack above, the hand below in suits. Laid cards leave their place empty, and refused ones are dark.
pub(super) fn svg(god: &God, known: &Known, rule: Option<&str>) -> String {
    let wide = board::CARD.0 + GAP;
    let words = format!("try {} of {}", known.tries, god.tries);
    let rule = rule.map(|rule| format!("rule: {rule}")).unwrap_or_default();
    let cards = usize::from(god.ranks).max(SHOWN + 1) as f64 * wide;
    let width = LEFT + cards.max(text_width(&words, 13.0) + text_width(&rule, 13.0) + 40.0) + 10.0;
    let height = 5.0 * ROW + 46.0;
    let mut svg = Svg::new(width, height);
    svg.rect(0.0, 0.0, width, height, "#2f6b4f");
    let at = |row: usize, column: usize| (LEFT + column as f64 * wide, 8.0 + row as f64 * ROW);
    let draw = |svg: &mut Svg, place: (f64, f64), card: u8, ground: &str| {
        let card = god.card(card);
        board::card(svg, place, char::from(RANKS[usize::from(card.rank)]), card.suit.into(), ground);
    };
    svg.label(10.0, 8.0 + ROW / 2.0, 14.0, "#fff", "stack");
    let hidden = known.top.len().saturating_sub(SHOWN);
    if hidden > 0 {
        let (x, y) = at(0, 0);
        svg.text(x + wide / 2.0, y + ROW / 2.0, 12.0, "#fff", &format!("+{hidden}"));
    }
    for (place, &card) in known.top[hidden..].iter().enumerate() {
        draw(&mut svg, at(0, place + usize::from(hidden > 0)), card, "#fdfcf7");
    }
    svg.label(10.0, 22.0 + 3.0 * ROW, 14.0, "#fff", "hand");
    for index in (0..god.cards()).filter(|index| known.hand >> index & 1 == 1) {
        let card = god.card(index);
        let (x, y) = at(usize::from(card.suit) + 1, card.rank.into());
        let ground = if known.refused >> index & 1 == 1 { "#9aa" } else { "#fdfcf7" };
        draw(&mut svg, (x, y + 14.0), index, ground);
    }
    svg.label(LEFT, height - 12.0, 13.0, "#fff", &words);
    svg.label(LEFT + text_width(&words, 13.0) + 24.0, height - 12.0, 13.0, "#ffe08a", &rule);
    svg.finish()
}
