//! Exactly what to expect when given agents play: no games are sampled.

use outwit_game::{Agent, Control, Game, Payoffs, Player, Problem, Table, Turn, agent_seed};
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// The expected payoffs when these agents play on from the table's position, one agent a seat: exact over chance and over
/// every agent's own probabilities, ties and blunders included.
///
/// Positions of an open game are computed once, for agents without a memory answer a position the same way however it
/// came about. Where positions come back the expectations are settled to within 1e-12 or so. Each agent's seed derives from `seed` and its seat; it matters only to agents that sample. More than `limit` decisions
/// are refused.
pub fn expected_payoffs<G: Game>(
    table: &Table<'_, G>,
    agents: &mut [Box<dyn Agent<G>>],
    seed: u64,
    limit: usize,
    control: &Control<'_>,
) -> Result<Payoffs, Problem> {
    let facts = table.game().facts();
    if facts.draws {
        return Err(Problem::new("this game draws what cannot be listed, so there is no exact expectation"));
    }
    if facts.cyclic && facts.positions > limit as f64 {
        return Err(Problem::new(format!(
            "play of this game need not end, and it may have more than {limit} positions: too many for exact expectations"
        )));
    }
    let is_memoryless = agents.iter().all(|agent| agent.is_memoryless());
    let known = (!facts.hidden && is_memoryless).then(HashMap::new);
    let mut expectation = Expectation { agents, seed, limit, control, known, decisions: 0 };
    match (facts.cyclic, expectation.known.is_some()) {
        (false, _) => expectation.from(table),
        (true, true) => expectation.settle(table),
        (true, false) => Err(Problem::new(
            "play of this game need not end, and it hides something or an agent remembers: no exact expectation is computed",
        )),
    }
}

struct Expectation<'a, G: Game> {
    agents: &'a mut [Box<dyn Agent<G>>],
    seed: u64,
    limit: usize,
    control: &'a Control<'a>,
    /// Positions done, in an open game.
    known: Option<HashMap<G::State, Payoffs>>,
    decisions: usize,
}

impl<G: Game> Expectation<'_, G> {
    fn from(&mut self, table: &Table<'_, G>) -> Result<Payoffs, Problem> {
        let game = table.game();
        if let Some(payoffs) = self.known.as_ref().and_then(|known| known.get(table.state())) {
            return Ok(*payoffs);
        }
        if table.turn().is_over() {
            return Ok(game.payoffs(table.state()));
        }
        let mut expected = Payoffs::ZERO;
        for (&mv, probability) in table.moves().iter().zip(self.probabilities(table)?) {
            if probability > 0.0 {
                let mut next = table.clone();
                next.play(mv);
                expected.add(probability, &self.from(&next)?);
            }
        }
        if let Some(known) = &mut self.known {
            known.insert(table.state().clone(), expected);
        }
        Ok(expected)
    }

    /// Where positions come back, play is a Markov chain: the expectations satisfy linear equations, which are solved by
    /// going round them until nothing changes. Play that never ends pays 0, which is what the sweeps start from.
    fn settle(&mut self, table: &Table<'_, G>) -> Result<Payoffs, Problem> {
        const MOST_SWEEPS: usize = 1_000_000;
        let game = table.game();
        let mut numbers = HashMap::from([(table.state().clone(), 0)]);
        let mut states = vec![table.state().clone()];
        let mut expected = Vec::new();
        let mut chain: Vec<Vec<(f64, usize)>> = Vec::new();
        while chain.len() < states.len() {
            let here = Table::at(game, states[chain.len()].clone());
            let is_over = here.turn().is_over();
            expected.push(if is_over { game.payoffs(here.state()) } else { Payoffs::ZERO });
            let mut steps = Vec::new();
            for (&mv, probability) in here.moves().iter().zip(self.probabilities(&here)?) {
                if probability > 0.0 {
                    let mut next = here.state().clone();
                    game.play(&mut next, mv);
                    let fresh = states.len();
                    let number = *numbers.entry(next).or_insert_with_key(|next| {
                        states.push(next.clone());
                        fresh
                    });
                    steps.push((probability, number));
                }
            }
            chain.push(steps);
        }
        let facts = game.facts();
        // Rounding moves the last digit of large payoffs for ever.
        let settled = 1e-15 * facts.lowest.abs().max(facts.highest.abs()).max(1.0);
        for _ in 0..MOST_SWEEPS {
            if self.control.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Problem::new("stopped before the expectations had settled"));
            }
            let mut change = 0.0f64;
            // Positions found last lie nearest the end: going backwards spreads what is known fastest.
            for number in (0..chain.len()).rev().filter(|&number| !chain[number].is_empty()) {
                let mut value = Payoffs::ZERO;
                for &(probability, next) in &chain[number] {
                    value.add(probability, &expected[next]);
                }
                for seat in Player::all(game.players()) {
                    change = change.max((value[seat] - expected[number][seat]).abs());
                }
                expected[number] = value;
            }
            if change <= settled {
                return Ok(expected[0]);
            }
        }
        Err(Problem::new("these agents play on for so long that the expectations do not settle"))
    }

    /// The probabilities of the moves, or of the outcomes of chance.
    fn probabilities(&mut self, table: &Table<'_, G>) -> Result<Vec<f64>, Problem> {
        match table.turn() {
            Turn::Over => Ok(Vec::new()),
            Turn::Chance => {
                let weight = |&outcome: &G::Move| table.game().weight(table.state(), outcome) as f64;
                let total: f64 = table.moves().iter().map(weight).sum();
                Ok(table.moves().iter().map(|outcome| weight(outcome) / total).collect())
            }
            Turn::Of(seat) => self.ask(table, seat),
        }
    }

    /// The probabilities with which the seat's agent plays its moves here.
    fn ask(&mut self, table: &Table<'_, G>, seat: Player) -> Result<Vec<f64>, Problem> {
        self.decisions += 1;
        if self.decisions > self.limit {
            return Err(Problem::new(format!(
                "the game has more than {} decisions from here: too many for exact expectations",
                self.limit
            )));
        }
        let game = table.game();
        let view = table.view(seat);
        let agent = &mut self.agents[seat.index()];
        agent.begin(game, seat, agent_seed(self.seed, seat));
        let report = agent.choose(&view, self.control)?;
        let probability_of = |mv: &G::Move| report.moves.iter().find(|m| m.mv == *mv).map_or(0.0, |m| m.probability);
        Ok(view.moves().iter().map(probability_of).collect())
    }
}
