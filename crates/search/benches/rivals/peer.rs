//! The peer crate `minimax`, playing the same games with the same evaluation.

use minimax::{Evaluator, IterativeOptions, IterativeSearch, Strategy};
use outwit_game::{Evaluated, Evaluation, Game, Player, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::othello::Othello;
use std::cell::Cell;

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
