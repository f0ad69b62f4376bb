//! Figure 8: how often a search to a depth keeps the value of the position, by minimax and by the product rule.
//!
//! Positions are classed by the moves black needs to leave less those white needs; a class is worth what its positions are
//! worth, weighted by how often random play visits them.

use crate::papers::Request;
use crate::report::{Claim, Plot, Report};
use outwit::arena::picture::{LinePlot, Point, Series};
use outwit::exact::analysis::{Classes, Compared, Survey};
use outwit::exact::graph::Graph;
use outwit::game::{Evaluated, Evaluation, Problem};
use outwit::games::dodgem::Dodgem;

/// Where both rules always decide well, says the thesis.
const SETTLED: usize = 21;
/// At least so many are several.
const SEVERAL: f64 = 2.0;

pub(super) fn accuracies(game: &Dodgem, graph: &Graph<Dodgem>, deepest: usize) -> Result<[Vec<f64>; 2], Problem> {
    let (survey, evaluation) = (Survey::new(game, graph)?, game.evaluation(0));
    let classes = Classes::new(graph.states.iter().map(|cars| {
        let mut features = Vec::new();
        evaluation.features(game, cars, &mut features);
        features
    }));
    Ok([Compared::Minimax, Compared::Product].map(|rule| rule.accuracy(&survey, &classes, deepest, |_| true)))
}

pub(super) fn curves(
    report: &mut Report,
    game: &Dodgem,
    graph: &Graph<Dodgem>,
    request: &Request,
) -> Result<(), Problem> {
    let deepest = request.size.pick(SETTLED, 30);
    let [minimax, product] = accuracies(game, graph, deepest)?;
    let percent = |accuracy: f64| 100.0 * accuracy;
    let ties = "the text says over 89 %. Equally good moves are chosen equally often here; with a fixed order of moves the \
                number depends on the order, which the thesis does not say";
    let mut figure = report.sheet("Figure 8");
    for depth in 0..=deepest {
        let row = format!("depth {depth}");
        for (name, curve) in [("minimax", &minimax), ("product rule", &product)] {
            let value = percent(curve[depth]);
            match depth {
                0 if name == "minimax" => figure.claim(&row, name, Claim::MoreThan(89.0), 3, value).because(ties),
                SETTLED => figure
                    .claim(&row, name, Claim::Within(100.0, 1e-9), 3, value)
                    .because("the text says that both always decide well at this depth"),
                _ => figure.unpublished(&row, name, 3, value),
            };
        }
    }
    figure
        .claim("depth 6 less depth 5", "minimax", Claim::LessThan(-SEVERAL), 3, percent(minimax[6] - minimax[5]))
        .because("pathology: the text says several per cent fewer; two are several");
    let points = |curve: &[f64]| {
        curve.iter().enumerate().map(|(depth, &y)| Point { x: depth as f64, y, interval: None }).collect()
    };
    let plot = LinePlot {
        title: "Dodgem: how often the value of the position is kept".into(),
        x_label: "plies to which each move is searched".into(),
        y_label: "right decisions".into(),
        series: vec![
            Series { name: "minimax".into(), points: points(&minimax) },
            Series { name: "product rule".into(), points: points(&product) },
        ],
        is_percent: true,
        y_range: Some((0.86, 1.0)),
        ..LinePlot::default()
    };
    report.plots.push(Plot { name: "figure-8".into(), svg: plot.to_svg() });
    let is_settled =
        |depth: &usize| [&minimax, &product].iter().all(|curve| curve[*depth..].iter().all(|a| *a > 1.0 - 1e-12));
    let settled = (0..minimax.len())
        .find(is_settled)
        .map_or("at no depth looked at".to_string(), |depth| format!("from depth {depth} on"));
    let falls = |curve: &[f64]| {
        let falling = (1..curve.len()).filter(|&depth| percent(curve[depth - 1] - curve[depth]) > 0.05);
        let told: Vec<String> = falling.map(|d| format!("{d} ({:.1})", percent(curve[d - 1] - curve[d]))).collect();
        if told.is_empty() { "none".to_string() } else { told.join(", ") }
    };
    let ahead = |one: &[f64], other: &[f64]| one.iter().zip(other).filter(|(a, b)| **a > **b + 1e-9).count();
    report.remarks.push(format!(
        "Figure 8. Depths at which a search one ply deeper decides worse, by points: minimax {}; product rule {}. Minimax is \
         ahead at {} depths, the product rule at {}. Both always decide well {settled}.",
        falls(&minimax),
        falls(&product),
        ahead(&minimax, &product),
        ahead(&product, &minimax),
    ));
    Ok(())
}
