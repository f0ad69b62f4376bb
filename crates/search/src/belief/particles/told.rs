//! Worlds whose others move as an [`Opponent`] has it.

use crate::belief::{Decision, Opponent};
use outwit_game::{Control, Game, Particle, Player, Problem, Rng, Transition, Turn};

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

/// The others move as an opponent has it: each world says which of its kinds they are, and what they have seen in it.
pub struct ByOpponent<'a, O: ?Sized>(pub &'a mut O);

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
        shares_in_world(&Decision { game, state: &world.state, player, moves, kind: *kind, views }, self.0, out)
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

/// The seed of opponents that are asked in worlds.
const ASKED: u64 = 0x0B5E_4E12;

/// How likely each move is to an opponent that is asked in a world.
fn shares_in_world<G: Game, O: Opponent<G> + ?Sized>(
    decision: &Decision<'_, G>,
    opponent: &mut O,
    out: &mut Vec<f64>,
) -> Result<(), Problem> {
    // What a world says must not depend on when it was asked: an opponent that draws does so by the position.
    let key = if opponent.thinks() { decision.game.key(decision.state) } else { 0 };
    opponent.probabilities(decision, &mut Rng::stream(ASKED, key), &Control::default(), out)?;
    if out.is_empty() {
        // Nobody knows how an adversary chooses: all its moves count alike.
        out.resize(decision.moves.len(), 1.0 / decision.moves.len() as f64);
    }
    Ok(())
}
