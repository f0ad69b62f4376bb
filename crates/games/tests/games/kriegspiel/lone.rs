//! Endings against a lone king that the hunter does not see.

use outwit_game::{Game, Player, Rng, Table, Turn};
use outwit_games::chess::lone_king::lone_king;
use outwit_games::chess::{Chess, Position};

/// How the lone king defends itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Defence {
    Random,
    /// It sees the whole board: takes what is free, and steps where it cannot be mated at once.
    Sees,
}

/// A random start: these men of white's and the king, white to move, nobody in check and nothing to take at once. It is one that is
/// won when seen; with `*` behind the men, wherever the king may be by what white knows.
pub fn start(game: &Chess, men: &str, rng: &mut Rng) -> Position {
    loop {
        let mut board = ['1'; 64];
        let mut put = |man: char, from: usize, to: usize| loop {
            let square = from + rng.index(to - from);
            if board[square] == '1' {
                board[square] = man;
                return;
            }
        };
        for man in men.chars().filter(|&man| man != '*') {
            if man == 'P' { put(man, 8, 48) } else { put(man, 0, 64) }
        }
        put('k', 0, 64);
        let rows: Vec<String> = board.chunks(8).rev().map(|row| row.iter().collect()).collect();
        let fen = |mover: char| format!("{} {mover} - - 0 1", rows.join("/"));
        let Ok(position) = game.read_position(&fen('w')) else { continue };
        // The king may be near enough to stop a pawn or to take a man, and two bishops may be of one colour.
        let table = Table::at(game, position.clone());
        let look = lone_king(game, Player::FIRST, table.view(Player::FIRST).seen());
        let is_won = look
            .is_some_and(|look| if men.ends_with('*') { look.is_won_everywhere() } else { look.is_won_on(&position) });
        if position.end().is_none() && is_won {
            return position;
        }
    }
}

/// How the game ends: the word of the end.
pub fn play(game: &Chess, start: Position, defence: Defence, rng: &mut Rng) -> &'static str {
    let mut table = Table::at(game, start);
    while let Turn::Of(seat) = table.turn() {
        let mv = if seat == Player::FIRST {
            let known = lone_king(game, seat, table.view(seat).seen()).expect("the other has its king alone");
            let truth = game.position_text(table.state());
            assert!(known.squares != 0, "no square is left: {truth}");
            known.best_try().expect("white can mate")
        } else {
            defend(game, &table, defence, rng)
        };
        assert!(table.moves().contains(&mv), "{} is offered", game.move_text(table.state(), mv));
        table.play(mv);
    }
    table.state().end().expect("it is over").word()
}

fn defend(game: &Chess, table: &Table<'_, Chess>, defence: Defence, rng: &mut Rng) -> u16 {
    let state = table.state();
    let after = |mv: u16| {
        let mut next = state.clone();
        game.attempt(&mut next, mv).map(|report| (next, report))
    };
    let legal: Vec<u16> = table.moves().iter().copied().filter(|&mv| after(mv).is_some()).collect();
    if defence == Defence::Random {
        return *rng.pick(&legal);
    }
    if let Some(&takes) = legal.iter().find(|&&mv| after(mv).is_some_and(|(_, report)| report.taken.is_some())) {
        return takes;
    }
    let is_mated = |mv: u16| {
        let (next, _) = after(mv).expect("it is legal");
        let mut replies = Vec::new();
        if next.end().is_none() {
            game.moves(&next, &mut replies);
        }
        replies.iter().any(|&reply| {
            let mut last = next.clone();
            game.attempt(&mut last, reply);
            last.end().is_some_and(|end| end.word() == "checkmate")
        })
    };
    let safe: Vec<u16> = legal.iter().copied().filter(|&mv| !is_mated(mv)).collect();
    *rng.pick(if safe.is_empty() { &legal } else { &safe })
}
