//! What every agent of the catalog promises, whatever it does: it keeps to a budget of nodes and of time, stops when it is
//! told to, has a limit to what it keeps in memory, says at depth 0 what the position looks like, and writes its tree or says
//! in a sentence why there is none. The tests go through the catalog, so that no agent can be forgotten.
//!
//! No clock is read. Work is counted where everybody has to go to get some done: in the game. Every move that is made and
//! every position that is valued is a step, and time on the clock that agents are given is the number of steps.

use outwit::game::{
    AnyEvaluation, AnyGame, AnyMove, AnySeen, AnyState, Clock, Control, Evaluated, Evaluation, Facts, Game, Interval,
    MAX_SEATS, NamedEvaluation, NamedStrategy, Payoffs, Player, Problem, Report, Rng, Spec, Table, Turn, View,
};
use outwit::search::named::catalog::{self, AGENTS, AgentEntry};
use outwit::search::why_no_tree;
use outwit::{game_from_spec, no_files};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What a step takes: more than a move of most games does, on the erased game of a busy machine.
const STEP: Duration = Duration::from_micros(2);
/// How late an answer may be.
const LATE: Duration = Duration::from_millis(50);

/// Steps in so much time.
const fn steps(time: Duration) -> u64 {
    (time.as_nanos() / STEP.as_nanos()) as u64
}

/// The work that is done in a game, and when somebody is to be told to stop.
#[derive(Default)]
struct Work {
    done: AtomicU64,
    stop_at: AtomicU64,
    stop: AtomicBool,
}

impl Work {
    fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        if done >= self.stop_at.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn begin(&self, stop_at: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.stop_at.store(stop_at, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
    }
}

impl Clock for Work {
    fn now(&self) -> Duration {
        STEP * self.done.load(Ordering::Relaxed) as u32
    }
}

/// A game in which work is counted.
struct Counted {
    game: AnyGame,
    work: Arc<Work>,
}

#[derive(Clone)]
struct CountedEvaluation {
    evaluation: AnyEvaluation,
    work: Arc<Work>,
}

impl Counted {
    fn told<'a>(&'a self, view: &View<'a, Counted>) -> View<'a, AnyGame> {
        match view.state() {
            Some(state) => View::imagined(&self.game, view.seat(), state, view.moves()),
            None => View::told(&self.game, view.seat(), view.seen(), view.moves()),
        }
    }
}

impl Game for Counted {
    type State = AnyState;
    type Move = AnyMove;
    type Seen = AnySeen;

    fn players(&self) -> usize {
        self.game.players()
    }
    fn facts(&self) -> Facts {
        self.game.facts()
    }
    fn start(&self, rng: &mut Rng) -> AnyState {
        self.game.start(rng)
    }
    fn turn(&self, state: &AnyState) -> Turn {
        self.game.turn(state)
    }
    fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        self.game.moves(state, out);
    }
    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        self.work.step();
        self.game.play(state, mv);
    }
    fn payoffs(&self, state: &AnyState) -> Payoffs {
        self.game.payoffs(state)
    }
    fn move_text(&self, state: &AnyState, mv: AnyMove) -> String {
        self.game.move_text(state, mv)
    }
    fn position_text(&self, state: &AnyState) -> String {
        self.game.position_text(state)
    }
    fn read_position(&self, text: &str) -> Result<AnyState, Problem> {
        self.game.read_position(text)
    }
    fn picture(&self, state: &AnyState) -> String {
        self.game.picture(state)
    }
    fn weight(&self, state: &AnyState, outcome: AnyMove) -> u64 {
        self.game.weight(state, outcome)
    }
    fn draws(&self, state: &AnyState) -> bool {
        self.game.draws(state)
    }
    fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyMove {
        self.game.draw(state, rng)
    }
    fn first_look(&self, start: &AnyState, seat: Player) -> Option<AnySeen> {
        self.game.first_look(start, seat)
    }
    fn observe(&self, before: &AnyState, mv: AnyMove, after: &AnyState, seat: Player) -> Option<AnySeen> {
        self.game.observe(before, mv, after, seat)
    }
    fn lasting_moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        self.game.lasting_moves(state, out);
    }
    fn sample(&self, view: &View<'_, Counted>, rng: &mut Rng) -> Option<AnyState> {
        self.work.step();
        self.game.sample(&self.told(view), rng)
    }
    fn rebuild(&self, view: &View<'_, Counted>, rng: &mut Rng) -> Option<AnyState> {
        self.work.step();
        self.game.rebuild(&self.told(view), rng)
    }
    fn known_start(&self, seat: Player, first_look: Option<&AnySeen>) -> Option<AnyState> {
        self.game.known_start(seat, first_look)
    }
    fn canonical(&self, state: &mut AnyState) -> bool {
        self.game.canonical(state)
    }
    fn outcome_class(&self, state: &AnyState, outcome: AnyMove, level: u32) -> u32 {
        self.game.outcome_class(state, outcome, level)
    }
    fn abstractions(&self) -> &'static [&'static str] {
        self.game.abstractions()
    }
    fn canonical_key(&self, state: &AnyState) -> u64 {
        self.game.canonical_key(state)
    }
    fn unnamed(&self, state: &AnyState) -> Option<AnyState> {
        self.game.unnamed(state)
    }
    fn pass_to(&self, state: &mut AnyState, player: Player) -> bool {
        self.game.pass_to(state, player)
    }
    fn strategies(&self) -> &'static [NamedStrategy] {
        self.game.strategies()
    }
    fn strategy(&self, index: usize, state: &AnyState, out: &mut Vec<f64>) {
        self.game.strategy(index, state, out);
    }
}

