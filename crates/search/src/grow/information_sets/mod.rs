//! Information sets: full width to a depth, one move for everything that looks alike.
//!
//! A belief is what a seat may hold of the world when it has seen what it has seen: the positions that agree with it, each
//! weighted by what the others and chance had to do to get there (Parker, Nau and Subrahmanian 2010, Eq. 4; *not* 1/|I|, which
//! Eq. 15 prints and which is right only where the branching never varies). Where others move, every world goes on in all its
//! ways, until the seat sees something or is to move; what it sees splits the belief. Where the seat is to move, one move is
//! made in all worlds of the belief: those that others reached in fewer or more moves, unseen, are among them. Whoever chooses
//! a move for each world by itself assumes to know later what it will not know (*strategy fusion*).
//!
//! Every world has a value of its own, so any backup serves: the seat compares its moves by what the worlds say of them
//! together, as if chance had drawn one (`back_up` at a chance turn, by the worlds' weights), and each world then has the value
//! of the move that was chosen for all. Others choose in their world as the backup says, or as the belief about them does. What
//! somebody will do whom nobody has a belief about is not known before the values are: in the weights of worlds all its moves
//! count alike.
//!
//! Where a game refuses tries that leave no trace ([`lasting_moves`](Game::lasting_moves)), a refused try costs the seat nothing and
//! tells it something: in the worlds in which it is refused the seat goes on with what is best in those, and so on until
//! something is played. Others are followed by what they play alone.
//!
//! At the horizon a leaf may ask to [look on](Leaf::looks_on) where a position is not quiet. Where another is to move, each world
//! answers for itself. Where the seat is, it cannot tell its worlds apart: all of them go on, or none, as the greater part of
//! their weight has it (of their number, where weights do not count).
//!
//! Equal positions merge, and equal beliefs are worked out once. Of the last ply nobody asks what was seen.

mod foresight;
mod nodes;
mod record;
mod refusals;
mod search;

pub use search::{InformationSetSearch, Worlds};

use crate::backup::Backup;
use crate::belief::information_set::{Belief, World, after};
use crate::belief::opponent::ask_in_world;
use crate::belief::{Decision, Opponent};
use crate::findings::no_tree;
use crate::value::Leaf;
use foresight::Foreseen;
use nodes::{Classes, Node, Place, Remembered, merge};
use outwit_game::{After, Control, Facts, Game, Meter, Outline, Player, Problem, Turn};
use record::Arena;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// Beliefs are remembered until they hold this many worlds in all.
const MOST_REMEMBERED_WORLDS: usize = 1 << 21;

/// Room for moves: in most games there are no more, and a list need not grow.
const MOVES: usize = 64;

/// Why there is no tree of a search that met refused tries.
const NO_REFUSALS_IN_TREES: &str = "a try that is refused is free, and a written tree has no such moves";

/// What the search says of the moves of a belief.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M, V> {
    /// The moves, in the game's order.
    pub moves: Vec<M>,
    /// What the worlds of the belief together say of each.
    pub values: Vec<V>,
    /// Whether every line was followed to the end of the game.
    pub is_complete: bool,
    /// The searched tree, where it was asked for, or why there is none. Where several worlds are possible its root is a
    /// chance node that draws one.
    pub tree: Option<Result<Outline, String>>,
}

/// A search for one seat.
pub struct InformationSets<'a, 'c, G: Game, L: Leaf<G>, B, O> {
    game: &'a G,
    seat: Player,
    facts: Facts,
    leaf: &'a L,
    backup: &'a B,
    others: &'a mut O,
    control: Control<'c>,
    meter: &'a mut Meter<'c>,
    memory: FxHashMap<u64, Vec<Remembered<G, L::Value>>>,
    remembered_worlds: usize,
    reached_horizon: bool,
    /// Whether a try of the seat's was refused somewhere.
    met_refusal: bool,
    arena: Option<Arena>,
    /// Whether the evaluation may know what moves lead to, each for itself; and room for what it says.
    foresees: bool,
    after: Vec<After>,
}

/// What the last move before the horizon leads to.
enum LastPly<V> {
    /// What each world is worth, nothing where the move is refused.
    Known(Vec<Option<V>>),
    /// Somewhere it is not quiet.
    LooksOn,
    /// The meter said stop.
    Stopped,
}

