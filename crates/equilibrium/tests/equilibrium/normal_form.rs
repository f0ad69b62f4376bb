//! Equilibria of general-sum games: known ones with all their digits, random ones against support enumeration by hand, and
//! games for three.

use crate::common::random_hidden_tree;
use outwit_equilibrium::{Extensive, Mixed, NormalForm, read_nfg, to_nfg};
use outwit_game::{Control, Game, Outline, Payoffs, Player, Rng};
use outwit_games::efg::read_efg;
use outwit_games::tree::{Place, Tree};

/// A game for two from its rows of pairs.
fn table(rows: &[&[[f64; 2]]]) -> NormalForm {
    let names = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
    let columns = rows[0].len();
    let cells = (0..columns).flat_map(|column| rows.iter().map(move |row| Payoffs::new(&row[column])));
    NormalForm::of_table(vec![names(rows.len()), names(columns)], cells.collect())
}

fn close(found: &Mixed, wanted: &[&[f64]]) -> bool {
    found.len() == wanted.len()
        && found
            .iter()
            .zip(wanted)
            .all(|(a, b)| a.len() == b.len() && a.iter().zip(*b).all(|(x, y)| (x - y).abs() < 1e-9))
}

/// All equilibria of a game, as a textbook lists them, in any order.
fn has_just(form: &NormalForm, wanted: &[&[&[f64]]]) {
    let found = form.equilibria(&Control::default()).unwrap();
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    for one in wanted {
        assert!(found.iter().any(|mixed| close(mixed, one)), "{one:?} is missing in {found:?}");
    }
}

