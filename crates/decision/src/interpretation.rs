//! Rational interpretation (Frank 1994, section 3.5.4): which beliefs and values make choices rational, if any do.
//!
//! Somebody knows that the world is in one of some states, chooses among acts, each of which has a consequence in each state,
//! and is seen to take one. A pair of a probability over states and a utility of consequences *explains* the choices if each
//! act taken has an expected utility, given what was known, that no other act on offer had. What is unknown of the pair is
//! found by linear programming: with probabilities known, a comparison of two acts is linear in the utilities; with utilities
//! known, in the probabilities; and with neither, in their products, as if the same consequence were worth something else in
//! each state. If not even those explain the choices, no pair does; if they do, pairs are looked for by turns.
//!
//! An explanation in which everything is equally good explains anything. So the smallest lead of an act taken over one that
//! was not is made as large as can be, and counts as an explanation only if it is more than 0. Where it cannot be, the program's
//! prices say why: weights on choices which, taken together, ask for as much as they give.
//!
//! Values may depend on what is known (definition 14, a *utility structure*): then every state of knowledge has a utility of its
//! own, and choices made in different ones do not bind each other.

use super::linear::{Optimum, maximise};
use outwit_game::{Problem, Rng};

/// What is known: in which states the world may be, by their numbers.
pub type Knowledge = Vec<usize>;

/// Utilities of all consequences, in a state of knowledge or in all of them.
pub type Values = (Option<Knowledge>, Vec<f64>);

/// An act: the number of its consequence in every state.
pub type Act = Vec<usize>;

/// A choice that was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// What was known.
    pub known: Knowledge,
    /// What was on offer.
    pub offered: Vec<Act>,
    /// The number of the act taken.
    pub took: usize,
}

/// What is given about whoever chose, and what is to be found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Question {
    /// How many states there are.
    pub states: usize,
    /// How many consequences there are.
    pub consequences: usize,
    /// The probabilities, where they are known.
    pub probabilities: Option<Vec<f64>>,
    /// The utilities, where they are known.
    pub utilities: Option<Vec<f64>>,
    /// Whether every state of knowledge may have utilities of its own.
    pub by_knowledge: bool,
    /// The choices.
    pub seen: Vec<Seen>,
}

/// A probability and utilities that explain all choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// Of every state; they add up to 1.
    pub probabilities: Vec<f64>,
    /// For each state of knowledge that needs its own, the utility of every consequence, from 0 to 1 where they were to be
    /// found; one for all where values do not depend on what is known.
    pub utilities: Vec<Values>,
    /// By how much, at least, the act taken was better than each other one, in expected utility.
    pub lead: f64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub enum Interpretation {
    /// The choices are rational by these.
    Rational(Explanation),
    /// Nothing explains them. The comparisons that contradict each other: the number of the choice, that of the act refused, and
    /// with which weight, where the weights add up to 1.
    Contradiction(Vec<(usize, usize, f64)>),
    /// They can be explained if the same consequence may be worth different things in different states; no probability and
    /// utility apart from each other were found.
    OnlyByState,
}

/// An act taken, preferred to another that was on offer.
struct Comparison<'q> {
    choice: usize,
    refused: usize,
    known: &'q Knowledge,
    took: &'q Act,
    other: &'q Act,
}

/// Explains choices, or says why that cannot be. With neither probabilities nor utilities known, pairs are looked for from
/// beginnings drawn by the generator.
pub fn interpret(question: &Question, rng: &mut Rng) -> Result<Interpretation, Problem> {
    check(question)?;
    let comparisons: Vec<Comparison<'_>> = question
        .seen
        .iter()
        .enumerate()
        .flat_map(|(choice, seen)| {
            let others = (0..seen.offered.len()).filter(|&act| act != seen.took);
            others.map(move |refused| Comparison {
                choice,
                refused,
                known: &seen.known,
                took: &seen.offered[seen.took],
                other: &seen.offered[refused],
            })
        })
        // Acts with the same consequences are the same act.
        .filter(|one| one.known.iter().any(|&state| one.took[state] != one.other[state]))
        .collect();
    let kinds = kinds(question);
    match (&question.probabilities, &question.utilities) {
        (Some(probabilities), Some(utilities)) => {
            let lead = comparisons.iter().map(|one| expected(one, probabilities, |_, c| utilities[c]));
            Ok(match lead.clone().fold(f64::INFINITY, f64::min) {
                lead if lead > LEAST => rational(probabilities, vec![(None, utilities.clone())], lead),
                _ => {
                    let worst = lead.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at);
                    Interpretation::Contradiction(vec![(comparisons[worst].choice, comparisons[worst].refused, 1.0)])
                }
            })
        }
        (Some(probabilities), None) => Ok(match utilities(question, &comparisons, &kinds, probabilities) {
            (utilities, optimum) if optimum.value > LEAST => rational(probabilities, utilities, optimum.value),
            (_, optimum) => contradiction(&comparisons, &optimum),
        }),
        (None, Some(utilities)) => Ok(match beliefs(question, &comparisons, &|_, c| utilities[c]) {
            (probabilities, optimum) if optimum.value > LEAST => {
                let lead = comparisons.iter().map(|one| expected(one, &probabilities, |_, c| utilities[c]));
                let lead = lead.fold(f64::INFINITY, f64::min);
                rational(&probabilities, vec![(None, utilities.clone())], lead)
            }
            (_, optimum) => contradiction(&comparisons, &optimum),
        }),
        (None, None) => both(question, &comparisons, &kinds, rng),
    }
}

