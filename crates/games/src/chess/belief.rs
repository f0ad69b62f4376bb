//! What a seat believes about the men it does not see, drawn on what it knows of the board.

use super::attacks::squares;
use super::board::Board;
use super::fen::letter;
use super::picture::{self, known};
use super::referee::{read_square, square_text};
use super::seen::{Seen, Sight};
use super::{Chess, Eyes};
use outwit_game::{Likely, Player};

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The other's men that a seat does not see.
pub(crate) fn hidden(game: &Chess, board: &Board, seat: Player, out: &mut Vec<(String, String)>) {
    let side = seat.index();
    let unseen = match game.eyes {
        Eyes::Open => 0,
        Eyes::Fog => board.sides[1 - side] & !Sight::of(board, side, None).seen,
        Eyes::Referee(_) => board.sides[1 - side],
    };
    for square in squares(unseen) {
        if let Some(kind) = board.kind_on(square) {
            out.push((NAMES[kind].to_string(), square_text(square)));
        }
    }
}

/// What is expected on each square: kings, and men of any kind.
fn shares(likely: &[Likely]) -> ([f64; 64], [f64; 64]) {
    let (mut kings, mut men) = ([0.0; 64], [0.0; 64]);
    for Likely { what, place, expected } in likely {
        if let Some(square) = read_square(place) {
            men[square] += expected;
            if what == NAMES[5] {
                kings[square] += expected;
            }
        }
    }
    (kings, men)
}

/// Two boards side by side: where the king may be, and where anything may be, in percent.
pub(crate) fn text(game: &Chess, seat: Player, seen: &[Seen], likely: &[Likely]) -> Option<String> {
    if game.eyes == Eyes::Open {
        return None;
    }
    let (board, _) = known(game, seat, seen);
    let (kings, men) = shares(likely);
    let cell = |share: &[f64; 64], square: usize| match board.side_on(square).zip(board.kind_on(square)) {
        Some((side, kind)) => letter(side, kind).to_string(),
        None if share[square] <= 0.0 => ".".to_string(),
        None if share[square] < 0.005 => "<1".to_string(),
        None => format!("{:.0}", 100.0 * share[square]),
    };
    let row = |share: &[f64; 64], rank: usize| -> String {
        let cells: String = (8 * rank..8 * rank + 8).map(|square| format!("{:>4}", cell(share, square))).collect();
        format!("{}{cells}", rank + 1)
    };
    let files: String = ('a'..='h').map(|file| format!("{file:>4}")).collect();
    let mut lines = vec![format!("{:<37}men there, in percent", "the king there, in percent")];
    lines.extend((0..8).rev().map(|rank| format!("{}    {}", row(&kings, rank), row(&men, rank))));
    lines.push(format!(" {files}     {files}"));
    Some(lines.join("\n"))
}

/// The seat's own men on squares that are the darker the likelier something stands there; a king where it is likeliest.
pub(crate) fn svg(game: &Chess, seat: Player, seen: &[Seen], likely: &[Likely]) -> Option<String> {
    if game.eyes == Eyes::Open {
        return None;
    }
    let (board, visible) = known(game, seat, seen);
    let (kings, men) = shares(likely);
    Some(picture::svg(&board, visible | !board.men(), Some((&men, &kings, 1 - seat.index()))))
}
