//! Information sets in the tree: simulations in worlds of which one may be the true one.
//!
//! Cowling, Powley and Whitehouse 2012 (single-observer information-set MCTS, with partially observable moves). Every
//! simulation plays in a world drawn from what the seat holds possible (a *determinization*); only moves that are legal in
//! that world can be taken, and a move's urge to be tried grows with how often it *could* have been, its availability. After
//! a move the tree branches by what the seat sees of it and by nothing else, so worlds that look alike share their counts, and
//! at its own turn the seat has one node for all it cannot tell apart, however many moves it has not noticed.
//!
//! Nodes lie in the arrays of [`Tree`]: a set is a node, its moves (arms) are its children, side by side as ever; where an arm
//! leads is looked up by what is seen. A set may meet new moves in another world, so its children move when they outgrow
//! their room. Where nothing is hidden every move is available each time, and this is the open tree, number for number.

use super::company::Company;
use super::formula::{Formula, Ucb1};
use super::simulate::{End, Grower};
use super::thrift::Thrift;
use super::tree::{Node, Tree, TurnCode, UNKNOWN, code};
use outwit_game::{Evaluation, Game, Meter, MoveCode, Player, Problem, Rng, Turn};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// What a tree of information sets knows beyond an open one.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// How often each arm could have been chosen, by its place in the tree.
    pub available: Vec<u32>,
    /// The arms of a set in the order of their moves' codes, at the places of the arms.
    order: Vec<u16>,
    /// For how many arms a set has room, by the place of the set.
    room: Vec<u16>,
    /// The set after a set, by what is seen.
    next: FxHashMap<(u32, u64), u32>,
    /// How many sets there are.
    pub count: usize,
}

impl Sets {
    /// Those of a tree of one node.
    pub fn root() -> Sets {
        Sets { available: vec![0], order: vec![0], room: vec![0], next: FxHashMap::default(), count: 1 }
    }

    /// The set after a set for whoever sees this, if there is one.
    pub fn next(&self, at: u32, key: u64) -> Option<u32> {
        self.next.get(&(at, key)).copied()
    }
}

/// What is seen as a number.
pub fn key<T: Hash>(seen: &T) -> u64 {
    let mut hasher = FxHasher::default();
    seen.hash(&mut hasher);
    hasher.finish()
}

/// A seat that looks the same while somebody else is to move after so many moves that it has not noticed.
pub fn unnoticed(turn: TurnCode, moves: u32) -> u64 {
    key(&(0x7365_7473_u32, turn, moves))
}

impl Tree {
    fn sets(&mut self) -> &mut Sets {
        self.sets.as_mut().expect("a tree of information sets")
    }

    /// Room for `count` more nodes at the end: where they begin.
    fn make_room(&mut self, count: usize) -> u32 {
        let first = self.nodes.len();
        self.grow_to(first + count);
        let sets = self.sets();
        sets.available.resize(first + count, 0);
        sets.order.resize(first + count, 0);
        sets.room.resize(first + count, 0);
        first as u32
    }

    /// The set after `at` for whoever sees this, made if there was none; `None` where there is no room for it.
    pub fn set_after(&mut self, at: u32, key: u64) -> Option<u32> {
        if let Some(&next) = self.sets().next.get(&(at, key)) {
            return Some(next);
        }
        if !self.has_room(1) {
            return None;
        }
        let next = self.make_room(1);
        self.sets().next.insert((at, key), next);
        self.sets().count += 1;
        self.nodes[next as usize].mv = (key >> 32) as u32;
        Some(next)
    }

    /// The same after an arm of the set whose view is `at`. An arm remembers where it led last: most moves look like one thing
    /// only, and a look at two nodes that are needed anyway is less than one into the map. An arm has no children of its own and
    /// nothing here is proven, so that there is room for half of the key, and in the set for the other half.
    #[inline]
    fn set_after_arm(&mut self, arm: u32, at: u32, key: u64) -> Option<u32> {
        let Node { first: next, proof: half, .. } = self.nodes[arm as usize];
        if next != 0 && half == key as u32 && self.nodes[next as usize].mv == (key >> 32) as u32 {
            return Some(next);
        }
        let next = self.set_after(at, key)?;
        let arm = &mut self.nodes[arm as usize];
        (arm.first, arm.proof) = (next, key as u32);
        Some(next)
    }

