//! The search that agents sit with: from what a seat has seen to what its moves are worth.
//!
//! Where all worlds that agree with what was seen can be listed, the answer is exact. Where they cannot, worlds are drawn
//! (*determinization*), in one of two ways (section 3.4 of the paper):
//! - a *batch* of worlds takes the place of all worlds, and is searched as one belief: one move for all of them;
//! - worlds are searched *one at a time*, and what they say of each move is put together. That can go on for as long as there
//!   is time, and costs little memory, but each world is searched as if nothing were hidden so far: moves that are good only
//!   because they fit one world look good in every world (*strategy fusion*), and what the others can do because they know
//!   better is not seen (*non-locality*).

use super::{Answer, InformationSets};
use crate::backup::Backup;
use crate::belief::information_set::{Belief, Held, World, at};
use crate::belief::{Agreement, Greedy, Opponent, Way, by_last_observation};
use crate::findings::{Findings, STOPPED_EARLY, no_tree};
use crate::grow::depth_first::LONG_SEARCH;
use crate::searcher::Search;
use crate::value::Leaf;
use outwit_game::{Budget, Control, Facts, Game, Meter, Outline, Player, Problem, Rng, Turn, View};

/// Which worlds are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worlds {
    /// All of them, unless they are more than `most`: then a batch of `drawn`.
    All {
        /// Worlds listed at most.
        most: usize,
        /// Worlds of a batch.
        drawn: usize,
    },
    /// This many drawn ones, searched as one belief.
    Batch(usize),
    /// This many drawn ones, searched one at a time; fewer if the budget ends before.
    OneByOne(usize),
}

/// Information-set search for an agent.
pub struct InformationSetSearch<G: Game, L, F, O> {
    /// How far and how long. Without a depth the search goes to the end of the game.
    pub budget: Budget,
    /// What positions at the horizon are worth.
    pub leaf: L,
    /// Makes the backup for the seat that searches; told how many seats there are.
    pub backup: F,
    /// How the others choose, and which kinds of player they may be.
    pub others: O,
    /// Which worlds are looked at.
    pub worlds: Worlds,
    /// Those of the move before, to go on from.
    pub held: Held<G>,
}

/// What was found: what each move is worth, how deep was looked, and the tree.
struct Found<V> {
    values: Vec<V>,
    depth: u32,
    tree: Option<Result<Outline, String>>,
}

impl<V: Clone> Found<V> {
    /// Says it.
    fn tell<M: Copy>(self, backup: &impl Backup<V>, facts: &Facts, seat: Player, findings: &mut Findings<M>) {
        if self.values.is_empty() {
            return findings.remarks.push(STOPPED_EARLY.to_string());
        }
        let mut picks = Vec::new();
        backup.picks(seat, &self.values, &[], &mut picks);
        findings.best = (0..picks.len()).filter(|&place| picks[place] > 0.0).collect();
        for (move_found, value) in findings.moves.iter_mut().zip(&self.values) {
            move_found.values = backup.seat_values(facts, value);
            // What others will do depends on the world, so a line is the move alone.
            move_found.line = vec![move_found.mv];
        }
        findings.value = backup.seat_values(facts, &backup.chosen(seat, &self.values));
        findings.depth = self.depth;
        match self.tree {
            Some(Ok(tree)) => findings.tree = Some(tree),
            Some(Err(remark)) => findings.remarks.push(remark),
            None => {}
        }
    }
}

/// Worlds carried along at least where some are drawn.
const CARRIED: usize = 300;

/// Worlds drawn by their weights, with steps of equal length; all of them where there are no more.
fn by_weight<G: Game>(worlds: Belief<G>, count: usize, rng: &mut Rng) -> Belief<G> {
    if worlds.len() <= count {
        return worlds;
    }
    let step = worlds.iter().map(|(_, weight)| weight).sum::<f64>() / count as f64;
    let (mut next, mut sum) = (rng.unit() * step, 0.0);
    let mut drawn = Belief::<G>::new();
    for (world, weight) in worlds {
        sum += weight;
        let mut copies = 0.0;
        while next < sum {
            copies += 1.0;
            next += step;
        }
        if copies > 0.0 {
            drawn.push((world, copies));
        }
    }
    drawn
}

