//! The best reply to a batch of tapes: one strategy for all of them, as far as the replying seat cannot tell them apart.
//!
//! Depth first over what the seat sees. A branch is left as soon as it cannot beat the best so far even if everything in it
//! that was not looked at were won.

use super::learned::Learned;
use super::tapes::{Luck, Played, World};
use crate::patience::go_on;
use outwit_game::{Game, Problem};

/// What the best reply is paid on average over the tapes, and whether the search went to its end. If not, it is a bound
/// from above.
pub(super) fn best_reply_in_hindsight<G: Game>(
    luck: &mut Luck<'_, G>,
    learned: &Learned,
    tapes: impl Iterator<Item = u64>,
    nodes: u64,
) -> Result<(f64, bool), Problem> {
    let mut search = Search { learned, left: nodes, is_complete: true };
    let (mut classes, mut paid, mut count) = (Classes::default(), 0.0, 0.0);
    for tape in tapes {
        count += 1.0;
        match luck.begin(tape)? {
            (_, Played::Over(payoff)) => paid += payoff,
            (world, Played::Replying) => classes.add(luck, world, tape),
        }
    }
    let value = search.all(luck, classes, paid, f64::NEG_INFINITY)?;
    Ok((value / count, search.is_complete))
}

/// Worlds that look alike to the replying seat, with their tapes, and the most that they may pay in all.
struct Class<G: Game> {
    view: u32,
    worlds: Vec<(World<G>, u64)>,
    most: f64,
}

/// Worlds told apart by what was seen.
struct Classes<G: Game>(Vec<Class<G>>);

impl<G: Game> Default for Classes<G> {
    fn default() -> Self {
        Classes(Vec::new())
    }
}

impl<G: Game> Classes<G> {
    fn add(&mut self, luck: &Luck<'_, G>, world: World<G>, tape: u64) {
        let most = luck.game.payoff_bounds(&world.state, luck.seat).1.min(luck.game.facts().highest);
        // The last ones are the likeliest: a batch has few ways to go on.
        let known = self.0.iter_mut().rev().find(|class| class.view == world.view);
        match known {
            Some(class) => {
                class.most += most;
                class.worlds.push((world, tape));
            }
            None => self.0.push(Class { view: world.view, worlds: vec![(world, tape)], most }),
        }
    }
}

struct Search<'a> {
    learned: &'a Learned,
    /// Moves that may still be made.
    left: u64,
    is_complete: bool,
}

impl Search<'_> {
    /// What all classes come to, `paid` included. At most `enough` is as good as any other answer at most that.
    fn all<G: Game>(
        &mut self,
        luck: &mut Luck<'_, G>,
        classes: Classes<G>,
        paid: f64,
        enough: f64,
    ) -> Result<f64, Problem> {
        let mut value = paid + classes.0.iter().map(|class| class.most).sum::<f64>();
        for class in classes.0 {
            if value <= enough {
                break;
            }
            let hoped = class.most;
            value += self.best(luck, class, enough - (value - hoped))? - hoped;
        }
        Ok(value)
    }

    /// What the best move comes to for all worlds of a class.
    fn best<G: Game>(&mut self, luck: &mut Luck<'_, G>, class: Class<G>, enough: f64) -> Result<f64, Problem> {
        let mut moves = Vec::new();
        luck.game.moves(&class.worlds[0].0.state, &mut moves);
        self.learned.order(&class.worlds[0].0, &mut moves);
        let mut best = f64::NEG_INFINITY;
        for mv in moves {
            go_on(luck.control)?;
            if self.left < class.worlds.len() as u64 {
                self.is_complete = false;
                return Ok(class.most);
            }
            self.left -= class.worlds.len() as u64;
            let (mut classes, mut paid) = (Classes::default(), 0.0);
            for (world, tape) in &class.worlds {
                let mut next = world.clone();
                match luck.reply(&mut next, mv, *tape)? {
                    Played::Over(payoff) => paid += payoff,
                    Played::Replying => classes.add(luck, next, *tape),
                }
            }
            best = best.max(self.all(luck, classes, paid, best.max(enough))?);
            if best >= class.most {
                break;
            }
        }
        Ok(best)
    }
}
