//! One game being played: the loop of turns, and what a person may type.

use super::is_human;
use super::record::Record;
use crate::commands::advise::value_text;
use crate::commands::show::seat_list;
use crate::failure::Failure;
use crate::io::Io;
use crate::position::line_texts;
use crate::table::wrapped;
use crate::thinking::{Asked, think};
use crate::{interrupt, numbers, seats, specs};
use outwit::game::{Agent, AnyGame, AnyMove, Game, Player, Problem, Table, Turn};
use std::io::{BufRead, Read};

/// How a session ends.
pub enum Ending {
    /// The game is over, or nobody wants to go on.
    Done,
    /// A person asked for another game.
    Load(Record),
    /// An agent cannot go on, for this reason: a program that died, for example.
    Broken(String),
}

enum Seat {
    Human {
        /// How many of its observations the person has been shown, in a hidden game.
        shown: usize,
    },
    Agent {
        spec: String,
        agent: Box<dyn Agent<AnyGame>>,
        /// How many of its observations the agent has been told; none before it is seated.
        told: Option<usize>,
    },
}

/// A game being played.
pub struct Session<'g> {
    spec: String,
    seed: u64,
    table: Table<'g, AnyGame>,
    seats: Vec<Seat>,
    /// Who was asked for as the adviser, if anybody, and who advises.
    hint_agent: Option<&'g str>,
    hint: (String, Box<dyn Agent<AnyGame>>),
    /// People sit at a game that hides something: nothing is shown that their seats do not see.
    discreet: bool,
    /// Moves after which agents among themselves are stopped in a game that may go on for ever.
    pub longest: usize,
    /// Whether agents say what they think of the others.
    pub shows_beliefs: bool,
    /// Where the game is saved when somebody presses the interrupt key.
    pub save: Option<&'g str>,
}

/// The rest of a longer line is ignored: no move is longer, and a stream without line ends must not fill the memory.
const LONGEST_LINE: u64 = 4 << 10;

