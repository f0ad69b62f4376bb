//! Who plays or advises when nobody is named, and what that agent takes for granted about the others.

use outwit::game::{AnyGame, Evaluated, Game, Spec, Table};
use outwit::search::named::{catalog, equilibrium};
use std::time::Duration;

/// Who won the matches, by game and time a move.
const MEASURED: &str = include_str!("../defaults.txt");

/// How long an agent may think where nobody says: about what a person waits for.
pub const USUAL_TIME: Duration = Duration::from_secs(2);

/// A line of the file: who is the strongest in a game with so much time a move.
struct Row {
    game: &'static str,
    time: Duration,
    agent: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    MEASURED.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        let (game, time, agent) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
        Some(Row { game, time: Duration::from_millis(time), agent })
    })
}

/// Who won the matches of a game with about this much time: of the rows that say nothing else of its rules than it does itself
/// those that say most, and of their times the longest that is no longer, or the shortest.
fn measured(game: &Spec, time: Duration) -> Option<&'static str> {
    let said = |row: &Row| {
        let of_row = Spec::parse(row.game).ok().filter(|of_row| of_row.name == game.name)?;
        let agrees = of_row.settings.iter().all(|setting| game.settings.contains(setting));
        agrees.then_some(of_row.settings.len())
    };
    let most = rows().filter_map(|row| said(&row)).max()?;
    let of_game = || rows().filter(|row| said(row) == Some(most));
    let best = of_game().filter(|row| row.time <= time).max_by_key(|row| row.time);
    best.or_else(|| of_game().min_by_key(|row| row.time)).map(|row| row.agent)
}

/// Open games with at most this many positions are solved in a moment.
const SMALL: f64 = 1e5;

