//! The learner against a plain transcription of what it should do, and against somebody who learns nothing.

use outwit_game::{Agent, Control, Evaluated, Evaluation, Player, Rng, Spec, Table};
use outwit_games::god::God;
use outwit_search::named::catalog;

/// How likely a yes is: every one or two features, each weighted by the product of what it foretold answer by answer.
fn plain_chance(past: &[(Vec<f64>, f64)], now: &[f64]) -> f64 {
    let count = now.len();
    let singles = (0..count).map(|a| vec![a]);
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| vec![a, b]));
    let (mut sum, mut total) = (0.0, 0.0);
    for space in singles.chain(pairs) {
        let is_alike = |one: &[f64], other: &[f64]| space.iter().all(|&feature| one[feature] == other[feature]);
        let foretells = |seen: &[(Vec<f64>, f64)], features: &[f64]| {
            let alike: Vec<f64> = seen.iter().filter(|(f, _)| is_alike(f, features)).map(|(_, yes)| *yes).collect();
            (alike.iter().sum::<f64>() + 1.0) / (alike.len() as f64 + 2.0)
        };
        let weight: f64 = past
            .iter()
            .enumerate()
            .map(|(at, (features, yes))| {
                let chance = foretells(&past[..at], features);
                if *yes > 0.5 { chance } else { 1.0 - chance }
            })
            .product();
        sum += weight * foretells(past, now);
        total += weight;
    }
    sum / total
}

#[test]
fn it_takes_the_card_that_every_pair_of_features_together_holds_likeliest() {
    let god = God::new(13, 104, 3);
    for seed in 0..4 {
        let mut agent = catalog::agent(&Spec::parse("learner").unwrap(), &god).unwrap();
        let mut table = Table::deal(&god, &mut Rng::new(seed));
        agent.begin(&god, Player::FIRST, seed);
        for _ in 0..25 {
            let view = table.view(Player::FIRST);
            let report = agent.choose(&view, &Control::default()).unwrap();
            let (mut past, mut now) = (Vec::new(), Vec::new());
            let evaluation = god.evaluation(0);
            assert!(evaluation.trials(&god, Player::FIRST, view.seen(), view.moves(), &mut past, &mut now));
            let chances: Vec<f64> = now.iter().map(|features| plain_chance(&past, features)).collect();
            let highest = chances.iter().copied().fold(0.0, f64::max);
            let best: Vec<u8> = view
                .moves()
                .iter()
                .zip(&chances)
                .filter(|(_, c)| (*c - highest).abs() < 1e-9)
                .map(|(m, _)| *m)
                .collect();
            assert_eq!(report.best, best);
            table.play(report.chosen);
        }
    }
}

#[test]
fn it_lays_more_cards_than_somebody_who_learns_nothing() {
    let god = God::new(13, 104, 2);
    let mean = |spec: &str| {
        let paid: f64 = (0..60)
            .map(|seed| {
                let mut agent = catalog::agent(&Spec::parse(spec).unwrap(), &god).unwrap();
                let mut table = Table::deal(&god, &mut Rng::new(seed));
                agent.begin(&god, Player::FIRST, seed);
                while !table.turn().is_over() {
                    let report = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
                    table.play(report.chosen);
                }
                outwit_game::Game::payoffs(&god, table.state())[Player::FIRST]
            })
            .sum();
        paid / 60.0
    };
    let (learner, random) = (mean("learner"), mean("random"));
    assert!(learner > random + 10.0, "{learner} {random}");
}

#[test]
fn where_moves_are_not_answered_it_plays_at_random() {
    let game = outwit_games::tictactoe::TicTacToe;
    let mut agent = catalog::agent(&Spec::parse("learner").unwrap(), &game).unwrap();
    let table = Table::deal(&game, &mut Rng::new(0));
    agent.begin(&game, Player::FIRST, 0);
    let report = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
    assert_eq!(report.best.len(), 9);
}
