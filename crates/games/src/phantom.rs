#![doc = include_str!("../rules/phantomttt.md")]

use crate::board;
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, SampleLimits, Svg, Turn,
    View, sample_world,
};

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "phantomttt",
    summary: "tic-tac-toe in which neither sees the other's marks; a refused try is known to the mover alone",
    rules: include_str!("../rules/phantomttt.md"),
    parameters: &[],
    examples: &["phantomttt"],
    build: |_, _| Ok(AnyGame::new(PhantomTicTacToe)),
};

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhantomTicTacToe;

/// A position. Squares are bits, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// Each seat's marks.
    marks: [u16; 2],
    /// The other's marks that each seat has come upon.
    found: [u16; 2],
    mover: u8,
}

/// What a seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Touch {
    /// Its own mark stands on this square.
    Placed(u8),
    /// Its try of this square was refused.
    Refused(u8),
    /// The other has moved.
    OtherMoved,
}

impl From<u8> for Touch {
    fn from(square: u8) -> Touch {
        Touch::Placed(square)
    }
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

fn square_text(square: u8) -> String {
    format!("{}{}", (b'a' + square % 3) as char, 3 - square / 3)
}

fn read_square(text: &str) -> Result<u8, Problem> {
    (0..9).find(|&square| square_text(square) == text).ok_or_else(|| {
        Problem::new(format!("`{text}` is not a square: they are a1 to c3, letters from the left, numbers from below"))
    })
}

fn squares(set: u16) -> impl Iterator<Item = u8> {
    (0..9).filter(move |square| set >> square & 1 == 1)
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

/// The marks that a seat knows of, and how many the other has made.
fn seen_marks(view: &View<'_, PhantomTicTacToe>) -> ([u16; 2], usize) {
    let own = view.seat().index();
    let mut marks = [0; 2];
    let mut others = 0;
    for touch in view.seen() {
        match touch {
            Touch::Placed(square) => marks[own] |= 1 << square,
            Touch::Refused(square) => marks[1 - own] |= 1 << square,
            Touch::OtherMoved => others += 1,
        }
    }
    (marks, others)
}

fn draw_text(marks: [u16; 2]) -> String {
    let mark = |square: usize| match marks.map(|marks| marks >> square & 1) {
        [1, _] => 'x',
        [_, 1] => 'o',
        _ => '.',
    };
    let row = |row: usize| format!("{} {} {} {}", 3 - row, mark(3 * row), mark(3 * row + 1), mark(3 * row + 2));
    format!("{}\n{}\n{}\n  a b c", row(0), row(1), row(2))
}

fn draw(marks: [u16; 2]) -> String {
    let mut svg: Svg = board::grid(3, 3, "#f7f3e8");
    for seat in Player::all(2) {
        for square in squares(marks[seat.index()]) {
            board::disc(&mut svg, usize::from(square / 3), usize::from(square % 3), seat);
        }
    }
    board::coordinates(&mut svg, &board::numbers_down(3), &board::letters(3), true);
    board::places(&mut svg, 3, 3, |row, column| square_text((3 * row + column) as u8));
    svg.finish()
}

impl Game for PhantomTicTacToe {
    type State = Marks;
    type Move = u8;
    type Seen = Touch;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        Facts { hidden: true, ..Facts::win_draw_loss() }
    }

    fn start(&self, _rng: &mut Rng) -> Marks {
        Marks::default()
    }

    fn turn(&self, state: &Marks) -> Turn {
        let [first, second] = state.marks;
        let is_over = has_line(first) || has_line(second) || first | second == FULL;
        if is_over { Turn::Over } else { Turn::Of(Player::new(state.mover.into())) }
    }

    fn moves(&self, state: &Marks, out: &mut Vec<u8>) {
        let own = usize::from(state.mover);
        out.extend(squares(FULL & !state.marks[own] & !state.found[own]));
    }

    fn play(&self, state: &mut Marks, square: u8) {
        let (own, bit) = (usize::from(state.mover), 1 << square);
        if state.marks[1 - own] & bit != 0 {
            state.found[own] |= bit;
        } else {
            state.marks[own] |= bit;
            state.mover ^= 1;
        }
    }

    fn payoffs(&self, state: &Marks) -> Payoffs {
        Payoffs::zero_sum(match state.marks.map(has_line) {
            [true, _] => 1.0,
            [_, true] => -1.0,
            _ => 0.0,
        })
    }

    fn move_text(&self, _state: &Marks, square: u8) -> String {
        square_text(square)
    }

    fn position_text(&self, state: &Marks) -> String {
        let mark = |square: u8| match state.marks.map(|marks| marks >> square & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        };
        let found = state.found.map(|found| {
            let texts: Vec<String> = squares(found).map(square_text).collect();
            if texts.is_empty() { "-".to_string() } else { texts.join(",") }
        });
        let board: String = (0..9).map(mark).collect();
        format!("{board} {} {} {}", found[0], found[1], state.mover + 1)
    }

    fn read_position(&self, text: &str) -> Result<Marks, Problem> {
        let [board, first, second, mover] = board::parts(text, ["board", "found", "found", "mover"])?;
        let read = board::squares(board, 9, "x, o or .", |c| ['x', 'o', '.'].iter().position(|&known| known == c))?;
        let mut state = Marks { mover: board::seat(mover, 2)?.index() as u8, ..Marks::default() };
        for (square, seat) in read.into_iter().enumerate().filter(|(_, seat)| *seat < 2) {
            state.marks[seat] |= 1 << square;
        }
        for (seat, list) in [first, second].into_iter().enumerate() {
            for word in list.split(',').filter(|_| list != "-") {
                let square = read_square(word)?;
                if state.marks[1 - seat] >> square & 1 == 0 {
                    return Err(Problem::new(format!(
                        "{} cannot have found a mark of the other on {word}: none is there",
                        Player::new(seat)
                    )));
                }
                state.found[seat] |= 1 << square;
            }
        }
        let [x, o] = state.marks.map(u16::count_ones);
        if x != o + u32::from(state.mover) {
            return Err(Problem::new(format!(
                "there are {x} x and {o} o, and {} cannot be to move then",
                Player::new(state.mover.into())
            )));
        }
        if state.marks.iter().all(|&marks| has_line(marks)) {
            return Err(Problem::new("both seats have three in a row"));
        }
        if self.position_text(&state) != text.split_whitespace().collect::<Vec<_>>().join(" ") {
            return Err(Problem::new("squares found are listed from the top left, each once"));
        }
        Ok(state)
    }

    fn picture(&self, state: &Marks) -> String {
        draw_text(state.marks)
    }

    fn svg(&self, state: &Marks) -> String {
        draw(state.marks)
    }

    fn places(&self, _state: &Marks, square: u8) -> Vec<String> {
        vec![square_text(square)]
    }

    fn seat_picture(&self, view: &View<'_, Self>) -> String {
        let (marks, others) = seen_marks(view);
        let found = marks[1 - view.seat().index()].count_ones();
        let other = view.seat().other();
        let made = if others == 1 { "1 mark".to_string() } else { format!("{others} marks") };
        format!("{}\n{other} has made {made}; you have come upon {found}", draw_text(marks))
    }

    fn seat_svg(&self, view: &View<'_, Self>) -> String {
        draw(seen_marks(view).0)
    }

    fn events(&self, view: &View<'_, Self>, since: usize) -> Vec<String> {
        let other = view.seat().other();
        let tell = |touch: &Touch| match touch {
            Touch::Placed(square) => format!("you mark {}", square_text(*square)),
            Touch::Refused(square) => format!("{} is taken by {other}: try another square", square_text(*square)),
            Touch::OtherMoved => format!("{other} has made a mark somewhere"),
        };
        view.seen().iter().skip(since).map(tell).collect()
    }

    fn observe(&self, before: &Marks, square: u8, after: &Marks, seat: Player) -> Option<Touch> {
        let is_refused = before.mover == after.mover;
        match (seat.index() == usize::from(before.mover), is_refused) {
            (true, true) => Some(Touch::Refused(square)),
            (true, false) => Some(Touch::Placed(square)),
            (false, true) => None,
            (false, false) => Some(Touch::OtherMoved),
        }
    }

    fn seen_text(&self, seen: &Touch) -> String {
        match seen {
            Touch::Placed(square) => format!("your mark stands on {}", square_text(*square)),
            Touch::Refused(square) => format!("{} is taken", square_text(*square)),
            Touch::OtherMoved => "the other has moved".to_string(),
        }
    }

    fn read_seen(&self, _seat: Player, text: &str) -> Result<Touch, Problem> {
        if text == "the other has moved" {
            return Ok(Touch::OtherMoved);
        }
        if let Some(square) = text.strip_prefix("your mark stands on ") {
            return read_square(square).map(Touch::Placed);
        }
        if let Some(square) = text.strip_suffix(" is taken") {
            return read_square(square).map(Touch::Refused);
        }
        Err(Problem::new(format!(
            "`{text}` is nothing a seat sees: `your mark stands on b2`, `b2 is taken` or `the other has moved`"
        )))
    }

    fn sample(&self, view: &View<'_, Self>, rng: &mut Rng) -> Option<Marks> {
        sample_world(view, rng, SampleLimits::default())
    }

    fn hidden_from(&self, state: &Marks, seat: Player, out: &mut Vec<(String, String)>) {
        let unseen = state.marks[1 - seat.index()] & !state.found[seat.index()];
        out.extend((0..9).filter(|square| unseen >> square & 1 == 1).map(|at| ("mark".to_string(), square_text(at))));
    }

    fn known_start(&self, _seat: Player, _first_look: Option<&Touch>) -> Option<Marks> {
        Some(Marks::default())
    }
}

impl Evaluated for PhantomTicTacToe {
    type Evaluation = Blind;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[Blind::NAMED]
    }

    fn evaluation(&self, _index: usize) -> Blind {
        Blind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Table;

    #[test]
    fn a_refused_try_keeps_the_turn_and_only_the_mover_learns_of_it() {
        let mut table = Table::deal(&PhantomTicTacToe, &mut Rng::new(0));
        table.play_text("b2").unwrap();
        assert_eq!(table.moves().len(), 9, "seat 2 does not know which square is taken");
        table.play_text("b2").unwrap();
        assert_eq!(table.turn(), Turn::Of(Player::SECOND));
        assert_eq!(table.moves().len(), 8);
        assert_eq!(table.view(Player::FIRST).seen(), [Touch::Placed(4)]);
        assert_eq!(table.view(Player::SECOND).seen(), [Touch::OtherMoved, Touch::Refused(4)]);
        assert_eq!(PhantomTicTacToe.position_text(table.state()), "....x.... - b2 2");
    }
}
