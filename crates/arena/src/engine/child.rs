//! An engine's process.
//!
//! Three threads stand between the table and the child, so that the table itself never waits on a pipe: one writes what
//! the child should read, one reads its output into a short queue (a flood stops at the full queue, and the child with
//! it), one reads its complaints. They end with the pipes. A child is always killed in the end, and waited for.

use super::lines::{LastWords, read_lines};
use super::settings::EngineSettings;
use super::words::one_line;
use outwit_game::{Problem, nearest};
use std::io::Write;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Lines that wait to be looked at.
const WAITING_LINES: usize = 256;
/// Options that are remembered of an engine that declares too many.
const MOST_OPTIONS: usize = 200;
/// Letters of a name that are remembered.
const LONGEST_NAME: usize = 80;
/// How long an engine may take to leave when asked to.
const LEAVING: Duration = Duration::from_millis(300);
/// How long the end of a child whose output has ended is waited for, to tell how it ended.
const ENDING: Duration = Duration::from_millis(500);
/// How long the last words of a dead child may take to arrive.
const ECHO: Duration = Duration::from_millis(100);

/// Who an engine says it is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Identity {
    /// `id name`.
    pub name: Option<String>,
    /// `id author`.
    pub author: Option<String>,
    /// The names of its options.
    pub options: Vec<String>,
}

/// What came of waiting for a line.
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// Nothing in time.
    Nothing,
    /// The output has ended.
    Closed,
}

/// An engine that has been started and has said who it is.
pub struct Engine {
    child: Child,
    /// `None` once the engine's input is closed.
    to_engine: Option<Sender<String>>,
    from_engine: Receiver<String>,
    readers: Vec<JoinHandle<()>>,
    said: LastWords,
    complained: LastWords,
    identity: Identity,
    startup: Duration,
    status: Option<ExitStatus>,
}

impl Engine {
    /// Starts the program, shakes hands, sets its options and waits until it is ready.
    pub fn start(settings: &EngineSettings, game_spec: &str) -> Result<Engine, Problem> {
        let mut engine = Engine::spawn(settings)
            .map_err(|error| Problem::new(format!("the engine `{}` cannot be started: {error}", settings.program)))?;
        engine.shake_hands()?;
        engine.set_options(settings, game_spec)?;
        engine.get_ready()?;
        Ok(engine)
    }

