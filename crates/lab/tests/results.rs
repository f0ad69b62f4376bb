//! The results pages say what the stored reports say, and the stored reports what the commands say today. `BLESS=1` writes
//! the pages anew.

use outwit::arena::statistics::{mean_in, wilson};
use outwit::game::Game;
use outwit_lab::{PAPERS, Progress, Request, Run, Stored, page, paper};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results")
}

fn read(path: &Path) -> Result<String, outwit::game::Problem> {
    std::fs::read_to_string(path).map_err(|error| outwit::game::Problem::new(format!("{}: {error}", path.display())))
}

#[test]
fn every_results_page_is_what_its_template_makes_of_the_stored_reports() {
    let mut pages = 0;
    for file in std::fs::read_dir(results().join("templates")).unwrap() {
        let template = file.unwrap().path();
        let name = template.file_name().unwrap();
        let wanted = page(&read(&template).unwrap(), &|report| read(&results().join("templates").join(report)))
            .unwrap_or_else(|problem| panic!("{}: {problem}", template.display()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(results().join(name), &wanted).unwrap();
        }
        let found = read(&results().join(name)).unwrap_or_default();
        assert!(found == wanted, "{} is not what it should be (BLESS=1 writes it)", name.display());
        pages += 1;
    }
    // One for each paper, one for what the thesis left open, and the list of them.
    assert_eq!(pages, PAPERS.len() + 2);
}

/// Spider's deals, each with the moves looked at and what came of it, are a file of their own, to which more can be added, and those of
/// the weights before another; the page speaks of what they add up to.
#[test]
fn what_the_page_says_of_spiders_deals_is_what_they_add_up_to() {
    let mut groups: BTreeMap<(&str, u64, u64), Vec<[u64; 5]>> = BTreeMap::new();
    for (whose, file) in [("", "spider-deals.csv"), ("before,", "spider-deals-before.csv")] {
        for line in read(&results().join("reports").join(file)).unwrap().lines().skip(1) {
            let numbers: Vec<u64> = line.split(',').map(|word| word.parse().unwrap()).collect();
            groups.entry((whose, numbers[0], numbers[1])).or_default().push(numbers[2..].try_into().unwrap());
        }
    }
    let mut summary = serde_json::Map::new();
    for ((whose, suits, nodes), mut deals) in groups {
        deals.sort_unstable();
        assert!(deals.windows(2).all(|pair| pair[0][0] != pair[1][0]), "suits {suits}: a deal counts twice");
        let count = deals.len() as f64;
        let mean = |place: usize| deals.iter().map(|deal| deal[place] as f64).sum::<f64>() / count;
        let (low, high) = wilson(mean(2), count);
        let said = serde_json::json!({
            "deals": deals.len(), "first": deals[0][0], "last": deals[deals.len() - 1][0],
            "won": 100.0 * mean(2), "low": 100.0 * low, "high": 100.0 * high,
            "score": mean(1), "decisions": mean(3), "looked": mean(4) / mean(3),
        });
        summary.insert(format!("{whose}suits={suits},nodes={nodes}"), said);
    }
    let (path, wanted) = (results().join("reports/spider-strength.json"), serde_json::Value::Object(summary));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, serde_json::to_string_pretty(&wanted).unwrap() + "\n").unwrap();
    }
    let found: serde_json::Value = serde_json::from_str(&read(&path).unwrap_or_default()).unwrap_or_default();
    assert_eq!(found, wanted, "{} is not what it should be (BLESS=1 writes it)", path.display());
}

