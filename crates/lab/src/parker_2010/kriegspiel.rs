//! Tables 1 and 2: kriegspiel, overconfident against paranoid play, and each against hybrid sampling (HS).
//!
//! The paper gives each move thirty seconds; here a depth has a fixed number of histories, so that a run is the same on every
//! machine: in the full run as many as the paper's program had time for, 1683, 321 and 67. Its evaluation is described in four
//! words and without weights, so every cell is played with several of ours: who is ahead may depend on that.

use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Published, Report};
use crate::tournaments::{Tournament, Tournaments};
use outwit::arena::statistics::Estimate;
use outwit::game::Problem;

/// OC against PAR: rows are the depths of OC, columns those of PAR.
const TABLE_1: [[&str; 3]; 3] = [["0.084", "0.186", "0.190"], ["0.140", "0.120", "0.156"], ["0.170", "0.278", "0.154"]];

/// Scores at three depths with the half widths of their intervals.
type Printed = [(&'static str, f64); 3];

/// PAR and OC of each depth against HS, with the half widths the paper prints.
const TABLE_2: [(&str, &str, Printed); 2] = [
    ("PAR", "paranoid-is", [("-0.066", 0.020), ("0.032", 0.035), ("0.024", 0.038)]),
    ("OC", "overconfident", [("0.194", 0.038), ("0.122", 0.040), ("0.012", 0.042)]),
];

/// What the paper's program looked at on average, by depth.
const HISTORIES: [usize; 3] = [1683, 321, 67];
const QUICK_HISTORIES: [usize; 3] = [40, 15, 4];
/// All but the last are played in a quick run.
const EVALUATIONS: [&str; 3] = ["threats", "material", "hunt"];
/// Plies after which a game is drawn: the paper does not say when its games were.
const CAP: [u32; 2] = [200, 600];

/// One cell to be played.
struct Cell {
    table: &'static str,
    row: String,
    column: String,
    agents: [String; 2],
    published: Published,
}

pub(super) fn tables(request: &Request, progress: &Progress<'_>, report: &mut Report) -> Result<(), Problem> {
    // Hours in full and minutes at the least: only who asks for them by name gets them.
    let Some(table) = request.only.filter(|only| ["Table 1", "Table 2"].contains(only)) else { return Ok(()) };
    let mut cells = cells(request, table);
    report.name_rows(cells.iter().map(|cell| cell.row.as_str()));
    cells.retain(|cell| request.wants_row(&cell.row));
    let mut tournaments = Tournaments::new(request, progress)?;
    let step = 1.0 / cells.len().max(1) as f64;
    for (place, cell) in cells.into_iter().enumerate() {
        let cap = request.size.pick(CAP[0], CAP[1]);
        let tournament = Tournament {
            game: format!("kriegspiel:cap={cap}"),
            agents: cell.agents.to_vec(),
            // Each by both colours.
            deals: request.size.pick(30, 250),
            seed: request.seed,
            opening: 0,
        };
        let from = place as f64 * step;
        let doing = format!("{}, {}", cell.row, cell.column);
        let standings = tournaments.play(&doing, from..from + step, tournament)?;
        let score = standings.agents[0].payoff.unwrap_or(Estimate { value: f64::NAN, interval: None });
        let say = match score.interval {
            Some((low, _)) if low > 0.0 => "ahead",
            Some((_, high)) if high < 0.0 => "behind",
            _ => "no difference that this many games can tell",
        };
        report.sheet(cell.table).sampled(cell.row, cell.column, cell.published, 0.0, score).because(say);
    }
    report.remarks.push(format!(
        "{table}: the paper's score of the first player over 500 games; histories are fixed at {:?} for depths 1 to 3, and \
         games are drawn by fifty moves or at the limit of plies. The weights of the paper's evaluation are not known: what \
         is to be seen is whether the sign depends on ours.",
        request.size.pick(QUICK_HISTORIES, HISTORIES)
    ));
    Ok(())
}

fn cells(request: &Request, table: &'static str) -> Vec<Cell> {
    let histories = request.size.pick(QUICK_HISTORIES, HISTORIES);
    let depths = request.size.pick(2, 3);
    let evaluations = &EVALUATIONS[..request.size.pick(2, 3)];
    let modelling = |name: &str, depth: usize, evaluation: &str| {
        format!("{name}:depth={depth},worlds=300,drawn={},eval={evaluation}", histories[depth - 1])
    };
    let mut cells = Vec::new();
    for evaluation in evaluations {
        if table == "Table 1" {
            for (own, other) in (1..=depths).flat_map(|own| (1..=depths).map(move |other| (own, other))) {
                cells.push(Cell {
                    table,
                    row: format!("OC to depth {own}"),
                    column: format!("PAR to depth {other}, eval={evaluation}"),
                    agents: [modelling("overconfident", own, evaluation), modelling("paranoid-is", other, evaluation)],
                    published: Published::printed(TABLE_1[own - 1][other - 1]),
                });
            }
            continue;
        }
        for (who, name, published) in TABLE_2 {
            for depth in 1..=depths {
                let (printed, half) = published[depth - 1];
                let printed = Published::printed(printed);
                let value = printed.value();
                let own = Estimate { value, interval: Some((value - half, value + half)) };
                let worlds = histories[depth - 1];
                cells.push(Cell {
                    table,
                    row: format!("{who} to depth {depth}"),
                    column: format!("HS, eval={evaluation}"),
                    agents: [
                        modelling(name, depth, evaluation),
                        format!("hs:depth={depth},worlds={worlds},eval={evaluation}"),
                    ],
                    published: printed.with_own(own),
                });
            }
        }
    }
    cells
}
