use super::star::{PAWNS, WIDTHS};
use super::*;
use crate::hex::{Hex, WAYS};
use outwit_game::laws::foresight;
use outwit_game::{Evaluated, Evaluation, Interval, equally_good, perft};
use std::collections::{BTreeSet, HashMap};

fn game(seats: usize) -> ChineseCheckers {
    ChineseCheckers::new(seats, Points::Pass, 400).unwrap()
}

fn free(seats: usize) -> ChineseCheckers {
    ChineseCheckers::new(seats, Points::Free, 400).unwrap()
}

fn texts(game: &ChineseCheckers, pawns: &Pawns) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(pawns, &mut moves);
    moves.iter().map(|&mv| game.move_text(pawns, mv)).collect()
}

/// The moves from one hole.
fn ends(game: &ChineseCheckers, pawns: &Pawns, from: &str) -> Vec<String> {
    let start = format!("{from}-");
    texts(game, pawns).iter().filter_map(|text| text.strip_prefix(&start)).map(String::from).collect()
}

/// A position with these holes taken by seats 1, 2, ..., and seat 1 to move.
fn placed(game: &ChineseCheckers, seats: &[&str]) -> Pawns {
    let hole = |name: &str| text::read_holes(&format!("{name}-a1")).unwrap_or_else(|| panic!("{name}")).0;
    let sets = std::array::from_fn(|seat| {
        seats.get(seat).map_or(0, |names| names.split_whitespace().fold(0, |set, name| set | 1u128 << hole(name)))
    });
    game.position(sets, Player::FIRST, 0)
}

/// Random positions of random games.
fn sample(game: &ChineseCheckers, games: u64, mut look: impl FnMut(&Pawns)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut pawns = game.start(&mut rng);
        while !game.turn(&pawns).is_over() {
            look(&pawns);
            let mv = game.random_move(&pawns, &mut rng, &mut Vec::new());
            game.play(&mut pawns, mv);
        }
        look(&pawns);
    }
}

#[test]
fn the_board_is_a_star_of_121_holes_with_six_points_of_ten() {
    assert_eq!(WIDTHS.iter().sum::<usize>(), HOLES);
    let mut widths = HashMap::new();
    for cell in STAR.cells {
        *widths.entry(cell.z()).or_insert(0) += 1;
    }
    assert!((0..17).all(|row| widths[&(row as i8 - 8)] == WIDTHS[row]));
    assert_eq!(STAR.cells.iter().map(|cell| (cell.x, cell.y)).collect::<BTreeSet<_>>().len(), HOLES);
    assert!(STAR.points.iter().all(|point| point.count_ones() == PAWNS));
    assert_eq!(STAR.points.iter().fold(0, |all, point| all | point).count_ones(), 6 * PAWNS);
    // Clockwise from the top, as the holes are named.
    let corners = ["a1", "e13", "m13", "q1", "m1", "e1"];
    for (point, corner) in corners.iter().enumerate() {
        let (hole, _) = text::read_holes(&format!("{corner}-a1")).unwrap();
        assert!(STAR.points[point] >> hole & 1 == 1, "{corner}");
    }
    // Each neighbour is one both ways, and each hop as well.
    for hole in 0..HOLES {
        assert!(each(STAR.around[hole]).all(|next| STAR.around[next] >> hole & 1 == 1));
        for &(over, land) in STAR.hops[hole].iter().filter(|hop| hop.0 < HOLES as u8) {
            assert!(STAR.hops[land as usize].contains(&(over, hole as u8)));
        }
    }
}

#[test]
fn steps_to_the_corner_are_those_of_a_walk_on_the_board() {
    for goal in 0..6 {
        let steps = |hole: usize| STAR.tallies[goal][hole] >> 24;
        let corner = (0..HOLES).find(|&hole| steps(hole) == 0).unwrap();
        assert!(STAR.points[goal] >> corner & 1 == 1);
        let (mut reached, mut walked) = (1u128 << corner, 0);
        while reached.count_ones() < HOLES as u32 {
            let next = each(reached).fold(reached, |set, hole| set | STAR.around[hole]);
            walked += 1;
            assert!(each(next & !reached).all(|hole| steps(hole) == walked));
            reached = next;
        }
    }
}

