//! Blindfold: two plies over the worlds that a seat holds possible, for games in which most of the position is hidden.
//!
//! After Parker, Nau and Subrahmanian 2010, between their two players: what a move is worth in a world is mostly the mean over
//! the replies (*overconfidence*), with a part of the worst reply mixed in (*paranoia*), replies weighted by how much they
//! seem to win. Worlds are carried from move to move by [`Particles`], the others believed to move as softly greedily as in
//! the search. Where the game refuses moves (a referee who sees more than the mover), a refused try costs nothing and tells
//! something: so a move counts for the worlds in which it is legal alone, and the best of those is tried first. A draw counts
//! as a loss of fifteen pawns to who is ahead: stalemate is what winners of hidden games fall into. Where the game has exact
//! knowledge of its own ([`counsel`](outwit_game::Game::counsel)) that decides: a lone king in kriegspiel is mated by it.
//!
//! Costs `worlds` times moves times replies; with `time=` or `nodes=`, worlds are looked at in random order for as long as
//! that lasts. It is no equilibrium: it neither bluffs nor hides, and it sees no plan of three moves.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, EVAL, NODES, TEMPERATURE, TIME};
pub use crate::belief::Greedy;
use crate::belief::{ByOpponent, Particles, Told};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN, best_of, seat_values};
use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Bound, Budget, Control, Evaluated, Evaluation, Game, Key, Meter, Player, Problem, Report, Rng, SampleLimits,
    Settings, Turn, View, keys,
};

const PARTICLES: Key<usize> =
    Key::integer("particles", "1000", 1, 1 << 20, "worlds carried from move to move, with weights");
const WORLDS: Key<Option<usize>> = Key::integer(
    "worlds",
    "",
    1,
    1 << 24,
    "worlds of them that a move is tried in; 60 without a budget, else as many as that allows",
);
const WORST: Key<f64> =
    Key::probability("worst", "0.1", "how much the worst reply counts against the mean: 0 overconfident, 1 paranoid");
const GREED: Key<f64> =
    Key::amount("greed", "1", "how much likelier replies are that seem to win something; 0 for all alike");
const COUNSEL: Key<bool> = Key::flag("counsel", "true", "take what the game knows for certain, where it does");

/// Worlds looked at where nobody says how long to think.
const DEFAULT_WORLDS: usize = 60;

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "blindfold",
    summary: "two plies over worlds carried on from move to move, between overconfident and paranoid",
    parameters: keys![PARTICLES, WORLDS, NODES, TIME, WORST, GREED, COUNSEL, EVAL, TEMPERATURE, BLUNDER],
    demands: Demands::ANY,
    axes: Axes {
        grow: "two plies",
        value: "evaluation",
        backup: "between the mean and the worst",
        belief: "uniform+particles",
    },
};

/// From where on one is ahead, and what a draw costs then, in notable gains of the evaluation.
const AHEAD: f64 = 2.0;
const DRAWN: f64 = 15.0;

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let particles = settings.get(PARTICLES);
    let budget = catalog::asked_budget(settings);
    let most = if budget.is_unlimited() { DEFAULT_WORLDS } else { usize::MAX };
    let limits = SampleLimits { listed: particles, worlds: particles, steps: particles.saturating_mul(64) };
    Ok(Box::new(Blindfold::<G> {
        evaluation: catalog::evaluation(settings, game)?, // value: the game's evaluation after each reply
        replies: Greedy(settings.get(GREED)),             // belief: worlds with weights, replies softly greedy
        belief: Particles::new(limits).remembering(),
        budget,
        worlds: settings.get(WORLDS).unwrap_or(most), // grow: two plies in so many of them
        worst: settings.get(WORST),                   // backup: the mean, and some of the worst
        takes_counsel: settings.get(COUNSEL),
        character: Character::from_settings(settings),
        seed: 0,
    }))
}

/// The agent.
pub struct Blindfold<G: Evaluated> {
    evaluation: G::Evaluation,
    replies: Greedy,
    belief: Particles<G, Told<G>>,
    budget: Budget,
    worlds: usize,
    worst: f64,
    takes_counsel: bool,
    character: Character,
    seed: u64,
}

impl<G: Evaluated> Blindfold<G> {
    /// What a position is worth to the seat after its move: the others' replies, if one of them is to move. `None` when the
    /// meter said stop.
    fn after_move(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        draw: f64,
        replies: &mut Vec<G::Move>,
        meter: &mut Meter<'_>,
    ) -> Option<f64> {
        match game.turn(state) {
            Turn::Over => Some(settled(game, state, &self.evaluation, seat, draw)),
            Turn::Of(player) if player != seat => {
                replies.clear();
                game.lasting_moves(state, replies);
                let (mut sum, mut weight, mut worst) = (0.0, 0.0, f64::INFINITY);
                for &mv in replies.iter() {
                    if !meter.count() {
                        return None;
                    }
                    let share = self.replies.weight(game, state, mv);
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    let value = if game.turn(&next).is_over() {
                        settled(game, &next, &self.evaluation, seat, draw)
                    } else {
                        self.evaluation.value_after(game, state, mv, &next, seat)
                    };
                    (sum, weight, worst) = (sum + share * value, weight + share, worst.min(value));
                }
                Some(if weight > 0.0 { (1.0 - self.worst) * sum / weight + self.worst * worst } else { draw })
            }
            _ => Some(self.evaluation.value(game, state, seat)),
        }
    }

