//! Nested Monte-Carlo: trial games whose moves are chosen by trial games.
//!
//! Cazenave 2009. A trial game of level 0 goes on at random; one of level n tries each of its moves by games of level n - 1 and
//! plays the one that came to most. Where chance has a say the best game cannot simply be repeated, so every move is chosen
//! anew, and what a move is worth is a mean. Games of level 1 follow what is also called the rollout policy over random play.

use crate::findings::{Findings, UNKNOWN, best_of};
use crate::grow::unsearched;
use crate::searcher::{Search, position};
use outwit_game::{Budget, Control, Evaluation, Game, Meter, Player, Problem, Rng, Turn, View, end_value};

/// A search by nested trial games, for a seat that plays alone.
pub struct Nested<E> {
    /// How far to look: rounds, in each of which every move is tried once, are played until it ends.
    pub budget: Budget,
    /// Values where a trial game is broken off.
    pub evaluation: E,
    /// The level of the trial games that the moves to choose from are tried by.
    pub level: u32,
    /// How many games of the level below try a move inside a trial game.
    pub tries: u32,
    /// Moves of a trial game at most, chance's too.
    pub horizon: u32,
    /// Rounds at most.
    pub rounds: u64,
}

impl<G: Game, E: Evaluation<G>> Search<G> for Nested<E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let mut meter = Meter::new(control, &self.budget)?;
        let mut findings = unsearched(game, state);
        let mut sums = vec![0.0; findings.moves.len()];
        let mut rounds = 0;
        let mut trial = Trial { search: self, game, seat, rng, meter: &mut meter };
        while rounds < trial.search.rounds {
            // A round that the budget cuts short tells of some moves and not of others: it counts for nothing.
            let tried = |found: &crate::findings::Found<G::Move>| trial.after(state, found.mv, trial.search.level, 0);
            let Some(round) = findings.moves.iter().map(tried).collect::<Option<Vec<f64>>>() else { break };
            sums.iter_mut().zip(round).for_each(|(sum, worth)| *sum += worth);
            rounds += 1;
        }
        findings.nodes = meter.nodes();
        if rounds == 0 {
            findings.remarks.push(crate::findings::STOPPED_EARLY.to_string());
            return Ok(findings);
        }
        for (found, sum) in findings.moves.iter_mut().zip(sums) {
            (found.values, found.line) = (UNKNOWN, vec![found.mv]);
            found.values[seat.index()] = Some(sum / rounds as f64 + 0.0);
        }
        findings.best = best_of(&findings.moves, seat);
        let best = &findings.moves[findings.best[0]];
        (findings.value, findings.line) = (best.values, vec![best.mv]);
        findings.remarks.push(format!("{rounds} rounds of trial games of level {}", self.level));
        Ok(findings)
    }
}

struct Trial<'a, 'c, G: Game, E> {
    search: &'a Nested<E>,
    game: &'a G,
    seat: Player,
    rng: &'a mut Rng,
    meter: &'a mut Meter<'c>,
}

impl<G: Game, E: Evaluation<G>> Trial<'_, '_, G, E> {
    /// What a trial game that begins with a move comes to; none when the budget ends.
    fn after(&mut self, state: &G::State, mv: G::Move, level: u32, plies: u32) -> Option<f64> {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        if self.meter.count() { self.play(next, level, plies + 1) } else { None }
    }

    /// What a trial game comes to that has so many moves behind it.
    fn play(&mut self, mut state: G::State, level: u32, plies: u32) -> Option<f64> {
        let (game, evaluation) = (self.game, &self.search.evaluation);
        let mut moves = Vec::new();
        for plies in plies.. {
            let mv = match game.turn(&state) {
                Turn::Over => return Some(end_value(game, &state, evaluation, self.seat)),
                _ if plies >= self.search.horizon => break,
                Turn::Chance if game.draws(&state) => break,
                Turn::Chance => game.draw(&state, self.rng),
                Turn::Of(_) if level == 0 => game.random_move(&state, self.rng, &mut moves),
                Turn::Of(_) => {
                    moves.clear();
                    game.moves(&state, &mut moves);
                    let mut best: Option<(f64, G::Move)> = None;
                    for &mv in &moves {
                        let mut sum = 0.0;
                        for _ in 0..self.search.tries {
                            sum += self.after(&state, mv, level - 1, plies)?;
                        }
                        if best.is_none_or(|(most, _)| sum > most) {
                            best = Some((sum, mv));
                        }
                    }
                    best?.1
                }
            };
            game.play(&mut state, mv);
            if !self.meter.count() {
                return None;
            }
        }
        Some(evaluation.value(game, &state, self.seat))
    }
}
