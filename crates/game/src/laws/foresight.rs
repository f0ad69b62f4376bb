//! What an evaluation says of moves that are not made must be what making them shows.

use crate::code::MoveCode;
use crate::contract::Game;
use crate::evaluation::{After, Evaluation, Interval};
use crate::payoffs::{Payoffs, tolerance};
use crate::seat::{MAX_SEATS, Player, Turn};

/// What making a move shows.
struct Child {
    values: Payoffs,
    intervals: [Interval; MAX_SEATS],
    is_over: bool,
}

impl Child {
    fn is(&self, after: &After) -> bool {
        self.is_over == after.is_over
            && self.values == after.values
            && (self.is_over || self.intervals == after.intervals)
    }
}

/// Makes every move of a position and compares what follows with [`Evaluation::after_moves`]. Whether the evaluation said
/// anything, or what is wrong with it.
pub fn foresight<G: Game>(game: &G, state: &G::State, evaluation: &impl Evaluation<G>) -> Result<bool, String> {
    let mut foreseen = Vec::new();
    if !evaluation.after_moves(game, state, &mut foreseen) {
        return if foreseen.is_empty() { Ok(false) } else { Err("knows nothing, and says something".to_string()) };
    }
    let Turn::Of(mover) = game.turn(state) else {
        return Err("speaks of moves where nobody is to move".to_string());
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let make = |&mv: &G::Move| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let is_over = game.turn(&next).is_over();
        let values = if is_over { game.payoffs(&next) } else { evaluation.values(game, &next) };
        Child { values, intervals: evaluation.intervals(game, &next), is_over }
    };
    let children: Vec<Child> = moves.iter().map(make).collect();
    // Step 1. Every entry is true of its first move, and they are in order.
    let mut last = None;
    for after in &foreseen {
        let place = moves.iter().position(|mv| mv.code() == after.first);
        let place = place.ok_or_else(|| format!("{after:?} begins with no move"))?;
        if !children[place].is(after) {
            return Err(format!("{after:?} is not what {:?} leads to", moves[place]));
        }
        if last.is_some_and(|last| last >= place) {
            return Err(format!("{after:?} is not in the game's order"));
        }
        last = Some(place);
    }
    // Step 2. Every move is in an entry, or worse for the mover and nobody else.
    let now = evaluation.values(game, state);
    let others = || Player::all(game.players()).filter(|&seat| seat != mover);
    let is_of_no_use = |child: &Child| {
        let beats = |after: &After| {
            let (more, less) = (after.values[mover], child.values[mover]);
            let is_same = |seat: Player| {
                child.values[seat] == now[seat]
                    && after.values[seat] == now[seat]
                    && after.intervals[seat.index()] == child.intervals[seat.index()]
            };
            after.is_best_of_many && !after.is_over && more > less + tolerance(more) && others().all(is_same)
        };
        !child.is_over && foreseen.iter().any(beats)
    };
    for (place, child) in children.iter().enumerate().filter(|(_, child)| !is_of_no_use(child)) {
        let same = || foreseen.iter().filter(|after| child.is(after));
        if same().next().is_none() {
            return Err(format!("{:?} is left out", moves[place]));
        }
        // Step 3. Moves that lead to the same are counted, and the first of them is named.
        let alike = || (0..children.len()).filter(|&other| same().any(|after| children[other].is(after)));
        let counted: u32 = same().map(|after| after.count).sum();
        let first = alike().next().map(|place| moves[place].code());
        if foreseen.len() > 1 && counted as usize != alike().count() || same().next().map(|after| after.first) != first
        {
            return Err(format!("{:?} is one of {}, not of {counted}", moves[place], alike().count()));
        }
    }
    Ok(true)
}
