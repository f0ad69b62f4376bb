//! A rating for any number of seats, from finishing orders.
//!
//! The Plackett-Luce model (Luce 1959; Plackett 1975): the first of a game is drawn from all seats in proportion to their
//! agents' strengths, the second from those left, and so on. With two seats it is the model behind Elo, and the scale is
//! Elo's: 400 points are odds of ten to one, and the mean of all agents is 0.
//!
//! - *Ties*: seats that got the same could have finished in any order; the log likelihood is averaged over those orders. With
//!   two seats a draw is thus half a win and half a loss.
//! - *Prior*: every agent has drawn one more game, against a player of strength 1. That keeps unbeaten agents finite, and
//!   is soon outweighed. It is no evidence: no interval ends where only the prior ends it.
//! - *Maximum*: the log likelihood is concave in the logarithms of the strengths and is climbed by Newton's method. Hunter's
//!   MM algorithm (2004) has the same fixed point, and a test holds the two against each other; it needs about as many
//!   rounds as an unbeaten agent has wins, Newton a dozen.
//! - *Intervals*: Student's, with the deviation of the rating over resampled deals; none where the deals do not differ, for
//!   there is nothing to measure it by.
//! - *Open ends*: the deals bound a rating from below only where a chain of wins leads from the agent to every other (it won
//!   from b, b won from c), and from above only where one leads from every other to it (Ford 1957: without the prior the
//!   likelihood has no maximum otherwise). Ratings are measured from the mean, so one agent without a win opens an end of
//!   everybody's. An end is open where a chain is missing in the deals or in more than 2.5 % of their resamples: then the
//!   spread of the resamples is the prior's. The other end is by the rule of three, as in shares without spread: of n deals that
//!   an agent sat in, 1 - 0.025^(1/n) may have gone the way that was not seen. They are added, and the end is that of Student's
//!   interval there.
//!
//! Not a forecast for other tables: with more than two seats, who is strong depends on who else sits there.

use crate::record::{DealRecord, GameRecord};
use outwit_statistics::{Bootstrap, MOST_GROUPS, Weights, student_quantile_975};
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// Elo points to a factor e of strength.
const ELO_UNIT: f64 = 400.0 / LN_10;

/// Games drawn against a player of strength 1.
const PRIOR_GAMES: f64 = 1.0;

/// How many resamples are enough for a deviation: it is then known to 5 %.
const MOST_RESAMPLES: usize = 200;

/// How many of the resamples may do without a chain of wins that bounds a rating.
const MOST_WITHOUT: f64 = 0.025;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo points above the mean of all agents. With the prior it is a number also where the deals alone bound nothing.
    pub value: f64,
    /// The lower end; `None` when there is no bound: the deals would be as likely were the agent weaker still.
    pub low: Option<f64>,
    /// The upper end; `None` when there is no bound. Neither is there where nothing tells how far the value may be off.
    pub high: Option<f64>,
}

/// The rating of each agent, `None` for those that never played; the seed is the bootstrap's.
pub fn ratings(deals: &[DealRecord], agents: usize, bootstrap: &Bootstrap) -> Vec<Option<Rating>> {
    let (choices, groups) = Choices::of_deals(deals, agents);
    let played: Vec<bool> = choices.deals.iter().map(|&deals| deals > 0).collect();
    let (values, reaches) = choices.rated(&groups, &played, bootstrap);
    // Step 1. Which ends the deals bound.
    let sure = sure_chains(&groups, agents, bootstrap);
    let others = |agent: usize| (0..agents).filter(move |&other| other != agent);
    let is_bounded = |agent: usize| {
        let all = |is_sure: &dyn Fn(usize) -> bool| others(agent).filter(|&other| played[other]).all(is_sure);
        (all(&|other| sure[agent][other]), all(&|other| sure[other][agent]))
    };
    // Step 2. Where one is open, how far the other end can be with deals that were not seen.
    let is_open = (0..agents).any(|agent| played[agent] && is_bounded(agent) != (true, true));
    let unseen =
        (groups.len() > 1 && is_open).then(|| choices.rated(&choices.with_unseen(&groups, &sure), &played, bootstrap));
    let ends = |agent: usize| {
        let value = values[agent];
        match (is_bounded(agent), &unseen) {
            ((true, true), _) => (reaches[agent].map(|reach| value - reach), reaches[agent].map(|reach| value + reach)),
            ((true, false), Some((values, reaches))) => {
                (Some(value.min(values[agent] - reaches[agent].unwrap_or(0.0))), None)
            }
            ((false, true), Some((values, reaches))) => {
                (None, Some(value.max(values[agent] + reaches[agent].unwrap_or(0.0))))
            }
            _ => (None, None),
        }
    };
    let rating = |agent: usize| {
        let (low, high) = ends(agent);
        played[agent].then_some(Rating { value: values[agent], low, high })
    };
    (0..agents).map(rating).collect()
}

