//! Spider's players: how strong they are on numbered deals, and where the weights of the evaluation come from.
//!
//! `cargo bench -p outwit-search --bench spider -- play suits=4 deals=20000..20100 nodes=20000 looks=4` plays deals and tells how
//! many were won (with `csv=FILE` it adds each to that file as soon as it is played, and does not play it again; with `sooner=0` plans are followed as they were found, with `weights=FILE` tables are judged by those); `... -- train suits=4 rounds=4 games=3000 nodes=2000 into=DIR` learns weights from games on deals that nothing
//! else is measured on; `... -- tune suits=1 nodes=1500 into=FILE` finds weights by trial; `... -- write from=FILE expected=FILE` prints the file `crates/games/src/spider/weights.rs` of them. `... -- profile` tells
//! what looking twice as long brings, and what of it `cost=` is to expect; `... -- flat nodes=200 deals=600000..600005` how many moves
//! a plain tree of moves makes, one after the other and ply by ply deeper, until it has found a plan as good as the closure's; `... -- choices suits=2
//! nodes=50000 looks=3 draws=60 rollouts=1500` what playing the ways out to the end tells of them.

// Rows and columns of a matrix are best called by their numbers.
#![allow(clippy::needless_range_loop)]

mod choices;
mod fit;
mod tune;

use fit::{Sample, explained, fit};
use outwit_game::{Budget, Clock, Control, Evaluation, Game, Meter, Player, Rng, Turn};
use outwit_games::spider::{FEATURES, Learned, STAGES, Spider, SpiderEvaluation, Tableau, Weights, features, stage};
use outwit_search::grow::closure::{Exit, Kind, Looks, Manner, Plan, Task, compare};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let what = words.next().unwrap_or_else(|| "play".to_string());
    let asked: HashMap<String, String> = words
        .filter_map(|word| word.split_once('=').map(|(name, value)| (name.to_string(), value.to_string())))
        .collect();
    let asked = Asked(asked);
    match what.as_str() {
        "train" => train(&asked),
        "write" => write_weights(&asked),
        "profile" => profile(&asked),
        "flat" => flat(&asked),
        "choices" => choices::choices(&asked),
        "tune" => tune::tune(&asked),
        _ => play(&asked),
    }
}

/// What stands on the command line.
struct Asked(HashMap<String, String>);

impl Asked {
    fn number(&self, name: &str, default: f64) -> f64 {
        self.0.get(name).map_or(default, |text| text.parse().expect("a number"))
    }

    fn text(&self, name: &str, default: &str) -> String {
        self.0.get(name).cloned().unwrap_or_else(|| default.to_string())
    }

    fn game(&self) -> Spider {
        Spider { auto: self.text("remove", "auto") == "auto", ..Spider::with_suits(self.number("suits", 4.0) as u8) }
    }

    fn player<'a>(&self, weights: Option<&'a Weights>) -> Player1<'a> {
        let evaluation = match weights {
            Some(weights) => Judge::Weights(Learned(weights)),
            None => Judge::Own(match self.text("eval", "experience").as_str() {
                "staged" => SpiderEvaluation::Staged,
                "expected" => SpiderEvaluation::Expected,
                _ => SpiderEvaluation::Learned,
            }),
        };
        Player1 {
            manner: Manner {
                evaluation,
                step: self.number("step", 0.3),
                margin: self.number("margin", 0.0),
                reluctance: self.number("reluctance", 1e6),
                doublings: self.0.get("doublings").map(|text| text.parse().expect("a number")),
                cost: self.number("cost", 0.0),
                memory: 256 << 20,
            },
            nodes: self.number("nodes", 20_000.0) as u64,
            time: self.0.get("ms").map(|text| Duration::from_millis(text.parse().expect("a number"))),
            looks: Looks {
                ways: self.number("looks", 1.0) as usize,
                draws: self.number("draws", 24.0) as usize,
                rollouts: self.number("rollouts", 0.0) as u64,
            },
            explores: self.number("explore", 0.0),
            sooner: self.number("sooner", 1.0) > 0.0,
            plan: Plan::default(),
            inner: Plan::default(),
        }
    }
}

/// An evaluation of the game's, or weights that are being learned.
enum Judge<'a> {
    Own(SpiderEvaluation),
    Weights(Learned<'a>),
}

impl Evaluation<Spider> for Judge<'_> {
    fn value(&self, game: &Spider, table: &Tableau, seat: Player) -> f64 {
        match self {
            Judge::Own(own) => own.value(game, table, seat),
            Judge::Weights(weights) => weights.value(game, table, seat),
        }
    }
}

struct Stopwatch(Instant);

