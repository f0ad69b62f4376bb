//! The table keeps what is true and shows each seat what it may see.

use crate::contract::Game;
use crate::problem::Problem;
use crate::random::Rng;
use crate::seat::{Player, Turn};
use crate::seeds::dice;

/// What a seat knows: what it has seen, in order, and its legal moves. The state is part of it only in open games, where
/// nothing is left to hide. An agent is given this and nothing else, so there is no way for it to cheat.
pub struct View<'a, G: Game> {
    game: &'a G,
    seat: Player,
    start: Option<&'a G::State>,
    state: Option<&'a G::State>,
    seen: &'a [G::Seen],
    moves: &'a [G::Move],
}

impl<'a, G: Game> View<'a, G> {
    /// The parts of a view belong together only as the table gives them; hence not public.
    pub(crate) fn from_parts(
        game: &'a G,
        seat: Player,
        start: Option<&'a G::State>,
        state: Option<&'a G::State>,
        seen: &'a [G::Seen],
        moves: &'a [G::Move],
    ) -> View<'a, G> {
        View { game, seat, start, state, seen, moves }
    }

    /// The view of a seat whose table stands elsewhere, from what it was told: no state is in it.
    pub fn told(game: &'a G, seat: Player, seen: &'a [G::Seen], moves: &'a [G::Move]) -> View<'a, G> {
        View { game, seat, start: None, state: None, seen, moves }
    }

    /// The view a seat would have if the world were this one and it saw all of it: what a search that samples worlds shows to
    /// a search that needs to see the position. Whoever calls this has the state already, so nothing is given away.
    pub fn imagined(game: &'a G, seat: Player, world: &'a G::State, moves: &'a [G::Move]) -> View<'a, G> {
        View { game, seat, start: Some(world), state: Some(world), seen: &[], moves }
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Whose view it is.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// Where play began, in an open game.
    pub fn start(&self) -> Option<&'a G::State> {
        self.start
    }

    /// The position, in an open game.
    pub fn state(&self) -> Option<&'a G::State> {
        self.state
    }

    /// What the seat has seen, in order: its first look, its own moves, what it was shown of the others'.
    pub fn seen(&self) -> &'a [G::Seen] {
        self.seen
    }

    /// The seat's legal moves, if it is to move.
    pub fn moves(&self) -> &'a [G::Move] {
        self.moves
    }
}

/// A game being played: the true state, and what each seat has seen.
pub struct Table<'g, G: Game> {
    game: &'g G,
    start: G::State,
    state: G::State,
    moves: Vec<G::Move>,
    played: Vec<G::Move>,
    seen: Vec<Vec<G::Seen>>,
}

// Not derived: that would ask for rules that can be cloned.
impl<G: Game> Clone for Table<'_, G> {
    fn clone(&self) -> Self {
        Table {
            game: self.game,
            start: self.start.clone(),
            state: self.state.clone(),
            moves: self.moves.clone(),
            played: self.played.clone(),
            seen: self.seen.clone(),
        }
    }
}

impl<'g, G: Game> Table<'g, G> {
    /// A table at a start drawn with `rng`.
    pub fn deal(game: &'g G, rng: &mut Rng) -> Table<'g, G> {
        Table::at(game, game.start(rng))
    }

    /// A table at this position. Nobody has seen anything but a first look at it.
    pub fn at(game: &'g G, start: G::State) -> Table<'g, G> {
        let seen =
            Player::all(game.players()).map(|seat| game.first_look(&start, seat).into_iter().collect()).collect();
        let mut table = Table { game, state: start.clone(), start, moves: Vec::new(), played: Vec::new(), seen };
        table.list_moves();
        table
    }

    fn list_moves(&mut self) {
        self.moves.clear();
        if !self.turn().is_over() {
            self.game.moves(&self.state, &mut self.moves);
        }
    }

    /// The rules.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The true state: for whoever runs the game, never for an agent.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Where play began.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// Who moves.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// The legal moves, or the outcomes of chance; none when the game is over.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The moves made so far, those of chance included.
    pub fn played(&self) -> &[G::Move] {
        &self.played
    }

    /// Makes a legal move and shows each seat what it may see of it.
    pub fn play(&mut self, mv: G::Move) {
        let before = self.state.clone();
        self.game.play(&mut self.state, mv);
        for (index, seen) in self.seen.iter_mut().enumerate() {
            seen.extend(self.game.observe(&before, mv, &self.state, Player::new(index)));
        }
        self.played.push(mv);
        self.list_moves();
    }

    /// Makes the move that `text` names.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, Problem> {
        let mv = self.game.read_move(&self.state, text)?;
        self.play(mv);
        Ok(mv)
    }

    /// Draws an outcome if it is chance's turn.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<G::Move> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let outcome = self.game.draw(&self.state, rng);
        self.play(outcome);
        Some(outcome)
    }

    /// What chance brings in this deal, if it is its turn: what the deal has in store, or else what its dice show.
    pub fn outcome_of_deal(&self, deal_seed: u64) -> Option<G::Move> {
        (self.turn() == Turn::Chance).then(|| {
            let in_store = self.game.outcome_of_deal(&self.state, deal_seed);
            in_store.unwrap_or_else(|| self.game.draw(&self.state, &mut dice(deal_seed, self.played.len())))
        })
    }

    /// Goes back to where `plies` moves had been made.
    pub fn rewind(&mut self, plies: usize) {
        let played = std::mem::take(&mut self.played);
        *self = Table::at(self.game, self.start.clone());
        for &mv in &played[..plies.min(played.len())] {
            self.play(mv);
        }
    }

    /// What a seat knows.
    pub fn view(&self, seat: Player) -> View<'_, G> {
        let is_open = !self.game.facts().hidden;
        let (start, state) = (is_open.then_some(&self.start), is_open.then_some(&self.state));
        let moves: &[G::Move] = if self.turn() == Turn::Of(seat) { &self.moves } else { &[] };
        View::from_parts(self.game, seat, start, state, &self.seen[seat.index()], moves)
    }
}
