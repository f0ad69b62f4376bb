//! The closure against a plain walk through everything that can be reached.

use outwit_game::{Budget, Control, Evaluated, Evaluation, Game, Meter, Player, Rng, Spec, Table, Turn};
use outwit_games::spider::{Score, Spider, SpiderEvaluation, Tableau};
use outwit_search::Search;
use outwit_search::grow::closure::{Closure, Kind, Looks, Manner, Plan, Task};
use outwit_search::named::catalog;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

/// Small enough that everything can be gone through.
fn toy(seed: u64) -> Spider {
    let suits = if seed.is_multiple_of(2) { 1 } else { 2 };
    Spider { suits, ranks: 3, columns: 3, down: 3, deals: 2, auto: seed.is_multiple_of(3), score: Score::Woods }
}

const MARGIN: f64 = 5.0;

/// The search, which compares so many ways out by what may come.
fn closure(game: &Spider, budget: Budget, memory: usize, ways: usize) -> Closure<Spider, SpiderEvaluation> {
    let evaluation = game.evaluation(0);
    let manner =
        Manner { evaluation, step: 0.0, margin: MARGIN, reluctance: 1000.0, doublings: None, cost: 0.0, memory };
    Closure::new(budget, manner, Looks { ways, draws: 10, rollouts: 0 })
}

/// The best exit that goes on, and the best end, over every position reached.
fn exits(game: &Spider, start: &Tableau) -> [Option<f64>; 2] {
    let evaluation = game.evaluation(0);
    let value = |table: &Tableau| evaluation.value(game, table, Player::FIRST);
    let mut best = [None::<f64>; 2];
    let mut met = HashSet::from([(*start, false)]);
    let mut stack = vec![(*start, false)];
    while let Some((table, has_exit)) = stack.pop() {
        let mut moves = Vec::new();
        game.moves(&table, &mut moves);
        for mv in moves {
            let mut next = table;
            game.play(&mut next, mv);
            let mut offer = |place: usize, value: f64| {
                best[place] = Some(best[place].map_or(value, |known: f64| known.max(value)));
            };
            let reached = match (game.turn(&next), game.unnamed(&next)) {
                (Turn::Over, _) => {
                    offer(1, game.payoffs(&next)[Player::FIRST]);
                    continue;
                }
                (Turn::Chance, Some(open)) => (open, true),
                (Turn::Chance, None) => {
                    if !has_exit {
                        offer(0, value(&next) - MARGIN);
                    }
                    continue;
                }
                (Turn::Of(_), _) => (next, has_exit),
            };
            if reached.1 {
                offer(0, value(&reached.0));
            }
            if met.insert(reached) {
                stack.push(reached);
            }
        }
    }
    best
}

/// What the best way to leave is worth: one that goes on, else an end; but one that pays nearly all there is before any.
fn best_exit(game: &Spider, table: &Tableau) -> f64 {
    if game.turn(table).is_over() {
        return game.payoffs(table)[Player::FIRST];
    }
    let [goes_on, end] = exits(game, table);
    match end {
        Some(end) if end >= 0.98 * game.facts().highest => end,
        _ => goes_on.or(end).unwrap(),
    }
}

