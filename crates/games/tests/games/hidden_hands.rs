//! Hidden hands: what is drawn agrees with what was seen, every such deal is equally likely, and nothing leaks.

use outwit_game::{AnyGame, Evaluated, Evaluation, Game, Player, Problem, Rng, Spec, Table, Turn, View};
use outwit_games::catalog;
use outwit_games::cumulative::Match;
use outwit_games::hearts::Hearts;
use outwit_games::spades::Spades;
use outwit_games::tricks::{Position, Rules, TrickGame};
use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_oneof, proptest};
use std::collections::{BTreeMap, HashMap};

/// Draws for each world there is.
const DRAWS: f64 = 30.0;

fn game(spec: &str) -> AnyGame {
    let refuse = |name: &str| Err(Problem::new(name));
    catalog::game(&Spec::parse(spec).unwrap(), &refuse).unwrap_or_else(|problem| panic!("{spec}: {problem}"))
}

fn hearts(spec: &str) -> Hearts {
    *game(spec).downcast_ref().unwrap()
}

fn spades(spec: &str) -> Spades {
    *game(spec).downcast_ref().unwrap()
}

/// All ways to give the cards of a set to hands of these sizes.
fn deals(cards: &[u64], sizes: &[u32]) -> Vec<Vec<u64>> {
    let Some((&first, rest)) = cards.split_first() else { return vec![vec![0; sizes.len()]] };
    let mut all = Vec::new();
    for seat in 0..sizes.len() {
        if sizes[seat] > 0 {
            let mut smaller = sizes.to_vec();
            smaller[seat] -= 1;
            for mut deal in deals(rest, &smaller) {
                deal[seat] |= first;
                all.push(deal);
            }
        }
    }
    all
}

/// Every start that gives a seat the look it had, by the position's text: that is how a position is made from outside.
fn starts<R: Rules>(game: &TrickGame<R>, start: &Position, seat: Player) -> Vec<Position> {
    let hand = |owner: usize| start.hand(Player::new(owner));
    let others: Vec<usize> = (0..game.players()).filter(|&other| other != seat.index()).collect();
    let unseen = others.iter().fold(0, |cards, &other| cards | hand(other));
    let cards: Vec<u64> = (0..64).map(|place| 1 << place).filter(|bit| unseen & bit != 0).collect();
    let sizes: Vec<u32> = others.iter().map(|&other| hand(other).count_ones()).collect();
    let text = game.position_text(start);
    let (hands, rest) = text.split_once(' ').unwrap();
    let hands: Vec<&str> = hands.split('/').collect();
    let mut found = Vec::new();
    for deal in deals(&cards, &sizes) {
        let mut words: Vec<String> = hands.iter().map(|hand| hand.to_string()).collect();
        for (&other, &cards) in others.iter().zip(&deal) {
            words[other] = hand_text(cards);
        }
        // A deal whose leader would be another seat does not read.
        let read = game.read_position(&format!("{} {rest}", words.join("/")));
        found.extend(read.ok().filter(|read| game.first_look(read, seat) == game.first_look(start, seat)));
    }
    found
}

fn hand_text(cards: u64) -> String {
    let suit = |suit: u32| {
        let ranks = (0..13).rev().filter(move |rank| cards >> (16 * suit + rank) & 1 == 1);
        ranks.map(|rank| "23456789TJQKA".as_bytes()[rank as usize] as char).collect::<String>()
    };
    [3, 2, 1, 0].map(suit).join(".")
}

/// Draws worlds for the mover at every position of a random game and compares how often each comes with how many there are
/// by brute force. Returns how many decisions had more than one world, and how many of these were narrowed by more than
/// the cards gone.
fn check_frequencies<R: Rules>(game: &TrickGame<R>, seed: u64) -> (usize, usize) {
    let mut rng = Rng::new(seed);
    let mut table = Table::deal(game, &mut rng);
    let (mut open_decisions, mut narrowed) = (0, 0);
    while let Turn::Of(seat) = table.turn() {
        let mut worlds: BTreeMap<String, f64> = BTreeMap::new();
        let mut tried = 0;
        'start: for mut world in starts(game, table.start(), seat) {
            let mut legal = Vec::new();
            // Only deals in which the cards were where they came from.
            for &mv in table.played() {
                legal.clear();
                game.moves(&world, &mut legal);
                let owner = game.turn(&world).player().unwrap();
                if world.hand(owner) & mv.bit() == 0 {
                    continue 'start;
                }
                if !legal.contains(&mv) {
                    tried += 1;
                    continue 'start;
                }
                game.play(&mut world, mv);
            }
            tried += 1;
            worlds.insert(game.position_text(&world), 0.0);
        }
        assert!(worlds.contains_key(&game.position_text(table.state())), "the truth is among them");
        open_decisions += usize::from(worlds.len() > 1);
        narrowed += usize::from(worlds.len() > 1 && tried > worlds.len());
        let draws = DRAWS * worlds.len() as f64;
        for _ in 0..draws as usize {
            let world = game.sample(&table.view(seat), &mut rng).expect("there is one");
            *worlds.get_mut(&game.position_text(&world)).expect("it agrees with what was seen") += 1.0;
        }
        // Pearson's sum over cells with so many draws expected each: its mean is the number of cells less 1, its variance twice
        // that. Five standard deviations and a little.
        let sum: f64 = worlds.values().map(|count| (count - DRAWS) * (count - DRAWS) / DRAWS).sum();
        let freedom = worlds.len() as f64 - 1.0;
        assert!(sum <= freedom + 5.0 * (2.0 * freedom).sqrt() + 8.0, "{sum} for {freedom}: {worlds:?}");
        let mv = *rng.pick(table.moves());
        table.play(mv);
    }
    (open_decisions, narrowed)
}

