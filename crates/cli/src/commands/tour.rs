//! `outwit tour`: what outwit does, shown on small examples in a few seconds.

use crate::failure::Failure;
use crate::io::Io;
use crate::table::{Side, Table as Columns, width, wrapped};
use crate::thinking::{Asked, think, watched};
use crate::{numbers, seats, specs};
use outwit::decision::{DecisionTree, Events, NodeKind, Utility};
use outwit::exact::expected_payoffs;
use outwit::exact::solve::{Means, Outcome};
use outwit::game::{Agent, AnyGame, AnyMove, Control, Game, Player, Report, Table, Turn, leaf_count};
use outwit::games::tictactoe::TicTacToe;
use outwit::games::tree::{self, Tree};

/// See what outwit does, on small examples, in a few seconds
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit tour\n  outwit tour --seed 3")]
pub struct Arguments {
    /// Where all randomness comes from
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = crate::numbers::seed, allow_negative_numbers = true)]
    seed: u64,
}

// The files are part of the program, so that the tour can be taken from any folder.
const OPPONENTS: &str = include_str!("../../../games/trees/know-your-opponent.json");
const UMBRELLA: &str = include_str!("../../../games/trees/umbrella.json");
/// More decisions than any game here has.
const DECISIONS: usize = 1000;

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let seed = arguments.seed;
    writeln!(io.out, "outwit decides what to do when other minds are at the table. Five stops, seed {seed}.")?;
    solved_games(io)?;
    know_your_opponent(seed, io)?;
    characters(seed, io)?;
    dice(seed, io)?;
    only_chance(io)?;
    writeln!(io.out, "\nThree commands to try next (not installed? cargo run --release -- ...)\n")?;
    writeln!(io.out, "   outwit play connect4               play against a strong agent; `hint` helps")?;
    writeln!(io.out, "   outwit advise othello --after d3   what would you play, and why?")?;
    writeln!(io.out, "   outwit agents                      who can sit at the table")?;
    Ok(())
}

fn stop(number: usize, title: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    writeln!(io.out, "\n{number}. {title}\n")?;
    // What follows may take a second: whoever reads can begin.
    Ok(io.out.flush()?)
}

fn again(command: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    // A shell takes lines that end so for one.
    let lines = wrapped(&format!("outwit {command}"), width() - 12);
    Ok(writeln!(io.out, "\n   again: {}", lines.join(" \\\n          "))?)
}

/// Prose, as wide as there is room.
fn tell(text: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    Ok(writeln!(io.out, "   {}", wrapped(text, width() - 3).join("\n   "))?)
}

fn solved_games(io: &mut Io<'_>) -> Result<(), Failure> {
    stop(1, "Games solved to the very end", io)?;
    let mut columns = Columns::new(&[Side::Left, Side::Left, Side::Right, Side::Left, Side::Right]).indented(3);
    columns.row(["game", "best play ends in", "positions", "", "time"]);
    for spec in ["tictactoe", "dodgem", "othello:size=4,score=margin", "kalah:pits=4,seeds=4", "kalah:pits=6,seeds=3"] {
        let game = specs::game(spec)?.game;
        let start = game.start(&mut seats::deal(0));
        let means = Means::default();
        let (solution, time) = watched(Asked::default(), io, |control| outwit::solve(&game, &start, &means, control));
        let solution = solution?;
        let result = match (solution.outcome, solution.value[0].unwrap_or_default()) {
            (Outcome::Seat(seat), _) => format!("a win for {seat}"),
            (Outcome::Draw, _) | (Outcome::Value, 0.0) => "a draw".to_string(),
            (Outcome::Value, value) if value > 0.0 => format!("seat 1 ahead by {}", numbers::value(value)),
            (Outcome::Value, value) => format!("seat 2 ahead by {}", numbers::value(-value)),
        };
        let how = if solution.is_labelled { "all there are" } else { "kept by alpha-beta" };
        // As wide whatever the time, so that what documents show stays as it is.
        let time = format!("{:>8}", numbers::time(time));
        columns.row([spec, &result, &numbers::count(solution.states), how, &time]);
    }
    write!(io.out, "{columns}")?;
    let (nodes, games) = leaf_count(&TicTacToe, &mut TicTacToe.start(&mut seats::deal(0)));
    let (nodes, games) = (numbers::count(nodes), numbers::count(games));
    writeln!(io.out)?;
    tell(&format!("Tic-tac-toe can be played in {games} ways: a tree of {nodes} nodes."), io)?;
    again("solve kalah:pits=6,seeds=3", io)
}

