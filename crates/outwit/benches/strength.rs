//! How strong agents are against each other: makes the files that the `level` agent and the defaults are read from.
//!
//! `cargo bench -p outwit --bench strength -- levels connect4` plays each of the game's levels against the one below and prints
//! `crates/games/levels/connect4.txt` with what came of it.
//!
//! `-- ladder connect4 alphabeta:eval=learned nodes 30 6000 0.64 250` makes such a file: from random play by ever fewer blunders
//! of that agent with 30 nodes, and then by more nodes up to 6,000, the last level at the top and each of the others 64 % below the
//! next or, where twenty of those do not fit, an even share of what there is; and then 250 games from each level to the next.
//!
//! `cargo bench -p outwit --bench strength -- defaults 20 100` plays the candidates for the default of each game against each
//! other, 20 milliseconds a move, 100 games a pair, and prints the lines of `crates/advice/defaults.txt`;
//! `-- defaults 20 100 connect4` those of one game.
//!
//! `cargo bench -p outwit --bench strength -- match othello uct alphabeta 100 20` plays one match: the share the first agent wins,
//! the ends of its 95 % interval, and games. Where there are more than two seats the first agent has one of them, each as often as
//! the others, and the second agent all the rest; a fair share is then one part of so many seats.
//!
//! `cargo bench -p outwit --bench strength -- table docs/results/reports/strength.csv 100 20` adds to that file until every match of
//! the strength table has 20 games at 100 milliseconds a move in it; a word more, `othello`, names one game. Each game's rounds are
//! written as soon as they are played, so what was stopped goes on where it was.
//!
//! Time is the time this thread was on a core, so that a busy machine changes little; levels count moves and repeat exactly.

use outwit::game::{AnyGame, Clock, Control, Game, Player, Problem, Rng, Table, Turn};
use outwit::search::named::level::{LEVELS, rungs};
use outwit::{agent_from_spec, game_from_spec, no_files};
use std::cell::RefCell;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().ok();
    let done = match words[..] {
        ["levels", game] => levels(game),
        ["ladder", game, agent, budget, least, most, share, games] => {
            let share = share.parse().unwrap_or(0.64);
            let [least, most, games] = [least, most, games].map(|text| number(text).unwrap_or(100));
            Ladder { agent, budget, least, most }.make(game, share, games)
        }
        ["match", game, one, other, games] => single(game, [one, other], number(games), None),
        ["match", game, one, other, games, time] => single(game, [one, other], number(games), number(time)),
        ["defaults", time, games] => defaults(number(time), number(games), None),
        ["defaults", time, games, game] => defaults(number(time), number(games), Some(game)),
        ["table", file, time, games] => table(file, number(time), number(games), None),
        ["table", file, time, games, game] => table(file, number(time), number(games), Some(game)),
        // Benches are also run to see that they run.
        _ => single("tictactoe", ["greedy", "random"], Some(20), None),
    };
    if let Err(problem) = done {
        eprintln!("{problem}");
        std::process::exit(2);
    }
}

/// The time this thread has spent on a core; where the system does not tell, the time that has passed.
struct CoreTime {
    file: Option<RefCell<File>>,
    began: Instant,
}

// One thread reads it, and the trait asks for what may be shared.
struct Shared(std::sync::Mutex<CoreTime>);

impl Shared {
    fn start() -> Shared {
        let file = File::open("/proc/thread-self/schedstat").ok().map(RefCell::new);
        Shared(std::sync::Mutex::new(CoreTime { file, began: Instant::now() }))
    }
}

impl Clock for Shared {
    fn now(&self) -> Duration {
        let Ok(time) = self.0.lock() else { return Duration::ZERO };
        let told = time.file.as_ref().and_then(|file| {
            let mut file = file.borrow_mut();
            let mut text = [0; 64];
            file.rewind().ok()?;
            let length = file.read(&mut text).ok()?;
            std::str::from_utf8(&text[..length]).ok()?.split(' ').next()?.parse().ok()
        });
        told.map_or_else(|| time.began.elapsed(), Duration::from_nanos)
    }
}

