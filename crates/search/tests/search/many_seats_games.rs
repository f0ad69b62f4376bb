//! Searches for many seats in real games: leaving out what cannot matter changes nothing but the work.

use outwit_game::{
    Agent, AnyGame, Budget, Control, Evaluated, Evaluation, Game, Player, Rng, Spec, Table, Turn, equally_good,
};
use outwit_games::abalone::Abalone;
use outwit_games::catalog::game;
use outwit_games::chinesecheckers::{ChineseCheckers, Points};
use outwit_games::hearts::Hearts;
use outwit_games::spades::Spades;
use outwit_search::Findings;
use outwit_search::backup::{
    Backup, FirstTie, MaxProb, Minimax, Preference, Pruning, RandomTies, Security, SoftMaxN, Strategy,
};
use outwit_search::belief::Adversary;
use outwit_search::grow::{AlphaBeta, DepthFirst, Options, Ties};
use outwit_search::named::catalog;
use outwit_search::value::{Certain, Everybody, Leaf, Own, Single, Winning};

fn chinese_checkers() -> ChineseCheckers {
    ChineseCheckers::new(3, Points::Pass, 400).unwrap()
}

fn by_spec<G: Evaluated + Clone>(spec: &str) -> G {
    let any = game(&Spec::parse(spec).unwrap(), &|name| panic!("no file {name}")).unwrap();
    any.downcast_ref::<G>().expect("the spec names this game").clone()
}

/// Positions of a game in which everybody takes the move that looks best, or now and then any.
fn positions<G: Evaluated + Clone>(game: &G, seed: u64, every: usize, most: usize) -> Vec<G::State> {
    let mut rng = Rng::new(seed);
    let mut table = Table::deal(game, &mut rng);
    let evaluation = game.evaluation(0);
    let mut found = Vec::new();
    for ply in 0.. {
        let Turn::Of(player) = table.turn() else { break };
        if ply % every == every - 1 {
            found.push(table.state().clone());
        }
        if found.len() == most {
            break;
        }
        let look = |mv: G::Move| {
            let mut next = table.state().clone();
            game.play(&mut next, mv);
            if game.turn(&next).is_over() { game.payoffs(&next)[player] } else { evaluation.value(game, &next, player) }
        };
        let moves = table.moves().to_vec();
        let mv = match rng.index(5) {
            0 => *rng.pick(&moves),
            _ => *moves.iter().max_by(|&&a, &&b| look(a).total_cmp(&look(b))).unwrap(),
        };
        table.play(mv);
    }
    found
}

fn mover<G: Game>(game: &G, state: &G::State) -> Player {
    let Turn::Of(player) = game.turn(state) else { panic!("a player is to move") };
    player
}

/// The leaf that a backup usually goes with.
trait Usual<G: Evaluated + Clone>: Backup<<Self::Leaf as Leaf<G>>::Value> {
    type Leaf: Leaf<G>;
    fn leaf(game: &G, evaluation: usize) -> Self::Leaf;
}

impl<G: Evaluated + Clone> Usual<G> for Minimax {
    type Leaf = Own<G::Evaluation>;
    fn leaf(game: &G, evaluation: usize) -> Self::Leaf {
        Own(game.evaluation(evaluation))
    }
}
impl<G: Evaluated + Clone> Usual<G> for FirstTie {
    type Leaf = Everybody<G::Evaluation>;
    fn leaf(game: &G, evaluation: usize) -> Self::Leaf {
        Everybody(game.evaluation(evaluation))
    }
}
impl<G: Evaluated + Clone> Usual<G> for RandomTies {
    type Leaf = Certain<Everybody<G::Evaluation>>;
    fn leaf(game: &G, evaluation: usize) -> Self::Leaf {
        Certain(Everybody(game.evaluation(evaluation)))
    }
}
impl<G: Evaluated + Clone> Usual<G> for SoftMaxN {
    type Leaf = Single<Everybody<G::Evaluation>>;
    fn leaf(game: &G, evaluation: usize) -> Self::Leaf {
        Single(Everybody(game.evaluation(evaluation)))
    }
}
impl<G: Evaluated + Clone> Usual<G> for MaxProb {
    type Leaf = Winning<G::Evaluation>;
    fn leaf(game: &G, evaluation: usize) -> Self::Leaf {
        Winning { evaluation: game.evaluation(evaluation), players: game.players() }
    }
}

