//! Backgammon against a second, naive generator of plays: plain arrays, one checker at a time, longest plays by filtering.

use outwit_game::{Evaluated, Evaluation, Game, Player, Rng, Turn, perft};
use outwit_games::backgammon::{Backgammon, Board};
use proptest::prelude::*;
use std::collections::BTreeSet;

const GAME: Backgammon = Backgammon { gammons: true };

/// A position of the naive rules. A side's checkers by its own points: 0 is off, 25 the bar.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Naive {
    sides: [[u8; 26]; 2],
    dice: Option<(u8, u8)>,
    mover: Option<usize>,
}

impl Naive {
    fn of(board: &Board) -> Naive {
        let text = GAME.position_text(board);
        let words: Vec<&str> = text.split(' ').collect();
        let mut sides = [[0; 26]; 2];
        for (index, word) in words[0].split(',').enumerate() {
            if let Some(count) = word.strip_suffix('x') {
                sides[0][index + 1] = count.parse().unwrap();
            } else if let Some(count) = word.strip_suffix('o') {
                sides[1][24 - index] = count.parse().unwrap();
            }
        }
        for (word, place) in [(words[1], 25), (words[2], 0)] {
            let (x, o) = word.split_once('/').unwrap();
            (sides[0][place], sides[1][place]) = (x.parse().unwrap(), o.parse().unwrap());
        }
        let dice = words[3].split_once('-').filter(|(a, _)| !a.is_empty());
        let dice = dice.map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()));
        Naive { sides, dice, mover: words[4].parse::<usize>().ok().map(|seat| seat - 1) }
    }

    fn text(&self) -> String {
        let point = |index: usize| match (self.sides[0][index + 1], self.sides[1][24 - index]) {
            (0, 0) => "0".to_string(),
            (x, 0) => format!("{x}x"),
            (_, o) => format!("{o}o"),
        };
        let points: Vec<String> = (0..24).map(point).collect();
        let [x, o] = self.sides;
        let dice = self.dice.map_or("-".to_string(), |(a, b)| format!("{a}-{b}"));
        let mover = self.mover.map_or("-".to_string(), |seat| (seat + 1).to_string());
        format!("{} {}/{} {}/{} {dice} {mover}", points.join(","), x[25], o[25], x[0], o[0])
    }

    /// The position after one checker of `me` has gone from a point with a die, if it may.
    fn one_step(&self, me: usize, from: usize, die: u8) -> Option<Naive> {
        let mine = &self.sides[me];
        if mine[from] == 0 || (from != 25 && mine[25] > 0) {
            return None;
        }
        let to = from as i32 - i32::from(die);
        let mut next = self.clone();
        next.sides[me][from] -= 1;
        if to <= 0 {
            let all_home = (7..=25).all(|point| mine[point] == 0);
            let none_behind = (from + 1..=25).all(|point| mine[point] == 0);
            if !all_home || (to < 0 && !none_behind) {
                return None;
            }
            next.sides[me][0] += 1;
            return Some(next);
        }
        let theirs = &mut next.sides[1 - me];
        match theirs[25 - to as usize] {
            0 => {}
            1 => {
                theirs[25 - to as usize] = 0;
                theirs[25] += 1;
            }
            _ => return None,
        }
        next.sides[me][to as usize] += 1;
        Some(next)
    }

    fn all_plays(&self, me: usize, left: &[u8], played: &mut Vec<u8>, found: &mut BTreeSet<(Vec<u8>, Naive)>) {
        found.insert((played.clone(), self.clone()));
        for index in 0..left.len() {
            let mut rest = left.to_vec();
            let die = rest.remove(index);
            for from in 1..=25 {
                if let Some(next) = self.one_step(me, from, die) {
                    played.push(die);
                    next.all_plays(me, &rest, played, found);
                    played.pop();
                }
            }
        }
    }

    /// Every position a legal play leads to.
    fn after_plays(&self) -> BTreeSet<Naive> {
        let me = self.mover.unwrap();
        let (a, b) = self.dice.unwrap();
        let dice = if a == b { vec![a; 4] } else { vec![a, b] };
        let mut found = BTreeSet::new();
        self.all_plays(me, &dice, &mut Vec::new(), &mut found);
        let longest = found.iter().map(|(played, _)| played.len()).max().unwrap();
        found.retain(|(played, _)| played.len() == longest);
        if longest == 1 && found.iter().any(|(played, _)| played[0] == a.max(b)) {
            found.retain(|(played, _)| played[0] == a.max(b));
        }
        found.into_iter().map(|(_, position)| Naive { dice: None, mover: Some(1 - me), ..position }).collect()
    }

    fn is_over(&self) -> bool {
        self.sides.iter().any(|side| side[0] == 15)
    }

    /// Positions exactly this many moves below, moves of chance included.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        let below = |next: Naive| next.perft(depth - 1);
        match (self.mover, self.dice) {
            (None, _) => (1..=6u8)
                .flat_map(|x| (1..=6u8).map(move |o| (x, o)))
                .filter(|(x, o)| x != o)
                .map(|(x, o)| below(Naive { dice: Some((x, o)), mover: Some(usize::from(o > x)), ..self.clone() }))
                .sum(),
            (_, None) => (1..=6u8)
                .flat_map(|larger| (1..=larger).map(move |smaller| (larger, smaller)))
                .map(|dice| below(Naive { dice: Some(dice), ..self.clone() }))
                .sum(),
            _ if depth == 1 => self.after_plays().len() as u64,
            _ => self.after_plays().into_iter().map(below).sum(),
        }
    }
}

