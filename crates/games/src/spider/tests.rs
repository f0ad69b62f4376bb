use super::*;
use outwit_game::{Evaluation, Rng, Table};
use serde_json::Value;
use std::collections::BTreeSet;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../tests/data/spider.json")).unwrap()
}

fn rules(record: &Value) -> Spider {
    let suits = record["suits"].as_u64().unwrap() as u8;
    Spider { auto: record["removal"] == "automatic", ..Spider::with_suits(suits) }
}

/// The seat's moves but for `stop`, which the vectors do not have.
fn move_texts(game: &Spider, table: &Tableau) -> BTreeSet<String> {
    let mut moves = Vec::new();
    if game.turn(table) == Turn::Of(Player::FIRST) {
        game.moves(table, &mut moves);
    }
    moves.iter().filter(|&&mv| mv != STOP).map(|&mv| game.move_text(table, mv)).collect()
}

#[test]
fn positions_have_the_moves_and_the_score_of_independent_referees() {
    for record in vectors()["positions"].as_array().unwrap() {
        let game = rules(record);
        let text = record["position"].as_str().unwrap();
        let table = game.read_position(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        assert_eq!(game.position_text(&table), text);
        let expected: BTreeSet<String> =
            record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_string()).collect();
        assert_eq!(move_texts(&game, &table), expected, "{}", record["id"]);
        assert_eq!(u64::from(game.points(&table)), record["score"].as_u64().unwrap(), "{}", record["id"]);
        assert_eq!(game.is_won(&table), record["won"].as_bool().unwrap(), "{}", record["id"]);
        let unseen: u64 = game.unseen(&table).iter().map(|&copies| u64::from(copies)).sum();
        assert_eq!(unseen, record["unseen"].as_u64().unwrap(), "{}", record["id"]);
    }
}

/// Lets chance bring the cards of a deck that is given as text.
fn name_all(game: &Spider, table: &mut Tableau, deck: &[u8]) {
    while let Some(column) = table.unnamed() {
        let place = if table.is_dealing() {
            104 - usize::from(table.stock) - 10 + column
        } else if table.is_opening(10) {
            44 + column
        } else {
            usize::from(table.down(column)) * 10 + column
        };
        let name = String::from_utf8(deck[2 * place..2 * place + 2].to_vec()).unwrap();
        let mv = game.read_move(table, &name).unwrap();
        game.play(table, mv);
    }
}

#[test]
fn whole_games_go_as_independent_referees_say() {
    let mut moves_made = 0;
    for record in vectors()["games"].as_array().unwrap() {
        let game = rules(record);
        let deck = record["deck"].as_str().unwrap().as_bytes();
        let mut table = game.start(&mut Rng::new(0));
        name_all(&game, &mut table, deck);
        let scores: Vec<u64> =
            record["scores"].as_array().unwrap().iter().map(|score| score.as_u64().unwrap()).collect();
        assert_eq!(u64::from(game.points(&table)), scores[0]);
        for (count, text) in record["moves"].as_str().unwrap().split_whitespace().enumerate() {
            if let Some(position) = record["positions"][count.to_string()].as_str() {
                assert_eq!(game.position_text(&table), position);
            }
            let mv = game.read_move(&table, text).unwrap_or_else(|problem| panic!("{}: {problem}", record["id"]));
            game.play(&mut table, mv);
            name_all(&game, &mut table, deck);
            assert_eq!(u64::from(game.points(&table)), scores[count + 1], "{} after {text}", record["id"]);
            moves_made += 1;
        }
        assert_eq!(game.is_won(&table), record["won"].as_bool().unwrap());
        let is_stuck = game.turn(&table).is_over() && !game.is_won(&table);
        assert_eq!(is_stuck, record["stuck"].as_bool().unwrap(), "{}", record["id"]);
    }
    assert_eq!(moves_made, 5_095, "all moves of the vectors were made");
}

