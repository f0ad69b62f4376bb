//! Boards as text: FEN, the six fields of Forsyth and Edwards.

use super::board::{BISHOP, Board, CASTLINGS, KING, KNIGHT, LAST_RANKS, NOWHERE, PAWN, QUEEN, ROOK};
use super::referee::{read_square, square_text};
use outwit_game::Problem;

/// The letters of the kinds, white's.
pub(crate) const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

/// The letter of a man.
pub(crate) fn letter(side: usize, kind: usize) -> char {
    if side == 0 { LETTERS[kind] } else { LETTERS[kind].to_ascii_lowercase() }
}

/// The men, row by row from the eighth. A square out of `seen` is a question mark.
pub(crate) fn placement(board: &Board, seen: u64) -> String {
    let row = |rank: usize| {
        let (mut text, mut empty) = (String::new(), 0);
        for square in 8 * rank..8 * rank + 8 {
            let c = match (seen >> square & 1, board.side_on(square).zip(board.kind_on(square))) {
                (0, _) => '?',
                (_, Some((side, kind))) => letter(side, kind),
                _ => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(c);
        }
        if empty > 0 { format!("{text}{empty}") } else { text }
    };
    (0..8).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Reads what [`placement`] writes: the men, and which squares are seen.
pub(crate) fn read_placement(text: &str) -> Result<(Board, u64), Problem> {
    // Digits are so many empty squares.
    let mut spread = String::new();
    for c in text.chars() {
        match c.to_digit(10) {
            Some(empty @ 1..=8) => spread.extend((0..empty).map(|_| '.')),
            _ => spread.push(c),
        }
    }
    let allowed = "KQRBNP kqrbnp 1-8";
    let men = crate::board::rows(&spread, (8, 8), allowed, |c| "KQRBNPkqrbnp.?".contains(c).then_some(c))?;
    let (mut board, mut seen) = (Board::empty(), !0);
    for (index, c) in men.into_iter().enumerate() {
        let square = 8 * (7 - index / 8) + index % 8;
        if c == '?' {
            seen &= !(1 << square);
        } else if let Some(kind) = LETTERS.iter().position(|letter| *letter == c.to_ascii_uppercase()) {
            board.put(square, usize::from(c.is_ascii_lowercase()), kind);
        }
    }
    Ok((board, seen))
}

/// Castling rights: `KQkq`, or `-`.
pub(crate) fn rights_text(rights: u8) -> String {
    let text: String =
        (0..4).filter(|index| rights >> index & 1 == 1).map(|index| ['K', 'Q', 'k', 'q'][index]).collect();
    if text.is_empty() { "-".to_string() } else { text }
}

/// Reads what [`rights_text`] writes.
pub(crate) fn read_rights(text: &str) -> Result<u8, Problem> {
    (0..16u8).find(|&rights| rights_text(rights) == text).ok_or_else(|| {
        Problem::new(format!("`{text}` is not a set of castling rights: those of KQkq in this order, or -"))
    })
}

/// The six fields.
pub(crate) fn fen(board: &Board) -> String {
    let passing = if board.en_passant == NOWHERE { "-".to_string() } else { square_text(board.en_passant.into()) };
    let mover = if board.mover == 0 { 'w' } else { 'b' };
    let rights = rights_text(board.rights);
    format!("{} {mover} {rights} {passing} {} {}", placement(board, !0), board.clock, board.number)
}

/// Reads a FEN. In the fog kings may be attacked, and one may have been taken.
pub(crate) fn read_fen(text: &str, in_fog: bool) -> Result<Board, Problem> {
    let [men, mover, rights, passing, clock, number] =
        crate::board::parts(text, ["men", "w|b", "castling", "en-passant", "clock", "number"])?;
    if men.contains('?') {
        return Err(Problem::new("a whole position has no `?` in it"));
    }
    // Step 1. The men, each side's within what can come of a game.
    let (mut board, _) = read_placement(men)?;
    for (side, name) in ["white", "black"].into_iter().enumerate() {
        let (men, pawns) = (board.sides[side].count_ones(), board.of(side, PAWN).count_ones());
        let kings = board.of(side, KING).count_ones();
        if kings > 1 || (kings == 0 && !in_fog) {
            return Err(Problem::new(format!("{name} has {kings} kings, and one is right")));
        }
        let over = |kind: usize, most: u32| board.of(side, kind).count_ones().saturating_sub(most);
        let promoted = over(KNIGHT, 2) + over(BISHOP, 2) + over(ROOK, 2) + over(QUEEN, 1);
        if men > 16 || pawns + promoted > 8 {
            return Err(Problem::new(format!("{name} has more men than a game can give it")));
        }
    }
    if board.kinds[PAWN] & LAST_RANKS != 0 {
        return Err(Problem::new("a pawn stands on rank 2 to 7"));
    }
    if board.kinds[KING] == 0 {
        return Err(Problem::new("both kings are missing"));
    }
    // Step 2. The rest.
    board.mover = match mover {
        "w" => 0,
        "b" => 1,
        _ => return Err(Problem::new(format!("`{mover}` is not a side: w or b is to move"))),
    };
    board.rights = read_rights(rights)?;
    for (index, &(king, _, rook, ..)) in CASTLINGS.iter().enumerate() {
        let side = index / 2;
        let home = board.of(side, KING) >> king & board.of(side, ROOK) >> rook & 1;
        if board.rights >> index & 1 == 1 && home == 0 {
            return Err(Problem::new(format!(
                "the right {} needs king and rook where they began",
                ['K', 'Q', 'k', 'q'][index]
            )));
        }
    }
    let count = |text: &str, least: u16, what: &str| match text.parse::<u16>() {
        Ok(count) if count >= least && text == count.to_string() => Ok(count),
        _ => Err(Problem::new(format!("`{text}` is not {what}: it is a whole number from {least} to 65535"))),
    };
    board.clock = count(clock, 0, "a number of plies without capture or pawn's move")?;
    board.number = count(number, 1, "the number of a move")?;
    // Step 3. A pawn that went two steps stands behind the square it passed.
    if passing != "-" {
        let square = read_square(passing).filter(|square| square / 8 == if board.mover == 0 { 5 } else { 2 });
        let other = 1 - usize::from(board.mover);
        let fits = |&square: &usize| {
            let behind = if board.mover == 0 { square + 8 } else { square - 8 };
            board.of(other, PAWN) >> (square ^ 8) & 1 == 1
                && board.men() >> square & 1 == 0
                && board.men() >> behind & 1 == 0
        };
        let square = square.filter(fits).ok_or_else(|| {
            Problem::new(format!("`{passing}` is no square that a pawn has just passed in two steps"))
        })?;
        board.en_passant = square as u8;
        board.settle_en_passant(!in_fog);
    }
    // Step 4. Nobody leaves his king to be taken.
    if !in_fog {
        let waiting = 1 - usize::from(board.mover);
        if board.attackers(board.king_of(waiting), board.men(), 1 - waiting) != 0 {
            return Err(Problem::new("the kings touch, or the side that is not to move is in check"));
        }
        let own = usize::from(board.mover);
        let checkers = board.attackers(board.king_of(own), board.men(), 1 - own).count_ones();
        if checkers > 2 {
            return Err(Problem::new("no king can be in check by more than two men"));
        }
    } else if board.of(usize::from(1 - board.mover), KING) == 0 {
        return Err(Problem::new("the king that was taken is the mover's: nobody else moves after that"));
    }
    Ok(board)
}

/// How many men of each kind a side has, as letters from the king down.
pub(crate) fn strength_text(counts: &[u8; 6], side: usize) -> String {
    (0..6).rev().flat_map(|kind| (0..counts[kind]).map(move |_| letter(side, kind))).collect()
}

/// How many men of each kind a side has.
pub(crate) fn strength(board: &Board, side: usize) -> [u8; 6] {
    std::array::from_fn(|kind| board.of(side, kind).count_ones() as u8)
}

/// Reads what [`strength_text`] writes.
pub(crate) fn read_strength(text: &str, side: usize) -> Result<[u8; 6], Problem> {
    let mut counts = [0u8; 6];
    for c in text.chars() {
        match (0..6).find(|&kind| letter(side, kind) == c) {
            Some(kind) if counts[kind] < 16 => counts[kind] += 1,
            _ => return Err(Problem::new(format!("`{text}` is not a list of men of one side"))),
        }
    }
    if strength_text(&counts, side) != text {
        return Err(Problem::new(format!("`{text}`: men are listed from the king down")));
    }
    Ok(counts)
}
