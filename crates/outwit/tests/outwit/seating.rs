//! Every agent at every game.

use outwit::game::{Agent, AnyGame, Control, Game, MoveCode, Player, Problem, Rng, Spec, Table, Turn};
use outwit::games::catalog::GAMES;
use outwit::search::named::catalog::{self, AGENTS};
use outwit::search::named::level::{LEVELS, rungs};
use outwit::{agent_from_spec, game_from_spec};
use std::collections::HashSet;
use std::path::Path;

fn read_tree(name: &str) -> Result<String, Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/trees").join(name);
    std::fs::read_to_string(path).map_err(|error| Problem::new(error.to_string()))
}

/// A budget small enough for any game, for agents that take one.
fn quick(name: &str) -> String {
    match name {
        "random" | "greedy" | "strategy" | "learner" => name.to_string(),
        "solve" => "solve:states=20000,table=1".to_string(),
        "pimc" => "pimc:nodes=300,worlds=2,inner=(uct:nodes=100)".to_string(),
        "model-mcts" => "model-mcts:sims=8,worlds=4".to_string(),
        "blindfold" => "blindfold:particles=50,worlds=4".to_string(),
        "model-vi" => "model-vi:depth=1,worlds=4".to_string(),
        _ => format!("{name}:nodes=300"),
    }
}

fn games() -> impl Iterator<Item = (&'static str, AnyGame)> {
    GAMES.iter().flat_map(|entry| entry.examples).map(|spec| (*spec, game_from_spec(spec, &read_tree).unwrap()))
}

#[test]
fn every_agent_takes_temperature_and_blunder() {
    for entry in AGENTS {
        for name in ["temperature", "blunder"] {
            assert!(entry.parameters.iter().any(|parameter| parameter.name == name), "{} has no {name}", entry.name);
        }
    }
}

/// All agents but one: `equilibrium` writes the whole game out and says so where it is too large, as it is told to.
fn seated() -> impl Iterator<Item = &'static catalog::AgentEntry> {
    AGENTS.iter().filter(|entry| entry.name != "equilibrium")
}

#[test]
fn every_agent_plays_every_game_it_says_it_can_and_refuses_the_others_by_name() {
    for (spec, game) in games() {
        for entry in seated() {
            let mut agent = match agent_from_spec(&quick(entry.name), &game) {
                Ok(agent) => agent,
                Err(problem) => {
                    let problem = problem.to_string();
                    let names_some =
                        AGENTS.iter().any(|other| other.name != entry.name && problem.contains(other.name));
                    assert!(!entry.can_play(&game) && names_some, "{spec}, {}: {problem}", entry.name);
                    continue;
                }
            };
            assert!(entry.can_play(&game), "{spec} is played by {}", entry.name);
            let mut rng = Rng::new(4);
            let mut table = Table::deal(&game, &mut rng);
            for _ in 0..6 {
                match table.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        table.draw(&mut rng);
                    }
                    Turn::Of(_) if entry.name == "solve" && game.facts().positions > 1e5 => break,
                    Turn::Of(seat) => {
                        agent.begin(&game, seat, 1);
                        let report = match agent.choose(&table.view(seat), &Control::default()) {
                            Ok(report) => report,
                            // A game that draws no worlds says so through every agent that wants one.
                            Err(problem) if problem.to_string().starts_with("no world was found") => break,
                            Err(problem) => panic!("{spec}, {}: {problem}", entry.name),
                        };
                        assert!(table.moves().contains(&report.chosen), "{spec}, {}: an illegal move", entry.name);
                        let reported: Vec<_> = report.moves.iter().map(|m| m.mv).collect();
                        assert_eq!(reported, table.moves(), "{spec}, {}: every move is reported", entry.name);
                        table.play(report.chosen);
                    }
                }
            }
        }
    }
}

/// The same agent on the game's own type and on the erased game gives the same report, for the pairs that are machine code of
/// their own. The tests of the searches build more of them for games' own types.
#[test]
fn pairs_that_are_machine_code_say_what_the_erased_game_says() {
    let mut compared = HashSet::new();
    for (spec, game) in games() {
        // Who solves has small boards of its own, below.
        for entry in seated().filter(|entry| entry.can_play(&game) && entry.name != "solve") {
            if says_what_the_erased_game_says(spec, &game, &quick(entry.name)) {
                compared.insert((outwit::natively(&game, TypeName), entry.name));
            }
        }
    }
    for spec in ["connect4:width=4,height=4", "othello:size=4", "kalah:pits=3,seeds=2"] {
        let game = game_from_spec(spec, &read_tree).unwrap();
        assert!(says_what_the_erased_game_says(spec, &game, "solve"), "{spec}: solve is machine code");
        compared.insert((outwit::natively(&game, TypeName), "solve"));
    }
    assert_eq!(compared.len(), outwit::NATIVE_PAIRS, "{compared:?}");
}