/// The same decision, seen by three agents that believe different things about the other player; each is right about one.
fn know_your_opponent(seed: u64, io: &mut Io<'_>) -> Result<(), Failure> {
    stop(2, "Whom do you play against? Three beliefs, three choices", io)?;
    let game = AnyGame::new(Tree::from_json(OPPONENTS)?);
    let table = Table::deal(&game, &mut seats::deal(seed));
    for line in game.picture(table.state()).lines() {
        writeln!(io.out, "   {line}")?;
    }
    let agents = ["minimax", "expectimax:model=(minimax:blunder=1/2)", "expectimax"];
    let opponents = ["minimax", "minimax:blunder=1/2", "random"];
    let beliefs = ["does its worst", "half the time plays blindly", "plays at random"];
    let mut columns = Columns::new(&[Side::Left, Side::Left, Side::Right, Side::Right, Side::Right]).indented(3);
    columns.row(["seat 1 believes that seat 2", "and plays", "its worst", "half blind", "at random"]);
    for (place, agent) in agents.iter().enumerate() {
        let report = ask(agent, &table, seed, io)?;
        let mut row = vec![beliefs[place].to_string(), game.move_text(table.state(), report.chosen)];
        for (column, opponent) in opponents.iter().enumerate() {
            let mut seated = [specs::agent(agent, &game)?.1, specs::agent(opponent, &game)?.1];
            let payoffs = expected_payoffs(&table, &mut seated, seed, DECISIONS, &Control::default())?;
            let mark = if place == column { "* " } else { "" };
            row.push(format!("{mark}{}", numbers::value(payoffs[Player::FIRST])));
        }
        columns.row(row);
    }
    writeln!(io.out)?;
    tell("Exactly what seat 1 gets, by what it believes (rows) and what seat 2 really does (columns):", io)?;
    writeln!(io.out, "\n{columns}")?;
    tell("* The belief is true, and no other choice gets more from this seat 2.", io)?;
    again("expect tree:file=crates/games/trees/know-your-opponent.json expectimax random", io)
}

/// What an agent answers to whoever is to move.
fn ask(spec: &str, table: &Table<'_, AnyGame>, seed: u64, io: &mut Io<'_>) -> Result<Report<AnyMove>, Failure> {
    let mut agent = specs::agent(spec, table.game())?.1;
    ask_seated(&mut *agent, table, seed, io)
}

fn ask_seated(
    agent: &mut dyn Agent<AnyGame>,
    table: &Table<'_, AnyGame>,
    seed: u64,
    io: &mut Io<'_>,
) -> Result<Report<AnyMove>, Failure> {
    let view = table.view(table.turn().player().unwrap_or(Player::FIRST));
    seats::begin(agent, &view, seed);
    Ok(think(agent, &view, Asked::default(), io)?.0)
}

