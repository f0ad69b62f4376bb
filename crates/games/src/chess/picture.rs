//! Boards as pictures: of the whole, and of what a seat knows.

use super::attacks::squares;
use super::board::{Board, NOWHERE};
use super::fen::{letter, strength_text};
use super::referee::{End, square_text, try_text};
use super::seen::{Answer, Seen};
use super::{Chess, Eyes, Position, words};
use outwit_game::{Player, Svg};

const CELL: f64 = 44.0;
const EDGE: f64 = 20.0;
const GLYPHS: [[&str; 6]; 2] = [["♙", "♘", "♗", "♖", "♕", "♔"], ["♟", "♞", "♝", "♜", "♛", "♚"]];

/// The board in characters; squares out of `seen` are question marks.
pub(crate) fn text(board: &Board, seen: u64, caption: &str) -> String {
    let man = |square: usize| match (seen >> square & 1, board.side_on(square).zip(board.kind_on(square))) {
        (0, _) => '?',
        (_, Some((side, kind))) => letter(side, kind),
        _ => '.',
    };
    let row = |rank: usize| {
        let men: Vec<String> = (8 * rank..8 * rank + 8).map(|square| man(square).to_string()).collect();
        format!("{} {}", rank + 1, men.join(" "))
    };
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    format!("{}\n  a b c d e f g h\n{caption}", rows.join("\n"))
}

/// The board as a drawing; squares out of `seen` are dark. With a belief, squares are shaded by how many men are expected
/// there, and say with how many hundredths the king of a side is.
pub(crate) fn svg(board: &Board, seen: u64, believed: Option<(&[f64; 64], &[f64; 64], usize)>) -> String {
    let size = 8.0 * CELL + 2.0 * EDGE;
    let mut svg = Svg::new(size, size);
    svg.rect(0.0, 0.0, size, size, "#fff");
    for square in 0..64 {
        let (x, y) = (EDGE + (square % 8) as f64 * CELL, EDGE + (7 - square / 8) as f64 * CELL);
        let fill = match (seen >> square & 1, (square / 8 + square % 8) % 2) {
            (0, 0) => "#7d8590",
            (0, _) => "#8f98a3",
            (_, 0) => "#c9a77c",
            _ => "#f0e2c8",
        };
        svg.rect(x, y, CELL, CELL, fill);
        if let Some((men, kings, side)) = believed {
            if men[square] >= 0.005 {
                svg.rect(x, y, CELL, CELL, &format!("rgba(178,24,43,{:.2})", (0.1 + 0.75 * men[square]).min(0.85)));
            }
            if kings[square] >= 0.005 {
                svg.text(x + CELL / 2.0, y + CELL * 0.36, CELL * 0.5, "#111", GLYPHS[side][5]);
                svg.text(x + CELL / 2.0, y + CELL * 0.78, 12.0, "#111", &format!("{:.0} %", 100.0 * kings[square]));
            }
        }
        if let Some((side, kind)) = board.side_on(square).zip(board.kind_on(square)).filter(|_| seen >> square & 1 == 1)
        {
            svg.text(x + CELL / 2.0, y + CELL / 2.0, CELL * 0.8, "#111", GLYPHS[side][kind]);
        }
    }
    for index in 0..8 {
        let along = EDGE + (index as f64 + 0.5) * CELL;
        svg.text(along, size - EDGE / 2.0, 12.0, "#333", &((b'a' + index as u8) as char).to_string());
        svg.text(EDGE / 2.0, size - along, 12.0, "#333", &(index + 1).to_string());
    }
    for square in 0..64 {
        let (x, y) = (EDGE + (square % 8) as f64 * CELL, EDGE + (7 - square / 8) as f64 * CELL);
        svg.place(&square_text(square), x, y, CELL, CELL);
    }
    svg.finish()
}

fn side_name(side: u8) -> &'static str {
    if side == 0 { "white" } else { "black" }
}

/// How the game ended, in words.
pub(crate) fn end_words(end: End, mover: u8) -> String {
    let why = match end {
        End::Checkmate => "checkmate",
        End::Stalemate => "stalemate",
        End::Material => "nobody can mate",
        End::Fifty => "too long without a capture or a pawn's move",
        End::Repetition => "the position has come back",
        End::Cap => "the limit of plies",
        End::KingTaken => "the king is taken",
    };
    match end.result(mover) {
        "1-0" => format!("{why}: white wins"),
        "0-1" => format!("{why}: black wins"),
        _ => format!("a draw: {why}"),
    }
}