/// What becomes of a world before the seat sees or decides something.
enum Fate<V> {
    /// It is worth this.
    Worth(V),
    /// The seat is to move: its place among those worlds.
    Own(usize),
    /// The same where the look-ahead ends.
    Edge(usize),
    /// Others move, or chance: where the worlds after each move are, and the weights, as the backup is told them.
    Others(Turn, Vec<Place>, Vec<f64>),
}

impl<'a, 'c, G: Game, L: Leaf<G>, B: Backup<L::Value>, O: Opponent<G>> InformationSets<'a, 'c, G, L, B, O> {
    /// A search for a seat. With `control.record` the tree is kept, and nothing is merged.
    pub fn new(
        game: &'a G,
        seat: Player,
        leaf: &'a L,
        backup: &'a B,
        others: &'a mut O,
        control: &Control<'c>,
        meter: &'a mut Meter<'c>,
    ) -> Self {
        InformationSets {
            game,
            seat,
            facts: game.facts(),
            leaf,
            backup,
            others,
            control: Control { deadline: meter.deadline(), ..*control },
            meter,
            memory: FxHashMap::default(),
            remembered_worlds: 0,
            reached_horizon: false,
            met_refusal: false,
            arena: control.record.map(Arena::new),
            foresees: true,
            after: Vec::new(),
        }
    }

    /// What a belief is worth at once, without looking at any move.
    pub fn at_once(&self, belief: &Belief<G>) -> L::Value {
        let values: Vec<L::Value> =
            belief.iter().map(|(world, _)| self.leaf.cut(self.game, &world.state, self.seat)).collect();
        let total: f64 = belief.iter().map(|(_, weight)| weight).sum();
        let weights: Vec<f64> = belief.iter().map(|(_, weight)| weight / total).collect();
        self.together(&values, &weights)
    }

    /// What each move of a belief in which the seat is to move is worth, looking `depth` plies ahead, at least one. `None` when
    /// the meter said stop.
    #[expect(clippy::type_complexity)] // the moves and what they are worth, if the budget let it finish
    pub fn answer(&mut self, belief: Belief<G>, depth: u32) -> Result<Option<Answer<G::Move, L::Value>>, Problem> {
        let Some((world, _)) = belief.first() else { return Err(Problem::new("there is no world to think about")) };
        let mut moves = Vec::new();
        self.game.moves(&world.state, &mut moves);
        self.memory.clear();
        (self.remembered_worlds, self.reached_horizon, self.met_refusal, self.foresees) = (0, false, false, true);
        let total: f64 = belief.iter().map(|(_, weight)| weight).sum();
        let is_alone = belief.len() == 1;
        if let Some(arena) = &mut self.arena {
            *arena = Arena::new(arena.limit());
            arena.root();
        }
        let mut nodes = Vec::with_capacity(belief.len());
        for (place, (world, weight)) in belief.into_iter().enumerate() {
            let id = match &mut self.arena {
                Some(arena) if !is_alone => arena.add(0, format!("world{}", place + 1), Some(weight / total)),
                _ => 0,
            };
            nodes.push(Node { world, weight: weight / total, left: depth.clamp(1, i32::MAX as u32) as i32, id });
        }
        let Some((chosen, values)) = self.try_moves(&nodes, &moves)? else { return Ok(None) };
        let tree = match &mut self.arena {
            None => None,
            Some(arena) => {
                let set = arena.next_set();
                for (node, value) in nodes.iter().zip(&chosen) {
                    arena.leave_own(self.game, node.id, self.seat, set, self.backup.seat_values(&self.facts, value));
                }
                if !is_alone {
                    let weights: Vec<f64> = nodes.iter().map(|node| node.weight).collect();
                    let value = self.backup.back_up(Turn::Chance, &chosen, &weights);
                    arena.leave_chance(self.game, 0, self.backup.seat_values(&self.facts, &value));
                }
                let finished = std::mem::replace(arena, Arena::new(arena.limit())).finish(self.game);
                Some(if self.met_refusal { Err(no_tree(NO_REFUSALS_IN_TREES)) } else { finished })
            }
        };
        Ok(Some(Answer { moves, values, is_complete: !self.reached_horizon, tree }))
    }

