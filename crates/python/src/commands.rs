//! Every command of the command line, run in this process.

use crate::errors;
use crate::leaving::call_out;
use crate::worker::{self, away};
use outwit::pool::errand;
use outwit_cli::{Io, host};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where complaints and lines of progress go: the lines to the callback, the rest is kept.
struct Complaints {
    kept: Vec<u8>,
    progress: Option<Py<PyAny>>,
    stop: &'static AtomicBool,
    /// The work: the line is written by other threads too.
    errand: u64,
}

/// What a line of progress begins with: back to the beginning of the line, and nothing after.
const AWAY: &str = "\r\x1b[K";

impl Write for Complaints {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.kept.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let Some(callback) = &self.progress else { return Ok(()) };
        let text = String::from_utf8_lossy(&self.kept).into_owned();
        if let Some(line) = text.strip_prefix(AWAY) {
            self.kept.clear();
            if !line.is_empty() {
                let told = Python::attach(|py| call_out(py, || callback.bind(py).call1((line,))).map(drop));
                if let Err(error) = told {
                    errors::keep_for(self.errand, error);
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }
}

/// Runs a command line: its exit code, what it printed, what it complained of, and whether the time was up. With `begin_stopped`
/// it is told to stop before it begins: what can be interrupted does nothing.
#[pyfunction]
#[pyo3(signature = (words, input = None, progress = None, timeout = None, begin_stopped = false))]
pub fn _command(
    py: Python<'_>,
    words: Vec<String>,
    input: Option<String>,
    progress: Option<Py<PyAny>>,
    timeout: Option<f64>,
    begin_stopped: bool,
) -> PyResult<(u8, String, String, bool)> {
    let limit = worker::limit(timeout)?;
    let done = away(py, limit, begin_stopped, move |stop| {
        let input = input.unwrap_or_default();
        let mut out: Vec<u8> = Vec::new();
        let is_watched = progress.is_some();
        let mut complaints = Complaints { kept: Vec::new(), progress, stop, errand: errand() };
        let mut io = Io {
            input: &mut input.as_bytes(),
            out: &mut out,
            err: &mut complaints,
            input_is_terminal: false,
            out_is_terminal: false,
            err_is_terminal: is_watched,
            err_is_log: false,
        };
        let words = std::iter::once("outwit".to_string()).chain(words).map(OsString::from);
        let code = host::run(words, &mut io, stop);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (code, text(&out), text(&complaints.kept).replace(AWAY, ""))
    })?;
    let ((code, out, complaints), is_late) = done.unless_raised()?;
    Ok((code, out, complaints, is_late))
}

/// The command line with the streams of this process, for the script `outwit`.
#[pyfunction]
pub fn _main(py: Python<'_>, words: Vec<String>) -> PyResult<u8> {
    use std::io::{BufReader, BufWriter, IsTerminal};
    let done = away(py, None, false, move |stop| {
        let (stdin, stdout, stderr) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
        let mut io = Io {
            input_is_terminal: stdin.is_terminal(),
            out_is_terminal: stdout.is_terminal(),
            err_is_terminal: stderr.is_terminal(),
            err_is_log: !stderr.is_terminal() && !words.iter().any(|word| word == "--json"),
            input: &mut BufReader::new(stdin),
            out: &mut BufWriter::new(stdout),
            err: &mut std::io::stderr(),
        };
        host::run(std::iter::once("outwit".to_string()).chain(words).map(OsString::from), &mut io, stop)
    })?;
    done.unless_raised().map(|(code, _)| code)
}
