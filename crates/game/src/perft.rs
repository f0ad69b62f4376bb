//! Counting the tree: the classic check of move generation.

use crate::contract::{Game, descend};
use crate::random::Rng;
use crate::seat::Turn;

/// How many positions lie exactly `depth` moves below, along every path. Moves of chance count as moves; where their outcomes
/// are too many to list, as those of the next deal of a match are, one of them stands for all.
pub fn perft<G: Game>(game: &G, state: &mut G::State, depth: u32) -> u64 {
    fn count<G: Game>(game: &G, state: &mut G::State, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if game.turn(state).is_over() {
            return 0;
        }
        let base = stack.len();
        match game.turn(state) {
            Turn::Chance if game.draws(state) => stack.push(game.draw(state, &mut Rng::new(0))),
            _ => game.moves(state, stack),
        }
        let end = stack.len();
        let total = if depth == 1 {
            (end - base) as u64
        } else {
            (base..end)
                .map(|index| {
                    let mv = stack[index];
                    descend(game, state, mv, |next| count(game, next, depth - 1, stack))
                })
                .sum()
        };
        stack.truncate(base);
        total
    }
    count(game, state, depth, &mut Vec::new())
}

/// The whole tree below a position: how many nodes, and how many of them end the game.
pub fn leaf_count<G: Game>(game: &G, state: &mut G::State) -> (u64, u64) {
    if game.turn(state).is_over() {
        return (1, 1);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let (mut nodes, mut leaves) = (1, 0);
    for mv in moves {
        let (below, ends) = descend(game, state, mv, |next| leaf_count(game, next));
        nodes += below;
        leaves += ends;
    }
    (nodes, leaves)
}
