//! The one list of agents: names, parameters, defaults and documentation, for the command line and everything else.

use super::*;
use crate::character::Character;
use outwit_game::{
    Agent, AnyGame, Budget, Evaluated, Game, Key, Kind, NamedEvaluation, Parameter, Problem, Raised, Settings, Spec,
    Text, Word, nearest,
};
use std::time::Duration;

/// What a game must be like for an agent to play it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demands {
    /// Plays games with chance.
    pub chance: bool,
    /// Plays games that hide something.
    pub hidden: bool,
    /// Plays games with chance that have no end in sight: positions come back, or the next deal cannot be listed.
    pub endless_chance: bool,
    /// The game must know strategies by name.
    pub strategies: bool,
    /// There must be two seats, and one gets what the other leaves.
    pub zero_sum_for_two: bool,
    /// Where there are more than two seats, they must be able to pass.
    pub passes: bool,
    /// There must be one seat alone.
    pub alone: bool,
    /// The game must offer abstractions of its plays.
    pub abstractions: bool,
}

impl Demands {
    /// Plays any game.
    pub const ANY: Demands = Demands {
        chance: true,
        hidden: true,
        endless_chance: true,
        strategies: false,
        zero_sum_for_two: false,
        passes: false,
        alone: false,
        abstractions: false,
    };
    /// Plays open games, with or without chance.
    pub const OPEN: Demands = Demands { hidden: false, ..Demands::ANY };
    /// Plays open games without chance.
    pub const OPEN_WITHOUT_CHANCE: Demands = Demands { chance: false, endless_chance: false, ..Demands::OPEN };

    /// The first thing about a game that the agent cannot deal with: `None` if it plays it.
    fn missing<G: Game>(self, game: &G) -> Option<&'static str> {
        let facts = game.facts();
        if facts.hidden && !self.hidden {
            Some("hides something")
        } else if self.strategies && game.strategies().is_empty() {
            Some("knows none")
        } else if self.abstractions && game.abstractions().is_empty() {
            Some("offers none")
        } else if self.alone && game.players() > 1 {
            Some("has more seats")
        } else if facts.chance && !self.chance {
            Some("has chance")
        } else if self.zero_sum_for_two && !facts.is_zero_sum_for_two(game.players()) {
            Some("is not such a one")
        } else if self.passes && game.players() > 2 && !brs::knows_passes(game) {
            Some("has more seats, which cannot pass")
        } else if facts.chance && (facts.cyclic || facts.draws) && !self.endless_chance {
            Some("has chance and need not end")
        } else {
            None
        }
    }
}

/// What a search chooses on each of the four axes, in the words of [`compose`] where it can be said there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axes {
    /// Which part of the tree is looked at.
    pub grow: &'static str,
    /// What a leaf is worth.
    pub value: &'static str,
    /// What children say about their parent.
    pub backup: &'static str,
    /// What is believed about the others and about what is hidden.
    pub belief: &'static str,
}

/// An agent of the list.
pub struct AgentEntry {
    /// The name in specs.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it can play.
    pub demands: Demands,
    /// What it is made of.
    pub axes: Axes,
}

impl AgentEntry {
    /// Whether the agent can play a game.
    pub fn can_play<G: Game>(&self, game: &G) -> bool {
        self.demands.missing(game).is_none()
    }

    /// What it can play, in words.
    pub fn plays(&self) -> &'static str {
        match self.demands {
            Demands { strategies: true, .. } => "games that know strategies by name",
            Demands { abstractions: true, .. } => "open games that offer abstractions of their plays",
            Demands { alone: true, .. } => "open games for one seat",
            Demands { zero_sum_for_two: true, .. } => "zero-sum games for two that must end",
            Demands { passes: true, chance: true, .. } => "open games for two, or whose seats can pass",
            Demands { passes: true, .. } => "open games without chance for two, or whose seats can pass",
            Demands { chance: true, hidden: true, endless_chance: false, .. } => {
                "any game; with chance, if it must end"
            }
            Demands { chance: true, endless_chance: false, .. } => "open games; with chance, if they must end",
            Demands { chance: true, hidden: true, .. } => "any game",
            Demands { chance: true, .. } => "open games, with or without chance",
            Demands { hidden: true, .. } => "games without chance",
            _ => "open games without chance",
        }
    }
}

