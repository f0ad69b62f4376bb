//! The rule of hiding, Theorem 5, and the two small trees.

use super::boards::{Kind, in_parallel};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Claim, Published, Report};
use outwit::arena::statistics::{Estimate, mean_in};
use outwit::game::{Player, Problem, Rng};
use outwit::games::hide::Share;
use outwit::games::random_trees::RandomTree;
use outwit::search::belief::information_set::{EvenTree, Model, Plan, expected_payoff};

/// Play is random play if nearly all sets have all moves tied.
const NEARLY_ALL: Claim = Claim::MoreThan(0.8);
/// No move at all: the theorem is about every one.
const NONE: Claim = Claim::Within(0.0, 0.0);

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
    let share = mean_in(&tied, (0.0, 1.0)).unwrap_or(Estimate { value: f64::NAN, interval: None });
    sheet
        .claim("information sets in which all moves tie for PAR", "P-games, b = 3, h = 1", NEARLY_ALL, 4, share)
        .because("footnote 4 says that paranoid play becomes random play: 1 is exactly random");
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
            .claim(row, "moves that are not minimax moves", NONE, 0, wrong as f64)
            .because(format!("{all} decisions of {} games: all there are", 1u64 << leaves));
    }
    for (branching, plies, boards) in [(3, 6, 200), (4, 6, 50), (2, 10, 200)] {
        let boards = boards * request.size.pick(1, 10);
        let tree = RandomTree::p_game(branching, plies, 0.38, false)?;
        let counted = in_parallel(boards, request.threads, &Progress::default(), |number| {
            Ok(violations(&Kind::Tree(tree).board(branching, plies, Rng::derive(request.seed, number as u64))?))
        })?;
        let (wrong, all) = counted.iter().fold((0, 0), |(wrong, all), (w, a)| (wrong + w, all + a));
        let row = format!("{boards} P-games of b = {branching}, d = {plies}");
        sheet
            .claim(row, "moves that are not minimax moves", NONE, 0, wrong as f64)
            .because(format!("{all} decisions of the boards that were drawn"));
    }
    let kalah = outwit::games::random_kalah::RandomKalah { pits: 2, ..Default::default() };
    let boards = 400;
    let counted = in_parallel(boards, request.threads, &Progress::default(), |number| {
        Ok(violations(&Kind::Kalah(kalah).board(2, 10, Rng::derive(request.seed, number as u64))?).0 > 0)
    })?;
    let wrong = counted.iter().filter(|&&is_wrong| is_wrong).count();
    sheet
        .unpublished("boards of kalah with such a move", "of 400, b = 2", 0, wrong as f64)
        .because("kalah has ties, and the theorem is about wins and losses");
    Ok(())
}

/// The trees of Figures 2 and 3: seat 1 moves out of sight, seat 2 out of sight, seat 1 again.
const HIDDEN: [bool; 3] = [true, true, false];
/// The figures' payoffs cannot be read off the text and are reconstructed. After L2 right wins and left loses, after R2
/// nothing happens.
const FIGURE_2: [i8; 8] = [-1, 1, 0, 0, -1, 1, 0, 0];
/// The payoff of left after L1, R2 is free. This one makes that pair matching pennies.
const FIGURE_3: [i8; 8] = [-1, 1, 1, -1, -1, -1, 1, 1];

/// What the text says of a figure: row, column, and the number.
type Sentence = (&'static str, &'static str, &'static str);

const SENTENCES_2: [Sentence; 6] = [
    ("expected utility", "overconfident", "-0.25"),
    ("expected utility", "paranoid", "0.25"),
    ("probability of L2 at I2", "paranoid", "0"),
    ("probability of L2 at I2", "overconfident", "0.5"),
    ("probability of left at I3", "paranoid", "0"),
    ("probability of left at I4", "paranoid", "0"),
];
const SENTENCES_3: [Sentence; 5] = [
    ("expected utility", "overconfident", "0.25"),
    ("expected utility", "paranoid", "-0.25"),
    ("probability of L2 at I2", "paranoid", "0.5"),
    ("probability of L2 at I2", "overconfident", "1"),
    ("probability of L1 at I1", "paranoid", "0.5"),
];

/// With what probability a plan goes left at its `set`-th information set of its `ply`-th own ply.
fn left(plan: &Plan, ply: usize, set: usize) -> f64 {
    let mask = plan.best[ply][set];
    f64::from(mask & 1) / f64::from(mask.count_ones())
}

/// A small tree, played by both.
struct Example {
    confident: [Plan; 2],
    paranoid: [Plan; 2],
    score: f64,
}

impl Example {
    fn new(leaves: &[i8]) -> Result<Example, Problem> {
        let movers = vec![Player::FIRST, Player::SECOND, Player::FIRST];
        let tree = EvenTree::new(2, movers, leaves.to_vec())?;
        let plans = |model| [Player::FIRST, Player::SECOND].map(|seat| tree.plan(seat, &HIDDEN, model));
        let (confident, paranoid) = (plans(Model::Overconfident), plans(Model::Paranoid));
        let first = expected_payoff(&tree, &HIDDEN, &confident[0], &paranoid[1]);
        let second = expected_payoff(&tree, &HIDDEN, &paranoid[0], &confident[1]);
        Ok(Example { confident, paranoid, score: (first - second) / 2.0 })
    }

    /// What is so of what a sentence speaks of.
    fn of(&self, (row, column, _): Sentence) -> f64 {
        let (plans, sign) = if column == "paranoid" { (&self.paranoid, -1.0) } else { (&self.confident, 1.0) };
        match row {
            "expected utility" => sign * self.score,
            "probability of L1 at I1" => left(&plans[0], 0, 0),
            "probability of L2 at I2" => left(&plans[1], 0, 0),
            "probability of left at I3" => left(&plans[0], 1, 0),
            _ => left(&plans[0], 1, 1),
        }
    }
}

/// Of all trees of this shape whose leaves pay -1, 0 or 1: how many there are, and of how many all sentences are true.
fn trees_that_fit(sentences: &[Sentence]) -> Result<(usize, usize), Problem> {
    let all = 3usize.pow(8);
    let mut fitting = 0;
    for number in 0..all {
        let leaves: Vec<i8> = (0..8).map(|leaf| (number / 3usize.pow(leaf) % 3) as i8 - 1).collect();
        let example = Example::new(&leaves)?;
        let is_true = |sentence: &Sentence| Published::printed(sentence.2).is_printed_of(example.of(*sentence));
        fitting += usize::from(sentences.iter().all(is_true));
    }
    Ok((all, fitting))
}

pub(super) fn figures_2_and_3(request: &Request, report: &mut Report) -> Result<(), Problem> {
    for (name, leaves, sentences) in
        [("Figure 2", FIGURE_2, &SENTENCES_2[..]), ("Figure 3", FIGURE_3, &SENTENCES_3[..])]
    {
        if !request.wants(name) {
            continue;
        }
        let (example, (all, fitting)) = (Example::new(&leaves)?, trees_that_fit(sentences)?);
        let mut sheet = report.sheet(name);
        for &sentence in sentences {
            let published = Published::printed(sentence.2).reconstructed();
            sheet.exact(sentence.0, sentence.1, published, example.of(sentence)).because(
                "the payoffs of the tree are not in the text; they were chosen so that what the text says is true",
            );
        }
        sheet.unpublished("trees of which all of this is true", format!("of {all}"), 0, fitting as f64).because(
            "all trees of this shape whose leaves pay -1, 0 or 1; the one taken here also fits the sentences without a number",
        );
    }
    Ok(())
}
