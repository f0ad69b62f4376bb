//! Positions as text.

use super::{BAR, Board, CHECKERS, Phase};
use crate::board;
use outwit_game::{Player, Problem};

pub(super) fn write(board: &Board) -> String {
    let point = |&count: &i8| match count {
        0 => "0".to_string(),
        1.. => format!("{count}x"),
        _ => format!("{}o", -count),
    };
    let points: Vec<String> = board.points.iter().map(point).collect();
    let (dice, mover) = match board.phase {
        Phase::Opening => ("-".to_string(), "-".to_string()),
        Phase::Roll(player) => ("-".to_string(), player.number().to_string()),
        Phase::Play(player, [larger, smaller]) => (format!("{larger}-{smaller}"), player.number().to_string()),
    };
    let ([bar_x, bar_o], [off_x, off_o]) = (board.bar, board.off);
    format!("{} {bar_x}/{bar_o} {off_x}/{off_o} {dice} {mover}", points.join(","))
}

pub(super) fn read(text: &str) -> Result<Board, Problem> {
    let [points, bar, off, dice, mover] = board::parts(text, ["points", "bar", "off", "dice", "mover"])?;
    let board = Board {
        points: read_points(points)?,
        bar: read_pair(bar, "the bar")?,
        off: read_pair(off, "what is borne off")?,
        phase: read_phase(dice, mover)?,
    };
    check(&board)?;
    Ok(board)
}

fn read_points(text: &str) -> Result<[i8; 24], Problem> {
    let words: Vec<&str> = text.split(',').collect();
    if words.len() != 24 {
        return Err(Problem::new(format!("there are 24 points, with commas between, and {} are given", words.len())));
    }
    let mut points = [0; 24];
    for (index, word) in words.into_iter().enumerate() {
        let count = |digits: &str| count(digits).map(|count| count as i8);
        let read = match (word.strip_suffix('x'), word.strip_suffix('o')) {
            (Some(digits), _) => count(digits),
            (_, Some(digits)) => count(digits).map(|count| -count),
            _ => (word == "0").then_some(0),
        };
        points[index] = read.ok_or_else(|| {
            Problem::new(format!(
                "point {}, `{word}`, is not `0` or a number of checkers up to {CHECKERS} with x or o after it",
                index + 1
            ))
        })?;
    }
    Ok(points)
}

fn count(digits: &str) -> Option<u8> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?.filter(|&count| count <= CHECKERS)
}

fn read_pair(text: &str, what: &str) -> Result<[u8; 2], Problem> {
    let read = |(x, o)| Some([count(x)?, count(o)?]);
    text.split_once('/').and_then(read).ok_or_else(|| {
        Problem::new(format!("`{text}` is not {what}: seat 1's checkers, `/`, seat 2's, as in `0/1`, each at most 15"))
    })
}

fn read_phase(dice: &str, mover: &str) -> Result<Phase, Problem> {
    if mover == "-" {
        if dice != "-" {
            return Err(Problem::new(format!("before the opening roll the dice are `-`, not `{dice}`")));
        }
        return Ok(Phase::Opening);
    }
    let mover = match mover {
        "1" => Player::FIRST,
        "2" => Player::SECOND,
        _ => {
            return Err(Problem::new(format!("`{mover}` is not a seat: it is 1 or 2, or `-` before the opening roll")));
        }
    };
    if dice == "-" {
        return Ok(Phase::Roll(mover));
    }
    match *dice.as_bytes() {
        [first @ b'1'..=b'6', b'-', second @ b'1'..=b'6'] => {
            Ok(Phase::Play(mover, [first.max(second) - b'0', first.min(second) - b'0']))
        }
        _ => Err(Problem::new(format!("`{dice}` is not a roll: it is two dice such as 6-5, or `-` before the roll"))),
    }
}

/// Refuses positions that cannot be.
fn check(board: &Board) -> Result<(), Problem> {
    for player in [Player::FIRST, Player::SECOND] {
        let on_points: u32 = (1..=BAR).map(|point| u32::from(board.count(player, point))).sum();
        let total = on_points + u32::from(board.off[player.index()]);
        if total != u32::from(CHECKERS) {
            return Err(Problem::new(format!(
                "{player} has {total} checkers, those on the bar and borne off included, and not {CHECKERS}"
            )));
        }
    }
    if board.off == [CHECKERS; 2] {
        return Err(Problem::new("both sides have borne off all checkers, and the first to do so ends the game"));
    }
    if let Some(winner) = board.winner()
        && board.phase != Phase::Roll(winner.other())
    {
        let loser = winner.other().number();
        return Err(Problem::new(format!(
            "{winner} has borne off all checkers, so the game is over, and dice and mover are `- {loser}`"
        )));
    }
    // Whoever closes the home while the other waits on the bar cannot be hit.
    let is_shut_out =
        |player: Player| board.count(player, BAR) > 0 && (1..=6).all(|point| board.count(player.other(), point) > 1);
    if is_shut_out(Player::FIRST) && is_shut_out(Player::SECOND) {
        return Err(Problem::new("both sides are on the bar before six closed points, which no play leads to"));
    }
    Ok(())
}
