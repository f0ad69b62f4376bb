//! Watching the others: what is believed about each, move by move.

use super::filter::{Filter, Guards};
use super::player::PlayerModel;
use super::score::Score;
use super::worlds::{Minds, World};
use crate::belief::{Decision, Particles};
use outwit_game::{Control, Detail, Evaluated, MAX_SEATS, Player, Problem, Rng, Turn, View};

/// What is believed about one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The belief over the models.
    pub filter: Filter,
    /// How well it has predicted.
    pub score: Score,
    /// The belief before the first move and after each.
    pub history: Vec<Vec<f64>>,
}

impl Opinion {
    fn new(prior: &[f64], guards: Guards) -> Opinion {
        let filter = Filter::new(prior, guards);
        let history = vec![filter.belief().to_vec()];
        Opinion { filter, score: Score::default(), history }
    }
}

/// A belief that is sure of one model.
fn certain(models: usize, model: usize) -> Vec<f64> {
    (0..models).map(|place| f64::from(u8::from(place == model))).collect()
}

/// What was not looked at enough is shrunk towards knowing nothing.
pub(super) fn shrunk(p: f64, worth: f64, moves: usize) -> f64 {
    worth * p + (1.0 - worth) / moves as f64
}

/// Something that knows how likely a model thinks each move of a position.
pub trait Predictor<G: Evaluated> {
    /// One row a model, one probability a move; and how much the rows are worth, 0 (nothing was found out) to 1.
    fn predict(
        &mut self,
        decision: &Decision<'_, G>,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(Vec<Vec<f64>>, f64), Problem>;

    /// Asked before the moves of a player are predicted in several worlds of a hidden game: whoever has to search looks at the
    /// decision once for all of them.
    fn prepare(
        &mut self,
        _game: &G,
        _worlds: &[World<G>],
        _player: Player,
        _watch: &mut BeliefTracker<G>,
        _rng: &mut Rng,
        _control: &Control<'_>,
    ) -> Result<(), Problem> {
        Ok(())
    }

    /// A move was made from `state`: whatever is kept about the future moves on.
    fn advance(&mut self, game: &G, state: &G::State, mv: G::Move);
}

/// The models and what is believed about everybody.
pub struct BeliefTracker<G: Evaluated> {
    /// All models, the same for every seat; the last may stand for everybody else.
    pub models: Vec<PlayerModel<G>>,
    guards: Guards,
    pub(super) learns: bool,
    /// Models of seats that somebody has told.
    told: [Option<usize>; MAX_SEATS],
    pub(super) opinions: Vec<Option<Opinion>>,
    /// Where the last look ended: the position, and how much had been seen.
    place: Option<(G::State, usize)>,
    /// Where something is hidden: what may be the case.
    pub(super) particles: Option<Particles<G, Minds>>,
    /// How many worlds there are to be.
    pub(super) world_count: usize,
}

/// Worlds held possible where nobody says how many.
const WORLDS: usize = 64;

impl<G: Evaluated> BeliefTracker<G> {
    /// Nobody has been seen yet.
    pub fn new(models: Vec<PlayerModel<G>>, guards: Guards) -> BeliefTracker<G> {
        let (opinions, told) = (vec![None; MAX_SEATS], [None; MAX_SEATS]);
        let (place, particles, world_count) = (None, None, WORLDS);
        BeliefTracker { models, guards, learns: true, told, opinions, place, particles, world_count }
    }

    /// The same with so many worlds in games that hide something.
    pub fn with_worlds(self, world_count: usize) -> BeliefTracker<G> {
        BeliefTracker { world_count: world_count.max(1), ..self }
    }

    /// The same, but what is seen changes no belief; predictions are scored as ever.
    pub fn without_learning(self) -> BeliefTracker<G> {
        BeliefTracker { learns: false, ..self }
    }

    /// Somebody says who a seat is: the belief is certain of the model at this place, from now to the end of the game.
    pub fn tell(&mut self, player: Player, model: usize) {
        self.told[player.index()] = Some(model);
        if let Some(opinion) = &mut self.opinions[player.index()] {
            *opinion = Opinion::new(&certain(self.models.len(), model), self.guards);
        }
    }

    /// A game begins: the belief about each of the other seats is the prior.
    pub fn begin(&mut self, players: usize, seat: Player) {
        self.told = [None; MAX_SEATS];
        self.reset(players, seat);
    }

    pub(super) fn reset(&mut self, players: usize, seat: Player) {
        let prior: Vec<f64> = self.models.iter().map(|model| model.prior).collect();
        for player in Player::all(MAX_SEATS) {
            let is_other = player != seat && player.index() < players;
            self.opinions[player.index()] = is_other.then(|| match self.told[player.index()] {
                Some(model) => Opinion::new(&certain(self.models.len(), model), self.guards),
                None => Opinion::new(&prior, self.guards),
            });
        }
        (self.place, self.particles) = (None, None);
    }

    /// What is believed about a seat; nothing about one's own.
    pub fn opinion(&self, player: Player) -> Option<&Opinion> {
        self.opinions[player.index()].as_ref()
    }

    /// The probability of each model of a seat.
    pub fn belief(&self, player: Player) -> &[f64] {
        self.opinions[player.index()].as_ref().map_or(&[], |opinion| opinion.filter.belief())
    }

    /// Whether the view goes on from where the last look ended.
    fn goes_on(&self, view: &View<'_, G>) -> bool {
        self.place.as_ref().is_some_and(|(_, seen)| *seen <= view.seen().len())
    }

