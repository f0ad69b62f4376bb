//! Information-set search whose evaluation foresees the last ply of kriegspiel, against the same search that makes every move.

use crate::axes::Axes;
use outwit_game::{Control, Evaluated, Game, Interval, MAX_SEATS, Payoffs, Player, Rng, Table, Turn};
use outwit_games::chess::{Chess, Position, Referee};
use outwit_search::backup::{Expectation, Worst};
use outwit_search::belief::Uniform;
use outwit_search::belief::information_set::{Belief, consistent_worlds};
use outwit_search::value::{Everybody, Leaf, Own};
use std::fmt::Debug;

/// A leaf that foresees nothing.
struct Made<L>(L);

impl<L: Leaf<Chess>> Leaf<Chess> for Made<L> {
    type Value = L::Value;

    fn over(&self, payoffs: &Payoffs, root: Player) -> L::Value {
        self.0.over(payoffs, root)
    }
    fn cut(&self, game: &Chess, state: &Position, root: Player) -> L::Value {
        self.0.cut(game, state, root)
    }
    fn values(&self, game: &Chess, state: &Position) -> Payoffs {
        self.0.values(game, state)
    }
    fn intervals(&self, game: &Chess, state: &Position) -> [Interval; MAX_SEATS] {
        self.0.intervals(game, state)
    }
}

/// What the moves of a belief are worth, whether the end was seen in all lines, and how many moves were looked at.
fn answer(
    mut axes: Axes<Chess>,
    game: &Chess,
    seat: Player,
    belief: &Belief<Chess>,
    depth: u32,
) -> impl PartialEq + Debug {
    let (answer, nodes) = axes.over_sets(game, seat, belief.clone(), depth, &Control::default());
    (answer.values, answer.is_complete, nodes)
}

#[test]
fn a_last_ply_that_is_foreseen_is_worth_what_making_it_shows() {
    for (name, seed) in [("icc", 0), ("icc", 1), ("cincinnati", 2), ("icc", 3)] {
        let game = Chess::kriegspiel(Referee::named(name).unwrap());
        let mut rng = Rng::stream(31, seed);
        let mut table = Table::deal(&game, &mut rng);
        for ply in 0..60 {
            let Turn::Of(seat) = table.turn() else { break };
            if ply % 6 == 5 {
                let view = table.view(seat);
                // A few worlds where they can be listed, the one there is later.
                let worlds = if ply < 12 { consistent_worlds(&view, &mut Uniform, 3000).unwrap() } else { None };
                let mut belief = worlds.unwrap_or_default();
                belief.truncate(5);
                if belief.is_empty() {
                    let world = outwit_search::belief::information_set::World {
                        state: table.state().clone(),
                        kind: 0,
                        views: Vec::new(),
                    };
                    belief.push((world, 1.0));
                }
                for index in 0..2 {
                    for depth in [1, if ply == 5 { 3 } else { 2 }] {
                        let evaluation = game.evaluation(index);
                        let asked = |axes| answer(axes, &game, seat, &belief, depth);
                        let others = || Box::new(Uniform);
                        let mean = || Expectation { root: seat, players: 2 };
                        let foreseen = asked(Axes::new(Everybody(evaluation), mean(), others()));
                        let made = asked(Axes::new(Made(Everybody(evaluation)), mean(), others()));
                        assert_eq!(foreseen, made, "{name} {seed} {ply} {depth}");
                        let worst = || Worst { root: seat, players: 2 };
                        let foreseen = asked(Axes::new(Own(evaluation), worst(), others()));
                        let made = asked(Axes::new(Made(Own(evaluation)), worst(), others()));
                        assert_eq!(foreseen, made, "{name} {seed} {ply} {depth}");
                    }
                }
            }
            let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
            table.play(mv);
        }
    }
}