impl Evaluated for Counted {
    type Evaluation = CountedEvaluation;
    fn evaluations(&self) -> &'static [NamedEvaluation] {
        self.game.evaluations()
    }
    fn evaluation(&self, index: usize) -> CountedEvaluation {
        CountedEvaluation { evaluation: self.game.evaluation(index), work: self.work.clone() }
    }
}

impl Evaluation<Counted> for CountedEvaluation {
    fn value(&self, game: &Counted, state: &AnyState, seat: Player) -> f64 {
        self.work.step();
        self.evaluation.value(&game.game, state, seat)
    }
    fn values(&self, game: &Counted, state: &AnyState) -> Payoffs {
        self.work.step();
        self.evaluation.values(&game.game, state)
    }
    fn intervals(&self, game: &Counted, state: &AnyState) -> [Interval; MAX_SEATS] {
        self.work.step();
        self.evaluation.intervals(&game.game, state)
    }
    fn unit(&self, game: &Counted) -> f64 {
        self.evaluation.unit(&game.game)
    }
}

/// Games of all kinds, too large for anybody to come to an end of them, each after some plies. Every agent plays one of them.
const GAMES: &[(&str, usize)] = &[
    ("connect4", 6),
    ("chinesecheckers", 12),
    ("backgammon", 5),
    ("hide:h=1/2,game=(connect4)", 15),
    ("hearts", 9),
    ("kriegspiel", 12),
    ("dilemma:order=simultaneous,rounds=100", 14),
    ("spider", 12),
    ("leduc", 2),
];

/// A game with a table at which somebody is to move.
struct Place {
    spec: &'static str,
    game: AnyGame,
    plies: usize,
    work: Arc<Work>,
}

impl Place {
    fn all() -> impl Iterator<Item = Place> {
        GAMES.iter().map(|&(spec, plies)| {
            let (game, work) = (game_from_spec(spec, &no_files).unwrap(), Arc::new(Work::default()));
            work.begin(u64::MAX);
            Place { spec, game: AnyGame::new(Counted { game, work: work.clone() }), plies, work }
        })
    }

    /// After so many plies of random play, and as many more as it takes until somebody has a choice.
    fn table(&self) -> Table<'_, AnyGame> {
        'games: for seed in 5.. {
            let mut rng = Rng::new(seed);
            let mut table = Table::deal(&self.game, &mut rng);
            let mut plies = 0;
            while plies < self.plies || table.turn().player().is_none() || table.moves().len() < 2 {
                match table.turn() {
                    Turn::Over => continue 'games,
                    Turn::Chance => drop(table.draw(&mut rng)),
                    Turn::Of(_) => table.play(*rng.pick(table.moves())),
                }
                plies += 1;
            }
            return table;
        }
        unreachable!("one of all games goes on for so long")
    }

    fn ask(&self, spec: &str, control: &Control<'_>) -> Result<Report<AnyMove>, Problem> {
        let table = self.table();
        let seat = table.turn().player().expect("somebody is to move");
        let mut agent = catalog::erased_agent(&Spec::parse(spec)?, &self.game)?;
        agent.begin(&self.game, seat, 1);
        self.work.done.store(0, Ordering::Relaxed);
        let report = agent.choose(&table.view(seat), control)?;
        assert!(table.moves().contains(&report.chosen), "{}: {spec} plays what it may not", self.spec);
        assert!(report.moves.iter().map(|found| found.mv).eq(table.moves().iter().copied()), "{}: {spec}", self.spec);
        let sum: f64 = report.moves.iter().map(|found| found.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{}: {spec}", self.spec);
        Ok(report)
    }
}

fn declares(entry: &AgentEntry, name: &str) -> bool {
    entry.parameters.iter().any(|parameter| parameter.name == name)
}

