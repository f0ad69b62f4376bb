//! A tree of information sets written out.
//!
//! A set knows what was seen, not where: to say what its moves are called, and to what they lead, the worlds that were held
//! possible are played through the tree once more. A node is a set, below it the moves that simulations took, with the means of
//! what they were worth. Where one move may look like several things to the seat that searches, a chance node tells them apart,
//! each as likely as simulations came to it. In a tree of one seat's own decisions ([`Information::PerSeat`]) what others may do
//! stands between them, as far as simulations went through it.
//!
//! [`Information::PerSeat`]: super::Information::PerSeat

use super::report::mean;
use super::sets::{Sets, key, unnoticed};
use super::tree::{CHANCE, Tree, TurnCode, UNKNOWN, code};
use crate::grow::record::has_ended;
use outwit_game::{Game, MoveCode, Outline, OutlineTurn, Player, SeatValues, Turn};

/// Worlds that are followed together: more of them would be called the same.
const MOST_WORLDS: usize = 1 << 10;

/// A world on its way through the tree.
struct Traveller<G: Game> {
    state: G::State,
    weight: f64,
    /// What the seat has seen, and how many moves it has not noticed since.
    view: u32,
    unseen: u32,
}

/// Writes a tree of information sets.
pub struct SetScribe<'a, G: Game> {
    pub game: &'a G,
    pub tree: &'a Tree,
    /// Moves with fewer visits are left out.
    pub least: u32,
    /// Whether others decide in trees of their own.
    pub is_own: bool,
}

