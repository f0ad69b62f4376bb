//! A negamax written by hand with what strong programs add: deepening, a table, null windows, ordered moves.

use outwit_game::{Evaluated, Evaluation, MoveCode, Player, Turn};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Exact,
    AtLeast,
    AtMost,
}

/// What the table keeps of a position: the latest that was found.
#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    value: f64,
    depth: u32,
    side: Side,
    mv: Option<M>,
}

/// The search.
pub struct Tabled<'g, G: Evaluated> {
    game: &'g G,
    evaluation: G::Evaluation,
    table: Vec<Option<Entry<G::Move>>>,
    killers: Vec<[Option<G::Move>; 2]>,
    history: Vec<u32>,
    stack: Vec<(i64, G::Move)>,
    listed: Vec<G::Move>,
    nodes: u64,
}

/// Codes of these games' moves are small.
const CODES: usize = 256;

impl<'g, G: Evaluated> Tabled<'g, G> {
    /// A search whose table has at most this many bytes.
    pub fn new(game: &'g G, table_bytes: usize) -> Self {
        let entries = 1usize << (table_bytes / size_of::<Option<Entry<G::Move>>>()).max(1).ilog2();
        Tabled {
            game,
            evaluation: game.evaluation(0),
            table: vec![None; entries],
            killers: Vec::new(),
            history: vec![0; 2 * CODES],
            stack: Vec::new(),
            listed: Vec::new(),
            nodes: 0,
        }
    }

    /// The value of a position to seat 1, who is to move, and the moves made.
    pub fn search(mut self, start: &G::State, depth: u32) -> (f64, u64) {
        self.killers = vec![[None; 2]; depth as usize + 1];
        let mut value = 0.0;
        for depth in 1..=depth {
            value = self.negamax(start, depth, 0, f64::NEG_INFINITY, f64::INFINITY, Player::FIRST);
        }
        (value, self.nodes)
    }

    fn negamax(&mut self, state: &G::State, depth: u32, ply: usize, alpha: f64, beta: f64, side: Player) -> f64 {
        // Step 1. The end, and the horizon.
        let game = self.game;
        if game.turn(state) == Turn::Over {
            return game.payoffs(state)[side];
        }
        if depth == 0 {
            return self.evaluation.value(game, state, side);
        }
        // Step 2. Look in the table.
        let key = game.table_key(state);
        let slot = (key >> 1) as usize & (self.table.len() - 1);
        let known = self.table[slot].filter(|entry| entry.key == key);
        if let Some(entry) = known.filter(|entry| entry.depth == depth)
            && match entry.side {
                Side::Exact => true,
                Side::AtLeast => entry.value >= beta,
                Side::AtMost => entry.value <= alpha,
            }
        {
            return entry.value;
        }
        // Step 3. Order the moves.
        let base = self.stack.len();
        self.listed.clear();
        game.moves(state, &mut self.listed);
        let first = known.and_then(|entry| entry.mv);
        for &mv in &self.listed {
            let score = if first == Some(mv) {
                i64::MAX
            } else if self.killers[ply][0] == Some(mv) || self.killers[ply][1] == Some(mv) {
                1 << 40
            } else {
                i64::from(self.history[side.index() * CODES + mv.code() as usize])
            };
            self.stack.push((score + (i64::from(game.order_hint(state, mv)) << 26).min(i64::MAX - score), mv));
        }
        // Step 4. Try them, after the first with a null window.
        let (mut best, mut best_move, mut floor) = (f64::NEG_INFINITY, None, alpha);
        let end = self.stack.len();
        for index in base..end {
            let mut likeliest = index;
            for place in index + 1..end {
                if self.stack[place].0 > self.stack[likeliest].0 {
                    likeliest = place;
                }
            }
            self.stack.swap(index, likeliest);
            let mv = self.stack[index].1;
            let mut next = state.clone();
            game.play(&mut next, mv);
            let mut below = |floor: f64, ceiling: f64| {
                self.nodes += 1;
                -self.negamax(&next, depth - 1, ply + 1, -ceiling, -floor, side.other())
            };
            let mut value;
            if index == base {
                value = below(floor, beta);
            } else {
                value = below(floor, floor.next_up());
                if value > floor && value < beta {
                    value = below(floor, beta);
                }
            }
            if value > best {
                (best, best_move) = (value, Some(mv));
                floor = floor.max(value);
                if value >= beta {
                    let killers = &mut self.killers[ply];
                    if killers[0] != Some(mv) {
                        *killers = [Some(mv), killers[0]];
                    }
                    self.history[side.index() * CODES + mv.code() as usize] += depth * depth;
                    break;
                }
            }
        }
        self.stack.truncate(base);
        // Step 5. Remember.
        let side = if best >= beta {
            Side::AtLeast
        } else if best > alpha {
            Side::Exact
        } else {
            Side::AtMost
        };
        self.table[slot] = Some(Entry { key, value: best, depth, side, mv: best_move });
        best
    }
}