fn full_width<G: Evaluated + Clone, B: Usual<G>>(
    game: &G,
    state: &G::State,
    (depth, evaluation): (u32, usize),
    is_plain: bool,
    backup: impl Fn(Player, usize) -> B + Send,
) -> Findings<G::Move> {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let search = DepthFirst::new(budget, B::leaf(game, evaluation), backup, Adversary);
    let seat = mover(game, state);
    DepthFirst { is_plain, ..search }.find(game, state, seat, &mut Rng::new(0), &Control::default()).unwrap()
}

/// Both say the same of every move, to the last bit or so; how much work each was.
fn compare<M>(plain: &Findings<M>, clever: &Findings<M>, players: usize) -> (u64, u64) {
    assert_eq!(plain.best, clever.best);
    assert_eq!(plain.depth, clever.depth);
    for (a, b) in plain.moves.iter().zip(&clever.moves) {
        if b.bound != outwit_game::Bound::Exact {
            continue;
        }
        for seat in 0..players {
            let (Some(a), Some(b)) = (a.values[seat], b.values[seat]) else {
                assert_eq!(a.values[seat], b.values[seat]);
                continue;
            };
            assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{a} {b}");
        }
    }
    (plain.nodes, clever.nodes)
}

fn first_tie<G: Evaluated + Clone>(
    game: &G,
    evaluation: usize,
    strategy: Strategy,
) -> impl Fn(Player, usize) -> FirstTie + Send + Sync + use<G> {
    let span = game.evaluation(evaluation).span(game);
    move |root, players| FirstTie {
        preference: Preference { root, strategy },
        players,
        span,
        pruning: Pruning::LastBranch,
    }
}

/// Every rule on the same position, and what work was spared in all.
fn all_rules<G: Evaluated + Clone>(game: &G, state: &G::State, depth: u32) -> [(u64, u64); 4] {
    all_rules_by(game, state, (depth, 0))
}

/// The same by one of the evaluations.
fn all_rules_by<G: Evaluated + Clone>(game: &G, state: &G::State, how: (u32, usize)) -> [(u64, u64); 4] {
    let (depth, evaluation) = how;
    let players = game.players();
    let target = Player::new((mover(game, state).index() + 1) % players);
    let vector = |strategy| both_ways(game, state, how, first_tie(game, evaluation, strategy));
    let random = |strategy| {
        move |root: Player, players: usize| RandomTies { preference: Preference { root, strategy }, players }
    };
    both_ways(game, state, how, random(Strategy::MaxN));
    // Nothing is averaged where the first of equally good moves is taken, so the line is the same to the last ply.
    let maxn = first_tie(game, evaluation, Strategy::MaxN);
    assert_eq!(full_width(game, state, how, true, &maxn).line, full_width(game, state, how, false, &maxn).line);
    if depth <= 2 {
        both_ways(game, state, how, random(Strategy::Offensive(target)));
        both_ways(game, state, how, random(Strategy::Paranoid));
        both_ways(game, state, how, |_, players| SoftMaxN { players, security: Security::Mean });
        both_ways(game, state, how, |root, players| Minimax { root, players });
        vector(Strategy::Paranoid);
    }
    let max_prob = both_ways(game, state, how, |_, players| MaxProb { players });
    // Paranoid by alpha-beta against paranoid by looking at everything.
    let paranoid = full_width(game, state, how, true, first_tie(game, evaluation, Strategy::Paranoid));
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let options = Options { ties: Ties::All, ..Options::default() };
    let seat = mover(game, state);
    let mut search = AlphaBeta::new(budget, options, game.evaluation(evaluation));
    let pruned = search.find(game, state, seat, &Control::default()).unwrap();
    assert_eq!(paranoid.best, pruned.best);
    assert!((paranoid.value[seat.index()].unwrap() - pruned.value[seat.index()].unwrap()).abs() <= 1e-12);
    [vector(Strategy::MaxN), vector(Strategy::Offensive(target)), max_prob, (paranoid.nodes, pruned.nodes)]
}

