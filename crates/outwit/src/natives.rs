//! Which pairs of a game and an agent are worth machine code of their own.
//!
//! An agent on a game's own type runs at full speed: no allocation a position, and everything inlined. But each pair is
//! compiled by itself, and the build is as long as this list. So it holds the pairs that people wait for, and the rest runs
//! on the erased game, with the same answers at a tenth to a half of the speed.

use outwit_game::{AnyGame, Evaluated, Native, Spec};
use outwit_games::*;
use outwit_search::named::catalog::{Pages, page};
use std::any::Any;

macro_rules! natives {
    ($($type:ty: [$($page:ident),* $(,)?]),* $(,)?) => {
        /// Does it with the game's own type where that is worth its machine code, else with the erased game.
        pub fn natively<N: Native>(game: &AnyGame, task: N) -> N::Output {
            $(if let Some(game) = game.downcast_ref::<$type>() {
                return task.native(game);
            })*
            task.erased(game)
        }

        /// The agents that are machine code for this type of game.
        pub(crate) fn native_pages<G: Evaluated>() -> Pages<G> {
            $({
                let pages: &dyn Any = &const { Pages::<$type>(&[$(page::$page()),*]) };
                if let Some(pages) = pages.downcast_ref() {
                    return *pages;
                }
            })*
            Pages(&[])
        }

        /// How many pairs of a game and an agent are machine code of their own.
        pub const NATIVE_PAIRS: usize = [$($(stringify!($type:$page)),*),*].len();
    };
}

natives! {
    connect4::Connect4: [random, greedy, alphabeta, solve, uct, bpip],
    othello::Othello: [random, greedy, alphabeta, solve, uct, bpip],
    kalah::Kalah: [random, greedy, alphabeta, solve, uct, bpip],
    checkers::Checkers: [random, greedy, alphabeta],
    backgammon::Backgammon: [random, greedy, expectiminimax, uct, bpip],
    abalone::Abalone: [random, greedy, alphabeta, uct, maxn, paranoid, mpmix, maxprob],
    chinesecheckers::ChineseCheckers: [random, greedy, uct, maxn, paranoid, mpmix, maxprob],
    hearts::Hearts: [random, greedy, uct, maxn, paranoid, mpmix, maxprob, ismcts],
    spades::Spades: [random, greedy, uct, maxn, paranoid, mpmix, maxprob, ismcts],
    cumulative::Match<hearts::Hearts>: [random, greedy, maxn, paranoid, mpmix, maxprob, ismcts],
    cumulative::Match<spades::Spades>: [random, greedy, maxn, paranoid, mpmix, maxprob, ismcts],
    repeated::Repeated: [random, greedy, uct],
    chess::Chess: [random, greedy, alphabeta, uct, overconfident, paranoid_is, blindfold],
    spider::Spider: [random, greedy, closure],
}

/// As [`natively`], for work that takes in every position of a game, or search after search: the boards for two that are
/// solved, analysed and learned from.
pub fn natively_on_boards<N: Native>(game: &AnyGame, task: N) -> N::Output {
    if let Some(game) = game.downcast_ref::<connect4::Connect4>() {
        return task.native(game);
    }
    if let Some(game) = game.downcast_ref::<othello::Othello>() {
        return task.native(game);
    }
    if let Some(game) = game.downcast_ref::<kalah::Kalah>() {
        return task.native(game);
    }
    task.erased(game)
}

/// As [`natively_on_boards`], for play of a game against itself, a million times: dice too.
pub fn natively_to_learn<N: Native>(game: &AnyGame, task: N) -> N::Output {
    if let Some(game) = game.downcast_ref::<backgammon::Backgammon>() {
        return task.native(game);
    }
    natively_on_boards(game, task)
}

/// Whether the agent of a spec, with whomever it asks, is machine code for this game.
pub fn is_native(spec: &Spec, game: &AnyGame) -> bool {
    struct Covered<'a>(&'a Spec);
    impl Native for Covered<'_> {
        type Output = bool;
        fn native<G: Evaluated>(self, _: &G) -> bool {
            native_pages::<G>().cover(self.0)
        }
        fn erased(self, _: &AnyGame) -> bool {
            false
        }
    }
    natively(game, Covered(spec))
}
