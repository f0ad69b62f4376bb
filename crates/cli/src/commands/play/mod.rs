//! `outwit play`: a game in the terminal, people and agents in any seats.

mod prompt;
mod record;
mod screen;
mod session;
mod words;

use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::position::PlaceArgs;
use crate::{defaults, interrupt, json, programs, specs};
use outwit::game::{AnyGame, Game, Problem, Rng, Spec, Table, Turn, parse_time};
use outwit::games::catalog::games;
use record::Record;
use session::{Ending, Session};
use std::time::Duration;

/// What --seed is here: a person at a screen wants another game every time.
const SEED: &str = "Where all randomness comes from. When absent: for a person at a terminal one that is drawn for each \
                    game and told, else 0, or the first after it whose deal a person in the first seat can play";

/// Play a game in the terminal, or watch agents play it
#[derive(clap::Args, Debug)]
#[command(mut_arg("seed", |seed| seed.help(SEED)), after_help = "Examples:\n  outwit play connect4\n  outwit play othello human alphabeta:depth=4\n  \
                        outwit play othello --level 7\n  \
                        outwit play tictactoe greedy random --seed 7\n  outwit play --load game.json\n\n\
                        In the game: a move, or undo, hint, moves, save FILE, load FILE, help, quit.\n\n\
                        A saved game is JSON: {\"game\": SPEC, \"seed\": S, \"start\": POSITION, \"moves\": [MOVE, ...],\n\
                        \"agents\": [SPEC or \"human\", one a seat]}.")]
pub struct Arguments {
    /// The game: `name` or `name:key=value,key=value` (see `outwit games`)
    #[arg(value_name = "GAME", required_unless_present = "load")]
    game: Option<String>,
    /// Who sits in each seat: `human`, an agent (see `outwit agents`), or a program of your own, by its path or as
    /// `engine:command=(...)`; one alone plays against you. By default you have the first seat and a strong agent the
    /// others
    #[arg(value_name = "AGENT")]
    seats: Vec<String>,
    #[command(flatten)]
    place: PlaceArgs,
    /// How strong the agents are that nobody names, from a beginner (1) to a master (20); see `outwit agents level`
    #[arg(long, value_name = "N", value_parser = crate::numbers::whole::<u8>(1..=20))]
    level: Option<u8>,
    /// Go on with a saved game; agents given here take the seats of the saved ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after", "seed"])]
    load: Option<String>,
    /// Save the game here when it ends, you quit, or you press Ctrl-C
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Who answers `hint`; a strong agent that can play the game when absent
    #[arg(long, value_name = "SPEC")]
    hint_agent: Option<String>,
    /// How long agents may think that set themselves no limit, such as 500ms or 10s; 0s for as long as they like
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = read_time, allow_hyphen_values = true)]
    think: Duration,
    /// Print the finished game as JSON; agents only
    #[arg(long)]
    json: bool,
    /// Show what agents that model the others think of them, after every move of theirs
    #[arg(long, value_name = "WHAT", value_parser = ["beliefs"])]
    show: Option<String>,
    /// Let people take back moves that have shown them something: a card turned up to who plays alone, or any answer in a
    /// game that hides something
    #[arg(long)]
    undo: bool,
    /// Moves after which agents that go round and round are stopped, in games where positions come back
    #[arg(long, value_name = "N", default_value_t = 1000)]
    longest: usize,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(path) = &arguments.save {
        files::check_writable(path)?;
    }
    let mut record = match &arguments.load {
        Some(path) => arguments.saved_game(path, io)?,
        None => arguments.new_game(io)?,
    };
    if arguments.json && record.agents.iter().any(|seat| is_human(seat)) {
        return Err(Failure::wrong("a person needs a board to look at: --json is for agents, one a seat"));
    }
    loop {
        let named = specs::game(&record.game)?;
        let mut session = Session::new(&named.game, &record, arguments.hint_agent.as_deref())?;
        session.longest = arguments.longest;
        session.think = (!arguments.think.is_zero()).then_some(arguments.think);
        session.shows_beliefs = arguments.show.is_some();
        session.undoes_all = arguments.undo;
        session.save = arguments.save.as_deref();
        let ending = if arguments.json {
            let mut unseen = std::io::sink();
            session.run(&mut Io { out: &mut unseen, out_is_terminal: false, ..io.again() })?
        } else {
            session.run(io)?
        };
        if let Ending::Load(next) = ending {
            record = next;
            continue;
        }
        if let Some(path) = &arguments.save {
            interrupt::nothing_on_leaving();
            files::write_file(path, &session.record().write())?;
            if !arguments.json {
                writeln!(io.out, "Saved as {path}.")?;
            }
        }
        if arguments.json {
            let payoffs = session.payoffs().map(|payoffs| json::numbers(&payoffs));
            json::write(io, &session.record().json(payoffs))?;
        }
        return match ending {
            Ending::Broken(reason) => Err(Failure::failed(reason)),
            _ => Ok(()),
        };
    }
}

fn read_time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| format!("`{text}` is not a time: write 500ms, 2s or 1m"))
}

/// A seed that is short enough to be typed.
fn drawn_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Rng::hash(now.as_nanos() as u64, u64::from(std::process::id())) % 1_000_000
}

