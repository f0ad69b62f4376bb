//! Level: a player of any strength from 1 to 20, in every game.
//!
//! A game may bring players of twenty strengths that were measured by matches ([`Game::levels`](outwit_game::Game::levels)):
//! backgammon, Chinese checkers for two, connect four, kalah and othello do, each level as far above the last as the next is above
//! it (`docs/results/strength.md`). Elsewhere there is one ladder for all: blunders get rare, then budgets grow; where something is
//! hidden and the game is small enough to be balanced, they get rare all the way up to an equilibrium. That ladder was not
//! measured: steps differ from game to game, and high ones can be small. Budgets are counted in moves or simulations, never in
//! time, so that a level plays alike on every machine.
//! Assumes what the agent of its level assumes and costs what it costs. With `style=` it picks among the moves it thinks about
//! equally good by what it believes of the others: who it is changes; how strong it is should hardly, which was not measured.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, NODES, Pages, TEMPERATURE, TIME};
use super::equilibrium;
use crate::styles::{Style, Styled};
use outwit_game::{Agent, AnyGame, Evaluated, Key, Problem, Rng, Settings, Spec, Table, Word, keys};

/// The highest level.
pub const LEVELS: usize = 20;

const N: Key<usize> = Key::integer("n", "10", 1, LEVELS as i64, "how strong, from a beginner (1) to a master (20)");
const STYLE: Key<Word> =
    Key::choice("style", "plain", Style::WORDS, "what it believes of the others when moves seem about equally good");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "level",
    summary: "a player of a selected strength, from beginner (n=1) to master (n=20), in a style of your choice",
    parameters: keys![N, STYLE, NODES, TIME, TEMPERATURE, BLUNDER],
    demands: Demands::ANY,
    axes: Axes { grow: "another agent", value: "another agent", backup: "another agent", belief: "a style" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let agent = inner.agent(&asked(settings, game)?, game)?;
    Ok(in_style(agent, Style::of(settings.get(STYLE)), game))
}

fn in_style<G: Evaluated>(agent: Box<dyn Agent<G>>, style: Option<Style>, game: &G) -> Box<dyn Agent<G>> {
    match style {
        None => agent,
        Some(style) => Box::new(Styled::new(agent, style, game.evaluation(0))),
    }
}

/// The agent of a spec, if it is that of a level: whoever can build faster agents than this crate gives the function that
/// does.
pub fn seated(
    spec: &Spec,
    game: &AnyGame,
    build: &dyn Fn(Spec) -> Result<Box<dyn Agent<AnyGame>>, Problem>,
) -> Option<Result<Box<dyn Agent<AnyGame>>, Problem>> {
    (spec.name == ENTRY.name).then(|| {
        let settings = Settings::read("the agent level", ENTRY.parameters, spec)?;
        Ok(in_style(build(asked(&settings, game)?)?, Style::of(settings.get(STYLE)), game))
    })
}

/// The agent of the level that the settings ask for. Temperature and blunders of theirs take the place of its own, and of two
/// budgets the smaller counts.
fn asked<G: Evaluated>(settings: &Settings, game: &G) -> Result<Spec, Problem> {
    // A game is balanced as a whole or not at all: who may make so many moves and no more searches.
    let balances = settings.get(NODES).is_none();
    let mut spec = on_ladder(settings.get(N), game, balances)?;
    let entry = catalog::entry(&spec.name)?;
    let own = spec.get(NODES.parameter.name).and_then(|nodes| nodes.parse().ok());
    let mut set = |name: &str, text: String| {
        if entry.parameters.iter().any(|parameter| parameter.name == name) {
            spec.settings.retain(|(own, _)| own != name);
            spec.settings.push((name.to_string(), text));
        }
    };
    for key in [TEMPERATURE, BLUNDER].into_iter().filter(|&key| settings.get(key) > 0.0) {
        set(key.parameter.name, settings.get(key).to_string());
    }
    if let Some(time) = settings.get(TIME) {
        set(TIME.parameter.name, format!("{}us", time.as_micros()));
    }
    if let Some(nodes) = settings.get(NODES).map(|nodes: u64| own.map_or(nodes, |own: u64| own.min(nodes))) {
        set(NODES.parameter.name, nodes.to_string());
    }
    Ok(spec)
}

