//! Seats and turns.

use std::fmt;

/// The most seats a table has.
pub const MAX_SEATS: usize = 6;

/// The number of a player in the rules. Counted from 0 in code, from 1 wherever a person sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(u8);

impl Player {
    /// The player who is seat 1 to a person.
    pub const FIRST: Player = Player(0);
    /// The player who is seat 2 to a person.
    pub const SECOND: Player = Player(1);

    /// The player with this index, counted from 0.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: usize) -> Player {
        assert!(index < MAX_SEATS, "a table has at most six seats");
        Player(index as u8)
    }

    /// Counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, as a person counts.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The next seat of a table with `players` seats, going round.
    #[inline]
    pub const fn next(self, players: usize) -> Player {
        let next = self.0 as usize + 1;
        Player(if next >= players { 0 } else { next as u8 })
    }

    /// The other seat of a table for two.
    #[inline]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// All seats of a table with `players` seats.
    #[inline]
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone {
        (0..players.min(MAX_SEATS)).map(Player::new)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number())
    }
}

/// Who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player decides.
    Of(Player),
    /// Dice, cards: nobody decides; outcomes have weights.
    Chance,
    /// The game is over and pays.
    Over,
}

impl Turn {
    /// Whether the game is over.
    #[inline]
    pub fn is_over(self) -> bool {
        matches!(self, Turn::Over)
    }

    /// The player who decides, if one does.
    #[inline]
    pub fn player(self) -> Option<Player> {
        match self {
            Turn::Of(player) => Some(player),
            Turn::Chance | Turn::Over => None,
        }
    }
}
