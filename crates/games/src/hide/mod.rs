#![doc = include_str!("../../rules/hide.md")]

mod entries;
mod rule;
mod seen;

pub(crate) use entries::{HIDDEN_KALAH, HIDDEN_N_GAME, HIDDEN_P_GAME, HIDE};
pub use rule::Share;
pub use seen::{Happened, Sight};

use outwit_game::{
    Evaluated, Evaluation, Facts, Game, Interval, MAX_SEATS, NamedEvaluation, Payoffs, Player, Problem, Rng,
    SampleLimits, Span, Turn, View, sample_world,
};

/// A game inside, and how much of it is hidden.
#[derive(Clone, Debug)]
pub struct Hide<G> {
    inner: G,
    share: Share,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Covered<S> {
    /// The position of the game inside.
    pub inner: S,
    /// How many moves each seat has made, modulo the period of hiding: all that the future depends on.
    made: [u32; MAX_SEATS],
}

impl<G: Game> Hide<G> {
    /// Hides a share of the moves of an open game.
    pub fn new(inner: G, share: Share) -> Result<Hide<G>, Problem> {
        if inner.facts().hidden {
            return Err(Problem::new("the game to hide moves of hides something already: give an open game"));
        }
        Ok(Hide { inner, share })
    }

    /// The game inside.
    pub fn inner(&self) -> &G {
        &self.inner
    }

    fn own_moves(&self, state: &Covered<G::State>, seat: Player) -> Option<Box<str>> {
        if self.inner.turn(&state.inner) != Turn::Of(seat) {
            return None;
        }
        let mut moves = Vec::new();
        self.inner.moves(&state.inner, &mut moves);
        let texts: Vec<String> = moves.into_iter().map(|mv| self.inner.move_text(&state.inner, mv)).collect();
        Some(texts.join(" ").into())
    }
}

impl<G: Game> Game for Hide<G> {
    type State = Covered<G::State>;
    type Move = G::Move;
    type Seen = Sight;

    fn players(&self) -> usize {
        self.inner.players()
    }

    fn facts(&self) -> Facts {
        Facts { hidden: !self.share.is_none(), ..self.inner.facts() }
    }

    fn start(&self, rng: &mut Rng) -> Self::State {
        Covered { inner: self.inner.start(rng), made: [0; MAX_SEATS] }
    }

    fn turn(&self, state: &Self::State) -> Turn {
        self.inner.turn(&state.inner)
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<G::Move>) {
        self.inner.moves(&state.inner, out);
    }

    fn play(&self, state: &mut Self::State, mv: G::Move) {
        if let Turn::Of(mover) = self.inner.turn(&state.inner) {
            let made = &mut state.made[mover.index()];
            *made = (*made + 1) % self.share.period();
        }
        self.inner.play(&mut state.inner, mv);
    }

    fn payoffs(&self, state: &Self::State) -> Payoffs {
        self.inner.payoffs(&state.inner)
    }

    fn move_text(&self, state: &Self::State, mv: G::Move) -> String {
        self.inner.move_text(&state.inner, mv)
    }

    fn read_move(&self, state: &Self::State, text: &str) -> Result<G::Move, Problem> {
        self.inner.read_move(&state.inner, text)
    }

    fn position_text(&self, state: &Self::State) -> String {
        let made: Vec<String> = state.made[..self.players()].iter().map(u32::to_string).collect();
        format!("{} | {}", made.join("."), self.inner.position_text(&state.inner))
    }

    fn read_position(&self, text: &str) -> Result<Self::State, Problem> {
        let Some((counts, inner)) = text.split_once(" | ") else {
            return Err(Problem::new("a position is written `moves made by each seat | position of the game inside`"));
        };
        let read = |word: &str| word.parse::<u32>().ok().filter(|&count| count < self.share.period());
        let counts: Option<Vec<u32>> = counts.split('.').map(read).collect();
        let counts = counts.filter(|counts| counts.len() == self.players()).ok_or_else(|| {
            Problem::new(format!(
                "the moves made are {} numbers below {} with points between them, as `{}`",
                self.players(),
                self.share.period(),
                vec!["0"; self.players()].join(".")
            ))
        })?;
        let mut made = [0; MAX_SEATS];
        made[..counts.len()].copy_from_slice(&counts);
        Ok(Covered { inner: self.inner.read_position(inner)?, made })
    }

    fn picture(&self, state: &Self::State) -> String {
        self.inner.picture(&state.inner)
    }

    fn svg(&self, state: &Self::State) -> String {
        self.inner.svg(&state.inner)
    }

    fn weight(&self, state: &Self::State, outcome: G::Move) -> u64 {
        self.inner.weight(&state.inner, outcome)
    }

    fn draws(&self, state: &Self::State) -> bool {
        self.inner.draws(&state.inner)
    }

    fn draw(&self, state: &Self::State, rng: &mut Rng) -> G::Move {
        self.inner.draw(&state.inner, rng)
    }

    fn first_look(&self, start: &Self::State, seat: Player) -> Option<Sight> {
        let position = self.position_text(start).into();
        Some(Sight { happened: Happened::Began(position), yours: self.own_moves(start, seat) })
    }

