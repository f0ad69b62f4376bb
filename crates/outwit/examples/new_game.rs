//! A game of your own, played by every agent there is: `cargo run --release -p outwit --example new_game`.

use outwit::game::laws::{self, Effort};
use outwit::game::{
    Control, Evaluated, Evaluation, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, Spec, Table, Turn,
};
use outwit::search::named::catalog::{self, Pages, page};

/// The rules with their parameters: a heap of counters, of which each player in turn takes one, two or three. Whoever
/// takes the last wins.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    pub counters: u8,
}

/// A position: all that the future depends on, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    left: u8,
    mover: Player,
}

impl Game for Heap {
    type State = Position;
    type Move = u8; // how many to take
    type Seen = u8; // an open game: everybody sees every move

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        // Each number of counters left, with either player to move.
        Facts::win_draw_loss().with_positions(2.0 * (f64::from(self.counters) + 1.0))
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        Position { left: self.counters, mover: Player::FIRST }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.left == 0 { Turn::Over } else { Turn::Of(position.mover) }
    }

    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(1..=position.left.min(3));
    }

    fn play(&self, position: &mut Position, taken: u8) {
        position.left -= taken;
        position.mover = position.mover.other();
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        // The one who would be next has lost: the other took the last counter.
        Payoffs::win(position.mover.other(), 2)
    }

    fn move_text(&self, _position: &Position, taken: u8) -> String {
        taken.to_string()
    }

    fn position_text(&self, position: &Position) -> String {
        format!("{} {}", position.left, position.mover.number())
    }

    fn read_position(&self, text: &str) -> Result<Position, Problem> {
        let wrong =
            || Problem::new(format!("`{text}` is not a heap: write counters and the seat to move, such as `7 1`"));
        let (left, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let left = left.parse().ok().filter(|&left| left <= self.counters).ok_or_else(wrong)?;
        let mover = Player::all(2).find(|seat| seat.number().to_string() == mover).ok_or_else(wrong)?;
        Ok(Position { left, mover })
    }

    fn picture(&self, position: &Position) -> String {
        format!("[{:<width$}]", "o".repeat(position.left.into()), width = self.counters.into())
    }
}

/// What a position is worth before the game is over: one type for all evaluations of the game. Here there is one.
#[derive(Clone, Copy, Debug)]
pub struct Fours;

impl Evaluation<Heap> for Fours {
    /// Whoever faces a multiple of four is behind.
    fn value(&self, _heap: &Heap, position: &Position, seat: Player) -> f64 {
        let mover_is_behind = position.left.is_multiple_of(4);
        if mover_is_behind == (seat == position.mover) { -0.5 } else { 0.5 }
    }
}

impl Evaluated for Heap {
    type Evaluation = Fours;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[NamedEvaluation { name: "fours", summary: "whoever faces a multiple of four is behind" }]
    }

    fn evaluation(&self, _index: usize) -> Fours {
        Fours
    }
}

pub fn main() -> Result<(), Problem> {
    let heap = Heap { counters: 21 };
    // Step 1. The laws: text round-trips, moves are legal, payoffs stay in bounds, and all the others.
    let covered = laws::check(&heap, &Effort::default()).map_err(|broken| Problem::new(broken.to_string()))?;
    println!("the laws hold: {} positions, {} games", covered.positions, covered.finished);

    // Step 2. Any agent of the catalog plays it.
    let table = Table::deal(&heap, &mut Rng::new(0));
    for spec in ["random", "greedy", "minimax:depth=3", "alphabeta", "expectimax:model=(greedy:blunder=0.3)"] {
        let mut agent = catalog::agent(&Spec::parse(spec)?, &heap)?;
        agent.begin(&heap, Player::FIRST, 0);
        let report = agent.choose(&table.view(Player::FIRST), &Control::default())?;
        println!("{spec}: take {}, worth {:?} to seat 1", report.chosen, report.value[0]);
    }

    // Step 3. Those that must be fast become machine code for this very type, one by one.
    let fast = Pages(const { &[page::alphabeta()] });
    let mut agent = fast.agent(&Spec::parse("alphabeta")?, &heap)?;
    agent.begin(&heap, Player::FIRST, 0);
    let report = agent.choose(&table.view(Player::FIRST), &Control::default())?;
    println!("alphabeta at full speed: take {}, worth {:?} to seat 1", report.chosen, report.value[0]);
    Ok(())
}
