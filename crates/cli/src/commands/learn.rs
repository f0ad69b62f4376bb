//! `outwit learn`: an evaluation learned from solved, random or recorded games, or from play of a game against itself, in a file
//! that every search can use.

use super::arena::StoreArgs;
use super::self_play::{self, SelfPlayArgs};
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::io::Io;
use crate::table::{Side, Table, paragraph, width, wrapped};
use crate::thinking::{Asked, watched};
use crate::{json, numbers, specs};
use outwit::arena::DealRecord;
use outwit::exact::analysis::{self, Survey};
use outwit::game::{
    AnyGame, Control, Evaluated, Evaluation, Facts, Game, MoveCode, Native, Problem, Progress, Rng, Table as GameTable,
};
use outwit::search::value::{Lesson, Model, SpacePrior, played_lessons, random_lessons, solved_lessons};
use serde_json::json;

/// Learn an evaluation: from play of the game against itself, or from data of an open game for two, by classes of features
#[derive(clap::Args, Debug)]
#[command(after_help = "Positions are classed by every combination of up to --combine features of the game's \
                        evaluation. What such positions came to is averaged over the combinations, each weighted by how \
                        well it predicted the data (Frank 1994, section 2.11). With --self-play a model learns from its \
                        own games by temporal differences (Sutton 1988, Tesauro 1992), in any game. Every agent that takes \
                        eval= can use the file. The same command gives the same file, on any number of threads.\n\n\
                        For instance:\n  outwit learn othello --out othello.txt --games 200\n  \
                        outwit learn dodgem --out dodgem.txt --from solved\n  \
                        outwit learn dodgem --self-play --games 200 --cap 60 --out own-games.txt\n\n\
                        The file is for agents: alphabeta:depth=4,eval=(learned:file=othello.txt)")]
pub struct Arguments {
    /// The game: `name` or `name:key=value,key=value` (see `outwit games`)
    #[arg(value_name = "GAME")]
    game: String,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: String,
    /// Games to learn from: 1,000 random ones by default, 20,000 of its own with --self-play
    #[arg(long, value_name = "N", value_parser = numbers::whole::<u64>(1..=100_000_000))]
    pub(super) games: Option<u64>,
    /// Leave out random games longer than this many plies, and break off games of its own
    #[arg(long, value_name = "PLIES", default_value_t = 2000, value_parser = numbers::whole::<u32>(1..))]
    pub(super) cap: u32,
    /// Where all randomness comes from
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    pub(super) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    pub(super) self_play: SelfPlayArgs,
}

/// What data there is to learn from, and how.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Learning from data")]
struct DataArgs {
    /// What to learn from
    #[arg(long, value_enum, default_value_t = Source::Random)]
    from: Source,
    /// The evaluation whose features are used; the first that has any by default
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// The most features a class is made of
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = numbers::whole::<u8>(1..=3))]
    combine: u8,
    /// How likely combinations are held to be before the data: flat, bins or entropy
    #[arg(long, value_name = "PRIOR", default_value = "flat", value_parser = prior)]
    prior: SpacePrior,
    /// Give up when a game to be solved has more positions
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    states: usize,
    /// The tournament whose games are learned from; the newest by default
    #[arg(long, value_name = "ID")]
    tournament: Option<i64>,
    #[command(flatten)]
    store: StoreArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Source {
    /// Games of random moves
    Random,
    /// Every position of a game small enough to be solved, as often as random play visits it
    Solved,
    /// Recorded games of the arena's store
    Arena,
}

fn prior(text: &str) -> Result<SpacePrior, String> {
    let known = SpacePrior::NAMED.iter().find(|(name, _)| *name == text);
    known.map(|(_, prior)| *prior).ok_or_else(|| "the prior is flat, bins or entropy".to_string())
}

/// Of so many games one is kept aside, to see how well the rest predict it.
const ASIDE: usize = 5;
/// Combinations with less than a part in so many of the weight are not written.
const NEGLIGIBLE: f64 = 1e9;
/// Random games where nobody says how many.
const GAMES: u64 = 1000;
/// How many combinations are told of.
const SHOWN: usize = 8;