/// A smaller lead is none: it is what rounding leaves.
const LEAST: f64 = 1e-9;

fn check(question: &Question) -> Result<(), Problem> {
    let wrong = |what: String| Err(Problem::new(what));
    if question.states == 0 || question.consequences == 0 {
        return wrong("there are no states, or no consequences".to_string());
    }
    for (number, seen) in (1..).zip(&question.seen) {
        let fits = |act: &Act| act.len() == question.states && act.iter().all(|&c| c < question.consequences);
        if seen.took >= seen.offered.len() || !seen.offered.iter().all(fits) {
            return wrong(format!(
                "choice {number} takes an act that was not on offer, or an act has no consequence somewhere"
            ));
        }
        if seen.known.is_empty() || seen.known.iter().any(|&state| state >= question.states) {
            return wrong(format!("choice {number} is made in no state of the world"));
        }
    }
    let sizes = [(&question.probabilities, question.states), (&question.utilities, question.consequences)];
    if sizes.iter().any(|(given, size)| given.as_ref().is_some_and(|given| given.len() != *size)) {
        return wrong("every state has a probability and every consequence a utility, or none has".to_string());
    }
    Ok(())
}

/// The states of knowledge that have utilities of their own, and which is each choice's.
fn kinds(question: &Question) -> Vec<Option<Knowledge>> {
    if !question.by_knowledge {
        return vec![None];
    }
    let mut kinds: Vec<Option<Knowledge>> = Vec::new();
    for seen in &question.seen {
        if !kinds.contains(&Some(seen.known.clone())) {
            kinds.push(Some(seen.known.clone()));
        }
    }
    if kinds.is_empty() { vec![None] } else { kinds }
}

fn kind_of(kinds: &[Option<Knowledge>], known: &Knowledge) -> usize {
    kinds.iter().position(|kind| kind.as_ref() == Some(known)).unwrap_or(0)
}

/// By how much the act taken leads, in expected utility, times the probability of what was known.
fn expected(one: &Comparison<'_>, probabilities: &[f64], utility: impl Fn(usize, usize) -> f64) -> f64 {
    let lead =
        |&state: &usize| probabilities[state] * (utility(state, one.took[state]) - utility(state, one.other[state]));
    one.known.iter().map(lead).sum()
}

/// The program that makes the smallest lead largest, over variables from 0 on that obey `limits`. The lead is the last one.
fn widest(variables: usize, leads: Vec<Vec<f64>>, limits: Vec<(Vec<f64>, f64)>) -> Optimum {
    let mut rows: Vec<(Vec<f64>, f64)> =
        leads.into_iter().map(|lead| (lead.into_iter().map(|x| -x).chain([1.0]).collect(), 0.0)).collect();
    rows.extend(limits.into_iter().map(|(mut row, limit)| {
        row.push(0.0);
        (row, limit)
    }));
    rows.push((std::iter::repeat_n(0.0, variables).chain([1.0]).collect(), 1.0));
    let objective: Vec<f64> = std::iter::repeat_n(0.0, variables).chain([1.0]).collect();
    maximise(&objective, &rows).expect("the lead is at most 1")
}

/// Every variable is at most 1.
fn unit_box(variables: usize) -> Vec<(Vec<f64>, f64)> {
    (0..variables).map(|at| ((0..variables).map(|v| f64::from(u8::from(v == at))).collect(), 1.0)).collect()
}

