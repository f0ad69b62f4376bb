//! Choosing among vectors of values: MaxN, paranoid and offensive play differ in what a player looks for.

use super::{Backup, Step, all_seats, average, keep_highest, pick_best};
use outwit_game::{Facts, MAX_SEATS, Payoffs, Player, SeatValues, Span, Turn, equally_good, tolerance};

/// What everybody is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Everybody maximises its own value (Luckhardt and Irani 1986).
    MaxN,
    /// Everybody is against the root's seat (Sturtevant and Korf 2000).
    Paranoid,
    /// The root's seat wants to hurt this one, and of equally hurtful moves takes the best for itself; everybody else
    /// maximises its own value (Zuckerman, Felner and Kraus 2009).
    Offensive(Player),
}

/// What a player looks for in a vector of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preference {
    /// Who searches.
    pub root: Player,
    /// What everybody is after.
    pub strategy: Strategy,
}

impl Preference {
    /// What `player` looks for first.
    #[inline]
    pub fn first(&self, player: Player, value: &Payoffs) -> f64 {
        match self.strategy {
            Strategy::Paranoid if player != self.root => -value[self.root],
            Strategy::Offensive(target) if player == self.root => -value[target],
            _ => value[player],
        }
    }

    /// What decides between values that are equally good by the first: where they may differ in it.
    #[inline]
    pub fn second(&self, player: Player, value: &Payoffs) -> f64 {
        match self.strategy {
            Strategy::Offensive(_) if player == self.root => value[player],
            _ => 0.0,
        }
    }

    /// Whether of vectors that differ in the player's own number alone it takes the highest.
    #[inline]
    pub fn is_for_itself(&self, player: Player) -> bool {
        self.strategy != Strategy::Paranoid || player == self.root
    }

    /// Pushes 1 for each vector that is best by both, 0 for the others.
    pub fn picks(&self, player: Player, children: &[Payoffs], ranks: &[f64], out: &mut Vec<f64>) {
        let base = out.len();
        let first: Vec<f64> = children.iter().map(|value| self.first(player, value)).collect();
        let second: Vec<f64> = children.iter().map(|value| self.second(player, value)).collect();
        pick_best(&first, &[], out);
        keep_highest(&second, &mut out[base..]);
        keep_highest(ranks, &mut out[base..]);
    }
}

/// Which lines a search by [`Strategy::MaxN`] leaves out. All of them keep the value of the root and every best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pruning {
    /// None.
    None,
    /// A position is left as soon as its player has so much that too little is left for the player above (Korf 1991).
    #[default]
    Shallow,
    /// Also when the players of as many positions in a row as there are seats have too much together, if all between the
    /// first and the last look at their last move (after Sturtevant 2003).
    LastBranch,
}

/// Values as vectors; of equally good children the first is taken.
#[derive(Clone, Copy, Debug)]
pub struct FirstTie {
    /// What players look for.
    pub preference: Preference,
    /// How many seats there are.
    pub players: usize,
    /// Bounds of all values, if known: nothing is pruned without.
    pub span: Option<Span>,
    /// Which lines to leave out.
    pub pruning: Pruning,
}

impl FirstTie {
    /// What can be left for some players when others have this much: the sum less the least of everybody not counted.
    #[inline]
    fn left(&self, span: &Span, counted: usize) -> f64 {
        span.sum - (self.players - counted) as f64 * span.lowest
    }
}

impl Backup<Payoffs> for FirstTie {
    #[inline]
    fn can_use_after_moves(&self, mover: Player) -> bool {
        self.preference.is_for_itself(mover)
    }

    #[inline]
    fn back_up(&self, turn: Turn, children: &[Payoffs], weights: &[f64]) -> Payoffs {
        let player = match turn {
            Turn::Of(player) if weights.is_empty() => player,
            _ => return average(children, weights),
        };
        // Passes and no list: the best there is, and the first that is as good.
        let (mut best, mut second) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for child in children {
            best = best.max(self.preference.first(player, child));
        }
        let is_good = |child: &Payoffs| equally_good(self.preference.first(player, child), best);
        for child in children {
            if is_good(child) {
                second = second.max(self.preference.second(player, child));
            }
        }
        for child in children {
            if is_good(child) && equally_good(self.preference.second(player, child), second) {
                return *child;
            }
        }
        unreachable!("a position that is not over has a move")
    }

    #[inline]
    fn liking(&self, player: Player, value: &Payoffs) -> f64 {
        self.preference.first(player, value)
    }

    #[inline(always)]
    fn prefers(&self, player: Player, child: &Payoffs, best: &Payoffs) -> bool {
        let (new, old) = (self.preference.first(player, child), self.preference.first(player, best));
        let margin = tolerance(new.abs().max(old.abs()));
        new > old + margin
            || (new > old - margin
                && self.preference.second(player, child) > self.preference.second(player, best) + margin)
    }

    fn picks(&self, player: Player, children: &[Payoffs], ranks: &[f64], out: &mut Vec<f64>) {
        self.preference.picks(player, children, ranks, out);
    }

    fn seat_values(&self, _facts: &Facts, value: &Payoffs) -> SeatValues {
        all_seats(self.players, value)
    }

    #[inline]
    fn prunes(&self) -> bool {
        self.span.is_some()
            && self.pruning != Pruning::None
            && self.preference.strategy == Strategy::MaxN
            && self.players >= 2
    }

    #[inline(always)]
    fn prune(&self, path: &[Step<Payoffs>]) -> Option<usize> {
        let span = self.span.as_ref()?;
        let Some([above @ .., here]) = path.len().checked_sub(self.players).map_or(Some(path), |from| path.get(from..))
        else {
            return None;
        };
        // What the player here has for certain, and what each player above could have elsewhere. A player that is on the
        // path twice breaks it: what it wants here is not what it wanted there.
        let Turn::Of(mover) = here.turn else { return None };
        let best = here.best.as_ref()?;
        let mut taken = best[mover];
        let mut counted = [false; MAX_SEATS];
        counted[mover.index()] = true;
        for (levels, step) in above.iter().rev().enumerate() {
            let Turn::Of(player) = step.turn else { return None };
            if counted[player.index()] {
                return None;
            }
            counted[player.index()] = true;
            let other = step.best.as_ref()?;
            taken += other[player];
            let most = self.left(span, levels + 2);
            if taken > most + tolerance(most) {
                // Whatever comes of the positions between, the player above must reject it for certain.
                let between = &above[above.len() - levels..];
                let rejects = |value: &Payoffs| value[player] < other[player] - tolerance(other[player]);
                if between.iter().all(|step| step.best.as_ref().is_some_and(rejects)) {
                    return Some(levels + 1);
                }
            }
            if self.pruning != Pruning::LastBranch || !step.is_last {
                return None;
            }
        }
        None
    }
}
