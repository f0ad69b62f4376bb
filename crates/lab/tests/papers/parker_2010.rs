//! The published examples, and the figure on few boards.

use outwit_lab::{Held, Progress, Report, Request, Verdict, paper};

fn repeated(only: &'static str, seed: u64, threads: usize) -> Report {
    let request = Request { only: Some(only), seed, threads, ..Request::default() };
    paper("parker-2010").unwrap().run(&request, &Progress::default()).unwrap()
}

#[test]
fn the_examples_come_out_by_construction_and_theorem_5_as_a_claim() {
    for (name, sentences, fitting) in [("Figure 2", 6, 1.0), ("Figure 3", 5, 3.0)] {
        let report = repeated(name, 0, 1);
        assert_eq!((report.count(Verdict::ByConstruction), report.count(Verdict::Exact)), (sentences, 0), "{name}");
        let fit = report.cells().last().unwrap();
        assert!(fit.verdict() == Verdict::New && fit.measured() >= fitting, "{name}: {fit:?}");
        assert!(report.cells()[0].note().unwrap().contains("chosen so that"));
    }
    let theorem = repeated("Theorem 5", 0, 2);
    let holds = theorem.count(Verdict::Claim(Held::Holds));
    assert_eq!((holds, theorem.count(Verdict::New), theorem.cells().len()), (8, 1, 9));
    let text = repeated("Text", 0, 1);
    assert_eq!(text.count(Verdict::Exact), 3);
    assert_eq!(text.count(Verdict::Differs), 1, "20 % seen is a slip");
    assert_eq!(text.count(Verdict::Claim(Held::Holds)), 1, "footnote 4");
}

/// Where all is seen every score is 0; a claim that nothing differs needs enough boards all the same.
#[test]
fn figure_4_is_claims_and_nothing_else() {
    let report = repeated("Figure 4b", 0, 2);
    assert!(report.cells().iter().all(|cell| matches!(cell.verdict(), Verdict::Claim(_))), "{report:?}");
    assert!(report.cells().iter().all(|cell| cell.said().published().is_none() && cell.interval().is_some()));
    let held = |b: usize, h: &str| report.cell("Figure 4b", &format!("b = {b}"), h).unwrap().verdict();
    assert_eq!(held(2, "h = 0"), Verdict::Claim(Held::Holds));
    assert_eq!(held(4, "h = 0"), Verdict::Claim(Held::Open), "40 boards cannot tell 0 from 0.05");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    assert_eq!(repeated("Text", 3, 1), repeated("Text", 3, 2));
}