/// Random moves before the agents take over: those who never vary would else play one game again and again.
const OPENING: usize = 4;
/// Games that may go round for ever are left, drawn, after so many moves.
const LONGEST: usize = 400;

struct Hall {
    game: AnyGame,
    clock: Shared,
}

impl Hall {
    fn of(spec: &str) -> Result<Hall, Problem> {
        Ok(Hall { game: game_from_spec(spec, &no_files)?, clock: Shared::start() })
    }

    /// What the first agent gets of 1 in a game in which it has the seat of this place, and the second agent all others.
    fn play(&self, specs: [&str; 2], seed: u64, place: usize) -> Result<f64, Problem> {
        let (game, seats) = (&self.game, self.game.players());
        let rng = &mut Rng::stream(seed, 1);
        let mut table = Table::deal(game, rng);
        // Where hands are dealt no two games are alike.
        for _ in 0..if game.facts().hidden { 0 } else { OPENING } {
            while table.draw(rng).is_some() {}
            if let Turn::Of(_) = table.turn() {
                let mv = *rng.pick(table.moves());
                table.play(mv);
            }
        }
        let mut agents = Vec::new();
        for seat in Player::all(seats) {
            let mut agent = agent_from_spec(specs[usize::from(seat.index() != place)], game)?;
            agent.begin(game, seat, Rng::derive(seed, (2 + seat.index() + seats * place) as u64));
            agents.push(agent);
        }
        let control = Control { clock: Some(&self.clock), ..Control::default() };
        for _ in 0..LONGEST {
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    table.draw(rng);
                }
                Turn::Of(seat) => {
                    let report = agents[seat.index()].choose(&table.view(seat), &control)?;
                    table.play(report.chosen);
                }
            }
        }
        if table.turn() != Turn::Over {
            return Ok(self.fair());
        }
        let paid = game.payoffs(table.state());
        let best = paid.seats(seats).iter().fold(f64::NEG_INFINITY, |best, &x| best.max(x));
        let winners = paid.seats(seats).iter().filter(|&&x| x == best).count();
        Ok(if paid[Player::new(place)] == best { 1.0 / winners as f64 } else { 0.0 })
    }

    /// What each seat gets where all are equally strong.
    fn fair(&self) -> f64 {
        1.0 / self.game.players() as f64
    }

    /// So many games in rounds of the same opening, in which the first agent has every seat once.
    fn play_match(&self, specs: [&str; 2], games: u64, seed: u64) -> Result<Score, Problem> {
        let seats = self.game.players();
        let mut score = Score { seats: seats as f64, ..Score::default() };
        for round in 0..games.div_ceil(seats as u64) {
            score.add(self.play_round(specs, Rng::derive(seed, round))?);
        }
        Ok(score)
    }

    /// The share of the first agent in games of one opening, in which it has every seat once.
    fn play_round(&self, specs: [&str; 2], seed: u64) -> Result<f64, Problem> {
        let seats = self.game.players();
        let mut sum = 0.0;
        for place in 0..seats {
            sum += self.play(specs, seed, place)?;
        }
        Ok(sum / seats as f64)
    }
}

/// What came of a match, by rounds of games.
#[derive(Clone, Copy, Default)]
struct Score {
    seats: f64,
    rounds: f64,
    sum: f64,
    squares: f64,
}

impl Score {
    fn add(&mut self, share: f64) {
        (self.rounds, self.sum, self.squares) = (self.rounds + 1.0, self.sum + share, self.squares + share * share);
    }

    fn share(&self) -> f64 {
        self.sum / self.rounds
    }

    /// Half of the width of a 95 % interval; rounds are independent of each other, the games of one are not. As if in one
    /// round more everybody had got a fair share by luck, so that a clean sweep is not certain.
    fn half_width(&self) -> f64 {
        let fair = 1.0 / self.seats;
        let (rounds, sum, squares) = (self.rounds + 1.0, self.sum + fair, self.squares + fair);
        let mean = sum / rounds;
        1.96 * ((squares / rounds - mean * mean).max(0.0) / (rounds - 1.0)).sqrt()
    }

    fn words(&self) -> String {
        let (share, half) = (self.share(), self.half_width());
        let (low, high) = ((share - half).max(0.0), (share + half).min(1.0));
        format!("{share:.3} {low:.3} {high:.3} {}", self.seats * self.rounds)
    }
}

