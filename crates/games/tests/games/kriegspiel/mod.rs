//! Kriegspiel held to shared vectors, to a second referee, and to players who know nothing but what they heard.

mod lone;
mod plain;
mod record;

use outwit_game::laws::foresight;
use outwit_game::{Evaluated, Evaluation, Game, Player, Rng, Sequel, Table, Turn, View, perft, sequel_by_play};
use outwit_games::chess::referee::{REFEREES, read_try};
use outwit_games::chess::{ASK, Chess, Position, Referee, Seen};
use plain::Plain;
use record::Record;

const VECTORS: &str = include_str!("../../data/kriegspiel.txt");

fn icc() -> Chess {
    Chess::kriegspiel(Referee::named("icc").unwrap())
}

/// The fields of every line of a kind.
fn lines(kind: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let of_kind = VECTORS.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix('|'));
    of_kind.map(|line| line.split('|').collect())
}

/// What both hear of a report, by the game's own words for what the other hears.
fn heard(game: &Chess, report: outwit_games::chess::referee::Report) -> String {
    game.seen_text(&Seen::Other(report))
}

/// Puts tries to the game's referee and compares every answer.
fn replay(game: &Chess, position: &mut Position, tries: &str, at: &str) {
    for text in tries.split(',') {
        let is_white = matches!(game.turn(position), Turn::Of(Player::FIRST));
        if let Some(text) = text.strip_suffix('!') {
            assert_eq!(game.attempt(position, read_try(text).unwrap()), None, "{at}: {text} is illegal");
            continue;
        }
        let (text, said) = text.split_once('=').unwrap_or((text, "0"));
        let wanted = if said.starts_with('-') {
            said.to_string()
        } else {
            format!("{} {said}", if is_white { 'b' } else { 'w' })
        };
        let before = position.clone();
        let mv = read_try(text).unwrap();
        let report = game.attempt(position, mv).unwrap_or_else(|| panic!("{at}: {text} is legal"));
        assert_eq!(heard(game, report), wanted, "{at}: {text}");
        // The same through the contract, for both seats.
        for seat in Player::all(2) {
            let own = if (seat == Player::FIRST) == is_white { format!("{text} ") } else { String::new() };
            let seen = game.observe(&before, mv, position, seat).map(|seen| game.seen_text(&seen));
            assert_eq!(seen, Some(format!("{own}{wanted}")), "{at}: {text}");
        }
    }
}

#[test]
fn every_situation_is_answered_as_the_vectors_say() {
    let game = icc();
    let mut count = 0;
    for fields in lines("situation") {
        let [name, fen, opening, candidates, tries, last] = fields[..] else { panic!("six fields") };
        let mut position = game.read_position(fen).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(heard(&game, game.opening(&position)), opening, "{name}");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mut offered: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
        offered.sort();
        assert_eq!(offered.join(","), candidates, "{name}");
        replay(&game, &mut position, tries, name);
        assert_eq!(game.position_text(&position), last, "{name}");
        count += 1;
    }
    assert_eq!(count, 61);
}

#[test]
fn every_game_is_refereed_as_the_vectors_say() {
    let game = icc();
    let mut count = 0;
    for fields in lines("game") {
        let [seed, end, result, last, tries] = fields[..] else { panic!("five fields") };
        let mut position = game.start(&mut Rng::new(0));
        replay(&game, &mut position, tries, seed);
        assert_eq!(position.end().map_or("limit", |end| end.word()), end, "{seed}");
        let paid = position.end().map(|_| game.payoffs(&position)[Player::FIRST]);
        let paid = paid.map_or("*", |paid| {
            if paid > 0.0 {
                "1-0"
            } else if paid < 0.0 {
                "0-1"
            } else {
                "1/2-1/2"
            }
        });
        assert_eq!(paid, result, "{seed}");
        assert_eq!(game.position_text(&position), last, "{seed}");
        count += 1;
    }
    assert_eq!(count, 100);
}

