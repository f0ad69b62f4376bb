use super::*;
use outwit_game::Table;

#[test]
fn the_higher_bid_takes_the_prize_and_equal_ones_nothing() {
    let game = Goofspiel::new(3, Order::Descending, Score::Margin);
    let mut table = Table::at(&game, game.first());
    for (bid, position) in [
        (1, "2,3 1,2,3 1,2 3 1 0-0"),
        (2, "2,3 1,3 1 2 - 0-3"),
        (3, "2 1,3 1 2 3 0-3"),
        (3, "2 1 - 1 - 0-3"),
        (2, "- 1 - 1 2 0-3"),
        (1, "- - - - - 1-3"),
    ] {
        table.play(bid);
        assert_eq!(game.position_text(table.state()), position);
    }
    assert!(table.turn().is_over());
    assert_eq!(game.payoffs(table.state())[Player::FIRST], -2.0);
}

#[test]
fn seat_2_is_not_shown_the_bid_that_waits_for_its_own() {
    let game = Goofspiel::new(4, Order::Ascending, Score::Win);
    let pictures: Vec<String> = [2, 4]
        .map(|bid| {
            let mut table = Table::at(&game, game.first());
            table.play(bid);
            let seen = table.view(Player::FIRST).seen().len();
            assert_eq!((seen, table.view(Player::SECOND).seen().len()), (1, 0));
            game.seat_svg(&table.view(Player::SECOND))
        })
        .to_vec();
    assert_eq!(pictures[0], pictures[1]);
    let mut table = Table::at(&game, game.first());
    let picture = game.seat_picture(&table.view(Player::SECOND));
    assert!(picture.contains("seat 2 (you)   0 points") && !picture.contains("seat 1 (you)"), "{picture}");
    table.play(2);
    table.play(3);
    assert_eq!(game.events(&table.view(Player::SECOND), 0), ["you bid 3 and seat 1 2: you take the 1"]);
}

#[test]
fn a_bad_position_is_told_why() {
    let game = Goofspiel::new(3, Order::Random, Score::Win);
    for (text, part) in [
        ("1,2,3", "6 words"),
        ("1,2,3 1,2,3 1,2,4 - - 0-0", "`4`"),
        ("1,3,2 1,2,3 1,2,3 - - 0-0", "the smallest first"),
        ("1,2,3 1,2,3 1,2,3 3 - 0-0", "face down too"),
        ("1,2,3 1,2,3 1,2 3 2 0-0", "in the hand no more"),
        ("1,2 1,2,3 1,2 3 - 0-0", "as many cards"),
        ("1,2 1,2 1,2 - - 2-2", "more points"),
        ("1,2 1,2 1,2 - - 2", "the points"),
        ("1,2 1,2 1,2 - - 02-1", "not written"),
    ] {
        let problem = game.read_position(text).err().map(|problem| problem.to_string()).unwrap_or_default();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    let in_order = Goofspiel::new(3, Order::Descending, Score::Win);
    let problem = in_order.read_position("1,2,3 1,2,3 2,3 1 - 0-0").unwrap_err().to_string();
    assert!(problem.contains("comes next"), "{problem}");
}
