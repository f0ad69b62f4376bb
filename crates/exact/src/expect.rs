//! Exactly what to expect when given agents play: no games are sampled.

use outwit_game::{Agent, Control, Game, Payoffs, Player, Problem, Rng, Table, Turn, agent_seed};
use std::collections::HashMap;

/// The expected payoffs when these agents play on from the table's position, one agent a seat: exact over chance and over
/// every agent's own probabilities, ties and blunders included.
///
/// Positions of an open game are computed once, for agents without a memory answer a position the same way however it
/// came about. Where positions come back, sweeps go on until none changes anything by more than 1e-15 of the payoffs. Each agent's
/// seed derives from `seed` and its seat; it matters only to agents that sample. More than `limit` decisions are refused. [`Control::stop`] ends it with a problem: half of an expectation says nothing.
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
    // What is far too large is told at once, and not after all decisions that are allowed.
    let is_open = expectation.known.is_some();
    let about = match is_open && facts.positions <= limit as f64 {
        true => 0.0,
        false => expectation.estimate(table)?.min(if is_open { facts.positions } else { f64::MAX }),
    };
    if about > FAR_TOO_LARGE * limit as f64 {
        return Err(Problem::new(format!(
            "these agents come to more than {limit} decisions from here, about {about:.0e}: too many for exact expectations"
        )));
    }
    match (facts.cyclic, expectation.known.is_some()) {
        (false, _) => expectation.from(table),
        (true, true) => expectation.settle(table),
        (true, false) => Err(Problem::new(
            "play of this game need not end, and it hides something or an agent remembers: no exact expectation is computed",
        )),
    }
}

/// How many times as many decisions as are allowed are refused without trying.
const FAR_TOO_LARGE: f64 = 100.0;
/// Games that are looked at to guess how many decisions there are.
const PROBES: u64 = 3;

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
    /// About how many decisions there are: the mean over some games of the sizes of trees that branch everywhere as they did
    /// (Knuth 1975), moves that are never made left out.
    fn estimate(&mut self, table: &Table<'_, G>) -> Result<f64, Problem> {
        const LONGEST: usize = 400;
        let mut sum = 0.0;
        for probe in 0..PROBES {
            // Decisions of a probe are none of the game that is gone through.
            self.decisions = 0;
            let mut rng = Rng::stream(self.seed, probe);
            let mut table = table.clone();
            let (mut width, mut decisions) = (1.0f64, 0.0);
            for _ in 0..LONGEST {
                if table.turn().is_over() {
                    break;
                }
                if matches!(table.turn(), Turn::Of(_)) {
                    decisions += width;
                }
                let probabilities = self.probabilities(&table)?;
                let open: Vec<usize> = (0..probabilities.len()).filter(|&place| probabilities[place] > 0.0).collect();
                if open.is_empty() {
                    break;
                }
                width *= open.len() as f64;
                let mv = table.moves()[*rng.pick(&open)];
                table.play(mv);
                // Agents that think long are not asked more often than it takes to know.
                if decisions > FAR_TOO_LARGE * PROBES as f64 * self.limit as f64 {
                    break;
                }
            }
            sum += decisions;
        }
        self.decisions = 0;
        Ok(sum / PROBES as f64)
    }

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
            self.go_on()?;
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

    fn go_on(&self) -> Result<(), Problem> {
        match self.control.is_stopped() {
            true => Err(Problem::new("stopped before everything was known that there is to expect")),
            false => Ok(()),
        }
    }

    /// The probabilities of the moves, or of the outcomes of chance.
    fn probabilities(&mut self, table: &Table<'_, G>) -> Result<Vec<f64>, Problem> {
        self.go_on()?;
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
        // Who was hurried has not said what it does when it has its time.
        self.go_on()?;
        let probability_of = |mv: &G::Move| report.moves.iter().find(|m| m.mv == *mv).map_or(0.0, |m| m.probability);
        Ok(view.moves().iter().map(probability_of).collect())
    }
}
