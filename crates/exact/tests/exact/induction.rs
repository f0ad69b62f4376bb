//! Backward induction against the plain recursion, and what solving says its numbers are.

use outwit_exact::graph::Graph;
use outwit_exact::induction;
use outwit_exact::solve::{Meaning, Means, solve};
use outwit_game::{Control, Fraction, Game, Outline, OutlineTurn, Player, Rng, Spec};
use outwit_games::catalog;
use outwit_games::tree::{Place, Tree};

/// A random open tree; payoffs are whole numbers, so that ties are everywhere.
fn random(rng: &mut Rng, players: usize, depth: u32) -> Outline {
    if depth == 0 || rng.index(6) == 0 {
        let payoffs = (0..players).map(|_| rng.index(4) as f64).collect();
        return Outline { payoffs: Some(payoffs), ..Outline::default() };
    }
    let who = rng.index(players + 1);
    let count = 2 + rng.index(2);
    let odds = Fraction::new(1, count as u64).filter(|_| who == players);
    let child = |rng: &mut Rng, index: usize| Outline {
        mv: format!("m{index}"),
        probability: odds.map(Fraction::value),
        odds,
        ..random(rng, players, depth - 1)
    };
    let children = (0..count).map(|index| child(rng, index)).collect();
    let turn = if who == players { OutlineTurn::Chance } else { OutlineTurn::Of(Player::new(who)) };
    Outline { turn: Some(turn), children, ..Outline::default() }
}

/// Each does what is best for itself, and of equally good moves the first.
fn plain(node: &Outline, players: usize) -> Vec<f64> {
    let below: Vec<Vec<f64>> = node.children.iter().map(|child| plain(child, players)).collect();
    match node.turn {
        None => node.payoffs.clone().unwrap(),
        Some(OutlineTurn::Chance) => (0..players)
            .map(|seat| node.children.iter().zip(&below).map(|(child, x)| child.probability.unwrap() * x[seat]).sum())
            .collect(),
        Some(OutlineTurn::Of(mover)) => {
            let best = below.iter().map(|x| x[mover.index()]).fold(f64::NEG_INFINITY, f64::max);
            below.into_iter().find(|x| x[mover.index()] >= best - 1e-9).unwrap()
        }
    }
}

/// All that may come of it, however ties are broken.
fn every(node: &Outline, players: usize) -> Vec<Vec<f64>> {
    let below: Vec<Vec<Vec<f64>>> = node.children.iter().map(|child| every(child, players)).collect();
    match node.turn {
        None => vec![node.payoffs.clone().unwrap()],
        Some(OutlineTurn::Chance) => {
            let mut sums = vec![vec![0.0; players]];
            for (child, ways) in node.children.iter().zip(&below) {
                let p = child.probability.unwrap();
                let more = |sum: &Vec<f64>| -> Vec<Vec<f64>> {
                    ways.iter().map(|way| sum.iter().zip(way).map(|(a, b)| a + p * b).collect()).collect()
                };
                sums = sums.iter().flat_map(more).collect();
            }
            sums
        }
        Some(OutlineTurn::Of(mover)) => {
            // A move is taken if it is best for some way in which all below break their ties.
            let own = |way: &Vec<f64>| way[mover.index()];
            let safe: f64 = below
                .iter()
                .map(|ways| ways.iter().map(own).fold(f64::INFINITY, f64::min))
                .fold(f64::NEG_INFINITY, f64::max);
            below.iter().flatten().filter(|way| own(way) >= safe - 1e-9).cloned().collect()
        }
    }
}

#[test]
fn backward_induction_is_the_plain_recursion_and_knows_whether_ties_matter() {
    let mut rng = Rng::new(1);
    let mut tied = 0;
    for number in 0..300 {
        let players = 1 + number % 4;
        let root = random(&mut rng, players, 4);
        let game = Tree::new(players, &root).unwrap();
        let graph = Graph::explore(&game, &Place::ROOT, 100_000, |_| true).unwrap();
        let found = induction(&game, &graph).unwrap();
        let wanted = plain(&root, players);
        for seat in Player::all(players) {
            assert!((found.payoffs[seat] - wanted[seat.index()]).abs() < 1e-9, "tree {number}: {found:?} {wanted:?}");
        }
        // Where no way to break ties changes anything, none may be reported.
        let ways = every(&root, players);
        let is_one = ways.iter().all(|way| way.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9));
        assert!(!(is_one && found.depends_on_ties), "tree {number}");
        tied += u32::from(found.depends_on_ties);
    }
    assert!(tied > 20, "{tied}");
}

#[test]
fn a_repeated_game_is_solved_by_what_fits_it_and_by_what_is_asked_for() {
    let game = catalog::game(&Spec::parse("repeated:rounds=3").unwrap(), &|_| unreachable!("no files")).unwrap();
    let start = game.start(&mut Rng::new(0));
    let ask = |meaning| {
        let means = Means { meaning, ..Means::default() };
        let solution = solve(&game, &start, &means, &Control::default());
        solution.map(|solution| {
            let solution = solution.expect("it is labelled");
            let best: Vec<String> = solution.best.iter().map(|&mv| game.move_text(&start, mv)).collect();
            (solution.meaning, solution.value[0], solution.value[1], best.join(" "))
        })
    };
    assert_eq!(ask(None).unwrap(), (Meaning::Induction, Some(12.0), Some(12.0), "stag".to_string()));
    assert_eq!(ask(Some(Meaning::Force)).unwrap(), (Meaning::Force, Some(6.0), Some(6.0), "hare".to_string()));
    assert!(ask(Some(Meaning::Value)).unwrap_err().to_string().contains("only a two-seat zero-sum game"));
}