    /// What worlds of these weights, which add up to 1, say together.
    fn together(&self, values: &[L::Value], weights: &[f64]) -> L::Value {
        match values {
            [one] => one.clone(),
            _ => self.backup.back_up(Turn::Chance, values, weights),
        }
    }

    // ---- the recursion -----------------------------------------------------------------------------------------------

    /// The values of worlds that the seat cannot tell apart by what it has seen, one each. `None` when the meter said stop.
    fn values(&mut self, nodes: Vec<Node<G>>) -> Result<Option<Vec<L::Value>>, Problem> {
        Ok(self.values_beside(nodes, Classes::default())?.map(|(values, _)| values))
    }

    /// The same of worlds in which the seat has seen nothing since, beside those in which it has: what it sees later in the
    /// first may be what it has seen at once in others, and then it cannot tell them apart. The values of both.
    #[expect(clippy::type_complexity)]
    fn values_beside(
        &mut self,
        nodes: Vec<Node<G>>,
        mut classes: Classes<G>,
    ) -> Result<Option<(Vec<L::Value>, Vec<Vec<L::Value>>)>, Problem> {
        let wanted = nodes.len();
        // Step 1. Whatever happens before the seat sees or decides something.
        let mut waiting = nodes;
        let mut fates = Vec::with_capacity(wanted);
        let (mut own, mut edge): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        while fates.len() < waiting.len() {
            let at = fates.len();
            let turn = self.game.turn(&waiting[at].world.state);
            fates.push(match turn {
                Turn::Over => Fate::Worth(self.ended(&waiting[at])),
                Turn::Of(player) if player == self.seat && waiting[at].left > 0 => {
                    own.push(at);
                    Fate::Own(own.len() - 1)
                }
                Turn::Of(player) if player == self.seat => {
                    edge.push(at);
                    Fate::Edge(edge.len() - 1)
                }
                Turn::Chance if self.game.draws(&waiting[at].world.state) => Fate::Worth(self.horizon(&waiting[at])),
                _ if waiting[at].left <= 0 && !self.looks_on(&waiting[at]) => Fate::Worth(self.horizon(&waiting[at])),
                _ => {
                    let Some((places, weights)) = self.go_on(turn, at, &mut waiting, &mut classes, &mut moves)? else {
                        return Ok(None);
                    };
                    Fate::Others(turn, places, weights)
                }
            });
        }
        // Step 2. One move for all worlds in which the seat is to move.
        let mut of_own = Vec::new();
        if !own.is_empty() {
            let deciding = own.iter().map(|&at| waiting[at].again()).collect();
            let Some(values) = self.choose(deciding)? else { return Ok(None) };
            of_own = values;
        }
        let of_edge = match self.looks_on_together(&waiting, &edge) {
            true => {
                let deciding = edge.iter().map(|&at| waiting[at].again()).collect();
                let Some(values) = self.choose(deciding)? else { return Ok(None) };
                values
            }
            false => edge.iter().map(|&at| self.horizon(&waiting[at])).collect(),
        };
        // Step 3. What was seen tells classes apart.
        let mut of_classes = Vec::with_capacity(classes.beliefs.len());
        for class in classes.beliefs {
            let Some(values) = self.values(class)? else { return Ok(None) };
            of_classes.push(values);
        }
        // Step 4. Back up, those that came last first.
        let mut values: Vec<Option<L::Value>> = fates.iter().map(|_| None).collect();
        for (at, fate) in fates.into_iter().enumerate().rev() {
            let value = match fate {
                Fate::Worth(value) => value,
                Fate::Own(place) => of_own[place].clone(),
                Fate::Edge(place) => of_edge[place].clone(),
                Fate::Others(turn, places, weights) => {
                    let children: Vec<L::Value> = places
                        .iter()
                        .map(|place| match *place {
                            Place::Waiting(at) => values[at].clone().expect("what came later is known"),
                            Place::Seen(class, at) => of_classes[class][at].clone(),
                        })
                        .collect();
                    let value = self.backup.back_up(turn, &children, &weights);
                    if let Some(arena) = &mut self.arena {
                        let told = self.backup.seat_values(&self.facts, &value);
                        match turn {
                            Turn::Of(player) => arena.leave_other(self.game, waiting[at].id, player, told),
                            _ => arena.leave_chance(self.game, waiting[at].id, told),
                        }
                    }
                    value
                }
            };
            values[at] = Some(value);
        }
        values.truncate(wanted);
        let values = values.into_iter().map(|value| value.expect("all were backed up")).collect();
        Ok(Some((values, of_classes)))
    }

