//! Tournaments as a whole: repeatable, resumable, and not to be brought down by an agent.

use outwit::Catalog;
use outwit::arena::{Advance, Catalogs, DealRecord, Ended, Runner, Seatings, Session, Setting, Store, Trouble};
use outwit::game::{
    Agent, AnyGame, Bound, Clock, Control, Evaluated, Game, MoveCode, MoveReport, Native, Player, Problem, Report, View,
};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock that stands still: no test depends on time.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn no_files(name: &str) -> Result<String, Problem> {
    Err(Problem::new(format!("no file {name}")))
}

fn setting(game: &str, agents: &[&str], deals: u64) -> Setting {
    Setting {
        game: game.to_string(),
        agents: agents.iter().map(|agent| agent.to_string()).collect(),
        deals,
        seed: 7,
        opening: 4,
        seatings: Seatings::All,
        cap: 300,
        grace_ms: 100,
        budget: None,
        payoffs: None,
        sprt: None,
    }
}

/// Plays everything and gives the deals in order, without clock figures.
fn play<C: Catalogs>(catalogs: &C, setting: &Setting, threads: usize, clock: &dyn Clock) -> Vec<DealRecord> {
    let stop = AtomicBool::new(false);
    let all: Vec<u64> = (0..setting.deals).collect();
    let mut deals = Vec::new();
    Runner { catalogs, setting, threads, clock, stop: &stop }
        .run(&all, &mut |batch| {
            deals.extend(batch);
            Ok(Advance::GoOn)
        })
        .unwrap();
    deals.sort_by_key(|deal| deal.deal);
    for game in deals.iter_mut().flat_map(|deal| &mut deal.games) {
        game.micros.fill(0);
    }
    deals
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let catalog = Catalog::new(&no_files);
    for (game, agents) in [
        ("connect4:width=5,height=4", vec!["alphabeta:depth=3", "greedy:temperature=0.1", "random"]),
        ("backgammon", vec!["greedy:eval=pips", "random"]),
        ("dodgem", vec!["alphabeta:depth=2", "random"]),
        ("match:hands=3,game=(pgame:d=4)", vec!["alphabeta", "random"]),
    ] {
        let mut setting = setting(game, &agents, 5);
        if !game.starts_with("dodgem") {
            setting.cap = 2000;
        }
        if game == "match:hands=3,game=(pgame:d=4)" {
            setting.agents = vec!["expectiminimax:depth=4".into(), "random".into()];
        }
        let one = play(&catalog, &setting, 1, &Still);
        assert_eq!(one.len(), 5);
        for threads in [2, 8] {
            assert_eq!(play(&catalog, &setting, threads, &Still), one, "{game} on {threads} threads");
        }
    }
}

#[test]
fn identical_agents_get_exactly_the_same_from_every_deal() {
    let catalog = Catalog::new(&no_files);
    for agent in ["random", "greedy:blunder=0.2", "alphabeta:depth=3"] {
        for deal in play(&catalog, &setting("othello:size=6", &[agent, agent], 6), 2, &Still) {
            let payoff = |number: usize| -> f64 {
                let seat_of = |seats: &[usize]| seats.iter().position(|&agent| agent == number).unwrap();
                deal.games.iter().map(|game| game.payoffs[seat_of(&game.seats)]).sum()
            };
            assert_eq!(payoff(0), payoff(1), "{agent}, deal {}", deal.deal);
            assert_eq!(deal.games[0].moves, deal.games[1].moves);
        }
    }
}

#[test]
fn openings_differ_between_deals_and_never_end_the_game() {
    let catalog = Catalog::new(&no_files);
    let mut setting = setting("tictactoe", &["random", "random"], 40);
    setting.opening = 8;
    let deals = play(&catalog, &setting, 2, &Still);
    let positions: std::collections::HashSet<&String> = deals.iter().map(|deal| &deal.position).collect();
    assert!(positions.len() > 20);
    assert!(deals.iter().flat_map(|deal| &deal.games).all(|game| !game.moves.is_empty()));
}

/// Agents that misbehave, beside those of the catalog.
struct Misfits;

struct Misfit {
    how: String,
    clock: &'static Ticking,
}

impl<G: Game> Agent<G> for Misfit {
    fn begin(&mut self, _game: &G, _seat: Player, _seed: u64) {
        assert!(self.how != "does not begin", "no chair");
    }

