//! The page `/decide`: a decision tree or lotteries under a utility function, and where the decision flips.

use crate::drawing::plain;
use crate::jobs::Kind;
use crate::refusal::Refusal;
use crate::sent::Sent;
use crate::{Studio, lotteries};
use axum::Json;
use axum::extract::State;
use outwit::decision::{
    DecisionTree, Events, InputKind, NodeKind, Preferences, Rollback, Sensitivity, Step, Utility, Verdict,
};
use outwit::game::{DiagramNode, Mark, Problem};
use outwit::games::tree;
use outwit_advice::document;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(10);
/// Nodes of a tree at most: every look rolls it back a thousand times.
const LARGEST: usize = 2_000;
/// Risk tolerances that are looked at for a change of the decision.
const LOOKS: usize = 240;

/// A decision, and how payoffs are valued.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The tree, as a tree file with one seat.
    #[serde(default)]
    tree: Option<String>,
    /// Instead of it lotteries to choose from, one a line: `bet = 1/2:100, 1/2:0`, the name if it shall have one.
    #[serde(default)]
    lotteries: Option<String>,
    /// The utility's spec.
    #[serde(default)]
    utility: Option<String>,
    /// Whether to look for where the decision flips, and how much each number matters.
    #[serde(default)]
    sensitivity: bool,
}

/// `POST /api/v1/decide`: the policy, what it is worth, and what it would be worth to know more.
pub async fn solve(State(studio): State<Studio>, Sent(request): Sent<Request>) -> Result<Json<Value>, Refusal> {
    studio.jobs().run(Kind::Quick, LIMIT, move |_| look(&request)).await?.map(Json)
}

fn look(request: &Request) -> Result<Value, Refusal> {
    let (outline, lotteries) = match (&request.tree, &request.lotteries) {
        (Some(text), None) => {
            let (players, outline) = tree::read(text)?;
            if players != 1 {
                return Err(Refusal::wrong(format!(
                    "a decision has one seat, and this tree has {players}: open it on the page of trees"
                )));
            }
            (outline, Vec::new())
        }
        (None, Some(text)) => {
            let lotteries = lotteries::read(text)?;
            (lotteries::tree(&lotteries), lotteries)
        }
        _ => return Err(Refusal::wrong("give either `tree`, a decision tree, or `lotteries`, one a line")),
    };
    let tree = DecisionTree::new(&outline)?;
    if tree.size() > LARGEST {
        return Err(Refusal::wrong(format!(
            "the studio decides about {LARGEST} nodes at most, and this has {}",
            tree.size()
        )));
    }
    let utility = Utility::parse(request.utility.as_deref().unwrap_or("linear"))?;
    let solved = tree.roll_back(&utility)?;
    let values = |node: usize| {
        json!({
            "certainty_equivalent": document::number(solved.certainty_equivalent(node)),
            "expected_payoff": document::number(solved.expected_payoff(node)),
        })
    };
    let policy: Vec<Value> = (0..tree.size())
        .filter(|&node| tree.kind(node) == NodeKind::Decision)
        .map(|node| {
            let moves: Vec<Value> = tree
                .children(node)
                .map(|child| {
                    let mut worth = values(child);
                    worth["move"] = Value::from(tree.mv(child));
                    worth["best"] = Value::from(solved.best(node).contains(&child));
                    worth
                })
                .collect();
            json!({"at": tree.place(node), "moves": moves})
        })
        .collect();
    let profile: Vec<Value> = solved
        .risk_profile()
        .outcomes()
        .iter()
        .map(|(p, x)| json!({"payoff": document::number(*x), "probability": document::number(*p)}))
        .collect();
    let information = match Events::new(&tree) {
        Ok(events) => information(&events, &utility)?,
        Err(problem) => json!({"problem": problem.to_string()}),
    };
    let mut drawn = node(&tree, &solved, 0, "0");
    drawn.label.clear();
    drawn.cut_to(120);
    let mut answer = json!({
        "utility": utility.to_string(),
        "nodes": tree.size(),
        "certainty_equivalent": document::number(solved.certainty_equivalent(0)),
        "expected_payoff": document::number(solved.expected_payoff(0)),
        "expected_utility": document::number(solved.expected_utility(0)),
        "best": best(&tree, &solved),
        "policy": policy,
        "profile": profile,
        "information": information,
        "svg": drawn.svg(),
    });
    if !lotteries.is_empty() {
        (answer["lotteries"], answer["dominance"]) = lotteries::compared(&lotteries, &utility)?;
    }
    if request.sensitivity {
        answer["flips"] = flips(&tree)?;
        (answer["tornado"], answer["map"]) = sensitivity(&tree, &utility)?;
    }
    Ok(answer)
}

