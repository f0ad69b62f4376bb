#![doc = include_str!("../rules/dodgem.md")]

use crate::board;
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn,
    Word, keys,
};

const SIZE: Key<usize> = Key::integer("size", "3", 3, 8, "rows and columns; a side has one car less");
const BLOCKED: Key<Word> =
    Key::choice("blocked", "draw", &["draw", "win", "loss"], "what a side gets that has cars but no move");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "dodgem",
    summary: "two fleets of cars cross each other's way off a small board",
    rules: include_str!("../rules/dodgem.md"),
    parameters: keys![SIZE, BLOCKED],
    examples: &["dodgem", "dodgem:blocked=win", "dodgem:size=4,blocked=loss", "dodgem:size=8"],
    build: |settings, _| {
        let blocked = match settings.get(BLOCKED) {
            "win" => Blocked::Win,
            "loss" => Blocked::Loss,
            _ => Blocked::Draw,
        };
        Ok(AnyGame::new(Dodgem::new(settings.get(SIZE), blocked)))
    },
};

/// What a side gets that has cars but cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocked {
    /// Nobody wins.
    Draw,
    /// The blocked side wins.
    Win,
    /// The blocked side loses.
    Loss,
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dodgem {
    size: usize,
    blocked: Blocked,
    /// The squares of the edge rows and columns.
    top: u64,
    bottom: u64,
    left: u64,
    right: u64,
}

/// A position: the cars of each side, a bit a square, `a1` first, then `b1`; and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cars {
    sides: [u64; 2],
    mover: Player,
}

/// The ways a car goes, in the order moves are listed; the third is right or up.
const FORWARD: u8 = 0;
const LEFT_OR_DOWN: u8 = 1;

impl Dodgem {
    /// The smallest and the largest board: one bit a square, and three ways a square fit in a byte.
    pub const SIZES: (usize, usize) = (3, 8);

    /// # Panics
    /// When `size` is not one of [`Dodgem::SIZES`].
    pub fn new(size: usize, blocked: Blocked) -> Dodgem {
        assert!((Dodgem::SIZES.0..=Dodgem::SIZES.1).contains(&size), "the board has 3 to 8 rows");
        let bottom = (1 << size) - 1;
        let left = (0..size).fold(0, |bits, row| bits | 1 << (row * size));
        Dodgem { size, blocked, top: bottom << (size * (size - 1)), bottom, left, right: left << (size - 1) }
    }

    /// The start position.
    pub fn set_up(&self) -> Cars {
        Cars { sides: [self.bottom & !1, self.left & !1], mover: Player::FIRST }
    }

    /// The cars of the mover that can go each way.
    fn ways(&self, cars: &Cars) -> [u64; 3] {
        let own = cars.sides[cars.mover.index()];
        let taken = cars.sides[0] | cars.sides[1];
        let free_above = own & !self.top & !(taken >> self.size);
        let free_below = own & !self.bottom & !(taken << self.size);
        let free_left = own & !self.left & !(taken << 1);
        let free_right = own & !self.right & !(taken >> 1);
        if cars.mover == Player::FIRST {
            [free_above | own & self.top, free_left, free_right]
        } else {
            [free_right | own & self.right, free_below, free_above]
        }
    }

    /// Where a move leads, unless off the board.
    fn target(&self, mover: Player, square: usize, way: u8) -> Option<usize> {
        let (along, across, last) = match mover {
            Player::FIRST => (self.size, 1, self.top),
            _ => (1, self.size, self.right),
        };
        match way {
            FORWARD if last >> square & 1 == 1 => None,
            FORWARD => Some(square + along),
            LEFT_OR_DOWN => Some(square - across),
            _ => Some(square + across),
        }
    }

