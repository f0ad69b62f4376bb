#![doc = include_str!("../rules/connect4.md")]

mod endings;

use crate::board;
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Sight,
    Turn, keys,
};
use outwit_learn::Shipped;

const WIDTH: Key<usize> = Key::integer("width", "7", 4, 9, "columns; width x (height + 1) is at most 64");
const HEIGHT: Key<usize> = Key::integer("height", "6", 4, 8, "squares of a column");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "connect4",
    summary: "discs dropped into columns; four in a row win",
    rules: include_str!("../rules/connect4.md"),
    parameters: keys![WIDTH, HEIGHT],
    examples: &["connect4", "connect4:width=4,height=4", "connect4:width=8,height=7", "connect4:width=9,height=6"],
    build: |settings, _| Connect4::new(settings.get(WIDTH), settings.get(HEIGHT)).map(AnyGame::new),
};

/// The rules on a board of some size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4 {
    width: u8,
    height: u8,
    /// The lowest square of every column.
    bottom: u64,
    /// Every square of the board.
    squares: u64,
    /// In each column the second square from the top, the fourth, and so on.
    lower: u64,
    /// How many fours go through the square of each bit.
    fours: [u8; 64],
}

/// A position. Bit `column * (height + 1) + row` is a square, row 0 at the bottom; the spare bit on top of each column
/// stays empty, so that no line runs from one column's top into the next one's bottom.
///
/// The discs say everything. What else stands here follows from them and is asked for at every node of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Discs {
    /// The discs of the seat to move.
    own: u64,
    /// The discs of both.
    both: u64,
    plies: u8,
    standing: Standing,
    /// Column weights of seat 1's discs less those of seat 2's.
    lead: i16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum Standing {
    #[default]
    Open,
    /// The last disc made four in a row.
    Won,
    /// The board is full.
    Drawn,
}

impl Discs {
    #[inline]
    fn mover(self) -> Player {
        Player::new(usize::from(self.plies & 1))
    }

    #[inline]
    fn of(self, player: Player) -> u64 {
        if player == self.mover() { self.own } else { self.own ^ self.both }
    }
}

impl Connect4 {
    /// The game on a board of this size.
    pub fn new(width: usize, height: usize) -> Result<Connect4, Problem> {
        if !(4..=9).contains(&width) || !(4..=8).contains(&height) || width * (height + 1) > 64 {
            return Err(Problem::new(format!(
                "a connect4 board is 4 to 9 wide and 4 to 8 high with width x (height + 1) at most 64: {width}x{height} is not"
            )));
        }
        let bottom = (0..width).fold(0, |bits, column| bits | 1 << (column * (height + 1)));
        let squares = bottom * ((1 << height) - 1);
        let lower = (0..height).rev().skip(1).step_by(2).fold(0, |bits, row| bits | bottom << row);
        let mut game = Connect4 { width: width as u8, height: height as u8, bottom, squares, lower, fours: [0; 64] };
        for step in [1, height, height + 1, height + 2] {
            for four in (0..64 - 3 * step).map(|bit| [0, 1, 2, 3].map(|place| bit + place * step)) {
                if four.iter().all(|bit| squares >> bit & 1 == 1) {
                    four.iter().for_each(|&bit| game.fours[bit] += 1);
                }
            }
        }
        Ok(game)
    }

    /// Whether the board has the usual size, for which something was learned.
    fn is_usual(&self) -> bool {
        (self.width, self.height) == (7, 6)
    }

    #[inline]
    fn stride(&self) -> u32 {
        u32::from(self.height) + 1
    }

