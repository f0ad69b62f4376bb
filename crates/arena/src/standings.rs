//! The table of a tournament: who got how much, who beats whom, and how sure that is.

mod json;
pub(crate) mod meetings;
mod text;
pub(crate) mod words;

use crate::engine;
use crate::record::DealRecord;
use crate::setting::Setting;
use crate::statistics::{
    Bootstrap, DealCounts, Difference, Elo, Estimate, Measure, Range, Rating, Resampled, Scores, Sprt, SprtResult,
    differences, ratings,
};
pub use meetings::Meeting;
use outwit_game::{Rng, Spec};
use std::borrow::Cow;

/// So many forfeits are told one by one; the others are only counted.
pub const MOST_FORFEITS_TOLD: usize = 20;

/// The stream of the tournament's seed that statistics draw from. Deals take theirs from the small numbers.
const STATISTICS_STREAM: u64 = u64::MAX;

/// What came of a tournament, clock times aside.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The tournament.
    pub setting: Setting,
    /// How many deals count.
    pub deals: u64,
    /// How many games those were.
    pub games: u64,
    /// How many seats the game has; 0 before the first game.
    pub seats: usize,
    /// How many seatings played a deal, the most if they were not as many in each.
    pub seatings: usize,
    /// One row an agent, in the order of the setting.
    pub agents: Vec<AgentRow>,
    /// The win shares of each pair of agents compared, in the order of the setting; none in a game for one.
    pub pairs: Vec<Difference>,
    /// The payoffs of the same pairs compared, in the same order.
    pub payoff_pairs: Vec<Difference>,
    /// What came of each pair at the same table, in the order of the setting.
    pub meetings: Vec<Meeting>,
    /// For two agents in two seats: how far the first is ahead, in Elo.
    pub two: Option<Elo>,
    /// The sequential test, if there was one.
    pub sprt: Option<SprtResult>,
    /// How many games were forfeited.
    pub forfeits: u64,
    /// The first [`MOST_FORFEITS_TOLD`] of them.
    pub forfeits_told: Vec<ForfeitRow>,
    /// How many games were left at the cap.
    pub capped: u64,
}

/// What came of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentRow {
    /// Its spec.
    pub agent: String,
    /// The games it sat in.
    pub games: u64,
    /// Its share of wins; `None` if it never played, as everywhere below, and in a game for one, where there is nobody to win
    /// from.
    pub win_share: Option<Estimate>,
    /// The same, where winners split a win.
    pub split_share: Option<Estimate>,
    /// What it was paid a game.
    pub payoff: Option<Estimate>,
    /// Its rating, unless there are just two agents in two seats, who have Elo, or one seat.
    pub rating: Option<Rating>,
    /// The games it forfeited.
    pub forfeits: u64,
    /// Moves made inside its searches, a seat and game.
    pub nodes_per_game: Option<f64>,
    /// Moves made inside its searches for each move it decided on; `None` too where those were not counted.
    pub nodes_per_move: Option<f64>,
}

/// A game that was lost without being finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForfeitRow {
    /// The deal's number.
    pub deal: u64,
    /// Which agent sat in each seat.
    pub seating: Vec<usize>,
    /// The seat that forfeited, counted from 0.
    pub seat: usize,
    /// Its agent.
    pub agent: String,
    /// Why.
    pub reason: String,
}

impl Standings {
    /// Makes the table of these deals, in whatever order they are.
    ///
    /// Under a sequential test, the deals after the one that decided do not count, nor do those after a missing one.
    pub fn new(setting: &Setting, deals: &[DealRecord]) -> Standings {
        let mut deals = in_order(deals);
        let sprt = setting.sprt.and_then(|sprt| Sprt::from(sprt).read(&deals));
        if let Some(result) = &sprt {
            match &mut deals {
                Cow::Borrowed(deals) => *deals = &deals[..result.deals as usize],
                Cow::Owned(deals) => deals.truncate(result.deals as usize),
            }
        }
        let number = setting.agents.len();
        let bootstrap = Bootstrap::new(Rng::derive(setting.seed, STATISTICS_STREAM));
        let two = (number == 2).then(|| DealCounts::from_deals(&deals).and_then(Elo::new)).flatten();
        let scores = Scores::new(&deals, number);
        let range = |measure: Measure| match (measure, setting.payoffs) {
            (Measure::Payoff, Some((least, most))) => Range::Known(least, most),
            _ => scores.range(measure),
        };
        let columns: Vec<_> = Measure::ALL.into_iter().flat_map(|measure| scores.columns(measure)).collect();
        let resampled = bootstrap.draw(&columns);
        let games = || deals.iter().flat_map(|deal| &deal.games);
        let seats = games().next().map_or(0, |game| game.seats.len());
        let is_rated = two.is_none() && number > 1 && seats != 1;
        let rated = if is_rated { ratings(&deals, number, &bootstrap) } else { vec![None; number] };
        let estimate = |measure: Measure, agent: usize| {
            let resampled: &Resampled = &resampled[measure as usize * number + agent];
            if seats == 1 && measure != Measure::Payoff { None } else { resampled.estimate(range(measure)) }
        };
        let compared = |measure: Measure| {
            let own = measure as usize * number..(measure as usize + 1) * number;
            differences(&columns[own.clone()], &resampled[own], range(measure), bootstrap.seed)
        };
        let mut agents: Vec<AgentRow> = (0..number)
            .map(|agent| AgentRow {
                agent: setting.agents[agent].clone(),
                games: 0,
                win_share: estimate(Measure::WinShare, agent),
                split_share: estimate(Measure::SplitShare, agent),
                payoff: estimate(Measure::Payoff, agent),
                rating: rated[agent],
                forfeits: 0,
                nodes_per_game: None,
                nodes_per_move: None,
            })
            .collect();
        count_games(&deals, &mut agents);
        let forfeits = forfeits(setting, &deals);
        Standings {
            setting: setting.clone(),
            deals: deals.len() as u64,
            games: games().count() as u64,
            seats,
            seatings: deals.iter().map(|deal| deal.games.len()).max().unwrap_or(0),
            pairs: if seats == 1 { Vec::new() } else { compared(Measure::WinShare) },
            payoff_pairs: compared(Measure::Payoff),
            meetings: meetings::meetings(&deals, number),
            agents,
            two,
            sprt,
            forfeits: forfeits.len() as u64,
            forfeits_told: forfeits.into_iter().take(MOST_FORFEITS_TOLD).collect(),
            capped: games().filter(|game| game.is_capped).count() as u64,
        }
    }

