use super::*;
use outwit_game::{Evaluation, perft};
use std::collections::HashMap;

fn board(size: usize) -> Othello {
    Othello::new(size, Score::Margin).unwrap()
}

/// The margin for seat 1 with best play, by plain recursion.
fn solve(game: &Othello, discs: Discs, known: &mut HashMap<Discs, f64>) -> f64 {
    if let Some(&value) = known.get(&discs) {
        return value;
    }
    let value = match game.turn(&discs) {
        Turn::Of(seat) => {
            let mut moves = Vec::new();
            game.moves(&discs, &mut moves);
            let values = moves.into_iter().map(|mv| {
                let mut next = discs;
                game.play(&mut next, mv);
                solve(game, next, known)
            });
            if seat == Player::FIRST {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            }
        }
        _ => game.payoffs(&discs)[Player::FIRST],
    };
    known.insert(discs, value);
    value
}

#[test]
fn seat_2_wins_the_board_of_four_by_8_discs() {
    let game = board(4);
    let mut known = HashMap::new();
    assert_eq!(solve(&game, game.start(&mut Rng::new(0)), &mut known), -8.0);
    assert_eq!(known.len() as f64, game.facts().positions);
}

#[test]
fn perft_of_the_usual_board() {
    let game = board(8);
    let mut start = game.start(&mut Rng::new(0));
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&game, &mut start, depth)).collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]);
}

#[test]
fn black_opens_on_d3_c4_f5_or_e6() {
    let game = board(8);
    let start = game.start(&mut Rng::new(0));
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let texts: Vec<String> = moves.into_iter().map(|mv| game.move_text(&start, mv)).collect();
    assert_eq!(texts, ["d3", "c4", "f5", "e6"]);
}

/// What a disc turns over, walking square by square.
fn walked(game: &Othello, own: u64, other: u64, square: u8) -> u64 {
    let size = i32::from(game.size);
    let (row, column) = (i32::from(square / 8), i32::from(square % 8));
    let mut turned = 0;
    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let mut run = 0;
        for step in 1..size {
            let (row, column) = (row + step * down, column + step * right);
            if !(0..size).contains(&row) || !(0..size).contains(&column) {
                break;
            }
            let bit = 1u64 << (8 * row + column);
            if other & bit == 0 {
                turned |= if own & bit != 0 { run } else { 0 };
                break;
            }
            run |= bit;
        }
    }
    turned
}

#[test]
fn moves_and_turned_discs_are_those_found_by_walking_on_any_board_with_any_discs() {
    let mut rng = Rng::new(5);
    for game in [board(4), board(6), board(8)] {
        for _ in 0..2_000 {
            // Few empty squares as often as many: long lines must be met.
            let (filled, own) = (rng.bits() | rng.bits(), rng.bits() & rng.bits());
            let (own, other) = (filled & own & game.squares, filled & !own & game.squares);
            let mut legal = 0u64;
            for square in (0..64).filter(|square| (game.squares & !(own | other)) >> square & 1 == 1) {
                let turned = walked(&game, own, other, square);
                assert_eq!(Othello::turned(own, other, square), turned);
                legal |= u64::from(turned != 0) << square;
            }
            assert_eq!(game.legal(own, other), legal);
        }
    }
}

#[test]
fn who_has_no_move_passes_and_when_neither_has_the_game_is_over() {
    let game = board(4);
    let blocked = game.read_position("..../.xx./.xxo/.... 1").unwrap();
    assert_eq!((game.turn(&blocked), game.move_text(&blocked, PASS)), (Turn::Of(Player::FIRST), "pass".into()));
    let mut next = blocked;
    let pass = game.read_move(&blocked, "pass").unwrap();
    game.play(&mut next, pass);
    assert_eq!(game.turn(&next), Turn::Of(Player::SECOND));
    assert!(game.read_move(&next, "pass").is_err());
    let over = game.read_position("..../oxxx/.xx./..x. 1").unwrap();
    assert!(game.turn(&over).is_over());
    assert_eq!(game.payoffs(&over)[Player::FIRST], 5.0);
    let win = Othello::new(4, Score::Win).unwrap();
    assert_eq!(win.payoffs(&over)[Player::SECOND], -1.0);
}

#[test]
fn corners_count_25_and_the_squares_beside_them_lose_10() {
    let game = Othello::new(8, Score::Win).unwrap();
    let value = |corner: char, x: char, edge: char| {
        let text = format!("{corner}..{edge}..../.{x}....../......../...ox.../...xo.../......../......../........ 1");
        OthelloEvaluation::Squares.value(&game, &game.read_position(&text).unwrap(), Player::FIRST) * 245.0
    };
    assert_eq!(value('x', '.', '.').round(), 25.0);
    assert_eq!(value('.', 'x', '.').round(), -10.0);
    assert_eq!(value('.', '.', 'o').round(), -3.0);
}

#[test]
fn a_bad_position_is_told_why() {
    for (text, part) in [
        ("..../.ox./.xo./....", "2 words; this has 1"),
        ("..../.ox./.xo./.... 0", "not a seat"),
        ("..../.ox./.xw./.... 1", "character 13 of the board, `w`"),
        ("..../.ox./.xo. 1", "4 rows separated by `/`, and 3"),
        ("..../.ox./.x./.... 1", "row 3 of the board has 3"),
        ("..../.ox./..o./.... 1", "b3 is empty"),
    ] {
        let problem = board(4).read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(Othello::new(5, Score::Win).is_err());
}

/// The clever ways to turn discs and to pick a move, against the plain ones.
#[test]
fn discs_are_turned_and_moves_picked_as_the_rules_say() {
    let game = Othello::new(8, Score::Win).unwrap();
    for seed in 0..300 {
        let mut rng = Rng::stream(6, seed);
        let (own, other) = (rng.bits() & rng.bits(), rng.bits());
        let other = other & !own;
        for square in 0..64u8 {
            if (own | other) >> square & 1 == 1 {
                continue;
            }
            let plain = all_ways(other, game.inner, |step, through| {
                let run = flood(1 << square, through, step);
                if shift(run, step) & own != 0 { run } else { 0 }
            });
            assert_eq!(Othello::turned(own, other, square), plain, "{own:x} {other:x} {square}");
        }
        let bits = rng.bits() & rng.bits() | 1 << rng.index(64);
        let mut same = rng.clone();
        let mut left = bits;
        for _ in 0..same.below(bits.count_ones().into()) {
            left &= left - 1;
        }
        assert_eq!(random_bit(bits, &mut rng), left.trailing_zeros());
        assert_eq!(random_bit(u64::MAX, &mut rng.clone()), rng.below(64) as u32);
    }
}