/// Demands of a position to be played that both generators reach the same positions, and the game's each once.
fn compare(board: &Board) -> usize {
    let naive = Naive::of(board);
    let mut moves = Vec::new();
    GAME.moves(board, &mut moves);
    let reached: BTreeSet<Naive> = moves
        .iter()
        .map(|&mv| {
            let mut next = *board;
            GAME.play(&mut next, mv);
            Naive::of(&next)
        })
        .collect();
    let text = GAME.position_text(board);
    assert_eq!(reached.len(), moves.len(), "a position is reached twice from {text}");
    assert_eq!(reached, naive.after_plays(), "from {text}");
    let texts: BTreeSet<String> = moves.iter().map(|&mv| GAME.move_text(board, mv)).collect();
    assert_eq!(texts.len(), moves.len(), "two plays have one text: {texts:?} from {text}");
    moves.len()
}

fn read(text: &str) -> Board {
    GAME.read_position(text).unwrap()
}

fn play_texts(position: &str) -> BTreeSet<String> {
    let board = read(position);
    compare(&board);
    let mut moves = Vec::new();
    GAME.moves(&board, &mut moves);
    moves.iter().map(|&mv| GAME.move_text(&board, mv)).collect()
}

const START: &str = "2o,0,0,0,0,5x,0,3x,0,0,0,5o,5x,0,0,0,3o,0,5o,0,0,0,0,2x 0/0 0/0";

#[test]
fn the_opening_has_these_many_plays_for_every_roll() {
    let count = |larger: u8, smaller: u8| compare(&read(&format!("{START} {larger}-{smaller} 1")));
    let counts: Vec<Vec<usize>> =
        (1..=6).map(|larger| (1..=larger).map(|smaller| count(larger, smaller)).collect()).collect();
    // From 1-1 over 2-1, 2-2, 3-1 ... to 6-6.
    let expected: [&[usize]; 6] =
        [&[42], &[15, 75], &[16, 17, 73], &[14, 18, 17, 52], &[8, 8, 9, 9, 4], &[10, 14, 14, 14, 7, 11]];
    assert_eq!(counts, expected);
    // The board is the same from both sides.
    for text in ["6-5", "3-1", "4-4"] {
        assert_eq!(play_texts(&format!("{START} {text} 1")), play_texts(&format!("{START} {text} 2")));
    }
}

#[test]
fn trees_have_the_size_the_naive_rules_give() {
    let mut start = Board::opening();
    for depth in 1..=4 {
        assert_eq!(perft(&GAME, &mut start, depth), Naive::of(&start).perft(depth), "depth {depth}");
    }
}

#[test]
fn random_games_reach_the_same_positions_under_both_rules() {
    let mut passes = 0;
    for index in 0..30 {
        let mut rng = Rng::stream(3, index);
        let mut board = Board::opening();
        let mut moves = Vec::new();
        while !GAME.turn(&board).is_over() {
            let mv = match GAME.turn(&board) {
                Turn::Chance => GAME.draw(&board, &mut rng),
                _ => {
                    compare(&board);
                    moves.clear();
                    GAME.moves(&board, &mut moves);
                    passes += usize::from(GAME.move_text(&board, moves[0]) == "pass");
                    *rng.pick(&moves)
                }
            };
            GAME.play(&mut board, mv);
        }
    }
    assert!(passes > 20, "{passes} passes prove little");
}