impl<G: Game> SetScribe<'_, G> {
    /// The tree below its root, which stands in these worlds.
    pub fn write<'w>(&self, worlds: impl Iterator<Item = (&'w G::State, f64)>) -> Outline
    where
        G::State: 'w,
    {
        let view = self.tree.root;
        let worlds = worlds.map(|(state, weight)| Traveller { state: state.clone(), weight, view, unseen: 0 });
        self.node(worlds.collect(), String::new(), None, UNKNOWN, None)
    }

    fn sets(&self) -> &Sets {
        self.tree.sets.as_deref().expect("a tree of information sets")
    }

    /// The set of whoever is to move in a world, if the tree has it.
    fn set_of(&self, world: &Traveller<G>) -> Option<u32> {
        let (now, seat) = (code(self.game.turn(&world.state)), self.tree.rules.seat);
        let is_own = usize::from(now) == seat.index();
        if self.is_own {
            return is_own.then_some(world.view);
        }
        let known = self.tree.nodes[world.view as usize].turn;
        if (known == UNKNOWN || known == now) && (world.unseen == 0 || is_own) {
            return Some(world.view);
        }
        self.sets().next(world.view, unnoticed(now, if is_own { 0 } else { world.unseen }))
    }

    /// Where a move of a world leads; nowhere if no simulation went there.
    fn follow(&self, world: &Traveller<G>, mv: G::Move) -> Option<Traveller<G>> {
        let mut state = world.state.clone();
        self.game.play(&mut state, mv);
        let seen = match self.tree.rules.hidden {
            true => self.game.observe(&world.state, mv, &state, self.tree.rules.seat).map(|seen| key(&seen)),
            false => Some(u64::from(mv.code())),
        };
        let (view, unseen) = match seen {
            Some(key) => (self.sets().next(world.view, key)?, 0),
            None => (world.view, world.unseen + 1),
        };
        Some(Traveller { state, weight: world.weight, view, unseen })
    }

    fn values(&self, place: Option<u32>, chooser: TurnCode) -> Option<SeatValues> {
        let place = place.filter(|&place| self.tree.nodes[place as usize].visits > u32::from(place == 0))?;
        Some(mean(self.tree, place, chooser))
    }

    /// A node and all below it; what is known of it where its set says nothing is what the move before it was worth.
    fn node(
        &self,
        worlds: Vec<Traveller<G>>,
        mv: String,
        probability: Option<f64>,
        chooser: TurnCode,
        otherwise: Option<SeatValues>,
    ) -> Outline {
        let (game, players) = (self.game, self.game.players());
        let set = self.set_of(&worlds[0]);
        let known = self.values(set, if chooser == UNKNOWN { CHANCE } else { chooser }).or(otherwise);
        let mut outline = Outline { mv, probability, ..Outline::default() };
        outline.value = known.map(|values| values[..players].to_vec());
        let now = code(game.turn(&worlds[0].state));
        if has_ended(game, &worlds[0].state) {
            let paid = |player: Player| {
                let total: f64 = worlds.iter().map(|world| world.weight).sum();
                let sum: f64 = worlds.iter().map(|world| world.weight * game.payoffs(&world.state)[player]).sum();
                if total > 0.0 { sum / total } else { 0.0 }
            };
            outline.payoffs = Some(Player::all(players).map(paid).collect());
            return outline;
        }
        // Step 1. The moves: those that simulations took here, or where another's tree has them, those that lead somewhere.
        let arms: Vec<(u32, Option<u32>)> = match set {
            Some(set) => {
                let taken = self.tree.children(set).filter(|&arm| self.tree.nodes[arm as usize].visits >= self.least);
                taken.map(|arm| (self.tree.nodes[arm as usize].mv, Some(arm))).collect()
            }
            None => {
                let mut listed = Vec::new();
                for world in &worlds {
                    let mut moves = Vec::new();
                    game.moves(&world.state, &mut moves);
                    listed.extend(moves.iter().map(|mv| mv.code()));
                }
                listed.sort_unstable();
                listed.dedup();
                listed.into_iter().map(|mv| (mv, None)).collect()
            }
        };
        // Step 2. Where each leads.
        let mut shares = Vec::new();
        for (code, arm) in arms {
            if let Some((child, share)) = self.below(&worlds, code, arm, now) {
                outline.children.push(child);
                shares.push(share);
            }
        }
        if outline.children.is_empty() {
            let value = |player: Player| known.and_then(|values| values[player.index()]).unwrap_or(0.0);
            outline.heuristic = Some(Player::all(players).map(value).collect());
            return outline;
        }
        outline.turn = Some(match game.turn(&worlds[0].state) {
            Turn::Of(player) => OutlineTurn::Of(player),
            _ => {
                let total: f64 = shares.iter().sum();
                for (child, share) in outline.children.iter_mut().zip(&shares) {
                    child.probability = Some(share / total);
                }
                OutlineTurn::Chance
            }
        });
        outline
    }

    /// What a move leads to, and how often it was taken; nothing where it was not, in any of these worlds.
    fn below(&self, worlds: &[Traveller<G>], code: u32, arm: Option<u32>, now: TurnCode) -> Option<(Outline, f64)> {
        let (game, mv) = (self.game, G::Move::from_code(code));
        let can = |world: &&Traveller<G>| {
            let mut moves = Vec::new();
            game.moves(&world.state, &mut moves);
            moves.contains(&mv)
        };
        let able: Vec<&Traveller<G>> = worlds.iter().filter(can).collect();
        let text = game.move_text(&able.first()?.state, mv);
        let visits = arm.map(|arm| f64::from(self.tree.nodes[arm as usize].visits));
        let weight: f64 = able.iter().map(|world| world.weight).sum();
        let share = visits.unwrap_or(weight.max(f64::MIN_POSITIVE));
        // Worlds that the seat tells apart afterwards.
        let mut groups: Vec<(String, Vec<Traveller<G>>)> = Vec::new();
        for world in able {
            let Some(next) = self.follow(world, mv) else { continue };
            let place = |(_, group): &(String, Vec<Traveller<G>>)| {
                let first = &group[0];
                let turns = [&first.state, &next.state].map(|state| game.turn(state));
                (first.view, first.unseen) == (next.view, next.unseen) && turns[0] == turns[1]
            };
            match groups.iter().position(place) {
                Some(known) if groups[known].1.len() >= MOST_WORLDS => {}
                Some(known) => groups[known].1.push(next),
                None => {
                    let seen = game.observe(&world.state, mv, &next.state, self.tree.rules.seat);
                    let looks = seen.map_or(format!("unseen-{}", groups.len() + 1), |seen| {
                        // A move is one word.
                        game.seen_text(&seen).split_whitespace().collect::<Vec<_>>().join("-")
                    });
                    groups.push((looks, vec![next]));
                }
            }
        }
        // A set that no simulation came to is none.
        groups.retain(|(_, group)| self.is_own || self.set_of(&group[0]).is_some_and(|set| self.is_visited(set)));
        let known = self.values(arm, now);
        let values = known.map(|values| values[..game.players()].to_vec());
        let leaf = |text: String| Outline {
            mv: text,
            heuristic: values.as_ref().map(|values| values.iter().map(|value| value.unwrap_or(0.0)).collect()),
            value: values.clone(),
            ..Outline::default()
        };
        let outline = match groups.len() {
            // Where others decide in trees of their own, what nobody went through says nothing.
            0 if arm.is_none() => return None,
            0 => leaf(text),
            1 => self.node(groups.swap_remove(0).1, text, None, now, known),
            _ => {
                let weigh = |group: &Vec<Traveller<G>>| match self.set_of(&group[0]) {
                    Some(set) if !self.is_own => f64::from(self.tree.nodes[set as usize].visits),
                    _ => group.iter().map(|world| world.weight).sum::<f64>().max(f64::MIN_POSITIVE),
                };
                let weights: Vec<f64> = groups.iter().map(|(_, group)| weigh(group)).collect();
                let total: f64 = weights.iter().sum();
                let mut texts: Vec<&String> = groups.iter().map(|(looks, _)| looks).collect();
                texts.sort_unstable();
                let is_told_apart = texts.windows(2).all(|pair| pair[0] != pair[1]);
                let mut outline = leaf(text);
                (outline.heuristic, outline.turn) = (None, Some(OutlineTurn::Chance));
                for (place, ((looks, group), weight)) in groups.into_iter().zip(weights).enumerate() {
                    let looks = if is_told_apart { looks } else { format!("sight-{}", place + 1) };
                    outline.children.push(self.node(group, looks, Some(weight / total), now, known));
                }
                outline
            }
        };
        Some((outline, share))
    }

    fn is_visited(&self, set: u32) -> bool {
        self.tree.nodes[set as usize].visits > 0
    }
}
