//! Tables 1 to 7: the whole tree of tic-tac-toe, without merging positions.

use super::whole;
use crate::report::{Published, Report, Sheet, Source};
use outwit::exact::analysis::{Counting, Extent, Joint, Siblings, Survey, entropy, explore};
use outwit::game::{Game, Problem};
use outwit::games::tictactoe::{Board, TicTacToe};

/// The outcomes, the worst for X first.
const OUTCOMES: [&str; 3] = ["O wins", "Draw", "X wins"];

/// What stands in table 5 and its relatives for each way of counting.
const COUNTINGS: [(Counting, &str); 3] = [
    (Counting::Pairs, "Pairs of Siblings"),
    (Counting::Nodes, "Nodes with Siblings"),
    (Counting::RandomGame, "Nodes w. sibs in random game"),
];

/// The classes of table 7: does a side have a line with at least two stones of its own and none of the other's? The text
/// says two in a row with the third space empty; the published counts come out if a finished line counts too.
pub(super) const CLASSES: [&str; 4] = ["no threat", "X threat", "O threat", "X and O threat"];

/// The class of a position, as a place in [`CLASSES`].
pub(super) fn class(board: &Board) -> usize {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let squares = TicTacToe.position_text(board);
    let squares = squares.as_bytes();
    let threatens = |own: u8, other: u8| {
        let count = |line: &[usize; 3], stone: u8| line.iter().filter(|&&square| squares[square] == stone).count();
        LINES.iter().any(|line| count(line, own) >= 2 && count(line, other) == 0)
    };
    usize::from(threatens(b'x', b'o')) + 2 * usize::from(threatens(b'o', b'x'))
}

/// The nodes of the whole game.
const MOST: usize = 10_000;

pub(super) fn tables(report: &mut Report) -> Result<(), Problem> {
    let graph = explore(&TicTacToe, &Board::default(), MOST, |_| true)?;
    let survey = Survey::new(&TicTacToe, &graph)?;
    let endless = || Problem::new("tic-tac-toe has come back to a position");
    let all = survey.tree_siblings(1, |_| 0).ok_or_else(endless)?.remove(0);
    table_1(report, &Extent::new(&survey), &all);
    tables_2_to_4(report, all.joint(Counting::Nodes));
    table_5(report, &all);
    table_6(report, &survey.siblings_by_depth().ok_or_else(endless)?, &Extent::new(&survey));
    let classes: Vec<usize> = graph.states.iter().map(class).collect();
    let by_class = survey.tree_siblings(CLASSES.len(), |child| classes[child as usize]).ok_or_else(endless)?;
    table_7(report, &by_class, &all);
    Ok(())
}

fn table_1(report: &mut Report, extent: &Extent, all: &Siblings) {
    let mut table = report.sheet("Table 1");
    let total = |counting| whole(all.joint(counting).total());
    table.exact("Number of nodes", "count", "549,946", extent.tree_nodes.unwrap_or(f64::NAN));
    table
        .exact("Number of terminal nodes", "count", "209,088", extent.tree_leaves.unwrap_or(f64::NAN))
        .erratum("131,184 X wins and 77,904 O wins were counted; the 46,080 draws on full boards were left out");
    table.exact("Number of (ordered) pairs of siblings (metric 1)", "count", "740,160", total(Counting::Pairs));
    table.exact("Number of nodes having siblings (metric 2)", "count", "422,073", total(Counting::Nodes));
    let expected = "Expected nodes with siblings in a random game (metric 3)";
    table.exact(expected, "count", "7.273810", total(Counting::RandomGame));
}

fn tables_2_to_4(report: &mut Report, joint: &Joint) {
    let nodes: Vec<f64> = joint.of_node().map(whole).collect();
    let total = whole(joint.total());
    let printed = [("148,708", "0.352"), ("86,101", "0.204"), ("187,264", "0.444")];
    let names = ["Win for \"O\"", "Draw", "Win for \"X\""];
    let mut table = report.sheet("Table 2");
    for ((name, count), (printed, _)) in names.iter().zip(&nodes).zip(printed) {
        table.exact("Number of nodes", *name, printed, *count);
    }
    table.exact("Number of nodes", "TOTAL", "422,073", total);
    for ((name, count), (_, printed)) in names.iter().zip(&nodes).zip(printed) {
        table.exact("Probability", *name, printed, count / total);
    }
    table.exact("Probability", "TOTAL", "1.0", nodes.iter().sum::<f64>() / total);
    table.exact("Entropy", "bits", "1.518", joint.entropy());

    let printed = [["0.143", "0.050", "0.159"], ["0.050", "0.066", "0.088"], ["0.159", "0.088", "0.197"]];
    let mut table = report.sheet("Table 3");
    for (x, row) in printed.iter().enumerate() {
        for (y, printed) in row.iter().enumerate() {
            table.exact(OUTCOMES[x], OUTCOMES[y], *printed, joint.probability(x, y));
        }
    }

    let printed = [["0.359", "0.198", "0.443"], ["0.244", "0.326", "0.431"], ["0.407", "0.141", "0.452"]];
    let why = "the labels of the rows `O wins` and `X wins` are exchanged; the numbers are right. So it is an O win of the \
               sibling that lowers the entropy to 1.44, not an X win as the text says";
    let twice = "rounded twice: 0.430496 to 0.4305 to 0.431; the printed row adds up to 1.001";
    let mut table = report.sheet("Table 4");
    for (y, (row, bits)) in printed.iter().zip(["1.51", "1.55", "1.44"]).enumerate() {
        let given: f64 = joint.given(y).sum();
        let why = if OUTCOMES[y] == "Draw" { twice } else { why };
        for (x, printed) in row.iter().enumerate() {
            table.exact(OUTCOMES[y], OUTCOMES[x], *printed, joint.weight(x, y) / given).erratum(why);
        }
        table.exact(OUTCOMES[y], "Entropy", bits, entropy(joint.given(y))).erratum(why);
    }
}

