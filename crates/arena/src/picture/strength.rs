//! Strength against budget: agents that agree in everything but how long they may think.

use super::lines::{LinePlot, Point, Series, against_budget, strength_svg};
use crate::standings::Standings;
use outwit_game::{Parameter, Spec, parse_time};

/// The settings that say how long an agent may think, and what an axis of them is called.
const BUDGETS: [(&str, &str); 4] =
    [("depth", "depth, plies"), ("nodes", "nodes a move"), ("sims", "simulations a move"), ("time", "time a move, ms")];

/// Specs inside specs are looked at as deep as this.
const DEEPEST: usize = 8;

/// Agents that differ in one budget only.
#[derive(Clone, PartialEq, Debug)]
pub struct Family {
    /// What they have in common: the spec without the budget.
    pub name: String,
    /// The setting in which they differ.
    pub budget: &'static str,
    /// The agents by their numbers, with their budgets, the smallest first. There are at least two different ones.
    pub members: Vec<(usize, f64)>,
}

/// The families among some agents, by their specs. An agent with two budgets may belong to two.
pub fn families(agents: &[String]) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for (number, agent) in agents.iter().enumerate() {
        let Ok(spec) = Spec::parse(agent) else { continue };
        for Thrift { name, budget, amount } in thrifts(&spec, DEEPEST) {
            let known = families.iter_mut().find(|family| (&family.name, family.budget) == (&name, budget));
            match known {
                Some(family) => family.members.push((number, amount)),
                None => families.push(Family { name, budget, members: vec![(number, amount)] }),
            }
        }
    }
    for family in &mut families {
        family.members.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    }
    families.retain(|family| family.members.first().map(|m| m.1) < family.members.last().map(|m| m.1));
    families
}

/// One budget of a spec, and the spec without it.
struct Thrift {
    name: String,
    budget: &'static str,
    amount: f64,
}

/// The budgets of a spec, those of specs inside it included.
fn thrifts(spec: &Spec, deep: usize) -> Vec<Thrift> {
    let mut thrifts = Vec::new();
    for (place, (key, value)) in spec.settings.iter().enumerate() {
        if let Some(&(budget, _)) = BUDGETS.iter().find(|(budget, _)| budget == key) {
            if let Some(amount) = amount(budget, value) {
                thrifts.push(Thrift { name: changed(spec, place, None), budget, amount });
            }
        } else if let Some(inner) = Spec::parse(value).ok().filter(|inner| deep > 0 && !inner.settings.is_empty()) {
            for Thrift { name, budget, amount } in self::thrifts(&inner, deep - 1) {
                thrifts.push(Thrift { name: changed(spec, place, Some(name)), budget, amount });
            }
        }
    }
    thrifts
}

/// The spec with another value in one place or without it, the settings in alphabetical order: the order they were written
/// in makes no difference.
fn changed(spec: &Spec, place: usize, value: Option<String>) -> String {
    let mut spec = spec.clone();
    match value {
        Some(value) => spec.settings[place].1 = value,
        None => drop(spec.settings.remove(place)),
    }
    spec.settings.sort();
    spec.to_string()
}

fn amount(budget: &str, value: &str) -> Option<f64> {
    let amount = if budget == "time" { parse_time(value)?.as_secs_f64() * 1e3 } else { Parameter::number(value)? };
    (amount.is_finite() && amount >= 0.0).then_some(amount)
}

/// Win share against budget for the families among the agents, or payoff where the game is for one: one picture a kind of
/// budget, named by its setting.
pub fn strength_svgs(standings: &Standings) -> Vec<(&'static str, String)> {
    let families = families(&standings.setting.agents);
    let reference = (standings.seats > 1).then(|| 1.0 / standings.seats as f64);
    let point = |&(agent, x): &(usize, f64)| {
        let row = &standings.agents[agent];
        let got = if standings.is_alone() { row.payoff? } else { row.win_share? };
        Some(Point { x, y: got.value, interval: got.interval })
    };
    let series = |family: &Family| {
        let points: Vec<Point> = family.members.iter().filter_map(point).collect();
        (points.len() > 1).then(|| Series { name: family.name.clone(), points })
    };
    BUDGETS
        .into_iter()
        .filter_map(|(budget, label)| {
            let of_budget = families.iter().filter(|family| family.budget == budget);
            let series: Vec<Series> = of_budget.filter_map(series).collect();
            let title = format!("Strength against {budget}, {}", standings.setting.game);
            let svg = |series: Vec<Series>| match standings.is_alone() {
                true => LinePlot { y_label: "payoff".into(), ..against_budget(&title, label, series) }.to_svg(),
                false => strength_svg(&title, label, series, reference),
            };
            (!series.is_empty()).then(|| (budget, svg(series)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, budget, members.
    type Found = (String, &'static str, Vec<(usize, f64)>);

    fn found(agents: &[&str]) -> Vec<Found> {
        let agents: Vec<String> = agents.iter().map(|agent| agent.to_string()).collect();
        families(&agents).into_iter().map(|family| (family.name, family.budget, family.members)).collect()
    }

    #[test]
    fn agents_that_differ_in_one_budget_are_a_family() {
        assert_eq!(
            found(&["alphabeta:depth=6", "random", "alphabeta:depth=2", "alphabeta:depth=4,blunder=0.1"]),
            [("alphabeta".to_string(), "depth", vec![(2, 2.0), (0, 6.0)])]
        );
        // The order of the settings makes no difference, and a time is a time however it is written.
        assert_eq!(
            found(&["uct:time=1s,c=2", "uct:c=2,time=100ms", "uct:c=1,time=100ms"]),
            [("uct:c=2".to_string(), "time", vec![(1, 100.0), (0, 1000.0)])]
        );
        // With two budgets, each may be the one that differs.
        let both = found(&["x:depth=1,nodes=10", "x:depth=2,nodes=10", "x:depth=2,nodes=99"]);
        assert_eq!(
            both.iter().map(|family| (family.0.as_str(), family.1)).collect::<Vec<_>>(),
            [("x:nodes=10", "depth"), ("x:depth=2", "nodes")]
        );
        // A budget of an agent inside an agent is one too.
        assert_eq!(
            found(&["pimc:inner=(minimax:depth=2),worlds=9", "pimc:worlds=9,inner=(minimax:depth=3)"]),
            [("pimc:inner=minimax,worlds=9".to_string(), "depth", vec![(0, 2.0), (1, 3.0)])]
        );
    }

    #[test]
    fn the_same_budget_twice_is_no_family() {
        assert_eq!(found(&["a:depth=2", "a:depth=2"]), []);
        assert_eq!(found(&["a:depth=2", "b:depth=4", "a:nodes=5", "a:depth=x", "no spec at all", "a"]), []);
    }
}