impl Clock for Stopwatch {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Time on a processor, where the system tells it, else time.
fn processor_time(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()));
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |count| count * 1e-9)
}

struct Player1<'a> {
    manner: Manner<Judge<'a>>,
    nodes: u64,
    time: Option<Duration>,
    looks: Looks,
    /// How often a way out other than the best is tried.
    explores: f64,
    /// What a look does not need is put off until after it.
    sooner: bool,
    plan: Plan<Spider>,
    inner: Plan<Spider>,
}

#[derive(Clone, Copy, Default)]
struct Played {
    score: u32,
    is_won: bool,
    decisions: u32,
    nodes: u64,
    seconds: f64,
}

impl Player1<'_> {
    fn game(&mut self, game: &Spider, deal: u64, mut samples: Option<&mut Vec<Sample>>) -> Played {
        let mut rng = Rng::stream(deal, 77);
        let mut table = game.start(&mut rng);
        let mut played = Played::default();
        let begin = samples.as_ref().map_or(0, |samples| samples.len());
        loop {
            name_cards(game, &mut table, deal);
            if game.turn(&table).is_over() {
                break;
            }
            let (exit, nodes) = self.decide(game, &table, &mut rng);
            played.decisions += 1;
            played.nodes += nodes;
            let Some(exit) = exit.filter(|exit| exit.kind != Kind::Ends) else { break };
            let left = self.left_by(game, exit);
            let task = Task { game, seat: Player::FIRST, manner: &self.manner };
            let line = if self.sooner { self.plan.sooner(&task, exit).0 } else { self.plan.line(exit) };
            for mv in line {
                game.play(&mut table, mv);
            }
            if let Some(samples) = &mut samples
                && game.turn(&table) == Turn::Chance
            {
                let stage = stage(game, &left) as u8;
                samples.push(Sample { stage, features: features(game, &left), came_to: 0.0 });
            }
        }
        played.score = game.points(&table);
        played.is_won = game.is_won(&table);
        let came_to = 0.5 * f32::from(u8::from(played.is_won)) + 0.5 * played.score as f32 / 1000.0;
        if let Some(samples) = samples {
            samples[begin..].iter_mut().for_each(|sample| sample.came_to = came_to);
        }
        played
    }

    /// The table at the end of a plan.
    fn left_by(&self, game: &Spider, exit: Exit) -> Tableau {
        let mut left = *self.plan.last_state(exit);
        if let Some(leaving) = exit.leaving {
            game.play(&mut left, leaving as u16);
        }
        left
    }

    /// The way out that is taken, and the moves made.
    fn decide(&mut self, game: &Spider, table: &Tableau, rng: &mut Rng) -> (Option<Exit>, u64) {
        let clock = Stopwatch(Instant::now());
        let task = Task { game, seat: Player::FIRST, manner: &self.manner };
        let share = self.looks.plan_share();
        let part = |time: Duration| time / share;
        let control = Control { clock: Some(&clock), deadline: self.time.map(part), ..Control::default() };
        let mut meter = Meter::new(&control, &Budget::default()).expect("there is a clock");
        let nodes = if self.time.is_some() { u64::MAX } else { self.nodes };
        let planned = if nodes == u64::MAX { nodes } else { nodes / u64::from(share) };
        self.plan.make(&task, table, planned, &mut meter);
        let used = meter.nodes();
        let control = Control { deadline: self.time, ..control };
        let mut meter = Meter::new(&control, &Budget::default()).expect("there is a clock");
        let rest = if self.time.is_some() { u64::MAX } else { nodes.saturating_sub(used) };
        let compared = compare(&task, table, &self.plan, &mut self.inner, self.looks, rest, rng, &mut meter);
        let exit = compared.map(|compared| compared[0].exit).or(self.plan.best);
        let goes_on = exit.is_some_and(|exit| exit.kind == Kind::GoesOn);
        if self.explores > 0.0 && rng.unit() < self.explores && goes_on {
            return (self.plan.some_exit(&task, 1 + rng.index(4), rng).or(exit), used);
        }
        (exit, used + meter.nodes())
    }
}

/// Names the cards that chance shows next as they lie in a numbered deal.
fn name_cards(game: &Spider, table: &mut Tableau, deal: u64) {
    while game.turn(table) == Turn::Chance {
        let outcome = game.outcome_of_deal(table, deal).expect("every card is in the deck");
        game.play(table, outcome);
    }
}

fn range(text: &str) -> std::ops::Range<u64> {
    let (from, to) = text.split_once("..").expect("two numbers with .. between");
    from.parse().expect("a number")..to.parse().expect("a number")
}

