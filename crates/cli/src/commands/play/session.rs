//! One game being played: the loop of turns, and what a person may type.

use super::is_human;
use super::prompt::{self, Prompt};
use super::record::Record;
use super::screen::say;
use super::words;
use crate::commands::show::seat_list;
use crate::failure::Failure;
use crate::files;
use crate::interrupt::{self, Hurry};
use crate::io::Io;
use crate::style::Style;
use crate::table::{width, wrapped};
use crate::thinking::{Asked, think};
use crate::{defaults, programs, seats, specs};
use outwit::game::{Agent, AnyGame, AnyMove, Game, Player, Problem, Spec, Table, Turn};
use outwit_advice::undo::{Kept, last_decision};
use std::ops::ControlFlow;
use std::time::Duration;

/// How a session ends.
pub enum Ending {
    /// The game is over, or nobody wants to go on.
    Done,
    /// A person asked for another game.
    Load(Record),
    /// An agent cannot go on, for this reason: a program that died, for example.
    Broken(String),
}

pub(super) enum Seat {
    Human {
        /// How many of its observations the person has been shown, in a hidden game.
        shown: usize,
    },
    Agent {
        spec: String,
        agent: Box<dyn Agent<AnyGame>>,
        /// Whether it has been told that the game began.
        is_seated: bool,
    },
}

/// A game being played.
pub struct Session<'g> {
    pub(super) spec: String,
    pub(super) seed: u64,
    pub(super) table: Table<'g, AnyGame>,
    pub(super) seats: Vec<Seat>,
    /// Who was asked for as the adviser, if anybody, and who advises.
    pub(super) hint_agent: Option<&'g str>,
    pub(super) hint: (String, Box<dyn Agent<AnyGame>>),
    /// People sit at a game that hides something: nothing is shown that their seats do not see.
    pub(super) discreet: bool,
    /// Who looked at the screen last, where several people may not see each other's.
    pub(super) looking: Option<Player>,
    /// The last picture shown, to mark what has changed.
    pub(super) last_picture: Option<String>,
    /// Moves after which agents among themselves are stopped in a game that may go on for ever.
    pub longest: usize,
    /// How long agents may think whose spec sets no budget.
    pub think: Option<Duration>,
    /// Whether agents say what they think of the others.
    pub shows_beliefs: bool,
    /// Whether people may take back moves that have shown them something.
    pub undoes_all: bool,
    /// Where the game is saved when somebody presses the interrupt key.
    pub save: Option<&'g str>,
}

/// The settings by which a spec limits its own thinking.
const BUDGETS: &[&str] = &["time", "sims", "nodes", "depth", "iterations", "worlds", "steps"];

pub(super) fn has_budget(spec: &str) -> bool {
    Spec::parse(spec).is_ok_and(|spec| {
        spec.name == outwit::arena::engine::NAME || spec.settings.iter().any(|(key, _)| BUDGETS.contains(&key.as_str()))
    })
}