    /// The set that the searching seat goes by when it is to move after `at` and this was seen; none that was never met.
    pub fn known_set(&self, mut at: u32, seen: impl Iterator<Item = u64>) -> Option<u32> {
        let sets = self.sets.as_ref()?;
        for key in seen {
            at = *sets.next.get(&(at, key))?;
        }
        let own = self.rules.seat.index() as TurnCode;
        let at = if self.nodes[at as usize].turn == own { at } else { *sets.next.get(&(at, unnoticed(own, 0)))? };
        (self.nodes[at as usize].visits > 0).then_some(at)
    }

    /// Makes sure the set has an arm for each of these moves, and notes that those could be chosen: pushes their offsets from
    /// the first arm. False where there is no room for them.
    pub fn meet(&mut self, at: u32, moves: impl ExactSizeIterator<Item = u32> + Clone, out: &mut Vec<u16>) -> bool {
        let Node { first, children: count, turn, .. } = self.nodes[at as usize];
        let needed = moves.len();
        if needed > usize::from(u16::MAX) || count == 0 && !self.has_room(needed) {
            return false;
        }
        if count == 0 {
            // Whoever searches has the same moves in every world; what another has, more worlds will tell.
            let is_own = usize::from(turn) == self.rules.seat.index();
            let room = if is_own { needed } else { needed.next_power_of_two().min(usize::from(u16::MAX)) };
            self.nodes[at as usize].first = self.make_room(room);
            self.sets().room[at as usize] = room as u16;
        } else {
            // Games list their moves in an order, and most have been here before: both lists are gone through side by side.
            let (base, end) = (first as usize, first as usize + usize::from(count));
            let sets = self.sets.as_deref_mut().expect("a tree of information sets");
            let (arms, order, available) =
                (&self.nodes[base..end], &sets.order[base..end], &mut sets.available[base..end]);
            let mut ordered = order.iter();
            let is_known = moves.clone().all(|mv| {
                let Some(&place) = ordered.find(|&&place| arms[usize::from(place)].mv >= mv) else { return false };
                out.push(place);
                arms[usize::from(place)].mv == mv
            });
            if is_known {
                out.iter().for_each(|&place| available[usize::from(place)] += 1);
                return true;
            }
            out.clear();
        }
        self.meet_new(at, moves, out)
    }

    /// The same where some of the moves are new, or not in order.
    fn meet_new(&mut self, at: u32, moves: impl Iterator<Item = u32>, out: &mut Vec<u16>) -> bool {
        let Node { mut first, children: mut count, turn, .. } = self.nodes[at as usize];
        for mv in moves {
            let sets = self.sets.as_mut().expect("a tree of information sets");
            let base = first as usize;
            let order = &sets.order[base..base + usize::from(count)];
            let place = match order.binary_search_by_key(&mv, |place| self.nodes[base + usize::from(*place)].mv) {
                Ok(known) => order[known],
                Err(at_order) => {
                    if count == sets.room[at as usize] {
                        match self.move_arms(at, first, count) {
                            Some(moved) => first = moved,
                            None => return false,
                        }
                    }
                    let base = first as usize;
                    self.nodes[base + usize::from(count)] = Node { mv, by: turn, ..Node::NEW };
                    let sets = self.sets();
                    let end = base + usize::from(count);
                    sets.order.copy_within(base + at_order..end, base + at_order + 1);
                    sets.order[base + at_order] = count;
                    count += 1;
                    // What was met is kept, whatever comes of the rest.
                    self.nodes[at as usize].children = count;
                    count - 1
                }
            };
            self.sets().available[first as usize + usize::from(place)] += 1;
            out.push(place);
        }
        true
    }

    /// Gives a set twice the room for its arms.
    fn move_arms(&mut self, at: u32, first: u32, count: u16) -> Option<u32> {
        let room = usize::from(count) * 2;
        if room > usize::from(u16::MAX) || !self.has_room(room) {
            return None;
        }
        let moved = self.make_room(room);
        let (from, to, count) = (first as usize, moved as usize, usize::from(count));
        self.copy_nodes(from, to, count);
        let sets = self.sets();
        sets.available.copy_within(from..from + count, to);
        sets.order.copy_within(from..from + count, to);
        sets.room[at as usize] = room as u16;
        self.nodes[at as usize].first = moved;
        Some(moved)
    }

