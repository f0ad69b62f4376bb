//! The published examples, and the figure on few boards.

use super::PAPER;
use super::boards::{Kind, Who, scores};
use crate::papers::{Request, Size};
use crate::progress::Progress;
use crate::report::{Report, Verdict};
use outwit::game::Rng;
use outwit::games::random_trees::RandomTree;
use outwit::search::belief::information_set::Model;

fn repeated(only: &'static str, seed: u64, threads: usize) -> Report {
    let request = Request { only: Some(only), size: Size::Quick, seed, threads, store: None };
    PAPER.run(&request, &Progress::default()).unwrap()
}

#[test]
fn the_examples_and_theorem_5_come_out_exactly() {
    for name in ["Figure 2", "Figure 3"] {
        assert!(repeated(name, 0, 1).cells.iter().all(|cell| cell.verdict == Verdict::Exact), "{name}");
    }
    let theorem = repeated("Theorem 5", 0, 2);
    assert!(theorem.cells.iter().all(|cell| cell.verdict == Verdict::Exact || cell.row.contains("kalah")));
    let text = repeated("Text", 0, 1);
    assert_eq!(text.count(Verdict::Exact), 3);
    assert_eq!(text.count(Verdict::Differs), 1, "20 % seen is a slip");
}

/// Figures of an independent program, 20,000 boards: its intervals are less than 0.005 wide.
#[test]
fn scores_of_b_2_lie_where_an_independent_program_found_them() {
    let tree = Kind::Tree(RandomTree::p_game(2, 10, 0.38, false).unwrap());
    let wanted = [0.0, 0.105, 0.513, 0.555, 0.479, 0.352];
    let [confident, paranoid] = [Model::Overconfident, Model::Paranoid].map(Who::Modelling);
    let boards = 1_500;
    let mut sums = [0.0; 6];
    for number in 0..boards {
        let board = tree.board(2, 10, Rng::derive(7, number)).unwrap();
        for (sum, score) in sums.iter_mut().zip(scores(&board, confident, paranoid)) {
            *sum += score / boards as f64;
        }
    }
    assert_eq!(sums[0], 0.0, "where all is seen both play perfectly, and each board is played both ways");
    for (sum, wanted) in sums.iter().zip(wanted) {
        assert!((sum - wanted).abs() < 0.02, "{sums:?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    assert_eq!(repeated("Text", 3, 1), repeated("Text", 3, 2));
}
