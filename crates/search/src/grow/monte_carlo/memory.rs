//! Trees that are kept from one move to the next.

use super::rules::Aim;
use super::sets;
use super::tree::Tree;
use outwit_game::{Game, MoveCode, View};

/// The trees of the last move, and where their root stands.
pub struct Memory<G: Game> {
    pub trees: Vec<Tree>,
    pub state: G::State,
    /// How much the seat had seen then.
    pub seen: usize,
}

/// The trees below what was played since; a tree that play did not go through is left out.
pub fn follow<G: Game>(memory: Memory<G>, view: &View<'_, G>, now: &G::State) -> Vec<Option<Tree>> {
    let (game, seat) = (view.game(), view.seat());
    let Some(news) = view.seen().get(memory.seen..) else { return Vec::new() };
    let find = |tree: &Tree| {
        // With best replies a node's children are not the position's moves.
        if tree.rules.aim == Aim::BestReply {
            return None;
        }
        let (mut state, mut node) = (memory.state.clone(), 0);
        for seen in news {
            let step = tree.children(node).find_map(|child| {
                let mv = G::Move::from_code(tree.nodes[child as usize].mv);
                let mut next = state.clone();
                game.play(&mut next, mv);
                (game.observe(&state, mv, &next, seat).as_ref() == Some(seen)).then_some((child, next))
            });
            (node, state) = step?;
        }
        (state == *now && tree.nodes[node as usize].visits > 0).then_some(node)
    };
    memory.trees.iter().map(|tree| find(tree).map(|node| tree.below(node))).collect()
}

/// The same for trees of information sets: they stay as they are, and simulations begin further down.
pub fn follow_sets<G: Game>(memory: Memory<G>, view: &View<'_, G>) -> Vec<Option<Tree>> {
    let Some(news) = view.seen().get(memory.seen..) else { return Vec::new() };
    let find = |mut tree: Tree| {
        tree.root = tree.known_set(tree.root, news.iter().map(sets::key))?;
        // What lies behind is never looked at again: a tree that is half full begins anew.
        (tree.nodes.len() < tree.rules.most_nodes / 2).then_some(tree)
    };
    memory.trees.into_iter().map(find).collect()
}
