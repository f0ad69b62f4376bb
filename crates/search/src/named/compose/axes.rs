//! The choices of each axis, which of them go together, and which combinations have names.

use super::belief::{Belief, Which, Who};
use super::mcts::{AVERAGES, FOLD};
use super::{BLUNDER, COST, DEPTH, EVAL, NODES, SELECT, TARGET, TEMPERATURE, TIES, TIME, VALUE, WITH};
use outwit_game::{Game, Key, Problem, Settings, Spec};

/// An axis with its choices.
pub struct Axis {
    /// The key.
    pub name: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Its choices, each with a line.
    pub choices: &'static [(&'static str, &'static str)],
}

/// The four axes.
pub const AXES: [Axis; 4] = [
    Axis {
        name: "grow",
        question: "which part of the tree is looked at?",
        choices: &[
            ("full", "everything to a depth; any backup, any belief about the players"),
            ("alphabeta", "what can still matter, to a depth: backup=minimax or paranoid"),
            ("bestfirst", "leaf by leaf where it matters (select=); any backup, any belief about the players"),
            ("mcts", "simulations, more of them where they pay; any backup, any belief about the players (fold=)"),
            ("infosets", "everything to a depth, one move for all that looks alike; every backup that chooses a move"),
        ],
    },
    Axis {
        name: "value",
        question: "what is a leaf worth?",
        choices: &[
            ("NAME", "what an evaluation of the game says; the first by default"),
            ("intervals", "chances to win, from the intervals of the evaluation that eval= names"),
            (
                "quiet",
                "the same, but where it is not quiet grow=full and grow=infosets look on: (quiet:plies=8), by eval=",
            ),
            ("rollouts", "the mean of random games from there: (rollouts:games=10,horizon=200)"),
            ("(learned:file=FILE)", "what an evaluation says that `outwit learn` wrote"),
        ],
    },
    Axis {
        name: "backup",
        question: "what do children say about their parent?",
        choices: &[
            ("minimax", "the root's seat takes the most, the others leave it the least; chance averages"),
            ("maxn", "everybody takes the most for itself (ties=)"),
            ("paranoid", "as minimax, with what everybody gets (ties=)"),
            ("offensive", "the root's seat hurts one of the others (target=, ties=)"),
            ("mpmix", "maxn; paranoid with a lead; offensive against a leader (td=, to=, ties=)"),
            ("maxprob", "everybody takes the best chance to win; of equally good moves any"),
            ("expectation", "the root's seat takes the most, the others play by the belief about them"),
            ("product", "chances multiply, as if siblings were independent (evidence=)"),
            ("bounds", "chances between bounds that hold whatever the dependence (by=)"),
            ("softmaxn", "everybody takes the most for itself; every way to break ties is kept (security=)"),
            ("probmaxn", "each of the others goes by one of several evaluations (models=, careless=)"),
            ("quantal", "between the mean and the worst of what the others, chance and the hidden may be (tau=)"),
            ("worst", "the worst of what the others, chance and the hidden may be"),
            ("om", "the others minimise by evaluations of their own, which are known (models=)"),
        ],
    },
    Axis {
        name: "belief",
        question: "what is believed about the others, and about what is hidden?",
        choices: &[
            ("adversary", "the others choose as the backup says"),
            ("uniform", "all their moves are alike"),
            ("(SPEC)", "they play as this agent would: by what they have seen, if it can"),
            ("(SPEC*3;SPEC*1)", "now as one agent, now as another, with these weights"),
            ("learned", "they are one of several models, and watching them tells which (with=(models=...))"),
            ("+enumerated", "all worlds that agree with what was seen, where they can be listed (worlds=)"),
            ("+sampled", "worlds drawn from what was seen (drawn=); with grow=mcts one a simulation"),
            ("+single", "drawn worlds searched one at a time, which is fooled by strategy fusion"),
            ("+particles", "worlds carried along from move to move: grow=mcts"),
        ],
    },
];

/// The backups' names.
pub(super) const BACKUPS: &[&str] = &[
    "minimax",
    "maxn",
    "paranoid",
    "offensive",
    "mpmix",
    "maxprob",
    "expectation",
    "product",
    "bounds",
    "softmaxn",
    "probmaxn",
    "quantal",
    "worst",
    "om",
];
/// Those that go by what everybody gets, or by everybody's chance to win.
pub(super) const BY_VECTORS: &[&str] =
    &["maxn", "paranoid", "offensive", "mpmix", "maxprob", "expectation", "softmaxn"];
