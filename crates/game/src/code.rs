//! Moves as small integers.

use std::fmt::Debug;
use std::hash::Hash;

/// A move that fits in 32 bits, so that tables, stores and the erased edge can hold the moves of any game.
///
/// Plain integers are moves already; a game with a richer type implements the two conversions, which must be inverse to
/// each other on every move the game generates.
pub trait MoveCode: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The move as a number.
    fn code(self) -> u32;
    /// The move with this number.
    fn from_code(code: u32) -> Self;
}

macro_rules! integer_move {
    ($($type:ty),*) => {$(
        impl MoveCode for $type {
            #[inline]
            fn code(self) -> u32 {
                u32::from(self)
            }
            #[inline]
            fn from_code(code: u32) -> Self {
                code as $type
            }
        }
    )*};
}
integer_move!(u8, u16, u32);
