//! `outwit reproduce` says what a paper says, what we found, and how the two compare.

use crate::support::{json, keys, outwit, printed, scratch};
use outwit_lab::PAPERS;

fn parsed(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_paper_is_listed_with_its_tables() {
    // Long lines are wrapped.
    let text = printed(&["reproduce"]).split_whitespace().collect::<Vec<_>>().join(" ");
    let list = json(&["reproduce", "--json"]);
    for (paper, entry) in PAPERS.iter().zip(list.as_array().unwrap()) {
        assert!(text.contains(&format!("{}: {}", paper.id, paper.summary)), "{}", paper.id);
        assert_eq!(keys(entry), ["id", "title", "summary", "tables", "quick", "full"]);
        assert_eq!(entry["id"], paper.id);
        for exhibit in paper.exhibits {
            assert!(text.contains(exhibit.name) && text.contains(exhibit.summary), "{}", exhibit.name);
        }
    }
}

#[test]
fn one_table_is_told_for_people_and_for_programs() {
    let text = printed(&["reproduce", "frank-1994", "--table", "1"]);
    for part in
        ["Table 1. ", "549,946", "differs (1)", "(1) erratum: 131,184 X wins", "1 differ)", "seed 0, size quick"]
    {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(!text.contains("Table 2"));
    let report = json(&["reproduce", "frank-1994", "--table", "1", "--seed", "7", "--full", "--json"]);
    let wanted = ["paper", "seed", "size", "only", "complete", "unfinished", "run", "counts", "cells", "remarks"];
    assert_eq!(keys(&report), wanted);
    assert_eq!((&report["only"], &report["complete"]), (&"Table 1".into(), &true.into()));
    assert_eq!(keys(&report["run"]), ["version", "commit", "date", "seconds", "threads"]);
    assert_eq!(report["run"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(report["run"]["date"].as_str().unwrap().ends_with('Z') && report["run"]["seconds"].is_number());
    assert_eq!((&report["counts"]["exact"], &report["counts"]["differs"]), (&4.into(), &1.into()));
    assert_eq!((&report["paper"], &report["seed"], &report["size"]), (&"frank-1994".into(), &7.into(), &"full".into()));
    let names = [
        "table",
        "row",
        "column",
        "source",
        "published",
        "claim",
        "measured",
        "low",
        "high",
        "half_width",
        "instead",
        "decimals",
        "verdict",
        "note",
    ];
    let cells = report["cells"].as_array().unwrap();
    assert_eq!(keys(&cells[0]), names);
    assert_eq!(keys(&cells[1]), names);
    assert_eq!(cells[0]["note"], serde_json::Value::Null);
    assert_eq!((&cells[1]["published"], &cells[1]["measured"]), (&209_088.into(), &255_168.into()));
}

#[test]
fn a_folder_gets_the_report() {
    let folder = scratch("reproduced");
    let name = folder.display().to_string();
    let text = printed(&["reproduce", "frank-1994", "--table", "1", "--out", &name]);
    assert!(text.contains(&name), "{text}");
    let page = std::fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(page.contains("`outwit reproduce frank-1994 --table 1 --quick --seed 0`"), "{page}");
    let document = std::fs::read_to_string(folder.join("report.json")).unwrap();
    let [mut written, mut again] =
        [document, printed(&["reproduce", "frank-1994", "--table", "1", "--json"])].map(|text| parsed(&text));
    assert!(written["run"]["seconds"].as_f64().unwrap() >= 0.0);
    // All that differs between two runs of the same command stands in `run`.
    (written["run"], again["run"]) = (serde_json::Value::Null, serde_json::Value::Null);
    assert_eq!(written, again);
}

#[test]
fn wrong_requests_are_told_what_would_be_right() {
    for (arguments, part) in [
        (&["reproduce", "frank-1949"][..], "did you mean `frank-1994`?"),
        (&["reproduce", "frank-1994", "--table", "77"], "frank-1994 has no table `77`"),
        (&["reproduce", "frank-1994", "--figure", "1"], "frank-1994 has no figure `1`"),
        (&["reproduce", "--table", "1"], "<PAPER>"),
        (&["reproduce", "frank-1994", "--quick", "--full"], "cannot be used with"),
        (&["reproduce", "frank-1994", "--seed", "x"], "a seed is a whole number"),
    ] {
        let answer = outwit(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    }
}