/// The least sum of steps that brings these pawns to the goal's holes, one each: over all assignments.
fn least_assignment(own: u128, goal: u128) -> u32 {
    let (pawns, holes): (Vec<usize>, Vec<usize>) = (each(own).collect(), each(goal).collect());
    let mut best = vec![u32::MAX; 1 << holes.len()];
    best[0] = 0;
    for set in 0..best.len() - 1 {
        let pawn = STAR.cells[pawns[set.count_ones() as usize]];
        for (index, &hole) in holes.iter().enumerate().filter(|(index, _)| set >> index & 1 == 0) {
            let cost = best[set] + u32::from(pawn.distance(STAR.cells[hole]));
            let after = &mut best[set | 1 << index];
            *after = cost.min(*after);
        }
    }
    best[best.len() - 1]
}

#[test]
fn the_distance_is_a_close_lower_bound_of_the_best_assignment() {
    let game = game(3);
    let (mut exact, mut all) = (0, 0);
    let mut rng = Rng::new(1);
    let mut look = |own: u128| {
        let pawns = game.position([own, 0, 0, 0, 0, 0], Player::FIRST, 0);
        let (distance, least) = (game.distance(&pawns, Player::FIRST), least_assignment(own, STAR.points[3]));
        assert!(distance <= least && least <= distance + 3, "{distance} against {least}");
        assert!(game.corner_distance(&pawns, Player::FIRST) <= distance);
        assert_eq!(distance == 0, own == STAR.points[3]);
        exact += u32::from(distance == least);
        all += 1;
    };
    for _ in 0..300 {
        // Some pawns in the goal, some before it, some anywhere: where it is hard to be right.
        let mut own = 0u128;
        while own.count_ones() < PAWNS {
            let hole = if rng.below(2) == 0 { rng.index(HOLES) } else { 80 + rng.index(HOLES - 80) };
            own |= (1 << hole) & game.stops[0];
        }
        look(own);
    }
    for point in STAR.points {
        look(point);
    }
    assert!(exact * 10 >= all * 9, "{exact} of {all}");
}

#[test]
fn a_step_changes_the_distance_by_at_most_one() {
    let game = free(3);
    sample(&game, 2, |pawns| {
        for from in each(pawns.of(pawns.mover)) {
            for to in each(STAR.around[from] & !pawns.taken()) {
                let mut next = *pawns;
                game.play(&mut next, between(from, to));
                let [before, after] = [pawns, &next].map(|at| game.distance(at, pawns.mover));
                assert!(before.abs_diff(after) <= 1);
            }
        }
    });
}

#[test]
fn at_the_start_the_front_rows_step_and_the_third_row_hops() {
    for seats in [2, 3, 4, 6] {
        let game = game(seats);
        let pawns = game.start(&mut Rng::new(0));
        for seat in Player::all(seats) {
            assert_eq!(game.distance(&pawns, seat), 120, "ten pawns, twelve rows on average");
            let mut to_move = pawns;
            assert!(game.pass_to(&mut to_move, seat));
            assert_eq!(texts(&game, &to_move).len(), 14, "{seats} seats, {seat}");
        }
    }
    let game = game(3);
    let pawns = game.start(&mut Rng::new(0));
    assert_eq!(
        texts(&game, &pawns).join(" "),
        "c1-e5 c1-e7 c2-e6 c2-e8 c3-e7 c3-e9 d1-e5 d1-e6 d2-e6 d2-e7 d3-e7 d3-e8 d4-e8 d4-e9"
    );
}

