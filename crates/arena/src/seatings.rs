//! Who sits where.

use crate::setting::Seatings;
use outwit_game::{Problem, Rng};
use std::collections::HashSet;

/// More seatings than this are not all played, unless somebody asks for it by name.
pub const MOST_SEATINGS: u64 = 720;
/// How many are drawn for a deal when there are too many.
pub const SAMPLED: u32 = 120;

/// All seatings of some agents at some seats, by their numbers.
///
/// With at least as many agents as seats: every ordered choice. With fewer: every assignment that uses each agent at
/// least once.
#[derive(Clone, Debug)]
pub struct SeatingList {
    agents: usize,
    seats: usize,
    list: Vec<Vec<usize>>,
    count: u64,
    kind: Seatings,
}

impl SeatingList {
    /// The seatings of a tournament. `All` becomes a sample when there are more than [`MOST_SEATINGS`]; see
    /// [`SeatingList::kind`].
    pub fn new(agents: usize, seats: usize, kind: Seatings) -> Result<SeatingList, Problem> {
        if agents == 0 {
            return Err(Problem::new("a tournament needs at least one agent"));
        }
        let count = count(agents, seats);
        let kind = match kind {
            Seatings::All if count > MOST_SEATINGS => Seatings::Sample(SAMPLED),
            Seatings::Sample(0) => return Err(Problem::new("a sample of seatings has at least one")),
            Seatings::Sample(n) if u64::from(n) >= count => Seatings::All,
            kind => kind,
        };
        let list = match kind {
            Seatings::All => all(agents, seats),
            Seatings::Rotations => rotations(agents, seats)?,
            Seatings::Sample(_) => Vec::new(),
        };
        Ok(SeatingList { agents, seats, list, count, kind })
    }

    /// Which seatings are played.
    pub fn kind(&self) -> Seatings {
        self.kind
    }

    /// How many seatings there are in all.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many of them play a deal.
    pub fn per_deal(&self) -> usize {
        match self.kind {
            Seatings::Sample(n) => n as usize,
            _ => self.list.len(),
        }
    }

    /// The seatings that play a deal; a sample is drawn with `rng`.
    pub fn of_deal(&self, rng: &mut Rng) -> Vec<Vec<usize>> {
        let Seatings::Sample(n) = self.kind else {
            return self.list.clone();
        };
        let mut drawn: Vec<Vec<usize>> = Vec::with_capacity(n as usize);
        while drawn.len() < n as usize {
            let seating = self.draw(rng);
            if !drawn.contains(&seating) {
                drawn.push(seating);
            }
        }
        drawn
    }

    /// One seating, each equally likely.
    fn draw(&self, rng: &mut Rng) -> Vec<usize> {
        if self.agents >= self.seats {
            let mut order: Vec<usize> = (0..self.agents).collect();
            rng.shuffle(&mut order);
            order.truncate(self.seats);
            return order;
        }
        loop {
            let seating: Vec<usize> = (0..self.seats).map(|_| rng.index(self.agents)).collect();
            if (0..self.agents).all(|agent| seating.contains(&agent)) {
                return seating;
            }
        }
    }
}

fn count(agents: usize, seats: usize) -> u64 {
    if agents >= seats {
        return (agents - seats + 1..=agents).fold(1u64, |product, n| product.saturating_mul(n as u64));
    }
    // Assignments onto all agents, by inclusion and exclusion: sum over k of (-1)^k C(a, k) (a - k)^s.
    let mut total = 0i64;
    let mut choose = 1i64;
    for k in 0..agents {
        let term = choose * ((agents - k) as i64).pow(seats as u32);
        total += if k % 2 == 0 { term } else { -term };
        choose = choose * (agents - k) as i64 / (k as i64 + 1);
    }
    total as u64
}

/// Every word of length `seats` over the agents, in order, that is a seating.
fn all(agents: usize, seats: usize) -> Vec<Vec<usize>> {
    fn extend(agents: usize, seats: usize, word: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        if word.len() == seats {
            if agents >= seats || (0..agents).all(|agent| word.contains(&agent)) {
                out.push(word.clone());
            }
            return;
        }
        for agent in 0..agents {
            if agents < seats || !word.contains(&agent) {
                word.push(agent);
                extend(agents, seats, word, out);
                word.pop();
            }
        }
    }
    let mut out = Vec::new();
    extend(agents, seats, &mut Vec::new(), &mut out);
    out
}

