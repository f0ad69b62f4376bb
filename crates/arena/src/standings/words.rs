//! Numbers and verdicts in words, for the table in the terminal and the report.

use super::Standings;
use crate::setting::Seatings;
use crate::statistics::{Difference, Elo, EloScale, Estimate, Rating, SprtResult, Verdict, fewest_deals};

/// With more pairs than this, only neighbours in the ranking are compared in words.
const MOST_PAIRS_TOLD: usize = 6;

/// Where a difference counts as shown.
const LEVEL: f64 = 0.05;

/// A number with so many digits after the point, and never "-0".
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_zero { text.trim_start_matches('-').to_string() } else { text }
}

/// A number with its sign, where it has one.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && text.chars().any(|c| c.is_ascii_digit() && c != '0') { format!("+{text}") } else { text }
}

/// The interval of a rating: "low to high", or the one end that it has.
fn rating_interval(rating: Rating) -> String {
    match (rating.low, rating.high) {
        (Some(low), Some(high)) => format!("{} to {}", signed(low, 0), signed(high, 0)),
        (Some(low), None) => format!("above {}", signed(low, 0)),
        (None, Some(high)) => format!("below {}", signed(high, 0)),
        (None, None) => "-".into(),
    }
}

/// "low to high".
pub(crate) fn range((low, high): (f64, f64), decimals: usize) -> String {
    format!("{} to {}", number(low, decimals), number(high, decimals))
}

/// As many digits as an interval of this width deserves.
pub(crate) fn decimals_for(width: f64) -> usize {
    match width {
        w if w >= 10.0 => 0,
        w if w >= 1.0 => 1,
        w if w >= 0.1 => 2,
        w if w > 0.0 => 3,
        _ => 1,
    }
}

/// "p = 0.012", "p < 0.001".
pub(crate) fn p_words(p: f64) -> String {
    match p {
        p if p < 0.001 => "p < 0.001".into(),
        p if p < 0.0995 => format!("p = {p:.3}"),
        p if p < 0.995 => format!("p = {p:.2}"),
        _ => "p = 1".into(),
    }
}

/// A count that may be large, in about three digits.
pub(crate) fn amount(value: f64) -> String {
    match value {
        0.0 => "0".into(),
        v if v < 9.95 => number(v, 1),
        v if v < 9_999.5 => number(v, 0),
        v if v < 99_950.0 => format!("{}k", number(v / 1e3, 1)),
        v if v < 999_500.0 => format!("{}k", number(v / 1e3, 0)),
        v if v < 99_950_000.0 => format!("{}M", number(v / 1e6, 1)),
        v => format!("{}M", number(v / 1e6, 0)),
    }
}

/// "1 deal", "2 deals".
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The digits of a payoff. Payoffs come in any unit: about three digits of the larger of the figure and its interval.
fn payoff_decimals(value: f64, interval: Option<(f64, f64)>) -> usize {
    1 + decimals_for(interval.map_or(0.0, |(low, high)| high - low).max(value.abs()))
}

/// A figure and its interval times a factor, which may turn them round.
fn scaled(estimate: &Estimate, factor: f64) -> (f64, Option<(f64, f64)>) {
    let interval = estimate.interval.map(|(low, high)| (factor * low, factor * high));
    (factor * estimate.value, interval.map(|(one, other)| (one.min(other), one.max(other))))
}

impl Standings {
    /// The tournament in one line, and what else decided its result in a second.
    pub(crate) fn heading(&self) -> [String; 2] {
        let Standings { setting, deals, games, seatings, .. } = self;
        let kind = match setting.seatings {
            Seatings::All => "seating",
            Seatings::Rotations => "rotation",
            Seatings::Sample(_) => "drawn seating",
        };
        let mut first = format!(
            "{}: {} x {} = {}, seed {}",
            setting.game,
            counted(*deals, "deal"),
            counted(*seatings as u64, kind),
            counted(*games, "game"),
            setting.seed
        );
        if *deals < setting.deals {
            first += &format!(" ({} deals planned)", setting.deals);
        }
        let mut parts = Vec::new();
        if setting.opening > 0 {
            parts.push(format!("opening of {}", counted(u64::from(setting.opening), "random move")));
        }
        if let Some(budget) = &setting.budget {
            parts.push(format!("budget {budget}"));
        }
        [first, parts.join(", ")]
    }

