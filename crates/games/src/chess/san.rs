//! Moves as chess players write them: `e4`, `Nf3`, `Nbd2`, `exd5`, `O-O`, `e8=Q`.
//!
//! Read among moves that are given, by the men of who moves: tries that a referee may refuse are read as well as legal moves,
//! and nothing is told of the other's men.

use super::board::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK, unpack};
use super::referee::read_square;

/// The moves of a list that `text` can mean: one if it is clear, several if it is not, none if it is no such move.
pub(crate) fn meant(board: &Board, moves: &[u16], text: &str) -> Vec<u16> {
    let Some(written) = Written::read(text) else { return Vec::new() };
    moves.iter().copied().filter(|&mv| written.fits(board, mv)).collect()
}

enum Written {
    /// The file the king goes to.
    Castling(usize),
    Move {
        kind: usize,
        /// Where it comes from, as far as that is said.
        file: Option<usize>,
        rank: Option<usize>,
        to: usize,
        becomes: usize,
    },
}

/// The kind a letter stands for. `b` is a file; the others may be small.
fn kind_of(letter: char) -> Option<usize> {
    Some(match letter {
        'N' | 'n' => KNIGHT,
        'B' => BISHOP,
        'R' | 'r' => ROOK,
        'Q' | 'q' => QUEEN,
        'K' | 'k' => KING,
        _ => return None,
    })
}

impl Written {
    fn read(text: &str) -> Option<Written> {
        // Marks of check, of mate and of what somebody thought of the move say nothing about which it is.
        let text = text.trim_end_matches(['+', '#', '!', '?', ' ']).trim_end_matches("e.p.").trim();
        if text.starts_with('-') || text.ends_with('-') {
            return None;
        }
        let is_castling = |c: char| matches!(c, 'o' | 'O' | '0' | '-');
        if text.len() > 1 && text.chars().all(is_castling) {
            return match text.chars().filter(|&c| c != '-').count() {
                2 => Some(Written::Castling(6)),
                3 => Some(Written::Castling(2)),
                _ => None,
            };
        }
        let (kind, rest) = match text.chars().next().and_then(kind_of) {
            Some(kind) => (kind, &text[1..]),
            None => (PAWN, text),
        };
        let plain: String = rest.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '(' | ')')).collect();
        let last = plain.chars().last()?;
        let (plain, becomes) = match if last == 'b' { Some(BISHOP) } else { kind_of(last) } {
            Some(becomes) if kind == PAWN && becomes != KING => (&plain[..plain.len() - 1], becomes),
            _ => (plain.as_str(), PAWN),
        };
        if !plain.is_ascii() || !(2..=4).contains(&plain.len()) {
            return None;
        }
        let (from, to) = plain.split_at(plain.len() - 2);
        let to = read_square(to)?;
        let (mut file, mut rank) = (None, None);
        for byte in from.bytes() {
            match byte {
                b'a'..=b'h' if file.is_none() && rank.is_none() => file = Some(usize::from(byte - b'a')),
                b'1'..=b'8' if rank.is_none() => rank = Some(usize::from(byte - b'1')),
                _ => return None,
            }
        }
        // A pawn whose file is not named does not leave it.
        let file = file.or((kind == PAWN).then_some(to % 8));
        Some(Written::Move { kind, file, rank, to, becomes })
    }

    fn fits(&self, board: &Board, mv: u16) -> bool {
        let (from, to, becomes) = unpack(mv);
        let moved = board.kind_on(from);
        match *self {
            Written::Castling(file) => moved == Some(KING) && from % 8 == 4 && to % 8 == file,
            Written::Move { kind, file, rank, to: wanted, becomes: wanted_to_become } => {
                // A man may become none of these only where it becomes nothing; who does not say what may mean each.
                let fits_becoming = wanted_to_become == PAWN || becomes == wanted_to_become;
                moved == Some(kind)
                    && to == wanted
                    && file.is_none_or(|file| from % 8 == file)
                    && rank.is_none_or(|rank| from / 8 == rank)
                    && fits_becoming
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::{Chess, Referee};
    use outwit_game::Game;

    fn read(game: &Chess, fen: &str, text: &str) -> Result<String, String> {
        let position = game.read_position(fen).unwrap();
        let found = game.read_move(&position, text).map_err(|problem| problem.to_string())?;
        Ok(game.move_text(&position, found))
    }

    #[test]
    fn moves_are_read_as_chess_players_write_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castling = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1";
        let pawns = "1n2k3/P7/8/3pP3/8/2p5/1B1P4/4K3 w - d6 0 1";
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        let rooks = "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1";
        for (fen, text, wanted) in [
            (start, "e4", "e2e4"),
            (start, "Nf3", "g1f3"),
            (start, "nf3!", "g1f3"),
            (start, "e2e4", "e2e4"),
            (start, "e2-e4", "e2e4"),
            (castling, "O-O", "e1g1"),
            (castling, "0-0-0", "e1c1"),
            (castling, "o-o+", "e1g1"),
            (pawns, "exd6", "e5d6"),
            (pawns, "ed6", "e5d6"),
            (pawns, "exd6 e.p.", "e5d6"),
            (pawns, "a8=Q+", "a7a8q"),
            (pawns, "a8n", "a7a8n"),
            (pawns, "axb8=B", "a7b8b"),
            (pawns, "axb8b", "a7b8b"),
            (pawns, "Bxc3", "b2c3"),
            (pawns, "dxc3", "d2c3"),
            (knights, "Nbd2", "b1d2"),
            (knights, "Nfd2", "f3d2"),
            (knights, "N1d2", "b1d2"),
            (knights, "Nf3d2", "f3d2"),
            (rooks, "R1a3", "a1a3"),
        ] {
            assert_eq!(read(&Chess::open(), fen, text).as_deref(), Ok(wanted), "{text} in {fen}");
        }
        for (fen, text, wanted) in [
            (knights, "Nd2", "`Nd2` may be b1d2 or f3d2: say which"),
            (pawns, "a8", "`a8` may be a7a8q, a7a8r, a7a8b or a7a8n: say which"),
            (pawns, "bxc3", "`bxc3` is not a legal move here"),
            (start, "e5", "`e5` is not a legal move here"),
            (start, "O-O", "`O-O` is not a legal move here"),
            (start, "-e4", "`-e4` is not a legal move here"),
            (start, "", "is not a legal move here"),
            (start, "Ñf3", "is not a legal move here"),
        ] {
            let problem = read(&Chess::open(), fen, text).unwrap_err();
            assert!(problem.contains(wanted), "{text} in {fen}: {problem}");
        }
    }

    #[test]
    fn tries_are_read_too_and_say_nothing_of_the_other() {
        let game = Chess::kriegspiel(Referee::named("icc").unwrap());
        let (bare, full) = ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1");
        for text in ["e4", "e3", "Kd2", "exd3", "Kd1"] {
            assert_eq!(read(&game, bare, text), read(&game, full, text), "{text}");
        }
        assert_eq!(read(&game, full, "e4").as_deref(), Ok("e2e4"));
    }
}
