//! States, shaped like OpenSpiel's.

use crate::errors::{self, guard, guarded};
use crate::numbers;
use crate::position::Position;
use crate::rules::LoadedGame;
use outwit::game::{AnyMove, Game, MoveCode, Player, Rng, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// As in OpenSpiel.
pub const CHANCE: i64 = -1;
/// As in OpenSpiel.
pub const OVER: i64 = -4;

/// A seeded generator: the same numbers on every machine.
#[pyclass(module = "outwit")]
pub struct Random(pub Rng);

#[pymethods]
impl Random {
    #[new]
    #[pyo3(signature = (seed = 0))]
    fn new(#[pyo3(from_py_with = numbers::seed)] seed: u64) -> Random {
        Random(Rng::new(seed))
    }

    /// Uniform in 0 to `bound` - 1.
    fn below(&mut self, bound: u64) -> PyResult<u64> {
        match bound {
            0 => Err(errors::wrong("nothing lies below 0")),
            bound => Ok(self.0.below(bound)),
        }
    }

    /// Uniform in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0.unit()
    }
}

/// A position of a game with how it came about.
#[pyclass(module = "outwit")]
pub struct State {
    pub position: Position,
    moves: Vec<AnyMove>,
    is_listed: bool,
}

impl State {
    pub fn new(position: Position) -> State {
        State { position, moves: Vec::new(), is_listed: false }
    }

    #[inline]
    fn list(&mut self) -> &[AnyMove] {
        if !self.is_listed {
            self.moves.clear();
            self.position.moves(&mut self.moves);
            self.is_listed = true;
        }
        &self.moves
    }

    #[inline]
    fn play(&mut self, mv: AnyMove) {
        self.is_listed = false;
        self.position.play(mv);
    }

    /// The seat that is asked about: whoever is to move if nobody is named.
    fn seat_or_mover(&self, player: Option<i64>) -> PyResult<Player> {
        match player {
            Some(number) => self.position.core.seat(number).map_err(errors::of),
            None => {
                let mover = self.position.turn().player();
                mover.ok_or_else(|| errors::wrong("nobody is to move here: say which player is asked about"))
            }
        }
    }

    /// A move from an action's number or a move's text, if it is legal.
    fn legal(&mut self, action: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
        if let Ok(code) = action.extract::<u32>() {
            let mv = AnyMove::from_code(code);
            if self.list().contains(&mv) {
                return Ok(mv);
            }
            return Err(errors::of(self.position.not_legal(&code.to_string())));
        }
        if let Ok(text) = action.cast::<PyString>() {
            return self.position.game().read_move(&self.position.state, &text.to_string_lossy()).map_err(errors::of);
        }
        match action.hasattr("__index__")? {
            true => Err(errors::of(self.position.not_legal(&action.str()?.to_string_lossy()))),
            false => Err(PyTypeError::new_err("an action is a whole number, or the text of a move")),
        }
    }
}

#[pymethods]
impl State {
    /// The game.
    fn get_game(&self) -> LoadedGame {
        LoadedGame { core: self.position.core.clone() }
    }

    /// Who is to move, counted from 0; `outwit.CHANCE` at a turn of chance, `outwit.OVER` when the game is over.
    fn current_player(&self) -> PyResult<i64> {
        guard(|| match self.position.turn() {
            Turn::Of(player) => player.index() as i64,
            Turn::Chance => CHANCE,
            Turn::Over => OVER,
        })
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> PyResult<bool> {
        guard(|| self.position.turn().is_over())
    }

    /// Whether it is chance's turn.
    fn is_chance_node(&self) -> PyResult<bool> {
        guard(|| self.position.turn() == Turn::Chance)
    }

    fn is_player_node(&self) -> PyResult<bool> {
        guard(|| self.position.turn().player().is_some())
    }

    fn num_players(&self) -> usize {
        self.position.core.players
    }

    /// The legal actions of whoever is to move, or the outcomes of chance, in the game's order; none for another player.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(&mut self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyList>> {
        guarded(|| {
            if let Some(number) = player {
                self.position.core.seat(number).map_err(errors::of)?;
                if self.position.turn().player().map(|mover| mover.index() as i64) != Some(number) {
                    return Ok(PyList::empty(py));
                }
            }
            PyList::new(py, self.list().iter().map(|mv| mv.code()))
        })
    }

    /// The texts of the legal moves.
    fn legal_moves(&mut self) -> PyResult<Vec<String>> {
        guard(|| {
            self.list();
            self.moves.iter().map(|&mv| self.position.text(mv)).collect()
        })
    }