#[test]
fn hops_go_over_any_colour_one_at_a_time_and_in_chains() {
    let game = free(2);
    // i5 is the middle of the board. Its neighbours: i4 i6, h5 h6, j5 j6.
    let lone = placed(&game, &["i5", "a1"]);
    assert_eq!(ends(&game, &lone, "i5"), ["h5", "h6", "i4", "i6", "j5", "j6"]);
    // Over an own pawn and over another's, to the hole right behind.
    let hop = placed(&game, &["i5 i6", "j6"]);
    assert_eq!(ends(&game, &hop, "i5"), ["h5", "h6", "i4", "i7", "j5", "k7"]);
    // Not over two in a row, nor over a gap.
    let two = placed(&game, &["i5 i6 i7", "h4 a1"]);
    assert_eq!(ends(&game, &two, "i5"), ["h5", "h6", "i4", "j5", "j6"]);
    // A chain turns corners, and only its end counts: i7 and then over j8 to k9.
    let chain = placed(&game, &["i5 i6 j8", "a1"]);
    assert_eq!(ends(&game, &chain, "i5"), ["h5", "h6", "i4", "i7", "j5", "j6", "k9"]);
    // Two chains to the same hole are one move, and a chain that comes back to its start is none.
    let ring = placed(&game, &["i5 i6 j8 j6 k8", "a1"]);
    assert_eq!(ends(&game, &ring, "i5"), ["h5", "h6", "i4", "i7", "j5", "k7", "k9"]);
    // A step cannot be followed by a hop.
    let step = placed(&game, &["i5", "i7 a1"]);
    assert!(!ends(&game, &step, "i5").contains(&"i8".to_string()));
}

#[test]
fn a_pawn_passes_through_others_points_but_stops_there_only_if_free() {
    // With three seats the upper left point, e1 to e4 and so on, belongs to nobody's way of seat 1.
    let position = &["g3 g2 e3", "m13", "m1"];
    assert_eq!(
        ends(&free(3), &placed(&free(3), position), "g3"),
        ["f3", "f4", "g1", "g4", "h2", "h3"],
        "g2 is hopped over"
    );
    assert_eq!(
        ends(&game(3), &placed(&game(3), position), "g3"),
        ["f4", "g4", "h2", "h3"],
        "f3 and g1 are in the point"
    );
    // From f5 over f4 to f3, which is in the point, and out again over g3 to h3.
    let through = &["f5 f4 g3", "m13", "m1"];
    assert!(ends(&free(3), &placed(&free(3), through), "f5").contains(&"f3".to_string()));
    let stops = ends(&game(3), &placed(&game(3), through), "f5");
    assert!(!stops.contains(&"f3".to_string()) && stops.contains(&"h3".to_string()), "{stops:?}");
}

#[test]
fn a_seat_without_a_move_passes() {
    let game = free(2);
    let shut_in = placed(&game, &["a1", "b1 b2 c1 c2 c3 d1"]);
    assert_eq!(texts(&game, &shut_in), ["pass"]);
    let mut after = shut_in;
    game.play(&mut after, PASS);
    assert_eq!((after.taken(), after.mover, after.plies), (shut_in.taken(), Player::SECOND, 1));
    assert_eq!(game.read_move(&shut_in, "pass"), Ok(PASS));
    assert!(game.read_move(&game.start(&mut Rng::new(0)), "pass").is_err());
}

#[test]
fn a_full_goal_wins_if_one_pawn_in_it_is_the_owners() {
    let game = game(2);
    let won = |goal_pawns: &str, others: &str, mv: &str| {
        let mut pawns = placed(&game, &[goal_pawns, others]);
        assert!(!game.turn(&pawns).is_over());
        let mv = game.read_move(&pawns, mv).unwrap();
        game.play(&mut pawns, mv);
        game.turn(&pawns).is_over().then(|| game.payoffs(&pawns).seats(2).to_vec())
    };
    // Seat 1 goes down to rows n to q. The tenth own pawn.
    let nine = "n1 n2 n3 o1 o2 o3 p1 p2 q1";
    assert_eq!(won(&format!("{nine} m9"), "a1", "m9-n4"), Some(vec![1.0, 0.0]));
    assert_eq!(won(&format!("{nine} m10"), "a1", "m10-m9"), None, "not full yet");
    // Pawns of seat 2 that stay at home do not keep seat 1 from winning.
    assert_eq!(won("m9", "n1 n2 n3 o1 o2 o3 p1 p2 q1", "m9-n4"), Some(vec![1.0, 0.0]));
    // A home that is full of its own pawns, as at the start, wins nobody the game.
    let mut start = game.start(&mut Rng::new(0));
    assert!(!game.turn(&start).is_over());
    // Seat 2 fills seat 1's goal with its own pawn: seat 1 has one in it and wins.
    start = placed(&game, &["a1 q1", "n1 n2 n3 o1 o2 o3 p1 p2 m9"]);
    assert!(game.pass_to(&mut start, Player::SECOND));
    let mv = game.read_move(&start, "m9-n4").unwrap();
    game.play(&mut start, mv);
    assert!(game.turn(&start).is_over());
    assert_eq!(game.payoffs(&start).seats(2), [1.0, 0.0]);
}

