//! Who plays or advises when nobody is named, and what that agent takes for granted about the others.

use outwit::game::{AnyGame, Evaluated, Game, Player, Rng, Spec, Table, Turn};
use outwit::search::named::catalog;

/// Open games with at most this many positions are solved in a moment.
const SMALL: f64 = 1e5;
/// Hidden games with at most this many positions are written out and balanced in a moment.
const TINY: f64 = 2e4;

/// The strongest agent that fits the game at this table. One that expects an enemy fits only where what one seat wins the
/// other loses.
pub fn agent(spec: &str, table: &Table<'_, AnyGame>) -> &'static str {
    let game = table.game();
    let facts = game.facts();
    let is_duel = facts.is_zero_sum_for_two(game.players());
    if facts.hidden {
        let fits = is_duel && facts.positions <= TINY && knows_start(table);
        // Trial games at random tell little where a mate has to be found, and the board says much of what one is worth.
        let is_chess = Spec::parse(spec).is_ok_and(|spec| matches!(spec.name.as_str(), "kriegspiel" | "darkchess"));
        return match (fits, is_chess) {
            (true, _) => "equilibrium",
            (_, true) => "blindfold",
            _ => "ismcts",
        };
    }
    // Alpha-beta knows little of this board that a rollout does not tell better.
    let is_connect_four = Spec::parse(spec).is_ok_and(|spec| spec.name == "connect4");
    let wanted: &[&'static str] = match (game.players(), facts.chance) {
        // Where positions come back a tree repeats itself without end.
        (1, true) if facts.cyclic => &["closure"],
        (1, true) => &["expectimax", "uct"],
        (1, false) => &["maxn", "uct"],
        // No search to a depth sees the end where positions come back.
        _ if is_duel && !facts.chance && facts.cyclic && facts.positions <= SMALL => &["solve"],
        _ if is_duel && is_connect_four => &["uct"],
        _ if is_duel && facts.chance => &["expectiminimax", "uct"],
        _ if is_duel => &["alphabeta"],
        _ if facts.positions <= SMALL || has_evaluation(game) => &["maxn", "uct"],
        _ => &["uct"],
    };
    let can = |name: &&&str| catalog::entry(name).is_ok_and(|entry| entry.can_play(game));
    wanted.iter().find(can).copied().unwrap_or("random")
}

/// Whether something is known of positions before they are over.
fn has_evaluation(game: &AnyGame) -> bool {
    game.evaluations().first().is_some_and(|named| named.name != "blind")
}

/// Whether every seat can tell where play began: an equilibrium is one of the whole game.
fn knows_start(table: &Table<'_, AnyGame>) -> bool {
    let mut table = table.clone();
    let mut rng = Rng::new(0);
    while table.turn() == Turn::Chance && table.draw(&mut rng).is_some() {}
    let game = table.game();
    let is_told = |seat: Player| game.known_start(seat, table.view(seat).seen().first()).is_some();
    Player::all(game.players()).all(is_told)
}

/// What an agent assumes of the others, for those that are chosen here.
pub fn assumption(agent: &str) -> Option<&'static str> {
    let name = agent.split(':').next().unwrap_or(agent);
    Some(match name {
        "alphabeta" | "expectiminimax" => {
            "the other does its worst to you, as it should where one wins what the other loses"
        }
        "solve" => "both play perfectly",
        "maxn" => "every seat maximises its own payoff and knows that the others do",
        "uct" => "every seat comes to like what has paid it best in trial games",
        "expectimax" => "the others, if there are any, move at random",
        "closure" => "there are no others: what chance may bring is weighed by how likely it is",
        "ismcts" => "whatever agrees with what was seen may be the case, and every seat plays for itself",
        "blindfold" => {
            "whatever agrees with what was heard may be the case, and the other takes what seems to win something"
        }
        "equilibrium" => "the other may play in any way: it cannot be exploited",
        _ => return None,
    })
}
