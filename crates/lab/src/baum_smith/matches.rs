//! Matches against alpha-beta with the same evaluation.

use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Plot, Published, Report};
use crate::tournaments::{Tournament, Tournaments};
use outwit::arena::picture::{Point, Series, strength_svg};
use outwit::arena::statistics::{Column, Estimate, clustered_mean, wilson};
use outwit::arena::{DealRecord, Standings};
use outwit::game::Problem;
use std::ops::Range;

/// The first is the one whose strength is drawn against its budget.
const AGENTS: [&str; 5] = ["bpip", "mgss", "bestfirst", "minmaxapprox", "conspiracy"];
/// Games, with random moves before the agents take over.
const GAMES: [(&str, u32); 5] = [("othello", 6), ("kalah", 3), ("connect4", 4), ("dodgem", 2), ("dodgem:size=5", 4)];

/// The share of games an agent won, in per cent, draws by halves.
fn share(standings: &Standings) -> Estimate {
    standings.agents[0].split_share.unwrap_or(NOTHING).scaled(100.0)
}

const NOTHING: Estimate = Estimate { value: f64::NAN, interval: None };

fn say(share: Estimate) -> &'static str {
    match share.interval {
        Some((low, _)) if low > 50.0 => "beats alpha-beta",
        Some((_, high)) if high < 50.0 => "is beaten by alpha-beta",
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
    let mut curves = GAMES.map(|(game, _)| Series { name: game.to_string(), points: Vec::new() });
    report.name_rows(rounds.iter().flat_map(|(_, agents)| agents.iter().copied()));
    for (budget, agents) in rounds {
        for agent in agents.iter().filter(|agent| request.wants_row(agent)) {
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
                let won = share(&standings);
                let column = format!("{game}, {}", budget.replace('=', " "));
                report.sheet(exhibit).unpublished(*agent, column, 1, won).because(say(won));
                if *agent == AGENTS[0] {
                    let part = won.scaled(0.01);
                    curves[place].points.push(Point { x: budget_size(budget), y: part.value, interval: part.interval });
                }
                done += 1.0;
            }
        }
    }
    let (name, title, across) = match exhibit {
        "Equal nodes" => ("equal-nodes", "bpip against alpha-beta at equal nodes", "nodes a move"),
        _ => ("equal-time", "bpip against alpha-beta at equal time", "time a move, ms"),
    };
    let svg = strength_svg(&format!("{title}: share of games won"), across, curves.into(), Some(0.5));
    report.plots.push(Plot { name: name.to_string(), svg });
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
    let to_depth = |depth: u32| format!("alpha-beta to depth {depth}");
    report.name_rows(PUBLISHED.iter().take(rows).map(|(depth, ..)| to_depth(*depth)));
    for (place, (depth, points, own_nodes, other_nodes)) in PUBLISHED.into_iter().take(rows).enumerate() {
        let row = to_depth(depth);
        if !request.wants_row(&row) {
            continue;
        }
        let step = (part.end - part.start) / rows as f64;
        let from = part.start + place as f64 * step;
        let tournament = Tournament {
            game: "othello".to_string(),
            agents: vec!["mgss:nodes=20000".to_string(), format!("alphabeta:depth={depth},ties=one")],
            deals: request.size.pick(40, 100),
            seed: request.seed,
            opening: 6,
        };
        let (standings, deals) = tournaments.play_deals("MGSS* in Othello", from..from + step, tournament)?;
        let mut sheet = report.sheet("MGSS*");
        let why = "another evaluation, and learned distributions in place of normal ones";
        // The paper's points are of one match of 32 games; equal players would have half of them.
        let published = Published::printed(points);
        let interval = Some(wilson(published.value() / GAMES_PUBLISHED, GAMES_PUBLISHED));
        let own = Estimate { value: published.value() / GAMES_PUBLISHED, interval }.scaled(GAMES_PUBLISHED);
        let won = share(&standings).scaled(0.01 * GAMES_PUBLISHED);
        sheet.sampled(row.clone(), "points of 32", published.with_own(own), 0.5 * GAMES_PUBLISHED, won).because(why);
        let nodes = [Published::printed(own_nodes), Published::printed(other_nodes)];
        for (agent, column) in [(0, "nodes a game of MGSS*"), (1, "nodes a game of alpha-beta")] {
            sheet
                .sampled(row.clone(), column, nodes[agent], nodes[1 - agent].value(), nodes_a_game(&deals, agent))
                .because(why);
        }
    }
    Ok(())
}

/// What the paper's points are of.
const GAMES_PUBLISHED: f64 = 32.0;

/// Moves made inside an agent's searches, a game: over deals.
fn nodes_a_game(deals: &[DealRecord], agent: usize) -> Estimate {
    let of_deal = |deal: &DealRecord| {
        let seats = deal.games.iter().flat_map(|game| game.seats.iter().zip(&game.nodes));
        let own = seats.filter(|(seated, _)| **seated == agent);
        own.fold((0.0, 0.0), |(sum, count), (_, nodes)| (sum + *nodes as f64, count + 1.0))
    };
    let (sums, counts): (Vec<f64>, Vec<f64>) = deals.iter().map(of_deal).unzip();
    clustered_mean(Column { sums: &sums, counts: &counts }).unwrap_or(NOTHING)
}
