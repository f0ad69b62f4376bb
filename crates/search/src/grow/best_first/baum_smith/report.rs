//! What a Baum-Smith search says of the tree it grew.

use super::Grown;
use crate::backup::cdf::{Influence, Spike};
use crate::findings::{Findings, Found, STOPPED_EARLY, best_of, no_tree, seat_values};
use crate::grow::best_first::leaves::Worth;
use crate::grow::best_first::tree::{Node, Role};
use crate::grow::depth_first::unsearched;
use outwit_game::{Bound, Control, Detail, Evaluation, Game, MoveCode, Player, SeatValues, equally_good};

impl<G: Game, E: Evaluation<G>> Grown<'_, G, E> {
    fn seat_values(&self, value: f64) -> SeatValues {
        // `+ 0.0` turns -0 into 0.
        seat_values(&self.facts, self.game.players(), self.seat, value + 0.0)
    }

    /// The play expected from a node on: everybody takes the best mean, chance the likeliest outcome.
    fn line(&self, from: usize) -> Vec<G::Move> {
        let best = |node: &Node| {
            let liking = |child: usize| match node.role {
                Role::Ours => self.worths[child].mean,
                Role::Chance => self.tree.chances[child],
                _ => -self.worths[child].mean,
            };
            node.family().reduce(|a, b| if liking(b) > liking(a) { b } else { a }).expect("an inner node has children")
        };
        let mut line = vec![G::Move::from_code(self.tree.nodes[from].mv)];
        line.extend(self.tree.line(from, best));
        line
    }

    pub(super) fn findings(&self, control: &Control<'_>) -> Findings<G::Move> {
        if self.answer.means.is_empty() {
            let mut nothing = unsearched(self.game, self.root);
            nothing.nodes = self.meter.nodes();
            nothing.remarks.push(STOPPED_EARLY.to_string());
            return nothing;
        }
        let moves: Vec<Found<G::Move>> = self.tree.nodes[0]
            .family()
            .zip(&self.answer.means)
            .map(|(child, &mean)| Found {
                mv: G::Move::from_code(self.tree.nodes[child].mv),
                values: self.seat_values(mean),
                bound: Bound::Exact,
                line: self.line(child),
            })
            .collect();
        let best = best_of(&moves, self.seat);
        let (least, most) = self.tree.depths();
        let mut remarks = Vec::new();
        if self.rounds > 0 {
            remarks.push(format!(
                "{} leaves in {} rounds, down to {most} plies; {} bytes a node; all further expansion is worth {:.3e}",
                self.tree.leaves,
                self.rounds,
                self.bytes_a_node(),
                self.answer.euafe()
            ));
        }
        if self.is_full {
            remarks.push("the memory is full: allow more with memory=".to_string());
        }
        let mut tree = None;
        if let Some(limit) = control.record {
            let values = |at: usize| self.seat_values(self.worths[at].mean);
            let stated = |state: &G::State| self.evaluation.values(self.game, state);
            let spikes = |at: usize| self.leaf_spikes(at);
            if self.has_distributions() && !self.facts.is_zero_sum_for_two(self.game.players()) {
                remarks.push(no_tree(
                    "its leaves are distributions, and a tree file holds those of two seats only, of whom one wins what \
                     the other loses",
                ));
            } else {
                tree = self.tree.outline(self.game, self.root, &stated, limit, &values, &spikes);
                match &mut tree {
                    Some(tree) => {
                        for (child, mean) in tree.children.iter_mut().zip(&self.answer.means) {
                            child.is_best = equally_good(*mean, self.answer.best);
                        }
                        tree.value = Some(self.seat_values(self.answer.best)[..self.game.players()].to_vec());
                    }
                    None => remarks.push(no_tree(format_args!("it has more than {limit} nodes"))),
                }
            }
        }
        let mut extras =
            vec![("emax", Detail::Number(self.answer.emax)), ("euafe", Detail::Number(self.answer.euafe()))];
        if self.rounds > 0 {
            extras.push(("grown", self.account()));
        }
        Findings {
            line: moves[best[0]].line.clone(),
            moves,
            best,
            picks: Vec::new(),
            value: self.seat_values(self.answer.best),
            nodes: self.meter.nodes(),
            depth: least,
            tree,
            remarks,
            extras,
        }
    }

    /// What growing took. `slowdown` is what evaluating the whole tree in every round would have cost over evaluating the
    /// final tree once, the C of the paper; `effort` is the same for the work that was done, which leaves out what has
    /// not changed and what cannot matter.
    fn account(&self) -> Detail {
        // The final tree, up and down.
        let once: u64 = self.worths[1..].iter().map(|worth| 2 * u64::from(worth.count)).sum();
        Detail::Record(vec![
            ("leaves", Detail::Number(self.tree.leaves as f64)),
            ("rounds", Detail::Number(f64::from(self.rounds))),
            ("branching", Detail::Number(self.branching())),
            ("bytes_a_node", Detail::Number(self.bytes_a_node() as f64)),
            ("slowdown", Detail::Number(self.leaves_by_round as f64 / self.tree.leaves as f64)),
            ("effort", Detail::Number(self.work as f64 / once as f64)),
        ])
    }

    /// Whether some leaf may turn out in more than one way.
    fn has_distributions(&self) -> bool {
        self.tree.nodes.iter().zip(&self.worths).any(|(node, worth)| node.is_leaf() && worth.count > 1)
    }

    /// The spikes of a leaf as a tree file holds them: seat 1's, in a game for two.
    fn leaf_spikes(&self, at: usize) -> Option<Vec<(f64, f64)>> {
        let worth = &self.worths[at];
        if worth.count < 2 || !self.facts.is_zero_sum_for_two(self.game.players()) {
            return None;
        }
        let shape = &self.shapes[worth.start as usize..worth.start as usize + usize::from(worth.count)];
        let sign = if self.seat == Player::FIRST { 1.0 } else { -1.0 };
        let value = |x: f64| sign * (worth.base + x).clamp(self.bounds.0, self.bounds.1) + 0.0;
        Some(shape.iter().map(|spike| (value(spike.x), spike.p)).collect())
    }

    fn bytes_a_node(&self) -> usize {
        let nodes =
            self.tree.len() * (size_of::<Node>() + size_of::<Worth>()) + self.tree.chances.len() * size_of::<f64>();
        let spikes = self.spikes.len() * (size_of::<Spike>() + size_of::<Influence>());
        (nodes + spikes + self.shapes.len() * size_of::<Spike>()) / self.tree.len()
    }

    /// Every leaf of a written tree in the file's order, its influence in the order of its spikes there.
    pub(super) fn leaf_details(&mut self) -> Detail {
        let mut order = Vec::new();
        let mut waiting = vec![0];
        while let Some(at) = waiting.pop() {
            let node = &self.tree.nodes[at];
            waiting.extend(node.family().rev());
            order.extend(node.is_leaf().then_some(at));
        }
        let mut details = std::mem::take(&mut self.details);
        sort_by_place(&mut details);
        let mut listed = Vec::new();
        for at in order {
            let Ok(place) = details.binary_search_by_key(&at, |leaf| leaf.at) else { continue };
            let leaf = &details[place];
            let state = self.tree.position(self.game, self.root, at);
            self.told.clear();
            if self.tree.nodes[at].role == Role::Over {
                self.told.push((self.game.payoffs(&state)[self.seat], 1.0));
            } else {
                self.evaluation.spikes(self.game, &state, self.seat, &mut self.told);
            }
            let influence = |&(x, _): &(f64, f64)| {
                leaf.influences.iter().find(|known| known.0 == x).map_or(f64::NAN, |known| known.1 + 0.0)
            };
            let path = self.tree.path_texts(self.game, self.root, at).into_iter().map(Detail::Text).collect();
            listed.push(Detail::Record(vec![
                ("path", Detail::List(path)),
                ("influence", Detail::numbers(self.told.iter().map(influence))),
                ("ess", Detail::Number(leaf.size)),
            ]));
        }
        Detail::List(listed)
    }
}

/// Not generic, so that it is one sort in the binary and not one for each game.
fn sort_by_place(details: &mut [super::Leaf]) {
    details.sort_unstable_by_key(|leaf| leaf.at);
}