impl AgentEntry {
    /// Why there is no searched tree to be written, for agents that have none.
    pub fn why_no_tree(&self) -> Option<&'static str> {
        match self.axes.grow {
            "none" => Some("it picks its move without looking ahead, so there is no tree"),
            "one ply" => Some("it looks at its own moves and no further, so there is no tree"),
            "two plies" => Some("it looks two plies ahead in many worlds, which have no tree in common"),
            "whole game" => Some("it values every position of the game once, however it is reached: that is no tree"),
            "another agent a world" | "alpha-beta a world" => {
                Some("each world has a tree of its own, and they have none in common")
            }
            "sampled plays" => Some("it looks at whole plays and what is true of them, so there is no tree"),
            "nested trial games" => Some("its trial games are forgotten one by one, so there is no tree"),
            "arrangements reached" => Some("it looks at arrangements however they are reached: that is no tree"),
            _ if self.axes.value == "proofs" => {
                Some("its tree says how hard a proof would be and nothing of values, so it is not written")
            }
            _ => None,
        }
    }
}

/// Parts of a text; what stands in parentheses is one.
pub(super) fn parts(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0i32, 0);
    for (place, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(text[begin..place].trim());
                begin = place + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// How a page makes its agent of its settings.
type Build<G> = fn(&Settings, &G, Pages<G>) -> Result<Box<dyn Agent<G>>, Problem>;

/// An agent of the list that has become machine code for a type of game. The functions of [`page`] make them, one by one.
pub struct Page<G: Evaluated> {
    /// Its entry in the list.
    pub entry: &'static AgentEntry,
    build: Build<G>,
}

/// Lists pages: each has an `ENTRY` and a `build`. Those that `ask` build other agents in their turn, and are given the
/// pages to build them from: a page that named another would make machine code of it for every type it is built for itself.
macro_rules! pages {
    ($($page:ident $($asks:ident)?),* $(,)?) => {
        /// All agents. Like the entries of the pages they are statics: a word changed in one of them is no reason to
        /// compile again whatever names it.
        pub static AGENTS: &[AgentEntry] = &[$($page::ENTRY),*];

        /// The pages one by one, each machine code only for the types it is asked for.
        pub mod page {
            use super::{AgentEntry, Evaluated, Page};
            $(
                #[doc = concat!("The page [`", stringify!($page), "`](super::super::", stringify!($page), ").")]
                pub const fn $page<G: Evaluated>() -> Page<G> {
                    static ENTRY: AgentEntry = super::super::$page::ENTRY;
                    Page { entry: &ENTRY, build: builder!($page $($asks)?) }
                }
            )*
        }

        impl<G: Evaluated> Pages<G> {
            /// Every page: machine code of all of them for the type of the game.
            pub fn all() -> Pages<G> {
                Pages(const { &[$(page::$page()),*] })
            }
        }
    };
}

macro_rules! builder {
    ($page:ident) => {
        |settings, game, _| super::super::$page::build(settings, game)
    };
    ($page:ident asks) => {
        |settings, game, inner| super::super::$page::build(settings, game, inner)
    };
}

pages![
    random,
    greedy,
    alphabeta,
    expectiminimax,
    solve,
    maxn,
    paranoid,
    mpmix,
    maxprob,
    uct asks,
    bpip,
    strategy,
    minimax,
    expectimax asks,
    offensive,
    softmaxn,
    probmaxn,
    brs,
    brs_plus,
    product,
    bounds,
    uct_paranoid asks,
    uct_brs asks,
    maxprob_mcts asks,
    om,
    prom,
    overconfident asks,
    paranoid_is asks,
    quantal asks,
    equilibrium,
    blindfold,
    hs,
    ismcts asks,
    pimc asks,
    pomcp asks,
    model_mcts asks,
    model_vi asks,
    closure,
    nested,
    abstraction,
    bestfirst,
    minmaxapprox,
    conspiracy,
    mgss,
    bstar,
    pns,
    dfpn,
    learner,
    compose asks,
    level asks,
];

/// What our agents are called elsewhere.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("mcts", "`uct`, or `ismcts` where something is hidden"),
    ("monte-carlo", "`uct`, or `ismcts` where something is hidden"),
    ("negamax", "`minimax` or `alphabeta`"),
    ("minmax", "`minimax` or `alphabeta`"),
    ("min-max", "`minimax` or `alphabeta`"),
    ("ab", "`alphabeta`"),
    ("alpha-beta", "`alphabeta`"),
    ("max^n", "`maxn`"),
    ("max-n", "`maxn`"),
    ("best-reply", "`brs`"),
    ("cfr", "`equilibrium`"),
    ("cfr+", "`equilibrium`"),
    ("nash", "`equilibrium`"),
    ("perfect", "`solve`"),
    ("pimcts", "`pimc`"),
    ("puct", "`uct:rule=puct`"),
    ("human", "`outwit play`, where people sit down"),
    ("engine", "`outwit play` and `outwit arena`, where programs sit down"),
];

