//! `outwit engine`: one of our agents, for hosts that speak the engine protocol of `docs/ENGINES.md`.
//!
//! This thread reads the host's lines. A second one does what they say, in order, so that `stop`, `isready` and `quit` are
//! heard while the agent thinks. The end of the input is a `quit`: an engine must not outlive its host.

mod speaker;

use crate::failure::Failure;
use crate::io::Io;
use crate::{defaults, specs};
use outwit::game::{Rng, Table};
use speaker::{Speaker, Task};
use std::io::{BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Play a seat for another program, which speaks the engine protocol on the input and output
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit engine connect4 alphabeta:depth=6\n  outwit engine chess\n\n\
                        The protocol is the Universal Game Interface with a few additions; see docs/ENGINES.md.")]
pub struct Arguments {
    /// The game: `name` or `name:key=value,key=value` (see `outwit games`)
    #[arg(value_name = "GAME")]
    game: String,
    /// Who plays (see `outwit agents`); the one that advises where nobody is named, when absent
    #[arg(value_name = "AGENT")]
    agent: Option<String>,
}

/// The rest of a longer line is ignored. A game of many thousand moves fits.
const LONGEST_LINE: u64 = 4 << 20;
/// Searches recurse as deep as the game.
const STACK: usize = 512 << 20;

/// The output, shared by the two threads. The first thing that goes wrong with it ends the engine.
pub(super) struct Output<'a> {
    stream: Mutex<(&'a mut (dyn Write + Send), Option<std::io::Error>)>,
}

impl<'a> Output<'a> {
    fn locked(&self) -> MutexGuard<'_, (&'a mut (dyn Write + Send), Option<std::io::Error>)> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says lines, all at once: hosts wait for them.
    pub(super) fn say(&self, lines: &str) {
        let (stream, trouble) = &mut *self.locked();
        if trouble.is_none() {
            *trouble = writeln!(stream, "{lines}").and_then(|()| stream.flush()).err();
        }
    }

    /// Whether nobody hears us any more.
    pub(super) fn is_broken(&self) -> bool {
        self.locked().1.is_some()
    }
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    // A wrong request is told before a word of the protocol is spoken.
    let named = specs::game(&arguments.game)?;
    let table = Table::deal(&named.game, &mut Rng::new(0));
    let agent = arguments.agent.as_deref().unwrap_or_else(|| defaults::agent(&named.spec, &table));
    let (agent_spec, _) = specs::agent(agent, &named.game)?;
    let output = Output { stream: Mutex::new((&mut *io.out, None)) };
    let input = &mut *io.input;
    let is_searching = AtomicBool::new(false);
    let read = std::thread::scope(|scope| {
        let (tasks, todo) = channel::<Task>();
        let mut speaker = Speaker::new(&named, agent_spec, &output);
        let is_searching = &is_searching;
        let work = move || {
            for task in todo {
                speaker.perform(&task);
                if matches!(task, Task::Go { .. }) {
                    is_searching.store(false, Ordering::Release);
                }
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread
            .spawn_scoped(scope, work)
            .map_err(|error| Failure::failed(format_args!("no thread could be started to think on: {error}")))?;
        // Set to end the search that was asked for last.
        let mut stop = Arc::new(AtomicBool::new(false));
        let outcome = loop {
            let line = match read_line(input) {
                Ok(Some(line)) => line,
                Ok(None) => break Ok(()),
                Err(error) => break Err(Failure::failed(format_args!("the input could not be read: {error}"))),
            };
            if output.is_broken() {
                break Ok(());
            }
            match line.split_whitespace().next() {
                Some("quit") => break Ok(()),
                Some("stop") => stop.store(true, Ordering::Relaxed),
                // While the agent thinks it is as ready as it gets; otherwise what came before is done first.
                Some("isready") if is_searching.load(Ordering::Acquire) => output.say("readyok"),
                Some("go") => {
                    stop.store(true, Ordering::Relaxed);
                    stop = Arc::new(AtomicBool::new(false));
                    is_searching.store(true, Ordering::Release);
                    let _ = tasks.send(Task::Go { line, stop: stop.clone() });
                }
                Some(_) => drop(tasks.send(Task::Line(line))),
                None => {}
            }
        };
        stop.store(true, Ordering::Relaxed);
        outcome
    });
    let trouble = output.stream.into_inner().unwrap_or_else(PoisonError::into_inner).1;
    read.and(trouble.map_or(Ok(()), |error| Err(error.into())))
}

/// A line of the host, whatever its bytes; none at the end of the input.
fn read_line(input: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
}