/// Whatever order cards are turned in, a deal has the same card in the same place: a game replayed by its deck number agrees
/// with the deck dealt out.
#[test]
fn a_numbered_deal_is_a_shuffled_pack() {
    for suits in [1, 2, 4] {
        let game = Spider { auto: true, ..Spider::with_suits(suits) };
        for number in [0, 1, 10_000] {
            let deck = numbered_deck(&game, number);
            let mut sorted = deck;
            sorted.sort_unstable();
            let mut pack = numbered_deck(&game, 77);
            pack.sort_unstable();
            assert_eq!(sorted, pack);
            let text: String = deck.iter().map(|&card| text::card_text(card)).collect();
            let mut table = Table::deal(&game, &mut Rng::new(0));
            let mut rng = Rng::new(number);
            while !table.turn().is_over() && table.played().len() < 400 {
                match table.outcome_of_deal(number) {
                    Some(outcome) => table.play(outcome),
                    None => {
                        let mut by_hand = *table.state();
                        let moves: Vec<u16> = table.moves().iter().copied().filter(|&mv| mv != STOP).collect();
                        let mv = *rng.pick(&moves);
                        table.play(mv);
                        while let Some(outcome) = table.outcome_of_deal(number) {
                            table.play(outcome);
                        }
                        game.play(&mut by_hand, mv);
                        name_all(&game, &mut by_hand, text.as_bytes());
                        assert_eq!(*table.state(), by_hand);
                    }
                }
            }
        }
    }
}

/// The first deals, so that whoever compares with our figures has the same cards.
#[test]
fn deal_0_has_these_cards() {
    let game = Spider::with_suits(4);
    let text: String = numbered_deck(&game, 0)[..10].iter().map(|&card| text::card_text(card)).collect();
    assert_eq!(text, "AsKd3h7dAdJh5d2d3sKs");
}

/// A plain referee: columns of text, no bits, written from the rules alone.
struct Plain {
    columns: Vec<(usize, Vec<String>)>,
    stock: usize,
    taken: Vec<char>,
    auto: bool,
}

const ORDER: &str = "A23456789TJQK";

fn height(card: &str) -> usize {
    ORDER.find(&card[..1]).unwrap() + 1
}

impl Plain {
    fn is_run(cards: &[String]) -> bool {
        cards.windows(2).all(|pair| pair[0][1..] == pair[1][1..] && height(&pair[0]) == height(&pair[1]) + 1)
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for (from, (_, cards)) in self.columns.iter().enumerate() {
            for count in 1..=cards.len() {
                let moved = &cards[cards.len() - count..];
                if !Plain::is_run(moved) {
                    break;
                }
                for (to, (_, target)) in self.columns.iter().enumerate() {
                    let fits = target.last().is_none_or(|last| height(last) == height(&moved[0]) + 1);
                    if to != from && fits {
                        moves.insert(format!("{}>{}:{count}", from + 1, to + 1));
                    }
                }
            }
            if !self.auto && self.has_suit(from) {
                moves.insert(format!("take:{}", from + 1));
            }
        }
        if self.stock > 0 && self.columns.iter().all(|(down, cards)| down + cards.len() > 0) {
            moves.insert("deal".to_string());
        }
        moves
    }

    fn has_suit(&self, column: usize) -> bool {
        let cards = &self.columns[column].1;
        cards.len() >= 13 && Plain::is_run(&cards[cards.len() - 13..])
    }

    fn text(&self) -> String {
        let columns: Vec<String> =
            self.columns.iter().map(|(down, cards)| format!("{down}{}", cards.concat())).collect();
        let mut taken = self.taken.clone();
        taken.sort_by_key(|suit| "shdc".find(*suit));
        let taken: String = if taken.is_empty() { "-".to_string() } else { taken.into_iter().collect() };
        format!("{} {} {taken}", columns.join("/"), self.stock)
    }

    fn play(&mut self, text: &str, deck: &[String]) {
        if text == "deal" {
            let first = deck.len() - self.stock;
            for column in 0..10 {
                self.columns[column].1.push(deck[first + column].clone());
            }
            self.stock -= 10;
        } else if let Some(column) = text.strip_prefix("take:") {
            self.take(column.parse::<usize>().unwrap() - 1, deck);
        } else {
            let (from, rest) = text.split_once('>').unwrap();
            let (to, count) = rest.split_once(':').unwrap();
            let [from, to, count] = [from, to, count].map(|number| number.parse::<usize>().unwrap());
            let cards = &mut self.columns[from - 1].1;
            let moved = cards.split_off(cards.len() - count);
            self.columns[to - 1].1.extend(moved);
            self.turn(from - 1, deck);
        }
        if self.auto {
            (0..10).for_each(|column| {
                while self.has_suit(column) {
                    self.take(column, deck)
                }
            });
        }
    }

