//! What abstraction must leave as it is, on toy Spider in exact arithmetic: everything is gone through.

use outwit_abstraction::classes::{Node, by_label};
use outwit_abstraction::{Later, Macro, Number, Ratio};
use outwit_game::laws::{self, Effort};
use outwit_game::{Evaluated, Evaluation, Game, Player, Rng, Turn};
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::spider::{Score, Spider, Tableau};
use std::collections::{HashMap, HashSet};

fn toys() -> Vec<Spider> {
    let toy = |suits, ranks, columns, down, deals, auto| Spider {
        suits,
        ranks,
        columns,
        down,
        deals,
        auto,
        score: Score::Woods,
    };
    vec![
        toy(1, 2, 2, 2, 1, false),
        toy(1, 2, 2, 4, 1, true),
        toy(2, 2, 2, 2, 2, false),
        toy(1, 3, 3, 3, 1, false),
        toy(1, 3, 2, 2, 1, true),
    ]
}

/// Every position that can be reached, with its exact value: endless play pays 0 and ends pay at least that, so values are
/// found from below.
struct Solved<G: Game> {
    states: Vec<G::State>,
    numbers: HashMap<G::State, usize>,
    next: Vec<Vec<(usize, u64)>>,
    values: Vec<Ratio>,
}

impl<G: Game> Solved<G> {
    fn new(game: &G, starts: Vec<G::State>) -> Solved<G> {
        let mut solved: Solved<G> =
            Solved { states: Vec::new(), numbers: HashMap::new(), next: Vec::new(), values: Vec::new() };
        for start in starts {
            solved.number(start);
        }
        let mut at = 0;
        while at < solved.states.len() {
            let state = solved.states[at].clone();
            let turn = game.turn(&state);
            let mut moves = Vec::new();
            if !turn.is_over() {
                game.moves(&state, &mut moves);
            }
            let mut after = Vec::new();
            for mv in moves {
                let weight = if turn == Turn::Chance { game.weight(&state, mv) } else { 1 };
                let mut next = state.clone();
                game.play(&mut next, mv);
                after.push((solved.number(next), weight));
            }
            solved.next.push(after);
            at += 1;
        }
        solved.values = vec![Ratio::ZERO; solved.states.len()];
        loop {
            let mut changed = false;
            for at in (0..solved.states.len()).rev() {
                let after = &solved.next[at];
                let value = match game.turn(&solved.states[at]) {
                    Turn::Over => Ratio::exactly(game.payoffs(&solved.states[at])[Player::FIRST]),
                    Turn::Chance => {
                        let total = after.iter().map(|(_, weight)| weight).sum();
                        let sum = after
                            .iter()
                            .fold(Ratio::ZERO, |sum, &(next, weight)| sum + Ratio::whole(weight) * solved.values[next]);
                        sum / Ratio::whole(total)
                    }
                    Turn::Of(_) => after.iter().map(|&(next, _)| solved.values[next]).max().unwrap(),
                };
                changed |= value != solved.values[at];
                solved.values[at] = value;
            }
            if !changed {
                return solved;
            }
        }
    }

    fn number(&mut self, state: G::State) -> usize {
        let fresh = self.states.len();
        let number = *self.numbers.entry(state.clone()).or_insert(fresh);
        if number == fresh {
            self.states.push(state);
        }
        number
    }

    fn value(&self, state: &G::State) -> Ratio {
        self.values[self.numbers[state]]
    }
}

fn flat(game: &Spider) -> Solved<Spider> {
    Solved::new(game, vec![game.start(&mut Rng::new(0))])
}

/// The value of a macro game, each position once up to names.
fn macro_value(game: &Macro<Spider>, state: &<Macro<Spider> as Game>::State, known: &mut HashMap<u64, Ratio>) -> Ratio {
    let key = game.canonical_key(state);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let turn = game.turn(state);
    let value = if turn.is_over() {
        Ratio::exactly(game.payoffs(state)[Player::FIRST])
    } else {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let after: Vec<(u64, Ratio)> = moves
            .into_iter()
            .map(|mv| {
                let weight = if turn == Turn::Chance { game.weight(state, mv) } else { 1 };
                let mut next = state.clone();
                game.play(&mut next, mv);
                (weight, macro_value(game, &next, known))
            })
            .collect();
        match turn {
            Turn::Chance => {
                let total = after.iter().map(|(weight, _)| weight).sum();
                let sum = after.iter().fold(Ratio::ZERO, |sum, &(weight, value)| sum + Ratio::whole(weight) * value);
                sum / Ratio::whole(total)
            }
            _ => after.into_iter().map(|(_, value)| value).max().unwrap(),
        }
    };
    known.insert(key, value);
    value
}

