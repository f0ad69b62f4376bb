use super::hexagon::{BOARD, CLOSENESS, bit, cell, each, named};
use super::*;
use crate::hex::{Hex, WAYS};
use outwit_game::laws::foresight;
use outwit_game::{Evaluated, Evaluation, Interval, equally_good, perft};
use std::collections::BTreeSet;

fn game(seats: usize) -> Abalone {
    Abalone::new(seats, true, 400).unwrap()
}

fn texts(game: &Abalone, marbles: &Marbles) -> BTreeSet<String> {
    let mut moves = Vec::new();
    game.moves(marbles, &mut moves);
    moves.iter().map(|&mv| game.move_text(marbles, mv)).collect()
}

/// A position with marbles on these cells and seat 1 to move.
fn placed(game: &Abalone, sides: &[&str]) -> Marbles {
    let cells = |names: &&str| names.split_whitespace().fold(0, |set, name| set | 1u128 << named(name).unwrap());
    let sides = std::array::from_fn(|side| sides.get(side).map_or(0, cells));
    game.position(sides, [0; SEATS], Player::FIRST, 0)
}

/// Whether a move is legal, and if so where everybody's marbles then are.
fn after(game: &Abalone, marbles: &Marbles, text: &str) -> Option<[String; SEATS]> {
    let mut next = *marbles;
    let mv = game.read_move(marbles, text).ok()?;
    game.play(&mut next, mv);
    Some(next.sides.map(|side| {
        let mut names: Vec<String> = each(side).map(hexagon::name).collect();
        names.sort_unstable();
        names.join(" ")
    }))
}

/// Random or greedy games: `greed` of eight moves are the best by the first evaluation.
fn sample(game: &Abalone, games: u64, greed: u64, mut look: impl FnMut(&Marbles)) {
    let evaluation = game.evaluation(0);
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut marbles = game.start(&mut rng);
        while !game.turn(&marbles).is_over() {
            look(&marbles);
            let mut moves = Vec::new();
            game.moves(&marbles, &mut moves);
            if rng.below(8) < greed {
                let value = |mv: u16| {
                    let mut next = marbles;
                    game.play(&mut next, mv);
                    evaluation.value(game, &next, marbles.mover)
                };
                let best = moves.iter().map(|&mv| value(mv)).fold(0.0, f64::max);
                moves.retain(|&mv| equally_good(value(mv), best));
            }
            let mv = *rng.pick(&moves);
            game.play(&mut marbles, mv);
        }
        look(&marbles);
    }
}

#[test]
fn the_board_has_61_cells_with_their_usual_names() {
    assert_eq!(BOARD.count_ones(), 61);
    let widths: Vec<usize> = hexagon::rows().map(|row| row.len()).collect();
    assert_eq!(widths, hexagon::WIDTHS);
    for bit in each(BOARD) {
        assert_eq!(named(&hexagon::name(bit)), Some(bit));
        assert_eq!(hexagon::bit(cell(bit)), Some(bit));
        for (way, &step) in WAYS.iter().enumerate() {
            assert_eq!(next(bit, OFFSETS[way]), hexagon::bit(cell(bit).plus(step, 1)));
        }
    }
    let name = |row: usize, place: usize| hexagon::name(hexagon::rows().nth(row).unwrap()[place]);
    assert_eq!([name(0, 0), name(0, 4), name(4, 0), name(4, 8), name(8, 0)], ["i5", "i9", "e1", "e9", "a1"]);
    assert!(["a6", "i4", "e0", "j5", "f1", "E5", "e10", ""].iter().all(|name| named(name).is_none()));
    assert_eq!([CLOSENESS[named("e5").unwrap()], CLOSENESS[named("e6").unwrap()]], [4, 3]);
}

