//! Eric B. Baum and Warren D. Smith, *Best play for imperfect players and game tree search*, 1993, as section 2.8 of Frank's
//! thesis tells it, with the relatives of sections 2.6 and 2.7.
//!
//! The gulp formula is exact, and measured on real searches beside it. When the thesis was written nobody had implemented
//! the search, so the matches against alpha-beta are new: same evaluation, equal moves or equal time. Russell and Wefald's
//! comparison of MGSS* with alpha-beta in Othello is repeated with an evaluation of ours.

mod gulps;
mod matches;

use crate::papers::{Exhibit, Paper, Request};
use crate::progress::Progress;
use crate::report::Report;
use outwit::game::Problem;

pub(crate) const PAPER: Paper = Paper {
    id: "baum-smith",
    title: "Eric B. Baum and Warren D. Smith, Best play for imperfect players and game tree search, NEC, 1993",
    summary: "what gulps cost, and whether growing the tree where it matters beats alpha-beta",
    exhibits: &[
        Exhibit { name: "Text", summary: "the slowdown C = 1 + 1/(f(b - 1)) of growing in gulps" },
        Exhibit {
            name: "Equal nodes",
            summary: "games won from alpha-beta, in per cent, both making as many moves inside",
        },
        Exhibit {
            name: "Equal time",
            summary: "games won from alpha-beta, in per cent, both thinking as long; not repeatable",
        },
        Exhibit {
            name: "MGSS*",
            summary: "Othello, MGSS* against alpha-beta to a depth: points of 32 and nodes a game",
        },
    ],
    quick: "under a minute on 2 idle cores: 500 nodes or 2 ms a move, 20 to 40 deals, alpha-beta to depth 4",
    full: "about two hours: 1,000 and 10,000 nodes, 1, 10 and 100 ms a move, 100 deals, alpha-beta to depth 6",
    run,
};

fn run(request: &Request, progress: &Progress<'_>) -> Result<Report, Problem> {
    let mut report = request.report(PAPER.id);
    if request.wants("Text") {
        gulps::cells(&mut report, request, progress)?;
    }
    for (exhibit, part) in [("Equal nodes", 0.1..0.6), ("Equal time", 0.6..0.8)] {
        if request.wants(exhibit) {
            matches::cells(&mut report, exhibit, request, progress, part)?;
        }
    }
    if request.wants("MGSS*") {
        matches::mgss(&mut report, request, progress, 0.8..1.0)?;
    }
    Ok(report)
}

#[cfg(test)]
mod tests;
