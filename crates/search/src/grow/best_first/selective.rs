//! A tree that grows leaf by leaf, any backup: what best-first minimax, Rivest's approximation, conspiracy numbers, B* and
//! MGSS* share. They differ in which leaf comes next.

use super::baum_smith::DEEPEST;
use super::leaves::{Classes, Worth, leaf_worth};
use super::tree::{Expansion, Node, Role, Tree};
use crate::backup::Backup;
use crate::backup::cdf::Spike;
use crate::belief::{Decision, Opponent};
use crate::findings::{Findings, Found, STOPPED_EARLY, no_tree};
use crate::grow::depth_first::unsearched;
use crate::searcher::{Search, position};
use crate::value::{Leaf, Spread, sample_near};
use outwit_game::{Bound, Budget, Control, Evaluation, Facts, Game, Meter, MoveCode, Player, Problem, Rng, Turn, View};

/// The tree as a selection sees it.
pub struct Field<'a, M, V, B> {
    /// The tree.
    pub tree: Tree<M>,
    /// What is backed up to every node.
    pub values: Vec<V>,
    /// Whose turn it is at every node.
    turns: Vec<Turn>,
    /// How likely each node is given its parent, where chance decides or somebody of whom there is a belief; not a number
    /// where the backup decides. Empty where it always does.
    weights: Vec<f64>,
    /// What a node said before it was looked into, and whether something below it may still be: for a backup that listens.
    own: Vec<(V, bool)>,
    backup: &'a B,
    seat: Player,
    /// How leaves may turn out, if the selection asked for it.
    worths: Vec<Worth>,
    shapes: Vec<Spike>,
    bounds: (f64, f64),
    deepest: u32,
}

impl<M: MoveCode, V: Clone, B: Backup<V>> Field<'_, M, V, B> {
    /// Whether a leaf may be expanded.
    pub fn can_grow(&self, at: usize) -> bool {
        let node = &self.tree.nodes[at];
        node.is_leaf() && node.role.can_grow() && u32::from(node.depth) < self.deepest
    }

    /// What a node is worth to the seat that searches, as one number.
    #[inline]
    pub fn number(&self, at: usize) -> f64 {
        self.backup.liking(self.seat, &self.values[at])
    }

    /// How a leaf may turn out, ascending. A certain one has one spike.
    pub fn spikes(&self, at: usize) -> impl Iterator<Item = Spike> + '_ {
        let worth = &self.worths[at];
        let shape = &self.shapes[worth.start as usize..worth.start as usize + usize::from(worth.count)];
        let (low, high) = self.bounds;
        shape.iter().map(move |spike| Spike { x: (worth.base + spike.x).clamp(low, high), p: spike.p })
    }

    /// The probabilities of a node's children; none where the backup decides.
    pub(super) fn weights(&self, node: &Node) -> &[f64] {
        match self.weights.get(node.first as usize) {
            Some(first) if !first.is_nan() => &self.weights[node.family()],
            _ => &[],
        }
    }

    /// Whether what follows the child `a` is expected rather than what follows `b`: the mover likes it better, or it is
    /// likelier.
    #[inline]
    pub fn is_expected(&self, parent: usize, a: usize, b: usize) -> bool {
        match self.turns[parent] {
            Turn::Of(player) if self.weights.get(a).is_none_or(|weight| weight.is_nan()) => {
                self.backup.prefers(player, &self.values[a], &self.values[b])
            }
            _ => self.weights[a] > self.weights[b],
        }
    }

    /// The child that is expected to follow a node.
    pub fn principal_child(&self, node: &Node) -> usize {
        let at = self.tree.nodes[node.first as usize].parent as usize;
        node.family().reduce(|a, b| if self.is_expected(at, b, a) { b } else { a }).expect("an inner node has children")
    }

    /// How far the value of a node can be trusted: 0 where nothing was looked into, 1 where its line ends at a leaf that may
    /// still turn out otherwise, 2 where nothing more is to be found at its end.
    fn trust(&self, at: usize) -> u8 {
        let mut end = at;
        while !self.tree.nodes[end].is_leaf() {
            end = self.principal_child(&self.tree.nodes[end]);
        }
        match self.tree.nodes[end].role.can_grow() {
            false => 2,
            true => u8::from(end != at),
        }
    }

    fn back_up(&mut self, at: usize) {
        let node = self.tree.nodes[at];
        let mut value = self.backup.back_up(self.turns[at], &self.values[node.family()], self.weights(&node));
        if self.backup.listens() {
            let is_open = self.own[node.family()].iter().any(|(_, is_open)| *is_open);
            self.own[at].1 = is_open;
            if is_open && self.turns[at] != Turn::Chance {
                value = self.backup.hear(value, self.own[at].0.clone());
            }
        }
        if at == 0 {
            value = self.backup.at_root(self.seat, &self.values[node.family()], value);
        }
        self.values[at] = value;
    }

    fn truncate(&mut self) {
        let nodes = self.tree.len();
        self.values.truncate(nodes);
        self.turns.truncate(nodes);
        self.weights.truncate(nodes);
        self.own.truncate(nodes);
        self.worths.truncate(nodes);
    }
}

