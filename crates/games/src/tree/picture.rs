//! Trees drawn with characters and with lines, and what a search found in them.

use super::build::Remark;
use super::game::{Place, Tree};
use super::json::number;
use crate::board::COLOURS;
use outwit_game::{Bound, DiagramNode, Game, Mark, Turn};

/// Levels and lines of a picture of characters, at most.
const LEVELS: usize = 4;
const LINES: usize = 40;
/// Rows of a drawing, at most.
const ROWS: usize = 40;
/// Levels of a drawing that are looked at: nobody reads more, and files may be deep.
const DRAWN_LEVELS: usize = 12;

/// The tree below a node, indented, as many whole levels as fit. What a search took is marked with a star.
pub(super) fn picture(tree: &Tree, place: Place) -> String {
    let levels = (1..=LEVELS).rev().find(|&levels| count(tree, place, levels, LINES) < LINES).unwrap_or(1);
    let mut lines = vec![format!("{}  {}", tree.position_text(&place), described(tree, place))];
    let mut below: Vec<(Place, usize)> = tree.children(place).rev().map(|child| (child, 1)).collect();
    let has_best = tree.has_remarks();
    while let Some((node, level)) = below.pop() {
        if lines.len() + 1 == LINES && !below.is_empty() {
            lines.push("  ... and more".to_string());
            break;
        }
        let is_best = tree.remark(node).is_some_and(|remark| remark.is_best);
        let star = if is_best { "* " } else { "  " };
        let indent = "  ".repeat(level - usize::from(has_best).min(level));
        let star = if has_best { star } else { "" };
        let mut line = format!("{indent}{star}{}  {}", label(tree, node), described(tree, node));
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

/// A node in words, and what a search found there.
fn described(tree: &Tree, place: Place) -> String {
    let mut words = describe(tree, place);
    if let Some(remark) = tree.remark(place) {
        for note in notes(tree, place, remark) {
            words.push_str(", ");
            words.push_str(&note);
        }
    }
    words
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

/// What a search found at a node, beyond what stands there anyway.
fn notes(tree: &Tree, place: Place, remark: &Remark) -> Vec<String> {
    let mut notes = Vec::new();
    let is_leaf = tree.node(place).turn == Turn::Over;
    if let Some(values) = remark.value.as_ref().filter(|_| !is_leaf) {
        let known: Vec<String> = values.iter().map(|value| value.map_or("?".to_string(), short)).collect();
        let sign = match remark.bound {
            Some(Bound::AtMost) => "at most ",
            Some(Bound::AtLeast) => "at least ",
            _ => "value ",
        };
        // A bound is told of the first number that is known; the others follow from it or say nothing.
        let told = match remark.bound {
            Some(Bound::AtMost | Bound::AtLeast) => known.iter().find(|text| *text != "?").cloned().unwrap_or_default(),
            _ => known.join(" "),
        };
        notes.push(format!("{sign}{told}"));
    }
    if let Some(window) = remark.window.filter(|_| tree.shows_windows) {
        let end = |x: f64| match x {
            f64::NEG_INFINITY => "-inf".to_string(),
            f64::INFINITY => "inf".to_string(),
            x => short(x),
        };
        // A null window asks one question: is it more than alpha?
        let is_null = window.low < window.high && window.high - window.low <= 1e-9 * window.high.abs().max(1.0);
        let beta = if is_null { format!("{}+", end(window.low)) } else { end(window.high) };
        notes.push(format!("alpha {} beta {beta}", end(window.low)));
    }
    if remark.cut > 0 {
        notes.push(format!("{} cut", remark.cut));
    }
    notes
}

/// A number as people read it.
fn short(x: f64) -> String {
    let exact = number(x);
    match () {
        _ if x.abs() < 5e-5 => "0".to_string(),
        _ if exact.len() <= 7 => exact,
        // A hair beside a whole number is that number.
        _ => format!("{x:.4}").trim_end_matches('0').trim_end_matches('.').to_string(),
    }
}

/// What the file says a node is worth.
fn worth(tree: &Tree, place: Place) -> Option<String> {
    let worth = tree.worth(place)?;
    if let Some(spikes) = &worth.spikes {
        let spikes: Vec<String> =
            spikes.iter().map(|(value, p)| format!("{} ({})", short(*value), short(*p))).collect();
        return Some(format!("spikes {}", spikes.join(" ")));
    }
    let intervals = &worth.intervals[..tree.players()];
    if intervals.iter().all(|interval| interval.low == interval.high) {
        return Some(format!("worth {}", numbers(worth.values.seats(tree.players()))));
    }
    let ends = |x: f64, y: f64| format!("[{}, {}]", short(x), short(y));
    let intervals: Vec<String> = intervals.iter().map(|interval| ends(interval.low, interval.high)).collect();
    Some(format!("worth {}", intervals.join(" ")))
}

fn numbers(numbers: &[f64]) -> String {
    numbers.iter().map(|&x| short(x)).collect::<Vec<_>>().join(" ")
}

/// A drawing of the tree below a node, cut to what fits a page.
pub(super) fn svg(tree: &Tree, place: Place) -> String {
    let mut root = node(tree, place, DRAWN_LEVELS, &mut 10_000);
    root.label.clear();
    if can_click(tree, place) {
        for (drawn, child) in root.children.iter_mut().zip(tree.children(place)) {
            drawn.place = Some(tree.text(tree.node(child).mv).to_string());
        }
    }
    root.cut_to(ROWS);
    root.svg()
}

/// Whether every child of the place is drawn, and for the mover's eyes.
pub(super) fn can_click(tree: &Tree, place: Place) -> bool {
    !tree.facts().hidden && tree.children(place).len() <= ROWS
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

fn node(tree: &Tree, place: Place, levels: usize, left: &mut usize) -> DiagramNode {
    let known = tree.node(place);
    let mark = match known.turn {
        Turn::Of(seat) => {
            // Light letters on dark colours.
            let letters = if matches!(seat.index(), 1 | 4) { "#222" } else { "#fff" };
            Mark::Seat(seat.number(), COLOURS[seat.index()], letters)
        }
        Turn::Chance => Mark::Chance,
        Turn::Over if tree.is_frontier(&place) => Mark::Frontier(short_worth(tree, place).unwrap_or_default()),
        Turn::Over => Mark::End(short_worth(tree, place).unwrap_or_default()),
    };
    let text = if place == Place::ROOT { String::new() } else { label(tree, place) };
    let mut drawn = DiagramNode::new(mark, text);
    if let Some(name) = set_words(tree, place) {
        drawn.notes.push(name);
        drawn.joined = Some(known.set);
    }
    if known.turn != Turn::Over {
        drawn.notes.extend(worth(tree, place));
    }
    if let Some(remark) = tree.remark(place) {
        drawn.is_taken = remark.is_best;
        drawn.notes.extend(notes(tree, place, remark).into_iter().filter(|note| !note.ends_with(" cut")));
    }
    *left = left.saturating_sub(1);
    let children = tree.children(place);
    if children.len() > 0 && (levels == 0 || *left == 0) {
        drawn.notes.push("more below".to_string());
        return drawn;
    }
    drawn.children = children.map(|child| node(tree, child, levels - 1, left)).collect();
    if let Some(remark) = tree.remark(place).filter(|remark| remark.cut > 0 && !drawn.children.is_empty()) {
        let mut stub = DiagramNode::new(Mark::More("not looked at".to_string()), format!("{} cut", remark.cut));
        stub.is_cut = true;
        drawn.children.push(stub);
    }
    drawn
}
