//! Hybrid sampling: boards that agree with what was heard, each searched as if nothing were hidden.
//!
//! Parker, Nau and Subrahmanian, *Game-tree search with combinatorially large belief states*, 2005: the statistical sampling
//! player of kriegspiel that their later [`overconfident`](super::overconfident) and [`paranoid`](super::paranoid_is) players are
//! measured against. `sample=` chooses the [`way`](crate::belief::Way) worlds are drawn in; `hybrid` is theirs. In each world both sides
//! see everything and the other does its worst (alpha-beta to `depth`); values are averaged over the worlds in which a move
//! is legal. Like [`pimc`](super::pimc) it assumes that everything will be known after the move (strategy fusion), but a try that
//! would be refused is no move in its trees. Costs `worlds` searches.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::belief::{Particles, Way, by_last_observation, sample};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN, best_of, seat_values};
use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Bound, Budget, Control, Evaluated, Evaluation, Key, Meter, Player, Problem, Report, Rng, SampleLimits,
    Settings, Turn, View, Word, end_value, keys,
};

const WORLDS: Key<Option<usize>> =
    Key::integer("worlds", "", 1, 1 << 24, "worlds to draw; 30 without a budget, else as many as that allows");
const PLIES: Key<u32> = Key::integer("depth", "2", 0, 100, "plies to look ahead in each world");
const POOL: Key<usize> = Key::integer("pool", "300", 1, 1 << 20, "worlds carried from move to move at most");

const SAMPLE: Key<Word> = sample("hybrid");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "hs",
    summary: "hybrid sampling: alpha-beta in worlds that agree with everything, then with the last observation",
    parameters: keys![PLIES, WORLDS, NODES, TIME, POOL, SAMPLE, EVAL, TEMPERATURE, BLUNDER],
    demands: Demands { zero_sum_for_two: true, ..Demands::ANY },
    axes: Axes { grow: "alpha-beta a world", value: "evaluation", backup: "minimax", belief: "adversary+single" },
};

/// Values are added up in this unit, a power of 2 that rounds nothing: sums of the largest numbers there are stay finite.
const UNIT: f64 = 1.0 / (1u64 << 32) as f64;
/// Worlds where nobody says how long to think.
const DEFAULT_WORLDS: usize = 30;

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let budget = Budget { depth: None, ..catalog::asked_budget(settings) };
    let most = if budget.is_unlimited() { DEFAULT_WORLDS } else { usize::MAX };
    let pool = settings.get(POOL);
    Ok(Box::new(HybridSampling::<G> {
        evaluation: catalog::evaluation(settings, game)?,
        depth: settings.get(PLIES),
        worlds: settings.get(WORLDS).unwrap_or(most),
        budget,
        way: Way::read(settings, SAMPLE),
        belief: Particles::new(SampleLimits { listed: pool, worlds: pool, steps: pool.saturating_mul(64) }),
        character: Character::from_settings(settings),
        seed: 0,
    }))
}

/// The agent.
struct HybridSampling<G: Evaluated> {
    evaluation: G::Evaluation,
    depth: u32,
    worlds: usize,
    budget: Budget,
    way: Way,
    belief: Particles<G>,
    character: Character,
    seed: u64,
}

