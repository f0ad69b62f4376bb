//! What a search found out about a position, before anybody chooses.

use outwit_game::{AnyMove, Bound, Detail, Facts, MAX_SEATS, MoveCode, Outline, Player, SeatValues, equally_good};

/// What a search found out about one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<M> {
    /// The move.
    pub mv: M,
    /// Its value to each seat.
    pub values: SeatValues,
    /// Whether the values are exact.
    pub bound: Bound,
    /// The play expected from it on, itself first; empty where the search does not know.
    pub line: Vec<M>,
}

/// What a search found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings<M> {
    /// Every legal move, in the game's order.
    pub moves: Vec<Found<M>>,
    /// The places in `moves` of all equally good moves; never empty.
    pub best: Vec<usize>,
    /// With what weight the search picks each move; empty when it picks among all of `best` alike.
    pub picks: Vec<f64>,
    /// The value of the position to each seat.
    pub value: SeatValues,
    /// The play expected, starting with a best move.
    pub line: Vec<M>,
    /// Moves made.
    pub nodes: u64,
    /// Plies searched completely, chance not counted; of a search to the end, the most plies ahead that it looked.
    pub depth: u32,
    /// The searched tree, where it was asked for.
    pub tree: Option<Outline>,
    /// What else there is to say.
    pub remarks: Vec<String>,
    /// The same for programs.
    pub extras: Vec<(&'static str, Detail)>,
}

impl<M: Copy> Findings<M> {
    /// What is known of a position when no move has been looked at: its moves.
    pub fn unsearched(moves: &[M]) -> Findings<M> {
        let found = |&mv: &M| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: Vec::new() };
        Findings {
            moves: moves.iter().map(found).collect(),
            best: (0..moves.len()).collect(),
            picks: Vec::new(),
            value: UNKNOWN,
            line: Vec::new(),
            nodes: 0,
            depth: 0,
            tree: None,
            remarks: Vec::new(),
            extras: Vec::new(),
        }
    }
}

impl Findings<AnyMove> {
    /// The same with moves of their own type.
    pub(crate) fn typed<M: MoveCode>(self) -> Findings<M> {
        fn typed<M: MoveCode>(line: &[AnyMove]) -> Vec<M> {
            let mut typed = Vec::with_capacity(line.len());
            for mv in line {
                typed.push(M::from_code(mv.code()));
            }
            typed
        }
        let mut moves = Vec::with_capacity(self.moves.len());
        for Found { mv, values, bound, line } in self.moves {
            moves.push(Found { mv: M::from_code(mv.code()), values, bound, line: typed(&line) });
        }
        let Findings { best, picks, value, line, nodes, depth, tree, remarks, extras, .. } = self;
        Findings { moves, best, picks, value, line: typed(&line), nodes, depth, tree, remarks, extras }
    }
}

/// Moves without their type: what is found out about those is compiled once for all games.
pub(crate) fn untyped<M: MoveCode>(moves: &[M]) -> Vec<AnyMove> {
    let mut untyped = Vec::with_capacity(moves.len());
    for mv in moves {
        untyped.push(AnyMove::from_code(mv.code()));
    }
    untyped
}

/// The remark of a search that was stopped before there was anything to choose by.
pub(crate) const STOPPED_EARLY: &str = "the search was stopped before it had looked at every move";

/// What the remark begins with that says why there is no tree, though one was asked for.
const NO_TREE: &str = "no tree: ";

/// The remark that a tree was asked for and cannot be written, for this reason.
pub(crate) fn no_tree(why: impl std::fmt::Display) -> String {
    format!("{NO_TREE}{why}")
}

/// Why a search that was asked for its tree wrote none, if one of its remarks says so.
pub fn why_no_tree(remarks: &[String]) -> Option<&str> {
    let is_early = |remark: &&String| *remark == STOPPED_EARLY;
    let said = remarks.iter().find_map(|remark| remark.strip_prefix(NO_TREE));
    said.or_else(|| remarks.iter().find(is_early).map(String::as_str))
}

/// No seat's value is known.
pub(crate) const UNKNOWN: SeatValues = [None; MAX_SEATS];

/// One seat's value, and the other's where it follows because the payoffs of two seats have a constant sum.
pub(crate) fn seat_values(facts: &Facts, players: usize, seat: Player, value: f64) -> SeatValues {
    let mut values = UNKNOWN;
    values[seat.index()] = Some(value);
    if let (2, Some(sum)) = (players, facts.sum) {
        // `+ 0.0` turns -0 into 0.
        values[seat.other().index()] = Some(sum - value + 0.0);
    }
    values
}

/// The places of all equally good values among those known exactly or from below; all places when none is known.
pub(crate) fn best_of<M>(moves: &[Found<M>], seat: Player) -> Vec<usize> {
    let known = |found: &Found<M>| found.values[seat.index()].filter(|_| found.bound != Bound::AtMost);
    let best = moves.iter().filter_map(known).fold(f64::NEG_INFINITY, f64::max);
    let places: Vec<usize> = moves
        .iter()
        .enumerate()
        .filter(|(_, found)| known(found).is_some_and(|value| equally_good(value, best)))
        .map(|(place, _)| place)
        .collect();
    if places.is_empty() { (0..moves.len()).collect() } else { places }
}
