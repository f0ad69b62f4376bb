//! Strategies that are chosen by looking at the position: whom to hurt, and when to defend a lead or attack a leader. What
//! [`mpmix`](super::mpmix) and [`offensive`](super::offensive) share.

use super::catalog::{Common, ROOT, TIES};
use crate::backup::{FirstTie, Preference, Pruning, RandomTies, Strategy};
use crate::belief::Adversary;
use crate::findings::Findings;
use crate::grow::{AlphaBeta, DepthFirst, Options, PreferLooks};
use crate::searcher::{Search, Searcher, position};
use crate::value::{Certain, Everybody};
use outwit_game::{Agent, Budget, Control, Evaluated, Evaluation, Payoffs, Player, Problem, Rng, Settings, View};

const DEFAULT_DEPTH: u32 = 4;

/// How the strategy is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Chooser {
    /// It is always this one.
    Fixed(Strategy),
    /// Offensive against this seat, or against whoever of the others is ahead.
    Offensive(Option<Player>),
    /// Paranoid with a lead, offensive against a leader, else MaxN.
    Mixed {
        /// The lead from which it defends, in the evaluation's notable gains.
        defends_from: f64,
        /// Another's lead from which it attacks.
        attacks_from: f64,
    },
}

impl Chooser {
    /// The strategy for a position, and why, where there was a choice. Alone at the table nobody is defended against or hurt.
    pub(super) fn choose<G: Evaluated>(
        self,
        view: &View<'_, G>,
        evaluation: &G::Evaluation,
    ) -> Result<(Strategy, Option<String>), Problem> {
        let (game, seat) = (view.game(), view.seat());
        let values = || Ok::<Payoffs, Problem>(evaluation.values(game, position(view)?));
        let without = |seat: Player| Player::all(game.players()).filter(move |&player| player != seat);
        match self {
            Chooser::Fixed(strategy) => Ok((strategy, None)),
            _ if game.players() < 2 => Ok((Strategy::MaxN, None)),
            Chooser::Offensive(Some(target)) if target == seat => {
                Err(Problem::new(format!("offensive cannot hurt {target}, the seat it sits in")))
            }
            Chooser::Offensive(target) => {
                let target = match target {
                    Some(target) => target,
                    None => leader(without(seat), &values()?),
                };
                Ok((Strategy::Offensive(target), Some(format!("offensive against {target}"))))
            }
            Chooser::Mixed { defends_from, attacks_from } => {
                let values = values()?;
                let first = leader(Player::all(game.players()), &values);
                // Of several leaders nobody is ahead.
                let second = leader(without(first), &values);
                let lead = (values[first] - values[second]) / evaluation.unit(game);
                let told = format!("{first} leads by {lead:.2} notable gains");
                let (strategy, why) = if first == seat && lead >= defends_from {
                    (Strategy::Paranoid, format!("{told}, at least td={defends_from}: paranoid"))
                } else if first != seat && lead >= attacks_from {
                    let why = format!("{told}, at least to={attacks_from}: offensive against {first}");
                    (Strategy::Offensive(first), why)
                } else {
                    (Strategy::MaxN, format!("{told}: MaxN"))
                };
                Ok((strategy, Some(why)))
            }
        }
    }
}

/// The player with the highest value, the first of several.
fn leader(players: impl Iterator<Item = Player>, values: &Payoffs) -> Player {
    players
        .reduce(|best, player| if values[player] > values[best] { player } else { best })
        .expect("there is at least one player to compare")
}

/// Puts a search by a chosen strategy in a seat.
pub(super) fn seat<G: Evaluated>(
    chooser: Chooser,
    settings: &Settings,
    game: &G,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let (is_random, prefers_looks) = (settings.get(TIES) == "random", settings.get(ROOT) == "heuristic");
    let search = Strategic::<G> { budget, evaluation, chooser, is_random, prefers_looks };
    Ok(Box::new(Searcher::new(search, character)))
}

struct Strategic<G: Evaluated> {
    budget: Budget,
    evaluation: G::Evaluation,
    chooser: Chooser,
    is_random: bool,
    prefers_looks: bool,
}

impl<G: Evaluated> Search<G> for Strategic<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (strategy, why) = self.chooser.choose(view, &self.evaluation)?;
        let (budget, prefers_looks, evaluation) = (self.budget, self.prefers_looks, self.evaluation.clone());
        let preference = move |root: Player| Preference { root, strategy };
        let mut findings = if strategy == Strategy::Paranoid {
            let mut search = AlphaBeta::new(budget, Options::default(), evaluation.clone());
            match prefers_looks {
                true => PreferLooks { search, evaluation }.search(view, rng, control),
                false => search.search(view, rng, control),
            }
        } else if self.is_random {
            let backup = move |root: Player, players: usize| RandomTies { preference: preference(root), players };
            let search = DepthFirst::new(budget, Certain(Everybody(evaluation)), backup, Adversary);
            DepthFirst { prefers_looks, ..search }.search(view, rng, control)
        } else {
            let (span, pruning) = (evaluation.span(view.game()), Pruning::Shallow);
            let backup =
                move |root: Player, players: usize| FirstTie { preference: preference(root), players, span, pruning };
            DepthFirst { prefers_looks, ..DepthFirst::new(budget, Everybody(evaluation), backup, Adversary) }
                .search(view, rng, control)
        }?;
        findings.remarks.extend(why);
        Ok(findings)
    }
}
