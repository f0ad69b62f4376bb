//! Does what the host says: keeps the game as the host tells it, and lets the agent think.

use super::Output;
use crate::position::line_texts;
use crate::specs::{self, NamedGame};
use outwit::WallClock;
use outwit::game::{
    Agent, AnyGame, AnyMove, AnySeen, Clock, Control, Game, Player, Problem, Progress, Report, Rng, Spec, Table, Turn,
    View,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Something the host wants.
pub enum Task {
    /// Think, as this line says, until the flag is set.
    Go { line: String, stop: Arc<AtomicBool> },
    /// Anything else.
    Line(String),
}

/// One of our agents, and what it has been told.
pub struct Speaker<'a, 'o> {
    named: &'a NamedGame,
    /// As the request named it.
    spec: String,
    output: &'a Output<'o>,
    /// The agent, and the spec it was made from: a budget of the host's makes another one.
    agent: Option<(String, Box<dyn Agent<AnyGame>>)>,
    /// The seat the agent was told it has, and how much that seat had seen when it was last asked.
    begun: Option<(Player, usize)>,
    seed: u64,
    /// The seat the host gave us; in an open game it may leave that to the position.
    seat: Option<Player>,
    /// An open game.
    table: Option<Table<'a, AnyGame>>,
    /// What our seat has seen in a hidden one.
    seen: Vec<AnySeen>,
    /// Why the game cannot be followed any more.
    trouble: Option<Problem>,
    /// Whether the host is a program for chess, which reads scores in hundredths of a pawn.
    is_chess_host: bool,
}

impl<'a, 'o> Speaker<'a, 'o> {
    /// An agent that has been told nothing yet.
    pub fn new(named: &'a NamedGame, spec: String, output: &'a Output<'o>) -> Speaker<'a, 'o> {
        Speaker {
            named,
            spec,
            output,
            agent: None,
            begun: None,
            seed: 0,
            seat: None,
            table: None,
            seen: Vec::new(),
            trouble: None,
            is_chess_host: false,
        }
    }

    /// Does it. What cannot be done is told in an `info string`; what is not known is ignored.
    pub fn perform(&mut self, task: &Task) {
        let outcome = match task {
            Task::Go { line, stop } => {
                let outcome = self.go(line, stop);
                if outcome.is_err() {
                    // Every `go` is answered, or the host would wait for nothing.
                    self.complain(outcome);
                    self.output.say("bestmove (none)");
                }
                return;
            }
            Task::Line(line) => self.line(line),
        };
        self.complain(outcome);
    }

    fn complain(&mut self, outcome: Result<(), Problem>) {
        if let Err(problem) = outcome {
            self.output.say(&format!("info string {}", one_line(&problem.to_string())));
        }
    }

    fn line(&mut self, line: &str) -> Result<(), Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            // Programs that show chess say `uci`, and the rest is the same.
            "ugi" | "uci" => {
                self.is_chess_host = word == "uci";
                let name = format!("id name outwit {} {}", env!("CARGO_PKG_VERSION"), self.spec);
                self.output.say(&format!("{name}\nid author the authors of outwit\n{word}ok"));
            }
            "isready" => self.output.say("readyok"),
            "uginewgame" | "ucinewgame" | "newgame" => return self.new_game(rest),
            "position" => {
                let table = self.position(rest.trim());
                return self.keep(table, |speaker, table| {
                    // An agent that has followed the game so far is told only what is new.
                    let goes_on = speaker.table.as_ref().is_some_and(|known| {
                        known.start() == table.start() && table.played().starts_with(known.played())
                    });
                    if !goes_on {
                        speaker.begun = None;
                    }
                    speaker.table = Some(table);
                });
            }
            "observe" => {
                let seat =
                    self.seat.ok_or_else(|| Problem::new("which seat sees that? Send `uginewgame seat K` first"));
                let seen = seat.and_then(|seat| self.named.game.read_seen(seat, rest));
                return self.keep(seen, |speaker, seen| speaker.seen.push(seen));
            }
            "query" => {
                if let Some(answer) = self.query(rest.trim()) {
                    self.output.say(&format!("response {answer}"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Remembers what cannot be followed: a move chosen for another position would be worse than none.
    fn keep<T>(&mut self, what: Result<T, Problem>, keep: impl FnOnce(&mut Self, T)) -> Result<(), Problem> {
        match what {
            Ok(what) => {
                // A position tells all; what was missed of a hidden game stays missed.
                if !self.named.game.facts().hidden {
                    self.trouble = None;
                }
                keep(self, what);
                Ok(())
            }
            Err(problem) => {
                self.trouble = Some(problem.clone());
                Err(problem)
            }
        }
    }

    fn new_game(&mut self, rest: &str) -> Result<(), Problem> {
        (self.seed, self.seat, self.table, self.begun, self.trouble) = (0, None, None, None, None);
        self.seen.clear();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "seat" => {
                    let players = self.named.game.players();
                    let number =
                        words.next().and_then(|word| word.parse().ok()).filter(|&n| (1..=players).contains(&n));
                    let number: usize =
                        number.ok_or_else(|| Problem::new(format!("a seat is a number from 1 to {players}")))?;
                    self.seat = Some(Player::new(number - 1));
                }
                "seed" => {
                    let seed = words.next().and_then(|word| word.parse().ok());
                    self.seed = seed.ok_or_else(|| Problem::new("a seed is a whole number below 2^64"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn position(&self, rest: &str) -> Result<Table<'a, AnyGame>, Problem> {
        let game = &self.named.game;
        if game.facts().hidden {
            return Err(Problem::new("this game hides something: send `observe` lines, not the position"));
        }
        // The word `moves` ends the position; no position has it as a word of its own.
        let at = format!("{rest} ").find(" moves ").unwrap_or(rest.len());
        let (start, moves) = (rest[..at].trim(), rest[at..].split_whitespace().skip(1));
        let start = match start.strip_prefix("fen ") {
            _ if start == "startpos" => game.start(&mut Rng::new(0)),
            Some(text) => game.read_position(text.trim())?,
            None => {
                return Err(Problem::new("write `position startpos` or `position fen TEXT`, then `moves M1 M2 ...`"));
            }
        };
        let mut table = Table::at(game, start);
        for (place, text) in moves.enumerate() {
            table.play_text(text).map_err(|problem| problem.within(format_args!("move {}", place + 1)))?;
        }
        Ok(table)
    }

    /// Questions of plain hosts that do not know the game. They are about an open game between two.
    fn query(&self, question: &str) -> Option<String> {
        let table = self.table.as_ref()?;
        let turn = table.turn();
        match question {
            "gameover" => Some(turn.is_over().to_string()),
            "p1turn" => Some((turn == Turn::Of(Player::FIRST)).to_string()),
            "result" if !turn.is_over() => Some("none".to_string()),
            "result" => {
                let payoffs = table.game().payoffs(table.state());
                let payoffs = payoffs.seats(table.game().players());
                let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let winners: Vec<usize> = (1..=payoffs.len()).filter(|seat| payoffs[seat - 1] == best).collect();
                Some(if winners.len() == 1 { format!("p{}win", winners[0]) } else { "draw".to_string() })
            }
            _ => None,
        }
    }

    fn go(&mut self, line: &str, stop: &AtomicBool) -> Result<(), Problem> {
        if let Some(trouble) = &self.trouble {
            return Err(trouble.clone());
        }
        // Step 1. The agent, with the host's budget.
        let mover = self.table.as_ref().and_then(|table| match table.turn() {
            Turn::Of(mover) => Some(mover),
            _ => None,
        });
        let spec = with_budget(&self.spec, line, mover.unwrap_or(Player::FIRST))?;
        if self.agent.as_ref().is_none_or(|(made_from, _)| *made_from != spec) {
            self.agent = Some((spec.clone(), specs::agent(&spec, &self.named.game)?.1));
            self.begun = None;
        }
        let game = &self.named.game;
        // Step 2. What the seat sees.
        if !game.facts().hidden && self.table.is_none() {
            self.table = Some(Table::at(game, game.start(&mut Rng::new(0))));
        }
        let mut legal = Vec::new();
        let (view, state) = match &self.table {
            Some(table) => (open_view(table, self.seat)?, table.state().clone()),
            None => {
                let seat = self.seat.ok_or_else(|| Problem::new("no seat: send `uginewgame seat K` first"))?;
                let world = world(game, seat, &self.seen)?;
                game.moves(&world, &mut legal);
                (View::told(game, seat, &self.seen, &legal), world)
            }
        };
        // Step 3. The agent thinks.
        let Some((_, agent)) = &mut self.agent else { unreachable!("it was just made") };
        // One that has followed the game so far goes on; where moves were taken back it begins again.
        if self.begun.is_none_or(|(seat, seen)| seat != view.seat() || seen > view.seen().len()) {
            agent.begin(game, view.seat(), self.seed);
        }
        self.begun = Some((view.seat(), view.seen().len()));
        let (clock, output) = (WallClock::start(), self.output);
        let progress = |progress: &Progress| {
            let Progress { depth, nodes, .. } = progress;
            output.say(&format!("info depth {depth} nodes {nodes} time {}", clock.now().as_millis()));
            if output.is_broken() {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        let control =
            Control { stop: Some(stop), clock: Some(&clock), progress: Some(&progress), ..Control::default() };
        let report = agent.choose(&view, &control)?;
        // Step 4. Its answer.
        let line =
            self.table.as_ref().map(|table| line_texts(table.game(), table.state(), &report.line)).unwrap_or_default();
        let seat = self.is_chess_host.then_some(view.seat());
        let mut lines = vec![information(game, &report, &line, clock.now().as_millis(), seat)];
        lines.extend(report.remarks.iter().map(|remark| format!("info string {}", one_line(remark))));
        lines.push(format!("bestmove {}", game.move_text(&state, report.chosen)));
        self.output.say(&lines.join("\n"));
        Ok(())
    }
}

/// The mover's view, which must be that of the seat the host gave us, if it did.
fn open_view<'t>(table: &'t Table<'_, AnyGame>, seat: Option<Player>) -> Result<View<'t, AnyGame>, Problem> {
    match table.turn() {
        Turn::Of(mover) if seat.is_none_or(|seat| seat == mover) => Ok(table.view(mover)),
        Turn::Of(mover) => Err(Problem::new(format!("it is {mover}'s turn, which is not ours"))),
        Turn::Chance => Err(Problem::new("it is chance's turn: add its outcome to the moves")),
        Turn::Over => Err(Problem::new("the game is over")),
    }
}

/// A position in which the seat is to move after all that it has seen. Its moves are the same in each.
fn world(game: &AnyGame, seat: Player, seen: &[AnySeen]) -> Result<outwit::game::AnyState, Problem> {
    // That the seat has some move says that it is to move; which ones it has, the world tells.
    let mut some_move: Vec<AnyMove> = Vec::new();
    let start = game.start(&mut Rng::new(0));
    if !game.turn(&start).is_over() {
        game.moves(&start, &mut some_move);
    }
    let world = game.sample(&View::told(game, seat, seen, &some_move), &mut Rng::new(0));
    world
        .filter(|world| game.turn(world) == Turn::Of(seat))
        .ok_or_else(|| Problem::new(format!("after what it has seen, {seat} is not to move")))
}

/// Moves that a game is taken to have left where only a clock says how long it may take.
const MOVES_LEFT: u64 = 30;

/// The agent's spec with the budget of a `go` line, as far as the agent knows such budgets, in place of its own.
fn with_budget(spec: &str, line: &str, mover: Player) -> Result<String, Problem> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1)?.parse::<u64>().ok()
    };
    let mut budget: Vec<(&str, String)> = Vec::new();
    budget.extend(number("depth").map(|depth| ("depth", depth.min(200).to_string())));
    budget.extend(number("nodes").map(|nodes| ("nodes", nodes.clamp(1, i64::MAX as u64).to_string())));
    // Ten days are longer than any search, and short enough for every clock.
    budget.extend(number("movetime").map(|ms| ("time", format!("{}ms", ms.min(864_000_000)))));
    // A chess clock: a part of what is left, and most of what a move adds.
    let [left, added] = if mover == Player::FIRST { ["wtime", "winc"] } else { ["btime", "binc"] };
    if let (true, Some(left)) = (budget.is_empty(), number(left)) {
        let share = left / number("movestogo").unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let time = (share + number(added).unwrap_or(0) * 3 / 4).min(left / 2).clamp(1, 864_000_000);
        budget.push(("time", format!("{time}ms")));
    }
    if words.contains(&"infinite") {
        budget = vec![("depth", "200".to_string()), ("sims", i64::MAX.to_string())];
    }
    let mut spec = Spec::parse(spec)?;
    let known = outwit::search::named::catalog::entry(&spec.name)?.parameters;
    budget.retain(|(name, _)| known.iter().any(|parameter| parameter.name == *name));
    if !budget.is_empty() {
        spec.settings.retain(|(name, _)| !["depth", "nodes", "time", "sims"].contains(&name.as_str()));
        spec.settings.extend(budget.into_iter().map(|(name, value)| (name.to_string(), value)));
    }
    Ok(spec.to_string())
}

/// What was found. To a host that shows chess, `mover` says for whom the score is.
fn information(game: &AnyGame, report: &Report<AnyMove>, line: &[String], ms: u128, mover: Option<Player>) -> String {
    let mut text = format!("info depth {} nodes {} time {ms}", report.depth, report.nodes);
    let values = &report.value[..game.players()];
    match mover {
        Some(mover) => text += &score(game, values[mover.index()], line.len()).unwrap_or_default(),
        None if values.iter().any(Option::is_some) => {
            text += " values";
            for value in values {
                text += &value.map_or(" ?".to_string(), |value| format!(" {value}"));
            }
        }
        None => {}
    }
    if !line.is_empty() {
        text += &format!(" pv {}", line.join(" "));
    }
    text
}

/// A value as programs for chess read it: hundredths of a pawn, fifty of which are worth a win, or moves to the mate that ends a
/// line of so many plies.
fn score(game: &AnyGame, value: Option<f64>, plies: usize) -> Option<String> {
    const PAWNS_OF_A_WIN: f64 = 50.0;
    let (value, most) = (value?, game.facts().highest);
    Some(match plies.div_ceil(2) {
        moves @ 1.. if value >= most => format!(" score mate {moves}"),
        moves @ 1.. if value <= -most => format!(" score mate -{moves}"),
        _ => format!(" score cp {:.0}", 100.0 * PAWNS_OF_A_WIN * value / most),
    })
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