    /// Who beats whom, in sentences.
    pub(crate) fn verdicts(&self) -> Vec<String> {
        let order = self.ranking();
        let place = |agent: usize| order.iter().position(|&other| other == agent).unwrap_or(0);
        let compared = self.compared();
        let mut pairs: Vec<(usize, usize, &Difference)> = compared
            .iter()
            .map(|pair| (place(pair.a).min(place(pair.b)), place(pair.a).max(place(pair.b)), pair))
            .filter(|(better, worse, _)| compared.len() <= MOST_PAIRS_TOLD || worse - better == 1)
            .collect();
        pairs.sort_by_key(|&(better, worse, _)| (better, worse));
        pairs.into_iter().map(|(better, _, pair)| self.verdict(pair, order[better])).collect()
    }

    fn verdict(&self, pair: &Difference, better: usize) -> String {
        let names = self.names();
        let (sign, worse) = if pair.a == better { (1.0, pair.b) } else { (-1.0, pair.a) };
        let (a, b) = (&names[better], &names[worse]);
        let is_alone = self.is_alone();
        let (points, interval) = scaled(&pair.estimate, if is_alone { sign } else { 100.0 * sign });
        let tells_payoff = !is_alone && self.payoffs_per_win().is_none();
        let payoff = if tells_payoff { self.payoff_words(pair, sign) } else { String::new() };
        if points == 0.0 && interval == Some((0.0, 0.0)) {
            let what = if payoff.is_empty() { "got" } else { "won" };
            return format!("{a} and {b} {what} exactly the same in every deal{payoff}.");
        }
        let decimals = if is_alone {
            payoff_decimals(points, interval)
        } else {
            let decimals = decimals_for(interval.map_or(100.0, |(low, high)| high - low));
            // Half a point is not "0 points".
            decimals + usize::from(decimals == 0 && points.abs() < 1.0)
        };
        let amount = match (number(points, decimals).as_str(), is_alone) {
            (amount, true) => format!("{amount} payoff points"),
            ("1", false) => "1 point".to_string(),
            (amount, false) => format!("{amount} points"),
        };
        let sureness = match interval {
            Some(interval) => format!("95 % {}, {}", range(interval, decimals), p_words(pair.p)),
            None => p_words(pair.p),
        };
        let fewest = fewest_deals(self.compared().len(), LEVEL);
        if self.deals < fewest {
            // Whatever was seen, the test could not have shown it: that is no sign of luck.
            let (ahead, tell) = if points == 0.0 {
                (format!("{a} and {b} are level"), "tell them apart")
            } else {
                (format!("{a} is ahead of {b} by {amount}"), "tell whether that is luck")
            };
            let are = if self.deals == 1 { "is" } else { "are" };
            let deals = counted(self.deals, "deal");
            return format!(
                "{ahead} ({sureness}){payoff}; {deals} {are} too few to {tell}, and {fewest} the least that can be enough."
            );
        }
        match (pair.p < LEVEL, points == 0.0) {
            (true, _) => format!("{a} beats {b} by {amount} ({sureness}){payoff}."),
            (false, false) => format!("{a} is ahead of {b} by {amount}, which may be luck ({sureness}){payoff}."),
            (false, true) => format!("{a} and {b} are level ({sureness}){payoff}."),
        }
    }

    /// The difference in payoff of a pair, as the end of a sentence.
    fn payoff_words(&self, pair: &Difference, sign: f64) -> String {
        let Some(payoff) = self.payoff_pairs.iter().find(|other| (other.a, other.b) == (pair.a, pair.b)) else {
            return String::new();
        };
        let (value, interval) = scaled(&payoff.estimate, sign);
        if value == 0.0 && interval == Some((0.0, 0.0)) {
            return String::new();
        }
        let decimals = payoff_decimals(value, interval);
        let interval = interval.map_or(String::new(), |(low, high)| {
            format!("95 % {} to {}, ", signed(low, decimals), signed(high, decimals))
        });
        format!("; payoff {} ({interval}{})", signed(value, decimals), p_words(payoff.p))
    }

