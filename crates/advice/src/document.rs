//! JSON as outwit writes it, for the command line and the studio alike.

use crate::defaults;
use outwit::game::{
    AnyGame, AnyMove, AnyState, Bound, Detail, Game, MoveReport, Outline, OutlineTurn, Parameter, Report, SeatValues,
    Turn,
};
use serde_json::{Number, Value, json};
use std::time::Duration;

/// A number: whole ones without a decimal point, and null for what JSON cannot say.
pub fn number(x: f64) -> Value {
    if x == x.trunc() && x.abs() < 9e15 {
        return Value::from(x as i64);
    }
    Number::from_f64(x).map_or(Value::Null, Value::Number)
}

/// One number a seat, null where it was not computed.
pub fn seat_values(values: &SeatValues, players: usize) -> Value {
    values[..players].iter().map(|value| value.map_or(Value::Null, number)).collect()
}

/// What an agent has to say beyond what all agents say.
pub fn detail(detail: &Detail) -> Value {
    match detail {
        Detail::Number(x) => number(*x),
        Detail::Text(text) => Value::from(text.as_str()),
        Detail::List(items) => items.iter().map(self::detail).collect(),
        Detail::Record(fields) => fields.iter().map(|(name, field)| (name.to_string(), self::detail(field))).collect(),
    }
}

/// One number a seat.
pub fn numbers(values: &[f64]) -> Value {
    values.iter().map(|&value| number(value)).collect()
}

/// Whose turn it is, as in a tree file: a seat's number or `"chance"`; or `"over"`.
pub fn turn(turn: Turn) -> Value {
    match turn {
        Turn::Of(seat) => Value::from(seat.number()),
        Turn::Chance => Value::from("chance"),
        Turn::Over => Value::from("over"),
    }
}

/// What the catalogs say of parameters.
pub fn parameters(parameters: &[Parameter]) -> Value {
    parameters
        .iter()
        .map(|parameter| {
            let default = (!parameter.default.is_empty()).then_some(parameter.default);
            json!({
                "name": parameter.name,
                "default": default,
                "values": parameter.kind.to_string(),
                "summary": parameter.summary,
            })
        })
        .collect()
}

/// Milliseconds, to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Who was asked about what.
pub struct Question<'a> {
    /// The game's spec.
    pub game: &'a str,
    /// The agent's.
    pub agent: &'a str,
    /// The seed of the request.
    pub seed: u64,
}

/// All moves of a report, each with what it is worth and how likely it is played.
pub fn moves(game: &AnyGame, state: &AnyState, report: &Report<AnyMove>) -> Vec<Value> {
    let of_move = |found: &MoveReport<AnyMove>| {
        json!({
            "move": game.move_text(state, found.mv),
            "values": seat_values(&found.values, game.players()),
            "bound": bound(found.bound),
            "probability": number(found.probability),
        })
    };
    report.moves.iter().map(of_move).collect()
}

/// What an agent found out about a position. In a game that hides something the position is told to whoever may
/// see all of it alone.
pub fn advice(
    asked: &Question<'_>,
    game: &AnyGame,
    state: &AnyState,
    sees_all: bool,
    report: &Report<AnyMove>,
    time: Duration,
) -> Value {
    let players = game.players();
    let text = |mv: AnyMove| game.move_text(state, mv);
    let mut document = json!({
        "game": asked.game,
        "position": sees_all.then(|| game.position_text(state)),
        "agent": asked.agent,
        "seed": asked.seed,
        "move": text(report.chosen),
        "best": report.best.iter().map(|&mv| text(mv)).collect::<Vec<_>>(),
        "moves": moves(game, state, report),
        "value": seat_values(&report.value, players),
        // A line goes on in a world that is not this one where something is hidden: its first move is the mover's.
        "pv": line_texts(game, state, &report.line[..if sees_all { report.line.len() } else { report.line.len().min(1) }]),
        "nodes": report.nodes,
        "depth": report.depth,
        "ms": milliseconds(time),
        "assumes": defaults::assumption(asked.agent, players),
        "remarks": report.remarks,
    });
    for (name, detail) in &report.extras {
        document[*name] = self::detail(detail);
    }
    document
}

/// On which side of a value the truth lies.
pub fn bound(bound: Bound) -> Option<&'static str> {
    match bound {
        Bound::Exact => None,
        Bound::AtMost => Some("at most"),
        Bound::AtLeast => Some("at least"),
    }
}

/// The texts of a line of play from a position, as far as its moves are legal.
pub fn line_texts(game: &AnyGame, state: &AnyState, line: &[AnyMove]) -> Vec<String> {
    let mut state = state.clone();
    let (mut texts, mut legal) = (Vec::new(), Vec::new());
    for &mv in line {
        legal.clear();
        if !game.turn(&state).is_over() {
            game.moves(&state, &mut legal);
        }
        if !legal.contains(&mv) {
            break;
        }
        texts.push(game.move_text(&state, mv));
        game.play(&mut state, mv);
    }
    texts
}

/// A tree that was searched: what is known of each node, as far as `left` nodes go.
pub fn outline(node: &Outline, left: &mut usize) -> Value {
    *left = left.saturating_sub(1);
    let mut document = json!({});
    let mut put = |name: &str, value: Value| document[name] = value;
    if !node.mv.is_empty() {
        put("move", Value::from(node.mv.as_str()));
    }
    if let Some(turn) = node.turn {
        put(
            "turn",
            match turn {
                OutlineTurn::Of(seat) => Value::from(seat.number()),
                OutlineTurn::Chance => Value::from("chance"),
            },
        );
    }
    if let Some(p) = node.probability {
        put("p", number(p));
    }
    if let Some(payoffs) = &node.payoffs {
        put("payoffs", numbers(payoffs));
    }
    if let Some(values) = &node.value {
        put("value", values.iter().map(|value| value.map_or(Value::Null, number)).collect());
    }
    if let Some(bound) = node.bound.and_then(bound) {
        put("bound", Value::from(bound));
    }
    if node.is_best {
        put("best", Value::from(true));
    }
    if node.cut > 0 {
        put("cut", Value::from(node.cut));
    }
    if let Some(window) = node.window {
        put("window", json!([number(window.low), number(window.high)]));
    }
    if !node.children.is_empty() {
        let kept: Vec<Value> =
            node.children.iter().map_while(|child| (*left > 0).then(|| outline(child, left))).collect();
        if kept.len() < node.children.len() {
            document["more"] = Value::from(node.children.len() - kept.len());
        }
        document["children"] = Value::from(kept);
    }
    document
}
