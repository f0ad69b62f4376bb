//! How much an agent can be exploited, between bounds, in games that are too large to be written out.
//!
//! What the best reply wins is a maximum over strategies of an expectation over luck: the agent's draws and chance's. Luck
//! can be drawn beforehand, as a *tape* of numbers from which the agent and chance take theirs. Then
//! - *any* reply, played against fresh tapes, wins no more than the best one does: its mean is a bound from below. The
//!   reply played here is learned against the agent, by Monte-Carlo search over what the replying seat sees;
//! - the best reply to a *batch* of tapes, one strategy for all of them, wins at least as much against the batch as any
//!   strategy does, the best reply to all luck included: its mean over batches is a bound from above. With one tape a batch
//!   the replier knows the future; the larger the batch, the less there is to know, and the closer the bound.
//!
//! Wai-Kei Mak, David Morton and Kevin Wood, *Monte Carlo bounding techniques for determining solution quality in stochastic
//! programs*, 1999, is where this pair of bounds comes from. Both are means of independent draws, so both have intervals.

mod batch;
mod learned;
mod tapes;

use batch::best_reply_in_hindsight;
use learned::Learned;
use outwit_game::{Agent, Control, Game, Player, Problem, Rng};
use tapes::Luck;

/// Games to learn from, for each one that counts.
const LESSONS: u64 = 30;

/// How much is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// Games that the learned reply plays against the agent, for each seat. It learns from thirty times as many.
    pub games: u64,
    /// Batches of tapes, for each seat; at least 2, for there to be an interval.
    pub batches: u64,
    /// Tapes of a batch: the more, the closer the bound from above, and the longer it takes.
    pub tapes: u64,
    /// Moves made at most when the best reply to a batch is looked for. What is left then counts as won.
    pub nodes: u64,
    /// How often the agent is asked at each view, with different seeds.
    pub seeds: u64,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// A mean of independent draws and the half width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// What it may be off, either way.
    pub half: f64,
}

impl Measured {
    fn of(values: &[f64]) -> Measured {
        let estimate = outwit_statistics::mean(values);
        let half = estimate.and_then(|estimate| estimate.half_width());
        Measured { mean: estimate.map_or(f64::NAN, |estimate| estimate.value), half: half.unwrap_or(f64::INFINITY) }
    }

    /// The mean of two independent ones.
    fn halfway(self, other: Measured) -> Measured {
        let half = (self.half * self.half + other.half * other.half).sqrt() / 2.0;
        Measured { mean: (self.mean + other.mean) / 2.0, half }
    }
}

/// What is known of how much an agent can be exploited.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// What the learned reply wins, on average over the seats: the best reply wins at least this.
    pub low: Measured,
    /// What the best reply to a batch wins, on average over the seats: the best reply wins at most this.
    pub high: Measured,
    /// The first of these for the reply of either seat.
    pub lows: [Measured; 2],
    /// And the second.
    pub highs: [Measured; 2],
    /// Whether every batch was searched to its end.
    pub is_complete: bool,
    /// Views at which the agent was asked, in all.
    pub asked: u64,
}

impl Bounds {
    /// The exploitability lies between these two with a confidence of at least 95 %.
    pub fn interval(&self) -> (f64, f64) {
        (self.low.mean - self.low.half, self.high.mean + self.high.half)
    }
}

/// Bounds of an agent's exploitability from `start` on, by sampling. The game is one for two with a sum of 0 that must end.
pub fn exploitability_bounds<G: Game>(
    game: &G,
    start: &G::State,
    agent: &mut dyn Agent<G>,
    sampling: &Sampling,
    control: &Control<'_>,
) -> Result<Bounds, Problem> {
    let facts = game.facts();
    if !facts.is_zero_sum_for_two(game.players()) {
        return Err(Problem::new("exploitability is measured in two-seat zero-sum games, and this one is not"));
    }
    if facts.cyclic {
        return Err(Problem::new("exploitability is not measured where positions come back and play need not end"));
    }
    if sampling.games < 2 || sampling.batches < 2 || sampling.tapes == 0 {
        return Err(Problem::new("an interval takes at least 2 games, 2 batches, and a tape in each batch"));
    }
    let nothing = Measured { mean: 0.0, half: 0.0 };
    let (mut lows, mut highs) = ([nothing; 2], [nothing; 2]);
    let (mut is_complete, mut asked) = (true, 0);
    for seat in Player::all(2) {
        // Streams of their own for learning, for the games that count, and for each batch: nothing is used twice.
        let stream = |use_of: u64| Rng::derive(Rng::derive(sampling.seed, seat.index() as u64), use_of);
        let mut luck = Luck::new(game, start, seat, agent, sampling, control);
        let mut reply = Learned::default();
        for number in 0..LESSONS * sampling.games {
            reply.learn(&mut luck, Rng::derive(stream(0), number))?;
        }
        let games = (0..sampling.games).map(|number| reply.play(&mut luck, Rng::derive(stream(1), number)));
        lows[seat.index()] = Measured::of(&games.collect::<Result<Vec<f64>, Problem>>()?);
        let mut batches = Vec::new();
        for number in 0..sampling.batches {
            let seed = Rng::derive(stream(2), number);
            let tapes = (0..sampling.tapes).map(|tape| Rng::derive(seed, tape));
            let (value, is_searched) = best_reply_in_hindsight(&mut luck, &reply, tapes, sampling.nodes)?;
            batches.push(value);
            is_complete &= is_searched;
        }
        highs[seat.index()] = Measured::of(&batches);
        asked += luck.asked();
    }
    Ok(Bounds { low: lows[0].halfway(lows[1]), high: highs[0].halfway(highs[1]), lows, highs, is_complete, asked })
}