#[test]
fn without_a_limit_the_best_of_all_ways_to_leave_is_found() {
    let mut compared = 0;
    for seed in 0..150 {
        let game = toy(seed);
        let mut rng = Rng::new(seed);
        let mut table = Table::deal(&game, &mut rng);
        for _ in 0..30 {
            while table.draw(&mut rng).is_some() {}
            if table.turn().is_over() {
                break;
            }
            let mut search = closure(&game, Budget::default(), 64 << 20, 1);
            let findings = search.search(&table.view(Player::FIRST), &mut rng, &Control::default()).unwrap();
            let expected = best_exit(&game, table.state());
            let found = findings.value[0].unwrap();
            assert!(
                (found - expected).abs() < 1e-9,
                "{found} against {expected} in {}",
                game.position_text(table.state())
            );
            // The line can be played, and a card is turned, dealt or the game is over at its end and not before.
            let mut state = *table.state();
            for (place, &mv) in findings.line.iter().enumerate() {
                game.play(&mut state, mv);
                assert_eq!(game.turn(&state) == Turn::Of(Player::FIRST), place + 1 < findings.line.len());
            }
            compared += 1;
            table.play(findings.line[0]);
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_node_budget_holds_and_more_of_it_finds_no_worse() {
    let game = Spider { auto: true, ..Spider::with_suits(2) };
    for number in 0..5 {
        let mut table = Table::deal(&game, &mut Rng::new(0));
        while let Some(outcome) = table.outcome_of_deal(number) {
            table.play(outcome);
        }
        let mut values = Vec::new();
        for nodes in [100, 1_000, 5_000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let mut search = closure(&game, budget, 64 << 20, 1);
            let findings = search.search(&table.view(Player::FIRST), &mut Rng::new(0), &Control::default()).unwrap();
            assert!(findings.nodes <= nodes);
            values.push(findings.value[0].unwrap());
        }
        assert!(values.is_sorted(), "{values:?}");
    }
}

/// What does not fit in memory is not looked at, however many nodes there are.
#[test]
fn memory_holds() {
    // Nothing lies face down, so that chance has no say for long: many arrangements.
    let game = Spider { suits: 2, ranks: 8, columns: 8, down: 0, deals: 1, auto: true, score: Score::Woods };
    let mut rng = Rng::new(0);
    let mut table = Table::deal(&game, &mut rng);
    for _ in 0..20 {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.draw(&mut rng)),
            Turn::Of(_) => table.play(*rng.pick(table.moves())),
        }
    }
    while table.turn() == Turn::Chance {
        table.draw(&mut rng);
    }
    let budget = Budget { nodes: Some(200_000), ..Budget::default() };
    let mut positions = [4 << 10, 1 << 20].map(|memory| {
        let mut search = closure(&game, budget, memory, 1);
        let findings = search.search(&table.view(Player::FIRST), &mut Rng::new(0), &Control::default()).unwrap();
        findings.nodes
    });
    positions.sort();
    assert!(positions[0] < positions[1] && positions[1] < 100_000, "{positions:?}");
}

#[test]
fn the_way_out_that_is_taken_is_the_best_of_those_compared_and_ends_at_chance() {
    let mut compared = 0;
    for seed in 0..100 {
        let suits = if seed % 2 == 0 { 1 } else { 3 };
        let game = Spider { suits, ranks: 3, columns: 3, down: 6, deals: 0, auto: seed % 3 == 0, score: Score::Woods };
        let mut rng = Rng::new(seed);
        let mut table = Table::deal(&game, &mut rng);
        for _ in 0..10 {
            while table.draw(&mut rng).is_some() {}
            if table.turn().is_over() {
                break;
            }
            let mut search = closure(&game, Budget::default(), 64 << 20, 100);
            let findings = search.search(&table.view(Player::FIRST), &mut rng, &Control::default()).unwrap();
            // Ways out that differ in the order of columns alone are one: there may be nothing to compare.
            if findings.remarks.iter().any(|remark| remark.contains("compared")) {
                let mut turned = *table.state();
                findings.line.iter().for_each(|&mv| game.play(&mut turned, mv));
                assert_eq!(game.turn(&turned), Turn::Chance);
                let values = findings.moves.iter().filter_map(|found| found.values[0]);
                assert_eq!(findings.value[0], Some(values.fold(f64::NEG_INFINITY, f64::max)));
                // By a plain walk: the mean over the cards that may be turned up of the best way to leave after each.
                let mut outcomes = Vec::new();
                game.moves(&turned, &mut outcomes);
                let (mut sum, mut total, mut is_one_card) = (0.0, 0.0, true);
                for outcome in outcomes {
                    let mut next = turned;
                    game.play(&mut next, outcome);
                    // Two cards at once are drawn, not gone through.
                    is_one_card &= game.turn(&next) != Turn::Chance;
                    if !is_one_card {
                        break;
                    }
                    let weight = game.weight(&turned, outcome) as f64;
                    (sum, total) = (sum + weight * best_exit(&game, &next), total + weight);
                }
                if is_one_card {
                    let (found, expected) = (findings.value[0].unwrap(), sum / total);
                    let at = game.position_text(table.state());
                    assert!((found - expected).abs() < 1e-9, "{found} against {expected} in {at}");
                    compared += 1;
                }
            }
            table.play(findings.line[0]);
        }
    }
    assert!(compared > 50, "{compared}");
}

/// A plan that leaves cards open looks at the first of them as soon as it can: no move before it can be put off until after it, and what
/// was put off is still there to be done.
#[test]
fn nothing_is_done_before_a_look_that_can_wait_for_it() {
    let game = Spider { auto: true, ..Spider::with_suits(2) };
    let (evaluation, step) = (game.evaluation(0), 0.3);
    let manner =
        Manner { evaluation, step, margin: 0.0, reluctance: 1e6, doublings: None, cost: 0.0, memory: 64 << 20 };
    let task = Task { game: &game, seat: Player::FIRST, manner: &manner };
    let follow = |start: &Tableau, way: &[u16]| {
        let (mut table, mut looks) = (*start, Vec::new());
        for (place, mv) in way.iter().enumerate() {
            let mut moves = Vec::new();
            game.moves(&table, &mut moves);
            if !moves.contains(mv) {
                return None;
            }
            game.play(&mut table, *mv);
            if game.turn(&table) == Turn::Chance {
                looks.push(place);
                table = game.unnamed(&table)?;
            }
        }
        Some((looks, game.canonical_key(&table)))
    };
    let (mut plan, mut put_off, mut kept) = (Plan::default(), 0, 0);
    for deal in 0..6 {
        let mut table = Table::deal(&game, &mut Rng::new(0));
        loop {
            while let Some(outcome) = table.outcome_of_deal(deal) {
                table.play(outcome);
            }
            let control = Control::default();
            let mut meter = Meter::new(&control, &Budget::default()).unwrap();
            plan.make(&task, table.state(), 2_000, &mut meter);
            let Some(exit) = plan.best.filter(|exit| exit.kind == Kind::GoesOn) else { break };
            let (line, rest) = plan.sooner(&task, exit);
            let before = [plan.line(exit), plan.rest(exit)];
            if exit.leaving.is_some() {
                assert_eq!([line.clone(), rest], before);
            } else {
                let way = [line.clone(), rest].concat();
                let (looks, end) = follow(table.state(), &way).unwrap();
                assert_eq!(looks[0] + 1, line.len());
                assert_eq!(end, follow(table.state(), &before.concat()).unwrap().1);
                put_off += before[0].len() - line.len();
                // The last move before the look is needed for it, or for what comes before long.
                if let Some(place) = (line.len() - 1).checked_sub(1) {
                    let mut later = way;
                    later.swap(place, place + 1);
                    let sooner = follow(table.state(), &later).filter(|(looks, key)| looks[0] == place && *key == end);
                    assert!(sooner.is_none(), "{}", game.position_text(table.state()));
                    kept += 1;
                }
            }
            line.iter().for_each(|&mv| table.play(mv));
        }
    }
    assert!(put_off > 10 && kept > 10, "{put_off} put off, {kept} kept");
}

/// The closure that plays the best ways out to the end, with so many moves a decision, in up to so many worlds; with none it follows its
/// plans.
fn with_rollouts<E>(evaluation: E, budget: Budget, draws: usize, rollouts: u64) -> Closure<Spider, E> {
    let (step, margin, reluctance, doublings, cost) = (0.0, 0.0, 1000.0, None, 0.0);
    let manner = Manner { evaluation, step, margin, reluctance, doublings, cost, memory: 64 << 20 };
    Closure::new(budget, manner, Looks { ways: if rollouts > 0 { 4 } else { 1 }, draws, rollouts })
}

/// What a table is worth to whoever always does what the search says, over everything that chance may bring, exactly.
fn worth_of_playing<E: Evaluation<Spider>>(
    game: &Spider,
    table: &Tableau,
    search: &mut Closure<Spider, E>,
    known: &mut HashMap<Tableau, f64>,
) -> f64 {
    if let Some(&known) = known.get(table) {
        return known;
    }
    let worth = match game.turn(table) {
        Turn::Over => game.payoffs(table)[Player::FIRST],
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.moves(table, &mut outcomes);
            let (mut sum, mut total) = (0.0, 0.0);
            for outcome in outcomes {
                let weight = game.weight(table, outcome) as f64;
                let mut next = *table;
                game.play(&mut next, outcome);
                sum += weight * worth_of_playing(game, &next, search, known);
                total += weight;
            }
            sum / total
        }
        Turn::Of(_) => {
            let at = Table::at(game, *table);
            let findings = search.search(&at.view(Player::FIRST), &mut Rng::new(1), &Control::default()).unwrap();
            let mut next = *table;
            findings.line.iter().for_each(|&mv| game.play(&mut next, mv));
            worth_of_playing(game, &next, search, known)
        }
    };
    known.insert(*table, worth);
    worth
}

