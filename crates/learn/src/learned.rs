//! What was learned, as an evaluation.

use crate::grades::{Chances, Grades, MOST_GRADES, chance};
use crate::model::{Model, Room, Shape, from_spec};
use crate::parts;
use outwit_game::{Evaluated, Evaluation, Facts, Payoffs, Player, Problem, Rng, Sight, Turn};
use std::cell::Cell;

/// How positions are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// By the game's sight at this place of its list.
    Sight(usize),
    /// By the parts of its states.
    Parts,
}

/// The name of [`Look::Parts`].
pub(crate) const PARTS: &str = "parts";

/// An evaluation that was learned, of one game.
pub struct Learned {
    pub(crate) look: Look,
    pub(crate) shape: Shape,
    pub(crate) grades: Grades,
    pub(crate) model: Box<dyn Model>,
    /// What two seats share; then the eyes of one are enough.
    shared: Option<f64>,
    players: usize,
    /// What all seats get together, if that is always the same.
    sum: Option<f64>,
}

/// What is asked of a game before anything is learned about it: the rest needs no type of a game and is compiled once.
pub(crate) struct About {
    sights: Vec<Sight>,
    facts: Facts,
    players: usize,
    grades: Vec<f64>,
}

impl About {
    pub(crate) fn game<G: Evaluated>(game: &G) -> About {
        About { sights: game.sights(), facts: game.facts(), players: game.players(), grades: game.grades() }
    }
}

impl Clone for Learned {
    fn clone(&self) -> Learned {
        Learned { model: self.model.copy(), grades: self.grades.clone(), ..*self }
    }
}

#[derive(Default)]
pub(crate) struct Desk {
    pub(crate) inputs: Vec<(u32, f32)>,
    pub(crate) room: Room,
}

thread_local! {
    static DESK: Cell<Desk> = Cell::default();
}

fn with_desk<R>(ask: impl FnOnce(&mut Desk) -> R) -> R {
    // Taken out and put back: whoever asks from inside finds an empty one.
    let mut desk = DESK.take();
    let answer = ask(&mut desk);
    DESK.set(desk);
    answer
}

/// Rounding is not leaving.
const LEEWAY: f64 = 1e-9;

impl Learned {
    /// An evaluation of this game that knows nothing yet: `sight` is the name of one of the game's sights or `parts`, the game's
    /// first by default; `model` a spec; what is random comes from the seed.
    pub fn new<G: Evaluated>(game: &G, sight: Option<&str>, model: &str, seed: u64) -> Result<Learned, Problem> {
        Learned::about(About::game(game), sight, model, seed)
    }

    /// The same of a game that has told what is asked of it.
    pub(crate) fn about(about: About, sight: Option<&str>, model: &str, seed: u64) -> Result<Learned, Problem> {
        let About { sights, facts, players, grades } = about;
        let look = match sight {
            None if sights.is_empty() => Look::Parts,
            None => Look::Sight(0),
            Some(PARTS) => Look::Parts,
            Some(name) => Look::Sight(sights.iter().position(|sight| sight.name == name).ok_or_else(|| {
                let mut names: Vec<&str> = sights.iter().map(|sight| sight.name).collect();
                names.push(PARTS);
                Problem::new(format!("this game has no sight `{name}`; it has: {}", names.join(", ")))
            })?),
        };
        let mut grades = Grades::new(grades)?;
        let shared = facts.sum.filter(|_| players == 2);
        if shared.is_some_and(|sum| !grades.are_symmetric(sum)) {
            return Err(Problem::new("the grades of the payoffs of two seats are not the same for both"));
        }
        if shared.is_none() && grades.count() > 1 {
            // The mean is enough where seats are seen one by one.
            grades = Grades::new(vec![facts.lowest, facts.highest])?;
        }
        let (inputs, stages) = match look {
            Look::Sight(place) => (sights[place].inputs, sights[place].stages.max(1)),
            Look::Parts => (parts::INPUTS, 1),
        };
        let shape = Shape { inputs, stages, outputs: grades.count() };
        let model = from_spec(model, shape, seed)?;
        Ok(Learned { look, shape, grades, model, shared, players, sum: facts.sum })
    }

