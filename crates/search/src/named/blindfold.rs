//! Blindfold: two plies over the worlds that a seat holds possible, for games in which most of the position is hidden.
//!
//! After Parker, Nau and Subrahmanian 2010, between their two players: what a move is worth in a world is mostly the mean over
//! the replies (*overconfidence*), with a part of the worst reply mixed in (*paranoia*), replies weighted by how much they
//! seem to win. Worlds are carried from move to move by [`Particles`], the others believed to move as softly greedily as in
//! the search. Where the game refuses moves (a referee who sees more than the mover), a refused try costs nothing and tells
//! something: so a move counts for the worlds in which it is legal alone, and the best of those is tried first. A draw counts
//! as a loss of eight pawns to who is ahead: stalemate is what winners of hidden games fall into. Where the game has exact
//! knowledge of its own ([`counsel`](outwit_game::Game::counsel)) that decides: a lone king in kriegspiel is mated by it.
//!
//! Costs `worlds` times moves times replies. It is no equilibrium: it neither bluffs nor hides, and it sees no plan of three
//! moves.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, EVAL, TEMPERATURE};
use crate::belief::{ByOpponent, Decision, Opponent, Particles, Told};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN, best_of, seat_values};
use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Bound, Control, Evaluated, Evaluation, Game, Parameter, Player, Problem, Report, Rng, SampleLimits,
    Settings, Turn, View,
};
use std::sync::atomic::Ordering;

const PARTICLES: Parameter =
    Parameter::integer("particles", "1000", 1, 1 << 24, "worlds carried from move to move, with weights");
const WORLDS: Parameter = Parameter::integer("worlds", "60", 1, 1 << 24, "worlds of them that a move is tried in");
const WORST: Parameter = Parameter::probability(
    "worst",
    "0.1",
    "how much the worst reply counts against the mean: 0 overconfident, 1 paranoid",
);
const GREED: Parameter =
    Parameter::amount("greed", "1", "how much likelier replies are that seem to win something; 0 for all alike");

const COUNSEL: Parameter = Parameter::flag("counsel", "true", "take what the game knows for certain, where it does");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "blindfold",
    summary: "two plies over worlds carried on from move to move, between overconfident and paranoid",
    parameters: &[PARTICLES, WORLDS, WORST, GREED, COUNSEL, EVAL, TEMPERATURE, BLUNDER],
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
const DRAWN: f64 = 8.0;

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let particles = settings.count("particles");
    let limits = SampleLimits { listed: particles, worlds: particles, steps: particles.saturating_mul(64) };
    Ok(Box::new(Blindfold::<G> {
        evaluation: catalog::evaluation(settings, game)?, // value: the game's evaluation after each reply
        replies: Greedy(settings.real("greed").unwrap_or(1.0)), // belief: worlds with weights, replies softly greedy
        belief: Particles::new(limits),
        worlds: settings.count("worlds"), // grow: two plies in so many of them
        worst: settings.real("worst").unwrap_or(0.1), // backup: the mean, and some of the worst
        takes_counsel: settings.flag("counsel"),
        character: Character::from_settings(settings),
        seed: 0,
        nodes: 0,
    }))
}

/// The others take what the game's [hint for ordering](outwit_game::Game::promise) thinks much of, and otherwise anything.
#[derive(Clone, Copy, Debug)]
pub struct Greedy(pub f64);

/// The hint that doubles a move's weight.
const NOTABLE: f64 = 1000.0;
/// No move is more than so many times likelier than a plain one.
const MOST: f64 = 10.0;

impl Greedy {
    fn weight<G: Game>(self, game: &G, state: &G::State, mv: G::Move) -> f64 {
        1.0 + self.0 * (f64::from(game.promise(state, mv)) / NOTABLE).clamp(0.0, MOST)
    }
}

impl<G: Game> Opponent<G> for Greedy {
    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        _rng: &mut Rng,
        _control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        out.extend(decision.moves.iter().map(|&mv| self.weight(decision.game, decision.state, mv)));
        let total: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= total);
        Ok(())
    }
}

