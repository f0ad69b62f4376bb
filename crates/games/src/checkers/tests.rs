use super::*;
use outwit_game::Evaluation;
use std::collections::HashSet;

fn plain(size: usize) -> Checkers {
    Checkers::new(size, 80, 3).unwrap()
}

fn played(game: &Checkers, from: &str, moves: &str) -> Position {
    let mut position = game.read_position(from).unwrap();
    for word in moves.split_whitespace() {
        let mv = game.read_move(&position, word).unwrap_or_else(|problem| panic!("{problem}"));
        game.play(&mut position, mv);
    }
    position
}

fn legal(game: &Checkers, position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|mv| game.move_text(position, mv)).collect()
}

/// A board as a grid: letters as in the picture, `.` for nothing.
type Grid = Vec<Vec<char>>;

fn grid(game: &Checkers, position: &Position) -> Grid {
    let letter = |square: usize| match (0..2).find(|&side| position.sides[side] >> square & 1 == 1) {
        None => '.',
        Some(side) => match (side, position.kings >> square & 1) {
            (0, 0) => 'b',
            (0, _) => 'B',
            (_, 0) => 'w',
            _ => 'W',
        },
    };
    (0..game.size).map(|row| (row * game.size..(row + 1) * game.size).map(letter).collect()).collect()
}

/// All moves, written out with the grid after each, square by square.
fn plain_moves(grid: &Grid, black: bool) -> Vec<(String, Grid)> {
    let size = grid.len() as i32;
    let at = |grid: &Grid, row: i32, column: i32| {
        let on = (0..size).contains(&row) && (0..size).contains(&column);
        on.then(|| grid[row as usize][column as usize])
    };
    let (own, other) = if black { ("bB", "wW") } else { ("wW", "bB") };
    let number = |row: i32, column: i32| (row * size / 2 + column / 2 + 1).to_string();
    let last = if black { size - 1 } else { 0 };
    let ways = |piece: char| -> Vec<(i32, i32)> {
        let all = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
        all.into_iter().filter(|way| piece.is_uppercase() || (way.0 == 1) == black).collect()
    };
    let crowned = |piece: char, row: i32| if row == last { piece.to_ascii_uppercase() } else { piece };
    let mut jumps = Vec::new();
    let mut steps = Vec::new();
    for row in 0..size {
        for column in 0..size {
            let piece = grid[row as usize][column as usize];
            if !own.contains(piece) || piece == '.' {
                continue;
            }
            for (down, right) in ways(piece) {
                if at(grid, row + down, column + right) == Some('.') {
                    let mut after = grid.clone();
                    after[row as usize][column as usize] = '.';
                    after[(row + down) as usize][(column + right) as usize] = crowned(piece, row + down);
                    steps.push((format!("{}-{}", number(row, column), number(row + down, column + right)), after));
                }
            }
            // Every chain of jumps, longer and longer, kept when it cannot go on.
            let mut chains = vec![(number(row, column), grid.clone(), (row, column), false)];
            let mut is_first = true;
            while !chains.is_empty() {
                let mut longer = Vec::new();
                for (text, board, (row, column), is_new_king) in chains {
                    let piece = board[row as usize][column as usize];
                    let mut goes_on = false;
                    for (down, right) in ways(piece).into_iter().filter(|_| !is_new_king) {
                        let over = at(&board, row + down, column + right);
                        let behind = at(&board, row + 2 * down, column + 2 * right);
                        if over.is_some_and(|over| other.contains(over)) && behind == Some('.') {
                            goes_on = true;
                            let mut after = board.clone();
                            after[row as usize][column as usize] = '.';
                            after[(row + down) as usize][(column + right) as usize] = '.';
                            let (row, column) = (row + 2 * down, column + 2 * right);
                            let landed = crowned(piece, row);
                            after[row as usize][column as usize] = landed;
                            longer.push((
                                format!("{text}x{}", number(row, column)),
                                after,
                                (row, column),
                                landed != piece,
                            ));
                        }
                    }
                    if !goes_on && !is_first {
                        jumps.push((text, board));
                    }
                }
                (chains, is_first) = (longer, false);
            }
        }
    }
    if jumps.is_empty() { steps } else { jumps }
}

#[test]
fn random_games_are_those_of_a_plain_walk_over_a_grid() {
    let mut rng = Rng::new(8);
    let (mut long_jumps, mut drawn) = (0, 0);
    for round in 0..120 {
        let game = plain([4, 6, 8][round % 3]);
        let mut position = game.set_up();
        while !game.turn(&position).is_over() {
            let plain: HashSet<(String, Grid)> =
                plain_moves(&grid(&game, &position), position.mover == Player::FIRST).into_iter().collect();
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let ours: HashSet<(String, Grid)> = (moves.iter())
                .map(|&mv| {
                    let mut after = position.clone();
                    game.play(&mut after, mv);
                    (game.move_text(&position, mv), grid(&game, &after))
                })
                .collect();
            assert_eq!((ours.len(), &ours), (moves.len(), &plain), "{}", game.position_text(&position));
            long_jumps += moves.iter().filter(|mv| mv.jumps() > 2).count();
            let mv = *rng.pick(&moves);
            game.play(&mut position, mv);
        }
        drawn += usize::from(game.payoffs(&position) == Payoffs::ZERO);
        let stuck = plain_moves(&grid(&game, &position), position.mover == Player::FIRST).is_empty();
        assert_eq!(stuck, game.payoffs(&position) != Payoffs::ZERO);
    }
    assert!(long_jumps > 0 && drawn > 0, "{long_jumps} long jumps, {drawn} draws");
}