    /// Takes over what was learned before, by the same model, of the first of these inputs and stages.
    pub fn begin_with(&mut self, earlier: &Learned) -> Result<(), Problem> {
        let (spec, theirs) = (self.model.spec(), earlier.model.spec());
        let (ours, theirs_saw) = (self.shape, earlier.shape);
        let is_smaller = theirs_saw.inputs <= ours.inputs && theirs_saw.stages <= ours.stages;
        match is_smaller && ours.outputs == theirs_saw.outputs && self.model.begin_with(earlier.model.as_ref()) {
            true => Ok(()),
            false => Err(Problem::new(format!(
                "learning cannot begin there: a {theirs} of {} inputs and {} stages does not grow into a {spec} of {} and {}",
                earlier.shape.inputs, earlier.shape.stages, self.shape.inputs, self.shape.stages
            ))),
        }
    }

    /// How it looks at positions.
    pub fn look(&self) -> Look {
        self.look
    }

    /// The model.
    pub fn model(&self) -> &dyn Model {
        &*self.model
    }

    /// The payoffs it tells apart.
    pub fn grades(&self) -> &Grades {
        &self.grades
    }

    /// Whether one seat's eyes are enough.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// Pushes what a seat sees, and gives the stage.
    #[inline]
    pub(crate) fn see<G: Evaluated>(&self, game: &G, state: &G::State, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        match self.look {
            Look::Sight(place) => game.see(place, state, seat, out),
            Look::Parts => {
                parts::see(state, seat, out);
                0
            }
        }
    }

    /// The chances that the model gives for what is seen.
    #[inline]
    pub(crate) fn ask(&self, stage: u32, inputs: &[(u32, f32)], room: &mut Room) -> Chances {
        let mut chances = [0.0; MOST_GRADES - 1];
        let out = &mut chances[..self.shape.outputs];
        self.model.ask(stage, inputs, room, out);
        out.iter_mut().for_each(|out| *out = chance(*out));
        chances
    }

    /// The chances of a seat by its own eyes.
    #[inline]
    pub(crate) fn chances<G: Evaluated>(&self, game: &G, state: &G::State, seat: Player, desk: &mut Desk) -> Chances {
        desk.inputs.clear();
        let stage = self.see(game, state, seat, &mut desk.inputs);
        let mut chances = self.ask(stage, &desk.inputs, &mut desk.room);
        if self.shared.is_none() {
            let (low, high) = self.within_reach(game, state, seat);
            chances[0] = low + chances[0] * (high - low);
        }
        chances
    }

    /// The least and the most that a seat can still get, as parts of all that is ever paid. Where seats are seen one by one a model
    /// tells how much of what lies between the two will be had: what is certain need not be learned.
    #[inline]
    pub(crate) fn within_reach<G: Evaluated>(&self, game: &G, state: &G::State, seat: Player) -> (f32, f32) {
        let payoffs = self.grades.payoffs();
        let (lowest, highest) = (payoffs[0], payoffs[payoffs.len() - 1]);
        let (low, high) = game.payoff_bounds(state, seat);
        let part = |payoff: f64| ((payoff.clamp(lowest, highest) - lowest) / (highest - lowest)) as f32;
        (part(low), part(high))
    }

    /// What a position that is not over is worth to one seat.
    #[inline]
    pub(crate) fn worth<G: Evaluated>(&self, game: &G, state: &G::State, seat: Player, desk: &mut Desk) -> f64 {
        match self.shared {
            Some(sum) => {
                let onlooker = game.onlooker(state);
                let value = self.grades.value(&self.chances(game, state, onlooker, desk));
                if onlooker == seat { value } else { sum - value }
            }
            None if self.sum.is_some() => self.worths(game, state, desk)[seat],
            None => self.grades.value(&self.chances(game, state, seat, desk)),
        }
    }

    fn worths<G: Evaluated>(&self, game: &G, state: &G::State, desk: &mut Desk) -> Payoffs {
        let mut values = Payoffs::ZERO;
        if let Some(sum) = self.shared {
            values[Player::FIRST] = self.worth(game, state, Player::FIRST, desk);
            values[Player::SECOND] = sum - values[Player::FIRST];
            return values;
        }
        for seat in Player::all(self.players) {
            values[seat] = self.grades.value(&self.chances(game, state, seat, desk));
        }
        if let Some(sum) = self.sum {
            self.balance(game, state, sum, &mut values);
        }
        values
    }