    /// How many moves a side's cars need to leave, if nothing is in the way.
    fn distance(&self, cars: &Cars, player: Player) -> u32 {
        let mut left = cars.sides[player.index()];
        let mut total = 0;
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            let gone = if player == Player::FIRST { square / self.size } else { square % self.size };
            total += (self.size - gone) as u32;
            left &= left - 1;
        }
        total
    }

    /// The squares turned over along the diagonal from `a1`: rows become columns.
    fn turned_over(&self, squares: u64) -> u64 {
        let mut left = squares;
        let mut turned = 0;
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            turned |= 1 << (square % self.size * self.size + square / self.size);
            left &= left - 1;
        }
        turned
    }

    fn square_text(&self, square: usize) -> String {
        format!("{}{}", char::from(b'a' + (square % self.size) as u8), square / self.size + 1)
    }

    fn symbol(&self, cars: &Cars, square: usize) -> char {
        match (cars.sides[0] >> square & 1, cars.sides[1] >> square & 1) {
            (1, _) => 'w',
            (_, 1) => 'b',
            _ => '.',
        }
    }
}

/// Where a car goes that leaves the board.
const OFF: &str = "off";

impl Game for Dodgem {
    type State = Cars;
    type Move = u8;
    type Seen = u8;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        // Reachable positions, counted on the small boards; on larger ones the ways to place up to n-1 cars a side, which are
        // nearly half again as many.
        let positions = match self.size {
            3 => 1_963.0,
            4 => 393_900.0,
            _ => {
                let choose = |n: usize, k: usize| (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64);
                let squares = self.size * self.size;
                let placed = |white: usize| -> f64 {
                    choose(squares, white) * (0..self.size).map(|black| choose(squares - white, black)).sum::<f64>()
                };
                2.0 * (0..self.size).map(placed).sum::<f64>()
            }
        };
        Facts { cyclic: true, ..Facts::win_draw_loss().with_positions(positions) }
    }

    fn start(&self, _rng: &mut Rng) -> Cars {
        self.set_up()
    }

    fn turn(&self, cars: &Cars) -> Turn {
        if cars.sides[0] == 0 || cars.sides[1] == 0 || self.ways(cars) == [0; 3] {
            Turn::Over
        } else {
            Turn::Of(cars.mover)
        }
    }

    fn moves(&self, cars: &Cars, out: &mut Vec<u8>) {
        let ways = self.ways(cars);
        let mut left = ways[0] | ways[1] | ways[2];
        while left != 0 {
            let square = left.trailing_zeros() as u8;
            left &= left - 1;
            out.extend((0..3).filter(|&way| ways[way as usize] >> square & 1 == 1).map(|way| 3 * square + way));
        }
    }

    fn play(&self, cars: &mut Cars, mv: u8) {
        let (square, way) = ((mv / 3) as usize, mv % 3);
        let own = &mut cars.sides[cars.mover.index()];
        *own &= !(1 << square);
        if let Some(target) = self.target(cars.mover, square, way) {
            *own |= 1 << target;
        }
        cars.mover = cars.mover.other();
    }

    fn payoffs(&self, cars: &Cars) -> Payoffs {
        match (cars.sides, self.blocked) {
            ([0, _], _) => Payoffs::win(Player::FIRST, 2),
            ([_, 0], _) => Payoffs::win(Player::SECOND, 2),
            (_, Blocked::Draw) => Payoffs::ZERO,
            (_, Blocked::Win) => Payoffs::win(cars.mover, 2),
            (_, Blocked::Loss) => Payoffs::win(cars.mover.other(), 2),
        }
    }

    fn move_text(&self, cars: &Cars, mv: u8) -> String {
        let (square, way) = ((mv / 3) as usize, mv % 3);
        let from = self.square_text(square);
        match self.target(cars.mover, square, way) {
            Some(target) => format!("{from}-{}", self.square_text(target)),
            None => format!("{from}-{OFF}"),
        }
    }

    fn position_text(&self, cars: &Cars) -> String {
        let row =
            |row: usize| (0..self.size).map(|column| self.symbol(cars, row * self.size + column)).collect::<String>();
        let rows: Vec<String> = (0..self.size).rev().map(row).collect();
        format!("{} {}", rows.join("/"), cars.mover.number())
    }

    fn read_position(&self, text: &str) -> Result<Cars, Problem> {
        let size = self.size;
        let [rows, mover] = board::parts(text, ["rows", "mover"])?;
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != size {
            let found = rows.len();
            return Err(Problem::new(format!("the board has {size} rows, separated by `/`, and {found} are given")));
        }
        if let Some(index) = rows.iter().position(|row| row.chars().count() != size) {
            let (number, found) = (index + 1, rows[index].chars().count());
            return Err(Problem::new(format!("row {number} from the top has {found} squares, not {size}")));
        }
        let squares = board::squares(&rows.concat(), size * size, "w b .", |c| match c {
            'w' => Some(Some(0)),
            'b' => Some(Some(1)),
            '.' => Some(None),
            _ => None,
        })?;
        let mut cars = Cars { sides: [0; 2], mover: board::seat(mover, 2)? };
        for (index, side) in squares.into_iter().enumerate() {
            if let Some(side) = side {
                let (row, column) = (size - 1 - index / size, index % size);
                cars.sides[side as usize] |= 1 << (row * size + column);
            }
        }
        for (name, player) in [("white", Player::FIRST), ("black", Player::SECOND)] {
            let count = cars.sides[player.index()].count_ones() as usize;
            if count >= size {
                return Err(Problem::new(format!(
                    "there are {count} {name} cars, and a side has at most {}",
                    size - 1
                )));
            }
            if count == 0 && cars.mover == player {
                return Err(Problem::new(format!(
                    "{name} has left the board and won, so the move would be {}'s",
                    player.other()
                )));
            }
        }
        Ok(cars)
    }

    fn picture(&self, cars: &Cars) -> String {
        let row = |row: usize| {
            let squares: Vec<String> =
                (0..self.size).map(|column| self.symbol(cars, row * self.size + column).to_string()).collect();
            format!("{} {}", row + 1, squares.join(" "))
        };
        let rows: Vec<String> = (0..self.size).rev().map(row).collect();
        let letters: Vec<String> = (0..self.size).map(|column| char::from(b'a' + column as u8).to_string()).collect();
        format!("{}\n  {}\nw goes up, b goes right", rows.join("\n"), letters.join(" "))
    }

    fn svg(&self, cars: &Cars) -> String {
        let mut svg = board::grid(self.size, self.size, "#d9c9a3");
        for square in 0..self.size * self.size {
            let (x, y) = ((square % self.size) as f64 + 0.5, (self.size - 1 - square / self.size) as f64 + 0.5);
            let (x, y) = (x * board::CELL, y * board::CELL);
            // A nose shows which way a car goes.
            let (tip, wide) = (board::CELL * 0.24, board::CELL * 0.16);
            match self.symbol(cars, square) {
                'w' => {
                    svg.circle(x, y, board::CELL * 0.38, board::COLOURS[1]);
                    svg.polygon(&[(x, y - tip), (x - wide, y + wide), (x + wide, y + wide)], board::COLOURS[0]);
                }
                'b' => {
                    svg.circle(x, y, board::CELL * 0.38, board::COLOURS[0]);
                    svg.polygon(&[(x + tip, y), (x - wide, y - wide), (x - wide, y + wide)], board::COLOURS[1]);
                }
                _ => {}
            }
        }
        board::coordinates(&mut svg, &board::numbers_down(self.size), &board::letters(self.size), true);
        board::places(&mut svg, self.size, self.size, |row, column| {
            self.square_text((self.size - 1 - row) * self.size + column)
        });
        // White leaves over the upper edge, black over the right one.
        const ROOM: f64 = 16.0;
        let side = self.size as f64 * board::CELL;
        svg.margin(0.0, ROOM, ROOM, 0.0);
        svg.place(OFF, 0.0, -ROOM, side, ROOM).place(OFF, side, 0.0, ROOM, side);
        svg.finish()
    }

    fn places(&self, cars: &Cars, mv: u8) -> Vec<String> {
        let square = usize::from(mv / 3);
        let target = self.target(cars.mover, square, mv % 3).map_or(OFF.to_string(), |to| self.square_text(to));
        vec![self.square_text(square), target]
    }

    fn table_key(&self, cars: &Cars) -> u64 {
        // White goes up as black goes right: turned over along the diagonal and with the colours changed, it is the same game.
        let [own, other] = match cars.mover {
            Player::FIRST => cars.sides,
            _ => [cars.sides[1], cars.sides[0]].map(|side| self.turned_over(side)),
        };
        Rng::hash(Rng::hash(5, own), other)
    }

    fn order_hint(&self, _cars: &Cars, mv: u8) -> i32 {
        i32::from(mv % 3 == FORWARD)
    }
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DodgemEvaluation {
    /// Moves the other side needs to leave less moves the own side needs, over one more than there can be.
    Distance,
    /// All positions are equal.
    Blind,
}

