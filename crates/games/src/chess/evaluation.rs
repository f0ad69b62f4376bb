//! What a board is worth before the game is over: men, where they stand, which of them hang, and how free a hunted king is.
//!
//! A payoff of 1 is worth fifty pawns, so that means over many boards weigh material as it is and a mate far more.

use super::attacks::{FILE_A, FILE_H, bishop, king, knight, pawns_east, pawns_west, rook, squares};
use super::board::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK, unpack};
use super::{Chess, Position, classical};
use outwit_game::{After, Blind, Evaluation, Payoffs, Player, Span};

/// What a man is worth, in hundredths of a pawn.
pub(crate) const WORTH: [i32; 6] = [100, 300, 320, 500, 900, 0];
/// Hundredths of a pawn that are worth a win.
const WIN: f64 = 5000.0;
/// How much of what can be taken back counts: what is on the square is known, what guards it is not.
const TAKEN_BACK: f64 = 0.8;
/// No static value is a win.
const MOST: f64 = 0.98;
/// Who is so much ahead hunts the king.
const AHEAD: i32 = 250;

/// An evaluation of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChessEvaluation {
    /// Position, material, protection and threats.
    Threats,
    /// Material and position.
    Material,
    /// As threats, and a hunt for the king of who is behind.
    Hunt,
    /// For the open game: men on good squares, and what the mover wins by taking at once.
    Classical,
    /// All positions are equal.
    Blind,
}

/// The squares a side attacks: with pawns, and with anything.
pub(crate) struct Attacks {
    pub(crate) by_pawns: u64,
    pub(crate) by_any: u64,
}

impl Attacks {
    #[inline]
    pub(crate) fn of(board: &Board, side: usize) -> Attacks {
        let men = board.men();
        let pawns = board.of(side, PAWN);
        let by_pawns = pawns_west(pawns, side) | pawns_east(pawns, side);
        let mut by_any = by_pawns;
        squares(board.of(side, KNIGHT)).for_each(|from| by_any |= knight(from));
        let lines = board.sides[side] & (board.kinds[ROOK] | board.kinds[QUEEN]);
        squares(lines).for_each(|from| by_any |= rook(from, men));
        let diagonals = board.sides[side] & (board.kinds[BISHOP] | board.kinds[QUEEN]);
        squares(diagonals).for_each(|from| by_any |= bishop(from, men));
        squares(board.of(side, KING)).for_each(|from| by_any |= king(from));
        Attacks { by_pawns, by_any }
    }
}

/// 3 in the middle, 0 at the edge.
const fn centrality(square: usize) -> i32 {
    const fn from_edge(x: usize) -> i32 {
        (if x < 4 { x } else { 7 - x }) as i32
    }
    let (file, rank) = (from_edge(square % 8), from_edge(square / 8));
    if file < rank { file } else { rank }
}

/// What a pawn of each side, and a knight or a bishop of any, is worth by where it stands besides being there.
static STANDING: [[i32; 64]; 3] = {
    let mut table = [[0; 64]; 3];
    let mut square = 0;
    while square < 64 {
        let steps = square as i32 / 8 - 1;
        table[0][square] = 2 * steps * steps;
        table[1][square] = 2 * (5 - steps) * (5 - steps);
        table[2][square] = 4 * centrality(square);
        square += 1;
    }
    table
};

/// The men of one side and where they stand. Men are counted as they are looked at: the processors this is built for need a dozen
/// instructions to count bits.
#[inline]
pub(super) fn men(board: &Board, side: usize) -> i32 {
    let standing = |kind: usize, table: &[i32; 64]| -> i32 {
        squares(board.of(side, kind)).map(|square| WORTH[kind] + table[square & 63]).sum()
    };
    let mut sum = standing(PAWN, &STANDING[side & 1]);
    sum += standing(KNIGHT, &STANDING[2]) + standing(BISHOP, &STANDING[2]);
    squares(board.of(side, ROOK)).for_each(|_| sum += WORTH[ROOK]);
    squares(board.of(side, QUEEN)).for_each(|_| sum += WORTH[QUEEN]);
    // A king behind its own men is the harder to find.
    let home = if side == 0 { 0xFF } else { 0xFF << 56 };
    sum + if board.of(side, KING) & home != 0 { 10 } else { 0 }
}

/// What a man of a side counts in [`men`] by being on a square.
#[inline]
pub(super) fn worth_on(kind: usize, square: usize, side: usize) -> i32 {
    let standing = match kind {
        PAWN => STANDING[side & 1][square & 63],
        KNIGHT | BISHOP => STANDING[2][square & 63],
        KING => 10 * i32::from(square / 8 == 7 * (side & 1)),
        _ => 0,
    };
    WORTH[kind] + standing
}

/// What protection and threats are worth to a side: men that are protected, less men that hang.
#[inline]
fn safety(board: &Board, side: usize, own: &Attacks, other: &Attacks) -> i32 {
    let men = board.sides[side] & !board.kinds[KING];
    let protected = (men & own.by_any).count_ones() as i32;
    3 * protected - hanging(board, side, own, other) / 10
}

/// The worth of a side's men that the other can take for nothing, or with a pawn.
#[inline]
fn hanging(board: &Board, side: usize, own: &Attacks, other: &Attacks) -> i32 {
    let bare = board.sides[side] & other.by_any & !own.by_any;
    let by_pawn = board.sides[side] & other.by_pawns & !board.kinds[PAWN];
    squares(bare | by_pawn).map(|square| board.kind_on(square).map_or(0, |kind| WORTH[kind])).sum()
}