/// What a seat knows of the board, as a board with its own men alone (or what shows through the fog), and the squares it
/// sees.
pub(crate) fn known(game: &Chess, seat: Player, seen: &[Seen]) -> (Board, u64) {
    let side = seat.index();
    if game.eyes == Eyes::Fog {
        let last = seen.iter().rev().find_map(|seen| match seen {
            Seen::Sight(_, sight) | Seen::FirstSight(sight) => Some((sight.board, sight.seen)),
            _ => None,
        });
        return last.unwrap_or_else(|| {
            let sight = super::Sight::of(&Board::start(), side, None);
            (sight.board, sight.seen)
        });
    }
    let mut board = Board::start();
    squares(board.sides[1 - side]).for_each(|square| board.remove(square));
    for seen in seen {
        match seen {
            Seen::Look(look) => board = look.own,
            Seen::Own(mv, Answer::Played(report)) => {
                board.mover = side as u8;
                board.apply(*mv);
                board.mover = report.mover;
            }
            Seen::Other(report) => {
                if let Some((square, _)) = report.taken {
                    board.lose(square.into());
                }
                board.mover = report.mover;
            }
            _ => {}
        }
        board.en_passant = NOWHERE;
    }
    (board, !0)
}

/// How many men the other side of a seat has lost, pawns and others, as far as it was told.
fn losses(seen: &[Seen]) -> (usize, usize) {
    let taken = seen.iter().filter_map(|seen| match seen {
        Seen::Own(_, Answer::Played(report)) => report.taken,
        _ => None,
    });
    taken.fold((0, 0), |(pawns, others), (_, is_pawn)| match is_pawn {
        Some(true) => (pawns + 1, others),
        _ => (pawns, others + 1),
    })
}

/// What the seat knows, in characters.
pub(crate) fn seat_text(game: &Chess, seat: Player, seen: &[Seen]) -> String {
    let (board, visible) = known(game, seat, seen);
    let words = match seen.last() {
        None => "white to move".to_string(),
        Some(Seen::Move(mv)) => format!("{} was played", try_text(*mv)),
        Some(Seen::Own(mv, Answer::Illegal)) => format!("{} is illegal; try again", try_text(*mv)),
        Some(Seen::Own(_, Answer::Any(any))) => {
            if *any { "yes: try a capture with a pawn" } else { "no pawn can capture" }.to_string()
        }
        Some(Seen::Own(_, Answer::Played(report)) | Seen::Other(report)) => words::said(game.referee(), report),
        Some(Seen::OtherRefused) => "a try of the other's was refused".to_string(),
        Some(Seen::OtherAsked(any)) => {
            format!("the other has asked for pawn captures: {}", if *any { "there are some" } else { "there is none" })
        }
        Some(Seen::Look(look)) => {
            let against = strength_text(&look.against, 1 - seat.index());
            format!("{}; against you: {against}", words::said(game.referee(), &look.report))
        }
        Some(Seen::Sight(_, sight) | Seen::FirstSight(sight)) => match sight.end {
            Some(end) => end_words(end, sight.board.mover),
            None => format!("{} to move", side_name(sight.board.mover)),
        },
    };
    let mut caption = format!("you are {}; {words}", side_name(seat.index() as u8));
    if let (Eyes::Referee(referee), (pawns, others)) = (game.eyes, losses(seen)) {
        if pawns + others > 0 {
            caption += &if referee.says_what_was_taken {
                let ending = |count| if count == 1 { "" } else { "s" };
                format!("\nyou have taken {pawns} pawn{} and {others} piece{}", ending(pawns), ending(others))
            } else {
                format!("\nyou have taken {} men", pawns + others)
            };
        }
        // Tries of this turn that were refused.
        let refused: Vec<String> = seen
            .iter()
            .rev()
            .map_while(|seen| match seen {
                Seen::Own(mv, Answer::Illegal) => Some(try_text(*mv)),
                _ => None,
            })
            .collect();
        if !refused.is_empty() {
            caption += &format!("\nrefused in this turn: {}", refused.into_iter().rev().collect::<Vec<_>>().join(" "));
        }
    }
    text(&board, visible, &caption)
}

/// What the seat knows, as a drawing.
pub(crate) fn seat_svg(game: &Chess, seat: Player, seen: &[Seen]) -> String {
    let (board, visible) = known(game, seat, seen);
    svg(&board, visible, None)
}

impl Chess {
    /// What stands below a picture of the whole board.
    pub(crate) fn caption(&self, position: &Position) -> String {
        let mover = side_name(position.board.mover);
        let mut caption = match position.end {
            Some(end) => end_words(end, position.board.mover),
            None if self.checks_count() && position.board.checkers() != 0 => format!("{mover} to move, in check"),
            None => format!("{mover} to move"),
        };
        if position.refused.count() > 0 {
            let tries: Vec<String> = position.refused.list(&position.board).into_iter().map(try_text).collect();
            caption += &format!("; refused: {}", tries.join(" "));
        }
        caption
    }
}
