//! What the documents say is so: their commands print what they show, their lists are the catalogs', their code is code
//! that is compiled and tested, and their links lead somewhere. Set `BLESS=1` to write outputs and lists anew.

use crate::support::{outwit, scratch, without_times, words};
use outwit::game::Parameter;
use outwit::games::catalog::GAMES;
use outwit::games::efg::read_efg;
use outwit::games::tree;
use outwit::search::named::catalog::{AGENTS, AgentEntry};
use outwit::search::named::compose::{AXES, equal};
use outwit_lab::{PAPERS, Stored};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Every page there is: those at the top, and all of `docs`.
fn documents() -> Vec<String> {
    let mut names: Vec<String> = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(String::from).into();
    for folder in ["docs", "docs/results"] {
        let files = std::fs::read_dir(path(folder)).unwrap().map(|file| file.unwrap().file_name());
        let pages = files.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".md"));
        names.extend(pages.map(|name| format!("{folder}/{name}")));
    }
    names.sort();
    names
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Two tests may write the README: one after the other.
static README: Mutex<()> = Mutex::new(());

/// Demands that a document is as it should be, or makes it so.
fn demand(name: &str, wanted: &str, is_same: bool) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path(name), wanted).unwrap();
    } else {
        assert!(is_same, "{name} is not what it should be (BLESS=1 writes it):\n{wanted}");
    }
}

