//! What is drawn, compared with committed pictures pixel by pixel: every game, trees, decisions and plots.
//!
//! Fonts differ between machines, so letters are replaced by patterns of squares as wide as the letters are, one pattern a
//! letter: a picture still shows where each text stands, how wide it is and what it says. The texts' places are checked too:
//! none overlaps another, none is cut off. With BLESS=1 the pictures are written instead; look at them before you commit.

use crate::support::{printed, scratch};
use outwit::game::text_width;
use outwit::games::catalog::GAMES;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A text of a drawing.
#[derive(Debug)]
struct Text {
    words: String,
    x: f64,
    base: f64,
    size: f64,
    /// Left, top, right, bottom.
    bounds: [f64; 4],
}

/// An attribute of an element.
fn attribute<'e>(element: &'e str, name: &str) -> Option<&'e str> {
    let (_, rest) = element.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn number(element: &str, name: &str) -> f64 {
    attribute(element, name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} in {element}"))
}

/// The width of a text as it will be drawn: `text_width` leaves room for bold letters.
fn width(words: &str, size: f64, is_bold: bool) -> f64 {
    text_width(words, size) / if is_bold { 1.0 } else { 1.1 }
}

/// The texts of a drawing; our writer puts each element on a line of its own.
fn read_text(line: &str) -> Option<Text> {
    let head = line.strip_prefix("<text").map(|_| line.split_once('>').unwrap().0)?;
    let words = line.split_once('>').unwrap().1.strip_suffix("</text>").unwrap();
    let words = ["&lt;<", "&gt;>", "&quot;\"", "&#39;'", "&amp;&"].iter().fold(words.to_string(), |words, pair| {
        let (sign, letter) = pair.split_at(pair.len() - 1);
        words.replace(sign, letter)
    });
    let size = number(head, "font-size");
    let wide = width(&words, size, attribute(head, "font-weight") == Some("bold"));
    let x = number(head, "x")
        - match attribute(head, "text-anchor") {
            Some("middle") => wide / 2.0,
            Some("end") => wide,
            _ => 0.0,
        };
    let base = number(head, "y");
    let is_upward = attribute(head, "transform").is_some();
    let (up, down) = (0.72 * size, 0.2 * size);
    let bounds = match is_upward {
        false => [x, base - up, x + wide, base + down],
        // Turned around its middle, which lies a third of its height above its base.
        true => {
            let (middle_x, middle_y) = (number(head, "x"), base - 0.35 * size);
            [middle_x - up / 2.0, middle_y - wide / 2.0, middle_x + up / 2.0, middle_y + wide / 2.0]
        }
    };
    Some(Text { words, x, base, size, bounds })
}

/// A pattern of squares for each letter of a text.
fn pattern(text: &Text, colour: &str, turn: &str) -> String {
    let mut path = String::new();
    let mut from = text.x;
    for letter in text.words.chars() {
        let wide = width(&letter.to_string(), text.size, false);
        let bits = if letter == ' ' { 0 } else { u32::from(letter).wrapping_mul(0x9E37_79B1) >> 17 | 0b100_0000_0001 };
        let (dx, dy) = (wide / 4.0, 0.72 * text.size / 5.0);
        for place in (0..15).filter(|place| bits >> place & 1 == 1) {
            let (column, row) = (place % 3, place / 3);
            let (x, y) = (from + (f64::from(column) + 0.5) * dx, text.base - f64::from(row + 1) * dy);
            let _ = write!(path, "M{x:.2} {y:.2}h{dx:.2}v{dy:.2}h-{dx:.2}z");
        }
        from += wide;
    }
    format!("<path d=\"{path}\" fill=\"{colour}\"{turn}/>")
}

/// The drawing with patterns for letters, and its texts.
fn without_fonts(svg: &str) -> (String, Vec<Text>) {
    let mut texts = Vec::new();
    let mut out = String::new();
    for line in svg.lines() {
        match read_text(line) {
            None => out += line,
            Some(text) => {
                let colour = attribute(line, "fill").unwrap_or("#000");
                let turn = attribute(line, "transform").map_or(String::new(), |turn| format!(" transform=\"{turn}\""));
                out += &pattern(&text, colour, &turn);
                texts.push(text);
            }
        }
        out.push('\n');
    }
    (out, texts)
}

/// What is wrong with how a drawing is laid out.
fn faults(svg: &str, texts: &[Text]) -> Vec<String> {
    let mut faults = Vec::new();
    if svg.contains("dominant-baseline") {
        faults.push("dominant-baseline is not known to all viewers".to_string());
    }
    let view: Vec<f64> =
        attribute(svg.lines().next().unwrap(), "viewBox").unwrap().split(' ').map(|x| x.parse().unwrap()).collect();
    let (right, bottom) = (view[0] + view[2], view[1] + view[3]);
    let ratio = view[2] / view[3];
    if !(0.2..=5.0).contains(&ratio) {
        faults.push(format!("{} by {} is too long for a page", view[2], view[3]));
    }
    for (place, text) in texts.iter().enumerate() {
        let [left, top, to, down] = text.bounds;
        if left < view[0] - 0.5 || top < view[1] - 0.5 || to > right + 0.5 || down > bottom + 0.5 {
            faults.push(format!("`{}` is cut off at the edge: {:?} in {view:?}", text.words, text.bounds));
        }
        for other in &texts[place + 1..] {
            let deep =
                |low: usize| text.bounds[low + 2].min(other.bounds[low + 2]) - text.bounds[low].max(other.bounds[low]);
            if deep(0) > 1.0 && deep(1) > 1.5 {
                faults.push(format!(
                    "`{}` and `{}` overlap ({:?}, {:?})",
                    text.words, other.words, text.bounds, other.bounds
                ));
            }
        }
    }
    faults
}

