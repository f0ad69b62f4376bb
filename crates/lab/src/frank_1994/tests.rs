use super::*;
use sweeping::{Numbering, labelling_iterations, weight_passes};

#[test]
fn dodgem_has_the_positions_labels_and_chances_of_another_program() {
    let game = dodgem::game();
    let graph = dodgem::graph(&game).unwrap();
    let survey = Survey::new(&game, &graph).unwrap();
    let extent = outwit::exact::analysis::Extent::new(&survey);
    assert_eq!((extent.positions, extent.finished, extent.forced, extent.moves), (1_963, 98, 177, 5_373));
    assert_eq!(extent.by_outcome, [972, 43, 948]);
    assert_eq!(survey.labels.value(0), 1.0);
    let plies =
        outwit::exact::analysis::decision_plies(&graph.topology, &survey.labels, &graph.topology.predecessors());
    assert_eq!(plies[0], Some(19));
    for (chance, wanted) in survey.random_outcomes().into_iter().zip([0.447419, 0.073306, 0.479275]) {
        assert!((chance - wanted).abs() < 5e-7, "{chance}");
    }
}

/// The rival of the labelling: it finds the same values, at the costs that are known for each family of numberings.
#[test]
fn sweeping_finds_the_same_labels_and_weights_at_known_costs() {
    let game = dodgem::game();
    let graph = dodgem::graph(&game).unwrap();
    let survey = Survey::new(&game, &graph).unwrap();
    let labels: Vec<i8> = (0..graph.len()).map(|number| survey.labels.value(number) as i8).collect();
    let breadth = labelling_iterations(&survey, &Numbering::breadth_first(&graph));
    assert_eq!(breadth, (29_108, labels.clone()));
    let text = |cars: &_| outwit::game::Game::position_text(&game, cars);
    let white = labelling_iterations(&survey, &Numbering::by_mover(&graph, |cars| text(cars).ends_with('1')));
    let black = labelling_iterations(&survey, &Numbering::by_mover(&graph, |cars| text(cars).ends_with('2')));
    assert_eq!((white.0, black.0), (18_726, 18_691));
    for index in 0..50 {
        let order = dodgem::MoveOrder::draw(&mut outwit::game::Rng::stream(3, index));
        let numbering = Numbering::depth_first(&graph, |mover, mv| order.rank(mover, mv));
        let (iterations, values) = labelling_iterations(&survey, &numbering);
        assert!((17_600..=21_700).contains(&iterations) && values == labels, "{iterations}");
        let (passes, weights) = weight_passes(&survey, &numbering);
        assert!((52..=69).contains(&passes), "{passes}");
        for (weight, visits) in weights.iter().zip(&survey.visits) {
            assert!((weight - visits).abs() <= 1e-13 * visits.max(1e-300), "{weight} {visits}");
        }
    }
}

/// The curves of another program, in per cent.
const CURVES: [[f64; 2]; 18] = [
    [87.561, 87.561],
    [89.634, 89.101],
    [91.352, 91.839],
    [93.037, 92.401],
    [93.294, 98.590],
    [94.514, 92.829],
    [91.913, 98.683],
    [92.489, 93.387],
    [92.885, 99.229],
    [95.939, 94.557],
    [98.814, 99.787],
    [99.117, 94.557],
    [99.707, 99.787],
    [100.000, 99.859],
    [99.787, 99.787],
    [100.000, 99.859],
    [99.787, 99.787],
    [100.0, 100.0],
];

#[test]
fn figure_8_has_both_curves_and_the_drop_from_depth_5_to_6() {
    let game = dodgem::game();
    let curves = figure_8::accuracies(&game, &dodgem::graph(&game).unwrap(), 30).unwrap();
    for (rule, curve) in curves.iter().enumerate() {
        for (depth, accuracy) in curve.iter().enumerate() {
            let wanted = CURVES.get(depth).map_or(100.0, |both| both[rule]);
            assert!((100.0 * accuracy - wanted).abs() <= 0.001, "rule {rule}, depth {depth}: {accuracy} for {wanted}");
        }
    }
    assert!(100.0 * (curves[0][5] - curves[0][6]) > 2.6);
}
