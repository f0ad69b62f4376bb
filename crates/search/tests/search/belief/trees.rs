//! One Monte-Carlo tree for open and hidden games.

use outwit_game::{
    Agent, AnyGame, AnyMove, Clock, Control, Evaluated, Game, Outline, OutlineTurn, Player, Report, Rng, Spec, Table,
    Turn,
};
use outwit_games::tree::Tree;
use outwit_search::Character;
use outwit_search::grow::monte_carlo::{Choice, Formula, Information, MonteCarlo, Options, Worlds};
use std::time::{Duration, Instant};

/// On the erased game, for which this agent is machine code already.
fn ask(options: Options, table: &Table<'_, AnyGame>, seed: u64, control: &Control<'_>) -> Report<AnyMove> {
    let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
    let mut agent = MonteCarlo::new(options, table.game().evaluation(0), Character::default(), Vec::new());
    agent.begin(table.game(), seat, seed);
    agent.choose(&table.view(seat), control).unwrap()
}

const PLAIN: fn(u64) -> Options =
    |simulations| Options { simulations: Some(simulations), solver: false, reuse: false, ..Options::default() };

/// To the last number: the same worlds (there is one), the same draws, the same tree.
#[test]
fn a_tree_of_information_sets_in_an_open_game_is_the_open_tree() {
    for spec in ["connect4", "kalah", "backgammon"] {
        let game = game(spec);
        for seed in 0..4 {
            let mut rng = Rng::stream(8, seed);
            let mut table = Table::deal(&game, &mut rng);
            for _ in 0..rng.index(20) {
                match table.turn() {
                    Turn::Over => break,
                    Turn::Chance => drop(table.draw(&mut rng)),
                    Turn::Of(_) => {
                        let mv = *rng.pick(table.moves());
                        table.play(mv);
                    }
                }
            }
            let Turn::Of(_) = table.turn() else { continue };
            for options in [
                PLAIN(700),
                Options { simulations: None, nodes: Some(5000), ..PLAIN(1) },
                Options { c: 0.2, choice: Choice::Value, ..PLAIN(300) },
                Options { formula: Formula::Ucb1Tuned, ..PLAIN(500) },
                Options { trees: 3, ..PLAIN(600) },
            ] {
                let open = ask(options, &table, seed, &Control::default());
                let sets = Options { information: Information::Single, ..options };
                let sets = ask(sets, &table, seed, &Control::default());
                assert_eq!((sets.chosen, &sets.best, sets.nodes), (open.chosen, &open.best, open.nodes), "{options:?}");
                assert_eq!(sets.moves, open.moves, "{options:?}");
            }
        }
    }
}

fn game(spec: &str) -> AnyGame {
    let refuse = |_: &str| Err(outwit_game::Problem::new("no files"));
    outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &refuse).unwrap()
}

const HIDDEN: fn(u64) -> Options = |simulations| Options {
    simulations: Some(simulations),
    solver: false,
    reuse: false,
    information: Information::Single,
    horizon: Some(60),
    worlds: Worlds { count: 128, renewed: true },
    ..Options::default()
};

/// Games of all kinds after many moves that nobody was shown.
const LONG_GAMES: [(&str, usize); 4] = [
    ("hide:h=1,game=(connect4)", 30),
    ("hide:h=1,game=(abalone)", 30),
    ("hide:h=1,game=(chinesecheckers)", 30),
    ("match:hands=3,game=(hearts:open=false)", 80),
];

/// What became of positions of a long game.
struct Answered {
    /// Whose worlds agree with part of what was seen, and say so.
    loose: usize,
    /// Who had no world at all, and said so.
    blind: usize,
    /// How long each took.
    seconds: Vec<f64>,
}