/// The interval of a share, by Wilson's score.
fn wilson(share: f64, count: f64) -> (f64, f64) {
    let z = 1.96f64;
    let middle = (share + z * z / (2.0 * count)) / (1.0 + z * z / count);
    let half = z * (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt() / (1.0 + z * z / count);
    (middle - half, middle + half)
}

fn play(asked: &Asked) {
    let game = asked.game();
    let weights = asked.0.get("weights").map(|file| read_weights(file));
    let mut player = asked.player(weights.as_ref());
    let begun = Instant::now();
    let deals = range(&asked.text("deals", "500000..500100"));
    let mut record = asked.0.get("csv").map(|file| Record::open(file, game.suits, player.nodes));
    let mut list = Vec::new();
    for deal in deals {
        let known = record.as_ref().and_then(|record| record.played.get(&deal).copied());
        list.push(known.unwrap_or_else(|| {
            let before = processor_time(begun);
            let mut one = player.game(&game, deal, None);
            one.seconds = processor_time(begun) - before;
            if let Some(record) = &mut record {
                record.add(deal, one);
            }
            one
        }));
    }
    report(&asked.text("name", ""), &list);
}

/// A file to which every deal is added as soon as it is played, so that what was stopped goes on where it was.
struct Record {
    file: std::fs::File,
    suits: u8,
    budget: u64,
    played: HashMap<u64, Played>,
}

impl Record {
    const HEAD: &str = "suits,nodes,deal,score,won,decisions,looked";

    fn open(path: &str, suits: u8, budget: u64) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut file =
            std::fs::OpenOptions::new().create(true).append(true).open(path).expect("the file can be written");
        if text.is_empty() {
            writeln!(file, "{}", Self::HEAD).expect("the file can be written");
        }
        let mut played = HashMap::new();
        for line in text.lines().skip(1) {
            let numbers: Vec<u64> = line.split(',').map(|word| word.parse().expect("a number")).collect();
            if let [of, at, deal, score, won, decisions, nodes] = numbers[..]
                && of == u64::from(suits)
                && at == budget
            {
                let (score, decisions) = (score as u32, decisions as u32);
                played.insert(deal, Played { score, is_won: won > 0, decisions, nodes, seconds: 0.0 });
            }
        }
        Record { file, suits, budget, played }
    }

    fn add(&mut self, deal: u64, one: Played) {
        let (suits, budget, won) = (self.suits, self.budget, u8::from(one.is_won));
        let Played { score, decisions, nodes, .. } = one;
        writeln!(self.file, "{suits},{budget},{deal},{score},{won},{decisions},{nodes}")
            .expect("the file can be written");
    }
}

