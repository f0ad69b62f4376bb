//! Tables 8 and 9: trees of the shape of tic-tac-toe whose leaves are drawn.
//!
//! The thesis shows one such tree. Here many are drawn, and an interval is where one more would lie 95 times in a hundred.

use super::tictactoe::{CLASSES, TABLE_6, TABLE_7, class};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Plot, Published, Report};
use outwit::arena::picture::{LinePlot, Point, Series};
use outwit::arena::statistics::{Estimate, spread};
use outwit::exact::analysis::{Counting, Siblings};
use outwit::game::{Game, Problem, Rng};
use outwit::games::tictactoe::{Board, TicTacToe};

/// Win for O, draw, win for X.
const OUTCOMES: usize = 3;
const DEPTHS: usize = 10;

/// The tree, parents before children, children of one parent side by side.
struct Shape {
    nodes: Vec<Node>,
}

struct Node {
    first_child: u32,
    children: u8,
    depth: u8,
    class: u8,
    /// How likely a random game comes here.
    chance: f64,
}

impl Shape {
    fn of_tic_tac_toe() -> Shape {
        let node = |board: &Board, depth: u8, chance: f64| {
            let class = class(board) as u8;
            Node { first_child: 0, children: 0, depth, class, chance }
        };
        let mut nodes = vec![node(&Board::default(), 0, 1.0)];
        let (mut layer, mut moves) = (vec![Board::default()], Vec::new());
        let mut number = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for board in &layer {
                moves.clear();
                if !TicTacToe.turn(board).is_over() {
                    TicTacToe.moves(board, &mut moves);
                }
                (nodes[number].first_child, nodes[number].children) = (nodes.len() as u32, moves.len() as u8);
                let (depth, chance) = (nodes[number].depth + 1, nodes[number].chance / moves.len() as f64);
                for &mv in &moves {
                    let mut after = *board;
                    TicTacToe.play(&mut after, mv);
                    nodes.push(node(&after, depth, chance));
                    next.push(after);
                }
                number += 1;
            }
            layer = next;
        }
        Shape { nodes }
    }

    /// Draws every leaf and folds the rest: X, who moves at even depths, wants the most.
    fn draw(&self, rng: &mut Rng, values: &mut Vec<u8>) {
        values.clear();
        values.resize(self.nodes.len(), 0);
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let children = node.first_child as usize..node.first_child as usize + usize::from(node.children);
            values[number] = match node.children {
                0 => rng.below(OUTCOMES as u64) as u8,
                _ if node.depth % 2 == 0 => values[children].iter().copied().fold(0, u8::max),
                _ => values[children].iter().copied().fold(u8::MAX, u8::min),
            };
        }
    }

    /// Siblings by depth, and by class.
    fn count(&self, values: &[u8]) -> (Vec<Siblings>, Vec<Siblings>) {
        let none = || Siblings::new(OUTCOMES);
        let mut by_depth: Vec<Siblings> = (0..DEPTHS).map(|_| none()).collect();
        let mut by_class: Vec<Siblings> = (0..=CLASSES.len()).map(|_| none()).collect();
        for node in self.nodes.iter().filter(|node| node.children >= 2) {
            let mut family = [0; OUTCOMES];
            let children = node.first_child as usize..node.first_child as usize + usize::from(node.children);
            values[children.clone()].iter().for_each(|&value| family[usize::from(value)] += 1);
            for child in children {
                let value = usize::from(values[child]);
                let groups =
                    [&mut by_depth[usize::from(node.depth) + 1], &mut by_class[usize::from(self.nodes[child].class)]];
                groups.into_iter().for_each(|group| group.add(value, &family, 1.0, node.chance));
                by_class[CLASSES.len()].add(value, &family, 1.0, node.chance);
            }
        }
        (by_depth, by_class)
    }
}

/// What many trees gave for one cell, and where one more would lie; trees without uncertainty gave nothing.
fn one_more(values: &[f64]) -> Estimate {
    spread(values).unwrap_or(Estimate { value: f64::NAN, interval: None })
}

const BY_DEPTH: [(&str, Option<&str>); DEPTHS] = [
    ("0", None),
    ("9", None),
    ("72", Some("0.00267")),
    ("504", Some("0.00156")),
    ("3,024", Some("0.00635")),
    ("15,120", Some("0.00044")),
    ("54,720", Some("0.00043")),
    ("148,176", Some("0.00003")),
    ("200,448", Some("0.00001")),
    ("0", None),
];