/// How many resamples of so many groups are drawn.
fn resamples(groups: usize, bootstrap: &Bootstrap) -> usize {
    if groups < 2 { 0 } else { bootstrap.resamples.min(MOST_RESAMPLES) }
}

/// From which agent to which a chain of wins leads, in all the deals and in nearly every resample of them.
fn sure_chains(groups: &[Group], agents: usize, bootstrap: &Bootstrap) -> Vec<Vec<bool>> {
    let chains = |weights: &[f64]| {
        let mut chains = vec![vec![false; agents]; agents];
        for (group, _) in groups.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            for (row, won) in chains.iter_mut().zip(group.won.chunks(agents.max(1))) {
                row.iter_mut().zip(won).for_each(|(chain, won)| *chain |= won);
            }
        }
        // Warshall 1962.
        for between in 0..agents {
            let onwards = chains[between].clone();
            for row in chains.iter_mut().filter(|row| row[between]) {
                row.iter_mut().zip(&onwards).for_each(|(chain, onwards)| *chain |= onwards);
            }
        }
        chains
    };
    let mut sure = chains(&vec![1.0; groups.len()]);
    let mut without = vec![vec![0u32; agents]; agents];
    let mut weights = Weights::new(groups.len(), bootstrap.seed);
    let resamples = resamples(groups.len(), bootstrap);
    for _ in 0..resamples {
        let drawn = chains(weights.next());
        for (counts, row) in without.iter_mut().zip(&drawn) {
            counts.iter_mut().zip(row).for_each(|(count, chain)| *count += u32::from(!chain));
        }
    }
    for (row, counts) in sure.iter_mut().zip(&without) {
        let is_rare = |count: &u32| f64::from(*count) <= MOST_WITHOUT * resamples as f64;
        row.iter_mut().zip(counts).for_each(|(chain, count)| *chain &= is_rare(count));
    }
    sure
}

/// Everything the likelihood is made of: from which sets of seats somebody was chosen.
struct Choices {
    /// Each set as its agents and how many of its seats each held.
    sets: Vec<Vec<(usize, f64)>>,
    /// In how many deals each agent sat at a table at all.
    deals: Vec<usize>,
    agents: usize,
}

/// The choices of one deal, or of several that are resampled together.
#[derive(Clone)]
struct Group {
    /// How often each agent was chosen.
    chosen: Vec<f64>,
    /// How often from which set.
    from: BTreeMap<usize, f64>,
    /// By agent and agent: whether the one was chosen where the other could have been.
    won: Vec<bool>,
}

impl Choices {
    fn of_deals(deals: &[DealRecord], agents: usize) -> (Choices, Vec<Group>) {
        let empty = Group { chosen: vec![0.0; agents], from: BTreeMap::new(), won: vec![false; agents * agents] };
        let mut groups = vec![empty; deals.len().min(MOST_GROUPS)];
        let (mut sat, mut sits) = (vec![0; agents], vec![false; agents]);
        let mut numbers: BTreeMap<Vec<(usize, u32)>, usize> = BTreeMap::new();
        for (i, deal) in deals.iter().enumerate() {
            let group = &mut groups[i * deals.len().min(MOST_GROUPS) / deals.len()];
            for game in &deal.games {
                for &agent in game.seats.iter().filter(|&&agent| agent < agents) {
                    sits[agent] = true;
                }
                each_choice(game, agents, |set, members, weight| {
                    for (&agent, other) in members.iter().flat_map(|agent| set.iter().map(move |(b, _)| (agent, *b))) {
                        group.won[agent * agents + other] |= agent != other;
                    }
                    let number = numbers.len();
                    let number = *numbers.entry(set).or_insert(number);
                    *group.from.entry(number).or_insert(0.0) += weight;
                    for &agent in members {
                        group.chosen[agent] += weight / members.len() as f64;
                    }
                });
            }
            sat.iter_mut().zip(&mut sits).for_each(|(sat, sits)| *sat += usize::from(std::mem::take(sits)));
        }
        let mut sets = vec![Vec::new(); numbers.len()];
        for (set, number) in numbers {
            sets[number] = set.into_iter().map(|(agent, seats)| (agent, f64::from(seats))).collect();
        }
        (Choices { sets, deals: sat, agents }, groups)
    }

