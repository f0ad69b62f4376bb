//! Twenty general-sum games whose equilibria Gambit found: the same are found here.

use outwit_equilibrium::{Extensive, Mixed, NormalForm};
use outwit_game::{Control, Game, Parameter, Rng};
use outwit_games::efg::read_efg;

/// A game as text, and all its equilibria.
struct Known {
    text: String,
    equilibria: Vec<Mixed>,
}

fn read(file: &str) -> Vec<Known> {
    let mut games: Vec<Known> = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with("NFG") {
            games.push(Known { text: format!("{line}\n"), equilibria: Vec::new() });
            continue;
        }
        let game = games.last_mut().expect("a game comes first");
        match line.strip_prefix("= ") {
            None => game.text += line,
            Some(mixed) => game.equilibria.push(
                mixed
                    .split(" ; ")
                    .map(|seat| seat.split(' ').map(|p| Parameter::number(p).expect("a fraction")).collect())
                    .collect(),
            ),
        }
    }
    games
}

fn near(one: &Mixed, other: &Mixed, tolerance: f64) -> bool {
    one.len() == other.len() && one.iter().flatten().zip(other.iter().flatten()).all(|(a, b)| (a - b).abs() < tolerance)
}

#[test]
fn gambit_finds_the_same_equilibria_of_twenty_games() {
    let games = read(include_str!("../data/gambit.txt"));
    assert_eq!(games.len(), 20);
    for Known { text, equilibria } in &games {
        let game = read_efg(text).unwrap();
        let tree = Extensive::write_out(&game, &game.start(&mut Rng::new(0)), 10_000).unwrap();
        let form = NormalForm::new(&game, &tree, 10_000, &Control::default()).unwrap();
        let is_known = |mixed: &Mixed, tolerance: f64| equilibria.iter().any(|known| near(mixed, known, tolerance));
        if game.players() == 2 {
            let found = form.equilibria(&Control::default()).unwrap();
            assert_eq!(found.len(), equilibria.len(), "{text}: {found:?}");
            assert!(found.iter().all(|mixed| is_known(mixed, 1e-9)), "{text}: {found:?}");
            for label in 0..found[0].iter().map(Vec::len).sum() {
                let one = form.one_equilibrium(label, &Control::default()).unwrap();
                assert!(form.regret(&one) < 1e-9, "{text}: {one:?}");
            }
        }
        // The path of logit equilibria comes near to one; among ties it may end between the extreme ones.
        let logit = form.logit_equilibrium(&Control::default()).unwrap();
        assert!(form.regret(&logit) < 1e-4, "{text}: {logit:?}");
        assert!(game.players() == 2 || is_known(&logit, 1e-3), "{text}: {logit:?}");
    }
}
