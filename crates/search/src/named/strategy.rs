//! Strategy: play by a rule that the game itself knows by name, such as tit-for-tat in the repeated prisoner's dilemma.
//!
//! Axelrod 1984 for the most famous ones. Assumes nothing and looks at nothing but what has been played; costs nothing. Good
//! company for agents that learn whom they play against, as opponents and as models of them.

use super::catalog::{AgentEntry, Axes, BLUNDER, Demands, TEMPERATURE};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN};
use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Bound, Control, Evaluated, Game, Key, Player, Problem, Report, Settings, Text, View, equally_good, keys,
    nearest,
};

const NAME: Key<Option<Text>> = Key::text("name", "", "which of the game's strategies; the game's first by default");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "strategy",
    summary: "plays by a rule the game knows by name: tit-for-tat, grim, pavlov ... in repeated games",
    // It knows of no values, so temperature changes nothing.
    parameters: keys![NAME, TEMPERATURE, BLUNDER],
    demands: Demands { strategies: true, ..Demands::ANY },
    axes: Axes { grow: "none", value: "none", backup: "a rule of the game", belief: "none" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let index = find(game, settings.get(NAME))?;
    let character = Character { temperature: 0.0, ..Character::from_settings(settings) };
    Ok(Box::new(Strategy { index, character, seed: 0 }))
}

/// The place of a strategy in the game's list; the first where no name is given.
pub(crate) fn find<G: Game>(game: &G, name: Option<&str>) -> Result<usize, Problem> {
    let names: Vec<&str> = game.strategies().iter().map(|named| named.name).collect();
    if names.is_empty() {
        return Err(Problem::new("this game knows no strategies by name; repeated games do"));
    }
    let Some(name) = name else { return Ok(0) };
    names.iter().position(|known| *known == name).ok_or_else(|| {
        let hint =
            nearest(name, names.iter().copied()).map_or("it".to_string(), |near| format!("did you mean `{near}`? It"));
        Problem::new(format!("this game has no strategy `{name}`; {hint} has: {}", names.join(", ")))
    })
}

/// The agent.
pub struct Strategy {
    index: usize,
    character: Character,
    seed: u64,
}

impl<G: Game> Agent<G> for Strategy {
    fn begin(&mut self, _game: &G, _seat: Player, seed: u64) {
        self.seed = seed;
    }

    fn is_memoryless(&self) -> bool {
        true
    }

    fn choose(&mut self, view: &View<'_, G>, _control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let (game, seat) = (view.game(), view.seat());
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        // A strategy goes by what its seat has seen, so any position that agrees with that will do.
        let Some(state) = game.sample(view, &mut rng) else {
            return Err(Problem::new("no position was found that agrees with what the seat has seen"));
        };
        let mut picks = Vec::new();
        game.strategy(self.index, &state, &mut picks);
        let most = picks.iter().copied().fold(0.0, f64::max);
        let found = |&mv: &G::Move| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: Vec::new() };
        let findings = Findings {
            extras: Vec::new(),
            moves: view.moves().iter().map(found).collect(),
            best: (0..picks.len()).filter(|&place| equally_good(picks[place], most)).collect(),
            picks,
            value: UNKNOWN,
            line: Vec::new(),
            nodes: 0,
            depth: 0,
            tree: None,
            remarks: Vec::new(),
        };
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
