//! Choices explained: beliefs and values that make them rational, or why none do.

use super::Told;
use super::text::{number, percent, table};
use outwit::decision::interpretation::{Explanation, Interpretation, Question, Seen, interpret};
use outwit::game::{Problem, Rng};
use serde_json::{Map, Value, json};

/// What a file of choices says, with the names of things.
struct Read {
    question: Question,
    states: Vec<String>,
    consequences: Vec<String>,
    acts: Vec<Vec<String>>,
}

pub fn run(name: &str, text: &str, as_json: bool) -> Result<Told, Problem> {
    let read = read(text)?;
    let found = interpret(&read.question, &mut Rng::new(0))?;
    let text = if as_json { format!("{}\n", told_json(name, &read, &found)) } else { told(name, &read, &found) };
    Ok(Told { text, pictures: Vec::new() })
}

fn read(text: &str) -> Result<Read, Problem> {
    let wrong = |what: String| Problem::new(what);
    let document: Value = serde_json::from_str(text).map_err(|error| wrong(format!("this is not JSON: {error}")))?;
    let document =
        document.as_object().ok_or_else(|| wrong("a file of choices is an object; see --help".to_string()))?;
    if let Some(key) =
        document.keys().find(|key| !["states", "consequences", "choices", "by_knowledge"].contains(&key.as_str()))
    {
        return Err(wrong(format!(
            "there is no `{key}` in a file of choices: it has states, consequences, choices and by_knowledge"
        )));
    }
    let (states, probabilities) = named(document, "states")?;
    let (consequences, utilities) = named(document, "consequences")?;
    if let Some(probabilities) = &probabilities {
        outwit::decision::Distribution::new(probabilities.clone()).map_err(|problem| problem.within("states"))?;
    }
    let place = |names: &[String], what: &str, word: &Value| {
        let text = word.as_str().unwrap_or_default();
        names
            .iter()
            .position(|name| name == text)
            .ok_or_else(|| wrong(format!("{word} is not one of the {what}: {}", names.join(", "))))
    };
    let choices = document.get("choices").and_then(Value::as_array);
    let choices = choices.ok_or_else(|| wrong("`choices` is a list of choices that were seen".to_string()))?;
    let (mut seen, mut acts) = (Vec::new(), Vec::new());
    for (number, choice) in (1..).zip(choices) {
        let within = |problem: Problem| problem.within(format_args!("choice {number}"));
        let offered = choice.get("from").and_then(Value::as_object).filter(|from| !from.is_empty());
        let offered = offered.ok_or_else(|| {
            within(wrong("`from` names the acts on offer, each with its consequence in every state".to_string()))
        })?;
        let known: Vec<usize> = match choice.get("knowing") {
            None => (0..states.len()).collect(),
            Some(Value::Array(words)) => {
                words.iter().map(|word| place(&states, "states", word)).collect::<Result<_, _>>().map_err(within)?
            }
            Some(word) => vec![place(&states, "states", word).map_err(within)?],
        };
        let mut list = Vec::new();
        for (name, act) in offered {
            let consequence = |state: usize| match act {
                // A sure thing.
                Value::String(_) => place(&consequences, "consequences", act),
                // What cannot be the case any more need not be told.
                _ => match act.get(&states[state]) {
                    Some(word) => place(&consequences, "consequences", word),
                    None if !known.contains(&state) => Ok(0),
                    None => Err(wrong(format!("`{name}` has no consequence if {}", states[state]))),
                },
            };
            list.push((0..states.len()).map(consequence).collect::<Result<Vec<_>, _>>().map_err(within)?);
        }
        let names: Vec<String> = offered.keys().cloned().collect();
        let took = place(&names, "acts on offer", choice.get("took").unwrap_or(&Value::Null)).map_err(within)?;
        seen.push(Seen { known, offered: list, took });
        acts.push(names);
    }
    let by_knowledge = document.get("by_knowledge").and_then(Value::as_bool).unwrap_or(false);
    let question = Question {
        states: states.len(),
        consequences: consequences.len(),
        probabilities,
        utilities,
        by_knowledge,
        seen,
    };
    Ok(Read { question, states, consequences, acts })
}