    /// Each seat was seen with its own eyes: makes their values add up. What they are above the least they can be grows or
    /// shrinks by the same part, or what they are below the most. Where growing would lead beyond the other end they shrink
    /// from there instead, so that none leaves its bounds.
    fn balance<G: Evaluated>(&self, game: &G, state: &G::State, sum: f64, values: &mut Payoffs) {
        let payoffs = self.grades.payoffs();
        let (lowest, highest) = (payoffs[0], payoffs[payoffs.len() - 1]);
        let (mut lows, mut highs) = (Payoffs::ZERO, Payoffs::ZERO);
        for seat in Player::all(self.players) {
            let (low, high) = game.payoff_bounds(state, seat);
            (lows[seat], highs[seat]) = (low.clamp(lowest, highest), high.clamp(lowest, highest));
        }
        let total = |payoffs: &Payoffs| payoffs.seats(self.players).iter().sum::<f64>();
        let (above, below) = (sum - total(&lows), total(&highs) - sum);
        let scaled = |from: &Payoffs, wanted: f64| {
            let found = total(values) - total(from);
            let mut scaled = *from;
            for seat in Player::all(self.players) {
                scaled[seat] += match found == 0.0 {
                    true => wanted / self.players as f64,
                    false => (values[seat] - from[seat]) * (wanted / found),
                };
            }
            scaled
        };
        let nearer = if above <= below { scaled(&lows, above) } else { scaled(&highs, -below) };
        let leaves = |seat: Player| nearer[seat] < lows[seat] - LEEWAY || nearer[seat] > highs[seat] + LEEWAY;
        *values = match Player::all(self.players).any(leaves) {
            false => nearer,
            true if total(values) > sum => scaled(&lows, above),
            true => scaled(&highs, -below),
        };
    }

    /// A number that changes when the game shows other inputs, pays otherwise or is played otherwise, so that a file is not
    /// taken for another game or another version of it.
    pub fn fingerprint<G: Evaluated>(&self, game: &G) -> u64 {
        /// Games of random moves that are looked at, and plies of each.
        const GAMES: u64 = 4;
        const PLIES: usize = 60;
        let mut print =
            Rng::hash(self.players as u64, u64::from(self.shape.inputs) << 32 | u64::from(self.shape.stages));
        let mut add = |word: u64| print = Rng::hash(print, word);
        let facts = game.facts();
        self.grades.payoffs().iter().chain([&facts.lowest, &facts.highest]).for_each(|x| add(x.to_bits()));
        let (mut scratch, mut inputs) = (Vec::new(), Vec::new());
        for number in 0..GAMES {
            let mut rng = Rng::stream(0x5EED, number);
            let mut state = game.start(&mut rng);
            for _ in 0..PLIES {
                let mv = match game.turn(&state) {
                    Turn::Over => {
                        game.payoffs(&state).seats(self.players).iter().for_each(|x| add(x.to_bits()));
                        break;
                    }
                    Turn::Chance => game.draw(&state, &mut rng),
                    Turn::Of(seat) => {
                        inputs.clear();
                        add(self.see(game, &state, seat, &mut inputs).into());
                        inputs.iter().for_each(|(input, x)| add(u64::from(*input) << 32 | u64::from(x.to_bits())));
                        game.random_move(&state, &mut rng, &mut scratch)
                    }
                };
                game.play(&mut state, mv);
            }
        }
        print
    }
}

impl<G: Evaluated> Evaluation<G> for Learned {
    fn value(&self, game: &G, state: &G::State, seat: Player) -> f64 {
        with_desk(|desk| self.worth(game, state, seat, desk))
    }

    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        with_desk(|desk| self.worths(game, state, desk))
    }

    /// A twentieth of what lies between the lowest and the highest payoff.
    fn unit(&self, _game: &G) -> f64 {
        let payoffs = self.grades.payoffs();
        (payoffs[payoffs.len() - 1] - payoffs[0]) / 20.0
    }
}
