//! What the ways out of a macro position lead to: the outcomes that may come are named, and each is planned on from.
//!
//! A plan takes an outcome it has left open for what it is worth unseen. Here the best ways out are held against each other by
//! what they are worth seen: the mean, over all cards that may be turned up, of the best plan after each, which begins where the plan
//! that left the card open would have gone on. Where chance names more than one thing, as in a deal of ten cards, outcomes
//! are drawn.

use super::plan::{Exit, Kind, Plan, Task};
use super::rollouts::compare_by_playing;
use outwit_game::{Evaluation, Game, Meter, Rng, Turn, end_value};

/// How outcomes are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looks {
    /// How many ways out are compared at most; with 1 or none nothing is.
    pub ways: usize,
    /// How many times chance is drawn where it names more than one thing in a row.
    pub draws: usize,
    /// Moves a decision with which the game is played on to the end after each way out, in so many draws of all that chance has in
    /// store; with 0 nothing is played and chance is named once.
    pub rollouts: u64,
}

impl Looks {
    /// Which share of the budget is for making the plan, one over this: games to the end need more than a look at what comes next.
    pub fn plan_share(self) -> u32 {
        match (self.ways > 1, self.rollouts > 0) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => 4,
        }
    }
}

/// A way out that was compared.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The plan.
    pub exit: Exit,
    /// What it is worth in the mean over what may come.
    pub mean: f64,
}

/// The least number of moves that planning on from an outcome is given.
const FEWEST: u64 = 30;

/// Compares the best ways out of a plan, with so many moves at most, and gives them with the best first. `None` where there is
/// nothing to compare, or the budget ended before every one was looked at.
// What is compared, with what, how and for how long: each is another's.
#[allow(clippy::too_many_arguments)]
pub fn compare<G: Game, E: Evaluation<G>>(
    task: &Task<'_, G, E>,
    state: &G::State,
    plan: &Plan<G>,
    inner: &mut Plan<G>,
    looks: Looks,
    nodes: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Option<Vec<Compared>> {
    let best = plan.best.filter(|best| looks.ways > 1 && best.kind == Kind::GoesOn)?;
    if looks.rollouts > 0 {
        return compare_by_playing(task, state, plan, inner, looks, nodes, rng, meter);
    }
    // A card that can wait is held against others that can, not against a deal: a plan compares the two by evaluations that were made
    // for that, and what comes after them is worth what evaluations of other stages say.
    let of_its_kind = |way: &Exit| way.leaving.is_some() == best.leaving.is_some();
    let mut ways: Vec<Exit> = plan.ways_out.iter().map(|way| way.exit).filter(of_its_kind).collect();
    ways.sort_by(|one, other| other.value.total_cmp(&one.value));
    ways.truncate(looks.ways);
    if ways.len() < 2 {
        return None;
    }
    let share = nodes / ways.len() as u64;
    let draw_seed = rng.bits();
    let mut compared = Vec::with_capacity(ways.len());
    for exit in ways {
        let mut next = state.clone();
        let (line, rest) = plan.sooner(task, exit);
        line.into_iter().for_each(|mv| task.game.play(&mut next, mv));
        // Every way meets the same luck.
        let mut rng = Rng::new(draw_seed);
        let mean = outlook(task, &next, &rest, inner, looks.draws, share, &mut rng, meter)?;
        compared.push(Compared { exit, mean });
    }
    compared.sort_by(|one, other| other.mean.total_cmp(&one.mean));
    Some(compared)
}

/// What a position at chance's turn is worth in the mean; `None` when the search must stop. `rest` is how the plan that led here
/// goes on: naming a card takes no move away, so it can still be gone after each.
#[allow(clippy::too_many_arguments)]
fn outlook<G: Game, E: Evaluation<G>>(
    task: &Task<'_, G, E>,
    state: &G::State,
    rest: &[G::Move],
    inner: &mut Plan<G>,
    draws: usize,
    nodes: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Option<f64> {
    let game = task.game;
    if game.turn(state) != Turn::Chance {
        return Some(worth(task, state, rest, inner, nodes, meter));
    }
    let mut outcomes = Vec::new();
    game.moves(state, &mut outcomes);
    let first = outcomes.first().map(|&outcome| {
        let mut next = state.clone();
        game.play(&mut next, outcome);
        next
    });
    let is_one_card = first.is_some_and(|next| game.turn(&next) != Turn::Chance);
    let (mut sum, mut total) = (0.0, 0.0);
    let count = if is_one_card { outcomes.len() } else { draws.max(1) };
    let each = (nodes / count as u64).max(FEWEST);
    for named in (0..count).map(|index| is_one_card.then(|| outcomes[index])) {
        let mut next = state.clone();
        let weight = if let Some(outcome) = named {
            game.play(&mut next, outcome);
            game.weight(state, outcome) as f64
        } else {
            while game.turn(&next) == Turn::Chance {
                let outcome = game.draw(&next, rng);
                game.play(&mut next, outcome);
            }
            1.0
        };
        sum += weight * worth(task, &next, rest, inner, each, meter);
        total += weight;
        if meter.is_stopped() {
            return None;
        }
    }
    Some(sum / total)
}

/// What the best plan from here is worth.
fn worth<G: Game, E: Evaluation<G>>(
    task: &Task<'_, G, E>,
    state: &G::State,
    rest: &[G::Move],
    inner: &mut Plan<G>,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> f64 {
    if task.game.turn(state).is_over() {
        return end_value(task.game, state, &task.manner.evaluation, task.seat);
    }
    inner.make_along(task, state, rest, nodes, meter);
    inner.best.map_or_else(|| task.manner.evaluation.value(task.game, state, task.seat), |best| best.value)
}