/// A list of names, or an object of names with numbers.
fn named(document: &Map<String, Value>, key: &str) -> Result<(Vec<String>, Option<Vec<f64>>), Problem> {
    let wrong = || Problem::new(format!("`{key}` is a list of names, or names with a number each"));
    match document.get(key) {
        Some(Value::Array(names)) => {
            let names: Option<Vec<String>> = names.iter().map(|name| name.as_str().map(str::to_string)).collect();
            Ok((names.filter(|names| !names.is_empty()).ok_or_else(wrong)?, None))
        }
        Some(Value::Object(numbers)) if !numbers.is_empty() => {
            let values: Option<Vec<f64>> = numbers.values().map(Value::as_f64).collect();
            Ok((numbers.keys().cloned().collect(), Some(values.ok_or_else(wrong)?)))
        }
        _ => Err(wrong()),
    }
}

fn told(name: &str, read: &Read, found: &Interpretation) -> String {
    let head = format!("{name}: {} choices in {} states\n\n", read.question.seen.len(), read.states.len());
    head + &match found {
        Interpretation::Rational(found) => rational(read, found),
        Interpretation::Contradiction(why) => {
            let mut out =
                "No probability and utility explain these choices. Together they ask for as much as they give:\n\n"
                    .to_string();
            let mut rows = vec![["weight", "choice", "took", "rather than"].map(str::to_string).to_vec()];
            for &(choice, refused, weight) in why {
                let acts = &read.acts[choice];
                let took = read.question.seen[choice].took;
                rows.push(vec![number(weight), (choice + 1).to_string(), acts[took].clone(), acts[refused].clone()]);
            }
            out += &table(&rows, true);
            out
        }
        Interpretation::OnlyByState => {
            "The choices can be explained if the same thing may be worth something else in each state; no \
             probability and utility\napart from each other were found.\n"
                .to_string()
        }
    }
}

fn rational(read: &Read, found: &Explanation) -> String {
    let mut out =
        format!("Rational: what was taken leads by at least {} in expected utility, if\n\n", number(found.lead));
    let mut rows = vec![["state", "probability"].map(str::to_string).to_vec()];
    rows.extend(read.states.iter().zip(&found.probabilities).map(|(name, &p)| vec![name.clone(), percent(p)]));
    out += &table(&rows, false);
    for (known, utilities) in &found.utilities {
        let when = known.as_ref().map(|known| {
            let names: Vec<&str> = known.iter().map(|&state| read.states[state].as_str()).collect();
            format!(" knowing {}", names.join(" or "))
        });
        let mut rows = vec![vec!["consequence".to_string(), format!("utility{}", when.unwrap_or_default())]];
        rows.extend(read.consequences.iter().zip(utilities).map(|(name, &u)| vec![name.clone(), number(u)]));
        out += &format!("\n{}", table(&rows, false));
    }
    out
}

fn told_json(name: &str, read: &Read, found: &Interpretation) -> Value {
    match found {
        Interpretation::Rational(found) => {
            let probabilities: Map<String, Value> =
                read.states.iter().cloned().zip(found.probabilities.iter().map(|&p| json!(p))).collect();
            let utilities: Vec<Value> = found
                .utilities
                .iter()
                .map(|(known, utilities)| {
                    let known: Option<Vec<&String>> =
                        known.as_ref().map(|known| known.iter().map(|&state| &read.states[state]).collect());
                    let values: Map<String, Value> =
                        read.consequences.iter().cloned().zip(utilities.iter().map(|&u| json!(u))).collect();
                    json!({"knowing": known, "utility": values})
                })
                .collect();
            json!({"file": name, "verdict": "rational", "lead": found.lead, "probabilities": probabilities, "utilities": utilities})
        }
        Interpretation::Contradiction(why) => {
            let why: Vec<Value> = why
                .iter()
                .map(|&(choice, refused, weight)| {
                    let acts = &read.acts[choice];
                    json!({"choice": choice + 1, "took": acts[read.question.seen[choice].took], "refused": acts[refused], "weight": weight})
                })
                .collect();
            json!({"file": name, "verdict": "contradiction", "because": why})
        }
        Interpretation::OnlyByState => json!({"file": name, "verdict": "only by state"}),
    }
}
