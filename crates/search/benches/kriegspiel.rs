//! Kriegspiel between two agents: wins, draws and losses with their reasons, and what a move costs; or how well a belief keeps
//! the truth.
//!
//! `cargo bench -p outwit-search --bench kriegspiel -- match FIRST SECOND GAMES [SEED]`, each pair of games with colours
//! exchanged; `-- belief PARTICLES OPPONENT GAMES`; `-- histories COUNT [SETTINGS]`, how many histories information-set search looks at
//! one at a time to depths 1 to 3, beside the paper's numbers.

use outwit_game::{Agent, Clock, Control, Game, Player, Rng, SampleLimits, Spec, Table, Turn};
use outwit_games::chess::{Chess, Referee};
use outwit_search::belief::{ByOpponent, Particles, Told};
use outwit_search::named::blindfold::Greedy;
use outwit_search::named::catalog::{Pages, page};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// For agents that are given time.
struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Seconds of processor time of this process, where the system tells.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// The system counts it in steps of at most so many seconds.
const STEP: f64 = 0.004;

fn agent(spec: &str, game: &Chess) -> Box<dyn Agent<Chess>> {
    const PAGES: Pages<Chess> = Pages(&[
        page::random(),
        page::blindfold(),
        page::hs(),
        page::overconfident(),
        page::paranoid_is(),
        page::ismcts(),
        page::pimc(),
        page::pomcp(),
        page::uct(),
    ]);
    PAGES.agent(&Spec::parse(spec).expect("a spec"), game).expect("an agent that plays kriegspiel")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let game = Chess { cap: 600, ..Chess::kriegspiel(Referee::named("icc").expect("a referee")) };
    match words[..] {
        ["match", first, second, games] => play_match(&game, [first, second], games.parse().expect("a number"), 5),
        ["match", first, second, games, seed] => {
            let seed = seed.parse().expect("a number");
            play_match(&game, [first, second], games.parse().expect("a number"), seed);
        }
        ["belief", particles, other, games] => {
            follow(&game, particles.parse().expect("a number"), other, games.parse().expect("a number"));
        }
        ["histories", count] => histories(&game, count.parse().expect("a number"), ""),
        ["histories", count, settings] => histories(&game, count.parse().expect("a number"), settings),
        _ => {
            histories(&game, 10, "");
            play_match(&game, ["blindfold:particles=300,worlds=30", "random"], 20, 5);
            follow(&game, 1000, "random", 4);
        }
    }
}

fn play_match(game: &Chess, specs: [&str; 2], games: u64, seed: u64) {
    let clock = Wall(Instant::now());
    let control = Control { clock: Some(&clock), ..Control::default() };
    let mut agents = specs.map(|spec| agent(spec, game));
    let mut results: BTreeMap<(i32, &str), u32> = BTreeMap::new();
    let (mut spent, mut turns, mut tries, mut plies) = ([0.0; 2], [0u32; 2], [0u32; 2], 0u64);
    let mut scores = Vec::new();
    for index in 0..games {
        let mut table = Table::deal(game, &mut Rng::new(0));
        // Who sits in each seat.
        let seated = if index % 2 == 0 { [0, 1] } else { [1, 0] };
        for seat in Player::all(2) {
            agents[seated[seat.index()]].begin(game, seat, Rng::derive(seed, 2 * (index / 2) + seat.index() as u64));
        }
        while let Turn::Of(seat) = table.turn() {
            let who = seated[seat.index()];
            let before = processor_seconds();
            let report = agents[who].choose(&table.view(seat), &control).expect("a choice");
            spent[who] += processor_seconds() - before;
            tries[who] += 1;
            table.play(report.chosen);
            if table.turn() != Turn::Of(seat) {
                turns[who] += 1;
                plies += 1;
            }
        }
        let first = Player::new(usize::from(seated[0] != 0));
        let paid = game.payoffs(table.state())[first];
        scores.push(paid);
        let end = table.state().end().expect("it is over").word();
        *results.entry((paid as i32, end)).or_default() += 1;
    }
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let by = |sign: i32| -> u32 { results.iter().filter(|((paid, _), _)| *paid == sign).map(|(_, count)| count).sum() };
    println!("{} v {}: {}-{}-{}", specs[0], specs[1], by(1), by(0), by(-1));
    println!("  score {mean:+.3} +- {:.3}, {:.0} plies a game", 1.96 * (variance / count).sqrt(), plies as f64 / count);
    println!("  {results:?}");
    for who in 0..2 {
        let turns = f64::from(turns[who].max(1));
        println!(
            "  {}: {:.2} ms a move, {:.2} tries a move",
            specs[who],
            1e3 * spent[who] / turns,
            f64::from(tries[who]) / turns
        );
    }
}