    fn choose(&mut self, view: &View<'_, G>, _control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let first = view.moves()[0];
        let chosen = match self.how.as_str() {
            "panics" => panic!("out of tea"),
            "errs" => return Err(Problem::new("no world fits what I have seen")),
            "cheats" => G::Move::from_code(77),
            "dawdles:time=10ms" => {
                self.clock.0.fetch_add(500, Ordering::Relaxed);
                first
            }
            _ => first,
        };
        let report = |&mv: &G::Move| MoveReport { mv, values: [None; 6], bound: Bound::Exact, probability: 0.0 };
        Ok(Report {
            chosen,
            best: vec![chosen],
            moves: view.moves().iter().map(report).collect(),
            value: [None; 6],
            line: Vec::new(),
            nodes: 0,
            depth: 0,
            tree: None,
            remarks: Vec::new(),
            extras: Vec::new(),
        })
    }
}

/// A clock that only moves when told, in milliseconds.
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

static CLOCK: Ticking = Ticking(AtomicU64::new(0));

impl Catalogs for Misfits {
    fn game(&self, spec: &str) -> Result<AnyGame, Problem> {
        Catalog::new(&no_files).game(spec)
    }
    fn agent(&self, spec: &str, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
        self.fast_agent(spec, game)
    }
    fn is_fast(&self, _spec: &str, _game: &AnyGame) -> bool {
        true
    }
    fn fast_agent<G: Evaluated>(&self, spec: &str, _game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
        Ok(Box::new(Misfit { how: spec.to_string(), clock: &CLOCK }))
    }
    fn engine(&self, _spec: &str, _game: &str) -> Option<Result<Box<dyn Agent<AnyGame>>, Problem>> {
        None
    }
    fn natively<N: Native>(&self, game: &AnyGame, task: N) -> N::Output {
        task.erased(game)
    }
}

#[test]
fn an_agent_that_misbehaves_forfeits_with_the_reason_and_the_tournament_goes_on() {
    for (how, reason) in [
        ("panics", "it panicked: out of tea"),
        ("does not begin", "it panicked: no chair"),
        ("errs", "no world fits what I have seen"),
        ("cheats", "not a legal move"),
        ("dawdles:time=10ms", "it thought for 500 ms, with a budget of 10 ms and a grace of 100 ms"),
    ] {
        let deals = play(&Misfits, &setting("connect4", &["behaves", how], 3), 1, &CLOCK);
        assert_eq!(deals.len(), 3);
        for game in deals.iter().flat_map(|deal| &deal.games) {
            let forfeit = game.forfeit.as_ref().unwrap_or_else(|| panic!("{how} got away with it"));
            assert_eq!(game.seats[forfeit.seat], 1, "{how}: the other one forfeited");
            assert!(forfeit.reason.contains(reason), "{how}: {}", forfeit.reason);
            assert_eq!((game.payoffs[forfeit.seat], game.payoffs[1 - forfeit.seat]), (-1.0, 1.0));
        }
    }
}

#[test]
fn a_game_that_goes_on_for_ever_is_left_at_the_cap() {
    let catalog = Catalog::new(&no_files);
    let mut setting = setting("dodgem", &["random", "random"], 10);
    setting.cap = 5;
    let deals = play(&catalog, &setting, 1, &Still);
    let capped: Vec<_> = deals.iter().flat_map(|deal| &deal.games).filter(|game| game.is_capped).collect();
    assert!(!capped.is_empty() && capped.iter().all(|game| game.moves.len() == 5 && game.payoffs == [0.0, 0.0]));
}

/// A path in the temporary folder that no other test has.
fn fresh_path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("outwit-test-{}-{name}.sqlite", std::process::id()));
    remove(&path);
    path
}

fn remove(path: &std::path::Path) {
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
}