    #[inline]
    fn has_four(&self, discs: u64) -> bool {
        let stride = self.stride();
        let along = |step: u32| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step))
        };
        (along(1) | along(stride - 1) | along(stride) | along(stride + 1)) != 0
    }

    /// The distance from the nearer edge: 0 1 2 3 2 1 0 on the usual board.
    #[inline]
    fn weight(&self, column: u8) -> i16 {
        i16::from(column.min(self.width - 1 - column))
    }

    /// The lowest bit of a column.
    #[inline]
    fn foot(&self, column: u8) -> u64 {
        1 << (u32::from(column) * self.stride())
    }

    #[inline]
    fn is_open(&self, discs: &Discs, column: u8) -> bool {
        discs.both & self.foot(column) << (self.height - 1) == 0
    }

    fn symbol(&self, discs: &Discs, row: usize, column: usize) -> char {
        let bit = self.foot(column as u8) << row;
        match (discs.of(Player::FIRST) & bit, discs.both & bit) {
            (_, 0) => '.',
            (0, _) => 'o',
            _ => 'x',
        }
    }

    /// How many empty squares would complete four for the player, whether they can be reached yet or not.
    #[inline]
    fn threats(&self, discs: &Discs, player: Player) -> u32 {
        self.completing(discs.of(player), discs.both).count_ones()
    }

    /// The empty squares that would complete four of these discs, all at once: three of a line that has a gap or an end there.
    #[inline]
    fn completing(&self, own: u64, both: u64) -> u64 {
        let mut squares = (own << 1) & (own << 2) & (own << 3);
        for step in [self.stride() - 1, self.stride(), self.stride() + 1] {
            let (up, down) = ((own << step) & (own << (2 * step)), (own >> step) & (own >> (2 * step)));
            squares |= up & ((own << (3 * step)) | (own >> step));
            squares |= down & ((own >> (3 * step)) | (own << step));
        }
        squares & self.squares & !both
    }

    /// The same squares in the mirror: the columns from the other end.
    #[inline]
    fn mirror(&self, squares: u64) -> u64 {
        let (stride, column) = (self.stride(), (1u64 << self.stride()) - 1);
        let (mut left, mut mirrored) = (squares, 0);
        for _ in 0..self.width {
            mirrored = mirrored << stride | left & column;
            left >>= stride;
        }
        mirrored
    }

    /// Whether the mirror image is looked at: late in a game it is seldom met, and looking costs as much.
    #[inline]
    fn has_mirror(&self, discs: &Discs) -> bool {
        discs.plies <= 2 * self.width
    }

    /// The position with these discs, whose turn follows from their number.
    fn position(&self, sides: [u64; 2]) -> Discs {
        let [first, second] = sides;
        let plies = (first.count_ones() + second.count_ones()) as u8;
        let both = first | second;
        let (own, last) = if plies.is_multiple_of(2) { (first, second) } else { (second, first) };
        let standing = match (self.has_four(last), both == self.squares) {
            (true, _) => Standing::Won,
            (_, true) => Standing::Drawn,
            _ => Standing::Open,
        };
        let column_of = |column: u8| self.foot(column) * ((1 << self.height) - 1);
        let lead = (0..self.width)
            .map(|column| {
                let [x, o] = sides.map(|side| (side & column_of(column)).count_ones() as i16);
                self.weight(column) * (x - o)
            })
            .sum();
        Discs { own, both, plies, standing, lead }
    }
}

