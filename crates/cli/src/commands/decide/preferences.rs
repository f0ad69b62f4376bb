//! Preferences checked.

use super::text::number;
use outwit::decision::{Cycle, Preferences, Ranking, Verdict};
use outwit::game::Problem;
use serde_json::json;
use std::path::Path;

pub fn run(stated: &[String], file: Option<&Path>, fee: f64, rounds: u64, as_json: bool) -> Result<String, Problem> {
    let mut preferences = match file {
        Some(file) => Preferences::parse(&super::read(file)?).map_err(|problem| problem.within(super::name(file)))?,
        None => Preferences::default(),
    };
    for text in stated {
        preferences.state(text).map_err(|problem| problem.within("--prefer"))?;
    }
    Ok(match (preferences.verdict(), as_json) {
        (Verdict::Consistent(ranking), false) => tell_ranking(&preferences, &ranking),
        (Verdict::Cycle(cycle), false) => tell_cycle(&preferences, &cycle, fee, rounds),
        (Verdict::Consistent(ranking), true) => {
            let name = |item: &usize| preferences.items()[*item].clone();
            let groups: Vec<Vec<String>> =
                ranking.groups.iter().map(|group| group.iter().map(name).collect()).collect();
            format!("{}\n", json!({"consistent": true, "ranking": groups, "only_order": ranking.is_forced}))
        }
        (Verdict::Cycle(cycle), true) => cycle_json(&preferences, &cycle, fee, rounds),
    })
}

fn tell_ranking(preferences: &Preferences, ranking: &Ranking) -> String {
    let mut out = String::from("The preferences are consistent. ");
    out.push_str(match ranking.is_forced {
        true => "Best first, and no other order agrees with them:\n\n",
        false => "Best first, one of the orders that agree with them:\n\n",
    });
    for (place, group) in ranking.groups.iter().enumerate() {
        let names: Vec<&str> = group.iter().map(|&item| preferences.items()[item].as_str()).collect();
        out.push_str(&format!("  {}. {}\n", place + 1, names.join(" = ")));
    }
    out
}

fn tell_cycle(preferences: &Preferences, cycle: &Cycle, fee: f64, rounds: u64) -> String {
    let name = |item: usize| preferences.items()[item].as_str();
    let sign = |is_strict: bool| if is_strict { ">" } else { ">=" };
    let mut circle = String::new();
    for &(item, is_strict) in &cycle.steps {
        circle.push_str(&format!("{} {} ", name(item), sign(is_strict)));
    }
    let first = name(cycle.steps[0].0);
    let mut out =
        format!("The preferences go round in a circle:\n\n  {circle}{first}\n\nThe money pump, holding {first}:\n\n");
    for (index, trade) in cycle.pump(fee).iter().enumerate() {
        let (give, get) = (name(trade.give), name(trade.get));
        let is_strict = cycle.steps[cycle.steps.len() - 1 - index].1;
        let price = match is_strict {
            true => format!("and pay {}: it is better", number(trade.paid)),
            false => "for nothing: it is as good".to_string(),
        };
        out.push_str(&format!("  {}. give {give}, get {get}, {price}\n", index + 1));
    }
    let times = if rounds == 1 { "time" } else { "times" };
    out.push_str(&format!(
        "\nThen it is {first} again, and {} is gone; after {rounds} {times} round, {}\n",
        number(cycle.loss(fee, 1)),
        number(cycle.loss(fee, rounds))
    ));
    out
}

fn cycle_json(preferences: &Preferences, cycle: &Cycle, fee: f64, rounds: u64) -> String {
    let name = |item: usize| preferences.items()[item].as_str();
    let steps: Vec<_> =
        cycle.steps.iter().map(|&(item, is_strict)| json!({"item": name(item), "better": is_strict})).collect();
    let trades: Vec<_> = cycle
        .pump(fee)
        .iter()
        .map(|trade| json!({"give": name(trade.give), "get": name(trade.get), "paid": trade.paid}))
        .collect();
    let all = json!({
        "consistent": false, "cycle": steps, "trades": trades, "fee": fee, "rounds": rounds,
        "loss_each_round": cycle.loss(fee, 1), "loss": cycle.loss(fee, rounds),
    });
    format!("{all}\n")
}