/// The fenced blocks of a document: language and lines.
fn blocks(document: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language, Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// A document with the output of every command in its `console` blocks as it is today.
fn with_outputs(document: &str) -> String {
    let (mut result, mut is_console) = (String::new(), false);
    for line in document.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if is_console {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let ours = command.strip_prefix("outwit ").or(command.strip_prefix("cargo run --release -- "));
            let arguments = words(ours.unwrap_or_else(|| panic!("{command} is not a command of outwit")));
            let answer = outwit(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
            result.push_str(&format!("{line}\n{}{}", answer.out, answer.err));
            continue;
        }
        result.push_str(&format!("{line}\n"));
    }
    result
}

#[test]
fn every_command_prints_what_the_documents_show() {
    let _alone = README.lock().unwrap_or_else(PoisonError::into_inner);
    for name in &documents() {
        let (document, today) = (text(name), with_outputs(&text(name)));
        let is_same = without_times(&document) == without_times(&today);
        // Times differ at each run and are left as they stand unless something else has changed.
        demand(name, if is_same { &document } else { &today }, is_same);
    }
}

/// A document with the lines between `<!-- mark -->` and `<!-- end of mark -->` replaced.
fn with_list(document: &str, mark: &str, list: &str) -> String {
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no {end}"));
    format!("{before}{begin}\n{list}\n{end}{after}")
}

/// The counts of the papers are those of the stored reports of their quick runs.
#[test]
fn the_readme_counts_what_came_of_the_papers() {
    let _alone = README.lock().unwrap_or_else(PoisonError::into_inner);
    let named = ["exact", "agrees", "too few to tell", "differs", "claim holds", "claim fails", "claim open"];
    let others = ["by construction", "new"];
    let mut table = "| paper | exact | agrees | too few to tell | differs | claims that hold, fail, are open | by construction | new |\n".to_string();
    table.push_str("|---|---:|---:|---:|---:|---|---:|---:|\n");
    for paper in PAPERS {
        let report = Stored::read(&text(&format!("docs/results/reports/{}-quick.json", paper.id))).unwrap();
        let part = if report.is_complete() { "" } else { ", in part" };
        let of = |names: &[&str]| -> Vec<String> {
            names.iter().map(|name| report.total(name).unwrap().to_string()).collect()
        };
        let (numbers, rest) = (of(&named), of(&others));
        let row = [numbers[..4].join(" | "), numbers[4..].join(", "), rest.join(" | ")].join(" | ");
        table.push_str(&format!("| `{}`{part} | {row} |\n", paper.id));
    }
    let readme = text("README.md");
    let wanted = with_list(&readme, "papers", &table);
    demand("README.md", &wanted, wanted == readme);
    assert!(wanted.lines().count() <= 200, "the README has {} lines", wanted.lines().count());
}

/// What can be set, with defaults and what it means.
fn settings(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let mut table = "\n| parameter | values | |\n|---|---|---|\n".to_string();
    for p in parameters {
        let (values, summary) = (p.kind.to_string().replace('|', "\\|"), p.summary.replace('|', "\\|"));
        table.push_str(&format!("| `{}={}` | {values} | {summary} |\n", p.name, p.default));
    }
    table
}

/// The rules of every game, as `outwit games NAME` and `help` while playing tell them, and what it can be set to.
#[test]
fn every_game_stands_in_one_document_with_its_rules_and_parameters() {
    let mut wanted =
        "# The games and their rules\n\nWritten from the catalog: the same as `outwit games` lists and `outwit \
                      games NAME` tells, and `help` in `outwit play`.\n\n| game | what it is | parameters and defaults \
                      |\n|---|---|---|\n"
            .to_string();
    for entry in GAMES {
        let defaults: Vec<String> = entry.parameters.iter().map(|p| format!("`{}={}`", p.name, p.default)).collect();
        wanted += &format!("| [{0}](#{0}) | {1} | {2} |\n", entry.name, entry.summary, defaults.join(" "));
    }
    for entry in GAMES {
        // A heading within the rules is one of the game's section.
        let mut is_listing = false;
        let line = |line: &str| {
            is_listing ^= line.starts_with("```");
            if line.starts_with('#') && !is_listing { format!("##{line}\n") } else { format!("{line}\n") }
        };
        let rules: String = entry.rules.lines().map(line).collect();
        wanted += &format!("\n## {}\n\n{rules}{}", entry.name, settings(entry.parameters));
    }
    let found = std::fs::read_to_string(path("docs/GAMES.md")).unwrap_or_default();
    demand("docs/GAMES.md", &wanted, wanted == found);
}

/// What stands on top of an agent's page, with links that lead to its section of the document.
fn head(name: &str) -> String {
    let file = match name {
        "compose" => "compose/mod".to_string(),
        // The word is one of the language's.
        "abstract" => "abstraction".to_string(),
        name => name.replace('-', "_").replace('+', "_plus"),
    };
    let source = text(&format!("crates/search/src/named/{file}.rs"));
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let head: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let anchor = |page: &str| page.replace('_', "-").replace("-plus", "");
    let (mut out, head) = (String::new(), head.join("\n"));
    let mut rest = head.as_str();
    while let Some((before, after)) = rest.split_once("[`") {
        let (target, after) = after.split_once("`]").expect("a link has an end");
        let (link, after) = match after.strip_prefix('(').and_then(|link| link.split_once(')')) {
            Some((link, after)) => (link.rsplit("::").next().unwrap_or(link), after),
            None => (target, after),
        };
        let is_agent = AGENTS.iter().any(|entry| entry.name == anchor(link));
        out += before;
        out += &if is_agent { format!("[{}](#{})", anchor(target), anchor(link)) } else { format!("`{target}`") };
        rest = after;
    }
    out + rest
}

/// Every agent, grouped by how it grows its tree, with its other three choices, its page's head and its parameters.
#[test]
fn every_agent_stands_in_one_document_by_its_axes() {
    let [grow, rest @ ..] = &AXES;
    let is_of = |entry: &AgentEntry, choice: &str| entry.axes.grow.split(',').next() == Some(choice);
    let others = ("others", "no tree, the whole game at once, or a tree of their own");
    let groups: Vec<(&str, &str)> = grow.choices.iter().copied().chain([others]).collect();
    let group_of = |entry: &AgentEntry| {
        let known = grow.choices.iter().find(|(choice, _)| is_of(entry, choice));
        known.map_or(others.0, |(choice, _)| choice)
    };
    let mut wanted = "# The agents by their axes\n\n> A search is how the tree grows x how a leaf is valued x how values are \
                      backed up x what is believed about the others.\n\nWritten from the catalog and from what stands on top of \
                      each agent's page: what it is, the paper, what it assumes about the others, what it costs, what it is \
                      not. `outwit agents NAME` lists the games it plays. Every agent has a character: `temperature` softens its \
                      choice, `blunder` is the chance of a move picked blindly. A depth counts plies; chance does not count.\n"
        .to_string();
    for axis in rest {
        wanted += &format!("\n**{}**: {}\n\n", axis.name, axis.question);
        axis.choices.iter().for_each(|(choice, line)| wanted += &format!("- `{choice}`: {line}\n"));
    }
    for (group, line) in &groups {
        wanted += &format!(
            "\n## grow: {group}\n\n{line}\n\n| agent | what it does | grow | value | backup | belief | plays |\n|---|---|---|---|---|---|---|\n"
        );
        for entry in AGENTS.iter().filter(|entry| group_of(entry) == *group) {
            let (name, axes) = (entry.name, entry.axes);
            let anchor = name.replace('+', "");
            let anchor = if name == anchor { anchor } else { format!("{anchor}-1") };
            wanted += &format!(
                "| [{name}](#{anchor}) | {} | {} | {} | {} | {} | {} |\n",
                entry.summary,
                axes.grow,
                axes.value,
                axes.backup,
                axes.belief,
                entry.plays()
            );
        }
        for entry in AGENTS.iter().filter(|entry| group_of(entry) == *group) {
            wanted += &format!("\n### {}\n\n{}\n", entry.name, head(entry.name));
            if let Some(spec) = equal(entry.name) {
                wanted += &format!("\nThe same, put together: `{spec}`.\n");
            }
            wanted += &settings(entry.parameters);
        }
    }
    let found = std::fs::read_to_string(path("docs/AGENTS.md")).unwrap_or_default();
    demand("docs/AGENTS.md", &wanted, wanted == found);
}

/// The README's picture is what two commands draw.
#[test]
fn the_picture_is_drawn_by_the_commands_below_it() {
    let [tree, picture] = ["picture.json", "picture.svg"].map(|name| scratch(name).display().to_string());
    let game = "tree:file=crates/games/trees/know-your-opponent.json";
    let agent = "expectimax:model=(minimax:blunder=0.5)";
    crate::support::printed(&["advise", game, "--agent", agent, "--tree", &tree]);
    crate::support::printed(&["show", &format!("tree:file={tree}"), "--svg", &picture]);
    // What can be clicked on a page is not seen.
    let drawn = std::fs::read_to_string(picture).unwrap();
    let is_seen = |line: &&str| !line.contains("data-place=");
    let wanted: String = drawn.lines().filter(is_seen).map(|line| format!("{line}\n")).collect();
    let found = std::fs::read_to_string(path("docs/picture.svg"));
    demand("docs/picture.svg", &wanted, found.is_ok_and(|found| found == wanted));
    let readme = text("README.md");
    assert!(readme.contains(agent) && readme.contains("](docs/picture.svg)"), "the README shows how it is drawn");
}

/// What the README says around its belief that learns.
#[test]
fn tit_for_tat_is_answered_by_silence_only_where_it_is_known() {
    let after = "silent silent betray silent silent betray betray silent silent betray";
    assert!(text("README.md").contains(after));
    let plays = |agent: &str| {
        crate::support::json(&["advise", "dilemma", "--agent", agent, "--after", after, "--json"])["move"].clone()
    };
    assert_eq!((plays("model-mcts"), plays("uct")), ("silent".into(), "betray".into()));
    let before = crate::support::printed(&["advise", "dilemma", "--agent", "model-mcts"]);
    assert!(before.contains("tit-for-tat (0.08)"), "{before}");
}

#[test]
fn code_in_the_documents_is_code_that_is_compiled_and_tested() {
    let example = |name: &str| text(&format!("crates/outwit/examples/{name}.rs"));
    let crate_page: String = text("crates/outwit/src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let sources = [crate_page, example("new_game"), example("new_algorithm")];
    let mut quoted = 0;
    for name in &documents() {
        for (_, lines) in blocks(&text(name)).into_iter().filter(|(language, _)| *language == "rust") {
            let block = lines.join("\n") + "\n";
            assert!(sources.iter().any(|source| source.contains(&block)), "{name}: no source has\n{block}");
            quoted += lines.len();
        }
    }
    assert!(quoted > 100, "{quoted} lines are quoted");
}

/// A `json` block is a tree that reads; one with a `text` block right after it is one that does not, and why.
#[test]
fn trees_in_the_documents_read_or_are_refused_as_they_say() {
    for name in ["docs/GUIDE.md", "docs/TREE.md"] {
        let document = text(name);
        let blocks = blocks(&document);
        for (place, (_, lines)) in blocks.iter().enumerate().filter(|(_, (language, _))| *language == "json") {
            let read = tree::Tree::from_json(&lines.join("\n")).map(drop).map_err(|problem| problem.to_string());
            let refusal = blocks.get(place + 1).filter(|(language, _)| *language == "text");
            match refusal {
                None => assert_eq!(read, Ok(()), "{name}: {lines:?}"),
                Some((_, why)) => assert_eq!(read, Err(why.join(" ")), "{name}: {lines:?}"),
            }
        }
    }
}

#[test]
fn links_and_paths_in_the_documents_lead_somewhere() {
    for name in &documents() {
        let (document, folder) = (text(name), path(name).parent().unwrap().to_path_buf());
        for link in document.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let file = link.split('#').next().unwrap();
            if !file.is_empty() && !link.contains("://") {
                assert!(folder.join(file).exists(), "{name} links to {link}");
            }
        }
        for word in document.split('`').skip(1).step_by(2).filter(|word| word.starts_with("crates/")) {
            let word = word.split(['<', '{', ' ', '*']).next().unwrap();
            assert!(path(word).exists(), "{name} names {word}");
        }
    }
}

/// The functions of all files below a folder, and those of them that are tests.
fn functions(folder: PathBuf, all: &mut BTreeSet<String>, tests: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            functions(path, all, tests);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = |after: &str| after.split(['(', '<']).next().unwrap_or_default().to_string();
            all.extend(text.split("fn ").skip(1).map(name));
            tests.extend(text.split("#[test]").skip(1).filter_map(|after| after.split("fn ").nth(1)).map(name));
        }
    }
}