    /// Others move, or chance, which costs no depth: the world goes on in every way. Where the worlds after the moves are, and
    /// the weights as the backup is told them.
    #[expect(clippy::type_complexity)]
    fn go_on(
        &mut self,
        turn: Turn,
        at: usize,
        waiting: &mut Vec<Node<G>>,
        classes: &mut Classes<G>,
        moves: &mut Vec<G::Move>,
    ) -> Result<Option<(Vec<Place>, Vec<f64>)>, Problem> {
        let game = self.game;
        let mut weights = Vec::new();
        moves.clear();
        {
            let World { state, kind, views } = &waiting[at].world;
            match turn {
                Turn::Of(_) => game.lasting_moves(state, moves),
                _ => game.moves(state, moves),
            }
            match turn {
                Turn::Of(player) => {
                    let decision = Decision { game, state, player, moves, kind: *kind, views };
                    ask_in_world(&mut self.others, &decision, &self.control, &mut weights)?;
                    if self.others.thinks() && !self.meter.look() {
                        return Ok(None);
                    }
                }
                _ => {
                    weights.extend(moves.iter().map(|&mv| game.weight(state, mv) as f64));
                    let total: f64 = weights.iter().sum();
                    weights.iter_mut().for_each(|weight| *weight /= total);
                }
            }
        }
        let left = if turn == Turn::Chance { waiting[at].left } else { waiting[at].left - 1 };
        let mut places = Vec::with_capacity(moves.len());
        let count = moves.len();
        // What is certain not to be played is not looked at; where a row is given for each kind of player, some kind may.
        let is_one_row = weights.len() == count;
        for (place, &mv) in moves.iter().enumerate() {
            let share = weights.get(place).copied().unwrap_or(1.0 / count as f64);
            if is_one_row && share == 0.0 {
                continue;
            }
            if !self.meter.count() {
                return Ok(None);
            }
            let (world, seen) = after(game, &waiting[at].world, mv, self.seat);
            let id = match &mut self.arena {
                Some(arena) => {
                    let text = game.move_text(&waiting[at].world.state, mv);
                    arena.add(waiting[at].id, text, (turn == Turn::Chance).then_some(share))
                }
                None => 0,
            };
            let node = Node { world, weight: waiting[at].weight * share, left, id };
            places.push(match seen {
                None => {
                    waiting.push(node);
                    Place::Waiting(waiting.len() - 1)
                }
                Some(seen) => classes.add(seen, node),
            });
        }
        if is_one_row {
            weights.retain(|&weight| weight != 0.0);
        }
        Ok(Some((places, weights)))
    }

    /// The seat moves: one move for all worlds. The value of each.
    fn choose(&mut self, deciding: Vec<Node<G>>) -> Result<Option<Vec<L::Value>>, Problem> {
        // Step 1. Equal worlds are one, and a belief that was met before, in whatever scale, is known.
        let (mut nodes, places) = match self.arena {
            Some(_) => {
                let places = (0..deciding.len()).collect();
                (deciding, places)
            }
            None => merge(self.game, deciding),
        };
        // A world that others never lead to is decided about all the same: nobody says that they cannot err.
        let total: f64 = nodes.iter().map(|node| node.weight).sum();
        let even = 1.0 / nodes.len() as f64;
        let is_weighed = total > 0.0 && self.backup.weighs();
        nodes.iter_mut().for_each(|node| node.weight = if is_weighed { node.weight / total } else { even });
        let key = self.key(&nodes);
        if self.arena.is_none()
            && let Some(known) = self.memory.get(&key).and_then(|met| met.iter().find(|known| known.is_same(&nodes)))
        {
            return Ok(Some(places.into_iter().map(|place: usize| known.values[place].clone()).collect()));
        }
        // Step 2. Try every move; all worlds have the same ones.
        let mut moves = Vec::with_capacity(MOVES);
        self.game.moves(&nodes[0].world.state, &mut moves);
        let Some((values, _)) = self.try_moves(&nodes, &moves)? else { return Ok(None) };
        if let Some(arena) = &mut self.arena {
            let set = arena.next_set();
            for (node, value) in nodes.iter().zip(&values) {
                arena.leave_own(self.game, node.id, self.seat, set, self.backup.seat_values(&self.facts, value));
            }
        }
        let told = places.into_iter().map(|place: usize| values[place].clone()).collect();
        // Step 3. Remember.
        if self.arena.is_none() && self.remembered_worlds + nodes.len() <= MOST_REMEMBERED_WORLDS {
            self.remembered_worlds += nodes.len();
            self.memory.entry(key).or_default().push(Remembered { nodes, values });
        }
        Ok(Some(told))
    }