    /// Ratings around the mean of those that played, and how far Student's intervals reach to either side of them: none
    /// where resamples do not differ.
    fn rated(&self, groups: &[Group], played: &[bool], bootstrap: &Bootstrap) -> (Vec<f64>, Vec<Option<f64>>) {
        let agents = self.agents;
        let rated = |weights: &[f64], start: &[f64]| {
            let strengths = self.fit(groups, weights, start);
            let number = played.iter().filter(|&&played| played).count() as f64;
            let mean = (0..agents).filter(|&agent| played[agent]).map(|agent| strengths[agent]).sum::<f64>() / number;
            (strengths.iter().map(|strength| ELO_UNIT * (strength - mean)).collect::<Vec<f64>>(), strengths)
        };
        let (values, strengths) = rated(&vec![1.0; groups.len()], &vec![0.0; agents]);
        let mut squares = vec![0.0; agents];
        let (mut weights, n) = (Weights::new(groups.len(), bootstrap.seed), groups.len() as f64);
        let resamples = resamples(groups.len(), bootstrap);
        for _ in 0..resamples {
            let (drawn, _) = rated(weights.next(), &strengths);
            for agent in 0..agents {
                let off = drawn[agent] - values[agent];
                squares[agent] += off * off;
            }
        }
        let reach = |squares: f64| {
            // The divisor n - 1 and Student's quantile, as in the other intervals.
            let deviation = (squares / resamples as f64 * n / (n - 1.0)).sqrt();
            (resamples > 0 && deviation > 1e-6).then(|| student_quantile_975(groups.len() as u64 - 1) * deviation)
        };
        let reaches = squares.into_iter().map(reach).collect();
        (values, reaches)
    }

    /// The same deals, and beside them as much as may be of what nobody saw: choices of those from whom no sure chain of wins
    /// leads to somebody at the same table.
    fn with_unseen(&self, groups: &[Group], sure: &[Vec<bool>]) -> Vec<Group> {
        let mut groups = groups.to_vec();
        for (number, set) in self.sets.iter().enumerate() {
            let is_sure = |agent: usize| set.iter().all(|&(other, _)| other == agent || sure[agent][other]);
            let unsure: Vec<(usize, f64)> = set.iter().copied().filter(|&(agent, _)| !is_sure(agent)).collect();
            let seats: f64 = unsure.iter().map(|(_, seats)| seats).sum();
            let Some(deals) = unsure.iter().map(|&(agent, _)| self.deals[agent]).min() else { continue };
            let part = 1.0 - libm::exp(libm::log(MOST_WITHOUT) / deals as f64);
            for group in &mut groups {
                let Some(count) = group.from.get_mut(&number) else { continue };
                let more = *count * part / (1.0 - part);
                *count += more;
                unsure.iter().for_each(|&(agent, held)| group.chosen[agent] += more * held / seats);
            }
        }
        groups
    }