/// Who plays the ways out to the end sees what an evaluation that knows nothing cannot; and with one that knows something it does no worse.
#[test]
fn playing_to_the_end_is_worth_more_than_an_evaluation_that_is_blind() {
    let budget = Budget { nodes: Some(100_000_000), ..Budget::default() };
    for (down, deals) in [(3, 1), (3, 2), (6, 0)] {
        let game = Spider { suits: 1, ranks: 3, columns: 3, down, deals, auto: true, score: Score::Woods };
        let start = game.start(&mut Rng::new(0));
        let [plans, played] = [0, 20_000].map(|rollouts| {
            let mut blind = with_rollouts(Gloomy, budget, 100, rollouts);
            let mut seeing = with_rollouts(game.evaluation(0), budget, 100, rollouts);
            [
                worth_of_playing(&game, &start, &mut blind, &mut HashMap::new()),
                worth_of_playing(&game, &start, &mut seeing, &mut HashMap::new()),
            ]
        });
        // With nothing to deal plans see far enough.
        let gain = if deals > 0 { 0.1 } else { 0.0 };
        assert!(played[0] >= plans[0] + gain, "{down}, {deals}: {plans:?}, {played:?}");
        assert!(played[1] >= plans[1], "{down}, {deals}: {plans:?}, {played:?}");
    }
}

