//! Monte-Carlo search with any leaf, backup and belief: the general engine of this folder.
//!
//! Simulations go down the same tree as everywhere here, by the same formulas, and end in the same rollouts. What differs is
//! what a position makes of its moves: not the average of what went through it but what the backup says of those that were
//! tried, by what each mover likes (Coulom 2006 calls that backing up the best). Chance and players about whom there is a
//! belief count by their probabilities, however often they were drawn. A leaf that is asked again, as its rollouts differ, is
//! worth their mixture. A position below which everything has been seen is *complete* and nobody goes there any more, so a tree
//! that fits in the budget is grown to its end and has the values that every other engine gives it.
//!
//! The fast road beside it keeps averages ([`MonteCarlo`](super::MonteCarlo)): one sum a node, and proofs.

use super::formula::Formula;
use super::report::{self, Scribe};
use super::rules::Rules;
use super::simulate::Grower;
use super::tree::{CHANCE, Tree, TurnCode, code};
use super::{Choice, Options};
use crate::backup::Backup;
use crate::belief::{Adversary, Decision, Modelled, Opponent};
use crate::findings::{Findings, Found, UNKNOWN};
use crate::grow::record::in_range;
use crate::searcher::{Search, position};
use crate::value::Leaf;
use outwit_game::{
    Bound, Budget, Control, Evaluation, Game, Interval, MAX_SEATS, Meter, MoveCode, Payoffs, Player, Problem, Rng,
    SeatValues, Turn, View, equally_good,
};

/// A search by simulations with any leaf, backup and opponents.
pub struct Simulations<G: Game, L, F, O> {
    /// How the tree grows. What the axes say themselves (aim, stakes, fold, information) is not asked.
    pub options: Options,
    /// What the end of a rollout is worth.
    pub leaf: L,
    /// Makes the backup for the seat that searches; told how many seats there are.
    pub backup: F,
    /// What is believed about the others.
    pub others: O,
    /// How rollouts are played; at random where there is none.
    pub policy: Option<Modelled<G>>,
}

/// The leaf as an evaluation, for priors and rollouts.
struct Looks<'a, L>(&'a L);

impl<G: Game, L: Leaf<G>> Evaluation<G> for Looks<'_, L> {
    fn value(&self, game: &G, state: &G::State, seat: Player) -> f64 {
        self.0.values(game, state)[seat]
    }
    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        self.0.values(game, state)
    }
    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        self.0.intervals(game, state)
    }
}

/// What a node of the tree has besides.
struct Side<V> {
    /// What it is worth; nothing before it was visited.
    value: Option<V>,
    /// What it said before it was looked into, for a backup that listens.
    own: Option<V>,
    /// How likely it is given its parent; not a number where the backup decides.
    weight: f64,
    /// Nothing below is left to be found out.
    is_complete: bool,
}

impl<V> Side<V> {
    fn new() -> Side<V> {
        Side { value: None, own: None, weight: f64::NAN, is_complete: false }
    }
}

/// A search under way.
struct Growth<'a, G: Game, L: Leaf<G>, B, O> {
    grower: Grower<'a, G, Looks<'a, L>>,
    tree: Tree,
    sides: Vec<Side<L::Value>>,
    leaf: &'a L,
    backup: &'a B,
    others: &'a mut O,
    seat: Player,
    /// The least and the most that somebody liked something so far, by turn.
    ranges: [(f64, f64); MAX_SEATS + 1],
    path: Vec<(u32, TurnCode)>,
}

