//! A game written out: nodes, information sets, strategies.

use crate::size::estimated_nodes;
use outwit_game::{Game, MAX_SEATS, Player, Problem, Turn};
use rustc_hash::FxHashMap;

/// A node of a game written out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Node {
    /// The game is over and pays seat 1 this.
    Over(f64),
    /// Chance moves: where the children and their probabilities begin, and how many there are.
    Chance {
        /// The first child's place in the list of children.
        first: u32,
        /// How many.
        count: u32,
    },
    /// A seat moves.
    Decision {
        /// Whose information set it is.
        seat: Player,
        /// The information set.
        set: u32,
        /// The first child's place in the list of children.
        first: u32,
        /// How many.
        count: u32,
    },
}

/// An information set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Set {
    pub seat: Player,
    /// Where its moves begin in a strategy.
    pub first: u32,
    pub count: u32,
    /// The seat's own last move before it, by its place in a strategy. Whoever remembers all has just one.
    pub before: Option<u32>,
}

/// A game from some start on, written out as a tree. Information sets are told apart by what their seat
/// has seen, in order, so every seat remembers all it saw.
pub struct Extensive<G: Game> {
    pub(super) nodes: Vec<Node>,
    /// Children of all nodes, with the probability of each where chance moves.
    pub(super) children: Vec<(u32, f64)>,
    /// Weights of chance's outcomes as the game gives them, beside `children`; 1 elsewhere.
    pub(super) weights: Vec<u64>,
    /// The moves that lead to the children, beside `children`.
    pub(super) moves: Vec<G::Move>,
    pub(super) sets: Vec<Set>,
    /// Sequences of observations, each the one before and what was seen then.
    views: FxHashMap<(u32, G::Seen), u32>,
    sets_by_view: FxHashMap<(Player, u32), u32>,
    pub(super) start: G::State,
}

/// Nodes between two looks at whether to go on.
const BETWEEN_LOOKS: usize = 1024;

/// The view before anything is seen.
const NOTHING_SEEN: u32 = 0;

impl<G: Game> Extensive<G> {
    /// Writes a game out of which an equilibrium is wanted: games that are not for two with a sum of 0 are refused, and
    /// those with more than `most` nodes.
    pub fn unfold(game: &G, start: &G::State, most: usize) -> Result<Extensive<G>, Problem> {
        Ok(Extensive::unfold_while(game, start, most, &mut || true)?.expect("nobody stops it"))
    }

