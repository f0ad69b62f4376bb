//! An agent that believes something about who the others are, learns it from what they do, and searches under that belief.

use crate::belief::models::{BeliefTracker, Predictor};
use crate::character::Character;
use crate::findings::Findings;
use crate::searcher::choice_rng;
use outwit_game::{Agent, Budget, Control, Evaluated, Meter, Player, Problem, Report, Rng, View};

/// A search under a belief over models, which also says what each model would do.
pub trait LearningSearch<G: Evaluated>: Predictor<G> + Send {
    /// A game begins.
    fn begin(&mut self, game: &G, seat: Player, watch: &BeliefTracker<G>);

    /// How long a choice may take.
    fn budget(&self) -> Budget;

    /// A choice begins, and first it is learned from what was seen before it; or that is done, and what is left is for the choice.
    fn refill(&mut self, learns: bool);

    /// Looks at our own decision, and says what was found.
    fn look(
        &mut self,
        view: &View<'_, G>,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem>;
}

/// The agent around such a search.
pub struct Learning<G: Evaluated, S> {
    search: S,
    watch: BeliefTracker<G>,
    character: Character,
    seed: u64,
}

/// What is learnt is drawn from another stream than what is chosen.
const LEARNING: u64 = 0x6C65_6172_6E69_6E67;

impl<G: Evaluated, S: LearningSearch<G>> Learning<G, S> {
    /// Puts a search with what it watches in a seat.
    pub fn new(search: S, watch: BeliefTracker<G>, character: Character) -> Learning<G, S> {
        Learning { search, watch, character, seed: 0 }
    }

    /// What is believed about the others.
    pub fn watch(&self) -> &BeliefTracker<G> {
        &self.watch
    }

    /// Somebody says who a seat is, after the game has begun: see [`BeliefTracker::tell`].
    pub fn tell(&mut self, player: Player, model: usize) {
        self.watch.tell(player, model);
    }

    /// Learns from what was seen since the last look, without choosing anything.
    pub fn catch_up(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<(), Problem> {
        let mut rng = choice_rng(self.seed ^ LEARNING, view);
        self.watch.catch_up(view, &mut self.search, &mut rng, control)
    }
}

impl<G: Evaluated, S: LearningSearch<G>> Agent<G> for Learning<G, S> {
    fn begin(&mut self, game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.watch.begin(game.players(), seat);
        self.search.begin(game, seat, &self.watch);
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let seat = view.seat();
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        // Half of what there is for learning, and what is left of it for the choice.
        let deadline = Meter::new(control, &self.search.budget())?.deadline();
        let now = control.clock.map(|clock| clock.now()).unwrap_or_default();
        let half = deadline.map(|end| now + end.saturating_sub(now) / 2);
        self.search.refill(true);
        self.catch_up(view, &Control { deadline: half, ..*control })?;
        self.search.refill(false);
        let mut rng = choice_rng(self.seed, view);
        let mut findings = self.search.look(view, &mut self.watch, &mut rng, &Control { deadline, ..*control })?;
        findings.remarks.splice(0..0, self.watch.sentences());
        findings.extras.extend(self.watch.details());
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
