//! Games played and measured.

use super::exact::{MODELS, ROUNDS, dilemma, models, silence};
use crate::papers::Request;
use crate::progress::Progress;
use outwit::arena::statistics::{Column, Estimate, clustered_mean, mean};
use outwit::game::{Agent, Control, Evaluated, Player, Problem, Rng, Table, Turn};
use outwit::games::repeated::Repeated;
use outwit::pool::Threads;
use outwit::search::Character;
use outwit::search::belief::models::{BeliefTracker, Filter, Guards, boltzmann};
use outwit::search::grow::ModelLookahead;
use outwit::search::grow::monte_carlo::{ModelOptions, ModelSearch, Options};
use outwit::search::named::model_mcts::ModelMcts;
use outwit::search::named::model_vi::ModelVi;

/// What the paper leaves open, and what it varies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// Simulations of a search; each adds a node.
    pub nodes: u64,
    /// The paper's C.
    pub exploration: f64,
    /// What a round counts, as a share of the one before.
    pub discount: f64,
    /// Whether a second search starts from agent 2's decision.
    pub looks_again: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { nodes: 64, exploration: 0.1, discount: 0.5, looks_again: true }
    }
}

/// How agent 1 plans and learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Approach {
    /// Monte-Carlo search.
    Search(Reading),
    /// Value iteration over so many rounds.
    Lookahead(u32),
}

/// What games came to.
pub struct Measured {
    pub approach: Approach,
    games: Vec<Played>,
}

/// One game.
struct Played {
    /// The belief in the truth after every round.
    beliefs: [f64; ROUNDS],
    /// The area above the exact filter's belief, which saw the same moves.
    exact_area: f64,
    /// What agent 1 was paid in all, undiscounted.
    reward: f64,
}

impl Played {
    fn area(&self) -> f64 {
        self.beliefs.iter().map(|belief| 1.0 - belief).sum()
    }

    fn first_passage(&self) -> f64 {
        let first = self.beliefs.iter().position(|belief| *belief >= 0.95);
        first.map_or(ROUNDS, |place| place + 1) as f64
    }
}

impl Measured {
    fn mean(&self, of: impl Fn(&Played) -> f64) -> Estimate {
        mean_of(&self.games.iter().map(of).collect::<Vec<f64>>())
    }

    /// By how much something is larger than in another's games, game by game: agent 2 does the same in both.
    fn less(&self, other: &Measured, of: impl Fn(&Played) -> f64) -> Estimate {
        let pairs = self.games.iter().zip(&other.games);
        mean_of(&pairs.map(|(one, other)| of(one) - of(other)).collect::<Vec<f64>>())
    }

    /// The belief after a round, counted from 1.
    pub fn belief(&self, round: usize) -> Estimate {
        self.mean(|game| game.beliefs[round - 1])
    }

    pub fn means(&self) -> Vec<f64> {
        (1..=ROUNDS).map(|round| self.belief(round).value).collect()
    }

    /// The area above the curve of beliefs.
    pub fn area(&self) -> Estimate {
        self.mean(Played::area)
    }

    /// By how much the area is larger than another's.
    pub fn area_less(&self, other: &Measured) -> Estimate {
        self.less(other, Played::area)
    }

    /// By how much the area is larger than the exact filter's, game by game on the same moves.
    pub fn excess_area(&self) -> Estimate {
        self.mean(|game| game.area() - game.exact_area)
    }

    /// The first round with a belief of 0.95; 20 where there is none.
    pub fn first_passage(&self) -> Estimate {
        self.mean(Played::first_passage)
    }

    /// By how many rounds that is later than another's.
    pub fn first_passage_less(&self, other: &Measured) -> Estimate {
        self.less(other, Played::first_passage)
    }

    pub fn reward(&self) -> Estimate {
        self.mean(|game| game.reward)
    }

    /// The reward as a share of another's.
    pub fn reward_share(&self, other: &Measured) -> Estimate {
        let rewards = |measured: &Measured| measured.games.iter().map(|game| game.reward).collect::<Vec<f64>>();
        let (sums, counts) = (rewards(self), rewards(other));
        clustered_mean(Column { sums: &sums, counts: &counts }).unwrap_or(NOTHING)
    }
}

/// What no game is the mean of.
pub const NOTHING: Estimate = Estimate { value: f64::NAN, interval: None };

fn mean_of(values: &[f64]) -> Estimate {
    mean(values).unwrap_or(NOTHING)
}

/// Plays games against a player of one kind, on all threads; game by game the same on any number of them.
pub fn measure(
    approach: Approach,
    truth: usize,
    games: usize,
    request: &Request,
    progress: &Progress<'_>,
) -> Result<Measured, Problem> {
    let discount = match approach {
        Approach::Search(reading) => reading.discount,
        Approach::Lookahead(_) => 1.0,
    };
    let game = dilemma(ROUNDS, discount)?;
    let silence = silence();
    let begin = || Ok(Learner::new(approach, &game));
    let games = Threads::new(request.threads).map(games, progress.stop(), begin, |player, index| {
        // Agent 2 does the same whatever agent 1 is: differences between approaches are not luck.
        let seed = Rng::derive(request.seed, (truth * 1_000_000 + index) as u64);
        play(&game, player, silence, truth, seed)
    })?;
    Ok(Measured { approach, games })
}

