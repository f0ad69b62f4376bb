//! The agent and chance, playing from a tape.

use super::Sampling;
use crate::agent::probabilities;
use outwit_game::{Agent, Control, Game, Player, Problem, Rng, Table, Turn, View};
use rustc_hash::FxHashMap;

/// A play in progress, against one tape.
pub(super) struct World<G: Game> {
    pub state: G::State,
    /// What the replying seat has seen, by its number.
    pub view: u32,
    agents_view: u32,
    /// The number of the next draw.
    draws: u64,
    /// In open games the moves made, for there the agent is shown the position. Else nothing.
    played: Vec<G::Move>,
}

// Not derived: that would ask it of the rules.
impl<G: Game> Clone for World<G> {
    fn clone(&self) -> Self {
        let World { state, view, agents_view, draws, played } = self;
        World { state: state.clone(), view: *view, agents_view: *agents_view, draws: *draws, played: played.clone() }
    }
}

/// Where a play stands.
pub(super) enum Played {
    /// It is over, and the replying seat is paid this.
    Over(f64),
    /// The replying seat is to move.
    Replying,
}

/// All that is not the replying seat's choice.
pub(super) struct Luck<'a, G: Game> {
    pub game: &'a G,
    /// The seat that replies.
    pub seat: Player,
    start: &'a G::State,
    agent: &'a mut dyn Agent<G>,
    sampling: &'a Sampling,
    pub control: &'a Control<'a>,
    is_hidden: bool,
    /// What was seen, each the view before and what was seen then, by number; the first two are those of nothing.
    numbers: FxHashMap<(u32, G::Seen), u32>,
    views: Vec<Option<(u32, G::Seen)>>,
    /// What the agent does at each of its views.
    policies: FxHashMap<u32, Vec<f64>>,
}

impl<'a, G: Game> Luck<'a, G> {
    pub fn new(
        game: &'a G,
        start: &'a G::State,
        seat: Player,
        agent: &'a mut dyn Agent<G>,
        sampling: &'a Sampling,
        control: &'a Control<'a>,
    ) -> Luck<'a, G> {
        Luck {
            game,
            seat,
            start,
            agent,
            sampling,
            control,
            is_hidden: game.facts().hidden,
            numbers: FxHashMap::default(),
            views: vec![None, None],
            policies: FxHashMap::default(),
        }
    }

    /// How many views the agent was asked at.
    pub fn asked(&self) -> u64 {
        self.policies.len() as u64
    }

    /// A play begins, and goes on until the replying seat is to move.
    pub fn begin(&mut self, tape: u64) -> Result<(World<G>, Played), Problem> {
        let (seat, other) = (self.seat, self.seat.other());
        let mut world = World { state: self.start.clone(), view: 0, agents_view: 1, draws: 0, played: Vec::new() };
        world.view = self.view_after(world.view, self.game.first_look(self.start, seat));
        world.agents_view = self.view_after(world.agents_view, self.game.first_look(self.start, other));
        let played = self.go_on(&mut world, tape)?;
        Ok((world, played))
    }

    /// The replying seat moves, and play goes on until it is to move again.
    pub fn reply(&mut self, world: &mut World<G>, mv: G::Move, tape: u64) -> Result<Played, Problem> {
        self.play(world, mv);
        self.go_on(world, tape)
    }

    fn go_on(&mut self, world: &mut World<G>, tape: u64) -> Result<Played, Problem> {
        loop {
            let turn = self.game.turn(&world.state);
            // The number of a draw, not the view at which it is made, says which number of the tape it takes: then luck
            // cannot be picked by picking what the agent sees.
            let mut rng = Rng::stream(tape, world.draws);
            let mv = match turn {
                Turn::Over => return Ok(Played::Over(self.game.payoffs(&world.state)[self.seat])),
                Turn::Of(player) if player == self.seat => return Ok(Played::Replying),
                Turn::Chance => self.game.draw(&world.state, &mut rng),
                Turn::Of(_) => {
                    let mut moves = Vec::new();
                    self.game.moves(&world.state, &mut moves);
                    moves[rng.weighted(self.policy(world, &moves)?)]
                }
            };
            world.draws += 1;
            self.play(world, mv);
        }
    }

    fn play(&mut self, world: &mut World<G>, mv: G::Move) {
        let mut next = world.state.clone();
        self.game.play(&mut next, mv);
        let seen = self.game.observe(&world.state, mv, &next, self.seat);
        world.view = self.view_after(world.view, seen);
        let seen = self.game.observe(&world.state, mv, &next, self.seat.other());
        world.agents_view = self.view_after(world.agents_view, seen);
        world.state = next;
        if !self.is_hidden {
            world.played.push(mv);
        }
    }

    fn view_after(&mut self, view: u32, seen: Option<G::Seen>) -> u32 {
        let Some(seen) = seen else { return view };
        let next = self.views.len() as u32;
        let number = *self.numbers.entry((view, seen.clone())).or_insert(next);
        if number == next {
            self.views.push(Some((view, seen)));
        }
        number
    }

    /// What the agent does where it is to move, asked once for each of its views.
    fn policy(&mut self, world: &World<G>, moves: &[G::Move]) -> Result<&[f64], Problem> {
        let view = world.agents_view;
        if !self.policies.contains_key(&view) {
            let (game, seat, Sampling { seeds, seed, .. }) = (self.game, self.seat.other(), *self.sampling);
            let policy = if self.is_hidden {
                let mut seen = Vec::new();
                let mut place = view;
                while let Some((before, last)) = &self.views[place as usize] {
                    seen.push(last.clone());
                    place = *before;
                }
                seen.reverse();
                let told = View::told(game, seat, &seen, moves);
                probabilities(self.agent, &told, seeds, seed, self.control)?
            } else {
                let mut table = Table::at(game, self.start.clone());
                world.played.iter().for_each(|&mv| table.play(mv));
                probabilities(self.agent, &table.view(seat), seeds, seed, self.control)?
            };
            self.policies.insert(view, policy);
        }
        Ok(&self.policies[&view])
    }
}
