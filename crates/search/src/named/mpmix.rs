//! MP-Mix: play for yourself, defend a lead, attack a leader.
//!
//! Zuckerman, Felner and Kraus 2009; Zuckerman and Felner 2011. Before it searches, it compares the static values: leading
//! by at least `td` it plays [`paranoid`](super::paranoid); behind a leader who is ahead of everybody by at least `to` it
//! plays [`offensive`](super::offensive) against that one; else [`maxn`](super::maxn). The thresholds count in the
//! evaluation's notable gain (a trick, a point, a pushed marble, three steps: what Hashavit and Markovitch 2011 took), so 1
//! is their setting; they called it untuned. Costs what the chosen strategy costs. Which one it chose stands in the report.

use super::catalog::{
    AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIES, TIME,
};
use super::offensive::Ways;
use crate::backup::{FirstTie, Preference, Pruning, RandomTies, Strategy};
use crate::belief::Adversary;
use crate::findings::Findings;
use crate::grow::{AlphaBeta, DepthFirst, Options, PreferLooks};
use crate::searcher::{Search, Searcher, position};
use crate::value::{Certain, Everybody};
use outwit_game::{
    Agent, Budget, Control, Evaluated, Evaluation, Game, Key, Payoffs, Player, Problem, Rng, Settings, View, keys,
};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const TD: Key<f64> =
    Key::amount("td", "1", "the lead from which it defends, in the evaluation's notable gains; 1e9 for never");
pub(super) const TO: Key<f64> =
    Key::amount("to", "1", "another's lead from which it attacks, in the evaluation's notable gains; 1e9 for never");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "mpmix",
    summary: "plays for itself, defends a lead, attacks a leader; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, TD, TO, EVAL, TIES, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "mpmix", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let search = MpMix::<G> {
        budget,
        evaluation,
        defends_from: settings.get(TD),
        attacks_from: settings.get(TO),
        ways: Ways::read(settings),
    };
    Ok(Box::new(Searcher::new(search, character)))
}

struct MpMix<G: Evaluated> {
    budget: Budget,
    evaluation: G::Evaluation,
    defends_from: f64,
    attacks_from: f64,
    ways: Ways,
}

/// The strategy for these static values, and why. `defends_from` and `attacks_from` count in the evaluation's notable gain.
pub(super) fn strategy<G: Game>(
    game: &G,
    seat: Player,
    values: &Payoffs,
    unit: f64,
    (defends_from, attacks_from): (f64, f64),
) -> (Strategy, String) {
    let first = leader(Player::all(game.players()), values);
    // Of several leaders nobody is ahead.
    let second = leader(Player::all(game.players()).filter(|&player| player != first), values);
    let lead = (values[first] - values[second]) / unit;
    let told = format!("{first} leads by {lead:.2} notable gains");
    if first == seat && lead >= defends_from {
        (Strategy::Paranoid, format!("{told}, at least td={defends_from}: paranoid"))
    } else if first != seat && lead >= attacks_from {
        (Strategy::Offensive(first), format!("{told}, at least to={attacks_from}: offensive against {first}"))
    } else {
        (Strategy::MaxN, format!("{told}: MaxN"))
    }
}

impl<G: Evaluated> Search<G> for MpMix<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let game = view.game();
        let values = self.evaluation.values(game, position(view)?);
        if game.players() < 2 {
            return look(view, &self.evaluation, self.budget, Strategy::MaxN, self.ways, rng, control);
        }
        let thresholds = (self.defends_from, self.attacks_from);
        let (strategy, why) = strategy(game, view.seat(), &values, self.evaluation.unit(game), thresholds);
        let mut findings = look(view, &self.evaluation, self.budget, strategy, self.ways, rng, control)?;
        findings.remarks.push(why);
        Ok(findings)
    }
}

/// The player with the highest value, the first of several.
pub(super) fn leader(players: impl Iterator<Item = Player>, values: &Payoffs) -> Player {
    players
        .reduce(|best, player| if values[player] > values[best] { player } else { best })
        .expect("there is at least one player to compare")
}

/// Searches by one of the strategies.
pub(super) fn look<G: Evaluated>(
    view: &View<'_, G>,
    evaluation: &G::Evaluation,
    budget: Budget,
    strategy: Strategy,
    ways: Ways,
    rng: &mut Rng,
    control: &Control<'_>,
) -> Result<Findings<G::Move>, Problem> {
    let game = view.game();
    let Ways { is_random, prefers_looks } = ways;
    if strategy == Strategy::Paranoid {
        let search = AlphaBeta::new(budget, Options::default(), evaluation.clone());
        if prefers_looks {
            return PreferLooks { search, evaluation: evaluation.clone() }.search(view, rng, control);
        }
        return { search }.search(view, rng, control);
    }
    let preference = move |root: Player| Preference { root, strategy };
    if is_random {
        let backup = move |root: Player, players: usize| RandomTies { preference: preference(root), players };
        let search = DepthFirst::new(budget, Certain(Everybody(evaluation.clone())), backup, Adversary);
        return DepthFirst { prefers_looks, ..search }.search(view, rng, control);
    }
    let span = evaluation.span(game);
    let backup = move |root: Player, players: usize| FirstTie {
        preference: preference(root),
        players,
        span,
        pruning: Pruning::Shallow,
    };
    DepthFirst { prefers_looks, ..DepthFirst::new(budget, Everybody(evaluation.clone()), backup, Adversary) }
        .search(view, rng, control)
}