/// Starts that are tried until one lets a person move.
const STARTS: u64 = 100;

/// Whether a person in the first seat will have something to decide, whatever the others do before.
fn lets_first_seat_move(game: &AnyGame, table: &Table<'_, AnyGame>) -> bool {
    let is_open = |turn: Turn| !turn.is_over();
    match table.turn() {
        Turn::Of(seat) if seat.index() > 0 => table.moves().iter().all(|&mv| {
            let mut next = table.state().clone();
            game.play(&mut next, mv);
            is_open(game.turn(&next))
        }),
        turn => is_open(turn),
    }
}

/// Whether a seat's spec means a person.
fn is_human(spec: &str) -> bool {
    spec == "human"
}

impl Arguments {
    /// The game as the command line describes it, before anybody has thought.
    fn new_game(&self, io: &mut Io<'_>) -> Result<Record, Failure> {
        let named = specs::game(self.game.as_deref().unwrap_or_default())?;
        let game = &named.game;
        let mut seed = self.place.seed();
        let mut table = self.place.table(game)?;
        let is_any_start = self.place.position.is_none() && self.place.after.is_none();
        let has_person = self.seats.is_empty() || self.seats.iter().any(|seat| is_human(seat));
        // A person at a screen wants another game every time; the first line tells how to have the same again.
        if self.place.given_seed.is_none() && io.input_is_terminal && has_person && is_any_start {
            seed = drawn_seed();
            table = Table::deal(game, &mut crate::seats::deal(seed));
        }
        // Without a wish for a certain start, one is drawn that a person can play.
        if self.seats.is_empty() && self.place.given_seed.is_none() && is_any_start {
            let fitting = (seed..seed + STARTS)
                .find(|&seed| lets_first_seat_move(game, &Table::deal(game, &mut crate::seats::deal(seed))));
            if let Some(fitting) = fitting.filter(|&fitting| fitting != seed) {
                seed = fitting;
                table = Table::deal(game, &mut crate::seats::deal(seed));
            }
        }
        let mut state = table.start().clone();
        let mut moves = Vec::new();
        for &mv in table.played() {
            moves.push(game.move_text(&state, mv));
            game.play(&mut state, mv);
        }
        Ok(Record {
            seed,
            start: game.position_text(table.start()),
            moves,
            agents: self.seated(&self.seats, &named.spec, game.players(), &self.opponent(&named.spec, &table), io)?,
            game: named.spec,
        })
    }

    /// A saved game, with the seats that the command line fills anew.
    fn saved_game(&self, path: &str, io: &mut Io<'_>) -> Result<Record, Failure> {
        let mut record = Record::read(path)?;
        let named = specs::game(&record.game).map_err(|problem| problem.within(path))?;
        // A first word that names no game is an agent: the file says which game it is.
        let mut seats = self.seats.clone();
        if let Some(text) = &self.game {
            let asked = Spec::parse(text)?;
            if !games().any(|entry| entry.name == asked.name) {
                seats.insert(0, text.clone());
            } else if asked.to_string() != named.spec {
                return Err(Failure::wrong(format_args!("{path} holds a game of {}, not of {asked}", named.spec)));
            }
        }
        if !seats.is_empty() || self.level.is_some() {
            let start = named.game.read_position(&record.start).map_err(|problem| problem.within(path))?;
            let default = self.opponent(&named.spec, &Table::at(&named.game, start));
            record.agents = self.seated(&seats, &named.spec, named.game.players(), &default, io)?;
        }
        Session::new(&named.game, &record, self.hint_agent.as_deref()).map_err(|problem| problem.within(path))?;
        Ok(record)
    }

    /// Who plays where nobody is named.
    fn opponent(&self, spec: &str, table: &Table<'_, AnyGame>) -> String {
        let time = if self.think.is_zero() { defaults::USUAL_TIME } else { self.think };
        match self.level {
            Some(level) => format!("level:n={level}"),
            None => defaults::agent_within(spec, table, time).to_string(),
        }
    }

    /// Who sits where.
    fn seated(
        &self,
        seats: &[String],
        game: &str,
        players: usize,
        default: &str,
        io: &mut Io<'_>,
    ) -> Result<Vec<String>, Failure> {
        let mut entrants = Vec::new();
        for text in seats {
            let spec = specs::entrant_spec(text)?;
            // A program that cannot be started is a wrong request; one that fails later is not.
            programs::tried(&spec, game, io).map_err(|problem| problem.within(text))?;
            entrants.push(spec.to_string());
        }
        if self.level.is_some() && entrants.iter().any(|spec| !is_human(spec)) {
            return Err(Failure::wrong(
                "--level is for agents that nobody names: leave it out, or write level:n=7 in the place of an agent",
            ));
        }
        match &entrants[..] {
            several if several.len() == players => Ok(entrants),
            [] | [_] => {
                let other = entrants.first().filter(|spec| !is_human(spec)).map_or(default, String::as_str);
                let mut seats = vec![other.to_string(); players];
                seats[0] = "human".to_string();
                Ok(seats)
            }
            several => Err(Failure::wrong(Problem::new(format!(
                "{game} has {players} seats and {} agents are given: give one a seat, or one to play against",
                several.len()
            )))),
        }
    }
}
