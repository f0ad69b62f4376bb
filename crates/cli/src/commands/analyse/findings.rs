//! What is found out about a game, as tables and plots. It knows no game.

use super::Gathered;
use super::sheet::{Cell, Sheet};
use crate::numbers;
use outwit::arena::picture::{LinePlot, Point, Series};
use outwit::exact::analysis::{Compared, Counting, Extent, Siblings, Survey, Together};
use outwit::game::{Control, Problem, Progress};

/// What is asked for.
pub struct Wanted {
    pub rules: Vec<Compared>,
    pub deepest: usize,
    pub at_starts: bool,
}

/// Everything found.
pub struct Findings {
    pub sheets: Vec<Sheet>,
    pub remarks: Vec<String>,
    pub classed_by: String,
    curves: Vec<(String, Vec<f64>)>,
    by_depth: Vec<[Option<f64>; 3]>,
}

/// More classes than this are not listed one by one.
const MOST_CLASSES: usize = 200;
/// The short names of the ways of counting.
const COUNTED: [&str; 3] = ["pairs", "nodes", "random game"];

impl Findings {
    pub fn new(gathered: &Gathered, wanted: &Wanted, control: &Control<'_>) -> Result<Findings, Problem> {
        let tell = |line: &str, nodes: usize| {
            if let Some(show) = control.progress {
                show(&Progress { depth: 0, nodes: nodes as u64, line: line.to_string() });
            }
            match control.is_stopped() {
                true => Err(Problem::new("stopped before the game was analysed")),
                false => Ok(()),
            }
        };
        tell("following random play", 0)?;
        let survey = Survey::of(&gathered.topology, gathered.labels.clone())?;
        let survey = Survey { decides_at_starts: wanted.at_starts, ..survey };
        let mut remarks = Vec::new();
        let mut sheets = vec![size(gathered, &survey), values(gathered, &survey)];
        tell("counting siblings", gathered.topology.len())?;
        sheets.push(dependence(&survey));
        sheets.push(together(&survey));
        let by_depth = survey.siblings_by_depth();
        sheets.extend(by_depth.as_deref().map(depth_sheet));
        let classes = &gathered.classes;
        if classes.count() > 1 && classes.count() <= MOST_CLASSES {
            let by_class = survey.siblings(classes.count(), |child| classes.of[child as usize] as usize);
            sheets.push(class_sheet(gathered, &survey, &by_class));
        } else if classes.count() > MOST_CLASSES {
            let count = numbers::count(classes.count() as u64);
            remarks.push(format!("There are {count} classes: too many to list."));
        }
        let mut curves = Vec::new();
        for rule in &wanted.rules {
            tell(&format!("deciding by {}", rule.name()), gathered.topology.len())?;
            let curve = rule.accuracy(&survey, classes, wanted.deepest, |_| !control.is_stopped());
            curves.push((rule.name(), curve));
        }
        tell("done", gathered.topology.len())?;
        sheets.push(accuracy(&curves, &gathered.classed_by, wanted));
        remarks.extend(curves.iter().filter_map(|(name, curve)| pathology(name, curve)));
        let by_depth = by_depth.unwrap_or_default();
        let degrees = |siblings: &Siblings| Counting::ALL.map(|counting| siblings.joint(counting).dependence());
        let by_depth = by_depth.iter().map(degrees).collect();
        Ok(Findings { sheets, remarks, classed_by: gathered.classed_by.clone(), curves, by_depth })
    }

    /// File names and drawings.
    pub fn plots(&self, game: &str) -> Vec<(&'static str, String)> {
        let point = |(x, y): (usize, f64)| Point { x: x as f64, y, interval: None };
        let accuracy = LinePlot {
            title: format!("How often the value of the position is kept, {game}"),
            x_label: "plies to which each move is searched".into(),
            y_label: "right decisions".into(),
            series: self
                .curves
                .iter()
                .map(|(name, curve)| Series {
                    name: name.clone(),
                    points: curve.iter().copied().enumerate().map(point).collect(),
                })
                .collect(),
            is_percent: true,
            ..LinePlot::default()
        };
        let mut plots = vec![("accuracy.svg", accuracy.to_svg())];
        if !self.by_depth.is_empty() {
            let series = |counting: usize| {
                let degrees = self.by_depth.iter().enumerate();
                let points = degrees.filter_map(|(depth, degrees)| Some((depth, degrees[counting]?))).map(point);
                Series { name: COUNTED[counting].into(), points: points.collect() }
            };
            let dependence = LinePlot {
                title: format!("Dependence of siblings by depth, {game}"),
                x_label: "depth".into(),
                y_label: "degree of dependence".into(),
                series: (0..3).map(series).collect(),
                ..LinePlot::default()
            };
            plots.push(("dependence-by-depth.svg", dependence.to_svg()));
        }
        plots
    }
}

