use super::*;
use outwit_game::{Evaluation, descend};
use std::collections::{HashMap, HashSet};

fn kalah(pits: usize, seeds: usize) -> Kalah {
    Kalah::new(Rules { pits, seeds, ..Rules::default() }).unwrap()
}

/// What the mover gains from here on with best play, within a window: alpha-beta with a table of bounds, written plainly
/// with nothing but the contract.
fn gain(game: &Kalah, seeds: &Seeds, mut alpha: f64, mut beta: f64, known: &mut HashMap<u64, (f64, f64)>) -> f64 {
    let Turn::Of(mover) = game.turn(seeds) else {
        return 0.0;
    };
    let key = game.table_key(seeds);
    let (low, high) = game.payoff_bounds(seeds, mover);
    let (mut low, mut high) = (low - game.settled_payoff(seeds), high - game.settled_payoff(seeds));
    if let Some(&(known_low, known_high)) = known.get(&key) {
        (low, high) = (low.max(known_low), high.min(known_high));
    }
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    (alpha, beta) = (alpha.max(low), beta.min(high));
    let mut moves = Vec::new();
    game.moves(seeds, &mut moves);
    moves.sort_by_key(|&mv| -game.order_hint(seeds, mv));
    let (mut best, mut window) = (f64::NEG_INFINITY, alpha);
    for mv in moves {
        let mut next = *seeds;
        game.play(&mut next, mv);
        let sign = if next.mover == mover { 1.0 } else { -1.0 };
        let now = sign * game.settled_payoff(&next) - game.settled_payoff(seeds);
        let later = if next.mover == mover {
            gain(game, &next, window - now, beta - now, known)
        } else {
            -gain(game, &next, now - beta, now - window, known)
        };
        best = best.max(now + later);
        window = window.max(best);
        if best >= beta {
            break;
        }
    }
    if best < beta {
        high = high.min(best);
    }
    if best > alpha {
        low = low.max(best);
    }
    known.insert(key, (low, high));
    best
}

fn value(game: &Kalah) -> f64 {
    gain(game, &game.start(&mut Rng::new(0)), f64::NEG_INFINITY, f64::INFINITY, &mut HashMap::new())
}

/// Seat 1's margin with best play: rows are pits 1 to 6, columns seeds 1 to 6. Found by an independent
/// program too. The gaps take too long for a plain search.
const VALUES: [&[i32]; 6] =
    [&[0, -2, 6, -2, 2, 0], &[2, -2, -2, -12, 6, 8], &[0, 4, 2, 2, 6, -10], &[2, 6, 8, 2, 2], &[0, 0, 8], &[2, 10, 2]];

#[test]
fn small_boards_have_their_known_values() {
    for (row, values) in VALUES.iter().enumerate() {
        for (column, &expected) in values.iter().enumerate() {
            let (pits, seeds) = (row + 1, column + 1);
            assert_eq!(value(&kalah(pits, seeds)), f64::from(expected), "kalah({pits},{seeds})");
        }
    }
}

#[test]
fn without_empty_captures_some_values_differ() {
    for (row, values) in VALUES.iter().enumerate() {
        for (column, &same) in values.iter().enumerate() {
            let (pits, seeds) = (row + 1, column + 1);
            let expected = match (pits, seeds) {
                (2, 4) => -10,
                (3, 6) => -8,
                (4, 3) => 6,
                (4, 5) => 4,
                (5, 2) => 2,
                (5, 3) => 6,
                (6, 2) => 6,
                _ => same,
            };
            let rules = Rules { pits, seeds, empty_capture: false, ..Rules::default() };
            assert_eq!(value(&Kalah::new(rules).unwrap()), f64::from(expected), "kalah({pits},{seeds})");
        }
    }
}