/// Which leaf comes next.
pub trait LeafSelection: Send {
    /// Bytes it keeps for a node.
    fn bytes(&self) -> usize;
    /// Whether it wants to know how leaves may turn out.
    const WANTS_SPIKES: bool = false;

    /// A new search begins; the tree is its root.
    fn begin(&mut self, facts: &Facts);
    /// A leaf was added, the one with the largest number.
    fn add<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize);
    /// Something below a node has changed; its children are up to date.
    fn back_up<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize);
    /// The leaf to expand; none when the selection has seen enough.
    fn next<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>) -> Option<usize>;
    /// What it ended for, when there is no next leaf though some could be looked into.
    fn reason<M: MoveCode, V: Clone, B: Backup<V>>(&self, field: &Field<'_, M, V, B>) -> &'static str;
    /// The root's child to play, if it is not simply one with the best value.
    fn pick<M: MoveCode, V: Clone, B: Backup<V>>(&self, _field: &Field<'_, M, V, B>) -> Option<usize> {
        None
    }
}

/// A search that grows a tree leaf by leaf.
pub struct BestFirst<L, F, O, S, E> {
    /// How far to look.
    pub budget: Budget,
    /// Bytes for the tree.
    pub memory: usize,
    /// What leaves are worth.
    pub leaf: L,
    /// Makes the backup for the seat that searches; told how many seats there are.
    pub backup: F,
    /// What is believed about the others.
    pub others: O,
    /// Which leaf comes next.
    pub selection: S,
    /// Says how values may turn out, to a selection that wants to know.
    pub evaluation: E,
}

impl<G, L, B, F, O, S, E> Search<G> for BestFirst<L, F, O, S, E>
where
    G: Game,
    L: Leaf<G>,
    B: Backup<L::Value>,
    F: Fn(Player, usize) -> B + Send,
    O: Opponent<G>,
    S: LeafSelection,
    E: Evaluation<G>,
{
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let mut meter = Meter::new(control, &self.budget)?;
        let facts = game.facts();
        let backup = (self.backup)(seat, game.players());
        let root_value = self.leaf.cut(game, state, seat);
        if self.budget.depth == Some(0) {
            let value = backup.seat_values(&facts, &root_value);
            return Ok(Findings { value, ..unsearched(game, state) });
        }
        // Step 1. What is known about how values change.
        let mut told = Vec::new();
        let mut learned = None;
        if S::WANTS_SPIKES {
            self.evaluation.spikes(game, state, seat, &mut told);
            if told.len() == 1 && !game.is_written_out() {
                learned = match self.evaluation.spread(game) {
                    Some(text) => Some(Spread::read(text)?),
                    None => sample_near(game, &self.evaluation, &mut meter),
                };
            }
        }
        let mut shapes = vec![Spike { x: 0.0, p: 1.0 }];
        let classes = learned.as_ref().map(|learned| Classes::new(learned, &mut shapes));
        // Step 2. A tree that is nothing but its root.
        let has_weights = facts.chance || self.others.speaks();
        let a_node = size_of::<Node>()
            + size_of::<L::Value>() * if backup.listens() { 2 } else { 1 }
            + size_of::<Turn>()
            + self.selection.bytes()
            + if S::WANTS_SPIKES { size_of::<Worth>() } else { 0 }
            + if has_weights { 2 * size_of::<f64>() } else { 0 };
        let mut field: Field<'_, G::Move, L::Value, B> = Field {
            tree: Tree::new(Role::of(game, state, seat), facts.chance, (self.memory / a_node).max(2)),
            own: if backup.listens() { vec![(root_value.clone(), true)] } else { Vec::new() },
            values: vec![root_value],
            turns: vec![game.turn(state)],
            weights: if has_weights { vec![f64::NAN] } else { Vec::new() },
            backup: &backup,
            seat,
            worths: if S::WANTS_SPIKES { vec![Worth::default()] } else { Vec::new() },
            shapes,
            bounds: if classes.is_some() { (facts.lowest, facts.highest) } else { (f64::NEG_INFINITY, f64::INFINITY) },
            deepest: self.budget.depth.unwrap_or(DEEPEST).min(DEEPEST),
        };
        self.selection.begin(&facts);
        self.selection.add(&field, 0);
        // Step 3. Leaf by leaf.
        let mut is_full = false;
        let mut next = Some(0);
        let quiet = Control { deadline: meter.deadline(), ..*control };
        let (mut moves, mut shares) = (Vec::new(), Vec::new());
        while let Some(at) = next {
            let mut position = field.tree.position(game, state, at);
            // How the others choose here.
            shares.clear();
            if let Turn::Of(player) = field.turns[at]
                && player != seat
                && self.others.speaks()
            {
                moves.clear();
                game.moves(&position, &mut moves);
                let decision = Decision::open(game, &position, player, &moves);
                self.others.probabilities(&decision, rng, &quiet, &mut shares)?;
                if self.others.thinks() && !meter.look() {
                    break;
                }
            }
            let Field { tree, values, turns, own, worths, shapes, .. } = &mut field;
            let (evaluation, leaf) = (&self.evaluation, &self.leaf);
            let listens = backup.listens();
            let expansion = tree.expand(game, &mut position, seat, at, &mut meter, |_, next, role| {
                if S::WANTS_SPIKES {
                    let worth =
                        leaf_worth(game, next, seat, role, evaluation, &facts, classes.as_ref(), shapes, &mut told);
                    worths.push(worth);
                }
                let value = match role {
                    Role::Over => leaf.ended(game, next, seat),
                    _ => leaf.cut(game, next, seat),
                };
                if listens {
                    own.push((value.clone(), role.can_grow() || role == Role::Edge && !game.turn(next).is_over()));
                }
                values.push(value);
                turns.push(game.turn(next));
            });
            if expansion != Expansion::Done {
                field.truncate();
                is_full = expansion == Expansion::Full;
                break;
            }
            let family = field.tree.nodes[at].family();
            if has_weights {
                match field.turns[at] {
                    Turn::Chance => field.weights.extend_from_slice(&field.tree.chances[family.clone()]),
                    _ if !shares.is_empty() => field.weights.extend_from_slice(&shares[..family.len()]),
                    _ => field.weights.resize(field.tree.len(), f64::NAN),
                }
            }
            for child in family {
                self.selection.add(&field, child);
            }
            let mut up = at;
            loop {
                field.back_up(up);
                self.selection.back_up(&field, up);
                if up == 0 {
                    break;
                }
                up = field.tree.nodes[up].parent as usize;
            }
            next = self.selection.next(&field);
        }
        let mut findings = self.findings(game, state, control, &field, &meter, is_full);
        if next.is_none() {
            let is_whole = (0..field.tree.len()).all(|at| !field.can_grow(at));
            let reason = if is_whole { "there is nothing left to look at" } else { self.selection.reason(&field) };
            findings.remarks.push(format!("it stopped by itself: {reason}"));
        }
        Ok(findings)
    }
}

