//! Styles: what a player believes of the others when it has several moves that it thinks about equally good.
//!
//! The choice is among moves whose values lie within a fiftieth of the payoffs' range, so a style should cost little in
//! strength. It looks one reply ahead: the paranoid player expects the worst for itself, the trusting one anything, the
//! reckless one the best; the greedy one looks at no reply at all; the vengeful one minds whoever else stands best.

use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Bound, Control, Evaluated, Evaluation, Payoffs, Player, Problem, Report, Turn, View, end_values,
};

/// What a player believes of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// They will do their worst to it.
    Paranoid,
    /// They do anything, and mean no harm.
    Trusting,
    /// What they do does not matter.
    Greedy,
    /// They will overlook what is bad for it.
    Reckless,
    /// Whoever stands best among them has it coming.
    Vengeful,
}

impl Style {
    /// The words for them; the first is for none.
    pub const WORDS: &'static [&'static str] = &["plain", "paranoid", "trusting", "greedy", "reckless", "vengeful"];

    /// The style of a word, if it is one.
    pub fn of(word: &str) -> Option<Style> {
        use Style::*;
        let all = [Paranoid, Trusting, Greedy, Reckless, Vengeful];
        all.into_iter().zip(&Style::WORDS[1..]).find(|(_, name)| **name == word).map(|(style, _)| style)
    }
}

/// Moves are about equally good when their values differ by so much of what lies between the worst and the best payoff.
const ABOUT_EQUAL: f64 = 0.02;

/// Where something is hidden: so many worlds are looked at.
const WORLDS: usize = 4;

/// An agent with a style.
pub struct Styled<G: Evaluated> {
    agent: Box<dyn Agent<G>>,
    style: Style,
    evaluation: G::Evaluation,
    seed: u64,
}

impl<G: Evaluated> Styled<G> {
    /// The agent in this style, which asks the evaluation where the game is not over.
    pub fn new(agent: Box<dyn Agent<G>>, style: Style, evaluation: G::Evaluation) -> Styled<G> {
        Styled { agent, style, evaluation, seed: 0 }
    }

    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        match game.turn(state) {
            Turn::Over => end_values(game, state, &self.evaluation),
            _ => self.evaluation.values(game, state),
        }
    }

    /// How much the style likes a move in a position, for the seat that makes it.
    fn liking(&self, game: &G, state: &G::State, seat: Player, mv: G::Move) -> f64 {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let now = self.values(game, &next);
        let replies = match game.turn(&next) {
            Turn::Of(other) if other != seat => {
                let mut replies = Vec::new();
                game.moves(&next, &mut replies);
                replies
            }
            _ => Vec::new(),
        };
        let after = |mv: &G::Move| {
            let mut after = next.clone();
            game.play(&mut after, *mv);
            self.values(game, &after)[seat]
        };
        match self.style {
            Style::Vengeful => {
                let others = Player::all(game.players()).filter(|&player| player != seat);
                -others.map(|player| now[player]).fold(f64::NEG_INFINITY, f64::max)
            }
            _ if replies.is_empty() => now[seat],
            Style::Greedy => now[seat],
            Style::Paranoid => replies.iter().map(after).fold(f64::INFINITY, f64::min),
            Style::Reckless => replies.iter().map(after).fold(f64::NEG_INFINITY, f64::max),
            Style::Trusting => replies.iter().map(after).sum::<f64>() / replies.len() as f64,
        }
    }

    /// The worlds to look at: the position, or some that may be the case.
    fn worlds(&self, view: &View<'_, G>) -> Vec<G::State> {
        match view.state() {
            Some(state) => vec![state.clone()],
            None => {
                let mut rng = choice_rng(self.seed ^ 1, view);
                (0..WORLDS).filter_map(|_| view.game().sample(view, &mut rng)).collect()
            }
        }
    }
}

impl<G: Evaluated> Agent<G> for Styled<G> {
    fn begin(&mut self, game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.agent.begin(game, seat, seed);
    }

    fn is_memoryless(&self) -> bool {
        self.agent.is_memoryless()
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let mut report = self.agent.choose(view, &Control { all_values: true, ..*control })?;
        let (game, seat) = (view.game(), view.seat());
        // Step 1. The moves that are about as good as the best.
        let value = |place: usize| {
            let found = &report.moves[place];
            found.values[seat.index()].filter(|_| found.bound == Bound::Exact)
        };
        let places = 0..report.moves.len();
        let best = places.clone().filter_map(value).fold(f64::NEG_INFINITY, f64::max);
        let facts = game.facts();
        let margin = ABOUT_EQUAL * (facts.highest - facts.lowest);
        // What nobody has valued is not about equal: who plays at random stays at random.
        let near: Vec<usize> = places
            .filter(|&place| match value(place) {
                Some(value) if margin.is_finite() => value >= best - margin,
                Some(_) => report.best.contains(&report.moves[place].mv),
                None => false,
            })
            .collect();
        let worlds = if near.len() < 2 { Vec::new() } else { self.worlds(view) };
        if worlds.is_empty() {
            return Ok(report);
        }
        // Step 2. Which of them the style likes best.
        let liking = |place: usize| -> f64 {
            worlds.iter().map(|world| self.liking(game, world, seat, report.moves[place].mv)).sum()
        };
        let likings: Vec<f64> = near.iter().map(|&place| liking(place)).collect();
        let most = likings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let most_liked = near.iter().zip(&likings).filter(|(_, liking)| **liking >= most);
        let liked: Vec<usize> = most_liked.map(|(&place, _)| place).collect();
        // As often as the agent plays each of them, and alike where it plays none.
        let is_played = liked.iter().any(|&place| report.moves[place].probability != 0.0);
        let mut shares: Vec<f64> = vec![0.0; report.moves.len()];
        liked.iter().for_each(|&place| shares[place] = if is_played { report.moves[place].probability } else { 1.0 });
        // Step 3. It plays those whenever the agent would have played any that is about as good; a blunder stays one.
        let probability: f64 = near.iter().map(|&place| report.moves[place].probability).sum();
        let total: f64 = shares.iter().sum();
        near.iter().for_each(|&place| report.moves[place].probability = probability * shares[place] / total);
        let chosen = report.moves.iter().position(|found| found.mv == report.chosen);
        if chosen.is_some_and(|place| near.contains(&place) && shares[place] == 0.0) {
            let place = choice_rng(self.seed ^ 2, view).weighted(&shares);
            report.chosen = report.moves[place].mv;
        }
        if report.line.first() != Some(&report.chosen) {
            report.line = vec![report.chosen];
        }
        Ok(report)
    }
}
