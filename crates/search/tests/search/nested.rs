//! Nested Monte-Carlo against the exact distribution of what its trial games come to.

use outwit_game::{Budget, Control, Evaluated, Evaluation, Game, Player, Rng, Table, Turn};
use outwit_games::spider::{Score, Spider, SpiderEvaluation, Tableau};
use outwit_search::Search;
use outwit_search::grow::Nested;
use std::collections::BTreeMap;

/// What trial games may come to, in points, with probabilities.
type Spread = BTreeMap<i64, f64>;

const HORIZON: u32 = 6;

fn toy(deals: u8) -> Spider {
    Spider { suits: 1, ranks: 2, columns: 2, down: 2, deals, auto: true, score: Score::Woods }
}

fn points(game: &Spider) -> SpiderEvaluation {
    let place = game.evaluations().iter().position(|named| named.name == "points").unwrap();
    game.evaluation(place)
}

fn add(to: &mut Spread, share: f64, spread: &Spread) {
    for (value, probability) in spread {
        *to.entry(*value).or_default() += share * probability;
    }
}

/// With what probability the first that is highest of several independent draws is each of them.
fn first_highest(spreads: &[Spread]) -> Vec<f64> {
    let below = |spread: &Spread, value: i64, or_equal: bool| -> f64 {
        spread.iter().filter(|(other, _)| **other < value || or_equal && **other == value).map(|(_, p)| p).sum()
    };
    let wins = |place: usize| {
        let rivals = |value: i64| -> f64 {
            (0..spreads.len()).filter(|&at| at != place).map(|at| below(&spreads[at], value, at > place)).product()
        };
        spreads[place].iter().map(|(value, probability)| probability * rivals(*value)).sum()
    };
    (0..spreads.len()).map(wins).collect()
}

/// What a trial game of a level comes to from here, with so many moves behind it: by its definition.
fn trial(game: &Spider, table: &Tableau, level: u32, plies: u32) -> Spread {
    let evaluation = points(game);
    match game.turn(table) {
        Turn::Over => return Spread::from([(game.payoffs(table)[Player::FIRST] as i64, 1.0)]),
        _ if plies >= HORIZON => return Spread::from([(evaluation.value(game, table, Player::FIRST) as i64, 1.0)]),
        _ => {}
    }
    let mut moves = Vec::new();
    game.moves(table, &mut moves);
    let after = |mv: u16, level: u32| {
        let mut next = *table;
        game.play(&mut next, mv);
        trial(game, &next, level, plies + 1)
    };
    let shares: Vec<f64> = match game.turn(table) {
        Turn::Chance => {
            let total: u64 = moves.iter().map(|&mv| game.weight(table, mv)).sum();
            moves.iter().map(|&mv| game.weight(table, mv) as f64 / total as f64).collect()
        }
        _ if level == 0 => vec![1.0 / moves.len() as f64; moves.len()],
        _ => first_highest(&moves.iter().map(|&mv| after(mv, level - 1)).collect::<Vec<_>>()),
    };
    let mut spread = Spread::new();
    for (&mv, share) in moves.iter().zip(shares) {
        add(&mut spread, share, &after(mv, level));
    }
    spread
}

#[test]
fn every_level_comes_to_what_its_definition_says() {
    const ROUNDS: u64 = 3_000;
    let mut compared = 0;
    for (deals, level) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
        let game = toy(deals);
        for seed in 0..3 {
            let mut rng = Rng::new(seed);
            let mut table = Table::deal(&game, &mut rng);
            while table.draw(&mut rng).is_some() {}
            if table.turn().is_over() {
                continue;
            }
            let (budget, evaluation) = (Budget::default(), points(&game));
            let mut search = Nested { budget, evaluation, level, tries: 1, horizon: HORIZON, rounds: ROUNDS };
            let findings = search.search(&table.view(Player::FIRST), &mut rng, &Control::default()).unwrap();
            for found in &findings.moves {
                let mut next = *table.state();
                game.play(&mut next, found.mv);
                let spread = trial(&game, &next, level, 1);
                let mean: f64 = spread.iter().map(|(value, p)| *value as f64 * p).sum();
                let square: f64 = spread.iter().map(|(value, p)| (*value as f64 - mean).powi(2) * p).sum();
                let (value, error) = (found.values[0].unwrap(), (square / ROUNDS as f64).sqrt());
                let at = game.position_text(table.state());
                assert!((value - mean).abs() <= 4.5 * error + 1e-9, "{value} against {mean} +- {error} in {at}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_budget_ends_it_and_half_a_round_counts_for_nothing() {
    let game = Spider { auto: true, ..Spider::with_suits(1) };
    let mut rng = Rng::new(3);
    let mut table = Table::deal(&game, &mut rng);
    while table.draw(&mut rng).is_some() {}
    let mut last = None;
    for nodes in [10, 2_000, 20_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let mut search = Nested { budget, evaluation: points(&game), level: 1, tries: 1, horizon: 8, rounds: 1_000 };
        let findings = search.search(&table.view(Player::FIRST), &mut Rng::new(1), &Control::default()).unwrap();
        assert!(findings.nodes <= nodes);
        let known = findings.moves.iter().filter(|found| found.values[0].is_some()).count();
        assert!(known == 0 || known == findings.moves.len());
        last = Some(known);
    }
    assert_ne!(last, Some(0));
}