fn best(tree: &DecisionTree, solved: &Rollback<'_>) -> Vec<String> {
    solved.best(0).iter().map(|&child| tree.mv(child).to_string()).collect()
}

fn information(events: &Events<'_>, utility: &Utility) -> Result<Value, Refusal> {
    let mut each = Vec::new();
    for (number, event) in events.events().iter().enumerate() {
        let told = events.information(utility, &[number])?;
        each.push(json!({
            "outcomes": event.outcomes,
            "gain": document::number(told.gain),
            "price": document::number(told.price),
        }));
    }
    let all = events.all_information(utility)?;
    Ok(json!({"events": each, "all": {"gain": document::number(all.gain), "price": document::number(all.price)}}))
}

fn node(tree: &DecisionTree, solved: &Rollback<'_>, at: usize, place: &str) -> DiagramNode {
    let kind = tree.kind(at);
    let mark = match kind {
        NodeKind::Decision => Mark::Decision,
        NodeKind::Chance => Mark::Chance,
        NodeKind::End => Mark::End(tree.payoff(at).map_or(String::new(), plain)),
    };
    let parent = tree.parent(at);
    let is_chance = parent.is_some_and(|parent| tree.kind(parent) == NodeKind::Chance);
    let label =
        if is_chance { format!("{}  {}", tree.mv(at), plain(tree.probability(at))) } else { tree.mv(at).to_string() };
    let mut drawn = DiagramNode::new(mark, label);
    drawn.place = Some(place.to_string());
    drawn.is_taken = parent.is_some_and(|parent| solved.best(parent).contains(&at));
    if kind != NodeKind::End {
        drawn.notes.push(plain(solved.certainty_equivalent(at)));
    }
    drawn.children = tree
        .children(at)
        .enumerate()
        .map(|(index, child)| node(tree, solved, child, &format!("{place}.{index}")))
        .collect();
    drawn
}

/// Where the first decision changes as the risk tolerance of an exponential utility grows: each point to the last digit.
fn flips(tree: &DecisionTree) -> Result<Value, Refusal> {
    let payoffs: Vec<f64> = (0..tree.size()).filter_map(|node| tree.payoff(node)).collect();
    let (low, high) = payoffs.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
    let span = high - low;
    if tree.kind(0) != NodeKind::Decision || !span.is_finite() || span <= 0.0 {
        return Ok(json!({"low": 1, "high": 1000, "at": []}));
    }
    let (first, last) = (span / 200.0, span * 200.0);
    let chosen = |risk: f64| -> Result<usize, Problem> {
        let utility = Utility::Exponential { risk };
        let solved = tree.roll_back(&utility)?;
        // Not what is best within a tolerance: the point is wanted to the last digit.
        let worth = |child: usize| solved.certainty_equivalent(child);
        let best = tree.children(0).reduce(|best, child| if worth(child) > worth(best) { child } else { best });
        Ok(best.unwrap_or(0))
    };
    let risk_at = |step: usize| first * (last / first).powf(step as f64 / LOOKS as f64);
    let mut found = Vec::new();
    let mut before = (risk_at(0), chosen(risk_at(0))?);
    for step in 1..=LOOKS {
        let risk = risk_at(step);
        let now = chosen(risk)?;
        if now != before.1 {
            let (mut below, mut above) = (before.0, risk);
            // Halved until no number lies between.
            loop {
                let middle = below + (above - below) / 2.0;
                if middle <= below || middle >= above {
                    break;
                }
                if chosen(middle)? == before.1 {
                    below = middle;
                } else {
                    above = middle;
                }
            }
            found.push(json!({
                "risk": document::number(above),
                "below": tree.mv(before.1),
                "above": tree.mv(now),
            }));
        }
        before = (risk, now);
    }
    Ok(json!({"low": document::number(first), "high": document::number(last), "at": found}))
}