#[test]
fn the_rules_of_using_dice_hold() {
    let empty = ["0"; 24];
    let place = |checkers: &[(usize, &'static str)]| {
        let mut points = empty;
        checkers.iter().for_each(|&(point, text)| points[point - 1] = text);
        points.join(",")
    };
    let set = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect::<BTreeSet<_>>();
    // Either die can be played but not both: the larger it is.
    let points = place(&[(24, "1x"), (13, "2o")]);
    assert_eq!(play_texts(&format!("{points} 0/0 14/13 6-5 1")), set(&["24/18"]));
    // The larger is blocked at once, the smaller can be played.
    let points = place(&[(24, "1x"), (18, "2o"), (13, "2o")]);
    assert_eq!(play_texts(&format!("{points} 0/0 14/11 6-5 1")), set(&["24/19"]));
    // The smaller die first makes room for the larger: both must be played.
    let points = place(&[(10, "1x"), (4, "2o"), (1, "13o")]);
    assert_eq!(play_texts(&format!("{points} 0/0 14/0 6-1 1")), set(&["10/3"]));
    // A larger die bears off from the highest point alone.
    let points = place(&[(4, "1x"), (2, "2x"), (24, "3o")]);
    assert_eq!(play_texts(&format!("{points} 0/0 12/12 6-5 1")), set(&["4/off,2/off"]));
    // Bar first, and hits on the way are told apart.
    let points = place(&[(24, "1o"), (23, "1o"), (6, "14x"), (1, "13o")]);
    let texts = play_texts(&format!("{points} 1/0 0/0 2-1 1"));
    assert!(texts.contains("bar/24*/22") && texts.contains("bar/23*/22"), "{texts:?}");
    assert!(texts.contains("bar/24*,6/4") && !texts.iter().any(|text| text == "6/5,6/4"), "{texts:?}");
    // A closed board lets nobody in.
    let points = place(&[(1, "13x"), (19, "2o"), (20, "2o"), (21, "2o"), (22, "2o"), (23, "2o"), (24, "2o")]);
    assert_eq!(play_texts(&format!("{points} 2/0 0/3 6-6 1")), set(&["pass"]));
    // Doubles, grouped.
    assert!(play_texts(&format!("{START} 6-6 1")).contains("24/18(2),13/7(2)"));
    assert!(play_texts(&format!("{START} 1-1 2")).contains("8/7(2),6/5(2)"));
    assert!(play_texts(&format!("{START} 6-5 2")).contains("24/13"));
}

#[test]
fn wins_count_single_double_and_triple() {
    let empty = vec!["0"; 23].join(",");
    let pays = |position: &str, gammons: bool| Backgammon { gammons }.payoffs(&read(position))[Player::FIRST];
    // Seat 2's last checkers: one borne off; all at home; one in seat 1's home; one on the bar.
    let single = format!("{empty},14o 0/0 15/1 - 2");
    let gammon = format!("{empty},15o 0/0 15/0 - 2");
    let backgammon = format!("1o,{}14o 0/0 15/0 - 2", "0,".repeat(22));
    let on_the_bar = format!("{empty},14o 0/1 15/0 - 2");
    assert_eq!([&single, &gammon, &backgammon, &on_the_bar].map(|text| pays(text, true)), [1.0, 2.0, 3.0, 3.0]);
    assert_eq!([&single, &gammon, &backgammon, &on_the_bar].map(|text| pays(text, false)), [1.0; 4]);
    let lost = format!("15x,{} 0/0 0/15 - 1", empty);
    assert_eq!(pays(&lost, true), -2.0);
}

#[test]
fn dice_are_drawn_as_they_are_weighted() {
    for (position, rolls) in [(format!("{START} - -"), 30), (format!("{START} - 2"), 21)] {
        let board = read(&position);
        let mut outcomes = Vec::new();
        GAME.moves(&board, &mut outcomes);
        assert_eq!(outcomes.len(), rolls);
        let total: u64 = outcomes.iter().map(|&outcome| GAME.weight(&board, outcome)).sum();
        assert_eq!(total, if rolls == 30 { 30 } else { 36 });
        let mut counts = vec![0.0; outcomes.len()];
        let mut rng = Rng::new(9);
        for _ in 0..1_000 * total {
            let drawn = GAME.draw(&board, &mut rng);
            counts[outcomes.iter().position(|&outcome| outcome == drawn).unwrap()] += 1.0;
        }
        for (&outcome, count) in outcomes.iter().zip(counts) {
            let expected = 1_000.0 * GAME.weight(&board, outcome) as f64;
            assert!((count - expected).abs() < 5.0 * expected.sqrt(), "{}: {count}", GAME.move_text(&board, outcome));
        }
    }
}

#[test]
fn evaluations_count_what_they_say() {
    let start = Board::opening();
    let mut features = Vec::new();
    GAME.evaluation(0).features(&GAME, &start, &mut features);
    assert_eq!(features, [167.0, 0.0, 0.0, 0.0, 167.0, 0.0, 0.0, 0.0]);
    // Seat 1 plays 24/13 with a 6-5 and leaves a blot on its 24, which seat 2's checkers behind it reach.
    let mut board = read(&format!("{START} 6-5 1"));
    let mv = GAME.read_move(&board, "24/13").unwrap();
    GAME.play(&mut board, mv);
    let [pips, blots] = [1, 2].map(|index| GAME.evaluation(index).value(&GAME, &board, Player::FIRST));
    assert_eq!(pips, 11.0 / 375.0);
    assert!((blots - (11.0 - 11.0 / 36.0) / 375.0).abs() < 1e-12, "{blots}");
}

#[test]
fn a_bad_position_is_told_why() {
    let points = START.split(' ').next().unwrap();
    for (text, part) in [
        ("".to_string(), "5 words; this has 0"),
        (format!("{} 0/0 0/0 - 1", &points[3..]), "24 points, with commas between, and 23"),
        (format!("{} 0/0 0/0 - 1", points.replace("5x", "5y")), "point 6, `5y`"),
        (format!("{} 0/0 0/0 - 1", points.replace("5x", "-5x")), "point 6, `-5x`"),
        (format!("{} 0/0 0/0 - 1", points.replace("5x", "16x")), "point 6, `16x`"),
        (format!("{} 0/0 0/0 - 1", points.replace("5x", "999999999999x")), "point 6"),
        (format!("{} 0/0 0/0 - 1", points.replacen("5x", "6x", 1)), "seat 1 has 16 checkers"),
        (format!("{points} 0/1 0/0 - 1"), "seat 2 has 16 checkers"),
        (format!("{points} 0 0/0 - 1"), "`0` is not the bar"),
        (format!("{points} 0/0 -1/0 - 1"), "`-1/0` is not what is borne off"),
        (format!("{points} 0/0 0/0 7-1 1"), "`7-1` is not a roll"),
        (format!("{points} 0/0 0/0 6-1 -"), "before the opening roll"),
        (format!("{points} 0/0 0/0 6-1 3"), "`3` is not a seat"),
        (format!("{} 0/0 15/15 - 1", vec!["0"; 24].join(",")), "both sides have borne off"),
        (format!("{},15o 0/0 15/0 - 1", vec!["0"; 23].join(",")), "`- 2`"),
        (
            "2x,2x,2x,2x,2x,2x,0,0,0,0,0,0,0,0,0,0,0,0,2o,2o,2o,2o,2o,2o 3/3 0/0 - 1".to_string(),
            "both sides are on the bar",
        ),
    ] {
        let problem = GAME.read_position(&text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

/// Any placing of the checkers, crowded where plays are special: home boards, the bar, few checkers left.
fn any_position() -> impl Strategy<Value = String> {
    let side = |range: std::ops::RangeInclusive<usize>| prop::collection::vec(range, 15);
    let sides = prop_oneof![
        (side(0..=25), side(0..=25)),
        (side(0..=6), side(0..=24)),
        (side(0..=7), side(0..=7)),
        (side(18..=25), side(1..=6)),
        (side(1..=12), side(1..=25)),
    ];
    (sides, 1..=6u8, 1..=6u8, 0..2usize).prop_map(|((mine, theirs), a, b, mover)| {
        let mut sides = [[0; 26]; 2];
        for point in mine {
            sides[mover][point] += 1;
        }
        // Where mine stand already, theirs are borne off.
        for point in theirs {
            let is_taken = (1..25).contains(&point) && sides[mover][25 - point] > 0;
            sides[1 - mover][if is_taken { 0 } else { point }] += 1;
        }
        Naive { sides, dice: Some((a.max(b), a.min(b))), mover: Some(mover) }.text()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_position_has_the_plays_of_the_naive_rules(position in any_position()) {
        if let Ok(board) = GAME.read_position(&position) {
            compare(&board);
        }
    }
}