#[test]
fn every_deal_that_agrees_with_what_was_seen_is_equally_likely() {
    let (mut decisions, mut narrowed) = (0, 0);
    let mut add = |(some, more)| {
        decisions += some;
        narrowed += more;
    };
    for seed in 0..2 {
        add(check_frequencies(&hearts("hearts:open=false,cards=3"), seed));
        add(check_frequencies(&hearts("hearts:open=false,cards=4,seats=3,queen=true"), seed));
        add(check_frequencies(&spades("spades:open=false,cards=3"), seed));
        add(check_frequencies(&spades("spades:open=false,cards=4,seats=3,lead=drawn"), seed));
    }
    assert!(decisions > 40 && narrowed > 10, "{decisions} decisions, {narrowed} narrowed prove little");
}

/// The same for passing, where what the others set aside is hidden too: every choice of theirs is equally likely.
#[test]
fn passed_cards_are_respected_and_what_others_pass_is_anything() {
    let game = hearts("hearts:open=false,cards=4,seats=3,passing=left");
    for seed in 0..3 {
        let mut rng = Rng::new(seed);
        let mut table = Table::deal(&game, &mut rng);
        let mut checked = 0;
        while let Turn::Of(seat) = table.turn() {
            // Everything that gives this seat what it has seen: any deal, any choices of the others.
            let view = table.view(seat);
            let mut lines: HashMap<(Position, usize), f64> = HashMap::new();
            for start in starts(&game, table.start(), seat) {
                lines.insert((start, 1), 1.0);
            }
            for _ in table.played() {
                let mut next = HashMap::new();
                for ((world, known), count) in lines {
                    let mut moves = Vec::new();
                    game.moves(&world, &mut moves);
                    for mv in moves {
                        let mut after = world;
                        game.play(&mut after, mv);
                        let seen = game.observe(&world, mv, &after, seat);
                        if seen.as_ref().is_none_or(|seen| view.seen().get(known) == Some(seen)) {
                            *next.entry((after, known + usize::from(seen.is_some()))).or_default() += count;
                        }
                    }
                }
                lines = next;
            }
            let mut worlds: BTreeMap<String, f64> = BTreeMap::new();
            for ((world, known), count) in &lines {
                if *known == view.seen().len() && game.turn(world) == Turn::Of(seat) {
                    *worlds.entry(game.position_text(world)).or_default() += count;
                }
            }
            let lines: f64 = worlds.values().sum();
            let draws = DRAWS as usize * worlds.len();
            let mut drawn: BTreeMap<String, f64> = BTreeMap::new();
            for _ in 0..draws {
                let world = game.sample(&table.view(seat), &mut rng).expect("there is one");
                *drawn.entry(game.position_text(&world)).or_default() += 1.0;
            }
            assert!(drawn.keys().all(|world| worlds.contains_key(world)), "{:?}", table.view(seat).seen());
            let mut sum = 0.0;
            for (world, count) in &worlds {
                let expected = draws as f64 * count / lines;
                let found = drawn.get(world).copied().unwrap_or(0.0);
                sum += (found - expected) * (found - expected) / expected;
            }
            let freedom = worlds.len() as f64 - 1.0;
            assert!(sum <= freedom + 5.0 * (2.0 * freedom).sqrt() + 8.0, "{sum} for {freedom}");
            checked += usize::from(worlds.len() > 1);
            let mv = *rng.pick(table.moves());
            table.play(mv);
            if table.played().len() > 12 {
                break;
            }
        }
        assert!(checked > 5, "{checked} decisions");
    }
}

