use super::*;

fn plain(size: usize) -> Go {
    Go::new(size, 0.0, Score::Margin).unwrap()
}

fn played(go: &Go, from: &str, moves: &str) -> Stones {
    let mut stones = go.read_position(from).unwrap();
    for word in moves.split_whitespace() {
        let point = go.read_move(&stones, word).unwrap_or_else(|problem| panic!("{problem}"));
        go.play(&mut stones, point);
    }
    stones
}

/// Tromp and Farnebäck 2007: 57 of the boards of 2 x 2 are legal, 12,675 of those of 3 x 3.
#[test]
fn as_many_boards_are_legal_as_was_published() {
    for (size, legal) in [(2usize, 57), (3, 12_675)] {
        let go = plain(size);
        let boards = 3usize.pow((size * size) as u32);
        let is_legal = |board: &usize| {
            let mut left = *board;
            let mut text = String::new();
            for point in 0..size * size {
                text += if point > 0 && point % size == 0 { "/" } else { "" };
                text.push(['.', 'x', 'o'][left % 3]);
                left /= 3;
            }
            go.read_position(&format!("{text} 1")).is_ok()
        };
        assert_eq!((0..boards).filter(is_legal).count(), legal);
    }
}

/// A board as a grid, played on point by point.
fn plain_after(size: usize, board: &Board, side: usize, point: usize) -> Option<Board> {
    let mut grid: Vec<usize> =
        (0..size * size).map(|at| (0..2).find(|&side| board[side] >> at & 1 == 1).unwrap_or(2)).collect();
    let next_to = |at: usize| {
        let (row, column) = ((at / size) as i32, (at % size) as i32);
        [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(down, right)| {
            let (row, column) = (row + down, column + right);
            let range = 0..size as i32;
            (range.contains(&row) && range.contains(&column)).then(|| row as usize * size + column as usize)
        })
    };
    let lives = |grid: &[usize], at: usize| {
        let (mut chain, mut place) = (vec![at], 0);
        while place < chain.len() {
            for next in next_to(chain[place]) {
                if grid[next] == 2 {
                    return (true, chain);
                }
                if grid[next] == grid[at] && !chain.contains(&next) {
                    chain.push(next);
                }
            }
            place += 1;
        }
        (false, chain)
    };
    grid[point] = side;
    for at in next_to(point) {
        if grid[at] == 1 - side
            && let (false, chain) = lives(&grid, at)
        {
            chain.into_iter().for_each(|at| grid[at] = 2);
        }
    }
    lives(&grid, point).0.then(|| {
        let mut board = [0; 2];
        grid.iter().enumerate().filter(|(_, side)| **side < 2).for_each(|(at, &side)| board[side] |= 1 << at);
        board
    })
}

#[test]
fn random_games_are_those_of_a_plain_walk_that_keeps_all_boards() {
    let mut rng = Rng::new(14);
    for round in 0..60 {
        let go = plain(2 + round % 4);
        let mut stones = go.start(&mut rng);
        let mut boards = vec![stones.board];
        while !go.turn(&stones).is_over() {
            let (mut moves, side) = (Vec::new(), stones.mover.index());
            go.moves(&stones, &mut moves);
            let is_free = |point: &u8| (stones.board[0] | stones.board[1]) >> point & 1 == 0;
            let is_new = |point: &u8| {
                let after = plain_after(go.size, &stones.board, side, usize::from(*point));
                after.is_some_and(|board| !boards.contains(&board))
            };
            let legal: Vec<u8> = (0..go.pass()).filter(is_free).filter(is_new).chain([go.pass()]).collect();
            assert_eq!(moves, legal, "{}", go.position_text(&stones));
            let point = go.random_move(&stones, &mut rng, &mut Vec::new());
            go.play(&mut stones, point);
            if point != go.pass() {
                boards.push(stones.board);
            }
        }
    }
}

#[test]
fn a_ko_may_not_be_taken_back_at_once_but_after_a_threat() {
    let go = plain(4);
    let ko = ".xo./x.xo/.xo./.... 2";
    let stones = played(&go, ko, "b3");
    assert_eq!(stones.board[0].count_ones(), 3, "{}", go.picture(&stones));
    assert!(go.read_move(&stones, "c3").is_err());
    let stones = played(&go, &go.position_text(&stones), "a1 d1 c3");
    assert_eq!(stones.board[0].count_ones(), 5, "{}", go.picture(&stones));
}

#[test]
fn a_board_is_counted_by_area() {
    let go = Go::new(4, 0.5, Score::Margin).unwrap();
    let stones = played(&go, ".xo./.xo./.xo./.x.. 1", "pass pass");
    assert!(go.turn(&stones).is_over());
    // Seat 1 has 4 stones and a column; the points at the right reach both sides through the last row.
    assert_eq!(go.areas(&stones.board).map(u128::count_ones), [8, 3]);
    assert_eq!(go.payoffs(&stones)[Player::FIRST], 4.5);
    let empty = played(&go, "..../..../..../.... 2", "pass pass");
    assert_eq!(go.payoffs(&empty)[Player::FIRST], -0.5);
}

#[test]
fn a_bad_position_is_told_why() {
    let go = plain(3);
    for (text, part) in [
        ("...", "3 words"),
        ("x../.o./..z 1", "`z`"),
        ("xo./o../... 1", "a3 has no liberty"),
        ("x../.../... 3", "not a seat"),
        ("x../.../... 2 a3", "not a legal move"),
    ] {
        let problem = go.read_position(text).err().map(|problem| problem.to_string()).unwrap_or_default();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(Go::new(5, 0.3, Score::Win).is_err());
}
