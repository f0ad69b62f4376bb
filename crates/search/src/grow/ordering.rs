//! Which moves to try first: what the table remembers, what cut elsewhere at the same ply, what the game promises, what
//! has cut often.

use super::table::{NO_TAG, tag};
use outwit_game::MoveCode;
use std::cmp::Ordering as Compared;

const SLOTS: usize = 4096;
/// A table move comes before anything; then what the game promises; among moves of the same promise a killer comes before
/// any history. (Killers before promises cost kalah(5,4) forty times the nodes.)
const TABLE: i64 = 1 << 60;
const KILLER: i64 = 1 << 25;
const PROMISE: i64 = 1 << 26;
const HISTORY_LIMIT: u32 = 1 << 24;

/// What a search learns about moves as it goes.
pub struct Ordering {
    killers: Vec<[u32; 2]>,
    /// Cuts by move, one table for the seat that searches and one for the others.
    history: [Box<[u32; SLOTS]>; 2],
    /// Scores of the moves of all positions on the path.
    scores: Vec<i64>,
}

const NO_KILLER: u32 = u32::MAX;

impl Ordering {
    pub fn new() -> Ordering {
        let empty = || Box::new([0; SLOTS]);
        Ordering { killers: Vec::new(), history: [empty(), empty()], scores: Vec::new() }
    }

    /// Scores the moves of a position, all at once, with the hint that the game gives. Returns where the scores begin.
    #[inline]
    pub fn score<M: MoveCode>(
        &mut self,
        moves: &[M],
        hint: impl Fn(M) -> i32,
        table_tag: u16,
        ply: usize,
        ours: bool,
    ) -> usize {
        let base = self.scores.len();
        let killers = self.killers.get(ply).copied().unwrap_or([NO_KILLER; 2]);
        let history = &self.history[usize::from(ours)];
        for &mv in moves {
            let code = mv.code();
            self.scores.push(if table_tag != NO_TAG && tag(code) == table_tag {
                TABLE
            } else {
                let killer = if code == killers[0] {
                    KILLER + 1
                } else if code == killers[1] {
                    KILLER
                } else {
                    0
                };
                killer + i64::from(hint(mv)) * PROMISE + i64::from(history[slot(code)])
            });
        }
        base
    }

    /// Brings the best of `moves[next..]` to the front of them; `base` is where the scores of `moves` begin. Of equals
    /// the first comes first.
    #[inline]
    pub fn bring_best<M: Copy>(&mut self, moves: &mut [M], base: usize, next: usize) {
        let scores = &mut self.scores[base..];
        let mut best = next;
        for place in next + 1..moves.len() {
            if scores[place] > scores[best] {
                best = place;
            }
        }
        // Moving the rest up, not swapping, keeps it in the game's order.
        let (mv, score) = (moves[best], scores[best]);
        for place in (next..best).rev() {
            moves[place + 1] = moves[place];
            scores[place + 1] = scores[place];
        }
        moves[next] = mv;
        scores[next] = score;
    }

    /// The position is done with.
    #[inline]
    pub fn pop(&mut self, base: usize) {
        self.scores.truncate(base);
    }

    /// A move has cut the rest off.
    pub fn cut(&mut self, code: u32, ply: usize, depth: i32, ours: bool) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NO_KILLER; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let depth = depth.clamp(1, 64) as u32;
        let history = &mut self.history[usize::from(ours)];
        let score = &mut history[slot(code)];
        *score += depth * depth;
        if *score > HISTORY_LIMIT {
            history.iter_mut().for_each(|score| *score /= 2);
        }
    }
}

#[inline]
fn slot(code: u32) -> usize {
    (code ^ (code >> 12) ^ (code >> 24)) as usize % SLOTS
}

/// Sorts in place, equal ones in the order they had. For lists that are sorted once a search or an iteration: the comparisons
/// are calls, so that there is one sort in the binary and not one for each game.
pub(super) fn sort_rarely<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Compared) {
    let order = sorted_places(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    let mut old: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| old[place].take()));
}

fn sorted_places(length: usize, compare: &mut dyn FnMut(usize, usize) -> Compared) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}
