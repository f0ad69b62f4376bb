//! Results and hints in words.

use crate::numbers;
use outwit::game::{Facts, Payoffs, Player, Report};

/// Who won, and by how much. `you` is the one person at the table, if there is one.
pub fn outcome(payoffs: &Payoffs, players: usize, facts: &Facts, you: Option<Player>) -> String {
    let own = |seat: Player| payoffs[seat];
    if players == 1 {
        return you.map_or(String::new(), |you| format!("You get {}.", numbers::value(own(you))));
    }
    let best = Player::all(players).map(own).fold(f64::NEG_INFINITY, f64::max);
    let winners: Vec<Player> = Player::all(players).filter(|&seat| own(seat) == best).collect();
    let others = Player::all(players).filter(|seat| !winners.contains(seat)).map(own);
    let next = others.fold(f64::NEG_INFINITY, f64::max);
    // Where only winning counts there is nothing to win by; in a game for two the payoff says it.
    let is_plain = facts.highest - facts.lowest <= 2.0 && payoffs.seats(players).iter().all(|paid| paid.abs() <= 1.0);
    let by = |margin: f64| if is_plain { String::new() } else { format!(" by {}", numbers::value(margin)) };
    let margin = if facts.is_zero_sum_for_two(players) { best } else { best - next };
    if winners.len() == players {
        return "A draw.".to_string();
    }
    match (you, &winners[..]) {
        (Some(you), [winner]) if *winner == you => format!("You win{}.", by(margin)),
        (Some(you), [winner]) => {
            let behind = if facts.is_zero_sum_for_two(players) { best } else { best - own(you) };
            format!("You lose{}: {winner} wins.", by(behind))
        }
        (Some(you), several) if several.contains(&you) => "You share the win.".to_string(),
        (None, [winner]) => format!("{} wins{}.", capital(&winner.to_string()), by(margin)),
        (_, several) => {
            let names: Vec<String> = several.iter().map(Player::to_string).collect();
            let names = names.join(" and ");
            if you.is_some() {
                format!("You lose: {names} share the win.")
            } else {
                format!("{} share the win.", capital(&names))
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What a value promises the seat it is told to.
pub fn promise(value: f64, facts: &Facts, players: usize) -> String {
    let told = numbers::value(value);
    if !facts.is_zero_sum_for_two(players) {
        return format!("it looks worth about {told} to you");
    }
    let is_plain = facts.highest <= 1.0;
    match value {
        v if is_plain && v >= 1.0 - 1e-9 => "you win if you go on well".to_string(),
        v if is_plain && v <= -1.0 + 1e-9 => "you lose if the other goes on well".to_string(),
        v if v.abs() < 1e-9 => "the game is even".to_string(),
        v if is_plain && v.abs() < 0.05 => format!("the game is about even ({told})"),
        v if !is_plain && v > 0.0 => format!("you come out ahead by about {told}"),
        v if !is_plain => format!("you stay behind by about {}", numbers::value(-v)),
        v if v > 0.0 => format!("it looks good for you ({told})"),
        _ => format!("it looks bad for you ({told})"),
    }
}

/// With what chances several moves are played, or the other moves that are as good; nothing where just one is.
pub fn others<M: Copy + PartialEq>(report: &Report<M>, text: impl Fn(M) -> String) -> Option<String> {
    const LISTED: usize = 5;
    let mut likely: Vec<_> = report.moves.iter().filter(|found| found.probability > 0.005).collect();
    likely.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    if let [first, .., last] = &likely[..]
        && first.probability - last.probability > 0.005
    {
        let part = |p: f64| format!("{:.0} %", 100.0 * p);
        let parts = likely.iter().take(LISTED).map(|found| format!("{} {}", text(found.mv), part(found.probability)));
        return Some(format!("it mixes {}", parts.collect::<Vec<_>>().join(", ")));
    }
    let others: Vec<String> =
        report.best.iter().filter(|&&mv| mv != report.chosen).take(LISTED).map(|&mv| text(mv)).collect();
    match report.best.len() {
        _ if others.is_empty() => None,
        all if all == report.moves.len() => Some("all moves are as good".to_string()),
        _ => Some(format!("as good: {}", others.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_to_who_played() {
        let plain = Facts::win_draw_loss();
        let margin = Facts { lowest: -64.0, highest: 64.0, ..plain };
        let hearts = Facts { lowest: -26.0, highest: 0.0, sum: Some(-26.0), ..plain };
        let (first, second) = (Some(Player::FIRST), Some(Player::SECOND));
        for (payoffs, players, facts, you, wanted) in [
            (&[1.0, -1.0][..], 2, plain, first, "You win."),
            (&[1.0, -1.0], 2, plain, second, "You lose: seat 1 wins."),
            (&[0.0, 0.0], 2, plain, first, "A draw."),
            (&[4.0, -4.0], 2, margin, first, "You win by 4."),
            (&[4.0, -4.0], 2, margin, None, "Seat 1 wins by 4."),
            (&[-3.0, -8.0, -13.0, -2.0], 4, hearts, first, "You lose by 1: seat 4 wins."),
            (&[-3.0, -8.0, -12.0, -3.0], 4, hearts, first, "You share the win."),
            (&[-3.0, -8.0, -12.0, -3.0], 4, hearts, second, "You lose: seat 1 and seat 4 share the win."),
            (&[17.0], 1, Facts { sum: None, highest: 40.0, ..plain }, first, "You get 17."),
        ] {
            assert_eq!(outcome(&Payoffs::new(payoffs), players, &facts, you), wanted);
        }
        assert_eq!(promise(1.0, &plain, 2), "you win if you go on well");
        assert_eq!(promise(-8.0, &margin, 2), "you stay behind by about 8");
        assert_eq!(promise(-6.5, &hearts, 4), "it looks worth about -6.5 to you");
    }
}
