//! Minimax on a tree that grows leaf by leaf: what best-first minimax, Rivest's approximation, conspiracy numbers, B* and
//! MGSS* share. They differ in which leaf comes next.

use super::baum_smith::DEEPEST;
use super::leaves::{Classes, Worth, leaf_worth};
use super::tree::{Expansion, Node, Role, Tree};
use crate::backup::cdf::Spike;
use crate::findings::{Findings, Found, best_of, seat_values};
use crate::grow::depth_first::unsearched;
use crate::searcher::{Search, position};
use crate::value::{Spread, sample_near};
use outwit_game::{Bound, Budget, Control, Evaluation, Facts, Game, Meter, MoveCode, Player, Problem, Rng, View};

/// The tree as a policy sees it.
pub struct Field<M> {
    /// The tree.
    pub tree: Tree<M>,
    /// The minimax value of every node, to the seat that searches.
    pub values: Vec<f64>,
    /// How leaves may turn out, if the policy asked for it.
    worths: Vec<Worth>,
    shapes: Vec<Spike>,
    bounds: (f64, f64),
    deepest: u32,
}

impl<M: MoveCode> Field<M> {
    /// Whether a leaf may be expanded.
    pub fn can_grow(&self, at: usize) -> bool {
        let node = &self.tree.nodes[at];
        node.is_leaf() && node.role.can_grow() && u32::from(node.depth) < self.deepest
    }

    /// How a leaf may turn out, ascending. A certain one has one spike.
    pub fn spikes(&self, at: usize) -> impl Iterator<Item = Spike> + '_ {
        let worth = &self.worths[at];
        let shape = &self.shapes[worth.start as usize..worth.start as usize + usize::from(worth.count)];
        let (low, high) = self.bounds;
        shape.iter().map(move |spike| Spike { x: (worth.base + spike.x).clamp(low, high), p: spike.p })
    }

    /// The child whose value a node has.
    pub fn principal_child(&self, node: &Node) -> usize {
        let liking = |child: usize| if node.role == Role::Ours { self.values[child] } else { -self.values[child] };
        node.family().reduce(|a, b| if liking(b) > liking(a) { b } else { a }).expect("an inner node has children")
    }

    fn settle(&mut self, at: usize) {
        let node = self.tree.nodes[at];
        let values = self.values[node.family()].iter().copied();
        self.values[at] = if node.role == Role::Ours {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        };
    }
}

/// Which leaf comes next.
pub trait Policy: Send {
    /// Bytes it keeps for a node.
    const BYTES: usize;
    /// Whether it wants to know how leaves may turn out.
    const WANTS_SPIKES: bool = false;

    /// A new search begins; the tree is its root.
    fn begin(&mut self, facts: &Facts);
    /// A leaf was added, the one with the largest number.
    fn add<M: MoveCode>(&mut self, field: &Field<M>, at: usize);
    /// Something below a node has changed; its children are up to date.
    fn settle<M: MoveCode>(&mut self, field: &Field<M>, at: usize);
    /// The leaf to expand; none when the policy has seen enough.
    fn next<M: MoveCode>(&mut self, field: &Field<M>) -> Option<usize>;
    /// The root's child to play, if it is not simply one with the best value.
    fn pick<M: MoveCode>(&self, _field: &Field<M>) -> Option<usize> {
        None
    }
}

/// A search that grows a minimax tree by a policy.
pub struct Selective<E, P> {
    /// How far to look.
    pub budget: Budget,
    /// Bytes for the tree.
    pub memory: usize,
    /// Values positions.
    pub evaluation: E,
    /// Which leaf comes next.
    pub policy: P,
}

