//! The table for programs.

use super::Standings;
use crate::setting::Seatings;
use crate::statistics::{Difference, Estimate, Rating, Verdict};
use serde_json::{Map, Value, json};

impl Standings {
    /// The table as JSON, under this name or number of the tournament. What is not known is null; numbers are always
    /// numbers. There are no clock times in it: the same tournament gives the same bytes.
    ///
    /// `rating_low` is null where the rating has no bound from below, `rating_high` where it has none from above: the agent
    /// may be weaker, or stronger, than any number. Both are null too where there is nothing to measure a spread by: after one
    /// deal, or where all deals rate the agent alike. In a game for one, all about win shares is null: `win_share` and
    /// `split_share` with their ends, and a pair's `difference`, `low`, `high`, `p` and `p_single`.
    pub fn to_json(&self, tournament: impl Into<Value>) -> Value {
        let setting = &self.setting;
        let mut root = json!({
            "tournament": tournament.into(),
            "game": setting.game,
            "seed": setting.seed,
            "deals": self.deals,
            "deals_planned": setting.deals,
            "seatings": self.seatings,
            "seating_kind": match setting.seatings {
                Seatings::All => "all",
                Seatings::Rotations => "rotations",
                Seatings::Sample(_) => "sample",
            },
            "budget": setting.budget,
            "opening": setting.opening,
            "cap": setting.cap,
            "games": self.games,
            "capped": self.capped,
            "agents": self.agents.iter().map(agent).collect::<Vec<_>>(),
            "pairs": self.pairs(),
            "head_to_head": self.meetings.iter().map(|met| json!({
                "a": setting.agents[met.a],
                "b": setting.agents[met.b],
                "games": met.games,
                "more": met.more,
                "equal": met.equal,
                "less": met.games - met.more - met.equal,
            })).collect::<Vec<_>>(),
            "forfeits": self.forfeits_told.iter().map(|row| json!({
                "deal": row.deal,
                "seating": row.seating,
                "seat": row.seat + 1,
                "agent": row.agent,
                "reason": row.reason,
            })).collect::<Vec<_>>(),
            "forfeit_count": self.forfeits,
        });
        if let Some(elo) = &self.two {
            root["elo"] = json!({
                "deals_by_half_points": elo.counts.counts(),
                "elo": elo.elo,
                "low": elo.low,
                "high": elo.high,
                "normalized": elo.normalised,
                "normalized_error": elo.normalised_error,
                "likelihood_of_superiority": elo.superiority,
            });
        }
        if let Some(result) = &self.sprt {
            let (lower, upper) = result.sprt.bounds();
            root["sprt"] = json!({
                "elo0": result.sprt.elo0,
                "elo1": result.sprt.elo1,
                "scale": result.sprt.scale,
                "verdict": match result.verdict { Some(Verdict::H0) => "H0", Some(Verdict::H1) => "H1", None => "undecided" },
                "llr": result.ratio,
                "lower": lower,
                "upper": upper,
                "deals": result.deals,
            });
        }
        root
    }

    fn pairs(&self) -> Vec<Value> {
        let pair = |(place, payoff): (usize, &Difference)| {
            let pair = self.pairs.get(place);
            let mut row = Map::new();
            row.insert("a".into(), json!(self.setting.agents[payoff.a]));
            row.insert("b".into(), json!(self.setting.agents[payoff.b]));
            put(&mut row, ["difference", "low", "high"], pair.map(|pair| pair.estimate));
            row.insert("p".into(), json!(pair.map(|pair| pair.p)));
            put(&mut row, ["payoff_difference", "payoff_low", "payoff_high"], Some(payoff.estimate));
            row.insert("payoff_p".into(), json!(payoff.p));
            row.insert("p_single".into(), json!(pair.map(|pair| pair.p_single)));
            row.insert("payoff_p_single".into(), json!(payoff.p_single));
            Value::Object(row)
        };
        self.payoff_pairs.iter().enumerate().map(pair).collect()
    }
}

fn agent(row: &super::AgentRow) -> Value {
    let mut map = Map::new();
    map.insert("agent".into(), json!(row.agent));
    map.insert("games".into(), json!(row.games));
    put(&mut map, ["win_share", "low", "high"], row.win_share);
    put(&mut map, ["payoff", "payoff_low", "payoff_high"], row.payoff);
    put(&mut map, ["split_share", "split_low", "split_high"], row.split_share);
    if let Some(Rating { value, low, high }) = row.rating {
        put_all(&mut map, ["rating", "rating_low", "rating_high"], [Some(value), low, high]);
    }
    map.insert("forfeits".into(), json!(row.forfeits));
    map.insert("nodes_per_game".into(), json!(row.nodes_per_game));
    map.insert("nodes_per_move".into(), json!(row.nodes_per_move));
    Value::Object(map)
}

fn put(row: &mut Map<String, Value>, keys: [&str; 3], estimate: Option<Estimate>) {
    let interval = estimate.and_then(|estimate| estimate.interval);
    let ends = [interval.map(|(low, _)| low), interval.map(|(_, high)| high)];
    put_all(row, keys, [estimate.map(|estimate| estimate.value), ends[0], ends[1]]);
}

fn put_all(row: &mut Map<String, Value>, keys: [&str; 3], values: [Option<f64>; 3]) {
    for (key, value) in keys.into_iter().zip(values) {
        row.insert(key.into(), json!(value));
    }
}
