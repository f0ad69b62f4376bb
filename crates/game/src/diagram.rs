//! Trees drawn for people: from left to right, one row a leaf, so that no label meets another.
//!
//! Every branch ends in a straight run, and its label stands on that run; what is known of a node stands below it. A branch
//! leaves its node in a straight run too, past what stands below the node, so no line crosses a text. Columns are as wide as
//! their longest text really is and rows as high as their texts, so nothing overlaps whatever the labels. Where
//! there are more rows than anybody reads, deep parts are left out and say how much they are.

use crate::picture::{Svg, text_width};
use std::collections::BTreeMap;

/// What stands at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A seat decides: its number, and its colours (ground and letters).
    Seat(usize, &'static str, &'static str),
    /// Somebody decides, who needs no number.
    Decision,
    /// Chance decides.
    Chance,
    /// It ends here, with this text.
    End(String),
    /// It was cut off here, with this text.
    Frontier(String),
    /// Something was left out: this text.
    More(String),
}

/// A node of a drawing.
#[derive(Clone, Debug)]
pub struct DiagramNode {
    /// What stands there.
    pub mark: Mark,
    /// What stands on the branch that leads there.
    pub label: String,
    /// What is known of it, below it.
    pub notes: Vec<String>,
    /// The branch that leads there is the one that is taken.
    pub is_taken: bool,
    /// The branch was cut: it is drawn with dashes.
    pub is_cut: bool,
    /// Nodes with the same number are joined: a seat cannot tell them apart.
    pub joined: Option<u32>,
    /// The [place](crate::Svg::place) that the node is in a drawing that can be clicked.
    pub place: Option<String>,
    /// Its children.
    pub children: Vec<DiagramNode>,
}

impl DiagramNode {
    /// A node with nothing around it.
    pub fn new(mark: Mark, label: impl Into<String>) -> DiagramNode {
        DiagramNode {
            mark,
            label: label.into(),
            notes: Vec::new(),
            is_taken: false,
            is_cut: false,
            joined: None,
            place: None,
            children: Vec::new(),
        }
    }

    /// How many nodes there are, this one included.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(DiagramNode::count).sum::<usize>()
    }

    fn rows(&self) -> usize {
        self.children.iter().map(DiagramNode::rows).sum::<usize>().max(1)
    }

    /// How many rows there are if nothing is shown further down.
    fn rows_to(&self, levels: usize) -> usize {
        if levels == 0 {
            return 1;
        }
        self.children.iter().map(|child| child.rows_to(levels - 1)).sum::<usize>().max(1)
    }

    fn height(&self) -> usize {
        1 + self.children.iter().map(DiagramNode::height).max().unwrap_or(0)
    }

    /// Leaves out what would make more than this many rows: the deepest levels first, then the last of too many moves.
    pub fn cut_to(&mut self, rows: usize) {
        if self.rows() <= rows {
            return;
        }
        let levels = (1..self.height()).rev().find(|&levels| self.rows_to(levels) <= rows).unwrap_or(1);
        self.cut_below(levels);
        if self.rows() > rows {
            let kept = rows.saturating_sub(1).max(1);
            let left: usize = self.children[kept..].iter().map(DiagramNode::count).sum();
            let moves = self.children.len() - kept;
            self.children.truncate(kept);
            self.children.push(DiagramNode::new(Mark::More(format!("{left} nodes")), format!("{moves} more")));
        }
    }

    fn cut_below(&mut self, levels: usize) {
        if levels > 1 {
            self.children.iter_mut().for_each(|child| child.cut_below(levels - 1));
            return;
        }
        for child in self.children.iter_mut().filter(|child| !child.children.is_empty()) {
            let left = child.count() - 1;
            child.children.clear();
            child.notes.push(format!("{left} more below"));
        }
    }

    /// The drawing.
    pub fn svg(&self) -> String {
        Drawing::new(self).finish()
    }
}

const LETTER: f64 = 13.0;
const NOTE: f64 = 11.0;
const RADIUS: f64 = 12.0;
const GAP: f64 = 14.0;
const MARGIN: f64 = 16.0;
/// Room in which the branches of a node part.
const FAN: f64 = 22.0;
const TAKEN: &str = "#b03a2e";
const PLAIN: &str = "#7f8c8d";
const QUIET: &str = "#515a5a";

