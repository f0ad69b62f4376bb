//! `outwit advise`: what an agent would play here, and why.

use super::belief::Beliefs;
use super::show::seat_list;
use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::position::{PositionArgs, line_texts};
use crate::table::{Side, Table, width, wrapped};
use crate::thinking::{Asked, think};
use crate::{defaults, interrupt, json, numbers, seats, specs};
use outwit::game::{AnyGame, AnyMove, AnyState, Bound, Game, MoveReport, Player, Report, SeatValues, Spec, Turn};
use outwit::search::named::catalog::{self, AgentEntry};
use outwit::search::why_no_tree;
use outwit_advice::document::{self, Question};
use std::time::Duration;

/// Ask an agent what it would play in a position, and what it found out
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit advise connect4 --after \"4 4 4 4\"\n  \
                        outwit advise othello --agent alphabeta:depth=6 --json\n  \
                        outwit advise tictactoe --agent minimax:depth=2 --tree searched.json\n  \
                        outwit advise kriegspiel --after \"e2e4 d7d5\" --show belief --svg belief.svg\n\n\
                        The interrupt key ends the search and prints the best so far; pressed twice, it ends outwit.")]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// Who advises (see `outwit agents`); a strong one that can play the game when absent
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Write the searched tree to this file in the format of the game `tree`, `-` for the output
    #[arg(long, value_name = "FILE")]
    tree: Option<String>,
    /// Say more: `belief`, what the seat may hold possible where the game hides something, and where that is
    #[arg(long, value_name = "WHAT", value_parser = ["belief"])]
    show: Option<String>,
    /// With --show belief: write it as a drawing to this file, `-` for the output
    #[arg(long, value_name = "FILE", requires = "show")]
    svg: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Outcomes of chance that are named as examples.