/// Those of them that can break ties at random.
pub(super) const WITH_TIES: &[&str] = &["maxn", "paranoid", "offensive", "mpmix"];
/// Those that do not choose one of the moves, or choose each in somebody else's eyes.
const NO_CHOICE: &[&str] = &["product", "bounds", "softmaxn", "om"];
/// Those whose full-width search leaves nothing out.
pub(super) const LOOKS_AT_ALL: &[&str] = &["minimax", "expectation", "product", "bounds", "quantal", "worst"];

pub(super) const GAMES: Key<u32> = Key::integer("games", "10", 1, 1 << 20, "random games from each leaf");
pub(super) const HORIZON: Key<u32> =
    Key::integer("horizon", "200", 1, 1 << 20, "moves of a game before the evaluation is asked");
pub(super) const PLIES: Key<u32> =
    Key::integer("plies", "8", 0, 32, "plies beyond the depth to follow positions the evaluation calls unquiet");

/// Agents of the list that are combinations, and which. Where a game has chance `expectiminimax` is what `alphabeta` is where it
/// has none.
pub const EQUALS: &[(&str, &str)] = &[
    ("minimax", "compose:grow=full,backup=minimax,belief=adversary"),
    ("expectimax", "compose:grow=full,backup=expectation,belief=uniform"),
    ("alphabeta", "compose:grow=alphabeta,backup=minimax,belief=adversary"),
    ("expectiminimax", "compose:grow=alphabeta,backup=minimax,belief=adversary"),
    ("paranoid", "compose:grow=alphabeta,backup=paranoid,belief=adversary"),
    ("maxn", "compose:grow=full,backup=maxn,belief=adversary"),
    ("offensive", "compose:grow=full,backup=offensive,belief=adversary"),
    ("mpmix", "compose:grow=full,backup=mpmix,belief=adversary"),
    ("maxprob", "compose:grow=full,value=intervals,backup=maxprob,belief=adversary"),
    ("softmaxn", "compose:grow=full,backup=softmaxn,belief=adversary"),
    ("probmaxn", "compose:grow=full,backup=probmaxn,belief=adversary"),
    ("product", "compose:grow=full,backup=product,belief=adversary"),
    ("bounds", "compose:grow=full,value=intervals,backup=bounds,belief=adversary"),
    ("om", "compose:grow=full,backup=om,models=last,belief=adversary"),
    ("prom", "compose:grow=full,backup=om,belief=adversary"),
    ("overconfident", "compose:grow=infosets,backup=expectation,belief=uniform+enumerated"),
    ("paranoid-is", "compose:grow=infosets,backup=worst,belief=adversary+enumerated"),
    ("quantal", "compose:grow=infosets,backup=quantal,belief=uniform+enumerated"),
    ("bestfirst", "compose:grow=bestfirst,select=principal,backup=minimax,belief=adversary"),
    ("minmaxapprox", "compose:grow=bestfirst,select=sensitive,backup=minimax,belief=adversary"),
    ("conspiracy", "compose:grow=bestfirst,select=conspiracy,backup=minimax,belief=adversary"),
    ("mgss", "compose:grow=bestfirst,select=single-step,backup=minimax,belief=adversary"),
    ("bstar", "compose:grow=bestfirst,select=bounds,backup=minimax,belief=adversary"),
    ("uct", "compose:grow=mcts,value=rollouts,backup=maxn,belief=adversary"),
    ("uct-paranoid", "compose:grow=mcts,value=rollouts,backup=paranoid,belief=adversary"),
    ("maxprob-mcts", "compose:grow=mcts,value=intervals,backup=maxprob,belief=adversary"),
    ("ismcts", "compose:grow=mcts,value=rollouts,backup=maxn,belief=adversary+sampled"),
    ("pomcp", "compose:grow=mcts,value=rollouts,backup=maxn,belief=adversary+particles"),
    ("model-mcts", "compose:grow=mcts,value=rollouts,backup=expectation,belief=learned"),
    ("model-vi", "compose:grow=full,backup=expectation,belief=learned"),
];

/// The combination that an agent of the list is, if it is one.
pub fn equal(name: &str) -> Option<&'static str> {
    EQUALS.iter().find(|(named, _)| *named == name).map(|(_, spec)| *spec)
}

/// How deep to look where no budget is given: as deep as the agents of those names do.
pub(super) fn default_depth(grow: &str, backup: &str) -> u32 {
    match backup {
        "expectation" | "softmaxn" | "probmaxn" if grow != "infosets" => 3,
        _ => 4,
    }
}

