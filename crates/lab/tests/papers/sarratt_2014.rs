use super::run;
use outwit_lab::{Held, Verdict};

#[test]
fn what_the_game_is_made_of_and_arithmetic_are_no_findings() {
    let table = run("sarratt-2014", "Table I");
    assert_eq!((table.count(Verdict::ByConstruction), table.cells().len()), (24, 24));
    let text = run("sarratt-2014", "Text");
    let lemma = text.count(Verdict::Claim(Held::Holds));
    assert_eq!((text.count(Verdict::ByConstruction), lemma, text.count(Verdict::Exact)), (5, 1, 0));
}
