//! What growing in gulps costs.

use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Published, Report};
use outwit::game::{Control, Detail, Problem, Rng, Table, Turn};

/// The work of all evaluations over that of the last, when a gulp turns n leaves into n (1 + f(b - 1)).
pub(super) fn slowdown(gulp: f64, branching: f64) -> f64 {
    1.0 + 1.0 / (gulp * (branching - 1.0))
}

/// Fractions and branching factors at which the formula gives the published 2.2: "f about .02", and b is not given. They were
/// chosen for that, so that they show no more than what the number needs.
const CHOSEN: [(f64, f64); 3] = [(0.02, 42.7), (0.0225, 38.0), (0.0245, 35.0)];
/// What is usual of chess.
const USUAL: (f64, f64) = (0.02, 35.0);
const GAMES: [&str; 3] = ["connect4", "kalah", "othello"];
const GULPS: [f64; 3] = [0.02, 0.1, 0.3];

pub(super) fn cells(report: &mut Report, request: &Request, progress: &Progress<'_>) -> Result<(), Problem> {
    let grown = |game: &str, gulp: f64| format!("{game}, f = {gulp}");
    report.name_rows(GAMES.iter().flat_map(|game| GULPS.map(|gulp| grown(game, gulp))));
    let mut text = report.sheet("Text");
    for (gulp, branching) in CHOSEN {
        text.exact(
            format!("chess, f = {gulp}, b = {branching}"),
            "C by the formula",
            Published::printed("2.2").derived(),
            slowdown(gulp, branching),
        )
        .because(
            "f and b were chosen so that it does: 2.2 needs f(b - 1) = 5/6, f is published as about .02 and b is not",
        );
    }
    let (gulp, branching) = USUAL;
    text.unpublished(format!("chess, f = {gulp}, b = {branching}"), "C by the formula", 2, slowdown(gulp, branching))
        .because("what is usual of chess; the published 2.2 is for an f of about .02 and a b that is not given");
    let nodes = request.size.pick(30_000, 2_000_000);
    for (place, game) in GAMES.into_iter().enumerate() {
        for gulp in GULPS {
            progress.at("gulps", 0.1 * place as f64 / GAMES.len() as f64)?;
            let row = grown(game, gulp);
            if !request.wants_row(&row) {
                continue;
            }
            let grown = grow(game, gulp, nodes)?;
            let (formula, measured) = (slowdown(gulp, grown.branching), grown.slowdown);
            text.unpublished(row.clone(), "C by the formula", 2, formula);
            text.unpublished(row.clone(), "all leaves of all rounds over the last round's", 2, measured)
                .because("gulps are smaller than f where fewer leaves matter, and the first have one leaf at least");
            text.unpublished(row, "spikes gone through over once up and down the last tree", 2, grown.effort)
                .because("what has not changed and what cannot matter is not gone through again");
        }
    }
    Ok(())
}

struct Account {
    branching: f64,
    slowdown: f64,
    effort: f64,
}

fn grow(game: &str, gulp: f64, nodes: u64) -> Result<Account, Problem> {
    let game = outwit::game_from_spec(game, &outwit::no_files)?;
    let table = Table::deal(&game, &mut Rng::new(0));
    let Turn::Of(seat) = table.turn() else { return Err(Problem::new("the game begins with a move")) };
    let mut agent = outwit::agent_from_spec(&format!("bpip:nodes={nodes},gulp={gulp},memory=2048"), &game)?;
    agent.begin(&game, seat, 0);
    let report = agent.choose(&table.view(seat), &Control::default())?;
    let number = |name: &str| {
        let grown = report.extras.iter().find(|(key, _)| *key == "grown").map(|(_, detail)| detail);
        let field = match grown {
            Some(Detail::Record(fields)) => fields.iter().find(|(key, _)| *key == name).map(|(_, field)| field),
            _ => None,
        };
        if let Some(Detail::Number(x)) = field { *x } else { f64::NAN }
    };
    Ok(Account { branching: number("branching"), slowdown: number("slowdown"), effort: number("effort") })
}
