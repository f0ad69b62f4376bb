//! The explicit tree: what files it reads, what it says of those it does not, and what seats see in it.

use outwit_game::laws::{self, Effort};
use outwit_game::{
    Evaluated, Evaluation, Fraction, Game, Interval, MAX_SEATS, Outline, OutlineTurn, Player, Rng, Table, Turn,
    descend, leaf_count,
};
use outwit_games::tree::{DEEPEST, Glimpse, LARGEST_NUMBER, Place, Tree, read, write};
use proptest::prelude::*;
use std::collections::HashMap;

const EXAMPLES: [&str; 7] = [
    include_str!("../../trees/maxprob-figure1.json"),
    include_str!("../../trees/parker-figure2.json"),
    include_str!("../../trees/parker-figure3.json"),
    include_str!("../../trees/sequential.json"),
    include_str!("../../trees/spikes.json"),
    include_str!("../../trees/two-dice.json"),
    include_str!("../../trees/umbrella.json"),
];

fn tree(text: &str) -> Tree {
    Tree::from_json(text).unwrap()
}

/// A game for two whose root has these children.
fn below_root(children: &str) -> String {
    format!(r#"{{"players": 2, "root": {{"turn": 1, "children": [{children}]}}}}"#)
}

#[test]
fn a_broken_file_is_told_what_is_wrong_and_where() {
    let leaf = r#"{"move": "z", "payoffs": [0, 0]}"#;
    let set = |move_to: &str, payoffs: &str| {
        format!(
            r#"{{"move": "{move_to}", "turn": 2, "set": "s", "children": [{{"move": "l", "payoffs": [0,0]}}, {payoffs}]}}"#
        )
    };
    for (text, parts) in [
        // Syntax.
        ("".to_string(), vec!["line 1, column 1", "`{` is missing", "the file ends"]),
        ("{\"players\": 2,\n  \"root\": [1]}".to_string(), vec!["at root: line 2, column 11", "`{` is missing", "`[`"]),
        (r#"{"players": 2"#.to_string(), vec!["column 14", "`,` or `}` is missing"]),
        (format!("{} x", EXAMPLES[0]), vec!["nothing may follow"]),
        (below_root(r#"{"move": "a, "payoffs": [0, 0]}"#), vec!["at root > a, : line 1", "`,` or `}` is missing"]),
        (below_root("{\"move\": \"a"), vec!["no end"]),
        (below_root("{\"move\": \"a\\q\"}"), vec!["escape"]),
        (below_root(r#"{"move": "a", "payoffs": [0, 01]}"#), vec!["at root > a", "`01` is not a finite number"]),
        (below_root(r#"{"move": "a", "payoffs": [0, 1e999]}"#), vec!["at root > a", "`1e999`"]),
        (below_root(r#"{"move": "a", "payoffs": [0, "1/0"]}"#), vec!["at root > a", "`1/0`"]),
        (below_root(r#"{"move": "a", "payoffs": [0, "nan"]}"#), vec!["at root > a", "`nan`"]),
        (below_root(r#"{"move": "a", "payoffs": [0, 0,]}"#), vec!["at root > a", "a number is missing"]),
        (below_root(&format!("{leaf},")), vec!["at root", "`{` is missing"]),
        // Keys.
        (r#"{"root": {"payoffs": [1]}}"#.to_string(), vec!["`players` is missing"]),
        (r#"{"players": 1}"#.to_string(), vec!["`root` is missing"]),
        (r#"{"players": 1, "players": 1}"#.to_string(), vec!["`players` stands a second time"]),
        (r#"{"player": 1}"#.to_string(), vec!["no key `player`", "did you mean `players`?"]),
        (r#"{"players": 7, "root": {}}"#.to_string(), vec!["from 1 to 6, not 7"]),
        (r#"{"players": 0, "root": {}}"#.to_string(), vec!["from 1 to 6, not 0"]),
        (r#"{"players": 1.5, "root": {}}"#.to_string(), vec!["not 1.5"]),
        (below_root(r#"{"move": "a", "payofs": [0, 0]}"#), vec!["at root > a", "no key `payofs`", "`payoffs`?"]),
        (below_root(r#"{"payoff": [0, 0]}"#), vec!["at root > child 1", "no key `payoff`"]),
        (below_root(r#"{"move": "a", "move": "b"}"#), vec!["at root > a", "`move` stands a second time"]),
        (below_root(r#"{"move": "", "payoffs": [0, 0]}"#), vec!["may not be empty"]),
        // Nodes.
        (below_root(""), vec!["at root", "`children` is empty"]),
        (below_root(r#"{"move": "a"}"#), vec!["at root > a", "needs `payoffs`, or a `heuristic`"]),
        (below_root("{}"), vec!["at root > child 1", "the `move` that leads here is missing"]),
        (below_root(r#"{"payoffs": [0, 0]}"#), vec!["at root > child 1", "`move`"]),
        (r#"{"players": 1, "root": {"move": "a", "payoffs": [0]}}"#.to_string(), vec!["at root", "no `move`"]),
        (below_root(r#"{"move": "a b", "payoffs": [0, 0]}"#), vec!["at root > a b", "holds white space"]),
        (below_root(&format!("{leaf}, {leaf}")), vec!["at root", "two children have the move `z`"]),
        (below_root(r#"{"move": "a", "payoffs": [0]}"#), vec!["at root > a", "`payoffs` has one entry a seat, 2"]),
        (below_root(r#"{"move": "a", "heuristic": [0, 0, 0]}"#), vec!["at root > a", "`heuristic`", "not 3"]),
        (below_root(r#"{"move": "a", "interval": [[0, 1]]}"#), vec!["at root > a", "`interval`", "not 1"]),
        (below_root(r#"{"move": "a", "interval": [[0, 1], [1, 0]]}"#), vec!["at root > a", "seat 2's", "[1, 0]"]),
        (below_root(r#"{"move": "a", "interval": [[0, 1], [1]]}"#), vec!["at root > a", "two numbers"]),
        (below_root(r#"{"move": "a", "spikes": []}"#), vec!["at root > a", "`spikes` is empty"]),
        (below_root(r#"{"move": "a", "spikes": [[1, 0.5]]}"#), vec!["at root > a", "`spikes` add up to 0.5"]),
        (below_root(r#"{"move": "a", "spikes": [[1, -1], [2, 2]]}"#), vec!["at root > a", "[1, -1] is not a spike"]),
        (
            below_root(r#"{"move": "a", "spikes": [[1, 1]]}, {"move": "b", "payoffs": [1, 0]}"#),
            vec!["at root > a", "zero-sum", "at root > b"],
        ),
        (r#"{"players": 3, "root": {"spikes": [[1, 1]]}}"#.to_string(), vec!["for two seats"]),
        (below_root(&format!(r#"{{"move": "a", "children": [{leaf}]}}"#)), vec!["at root > a", "needs a `turn`"]),
        (
            below_root(&format!(r#"{{"move": "a", "turn": 3, "children": [{leaf}]}}"#)),
            vec!["at root > a", "`turn` is 3"],
        ),
        (below_root(&format!(r#"{{"move": "a", "turn": 0, "children": [{leaf}]}}"#)), vec!["at root > a", "not 0"]),
        (below_root(&format!(r#"{{"move": "a", "turn": "2", "children": [{leaf}]}}"#)), vec!["at root > a", "not `2`"]),
        (
            below_root(&format!(r#"{{"move": "a", "payoffs": [0, 0], "turn": 1, "children": [{leaf}]}}"#)),
            vec!["at root > a", "has no `children`"],
        ),
        (below_root(r#"{"move": "a", "payoffs": [0, 0], "turn": 1}"#), vec!["at root > a", "has no `turn`"]),
        // Chance.
        (below_root(r#"{"move": "a", "p": 1, "payoffs": [0, 0]}"#), vec!["at root > a", "`p` belongs to"]),
        (
            below_root(&format!(r#"{{"move": "a", "turn": "chance", "children": [{leaf}]}}"#)),
            vec!["at root > a > z", "needs its probability"],
        ),
        (
            below_root(
                r#"{"move": "a", "turn": "chance", "children": [{"move": "x", "p": 0, "payoffs": [0, 0]}, {"move": "y", "p": 1, "payoffs": [0, 0]}]}"#,
            ),
            vec!["at root > a > x", "more than 0"],
        ),
        (
            below_root(
                r#"{"move": "a", "turn": "chance", "children": [{"move": "x", "p": "1/3", "payoffs": [0, 0]}, {"move": "y", "p": 0.66, "payoffs": [0, 0]}]}"#,
            ),
            vec!["at root > a", "add up to 0.99"],
        ),
        // Sets.
        (below_root(r#"{"move": "a", "set": "s", "payoffs": [0, 0]}"#), vec!["at root > a", "where a seat moves"]),
        (
            below_root(
                r#"{"move": "a", "turn": "chance", "set": "s", "children": [{"move": "x", "p": 1, "payoffs": [0, 0]}]}"#,
            ),
            vec!["at root > a", "where a seat moves"],
        ),
        (
            below_root(&format!(
                "{}, {}",
                set("a", r#"{"move": "r", "payoffs": [0,0]}"#),
                set("b", r#"{"move": "q", "payoffs": [0,0]}"#)
            )),
            vec!["at root > b", "set `s`", "l q", "at root > a l r"],
        ),
        (
            r#"{"players": 1, "root": {"turn": 1, "children": [
                {"move": "a", "turn": 1, "set": "s", "children": [{"move": "x", "payoffs": [0]}]},
                {"move": "b", "turn": 1, "set": "s", "children": [{"move": "x", "payoffs": [0]}]}]}}"#
                .to_string(),
            vec!["at root > b", "seat 1 could tell", "at root > a", "remembers"],
        ),
        (
            r#"{"players": 1, "root": {"turn": 1, "set": "s", "children": [
                {"move": "a", "turn": 1, "set": "s", "children": [{"move": "a", "payoffs": [0]}]}]}}"#
                .to_string(),
            vec!["at root > a", "seat 1 could tell"],
        ),
    ] {
        let problem = read(&text).expect_err(&text).to_string();
        for part in parts {
            assert!(problem.contains(part), "{text}\ngives: {problem}\nwhich lacks: {part}");
        }
    }
}

/// A tree of one way down, this deep.
fn chain(depth: usize) -> String {
    let open = r#""turn": 1, "children": [{"move": "a", "#.repeat(depth);
    format!(r#"{{"players": 1, "root": {{{open} "payoffs": [1]{}}}}}"#, "}]".repeat(depth))
}

#[test]
fn a_file_may_be_deep_and_too_deep_a_file_is_an_error() {
    let deep = tree(&chain(DEEPEST));
    assert_eq!(deep.nodes(), DEEPEST + 1);
    let bottom = "/a".repeat(DEEPEST);
    assert_eq!(deep.position_text(&deep.read_position(&bottom).unwrap()), bottom);
    let problem = read(&chain(DEEPEST + 1)).unwrap_err().to_string();
    assert!(problem.contains("more than 1000 moves deep") && problem.contains("at root > ... > a > a"), "{problem}");
    assert!(read(&chain(300_000)).is_err());
    assert!(read(&"[".repeat(1_000_000)).is_err());
    assert!(read(&format!(r#"{{"players": 1, "root": {{"value": {}"#, "[".repeat(1_000_000))).is_err());
}

#[test]
fn a_file_may_be_wide() {
    let mut text = r#"{"players": 1, "root": {"turn": 1, "children": [{"move": "m0", "payoffs": [0]}"#.to_string();
    for index in 1..200_000 {
        text.push_str(&format!(r#", {{"move": "m{index}", "payoffs": [{index}]}}"#));
    }
    text.push_str("]}}");
    let wide = tree(&text);
    assert_eq!(leaf_count(&wide, &mut Place::ROOT.clone()), (200_001, 200_000));
    assert_eq!((wide.facts().lowest, wide.facts().highest), (0.0, 199_999.0));
    assert!(wide.picture(&Place::ROOT).lines().count() <= 40);
}

#[test]
fn fields_nobody_asked_for_do_no_harm() {
    let text = r#"{"root": {"children": [{"payoffs": ["1/3", -0.5e1], "move": "\u00e4\/", "value": [1, null]}],
        "value": {"any": ["thing"]}, "turn": 1}, "players": 2.0}"#;
    let (players, outline) = read(text).unwrap();
    assert_eq!((players, outline.value.clone()), (2, None));
    assert_eq!(outline.children[0].mv, "ä/");
    assert_eq!(outline.children[0].payoffs, Some(vec![1.0 / 3.0, -5.0]));
    assert_eq!(outline.children[0].value, Some(vec![Some(1.0), None]));
    let tree = Tree::new(players, &outline).unwrap();
    let place = tree.read_position("/ä~1").unwrap();
    assert_eq!(tree.position_text(&place), "/ä~1");
}

#[test]
fn a_bad_position_is_told_why() {
    let figure = tree(EXAMPLES[0]);
    for (text, part) in [
        ("", "each after a `/`"),
        ("a", "each after a `/`"),
        ("/x", "step 1 of the position, `x`, is no move at `/`; the moves there are a b"),
        ("/a/cc", "step 2 of the position, `cc`, is no move at `/a`; did you mean `c`?"),
        ("/a/", "step 2 of the position, ``"),
        ("/a/c/d", "play is over there"),
    ] {
        let problem = figure.read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

#[test]
fn facts_are_computed_from_the_tree() {
    let facts = EXAMPLES.map(|text| tree(text).facts());
    assert!(facts.iter().all(|facts| !facts.cyclic));
    let bounds = facts.map(|facts| (facts.lowest, facts.highest));
    let ends = [(0.0, 1.0), (-1.0, 1.0), (-1.0, 1.0), (2.0, 8.0), (-1.0, 1.0), (-3.0, 3.0), (-1.0, 100.0)];
    assert_eq!(bounds, ends);
    assert_eq!(facts.map(|facts| facts.sum), [None, Some(0.0), Some(0.0), None, Some(0.0), Some(0.0), None]);
    assert_eq!(facts.map(|facts| facts.chance), [false, false, false, false, false, true, true]);
    assert_eq!(facts.map(|facts| facts.hidden), [false, true, true, false, false, false, false]);
    assert_eq!(facts.map(|facts| facts.positions), [8.0, 15.0, 15.0, 11.0, 7.0, 11.0, 22.0]);
    let thirds = r#"{"players": 3, "root": {"turn": 1, "children": [
        {"move": "a", "payoffs": ["1/3", "1/3", "1/3"]}, {"move": "b", "payoffs": [0.1, 0.2, 0.7]}]}}"#;
    assert_eq!(tree(thirds).facts().sum, Some(1.0));
}

#[test]
fn frontier_leaves_end_play_and_pay_what_they_are_worth() {
    let sequential = tree(EXAMPLES[3]);
    let at = |text: &str| sequential.read_position(text).unwrap();
    let pays = |text: &str| sequential.payoffs(&at(text)).seats(3).to_vec();
    assert_eq!(pays("/attack/yield"), [6.5, 2.5, 3.5]);
    assert_eq!(pays("/trade/refuse/insist"), [3.0, 6.0, 4.0]);
    assert_eq!(pays("/trade/refuse/leave"), [4.0, 4.0, 4.0]);
    assert!(sequential.is_frontier(&at("/attack/yield")) && !sequential.is_frontier(&at("/trade/refuse/leave")));
    assert!(!sequential.is_frontier(&at("/attack")));
    let file = sequential.evaluation(0);
    assert_eq!(file.intervals(&sequential, &at("/attack/yield"))[0], Interval { low: 5.0, high: 8.0 });
    assert_eq!(file.intervals(&sequential, &at("/attack"))[1], Interval { low: 2.0, high: 6.0 });
    assert_eq!(file.value(&sequential, &at("/attack"), Player::FIRST), 5.5);
    assert_eq!(file.intervals(&sequential, &at("/trade"))[1], Interval::point(4.0));
    assert_eq!(file.intervals(&sequential, &at("/trade/refuse/leave"))[2], Interval::point(4.0));
    // Nothing is said of it, and nobody is ever paid less than 2.
    assert_eq!(file.value(&sequential, &at("/trade/refuse"), Player::FIRST), 2.0);
    let spikes = tree(EXAMPLES[4]);
    let leaf = spikes.read_position("/a/a1").unwrap();
    assert_eq!(spikes.spikes(&leaf), Some(&[(0.0, 0.5), (1.0, 0.5)][..]));
    assert_eq!(spikes.payoffs(&leaf).seats(2), [0.5, -0.5]);
    assert_eq!(spikes.evaluation(0).intervals(&spikes, &leaf)[1], Interval { low: -1.0, high: 0.0 });
    assert_eq!(spikes.spikes(&Place::ROOT), None);
}

/// P_w of Max-Prob by its definition: equally good children share.
fn winning_probabilities(tree: &Tree, place: Place) -> [f64; 3] {
    let Turn::Of(seat) = tree.turn(&place) else {
        return std::array::from_fn(|index| tree.payoffs(&place)[Player::new(index)]);
    };
    let mut moves = Vec::new();
    tree.moves(&place, &mut moves);
    let children: Vec<[f64; 3]> =
        moves.iter().map(|&mv| descend(tree, &place, mv, |next| winning_probabilities(tree, *next))).collect();
    let best = children.iter().map(|child| child[seat.index()]).fold(0.0, f64::max);
    let chosen: Vec<_> = children.iter().filter(|child| best - child[seat.index()] < 1e-9).collect();
    std::array::from_fn(|index| chosen.iter().map(|child| child[index]).sum::<f64>() / chosen.len() as f64)
}

#[test]
fn the_figure_of_max_prob_has_its_published_values() {
    let figure = tree(EXAMPLES[0]);
    let at = |text: &str| winning_probabilities(&figure, figure.read_position(text).unwrap());
    assert_eq!(at("/a"), [0.5, 0.0, 0.5]);
    assert_eq!(at("/b"), [2.0 / 3.0, 0.0, 2.0 / 3.0]);
    assert_eq!(at("/"), [2.0 / 3.0, 0.0, 2.0 / 3.0]);
}

#[test]
fn in_a_hidden_tree_a_seat_sees_its_own_moves_and_its_sets_and_nothing_else() {
    let figure = tree(EXAMPLES[1]);
    let mut seen_by_second = Vec::new();
    for first in ["L1", "R1"] {
        let mut table = Table::deal(&figure, &mut Rng::new(0));
        table.play_text(first).unwrap();
        assert!(table.view(Player::SECOND).state().is_none());
        seen_by_second.push(table.view(Player::SECOND).seen().to_vec());
        table.play_text("L2").unwrap();
        let own = figure.read_move(&Place::ROOT, first).unwrap();
        let [Glimpse::Moved(mv, None), Glimpse::Called(_)] = table.view(Player::FIRST).seen() else {
            panic!("{:?}", table.view(Player::FIRST).seen())
        };
        assert_eq!(*mv, own);
    }
    assert_eq!(seen_by_second[0], seen_by_second[1]);
}

#[test]
fn a_world_is_drawn_with_the_weight_of_the_way_there() {
    // Chance deals high with 1/4; seat 1, shown the card, has three moves with a high card and one with a low one; seat 2
    // sees nothing but that it is its turn.
    let second = |mv: &str| {
        format!(
            r#"{{"move": "{mv}", "turn": 2, "set": "blind", "children": [{{"move": "up", "payoffs": [1, -1]}}, {{"move": "down", "payoffs": [-1, 1]}}]}}"#
        )
    };
    let text = format!(
        r#"{{"players": 2, "root": {{"turn": "chance", "children": [
            {{"move": "high", "p": 0.25, "turn": 1, "children": [{}, {}, {}]}},
            {{"move": "low", "p": 0.75, "turn": 1, "children": [{}]}}]}}}}"#,
        second("a"),
        second("b"),
        second("c"),
        second("a")
    );
    let cards = tree(&text);
    laws::check(&cards, &Effort::default()).unwrap();
    let mut table = Table::deal(&cards, &mut Rng::new(0));
    table.play_text("high").unwrap();
    table.play_text("b").unwrap();
    let mut rng = Rng::new(5);
    let mut counts: HashMap<String, u32> = HashMap::new();
    for _ in 0..12_000 {
        let world = cards.sample(&table.view(Player::SECOND), &mut rng).unwrap();
        *counts.entry(cards.position_text(&world)).or_default() += 1;
    }
    for (place, expected) in [("/high/a", 1_000.0), ("/high/b", 1_000.0), ("/high/c", 1_000.0), ("/low/a", 9_000.0)] {
        let count = f64::from(counts[place]);
        assert!((count - expected).abs() < 5.0 * expected.sqrt(), "{place}: {count}");
    }
    // Seat 1 knows its card and its move.
    assert_eq!(cards.sample(&table.view(Player::FIRST), &mut rng), Some(*table.state()));
    // A table set up past the root tells the mover no more than its set.
    let table = Table::at(&cards, cards.read_position("/high/b").unwrap());
    let worlds: Vec<Place> = (0..100).map(|_| cards.sample(&table.view(Player::SECOND), &mut rng).unwrap()).collect();
    assert!(worlds.iter().any(|world| cards.position_text(world) == "/low/a"));
    assert!(worlds.iter().all(|world| cards.turn(world) == Turn::Of(Player::SECOND)));
}

#[test]
fn nodes_of_a_set_may_list_their_moves_in_any_order() {
    let text = below_root(
        r#"{"move": "a", "turn": 2, "set": "s", "children": [{"move": "l", "payoffs": [1, 0]}, {"move": "r", "payoffs": [2, 0]}]},
           {"move": "b", "turn": 2, "set": "s", "children": [{"move": "r", "payoffs": [3, 0]}, {"move": "l", "payoffs": [4, 0]}]}"#,
    );
    let tree = tree(&text);
    let list = |text: &str| {
        let mut moves = Vec::new();
        tree.moves(&tree.read_position(text).unwrap(), &mut moves);
        moves
    };
    assert_eq!(list("/a"), list("/b"));
    assert_eq!(tree.payoffs(&tree.read_position("/b/l").unwrap()).seats(2), [4.0, 0.0]);
    laws::check(&tree, &Effort::default()).unwrap();
}

#[test]
fn what_the_examples_say_is_written_and_read_back() {
    for text in EXAMPLES {
        let (players, outline) = read(text).unwrap();
        let written = write(players, &outline);
        assert_eq!(read(&written).unwrap(), (players, outline));
        let json: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert!(json["root"].is_object());
    }
}

/// Probabilities are kept as they were written, however rare; what cannot be kept is refused, never rounded.
#[test]
fn rare_outcomes_are_as_rare_as_written() {
    let chance = |p: &str, q: &str| {
        format!(
            r#"{{"players": 1, "root": {{"turn": "chance", "children": [
                {{"move": "a", "p": {p}, "payoffs": [1e15]}}, {{"move": "b", "p": {q}, "payoffs": [0]}}]}}}}"#
        )
    };
    for (p, q) in [
        (r#""1/1000000000000000""#, r#""999999999999999/1000000000000000""#),
        ("1e-15", "0.999999999999999"),
        ("0.000000000000001", r#""999999999999999/1000000000000000""#),
    ] {
        let tree = tree(&chance(p, q));
        let weights = [0, 1].map(|mv| {
            let mut moves = Vec::new();
            tree.moves(&Place::ROOT, &mut moves);
            tree.weight(&Place::ROOT, moves[mv])
        });
        assert_eq!(weights, [1, 999_999_999_999_999], "{p} {q}");
    }
    for (p, q, part) in [
        ("1e-30", "1.0", "this probability has too many digits to be kept exactly"),
        (
            r#""1/9223372036854775783""#,
            r#""9223372036854775642/9223372036854775643""#,
            "no common denominator below 2^63",
        ),
        ("-0.5", "1", "`p` is more than 0 and at most 1, not -0.5"),
    ] {
        let problem = read(&chance(p, q)).unwrap_err().to_string();
        assert!(problem.contains(part), "{problem}");
    }
}

/// Payoffs whose sums and squares would overflow are refused when the file is read.
#[test]
fn payoffs_beyond_what_can_be_added_up_are_refused() {
    for (key, part) in [
        (r#""payoffs": [1e308]"#, "`payoffs` holds 1e308: no number"),
        (r#""heuristic": [-1e101]"#, "`heuristic` holds -1e101: no number"),
        (r#""interval": [[0, 1e200]]"#, "`interval` holds 1e200: no number"),
    ] {
        let text = format!(r#"{{"players": 1, "root": {{"turn": 1, "children": [{{"move": "a", {key}}}]}}}}"#);
        let problem = read(&text).unwrap_err().to_string();
        assert!(problem.contains(part) && problem.contains("at root > a"), "{problem}");
    }
}

/// Any number a file may hold.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![-9i32..10, any::<i32>()]
        .prop_map(f64::from)
        .boxed()
        .prop_union(any::<f64>().prop_filter("it is read", |x| x.abs() <= LARGEST_NUMBER).boxed())
        .prop_map(|x| if x.is_finite() { x } else { 0.5 })
}

/// Any tree for this many seats, without sets.
fn any_outline(players: usize) -> impl Strategy<Value = Outline> {
    let numbers = move || prop::collection::vec(any_number(), players);
    let intervals = prop::collection::vec((any_number(), any_number()), players).prop_map(|pairs| {
        pairs.into_iter().map(|(a, b)| Interval { low: a.min(b), high: a.max(b) }).collect::<Vec<_>>()
    });
    let remark = prop::option::of(prop::collection::vec(prop::option::of(any_number()), players));
    let leaf = (numbers(), intervals, 0..4u8, remark).prop_map(|(numbers, interval, kind, value)| Outline {
        payoffs: (kind == 0).then(|| numbers.clone()),
        heuristic: (kind == 1 || kind == 3).then_some(numbers),
        interval: (kind >= 2).then_some(interval),
        value,
        ..Outline::default()
    });
    leaf.prop_recursive(5, 60, 5, move |inner| {
        let child = ("[^\\s\\p{Cc}]{1,3}", 1u32..9, inner);
        (prop::collection::vec(child, 1..5), 0..=players, prop::option::of(numbers())).prop_map(
            move |(children, turn, heuristic)| {
                let total: u32 = children.iter().map(|child| child.1).sum();
                let is_chance = turn == players;
                let children = children.into_iter().enumerate().map(|(index, (text, weight, child))| Outline {
                    mv: format!("{index}{text}"),
                    probability: is_chance.then(|| f64::from(weight) / f64::from(total)),
                    odds: Fraction::new(u64::from(weight), u64::from(total)).filter(|_| is_chance),
                    ..child
                });
                Outline {
                    turn: Some(if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::new(turn)) }),
                    children: children.collect(),
                    heuristic,
                    ..Outline::default()
                }
            },
        )
    })
}

fn any_game() -> impl Strategy<Value = (usize, Outline)> {
    (1..=MAX_SEATS).prop_flat_map(|players| (Just(players), any_outline(players)))
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal((players, outline) in any_game()) {
        let written = write(players, &outline);
        prop_assert_eq!(read(&written).unwrap(), (players, outline));
    }

    #[test]
    fn every_tree_obeys_the_laws((players, outline) in any_game(), seed in any::<u64>()) {
        let tree = Tree::new(players, &outline).unwrap();
        prop_assert_eq!(tree.nodes(), outline.nodes());
        let effort = Effort { seed, games: 5, ..Effort::default() };
        laws::check(&tree, &effort).map_err(|broken| TestCaseError::fail(broken.to_string()))?;
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_text_that_is_nearly_json_makes_the_reader_panic(text in "[\\[\\]{}\",:0-9eE.\\\\u+a-c -]{0,60}") {
        let _ = read(&text);
        let _ = read(&format!("{{\"players\": 2, \"root\": {{{text}}}}}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_good_file_with_something_changed_is_read_or_refused_and_only_json_is_read(
        example in 0..EXAMPLES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 1..4),
    ) {
        let mut bytes = EXAMPLES[example].as_bytes().to_vec();
        for (place, kind, byte) in changes {
            // One byte stays, so that there is always a place to change.
            let index = place.index(bytes.len());
            match kind {
                0 => bytes[index] = byte,
                1 if bytes.len() > 1 => { bytes.remove(index); }
                2 => bytes.insert(index, byte),
                _ => bytes.truncate(index + 1),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok((players, outline)) = read(&text) {
            prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{}", text);
            prop_assert_eq!(read(&write(players, &outline)).unwrap(), (players, outline));
        }
    }
}

#[test]
fn what_a_search_remarks_is_written_and_read_back() {
    let text = r#"{"players": 2,
 "range": [-3, 4],
 "root": {"turn": 1, "value": [1, null], "children": [
  {"move": "a", "payoffs": [1, -1], "value": [1, -1], "best": true},
  {"move": "b", "turn": 2, "value": [0, null], "bound": "at most", "cut": 2, "window": [1, null], "children": [
   {"move": "x", "payoffs": [0, 0], "value": [0, 0]}]}]}}
"#;
    let (players, outline) = read(text).unwrap();
    assert_eq!(write(players, &outline), text);
    let facts = tree(text).facts();
    assert_eq!((facts.lowest, facts.highest), (-3.0, 4.0));
    for (wrong, told) in [
        (text.replace("at most", "about"), "`bound` is"),
        (text.replace("\"cut\": 2", "\"cut\": 2.5"), "`cut` is how many"),
        (text.replace("[1, null], \"children\": [\n   {", "[1], \"children\": [\n   {"), "`window` is two numbers"),
        (text.replace("[-3, 4]", "[4, -3]"), "`range` is the lowest"),
        (text.replace("true", "yes"), "`true` or `false`"),
    ] {
        let problem = read(&wrong).unwrap_err().to_string();
        assert!(problem.contains(told), "{problem}");
    }
}

/// Searches count them in 16 bits: more would be counted wrong, so they are refused.
#[test]
fn a_leaf_has_no_more_spikes_than_searches_can_count() {
    let file = |count: usize| {
        let spikes: Vec<String> =
            (0..count).map(|x| format!("[{}, {}]", x as f64 / count as f64, 1.0 / count as f64)).collect();
        format!(
            r#"{{"players": 2, "root": {{"turn": 1, "children": [{{"move": "a", "payoffs": [0, 0]}}, {{"move": "b", "spikes": [{}]}}]}}}}"#,
            spikes.join(", ")
        )
    };
    assert!(Tree::from_json(&file(32_768)).is_ok());
    let refused = Tree::from_json(&file(65_536)).err().unwrap().to_string();
    assert!(refused.contains("65536 of them; up to 65535"), "{refused}");
}
