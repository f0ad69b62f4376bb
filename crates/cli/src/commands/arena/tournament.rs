//! Starting, resuming and showing tournaments.

use super::StoreArgs;
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::io::Io;
use crate::progress_line::ProgressLine;
use crate::table::{Side, Table, width};
use crate::{json, numbers, programs, specs};
use clap::{Args, ValueEnum};
use outwit::Catalog;
use outwit::WallClock;
use outwit::arena::statistics::{SequentialTest, Sprt};
use outwit::arena::{
    DealRecord, Ended, Entry, Runner, Seatings, Session, Setting, SprtSetting, Standing, Standings, Store, engine,
    has_fixed_start, picture, usual_opening,
};
use outwit::game::{Game, Parameter, Spec, parse_time};
use outwit::pool::Threads;
use outwit::search::named::catalog;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The version that plays: results of another may differ, so they are not mixed.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Milliseconds of grace at most: more than eleven days are none.
const LONGEST_GRACE: u64 = 1_000_000_000;

/// Seatings drawn for a deal at most: each is looked for among those before it.
const LARGEST_SAMPLE: u32 = 100_000;

/// Elo bounds of a sequential test lie between this and its negative: shares beyond it are all or nothing.
const LARGEST_ELO: f64 = 4000.0;

#[derive(Args, Debug)]
pub struct TournamentArgs {
    /// The game's spec
    // Optional to the parser, for a subcommand may stand in its place.
    #[arg(value_name = "GAME", required = true)]
    game: Option<String>,
    /// The agents' specs
    #[arg(value_name = "AGENT", required = true)]
    agents: Vec<String>,
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = numbers::whole::<u64>(1..=1_000_000_000))]
    deals: u64,
    /// The seed of everything drawn
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = crate::numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Random moves that open each deal, where the game has one fixed start; 4 by default, none where it is over within seven
    #[arg(long, value_name = "K", value_parser = numbers::whole::<u32>(..=1000))]
    opening: Option<u32>,
    /// Who sits where: all, rotations, or sample:N for N of all seatings, drawn for each deal
    #[arg(long, value_name = "WHICH", default_value = "all", value_parser = read_seatings)]
    seatings: Seatings,
    /// Leave a game after this many moves; it then pays everybody 0
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = numbers::whole::<u32>(1..=u64::from(u32::MAX)))]
    cap: u32,
    /// A budget for agents that have none in their spec: depth=D, nodes=N or time=T
    #[arg(long, value_name = "KEY=VALUE")]
    budget: Option<String>,
    /// Milliseconds an agent may overrun its time budget before it forfeits
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = numbers::whole::<u64>(..=LONGEST_GRACE))]
    grace: u64,
    /// Stop early by a sequential test: is the first agent better than the second by at most E0 or at least E1 Elo?
    #[arg(long, value_name = "E0,E1", value_parser = read_bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Which Elo the bounds of the sequential test are
    #[arg(long, value_enum, default_value_t = EloKind::Normalized)]
    elo: EloKind,
    #[command(flatten)]
    running: Running,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum EloKind {
    Normalized,
    Logistic,
}

/// How a tournament is run.
#[derive(Args, Clone, Debug)]
pub struct Running {
    /// Threads that play; all cores by default. Results are the same for any number
    #[arg(long, value_name = "T", value_parser = numbers::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    shown: Shown,
}

