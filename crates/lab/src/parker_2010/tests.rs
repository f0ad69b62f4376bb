use super::boards::{Kind, Who, scores};
use outwit::game::Rng;
use outwit::games::random_trees::RandomTree;
use outwit::search::belief::information_set::Model;

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