fn single(game: &str, specs: [&str; 2], games: Option<u64>, milliseconds: Option<u64>) -> Result<(), Problem> {
    let hall = Hall::of(game)?;
    let timed = specs.map(|spec| milliseconds.map_or(spec.to_string(), |time| with_time(spec, time)));
    let score = hall.play_match([&timed[0], &timed[1]], games.unwrap_or(100), 0)?;
    println!("{game} {} {} {}", timed[0], timed[1], score.words());
    Ok(())
}

fn with_time(spec: &str, milliseconds: u64) -> String {
    format!("{spec}{}time={milliseconds}ms", if spec.contains(':') { "," } else { ":" })
}

// ---- levels ----------------------------------------------------------------------------------------------------------

/// Plays every level that a game has against the one below and prints the file anew. Levels count moves, so the same agents give
/// the same bytes.
fn levels(spec: &str) -> Result<(), Problem> {
    let hall = Hall::of(spec)?;
    let Some(text) = hall.game.levels() else {
        return Err(Problem::new(format!("{spec} has no levels that were measured")));
    };
    for line in text.lines() {
        let rung = rungs(line).into_iter().next();
        let below = rung.and_then(|rung| rungs(text).into_iter().find(|other| other.level + 1 == rung.level));
        match (rung, below) {
            (Some(rung), Some(below)) if rung.won.is_some() => {
                let (_, _, games) = rung.won.unwrap_or_default();
                let score = hall.play_match([rung.agent, below.agent], u64::from(games), 0)?;
                println!("{} {} {}", rung.level, rung.agent, score.words());
            }
            _ => println!("{line}"),
        }
    }
    Ok(())
}

/// Agents in the order of their strength: random, ever fewer blunders with the least budget, ever larger budgets.
struct Ladder<'a> {
    agent: &'a str,
    budget: &'a str,
    least: u64,
    most: u64,
}

impl Ladder<'_> {
    /// Steps of blunders; and by what a budget grows a step.
    const BLUNDERS: usize = 100;
    const GROWTH: f64 = 1.12;
    /// Games from one mark to the next.
    const GAMES: u64 = 200;

    /// The least budget, grown so many times.
    fn grown(&self, times: usize) -> f64 {
        (0..times).fold(self.least as f64, |amount, _| amount * Ladder::GROWTH).round()
    }

    fn last(&self) -> usize {
        let too_much = (1..).find(|&times| self.grown(times) > self.most as f64);
        Ladder::BLUNDERS + too_much.map_or(0, |times| times - 1)
    }

    fn step(&self, step: usize) -> String {
        if step == 0 {
            return "random".to_string();
        }
        let amount = self.grown(step.saturating_sub(Ladder::BLUNDERS));
        let mark = if self.agent.contains(':') { "," } else { ":" };
        let spec = format!("{}{mark}{}={amount}", self.agent, self.budget);
        match Ladder::BLUNDERS.saturating_sub(step) {
            0 => spec,
            left => format!("{spec},blunder={:.2}", left as f64 / Ladder::BLUNDERS as f64),
        }
    }

    /// The steps between which the rise in strength is measured.
    fn marks(&self) -> Vec<usize> {
        let blunders = (0..=Ladder::BLUNDERS).step_by(10);
        let budgets = (Ladder::BLUNDERS..self.last()).step_by(6).skip(1);
        blunders.chain(budgets).chain((self.last() > Ladder::BLUNDERS).then_some(self.last())).collect()
    }

    /// Measures how strength rises from mark to mark, picks twenty steps that lie evenly, the last of them the top, each above the
    /// one before by what wins `share` or, where the ladder is too short for that, less, and prints the file.
    fn make(&self, spec: &str, share: f64, games: u64) -> Result<(), Problem> {
        let hall = Hall::of(spec)?;
        let won = |step: usize, below: usize, games: u64, seed: u64| {
            hall.play_match([&self.step(step), &self.step(below)], games, seed)
        };
        let odds = |share: f64| (share / (1.0 - share)).ln();
        // Step 1. Heights of the marks: log-odds add up.
        let marks = self.marks();
        let mut heights = vec![0.0];
        for pair in marks.windows(2) {
            let share = won(pair[1], pair[0], Ladder::GAMES, 1)?.share();
            eprintln!("{} {share:.3}", self.step(pair[1]));
            heights.push(heights[heights.len() - 1] + odds(share.clamp(0.505, 0.98)));
        }
        // Step 2. Where the levels lie.
        let top = heights[heights.len() - 1];
        let rise = odds(share).min(top / (LEVELS - 1) as f64);
        let mut steps = Vec::new();
        for level in 0..LEVELS {
            let height = top - rise * (LEVELS - 1 - level) as f64;
            let above = heights.iter().position(|&mark| mark >= height).unwrap_or(heights.len() - 1).max(1);
            let part = (height - heights[above - 1]) / (heights[above] - heights[above - 1]);
            let step = marks[above - 1] as f64 + part * (marks[above] - marks[above - 1]) as f64;
            let least = steps.last().map_or(0, |below: &usize| below + 1);
            steps.push((step.round() as usize).clamp(least, self.last().max(least)));
        }
        // Step 3. What they win in games that had no say in the choice.
        let Ladder { agent, budget, least, most } = self;
        println!("# Levels of {spec}: level, agent, share won from the level below, its 95 % interval, games.");
        println!(
            "# cargo bench -p outwit --bench strength -- ladder {spec} {agent} {budget} {least} {most} {share} {games}"
        );
        println!("1 {}", self.step(steps[0]));
        for (below, level) in (1..LEVELS).enumerate() {
            let score = won(steps[level], steps[below], games, 0)?;
            println!("{} {} {}", level + 1, self.step(steps[level]), score.words());
        }
        Ok(())
    }
}

