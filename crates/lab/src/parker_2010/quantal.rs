//! Beyond the paper: what lies between overconfidence and paranoia, and how far either is from an equilibrium.

use super::boards::{FIFTHS, Kind, Who, all_scores, by_share, in_parallel, mean_score};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::Report;
use outwit::arena::picture::{Point, Series};
use outwit::arena::statistics::{Estimate, mean};
use outwit::equilibrium::{Extensive, exploitability, strategy_of};
use outwit::game::{Control, Game, Problem, Rng, Spec};
use outwit::games::hide::{Hide, Share};
use outwit::games::random_kalah::RandomKalah;
use outwit::games::random_trees::RandomTree;
use outwit::search::belief::information_set::Model;
use outwit::search::named::catalog::{Pages, page};

const PLIES: usize = 10;
const TAUS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 32.0];

pub(super) fn quantal(request: &Request, progress: &Progress<'_>, report: &mut Report) -> Result<(), Problem> {
    if request.wants("Quantal") {
        scores_of_quantal_play(request, progress, report)?;
        super::equilibrium::against_equilibrium(request, progress, report)?;
    }
    if request.wants("Exploitability") {
        exploitabilities(request, progress, report)?;
    }
    Ok(())
}

/// Quantal play against OC, PAR and random play; tau = 0 is OC itself and infinity PAR.
fn scores_of_quantal_play(request: &Request, progress: &Progress<'_>, report: &mut Report) -> Result<(), Problem> {
    let games: [(&str, usize, Kind); 4] = [
        ("P-games, b = 2", 2, Kind::Tree(RandomTree::p_game(2, PLIES, 0.38, false)?)),
        ("P-games, b = 3", 3, Kind::Tree(RandomTree::p_game(3, PLIES, 0.38, false)?)),
        ("N-games, b = 3", 3, Kind::Tree(RandomTree::n_game(3, PLIES, 0.5)?)),
        ("kalah, b = 3", 3, Kind::Kalah(RandomKalah::default())),
    ];
    let model = |tau: Option<f64>| match tau {
        None => Model::Paranoid,
        Some(0.0) => Model::Overconfident,
        Some(tau) => Model::Quantal(tau),
    };
    let ones: Vec<Who> = taus().into_iter().map(|tau| Who::Modelling(model(tau))).collect();
    let others = [Who::Modelling(Model::Overconfident), Who::Modelling(Model::Paranoid), Who::Random];
    report.name_rows(games.iter().map(|(name, ..)| *name));
    let is_asked = |(name, ..): &(&str, usize, Kind)| request.wants_rows_of(name);
    for (place, (name, branching, kind)) in games.into_iter().filter(is_asked).enumerate() {
        let boards = if branching == 2 { request.size.pick(200, 4_000) } else { request.size.pick(16, 400) };
        let seed = Rng::derive(request.seed, 5_000 + branching as u64);
        progress.at(&format!("quantal play, {name}"), place as f64 / 4.0)?;
        let played = in_parallel(boards, request.threads, progress, |number| {
            let board = kind.board(branching, PLIES, Rng::derive(seed, number as u64))?;
            Ok(all_scores(&board, &ones, &others))
        })?;
        for (place, other_name) in ["OC", "PAR", "random"].into_iter().enumerate() {
            let against: Vec<Vec<Vec<f64>>> = played.iter().map(|board| board[place].clone()).collect();
            tell(report, name, other_name, &against);
        }
    }
    Ok(())
}

/// OC, quantal play, and PAR, which is none.
pub(super) fn taus() -> Vec<Option<f64>> {
    [Some(0.0)].into_iter().chain(TAUS.map(Some)).chain([None]).collect()
}

/// Fills in the scores of all taus against somebody, and draws them: `played` has a board's scores by tau and by share.
pub(super) fn tell(report: &mut Report, name: &str, other_name: &str, played: &[Vec<Vec<f64>>]) {
    let mut curves = Vec::new();
    for (index, tau) in taus().iter().enumerate() {
        let tau_text = match tau {
            None => "PAR".to_string(),
            Some(0.0) => "OC".to_string(),
            Some(tau) => format!("tau = {tau}"),
        };
        let mut points = Vec::new();
        for fifths in FIFTHS {
            let scores: Vec<f64> = played.iter().map(|board| board[index][fifths as usize]).collect();
            let estimate = mean_score(&scores);
            let row = format!("{name}, {tau_text} against {other_name}");
            let h = f64::from(fifths) / 5.0;
            let mut sheet = report.sheet("Quantal");
            sheet.unpublished(row, format!("h = {h}"), 3, estimate);
            points.push(Point { x: h, y: estimate.value, interval: estimate.interval });
        }
        curves.push(Series { name: tau_text, points });
    }
    let file = format!("quantal-{}-{}", name.replace([',', '='], "").replace("  ", " "), other_name);
    let file = file.to_lowercase().replace(' ', "-");
    let title = format!("{name}: quantal play against {other_name}");
    report.plots.push(by_share(file, &title, "score", curves));
}

/// Agents as the catalog has them, asked at every information set of small boards.
fn exploitabilities(request: &Request, progress: &Progress<'_>, report: &mut Report) -> Result<(), Problem> {
    const AGENTS: [&str; 7] = [
        "random",
        "overconfident:depth=60",
        "quantal:tau=1,depth=60",
        "quantal:tau=4,depth=60",
        "quantal:tau=16,depth=60",
        "paranoid-is:depth=60",
        "equilibrium:iterations=2000",
    ];
    let boards = request.size.pick(10, 200);
    let (branching, plies) = (2, 6);
    let mut curves = Vec::new();
    for spec in AGENTS {
        progress.at(&format!("exploitability of {spec}"), 0.0)?;
        let parsed = Spec::parse(spec)?;
        let mut points = Vec::new();
        for fifths in FIFTHS {
            let share = Share::new(fifths, 5).expect("a share of at most 1");
            let measured = in_parallel(boards, request.threads, progress, |number| {
                let board = Rng::derive(request.seed, number as u64);
                let tree = RandomTree::p_game(branching, plies, 0.38, false)?.on_board(Some(board));
                let game = Hide::new(tree, share)?;
                let unfolded = Extensive::unfold(&game, &game.start(&mut Rng::new(0)), 10_000)?;
                let asked = Pages(
                    const {
                        &[
                            page::random(),
                            page::overconfident(),
                            page::quantal(),
                            page::paranoid_is(),
                            page::equilibrium(),
                        ]
                    },
                );
                let mut agent = asked.agent(&parsed, &game)?;
                let strategy = strategy_of(&game, &unfolded, &mut *agent, 1, 0, &Control::default())?;
                Ok(exploitability(&unfolded, &strategy).exploitability)
            })?;
            let estimate = mean(&measured).unwrap_or(Estimate { value: f64::NAN, interval: None });
            let h = f64::from(fifths) / 5.0;
            let name = spec.replace(",depth=60", "").replace(":depth=60", "").replace(":iterations=2000", "");
            report.sheet("Exploitability").unpublished(
                format!("P-games, b = 2, d = 6, {name}"),
                format!("h = {h}"),
                4,
                estimate,
            );
            points.push(Point { x: h, y: estimate.value, interval: estimate.interval });
            if fifths == 5 {
                curves.push(Series { name, points: std::mem::take(&mut points) });
            }
        }
    }
    let title = "P-games, b = 2, d = 6: what a best reply wins";
    report.plots.push(by_share("exploitability".to_string(), title, "exploitability", curves));
    Ok(())
}