const HELP: &str = "Type a move, or one of these (with a / in front where a move has the same name):
  moves      the legal moves
  hint       what an agent would play
  undo       take back to your last decision
  save FILE  save the game
  load FILE  go on with a saved game instead
  help       this
  quit       leave";

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
        for (place, text) in record.moves.iter().enumerate() {
            table.play_text(text).map_err(|problem| problem.within(format_args!("move {}", place + 1)))?;
        }
        let seat = |(place, spec): (usize, &String)| {
            if is_human(spec) {
                return Ok(Seat::Human { shown: 0 });
            }
            let (spec, agent) =
                specs::entrant(spec, &record.game, game).map_err(|problem| problem.within(Player::new(place)))?;
            Ok(Seat::Agent { spec, agent, told: None })
        };
        let seats = record.agents.iter().enumerate().map(seat).collect::<Result<Vec<Seat>, Problem>>()?;
        let has_human = seats.iter().any(|seat| matches!(seat, Seat::Human { .. }));
        let hint = specs::entrant(hint_agent.unwrap_or(specs::default_agent(game)), &record.game, game)
            .map_err(|problem| problem.within("--hint-agent"))?;
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
            longest: usize::MAX,
            shows_beliefs: false,
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

    /// Plays until the game is over or a person leaves.
    pub fn run(&mut self, io: &mut Io<'_>) -> Result<Ending, Failure> {
        let seats = self.record().agents.join(" ");
        writeln!(io.out, "{}, seats: {seats}, seed {}", self.spec, self.seed)?;
        let has_human = self.seats.iter().any(|seat| matches!(seat, Seat::Human { .. }));
        if !has_human {
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
                    return Ok(Ending::Done);
                }
                Turn::Chance => {
                    let deal = outwit::game::deal_seed(self.seed, 0);
                    let outcome = self.table.outcome_of_deal(deal).expect("it is chance's turn");
                    self.play(outcome, "chance", has_human, io)?;
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
            } else if let Some(ending) = self.ask_human(seat, io)? {
                return Ok(ending);
            }
        }
    }

    fn finish(&self, has_human: bool, io: &mut Io<'_>) -> Result<(), Failure> {
        let game = self.table.game();
        if has_human {
            self.show_position(io)?;
        }
        let payoffs = game.payoffs(self.table.state());
        writeln!(io.out, "The game is over: {}.", seat_list(payoffs.seats(game.players())))?;
        Ok(())
    }

    /// Makes a move and tells of it, as far as people may know.
    fn play(&mut self, mv: AnyMove, who: &str, has_human: bool, io: &mut Io<'_>) -> Result<(), Failure> {
        let text = self.table.game().move_text(self.table.state(), mv);
        self.table.play(mv);
        if !self.discreet {
            writeln!(io.out, "{who} plays {text}")?;
        }
        if !has_human {
            self.show_position(io)?;
        }
        io.out.flush()?;
        Ok(())
    }

    fn show_position(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        if !self.discreet {
            writeln!(io.out, "\n{}\n", self.table.game().picture(self.table.state()))?;
        }
        Ok(())
    }

    /// The move of an agent and who made it, or why it cannot go on.
    fn ask_agent(&mut self, seat: Player, io: &mut Io<'_>) -> Result<Result<(AnyMove, String), String>, Failure> {
        let view = self.table.view(seat);
        let Seat::Agent { spec, agent, told } = &mut self.seats[seat.index()] else {
            unreachable!("the caller has looked who sits there")
        };
        match *told {
            Some(already) => view.seen()[already..].iter().for_each(|seen| agent.observe(view.game(), seen)),
            None => seats::brief(&mut **agent, &view, self.seed),
        }
        *told = Some(view.seen().len());
        let who = format!("{seat} ({spec})");
        match think(&mut **agent, &view, Asked::default(), io) {
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
    fn ask_human(&mut self, seat: Player, io: &mut Io<'_>) -> Result<Option<Ending>, Failure> {
        self.show_position(io)?;
        self.show_observations(seat, io)?;
        loop {
            write!(io.out, "{seat}> ")?;
            io.out.flush()?;
            let Some(line) = read_line(io)? else {
                writeln!(io.out)?;
                return Ok(Some(Ending::Done));
            };
            let line = line.trim();
            // A legal move is a move even where it is spelt like a command; a slash always means a command.
            let game = self.table.game();
            if let Ok(mv) = game.read_move(self.table.state(), line) {
                self.table.play(mv);
                return Ok(None);
            }
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let rest = rest.trim();
            match word.strip_prefix('/').unwrap_or(word) {
                "" => {}
                "quit" | "exit" => return Ok(Some(Ending::Done)),
                "help" | "?" => writeln!(io.out, "{HELP}")?,
                "moves" => self.show_moves(io)?,
                "hint" => self.give_hint(seat, io)?,
                "undo" => {
                    if self.undo() {
                        return Ok(None);
                    }
                    writeln!(io.out, "There is nothing to take back.")?;
                }
                "save" | "load" if rest.is_empty() => writeln!(io.out, "Say which file: {word} FILE")?,
                "save" => match std::fs::write(rest, self.record().write()) {
                    Ok(()) => writeln!(io.out, "Saved as {rest}.")?,
                    Err(error) => writeln!(io.out, "The file `{rest}` cannot be written: {error}")?,
                },
                "load" => match load(rest, self.hint_agent) {
                    Ok(record) => return Ok(Some(Ending::Load(record))),
                    Err(problem) => writeln!(io.out, "{problem}")?,
                },
                _ => {
                    if let Err(problem) = game.read_move(self.table.state(), line) {
                        writeln!(io.out, "{problem}; or type help")?;
                    }
                }
            }
        }
    }

    /// What a seat of a hidden game has seen since the person in it was last asked.
    fn show_observations(&mut self, seat: Player, io: &mut Io<'_>) -> Result<(), Failure> {
        if !self.discreet {
            return Ok(());
        }
        let view = self.table.view(seat);
        if let Seat::Human { shown } = &mut self.seats[seat.index()] {
            writeln!(io.out)?;
            for seen in &view.seen()[*shown..] {
                writeln!(io.out, "{seat} sees: {}", view.game().seen_text(seen))?;
            }
            *shown = view.seen().len();
        }
        self.show_moves(io)
    }

    fn show_moves(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let game = self.table.game();
        let texts: Vec<String> = self.table.moves().iter().map(|&mv| game.move_text(self.table.state(), mv)).collect();
        for line in wrapped(&format!("{}: {}", numbers::plural(texts.len() as u64, "move"), texts.join(" ")), 100) {
            writeln!(io.out, "{line}")?;
        }
        Ok(())
    }

    fn give_hint(&mut self, seat: Player, io: &mut Io<'_>) -> Result<(), Failure> {
        let (spec, agent) = &mut self.hint;
        let view = self.table.view(seat);
        seats::brief(&mut **agent, &view, self.seed);
        let report = match think(&mut **agent, &view, Asked::default(), io) {
            Ok((report, _)) => report,
            Err(Failure::Wrong(sentence)) => return Ok(writeln!(io.out, "{spec} has no hint: {sentence}")?),
            Err(failure) => return Err(failure),
        };
        let game = self.table.game();
        write!(io.out, "{spec} would play {}", game.move_text(self.table.state(), report.chosen))?;
        if let Some(value) = value_text(&report.value, game.players()) {
            write!(io.out, "; value {value}")?;
        }
        // A line of play through a hidden position would tell what is hidden.
        let line = if self.discreet { Vec::new() } else { line_texts(&self.table, &report.line) };
        if line.len() > 1 && report.line[0] == report.chosen {
            write!(io.out, "; line {}", line.join(" "))?;
        }
        writeln!(io.out)?;
        Ok(())
    }

    /// Goes back to the last decision of a person before this one, if there is one.
    fn undo(&mut self) -> bool {
        let game = self.table.game();
        let mut state = self.table.start().clone();
        let mut decision = None;
        for (ply, &mv) in self.table.played().iter().enumerate() {
            if let Turn::Of(seat) = game.turn(&state)
                && matches!(self.seats[seat.index()], Seat::Human { .. })
            {
                decision = Some(ply);
            }
            game.play(&mut state, mv);
        }
        let Some(ply) = decision else { return false };
        self.table.rewind(ply);
        for seat in &mut self.seats {
            match seat {
                Seat::Human { shown } => *shown = 0,
                Seat::Agent { told, .. } => *told = None,
            }
        }
        true
    }
}

/// A saved game that can be gone on with: checked to the end, so that a bad file costs nobody the game in progress.
fn load(path: &str, hint_agent: Option<&str>) -> Result<Record, Problem> {
    let record = Record::read(path)?;
    let named = specs::game(&record.game).map_err(|problem| problem.within(path))?;
    Session::new(&named.game, &record, hint_agent).map_err(|problem| problem.within(path))?;
    Ok(record)
}

/// A line a person typed, whatever its bytes; none at the end of the input.
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
    Ok(Some(line))
}