#[test]
fn at_the_cap_the_least_distance_wins_and_ties_win_together() {
    let short = ChineseCheckers::new(3, Points::Pass, 3).unwrap();
    let play = |moves: &str| {
        let mut pawns = short.start(&mut Rng::new(0));
        for text in moves.split_whitespace() {
            assert!(!short.turn(&pawns).is_over());
            let mv = short.read_move(&pawns, text).unwrap_or_else(|problem| panic!("{problem}"));
            short.play(&mut pawns, mv);
        }
        assert!(short.turn(&pawns).is_over());
        short.payoffs(&pawns).seats(3).to_vec()
    };
    // Seat 1 steps once; seats 2 and 3 hop two rows.
    let two_rows = |seat: usize| {
        let mut pawns = short.start(&mut Rng::new(0));
        assert!(short.pass_to(&mut pawns, Player::new(seat)));
        let mut moves = Vec::new();
        short.moves(&pawns, &mut moves);
        let far = *moves.iter().find(|&&mv| short.order_hint(&pawns, mv) == 2).unwrap();
        let near = *moves.iter().find(|&&mv| short.order_hint(&pawns, mv) == 1).unwrap();
        (short.move_text(&pawns, far), short.move_text(&pawns, near))
    };
    let ((far2, near2), (far3, near3)) = (two_rows(1), two_rows(2));
    assert_eq!(play(&format!("c1-e5 {near2} {near3}")), [1.0, 0.0, 0.0]);
    assert_eq!(play(&format!("d1-e5 {far2} {far3}")), [0.0, 1.0, 1.0]);
    assert_eq!(play(&format!("c1-e5 {far2} {far3}")), [1.0, 1.0, 1.0]);
}

/// Every end of a chain, by recursion over coordinates and a map, with the hopping pawn off the board.
fn naive_moves(game: &ChineseCheckers, pawns: &Pawns) -> BTreeSet<(usize, usize)> {
    let hole_of: HashMap<Hex, usize> = STAR.cells.iter().enumerate().map(|(hole, &cell)| (cell, hole)).collect();
    fn hop(cell: Hex, taken: &dyn Fn(Hex) -> Option<bool>, seen: &mut Vec<Hex>) {
        for way in WAYS {
            let (over, land) = (cell.plus(way, 1), cell.plus(way, 2));
            if taken(over) == Some(true) && taken(land) == Some(false) && !seen.contains(&land) {
                seen.push(land);
                hop(land, taken, seen);
            }
        }
    }
    let mut moves = BTreeSet::new();
    for from in (0..HOLES).filter(|&hole| pawns.on(hole) == pawns.mover.number()) {
        let taken = |cell: Hex| hole_of.get(&cell).map(|&hole| hole != from && pawns.on(hole) > 0);
        let start = STAR.cells[from];
        let mut seen: Vec<Hex> =
            WAYS.iter().map(|&way| start.plus(way, 1)).filter(|&cell| taken(cell) == Some(false)).collect();
        let mut landed = vec![start];
        hop(start, &taken, &mut landed);
        seen.extend(&landed[1..]);
        for to in seen.iter().map(|cell| hole_of[cell]) {
            let own = [game.homes, game.goals].map(|points| points[pawns.mover.index()]);
            let point = (0..6).find(|&point| STAR.points[point] >> to & 1 == 1);
            if game.points == Points::Free || point.is_none_or(|point| own.contains(&point)) {
                moves.insert((from, to));
            }
        }
    }
    moves
}

