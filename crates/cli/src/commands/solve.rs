//! `outwit solve`: the exact value of a position when everybody plays as well as can be.

use super::advise::value_text;
use crate::failure::Failure;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::specs::NamedGame;
use crate::table::{width, wrapped};
use crate::thinking::{Asked, watched};
use crate::{interrupt, json, numbers};
use outwit::exact::solve::{Meaning, Means, Outcome};
use outwit::game::{AnyState, Game, Rng, Table, Turn};
use outwit::search::named::equilibrium;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Find the exact value of a position, to the very end of the game
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Meanings: `value` is the value under best play, in two-seat zero-sum games; `force` is what each seat \
                        can force against all others; `induction` is backward induction, where each does what is best \
                        for itself and of equally good moves takes the first. Without --meaning it is `value` for two \
                        seats with a sum of 0, `force` where positions come back, and else `induction`.\n\
                        With --seat K, in a game that hides something: what that seat can be sure of in every world it \
                        holds possible, whatever the others do. The interrupt key ends with what is known so far.\n\n\
                        Examples:\n  outwit solve tictactoe\n  outwit solve connect4:width=4,height=4 --json\n  \
                        outwit solve repeated:rounds=3 --meaning force\n  \
                        outwit solve kriegspiel --position \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\" --seat 1 --turns 3"
)]
pub struct Arguments {
    #[command(flatten)]
    pub(super) at: PositionArgs,
    /// What the number is to be: value, force or induction
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(Meaning::NAMED.map(|(name, _)| name)))]
    meaning: Option<String>,
    /// What the seat with this number can be sure of, where something is hidden from it
    #[arg(long, value_name = "K")]
    pub(super) seat: Option<usize>,
    /// The worlds it holds possible, a position a line; all that agree with what it has seen when absent
    #[arg(long, value_name = "FILE", requires = "seat")]
    pub(super) worlds: Option<String>,
    /// Turns of its own to look ahead at most; when absent until the answer is exact or 20 million positions were met
    #[arg(long, value_name = "N", requires = "seat", value_parser = numbers::whole::<u32>(1..))]
    pub(super) turns: Option<u32>,
    /// Hold positions that differ in names alone once, as a board and its mirror image: fewer are counted, too
    #[arg(long)]
    symmetry: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    if arguments.seat.is_some() {
        if arguments.meaning.is_some() {
            return Err(Failure::wrong(
                "--seat asks what is certain, and --meaning for another number: give one of them",
            ));
        }
        return super::certain::run(arguments, &named, io);
    }
    if named.game.facts().hidden {
        return Err(Failure::wrong(instead(&named)));
    }
    let (game, seed) = (&named.game, arguments.at.place.seed());
    let table = arguments.at.place.table(game)?;
    let asked = |name: &str| Meaning::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, meaning)| meaning);
    let means = Means {
        meaning: arguments.meaning.as_deref().and_then(asked),
        symmetry: arguments.symmetry,
        ..Means::default()
    };
    let last = Arc::new(Mutex::new(String::new()));
    let stopped = Stopped::new(arguments, &named, table.state());
    if interrupt::host_flag().is_none() {
        // The key ends the program at once, however much memory there is to give back.
        let (stopped, last, begun) = (stopped.clone(), last.clone(), Instant::now());
        interrupt::on_leaving(move || stopped.say(&found_last(&last), begun.elapsed()));
    }
    let asked = Asked { stop: interrupt::host_flag(), last: Some(&last), ..Asked::default() };
    let (solution, time) = watched(asked, io, |control| outwit::solve(game, table.state(), &means, control));
    interrupt::nothing_on_leaving();
    let solution = match solution {
        Err(_) if interrupt::is_stopped() => {
            return Ok(write!(io.out, "{}", stopped.text(&found_last(&last), time))?);
        }
        solution => solution?,
    };
    let outcome = match solution.outcome {
        Outcome::Seat(seat) => seat.to_string(),
        Outcome::Draw => "draw".to_string(),
        Outcome::Value => "value".to_string(),
    };
    let best: Vec<String> = solution.best.iter().map(|&mv| game.move_text(table.state(), mv)).collect();
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "position": game.position_text(table.state()),
            "seed": seed,
            "meaning": solution.meaning.name(),
            "depends_on_ties": solution.depends_on_ties,
            "value": json::seat_values(&solution.value, game.players()),
            "outcome": outcome,
            "states": solution.states,
            "best": best,
            "remarks": [],
        });
        return json::write(io, &document);
    }
    writeln!(io.out, "{}\n", game.picture(table.state()))?;
    writeln!(io.out, "game      {}\nposition  {}", named.spec, game.position_text(table.state()))?;
    let verdict = match solution.outcome {
        Outcome::Seat(seat) => format!("{seat} wins"),
        Outcome::Draw => "a draw".to_string(),
        Outcome::Value if !game.facts().is_zero_sum_for_two(game.players()) => "a value a seat".to_string(),
        Outcome::Value => match solution.value[0].unwrap_or(0.0) {
            0.0 => "even".to_string(),
            margin if margin > 0.0 => format!("seat 1 by {}", numbers::value(margin)),
            margin => format!("seat 2 by {}", numbers::value(-margin)),
        },
    };
    writeln!(io.out, "outcome   {verdict}")?;
    if let Some(value) = value_text(&solution.value, game.players()) {
        writeln!(io.out, "value     {value}")?;
    }
    writeln!(io.out, "meaning   {}", wrapped(solution.meaning.words(), width() - 10).join("\n          "))?;
    if solution.meaning == Meaning::Induction {
        let ties = if solution.depends_on_ties {
            "other ways to break ties give other numbers"
        } else {
            "ties make no difference"
        };
        writeln!(io.out, "ties      the first of equally good moves is taken; {ties}")?;
    }
    if !best.is_empty() {
        writeln!(io.out, "best      {}", best.join(" "))?;
    }
    let how = if solution.is_labelled { "labelled, every one there is" } else { "stored by a search to the end" };
    let (states, nodes) = (numbers::plural(solution.states, "position"), numbers::plural(solution.nodes, "move"));
    let work = format!("{states} {how}; {nodes} made, {}", numbers::time(time));
    writeln!(io.out, "solved    {}", wrapped(&work, width() - 10).join("\n          "))?;
    writeln!(io.out, "seed      {seed}")?;
    Ok(())
}

