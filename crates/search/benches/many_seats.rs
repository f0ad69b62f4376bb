//! Searches for many seats: what a move costs in a real game, and how much work is left out of what a plain full-width search
//! does on the same positions; and the cost of a win probability against integrating numerically.
//!
//! `cargo bench -p outwit-search --bench many_seats`

use outwit_game::{Agent, Budget, Control, Evaluated, Interval, Player, Rng, Spec, Table, Turn};
use outwit_games::catalog::game;
use outwit_games::chinesecheckers::ChineseCheckers;
use outwit_games::hearts::Hearts;
use outwit_games::spades::Spades;
use outwit_search::backup::MaxProb;
use outwit_search::belief::Adversary;
use outwit_search::grow::DepthFirst;
use outwit_search::named::catalog::{Pages, page};
use outwit_search::value::Winning;
use outwit_search::value::win_probabilities;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    probabilities();
    whole_game::<ChineseCheckers>("chinesecheckers", 4, &[20, 60, 90]);
    whole_game::<Hearts>("hearts:open=true", 8, &[8, 20]);
    whole_game::<Spades>("spades:open=true", 8, &[8, 20]);
}

/// A win probability of four seats, by quadrature on pieces and by many small steps.
fn probabilities() {
    let mut rng = Rng::new(1);
    let cases: Vec<[Interval; 4]> = (0..1000)
        .map(|_| {
            std::array::from_fn(|_| {
                let low = rng.unit();
                Interval { low, high: low + rng.unit() }
            })
        })
        .collect();
    let exact = nanoseconds(|| cases.iter().map(|case| win_probabilities(black_box(case)).seats(4)[0]).sum());
    let plain = nanoseconds(|| cases.iter().map(|case| by_small_steps(black_box(case))).sum());
    let (exact, plain) = (exact / cases.len() as f64, plain / cases.len() as f64);
    println!(
        "win probability of 4 seats: {exact:.0} ns; by 200 small steps {plain:.0} ns, {:.1} times as long",
        plain / exact
    );
}

/// The fastest of several rounds: noise only ever adds time.
fn nanoseconds(mut work: impl FnMut() -> f64) -> f64 {
    let round = |work: &mut dyn FnMut() -> f64| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..200).map(|_| round(&mut work)).min().unwrap_or(Duration::ZERO).as_nanos() as f64
}

fn by_small_steps(intervals: &[Interval; 4]) -> f64 {
    const STEPS: usize = 200;
    let mut first = 0.0;
    for seat in 0..4 {
        let own = intervals[seat];
        let mut sum = 0.0;
        for step in 0..STEPS {
            let x = own.low + (own.high - own.low) * (step as f64 + 0.5) / STEPS as f64;
            let others = intervals.iter().enumerate().filter(|(other, _)| *other != seat);
            sum += others.map(|(_, i)| ((x - i.low) / (i.high - i.low)).clamp(0.0, 1.0)).product::<f64>();
        }
        if seat == 0 {
            first = sum / STEPS as f64;
        }
        black_box(sum);
    }
    first
}

/// A game between Max-Prob, MaxN and Paranoid: the median move of each, and Max-Prob against a plain search at some plies.
fn whole_game<G: Evaluated + Clone>(spec: &str, depth: u32, plain_at: &[usize]) {
    let any = game(&Spec::parse(spec).expect("a spec"), &|name| panic!("no file {name}")).expect("a game");
    let game = any.downcast_ref::<G>().expect("the spec names this game").clone();
    let names = ["maxprob", "maxn", "paranoid", "mpmix"];
    let pages = Pages(const { &[page::maxprob(), page::maxn(), page::paranoid(), page::mpmix()] });
    let mut agents: Vec<Box<dyn Agent<G>>> = (0..game.players())
        .map(|seat| {
            let spec = format!("{}:depth={depth},root=heuristic", names[seat % names.len()]);
            pages.agent(&Spec::parse(&spec).expect("a spec"), &game).expect("an agent")
        })
        .collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.begin(&game, Player::new(seat), seat as u64);
    }
    let mut table = Table::deal(&game, &mut Rng::new(1));
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); game.players()];
    let (mut plain, mut clever) = ((0, Duration::ZERO), (0, Duration::ZERO));
    let mut ply = 0;
    while let Turn::Of(player) = table.turn() {
        if plain_at.contains(&ply) {
            let [a, b] = [true, false].map(|is_plain| look(&game, table.state(), player, depth, is_plain));
            (plain, clever) = ((plain.0 + a.0, plain.1 + a.1), (clever.0 + b.0, clever.1 + b.1));
        }
        let start = Instant::now();
        let report = agents[player.index()].choose(&table.view(player), &Control::default()).expect("an answer");
        times[player.index()].push(start.elapsed());
        table.play(report.chosen);
        ply += 1;
    }
    println!("{spec}, depth {depth}, a game of {ply} moves:");
    for (seat, times) in times.iter_mut().enumerate() {
        times.sort();
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        println!("  {:<9} median {median:.2?} a move, worst {worst:.2?}", names[seat % names.len()]);
    }
    println!(
        "  maxprob makes {} moves where a plain full-width search makes {}: {:.1} times fewer, {:.1} times quicker",
        clever.0,
        plain.0,
        plain.0 as f64 / clever.0 as f64,
        plain.1.as_secs_f64() / clever.1.as_secs_f64()
    );
}

fn look<G: Evaluated>(game: &G, state: &G::State, seat: Player, depth: u32, is_plain: bool) -> (u64, Duration) {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let leaf = Winning { evaluation: game.evaluation(0), players: game.players() };
    let backup = |_: Player, players: usize| MaxProb { players };
    let mut search = DepthFirst { is_plain, ..DepthFirst::new(budget, leaf, backup, Adversary) };
    let start = Instant::now();
    let findings = search.find(game, state, seat, &mut Rng::new(0), &Control::default()).expect("an answer");
    (findings.nodes, start.elapsed())
}