/// Compares them, if the pair is machine code.
fn says_what_the_erased_game_says(spec: &str, game: &AnyGame, agent: &str) -> bool {
    let asked = Spec::parse(agent).unwrap();
    if !outwit::is_native(&asked, game) {
        return false;
    }
    let mut rng = Rng::new(9);
    let mut table = Table::deal(game, &mut rng);
    while let Some(_roll) = table.draw(&mut rng) {}
    let Turn::Of(seat) = table.turn() else { return false };
    let native = agent_from_spec(agent, game).unwrap();
    let erased = catalog::erased_agent(&asked, game).unwrap();
    let reports = [native, erased].map(|mut agent: Box<dyn Agent<AnyGame>>| {
        agent.begin(game, seat, 5);
        agent.choose(&table.view(seat), &Control::default()).map_err(|problem| problem.to_string())
    });
    let is_fine = match &reports[0] {
        Ok(_) => true,
        Err(problem) => problem.starts_with("no world was found"),
    };
    assert!(is_fine, "{spec}, {agent}: {:?}", reports[0].as_ref().err());
    assert_eq!(reports[0], reports[1], "{spec}, {agent}");
    true
}

/// What a game's own type is called.
struct TypeName;

impl outwit::game::Native for TypeName {
    type Output = &'static str;
    fn native<G: outwit::game::Evaluated>(self, _: &G) -> &'static str {
        std::any::type_name::<G>()
    }
    fn erased(self, _: &AnyGame) -> &'static str {
        "erased"
    }
}

#[test]
fn a_choice_depends_on_the_seed_and_not_on_what_was_chosen_before() {
    let game = game_from_spec("tictactoe", &read_tree).unwrap();
    let table = Table::deal(&game, &mut Rng::new(0));
    let mut agent = agent_from_spec("alphabeta", &game).unwrap();
    let mut chosen_with = |seed: u64| {
        agent.begin(&game, Player::FIRST, seed);
        agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap().chosen.code()
    };
    let first: Vec<u32> = (0..40).map(&mut chosen_with).collect();
    let again: Vec<u32> = (0..40).map(&mut chosen_with).collect();
    assert_eq!(first, again);
    // All nine openings draw; forty seeds that all chose the same would be no accident.
    assert!(first.iter().any(|mv| *mv != first[0]));
}

