//! A game written out in Gambit's `.efg` format.

use crate::extensive::{Extensive, Node};
use outwit_game::{Game, MAX_SEATS, Player};
use std::fmt::Write;

/// The game as an extensive-form file, version 2 of the format, as Gambit 15 and 16 read it. Probabilities are fractions;
/// information sets are numbered a seat, in the order in which they come up.
pub fn to_efg<G: Game>(game: &G, tree: &Extensive<G>, title: &str) -> String {
    let seats: Vec<String> = Player::all(game.players()).map(|seat| format!("\"{seat}\"")).collect();
    let mut text = format!("EFG 2 R {} {{ {} }}\n\"\"\n\n", quoted(title), seats.join(" "));
    let numbers = vec![None; tree.sets.len()];
    let mut writer = Writer { game, tree, numbers, counts: [0; MAX_SEATS], chances: 0, ends: 0 };
    writer.node(0, &tree.start, &mut text);
    text
}

struct Writer<'a, G: Game> {
    game: &'a G,
    tree: &'a Extensive<G>,
    numbers: Vec<Option<u32>>,
    counts: [u32; MAX_SEATS],
    chances: u32,
    ends: u32,
}

impl<G: Game> Writer<'_, G> {
    fn node(&mut self, node: u32, state: &G::State, out: &mut String) {
        let (first, count) = match self.tree.nodes[node as usize] {
            Node::Over(_) => {
                self.ends += 1;
                let payoffs = self.game.payoffs(state);
                // `+ 0.0` turns -0 into 0.
                let numbers = payoffs.seats(self.game.players()).iter().map(|payoff| (payoff + 0.0).to_string());
                let numbers: Vec<String> = numbers.collect();
                let _ = writeln!(out, "t \"\" {} \"\" {{ {} }}", self.ends, numbers.join(", "));
                return;
            }
            Node::Chance { first, count } => {
                self.chances += 1;
                let places = first as usize..(first + count) as usize;
                let weights = &self.tree.weights[places.clone()];
                let total: u64 = weights.iter().sum();
                let _ = write!(out, "c \"\" {} \"\" {{", self.chances);
                for (&mv, &weight) in self.tree.moves[places].iter().zip(weights) {
                    let _ = write!(out, " {} {}", quoted(&self.game.move_text(state, mv)), fraction(weight, total));
                }
                let _ = writeln!(out, " }} 0");
                (first, count)
            }
            Node::Decision { seat, set, first, count } => {
                let number = self.number(seat, set);
                let _ = write!(out, "p \"\" {} {number} \"\" {{", seat.number());
                for &mv in &self.tree.moves[first as usize..(first + count) as usize] {
                    let _ = write!(out, " {}", quoted(&self.game.move_text(state, mv)));
                }
                let _ = writeln!(out, " }} 0");
                (first, count)
            }
        };
        for place in first..first + count {
            let mut next = state.clone();
            self.game.play(&mut next, self.tree.moves[place as usize]);
            self.node(self.tree.children[place as usize].0, &next, out);
        }
    }

    fn number(&mut self, seat: Player, set: u32) -> u32 {
        *self.numbers[set as usize].get_or_insert_with(|| {
            self.counts[seat.index()] += 1;
            self.counts[seat.index()]
        })
    }
}

fn fraction(above: u64, below: u64) -> String {
    let (mut a, mut b) = (above, below);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = a.max(1);
    if below == divisor { (above / divisor).to_string() } else { format!("{}/{}", above / divisor, below / divisor) }
}

/// In quotes, as the format has them: a quote inside is escaped.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
