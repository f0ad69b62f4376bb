use super::*;
use outwit_game::{Spec, Table};

/// A dilemma by its own entry: the list of all games would have them all compiled anew for these tests.
fn game(spec: &str) -> Repeated {
    let settings = Settings::read(DILEMMA.name, DILEMMA.parameters, &Spec::parse(spec).unwrap()).unwrap();
    let built = (DILEMMA.build)(&settings, &|_| Err(Problem::new("no files"))).unwrap();
    built.downcast_ref::<Repeated>().unwrap().clone()
}

/// Table I of Sarratt, Pynadath and Jhala 2014, the left player being seat 2.
#[test]
fn the_payoffs_and_motives_are_those_of_the_paper() {
    let game = game("dilemma:rounds=1");
    let tables = [
        ("score", [[(2.0, 2.0), (4.0, 1.0)], [(1.0, 4.0), (3.0, 3.0)]]),
        ("betray", [[(3.0, 2.0), (5.0, 1.0)], [(0.0, 4.0), (2.0, 3.0)]]),
        ("loyal", [[(1.0, 2.0), (3.0, 1.0)], [(2.0, 4.0), (4.0, 3.0)]]),
    ];
    for (name, table) in tables {
        let index = game.evaluations().iter().position(|named| named.name == name).unwrap();
        for (left, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut rounds = Rounds::default();
            rounds.add([right as u8, left as u8]);
            let (of_left, of_right) = table[left][right];
            assert_eq!(game.evaluation(index).value(&game, &rounds, Player::SECOND), of_left, "{name}");
            assert_eq!(game.payoffs(&rounds)[Player::FIRST], of_right, "{name}");
        }
    }
}

#[test]
fn later_rounds_count_less_with_a_discount() {
    let game = game("dilemma:rounds=3,discount=1/2");
    let rounds = game.read_position("silent-silent betray-silent betray-betray").unwrap();
    assert_eq!(game.payoffs(&rounds).seats(2), [3.0 + 4.0 / 2.0 + 2.0 / 4.0, 3.0 + 1.0 / 2.0 + 2.0 / 4.0]);
    let two = game.read_position("silent-silent betray-silent").unwrap();
    assert_eq!(Motive::Score.present_weight(&game, &two), 0.25);
}

#[test]
fn strategies_do_what_their_names_say() {
    let game = game("dilemma:rounds=8");
    let asked = |name: &str, position: &str| {
        let index = game.strategies().iter().position(|named| named.name == name).unwrap();
        let mut probabilities = Vec::new();
        game.strategy(index, &game.read_position(position).unwrap(), &mut probabilities);
        probabilities[1]
    };
    // Seat 2 answers; the last round's first word is what the other did.
    let after = |other: &str, own: &str| format!("silent-silent {other}-{own} silent-");
    for (name, expected) in [
        ("tit-for-tat", [1.0, 1.0, 0.0, 0.0]),
        ("grim", [1.0, 1.0, 0.0, 0.0]),
        ("pavlov", [1.0, 0.0, 0.0, 1.0]),
        ("tit-for-two-tats", [1.0, 1.0, 1.0, 1.0]),
        ("alternate", [0.0, 1.0, 0.0, 1.0]),
        ("always-first", [0.0; 4]),
        ("always-second", [1.0; 4]),
        ("random", [0.5; 4]),
    ] {
        let pairs = [("silent", "silent"), ("silent", "betray"), ("betray", "silent"), ("betray", "betray")];
        let found = pairs.map(|(other, own)| asked(name, &after(other, own)));
        assert_eq!(found, expected, "{name}");
    }
    assert_eq!(asked("tit-for-tat", "-"), 1.0);
    assert_eq!(asked("suspicious-tit-for-tat", "-"), 0.0);
    assert_eq!(asked("grim", "betray-silent silent-silent silent-silent silent-"), 0.0);
}

#[test]
fn a_table_is_read_from_a_file_and_errors_name_the_line() {
    let text = "# hunt\nmoves hare stag\nhare hare 2 2\nhare stag 3 0\nstag hare 0 3\nstag stag 4 4\n";
    assert_eq!(file::read(text).unwrap(), file::classic("stag-hunt"));
    let refused = |text: &str| file::read(text).unwrap_err().to_string();
    assert!(refused("").contains("empty"));
    assert!(refused("hare stag").starts_with("line 1:"));
    assert!(refused("moves a a").contains("different"));
    assert!(refused("moves a b\na c 1 2").contains("line 2: `c` is no move"));
    assert!(refused("moves a b\na b 1").contains("two numbers"));
    assert!(refused("moves a b\na b 1 2\na b 1 2").contains("second time"));
    assert!(refused("moves a b\na b 1 2").contains("`a a` is missing"));
}

#[test]
fn a_move_at_the_same_time_is_not_shown_before_the_answer() {
    let game = game("dilemma:order=simultaneous,rounds=2");
    let mut table = Table::deal(&game, &mut Rng::new(0));
    table.play_text("betray").unwrap();
    assert!(table.view(Player::SECOND).seen().is_empty());
    let worlds: Vec<Option<u8>> =
        (0..50).map(|seed| game.sample(&table.view(Player::SECOND), &mut Rng::new(seed)).unwrap().pending).collect();
    assert!(worlds.contains(&Some(0)) && worlds.contains(&Some(1)));
    table.play_text("silent").unwrap();
    assert_eq!(table.view(Player::SECOND).seen(), [Glimpse::Round([0, 1])]);
    assert_eq!(game.sample(&table.view(Player::FIRST), &mut Rng::new(0)), Some(*table.state()));
}
