//! `outwit analyse`: a whole game looked at: its size, its values, how siblings depend on each other, how depth pays.

mod findings;
mod sheet;

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::io::Io;
use crate::json;
use crate::numbers;
use crate::position::PositionArgs;
use crate::thinking::{Asked, watched};
use findings::{Findings, Wanted};
use outwit::exact::analysis::{self, Classes, Compared};
use outwit::exact::graph::Topology;
use outwit::exact::labels::Labels;
use outwit::game::{AnyGame, AnyState, Control, Evaluated, Evaluation, Game, Native, Player, Problem, Progress, Rng};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// Look at every position of a small open game for two: size, values, dependence of siblings, accuracy by depth
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Positions are classed by the features of an evaluation, or by its value; a class is worth what its\n\
                        positions are worth, weighted by how often random play visits them. Rules: minimax, product,\n\
                        bounds, average, boltzmann:R.\n\n\
                        Examples:\n  outwit analyse dodgem --depth 21\n  \
                        outwit analyse tictactoe --class none --json\n  \
                        outwit analyse pgame:d=8,leaves=true --starts 200\n  \
                        outwit analyse connect4:width=4,height=4 --rules minimax,product,bounds --plot plots"
)]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// What classes are made of: features, value, or none
    #[arg(long, value_name = "BY", value_enum)]
    class: Option<ClassBy>,
    /// The evaluation whose features or value they are; the game's first by default
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Rules to compare by how often they decide well, separated by commas
    #[arg(long, value_name = "RULES", default_value = "minimax,product")]
    rules: String,
    /// The most plies to which each move is searched
    #[arg(long, value_name = "D", default_value_t = 12, value_parser = numbers::whole::<u16>(0..=1000))]
    depth: u16,
    /// Draw so many starts and look at all together: for games whose start is drawn
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "after"],
          value_parser = numbers::whole::<u32>(1..=1_000_000))]
    starts: Option<u32>,
    /// Judge decisions at the starts alone, not wherever random play comes
    #[arg(long)]
    at_starts: bool,
    /// Give up when there are more positions
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    states: usize,
    /// Write plots into this folder, as SVG
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Print the tables as CSV, one below the other
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ClassBy {
    /// All features of the evaluation
    Features,
    /// Its value for seat 1
    Value,
    /// All positions are one class
    None,
}

/// What is the same type for every game.
pub struct Gathered {
    pub topology: Topology,
    pub labels: Labels,
    pub classes: Classes,
    /// What classes are made of, in words.
    pub classed_by: String,
    /// Bytes of the graph while it was held.
    pub bytes: usize,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    let table = arguments.at.place.table(&named.game)?;
    let rules: Vec<Compared> = arguments.rules.split(',').map(Compared::read).collect::<Result<_, Problem>>()?;
    let evaluation = evaluation(&named.game, arguments.eval.as_deref())?;
    let wanted = Wanted { rules, deepest: usize::from(arguments.depth), at_starts: arguments.at_starts };
    // Better to hear of it now than after the work.
    if let Some(folder) = &arguments.plot {
        files::make_folder(folder)?;
    }
    // There is nothing to tell before the end, so the key ends the program; one around it has a flag.
    let asked = Asked { stop: interrupt::host_flag(), ..Asked::default() };
    let (findings, time) = watched(asked, io, |control| {
        let task = Gather { state: table.state(), arguments, evaluation, control };
        let gathered = outwit::natively_on_boards(&named.game, task)?;
        Findings::new(&gathered, &wanted, control)
    });
    let findings = findings?;
    if let Some(folder) = &arguments.plot {
        for (name, svg) in findings.plots(&named.spec) {
            files::write_into(folder, name, &svg)?;
        }
    }
    if arguments.json {
        let mut document = Map::new();
        document.insert("game".into(), Value::from(named.spec.as_str()));
        document.insert("position".into(), Value::from(named.game.position_text(table.state())));
        document.insert("classed_by".into(), Value::from(findings.classed_by.as_str()));
        document.extend(findings.sheets.iter().map(|sheet| (sheet.name.to_string(), sheet.to_json())));
        return json::write(io, &Value::Object(document));
    }
    if arguments.csv {
        let texts: Vec<String> = findings.sheets.iter().map(sheet::Sheet::to_csv).collect();
        return Ok(write!(io.out, "{}", texts.join("\n"))?);
    }
    writeln!(io.out, "game      {}\nposition  {}", named.spec, named.game.position_text(table.state()))?;
    for sheet in &findings.sheets {
        writeln!(io.out, "\n{}", sheet.to_text().trim_end())?;
    }
    for remark in &findings.remarks {
        writeln!(io.out, "\n{remark}")?;
    }
    writeln!(io.out, "\ntook {}", numbers::time(time))?;
    Ok(())
}

