use super::*;

#[test]
fn value_iteration_is_the_exact_filter() {
    let curve = [0.7457, 0.8573, 0.9034, 0.9405, 0.9638, 0.9750];
    for (model, first) in [(0, 3.007), (1, 3.498)] {
        let exact = Exact::new(model);
        for (mean, wanted) in exact.curve.iter().zip(curve) {
            assert!((mean - wanted).abs() < 5e-5, "{:?}", exact.curve);
        }
        assert!((exact.area - 0.661).abs() < 5e-4, "{}", exact.area);
        assert!((exact.first_passage - first).abs() < 5e-4, "{}", exact.first_passage);
    }
}

#[test]
fn the_lemma_holds_to_the_last_digits() {
    assert!(exact::lemma_1().unwrap() < 1e-12);
}

/// Areas and first passages of an independent program under the same reading, 6,000 games, with their 95 % half-widths.
#[allow(clippy::type_complexity)] // a table of figures
const ELSEWHERE: [[(u64, f64, f64, f64, f64); 3]; 2] = [
    [(4, 0.755, 0.032, 2.63, 0.05), (16, 0.577, 0.030, 1.86, 0.04), (64, 0.541, 0.032, 1.79, 0.04)],
    [(4, 0.708, 0.028, 3.36, 0.04), (16, 0.601, 0.029, 2.68, 0.04), (64, 0.594, 0.038, 2.49, 0.04)],
];

#[test]
fn the_curves_are_those_of_an_independent_program() {
    let request = Request { seed: 5, threads: 2, ..Request::default() };
    for (model, rows) in ELSEWHERE.into_iter().enumerate() {
        for (nodes, area, area_half, first, first_half) in rows {
            let reading = Reading { nodes, ..Reading::default() };
            let curve = measure(Approach::Search(reading), model, 1000, &request, &Progress::default()).unwrap();
            // The intervals of two samples overlap.
            let overlaps = |ours: outwit::arena::statistics::Estimate, value: f64, half: f64| {
                let (low, high) = ours.interval.unwrap();
                low <= value + half && value - half <= high
            };
            println!("{model} {nodes}: {:?} {:?} {:?}", curve.area(), curve.first_passage(), curve.reward());
            assert!(overlaps(curve.area(), area, area_half), "{nodes} nodes: {:?}, elsewhere {area}", curve.area());
            let passage = curve.first_passage();
            assert!(overlaps(passage, first, first_half), "{nodes} nodes: {passage:?}, elsewhere {first}");
        }
    }
}

#[test]
fn the_sentence_about_table_2_is_computed() {
    // 20 rounds of 4 or 2 against a loyal player, and of both against a betrayer.
    let why = unidentified().unwrap();
    assert!(why.contains("69.2 and 41.9") && why.contains("1.65") && why.contains("1.06"), "{why}");
}
