//! Who the others may be, as specs say it: what [`model_mcts`](super::model_mcts) and [`model_vi`](super::model_vi) share.

use super::catalog::{self, EVAL, Pages, parts};
use super::overconfident::modelled;
use crate::belief::Uniform;
use crate::belief::models::{BeliefTracker, Guards, PlayerModel, Utility, Way};
use crate::belief::weights::add_up_to_one;
use outwit_game::{Evaluated, Key, Parameter, Problem, Settings, Spec, Text, Word, keys};

pub(super) const MODELS: Key<Option<Text>> = Key::spec(
    "models",
    "",
    "who the others may be, separated by `;`: wants:eval=NAME, wants:what=payoff|spite|win, mixture:of=(..;..),weights=(..;..), or agents' specs",
);
pub(super) const PRIOR: Key<Option<Text>> =
    Key::text("prior", "", "the models' weights before anything was seen, separated by `;`; alike by default");
pub(super) const RATIONALITY: Key<Option<f64>> = Key::amount(
    "rationality",
    "",
    "how strictly those who want something go for it, per unit of payoff; 1, or 5 where payoffs are win, draw and loss",
);
pub(super) const CATCH_ALL: Key<bool> =
    Key::flag("catchall", "true", "whether a player who plays anything at all is among the models");
pub(super) const FLOOR: Key<f64> = Key::probability("floor", "0.05", "the share of every likelihood that is uniform");
pub(super) const MIXING: Key<f64> =
    Key::probability("mixing", "0", "the share of the prior mixed in after every move, for players who change");
pub(super) const TEMPERING: Key<f64> =
    Key::amount("tempering", "1", "the power likelihoods are taken to; below 1 evidence counts less");
pub(super) const POLYNOMIAL: Key<Option<f64>> =
    Key::probability("polynomial", "", "the rate of polynomial weights, in the place of Bayes' rule");
pub(super) const LEARN: Key<bool> =
    Key::flag("learn", "true", "whether the belief learns from what the others do; false plans under the prior");
pub(super) const WORLDS: Key<usize> =
    Key::integer("worlds", "64", 1, 1 << 20, "where something is hidden: how many worlds are held possible");

/// Whom to expect, and how to learn, as the settings say.
pub(super) fn watch<G: Evaluated>(settings: &Settings, game: &G, pages: Pages<G>) -> Result<BeliefTracker<G>, Problem> {
    let watch = BeliefTracker::new(models(settings, game, pages)?, guards(settings)).with_worlds(settings.get(WORLDS));
    Ok(if settings.get(LEARN) { watch } else { watch.without_learning() })
}

fn guards(settings: &Settings) -> Guards {
    Guards {
        floor: settings.get(FLOOR),
        mixing: settings.get(MIXING),
        tempering: settings.get(TEMPERING),
        polynomial: settings.get(POLYNOMIAL),
    }
}

/// The models that the settings list, or a mixed company where they list none.
fn models<G: Evaluated>(settings: &Settings, game: &G, pages: Pages<G>) -> Result<Vec<PlayerModel<G>>, Problem> {
    let facts = game.facts();
    let usual = if facts.highest - facts.lowest <= 2.0 { 5.0 } else { 1.0 };
    let rationality = settings.get(RATIONALITY).unwrap_or(usual);
    let listed: Vec<String> = match settings.get(MODELS) {
        Some(text) => parts(text, ';').into_iter().map(str::to_string).collect(),
        None => usual_company(game),
    };
    let mut models = listed
        .iter()
        .map(|text| model(text, rationality, game, pages).map_err(|problem| problem.within("models")))
        .collect::<Result<Vec<_>, _>>()?;
    if models.is_empty() {
        return Err(Problem::new("models: the list is empty; write for example (wants;wants:what=spite;greedy)"));
    }
    if let Some(text) = settings.get(PRIOR) {
        let mut shares = weights(text, models.len(), "models").map_err(|problem| problem.within("prior"))?;
        add_up_to_one(&mut shares);
        for (model, share) in models.iter_mut().zip(shares) {
            model.prior = share * listed.len() as f64;
        }
    }
    if settings.get(CATCH_ALL) {
        let (name, way) = ("anybody".to_string(), Way::Rule(Box::new(Uniform)));
        models.push(PlayerModel { name, way, prior: 1.0, is_catch_all: true });
    }
    Ok(models)
}

