//! Beliefs: the worlds that agree with what a seat has seen, each with its weight.

use crate::belief::{Decision, Opponent};
use outwit_game::{Control, Game, Player, Problem, Rng, Turn, View};
use rustc_hash::FxHashMap;
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
pub(super) fn at<G: Game>(game: &G, state: G::State, kind: usize, with_views: bool) -> World<G> {
    let views = if with_views {
        Player::all(game.players()).map(|seat| game.first_look(&state, seat).into_iter().collect()).collect()
    } else {
        Vec::new()
    };
    World { state, kind, views }
}

/// The world after a move, and what `seat` sees of it.
pub(super) fn after<G: Game>(game: &G, world: &World<G>, mv: G::Move, seat: Player) -> (World<G>, Option<G::Seen>) {
    let mut next = world.clone();
    game.play(&mut next.state, mv);
    for (index, view) in next.views.iter_mut().enumerate() {
        view.extend(game.observe(&world.state, mv, &next.state, Player::new(index)));
    }
    let seen = game.observe(&world.state, mv, &next.state, seat);
    (next, seen)
}

/// The seed of opponents that are asked in worlds.
const ASKED: u64 = 0x0B5E_4E12;

/// Pushes every move that may be made in a world in which the seat is not to move, with its probability: chance by its
/// weights, players by the policy.
pub(super) fn moves_of_others<G: Game, P: Opponent<G>>(
    game: &G,
    world: &World<G>,
    policy: &mut P,
    moves: &mut Vec<G::Move>,
    shares: &mut Vec<f64>,
) -> Result<(), Problem> {
    moves.clear();
    shares.clear();
    game.moves(&world.state, moves);
    match game.turn(&world.state) {
        Turn::Of(player) => {
            let decision = Decision { game, state: &world.state, player, moves, kind: world.kind, views: &world.views };
            // What a world says must not depend on when it was asked: an opponent that draws does so by the position.
            let mut rng = if policy.thinks() { Rng::stream(ASKED, game.key(&world.state)) } else { Rng::new(ASKED) };
            policy.probabilities(&decision, &mut rng, &Control::default(), shares)?;
            if shares.is_empty() {
                // Nobody knows how an adversary chooses: all its moves count alike.
                shares.resize(moves.len(), 1.0 / moves.len() as f64);
            }
            Ok(())
        }
        _ => {
            shares.extend(moves.iter().map(|&mv| game.weight(&world.state, mv) as f64));
            let total: f64 = shares.iter().sum();
            shares.iter_mut().for_each(|share| *share /= total);
            Ok(())
        }
    }
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
pub struct Held<G: Game>(Option<Last<G>>);

struct Last<G: Game> {
    seat: Player,
    start: G::State,
    /// What was seen beyond the first look, and the worlds after it.
    seen: Vec<G::Seen>,
    belief: Belief<G>,
}

impl<G: Game> Default for Held<G> {
    fn default() -> Self {
        Held(None)
    }
}

impl<G: Game> Held<G> {
    /// As [`consistent_worlds`]. Game and policy are those of the last time.
    pub fn consistent_worlds<P: Opponent<G>>(
        &mut self,
        view: &View<'_, G>,
        policy: &mut P,
        most: usize,
    ) -> Result<Option<Belief<G>>, Problem> {
        let (game, seat) = (view.game(), view.seat());
        let with_views = policy.reads_views();
        // Where nothing is hidden there is nothing to work out, unless the others' kind shows in their moves.
        if let (Some(state), true) = (view.state(), policy.kinds().len() == 1 && !with_views) {
            return Ok(Some(vec![(at(game, state.clone(), 0, false), 1.0)]));
        }
        let start = match view.start() {
            Some(start) => start.clone(),
            None => match game.known_start(seat, view.seen().first()) {
                Some(start) => start,
                None => return Ok(None),
            },
        };
        let looked = game.first_look(&start, seat);
        let seen = match &looked {
            Some(look) if view.seen().first() == Some(look) => &view.seen()[1..],
            Some(_) => return Ok(None),
            None => view.seen(),
        };
        // Step 1. Where to go on from: the last time, if this is later in the same game.
        let goes_on = |last: &Last<G>| last.seat == seat && last.start == start && seen.starts_with(&last.seen);
        let last = self.0.take().filter(goes_on);
        let (known, mut belief) = match last {
            Some(last) => (last.seen.len(), last.belief),
            None => {
                let kinds = policy.kinds();
                let kind = |(kind, &weight)| (at(game, start.clone(), kind, with_views), weight);
                (0, kinds.iter().enumerate().map(kind).collect())
            }
        };
        // Step 2. What was seen since.
        for wanted in &seen[known..] {
            match forward(game, seat, belief, Some(wanted), policy, most)? {
                Some(next) => belief = next,
                None => return Ok(None),
            }
        }
        self.0 = Some(Last { seat, start, seen: seen.to_vec(), belief: belief.clone() });
        // Step 3. What happened unseen until the seat is to move.
        let Some(mut belief) = forward(game, seat, belief, None, policy, most)? else { return Ok(None) };
        belief.retain(|(_, weight)| *weight > 0.0);
        merge(game, &mut belief);
        if belief.is_empty() {
            return Err(Problem::new(format!(
                "nothing that {seat}'s model of the others thinks possible looks like this"
            )));
        }
        Ok(Some(belief))
    }
}

/// The worlds after the next thing that the seat sees, if `wanted` is it; at the end, those in which it is to move.
fn forward<G: Game, P: Opponent<G>>(
    game: &G,
    seat: Player,
    mut belief: Belief<G>,
    wanted: Option<&G::Seen>,
    policy: &mut P,
    most: usize,
) -> Result<Option<Belief<G>>, Problem> {
    let mut done = Belief::<G>::new();
    let mut places: FxHashMap<World<G>, usize> = FxHashMap::default();
    let (mut moves, mut shares) = (Vec::new(), Vec::new());
    // What the seat does not notice leaves it waiting.
    while !belief.is_empty() {
        let mut waiting = Belief::<G>::new();
        for (world, weight) in belief {
            let turn = game.turn(&world.state);
            if turn.is_over() {
                continue;
            }
            if turn == Turn::Chance && game.draws(&world.state) {
                return Ok(None); // more outcomes than can be listed
            }
            if turn == Turn::Of(seat) {
                if wanted.is_none() {
                    done.push((world, weight));
                    continue;
                }
                // Its own moves it has seen: they are as likely as they may be.
                moves.clear();
                game.moves(&world.state, &mut moves);
                shares.clear();
                shares.resize(moves.len(), 1.0);
            } else {
                moves_of_others(game, &world, policy, &mut moves, &mut shares)?;
            }
            for (&mv, &share) in moves.iter().zip(&shares) {
                let (next, seen) = after(game, &world, mv, seat);
                let weight = weight * share;
                if seen.is_none() {
                    waiting.push((next, weight));
                } else if seen.as_ref() == wanted {
                    match places.get(&next) {
                        Some(&place) => done[place].1 += weight,
                        None => {
                            places.insert(next.clone(), done.len());
                            done.push((next, weight));
                        }
                    }
                }
            }
            if done.len() + waiting.len() > most {
                return Ok(None);
            }
        }
        belief = waiting;
    }
    Ok(Some(done))
}