#[test]
fn the_longer_diagonal_is_the_one_of_the_table() {
    let game = icc();
    let fields = lines("diagonal").next().unwrap();
    let rising: Vec<&str> = fields[0].split(' ').collect();
    assert_eq!(rising.len(), 32);
    // A bishop beside a lone king, wherever both stand: north-east or south-west of it is the rising diagonal.
    for king in 0..64usize {
        for (east, north) in plain::DIAGONALS {
            let Some(bishop) = plain::step(king, (east, north)) else { continue };
            let mut men = ['.'; 64];
            (men[king], men[bishop]) = ('k', 'B');
            let is_free = |&at: &usize| {
                let away = (at % 8).abs_diff(king % 8).max((at / 8).abs_diff(king / 8));
                men[at] == '.' && away > 1
            };
            let white = (0..64).find(is_free).unwrap();
            men[white] = 'K';
            // A rook that attacks nothing, so that somebody can still mate.
            let pawn = (8..56)
                .find(|&at| men[at] == '.' && at != king + 7 && at != king + 9 && at + 7 != king && at + 9 != king);
            men[pawn.unwrap()] = 'P';
            let rows: Vec<String> =
                men.chunks(8).rev().map(|row| row.iter().map(|c| if *c == '.' { '1' } else { *c }).collect()).collect();
            let Ok(position) = game.read_position(&format!("{} b - - 0 1", rows.join("/"))) else { continue };
            let is_rising = (east > 0) == (north > 0);
            let kind = if rising.contains(&plain::name(king).as_str()) == is_rising { "long" } else { "short" };
            let said = heard(&game, game.opening(&position));
            assert!(said.contains(&format!("check:{kind}")), "{said}: {}", game.position_text(&position));
        }
    }
}

/// Random games: every answer is the plain referee's, and every list of tries the one that a player works out who has
/// nothing but the words he heard.
#[test]
fn a_thousand_random_games_agree_with_a_second_referee() {
    let mut ends = std::collections::BTreeMap::new();
    for seed in 0..1000 {
        // Most with a short count, so that a thousand take seconds.
        let fifty = if seed % 20 == 0 { 100 } else { 16 };
        let game = Chess { fifty, ..icc() };
        let mut rng = Rng::stream(9, seed);
        let mut table = Table::deal(&game, &mut rng);
        let mut plain = Plain::read(&game.position_text(table.state()));
        let mut records = [Record::new(true, false), Record::new(false, false)];
        while let Turn::Of(seat) = table.turn() {
            let moves: Vec<u16> = table.view(seat).moves().to_vec();
            let mut offered: Vec<String> = moves.iter().map(|&mv| game.move_text(table.state(), mv)).collect();
            offered.sort();
            assert_eq!(offered, records[seat.index()].tries(), "{seat} in game {seed}");
            let mv = if seed % 2 == 0 {
                game.random_move(table.state(), &mut rng, &mut Vec::new())
            } else {
                *rng.pick(&moves)
            };
            let text = game.move_text(table.state(), mv);
            let before = [0, 1].map(|index| table.view(Player::new(index)).seen().len());
            table.play(mv);
            let wanted = plain.attempt(&text, fifty.into()).map(|facts| facts.icc(plain.white));
            for other in Player::all(2) {
                let new = &table.view(other).seen()[before[other.index()]..];
                let texts: Vec<String> = new.iter().map(|seen| game.seen_text(seen)).collect();
                let expected: Vec<String> = match (&wanted, other == seat) {
                    (Some(said), true) => vec![format!("{text} {said}")],
                    (Some(said), false) => vec![said.clone()],
                    (None, true) => vec![format!("{text} illegal")],
                    (None, false) => Vec::new(),
                };
                assert_eq!(texts, expected, "{other} in game {seed}");
                texts.iter().for_each(|text| records[other.index()].hear(text, "icc"));
            }
        }
        *ends.entry(table.state().end().unwrap().word()).or_insert(0) += 1;
    }
    // Each way to end was met.
    assert_eq!(ends.keys().copied().collect::<Vec<_>>(), ["checkmate", "fifty", "material", "stalemate"], "{ends:?}");
}

