use super::*;

/// Whether seat 1 wins with best play.
fn first_wins(game: &RandomTree, path: &Path) -> bool {
    match game.turn(path) {
        Turn::Of(seat) => {
            let wins = |mv: u8| {
                let mut next = *path;
                game.play(&mut next, mv);
                first_wins(game, &next)
            };
            if seat == Player::FIRST { (0..game.branching).any(wins) } else { (0..game.branching).all(wins) }
        }
        _ => game.payoffs(path)[Player::FIRST] > 0.0,
    }
}

fn share_of_boards_won_by_seat_1(game: &RandomTree, boards: u64) -> f64 {
    (0..boards).filter(|&board| first_wins(game, &Path::root(board))).count() as f64 / boards as f64
}

/// The chance that seat 1 wins a P-game with best play: the recursion over levels, from the leaves up.
fn chance_of_seat_1(branching: i32, depth: u32, leaf: f64) -> f64 {
    (0..depth).rev().fold(leaf, |chance, ply| {
        if ply % 2 == 0 { 1.0 - (1.0 - chance).powi(branching) } else { chance.powi(branching) }
    })
}

#[test]
fn p_games_are_won_as_often_as_the_recursion_over_levels_says() {
    let boards = 4_000;
    for (branching, depth, p0, of_seat_1) in
        [(2, 10, 0.38, false), (2, 10, 0.38, true), (2, 9, 0.38, false), (3, 6, 0.32, false), (2, 10, 0.62, true)]
    {
        let game = RandomTree::p_game(branching, depth, p0, of_seat_1).unwrap();
        let leaf = if of_seat_1 || depth % 2 == 1 { p0 } else { 1.0 - p0 };
        let expected = chance_of_seat_1(branching as i32, depth as u32, leaf);
        let found = share_of_boards_won_by_seat_1(&game, boards);
        // Four standard deviations.
        let allowed = 4.0 * (expected * (1.0 - expected) / boards as f64).sqrt() + 1e-3;
        assert!((found - expected).abs() < allowed, "b={branching} d={depth}: {found}, not {expected}");
    }
}

#[test]
fn p0_is_the_last_movers_chance_unless_it_is_said_to_be_the_first_players() {
    let wins_of_seat_1 = |game: RandomTree| {
        let leaf = |board| {
            let mut path = Path::root(board);
            while !game.turn(&path).is_over() {
                game.play(&mut path, 1);
            }
            game.payoffs(&path)[Player::FIRST] > 0.0
        };
        (0..1_000).filter(|&board| leaf(board)).count()
    };
    for (depth, of_seat_1, expected) in [(3, false, 1_000), (4, false, 0), (4, true, 1_000), (3, true, 1_000)] {
        assert_eq!(wins_of_seat_1(RandomTree::p_game(2, depth, 1.0, of_seat_1).unwrap()), expected);
    }
    let open = wins_of_seat_1(RandomTree::p_game(2, 4, 0.38, true).unwrap());
    assert!(open.abs_diff(380) < 62, "{open}");
}

#[test]
fn a_sum_of_0_is_a_win_of_seat_2_in_an_n_game() {
    // With ten fair arcs the sum is above 0 with the chance (1 - C(10,5) / 2^10) / 2 = 0.377.
    let game = RandomTree::n_game(2, 10, 0.5).unwrap();
    let mut rng = Rng::new(4);
    let (mut wins, mut zeros) = (0u32, 0u32);
    for _ in 0..20_000 {
        let mut path = game.start(&mut rng);
        while !game.turn(&path).is_over() {
            let mv = game.random_move(&path, &mut rng, &mut Vec::new());
            game.play(&mut path, mv);
        }
        let won = game.payoffs(&path)[Player::FIRST] > 0.0;
        assert_eq!(won, path.sum > 0);
        wins += u32::from(won);
        zeros += u32::from(path.sum == 0);
    }
    assert!(wins.abs_diff(7_540) < 280 && zeros.abs_diff(4_922) < 250, "{wins} {zeros}");
}

#[test]
fn the_winner_of_an_n_game_is_bounded_as_soon_as_the_rest_cannot_change_it() {
    let game = RandomTree::n_game(2, 4, 1.0).unwrap();
    let mut path = Path::root(0);
    for expected in [(-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, 1.0)] {
        assert_eq!(game.payoff_bounds(&path, Player::FIRST), expected);
        if !game.turn(&path).is_over() {
            game.play(&mut path, 0);
        }
    }
    let game = RandomTree::n_game(2, 4, 0.0).unwrap();
    let mut path = Path::root(0);
    game.play(&mut path, 0);
    game.play(&mut path, 1);
    assert_eq!(game.payoff_bounds(&path, Player::SECOND), (1.0, 1.0));
}

#[test]
fn a_board_is_the_seeds_or_drawn_at_the_start() {
    let game = RandomTree::n_game(2, 3, 0.5).unwrap();
    assert_ne!(game.start(&mut Rng::new(1)), game.start(&mut Rng::new(2)));
    let fixed = game.on_board(Some(7));
    assert_eq!(fixed.start(&mut Rng::new(1)), fixed.start(&mut Rng::new(2)));
    assert_eq!(fixed.position_text(&fixed.start(&mut Rng::new(1))), "7 -");
}

#[test]
fn the_longest_path_of_the_widest_tree_is_remembered() {
    let game = RandomTree::p_game(16, 60, 0.5, false).unwrap();
    let mut path = Path::root(9);
    for ply in 0..60u8 {
        game.play(&mut path, 15 - ply % 16);
    }
    assert!(path.moves().eq((0..60).map(|ply| 15 - ply % 16)));
    assert_eq!(game.read_position(&game.position_text(&path)), Ok(path));
}

#[test]
fn a_bad_position_is_told_why() {
    let game = RandomTree::p_game(3, 2, 0.5, false).unwrap().on_board(Some(5));
    for (text, part) in [
        ("5", "2 words; this has 1"),
        ("x -", "`x` is not the number of a board"),
        ("99999999999999999999 -", "is not the number of a board"),
        ("6 -", "played on board 5, and the position is on 6"),
        ("5 1.4", "move 2, `4`, is not a number from 1 to 3"),
        ("5 1.", "move 2, ``,"),
        ("5 -.1", "move 1, `-`,"),
        ("5 1.2.3", "over after 2 moves"),
    ] {
        let problem = game.read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(RandomTree::n_game(17, 10, 0.5).is_err() && RandomTree::n_game(2, 61, 0.5).is_err());
    assert!(RandomTree::n_game(2, 10, f64::NAN).is_err());
}

#[test]
fn all_payoffs_are_those_of_the_plays_in_order() {
    for game in [RandomTree::p_game(3, 4, 0.38, false).unwrap(), RandomTree::n_game(2, 6, 0.5).unwrap()] {
        let game = game.on_board(Some(9));
        let mut paid = Vec::new();
        fn visit(game: &RandomTree, path: Path, paid: &mut Vec<i8>) {
            if game.turn(&path).is_over() {
                paid.push(game.payoffs(&path)[Player::FIRST] as i8);
                return;
            }
            let mut moves = Vec::new();
            game.moves(&path, &mut moves);
            for mv in moves {
                let mut next = path;
                game.play(&mut next, mv);
                visit(game, next, paid);
            }
        }
        visit(&game, game.start(&mut Rng::new(0)), &mut paid);
        assert_eq!(game.all_payoffs(9), paid);
    }
}