    /// The logarithms of the most likely strengths when each group counts so often.
    fn fit(&self, groups: &[Group], weights: &[f64], start: &[f64]) -> Vec<f64> {
        let mut chosen = vec![0.5 * PRIOR_GAMES; self.agents];
        let mut from = vec![0.0; self.sets.len()];
        for (group, &weight) in groups.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            chosen.iter_mut().zip(&group.chosen).for_each(|(sum, part)| *sum += weight * part);
            group.from.iter().for_each(|(&set, part)| from[set] += weight * part);
        }
        let mut point = start.to_vec();
        let mut height = self.likelihood(&chosen, &from, &point);
        for _ in 0..100 {
            let step = self.newton_step(&chosen, &from, &point);
            let length = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            // Far from the top the parabola overshoots: never more than a factor e^4 at once, and not downhill, by more
            // than rounding.
            let least = height - 1e-12 * (1.0 + height.abs());
            let mut part = (4.0 / length).min(1.0);
            let mut next;
            loop {
                next = point.iter().zip(&step).map(|(x, d)| x + part * d).collect::<Vec<f64>>();
                height = self.likelihood(&chosen, &from, &next);
                if height >= least || part < 1e-9 {
                    break;
                }
                part *= 0.5;
            }
            point = next;
            if length < 1e-11 {
                break;
            }
        }
        point
    }

    fn likelihood(&self, chosen: &[f64], from: &[f64], point: &[f64]) -> f64 {
        let strength: Vec<f64> = point.iter().map(|&x| libm::exp(x)).collect();
        let sets = self.sets.iter().zip(from).filter(|(_, count)| **count > 0.0).map(|(set, count)| {
            count * libm::log(set.iter().map(|&(agent, seats)| seats * strength[agent]).sum::<f64>())
        });
        let prior = strength.iter().map(|strength| PRIOR_GAMES * libm::log1p(*strength));
        chosen.iter().zip(point).map(|(count, x)| count * x).sum::<f64>() - sets.sum::<f64>() - prior.sum::<f64>()
    }

    /// Minus the inverse of the second derivative, times the first.
    fn newton_step(&self, chosen: &[f64], from: &[f64], point: &[f64]) -> Vec<f64> {
        let strength: Vec<f64> = point.iter().map(|&x| libm::exp(x)).collect();
        let mut gradient = chosen.to_vec();
        let mut curvature = vec![vec![0.0; self.agents]; self.agents];
        for (set, &count) in self.sets.iter().zip(from).filter(|(_, count)| **count > 0.0) {
            let all: f64 = set.iter().map(|&(agent, seats)| seats * strength[agent]).sum();
            for &(a, seats) in set {
                let part = seats * strength[a] / all;
                gradient[a] -= count * part;
                curvature[a][a] += count * part;
                for &(b, seats) in set {
                    curvature[a][b] -= count * part * seats * strength[b] / all;
                }
            }
        }
        for a in 0..self.agents {
            let part = strength[a] / (1.0 + strength[a]);
            gradient[a] -= PRIOR_GAMES * part;
            curvature[a][a] += PRIOR_GAMES * part * (1.0 - part);
        }
        solve(curvature, gradient)
    }
}