/// A node that has its place.
struct Placed<'n> {
    node: &'n DiagramNode,
    column: usize,
    y: f64,
    children: Vec<usize>,
}

struct Drawing<'n> {
    placed: Vec<Placed<'n>>,
    /// Where the marks of each column stand: their middles.
    columns: Vec<f64>,
    width: f64,
    height: f64,
}

/// How far a mark reaches from its middle to the right, and to the left.
fn reach(mark: &Mark) -> (f64, f64) {
    match mark {
        Mark::Seat(..) | Mark::Decision | Mark::Chance => (RADIUS, RADIUS),
        // A text begins where the others have their middle.
        Mark::End(text) | Mark::Frontier(text) | Mark::More(text) => (text_width(text, LETTER) + 10.0 - RADIUS, RADIUS),
    }
}

/// How far the notes below a node begin from its middle: at its left edge, or beside the line that joins it to others.
fn notes_from(node: &DiagramNode) -> f64 {
    if node.joined.is_some() { 4.0 } else { -RADIUS }
}

/// How far the notes below a node reach from its middle to the right.
fn notes_to(node: &DiagramNode) -> f64 {
    notes_from(node) + node.notes.iter().map(|note| text_width(note, NOTE)).fold(0.0, f64::max)
}

impl<'n> Drawing<'n> {
    fn new(root: &'n DiagramNode) -> Drawing<'n> {
        let mut drawing = Drawing { placed: Vec::new(), columns: Vec::new(), width: 0.0, height: MARGIN };
        drawing.place(root, 0);
        // A column's marks begin after the longest label on a run to them, and after everything of the column before.
        let columns = 1 + drawing.placed.iter().map(|placed| placed.column).max().unwrap_or(0);
        let mut left_end = MARGIN;
        for column in 0..columns {
            let here = || drawing.placed.iter().filter(move |placed| placed.column == column);
            let labels = here().map(|placed| text_width(&placed.node.label, LETTER)).fold(0.0, f64::max);
            let bend = if column == 0 { 0.0 } else { FAN };
            let run = if column == 0 { 0.0 } else { labels + 2.0 * GAP };
            let middle = left_end + bend + run + RADIUS;
            drawing.columns.push(middle);
            let right = here().map(|placed| reach(&placed.node.mark).0.max(notes_to(placed.node))).fold(0.0, f64::max);
            left_end = middle + right;
        }
        drawing.width = left_end + MARGIN;
        drawing.height += MARGIN - GAP;
        drawing
    }

    /// Rows from the top down; whoever has children stands at their middle, or lower where notes need the room.
    fn place(&mut self, node: &'n DiagramNode, column: usize) -> usize {
        let top = self.height;
        let children: Vec<usize> = node.children.iter().map(|child| self.place(child, column + 1)).collect();
        let above = RADIUS.max(LETTER + 5.0);
        let below = RADIUS + node.notes.len() as f64 * (NOTE + 3.0) + 2.0;
        let middle = match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => (self.placed[first].y + self.placed[last].y) / 2.0,
            _ => 0.0,
        };
        let y = middle.max(top + above);
        self.height = self.height.max(y + below + GAP);
        self.placed.push(Placed { node, column, y, children });
        self.placed.len() - 1
    }

    fn finish(&self) -> String {
        let mut svg = Svg::new(self.width.ceil(), self.height.ceil());
        svg.rect(0.0, 0.0, self.width.ceil(), self.height.ceil(), "#fff");
        // What is taken is drawn last, over the rest.
        for taken in [false, true] {
            for placed in &self.placed {
                for &child in placed.children.iter().filter(|&&child| self.placed[child].node.is_taken == taken) {
                    self.branch(&mut svg, placed, &self.placed[child]);
                }
            }
        }
        self.joins(&mut svg);
        for placed in &self.placed {
            self.mark(&mut svg, placed);
        }
        for placed in &self.placed {
            if let Some(name) = &placed.node.place {
                // The node with the label of the branch that leads to it.
                let (x, (right, left)) = (self.columns[placed.column], reach(&placed.node.mark));
                let label = if placed.column == 0 { 0.0 } else { self.widest(placed.column) + GAP };
                svg.place(name, x - left - label, placed.y - RADIUS - 6.0, left + label + right, 2.0 * RADIUS + 8.0);
            }
        }
        svg.finish()
    }