// ---- defaults --------------------------------------------------------------------------------------------------------

/// Who may become the default of a game: first who was it, then who may be better.
const CANDIDATES: &[(&str, &[&str])] = &[
    ("connect4", &["uct", "alphabeta", "alphabeta:eval=threats", "alphabeta:eval=learned"]),
    ("othello", &["alphabeta", "uct", "alphabeta:eval=learned"]),
    ("kalah", &["alphabeta", "uct", "alphabeta:eval=learned"]),
    (
        "chess",
        &[
            "alphabeta:eval=material,quiescence=6",
            "alphabeta:eval=threats",
            "alphabeta:eval=threats,quiescence=6",
            "uct",
        ],
    ),
    ("hex", &["alphabeta", "uct"]),
    ("backgammon", &["expectiminimax", "uct", "greedy"]),
    ("dodgem:size=5", &["alphabeta", "uct"]),
    ("abalone:seats=2", &["maxn", "alphabeta", "uct", "uct:horizon=0"]),
    ("abalone", &["maxn", "uct", "uct:horizon=0"]),
    ("chinesecheckers:seats=2", &["maxn", "uct", "uct:horizon=0"]),
    ("chinesecheckers", &["maxn", "uct", "uct:horizon=0"]),
    ("chinesecheckers:seats=6", &["maxn", "uct", "uct:horizon=0"]),
    ("hearts", &["ismcts", "ismcts:horizon=0"]),
    ("spades", &["ismcts", "ismcts:horizon=0"]),
    ("hearts:open=true", &["maxn", "uct", "uct:horizon=0"]),
    ("spades:open=true", &["maxn", "uct", "uct:horizon=0"]),
];

