use super::*;
use outwit_game::Table;

fn built(stakes: Stakes) -> Holdem {
    Holdem::new(stakes).unwrap()
}

fn played<'g>(game: &'g Holdem, words: &str) -> Table<'g, Holdem> {
    let mut table = Table::at(game, game.first());
    for word in words.split_whitespace() {
        table.play_text(word).unwrap_or_else(|problem| panic!("{problem}"));
    }
    table
}

fn listed(table: &Table<'_, Holdem>) -> String {
    let texts: Vec<String> = table.moves().iter().map(|&act| table.game().move_text(table.state(), act)).collect();
    texts.join(" ")
}

#[test]
fn a_hand_of_two_goes_by_the_rules() {
    let game = built(Stakes::default());
    // Seat 1 is the dealer: it begins before the flop and is last afterwards.
    let mut table = played(&game, "KD AS JH QH");
    assert_eq!((table.turn(), listed(&table).as_str()), (Turn::Of(Player::FIRST), "fold call raise"));
    table.play_text("call").unwrap();
    assert_eq!((table.turn(), listed(&table).as_str()), (Turn::Of(Player::SECOND), "check raise"));
    for word in ["raise", "raise", "raise"] {
        table.play_text(word).unwrap();
    }
    // The big blind and three raises: no more.
    assert_eq!((listed(&table).as_str(), game.pot(table.state())), ("fold call", 14));
    for word in ["call", "2C", "7D", "9H"] {
        table.play_text(word).unwrap();
    }
    assert_eq!(game.position_text(table.state()), "KDAS,JHQH 2C7D9H 8,8 - 2 2 0");
    for word in ["check", "bet", "call", "KC"] {
        table.play_text(word).unwrap();
    }
    assert_eq!((table.turn(), listed(&table).as_str()), (Turn::Of(Player::SECOND), "check bet"));
    for word in ["bet", "raise", "call", "TH", "check", "check"] {
        table.play_text(word).unwrap();
    }
    // A straight from nine to king beats a pair of kings; each has paid 8, 2 and 8.
    assert!(table.turn().is_over());
    assert_eq!(game.payoffs(table.state()), Payoffs::zero_sum(-18.0));
    assert!(game.picture(table.state()).contains("straight up to the king"), "{}", game.picture(table.state()));
}

#[test]
fn who_folds_loses_what_it_paid_and_equal_hands_share() {
    let game = built(Stakes::default());
    let table = played(&game, "KD AS JH QH fold");
    assert_eq!((table.turn(), game.payoffs(table.state())), (Turn::Over, Payoffs::zero_sum(-1.0)));
    let game = built(Stakes { seats: 3, ..Stakes::default() });
    // The one behind the big blind begins; later the first that is left.
    let mut table = played(&game, "2C 3C 2D 3D AH AS raise");
    assert_eq!(table.turn(), Turn::Of(Player::FIRST));
    for word in "call call TC JD QS check check bet fold call 4H check bet call 9S check check".split(' ') {
        table.play_text(word).unwrap_or_else(|problem| panic!("{problem}"));
    }
    assert!(table.turn().is_over());
    let payoffs = game.payoffs(table.state());
    // Seat 1 paid 4; the others 4, 2 and 4.
    assert_eq!(payoffs.seats(3), [-4.0, -10.0, 14.0]);
    // The board is everybody's best hand.
    let game = built(Stakes::default());
    let table = played(&game, "2C 3C 2D 3D call check TS JS QS check check KS check check AS check check");
    assert_eq!((table.turn(), game.payoffs(table.state())), (Turn::Over, Payoffs::ZERO));
}

