//! Models of players: exact filters, beliefs that are not sure too soon, and searches that use them.

use outwit_game::{Agent, AnyGame, Control, Evaluated, Game, Player, Rng, Spec, Table, Turn};
use outwit_games::repeated::Repeated;
use outwit_search::Character;
use outwit_search::belief::models::{BeliefTracker, Guards, PlayerModel, Predictor, Utility, Way};
use outwit_search::belief::{Decision, Uniform};
use outwit_search::grow::ModelLookahead;
use outwit_search::grow::monte_carlo::{ModelOptions, ModelSearch, Options};
use outwit_search::learning::LearningSearch;
use outwit_search::named::catalog;
use outwit_search::named::model_mcts::ModelMcts;
use outwit_search::named::model_vi::ModelVi;

fn dilemma(spec: &str) -> Repeated {
    let refuse = |_: &str| Err(outwit_game::Problem::new("no files"));
    let game = outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &refuse).unwrap();
    game.downcast_ref::<Repeated>().unwrap().clone()
}

fn wants(game: &Repeated, name: &str) -> PlayerModel<Repeated> {
    let place = game.evaluations().iter().position(|named| named.name == name).unwrap();
    let utility = Utility::Evaluation(game.evaluation(place));
    let way = Way::Wants { utility, rationality: 1.0 };
    PlayerModel { name: name.to_string(), way, prior: 1.0, is_catch_all: false }
}

fn anybody() -> PlayerModel<Repeated> {
    PlayerModel { name: "anybody".to_string(), way: Way::Rule(Box::new(Uniform)), prior: 1.0, is_catch_all: true }
}

/// Probability of silence: the gaps of Table I do not depend on the other's move.
const SILENT: [f64; 2] = [0.731_058_578_630_004_9, 0.047_425_873_177_566_78];

/// Sarratt and others' baseline is an exact filter: the mean belief in the truth after rounds 1 to 6, over everything that a
/// player of either kind may do. The two curves are the same: an identity of two models under a uniform prior.
#[test]
fn the_exact_filter_has_the_curve_that_follows_from_the_payoffs() {
    let curve = [0.7457, 0.8573, 0.9034, 0.9405, 0.9638, 0.9750];
    let game = dilemma("dilemma");
    for depth in [1, 4] {
        for (truth, silent) in SILENT.into_iter().enumerate() {
            let mut means = [0.0; 6];
            for sequence in 0..64u32 {
                let watch = BeliefTracker::new(vec![wants(&game, "loyal"), wants(&game, "betray")], Guards::NONE);
                let mut agent =
                    ModelVi::new(ModelLookahead::new(game.evaluation(0), depth), watch, Character::default());
                let mut table = Table::deal(&game, &mut Rng::new(0));
                let mut probability = 1.0;
                agent.begin(&game, Player::FIRST, 0);
                for round in 0..6 {
                    let mv = (sequence >> round & 1) as u8;
                    table.play(round as u8 & 1);
                    table.play(mv);
                    probability *= if mv == 1 { silent } else { 1.0 - silent };
                }
                agent.catch_up(&table.view(Player::FIRST), &Control::default()).unwrap();
                let history = &agent.watch().opinion(Player::SECOND).unwrap().history;
                for (mean, belief) in means.iter_mut().zip(&history[1..]) {
                    *mean += probability * belief[truth];
                }
            }
            for (mean, published) in means.iter().zip(curve) {
                assert!((mean - published).abs() < 5e-5, "model {truth}: {means:?}");
            }
        }
    }
}

/// Lemma 1: what comes after a decision does not matter to what is learnt from it, however far one looks.
#[test]
fn what_lies_beyond_the_decision_changes_no_likelihood() {
    for discount in ["1", "0.6"] {
        let game = dilemma(&format!("dilemma:rounds=5,discount={discount}"));
        let mut watch = BeliefTracker::new(vec![wants(&game, "loyal"), wants(&game, "betray")], Guards::NONE);
        watch.begin(2, Player::FIRST);
        let state = game.read_position("betray-silent silent-").unwrap();
        for depth in 1..=7 {
            let mut search = ModelLookahead::new(game.evaluation(0), depth);
            search.begin(&game, Player::FIRST, &watch);
            let decision = Decision::open(&game, &state, Player::SECOND, &[0, 1]);
            let (rows, _) = search.predict(&decision, &mut watch, &mut Rng::new(0), &Control::default()).unwrap();
            for (row, silent) in rows.iter().zip(SILENT) {
                assert!((row[1] - silent).abs() < 1e-12, "depth {depth}, discount {discount}: {row:?}");
            }
        }
    }
}

/// What came of many games against somebody who is silent with a fixed probability.
#[derive(Debug, Default)]
struct Tally {
    /// Games that ended with a named model held for at least 0.95.
    certain: u32,
    alarms: u32,
}

fn tally(games: u64, silent: f64, simulations: Option<u64>) -> Tally {
    tally_with(games, silent, simulations, true)
}