/// The agent that plays a game at a level, 1 to [`LEVELS`].
pub fn player<G: Evaluated>(level: usize, game: &G) -> Result<Spec, Problem> {
    on_ladder(level, game, true)
}

fn on_ladder<G: Evaluated>(level: usize, game: &G, balances: bool) -> Result<Spec, Problem> {
    let measured = game.levels().and_then(|text| rungs(text).into_iter().find(|rung| rung.level == level));
    match measured {
        Some(rung) => Spec::parse(rung.agent),
        None => Spec::parse(&rung_of_any_game(level, game, balances)),
    }
}

/// A level whose strength was measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung<'t> {
    /// Its number.
    pub level: usize,
    /// Who plays.
    pub agent: &'t str,
    /// The share it won from the level below, the ends of its interval, and in how many games.
    pub won: Option<(f64, [f64; 2], u32)>,
}

/// The levels of a file: lines of level, agent, and, but for the first, the share won from the level below, the ends of its 95 %
/// interval and the games; what follows a `#` is a remark.
pub fn rungs(text: &str) -> Vec<Rung<'_>> {
    fn rung(line: &str) -> Option<Rung<'_>> {
        let mut words = line.split('#').next()?.split_whitespace();
        let (level, agent) = (words.next()?.parse().ok()?, words.next()?);
        let mut number = || words.next()?.parse::<f64>().ok();
        let won = number().zip(number().zip(number())).zip(number());
        Some(Rung { level, agent, won: won.map(|((share, (low, high)), games)| (share, [low, high], games as u32)) })
    }
    text.lines().filter_map(rung).collect()
}

/// Where nobody has measured: at random, then with ever fewer blunders, then with a budget that grows by a half a level.
fn rung_of_any_game<G: Evaluated>(level: usize, game: &G, balances: bool) -> String {
    const FEWER_BLUNDERS: usize = 7;
    if level <= 1 {
        return "random".to_string();
    }
    let facts = game.facts();
    // Nobody is a master there who can be exploited.
    if facts.hidden && balances && equilibrium::is_quick(&Table::deal(game, &mut Rng::new(0))) {
        return format!("equilibrium:blunder={:.2}", (LEVELS - level) as f64 / (LEVELS - 1) as f64);
    }
    let knows_positions = game.evaluations().first().is_some_and(|named| named.name != "blind");
    let is_duel = facts.is_zero_sum_for_two(game.players());
    let (name, budget, least) = match (facts.hidden, is_duel && knows_positions, facts.chance) {
        (true, ..) => ("ismcts", "sims", 8.0),
        (_, true, false) => ("alphabeta", "nodes", 30.0),
        _ => ("uct", "sims", 8.0),
    };
    let grown = level.saturating_sub(FEWER_BLUNDERS) as i32;
    let amount = (least * libm::pow(1.5, f64::from(grown))).round();
    if level < FEWER_BLUNDERS {
        let blunder = (FEWER_BLUNDERS - level) as f64 / FEWER_BLUNDERS as f64;
        format!("{name}:{budget}={amount},blunder={blunder:.2}")
    } else {
        format!("{name}:{budget}={amount}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_levels_is_read_line_by_line() {
        let text = "# made by hand\n1 random\n2 uct:sims=5 0.64 0.6 0.68 300 # well\n\n3 uct:sims=9\n";
        let agents: Vec<(usize, &str)> = rungs(text).iter().map(|rung| (rung.level, rung.agent)).collect();
        assert_eq!(agents, [(1, "random"), (2, "uct:sims=5"), (3, "uct:sims=9")]);
        assert_eq!(rungs(text)[1].won, Some((0.64, [0.6, 0.68], 300)));
        assert_eq!(rungs(text)[2].won, None);
    }
}
