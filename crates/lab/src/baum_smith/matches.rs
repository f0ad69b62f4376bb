//! Matches against alpha-beta with the same evaluation.

use crate::curves::{Curve, Curves};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Published, Report};
use crate::tournaments::{Tournament, Tournaments};
use outwit::arena::Standings;
use outwit::game::Problem;
use std::ops::Range;

/// The first is the one whose strength is drawn against its budget.
const AGENTS: [&str; 5] = ["bpip", "mgss", "bestfirst", "minmaxapprox", "conspiracy"];
/// Games, with random moves before the agents take over.
const GAMES: [(&str, u32); 5] = [("othello", 6), ("kalah", 3), ("connect4", 4), ("dodgem", 2), ("dodgem:size=5", 4)];

/// The share of games an agent won, in per cent, draws by halves; with its interval.
fn share(standings: &Standings) -> (f64, (f64, f64)) {
    let estimate = standings.agents[0].split_share.as_ref();
    let (low, high) = estimate.and_then(|share| share.interval).unwrap_or((0.0, 1.0));
    (100.0 * estimate.map_or(f64::NAN, |share| share.value), (100.0 * low, 100.0 * high))
}

fn say(interval: (f64, f64)) -> &'static str {
    match interval {
        (low, _) if low > 50.0 => "beats alpha-beta",
        (_, high) if high < 50.0 => "is beaten by alpha-beta",
        _ => "no difference that this many games can tell",
    }
}

/// A budget and the agents that play with it.
type Round = (&'static str, &'static [&'static str]);

/// The quick run tells what the experiment is. In the full one the first agent plays with several budgets, for its curve.
fn rounds(exhibit: &str, request: &Request) -> &'static [Round] {
    match exhibit {
        "Equal nodes" => {
            request.size.pick(&[("nodes=500", &AGENTS)], &[("nodes=1000", &AGENTS), ("nodes=10000", &AGENTS)])
        }
        _ => request.size.pick(
            &[("time=2ms", &["bpip"])],
            &[("time=1ms", &["bpip"]), ("time=10ms", &AGENTS), ("time=100ms", &["bpip"])],
        ),
    }
}

pub(super) fn cells(
    report: &mut Report,
    exhibit: &'static str,
    request: &Request,
    progress: &Progress<'_>,
    part: Range<f64>,
) -> Result<(), Problem> {
    let mut tournaments = Tournaments::new(request, progress)?;
    let rounds = rounds(exhibit, request);
    let deals = request.size.pick(if exhibit == "Equal time" { 20 } else { 40 }, 100);
    let total = rounds.iter().map(|(_, agents)| agents.len() * GAMES.len()).sum::<usize>() as f64;
    let mut done = 0.0;
    let mut curves = GAMES.map(|(game, _)| Curve { name: game.to_string(), points: Vec::new() });
    for (budget, agents) in rounds {
        for agent in *agents {
            for (place, (game, opening)) in GAMES.into_iter().enumerate() {
                let step = (part.end - part.start) / total;
                let from = part.start + done * step;
                let tournament = Tournament {
                    game: game.to_string(),
                    agents: vec![format!("{agent}:{budget}"), format!("alphabeta:{budget},ties=one")],
                    deals,
                    seed: request.seed,
                    opening,
                };
                let standings = tournaments.play(&format!("{agent} in {game}"), from..from + step, tournament)?;
                let (value, interval) = share(&standings);
                let column = format!("{game}, {}", budget.replace('=', " "));
                report.sheet(exhibit).unpublished(*agent, column, 1, value, Some(interval)).note(say(interval));
                if *agent == AGENTS[0] {
                    let (low, high) = interval;
                    let point = (budget_size(budget).log10(), value - 50.0, (low - 50.0, high - 50.0));
                    curves[place].points.push(point);
                }
                done += 1.0;
            }
        }
    }
    let (name, title, across) = match exhibit {
        "Equal nodes" => ("equal-nodes", "bpip against alpha-beta at equal nodes", "nodes a move, power of ten"),
        _ => ("equal-time", "bpip against alpha-beta at equal time", "milliseconds a move, power of ten"),
    };
    let title = format!("{title}: per cent of games above one half");
    report.plots.push(Curves { name, title: &title, across, curves: curves.into() }.plot());
    Ok(())
}

/// The number in a budget.
fn budget_size(budget: &str) -> f64 {
    budget.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(1.0)
}

/// What Russell and Wefald report: alpha-beta's depth, MGSS*'s points of 32, nodes a game of MGSS* and of alpha-beta.
const PUBLISHED: [(u32, &str, &str, &str); 5] = [
    (2, "24.5", "3,666", "8,127"),
    (3, "22", "5,190", "23,297"),
    (4, "20", "13,989", "100,974"),
    (5, "16.5", "21,487", "454,662"),
    (6, "17", "45,120", "2,011,168"),
];

pub(super) fn mgss(
    report: &mut Report,
    request: &Request,
    progress: &Progress<'_>,
    part: Range<f64>,
) -> Result<(), Problem> {
    let mut tournaments = Tournaments::new(request, progress)?;
    let rows = request.size.pick(3, PUBLISHED.len());
    for (place, (depth, points, own, other)) in PUBLISHED.into_iter().take(rows).enumerate() {
        let step = (part.end - part.start) / rows as f64;
        let from = part.start + place as f64 * step;
        let tournament = Tournament {
            game: "othello".to_string(),
            agents: vec!["mgss:nodes=20000".to_string(), format!("alphabeta:depth={depth},ties=one")],
            deals: request.size.pick(40, 100),
            seed: request.seed,
            opening: 6,
        };
        let standings = tournaments.play("MGSS* in Othello", from..from + step, tournament)?;
        let (value, (low, high)) = share(&standings);
        let of_32 = |per_cent: f64| 0.32 * per_cent;
        let row = format!("alpha-beta to depth {depth}");
        let mut sheet = report.sheet("MGSS*");
        let why = "another evaluation, and learned distributions in place of normal ones";
        sheet
            .sampled(row.clone(), "points of 32", Published::new(points), of_32(value), (of_32(low), of_32(high)))
            .note(why);
        for (agent, column, printed) in [(0, "nodes a game of MGSS*", own), (1, "nodes a game of alpha-beta", other)] {
            let nodes = standings.agents[agent].nodes_per_game.unwrap_or(f64::NAN);
            sheet.exact(row.clone(), column, printed, nodes.round()).note(why);
        }
    }
    Ok(())
}
