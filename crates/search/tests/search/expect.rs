//! Exact expectations against known numbers and against playing it out.

use outwit_exact::expected_payoffs;
use outwit_game::{Agent, Control, Game, Player, Rng, Spec, Table, Turn};
use outwit_games::dodgem::{Blocked, Dodgem};
use outwit_games::tictactoe::TicTacToe;
use outwit_games::tree::Tree;
use outwit_search::named::catalog;

fn agents<G: outwit_game::Evaluated + Clone>(game: &G, specs: &[&str]) -> Vec<Box<dyn Agent<G>>> {
    specs.iter().map(|spec| catalog::agent(&Spec::parse(spec).unwrap(), game).unwrap()).collect()
}

fn expect<G: outwit_game::Evaluated + Clone>(game: &G, specs: &[&str]) -> f64 {
    let table = Table::deal(game, &mut Rng::new(0));
    expected_payoffs(&table, &mut agents(game, specs), 0, 1_000_000, &Control::default()).unwrap()[Player::FIRST]
}

/// Of random games of 3x3 Dodgem the first side wins .479275 and the second .447419 (Frank's thesis, recomputed).
#[test]
fn random_dodgem_has_its_known_expectation_though_positions_come_back() {
    let dodgem = Dodgem::new(3, Blocked::Draw);
    assert!((expect(&dodgem, &["random", "random"]) - (0.479275 - 0.447419)).abs() < 1e-6);
    assert!((expect(&dodgem, &["solve", "random"]) - 1.0).abs() < 1e-12);
}

/// Of random games of tic-tac-toe X wins 737 of 1260, O 363 of 1260.
#[test]
fn random_tic_tac_toe_has_its_known_expectation() {
    assert!((expect(&TicTacToe, &["random", "random"]) - (737.0 - 363.0) / 1260.0).abs() < 1e-12);
    assert_eq!(expect(&TicTacToe, &["alphabeta", "alphabeta"]), 0.0);
}

#[test]
fn expectations_are_what_many_games_average_to() {
    let specs = ["greedy:temperature=0.2", "alphabeta:depth=2,blunder=0.3"];
    let exact = expect(&TicTacToe, &specs);
    let mut seats = agents(&TicTacToe, &specs);
    let games = 4000;
    let mut total = 0.0;
    for deal in 0..games {
        let mut table = Table::deal(&TicTacToe, &mut Rng::new(deal));
        for seat in Player::all(2) {
            seats[seat.index()].begin(&TicTacToe, seat, Rng::derive(deal, seat.index() as u64));
        }
        while let Turn::Of(seat) = table.turn() {
            let report = seats[seat.index()].choose(&table.view(seat), &Control::default()).unwrap();
            table.play(report.chosen);
        }
        total += TicTacToe.payoffs(table.state())[Player::FIRST];
    }
    // Four standard errors of a payoff that is at most 1.
    let average = total / games as f64;
    assert!((average - exact).abs() < 4.0 / (games as f64).sqrt(), "{average} against {exact}");
}

/// A seat that sees nothing cannot do better than its set allows: matching pennies against a random player.
#[test]
fn hidden_trees_are_played_by_views() {
    let pennies = r#"{"players": 2, "root": {"turn": 1, "children": [
        {"move": "heads", "turn": 2, "set": "blind", "children": [
            {"move": "heads", "payoffs": [1, -1]}, {"move": "tails", "payoffs": [-3, 3]}]},
        {"move": "tails", "turn": 2, "set": "blind", "children": [
            {"move": "heads", "payoffs": [-1, 1]}, {"move": "tails", "payoffs": [1, -1]}]}]}}"#;
    assert_eq!(expect(&Tree::from_json(pennies).unwrap(), &["random", "random"]), -0.5);
}

#[test]
fn too_many_decisions_are_refused_with_their_number() {
    let table = Table::deal(&TicTacToe, &mut Rng::new(0));
    let mut seats = agents(&TicTacToe, &["random", "random"]);
    let problem = expected_payoffs(&table, &mut seats, 0, 100, &Control::default()).unwrap_err().to_string();
    assert!(problem.contains("more than 100 decisions"), "{problem}");
}

/// Whoever tells it to stop is told that there is no answer, and not half of one.
#[test]
fn what_is_stopped_has_no_expectation() {
    let table = Table::deal(&TicTacToe, &mut Rng::new(0));
    let mut seats = agents(&TicTacToe, &["random", "uct:sims=1000000000"]);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let control = Control { stop: Some(&stop), ..Control::default() };
    let problem = expected_payoffs(&table, &mut seats, 0, 1_000_000, &control).unwrap_err().to_string();
    assert!(problem.contains("stopped"), "{problem}");
}