/// A game between a strong agent and a livelier one.
fn characters(seed: u64, io: &mut Io<'_>) -> Result<(), Failure> {
    stop(3, "Opponents with character: x looks ten moves ahead, o four, and o errs", io)?;
    let specs = ["alphabeta:depth=10", "alphabeta:depth=4,blunder=0.1"];
    let game = specs::game("connect4")?.game;
    let mut agents = [specs::agent(specs[0], &game)?.1, specs::agent(specs[1], &game)?.1];
    let mut table = Table::deal(&game, &mut seats::deal(seed));
    let (mut moves, mut nodes, mut blunders) = (Vec::new(), 0, Vec::new());
    while let Turn::Of(seat) = table.turn() {
        let report = ask_seated(&mut *agents[seat.index()], &table, seed, io)?;
        let text = |mv| game.move_text(table.state(), mv);
        if !report.best.contains(&report.chosen) {
            let best: Vec<String> = report.best.iter().map(|&mv| text(mv)).collect();
            let number = moves.len() + 1;
            blunders.push(format!("move {number}: {} and not {}", text(report.chosen), best.join(" or ")));
        }
        moves.push(text(report.chosen));
        nodes += report.nodes;
        table.play(report.chosen);
    }
    for line in game.picture(table.state()).lines() {
        writeln!(io.out, "   {line}")?;
    }
    let result = match game.payoffs(table.state())[Player::FIRST] {
        0.0 => "a draw".to_string(),
        first => format!("{} wins", if first > 0.0 { "x" } else { "o" }),
    };
    let erred = if blunders.is_empty() { "nowhere".to_string() } else { blunders.join("; ") };
    let mut columns = Columns::new(&[Side::Left, Side::Left]).indented(3);
    columns.row(["x", specs[0]]);
    columns.row(["o", specs[1]]);
    columns.row(["moves", &moves.join(" ")]);
    columns.row(["result", &format!("{result} after {} moves; {} nodes searched", moves.len(), numbers::count(nodes))]);
    columns.row(["o errs at", &erred]);
    write!(io.out, "\n{columns}")?;
    again(&format!("play connect4 {} {} --seed {seed}", specs[0], specs[1]), io)
}

/// Backgammon's opening roll of 3-1.
fn dice(seed: u64, io: &mut Io<'_>) -> Result<(), Failure> {
    stop(4, "Dice and an adversary: the opening roll 3-1 of backgammon", io)?;
    let game = specs::game("backgammon")?.game;
    let mut table = Table::deal(&game, &mut seats::deal(seed));
    table.play_text("3-1")?;
    let report = ask("expectiminimax:depth=2,eval=pips", &table, seed, io)?;
    let best: Vec<String> = report.best.iter().map(|&mv| game.move_text(table.state(), mv)).collect();
    let (best, good, all) = (best.join(" or "), report.best.len(), report.moves.len());
    let nodes = numbers::count(report.nodes);
    tell(&format!("{good} of {all} plays is best: {best}. Opening books say the same: it makes the five point."), io)?;
    tell(&format!("Two plies, every roll between them averaged: {nodes} nodes."), io)?;
    again("advise backgammon --after 3-1 --agent expectiminimax:depth=2,eval=pips", io)
}

/// A decision problem: one seat and chance.
fn only_chance(io: &mut Io<'_>) -> Result<(), Failure> {
    stop(5, "Only chance at the table: shall I take the umbrella?", io)?;
    writeln!(io.out, "   It rains with 30 %. A look at the forecast costs 1 and is right 4 times in 5.\n")?;
    let (_, outline) = tree::read(UMBRELLA)?;
    let tree = DecisionTree::new(&outline)?;
    let solved = tree.roll_back(&Utility::Linear)?;
    let mut columns = Columns::new(&[Side::Left, Side::Right, Side::Left]).indented(3);
    for choice in tree.children(0) {
        let mark = if solved.best(0).contains(&choice) { "*" } else { " " };
        let then: Vec<String> = tree
            .children(choice)
            .filter(|&outcome| tree.kind(outcome) == NodeKind::Decision)
            .map(|outcome| format!("{}: {}", tree.mv(outcome), tree.mv(solved.best(outcome)[0])))
            .collect();
        let worth = numbers::value(solved.certainty_equivalent(choice));
        columns.row([format!("{mark} {}", tree.mv(choice)), worth, then.join(", ")]);
    }
    write!(io.out, "{columns}")?;
    let events = Events::new(&tree)?;
    if let Some(weather) = events.events().iter().position(|event| event.outcomes.iter().any(|o| o == "rain")) {
        let known = events.information(&Utility::Linear, &[weather])?;
        writeln!(
            io.out,
            "\n   A crystal ball that knows the weather would be worth {} more.",
            numbers::value(known.price)
        )?;
    }
    again("decide crates/games/trees/umbrella.json", io)
}
