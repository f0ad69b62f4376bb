//! What must hold of every game of the catalog.

use outwit_game::laws::{self, Effort};
use outwit_game::{Game, Problem, Rng, Spec, perft, playthrough};
use outwit_games::catalog::{GAMES, game};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Files that specs name are looked for in the crate's `trees` folder.
fn read_tree(name: &str) -> Result<String, Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("trees").join(name);
    std::fs::read_to_string(&path).map_err(|error| Problem::new(format!("{}: {error}", path.display())))
}

fn build(spec: &str) -> outwit_game::AnyGame {
    game(&Spec::parse(spec).unwrap(), &read_tree).unwrap_or_else(|problem| panic!("{spec}: {problem}"))
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn every_example_passes_the_laws() {
    // One by one, so that the cores share them evenly.
    let examples: Vec<(usize, &str)> =
        (0..).zip(GAMES).flat_map(|(at, entry)| entry.examples.iter().map(move |&spec| (at, spec))).collect();
    let next = AtomicUsize::new(0);
    // Of each game, whether an example is hidden, and how many views were met again.
    let seen: Vec<(AtomicBool, AtomicUsize)> = GAMES.iter().map(|_| Default::default()).collect();
    let check_some = || {
        while let Some(&(at, spec)) = examples.get(next.fetch_add(1, Ordering::Relaxed)) {
            let game = build(spec);
            let covered = laws::check(&game, &Effort::default()).unwrap_or_else(|broken| panic!("{spec}: {broken}"));
            assert!(covered.finished > 0 || game.facts().cyclic, "{spec}: no game came to an end");
            assert_eq!(covered.chance > 0, game.facts().chance, "{spec}: {covered:?}");
            seen[at].0.fetch_or(game.facts().hidden, Ordering::Relaxed);
            seen[at].1.fetch_add(covered.views_met_again, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(check_some);
        }
    });
    // Where every game has a board of its own no view is ever met again: one of the examples has a board for all.
    for (entry, (is_hidden, views_met_again)) in GAMES.iter().zip(seen) {
        let is_met = views_met_again.into_inner() > 0;
        assert!(is_met || !is_hidden.into_inner(), "{}: no view was met twice", entry.name);
    }
}

/// Games whose moves can be made by clicking, and whether the places always tell them apart; elsewhere they are left as a list:
/// a line of abalone is the beginning of another, a pawn may become several pieces, a run of Spider may be cut anywhere.
#[test]
fn moves_can_be_clicked_and_places_tell_them_apart() {
    let effort = Effort { games: 4, positions: 300, ..Effort::default() };
    for (spec, always) in [
        ("abalone", true),
        ("backgammon", true),
        ("checkers", true),
        ("chess", true),
        ("chinesecheckers:seats=3", true),
        ("connect4", true),
        ("darkchess", true),
        ("dilemma", true),
        ("dodgem", true),
        ("go", true),
        ("goofspiel", true),
        ("hearts", true),
        ("hex", true),
        ("holdem:seats=3", true),
        ("kalah", true),
        ("kpk", true),
        ("kriegspiel", true),
        ("othello", true),
        ("phantomttt", true),
        ("spades", true),
        ("spider", false),
        ("tictactoe", true),
        ("tree:file=know-your-opponent.json", true),
    ] {
        let covered = laws::check(&build(spec), &effort).unwrap_or_else(|broken| panic!("{spec}: {broken}"));
        assert!(covered.placed > 0, "{spec}: no move can be clicked");
        let told = 100 * covered.told_apart / covered.placed;
        assert!(if always { told >= 90 } else { told > 0 }, "{spec}: {covered:?}");
    }
}

/// Set `BLESS=1` to write the files anew after a wanted change.
#[test]
fn every_game_has_a_golden_playthrough_and_still_plays_it() {
    for entry in GAMES {
        let path = folder("playthroughs").join(format!("{}.txt", entry.name));
        let played = playthrough(entry.examples[0], &build(entry.examples[0]), 0);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &played).unwrap();
        }
        let golden = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{} has no playthrough (BLESS=1 writes it): {error}", entry.name));
        for (number, (now, then)) in played.lines().zip(golden.lines()).enumerate() {
            assert_eq!(now, then, "line {} of {}", number + 1, path.display());
        }
        assert_eq!(played, golden, "{}", path.display());
    }
}