fn tally_with(games: u64, silent: f64, simulations: Option<u64>, is_guarded: bool) -> Tally {
    let game = dilemma("dilemma");
    let watch = || {
        let mut models = vec![wants(&game, "loyal"), wants(&game, "betray")];
        models.extend(is_guarded.then(anybody));
        BeliefTracker::new(models, if is_guarded { Guards::default() } else { Guards::NONE })
    };
    let usual = ModelOptions::default();
    let search = Options { simulations: simulations.or(Some(1)), ..usual.search };
    let options = ModelOptions { search, ..usual };
    let mut searcher =
        ModelMcts::new(ModelSearch::new(options, game.evaluation(0), None), watch(), Character::default());
    let mut exact = ModelVi::new(ModelLookahead::new(game.evaluation(0), 2), watch(), Character::default());
    let mut tally = Tally::default();
    for seed in 0..games {
        let agent: &mut dyn Agent<Repeated> = if simulations.is_some() { &mut searcher } else { &mut exact };
        let mut rng = Rng::stream(77, seed);
        let mut table = Table::deal(&game, &mut rng);
        agent.begin(&game, Player::FIRST, seed);
        while table.turn() != Turn::Over {
            let mv = match table.turn() {
                Turn::Of(Player::FIRST) => {
                    agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap().chosen
                }
                _ => u8::from(rng.unit() < silent),
            };
            table.play(mv);
        }
        let (view, control) = (table.view(Player::FIRST), Control::default());
        let opinion = if simulations.is_some() {
            searcher.catch_up(&view, &control).unwrap();
            searcher.watch().opinion(Player::SECOND).unwrap()
        } else {
            exact.catch_up(&view, &control).unwrap();
            exact.watch().opinion(Player::SECOND).unwrap()
        };
        tally.certain += u32::from(opinion.filter.belief()[..2].iter().any(|belief| *belief >= 0.95));
        tally.alarms += u32::from(opinion.score.is_alarmed());
    }
    tally
}

/// Of 1,000 games of 20 rounds: somebody who is in no model is taken for one in at most 5 %, and the alarm is raised in at
/// least 80 %; against those who are in the set in at most 20 %.
fn is_robust(simulations: Option<u64>, games: u64) {
    let share = |count: u32| f64::from(count) / games as f64;
    let stranger = tally(games, 0.5, simulations);
    assert!(share(stranger.certain) <= 0.05 && share(stranger.alarms) >= 0.80, "{stranger:?}");
    for silent in SILENT {
        let member = tally(games, silent, simulations);
        assert!(share(member.alarms) <= 0.20, "{member:?}");
        println!("{simulations:?} {stranger:?} {member:?}");
    }
}

#[test]
fn a_player_outside_the_models_is_not_taken_for_one_of_them() {
    is_robust(None, 1000);
    is_robust(Some(400), 150);
}

/// Plain Bayes has nobody else to blame. `cargo test -p outwit-search --test search without_guards -- --nocapture`
#[test]
fn without_guards_a_stranger_is_taken_for_somebody_he_is_not() {
    let stranger = tally_with(1000, 0.5, None, false);
    println!("{stranger:?} of 1000");
    assert!(stranger.certain >= 850, "{stranger:?}");
}

/// `cargo test --release -p outwit-search --test search player_models -- --ignored --nocapture`
#[test]
#[ignore = "a minute or two"]
fn nor_by_the_default_search_in_a_thousand_games() {
    is_robust(Some(1000), 1000);
    println!("64 simulations, a loyal player: {:?}", tally(1000, SILENT[0], Some(64)));
    println!("no guards, a stranger: {:?}", tally_with(1000, 0.5, Some(1000), false));
}

/// The models are read from specs, the default company plays every open game, and it says whom it takes the others for.
#[test]
fn it_says_whom_it_plays_against() {
    let game = dilemma("dilemma");
    let mut table = Table::deal(&game, &mut Rng::new(0));
    let mut agent: Box<dyn Agent<Repeated>> =
        catalog::agent(&Spec::parse("model-mcts:sims=50,floor=0.01").unwrap(), &game).unwrap();
    agent.begin(&game, Player::FIRST, 1);
    let mut said = Vec::new();
    while table.turn() != Turn::Over {
        // Both sides of a rule are seen when we do not always do the same.
        let own = [1, 0, 0, 1, 1, 0][table.played().len() / 2 % 6];
        let report = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
        said = report.remarks;
        let before = table.played().len().checked_sub(2).map(|place| table.played()[place]);
        table.play(own);
        table.play(before.unwrap_or(1));
    }
    assert!(said[0].starts_with("I think seat 2 is: tit-for-tat (0."), "{said:?}");
}

#[test]
fn lists_of_models_that_make_no_sense_are_refused_with_a_sentence() {
    let game = dilemma("dilemma");
    let refused = |spec: &str| {
        let agent: Result<Box<dyn Agent<Repeated>>, _> = catalog::agent(&Spec::parse(spec).unwrap(), &game);
        agent.map(drop).unwrap_err().to_string()
    };
    assert!(refused("model-mcts:models=(wants:eval=nothing)").contains("nothing"));
    assert!(refused("model-mcts:models=(nobody)").contains("no agent `nobody`"));
    assert!(refused("model-mcts:models=(wants;greedy),prior=(1;2;3)").contains("each of the 2 models"));
    assert!(refused("model-mcts:models=(wants:what=fun)").contains("payoff|spite|win"));
    assert!(refused("model-mcts:models=(;)").contains("empty"));
}

#[test]
fn every_weight_is_a_number_above_0() {
    let game = AnyGame::new(outwit_games::tictactoe::TicTacToe);
    for (weights, is_right) in [("3;1", true), ("3;abc;1", false), ("3;-1", false), ("3", false), ("3;0;1", false)] {
        for spec in [
            format!("model-mcts:models=(greedy;uniform),prior=({weights})"),
            format!("model-mcts:models=(mixture:of=(greedy;uniform),weights=({weights}))"),
        ] {
            let built = catalog::erased_agent(&Spec::parse(&spec).unwrap(), &game);
            assert_eq!(built.is_ok(), is_right, "{spec}: {:?}", built.err().map(|problem| problem.to_string()));
        }
    }
}
