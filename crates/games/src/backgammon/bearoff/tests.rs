//! The tables against plain recursions over the game's own moves, and against what is known by hand.

use super::*;
use outwit_game::{Evaluated, Evaluation, Game, Rng, Turn};
use outwit_learn::Learned;
use std::collections::HashMap;

const GAME: Backgammon = Backgammon { gammons: true };

/// A side's home from its points, one number a checker.
fn home(points: &[usize]) -> Home {
    let mut home = [0; POINTS + 1];
    points.iter().for_each(|&point| home[point] += 1);
    home
}

/// A position of two homes.
fn board(first: &Home, second: &Home, phase: Phase) -> Board {
    let mut points = [0; 24];
    for point in 1..=POINTS {
        points[point - 1] += first[point] as i8;
        points[24 - point] -= second[point] as i8;
    }
    let off = [first, second].map(|home| CHECKERS - home[1..].iter().sum::<u8>());
    Board { points, bar: [0; 2], off, phase }
}

/// All homes with one checker and up to so many.
fn homes_of(most: u8) -> Vec<Home> {
    homes().filter(|home| (1..=most).contains(&home[1..].iter().sum::<u8>())).collect()
}

/// What a position leads to: each outcome or move.
fn children(position: &Board) -> Vec<(u64, Board)> {
    let mut moves = Vec::new();
    GAME.moves(position, &mut moves);
    let after = |&mv: &u32| {
        let mut after = *position;
        GAME.play(&mut after, mv);
        (GAME.weight(position, mv), after)
    };
    moves.iter().map(after).collect()
}

/// Seat 1 plays alone: rolls expected until `is_done`, and how likely it takes at least 0, 1, 2 .. of them.
fn alone(start: Home, is_done: fn(&Board) -> bool, known: &mut HashMap<Home, (f64, Vec<f64>)>) -> (f64, Vec<f64>) {
    if let Some(known) = known.get(&start) {
        return known.clone();
    }
    let (mut expected, mut chances) = (1.0, vec![1.0]);
    for (weight, rolled) in children(&board(&start, &home(&[1]), Phase::Roll(Player::FIRST))) {
        let mut best = (f64::INFINITY, Vec::new());
        for (_, after) in children(&rolled) {
            let found =
                if is_done(&after) { (0.0, vec![1.0]) } else { alone(after.home(Player::FIRST), is_done, known) };
            if found.0 < best.0 {
                best = found;
            }
        }
        let share = weight as f64 / 36.0;
        expected += share * best.0;
        chances.resize(chances.len().max(best.1.len() + 1), 0.0);
        best.1.iter().enumerate().for_each(|(count, chance)| chances[count + 1] += share * chance);
    }
    known.insert(start, (expected, chances.clone()));
    (expected, chances)
}

fn demand_equal(found: &[f32], wanted: &[f64], of: &Home) {
    for count in 0..found.len().max(wanted.len()) {
        let found = found.get(count).copied().unwrap_or(0.0);
        let wanted = wanted.get(count).copied().unwrap_or(0.0);
        assert!((f64::from(found) - wanted).abs() < 1e-6, "{of:?}, at least {count}: {found} and not {wanted}");
    }
}

/// What seat 1 gets if both sides do what is best.
fn solved(position: &Board, known: &mut HashMap<Board, f64>) -> f64 {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let mut values = |position: &Board| -> Vec<(f64, f64)> {
        children(position).iter().map(|(weight, next)| (*weight as f64, solved(next, known))).collect()
    };
    let value = match GAME.turn(position) {
        Turn::Over => GAME.payoffs(position)[Player::FIRST],
        Turn::Chance => values(position).iter().map(|(weight, value)| weight * value / 36.0).sum(),
        Turn::Of(Player::FIRST) => values(position).iter().fold(-9.0, |best, &(_, value)| value.max(best)),
        Turn::Of(_) => values(position).iter().fold(9.0, |best, &(_, value)| value.min(best)),
    };
    known.insert(*position, value);
    value
}

fn worth(position: &Board) -> f64 {
    value(&GAME, position, Player::FIRST).expect("both sides bear off")
}

#[test]
fn every_home_has_its_number() {
    assert_eq!((HOMES, FULL), (54_264, 38_760));
    for (place, home) in homes().enumerate() {
        assert_eq!(number(&home), place, "{home:?}");
        assert_eq!(place >= FULL, home[1..].iter().sum::<u8>() == CHECKERS, "{home:?}");
    }
}

#[test]
fn rolls_until_the_last_checker_is_off_are_those_of_the_plain_recursion() {
    let mut known = HashMap::new();
    for home in homes_of(4) {
        let (expected, chances) = alone(home, |after| after.off[0] == CHECKERS, &mut known);
        let found = LAST.at_least(number(&home));
        demand_equal(found, &chances, &home);
        let mean: f64 = found[1..].iter().map(|&chance| f64::from(chance)).sum();
        assert!((mean - expected).abs() < 1e-5, "{home:?}: {mean} and not {expected}");
    }
}

