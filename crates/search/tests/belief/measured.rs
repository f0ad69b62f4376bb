//! How often `uct` is right about positions that are solved.

use outwit_game::{Agent, Budget, Control, Evaluated, Rng, Table, Turn};
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

/// More simulations, no fewer right moves: from a few thousand up, over all positions together. (As far as a million: `cargo
/// bench --bench more_time`.)
#[test]
fn with_more_time_the_right_move_is_found_no_less_often() {
    let connect4 = Connect4::new(7, 6).unwrap();
    let othello = Othello::new(6, Score::Win).unwrap();
    let kalah = Kalah::new(Rules::default()).unwrap();
    let fours = solved(&connect4, 24, 2, 200_000);
    let discs = solved(&othello, 22, 2, 200_000);
    let seeds = solved(&kalah, 24, 2, 200_000);
    let shares = [500, 2_000, 8_000].map(|simulations| {
        let options = Options { simulations: Some(simulations), ..Options::default() };
        share_right(&fours, options) + share_right(&discs, options) + share_right(&seeds, options)
    });
    assert!(shares.is_sorted(), "{shares:?} of 6");
}
