//! The network as a drawing: what describes more plays stands above what it subsumes.

use crate::commands::decide::text::{number, percent};
use outwit::abstraction::net::Net;
use outwit::game::{Svg, text_width};

const ROW: f64 = 84.0;
const BOX: (f64, f64) = (18.0, 40.0);
const SIZE: f64 = 12.0;

pub fn network(net: &Net<f64>, is_all: bool) -> String {
    let arcs = super::arcs(net, is_all);
    // Each stands one row below the lowest of those above it.
    let mut rows = vec![0usize; net.len()];
    for _ in 0..net.len() {
        for &(wide, narrow) in &arcs {
            rows[narrow] = rows[narrow].max(rows[wide] + 1);
        }
    }
    let name = |node: usize| -> String {
        let name = net.name(node);
        if name.chars().count() > 44 { name.chars().take(43).chain(['…']).collect() } else { name.to_string() }
    };
    let wide = |node: usize| text_width(&name(node), SIZE).max(90.0) + 2.0 * BOX.0;
    let height = rows.iter().max().map_or(1, |row| row + 1) as f64 * ROW + 20.0;
    let row_width = |row: usize| -> f64 {
        (0..net.len()).filter(|&node| rows[node] == row).map(|node| wide(node) + 16.0).sum::<f64>()
    };
    let width = rows.iter().map(|&row| row_width(row)).fold(200.0, f64::max) + 20.0;
    let mut middles = vec![(0.0, 0.0); net.len()];
    for row in 0..=rows.iter().copied().max().unwrap_or(0) {
        let mut left = (width - row_width(row)) / 2.0;
        for node in (0..net.len()).filter(|&node| rows[node] == row) {
            middles[node] = (left + wide(node) / 2.0 + 8.0, 12.0 + row as f64 * ROW + BOX.1 / 2.0);
            left += wide(node) + 16.0;
        }
    }
    let mut svg = Svg::new(width, height);
    for (wide, narrow) in arcs {
        let (from, to) = (middles[wide], middles[narrow]);
        svg.line((from.0, from.1 + BOX.1 / 2.0), (to.0, to.1 - BOX.1 / 2.0), "#888", 1.2);
    }
    for (node, &(x, y)) in middles.iter().enumerate() {
        let worth = net
            .utility(node)
            .map_or(super::unseen(net, node, is_all).to_string(), |worth| format!("Ut {}", number(worth)));
        svg.rect(x - wide(node) / 2.0, y - BOX.1 / 2.0, wide(node), BOX.1, "#eef3ee");
        svg.text(x, y - 8.0, SIZE, "#222", &name(node));
        svg.text(x, y + 10.0, SIZE - 1.0, "#555", &format!("Pr {}, {worth}", percent(net.probability(node))));
    }
    svg.finish_with_title("A network of abstractions")
}