/// Utilities for given probabilities.
fn utilities(
    question: &Question,
    comparisons: &[Comparison<'_>],
    kinds: &[Option<Knowledge>],
    probabilities: &[f64],
) -> (Vec<Values>, Optimum) {
    let size = question.consequences;
    let leads = comparisons.iter().map(|one| {
        let mut lead = vec![0.0; kinds.len() * size];
        let first = kind_of(kinds, one.known) * size;
        for &state in one.known {
            lead[first + one.took[state]] += probabilities[state];
            lead[first + one.other[state]] -= probabilities[state];
        }
        lead
    });
    let optimum = widest(kinds.len() * size, leads.collect(), unit_box(kinds.len() * size));
    let found = kinds.iter().cloned().zip(optimum.variables.chunks(size).map(<[f64]>::to_vec)).collect();
    (found, optimum)
}

/// Probabilities for given utilities.
fn beliefs(
    question: &Question,
    comparisons: &[Comparison<'_>],
    utility: &dyn Fn(&Knowledge, usize) -> f64,
) -> (Vec<f64>, Optimum) {
    let leads = comparisons.iter().map(|one| {
        let mut lead = vec![0.0; question.states];
        for &state in one.known {
            lead[state] = utility(one.known, one.took[state]) - utility(one.known, one.other[state]);
        }
        lead
    });
    let optimum = widest(question.states, leads.collect(), vec![(vec![1.0; question.states], 1.0)]);
    let sum: f64 = optimum.variables[..question.states].iter().sum();
    let probabilities = match sum > 0.0 {
        true => optimum.variables[..question.states].iter().map(|p| p / sum).collect(),
        false => vec![1.0 / question.states as f64; question.states],
    };
    (probabilities, optimum)
}

/// Both, by turns, once it is known that products of them would do.
fn both(
    question: &Question,
    comparisons: &[Comparison<'_>],
    kinds: &[Option<Knowledge>],
    rng: &mut Rng,
) -> Result<Interpretation, Problem> {
    const BEGINNINGS: usize = 24;
    const TURNS: usize = 30;
    let size = question.consequences;
    // Step 1. A product for every state and consequence, for each state of knowledge.
    let products = kinds.len() * question.states * size;
    let leads = comparisons.iter().map(|one| {
        let mut lead = vec![0.0; products];
        let first = kind_of(kinds, one.known) * question.states * size;
        for &state in one.known {
            lead[first + state * size + one.took[state]] += 1.0;
            lead[first + state * size + one.other[state]] -= 1.0;
        }
        lead
    });
    let relaxed = widest(products, leads.collect(), unit_box(products));
    if relaxed.value <= LEAST {
        return Ok(contradiction(comparisons, &relaxed));
    }
    // Step 2. Utilities for probabilities, probabilities for those utilities, and so on: the lead never falls.
    let mut best: Option<Explanation> = None;
    for beginning in 0..BEGINNINGS {
        let mut probabilities: Vec<f64> = match beginning {
            0 => vec![1.0; question.states],
            _ => (0..question.states).map(|_| -libm::log(1.0 - rng.unit())).collect(),
        };
        let sum: f64 = probabilities.iter().sum();
        probabilities.iter_mut().for_each(|p| *p /= sum);
        let mut last = 0.0;
        for _ in 0..TURNS {
            let (found, _) = utilities(question, comparisons, kinds, &probabilities);
            // What the pair really gives: where probabilities are nearly equal, the program's own number is not to be trusted.
            let leads = comparisons.iter().map(|one| {
                let own = &found[kind_of(kinds, one.known)].1;
                expected(one, &probabilities, |_, consequence| own[consequence])
            });
            let lead = leads.fold(1.0, f64::min);
            if lead > LEAST && best.as_ref().is_none_or(|best| lead > best.lead) {
                let probabilities = probabilities.clone();
                best = Some(Explanation { probabilities, utilities: found.clone(), lead });
            }
            if lead <= last + LEAST && last > 0.0 {
                break;
            }
            last = lead;
            let utility = |known: &Knowledge, c: usize| found[kind_of(kinds, known)].1[c];
            probabilities = beliefs(question, comparisons, &utility).0;
        }
    }
    Ok(best.map_or(Interpretation::OnlyByState, Interpretation::Rational))
}

fn rational(probabilities: &[f64], utilities: Vec<Values>, lead: f64) -> Interpretation {
    // Where there was nothing to compare, anything explains it.
    let lead = if lead.is_finite() { lead } else { 0.0 };
    Interpretation::Rational(Explanation { probabilities: probabilities.to_vec(), utilities, lead })
}

/// The comparisons that have a price.
fn contradiction(comparisons: &[Comparison<'_>], optimum: &Optimum) -> Interpretation {
    let prices = &optimum.prices[..comparisons.len()];
    let sum: f64 = prices.iter().sum();
    let weights = comparisons.iter().zip(prices).filter(|(_, price)| **price > LEAST);
    Interpretation::Contradiction(weights.map(|(one, price)| (one.choice, one.refused, price / sum)).collect())
}

#[cfg(test)]
mod tests;
