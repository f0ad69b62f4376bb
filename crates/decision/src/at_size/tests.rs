use super::*;
use crate::tree::DecisionTree;
use outwit_game::{Fraction, Outline, OutlineTurn, Rng};
use outwit_games::tree::Tree;

/// A random problem for one seat.
fn outline(rng: &mut Rng, depth: u32, mv: String, odds: Option<Fraction>) -> Outline {
    let probability = odds.map(Fraction::value);
    if depth == 0 || rng.below(7) == 0 {
        let payoffs = Some(vec![rng.below(41) as f64 - 20.0]);
        return Outline { mv, probability, odds, payoffs, ..Outline::default() };
    }
    let is_chance = rng.below(2) == 0;
    let weights: Vec<u64> = (0..2 + rng.below(3)).map(|_| 1 + rng.below(4)).collect();
    let total = weights.iter().sum();
    let mut children = Vec::new();
    for (place, &weight) in weights.iter().enumerate() {
        let odds = is_chance.then(|| Fraction::new(weight, total).unwrap());
        children.push(outline(rng, depth - 1, place.to_string(), odds));
    }
    let turn = Some(if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::FIRST) });
    Outline { mv, probability, odds, turn, children, ..Outline::default() }
}

#[test]
fn a_tree_looked_at_best_first_is_worth_what_it_is_rolled_back_to_and_bounds_hold_at_any_time() {
    let mut spared = 0;
    for seed in 0..80 {
        let root = outline(&mut Rng::new(seed), 6, String::new(), None);
        let (written, game) = (DecisionTree::new(&root).unwrap(), Tree::new(1, &root).unwrap());
        let start = game.start(&mut Rng::new(0));
        // The last two have utilities of these payoffs that are no numbers, or all the same number.
        let timid = [Utility::Exponential { risk: 0.01 }, Utility::Power { gamma: 100.0, wealth: 1000.0 }];
        for utility in [Utility::Linear, Utility::Exponential { risk: 15.0 }].into_iter().chain(timid) {
            let solved = written.roll_back(&utility).unwrap();
            let worth = solved.certainty_equivalent(0);
            let mut last = (f64::NEG_INFINITY, f64::INFINITY);
            for nodes in [1, 3, 10, 30, 100, 1_000_000] {
                let limits = Limits { nodes, off: 0.0 };
                let found = decide(&game, &start, &utility, &limits, &Control::default()).unwrap();
                let near = 1e-9 * (1.0 + worth.abs());
                assert!(found.low <= worth + near && worth - near <= found.high, "seed {seed}: {found:?}, {worth}");
                assert!(found.low >= last.0 - near && found.high <= last.1 + near, "bounds only close");
                last = (found.low, found.high);
                let moves = written.children(0);
                if found.moves.len() == moves.len() {
                    for (choice, child) in found.moves.iter().zip(moves.clone()) {
                        let worth = solved.certainty_equivalent(child);
                        assert!(choice.low <= worth + near && worth - near <= choice.high);
                    }
                }
                if let Some(best) = found.best {
                    let chosen = solved.certainty_equivalent(moves.start + best);
                    assert!(worth - chosen <= found.regret + near, "the answer is off by no more than it says");
                }
            }
            assert!(last.1 - last.0 <= 1e-9 * (1.0 + worth.abs()), "seed {seed}: {last:?} around {worth}");
            let all =
                decide(&game, &start, &utility, &Limits { nodes: u64::MAX, off: 0.0 }, &Control::default()).unwrap();
            spared += usize::from((all.nodes as usize) < written.size() / 2 && written.size() > 50);
        }
    }
    assert!(spared > 5, "what cannot matter is not looked at: {spared}");
}

#[test]
fn what_is_no_decision_for_one_is_refused() {
    let game = outwit_games::tictactoe::TicTacToe;
    let start = game.start(&mut Rng::new(0));
    let limits = Limits { nodes: 10, off: 0.0 };
    let problem = decide(&game, &start, &Utility::Linear, &limits, &Control::default()).unwrap_err();
    assert!(problem.to_string().contains("one seat"));
    let spider = outwit_games::spider::Spider::with_suits(1);
    let start = spider.start(&mut Rng::new(0));
    let problem = decide(&spider, &start, &Utility::Linear, &limits, &Control::default()).unwrap_err();
    assert!(problem.to_string().contains("come back"));
}