/// Refuses what makes no sense, with a sentence that says why and what would do.
pub(super) fn check<G: Game>(
    grow: &str,
    backup: &str,
    belief: &Belief,
    settings: &Settings,
    game: &G,
) -> Result<(), Problem> {
    let no = |sentence: String| Err(Problem::new(sentence));
    let hidden = game.facts().hidden;
    let learned = belief.who == Who::Learned;
    if backup == "expectation" && !belief.who.speaks() {
        return no(
            "backup=expectation averages over the others' moves, and belief=adversary gives them no probabilities: \
                   take belief=uniform or belief=(SPEC), or backup=maxn"
                .to_string(),
        );
    }
    if learned && backup != "expectation" {
        return no(format!(
            "belief=learned says how likely the others' moves are by models that go by values of their own, and \
             backup={backup} decides for them: take backup=expectation"
        ));
    }
    if learned && !["full", "mcts"].contains(&grow) && !(grow == "infosets" && hidden) {
        return no(format!("belief=learned looks ahead with grow=full or grow=mcts, not with grow={grow}"));
    }
    if backup == "om" && belief.who.speaks() || backup == "probmaxn" && belief.who.speaks() {
        return no(format!(
            "backup={backup} says itself how the others choose (models=), and so does the belief: take belief=adversary"
        ));
    }
    if hidden && ["full", "bestfirst", "alphabeta"].contains(&grow) && !learned {
        return no(format!(
            "grow={grow} looks at the position, and this game hides some of it: take grow=infosets or grow=mcts"
        ));
    }
    if !["infosets", "mcts"].contains(&grow) && belief.which != Which::Usual {
        return no(format!(
            "belief={} is about worlds, and grow={grow} looks at one position: take grow=infosets or grow=mcts",
            belief.which.word()
        ));
    }
    if grow == "infosets" {
        if belief.which == Which::Particles {
            return no(
                "belief=particles carries drawn worlds along, and grow=infosets lists them or draws them anew: take \
                       belief=enumerated or belief=sampled, or grow=mcts"
                    .to_string(),
            );
        }
        let random_ties = WITH_TIES.contains(&backup) && settings.get(TIES) == "random";
        if NO_CHOICE.contains(&backup) || random_ties {
            let what = if random_ties { "ties=random".to_string() } else { format!("backup={backup}") };
            return no(format!(
                "{what} does not settle on one move, so it cannot choose one for several worlds: take minimax, maxn, \
                 paranoid, maxprob, expectation, quantal or worst, with ties=first, or grow=full in an open game"
            ));
        }
        if hidden && (backup == "mpmix" || backup == "offensive" && settings.get(TARGET).is_none()) {
            return no(format!(
                "backup={backup} goes by who leads, and this game hides the position: take maxn, paranoid or \
                 offensive with target="
            ));
        }
    }
    if grow == "alphabeta" && (!["minimax", "paranoid"].contains(&backup) || belief.who.speaks()) {
        return no(format!(
            "grow=alphabeta leaves out what cannot matter to minimax, and backup={backup} with this belief is another \
             rule: grow=full takes any backup and belief"
        ));
    }
    let select = settings.get(SELECT);
    if grow == "bestfirst" && !["principal", "whole"].contains(&select) {
        if backup != "minimax" || belief.who.speaks() {
            return no(format!(
                "select={select} reasons about maxima and minima, so it goes with backup=minimax and belief=adversary; \
                 select=principal goes with any"
            ));
        }
    } else if grow != "bestfirst" && select != "principal" {
        return no(format!(
            "select={select} says which leaf comes next, and grow={grow} has no such choice: take grow=bestfirst"
        ));
    }
    if grow == "mcts" {
        let has_worlds = hidden || belief.which != Which::Usual;
        if has_worlds && backup != "expectation" {
            if !AVERAGES.contains(&backup) || settings.get(FOLD) == Some("backup") {
                let what =
                    if AVERAGES.contains(&backup) { "fold=backup".to_string() } else { format!("backup={backup}") };
                return no(format!(
                    "grow=mcts over worlds keeps averages, and {what} needs all that a move may lead to at once: take \
                     backup=maxn, paranoid, minimax or maxprob with fold=average, or grow=infosets"
                ));
            }
            if belief.who.speaks() {
                return no(format!(
                    "backup={backup} decides for the others, and over worlds grow=mcts lets them: take \
                     backup=expectation, or belief=adversary"
                ));
            }
        }
        if matches!(belief.which, Which::Enumerated | Which::Single) {
            return no(format!(
                "grow=mcts draws a world for each simulation: take belief=sampled or belief=particles, not {}; \
                 grow=infosets takes it",
                belief.which.word()
            ));
        }
    } else if settings.get(FOLD).is_some() {
        return no(format!("fold= says what simulations leave behind, and grow={grow} has none: take grow=mcts"));
    }
    Ok(())
}

