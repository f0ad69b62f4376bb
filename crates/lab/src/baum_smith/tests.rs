use super::gulps::slowdown;
use crate::papers::{Request, paper};
use crate::progress::Progress;
use crate::report::Verdict;

#[test]
fn the_gulp_formula_gives_the_published_slowdown_where_it_was_made_to_and_searches_keep_to_it() {
    let request = Request { only: Some("Text"), ..Request::default() };
    let report = paper("baum-smith").unwrap().run(&request, &Progress::default()).unwrap();
    assert_eq!((report.count(Verdict::ByConstruction), report.count(Verdict::Exact)), (3, 0), "{report:?}");
    let of = |row: &str, column: &str| {
        report.cells().iter().find(|cell| cell.row() == row && cell.column().starts_with(column)).unwrap().measured()
    };
    for game in ["connect4", "kalah", "othello"] {
        let row = format!("{game}, f = 0.1");
        assert!(of(&row, "spikes") <= 1.2 * of(&row, "C by"), "{row}: {report:?}");
    }
}

/// Rows of a simulation with gulps rounded up, made elsewhere.
#[test]
fn the_formula_is_the_simulated_slowdown() {
    for (gulp, branching, wanted) in
        [(0.01, 35.0, 3.941174284990006), (0.02, 35.0, 2.4705876238258), (0.0245, 43.0, 1.9718169874851503)]
    {
        assert!((slowdown(gulp, branching) - wanted).abs() < 1e-5 * wanted);
    }
}
