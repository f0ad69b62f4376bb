//! Histories: complete plays with their probabilities, all of them where they can be gone through.

use crate::number::Number;
use outwit_game::{Evaluated, Evaluation, MAX_SEATS, Player, Problem, Rng, Turn};

/// How those who decide are taken to decide.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Model {
    /// Each does what is best for itself, and all know it: backward induction. Of equally good moves the first is taken.
    Best,
    /// Every move is equally likely.
    Uniform,
    /// A move is the likelier the better it is: by the exponential of its value over this temperature.
    Soft(f64),
}

/// A position on the way of a play.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its key.
    pub key: u64,
    /// Its key up to names.
    pub canonical_key: u64,
    /// Its features by the game's first evaluation; none once the game is over.
    pub features: Vec<f64>,
}

impl Place {
    /// What is kept of a position.
    pub fn of<G: Evaluated>(game: &G, state: &G::State) -> Place {
        let mut features = Vec::new();
        if !game.turn(state).is_over() {
            game.evaluation(0).features(game, state, &mut features);
        }
        Place { key: game.key(state), canonical_key: game.canonical_key(state), features }
    }
}

/// A move of a play, of a seat or of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who made it; chance if nobody.
    pub mover: Option<Player>,
    /// As the game writes it.
    pub text: String,
}

/// A complete play.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Play {
    /// Its moves.
    pub steps: Vec<Step>,
    /// The positions on the way, the first before any move.
    pub places: Vec<Place>,
    /// What each seat was paid.
    pub payoffs: [f64; MAX_SEATS],
}

struct Node {
    parent: usize,
    step: Option<Step>,
    place: Place,
    turn: Turn,
    weight: u64,
    payoffs: [f64; MAX_SEATS],
    children: std::ops::Range<usize>,
}

/// All plays from a position on, as a tree.
pub struct Plays {
    nodes: Vec<Node>,
    players: usize,
}

impl Plays {
    /// Goes through all of them; a problem where there are more than `limit` positions on the ways, or a play is longer than
    /// `longest` moves.
    pub fn all<G: Evaluated>(game: &G, start: &G::State, limit: usize, longest: usize) -> Result<Plays, Problem> {
        if game.facts().draws {
            return Err(Problem::new("this game draws what cannot be listed, so its plays cannot be gone through"));
        }
        let node = |state: &G::State, parent: usize, step: Option<Step>, weight: u64| {
            let turn = game.turn(state);
            let mut payoffs = [0.0; MAX_SEATS];
            if turn.is_over() {
                let paid = game.payoffs(state);
                Player::all(game.players()).for_each(|seat| payoffs[seat.index()] = paid[seat]);
            }
            Node { parent, step, place: Place::of(game, state), turn, weight, payoffs, children: 0..0 }
        };
        let mut nodes = vec![node(start, 0, None, 1)];
        let mut states = vec![(start.clone(), 0)];
        let mut at = 0;
        while at < nodes.len() {
            let (state, length) = states[at].clone();
            let turn = nodes[at].turn;
            if !turn.is_over() {
                if length == longest {
                    return Err(Problem::new(format!(
                        "plays of this game may be longer than {longest} moves, too long to go through all: sample them"
                    )));
                }
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let first = nodes.len();
                for mv in moves {
                    let step = Step { mover: turn.player(), text: game.move_text(&state, mv) };
                    let weight = if turn == Turn::Chance { game.weight(&state, mv) } else { 1 };
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    nodes.push(node(&next, at, Some(step), weight));
                    states.push((next, length + 1));
                }
                nodes[at].children = first..nodes.len();
                if nodes.len() > limit {
                    return Err(Problem::new(format!(
                        "the plays of this game pass more than {limit} positions, too many to go through all: sample them"
                    )));
                }
            }
            at += 1;
        }
        Ok(Plays { nodes, players: game.players() })
    }

