//! Lotteries to choose from: a decision tree with one decision, and what can be said without any utility function.

use crate::drawing::plain;
use crate::refusal::Refusal;
use outwit::decision::{Lottery, Utility};
use outwit::game::{Outline, OutlineTurn, Player};
use outwit_advice::document;
use serde_json::{Value, json};

/// Lotteries side by side.
const MOST: usize = 30;

/// Letters of a name.
const LONGEST: usize = 60;

/// A lottery and what it is called.
pub type Named = (String, Lottery);

/// Reads lotteries, one a line: `1/2:100, 1/2:0`, or `bet = 1/2:100, 1/2:0`.
pub fn read(text: &str) -> Result<Vec<Named>, Refusal> {
    let mut found: Vec<Named> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let unnamed = || if line.len() <= LONGEST { line.to_string() } else { format!("lottery {}", found.len() + 1) };
        let (name, lottery) = match line.split_once('=') {
            Some((name, lottery)) => (name.trim().to_string(), lottery),
            None => (unnamed(), line),
        };
        if name.is_empty() || name.len() > LONGEST || found.iter().any(|(known, _)| *known == name) {
            let name: String = name.chars().take(LONGEST).collect();
            return Err(Refusal::wrong(format!(
                "each lottery has a name of its own, of {LONGEST} letters at most, and `{name}` is none, or taken"
            )));
        }
        found.push((name, lottery.parse()?));
        if found.len() > MOST {
            return Err(Refusal::wrong(format!("{MOST} lotteries at most stand side by side")));
        }
    }
    if found.is_empty() {
        return Err(Refusal::wrong("write a lottery a line, probability:payoff, as in 1/2:100, 1/2:0"));
    }
    Ok(found)
}

/// The choice between them as a tree.
pub fn tree(lotteries: &[Named]) -> Outline {
    let end = |mv: String, payoff: f64| Outline { mv, payoffs: Some(vec![payoff]), ..Outline::default() };
    let branch = |(name, lottery): &Named| match lottery.outcomes() {
        [(_, payoff)] => end(name.clone(), *payoff),
        outcomes => Outline {
            mv: name.clone(),
            turn: Some(OutlineTurn::Chance),
            children: (outcomes.iter())
                .map(|&(p, payoff)| Outline { probability: Some(p), ..end(plain(payoff), payoff) })
                .collect(),
            ..Outline::default()
        },
    };
    Outline {
        turn: Some(OutlineTurn::Of(Player::FIRST)),
        children: lotteries.iter().map(branch).collect(),
        ..Outline::default()
    }
}

/// Each lottery's numbers, and which dominate which: preferred by all who like more better than less (first order), or by
/// those of them who do not like risk (second order).
pub fn compared(lotteries: &[Named], utility: &Utility) -> Result<(Value, Value), Refusal> {
    let mut rows = Vec::new();
    for (name, lottery) in lotteries {
        rows.push(json!({
            "name": name,
            "text": lottery.to_string(),
            "mean": document::number(lottery.mean()),
            "deviation": document::number(lottery.variance().sqrt()),
            "certainty_equivalent": document::number(lottery.certainty_equivalent(utility)?),
            "risk_premium": document::number(lottery.risk_premium(utility)?),
        }));
    }
    let mut dominance = Vec::new();
    for (name, one) in lotteries {
        for (other_name, other) in lotteries {
            let order = if one.dominates_first(other) {
                1
            } else if one.dominates_second(other) {
                2
            } else {
                continue;
            };
            dominance.push(json!({"lottery": name, "dominates": other_name, "order": order}));
        }
    }
    Ok((Value::from(rows), Value::from(dominance)))
}
