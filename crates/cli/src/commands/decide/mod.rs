//! `outwit decide`: a decision problem, lotteries, or a list of preferences.

mod drawing;
mod explain;
mod large;
mod lotteries;
mod preferences;
pub mod text;
mod tree;

use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::position::PlaceArgs;
use crate::specs;
use clap::Args;
use outwit::decision::{LARGEST_PAYOFF, Utility};
use outwit::game::{Parameter, Problem};
use std::io::Read;
use std::path::{Path, PathBuf};

const ABOUT: &str = "Decide under uncertainty: solve a decision tree or a game for one, compare lotteries, explain choices

A decision tree is a tree file with one seat. It is rolled back by expected utility: the best policy, the certainty \
equivalent (the sure payoff that is exactly as good) at each step, the risk profile, which numbers the answer hangs on, and \
what it would be worth to know each uncertain event beforehand. Chance nodes with the same outcome names are one event.

A game for one seat is too large to be written out. It is looked at best first, and what is found are bounds: between which \
each first move's worth lies, and by how much another move may be better. Where moves can be taken back, all that can be \
reached without chance is one position, and a first move is a way to leave it. A game that begins with chance has no first move \
yet: --deal draws what chance brings, and the first moves after it are told.

Choices that somebody was seen to make are explained by a probability of states and a utility of consequences, or it is said \
which of them contradict each other.";

const EXAMPLES: &str = "Utility functions:
  linear                           only the expected payoff counts
  log:wealth=W                     u(x) = ln(x + W)
  exponential:risk=R               u(x) = 1 - exp(-x/R); R is the risk tolerance
  power:gamma=G,wealth=W           constant relative risk aversion G
  sqrt                             u(x) = sqrt(x)
  table:points=(0:0,50:0.8,100:1)  straight lines between points x:u

Examples:
  outwit decide crates/games/trees/oil.json
  outwit decide crates/games/trees/oil.json --utility exponential:risk=100 --json
  outwit decide crates/games/trees/oil.json --svg oil.svg --plot pictures
  outwit decide crates/games/trees/oil.json --two-way
  outwit decide spider:suits=1,ranks=3,columns=3,down=3,deals=2 --deal --nodes 20000
  outwit decide --explain examples/allais.json
  outwit decide --lottery \"1/2:100, 1/2:0\" --lottery \"1:45\" --utility log:wealth=50
  outwit decide --prefer \"apple > pear\" --prefer \"pear > plum\" --prefer \"plum > apple\" --fee 0.05
  outwit decide --preferences wishes.txt";

/// What `outwit decide` is asked.
#[derive(Args, Clone, Debug)]
#[command(
    about = "Decide under uncertainty: solve a decision tree or a game for one, compare lotteries, explain choices"
)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub struct DecideArgs {
    /// A decision problem: a tree file with one seat, `-` for the standard input; or the spec of a game for one
    #[arg(value_name = "FILE|GAME")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Moves to make while looking at a game, at most; 100,000 when absent
    #[arg(long, value_name = "N", value_parser = crate::numbers::whole::<u64>(0..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Positions of a game to look at within one where moves can be taken back, at most; 500 when absent
    #[arg(long, value_name = "N", value_parser = crate::numbers::whole::<u32>(1..=u64::from(u32::MAX)))]
    pub within: Option<u32>,
    /// Map what is best as two numbers of a tree change: the two it hangs on most, or those of these names, as "dry; cost"
    #[arg(long, value_name = "NAMES", num_args = 0..=1, default_missing_value = "", requires = "file")]
    pub two_way: Option<String>,
    /// Explain the choices in this JSON file, `-` for the standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "lottery", "prefer", "preferences", "two_way", "svg", "plot"])]
    pub explain: Option<PathBuf>,
    /// A lottery, as `probability:payoff, ...`; give several to compare them
    #[arg(long, value_name = "P:X,...", allow_hyphen_values = true)]
    pub lottery: Vec<String>,
    /// A preference: `A > B`, `A >= B`, `A = B`, or a chain of them
    #[arg(long, value_name = "STATEMENT")]
    pub prefer: Vec<String>,
    /// A file of preferences, one a line; `-` reads it from standard input
    #[arg(long, value_name = "FILE")]
    pub preferences: Option<PathBuf>,
    /// How payoffs are valued; linear when absent
    #[arg(long, value_name = "SPEC")]
    pub utility: Option<String>,
    /// What the holder of inconsistent preferences pays for each change to something better; 0.01 when absent
    #[arg(long, value_name = "SUM")]
    pub fee: Option<String>,
    /// How many times round the money pump to go; 100 when absent
    #[arg(long, value_name = "N", value_parser = crate::numbers::whole::<u64>(0..=u64::MAX))]
    pub rounds: Option<u64>,
    /// Take each payoff and probability of a tree this share of itself down and up to see what the answer hangs on; 0.1 when absent
    #[arg(long, value_name = "SHARE")]
    pub vary: Option<String>,
    /// Draw the tree with its policy to this file, `-` for the output
    #[arg(long, value_name = "FILE", requires = "file")]
    pub svg: Option<String>,
    /// Draw to this folder: tree.svg and tornado.svg of a tree, and risk-profile.svg
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["prefer", "preferences"])]
    pub plot: Option<PathBuf>,
    /// Print JSON and nothing else
    #[arg(long)]
    pub json: bool,
}