fn size(gathered: &Gathered, survey: &Survey<'_>) -> Sheet {
    let extent = Extent::new(survey);
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut row = |what: &str, cell: Cell| rows.push(vec![Cell::text(what), cell]);
    row("positions", Cell::Count(extent.positions as f64));
    if survey.topology.starts() > 1 {
        row("positions to start from", Cell::Count(survey.topology.starts() as f64));
    }
    row("finished positions", Cell::Count(extent.finished as f64));
    row("moves", Cell::Count(extent.moves as f64));
    row("most moves of a position", Cell::Count(extent.widest as f64));
    row("positions with one move", Cell::Count(extent.forced as f64));
    row("positions come back", Cell::text(if extent.has_cycles { "yes" } else { "no" }));
    row("plies of the longest win", Cell::Count(f64::from(extent.longest_decision)));
    if let (Some(nodes), Some(leaves)) = (extent.tree_nodes, extent.tree_leaves) {
        row("nodes of the tree", Cell::Count(nodes));
        row("leaves of the tree", Cell::Count(leaves));
        row("longest game", Cell::Count(extent.tree_layers.len() as f64 - 1.0));
    }
    row("plies of a random game", Cell::Number(Some(survey.random_length()), 6));
    row("bytes a position", Cell::Number(Some(gathered.bytes as f64 / extent.positions as f64), 1));
    Sheet { name: "size", title: "Size".into(), columns: names(&["what", "number"]), rows }
}

fn values(gathered: &Gathered, survey: &Survey<'_>) -> Sheet {
    let labels = &gathered.labels;
    let rows = labels.outcomes().iter().zip(labels.counts()).zip(survey.random_outcomes());
    let rows = rows.map(|((&value, count), chance)| {
        let value_text = Cell::text(numbers::value(value));
        vec![value_text, Cell::Count(count as f64), Cell::Number(Some(chance), 6)]
    });
    let title = match survey.topology.starts() {
        1 => format!("Values to seat 1; the position asked about is worth {}", numbers::value(labels.value(0))),
        _ => "Values to seat 1; games begin at any of the positions to start from".to_string(),
    };
    Sheet { name: "values", title, columns: names(&["value", "positions", "random games"]), rows: rows.collect() }
}

/// Total, entropy, information, dependence, under each way of counting.
fn counted(rows: &mut Vec<Vec<Cell>>, over: &str, siblings: &Siblings) {
    for (counting, name) in Counting::ALL.into_iter().zip(COUNTED) {
        let joint = siblings.joint(counting);
        rows.push(vec![
            Cell::text(over),
            Cell::text(name),
            Cell::Number(Some(joint.total()), if counting == Counting::RandomGame { 6 } else { 0 }),
            Cell::Number(Some(joint.entropy()), 5),
            Cell::Number(Some(joint.mutual_information()), 6),
            Cell::Number(joint.dependence(), 6),
        ]);
    }
}

fn dependence(survey: &Survey<'_>) -> Sheet {
    let mut rows = Vec::new();
    if let Some(tree) = survey.tree_siblings(1, |_| 0) {
        counted(&mut rows, "tree", &tree[0]);
    }
    counted(&mut rows, "graph", &survey.siblings(1, |_| 0)[0]);
    let title = "Dependence between two siblings: bits of uncertainty, bits a sibling tells, and their ratio".into();
    let columns = names(&["over", "counted", "total", "entropy", "information", "dependence"]);
    Sheet { name: "dependence", title, columns, rows }
}

