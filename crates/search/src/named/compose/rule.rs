//! The backup axis: a backup with its settings, before it is known who searches and who leads.

use super::{CARELESS, EVIDENCE, MODELS, SECURITY, TAU, TIES};
use crate::backup::{
    AnyValue, Backup, ChanceBounds, Expectation, FirstTie, Judged, MaxProb, Minimax, OpponentModel, Preference,
    ProbMaxN, Product, Pruning, Quantal, RandomTies, Security, SoftMaxN, Strategy, Typed, Worst,
};
use crate::named::strategies::Chooser;
use crate::named::{bounds, mpmix, offensive, probmaxn};
use outwit_game::{Evaluated, Facts, Player, Problem, Settings, Span};

/// A backup of any kind.
pub(super) type AnyBackup = Box<dyn Backup<AnyValue>>;

/// The name and the settings.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    pub name: &'static str,
    pub random_ties: bool,
    /// What everybody is after, where the rule has to look at the position to know.
    pub chooser: Chooser,
    security: Security,
    careless: f64,
    evidence: f64,
    judged: Judged,
    tau: f64,
}

/// The evaluations that the others may go by, with their weights.
pub(super) fn judges<G: Evaluated>(
    name: &str,
    settings: &Settings,
    game: &G,
) -> Result<Vec<(G::Evaluation, f64)>, Problem> {
    let judges = match (name, settings.get(MODELS)) {
        ("om" | "probmaxn", Some("last")) => vec![(game.evaluations().len() - 1, 1.0)],
        ("om" | "probmaxn", text) => probmaxn::models(text, game)?,
        _ => Vec::new(),
    };
    Ok(judges.into_iter().map(|(place, share)| (game.evaluation(place), share)).collect())
}

impl Rule {
    /// Reads it.
    pub(super) fn read<G: Evaluated>(name: &'static str, settings: &Settings, game: &G) -> Result<Rule, Problem> {
        Ok(Rule {
            name,
            random_ties: settings.get(TIES) == "random",
            chooser: match name {
                "paranoid" => Chooser::Fixed(Strategy::Paranoid),
                "offensive" => Chooser::Offensive(offensive::target(settings, game)?),
                "mpmix" => mpmix::chooser(settings),
                _ => Chooser::Fixed(Strategy::MaxN),
            },
            security: if settings.get(SECURITY) == "mean" { Security::Mean } else { Security::Worst },
            careless: settings.get(CARELESS),
            evidence: settings.get(EVIDENCE),
            judged: bounds::judged(settings),
            tau: settings.get(TAU),
        })
    }

    /// The backup for the search of a seat; `weights` are those of the judges.
    pub(super) fn backup(
        &self,
        root: Player,
        players: usize,
        facts: &Facts,
        span: Option<Span>,
        strategy: Strategy,
        weights: &[f64],
    ) -> AnyBackup {
        let &Rule { security, careless, evidence, judged, tau, .. } = self;
        let preference = Preference { root, strategy };
        match self.name {
            "minimax" => Typed::<f64, _>::boxed(Minimax { root, players }),
            "worst" => Typed::<f64, _>::boxed(Worst { root, players }),
            "quantal" => Typed::<f64, _>::boxed(Quantal { root, players, tau }),
            "expectation" => Typed::boxed(Expectation { root, players }),
            "maxprob" => Typed::boxed(MaxProb { players }),
            "product" => Typed::boxed(Product { evidence, ..Product::new(root, players, facts) }),
            "bounds" => Typed::boxed(ChanceBounds::new(root, players, facts, judged)),
            "softmaxn" => Typed::boxed(SoftMaxN { players, security }),
            "om" => Typed::boxed(OpponentModel { root, types: weights.to_vec() }),
            "probmaxn" => {
                // The root's own evaluation comes first, and as a model it has no weight.
                let weights = std::iter::once(0.0).chain(weights.iter().copied()).collect();
                Typed::boxed(ProbMaxN { root, players, weights, careless })
            }
            _ if self.random_ties => Typed::boxed(RandomTies { preference, players }),
            _ => Typed::boxed(FirstTie { preference, players, span, pruning: Pruning::Shallow }),
        }
    }
}
