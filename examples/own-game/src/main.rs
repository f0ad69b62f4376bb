//! All of outwit's commands, with a game of one's own: `cargo run -p own-game -- play ladders`.

use outwit::game::AnyGame;
use outwit::games::catalog::GameEntry;
use own_game::Ladders;

const GAMES: &[GameEntry] =
    &[GameEntry::plain("ladders", "three climb, and saw at each other's ladders", |_, _| Ok(AnyGame::new(Ladders)))];

fn main() -> std::process::ExitCode {
    outwit_cli::main_with(GAMES)
}