/// What there is to print, and to draw by the name of its file.
pub struct Told {
    text: String,
    pictures: Vec<(&'static str, String)>,
}

/// The name of the picture that `--svg` is about.
const TREE: &str = "tree.svg";

pub fn run(args: &DecideArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(path) = &args.svg {
        files::check_writable(path)?;
    }
    if let Some(folder) = &args.plot {
        files::make_folder(folder)?;
    }
    let told = tell(args, io)?;
    if let Some(folder) = &args.plot {
        for (name, svg) in &told.pictures {
            files::write_into(folder, name, svg)?;
        }
    }
    let tree = told.pictures.iter().find(|(name, _)| *name == TREE).map(|(_, svg)| svg);
    match (args.svg.as_deref(), tree) {
        (Some("-"), Some(_)) if args.json => {
            return Err(Failure::wrong("the output cannot hold both a drawing and JSON: give --svg a file"));
        }
        (Some("-"), Some(svg)) => return Ok(io.out.write_all(svg.as_bytes())?),
        (Some(path), Some(svg)) => files::write_file(path, svg)?,
        _ => {}
    }
    Ok(io.out.write_all(told.text.as_bytes())?)
}

/// What there is to say. A wrong request is a problem, for exit code 2.
fn tell(args: &DecideArgs, io: &mut Io<'_>) -> Result<Told, Problem> {
    if let Some(file) = &args.explain {
        let name = name(file);
        return explain::run(&name, &read(file)?, args.json).map_err(|problem| problem.within(name));
    }
    let draws = args.svg.is_some() || args.plot.is_some();
    let has_preferences = !args.prefer.is_empty() || args.preferences.is_some();
    match (&args.file, !args.lottery.is_empty(), has_preferences) {
        (Some(file), false, false) if is_game(file) => {
            if draws || args.two_way.is_some() {
                return Err(Problem::new("--svg, --plot and --two-way are for a tree file: a game is not written out"));
            }
            args.refuse("a game", &[Group::Tree, Group::Preferences])?;
            let named = specs::game(&file.display().to_string())?;
            let table = args.place.table(&named.game)?;
            let utility = utility(args)?;
            let asking = large::Asking {
                utility: &utility,
                nodes: args.nodes.unwrap_or(100_000),
                within: args.within.unwrap_or(500) as usize,
                as_json: args.json,
            };
            large::run(&named, table.state(), &asking, io)
        }
        (Some(file), false, false) => {
            let name = name(file);
            let place = format!(
                "a tree file, which is decided about from its root: to look at it from elsewhere, write tree:file={name} \
                 for its name"
            );
            args.refuse(&place, &[Group::Place])?;
            args.refuse("a tree file", &[Group::Game, Group::Preferences])?;
            let utility = utility(args)?;
            let vary = args.vary.as_deref().unwrap_or("0.1");
            let vary = Parameter::number(vary).filter(|share| (0.0..1.0).contains(share)).ok_or_else(|| {
                Problem::new(format!("--vary is a share from 0 to below 1, such as 0.1 or 1/4, not `{vary}`"))
            })?;
            let text = read(file)?;
            let asking =
                tree::Asking { utility: &utility, vary, two_way: args.two_way.as_deref(), as_json: args.json, draws };
            tree::run(&name, &text, &asking).map_err(|problem| problem.within(name))
        }
        (None, true, false) => {
            args.refuse("lotteries", &[Group::Place, Group::Game, Group::Tree, Group::Preferences])?;
            lotteries::run(&args.lottery, &utility(args)?, args.json)
        }
        (None, false, true) => {
            args.refuse("preferences", &[Group::Place, Group::Game, Group::Tree, Group::Utility])?;
            let fee = args.fee.as_deref().unwrap_or("0.01");
            let fee = Parameter::number(fee).filter(|fee| (0.0..=LARGEST_PAYOFF).contains(fee)).ok_or_else(|| {
                Problem::new(format!(
                    "--fee is a number from 0 to {LARGEST_PAYOFF:e}, such as 0.01 or 1/100, not `{fee}`"
                ))
            })?;
            let rounds = args.rounds.unwrap_or(100);
            let text = preferences::run(&args.prefer, args.preferences.as_deref(), fee, rounds, args.json)?;
            Ok(Told { text, pictures: Vec::new() })
        }
        (None, false, false) => Err(Problem::new(
            "what is to be decided? Give a tree file, a game for one, --lottery \"1/2:100, 1/2:0\", or --prefer \"A > B\"; \
             --help has examples",
        )),
        _ => {
            Err(Problem::new("give one of these: a tree file, lotteries, or preferences; they are separate questions"))
        }
    }
}

/// Options that belong together: what one kind of question is about, others are not.
#[derive(Clone, Copy)]
enum Group {
    Place,
    Game,
    Tree,
    Preferences,
    Utility,
}

impl DecideArgs {
    /// The first option of a group that was given.
    fn given(&self, group: Group) -> Option<&'static str> {
        let place = &self.place;
        let options: &[(&'static str, bool)] = match group {
            Group::Place => &[
                ("--position", place.position.is_some()),
                ("--after", place.after.is_some()),
                ("--seed", place.given_seed.is_some()),
                ("--deal", place.deal),
            ],
            Group::Game => &[("--nodes", self.nodes.is_some()), ("--within", self.within.is_some())],
            Group::Tree => &[("--vary", self.vary.is_some())],
            Group::Preferences => &[("--fee", self.fee.is_some()), ("--rounds", self.rounds.is_some())],
            Group::Utility => &[("--utility", self.utility.is_some())],
        };
        options.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name)
    }

    /// What would be left out of the answer is refused.
    fn refuse(&self, question: &str, groups: &[Group]) -> Result<(), Problem> {
        match groups.iter().find_map(|&group| self.given(group)) {
            Some(option) => Err(Problem::new(format!("{option} says nothing to {question}"))),
            None => Ok(()),
        }
    }
}

fn utility(args: &DecideArgs) -> Result<Utility, Problem> {
    Utility::parse(args.utility.as_deref().unwrap_or("linear")).map_err(|problem| problem.within("--utility"))
}

/// Whether this is the spec of a game and no file: files win.
fn is_game(file: &Path) -> bool {
    let text = file.display().to_string();
    let name = text.split(':').next().unwrap_or_default();
    !file.exists() && outwit::games::catalog::games().any(|entry| entry.name == name)
}

/// What a file is called in a sentence.
fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_string() } else { file.display().to_string() }
}

fn read(file: &Path) -> Result<String, Problem> {
    if file != Path::new("-") {
        return files::read_file(file);
    }
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text).map(|_| text);
    read.map_err(|error| Problem::new(format!("{} cannot be read: {error}", name(file))))
}