/// A rule that looks at everything, and the same that leaves out what cannot matter.
fn both_ways<G: Evaluated + Clone, B: Usual<G>>(
    game: &G,
    state: &G::State,
    how: (u32, usize),
    backup: impl Fn(Player, usize) -> B + Send + Sync,
) -> (u64, u64) {
    let plain = full_width(game, state, how, true, &backup);
    compare(&plain, &full_width(game, state, how, false, &backup), game.players())
}

fn total(of: impl Iterator<Item = [(u64, u64); 4]>) -> [f64; 4] {
    let mut sums = [(0, 0); 4];
    for found in of {
        for (sum, (plain, clever)) in sums.iter_mut().zip(found) {
            (sum.0, sum.1) = (sum.0 + plain, sum.1 + clever);
        }
    }
    sums.map(|(plain, clever)| plain as f64 / clever as f64)
}

#[test]
fn chinese_checkers_is_searched_with_far_fewer_positions_and_the_same_answer() {
    let game = chinese_checkers();
    // Depth 3 all through a game; the last ply is never played out.
    let ratios = total(positions(&game, 1, 12, 8).iter().map(|state| all_rules(&game, state, 3)));
    assert!(ratios.iter().all(|&ratio| ratio > 10.0), "{ratios:?}");
    // Depth 4, as the tournaments play, where the men have begun to meet.
    let state = positions(&game, 2, 7, 1).remove(0);
    let [maxn, offensive, max_prob, paranoid] = total(std::iter::once(all_rules(&game, &state, 4)));
    assert!(maxn >= 20.0 && offensive >= 20.0 && max_prob >= 20.0 && paranoid >= 20.0, "{maxn} {max_prob} {paranoid}");
}

#[test]
fn abalone_is_searched_with_far_fewer_positions_and_the_same_answer() {
    // Depth 2 all through games, wins and caps included, by all evaluations: where the arrangement does not count, dozens
    // of moves lead to the same.
    for (seats, mixed, cap) in [(3, true, 400), (3, false, 60), (2, true, 400)] {
        let game = Abalone::new(seats, mixed, cap).unwrap();
        for state in positions(&game, 1, 19, 5) {
            for evaluation in 0..3 {
                all_rules_by(&game, &state, (2, evaluation));
            }
        }
    }
    // Depth 3.
    let game = Abalone::new(3, true, 400).unwrap();
    let ratios = total(positions(&game, 1, 40, 2).iter().map(|state| all_rules(&game, state, 3)));
    assert!(ratios.iter().all(|&ratio| ratio > 10.0), "{ratios:?}");
}

/// Of matches only the first hand is played far: what the evaluation says of a hand, with the standing. Whoever cannot catch
/// up has no chance by any move, and then all moves count.
#[test]
fn a_match_of_board_games_gives_the_same_answer() {
    for ahead in ["hand", "match"] {
        for inner in ["abalone:cap=60", "chinesecheckers:seats=3"] {
            let any: AnyGame =
                game(&Spec::parse(&format!("match:hands=3,game=({inner}),ahead={ahead}")).unwrap(), &|name| {
                    panic!("no file {name}")
                })
                .unwrap();
            for state in positions(&any, 1, 17, 9) {
                for evaluation in 0..2 {
                    let how = (2, evaluation);
                    both_ways(&any, &state, how, |_, players| MaxProb { players });
                    both_ways(&any, &state, how, first_tie(&any, evaluation, Strategy::MaxN));
                }
            }
        }
    }
}

#[test]
fn equivalent_cards_are_searched_once_and_the_answer_is_the_same() {
    for cards in [3, 4] {
        let hearts: Hearts = by_spec(&format!("hearts:open=true,cards={cards}"));
        let spades: Spades = by_spec(&format!("spades:open=true,cards={cards}"));
        let (mut of_hearts, mut of_spades) = (Vec::new(), Vec::new());
        for seed in 0..12 {
            of_hearts.extend(positions(&hearts, seed, 2, 3).iter().map(|state| all_rules(&hearts, state, 8)));
            of_spades.extend(positions(&spades, seed, 2, 3).iter().map(|state| all_rules(&spades, state, 8)));
        }
        let (hearts, spades) = (total(of_hearts.into_iter()), total(of_spades.into_iter()));
        assert!(hearts[2] > 1.3 && spades[2] > 1.3, "{hearts:?} {spades:?}");
    }
}

