//! The command line of outwit, as a library so that tests can run it in their own process.
//!
//! [`run`] takes the words of a command line and three streams and gives the exit code. One file a command stands in
//! `commands`; what they share stands beside this file.
#![warn(missing_docs)]

mod args;
mod commands;
mod failure;
mod files;
pub mod host;
pub mod interrupt;
mod io;
mod json;
mod numbers;
mod position;
mod programs;
mod progress_line;
mod rules;
mod specs;
mod style;
mod table;
mod thinking;

pub use io::Io;
// Shared with the studio, which this crate starts.
pub(crate) use outwit_advice::{defaults, seats};

use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use outwit::game::Problem;
use outwit::games::catalog::GameEntry;
use std::ffi::OsString;
use std::io::{BufReader, BufWriter, IsTerminal};
use std::process::ExitCode;

/// Searches and trees recurse as deep as the game: a tree file may be a thousand moves deep.
const STACK: usize = 512 << 20;

/// The whole of a program: real streams, the interrupt key and an exit code around [`run`].
pub fn main() -> ExitCode {
    interrupt::install();
    let work = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let (stdin, stdout, stderr) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
        let mut io = Io {
            input_is_terminal: stdin.is_terminal(),
            out_is_terminal: stdout.is_terminal(),
            err_is_terminal: stderr.is_terminal(),
            // Who asks for JSON may read both streams as one.
            err_is_log: !stderr.is_terminal() && !std::env::args_os().any(|word| word == "--json"),
            // Not locked: a command may read a file that is the standard input.
            input: &mut BufReader::new(stdin),
            out: &mut BufWriter::new(stdout),
            err: &mut std::io::stderr(),
        };
        run(std::env::args_os(), &mut io)
    });
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The panic has been told on stderr; the code is the one Rust uses.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("outwit: no thread could be started: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The same with games of your own in the list: every command knows them, the arena, its reports and the engine protocol
/// included.
///
/// ```no_run
/// use outwit::game::AnyGame;
/// use outwit::games::catalog::GameEntry;
/// # use outwit::games::tictactoe::TicTacToe as MyGame;
///
/// const GAMES: &[GameEntry] = &[GameEntry::plain("mygame", "a game of mine", |_, _| Ok(AnyGame::new(MyGame)))];
///
/// fn main() -> std::process::ExitCode {
///     outwit_cli::main_with(GAMES)
/// }
/// ```
pub fn main_with(games: &'static [GameEntry]) -> ExitCode {
    outwit::games::catalog::add(games);
    main()
}

/// Runs a command line, the program's name first. The exit code is 0 when the work is done or the reader has left, 1 when
/// the work failed, 2 when the request was wrong and 130 when the interrupt key ended the work.
pub fn run(words: impl IntoIterator<Item = OsString>, io: &mut Io<'_>) -> u8 {
    if let Some(commit) = option_env!("OUTWIT_COMMIT") {
        outwit_lab::Run::built_from(commit);
    }
    files::begin();
    let outcome = match parse(words) {
        Ok(cli) => commands::run(&cli.command, io),
        Err(error) => return usage(&error, io),
    };
    match outcome.and_then(|()| Ok(io.out.flush()?)) {
        // What was found until then has been printed.
        Ok(()) if interrupt::was_pressed() => interrupt::INTERRUPTED,
        Ok(()) | Err(Failure::ReaderLeft) => 0,
        Err(Failure::Wrong(sentence)) => {
            complain(&sentence, io);
            // What was stopped need not have been wrong.
            if interrupt::was_pressed() { interrupt::INTERRUPTED } else { 2 }
        }
        Err(Failure::Failed(sentence)) => {
            complain(&sentence, io);
            if interrupt::was_pressed() { interrupt::INTERRUPTED } else { 1 }
        }
    }
}

/// Reads the command line. A negative number is a value, so that who gives one hears what would be right and not how to
/// write one.
fn parse(words: impl IntoIterator<Item = OsString>) -> Result<args::Cli, clap::Error> {
    fn with_negatives(command: clap::Command) -> clap::Command {
        command.allow_negative_numbers(true).mut_subcommands(with_negatives)
    }
    let matches = with_negatives(args::Cli::command()).try_get_matches_from(words)?;
    args::Cli::from_arg_matches(&matches)
}

fn complain(sentence: &str, io: &mut Io<'_>) {
    // What was printed before the trouble belongs before the complaint; nobody is left to tell if this fails too.
    let _ = io.out.flush();
    let _ = writeln!(io.err, "outwit: {}", Problem::new(sentence));
}

/// Help and version go to the output and are no error; a wrong command line goes to the errors.
fn usage(error: &clap::Error, io: &mut Io<'_>) -> u8 {
    let (stream, colourful) =
        if error.use_stderr() { (&mut *io.err, io.err_is_terminal) } else { (&mut *io.out, io.out_is_terminal) };
    let text = error.render();
    let (plain, coloured) = (in_our_words(text.to_string()), in_our_words(text.ansi().to_string()));
    // Who types the name of a game, an agent or a paper where a command belongs is told the command.
    if let Some(clap::error::ContextValue::String(typed)) = error.get(clap::error::ContextKind::InvalidSubcommand)
        && let Some(meant) = meant(typed)
    {
        let _ = writeln!(stream, "outwit: `{typed}` is no command; {meant}");
        let _ = stream.flush();
        return 2;
    }
    // What was typed is repeated there: it may be long, or hold what a terminal would obey.
    let is_fit = |line: &str| !line.contains(char::is_control) && line.chars().nth(LONGEST_LINE).is_none();
    let _ = if !plain.lines().all(is_fit) {
        plain.lines().try_for_each(|line| writeln!(stream, "{}", fitted(line)))
    } else if colourful {
        write!(stream, "{coloured}")
    } else {
        write!(stream, "{plain}")
    };
    let _ = stream.flush();
    if error.use_stderr() { 2 } else { 0 }
}

/// What clap says, without its advice to pass options on as values, which nothing here takes, and with numbers explained.
fn in_our_words(text: String) -> String {
    let is_wanted = |line: &&str| !(line.contains("tip:") && line.contains(" as a value, use '"));
    let text: String = text.split_inclusive('\n').filter(is_wanted).collect();
    text.replace("invalid digit found in string", "it is not a whole number")
        .replace("invalid float literal", "it is not a number")
}

/// The command that belongs to a name of something else.
fn meant(typed: &str) -> Option<String> {
    let name = typed.split(':').next().unwrap_or(typed);
    if outwit::games::catalog::games().any(|entry| entry.name == name) {
        return Some(format!("`outwit play {typed}` plays it, `outwit games {name}` tells its rules"));
    }
    if outwit::search::named::catalog::AGENTS.iter().any(|entry| entry.name == name) {
        return Some(format!("`outwit agents {name}` tells of it, `outwit play GAME human {typed}` plays against it"));
    }
    outwit_lab::PAPERS.iter().any(|paper| paper.id == name).then(|| format!("`outwit reproduce {name}` repeats it"))
}

/// Letters of a line of usage at most; our own are shorter.
const LONGEST_LINE: usize = 300;

/// A line that a terminal can show.
fn fitted(line: &str) -> String {
    let shown: String = line.chars().take(LONGEST_LINE).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if line.chars().nth(LONGEST_LINE).is_some() { shown + "…" } else { shown }
}
