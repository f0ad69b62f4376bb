//! Reading what a person types: with line editing, history and completion on a terminal, as it comes elsewhere.

use crate::failure::Failure;
use crate::interrupt;
use crate::io::Io;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{BufRead, Read};

/// The rest of a longer line is ignored: no move is longer, and a stream without line ends must not fill the memory.
const LONGEST_LINE: u64 = 4 << 10;

/// Asks a person.
pub struct Prompt {
    editor: Option<Editor<Words, MemHistory>>,
}

/// What may be typed now: moves and commands, to complete.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        let begins = |word: &&String| word.to_lowercase().starts_with(&typed.to_lowercase());
        Ok((0, self.0.iter().filter(begins).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

impl Prompt {
    /// With line editing where a person types at a terminal that can show it.
    pub fn new(io: &Io<'_>) -> Prompt {
        let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let can_edit = io.input_is_terminal && io.out_is_terminal && !is_dumb;
        let edit = || Editor::with_history(Config::builder().auto_add_history(true).build(), MemHistory::new()).ok();
        Prompt { editor: can_edit.then(edit).flatten() }
    }

    /// A line a person typed, whatever its bytes, without white space around it; none at the end of the input.
    pub fn ask(&mut self, io: &mut Io<'_>, prompt: &str, words: Vec<String>) -> Result<Option<String>, Failure> {
        let Some(editor) = &mut self.editor else {
            write!(io.out, "{prompt}")?;
            io.out.flush()?;
            let line = read_line(io)?;
            if line.is_none() {
                writeln!(io.out)?;
            }
            return Ok(line);
        };
        io.out.flush()?;
        editor.set_helper(Some(Words(words)));
        match editor.readline(prompt) {
            Ok(line) => Ok(Some(line.trim().to_string())),
            Err(ReadlineError::Eof) => Ok(None),
            // The key does not reach the program as a signal while the editor has the terminal.
            Err(ReadlineError::Interrupted) => interrupt::leave(),
            // Bytes that are no letters are no move either: it is asked again.
            Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                Ok(Some(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(error) => Err(Failure::failed(format_args!("the input could not be read: {error}"))),
        }
    }
}

/// Whether nobody will type anything more. Only known where nobody sits at a terminal.
pub fn is_at_end(io: &mut Io<'_>) -> bool {
    // A program at the other end may wait for what was said before it says anything more.
    let _ = io.out.flush();
    !io.input_is_terminal && io.input.fill_buf().map_or(true, <[u8]>::is_empty)
}

fn read_line(io: &mut Io<'_>) -> Result<Option<String>, Failure> {
    let unreadable = |error| Failure::failed(format_args!("the input could not be read: {error}"));
    let mut bytes = Vec::new();
    (&mut *io.input).take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(unreadable)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        io.input.skip_until(b'\n').map_err(unreadable)?;
    }
    let line = String::from_utf8_lossy(&bytes).trim_end().to_string();
    // What is typed at a terminal stands there already; elsewhere a transcript should be complete.
    if !io.input_is_terminal {
        writeln!(io.out, "{line}")?;
    }
    Ok(Some(line.trim().to_string()))
}