#[test]
fn the_starts_are_those_of_the_rules() {
    let two = game(2).start(&mut Rng::new(0));
    assert_eq!(
        game(2).position_text(&two),
        "22222/222222/..222../......../........./......../..111../111111/11111 0,0 1 0"
    );
    let three = game(3).start(&mut Rng::new(0));
    assert_eq!(
        game(3).position_text(&three),
        "22.33/22..33/22...33/22....33/22.....33/2......3/......./111111/11111 0,0,0 1 0"
    );
    assert!(three.sides.iter().all(|side| side.count_ones() == 11));
    assert!(three.closeness[0] == three.closeness[1] && three.closeness[1] == three.closeness[2]);
    assert!(three.pairs[0] == three.pairs[1] && three.pairs[1] == three.pairs[2]);
}

#[test]
fn the_standard_start_has_44_moves() {
    let game = game(2);
    let mut start = game.start(&mut Rng::new(0));
    assert_eq!(perft(&game, &mut start, 1), 44);
}

#[test]
fn one_two_or_three_go_forward_but_not_four() {
    let game = game(3);
    assert_eq!(after(&game, &placed(&game, &["e3"]), "e3-e4").unwrap()[0], "e4");
    assert_eq!(after(&game, &placed(&game, &["e3 e4"]), "e3-e4").unwrap()[0], "e4 e5");
    assert_eq!(after(&game, &placed(&game, &["e3 e4 e5"]), "e3-e4").unwrap()[0], "e4 e5 e6");
    assert_eq!(after(&game, &placed(&game, &["e3 e4 e5"]), "e4-e5").unwrap()[0], "e3 e5 e6", "the front two alone");
    assert!(after(&game, &placed(&game, &["e3 e4 e5 e6"]), "e3-e4").is_none());
    // The six ways of a lone marble.
    let six = ["e5-d4", "e5-d5", "e5-e4", "e5-e6", "e5-f5", "e5-f6"];
    assert_eq!(texts(&game, &placed(&game, &["e5"])), six.map(String::from).into());
    // Never over the edge on its own.
    assert!(after(&game, &placed(&game, &["e8 e9"]), "e8-e9").is_none());
}

#[test]
fn two_or_three_step_aside_into_empty_cells() {
    let game = game(3);
    let two = placed(&game, &["e4 e5", "f7"]);
    assert_eq!(after(&game, &two, "e4e5-f4").unwrap()[0], "f4 f5");
    assert_eq!(after(&game, &two, "e4e5-f5").unwrap()[0], "f5 f6");
    assert_eq!(after(&game, &two, "e4e5-d4").unwrap()[0], "d4 d5");
    let three = placed(&game, &["e4 e5 e6", "f7"]);
    assert_eq!(after(&game, &three, "e4e6-f4").unwrap()[0], "f4 f5 f6");
    assert!(after(&game, &three, "e4e6-f5").is_none(), "f7 is taken: nothing is pushed aside");
    assert_eq!(after(&game, &three, "e4e5-f5").unwrap()[0], "e6 f5 f6", "two of the three");
    // Four never, nor along the line, nor with a gap.
    let four = placed(&game, &["e3 e4 e5 e6 e8"]);
    assert!(["e3e6-f3", "e3e4-e4", "e6e8-f6"].iter().all(|text| after(&game, &four, text).is_none()));
    // A line over the edge stays.
    assert!(after(&game, &placed(&game, &["a1 a2"]), "a1a2-b1").is_some());
    assert!(texts(&game, &placed(&game, &["i5 i6"])).iter().all(|text| !text.contains('j')));
}

#[test]
fn more_push_fewer_two_one_three_one_three_two() {
    let game = game(3);
    let push = |own: &str, other: &str| {
        let marbles = placed(&game, &[own, other]);
        after(&game, &marbles, "e1-e2").map(|sides| sides[1].clone())
    };
    assert_eq!(push("e1 e2", "e3").as_deref(), Some("e4"), "2-1");
    assert_eq!(push("e1 e2 e3", "e4").as_deref(), Some("e5"), "3-1");
    assert_eq!(push("e1 e2 e3", "e4 e5").as_deref(), Some("e5 e6"), "3-2");
    assert_eq!(push("e1", "e2"), None, "1-1");
    assert_eq!(push("e1 e2", "e3 e4"), None, "2-2");
    assert_eq!(push("e1 e2 e3", "e4 e5 e6"), None, "3-3");
    assert_eq!(push("e1 e2 e3 e4", "e5"), None, "four do not go");
    assert_eq!(push("e1 e2 e3 e5", "e4"), None, "an own marble behind");
    assert_eq!(push("e1 e2", "e4").as_deref(), Some("e4"), "a gap: nothing is pushed yet");
    assert_eq!(push("e1 e2 e3", "e4 e6").as_deref(), Some("e5 e6"), "3-1 up to the next");
    assert_eq!(push("e1 e2", "e3 e5").as_deref(), Some("e4 e5"), "2-1 up to the next");
}