const OUTCOMES: usize = 6;
/// Lists of moves are not made wider than this.
const LINE: usize = 100;
/// How long the agent thinks at most that nobody asked for by name. Each ends by itself, after a second or two, with the same answer on
/// any machine: this is for games that nobody has met yet.
const PATIENCE: Duration = Duration::from_secs(20);
/// Nobody looks at a larger tree, and files of it get unwieldy.
const LARGEST_TREE: usize = 200_000;

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    if arguments.json && arguments.tree.as_deref() == Some("-") {
        return Err(Failure::wrong("the output cannot hold both a tree and the advice as JSON: give --tree a file"));
    }
    if arguments.json && arguments.svg.as_deref() == Some("-") {
        return Err(Failure::wrong("the output cannot hold both a drawing and JSON: give --svg a file"));
    }
    for path in arguments.tree.iter().chain(&arguments.svg) {
        files::check_writable(path)?;
    }
    // Step 1. The position, and a seat that is to move.
    let named = arguments.at.game()?;
    let game = &named.game;
    let seed = arguments.at.place.seed();
    let table = arguments.at.place.table(game)?;
    let seat = match table.turn() {
        Turn::Of(seat) => seat,
        Turn::Chance => {
            let mut outcomes: Vec<String> =
                table.moves().iter().take(OUTCOMES).map(|&mv| game.move_text(table.state(), mv)).collect();
            if outcomes.is_empty() {
                outcomes.push(game.move_text(table.state(), game.draw(table.state(), &mut seats::dice(seed, 0))));
            }
            let more = if table.moves().len() > OUTCOMES { " ..." } else { "" };
            return Err(Failure::wrong(format_args!(
                "nobody decides here: it is chance's turn; add its outcome to --after, such as {}{more}, or --deal to let the \
                 seed draw",
                outcomes.join(" ")
            )));
        }
        Turn::Over => return Err(Failure::wrong("nobody decides here: the game is over")),
    };
    let beliefs = arguments.show.as_ref().map(|_| Beliefs::of(&table.view(seat), seed)).transpose()?;
    if let (Some(beliefs), Some(path)) = (&beliefs, &arguments.svg) {
        let svg = beliefs.svg(&table.view(seat));
        if path == "-" {
            return Ok(io.out.write_all(svg.as_bytes())?);
        }
        files::write_file(path, &svg)?;
    }
    // Step 2. The agent thinks.
    let default = defaults::agent(&named.spec, &table);
    let (spec, mut agent) = specs::agent(arguments.agent.as_deref().unwrap_or(default), game)?;
    let view = table.view(seat);
    seats::begin(&mut *agent, &view, seed);
    let record = arguments.tree.is_some().then_some(LARGEST_TREE);
    // Who did not say how to search does not want to wait for ever either.
    let limit = arguments.agent.is_none().then_some(PATIENCE);
    let asked = Asked { stop: Some(interrupt::stop_flag()), limit, record, last: None };
    let (mut report, time) = think(&mut *agent, &view, asked, io)?;
    if limit.is_some_and(|limit| time >= limit) {
        let limit = numbers::time(PATIENCE);
        report
            .remarks
            .push(format!("the search was stopped after {limit}; name an --agent for one that ends by itself"));
    }
    // Step 3. Its tree, if it was asked for.
    if let Some(path) = &arguments.tree {
        let Some(tree) = &report.tree else {
            // Who never writes one is known; a search that has a tree says why it is missing.
            let entry = Spec::parse(&spec).ok().and_then(|spec| catalog::entry(&spec.name).ok());
            let why = entry.and_then(AgentEntry::why_no_tree).or_else(|| why_no_tree(&report.remarks));
            return Err(Failure::wrong(match why {
                Some(why) => format!("{spec} wrote no tree: {why}"),
                None => format!("{spec} keeps no tree that it could write; minimax, alphabeta, maxn and uct do"),
            }));
        };
        let text = outwit::games::tree::write(game.players(), tree);
        if path == "-" {
            return Ok(io.out.write_all(text.as_bytes())?);
        }
        files::write_file(path, &text)?;
    }
    // Step 4. Its advice.
    let advice = Advice::new(&named.game, table.state(), seat, &report, time);
    let position = game.position_text(table.state());
    if arguments.json {
        let asked = Question { game: &named.spec, agent: &spec, seed };
        let mut document = document::advice(&asked, game, table.state(), true, &report, time);
        if let Some(beliefs) = &beliefs {
            document["belief"] = beliefs.json();
        }
        return json::write(io, &document);
    }
    writeln!(io.out, "{}\n", game.picture(table.state()))?;
    writeln!(io.out, "game      {}\nposition  {position}\nturn      {seat}", named.spec)?;
    let chosen_for_you = if arguments.agent.is_none() { " (the default for this game; see --agent)" } else { "" };
    write_wrapped(io, "agent", &format!("{spec}{chosen_for_you}"), width())?;
    if let Some(assumption) = defaults::assumption(&spec, game.players()) {
        write_wrapped(io, "assumes", &assumption, width())?;
    }
    writeln!(io.out, "seed      {seed}\n")?;
    advice.write(io)?;
    match &beliefs {
        Some(beliefs) => beliefs.write(&view, io),
        None => Ok(()),
    }
}

/// A report in the texts of its game.
pub struct Advice<'a> {
    game: &'a AnyGame,
    seat: Player,
    moves: Vec<(String, &'a MoveReport<AnyMove>)>,
    chosen: String,
    best: Vec<String>,
    line: Vec<String>,
    report: &'a Report<AnyMove>,
    time: Duration,
}

