//! The rivals: a negamax written by hand, and the peer crate `minimax` playing the same games with the same evaluation.

use minimax::{Evaluator, IterativeOptions, IterativeSearch, Strategy};
use outwit_game::{Evaluated, Evaluation, Game, Player, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::othello::Othello;
use std::cell::Cell;

/// Alpha-beta as one writes it on an afternoon: negamax, fail-soft, moves in the order the game gives them.
pub struct Plain<'g, G: Evaluated> {
    game: &'g G,
    evaluation: G::Evaluation,
    stack: Vec<G::Move>,
    nodes: u64,
}

impl<'g, G: Evaluated> Plain<'g, G> {
    pub fn new(game: &'g G) -> Self {
        Plain { game, evaluation: game.evaluation(0), stack: Vec::new(), nodes: 0 }
    }

    /// The value of a position to seat 1, who is to move, and the moves made.
    pub fn search(mut self, start: &G::State, depth: u32) -> (f64, u64) {
        let value = self.negamax(start, depth, f64::NEG_INFINITY, f64::INFINITY, Player::FIRST);
        (value, self.nodes)
    }

    fn negamax(&mut self, state: &G::State, depth: u32, mut alpha: f64, beta: f64, side: Player) -> f64 {
        let mover = match self.game.turn(state) {
            Turn::Of(mover) => mover,
            _ => return self.game.payoffs(state)[side],
        };
        if depth == 0 {
            return self.evaluation.value(self.game, state, side);
        }
        debug_assert_eq!(mover, side, "these games alternate, passes included");
        let base = self.stack.len();
        self.game.moves(state, &mut self.stack);
        let mut best = f64::NEG_INFINITY;
        for index in base..self.stack.len() {
            let mut next = state.clone();
            self.game.play(&mut next, self.stack[index]);
            self.nodes += 1;
            let value = -self.negamax(&next, depth - 1, -beta, -alpha, side.other());
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.stack.truncate(base);
        best
    }
}

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
}

/// One of our games as the peer crate sees games.
pub struct Peer<G>(std::marker::PhantomData<G>);

macro_rules! peer {
    ($game:ty, $rules:expr) => {
        impl minimax::Game for Peer<$game> {
            type S = <$game as Game>::State;
            type M = <$game as Game>::Move;

            fn generate_moves(state: &Self::S, moves: &mut Vec<Self::M>) -> Option<minimax::Winner> {
                if let Some(winner) = Self::get_winner(state) {
                    return Some(winner);
                }
                $rules.moves(state, moves);
                None
            }

            fn apply(state: &mut Self::S, mv: Self::M) -> Option<Self::S> {
                NODES.set(NODES.get() + 1);
                let mut next = state.clone();
                $rules.play(&mut next, mv);
                Some(next)
            }

            fn get_winner(state: &Self::S) -> Option<minimax::Winner> {
                if !$rules.turn(state).is_over() {
                    return None;
                }
                // The peer asks who has won as seen by the side that would move next.
                let next = next_mover(&$rules, state);
                let payoff = $rules.payoffs(state)[next];
                Some(if payoff > 0.0 {
                    minimax::Winner::PlayerToMove
                } else if payoff < 0.0 {
                    minimax::Winner::PlayerJustMoved
                } else {
                    minimax::Winner::Draw
                })
            }

            fn zobrist_hash(state: &Self::S) -> u64 {
                $rules.key(state)
            }
        }

        impl Evaluator for Peer<$game> {
            type G = Peer<$game>;
            fn evaluate(&self, state: &<$game as Game>::State) -> minimax::Evaluation {
                let side = next_mover(&$rules, state);
                (Evaluated::evaluation(&$rules, 0).value(&$rules, state, side) * SCALE).round() as minimax::Evaluation
            }
        }

        impl PeerSearch for Peer<$game> {
            type G = $game;
            fn nodes(start: &<$game as Game>::State, depth: u8) -> u64 {
                NODES.set(0);
                let options = IterativeOptions::new().with_table_byte_size(16 << 20);
                let mut search = IterativeSearch::new(Peer::<$game>(std::marker::PhantomData), options);
                search.set_max_depth(depth);
                search.choose_move(start).expect("a legal start");
                NODES.get()
            }
        }
    };
}

/// The peer's values are small integers; this keeps every step of ours apart.
const SCALE: f64 = 16_000.0;

/// Who moves, or would move if the game went on: the position's text ends with the seat.
fn next_mover<G: Game>(game: &G, state: &G::State) -> Player {
    match game.turn(state) {
        Turn::Of(mover) => mover,
        _ => {
            let text = game.position_text(state);
            if text.ends_with('1') { Player::FIRST } else { Player::SECOND }
        }
    }
}

peer!(Connect4, const_connect4());
peer!(Othello, const_othello());

fn const_connect4() -> Connect4 {
    Connect4::new(7, 6).expect("the usual board")
}

fn const_othello() -> Othello {
    Othello::new(8, Score::Win).expect("the usual board")
}

pub trait PeerSearch {
    type G: Game;
    fn nodes(start: &<Self::G as Game>::State, depth: u8) -> u64;
}

/// How many moves the peer makes to reach a depth.
pub fn peer_nodes<G: Evaluated>(_game: &G, start: &G::State, depth: u8) -> u64
where
    Peer<G>: PeerSearch<G = G>,
{
    Peer::<G>::nodes(start, depth)
}
