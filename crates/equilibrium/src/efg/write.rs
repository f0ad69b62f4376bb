//! A game written out in Gambit's `.efg` format.

use crate::extensive::{Extensive, Node};
use outwit_game::{Game, MAX_SEATS, Player};
use std::fmt::Write;

/// Longer names of information sets are left out: nobody reads them, and every node repeats its set's.
const LONGEST_NAME: usize = 200;

/// The game as an extensive-form file, version 2 of the format, as Gambit 15 and 16 read it. Probabilities are fractions;
/// information sets are numbered a seat, in the order in which they come up, and where something is hidden they are called
/// by what their seat has seen.
pub fn to_efg<G: Game>(game: &G, tree: &Extensive<G>, title: &str) -> String {
    // Where nothing is hidden, the place in the tree says all that was seen.
    let seen = if game.facts().hidden { tree.observations() } else { Vec::new() };
    let name = |set: usize, _: &G::State| {
        let words: Vec<String> = seen.get(set)?.iter().map(|seen| game.seen_text(seen)).collect();
        Some(words.join(", "))
    };
    written(game, tree, title, &name)
}

/// The same for a game that has names for its information sets: `name` is told a position of each.
pub fn to_efg_with_names<G: Game>(
    game: &G,
    tree: &Extensive<G>,
    title: &str,
    name: &dyn Fn(&G::State) -> Option<String>,
) -> String {
    written(game, tree, title, &|_, state| name(state))
}

/// What an information set is called, by its number and a position of it.
type NameOf<'a, G> = dyn Fn(usize, &<G as Game>::State) -> Option<String> + 'a;

fn written<G: Game>(game: &G, tree: &Extensive<G>, title: &str, name: &NameOf<'_, G>) -> String {
    let seats: Vec<String> = Player::all(game.players()).map(|seat| format!("\"{seat}\"")).collect();
    let mut text = format!("EFG 2 R {} {{ {} }}\n\"\"\n\n", quoted(title), seats.join(" "));
    let sets = vec![None; tree.sets.len()];
    let mut writer = Writer { game, tree, name, sets, counts: [0; MAX_SEATS], chances: 0, ends: 0 };
    writer.node(0, &tree.start, &mut text);
    text
}

struct Writer<'a, G: Game> {
    game: &'a G,
    tree: &'a Extensive<G>,
    name: &'a NameOf<'a, G>,
    /// How each set that came up is written: its number and its name in quotes.
    sets: Vec<Option<String>>,
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
                let set = self.set(seat, set, state);
                let _ = write!(out, "p \"\" {} {set} {{", seat.number());
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

    fn set(&mut self, seat: Player, set: u32, state: &G::State) -> &str {
        let place = set as usize;
        self.sets[place].get_or_insert_with(|| {
            let count = &mut self.counts[seat.index()];
            *count += 1;
            let name = (self.name)(place, state).unwrap_or_default();
            // A name is one line.
            let name = name.replace(char::is_control, " ");
            let name = if name.chars().nth(LONGEST_NAME).is_some() { "" } else { &name };
            format!("{count} {}", quoted(name))
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