/// Plays one game at two tables whose hidden cards differ, as long as the same cards can be played at both.
fn check_leaks<R: Rules>(game: &TrickGame<R>, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut table = Table::deal(game, &mut rng);
    let mut compared = 0;
    while let Turn::Of(mover) = table.turn() {
        for seat in Player::all(game.players()) {
            let Some(world) = game.sample(&table.view(seat), &mut rng) else { panic!("the truth agrees") };
            // Of passing only the mover knows how far it has come.
            if seat != mover && game.position_text(table.state()).contains("pass") {
                continue;
            }
            let (mut here, mut there) = (*table.state(), world);
            assert_eq!(game.first_look(&here, seat), game.first_look(&there, seat), "{}", game.position_text(&here));
            loop {
                let (mut mine, mut theirs) = (Vec::new(), Vec::new());
                if game.turn(&here).is_over() {
                    break;
                }
                game.moves(&here, &mut mine);
                game.moves(&there, &mut theirs);
                mine.retain(|mv| theirs.contains(mv));
                if mine.is_empty() {
                    break;
                }
                let mv = *rng.pick(&mine);
                let (before, otherwise) = (here, there);
                game.play(&mut here, mv);
                game.play(&mut there, mv);
                // Whoever leads after passing, and what the seat got, is news that may differ.
                let [seen, instead] =
                    [(before, here), (otherwise, there)].map(|(before, after)| game.observe(&before, mv, &after, seat));
                if matches!(seen, Some(outwit_games::tricks::Sight::Passed { .. })) {
                    break;
                }
                assert_eq!(seen, instead, "{} and {}", game.position_text(&before), game.position_text(&otherwise));
                compared += usize::from(game.position_text(&before) != game.position_text(&otherwise));
            }
        }
        let mv = *rng.pick(table.moves());
        table.play(mv);
    }
    compared
}

#[test]
fn exchanging_hidden_cards_changes_nothing_a_seat_sees() {
    let mut compared = 0;
    for seed in 0..3 {
        compared += check_leaks(&hearts("hearts:open=false"), seed);
        compared += check_leaks(&hearts("hearts:open=false,passing=across"), seed);
        compared += check_leaks(&spades("spades:open=false"), seed);
        compared += check_leaks(&spades("spades:open=false,seats=3"), seed);
    }
    assert!(compared > 500, "{compared} observations prove little");
}

