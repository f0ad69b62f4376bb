//! A game in progress as a file.
//!
//! ```json
//! {"game": "tictactoe", "seed": 0, "start": "......... 1", "moves": ["b2", "a1"], "agents": ["human", "alphabeta"]}
//! ```
//!
//! `game` and the agents are specs, `human` is a person, `start` is the position play began from, and `moves` are all
//! moves since then, those of chance included. The seed makes the dice and the agents go on as they would have.

use crate::files;
use outwit::game::Problem;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value, json};
use std::fmt;

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub game: String,
    pub seed: u64,
    pub start: String,
    pub moves: Vec<String>,
    pub agents: Vec<String>,
}

impl Record {
    /// The file's text.
    pub fn write(&self) -> String {
        format!("{}\n", self.document())
    }

    fn document(&self) -> Value {
        let Record { game, seed, start, moves, agents } = self;
        json!({"game": game, "seed": seed, "start": start, "moves": moves, "agents": agents})
    }

    /// The same for programs, with what each seat was paid; null if the game was left before its end.
    pub fn json(&self, payoffs: Option<Value>) -> Value {
        let Record { game, seed, start, moves, agents } = self;
        json!({"game": game, "seed": seed, "start": start, "played": moves, "agents": agents,
               "payoffs": payoffs.unwrap_or_default()})
    }

    /// Reads a file. Whether the game, its moves and its agents exist is found out when play goes on.
    pub fn read(path: &str) -> Result<Record, Problem> {
        Record::parse(&files::read_to_go_on(path)?).map_err(|problem| problem.within(path))
    }

    fn parse(text: &str) -> Result<Record, Problem> {
        let Fields(mut fields) =
            serde_json::from_str(text).map_err(|error| Problem::new(format!("this is no saved game: {error}")))?;
        // What `play --json` has printed is a game too: there the moves are called by what they are in all JSON.
        if let Some(moves) = fields.remove("played").filter(|_| !fields.contains_key("moves")) {
            fields.insert("moves".to_string(), moves);
            fields.remove("payoffs");
        }
        const KEYS: [&str; 5] = ["game", "seed", "start", "moves", "agents"];
        if let Some(key) = fields.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(Problem::new(format!("a saved game has no key `{key}`; it has {}", KEYS.join(", "))));
        }
        Ok(Record {
            game: text_at(&fields, "game")?,
            seed: fields
                .get("seed")
                .and_then(Value::as_u64)
                .ok_or_else(|| Problem::new("the key `seed` of a saved game is a whole number from 0"))?,
            start: text_at(&fields, "start")?,
            moves: texts_at(&fields, "moves")?,
            agents: texts_at(&fields, "agents")?,
        })
    }
}

/// The fields of an object, none of them twice: which of two would count is nobody's guess.
struct Fields(Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Fields, A::Error> {
                let mut fields = Map::new();
                while let Some((key, value)) = entries.next_entry::<String, Value>()? {
                    if fields.contains_key(&key) {
                        return Err(A::Error::custom(format_args!("the key `{key}` stands a second time")));
                    }
                    fields.insert(key, value);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

fn text_at(fields: &Map<String, Value>, key: &str) -> Result<String, Problem> {
    let text = fields.get(key).and_then(Value::as_str).map(str::to_string);
    text.ok_or_else(|| Problem::new(format!("the key `{key}` of a saved game is a text")))
}

fn texts_at(fields: &Map<String, Value>, key: &str) -> Result<Vec<String>, Problem> {
    let texts = fields
        .get(key)
        .and_then(Value::as_array)
        .and_then(|items| items.iter().map(|item| item.as_str().map(str::to_string)).collect::<Option<Vec<String>>>());
    texts.ok_or_else(|| Problem::new(format!("the key `{key}` of a saved game is a list of texts")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back_and_a_broken_one_is_told_why() {
        let record = Record {
            game: "tictactoe".to_string(),
            seed: u64::MAX,
            start: "......... 1".to_string(),
            moves: vec!["b2".to_string()],
            agents: vec!["human".to_string(), "alphabeta".to_string()],
        };
        assert_eq!(Record::parse(&record.write()), Ok(record.clone()));
        assert_eq!(Record::parse(&record.json(None).to_string()), Ok(record));
        for (text, part) in [
            ("", "no saved game"),
            ("[]", "expected a JSON object"),
            (r#"{"seed": 1, "seed": 2}"#, "the key `seed` stands a second time"),
            ("{}", "`game` of a saved game is a text"),
            (r#"{"game": "tictactoe", "seed": -1}"#, "`seed`"),
            (r#"{"game": "tictactoe", "seed": 1, "start": "", "moves": [1]}"#, "`moves` of a saved game is a list"),
            (r#"{"gme": "tictactoe"}"#, "no key `gme`"),
        ] {
            let problem = Record::parse(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
