use super::run;
use outwit_lab::Verdict;

#[test]
fn the_gulp_formula_gives_the_published_slowdown_where_it_was_made_to_and_searches_keep_to_it() {
    let report = run("baum-smith", "Text");
    assert_eq!((report.count(Verdict::ByConstruction), report.count(Verdict::Exact)), (3, 0), "{report:?}");
    let of = |row: &str, column: &str| {
        report.cells().iter().find(|cell| cell.row() == row && cell.column().starts_with(column)).unwrap().measured()
    };
    for game in ["connect4", "kalah", "othello"] {
        let row = format!("{game}, f = 0.1");
        assert!(of(&row, "spikes") <= 1.2 * of(&row, "C by"), "{row}: {report:?}");
    }
}
