//! What an engine tells while it thinks.

use outwit_game::{MAX_SEATS, SeatValues};

/// Remarks that are kept.
const MOST_REMARKS: usize = 5;

/// The last of everything its `info` lines said.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Information {
    /// `depth`.
    pub depth: u32,
    /// `nodes`.
    pub nodes: u64,
    /// `values`: one number a seat, `?` where the engine does not say.
    pub values: SeatValues,
    /// `pv`: the moves of the line it expects.
    pub line: Vec<String>,
    /// `string`: anything else.
    pub remarks: Vec<String>,
}

impl Information {
    /// Takes in what follows the word `info`. What it does not know it skips.
    pub fn hear(&mut self, text: &str, players: usize) {
        let mut rest = text.trim();
        while !rest.is_empty() {
            let word = next(&mut rest);
            match word {
                "depth" => self.depth = next(&mut rest).parse().unwrap_or(self.depth),
                "nodes" => self.nodes = next(&mut rest).parse().unwrap_or(self.nodes),
                "values" => {
                    let mut values = SeatValues::default();
                    for value in values.iter_mut().take(players.min(MAX_SEATS)) {
                        *value = next(&mut rest).parse().ok().filter(|value: &f64| value.is_finite());
                    }
                    self.values = values;
                }
                "pv" => {
                    self.line = rest.split_whitespace().map(str::to_string).collect();
                    return;
                }
                "string" => {
                    if self.remarks.len() == MOST_REMARKS {
                        self.remarks.remove(0);
                    }
                    self.remarks.push(rest.to_string());
                    return;
                }
                _ => {}
            }
        }
    }
}

/// Takes the next word off.
fn next<'t>(rest: &mut &'t str) -> &'t str {
    let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    *rest = after.trim_start();
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_words_are_taken_and_others_skipped() {
        let mut information = Information::default();
        information.hear(" depth 3 seldepth 9 score cp -107 nodes 120 values 0.5 ? nps 7 pv a1  b2", 2);
        assert_eq!((information.depth, information.nodes), (3, 120));
        assert_eq!(information.values[..3], [Some(0.5), None, None]);
        assert_eq!(information.line, ["a1", "b2"]);
        information.hear("depth x nodes -1 values inf", 2);
        assert_eq!((information.depth, information.nodes, information.values), (3, 120, SeatValues::default()));
        for number in 0..9 {
            information.hear(&format!("string remark {number} depth 7"), 2);
        }
        assert_eq!((information.remarks.len(), information.depth), (MOST_REMARKS, 3));
        assert_eq!(information.remarks[4], "remark 8 depth 7");
    }
}
