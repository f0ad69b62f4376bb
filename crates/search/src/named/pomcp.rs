//! POMCP-style search: information-set MCTS on a cloud of particles that is carried from move to move.
//!
//! Silver and Veness 2010. The belief is a set of worlds. Each is played on by what was seen since: our own moves as they were,
//! the others' at random, and a world survives if it would have looked the same. Where too few survive, fresh worlds are drawn
//! from the whole view. Against [`ismcts`], whose worlds are as likely as the game's own sampling makes them, the
//! particles weigh worlds by how likely random others would have led to them. Assumes what ismcts assumes. Costs a few replayed
//! moves a particle more.

use super::catalog::{self, AgentEntry, BLUNDER, Demands, EVAL, NODES, TEMPERATURE, TIME};
use super::ismcts;
use super::uct::{C, CHOICE, HORIZON, SCALE, SIMS};
use crate::character::Character;
use crate::grow::information_set_tree::{InformationSetTree, Options};
use crate::searcher::choice_rng;
use outwit_game::{Agent, Control, Evaluated, Game, Parameter, Player, Problem, Report, Rng, Settings, Turn, View};

const PARTICLES: Parameter = Parameter::integer("particles", "1000", 1, 1 << 24, "worlds carried from move to move");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "pomcp",
    summary: "Monte-Carlo search over worlds carried on from move to move; default 10,000 simulations",
    parameters: &[SIMS, NODES, TIME, PARTICLES, C, HORIZON, EVAL, SCALE, CHOICE, TEMPERATURE, BLUNDER],
    demands: Demands { chance: true, hidden: true, endless_chance: true },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    Ok(Box::new(Pomcp::<G> {
        options: ismcts::options(settings, game),
        evaluation: catalog::evaluation(settings, game)?,
        character: Character::from_settings(settings),
        wanted: settings.count("particles"),
        particles: Vec::new(),
        seen: 0,
        seed: 0,
    }))
}

/// The agent.
pub struct Pomcp<G: Evaluated> {
    options: Options,
    evaluation: G::Evaluation,
    character: Character,
    wanted: usize,
    particles: Vec<G::State>,
    /// How much had been seen when the particles were last looked at.
    seen: usize,
    seed: u64,
}

/// Tries to find a move that looks right before a particle is given up.
const TRIES: usize = 8;
/// Moves nobody notices that may lie between two observations.
const UNNOTICED: usize = 64;

impl<G: Evaluated> Pomcp<G> {
    /// Plays the particles on by what was seen since, and makes good for those that are lost.
    fn catch_up(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<(), Problem> {
        let (game, seat) = (view.game(), view.seat());
        match view.seen().get(self.seen..) {
            Some(news) if !self.particles.is_empty() => {
                for seen in news {
                    let mut survivors = Vec::with_capacity(self.particles.len());
                    for particle in self.particles.drain(..) {
                        survivors.extend(advance(game, particle, seat, seen, rng));
                    }
                    self.particles = survivors;
                }
            }
            _ => self.particles.clear(),
        }
        self.seen = view.seen().len();
        // Others may have moved without being noticed; a world in which it is not our turn is none.
        self.particles.retain(|state| {
            let mut moves = Vec::new();
            let ours = game.turn(state) == Turn::Of(seat);
            if ours {
                game.moves(state, &mut moves);
            }
            ours && moves == view.moves()
        });
        // A cloud of a few survivors says too little: half of it at least is fresh then.
        let survivors = self.particles.len();
        if survivors > 0 {
            while self.particles.len() < (4 * survivors).min(self.wanted) {
                self.particles.push(self.particles[rng.index(survivors)].clone());
            }
        }
        while self.particles.len() < self.wanted {
            let Some(world) = game.sample(view, rng) else { break };
            self.particles.push(world);
        }
        if self.particles.is_empty() {
            return Err(Problem::new(
                "no world was found that agrees with what the seat has seen, or this game does not know how to find one",
            ));
        }
        Ok(())
    }
}

/// A world played on until the seat sees something; none if it would not have seen this.
fn advance<G: Game>(game: &G, state: G::State, seat: Player, seen: &G::Seen, rng: &mut Rng) -> Option<G::State> {
    let mut moves = Vec::new();
    for _ in 0..TRIES {
        let mut state = state.clone();
        for _ in 0..UNNOTICED {
            let turn = game.turn(&state);
            if turn.is_over() {
                break;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            // Our own moves, and others' that can be told apart, need no luck.
            let matching = |mv: &G::Move| {
                let mut next = state.clone();
                game.play(&mut next, *mv);
                game.observe(&state, *mv, &next, seat).as_ref() == Some(seen)
            };
            let fitting: Vec<G::Move> = moves.iter().copied().filter(matching).collect();
            if turn == Turn::Of(seat) {
                let mv = *fitting.first()?;
                game.play(&mut state, mv);
                return Some(state);
            }
            let mv = match turn {
                Turn::Chance => game.draw(&state, rng),
                _ => *rng.pick(&moves),
            };
            let mut next = state.clone();
            game.play(&mut next, mv);
            match game.observe(&state, mv, &next, seat) {
                Some(other) if other == *seen => return Some(next),
                Some(_) => break,
                None => state = next,
            }
        }
    }
    None
}

impl<G: Evaluated> Agent<G> for Pomcp<G> {
    fn begin(&mut self, _game: &G, _seat: Player, seed: u64) {
        self.seed = seed;
        self.particles.clear();
        self.seen = 0;
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let seat = view.seat();
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        self.catch_up(view, &mut Rng::stream(self.seed, u64::MAX - view.seen().len() as u64))?;
        let tree = InformationSetTree::new(view.game(), &self.evaluation, self.options, seat);
        let particles = &self.particles;
        let findings = tree.search(view, &mut rng, control, |rng| Some(rng.pick(particles).clone()))?;
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
