//! The classic strategies of the repeated prisoner's dilemma (Axelrod 1984; Nowak and Sigmund 1993), for any table: the first
//! move stands for defection, the second for cooperation.

use super::{Repeated, Rounds};
use outwit_game::{NamedStrategy, Player};

const fn named(name: &'static str, summary: &'static str) -> NamedStrategy {
    NamedStrategy { name, summary }
}

pub const NAMES: &[NamedStrategy] = &[
    named("tit-for-tat", "begins with the second move, then does what the other did last"),
    named("suspicious-tit-for-tat", "begins with the first move, then does what the other did last"),
    named("generous-tit-for-tat", "tit-for-tat that lets a third of the other's first moves pass"),
    named("tit-for-two-tats", "answers with the first move only after two of them in a row"),
    named("grim", "the second move until the other's first first move, then the first for ever"),
    named("pavlov", "begins with the second move; stays with what paid well, and changes after what did not"),
    named("always-first", "always the first move: betray, in the dilemma"),
    named("always-second", "always the second move: stay silent, in the dilemma"),
    named("alternate", "begins with the second move and alternates"),
    named("random", "either move, equally likely"),
];

/// Pushes the probabilities of the first and the second move.
pub fn play(index: usize, rounds: &Rounds, seat: Player, game: &Repeated, out: &mut Vec<f64>) {
    let other = seat.other();
    let complete = rounds.complete();
    let last = complete.checked_sub(1);
    let back = |plies: usize| complete.checked_sub(plies).map(|round| rounds.made(other, round));
    let second = match NAMES[index].name {
        "tit-for-tat" => back(1) != Some(0),
        "suspicious-tit-for-tat" => back(1) == Some(1),
        "generous-tit-for-tat" => {
            let p = if back(1) == Some(0) { 1.0 / 3.0 } else { 1.0 };
            return out.extend([1.0 - p, p]);
        }
        "tit-for-two-tats" => !(back(1) == Some(0) && back(2) == Some(0)),
        "grim" => (0..complete).all(|round| rounds.made(other, round) == 1),
        "pavlov" => last.is_none_or(|round| {
            // Well is what pays at least the average of the table.
            let [first, second] = [Player::FIRST, Player::SECOND].map(|player| usize::from(rounds.made(player, round)));
            let cells = game.stage().payoffs;
            let average = cells.iter().flatten().map(|pay| pay[seat.index()]).sum::<f64>() / 4.0;
            let is_well = cells[first][second][seat.index()] >= average;
            (rounds.made(seat, round) == 1) == is_well
        }),
        "always-first" => false,
        "always-second" => true,
        "alternate" => last.is_none_or(|round| rounds.made(seat, round) == 0),
        _ => return out.extend([0.5, 0.5]),
    };
    out.extend(if second { [0.0, 1.0] } else { [1.0, 0.0] });
}
