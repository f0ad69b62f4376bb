//! Michael P. Frank, *Advances in decision-theoretic AI: limited rationality and abstract search*, master's thesis, MIT, 1994.
//!
//! Sections 2.4 and 2.5 measure how much siblings in a game tree depend on each other, in tic-tac-toe and in Dodgem, and
//! whether the product rule plays better than minimax.

use crate::papers::{Exhibit, Paper, Request};
use crate::progress::Progress;
use crate::report::Report;
use outwit::game::{Problem, leaf_count};
use outwit::games::tictactoe::{Board, TicTacToe};

pub(crate) const PAPER: Paper = Paper {
    id: "frank-1994",
    title: "Michael P. Frank, Advances in decision-theoretic AI: limited rationality and abstract search, MIT, 1994",
    summary: "how much siblings in game trees depend on each other, and whether the product rule beats minimax",
    exhibits: &[Exhibit { name: "Table 1", summary: "tic-tac-toe: the tree" }],
    quick: "everything, seconds",
    full: "the same",
    run,
};

fn run(request: &Request, progress: &Progress<'_>) -> Result<Report, Problem> {
    let mut report = request.report(PAPER.id);
    progress.at("the tree of tic-tac-toe", 0.0)?;
    let (nodes, terminals) = leaf_count(&TicTacToe, &mut Board::default());
    let mut table = report.sheet("Table 1");
    table.exact("nodes", "count", "549,946", nodes as f64);
    table
        .exact("terminal nodes", "count", "209,088", terminals as f64)
        .erratum("131,184 X wins and 77,904 O wins were counted; the 46,080 draws on full boards were left out");
    Ok(report)
}
