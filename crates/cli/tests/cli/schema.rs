//! What commands print for programs has one shape, written down in `docs/schema`: every command that takes `--json` has a
//! schema there, and what it prints fits.

use crate::support::{outwit, printed, scratch};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The part of JSON Schema that the files use.
struct Schemas(BTreeMap<String, Value>);

impl Schemas {
    fn read() -> Schemas {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        Schemas(
            files
                .map(|path| {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let schema =
                        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    (path.file_name().unwrap().to_str().unwrap().to_string(), schema)
                })
                .collect(),
        )
    }

    /// What does not fit, and where; nothing if all does.
    fn check(&self, file: &str, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let wrong = |why: String| Err(format!("{at}: {why}: {value}"));
        for (key, rule) in schema.as_object().expect("a schema is an object") {
            match key.as_str() {
                "$ref" => {
                    let (other, path) = rule.as_str().unwrap().split_once('#').expect("a reference has a #");
                    let other = if other.is_empty() { file } else { other };
                    let root = self.0.get(other).unwrap_or_else(|| panic!("{file}: there is no {other}"));
                    let found = root.pointer(path).unwrap_or_else(|| panic!("{other} has no {path}"));
                    self.check(other, found, value, at)?;
                }
                "type" => {
                    let names: Vec<&str> = rule.as_array().map_or_else(
                        || vec![rule.as_str().unwrap()],
                        |names| names.iter().map(|name| name.as_str().unwrap()).collect(),
                    );
                    if !names.iter().any(|name| is_of_type(value, name)) {
                        return wrong(format!("is not of type {names:?}"));
                    }
                }
                "enum" if !rule.as_array().unwrap().contains(value) => return wrong(format!("is none of {rule}")),
                "minimum" if value.as_f64().is_some_and(|x| x < rule.as_f64().unwrap()) => {
                    return wrong(format!("is below {rule}"));
                }
                "anyOf" => {
                    let tried: Vec<Result<(), String>> =
                        rule.as_array().unwrap().iter().map(|one| self.check(file, one, value, at)).collect();
                    if tried.iter().all(Result::is_err) {
                        return wrong(format!("fits none of several: {tried:?}"));
                    }
                }
                "required" if value.is_object() => {
                    for name in rule.as_array().unwrap() {
                        if value.get(name.as_str().unwrap()).is_none() {
                            return wrong(format!("lacks {name}"));
                        }
                    }
                }
                "properties" => {
                    for (name, rule) in rule.as_object().unwrap() {
                        if let Some(value) = value.get(name) {
                            self.check(file, rule, value, &format!("{at}/{name}"))?;
                        }
                    }
                }
                "additionalProperties" if *rule == Value::Bool(false) => {
                    let known = schema["properties"].as_object().unwrap();
                    if let Some(name) = value.as_object().and_then(|o| o.keys().find(|name| !known.contains_key(*name)))
                    {
                        return wrong(format!("has a key `{name}` that nobody has written down"));
                    }
                }
                "items" => {
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(file, rule, item, &format!("{at}/{place}"))?;
                    }
                }
                "enum" | "minimum" | "required" | "additionalProperties" => {}
                "$schema" | "$defs" | "title" | "description" => {}
                other => panic!("{file}: the test does not know `{other}`"),
            }
        }
        Ok(())
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other} is no type of JSON"),
    }
}

const UMBRELLA: &str = "crates/games/trees/umbrella.json";

