//! Equilibria of solved games, and best replies by two roads.

use outwit_game::{Adapted, AnyGame, Control, Evaluated, Game, Player, Rng, Spec};
use outwit_games::hide::{Hide, Share};
use outwit_games::poker::Poker;
use outwit_games::random_trees::RandomTree;
use outwit_search::equilibrium::{Extensive, Regrets, Strategy, exploitability, strategy_of, value};
use outwit_search::named::catalog::agent;

fn unfolded<G: Evaluated>(game: &G) -> Extensive<G> {
    Extensive::unfold(game, &game.start(&mut Rng::new(0)), 1_000_000).unwrap()
}

fn strategy<G: Evaluated>(game: &G, tree: &Extensive<G>, spec: &str) -> Strategy {
    let mut agent = agent(&Spec::parse(spec).unwrap(), game).unwrap();
    strategy_of(game, tree, &mut agent, 1, 0, &Control::default()).unwrap()
}

#[test]
fn kuhn_poker_is_worth_minus_one_eighteenth() {
    let tree = unfolded(&Poker::KUHN);
    assert_eq!((tree.nodes(), tree.sets()), (55, [6, 6]));
    let mut regrets = Regrets::new(&tree);
    for _ in 0..2_000 {
        regrets.iterate(&tree);
    }
    let found = exploitability(&tree, &regrets.average(&tree));
    assert!(found.exploitability < 1e-4, "{found:?}");
    assert!((found.value + 1.0 / 18.0).abs() < 2e-4, "{found:?}");
}

#[test]
fn leduc_poker_comes_close_to_its_value_within_few_iterations() {
    let tree = unfolded(&Poker::LEDUC);
    assert_eq!(tree.sets(), [144, 144]);
    let mut regrets = Regrets::new(&tree);
    for _ in 0..400 {
        regrets.iterate(&tree);
    }
    let found = exploitability(&tree, &regrets.average(&tree));
    assert!(found.exploitability < 1e-2, "{found:?}");
    assert!((found.value + 0.0856).abs() < 1e-2, "{found:?}");
}

/// Published for the uniform strategy: 11/12 and 4.747222... in all, over both seats.
#[test]
fn random_play_is_as_exploitable_as_published() {
    let tree = unfolded(&Poker::KUHN);
    let found = exploitability(&tree, &Strategy::uniform(&tree));
    assert!((found.exploitability - 11.0 / 24.0).abs() < 1e-12, "{found:?}");
    assert_eq!(strategy(&Poker::KUHN, &tree, "random"), Strategy::uniform(&tree));
    let tree = unfolded(&Poker::LEDUC);
    let found = exploitability(&tree, &Strategy::uniform(&tree));
    assert!((found.exploitability - 4.747_222_222_222_222 / 2.0).abs() < 1e-9, "{found:?}");
}

/// Overconfident play is the best reply to random play, so it must be paid what the best reply is.
#[test]
fn overconfident_play_is_the_best_reply_to_random_play() {
    fn check<G: Evaluated>(game: &G) {
        let tree = unfolded(game);
        let random = Strategy::uniform(&tree);
        let wanted = exploitability(&tree, &random).best_replies;
        let confident = strategy(game, &tree, "overconfident:depth=60");
        for seat in Player::all(2) {
            let both = tree.seated(&confident, &random, seat);
            let paid = if seat == Player::FIRST { value(&tree, &both) } else { -value(&tree, &both) };
            assert!((paid - wanted[seat.index()]).abs() < 1e-9, "{paid} {wanted:?}");
        }
    }
    check(&Poker::KUHN);
    check(&Poker::LEDUC);
    for number in 0..5 {
        let game = RandomTree::p_game(2, 6, 0.38, false).unwrap().on_board(Some(number));
        check(&Hide::new(game, Share::new(3, 5).unwrap()).unwrap());
    }
}

#[test]
fn an_equilibrium_agent_is_hard_to_exploit_and_seats_at_an_erased_table() {
    let tree = unfolded(&Poker::KUHN);
    let found = exploitability(&tree, &strategy(&Poker::KUHN, &tree, "equilibrium:iterations=500"));
    assert!(found.exploitability < 2e-3, "{found:?}");
    let erased = AnyGame::new(Poker::KUHN);
    let tree = unfolded(&erased);
    let inner = agent(&Spec::parse("overconfident").unwrap(), &Poker::KUHN).unwrap();
    let mut adapted = Adapted::<Poker, _>::new(inner);
    let by_way = strategy_of(&erased, &tree, &mut adapted, 1, 0, &Control::default()).unwrap();
    assert_eq!(by_way, strategy(&erased, &tree, "overconfident"));
}

#[test]
fn games_that_cannot_be_written_out_are_refused() {
    let game = RandomTree::p_game(2, 20, 0.38, false).unwrap();
    let problem = Extensive::unfold(&game, &game.start(&mut Rng::new(0)), 1_000).err().unwrap().to_string();
    assert!(problem.contains("more than 1000 nodes"), "{problem}");
}
