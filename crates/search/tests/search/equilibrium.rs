//! What agents do at information sets, and how much they can be exploited.

use crate::common::{Shape, random_tree};
use outwit_equilibrium::{
    Extensive, Sampling, Strategy, exploitability, exploitability_bounds, strategy_of, to_efg, value,
};
use outwit_game::{Adapted, Agent, AnyGame, Control, Evaluated, Game, Player, Rng, Spec, Table};
use outwit_games::efg::read_efg;
use outwit_games::hide::{Hide, Share};
use outwit_games::poker::Poker;
use outwit_games::random_trees::RandomTree;
use outwit_games::tree::Tree;
use outwit_search::named::catalog::agent;

fn unfolded<G: Evaluated + Clone>(game: &G) -> Extensive<G> {
    Extensive::unfold(game, &game.start(&mut Rng::new(0)), 1_000_000).unwrap()
}

fn strategy<G: Evaluated + Clone>(game: &G, tree: &Extensive<G>, spec: &str) -> Strategy {
    let mut agent = agent(&Spec::parse(spec).unwrap(), game).unwrap();
    strategy_of(game, tree, &mut agent, 1, 0, &Control::default()).unwrap()
}

/// Published for the uniform strategy: 11/12 and 4.747222... in all, over both seats.
#[test]
fn random_play_is_as_exploitable_as_published() {
    let tree = unfolded(&Poker::KUHN);
    let found = exploitability(&tree, &Strategy::uniform(&tree));
    assert!((found.exploitability - 11.0 / 24.0).abs() < 1e-12, "{found:?}");
    assert_eq!(strategy(&Poker::KUHN, &tree, "random"), Strategy::uniform(&tree));
    let tree = unfolded(&Poker::LEDUC);
    let found = exploitability(&tree, &Strategy::uniform(&tree));
    assert!((found.exploitability - 4.747_222_222_222_222 / 2.0).abs() < 1e-9, "{found:?}");
}

/// Overconfident play is the best reply to random play, so it must be paid what the best reply is.
#[test]
fn overconfident_play_is_the_best_reply_to_random_play() {
    fn check<G: Evaluated + Clone>(game: &G) {
        let tree = unfolded(game);
        let random = Strategy::uniform(&tree);
        let wanted = exploitability(&tree, &random).best_replies;
        let confident = strategy(game, &tree, "overconfident:depth=60");
        for seat in Player::all(2) {
            let both = tree.seated(&confident, &random, seat);
            let paid = if seat == Player::FIRST { value(&tree, &both) } else { -value(&tree, &both) };
            assert!((paid - wanted[seat.index()]).abs() < 1e-9, "{paid} {wanted:?}");
        }
    }
    check(&Poker::KUHN);
    check(&Poker::LEDUC);
    for number in 0..5 {
        let game = RandomTree::p_game(2, 6, 0.38, false).unwrap().on_board(Some(number));
        check(&Hide::new(game, Share::new(3, 5).unwrap()).unwrap());
    }
}

#[test]
fn an_equilibrium_agent_is_hard_to_exploit_and_seats_at_an_erased_table() {
    let tree = unfolded(&Poker::KUHN);
    let found = exploitability(&tree, &strategy(&Poker::KUHN, &tree, "equilibrium:iterations=500"));
    assert!(found.exploitability < 2e-3, "{found:?}");
    let erased = AnyGame::new(Poker::KUHN);
    let tree = unfolded(&erased);
    let inner = agent(&Spec::parse("overconfident").unwrap(), &Poker::KUHN).unwrap();
    let mut adapted = Adapted::<Poker, _>::new(inner);
    let by_way = strategy_of(&erased, &tree, &mut adapted, 1, 0, &Control::default()).unwrap();
    assert_eq!(by_way, strategy(&erased, &tree, "overconfident"));
}

/// Games for more than two, and games in which both may gain, are written out as well.
#[test]
fn any_small_game_is_written_as_efg_and_pays_the_same_when_it_is_read_back() {
    let mut rng = Rng::new(5);
    for players in 1..=4 {
        let shape = Shape { players, chance: true, zero_sum: false, ties: false };
        let game = Tree::new(players, &random_tree(&mut rng, &shape, 4, true)).unwrap();
        let start = game.start(&mut Rng::new(0));
        let tree = Extensive::write_out(&game, &start, 100_000).unwrap();
        let again = read_efg(&to_efg(&game, &tree, "a tree")).unwrap();
        assert_eq!(again.players(), players);
        // The same random games pay the same.
        for seed in 0..50 {
            let ends = [&game, &again].map(|game| {
                let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
                let mut state = game.start(&mut rng);
                while !game.turn(&state).is_over() {
                    let mut moves = Vec::new();
                    game.moves(&state, &mut moves);
                    let mv = if moves.len() == 1 { moves[0] } else { game.random_move(&state, &mut rng, &mut scratch) };
                    game.play(&mut state, mv);
                }
                game.payoffs(&state).seats(players).to_vec()
            });
            assert_eq!(ends[0], ends[1], "seed {seed}");
        }
    }
}