/// On the erased game the laws see the erased methods, as the tests of the games have it; here they see the game's own.
#[test]
fn every_example_passes_the_laws_on_its_own_type() {
    struct Laws(&'static str);
    impl outwit::game::Native for Laws {
        type Output = ();
        fn native<G: outwit::game::Evaluated>(self, game: &G) {
            let effort = outwit::game::laws::Effort { games: 4, ..Default::default() };
            outwit::game::laws::check(game, &effort).unwrap_or_else(|broken| panic!("{}: {broken}", self.0));
        }
        fn erased(self, _: &AnyGame) {}
    }
    for (spec, game) in games() {
        outwit::natively(&game, Laws(spec));
    }
}

/// Each pair is compiled by itself, and everybody waits for it: whoever adds one says so here, and why it is worth that.
#[test]
fn the_pairs_that_are_machine_code_do_not_grow_unseen() {
    // Checkers: who plays it where nobody is named is alpha-beta, and people wait for it.
    assert_eq!(outwit::NATIVE_PAIRS, 84);
}

/// Two agents play so many pairs of games with the same seed and seats changed; what the first gets of 1 on average.
fn share(spec: &str, agents: [&str; 2], pairs: u64) -> f64 {
    let game = game_from_spec(spec, &read_tree).unwrap();
    let mut sum = 0.0;
    for number in 0..2 * pairs {
        let swapped = number as usize % 2;
        let rng = &mut Rng::stream(11, number / 2);
        let mut table = Table::deal(&game, rng);
        for _ in 0..2 {
            let mv = *rng.pick(table.moves());
            table.play(mv);
        }
        let mut seated: Vec<Box<dyn Agent<AnyGame>>> =
            (0..2).map(|seat| agent_from_spec(agents[seat ^ swapped], &game).unwrap()).collect();
        for (agent, seat) in seated.iter_mut().zip(Player::all(2)) {
            agent.begin(&game, seat, number + seat.index() as u64);
        }
        while let Turn::Of(seat) = table.turn() {
            let report = seated[seat.index()].choose(&table.view(seat), &Control::default()).unwrap();
            table.play(report.chosen);
        }
        let ours = game.payoffs(table.state())[Player::new(swapped)];
        sum += if ours > 0.0 { 1.0 } else { f64::from(u8::from(ours == 0.0)) / 2.0 };
    }
    sum / (2 * pairs) as f64
}

/// Games whose levels were measured, and how each level got on with the one below.
const MEASURED: [&str; 5] = ["backgammon", "chinesecheckers:seats=2", "connect4", "kalah", "othello"];

/// Six levels apart, in games and with openings that had no say in the choice of the levels; less than 62 of 100 would be far out.
#[test]
fn a_higher_level_wins() {
    for game in ["connect4", "kalah", "othello"] {
        for level in [7, 13] {
            let below = level - 6;
            let won = share(game, [&format!("level:n={level}"), &format!("level:n={below}")], 20);
            assert!(won >= 0.62, "{game}: level {level} wins {won} from level {below}");
        }
    }
}

/// What `cargo bench -p outwit --bench strength -- ladder ...` has found; each file says the rest of its command.
#[test]
fn levels_that_were_measured_are_twenty_and_evenly_spaced_within_their_intervals() {
    for spec in MEASURED {
        let game = game_from_spec(spec, &read_tree).unwrap();
        let text = game.levels().expect("levels");
        assert!(text.contains(&format!("\n# cargo bench -p outwit --bench strength -- ladder {spec} ")), "{spec}");
        let rungs = rungs(text);
        assert!(rungs.iter().map(|rung| rung.level).eq(1..=LEVELS), "{spec}");
        let won: Vec<(f64, [f64; 2], u32)> = rungs[1..].iter().map(|rung| rung.won.expect("a share")).collect();
        let mean = won.iter().map(|(share, ..)| share).sum::<f64>() / won.len() as f64;
        assert!((0.55..0.7).contains(&mean), "{spec}: {mean}");
        for (rung, (share, [low, high], games)) in rungs[1..].iter().zip(&won) {
            // Of nineteen intervals of 95 % one may well miss.
            let half = (high - low) / 2.0;
            let told = format!("{spec}: level {} wins {share} +- {half} of {games}, all levels {mean}", rung.level);
            assert!(*games >= 100 && (share - mean).abs() < 1.7 * half, "{told}");
            assert!(agent_from_spec(rung.agent, &game).is_ok(), "{told}");
        }
        let missed = won.iter().filter(|(_, [low, high], _)| !(*low..=*high).contains(&mean)).count();
        assert!(missed <= 3, "{spec}: {missed} of {} intervals do not hold the mean {mean}", won.len());
        // Two levels apart nobody falls back.
        let odds = |share: f64| (share / (1.0 - share)).ln();
        assert!(won.windows(2).all(|pair| odds(pair[0].0) + odds(pair[1].0) > 0.0), "{spec}");
    }
}

#[test]
fn the_highest_level_of_a_small_hidden_game_cannot_be_exploited() {
    for (spec, highest) in [("kuhn", "equilibrium:blunder=0.00"), ("hearts", "ismcts:sims=1557")] {
        let game = game_from_spec(spec, &read_tree).unwrap();
        assert_eq!(outwit::search::named::level::player(LEVELS, &game).unwrap().to_string(), highest);
    }
}

#[test]
fn a_level_repeats_and_a_style_changes_what_is_played_but_not_a_blunder() {
    let game = game_from_spec("othello", &read_tree).unwrap();
    let ask = |spec: &str, seed: u64| {
        let table = Table::deal(&game, &mut Rng::new(0));
        let mut agent = agent_from_spec(spec, &game).unwrap();
        agent.begin(&game, Player::FIRST, seed);
        agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap()
    };
    for style in ["plain", "paranoid", "trusting", "greedy", "reckless", "vengeful"] {
        let spec = format!("level:n=6,style={style}");
        assert_eq!(ask(&spec, 3), ask(&spec, 3), "{spec}");
        let sum: f64 = ask(&spec, 3).moves.iter().map(|found| found.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{spec}: {sum}");
        // What is played is drawn from the probabilities, which are the same whatever is drawn.
        let reports: Vec<_> = (0..6).map(|seed| ask(&spec, seed)).collect();
        for report in &reports {
            assert_eq!(report.moves, reports[0].moves, "{spec}");
            let chosen = report.moves.iter().find(|found| found.mv == report.chosen).unwrap();
            assert!(chosen.probability > 0.0, "{spec}");
        }
        // A beginner who plays at random is no better for its style.
        let beginner = ask(&format!("level:n=1,style={style}"), 3);
        assert!(beginner.moves.iter().all(|found| (found.probability - 0.25).abs() < 1e-12), "{style}");
    }
    for wrong in ["level:n=0", "level:n=21", "level:style=mean"] {
        assert!(agent_from_spec(wrong, &game).is_err(), "{wrong}");
    }
}
