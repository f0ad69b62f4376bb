//! Head to head: what came of each two agents at the same table.

use super::Standings;
use super::words::{TableColumn, number};
use crate::record::DealRecord;

/// Two agents at the same table, counted once for each two seats that they had in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The first agent's number in the setting.
    pub a: usize,
    /// The second's.
    pub b: usize,
    /// How often they met.
    pub games: u64,
    /// How often the first got more.
    pub more: u64,
    /// How often both got the same.
    pub equal: u64,
}

impl Meeting {
    /// The share of the first agent: equal pay counts half.
    fn share(&self) -> f64 {
        (self.more as f64 + 0.5 * self.equal as f64) / self.games as f64
    }
}

/// Every pair of agents that met, in the order of the setting.
pub(super) fn meetings(deals: &[DealRecord], agents: usize) -> Vec<Meeting> {
    let mut all: Vec<Meeting> = Vec::new();
    for a in 0..agents {
        all.extend((a + 1..agents).map(|b| Meeting { a, b, games: 0, more: 0, equal: 0 }));
    }
    let place = |a: usize, b: usize| a * (2 * agents - a - 1) / 2 + b - a - 1;
    for game in deals.iter().flat_map(|deal| &deal.games) {
        let seats = game.seats.iter().zip(&game.payoffs).filter(|(agent, _)| **agent < agents);
        let seats: Vec<(usize, f64)> = seats.map(|(&agent, &payoff)| (agent, payoff)).collect();
        for (seat, &one) in seats.iter().enumerate() {
            for &other in seats[seat + 1..].iter().filter(|other| other.0 != one.0) {
                let (a, b) = if one.0 < other.0 { (one, other) } else { (other, one) };
                let meeting = &mut all[place(a.0, b.0)];
                meeting.games += 1;
                meeting.more += u64::from(a.1 > b.1);
                meeting.equal += u64::from(a.1 == b.1);
            }
        }
    }
    all.retain(|meeting| meeting.games > 0);
    all
}

/// What stands above the table.
pub(crate) const HEAD_TO_HEAD: &str =
    "Head to head: % of meetings in which the row's agent got more than the column's; equal counts half";

impl Standings {
    /// The table of meetings, rows and columns in the order of the ranking; none where two agents have no others to meet.
    pub(crate) fn head_to_head(&self) -> Option<Vec<TableColumn>> {
        if self.agents.len() < 3 || self.meetings.is_empty() {
            return None;
        }
        let (names, order) = (self.names(), self.ranking());
        let numbered = |(place, &agent): (usize, &usize)| format!("{} {}", place + 1, names[agent]);
        let cells = order.iter().enumerate().map(numbered).collect();
        let mut table = vec![TableColumn { head: "agent".into(), cells, is_text: true }];
        for (place, &column) in order.iter().enumerate() {
            let cell = |&row: &usize| {
                let met = self.meetings.iter().find(|m| (m.a, m.b) == (row.min(column), row.max(column)));
                let share = met.map(|met| if met.a == row { met.share() } else { 1.0 - met.share() });
                share.map_or("-".to_string(), |share| number(100.0 * share, 1))
            };
            let cells = order.iter().map(cell).collect();
            table.push(TableColumn { head: (place + 1).to_string(), cells, is_text: false });
        }
        Some(table)
    }
}