fn found_last(last: &Mutex<String>) -> String {
    last.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// What there is to say when somebody does not wait for the end: the bounds that were proved.
#[derive(Clone)]
struct Stopped {
    spec: String,
    position: String,
    /// What is known before a search has proved anything.
    of_payoffs: String,
    json: Option<Value>,
}

impl Stopped {
    fn new(arguments: &Arguments, NamedGame { spec, game }: &NamedGame, state: &AnyState) -> Stopped {
        let position = game.position_text(state);
        let of_payoffs = match game.turn(state) {
            Turn::Of(seat) => {
                let ((low, high), facts) = (game.payoff_bounds(state, seat), game.facts());
                let [low, high] = [low.max(facts.lowest), high.min(facts.highest)].map(numbers::value);
                format!("the value is at least {low} and at most {high} to {seat}, as all payoffs are")
            }
            _ => "nothing is proved yet".to_string(),
        };
        let document = || {
            json!({
                "game": spec,
                "position": position,
                "seed": arguments.at.place.seed(),
                "meaning": arguments.meaning,
                "depends_on_ties": Value::Null,
                "value": json::seat_values(&Default::default(), game.players()),
                "outcome": "stopped",
                "states": 0,
                "best": [],
                "remarks": [],
            })
        };
        let json = arguments.json.then(document);
        Stopped { spec: spec.clone(), position, of_payoffs, json }
    }

    /// With what was found last after so much time.
    fn text(&self, found: &str, time: Duration) -> String {
        let is_proved = found.starts_with("the value is");
        let known = if is_proved { format!("{found} to the mover") } else { self.of_payoffs.clone() };
        let Stopped { spec, position, .. } = self;
        match &self.json {
            Some(document) => {
                let mut document = document.clone();
                document["remarks"] = json!([known]);
                format!("{document}\n")
            }
            None => format!(
                "game      {spec}\nposition  {position}\noutcome   not found: stopped after {}\nknown     {known}\n",
                numbers::time(time)
            ),
        }
    }

    /// Says it as the last thing the program does.
    fn say(&self, found: &str, time: Duration) {
        if std::io::stderr().is_terminal() {
            eprint!("{}", crate::progress_line::AWAY);
        }
        let mut out = std::io::stdout();
        let _ = out.write_all(self.text(found, time).as_bytes());
        let _ = out.flush();
    }
}

/// What to ask instead where something is hidden, by commands that answer in this game.
fn instead(named: &NamedGame) -> String {
    let spec = &named.spec;
    let begun = format!("{spec} hides something, and only open games have one value:");
    let table = Table::deal(&named.game, &mut Rng::new(0));
    match equilibrium::is_quick(&table) {
        true => format!(
            "{begun} `outwit equilibrium {spec}` says how to play so that nobody can exploit it, `outwit solve {spec} --after \
             \"...\" --seat K` what the seat to move can be sure of after those moves"
        ),
        false => format!(
            "{begun} `outwit advise {spec}` says what to play, `outwit solve {spec} --seat K --worlds FILE` what a seat can be sure \
             of in worlds that you state, a position a line"
        ),
    }
}