#[test]
fn moves_are_those_of_a_plain_recursion_on_coordinates() {
    let mut most = 0;
    for game in [game(2), game(3), free(4), game(6), free(6)] {
        sample(&game, 2, |pawns| {
            let mut moves = Vec::new();
            game.moves(pawns, &mut moves);
            let plain: Vec<u16> = naive_moves(&game, pawns).iter().map(|&(from, to)| between(from, to)).collect();
            assert!(moves == plain || plain.is_empty() && moves == [PASS], "{}", game.position_text(pawns));
            most = most.max(moves.len());
        });
    }
    assert!(most > 60, "{most}");
}

/// What the last ply must say without playing: the best of all children, which differ in the mover's value alone.
#[test]
fn what_is_foreseen_of_the_last_ply_is_what_playing_it_shows() {
    let mut known = 0;
    for game in [game(3), game(6), free(2), ChineseCheckers::new(3, Points::Pass, 40).unwrap()] {
        for (index, named) in game.evaluations().iter().enumerate() {
            let evaluation = game.evaluation(index);
            for seed in 0..2 {
                let mut rng = Rng::new(seed);
                let mut pawns = game.start(&mut rng);
                while !game.turn(&pawns).is_over() {
                    let foreseen = foresight(&game, &pawns, &evaluation);
                    assert!(foreseen.is_ok(), "{}: {foreseen:?}\n{}", named.name, game.picture(&pawns));
                    known += usize::from(foreseen == Ok(true));
                    let mut moves = Vec::new();
                    game.moves(&pawns, &mut moves);
                    let after = |&mv: &u16| {
                        let mut next = pawns;
                        game.play(&mut next, mv);
                        next
                    };
                    let value = |mv: &u16| evaluation.value(&game, &after(mv), pawns.mover);
                    let best = *moves.iter().max_by(|a, b| value(a).total_cmp(&value(b))).unwrap();
                    // Mostly forwards, so that goals fill up.
                    pawns = after(if rng.below(4) > 0 { &best } else { rng.pick(&moves) });
                }
            }
        }
    }
    assert!(known > 1_000, "{known}");
}

#[test]
fn a_goal_that_lacks_one_pawn_is_left_to_the_search() {
    let game = game(2);
    let pawns = placed(&game, &["n1 n2 n3 o1 o2 o3 p1 p2 q1 m9", "a1"]);
    let evaluation = game.evaluation(0);
    let mut after = Vec::new();
    assert!(!evaluation.after_moves(&game, &pawns, &mut after));
    let start = game.start(&mut Rng::new(0));
    let mut values = evaluation.values(&game, &start);
    values[Player::FIRST] += 2.0 * ChineseCheckersEvaluation::STEP;
    assert!(evaluation.after_moves(&game, &start, &mut after));
    assert!((after[0].values[Player::FIRST] - values[Player::FIRST]).abs() < 1e-12);
    assert!(!evaluation.after_moves(&ChineseCheckers::new(2, Points::Pass, 1).unwrap(), &start, &mut after));
}

/// Plays greedily, equally good moves drawn: the plies of each game and how many ended by a full goal.
fn greedy(game: &ChineseCheckers, games: u64, mut look: impl FnMut(&Pawns)) -> (Vec<u16>, usize) {
    let evaluation = game.evaluation(0);
    let (mut lengths, mut won) = (Vec::new(), 0);
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut pawns = game.start(&mut rng);
        while !game.turn(&pawns).is_over() {
            look(&pawns);
            let mut moves = Vec::new();
            game.moves(&pawns, &mut moves);
            let value = |mv: u16| {
                let mut next = pawns;
                game.play(&mut next, mv);
                evaluation.value(game, &next, pawns.mover)
            };
            let best = moves.iter().map(|&mv| value(mv)).fold(0.0, f64::max);
            moves.retain(|&mv| equally_good(value(mv), best));
            let mv = *rng.pick(&moves);
            game.play(&mut pawns, mv);
        }
        look(&pawns);
        lengths.push(pawns.plies);
        won += usize::from(Player::all(game.seats).any(|seat| game.has_won(&pawns, seat)));
    }
    lengths.sort_unstable();
    (lengths, won)
}

#[test]
fn greedy_games_end_by_a_win_well_before_the_cap() {
    for (seats, games) in [(2, 40), (3, 40), (4, 20), (6, 20)] {
        let (lengths, won) = greedy(&game(seats), games, |_| {});
        println!("{seats} seats: {won} of {games} won, plies {lengths:?}");
        assert!(won as u64 * 20 >= games * 19, "{seats} seats: {won} of {games} won, plies {lengths:?}");
    }
}