fn together(survey: &Survey<'_>) -> Sheet {
    let mut rows = Vec::new();
    let mut add = |over: &str, together: &Together| {
        for (counting, name) in Counting::ALL.into_iter().zip(COUNTED) {
            let family = together.under(counting);
            rows.push(vec![
                Cell::text(over),
                Cell::text(name),
                Cell::Number(Some(family.total_correlation), 6),
                Cell::Number(family.share, 6),
                Cell::Number(Some(family.information), 6),
                Cell::Number(family.dependence, 6),
            ]);
        }
    };
    if let Some(tree) = survey.tree_together() {
        add("tree", &tree);
    }
    add("graph", &survey.together());
    let title =
        "Dependence among all siblings: total correlation of a family, as a part of the most there can be; what all \
                 the others tell of one"
            .into();
    let columns = names(&["over", "counted", "total correlation", "share", "information", "dependence"]);
    Sheet { name: "together", title, columns, rows }
}

fn depth_sheet(by_depth: &[Siblings]) -> Sheet {
    let mut rows = Vec::new();
    for (depth, siblings) in by_depth.iter().enumerate().filter(|(_, siblings)| siblings.nodes > 0.0) {
        let joint = siblings.joint(Counting::RandomGame);
        let mut row = vec![
            Cell::Count(depth as f64),
            Cell::Count(siblings.nodes),
            Cell::Number(Some(joint.entropy()), 4),
            Cell::Number(Some(joint.mutual_information()), 4),
        ];
        row.extend(Counting::ALL.map(|counting| Cell::Number(siblings.joint(counting).dependence(), 4)));
        rows.push(row);
    }
    let title =
        "By depth of the tree: nodes with siblings; entropy and information in random games; degrees of dependence"
            .into();
    let columns = names(&["depth", "nodes", "entropy", "information", "pairs", "nodes counted", "random game"]);
    Sheet { name: "by_depth", title, columns, rows }
}

fn class_sheet(gathered: &Gathered, survey: &Survey<'_>, by_class: &[Siblings]) -> Sheet {
    let statistics = survey.class_statistics(&gathered.classes);
    let outcomes = gathered.labels.outcomes();
    let mut rows = Vec::new();
    for (class, siblings) in by_class.iter().enumerate() {
        let name: Vec<String> = gathered.classes.names[class].iter().map(|&number| numbers::value(number)).collect();
        let weights = statistics.of(class);
        let visits: f64 = weights.iter().sum();
        let mean = weights.iter().zip(outcomes).map(|(weight, value)| weight * value).sum::<f64>() / visits;
        let mut row = vec![
            Cell::text(name.join(" ")),
            Cell::Number(Some(visits), 6),
            Cell::Number((visits > 0.0).then_some(mean), 4),
            Cell::Count(siblings.nodes),
        ];
        row.extend(Counting::ALL.map(|counting| Cell::Number(siblings.joint(counting).dependence(), 4)));
        rows.push(row);
    }
    let title = format!(
        "By class ({}): visits of a random game, mean value, nodes with siblings, degrees of dependence",
        gathered.classed_by
    );
    let columns = names(&["class", "visits", "mean value", "nodes", "pairs", "nodes counted", "random game"]);
    Sheet { name: "by_class", title, columns, rows }
}

fn accuracy(curves: &[(String, Vec<f64>)], classed_by: &str, wanted: &Wanted) -> Sheet {
    let right = |curve: &Vec<f64>, depth: usize| Cell::Number(curve.get(depth).map(|right| 100.0 * right), 3);
    let row = |depth: usize| {
        let rules = curves.iter().map(|(_, curve)| right(curve, depth));
        [Cell::Count(depth as f64)].into_iter().chain(rules).collect()
    };
    let of = if wanted.at_starts { "starts" } else { "positions as random play visits them" };
    let title = format!("Right decisions by depth, in per cent of {of}; classes: {classed_by}");
    let columns = ["depth".to_string()].into_iter().chain(curves.iter().map(|(name, _)| name.clone())).collect();
    Sheet { name: "accuracy", title, columns, rows: (0..=wanted.deepest).map(row).collect() }
}

/// Names of columns.
fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// A sentence on where searching deeper does most harm, if it does more than a little.
fn pathology(name: &str, curve: &[f64]) -> Option<String> {
    let losses = curve.windows(2).enumerate().map(|(depth, pair)| (depth, 100.0 * (pair[0] - pair[1])));
    let (depth, points) = losses.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (points > 0.05).then(|| {
        format!("{name} is pathological here: depth {} decides {points:.2} points worse than depth {depth}.", depth + 1)
    })
}
