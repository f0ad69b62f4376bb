//! Figures that take a while to measure: `cargo test -p outwit-search --test belief measured -- --ignored --nocapture`.

use outwit_game::{Agent, Budget, Control, Evaluated, Game, Player, Rng, Table, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_search::grow::monte_carlo::{MonteCarlo, Options};
use outwit_search::grow::{AlphaBeta, Options as AlphaBetaOptions};
use outwit_search::{Character, Search};

/// Positions in which some moves are best and some are not, by a search to the end.
fn solved<G: Evaluated>(game: &G, plies: usize, count: usize, nodes: u64) -> Vec<(Table<'_, G>, Vec<G::Move>)> {
    let mut found = Vec::new();
    for seed in 0.. {
        if found.len() == count {
            break;
        }
        let mut rng = Rng::stream(71, seed);
        let mut table = Table::deal(game, &mut rng);
        for _ in 0..plies {
            if table.turn().is_over() {
                break;
            }
            let mv = *rng.pick(table.moves());
            table.play(mv);
        }
        let Turn::Of(seat) = table.turn() else { continue };
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let mut search = AlphaBeta::new(budget, AlphaBetaOptions::default(), game.evaluation(0));
        let report = search.search(&table.view(seat), &mut Rng::new(0), &Control::default()).unwrap();
        // Only where the end was reached, and not every move will do.
        if report.nodes < nodes && !report.best.is_empty() && report.best.len() * 3 <= report.moves.len() {
            let best = report.best.iter().map(|&place| report.moves[place].mv).collect();
            found.push((table, best));
        }
    }
    found
}

fn share_right<G: Evaluated>(positions: &[(Table<'_, G>, Vec<G::Move>)], options: Options) -> usize {
    let is_right = |(table, best): &&(Table<'_, G>, Vec<G::Move>)| {
        let Turn::Of(seat) = table.turn() else { return false };
        let game = table.game();
        let mut agent = MonteCarlo::new(options, game.evaluation(0), Character::default(), Vec::new());
        agent.begin(game, seat, 5);
        best.contains(&agent.choose(&table.view(seat), &Control::default()).unwrap().chosen)
    };
    positions.iter().filter(is_right).count()
}

/// For each constant how many moves were right with so many simulations, over `each` positions of three games that have been
/// played for so many plies.
fn table_of_shares(counts: &[u64], cs: &[f64], each: usize, plies: [usize; 3], nodes: u64) -> Vec<(f64, Vec<usize>)> {
    let connect4 = Connect4::new(7, 6).unwrap();
    let othello = Othello::new(6, Score::Win).unwrap();
    let kalah = Kalah::new(Rules::default()).unwrap();
    let fours = solved(&connect4, plies[0], each, nodes);
    let discs = solved(&othello, plies[1], each, nodes);
    let seeds = solved(&kalah, plies[2], each, nodes);
    let row = |&c: &f64| {
        let shares = counts.iter().map(|&simulations| {
            let options = Options { simulations: Some(simulations), c, ..Options::default() };
            share_right(&fours, options) + share_right(&discs, options) + share_right(&seeds, options)
        });
        (c, shares.collect())
    };
    cs.iter().map(row).collect()
}

/// More simulations, no fewer right moves: from a few thousand up, over all positions together.
#[test]
fn with_more_time_the_right_move_is_found_no_less_often() {
    let [(_, shares)] = &table_of_shares(&[500, 2_000, 8_000], &[Options::default().c], 2, [24, 22, 24], 200_000)[..]
    else {
        panic!("one row")
    };
    assert!(shares.windows(2).all(|pair| pair[0] <= pair[1]), "{shares:?} of 6");
}

#[test]
#[ignore = "a measurement of some minutes"]
fn right_moves_by_simulations_and_constant() {
    for (c, shares) in table_of_shares(&[10_000, 100_000, 1_000_000], &[0.7, 1.0, 1.4], 10, [14, 18, 14], 6_000_000) {
        println!("c = {c}: {shares:?} of 30 right with 10 thousand, 100 thousand and a million simulations");
    }
}

/// The first move of connect four is the middle one.
#[test]
#[ignore = "a measurement of a minute"]
fn the_opening_of_connect_four() {
    let game = Connect4::new(7, 6).unwrap();
    for c in [0.7, 1.0, 1.4] {
        for simulations in [100_000u64, 500_000] {
            let right = (0..5).filter(|&seed| {
                let table = Table::deal(&game, &mut Rng::new(0));
                let options = Options { simulations: Some(simulations), c, ..Options::default() };
                let mut agent = MonteCarlo::new(options, game.evaluation(0), Character::default(), Vec::new());
                agent.begin(&game, Player::FIRST, seed);
                let report = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
                game.move_text(table.state(), report.chosen) == "4"
            });
            println!("c = {c}, {simulations} simulations: {} of 5 seeds open in the middle", right.count());
        }
    }
}