/// Calls `choice` with every set of seats from which the next finisher of this game was drawn, its members among those that
/// could have been it, and the weight of that. Sets of one agent only say nothing and are left out.
fn each_choice(game: &GameRecord, agents: usize, mut choice: impl FnMut(Vec<(usize, u32)>, &[usize], f64)) {
    let sound = |payoff: f64| if payoff.is_finite() { payoff } else { 0.0 };
    let mut seats: Vec<(f64, usize)> = game.payoffs.iter().map(|&p| sound(p)).zip(game.seats.iter().copied()).collect();
    seats.retain(|&(_, agent)| agent < agents);
    seats.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut start = 0;
    for tied in seats.chunk_by(|a, b| a.0 == b.0) {
        let rest = &seats[start + tied.len()..];
        start += tied.len();
        // In a random order of the tied, each subset of j of them is once what is left, with probability 1 / C(tied, j).
        for subset in 1u32..1 << tied.len() {
            let left = subset.count_ones() as usize;
            let members: Vec<usize> = (0..tied.len()).filter(|i| subset >> i & 1 == 1).map(|i| tied[i].1).collect();
            let mut set: BTreeMap<usize, u32> = BTreeMap::new();
            for &agent in members.iter().chain(rest.iter().map(|(_, agent)| agent)) {
                *set.entry(agent).or_insert(0) += 1;
            }
            if set.len() > 1 {
                choice(set.into_iter().collect(), &members, 1.0 / binomial(tied.len(), left));
            }
        }
    }
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// Solves a symmetric positive definite system by Cholesky's method.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let left = matrix[i][j] - sum;
            // Rounding must not take the root of a negative number.
            matrix[i][j] = if i == j { left.max(1e-12).sqrt() } else { left / matrix[j][j] };
        }
        let sum: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::elo_of_share;
    use crate::statistics::fixtures::{deal, game};
    use outwit_game::Rng;

    const QUICK: Bootstrap = Bootstrap { resamples: 50, seed: 1 };

    fn random_deals(seed: u64, deals: u64, agents: usize, seats: usize) -> Vec<DealRecord> {
        let mut rng = Rng::new(seed);
        let random_game = |rng: &mut Rng| {
            let seats: Vec<usize> = (0..seats).map(|_| rng.index(agents)).collect();
            // Strong agents get more, in steps, so that there are ties.
            let payoffs: Vec<f64> = seats.iter().map(|&agent| (rng.index(4 + agent)) as f64).collect();
            game(&seats, &payoffs)
        };
        (0..deals).map(|number| deal(number, (0..4).map(|_| random_game(&mut rng)).collect())).collect()
    }

    #[test]
    fn newton_finds_what_hunters_mm_algorithm_finds() {
        for (seed, agents, seats) in [(1, 3, 3), (2, 4, 4), (3, 2, 2), (4, 3, 6)] {
            let (choices, groups) = Choices::of_deals(&random_deals(seed, 20, agents, seats), agents);
            let count = |number: usize| groups.iter().filter_map(|group| group.from.get(&number)).sum::<f64>();
            let counts: Vec<f64> = (0..choices.sets.len()).map(count).collect();
            let mut strength = vec![1.0; agents];
            // So many because nothing but the prior fixes the scale.
            for _ in 0..20_000 {
                let mut next = Vec::new();
                for a in 0..agents {
                    let wins = 0.5 + groups.iter().map(|group| group.chosen[a]).sum::<f64>();
                    let mut chances = 1.0 / (strength[a] + 1.0);
                    for (set, count) in choices.sets.iter().zip(&counts) {
                        let all: f64 = set.iter().map(|&(b, seats)| seats * strength[b]).sum();
                        let seats = set.iter().find(|(b, _)| *b == a).map_or(0.0, |(_, seats)| *seats);
                        chances += count * seats / all;
                    }
                    next.push(wins / chances);
                }
                strength = next;
            }
            let fitted = choices.fit(&groups, &vec![1.0; groups.len()], &vec![0.0; agents]);
            for (x, strength) in fitted.iter().zip(strength) {
                assert!((x - strength.ln()).abs() < 1e-8, "{fitted:?}");
            }
        }
    }

    #[test]
    fn with_two_seats_the_rating_is_elo() {
        // 300 of 400 points, 100 of them from draws.
        let mut games = vec![game(&[0, 1], &[1.0, -1.0]); 250];
        games.extend(vec![game(&[1, 0], &[0.0, 0.0]); 100]);
        games.extend(vec![game(&[1, 0], &[1.0, -1.0]); 50]);
        let deals: Vec<DealRecord> = games.into_iter().zip(0..).map(|(game, i)| deal(i, vec![game])).collect();
        let rated = ratings(&deals, 2, &QUICK);
        let (first, second) = (rated[0].unwrap(), rated[1].unwrap());
        assert!((first.value - second.value - elo_of_share(0.75).unwrap()).abs() < 1.0, "{rated:?}");
        assert!((first.value + second.value).abs() < 1e-9);
        let (low, high) = (first.low.unwrap(), first.high.unwrap());
        assert!(high - low > 20.0 && high - low < 50.0, "{low} {high}");
    }

    #[test]
    fn unbeaten_agents_stay_finite_and_grow_with_the_games_they_won() {
        let deals = |n: u64| (0..n).map(|i| deal(i, vec![game(&[0, 1, 2], &[2.0, 1.0, 0.0])])).collect::<Vec<_>>();
        let few = ratings(&deals(5), 4, &QUICK);
        let many = ratings(&deals(5_000), 4, &QUICK);
        assert!(many[0].unwrap().value > few[0].unwrap().value + 300.0, "{few:?} {many:?}");
        assert!(many[0].unwrap().value < 4_000.0);
        assert_eq!(few[3], None);
        // Nobody's win bounds the first from above, nor the last from below, nor the second at all.
        assert_eq!(
            few[..3].iter().map(|row| (row.unwrap().low.is_some(), row.unwrap().high.is_some())).collect::<Vec<_>>(),
            [(true, false), (false, false), (false, true)]
        );
        assert_eq!(ratings(&[], 2, &QUICK), [None, None]);
    }

    /// Deals of two games of each pair, in which agent 2 wins in the first so many deals and nowhere else.
    fn with_wins_of_the_last(deals: u64, wins: u64) -> Vec<DealRecord> {
        let mut rng = Rng::new(8);
        (0..deals)
            .map(|number| {
                let mut games = Vec::new();
                for seats in [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]] {
                    let last = seats.iter().position(|&agent| agent == 2);
                    let winner = match last {
                        Some(last) if number < wins => last,
                        Some(last) => 1 - last,
                        None => rng.index(2),
                    };
                    games.push(game(&seats, &[[1.0, -1.0], [-1.0, 1.0]][winner]));
                }
                deal(number, games)
            })
            .collect()
    }

    #[test]
    fn an_agent_without_a_win_has_no_lower_end_and_makes_nobody_sure() {
        // One or two deals that it won are in too few resamples to bound it.
        for wins in 0..3 {
            let rated: Vec<Rating> =
                ratings(&with_wins_of_the_last(50, wins), 3, &Bootstrap::new(1)).into_iter().flatten().collect();
            let (last, others) = (rated[2], &rated[..2]);
            assert_eq!(last.low, None, "{wins}: {rated:?}");
            // By the rule of three it may win 7.1 % of all deals, which puts it 446 points below the others, and two thirds
            // of that below the mean.
            let high = last.high.unwrap();
            assert!(high > -310.0 && high < -100.0, "{wins}: {rated:?}");
            for other in others {
                assert!(
                    other.high.is_none() && other.low.unwrap() < 160.0 && other.low.unwrap() > 0.0,
                    "{wins}: {rated:?}"
                );
            }
        }
        // With wins enough, all ends are bounded, and lie as far off as wins are few.
        let width = |wins: u64| {
            let last = ratings(&with_wins_of_the_last(50, wins), 3, &Bootstrap::new(1))[2].unwrap();
            last.high.unwrap() - last.low.unwrap()
        };
        assert!(width(6) > 1.2 * width(20), "{} {}", width(6), width(20));
    }

    #[test]
    fn deals_that_an_agent_did_not_sit_in_make_nobody_surer_of_it() {
        let mut deals = with_wins_of_the_last(50, 0);
        for deal in &mut deals[10..] {
            deal.games.retain(|game| !game.seats.contains(&2));
        }
        // In ten deals it may win 30.8 %, which puts it 140 points below the others, and two thirds of that below the mean.
        let high = |deals: &[DealRecord]| ratings(deals, 3, &QUICK)[2].unwrap().high.unwrap();
        assert!(high(&deals) > -95.0, "{}", high(&deals));
        assert!(high(&deals) > high(&with_wins_of_the_last(50, 0)) + 100.0);
    }

    #[test]
    fn an_agent_that_won_everything_is_the_mirror_of_one_that_lost_everything() {
        let lost = with_wins_of_the_last(30, 0);
        let mut won = lost.clone();
        for game in won.iter_mut().flat_map(|deal| &mut deal.games) {
            game.payoffs.iter_mut().for_each(|payoff| *payoff = -*payoff);
        }
        for (one, other) in
            ratings(&lost, 3, &QUICK).into_iter().flatten().zip(ratings(&won, 3, &QUICK).into_iter().flatten())
        {
            let is_mirrored = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a + b).abs() < 1e-6,
                (a, b) => a == b,
            };
            assert!(is_mirrored(one.low, other.high) && is_mirrored(one.high, other.low), "{one:?} {other:?}");
        }
    }

    #[test]
    fn identical_agents_have_one_rating() {
        let deals: Vec<DealRecord> = (0..30)
            .map(|i| {
                let payoffs = [[2.0, 1.0, 1.0], [0.0, 3.0, 1.0]][i as usize % 2];
                let seatings = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
                deal(i, seatings.iter().map(|seats| game(seats, &payoffs)).collect())
            })
            .collect();
        for rating in ratings(&deals, 3, &QUICK) {
            assert!(rating.unwrap().value.abs() < 1e-9);
        }
    }
}
