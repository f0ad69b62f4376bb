//! How another player chooses: the one place where a search asks.
//!
//! A search that comes to somebody else's decision shows it to an [`Opponent`], which says how likely each move is, or
//! nothing: then the backup decides for that player. What it is shown is a position that may be the true one. Where the game
//! hides something it is told what the mover has seen as well, if it [asks](Opponent::reads_views), and which
//! [kind](Opponent::kinds) of player the world takes the others for.

use super::weights::add_up_to_one;
use outwit_game::{Agent, Control, Game, Player, Problem, Rng, Table, View};

/// A decision of one of the others.
pub struct Decision<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position, or one that may be the true one.
    pub state: &'a G::State,
    /// Who decides.
    pub player: Player,
    /// Between what.
    pub moves: &'a [G::Move],
    /// Which of the opponent's kinds decides.
    pub kind: usize,
    /// What every seat has seen, where the opponent asks for it and somebody knows; else nothing.
    pub views: &'a [Vec<G::Seen>],
}

impl<'a, G: Game> Decision<'a, G> {
    /// A decision in the open.
    #[inline]
    pub fn open(game: &'a G, state: &'a G::State, player: Player, moves: &'a [G::Move]) -> Decision<'a, G> {
        Decision { game, state, player, moves, kind: 0, views: &[] }
    }
}

/// How the seats that are not ours are believed to choose.
pub trait Opponent<G: Game>: Send {
    /// Whether saying so takes long: then the search looks at the clock each time, and remembers nothing of it.
    #[inline]
    fn thinks(&self) -> bool {
        false
    }

    /// Whether it ever says anything: if not, the backup decides for everybody.
    #[inline]
    fn speaks(&self) -> bool {
        true
    }

    /// The kinds of player they may be, by their weights. A world says which kind it takes them for, so seeing them move
    /// makes some kinds likelier, as Bayes has it.
    fn kinds(&self) -> Vec<f64> {
        vec![1.0]
    }

    /// Whether the choice depends on what they have seen: worlds then keep that, and fewer of them are equal.
    fn reads_views(&self) -> bool {
        false
    }

    /// Pushes the probability of each move, or nothing: then the backup decides.
    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem>;
}

/// Whoever stands before an opponent says what it says.
macro_rules! stands_before {
    () => {
        #[inline]
        fn thinks(&self) -> bool {
            (**self).thinks()
        }
        #[inline]
        fn speaks(&self) -> bool {
            (**self).speaks()
        }
        fn kinds(&self) -> Vec<f64> {
            (**self).kinds()
        }
        fn reads_views(&self) -> bool {
            (**self).reads_views()
        }
        fn probabilities(
            &mut self,
            decision: &Decision<'_, G>,
            rng: &mut Rng,
            control: &Control<'_>,
            out: &mut Vec<f64>,
        ) -> Result<(), Problem> {
            (**self).probabilities(decision, rng, control, out)
        }
    };
}

impl<G: Game, O: Opponent<G> + ?Sized> Opponent<G> for &mut O {
    stands_before!();
}

impl<G: Game> Opponent<G> for Box<dyn Opponent<G>> {
    stands_before!();
}

/// The others choose for themselves: the backup says how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adversary;

impl<G: Game> Opponent<G> for Adversary {
    #[inline]
    fn speaks(&self) -> bool {
        false
    }

    #[inline]
    fn probabilities(
        &mut self,
        _decision: &Decision<'_, G>,
        _rng: &mut Rng,
        _control: &Control<'_>,
        _out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        Ok(())
    }
}

/// The others play every legal move with equal probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl<G: Game> Opponent<G> for Uniform {
    #[inline]
    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        _rng: &mut Rng,
        _control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        out.extend(decision.moves.iter().map(|_| 1.0 / decision.moves.len() as f64));
        Ok(())
    }
}

/// The others play as this agent would, with the probabilities it reports. It is shown what the mover has seen, where that is
/// known; else it sits down at a table at which play begins with the position.
pub struct Modelled<G: Game>(pub Box<dyn Agent<G>>);

impl<G: Game> Opponent<G> for Modelled<G> {
    #[inline]
    fn thinks(&self) -> bool {
        true
    }

    fn reads_views(&self) -> bool {
        true
    }

    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let &Decision { game, state, player, moves, .. } = decision;
        match decision.views.get(player.index()) {
            Some(seen) => ask(&mut *self.0, &View::told(game, player, seen, moves), rng, control, out),
            None => ask(&mut *self.0, &Table::at(game, state.clone()).view(player), rng, control, out),
        }
    }
}

/// The same, by an agent that sees the whole position, whatever the game hides.
pub struct Omniscient<G: Game>(pub Box<dyn Agent<G>>);

impl<G: Game> Opponent<G> for Omniscient<G> {
    #[inline]
    fn thinks(&self) -> bool {
        true
    }

    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let &Decision { game, state, player, moves, .. } = decision;
        ask(&mut *self.0, &View::imagined(game, player, state, moves), rng, control, out)
    }
}

fn ask<G: Game>(
    agent: &mut dyn Agent<G>,
    view: &View<'_, G>,
    rng: &mut Rng,
    control: &Control<'_>,
    out: &mut Vec<f64>,
) -> Result<(), Problem> {
    agent.begin(view.game(), view.seat(), rng.bits());
    // The model's own tree and progress are nobody's concern here.
    let control = Control { record: None, progress: None, all_values: false, ..*control };
    let report = agent.choose(view, &control)?;
    let known: Vec<G::Move> = report.moves.iter().map(|found| found.mv).collect();
    let probabilities: Vec<f64> = report.moves.iter().map(|found| found.probability).collect();
    out.extend(of_moves(&known, &probabilities, view.moves()));
    Ok(())
}

