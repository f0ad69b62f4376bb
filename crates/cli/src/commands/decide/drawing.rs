//! What `outwit decide` draws: the tree with its policy, risk profiles, and the tornado.

use super::text::{number, percent};
use outwit::arena::picture::{LinePlot, Point, Series, TornadoBar, tornado_svg};
use outwit::decision::{DecisionTree, InputKind, Lottery, NodeKind, Rollback, Sensitivity};
use outwit::game::{DiagramNode, Mark};

/// Rows of a drawn tree at most: nobody reads more.
const ROWS: usize = 60;
/// Bars of a tornado at most.
const BARS: usize = 16;
/// Risk profiles on one plot at most.
const LINES: usize = 7;

/// The tree from left to right: squares decide, circles are chance, the best moves are red, and below each node stands what
/// it is worth.
pub fn tree_svg(tree: &DecisionTree, solved: &Rollback<'_>) -> String {
    let mut root = drawn(tree, solved, 0);
    root.cut_to(ROWS);
    root.svg()
}

fn drawn(tree: &DecisionTree, solved: &Rollback<'_>, node: usize) -> DiagramNode {
    let worth = number(solved.certainty_equivalent(node));
    let parent = tree.parent(node);
    let label = match parent.map(|parent| tree.kind(parent)) {
        Some(NodeKind::Chance) => format!("{} {}", tree.mv(node), percent(tree.probability(node))),
        _ => tree.mv(node).to_string(),
    };
    let mark = match tree.kind(node) {
        NodeKind::Decision => Mark::Decision,
        NodeKind::Chance => Mark::Chance,
        NodeKind::End => Mark::End(worth.clone()),
    };
    let mut drawn_node = DiagramNode::new(mark, label);
    if tree.kind(node) != NodeKind::End {
        drawn_node.notes.push(worth);
    }
    drawn_node.is_taken = parent.is_some_and(|parent| solved.best(parent).contains(&node));
    drawn_node.children = tree.children(node).map(|child| drawn(tree, solved, child)).collect();
    drawn_node
}

/// How likely each lottery is to pay at most so much: one line each.
pub fn profiles_svg(title: &str, lotteries: &[(String, Lottery)]) -> String {
    let series = lotteries.iter().take(LINES).map(|(name, lottery)| {
        let mut at_most = 0.0;
        let points = lottery.outcomes().iter().map(|&(p, payoff)| {
            at_most += p;
            Point { x: payoff, y: at_most, interval: None }
        });
        Series { name: name.clone(), points: points.collect() }
    });
    LinePlot {
        title: title.to_string(),
        x_label: "payoff".to_string(),
        y_label: "chance to get at most this".to_string(),
        series: series.collect(),
        is_percent: true,
        y_range: Some((0.0, 1.0)),
        is_stepped: true,
        ..LinePlot::default()
    }
    .to_svg()
}

/// The risk profile of every first move, the best first; of the whole problem where chance or nobody moves first.
pub fn first_moves(tree: &DecisionTree, solved: &Rollback<'_>) -> Vec<(String, Lottery)> {
    if tree.kind(0) != NodeKind::Decision {
        return vec![("the problem".to_string(), solved.risk_profile())];
    }
    let best = solved.best(0);
    let mut moves: Vec<usize> = tree.children(0).collect();
    moves.sort_by_key(|node| !best.contains(node));
    let name = |node: usize| format!("{}{}", tree.mv(node), if best.contains(&node) { " (best)" } else { "" });
    moves.into_iter().map(|node| (name(node), solved.risk_profile_from(node))).collect()
}

/// How far each number moves the answer, the largest first.
pub fn tornado(tree: &DecisionTree, solved: &Rollback<'_>, found: &[Sensitivity]) -> String {
    let base = solved.certainty_equivalent(0);
    let bars: Vec<TornadoBar> = found
        .iter()
        .take(BARS)
        .map(|one| {
            let changes: Vec<String> = changes(tree, solved, one).into_iter().flatten().collect();
            TornadoBar {
                name: format!("{}, {}", input_name(tree, found, one), range_words(one)),
                answers: [0, 1].map(|end: usize| one.moved[end].certainty_equivalent),
                remark: if changes.is_empty() { String::new() } else { format!("then {}", changes.join(" or ")) },
            }
        })
        .collect();
    tornado_svg("What the answer hangs on", "certainty equivalent", base, &bars)
}

/// A number of the problem in words, wherever it stands.
pub fn plain_name(one: &Sensitivity) -> String {
    match one.kind {
        InputKind::Payoff => format!("payoff of {}", one.name),
        InputKind::Probability => format!("chance of {}", one.name),
    }
}

/// The same, where several of those that were found are called so, with the place it stands at.
pub fn input_name(tree: &DecisionTree, found: &[Sensitivity], one: &Sensitivity) -> String {
    let name = plain_name(one);
    if found.iter().filter(|other| other.kind == one.kind && other.name == one.name).count() < 2 {
        return name;
    }
    let place = tree.parent(one.nodes[0]).map_or_else(String::new, |parent| tree.place(parent));
    match one.nodes.len() {
        1 => format!("{name} at {place}"),
        several => format!("{name} at {place} and {} more", several - 1),
    }
}

/// From where to where it is moved.
pub fn range_words(one: &Sensitivity) -> String {
    let text = |x: f64| if one.kind == InputKind::Payoff { number(x) } else { percent(x) };
    format!("{} to {}", text(one.moved[0].input), text(one.moved[1].input))
}

/// The first moves that become best at either end of a number's range, where they are others.
pub fn changes(tree: &DecisionTree, solved: &Rollback<'_>, one: &Sensitivity) -> [Option<String>; 2] {
    [0, 1].map(|end: usize| {
        let best = &one.moved[end].best;
        let is_other = !best.is_empty() && !best.iter().any(|node| solved.best(0).contains(node));
        is_other.then(|| best.iter().map(|&node| tree.mv(node)).collect::<Vec<_>>().join(" or "))
    })
}
