use super::run;
use outwit_lab::{Progress, Request, Verdict, paper};

#[test]
fn figure_1_comes_out_of_its_reconstructed_tree_and_the_example_is_exact() {
    let report = run("maxprob-2011", "Figure 1");
    assert_eq!(report.cells().len(), 16);
    assert_eq!((report.count(Verdict::ByConstruction), report.count(Verdict::New)), (15, 1), "{report:?}");
    let measured = |row: &str, column: &str| report.cell("Figure 1", row, column).unwrap().measured();
    assert!((measured("MaxN", "expected utility") - 43.0 / 72.0).abs() < 1e-12);
    assert!((measured("Max-Prob", "expected utility") - 2.0 / 3.0).abs() < 1e-12);
    assert!((measured("Paranoid", "expected utility") - 7.0 / 12.0).abs() < 1e-12);
    assert!((measured("MaxN", "probability of a") - 5.0 / 12.0).abs() < 1e-12);
    assert_eq!(measured("Max-Prob", "probability of b"), 1.0);
    let text = run("maxprob-2011", "Text");
    assert_eq!((text.cells()[0].measured(), text.cells()[0].verdict()), (0.875, Verdict::Exact));
}

#[test]
fn rows_that_nobody_asked_for_have_names_whether_they_are_measured_or_not() {
    for (only, row) in [("Figure 1", "P_w(a)"), ("Table 1", "Chinese Checkers")] {
        let request = Request { only: Some(only), rows: Some("zzz".to_string()), ..Request::default() };
        let report = paper("maxprob-2011").unwrap().run(&request, &Progress::default()).unwrap();
        assert!(report.cells().is_empty());
        assert!(report.rows().iter().any(|name| name == row), "{:?}", report.rows());
    }
}
