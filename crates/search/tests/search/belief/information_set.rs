//! Information-set search against published numbers, the equations as printed, all pure strategies, and itself by another
//! road.

use super::rivals::Masked;
use crate::axes::{AnyOpponent, Axes, own};
use outwit_game::{AnyGame, Blind, Control, Game, Player, Rng, Table, Turn};
use outwit_search::backup::{Expectation, Quantal, Worst};
use outwit_search::belief::information_set::{EvenTree, Held, Model, Plan, consistent_worlds, expected_payoff};
use outwit_search::belief::{Given, OneOf, Uniform};
use outwit_search::value::{Everybody, Own};
use serde_json::Value;

const SEATS: [Player; 2] = [Player::FIRST, Player::SECOND];

fn tree(game: &Masked) -> EvenTree {
    EvenTree::new(game.branching, game.movers.clone(), game.leaves.clone()).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// Values, best moves and head-to-head expectations that an independent program computed.
#[test]
fn all_vectors_come_out() {
    let document: Value = serde_json::from_str(include_str!("../data/hidden_small.json")).unwrap();
    let masks = |value: &Value| -> Vec<Vec<u16>> { serde_json::from_value(value.clone()).unwrap() };
    let boards = document["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 90);
    for board in boards {
        let leaves: Vec<i8> = serde_json::from_value(board["u"].clone()).unwrap();
        let hidden: Vec<bool> = serde_json::from_value(board["hid"].clone()).unwrap();
        let (b, d) = (board["b"].as_u64().unwrap() as usize, board["d"].as_u64().unwrap() as usize);
        let tree = EvenTree::alternating(b, d, leaves).unwrap();
        let plans = |model: Model, values: &str, best: &str| -> Vec<Plan> {
            let plans: Vec<Plan> = SEATS.iter().map(|&seat| tree.plan(seat, &hidden, model)).collect();
            for (place, plan) in plans.iter().enumerate() {
                assert!(close(plan.value, board[values][place].as_f64().unwrap()), "{values} {board}");
                assert_eq!(plan.best, masks(&board[best][place]), "{best} {board}");
            }
            plans
        };
        let confident = plans(Model::Overconfident, "ou", "ou_best");
        let paranoid = plans(Model::Paranoid, "pu", "pu_best");
        let met = expected_payoff(&tree, &hidden, &confident[0], &paranoid[1]);
        assert!(close(met, board["u_oc_first_vs_par"].as_f64().unwrap()), "{board}");
        let met = expected_payoff(&tree, &hidden, &paranoid[0], &confident[1]);
        assert!(close(met, board["u_par_first_vs_oc"].as_f64().unwrap()), "{board}");
    }
}

/// Eqs. 14 to 17 as printed, for both seats, every information set: any mask, any order of movers, payoffs of few kinds (bits)
/// and of many (minima).
#[test]
fn the_quick_pass_gives_the_best_moves_of_the_equations_as_printed() {
    let mut rng = Rng::new(1);
    let kinds: [&[i8]; 4] = [&[-1, 1], &[-1, 0, 1], &[-7, -3, -2, 0, 1, 2, 4, 5, 9], &[3]];
    for round in 0..400 {
        let (b, d) = [(2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2), (5, 2), (2, 5)][round % 8];
        let game = Masked::random(b, d, kinds[round / 8 % 4], round % 3 == 0, &mut rng);
        let tree = tree(&game);
        for seat in SEATS {
            let plan = tree.plan(seat, &game.hidden, Model::Overconfident);
            assert!(close(plan.value, game.ou(&[], seat)), "{game:?}");
            assert_eq!(plan.best, game.best_moves(seat, |set, mv| game.ou_of_set(set, mv, seat)), "{game:?}");
            let plan = tree.plan(seat, &game.hidden, Model::Paranoid);
            assert_eq!(plan.value, game.pu(&[], seat), "{game:?}");
            assert_eq!(plan.best, game.best_moves(seat, |set, mv| game.pu_of_set(set, mv, seat)), "{game:?}");
        }
    }
}

/// What the search over information sets says of the moves, as numbers.
struct Answer {
    values: Vec<f64>,
    is_complete: bool,
}

fn ask(table: &Table<'_, Masked>, model: Model, policy: AnyOpponent<Masked>, depth: u32) -> Answer {
    let root = table.turn().player().expect("a seat is to move");
    let mut axes = match model {
        Model::Overconfident => Axes::new(Everybody(Blind), Expectation { root, players: 2 }, policy),
        Model::Paranoid => Axes::new(Own(Blind), Worst { root, players: 2 }, policy),
        Model::Quantal(tau) => Axes::new(Own(Blind), Quantal { root, players: 2, tau }, policy),
    };
    let belief = axes.worlds(&table.view(root));
    let (answer, _) = axes.over_sets(table.game(), root, belief, depth, &Control::default());
    Answer { values: answer.values.iter().map(|value| own(value, root)).collect(), is_complete: answer.is_complete }
}

/// The recursion over beliefs, asked at every decision of a random play.
#[test]
fn the_belief_recursion_and_the_quick_pass_agree() {
    let mut rng = Rng::new(2);
    let models = [Model::Overconfident, Model::Paranoid, Model::Quantal(0.7), Model::Quantal(5.0)];
    for round in 0..1_200 {
        let (b, d) = [(2, 2), (2, 4), (3, 3), (2, 6), (3, 4), (4, 3)][round % 6];
        let game = Masked::random(b, d, &[-1, 0, 1], round % 2 == 0, &mut rng);
        let tree = tree(&game);
        let model = models[round / 6 % 4];
        let plans = SEATS.map(|seat| tree.plan(seat, &game.hidden, model));
        let mut table = Table::deal(&game, &mut rng);
        let mut own_plies = [0, 0];
        while let Some(seat) = table.turn().player() {
            let answer = ask(&table, model, Box::new(Uniform), d as u32);
            assert!(answer.is_complete);
            let best = answer.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mask: u16 =
                answer.values.iter().enumerate().map(|(mv, x)| u16::from((best - x).abs() < 1e-9) << mv).sum();
            let seen = game.seen(table.state(), seat).iter().fold(0, |number, &mv| number * b + usize::from(mv));
            let plan = &plans[seat.index()];
            assert_eq!(mask, plan.best[own_plies[seat.index()]][seen], "{model:?} {game:?} {:?}", table.played());
            if own_plies[seat.index()] == 0 && table.played().is_empty() {
                assert!((best - plan.value).abs() < 1e-9, "{model:?} {best} {} {game:?}", plan.value);
            }
            own_plies[seat.index()] += 1;
            let mv = *rng.pick(table.moves());
            table.play(mv);
        }
    }
}

/// Every pure strategy of seat 1 in tiny games, against all plays of the other: nobody does better than the plan.
#[test]
fn values_are_the_maximum_over_all_pure_strategies() {
    let mut rng = Rng::new(3);
    for round in 0..120 {
        let (b, d) = [(2, 2), (2, 3), (2, 4), (3, 2), (3, 3)][round % 5];
        let game = Masked::random(b, d, &[-1, 0, 1], true, &mut rng);
        for seat in SEATS {
            let mut sets: Vec<(usize, Vec<u8>)> = Vec::new();
            for ply in (0..d).filter(|&ply| game.movers[ply] == seat) {
                for history in game.histories(ply) {
                    let set = (ply, game.seen(&history, seat));
                    if !sets.contains(&set) {
                        sets.push(set);
                    }
                }
            }
            if b.pow(sets.len() as u32) > 20_000 {
                continue;
            }
            let (mut best_mean, mut best_worst) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            for strategy in 0..b.pow(sets.len() as u32) {
                let choice = |set: usize| (strategy / b.pow(set as u32) % b) as u8;
                let is_played = |history: &Vec<u8>| {
                    (0..d).filter(|&ply| game.movers[ply] == seat).all(|ply| {
                        let set = (ply, game.seen(&history[..ply], seat));
                        history[ply] == choice(sets.iter().position(|known| *known == set).unwrap())
                    })
                };
                let payoffs: Vec<f64> =
                    game.histories(d).iter().filter(|h| is_played(h)).map(|h| game.payoffs(h)[seat]).collect();
                best_mean = best_mean.max(payoffs.iter().sum::<f64>() / payoffs.len() as f64);
                best_worst = best_worst.max(payoffs.iter().copied().fold(f64::INFINITY, f64::min));
            }
            let tree = tree(&game);
            assert!(close(tree.plan(seat, &game.hidden, Model::Overconfident).value, best_mean), "{game:?}");
            assert_eq!(tree.plan(seat, &game.hidden, Model::Paranoid).value, best_worst, "{game:?}");
        }
    }
}

#[test]
fn quantal_play_lies_between_overconfident_and_paranoid_play() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let game = Masked::random(3, 4, &[-1, 0, 1], true, &mut rng);
        let tree = tree(&game);
        for seat in SEATS {
            let plan = |model| tree.plan(seat, &game.hidden, model);
            let (mean, worst) = (plan(Model::Overconfident), plan(Model::Paranoid));
            let (soft, hard) = (plan(Model::Quantal(1e-6)), plan(Model::Quantal(2_000.0)));
            assert!((soft.value - mean.value).abs() < 1e-5, "{} {}", soft.value, mean.value);
            assert!((hard.value - worst.value).abs() < 1e-2, "{} {}", hard.value, worst.value);
            let mut last = mean.value + 1e-12;
            for tau in [0.01, 0.1, 1.0, 10.0, 100.0] {
                let value = plan(Model::Quantal(tau)).value;
                assert!(value <= last + 1e-9 && value >= worst.value - 1e-9, "{tau} {value} {last}");
                last = value;
            }
            // Near the ends the best moves are among those of the end.
            for (near, end) in soft.best.iter().flatten().zip(mean.best.iter().flatten()) {
                assert_eq!(near & !end, 0);
            }
            for (near, end) in hard.best.iter().flatten().zip(worst.best.iter().flatten()) {
                assert_eq!(near & !end, 0);
            }
        }
    }
}

