//! Where games and agents meet: specs in, something that plays out.

use crate::natives::{is_native, native_pages, natively, natively_on_boards};
use outwit_exact::solve::{Means, Solution};
use outwit_game::{Adapted, Agent, AnyGame, AnyMove, AnyState, Control, Evaluated, MoveCode, Native, Problem, Spec};
use outwit_games::catalog::Files;
use outwit_search::named::catalog;
use outwit_search::named::learned_evaluations::with_files;
use outwit_search::named::level;
use outwit_search::value::Sample;
use std::sync::OnceLock;

/// The game a spec names. `files` reads the file of a game that is made from one; [`no_files`] refuses.
pub fn game_from_spec(spec: &str, files: Files<'_>) -> Result<AnyGame, Problem> {
    outwit_games::catalog::game(&Spec::parse(spec)?, files)
}

/// The files of a program that makes no game from one: there are none.
pub fn no_files(name: &str) -> Result<String, Problem> {
    Err(Problem::new(format!("this program reads no files, and the game wants `{name}`")))
}

/// The agent a spec names, for this game.
///
/// Pairs worth it are built for the game's own type and run at full speed; the rest runs on the erased game.
pub fn agent_from_spec(spec: &str, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
    seat(Spec::parse(spec)?, game)
}

/// As [`agent_from_spec`]; `files` reads the files that the spec names: an evaluation that was learned.
pub fn agent_from_spec_and_files(
    spec: &str,
    game: &AnyGame,
    files: Files<'_>,
) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
    agent(&Spec::parse(spec)?, game, files)
}

/// The same for a spec that has been read already.
pub fn agent(spec: &Spec, game: &AnyGame, files: Files<'_>) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
    seat(with_files(spec, files)?, game)
}

/// Makes the agent that a spec names, if it is one of a program's own.
pub type OwnAgents = fn(&Spec, &AnyGame) -> Option<Result<Box<dyn Agent<AnyGame>>, Problem>>;

static OWN_AGENTS: OnceLock<OwnAgents> = OnceLock::new();

/// Lets a program seat agents of its own by spec, in the arena too: whoever `agents` knows comes before the list. `false`,
/// and nothing changed, when that was done before.
pub fn add_agents(agents: OwnAgents) -> bool {
    OWN_AGENTS.set(agents).is_ok()
}

fn seat(spec: Spec, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
    if let Some(agent) = OWN_AGENTS.get().and_then(|agents| agents(&spec, game)) {
        return agent;
    }
    // Who plays at a level may be machine code though the level is not.
    if let Some(agent) = level::seated(&spec, game, &|player| seat(player, game)) {
        return agent;
    }
    struct Build(Spec);
    impl Native for Build {
        type Output = Result<Box<dyn Agent<AnyGame>>, Problem>;
        fn native<G: Evaluated>(self, game: &G) -> Self::Output {
            Ok(Box::new(Adapted::<G, _>::new(native_pages().agent(&self.0, game)?)))
        }
        fn erased(self, game: &AnyGame) -> Self::Output {
            catalog::erased_agent(&self.0, game)
        }
    }
    match is_native(&spec, game) {
        true => natively(game, Build(spec)),
        false => catalog::erased_agent(&spec, game),
    }
}

/// Solves a game from a position on.
pub fn solve(
    game: &AnyGame,
    state: &AnyState,
    means: &Means,
    control: &Control<'_>,
) -> Result<Solution<AnyMove>, Problem> {
    struct Solve<'a>(&'a AnyState, &'a Means, &'a Control<'a>);
    impl Native for Solve<'_> {
        type Output = Result<Solution<AnyMove>, Problem>;
        fn native<G: Evaluated>(self, game: &G) -> Self::Output {
            let Solve(state, means, control) = self;
            let state = state.downcast_ref::<G::State>().expect("the state belongs to the game");
            let solution = outwit_search::solve(game, state, means, control)?;
            Ok(solution.map(|mv| AnyMove::from_code(mv.code())))
        }
        fn erased(self, game: &AnyGame) -> Self::Output {
            let Solve(state, means, control) = self;
            outwit_search::solve_erased(game, state, means, control)
        }
    }
    natively_on_boards(game, Solve(state, means, control))
}

/// The samples of one training game: see [`outwit_search::value::sample_game`].
pub fn sample_game(
    game: &AnyGame,
    evaluation: usize,
    depth: u32,
    seed: u64,
    number: u64,
) -> Result<Vec<Sample>, Problem> {
    struct Play(usize, u32, u64, u64);
    impl Native for Play {
        type Output = Result<Vec<Sample>, Problem>;
        fn native<G: Evaluated>(self, game: &G) -> Self::Output {
            outwit_search::value::sample_game(game, self.0, self.1, self.2, self.3)
        }
        fn erased(self, game: &AnyGame) -> Self::Output {
            outwit_search::value::sample_erased_game(game, self.0, self.1, self.2, self.3)
        }
    }
    natively_on_boards(game, Play(evaluation, depth, seed, number))
}

/// The catalogs of games and agents, as the arena asks for them.
#[cfg(feature = "arena")]
pub struct Catalog<'a> {
    files: &'a (dyn Fn(&str) -> Result<String, Problem> + Sync),
}

/// Plays what is left of a tournament: [`Session::run`](outwit_arena::Session::run) with these catalogs.
///
/// Everybody goes through here, so that the table of each game's own type becomes machine code once.
#[cfg(feature = "arena")]
pub fn run_session(
    session: &mut outwit_arena::Session<'_, Catalog<'_>>,
    decide: Option<outwit_arena::Decide<'_>>,
    tell: &mut dyn FnMut(outwit_arena::Standing),
) -> Result<outwit_arena::Ended, outwit_arena::Trouble> {
    session.run(decide, tell)
}

#[cfg(feature = "arena")]
impl<'a> Catalog<'a> {
    /// The catalogs; games and evaluations that are made from files get them from `files`.
    pub fn new(files: &'a (dyn Fn(&str) -> Result<String, Problem> + Sync)) -> Catalog<'a> {
        Catalog { files }
    }
}

#[cfg(feature = "arena")]
impl outwit_arena::Catalogs for Catalog<'_> {
    fn game(&self, spec: &str) -> Result<AnyGame, Problem> {
        game_from_spec(spec, &self.files)
    }

    fn agent(&self, spec: &str, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
        agent_from_spec_and_files(spec, game, &self.files)
    }

    fn is_fast(&self, spec: &str, game: &AnyGame) -> bool {
        Spec::parse(spec).is_ok_and(|spec| is_native(&spec, game))
    }

    fn fast_agent<G: Evaluated>(&self, spec: &str, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
        native_pages().agent(&with_files(&Spec::parse(spec)?, &self.files)?, game)
    }

    fn engine(&self, spec: &str, game_spec: &str) -> Option<Result<Box<dyn Agent<AnyGame>>, Problem>> {
        outwit_arena::engine_agent(&Spec::parse(spec).ok()?, game_spec)
    }

    fn natively<N: Native>(&self, game: &AnyGame, task: N) -> N::Output {
        natively(game, task)
    }
}