/// What is learned from, and what is kept aside to test it.
#[derive(Default)]
struct Data {
    lessons: Vec<Lesson>,
    aside: Vec<Lesson>,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = specs::game(&arguments.game)?;
    files::check_writable(&arguments.out)?;
    let game = &named.game;
    if arguments.self_play.self_play {
        return self_play::run(arguments, &named.spec, game, io);
    }
    let Facts { hidden, sum, .. } = game.facts();
    if hidden || sum.is_none() || game.players() != 2 {
        return Err(Failure::wrong(
            "an evaluation is learned of open games for two in which one gets what the other leaves; --self-play learns any game",
        ));
    }
    let has_tournament = arguments.data.tournament.is_some() || arguments.data.store.store.is_some();
    if has_tournament && arguments.data.from != Source::Arena {
        return Err(Failure::wrong(
            "--tournament and --store are for --from arena: say so to learn from recorded games",
        ));
    }
    let place = features_place(game, arguments.data.eval.as_deref())?;
    let records = match arguments.data.from {
        Source::Arena => recorded(arguments, &named.spec)?,
        _ => Vec::new(),
    };
    // There is nothing to tell before the end, so the key ends the program; one around it has a flag.
    let asked = Asked { stop: interrupt::host_flag(), ..Asked::default() };
    let (learned, time) = watched(asked, io, |control| {
        let data = match arguments.data.from {
            Source::Arena => replayed(game, place, &records)?,
            _ => outwit::natively_on_boards(game, Gather { arguments, place, control })?,
        };
        tell(control, "learning", data.lessons.len())?;
        let model = Model::learn(&data.lessons, usize::from(arguments.data.combine), arguments.data.prior)?;
        Ok::<_, Problem>((model.of_evaluation(game.evaluations()[place].name), data))
    });
    let (model, data) = learned?;
    let weights: Vec<(Vec<usize>, f64)> = {
        let (spaces, weights) = model.spaces();
        let mut listed: Vec<_> =
            spaces.list().iter().zip(weights).map(|(space, &weight)| (space.features().to_vec(), weight)).collect();
        listed.sort_by(|a, b| b.1.total_cmp(&a.1));
        listed
    };
    let combinations = weights.len();
    let model = model.essential(NEGLIGIBLE);
    let (tested, is_aside) = if data.aside.is_empty() { (&data.lessons, false) } else { (&data.aside, true) };
    let (bits, blind_bits) = (surprise(&model, tested), blind_surprise(&data.lessons, tested));
    files::write_file(&arguments.out, &model.to_text())?;
    let kept = model.spaces().1.len();
    let evaluation = game.evaluation(place);
    let features = evaluation.feature_names();
    let names = |places: &[usize]| places.iter().map(|&place| features[place]).collect::<Vec<_>>().join(" x ");
    if arguments.json {
        let listed: Vec<_> = weights.iter().take(kept).map(|(places, weight)| {
            json!({"features": places.iter().map(|&place| features[place]).collect::<Vec<_>>(), "weight": weight})
        }).collect();
        return json::write(
            io,
            &json!({"game": named.spec, "evaluation": game.evaluations()[place].name, "file": arguments.out,
                    "lessons": data.lessons.len(), "aside": data.aside.len(), "payoffs": model.payoffs(),
                    "combinations": combinations, "kept": kept, "spaces": listed,
                    "bits": bits, "bits_without_features": blind_bits, "tested_on_unseen": is_aside}),
        );
    }
    writeln!(io.out, "game      {}", named.spec)?;
    writeln!(io.out, "features  {}", wrapped(&features.join("; "), width() - 10).join("\n          "))?;
    let lessons = numbers::plural(data.lessons.len() as u64, "position");
    writeln!(io.out, "data      {lessons}, {} kept aside", numbers::count(data.aside.len() as u64))?;
    writeln!(io.out, "\nThe likeliest of {combinations} combinations of features:")?;
    let mut table = Table::new(&[Side::Right, Side::Left]).indented(2);
    for (places, weight) in weights.iter().take(kept.min(SHOWN)) {
        table.row([format!("{weight:.4}"), names(places)]);
    }
    writeln!(io.out, "{}", table.to_string().trim_end())?;
    let whose = if is_aside { "of games kept aside" } else { "it has learned from" };
    let surprise = format!("{bits:.4} bits; {blind_bits:.4} without features");
    writeln!(io.out, "\n{}", paragraph(&format!("Surprise at the outcomes of positions {whose}: {surprise}.")))?;
    let file = &arguments.out;
    writeln!(io.out, "{}", paragraph(&format!("Written to {file}; use it as eval=(learned:file={file}).")))?;
    writeln!(io.out, "took {}", numbers::time(time))?;
    Ok(())
}

/// The place of the evaluation whose features are used.
fn features_place(game: &AnyGame, name: Option<&str>) -> Result<usize, Failure> {
    let list = game.evaluations();
    let has_features = |&place: &usize| !game.evaluation(place).feature_names().is_empty();
    let able: Vec<&str> = (0..list.len()).filter(has_features).map(|place| list[place].name).collect();
    let place = match name {
        Some(name) => list.iter().position(|evaluation| evaluation.name == name).filter(has_features),
        None => (0..list.len()).find(has_features),
    };
    place.ok_or_else(|| {
        Failure::wrong(match (name, able.is_empty()) {
            (_, true) => "the game has no evaluation with features to learn from".to_string(),
            (Some(name), _) => {
                format!("the game has no evaluation `{name}` with features; these have: {}", able.join(", "))
            }
            (None, _) => unreachable!("the first that has features is taken"),
        })
    })
}

fn tell(control: &Control<'_>, line: &str, done: usize) -> Result<(), Problem> {
    if let Some(show) = control.progress {
        show(&Progress { depth: 0, nodes: done as u64, line: line.to_string() });
    }
    match control.is_stopped() {
        true => Err(Problem::new("stopped before anything was learned")),
        false => Ok(()),
    }
}