/// Definition 1 of Hashavit and Markovitch: at the end the winners are those with the highest value.
#[test]
fn evaluations_tell_the_winners_and_hold_everything_undecided_between() {
    let mut ends = 0;
    for game in [game(2), game(3), ChineseCheckers::new(6, Points::Free, 50).unwrap()] {
        greedy(&game, 6, |pawns| {
            assert_eq!(game.read_position(&game.position_text(pawns)).as_ref(), Ok(pawns));
            for index in 0..game.evaluations().len() {
                let evaluation = game.evaluation(index);
                let (values, intervals) = (evaluation.values(&game, pawns), evaluation.intervals(&game, pawns));
                if pawns.over {
                    ends += 1;
                    assert_eq!(values, game.payoffs(pawns));
                    assert!(values.seats(game.seats).contains(&1.0));
                }
                for seat in Player::all(game.seats) {
                    let Interval { low, high } = intervals[seat.index()];
                    let value = values[seat];
                    // Steps are not lost; what was learned may turn either way.
                    let least = if evaluation == ChineseCheckersEvaluation::Learned { 0.0 } else { value };
                    assert_eq!((low, high), if pawns.over { (value, value) } else { (least, 1.0) });
                    assert!(pawns.over || 0.0 < value && value < 1.0);
                }
            }
        });
    }
    assert!(ends > 30);
}

#[test]
fn the_state_is_small_and_keys_tell_positions_apart() {
    assert!(size_of::<Pawns>() <= 80);
    let game = game(3);
    let pawns = game.start(&mut Rng::new(0));
    let mut passed = pawns;
    assert!(game.pass_to(&mut passed, Player::SECOND));
    assert_ne!(game.key(&pawns), game.key(&passed));
    let mut over = ChineseCheckers::new(3, Points::Pass, 1).unwrap().start(&mut Rng::new(0));
    over.over = true;
    assert!(!game.pass_to(&mut over, Player::SECOND) && !game.pass_to(&mut passed, Player::new(3)));
}

#[test]
fn a_bad_position_is_told_why() {
    let game = game(3);
    let start = game.position_text(&game.start(&mut Rng::new(0)));
    assert_eq!(start.split(' ').nth(1), Some("1"));
    for (text, part) in [
        (start.replace(" 1 0", " 1"), "3 words; this has 2"),
        (start.replacen('1', "4", 1), "character 1 of the board, `4`, is not one of 1 to 3 . or"),
        (start.replacen("11/", "1/", 1), "row 2 of the board has 1 squares and should have 2"),
        (start.replacen('1', ".", 1), "seat 1 has 9 pawns on the board, and it must be 10"),
        (start.replacen('1', ".", 1).replacen("1111/.", "1111/1", 1), "seat 1 has a pawn on e1, in a point"),
        (start.replace(" 1 0", " 4 0"), "not a seat"),
        (start.replace(" 1 0", " 1 401"), "`401` is not a number of plies: it is a whole number from 0 to 400"),
        (start.replace(" 1 0", " 1 +1"), "`+1` is not a number of plies"),
        (start.replacen('/', "", 1), "17 rows separated by `/`, and 16"),
    ] {
        let problem = game.read_position(&text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(game.read_position(&start.replace(" 1 0", " 2 400")).unwrap().over);
    for seats in [0, 1, 5, 7] {
        assert!(ChineseCheckers::new(seats, Points::Pass, 400).is_err());
    }
}

#[test]
fn counts_of_a_plain_generator() {
    fn count(game: &ChineseCheckers, pawns: &Pawns, depth: u32) -> u64 {
        let moves = naive_moves(game, pawns);
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = |&(from, to): &(usize, usize)| {
            let mut next = *pawns;
            game.play(&mut next, between(from, to));
            count(game, &next, depth - 1)
        };
        moves.iter().map(below).sum()
    }
    for seats in [2, 3] {
        let game = game(seats);
        let mut start = game.start(&mut Rng::new(0));
        assert_eq!(perft(&game, &mut start, 3), count(&game, &start, 3));
    }
}