#[test]
fn a_tournament_that_is_stopped_and_resumed_ends_like_one_that_was_not() {
    let catalog = Catalog::new(&no_files);
    // Slow enough to play that a stop comes well before the end.
    let setting = setting("connect4", &["alphabeta:depth=5", "greedy", "random"], 60);
    let whole = play(&catalog, &setting, 2, &Still);
    let path = fresh_path("resume");
    let store = Store::open(&path, true).unwrap();
    let id = store.begin(&setting, "test", 0).unwrap();
    drop(store);
    let mut runs = 0;
    loop {
        // Each time the store is opened anew, as another process would.
        let mut store = Store::open(&path, false).unwrap();
        let stop = AtomicBool::new(false);
        let runner = Runner { catalogs: &catalog, setting: &setting, threads: 2, clock: &Still, stop: &stop };
        let ended = Session { runner, store: &mut store, id }
            .run(None, &mut |standing| {
                if standing.games > 30 {
                    stop.store(true, Ordering::Relaxed);
                }
            })
            .unwrap();
        runs += 1;
        if ended == Ended::Finished(60) {
            break;
        }
        assert!(runs < 50, "it gets nowhere");
    }
    assert!(runs > 1, "it was never stopped");
    let mut resumed = Store::open(&path, false).unwrap().deals(id).unwrap();
    for game in resumed.iter_mut().flat_map(|deal| &mut deal.games) {
        game.micros.fill(0);
    }
    assert_eq!(resumed, whole);
    remove(&path);
}

#[test]
fn a_sequential_test_stops_at_the_same_deal_on_any_number_of_threads() {
    let catalog = Catalog::new(&no_files);
    let setting = setting("tictactoe", &["alphabeta", "random"], 400);
    let mut stopped = Vec::new();
    for threads in [1, 2, 8] {
        let mut store = Store::in_memory().unwrap();
        let id = store.begin(&setting, "test", 0).unwrap();
        let stop = AtomicBool::new(false);
        let runner = Runner { catalogs: &catalog, setting: &setting, threads, clock: &Still, stop: &stop };
        // Enough once the first agent is fifty half points ahead.
        let mut lead = 0.0;
        let mut decide = |deal: &DealRecord| {
            lead += deal
                .games
                .iter()
                .map(|game| if game.seats[0] == 0 { game.payoffs[0] } else { game.payoffs[1] })
                .sum::<f64>();
            lead >= 25.0
        };
        let ended = Session { runner, store: &mut store, id }.run(Some(&mut decide), &mut |_| {}).unwrap();
        assert_eq!(ended, Ended::Finished(store.done(id).unwrap().len() as u64));
        stopped.push(ended);
    }
    assert!(stopped.iter().all(|ended| *ended == stopped[0] && *ended != Ended::Finished(400)), "{stopped:?}");
}

fn trouble(path: &std::path::Path) -> Trouble {
    Store::open(path, true).err().expect("it is not a store")
}

#[test]
fn a_file_that_is_no_store_is_refused_and_left_as_it_is() {
    let text = fresh_path("text");
    std::fs::write(&text, "dear diary, ".repeat(200)).unwrap();
    assert!(trouble(&text).to_string().contains("is not a store of tournaments"));
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("dear diary"));

    let store = fresh_path("version");
    drop(Store::open(&store, true).unwrap());
    let mut bytes = std::fs::read(&store).unwrap();
    // The form of the tables is the user version, at byte 60 of an SQLite file.
    bytes[63] = 99;
    std::fs::write(&store, &bytes).unwrap();
    let told = trouble(&store);
    assert!(matches!(&told, Trouble::Request(_)) && told.to_string().contains("another version"), "{told}");

    let damaged = fresh_path("damaged");
    let mut whole = Store::open(&damaged, true).unwrap();
    let setting = setting("tictactoe", &["random", "random"], 2000);
    let id = whole.begin(&setting, "test", 0).unwrap();
    whole.write(id, &play(&Catalog::new(&no_files), &setting, 2, &Still)).unwrap();
    drop(whole);
    let mut bytes = std::fs::read(&damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xA5);
    std::fs::write(&damaged, &bytes).unwrap();
    let result = Store::open(&damaged, false).and_then(|store| store.deals(id).map(|_| ()));
    assert!(matches!(result, Err(Trouble::Work(_))), "{result:?}");
    for path in [text, store, damaged] {
        remove(&path);
    }
}

#[test]
fn two_processes_may_write_to_one_store() {
    let path = fresh_path("shared");
    drop(Store::open(&path, true).unwrap());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut store = Store::open(&path, true).unwrap();
                let setting = setting("tictactoe", &["random", "random"], 50);
                let id = store.begin(&setting, "test", 0).unwrap();
                for deal in play(&Catalog::new(&no_files), &setting, 1, &Still) {
                    store.write(id, &[deal]).unwrap();
                }
                store.finish(id, 50).unwrap();
            });
        }
    });
    let entries = Store::open(&path, false).unwrap().list().unwrap();
    assert!(entries.len() == 2 && entries.iter().all(|entry| entry.done == 50 && entry.finished == Some(50)));
    remove(&path);
}
