//! How often `uct` is right about positions that are solved.

use outwit_game::{Agent, AnyGame, AnyMove, Budget, Control, Evaluated, Rng, Spec, Table, Turn};
use outwit_search::grow::monte_carlo::{MonteCarlo, Options};
use outwit_search::grow::{AlphaBeta, Options as AlphaBetaOptions};
use outwit_search::{Character, Search};

/// Games with their types erased: for these the searches are machine code already.
fn game(spec: &str) -> AnyGame {
    outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &|name| panic!("no file {name}")).unwrap()
}

/// Positions in which some moves are best and some are not, by a search to the end.
fn solved(game: &AnyGame, plies: usize, count: usize, nodes: u64) -> Vec<(Table<'_, AnyGame>, Vec<AnyMove>)> {
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

fn share_right(positions: &[(Table<'_, AnyGame>, Vec<AnyMove>)], options: Options) -> usize {
    let is_right = |(table, best): &&(Table<'_, AnyGame>, Vec<AnyMove>)| {
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
    let (connect4, othello, kalah) = (game("connect4"), game("othello:size=6,score=win"), game("kalah"));
    let positions =
        [(&connect4, 24), (&othello, 22), (&kalah, 24)].map(|(game, plies)| solved(game, plies, 2, 200_000));
    let shares = [500, 2_000, 8_000].map(|simulations| {
        let options = Options { simulations: Some(simulations), ..Options::default() };
        positions.iter().map(|positions| share_right(positions, options)).sum::<usize>()
    });
    assert!(shares.is_sorted(), "{shares:?} of 6");
}
