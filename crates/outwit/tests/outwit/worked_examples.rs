//! The examples do what their pages and docs/ARCHITECTURE.md say.

#[path = "../../examples/advise.rs"]
mod advise;
#[path = "../../examples/new_algorithm.rs"]
mod new_algorithm;
#[path = "../../examples/new_game.rs"]
mod new_game;
#[path = "../../examples/play_a_game.rs"]
mod play_a_game;

use new_algorithm::{PESSIMISM, hurwicz};
use new_game::Heap;
use outwit::game::laws::{self, Effort};
use outwit::game::{Agent, Budget, Control, Evaluated, Evaluation, Game, Player, Rng, Spec, Table, Turn};
use outwit::games::kalah::{Kalah, Rules};
use outwit::games::tree::Tree;
use outwit::search::named::catalog::{AGENTS, agent};

#[test]
fn every_example_runs() {
    advise::main().unwrap();
    play_a_game::main().unwrap();
    new_game::main().unwrap();
    new_algorithm::main().unwrap();
}

#[test]
fn the_new_game_passes_the_laws_and_every_agent_plays_it_to_the_end() {
    let heap = Heap { counters: 9 };
    let covered = laws::check(&heap, &Effort::default()).unwrap();
    assert_eq!(covered.finished, 40);
    for entry in AGENTS.iter().filter(|entry| entry.can_play(&heap)) {
        let mut player = agent(&Spec::parse(entry.name).unwrap(), &heap).unwrap();
        let mut table = Table::deal(&heap, &mut Rng::new(0));
        while let Turn::Of(seat) = table.turn() {
            player.begin(&heap, seat, 0);
            table.play(player.choose(&table.view(seat), &Control::default()).unwrap().chosen);
        }
    }
}

#[test]
fn the_new_game_is_lost_for_the_mover_just_on_multiples_of_four() {
    for counters in 1..=20 {
        let heap = Heap { counters };
        let solved =
            outwit::search::solve(&heap, &heap.start(&mut Rng::new(0)), &Default::default(), &Control::default());
        let expected = if counters % 4 == 0 { -1.0 } else { 1.0 };
        assert_eq!(solved.unwrap().value[0], Some(expected), "{counters}");
    }
}

/// Hurwicz's value to `root`, by the definition.
fn plainly<G: Evaluated>(game: &G, state: &G::State, root: Player, depth: u32) -> f64 {
    let turn = game.turn(state);
    if turn.is_over() {
        return game.payoffs(state)[root];
    }
    if depth == 0 {
        return game.evaluation(0).value(game, state, root);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let value = |&mv: &G::Move| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        plainly(game, &next, root, if turn == Turn::Chance { depth } else { depth - 1 })
    };
    let values: Vec<f64> = moves.iter().map(value).collect();
    let (worst, best) = (
        values.iter().copied().fold(f64::INFINITY, f64::min),
        values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    );
    match turn {
        Turn::Of(player) if player == root => best,
        Turn::Of(_) => PESSIMISM * worst + (1.0 - PESSIMISM) * best,
        _ => {
            let weights: Vec<f64> = moves.iter().map(|&mv| game.weight(state, mv) as f64).collect();
            let total: f64 = weights.iter().sum();
            weights.iter().zip(&values).map(|(weight, value)| weight * value / total).sum()
        }
    }
}

/// Every move's value at the decisions of some random games.
fn demand_plain_values<G: Evaluated>(game: &G, depth: u32, games: u64) {
    let mut compared = 0;
    for index in 0..games {
        let mut rng = Rng::stream(1, index);
        let mut table = Table::deal(game, &mut rng);
        while !table.turn().is_over() {
            if let Turn::Of(seat) = table.turn() {
                let mut agent = hurwicz(game, Budget { depth: Some(depth), ..Budget::default() });
                agent.begin(game, seat, 0);
                let report = agent.choose(&table.view(seat), &Control::default()).unwrap();
                for found in &report.moves {
                    let mut next = table.state().clone();
                    game.play(&mut next, found.mv);
                    let expected = plainly(game, &next, seat, depth - 1);
                    assert!((found.values[seat.index()].unwrap() - expected).abs() < 1e-12, "{:?}", table.state());
                    compared += 1;
                }
            }
            let mv = if table.turn() == Turn::Chance {
                game.draw(table.state(), &mut rng)
            } else {
                *rng.pick(table.moves())
            };
            table.play(mv);
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn the_new_algorithm_is_the_plain_recursion_where_movers_do_not_alternate_and_where_there_is_chance() {
    let rules = Rules { pits: 3, seeds: 2, ..Rules::default() };
    demand_plain_values(&Kalah::new(rules).unwrap(), 4, 5);
    let dice = Tree::from_json(include_str!("../../../games/trees/two-dice.json")).unwrap();
    demand_plain_values(&dice, 3, 20);
}