#[test]
fn a_view_that_no_deal_agrees_with_has_no_world() {
    let game = hearts("hearts:open=false,cards=2");
    let seat = Player::FIRST;
    let read = |text: &str| game.read_seen(seat, text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    // Seat 1 leads the king of clubs and nobody follows, so nobody can hold the ace.
    let mut seen: Vec<_> = ["A...K/?/?/? 1 - 0,0,0,0 unseen K.AK.AK.A", "KC", "AD", "KD", "KS"].map(read).to_vec();
    assert_eq!(game.sample(&View::told(&game, seat, &seen, &[]), &mut Rng::new(0)), None);
    seen.pop();
    assert!(game.sample(&View::told(&game, seat, &seen, &[]), &mut Rng::new(0)).is_some(), "seat 4 may have it");
    // Views that the table would not give are refused, not trusted.
    assert_eq!(game.sample(&View::told(&game, seat, &[], &[]), &mut Rng::new(0)), None);
    let twice = [seen[0].clone(), seen[0].clone()];
    assert_eq!(game.sample(&View::told(&game, seat, &twice, &[]), &mut Rng::new(0)), None);
    let cards = vec![read("KC"); 30];
    let told: Vec<_> = [seen[0].clone()].into_iter().chain(cards).collect();
    assert_eq!(game.sample(&View::told(&game, seat, &told, &[]), &mut Rng::new(0)), None);
}

#[test]
fn what_a_seat_sees_is_told_in_words_that_read_back() {
    let game = hearts("hearts:open=false,cards=4,passing=left");
    let mut table = Table::at(&game, game.read_position("AKQJ.../.AKQJ../..AKQJ./...AKQJ - pass 0,0,0,0").unwrap());
    for mv in "AS KS QS AH KH QH AD KD QD AC KC QC JC".split(' ') {
        table.play_text(mv).unwrap();
    }
    let texts: Vec<String> = table.view(Player::new(3)).seen().iter().map(|seen| game.seen_text(seen)).collect();
    assert_eq!(
        texts,
        [
            "?/?/?/...AKQJ - pass 0,0,0,0 12 to pass unseen AKQJ.AKQJ.AKQJ.",
            "AC",
            "KC",
            "QC, got QD,KD,AD, seat 4 leads",
            "JC"
        ]
    );
    for text in [
        "",
        "QX",
        "got 2C, seat 1 leads",
        "got QD,KD,AD",
        "QC got QD,KD,AD, seat 4 leads",
        "?/?/?/? 1 - 0,0,0,0 unseen ...",
        "?/?/?/...AKQJ - pass 0,0,0,0 13 to pass unseen AKQJ.AKQJ.AKQJ.",
        "?/?/?/...AKQJ - pass 0,0,0,0 12 to pass unseen AKQJ.AKQJ.AKQ.",
        "?/?/?/...AKQJ - pass 0,0,0,0 12 to pass unseen AKQJ.AKQJ.AKQ.J",
        "?/?/?/...AKQJ - pass 0,0,0,0 unseen AKQJ.AKQJ.AKQJ.",
        "A.../?/?/...AKQJ 1 - 0,0,0,0 unseen AKQJ.AKQJ.AKQJ.",
        "?/?/?/...AKQJ 1 2H 0,0,0,0 unseen AKQ.AKQJ.AKQJ.",
        "?/?/?/...AKQ - pass 0,0,0,0 12 to pass unseen AKQ.AKQ.AKQ.",
    ] {
        assert!(game.read_seen(Player::new(3), text).is_err(), "{text}");
    }
}

/// In the second hand of a match a seat knows the standing and what it has seen since the deal.
#[test]
fn worlds_of_a_match_have_its_standing_and_its_hand() {
    let erased = game("match:hands=3,game=(hearts:open=false,cards=3)");
    let game: &Match<Hearts> = erased.downcast_ref().expect("a match of hearts runs at its own speed");
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let mut table = Table::deal(game, &mut rng);
        while !table.turn().is_over() {
            if let Turn::Of(seat) = table.turn() {
                let world = game.sample(&table.view(seat), &mut rng).expect("the truth is one");
                assert_eq!(game.turn(&world), Turn::Of(seat));
                let [truth, drawn] = [table.state(), &world].map(|state| game.position_text(state));
                let standing = |text: &str| text.split_once(" | ").unwrap().0.to_string();
                assert_eq!(standing(&truth), standing(&drawn));
                let hand = |text: &str| {
                    text.split_once(" | ").unwrap().1.split(['/', ' ']).nth(seat.index()).unwrap().to_string()
                };
                assert_eq!(hand(&truth), hand(&drawn));
                let value = game.evaluation(0).values(game, &world);
                assert!(value.seats(4).iter().all(|value| value.is_finite()));
                for seen in table.view(seat).seen() {
                    assert_eq!(game.read_seen(seat, &game.seen_text(seen)).as_ref(), Ok(seen));
                }
            }
            match table.draw(&mut rng) {
                Some(_) => {}
                None => {
                    let mv = *rng.pick(table.moves());
                    table.play(mv);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Text from outside with a character changed is refused, or read as something that can be told, drawn and played.
    #[test]
    fn nearly_right_text_is_read_or_refused(
        seed in 0..20u64,
        plies in 0..20usize,
        place in any::<prop::sample::Index>(),
        letter in prop_oneof![prop::sample::select("AKQJT2.?/-, :1234567890".chars().collect::<Vec<_>>()), any::<char>()],
    ) {
        for spec in ["hearts:open=false,cards=4,passing=left", "hearts:open=false,cards=4", "spades:open=false,cards=5"] {
            let game = game(spec);
            let mut table = Table::deal(&game, &mut Rng::new(seed));
            for ply in 0..plies {
                let Some(&mv) = table.moves().get(ply % table.moves().len().max(1)) else { break };
                table.play(mv);
            }
            let seat = Player::new(seed as usize % 4);
            let position = game.position_text(table.state());
            let look = game.seen_text(&game.first_look(table.state(), seat).unwrap());
            let changed = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                let index = place.index(letters.len());
                letters[index] = letter;
                letters.into_iter().collect::<String>()
            };
            let mut rng = Rng::new(seed);
            if let Ok(state) = game.read_position(&changed(&position)) {
                prop_assert!(game.read_position(&game.position_text(&state)).as_ref() == Ok(&state));
                play_on(&game, state, &mut rng);
            }
            if let Ok(seen) = game.read_seen(seat, &changed(&look)) {
                prop_assert!(game.read_seen(seat, &game.seen_text(&seen)).as_ref() == Ok(&seen));
                let seen = [seen];
                if let Some(world) = game.sample(&View::told(&game, seat, &seen, &[]), &mut rng) {
                    play_on(&game, world, &mut rng);
                }
            }
        }
    }
}

/// Plays at random to the end.
fn play_on(game: &AnyGame, mut state: outwit_game::AnyState, rng: &mut Rng) {
    while !game.turn(&state).is_over() {
        let mv = game.random_move(&state, rng, &mut Vec::new());
        game.play(&mut state, mv);
    }
    let _ = (game.payoffs(&state), game.picture(&state), game.svg(&state));
}