    /// The text of a legal action.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(
        &mut self,
        player_or_action: &Bound<'_, PyAny>,
        action: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        guarded(|| {
            // OpenSpiel takes both forms.
            let mv = self.legal(action.unwrap_or(player_or_action))?;
            Ok(self.position.text(mv))
        })
    }

    /// The action that a text names here.
    #[pyo3(signature = (player_or_text, text = None))]
    fn string_to_action(&mut self, player_or_text: &Bound<'_, PyAny>, text: Option<&str>) -> PyResult<u32> {
        guarded(|| {
            let read = |text: &str| self.position.game().read_move(&self.position.state, text).map_err(errors::of);
            let mv = match text {
                Some(text) => read(text)?,
                None => read(&player_or_text.extract::<String>()?)?,
            };
            Ok(mv.code())
        })
    }

    /// Makes a legal move: an action's number, or a move's text.
    fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        guarded(|| {
            let mv = self.legal(action)?;
            self.play(mv);
            Ok(())
        })
    }

    /// A legal action or an outcome of chance, drawn at random: outcomes by their weights.
    fn random_action(&mut self, random: &mut Random) -> PyResult<u32> {
        guarded(|| {
            let rng = &mut random.0;
            match self.position.turn() {
                Turn::Over => Err(errors::wrong("the game is over: there is no action")),
                Turn::Chance => Ok(self.position.game().draw(&self.position.state, rng).code()),
                Turn::Of(_) => Ok(rng.pick(self.list()).code()),
            }
        })
    }

    /// Makes moves at random until the game is over, 10,000 at most; gives how many.
    fn play_randomly(&mut self, random: &mut Random) -> PyResult<usize> {
        guard(|| {
            for played in 0..10_000 {
                let mv = match self.position.turn() {
                    Turn::Over => return played,
                    Turn::Chance => self.position.game().draw(&self.position.state, &mut random.0),
                    Turn::Of(_) => *random.0.pick(self.list()),
                };
                self.play(mv);
            }
            10_000
        })
    }

    /// Draws what chance brings here: what this deal, by the seed of the state, has in store. Gives the action.
    #[pyo3(signature = (random = None))]
    fn draw(&mut self, random: Option<&mut Random>) -> PyResult<u32> {
        guarded(|| {
            let outcome = match random {
                Some(random) if self.position.turn() == Turn::Chance => {
                    Some(self.position.game().draw(&self.position.state, &mut random.0))
                }
                _ => self.position.outcome_of_deal(),
            };
            let mv = outcome.ok_or_else(|| errors::wrong("it is not chance's turn"))?;
            self.play(mv);
            Ok(mv.code())
        })
    }

    /// Takes the last move back.
    fn undo(&mut self) -> PyResult<()> {
        guarded(|| {
            self.is_listed = false;
            match self.position.undo() {
                true => Ok(()),
                false => Err(errors::wrong("no move was made that could be taken back")),
            }
        })
    }

    /// As in OpenSpiel: takes back the last move, which must have been this one.
    fn undo_action(&mut self, _player: i64, action: u32) -> PyResult<()> {
        guarded(|| match self.position.played.last() {
            Some(last) if last.code() == action => self.undo(),
            _ => Err(errors::wrong(format!("the last action was not {action}"))),
        })
    }

    /// What each seat is paid; zeros before the game is over.
    fn returns(&self) -> PyResult<Vec<f64>> {
        guard(|| {
            let players = self.position.core.players;
            match self.position.turn() {
                Turn::Over => self.position.game().payoffs(&self.position.state).seats(players).to_vec(),
                _ => vec![0.0; players],
            }
        })
    }

    /// What the last move paid each seat: everything is paid in the end.
    fn rewards(&self) -> PyResult<Vec<f64>> {
        guard(|| self.returns())?
    }

    /// What one seat is paid.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        guarded(|| {
            let seat = self.position.core.seat(player).map_err(errors::of)?;
            Ok(self.returns()?[seat.index()])
        })
    }

    /// The outcomes of chance with their probabilities.
    fn chance_outcomes(&mut self) -> PyResult<Vec<(u32, f64)>> {
        guarded(|| {
            if self.position.turn() != Turn::Chance {
                return Err(errors::wrong("it is not chance's turn"));
            }
            self.list();
            if self.moves.is_empty() {
                return Err(errors::wrong("chance has too many outcomes to list here: `draw` takes one"));
            }
            let weight = |mv: &AnyMove| self.position.game().weight(&self.position.state, *mv) as f64;
            let total: f64 = self.moves.iter().map(weight).sum();
            Ok(self.moves.iter().map(|mv| (mv.code(), weight(mv) / total)).collect())
        })
    }

    /// All that a player knows, as text: what it has seen, a line each; the moves made, in an open game.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        guarded(|| {
            let seat = self.seat_or_mover(player)?;
            let separator = if self.position.core.is_hidden { "\n" } else { " " };
            Ok(self.position.seen_texts(seat).join(separator))
        })
    }

    /// What a player has seen, in words and in order; the moves made, in an open game.
    #[pyo3(signature = (player = None))]
    fn seen(&self, player: Option<i64>) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.position.seen_texts(self.seat_or_mover(player)?)))
    }

    /// The game as a player sees it, as a picture of characters.
    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        guarded(|| {
            let seat = self.seat_or_mover(player)?;
            Ok(self.position.with_view(seat, |view| self.position.game().seat_picture(view)))
        })
    }

    /// A copy. Whoever plays on with one changes nothing for the other.
    fn clone(&self) -> State {
        State::new(self.position.clone())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// A copy after one more move.
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        guarded(|| {
            let mut child = self.clone();
            child.apply_action(action)?;
            Ok(child)
        })
    }

    /// A position that agrees with everything the player has seen, drawn with the seed. The player has seen the same in it;
    /// of the others only their first look is known there.
    #[pyo3(signature = (player, seed = 0))]
    fn resample_from_infostate(&self, player: i64, #[pyo3(from_py_with = numbers::seed)] seed: u64) -> PyResult<State> {
        guarded(|| {
            let seat = self.position.core.seat(player).map_err(errors::of)?;
            self.position.resample(seat, &mut Rng::new(seed)).map(State::new).map_err(errors::of)
        })
    }

    /// So many positions that agree with everything the player has seen.
    #[pyo3(signature = (player, count, seed = 0))]
    fn worlds(
        &self,
        py: Python<'_>,
        player: i64,
        #[pyo3(from_py_with = numbers::count)] count: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Vec<State>> {
        guarded(|| {
            let seat = self.position.core.seat(player).map_err(errors::of)?;
            let mut rng = Rng::new(seed);
            let mut world = |_| {
                py.check_signals()?;
                self.position.resample(seat, &mut rng).map(State::new).map_err(errors::of)
            };
            (0..count).map(&mut world).collect()
        })
    }

    /// The actions made, those of chance included.
    fn history(&self) -> Vec<u32> {
        self.position.played.iter().map(|mv| mv.code()).collect()
    }

    /// The texts of the moves made.
    fn moves_made(&self) -> PyResult<Vec<String>> {
        guard(|| self.position.texts())
    }

    /// How many moves were made.
    fn move_number(&self) -> usize {
        self.position.played.len()
    }

    /// The position as one line of text, which `game.state` reads.
    #[getter]
    fn position(&self) -> PyResult<String> {
        guard(|| self.position.game().position_text(&self.position.state))
    }

    /// Where play began, as text.
    #[getter]
    fn start(&self) -> PyResult<String> {
        guard(|| self.position.game().position_text(&self.position.start))
    }

    /// The seed that the start was drawn with.
    #[getter]
    fn seed(&self) -> u64 {
        self.position.seed
    }

    /// All of it as text, for `game.deserialize_state`.
    fn serialize(&self) -> PyResult<String> {
        guard(|| self.position.serialize())
    }

    /// The position as an SVG drawing: all of it, or what a player sees.
    #[pyo3(signature = (player = None))]
    fn svg(&self, player: Option<i64>) -> PyResult<String> {
        guarded(|| {
            let game = self.position.game();
            match player {
                None => Ok(game.svg(&self.position.state)),
                Some(_) => {
                    let seat = self.seat_or_mover(player)?;
                    Ok(self.position.with_view(seat, |view| game.seat_svg(view)))
                }
            }
        })
    }

    /// A notebook draws this: in a hidden game what the player to move sees.
    fn _repr_svg_(&self) -> PyResult<String> {
        guarded(|| {
            let hides = self.position.core.is_hidden && !self.position.turn().is_over();
            let mover = self.position.turn().player().unwrap_or(Player::FIRST);
            self.svg(hides.then_some(mover.index() as i64))
        })
    }

    fn __str__(&self) -> PyResult<String> {
        guard(|| self.position.game().picture(&self.position.state))
    }

    fn __repr__(&self) -> PyResult<String> {
        guard(|| {
            format!(
                "<State of {}: {}>",
                self.position.core.spec,
                self.position.game().position_text(&self.position.state)
            )
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        guard(|| other.cast::<State>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| self.is_same(&other))))
    }

    fn __hash__(&self) -> PyResult<u64> {
        guard(|| self.position.key())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (LoadedGame, String))> {
        let read = py.import("outwit._outwit")?.getattr("_read_state")?;
        Ok((read, (self.get_game(), self.serialize()?)))
    }
}

impl State {
    fn is_same(&self, other: &State) -> bool {
        self.position.is_same(&other.position)
    }
}

/// What a pickle of a state calls.
#[pyfunction]
pub fn _read_state(game: &LoadedGame, text: &str) -> PyResult<State> {
    guarded(|| Position::deserialize(game.core.clone(), text).map(State::new).map_err(errors::of))
}