fn rendered(svg: &str) -> Pixmap {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels
}

/// How far a channel of a pixel may be off: another processor rounds in another way.
const ROUNDING: u8 = 12;

/// Compares drawings with the committed pictures; tells everything that is wrong with all of them.
fn demand_pictures(drawings: &BTreeMap<String, String>) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let mut wrong = Vec::new();
    for (name, svg) in drawings {
        let (plain, texts) = without_fonts(svg);
        wrong.extend(faults(svg, &texts).into_iter().map(|fault| format!("{name}: {fault}")));
        let found = rendered(&plain);
        let path = golden.join(format!("{name}.png"));
        if std::env::var_os("BLESS").is_some() {
            found.save_png(&path).unwrap();
            continue;
        }
        let Ok(wanted) = Pixmap::load_png(&path) else {
            wrong.push(format!("{name}: there is no {} (BLESS=1 writes it)", path.display()));
            continue;
        };
        let off = (found.width(), found.height()) != (wanted.width(), wanted.height())
            || found.data().iter().zip(wanted.data()).any(|(a, b)| a.abs_diff(*b) > ROUNDING);
        if off {
            let seen = scratch(&format!("picture-{name}.png"));
            found.save_png(&seen).unwrap();
            wrong.push(format!("{name}: {} is not {} (BLESS=1 accepts it)", seen.display(), path.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

const KUHN: &str = "efg:file=crates/games/trees/kuhn.efg";
const OIL: &str = "crates/games/trees/oil.json";

/// Positions in which there is something to see; every game of the catalog is here.
const POSITIONS: &[(&str, &[&str])] = &[
    ("abalone", &["abalone"]),
    ("abalone-2", &["abalone:seats=2"]),
    (
        "backgammon",
        &["backgammon", "--position", "2o,0,0,0,0,5x,0,3x,0,0,0,5o,5x,0,0,0,3o,0,5o,0,0,0,0,2x 0/0 0/0 3-2 1"],
    ),
    ("checkers", &["checkers", "--after", "11-15 23-19"]),
    ("checkers-kings", &["checkers:size=6", "--position", "B:W9,K4:BK17,6"]),
    ("chess", &["chess", "--after", "e2e4 e7e5 g1f3"]),
    ("chinesecheckers", &["chinesecheckers"]),
    ("connect4", &["connect4", "--after", "4 4 3"]),
    ("darkchess", &["darkchess", "--after", "e2e4", "--seat", "2"]),
    ("dilemma", &["dilemma", "--after", "silent silent betray silent"]),
    ("dodgem", &["dodgem"]),
    ("dodgem-5", &["dodgem:size=5"]),
    ("efg", &[KUHN]),
    ("go", &["go:size=5", "--after", "c3 b2 d2"]),
    ("god", &["god"]),
    ("god-seat", &["god", "--seat", "1"]),
    ("goofspiel", &["goofspiel:cards=5", "--after", "4 3"]),
    ("goofspiel-seat", &["goofspiel:cards=5", "--after", "4 3", "--seat", "2"]),
    ("hearts", &["hearts"]),
    ("hex", &["hex:size=5", "--after", "c3 b2 d2"]),
    ("hearts-seat", &["hearts", "--seat", "4"]),
    ("holdem-seat", &["holdem:seats=3", "--after", "KD AS JH QH 3C 3S raise fold", "--seat", "2"]),
    ("hidden-kalah", &["hidden-kalah"]),
    ("hidden-ngame", &["hidden-ngame:b=2,d=4,h=1,seed=3"]),
    ("hidden-pgame", &["hidden-pgame:b=2,d=4,h=1,seed=3", "--after", "1 2"]),
    ("hide", &["hide:h=1/2,game=(tictactoe)", "--after", "b2"]),
    ("kalah", &["kalah", "--after", "3 6"]),
    ("kpk", &["kpk"]),
    ("kriegspiel", &["kriegspiel", "--after", "e2e4"]),
    ("kriegspiel-seat", &["kriegspiel", "--after", "e2e4", "--seat", "2"]),
    ("kuhn", &["kuhn", "--after", "KJ bet"]),
    ("kuhn-seat", &["kuhn", "--after", "KJ bet", "--seat", "2"]),
    ("leduc", &["leduc", "--after", "KJ bet call"]),
    ("match", &["match:hands=2,game=(kuhn)", "--after", "KJ"]),
    ("ngame", &["ngame:b=3,d=5,seed=3", "--after", "1 2 3"]),
    ("othello", &["othello", "--after", "d3 c5"]),
    ("othello-4", &["othello:size=4"]),
    ("pgame", &["pgame:b=2,d=4"]),
    ("phantomttt", &["phantomttt", "--after", "b2 a1"]),
    ("phantomttt-seat", &["phantomttt", "--after", "b2 a1", "--seat", "1"]),
    ("repeated", &["repeated:rounds=3", "--after", "stag hare"]),
    ("spades", &["spades"]),
    ("spider", &["spider"]),
    ("tictactoe", &["tictactoe", "--after", "b2 a1"]),
    ("macro", &["macro:game=(kalah)"]),
    ("tree", &["tree:file=crates/games/trees/oil.json"]),
    ("tree-sets", &["tree:file=crates/games/trees/parker-figure3.json"]),
    ("tree-spikes", &["tree:file=crates/games/trees/spikes.json"]),
];

#[test]
fn every_game_is_drawn_as_before() {
    let mut drawings = BTreeMap::new();
    for (name, words) in POSITIONS {
        let arguments: Vec<&str> = ["show"].iter().chain(*words).chain(&["--svg", "-"]).copied().collect();
        drawings.insert(name.to_string(), printed(&arguments));
    }
    for entry in GAMES {
        let is_of = |words: &&[&str]| words[0].split(':').next() == Some(entry.name);
        assert!(POSITIONS.iter().any(|(_, words)| is_of(words)), "{} has no picture here", entry.name);
    }
    demand_pictures(&drawings);
}

/// The pictures in a folder, with a word before their names.
fn folder(path: &Path, word: &str) -> BTreeMap<String, String> {
    let files = std::fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
    let name = |path: &PathBuf| format!("{word}-{}", path.file_stem().unwrap().to_str().unwrap());
    files.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect()
}

fn fresh_folder(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn trees_decisions_and_plots_are_drawn_as_before() {
    let mut drawings = BTreeMap::new();
    for (name, words) in [
        ("searched-alphabeta", &["advise", "connect4:width=4", "--agent", "alphabeta:depth=2"][..]),
        ("searched-maxn", &["advise", "tree:file=crates/games/trees/maxprob-figure1.json", "--agent", "maxn"]),
        ("searched-chance", &["advise", crate::support::DICE, "--agent", "expectiminimax"]),
    ] {
        let path = scratch(&format!("picture-{name}.json"));
        let path = path.to_str().unwrap();
        printed(&[words, &["--tree", path]].concat());
        drawings.insert(name.to_string(), printed(&["show", &format!("tree:file={path}"), "--svg", "-"]));
    }
    let plots = fresh_folder("pictures-decide");
    let to = plots.to_str().unwrap();
    let drawn = printed(&["decide", OIL, "--svg", "-", "--plot", to]);
    drawings.extend(folder(&plots, "decide"));
    assert_eq!(drawings["decide-tree"], drawn);
    let plots = fresh_folder("pictures-lotteries");
    let to = plots.to_str().unwrap();
    printed(&["decide", "--lottery", "1/2:100, 1/2:0", "--lottery", "1/4:20, 3/4:60", "--plot", to]);
    drawings.extend(folder(&plots, "lotteries"));
    let plots = fresh_folder("pictures-arena");
    let (to, store) = (plots.to_str().unwrap(), scratch("pictures-arena.sqlite"));
    let agents = ["random", "minimax:depth=1", "minimax:depth=2", "minimax:depth=3"];
    let rest = ["--deals", "6", "--plot", to, "--store", store.to_str().unwrap()];
    printed(&[&["arena", "tictactoe"][..], &agents, &rest].concat());
    drawings.extend(folder(&plots, "arena"));
    demand_pictures(&drawings);
}

#[test]
fn texts_that_overlap_or_are_cut_off_are_noticed() {
    let drawing = |texts: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 40\" width=\"100\" height=\"40\">\n{texts}</svg>\n"
        )
    };
    let text = |x: f64, words: &str| {
        format!("<text x=\"{x}\" y=\"20\" font-size=\"10\" text-anchor=\"start\" fill=\"#222\">{words}</text>\n")
    };
    let faults_of = |texts: &str| {
        let svg = drawing(texts);
        let (plain, texts) = without_fonts(&svg);
        assert!(!plain.contains("<text"), "{plain}");
        (faults(&svg, &texts).len(), rendered(&plain))
    };
    let (good, picture) = faults_of(&(text(2.0, "one") + &text(40.0, "&lt;two&gt;")));
    assert_eq!(good, 0);
    assert_eq!(faults_of(&(text(2.0, "one two three") + &text(40.0, "two"))).0, 1);
    assert_eq!(faults_of(&text(80.0, "one two")).0, 1);
    // Another letter is another picture, and so is another place.
    for other in [text(2.0, "ona") + &text(40.0, "&lt;two&gt;"), text(3.0, "one") + &text(40.0, "&lt;two&gt;")] {
        let (_, other) = faults_of(&other);
        assert!(picture.data().iter().zip(other.data()).any(|(a, b)| a.abs_diff(*b) > ROUNDING));
    }
}