/// Four words or more in backticks are the name of a function, and of a test where a document says what holds an invariant.
#[test]
fn tests_that_the_documents_name_exist() {
    let (mut all, mut tests) = (BTreeSet::new(), BTreeSet::new());
    ["crates", "examples"].into_iter().for_each(|folder| functions(path(folder), &mut all, &mut tests));
    let names = |text: &str| -> Vec<String> {
        let is_name = |word: &&str| {
            word.matches('_').count() >= 3
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        text.split('`').skip(1).step_by(2).filter(is_name).map(String::from).collect()
    };
    for name in &documents() {
        let unknown: Vec<String> = names(&text(name)).into_iter().filter(|word| !all.contains(word)).collect();
        assert_eq!(unknown, Vec::<String>::new(), "{name} names functions that are not there");
    }
    let document = text("docs/ARCHITECTURE.md");
    let (_, rest) = document.split_once("## What always holds").unwrap();
    let section = rest.split("\n## ").next().unwrap();
    for row in section.lines().filter(|line| line.starts_with("| ")).skip(1) {
        assert!(!names(row).is_empty() || row.contains("the compiler"), "nothing holds it: {row}");
    }
    let named = names(section);
    let unknown: Vec<&String> = named.iter().filter(|word| !tests.contains(*word)).collect();
    assert!(unknown.is_empty() && named.len() > 40, "these are no tests: {unknown:?}");
}

#[test]
fn the_trees_of_the_games_crate_are_all_told_of() {
    let document = text("docs/TREE.md");
    for file in std::fs::read_dir(path("crates/games/trees")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(document.contains(&format!("`{name}`")), "docs/TREE.md does not tell of {name}");
        let text = text(&format!("crates/games/trees/{name}"));
        let read = if name.ends_with(".efg") { read_efg(&text).map(drop) } else { tree::read(&text).map(drop) };
        read.unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}
