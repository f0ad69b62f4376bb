//! Offensive: hurt one of the others.
//!
//! The directed offensive strategy of Zuckerman, Felner and Kraus 2009. The root takes the move after which its target is
//! worth least, and of equally hurtful moves the best for itself; it assumes that everybody else, the target included,
//! maximises its own value as in [`maxn`](super::maxn). Costs b^d positions. Alone it is a poor plan; it is what
//! [`mpmix`](super::mpmix) does when somebody else is far ahead.

use super::catalog::{
    AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIES, TIME,
};
use super::mpmix::{leader, look};
use crate::backup::Strategy;
use crate::findings::Findings;
use crate::searcher::{Search, Searcher, position};
use outwit_game::{Agent, Budget, Control, Evaluated, Evaluation, Key, Player, Problem, Rng, Settings, View, keys};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const TARGET: Key<Option<usize>> =
    Key::integer("target", "", 1, 6, "the seat to hurt; whoever of the others is ahead, by default");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "offensive",
    summary: "hurts one of the others, by default whoever is ahead; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, TARGET, EVAL, TIES, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "offensive", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let target = target(settings, game)?;
    let ways = Ways::read(settings);
    Ok(Box::new(Searcher::new(Offensive::<G> { budget, evaluation, target, ways }, character)))
}

/// The seat that `target=` names.
pub(super) fn target<G: Evaluated>(settings: &Settings, game: &G) -> Result<Option<Player>, Problem> {
    match settings.get(TARGET) {
        None => Ok(None),
        Some(seat) if seat <= game.players() => Ok(Some(Player::new(seat - 1))),
        Some(seat) => Err(Problem::new(format!("target={seat} is no seat of this game: it has {}", game.players()))),
    }
}

/// How ties are broken.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    pub is_random: bool,
    pub prefers_looks: bool,
}

impl Ways {
    pub(super) fn read(settings: &Settings) -> Ways {
        Ways { is_random: settings.get(TIES) == "random", prefers_looks: settings.get(ROOT) == "heuristic" }
    }
}

struct Offensive<G: Evaluated> {
    budget: Budget,
    evaluation: G::Evaluation,
    target: Option<Player>,
    ways: Ways,
}

impl<G: Evaluated> Search<G> for Offensive<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat) = (view.game(), view.seat());
        if game.players() < 2 {
            // Nobody to hurt.
            return look(view, &self.evaluation, self.budget, Strategy::MaxN, self.ways, rng, control);
        }
        let values = self.evaluation.values(game, position(view)?);
        let others = Player::all(game.players()).filter(|&player| player != seat);
        let target = match self.target {
            Some(target) if target == seat => {
                return Err(Problem::new(format!("offensive cannot hurt {target}, the seat it sits in")));
            }
            Some(target) => target,
            None => leader(others, &values),
        };
        let strategy = Strategy::Offensive(target);
        let mut findings = look(view, &self.evaluation, self.budget, strategy, self.ways, rng, control)?;
        findings.remarks.push(format!("offensive against {target}"));
        Ok(findings)
    }
}