    /// What each seat gets at every position, and how likely each is to be come to from the one before, by the model.
    fn decided<N: Number>(&self, model: Model) -> (Vec<Vec<N>>, Vec<N>) {
        let mut values: Vec<Vec<N>> = vec![Vec::new(); self.nodes.len()];
        let mut shares = vec![N::ONE; self.nodes.len()];
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            if node.children.is_empty() {
                values[at] = node.payoffs[..self.players].iter().map(|&paid| N::exactly(paid)).collect();
                continue;
            }
            let children = node.children.clone();
            let weights: Vec<N> = match (node.turn, model) {
                (Turn::Of(seat), Model::Best) => {
                    let worth = |child: usize| values[child][seat.index()];
                    let best =
                        children.clone().reduce(|best, child| if worth(child) > worth(best) { child } else { best });
                    children.clone().map(|child| if Some(child) == best { N::ONE } else { N::ZERO }).collect()
                }
                (Turn::Of(seat), Model::Soft(temperature)) => {
                    let worth = |child: usize| values[child][seat.index()].value();
                    let most = children.clone().map(worth).fold(f64::NEG_INFINITY, f64::max);
                    children.clone().map(|child| N::exactly(libm::exp((worth(child) - most) / temperature))).collect()
                }
                (Turn::Of(_), Model::Uniform) => vec![N::ONE; children.len()],
                _ => children.clone().map(|child| N::whole(self.nodes[child].weight)).collect(),
            };
            let total = weights.iter().fold(N::ZERO, |sum, &weight| sum + weight);
            let mut value = vec![N::ZERO; self.players];
            for (child, weight) in children.zip(weights) {
                shares[child] = weight / total;
                for seat in 0..self.players {
                    value[seat] = value[seat] + shares[child] * values[child][seat];
                }
            }
            values[at] = value;
        }
        (values, shares)
    }

    /// What each seat gets from here on, by the model.
    pub fn values<N: Number>(&self, model: Model) -> Vec<N> {
        self.decided(model).0.swap_remove(0)
    }

    /// Tells every play with its probability by the model, in the game's order; those that never happen too.
    pub fn each<N: Number>(&self, model: Model, mut tell: impl FnMut(&Play, N)) {
        let (_, shares) = self.decided::<N>(model);
        self.tell(&shares, &mut tell);
    }

    /// The same with every first move of a seat equally likely, so that they can be compared.
    pub fn each_from_even_start<N: Number>(&self, model: Model, mut tell: impl FnMut(&Play, N)) {
        let (_, mut shares) = self.decided::<N>(model);
        if matches!(self.nodes[0].turn, Turn::Of(_)) {
            let children = self.nodes[0].children.clone();
            let share = N::ONE / N::whole(children.len() as u64);
            children.for_each(|child| shares[child] = share);
        }
        self.tell(&shares, &mut tell);
    }

    fn tell<N: Number>(&self, shares: &[N], tell: &mut dyn FnMut(&Play, N)) {
        for end in (0..self.nodes.len()).filter(|&at| self.nodes[at].children.is_empty()) {
            let mut play = Play { payoffs: self.nodes[end].payoffs, ..Play::default() };
            let mut probability = N::ONE;
            let mut at = end;
            loop {
                play.places.push(self.nodes[at].place.clone());
                let Some(step) = &self.nodes[at].step else { break };
                play.steps.push(step.clone());
                probability = probability * shares[at];
                at = self.nodes[at].parent;
            }
            play.steps.reverse();
            play.places.reverse();
            tell(&play, probability);
        }
    }
}

/// A play under way, move by move.
pub struct Recorder {
    play: Play,
}

impl Recorder {
    /// From a position on.
    pub fn new<G: Evaluated>(game: &G, start: &G::State) -> Recorder {
        Recorder { play: Play { places: vec![Place::of(game, start)], ..Play::default() } }
    }

    /// A move and the position after it.
    pub fn step<G: Evaluated>(&mut self, game: &G, before: &G::State, mv: G::Move, after: &G::State) {
        let step = Step { mover: game.turn(before).player(), text: game.move_text(before, mv) };
        self.play.steps.push(step);
        self.play.places.push(Place::of(game, after));
    }

    /// The play, which paid this.
    pub fn end(mut self, payoffs: &[f64]) -> Play {
        self.play.payoffs[..payoffs.len()].copy_from_slice(payoffs);
        self.play
    }
}

/// A play of random moves from a position on, `longest` at most; what stops before its end is valued by the evaluation.
pub fn random_play<G: Evaluated>(game: &G, start: &G::State, longest: usize, rng: &mut Rng) -> Play {
    let mut recorder = Recorder::new(game, start);
    let mut state = start.clone();
    let mut scratch = Vec::new();
    for _ in 0..longest {
        let mv = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.draw(&state, rng),
            Turn::Of(_) => game.random_move(&state, rng, &mut scratch),
        };
        let mut next = state.clone();
        game.play(&mut next, mv);
        recorder.step(game, &state, mv, &next);
        state = next;
    }
    let paid = match game.turn(&state).is_over() {
        true => game.payoffs(&state),
        false => game.evaluation(0).values(game, &state),
    };
    recorder.end(paid.seats(game.players()))
}