/// So many positions of a game: each has an answer, from worlds that agree with what was seen or with a sentence that says
/// why not.
fn long_game(spec: &str, plies: usize, positions: usize, options: Options, control: &Control<'_>) -> Answered {
    let game = game(spec);
    let mut answered = Answered { loose: 0, blind: 0, seconds: Vec::new() };
    for seed in 0.. {
        if answered.seconds.len() == positions {
            break;
        }
        let mut rng = Rng::stream(9, seed);
        let mut table = Table::deal(&game, &mut rng);
        for _ in 0..plies {
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => drop(table.draw(&mut rng)),
                Turn::Of(_) => table.play(*rng.pick(table.moves())),
            }
        }
        let Turn::Of(_) = table.turn() else { continue };
        let begun = std::time::Instant::now();
        let report = ask(options, &table, seed, control);
        answered.seconds.push(begun.elapsed().as_secs_f64());
        assert!(table.moves().contains(&report.chosen), "{spec}");
        let is_sorry = report.remarks.iter().any(|remark| remark.contains("no position was found"));
        let has_values = report.value.iter().any(Option::is_some);
        assert!(has_values || is_sorry, "{spec}: {:?}", report.remarks);
        answered.loose += usize::from(is_sorry && has_values);
        answered.blind += usize::from(!has_values);
    }
    answered
}

#[test]
fn long_hidden_games_are_answered() {
    for (spec, plies) in LONG_GAMES {
        assert_eq!(long_game(spec, plies, 2, HIDDEN(200), &Control::default()).blind, 0, "{spec}");
    }
}

/// `cargo test --release -p outwit-search --test search fifty -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn fifty_positions_of_each_long_hidden_game_are_answered() {
    /// Half of a second a move, to find out what may be the case and to search.
    const TIME: Duration = Duration::from_millis(500);
    struct Wall(Instant);
    impl Clock for Wall {
        fn now(&self) -> Duration {
            self.0.elapsed()
        }
    }
    let clock = Wall(Instant::now());
    let control = Control { clock: Some(&clock), ..Control::default() };
    let options = Options { simulations: None, time: Some(TIME), ..HIDDEN(0) };
    for (spec, plies) in LONG_GAMES {
        let Answered { loose, blind, mut seconds } = long_game(spec, plies, 50, options, &control);
        seconds.sort_by(f64::total_cmp);
        let (median, worst) = (seconds[seconds.len() / 2], seconds[seconds.len() - 1]);
        println!(
            "{spec}: {} positions, {} with worlds that agree with all that was seen, {loose} with some that agree with part \
             of it, {blind} with none; median {median:.3} s, worst {worst:.3} s",
            seconds.len(),
            seconds.len() - loose - blind,
        );
    }
}

/// A seat has one node for all it cannot tell apart: matching pennies is no sure win, whichever seat moves unseen.
#[test]
fn what_is_face_down_is_not_known_later() {
    let game = game("repeated:table=matching-pennies,order=simultaneous,rounds=1");
    for second in [false, true] {
        let mut table = Table::deal(&game, &mut Rng::new(1));
        if second {
            let mv = table.moves()[0];
            table.play(mv);
        }
        let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
        let report = ask(HIDDEN(4000), &table, 3, &Control::default());
        let value = report.value[seat.index()].unwrap();
        assert!(!second || value.abs() < 0.2, "{seat} thinks it gets {value}");
    }
}

/// A seat that noticed nothing of one move or of two cannot choose by how many there were.
#[test]
fn moves_that_are_not_noticed_do_not_tell_sets_apart() {
    // Chance goes left or right; on the right seat 2 makes a move nobody shows; then seat 1, in one set, is paid for
    // matching chance.
    let leaf =
        |mv: &str, value: f64| Outline { mv: mv.into(), payoffs: Some(vec![value, -value]), ..Outline::default() };
    let own = |mv: &str, left: f64| Outline {
        mv: mv.into(),
        turn: Some(OutlineTurn::Of(Player::FIRST)),
        set: Some("s".into()),
        children: vec![leaf("l", left), leaf("r", -left)],
        ..Outline::default()
    };
    let right = Outline {
        mv: "right".into(),
        probability: Some(0.5),
        turn: Some(OutlineTurn::Of(Player::SECOND)),
        set: Some("t".into()),
        children: vec![own("x", -1.0)],
        ..Outline::default()
    };
    let left = Outline { probability: Some(0.5), ..own("left", 1.0) };
    let root = Outline { turn: Some(OutlineTurn::Chance), children: vec![left, right], ..Outline::default() };
    let tree = AnyGame::new(Tree::new(2, &root).unwrap());
    let mut table = Table::deal(&tree, &mut Rng::new(0));
    table.play_text("left").unwrap();
    let report = ask(HIDDEN(2000), &table, 1, &Control::default());
    let value = report.value[0].unwrap();
    assert!(value.abs() < 0.2, "{value}");
}