/// The entry of this name.
pub fn entry(name: &str) -> Result<&'static AgentEntry, Problem> {
    AGENTS.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let other = OTHER_NAMES.iter().find(|(other, _)| name.eq_ignore_ascii_case(other));
        let hint = match nearest(name, AGENTS.iter().map(|entry| entry.name)) {
            _ if other.is_some() => format!("did you mean {}?", other.map_or("", |(_, ours)| ours)),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the agents are: {}", AGENTS.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ")),
        };
        Problem::new(format!("there is no agent `{name}`; {hint}"))
    })
}

/// The pages that agents for a type of game are built from.
pub struct Pages<G: Evaluated>(pub &'static [Page<G>]);

impl<G: Evaluated> Clone for Pages<G> {
    fn clone(&self) -> Pages<G> {
        *self
    }
}

impl<G: Evaluated> Copy for Pages<G> {}

impl<G: Evaluated> Pages<G> {
    /// Whether the agent of a spec can be built from these pages, with every agent that it asks in its turn. With an
    /// evaluation that was learned none can but for the erased game.
    pub fn cover(self, spec: &Spec) -> bool {
        let Some(page) = self.page(&spec.name) else { return false };
        let asks = |name: &str| page.entry.parameters.iter().any(|p| p.name == name && matches!(p.kind, Kind::Spec));
        let mut inner = spec.settings.iter().filter(|(name, _)| asks(name));
        !learned_evaluations::is_asked(spec)
            && inner.all(|(_, text)| Spec::parse(text).is_ok_and(|spec| self.cover(&spec)))
    }

    /// The agent a spec names, for this game. An agent that cannot play the game is refused, with the names of some that
    /// can; so is one that is not among these pages.
    pub fn agent(self, spec: &Spec, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
        let (entry, settings) = read(spec, game, false)?;
        self.build(entry, &settings, game)
    }

    /// The agent a spec names, to be asked about sampled worlds of a game that may hide something: it is shown
    /// [imagined views](outwit_game::View::imagined), in which nothing is hidden.
    pub fn agent_for_worlds(self, spec: &Spec, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
        let (entry, settings) = read(spec, game, true)?;
        self.build(entry, &settings, game)
    }

    fn page(self, name: &str) -> Option<&'static Page<G>> {
        self.0.iter().find(|page| page.entry.name == name)
    }

    fn build(self, entry: &AgentEntry, settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
        match self.page(entry.name) {
            Some(page) => (page.build)(settings, game, self),
            None => Err(Problem::new(format!("{} was not built for this type of game", entry.name))),
        }
    }
}