impl<L, F, O, S: LeafSelection, E> BestFirst<L, F, O, S, E> {
    fn findings<G: Game, B: Backup<L::Value>>(
        &self,
        game: &G,
        state: &G::State,
        control: &Control<'_>,
        field: &Field<'_, G::Move, L::Value, B>,
        meter: &Meter<'_>,
        is_full: bool,
    ) -> Findings<G::Move>
    where
        L: Leaf<G>,
    {
        let (tree, facts) = (&field.tree, game.facts());
        let mut remarks = Vec::new();
        if tree.nodes[0].is_leaf() {
            remarks.push(STOPPED_EARLY.to_string());
            return Findings { nodes: meter.nodes(), remarks, ..unsearched(game, state) };
        }
        let values =
            |at: usize| field.backup.seat_values(&facts, &field.values[at]).map(|value| value.map(|v| v + 0.0));
        let found = |child: usize| {
            let mv = G::Move::from_code(tree.nodes[child].mv);
            let mut line = vec![mv];
            line.extend(tree.line(child, |node| field.principal_child(node)));
            Found { mv, values: values(child), bound: Bound::Exact, line }
        };
        let family = tree.nodes[0].family();
        let first = family.start;
        let moves: Vec<Found<G::Move>> = family.clone().map(found).collect();
        let best = match self.selection.pick(field) {
            Some(child) => vec![child - first],
            None => {
                // Of moves with the same value those whose value is known best: an estimate nobody looked into is not as
                // good as a value that was found.
                let mut picks = Vec::new();
                field.backup.picks(field.seat, &field.values[family], &[], &mut picks);
                let equal = || (0..picks.len()).filter(|&place| picks[place] > 0.0);
                let most = equal().map(|place| field.trust(first + place)).max();
                equal().filter(|&place| Some(field.trust(first + place)) == most).collect()
            }
        };
        let (least, most) = tree.depths();
        remarks.push(format!("{} leaves, down to {most} plies", tree.leaves));
        if is_full {
            remarks.push("the memory is full: allow more with memory=".to_string());
        }
        let mut outline = None;
        if let Some(limit) = control.record {
            outline = tree.outline(game, state, &|state| self.leaf.values(game, state), limit, &values, &|_| None);
            if outline.is_none() {
                remarks.push(no_tree(format_args!("it has more than {limit} nodes")));
            }
        }
        Findings {
            line: moves[best[0]].line.clone(),
            moves,
            best,
            picks: Vec::new(),
            value: values(0),
            nodes: meter.nodes(),
            depth: least,
            tree: outline,
            remarks,
            extras: Vec::new(),
        }
    }
}
