//! A decision tree solved.

use super::text::{self, number, percent, table};
use super::{TREE, Told, drawing};
use outwit::decision::{
    DecisionTree, Event, Events, Information, InputKind, NodeKind, Rollback, Sensitivity, Step, TwoWay, Utility,
};
use outwit::game::Problem;
use serde_json::{Value, json};

/// A policy is printed up to so many lines.
const LINES: usize = 200;
/// Chance nodes are looked at one by one in trees of up to so many nodes times chance nodes: fewer where a price has to be
/// searched for.
const ONE_BY_ONE: usize = 5_000_000;
const ONE_BY_ONE_SEARCHING: usize = 100_000;

struct Report<'t> {
    name: &'t str,
    tree: &'t DecisionTree,
    utility: &'t Utility,
    solved: Rollback<'t>,
    /// What to know, and what it is worth; or why that is not told.
    events: Result<Vec<(Event, Information)>, Problem>,
    all: Option<Information>,
    nodes: Option<Vec<(usize, Information)>>,
    /// The share by which numbers were moved, and what that did; none where the tree is too large for it.
    vary: f64,
    hangs_on: Option<Vec<Sensitivity>>,
    /// The names of two numbers, and the answer as both move.
    two_way: Option<([String; 2], TwoWay)>,
}

/// Points to either side of what a number is, when two are moved.
const SIDE: usize = 4;

/// The answer as two numbers move by up to half the range of payoffs, or a quarter of certainty: those of these names, or those
/// on which most hangs.
fn both_ways(
    tree: &DecisionTree,
    utility: &Utility,
    found: &[Sensitivity],
    names: &str,
) -> Result<([String; 2], TwoWay), Problem> {
    let asked: Vec<&str> = names.split(';').map(str::trim).filter(|name| !name.is_empty()).collect();
    let in_words = |one: &Sensitivity| drawing::input_name(tree, found, one);
    let known = || found.iter().map(in_words).collect::<Vec<_>>().join("; ");
    let named = |name: &str| {
        // Of several with one name the one on which most hangs.
        let fits = |one: &&Sensitivity| in_words(one) == name || one.name == name || drawing::plain_name(one) == name;
        found
            .iter()
            .find(fits)
            .ok_or_else(|| Problem::new(format!("--two-way: there is no number `{name}`; there are: {}", known())))
    };
    let pair: Vec<&Sensitivity> = match asked[..] {
        [] => found.iter().take(2).collect(),
        [first, second] => vec![named(first)?, named(second)?],
        _ => return Err(Problem::new("--two-way takes two names with a semicolon between them, or none")),
    };
    let [across, up] = pair[..] else {
        return Err(Problem::new("the tree has fewer than two numbers that could move"));
    };
    if across.kind == up.kind && across.nodes == up.nodes {
        return Err(Problem::new("--two-way takes two different numbers"));
    }
    let both = tree.two_way(utility, [across, up], Step::OfRange(0.25), SIDE);
    Ok(([across, up].map(in_words), both))
}

/// Numbers are told with what the answer does up to so many; the rest is in the JSON.
const NUMBERS: usize = 12;

/// What is asked about a tree.
pub struct Asking<'a> {
    pub utility: &'a Utility,
    /// The share by which numbers are moved.
    pub vary: f64,
    /// Whether two numbers are moved at once, and the names of which; nothing for those on which most hangs.
    pub two_way: Option<&'a str>,
    pub as_json: bool,
    pub draws: bool,
}

