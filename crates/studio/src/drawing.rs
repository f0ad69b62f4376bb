//! Trees drawn so that their nodes can be clicked: a place is the way to a node, `0.2.1`.

use outwit::game::{DiagramNode, Mark, Outline, OutlineTurn};

/// The colours of the seats, and of the letters on them.
const SEATS: [(&str, &str); 6] = [
    ("#222", "#fff"),
    ("#f4f0e4", "#222"),
    ("#c0392b", "#fff"),
    ("#2471a3", "#fff"),
    ("#d4ac0d", "#222"),
    ("#1e8449", "#fff"),
];
/// Rows of a drawing at most.
const ROWS: usize = 120;

/// A number as people read it.
pub fn plain(x: f64) -> String {
    let text = format!("{x:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_string(),
        short => short.to_string(),
    }
}

fn list(values: &[f64]) -> String {
    values.iter().map(|&x| plain(x)).collect::<Vec<_>>().join(" ")
}

/// A tree as it is written, or as it was searched: then `searched` has what was found, and what it lacks was cut.
pub fn svg(tree: &Outline, searched: Option<&Outline>) -> String {
    let mut sets = Vec::new();
    let mut root = node(tree, searched.map(Some), "0", &mut sets);
    root.label.clear();
    root.cut_to(ROWS);
    root.svg()
}

/// `searched` is `None` when the tree is only shown, and `Some(None)` at a node that the search has not looked at.
fn node(tree: &Outline, searched: Option<Option<&Outline>>, place: &str, sets: &mut Vec<String>) -> DiagramNode {
    let found = searched.flatten();
    let mark = match (&tree.turn, &tree.payoffs) {
        (Some(OutlineTurn::Of(seat)), _) => {
            let (ground, letters) = SEATS[seat.index()];
            Mark::Seat(seat.number(), ground, letters)
        }
        (Some(OutlineTurn::Chance), _) => Mark::Chance,
        (None, Some(payoffs)) => Mark::End(list(payoffs)),
        (None, None) => Mark::Frontier(tree.heuristic.as_ref().map_or("?".to_string(), |values| list(values))),
    };
    let label = match tree.probability {
        Some(p) => format!("{}  {}", tree.mv, tree.odds.map_or_else(|| plain(p), |odds| odds.to_string())),
        None => tree.mv.clone(),
    };
    let mut drawn = DiagramNode::new(mark, label);
    drawn.place = Some(place.to_string());
    drawn.is_cut = searched.is_some() && found.is_none();
    if let Some(set) = &tree.set {
        let number = sets.iter().position(|known| known == set).unwrap_or_else(|| {
            sets.push(set.clone());
            sets.len() - 1
        });
        drawn.joined = Some(number as u32);
        drawn.notes.push(set.clone());
    }
    if let Some(intervals) = &tree.interval {
        let texts: Vec<String> =
            intervals.iter().map(|ends| format!("{} to {}", plain(ends.low), plain(ends.high))).collect();
        drawn.notes.push(texts.join(", "));
    }
    if let Some(spikes) = &tree.spikes {
        let texts: Vec<String> = spikes.iter().map(|(value, p)| format!("{}: {}", plain(*value), plain(*p))).collect();
        drawn.notes.push(texts.join(", "));
    }
    if let Some(found) = found {
        drawn.is_taken = found.is_best;
        if let Some(values) = found.value.as_ref().filter(|_| tree.turn.is_some()) {
            let texts: Vec<String> = values.iter().map(|value| value.map_or("?".to_string(), plain)).collect();
            drawn.notes.push(texts.join(" "));
        }
    }
    drawn.children = (tree.children.iter().enumerate())
        .map(|(index, child)| {
            let found = found.map(|found| found.children.iter().find(|other| other.mv == child.mv));
            // Below what was not looked at nothing was.
            let searched = searched.map(|_| found.flatten());
            node(child, searched, &format!("{place}.{index}"), sets)
        })
        .collect();
    drawn
}