#[test]
fn rolls_until_the_first_checker_is_off_are_those_of_the_plain_recursion() {
    let mut known = HashMap::new();
    for home in homes().skip(FULL).filter(|home| home[6] == 0 && home[1] + home[2] <= 6) {
        let (_, chances) = alone(home, |after| after.off[0] > 0, &mut known);
        demand_equal(FIRST.at_least(number(&home)), &chances, &home);
    }
    assert!(known.len() > 1_000);
}

#[test]
fn as_many_rolls_bear_off_two_checkers_at_once_as_is_well_known() {
    // By the higher point, then by the lower one: rolls of 36.
    let rolls: [&[u8]; 6] =
        [&[36], &[36, 26], &[34, 25, 17], &[29, 23, 17, 11], &[23, 19, 14, 10, 6], &[15, 13, 10, 8, 6, 4]];
    for (higher, rolls) in (1..).zip(rolls) {
        for (lower, &rolls) in (1..).zip(rolls) {
            let home = home(&[higher, lower]);
            let more = LAST.at_least(number(&home)).get(2).copied().unwrap_or(0.0);
            assert!((36.0 * (1.0 - more) - f32::from(rolls)).abs() < 1e-5, "{higher} and {lower}: {more}");
        }
    }
    assert_eq!(LAST.at_least(number(&home(&[1]))), [1.0, 1.0]);
    assert_eq!(LAST.at_least(number(&home(&[6]))), [1.0, 1.0, 0.25]);
    // Fifteen on the ace point: doubles take four, all else two.
    assert_eq!(LAST.at_least(number(&home(&[1; 15])))[..5], [1.0; 5]);
    assert_eq!(LAST.at_least(number(&home(&[1; 15]))).len(), 9);
}

#[test]
fn with_two_checkers_a_side_the_fewest_rolls_are_the_best_play_and_values_are_those_of_the_solved_game() {
    let mut known = HashMap::new();
    for first in homes_of(2) {
        for second in homes_of(2) {
            for mover in [Player::FIRST, Player::SECOND] {
                let position = board(&first, &second, Phase::Roll(mover));
                let (found, wanted) = (worth(&position), solved(&position, &mut known));
                assert!((found - wanted).abs() < 1e-6, "{}: {found}, {wanted}", GAME.position_text(&position));
            }
        }
    }
}

#[test]
fn with_three_checkers_a_side_values_are_off_by_little() {
    let mut known = HashMap::new();
    let (mut worst, mut sum, homes) = (0.0f64, 0.0, homes_of(3));
    for first in &homes {
        for second in &homes {
            let position = board(first, second, Phase::Roll(Player::FIRST));
            let error = (worth(&position) - solved(&position, &mut known)).abs();
            (worst, sum) = (worst.max(error), sum + error);
        }
    }
    let mean = sum / (homes.len() * homes.len()) as f64;
    assert!(worst < 0.01 && mean < 0.0002, "{worst}, on average {mean}");
}

#[test]
fn who_has_borne_off_nothing_may_lose_a_gammon() {
    let (ace, six, full) = (home(&[1]), home(&[6]), home(&[6; 15]));
    let pays = |gammons: bool, position: &Board| {
        let seats = [Player::FIRST, Player::SECOND].map(|seat| value(&Backgammon { gammons }, position, seat).unwrap());
        assert_eq!(seats[0], -seats[1]);
        seats[0]
    };
    let is_near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6, "{found} and not {wanted}");
    let roll = Phase::Roll;
    is_near(pays(true, &board(&ace, &full, roll(Player::FIRST))), 2.0);
    is_near(pays(false, &board(&ace, &full, roll(Player::FIRST))), 1.0);
    // From fifteen on the six point 17 rolls of 36 bear one off: every 6, 5-1, 4-2, 3-3 and 2-2.
    is_near(pays(true, &board(&ace, &full, roll(Player::SECOND))), 1.0 + 19.0 / 36.0);
    is_near(pays(false, &board(&ace, &full, roll(Player::SECOND))), 1.0);
    is_near(pays(true, &board(&full, &ace, roll(Player::FIRST))), -1.0 - 19.0 / 36.0);
    // One checker on the six point is off at once with 27 rolls of 36 and surely with the next.
    is_near(pays(true, &board(&six, &full, roll(Player::FIRST))), 1.0 + 0.75 + 0.25 * 19.0 / 36.0);
    // Who has borne off one loses no gammon.
    is_near(pays(true, &board(&ace, &home(&[6; 14]), roll(Player::FIRST))), 1.0);
    // The last play ends the game.
    is_near(pays(true, &board(&six, &full, Phase::Play(Player::FIRST, [6, 1]))), 2.0);
    is_near(pays(true, &board(&full, &ace, Phase::Play(Player::FIRST, [5, 1]))), -1.0);
    is_near(pays(true, &board(&full, &ace, Phase::Play(Player::FIRST, [2, 1]))), -2.0);
}