    /// Who it says it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    fn spawn(settings: &EngineSettings) -> std::io::Result<Engine> {
        let mut command = Command::new(&settings.program);
        command.args(&settings.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: the interrupt key is for the tournament, which then ends its games in good order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || std::io::Error::other("it has no pipes");
        let (said, complained) = (LastWords::default(), LastWords::default());
        let (to_engine, writes) = channel::<String>();
        let (reads, from_engine) = sync_channel(WAITING_LINES);
        let mut readers = Vec::new();
        let start = || {
            let mut stdin = child.stdin.take().ok_or_else(missing)?;
            let stdout = child.stdout.take().ok_or_else(missing)?;
            let stderr = child.stderr.take().ok_or_else(missing)?;
            let (hears, grumbles) = (said.clone(), complained.clone());
            let thread = || thread::Builder::new().name("engine".to_string());
            readers.push(thread().spawn(move || read_lines(stdout, &hears, |line| reads.send(line).is_ok()))?);
            readers.push(thread().spawn(move || read_lines(stderr, &grumbles, |_| true))?);
            // Ends when the table hangs up or the child no longer listens, which its output will tell.
            thread().spawn(move || {
                for line in writes {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            })?;
            Ok(())
        };
        let started: std::io::Result<()> = start();
        let (identity, startup) = (Identity::default(), settings.startup);
        let to_engine = Some(to_engine);
        let engine =
            Engine { child, to_engine, from_engine, readers, said, complained, identity, startup, status: None };
        // Only now: dropping the engine ends the child if a thread could not be started.
        started.map(|()| engine)
    }

    fn shake_hands(&mut self) -> Result<(), Problem> {
        self.send("ugi");
        let mut identity = Identity::default();
        self.hear_until("ugiok", |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                identity.name = Some(name.trim().chars().take(LONGEST_NAME).collect());
            } else if let Some(author) = line.strip_prefix("id author ") {
                identity.author = Some(author.trim().chars().take(LONGEST_NAME).collect());
            } else if let Some(option) = line.strip_prefix("option name ")
                && identity.options.len() < MOST_OPTIONS
            {
                let end = option.find(" type ").unwrap_or(option.len());
                let name: String = option[..end].trim().chars().take(LONGEST_NAME).collect();
                if !identity.options.contains(&name) {
                    identity.options.push(name);
                }
            }
        })?;
        self.identity = identity;
        Ok(())
    }

    fn set_options(&mut self, settings: &EngineSettings, game_spec: &str) -> Result<(), Problem> {
        let known = |name: &str| self.identity.options.iter().any(|option| option.eq_ignore_ascii_case(name));
        let mut lines = Vec::new();
        let asked = |name: &str| settings.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        if known("Game") && !asked("Game") {
            lines.push(format!("setoption name Game value {game_spec}"));
        }
        for (name, value) in &settings.options {
            if !known(name) {
                let options = self.identity.options.iter().map(String::as_str);
                let hint = nearest(name, options.clone()).map(|near| format!("did you mean `{near}`? "));
                let options: Vec<&str> = options.take(20).collect();
                let has = if options.is_empty() { "it has none".to_string() } else { options.join(", ") };
                let hint = hint.unwrap_or_default();
                return Err(Problem::new(format!("the engine has no option `{name}`; {hint}Its options: {has}")));
            }
            lines.push(format!("setoption name {name} value {value}"));
        }
        lines.iter().for_each(|line| self.send(line));
        Ok(())
    }

    /// Sends a line. That the engine no longer listens shows when its answer is waited for.
    pub(super) fn send(&mut self, line: &str) {
        if let Some(to_engine) = &self.to_engine {
            let _ = to_engine.send(one_line(line) + "\n");
        }
    }

    /// Waits until the engine has done all it was told, and forgets what it said before: an answer to an older question
    /// is never taken for the next one's.
    pub(super) fn get_ready(&mut self) -> Result<(), Problem> {
        self.send("isready");
        self.hear_until("readyok", |_| {})
    }

    fn hear_until(&mut self, last: &str, mut hear: impl FnMut(&str)) -> Result<(), Problem> {
        let end = Instant::now() + self.startup;
        loop {
            match self.hear(end) {
                Heard::Line(line) if line.trim() == last => return Ok(()),
                Heard::Line(line) => hear(line.trim_end()),
                Heard::Nothing => {
                    let startup = self.startup.as_millis();
                    return Err(self.fail(&format!("did not say `{last}` within {startup} ms")));
                }
                Heard::Closed => return Err(self.fail_closed()),
            }
        }
    }

    /// Waits for a line.
    pub(super) fn hear(&mut self, end: Instant) -> Heard {
        // Looked at first: in a flood there is always another line.
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Heard::Nothing;
        }
        match self.from_engine.recv_timeout(left) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// Ends the engine, whose output has ended, and says so.
    pub(super) fn fail_closed(&mut self) -> Problem {
        self.wait_for_end(ENDING);
        match self.status {
            Some(status) => self.fail(&format!("ended in the middle ({status})")),
            None => self.fail("closed its output without ending"),
        }
    }

    /// Ends the engine and says why, with its last words.
    pub(super) fn fail(&mut self, what: &str) -> Problem {
        self.kill();
        self.wait_for_echo();
        let mut sentence = match &self.identity.name {
            Some(name) => format!("the engine {name:?} {what}"),
            None => format!("the engine {what}"),
        };
        match (self.said.quoted(), self.complained.quoted()) {
            (None, None) => sentence += "; it said nothing",
            (said, complained) => {
                if let Some(said) = said {
                    sentence += &format!("; its last words: {said}");
                }
                if let Some(complained) = complained {
                    sentence += &format!("; its last complaints: {complained}");
                }
            }
        }
        Problem::new(sentence)
    }

    /// Lets the readers of a dead child come to the end of its pipes. Something the child has started may hold them open.
    fn wait_for_echo(&mut self) {
        let end = Instant::now() + ECHO;
        while !self.readers.iter().all(JoinHandle::is_finished) && Instant::now() < end {
            self.skip_lines();
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn skip_lines(&mut self) {
        // No more than wait at once, else a flood would hold us here.
        for _ in self.from_engine.try_iter().take(WAITING_LINES) {}
    }

    /// Waits for the child's end, if it comes in time.
    fn wait_for_end(&mut self, patience: Duration) {
        let end = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        while self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() || Instant::now() >= end {
                return;
            }
            // A child that waits for its output to be read cannot end.
            self.skip_lines();
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(10));
        }
    }

    /// Ends the child and whatever it has started, and waits for it.
    fn kill(&mut self) {
        self.to_engine = None;
        if self.status.is_some() {
            return;
        }
        // The standard library kills no groups. Where this fails, children of the child see the end of their input.
        #[cfg(unix)]
        let _ = Command::new("kill")
            .args(["-KILL", "--", &format!("-{}", self.child.id())])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.send("quit");
            // The end of its input says it once more.
            self.to_engine = None;
            self.wait_for_end(LEAVING);
        }
        self.kill();
    }
}