/// The other referees: the same facts, said as each says them, and tries that follow from the words alone.
#[test]
fn every_referee_says_what_the_table_says_to_whom() {
    for referee in REFEREES {
        let game = Chess { fifty: 40, ..Chess::kriegspiel(referee) };
        let may_ask = matches!(referee.name, "english" | "berkeley-any");
        for seed in 0..60 {
            let mut rng = Rng::stream(10, seed);
            let mut table = Table::deal(&game, &mut rng);
            let mut plain = Plain::read(&game.position_text(table.state()));
            let mut records = [Record::new(true, may_ask), Record::new(false, may_ask)];
            if matches!(referee.name, "berkeley" | "english" | "berkeley-any") {
                // Nobody has said yet that there are none.
                records.iter_mut().for_each(|record| record.nothing_said());
            }
            while let Turn::Of(seat) = table.turn() {
                let moves: Vec<u16> = table.view(seat).moves().to_vec();
                let mut offered: Vec<String> = moves.iter().map(|&mv| game.move_text(table.state(), mv)).collect();
                offered.sort();
                assert_eq!(offered, records[seat.index()].tries(), "{} game {seed} {seat}", referee.name);
                let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
                let text = game.move_text(table.state(), mv);
                let before = [0, 1].map(|index| table.view(Player::new(index)).seen().len());
                table.play(mv);
                let is_question = mv == ASK;
                let facts = if is_question { None } else { plain.attempt(&text, 40) };
                let (own, other) = if is_question {
                    let any = if plain.facts(None, 40).tries > 0 { "yes" } else { "no" };
                    (format!("any? {any}"), Some(format!("asked {any}")))
                } else if let Some(facts) = facts {
                    let mut said = facts.icc(plain.white);
                    let (turn, rest) = said.split_once(' ').unwrap();
                    let (_, rest) = rest.split_once(' ').map_or((rest, ""), |(number, rest)| (number, rest));
                    let tries = match referee.name {
                        "icc" => format!(" {}", facts.tries),
                        "cincinnati" => format!(" {}", if facts.tries > 0 { "yes" } else { "no" }),
                        _ => String::new(),
                    };
                    said = format!("{turn}{tries} {rest}").trim_end().to_string();
                    if !matches!(referee.name, "icc" | "cincinnati") {
                        said = said.replace("pawn@", "man@").replace("piece@", "man@");
                    }
                    (format!("{text} {said}"), Some(said))
                } else {
                    (format!("{text} illegal"), (referee.name != "icc").then(|| "refused".to_string()))
                };
                for player in Player::all(2) {
                    let new = &table.view(player).seen()[before[player.index()]..];
                    let texts: Vec<String> = new.iter().map(|seen| game.seen_text(seen)).collect();
                    let wanted: Vec<String> =
                        if player == seat { vec![own.clone()] } else { other.clone().into_iter().collect() };
                    assert_eq!(texts, wanted, "{} game {seed} {player}", referee.name);
                    texts.iter().for_each(|text| records[player.index()].hear(text, referee.name));
                    if is_question && player == seat {
                        records[player.index()].asked();
                    }
                }
            }
        }
    }
}

/// What a seat is offered is the same on every board that agrees with what it has heard: here boards on which the other
/// has played something else that sounds the same.
#[test]
fn tries_do_not_depend_on_what_was_not_heard() {
    let game = icc();
    let mut compared = 0;
    for seed in 0..200 {
        let mut rng = Rng::stream(11, seed);
        let mut table = Table::deal(&game, &mut rng);
        for _ in 0..60 {
            let Turn::Of(seat) = table.turn() else { break };
            let other = seat.other();
            let seen = table.view(other).seen().len();
            let mut twin = table.clone();
            // Both make moves of the mover's; where the other hears the same, it may try the same.
            let mut play = |table: &mut Table<'_, Chess>| {
                let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
                table.play(mv);
            };
            play(&mut table);
            play(&mut twin);
            if table.view(other).seen() == twin.view(other).seen() && table.view(other).seen().len() > seen {
                let moves = |view: View<'_, Chess>| view.moves().to_vec();
                assert_eq!(moves(table.view(other)), moves(twin.view(other)));
                compared += 1;
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// The six positions that move generators are compared on.
#[test]
fn perft_of_chess_is_what_everybody_counts() {
    let game = Chess::open();
    for (fen, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281][..]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862, 4_085_603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379, 2_103_487]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890, 3_894_594]),
    ] {
        let mut position = game.read_position(fen).unwrap();
        for (index, &count) in counts.iter().enumerate() {
            assert_eq!(perft(&game, &mut position, index as u32 + 1), count, "{fen} at depth {}", index + 1);
        }
    }
}

