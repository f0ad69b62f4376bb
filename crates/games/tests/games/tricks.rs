//! Hearts and spades against a second, naive set of rules, and every rule in a position made for it.

use outwit_game::laws::{self, Effort};
use outwit_game::{AnyGame, Evaluated, Evaluation, Game, Player, Rng, Spec, perft};
use outwit_games::catalog;
use outwit_games::hearts::Hearts;
use outwit_games::spades::Spades;
use outwit_games::tricks::{Position, Rules, TrickGame};

fn any(spec: &str) -> AnyGame {
    let refuse = |name: &str| Err(outwit_game::Problem::new(name));
    catalog::game(&Spec::parse(spec).unwrap(), &refuse).unwrap_or_else(|problem| panic!("{spec}: {problem}"))
}

fn hearts(spec: &str) -> Hearts {
    *any(spec).downcast_ref().unwrap()
}

fn spades(spec: &str) -> Spades {
    *any(spec).downcast_ref().unwrap()
}

/// A card table of plain lists. Cards are texts.
#[derive(Clone, Debug)]
struct Naive {
    is_hearts: bool,
    queen_breaks: bool,
    must_break: bool,
    lowest_club: String,
    hands: Vec<Vec<String>>,
    trick: Vec<(usize, String)>,
    leader: usize,
    scores: Vec<u32>,
    broken: bool,
    first: bool,
}

fn rank(card: &str) -> usize {
    "23456789TJQKA".find(&card[..1]).unwrap()
}

fn suit(card: &str) -> &str {
    &card[1..]
}

impl Naive {
    /// From the text of a position in which no card has been played.
    fn deal(spec: &str, text: &str) -> Naive {
        let words: Vec<&str> = text.split(' ').collect();
        let read = |hand: &str| -> Vec<String> {
            let suits = hand.split('.').zip(["S", "H", "D", "C"]);
            suits.flat_map(|(ranks, suit)| ranks.chars().map(move |rank| format!("{rank}{suit}"))).collect()
        };
        let hands: Vec<Vec<String>> = words[0].split('/').map(read).collect();
        let clubs = hands.iter().flatten().filter(|card| suit(card) == "C");
        Naive {
            is_hearts: spec.starts_with("hearts"),
            queen_breaks: spec.contains("queen=true"),
            must_break: !spec.contains("break=false"),
            lowest_club: clubs.min_by_key(|card| rank(card)).unwrap().clone(),
            scores: vec![0; hands.len()],
            hands,
            trick: Vec::new(),
            leader: words[1].parse::<usize>().unwrap() - 1,
            broken: false,
            first: true,
        }
    }

    fn mover(&self) -> usize {
        (self.leader + self.trick.len()) % self.hands.len()
    }

