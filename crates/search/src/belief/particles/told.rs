//! Worlds whose others move as an [`Opponent`] has it.

use crate::belief::opponent::ask_in_world;
use crate::belief::{Decision, Opponent};
use outwit_game::{Control, Game, Particle, Player, Problem, Transition, Turn};

/// What a world tells besides its position, to an [`Opponent`] that asks.
#[derive(Debug)]
pub struct Told<G: Game> {
    /// Which kind of player the others are, of those the opponent knows.
    pub kind: usize,
    /// What every seat has seen, where the opponent asks for it; else nothing.
    pub views: Vec<Vec<G::Seen>>,
}

// Not derived: that would ask it of the rules, which are not part of a world.
impl<G: Game> Clone for Told<G> {
    fn clone(&self) -> Self {
        Told { kind: self.kind, views: self.views.clone() }
    }
}
impl<G: Game> PartialEq for Told<G> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.views == other.views
    }
}

/// The others move as an opponent has it, who is asked with this control: each world says which of its kinds they are, and what they have seen in it.
pub struct ByOpponent<'a, O: ?Sized>(pub &'a mut O, pub Control<'a>);

impl<G: Game, O: Opponent<G> + ?Sized> Transition<G, Told<G>> for ByOpponent<'_, O> {
    fn begin(&mut self, game: &G, start: &G::State, out: &mut Vec<(Told<G>, f64)>) {
        let look = |seat| game.first_look(start, seat).into_iter().collect();
        let views = || Player::all(game.players()).map(look).collect();
        for (kind, weight) in self.0.kinds().into_iter().enumerate() {
            out.push((Told { kind, views: if self.0.reads_views() { views() } else { Vec::new() } }, weight));
        }
    }

    fn probabilities(
        &mut self,
        game: &G,
        world: &Particle<G, Told<G>>,
        player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let Told { kind, views } = &world.carried;
        let from = out.len();
        let decision = Decision { game, state: &world.state, player, moves, kind: *kind, views };
        ask_in_world(self.0, &decision, &self.1, out)?;
        if out.len() == from {
            // Nobody knows how an adversary chooses: all its moves count alike.
            out.resize(from + moves.len(), 1.0 / moves.len() as f64);
        }
        Ok(())
    }

    fn carry(
        &mut self,
        game: &G,
        world: &Particle<G, Told<G>>,
        _turn: Turn,
        moves: &[G::Move],
        place: usize,
        after: &G::State,
        _is_seen: bool,
    ) -> Told<G> {
        let mut told = world.carried.clone();
        for (index, view) in told.views.iter_mut().enumerate() {
            view.extend(game.observe(&world.state, moves[place], after, Player::new(index)));
        }
        told
    }

    fn is_plain(&self) -> bool {
        !self.0.reads_views()
    }
}
