//! Hurwicz: neither afraid nor trusting: `cargo run --release -p outwit --example new_algorithm`.
//!
//! Hurwicz, "Optimality criteria for decision making under ignorance", 1951. The mover maximises; where another player
//! decides, the value is a mixture of the worst and the best that could happen. Assumes that the others' motives are
//! unknown, and that nothing between the extremes matters. Costs b^d positions: nothing is pruned. It is not expectimax,
//! which averages over all replies, nor minimax, which is the case of full pessimism.

use outwit::game::{Agent, Budget, Control, Evaluated, Facts, Game, Player, Problem, Rng, SeatValues, Table, Turn};
use outwit::games::tree::Tree;
use outwit::search::backup::Backup;
use outwit::search::belief::Adversary;
use outwit::search::grow::DepthFirst;
use outwit::search::value::Own;
use outwit::search::{Character, Searcher};

/// The weight of the worst; 1 would be minimax.
pub const PESSIMISM: f64 = 0.75;

/// How values come up the tree: the one axis on which this algorithm is new.
pub struct Hurwicz {
    root: Player,
}

impl Backup<f64> for Hurwicz {
    fn back_up(&self, turn: Turn, children: &[f64], weights: &[f64]) -> f64 {
        let worst = children.iter().copied().fold(f64::INFINITY, f64::min);
        let best = children.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match turn {
            Turn::Of(player) if player == self.root => best,
            Turn::Of(_) => PESSIMISM * worst + (1.0 - PESSIMISM) * best,
            // At a chance node the weights are the probabilities of the outcomes.
            Turn::Chance | Turn::Over => children.iter().zip(weights).map(|(value, weight)| weight * value).sum(),
        }
    }

    fn liking(&self, player: Player, value: &f64) -> f64 {
        if player == self.root { *value } else { -value }
    }

    fn seat_values(&self, _facts: &Facts, value: &f64) -> SeatValues {
        let mut values = SeatValues::default(); // it says nothing about the other seats
        values[self.root.index()] = Some(*value);
        values
    }
}

/// The page: one choice on each axis, and a character.
pub fn hurwicz<G: Evaluated>(game: &G, budget: Budget) -> impl Agent<G> + use<G> {
    let search = DepthFirst::new(
        budget,                     // grow: full width to a depth
        Own(game.evaluation(0)),    // value: what the root's seat gets, by the game's first evaluation
        |root, _| Hurwicz { root }, // backup: ours
        Adversary,                  // belief: none; the backup decides for the others
    );
    Searcher::new(search, Character::default())
}

pub fn main() -> Result<(), Problem> {
    // Against a certain 2, a gamble between 1 and 7 and one between -3 and 9.
    let game = Tree::from_json(include_str!("../../games/trees/know-your-opponent.json"))?;
    let table = Table::deal(&game, &mut Rng::new(0));
    let mut agent = hurwicz(&game, Budget::default());
    agent.begin(&game, Player::FIRST, 0);
    let report = agent.choose(&table.view(Player::FIRST), &Control::default())?;
    for found in &report.moves {
        println!("{:<6} {:?}", game.move_text(table.state(), found.mv), found.values[0]);
    }
    println!("plays {}", game.move_text(table.state(), report.chosen));
    Ok(())
}
