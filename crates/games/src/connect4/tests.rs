use super::*;
use outwit_game::{descend, perft};
use std::collections::HashSet;

fn usual() -> Connect4 {
    Connect4::new(7, 6).unwrap()
}

fn after(game: &Connect4, columns: &str) -> Discs {
    let mut discs = Discs::default();
    for column in columns.chars() {
        let mv = game.read_move(&discs, &column.to_string()).unwrap();
        game.play(&mut discs, mv);
    }
    discs
}

#[test]
fn perft_of_the_usual_board() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&usual(), &mut Discs::default(), depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]);
}

#[test]
fn the_board_of_four_by_four_has_161029_positions_and_as_many_keys() {
    let game = Connect4::new(4, 4).unwrap();
    let (mut seen, mut keys) = (HashSet::new(), HashSet::new());
    let mut waiting = vec![Discs::default()];
    while let Some(discs) = waiting.pop() {
        if !seen.insert(discs) {
            continue;
        }
        keys.insert(game.key(&discs));
        if game.turn(&discs).is_over() {
            continue;
        }
        let mut moves = Vec::new();
        game.moves(&discs, &mut moves);
        for mv in moves {
            descend(&game, &discs, mv, |next| waiting.push(*next));
        }
    }
    assert_eq!((seen.len(), keys.len()), (161_029, 161_029));
}

#[test]
fn four_in_a_row_win_in_every_direction_and_three_or_a_bent_four_do_not() {
    let game = usual();
    for (columns, winner) in [
        ("1122334", Some(Player::FIRST)),
        ("1212121", Some(Player::FIRST)),
        ("12233434464", Some(Player::FIRST)),
        ("675655414144", Some(Player::SECOND)),
        ("112233", None),
        // Three on top of one column and one at the bottom of the next.
        ("4151711617132", None),
    ] {
        let discs = after(&game, columns);
        let expected = winner.map(|winner| Payoffs::win(winner, 2));
        let found = game.turn(&discs).is_over().then(|| game.payoffs(&discs));
        assert_eq!(found, expected, "{columns}\n{}", game.picture(&discs));
    }
}

#[test]
fn boards_that_do_not_fit_a_word_are_refused() {
    for (width, height) in [(9, 6), (8, 7), (7, 8), (4, 4)] {
        assert!(Connect4::new(width, height).is_ok());
    }
    for (width, height) in [(9, 7), (8, 8), (3, 6), (7, 3), (99, 99)] {
        assert!(Connect4::new(width, height).unwrap_err().to_string().contains("at most 64"));
    }
}

#[test]
fn a_disc_counts_by_the_distance_of_its_column_from_the_edge() {
    let game = usual();
    let value = |columns: &str, seat| Connect4Evaluation::Columns.value(&game, &after(&game, columns), seat) * 55.0;
    for (column, weight) in [("1", 0.0), ("2", 1.0), ("3", 2.0), ("4", 3.0), ("5", 2.0), ("6", 1.0), ("7", 0.0)] {
        assert_eq!(value(column, Player::FIRST).round(), weight);
    }
    assert_eq!(value("43", Player::SECOND).round(), -1.0);
}

#[test]
fn random_moves_are_uniform_over_the_open_columns() {
    let game = usual();
    let discs = after(&game, "222222");
    let mut counts = [0u32; 7];
    let mut rng = Rng::new(1);
    for _ in 0..60_000 {
        counts[usize::from(game.random_move(&discs, &mut rng, &mut Vec::new()))] += 1;
    }
    assert_eq!(counts[1], 0);
    assert!([0, 2, 3, 4, 5, 6].iter().all(|&column| counts[column].abs_diff(10_000) < 460), "{counts:?}");
}

#[test]
fn a_bad_position_is_told_why() {
    let game = Connect4::new(4, 4).unwrap();
    for (text, part) in [
        ("..../..../..../....", "2 words; this has 1"),
        ("..../..../..../.... 3", "not a seat"),
        ("..../..../..z./.... 1", "character 13 of the board, `z`"),
        ("..../..../..... 1", "4 rows separated by `/`, and 3"),
        ("..../...../..../.... 1", "row 2 of the board has 5"),
        ("..../..../..../xx.. 1", "2 x and 0 o"),
        ("..../..../.x../.... 2", "column 2 hangs"),
        ("..../..../..../x... 1", "seat 2 moves"),
        ("o..o/o..x/o..x/o..x 1", "3 x and 5 o"),
        ("o.../o.../ooox/xxxx 1", "seat 1 is to move but has four"),
        ("..../o.../ooox/xxxx 2", "seat 1 had four in a row before"),
    ] {
        let problem = game.read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}
