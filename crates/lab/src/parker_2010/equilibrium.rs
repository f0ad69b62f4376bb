//! Beyond the paper: OC, PAR and what lies between against a player whom nobody can exploit.

use super::boards::{FIFTHS, in_parallel};
use super::quantal::{taus, tell};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::Report;
use outwit::equilibrium::{Extensive, Regrets, Strategy, exploitability, strategy_of, value};
use outwit::game::{Control, Evaluated, Game, Player, Problem, Rng, Spec};
use outwit::games::hide::{Hide, Share};
use outwit::games::random_kalah::RandomKalah;
use outwit::games::random_trees::RandomTree;
use outwit::search::named::catalog::{Pages, page};

/// CFR+ goes on until a best reply to it wins no more than this.
const CLOSE_ENOUGH: f64 = 5e-4;
/// And no longer than this.
const MOST_ITERATIONS: u64 = 20_000;

/// Scores of every tau against equilibrium play, on boards small enough to have one: exact but for what CFR+ leaves. Nobody
/// scores more than 0, for an equilibrium gets the value of the board in either seat, and the two cancel.
pub(super) fn against_equilibrium(
    request: &Request,
    progress: &Progress<'_>,
    report: &mut Report,
) -> Result<(), Problem> {
    enum Game {
        Tree(RandomTree),
        Kalah(RandomKalah),
    }
    let kalah = |pits: u8, plies: u8| Game::Kalah(RandomKalah { pits, plies, ..RandomKalah::default() });
    let games = [
        ("P-games, b = 2, d = 8", Game::Tree(RandomTree::p_game(2, 8, 0.38, false)?)),
        ("P-games, b = 3, d = 6", Game::Tree(RandomTree::p_game(3, 6, 0.38, false)?)),
        ("N-games, b = 3, d = 6", Game::Tree(RandomTree::n_game(3, 6, 0.5)?)),
        ("kalah, b = 2, d = 8", kalah(2, 8)),
        ("kalah, b = 3, d = 6", kalah(3, 6)),
    ];
    let boards = request.size.pick(20, 200);
    report.name_rows(games.iter().map(|(name, _)| *name));
    let is_asked = |(_, (name, _)): &(usize, &(&str, Game))| request.wants_rows_of(name);
    for (place, (name, game)) in games.iter().enumerate().filter(is_asked) {
        progress.at(&format!("quantal play, {name} against an equilibrium"), place as f64 / games.len() as f64)?;
        let seed = Rng::derive(request.seed, 7_000 + place as u64);
        let played = in_parallel(boards, request.threads, progress, |number| {
            let board = Some(Rng::derive(seed, number as u64));
            match *game {
                Game::Tree(tree) => scores(tree.on_board(board)),
                Game::Kalah(kalah) => scores(RandomKalah { board, ..kalah }),
            }
        })?;
        tell(report, name, "equilibrium", &played);
    }
    report.remarks.push(format!(
        "Quantal: the equilibria are those of CFR+, against which a best reply wins {CLOSE_ENOUGH} or less."
    ));
    Ok(())
}

/// A board's scores, by tau and by share.
fn scores<G: Evaluated + Clone>(game: G) -> Result<Vec<Vec<f64>>, Problem> {
    let mut scores = vec![Vec::new(); taus().len()];
    for fifths in FIFTHS {
        let game = Hide::new(game.clone(), Share::new(fifths, 5).expect("a share of at most 1"))?;
        let tree = Extensive::unfold(&game, &game.start(&mut Rng::new(0)), 100_000)?;
        let equilibrium = equilibrium(&tree);
        for (scores, tau) in scores.iter_mut().zip(taus()) {
            let spec = match tau {
                None => "paranoid-is:depth=60".to_string(),
                Some(0.0) => "overconfident:depth=60".to_string(),
                Some(tau) => format!("quantal:tau={tau},depth=60"),
            };
            let asked = Pages(const { &[page::paranoid_is(), page::overconfident(), page::quantal()] });
            let mut agent = asked.agent(&Spec::parse(&spec)?, &game)?;
            let strategy = strategy_of(&game, &tree, &mut *agent, 1, 0, &Control::default())?;
            let paid = |seat| value(&tree, &tree.seated(&strategy, &equilibrium, seat));
            scores.push((paid(Player::FIRST) - paid(Player::SECOND)) / 2.0);
        }
    }
    Ok(scores)
}

fn equilibrium<G: Game>(tree: &Extensive<G>) -> Strategy {
    let mut regrets = Regrets::new(tree);
    loop {
        for _ in 0..50 {
            regrets.iterate(tree);
        }
        let average = regrets.average(tree);
        if regrets.iterations() >= MOST_ITERATIONS || exploitability(tree, &average).exploitability <= CLOSE_ENOUGH {
            return average;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_wins_against_an_equilibrium_and_where_all_is_seen_oc_loses_nothing_to_it() {
        for number in 0..3 {
            let tree = RandomTree::p_game(2, 6, 0.38, false).unwrap().on_board(Some(number));
            let found = scores(tree).unwrap();
            assert_eq!(found.len(), taus().len());
            assert!(found.iter().flatten().all(|&score| score <= 2.0 * CLOSE_ENOUGH), "{found:?}");
            assert!(found.iter().all(|by_share| by_share[0].abs() <= 2.0 * CLOSE_ENOUGH), "{found:?}");
            assert!(found.iter().flatten().any(|&score| score < -0.01), "something is lost somewhere: {found:?}");
        }
    }
}
