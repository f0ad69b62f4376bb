//! The wall clock: `game`, `games` and `search` read none, so whoever calls them hands one over.

use outwit_game::Clock;
use std::time::{Duration, Instant};

/// Time since it was made. A time budget needs a clock:
///
/// ```
/// use outwit::prelude::*;
///
/// # fn main() -> Result<(), Problem> {
/// let game = game_from_spec("connect4", &no_files)?;
/// let table = Table::deal(&game, &mut Rng::new(0));
/// let mut agent = agent_from_spec("uct:time=20ms", &game)?;
/// agent.begin(&game, Player::FIRST, 0);
/// let clock = WallClock::start();
/// let report = agent.choose(&table.view(Player::FIRST), &Control { clock: Some(&clock), ..Control::default() })?;
/// println!("{}", game.move_text(table.state(), report.chosen));
/// # Ok(())
/// # }
/// ```
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