const PADDING: &str =
    "the last printed 0 fills up the column, as in all degrees of dependence that end in 0: four digits count";

fn table_5(report: &mut Report, all: &Siblings) {
    let printed = [["0.04222", "1.497", "0.02819"], ["0.02230", "1.518", "0.01469"], ["0.1875", "1.503", "0.12470"]];
    let mut table = report.sheet("Table 5");
    for ((counting, name), [information, entropy, dependence]) in COUNTINGS.into_iter().zip(printed) {
        let joint = all.joint(counting);
        table.exact(name, "Mutual Information I(X;Y)", information, joint.mutual_information());
        table.exact(name, "Entropy H(X)", entropy, joint.entropy());
        degree(&mut table, name, "Degree of Dependence D(X;Y)", dependence, joint);
    }
}

/// A degree of dependence. Those of tables 5 and 7 that end in 0 have four digits, whatever comes out.
fn degree(table: &mut Sheet<'_>, row: &str, column: &str, printed: &str, joint: &Joint) {
    let published = Published::padded(printed);
    let cell = table.exact(row, column, published, joint.dependence().unwrap_or(f64::NAN));
    if published.source() == Source::Padded {
        cell.because(PADDING);
    }
}

/// Nodes, nodes with siblings, and entropy, information, dependence where there is uncertainty.
pub(super) const TABLE_6: [(&str, &str, Option<[&str; 3]>); 10] = [
    ("1", "0", None),
    ("9", "9", None),
    ("72", "72", Some(["0.9183", "0.0009", "0.0010"])),
    ("504", "504", Some(["1.4409", "0.0242", "0.0168"])),
    ("3,024", "3,024", Some(["0.9420", "0.0214", "0.0227"])),
    ("15,120", "15,120", Some(["1.5270", "0.1358", "0.0889"])),
    ("54,720", "54,720", Some(["1.1887", "0.0487", "0.0410"])),
    ("148,176", "148,176", Some(["1.5161", "0.0933", "0.0615"])),
    ("200,448", "200,448", Some(["1.5459", "0.0371", "0.0240"])),
    ("127,872", "0", None),
];

fn table_6(report: &mut Report, by_depth: &[Siblings], extent: &Extent) {
    let mut table = report.sheet("Table 6");
    for (depth, (nodes, with_siblings, numbers)) in TABLE_6.into_iter().enumerate() {
        let row = format!("depth {depth}");
        let siblings = &by_depth[depth];
        table.exact(&row, "# nodes", nodes, extent.tree_layers[depth]);
        table.exact(&row, "nodes w. siblings", with_siblings, siblings.nodes);
        let joint = siblings.joint(Counting::Nodes);
        if depth == 1 {
            table.exact(&row, "Entropy", "0", joint.entropy());
            table.exact(&row, "Mutual Information", "0", joint.mutual_information());
        }
        if let Some([entropy, information, dependence]) = numbers {
            table.exact(&row, "Entropy", entropy, joint.entropy());
            table.exact(&row, "Mutual Information", information, joint.mutual_information());
            table.exact(&row, "Degree of Dependence", dependence, joint.dependence().unwrap_or(f64::NAN));
        }
    }
}

/// Nodes with siblings, and degrees of dependence for each way of counting, by class and for all.
pub(super) const TABLE_7: [(&str, [&str; 3]); 5] = [
    ("34,121", ["0.02570", "0.01960", "0.14140"]),
    ("101,968", ["0.05120", "0.03360", "0.07170"]),
    ("65,536", ["0.01640", "0.02900", "0.05130"]),
    ("220,448", ["0.00018", "0.00580", "0.03250"]),
    ("422,073", ["0.02819", "0.01469", "0.12470"]),
];

fn table_7(report: &mut Report, by_class: &[Siblings], all: &Siblings) {
    let reading = "the classes are reconstructed: a finished three in a row counts as a threat, because the sizes come out then; \
                   with exactly two and the third square empty, as the text has it, the four classes would have others. The \
                   degrees of dependence were not used for that";
    let mut table = report.sheet("Table 7");
    let rows = CLASSES.into_iter().chain(["(All Classes)"]).zip(by_class.iter().chain([all]));
    for ((row, siblings), (nodes, degrees)) in rows.zip(TABLE_7) {
        match row {
            "(All Classes)" => table.exact(row, "# nodes with siblings", nodes, siblings.nodes),
            _ => table
                .exact(row, "# nodes with siblings", Published::printed(nodes).reconstructed(), siblings.nodes)
                .because(reading),
        };
        for ((counting, metric), printed) in Counting::ALL.into_iter().zip(1..).zip(degrees) {
            degree(&mut table, row, &format!("Metric {metric}"), printed, siblings.joint(counting));
        }
    }
}