/// How a tournament is shown.
#[derive(Args, Clone, Debug)]
pub struct Shown {
    #[command(flatten)]
    store: StoreArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write plots into this folder, as SVG
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Write a report that stands alone, as HTML; `-` prints it in place of the table
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Shown {
    /// Whether the report is printed.
    fn html_to_out(&self) -> bool {
        self.html.as_deref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Keeps in the store where plots and report are to be, for who goes on with the tournament.
    fn remember(&self, store: &Store, id: i64) -> Result<(), Failure> {
        for (name, path) in [("plot", &self.plot), ("html", &self.html)] {
            if let Some(path) = path.as_ref().filter(|path| path.as_os_str() != "-") {
                // Whoever goes on may stand in another folder.
                let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                // A name that is no text cannot be kept as one: better none than another file's.
                if let Some(path) = path.to_str() {
                    store.note(id, name, path)?;
                }
            }
        }
        Ok(())
    }

    /// The same with what was asked for when the tournament began, where nothing else is asked for now.
    fn remembered(&self, store: &Store, id: i64) -> Result<Shown, Failure> {
        let mut shown = self.clone();
        for (name, path) in [("plot", &mut shown.plot), ("html", &mut shown.html)] {
            if path.is_none() {
                *path = store.noted(id, name)?.map(PathBuf::from);
            }
        }
        Ok(shown)
    }

    /// Whether what is asked for can be written: better to hear of it now than after hours of work.
    fn check(&self) -> Result<(), Failure> {
        if self.html_to_out() && self.json {
            return Err(Failure::wrong("the output cannot hold both a report and JSON: give --html a file"));
        }
        files::keep_store(&self.store.path()?);
        if let Some(folder) = &self.plot {
            files::make_folder(folder)?;
        }
        if let Some(path) = self.html.as_ref().filter(|_| !self.html_to_out()) {
            files::check_writable(path)?;
        }
        Ok(())
    }
}

fn read_seatings(text: &str) -> Result<Seatings, String> {
    let sample = numbers::whole::<u32>(1..=u64::from(LARGEST_SAMPLE));
    match (text, text.strip_prefix("sample:").map(sample)) {
        ("all", _) => Ok(Seatings::All),
        ("rotations", _) => Ok(Seatings::Rotations),
        (_, Some(Ok(n))) => Ok(Seatings::Sample(n)),
        _ => {
            let most = numbers::count(u64::from(LARGEST_SAMPLE));
            Err(format!("it is all, rotations, or sample:N with N from 1 to {most}"))
        }
    }
}

fn read_bounds(text: &str) -> Result<(f64, f64), String> {
    match text.split_once(',').and_then(|(low, high)| Some((Parameter::number(low)?, Parameter::number(high)?))) {
        Some((low, high)) if -LARGEST_ELO <= low && low < high && high <= LARGEST_ELO => Ok((low, high)),
        _ => Err(format!("it is two numbers from -{LARGEST_ELO} to {LARGEST_ELO}, the lower first: 0,5")),
    }
}

/// Gives a budget to an agent that takes one and has none.
fn with_budget(mut spec: Spec, budget: &str) -> Result<Spec, Failure> {
    const KEYS: [&str; 3] = ["depth", "nodes", "time"];
    let (key, value) = budget
        .split_once('=')
        .filter(|(key, value)| KEYS.contains(key) && !value.is_empty())
        .ok_or_else(|| Failure::wrong(format!("`{budget}` is not a budget: write depth=D, nodes=N or time=T")))?;
    if key == "time" && parse_time(value).is_none() {
        return Err(Failure::wrong(format!("`{value}` is not a time: write time=500ms, time=2s or time=1m")));
    }
    if key != "time" && value.parse::<u64>().is_err() {
        return Err(Failure::wrong(format!("`{value}` is not a whole number: write {key}=N")));
    }
    let takes_it = spec.name == engine::NAME
        || catalog::entry(&spec.name).is_ok_and(|entry| entry.parameters.iter().any(|p| p.name == key));
    if takes_it && KEYS.iter().all(|key| spec.get(key).is_none()) {
        spec.settings.push((key.to_string(), value.to_string()));
    }
    Ok(spec)
}

pub fn start(arguments: &TournamentArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Some(game) = &arguments.game else {
        return Err(Failure::wrong("say which game and which agents: `outwit arena --help` shows how"));
    };
    let mut agents = Vec::new();
    for agent in &arguments.agents {
        let spec = specs::entrant_spec(agent)?;
        let spec = match &arguments.budget {
            Some(budget) => with_budget(spec, budget)?,
            None => spec,
        };
        programs::tried(&spec, game, io).map_err(|problem| problem.within(agent))?;
        agents.push(spec.to_string());
    }
    let mut setting = Setting {
        game: Spec::parse(game)?.to_string(),
        agents,
        deals: arguments.deals,
        seed: arguments.seed,
        opening: arguments.opening.unwrap_or_default(),
        seatings: arguments.seatings,
        cap: arguments.cap,
        grace_ms: arguments.grace,
        budget: arguments.budget.clone(),
        payoffs: None,
        sprt: arguments.sprt.map(|(low, high)| SprtSetting {
            low,
            high,
            is_normalized: arguments.elo == EloKind::Normalized,
        }),
    };
    let running = &arguments.running;
    // The request is checked before anything is written.
    let catalog = Catalog::new(&files::read_named);
    let clock = WallClock::start();
    let stop = interrupt::stop_flag();
    let (any_game, seatings) =
        Runner { catalogs: &catalog, setting: &setting, threads: 1, clock: &clock, stop }.check()?;
    if setting.agents.len() == 1 && any_game.players() > 1 {
        return Err(Failure::wrong(format!(
            "one agent alone would only meet itself: name another, or `{0}` twice to let it play itself",
            setting.agents[0]
        )));
    }
    let path = running.shown.store.path()?;
    running.shown.check()?;
    if setting.sprt.is_some() && (any_game.players() != 2 || setting.agents.len() != 2) {
        return Err(Failure::wrong("a sequential test compares two agents in a game for two"));
    }
    // Too many seatings are sampled, and the result says so.
    setting.seatings = seatings.kind();
    let facts = any_game.facts();
    setting.payoffs = Some((facts.lowest, facts.highest)).filter(|(low, high)| low.is_finite() && high.is_finite());
    // A drawn start needs no opening; the result says what was played.
    setting.opening = match arguments.opening {
        Some(opening) if has_fixed_start(&any_game) => opening,
        Some(_) => 0,
        None => usual_opening(&any_game),
    };
    let mut store = Store::open(&path, true)?;
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
    let id = store.begin(&setting, VERSION, started)?;
    running.shown.remember(&store, id)?;
    let entry = store.find(Some(id), |_| true)?;
    play(&mut store, &entry, running, io)
}

pub fn resume(id: Option<i64>, running: &Running, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut store = running.shown.store.open()?;
    let entry = match id {
        Some(_) => store.find(id, |_| true)?,
        None => store.find(None, |entry| entry.finished.is_none()).or_else(|_| store.find(None, |_| true))?,
    };
    let running = &Running { shown: running.shown.remembered(&store, entry.id)?, ..running.clone() };
    running.shown.check()?;
    if entry.finished.is_some() {
        return table_of(&store, &entry, &running.shown, io);
    }
    if entry.version != VERSION {
        return Err(Failure::wrong(format!(
            "tournament {} was begun by version {} and this is version {VERSION}: their games are not mixed; finish it \
             with that version, or start anew",
            entry.id, entry.version
        )));
    }
    play(&mut store, &entry, running, io)
}

pub fn show(id: Option<i64>, shown: &Shown, io: &mut Io<'_>) -> Result<(), Failure> {
    let (store, entry) = shown.store.find(id)?;
    table_of(&store, &entry, shown, io)
}

pub fn list(store: &StoreArgs, as_json: bool, io: &mut Io<'_>) -> Result<(), Failure> {
    let entries = store.open()?.list()?;
    if as_json {
        return json::write(io, &entries.iter().map(entry_json).collect());
    }
    if entries.is_empty() {
        return Ok(writeln!(io.out, "no tournaments yet")?);
    }
    let mut rows = Table::new(&[Side::Right, Side::Left, Side::Right, Side::Right, Side::Left]);
    rows.row(["id", "game", "deals", "seed", "agents"]);
    for Entry { id, setting, done, finished, .. } in &entries {
        let deals = match finished {
            Some(deals) => deals.to_string(),
            None => format!("{done} of {}", setting.deals),
        };
        rows.row([id.to_string(), setting.game.clone(), deals, setting.seed.to_string(), setting.agents.join(" ")]);
    }
    Ok(write!(io.out, "{rows}")?)
}

fn entry_json(entry: &Entry) -> Value {
    json!({
        "tournament": entry.id,
        "setting": entry.setting,
        "version": entry.version,
        "started": entry.started,
        "done": entry.done,
        "finished": entry.finished,
    })
}

fn play(store: &mut Store, entry: &Entry, running: &Running, io: &mut Io<'_>) -> Result<(), Failure> {
    let (id, setting) = (entry.id, &entry.setting);
    let catalog = Catalog::new(&files::read_named);
    let clock = WallClock::start();
    let threads = running.threads.map_or_else(|| Threads::all().count(), usize::from);
    let runner = Runner { catalogs: &catalog, setting, threads, clock: &clock, stop: interrupt::stop_flag() };
    let mut test = setting.sprt.map(|bounds| SequentialTest::new(Sprt::from(bounds)));
    let mut decide = |deal: &DealRecord| test.as_mut().is_some_and(|test| test.add(deal).is_some());
    let decide: Option<outwit::arena::Decide<'_>> = if setting.sprt.is_some() { Some(&mut decide) } else { None };
    let line = ProgressLine::new(&clock, io);
    let mut first = None;
    let ended = line.alive("playing the first deal", || {
        outwit::run_session(&mut Session { runner, store, id }, decide, &mut |standing| {
            let first = *first.get_or_insert(standing);
            line.show(|now| progress_words(first, standing, now));
        })
    });
    drop(line);
    match ended? {
        Ended::Finished(_) => table_of(store, entry, &running.shown, io),
        Ended::Stopped => {
            let done = store.done(id)?.len();
            // Plots and report are remembered.
            let Shown { store: StoreArgs { store: file }, json, .. } = &running.shown;
            let path = file.as_ref().map(|path| format!(" --store {}", quoted(&path.display().to_string())));
            let mut more = path.unwrap_or_default();
            if *json {
                more.push_str(" --json");
            }
            Err(Failure::failed(format!(
                "stopped after {done} of {} deals, which are kept; go on with: outwit arena resume {id}{more}",
                setting.deals
            )))
        }
    }
}

/// How far it has come since the first of two standings, which was at the beginning of this run.
fn progress_words(first: Standing, standing: Standing, now: Duration) -> String {
    let seconds = now.as_secs_f64().max(1e-9);
    let fresh = standing.deals - first.deals;
    let left = if fresh == 0 {
        String::new()
    } else {
        let left = seconds * (standing.of - standing.deals) as f64 / fresh as f64;
        format!("  {} left", numbers::time(Duration::from_secs_f64(left)))
    };
    let filled = (20 * standing.deals / standing.of.max(1)) as usize;
    format!(
        "[{}{}] {} of {} deals  {:.0} games/s{left}",
        "#".repeat(filled),
        ".".repeat(20 - filled),
        standing.deals,
        standing.of,
        standing.games as f64 / seconds
    )
}

/// The command that plays the tournament again.
fn again(setting: &Setting) -> String {
    let mut words = vec!["outwit arena".to_string(), quoted(&setting.game)];
    words.extend(setting.agents.iter().map(|agent| quoted(agent)));
    words.push(format!("--deals {} --seed {}", setting.deals, setting.seed));
    words.push(format!("--opening {} --cap {} --grace {}", setting.opening, setting.cap, setting.grace_ms));
    match setting.seatings {
        Seatings::All => {}
        Seatings::Rotations => words.push("--seatings rotations".to_string()),
        Seatings::Sample(n) => words.push(format!("--seatings sample:{n}")),
    }
    if let Some(SprtSetting { low, high, is_normalized }) = setting.sprt {
        let scale = if is_normalized { "normalized" } else { "logistic" };
        words.push(format!("--sprt {low},{high} --elo {scale}"));
    }
    words.join(" ")
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+=:,./".contains(c);
    if word.chars().all(is_plain) { word.to_string() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Prints a tournament as it stands, and draws what is asked for.
fn table_of(store: &Store, entry: &Entry, shown: &Shown, io: &mut Io<'_>) -> Result<(), Failure> {
    let Entry { id, setting, version, .. } = entry;
    let deals = store.deals(*id)?;
    let standings = Standings::new(setting, &deals);
    if shown.html_to_out() {
        write!(io.out, "{}", picture::report_html(&standings, &id.to_string(), version, &again(setting)))?;
    } else if shown.json {
        json::write(io, &standings.to_json(*id))?;
    } else {
        write!(io.out, "{}", standings.to_text_within(width()))?;
        writeln!(io.out, "\noutwit {version}, tournament {id} in {}", store.path().display())?;
    }
    // Only now: whoever cannot draw has the table all the same.
    if let Some(folder) = &shown.plot {
        files::make_folder(folder)?;
        let mut plots = vec![("differences.svg".to_string(), picture::differences_svg(&standings))];
        if !standings.is_alone() {
            plots.push(("win-share.svg".to_string(), picture::win_shares_svg(&standings)));
        }
        let strength = picture::strength_svgs(&standings).into_iter();
        plots.extend(strength.map(|(budget, svg)| (format!("strength-{budget}.svg"), svg)));
        for (name, svg) in plots {
            files::write_into(folder, &name, &svg)?;
        }
    }
    if let Some(path) = shown.html.as_ref().filter(|_| !shown.html_to_out()) {
        let report = picture::report_html(&standings, &id.to_string(), version, &again(setting));
        files::write_file(path, &report)?;
    }
    Ok(())
}
