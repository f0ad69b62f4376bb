//! Trees drawn with characters and with lines.

use super::game::{Place, Tree};
use super::json::number;
use crate::board::COLOURS;
use outwit_game::{Game, Svg, Turn, text_svg};

/// Levels and lines of a picture of characters, at most.
const LEVELS: usize = 4;
const LINES: usize = 40;
/// Nodes and levels of a drawing, at most.
const DRAWN: usize = 63;
const DRAWN_LEVELS: usize = 8;

/// The tree below a node, indented, as many whole levels as fit.
pub(super) fn picture(tree: &Tree, place: Place) -> String {
    let levels = (1..=LEVELS).rev().find(|&levels| count(tree, place, levels, LINES) < LINES).unwrap_or(1);
    let mut lines = vec![format!("{}  {}", tree.position_text(&place), describe(tree, place))];
    let mut below: Vec<(Place, usize)> = tree.children(place).rev().map(|child| (child, 1)).collect();
    while let Some((node, level)) = below.pop() {
        if lines.len() + 1 == LINES && !below.is_empty() {
            lines.push("  ... and more".to_string());
            break;
        }
        let mut line = format!("{}{}  {}", "  ".repeat(level), label(tree, node), describe(tree, node));
        let children = tree.children(node);
        if level < levels {
            below.extend(children.rev().map(|child| (child, level + 1)));
        } else if children.len() > 0 {
            line.push_str(" ...");
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// How many nodes lie at most `levels` below a node, counted up to a limit.
fn count(tree: &Tree, place: Place, levels: usize, limit: usize) -> usize {
    let mut total = 1;
    let mut level = vec![place];
    for _ in 0..levels {
        level = level.iter().flat_map(|&node| tree.children(node)).take(limit).collect();
        total += level.len();
    }
    total
}

/// The move that leads to a node, with its probability.
fn label(tree: &Tree, place: Place) -> String {
    let node = tree.node(place);
    let parent = Place(node.parent);
    if tree.node(parent).turn != Turn::Chance {
        return tree.text(node.mv).to_string();
    }
    let total: u64 = tree.children(parent).map(|child| tree.node(child).weight).sum();
    let probability = if total <= 1_000 {
        format!("{}/{total}", node.weight)
    } else {
        format!("{:.4}", node.weight as f64 / total as f64)
    };
    format!("{} ({probability})", tree.text(node.mv))
}

/// The name of a node's set, as it can be shown: a terminal obeys some characters, and SVG has no place for them.
fn set_words(tree: &Tree, place: Place) -> Option<String> {
    tree.set_name(&place).map(|name| name.replace(char::is_control, "\u{FFFD}"))
}

fn describe(tree: &Tree, place: Place) -> String {
    let set = set_words(tree, place).map(|name| format!(" at {name}")).unwrap_or_default();
    let worth = worth(tree, place);
    match tree.node(place).turn {
        Turn::Of(seat) => format!("{seat}{set}{}", worth.map(|worth| format!(", {worth}")).unwrap_or_default()),
        Turn::Chance => format!("chance{}", worth.map(|worth| format!(", {worth}")).unwrap_or_default()),
        Turn::Over => worth.unwrap_or_else(|| {
            let payoffs = tree.payoffs(&place);
            format!("pays {}", numbers(payoffs.seats(tree.players())))
        }),
    }
}

/// What the file says a node is worth.
fn worth(tree: &Tree, place: Place) -> Option<String> {
    let worth = tree.worth(place)?;
    if let Some(spikes) = &worth.spikes {
        let spikes: Vec<String> =
            spikes.iter().map(|(value, p)| format!("{} ({})", number(*value), number(*p))).collect();
        return Some(format!("spikes {}", spikes.join(" ")));
    }
    let intervals = &worth.intervals[..tree.players()];
    if intervals.iter().all(|interval| interval.low == interval.high) {
        return Some(format!("worth {}", numbers(worth.values.seats(tree.players()))));
    }
    let ends = |x: f64, y: f64| format!("[{}, {}]", number(x), number(y));
    let intervals: Vec<String> = intervals.iter().map(|interval| ends(interval.low, interval.high)).collect();
    Some(format!("worth {}", intervals.join(" ")))
}

fn numbers(numbers: &[f64]) -> String {
    numbers.iter().map(|&x| number(x)).collect::<Vec<_>>().join(" ")
}

/// A drawing of the tree below a node, if it is small enough to be one; else the picture of characters.
pub(super) fn svg(tree: &Tree, place: Place) -> String {
    let total = count(tree, place, DRAWN_LEVELS, DRAWN + 1);
    if total > DRAWN || count(tree, place, DRAWN_LEVELS + 1, DRAWN + 1) > total {
        return text_svg(&picture(tree, place));
    }
    let mut drawing = Drawing { tree, nodes: Vec::new(), leaves: 0, levels: 0 };
    drawing.lay_out(place, 0);
    drawing.finish()
}

/// What stands at a leaf of a drawing, or below an inner node.
fn short_worth(tree: &Tree, place: Place) -> Option<String> {
    let long = match tree.node(place).turn {
        Turn::Over => describe(tree, place),
        _ => worth(tree, place)?,
    };
    // The shape of a node says the first word.
    Some(long.split_once(' ').map_or(long.clone(), |(_, rest)| rest.to_string()))
}

const HEIGHT: f64 = 76.0;
const RADIUS: f64 = 15.0;

struct Drawn {
    place: Place,
    /// In widths of a leaf until all are known, then in pixels.
    x: f64,
    y: f64,
    /// Which of the drawn nodes are its children.
    children: Vec<usize>,
}

struct Drawing<'t> {
    tree: &'t Tree,
    nodes: Vec<Drawn>,
    leaves: usize,
    levels: usize,
}

impl Drawing<'_> {
    /// Leaves stand side by side; a parent stands above the middle of its children.
    fn lay_out(&mut self, place: Place, level: usize) -> usize {
        let children: Vec<usize> = self.tree.children(place).map(|child| self.lay_out(child, level + 1)).collect();
        let x = match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => (self.nodes[first].x + self.nodes[last].x) / 2.0,
            _ => {
                self.leaves += 1;
                self.leaves as f64 - 0.5
            }
        };
        self.levels = self.levels.max(level + 1);
        self.nodes.push(Drawn { place, x, y: (level as f64 + 0.5) * HEIGHT, children });
        self.nodes.len() - 1
    }

    fn finish(&mut self) -> String {
        // A leaf is as wide as the longest text, so that none runs into its neighbour.
        let characters = |node: &Drawn| short_worth(self.tree, node.place).map_or(0, |text| text.chars().count());
        let width = 24.0 + 6.5 * self.nodes.iter().map(characters).max().unwrap_or(0).max(8) as f64;
        self.nodes.iter_mut().for_each(|node| node.x *= width);
        let (total_width, height) = (self.leaves as f64 * width, self.levels as f64 * HEIGHT);
        let mut svg = Svg::new(total_width, height);
        svg.rect(0.0, 0.0, total_width, height, "#fff");
        for node in &self.nodes {
            for child in node.children.iter().map(|&child| &self.nodes[child]) {
                svg.stroke((node.x, node.y), (child.x, child.y), "#777");
                let label = label(self.tree, child.place);
                svg.text((node.x + child.x) / 2.0, (node.y + child.y) / 2.0, 13.0, "#1a5276", &label);
            }
        }
        for node in &self.nodes {
            self.node(&mut svg, node);
        }
        svg.finish()
    }

    fn node(&self, svg: &mut Svg, node: &Drawn) {
        let (x, y) = (node.x, node.y);
        let text = short_worth(self.tree, node.place).unwrap_or_default();
        match self.tree.node(node.place).turn {
            Turn::Of(seat) => {
                // Light letters on dark colours.
                let letters = if matches!(seat.index(), 1 | 4) { "#222" } else { "#fff" };
                svg.circle(x, y, RADIUS, COLOURS[seat.index()]);
                svg.text(x, y, 15.0, letters, &seat.number().to_string());
                if let Some(name) = set_words(self.tree, node.place) {
                    svg.text(x + RADIUS * 2.0, y - RADIUS, 12.0, "#777", &name);
                }
                svg.text(x, y + RADIUS + 8.0, 11.0, "#777", &text);
            }
            Turn::Chance => {
                let corners = [(x, y - RADIUS), (x + RADIUS, y), (x, y + RADIUS), (x - RADIUS, y)];
                svg.polygon(&corners, "#aab7b8");
                svg.text(x, y, 14.0, "#222", "?");
                svg.text(x, y + RADIUS + 8.0, 11.0, "#777", &text);
            }
            Turn::Over => {
                let width = 10.0 + 6.5 * text.chars().count() as f64;
                svg.rect(x - width / 2.0, y - 11.0, width, 22.0, "#f4f0e4");
                svg.text(x, y, 12.0, "#222", &text);
            }
        }
    }
}