/// The rules once more, seed by seed on a list of pits.
fn sown_plainly(game: &Kalah, seeds: &Seeds, pit: u8) -> Seeds {
    let pits = usize::from(game.pits);
    let row = |row: u64| (0..game.pits).map(move |pit| byte(row, pit) as u8);
    // The mover's pits, its store, the other's pits, the other's store.
    let mut board: Vec<u8> =
        row(seeds.own).chain([seeds.own_store]).chain(row(seeds.other)).chain([seeds.other_store]).collect();
    let mut at = usize::from(pit);
    let mut hand = std::mem::take(&mut board[at]);
    while hand > 0 {
        at = (at + 1) % (2 * pits + 1);
        board[at] += 1;
        hand -= 1;
    }
    if at < pits && board[at] == 1 && (game.rules.empty_capture || board[2 * pits - at] > 0) {
        board[pits] += board[at] + board[2 * pits - at];
        (board[at], board[2 * pits - at]) = (0, 0);
    }
    let again = at == pits && game.rules.extra_move;
    let (own, other) = (board[..pits].iter().sum::<u8>(), board[pits + 1..2 * pits + 1].iter().sum::<u8>());
    let stuck = if again { own } else { other } == 0;
    match game.rules.leftovers {
        Leftovers::Owner if own == 0 || other == 0 => {
            board[pits] += own;
            board[2 * pits + 1] += other;
            (0..2 * pits + 1).filter(|&at| at != pits).for_each(|at| board[at] = 0);
        }
        Leftovers::Mover if stuck => {
            board[if again { pits } else { 2 * pits + 1 }] += own + other;
            (0..2 * pits + 1).filter(|&at| at != pits).for_each(|at| board[at] = 0);
        }
        _ => {}
    }
    let pack = |row: &[u8]| row.iter().rev().fold(0u64, |word, &count| word << 8 | u64::from(count));
    let (own, other) = (pack(&board[..pits]), pack(&board[pits + 1..2 * pits + 1]));
    let (own_store, other_store) = (board[pits], board[2 * pits + 1]);
    if again {
        Seeds { own, other, own_store, other_store, mover: seeds.mover }
    } else {
        Seeds { own: other, other: own, own_store: other_store, other_store: own_store, mover: seeds.mover.other() }
    }
}

#[test]
fn every_move_does_what_sowing_seed_by_seed_does() {
    let mut rng = Rng::new(2);
    let mut scratch = Vec::new();
    for (pits, seeds) in [(1, 1), (1, 10), (2, 7), (3, 4), (6, 4), (6, 10), (8, 10)] {
        for variant in 0..8 {
            let game = Kalah::new(Rules {
                pits,
                seeds,
                empty_capture: variant & 1 == 0,
                extra_move: variant & 2 == 0,
                leftovers: if variant & 4 == 0 { Leftovers::Owner } else { Leftovers::Mover },
                score: Score::Margin,
            })
            .unwrap();
            for _ in 0..20 {
                let mut position = game.start(&mut rng);
                while !game.turn(&position).is_over() {
                    let mv = game.random_move(&position, &mut rng, &mut scratch);
                    let expected = sown_plainly(&game, &position, mv);
                    game.play(&mut position, mv);
                    assert_eq!(position, expected, "{:?}", game.rules);
                }
            }
        }
    }
}

#[test]
fn positions_share_a_table_key_just_when_their_pits_are_the_same_to_the_mover() {
    let game = kalah(3, 2);
    let mut layouts: HashMap<u64, (u64, u64)> = HashMap::new();
    let mut seen = HashSet::new();
    let mut waiting = vec![game.start(&mut Rng::new(0))];
    while let Some(seeds) = waiting.pop() {
        if !seen.insert(seeds) {
            continue;
        }
        let layout = (seeds.own, seeds.other);
        assert_eq!(*layouts.entry(game.table_key(&seeds)).or_insert(layout), layout);
        if !game.turn(&seeds).is_over() {
            let mut moves = Vec::new();
            game.moves(&seeds, &mut moves);
            for mv in moves {
                descend(&game, &seeds, mv, |next| waiting.push(*next));
            }
        }
    }
    let distinct: HashSet<(u64, u64)> = seen.iter().map(|seeds| (seeds.own, seeds.other)).collect();
    assert_eq!(layouts.len(), distinct.len());
    let keys: HashSet<u64> = seen.iter().map(|seeds| game.key(seeds)).collect();
    assert_eq!(keys.len(), seen.len());
}