impl<'g> Session<'g> {
    /// Sets up the game as the record tells. Whatever does not fit is a problem.
    pub fn new(game: &'g AnyGame, record: &Record, hint_agent: Option<&'g str>) -> Result<Session<'g>, Problem> {
        let players = game.players();
        if record.agents.len() != players {
            return Err(Problem::new(format!(
                "{} has {players} seats, and {} agents are named",
                record.game,
                record.agents.len()
            )));
        }
        let start = game.read_position(&record.start).map_err(|problem| problem.within("start"))?;
        let mut table = Table::at(game, start);
        let adviser = hint_agent.unwrap_or(defaults::agent(&record.game, &table));
        for (place, text) in record.moves.iter().enumerate() {
            table.play_text(text).map_err(|problem| problem.within(format_args!("move {}", place + 1)))?;
        }
        let seat = |(place, spec): (usize, &String)| {
            if is_human(spec) {
                return Ok(Seat::Human { shown: 0 });
            }
            let (spec, agent) =
                specs::entrant(spec, &record.game, game).map_err(|problem| problem.within(Player::new(place)))?;
            Ok(Seat::Agent { spec, agent, is_seated: false })
        };
        let seats = record.agents.iter().enumerate().map(seat).collect::<Result<Vec<Seat>, Problem>>()?;
        let has_human = seats.iter().any(|seat| matches!(seat, Seat::Human { .. }));
        let hint = specs::entrant(adviser, &record.game, game).map_err(|problem| problem.within("--hint-agent"))?;
        let discreet = has_human && game.facts().hidden;
        let (spec, seed) = (record.game.clone(), record.seed);
        Ok(Session {
            spec,
            seed,
            table,
            seats,
            hint_agent,
            hint,
            discreet,
            looking: None,
            last_picture: None,
            longest: usize::MAX,
            think: None,
            shows_beliefs: false,
            undoes_all: false,
            save: None,
        })
    }

    /// The game so far.
    pub fn record(&self) -> Record {
        let game = self.table.game();
        let mut state = self.table.start().clone();
        let mut moves = Vec::new();
        for &mv in self.table.played() {
            moves.push(game.move_text(&state, mv));
            game.play(&mut state, mv);
        }
        let name = |seat: &Seat| match seat {
            Seat::Human { .. } => "human".to_string(),
            Seat::Agent { spec, .. } => spec.clone(),
        };
        Record {
            game: self.spec.clone(),
            seed: self.seed,
            start: game.position_text(self.table.start()),
            moves,
            agents: self.seats.iter().map(name).collect(),
        }
    }

    /// What each seat is paid, once the game is over.
    pub fn payoffs(&self) -> Option<Vec<f64>> {
        let game = self.table.game();
        let payoffs = || game.payoffs(self.table.state()).seats(game.players()).to_vec();
        self.table.turn().is_over().then(payoffs)
    }

    pub(super) fn people(&self) -> Vec<Player> {
        let is_human = |seat: &Player| matches!(self.seats[seat.index()], Seat::Human { .. });
        Player::all(self.seats.len()).filter(is_human).collect()
    }

    /// The one person at the table, if there is one.
    fn you(&self) -> Option<Player> {
        let people = self.people();
        (people.len() == 1).then(|| people[0])
    }

    /// Plays until the game is over or a person leaves.
    pub fn run(&mut self, io: &mut Io<'_>) -> Result<Ending, Failure> {
        let seats = self.record().agents.join(" ");
        let mut prompt = Prompt::new(io);
        writeln!(io.out, "{}, seats: {seats}, seed {}", self.spec, self.seed)?;
        let has_human = !self.people().is_empty();
        if has_human {
            writeln!(io.out, "Type a move, or help for the rules and all you can type.")?;
        } else {
            self.show_position(io)?;
        }
        loop {
            if let Some(path) = self.save {
                interrupt::save_on_leaving(path, self.record().write());
            }
            if !has_human && self.table.game().facts().cyclic && self.table.played().len() >= self.longest {
                writeln!(io.out, "Left after {} moves: play without end pays everybody 0.", self.longest)?;
                return Ok(Ending::Done);
            }
            let seat = match self.table.turn() {
                Turn::Over => {
                    self.finish(has_human, io)?;
                    match self.after_the_end(has_human, &mut prompt, io)? {
                        Some(ending) => return Ok(ending),
                        None => continue,
                    }
                }
                Turn::Chance => {
                    if self.discreet && self.table.game().draws(self.table.state()) {
                        self.show_down(io)?;
                    }
                    if has_human && !self.discreet {
                        self.play_chance(io)?;
                    } else {
                        self.play(self.outcome(), "chance", has_human, io)?;
                    }
                    continue;
                }
                Turn::Of(seat) => seat,
            };
            let human = matches!(self.seats[seat.index()], Seat::Human { .. });
            if !human {
                match self.ask_agent(seat, io)? {
                    Ok((mv, who)) => self.play(mv, &who, has_human, io)?,
                    Err(reason) => return Ok(Ending::Broken(reason)),
                }
            } else if let Some(ending) = self.ask_human(seat, &mut prompt, io)? {
                return Ok(ending);
            }
        }
    }

    /// The end: what was still to be told, everything face up, and who won.
    fn finish(&mut self, has_human: bool, io: &mut Io<'_>) -> Result<(), Failure> {
        if self.discreet {
            if let Some(you) = self.you() {
                self.tell_events(you, io)?;
            }
            writeln!(io.out, "\nAll is shown:")?;
            writeln!(io.out, "{}\n", self.table.game().picture(self.table.state()))?;
        } else if has_human {
            self.show_position(io)?;
        }
        let game = self.table.game();
        let payoffs = game.payoffs(self.table.state());
        let words = words::outcome(&payoffs, game.players(), &game.facts(), self.you());
        let words = Style::of(io).bold(&words);
        let list = seat_list(payoffs.seats(game.players()));
        writeln!(io.out, "{}", format!("The game is over: {list}. {words}").trim_end())?;
        Ok(())
    }

    /// People may take back the last move, or save; nothing else is left to do.
    fn after_the_end(
        &mut self,
        has_human: bool,
        prompt: &mut Prompt,
        io: &mut Io<'_>,
    ) -> Result<Option<Ending>, Failure> {
        while has_human && !prompt::is_at_end(io) {
            let words = ["again", "undo", "save ", "load ", "quit"].map(String::from).to_vec();
            let Some(line) = prompt.ask(io, "over (again, undo, save FILE, load FILE, quit)> ", words)? else { break };
            let (word, rest) = command(&line);
            match (word.as_str(), rest) {
                ("", _) => {}
                ("quit" | "exit" | "q", "") => break,
                ("again", "") => return Ok(Some(Ending::Load(self.another()))),
                (word, rest) => match self.usual_command(word, rest, io)? {
                    Some(ControlFlow::Break(ending)) => return Ok(ending),
                    Some(ControlFlow::Continue(())) => {}
                    None => say(io, "The game is over: again, undo, save FILE, load FILE or quit")?,
                },
            }
        }
        Ok(Some(Ending::Done))
    }

    /// What chance brings now.
    fn outcome(&self) -> AnyMove {
        let deal = outwit::game::deal_seed(self.seed, 0);
        self.table.outcome_of_deal(deal).expect("it is chance's turn")
    }

    /// Lets chance play until somebody is to move, and tells a person of it in one row.
    fn play_chance(&mut self, io: &mut Io<'_>) -> Result<(), Failure> {
        let mut texts = Vec::new();
        while self.table.turn() == Turn::Chance {
            let outcome = self.outcome();
            texts.push(self.table.game().move_text(self.table.state(), outcome));
            self.table.play(outcome);
        }
        for line in wrapped(&format!("chance plays {}", texts.join(" ")), width()) {
            writeln!(io.out, "{}", Style::of(io).event(&line))?;
        }
        io.out.flush()?;
        Ok(())
    }

    /// Makes a move and tells of it, as far as people may know.
    fn play(&mut self, mv: AnyMove, who: &str, has_human: bool, io: &mut Io<'_>) -> Result<(), Failure> {
        let text = self.table.game().move_text(self.table.state(), mv);
        self.table.play(mv);
        if !self.discreet {
            writeln!(io.out, "{}", Style::of(io).event(&format!("{who} plays {text}")))?;
        }
        if !has_human {
            self.show_position(io)?;
        }
        io.out.flush()?;
        Ok(())
    }

    /// The move of an agent and who made it, or why it cannot go on.
    fn ask_agent(&mut self, seat: Player, io: &mut Io<'_>) -> Result<Result<(AnyMove, String), String>, Failure> {
        let has_human = !self.people().is_empty();
        let view = self.table.view(seat);
        let Seat::Agent { spec, agent, is_seated } = &mut self.seats[seat.index()] else {
            unreachable!("the caller has looked who sits there")
        };
        if !std::mem::replace(is_seated, true) {
            let begins = || seats::begin(&mut **agent, &view, self.seed);
            programs::awaited(&Spec::parse(spec)?, io, begins);
        }
        let who = format!("{seat} ({spec})");
        // With nobody to hurry it, an agent takes its time, and the same seed gives the same game.
        let hurry = has_human.then(Hurry::begin);
        let limit = self.think.filter(|_| hurry.is_some() && !has_budget(spec));
        let asked = Asked { stop: hurry.as_ref().map(Hurry::flag), limit, record: None, last: None };
        match think(&mut **agent, &view, asked, io) {
            Ok((report, _)) => {
                // Agents that model the others say it in the first person.
                let is_belief = |remark: &&String| remark.contains("I think ") || remark.contains("my models ");
                if self.shows_beliefs {
                    for remark in report.remarks.iter().filter(is_belief) {
                        writeln!(io.out, "{seat}: {remark}")?;
                    }
                }
                Ok(Ok((report.chosen, who)))
            }
            Err(Failure::Wrong(sentence)) => Ok(Err(format!("{who} cannot go on: {sentence}"))),
            Err(failure) => Err(failure),
        }
    }

    /// Lets a person decide; some answers end the session.
    fn ask_human(&mut self, seat: Player, prompt: &mut Prompt, io: &mut Io<'_>) -> Result<Option<Ending>, Failure> {
        if !self.draw_curtain(seat, prompt, io)? {
            return Ok(Some(Ending::Done));
        }
        self.show_position(io)?;
        self.show_seat(seat, io)?;
        loop {
            let Some(line) = prompt.ask(io, &format!("{seat}> "), self.typable())? else {
                return Ok(Some(Ending::Done));
            };
            let line = line.as_str();
            // A legal move is a move even where it is spelt like a command; a slash always means a command.
            let game = self.table.game();
            let is_meant = |mv: AnyMove| !line.starts_with('/') || game.move_text(self.table.state(), mv) == line;
            if let Ok(mv) = game.read_move(self.table.state(), line)
                && is_meant(mv)
            {
                self.table.play(mv);
                return Ok(None);
            }
            let (word, rest) = command(line);
            match (word.as_str(), rest) {
                ("", _) => {}
                ("quit" | "exit" | "q", "") => return Ok(Some(Ending::Done)),
                ("help" | "?", "") => self.help(io)?,
                ("moves", "") => self.show_moves(io)?,
                ("hint", "") => self.give_hint(seat, io)?,
                (word, rest) => match self.usual_command(word, rest, io)? {
                    Some(ControlFlow::Break(ending)) => return Ok(ending),
                    Some(ControlFlow::Continue(())) => {}
                    None => {
                        if let Err(problem) = game.read_move(self.table.state(), line) {
                            say(io, &format!("{problem}; or type help"))?;
                        }
                    }
                },
            }
        }
    }

    /// The same players at the same game, with the next seed: another deal, unless play began where somebody wanted it to.
    fn another(&self) -> Record {
        let game = self.table.game();
        let dealt = |seed| game.position_text(Table::deal(game, &mut seats::deal(seed)).start());
        let mut record = self.record();
        let seed = record.seed.wrapping_add(1);
        if record.start == dealt(record.seed) {
            record.start = dealt(seed);
        }
        Record { seed, moves: Vec::new(), ..record }
    }

    /// What may be typed in the game and after it: `undo`, `save FILE` and `load FILE`; nothing if the command is none of them.
    /// Whoever asked need not ask again where play goes on from another position, or the session ends.
    fn usual_command(
        &mut self,
        word: &str,
        path: &str,
        io: &mut Io<'_>,
    ) -> Result<Option<ControlFlow<Option<Ending>>>, Failure> {
        match (word, path) {
            ("undo", "") => match self.undo() {
                Ok(()) => return Ok(Some(ControlFlow::Break(None))),
                Err(why) => say(io, why)?,
            },
            ("save" | "load", "") => writeln!(io.out, "Say which file: {word} FILE")?,
            ("save", path) => match files::write_file(path, &self.record().write()) {
                Ok(()) => writeln!(io.out, "Saved as {path}.")?,
                Err(Failure::Wrong(sentence) | Failure::Failed(sentence)) => say(io, &sentence)?,
                Err(Failure::ReaderLeft) => return Err(Failure::ReaderLeft),
            },
            ("load", path) => match load(path, self.hint_agent) {
                Ok(record) => return Ok(Some(ControlFlow::Break(Some(Ending::Load(record))))),
                Err(problem) => say(io, &problem.to_string())?,
            },
            _ => return Ok(None),
        }
        Ok(Some(ControlFlow::Continue(())))
    }

    /// Goes back to the last decision of a person before this one, if there is one and [it may be](outwit_advice::undo), or all may.
    fn undo(&mut self) -> Result<(), &'static str> {
        let is_person = |seat: Player| matches!(self.seats[seat.index()], Seat::Human { .. });
        let ply = match last_decision(&self.table, is_person) {
            Ok(ply) => ply,
            Err((_, Kept::Nothing)) => return Err("There is nothing to take back."),
            Err((ply, _)) if self.undoes_all => ply,
            Err((_, Kept::Hidden)) => {
                return Err(
                    "In a game that hides something no move is taken back before the end; a game begun with --undo \
                            allows it.",
                );
            }
            Err((_, Kept::Shown)) => {
                return Err("What chance has shown is not taken back; a game begun with --undo allows it.");
            }
        };
        self.table.rewind(ply);
        (self.last_picture, self.looking) = (None, None);
        for seat in &mut self.seats {
            match seat {
                Seat::Human { shown } => *shown = 0,
                Seat::Agent { is_seated, .. } => *is_seated = false,
            }
        }
        Ok(())
    }
}

/// The command that a line is, in small letters and without the slash that says that it is one, and what follows it.
fn command(line: &str) -> (String, &str) {
    let line = line.strip_prefix('/').unwrap_or(line);
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_lowercase(), rest.trim())
}

/// A saved game that can be gone on with: checked to the end, so that a bad file costs nobody the game in progress.
fn load(path: &str, hint_agent: Option<&str>) -> Result<Record, Problem> {
    let record = Record::read(path)?;
    let named = specs::game(&record.game).map_err(|problem| problem.within(path))?;
    Session::new(&named.game, &record, hint_agent).map_err(|problem| problem.within(path))?;
    Ok(record)
}