    /// A legal arm that was never tried, each equally likely, else the one the formula likes best; among equals the one that was
    /// tried first. `legal` are the offsets of the arms, and are put in order where that matters.
    pub fn select_among(&mut self, at: u32, legal: &mut [u16], ucb: &Ucb1, rng: &mut Rng) -> u32 {
        let Node { first, tried, turn, .. } = self.nodes[at as usize];
        let scale = self.rules.scale[usize::from(turn)];
        if self.rules.formula == Formula::Ucb1 && legal.iter().all(|&place| place < tried) {
            return self.best_tried(first, legal, scale, ucb);
        }
        legal.sort_unstable();
        let untried = &legal[legal.partition_point(|&place| place < tried)..];
        if self.rules.formula != Formula::Puct && !untried.is_empty() {
            let chosen = untried[rng.index(untried.len())];
            self.swap_arms(first, tried, chosen, self.nodes[at as usize].children);
            self.nodes[at as usize].tried += 1;
            return first + u32::from(tried);
        }
        let arms = legal.iter().map(|&place| first as usize + usize::from(place));
        self.best_by_formula(at, arms, |place| self.nodes[place].sum, |place| self.extras[place], scale, ucb)
    }

    /// The arm that UCB1 likes best of those that were all tried, in whatever order they come.
    #[inline]
    fn best_tried(&self, first: u32, legal: &[u16], scale: f64, ucb: &Ucb1) -> u32 {
        let (arms, sets) = (&self.nodes[first as usize..], self.sets.as_deref().expect("a tree of information sets"));
        let available = &sets.available[first as usize..];
        let mut best = (f64::NEG_INFINITY, u16::MAX);
        for &place in legal {
            let arm = &arms[usize::from(place)];
            let value = ucb.value(ucb.urge(available[usize::from(place)]), arm.sum * scale, arm.visits);
            if value > best.0 || value == best.0 && place < best.1 {
                best = (value, place);
            }
        }
        first + u32::from(if best.1 == u16::MAX { legal.iter().copied().min().unwrap_or(0) } else { best.1 })
    }

    /// Puts two arms that were never tried in each other's place.
    fn swap_arms(&mut self, first: u32, one: u16, other: u16, count: u16) {
        if one == other {
            return;
        }
        let base = first as usize;
        let codes = [one, other].map(|place| self.nodes[base + usize::from(place)].mv);
        let sets = self.sets.as_mut().expect("a tree of information sets");
        let order = &mut sets.order[base..base + usize::from(count)];
        let [at_one, at_other] = codes.map(|code| {
            let code_at = |place: &u16| self.nodes[base + usize::from(*place)].mv;
            order.binary_search_by_key(&code, code_at).expect("every arm has its place")
        });
        order.swap(at_one, at_other);
        sets.available.swap(base + usize::from(one), base + usize::from(other));
        self.nodes.swap(base + usize::from(one), base + usize::from(other));
    }

    /// The laws of counts: what goes into a set comes out of its arms, and no arm was taken more often than it could be.
    #[cfg(debug_assertions)]
    pub fn obeys_the_laws(&self) -> bool {
        let Some(sets) = &self.sets else { return true };
        self.nodes.iter().enumerate().all(|(place, node)| {
            let arms = self.children(place as u32);
            let visits: u32 = arms.clone().map(|arm| self.nodes[arm as usize].visits).sum();
            let could = |arm: u32| sets.available[arm as usize] >= self.nodes[arm as usize].visits;
            node.children == 0 || visits < node.visits && arms.clone().all(could)
        })
    }
}