/// Commands that print JSON, several ways each where they differ.
fn requests(learned: &str) -> Vec<Vec<&str>> {
    [
        "show tictactoe",
        "show spider",
        "show kuhn --after KJ --seat 2",
        "show connect4 --after 4 --seat 1",
        "moves tictactoe",
        "moves kuhn",
        "perft tictactoe 2 --divide",
        "perft tictactoe 1",
        "advise tictactoe",
        "advise kuhn --after KJ",
        "advise hearts:cards=3 --agent ismcts:sims=50",
        "advise tictactoe --agent uct:sims=100",
        "expect tictactoe random random --after b2,a1",
        "solve tictactoe",
        "games",
        "games connect4:width=5",
        "games tree",
        "agents",
        "agents alphabeta",
        "agents --game hearts",
        "play tictactoe random random",
        "winprob 0..1_0..2",
        "bench --seconds 0.01",
        "equilibrium kuhn --iterations 10",
        "exploit kuhn random",
        "analyse tictactoe",
        "reproduce",
        "reproduce frank-1994 --figure 8",
        "reproduce maxprob-2011 --figure 1",
        "solve connect4:width=4,height=4",
        "solve repeated:rounds=3 --meaning force",
        "solve kuhn --after KJ --seat 1",
        "equilibrium dilemma:order=simultaneous,rounds=1 --method all",
        "exploit kuhn random --samples 100 --batch 5",
        "decide --lottery 1/2:100,1/2:0 --lottery 1:45",
        "decide --lottery 1:-1e6 --utility exponential:risk=1",
        "decide --prefer A>B --prefer B>C",
        "decide --prefer A>B --prefer B>A",
        "train dodgem --games 1 --depth 1",
        "arena list",
        "arena show",
        "arena replay 0.0",
    ]
    .iter()
    .map(|line| line.split(' ').collect())
    .chain([
        vec!["decide", UMBRELLA],
        vec!["decide", UMBRELLA, "--two-way"],
        vec!["decide", "spider:suits=1,ranks=2,columns=2,down=2,deals=1", "--nodes", "200"],
        vec!["decide", "--explain", "examples/allais.json"],
        vec!["abstract", "tree:file=crates/games/trees/frank-figure11.json", "--beginnings", "1"],
        vec!["abstract", "tictactoe", "--where", "payoff >= 1", "--agents", "random", "--games", "4"],
        vec!["decide", "crates/games/trees/oil.json", "--utility", "exponential:risk=50"],
        vec!["learn", "dodgem", "--from", "solved", "--out", learned],
        vec!["export", "kuhn", "--efg", learned],
        vec!["export", "kuhn", "--nfg", learned],
    ])
    .collect()
}

#[test]
fn what_every_command_prints_fits_its_schema() {
    let schemas = Schemas::read();
    let learned = scratch("schema-learned.txt");
    // A tournament of two has Elo and may have a test; one of three has ratings.
    let store = scratch("schema-arena.sqlite");
    let words = ["arena", "tictactoe", "random", "greedy", "--sprt", "0,5", "--deals", "3", "--json", "--store"];
    let two = crate::support::json(&[&words[..], &[store.to_str().unwrap()]].concat());
    schemas.check("arena.json", &schemas.0["arena.json"], &two, "").unwrap();
    let kept = scratch("schema-kept.sqlite");
    printed(&[
        "arena",
        "tictactoe",
        "random",
        "greedy",
        "minimax:depth=1",
        "--deals",
        "2",
        "--store",
        kept.to_str().unwrap(),
    ]);
    for mut arguments in requests(learned.to_str().unwrap()) {
        let file = format!("{}.json", arguments[0]);
        let schema = schemas.0.get(&file).unwrap_or_else(|| panic!("docs/schema has no {file}"));
        let words: Vec<String> = arguments
            .iter()
            .map(|word| word.replace("0..1_0..2", "0..1 0..2").replace("b2,a1", "b2 a1 c3 a3 a2 c2 b1"))
            .collect();
        arguments = words.iter().map(String::as_str).collect();
        arguments.push("--json");
        if arguments[0] == "arena" {
            arguments.extend(["--store", kept.to_str().unwrap()]);
        }
        let answer = outwit(&arguments);
        assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.err);
        assert_eq!(answer.err, "", "{arguments:?}: what is remarked stands in the JSON");
        let value: Value = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
        schemas.check(&file, schema, &value, "").unwrap_or_else(|wrong| panic!("{arguments:?}: {wrong}"));
    }
}

#[test]
fn every_command_with_json_has_a_schema_and_every_schema_a_command() {
    let schemas = Schemas::read();
    let mut with_json = vec!["common.json".to_string()];
    for command in crate::support::commands() {
        let help = printed(&[&command, "--help"]);
        assert!(["Example", "For instance"].iter().any(|word| help.contains(word)), "{command} shows no example");
        if help.contains("      --json") {
            with_json.push(format!("{command}.json"));
        }
    }
    for name in schemas.0.keys() {
        assert!(with_json.contains(name), "{name} belongs to no command with --json");
    }
    for name in with_json {
        // A tour is told, not listed.
        assert!(schemas.0.contains_key(&name) || name == "tour.json", "docs/schema has no {name}");
    }
}

