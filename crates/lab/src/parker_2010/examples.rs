//! The rule of hiding, Theorem 5, and the two small trees.

use super::boards::{Kind, in_parallel};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::Report;
use outwit::game::{Player, Problem, Rng};
use outwit::games::hide::Share;
use outwit::games::random_trees::RandomTree;
use outwit::search::belief::information_set::{EvenTree, Model, Plan, expected_payoff};

/// What the paper says in passing.
pub(super) fn text(request: &Request, report: &mut Report) -> Result<(), Problem> {
    let mut sheet = report.sheet("Text");
    let share = Share::new(3, 5).expect("a share");
    let hidden: Vec<u64> = (1..=5).filter(|&m| share.hides(m)).collect();
    for (place, printed) in ["2", "4", "5"].into_iter().enumerate() {
        let column = ["first", "second", "third"][place];
        sheet.exact("hidden of five moves, h = 0.6", column, printed, hidden[place] as f64);
    }
    let seen = (1..=5).filter(|&m| !Share::new(1, 5).expect("a share").hides(m)).count();
    sheet
        .exact("per cent of moves seen, h = 0.2", "per cent", "20", 100.0 * seen as f64 / 5.0)
        .erratum("h is the share that is hidden, as the paper says before and after; 80 % are seen");
    // Footnote 4: paranoid play becomes random play. How many of its information sets have all moves tied?
    let tree = RandomTree::p_game(3, 10, 0.38, false)?;
    let boards = request.size.pick(20, 200);
    let tied = in_parallel(boards, request.threads, &Progress::default(), |number| {
        let board = Kind::Tree(tree).board(3, 10, Rng::derive(request.seed, number as u64))?;
        let hidden = vec![true; 10];
        let plans = [Player::FIRST, Player::SECOND].map(|seat| board.plan(seat, &hidden, Model::Paranoid));
        let masks = || plans.iter().flat_map(|plan| plan.best.iter().flatten());
        Ok(masks().filter(|&&mask| mask == 0b111).count() as f64 / masks().count() as f64)
    })?;
    let share = tied.iter().sum::<f64>() / tied.len() as f64;
    sheet
        .unpublished("information sets in which all moves tie for PAR", "P-games, b = 3, h = 1", 4, share, None)
        .note("footnote 4 says that paranoid play becomes random play, without a number: 1 is exactly random");
    Ok(())
}

/// Overconfident moves that are not minimax moves, and decision nodes looked at.
fn violations(tree: &EvenTree) -> (u64, u64) {
    let open = vec![false; tree.plies()];
    let (mut wrong, mut all) = (0, 0);
    for seat in [Player::FIRST, Player::SECOND] {
        let plan = |model| tree.plan(seat, &open, model).best;
        let (confident, minimax) = (plan(Model::Overconfident), plan(Model::Paranoid));
        for (confident, minimax) in confident.iter().flatten().zip(minimax.iter().flatten()) {
            all += 1;
            wrong += u64::from(confident & !minimax != 0);
        }
    }
    (wrong, all)
}

