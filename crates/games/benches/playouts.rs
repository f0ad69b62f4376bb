//! Random games a second, on one thread, for every game of the catalog; where it has one, against a loop written by hand
//! for that game alone, in the same run and playing the very same games.
//!
//! `cargo bench -p outwit-games --bench playouts`; `-- othello` measures one game.

mod playout;
mod plies;

use outwit_game::{Game, Problem, Rng, Spec};
use outwit_games::abalone::Abalone;
use outwit_games::backgammon::Backgammon;
use outwit_games::board::Score;
use outwit_games::catalog::GAMES;
use outwit_games::chinesecheckers::{ChineseCheckers, Points};
use outwit_games::connect4::Connect4;
use outwit_games::cumulative::Match;
use outwit_games::dodgem::{Blocked, Dodgem};
use outwit_games::hearts::{Hearts, HeartsRules, Shoot};
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_games::random_trees::RandomTree;
use outwit_games::repeated::Repeated;
use outwit_games::spades::{Spades, SpadesRules};
use outwit_games::spider::Spider;
use outwit_games::tictactoe::TicTacToe;
use outwit_games::tree::Tree;
use outwit_games::tricks::Setup;
use playout::{by_hand, playout};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of which the fastest counts: noise only ever adds time. Many short ones find the quiet moments of a busy machine.
const ROUNDS: usize = 40;
const ROUND: Duration = Duration::from_millis(25);

/// The files of the games that are made from one.
fn read_tree(name: &str) -> Result<String, Problem> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("trees").join(name);
    std::fs::read_to_string(path).map_err(|error| Problem::new(error.to_string()))
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!("random games a second, one thread, best of {ROUNDS} rounds");
    for entry in GAMES {
        if wanted.as_deref().is_some_and(|wanted| wanted != entry.name) {
            continue;
        }
        match entry.name {
            "abalone" => {
                let game = Abalone::new(3, true, 400).expect("seats");
                measure(entry.name, &game, None, None);
                plies::measure(&game, 150);
            }
            "backgammon" => measure(entry.name, &Backgammon { gammons: true }, None, None),
            "chinesecheckers" => {
                let game = ChineseCheckers::new(3, Points::Pass, 400).expect("seats");
                measure(entry.name, &game, None, None);
                plies::measure(&game, 150);
            }
            "connect4" => {
                measure(entry.name, &Connect4::new(7, 6).expect("a board"), Some(by_hand::connect4), Some(3e6));
            }
            "dodgem" => measure(entry.name, &Dodgem::new(3, Blocked::Draw), None, None),
            "hearts" => {
                let rules = HeartsRules { shoot: Shoot::Nothing, queen_breaks: false };
                measure(entry.name, &Hearts::new(rules, Setup::default()).expect("a table"), None, None);
            }
            "kalah" => {
                measure(entry.name, &Kalah::new(Rules::default()).expect("a size"), Some(by_hand::kalah), None);
            }
            "match" => {
                let hand = Spades::new(SpadesRules { must_break: true }, Setup::default()).expect("a table");
                measure(entry.name, &Match::new(hand, 10).expect("a match"), None, None);
            }
            "ngame" => measure(entry.name, &RandomTree::n_game(2, 10, 0.5).expect("a tree"), None, None),
            "othello" => {
                let game = Othello::new(8, Score::Win).expect("a board");
                measure(entry.name, &game, Some(by_hand::othello), Some(250e3));
            }
            "pgame" => measure(entry.name, &RandomTree::p_game(2, 10, 0.38, false).expect("a tree"), None, None),
            "spades" => {
                let game = Spades::new(SpadesRules { must_break: true }, Setup::default()).expect("a table");
                measure(entry.name, &game, None, None);
            }
            "dilemma" | "repeated" => {
                let spec = Spec::parse(entry.name).expect("a spec");
                let game = outwit_games::catalog::game(&spec, &|_| unreachable!("no files")).expect("a game");
                measure(entry.name, game.downcast_ref::<Repeated>().expect("its type"), None, None);
            }
            "spider" => measure(entry.name, &Spider::with_suits(4), Some(by_hand::spider), None),
            "tictactoe" => measure(entry.name, &TicTacToe, Some(by_hand::tictactoe), None),
            "tree" => {
                let tree = Tree::from_json(include_str!("../trees/two-dice.json")).expect("a tree");
                measure(entry.name, &tree, None, None);
            }
            // The rest is measured as everybody meets it, on the erased game, by its first example.
            name => {
                let spec = Spec::parse(entry.examples.first().unwrap_or(&name)).expect("a spec");
                match outwit_games::catalog::game(&spec, &read_tree) {
                    Ok(game) => measure(name, &game, None, None),
                    Err(problem) => println!("  {name}: {problem}"),
                }
            }
        }
    }
}

type ByHand = fn(&mut Rng) -> i32;

fn measure<G: Game>(name: &str, game: &G, by_hand: Option<ByHand>, goal: Option<f64>) {
    let mut scratch = Vec::new();
    // As many games as fill a round, found by doubling.
    let mut games = 16;
    while round(games, |rng| playout(game, rng, &mut scratch)).1 < ROUND {
        games *= 2;
    }
    let (mut ours, mut rival) = (f64::INFINITY, f64::INFINITY);
    let mut plies = 0;
    for _ in 0..ROUNDS {
        let ((sum, made), time) = round(games, |rng| playout(game, rng, &mut scratch));
        (ours, plies) = (ours.min(time.as_secs_f64()), made);
        if let Some(by_hand) = by_hand {
            let ((same, _), time) = round(games, |rng| (by_hand(rng).into(), 0));
            assert_eq!(sum, same, "{name}: the very same games");
            rival = rival.min(time.as_secs_f64());
        }
    }
    let [ours, rival] = [ours, rival].map(|seconds| games as f64 / seconds);
    print!("  {name:<10} {:>9.1} thousand/s, {:>5.1} moves a game", ours / 1e3, plies as f64 / games as f64);
    if by_hand.is_some() {
        print!("; by hand {:>8.1}, ratio {:.2}", rival / 1e3, ours / rival);
    }
    if let Some(goal) = goal {
        let verdict = if ours >= goal { "met" } else { "NOT met" };
        print!("; goal {:.0}: {verdict}", goal / 1e3);
    }
    println!();
}

/// Plays so many games from one seed. The sums of what seat 1 was paid and of the moves, and the time it took.
fn round(games: u64, mut one: impl FnMut(&mut Rng) -> (f64, u64)) -> ((f64, u64), Duration) {
    let mut rng = Rng::new(1);
    let clock = Instant::now();
    let sums = (0..games).map(|_| one(&mut rng)).fold((0.0, 0), |sums, game| (sums.0 + game.0, sums.1 + game.1));
    (black_box(sums), clock.elapsed())
}
