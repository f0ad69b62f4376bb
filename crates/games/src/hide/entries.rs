//! Hidden games in the catalog.

use super::{Hide, Share};
use crate::catalog::GameEntry;
use crate::random_kalah::{self, RandomKalah};
use crate::random_trees;
use outwit_game::{AnyGame, Evaluated, Key, Problem, Settings, Spec, Text, keys};

const SHARE: Key<Text> =
    Key::text("h", "2/5", "the share of each seat's moves that the others do not see, a fraction from 0 to 1");

fn share(settings: &Settings) -> Result<Share, Problem> {
    Share::parse(settings.get(SHARE))
}

fn hidden<G: Evaluated>(inner: G, settings: &Settings) -> Result<AnyGame, Problem> {
    Ok(AnyGame::new(Hide::new(inner, share(settings)?)?))
}

const GAME: Key<Option<Text>> = Key::spec("game", "", "the open game");

/// Any open game.
pub(crate) const HIDE: GameEntry = GameEntry {
    name: "hide",
    summary: "any open game, with a share of each seat's moves hidden from the others",
    rules: include_str!("../../rules/hide.md"),
    parameters: keys![SHARE, GAME],
    examples: &[
        "hide:h=1/2,game=(kalah:pits=3,seeds=2)",
        "hide:h=1,game=(tictactoe)",
        "hide:h=2/5,game=(pgame:b=3,d=6,seed=1)",
        "hide:h=1/3,game=(match:hands=2,game=(pgame:d=2))",
        "hide:h=0,game=(connect4)",
    ],
    build: |settings, files| {
        let spec = settings
            .get(GAME)
            .ok_or_else(|| Problem::new("hide hides moves of a game: write hide:h=2/5,game=(SPEC)"))?;
        let within = |problem: Problem| problem.within("the game to hide moves of");
        let inner = crate::catalog::game(&Spec::parse(spec).map_err(within)?, files).map_err(within)?;
        hidden(inner, settings)
    },
};

/// Hidden-move P-games.
pub(crate) const HIDDEN_P_GAME: GameEntry = GameEntry {
    name: "hidden-pgame",
    summary: "a P-game in which a share of each seat's moves is hidden from the other",
    rules: concat!(include_str!("../../rules/hide.md"), "\n", include_str!("../../rules/random-trees.md")),
    parameters: keys![
        SHARE,
        random_trees::BRANCHING,
        random_trees::DEPTH,
        random_trees::LEAF_CHANCE,
        random_trees::LEAF_CHANCE_OF,
        random_trees::BOARD
    ],
    examples: &["hidden-pgame", "hidden-pgame:b=3,d=5,h=1,seed=4", "hidden-pgame:d=6,h=0.6,p0_of=first"],
    build: |settings, _| hidden(random_trees::p_game(settings)?, settings),
};

/// Hidden-move N-games.
pub(crate) const HIDDEN_N_GAME: GameEntry = GameEntry {
    name: "hidden-ngame",
    summary: "an N-game in which a share of each seat's moves is hidden from the other",
    rules: concat!(include_str!("../../rules/hide.md"), "\n", include_str!("../../rules/random-trees.md")),
    parameters: keys![
        SHARE,
        random_trees::BRANCHING,
        random_trees::DEPTH,
        random_trees::ARC_CHANCE,
        random_trees::BOARD
    ],
    examples: &["hidden-ngame", "hidden-ngame:b=3,d=5,h=1,seed=4"],
    build: |settings, _| hidden(random_trees::n_game(settings)?, settings),
};

/// Hidden-move randomised kalah.
pub(crate) const HIDDEN_KALAH: GameEntry = GameEntry {
    name: "hidden-kalah",
    summary: "kalah cut to a few plies, stones drawn, with a share of each seat's moves hidden from the other",
    rules: concat!(include_str!("../../rules/hide.md"), "\n", include_str!("../../rules/random-kalah.md")),
    parameters: keys![
        SHARE,
        random_kalah::PITS,
        random_kalah::PLIES,
        random_kalah::FEWEST,
        random_kalah::MOST,
        random_kalah::CAPTURE,
        random_kalah::SWEEP,
        random_kalah::MIRRORED,
        random_kalah::SCORE,
        random_kalah::BOARD
    ],
    examples: &[
        "hidden-kalah",
        "hidden-kalah:b=3,d=6,h=1,seed=4",
        "hidden-kalah:b=4,d=5,h=3/5,capture=with,sweep=true,mirrored=true,score=margin,most=6",
        "hidden-kalah:b=2,h=0,capture=any",
        "hidden-kalah:b=8,d=4,capture=none,fewest=0,most=12",
    ],
    build: |settings, _| hidden(RandomKalah::from_settings(settings)?, settings),
};