impl DodgemEvaluation {
    /// The class of a position in Frank's thesis: what black needs less what white needs.
    fn lead(game: &Dodgem, cars: &Cars) -> f64 {
        f64::from(game.distance(cars, Player::SECOND)) - f64::from(game.distance(cars, Player::FIRST))
    }
}

impl Evaluation<Dodgem> for DodgemEvaluation {
    fn value(&self, game: &Dodgem, cars: &Cars, seat: Player) -> f64 {
        match self {
            DodgemEvaluation::Distance => {
                let share = DodgemEvaluation::lead(game, cars) / (game.size * (game.size - 1) + 1) as f64;
                Payoffs::zero_sum(share)[seat]
            }
            DodgemEvaluation::Blind => Blind.value(game, cars, seat),
        }
    }

    fn spread(&self, game: &Dodgem) -> Option<&'static str> {
        match (self, game.size) {
            (DodgemEvaluation::Distance, 3) => Some(include_str!("../spreads/dodgem-distance-3.txt")),
            (DodgemEvaluation::Distance, 4) => Some(include_str!("../spreads/dodgem-distance-4.txt")),
            (DodgemEvaluation::Distance, 5) => Some(include_str!("../spreads/dodgem-distance-5.txt")),
            (DodgemEvaluation::Distance, 6) => Some(include_str!("../spreads/dodgem-distance-6.txt")),
            _ => None,
        }
    }

    fn features(&self, game: &Dodgem, cars: &Cars, out: &mut Vec<f64>) {
        out.push(DodgemEvaluation::lead(game, cars));
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["moves black needs to leave less moves white needs"]
    }
}