    fn is_legal(&self, card: &str) -> bool {
        let hand = &self.hands[self.mover()];
        let is_point = |card: &str| suit(card) == "H" || card == "QS";
        match self.trick.first() {
            None if self.is_hearts && self.first => card == self.lowest_club,
            None => {
                let closed = if self.is_hearts { "H" } else { "S" };
                let is_closed = !self.broken && (self.is_hearts || self.must_break);
                !is_closed || suit(card) != closed || hand.iter().all(|other| suit(other) == closed)
            }
            Some((_, led)) if hand.iter().any(|other| suit(other) == suit(led)) => suit(card) == suit(led),
            Some(_) => !(self.is_hearts && self.first && is_point(card)) || hand.iter().all(|other| is_point(other)),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.hands[self.mover()].iter().filter(|card| self.is_legal(card)).cloned().collect()
    }

    fn play(&mut self, card: &str) {
        let mover = self.mover();
        self.hands[mover].retain(|other| other != card);
        self.broken |= match self.is_hearts {
            true => suit(card) == "H" || (self.queen_breaks && card == "QS"),
            false => suit(card) == "S",
        };
        self.trick.push((mover, card.to_string()));
        if self.trick.len() < self.hands.len() {
            return;
        }
        let led = suit(&self.trick[0].1).to_string();
        let trumps: Vec<_> = self.trick.iter().filter(|(_, card)| !self.is_hearts && suit(card) == "S").collect();
        let followers: Vec<_> = self.trick.iter().filter(|(_, card)| suit(card) == led).collect();
        let contenders = if trumps.is_empty() { followers } else { trumps };
        let winner = contenders.into_iter().max_by_key(|(_, card)| rank(card)).unwrap().0;
        for (_, card) in &self.trick {
            if self.is_hearts {
                self.scores[winner] += if card == "QS" { 13 } else { u32::from(suit(card) == "H") };
            }
        }
        if !self.is_hearts {
            self.scores[winner] += 1;
        }
        self.trick.clear();
        self.leader = winner;
        self.first = false;
    }

    fn is_over(&self) -> bool {
        self.hands.iter().all(Vec::is_empty)
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        let below = |card: &String| {
            let mut next = self.clone();
            next.play(card);
            next.perft(depth - 1)
        };
        self.moves().iter().map(below).sum()
    }
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

const OPEN: &[&str] = &[
    "hearts:open=true",
    "hearts:open=true,queen=true,cards=6",
    "hearts:open=true,seats=3",
    "hearts:open=true,cards=4,seats=3",
    "spades:open=true",
    "spades:open=true,break=false",
    "spades:open=true,seats=3,cards=5",
    "spades:open=true,cards=5,lead=drawn",
];

#[test]
fn random_games_are_played_alike_under_both_rules() {
    for spec in OPEN {
        let game = any(spec);
        for index in 0..60 {
            let mut rng = Rng::stream(11, index);
            let mut state = game.start(&mut rng);
            let mut naive = Naive::deal(spec, &game.position_text(&state));
            while !game.turn(&state).is_over() {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&state, mv)).collect();
                let text = game.position_text(&state);
                assert_eq!(sorted(texts), sorted(naive.moves()), "{spec} at {text}");
                assert_eq!(game.turn(&state).player().unwrap().index(), naive.mover(), "{spec} at {text}");
                let mv = *rng.pick(&moves);
                naive.play(&game.move_text(&state, mv));
                game.play(&mut state, mv);
            }
            assert!(naive.is_over());
            let unit = if naive.is_hearts { -1.0 } else { 10.0 };
            let paid: Vec<f64> = naive.scores.iter().map(|&score| unit * f64::from(score) + 0.0).collect();
            assert_eq!(game.payoffs(&state).seats(game.players()), paid, "{spec}");
        }
    }
}

#[test]
fn trees_have_the_size_the_naive_rules_give() {
    for (name, text) in
        [("hearts", include_str!("../../perft/hearts.txt")), ("spades", include_str!("../../perft/spades.txt"))]
    {
        for line in text.lines().filter(|line| line.starts_with(name) && !line.contains("passing")) {
            let mut words = line.split(' ');
            let spec = words.next().unwrap();
            let game = any(spec);
            let naive = Naive::deal(spec, &game.position_text(&game.start(&mut Rng::new(0))));
            for (index, count) in words.map(|word| word.parse::<u64>().unwrap()).enumerate() {
                if count < 20_000 {
                    assert_eq!(naive.perft(index as u32 + 1), count, "{line} at depth {}", index + 1);
                }
            }
        }
    }
    // And over other deals.
    for seed in 1..8 {
        for spec in [
            "hearts:open=true,cards=4",
            "hearts:open=true,seats=3,cards=4,queen=true",
            "spades:open=true,cards=4",
            "spades:open=true,cards=4,break=false",
        ] {
            let game = any(spec);
            let mut state = game.start(&mut Rng::new(seed));
            let naive = Naive::deal(spec, &game.position_text(&state));
            for depth in [4, 7, 10] {
                assert_eq!(perft(&game, &mut state, depth), naive.perft(depth), "{spec}, deal {seed}, depth {depth}");
            }
        }
    }
}

fn moves_at<R: Rules>(game: &TrickGame<R>, position: &str) -> String {
    let state = game.read_position(position).unwrap_or_else(|problem| panic!("{position}: {problem}"));
    moves_of(game, &state)
}

