//! Figure 4, the variants of kalah, and games wider and deeper than the paper's.

use super::boards::{FIFTHS, Kind, Who, by_share, in_parallel, mean_score, scores};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Claim, Report};
use outwit::arena::picture::Point;
use outwit::arena::statistics::Estimate;
use outwit::game::{Problem, Rng};
use outwit::games::board::Score;
use outwit::games::random_kalah::{Capture, RandomKalah};
use outwit::games::random_trees::RandomTree;
use outwit::search::belief::information_set::Model;

/// Plies of the paper's games.
const PLIES: usize = 10;

/// What the paper says of a point: `None` is nothing.
const EVEN: Option<Claim> = Some(Claim::Within(0.0, 0.05));
const OVERCONFIDENT_AHEAD: Option<Claim> = Some(Claim::MoreThan(0.0));
const PARANOID_AHEAD: Option<Claim> = Some(Claim::LessThan(0.0));

/// A curve of a figure: a game of some branching, and what is claimed of it.
struct Series {
    row: String,
    kind: Kind,
    branching: usize,
    plies: usize,
    boards: usize,
    claim: fn(usize, u32) -> Option<Claim>,
    /// Why it may differ.
    note: fn(usize, u32) -> Option<&'static str>,
}

fn trees_claim(_branching: usize, fifths: u32) -> Option<Claim> {
    if fifths == 0 { EVEN } else { OVERCONFIDENT_AHEAD }
}

fn kalah_claim(branching: usize, fifths: u32) -> Option<Claim> {
    match (branching, fifths) {
        (_, 0) | (2, 1 | 2) => PARANOID_AHEAD,
        _ => OVERCONFIDENT_AHEAD,
    }
}

fn no_claim(_branching: usize, _fifths: u32) -> Option<Claim> {
    None
}

fn no_note(_branching: usize, _fifths: u32) -> Option<&'static str> {
    None
}

fn literal_note(_branching: usize, fifths: u32) -> Option<&'static str> {
    (fifths == 1).then_some(
        "read as the first player's chance, 0.38 makes nearly every board a win of seat 2, and at h = 0.2 only the last two \
         plies are hidden: as the last mover's chance it leaves the outcome open",
    )
}

fn kalah_note(branching: usize, fifths: u32) -> Option<&'static str> {
    if branching == 2 {
        return Some(
            "the rules of randomised kalah are not in the paper: the number of stones was chosen among 31 sets of rules, 8 of \
             which have these signs with two pits",
        );
    }
    (fifths == 1).then_some(
        "at h = 0.2 all that changes is that seat 2 makes the last move without seeing the one before, so the point is almost \
         that of h = 0; the paper's caption speaks of at least 125 boards, whose error would be 0.12",
    )
}

fn boards_of(branching: usize, request: &Request) -> usize {
    match branching {
        2 => request.size.pick(2_000, 20_000),
        3 => request.size.pick(400, 4_000),
        4 => request.size.pick(40, 2_000),
        5 => request.size.pick(0, 40),
        _ => request.size.pick(0, 4),
    }
}

pub(super) fn figure_4(request: &Request, progress: &Progress<'_>, report: &mut Report) -> Result<(), Problem> {
    let p_game = |b, first| RandomTree::p_game(b, PLIES, 0.38, first).map(Kind::Tree);
    let n_game = |b| RandomTree::n_game(b, PLIES, 0.5).map(Kind::Tree);
    let kalah = |b: usize| Ok(Kind::Kalah(RandomKalah { pits: b as u8, ..RandomKalah::default() }));
    let series = |row: String, kind, branching, claim, note| Series {
        row,
        kind,
        branching,
        plies: PLIES,
        boards: boards_of(branching, request),
        claim,
        note,
    };
    if request.wants("Figure 4a") {
        let mut all = Vec::new();
        for b in [2, 3, 4] {
            all.push(series(format!("b = {b}"), p_game(b, false)?, b, trees_claim, no_note));
        }
        for b in [2, 3, 4] {
            all.push(series(format!("b = {b}, literal"), p_game(b, true)?, b, trees_claim, literal_note));
        }
        run(request, progress, report, "Figure 4a", "Hidden-move P-games: OC against PAR", all)?;
        report.remarks.push(
            "Figure 4a: P0 = 0.38 is read as the last mover's chance of a leaf, and once more as the first player's, which \
             is what the paper says (`literal`)."
                .to_string(),
        );
    }
    if request.wants("Figure 4b") {
        let mut all = Vec::new();
        for b in [2, 3, 4] {
            all.push(series(format!("b = {b}"), n_game(b)?, b, trees_claim, no_note));
        }
        run(request, progress, report, "Figure 4b", "Hidden-move N-games: OC against PAR", all)?;
    }
    if request.wants("Figure 4c") {
        let mut all = Vec::new();
        for b in [2, 3, 4] {
            all.push(series(format!("b = {b}"), kalah(b)?, b, kalah_claim, kalah_note));
        }
        run(request, progress, report, "Figure 4c", "Hidden-move kalah: OC against PAR", all)?;
    }
    if request.wants("Kalah variants") {
        variants(request, progress, report)?;
    }
    if request.wants("Beyond") {
        let mut all = Vec::new();
        for b in [5, 6] {
            all.push(series(format!("P-games, b = {b}"), p_game(b, false)?, b, no_claim, no_note));
            all.push(series(format!("N-games, b = {b}"), n_game(b)?, b, no_claim, no_note));
            all.push(series(format!("kalah, b = {b}"), kalah(b)?, b, no_claim, no_note));
        }
        for plies in [12, 14] {
            for b in [2, 3] {
                let boards = match (b, plies) {
                    (2, _) => request.size.pick(400, 4_000),
                    (_, 12) => request.size.pick(10, 200),
                    _ => request.size.pick(0, 20),
                };
                let deep = |kind: &str, game| Series {
                    row: format!("{kind}, b = {b}, d = {plies}"),
                    kind: game,
                    branching: b,
                    plies,
                    boards,
                    claim: no_claim,
                    note: no_note,
                };
                all.push(deep("P-games", Kind::Tree(RandomTree::p_game(b, plies, 0.38, false)?)));
                all.push(deep("N-games", Kind::Tree(RandomTree::n_game(b, plies, 0.5)?)));
                let pits = b as u8;
                all.push(deep(
                    "kalah",
                    Kind::Kalah(RandomKalah { pits, plies: plies as u8, ..RandomKalah::default() }),
                ));
            }
        }
        all.retain(|series| series.boards > 0);
        // A plot for each game: more curves than that nobody can tell apart.
        for game in ["P-games", "N-games", "kalah"] {
            let of_game = all.extract_if(.., |series| series.row.starts_with(game)).collect();
            let before = report.plots.len();
            run(request, progress, report, "Beyond", &format!("Wider and deeper {game}: OC against PAR"), of_game)?;
            if let Some(plot) = report.plots.get_mut(before) {
                plot.name = format!("beyond-{}", game.to_lowercase());
            }
        }
    }
    Ok(())
}