    /// What each move is worth in a world in which it is played, added up. `false` when the meter said stop.
    fn try_moves(
        &self,
        view: &View<'_, G>,
        world: &G::State,
        weight: f64,
        sums: &mut [(f64, f64)],
        scratch: &mut [Vec<G::Move>; 2],
        meter: &mut Meter<'_>,
    ) -> bool {
        let (game, seat) = (view.game(), view.seat());
        let [lasting, replies] = scratch;
        lasting.clear();
        game.lasting_moves(world, lasting);
        let ahead = self.evaluation.value(game, world, seat);
        let unit = self.evaluation.unit(game);
        let draw = if ahead > AHEAD * unit { -DRAWN * unit } else { 0.0 };
        for (mv, (sum, weights)) in view.moves().iter().zip(sums).filter(|(mv, _)| lasting.contains(mv)) {
            if !meter.count() {
                return false;
            }
            let mut next = world.clone();
            game.play(&mut next, *mv);
            let Some(value) = self.after_move(game, &next, seat, draw, replies, meter) else { return false };
            (*sum, *weights) = (*sum + weight * value, *weights + weight);
        }
        true
    }

    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat, moves) = (view.game(), view.seat(), view.moves());
        let mut meter = Meter::new(control, &self.budget)?;
        // Step 1. What may be the case, as many worlds as are asked for, by their weights and in random order: wherever time
        // ends, those that were looked at are a sample.
        let worlds: Vec<(G::State, f64)> = match view.state() {
            Some(state) => vec![(state.clone(), 1.0)],
            None => {
                let within = Control { deadline: meter.deadline(), ..*control };
                self.belief.catch_up(view, &mut ByOpponent(&mut self.replies, within), &within)?;
                self.draw(rng)
            }
        };
        // Step 2. Each move in each world in which it is played.
        let mut sums = vec![(0.0, 0.0); moves.len()];
        let mut scratch = [Vec::new(), Vec::new()];
        let mut done = 0;
        for (world, weight) in &worlds {
            let may_go_on = done == 0 || meter.look();
            if !may_go_on || !self.try_moves(view, world, *weight, &mut sums, &mut scratch, &mut meter) {
                break;
            }
            done += 1;
        }
        // Step 3. A move that no world plays is known to be refused, as far as anybody can tell. Where there is no world at all
        // anything may be tried.
        let found = |(place, &mv): (usize, &G::Move)| {
            let (sum, weights) = sums[place];
            let values = match weights > 0.0 {
                true => seat_values(&game.facts(), game.players(), seat, sum / weights),
                false => UNKNOWN,
            };
            Found { mv, values, bound: Bound::Exact, line: vec![mv] }
        };
        let found: Vec<Found<G::Move>> = moves.iter().enumerate().map(found).collect();
        let best = best_of(&found, seat);
        let mut remarks = vec![format!("{done} worlds of {}", self.belief.worlds().len().max(1))];
        remarks.extend(self.belief.why().filter(|_| view.state().is_none()));
        Ok(Findings {
            extras: Vec::new(),
            value: found[best[0]].values,
            line: vec![found[best[0]].mv],
            moves: found,
            best,
            picks: Vec::new(),
            nodes: meter.nodes(),
            depth: if done > 0 { 2 } else { 0 },
            tree: None,
            remarks,
        })
    }

    /// Worlds with what they count: all of them by their weights, or as many as are wanted, drawn with steps of equal length.
    fn draw(&self, rng: &mut Rng) -> Vec<(G::State, f64)> {
        let worlds = self.belief.worlds();
        let mut drawn = Vec::with_capacity(self.worlds.min(worlds.len()));
        if worlds.len() <= self.worlds {
            drawn.extend(worlds.iter().map(|world| (world.state.clone(), world.weight)));
        } else {
            let step = 1.0 / self.worlds as f64;
            let (mut next, mut sum) = (rng.unit() * step, 0.0);
            for world in worlds {
                sum += world.weight;
                let mut copies = 0.0;
                while next < sum {
                    copies += 1.0;
                    next += step;
                }
                if copies > 0.0 {
                    drawn.push((world.state.clone(), copies));
                }
            }
        }
        rng.shuffle(&mut drawn);
        drawn
    }
}

/// What a seat is paid; a draw is worth what it is to this one. Where a written tree was cut, what the evaluation says.
fn settled<G: Game, E: Evaluation<G>>(game: &G, state: &G::State, evaluation: &E, seat: Player, draw: f64) -> f64 {
    if game.is_frontier(state) {
        return evaluation.value(game, state, seat);
    }
    let paid = game.payoffs(state)[seat];
    if paid == 0.0 { draw } else { paid }
}

impl<G: Evaluated> Agent<G> for Blindfold<G> {
    fn begin(&mut self, _game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.belief.begin(seat, seed);
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let (seat, moves) = (view.seat(), view.moves());
        if moves.is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        let counsel = if self.takes_counsel { view.game().counsel(view) } else { None };
        let counsel = counsel.and_then(|mv| moves.iter().position(|known| *known == mv));
        let findings = match counsel {
            Some(place) => {
                let found = |&mv: &G::Move| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: vec![mv] };
                Findings {
                    moves: moves.iter().map(found).collect(),
                    best: vec![place],
                    picks: Vec::new(),
                    value: UNKNOWN,
                    line: vec![moves[place]],
                    nodes: 0,
                    depth: 0,
                    tree: None,
                    remarks: vec!["the game's own exact knowledge".to_string()],
                    extras: Vec::new(),
                }
            }
            None => self.search(view, &mut rng, control)?,
        };
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