/// A home of so many checkers anywhere.
fn drawn(checkers: u64, rng: &mut Rng) -> Home {
    home(&(0..checkers).map(|_| rng.below(6) as usize + 1).collect::<Vec<_>>())
}

#[test]
fn a_roll_is_worth_the_best_of_its_plays_and_dice_to_come_the_mean_over_rolls() {
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let (first, second) = (1 + rng.below(15), 1 + rng.below(15));
        let start = board(&drawn(first, &mut rng), &drawn(second, &mut rng), Phase::Roll(Player::FIRST));
        let mut mean = 0.0;
        for (weight, rolled) in children(&start) {
            let after = |next: &Board| match GAME.turn(next) {
                Turn::Over => GAME.payoffs(next)[Player::FIRST],
                _ => worth(next),
            };
            let best = children(&rolled).iter().map(|(_, next)| after(next)).fold(-9.0, f64::max);
            assert_eq!(worth(&rolled), best, "{}", GAME.position_text(&rolled));
            mean += weight as f64 / 36.0 * best;
        }
        // To choose by the chance to win is no worse than the plays of the tables, up to rounding, and little better.
        let gain = mean - worth(&start);
        assert!((-1e-6..0.05).contains(&gain), "{gain} at {}", GAME.position_text(&start));
    }
}

/// What seat 1 gets by so many plies looked ahead, dice between them not counted.
fn looked_ahead(position: &Board, plies: u32, evaluation: &impl Evaluation<Backgammon>) -> f64 {
    let turn = GAME.turn(position);
    let below = |plies: u32| -> Vec<(f64, f64)> {
        let next = children(position);
        next.iter().map(|(weight, next)| (*weight as f64, looked_ahead(next, plies, evaluation))).collect()
    };
    match turn {
        Turn::Over => GAME.payoffs(position)[Player::FIRST],
        _ if plies == 0 => evaluation.value(&GAME, position, Player::FIRST),
        Turn::Chance => below(plies).iter().map(|(weight, value)| weight * value / 36.0).sum(),
        Turn::Of(Player::FIRST) => below(plies - 1).iter().fold(-9.0, |best, &(_, value)| value.max(best)),
        Turn::Of(_) => below(plies - 1).iter().fold(9.0, |best, &(_, value)| value.min(best)),
    }
}

#[test]
fn one_and_two_plies_ahead_the_best_play_is_found() {
    let (mut known, evaluation) = (HashMap::new(), GAME.evaluation(0));
    let mut choices = 0;
    for first in homes_of(3) {
        for second in [home(&[1]), home(&[2, 2]), home(&[6, 5]), home(&[6, 4, 3])] {
            for (_, rolled) in children(&board(&first, &second, Phase::Roll(Player::FIRST))) {
                let plays = children(&rolled);
                let wanted = plays.iter().map(|(_, next)| solved(next, &mut known)).fold(-9.0, f64::max);
                choices += usize::from(plays.len() > 1);
                for plies in [0, 1] {
                    let value = |next: &Board| looked_ahead(next, plies, &evaluation);
                    let chosen = plays.iter().max_by(|(_, one), (_, other)| value(one).total_cmp(&value(other)));
                    let found = solved(&chosen.expect("there is a play").1, &mut known);
                    assert!(wanted - found < 1e-6, "{}: {found}, {wanted}", GAME.position_text(&rolled));
                }
            }
        }
    }
    assert!(choices > 1_000, "{choices} choices prove little");
}

#[test]
fn the_learned_evaluation_asks_the_tables_where_both_sides_bear_off_and_the_network_elsewhere() {
    let network = Learned::from_text(include_str!("../../../learned/backgammon.txt"), &GAME).unwrap();
    assert_eq!(GAME.evaluations()[0].name, "learned");
    let evaluation = GAME.evaluation(0);
    let mut asked = [0; 2];
    for index in 0..8 {
        let mut rng = Rng::stream(7, index);
        let mut position = Board::opening();
        if index % 2 == 1 {
            position = board(&drawn(15, &mut rng), &drawn(12, &mut rng), Phase::Roll(Player::FIRST));
        }
        while !GAME.turn(&position).is_over() {
            let table = value(&GAME, &position, Player::SECOND);
            let network = network.value(&GAME, &position, Player::SECOND);
            assert_eq!(evaluation.value(&GAME, &position, Player::SECOND), table.unwrap_or(network));
            let outside = |player: Player| (7..=25).any(|point| position.count(player, point) > 0);
            assert_eq!(table.is_none(), outside(Player::FIRST) || outside(Player::SECOND));
            asked[usize::from(table.is_some())] += 1;
            let mv = match GAME.turn(&position) {
                Turn::Chance => GAME.draw(&position, &mut rng),
                _ => GAME.random_move(&position, &mut rng, &mut Vec::new()),
            };
            GAME.play(&mut position, mv);
        }
    }
    assert!(asked.iter().all(|&times| times > 50), "{asked:?}");
}