/// One world by its weight, if there is any.
fn one_by_weight<G: Game>(worlds: &Belief<G>, rng: &mut Rng) -> Option<(World<G>, f64)> {
    if worlds.len() <= 1 {
        return worlds.first().cloned();
    }
    let target = rng.unit() * worlds.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut sum = 0.0;
    let is_it = |(_, weight): &&(World<G>, f64)| {
        sum += weight;
        target < sum
    };
    worlds.iter().find(is_it).map(|(world, _)| (world.clone(), 1.0))
}

/// Deep enough for every game.
const TO_THE_END: u32 = u32::MAX / 2;

impl<G: Game, L: Leaf<G>, B: Backup<L::Value>, O: Opponent<G>> InformationSets<'_, '_, G, L, B, O> {
    /// What is to be said of a belief: the deepest complete answer that the budget allows.
    pub fn find(
        &mut self,
        belief: &Belief<G>,
        budget: &Budget,
        mut findings: Findings<G::Move>,
    ) -> Result<Findings<G::Move>, Problem> {
        let deepest = budget.depth.unwrap_or(TO_THE_END);
        if deepest == 0 {
            findings.value = self.backup.seat_values(&self.facts, &self.at_once(belief));
            return Ok(findings);
        }
        let is_timed = budget.nodes.is_some() || budget.time.is_some() || self.control.is_limited();
        let may_be_stopped = self.control.stop.is_some() && (LONG_SEARCH as u32..TO_THE_END).contains(&deepest);
        let mut depth = if is_timed || may_be_stopped { 1 } else { deepest };
        let mut found = Found { values: Vec::new(), depth: 0, tree: None };
        while let Some(Answer { values, is_complete, tree, .. }) = self.answer(belief.clone(), depth)? {
            // To the end, the depth is that of the game, which nobody counted.
            found = Found { values, depth: if depth >= TO_THE_END { 0 } else { depth }, tree };
            self.meter.tell(found.depth, String::new);
            if is_complete || depth >= deepest {
                break;
            }
            depth += 1;
        }
        found.tell(self.backup, &self.facts, self.seat, &mut findings);
        findings.nodes = self.meter.nodes();
        Ok(findings)
    }
}

impl<G: Game, L: Leaf<G>, F, O: Opponent<G>> InformationSetSearch<G, L, F, O> {
    /// So many worlds, each as likely as it should be: as the game draws them, or else by their weights from those that were
    /// carried along.
    fn draw(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        count: usize,
        control: &Control<'_>,
    ) -> Result<Belief<G>, Problem> {
        let mut belief = self.drawn_by_game(view, rng, count);
        if belief.is_empty() {
            belief = by_weight(self.pool(view, count, control)?, count, rng);
        }
        Ok(belief)
    }

    /// So many worlds that the game draws; none where it cannot, and where they would not say enough.
    fn drawn_by_game(&self, view: &View<'_, G>, rng: &mut Rng, count: usize) -> Belief<G> {
        let game = view.game();
        let alike = |states: Vec<G::State>| states.into_iter().map(|state| (at(game, state, 0, false), 1.0)).collect();
        let mut belief = Belief::<G>::new();
        // A world that the game draws does not say what the others saw, nor who they are.
        if !self.others.reads_views() && self.others.kinds().len() == 1 {
            if self.held.way.forgets(false) {
                belief = alike(by_last_observation(view, count, rng));
            }
            if belief.is_empty() {
                belief = alike((0..count).map_while(|_| game.sample(view, rng)).collect());
            }
        }
        belief
    }

    /// What is drawn from where the game does not draw.
    fn pool(&mut self, view: &View<'_, G>, count: usize, control: &Control<'_>) -> Result<Belief<G>, Problem> {
        let most = match self.worlds {
            _ if self.held.way == Way::Pool => count,
            Worlds::All { most, .. } => most,
            Worlds::Batch(count) | Worlds::OneByOne(count) => count.max(CARRIED),
        };
        let (mut carried, _) = self.carried(view, most, control)?;
        if self.held.way == Way::Pool {
            carried.iter_mut().for_each(|(_, weight)| *weight = 1.0);
        }
        Ok(carried)
    }