#[test]
fn textbook_games_have_their_equilibria() {
    // The prisoner's dilemma, matching pennies, chicken, the battle of the sexes, the stag hunt.
    has_just(&table(&[&[[3.0, 3.0], [0.0, 5.0]], &[[5.0, 0.0], [1.0, 1.0]]]), &[&[&[0.0, 1.0], &[0.0, 1.0]]]);
    has_just(&table(&[&[[1.0, -1.0], [-1.0, 1.0]], &[[-1.0, 1.0], [1.0, -1.0]]]), &[&[&[0.5, 0.5], &[0.5, 0.5]]]);
    has_just(
        &table(&[&[[0.0, 0.0], [-1.0, 1.0]], &[[1.0, -1.0], [-10.0, -10.0]]]),
        &[&[&[1.0, 0.0], &[0.0, 1.0]], &[&[0.0, 1.0], &[1.0, 0.0]], &[&[0.9, 0.1], &[0.9, 0.1]]],
    );
    has_just(
        &table(&[&[[2.0, 1.0], [0.0, 0.0]], &[[0.0, 0.0], [1.0, 2.0]]]),
        &[
            &[&[1.0, 0.0], &[1.0, 0.0]],
            &[&[0.0, 1.0], &[0.0, 1.0]],
            &[&[2.0 / 3.0, 1.0 / 3.0], &[1.0 / 3.0, 2.0 / 3.0]],
        ],
    );
    has_just(
        &table(&[&[[4.0, 4.0], [1.0, 3.0]], &[[3.0, 1.0], [2.0, 2.0]]]),
        &[&[&[1.0, 0.0], &[1.0, 0.0]], &[&[0.0, 1.0], &[0.0, 1.0]], &[&[0.5, 0.5], &[0.5, 0.5]]],
    );
    // Rock, paper, scissors; coordination on one of three, which has 2^3 - 1 equilibria.
    let third = 1.0 / 3.0;
    has_just(
        &table(&[
            &[[0.0, 0.0], [-1.0, 1.0], [1.0, -1.0]],
            &[[1.0, -1.0], [0.0, 0.0], [-1.0, 1.0]],
            &[[-1.0, 1.0], [1.0, -1.0], [0.0, 0.0]],
        ]),
        &[&[&[third; 3], &[third; 3]]],
    );
    let one_of = |count: usize| -> NormalForm {
        let row = |at: usize| -> Vec<[f64; 2]> { (0..count).map(|k| [f64::from(u8::from(k == at)); 2]).collect() };
        let rows: Vec<Vec<[f64; 2]>> = (0..count).map(row).collect();
        table(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
    };
    for count in 1..=5 {
        assert_eq!(one_of(count).equilibria(&Control::default()).unwrap().len(), (1 << count) - 1);
    }
    // Von Stengel's 3 x 2 example (Algorithmic Game Theory, 2007, equation 3.7), which has three equilibria.
    has_just(
        &table(&[&[[3.0, 3.0], [3.0, 2.0]], &[[2.0, 2.0], [5.0, 6.0]], &[[0.0, 3.0], [6.0, 1.0]]]),
        &[
            &[&[1.0, 0.0, 0.0], &[1.0, 0.0]],
            &[&[0.8, 0.2, 0.0], &[2.0 / 3.0, 1.0 / 3.0]],
            &[&[0.0, 1.0 / 3.0, 2.0 / 3.0], &[1.0 / 3.0, 2.0 / 3.0]],
        ],
    );
}

/// Support enumeration as it is taught: for each pair of supports of one size, the mixtures that make the other seat
/// indifferent, if they are mixtures and nothing else pays more. Right for games without ties.
fn by_supports(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Mixed> {
    let (rows, columns) = (a.len(), a[0].len());
    let places = |mask: u32, count: usize| (0..count).filter(|k| mask >> k & 1 == 1).collect::<Vec<_>>();
    // The mixture over `of` that pays the other seat the same for all of `for_all`; `paid(own, other)`.
    let indifferent = |of: &[usize], for_all: &[usize], paid: &dyn Fn(usize, usize) -> f64| -> Option<Vec<f64>> {
        let n = of.len();
        let mut system: Vec<Vec<f64>> = (1..n)
            .map(|k| of.iter().map(|&own| paid(own, for_all[k]) - paid(own, for_all[0])).chain([0.0]).collect())
            .collect();
        system.push(vec![1.0; n + 1]);
        for column in 0..n {
            let pivot = (column..n).max_by(|&p, &q| system[p][column].abs().total_cmp(&system[q][column].abs()))?;
            if system[pivot][column].abs() < 1e-12 {
                return None;
            }
            system.swap(column, pivot);
            let row = system[column].clone();
            for (at, line) in system.iter_mut().enumerate() {
                let factor = line[column] / row[column];
                if at != column {
                    line.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
                }
            }
        }
        let p: Vec<f64> = (0..n).map(|k| system[k][n] / system[k][k]).collect();
        p.iter().all(|&x| x > 1e-12).then_some(p)
    };
    let spread = |support: &[usize], p: &[f64], count: usize| {
        let mut all = vec![0.0; count];
        support.iter().zip(p).for_each(|(&k, &x)| all[k] = x);
        all
    };
    let mut found = Vec::new();
    for mask in 1u32..1 << rows {
        for other in (1u32..1 << columns).filter(|other| other.count_ones() == mask.count_ones()) {
            let (own, theirs) = (places(mask, rows), places(other, columns));
            let Some(x) = indifferent(&own, &theirs, &|i, j| b[i][j]) else { continue };
            let Some(y) = indifferent(&theirs, &own, &|j, i| a[i][j]) else { continue };
            let (x, y) = (spread(&own, &x, rows), spread(&theirs, &y, columns));
            let row = |i: usize| (0..columns).map(|j| a[i][j] * y[j]).sum::<f64>();
            let column = |j: usize| (0..rows).map(|i| b[i][j] * x[i]).sum::<f64>();
            if (0..rows).all(|i| row(i) <= row(own[0]) + 1e-9)
                && (0..columns).all(|j| column(j) <= column(theirs[0]) + 1e-9)
            {
                found.push(vec![x, y]);
            }
        }
    }
    found
}

#[test]
fn all_equilibria_of_random_games_are_found_and_each_path_ends_in_one_of_them() {
    let mut rng = Rng::new(7);
    let mut many = 0;
    for number in 0..200 {
        let (rows, columns) = (1 + rng.index(4), 1 + rng.index(4));
        let mut matrix =
            || (0..rows).map(|_| (0..columns).map(|_| rng.unit() * 10.0).collect()).collect::<Vec<Vec<f64>>>();
        let (a, b) = (matrix(), matrix());
        let pairs: Vec<Vec<[f64; 2]>> = (0..rows).map(|i| (0..columns).map(|j| [a[i][j], b[i][j]]).collect()).collect();
        let form = table(&pairs.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let (found, wanted) = (form.equilibria(&Control::default()).unwrap(), by_supports(&a, &b));
        many += usize::from(wanted.len() > 1);
        assert_eq!(found.len(), wanted.len(), "game {number}: {found:?} {wanted:?}");
        let is_there = |mixed: &Mixed| {
            let near =
                |other: &Mixed| mixed.iter().flatten().zip(other.iter().flatten()).all(|(x, y)| (x - y).abs() < 1e-6);
            wanted.iter().any(near)
        };
        assert!(found.iter().all(is_there), "game {number}: {found:?} {wanted:?}");
        for start in 0..rows + columns {
            let one = form.one_equilibrium(start, &Control::default()).unwrap();
            assert!(is_there(&one), "game {number}, label {start}: {one:?} {wanted:?}");
        }
        let logit = form.logit_equilibrium(&Control::default()).unwrap();
        assert!(form.regret(&logit) < 1e-4, "game {number}: {logit:?}");
    }
    assert!(many > 20, "{many} games have several equilibria");
}

#[test]
fn games_for_three_have_an_equilibrium_at_the_end_of_the_logit_path() {
    let mut rng = Rng::new(3);
    for number in 0..20 {
        let names = vec![vec!["a".to_string(), "b".to_string()]; 3];
        let cells = (0..8).map(|_| Payoffs::new(&[rng.unit() * 4.0, rng.unit() * 4.0, rng.unit() * 4.0]));
        let form = NormalForm::of_table(names, cells.collect());
        let found = form.logit_equilibrium(&Control::default()).unwrap();
        assert!(form.regret(&found) < 1e-5, "game {number}: {found:?}");
    }
    // Three that want to be the odd one out in turn: the only equilibrium of this cyclic game is half and half.
    let pays = |own: usize, next: usize| if own == next { 1.0 } else { -1.0 };
    let cells = (0..8usize).map(|cell| {
        let plan = |seat: usize| cell >> seat & 1;
        // Seat 1 wants to match seat 2, seat 2 to match seat 3, seat 3 to differ from seat 1.
        Payoffs::new(&[pays(plan(0), plan(1)), pays(plan(1), plan(2)), -pays(plan(2), plan(0))])
    });
    let form = NormalForm::of_table(vec![vec!["a".to_string(), "b".to_string()]; 3], cells.collect());
    let found = form.logit_equilibrium(&Control::default()).unwrap();
    assert!(found.iter().flatten().all(|p| (p - 0.5).abs() < 1e-5), "{found:?}");
}

/// The normal form of a tree pays what its strategies do, and comes back from a file as the same table.
#[test]
fn a_tree_and_its_normal_form_say_the_same() {
    let mut rng = Rng::new(21);
    for number in 0..60 {
        let players = 2 + number % 2;
        let root: Outline = random_hidden_tree(&mut rng, players, 4, false);
        let game = Tree::new(players, &root).unwrap();
        let tree = Extensive::write_out(&game, &Place::ROOT, 10_000).unwrap();
        let Ok(form) = NormalForm::new(&game, &tree, 20_000, &Control::default()) else { continue };
        // All plans alike is uniform play only where sets have equal numbers of plans below: compare the mixtures' behaviour.
        let mixed: Mixed = Player::all(players)
            .map(|seat| {
                let weights: Vec<f64> = form.names(seat).iter().map(|_| rng.unit() + 0.01).collect();
                let sum: f64 = weights.iter().sum();
                weights.iter().map(|weight| weight / sum).collect()
            })
            .collect();
        let (strategy, _) = form.behaviour(&tree, &mixed);
        let wanted = outwit_equilibrium::value(&tree, &strategy);
        let found = form.value(&mixed)[Player::FIRST];
        assert!((found - wanted).abs() < 1e-9, "tree {number}: {found} {wanted}");
        let (seats, outline) = read_nfg(&to_nfg(&form, "a table")).unwrap();
        let again = Tree::new(seats, &outline);
        // Plans may share a name, which a file's seats may not.
        if let Ok(again) = again {
            let tree = Extensive::write_out(&again, &Place::ROOT, 1_000_000).unwrap();
            let again = NormalForm::new(&again, &tree, 20_000, &Control::default()).unwrap();
            assert_eq!(again.payoffs().len(), form.payoffs().len());
            let value = again.value(&mixed);
            for seat in Player::all(players) {
                assert!((value[seat] - form.value(&mixed)[seat]).abs() < 1e-9, "tree {number}");
            }
        }
    }
}

#[test]
fn normal_form_files_are_read_with_payoffs_and_with_outcomes_and_errors_name_the_place() {
    let payoffs = "NFG 1 R \"chicken\" { \"1\" \"2\" } { 2 2 }\n0 0  1 -1  -1 1  -10 -10\n";
    let outcomes = "NFG 1 D \"chicken\" { \"1\" \"2\" } { { \"swerve\" \"go\" } { \"swerve\" \"go\" } } \"\"\n\
                    { { \"\" 1, -1 } { \"\" -1, 1 } { \"\" -10, -10 } }\n0 1 2 3\n";
    for text in [payoffs, outcomes] {
        let game = read_efg(text).unwrap();
        let tree = Extensive::write_out(&game, &game.start(&mut Rng::new(0)), 100).unwrap();
        assert_eq!(tree.sets(), [1, 1]);
        let form = NormalForm::new(&game, &tree, 100, &Control::default()).unwrap();
        assert_eq!(form.equilibria(&Control::default()).unwrap().len(), 3);
    }
    for (text, part) in [
        ("NFG 2 R", "line 1, column 5"),
        ("NFG 1 R \"t\" { \"1\" \"2\" } { 2 }\n1 1", "the file names 2 seats and what 1 may do"),
        ("NFG 1 R \"t\" { \"1\" } { 2 }\n1", "which need 2 payoffs, and the file ends after 1"),
        ("NFG 1 R \"t\" { \"1\" } { 1 }\n1 2", "line 2, column 3: all payoffs are told"),
        ("NFG 1 R \"t\" { \"1\" } { 1 }\n{ { \"\" 1 } }\n5", "there is no outcome 5"),
        ("NFG 1 R \"t\" { \"1\" } { 0 }\n", "a seat has from 1 to 100000 strategies, not 0"),
    ] {
        let problem = read_nfg(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

/// A game of so many plans a seat, paid by a rule.
fn ruled(sizes: &[usize], paid: impl Fn(usize) -> f64) -> NormalForm {
    let names = sizes.iter().map(|&size| (0..size).map(|number| number.to_string()).collect()).collect();
    let cells = 0..sizes.iter().product();
    NormalForm::of_table(names, cells.map(|cell| Payoffs::new(&vec![paid(cell); sizes.len()])).collect())
}

/// Nobody's answer is waited for, so thousands of plans are no more than a list.
#[test]
fn where_one_seat_alone_has_a_choice_its_best_plans_are_the_equilibria() {
    let paid = |plan: usize| if plan == 17 || plan == 8_000 { 3.0 } else { -((plan % 100) as f64) };
    let for_two = ruled(&[8_192, 1], paid);
    let found = for_two.equilibria(&Control::default()).unwrap();
    let played = |mixed: &Mixed| mixed[0].iter().position(|&p| p == 1.0);
    assert_eq!(found.iter().map(played).collect::<Vec<_>>(), [Some(17), Some(8_000)]);
    assert_eq!(for_two.one_equilibrium(0, &Control::default()).unwrap(), found[0]);
    let for_three = ruled(&[1, 8_192, 1], paid);
    let found = for_three.logit_equilibrium(&Control::default()).unwrap();
    assert_eq!((found[1][17], for_three.regret(&found)), (1.0, 0.0));
}

/// What they would need would fill the memory.
#[test]
fn more_plans_than_a_table_may_hold_are_refused_with_their_number() {
    let told = |found: Result<Mixed, outwit_game::Problem>| found.unwrap_err().to_string();
    let paid = |cell: usize| (cell % 7) as f64;
    let problem = told(ruled(&[5_000, 2], paid).one_equilibrium(0, &Control::default()));
    assert!(problem.contains("5002 plans together"), "{problem}");
    let problem = told(ruled(&[500, 400, 2], paid).logit_equilibrium(&Control::default()));
    assert!(problem.contains("902 plans together"), "{problem}");
    assert!(!ruled(&[800, 2], paid).is_small_for_two(), "each of its many choices is a system of its own");
}