/// More rotations than this are refused: they are all kept.
const MOST_ROTATIONS: u64 = 100_000;

/// Of each seating in increasing order, the distinct rotations.
fn rotations(agents: usize, seats: usize) -> Result<Vec<Vec<usize>>, Problem> {
    /// Every word that does not fall and is a seating.
    fn extend(agents: usize, seats: usize, word: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        if word.len() == seats {
            let last = word.last().map_or(0, |last| last + 1);
            if agents >= seats || last == agents {
                out.push(word.clone());
            }
            return;
        }
        // With fewer agents than seats none is left out; with enough of them none sits twice.
        let from = match (word.last(), agents >= seats) {
            (None, _) => 0,
            (Some(last), true) => last + 1,
            (Some(last), false) => *last,
        };
        let to = match (word.last(), agents >= seats) {
            (None, false) => 1,
            (Some(last), false) => (last + 2).min(agents),
            (_, true) => agents,
        };
        for agent in from..to {
            word.push(agent);
            extend(agents, seats, word, out);
            word.pop();
        }
    }
    if agents >= seats {
        let choices = (0..seats as u64).fold(1u64, |all, k| all.saturating_mul(agents as u64 - k) / (k + 1));
        let count = choices.saturating_mul(seats as u64);
        if count > MOST_ROTATIONS {
            return Err(Problem::new(format!(
                "{agents} agents have {count} rotations at {seats} seats, more than {MOST_ROTATIONS}; take fewer agents, or a sample of seatings"
            )));
        }
    }
    let mut sorted = Vec::new();
    extend(agents, seats, &mut Vec::new(), &mut sorted);
    let mut met = HashSet::new();
    let mut out = Vec::new();
    for first in sorted {
        for turn in 0..seats {
            let mut seating = first.clone();
            seating.rotate_right(turn);
            if met.insert(seating.clone()) {
                out.push(seating);
            }
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_seatings_as_counted_and_each_agent_sits_everywhere_equally_often() {
        for seats in 1..=5 {
            for agents in 1..=5 {
                let list = SeatingList::new(agents, seats, Seatings::All).unwrap();
                assert_eq!(list.count(), list.per_deal() as u64, "{agents} agents, {seats} seats");
                let seatings = list.of_deal(&mut Rng::new(0));
                for seat in 0..seats {
                    let sits = |agent: usize| seatings.iter().filter(|seating| seating[seat] == agent).count();
                    assert!((1..agents).all(|agent| sits(agent) == sits(0)), "{agents} agents, seat {seat}");
                }
            }
        }
        assert_eq!(SeatingList::new(4, 3, Seatings::All).unwrap().per_deal(), 24);
        assert_eq!(SeatingList::new(2, 4, Seatings::All).unwrap().per_deal(), 14);
    }

    #[test]
    fn rotations_put_everybody_in_every_seat_once() {
        assert_eq!(
            SeatingList::new(3, 3, Seatings::Rotations).unwrap().of_deal(&mut Rng::new(0)),
            [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
        );
        assert_eq!(SeatingList::new(4, 3, Seatings::Rotations).unwrap().per_deal(), 12);
    }

    #[test]
    fn rotations_are_those_of_all_seatings_that_do_not_fall_and_too_many_are_refused() {
        for seats in 1..=5 {
            for agents in 1..=6 {
                let mut plain: Vec<Vec<usize>> = Vec::new();
                for first in all(agents, seats).into_iter().filter(|seating| seating.is_sorted()) {
                    for turn in 0..seats {
                        let mut seating = first.clone();
                        seating.rotate_right(turn);
                        if !plain.contains(&seating) {
                            plain.push(seating);
                        }
                    }
                }
                assert_eq!(rotations(agents, seats).unwrap(), plain, "{agents} agents, {seats} seats");
            }
        }
        let problem = SeatingList::new(24, 6, Seatings::Rotations).unwrap_err().to_string();
        assert!(problem.contains("807576 rotations"), "{problem}");
    }

    #[test]
    fn too_many_seatings_are_sampled_without_repetition() {
        let list = SeatingList::new(9, 6, Seatings::All).unwrap();
        assert_eq!((list.kind(), list.count()), (Seatings::Sample(SAMPLED), 60_480));
        let mut drawn = list.of_deal(&mut Rng::new(3));
        drawn.sort();
        drawn.dedup();
        assert_eq!(drawn.len(), SAMPLED as usize);
    }
}