/// An agent and a game that it plays, for all of them. `tell` says what is wrong, and everything is told at once.
fn everywhere(mut tell: impl FnMut(&'static AgentEntry, &Place) -> Vec<String>) {
    let mut wrong = Vec::new();
    for entry in AGENTS {
        let able: Vec<Place> = Place::all().filter(|place| entry.can_play(&place.game)).collect();
        if able.is_empty() {
            wrong.push(format!("{}: no game here that it plays", entry.name));
        }
        for place in able {
            wrong.extend(tell(entry, &place).into_iter().map(|what| format!("{}, {}: {what}", entry.name, place.spec)));
        }
    }
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

/// Whether it looks further than its own moves.
fn searches(entry: &AgentEntry) -> bool {
    !matches!(entry.axes.grow, "none" | "one ply")
}

/// A refusal that is no answer within a budget, but as good: the game is too large to be written out or solved, and the agent
/// has said so before it has spent more than it may.
fn is_refusal(problem: &Problem) -> bool {
    let text = problem.to_string();
    ["too many to write it out", "cannot be written out", "has to know where play began", "they come back"]
        .iter()
        .any(|reason| text.contains(reason))
}

#[test]
fn every_agent_keeps_to_its_nodes() {
    everywhere(|entry, place| {
        let moves = place.table().moves().len() as u64;
        if !searches(entry) {
            return match place.ask(entry.name, &Control::default()) {
                Ok(report) if report.nodes <= moves => Vec::new(),
                Ok(report) => vec![format!("{} nodes for {moves} moves", report.nodes)],
                Err(problem) => vec![problem.to_string()],
            };
        }
        if !declares(entry, "nodes") {
            return vec!["has no `nodes`".to_string()];
        }
        let mut wrong = Vec::new();
        for nodes in [1, 700] {
            match place.ask(&format!("{}:nodes={nodes}", entry.name), &Control::default()) {
                Ok(report) if report.nodes > nodes => wrong.push(format!("{} nodes of {nodes}", report.nodes)),
                Ok(_) => {}
                Err(problem) if is_refusal(&problem) => {}
                Err(problem) => wrong.push(problem.to_string()),
            }
        }
        wrong
    });
}

#[test]
fn every_agent_keeps_to_its_time() {
    everywhere(|entry, place| {
        if searches(entry) && !declares(entry, "time") {
            return vec!["has no `time`".to_string()];
        }
        let budget = Duration::from_millis(4);
        let spec = if searches(entry) { format!("{}:time=4ms", entry.name) } else { entry.name.to_string() };
        place.work.begin(u64::MAX);
        let control = Control { clock: Some(&*place.work), ..Control::default() };
        let answer = place.ask(&spec, &control);
        let done = place.work.done.load(Ordering::Relaxed);
        let late = (done > steps(budget + LATE)).then(|| format!("{done} steps, {} may be", steps(budget + LATE)));
        let problem = answer.err().filter(|problem| !is_refusal(problem)).map(|problem| problem.to_string());
        late.into_iter().chain(problem).collect()
    });
}

#[test]
fn every_agent_stops_when_it_is_told_to() {
    everywhere(|entry, place| {
        let mut wrong = Vec::new();
        for stop_at in [0, 3000] {
            // Nothing but the flag ends it.
            let spec = match () {
                () if declares(entry, "sims") => format!("{}:sims=1000000000", entry.name),
                () if declares(entry, "nodes") => format!("{}:nodes=1000000000", entry.name),
                () => entry.name.to_string(),
            };
            place.work.begin(stop_at);
            let control = Control { stop: Some(&place.work.stop), ..Control::default() };
            let answer = place.ask(&spec, &control);
            let done = place.work.done.load(Ordering::Relaxed);
            if done > stop_at + steps(LATE) {
                wrong.push(format!("{done} steps, told to stop at {stop_at}, {} more may be", steps(LATE)));
            }
            wrong.extend(answer.err().filter(|problem| !is_refusal(problem)).map(|problem| problem.to_string()));
        }
        wrong
    });
}

/// KiB that an agent may keep where it is allowed a MiB: that, and what it takes to look at one position after the other.
#[cfg(target_os = "linux")]
const KEPT_AT_MOST: u64 = (1 + 11) << 10;

/// The KiB that this process holds now, or has held at most.
#[cfg(target_os = "linux")]
fn held(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells what a process holds");
    let line = status.lines().find_map(|line| line.strip_prefix(what)).expect("and says so");
    line.split_whitespace().next().and_then(|kibibytes| kibibytes.parse().ok()).expect("in KiB")
}

/// Which agent [`what_is_kept`] asks, by this variable.
#[cfg(target_os = "linux")]
const ASKED: &str = "OUTWIT_TEST_AGENT";

#[cfg(target_os = "linux")]
#[test]
#[ignore = "measures the process it runs in: `no_agent_keeps_more_than_it_may` gives it one of its own"]
fn what_is_kept() {
    let Ok(spec) = std::env::var(ASKED) else { return };
    let name = spec.split(':').next().unwrap_or_default();
    let entry = AGENTS.iter().find(|entry| entry.name == name).expect("an agent");
    let mut place = Place::all().find(|place| entry.can_play(&place.game)).expect("a game that it plays");
    if place.spec == "connect4" {
        // Far from any end, which would soon be all that there is to know.
        place.plies = 2;
    }
    let before = held("VmRSS:");
    let answer = place.ask(&spec, &Control::default());
    println!("kept {}", held("VmHWM:").saturating_sub(before));
    assert!(answer.as_ref().err().is_none_or(is_refusal), "{spec}: {:?}", answer.err());
}

/// What an agent keeps is bounded by one of its settings; or it keeps a line of play and no more.
#[cfg(target_os = "linux")]
#[test]
fn no_agent_keeps_more_than_it_may() {
    let program = std::env::current_exe().expect("this program has a name");
    // The name as the program lists it: without the crate.
    let (_, test) = concat!(module_path!(), "::what_is_kept").split_once("::").expect("a crate and a path");
    let kept = |spec: &str| -> u64 {
        let words = ["--exact", test, "--ignored", "--nocapture"];
        let output = std::process::Command::new(&program).args(words).env(ASKED, spec).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{spec}: {text}{}", String::from_utf8_lossy(&output.stderr));
        let words: Vec<&str> = text.split_whitespace().collect();
        let place = words.iter().position(|word| *word == "kept").expect("it says what was kept");
        words[place + 1].parse().expect("in KiB")
    };
    let mut wrong = Vec::new();
    for entry in AGENTS {
        let limit = ["memory", "table"].into_iter().find(|name| declares(entry, name));
        let mut settings: Vec<String> = limit.iter().map(|name| format!("{name}=1")).collect();
        if searches(entry) {
            settings.push(format!("nodes={}", if limit.is_some() { 300_000 } else { 20_000 }));
        }
        // Without rollouts all that is done goes into the tree.
        if limit.is_some() && declares(entry, "horizon") {
            settings.push("horizon=0".to_string());
        }
        let spec = format!("{}:{}", entry.name, settings.join(","));
        let kibibytes = kept(spec.trim_end_matches(':'));
        if kibibytes > KEPT_AT_MOST {
            wrong.push(format!("{spec} keeps {kibibytes} KiB"));
        }
    }
    assert!(wrong.is_empty(), "more than {KEPT_AT_MOST} KiB: {wrong:#?}");
    assert!(kept("bpip:nodes=300000") > KEPT_AT_MOST, "a tree without a limit shows");
}

#[test]
fn at_depth_0_every_agent_says_what_the_position_looks_like() {
    everywhere(|entry, place| {
        if !declares(entry, "depth") || place.game.facts().hidden {
            return Vec::new();
        }
        let table = place.table();
        let seat = table.turn().player().expect("somebody is to move");
        let evaluation = place.game.evaluation(0);
        let wanted = match entry.name {
            // It goes by chances to win: they are a number of their own.
            "maxprob" => None,
            // It goes by intervals, and says their middle.
            "bounds" => Some(evaluation.intervals(&place.game, table.state())[seat.index()].midpoint()),
            _ => Some(evaluation.value(&place.game, table.state(), seat)),
        };
        // Who learns who the others are looks at what they did first.
        let learns = entry.axes.belief == "learned";
        match place.ask(&format!("{}:depth=0", entry.name), &Control::default()) {
            Err(problem) => vec![problem.to_string()],
            Ok(report) if report.depth > 0 => vec![format!("depth {}", report.depth)],
            Ok(report) if report.nodes > 0 && !learns => vec![format!("{} nodes", report.nodes)],
            Ok(report) => match (report.value[seat.index()], wanted) {
                (Some(value), Some(wanted)) if (value - wanted).abs() < 1e-9 => Vec::new(),
                (Some(chance), None) if (0.0..=1.0).contains(&chance) => Vec::new(),
                (value, wanted) => vec![format!("{value:?}, the position looks like {wanted:?}")],
            },
        }
    });
}

#[test]
fn every_agent_writes_its_tree_or_says_why_there_is_none() {
    everywhere(|entry, place| {
        let spec = if declares(entry, "nodes") { format!("{}:nodes=300", entry.name) } else { entry.name.to_string() };
        let control = Control { record: Some(10_000), ..Control::default() };
        match place.ask(&spec, &control) {
            Err(problem) if is_refusal(&problem) => Vec::new(),
            Err(problem) => vec![problem.to_string()],
            Ok(report) => {
                let why = entry.why_no_tree().or(why_no_tree(&report.remarks));
                match (&report.tree, why) {
                    (None, None) => vec![format!("no tree, and no word about it: {:?}", report.remarks)],
                    _ => Vec::new(),
                }
            }
        }
    });
}