#[test]
fn a_position_is_worth_what_the_one_that_stands_for_it_is_worth() {
    let mut compared = 0;
    for game in toys() {
        let solved = flat(&game);
        let stand_in = |state: &Tableau| {
            let mut stand_in = *state;
            game.canonical(&mut stand_in).then_some(stand_in)
        };
        let stand_ins: Vec<Tableau> = solved.states.iter().filter_map(stand_in).collect();
        let theirs = Solved::new(&game, stand_ins);
        for state in &solved.states {
            if let Some(stand_in) = stand_in(state) {
                assert_eq!(solved.value(state), theirs.value(&stand_in), "{}", game.position_text(state));
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_macro_position_is_worth_what_the_position_is_worth() {
    for game in toys() {
        let solved = flat(&game);
        let all = Macro::new(game, usize::MAX, false).unwrap();
        let mut known = HashMap::new();
        for state in &solved.states {
            assert_eq!(
                macro_value(&all, &all.position(*state), &mut known),
                solved.value(state),
                "{game:?}: {}",
                game.position_text(state)
            );
        }
        assert!(known.len() < solved.states.len());
    }
}

#[test]
fn a_macro_position_is_worth_more_with_a_larger_budget_and_never_too_much() {
    for game in toys() {
        let solved = flat(&game);
        let starts: Vec<&Tableau> =
            solved.states.iter().filter(|state| game.turn(state) != Turn::Over).take(40).collect();
        let mut last: Vec<Ratio> = vec![Ratio::ZERO; starts.len()];
        let mut grew = 0;
        for budget in [1, 2, 3, 5, 8, 1_000_000] {
            let within = Macro::new(game, budget, false).unwrap();
            let mut known = HashMap::new();
            for (state, last) in starts.iter().zip(&mut last) {
                let value = macro_value(&within, &within.position(**state), &mut known);
                assert!(*last <= value && value <= solved.value(state), "{budget}: {}", game.position_text(state));
                grew += usize::from(value > *last && budget > 1);
                *last = value;
            }
        }
        assert!(starts.iter().zip(&last).all(|(state, last)| *last == solved.value(state)));
        assert!(grew > 0 || game.columns == 2, "{game:?}: the budget never mattered");
    }
}

/// The classes of the thesis: positions that a seat can go between without learning anything.
#[test]
fn positions_between_which_one_can_go_back_and_forth_are_worth_the_same() {
    let mut compared = 0;
    for game in toys() {
        let solved = flat(&game);
        let is_turn = |at: usize| matches!(game.turn(&solved.states[at]), Turn::Of(_));
        let quiet =
            |at: usize| solved.next[at].iter().map(|&(next, _)| next).filter(move |&next| is_turn(at) && is_turn(next));
        let reach = |from: usize| {
            let (mut met, mut stack) = (HashSet::from([from]), vec![from]);
            while let Some(at) = stack.pop() {
                for next in quiet(at) {
                    if met.insert(next) {
                        stack.push(next);
                    }
                }
            }
            met
        };
        for at in (0..solved.states.len()).filter(|&at| is_turn(at)).step_by(7) {
            for other in reach(at) {
                if other != at && reach(other).contains(&at) {
                    assert_eq!(solved.values[at], solved.values[other]);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn naming_and_playing_commute_and_no_move_is_lost_by_naming() {
    let mut compared = 0;
    for game in toys() {
        let solved = flat(&game);
        for state in solved.states.iter().filter(|state| game.turn(state) == Turn::Chance) {
            let Some(open) = game.unnamed(state) else { continue };
            let later = Later::new(game, 0);
            let moves = |state: &Tableau| {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                moves
            };
            let played = |state: &Tableau, mv: u16| {
                let mut next = *state;
                game.play(&mut next, mv);
                next
            };
            for mv in moves(&open).into_iter().filter(|&mv| !later.looks(&open, mv)) {
                for outcome in moves(state) {
                    let named = played(state, outcome);
                    assert!(moves(&named).contains(&mv), "{}", game.position_text(&named));
                    // Looked at after the move, where nothing else was turned up meanwhile.
                    let after = played(&open, mv);
                    let look = moves(&after).into_iter().find(|&mv| later.looks(&after, mv)).unwrap();
                    let looked = played(&after, look);
                    let both = played(&named, mv);
                    if game.turn(&both) != Turn::Chance {
                        assert_eq!(played(&looked, outcome), both);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn looking_is_free_so_waiting_gains_nothing_and_having_to_wait_loses() {
    let mut lost = 0;
    for game in toys() {
        let value = flat(&game).values[0];
        let mut last = value;
        for least in 0..3 {
            let later = Later::new(game, least);
            let solved = Solved::new(&later, vec![later.start(&mut Rng::new(0))]);
            let waited = solved.values[0];
            assert!(waited <= last, "{game:?} with {least}");
            if least == 0 {
                assert_eq!(waited, value, "{game:?}");
            }
            lost += usize::from(waited < last);
            last = waited;
        }
    }
    assert!(lost > 0, "having to wait never lost anything");
}

/// What continuations are worth after each outcome of a chance node of toy Spider, up to the next say of chance.
#[test]
fn values_of_classes_of_cards_grow_as_they_are_refined() {
    let mut gained = 0;
    for game in toys() {
        let solved = flat(&game);
        for state in solved.states.iter().filter(|state| game.turn(state) == Turn::Chance) {
            let mut outcomes = Vec::new();
            game.moves(state, &mut outcomes);
            let weights: Vec<u64> = outcomes.iter().map(|&outcome| game.weight(state, outcome)).collect();
            let total = Ratio::whole(weights.iter().sum());
            // Moves that can be made whatever the card is.
            let after: Vec<Tableau> = outcomes
                .iter()
                .map(|&outcome| {
                    let mut next = *state;
                    game.play(&mut next, outcome);
                    next
                })
                .collect();
            if after.iter().any(|next| !matches!(game.turn(next), Turn::Of(_))) {
                continue;
            }
            let moves: Vec<HashSet<u16>> = after
                .iter()
                .map(|next| {
                    let mut moves = Vec::new();
                    game.moves(next, &mut moves);
                    moves.into_iter().collect()
                })
                .collect();
            let mut common: Vec<u16> =
                moves[0].iter().copied().filter(|mv| moves.iter().all(|m| m.contains(mv))).collect();
            common.sort_unstable();
            let worth = |next: &Tableau| {
                let value = |&mv: &u16| {
                    let mut played = *next;
                    game.play(&mut played, mv);
                    solved.value(&played)
                };
                common.iter().map(value).collect::<Vec<Ratio>>()
            };
            let node = Node {
                probabilities: weights.iter().map(|&weight| Ratio::whole(weight) / total).collect(),
                worth: after.iter().map(worth).collect(),
            };
            let all: Vec<usize> = (0..outcomes.len()).collect();
            let values: Vec<Ratio> = (0..4)
                .map(|level| node.value(&by_label(&all, |place| game.outcome_class(state, outcomes[place], level))))
                .collect();
            assert!(values.is_sorted(), "{values:?}");
            let best = |place: usize| node.probabilities[place] * *node.worth[place].iter().max().unwrap();
            assert_eq!(values[3], all.iter().fold(Ratio::ZERO, |sum, &place| sum + best(place)), "single cards");
            assert_eq!(node.value_of_information(&all), values[3] - values[0]);
            let one_is_best = (0..common.len()).any(|action| {
                all.iter().all(|&place| node.worth[place].iter().all(|&x| x <= node.worth[place][action]))
            });
            assert_eq!(node.value_of_information(&all) == Ratio::ZERO, one_is_best);
            // Refined where it gains most, with no price, it comes to the same as telling all apart.
            let (partition, gains) = node.refine(vec![all.clone()], Ratio::ZERO, usize::MAX, |class| {
                (1..4)
                    .map(|level| by_label(class, |place| game.outcome_class(state, outcomes[place], level)))
                    .find(|parts| parts.len() > 1)
                    .unwrap_or_else(|| vec![class.to_vec()])
            });
            assert_eq!(node.value(&partition), values[3]);
            assert!(partition.len() <= outcomes.len() && gains.iter().all(|gain| *gain >= Ratio::ZERO));
            gained += usize::from(values[3] > values[0]);
        }
    }
    assert!(gained > 5, "{gained}");
}

#[test]
fn adaptors_pass_the_laws_of_games() {
    for game in toys() {
        laws::check(&Macro::new(game, 50, true).unwrap(), &Effort::default()).unwrap();
        laws::check(&Later::new(game, 1), &Effort { longest: 200, ..Effort::default() }).unwrap();
    }
    let kalah = Kalah::new(Rules { pits: 4, seeds: 3, ..Rules::default() }).unwrap();
    laws::check(&Macro::new(kalah, usize::MAX, false).unwrap(), &Effort::default()).unwrap();
}

/// The best arrangement within so many moves, by a plain tree of moves: its value, and the nodes it takes.
fn best_in_tree(game: &Spider, table: &Tableau, depth: u32, nodes: &mut u64) -> f64 {
    let mut best = game.evaluation(0).value(game, table, Player::FIRST);
    if depth == 0 {
        return best;
    }
    let mut moves = Vec::new();
    game.moves(table, &mut moves);
    for mv in moves {
        let mut next = *table;
        game.play(&mut next, mv);
        *nodes += 1;
        if matches!(game.turn(&next), Turn::Of(_)) {
            best = best.max(best_in_tree(game, &next, depth - 1, nodes));
        }
    }
    best
}

/// The same by positions, each once up to names.
fn best_in_classes(game: &Spider, table: &Tableau, depth: u32) -> (f64, u64) {
    let mut met = HashSet::from([game.canonical_key(table)]);
    let (mut layer, mut best) = (vec![*table], game.evaluation(0).value(game, table, Player::FIRST));
    let mut nodes = 0;
    for _ in 0..depth {
        let mut next_layer = Vec::new();
        for table in layer {
            let mut moves = Vec::new();
            game.moves(&table, &mut moves);
            for mv in moves {
                let mut next = table;
                game.play(&mut next, mv);
                nodes += 1;
                if matches!(game.turn(&next), Turn::Of(_)) && met.insert(game.canonical_key(&next)) {
                    best = best.max(game.evaluation(0).value(game, &next, Player::FIRST));
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
    }
    (best, nodes)
}

/// With four suits: decisions by positions up to names find what a tree of moves finds, with at least 50 times fewer nodes.
#[test]
fn four_suit_decisions_take_fifty_times_fewer_nodes() {
    let game = Spider::with_suits(4);
    let (mut flat, mut classes) = (0, 0);
    for deal in 20_000..20_006 {
        let mut rng = Rng::new(deal);
        let mut table = game.start(&mut rng);
        // Some way into the game, by moves that are not held back.
        for _ in 0..60 {
            let mv = match game.turn(&table) {
                Turn::Over => break,
                Turn::Chance => game.outcome_of_deal(&table, deal).unwrap(),
                Turn::Of(_) => {
                    let mut moves = Vec::new();
                    game.moves(&table, &mut moves);
                    let hints: Vec<i32> = moves.iter().map(|&mv| game.order_hint(&table, mv)).collect();
                    let most = *hints.iter().max().unwrap();
                    let good: Vec<u16> =
                        moves.iter().zip(&hints).filter(|(_, hint)| **hint == most).map(|(mv, _)| *mv).collect();
                    if rng.below(12) == 0 || good.len() == moves.len() {
                        *rng.pick(&moves[..moves.len() - 1])
                    } else {
                        *rng.pick(&good)
                    }
                }
            };
            game.play(&mut table, mv);
        }
        if !matches!(game.turn(&table), Turn::Of(_)) {
            continue;
        }
        let mut nodes = 0;
        let found = best_in_tree(&game, &table, 6, &mut nodes);
        let (same, fewer) = best_in_classes(&game, &table, 6);
        assert_eq!(found, same);
        (flat, classes) = (flat + nodes, classes + fewer);
    }
    let times = flat as f64 / classes as f64;
    assert!(times >= 50.0, "{flat} nodes against {classes}: {times:.1} times");
}