    fn observe(&self, before: &Self::State, mv: G::Move, after: &Self::State, seat: Player) -> Option<Sight> {
        let text = || self.inner.move_text(&before.inner, mv).into();
        let happened = match self.inner.turn(&before.inner) {
            Turn::Of(mover) => {
                let is_hidden = self.share.hides(u64::from(before.made[mover.index()]) + 1);
                if is_hidden && mover != seat { Happened::MovedUnseen(mover) } else { Happened::Moved(mover, text()) }
            }
            _ => Happened::Drew(text()),
        };
        Some(Sight { happened, yours: self.own_moves(after, seat) })
    }

    /// The board as it was when it was last certain, and what has been made since.
    fn seat_picture(&self, view: &View<'_, Self>) -> String {
        if let Some(state) = view.state() {
            return self.picture(state);
        }
        let Some(mut state) = self.known_start(view.seat(), view.seen().first()) else {
            return view.seen().iter().map(Sight::text).collect::<Vec<_>>().join("\n");
        };
        let mut since = Vec::new();
        for sight in &view.seen()[1..] {
            let known = match &sight.happened {
                Happened::Moved(_, text) | Happened::Drew(text) if since.is_empty() => {
                    self.inner.read_move(&state.inner, text).ok()
                }
                _ => None,
            };
            match known {
                Some(mv) => self.play(&mut state, mv),
                None => since.push(sight.told_to(view.seat())),
            }
        }
        let mut text = self.inner.picture(&state.inner);
        if !since.is_empty() {
            text += &format!("\nso it stood for certain; since then: {}", since.join(", "));
        }
        text
    }

    fn events(&self, view: &View<'_, Self>, since: usize) -> Vec<String> {
        view.seen().iter().skip(since.max(1)).map(|sight| sight.told_to(view.seat())).collect()
    }

    fn seen_text(&self, seen: &Sight) -> String {
        seen.text()
    }

    fn read_seen(&self, _seat: Player, text: &str) -> Result<Sight, Problem> {
        Sight::read(text)
    }

    fn sample(&self, view: &View<'_, Self>, rng: &mut Rng) -> Option<Self::State> {
        match view.state() {
            Some(state) => Some(state.clone()),
            None => sample_world(view, rng, SampleLimits::default()),
        }
    }

    fn known_start(&self, _seat: Player, first_look: Option<&Sight>) -> Option<Self::State> {
        match &first_look?.happened {
            Happened::Began(position) => self.read_position(position).ok(),
            _ => None,
        }
    }

    fn key(&self, state: &Self::State) -> u64 {
        let made = state.made.iter().fold(0, |hash, &count| Rng::hash(hash, u64::from(count)));
        Rng::hash(self.inner.key(&state.inner), made)
    }

    fn random_move(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Move {
        self.inner.random_move(&state.inner, rng, scratch)
    }

    fn payoff_bounds(&self, state: &Self::State, seat: Player) -> (f64, f64) {
        self.inner.payoff_bounds(&state.inner, seat)
    }

    fn is_frontier(&self, state: &Self::State) -> bool {
        self.inner.is_frontier(&state.inner)
    }

    fn look_ahead(&self, state: &Self::State, depth: u32) -> u32 {
        self.inner.look_ahead(&state.inner, depth)
    }

    fn order_hint(&self, state: &Self::State, mv: G::Move) -> i32 {
        self.inner.order_hint(&state.inner, mv)
    }
}

/// The evaluation of the game inside.
#[derive(Clone)]
pub struct HideEvaluation<E>(E);

impl<G: Game, E: Evaluation<G>> Evaluation<Hide<G>> for HideEvaluation<E> {
    fn value(&self, game: &Hide<G>, state: &Covered<G::State>, seat: Player) -> f64 {
        self.0.value(&game.inner, &state.inner, seat)
    }
    fn values(&self, game: &Hide<G>, state: &Covered<G::State>) -> Payoffs {
        self.0.values(&game.inner, &state.inner)
    }
    fn intervals(&self, game: &Hide<G>, state: &Covered<G::State>) -> [Interval; MAX_SEATS] {
        self.0.intervals(&game.inner, &state.inner)
    }
    fn span(&self, game: &Hide<G>) -> Option<Span> {
        self.0.span(&game.inner)
    }
    fn is_quiet(&self, game: &Hide<G>, state: &Covered<G::State>) -> bool {
        self.0.is_quiet(&game.inner, &state.inner)
    }
    fn features(&self, game: &Hide<G>, state: &Covered<G::State>, out: &mut Vec<f64>) {
        self.0.features(&game.inner, &state.inner, out);
    }
    fn feature_names(&self) -> &'static [&'static str] {
        self.0.feature_names()
    }
}

impl<G: Evaluated> Evaluated for Hide<G> {
    type Evaluation = HideEvaluation<G::Evaluation>;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        self.inner.evaluations()
    }

    fn evaluation(&self, index: usize) -> Self::Evaluation {
        HideEvaluation(self.inner.evaluation(index))
    }
}