    /// Makes every move in all worlds of a belief, whose weights add up to 1: the value of each world when the seat has chosen
    /// one for all, and what the worlds together say of each move.
    #[expect(clippy::type_complexity)]
    fn try_moves(
        &mut self,
        nodes: &[Node<G>],
        moves: &[G::Move],
    ) -> Result<Option<(Vec<L::Value>, Vec<L::Value>)>, Problem> {
        let weights: Vec<f64> = nodes.iter().map(|node| node.weight).collect();
        let is_last = self.arena.is_none() && nodes.iter().all(|node| node.left == 1);
        let mut of_moves = match if is_last { self.foresee(nodes, moves) } else { Foreseen::Nothing } {
            Foreseen::Stopped => return Ok(None),
            Foreseen::All(values) => values,
            Foreseen::Nothing => match self.make_moves(nodes, moves, is_last)? {
                Some(values) => values,
                None => return Ok(None),
            },
        };
        if of_moves.iter().any(Option::is_none) {
            self.met_refusal = true;
            self.after_refusals(nodes, &mut of_moves);
        }
        let values: Vec<L::Value> = of_moves.into_iter().flatten().collect();
        let of_moves = || values.chunks(nodes.len());
        let together: Vec<L::Value> = of_moves().map(|values| self.together(values, &weights)).collect();
        let mut shares = Vec::with_capacity(moves.len());
        self.backup.shares(self.seat, &together, &mut shares);
        let chosen = match shares.iter().position(|&share| share == 1.0) {
            Some(place) => values[place * nodes.len()..][..nodes.len()].to_vec(),
            None => (0..nodes.len())
                .map(|world| {
                    let values: Vec<L::Value> = of_moves().map(|values| values[world].clone()).collect();
                    self.backup.back_up(Turn::Chance, &values, &shares)
                })
                .collect(),
        };
        Ok(Some((chosen, together)))
    }

    /// Makes every move in all worlds: for each move what every world is worth, one after the other, nothing where it is refused.
    fn make_moves(
        &mut self,
        nodes: &[Node<G>],
        moves: &[G::Move],
        is_last: bool,
    ) -> Result<Option<Vec<Option<L::Value>>>, Problem> {
        let mut of_moves: Vec<Option<L::Value>> = Vec::with_capacity(moves.len() * nodes.len());
        let mut lasting: Vec<Option<Vec<G::Move>>> = nodes.iter().map(|_| None).collect();
        for &mv in moves {
            if is_last {
                match self.last_ply(nodes, mv, &mut lasting) {
                    LastPly::Stopped => return Ok(None),
                    LastPly::LooksOn => {}
                    LastPly::Known(values) => {
                        of_moves.extend(values);
                        continue;
                    }
                }
            }
            let mut classes = Classes::<G>::default();
            let mut unseen = Vec::new();
            let mut places = Vec::with_capacity(nodes.len());
            for (node, lasting) in nodes.iter().zip(&mut lasting) {
                if !self.meter.count() {
                    return Ok(None);
                }
                let (world, seen) = after(self.game, &node.world, mv, self.seat);
                if self.is_refused(node, mv, &world.state, lasting) {
                    places.push(None);
                    continue;
                }
                let id = match &mut self.arena {
                    Some(arena) => arena.add(node.id, self.game.move_text(&node.world.state, mv), None),
                    None => 0,
                };
                let next = Node { world, weight: node.weight, left: node.left - 1, id };
                places.push(Some(match seen {
                    None => {
                        unseen.push(next);
                        Place::Waiting(unseen.len() - 1)
                    }
                    Some(seen) => classes.add(seen, next),
                }));
            }
            let Some((of_unseen, of_classes)) = self.values_beside(unseen, classes)? else { return Ok(None) };
            of_moves.extend(places.iter().map(|place| match *place {
                Some(Place::Seen(class, at)) => Some(of_classes[class][at].clone()),
                Some(Place::Waiting(at)) => Some(of_unseen[at].clone()),
                None => None,
            }));
        }
        Ok(Some(of_moves))
    }