#[test]
fn a_push_may_mix_two_colours_if_the_rules_say_so() {
    for (mixed, expected) in [(true, Some(["e2 e3 e4", "e5", "e6"].map(String::from))), (false, None)] {
        let game = Abalone::new(3, mixed, 400).unwrap();
        assert_eq!(after(&game, &placed(&game, &["e1 e2 e3", "e4", "e5"]), "e1-e2"), expected);
        // One colour is pushed either way, and one marble whosever it is.
        assert!(after(&game, &placed(&game, &["e1 e2 e3", "e4 e5", "a1"]), "e1-e2").is_some());
        assert!(after(&game, &placed(&game, &["e1 e2 e3", "a1", "e4"]), "e1-e2").is_some());
    }
    // Over the edge the one behind falls, and the nearer takes its place.
    let game = game(3);
    let marbles = placed(&game, &["e5 e6 e7", "e8", "e9"]);
    assert_eq!(after(&game, &marbles, "e5-e6"), Some(["e6 e7 e8", "e9", ""].map(String::from)));
}

#[test]
fn marbles_over_the_edge_are_counted_and_six_win() {
    let game = game(3);
    let mut marbles = placed(&game, &["e6 e7", "e8 a1", "a5"]);
    assert!(after(&game, &marbles, "e6-e7").is_some());
    marbles = placed(&game, &["e7 e8", "e9 a1", "a5"]);
    let mv = game.read_move(&marbles, "e7-e8").unwrap();
    assert!(game.order_hint(&marbles, mv) > 20);
    for (before, over) in [(0, false), (4, false), (5, true)] {
        let mut pushing = Marbles { pushed: [before, 5, 5], ..marbles };
        game.play(&mut pushing, mv);
        assert_eq!((pushing.pushed, pushing.over), ([before + 1, 5, 5], over));
        assert_eq!(pushing.sides[1], 1 << named("a1").unwrap());
        if over {
            assert_eq!(game.payoffs(&pushing).seats(3), [1.0, 0.0, 0.0]);
        }
    }
}

#[test]
fn at_the_cap_most_pushed_off_win_and_ties_win_together() {
    let game = Abalone::new(3, true, 10).unwrap();
    for (pushed, payoffs) in [([2, 1, 0], [1.0, 0.0, 0.0]), ([3, 0, 3], [1.0, 0.0, 1.0]), ([0, 0, 0], [1.0, 1.0, 1.0])]
    {
        let sides = game.start(&mut Rng::new(0)).sides;
        let mut marbles = game.position(sides, pushed, Player::FIRST, 9);
        assert!(!game.turn(&marbles).is_over());
        let mv = game.read_move(&marbles, "b1-c1").unwrap();
        game.play(&mut marbles, mv);
        assert!(game.turn(&marbles).is_over());
        assert_eq!(game.payoffs(&marbles).seats(3), payoffs);
    }
}

#[test]
fn a_seat_without_a_move_passes() {
    let game = game(2);
    let shut_in = placed(&game, &["a1", "a2 b1 b2"]);
    assert_eq!(texts(&game, &shut_in), ["pass".to_string()].into());
    let mut after = shut_in;
    game.play(&mut after, game.read_move(&shut_in, "pass").unwrap());
    assert_eq!((after.sides, after.mover, after.plies), (shut_in.sides, Player::SECOND, 1));
    assert!(game.read_move(&game.start(&mut Rng::new(0)), "pass").is_err());
}