    /// What a whole win is worth, where differences in payoff say nothing that those in win share do not: each is so many
    /// times the other, and as sure.
    pub(crate) fn payoffs_per_win(&self) -> Option<f64> {
        let both = || self.pairs.iter().zip(&self.payoff_pairs);
        let size = |pair: &Difference| pair.estimate.value.abs();
        let (share, payoff) = both().max_by(|a, b| size(a.0).total_cmp(&size(b.0)))?;
        let worth = payoff.estimate.value / share.estimate.value;
        let is_same = |share: f64, payoff: f64| (worth * share - payoff).abs() <= 1e-9 * worth;
        let agree = |(share, payoff): (&Difference, &Difference)| {
            let ends = match (share.estimate.interval, payoff.estimate.interval) {
                (Some(shares), Some(payoffs)) => is_same(shares.0, payoffs.0) && is_same(shares.1, payoffs.1),
                (shares, payoffs) => shares == payoffs,
            };
            is_same(share.estimate.value, payoff.estimate.value) && ends && share.p == payoff.p
        };
        (worth.is_finite() && worth > 0.0 && both().all(agree)).then_some(worth)
    }

    /// Elo, in sentences about the agent that is ahead.
    pub(crate) fn elo_words(&self, elo: &Elo) -> Vec<String> {
        let names = self.names();
        let is_first = elo.share >= 0.5;
        let sign = if is_first { 1.0 } else { -1.0 };
        let one = |value: Option<f64>| value.map(|value| signed(sign * value, 0));
        let (low, high) = if is_first { (elo.low, elo.high) } else { (elo.high, elo.low) };
        let logistic = match (one(elo.elo), one(low), one(high)) {
            (Some(value), Some(low), Some(high)) => format!("{value} (95 % {low} to {high})"),
            (Some(value), Some(low), None) => format!("{value} (95 % above {low})"),
            (Some(value), None, _) => value,
            (None, Some(low), _) => format!("above {low} (95 %)"),
            (None, None, _) => "unknown".into(),
        };
        let normalised = elo.normalised.map_or(String::new(), |value| {
            format!("; normalised {} ± {}", signed(sign * value, 0), number(elo.normalised_error, 0))
        });
        let mut counts: Vec<String> = elo.counts.counts().iter().map(u64::to_string).collect();
        let superiority = if is_first { elo.superiority } else { 1.0 - elo.superiority };
        if !is_first {
            counts.reverse();
        }
        let (better, worse) = if is_first { (&names[0], &names[1]) } else { (&names[1], &names[0]) };
        vec![
            format!("Elo of {better} over {worse}: {logistic}{normalised}."),
            format!(
                "Likelihood that it is the stronger: {} %. Deals by half points won: {}.",
                if superiority >= 0.9995 { "over 99.9".into() } else { number(100.0 * superiority, 1) },
                counts.join(" ")
            ),
        ]
    }

    /// The sequential test, in a sentence.
    pub(crate) fn sprt_words(&self, result: &SprtResult) -> String {
        let SprtResult { sprt, verdict, ratio, deals } = result;
        let scale = match sprt.scale {
            EloScale::Normalized => "normalised",
            EloScale::Logistic => "logistic",
        };
        let (lower, upper) = sprt.bounds();
        let ended = match verdict {
            Some(Verdict::H0) => format!("accepted {} after", sprt.elo0),
            Some(Verdict::H1) => format!("accepted {} after", sprt.elo1),
            None => "undecided after".into(),
        };
        format!(
            "Sequential test of {scale} Elo {} against {}: {ended} {} (log likelihood ratio {}, bounds {} and {}).",
            sprt.elo0,
            sprt.elo1,
            counted(*deals, "deal"),
            number(*ratio, 2),
            number(lower, 2),
            number(upper, 2)
        )
    }

