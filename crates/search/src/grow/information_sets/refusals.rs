//! Refused tries: they cost the seat nothing, and so it goes on.

use super::InformationSets;
use super::nodes::Node;
use crate::backup::Backup;
use crate::belief::Opponent;
use crate::value::Leaf;
use outwit_game::Game;

/// Worlds that refuse a try, and what they are worth when the seat goes on in them as is best.
type Known<V> = Vec<(Vec<usize>, Vec<V>)>;

impl<G: Game, L: Leaf<G>, B: Backup<L::Value>, O: Opponent<G>> InformationSets<'_, '_, G, L, B, O> {
    /// What each try is worth in every world, nothing being left where it is refused: with the try that is best where it is
    /// played, then with the next in the worlds that refuse that one too.
    pub(super) fn after_refusals(
        &self,
        nodes: &[Node<G>],
        of_moves: Vec<Vec<Option<L::Value>>>,
    ) -> Vec<Vec<Option<L::Value>>> {
        // Most tries are refused in the same few sets of worlds.
        let mut known = Known::new();
        let gone_on: Vec<usize> = of_moves
            .iter()
            .map(|values| {
                let refused: Vec<usize> = (0..nodes.len()).filter(|&world| values[world].is_none()).collect();
                self.go_on_after(nodes, &of_moves, refused, &mut known)
            })
            .collect();
        let filled = |(mut values, place): (Vec<Option<L::Value>>, usize)| {
            let (refused, gone_on) = &known[place];
            for (&world, value) in refused.iter().zip(gone_on) {
                values[world] = Some(value.clone());
            }
            values
        };
        of_moves.into_iter().zip(gone_on).map(filled).collect()
    }

    /// The place among what is known of the worlds that have refused something: what each is worth when the seat goes on.
    fn go_on_after(
        &self,
        nodes: &[Node<G>],
        of_moves: &[Vec<Option<L::Value>>],
        refused: Vec<usize>,
        known: &mut Known<L::Value>,
    ) -> usize {
        if let Some(place) = known.iter().position(|(worlds, _)| *worlds == refused) {
            return place;
        }
        // Step 1. The try that is best where it is played.
        let mut best: Option<(f64, &[Option<L::Value>])> = None;
        let (mut played, mut weights) = (Vec::new(), Vec::new());
        for other in of_moves.iter().filter(|_| !refused.is_empty()) {
            played.clear();
            weights.clear();
            for &world in &refused {
                if let Some(value) = &other[world] {
                    played.push(value.clone());
                    weights.push(nodes[world].weight);
                }
            }
            if played.is_empty() {
                continue;
            }
            let total: f64 = weights.iter().sum();
            let even = 1.0 / weights.len() as f64;
            weights.iter_mut().for_each(|weight| *weight = if total > 0.0 { *weight / total } else { even });
            let liking = self.backup.liking(self.seat, &self.together(&played, &weights));
            if best.is_none_or(|(known, _)| liking > known) {
                best = Some((liking, other));
            }
        }
        // Step 2. Those that refuse it as well; where nothing that was looked at is played, it ends.
        let values: Vec<L::Value> = match best {
            None => {
                let at_once = |&world: &usize| self.leaf.cut(self.game, &nodes[world].world.state, self.seat);
                refused.iter().map(at_once).collect()
            }
            Some((_, other)) => {
                let again = refused.iter().copied().filter(|&world| other[world].is_none()).collect();
                let again = self.go_on_after(nodes, of_moves, again, known);
                let (worlds, values) = &known[again];
                let mut left = worlds.iter().zip(values);
                let gone_on = |&world: &usize| match &other[world] {
                    Some(value) => value.clone(),
                    None => left.next().expect("the worlds come in their order").1.clone(),
                };
                refused.iter().map(gone_on).collect()
            }
        };
        known.push((refused, values));
        known.len() - 1
    }
}