pub fn run(name: &str, text: &str, asking: &Asking<'_>) -> Result<Told, Problem> {
    let &Asking { utility, vary, two_way, as_json, draws } = asking;
    let (players, outline) = outwit::games::tree::read(text)?;
    if players != 1 {
        return Err(Problem::new(format!(
            "a decision problem has one seat, and this tree has {players}; for a tree with other players ask \
             `outwit advise tree:file={name}`"
        )));
    }
    let tree = DecisionTree::new(&outline)?;
    let solved = tree.roll_back(utility)?;
    let found = Events::new(&tree);
    let mut all = None;
    let events = match &found {
        Ok(found) => {
            all = Some(found.all_information(utility)?);
            let each = found.events().iter().enumerate();
            each.map(|(number, event)| Ok((event.clone(), found.information(utility, &[number])?))).collect()
        }
        Err(problem) => Err(problem.clone()),
    };
    let limit = if utility.is_shift_invariant() { ONE_BY_ONE } else { ONE_BY_ONE_SEARCHING };
    let is_small = tree.chance_nodes().count() * tree.size() <= limit;
    let one = |node: usize| Ok((node, tree.node_information(utility, node)?));
    let nodes = if is_small { Some(tree.chance_nodes().map(one).collect::<Result<_, Problem>>()?) } else { None };
    let is_small = 2 * tree.input_count() * tree.size() <= ONE_BY_ONE;
    let hangs_on = if is_small { Some(tree.sensitivity(utility, Step::OfItself(vary))?) } else { None };
    let two_way = match (two_way, &hangs_on) {
        (None, _) => None,
        (Some(_), None) => return Err(Problem::new("the tree is too large to move two numbers of it at once")),
        (Some(names), Some(found)) => Some(both_ways(&tree, utility, found, names)?),
    };
    let report = Report { name, tree: &tree, utility, solved, events, all, nodes, vary, hangs_on, two_way };
    let text = if as_json { format!("{}\n", report.json()) } else { report.text() };
    Ok(Told { text, pictures: if draws { report.pictures() } else { Vec::new() } })
}

/// What distinguishes an event from others with the same outcomes.
fn event_name(event: &Event) -> String {
    let mut name = event.outcomes.join("/");
    if event.is_split {
        let chances: Vec<String> = event.probabilities.iter().map(|&p| percent(p)).collect();
        name.push_str(&format!(" ({})", chances.join("/")));
    }
    if event.before > 0 {
        name.push_str(&format!(", time {}", event.before + 1));
    }
    name
}

