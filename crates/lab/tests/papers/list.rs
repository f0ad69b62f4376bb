use outwit_lab::{PAPERS, paper};

#[test]
fn papers_and_their_exhibits_have_names_of_their_own() {
    for (place, paper) in PAPERS.iter().enumerate() {
        assert!(PAPERS[..place].iter().all(|other| other.id != paper.id));
        assert!(!paper.exhibits.is_empty() && !paper.title.is_empty() && !paper.summary.is_empty());
        for (place, exhibit) in paper.exhibits.iter().enumerate() {
            assert!(paper.exhibits[..place].iter().all(|other| other.name != exhibit.name), "{}", exhibit.name);
        }
    }
}

#[test]
fn an_unknown_paper_or_table_is_told_what_there_is() {
    let problem = paper("frank-1995").map(|paper| paper.id).unwrap_err().to_string();
    assert!(problem.contains("did you mean `frank-1994`?"), "{problem}");
    let frank = paper("frank-1994").unwrap();
    assert_eq!(frank.exhibit("table", "1"), Ok("Table 1"));
    assert_eq!(frank.exhibit("table", "TABLE 1"), Ok("Table 1"));
    let sarratt = PAPERS.iter().find(|paper| paper.id == "sarratt-2014").unwrap();
    assert_eq!(sarratt.exhibit("table", "2"), Ok("Table II"));
    let problem = frank.exhibit("table", "99").unwrap_err().to_string();
    assert!(problem.contains("no table `99`") && problem.contains("Table 1"), "{problem}");
}
