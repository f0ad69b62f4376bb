//! What has happened, for the person in a seat: the words of a referee, or what shows through the fog.

use super::Chess;
use super::attacks::squares;
use super::board::{Board, unpack};
use super::picture::{end_words, known};
use super::referee::{End, PawnTries, Referee, Report, square_text, try_text};
use super::seen::{Answer, Seen};
use outwit_game::Player;

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

/// What a referee says, in the words one uses at a board.
pub(crate) fn said(referee: &Referee, report: &Report) -> String {
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

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// What shows through the fog from observation number `since` on: own moves with what they took, the other's with what was
/// lost, as far as the seat saw.
pub(crate) fn in_the_fog(game: &Chess, seat: Player, seen: &[Seen], since: usize) -> Vec<String> {
    let (before, after) = seen.split_at(since.min(seen.len()));
    let mut board = known(game, seat, before).0;
    let mut told = Vec::new();
    for seen in after {
        if let Seen::Sight(mv, sight) = seen {
            let end = sight.end.map_or(String::new(), |end| format!(": {}", end_words(end, sight.board.mover)));
            told.push(match mv {
                Some(mv) => format!("you play {}{}{end}", try_text(*mv), taken_by(&board, *mv, seat)),
                None => format!("{} {}{end}", seat.other(), lost(&board, &sight.board, seat)),
            });
        }
        if let Seen::Sight(_, sight) | Seen::FirstSight(sight) = seen {
            board = sight.board;
        }
    }
    told
}

fn taken_by(board: &Board, mv: u16, seat: Player) -> String {
    let (_, to, _) = unpack(mv);
    let taken = board.kind_on(to).filter(|_| board.side_on(to) == Some(seat.other().index()));
    taken.map_or(String::new(), |kind| format!(" and take a {}", NAMES[kind]))
}

fn lost(before: &Board, after: &Board, seat: Player) -> String {
    let own = |board: &Board| board.sides[seat.index()];
    let men = squares(own(before) & !own(after)).filter_map(|square| Some((before.kind_on(square)?, square)));
    let men: Vec<String> =
        men.map(|(kind, square)| format!("your {} on {}", NAMES[kind], square_text(square))).collect();
    if men.is_empty() { "has moved".to_string() } else { format!("takes {}", men.join(" and ")) }
}

#[cfg(test)]
mod tests {
    use crate::chess::{Chess, Eyes};
    use outwit_game::{Game, Player, Rng, Table};

    #[test]
    fn what_is_lost_in_the_fog_is_told_in_words() {
        let game = Chess { eyes: Eyes::Fog, ..Chess::open() };
        let mut table = Table::deal(&game, &mut Rng::new(0));
        for text in ["e2e4", "d7d5", "e4d5", "d8d5"] {
            table.play_text(text).unwrap();
        }
        let told = |since: usize| game.events(&table.view(Player::FIRST), since);
        let wanted =
            ["you play e2e4", "seat 2 has moved", "you play e4d5 and take a pawn", "seat 2 takes your pawn on d5"];
        assert_eq!(told(0), wanted);
        assert_eq!(told(3), wanted[3..]);
    }
}
