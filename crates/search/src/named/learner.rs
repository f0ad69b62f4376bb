//! Learner: tries what has worked before, by every pair of features.
//!
//! Frank and Torrance's player of God (Frank 1994, section 2.11.2.1), for any game that answers each move with yes or no. It
//! classes all its moves so far by every combination of up to `most` features, learns how often each class was answered
//! with yes (equation 22), weighs the combinations by how well they foretold the answers, and takes the move that is
//! likeliest to get a yes. Assumes that the answers follow from a few features, and that the next yes is all that matters: it
//! tries nothing for the sake of learning. Costs the number of moves made times the number of combinations. It is not a
//! search, and where moves are not answered it plays at random.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, EVAL, TEMPERATURE};
use crate::findings::{Findings, Found, UNKNOWN};
use crate::searcher::{Search, Searcher};
use crate::value::{SpacePrior, Spaces};
use outwit_game::{
    Agent, Bound, Control, Evaluated, Evaluation, Game, Key, Problem, Rng, Settings, View, Word, equally_good, keys,
};

const MOST: Key<usize> = Key::integer("most", "2", 1, 3, "the most features that are combined");
const PRIOR: Key<Word> = Key::choice(
    "prior",
    "flat",
    &["flat", "bins", "entropy"],
    "how likely combinations are held to be before the first answer",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "learner",
    summary: "learns from the answers to its moves which features get a yes; random in games without answers",
    parameters: keys![MOST, PRIOR, EVAL, TEMPERATURE, BLUNDER],
    demands: Demands::ANY,
    axes: Axes { grow: "none", value: "answers so far", backup: "the likeliest yes", belief: "features learned" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let character = crate::character::Character::from_settings(settings);
    let named = SpacePrior::NAMED.iter().find(|(name, _)| *name == settings.get(PRIOR));
    let search = Learner {
        evaluation: catalog::evaluation(settings, game)?,
        most: settings.get(MOST),
        prior: named.map_or(SpacePrior::Flat, |(_, prior)| *prior),
    };
    Ok(Box::new(Searcher::new(search, character)))
}

struct Learner<E> {
    evaluation: E,
    most: usize,
    prior: SpacePrior,
}

impl<G: Game, E: Evaluation<G>> Search<G> for Learner<E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        _control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (mut past, mut now) = (Vec::new(), Vec::new());
        let is_answered =
            self.evaluation.trials(view.game(), view.seat(), view.seen(), view.moves(), &mut past, &mut now);
        let mut remarks = Vec::new();
        let chances = match is_answered {
            true => self.chances(&past, &now, &mut remarks),
            false => vec![0.0; view.moves().len()],
        };
        let highest = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Chances are not values: what a yes is worth is the game's business.
        let found = |&mv: &G::Move| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: Vec::new() };
        if is_answered {
            remarks.push(format!("a yes with probability {highest:.3}, after {} answers", past.len()));
        }
        let best = (0..chances.len()).filter(|&place| equally_good(chances[place], highest)).collect();
        Ok(Findings {
            extras: Vec::new(),
            moves: view.moves().iter().map(found).collect(),
            picks: Vec::new(),
            best,
            value: UNKNOWN,
            line: Vec::new(),
            nodes: 0,
            depth: 0,
            tree: None,
            remarks,
        })
    }
}

impl<E> Learner<E> {
    /// How likely each move is to get a yes.
    fn chances(&self, past: &[(Vec<f64>, f64)], now: &[Vec<f64>], remarks: &mut Vec<String>) -> Vec<f64> {
        let all = || past.iter().map(|(features, _)| features).chain(now);
        let count = all().map(Vec::len).max().unwrap_or(0);
        let bins = |features: &Vec<f64>| -> Vec<usize> {
            (0..count).map(|place| features.get(place).map_or(0, |&value| value.max(0.0) as usize)).collect()
        };
        let mut ranges = vec![2; count];
        for features in all() {
            bins(features).iter().zip(&mut ranges).for_each(|(&bin, range)| *range = (bin + 1).max(*range));
        }
        let mut spaces = Spaces::all(2, ranges, self.most);
        for (features, answer) in past {
            spaces.learn(&bins(features), usize::from(*answer > 0.5), 1.0);
        }
        let weights = spaces.weights(self.prior);
        if let Some((place, weight)) = weights.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)) {
            let features: Vec<String> = spaces.list()[place].features().iter().map(|f| (f + 1).to_string()).collect();
            remarks.push(format!("the likeliest combination, with {weight:.3}: features {}", features.join(" and ")));
        }
        let mut chances = Vec::new();
        now.iter()
            .map(|features| {
                spaces.predict(&bins(features), &weights, &mut chances);
                chances[1]
            })
            .collect()
    }
}
