//! The stored tree.

use crate::grow::record::in_range;
use outwit_game::{Game, Meter, MoveCode, Outline, OutlineTurn, Payoffs, Player, SeatValues, Turn, descend};

/// Whose node it is, seen from the seat that searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The seat that searches moves.
    Ours,
    /// Another seat moves, against the one that searches.
    Theirs,
    /// Chance moves.
    Chance,
    /// The game is over, and pays.
    Over,
    /// The game goes on, but nothing more can be looked at: a written tree was cut here, or the outcomes of chance cannot
    /// be listed.
    Edge,
}

impl Role {
    /// The role of a position in a search by `seat`.
    #[inline]
    pub fn of<G: Game>(game: &G, state: &G::State, seat: Player) -> Role {
        match game.turn(state) {
            Turn::Of(player) if player == seat => Role::Ours,
            Turn::Of(_) => Role::Theirs,
            Turn::Chance if game.draws(state) => Role::Edge,
            Turn::Chance => Role::Chance,
            Turn::Over if game.is_frontier(state) => Role::Edge,
            Turn::Over => Role::Over,
        }
    }

    /// Whether there is something below that can be looked at.
    #[inline]
    pub fn can_grow(self) -> bool {
        matches!(self, Role::Ours | Role::Theirs | Role::Chance)
    }
}

/// A node of the tree. Its children stand side by side.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The node above; the root's is itself.
    pub parent: u32,
    /// The code of the move that leads here.
    pub mv: u32,
    /// The first child.
    pub first: u32,
    /// How many children there are; none at a leaf.
    pub children: u32,
    /// Players' moves from the root to here.
    pub depth: u16,
    /// Whose node it is.
    pub role: Role,
    /// For the algorithm's own use.
    pub mark: bool,
}

impl Node {
    /// The numbers of the children.
    #[inline]
    pub fn family(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }

    /// Whether nothing has been looked at below.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.children == 0
    }
}

/// What came of looking below a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// Its children are there.
    Done,
    /// They would not fit into the memory.
    Full,
    /// The search must stop; the leaf is a leaf still.
    Stopped,
}

/// A tree that is kept. Children have larger numbers than their parents; the root is number 0.
///
/// Positions are not stored: the few that are looked at again are played anew from the root, so that a node takes the same
/// memory in every game.
pub struct Tree<M> {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The probability of each node given its parent, in games with chance; 1 below a player's node. Else empty.
    pub chances: Vec<f64>,
    /// How many leaves there are.
    pub leaves: usize,
    most_nodes: usize,
    moves: Vec<M>,
    path: Vec<u32>,
}

impl<M: MoveCode> Tree<M> {
    /// A tree that is nothing but its root. It will have at most `most_nodes` nodes.
    pub fn new(root: Role, has_chance: bool, most_nodes: usize) -> Tree<M> {
        Tree {
            nodes: vec![Node { parent: 0, mv: 0, first: 0, children: 0, depth: 0, role: root, mark: false }],
            chances: if has_chance { vec![1.0] } else { Vec::new() },
            leaves: 1,
            most_nodes: most_nodes.min(u32::MAX as usize),
            moves: Vec::new(),
            path: Vec::new(),
        }
    }

    /// How many nodes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// There is always the root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many nodes still fit.
    pub fn room(&self) -> usize {
        self.most_nodes - self.nodes.len()
    }

    /// The probabilities of the children of a chance node.
    #[inline]
    pub fn chances_of(&self, node: &Node) -> &[f64] {
        &self.chances[node.family()]
    }

    /// The position of a node, played from the root.
    pub fn position<G: Game<Move = M>>(&mut self, game: &G, root: &G::State, at: usize) -> G::State {
        self.path.clear();
        let mut up = at;
        while up != 0 {
            self.path.push(self.nodes[up].mv);
            up = self.nodes[up].parent as usize;
        }
        let mut state = root.clone();
        while let Some(code) = self.path.pop() {
            game.play(&mut state, M::from_code(code));
        }
        state
    }