impl<'a, G: Game, L: Leaf<G>, B: Backup<L::Value>, O: Opponent<G>> Growth<'a, G, L, B, O> {
    /// One simulation from the root; false where the budget did not reach.
    fn simulate(&mut self, from: &G::State, meter: &mut Meter<'_>) -> Result<bool, Problem> {
        let game = self.grower.game;
        let (mut state, mut at) = (from.clone(), self.tree.root);
        let (left, mut plies) = (meter.left(), 0);
        self.path.clear();
        self.path.push((at, self.tree.nodes[at as usize].turn));
        let is_finished = loop {
            let turn = self.tree.nodes[at as usize].turn;
            // Step 1. Children, with their probabilities if they have some.
            if self.tree.nodes[at as usize].children == 0 && !self.expand(at, &state)? {
                break self.grower.play_on(&mut state, left, &mut plies)?;
            }
            // Step 2. One of those below which something is left to be seen.
            let child = self.select(at, turn);
            if plies == left {
                break false;
            }
            plies += 1;
            game.play(&mut state, G::Move::from_code(self.tree.nodes[child as usize].mv));
            self.path.push((child, turn));
            at = child;
            // Step 3. A new node: what it pays, or a rollout.
            if self.tree.nodes[at as usize].visits == 0 {
                let turn = game.turn(&state);
                self.tree.nodes[at as usize].turn = code(turn);
                if turn.is_over() {
                    self.sides[at as usize].is_complete = true;
                    break true;
                }
                break self.grower.play_on(&mut state, left, &mut plies)?;
            }
        };
        meter.count_many(plies);
        if !is_finished {
            meter.stop();
            return Ok(false);
        }
        let value = match game.turn(&state).is_over() {
            true => self.leaf.ended(game, &state, self.seat),
            false => self.leaf.cut(game, &state, self.seat),
        };
        self.back_up(value);
        Ok(true)
    }

