//! The moves of an open game, in words, out of what a seat has seen.

use outwit_game::{Game, Rng, View};

/// A game so far: followed from move to move, so that a long game costs no more than a short one.
pub struct History<G: Game> {
    start: G::State,
    /// How the protocol names the start.
    start_text: String,
    state: G::State,
    /// How many observations led to `state`.
    seen: usize,
    moves: Vec<String>,
}

impl<G: Game> History<G> {
    /// The history of a view, which goes on from `known` if that is the same game. `None` where what was seen does not tell
    /// the moves: the position alone must do then.
    pub fn of(known: Option<History<G>>, view: &View<'_, G>) -> Option<History<G>> {
        let (start, state) = (view.start()?, view.state()?);
        let known = known.filter(|known| known.start == *start && known.seen <= view.seen().len());
        let mut history = known.unwrap_or_else(|| History::new(view.game(), start, view));
        history.follow(view)?;
        (history.state == *state).then_some(history)
    }

    fn new(game: &G, start: &G::State, view: &View<'_, G>) -> History<G> {
        let first_look = game.first_look(start, view.seat());
        History {
            start: start.clone(),
            start_text: start_text(game, start),
            state: start.clone(),
            seen: first_look.iter().count(),
            moves: Vec::new(),
        }
    }

    /// Makes the move behind each observation that is new.
    fn follow(&mut self, view: &View<'_, G>) -> Option<()> {
        let (game, seat) = (view.game(), view.seat());
        let mut moves = Vec::new();
        for seen in view.seen().get(self.seen..)? {
            moves.clear();
            if !game.turn(&self.state).is_over() {
                game.moves(&self.state, &mut moves);
            }
            let (mv, after) = moves.iter().find_map(|&mv| {
                let mut after = self.state.clone();
                game.play(&mut after, mv);
                (game.observe(&self.state, mv, &after, seat).as_ref() == Some(seen)).then_some((mv, after))
            })?;
            self.moves.push(game.move_text(&self.state, mv));
            self.state = after;
            self.seen += 1;
        }
        Some(())
    }

    /// The line that tells it.
    pub fn position_line(&self) -> String {
        let mut line = format!("position {}", self.start_text);
        if !self.moves.is_empty() {
            line = line + " moves " + &self.moves.join(" ");
        }
        line
    }
}

/// `startpos` where the start is the only one the game has, `fen TEXT` elsewhere.
fn start_text<G: Game>(game: &G, start: &G::State) -> String {
    let mut rng = Rng::new(0);
    let usual = game.start(&mut rng);
    // A game with one start draws nothing, so the generator is as it was.
    let is_drawn = rng.bits() != Rng::new(0).bits();
    if !is_drawn && usual == *start { "startpos".to_string() } else { format!("fen {}", game.position_text(start)) }
}