/// How many squares a king can wander to in six steps while the other side stands still.
pub(crate) fn region(from: usize, free: u64) -> u32 {
    let mut reached = 1u64 << from;
    for _ in 0..6 {
        // All kings' steps from all squares at once: along the rank, then up and down.
        let rank = reached | (reached & !FILE_H) << 1 | (reached & !FILE_A) >> 1;
        let grown = reached | (rank | rank << 8 | rank >> 8) & free;
        if grown == reached {
            break;
        }
        reached = grown;
    }
    reached.count_ones()
}

/// What the hunt for the king of `prey` is worth to the other side.
fn hunt(board: &Board, prey: usize, hunter: &Attacks) -> i32 {
    let (own, hunted) = (board.king_of(1 - prey), board.king_of(prey));
    if own == 64 || hunted == 64 {
        return 0;
    }
    let free = !hunter.by_any & !board.sides[prey];
    let apart = (own % 8).abs_diff(hunted % 8).max((own / 8).abs_diff(hunted / 8)) as i32;
    64 - 3 * region(hunted, free).min(20) as i32 - 3 * apart - 6 * centrality(hunted)
}

impl ChessEvaluation {
    /// White's advantage in hundredths of a pawn.
    pub(crate) fn advantage(self, board: &Board) -> i32 {
        if self == ChessEvaluation::Classical {
            return classical::advantage(board);
        }
        let material = men(board, 0) - men(board, 1);
        if matches!(self, ChessEvaluation::Material | ChessEvaluation::Blind) {
            return if self == ChessEvaluation::Blind { 0 } else { material };
        }
        self.with_attacks(board, material, &Attacks::of(board, 0), &Attacks::of(board, 1))
    }

    /// The same, for evaluations that look at what is attacked, when that and the worth of the men is known.
    #[inline]
    pub(super) fn with_attacks(self, board: &Board, material: i32, white: &Attacks, black: &Attacks) -> i32 {
        let mut sum = material + safety(board, 0, white, black) - safety(board, 1, black, white);
        if self == ChessEvaluation::Hunt && sum.abs() >= AHEAD {
            sum += if sum > 0 { hunt(board, 1, white) } else { -hunt(board, 0, black) };
        }
        sum
    }

    /// What both seats get by white's advantage in hundredths of a pawn.
    #[inline]
    pub(super) fn payoffs(self, advantage: i32) -> Payoffs {
        Payoffs::zero_sum((f64::from(advantage) / WIN).clamp(-MOST, MOST))
    }
}

impl Evaluation<Chess> for ChessEvaluation {
    fn value(&self, game: &Chess, position: &Position, seat: Player) -> f64 {
        self.values(game, position)[seat]
    }

    #[inline]
    fn values(&self, game: &Chess, position: &Position) -> Payoffs {
        if *self == ChessEvaluation::Blind {
            return Payoffs::zero_sum(Blind.value(game, position, Player::FIRST));
        }
        self.payoffs(self.advantage(&position.board))
    }

    fn after_moves(&self, game: &Chess, position: &Position, out: &mut Vec<After>) -> bool {
        self.foresee(game, position, out)
    }

    /// Who looks for a cut makes some first.
    fn foresight_cost(&self) -> usize {
        12
    }

    /// What has just been taken can be taken back: where it happened is announced, or seen.
    #[inline]
    fn value_after(&self, game: &Chess, before: &Position, mv: u16, after: &Position, seat: Player) -> f64 {
        let value = self.value(game, after, seat);
        let (_, to, _) = unpack(mv);
        let own = seat.index();
        let knows = matches!(self, ChessEvaluation::Blind | ChessEvaluation::Classical);
        if knows || before.board.sides[own] >> to & 1 == 0 {
            return value;
        }
        let gain = f64::from(after.board.exchange(to, own)) / WIN;
        (value + TAKEN_BACK * gain).clamp(-MOST, MOST)
    }

    /// A pawn.
    fn unit(&self, _game: &Chess) -> f64 {
        f64::from(WORTH[PAWN]) / WIN
    }

    fn span(&self, _game: &Chess) -> Option<Span> {
        Some(Span { lowest: -1.0, sum: 0.0 })
    }

    /// Nobody is in check and nothing hangs that the mover could take.
    fn is_quiet(&self, _game: &Chess, position: &Position) -> bool {
        let board = &position.board;
        let (own, other) = (usize::from(board.mover), usize::from(1 - board.mover));
        let (attacks, defence) = (Attacks::of(board, own), Attacks::of(board, other));
        board.checkers() == 0 && hanging(board, other, &defence, &attacks) == 0
    }

    fn features(&self, _game: &Chess, position: &Position, out: &mut Vec<f64>) {
        if *self != ChessEvaluation::Blind {
            let board = &position.board;
            let more =
                |kind: usize| f64::from(board.of(0, kind).count_ones()) - f64::from(board.of(1, kind).count_ones());
            out.extend((PAWN..=QUEEN).map(more));
            out.push(f64::from(board.mover));
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        match self {
            ChessEvaluation::Blind => &[],
            _ => &[
                "pawns white has more",
                "knights white has more",
                "bishops white has more",
                "rooks white has more",
                "queens white has more",
                "black to move",
            ],
        }
    }
}

/// A hint for ordering: captures of much by little, then promotions.
#[inline]
pub(crate) fn order_hint(board: &Board, mv: u16) -> i32 {
    let (from, to, becomes) = unpack(mv);
    let taken = match board.sides[usize::from(1 - board.mover) & 1] >> to & 1 {
        1 => board.kind_on(to).map_or(0, |kind| 10 * WORTH[kind] - board.kind_on(from).map_or(0, |by| WORTH[by])),
        _ => 0,
    };
    taken + if becomes == 0 { 0 } else { WORTH[becomes.min(QUEEN)] }
}