/// All boards of small sizes, then drawn boards of larger ones; then kalah, where the theorem does not hold.
pub(super) fn theorem_5(request: &Request, report: &mut Report) -> Result<(), Problem> {
    let mut sheet = report.sheet("Theorem 5");
    for (branching, plies) in [(2, 2), (2, 3), (2, 4), (3, 2), (4, 2)] {
        let leaves = usize::pow(branching, plies);
        let (mut wrong, mut all) = (0, 0);
        for wins in 0u32..1 << leaves {
            let payoffs = (0..leaves).map(|leaf| if wins >> leaf & 1 == 1 { 1 } else { -1 }).collect();
            let (w, a) = violations(&EvenTree::alternating(branching, plies as usize, payoffs)?);
            (wrong, all) = (wrong + w, all + a);
        }
        let row = format!("all games of b = {branching}, d = {plies}");
        sheet
            .exact(row, "moves that are not minimax moves", "0", wrong as f64)
            .note(format!("{all} decisions of {} games", 1u64 << leaves));
    }
    for (branching, plies, boards) in [(3, 6, 200), (4, 6, 50), (2, 10, 200)] {
        let boards = boards * request.size.pick(1, 10);
        let tree = RandomTree::p_game(branching, plies, 0.38, false)?;
        let counted = in_parallel(boards, request.threads, &Progress::default(), |number| {
            Ok(violations(&Kind::Tree(tree).board(branching, plies, Rng::derive(request.seed, number as u64))?))
        })?;
        let (wrong, all) = counted.iter().fold((0, 0), |(wrong, all), (w, a)| (wrong + w, all + a));
        let row = format!("{boards} P-games of b = {branching}, d = {plies}");
        sheet.exact(row, "moves that are not minimax moves", "0", wrong as f64).note(format!("{all} decisions"));
    }
    let kalah = outwit::games::random_kalah::RandomKalah { pits: 2, ..Default::default() };
    let boards = 400;
    let counted = in_parallel(boards, request.threads, &Progress::default(), |number| {
        Ok(violations(&Kind::Kalah(kalah).board(2, 10, Rng::derive(request.seed, number as u64))?).0 > 0)
    })?;
    let wrong = counted.iter().filter(|&&is_wrong| is_wrong).count();
    sheet
        .unpublished("boards of kalah with such a move", "of 400, b = 2", 0, wrong as f64, None)
        .note("kalah has ties, and the theorem is about wins and losses");
    Ok(())
}

/// The trees of Figures 2 and 3: seat 1 moves out of sight, seat 2 out of sight, seat 1 again.
const HIDDEN: [bool; 3] = [true, true, false];
/// After L2 right wins and left loses, after R2 nothing happens. The only tree that fits every sentence of the text.
const FIGURE_2: [i8; 8] = [-1, 1, 0, 0, -1, 1, 0, 0];
/// Three trees fit; they differ in the payoff of left after L1, R2. This one makes that pair matching pennies.
const FIGURE_3: [i8; 8] = [-1, 1, 1, -1, -1, -1, 1, 1];

fn plans(tree: &EvenTree, model: Model) -> [Plan; 2] {
    [Player::FIRST, Player::SECOND].map(|seat| tree.plan(seat, &HIDDEN, model))
}

/// With what probability a plan goes left at its `set`-th information set of its `ply`-th own ply.
fn left(plan: &Plan, ply: usize, set: usize) -> f64 {
    let mask = plan.best[ply][set];
    f64::from(mask & 1) / f64::from(mask.count_ones())
}

pub(super) fn figures_2_and_3(request: &Request, report: &mut Report) -> Result<(), Problem> {
    for (name, leaves) in [("Figure 2", FIGURE_2), ("Figure 3", FIGURE_3)] {
        if !request.wants(name) {
            continue;
        }
        let movers = vec![Player::FIRST, Player::SECOND, Player::FIRST];
        let tree = EvenTree::new(2, movers, leaves.to_vec())?;
        let (confident, paranoid) = (plans(&tree, Model::Overconfident), plans(&tree, Model::Paranoid));
        let first = expected_payoff(&tree, &HIDDEN, &confident[0], &paranoid[1]);
        let second = expected_payoff(&tree, &HIDDEN, &paranoid[0], &confident[1]);
        let score = (first - second) / 2.0;
        let mut sheet = report.sheet(name);
        let printed = if name == "Figure 2" { ("-0.25", "0.25") } else { ("0.25", "-0.25") };
        sheet.exact("expected utility", "overconfident", printed.0, score);
        sheet.exact("expected utility", "paranoid", printed.1, -score);
        if name == "Figure 2" {
            sheet.exact("probability of L2 at I2", "paranoid", "0", left(&paranoid[1], 0, 0));
            sheet.exact("probability of L2 at I2", "overconfident", "0.5", left(&confident[1], 0, 0));
            sheet.exact("probability of left at I3", "paranoid", "0", left(&paranoid[0], 1, 0));
            sheet.exact("probability of left at I4", "paranoid", "0", left(&paranoid[0], 1, 1));
        } else {
            sheet.exact("probability of L2 at I2", "paranoid", "0.5", left(&paranoid[1], 0, 0));
            sheet.exact("probability of L2 at I2", "overconfident", "1", left(&confident[1], 0, 0));
            sheet.exact("probability of L1 at I1", "paranoid", "0.5", left(&paranoid[0], 0, 0));
        }
    }
    Ok(())
}