/// Every move by trying all of them cell by cell, as text, with the position it leads to.
fn naive(game: &Abalone, marbles: &Marbles) -> Vec<(String, [u128; SEATS], u8)> {
    let own = |at: Hex| bit(at).is_some_and(|bit| marbles.on(bit) == Some(marbles.mover.index()));
    let owner = |at: Hex| bit(at).and_then(|bit| marbles.on(bit));
    let name = |at: Hex| hexagon::name(bit(at).unwrap());
    let mut found = Vec::new();
    for start in each(BOARD).map(cell).filter(|&at| own(at)) {
        for (index, &way) in WAYS.iter().enumerate() {
            // Forward: the line of own marbles, then the line of others', then what is behind.
            let run = (0..).take_while(|&n| own(start.plus(way, n))).count() as i8;
            let others: Vec<usize> =
                (run..).map_while(|n| owner(start.plus(way, n))).take_while(|&o| o != marbles.mover.index()).collect();
            let end = start.plus(way, run + others.len() as i8);
            let colours: BTreeSet<&usize> = others.iter().collect();
            let is_free = bit(end).is_none() && !others.is_empty() || bit(end).is_some() && owner(end).is_none();
            if run <= 3 && others.len() < run as usize && is_free && (game.mixed || colours.len() < 2) {
                let mut sides = marbles.sides;
                let flip = |sides: &mut [u128; SEATS], side: usize, at: Hex| {
                    if let Some(bit) = bit(at) {
                        sides[side] ^= 1 << bit;
                    }
                };
                for (n, &side) in others.iter().enumerate() {
                    flip(&mut sides, side, start.plus(way, run + n as i8));
                    flip(&mut sides, side, start.plus(way, run + 1 + n as i8));
                }
                flip(&mut sides, marbles.mover.index(), start);
                flip(&mut sides, marbles.mover.index(), start.plus(way, run));
                found.push((
                    format!("{}-{}", name(start), name(start.plus(way, 1))),
                    sides,
                    u8::from(bit(end).is_none()),
                ));
            }
            // Aside: two or three in a line.
            for (_, along) in (0..3).zip(WAYS).filter(|(axis, _)| *axis != index % 3) {
                for count in 2..=3 {
                    let line: Vec<Hex> = (0..count).map(|n| start.plus(along, n)).collect();
                    let is_empty = |at: Hex| bit(at).is_some() && owner(at).is_none();
                    if line.iter().all(|&at| own(at) && is_empty(at.plus(way, 1))) {
                        let mut sides = marbles.sides;
                        for &at in &line {
                            sides[marbles.mover.index()] ^= 1 << bit(at).unwrap() | 1 << bit(at.plus(way, 1)).unwrap();
                        }
                        let last = line[line.len() - 1];
                        found.push((format!("{}{}-{}", name(start), name(last), name(start.plus(way, 1))), sides, 0));
                    }
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn moves_and_what_they_do_are_those_of_a_generator_cell_by_cell() {
    let (mut pushes, mut most) = (0, 0);
    for (seats, mixed) in [(2, true), (3, true), (3, false)] {
        let game = Abalone::new(seats, mixed, 200).unwrap();
        for greed in [0, 6] {
            sample(&game, 2, greed, |marbles| {
                if marbles.over {
                    return;
                }
                let mut moves = Vec::new();
                game.moves(marbles, &mut moves);
                let mut made: Vec<(String, [u128; SEATS], u8)> = moves
                    .iter()
                    .filter(|&&mv| mv != PASS)
                    .map(|&mv| {
                        let mut next = *marbles;
                        game.play(&mut next, mv);
                        let fresh = game.position(next.sides, next.pushed, next.mover, next.plies);
                        assert_eq!(next, fresh, "closeness and pairs are kept up to date");
                        let pushed = next.pushed[marbles.mover.index()] - marbles.pushed[marbles.mover.index()];
                        (game.move_text(marbles, mv), next.sides, pushed)
                    })
                    .collect();
                made.sort();
                assert_eq!(made, naive(&game, marbles));
                pushes += made.iter().map(|made| u32::from(made.2)).sum::<u32>();
                most = most.max(made.len());
            });
        }
    }
    assert!(pushes > 100 && most > 60, "{pushes} {most}");
}

#[test]
fn counts_of_a_generator_cell_by_cell() {
    fn count(game: &Abalone, marbles: &Marbles, depth: u32) -> u64 {
        let moves = naive(game, marbles);
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = moves.into_iter().map(|(_, sides, pushed)| {
            let mut counts = marbles.pushed;
            counts[marbles.mover.index()] += pushed;
            count(game, &game.position(sides, counts, marbles.mover.next(game.seats), marbles.plies + 1), depth - 1)
        });
        below.sum()
    }
    for seats in [2, 3] {
        let game = game(seats);
        let mut start = game.start(&mut Rng::new(0));
        assert_eq!(perft(&game, &mut start, 3), count(&game, &start, 3));
    }
}

/// Definition 1 of Hashavit and Markovitch: at the end the winners are those with the highest value.
#[test]
fn evaluations_tell_the_winners_and_hold_everything_undecided_between() {
    let mut ends = 0;
    for game in [game(2), game(3), Abalone::new(3, false, 60).unwrap()] {
        sample(&game, 6, 7, |marbles| {
            assert_eq!(game.read_position(&game.position_text(marbles)).as_ref(), Ok(marbles));
            for index in 0..game.evaluations().len() {
                let evaluation = game.evaluation(index);
                let (values, intervals) = (evaluation.values(&game, marbles), evaluation.intervals(&game, marbles));
                if marbles.over {
                    ends += 1;
                    assert_eq!(values, game.payoffs(marbles));
                    assert!(values.seats(game.seats).contains(&1.0));
                }
                for seat in Player::all(game.seats) {
                    let Interval { low, high } = intervals[seat.index()];
                    let value = values[seat];
                    // What was pushed off stays so; what was learned may turn either way.
                    let least = if evaluation == AbaloneEvaluation::Learned { 0.0 } else { value };
                    assert_eq!((low, high), if marbles.over { (value, value) } else { (least, 1.0) });
                    assert!(marbles.over || 0.0 < value && value < 1.0);
                }
            }
        });
    }
    assert!(ends > 30);
}

/// Quiet moves are not made to be valued: all of them must come out as if they were, and every push must be there.
#[test]
fn what_is_foreseen_of_the_last_ply_is_what_playing_it_shows() {
    let (mut known, mut pushes, mut ends) = (0, 0, 0);
    let rules = [(3, true, 120), (3, false, 120), (2, true, 150)];
    for (seats, mixed, cap) in rules {
        let game = Abalone::new(seats, mixed, cap).unwrap();
        for (index, named) in game.evaluations().iter().enumerate() {
            let evaluation = game.evaluation(index);
            for greed in [0, 4, 7] {
                sample(&game, 4, greed, |marbles| {
                    let foreseen = foresight(&game, marbles, &evaluation);
                    assert!(foreseen.is_ok(), "{}: {foreseen:?}\n{}", named.name, game.picture(marbles));
                    let mut after = Vec::new();
                    if evaluation.after_moves(&game, marbles, &mut after) {
                        known += 1;
                        pushes += after.len() - 1;
                        ends += after.iter().filter(|after| after.is_over).count();
                    }
                });
            }
        }
    }
    assert!(known > 10_000 && pushes > 10_000 && ends > 20, "{known} {pushes} {ends}");
    // A lone marble, whose every move is for the worse, and one that has no move.
    let game = game(3);
    for sides in [["e5", "", ""], ["a1", "a2 b1 b2 a3 c1 c3", ""]] {
        assert_eq!(foresight(&game, &placed(&game, &sides), &game.evaluation(0)), Ok(true));
    }
    // The last ply before the cap ends the game, and is made.
    let last = game.position(game.start(&mut Rng::new(0)).sides, [0; SEATS], Player::FIRST, 399);
    assert_eq!(foresight(&game, &last, &game.evaluation(0)), Ok(false));
}

#[test]
fn no_arrangement_is_better_than_65_points() {
    // The middle, the ring round it and seven of the next, all together: as near and as close as fourteen marbles get.
    let mut best = 0;
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut cells: Vec<usize> = each(BOARD).collect();
        rng.shuffle(&mut cells);
        cells.sort_by_key(|&bit| 4 - CLOSENESS[bit]);
        let set = cells[..14].iter().fold(0u128, |set, bit| set | 1 << bit);
        assert_eq!(hexagon::closeness(set), 36);
        best = best.max(hexagon::pairs(set));
    }
    // Fourteen cells of a hexagonal board have at most 3 n - sqrt(12 n - 3) pairs, rounded down: 29.
    assert!((20..=29).contains(&best));
    const { assert!(1 + 5 * AbaloneEvaluation::POINTS + 36 + 29 < 7 * AbaloneEvaluation::POINTS) };
    assert_eq!(
        AbaloneEvaluation::MARBLE,
        f64::from(AbaloneEvaluation::POINTS) / f64::from(7 * AbaloneEvaluation::POINTS)
    );
}

#[test]
fn most_greedy_games_end_by_six_marbles_before_the_cap() {
    for (seats, games) in [(2, 20), (3, 20)] {
        let mut lengths = Vec::new();
        let game = game(seats);
        sample(&game, games, 8, |marbles| {
            if marbles.over {
                lengths.push(marbles.plies);
            }
        });
        lengths.sort_unstable();
        assert!(lengths[games as usize / 2] < 400, "{seats} seats: plies {lengths:?}");
    }
}

#[test]
fn the_state_is_small_and_the_turn_can_be_given_away() {
    assert!(size_of::<Marbles>() <= 64);
    let game = game(3);
    let mut marbles = game.start(&mut Rng::new(0));
    let key = game.key(&marbles);
    assert!(game.pass_to(&mut marbles, Player::new(2)) && game.turn(&marbles) == Turn::Of(Player::new(2)));
    assert_ne!(game.key(&marbles), key);
    marbles.over = true;
    assert!(!game.pass_to(&mut marbles, Player::FIRST));
}

#[test]
fn a_bad_position_is_told_why() {
    let game = game(3);
    let start = game.position_text(&game.start(&mut Rng::new(0)));
    for (text, part) in [
        (start.replace(" 1 0", " 1"), "4 words; this has 3"),
        (start.replacen('2', "4", 1), "character 1 of the board, `4`, is not one of 1 to 3 . or"),
        (start.replacen("22.33/", "22.3/", 1), "row 1 of the board has 4 squares and should have 5"),
        (start.replacen("22.33/", "22233/", 1), "seat 2 has 12 marbles on the board, and it starts with 11"),
        (start.replacen("22.33/", "2..33/", 1), "seat 2 lacks 1 marbles, but the others have pushed 0 off"),
        (start.replacen("22.33/", "2..33/", 1).replace("0,0,0", "0,1,0"), "seat 2 lacks 1 marbles, but the others"),
        (start.replace("0,0,0", "1,0,0"), "0 marbles are missing on the board, and 1 are counted as pushed off"),
        (start.replace("0,0,0", "0,0"), "`0,0` is not what each seat has pushed off: it is 3 numbers from 0 to 6"),
        (start.replace("0,0,0", "0,07,0"), "`0,07,0` is not what each seat has pushed off"),
        (start.replace(" 1 0", " 4 0"), "not a seat"),
        (start.replace(" 1 0", " 1 401"), "`401` is not a number of plies: it is a whole number from 0 to 400"),
    ] {
        let problem = game.read_position(&text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(game.read_position(&start.replace(" 1 0", " 2 400")).unwrap().over);
    assert!(Abalone::new(4, true, 400).is_err() && Abalone::new(2, true, 0).is_err());
}