/// The agent.
pub struct Blindfold<G: Evaluated> {
    evaluation: G::Evaluation,
    replies: Greedy,
    belief: Particles<G, Told<G>>,
    worlds: usize,
    worst: f64,
    takes_counsel: bool,
    character: Character,
    seed: u64,
    nodes: u64,
}

impl<G: Evaluated> Blindfold<G> {
    /// What a position is worth to the seat after its move: the others' replies, if one of them is to move.
    fn after_move(&mut self, game: &G, state: &G::State, seat: Player, draw: f64, scratch: &mut Vec<G::Move>) -> f64 {
        match game.turn(state) {
            Turn::Over => settled(game, state, &self.evaluation, seat, draw),
            Turn::Of(player) if player != seat => {
                scratch.clear();
                game.lasting_moves(state, scratch);
                let (mut sum, mut weight, mut worst) = (0.0, 0.0, f64::INFINITY);
                for &mv in scratch.iter() {
                    let share = self.replies.weight(game, state, mv);
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    let value = if game.turn(&next).is_over() {
                        settled(game, &next, &self.evaluation, seat, draw)
                    } else {
                        self.evaluation.value(game, &next, seat)
                    };
                    (sum, weight, worst) = (sum + share * value, weight + share, worst.min(value));
                }
                self.nodes += scratch.len() as u64;
                if weight > 0.0 { (1.0 - self.worst) * sum / weight + self.worst * worst } else { draw }
            }
            _ => self.evaluation.value(game, state, seat),
        }
    }

    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat, moves) = (view.game(), view.seat(), view.moves());
        // Step 1. What may be the case, as many worlds as are asked for, by their weights.
        let worlds: Vec<G::State> = match view.state() {
            Some(state) => vec![state.clone()],
            None => {
                self.belief.catch_up(view, &mut ByOpponent(&mut self.replies), control)?;
                self.draw(rng)
            }
        };
        // Step 2. Each move in each world in which it is played.
        let mut sums = vec![(0.0, 0u32); moves.len()];
        let (mut lasting, mut scratch, mut done) = (Vec::new(), Vec::new(), 0);
        for world in &worlds {
            if done > 0 && is_late(control) {
                break;
            }
            done += 1;
            lasting.clear();
            game.lasting_moves(world, &mut lasting);
            let ahead = self.evaluation.value(game, world, seat);
            let unit = self.evaluation.unit(game);
            let draw = if ahead > AHEAD * unit { -DRAWN * unit } else { 0.0 };
            for (place, &mv) in moves.iter().enumerate().filter(|(_, mv)| lasting.contains(mv)) {
                let mut next = world.clone();
                game.play(&mut next, mv);
                self.nodes += 1;
                let value = self.after_move(game, &next, seat, draw, &mut scratch);
                (sums[place].0, sums[place].1) = (sums[place].0 + value, sums[place].1 + 1);
            }
        }
        // Step 3. A move that no world plays is known to be refused, as far as anybody can tell. Where there is no world at all
        // anything may be tried.
        let found = |(place, &mv): (usize, &G::Move)| {
            let (sum, count) = sums[place];
            let values = match count {
                0 => UNKNOWN,
                _ => seat_values(&game.facts(), game.players(), seat, sum / f64::from(count)),
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
            nodes: self.nodes,
            depth: 2,
            tree: None,
            remarks,
        })
    }

    /// Worlds by their weights, with steps of equal length.
    fn draw(&self, rng: &mut Rng) -> Vec<G::State> {
        let worlds = self.belief.worlds();
        if worlds.len() <= self.worlds {
            return worlds.iter().map(|world| world.state.clone()).collect();
        }
        let step = 1.0 / self.worlds as f64;
        let mut next = rng.unit() * step;
        let (mut sum, mut drawn) = (0.0, Vec::with_capacity(self.worlds));
        for world in worlds {
            sum += world.weight;
            while next < sum && drawn.len() < self.worlds {
                drawn.push(world.state.clone());
                next += step;
            }
        }
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

/// Whether the caller wants no more.
fn is_late(control: &Control<'_>) -> bool {
    let told = control.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
    let late = control.deadline.is_some_and(|end| control.clock.is_some_and(|clock| clock.now() >= end));
    told || late
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
        self.nodes = 0;
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
