//! Worlds on the way of a search: equal ones merge, and what the seat sees tells them apart.

use crate::belief::information_set::World;
use outwit_game::Game;
use rustc_hash::FxHashMap;

/// A world on the way: with its weight, the plies left to look (fewer than none beyond the horizon), and its place in the
/// written tree.
pub(super) struct Node<G: Game> {
    pub world: World<G>,
    pub weight: f64,
    pub left: i32,
    pub id: u32,
}

/// A belief whose weights add up to 1, and the value of each of its worlds.
pub(super) struct Remembered<G: Game, V> {
    pub nodes: Vec<Node<G>>,
    pub values: Vec<V>,
}

#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Nothing was seen of the move: among the worlds that wait.
    Waiting(usize),
    /// Something was: in this class, at this place.
    Seen(usize, usize),
}

impl<G: Game> Node<G> {
    pub(super) fn again(&self) -> Node<G> {
        Node { world: self.world.clone(), weight: self.weight, left: self.left, id: self.id }
    }
}

impl<G: Game, V> Remembered<G, V> {
    /// Whether it holds the same worlds with the same weights, up to rounding.
    pub(super) fn is_same(&self, nodes: &[Node<G>]) -> bool {
        self.nodes.len() == nodes.len()
            && self.nodes.iter().zip(nodes).all(|(known, node)| {
                known.left == node.left
                    && known.world == node.world
                    && (known.weight - node.weight).abs() <= 1e-12 * known.weight
            })
    }
}

/// Worlds in an order that depends on them alone, equal ones with their weights added up; and where each went.
pub(super) fn merge<G: Game>(game: &G, nodes: Vec<Node<G>>) -> (Vec<Node<G>>, Vec<usize>) {
    if nodes.len() == 1 {
        return (nodes, vec![0]);
    }
    let keys: Vec<_> = nodes.iter().map(|node| (game.key(&node.world.state), node.world.kind, node.left)).collect();
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|&place| keys[place]);
    let mut places = vec![0; nodes.len()];
    let mut merged: Vec<Node<G>> = Vec::with_capacity(nodes.len());
    let mut begun = 0;
    let mut last = None;
    let mut nodes: Vec<Option<Node<G>>> = nodes.into_iter().map(Some).collect();
    for place in order {
        if last != Some(keys[place]) {
            (begun, last) = (merged.len(), Some(keys[place]));
        }
        let node = nodes[place].take().expect("each place comes once");
        // Two different worlds of one key are rare, but they are two.
        let same = merged[begun..].iter().position(|other| other.left == node.left && other.world == node.world);
        places[place] = match same {
            Some(offset) => {
                merged[begun + offset].weight += node.weight;
                begun + offset
            }
            None => {
                merged.push(node);
                merged.len() - 1
            }
        };
    }
    (merged, places)
}

/// Worlds told apart by what the seat sees next.
pub(super) struct Classes<G: Game> {
    places: FxHashMap<G::Seen, usize>,
    /// In the order in which they came up.
    pub beliefs: Vec<Vec<Node<G>>>,
}

impl<G: Game> Default for Classes<G> {
    fn default() -> Self {
        Classes { places: FxHashMap::default(), beliefs: Vec::new() }
    }
}

impl<G: Game> Classes<G> {
    pub(super) fn add(&mut self, seen: G::Seen, node: Node<G>) -> Place {
        let class = *self.places.entry(seen).or_insert_with(|| {
            self.beliefs.push(Vec::new());
            self.beliefs.len() - 1
        });
        self.beliefs[class].push(node);
        Place::Seen(class, self.beliefs[class].len() - 1)
    }
}
