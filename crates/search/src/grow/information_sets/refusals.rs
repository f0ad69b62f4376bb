//! Refused tries: they cost the seat nothing, and so it goes on.

use super::InformationSets;
use super::nodes::Node;
use crate::backup::Backup;
use crate::belief::Opponent;
use crate::value::Leaf;
use outwit_game::Game;

/// Worlds that refuse a try, and what they are worth when the seat goes on in them as is best.
struct GoneOn<V> {
    /// Their places, from the sixty-fifth on once more.
    mask: u64,
    worlds: Vec<usize>,
    values: Vec<V>,
}

/// What every world says of each try, one after the other, nothing where it is refused.
struct Said<'a, G: Game, V> {
    nodes: &'a [Node<G>],
    values: &'a [Option<V>],
    /// How much the seat likes each, if that is enough to tell how much it likes several.
    likings: Option<Vec<f64>>,
}

fn mask_of(worlds: &[usize]) -> u64 {
    worlds.iter().fold(0, |mask, world| mask | 1 << (world & 63))
}

impl<G: Game, L: Leaf<G>, B: Backup<L::Value>, O: Opponent<G>> InformationSets<'_, '_, G, L, B, O> {
    /// Fills in what each try is worth in the worlds that refuse it: of each try there is what every world says, one after the
    /// other. The seat goes on with the try that is best where it is played, then with the next in the worlds that refuse that
    /// one too.
    pub(super) fn after_refusals(&self, nodes: &[Node<G>], of_moves: &mut [Option<L::Value>]) {
        let of_value =
            |value: &Option<L::Value>| value.as_ref().map_or(0.0, |value| self.backup.liking(self.seat, value));
        let likings = self.backup.likes_by_mean().then(|| of_moves.iter().map(of_value).collect());
        let said = Said { nodes, values: of_moves, likings };
        // Most tries are refused in the same few sets of worlds.
        let mut known = Vec::new();
        let mut refused = Vec::new();
        let mut gone_on = Vec::with_capacity(of_moves.len() / nodes.len());
        for (place, values) in said.values.chunks(nodes.len()).enumerate() {
            refused.clear();
            refused.extend((0..nodes.len()).filter(|&world| values[world].is_none()));
            if !refused.is_empty() {
                gone_on.push((place, self.go_on_after(&said, &refused, &mut known)));
            }
        }
        for (place, known_at) in gone_on {
            let values = &mut of_moves[place * nodes.len()..(place + 1) * nodes.len()];
            for (&world, value) in known[known_at].worlds.iter().zip(&known[known_at].values) {
                values[world] = Some(value.clone());
            }
        }
    }

    /// How much the seat likes a try in those of some worlds in which it is played; nothing where it is in none.
    fn liking_where_played(
        &self,
        said: &Said<'_, G, L::Value>,
        place: usize,
        worlds: &[usize],
        scratch: &mut (Vec<L::Value>, Vec<f64>),
    ) -> Option<f64> {
        let of_try = place * said.nodes.len()..(place + 1) * said.nodes.len();
        let values = &said.values[of_try.clone()];
        let (mut count, mut total) = (0, 0.0);
        for &world in worlds.iter().filter(|&&world| values[world].is_some()) {
            count += 1;
            total += said.nodes[world].weight;
        }
        if count == 0 {
            return None;
        }
        let share = |world: usize| if total > 0.0 { said.nodes[world].weight / total } else { 1.0 / f64::from(count) };
        if let Some(likings) = &said.likings {
            let likings = &likings[of_try];
            let played = worlds.iter().filter(|&&world| values[world].is_some());
            return Some(played.map(|&world| share(world) * likings[world]).sum());
        }
        let (played, weights) = scratch;
        played.clear();
        weights.clear();
        for &world in worlds {
            if let Some(value) = &values[world] {
                played.push(value.clone());
                weights.push(share(world));
            }
        }
        Some(self.backup.liking(self.seat, &self.together(played, weights)))
    }

    /// The place among what is known of the worlds that have refused something: what each is worth when the seat goes on.
    fn go_on_after(&self, said: &Said<'_, G, L::Value>, refused: &[usize], known: &mut Vec<GoneOn<L::Value>>) -> usize {
        let mask = mask_of(refused);
        // Of few worlds the mask says everything.
        let is_told = said.nodes.len() <= 64;
        let is_it = |known: &GoneOn<L::Value>| known.mask == mask && (is_told || known.worlds == refused);
        if let Some(place) = known.iter().position(is_it) {
            return place;
        }
        // Step 1. The try that is best where it is played.
        let mut best: Option<(f64, usize)> = None;
        let mut scratch = (Vec::new(), Vec::new());
        let tries = if refused.is_empty() { 0 } else { said.values.len() / said.nodes.len() };
        for place in 0..tries {
            if let Some(liking) = self.liking_where_played(said, place, refused, &mut scratch)
                && best.is_none_or(|(known, _)| liking > known)
            {
                best = Some((liking, place));
            }
        }
        // Step 2. Those that refuse it as well; where nothing that was looked at is played, it ends.
        let values: Vec<L::Value> = match best {
            None => {
                let at_once = |&world: &usize| self.leaf.cut(self.game, &said.nodes[world].world.state, self.seat);
                refused.iter().map(at_once).collect()
            }
            Some((_, place)) => {
                let other = &said.values[place * said.nodes.len()..(place + 1) * said.nodes.len()];
                let again: Vec<usize> = refused.iter().copied().filter(|&world| other[world].is_none()).collect();
                let again = self.go_on_after(said, &again, known);
                let mut left = known[again].values.iter();
                let gone_on = |&world: &usize| match &other[world] {
                    Some(value) => value.clone(),
                    None => left.next().expect("the worlds come in their order").clone(),
                };
                refused.iter().map(gone_on).collect()
            }
        };
        known.push(GoneOn { mask, worlds: refused.to_vec(), values });
        known.len() - 1
    }
}