fn report(name: &str, list: &[Played]) {
    let count = list.len() as f64;
    // What was read from a file took no time now.
    let timed = || list.iter().filter(|one| one.seconds > 0.0);
    let seconds = timed().map(|one| one.seconds).sum::<f64>();
    let won = list.iter().filter(|one| one.is_won).count() as f64 / count;
    let mean = list.iter().map(|one| f64::from(one.score)).sum::<f64>() / count;
    let square = list.iter().map(|one| (f64::from(one.score) - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let decisions = list.iter().map(|one| f64::from(one.decisions)).sum::<f64>();
    let nodes = list.iter().map(|one| one.nodes as f64).sum::<f64>();
    let (low, high) = wilson(won, count);
    println!(
        "{name} {count} deals: won {:.1} % [{:.1}, {:.1}], score {mean:.0} +- {:.0}, {:.1} decisions a game, {:.0} nodes and {:.2} ms a decision, {:.3} s a game, {:.2} M nodes a second",
        100.0 * won,
        100.0 * low,
        100.0 * high,
        1.96 * (square / count).sqrt(),
        decisions / count,
        nodes / decisions,
        1000.0 * seconds / timed().map(|one| f64::from(one.decisions)).sum::<f64>(),
        seconds / timed().count() as f64,
        timed().map(|one| one.nodes as f64).sum::<f64>() / seconds / 1e6,
    );
}

/// How much better the best way out is for every doubling of the moves looked at, along games; and by least squares, what is to be
/// expected of the next doubling: a share of what the last one brought, and a share of the most that is paid over the square root of
/// the thousands of moves made.
fn profile(asked: &Asked) {
    const DOUBLINGS: usize = 8;
    const FIRST: u64 = 250;
    let game = asked.game();
    let mut player = asked.player(None);
    let stake = game.facts().highest;
    let (mut gains, mut decisions) = ([0.0; DOUBLINGS], 0.0);
    // The sums of least squares with two unknowns.
    let (mut squares, mut products) = ([[0.0; 2]; 2], [0.0; 2]);
    for deal in range(&asked.text("deals", "600000..600010")) {
        let mut table = game.start(&mut Rng::new(0));
        loop {
            name_cards(&game, &mut table, deal);
            if game.turn(&table).is_over() {
                break;
            }
            let mut values = Vec::new();
            for doubling in 0..=DOUBLINGS {
                player.nodes = FIRST << doubling;
                let exit = player.decide(&game, &table, &mut Rng::new(0)).0;
                values.extend(exit.filter(|exit| exit.kind == Kind::GoesOn).map(|exit| exit.value));
            }
            let Some(exit) = player.plan.best.filter(|exit| exit.kind != Kind::Ends) else { break };
            if values.len() > DOUBLINGS {
                let gain: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
                gains.iter_mut().zip(&gain).for_each(|(sum, gain)| *sum += gain);
                for (doubling, pair) in gain.windows(2).enumerate() {
                    let thousands = (FIRST << (doubling + 1)) as f64 / 1000.0;
                    let known = [pair[0], stake / thousands.sqrt()];
                    for row in 0..2 {
                        products[row] += known[row] * pair[1];
                        (0..2).for_each(|column| squares[row][column] += known[row] * known[column]);
                    }
                }
                decisions += 1.0;
            }
            let task = Task { game: &game, seat: Player::FIRST, manner: &player.manner };
            player.plan.sooner(&task, exit).0.into_iter().for_each(|mv| game.play(&mut table, mv));
        }
    }
    for (doubling, gain) in gains.iter().enumerate() {
        println!("from {} moves to twice as many: {:.2} points", FIRST << doubling, gain / decisions);
    }
    let determinant = squares[0][0] * squares[1][1] - squares[0][1] * squares[1][0];
    let of_last = (products[0] * squares[1][1] - products[1] * squares[0][1]) / determinant;
    let of_stake = (products[1] * squares[0][0] - products[0] * squares[1][0]) / determinant;
    println!("{decisions} decisions; of the last doubling {of_last:.3}, of the stake {of_stake:.5}");
}

/// Moves a plain tree makes until it finds a plan as good as the closure's, along games of the closure. The tree knows the same:
/// what is worth what, and that a plan may go on around a card that is not looked at. It knows no position again.
fn flat(asked: &Asked) {
    let game = asked.game();
    let mut player = asked.player(None);
    let patience = asked.number("patience", 3000.0) as u64;
    let (mut closures, mut trees, mut decisions, mut given_up) = (0, 0, 0, 0);
    let mut ratios = Vec::new();
    for deal in range(&asked.text("deals", "600000..600005")) {
        let mut table = game.start(&mut Rng::new(0));
        loop {
            name_cards(&game, &mut table, deal);
            if game.turn(&table).is_over() {
                break;
            }
            let (exit, nodes) = player.decide(&game, &table, &mut Rng::new(0));
            let Some(exit) = exit.filter(|exit| exit.kind != Kind::Ends) else { break };
            if exit.kind == Kind::GoesOn {
                let most = nodes * patience;
                let mut tree = Flat { game: &game, manner: &player.manner, wanted: exit.value - 1e-9, made: 0, most };
                let is_found = (1..64).any(|depth| tree.finds(&table, 0, false, depth)) && tree.made < most;
                (closures, trees, decisions) = (closures + nodes, trees + tree.made, decisions + 1);
                given_up += u64::from(!is_found);
                ratios.push(tree.made as f64 / nodes as f64);
            }
            let task = Task { game: &game, seat: Player::FIRST, manner: &player.manner };
            player.plan.sooner(&task, exit).0.into_iter().for_each(|mv| game.play(&mut table, mv));
        }
        println!("deal {deal}: {decisions} decisions so far, {closures} moves against {trees}");
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "{decisions} decisions: the tree made {:.0} times the moves in all, {:.1} times in the median; {given_up} it gave up after {patience} times",
        trees as f64 / closures as f64,
        ratios[ratios.len() / 2],
    );
}

struct Flat<'a, 'e> {
    game: &'a Spider,
    manner: &'a Manner<Judge<'e>>,
    wanted: f64,
    made: u64,
    most: u64,
}

impl Flat<'_, '_> {
    /// Whether a way to go on that is good enough begins here, of so many moves at most; also `true` when patience ends.
    fn finds(&mut self, table: &Tableau, length: u32, has_exit: bool, depth: u32) -> bool {
        let mut moves = Vec::new();
        self.game.moves(table, &mut moves);
        let steps = self.manner.step * f64::from(length + 1);
        let worth = |table: &Tableau| self.manner.evaluation.value(self.game, table, Player::FIRST) - steps;
        let mut deeper = Vec::new();
        for mv in moves {
            if self.made >= self.most {
                return true;
            }
            self.made += 1;
            let mut next = *table;
            self.game.play(&mut next, mv);
            let (reached, has_exit) = match (self.game.turn(&next), self.game.unnamed(&next)) {
                (Turn::Over, _) => continue,
                (Turn::Chance, Some(open)) => (open, true),
                (Turn::Chance, None) => {
                    if !has_exit && worth(&next) - self.manner.margin >= self.wanted {
                        return true;
                    }
                    continue;
                }
                (Turn::Of(_), _) => (next, has_exit),
            };
            if has_exit && worth(&reached) >= self.wanted {
                return true;
            }
            deeper.push((reached, has_exit));
        }
        depth > 1 && deeper.iter().any(|(next, has_exit)| self.finds(next, length + 1, *has_exit, depth - 1))
    }
}

fn train(asked: &Asked) {
    let game = asked.game();
    let folder = asked.text("into", "/tmp");
    let rounds = asked.number("rounds", 3.0) as u64;
    let games = asked.number("games", 1000.0) as u64;
    let first = asked.number("first", 1_000_000.0) as u64;
    let mut weights = asked.0.get("weights").map(|file| read_weights(file));
    let mut samples: Vec<Vec<Sample>> = Vec::new();
    let mut rounds_learned = Vec::new();
    for round in 0..rounds {
        let mut player = asked.player(weights.as_ref());
        let mut here = Vec::new();
        let begun = Instant::now();
        let list: Vec<Played> = (0..games)
            .map(|index| {
                let before = processor_time(begun);
                let one = player.game(&game, first + round * games + index, Some(&mut here));
                Played { seconds: processor_time(begun) - before, ..one }
            })
            .collect();
        report(&format!("round {round}:"), &list);
        samples.push(here);
        // Those of the last rounds, whose player is most like the next.
        let recent = samples.len().saturating_sub(asked.number("keep", 3.0) as usize);
        let all: Vec<Sample> = samples[recent..].concat();
        let learned = fit(&all);
        let share = explained(&all, &learned).map(|share| format!("{share:.2}")).join(" ");
        println!("{} samples, explained by stage: {share}", all.len());
        let file = format!("{folder}/weights_{}_{round}.txt", game.suits);
        std::fs::write(&file, text_of(&learned)).expect("the file can be written");
        // What a round learns by chance another does not: in the end the mean of all rounds is what plays best.
        rounds_learned.push(learned);
        let mean = mean_of(&rounds_learned);
        std::fs::write(format!("{folder}/weights_{}.txt", game.suits), text_of(&mean)).expect("written");
        weights = Some(learned);
    }
}

fn mean_of(rounds: &[Weights]) -> Weights {
    let mean = |stage: usize, place: usize| rounds.iter().map(|weights| weights[stage][place]).sum::<f32>();
    std::array::from_fn(|stage| std::array::from_fn(|place| mean(stage, place) / rounds.len() as f32))
}

fn text_of(weights: &Weights) -> String {
    let line = |stage: &[f32; FEATURES]| stage.map(|weight| format!("{weight:.5}")).join(" ") + "\n";
    weights.iter().map(line).collect()
}

fn read_weights(file: &str) -> Weights {
    let text = std::fs::read_to_string(file).expect("a file of weights");
    let mut weights = [[0.0; FEATURES]; STAGES];
    for (stage, line) in weights.iter_mut().zip(text.lines()) {
        for (weight, word) in stage.iter_mut().zip(line.split_whitespace()) {
            *weight = word.parse().expect("a number");
        }
    }
    weights
}

/// The weights of a file as the game holds them.
fn write_weights(asked: &Asked) {
    let mut text = String::from(
        "//! Written by `cargo bench -p outwit-search --bench spider -- write`: see `learned.rs`.\n\nuse super::learned::Weights;\n",
    );
    for (key, name, what) in [("from", "WEIGHTS", "What wins games"), ("expected", "EXPECTED", "What games come to")] {
        let file = asked.0.get(key).unwrap_or_else(|| panic!("{key}=FILE says which weights"));
        let _ = write!(
            text,
            "\n/// {what}, with any number of suits.\n#[rustfmt::skip]\npub(super) static {name}: Weights = [\n"
        );
        for stage in read_weights(file) {
            let _ = writeln!(text, "    [{}],", stage.map(|weight| format!("{weight:?}")).join(", "));
        }
        text.push_str("];\n");
    }
    print!("{text}");
}