/// Gathers lessons from random or solved games, at the game's own speed.
struct Gather<'a> {
    arguments: &'a Arguments,
    place: usize,
    control: &'a Control<'a>,
}

impl Native for Gather<'_> {
    type Output = Result<Data, Problem>;

    fn native<G: Evaluated>(self, game: &G) -> Self::Output {
        let (arguments, evaluation) = (self.arguments, game.evaluation(self.place));
        let mut data = Data::default();
        if arguments.data.from == Source::Solved {
            let starts = game.starts().unwrap_or_else(|| vec![game.start(&mut Rng::new(arguments.seed))]);
            let mut stopped = Ok(());
            let graph = analysis::explore_all(game, &starts, arguments.data.states, |found| {
                stopped = tell(self.control, "positions found", found);
                stopped.is_ok()
            });
            stopped?;
            let graph = graph.map_err(|problem| Problem::new(format!("{problem}; --from random needs no solving")))?;
            let survey = Survey::new(game, &graph)?;
            data.lessons = solved_lessons(game, &evaluation, &graph, &survey);
            return Ok(data);
        }
        for index in 0..arguments.games.unwrap_or(GAMES) {
            tell(self.control, "random games", index as usize)?;
            let lessons = random_lessons(game, &evaluation, index..index + 1, arguments.seed, arguments.cap as usize);
            data.add(index as usize, lessons);
        }
        match data.lessons.is_empty() {
            true => Err(Problem::new(format!("every random game was longer than {} plies", arguments.cap))),
            false => Ok(data),
        }
    }

    fn erased(self, game: &AnyGame) -> Self::Output {
        self.native(game)
    }
}

impl Data {
    /// A game's lessons: to learn from, or kept aside.
    fn add(&mut self, index: usize, lessons: Vec<Lesson>) {
        let is_aside = index % ASIDE == ASIDE - 1;
        if is_aside { &mut self.aside } else { &mut self.lessons }.extend(lessons);
    }
}

/// The deals of a tournament in this game.
fn recorded(arguments: &Arguments, spec: &str) -> Result<Vec<DealRecord>, Failure> {
    let (store, entry) = arguments.data.store.find(arguments.data.tournament)?;
    if entry.setting.game != spec {
        let (id, played) = (entry.id, &entry.setting.game);
        return Err(Failure::wrong(format!(
            "tournament {id} is of {played}, not of {spec}; --tournament ID takes another"
        )));
    }
    Ok(store.deals(entry.id)?)
}

/// Lessons from recorded games. Deals are kept aside whole, for the games of a deal are alike.
fn replayed(game: &AnyGame, place: usize, deals: &[DealRecord]) -> Result<Data, Problem> {
    let evaluation = game.evaluation(place);
    let mut data = Data::default();
    for (index, deal) in deals.iter().enumerate() {
        for played in deal.games.iter().filter(|played| played.forfeit.is_none() && !played.is_capped) {
            let mut table = GameTable::at(game, game.read_position(&deal.position)?);
            let mut states = Vec::new();
            for &code in &played.moves {
                let mv = table.moves().iter().copied().find(|mv| mv.code() == code).ok_or_else(|| {
                    Problem::new(format!("a game of deal {} does not fit its rules any more", deal.deal))
                })?;
                states.push(table.state().clone());
                table.play(mv);
            }
            let mut lessons = Vec::new();
            played_lessons(game, &evaluation, &states, played.payoffs[0], &mut lessons);
            data.add(index, lessons);
        }
    }
    match data.lessons.is_empty() {
        true => Err(Problem::new("the tournament has no finished game to learn from")),
        false => Ok(data),
    }
}

/// The mean of the bits by which outcomes surprise the model. One that was never seen has the chance of the rarest.
fn surprise(model: &Model, lessons: &[Lesson]) -> f64 {
    let bits = |lesson: &Lesson| {
        let chances = model.distribution(&lesson.features);
        let place = model.payoffs().iter().position(|&payoff| payoff == lesson.payoff);
        -place.map_or_else(|| chances.iter().copied().fold(1.0, f64::min), |place| chances[place]).log2()
    };
    mean(lessons, bits)
}

/// The same if nothing is known but how often each outcome came.
fn blind_surprise(learned: &[Lesson], lessons: &[Lesson]) -> f64 {
    let without = |lesson: &Lesson| Lesson { features: Vec::new(), ..lesson.clone() };
    let learned: Vec<Lesson> = learned.iter().map(without).collect();
    let model = Model::learn(&learned, 1, SpacePrior::Flat);
    model.map_or(f64::NAN, |model| surprise(&model, &lessons.iter().map(without).collect::<Vec<_>>()))
}

fn mean(lessons: &[Lesson], of: impl Fn(&Lesson) -> f64) -> f64 {
    let total: f64 = lessons.iter().map(|lesson| lesson.weight).sum();
    lessons.iter().map(|lesson| lesson.weight * of(lesson)).sum::<f64>() / total
}
