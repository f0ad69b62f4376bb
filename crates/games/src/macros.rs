#![doc = include_str!("../rules/macro.md")]

use crate::catalog::GameEntry;
use outwit_abstraction::Macro;
use outwit_game::{AnyGame, Key, Problem, Spec, Text, keys};

const GAME: Key<Option<Text>> = Key::spec("game", "", "the open game");
const WITHIN: Key<usize> =
    Key::integer("within", "500", 1, 100_000, "positions looked at for ways to leave one, at most");
const HELD: Key<bool> =
    Key::flag("held", "true", "moves that the game would try last wait until there is no other way on");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "macro",
    summary: "any open game, by macro positions: a move is a way to leave what its mover can reach alone",
    rules: include_str!("../rules/macro.md"),
    parameters: keys![WITHIN, HELD, GAME],
    examples: &[
        "macro:game=(spider:suits=1,ranks=3,columns=3,down=3,deals=2)",
        "macro:within=20,game=(spider:suits=2)",
        "macro:game=(kalah:pits=3,seeds=3)",
        "macro:held=false,game=(tictactoe)",
    ],
    build: |settings, files| {
        let spec = settings
            .get(GAME)
            .ok_or_else(|| Problem::new("macro positions are those of a game: write macro:game=(SPEC)"))?;
        let within = |problem: Problem| problem.within("the game of macro positions");
        let inner = crate::catalog::game(&Spec::parse(spec).map_err(within)?, files).map_err(within)?;
        Macro::new(inner, settings.get(WITHIN), settings.get(HELD)).map(AnyGame::new)
    },
};
