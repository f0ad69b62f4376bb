//! How strong agents are against each other: makes the files that the `level` agent and the defaults are read from.
//!
//! `cargo bench -p outwit --bench strength -- levels connect4` plays each of the game's levels against the one below and prints
//! `crates/games/levels/connect4.txt` with what came of it.
//!
//! `cargo bench -p outwit --bench strength -- defaults 20 100` plays the candidates for the default of each game against each
//! other, 20 milliseconds a move, 100 games a pair, and prints the lines of `crates/advice/defaults.txt`;
//! `-- defaults 20 100 connect4` those of one game.
//!
//! `cargo bench -p outwit --bench strength -- match othello uct alphabeta 100 20` plays one match.
//!
//! Time is the time this thread was on a core, so that a busy machine changes little; levels count moves and repeat exactly.

use outwit::game::{AnyGame, Clock, Control, Game, Player, Problem, Rng, Table, Turn};
use outwit::search::named::level::rungs;
use outwit::{agent_from_spec, game_from_spec, no_files};
use std::cell::RefCell;
use std::fs::File;
use std::io::{Read, Seek};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().ok();
    let done = match words[..] {
        ["levels", game] => levels(game),
        ["match", game, one, other, games] => single(game, [one, other], number(games), None),
        ["match", game, one, other, games, time] => single(game, [one, other], number(games), number(time)),
        ["defaults", time, games] => defaults(number(time), number(games), None),
        ["defaults", time, games, game] => defaults(number(time), number(games), Some(game)),
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
        let game = game_from_spec(spec, &no_files)?;
        if game.players() != 2 {
            return Err(Problem::new(format!("{spec} has {} seats: matches are for two", game.players())));
        }
        Ok(Hall { game, clock: Shared::start() })
    }

    /// What the first agent gets of 1 in a game, in the first seat or in the second.
    fn play(&self, specs: [&str; 2], seed: u64, swapped: bool) -> Result<f64, Problem> {
        let game = &self.game;
        let rng = &mut Rng::stream(seed, 1);
        let mut table = Table::deal(game, rng);
        for _ in 0..OPENING {
            while table.draw(rng).is_some() {}
            if let Turn::Of(_) = table.turn() {
                let mv = *rng.pick(table.moves());
                table.play(mv);
            }
        }
        let mut agents = Vec::new();
        for seat in Player::all(2) {
            let spec = specs[seat.index() ^ usize::from(swapped)];
            let mut agent = agent_from_spec(spec, game)?;
            agent.begin(game, seat, Rng::derive(seed, 2 + seat.index() as u64 + 2 * u64::from(swapped)));
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
            return Ok(0.5);
        }
        let paid = game.payoffs(table.state());
        let ours = paid[Player::new(usize::from(swapped))] - paid[Player::new(usize::from(!swapped))];
        Ok(if ours > 0.0 { 1.0 } else { f64::from(u8::from(ours == 0.0)) / 2.0 })
    }

    /// So many games in pairs of the same opening with seats changed.
    fn play_match(&self, specs: [&str; 2], games: u64, seed: u64) -> Result<Score, Problem> {
        let mut score = Score::default();
        for pair in 0..games.div_ceil(2) {
            let seed = Rng::derive(seed, pair);
            score.add((self.play(specs, seed, false)? + self.play(specs, seed, true)?) / 2.0);
        }
        Ok(score)
    }
}

/// What came of a match, by pairs of games.
#[derive(Clone, Copy, Default)]
struct Score {
    pairs: f64,
    sum: f64,
    squares: f64,
}

impl Score {
    fn add(&mut self, share: f64) {
        (self.pairs, self.sum, self.squares) = (self.pairs + 1.0, self.sum + share, self.squares + share * share);
    }

    fn share(&self) -> f64 {
        self.sum / self.pairs
    }

    /// Half of the width of a 95 % interval; pairs are independent of each other, the two games of one are not. As if one pair
    /// more had been split, so that a clean sweep is not certain.
    fn half_width(&self) -> f64 {
        let (pairs, sum, squares) = (self.pairs + 1.0, self.sum + 0.5, self.squares + 0.5);
        let mean = sum / pairs;
        1.96 * ((squares / pairs - mean * mean).max(0.0) / (pairs - 1.0)).sqrt()
    }

    fn words(&self) -> String {
        let (share, half) = (self.share(), self.half_width());
        let (low, high) = ((share - half).max(0.0), (share + half).min(1.0));
        format!("{share:.3} {low:.3} {high:.3} {}", 2.0 * self.pairs)
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

// ---- defaults --------------------------------------------------------------------------------------------------------

/// Who may become the default of a game.
const CANDIDATES: &[(&str, &[&str])] = &[
    ("connect4", &["uct", "alphabeta", "alphabeta:eval=threats"]),
    ("othello", &["alphabeta", "alphabeta:eval=mobility", "uct"]),
    ("kalah", &["alphabeta", "uct"]),
    (
        "chess",
        &[
            "alphabeta:eval=material,quiescence=6",
            "alphabeta:eval=threats",
            "alphabeta:eval=threats,quiescence=6",
            "uct",
        ],
    ),
    ("abalone:seats=2", &["alphabeta", "uct"]),
    ("hex", &["uct", "alphabeta"]),
    ("backgammon", &["expectiminimax", "uct", "greedy"]),
    ("dodgem", &["alphabeta", "uct"]),
];

fn defaults(milliseconds: Option<u64>, games: Option<u64>, wanted: Option<&str>) -> Result<(), Problem> {
    let (milliseconds, games) = (milliseconds.unwrap_or(20), games.unwrap_or(100));
    println!("# cargo bench -p outwit --bench strength -- defaults {milliseconds} {games}");
    println!(
        "# game, milliseconds a move, agent; share won from the best of the others, its 95 % interval, games, that other"
    );
    for (name, agents) in CANDIDATES.iter().filter(|(name, _)| wanted.is_none_or(|wanted| wanted == *name)) {
        let hall = Hall::of(name)?;
        // The first holds the place until somebody wins more than half against it.
        let (mut holder, mut record) = (agents[0], None);
        for challenger in &agents[1..] {
            let timed = [holder, challenger].map(|spec| with_time(spec, milliseconds));
            let mut score = hall.play_match([&timed[0], &timed[1]], games, 0)?;
            let mut beaten = *challenger;
            if score.share() < 0.5 {
                beaten = holder;
                holder = challenger;
                score.sum = score.pairs - score.sum;
                // Shares of pairs turned round: (1 - x) squared.
                score.squares += score.pairs - 2.0 * (score.pairs - score.sum);
                record = Some((score, beaten));
            } else if record.is_none_or(|(last, _): (Score, &str)| score.share() < last.share()) {
                record = Some((score, beaten));
            }
        }
        let told = record.map_or(String::new(), |(score, other)| format!(" {} {other}", score.words()));
        println!("{name} {milliseconds} {holder}{told}");
    }
    Ok(())
}
