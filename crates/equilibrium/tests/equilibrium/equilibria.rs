//! Equilibria of solved games, and games written out and read back.

use outwit_equilibrium::{
    Exploitability, Extensive, Regrets, Strategy, exploitability, exploitability_while, to_efg, to_efg_with_names,
};
use outwit_game::{Game, Rng};
use outwit_games::efg::read_efg;
use outwit_games::hide::{Hide, Share};
use outwit_games::holdem::{Holdem, Stakes};
use outwit_games::poker::Poker;
use outwit_games::random_trees::RandomTree;

fn unfolded<G: Game>(game: &G) -> Extensive<G> {
    Extensive::unfold(game, &game.start(&mut Rng::new(0)), 1_000_000).unwrap()
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

/// Kuhn and Leduc poker are hold'em with small packs, card by card and so with more nodes and sets: they are worth the same.
#[test]
fn holdem_with_small_packs_is_worth_what_the_small_pokers_are() {
    let kuhn = Stakes {
        ranks: 3,
        suits: 1,
        hole: 1,
        rounds: 1,
        blinds: [0, 0],
        ante: 1,
        bets: [1, 1],
        raises: 1,
        ..Stakes::default()
    };
    let leduc = Stakes {
        ranks: 3,
        suits: 2,
        hole: 1,
        flop: 1,
        rounds: 2,
        blinds: [0, 0],
        ante: 1,
        raises: 2,
        ..Stakes::default()
    };
    for (stakes, small, iterations) in [(kuhn, Poker::KUHN, 2_000), (leduc, Poker::LEDUC, 400)] {
        let found = balanced(&Holdem::new(stakes).unwrap(), iterations);
        let known = balanced(&small, iterations);
        let off = found.exploitability + known.exploitability;
        assert!(off < 2e-2 && (found.value - known.value).abs() <= off, "{found:?} {known:?}");
    }
}

/// How good the average strategies are after so many iterations.
fn balanced<G: Game>(game: &G, iterations: usize) -> Exploitability {
    let tree = unfolded(game);
    let mut regrets = Regrets::new(&tree);
    for _ in 0..iterations {
        regrets.iterate(&tree);
    }
    exploitability(&tree, &regrets.average(&tree))
}

/// Also where one seat soon stops to go somewhere: what the other would do there still counts, for it could come back.
#[test]
fn small_hidden_games_come_close_to_an_equilibrium_on_every_board() {
    for number in 0..60 {
        let fifths = number as u32 % 6;
        let game = RandomTree::p_game(2, 6, 0.38, false).unwrap().on_board(Some(number));
        let tree = unfolded(&Hide::new(game, Share::new(fifths, 5).unwrap()).unwrap());
        let mut regrets = Regrets::new(&tree);
        for _ in 0..500 {
            regrets.iterate(&tree);
        }
        let found = exploitability(&tree, &regrets.average(&tree));
        assert!(found.exploitability < 2e-2, "board {number}, {fifths} fifths hidden: {found:?}");
    }
}

#[test]
fn games_that_cannot_be_written_out_are_refused() {
    let game = RandomTree::p_game(2, 20, 0.38, false).unwrap();
    let problem = Extensive::unfold(&game, &game.start(&mut Rng::new(0)), 1_000).err().unwrap().to_string();
    assert!(problem.contains("more than 1000 nodes"), "{problem}");
}

#[test]
fn information_sets_keep_their_names_in_a_file() {
    let text = to_efg(&Poker::KUHN, &unfolded(&Poker::KUHN), "kuhn");
    assert!(text.contains("p \"\" 1 3 \"you hold Q\" { \"check\" \"bet\" } 0"), "{text}");
    assert!(text.contains("p \"\" 1 4 \"you hold Q, check, bet\" { \"fold\" \"call\" } 0"), "{text}");
    let game = read_efg(&text).unwrap();
    let words = unfolded(&game).sets_in_words(&game);
    assert_eq!(words.len(), 12);
    for set in &words {
        let last = set.seen.last().expect("whoever moves has seen a card");
        assert!(last.starts_with("to move at you hold "), "{last}");
    }
    // Quotes and line ends in a name do no harm, and a name that nobody would read is left out.
    let (long, too_long) = ("x".repeat(200), "x".repeat(201));
    for (name, wanted) in [("say \"A\"\nnow", "say \\\"A\\\" now"), (&*long, &*long), (&*too_long, "")] {
        let wanted = format!("\"{wanted}\"");
        let text = to_efg_with_names(&Poker::KUHN, &unfolded(&Poker::KUHN), "kuhn", &|_| Some(name.to_string()));
        assert!(text.contains(&format!("p \"\" 1 1 {wanted} {{")), "{text}");
        assert!(read_efg(&text).is_ok());
    }
}

/// Written out, read back, and solved again: nothing is lost on the way.
#[test]
fn a_game_written_as_efg_reads_back_as_the_same_game() {
    let tree = unfolded(&Poker::KUHN);
    let text = to_efg(&Poker::KUHN, &tree, "kuhn");
    assert!(text.starts_with("EFG 2 R \"kuhn\" { \"seat 1\" \"seat 2\" }"), "{text}");
    assert!(text.contains("\"JQ\" 1/6"), "{text}");
    let game = read_efg(&text).unwrap();
    let again = unfolded(&game);
    assert_eq!((again.nodes(), again.sets()), (tree.nodes(), tree.sets()));
    let random = |found: Exploitability| (found.value, found.best_replies);
    let wanted = random(exploitability(&tree, &Strategy::uniform(&tree)));
    let (value, replies) = random(exploitability(&again, &Strategy::uniform(&again)));
    assert!((value - wanted.0).abs() < 1e-12 && (replies[0] - wanted.1[0]).abs() < 1e-12, "{value} {replies:?}");
    // Weights that are not all alike come out as fractions.
    let leduc = to_efg(&Poker::LEDUC, &unfolded(&Poker::LEDUC), "leduc \"six cards\"");
    assert!(leduc.contains("\"JJ\" 1/15") && leduc.contains("\"JQ\" 2/15") && read_efg(&leduc).is_ok());
}

/// Told to end in the middle of a walk, nothing was learned from it.
#[test]
fn walks_can_be_ended_and_what_was_learned_before_stays() {
    let tree = unfolded(&Poker::LEDUC);
    let mut regrets = Regrets::new(&tree);
    for _ in 0..20 {
        assert!(regrets.iterate_while(&tree, &mut || true));
    }
    let (before, found) = (regrets.average(&tree), exploitability(&tree, &regrets.average(&tree)));
    assert!(!regrets.iterate_while(&tree, &mut || false));
    assert_eq!((regrets.iterations(), regrets.average(&tree)), (20, before));
    assert_eq!(exploitability_while(&tree, &regrets.average(&tree), &mut || true), Some(found));
    assert_eq!(exploitability_while(&tree, &regrets.average(&tree), &mut || false), None);
    let start = Poker::LEDUC.start(&mut Rng::new(0));
    assert!(Extensive::write_out_while(&Poker::LEDUC, &start, 1_000_000, &mut || false).is_err());
}