/// The strongest agent that fits the game at this table: who won the matches where some were played, else who ought to. One
/// that expects an enemy fits only where what one seat wins the other loses.
pub fn agent(spec: &str, table: &Table<'_, AnyGame>) -> &'static str {
    agent_within(spec, table, USUAL_TIME)
}

/// The same with so much time a move.
pub fn agent_within(spec: &str, table: &Table<'_, AnyGame>, time: Duration) -> &'static str {
    let game = table.game();
    let facts = game.facts();
    let is_duel = facts.is_zero_sum_for_two(game.players());
    let can = |name: &str| catalog::entry(name).is_ok_and(|entry| entry.can_play(game));
    let is_tiny = if facts.hidden { equilibrium::is_quick(table) } else { facts.positions <= catalog::FEW_POSITIONS };
    let winner = Spec::parse(spec).ok().and_then(|spec| measured(&spec, time));
    // What was learned of a board need not be known of one of another size.
    let knows =
        |agent: &Spec| agent.get("eval").is_none_or(|name| game.evaluations().iter().any(|known| known.name == name));
    let fits = |agent: &str| Spec::parse(agent).is_ok_and(|agent| can(&agent.name) && knows(&agent));
    if let Some(winner) = winner.filter(|winner| !is_tiny && fits(winner)) {
        return winner;
    }
    if facts.hidden {
        // Trial games at random tell little where a mate has to be found, and the board says much of what one is worth.
        let is_chess = Spec::parse(spec).is_ok_and(|spec| matches!(spec.name.as_str(), "kriegspiel" | "darkchess"));
        return match (is_tiny, is_chess) {
            (true, _) => "equilibrium",
            (_, true) => "blindfold",
            _ => "ismcts",
        };
    }
    let wanted: &[&'static str] = match (game.players(), facts.chance) {
        // Where positions come back a tree repeats itself without end.
        // A twentieth of a second: many times its own default wins far more games of Spider (docs/results/spider.md).
        (1, true) if facts.cyclic => &["closure:nodes=300000"],
        (1, true) => &["expectimax", "uct"],
        (1, false) => &["maxn", "uct"],
        // No search to a depth sees the end where positions come back.
        _ if is_duel && !facts.chance && facts.cyclic && facts.positions <= SMALL => &["solve"],
        _ if is_duel && facts.chance => &["expectiminimax", "uct"],
        _ if is_duel => &["alphabeta"],
        _ if facts.positions <= SMALL || has_evaluation(game) => &["maxn", "uct"],
        _ => &["uct"],
    };
    wanted.iter().copied().find(|agent| fits(agent)).unwrap_or("random")
}

/// Whether something is known of positions before they are over.
fn has_evaluation(game: &AnyGame) -> bool {
    game.evaluations().first().is_some_and(|named| named.name != "blind")
}

/// What an agent takes for granted about the others at a table of so many, in words, for all that do.
pub fn assumption(agent: &str, players: usize) -> Option<String> {
    let spec = Spec::parse(agent).ok()?;
    let entry = catalog::entry(&spec.name).ok()?;
    let (belief, worlds) = entry.axes.belief.split_once('+').unwrap_or((entry.axes.belief, ""));
    let of_model;
    let others = match (entry.name, belief, entry.axes.backup) {
        // What is given as a model is an evaluation there, and an agent everywhere else.
        (_, "a known evaluation", _) if spec.get("model").is_some() => {
            of_model = format!("the others go by the evaluation {}", spec.get("model").unwrap_or_default());
            &of_model
        }
        _ if spec.get("model").is_some() => {
            of_model = format!("the others choose as {} does", spec.get("model").unwrap_or_default());
            &of_model
        }
        ("solve", ..) => "both play perfectly",
        ("equilibrium", ..) => "the other may play in any way: it cannot be exploited",
        ("closure" | "nested", ..) => "there are no others: what chance may bring is weighed by how likely it is",
        ("blindfold", ..) => "the other takes what seems to win something",
        ("uct" | "ismcts" | "pomcp", ..) => "every seat comes to like what has paid it best in trial games",
        ("quantal", ..) => "the others choose a move the more often the better it is for them, by tau",
        ("brs" | "uct-brs", ..) => "one of the others at a time hurts you most, and the rest pass",
        ("brs+", ..) => "one of the others at a time hurts you most, and the rest do what looks best",
        ("level", ..) => {
            return spec
                .get("style")
                .filter(|style| *style != "plain")
                .map(|style| format!("what a {style} player does, where moves seem about equally good"));
        }
        ("compose", ..) => return spec.get("belief").map(|belief| format!("what you gave as belief: {belief}")),
        (_, "learned", _) => "the others are players of some kinds; of which, it learns from what they do",
        (_, "a known evaluation", _) => "the others go by an evaluation that it knows, and expect the same of it",
        (_, "several evaluations", _) => "the others go by one of several evaluations",
        (_, "uniform" | "uniform or an agent", _) => "the others, if there are any, move at random",
        (_, "adversary", "minimax" | "product" | "bounds" | "product of distributions" | "worst") if players > 2 => {
            "the others do their worst to you"
        }
        (_, "adversary", "minimax" | "product" | "bounds" | "product of distributions" | "worst") => {
            "the other does its worst to you, as it should where one wins what the other loses"
        }
        (_, "adversary", "paranoid") => "all the others play against you",
        (_, "adversary", "maxn" | "softmaxn") => "every seat maximises its own payoff and knows that the others do",
        (_, "adversary", "maxprob") => "every seat maximises its probability to win and knows that the others do",
        (_, "adversary", "mpmix") => "every seat plays for itself, until somebody is far ahead",
        (_, "adversary", "offensive") => "the others play for themselves",
        _ => return None,
    };
    Some(match worlds {
        "" => others.to_string(),
        _ => format!("whatever agrees with what was seen may be the case, and {others}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit::game::Rng;
    use outwit::{agent_from_spec, game_from_spec, no_files};

    #[test]
    fn whoever_expects_the_worst_speaks_of_all_at_the_table() {
        for agent in ["minimax", "product", "bounds", "minimax:depth=2"] {
            assert!(assumption(agent, 2).unwrap().starts_with("the other does its worst to you"), "{agent}");
            assert_eq!(assumption(agent, 3).unwrap(), "the others do their worst to you", "{agent}");
        }
    }

    #[test]
    fn whoever_believes_something_of_the_others_says_what() {
        for entry in catalog::AGENTS {
            let believes_nothing =
                matches!(entry.axes.belief, "none" | "your choice" | "a style" | "random play" | "features learned")
                    || entry.name == "pimc";
            assert_eq!(assumption(entry.name, 2).is_none(), believes_nothing, "{}", entry.name);
        }
        let of_model = assumption("expectimax:model=(minimax:blunder=0.5)", 2).unwrap();
        assert_eq!(of_model, "the others choose as minimax:blunder=0.5 does");
        assert_eq!(assumption("om:model=discs", 2).unwrap(), "the others go by the evaluation discs");
        let in_worlds = assumption("overconfident:model=greedy", 2).unwrap();
        assert!(
            in_worlds.starts_with("whatever agrees") && in_worlds.ends_with("choose as greedy does"),
            "{in_worlds}"
        );
        assert_eq!(
            assumption("level:n=3,style=paranoid", 2).unwrap(),
            "what a paranoid player does, where moves seem about equally good"
        );
    }

    #[test]
    fn whoever_won_the_matches_is_the_default_and_won_them() {
        let mut games = 0;
        for line in MEASURED.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [game, time, agent, share, low, high, played, _] = words[..] else { panic!("{line}") };
            let [share, low, high] = [share, low, high].map(|number| number.parse::<f64>().unwrap());
            let rules = game_from_spec(game, &no_files).unwrap();
            let fair = 1.0 / rules.players() as f64;
            assert!(low <= share && share <= high && share > fair, "{line}");
            assert!(played.parse::<u32>().unwrap() >= 20, "{line}");
            assert!(agent_from_spec(agent, &rules).is_ok(), "{line}");
            let table = Table::deal(&rules, &mut Rng::new(0));
            let time = Duration::from_millis(time.parse().unwrap());
            assert_eq!(agent_within(game, &table, time), agent, "{line}");
            games += 1;
        }
        assert!(games >= 2, "{games}");
    }

    #[test]
    fn hidden_games_are_balanced_where_that_takes_but_a_moment() {
        for (spec, wanted) in [
            ("kuhn", "equilibrium"),
            ("leduc", "equilibrium"),
            ("goofspiel:cards=4", "equilibrium"),
            ("holdem:ranks=3,suits=2,hole=1,flop=1,rounds=2,raises=2", "equilibrium"),
            ("holdem", "ismcts"),
            ("goofspiel", "ismcts"),
            // Few positions, and half a million ways to play.
            ("hide:game=(tictactoe)", "ismcts"),
            ("kriegspiel", "blindfold"),
        ] {
            let rules = game_from_spec(spec, &no_files).unwrap();
            assert_eq!(agent(spec, &Table::deal(&rules, &mut Rng::new(0))), wanted, "{spec}");
        }
    }
}
