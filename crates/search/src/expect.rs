//! Exactly what to expect when given agents play: no games are sampled.

use outwit_game::{Agent, Control, Game, Payoffs, Player, Problem, Rng, Table, Turn};
use std::collections::HashMap;

/// The expected payoffs when these agents play on from the table's position, one agent a seat: exact over chance and over
/// every agent's own probabilities, ties and blunders included.
///
/// Positions of an open game are computed once, for agents without a memory answer a position the same way however it
/// came about. Each agent's seed derives from `seed` and its seat; it matters only to agents that sample. More than `limit` decisions
/// are refused.
pub fn expected_payoffs<G: Game>(
    table: &Table<'_, G>,
    agents: &mut [Box<dyn Agent<G>>],
    seed: u64,
    limit: usize,
    control: &Control<'_>,
) -> Result<Payoffs, Problem> {
    let facts = table.game().facts();
    if facts.cyclic {
        return Err(Problem::new("play of this game need not end, so exact expectations would go round for ever"));
    }
    let known = (!facts.hidden).then(HashMap::new);
    Expectation { agents, seed, limit, control, known, decisions: 0 }.from(table)
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
        let probabilities: Vec<f64> = match table.turn() {
            Turn::Over => return Ok(game.payoffs(table.state())),
            Turn::Chance => {
                let weights = table.moves().iter().map(|&outcome| game.weight(table.state(), outcome) as f64);
                let total: f64 = weights.clone().sum();
                weights.map(|weight| weight / total).collect()
            }
            Turn::Of(seat) => self.ask(table, seat)?,
        };
        let mut expected = Payoffs::ZERO;
        for (&mv, &probability) in table.moves().iter().zip(&probabilities) {
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
        agent.begin(game, seat, Rng::derive(self.seed, 1 + seat.index() as u64));
        for seen in view.seen() {
            agent.observe(game, seen);
        }
        let report = agent.choose(&view, self.control)?;
        let probability_of = |mv: &G::Move| report.moves.iter().find(|m| m.mv == *mv).map_or(0.0, |m| m.probability);
        Ok(view.moves().iter().map(probability_of).collect())
    }
}