    /// As [`unfold`](Extensive::unfold); `go_on` is asked now and then, and `None` is said when it does not want to.
    pub fn unfold_while(
        game: &G,
        start: &G::State,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Extensive<G>>, Problem> {
        if !game.facts().is_zero_sum_for_two(game.players()) {
            return Err(Problem::new("this needs a two-seat zero-sum game, and this one is not"));
        }
        let mut is_stopped = false;
        let unfolded = Extensive::write_out_while(game, start, most, &mut || {
            is_stopped |= !go_on();
            !is_stopped
        });
        if is_stopped { Ok(None) } else { unfolded.map(Some) }
    }

    /// Writes any game out, for any number of seats; more than `most` nodes are refused.
    pub fn write_out(game: &G, start: &G::State, most: usize) -> Result<Extensive<G>, Problem> {
        Extensive::write_out_while(game, start, most, &mut || true)
    }

    /// The same; `go_on` is asked now and then, and a problem is said when it does not want to.
    pub fn write_out_while(
        game: &G,
        start: &G::State,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Extensive<G>, Problem> {
        let facts = game.facts();
        if facts.cyclic || facts.draws {
            return Err(Problem::new(
                "this game cannot be written out: positions come back, or outcomes cannot be listed",
            ));
        }
        // A game that is far too large is refused at once, and not when memory has been filled.
        let about = estimated_nodes(game, start, 0);
        if about.is_infinite() {
            return Err(Problem::new(
                "this game cannot be written out: positions come back, or its lines are too long to follow",
            ));
        }
        if about > 100.0 * most as f64 {
            return Err(Problem::new(format!(
                "the game has more than {most} nodes, about {about:.0e}, too many to write it out"
            )));
        }
        let mut tree = Extensive {
            nodes: Vec::new(),
            children: Vec::new(),
            weights: Vec::new(),
            moves: Vec::new(),
            sets: Vec::new(),
            views: FxHashMap::default(),
            sets_by_view: FxHashMap::default(),
            start: start.clone(),
        };
        let mut views = [NOTHING_SEEN; MAX_SEATS];
        for seat in Player::all(game.players()) {
            if let Some(seen) = game.first_look(start, seat) {
                views[seat.index()] = tree.view_after(NOTHING_SEEN, seen);
            }
        }
        tree.add(game, start, views, [None; MAX_SEATS], (most, go_on))?;
        Ok(tree)
    }

    fn view_after(&mut self, view: u32, seen: G::Seen) -> u32 {
        let next = self.views.len() as u32 + 1;
        *self.views.entry((view, seen)).or_insert(next)
    }

    /// `befores` are the seats' own last moves, by their places in a strategy.
    fn add(
        &mut self,
        game: &G,
        state: &G::State,
        views: [u32; MAX_SEATS],
        befores: [Option<u32>; MAX_SEATS],
        (most, go_on): (usize, &mut dyn FnMut() -> bool),
    ) -> Result<u32, Problem> {
        if self.nodes.len().is_multiple_of(BETWEEN_LOOKS) && !go_on() {
            return Err(Problem::new("stopped before the game was written out"));
        }
        if self.nodes.len() >= most {
            return Err(Problem::new(format!("the game has more than {most} nodes, too many to write it out")));
        }
        let place = self.nodes.len() as u32;
        let turn = game.turn(state);
        if turn.is_over() {
            self.nodes.push(Node::Over(game.payoffs(state)[Player::FIRST]));
            return Ok(place);
        }
        self.nodes.push(Node::Over(0.0));
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let (first, count) = (self.children.len() as u32, moves.len() as u32);
        let weights: Vec<u64> = match turn {
            Turn::Chance => moves.iter().map(|&mv| game.weight(state, mv)).collect(),
            _ => vec![1; moves.len()],
        };
        let total: f64 = weights.iter().map(|&weight| weight as f64).sum();
        self.children.extend(weights.iter().map(|&weight| (0, weight as f64 / total)));
        self.weights.extend(&weights);
        self.moves.extend(&moves);
        self.nodes[place as usize] = match turn {
            Turn::Of(seat) => {
                let next = self.sets.len() as u32;
                let set = *self.sets_by_view.entry((seat, views[seat.index()])).or_insert(next);
                if set == next {
                    let first = self.sets.last().map_or(0, |last| last.first + last.count);
                    self.sets.push(Set { seat, first, count, before: befores[seat.index()] });
                }
                if self.sets[set as usize].count != count {
                    return Err(Problem::new("positions that look alike to their mover have different moves"));
                }
                Node::Decision { seat, set, first, count }
            }
            _ => Node::Chance { first, count },
        };
        for (index, mv) in moves.into_iter().enumerate() {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let mut views = views;
            for seat in Player::all(game.players()) {
                if let Some(seen) = game.observe(state, mv, &next, seat) {
                    views[seat.index()] = self.view_after(views[seat.index()], seen);
                }
            }
            let mut befores = befores;
            if let Node::Decision { seat, set, .. } = self.nodes[place as usize] {
                befores[seat.index()] = Some(self.sets[set as usize].first + index as u32);
            }
            let child = self.add(game, &next, views, befores, (most, &mut *go_on))?;
            self.children[first as usize + index].0 = child;
        }
        Ok(place)
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many information sets each seat has.
    pub fn sets(&self) -> [usize; 2] {
        [Player::FIRST, Player::SECOND].map(|seat| self.sets.iter().filter(|set| set.seat == seat).count())
    }

    /// The information set of a seat that has seen this and is to move.
    pub fn set_of(&self, seat: Player, seen: &[G::Seen]) -> Option<usize> {
        let view = seen.iter().try_fold(NOTHING_SEEN, |view, seen| self.views.get(&(view, seen.clone())).copied())?;
        self.sets_by_view.get(&(seat, view)).map(|&set| set as usize)
    }

    /// What the seat of each information set has seen there.
    pub(crate) fn observations(&self) -> Vec<Vec<&G::Seen>> {
        let mut steps: Vec<Option<(u32, &G::Seen)>> = vec![None; self.views.len() + 1];
        for ((before, seen), &view) in &self.views {
            steps[view as usize] = Some((*before, seen));
        }
        let mut found = vec![Vec::new(); self.sets.len()];
        for (&(_, view), &set) in &self.sets_by_view {
            let mut at = view;
            while let Some((before, seen)) = steps[at as usize] {
                found[set as usize].push(seen);
                at = before;
            }
            found[set as usize].reverse();
        }
        found
    }

    /// How many information sets a seat has.
    pub fn sets_of(&self, seat: Player) -> usize {
        self.sets.iter().filter(|set| set.seat == seat).count()
    }

    /// `one`'s part at `seat`, `other`'s at the other seat.
    pub fn seated(&self, one: &Strategy, other: &Strategy, seat: Player) -> Strategy {
        let mut both = other.clone();
        for (place, set) in self.sets.iter().enumerate().filter(|(_, set)| set.seat == seat) {
            both.moves_mut(set).copy_from_slice(one.moves(place));
        }
        both
    }

    pub(super) fn children(&self, first: u32, count: u32) -> &[(u32, f64)] {
        &self.children[first as usize..(first + count) as usize]
    }

    /// Numbers a strategy has in all.
    pub(super) fn width(&self) -> usize {
        self.sets.last().map_or(0, |last| (last.first + last.count) as usize)
    }
}

/// With what probability each move is made at each information set, of both seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy {
    pub(super) probabilities: Vec<f64>,
    pub(super) ends: Vec<(u32, u32)>,
}

impl Strategy {
    /// Every move equally likely.
    pub fn uniform<G: Game>(tree: &Extensive<G>) -> Strategy {
        let mut strategy = Strategy {
            probabilities: vec![0.0; tree.width()],
            ends: tree.sets.iter().map(|set| (set.first, set.first + set.count)).collect(),
        };
        for set in &tree.sets {
            strategy.moves_mut(set).fill(1.0 / f64::from(set.count));
        }
        strategy
    }

    /// The probabilities of an information set's moves, in the game's order.
    pub fn moves(&self, set: usize) -> &[f64] {
        let (from, to) = self.ends[set];
        &self.probabilities[from as usize..to as usize]
    }

    pub(super) fn moves_mut(&mut self, set: &Set) -> &mut [f64] {
        &mut self.probabilities[set.first as usize..(set.first + set.count) as usize]
    }
}