/// Commands whose answers are tables or prose; pictures, JSON and words that cannot be broken aside.
const TOLD: &[&str] = &[
    "games",
    "games connect4",
    "games hearts",
    "agents",
    "agents --all",
    "agents alphabeta",
    "agents compose",
    "show connect4",
    "moves tictactoe",
    "perft tictactoe 4 --divide",
    "advise tictactoe",
    "advise kuhn --after KJ",
    "expect tictactoe minimax random",
    "solve tictactoe",
    "analyse tictactoe",
    "equilibrium kuhn",
    "exploit kuhn random overconfident",
    "exploit kuhn random --samples 50 --batch 2",
    "decide crates/games/trees/oil.json",
    "decide --lottery 1/2:100,1/2:0 --lottery 1:45",
    "decide --prefer A>B --prefer B>C",
    "abstract tree:file=crates/games/trees/frank-figure11.json --beginnings 2",
    "tour",
    "play tictactoe random random",
    "learn dodgem --from solved --out FILE",
    "train dodgem --games 1 --depth 1 --out FILE",
    "export kuhn --efg FILE",
    "winprob 0..1",
    "bench --seconds 0.001",
    "reproduce",
    "reproduce frank-1994 --figure 8",
    "reproduce maxprob-2011 --figure 1",
    "arena tictactoe random greedy minimax:depth=1 minimax:depth=2 --deals 2 --opening 1 --cap 900",
    "arena list",
    "arena show",
    "arena replay 0.0",
];

/// Commands whose answers are for programs.
const NOT_TOLD: &[(&str, &str)] = &[
    ("studio", "says where it listens; the rest is seen in a browser"),
    ("engine", "speaks a protocol"),
    ("completions", "writes a script"),
];

#[test]
fn no_answer_is_wider_than_asked() {
    crate::support::demand_all_commands(TOLD.iter().filter_map(|line| line.split(' ').next()), NOT_TOLD);
    let (store, written) = (scratch("narrow.sqlite"), scratch("narrow.txt"));
    for line in TOLD {
        let mut words: Vec<&str> = line.split(' ').collect();
        words.iter_mut().filter(|word| **word == "FILE").for_each(|word| *word = written.to_str().unwrap());
        if words[0] == "arena" {
            words.extend(["--store", store.to_str().unwrap()]);
        }
        let output = crate::support::command(&words).env("COLUMNS", "80").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        for told in text.lines().filter(|told| told.chars().count() > 80) {
            let longest = told.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
            // A word that stands alone cannot be broken, nor can a very long one.
            let is_whole = !told.trim().contains(' ') || longest > 50;
            let says_how = text.contains("whole in a wider terminal, or with COLUMNS=");
            assert!(is_whole || says_how, "{line}: {} columns: {told}", told.chars().count());
        }
    }
}

#[test]
fn a_document_of_another_shape_is_noticed() {
    let schemas = Schemas::read();
    let right: Value = serde_json::json!({"game": "kuhn", "position": null, "seed": 0, "turn": 1, "moves": [{"move": "bet", "probability": null}]});
    let check = |value: &Value| schemas.check("moves.json", &schemas.0["moves.json"], value, "");
    assert_eq!(check(&right), Ok(()));
    for (key, value) in [
        ("turn", serde_json::json!("nobody")),
        ("turn", serde_json::json!(0)),
        ("moves", serde_json::json!(["bet"])),
        ("moves", serde_json::json!(2)),
        ("seed", serde_json::json!(-1)),
        ("more", serde_json::json!(1)),
        ("position", serde_json::json!([])),
    ] {
        let mut other = right.clone();
        other[key] = value;
        assert!(check(&other).is_err(), "{other}");
    }
    let mut other = right.clone();
    other.as_object_mut().unwrap().remove("seed");
    assert!(check(&other).is_err());
}
