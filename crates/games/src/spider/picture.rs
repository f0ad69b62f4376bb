//! The table drawn, in characters and as SVG.

use super::Spider;
use super::tableau::{self, Tableau, UNKNOWN};
use super::text::{card_text, suit_letter};
use outwit_game::Svg;

/// What stands beside the columns.
/// The place of the stock in a drawing: the line below the columns that tells how much is left of it.
pub(super) const STOCK: &str = "stock";

fn caption(game: &Spider, table: &Tableau) -> String {
    let taken: String = (0..4).flat_map(|suit| (0..table.taken[suit]).map(move |_| suit_letter(suit))).collect();
    let deals = table.stock / game.columns;
    format!(
        "stock {} ({deals} {})   taken {}   score {}",
        table.stock,
        if deals == 1 { "deal" } else { "deals" },
        if taken.is_empty() { "-" } else { &taken },
        game.points(table)
    )
}

pub(super) fn picture(game: &Spider, table: &Tableau) -> String {
    let columns = usize::from(game.columns);
    let height = |column: usize| usize::from(table.down(column)) + table.column(column).len();
    let rows = (0..columns).map(height).max().unwrap_or(0).max(1);
    let mut lines = vec![(1..=columns).map(|column| format!("{column:>3}")).collect::<String>()];
    for row in 0..rows {
        let cell = |column: usize| {
            let down = usize::from(table.down(column));
            match table.column(column).get(row.wrapping_sub(down)) {
                _ if row < down => " ##".to_string(),
                Some(&card) => format!(" {}", card_text(card)),
                None => "   ".to_string(),
            }
        };
        lines.push((0..columns).map(cell).collect::<String>().trim_end().to_string());
    }
    lines.push(caption(game, table));
    lines.join("\n")
}

const WIDTH: f64 = 44.0;
const HEIGHT: f64 = 60.0;
const GAP: f64 = 8.0;
/// How much of a card below others is seen: face down, face up.
const SLIVERS: [f64; 2] = [7.0, 17.0];
const INKS: [&str; 4] = ["#1b1b1b", "#c0392b", "#d35400", "#1e6b3a"];
const SIGNS: [&str; 4] = ["\u{2660}", "\u{2665}", "\u{2666}", "\u{2663}"];

pub(super) fn svg(game: &Spider, table: &Tableau) -> String {
    let columns = usize::from(game.columns);
    let top = 26.0;
    let depth = |column: usize| {
        let up = table.column(column).len().saturating_sub(1) as f64;
        SLIVERS[0] * f64::from(table.down(column)) + SLIVERS[1] * up + HEIGHT
    };
    let tallest = (0..columns).map(depth).fold(HEIGHT, f64::max);
    let width = GAP + columns as f64 * (WIDTH + GAP);
    let mut svg = Svg::new(width, top + tallest + 34.0);
    svg.rect(0.0, 0.0, width, top + tallest + 34.0, "#2f6f4f");
    for column in 0..columns {
        let x = GAP + column as f64 * (WIDTH + GAP);
        let mut y = top;
        svg.text(x + WIDTH / 2.0, 13.0, 13.0, "#dfeee4", &(column + 1).to_string());
        if table.column(column).is_empty() {
            svg.rect(x, y, WIDTH, HEIGHT, "#296246");
        }
        for _ in 0..table.down(column) {
            svg.rect(x, y, WIDTH, HEIGHT, "#20476b").rect(x + 2.0, y + 2.0, WIDTH - 4.0, HEIGHT - 4.0, "#3b6f9e");
            y += SLIVERS[0];
        }
        for &card in table.column(column) {
            svg.rect(x, y, WIDTH, HEIGHT, "#8a8a80").rect(x + 1.0, y + 1.0, WIDTH - 2.0, HEIGHT - 2.0, "#fdfdf7");
            if card == UNKNOWN {
                svg.text(x + WIDTH / 2.0, y + 9.0, 14.0, "#777", "?");
            } else {
                let suit = tableau::suit(card);
                let rank =
                    card_text(card).chars().next().map_or(String::new(), |rank| rank.to_string().replace('T', "10"));
                svg.text(x + WIDTH / 2.0, y + 9.0, 14.0, INKS[suit], &format!("{rank}{}", SIGNS[suit]));
            }
            y += SLIVERS[1];
        }
        svg.place(&(column + 1).to_string(), x, 0.0, WIDTH, top + tallest);
    }
    svg.place(STOCK, 0.0, top + tallest, width, 34.0);
    svg.text(width / 2.0, top + tallest + 18.0, 13.0, "#dfeee4", &caption(game, table));
    svg.finish()
}
