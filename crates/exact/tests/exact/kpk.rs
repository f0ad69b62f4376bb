//! King and pawn against king: every position, labelled backwards, against a plain second program that knows no chess library.

use outwit_exact::analysis::{self, explore_all};
use outwit_exact::distance::{ELSEWHERE, plies_to_end};
use outwit_exact::labels;
use outwit_game::{Game, Player, Turn};
use outwit_games::kpk::Kpk;

/// The same ending on plain squares, swept until nothing changes.
struct Sweep {
    /// Whether White wins, by white king, black king, pawn and who moves.
    wins: Vec<bool>,
}

type Squares = (i32, i32, i32);

fn place((white, black, pawn): Squares, is_white: bool) -> usize {
    (((white * 64 + black) * 64 + pawn) * 2 + i32::from(is_white)) as usize
}

fn touches(a: i32, b: i32) -> bool {
    a != b && (a % 8 - b % 8).abs() <= 1 && (a / 8 - b / 8).abs() <= 1
}

fn pawn_attacks(pawn: i32, square: i32) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8 - pawn % 8).abs() == 1
}

fn is_legal((white, black, pawn): Squares, is_white: bool) -> bool {
    white != black
        && white != pawn
        && black != pawn
        && !touches(white, black)
        && !(is_white && pawn_attacks(pawn, black))
}

fn steps(king: i32) -> impl Iterator<Item = i32> {
    (0..64).filter(move |&to| touches(king, to))
}

/// Whether a queen or rook attacks a square; the white king stands in the way, the black one does not hide what is behind.
fn slides_to(from: i32, to: i32, white: i32, is_queen: bool) -> bool {
    let (files, ranks) = (to % 8 - from % 8, to / 8 - from / 8);
    let is_straight = files == 0 || ranks == 0;
    let is_diagonal = files.abs() == ranks.abs();
    if from == to || !(is_straight || is_queen && is_diagonal) {
        return false;
    }
    let (far, step) = (files.abs().max(ranks.abs()), files.signum() + 8 * ranks.signum());
    (1..far).all(|n| from + n * step != white)
}

fn promotion_wins(white: i32, black: i32, at: i32, is_queen: bool) -> bool {
    let is_taken = touches(black, at) && !touches(white, at);
    let is_free = |&to: &i32| to != at && !touches(to, white) && to != white && !slides_to(at, to, white, is_queen);
    !is_taken && (slides_to(at, black, white, is_queen) || steps(black).any(|to| is_free(&to)))
}

impl Sweep {
    fn new() -> Sweep {
        let mut sweep = Sweep { wins: vec![false; 64 * 64 * 64 * 2] };
        let squares: Vec<Squares> = (0..64)
            .flat_map(|white| (0..64).flat_map(move |black| (8..56).map(move |pawn| (white, black, pawn))))
            .collect();
        loop {
            let mut has_changed = false;
            for &squares in &squares {
                for is_white in [true, false] {
                    let at = place(squares, is_white);
                    if !sweep.wins[at] && is_legal(squares, is_white) && sweep.is_won(squares, is_white) {
                        (sweep.wins[at], has_changed) = (true, true);
                    }
                }
            }
            if !has_changed {
                return sweep;
            }
        }
    }

    fn is_won(&self, (white, black, pawn): Squares, is_white: bool) -> bool {
        let wins = |squares, is_white| self.wins[place(squares, is_white)];
        if is_white {
            let is_free = |square: i32| square != white && square != black;
            let walks = |&to: &i32| to != pawn && to != black && !touches(to, black);
            let pushes = || {
                let next = pawn + 8;
                match pawn / 8 {
                    _ if !is_free(next) => false,
                    6 => [true, false].iter().any(|&is_queen| promotion_wins(white, black, next, is_queen)),
                    1 => {
                        wins((white, black, next), false) || is_free(next + 8) && wins((white, black, next + 8), false)
                    }
                    _ => wins((white, black, next), false),
                }
            };
            return pushes() || steps(white).filter(walks).any(|to| wins((to, black, pawn), false));
        }
        let walks = |&to: &i32| to != white && !touches(to, white) && !pawn_attacks(pawn, to);
        let mut moves = steps(black).filter(walks).peekable();
        match moves.peek() {
            None => pawn_attacks(pawn, black),
            Some(_) => moves.all(|to| to != pawn && wins((white, to, pawn), true)),
        }
    }
}

#[test]
fn every_position_has_the_value_a_second_program_gives_it() {
    let sweep = Sweep::new();
    let starts = Kpk.starts().unwrap();
    let graph = explore_all(&Kpk, &starts, 1_000_000, |_| true).unwrap();
    let labels = analysis::labels(&Kpk, &graph).unwrap();
    let (mut legal, mut won, mut won_left) = ([0u32; 2], [0u32; 2], 0);
    for position in Kpk::positions() {
        let (white, black, pawn) = position.squares();
        let squares = (i32::from(white), i32::from(black), i32::from(pawn.unwrap()));
        let is_white = position.mover() == Player::FIRST;
        assert!(is_legal(squares, is_white));
        let value = match graph.number_of(&position) {
            Some(number) => labels.value(number),
            // Over, and no position leads to it.
            None => Kpk.payoffs(&position)[Player::FIRST],
        };
        let wins = sweep.wins[place(squares, is_white)];
        assert_eq!(value, f64::from(u8::from(wins)), "{}", Kpk.position_text(&position));
        let mover = position.mover().index();
        legal[mover] += 1;
        won[mover] += u32::from(wins);
        won_left += u32::from(wins && squares.2 % 8 < 4);
    }
    let counted = (0..64i32)
        .flat_map(|white| (0..64).flat_map(move |black| (8..56).map(move |pawn| (white, black, pawn))))
        .filter(|&squares| is_legal(squares, true))
        .count();
    assert_eq!(counted, legal[0] as usize);
    // Known to every chess program: so many are won with the pawn on the left half of the board, either side to move.
    assert_eq!(won_left, 111_282);
    assert_eq!((legal, won), ([163_328, 168_024], [124_960, 97_604]));
}

/// Whoever wins takes the nearest of its ways to the end, whoever loses the farthest: at every position of the ending.
#[test]
fn plies_to_the_end_are_one_more_than_after_the_best_move() {
    let graph = explore_all(&Kpk, &Kpk.starts().unwrap(), 1_000_000, |_| true).unwrap();
    let values = labels::values(&Kpk, &graph, Player::FIRST, None).unwrap();
    let plies = plies_to_end(&graph, &values, Player::FIRST, 1.0, true, &mut || true).unwrap();
    let (mut won, mut longest) = (0, 0);
    for at in 0..graph.len() {
        let targets = graph.targets(at).iter().map(|&target| plies[target as usize]);
        if values.of(at) != 1.0 {
            assert_eq!(plies[at], ELSEWHERE);
            continue;
        }
        assert_ne!(plies[at], ELSEWHERE, "a win comes to its end");
        let found = match graph.topology.turns[at] {
            Turn::Over => 0,
            Turn::Of(Player::FIRST) => 1 + targets.min().unwrap(),
            _ => {
                assert!(targets.clone().all(|plies| plies != ELSEWHERE));
                1 + targets.max().unwrap()
            }
        };
        assert_eq!(plies[at], found, "{}", Kpk.position_text(&graph.states[at]));
        (won, longest) = (won + 1, longest.max(plies[at]));
    }
    assert!(won > 200_000 && longest > 20, "{won} positions are won, the longest in {longest} plies");
}