/// The place of the evaluation of this name.
fn evaluation(game: &AnyGame, name: Option<&str>) -> Result<usize, Failure> {
    let Some(name) = name else { return Ok(0) };
    let list = game.evaluations();
    list.iter().position(|evaluation| evaluation.name == name).ok_or_else(|| {
        let names: Vec<&str> = list.iter().map(|evaluation| evaluation.name).collect();
        Failure::wrong(format_args!("the game has no evaluation `{name}`; it has: {}", names.join(", ")))
    })
}

/// Finds, labels and classes all positions, at the game's own speed.
struct Gather<'a> {
    state: &'a AnyState,
    arguments: &'a Arguments,
    evaluation: usize,
    control: &'a Control<'a>,
}

impl Gather<'_> {
    fn gather<G: Evaluated>(self, game: &G, state: &G::State) -> Result<Gathered, Problem> {
        // Nobody asked about a position: all starts that the game draws from, where it lists them.
        let place = &self.arguments.at.place;
        let listed = match self.arguments.starts {
            Some(count) => Some((0..u64::from(count)).map(|n| game.start(&mut Rng::stream(place.seed(), n))).collect()),
            None if place.position.is_none() && place.after.is_none() => game.starts(),
            None => None,
        };
        let starts = listed.unwrap_or_else(|| vec![state.clone()]);
        let graph = analysis::explore_all(game, &starts, self.arguments.states, |found| {
            if let Some(show) = self.control.progress {
                show(&Progress { depth: 0, nodes: found as u64, line: "positions found".to_string() });
            }
            !self.control.is_stopped()
        })
        .map_err(|problem| {
            let facts = game.facts();
            let is_too_large = facts.is_zero_sum_for_two(game.players()) && !facts.hidden && !facts.chance;
            if is_too_large && !self.control.is_stopped() {
                Problem::new(format!("{problem}; --states N allows more, a smaller game has fewer"))
            } else {
                problem
            }
        })?;
        let labels = analysis::labels(game, &graph)?;
        let evaluation = game.evaluation(self.evaluation);
        let name = game.evaluations().get(self.evaluation).map_or("none", |evaluation| evaluation.name);
        let features = evaluation.feature_names();
        let by = self.arguments.class.unwrap_or(if features.is_empty() { ClassBy::Value } else { ClassBy::Features });
        let classes = Classes::new(graph.states.iter().map(|state| match by {
            ClassBy::None => Vec::new(),
            ClassBy::Value => vec![evaluation.value(game, state, Player::FIRST)],
            ClassBy::Features => {
                let mut found = Vec::new();
                evaluation.features(game, state, &mut found);
                found
            }
        }));
        let classed_by = match by {
            ClassBy::None => "nothing: all positions are one class".to_string(),
            ClassBy::Value => format!("the value of the evaluation {name}"),
            ClassBy::Features => features.join("; "),
        };
        let bytes = graph.bytes();
        Ok(Gathered { topology: graph.topology, labels, classes, classed_by, bytes })
    }
}

impl Native for Gather<'_> {
    type Output = Result<Gathered, Problem>;

    fn native<G: Evaluated>(self, game: &G) -> Self::Output {
        let state = self.state.downcast_ref::<G::State>().expect("the state belongs to the game");
        self.gather(game, state)
    }

    fn erased(self, game: &AnyGame) -> Self::Output {
        let state = self.state;
        self.gather(game, state)
    }
}