impl<G: Game, E: Evaluation<G>, P: Policy> Search<G> for Selective<E, P> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let mut meter = Meter::new(control, &self.budget)?;
        let facts = game.facts();
        let root_value = self.evaluation.value(game, state, seat);
        if self.budget.depth == Some(0) {
            let value = seat_values(&facts, game.players(), seat, root_value);
            return Ok(Findings { value, ..unsearched(game, state) });
        }
        // Step 1. What is known about how values change.
        let mut told = Vec::new();
        let mut learned = None;
        if P::WANTS_SPIKES {
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
        let a_node =
            size_of::<Node>() + size_of::<f64>() + P::BYTES + if P::WANTS_SPIKES { size_of::<Worth>() } else { 0 };
        let mut field: Field<G::Move> = Field {
            tree: Tree::new(Role::of(game, state, seat), false, (self.memory / a_node).max(2)),
            values: vec![root_value],
            worths: if P::WANTS_SPIKES { vec![Worth::default()] } else { Vec::new() },
            shapes,
            bounds: if classes.is_some() { (facts.lowest, facts.highest) } else { (f64::NEG_INFINITY, f64::INFINITY) },
            deepest: self.budget.depth.unwrap_or(DEEPEST).min(DEEPEST),
        };
        self.policy.begin(&facts);
        self.policy.add(&field, 0);
        // Step 3. Leaf by leaf.
        let mut is_full = false;
        let mut next = Some(0);
        while let Some(at) = next {
            let mut position = field.tree.position(game, state, at);
            let Field { tree, values, worths, shapes, .. } = &mut field;
            let evaluation = &self.evaluation;
            let expansion = tree.expand(game, &mut position, seat, at, &mut meter, |_, next, role| {
                if P::WANTS_SPIKES {
                    let worth =
                        leaf_worth(game, next, seat, role, evaluation, &facts, classes.as_ref(), shapes, &mut told);
                    worths.push(worth);
                }
                values.push(match role {
                    Role::Over => game.payoffs(next)[seat],
                    _ => evaluation.value(game, next, seat),
                });
            });
            if expansion != Expansion::Done {
                field.values.truncate(field.tree.len());
                field.worths.truncate(field.tree.len());
                is_full = expansion == Expansion::Full;
                break;
            }
            for child in field.tree.nodes[at].family() {
                self.policy.add(&field, child);
            }
            let mut up = at;
            loop {
                field.settle(up);
                self.policy.settle(&field, up);
                if up == 0 {
                    break;
                }
                up = field.tree.nodes[up].parent as usize;
            }
            next = self.policy.next(&field);
        }
        let mut findings = self.findings(game, state, seat, control, &field, &meter, is_full);
        if next.is_none() {
            findings.remarks.push("it stopped by itself: it had seen enough to choose".to_string());
        }
        Ok(findings)
    }
}

impl<E, P: Policy> Selective<E, P> {
    #[allow(clippy::too_many_arguments)] // called in one place
    fn findings<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        control: &Control<'_>,
        field: &Field<G::Move>,
        meter: &Meter<'_>,
        is_full: bool,
    ) -> Findings<G::Move>
    where
        E: Evaluation<G>,
    {
        let (tree, facts) = (&field.tree, game.facts());
        let mut remarks = Vec::new();
        if tree.nodes[0].is_leaf() {
            remarks.push("the search was stopped before it had looked at every move".to_string());
            return Findings { nodes: meter.nodes(), remarks, ..unsearched(game, state) };
        }
        let values = |at: usize| seat_values(&facts, game.players(), seat, field.values[at] + 0.0);
        let found = |child: usize| {
            let mv = G::Move::from_code(tree.nodes[child].mv);
            let mut line = vec![mv];
            line.extend(tree.line(child, |node| field.principal_child(node)));
            Found { mv, values: values(child), bound: Bound::Exact, line }
        };
        let moves: Vec<Found<G::Move>> = tree.nodes[0].family().map(found).collect();
        let picked = self.policy.pick(field).map(|child| child - tree.nodes[0].first as usize);
        let best = picked.map_or_else(|| best_of(&moves, seat), |place| vec![place]);
        let (least, most) = tree.depths();
        remarks.push(format!("{} leaves, down to {most} plies", tree.leaves));
        if is_full {
            remarks.push("the memory is full: allow more with memory=".to_string());
        }
        let mut outline = None;
        if let Some(limit) = control.record {
            outline = tree.outline(game, state, &self.evaluation, limit, &values, &|_| None);
            if outline.is_none() {
                remarks.push(format!("the searched tree has more than {limit} nodes"));
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
