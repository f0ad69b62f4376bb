//! Information sets in words.

use crate::extensive::{Extensive, Node};
use outwit_game::{Game, Player};

/// An information set as a person would tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetInWords {
    /// Whose it is.
    pub seat: Player,
    /// What the seat has seen, in order.
    pub seen: Vec<String>,
    /// Its moves, in the game's order.
    pub moves: Vec<String>,
}

impl<G: Game> Extensive<G> {
    /// All information sets in words, in the order of [`Strategy::moves`](crate::Strategy::moves).
    pub fn sets_in_words(&self, game: &G) -> Vec<SetInWords> {
        let seen = self.observations();
        let mut found: Vec<Option<SetInWords>> = vec![None; self.sets.len()];
        // Where nothing is hidden a seat has seen the moves that were made.
        let is_open = !game.facts().hidden;
        let mut waiting = vec![(0u32, self.start.clone(), Vec::new())];
        while let Some((node, state, path)) = waiting.pop() {
            let (first, count) = match self.nodes[node as usize] {
                Node::Over(_) => continue,
                Node::Chance { first, count } => (first, count),
                Node::Decision { seat, set, first, count } => {
                    let moves = &self.moves[first as usize..(first + count) as usize];
                    let text = |&mv: &G::Move| game.move_text(&state, mv);
                    found[set as usize].get_or_insert_with(|| SetInWords {
                        seat,
                        seen: match is_open {
                            true => path.clone(),
                            false => seen[set as usize].iter().map(|seen| game.seen_text(seen)).collect(),
                        },
                        moves: moves.iter().map(text).collect(),
                    });
                    (first, count)
                }
            };
            for place in first as usize..(first + count) as usize {
                let mut next = state.clone();
                game.play(&mut next, self.moves[place]);
                let mut path = path.clone();
                if is_open {
                    path.push(game.move_text(&state, self.moves[place]));
                }
                waiting.push((self.children[place].0, next, path));
            }
        }
        found.into_iter().flatten().collect()
    }
}