impl<G: Evaluated> HybridSampling<G> {
    /// What a position is worth to the seat when both see everything. `None` when the meter said stop.
    fn minimax(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        depth: u32,
        (mut low, mut high): (f64, f64),
        meter: &mut Meter<'_>,
    ) -> Option<f64> {
        let player = match game.turn(state) {
            Turn::Over => return Some(end_value(game, state, &self.evaluation, seat)),
            Turn::Of(player) if depth > 0 => player,
            _ => return Some(self.evaluation.value(game, state, seat)),
        };
        let mut moves = Vec::new();
        game.lasting_moves(state, &mut moves);
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(game.order_hint(state, mv)));
        let mut best = if player == seat { f64::NEG_INFINITY } else { f64::INFINITY };
        for mv in moves {
            if !meter.count() {
                return None;
            }
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = self.minimax(game, &next, seat, depth - 1, (low, high), meter)?;
            if player == seat {
                (best, low) = (best.max(value), low.max(value));
            } else {
                (best, high) = (best.min(value), high.min(value));
            }
            if low >= high {
                break;
            }
        }
        Some(best)
    }

    /// The next world to look at.
    fn draw(&self, view: &View<'_, G>, rng: &mut Rng) -> Option<G::State> {
        if let Some(state) = view.state() {
            return Some(state.clone());
        }
        if self.way.forgets(self.belief.is_exact())
            && let Some(world) = by_last_observation(view, 1, rng).pop()
        {
            return Some(world);
        }
        if self.way == Way::Pool && !self.belief.worlds().is_empty() {
            return Some(rng.pick(self.belief.worlds()).state.clone());
        }
        self.belief.draw(rng).map(|world| world.state.clone())
    }

    /// What the worlds look like, without any move.
    fn at_once(&self, view: &View<'_, G>, rng: &mut Rng) -> Findings<G::Move> {
        let (game, seat) = (view.game(), view.seat());
        let count = if view.state().is_some() { 1 } else { self.worlds.min(DEFAULT_WORLDS) };
        let worlds: Vec<G::State> = (0..count).map_while(|_| self.draw(view, rng)).collect();
        let mut findings = Findings::unsearched(view.moves());
        if !worlds.is_empty() {
            let sum: f64 = worlds.iter().map(|world| self.evaluation.value(game, world, seat) * UNIT).sum();
            findings.value = seat_values(&game.facts(), game.players(), seat, sum / worlds.len() as f64 / UNIT);
        }
        findings
    }

    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat, moves) = (view.game(), view.seat(), view.moves());
        let mut meter = Meter::new(control, &self.budget)?;
        if view.state().is_none() {
            self.belief.catch_up_at_random(view, &Control { deadline: meter.deadline(), ..*control });
        }
        if self.depth == 0 {
            return Ok(self.at_once(view, rng));
        }
        let mut sums = vec![(0.0, 0u32); moves.len()];
        let (mut lasting, mut done) = (Vec::new(), 0);
        'worlds: for _ in 0..self.worlds {
            if done > 0 && !meter.look() {
                break;
            }
            let Some(world) = self.draw(view, rng) else { break };
            lasting.clear();
            game.lasting_moves(&world, &mut lasting);
            for (&mv, (sum, count)) in moves.iter().zip(&mut sums).filter(|(mv, _)| lasting.contains(mv)) {
                if !meter.count() {
                    break 'worlds;
                }
                let mut next = world.clone();
                game.play(&mut next, mv);
                let open = (f64::NEG_INFINITY, f64::INFINITY);
                let value = self.minimax(game, &next, seat, self.depth - 1, open, &mut meter);
                let Some(value) = value else { break 'worlds };
                (*sum, *count) = (*sum + value * UNIT, *count + 1);
            }
            done += 1;
            if view.state().is_some() {
                break;
            }
        }
        let found = |(place, &mv): (usize, &G::Move)| {
            let (sum, count) = sums[place];
            let values = match count {
                0 => UNKNOWN,
                _ => seat_values(&game.facts(), game.players(), seat, sum / f64::from(count) / UNIT),
            };
            Found { mv, values, bound: Bound::Exact, line: vec![mv] }
        };
        let found: Vec<Found<G::Move>> = moves.iter().enumerate().map(found).collect();
        let best = best_of(&found, seat);
        let mut findings = Findings::unsearched(moves);
        (findings.value, findings.line) = (found[best[0]].values, vec![found[best[0]].mv]);
        (findings.moves, findings.best) = (found, best);
        (findings.nodes, findings.depth) = (meter.nodes(), if done > 0 { self.depth } else { 0 });
        findings.remarks.push(format!("{done} worlds"));
        findings.remarks.extend(self.belief.why().filter(|_| view.state().is_none()));
        Ok(findings)
    }
}

impl<G: Evaluated> Agent<G> for HybridSampling<G> {
    fn begin(&mut self, _game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.belief.begin(seat, seed);
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let seat = view.seat();
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        let findings = self.search(view, &mut rng, control)?;
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
