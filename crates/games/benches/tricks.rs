//! Positions a second of a plain full-width search of card games, on one thread: moves, play, and an evaluation of every
//! leaf, two tricks deep, with no pruning, no table and no stand-ins. It is what searches of these games cannot do without.
//!
//! `cargo bench -p outwit-games --bench tricks`.

use outwit_game::{Evaluated, Evaluation, Player, Rng};
use outwit_games::cumulative::Match;
use outwit_games::hearts::{Hearts, HeartsRules, Shoot};
use outwit_games::spades::{Spades, SpadesRules};
use outwit_games::tricks::Setup;
use std::hint::black_box;
use std::time::Instant;

const GOAL: f64 = 10e6;

fn main() {
    let hearts = Hearts::new(HeartsRules { shoot: Shoot::Nothing, queen_breaks: false }, Setup::default());
    let hearts = hearts.expect("a table");
    let spades = Spades::new(SpadesRules { must_break: true }, Setup::default()).expect("a table");
    println!("full width, 8 plies: positions a second, one thread");
    measure("hearts", &hearts, Some(GOAL));
    measure("spades", &spades, Some(GOAL));
    measure("match of hearts", &Match::new(hearts, 100).expect("a match"), None);
    measure("match of spades", &Match::new(spades, 100).expect("a match"), None);
}

struct Walk<'g, G: Evaluated> {
    game: &'g G,
    evaluation: G::Evaluation,
    moves: Vec<G::Move>,
    positions: u64,
    leaves: u64,
    sum: f64,
}

impl<G: Evaluated> Walk<'_, G> {
    fn walk(&mut self, state: &G::State, depth: u32, intervals: bool) {
        self.positions += 1;
        if depth == 0 || self.game.turn(state).player().is_none() {
            self.leaves += 1;
            self.sum += if intervals {
                self.evaluation.intervals(self.game, state)[0].low
            } else {
                self.evaluation.values(self.game, state)[Player::FIRST]
            };
            return;
        }
        let base = self.moves.len();
        self.game.moves(state, &mut self.moves);
        for index in base..self.moves.len() {
            let mut next = state.clone();
            self.game.play(&mut next, self.moves[index]);
            self.walk(&next, depth - 1, intervals);
        }
        self.moves.truncate(base);
    }
}

fn measure<G: Evaluated>(name: &str, game: &G, goal: Option<f64>) {
    for (index, named) in game.evaluations().iter().enumerate() {
        for intervals in [false, true] {
            let mut fastest = f64::INFINITY;
            let mut counted = (0, 0);
            for _ in 0..5 {
                let evaluation = game.evaluation(index);
                let mut walk = Walk { game, evaluation, moves: Vec::new(), positions: 0, leaves: 0, sum: 0.0 };
                let clock = Instant::now();
                for deal in 0..8 {
                    let mut rng = Rng::new(deal);
                    let mut state = game.start(&mut rng);
                    // From the second trick on, where a choice is wide.
                    for _ in 0..4 {
                        let mv = game.random_move(&state, &mut rng, &mut Vec::new());
                        game.play(&mut state, mv);
                    }
                    walk.walk(&state, 8, intervals);
                }
                black_box(walk.sum);
                fastest = fastest.min(clock.elapsed().as_secs_f64());
                counted = (walk.positions, walk.leaves);
            }
            let rate = counted.0 as f64 / fastest;
            let what = if intervals { "intervals" } else { "values" };
            let leaves = counted.1 as f64 / fastest / 1e6;
            print!(
                "  {name:<16} {:<7} {what:<9} {:>6.1} million/s, {leaves:>5.1} million leaves/s",
                named.name,
                rate / 1e6
            );
            if let Some(goal) = goal {
                print!("; goal {:.0}: {}", goal / 1e6, if rate >= goal { "met" } else { "NOT met" });
            }
            println!();
        }
    }
}