#[test]
fn a_win_is_bounded_as_soon_as_it_cannot_be_lost() {
    let game = Kalah::new(Rules { pits: 2, seeds: 2, score: Score::Win, ..Rules::default() }).unwrap();
    let bounds = |text: &str| game.payoff_bounds(&game.read_position(text).unwrap(), Player::FIRST);
    assert_eq!(bounds("1,0 5 1,0 1 2"), (1.0, 1.0));
    assert_eq!(bounds("1,0 4 1,0 2 2"), (0.0, 1.0));
    assert_eq!(bounds("1,0 1 1,0 5 1"), (-1.0, -1.0));
    assert_eq!(bounds("2,2 0 2,2 0 1"), (-1.0, 1.0));
}

#[test]
fn moving_again_and_catching_are_promising_and_not_quiet() {
    let game = kalah(3, 2);
    let read = |text: &str| game.read_position(text).unwrap();
    let quiet = |text: &str| KalahEvaluation::Stores.is_quiet(&game, &read(text));
    assert!(!quiet("0,2,0 0 2,2,2 4 1"), "2 of 2 ends in the store");
    assert!(!quiet("1,0,0 1 2,2,2 4 1"), "1 catches the opposite 2");
    assert!(quiet("1,0,2 1 2,0,2 4 1"), "nothing opposite");
    let best = |text: &str| {
        (0..3).filter(|&pit| byte(read(text).own, pit) != 0).max_by_key(|&pit| game.order_hint(&read(text), pit))
    };
    assert_eq!(best("1,0,2 1 2,2,2 2 1"), Some(0), "the catch first");
    assert_eq!(best("1,2,2 1 2,2,2 0 1"), Some(1), "the move that moves again first");
}

#[test]
fn in_the_variant_of_the_paranoia_paper_the_seat_without_a_move_banks_the_rest() {
    let game = Kalah::new(Rules { pits: 2, seeds: 2, leftovers: Leftovers::Mover, ..Rules::default() }).unwrap();
    // Seat 1's side empties, but seat 2 still has a move; the rest then falls to seat 1, who has none.
    let mut seeds = game.read_position("0,1 2 2,1 2 1").unwrap();
    game.play(&mut seeds, 1);
    assert!(game.turn(&seeds).is_over());
    assert_eq!(game.position_text(&seeds), "0,0 6 0,0 2 1", "the last seed gave seat 1 another turn");
    let waiting = game.read_position("0,0 3 2,1 2 2").unwrap();
    assert_eq!(game.turn(&waiting), Turn::Of(Player::SECOND));
}

#[test]
fn a_bad_position_is_told_why() {
    let game = kalah(2, 2);
    for (text, part) in [
        ("2,2 0 2,2 0", "5 words; this has 4"),
        ("2,2,0 0 2,2 0 1", "`2,2,0` has 3 pits and seat 1 has 2"),
        ("2,2 0 2,x 0 1", "`x`, pit 2 of seat 2,"),
        ("2,2 0 2,-1 0 1", "`-1`, pit 2 of seat 2,"),
        ("2,2 99999999999999999999 2,2 0 1", "the store of seat 1,"),
        ("2,2 9 2,2 0 1", "from 0 to 8"),
        ("8,8 8 8,8 8 1", "48 seeds on the board, and the game has 8"),
        ("2,2 0 2,1 0 1", "7 seeds on the board"),
        ("2,2 0 2,2 0 3", "not a seat"),
        ("0,0 4 2,2 0 2", "seat 1 has no seeds"),
        ("2,2 4 0,0 0 1", "seat 2 has no seeds"),
    ] {
        let problem = game.read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(Kalah::new(Rules { pits: 9, ..Rules::default() }).is_err());
}