/// Searched by itself, every world says that a guess wins. One move for all worlds says that it is a gamble.
#[test]
fn sampling_worlds_one_by_one_is_fooled_where_the_exact_search_is_not() {
    let game = read_efg(include_str!("../../../games/trees/strategy-fusion.efg")).unwrap();
    let table = |rng: &mut Rng| {
        let mut table = Table::deal(&game, rng);
        table.draw(rng);
        table
    };
    let ask = |spec: &str| {
        let table = table(&mut Rng::new(1));
        let mut agent = agent(&Spec::parse(spec).unwrap(), &game).unwrap();
        agent.begin(&game, Player::FIRST, 0);
        let report = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
        let values: Vec<f64> = report.moves.iter().filter_map(|found| found.values[0]).collect();
        (game.move_text(table.state(), report.chosen), values)
    };
    for exact in ["overconfident", "overconfident:sampling=batch,drawn=200", "quantal:tau=0.5"] {
        assert_eq!(ask(exact).0, "safe", "{exact}");
    }
    assert_eq!(ask("overconfident").1, [0.0, 0.5]);
    // A mean over 200 worlds, each with its 200th, is rounded in the last digit.
    let (choice, values) = ask("overconfident:sampling=single");
    assert_eq!(choice, "guess");
    assert!((values[0] - 1.0).abs() < 1e-14 && (values[1] - 0.5).abs() < 1e-14, "{values:?}");
}

/// What sampling says holds what the whole tree says: over many seeds as often as its intervals promise.
#[test]
fn bounds_by_sampling_hold_the_exact_exploitability() {
    /// How many intervals missed, of how many.
    fn check<G: Evaluated + Clone>(game: &G, specs: &[&str], sampling: Sampling, seeds: u64, width: f64) -> [u64; 2] {
        let mut missed = 0;
        let tree = unfolded(game);
        let start = game.start(&mut Rng::new(0));
        for spec in specs {
            let exact = exploitability(&tree, &strategy(game, &tree, spec));
            let mut agent = agent(&Spec::parse(spec).unwrap(), game).unwrap();
            let (mut lows, mut highs) = (0.0, 0.0);
            for seed in 0..seeds {
                let sampling = Sampling { seed, ..sampling };
                let found = exploitability_bounds(game, &start, &mut *agent, &sampling, &Control::default()).unwrap();
                assert!(found.is_complete, "{spec}");
                let (low, high) = found.interval();
                missed += u64::from(low > exact.exploitability || exact.exploitability > high);
                lows += found.low.mean / seeds as f64;
                highs += found.high.mean / seeds as f64;
                assert!(high - low < width, "{spec}: {found:?} {exact:?}");
            }
            // The means over all seeds are much closer than one of them.
            let slack = width / 4.0 / (seeds as f64).sqrt();
            assert!(lows <= exact.exploitability + slack && exact.exploitability <= highs + slack, "{spec}");
        }
        [missed, seeds * specs.len() as u64]
    }
    let sampling = Sampling { games: 300, batches: 5, tapes: 60, nodes: u64::MAX, seeds: 1, seed: 0 };
    let mut all = vec![
        check(&Poker::KUHN, &["random", "overconfident:depth=60", "equilibrium"], sampling, 10, 1.0),
        check(&Poker::LEDUC, &["random", "equilibrium:iterations=50"], sampling, 2, 5.0),
    ];
    for (number, fifths) in [(1, 2), (2, 3), (3, 5)] {
        let game = RandomTree::p_game(2, 6, 0.38, false).unwrap().on_board(Some(number));
        let game = Hide::new(game, Share::new(fifths, 5).unwrap()).unwrap();
        all.push(check(&game, &["random", "overconfident:depth=60", "paranoid-is:depth=60"], sampling, 10, 0.7));
    }
    // An open game, whose agent is shown the position.
    let game = RandomTree::p_game(2, 6, 0.38, false).unwrap().on_board(Some(4));
    all.push(check(&game, &["random", "minimax"], sampling, 10, 0.7));
    let [missed, of] = all.iter().fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    assert!(20 * missed <= of, "{missed} intervals of {of} do not hold what they should, more than 1 in 20");
}

#[test]
fn who_is_stopped_is_not_asked_on() {
    let (game, stop) = (Poker::LEDUC, std::sync::atomic::AtomicBool::new(true));
    let tree = unfolded(&game);
    let control = Control { stop: Some(&stop), ..Control::default() };
    let mut agent = agent(&Spec::parse("ismcts:sims=1000000000").unwrap(), &game).unwrap();
    let problem = strategy_of(&game, &tree, &mut agent, 1, 0, &control).unwrap_err().to_string();
    assert!(problem.contains("stopped"), "{problem}");
    let sampling = Sampling { games: 1000, batches: 2, tapes: 10, nodes: 1000, seeds: 1, seed: 0 };
    let start = game.start(&mut Rng::new(0));
    let bounds = exploitability_bounds(&game, &start, &mut *agent, &sampling, &control);
    assert!(bounds.is_err_and(|problem| problem.to_string().contains("stopped")));
}
