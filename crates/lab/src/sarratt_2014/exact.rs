//! What can be computed without sampling: value iteration is an exact filter.

use outwit::game::{Control, Evaluated, Evaluation, Game, Player, Problem, Rng, Spec, Turn};
use outwit::games::repeated::{Motive, Repeated};
use outwit::search::belief::Decision;
use outwit::search::belief::models::{BeliefTracker, Guards, PlayerModel, Predictor, Utility, Way, boltzmann};
use outwit::search::grow::ModelLookahead;
use outwit::search::learning::LearningSearch;

/// The two models of agent 2, as the game's evaluations call them.
pub const MODELS: [&str; 2] = ["loyal", "betray"];
pub const ROUNDS: usize = 20;

/// The game, with this discount.
pub fn dilemma(rounds: usize, discount: f64) -> Result<Repeated, Problem> {
    let spec = Spec::parse(&format!("dilemma:rounds={rounds},discount={discount}"))?;
    let no_files = |name: &str| Err(Problem::new(format!("there is no file `{name}`")));
    let game = outwit::games::catalog::game(&spec, &no_files)?;
    Ok(game.downcast_ref::<Repeated>().expect("the dilemma is a repeated game").clone())
}

fn motive(game: &Repeated, name: &str) -> Motive {
    let place = game.evaluations().iter().position(|named| named.name == name);
    game.evaluation(place.expect("the dilemma has this motive"))
}

/// The models of agent 2, equally likely.
pub fn models(game: &Repeated) -> Vec<PlayerModel<Repeated>> {
    let model = |name: &str| {
        let utility = Utility::Evaluation(motive(game, name));
        let way = Way::Wants { utility, rationality: 1.0 };
        PlayerModel { name: name.to_string(), way, prior: 1.0, is_catch_all: false }
    };
    MODELS.map(model).into()
}

/// What a round pays the left player, who has this motive, and the right one; 0 is to betray.
pub fn payoffs(name: &str, left: usize, right: usize) -> Result<(f64, f64), Problem> {
    let game = dilemma(1, 1.0)?;
    let mut rounds = game.start(&mut Rng::new(0));
    game.play(&mut rounds, right as u8);
    game.play(&mut rounds, left as u8);
    let of_left = motive(&game, name).value(&game, &rounds, Player::SECOND);
    Ok((of_left, game.payoffs(&rounds)[Player::FIRST]))
}

/// How likely agent 2 is silent, by model: the gap between its moves does not depend on agent 1's.
pub fn silence() -> [f64; 2] {
    MODELS.map(|name| {
        let value = |own: usize| payoffs(name, own, 0).map_or(0.0, |pair| pair.0);
        let mut probabilities = Vec::new();
        boltzmann(&[value(0), value(1)], &mut probabilities);
        probabilities[1]
    })
}

/// The exact filter against a player of one kind.
pub struct Exact {
    /// The mean belief in the truth after rounds 1 to 20.
    pub curve: Vec<f64>,
    /// The area above it.
    pub area: f64,
    /// The mean round in which the belief is 0.95 for the first time; 20 where it never is.
    pub first_passage: f64,
}

impl Exact {
    /// Over all that a player of this kind may do: its silent moves are a binomial number.
    pub fn new(truth: usize) -> Exact {
        let silence = silence();
        let belief = |silent: usize, rounds: usize| {
            let logs = silence.map(|p| silent as f64 * libm::log(p) + (rounds - silent) as f64 * libm::log(1.0 - p));
            1.0 / (1.0 + libm::exp(logs[1 - truth] - logs[truth]))
        };
        let p = silence[truth];
        let mut curve = Vec::new();
        let mut first_passage = 0.0;
        // How likely each number of silent moves is; and the same where 0.95 was never reached.
        let (mut all, mut waiting) = (vec![1.0], vec![1.0]);
        for round in 1..=ROUNDS {
            let step = |from: &[f64]| -> Vec<f64> {
                (0..=round)
                    .map(|silent| {
                        let betrayed = from.get(silent).map_or(0.0, |q| q * (1.0 - p));
                        betrayed + silent.checked_sub(1).map_or(0.0, |before| from[before] * p)
                    })
                    .collect()
            };
            (all, waiting) = (step(&all), step(&waiting));
            curve.push(all.iter().enumerate().map(|(silent, q)| q * belief(silent, round)).sum());
            for (silent, q) in waiting.iter_mut().enumerate() {
                if belief(silent, round) >= 0.95 || round == ROUNDS {
                    first_passage += round as f64 * *q;
                    *q = 0.0;
                }
            }
        }
        let area = curve.iter().map(|belief| 1.0 - belief).sum();
        Exact { curve, area, first_passage }
    }
}

/// The largest difference that the horizon, the discount or the expected random rest of the game makes to P(a|m).
pub fn lemma_1() -> Result<f64, Problem> {
    let silence = silence();
    let mut largest = 0.0f64;
    for discount in [1.0, 0.8, 0.6] {
        let game = dilemma(5, discount)?;
        let mut watch = BeliefTracker::new(models(&game), Guards::NONE);
        watch.begin(2, Player::FIRST);
        let state = game.read_position("betray-")?;
        for depth in 1..=9 {
            let mut search = ModelLookahead::new(game.evaluation(0), depth);
            search.begin(&game, Player::FIRST, &watch);
            let (rng, control) = (&mut Rng::new(0), Control::default());
            let decision = Decision::open(&game, &state, Player::SECOND, &[0, 1]);
            let (rows, _) = search.predict(&decision, &mut watch, rng, &control)?;
            for (row, silent) in rows.iter().zip(silence) {
                largest = largest.max((row[1] - silent).abs());
            }
        }
        // The rest of the game at random, in expectation.
        for (name, silent) in MODELS.into_iter().zip(silence) {
            let values = [0, 1].map(|mv| {
                let mut next = state;
                game.play(&mut next, mv);
                expected(&game, &next, motive(&game, name))
            });
            let mut probabilities = Vec::new();
            boltzmann(&values, &mut probabilities);
            largest = largest.max((probabilities[1] - silent).abs());
        }
    }
    Ok(largest)
}

/// What a motive expects when everybody plays at random to the end.
fn expected(game: &Repeated, state: &<Repeated as Game>::State, motive: Motive) -> f64 {
    if game.turn(state) == Turn::Over {
        return motive.value(game, state, Player::SECOND);
    }
    let after = |mv: u8| {
        let mut next = *state;
        game.play(&mut next, mv);
        expected(game, &next, motive)
    };
    (after(0) + after(1)) / 2.0
}
