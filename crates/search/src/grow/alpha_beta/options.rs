//! What the search is asked, and what it may do to be quick.

use super::Beam;

/// How much is asked about the moves at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// One best move; the others are only known not to be better.
    One,
    /// All equally good moves, with exact values; bounds for the others.
    All,
    /// The exact value of every move.
    Exact,
}

/// What the search may do to be quick, and what it must find out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// What is asked about the root's moves.
    pub ties: Ties,
    /// Bytes for the transposition table; 0 for none.
    pub table_bytes: usize,
    /// Whether moves are tried in the order that cuts best; else in the game's.
    pub ordering: bool,
    /// Whether moves after the first are tested with a null window.
    pub null_window: bool,
    /// Whether iterations deepen ply by ply; else just the last.
    pub deepening: bool,
    /// Plies beyond the horizon to follow unquiet positions.
    pub quiescence: u32,
    /// Whether chance nodes probe one move of each outcome first (Star2); else only Star1.
    pub probe: bool,
    /// A move that is better than all others by this much on a shorter look is followed a ply deeper.
    pub singular: Option<f64>,
    /// Whether moves late in the order are first looked at less deep, and to the depth only when that says they are good
    /// after all: the answer is then no longer that of minimax.
    pub reductions: bool,
    /// Whether positions and moves that differ in names alone are looked at once, where the evaluation cannot tell them apart.
    pub symmetry: bool,
    /// How many moves of a position are followed, but for those whose values the evaluation gives at once; else all of them. The
    /// answer is then no longer that of minimax.
    pub beam: Option<Beam>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            ties: Ties::All,
            table_bytes: 16 << 20,
            ordering: true,
            null_window: true,
            deepening: true,
            quiescence: 0,
            probe: true,
            singular: None,
            reductions: false,
            symmetry: true,
            beam: None,
        }
    }
}