    /// Whether a try that led here was refused: the seat has kept the turn, and the move is none that lasts.
    fn is_refused(&self, node: &Node<G>, mv: G::Move, after: &G::State, lasting: &mut Option<Vec<G::Move>>) -> bool {
        let lists = || {
            let mut lasting = Vec::new();
            self.game.lasting_moves(&node.world.state, &mut lasting);
            lasting
        };
        self.game.turn(after) == Turn::Of(self.seat) && !lasting.get_or_insert_with(lists).contains(&mv)
    }

    /// The last move before the horizon in all worlds: what each is worth after it, nothing where it is refused. What the seat would
    /// have seen of it bears on nothing any more, unless it looks on.
    fn last_ply(&mut self, nodes: &[Node<G>], mv: G::Move, lasting: &mut [Option<Vec<G::Move>>]) -> LastPly<L::Value> {
        let (game, seat) = (self.game, self.seat);
        let mut values = Vec::with_capacity(nodes.len());
        for (node, lasting) in nodes.iter().zip(lasting) {
            if !self.meter.count() {
                return LastPly::Stopped;
            }
            let mut state = node.world.state.clone();
            game.play(&mut state, mv);
            values.push(match game.turn(&state) {
                Turn::Over if game.is_frontier(&state) => Some(self.leaf.cut(game, &state, seat)),
                Turn::Over => Some(self.leaf.ended(game, &state, seat)),
                _ if self.is_refused(node, mv, &state, lasting) => None,
                _ if self.leaf.looks_on(game, &state, 0) => return LastPly::LooksOn,
                _ => {
                    self.reached_horizon = true;
                    Some(self.leaf.cut(game, &state, seat))
                }
            });
        }
        LastPly::Known(values)
    }

    // ---- where it ends -----------------------------------------------------------------------------------------------

    fn ended(&mut self, node: &Node<G>) -> L::Value {
        let state = &node.world.state;
        let value = match self.game.is_frontier(state) {
            true => self.leaf.cut(self.game, state, self.seat),
            false => self.leaf.ended(self.game, state, self.seat),
        };
        self.note_end(node, &value);
        value
    }

    /// Whether a world at the horizon or beyond it asks to be looked at further.
    fn looks_on(&self, node: &Node<G>) -> bool {
        self.leaf.looks_on(self.game, &node.world.state, node.left.unsigned_abs())
    }

    /// The same for worlds in which the seat is to move: as most of them have it.
    fn looks_on_together(&self, waiting: &[Node<G>], edge: &[usize]) -> bool {
        let weight = |at: &&usize| if self.backup.weighs() { waiting[**at].weight } else { 1.0 };
        let all: f64 = edge.iter().map(|at| weight(&at)).sum();
        let unquiet: f64 = edge.iter().filter(|at| self.looks_on(&waiting[**at])).map(|at| weight(&at)).sum();
        2.0 * unquiet > all
    }

    /// Worlds at the horizon are worth what the evaluation says.
    fn horizon(&mut self, node: &Node<G>) -> L::Value {
        self.reached_horizon = true;
        let value = self.leaf.cut(self.game, &node.world.state, self.seat);
        self.note_end(node, &value);
        value
    }

    fn note_end(&mut self, node: &Node<G>, value: &L::Value) {
        if let Some(arena) = &mut self.arena {
            let told = self.backup.seat_values(&self.facts, value);
            arena.leave_leaf(
                self.game,
                &node.world.state,
                node.id,
                self.leaf.values(self.game, &node.world.state),
                told,
            );
        }
    }

    /// A hash of a belief. Weights are rounded: they may differ in their last bits, and that is no difference.
    fn key(&self, nodes: &[Node<G>]) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        for node in nodes {
            let weight = (node.weight * (1u64 << 30) as f64 + 0.5) as u64;
            (self.game.key(&node.world.state), node.world.kind, node.left, weight).hash(&mut hasher);
        }
        hasher.finish()
    }
}