/// Who to expect where nobody says: those who want payoff, spite or a good look, and the game's own strategies.
fn usual_company<G: Evaluated>(game: &G) -> Vec<String> {
    let mut company = vec!["wants".to_string(), "wants:what=spite".to_string()];
    if game.strategies().is_empty() {
        company.push("greedy".to_string());
    }
    let strategies = game.strategies().iter().filter(|named| named.name != "random");
    company.extend(strategies.map(|named| format!("strategy:name={}", named.name)));
    company
}

const WHAT: Key<Word> =
    Key::choice("what", "payoff", &["payoff", "spite", "win"], "its own payoff, your harm, or to be ahead");
const WANTS: &[Parameter] = keys![WHAT, EVAL, RATIONALITY];

const OF: Key<Option<Text>> = Key::spec("of", "", "the models that are mixed, separated by `;`");
const WEIGHTS: Key<Option<Text>> =
    Key::text("weights", "", "how often it is which, separated by `;`; alike by default");
const MIXTURE: &[Parameter] = keys![OF, WEIGHTS];

fn model<G: Evaluated>(text: &str, rationality: f64, game: &G, pages: Pages<G>) -> Result<PlayerModel<G>, Problem> {
    let spec = Spec::parse(text)?;
    let (name, way) = match spec.name.as_str() {
        "wants" => wanting(&spec, rationality, game)?,
        "mixture" => (text.to_string(), mixture(&spec, rationality, game, pages)?),
        "uniform" if spec.settings.is_empty() => (text.to_string(), Way::Rule(Box::new(Uniform))),
        name => {
            let named = spec.get("name").filter(|_| name == "strategy").unwrap_or(text).to_string();
            (named, Way::Rule(modelled(&spec, game, pages)?))
        }
    };
    Ok(PlayerModel { name, way, prior: 1.0, is_catch_all: false })
}

fn wanting<G: Evaluated>(spec: &Spec, rationality: f64, game: &G) -> Result<(String, Way<G>), Problem> {
    let settings = Settings::read("the model wants", WANTS, spec)?;
    let (name, utility) = match (settings.get(EVAL), settings.get(WHAT)) {
        (Some(eval), _) => {
            let place = catalog::evaluation_place(eval, game)?;
            (eval.to_string(), Utility::Evaluation(game.evaluation(place)))
        }
        (None, "spite") => ("out to get me".to_string(), Utility::Spite),
        (None, "win") => ("out to win".to_string(), Utility::Win),
        _ => ("after its payoff".to_string(), Utility::Payoff),
    };
    let rationality = settings.get(RATIONALITY).unwrap_or(rationality);
    Ok((name, Way::Wants { utility, rationality }))
}

fn mixture<G: Evaluated>(spec: &Spec, rationality: f64, game: &G, pages: Pages<G>) -> Result<Way<G>, Problem> {
    let settings = Settings::read("the model mixture", MIXTURE, spec)?;
    let texts = parts(settings.get(OF).unwrap_or(""), ';');
    if texts.is_empty() {
        return Err(Problem::new("mixture: `of` lists nothing; write for example mixture:of=(greedy;uniform)"));
    }
    let weights = match settings.get(WEIGHTS) {
        Some(text) => weights(text, texts.len(), "parts").map_err(|problem| problem.within("weights"))?,
        None => vec![1.0; texts.len()],
    };
    let parts = texts.into_iter().zip(weights).map(|(text, weight)| {
        Ok((weight, model(text, rationality, game, pages).map_err(|problem| problem.within("of"))?.way))
    });
    Ok(Way::mixture(parts.collect::<Result<_, Problem>>()?))
}

/// So many numbers above 0, one for each of what is named.
fn weights(text: &str, count: usize, what: &str) -> Result<Vec<f64>, Problem> {
    let number = |part| Parameter::number(part).filter(|weight| *weight > 0.0);
    let weights: Option<Vec<f64>> = text.split(';').map(number).collect();
    match weights.filter(|weights| weights.len() == count) {
        Some(weights) => Ok(weights),
        None => Err(Problem::new(format!(
            "`{text}` is not one number above 0 for each of the {count} {what}, separated by `;`"
        ))),
    }
}
