//! Baum-Smith search through the command line: trees with exact rational answers.

use serde_json::{Value, json};
use std::path::PathBuf;

const TREES: &str = include_str!("../data/bpip_trees.json");

fn number(value: &Value) -> f64 {
    let text = value.as_str().expect("rationals are text");
    let part = |text: &str| text.parse::<f64>().expect("a number");
    text.split_once('/').map_or_else(|| part(text), |(above, below)| part(above) / part(below))
}

/// A tree of the vectors as a tree file. With `mirrored`, seat 2 is to move at the root and everything is turned round.
fn file(node: &Value, name: Option<&str>, mirrored: bool) -> Value {
    let mut file = match node["kids"].as_array() {
        Some(kids) => {
            let is_first = (node["kind"] == "max") != mirrored;
            let kids: Vec<Value> = kids.iter().map(|kid| file(kid, kid["name"].as_str(), mirrored)).collect();
            json!({"turn": if is_first { 1 } else { 2 }, "children": kids})
        }
        None => {
            let spikes = node["spikes"].as_array().expect("a leaf has spikes").iter();
            let turned = |x: &Value| match x.as_str() {
                Some("0") => "0".to_string(),
                Some(x) if mirrored => format!("-{x}"),
                x => x.unwrap_or_default().to_string(),
            };
            json!({"spikes": spikes.map(|spike| json!([turned(&spike[0]), spike[1]])).collect::<Vec<_>>()})
        }
    };
    if let Some(name) = name {
        file["move"] = Value::from(name);
    }
    file
}

fn assert_close(found: &Value, wanted: &Value, what: &str) {
    let (found, wanted) = (found.as_f64().expect("a number"), number(wanted));
    assert!((found - wanted).abs() <= 1e-12, "{what}: {found}, exactly {wanted}");
}

#[test]
fn the_trees_with_known_answers_come_out_to_twelve_digits() {
    let document: Value = serde_json::from_str(TREES).unwrap();
    for (place, case) in document["trees"].as_array().unwrap().iter().enumerate() {
        for mirrored in [false, true] {
            let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bpip-{place}-{mirrored}.json"));
            let tree = json!({"players": 2, "root": file(&case["tree"], None, mirrored)});
            std::fs::write(&path, tree.to_string()).unwrap();
            let game = format!("tree:file={}", path.display());
            let found = crate::support::json(&["advise", &game, "--agent", "bpip", "--json"]);
            let (wanted, what) = (&case["answer"], &case["name"].to_string());
            let seat = usize::from(mirrored);
            assert_close(&found["value"][seat], &wanted["root_value"], what);
            assert_close(&found["emax"], &wanted["E_max"], what);
            assert_close(&found["euafe"], &wanted["EUAFE"], what);
            for (mv, mean) in found["moves"].as_array().unwrap().iter().zip(wanted["move_means"].as_array().unwrap()) {
                assert_close(&mv["values"][seat], mean, what);
            }
            let leaves = found["leaves"].as_array().unwrap();
            assert_eq!(leaves.len(), wanted["leaves"].as_array().unwrap().len());
            for (leaf, wanted) in leaves.iter().zip(wanted["leaves"].as_array().unwrap()) {
                let path = leaf["path"].as_array().unwrap();
                assert_eq!(path[path.len() - 1], wanted["name"]);
                assert_close(&leaf["ess"], &wanted["ESS"], what);
                let influence = leaf["influence"].as_array().unwrap();
                assert_eq!(influence.len(), wanted["influence_on_E_max"].as_array().unwrap().len());
                for (found, wanted) in influence.iter().zip(wanted["influence_on_E_max"].as_array().unwrap()) {
                    assert_close(found, wanted, what);
                }
            }
        }
    }
}

fn path(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string()
}

#[test]
fn training_that_was_cut_off_goes_on_to_the_same_end() {
    let (samples, learned) = (path("train.samples"), path("train.txt"));
    let _ = std::fs::remove_file(&samples);
    let train = |games: &str, more: &[&str]| {
        let words = ["train", "tictactoe", "--depth", "2", "--games", games];
        crate::support::printed(&words.iter().chain(more).copied().collect::<Vec<_>>())
    };
    let straight = train("12", &[]);
    assert!(straight.contains("kind 0\n") && straight.contains("rest: "), "{straight}");
    train("5", &["--samples", &samples]);
    // The last game is half written.
    let text = std::fs::read_to_string(&samples).unwrap();
    std::fs::write(&samples, &text[..text.len() - 6]).unwrap();
    assert_eq!(train("12", &["--samples", &samples, "--out", &learned]), "");
    assert_eq!(std::fs::read_to_string(&learned).unwrap(), straight);
    // An agent goes by what was learned.
    let agent = format!("bpip:nodes=500,spread={learned}");
    let answer = crate::support::outwit(&["advise", "tictactoe", "--agent", &agent, "--json"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
}

#[test]
fn training_says_what_is_wrong() {
    let other = path("other.samples");
    std::fs::write(&other, "# outwit train kalah\n").unwrap();
    for (words, part) in [
        (vec!["train", "tictactoe", "--eval", "lines"], "no evaluation `lines`"),
        (vec!["train", "tictactoe", "--samples", &other], "another training"),
        (vec!["train", "hearts:open=false"], "hides something"),
        (vec!["advise", "tictactoe", "--agent", "bpip:spread=nowhere.txt"], "nowhere.txt"),
        (vec!["advise", "tictactoe", "--agent", "bpip:spread=Cargo.toml"], "line 1"),
    ] {
        let answer = crate::support::outwit(&words);
        assert_eq!(answer.code, Some(2), "{words:?}: {}", answer.err);
        assert!(answer.err.contains(part), "{words:?}: {}", answer.err);
    }
}