impl Game for Connect4 {
    type State = Discs;
    type Move = u8;
    type Seen = u8;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        // Counted where it has been; elsewhere about a tenth of the ways to fill columns are positions of play.
        let positions = match (self.width, self.height) {
            (7, 6) => 4_531_985_219_092.0,
            (4, 4) => 161_029.0,
            (width, height) => f64::from((2u32 << height) - 1).powi(i32::from(width)) / 10.0,
        };
        Facts::win_draw_loss().with_positions(positions)
    }

    #[inline]
    fn start(&self, _rng: &mut Rng) -> Discs {
        Discs::default()
    }

    #[inline]
    fn turn(&self, discs: &Discs) -> Turn {
        if discs.standing == Standing::Open { Turn::Of(discs.mover()) } else { Turn::Over }
    }

    #[inline]
    fn moves(&self, discs: &Discs, out: &mut Vec<u8>) {
        for column in 0..self.width {
            if self.is_open(discs, column) {
                out.push(column);
            }
        }
    }

    #[inline]
    fn play(&self, discs: &mut Discs, column: u8) {
        // Adding the foot carries through the discs of the column to its first empty square.
        let both = discs.both | (discs.both + self.foot(column));
        let last = discs.own | (both ^ discs.both);
        let weight = self.weight(column);
        *discs = Discs {
            own: discs.own ^ discs.both,
            both,
            plies: discs.plies + 1,
            standing: if self.has_four(last) {
                Standing::Won
            } else if both == self.squares {
                Standing::Drawn
            } else {
                Standing::Open
            },
            lead: discs.lead + if discs.plies & 1 == 0 { weight } else { -weight },
        };
    }

    #[inline]
    fn payoffs(&self, discs: &Discs) -> Payoffs {
        if discs.standing == Standing::Won { Payoffs::win(discs.mover().other(), 2) } else { Payoffs::ZERO }
    }

    fn move_text(&self, _discs: &Discs, column: u8) -> String {
        (column + 1).to_string()
    }

    fn position_text(&self, discs: &Discs) -> String {
        let row = |row| (0..self.width.into()).map(|column| self.symbol(discs, row, column)).collect::<String>();
        let rows: Vec<String> = (0..self.height.into()).rev().map(row).collect();
        format!("{} {}", rows.join("/"), discs.mover().number())
    }

    fn read_position(&self, text: &str) -> Result<Discs, Problem> {
        let [squares, mover] = board::parts(text, ["rows", "mover"])?;
        let mover = board::seat(mover, 2)?;
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let squares = board::rows(squares, (height, width), "x o .", |c| match c {
            'x' => Some(Some(0)),
            'o' => Some(Some(1)),
            '.' => Some(None),
            _ => None,
        })?;
        let mut sides = [0; 2];
        for (index, side) in squares.into_iter().enumerate() {
            if let Some(side) = side {
                let (row, column) = (height - 1 - index / width, index % width);
                let bit: u64 = self.foot(column as u8) << row;
                sides[side as usize] |= bit;
            }
        }
        let [x, o] = sides.map(u64::count_ones);
        if x != o && x != o + 1 {
            return Err(Problem::new(format!("there are {x} x and {o} o, and x moves first: as many, or one x more")));
        }
        let discs = self.position(sides);
        for column in 0..self.width {
            let filled = (discs.both / self.foot(column)) & ((1 << self.height) - 1);
            if filled & (filled + 1) != 0 {
                return Err(Problem::new(format!("a disc of column {} hangs in the air", column + 1)));
            }
        }
        if mover != discs.mover() {
            return Err(Problem::new(format!("with {x} x and {o} o on the board {} moves", discs.mover())));
        }
        if self.has_four(discs.own) {
            return Err(Problem::new(format!("{mover} is to move but has four in a row already")));
        }
        // The disc that won lies on top of its column, and without it there was no four yet.
        let last = discs.own ^ discs.both;
        let tops = discs.both & !(discs.both >> 1);
        let won_just_now = (0..64).map(|bit| 1 << bit & tops & last).any(|top| top != 0 && !self.has_four(last ^ top));
        if discs.standing == Standing::Won && !won_just_now {
            return Err(Problem::new(format!("{} had four in a row before the last move", mover.other())));
        }
        Ok(discs)
    }

    fn picture(&self, discs: &Discs) -> String {
        let mut picture = String::new();
        for row in (0..self.height.into()).rev() {
            for column in 0..self.width.into() {
                picture.extend([' ', self.symbol(discs, row, column)]);
            }
            picture.push('\n');
        }
        let numbers: Vec<String> = (1..=self.width).map(|number| number.to_string()).collect();
        format!("{picture} {}", numbers.join(" "))
    }

    fn svg(&self, discs: &Discs) -> String {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let mut svg = board::grid(height, width, "#5d7fb0");
        for row in 0..height {
            for column in 0..width {
                match self.symbol(discs, height - 1 - row, column) {
                    'x' => board::disc(&mut svg, row, column, Player::FIRST),
                    'o' => board::disc(&mut svg, row, column, Player::SECOND),
                    _ => {}
                }
            }
        }
        let columns: Vec<String> = (1..=width).map(|column| column.to_string()).collect();
        board::coordinates(&mut svg, &[], &columns, true);
        for (column, name) in columns.iter().enumerate() {
            svg.place(name, column as f64 * board::CELL, 0.0, board::CELL, height as f64 * board::CELL);
        }
        svg.finish()
    }

    fn places(&self, discs: &Discs, column: u8) -> Vec<String> {
        vec![self.move_text(discs, column)]
    }

    #[inline]
    fn key(&self, discs: &Discs) -> u64 {
        // A column's discs plus its filled squares: different for every filling, and no carry leaves the column.
        Rng::hash(4, discs.own + discs.both)
    }

    fn canonical(&self, discs: &mut Discs) -> bool {
        let filling = discs.own + discs.both;
        let stands_in = self.mirror(filling) < filling;
        if stands_in {
            (discs.own, discs.both) = (self.mirror(discs.own), self.mirror(discs.both));
        }
        stands_in
    }

    #[inline]
    fn canonical_key(&self, discs: &Discs) -> u64 {
        let filling = discs.own + discs.both;
        Rng::hash(4, if self.has_mirror(discs) { self.up_to_mirrors(filling) } else { filling })
    }

    #[inline]
    fn equivalent_moves(&self, discs: &Discs, moves: &[u8], out: &mut Vec<usize>) -> bool {
        let filling = discs.own + discs.both;
        let is_mirrored = self.has_mirror(discs) && self.mirror(filling) == filling;
        if is_mirrored {
            let other = |column: u8| moves.iter().position(|&mv| mv == self.width - 1 - column);
            out.extend(moves.iter().enumerate().map(|(at, &column)| other(column).map_or(at, |place| place.min(at))));
        }
        is_mirrored
    }

    #[inline]
    fn table_key(&self, discs: &Discs) -> u64 {
        Rng::hash(4, self.up_to_mirrors(discs.own + discs.both))
    }

    #[inline]
    fn end_bounds(&self, discs: &Discs, seat: Player, (low, high): (f64, f64)) -> (f64, f64) {
        if seat == discs.mover() {
            self.mover_bounds(discs, (low, high))
        } else {
            let (low, high) = self.mover_bounds(discs, (-high, -low));
            // Not negated: that would make -0 of a draw.
            (0.0 - high, 0.0 - low)
        }
    }

    #[inline]
    fn end_moves(&self, discs: &Discs, out: &mut Vec<u8>) {
        self.columns_to_the_end(discs, out);
    }

    #[inline]
    fn end_hint(&self, discs: &Discs, column: u8) -> i32 {
        self.hint_to_the_end(discs, column)
    }

    #[inline]
    fn plies_left(&self, discs: &Discs) -> Option<u32> {
        Some(self.squares.count_ones() - u32::from(discs.plies))
    }

    #[inline]
    fn random_move(&self, discs: &Discs, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        debug_assert!(discs.both != self.squares, "a game that is over has no moves");
        // Few columns are full for most of a game, so drawing again is quicker than listing the open ones.
        loop {
            let column = rng.below(self.width.into()) as u8;
            if self.is_open(discs, column) {
                return column;
            }
        }
    }

    fn levels(&self) -> Option<&'static str> {
        self.is_usual().then_some(include_str!("../levels/connect4.txt"))
    }

    #[inline]
    fn order_hint(&self, _discs: &Discs, column: u8) -> i32 {
        -(2 * i32::from(column) + 1 - i32::from(self.width)).abs()
    }
}

