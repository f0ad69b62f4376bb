//! The searched tree of a search that looks at many worlds at once: nodes are added as they come up, and told their values
//! when those are known.

use crate::findings::no_tree;
use crate::grow::record::{has_ended, in_range};
use outwit_game::{Game, Outline, OutlineTurn, Payoffs, Player, SeatValues};

/// Nodes in the order in which they came up; parents before children.
pub(super) struct Arena {
    nodes: Vec<(u32, Outline)>,
    limit: usize,
    sets: usize,
}

impl Arena {
    pub(super) fn new(limit: usize) -> Arena {
        Arena { nodes: Vec::new(), limit, sets: 0 }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The root: the position itself, or a chance node that draws a world.
    pub(super) fn root(&mut self) {
        self.nodes.push((0, Outline::default()));
    }

    /// A node below another. Beyond the limit none is kept.
    pub(super) fn add(&mut self, parent: u32, mv: String, probability: Option<f64>) -> u32 {
        self.nodes.push((parent, Outline { mv, probability, ..Outline::default() }));
        if self.nodes.len() > self.limit {
            // The tree is left out; what is counted on need not be kept.
            self.nodes.truncate(self.limit);
            self.nodes.push((parent, Outline::default()));
        }
        (self.nodes.len() - 1) as u32
    }

    /// The number of the next information set.
    pub(super) fn next_set(&mut self) -> usize {
        self.sets += 1;
        self.sets
    }

    fn value<G: Game>(game: &G, values: SeatValues) -> Option<Vec<Option<f64>>> {
        Some(values[..game.players()].to_vec())
    }

    pub(super) fn leave_own<G: Game>(&mut self, game: &G, id: u32, seat: Player, set: usize, values: SeatValues) {
        let node = &mut self.nodes[id as usize].1;
        (node.turn, node.value) = (Some(OutlineTurn::Of(seat)), Arena::value(game, values));
        if game.facts().hidden {
            node.set = Some(format!("{seat}'s set {set}").replace(' ', "-"));
        }
    }

    pub(super) fn leave_other<G: Game>(&mut self, game: &G, id: u32, player: Player, values: SeatValues) {
        let node = &mut self.nodes[id as usize].1;
        (node.turn, node.value) = (Some(OutlineTurn::Of(player)), Arena::value(game, values));
    }

    pub(super) fn leave_chance<G: Game>(&mut self, game: &G, id: u32, values: SeatValues) {
        let node = &mut self.nodes[id as usize].1;
        (node.turn, node.value) = (Some(OutlineTurn::Chance), Arena::value(game, values));
    }

    /// A position that nobody looked below. Where the search computes one seat's value only, the others' are the `fixed` ones.
    pub(super) fn leave_leaf<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        id: u32,
        fixed: Payoffs,
        values: SeatValues,
    ) {
        let players = game.players();
        let node = &mut self.nodes[id as usize].1;
        if has_ended(game, state) {
            node.payoffs = Some(game.payoffs(state).seats(players).to_vec());
        } else {
            let value = |player: Player| values[player.index()].unwrap_or(fixed[player]);
            node.heuristic = Some(Player::all(players).map(value).collect());
        }
        node.value = Arena::value(game, values);
    }

    /// The tree, or why there is none.
    pub(super) fn finish<G: Game>(mut self, game: &G) -> Result<Outline, String> {
        if self.nodes.len() > self.limit {
            return Err(no_tree(format_args!("it has more than {} nodes: search less deep to see it", self.limit)));
        }
        let mut children: Vec<Vec<Outline>> = self.nodes.iter().map(|_| Vec::new()).collect();
        while let Some((parent, mut node)) = self.nodes.pop() {
            let mut below = children.pop().expect("one list a node");
            below.reverse();
            node.children = below;
            if self.nodes.is_empty() {
                return Ok(in_range(game, node));
            }
            children[parent as usize].push(node);
        }
        Err(no_tree("the search was stopped before it was complete"))
    }
}
