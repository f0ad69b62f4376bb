//! Beliefs: the worlds that agree with what a seat has seen, each with its weight.

use crate::belief::particles::{Agreement, ByOpponent, Particles, Told};
use crate::belief::{Opponent, Way};
use outwit_game::{Control, Game, Particle, Player, Problem, SampleLimits, View};
use std::hash::{Hash, Hasher};

/// What may be the case.
pub struct World<G: Game> {
    /// The position.
    pub state: G::State,
    /// Which kind of player the others are, of those the opponent knows.
    pub kind: usize,
    /// What every seat has seen, where the opponent asks for it; else nothing.
    pub views: Vec<Vec<G::Seen>>,
}

// Not derived: that would ask it of the rules, which are not part of a world.
impl<G: Game> Clone for World<G> {
    fn clone(&self) -> Self {
        World { state: self.state.clone(), kind: self.kind, views: self.views.clone() }
    }
}
impl<G: Game> PartialEq for World<G> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.kind == other.kind && self.views == other.views
    }
}
impl<G: Game> Eq for World<G> {}
impl<G: Game> Hash for World<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.state, self.kind, &self.views).hash(hasher);
    }
}

/// Worlds with their weights. What counts is how the weights compare, not what they add up to.
pub type Belief<G> = Vec<(World<G>, f64)>;

/// Puts a belief in an order that depends on its worlds alone and adds up the weights of equal ones.
pub(super) fn merge<G: Game>(game: &G, belief: &mut Belief<G>) {
    let key = |world: &World<G>| (game.key(&world.state), world.kind);
    belief.sort_by_cached_key(|(world, _)| key(world));
    belief.dedup_by(|(later, weight), (first, sum)| {
        let is_same = later == first;
        if is_same {
            *sum += *weight;
        }
        is_same
    });
}

/// A world in which play begins here.
pub(crate) fn at<G: Game>(game: &G, state: G::State, kind: usize, with_views: bool) -> World<G> {
    let views = if with_views {
        Player::all(game.players()).map(|seat| game.first_look(&state, seat).into_iter().collect()).collect()
    } else {
        Vec::new()
    };
    World { state, kind, views }
}

/// The world after a move, and what `seat` sees of it.
pub(crate) fn after<G: Game>(game: &G, world: &World<G>, mv: G::Move, seat: Player) -> (World<G>, Option<G::Seen>) {
    let mut next = world.clone();
    game.play(&mut next.state, mv);
    for (index, view) in next.views.iter_mut().enumerate() {
        view.extend(game.observe(&world.state, mv, &next.state, Player::new(index)));
    }
    let seen = game.observe(&world.state, mv, &next.state, seat);
    (next, seen)
}

/// All worlds that agree with what a seat has seen when it is to move, with the weights of Eq. 4: the products of the
/// probabilities of what the others and chance did, by the policy. `None` when the seat does not know where play began,
/// or when there are more than `most` worlds on the way.
pub fn consistent_worlds<G: Game, P: Opponent<G>>(
    view: &View<'_, G>,
    policy: &mut P,
    most: usize,
) -> Result<Option<Belief<G>>, Problem> {
    Held::default().consistent_worlds(view, policy, most)
}

/// What a seat held when it was last asked. Asked again later in the same game it goes on from there, to the very same
/// worlds and weights that it would come to from the start.
pub struct Held<G: Game> {
    kept: Option<(usize, Particles<G, Told<G>>)>,
    /// Which worlds are drawn where they are too many.
    pub way: Way,
}

impl<G: Game> Default for Held<G> {
    fn default() -> Self {
        Held::by(Way::All)
    }
}

/// Worlds kept where they are too many to list.
const DRAWN: usize = 1024;

impl<G: Game> Held<G> {
    /// Nothing yet, and worlds are drawn in this way.
    pub fn by(way: Way) -> Held<G> {
        Held { kept: None, way }
    }

    /// As [`consistent_worlds`]. Game and policy are those of the last time.
    pub fn consistent_worlds<P: Opponent<G>>(
        &mut self,
        view: &View<'_, G>,
        policy: &mut P,
        most: usize,
    ) -> Result<Option<Belief<G>>, Problem> {
        let (belief, agreement) = self.worlds(view, policy, most, &Control::default())?;
        match agreement {
            Agreement::Exact => Ok(Some(belief)),
            Agreement::Sampled | Agreement::Nothing => Ok(None),
            Agreement::Loose => Err(Problem::new(format!(
                "nothing that {}'s model of the others thinks possible looks like this",
                view.seat()
            ))),
        }
    }

    /// The worlds that agree with what a seat has seen: all of them, or where they are more than `most` a sample, or none. A control that
    /// ends leaves fewer.
    pub fn worlds<P: Opponent<G>>(
        &mut self,
        view: &View<'_, G>,
        policy: &mut P,
        most: usize,
        control: &Control<'_>,
    ) -> Result<(Belief<G>, Agreement), Problem> {
        let game = view.game();
        // Where nothing is hidden there is nothing to work out, unless the others' kind shows in their moves.
        if let (Some(state), true) = (view.state(), policy.kinds().len() == 1 && !policy.reads_views()) {
            return Ok((vec![(at(game, state.clone(), 0, false), 1.0)], Agreement::Exact));
        }
        let limits = SampleLimits { listed: most, worlds: most.min(DRAWN), steps: most.saturating_mul(64) };
        let mut held = match self.kept.take() {
            Some((before, held)) if before == most => held,
            _ => Particles::new(limits),
        };
        held.catch_up(
            view,
            &mut ByOpponent(policy, Control { nodes: None, progress: None, record: None, ..*control }),
            control,
        )?;
        let world = |particle: &Particle<G, Told<G>>| {
            let Told { kind, views } = particle.carried.clone();
            (World { state: particle.state.clone(), kind, views }, particle.weight)
        };
        let mut belief: Belief<G> = held.worlds().iter().map(world).collect();
        let agreement = held.agreement();
        merge(game, &mut belief);
        self.kept = Some((most, held));
        Ok((belief, agreement))
    }
}