/// A node with thousands of moves costs as many steps, not their square: counted by time, generously.
#[test]
fn wide_sets_are_no_quadratic_work() {
    let wide = |count: usize| {
        let child = |place: usize| Outline {
            mv: format!("m{place}"),
            payoffs: Some(vec![(place % 7) as f64, -((place % 7) as f64)]),
            ..Outline::default()
        };
        let children = (0..count).map(child).collect();
        Outline { turn: Some(OutlineTurn::Of(Player::FIRST)), children, ..Outline::default() }
    };
    let tree = AnyGame::new(Tree::new(2, &wide(20_000)).unwrap());
    let table = Table::deal(&tree, &mut Rng::new(0));
    let begun = std::time::Instant::now();
    let report = ask(Options { information: Information::Single, ..PLAIN(1000) }, &table, 1, &Control::default());
    assert!(report.remarks[0].starts_with("1000 simulations"));
    // Squares would be 400 thousand million comparisons.
    assert!(begun.elapsed().as_secs() < 60);
}

/// Payoffs as large as a tree may hold: the better move is found, and what it pays is a number.
#[test]
fn huge_payoffs_stay_numbers() {
    for size in [1e20, 1e100] {
        let leaf =
            |mv: &str, value: f64| Outline { mv: mv.into(), payoffs: Some(vec![value, -value]), ..Outline::default() };
        let below = |mv: &str, value: f64| Outline {
            mv: mv.into(),
            turn: Some(OutlineTurn::Of(Player::SECOND)),
            children: vec![leaf("x", value), leaf("y", size)],
            ..Outline::default()
        };
        let children = vec![below("a", -size), below("b", size / 2.0), below("c", 0.0)];
        let root = Outline { turn: Some(OutlineTurn::Of(Player::FIRST)), children, ..Outline::default() };
        let tree = AnyGame::new(Tree::new(2, &root).unwrap());
        let table = Table::deal(&tree, &mut Rng::new(0));
        for options in [
            Options::default(),
            PLAIN(5000),
            Options { choice: Choice::Value, ..PLAIN(5000) },
            Options { formula: Formula::Ucb1Tuned, ..PLAIN(5000) },
            Options { formula: Formula::Puct, ..PLAIN(5000) },
            Options { shared: true, trees: 2, ..PLAIN(5000) },
            Options { information: Information::Single, choice: Choice::Value, ..PLAIN(5000) },
        ] {
            let report = ask(options, &table, 2, &Control::default());
            assert_eq!(tree.move_text(table.state(), report.chosen), "b", "{size}, {options:?}: {report:?}");
            assert!(
                report.moves.iter().flat_map(|found| found.values[..2].iter()).all(|value| value.unwrap().is_finite())
            );
        }
    }
}

/// Several moves that win at once are all found to, and the others have values too.
#[test]
fn all_moves_that_are_proven_equal_are_best() {
    let game = game("connect4");
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in ["3", "3", "4", "4", "5", "5"] {
        table.play_text(mv).unwrap();
    }
    for seed in 0..10 {
        let report = ask(Options::default(), &table, seed, &Control::default());
        let best: Vec<String> = report.best.iter().map(|&mv| game.move_text(table.state(), mv)).collect();
        assert!(
            best.contains(&"2".to_string()) && best.contains(&"6".to_string()),
            "seed {seed}: {:?}",
            report.remarks
        );
        assert!(report.moves.iter().all(|found| found.values[0].is_some()), "seed {seed}");
    }
}
