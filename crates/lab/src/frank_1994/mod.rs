//! Michael P. Frank, *Advances in decision-theoretic AI: limited rationality and abstract search*, master's thesis, MIT, 1994.
//!
//! Section 2.5.4 measures how much siblings in a game tree depend on each other, in tic-tac-toe (tables 1 to 9) and in
//! Dodgem (tables 10 and 11), and whether the product rule decides better than minimax (figure 8). All of it is exact, but
//! for tables 8 and 9, which show one tree with random leaves: here they are distributions over many such trees.

mod dodgem;
mod figure_8;
mod random_leaves;
mod sweeping;
mod thinking;
mod tictactoe;

use crate::papers::{Exhibit, Paper, Request};
use crate::progress::Progress;
use crate::report::Report;
use outwit::exact::analysis::Survey;
use outwit::game::Problem;
use thinking::{CONNECT_FOUR, SPIDER};

pub(crate) const PAPER: Paper = Paper {
    id: "frank-1994",
    title: "Michael P. Frank, Advances in decision-theoretic AI: limited rationality and abstract search, MIT, 1994",
    summary: "how much siblings in game trees depend on each other, and whether the product rule beats minimax",
    exhibits: &[
        Exhibit { name: "Table 1", summary: "tic-tac-toe: how large the tree is" },
        Exhibit { name: "Table 2", summary: "tic-tac-toe: values of nodes that have siblings" },
        Exhibit { name: "Table 3", summary: "tic-tac-toe: values of a node and its sibling, nodes counted once" },
        Exhibit { name: "Table 4", summary: "tic-tac-toe: values of a node, given that of a sibling" },
        Exhibit { name: "Table 5", summary: "tic-tac-toe: degree of dependence, three ways of counting" },
        Exhibit { name: "Table 6", summary: "tic-tac-toe: dependence by depth" },
        Exhibit { name: "Table 7", summary: "tic-tac-toe: dependence by class of the node" },
        Exhibit { name: "Table 8", summary: "random leaves in the shape of tic-tac-toe: dependence by depth" },
        Exhibit { name: "Table 9", summary: "random leaves in the shape of tic-tac-toe: dependence by class" },
        Exhibit { name: "Table 10", summary: "Dodgem: values of a node and its sibling in random games" },
        Exhibit { name: "Table 11", summary: "Dodgem: degree of dependence, three ways of counting" },
        Exhibit { name: "Figure 7", summary: "Dodgem: what labelling the graph costs" },
        Exhibit { name: "Figure 8", summary: "Dodgem: how often minimax and the product rule decide well, by depth" },
        Exhibit { name: "Text", summary: "Dodgem: numbers in running text" },
        Exhibit {
            name: SPIDER.name,
            summary: "Spider: does it pay to stop thinking by what it is worth (not in the thesis)",
        },
        Exhibit {
            name: CONNECT_FOUR.name,
            summary: "connect four: does it pay to stop thinking by what it is worth (not in the thesis)",
        },
    ],
    quick: "everything, tables 8 and 9 over 100 random trees, Spider over 20 deals, 4 for slow players and none for the slowest, connect four over 6 and 2; a minute or two",
    full: "everything, tables 8 and 9 over 1,000 random trees, figure 8 to depth 30, Spider over 1,000 deals, 400 or 40 for slow players, connect four over 400 and 200; an hour or two",
    run,
};

fn run(request: &Request, progress: &Progress<'_>) -> Result<Report, Problem> {
    let mut report = request.report(PAPER.id);
    let wants = |names: &[&str]| names.iter().any(|name| request.wants(name));
    if wants(&["Table 1", "Table 2", "Table 3", "Table 4", "Table 5", "Table 6", "Table 7"]) {
        progress.at("the tree of tic-tac-toe", 0.0)?;
        tictactoe::tables(&mut report)?;
    }
    if wants(&["Table 8", "Table 9"]) {
        random_leaves::tables(&mut report, request, progress)?;
    }
    if wants(&["Table 10", "Table 11", "Figure 7", "Figure 8", "Text"]) {
        progress.at("the graph of Dodgem", 0.9)?;
        let game = dodgem::game();
        let graph = dodgem::graph(&game)?;
        let survey = Survey::new(&game, &graph)?;
        if wants(&["Table 10", "Table 11"]) {
            dodgem::tables(&mut report, &survey);
        }
        if wants(&["Figure 7", "Text"]) {
            dodgem::text(&mut report, &graph, &survey, request);
        }
        if wants(&["Figure 8"]) {
            figure_8::curves(&mut report, &game, &graph, request)?;
        }
    }
    for contest in [&SPIDER, &CONNECT_FOUR] {
        if wants(&[contest.name]) {
            contest.table(&mut report, request, progress)?;
        }
    }
    Ok(report)
}

/// A count that was added up from fractions.
fn whole(x: f64) -> f64 {
    if (x - x.round()).abs() < 1e-6 { x.round() } else { x }
}

#[cfg(test)]
mod tests;