/// Theorem 5: without hiding, in games of wins and losses, every overconfident move is a minimax move.
#[test]
fn overconfident_play_is_minimax_play_in_open_games_of_wins_and_losses() {
    let mut rng = Rng::new(5);
    for round in 0..300 {
        let game = Masked::random(2 + round % 3, 6, &[-1, 1], true, &mut rng);
        let (tree, open) = (tree(&game), vec![false; 6]);
        let plans =
            [Model::Overconfident, Model::Paranoid].map(|model| SEATS.map(|seat| tree.plan(seat, &open, model)));
        for (confident, minimax) in plans[0].iter().zip(&plans[1]) {
            let mut pairs = confident.best.iter().flatten().zip(minimax.best.iter().flatten());
            assert!(pairs.all(|(confident, minimax)| confident & !minimax == 0));
        }
        let first = expected_payoff(&tree, &open, &plans[0][0], &plans[1][1]);
        let second = expected_payoff(&tree, &open, &plans[1][0], &plans[0][1]);
        assert_eq!(first - second, 0.0);
    }
}

/// The same with any plies hidden: where a win is sure both choose the sure ones, and elsewhere paranoid play takes all moves for
/// alike. So every overconfident move is a paranoid one, and quantal play of any tau is overconfident play.
#[test]
fn in_games_of_wins_and_losses_overconfident_play_breaks_the_ties_of_paranoid_play() {
    let mut rng = Rng::new(7);
    for round in 0..300 {
        let game = Masked::random(2 + round % 3, 5, &[-1, 1], round % 2 == 0, &mut rng);
        let tree = tree(&game);
        for seat in SEATS {
            let plan = |model| tree.plan(seat, &game.hidden, model).best;
            let (confident, paranoid) = (plan(Model::Overconfident), plan(Model::Paranoid));
            let mut pairs = confident.iter().flatten().zip(paranoid.iter().flatten());
            assert!(pairs.all(|(confident, paranoid)| confident & !paranoid == 0), "{game:?}");
            assert_eq!(plan(Model::Quantal(3.0)), confident, "{game:?}");
        }
    }
}

