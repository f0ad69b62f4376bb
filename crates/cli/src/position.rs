//! `GAME`, `--position`, `--after` and `--seed`: which position a command is about.

use crate::seats;
use crate::specs::{self, NamedGame};
use outwit::game::{AnyGame, Game, Problem, Table, Turn, deal_seed};
pub use outwit_advice::document::line_texts;

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
#[derive(clap::Args, Clone, Debug)]
pub struct PlaceArgs {
    /// The position, as `outwit show` writes it; the start when absent
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to make first, separated by spaces; outcomes of chance are moves
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub after: Option<String>,
    /// Where all randomness comes from; 0 when absent
    #[arg(id = "seed", long = "seed", value_name = "S", value_parser = crate::numbers::seed, allow_negative_numbers = true)]
    pub given_seed: Option<u64>,
    /// Let the seed draw what chance brings until somebody is to move
    #[arg(long)]
    pub deal: bool,
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
            None => Table::deal(game, &mut seats::deal(self.seed())),
            Some(text) => Table::at(game, game.read_position(text).map_err(|problem| problem.within("--position"))?),
        };
        for (place, text) in self.after.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            table.play_text(text).map_err(|problem| problem.within(format_args!("move {} of --after", place + 1)))?;
        }
        while self.deal && table.turn() == Turn::Chance {
            let outcome = table.outcome_of_deal(deal_seed(self.seed(), 0));
            table.play(outcome.ok_or_else(|| Problem::new("chance has nothing to draw here"))?);
        }
        Ok(table)
    }

    /// The seed, whether it was given or not.
    pub fn seed(&self) -> u64 {
        self.given_seed.unwrap_or(0)
    }
}