impl<G: Game, E: Evaluation<G>, C: Company<G>> Grower<'_, G, E, C> {
    /// As [`grow`](Grower::grow), each simulation in a world that `world` gives.
    pub fn grow_sets(
        &mut self,
        tree: &mut Tree,
        mut world: impl FnMut(&mut Rng) -> G::State,
        simulations: u64,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Problem> {
        let mut done = 0;
        let mut thrift = Thrift::new(self.options, &self.game.facts());
        while done < simulations && !meter.is_stopped() {
            let state = world(&mut self.rng);
            match self.simulate_in_world(tree, state, meter)? {
                End::Paid(payoffs, _) => tree.back_up(&self.path, &payoffs),
                End::Unfinished => break,
            }
            done += 1;
            if done == thrift.next && !thrift.is_worth(tree, meter.nodes()) {
                break;
            }
        }
        #[cfg(debug_assertions)]
        debug_assert!(tree.obeys_the_laws(), "what goes into a set comes out of its arms");
        Ok(done)
    }

    fn simulate_in_world(
        &mut self,
        tree: &mut Tree,
        mut state: G::State,
        meter: &mut Meter<'_>,
    ) -> Result<End, Problem> {
        let (game, seat, is_hidden) = (self.game, tree.rules.seat, tree.rules.hidden);
        let (left, mut plies) = (meter.left(), 0);
        // What the seat has seen, how many moves it has not noticed since, and the set of whoever is to move.
        let (mut view, mut unseen, mut at) = (tree.root, 0, tree.root);
        self.path.clear();
        self.path.push((at, tree.nodes[at as usize].turn));
        let mut turn = game.turn(&state);
        let end = loop {
            if turn.is_over() {
                break End::Paid(self.paid(&state), false);
            }
            if turn == Turn::Chance && game.draws(&state) {
                break self.finish(&mut state, left, &mut plies)?;
            }
            // Step 1. The arms that this world has.
            self.moves.clear();
            self.legal.clear();
            game.moves(&state, &mut self.moves);
            let before = tree.nodes[at as usize].children;
            if !tree.meet(at, self.moves.iter().map(|mv| mv.code()), &mut self.legal) {
                break self.finish(&mut state, left, &mut plies)?;
            }
            if tree.rules.formula == Formula::Puct && turn != Turn::Chance && tree.nodes[at as usize].children > before
            {
                self.set_arm_priors(tree, at, &state, code(turn));
            }
            // Step 2. One of them.
            let arm = match turn {
                Turn::Of(_) => tree.select_among(at, &mut self.legal, &self.ucb, &mut self.rng),
                _ => self.draw_arm(tree, at, &state),
            };
            if plies == left {
                break End::Unfinished;
            }
            plies += 1;
            let mv = G::Move::from_code(tree.nodes[arm as usize].mv);
            let chooser = code(turn);
            self.path.push((arm, chooser));
            // Step 3. What the seat sees of it.
            let seen = if is_hidden {
                let before = state.clone();
                game.play(&mut state, mv);
                game.observe(&before, mv, &state, seat).map(|seen| key(&seen))
            } else {
                game.play(&mut state, mv);
                Some(u64::from(mv.code()))
            };
            let next = match seen {
                Some(key) => {
                    unseen = 0;
                    tree.set_after_arm(arm, view, key)
                }
                None => {
                    unseen += 1;
                    Some(view)
                }
            };
            // Step 4. The set of whoever is to move then; a full tree has none that is new.
            turn = game.turn(&state);
            let sets = next.and_then(|next| Some((next, tree.set_of(next, unseen, turn, seat)?)));
            let Some(sets) = sets else {
                break self.finish(&mut state, left, &mut plies)?;
            };
            (view, at) = sets;
            let is_new = tree.nodes[at as usize].visits == 0;
            self.path.push((at, chooser));
            if is_new {
                break match turn {
                    Turn::Over => End::Paid(self.paid(&state), false),
                    _ => self.finish(&mut state, left, &mut plies)?,
                };
            }
        };
        meter.count_many(plies);
        if matches!(end, End::Unfinished) {
            meter.stop();
        }
        Ok(end)
    }

    /// An outcome of chance by its weight in this world.
    fn draw_arm(&mut self, tree: &Tree, at: u32, state: &G::State) -> u32 {
        let weight = |mv: &G::Move| self.game.weight(state, *mv);
        let mut left = self.rng.below(self.moves.iter().map(weight).sum());
        for (mv, place) in self.moves.iter().zip(&self.legal) {
            if left < weight(mv) {
                return tree.nodes[at as usize].first + u32::from(*place);
            }
            left -= weight(mv);
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    /// How likely each move is to be good before anything is tried, by how it looks in the world that brought it.
    pub fn set_arm_priors(&mut self, tree: &mut Tree, at: u32, state: &G::State, turn: TurnCode) {
        self.weigh_moves(tree, state, turn);
        let first = tree.nodes[at as usize].first;
        for (&place, weight) in self.legal.iter().zip(&self.weights) {
            let arm = (first + u32::from(place)) as usize;
            if tree.nodes[arm].visits == 0 {
                tree.extras[arm] = libm::exp(weight.clamp(-500.0, 500.0));
            }
        }
    }
}

impl Tree {
    /// The set of whoever is to move, when the seat has seen this and has not noticed so many moves since.
    fn set_of(&mut self, view: u32, unseen: u32, turn: Turn, seat: Player) -> Option<u32> {
        let (now, is_own) = (code(turn), turn == Turn::Of(seat));
        let known = self.nodes[view as usize].turn;
        let at = if (known == UNKNOWN || known == now) && (unseen == 0 || is_own) {
            view
        } else {
            self.set_after(view, unnoticed(now, if is_own { 0 } else { unseen }))?
        };
        self.nodes[at as usize].turn = now;
        Some(at)
    }
}