const BY_CLASS: [(&str, [&str; 3]); 5] = [
    ("34,121", ["0.00909", "0.00246", "0.09967"]),
    ("101,968", ["0.00631", "0.00309", "0.03973"]),
    ("65,536", ["0.00271", "0.00064", "0.02371"]),
    ("220,448", ["0.00610", "0.00249", "0.01629"]),
    ("422,073", ["0.00575", "0.00232", "0.07230"]),
];

pub(super) fn tables(report: &mut Report, request: &Request, progress: &Progress<'_>) -> Result<(), Problem> {
    let trees = request.size.pick(100, 1000);
    let shape = Shape::of_tic_tac_toe();
    let mut depths: Vec<Vec<f64>> = vec![Vec::new(); DEPTHS];
    let mut classes: Vec<[Vec<f64>; 3]> = vec![Default::default(); CLASSES.len() + 1];
    let mut values = Vec::new();
    let mut counted = None;
    for tree in 0..trees {
        progress.at("trees with random leaves", 0.9 * tree as f64 / trees as f64)?;
        shape.draw(&mut Rng::stream(request.seed, tree), &mut values);
        let (by_depth, by_class) = shape.count(&values);
        for (sample, siblings) in depths.iter_mut().zip(&by_depth) {
            sample.extend(siblings.joint(Counting::Nodes).dependence());
        }
        for (samples, siblings) in classes.iter_mut().zip(&by_class) {
            for counting in Counting::ALL {
                samples[counting as usize].extend(siblings.joint(counting).dependence());
            }
        }
        counted = Some((by_depth, by_class));
    }
    let Some((by_depth, by_class)) = counted else { return Ok(()) };

    let one_tree = format!(
        "published is one random tree; measured is the mean of {trees}, and the interval is where one more tree would lie 95 \
         times in a hundred. What it must leave out to be able to tell is what tic-tac-toe itself has (tables 6 and 7)"
    );
    let mut plotted = [Vec::new(), Vec::new()];
    let mut table = report.sheet("Table 8");
    for (depth, (nodes, printed)) in BY_DEPTH.into_iter().enumerate() {
        let row = format!("depth {depth}");
        table.exact(&row, "nodes w. siblings", nodes, by_depth[depth].nodes);
        if let Some(printed) = printed {
            let (published, estimate) = (Published::printed(printed), one_more(&depths[depth]));
            let real = TABLE_6[depth].2.map_or(f64::NAN, |[.., dependence]| Published::printed(dependence).value());
            table.sampled(&row, "Degree of Dependence", published, real, estimate).because(one_tree.as_str());
            plotted[0].push(Point { x: depth as f64, y: published.value(), interval: None });
            plotted[1].push(Point { x: depth as f64, y: estimate.value, interval: estimate.interval });
        }
    }
    let mut table = report.sheet("Table 9");
    for (place, (nodes, degrees)) in BY_CLASS.into_iter().enumerate() {
        let row = CLASSES.get(place).copied().unwrap_or("(All Classes)");
        match place < CLASSES.len() {
            true => table
                .exact(row, "# nodes with siblings", Published::printed(nodes).reconstructed(), by_class[place].nodes)
                .because("the classes are those of table 7, which were reconstructed by these numbers"),
            false => table.exact(row, "# nodes with siblings", nodes, by_class[place].nodes),
        };
        for (metric, printed) in degrees.into_iter().enumerate() {
            let real = Published::padded(TABLE_7[place].1[metric]).value();
            let column = format!("Metric {}", metric + 1);
            table.sampled(row, column, printed, real, one_more(&classes[place][metric])).because(one_tree.as_str());
        }
    }
    if request.wants("Table 8") {
        let [published, measured] = plotted;
        let plot = LinePlot {
            title: "Dependence of siblings, random leaves in the shape of tic-tac-toe".into(),
            x_label: "depth".into(),
            y_label: "degree of dependence".into(),
            series: vec![
                Series { name: format!("mean and 95 % of {trees} trees"), points: measured },
                Series { name: "published, one tree".into(), points: published },
            ],
            ..LinePlot::default()
        };
        report.plots.push(Plot { name: "table-8".into(), svg: plot.to_svg() });
    }
    Ok(())
}
