//! `GAME`, `--position`, `--after` and `--seed`: which position a command is about.

use crate::seats;
use crate::specs::{self, NamedGame};
use outwit::game::{AnyGame, Game, Problem, Table};
pub use outwit_studio::document::line_texts;

/// The arguments of every command about a position.
#[derive(clap::Args, Debug)]
pub struct PositionArgs {
    /// The game: `name` or `name:key=value,key=value` (see `outwit games`)
    #[arg(value_name = "GAME")]
    pub game: String,
    #[command(flatten)]
    pub place: PlaceArgs,
}

/// Where in a game.
#[derive(clap::Args, Debug)]
pub struct PlaceArgs {
    /// The position, as `outwit show` writes it; the start when absent
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to make first, separated by spaces; outcomes of chance are moves
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub after: Option<String>,
    /// Where all randomness comes from
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = crate::numbers::seed, allow_negative_numbers = true)]
    pub seed: u64,
}

impl PositionArgs {
    /// The game.
    pub fn game(&self) -> Result<NamedGame, Problem> {
        specs::game(&self.game)
    }
}

impl PlaceArgs {
    /// A table at the position.
    pub fn table<'g>(&self, game: &'g AnyGame) -> Result<Table<'g, AnyGame>, Problem> {
        let mut table = match &self.position {
            None => Table::deal(game, &mut seats::deal(self.seed)),
            Some(text) => Table::at(game, game.read_position(text).map_err(|problem| problem.within("--position"))?),
        };
        for (place, text) in self.after.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            table.play_text(text).map_err(|problem| problem.within(format_args!("move {} of --after", place + 1)))?;
        }
        Ok(table)
    }
}