/// The agent a spec names, for this game. An agent that cannot play the game is refused, with the names of some that can.
///
/// It is built for the erased game, which is machine code already, and seated at this one: your program compiles in seconds,
/// and searches at a tenth to a half of full speed. For all of it name the agents you need:
/// `Pages(const { &[page::alphabeta(), page::uct()] }).agent(spec, game)` makes machine code of those two for your type.
pub fn agent<G: Evaluated + Clone>(spec: &Spec, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let game = AnyGame::new(game.clone());
    let agent = erased_agent(spec, &game)?;
    Ok(Box::new(Raised::new(game, agent)))
}

/// Every page for the erased game: machine code already.
// Inlined, all pages would be compiled again in the crate that asks.
#[inline(never)]
pub fn erased_pages() -> Pages<AnyGame> {
    Pages::all()
}

/// As [`agent`], for a game of any type. It is machine code already.
#[inline(never)]
pub fn erased_agent(spec: &Spec, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
    erased_pages().agent(spec, game)
}

/// The entry and the settings of a spec, if it can play the game.
/// What is hidden does not matter to an agent that is asked about worlds.
fn read<G: Evaluated>(
    spec: &Spec,
    game: &G,
    is_about_worlds: bool,
) -> Result<(&'static AgentEntry, Settings), Problem> {
    let entry = entry(&spec.name)?;
    let settings = Settings::read(&format!("the agent {}", entry.name), entry.parameters, spec)?;
    let missing = |demands: Demands| Demands { hidden: demands.hidden || is_about_worlds, ..demands }.missing(game);
    if let Some(trait_of_game) = missing(entry.demands) {
        let mut able = Vec::new();
        for other in AGENTS {
            if missing(other.demands).is_none() {
                able.push(other.name);
            }
        }
        return Err(unable(entry, trait_of_game, &able));
    }
    Ok((entry, settings))
}

fn unable(entry: &AgentEntry, trait_of_game: &str, able: &[&str]) -> Problem {
    let (name, plays, able) = (entry.name, entry.plays(), able.join(", "));
    Problem::new(format!("{name} plays {plays}, and this game {trait_of_game}; these can play it: {able}"))
}

// ---- what pages share ------------------------------------------------------------------------------------------------

/// Plies to look ahead.
pub(super) const DEPTH: Key<Option<u32>> = Key::integer(
    "depth",
    "",
    0,
    200,
    "plies to look ahead; without any budget small games are searched to the end, others to the default depth, or as deep \
     as half a million moves go where they branch too much for that",
);
/// The same for a search that grows its tree leaf by leaf.
pub(super) const MOST_DEPTH: Key<Option<u32>> =
    Key::integer("depth", "", 0, 200, "plies to look ahead at most; without any budget 50,000 moves are made");
/// Moves to make at most.
pub(super) const NODES: Key<Option<u64>> =
    Key::integer("nodes", "", 1, i64::MAX, "moves to make inside the search at most");
/// Time to think.
pub(super) const TIME: Key<Option<Duration>> = Key::time("time", "", "time to think; not repeatable");
/// What looking costs.
pub(super) const COST: Key<f64> = Key::amount(
    "cost",
    "0",
    "what 1,000 nodes cost in units of payoff; the search ends when looking on is worth less, whatever else limits it",
);
/// Which evaluation.
pub(super) const EVAL: Key<Option<Text>> = Key::text(
    "eval",
    "",
    "the game's evaluation for positions that are not over, or (learned:file=FILE); the game's first by default",
);
/// See [`Character`].
pub(crate) const TEMPERATURE: Key<f64> = Key::amount(
    "temperature",
    "0",
    "softens the choice: a move that is worth this much less, in payoff, is played e times less often; begin with a twentieth \
     of what lies between the worst and the best payoff",
);
/// See [`Character`].
pub(crate) const BLUNDER: Key<f64> = Key::probability("blunder", "0", "the probability of a move picked blindly");