    /// The longest label on a run to a column.
    fn widest(&self, column: usize) -> f64 {
        let here = self.placed.iter().filter(|placed| placed.column == column);
        here.map(|placed| text_width(&placed.node.label, LETTER)).fold(0.0, f64::max)
    }

    fn branch(&self, svg: &mut Svg, parent: &Placed<'_>, child: &Placed<'_>) {
        let (from, to) = (self.columns[parent.column], self.columns[child.column]);
        // The bend is just left of the longest label of the column, so that all runs of a column begin together.
        let bend = to - RADIUS - self.widest(child.column) - 2.0 * GAP;
        let (colour, wide) = if child.node.is_taken { (TAKEN, 2.5) } else { (PLAIN, 1.2) };
        let dashes = if child.node.is_cut { " stroke-dasharray=\"4 3\"" } else { "" };
        svg.element(format_args!(
            r#"<polyline points="{:.1},{:.1} {:.1},{:.1} {:.1},{:.1} {:.1},{:.1}" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linejoin="round"{dashes}/>"#,
            from + RADIUS, parent.y, from + RADIUS.max(notes_to(parent.node)), parent.y, bend, child.y, to - RADIUS, child.y
        ));
        let ink = if child.node.is_taken { TAKEN } else { "#1a5276" };
        svg.label(bend + GAP, child.y - 5.0 - 0.35 * LETTER, LETTER, ink, &child.node.label);
    }

    /// Nodes of one information set are joined from top to bottom.
    fn joins(&self, svg: &mut Svg) {
        let mut sets: BTreeMap<u32, Vec<(f64, f64)>> = BTreeMap::new();
        for placed in &self.placed {
            if let Some(set) = placed.node.joined {
                sets.entry(set).or_default().push((self.columns[placed.column], placed.y));
            }
        }
        for points in sets.values_mut().filter(|points| points.len() > 1) {
            points.sort_by(|a, b| a.1.total_cmp(&b.1));
            let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            svg.element(format_args!(
                r##"<polyline points="{}" fill="none" stroke="#7d3c98" stroke-width="1.6" stroke-dasharray="2 4"/>"##,
                path.join(" ")
            ));
        }
    }