/// Histories in thirty seconds of processor time, four moves into a quiet game; and how many times that of the paper's program of
/// 2010, whose means over whole games were these. A hundred times `count` to depth 1, ten times to depth 2: the belief they are
/// drawn from is followed once, however many they are, and in thirty seconds there would be far more.
fn histories(game: &Chess, count: u32, settings: &str) {
    const PAPER: [f64; 3] = [1683.0, 321.0, 67.0];
    let mut table = Table::deal(game, &mut Rng::new(0));
    for text in "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8e7".split(' ') {
        let mv = game.read_move(table.state(), text).expect("a try");
        table.play(mv);
    }
    let Turn::Of(seat) = table.turn() else { return };
    for ((depth, known), count) in (1..).zip(PAPER).zip([100 * count, 10 * count, count]) {
        let spec = format!("overconfident:depth={depth},drawn={count},sampling=single{settings}");
        let mut agent = agent(&spec, game);
        agent.begin(game, seat, 1);
        let before = processor_seconds();
        let report = agent.choose(&table.view(seat), &Control::default()).expect("a choice");
        let rate = 30.0 * f64::from(count) / (processor_seconds() - before);
        println!(
            "depth {depth}: {rate:.0} histories in 30 s, {:.0} times the paper's {known}; {} nodes each",
            rate / known,
            report.nodes / u64::from(count)
        );
    }
}

/// Follows games of a player that chooses by its own belief, with a belief beside it that is looked at.
fn follow(game: &Chess, particles: usize, other: &str, games: u64) {
    let mut agents = ["blindfold:particles=300,worlds=30", other].map(|spec| agent(spec, game));
    let limits = SampleLimits { listed: particles, worlds: particles, steps: particles * 64 };
    let (mut updates, mut dry, mut kept, mut looks) = (0u64, 0u64, 0u64, 0u64);
    let mut times = Vec::new();
    for index in 0..games {
        let mut table = Table::deal(game, &mut Rng::new(0));
        let own = Player::new((index % 2) as usize);
        let mut belief: Particles<Chess, Told<Chess>> = Particles::new(limits).remembering();
        belief.begin(own, index);
        let mut followed = 0;
        for seat in Player::all(2) {
            agents[usize::from(seat != own)].begin(game, seat, Rng::derive(6, 2 * index + seat.index() as u64));
        }
        while let Turn::Of(seat) = table.turn() {
            if seat == own {
                // The system counts processor time in steps of some milliseconds, and the clock runs on while others work: what
                // was spent is no more than either.
                let (clock, before) = (Instant::now(), processor_seconds());
                let view = table.view(seat);
                belief
                    .catch_up(&view, &mut ByOpponent(&mut Greedy(1.0), Control::default()), &Control::default())
                    .expect("no problem");
                let new = view.seen().len().saturating_sub(followed).max(1);
                followed = view.seen().len();
                let spent = clock.elapsed().as_secs_f64().min(processor_seconds() - before + STEP);
                times.push(1e3 * spent / new as f64);
                updates += new as u64;
                looks += 1;
                kept += u64::from(
                    belief.worlds().iter().any(|world| world.state.board().is_same_as(table.state().board())),
                );
            }
            let report =
                agents[usize::from(seat != own)].choose(&table.view(seat), &Control::default()).expect("a choice");
            table.play(report.chosen);
        }
        dry += belief.times_run_dry();
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("belief of {particles} boards against {other}, {games} games: {updates} updates");
    println!(
        "  ran dry in {:.2} %, truth kept {:.1} % of {looks} looks",
        100.0 * dry as f64 / updates as f64,
        100.0 * kept as f64 / looks as f64
    );
    println!("  ms an update: median {:.2}, 99 % {:.2}, worst {:.2}", at(0.5), at(0.99), at(1.0));
}