/// A policy that is given, best replied to: the value is the maximum over replies, computed here history by history.
#[test]
fn a_given_policy_is_best_replied_to_and_a_mixture_is_learned_about() {
    let mut rng = Rng::new(6);
    for _ in 0..60 {
        let game = Masked::random(2, 4, &[-1, 0, 1], true, &mut rng);
        let table = Table::deal(&game, &mut rng);
        // Always the first move: the same as a game in which the other has no choice.
        let first = |_: &Masked, _: Player, _: &[super::rivals::Sight], moves: &[u8], out: &mut Vec<f64>| {
            out.extend(moves.iter().map(|&mv| f64::from(u8::from(mv == 0))));
        };
        let last = |_: &Masked, _: Player, _: &[super::rivals::Sight], moves: &[u8], out: &mut Vec<f64>| {
            out.extend(moves.iter().map(|&mv| f64::from(u8::from(mv == 1))));
        };
        let value = |answer: Answer| answer.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let given = value(ask(&table, Model::Overconfident, Box::new(Given(first)), 4));
        let histories = game.histories(4).into_iter().filter(|h| h[1] == 0 && h[3] == 0);
        assert_eq!(given, histories.map(|h| game.payoffs(&h)[Player::FIRST]).fold(f64::NEG_INFINITY, f64::max));
        // Two kinds, equally likely: what is seen at ply 2 tells them apart, unless it is hidden.
        let mixture = OneOf::<Masked>(vec![(1.0, Box::new(Given(first))), (1.0, Box::new(Given(last)))]);
        let mixed = value(ask(&table, Model::Overconfident, Box::new(mixture), 4));
        let payoff = |m1: u8, kind: u8, m3: u8| game.payoffs(&vec![m1, kind, m3, kind])[Player::FIRST];
        let wanted = (0..2).map(|m1| {
            if game.hidden[1] {
                (0..2).map(|m3| (payoff(m1, 0, m3) + payoff(m1, 1, m3)) / 2.0).fold(f64::NEG_INFINITY, f64::max)
            } else {
                (0..2).map(|kind| payoff(m1, kind, 0).max(payoff(m1, kind, 1)) / 2.0).sum()
            }
        });
        assert!(close(mixed, wanted.fold(f64::NEG_INFINITY, f64::max)), "{game:?}");
    }
}

