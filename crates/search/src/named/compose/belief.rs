//! The belief axis as text: who the others are, and which worlds are possible.

use crate::belief::{Adversary, Mixture, Opponent, Uniform};
use crate::named::catalog::{Pages, parts};
use crate::named::overconfident::modelled;
use outwit_game::{Evaluated, Parameter, Problem, Spec};

/// How the others choose.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Who {
    /// As the backup says.
    Adversary,
    /// Every move alike.
    Uniform,
    /// As agents would, by weights, at every decision anew.
    Agents(Vec<(Spec, f64)>),
    /// As models do of which it is learned which is right.
    Learned,
}

/// Which worlds are looked at where something is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// Nobody said.
    Usual,
    /// All of them, where they can be listed.
    Enumerated,
    /// Drawn ones, as one belief.
    Sampled,
    /// Drawn ones, one at a time.
    Single,
    /// Those carried along from move to move.
    Particles,
}

impl Which {
    /// The word in specs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Which::Usual => "",
            Which::Enumerated => "enumerated",
            Which::Sampled => "sampled",
            Which::Single => "single",
            Which::Particles => "particles",
        }
    }
}

/// What is believed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Belief {
    pub who: Who,
    pub which: Which,
}

impl Belief {
    /// Reads the text of `belief=`; what it leaves out is what goes with the backup.
    pub(super) fn read(text: Option<&str>, backup: &str) -> Result<Belief, Problem> {
        let needs_probabilities = matches!(backup, "expectation" | "quantal");
        let usual = if needs_probabilities { Who::Uniform } else { Who::Adversary };
        let mut belief = Belief { who: usual, which: Which::Usual };
        let (mut has_who, mut has_which) = (false, false);
        for part in parts(text.unwrap_or(""), '+') {
            let which = [Which::Enumerated, Which::Sampled, Which::Single, Which::Particles]
                .into_iter()
                .find(|which| which.word() == part);
            let stands_twice = match which {
                Some(which) => {
                    belief.which = which;
                    std::mem::replace(&mut has_which, true)
                }
                None => {
                    belief.who = Who::read(part).map_err(|problem| problem.within("belief"))?;
                    std::mem::replace(&mut has_who, true)
                }
            };
            if stands_twice {
                return Err(Problem::new(format!(
                    "belief: `{part}` is a second answer to one question; several players are written \
                     (SPEC*3;SPEC*1), with their weights"
                )));
            }
        }
        Ok(belief)
    }
}

impl Who {
    fn read(text: &str) -> Result<Who, Problem> {
        match text {
            "adversary" => return Ok(Who::Adversary),
            "uniform" => return Ok(Who::Uniform),
            "learned" => return Ok(Who::Learned),
            _ => {}
        }
        let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
        let agents = parts(inside, ';').into_iter().map(|part| {
            let (spec, weight) = match part.rsplit_once('*') {
                Some((spec, weight)) => (spec, Parameter::number(weight).filter(|weight| *weight > 0.0)),
                None => (part, Some(1.0)),
            };
            let weight = weight.ok_or_else(|| {
                Problem::new(format!("`{part}` ends in no weight above 0: write for example {spec}*2"))
            })?;
            let spec = spec.trim();
            let spec = spec.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(spec);
            Ok((Spec::parse(spec)?, weight))
        });
        let agents = agents.collect::<Result<Vec<_>, Problem>>()?;
        if agents.is_empty() {
            return Err(Problem::new("nobody is named; take adversary, uniform, learned or the spec of an agent"));
        }
        Ok(Who::Agents(agents))
    }

    /// Whether it gives the others' moves probabilities.
    pub(super) fn speaks(&self) -> bool {
        *self != Who::Adversary
    }

    /// As the engines ask it.
    pub(super) fn opponent<G: Evaluated>(&self, game: &G, inner: Pages<G>) -> Result<Box<dyn Opponent<G>>, Problem> {
        let one = |spec: &Spec| -> Result<Box<dyn Opponent<G>>, Problem> {
            match spec.name.as_str() {
                "uniform" if spec.settings.is_empty() => Ok(Box::new(Uniform)),
                _ => modelled(spec, game, inner).map_err(|problem| problem.within("belief")),
            }
        };
        Ok(match self {
            Who::Adversary => Box::new(Adversary),
            Who::Uniform => Box::new(Uniform),
            Who::Agents(agents) => match &agents[..] {
                [(spec, _)] => one(spec)?,
                _ => {
                    let parts = agents.iter().map(|(spec, weight)| Ok((*weight, one(spec)?)));
                    Box::new(Mixture(parts.collect::<Result<Vec<_>, Problem>>()?))
                }
            },
            Who::Learned => {
                return Err(Problem::new(
                    "belief=learned goes with backup=expectation, and with grow=full or grow=mcts",
                ));
            }
        })
    }
}