#[test]
fn games_played_to_the_end_keep_to_the_budget_and_say_the_same_again() {
    let game = Spider { auto: true, ..Spider::with_suits(2) };
    let mut compared = 0;
    for number in 0..3 {
        let mut table = Table::deal(&game, &mut Rng::new(0));
        while let Some(outcome) = table.outcome_of_deal(number) {
            table.play(outcome);
        }
        for nodes in [200, 20_000, 400_000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let find = |stop: &AtomicBool| {
                let control = Control { stop: Some(stop), ..Control::default() };
                let mut search = with_rollouts(game.evaluation(0), budget, 12, 200);
                search.search(&table.view(Player::FIRST), &mut Rng::new(3), &control).unwrap()
            };
            let (found, again) = (find(&AtomicBool::new(false)), find(&AtomicBool::new(false)));
            assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
            assert_eq!((&found.line, found.value, found.nodes), (&again.line, again.value, again.nodes));
            compared += u32::from(found.remarks.iter().any(|remark| remark.contains("compared")));
            assert!(find(&AtomicBool::new(true)).nodes < 1_000);
        }
    }
    assert!(compared >= 3, "{compared}");
}

#[test]
fn rollouts_without_ways_to_compare_are_refused() {
    let build = |spec: &str| catalog::agent(&Spec::parse(spec).unwrap(), &toy(0)).map(|_| ());
    let problem = build("closure:rollouts=100").unwrap_err().to_string();
    assert!(problem.contains("looks="), "{problem}");
    assert!(build("closure:rollouts=100,looks=2").is_ok());
}

/// Completing the fifth suit here and turning the last card leaves nine cards for ten columns: thirty cards would stay in the stock for
/// good.
#[test]
fn no_suit_is_completed_that_leaves_too_few_cards_to_deal() {
    let game = Spider { auto: true, ..Spider::with_suits(1) };
    let text = "19s/08s7s/02s/06s5s4s3s2sAs/07s/0KsQsJs/0Ts/0/04s3s2sAs/0QsJs 30 ssss";
    let table = Table::at(&game, game.read_position(text).unwrap());
    let budget = Budget { nodes: Some(5_000), ..Budget::default() };
    let mut search = closure(&game, budget, 64 << 20, 1);
    let findings = search.search(&table.view(Player::FIRST), &mut Rng::new(0), &Control::default()).unwrap();
    let mut left = *table.state();
    findings.line.iter().for_each(|&mv| game.play(&mut left, mv));
    assert_eq!(game.turn(&left), Turn::Chance);
    let left = game.position_text(&left);
    assert!(!left.contains("sssss"), "{left}");
}

/// Sees nothing in going on.
struct Gloomy;

impl Evaluation<Spider> for Gloomy {
    fn value(&self, _: &Spider, _: &Tableau, _: Player) -> f64 {
        0.0
    }
}

/// An end can be had later too: whoever expects nothing still goes on while it can.
#[test]
fn nobody_stops_while_there_is_a_way_to_go_on() {
    let mut gone_on = 0;
    for seed in 0..60 {
        let game = toy(seed);
        let mut rng = Rng::new(seed);
        let mut table = Table::deal(&game, &mut rng);
        for _ in 0..30 {
            while table.draw(&mut rng).is_some() {}
            if table.turn().is_over() {
                break;
            }
            let (step, margin, reluctance, doublings, cost) = (0.0, 0.0, 1000.0, None, 0.0);
            let manner = Manner { evaluation: Gloomy, step, margin, reluctance, doublings, cost, memory: 64 << 20 };
            let mut search = Closure::new(Budget::default(), manner, Looks { ways: 1, draws: 1, rollouts: 0 });
            let findings = search.search(&table.view(Player::FIRST), &mut rng, &Control::default()).unwrap();
            let [goes_on, end] = exits(&game, table.state());
            let best = findings.moves[findings.best[0]].mv;
            if goes_on.is_some() && end.is_none_or(|end| end < 0.98 * game.facts().highest) {
                for &place in &findings.best {
                    assert_ne!(game.move_text(table.state(), findings.moves[place].mv), "stop");
                }
                gone_on += 1;
            }
            table.play(best);
        }
    }
    assert!(gone_on > 100, "{gone_on}");
}