/// How likely the moves asked about are, where the probabilities of all that are legal are known: a belief may follow those that
/// [last](Game::lasting_moves) alone.
pub(crate) fn of_moves<M: PartialEq>(known: &[M], probabilities: &[f64], asked: &[M]) -> Vec<f64> {
    if known == asked {
        return probabilities.to_vec();
    }
    let probability = |mv: &M| known.iter().position(|known| known == mv).map_or(0.0, |place| probabilities[place]);
    let mut row: Vec<f64> = asked.iter().map(probability).collect();
    let total: f64 = row.iter().sum();
    let even = 1.0 / asked.len().max(1) as f64;
    row.iter_mut().for_each(|p| *p = if total > 0.0 { *p / total } else { even });
    row
}

/// An opponent that is given as a function of what the mover has seen and its moves. The probabilities it pushes need not
/// add up to 1: they are weights.
pub struct Given<F>(pub F);

impl<G: Game, F> Opponent<G> for Given<F>
where
    F: FnMut(&G, Player, &[G::Seen], &[G::Move], &mut Vec<f64>) + Send,
{
    fn reads_views(&self) -> bool {
        true
    }

    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        _rng: &mut Rng,
        _control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let start = out.len();
        let seen = decision.views.get(decision.player.index()).map_or(&[][..], Vec::as_slice);
        (self.0)(decision.game, decision.player, seen, decision.moves, out);
        let given = &mut out[start..];
        let is_list = given.len() == decision.moves.len() && given.iter().all(|p| *p >= 0.0 && p.is_finite());
        if !(is_list && given.iter().any(|p| *p > 0.0)) {
            return Err(Problem::new("an opponent gives each move a weight of at least 0, and not 0 to all"));
        }
        add_up_to_one(given);
        Ok(())
    }
}

/// One of several opponents, nobody knows which: each with its weight before anything is seen. In a world it is the one that
/// the world takes it for.
pub struct OneOf<G: Game>(pub Vec<(f64, Box<dyn Opponent<G>>)>);

impl<G: Game> Opponent<G> for OneOf<G> {
    #[inline]
    fn thinks(&self) -> bool {
        self.0.iter().any(|(_, opponent)| opponent.thinks())
    }

    fn kinds(&self) -> Vec<f64> {
        let mut weights: Vec<f64> = self.0.iter().map(|(weight, _)| *weight).collect();
        add_up_to_one(&mut weights);
        weights
    }

    fn reads_views(&self) -> bool {
        self.0.iter().any(|(_, opponent)| opponent.reads_views())
    }

    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        self.0[decision.kind].1.probabilities(decision, rng, control, out)
    }
}

/// Now one of several opponents, now another: at every decision each with its weight.
pub struct Mixture<G: Game>(pub Vec<(f64, Box<dyn Opponent<G>>)>);

impl<G: Game> Opponent<G> for Mixture<G> {
    #[inline]
    fn thinks(&self) -> bool {
        self.0.iter().any(|(_, opponent)| opponent.thinks())
    }

    fn reads_views(&self) -> bool {
        self.0.iter().any(|(_, opponent)| opponent.reads_views())
    }

    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let mut shares: Vec<f64> = self.0.iter().map(|(weight, _)| *weight).collect();
        add_up_to_one(&mut shares);
        let mut mixed = vec![0.0; decision.moves.len()];
        let mut row = Vec::with_capacity(mixed.len());
        for ((_, opponent), share) in self.0.iter_mut().zip(shares) {
            row.clear();
            opponent.probabilities(decision, rng, control, &mut row)?;
            mixed.iter_mut().zip(&row).for_each(|(sum, p)| *sum += share * p);
        }
        out.append(&mut mixed);
        Ok(())
    }
}

/// Asks an opponent in one of many worlds. What a world says must not depend on when it was asked: one that draws does so by the
/// position.
pub(crate) fn ask_in_world<G: Game, O: Opponent<G> + ?Sized>(
    opponent: &mut O,
    decision: &Decision<'_, G>,
    control: &Control<'_>,
    out: &mut Vec<f64>,
) -> Result<(), Problem> {
    const SEED: u64 = 0x0B5E_4E12;
    let key = if opponent.thinks() { decision.game.key(decision.state) } else { 0 };
    opponent.probabilities(decision, &mut Rng::stream(SEED, key), control, out)
}

/// The others take what the game's [hint for ordering](outwit_game::Game::order_hint) thinks much of, and otherwise anything.
#[derive(Clone, Copy, Debug)]
pub struct Greedy(pub f64);

/// The hint that doubles a move's weight.
const NOTABLE: f64 = 1000.0;
/// No move is more than so many times likelier than a plain one.
const MOST: f64 = 10.0;

impl Greedy {
    /// How much likelier a move is than one that seems to win nothing.
    pub(crate) fn weight<G: Game>(self, game: &G, state: &G::State, mv: G::Move) -> f64 {
        1.0 + self.0 * (f64::from(game.order_hint(state, mv)) / NOTABLE).clamp(0.0, MOST)
    }
}

impl<G: Game> Opponent<G> for Greedy {
    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        _rng: &mut Rng,
        _control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let from = out.len();
        out.extend(decision.moves.iter().map(|&mv| self.weight(decision.game, decision.state, mv)));
        let total: f64 = out[from..].iter().sum();
        out[from..].iter_mut().for_each(|share| *share /= total);
        Ok(())
    }
}