    fn take(&mut self, column: usize, deck: &[String]) {
        let cards = &mut self.columns[column].1;
        let suit = cards.split_off(cards.len() - 13);
        self.taken.push(suit[0].chars().nth(1).unwrap());
        self.turn(column, deck);
    }

    fn turn(&mut self, column: usize, deck: &[String]) {
        let (down, cards) = &mut self.columns[column];
        if cards.is_empty() && *down > 0 {
            *down -= 1;
            cards.push(deck[*down * 10 + column].clone());
        }
    }
}

#[test]
fn a_thousand_random_games_go_as_a_plain_referee_says() {
    for seed in 0..1_000 {
        let suits = [1, 2, 4][seed as usize % 3];
        let game = Spider { auto: seed % 2 == 0, ..Spider::with_suits(suits) };
        let deck: Vec<String> = numbered_deck(&game, seed).iter().map(|&card| text::card_text(card)).collect();
        let columns =
            (0..10).map(|column| (4 + usize::from(column < 4), vec![deck[44 + column].clone()])).collect::<Vec<_>>();
        let mut plain = Plain { columns, stock: 50, taken: Vec::new(), auto: game.auto };
        let mut table = Table::deal(&game, &mut Rng::new(0));
        let mut rng = Rng::new(seed);
        for _ in 0..150 {
            while let Some(outcome) = table.outcome_of_deal(seed) {
                table.play(outcome);
            }
            assert_eq!(game.position_text(table.state()), plain.text(), "seed {seed}");
            let moves = move_texts(&game, table.state());
            if table.turn().is_over() {
                assert!(game.is_won(table.state()) || plain.moves().is_empty());
                break;
            }
            assert_eq!(moves, plain.moves(), "seed {seed}");
            let moves: Vec<&String> = moves.iter().collect();
            let mv = rng.pick(&moves).to_string();
            table.play_text(&mv).unwrap();
            plain.play(&mv, &deck);
        }
    }
}

/// A toy that is small enough to look at all of it.
#[test]
fn a_game_made_by_hand_is_checked() {
    assert!(toy().checked().is_ok() && Spider::with_suits(4).checked().is_ok());
    let odd = Spider { down: 2, ..toy() }.checked().unwrap_err().to_string();
    assert!(odd.contains("change down or deals"), "{odd}");
    for wrong in [Spider { suits: 3, ..toy() }, Spider { columns: 0, ..toy() }, Spider { ranks: 0, ..toy() }] {
        assert!(wrong.checked().is_err(), "{wrong:?}");
    }
}

fn toy() -> Spider {
    Spider { suits: 1, ranks: 3, columns: 3, down: 3, deals: 2, auto: true, score: Score::Woods }
}

/// Where suits are taken too soon, too few cards are left to fill the columns before a deal: what lies there is all there will be.
#[test]
fn a_stock_that_can_never_be_dealt_is_known_and_worth_nothing_more() {
    let (mut lost, mut dealt) = (0, 0);
    for seed in 0..2_000 {
        let game = Spider { ranks: 2, columns: 4, down: 0, deals: 3, auto: seed % 2 == 0, ..toy() };
        let mut rng = Rng::new(seed);
        let mut table = game.start(&mut rng);
        let mut lost_with = None;
        for _ in 0..60 {
            let mv = match game.turn(&table) {
                Turn::Over => break,
                Turn::Chance => game.draw(&table, &mut rng),
                Turn::Of(_) => game.random_move(&table, &mut rng, &mut Vec::new()),
            };
            assert!(lost_with.is_none() || mv != DEAL);
            dealt += u32::from(mv == DEAL);
            game.play(&mut table, mv);
            assert!(lost_with.is_none_or(|stock| stock == table.stock), "it does not come back");
            if game.is_stock_lost(&table) {
                lost_with = Some(table.stock);
                for evaluation in [SpiderEvaluation::Learned, SpiderEvaluation::Expected, SpiderEvaluation::Staged] {
                    let value = evaluation.value(&game, &table, Player::FIRST);
                    assert!((value - f64::from(game.points(&table))).abs() < 1e-9);
                }
            }
        }
        lost += u32::from(lost_with.is_some());
    }
    assert!(lost > 50 && dealt > 500, "{lost}, {dealt}");
}