fn moves_of<R: Rules>(game: &TrickGame<R>, state: &Position) -> String {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn after<G: Game>(game: &G, position: &str, moves: &str) -> G::State {
    let mut state = game.read_position(position).unwrap_or_else(|problem| panic!("{position}: {problem}"));
    for text in moves.split_whitespace() {
        let mv = game.read_move(&state, text).unwrap_or_else(|problem| panic!("{problem}"));
        game.play(&mut state, mv);
    }
    state
}

#[test]
fn the_rules_of_hearts_hold() {
    let game = hearts("hearts:open=true,cards=4");
    // The lowest club is led.
    let start = "AQJ...A/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0";
    assert_eq!(moves_at(&game, start), "JC");
    // Suits are followed; who cannot throws any card, but no points on the first trick while there is another.
    assert_eq!(moves_of(&game, &after(&game, start, "JC")), "AC");
    assert_eq!(moves_of(&game, &after(&game, start, "JC AC")), "JH QH KH AH");
    assert_eq!(moves_of(&game, &after(&game, start, "JC AC JH")), "QD KD AD KS");
    let start = "AKJ...A/Q.AKQ../.J.AKQ./..J.KQJ 4 - 0,0,0,0";
    assert_eq!(moves_of(&game, &after(&game, start, "JC AC")), "QH KH AH QS");
    assert_eq!(moves_of(&game, &after(&game, start, "JC AC QS")), "QD KD AD");
    // The highest of the suit led takes the trick with all its points, and leads.
    let taken = after(&game, start, "JC AC QS QD");
    assert_eq!(game.position_text(&taken), "AKJ.../.AKQ../.J.AK./..J.KQ 1 - 13,0,0,0");
    // The queen breaks hearts where she is said to; a heart always does.
    let start = "A.A.A./Q.QJ../.K.KQ./KJ..J. 1 - 0,0,0,0";
    assert_eq!(moves_at(&game, start), "AD AS");
    assert_eq!(moves_of(&game, &after(&game, start, "AS QS KD KS")), "AD");
    let breaking = hearts("hearts:open=true,cards=4,queen=true");
    assert_eq!(moves_of(&breaking, &after(&breaking, start, "AS QS KD KS")), "AD AH");
    assert_eq!(moves_of(&game, &after(&game, start, "AS QS KH KS")), "AD AH");
    // Who has hearts alone may lead them.
    assert_eq!(moves_at(&game, ".AKQ../A.J.A./Q..KQ./KJ..J. 1 - 0,0,0,0"), "QH KH AH");
}

#[test]
fn shooting_the_moon_pays_as_it_is_set() {
    for (spec, paid) in [
        ("hearts:open=true,cards=1", [0.0, 0.0, 0.0, -1.0]),
        ("hearts:open=true,cards=1,shoot=others", [-1.0, -1.0, -1.0, 0.0]),
        ("hearts:open=true,cards=1,shoot=self", [0.0, 0.0, 0.0, 1.0]),
    ] {
        let game = hearts(spec);
        let end = after(&game, "A.../.A../..A./...A 4 - 0,0,0,0", "AC AS AH AD");
        assert_eq!(game.payoffs(&end).seats(4), paid, "{spec}");
    }
    // Once two seats have points nobody shoots, and the bounds know it.
    let game = hearts("hearts:open=true,cards=4,shoot=others");
    let shared = game.read_position("KJ.../...AK/..AK./.K.Q. 1 - 14,2,0,0").unwrap();
    let bounds = |seat: usize| game.payoff_bounds(&shared, Player::new(seat));
    assert_eq!([0, 1, 2, 3].map(bounds), [(-15.0, -14.0), (-3.0, -2.0), (-1.0, 0.0), (-1.0, 0.0)]);
    let alone = game.read_position("KJ.../...AK/..AK./.K.Q. 1 - 16,0,0,0").unwrap();
    let bounds = |seat: usize| game.payoff_bounds(&alone, Player::new(seat));
    assert_eq!([0, 1].map(bounds), [(-17.0, 0.0), (-17.0, 0.0)]);
}

#[test]
fn cards_are_passed_to_the_seat_that_is_named() {
    let start = "AKQJ.../.AKQJ../..AKQJ./...AKQJ - pass 0,0,0,0";
    for (way, expected) in [
        ("left", "J...AKQ/AKQ.J../.AKQ.J./..AKQ.J 4 - 0,0,0,0"),
        ("right", "J.AKQ../.J.AKQ./..J.AKQ/AKQ...J 4 - 0,0,0,0"),
        ("across", "J..AKQ./.J..AKQ/AKQ..J./.AKQ..J 4 - 0,0,0,0"),
    ] {
        let game = hearts(&format!("hearts:open=true,cards=4,passing={way}"));
        let passed = after(&game, start, "AS KS QS AH KH QH AD KD QD AC KC QC");
        assert_eq!(game.position_text(&passed), expected, "{way}");
    }
    let game = hearts("hearts:open=true,cards=4,passing=left");
    assert_eq!(moves_of(&game, &after(&game, start, "KS AS")), "JS QS");
    assert_eq!(game.position_text(&after(&game, start, "KS AS")), start.replace("pass", "pass:KS,AS"));
}

#[test]
fn the_rules_of_spades_hold() {
    let game = spades("spades:open=true,cards=3");
    let start = "A..KQ./KQ..A./.AKQ../...AKQ 1 - 0,0,0,0";
    assert_eq!(moves_at(&game, start), "QD KD");
    assert_eq!(moves_at(&spades("spades:open=true,cards=3,break=false"), start), "QD KD AS");
    assert_eq!(moves_at(&game, "AKQ.../..AKQ./.AKQ../...AKQ 1 - 0,0,0,0"), "QS KS AS");
    // Who cannot follow may trump; the highest trump takes the trick, whatever was led, and breaks spades.
    let start = "..AKQ./Q.AK../A.Q..A/K...KQ 1 - 0,0,0,0";
    assert_eq!(moves_of(&game, &after(&game, start, "AD")), "KH AH QS");
    assert_eq!(game.position_text(&after(&game, start, "AD QS AS KS")), "..KQ./.AK../.Q..A/...KQ 3 - 0,0,1,0");
    assert_eq!(game.position_text(&after(&game, start, "AD AH QH QC")), "..KQ./Q.K../A...A/K...K 1 - 1,0,0,0");
    let trumped = after(&game, start, "AD AH AS KS");
    assert_eq!(moves_of(&game, &trumped), "AC QH");
    let end = after(&game, start, "AD AH AS QC AC KC KD KH QH KS QD QS");
    assert_eq!(game.payoffs(&end).seats(4), [0.0, 0.0, 20.0, 10.0]);
}

#[test]
fn searches_stop_where_a_trick_ends() {
    let game = hearts("hearts:open=true");
    let mut state = game.start(&mut Rng::new(3));
    let mut scratch = Vec::new();
    for (played, plies) in
        [[0, 4, 4, 4, 4, 8, 8], [0, 3, 3, 3, 7, 7, 11], [0, 2, 2, 2, 6, 6, 10], [0, 1, 1, 1, 5, 5, 9]]
            .into_iter()
            .enumerate()
    {
        let found = [0, 1, 3, 4, 7, 8, 11].map(|depth| game.look_ahead(&state, depth));
        assert_eq!(found, plies, "{played} cards in the trick");
        let mv = game.random_move(&state, &mut Rng::new(1), &mut scratch);
        game.play(&mut state, mv);
    }
    // No further than to the end, and passing is looked at ply by ply.
    let end = hearts("hearts:open=true,cards=1").start(&mut Rng::new(0));
    assert_eq!(hearts("hearts:open=true,cards=1").look_ahead(&end, 100), 4);
    let game = hearts("hearts:open=true,passing=left");
    let start = game.start(&mut Rng::new(0));
    assert_eq!([5, 12, 15, 16, 20, 21].map(|depth| game.look_ahead(&start, depth)), [5, 12, 12, 16, 20, 20]);
}

#[test]
fn a_bad_position_is_told_why() {
    let game = hearts("hearts:open=true,cards=4");
    for (text, part) in [
        ("", "4 words; this has 0"),
        ("A.../K... 1 - 0,0,0,0", "4 hands with `/` between"),
        ("AQJ..A/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0", "not a hand of seat 1"),
        ("AQZ...A/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0", "`Z` in the hand"),
        ("AQQ...A/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0", "seat 1 holds QS twice"),
        ("AQJ...A/A.KQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0", "AS is in two hands"),
        ("AQJ...2/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0", "2C is not in this pack of 16"),
        ("AQJ.../.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0", "seat 2 has 4 cards where seat 1 has 3"),
        ("?/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,0", "seat 1 must show its cards"),
        ("AQJ...A/.AKQJ../K..AKQ./..J.KQJ 5 - 0,0,0,0", "not a seat"),
        ("AQJ...A/.AKQJ../K..AKQ./..J.KQJ 3 - 0,0,0,0", "whoever holds it leads"),
        ("AQJ...A/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0", "4 numbers with commas"),
        (
            "AQJ...A/.AKQJ../K..AKQ./..J.KQJ 4 - 0,0,0,1",
            "1 points in all, and with the cards that are left it must be 0",
        ),
        ("A...A/.KQ../..KQ./...KQ 4 - 10,0,4,0", "must be 15"),
        ("A...A/.KQ../..KQ./...KQ 4 - 10,0,5,0", "no seat has her 13"),
        ("AQJ...A/.AKQJ../K..AKQ./..J.KQ 4 XC 0,0,0,0", "not a card"),
        ("AQJ...A/.AKQJ../K..AKQ./..J.KQ 4 JC,JC 0,0,0,0", "twice"),
        ("AQJ...A/.AKQJ../K..AKQ./..J.KQJ 4 JC 0,0,0,0", "in the trick and in a hand"),
        ("AJ...A/.AKQJ../K..AKQ./..J.KQ 4 JC,QS 0,0,0,0", "seat 1 could not play QS: it had to play one of AC"),
        ("AQJ...A/.AKQJ../K..AKQ./..J.KQJ - pass 0,0,0,0", "passing=none"),
    ] {
        let problem = game.read_position(text).map(|read| game.position_text(&read)).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    let game = hearts("hearts:open=true,cards=4,passing=left");
    let hands = "AQJ...A/.AKQJ../K..AKQ./..J.KQJ";
    for (text, part) in [
        ("1 pass 0,0,0,0", "nobody leads while cards are passed"),
        ("- pass:AH 0,0,0,0", "cannot have set aside"),
        ("- pass:2C 0,0,0,0", "set aside by nobody"),
    ] {
        let problem = game.read_position(&format!("{hands} {text}")).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    for (spec, part) in [
        ("hearts:open=true,cards=14", "1 to 13 cards"),
        ("hearts:open=true,seats=3,passing=across", "needs 4 seats"),
        ("hearts:open=true,cards=2,passing=left", "too small to pass 3"),
        ("spades:open=true,cards=0", "cards is a whole number from 1"),
    ] {
        let refuse = |name: &str| Err(outwit_game::Problem::new(name));
        let problem = catalog::game(&Spec::parse(spec).unwrap(), &refuse).err().unwrap().to_string();
        assert!(problem.contains(part), "{spec}: {problem}");
    }
}

/// Every leaf's values under an evaluation, sorted, so that equal trees with other names for their cards compare equal.
fn leaves<R: Rules>(game: &TrickGame<R>, state: &Position, depth: u32, index: usize, out: &mut Vec<[u64; 4]>)
where
    TrickGame<R>: Evaluated + Game<State = Position>,
{
    if game.turn(state).is_over() || depth == 0 {
        let values = game.evaluation(index).values(game, state);
        out.push(std::array::from_fn(|seat| values[Player::new(seat)].to_bits()));
        return;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        leaves(game, &next, depth - 1, index, out);
    }
}

/// What a seat gets when all others do their worst to it.
fn paranoid<R: Rules>(game: &TrickGame<R>, state: &Position, depth: u32, index: usize, root: Player) -> f64
where
    TrickGame<R>: Evaluated + Game<State = Position>,
{
    if game.turn(state).is_over() || depth == 0 {
        return game.evaluation(index).value(game, state, root);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        paranoid(game, &next, depth - 1, index, root)
    });
    match game.turn(state).player() == Some(root) {
        true => values.fold(f64::NEG_INFINITY, f64::max),
        false => values.fold(f64::INFINITY, f64::min),
    }
}

fn check_stand_ins<R: Rules>(game: &TrickGame<R>, seed: u64, depth: u32) -> usize
where
    TrickGame<R>: Evaluated + Game<State = Position>,
{
    let mut merged = 0;
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    while !game.turn(&state).is_over() {
        let (mut moves, mut places) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        let knows = game.equivalent_moves(&state, &moves, &mut places);
        assert!(knows && places.len() == moves.len());
        for (place, &first) in places.iter().enumerate() {
            assert!(first <= place && places[first] == first);
            if first == place {
                continue;
            }
            merged += 1;
            // One that was learned may tell them apart, and says so: searches then keep them apart.
            let is_held_to_it = |index: &usize| game.evaluation(*index).is_symmetric();
            assert!(is_held_to_it(&0));
            for index in (0..game.evaluations().len()).filter(is_held_to_it) {
                let [one, other] = [first, place].map(|place| {
                    let mut next = state;
                    game.play(&mut next, moves[place]);
                    let mut values = Vec::new();
                    leaves(game, &next, depth, index, &mut values);
                    values.sort_unstable();
                    let worst = Player::all(game.players()).map(|seat| paranoid(game, &next, depth, index, seat));
                    (values, worst.collect::<Vec<_>>())
                });
                let text = game.position_text(&state);
                assert_eq!(one, other, "{text}: {:?} for {:?}", moves[first], moves[place]);
            }
        }
        let mv = *rng.pick(&moves);
        game.play(&mut state, mv);
    }
    merged
}

#[test]
fn a_card_and_its_stand_in_lead_to_the_same_tree() {
    let mut merged = 0;
    for seed in 0..6 {
        // To the end, and to a horizon that may lie in the middle of a trick.
        merged += check_stand_ins(&hearts("hearts:open=true,cards=4"), seed, 5);
        merged += check_stand_ins(&hearts("hearts:open=true,cards=3,shoot=self,queen=true"), seed, 12);
        merged += check_stand_ins(&spades("spades:open=true,cards=4"), seed, 6);
        merged += check_stand_ins(&spades("spades:open=true,cards=3,seats=3"), seed, 9);
        merged += check_stand_ins(&hearts("hearts:open=true"), seed, 2);
        merged += check_stand_ins(&spades("spades:open=true"), seed, 3);
    }
    assert!(merged > 500, "{merged} stand-ins prove little");
    // The queen stands for herself alone, and a card between that another holds, or that wins the trick, keeps two apart.
    for (position, places) in [
        ("KQJ.../.KQJ../A..KQ./.A.J.A 1 - 0,0,0,0", vec![0, 1, 0]),
        ("AKJ.../.KQJ../Q..KQ./.A.J.A 1 - 0,0,0,0", vec![0, 1, 1]),
        ("AKJ.../.KQJ../..AKQ./.A.J. 4 QS 0,0,0,0", vec![0, 1, 1]),
        // The queen lies in the trick under the ace: nothing can be passed over that matters.
        ("KJ...A/.KQJ../..KQ./.A.J. 3 AS,QS 0,0,0,0", vec![0, 0]),
    ] {
        let game = hearts("hearts:open=true,cards=4");
        let state = game.read_position(position).unwrap_or_else(|problem| panic!("{position}: {problem}"));
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        game.equivalent_moves(&state, &moves, &mut found);
        assert_eq!(found, places, "{position}");
    }
}

/// Demands of random play that evaluations add up, lie in their bounds and end in the payoffs.
fn check_evaluations<R: Rules>(game: &TrickGame<R>, seed: u64)
where
    TrickGame<R>: Evaluated + Game<State = Position>,
{
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut scratch = Vec::new();
    loop {
        for index in 0..game.evaluations().len() {
            let evaluation = game.evaluation(index);
            let values = evaluation.values(game, &state);
            let span = evaluation.span(game).unwrap();
            let sum: f64 = values.seats(game.players()).iter().sum();
            assert!(sum <= span.sum + 1e-9, "{sum} is more than {span:?}");
            assert!(values.seats(game.players()).iter().all(|&value| value >= span.lowest));
            if index == 0 && game.facts().sum.is_some() {
                assert!((sum - span.sum).abs() < 1e-9, "the hands share all that is left");
            }
            let intervals = evaluation.intervals(game, &state);
            for seat in Player::all(game.players()) {
                let interval = intervals[seat.index()];
                let (low, high) = game.payoff_bounds(&state, seat);
                if index < 2 {
                    assert!(low <= interval.low && interval.low <= interval.high && interval.high <= high);
                }
                if game.facts().sum.is_some() {
                    assert!(interval.low <= values[seat] && values[seat] <= interval.high, "{interval:?}");
                }
                if game.turn(&state).is_over() {
                    let paid = game.payoffs(&state)[seat];
                    assert_eq!((values[seat], interval.low, interval.high), (paid, paid, paid));
                }
            }
        }
        if game.turn(&state).is_over() {
            return;
        }
        let mv = game.random_move(&state, &mut rng, &mut scratch);
        game.play(&mut state, mv);
    }
}

#[test]
fn evaluations_are_win_distinguishing_and_share_what_is_left() {
    for seed in 0..40 {
        for spec in [
            "hearts:open=true",
            "hearts:open=true,seats=3",
            "hearts:open=true,cards=3,shoot=others",
            "hearts:open=true,cards=3,shoot=self",
            "hearts:open=true,cards=4,passing=left",
        ] {
            check_evaluations(&hearts(spec), seed);
        }
        for spec in ["spades:open=true", "spades:open=true,seats=3", "spades:open=true,cards=3"] {
            check_evaluations(&spades(spec), seed);
        }
    }
}

#[test]
fn intervals_are_what_the_rules_leave_open() {
    let game = spades("spades:open=true,cards=4");
    let state = game.read_position("KJ.../...AK/..AK./.K.Q. 1 - 0,0,2,0").unwrap();
    let [hand, tricks, paper] = [0, 1, 2].map(|index| game.evaluation(index).intervals(&game, &state)[2]);
    let value = game.evaluation(0).value(&game, &state, Player::new(2));
    assert_eq!((tricks.low, tricks.high), (20.0, 40.0));
    assert_eq!((hand.low, hand.high), ((20.0 + value) / 2.0, (40.0 + value) / 2.0));
    assert_eq!((paper.low, paper.high), (value, 40.0));
    let game = hearts("hearts:open=true,cards=4");
    let state = game.read_position("KJ.../...AK/..AK./.K.Q. 1 - 14,2,0,0").unwrap();
    let points = game.evaluation(1).intervals(&game, &state);
    assert_eq!([points[0].low, points[0].high, points[2].low, points[2].high], [-15.0, -14.0, -1.0, 0.0]);
}

#[test]
fn full_packs_pass_the_laws_with_hidden_hands() {
    for spec in [
        "hearts:open=false",
        "hearts:open=false,passing=right",
        "spades:open=false",
        "hearts:open=false,seats=3,passing=left",
    ] {
        laws::check(&any(spec), &Effort { games: 6, ..Effort::default() })
            .unwrap_or_else(|broken| panic!("{spec}: {broken}"));
    }
}

/// What one seat is paid on average that looks a card ahead by the default evaluation, among seats that play at random.
fn greedy_among_random<R: Rules>(game: &TrickGame<R>) -> f64
where
    TrickGame<R>: Evaluated + Game<State = Position>,
{
    let evaluation = game.evaluation(0);
    let paid = (0..200).map(|deal| {
        let greedy = Player::new(deal % 4);
        let mut rng = Rng::new(deal as u64);
        let mut state = game.start(&mut rng);
        while let Some(mover) = game.turn(&state).player() {
            let mut mv = game.random_move(&state, &mut rng, &mut Vec::new());
            if mover == greedy {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let worth = |mv| {
                    let mut next = state;
                    game.play(&mut next, mv);
                    evaluation.value(game, &next, greedy)
                };
                mv = moves.into_iter().max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap();
            }
            game.play(&mut state, mv);
        }
        game.payoffs(&state)[greedy]
    });
    paid.sum::<f64>() / 200.0
}

#[test]
fn the_evaluation_of_the_hand_beats_random_play() {
    let (hearts, spades) =
        (greedy_among_random(&hearts("hearts:open=true")), greedy_among_random(&spades("spades:open=true")));
    // Equal shares would be -6.5 and 32.5.
    assert!(hearts > -5.5, "{hearts}");
    assert!(spades > 39.0, "{spades}");
}