fn defaults(milliseconds: Option<u64>, games: Option<u64>, wanted: Option<&str>) -> Result<(), Problem> {
    let (milliseconds, games) = (milliseconds.unwrap_or(20), games.unwrap_or(100));
    println!("# cargo bench -p outwit --bench strength -- defaults {milliseconds} {games}");
    println!(
        "# game, milliseconds a move, agent; share won from the best of the others, its 95 % interval, games, that other"
    );
    for (name, agents) in CANDIDATES.iter().filter(|(name, _)| wanted.is_none_or(|wanted| wanted == *name)) {
        let hall = Hall::of(name)?;
        let won = |one: &str, other: &str| {
            let timed = [one, other].map(|spec| with_time(spec, milliseconds));
            let score = hall.play_match([&timed[0], &timed[1]], games, 0)?;
            eprintln!("{name} {} {} {}", timed[0], timed[1], score.words());
            Ok::<Score, Problem>(score)
        };
        // The first holds the place until somebody wins more than a fair share against it.
        let (mut holder, mut record) = (agents[0], None);
        for challenger in &agents[1..] {
            let score = won(challenger, holder)?;
            if score.share() > hall.fair() {
                record = Some((score, holder));
                holder = challenger;
            } else {
                let score = won(holder, challenger)?;
                if record.is_none_or(|(last, _): (Score, &str)| score.share() < last.share()) {
                    record = Some((score, challenger));
                }
            }
        }
        let told = record.map_or(String::new(), |(score, other)| format!(" {} {other}", score.words()));
        println!("{name} {milliseconds} {holder}{told}");
    }
    Ok(())
}

// ---- the table -------------------------------------------------------------------------------------------------------

/// The matches of the strength table: a game, who plays it where nobody is named, and whom it is held against, first who was the
/// default before anything was learned.
const MATCHES: &[(&str, &str, &[&str])] = &[
    ("connect4", "alphabeta:eval=learned", &["alphabeta", "uct"]),
    ("othello", "alphabeta:eval=learned", &["alphabeta", "uct"]),
    ("kalah", "alphabeta:eval=learned", &["alphabeta", "uct"]),
    ("checkers", "alphabeta", &["uct"]),
    ("chess", "alphabeta:eval=classical", &["alphabeta:eval=material"]),
    ("hex", "alphabeta", &["uct"]),
    ("hex:size=7", "alphabeta", &["uct"]),
    ("go:size=5", "uct", &["alphabeta"]),
    ("dodgem:size=5", "alphabeta", &["uct"]),
    ("backgammon", "expectiminimax", &["expectiminimax:eval=pips"]),
    ("chinesecheckers:seats=2", "maxn:eval=learned", &["maxn"]),
    ("chinesecheckers", "maxn:eval=learned", &["maxn"]),
    ("chinesecheckers:seats=6", "maxn", &["uct"]),
    ("abalone:seats=2", "maxn:eval=learned", &["maxn"]),
    ("abalone", "maxn", &["uct"]),
    ("hearts", "ismcts", &["pimc:worlds=1000000"]),
    ("spades", "ismcts", &["pimc:worlds=1000000"]),
    ("hearts:open=true", "maxn", &["uct"]),
    ("spades:open=true", "maxn", &["uct"]),
];

const TABLE_HEAD: &str = "game,milliseconds,agent,other,round,share";

/// Plays the rounds of the table that are not in the file yet.
fn table(file: &str, milliseconds: Option<u64>, games: Option<u64>, wanted: Option<&str>) -> Result<(), Problem> {
    let (milliseconds, games) = (milliseconds.unwrap_or(100), games.unwrap_or(20));
    let wrong = |error: std::io::Error| Problem::new(format!("{file}: {error}"));
    let known = std::fs::read_to_string(file).unwrap_or_default();
    let mut out = File::options().create(true).append(true).open(file).map_err(wrong)?;
    if known.is_empty() {
        writeln!(out, "{TABLE_HEAD}").map_err(wrong)?;
    }
    for (name, agent, others) in MATCHES.iter().filter(|(name, ..)| wanted.is_none_or(|wanted| wanted == *name)) {
        let hall = Hall::of(name)?;
        for other in *others {
            let words = format!("{},{milliseconds},{},{},", quoted(name), quoted(agent), quoted(other));
            let played = known.lines().filter(|line| line.starts_with(&words)).count() as u64;
            let timed = [*agent, *other].map(|spec| with_time(spec, milliseconds));
            for round in played..games.div_ceil(hall.game.players() as u64) {
                let share = hall.play_round([&timed[0], &timed[1]], Rng::derive(0, round))?;
                writeln!(out, "{words}{round},{share}").map_err(wrong)?;
                eprintln!("{words}{round},{share}");
            }
        }
    }
    Ok(())
}

/// A spec may hold commas; those of a table are not its.
fn quoted(spec: &str) -> String {
    spec.replace(',', ";")
}