    /// Forfeits and games left at the cap, in sentences.
    pub(crate) fn troubles(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.capped > 0 {
            let left = if self.capped == 1 { "was" } else { "were" };
            let cap = self.setting.cap;
            let paid = if self.is_alone() { ", and paid 0" } else { "" };
            lines.push(format!("{} {left} left at the cap of {cap} moves{paid}.", counted(self.capped, "game")));
        }
        if self.forfeits > 0 {
            lines.push(format!("{}:", counted(self.forfeits, "forfeit")));
            for row in &self.forfeits_told {
                lines.push(format!("  deal {}, seat {}, {}: {}", row.deal, row.seat + 1, row.agent, row.reason));
            }
            let more = self.forfeits - self.forfeits_told.len() as u64;
            if more > 0 {
                lines.push(format!("  and {more} more"));
            }
        }
        lines
    }
}

/// The head of a column of intervals; it stands beside what they are of.
pub(crate) const INTERVAL: &str = "95 %";

/// Columns of the table: their head, and a cell an agent.
pub(crate) struct TableColumn {
    pub(crate) head: String,
    pub(crate) cells: Vec<String>,
    pub(crate) is_text: bool,
}

impl Standings {
    /// The table, rows in the order of the ranking.
    pub(crate) fn table(&self) -> Vec<TableColumn> {
        let (names, order) = (self.names(), self.ranking());
        let rows: Vec<&super::AgentRow> = order.iter().map(|&agent| &self.agents[agent]).collect();
        let column = |head: &str, cells: Vec<String>| TableColumn { head: head.into(), cells, is_text: false };
        let mut table = vec![
            TableColumn {
                head: "agent".into(),
                cells: order.iter().map(|&agent| names[agent].clone()).collect(),
                is_text: true,
            },
            column("games", rows.iter().map(|row| row.games.to_string()).collect()),
        ];
        let mut estimates = |head: &str, values: Vec<Option<Estimate>>, factor: f64, decimals: usize, sign: bool| {
            let show =
                |value: f64| if sign { signed(factor * value, decimals) } else { number(factor * value, decimals) };
            let cell = |estimate: &Option<Estimate>| estimate.map_or("-".into(), |estimate| show(estimate.value));
            let interval = |estimate: &Option<Estimate>| {
                let interval = estimate.and_then(|estimate| estimate.interval);
                interval.map_or("-".into(), |(low, high)| format!("{} to {}", show(low), show(high)))
            };
            table.push(column(head, values.iter().map(cell).collect()));
            table.push(column(INTERVAL, values.iter().map(interval).collect()));
        };
        if !self.is_alone() {
            estimates("win share %", rows.iter().map(|row| row.win_share).collect(), 100.0, 1, false);
        }
        if rows.iter().any(|row| row.split_share.map(|e| e.value) != row.win_share.map(|e| e.value)) {
            estimates("split share %", rows.iter().map(|row| row.split_share).collect(), 100.0, 1, false);
        }
        let payoffs: Vec<Option<Estimate>> = rows.iter().map(|row| row.payoff).collect();
        let largest = payoffs.iter().flatten().fold(0.0, |most: f64, payoff| most.max(payoff.value.abs()));
        let decimals = if largest >= 100.0 {
            1
        } else if largest >= 0.1 {
            2
        } else {
            3
        };
        estimates("payoff", payoffs, 1.0, decimals, true);
        if rows.iter().any(|row| row.rating.is_some()) {
            let cells =
                |cell: &dyn Fn(Rating) -> String| rows.iter().map(|row| row.rating.map_or("-".into(), cell)).collect();
            table.push(column("rating", cells(&|rating| signed(rating.value, 0))));
            table.push(column(INTERVAL, cells(&rating_interval)));
        }
        if rows.iter().any(|row| row.nodes_per_move.is_some_and(|nodes| nodes > 0.0)) {
            let cell = |row: &&super::AgentRow| row.nodes_per_move.map_or("-".into(), amount);
            table.push(column("nodes/move", rows.iter().map(cell).collect()));
        }
        if self.forfeits > 0 {
            table.push(column("forfeits", rows.iter().map(|row| row.forfeits.to_string()).collect()));
        }
        table
    }
}