/// Held from move to move or worked out from the start: the same worlds, the same weights to the last bit, in the same order;
/// also for a view of the other seat, of an earlier moment, or of another deal.
#[test]
fn what_is_held_between_moves_is_what_is_worked_out_from_the_start() {
    fn check<G: Game>(game: &G, rng: &mut Rng) -> usize {
        let (mut held, mut compared) = (Held::default(), 0);
        let mut others: AnyOpponent<G> = Box::new(Uniform);
        for _ in 0..8 {
            let mut table = Table::deal(game, rng);
            loop {
                let seat = match table.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        table.draw(rng);
                        continue;
                    }
                    Turn::Of(seat) => seat,
                };
                if rng.index(3) > 0 {
                    let fresh = consistent_worlds(&table.view(seat), &mut others, 5_000).unwrap();
                    let kept = held.consistent_worlds(&table.view(seat), &mut others, 5_000).unwrap();
                    assert!(fresh == kept, "{seat} after {:?}", table.view(seat).seen());
                    compared += usize::from(fresh.is_some());
                }
                if rng.index(8) == 0 {
                    table.rewind(table.played().len() / 2);
                    continue;
                }
                let mv = *rng.pick(table.moves());
                table.play(mv);
            }
        }
        compared
    }
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        assert!(check(&Masked::random(3, 6, &[-1, 1], true, &mut rng), &mut rng) > 0);
    }
    assert!(check(&AnyGame::new(outwit_games::poker::Poker::LEDUC), &mut rng) > 0);
    assert!(check(&AnyGame::new(outwit_games::phantom::PhantomTicTacToe), &mut rng) > 0);
}