/// How ties inside the tree are broken.
pub(super) const TIES: Key<Word> =
    Key::choice("ties", "first", &["first", "random"], "which of equally good moves players take in the tree");
/// How ties at the root are broken.
pub(super) const ROOT: Key<Word> = Key::choice(
    "root",
    "random",
    &["random", "heuristic"],
    "which of the best moves is played: any, or the one after which the position looks best at once",
);

/// Games with at most this many positions are searched to the end when no budget is given.
pub const FEW_POSITIONS: f64 = 200_000.0;

/// Moves after which a search to a default depth is given up for one that looks as deep as so many go: a second or two.
const PATIENCE: u64 = 500_000;

/// Moves that a search makes at most whose only limit is what they cost: next to nothing must not mean hours.
pub(super) const MOST_AT_A_COST: u64 = 20_000_000;

/// The settings every searching page has.
pub(super) struct Common<G: Evaluated> {
    pub budget: Budget,
    pub evaluation: G::Evaluation,
    pub character: Character,
}

impl<G: Evaluated> Common<G> {
    /// Reads them. `default_depth` is used when no budget is given and the game is not small.
    pub(super) fn read(settings: &Settings, game: &G, default_depth: u32) -> Result<Common<G>, Problem> {
        let mut budget = asked_budget(settings);
        let facts = game.facts();
        let is_small = facts.positions <= FEW_POSITIONS && !facts.cyclic;
        if budget.is_unlimited() && budget.cost > 0.0 {
            budget.nodes = Some(MOST_AT_A_COST);
        } else if budget.is_unlimited() && !is_small {
            (budget.depth, budget.patience) = (Some(default_depth), Some(PATIENCE));
        }
        Ok(Common { budget, evaluation: evaluation(settings, game)?, character: Character::from_settings(settings) })
    }

    /// The same for a search that grows its tree: without any budget it makes `default_nodes` moves.
    pub(super) fn with_nodes(settings: &Settings, game: &G, default_nodes: u64) -> Result<Common<G>, Problem> {
        let mut budget = asked_budget(settings);
        if budget.is_unlimited() {
            budget.nodes = Some(default_nodes);
        }
        Ok(Common { budget, evaluation: evaluation(settings, game)?, character: Character::from_settings(settings) })
    }
}

/// The budget the settings name.
pub(super) fn asked_budget(settings: &Settings) -> Budget {
    let (depth, nodes, time) = (settings.get(DEPTH), settings.get(NODES), settings.get(TIME));
    Budget { depth, nodes, time, patience: None, cost: settings.get(COST) }
}

/// The evaluation `eval=` names.
pub(super) fn evaluation<G: Evaluated>(settings: &Settings, game: &G) -> Result<G::Evaluation, Problem> {
    let named = settings.get(EVAL);
    if let Some(learned) = named.and_then(learned_evaluations::asked) {
        return learned_evaluations::build(learned?, game);
    }
    if let Some(own) = named.and_then(own_evaluations::asked) {
        return own_evaluations::build(&own?, game);
    }
    let place = named.map_or(Ok(0), |name| evaluation_place(name, game))?;
    Ok(game.evaluation(place))
}

/// The place of the evaluation of this name in the game's list.
pub(crate) fn evaluation_place<G: Evaluated>(name: &str, game: &G) -> Result<usize, Problem> {
    place_of(name, game.evaluations())
}

fn place_of(name: &str, names: &[NamedEvaluation]) -> Result<usize, Problem> {
    names.iter().position(|named| named.name == name).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|named| named.name).collect();
        let hint =
            if name == "learned" { "; one that was learned is in a file: write eval=(learned:file=FILE)" } else { "" };
        Problem::new(format!("this game has no evaluation `{name}`; it has: {}{hint}", names.join(", ")))
    })
}