    /// The worlds that were carried along, with the weights that the way to draw gives them.
    fn carried(
        &mut self,
        view: &View<'_, G>,
        most: usize,
        control: &Control<'_>,
    ) -> Result<(Belief<G>, Agreement), Problem> {
        match self.held.way == Way::Greedy && !self.others.reads_views() && self.others.kinds().len() == 1 {
            true => self.held.worlds(view, &mut Greedy(1.0), most, control),
            false => self.held.worlds(view, &mut self.others, most, control),
        }
    }

    /// Worlds one at a time, until they or the budget are used up: what they say of each move, and how many they were.
    fn one_by_one<'c, B: Backup<L::Value>>(
        &mut self,
        view: &View<'_, G>,
        backup: &B,
        rng: &mut Rng,
        count: usize,
        control: &Control<'c>,
        meter: &mut Meter<'c>,
    ) -> Result<(Vec<L::Value>, usize), Problem> {
        let mut of_moves: Vec<Vec<L::Value>> = Vec::new();
        let mut searched = 0;
        let depth = self.budget.depth.unwrap_or(TO_THE_END);
        let mut pool = None;
        for _ in 0..count {
            if searched > 0 && !meter.look() {
                break;
            }
            let mut belief = self.drawn_by_game(view, rng, 1);
            if belief.is_empty() {
                // What was carried along does not change while one thinks.
                let pool = match &mut pool {
                    Some(pool) => pool,
                    none => none.insert(self.pool(view, 1, control)?),
                };
                belief.extend(one_by_weight::<G>(pool, rng));
            }
            if belief.is_empty() {
                break;
            }
            let (game, seat) = (view.game(), view.seat());
            let mut sets = InformationSets::new(game, seat, &self.leaf, backup, &mut self.others, control, meter);
            let Some(Answer { values, .. }) = sets.answer(belief, depth)? else { break };
            searched += 1;
            of_moves.resize_with(values.len(), Vec::new);
            of_moves.iter_mut().zip(values).for_each(|(of_move, value)| of_move.push(value));
        }
        let weights = vec![1.0 / searched as f64; searched];
        let together = |values: &Vec<L::Value>| backup.back_up(Turn::Chance, values, &weights);
        Ok((of_moves.iter().map(together).collect(), searched))
    }
}

impl<G, L, B, F, O> Search<G> for InformationSetSearch<G, L, F, O>
where
    G: Game,
    L: Leaf<G>,
    B: Backup<L::Value>,
    F: Fn(Player, usize) -> B + Send,
    O: Opponent<G>,
{
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat) = (view.game(), view.seat());
        let backup = (self.backup)(seat, game.players());
        let mut meter = Meter::new(control, &self.budget)?;
        let mut findings = Findings::unsearched(view.moves());
        if let (Worlds::OneByOne(count), true) = (self.worlds, self.budget.depth != Some(0)) {
            let quiet = Control { record: None, ..*control };
            let (values, searched) = self.one_by_one(view, &backup, rng, count, &quiet, &mut meter)?;
            findings.remarks.push(format!("{searched} drawn worlds, one at a time"));
            let tree = control.record.map(|_| Err(no_tree("worlds searched one at a time have none in common")));
            let found = Found { values, depth: self.budget.depth.unwrap_or(0), tree };
            found.tell(&backup, &game.facts(), seat, &mut findings);
            findings.nodes = meter.nodes();
            return Ok(findings);
        }
        let within = Control { deadline: meter.deadline(), ..*control };
        let (listed, drawn) = match self.worlds {
            Worlds::All { drawn, .. } if self.held.way == Way::Last => (None, drawn),
            Worlds::All { most, drawn } => {
                let most = if self.held.way == Way::Pool { drawn } else { most };
                let (belief, agreement) = self.carried(view, most, &within)?;
                ((agreement == Agreement::Exact).then_some(belief), drawn)
            }
            Worlds::Batch(drawn) | Worlds::OneByOne(drawn) => (None, drawn),
        };
        let (belief, how) = match listed {
            Some(belief) => (belief, "all there are"),
            None => (self.draw(view, rng, drawn, &within)?, "drawn"),
        };
        if belief.is_empty() {
            findings.remarks.push(format!(
                "no position was found that agrees with what {seat} has seen: any move is as good as another"
            ));
            return Ok(findings);
        }
        findings.remarks.push(format!("worlds: {}, {how}", belief.len()));
        InformationSets::new(game, seat, &self.leaf, &backup, &mut self.others, control, &mut meter).find(
            &belief,
            &self.budget,
            findings,
        )
    }
}