    /// Lists the moves of a node. False where there are none to list, or no room for them.
    fn expand(&mut self, at: u32, state: &G::State) -> Result<bool, Problem> {
        if !self.grower.expand(&mut self.tree, at, state) {
            return Ok(false);
        }
        let (game, children) = (self.grower.game, self.tree.children(at));
        self.sides.resize_with(self.tree.nodes.len(), Side::new);
        match game.turn(state) {
            Turn::Chance => {
                let weight =
                    |child: u32| game.weight(state, G::Move::from_code(self.tree.nodes[child as usize].mv)) as f64;
                let total: f64 = children.clone().map(weight).sum();
                for child in children {
                    self.sides[child as usize].weight = weight(child) / total;
                }
            }
            Turn::Of(player) if player != self.seat && self.others.speaks() => {
                let Grower { moves, weights, rng, control, .. } = &mut self.grower;
                weights.clear();
                let decision = Decision::open(game, state, player, moves);
                self.others.probabilities(&decision, rng, control, weights)?;
                for (child, weight) in children.zip(weights.iter()) {
                    self.sides[child as usize].weight = *weight;
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// A child that was never tried, each equally likely; else by its probability, or the one the formula likes best.
    fn select(&mut self, at: u32, turn: TurnCode) -> u32 {
        let (tree, sides, rng) = (&self.tree, &self.sides, &mut self.grower.rng);
        let open = tree.children(at).filter(|&child| !sides[child as usize].is_complete);
        let is_weighed = open.clone().any(|child| !sides[child as usize].weight.is_nan());
        if is_weighed || tree.rules.formula != Formula::Puct {
            let untried = open.clone().filter(|&child| tree.nodes[child as usize].visits == 0);
            let count = untried.clone().count();
            if count > 0 {
                return untried.clone().nth(rng.index(count)).expect("it was counted");
            }
        }
        if is_weighed {
            // What cannot come is looked at last: some rules ask about it all the same.
            let total: f64 = open.clone().map(|child| sides[child as usize].weight).sum();
            let weight = |child: u32| if total > 0.0 { sides[child as usize].weight } else { 1.0 };
            let weights: Vec<f64> = open.clone().map(weight).collect();
            return open.clone().nth(rng.weighted(&weights)).expect("one of those that were weighed");
        }
        let (low, high) = self.ranges[usize::from(turn)];
        let scale = if high > low { 1.0 / (high - low) } else { 1.0 };
        let sum = |place: usize| tree.nodes[place].sum;
        // Squares are those of the last value: what a node is worth is no average.
        let squares =
            |place: usize| tree.nodes[place].sum * tree.nodes[place].sum / f64::from(tree.nodes[place].visits);
        tree.best_by_formula(at, open.map(|child| child as usize), sum, squares, scale, &self.grower.ucb)
    }

    /// Tells every node of the path what it is worth now, from the last one up.
    fn back_up(&mut self, value: L::Value) {
        let path = std::mem::take(&mut self.path);
        for (depth, &(place, chooser)) in path.iter().enumerate().rev() {
            let node = place as usize;
            self.tree.nodes[node].visits += 1;
            let results = f64::from(self.tree.nodes[node].visits - u32::from(place == self.tree.root));
            let worth = if depth + 1 < path.len() {
                self.of_children(place)
            } else {
                match self.sides[node].value.take() {
                    // Rollouts are outcomes of chance.
                    Some(old) => {
                        let weights = [(results - 1.0) / results, 1.0 / results];
                        self.backup.back_up(Turn::Chance, &[old, value.clone()], &weights)
                    }
                    None => value.clone(),
                }
            };
            let liking = match chooser {
                CHANCE => 0.0,
                turn => self.backup.liking(Player::new(turn.into()), &worth),
            };
            if liking.is_finite() && place != self.tree.root {
                let range = &mut self.ranges[usize::from(chooser)];
                *range = (range.0.min(liking), range.1.max(liking));
            }
            self.tree.nodes[node].sum = results * liking;
            let side = &mut self.sides[node];
            if self.backup.listens() && side.own.is_none() {
                side.own = Some(worth.clone());
            }
            side.value = Some(worth);
        }
        self.path = path;
    }

    /// What the children that were tried say of a node, and whether nothing is left below it.
    fn of_children(&mut self, place: u32) -> L::Value {
        let turn = match self.tree.nodes[place as usize].turn {
            CHANCE => Turn::Chance,
            turn => Turn::Of(Player::new(turn.into())),
        };
        let family = self.tree.children(place).map(|child| &self.sides[child as usize]);
        let is_complete = family.clone().all(|side| side.is_complete);
        let (mut values, mut weights) = (Vec::with_capacity(family.len()), Vec::new());
        for side in family {
            if let Some(value) = &side.value {
                values.push(value.clone());
                weights.extend((!side.weight.is_nan()).then_some(side.weight));
            }
        }
        let total: f64 = weights.iter().sum();
        let even = 1.0 / weights.len().max(1) as f64;
        weights.iter_mut().for_each(|weight| *weight = if total > 0.0 { *weight / total } else { even });
        let mut worth = self.backup.back_up(turn, &values, &weights);
        if place == 0 {
            worth = self.backup.at_root(self.seat, &values, worth);
        }
        let side = &mut self.sides[place as usize];
        side.is_complete = is_complete;
        if let (Some(own), true) = (&side.own, self.backup.listens() && !is_complete && turn != Turn::Chance) {
            worth = self.backup.hear(worth, own.clone());
        }
        worth
    }
}

impl<G, L, B, F, O> Search<G> for Simulations<G, L, F, O>
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
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let options = &self.options;
        let budget = Budget { nodes: options.nodes, time: options.time, ..Budget::default() };
        let mut meter = Meter::new(control, &budget)?;
        let within = Control { deadline: meter.deadline(), record: None, progress: None, ..*control };
        let backup = (self.backup)(seat, game.players());
        let looks = Looks(&self.leaf);
        let mut rules = Rules::new(game, options, seat, None);
        rules.most_nodes = (options.memory / (super::tree::NODE_BYTES + size_of::<Side<L::Value>>())).max(1 << 12);
        let unit = rules.unit;
        let grower = Grower::new(game, &looks, options, self.policy.as_mut(), Adversary, rng.clone(), within, unit);
        let mut growth = Growth {
            grower,
            tree: Tree::new(rules, Turn::Of(seat)),
            sides: vec![Side::new()],
            leaf: &self.leaf,
            backup: &backup,
            others: &mut self.others,
            seat,
            ranges: [(f64::INFINITY, f64::NEG_INFINITY); MAX_SEATS + 1],
            path: Vec::new(),
        };
        let simulations = options.simulations.unwrap_or(u64::MAX);
        let mut done = 0;
        while done < simulations && !meter.is_stopped() && !growth.sides[0].is_complete {
            if !growth.simulate(state, &mut meter)? {
                break;
            }
            done += 1;
        }
        let Growth { tree, sides, grower, .. } = growth;
        *rng = grower.rng;
        let facts = game.facts();
        let values = |at: u32| -> SeatValues {
            let known = sides[at as usize].value.as_ref();
            known.map_or(UNKNOWN, |value| backup.seat_values(&facts, value).map(|value| value.map(|v| v + 0.0)))
        };
        Ok(self.findings(game, state, seat, &tree, &sides, &values, &backup, (done, meter.nodes()), control.record))
    }
}

impl<G: Game, L, F, O> Simulations<G, L, F, O> {
    #[expect(clippy::too_many_arguments)]
    fn findings<B: Backup<L::Value>>(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        tree: &Tree,
        sides: &[Side<L::Value>],
        values: &dyn Fn(u32) -> SeatValues,
        backup: &B,
        (simulations, nodes): (u64, u64),
        record: Option<usize>,
    ) -> Findings<G::Move>
    where
        L: Leaf<G>,
    {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let family: Vec<u32> = tree.children(0).collect();
        let mut remarks = vec![format!("{simulations} simulations, {} positions in the tree", tree.nodes.len())];
        if family.is_empty() {
            return Findings { nodes, remarks, ..Findings::unsearched(&moves) };
        }
        // Step 1. The best: where all is known, or by value, what the backup picks of those that were tried; else the most tried.
        let tried: Vec<usize> =
            (0..family.len()).filter(|&place| sides[family[place] as usize].value.is_some()).collect();
        let by_value = sides[0].is_complete || self.options.choice == Choice::Value;
        let best: Vec<usize> = if by_value && !tried.is_empty() {
            let known: Vec<L::Value> =
                tried.iter().filter_map(|&place| sides[family[place] as usize].value.clone()).collect();
            let mut picks = Vec::new();
            backup.picks(seat, &known, &[], &mut picks);
            tried.iter().zip(&picks).filter(|(_, pick)| **pick > 0.0).map(|(&place, _)| place).collect()
        } else {
            let visits = |place: usize| f64::from(tree.nodes[family[place] as usize].visits);
            let most = (0..family.len()).map(visits).fold(0.0, f64::max);
            (0..family.len()).filter(|&place| equally_good(visits(place), most)).collect()
        };
        // Step 2. What there is to say.
        let found = |(&mv, &child): (&G::Move, &u32)| {
            let mut line = vec![mv];
            let mut at = child;
            while let Some(next) = report::most_visited(tree, at) {
                line.push(G::Move::from_code(tree.nodes[next as usize].mv));
                at = next;
            }
            Found { mv, values: values(child), bound: Bound::Exact, line }
        };
        let found: Vec<Found<G::Move>> = moves.iter().zip(&family).map(found).collect();
        if sides[0].is_complete {
            remarks.push("the tree is grown to its end".to_string());
        }
        let texts: Vec<String> = (moves.iter().zip(&family))
            .map(|(&mv, &child)| format!("{} {}", game.move_text(state, mv), tree.nodes[child as usize].visits))
            .collect();
        remarks.push(format!("visits: {}", texts.join(", ")));
        let looks = |state: &G::State| self.leaf.values(game, state);
        let outline = record.map(|limit| {
            let least = report::least_visits(tree, limit, &mut remarks);
            let scribe = Scribe { game, tree, least, value: &|at, _| values(at), looks: &looks };
            in_range(game, scribe.write(0, state, String::new(), None, tree.nodes[0].turn))
        });
        Findings {
            line: found[best[0]].line.clone(),
            moves: found,
            best,
            picks: Vec::new(),
            value: values(0),
            nodes,
            depth: 0,
            tree: outline,
            remarks,
            extras: Vec::new(),
        }
    }
}