/// Shuffling first and turning over what lies there is the same as drawing each card when it is turned: the mean score of a
/// fixed policy, over all decks and over all outcomes of chance.
#[test]
fn shuffling_first_and_drawing_later_are_the_same() {
    let game = Spider { down: 3, deals: 1, ..toy() };
    // The policy: the first move that is listed and leads to a position not met before, else stop.
    fn choose(game: &Spider, table: &Tableau, met: &[Tableau]) -> u16 {
        let mut moves = Vec::new();
        game.moves(table, &mut moves);
        let is_new = |mv: &&u16| {
            let mut next = *table;
            game.play(&mut next, **mv);
            !met.contains(&next)
        };
        *moves.iter().rev().skip(1).find(is_new).unwrap_or(&STOP)
    }
    fn drawn(game: &Spider, table: &Tableau, met: &mut Vec<Tableau>) -> f64 {
        match game.turn(table) {
            Turn::Over => game.payoffs(table)[Player::FIRST],
            Turn::Of(_) => {
                met.push(*table);
                let mut next = *table;
                game.play(&mut next, choose(game, table, met));
                let value = drawn(game, &next, met);
                met.pop();
                value
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.moves(table, &mut outcomes);
                let total: u64 = outcomes.iter().map(|&mv| game.weight(table, mv)).sum();
                let value = |&mv: &u16| {
                    let mut next = *table;
                    game.play(&mut next, mv);
                    game.weight(table, mv) as f64 * drawn(game, &next, met)
                };
                outcomes.iter().map(value).sum::<f64>() / total as f64
            }
        }
    }
    fn shuffled(game: &Spider, deck: &[u8]) -> f64 {
        let mut table = game.start(&mut Rng::new(0));
        let mut met = Vec::new();
        loop {
            match game.turn(&table) {
                Turn::Over => return game.payoffs(&table)[Player::FIRST],
                Turn::Of(_) => {
                    met.push(table);
                    let mv = choose(game, &table, &met);
                    game.play(&mut table, mv);
                }
                Turn::Chance => {
                    let column = table.unnamed().unwrap();
                    let place = match () {
                        _ if table.is_dealing() => 9 - 3 - usize::from(table.stock) + column,
                        _ if table.is_opening(3) => 3 + column,
                        _ => usize::from(table.down(column)) * 3 + column,
                    };
                    game.play(&mut table, NAME | u16::from(deck[place]));
                }
            }
        }
    }
    // All arrangements of three aces, three twos and three threes: 1,680, each equally likely.
    let (mut total, mut decks) = (0.0, 0);
    let mut deck = vec![1u8, 1, 1, 2, 2, 2, 3, 3, 3];
    loop {
        total += shuffled(&game, &deck);
        decks += 1;
        let Some(pivot) = (0..8).rev().find(|&place| deck[place] < deck[place + 1]) else { break };
        let other = (pivot + 1..9).rev().find(|&place| deck[place] > deck[pivot]).unwrap();
        deck.swap(pivot, other);
        deck[pivot + 1..].reverse();
    }
    assert_eq!(decks, 1_680);
    let by_drawing = drawn(&game, &game.start(&mut Rng::new(0)), &mut Vec::new());
    assert!((by_drawing - total / 1_680.0).abs() < 1e-9, "{by_drawing} against {}", total / 1_680.0);
}