/// How much single payoffs matter: what the certainty equivalent becomes when one is a tenth of their range less or more, the
/// longest bar first; and, for the two that matter most, which first decision is best as both change by up to half of it.
fn sensitivity(tree: &DecisionTree, utility: &Utility) -> Result<(Value, Value), Problem> {
    const MOST: usize = 60;
    const SIDE: usize = 12;
    if tree.input_count() > MOST {
        return Ok((json!([]), Value::Null));
    }
    let found = tree.sensitivity(utility, Step::OfRange(0.1))?;
    let bars: Vec<(&Sensitivity, f64, f64)> = found
        .iter()
        .filter(|one| one.kind == InputKind::Payoff)
        .filter_map(|one| Some((one, one.moved[0].certainty_equivalent?, one.moved[1].certainty_equivalent?)))
        .filter(|(_, low, high)| high > low)
        .collect();
    // The moves to the first end that pays it: ends of one name and payoff are one number.
    let name = |one: &Sensitivity| {
        let way: Vec<&str> = tree.way_to(one.nodes[0]).into_iter().map(|node| tree.mv(node)).collect();
        way.join(", ")
    };
    let tornado = (bars.iter().take(12))
        .map(|(one, low, high)| {
            let change = one.moved[1].input - one.base;
            json!({"payoff": name(one), "change": document::number(change), "low": document::number(*low), "high": document::number(*high)})
        })
        .collect();
    let map = match &bars[..] {
        [(across, ..), (up, ..), ..] => {
            let both = tree.two_way(utility, [across, up], Step::OfRange(0.5), SIDE);
            let best = |cell: &Option<(f64, Vec<usize>)>| Some(tree.mv(*cell.as_ref()?.1.first()?).to_string());
            // From the top, where the second is most.
            let rows: Vec<Vec<Option<String>>> =
                both.rows.iter().rev().map(|row| row.iter().map(best).collect()).collect();
            let ends = |values: &[f64]| {
                json!([values.first().map(|&x| document::number(x)), values.last().map(|&x| document::number(x))])
            };
            json!({"across": name(across), "up": name(up), "across_range": ends(&both.across), "up_range": ends(&both.up), "rows": rows})
        }
        _ => Value::Null,
    };
    Ok((tornado, map))
}

/// Preferences, one statement a line.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Wishes {
    /// `apple > pear`, one a line.
    statements: String,
    /// What is paid for each change.
    #[serde(default)]
    fee: Option<f64>,
}

/// `POST /api/v1/preferences`: a ranking, or the money pump that the preferences allow.
pub async fn preferences(Sent(wishes): Sent<Wishes>) -> Result<Json<Value>, Refusal> {
    let fee = wishes.fee.unwrap_or(0.01);
    if !(0.0..=1e9).contains(&fee) {
        return Err(Refusal::wrong("the fee is a number from 0 to a thousand million"));
    }
    if wishes.statements.lines().count() > 200 {
        return Err(Refusal::wrong("200 statements at most"));
    }
    let stated = Preferences::parse(&wishes.statements)?;
    let name = |item: &usize| stated.items()[*item].clone();
    Ok(Json(match stated.verdict() {
        Verdict::Consistent(ranking) => {
            let groups: Vec<Vec<String>> =
                ranking.groups.iter().map(|group| group.iter().map(name).collect()).collect();
            json!({"consistent": true, "ranking": groups, "forced": ranking.is_forced})
        }
        Verdict::Cycle(cycle) => {
            let trades: Vec<Value> = (cycle.pump(fee).iter())
                .map(|trade| json!({"give": name(&trade.give), "get": name(&trade.get), "paid": document::number(trade.paid)}))
                .collect();
            json!({"consistent": false, "trades": trades, "loss_a_round": document::number(cycle.loss(fee, 1)),
                   "loss_in_100_rounds": document::number(cycle.loss(fee, 100))})
        }
    }))
}
