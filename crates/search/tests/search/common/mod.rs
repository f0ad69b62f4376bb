//! Random explicit trees, and how to ask an agent about them.
#![allow(dead_code)] // each test file uses its part

use outwit_game::{Agent, Control, Game, Outline, OutlineTurn, Player, Report, Rng, Spec, Table, Turn};
use outwit_games::tree::Tree;
use outwit_search::named::catalog;

pub struct Shape {
    pub players: usize,
    pub chance: bool,
    /// Payoffs of two seats add up to 0.
    pub zero_sum: bool,
    /// Payoffs are drawn from few numbers, so that ties are everywhere.
    pub ties: bool,
}

pub fn random_tree(rng: &mut Rng, shape: &Shape, depth: u32, is_root: bool) -> Outline {
    let number = |rng: &mut Rng| {
        if shape.ties { rng.index(3) as f64 - 1.0 } else { (rng.unit() * 2000.0).round() / 100.0 - 10.0 }
    };
    let vector = |rng: &mut Rng| -> Vec<f64> {
        let mut values: Vec<f64> = (0..shape.players).map(|_| number(rng)).collect();
        if shape.zero_sum && shape.players == 2 {
            values[1] = -values[0];
        }
        values
    };
    if depth == 0 || (!is_root && rng.index(6) == 0) {
        return Outline { payoffs: Some(vector(rng)), ..Outline::default() };
    }
    let is_chance = shape.chance && !is_root && rng.index(3) == 0;
    let count = 1 + rng.index(4);
    let heuristic = Some(vector(rng));
    let weights: Vec<f64> = (0..count).map(|_| 1.0 + rng.index(4) as f64).collect();
    let total: f64 = weights.iter().sum();
    let children = (0..count)
        .map(|index| Outline {
            mv: format!("m{index}"),
            probability: is_chance.then(|| weights[index] / total),
            ..random_tree(rng, shape, depth - 1, false)
        })
        .collect();
    let turn = if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::new(rng.index(shape.players))) };
    Outline { turn: Some(turn), children, heuristic, ..Outline::default() }
}

pub fn random_shape(rng: &mut Rng, chance: bool) -> Shape {
    Shape { players: 1 + rng.index(6), chance, zero_sum: rng.index(2) == 0, ties: rng.index(2) == 0 }
}

pub fn ask(spec: &str, tree: &Tree, record: Option<usize>) -> Report<<Tree as Game>::Move> {
    let mut agent: Box<dyn Agent<Tree>> = catalog::agent(&Spec::parse(spec).unwrap(), tree).unwrap();
    let table = Table::deal(tree, &mut Rng::new(0));
    let Turn::Of(seat) = table.turn() else { panic!("the root is a player's") };
    agent.begin(tree, seat, 7);
    agent.choose(&table.view(seat), &Control { record, ..Control::default() }).unwrap()
}

pub fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}
