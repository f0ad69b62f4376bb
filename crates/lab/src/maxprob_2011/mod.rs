//! Anat Hashavit and Shaul Markovitch, *Max-Prob: an unbiased rational decision making procedure for multiple-adversary
//! environments*, IJCAI 2011.
//!
//! The example under equation 1 is exact, and figure 1 is computed from a tree whose leaves were reconstructed. Table 1 is six tournaments of Max-Prob, MaxN, Paranoid and MP-Mix.
//! The paper's heuristics are not given beyond their ingredients and the number of board games is not stated, so agreement
//! cell by cell is not expected: what is tested are the order of the agents and how far Max-Prob is ahead.

mod figure_1;
mod table_1;

use crate::papers::{Exhibit, Paper, Request};
use crate::progress::Progress;
use crate::report::Report;
use outwit::game::{Interval, Problem};
use outwit::search::value::win_probabilities;

pub(crate) const PAPER: Paper = Paper {
    id: "maxprob-2011",
    title: "Anat Hashavit and Shaul Markovitch, Max-Prob: an unbiased rational decision making procedure for \
            multiple-adversary environments, IJCAI 2011",
    summary: "whether maximising the probability to win beats MaxN, Paranoid and MP-Mix with three and four seats",
    exhibits: &[
        Exhibit { name: "Figure 1", summary: "a tree on which Max-Prob, MaxN and Paranoid choose differently" },
        Exhibit { name: "Text", summary: "the example under equation 1" },
        Exhibit { name: "Table 1", summary: "games won, in per cent of all games; several winners share a win" },
    ],
    quick: table_1::QUICK,
    full: table_1::FULL,
    run,
};

fn run(request: &Request, progress: &Progress<'_>) -> Result<Report, Problem> {
    let mut report = request.report(PAPER.id);
    if request.wants("Figure 1") {
        figure_1::cells(&mut report)?;
    }
    if request.wants("Text") {
        let intervals = [(4.0, 6.0), (3.0, 5.0), (0.0, 1.0)].map(|(low, high)| Interval { low, high });
        let found = win_probabilities(&intervals);
        let mut text = report.sheet("Text");
        text.exact("[4,6] [3,5] [0,1]", "agent 1 wins", ".875", found.seats(3)[0]).because(
            "with the inner integral kept between 0 and 1; read literally, the sentence under equation 1 gives 1",
        );
    }
    if request.wants("Table 1") {
        table_1::cells(&mut report, request, progress)?;
    }
    Ok(report)
}