/// The page that walks a road of its own, as a spec; none for what the general engines do.
pub(super) fn road<G: Game>(
    grow: &str,
    backup: &str,
    belief: &Belief,
    settings: &Settings,
    game: &G,
) -> Result<Option<Spec>, Problem> {
    let facts = game.facts();
    let learned = belief.who == Who::Learned;
    let has_worlds = facts.hidden || belief.which != Which::Usual;
    let name = match (grow, backup) {
        ("mcts", "expectation") if learned || has_worlds => "model-mcts",
        ("full" | "infosets", _) if learned => "model-vi",
        ("alphabeta", "paranoid") => "paranoid",
        ("alphabeta", _) if facts.chance => "expectiminimax",
        ("alphabeta", _) => "alphabeta",
        _ => return Ok(None),
    };
    let mut spec = Spec { name: name.to_string(), settings: Vec::new() };
    let mut set = |key: &str, value: String| spec.settings.push((key.to_string(), value));
    // Step 1. What every road understands.
    let monte_carlo = grow == "mcts";
    if let Some(depth) = settings.get(DEPTH) {
        if monte_carlo {
            return Err(Problem::new(
                "grow=mcts counts simulations, not plies: take nodes=, time= or with=(sims=1000)",
            ));
        }
        set("depth", depth.to_string());
    }
    if let Some(nodes) = settings.get(NODES) {
        set("nodes", nodes.to_string());
    }
    if let Some(time) = settings.get(TIME) {
        set("time", format!("{}us", time.as_micros()));
    }
    for key in [COST, TEMPERATURE, BLUNDER] {
        let number = settings.get(key);
        if number > 0.0 {
            set(key.parameter.name, number.to_string());
        }
    }
    // Step 2. The value axis.
    let mut eval = settings.get(EVAL).map(str::to_string);
    match settings.get(VALUE) {
        None => {}
        Some("rollouts") if monte_carlo => {}
        Some(text) if text.starts_with("rollouts") || text.starts_with("quiet") || text == "intervals" => {
            return Err(Problem::new(format!(
                "value={text} is nothing that {name} can be told; {}",
                if text.starts_with("quiet") && grow == "alphabeta" {
                    "write with=(quiescence=2) for two plies, or take grow=full"
                } else if monte_carlo {
                    "grow=mcts plays rollouts of its own, or asks an evaluation by its name"
                } else {
                    "take an evaluation by its name, or grow=full"
                }
            )));
        }
        Some(text) => {
            if monte_carlo {
                set("horizon", "0".to_string());
            }
            eval = Some(text.to_string());
        }
    }
    if let Some(eval) = eval {
        set("eval", eval);
    }
    // Step 3. The belief, for those who model the others.
    if name == "model-mcts" && !learned {
        let models = match &belief.who {
            Who::Agents(agents) => {
                let texts: Vec<String> = agents.iter().map(|(spec, _)| spec.to_string()).collect();
                let weights: Vec<String> = agents.iter().map(|(_, weight)| weight.to_string()).collect();
                match agents.len() {
                    1 => texts.concat(),
                    _ => format!("mixture:of=({}),weights=({})", texts.join(";"), weights.join(";")),
                }
            }
            _ => "uniform".to_string(),
        };
        set("models", models);
        set("catchall", "false".to_string());
        set("learn", "false".to_string());
    }
    // Step 4. What else the page is to be told.
    add_with(settings, &mut spec)?;
    Ok(Some(spec))
}

/// Adds what `with=` says to a spec.
pub(super) fn add_with(settings: &Settings, spec: &mut Spec) -> Result<(), Problem> {
    let Some(text) = settings.get(WITH) else { return Ok(()) };
    let further = Spec::parse(&format!("with:{text}")).map_err(|problem| problem.within("with"))?;
    for (key, value) in further.settings {
        if spec.settings.iter().any(|(known, _)| *known == key) {
            return Err(Problem::new(format!("with: `{key}` is settled by the axes already")));
        }
        spec.settings.push((key, value));
    }
    Ok(())
}