#[test]
fn tricks_are_searched_to_their_end() {
    let game: Hearts = by_spec("hearts:open=true,cards=5");
    for (ply, state) in positions(&game, 3, 1, 8).iter().enumerate() {
        // Three cards are left of the trick after the first, and so on; a whole trick at its start.
        let left = 4 - ply % 4;
        for depth in 1..=12 {
            let found = full_width(&game, state, (depth as u32, 0), false, |_, players| MaxProb { players });
            let wanted = if depth < left { left } else { left + (depth - left) / 4 * 4 };
            assert!(
                found.depth as usize == wanted || (found.depth as usize) < wanted && wanted > 20 - ply,
                "{ply} {depth}"
            );
        }
    }
}

/// Best-reply search by its definition.
fn best_reply(game: &ChineseCheckers, state: &<ChineseCheckers as Game>::State, root: Player, depth: u32) -> f64 {
    if game.turn(state).is_over() {
        return game.payoffs(state)[root];
    }
    if depth == 0 {
        return game.evaluation(0).value(game, state, root);
    }
    let after = |state: &<ChineseCheckers as Game>::State| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves
            .into_iter()
            .map(|mv| {
                let mut next = *state;
                game.play(&mut next, mv);
                next
            })
            .collect::<Vec<_>>()
    };
    if game.turn(state) == Turn::Of(root) {
        return after(state)
            .iter()
            .map(|next| best_reply(game, next, root, depth - 1))
            .fold(f64::NEG_INFINITY, f64::max);
    }
    let mut least = f64::INFINITY;
    for player in Player::all(3).filter(|&player| player != root) {
        let mut theirs = *state;
        assert!(game.turn(&theirs) == Turn::Of(player) || game.pass_to(&mut theirs, player));
        for mut next in after(&theirs) {
            if !game.turn(&next).is_over() && game.turn(&next) != Turn::Of(root) {
                assert!(game.pass_to(&mut next, root));
            }
            least = least.min(best_reply(game, &next, root, depth - 1));
        }
    }
    least
}

#[test]
fn best_reply_search_is_its_definition_in_chinese_checkers() {
    let game = chinese_checkers();
    for state in positions(&game, 4, 9, 5) {
        let seat = mover(&game, &state);
        let table = Table::at(&game, state);
        let mut agent: Box<dyn Agent<ChineseCheckers>> =
            catalog::agent(&Spec::parse("brs:depth=2").unwrap(), &game).unwrap();
        agent.begin(&game, seat, 0);
        let report = agent.choose(&table.view(seat), &Control::default()).unwrap();
        let plain: Vec<f64> = table
            .moves()
            .iter()
            .map(|&mv| {
                let mut next = state;
                game.play(&mut next, mv);
                best_reply(&game, &next, seat, 1)
            })
            .collect();
        let best = plain.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(report.value[seat.index()], Some(best));
        let wanted: Vec<_> =
            table.moves().iter().zip(&plain).filter(|(_, v)| equally_good(**v, best)).map(|(&mv, _)| mv).collect();
        assert_eq!(report.best, wanted);
    }
}

/// The erased game leaves out just as much.
#[test]
fn the_erased_game_gives_the_same_answer() {
    let native: Hearts = by_spec("hearts:open=true,cards=4");
    let any = AnyGame::new(native);
    for state in positions(&native, 6, 3, 3) {
        let found = full_width(&native, &state, (8, 0), false, |_, players| MaxProb { players });
        let erased = full_width(&any, &any.lift::<Hearts>(state), (8, 0), false, |_, players| MaxProb { players });
        assert_eq!((found.best, found.value, found.nodes), (erased.best, erased.value, erased.nodes));
    }
}