    /// Looks below a leaf that can grow. `visit` is told of each child in turn: its number, its position, its role.
    pub fn expand<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        seat: Player,
        at: usize,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(usize, &G::State, Role),
    ) -> Expansion {
        debug_assert!(self.nodes[at].is_leaf() && self.nodes[at].role.can_grow());
        self.moves.clear();
        game.moves(state, &mut self.moves);
        let children = self.moves.len();
        if children > self.room() {
            return Expansion::Full;
        }
        let first = self.nodes.len();
        let is_chance = self.nodes[at].role == Role::Chance;
        let depth = self.nodes[at].depth.saturating_add(u16::from(!is_chance));
        let total =
            if is_chance { self.moves.iter().map(|&mv| game.weight(state, mv)).sum::<u64>() as f64 } else { 1.0 };
        for index in 0..children {
            let mv = self.moves[index];
            if !meter.count() {
                self.nodes.truncate(first);
                self.chances.truncate(first);
                return Expansion::Stopped;
            }
            if !self.chances.is_empty() {
                self.chances.push(if is_chance { game.weight(state, mv) as f64 / total } else { 1.0 });
            }
            let role = descend(game, state, mv, |next| {
                let role = Role::of(game, next, seat);
                visit(first + index, next, role);
                role
            });
            self.nodes.push(Node { parent: at as u32, mv: mv.code(), first: 0, children: 0, depth, role, mark: false });
        }
        let node = &mut self.nodes[at];
        (node.first, node.children) = (first as u32, children as u32);
        self.leaves += children - 1;
        Expansion::Done
    }

    /// The moves from a node down to a leaf, always to the child that `best` picks from a node's children.
    pub fn line(&self, from: usize, best: impl Fn(&Node) -> usize) -> Vec<M> {
        let mut line = Vec::new();
        let mut at = from;
        while !self.nodes[at].is_leaf() {
            at = best(&self.nodes[at]);
            line.push(M::from_code(self.nodes[at].mv));
        }
        line
    }

    /// The moves that lead from the root to a node, as text.
    pub fn path_texts<G: Game<Move = M>>(&self, game: &G, root: &G::State, at: usize) -> Vec<String> {
        let mut codes = Vec::new();
        let mut up = at;
        while up != 0 {
            codes.push(self.nodes[up].mv);
            up = self.nodes[up].parent as usize;
        }
        let mut state = root.clone();
        let text = |code: u32| {
            let mv = M::from_code(code);
            let text = game.move_text(&state, mv);
            game.play(&mut state, mv);
            text
        };
        codes.into_iter().rev().map(text).collect()
    }

    /// The fewest and the most players' moves from the root to a leaf that could grow; 0 and 0 when there is none.
    pub fn depths(&self) -> (u32, u32) {
        let open = self.nodes.iter().filter(|node| node.is_leaf() && node.role.can_grow());
        let depths = open.map(|node| u32::from(node.depth));
        (depths.clone().min().unwrap_or(0), depths.max().unwrap_or(0))
    }

    /// The tree written out, with what each node is worth; `None` when it has more than `limit` nodes. A leaf that is
    /// uncertain is written with its spikes, where `spikes` gives some; where the search computes one seat's value only, the others'
    /// at a leaf are the `fixed` ones.
    pub fn outline<G: Game<Move = M>>(
        &self,
        game: &G,
        root: &G::State,
        fixed: &dyn Fn(&G::State) -> Payoffs,
        limit: usize,
        values: &dyn Fn(usize) -> SeatValues,
        spikes: &dyn Fn(usize) -> Option<Vec<(f64, f64)>>,
    ) -> Option<Outline> {
        (self.len() <= limit).then(|| in_range(game, self.outlined(game, root, fixed, 0, values, spikes)))
    }

    fn outlined<G: Game<Move = M>>(
        &self,
        game: &G,
        state: &G::State,
        fixed: &dyn Fn(&G::State) -> Payoffs,
        at: usize,
        values: &dyn Fn(usize) -> SeatValues,
        spikes: &dyn Fn(usize) -> Option<Vec<(f64, f64)>>,
    ) -> Outline {
        let node = &self.nodes[at];
        let players = game.players();
        let mut outline = Outline { value: Some(values(at)[..players].to_vec()), ..Outline::default() };
        match game.turn(state) {
            Turn::Over if node.role == Role::Over => {
                outline.payoffs = Some(game.payoffs(state).seats(players).to_vec())
            }
            _ if node.is_leaf() => {
                let stated = fixed(state);
                let value = |player: Player| values(at)[player.index()].unwrap_or(stated[player]);
                outline.spikes = spikes(at);
                if outline.spikes.is_none() {
                    outline.heuristic = Some(Player::all(players).map(value).collect());
                }
            }
            Turn::Of(player) => outline.turn = Some(OutlineTurn::Of(player)),
            Turn::Chance | Turn::Over => outline.turn = Some(OutlineTurn::Chance),
        }
        for child in node.family() {
            let mv = M::from_code(self.nodes[child].mv);
            let mut next = state.clone();
            game.play(&mut next, mv);
            outline.children.push(Outline {
                mv: game.move_text(state, mv),
                probability: (node.role == Role::Chance).then(|| self.chances[child]),
                is_best: node.role != Role::Chance && values(child) == values(at),
                ..self.outlined(game, &next, fixed, child, values, spikes)
            });
        }
        outline
    }
}
