//! Evaluations learned from data, against exact fractions.

use outwit_exact::analysis::{Survey, explore};
use outwit_game::{Blind, Evaluated, Evaluation, Game, Player, Rng};
use outwit_games::dodgem::{Blocked, Dodgem};
use outwit_games::tictactoe::{Board, TicTacToe};
use outwit_search::value::{Learned, Lesson, Model, SpacePrior, Spaces, laplace, random_lessons};

const VECTORS: &str = include_str!("data/classification_spaces.txt");

/// Numbers, fractions among them.
fn numbers(text: &str) -> Vec<f64> {
    let number = |word: &str| match word.split_once('/') {
        Some((above, below)) => above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(),
        None => word.parse().unwrap(),
    };
    text.split_whitespace().map(number).collect()
}

fn places(text: &str) -> Vec<usize> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn assert_close(found: &[f64], wanted: &[f64], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() <= 1e-12, "{what}: {found} for {wanted}");
    }
}

#[test]
fn the_laplace_rule_and_the_averages_have_their_exact_values() {
    let lines: Vec<Vec<&str>> = VECTORS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let (mut checked, mut place) = (0, 0);
    while place < lines.len() {
        if lines[place][0] == "laplace" {
            assert_close(&laplace(&numbers(lines[place][1])), &numbers(lines[place][2]), "laplace");
            place += 1;
            checked += 1;
            continue;
        }
        // A case: its head, then data, spaces and queries.
        let (outcomes, ranges) = (lines[place][1].parse().unwrap(), places(lines[place][2]));
        let end = lines[place + 1..].iter().position(|line| line[0] == "case").map_or(lines.len(), |n| place + 1 + n);
        let block = &lines[place + 1..end];
        let of = |kind: &'static str| block.iter().filter(move |line| line[0] == kind);
        let mut spaces = Spaces::new(outcomes, ranges, of("space").map(|line| places(line[1])).collect());
        for line in of("datum") {
            spaces.learn(&places(line[1]), line[2].parse().unwrap(), 1.0);
        }
        for (space, line) in of("space").enumerate() {
            let evidence = spaces.log_evidence(space).exp();
            assert!((evidence / numbers(line[2])[0] - 1.0).abs() < 1e-12, "{line:?}: {evidence}");
        }
        for (column, (_, prior)) in SpacePrior::NAMED.iter().enumerate() {
            let weights = spaces.weights(*prior);
            let wanted: Vec<f64> = of("space").map(|line| numbers(line[3])[column]).collect();
            assert_close(&weights, &wanted, "weights");
            for line in of("query") {
                let mut found = Vec::new();
                spaces.predict(&places(line[1]), &weights, &mut found);
                assert_close(&found, &numbers(line[2 + column]), "query");
                checked += 1;
            }
        }
        place = end;
    }
    assert_eq!(checked, 6 + 3 * 5);
}

#[test]
fn all_spaces_of_up_to_three_features_are_made_each_once() {
    let spaces = Spaces::all(2, vec![2; 5], 3);
    let features: Vec<&[usize]> = spaces.list().iter().map(|space| space.features()).collect();
    assert_eq!(features.len(), 5 + 10 + 10);
    assert_eq!((features[0], features[5], features[24]), (&[0][..], &[0, 1][..], &[2, 3, 4][..]));
    assert_eq!(Spaces::all(2, vec![], 3).list().len(), 1);
}

/// Learned from every solved position of Dodgem: what the classes of the thesis say, in a file and out of it.
#[test]
fn a_model_is_learned_saved_read_and_asked() {
    let game = Dodgem::new(3, Blocked::Draw);
    let graph = explore(&game, &game.set_up(), 10_000, |_| true).unwrap();
    let survey = Survey::new(&game, &graph).unwrap();
    let evaluation = game.evaluation(0);
    let features = |state| {
        let mut features = Vec::new();
        evaluation.features(&game, state, &mut features);
        features
    };
    let lesson = |number: usize| Lesson {
        features: features(&graph.states[number]),
        payoff: survey.labels.value(number),
        weight: 1e6 * survey.visits[number],
    };
    let lessons: Vec<Lesson> = (0..graph.len()).map(lesson).collect();
    let model = Model::learn(&lessons, 3, SpacePrior::Flat).unwrap();
    assert_eq!(model.payoffs(), [-1.0, 0.0, 1.0]);
    let ahead = model.distribution(&[3.0]);
    let behind = model.distribution(&[-3.0]);
    assert!(ahead[2] > 0.8 && behind[0] > 0.8, "{ahead:?} {behind:?}");
    assert!((ahead.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let again = Model::from_text(&model.to_text()).unwrap();
    assert_eq!(again, model);
    // It is an evaluation like any other.
    let learned = Learned { features: evaluation, model };
    let (first, second) =
        (learned.value(&game, &game.set_up(), Player::FIRST), learned.value(&game, &game.set_up(), Player::SECOND));
    assert_eq!(first, -second);
    let [interval, other, ..] = learned.intervals(&game, &game.set_up());
    assert!(interval.low <= first && first <= interval.high && interval.low == -other.high);
}

#[test]
fn random_games_are_lessons_too() {
    let evaluation = TicTacToe.evaluation(0);
    let lessons = random_lessons(&TicTacToe, &evaluation, 0..2000, 5, 9);
    assert!(lessons.len() > 2000 * 5);
    let model = Model::learn(&lessons, 2, SpacePrior::Flat).unwrap();
    // Who threatens wins more often.
    assert!(model.moments(&[1.0, 0.0]).0 > model.moments(&[0.0, 1.0]).0 + 0.2);
    assert_eq!(lessons, random_lessons(&TicTacToe, &evaluation, 0..2000, 5, 9));
    let learned = Learned { features: evaluation, model };
    let start = TicTacToe.start(&mut Rng::new(0));
    assert!(learned.value(&TicTacToe, &start, Player::FIRST) > 0.0);
    // Without features all positions are alike.
    let alike = random_lessons(&TicTacToe, &Blind, 0..50, 1, 9);
    assert_eq!(Model::learn(&alike, 3, SpacePrior::Flat).unwrap().spaces().1, [1.0]);
    assert_eq!(Board::default(), start);
}

#[test]
fn a_file_that_is_none_is_told_which_line_is_wrong() {
    let good = "outwit evaluation 1\nprior flat\npayoffs -1 1\nfeature 0.5\nspace 0\nbin 1 2 3\n";
    assert!(Model::from_text(good).is_ok());
    for (text, part) in [
        ("", "line 1"),
        ("something", "begins with `outwit evaluation 1`"),
        (&good.replace("flat", "round"), "line 2 of the evaluation: the prior is flat, bins or entropy"),
        (&good.replace("-1 1", "1 -1"), "line 3"),
        (&good.replace("0.5", "NaN"), "line 4"),
        (&good.replace("space 0", "space 7"), "line 5"),
        (&good.replace("bin 1", "bin 9"), "line 6 of the evaluation: the space has 2 bins"),
        (&good.replace("2 3", "2"), "line 6"),
        (&good.replace("2 3", "-2 3"), "line 6"),
        (&good.replace("space", "place"), "`place` is not known"),
        ("outwit evaluation 1\npayoffs 1\n", "missing"),
    ] {
        let problem = Model::from_text(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(Model::learn(&[], 3, SpacePrior::Flat).is_err());
}
