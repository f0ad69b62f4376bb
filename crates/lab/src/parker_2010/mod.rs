//! Austin Parker, Dana Nau, V.S. Subrahmanian, *Paranoia versus overconfidence in imperfect-information games*, 2010.
//!
//! Is it better to believe that the other does the worst for us, or that the other plays at random? In open games of wins
//! and losses it makes no difference (Theorem 5). In games in which a share h of each seat's moves is hidden, the paper finds
//! that overconfident play (OC) beats paranoid play (PAR) nearly everywhere.
//!
//! Here every board is played both ways and every game is an exact expectation over all ties: the only thing sampled is
//! the board. Figure 4 of the paper is a picture without numbers, so what it and the text claim is who is ahead: a claim is
//! held to our interval: it holds where the whole of it lies on that side of 0. Tables 1 and 2 are
//! about kriegspiel, and are repeated where they are asked for by name.

mod boards;
mod equilibrium;
mod examples;
mod figure_4;
mod kriegspiel;
mod quantal;

use crate::papers::{Exhibit, Paper, Request};
use crate::progress::Progress;
use crate::report::Report;
use outwit::game::Problem;

pub(crate) const PAPER: Paper = Paper {
    id: "parker-2010",
    title: "Austin Parker, Dana Nau, V.S. Subrahmanian, Paranoia versus overconfidence in imperfect-information games, 2010",
    summary: "in games with hidden moves, is it better to fear the worst or to take the others for dice?",
    exhibits: &[
        Exhibit { name: "Text", summary: "the rule that says which moves are hidden, and what is said in passing" },
        Exhibit {
            name: "Theorem 5",
            summary: "overconfident play is minimax play where all is seen and somebody wins",
        },
        Exhibit { name: "Figure 2", summary: "a game in which paranoid play beats overconfident play" },
        Exhibit { name: "Figure 3", summary: "a game in which overconfident play beats paranoid play" },
        Exhibit { name: "Figure 4a", summary: "P-games: the score of OC against PAR by the share h that is hidden" },
        Exhibit { name: "Figure 4b", summary: "N-games: the same" },
        Exhibit { name: "Figure 4c", summary: "randomised kalah: the same" },
        Exhibit {
            name: "Kalah variants",
            summary: "the rules of randomised kalah that the paper leaves open, one at a time",
        },
        Exhibit {
            name: "Quantal",
            summary: "scores of play between OC and PAR, against OC, PAR, random and equilibrium play",
        },
        Exhibit { name: "Exploitability", summary: "what a best reply wins, on small boards: 0 is an equilibrium" },
        Exhibit { name: "Beyond", summary: "wider and deeper games than the paper's" },
        Exhibit { name: "Table 1", summary: "kriegspiel: OC against PAR; only where asked for by name" },
        Exhibit { name: "Table 2", summary: "kriegspiel: both against HS; only where asked for by name" },
    ],
    quick: "2,000, 400 and 40 boards for b = 2, 3, 4; half a minute",
    full: "20,000, 4,000 and 2,000 boards for b = 2, 3, 4, and a few for b = 5 and 6; some minutes",
    run,
};

fn run(request: &Request, progress: &Progress<'_>) -> Result<Report, Problem> {
    let mut report = request.report(PAPER.id);
    if request.wants("Text") {
        examples::text(request, &mut report)?;
    }
    if request.wants("Theorem 5") {
        progress.at("Theorem 5", 0.0)?;
        examples::theorem_5(request, &mut report)?;
    }
    examples::figures_2_and_3(request, &mut report)?;
    figure_4::figure_4(request, progress, &mut report)?;
    quantal::quantal(request, progress, &mut report)?;
    kriegspiel::tables(request, progress, &mut report)?;
    report.remarks.push(
        "Scores are the average payoff of OC, +1 for a win and -1 for a loss, over both seats of the same boards. Tables 1 \
         and 2 of the paper are about kriegspiel and are repeated where they are asked for by name: `--table 1`."
            .to_string(),
    );
    Ok(report)
}

#[cfg(test)]
mod tests;
