//! What people may take back.

use outwit::game::{AnyGame, Game, Player, Table, Turn};

/// Why nothing is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// No person has decided anything yet.
    Nothing,
    /// The game hides something, and the answer to a move would be a look at it for nothing.
    Hidden,
    /// Who plays alone plays against chance, and chance has shown something since.
    Shown,
}

/// The ply of the last decision of a person: a table that is rewound to it lets that person decide anew. Where a person plays and
/// something is hidden nothing is taken back before the end, which shows it all; nor is what chance has shown to somebody who
/// plays alone.
pub fn last_decision(table: &Table<'_, AnyGame>, is_person: impl Fn(Player) -> bool) -> Result<usize, (usize, Kept)> {
    let game = table.game();
    let mut state = table.start().clone();
    let (mut decision, mut is_shown) = (None, false);
    for (ply, &mv) in table.played().iter().enumerate() {
        match game.turn(&state) {
            Turn::Of(seat) if is_person(seat) => (decision, is_shown) = (Some(ply), false),
            Turn::Chance => is_shown = true,
            _ => {}
        }
        game.play(&mut state, mv);
    }
    let Some(ply) = decision else { return Err((0, Kept::Nothing)) };
    if game.facts().hidden && !table.turn().is_over() {
        return Err((ply, Kept::Hidden));
    }
    if is_shown && game.players() == 1 {
        return Err((ply, Kept::Shown));
    }
    Ok(ply)
}