#[test]
fn who_can_take_must_and_to_the_end_and_a_new_king_stops() {
    let game = plain(8);
    // Any capture may be chosen, a short one too, but each goes on to its end.
    let position = game.read_position("B:W9,10,19:B5,6,11").unwrap();
    assert_eq!(legal(&game, &position), ["5x14", "6x13", "6x15x24"]);
    // A man that is crowned on 29 could go on as a king and does not.
    let crowned = played(&game, "B:W25,26:B21,1", "21x30");
    assert_eq!(game.position_text(&crowned), "W:W26:B1,K30");
    // A king goes round and comes back to where it began.
    let round = game.read_position("B:W7,8,15,16:BK3").unwrap();
    let moves = legal(&game, &round);
    assert!(moves.contains(&"3x10x19x12x3".to_string()), "{moves:?}");
    let after = played(&game, "B:W7,8,15,16:BK3", "3x10x19x12x3");
    assert_eq!(game.position_text(&after), "W:W:BK3");
    assert_eq!(game.payoffs(&after), Payoffs::win(Player::FIRST, 2));
}

#[test]
fn moves_are_read_as_they_are_typed() {
    let game = plain(8);
    let start = game.set_up();
    for typed in ["11-15", "11 15", "1115", "11x15"] {
        assert_eq!(
            game.read_move(&start, typed).map(|mv| game.move_text(&start, mv)).as_deref(),
            Ok("11-15"),
            "{typed}"
        );
    }
    for typed in ["-11-15", "11-15-", "+11-15"] {
        let problem = game.read_move(&start, typed).unwrap_err().to_string();
        assert!(problem.contains("not a legal move"), "{problem}");
    }
    let round = game.read_position("B:W7,15:BK3").unwrap();
    assert_eq!(game.read_move(&round, "3x19").map(|mv| game.move_text(&round, mv)).as_deref(), Ok("3x10x19"));
    let back = game.read_position("B:W30:BK15").unwrap();
    let problem = game.read_move(&back, "1-51").unwrap_err().to_string();
    assert!(problem.contains("not a legal move"), "{problem}");
}

#[test]
fn nothing_happening_draws_and_so_does_the_third_time() {
    let kings = "B:WK32:BK1";
    let game = Checkers::new(8, 4, 0).unwrap();
    let drawn = played(&game, kings, "1-6 32-27 6-1 27-32");
    assert_eq!((game.turn(&drawn), game.payoffs(&drawn)), (Turn::Over, Payoffs::ZERO));
    let game = plain(8);
    let twice = played(&game, kings, "1-6 32-27 6-1 27-32");
    assert_eq!(game.turn(&twice), Turn::Of(Player::FIRST));
    assert_eq!(game.read_position(&game.position_text(&twice)).as_ref(), Ok(&twice));
    let third = played(&game, &game.position_text(&twice), "1-6 32-27 6-1 27-32");
    assert_eq!((game.turn(&third), game.payoffs(&third)), (Turn::Over, Payoffs::ZERO));
    // A man's move and a capture begin anew.
    let man = played(&game, "B:WK32:BK1,9", "1-6 32-27 9-13");
    assert_eq!((man.quiet, man.past.len()), (0, 0));
    let endless = Checkers::new(4, 0, 0).unwrap();
    assert!(endless.facts().cyclic);
}

#[test]
fn both_sides_have_the_same_table_key_and_the_same_value() {
    let game = plain(8);
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let mut position = game.set_up();
        for _ in 0..40 {
            if game.turn(&position).is_over() {
                break;
            }
            let turned = Position {
                sides: [game.turned(position.sides[1]), game.turned(position.sides[0])],
                kings: game.turned(position.kings),
                mover: position.mover.other(),
                ..position.clone()
            };
            if position.past.is_empty() {
                assert_eq!(game.table_key(&position), game.table_key(&turned));
            }
            assert_ne!(game.key(&position), game.key(&turned));
            for index in 0..2 {
                let evaluation = game.evaluation(index);
                let [one, other] = [(&position, Player::FIRST), (&turned, Player::SECOND)]
                    .map(|(at, seat)| evaluation.value(&game, at, seat));
                assert_eq!(one, other);
            }
            let mv = game.random_move(&position, &mut rng, &mut Vec::new());
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn a_bad_position_is_told_why() {
    let game = plain(8);
    for (text, part) in [
        ("", "three parts"),
        ("X:W1:B2", "B or W"),
        ("B:W31:B0", "numbered from 1 to 32"),
        ("B:W31:B1,1", "two pieces on 1"),
        ("B:W31:B32", "would be a king"),
        ("B:W31:W30", "twice"),
        ("B:W:B5", "white has no piece left"),
        ("B:W31:B5 x", "at most 80"),
        ("B:W31:B5 81", "at most 80"),
        ("B:W31:BK5 3 past:12", "16 digits"),
        ("B:W13,14,15,16,17,18,19,20,21,22,23,24,25:B1", "at most 12"),
    ] {
        let problem = game.read_position(text).err().map(|problem| problem.to_string()).unwrap_or_default();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(Checkers::new(5, 80, 3).is_err() && Checkers::new(10, 80, 3).is_err());
}
