//! A belief over models of the others, as a simulation asks it: each of the others is one of its models this time, and goes for
//! what that one wants or plays by its rule.

use super::company::{Company, Urge};
use crate::belief::Decision;
use crate::belief::models::{Columns, PlayerModel, World};
use outwit_game::{Control, Evaluated, Evaluation, MAX_SEATS, Player, Problem, Rng};
use rustc_hash::FxHashMap;

/// What models who play by a rule do: at a node of an open tree, or in a world.
pub type AtNodes = FxHashMap<(u32, u32, u32), Vec<f64>>;
pub type InWorlds<S> = FxHashMap<(S, u32, u32), Vec<f64>>;

/// The others as the belief over their models has them.
pub struct Believed<'a, G: Evaluated> {
    /// About each seat, where everything is open.
    pub beliefs: Vec<Vec<f64>>,
    pub models: &'a mut [PlayerModel<G>],
    pub columns: &'a Columns,
    pub scales: &'a [f64],
    pub evaluation: &'a G::Evaluation,
    pub at_nodes: &'a mut AtNodes,
    pub in_worlds: &'a mut InWorlds<G::State>,
    pub seat: Player,
    /// Where something is hidden; each has beliefs of its own.
    pub worlds: &'a [World<G>],
    /// Which model each seat is this time.
    pub kinds: [usize; MAX_SEATS],
    pub rule: Vec<f64>,
}

impl<G: Evaluated> Company<G> for Believed<'_, G> {
    const SPEAKS: bool = true;

    fn gather(&mut self, world: usize, rng: &mut Rng) {
        let players = self.beliefs.len();
        for player in Player::all(players).filter(|&player| player != self.seat) {
            let belief = match self.worlds.get(world) {
                Some(world) => world.carried.filters[player.index()].as_ref().map_or(&[][..], |filter| filter.belief()),
                None => &self.beliefs[player.index()],
            };
            if !belief.is_empty() {
                self.kinds[player.index()] = rng.weighted(belief);
            }
        }
    }

    fn urge(
        &mut self,
        decision: &Decision<'_, G>,
        node: Option<u32>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Urge, Problem> {
        let &Decision { game, state, player, .. } = decision;
        // Differences count in the unit of the present: a discount makes later ones no less worth finding out.
        let scale = |column: usize| self.scales[column] / self.evaluation.present_weight(game, state);
        if player == self.seat {
            return Ok(Urge::Column(player.index(), scale(0)));
        }
        let model = self.kinds[player.index()];
        let part = self.columns.draw(model, rng);
        let column = self.columns.models[model][part].columns[player.index()];
        if column > 0 {
            return Ok(Urge::Column(game.players() + column - 1, scale(column)));
        }
        let mut ask = || {
            let policy = self.models[model].policy(part, decision, rng, control)?;
            Ok(policy.unwrap_or_default())
        };
        let place = (model as u32, part as u32);
        let known = match node {
            Some(node) => remembered(self.at_nodes, (node, place.0, place.1), &mut ask)?,
            None => remembered(self.in_worlds, (state.clone(), place.0, place.1), &mut ask)?,
        };
        self.rule.clear();
        self.rule.extend_from_slice(known);
        Ok(Urge::Rule)
    }

    fn rule(&self) -> &[f64] {
        &self.rule
    }

    fn judge(&mut self, game: &G, state: &G::State, out: &mut Vec<f64>) {
        self.columns.judge(game, state, self.models, self.seat, self.evaluation, out);
    }
}

/// What is known at a place, found out now if it was not.
fn remembered<'m, K: Eq + std::hash::Hash>(
    known: &'m mut FxHashMap<K, Vec<f64>>,
    key: K,
    ask: &mut dyn FnMut() -> Result<Vec<f64>, Problem>,
) -> Result<&'m [f64], Problem> {
    use std::collections::hash_map::Entry;
    Ok(match known.entry(key) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => entry.insert(ask()?),
    })
}