    /// Whether the game is for one: there is nobody to win from, and agents are compared by what they are paid.
    pub fn is_alone(&self) -> bool {
        self.seats == 1
    }

    /// The pairs that are told of: by win share, and in a game for one by payoff.
    pub(crate) fn compared(&self) -> &[Difference] {
        if self.is_alone() { &self.payoff_pairs } else { &self.pairs }
    }

    /// The agents' numbers, best win share first, or best payoff in a game for one; those that never played last.
    pub fn ranking(&self) -> Vec<usize> {
        let share = |agent: usize| self.agents[agent].win_share.map_or(f64::NEG_INFINITY, |share| share.value);
        let payoff = |agent: usize| self.agents[agent].payoff.map_or(f64::NEG_INFINITY, |payoff| payoff.value);
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(payoff(b).total_cmp(&payoff(a))));
        order
    }

    /// What to call each agent: its spec, or for a program of one's own the name of the program; with a number where others
    /// have the same.
    pub fn names(&self) -> Vec<String> {
        let short: Vec<String> = self.setting.agents.iter().map(|spec| called(spec)).collect();
        let name = |(number, name): (usize, &String)| match short.iter().filter(|other| *other == name).count() {
            1 => name.clone(),
            _ => format!("{name} #{}", 1 + short[..number].iter().filter(|other| *other == name).count()),
        };
        short.iter().enumerate().map(name).collect()
    }
}

/// An agent's spec, or the name of a program of one's own, which may have a long way to it.
fn called(spec: &str) -> String {
    let program = Spec::parse(spec).ok().filter(|spec| spec.name == engine::NAME);
    let settings = program.and_then(|spec| engine::EngineSettings::read(&spec).ok());
    let Some(settings) = settings else { return spec.to_string() };
    let file = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_string();
    let program = file(&settings.program);
    // What an interpreter runs says more than the interpreter.
    const INTERPRETERS: [&str; 9] = ["python", "python3", "node", "perl", "ruby", "sh", "bash", "java", "uv"];
    let script = settings.arguments.iter().find(|word| !word.starts_with('-'));
    match script {
        Some(script) if INTERPRETERS.contains(&program.as_str()) => file(script),
        _ => program,
    }
}

/// The deals by their number, copied only if they were not.
fn in_order(deals: &[DealRecord]) -> Cow<'_, [DealRecord]> {
    let mut deals = Cow::Borrowed(deals);
    if !deals.is_sorted_by_key(|deal| deal.deal) {
        deals.to_mut().sort_by_key(|deal| deal.deal);
    }
    deals
}

/// Counts each agent's games, forfeits and nodes.
fn count_games(deals: &[DealRecord], rows: &mut [AgentRow]) {
    let mut counts = vec![Counts::default(); rows.len()];
    for game in deals.iter().flat_map(|deal| &deal.games) {
        for (agent, row) in rows.iter_mut().enumerate() {
            row.games += u64::from(game.seats.contains(&agent));
        }
        for (seat, &agent) in game.seats.iter().enumerate().filter(|(_, agent)| **agent < rows.len()) {
            let nodes = game.nodes.get(seat).copied().unwrap_or(0);
            let counts = &mut counts[agent];
            counts.seats += 1;
            counts.nodes += nodes;
            if let Some(&decisions) = game.decisions.get(seat) {
                counts.decisions += u64::from(decisions);
                counts.decided_nodes += nodes;
            }
        }
        if let Some(row) = game.forfeit.as_ref().and_then(|forfeit| rows.get_mut(*game.seats.get(forfeit.seat)?)) {
            row.forfeits += 1;
        }
    }
    let mean = |sum: u64, number: u64| (number > 0).then(|| sum as f64 / number as f64);
    for (row, counts) in rows.iter_mut().zip(counts) {
        row.nodes_per_game = mean(counts.nodes, counts.seats);
        row.nodes_per_move = mean(counts.decided_nodes, counts.decisions);
    }
}

/// What an agent's seats add up to.
#[derive(Clone, Copy, Default)]
struct Counts {
    seats: u64,
    nodes: u64,
    /// Only of games whose decisions were counted.
    decisions: u64,
    decided_nodes: u64,
}

fn forfeits(setting: &Setting, deals: &[DealRecord]) -> Vec<ForfeitRow> {
    let name = |agent: Option<&usize>| agent.and_then(|&agent| setting.agents.get(agent)).cloned().unwrap_or_default();
    let games = deals.iter().flat_map(|deal| deal.games.iter().map(move |game| (deal.deal, game)));
    games
        .filter_map(|(deal, game)| {
            let forfeit = game.forfeit.as_ref()?;
            Some(ForfeitRow {
                deal,
                seating: game.seats.clone(),
                seat: forfeit.seat,
                agent: name(game.seats.get(forfeit.seat)),
                reason: forfeit.reason.clone(),
            })
        })
        .collect()
}

#[cfg(test)]
pub(crate) mod tests;