impl Evaluated for Dodgem {
    type Evaluation = DodgemEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const DISTANCE: NamedEvaluation =
            NamedEvaluation { name: "distance", summary: "moves the other needs to leave less moves you need, scaled" };
        &[DISTANCE, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> DodgemEvaluation {
        [DodgemEvaluation::Distance, DodgemEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Every reachable position with the numbers of those after it, and what each is worth to seat 1: 1, 0 or -1, where play
    /// without end is 0.
    struct Solved {
        states: Vec<Cars>,
        next: Vec<Vec<usize>>,
        values: Vec<i32>,
    }

    fn solve(game: &Dodgem) -> Solved {
        // Step 1. Breadth first, every position once.
        let mut states = vec![game.set_up()];
        let mut numbers = HashMap::from([(states[0], 0)]);
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut at = 0;
        while at < states.len() {
            let mut moves = Vec::new();
            if !game.turn(&states[at]).is_over() {
                game.moves(&states[at], &mut moves);
            }
            let after = moves.iter().map(|&mv| {
                let mut state = states[at];
                game.play(&mut state, mv);
                *numbers.entry(state).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                })
            });
            next.push(after.collect());
            at += 1;
        }
        // Step 2. Backwards from the final positions: a mover takes a win, and loses when nothing else is left.
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
        for (at, after) in next.iter().enumerate() {
            after.iter().for_each(|&child| before[child].push(at));
        }
        let mut left: Vec<usize> = next.iter().map(Vec::len).collect();
        let mut values = vec![0; states.len()];
        let mut settled: Vec<usize> = (0..states.len()).filter(|&at| next[at].is_empty()).collect();
        for &at in &settled {
            values[at] = game.payoffs(&states[at])[Player::FIRST] as i32;
        }
        settled.retain(|&at| values[at] != 0);
        while let Some(at) = settled.pop() {
            for &parent in &before[at] {
                let good = if states[parent].mover == Player::FIRST { 1 } else { -1 };
                left[parent] -= 1;
                if values[parent] == 0 && (values[at] == good || left[parent] == 0) {
                    values[parent] = values[at];
                    settled.push(parent);
                }
            }
        }
        Solved { states, next, values }
    }

    #[test]
    fn the_small_board_has_the_positions_of_the_thesis() {
        let Solved { states, next, .. } = solve(&Dodgem::new(3, Blocked::Draw));
        assert_eq!(states.len(), 1_963);
        let final_ones: Vec<&Cars> = states.iter().zip(&next).filter(|(_, n)| n.is_empty()).map(|(s, _)| s).collect();
        assert_eq!(final_ones.len(), 98);
        assert_eq!(final_ones.iter().filter(|cars| cars.sides[0] == 0 || cars.sides[1] == 0).count(), 90);
        assert_eq!(next.iter().filter(|after| after.len() == 1).count(), 177);
        assert_eq!(next.iter().map(Vec::len).sum::<usize>(), 5_373);
        assert_eq!(next.iter().map(Vec::len).max(), Some(6));
    }

    #[test]
    fn white_wins_the_small_board_by_one_first_move_whatever_blocking_means() {
        for (blocked, counts) in
            [(Blocked::Draw, [972, 43, 948]), (Blocked::Win, [988, 0, 975]), (Blocked::Loss, [999, 0, 964])]
        {
            let game = Dodgem::new(3, blocked);
            let solved = solve(&game);
            let count = |value: i32| solved.values.iter().filter(|&&v| v == value).count();
            assert_eq!([count(-1), count(0), count(1)], counts, "{blocked:?}");
            assert_eq!(solved.values[0], 1);
            let mut moves = Vec::new();
            game.moves(&solved.states[0], &mut moves);
            let winning: Vec<String> = moves
                .iter()
                .zip(&solved.next[0])
                .filter(|(_, after)| solved.values[**after] == 1)
                .map(|(&mv, _)| game.move_text(&solved.states[0], mv))
                .collect();
            assert_eq!(winning, ["c1-c2"]);
        }
    }

    #[test]
    fn positions_filed_together_are_worth_the_same_to_their_movers() {
        for blocked in [Blocked::Draw, Blocked::Win, Blocked::Loss] {
            let game = Dodgem::new(3, blocked);
            let solved = solve(&game);
            let mut worth = HashMap::new();
            for (cars, &value) in solved.states.iter().zip(&solved.values) {
                let to_mover = if cars.mover == Player::FIRST { value } else { -value };
                assert_eq!(*worth.entry(game.table_key(cars)).or_insert(to_mover), to_mover, "{cars:?}");
            }
            // Where seat 1 begins, not every position has its image among the others: 614 of 1,963 are filed with theirs.
            assert_eq!((worth.len(), solved.states.len()), (1349, 1963));
        }
    }

    #[test]
    fn the_board_of_four_is_a_draw_without_end() {
        for blocked in [Blocked::Draw, Blocked::Win, Blocked::Loss] {
            let solved = solve(&Dodgem::new(4, blocked));
            assert_eq!(solved.values[0], 0, "{blocked:?}");
            assert_eq!(solved.states.len(), 393_900);
            assert_eq!(Dodgem::new(4, blocked).facts().positions, 393_900.0);
        }
    }

    #[test]
    fn a_car_leaves_over_its_far_edge_alone() {
        let game = Dodgem::new(3, Blocked::Draw);
        let texts = |position: &str| {
            let cars = game.read_position(position).unwrap();
            let mut moves = Vec::new();
            game.moves(&cars, &mut moves);
            moves.iter().map(|&mv| game.move_text(&cars, mv)).collect::<Vec<_>>()
        };
        assert_eq!(texts("..w/..b/... 1"), ["c3-off", "c3-b3"]);
        assert_eq!(texts("..w/..b/... 2"), ["c2-off", "c2-c1"]);
        assert_eq!(texts("b../b../.ww 1"), ["b1-b2", "b1-a1", "c1-c2"]);
    }

    #[test]
    fn a_bad_position_is_told_why() {
        for (text, part) in [
            ("b../b../.ww", "2 words; this has 1"),
            ("b../b.. 1", "3 rows, separated by `/`, and 2"),
            ("b../x../.ww 1", "character 4 of the board, `x`"),
            ("b../b../.ww. 1", "row 3 from the top has 4 squares, not 3"),
            ("b../b../www 1", "3 white cars, and a side has at most 2"),
            ("b../b../... 1", "white has left the board"),
            ("b../b../.ww 3", "not a seat"),
        ] {
            let problem = Dodgem::new(3, Blocked::Draw).read_position(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