/// Plays all boards of all series, puts the numbers in their cells and draws the curves.
fn run(
    request: &Request,
    progress: &Progress<'_>,
    report: &mut Report,
    table: &'static str,
    title: &str,
    mut all: Vec<Series>,
) -> Result<(), Problem> {
    report.name_rows(all.iter().map(|series| series.row.as_str()));
    all.retain(|series| request.wants_row(&series.row));
    let mut curves = Vec::new();
    let count = all.len();
    for (place, series) in all.into_iter().enumerate() {
        progress.at(&format!("{table}, {}", series.row), place as f64 / count as f64)?;
        let estimates = played(&series, request, progress)?;
        let mut points = Vec::new();
        for (fifths, estimate) in FIFTHS.zip(&estimates) {
            let mut sheet = report.sheet(table);
            let column = format!("h = {}", f64::from(fifths) / 5.0);
            let cell = match (series.claim)(series.branching, fifths) {
                Some(claim) => sheet.claim(&series.row, column, claim, 3, *estimate),
                None => sheet.unpublished(&series.row, column, 3, *estimate),
            };
            if let Some(why) = (series.note)(series.branching, fifths) {
                cell.because(why);
            }
            points.push(Point { x: f64::from(fifths) / 5.0, y: estimate.value, interval: estimate.interval });
        }
        curves.push(outwit::arena::picture::Series { name: series.row, points });
    }
    report.plots.push(by_share(table.to_lowercase().replace(' ', "-"), title, "score of OC", curves));
    Ok(())
}

fn played(series: &Series, request: &Request, progress: &Progress<'_>) -> Result<Vec<Estimate>, Problem> {
    // Boards of different sizes and games are different boards.
    let seed = Rng::derive(request.seed, (series.branching * 100 + series.plies) as u64);
    // A wide board is large: few at a time.
    let threads = if series.branching >= 6 { request.threads.min(2) } else { request.threads };
    let played = in_parallel(series.boards, threads, progress, |number| {
        let board = series.kind.board(series.branching, series.plies, Rng::derive(seed, number as u64))?;
        Ok(scores(&board, Who::Modelling(Model::Overconfident), Who::Modelling(Model::Paranoid)))
    })?;
    let of_share = |fifths: u32| played.iter().map(|scores| scores[fifths as usize]).collect::<Vec<f64>>();
    Ok(FIFTHS.map(|fifths| mean_score(&of_share(fifths))).collect())
}

/// One rule at a time away from the default.
fn variants(request: &Request, progress: &Progress<'_>, report: &mut Report) -> Result<(), Problem> {
    let base = RandomKalah::default();
    let all: [(&str, RandomKalah); 11] = [
        ("1 to 3 stones, the default", base),
        ("0 to 2 stones", RandomKalah { stones: (0, 2), ..base }),
        ("1 to 4 stones", RandomKalah { stones: (1, 4), ..base }),
        ("1 to 6 stones", RandomKalah { stones: (1, 6), ..base }),
        ("1 to 12 stones", RandomKalah { stones: (1, 12), ..base }),
        ("the capturing stone goes too", RandomKalah { capture: Capture::With, ..base }),
        ("captures from any empty pit", RandomKalah { capture: Capture::Any, ..base }),
        ("no captures", RandomKalah { capture: Capture::None, ..base }),
        ("pits swept at the end", RandomKalah { sweep: true, ..base }),
        ("both sides alike", RandomKalah { mirrored: true, ..base }),
        ("pays the difference", RandomKalah { score: Score::Margin, ..base }),
    ];
    for branching in [2, 3] {
        let boards = if branching == 2 { request.size.pick(400, 6_000) } else { request.size.pick(60, 1_000) };
        let series = all.iter().map(|(name, kalah)| Series {
            row: format!("b = {branching}, {name}"),
            kind: Kind::Kalah(RandomKalah { pits: branching as u8, ..*kalah }),
            branching,
            plies: PLIES,
            boards,
            claim: no_claim,
            note: no_note,
        });
        let before = report.plots.len();
        run(request, progress, report, "Kalah variants", "Variants of kalah: OC against PAR", series.collect())?;
        if let Some(plot) = report.plots.get_mut(before) {
            plot.name = format!("kalah-variants-b{branching}");
        }
    }
    Ok(())
}
