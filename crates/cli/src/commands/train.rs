//! `outwit train`: learn how an evaluation's values change when positions are looked at deeper.

use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::progress_line::ProgressLine;
use crate::{interrupt, json, numbers, specs};
use outwit::WallClock;
use outwit::game::{Evaluated, Game, Problem, nearest};
use outwit::search::value::{Sample, fit};
use serde_json::json;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::atomic::Ordering;

/// Learn how an evaluation's values change under a deeper look, for agents such as bpip
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Games are played by a short look ahead with some random moves. After half of their positions any \
                        move at all is tried, and where it leads is looked at --depth plies deep. What is learned is \
                        written as text: for each kind of positions and each class of values, a few changes with their \
                        probabilities. With --samples every game is kept in a file, and training that was interrupted \
                        goes on from there.\n\n\
                        Examples:\n  outwit train connect4 --games 50\n  \
                        outwit train othello --eval mobility --samples othello.samples --out othello.txt"
)]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Its evaluation; the first by default
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = numbers::whole::<u32>(1..))]
    games: u32,
    /// How many plies deeper to look
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = numbers::whole::<u32>(1..=20))]
    depth: u32,
    /// Classes of values at most for each kind of positions
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = numbers::whole::<u16>(1..=100))]
    classes: u16,
    /// Spikes of a class at most
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = numbers::whole::<u16>(1..=64))]
    spikes: u16,
    /// The seed of everything drawn
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Keep every game's samples in this file, and go on from what is there
    #[arg(long, value_name = "FILE")]
    samples: Option<String>,
    /// Write what was learned to this file instead of the output
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    // Step 1. The game and its evaluation.
    let named = specs::game(&arguments.game)?;
    for path in [&arguments.samples, &arguments.out].into_iter().flatten() {
        files::check_writable(path)?;
    }
    let facts = named.game.facts();
    if facts.hidden {
        return Err(Failure::wrong("this game hides something, and only positions that can be seen are trained on"));
    }
    let evaluations = named.game.evaluations();
    let place = match &arguments.eval {
        None => 0,
        Some(name) => evaluations.iter().position(|known| known.name == name).ok_or_else(|| {
            let names: Vec<&str> = evaluations.iter().map(|known| known.name).collect();
            let near = nearest(name, names.iter().copied()).map(|near| format!(" (did you mean `{near}`?)"));
            let near = near.unwrap_or_default();
            Problem::new(format!("this game has no evaluation `{name}`{near}; it has: {}", names.join(", ")))
        })?,
    };
    let title = format!(
        "# outwit train {} --eval {} --depth {} --seed {}",
        named.spec, evaluations[place].name, arguments.depth, arguments.seed
    );
    // Step 2. What an earlier run has left.
    let mut samples = Vec::new();
    let mut played = 0;
    if let Some(path) = arguments.samples.as_deref().filter(|path| std::path::Path::new(path).exists()) {
        (samples, played) = read_samples(&files::read_to_go_on(path)?, &title, path)?;
    }
    let mut keep = None;
    if let Some(path) = &arguments.samples {
        // Written anew: a game that was cut off in the middle is gone.
        let mut text = format!("{title}\n");
        for (number, of_game) in samples.iter().enumerate() {
            push_game(&mut text, number, of_game);
        }
        files::write_file(path, &text)?;
        let unwritable = |error| Failure::failed(format_args!("the file `{path}` cannot be written: {error}"));
        keep = Some((path, OpenOptions::new().append(true).open(path).map_err(unwritable)?));
    }
    // Step 3. The rest of the games.
    let clock = WallClock::start();
    let stop = interrupt::stop_flag();
    let line = ProgressLine::new(&clock, io);
    while played < arguments.games && !stop.load(Ordering::Relaxed) {
        let of_game = line.alive("playing the first game", || {
            outwit::sample_game(&named.game, place, arguments.depth, arguments.seed, u64::from(played))
        })?;
        if let Some((path, file)) = &mut keep {
            let mut text = String::new();
            push_game(&mut text, played as usize, &of_game);
            file.write_all(text.as_bytes())
                .map_err(|error| Failure::failed(format_args!("the file `{path}` cannot be written: {error}")))?;
        }
        samples.push(of_game);
        played += 1;
        line.show(|_| format!("{played} of {} games", arguments.games));
    }
    drop(line);
    if played < arguments.games {
        let kept = arguments.samples.as_ref().map_or(String::new(), |path| format!("; they are kept in {path}"));
        return Err(Failure::failed(format_args!("interrupted after {played} games{kept}")));
    }
    // Step 4. What they say.
    let all: Vec<Sample> = samples.into_iter().take(arguments.games as usize).flatten().collect();
    if all.is_empty() {
        return Err(Failure::failed("the games had no position in which somebody was to move"));
    }
    let learned = fit(&all, arguments.classes.into(), arguments.spikes.into());
    let text = format!("{title} --games {}\n# {} positions\n{}", arguments.games, all.len(), learned.text());
    if let Some(path) = &arguments.out {
        files::write_file(path, &text)?;
    }
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "evaluation": evaluations[place].name,
            "depth": arguments.depth,
            "seed": arguments.seed,
            "games": arguments.games,
            "positions": all.len(),
            "file": arguments.out,
            "spreads": arguments.out.is_none().then_some(text),
        });
        return json::write(io, &document);
    }
    match &arguments.out {
        Some(_) => Ok(()),
        None => Ok(io.out.write_all(text.as_bytes())?),
    }
}

/// A game's samples as lines: `game N`, then kind, value and change of each, then `end`.
fn push_game(text: &mut String, number: usize, samples: &[Sample]) {
    let _ = writeln!(text, "game {number}");
    for sample in samples {
        let _ = writeln!(text, "{} {} {}", sample.kind, sample.value, sample.change);
    }
    let _ = writeln!(text, "end");
}

/// The complete games of a file, and how many.
fn read_samples(text: &str, title: &str, path: &str) -> Result<(Vec<Vec<Sample>>, u32), Problem> {
    let mut lines = text.lines();
    if lines.next() != Some(title) {
        return Err(Problem::new(format!(
            "the samples in `{path}` are from another training; it should begin `{title}`"
        )));
    }
    let mut games: Vec<Vec<Sample>> = Vec::new();
    let mut open: Option<Vec<Sample>> = None;
    for (number, line) in lines.enumerate() {
        let wrong = || Problem::new(format!("line {} of the samples in `{path}` cannot be read", number + 2));
        if line == format!("game {}", games.len()) && open.is_none() {
            open = Some(Vec::new());
        } else if line == "end" {
            games.push(open.take().ok_or_else(wrong)?);
        } else {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |word: &str| word.parse::<f64>().ok().filter(|x| x.is_finite());
            let sample = match words[..] {
                [kind, value, change] => {
                    let kind = kind.parse().ok().filter(|kind| *kind < MOST_KINDS);
                    kind.zip(number(value).zip(number(change)))
                }
                _ => None,
            };
            match (sample, open.as_mut()) {
                (Some((kind, (value, change))), Some(samples)) => samples.push(Sample { kind, value, change }),
                // The last line may have been cut off.
                (None, Some(_)) if text.ends_with(line) => break,
                _ => return Err(wrong()),
            }
        }
    }
    let count = games.len() as u32;
    Ok((games, count))
}

/// A file that says more is no file of ours.
const MOST_KINDS: usize = 1000;
