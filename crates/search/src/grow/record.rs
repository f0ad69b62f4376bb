//! Writing down the searched tree while it is searched.

use outwit_game::{Game, Outline, OutlineTurn, Payoffs, Player, SeatValues, Turn};

/// Keeps the path from the root to where the search is, as outlines in the making.
///
/// A move that is searched again (first with a null window, then with an open one) replaces what was written before. A
/// chance node that was cut before all its outcomes were seen is written as a leaf with the value the search gave it; so
/// is a position found in a table. A search of the written tree then gives the value of the search that wrote it.
pub struct Recorder {
    path: Vec<Outline>,
    root: Option<Outline>,
    left: usize,
    limit: usize,
}

impl Recorder {
    pub fn new(limit: usize) -> Recorder {
        Recorder { path: Vec::new(), root: None, left: limit, limit }
    }

    /// The search looks at a position reached by a move (`None` at the root) of this probability (below a chance node).
    pub fn enter<G: Game>(&mut self, game: &G, from: Option<(&G::State, G::Move)>, probability: Option<f64>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let mv = from.map(|(state, mv)| game.move_text(state, mv)).unwrap_or_default();
        self.path.push(Outline { mv, probability, ..Outline::default() });
    }

    /// The search comes back with this value.
    /// Where the search computes one seat's value only, the others' at a leaf are the `fixed` ones.
    pub fn leave<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        fixed: &dyn Fn(&G::State) -> Payoffs,
        values: &SeatValues,
    ) {
        if self.left == 0 {
            return;
        }
        let mut node = self.path.pop().expect("what was entered is left once");
        let players = game.players();
        node.value = Some(values[..players].to_vec());
        let turn = game.turn(state);
        if turn == Turn::Chance {
            let seen: f64 = node.children.iter().filter_map(|child| child.probability).sum();
            if (seen - 1.0).abs() > 1e-9 {
                node.children.clear();
            }
        }
        match turn {
            Turn::Over => node.payoffs = Some(game.payoffs(state).seats(players).to_vec()),
            _ if node.children.is_empty() => {
                let fixed = fixed(state);
                let value = |player: Player| values[player.index()].unwrap_or(fixed[player]);
                node.heuristic = Some(Player::all(players).map(value).collect());
            }
            Turn::Of(player) => node.turn = Some(OutlineTurn::Of(player)),
            Turn::Chance => node.turn = Some(OutlineTurn::Chance),
        }
        match self.path.last_mut() {
            None => self.root = Some(node),
            Some(parent) => match parent.children.iter_mut().find(|child| child.mv == node.mv) {
                Some(child) => *child = node,
                None => parent.children.push(node),
            },
        }
    }

    /// The tree, or why there is none.
    pub fn finish(self) -> Result<Outline, String> {
        match self.root {
            Some(root) => Ok(root),
            None if self.left == 0 => Err(format!(
                "the searched tree has more than {} nodes and is left out: search less deep to see it",
                self.limit
            )),
            None => Err("the search was stopped before its tree was complete".to_string()),
        }
    }
}
