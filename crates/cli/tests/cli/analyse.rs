//! `outwit analyse` tells about whole games, for people, spreadsheets and programs.

use crate::support::{DICE, PENNIES, file, json, outwit, printed, scratch};
use serde_json::Value;

/// The row of a table whose cells are these.
fn row<'a>(document: &'a Value, table: &str, cells: &[(&str, Value)]) -> &'a Value {
    let rows = document[table].as_array().unwrap_or_else(|| panic!("{table} is missing"));
    rows.iter().find(|row| cells.iter().all(|(key, value)| row[key] == *value)).unwrap_or_else(|| panic!("{cells:?}"))
}

#[test]
fn dodgem_is_told_as_the_thesis_tells_it() {
    let document = json(&["analyse", "dodgem", "--depth", "6", "--rules", "minimax,product,bounds,average", "--json"]);
    let size = |what: &str| row(&document, "size", &[("what", what.into())])["number"].clone();
    assert_eq!((size("positions"), size("plies of the longest win")), (1963.into(), 21.into()));
    assert!((size("plies of a random game").as_f64().unwrap() - 19.3580814).abs() < 1e-7);
    let random = row(&document, "dependence", &[("over", "graph".into()), ("counted", "random game".into())]);
    assert!((random["dependence"].as_f64().unwrap() - 0.0991967).abs() < 1e-7);
    let right = |depth: u32, rule: &str| row(&document, "accuracy", &[("depth", depth.into())])[rule].as_f64().unwrap();
    assert!((right(5, "minimax") - 94.514).abs() < 1e-3 && (right(6, "product") - 98.683).abs() < 1e-3);
    assert_eq!(document["by_class"].as_array().unwrap().len(), 13);
    // The tree of a game whose positions come back is endless.
    assert!(document["by_depth"].is_null());
}

#[test]
fn tic_tac_toe_is_told_over_its_tree_and_over_its_graph() {
    let text = printed(&["analyse", "tictactoe", "--depth", "3"]);
    for part in
        ["nodes of the tree", "549,946", "0.028192", "0.124745", "By depth of the tree", "5,478", "Right decisions"]
    {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    let csv = printed(&["analyse", "tictactoe", "--depth", "1", "--class", "none", "--csv"]);
    assert!(csv.contains("# dependence\nover,counted,total,") && csv.contains("\ntree,pairs,740160,"), "{csv}");
    let folder = scratch("analysed");
    printed(&["analyse", "tictactoe", "--depth", "2", "--plot", &folder.display().to_string()]);
    for name in ["accuracy.svg", "dependence-by-depth.svg"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
}

#[test]
fn a_position_can_be_looked_at_alone() {
    let document =
        json(&["analyse", "tictactoe", "--after", "b2 a1 c1 a3", "--depth", "1", "--class", "value", "--json"]);
    assert_eq!(row(&document, "size", &[("what", "longest game".into())])["number"], 5);
}

#[test]
fn wrong_requests_are_told_what_would_be_right() {
    let hidden = format!("tree:file={}", file("pennies-analysed.json", PENNIES));
    for (arguments, part) in [
        (&["analyse", DICE][..], "only an open game for two without chance"),
        (&["analyse", &hidden], "only an open game for two without chance"),
        (&["analyse", "backgammon"], "only an open game for two without chance"),
        (&["analyse", "connect4", "--states", "1000"], "more than 1000 positions; --states N allows more"),
        (&["analyse", "dodgem", "--rules", "minmax"], "`minmax` is not a rule; the rules are: minimax"),
        (&["analyse", "dodgem", "--eval", "no"], "no evaluation `no`; it has: distance, blind"),
        (&["analyse", "dodgem", "--csv", "--json"], "cannot be used with"),
    ] {
        let answer = outwit(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    }
}