/// A third opinion on chess itself: a published move generator.
#[test]
fn legal_moves_are_those_of_a_published_generator() {
    let game = Chess::open();
    for seed in 0..40 {
        let mut rng = Rng::stream(12, seed);
        let mut position = game.start(&mut rng);
        while !game.turn(&position).is_over() {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let mut ours: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
            ours.sort();
            let text = game.position_text(&position);
            let fen: Vec<&str> = text.split(' ').take(6).collect();
            let board: cozy_chess::Board = fen.join(" ").parse().unwrap();
            let mut theirs = Vec::new();
            board.generate_moves(|moves| {
                theirs.extend(moves.into_iter().map(|mv| cozy_chess::util::display_uci_move(&board, mv).to_string()));
                false
            });
            theirs.sort();
            assert_eq!(ours, theirs, "{text}");
            let mv = *rng.pick(&moves);
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn wrong_positions_are_told_what_is_wrong() {
    let game = icc();
    for (text, part) in [
        ("", "a position is written `men w|b castling en-passant clock number`"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b is to move"),
        ("4k3/4K3/8/8/8/8/8/8 w - - 0 1", "the kings touch"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "rank 2 to 7"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "the right K needs king and rook"),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "not a set of castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no square that a pawn has just passed"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "whole number from 0"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "whole number from 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1 refused:h1h5", "cannot have been tried and refused"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1 heard:x", "is not a part of a position"),
        ("QQQQk3/QQQQQQ2/8/8/8/8/8/4K3 w - - 0 1", "more men than a game can give"),
    ] {
        let problem = game.read_position(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    let known = "8/8/4k3/8/8/4r3/8/R3K3 w Q - 0 1 refused:e1c1,e1e2";
    let position = game.read_position("8/8/4k3/8/8/4r3/8/R3K3 w Q - 0 1 refused:e1e2,e1c1").unwrap();
    assert_eq!(game.position_text(&position), known);
    assert_eq!(game.read_position(&game.position_text(&position)), Ok(position));
}

#[test]
fn refused_promotions_are_refused_one_by_one() {
    let game = icc();
    let mut position = game.read_position("3r2k1/3P4/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    let text = |position: &Position| game.position_text(position);
    for (tried, left) in [("d7d8q", 3), ("d7d8n", 2)] {
        let mv = game.read_move(&position, tried).unwrap();
        game.play(&mut position, mv);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let kept = moves.iter().filter(|&&mv| game.move_text(&position, mv).starts_with("d7d8")).count();
        assert_eq!(kept, left, "{}", text(&position));
        assert_eq!(game.read_position(&text(&position)).as_ref(), Ok(&position));
    }
    assert!(text(&position).ends_with("refused:d7d8n,d7d8q"), "{}", text(&position));
}

/// A few starts of each ending; the bench `lone_king` plays hundreds.
#[test]
fn a_queen_rooks_a_guarded_pawn_and_two_minor_men_mate_a_king_they_do_not_see() {
    for (men, defence, least) in [
        ("KQ", lone::Defence::Random, 6),
        ("KQ", lone::Defence::Sees, 6),
        ("KRR", lone::Defence::Sees, 6),
        ("KR", lone::Defence::Random, 5),
        ("KR", lone::Defence::Sees, 4),
        ("KP*", lone::Defence::Sees, 5),
        ("KBB", lone::Defence::Sees, 4),
        ("KBN", lone::Defence::Random, 4),
    ] {
        let mated = (0..6).filter(|&index| {
            let mut rng = Rng::stream(78, index);
            let start = lone::start(&icc(), men, &mut rng);
            lone::play(&icc(), start, defence, &mut rng) == "checkmate"
        });
        let mated = mated.count();
        assert!(mated >= least, "{men}K against {defence:?}: {mated} of 6");
    }
}

/// A board made from the record agrees with what is certain: it offers the seat the same tries, and sounds as the last words
/// did.
#[test]
fn a_rebuilt_board_agrees_with_what_was_heard_last() {
    let game = icc();
    let (mut asked, mut found) = (0, 0);
    for seed in 0..60 {
        let mut rng = Rng::stream(13, seed);
        let mut table = Table::deal(&game, &mut rng);
        for ply in 0..200 {
            let Turn::Of(seat) = table.turn() else { break };
            let view = table.view(seat);
            if ply % 9 == 8 {
                asked += 1;
                if let Some(world) = game.rebuild(&view, &mut rng) {
                    found += 1;
                    let mut moves = Vec::new();
                    game.moves(&world, &mut moves);
                    assert_eq!(moves, view.moves(), "game {seed} ply {ply}: {}", game.position_text(&world));
                    let (opening, truth) = (game.opening(&world), game.opening(table.state()));
                    assert_eq!((opening.checks, opening.tries), (truth.checks, truth.tries), "game {seed} ply {ply}");
                    let text = game.position_text(&world);
                    assert_eq!(game.read_position(&text).as_ref(), Ok(&world), "{text}");
                }
            }
            let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
            table.play(mv);
        }
    }
    assert!(found * 10 > asked * 9, "{found} of {asked}");
}

/// What a belief is told of a move, word by word as it becomes known, is what making it and listening tells.
#[test]
fn a_sequel_is_what_making_the_move_and_listening_tells() {
    for referee in REFEREES {
        let game = Chess::kriegspiel(referee);
        let (mut as_seen, mut otherwise) = (0, 0);
        for seed in 0..6 {
            let mut rng = Rng::stream(91, seed);
            let mut position = game.start(&mut rng);
            let mut moves = Vec::new();
            for _ in 0..120 {
                if position.end().is_some() {
                    break;
                }
                moves.clear();
                game.moves(&position, &mut moves);
                let played = *rng.pick(&moves);
                let mut after = position.clone();
                game.play(&mut after, played);
                for seat in Player::all(2) {
                    let Some(seen) = game.observe(&position, played, &after, seat) else { continue };
                    for &mv in &moves {
                        let told = game.sequel(&position, mv, seat, &seen);
                        assert_eq!(told, sequel_by_play(&game, &position, mv, seat, &seen), "{}", referee.name);
                        as_seen += u32::from(matches!(told, Sequel::AsSeen(_)));
                        otherwise += u32::from(told == Sequel::Otherwise);
                    }
                }
                position = after;
            }
        }
        assert!(as_seen > 1000 && otherwise > 1000, "{}: {as_seen} {otherwise}", referee.name);
    }
}

/// Tries are drawn without being listed: every one that is offered, each as often as the others.
#[test]
fn a_drawn_try_is_any_that_is_offered_equally_likely() {
    let game = icc();
    let mut rng = Rng::new(17);
    let mut position = game.start(&mut rng);
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    let promotions = "rnbqk3/P5P1/8/3pP3/8/8/1p3p2/4K2R w K d6 0 1";
    let fixed = [game.start(&mut rng), game.position_of_fen(promotions).unwrap()];
    for turn in 0..60 {
        let at = fixed.get(turn / 2).filter(|_| turn < 4).unwrap_or(&position);
        moves.clear();
        game.moves(at, &mut moves);
        let draws = 400 * moves.len();
        let mut counts = vec![0u32; moves.len()];
        for _ in 0..draws {
            let mv = game.random_move(at, &mut rng, &mut scratch);
            counts[moves.iter().position(|known| *known == mv).expect("it is offered")] += 1;
        }
        // 400 each, give or take six standard deviations.
        assert!(counts.iter().all(|count| count.abs_diff(400) < 120), "{} {counts:?}", game.position_text(at));
        for _ in 0..9 {
            if position.end().is_none() {
                let mv = game.random_move(&position, &mut rng, &mut scratch);
                game.play(&mut position, mv);
            }
        }
        if position.end().is_some() {
            position = game.start(&mut rng);
        }
    }
}

/// A whole turn at random is one try at random after the other: the same numbers make the same tries, answers and boards.
#[test]
fn a_turn_at_random_is_one_try_after_the_other() {
    for referee in REFEREES {
        let game = Chess::kriegspiel(referee);
        for seed in 0..40 {
            let (mut rng, mut other) = (Rng::stream(23, seed), Rng::stream(23, seed));
            let mut position = game.start(&mut rng);
            let mut plain = game.start(&mut other);
            // Most of these have hardly a try that is not refused: a queen that is pinned, rooks behind what nobody sees.
            if seed % 4 == 0 {
                let fen = "k3r3/8/8/pppppppp/QQQQQQQQ/8/4Q3/4K2R w K - 0 1";
                (position, plain) = (game.position_of_fen(fen).unwrap(), game.position_of_fen(fen).unwrap());
            }
            let mut scratch = Vec::new();
            while position.end().is_none() {
                let mut refused = Vec::new();
                let report = game.random_turn(&mut position, &mut rng, |mv| refused.push(mv));
                let mut tried = Vec::new();
                let heard = loop {
                    let mv = game.random_move(&plain, &mut other, &mut scratch);
                    if mv == ASK {
                        game.play(&mut plain, mv);
                    } else if let Some(report) = game.attempt(&mut plain, mv) {
                        break report;
                    } else {
                        tried.push(mv);
                    }
                };
                assert_eq!((report, refused), (heard, tried), "{} {seed}", referee.name);
                assert_eq!(position, plain, "{} {seed}", referee.name);
            }
        }
    }
}

/// What an evaluation says of tries that are not made is what making them shows: in whole games, near their ends too, and where
/// much is seldom (castling, promotion, capture en passant, pins, checks).
#[test]
fn what_is_foreseen_of_tries_is_what_making_them_shows() {
    let seldom = [
        "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 1",
        "r3k2r/1P4P1/8/8/3Pp3/8/1p4p1/R3K2R b KQkq d3 0 1",
        "4r1k1/5ppp/8/8/8/2b5/3B1PPP/4R1K1 w - - 0 1",
        "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",
        "8/8/8/8/8/1k6/p7/K7 b - - 98 90",
        "8/2k5/8/8/3N4/8/8/K6b w - - 0 1",
    ];
    let mut foreseen = 0;
    for referee in REFEREES {
        let game = Chess::kriegspiel(referee);
        let mut check = |position: &Position| {
            for index in 0..game.evaluations().len() {
                let told = foresight(&game, position, &game.evaluation(index));
                assert!(told.is_ok(), "{}: {told:?}", game.position_text(position));
                foreseen += u32::from(told == Ok(true));
            }
        };
        for fen in seldom {
            check(&game.position_of_fen(fen).unwrap());
        }
        for seed in 0..3 {
            let mut rng = Rng::stream(29, seed);
            let mut position = game.start(&mut rng);
            while position.end().is_none() {
                if rng.below(5) == 0 {
                    check(&position);
                }
                let mv = game.random_move(&position, &mut rng, &mut Vec::new());
                game.play(&mut position, mv);
            }
        }
    }
    assert!(foreseen > 1000, "{foreseen}");
}

/// What was taken is taken back where that pays: the least man first, as long as it does.
#[test]
fn a_capture_that_can_be_answered_costs_less() {
    let game = icc();
    let evaluation = game.evaluation(0);
    // Black takes a knight with a rook: guarded by a pawn, or by nobody.
    let loss = |fen: &str| {
        let before = game.position_of_fen(fen).unwrap();
        let mv = read_try("d8d4").unwrap();
        let mut after = before.clone();
        game.play(&mut after, mv);
        evaluation.value_after(&game, &before, mv, &after, Player::FIRST)
            - evaluation.value(&game, &after, Player::FIRST)
    };
    let pawn = evaluation.unit(&game);
    assert!((loss("3rk3/8/8/8/3N4/2P5/8/4K3 b - - 0 1") - 0.8 * 5.0 * pawn).abs() < 1e-12);
    assert_eq!(loss("3rk3/8/8/8/3N4/8/8/4K3 b - - 0 1"), 0.0);
    // A queen takes the rook and is taken by a bishop: that does not pay.
    assert_eq!(loss("3rk3/6b1/8/8/3N4/8/8/3QK3 b - - 0 1"), 0.0);
}

/// A person is told in sentences, of its own tries and of the other's moves.
#[test]
fn people_are_told_in_the_words_of_a_referee() {
    let game = Chess::kriegspiel(Referee::named("icc").unwrap());
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in ["e2e4", "d7d5", "e4f5", "e4d5", "d8d5", "b1c3", "d5e6"] {
        table.play_text(mv).unwrap();
    }
    let told = |seat: usize| game.events(&table.view(Player::new(seat)), 0);
    let white = [
        "e2e4: Black to move, no captures with pawns",
        "Black has moved: White to move, one capture with a pawn",
        "e4f5: no, try again",
        "e4d5: pawn taken on d5, Black to move, no captures with pawns",
        "Black has moved: pawn taken on d5, White to move, no captures with pawns",
        "b1c3: Black to move, no captures with pawns",
        "Black has moved: check on the file, White to move, no captures with pawns",
    ];
    assert_eq!(told(0), white);
    assert_eq!(told(1).len(), 6, "what white was refused black does not hear");
    assert_eq!(told(1)[5], "d5e6: check on the file, White to move, no captures with pawns");
    // Where the referee says only whether there is a capture, no number is told.
    let game = Chess::kriegspiel(Referee::named("cincinnati").unwrap());
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in ["e2e4", "d7d5"] {
        table.play_text(mv).unwrap();
    }
    let told = game.events(&table.view(Player::FIRST), 1);
    assert_eq!(told, ["Black has moved: White to move, and can capture with a pawn"]);
}