/// The rounds of matches are a file of their own, to which more can be added; the table of strength is what they add up to.
#[test]
fn the_table_of_strength_is_what_its_matches_add_up_to() {
    const BUDGETS: [u64; 3] = [10, 100, 1000];
    let file = read(&results().join("reports/strength.csv")).unwrap();
    let mut rows: Vec<([&str; 3], [Vec<f64>; 3])> = Vec::new();
    for line in file.lines().skip(1) {
        let words: Vec<&str> = line.split(',').collect();
        let [game, milliseconds, agent, other, round, share] = words[..] else { panic!("{line}") };
        let budget = BUDGETS.iter().position(|budget| budget.to_string() == milliseconds).expect(line);
        let place = rows.iter().position(|(names, _)| *names == [game, agent, other]).unwrap_or_else(|| {
            rows.push(([game, agent, other], Default::default()));
            rows.len() - 1
        });
        assert_eq!(rows[place].1[budget].len().to_string(), round, "{line}: rounds come one after the other");
        rows[place].1[budget].push(share.parse().unwrap());
    }
    let mut table =
        "| game | ours | against | fair | 10 ms | 100 ms | 1 s |\n|---|---|---|---:|---:|---:|---:|\n".to_string();
    for (names, shares) in &rows {
        let [game, agent, other] = names.map(|name| name.replace(';', ","));
        let seats = outwit::game_from_spec(&game, &outwit::no_files).unwrap().players();
        let cell = |shares: &Vec<f64>| {
            let Some(share) = mean_in(shares, (0.0, 1.0)) else { return String::new() };
            let games = shares.len() * seats;
            let told = share
                .interval
                .map_or(String::new(), |(low, high)| format!(" ({:.0} to {:.0})", 100.0 * low, 100.0 * high));
            format!("{:.0} %{told} of {games}", 100.0 * share.value)
        };
        let cells = shares.each_ref().map(cell).join(" | ");
        table += &format!("| `{game}` | `{agent}` | `{other}` | {:.0} % | {cells} |\n", 100.0 / seats as f64);
    }
    let (begin, end) = ("<!-- added up by a test -->\n\n", "\n<!-- so far -->");
    let path = results().join("strength.md");
    let page = read(&path).unwrap();
    let (before, rest) = page.split_once(begin).expect("the table's place");
    let (found, after) = rest.split_once(end).expect("the table's end");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{before}{begin}{table}{end}{after}")).unwrap();
    } else {
        assert!(found == table, "{} is not what it should be (BLESS=1 writes it)", path.display());
    }
}

/// Tables of quick runs that take seconds together, and rows of those that take longer.
const HELD: &[(&str, &str, Option<&str>)] = &[
    ("frank-1994", "Table 1", None),
    ("frank-1994", "Table 2", None),
    ("frank-1994", "Table 3", None),
    ("frank-1994", "Table 4", None),
    ("frank-1994", "Table 5", None),
    ("frank-1994", "Table 6", None),
    ("frank-1994", "Table 7", None),
    ("frank-1994", "Table 10", None),
    ("frank-1994", "Table 11", None),
    ("frank-1994", "Figure 7", None),
    ("frank-1994", "Figure 8", None),
    ("frank-1994", "Text", None),
    ("maxprob-2011", "Figure 1", None),
    ("maxprob-2011", "Text", None),
    ("parker-2010", "Text", None),
    ("parker-2010", "Theorem 5", None),
    ("parker-2010", "Figure 2", None),
    ("parker-2010", "Figure 3", None),
    ("parker-2010", "Figure 4b", Some("b = 2")),
    ("sarratt-2014", "Table I", None),
    ("sarratt-2014", "Text", None),
    ("baum-smith", "Text", None),
];

#[test]
fn the_quick_commands_say_what_the_stored_reports_say() {
    for paper in PAPERS {
        assert!(HELD.iter().any(|(id, ..)| *id == paper.id), "nothing of {} is held", paper.id);
    }
    for (id, table, rows) in HELD {
        let stored = Stored::read(&read(&results().join(format!("reports/{id}-quick.json"))).unwrap()).unwrap();
        assert_eq!(stored.command(), format!("outwit reproduce {id} --quick --seed 0"));
        let request = Request { only: Some(table), rows: rows.map(String::from), threads: 2, ..Request::default() };
        let begun = std::time::Instant::now();
        let now = paper(id).unwrap().run(&request, &Progress::default()).unwrap();
        println!("{id} {table}: {:.2} s", begun.elapsed().as_secs_f64());
        let difference = stored.difference(&now.to_json(&Run::ended(Duration::ZERO, 1)));
        assert_eq!(difference, None, "{id}, {table}: `outwit reproduce {id} --quick --out DIR` makes the report anew");
    }
}