impl Report<'_> {
    fn text(&self) -> String {
        let mut out = format!("{}: {} nodes, utility {}\n\n", self.name, self.tree.size(), self.utility);
        out.push_str(&format!("  certainty equivalent  {}\n", number(self.solved.certainty_equivalent(0))));
        out.push_str(&format!("  expected payoff       {}\n", number(self.solved.expected_payoff(0))));
        out.push_str(&format!("  expected utility      {}\n", text::utility(self.solved.expected_utility(0))));
        out.push_str("\nBest policy (* best, each worth its certainty equivalent)\n\n");
        out.push_str(&self.policy());
        out.push_str("\nRisk profile of the best policy\n\n");
        out.push_str(&self.profile());
        out.push_str(&self.numbers());
        out.push_str(&self.map());
        out.push_str(&self.information());
        out
    }

    fn pictures(&self) -> Vec<(&'static str, String)> {
        let profiles = drawing::first_moves(self.tree, &self.solved);
        let title = if profiles.len() > 1 { "Risk profiles of the first moves" } else { "Risk profile" };
        let mut pictures = vec![
            (TREE, drawing::tree_svg(self.tree, &self.solved)),
            ("risk-profile.svg", drawing::profiles_svg(title, &profiles)),
        ];
        if let Some(found) = &self.hangs_on {
            pictures.push(("tornado.svg", drawing::tornado(self.tree, &self.solved, found)));
        }
        pictures
    }

    /// One-way sensitivity: the tornado in numbers.
    fn numbers(&self) -> String {
        let Some(found) = &self.hangs_on else {
            return "\nThe tree is too large to move its numbers one by one\n".to_string();
        };
        let base = self.solved.certainty_equivalent(0);
        let moving: Vec<&Sensitivity> =
            found.iter().filter(|one| one.swing(base) > 1e-9 * (1.0 + base.abs())).collect();
        if found.is_empty() || self.vary == 0.0 {
            return String::new();
        }
        let share = percent(self.vary);
        let mut out = format!("\nWhat the answer hangs on: one number at a time {share} down and up\n\n");
        if moving.is_empty() {
            return out + "  no number moves it\n";
        }
        let mut rows = vec![["number", "from", "to", "worth then", "", "becomes best"].map(str::to_string).to_vec()];
        for one in moving.iter().take(NUMBERS) {
            let text = |x: f64| if one.kind == InputKind::Payoff { number(x) } else { percent(x) };
            let worth = |end: usize| one.moved[end].certainty_equivalent.map_or("no utility".to_string(), number);
            let best: Vec<String> = drawing::changes(self.tree, &self.solved, one).into_iter().flatten().collect();
            let name = drawing::input_name(self.tree, found, one);
            let [low, high] = [0, 1].map(|end: usize| text(one.moved[end].input));
            rows.push(vec![name, low, high, worth(0), worth(1), best.join(", ")]);
        }
        out += &table(&rows, true);
        let more = moving.len().saturating_sub(NUMBERS);
        if more > 0 {
            out += &format!("  ... and {more} more numbers that move it less\n");
        }
        out
    }

    /// Two-way sensitivity: which first move is best as two numbers move.
    fn map(&self) -> String {
        let Some(([across, up], both)) = &self.two_way else { return String::new() };
        let mut out = format!("\nWhat is best as {across} (across) and {up} (down) move\n\n");
        let mut rows =
            vec![std::iter::once(String::new()).chain(both.across.iter().map(|&x| number(x))).collect::<Vec<_>>()];
        for (&y, row) in both.up.iter().zip(&both.rows) {
            let cell = |cell: &Option<(f64, Vec<usize>)>| match cell {
                None => "-".to_string(),
                Some((worth, best)) if best.is_empty() => number(*worth),
                Some((_, best)) => best.iter().map(|&node| self.tree.mv(node)).collect::<Vec<_>>().join("/"),
            };
            rows.push(std::iter::once(number(y)).chain(row.iter().map(cell)).collect());
        }
        out += &table(&rows, false);
        out
    }

    /// The tree below best moves; what other moves are worth, and nothing below them.
    fn policy(&self) -> String {
        let mut rows: Vec<(String, f64)> = Vec::new();
        let mut stack: Vec<(usize, usize)> = Vec::new();
        let mut left_out = 0;
        let push = |stack: &mut Vec<(usize, usize)>, node: usize, depth: usize| {
            stack.extend(self.tree.children(node).rev().map(|child| (child, depth)));
        };
        if self.tree.kind(0) == NodeKind::End {
            rows.push(("(over)".to_string(), self.solved.certainty_equivalent(0)));
        }
        push(&mut stack, 0, 0);
        while let Some((node, depth)) = stack.pop() {
            let parent = self.tree.parent(node).unwrap_or(0);
            let is_choice = self.tree.kind(parent) == NodeKind::Decision;
            let is_best = !is_choice || self.solved.best(parent).contains(&node);
            let lead = match (is_choice, is_best) {
                (true, true) => "*".to_string(),
                (true, false) => "-".to_string(),
                (false, _) => percent(self.tree.probability(node)),
            };
            if rows.len() == LINES {
                left_out += 1;
            } else {
                let text = format!("{}{lead} {}", "   ".repeat(depth.min(20)), self.tree.mv(node));
                rows.push((text, self.solved.certainty_equivalent(node)));
            }
            if is_best {
                push(&mut stack, node, depth + 1);
            }
        }
        let cells: Vec<Vec<String>> = rows.into_iter().map(|(text, value)| vec![text, number(value)]).collect();
        let more = if left_out > 0 { format!("  ... and {left_out} more lines\n") } else { String::new() };
        table(&cells, false) + &more
    }

    fn profile(&self) -> String {
        const SHOWN: usize = 40;
        let profile = self.solved.risk_profile();
        let outcomes = profile.outcomes();
        let mut rows = vec![["payoff", "probability", "at most", ""].map(str::to_string).to_vec()];
        let mut at_most = 0.0;
        for (p, payoff) in outcomes.iter().take(SHOWN) {
            at_most += p;
            rows.push(vec![number(*payoff), percent(*p), percent(at_most), "#".repeat((p * 40.0).round() as usize)]);
        }
        let more = outcomes.len().saturating_sub(SHOWN);
        table(&rows, true) + &if more > 0 { format!("  ... and {more} more payoffs\n") } else { String::new() }
    }

    fn information(&self) -> String {
        let mut out = String::new();
        let row = |name: String, told: &Information| vec![name, number(told.gain), number(told.price)];
        let heading = |first: &str| vec![first.to_string(), "gain".to_string(), "buying price".to_string()];
        match &self.events {
            Err(problem) => out.push_str(&format!("\nNot told what knowing events is worth: {problem}\n")),
            Ok(events) if events.is_empty() => out.push_str("\nNothing is uncertain here\n"),
            Ok(events) => {
                out.push_str("\nWhat it is worth to know before the first decision\n\n");
                let mut rows = vec![heading("event")];
                rows.extend(events.iter().map(|(event, told)| row(event_name(event), told)));
                rows.extend(self.all.iter().map(|told| row("all of it".to_string(), told)));
                out.push_str(&table(&rows, false));
                if events.iter().any(|(event, _)| event.is_split) {
                    out.push_str(
                        "\n  Events with percentages have the same outcomes as others and cannot be the same thing, as their\n  \
                         probabilities depend on what is decided: they are taken as independent.\n",
                    );
                }
            }
        }
        match &self.nodes {
            None => out.push_str("\nThe tree is too large to look at its chance nodes one by one\n"),
            Some(nodes) if nodes.is_empty() => {}
            Some(nodes) => {
                out.push_str("\nOne chance node alone, as if it were drawn apart from the others of its event\n\n");
                let mut rows = vec![heading("chance node")];
                rows.extend(nodes.iter().map(|(node, told)| row(self.tree.place(*node), told)));
                out.push_str(&table(&rows, false));
            }
        }
        out
    }

    fn json(&self) -> Value {
        let told = |told: &Information| json!({"certainty_equivalent": told.certainty_equivalent, "gain": told.gain, "price": told.price});
        let with = |mut object: Value, more: Value| {
            if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
                object.extend(more);
            }
            object
        };
        let values = |node: usize| {
            json!({
                "certainty_equivalent": self.solved.certainty_equivalent(node),
                "expected_utility": self.solved.expected_utility(node),
                "expected_payoff": self.solved.expected_payoff(node),
            })
        };
        let moves = |nodes: &[usize]| nodes.iter().map(|&node| self.tree.mv(node)).collect::<Vec<_>>();
        let reach = self.solved.reach();
        let decisions = (0..self.tree.size()).filter(|&node| self.tree.kind(node) == NodeKind::Decision);
        let policy: Vec<Value> = decisions
            .map(|node| {
                let children = self.tree.children(node);
                let each = children.map(|child| with(json!({"move": self.tree.mv(child)}), values(child)));
                json!({
                    "at": self.tree.place(node),
                    "best": moves(self.solved.best(node)),
                    "reached": reach[node],
                    "moves": each.collect::<Vec<_>>(),
                })
            })
            .collect();
        let profile = self.solved.risk_profile();
        let outcomes = profile.outcomes().iter();
        let profile: Vec<Value> = outcomes.map(|(p, x)| json!({"payoff": x, "probability": p})).collect();
        let places = |nodes: &[usize]| nodes.iter().map(|&node| self.tree.place(node)).collect::<Vec<_>>();
        let events = self.events.as_ref().ok().map(|events| {
            let each = events.iter().map(|(event, worth)| {
                let about = json!({
                    "outcomes": event.outcomes,
                    "probabilities": event.probabilities,
                    "nodes": places(&event.nodes),
                    "before": event.before,
                    "split": event.is_split,
                });
                with(about, told(worth))
            });
            each.collect::<Vec<_>>()
        });
        let nodes = self.nodes.as_ref().map(|nodes| {
            let each = nodes.iter().map(|(node, worth)| with(json!({"at": self.tree.place(*node)}), told(worth)));
            each.collect::<Vec<_>>()
        });
        let hangs_on = self.hangs_on.as_ref().map(|found| {
            let each = found.iter().map(|one| {
                let moved = one.moved.iter().map(|moved| {
                    json!({
                        "number": moved.input,
                        "certainty_equivalent": moved.certainty_equivalent,
                        "best": moves(&moved.best),
                    })
                });
                json!({
                    "kind": if one.kind == InputKind::Payoff { "payoff" } else { "probability" },
                    "name": one.name,
                    "nodes": places(&one.nodes),
                    "number": one.base,
                    "moved": moved.collect::<Vec<_>>(),
                    "swing": one.swing(self.solved.certainty_equivalent(0)),
                })
            });
            each.collect::<Vec<_>>()
        });
        let two_way = self.two_way.as_ref().map(|(names, both)| {
            let cell = |cell: &Option<(f64, Vec<usize>)>| {
                cell.as_ref().map(|(worth, best)| json!({"certainty_equivalent": worth, "best": moves(best)}))
            };
            let rows: Vec<Vec<_>> = both.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            json!({"across": names[0], "down": names[1], "across_values": both.across, "down_values": both.up, "rows": rows})
        });
        let head = json!({"file": self.name, "utility": self.utility.to_string(), "best": moves(self.solved.best(0))});
        let rest = json!({
            "policy": policy,
            "risk_profile": profile,
            "sensitivity": {"share": self.vary, "numbers": hangs_on, "two_way": two_way},
            "information": {
                "events": events,
                "all": self.all.as_ref().map(told),
                "nodes": nodes,
                "note": self.events.as_ref().err().map(|problem| problem.to_string()),
            },
        });
        with(with(head, values(0)), rest)
    }
}
