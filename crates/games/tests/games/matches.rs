//! Matches: hands one after the other, whose payoffs add up.

use outwit_game::{AnyGame, Evaluated, Evaluation, Game, Interval, Player, Problem, Rng, Span, Spec, Table, Turn};
use outwit_games::catalog;
use outwit_games::cumulative::Match;
use outwit_games::hearts::Hearts;
use outwit_games::tictactoe::TicTacToe;

fn tictactoe(hands: u32) -> Match {
    Match::new(AnyGame::new(TicTacToe), hands).unwrap()
}

#[test]
fn payoffs_of_the_hands_add_up_and_the_next_deal_is_drawn() {
    let game = tictactoe(2);
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in ["a1", "a2", "b1", "b2", "c1"] {
        table.play_text(mv).unwrap();
    }
    assert_eq!(table.turn(), Turn::Chance);
    assert!(table.moves().is_empty() && game.draws(table.state()));
    let standing = game.evaluation(0).value(&game, table.state(), Player::FIRST);
    assert_eq!(standing, 1.0, "the standing is in the evaluation");
    table.draw(&mut Rng::new(1));
    for mv in ["a1", "a2", "b1", "b2", "c1"] {
        table.play_text(mv).unwrap();
    }
    assert_eq!(table.turn(), Turn::Over);
    assert_eq!(game.payoffs(table.state()).seats(2), [2.0, -2.0]);
}

#[test]
fn a_bad_position_is_told_why() {
    let game = tictactoe(3);
    for (text, part) in [
        ("x........ 2", "is written `hand standing | position"),
        ("1 | ......... 1", "not the number of a hand and a standing"),
        ("4 0,0 | ......... 1", "it is from 1 to 3"),
        ("1 0 | ......... 1", "2 numbers from -3 to 3"),
        ("1 9,-9 | ......... 1", "2 numbers from -3 to 3"),
        ("1 1,-1 | ......... 1", "no 0 hands before this one can have paid `1,-1`"),
        ("3 2,-1 | ......... 1", "no 2 hands before this one can have paid `2,-1`"),
        ("1 0,0 | z........ 1", "character 1 of the board"),
    ] {
        let problem = game.read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

fn hearts(settings: &str) -> Match<Hearts> {
    let spec = Spec::parse(&format!("match:{settings}")).unwrap();
    let refuse = |name: &str| Err(Problem::new(name));
    let game = catalog::game(&spec, &refuse).unwrap();
    game.downcast_ref::<Match<Hearts>>().expect("a match of hearts has a type of its own").clone()
}

#[test]
fn intervals_reach_to_the_end_of_the_match_or_of_the_hand() {
    let text = "2 -1,-2,-3,-11 | KJ.../...AK/..AK./.K.Q. 1 - 14,2,0,0";
    let first = |settings: &str| {
        let game = hearts(settings);
        let hand = game.read_position(text).unwrap();
        game.evaluation(1).intervals(&game, &hand)[0]
    };
    // In the hand [-15, -14], a standing of -1, two hands to come of at most 17 points each.
    assert_eq!(first("hands=4,game=(hearts:open=true,cards=4)"), Interval { low: -50.0, high: -15.0 });
    assert_eq!(first("hands=4,game=(hearts:open=true,cards=4),ahead=hand"), Interval { low: -24.5, high: -23.5 });
    assert_eq!(first("hands=2,game=(hearts:open=true,cards=4)"), Interval { low: -16.0, high: -15.0 });
}

#[test]
fn a_match_says_what_its_game_says() {
    let game = hearts("hands=4,game=(hearts:open=true,cards=4)");
    let hand = game.read_position("2 -1,-2,-3,-11 | KJ...A/.KQJ../..KQ./.A.J. 3 AS,QS 0,0,0,0").unwrap();
    let (mut moves, mut places) = (Vec::new(), Vec::new());
    game.moves(&hand, &mut moves);
    assert!(game.equivalent_moves(&hand, &moves, &mut places) && places == [0, 0]);
    assert_eq!(game.look_ahead(&hand, 8), 6);
    assert_eq!(game.evaluation(0).span(&game), Some(Span { lowest: -68.0, sum: -68.0 }));
    let values = game.evaluation(0).values(&game, &hand);
    assert!((values.seats(4).iter().sum::<f64>() + 68.0).abs() < 1e-9);
    assert_eq!(game.payoff_bounds(&hand, Player::FIRST), (-1.0 - 17.0 - 34.0, -1.0));
}

#[test]
fn a_hand_has_its_move_type_and_a_small_one_is_refused() {
    let problem = Match::new(TicTacToe, 2).err().unwrap().to_string();
    assert!(problem.contains("no room for the number of a deal"), "{problem}");
}

#[test]
fn matches_of_matches_read_their_start_back_or_are_refused() {
    fn reads_back(game: &AnyGame) {
        let start = game.start(&mut Rng::new(0));
        let text = game.position_text(&start);
        assert_eq!(game.read_position(&text).map(|read| read == start), Ok(true), "{text}");
    }
    // Step 1. As deep as a spec may be.
    for hands in [2, 10_000] {
        let (open, close) = (format!("match:hands={hands},game=(").repeat(32), ")".repeat(32));
        let spec = Spec::parse(&format!("{open}tictactoe{close}")).unwrap();
        reads_back(&catalog::game(&spec, &|name| Err(Problem::new(name))).unwrap());
    }
    // Step 2. As deep as numbers go.
    let mut game = AnyGame::new(TicTacToe);
    let mut levels = 0;
    let problem = loop {
        match Match::new(game.clone(), 10_000) {
            Ok(outer) => game = AnyGame::new(outer),
            Err(problem) => break problem.to_string(),
        }
        reads_back(&game);
        levels += 1;
    };
    assert_eq!(levels, 77, "10,000^77 is the last power below what a number holds");
    assert!(problem.contains("may pay more than can be counted"), "{problem}");
}
