//! An information set is what a seat has seen, whatever happened unseen in between: games with sets at different depths
//! against brute force over all pure strategies, and against the sequence form as a linear program.

use crate::common::{matrix_value, payoffs, pure_strategies, random_hidden_tree, sequence_form_value, sets_of};
use outwit_equilibrium::{Extensive, Regrets, Strategy, exploitability, to_efg};
use outwit_game::{Game, Outline, OutlineTurn, Player, Rng, laws};
use outwit_games::efg::read_efg;
use outwit_games::tree::{self, Place, Tree};
use std::collections::HashMap;

fn small(rng: &mut Rng) -> Outline {
    loop {
        let root = random_hidden_tree(rng, 2, 5, true);
        let strategies = |seat| sets_of(&root, seat).iter().map(|(_, moves)| *moves as f64).product::<f64>();
        if strategies(Player::FIRST).max(strategies(Player::SECOND)) <= 200.0 && root.nodes() > 8 {
            return root;
        }
    }
}

/// Whether a seat's own move leads straight to a node of a set, and past unseen moves to another.
fn has_both_ways(root: &Outline) -> bool {
    fn walk(node: &Outline, since: [Option<usize>; 2], ways: &mut HashMap<String, [bool; 2]>) {
        let mut since = since.map(|plies| plies.map(|plies| plies + 1));
        if let Some(OutlineTurn::Of(seat)) = node.turn {
            if let Some(plies) = since[seat.index()] {
                ways.entry(node.set.clone().unwrap()).or_default()[usize::from(plies == 1)] = true;
            }
            since[seat.index()] = Some(0);
        }
        node.children.iter().for_each(|child| walk(child, since, ways));
    }
    let mut ways = HashMap::new();
    walk(root, [None; 2], &mut ways);
    ways.values().any(|ways| *ways == [true; 2])
}

fn equilibrium_value<G: Game>(tree: &Extensive<G>) -> f64 {
    let mut regrets = Regrets::new(tree);
    for _ in 0..20_000 {
        regrets.iterate(tree);
        if regrets.iterations().is_multiple_of(100) {
            let found = exploitability(tree, &regrets.average(tree));
            if found.exploitability < 1e-4 {
                return found.value;
            }
        }
    }
    panic!("no equilibrium was found");
}

/// What a best reply to uniform play is paid, by trying all.
fn best_reply_by_force(root: &Outline, seat: Player) -> f64 {
    let own = pure_strategies(root, seat);
    let others = pure_strategies(root, seat.other());
    let mean = |own: &HashMap<String, usize>| {
        let paid = others.iter().map(|other| {
            let both = if seat == Player::FIRST { [own, other] } else { [other, own] };
            payoffs(root, &both)[seat.index()]
        });
        // All pure strategies alike is uniform play at every set, for a seat that remembers all.
        paid.sum::<f64>() / others.len() as f64
    };
    own.iter().map(mean).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn random_games_have_the_sets_the_value_and_the_best_replies_that_they_should() {
    let mut rng = Rng::new(14);
    let mut both_ways = 0;
    for number in 0..150 {
        // Half of them are such that the own move leads to a set both straight and past others.
        let mut root = small(&mut rng);
        while number % 2 == 0 && !has_both_ways(&root) {
            root = small(&mut rng);
        }
        both_ways += u32::from(has_both_ways(&root));
        let game = Tree::new(2, &root).unwrap();
        let tree = Extensive::unfold(&game, &Place::ROOT, 10_000).unwrap();
        let sets = [Player::FIRST, Player::SECOND].map(|seat| sets_of(&root, seat).len());
        assert_eq!(tree.sets(), sets, "tree {number}");
        let uniform = exploitability(&tree, &Strategy::uniform(&tree));
        for seat in Player::all(2) {
            let wanted = best_reply_by_force(&root, seat);
            assert!((uniform.best_replies[seat.index()] - wanted).abs() < 1e-9, "tree {number}: {uniform:?} {wanted}");
        }
        let wanted = sequence_form_value(&root);
        assert!((matrix_value(&root) - wanted).abs() < 1e-7, "tree {number}: two programs differ");
        let found = equilibrium_value(&tree);
        assert!((found - wanted).abs() < 1e-3, "tree {number}: {found} for {wanted}");
        // Written out and read back it is the same game.
        let again = read_efg(&to_efg(&game, &tree, "again")).unwrap();
        let again = Extensive::unfold(&again, &Place::ROOT, 10_000).unwrap();
        assert_eq!((again.nodes(), again.sets()), (tree.nodes(), tree.sets()), "tree {number}");
        let replies = exploitability(&again, &Strategy::uniform(&again)).best_replies;
        assert!((replies[0] - uniform.best_replies[0]).abs() < 1e-9, "tree {number}");
    }
    assert!(both_ways >= 75, "{both_ways} trees put it to the test");
}

#[test]
fn equal_views_are_equal_sets_for_any_number_of_seats() {
    let mut rng = Rng::new(15);
    for number in 0..200 {
        let players = 1 + number % 4;
        let root = random_hidden_tree(&mut rng, players, 6, false);
        let game = Tree::new(players, &root).unwrap();
        laws::views_are_sets(&game, &Place::ROOT, |place| game.set_name(place).map(str::to_string))
            .unwrap_or_else(|broken| panic!("tree {number}: {broken}\n{}", tree::write(players, &root)));
        laws::check(&game, &laws::Effort { games: 5, ..Default::default() }).unwrap();
    }
}

#[test]
fn a_seat_cannot_tell_whether_somebody_moved_unseen() {
    let json = Tree::from_json(include_str!("../data/leak.json")).unwrap();
    for game in [json, read_efg(include_str!("../data/leak.efg")).unwrap()] {
        let tree = Extensive::unfold(&game, &Place::ROOT, 100).unwrap();
        assert_eq!(tree.sets()[0], 2);
        assert!(equilibrium_value(&tree).abs() < 1e-3);
        // Whoever plays x there is found out half of the time, and wins as often.
        let found = exploitability(&tree, &Strategy::uniform(&tree));
        assert_eq!(found.best_replies, [0.0, 0.0]);
    }
}