    fn mark(&self, svg: &mut Svg, placed: &Placed<'_>) {
        let (x, y) = (self.columns[placed.column], placed.y);
        match &placed.node.mark {
            Mark::Seat(number, ground, letters) => {
                svg.circle(x, y, RADIUS, ground);
                svg.text(x, y, LETTER, letters, &number.to_string());
            }
            Mark::Decision => {
                svg.element(format_args!(
                    r##"<rect x="{:.1}" y="{:.1}" width="{}" height="{}" fill="#d6eaf8" stroke="#333"/>"##,
                    x - RADIUS + 1.0,
                    y - RADIUS + 1.0,
                    2.0 * RADIUS - 2.0,
                    2.0 * RADIUS - 2.0
                ));
            }
            Mark::Chance => {
                svg.element(format_args!(
                    r##"<circle cx="{x:.1}" cy="{y:.1}" r="{}" fill="#fdebd0" stroke="#333"/>"##,
                    RADIUS - 1.0
                ));
                svg.text(x, y, LETTER, "#333", "?");
            }
            Mark::End(text) | Mark::Frontier(text) => {
                let dashes =
                    if matches!(placed.node.mark, Mark::Frontier(_)) { " stroke-dasharray=\"3 2\"" } else { "" };
                let width = text_width(text, LETTER) + 10.0;
                svg.element(format_args!(
                    r##"<rect x="{:.1}" y="{:.1}" width="{width:.1}" height="20" rx="3" fill="#f8f5ea" stroke="#999"{dashes}/>"##,
                    x - RADIUS, y - 10.0
                ));
                svg.label(x - RADIUS + 5.0, y, LETTER, "#222", text);
            }
            Mark::More(text) => {
                svg.label(x - RADIUS + 5.0, y, LETTER, QUIET, text);
            }
        }
        for (place, note) in placed.node.notes.iter().enumerate() {
            let below = y + RADIUS + (place + 1) as f64 * (NOTE + 3.0) - 2.0;
            svg.label(x + notes_from(placed.node), below - 0.35 * NOTE, NOTE, QUIET, note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(text: &str) -> DiagramNode {
        DiagramNode::new(Mark::End(text.to_string()), format!("to {text}"))
    }

    fn tree(levels: usize, width: usize) -> DiagramNode {
        if levels == 0 {
            return leaf("1 -1");
        }
        let mut node = DiagramNode::new(Mark::Chance, "a rather long label indeed");
        node.notes = vec!["value 3".to_string(), "alpha 1".to_string()];
        node.children = (0..width).map(|_| tree(levels - 1, width)).collect();
        node
    }

    /// The boxes of all texts and marks.
    fn boxes(drawing: &Drawing<'_>) -> Vec<(String, f64, f64, f64, f64)> {
        let mut boxes = Vec::new();
        for placed in &drawing.placed {
            let (x, y) = (drawing.columns[placed.column], placed.y);
            let (right, left) = reach(&placed.node.mark);
            boxes.push((format!("{:?}", placed.node.mark), x - left, y - RADIUS + 2.0, x + right, y + RADIUS - 2.0));
            if placed.column > 0 {
                let widest = drawing.placed.iter().filter(|other| other.column == placed.column);
                let widest = widest.map(|other| text_width(&other.node.label, LETTER)).fold(0.0, f64::max);
                let from = x - RADIUS - widest - GAP;
                boxes.push((
                    placed.node.label.clone(),
                    from,
                    y - 5.0 - LETTER * 0.8,
                    from + text_width(&placed.node.label, LETTER),
                    y - 2.0,
                ));
            }
            for (place, note) in placed.node.notes.iter().enumerate() {
                let below = y + RADIUS + (place + 1) as f64 * (NOTE + 3.0) - 2.0;
                let from = x + notes_from(placed.node);
                boxes.push((note.clone(), from, below - NOTE * 0.8, from + text_width(note, NOTE), below + 2.0));
            }
        }
        boxes
    }

    #[test]
    fn nothing_overlaps_and_nothing_sticks_out() {
        for (levels, width) in [(1, 1), (1, 5), (2, 1), (3, 1), (2, 3), (3, 2), (4, 2)] {
            let root = tree(levels, width);
            let drawing = Drawing::new(&root);
            let boxes = boxes(&drawing);
            for (place, one) in boxes.iter().enumerate() {
                assert!(one.1 >= 0.0 && one.2 >= 0.0 && one.3 <= drawing.width && one.4 <= drawing.height, "{one:?}");
                for other in &boxes[place + 1..] {
                    let apart = one.3 <= other.1 || other.3 <= one.1 || one.4 <= other.2 || other.4 <= one.2;
                    assert!(apart, "{levels} levels of {width}: {one:?} and {other:?}");
                }
            }
        }
    }

    /// The notes of a node lie left of where its branches part, and beside the line that joins it to others.
    #[test]
    fn no_branch_crosses_a_note() {
        let mut root = tree(3, 3);
        root.children[1].joined = Some(7);
        root.children[2].joined = Some(7);
        let drawing = Drawing::new(&root);
        for placed in &drawing.placed {
            let middle = drawing.columns[placed.column];
            for &child in &placed.children {
                let widest = drawing.placed.iter().filter(|other| other.column == drawing.placed[child].column);
                let widest = widest.map(|other| text_width(&other.node.label, LETTER)).fold(0.0, f64::max);
                let bend = drawing.columns[placed.column + 1] - RADIUS - widest - 2.0 * GAP;
                assert!(bend - (middle + notes_to(placed.node)) >= FAN - 1e-9, "{:?}", placed.node.label);
            }
        }
        assert!(notes_from(&root.children[1]) > 0.0 && notes_from(&root) < 0.0);
    }

    #[test]
    fn large_trees_are_cut_and_say_so() {
        let mut root = tree(6, 3);
        root.cut_to(40);
        assert_eq!(root.rows(), 27);
        assert!(root.svg().contains("39 more below"));
        let mut wide = tree(1, 100);
        wide.cut_to(40);
        assert_eq!(wide.rows(), 40);
        assert!(wide.svg().contains("61 more"));
    }
}