    /// Follows what was seen since the last look, and learns from every move of the others.
    pub fn catch_up(
        &mut self,
        view: &View<'_, G>,
        predictor: &mut dyn Predictor<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        let (game, seat) = (view.game(), view.seat());
        let (Some(start), Some(now)) = (view.start(), view.state()) else {
            return self.catch_up_with_worlds(view, predictor, rng, control);
        };
        if !self.goes_on(view) {
            self.reset(game.players(), seat);
        }
        let (mut state, mut seen) =
            self.place.take().unwrap_or_else(|| (start.clone(), usize::from(game.first_look(start, seat).is_some())));
        let mut moves = Vec::new();
        while let Some(observation) = view.seen().get(seen) {
            moves.clear();
            game.moves(&state, &mut moves);
            let step = moves.iter().enumerate().find_map(|(place, &mv)| {
                let mut next = state.clone();
                game.play(&mut next, mv);
                (game.observe(&state, mv, &next, seat).as_ref() == Some(observation)).then_some((place, next))
            });
            // A draw that cannot be listed, or a game begun in the middle: nothing to learn from, go on from here.
            let Some((place, next)) = step else { break };
            match game.turn(&state) {
                Turn::Of(player) if player != seat && moves.len() > 1 => {
                    let (rows, worth) =
                        predictor.predict(&Decision::open(game, &state, player, &moves), self, rng, control)?;
                    self.learn(player, &rows, worth, place);
                }
                Turn::Of(player) if player != seat => self.pass(player),
                _ => {}
            }
            predictor.advance(game, &state, moves[place]);
            (state, seen) = (next, seen + 1);
        }
        self.place = Some((now.clone(), view.seen().len()));
        Ok(())
    }

    /// A forced move says nothing.
    fn pass(&mut self, player: Player) {
        if let Some(opinion) = &mut self.opinions[player.index()] {
            opinion.history.push(opinion.filter.belief().to_vec());
        }
    }

    fn learn(&mut self, player: Player, rows: &[Vec<f64>], worth: f64, played: usize) {
        let Some(opinion) = &mut self.opinions[player.index()] else { return };
        let moves = rows.first().map_or(0, Vec::len);
        let shrunk = |p: f64| shrunk(p, worth, moves);
        let belief = opinion.filter.belief();
        let guards = *opinion.filter.guards();
        let likelihood = |p: f64| guards.likelihood(shrunk(p), moves);
        let mixture: Vec<f64> = (0..moves)
            .map(|place| rows.iter().zip(belief).map(|(row, belief)| belief * likelihood(row[place])).sum())
            .collect();
        let named = |model: &PlayerModel<G>| !model.is_catch_all;
        let weights = self.models.iter().zip(belief).filter(|(model, _)| named(model)).map(|(_, belief)| belief);
        let total: f64 = weights.sum();
        let sum: f64 = (self.models.iter().zip(belief).zip(rows))
            .filter(|((model, _), _)| named(model))
            .map(|((_, belief), row)| belief * likelihood(row[played]))
            .sum();
        let of_named = if total > 0.0 { sum / total } else { 1.0 / moves as f64 };
        opinion.score.note(&mixture, of_named, 1.0 / moves as f64, played);
        if worth > 0.0 && self.learns {
            let told: Vec<f64> = rows.iter().map(|row| shrunk(row[played])).collect();
            opinion.filter.update(&told, moves);
        }
        opinion.history.push(opinion.filter.belief().to_vec());
    }

    /// The same for programs: of each other seat the models, and the belief in each before its first move and after every one.
    pub fn details(&self) -> Vec<(&'static str, Detail)> {
        let about = |player: Player| {
            let opinion = self.opinion(player)?;
            let models = self.models.iter().map(|model| Detail::Text(model.name.clone())).collect();
            let history = opinion.history.iter().map(|belief| Detail::numbers(belief.iter().copied())).collect();
            Some(Detail::Record(vec![
                ("seat", Detail::Number(player.number() as f64)),
                ("models", Detail::List(models)),
                ("history", Detail::List(history)),
            ]))
        };
        let all: Vec<Detail> = Player::all(MAX_SEATS).filter_map(about).collect();
        if all.is_empty() { Vec::new() } else { vec![("beliefs", Detail::List(all))] }
    }

    /// What is believed, in sentences a player can read.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> =
            self.particles.iter().filter(|particles| particles.worlds().is_empty()).filter_map(|p| p.why()).collect();
        for player in Player::all(MAX_SEATS) {
            let Some(opinion) = self.opinion(player) else { continue };
            let mut places: Vec<usize> = (0..self.models.len()).collect();
            places.sort_by(|&a, &b| opinion.filter.belief()[b].total_cmp(&opinion.filter.belief()[a]));
            let texts: Vec<String> = places
                .iter()
                .take(4)
                .map(|&place| format!("{} ({:.2})", self.models[place].name, opinion.filter.belief()[place]))
                .collect();
            sentences.push(format!("I think {player} is: {}", texts.join(", ")));
            let score = &opinion.score;
            if score.moves > 0 {
                let moves = score.moves as f64;
                sentences.push(format!(
                    "my predictions of {player} cost {:.3} nats a move, a blind guess {:.3}; Brier {:.3}, calibration off by {:.3}",
                    score.log_loss / moves,
                    score.uniform_log_loss / moves,
                    score.brier / moves,
                    score.calibration_error()
                ));
            }
            if score.is_alarmed() {
                sentences.push(format!(
                    "none of my models fits {player}: together they predict worse than a blind guess by {:.1} nats",
                    score.excess()
                ));
            }
        }
        sentences
    }
}