#[test]
fn no_playthrough_or_perft_file_belongs_to_no_game() {
    for name in ["playthroughs", "perft"] {
        for file in std::fs::read_dir(folder(name)).unwrap() {
            let path = file.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_string();
            assert!(GAMES.iter().any(|entry| entry.name == stem), "{} belongs to no game", path.display());
        }
    }
}

/// A perft file has a line for each case: `spec count count ...`, from depth 1 on.
#[test]
fn move_counts_are_those_of_the_perft_files() {
    for file in std::fs::read_dir(folder("perft")).unwrap() {
        let path = file.unwrap().path();
        for line in std::fs::read_to_string(&path).unwrap().lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let spec = words.next().expect("a spec");
            let game = build(spec);
            let mut state = game.start(&mut Rng::new(0));
            for (index, count) in words.enumerate() {
                let depth = index as u32 + 1;
                assert_eq!(perft(&game, &mut state, depth), count.parse::<u64>().unwrap(), "{spec} at depth {depth}");
            }
        }
    }
}

/// The leaves below a position, where positions that differ in names alone are counted once and taken as often as they come up.
fn perft_by_images<G: Game>(game: &G, state: &G::State, depth: u32, known: &mut HashMap<(u64, u32), u64>) -> u64 {
    if depth == 0 || game.turn(state).is_over() {
        return u64::from(depth == 0);
    }
    let key = (game.canonical_key(state), depth);
    if let Some(&count) = known.get(&key) {
        return count;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut total = 0;
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        game.canonical(&mut next);
        total += perft_by_images(game, &next, depth - 1, known);
    }
    known.insert(key, total);
    total
}

/// What one position stands for is as much of the tree as it has images: counting leaves by images is counting leaves.
#[test]
fn leaves_counted_by_images_are_the_leaves_of_the_perft_files() {
    for (spec, depth, fewer) in [
        ("tictactoe", 8, 5),
        ("connect4", 6, 1),
        ("othello", 6, 3),
        ("othello:size=4", 6, 3),
        ("abalone:seats=2", 3, 1),
        ("chinesecheckers:seats=2", 3, 1),
        ("dodgem", 8, 0),
        ("spider:suits=1,ranks=3,columns=3,down=3,deals=2", 7, 1),
    ] {
        let game = build(spec);
        let mut state = game.start(&mut Rng::new(0));
        let mut known = HashMap::new();
        assert_eq!(perft_by_images(&game, &state, depth, &mut known), perft(&game, &mut state, depth), "{spec}");
        // Positions met, each once, over those met up to names.
        let mut plain = HashSet::from([state.clone()]);
        let mut layer = plain.clone();
        for _ in 1..depth {
            let mut next_layer = HashSet::new();
            for state in layer.iter().filter(|state| !game.turn(state).is_over()) {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                for mv in moves {
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    next_layer.insert(next);
                }
            }
            plain.extend(next_layer.iter().cloned());
            layer = next_layer;
        }
        let ratio = plain.len() as f64 / known.len() as f64;
        assert!(ratio >= f64::from(fewer), "{spec}: {} positions, {} up to names", plain.len(), known.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_a_position_parser_panic(text in prop_oneof!["\\PC{0,80}", "[-0-9xo.wbWB/ ,:]{0,90}"]) {
        for entry in GAMES {
            let game = build(entry.examples[0]);
            if let Ok(state) = game.read_position(&text) {
                prop_assert!(game.read_position(&game.position_text(&state)).as_ref() == Ok(&state), "{} reads {:?}", entry.name, text);
                let _ = (game.picture(&state), game.svg(&state), game.turn(&state));
            }
        }
    }

    #[test]
    fn a_position_with_one_character_changed_is_read_or_refused(place in any::<prop::sample::Index>(), c in any::<char>()) {
        for entry in GAMES {
            let game = build(entry.examples[0]);
            let state = game.start(&mut Rng::new(1));
            let mut characters: Vec<char> = game.position_text(&state).chars().collect();
            if characters.is_empty() { continue; }
            let index = place.index(characters.len());
            characters[index] = c;
            let _ = game.read_position(&characters.into_iter().collect::<String>());
        }
    }
}
