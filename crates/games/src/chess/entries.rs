//! Chess, dark chess and kriegspiel in the catalog.

use super::referee::{REFEREE_NAMES, REFEREES};
use super::{Chess, Eyes, Referee};
use crate::catalog::GameEntry;
use outwit_game::{AnyGame, Key, Settings, Word, keys};

const FIFTY: Key<u16> =
    Key::integer("fifty", "100", 0, 10_000, "plies without capture or pawn's move that draw; 0 for never");
/// Nobody is told how often a position that is hidden has come: there it never draws unless that is asked for.
const REPETITION: Key<u16> = repetition("0");
const OPEN_REPETITION: Key<u16> = repetition("3");
const CAP: Key<u32> = Key::integer("cap", "0", 0, 100_000, "plies after which the game is drawn; 0 for no limit");
const RULES: Key<Word> = Key::choice("rules", "icc", REFEREE_NAMES, "which referee: what is announced to whom");

const fn repetition(default: &'static str) -> Key<u16> {
    Key::integer("repetition", default, 0, 100, "a position's so many-th time draws; 0 for never")
}

/// Open chess in the catalog.
pub(crate) const CHESS: GameEntry = GameEntry {
    name: "chess",
    summary: "all of chess, with nothing hidden",
    rules: include_str!("../../rules/chess.md"),
    parameters: keys![FIFTY, OPEN_REPETITION, CAP],
    examples: &["chess", "chess:fifty=20,repetition=2", "chess:repetition=0,cap=60"],
    build: |settings, _| Ok(AnyGame::new(Chess::new(Eyes::Open, settings))),
};

/// Chess in the fog in the catalog.
pub(crate) const DARK_CHESS: GameEntry = GameEntry {
    name: "darkchess",
    summary: "chess in the fog of war: a seat sees the squares its men could move to; who takes the king wins",
    rules: include_str!("../../rules/darkchess.md"),
    parameters: keys![FIFTY, REPETITION, CAP],
    examples: &["darkchess", "darkchess:repetition=3,fifty=30"],
    build: |settings, _| Ok(AnyGame::new(Chess::new(Eyes::Fog, settings))),
};

/// Kriegspiel in the catalog.
pub(crate) const KRIEGSPIEL: GameEntry = GameEntry {
    name: "kriegspiel",
    summary: "chess in which neither sees the other's men: a referee refuses tries, names checks and captures",
    rules: include_str!("../../rules/kriegspiel.md"),
    parameters: keys![RULES, FIFTY, REPETITION, CAP],
    examples: &[
        "kriegspiel",
        "kriegspiel:rules=berkeley,fifty=30",
        "kriegspiel:rules=berkeley-any,cap=80",
        "kriegspiel:rules=english,fifty=30",
        "kriegspiel:rules=cincinnati,fifty=30,repetition=3",
    ],
    build: |settings, _| {
        let referee = Referee::named(settings.get(RULES)).unwrap_or(&REFEREES[0]);
        Ok(AnyGame::new(Chess::new(Eyes::Referee(referee), settings)))
    },
};

impl Chess {
    /// The rules by an entry's settings.
    fn new(eyes: Eyes, settings: &Settings) -> Chess {
        Chess { eyes, fifty: settings.get(FIFTY), repetition: settings.get(REPETITION), cap: settings.get(CAP) }
    }
}
