//! Proof numbers against the exact values of games and of random trees with up to six seats.

use crate::common::{Shape, ask, random_tree};
use outwit_exact::solve::Means;
use outwit_game::{Agent, Bound, Control, Evaluated, Outline, OutlineTurn, Player, Report, Rng, Spec, Table, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::dodgem::{Blocked, Dodgem};
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::tictactoe::TicTacToe;
use outwit_games::tree::Tree;
use outwit_search::grow::best_first::Numbers;
use outwit_search::named::catalog;
use outwit_search::solve;

const BOTH: [&str; 2] = ["pns", "dfpn"];

fn minimax(node: &Outline, root: Player) -> f64 {
    if let Some(payoffs) = &node.payoffs {
        return payoffs[root.index()];
    }
    let values = node.children.iter().map(|child| minimax(child, root));
    if node.turn == Some(OutlineTurn::Of(root)) {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

#[test]
fn what_is_proved_is_what_a_seat_can_force_against_all_others() {
    for seed in 0..1500 {
        let mut rng = Rng::stream(88, seed);
        let players = 1 + rng.index(6);
        let shape = Shape { players, chance: false, zero_sum: rng.index(2) == 0, ties: rng.index(2) == 0 };
        let height = 1 + rng.index(5) as u32;
        let root = random_tree(&mut rng, &shape, height, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(players, &root).unwrap();
        let wanted = minimax(&root, seat);
        for spec in BOTH {
            let report = ask(spec, &tree, None);
            assert_eq!(report.value[seat.index()], Some(wanted), "{spec}, tree {seed}");
            for (found, child) in report.moves.iter().zip(&root.children) {
                let is_best = report.best.contains(&found.mv);
                assert!(!is_best || minimax(child, seat) == wanted, "{spec}, tree {seed}");
            }
        }
    }
}

#[test]
fn numbers_of_a_family_are_the_least_and_the_sum() {
    let family = || [(3, 1), (2, 5), (7, 2)].into_iter().map(|(proof, disproof)| Numbers { proof, disproof });
    assert_eq!(Numbers::decide(true, family()), Numbers { proof: 2, disproof: 8 });
    assert_eq!(Numbers::decide(false, family()), Numbers { proof: 12, disproof: 1 });
    let settled = [Numbers::OPEN, Numbers::PROVED];
    assert_eq!(Numbers::decide(true, settled.into_iter()), Numbers::PROVED);
    assert_eq!(Numbers::decide(false, settled.into_iter()), Numbers { proof: 1, disproof: 1 });
}

fn choose<G: Evaluated + Clone>(spec: &str, table: &Table<'_, G>, seat: Player) -> Report<G::Move> {
    let mut agent: Box<dyn Agent<G>> = catalog::agent(&Spec::parse(spec).unwrap(), table.game()).unwrap();
    agent.begin(table.game(), seat, 3);
    agent.choose(&table.view(seat), &Control::default()).unwrap()
}

/// From the start and from positions of random games, the proved value is the solved one.
fn solves<G: Evaluated + Clone>(game: &G, specs: &[&str], plies: &[usize]) {
    for &plies in plies {
        let mut rng = Rng::stream(5, plies as u64);
        let mut table = Table::deal(game, &mut rng);
        for _ in 0..plies {
            if let Turn::Of(_) = table.turn() {
                let mv = *rng.pick(table.moves());
                table.play(mv);
            }
        }
        let Turn::Of(seat) = table.turn() else { continue };
        let solution = solve(game, table.state(), &Means::default(), &Control::default()).unwrap();
        for spec in specs {
            let report = choose(&format!("{spec}:nodes=30000000,memory=1024"), &table, seat);
            let place = format!("{spec} at {}: {:?}", game.position_text(table.state()), report.remarks);
            assert_eq!(report.value[seat.index()], solution.value[seat.index()], "{place}");
            assert!(report.best.iter().all(|mv| solution.best.contains(mv)), "{place}");
            let best = report.moves.iter().find(|found| found.mv == report.best[0]).unwrap();
            assert_eq!(best.bound, Bound::Exact, "{place}");
        }
    }
}

#[test]
fn tictactoe_is_solved() {
    solves(&TicTacToe, &BOTH, &[0, 1, 2, 3, 4]);
}

#[test]
fn dodgem_is_solved_although_positions_come_back() {
    for blocked in [Blocked::Draw, Blocked::Win, Blocked::Loss] {
        solves(&Dodgem::new(3, blocked), &["dfpn"], &[0, 2, 4, 6, 9]);
    }
    solves(&Dodgem::new(3, Blocked::Draw), &["pns"], &[6, 9, 12]);
}

#[test]
fn small_kalah_is_solved() {
    for (pits, seeds) in [(2, 3), (3, 2)] {
        let game = Kalah::new(Rules { pits, seeds, ..Rules::default() }).unwrap();
        solves(&game, &["dfpn"], &[0, 3]);
    }
}

#[test]
fn small_connect_four_is_solved() {
    solves(&Connect4::new(4, 4).unwrap(), &["dfpn"], &[0, 3]);
    solves(&Connect4::new(4, 4).unwrap(), &["pns"], &[4, 6]);
}

#[test]
fn othello_on_a_small_board_is_solved() {
    solves(&outwit_games::othello::Othello::new(4, Score::Win).unwrap(), &BOTH, &[0]);
}