#[test]
fn a_bad_position_is_told_why() {
    let game = Spider::with_suits(4);
    let start = game.position_text(&game.start(&mut Rng::new(0)));
    for (text, part) in [
        ("5As 50 -", "10 columns"),
        (&start.replace("50", "49"), "multiple of 10"),
        (&start.replace(" -", " x"), "not a suit"),
        (&start.replacen("5??", "xAs", 1), "one digit"),
        (&start.replacen("5??", "5Zs", 1), "not a card"),
        (&start.replacen("5??", "5A", 1), "one is left over"),
        (&start.replace("50", "40"), "not the 104"),
        (&start.replacen("5??", "6", 1), "shows no card"),
        (&start.replacen("5??/5??/5??", "4AsAs/5As/5??", 1), "more often than 2"),
        (&start.replacen("5??", "4??As", 1), "lack a name"),
    ] {
        let problem = game.read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

/// Every outcome of chance here, with the position after it.
fn outcomes(game: &Spider, table: &Tableau) -> Vec<(u16, Tableau)> {
    let mut moves = Vec::new();
    game.moves(table, &mut moves);
    let after = |mv: u16| {
        let mut next = *table;
        game.play(&mut next, mv);
        (mv, next)
    };
    moves.into_iter().map(after).collect()
}

/// Random positions in which a card waits for its name.
fn waiting(game: &Spider, seeds: std::ops::Range<u64>) -> Vec<Tableau> {
    let mut found = Vec::new();
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let mut table = game.start(&mut rng);
        for _ in 0..80 {
            found.extend(game.unnamed(&table));
            let mv = match game.turn(&table) {
                Turn::Over => break,
                Turn::Chance => game.draw(&table, &mut rng),
                Turn::Of(_) => game.random_move(&table, &mut rng, &mut Vec::new()),
            };
            game.play(&mut table, mv);
        }
    }
    found
}

#[test]
fn a_card_that_is_not_looked_at_changes_nothing_for_the_others() {
    let mut compared = 0;
    for auto in [false, true] {
        let game = Spider { auto, ..Spider::with_suits(2) };
        for later in waiting(&game, 0..40) {
            assert_eq!(game.read_position(&game.position_text(&later)).unwrap(), later);
            let named = outcomes(&game, &later.waiting(false));
            for (mv, planned) in outcomes(&game, &later).into_iter().filter(|(mv, _)| *mv != LOOK) {
                for (name, now) in &named {
                    // Moves around the card are moves whatever it is, and naming it before or after is the same.
                    let mut moves = Vec::new();
                    game.moves(now, &mut moves);
                    assert!(moves.contains(&mv), "{} after {}", text::write_move(mv), text::write_move(*name));
                    let mut played = *now;
                    game.play(&mut played, mv);
                    // A second card may have been turned: then the first is still named first, left to right.
                    let column = later.unnamed().unwrap();
                    let mut looked = planned.waiting(false);
                    if looked.unnamed() == Some(column) {
                        game.play(&mut looked, *name);
                        assert_eq!(looked, played);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn columns_in_another_order_are_the_same_position() {
    let game = Spider::with_suits(4);
    let mut rng = Rng::new(3);
    let mut compared = 0;
    for number in 0..50 {
        let mut table = Table::deal(&game, &mut rng);
        for _ in 0..60 {
            let mv = table.outcome_of_deal(number).unwrap_or_else(|| *rng.pick(table.moves()));
            if table.turn().is_over() || mv == STOP {
                break;
            }
            table.play(mv);
        }
        let text = game.position_text(table.state());
        let (columns, rest) = text.split_once(' ').unwrap();
        let mut columns: Vec<&str> = columns.split('/').collect();
        rng.shuffle(&mut columns);
        let other = game.read_position(&format!("{} {rest}", columns.join("/"))).unwrap();
        assert_eq!(game.points(&other), game.points(table.state()));
        if game.turn(&other) == Turn::Chance {
            continue;
        }
        compared += 1;
        assert_eq!(game.canonical_key(&other), game.canonical_key(table.state()));
        let keys = |table: &Tableau| {
            let after = outcomes(&game, table).into_iter().map(|(_, next)| next);
            let settled = after.filter(|next| game.turn(next) != Turn::Chance);
            let mut keys: Vec<u64> = settled.map(|next| game.canonical_key(&next)).collect();
            keys.sort_unstable();
            keys
        };
        if !game.turn(&other).is_over() {
            assert_eq!(keys(&other), keys(table.state()), "successors are the same up to order");
        }
    }
    assert!(compared > 10, "{compared}");
}