/// Learned from play against itself; the file says by which command.
static LEARNED: Shipped = Shipped::new(include_str!("../learned/connect4.txt"));

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connect4Evaluation {
    /// Discs count by their column's distance from the edge.
    Columns,
    /// Empty squares that complete four.
    Threats,
    /// All positions are equal.
    Blind,
    /// What a network expects that has learned from play against itself.
    Learned,
}

impl Evaluation<Connect4> for Connect4Evaluation {
    #[inline]
    fn value(&self, game: &Connect4, discs: &Discs, seat: Player) -> f64 {
        let first = match self {
            Connect4Evaluation::Learned => return LEARNED.value(game, discs, seat),
            Connect4Evaluation::Columns => {
                // The weights of a whole row are at most (width - 1)^2 / 4; one more than the board's keeps below a win.
                let row = u16::from(game.width - 1) * u16::from(game.width - 1) / 4;
                f64::from(discs.lead) / f64::from(row * u16::from(game.height) + 1)
            }
            Connect4Evaluation::Threats => {
                let [x, o] = [Player::FIRST, Player::SECOND].map(|player| f64::from(game.threats(discs, player)));
                (x - o) / (x + o + 4.0)
            }
            Connect4Evaluation::Blind => 0.0,
        };
        Payoffs::zero_sum(first)[seat]
    }

