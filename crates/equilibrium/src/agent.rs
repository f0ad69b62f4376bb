//! What an agent does at every information set.

use super::extensive::{Extensive, Node, Strategy};
use super::patience::go_on;
use outwit_game::{Agent, Control, Game, Player, Problem, Rng, Table, View};

/// Asks an agent at every information set of both seats what it does there. An agent that draws as it thinks is asked with
/// several seeds, and its strategy is how often it makes each move on average. [`Control::stop`] ends it with a problem.
pub fn strategy_of<G: Game>(
    game: &G,
    tree: &Extensive<G>,
    agent: &mut dyn Agent<G>,
    seeds: u64,
    seed: u64,
    control: &Control<'_>,
) -> Result<Strategy, Problem> {
    let mut strategy = Strategy::uniform(tree);
    strategy.probabilities.fill(0.0);
    let mut inquiry = Inquiry { tree, agent, seeds, seed, control, is_known: vec![false; tree.sets.len()] };
    inquiry.visit(&Table::at(game, tree.start.clone()), 0, &mut strategy)?;
    Ok(strategy)
}

struct Inquiry<'a, G: Game> {
    tree: &'a Extensive<G>,
    agent: &'a mut dyn Agent<G>,
    seeds: u64,
    seed: u64,
    control: &'a Control<'a>,
    is_known: Vec<bool>,
}

impl<G: Game> Inquiry<'_, G> {
    fn visit(&mut self, table: &Table<'_, G>, node: u32, strategy: &mut Strategy) -> Result<(), Problem> {
        go_on(self.control)?;
        let (first, count) = match self.tree.nodes[node as usize] {
            Node::Over(_) => return Ok(()),
            Node::Chance { first, count } => (first, count),
            Node::Decision { seat, set, first, count } => {
                if !std::mem::replace(&mut self.is_known[set as usize], true) {
                    self.ask(table, seat, set, strategy)?;
                }
                (first, count)
            }
        };
        for place in first..first + count {
            let mut next = table.clone();
            next.play(self.tree.moves[place as usize]);
            self.visit(&next, self.tree.children[place as usize].0, strategy)?;
        }
        Ok(())
    }

    fn ask(&mut self, table: &Table<'_, G>, seat: Player, set: u32, strategy: &mut Strategy) -> Result<(), Problem> {
        let asked = probabilities(self.agent, &table.view(seat), self.seeds, self.seed, self.control)?;
        strategy.moves_mut(&self.tree.sets[set as usize]).copy_from_slice(&asked);
        Ok(())
    }
}

/// With what probability an agent makes each move of a view, on average over some seeds.
pub(super) fn probabilities<G: Game>(
    agent: &mut dyn Agent<G>,
    view: &View<'_, G>,
    seeds: u64,
    seed: u64,
    control: &Control<'_>,
) -> Result<Vec<f64>, Problem> {
    let seeds = seeds.max(1);
    let mut probabilities = vec![0.0; view.moves().len()];
    for index in 0..seeds {
        agent.begin(view.game(), view.seat(), Rng::derive(seed, index));
        let report = agent.choose(view, control)?;
        // Who was hurried has not said what it does when it has its time.
        go_on(control)?;
        for (probability, mv) in probabilities.iter_mut().zip(&report.moves) {
            *probability += mv.probability / seeds as f64;
        }
    }
    Ok(probabilities)
}
