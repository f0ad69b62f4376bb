//! What a seat of kriegspiel has heard, in the words of a referee, for the person in it.

use super::referee::{End, PawnTries, Referee, Report, square_text, try_text};
use super::seen::{Answer, Seen};

const SIDES: [&str; 2] = ["White", "Black"];
const CHECKS: [&str; 5] =
    ["on the rank", "on the file", "on the long diagonal", "on the short diagonal", "from a knight"];

/// One observation as the referee says it; nothing where its short text says it best.
pub(crate) fn heard(referee: &Referee, seat: usize, seen: &Seen) -> Option<String> {
    let other = SIDES[(1 - seat) & 1];
    Some(match seen {
        Seen::Own(mv, Answer::Illegal) => format!("{}: no, try again", try_text(*mv)),
        Seen::Own(_, Answer::Any(any)) => format!("any pawn captures? {}", if *any { "yes, try" } else { "no" }),
        Seen::Own(mv, Answer::Played(report)) => format!("{}: {}", try_text(*mv), said(referee, report)),
        Seen::Other(report) => format!("{other} has moved: {}", said(referee, report)),
        Seen::OtherRefused => format!("{other} has tried something and was refused"),
        Seen::OtherAsked(any) => {
            format!("{other} has asked for pawn captures: {}", if *any { "there are some" } else { "there are none" })
        }
        _ => return None,
    })
}

fn said(referee: &Referee, report: &Report) -> String {
    let mut words = Vec::new();
    if let Some((square, is_pawn)) = report.taken {
        let man = match is_pawn {
            Some(true) => "pawn",
            Some(false) => "piece",
            None => "man",
        };
        words.push(format!("{man} taken on {}", square_text(square.into())));
    }
    let checks: Vec<&str> = (0..5).filter(|kind| report.checks >> kind & 1 == 1).map(|kind| CHECKS[kind]).collect();
    if !checks.is_empty() {
        words.push(format!("check {}", checks.join(" and ")));
    }
    let mover = SIDES[usize::from(report.mover) & 1];
    if let Some(end) = report.end {
        words.push(match end {
            End::Checkmate | End::KingTaken => {
                format!("{}, {} wins", end.word(), SIDES[(1 - usize::from(report.mover)) & 1])
            }
            _ => format!("a draw by {}", end.word()),
        });
        return words.join(", ");
    }
    words.push(match report.tries {
        None => format!("{mover} to move"),
        Some(0) => format!("{mover} to move, no captures with pawns"),
        Some(_) if referee.tries == PawnTries::Whether => format!("{mover} to move, and can capture with a pawn"),
        Some(1) => format!("{mover} to move, one capture with a pawn"),
        Some(tries) => format!("{mover} to move, {tries} captures with pawns"),
    });
    words.join(", ")
}