    /// What was learned need not be.
    #[inline]
    fn is_symmetric(&self) -> bool {
        *self != Connect4Evaluation::Learned
    }

    /// Six discs at a time.
    #[inline]
    fn kind(&self, _game: &Connect4, discs: &Discs) -> usize {
        usize::from(discs.plies) / 6
    }

    fn spread(&self, game: &Connect4) -> Option<&'static str> {
        match self {
            Connect4Evaluation::Columns if game.is_usual() => Some(include_str!("../spreads/connect4-columns.txt")),
            _ => None,
        }
    }

    fn features(&self, game: &Connect4, discs: &Discs, out: &mut Vec<f64>) {
        let [x, o] = [Player::FIRST, Player::SECOND].map(|player| f64::from(game.threats(discs, player)));
        out.extend([f64::from(discs.plies), f64::from(discs.lead), x, o]);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["discs", "lead in column weights", "x threats", "o threats"]
    }
}

/// Inputs of a plane: a bit each.
const PLANE: u32 = 64;

impl Evaluated for Connect4 {
    type Evaluation = Connect4Evaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const COLUMNS: NamedEvaluation = NamedEvaluation {
            name: "columns",
            summary: "your discs weighted by their column's distance from the edge, less the other's",
        };
        const THREATS: NamedEvaluation =
            NamedEvaluation { name: "threats", summary: "empty squares that complete your four, less the other's" };
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what a network expects that has learned from play against itself",
        };
        const ALL: &[NamedEvaluation] = &[COLUMNS, THREATS, Blind::NAMED, LEARNED];
        if self.is_usual() { ALL } else { &ALL[..3] }
    }

    fn evaluation(&self, index: usize) -> Connect4Evaluation {
        use Connect4Evaluation::{Blind, Columns, Learned, Threats};
        [Columns, Threats, Blind, Learned][index]
    }

    fn sights(&self) -> Vec<Sight> {
        vec![Sight {
            name: "threats",
            summary: "the discs of both sides and the empty squares that complete four",
            inputs: 4 * PLANE,
            stages: 1,
        }]
    }

    fn see(&self, _sight: usize, discs: &Discs, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        let (own, other) = (discs.of(seat), discs.of(seat.other()));
        let planes = [own, other, self.completing(own, discs.both), self.completing(other, discs.both)];
        for (plane, mut squares) in planes.into_iter().enumerate() {
            while squares != 0 {
                out.push((plane as u32 * PLANE + squares.trailing_zeros(), 1.0));
                squares &= squares - 1;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests;