impl<'a> Advice<'a> {
    /// What the seat's agent has found out about this position in this time.
    pub fn new(
        game: &'a AnyGame,
        state: &AnyState,
        seat: Player,
        report: &'a Report<AnyMove>,
        time: Duration,
    ) -> Advice<'a> {
        let text = |mv: AnyMove| game.move_text(state, mv);
        Advice {
            game,
            seat,
            moves: report.moves.iter().map(|m| (text(m.mv), m)).collect(),
            chosen: text(report.chosen),
            best: report.best.iter().map(|&mv| text(mv)).collect(),
            line: line_texts(game, state, &report.line),
            report,
            time,
        }
    }

    fn write(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let report = self.report;
        let columns = self.columns();
        let mut sides = vec![Side::Left];
        let mut header = vec!["move".to_string()];
        for &seat in &columns {
            sides.push(Side::Right);
            header.push(seat.to_string());
        }
        sides.push(Side::Right);
        header.push("probability".to_string());
        let mut table = Table::new(&sides);
        table.row(header);
        for (text, found) in self.sorted() {
            let mut row = vec![text.clone()];
            row.extend(columns.iter().map(|&seat| self.cell(found, seat)));
            row.push(numbers::percent(found.probability));
            table.row(row);
        }
        writeln!(io.out, "{table}")?;
        writeln!(io.out, "plays     {}", self.chosen)?;
        if self.best.len() > 1 && self.best.len() < self.moves.len() {
            write_wrapped(io, "best", &self.best.join(" "), LINE)?;
        }
        if let Some(value) = value_text(&report.value, self.game.players()) {
            writeln!(io.out, "value     {value}")?;
        }
        if !self.line.is_empty() {
            write_wrapped(io, "line", &self.line.join(" "), LINE)?;
        }
        if report.nodes > 0 {
            let rate = numbers::rate(report.nodes, self.time).map(|rate| format!(", {rate}")).unwrap_or_default();
            let (nodes, time) = (numbers::plural(report.nodes, "node"), numbers::time(self.time));
            let depth = if report.depth > 0 { format!("depth {}, ", report.depth) } else { String::new() };
            writeln!(io.out, "searched  {depth}{nodes}, {time}{rate}")?;
        }
        for remark in &report.remarks {
            write_wrapped(io, "remark", remark, width())?;
        }
        Ok(())
    }

    /// Whose values are worth a column: all that are known, but in a two-seat zero-sum game the mover's says it all.
    fn columns(&self) -> Vec<Player> {
        let known = |seat: &Player| self.moves.iter().any(|(_, found)| found.values[seat.index()].is_some());
        let one_is_enough = self.game.facts().is_zero_sum_for_two(self.game.players());
        Player::all(self.game.players()).filter(known).filter(|seat| !one_is_enough || *seat == self.seat).collect()
    }

    fn cell(&self, found: &MoveReport<AnyMove>, seat: Player) -> String {
        let Some(value) = found.values[seat.index()] else { return "?".to_string() };
        // A bound is told for the mover; for the others it says nothing that can be relied on.
        match found.bound {
            Bound::AtMost if seat == self.seat => format!("at most {}", numbers::value(value)),
            Bound::AtLeast if seat == self.seat => format!("at least {}", numbers::value(value)),
            Bound::Exact => numbers::value(value),
            _ => "?".to_string(),
        }
    }

    /// Best first: by value to the mover, exact ones before bounds, then by probability; the game's order settles ties.
    fn sorted(&self) -> Vec<&(String, &MoveReport<AnyMove>)> {
        let value = |found: &MoveReport<AnyMove>| found.values[self.seat.index()].unwrap_or(f64::NEG_INFINITY);
        let mut sorted: Vec<_> = self.moves.iter().collect();
        sorted.sort_by(|(_, a), (_, b)| {
            let exact_first = (a.bound != Bound::Exact).cmp(&(b.bound != Bound::Exact));
            value(b).total_cmp(&value(a)).then(exact_first).then(b.probability.total_cmp(&a.probability))
        });
        sorted
    }
}

/// The seats' values, if every one is known; the known ones, if some are.
pub fn value_text(values: &SeatValues, players: usize) -> Option<String> {
    let known: Vec<f64> = values[..players].iter().filter_map(|value| *value).collect();
    if known.len() == players {
        return Some(seat_list(&known));
    }
    let parts: Vec<String> = Player::all(players)
        .filter_map(|seat| Some(format!("{seat}: {}", numbers::value(values[seat.index()]?))))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// What follows a label, in lines below each other that are not wider than this, nor than the paper.
fn write_wrapped(io: &mut Io<'_>, label: &str, text: &str, widest: usize) -> Result<(), Failure> {
    for (place, line) in wrapped(text, widest.min(width()) - 10).into_iter().enumerate() {
        let label = if place == 0 { label } else { "" };
        writeln!(io.out, "{label:<8}  {line}")?;
    }
    Ok(())
}
