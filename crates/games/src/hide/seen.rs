//! What a seat sees of a game some of whose moves are hidden, and that as text.

use outwit_game::{AnyMove, MoveCode, Player, Problem};

/// What a seat sees. Whoever is to move sees its own moves as well.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sight {
    /// What happened.
    pub happened: Happened,
    /// The moves of the seat, separated by spaces, if it is now to move.
    pub yours: Option<Box<str>>,
}

/// What happened, as far as a seat can tell. Moves and positions are told by their texts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Happened {
    /// Play began at this position.
    Began(Box<str>),
    /// This seat made this move.
    Moved(Player, Box<str>),
    /// This seat made a move that is not shown.
    MovedUnseen(Player),
    /// Chance gave this.
    Drew(Box<str>),
}

// The contract asks for it, for open games. Nothing that is hidden goes this way.
impl<M: MoveCode> From<M> for Sight {
    fn from(mv: M) -> Sight {
        Sight { happened: Happened::Drew(AnyMove::from_code(mv.code()).code().to_string().into()), yours: None }
    }
}

const BEGAN: &str = "play begins at ";
const MOVED: &str = " moves ";
const UNSEEN: &str = " moves unseen";
const DREW: &str = "chance gives ";
const YOURS: &str = "; your moves: ";

impl Sight {
    /// In words.
    pub(super) fn text(&self) -> String {
        let mut text = match &self.happened {
            Happened::Began(position) => format!("{BEGAN}{position}"),
            Happened::Moved(seat, mv) => format!("{seat}{MOVED}{mv}"),
            Happened::MovedUnseen(seat) => format!("{seat}{UNSEEN}"),
            Happened::Drew(outcome) => format!("{DREW}{outcome}"),
        };
        if let Some(moves) = &self.yours {
            text += YOURS;
            text += moves;
        }
        text
    }

    /// In words for the person in a seat, who is told the own moves elsewhere.
    pub(super) fn told_to(&self, seat: Player) -> String {
        match &self.happened {
            Happened::Moved(mover, mv) if *mover == seat => format!("you move {mv}"),
            happened => Sight { happened: happened.clone(), yours: None }.text(),
        }
    }

    /// What those words tell.
    pub(super) fn read(text: &str) -> Result<Sight, Problem> {
        let (said, yours) = match text.rsplit_once(YOURS) {
            Some((said, moves)) => (said, Some(moves.into())),
            None => (text, None),
        };
        let happened = Sight::read_happened(said).ok_or_else(|| {
            Problem::new(format!(
                "`{text}` is nothing a seat sees: that is `{BEGAN}POSITION`, `seat N{MOVED}MOVE`, `seat N{UNSEEN}` or \
                 `{DREW}OUTCOME`, with `{YOURS}...` if it is to move"
            ))
        })?;
        Ok(Sight { happened, yours })
    }

    fn read_happened(said: &str) -> Option<Happened> {
        if let Some(position) = said.strip_prefix(BEGAN) {
            return Some(Happened::Began(position.into()));
        }
        if let Some(outcome) = said.strip_prefix(DREW) {
            return Some(Happened::Drew(outcome.into()));
        }
        let (number, rest) = said.strip_prefix("seat ")?.split_at_checked(1)?;
        let seat = Player::new(number.parse::<usize>().ok().filter(|number| (1..=6).contains(number))? - 1);
        if rest == UNSEEN {
            return Some(Happened::MovedUnseen(seat));
        }
        Some(Happened::Moved(seat, rest.strip_prefix(MOVED)?.into()))
    }
}
