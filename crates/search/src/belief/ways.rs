//! From where worlds are drawn when they are too many to list.
//!
//! Parker, Nau and Subrahmanian, *Game-tree search with combinatorially large belief states*, 2005, name four ways for kriegspiel,
//! where finding a board that agrees with a whole game is hard: by the last observation alone (LOS), by all observations
//! (AOS), by all from a pool that is carried on (AOSP), and hybrid sampling (HS), which begins with the boards that agree with
//! everything and goes over to the last observation when those can no longer be found.

use outwit_game::{Game, Key, Rng, Settings, View, Word};

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Way {
    /// What agrees with everything, by its weight if the others move at random.
    #[default]
    All,
    /// What agrees with the last observation and with what is certain, where the game [knows](outwit_game::Game::rebuild) such.
    Last,
    /// What agrees with everything, of a small pool that is carried on, all alike.
    Pool,
    /// All there are as long as they can be listed, then by the last observation.
    Hybrid,
    /// What agrees with everything, by its weight if the others take what seems to win something.
    Greedy,
}

const NAMES: &[&str] = &["all", "last", "pool", "hybrid", "greedy"];

/// How a page declares it.
pub const fn sample(default: &'static str) -> Key<Word> {
    Key::choice(
        "sample",
        default,
        NAMES,
        "which worlds are drawn: that agree with all that was seen, with the last of it, of a pool that is carried on, hybrid \
         (all while they can be listed, then the last), or with all of it if the others are greedy",
    )
}

impl Way {
    /// What a page was asked for.
    pub fn read(settings: &Settings, key: Key<Word>) -> Way {
        match settings.get(key) {
            "last" => Way::Last,
            "pool" => Way::Pool,
            "hybrid" => Way::Hybrid,
            "greedy" => Way::Greedy,
            _ => Way::All,
        }
    }

    /// Whether worlds agree with the last observation alone, where all of them are, or are not, at hand.
    pub fn forgets(self, is_listed: bool) -> bool {
        self == Way::Last || self == Way::Hybrid && !is_listed
    }
}

/// So many worlds that agree with what was seen last; fewer, or none, where the game does not find them.
pub fn by_last_observation<G: Game>(view: &View<'_, G>, count: usize, rng: &mut Rng) -> Vec<G::State> {
    const FAILURES: usize = 4;
    let (mut worlds, mut failures) = (Vec::new(), 0);
    while worlds.len() < count && failures < FAILURES {
        match view.game().rebuild(view, rng) {
            Some(world) => worlds.push(world),
            None => failures += 1,
        }
    }
    // What is rebuilt must be offered the moves that the seat is offered.
    let mut moves = Vec::new();
    worlds.retain(|world| {
        moves.clear();
        view.game().moves(world, &mut moves);
        moves == view.moves()
    });
    worlds
}
