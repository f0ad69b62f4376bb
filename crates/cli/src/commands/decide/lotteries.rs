//! Lotteries compared.

use super::text::{self, number, table};
use super::{Told, drawing};
use outwit::decision::{Lottery, Utility};
use outwit::game::{Problem, equally_good};
use serde_json::json;

struct Row {
    text: String,
    lottery: Lottery,
    expected_utility: f64,
    equivalent: f64,
    premium: f64,
}

pub fn run(texts: &[String], utility: &Utility, as_json: bool) -> Result<Told, Problem> {
    let mut rows = Vec::new();
    for text in texts {
        let lottery: Lottery = text.parse()?;
        let wrong = |problem: Problem| problem.within(format!("the lottery `{}`", text.trim()));
        rows.push(Row {
            text: text.trim().to_string(),
            expected_utility: lottery.expected_utility(utility).map_err(wrong)?,
            equivalent: lottery.certainty_equivalent(utility).map_err(wrong)?,
            premium: lottery.risk_premium(utility).map_err(wrong)?,
            lottery,
        });
    }
    let top = rows.iter().map(|row| row.equivalent).fold(f64::NEG_INFINITY, f64::max);
    let best: Vec<usize> = (0..rows.len()).filter(|&at| equally_good(rows[at].equivalent, top)).collect();
    // The strongest thing to say of each ordered pair.
    let mut dominance = Vec::new();
    for (a, one) in rows.iter().enumerate() {
        for (b, other) in rows.iter().enumerate() {
            if one.lottery.dominates_first(&other.lottery) {
                dominance.push((a, b, 1));
            } else if one.lottery.dominates_second(&other.lottery) {
                dominance.push((a, b, 2));
            }
        }
    }
    let lines: Vec<(String, Lottery)> = rows.iter().map(|row| (row.text.clone(), row.lottery.clone())).collect();
    let pictures = vec![("risk-profile.svg", drawing::profiles_svg("Risk profiles of the lotteries", &lines))];
    let text =
        if as_json { tell_json(utility, &rows, &best, &dominance) } else { tell(utility, &rows, &best, &dominance) };
    Ok(Told { text, pictures })
}

fn tell(utility: &Utility, rows: &[Row], best: &[usize], dominance: &[(usize, usize, u8)]) -> String {
    let heading = ["lottery", "mean", "std dev", "exp utility", "certain equiv", "risk premium"];
    let mut cells: Vec<Vec<String>> = vec![heading.map(str::to_string).to_vec()];
    for (at, row) in rows.iter().enumerate() {
        let [mean, deviation] = [row.lottery.mean(), row.lottery.variance().sqrt()].map(number);
        let [equivalent, premium] = [row.equivalent, row.premium].map(number);
        let mark = if best.contains(&at) { "*" } else { " " };
        let name = format!("{mark} {}. {}", at + 1, row.text);
        cells.push(vec![name, mean, deviation, text::utility(row.expected_utility), equivalent, premium]);
    }
    let mut out = format!("Utility {utility}; * is best\n\n{}", table(&cells, false));
    if rows.len() > 1 {
        out.push('\n');
    }
    for &(a, b, order) in dominance {
        let who = match order {
            1 => "first-order dominates: all who like more than less prefer it",
            _ => "second-order dominates: all who also dislike risk prefer it",
        };
        out.push_str(&format!("Lottery {} over {}: {who}\n", a + 1, b + 1));
    }
    if rows.len() > 1 && dominance.is_empty() {
        out.push_str("No lottery dominates another: tastes decide\n");
    }
    out
}

fn tell_json(utility: &Utility, rows: &[Row], best: &[usize], dominance: &[(usize, usize, u8)]) -> String {
    let lotteries: Vec<_> = rows
        .iter()
        .map(|row| {
            let outcomes = row.lottery.outcomes().iter();
            json!({
                "text": row.text,
                "outcomes": outcomes.map(|(p, x)| json!({"payoff": x, "probability": p})).collect::<Vec<_>>(),
                "mean": row.lottery.mean(),
                "variance": row.lottery.variance(),
                "expected_utility": row.expected_utility,
                "certainty_equivalent": row.equivalent,
                "risk_premium": row.premium,
            })
        })
        .collect();
    let dominance: Vec<_> =
        dominance.iter().map(|(a, b, order)| json!({"lottery": a + 1, "dominates": b + 1, "order": order})).collect();
    let best: Vec<usize> = best.iter().map(|at| at + 1).collect();
    let all = json!({"utility": utility.to_string(), "lotteries": lotteries, "best": best, "dominance": dominance});
    format!("{all}\n")
}