enum Learner {
    Search(Box<ModelMcts<Repeated>>),
    Lookahead(Box<ModelVi<Repeated>>),
}

impl Learner {
    fn new(approach: Approach, game: &Repeated) -> Learner {
        let watch = BeliefTracker::new(models(game), Guards::NONE);
        let usual = game.evaluation(0);
        match approach {
            Approach::Search(reading) => {
                let options = ModelOptions::default();
                let search = Options {
                    simulations: Some(reading.nodes),
                    // The paper has the 2 inside the root.
                    c: reading.exploration * std::f64::consts::SQRT_2,
                    ..options.search
                };
                let options = ModelOptions { search, looks_again: reading.looks_again, ..options };
                let search = ModelSearch::new(options, usual, None);
                Learner::Search(Box::new(ModelMcts::new(search, watch, Character::default())))
            }
            Approach::Lookahead(rounds) => {
                let search = ModelLookahead::new(usual, 2 * rounds);
                Learner::Lookahead(Box::new(ModelVi::new(search, watch, Character::default())))
            }
        }
    }

    fn agent(&mut self) -> &mut dyn Agent<Repeated> {
        match self {
            Learner::Search(agent) => &mut **agent,
            Learner::Lookahead(agent) => &mut **agent,
        }
    }
}

fn play(game: &Repeated, player: &mut Learner, silence: [f64; 2], truth: usize, seed: u64) -> Result<Played, Problem> {
    let control = Control::default();
    let mut rng = Rng::new(seed);
    let mut table = Table::deal(game, &mut rng);
    player.agent().begin(game, Player::FIRST, Rng::derive(seed, 1));
    let mut reward = 0.0;
    let (mut exact_area, mut filter) = (0.0, Filter::new(&[1.0, 1.0], Guards::NONE));
    while table.turn() != Turn::Over {
        let own = player.agent().choose(&table.view(Player::FIRST), &control)?.chosen;
        table.play(own);
        let answer = u8::from(rng.unit() < silence[truth]);
        table.play(answer);
        filter.update(&silence.map(|p| if answer == 1 { p } else { 1.0 - p }), 2);
        exact_area += 1.0 - filter.belief()[truth];
        reward += game.stage().payoffs[usize::from(own)][usize::from(answer)][0];
    }
    let view = table.view(Player::FIRST);
    let watch = match player {
        Learner::Search(agent) => {
            agent.catch_up(&view, &control)?;
            agent.watch()
        }
        Learner::Lookahead(agent) => {
            agent.catch_up(&view, &control)?;
            agent.watch()
        }
    };
    let history = &watch.opinion(Player::SECOND).expect("seat 2 is watched").history;
    let mut beliefs = [0.0; ROUNDS];
    for (belief, known) in beliefs.iter_mut().zip(&history[1..]) {
        *belief = known[truth];
    }
    Ok(Played { beliefs, exact_area, reward })
}

/// A filter whose values have sampled random rests in the place of expected ones, undiscounted: its area.
pub fn sampled_filter(truth: usize, rollouts: u32, games: usize, seed: u64) -> Estimate {
    let game = dilemma(1, 1.0).expect("a plain game");
    let payoffs = game.stage().payoffs;
    let silent = silence()[truth];
    // What a round is worth to agent 2 by each model, by its own move and agent 1's.
    let worth = |model: usize, own: usize, other: usize| {
        let bonus = if (own == 1) == (model == 0) { 1.0 } else { -1.0 };
        payoffs[other][own][1] + bonus
    };
    let areas: Vec<f64> = (0..games)
        .map(|index| {
            let mut rng = Rng::stream(Rng::derive(seed, 77 + truth as u64), index as u64);
            let mut filter = Filter::new(&[1.0, 1.0], Guards::NONE);
            let mut area = 0.0;
            for round in 0..ROUNDS {
                // By model and agent 2's move.
                let mut values = MODELS.map(|_| [0.0; 2]);
                for own in [0, 1] {
                    let mut sums = [0.0; 2];
                    for _ in 0..rollouts {
                        let mut counts = [[0.0; 2]; 2];
                        let bits = rng.bits();
                        for later in round + 1..ROUNDS {
                            let [one, two] = [bits >> later & 1, bits >> (later + 32) & 1];
                            counts[one as usize][two as usize] += 1.0;
                        }
                        for (model, sum) in sums.iter_mut().enumerate() {
                            for (mine, row) in counts.iter().enumerate() {
                                for (other, count) in row.iter().enumerate() {
                                    *sum += count * worth(model, mine, other);
                                }
                            }
                        }
                    }
                    for (model, sum) in sums.iter().enumerate() {
                        values[model][own] = worth(model, own, 0) + sum / f64::from(rollouts);
                    }
                }
                let mv = usize::from(rng.unit() < silent);
                let told = values.map(|values| {
                    let mut probabilities = Vec::with_capacity(2);
                    boltzmann(&values, &mut probabilities);
                    probabilities[mv]
                });
                filter.update(&told, 2);
                area += 1.0 - filter.belief()[truth];
            }
            area
        })
        .collect();
    mean_of(&areas)
}