/// Hands are dealt card by card in the order of the pack, each hand with the same chance.
#[test]
fn every_hand_is_equally_likely() {
    let game = built(Stakes { ranks: 3, suits: 2, rounds: 2, flop: 2, ..Stakes::default() });
    let mut chances: std::collections::HashMap<(u64, u64), f64> = std::collections::HashMap::new();
    let mut waiting = vec![(game.first(), 1.0)];
    while let Some((hand, chance)) = waiting.pop() {
        if game.turn(&hand) != Turn::Chance {
            *chances.entry((hand.holes[0], hand.holes[1])).or_default() += chance;
            continue;
        }
        let mut cards = Vec::new();
        game.moves(&hand, &mut cards);
        let total: u64 = cards.iter().map(|&card| game.weight(&hand, card)).sum();
        for card in cards {
            let mut next = hand;
            game.play(&mut next, card);
            waiting.push((next, chance * game.weight(&hand, card) as f64 / total as f64));
        }
    }
    // 15 hands for seat 1 and 6 of the four cards left for seat 2.
    assert_eq!(chances.len(), 90);
    assert!(chances.values().all(|chance| (chance - 1.0 / 90.0).abs() < 1e-12), "{chances:?}");
}

#[test]
fn a_seat_sees_its_own_cards_and_worlds_have_any_others() {
    let game = built(Stakes { seats: 3, ..Stakes::default() });
    let table = played(&game, "2C 3C 2D 3D AH AS raise call call TC JD QS");
    let view = table.view(Player::SECOND);
    let picture = game.seat_picture(&view);
    assert!(
        picture.contains("seat 2 (you)  3D 2D") && !picture.contains("AH") && picture.contains("?? ??"),
        "{picture}"
    );
    let events = game.events(&view, 0);
    assert_eq!(&events[..3], ["you are dealt 2D", "you are dealt 3D", "seat 3 raises and pays 4"]);
    assert_eq!(events[4], "you call and pay 2");
    let mut rng = Rng::new(1);
    let mut met = std::collections::HashSet::new();
    for _ in 0..50 {
        let world = game.sample(&view, &mut rng).unwrap();
        assert_eq!((world.holes[1], world.board), (table.state().holes[1], table.state().board));
        assert_eq!(Hand { holes: [0; SEATS], ..world }, Hand { holes: [0; SEATS], ..*table.state() });
        let all = world.holes.iter().fold(world.board, |all, hole| all | hole);
        assert_eq!((all.count_ones(), all & !game.pack), (9, 0));
        met.insert(world.holes);
    }
    assert!(met.len() > 45);
    // A seat that comes to the table later has seen its own cards alone.
    let later = Table::at(&game, *table.state());
    assert_eq!(game.seat_picture(&later.view(Player::SECOND)), picture);
}

#[test]
fn a_bad_position_is_told_why() {
    let game = built(Stakes::default());
    for (text, part) in [
        ("", "7 words"),
        ("ASKD 2C7D9H 4,4 - 2 2 0", "cards for 1 seats"),
        ("ASKD,QHJX 2C7D9H 4,4 - 2 2 0", "`JX` is not a card"),
        ("ASKD,QHAS 2C7D9H 4,4 - 2 2 0", "AS is there twice"),
        ("KDAS,JHQH 2C7D9H 4 - 2 2 0", "1 seats have paid"),
        ("KDAS,JHQH 2C7D9H 4,99 - 2 2 0", "whole chips"),
        ("KDAS,JHQH 2C7D9H 4,4 1,2 2 2 0", "everybody has folded"),
        ("KDAS,JHQH 2C7D9H 4,4 - 2 3 0", "not a number of seats"),
        ("KDAS,JHQH 2C7D9H 4,4 - 2 2 5", "4 bets in a round"),
        ("KDAS,JHQH 2C7D9H 4,4 - - 2 0", "who is to move"),
        ("KDAS,JHQH 2C7D9H 4,2 - - 0 0", "paid the same"),
        ("KDAS,JHQH 2C7D 4,4 - 2 2 0", "while cards are turned up"),
        ("KD,- 2C7D9H 4,4 - 2 2 0", "no cards yet"),
        ("-,KD - 1,2 - 1 2 1", "seat 1 first"),
    ] {
        let problem = game.read_position(text).err().map(|problem| problem.to_string()).unwrap_or_default();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    // Cards may be given in any order.
    assert_eq!(game.read_position("ASKD,QHJH 7D2C9H 4,4 - 2 2 0"), game.read_position("KDAS,JHQH 2C7D9H 4,4 - 2 2 0"));
    assert!(Holdem::new(Stakes { ranks: 2, suits: 2, ..Stakes::default() }).is_err());
    assert!(Holdem::new(Stakes { blinds: [3, 2], ..Stakes::default() }).is_err());
}
