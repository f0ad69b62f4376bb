//! Numbers that were wrong once: each by the small file that showed it, and by the general rule behind it.

use crate::common::{Shape, ask, close, random_tree};
use outwit_game::{AnyGame, Bound, Control, Game, Outline, OutlineTurn, Player, Report, Rng, Spec, Table, Turn};
use outwit_games::tree::Tree;
use outwit_search::named::catalog::{self, AGENTS, AgentEntry, erased_agent};

macro_rules! file {
    ($name:literal) => {
        Tree::from_json(include_str!(concat!("data/wrong-numbers/", $name, ".json"))).unwrap()
    };
}

type Told = Report<<Tree as Game>::Move>;

/// The names of the best moves.
fn best(tree: &Tree, report: &Told) -> Vec<String> {
    let root = tree.start(&mut Rng::new(0));
    report.best.iter().map(|&mv| tree.move_text(&root, mv)).collect()
}

fn value_of(tree: &Tree, report: &Told, seat: usize) -> f64 {
    let _ = tree;
    report.value[seat].expect("the mover's value is known")
}

/// Settings that keep an agent quick on a small tree.
fn quick(entry: &AgentEntry) -> &'static str {
    let has = |name: &str| entry.parameters.iter().any(|parameter| parameter.name == name);
    match () {
        _ if has("sims") => "sims=300",
        _ if has("worlds") => "",
        _ => "",
    }
}

fn spec(entry: &AgentEntry, settings: &[&str]) -> String {
    let settings: Vec<&str> = settings.iter().copied().chain([quick(entry)]).filter(|text| !text.is_empty()).collect();
    if settings.is_empty() { entry.name.to_string() } else { format!("{}:{}", entry.name, settings.join(",")) }
}

fn declares(entry: &AgentEntry, name: &str) -> bool {
    entry.parameters.iter().any(|parameter| parameter.name == name)
}

/// Random trees in which every mover's number lies between -10 and 10, of several kinds.
fn trees(count: u64, chance: bool) -> impl Iterator<Item = (u64, usize, Outline, Player)> {
    (0..count).filter_map(move |seed| {
        let mut rng = Rng::stream(77, seed);
        let players = 2 + rng.index(2);
        let shape = Shape { players, chance, zero_sum: rng.index(3) > 0, ties: rng.index(2) == 0 };
        let height = 2 + rng.index(3) as u32;
        let root = random_tree(&mut rng, &shape, height, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { return None };
        Some((seed, players, root, seat))
    })
}

// ---- temperature -----------------------------------------------------------------------------------------------------

#[test]
fn a_pruned_bound_is_never_played_as_if_it_were_a_value() {
    let tree = file!("maxn-temperature");
    for name in ["maxn", "mpmix", "mpmix:td=0", "paranoid", "alphabeta", "brs", "brs+", "offensive", "solve"] {
        let join = if name.contains(':') { ',' } else { ':' };
        let report = ask(&format!("{name}{join}temperature=1"), &tree, None);
        let wanted = 1.0 / (1.0 + (-4.0f64).exp());
        let found = report.moves[0].probability;
        // Whoever is out to hurt may like the moves otherwise, but knows what they are worth.
        assert!(close(report.moves[1].values[1].unwrap(), -2.0), "{name}");
        assert!(name == "offensive" || close(found, wanted), "{name}: {found}, not {wanted}");
    }
}

/// Agents that have no value for every move: they play at random, by a rule, by what they prove, or by what they learned.
const WITHOUT_VALUES: &[&str] = &["random", "strategy", "pns", "dfpn", "learner", "equilibrium"];

#[test]
fn with_a_temperature_every_agent_plays_by_the_exact_values_of_all_moves() {
    const TEMPERATURE: f64 = 1.5;
    let mut compared = 0;
    for chance in [false, true] {
        for (seed, players, root, seat) in trees(60, chance) {
            let tree = Tree::new(players, &root).unwrap();
            for entry in AGENTS.iter().filter(|entry| entry.can_play(&tree) && declares(entry, "temperature")) {
                if WITHOUT_VALUES.contains(&entry.name) {
                    continue;
                }
                let warm = ask(&spec(entry, &["temperature=1.5"]), &tree, None);
                let value = |place: usize| warm.moves[place].values[seat.index()];
                // Step 1. The probabilities follow from the values.
                let best = (0..warm.moves.len()).filter_map(value).fold(f64::NEG_INFINITY, f64::max);
                let weight = |place| value(place).map_or(0.0, |value: f64| ((value - best) / TEMPERATURE).exp());
                let total: f64 = (0..warm.moves.len()).map(weight).sum();
                for (place, found) in warm.moves.iter().enumerate() {
                    assert_eq!(found.bound, Bound::Exact, "{}, tree {seed}", entry.name);
                    let wanted = weight(place) / total;
                    assert!(close(found.probability, wanted), "{}, tree {seed}: {found:?}", entry.name);
                }
                // Step 2. The values are those that the plain way finds.
                let Some(plain) = plain(entry.name, &tree, &root, seat, &warm) else { continue };
                for (found, plain) in warm.moves.iter().zip(plain) {
                    let found = found.values[seat.index()].unwrap();
                    assert!(close(found, plain), "{}, tree {seed}: {found}, plainly {plain}", entry.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// The same values found without leaving anything out, where a search leaves something out.
fn plain(name: &str, tree: &Tree, root: &Outline, seat: Player, warm: &Told) -> Option<Vec<f64>> {
    let is_paranoid = warm.remarks.iter().any(|remark| remark.contains("paranoid"));
    let told = |report: Told| report.moves.iter().map(|found| found.values[seat.index()].unwrap()).collect();
    Some(match name {
        "alphabeta" | "minimax" | "paranoid" | "expectiminimax" | "solve" => minimax_of_moves(root, seat),
        "mpmix" if is_paranoid => minimax_of_moves(root, seat),
        "maxn" => told(ask("maxn:pruning=none", tree, None)),
        // A search that writes its tree leaves nothing out.
        "mpmix" | "offensive" | "maxprob" | "softmaxn" | "probmaxn" => told(ask(name, tree, Some(1 << 20))),
        _ => return None,
    })
}

fn minimax_of_moves(root: &Outline, seat: Player) -> Vec<f64> {
    root.children.iter().map(|child| minimax(child, seat)).collect()
}

#[test]
fn worlds_are_averaged_over_values_and_not_over_bounds() {
    for (seed, players, root, seat) in trees(100, false) {
        let tree = Tree::new(players, &root).unwrap();
        let worlds = ask("pimc:inner=(maxn),worlds=2", &tree, None);
        let plain = ask("maxn:pruning=none", &tree, None);
        for (found, plain) in worlds.moves.iter().zip(&plain.moves) {
            let (found, plain) = (found.values[seat.index()].unwrap(), plain.values[seat.index()].unwrap());
            assert!(close(found, plain), "tree {seed}: {found}, plainly {plain}");
        }
    }
}

// ---- frontier leaves -------------------------------------------------------------------------------------------------

#[test]
fn at_a_frontier_leaf_every_search_asks_the_evaluation() {
    let tree = file!("frontier");
    for entry in AGENTS.iter().filter(|entry| entry.can_play(&tree) && declares(entry, "eval")) {
        if entry.name == "learner" {
            continue;
        }
        let told = ask(&spec(entry, &["eval=file"]), &tree, None);
        let blind = ask(&spec(entry, &["eval=blind"]), &tree, None);
        // Both moves win if the file is right, and who plays to win asks for no more.
        let wanted: &[&str] = if entry.name == "maxprob" { &["a", "b"] } else { &["a"] };
        let counts_visits = entry.name == "maxprob-mcts";
        assert!(counts_visits || best(&tree, &told) == wanted, "{} by what the file says", entry.name);
        assert_eq!(best(&tree, &blind), ["b"], "{} by an evaluation that knows nothing", entry.name);
    }
}

/// The tree with what an evaluation that knows nothing says in the place of what the frontier leaves say, paid for good.
fn paid_blindly(node: &Outline) -> Outline {
    if node.children.is_empty() && node.payoffs.is_none() {
        let zeros = node.heuristic.as_ref().map(|values| vec![0.0; values.len()]);
        return Outline { heuristic: None, payoffs: zeros, ..node.clone() };
    }
    Outline { children: node.children.iter().map(paid_blindly).collect(), ..node.clone() }
}

/// Cuts a third of the final leaves.
fn cut(node: &mut Outline, rng: &mut Rng) {
    if node.payoffs.is_some() && rng.index(3) == 0 {
        node.heuristic = node.payoffs.take();
    }
    node.children.iter_mut().for_each(|child| cut(child, rng));
}

#[test]
fn a_frontier_leaf_means_one_thing_in_all_searches() {
    for chance in [false, true] {
        for seed in 0..40 {
            let mut rng = Rng::stream(78, seed);
            let shape = Shape { players: 2, chance, zero_sum: true, ties: rng.index(2) == 0 };
            let mut root = random_tree(&mut rng, &shape, 3, true);
            let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
            cut(&mut root, &mut rng);
            // The same range of payoffs in both trees, whatever was cut.
            let end =
                |low: f64| Outline { mv: format!("end{low}"), payoffs: Some(vec![low, -low]), ..Outline::default() };
            root.children.push(Outline {
                mv: "range".to_string(),
                turn: root.turn,
                heuristic: Some(vec![0.0, 0.0]),
                children: vec![end(-11.0), end(11.0)],
                ..Outline::default()
            });
            let (tree, paid) = (Tree::new(2, &root).unwrap(), Tree::new(2, &paid_blindly(&root)).unwrap());
            for entry in AGENTS.iter().filter(|entry| entry.can_play(&tree) && declares(entry, "eval")) {
                // Whoever does not like draws takes what pays nothing for one, and no estimate.
                if entry.name == "blindfold" {
                    continue;
                }
                // Those that grow their trees by what the file says of inner nodes see two different files.
                // Models of the others have evaluations of their own: the same.
                let models = match entry.name {
                    "prom" | "probmaxn" => "models=blind",
                    "model-vi" | "model-mcts" => "models=(wants;wants:what=spite;wants:what=win)",
                    _ => "",
                };
                let spec = spec(entry, &["eval=blind", models]);
                let (cut, paid) = (ask(&spec, &tree, None), ask(&spec, &paid, None));
                assert_eq!(cut.moves.len(), paid.moves.len());
                for (cut, paid) in cut.moves.iter().zip(&paid.moves) {
                    let (cut, paid) = (cut.values[seat.index()], paid.values[seat.index()]);
                    let same = cut.is_some() == paid.is_some() && cut.zip(paid).is_none_or(|(a, b)| close(a, b));
                    assert!(same, "{spec}, tree {seed}, chance {chance}: {cut:?} cut, {paid:?} paid");
                }
            }
        }
    }
}

#[test]
fn a_model_of_the_other_speaks_at_frontier_leaves_too() {
    let tree = Tree::from_json(
        r#"{"players":2,"root":{"turn":1,"children":[{"move":"go","turn":2,"children":[
            {"move":"x","heuristic":[3,-3]},{"move":"y","payoffs":[1,-1]}]}]}}"#,
    )
    .unwrap();
    // To whom knows nothing x is worth 0, so that is where it goes, and to us it is worth 3.
    assert_eq!(value_of(&tree, &ask("om:model=blind", &tree, None), 0), 3.0);
    assert_eq!(value_of(&tree, &ask("om:model=file", &tree, None), 0), 1.0);
    assert_eq!(value_of(&tree, &ask("prom:models=file+blind", &tree, None), 0), 2.0);
}

// ---- what was not looked into ----------------------------------------------------------------------------------------

const SELECTIVE: &[&str] = &["bestfirst", "minmaxapprox", "conspiracy", "mgss", "bstar"];

#[test]
fn a_move_that_was_not_looked_into_is_not_as_good_as_a_certain_one() {
    let tree = file!("unseen-tie");
    for name in SELECTIVE {
        assert_eq!(best(&tree, &ask(name, &tree, None)), ["a"], "{name}");
    }
    // The same with the moves in the other order.
    let turned = Tree::from_json(
        r#"{"players":2,"root":{"turn":1,"children":[
            {"move":"c","heuristic":[3,-3],"turn":2,"children":[{"move":"x","payoffs":[-3,3]}]},
            {"move":"a","payoffs":[3,-3]}]}}"#,
    )
    .unwrap();
    for name in SELECTIVE {
        assert_eq!(best(&turned, &ask(name, &turned, None)), ["a"], "{name}, turned");
    }
}

#[test]
fn on_random_trees_nothing_unseen_is_called_as_good_as_what_is_certain() {
    let mut ties = 0;
    for seed in 0..500 {
        let mut rng = Rng::stream(79, seed);
        let shape = Shape { players: 2, chance: false, zero_sum: true, ties: true };
        let root = random_tree(&mut rng, &shape, 4, true);
        let tree = Tree::new(2, &root).unwrap();
        for name in SELECTIVE {
            let report = ask(name, &tree, Some(1 << 20));
            let searched = report.tree.as_ref().expect("it writes its tree");
            let Some(OutlineTurn::Of(seat)) = root.turn else { unreachable!() };
            let top = report.value[seat.index()].unwrap();
            let is_best = |at: usize| report.best.contains(&report.moves[at].mv);
            let is_certain = |at: usize| root.children[at].payoffs.is_some();
            let was_seen = |at: usize| is_certain(at) || !searched.children[at].children.is_empty();
            let is_top = |at: usize| close(report.moves[at].values[seat.index()].unwrap(), top);
            if (0..report.moves.len()).any(|at| is_certain(at) && is_top(at)) {
                ties += usize::from((0..report.moves.len()).any(|at| is_top(at) && !was_seen(at)));
                for at in (0..report.moves.len()).filter(|&at| is_best(at)) {
                    assert!(was_seen(at), "{name}, tree {seed}: move {at} was never looked into");
                }
            }
        }
    }
    assert!(ties > 100, "{ties}");
}

fn minimax(node: &Outline, root: Player) -> f64 {
    if let Some(payoffs) = &node.payoffs {
        return payoffs[root.index()];
    }
    let values = node.children.iter().map(|child| minimax(child, root));
    match node.turn {
        Some(OutlineTurn::Of(player)) if player == root => values.fold(f64::NEG_INFINITY, f64::max),
        Some(OutlineTurn::Chance) => {
            values.zip(&node.children).map(|(value, child)| value * child.probability.unwrap()).sum()
        }
        _ => values.fold(f64::INFINITY, f64::min),
    }
}

// ---- budgets in written trees ----------------------------------------------------------------------------------------

#[test]
fn bpip_keeps_to_its_budget_in_written_trees() {
    let tree = file!("bpip-depth");
    let value = |spec: &str| value_of(&tree, &ask(spec, &tree, None), 0);
    assert_eq!(value("bpip:depth=1"), 5.0);
    assert_eq!(value("bpip:depth=2"), 4.0);
    assert_eq!(value("bpip"), 4.0);
    // Two moves are the root's; two more and the first of them is looked into.
    assert_eq!(value("bpip:nodes=3"), 5.0);
    assert_eq!(value("bpip:nodes=4"), 4.0);
    assert!(ask("bpip:nodes=3", &tree, None).nodes <= 3);
}

/// Without spikes its distributions are points, so to a depth it is minimax.
#[test]
fn bpip_to_a_depth_is_minimax_where_all_is_certain() {
    for (seed, players, root, _) in trees(100, false) {
        let tree = Tree::new(players, &root).unwrap();
        for depth in 1..4 {
            let (found, plain) =
                (ask(&format!("bpip:depth={depth}"), &tree, None), ask(&format!("minimax:depth={depth}"), &tree, None));
            for (found, plain) in found.moves.iter().zip(&plain.moves) {
                assert_eq!(found.values, plain.values, "tree {seed}, depth {depth}");
            }
        }
    }
}

// ---- payoffs as chances ----------------------------------------------------------------------------------------------

#[test]
fn chances_are_read_between_what_is_really_paid() {
    let tree = file!("product");
    // Between 10 and 20: a is lost whatever is played, b is 0.4, c 0.1.
    for name in ["product", "bounds", "bounds:by=low", "bounds:by=high"] {
        let report = ask(name, &tree, None);
        assert_eq!(best(&tree, &report), ["b"], "{name}");
        let values: Vec<f64> = report.moves.iter().map(|found| found.values[0].unwrap()).collect();
        for (value, wanted) in values.iter().zip([10.0, 14.0, 11.0]) {
            assert!(close(*value, wanted), "{name}: {values:?}");
        }
    }
}

#[test]
fn the_product_rule_is_the_plain_recursion_whatever_the_payoffs_add_up_to() {
    fn range(node: &Outline, ends: &mut (f64, f64)) {
        for values in [&node.payoffs, &node.heuristic].into_iter().flatten() {
            values.iter().for_each(|&x| *ends = (ends.0.min(x), ends.1.max(x)));
        }
        node.children.iter().for_each(|child| range(child, ends));
    }
    fn product(node: &Outline, root: Player, ends: (f64, f64)) -> f64 {
        if let Some(payoffs) = &node.payoffs {
            return if ends.1 > ends.0 { (payoffs[root.index()] - ends.0) / (ends.1 - ends.0) } else { 0.5 };
        }
        let below = node.children.iter().map(|child| product(child, root, ends));
        match node.turn.unwrap() {
            OutlineTurn::Of(player) if player == root => 1.0 - below.map(|p| 1.0 - p).product::<f64>(),
            OutlineTurn::Of(_) => below.product(),
            OutlineTurn::Chance => below.zip(&node.children).map(|(p, child)| p * child.probability.unwrap()).sum(),
        }
    }
    fn raise(node: &mut Outline) {
        for values in [&mut node.payoffs, &mut node.heuristic].into_iter().flatten() {
            values.iter_mut().for_each(|x| *x += 25.0);
        }
        node.children.iter_mut().for_each(raise);
    }
    for chance in [false, true] {
        for (seed, players, mut root, seat) in trees(150, chance) {
            raise(&mut root);
            let tree = Tree::new(players, &root).unwrap();
            let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
            range(&root, &mut ends);
            let report = ask("product", &tree, None);
            for (found, child) in report.moves.iter().zip(&root.children) {
                let wanted = ends.0 + (ends.1 - ends.0) * product(child, seat, ends);
                let found = found.values[seat.index()].unwrap();
                assert!((found - wanted).abs() < 1e-6, "tree {seed}: {found}, plainly {wanted}");
            }
        }
    }
}

// ---- chances to win --------------------------------------------------------------------------------------------------

#[test]
fn a_draw_means_the_same_on_the_board_and_in_sight() {
    let tree = file!("maxprob");
    let report = ask("maxprob", &tree, None);
    assert_eq!(best(&tree, &report), ["draw", "even"]);
    report.moves.iter().for_each(|found| assert_eq!(found.values[..2], [Some(0.5), Some(0.5)]));
}

fn asked(spec: &str, table: &Table<'_, AnyGame>) -> Report<<AnyGame as Game>::Move> {
    let mut agent = erased_agent(&Spec::parse(spec).unwrap(), table.game()).unwrap();
    let Turn::Of(seat) = table.turn() else { panic!("a player moves") };
    agent.begin(table.game(), seat, 1);
    agent.choose(&table.view(seat), &Control::default()).unwrap()
}

fn connect4() -> AnyGame {
    outwit_games::catalog::game(&Spec::parse("connect4").unwrap(), &|_: &str| unreachable!()).unwrap()
}

#[test]
fn max_prob_sees_a_win_in_one_without_intervals() {
    let game = connect4();
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in "4 1 4 1 4 1".split(' ') {
        table.play_text(mv).unwrap();
    }
    let report = asked("maxprob", &table);
    let best: Vec<String> = report.best.iter().map(|&mv| game.move_text(table.state(), mv)).collect();
    assert_eq!(best, ["4"]);
    assert_eq!(report.value[0], Some(1.0));
}

/// Two seats that win, draw or lose: chances rise and fall with values, so the moves are those of minimax.
#[test]
fn with_two_seats_and_plain_values_max_prob_plays_minimax_moves() {
    let game = connect4();
    for seed in 0..40 {
        let mut rng = Rng::stream(31, seed);
        let mut table = Table::deal(&game, &mut rng);
        let mut scratch = Vec::new();
        for _ in 0..rng.index(20) {
            if !table.turn().is_over() {
                let mv = game.random_move(table.state(), &mut rng, &mut scratch);
                table.play(mv);
            }
        }
        if table.turn().is_over() {
            continue;
        }
        let depth = 1 + rng.index(3);
        let (found, plain) =
            (asked(&format!("maxprob:depth={depth}"), &table), asked(&format!("minimax:depth={depth}"), &table));
        assert_eq!(found.best, plain.best, "position {seed} to depth {depth}");
    }
}

// ---- sizes -----------------------------------------------------------------------------------------------------------

#[test]
fn payoffs_that_would_overflow_are_refused_with_the_limit() {
    for text in [include_str!("data/wrong-numbers/huge.json"), include_str!("data/wrong-numbers/panic.json")] {
        let problem = Tree::from_json(text).err().expect("it is refused").to_string();
        assert!(problem.contains("1e100") && problem.contains("root > a"), "{problem}");
    }
}

#[test]
fn the_largest_payoffs_that_are_read_break_no_agent() {
    let text = include_str!("data/wrong-numbers/panic.json").replace("e+308", "e+100").replace("e+300", "e+92");
    let tree = Tree::from_json(&text).unwrap();
    for entry in AGENTS.iter().filter(|entry| entry.can_play(&tree)) {
        if catalog::agent(&Spec::parse(entry.name).unwrap(), &tree).is_err() {
            continue;
        }
        for settings in [vec![], vec!["temperature=1"], vec!["choice=value"], vec!["rule=tuned"], vec!["rule=puct"]] {
            let known = settings.iter().all(|setting: &&str| declares(entry, setting.split('=').next().unwrap()));
            if known {
                let report = ask(&spec(entry, &settings), &tree, None);
                let values = report.moves.iter().flat_map(|found| found.values).chain(report.value).flatten();
                values.for_each(|value| assert!(value.is_finite(), "{}: {value}", entry.name));
                let total: f64 = report.moves.iter().map(|found| found.probability).sum();
                assert!(close(total, 1.0), "{}", entry.name);
            }
        }
    }
}

// ---- wide nodes ------------------------------------------------------------------------------------------------------

#[test]
fn a_node_of_three_thousand_equal_moves_is_settled_at_once() {
    let leaf = |number: usize| Outline {
        mv: format!("m{number}"),
        payoffs: Some(vec![1.0, (number % 97) as f64, (number % 89) as f64]),
        ..Outline::default()
    };
    let wide = Outline {
        turn: Some(OutlineTurn::Of(Player::new(0))),
        children: (0..3000).map(leaf).collect(),
        ..Outline::default()
    };
    let root = Outline {
        turn: Some(OutlineTurn::Of(Player::new(1))),
        children: vec![Outline { mv: "in".to_string(), ..wide }],
        ..Outline::default()
    };
    let tree = Tree::new(3, &root).unwrap();
    let report = ask("maxn:ties=random", &tree, None);
    let mean = (0..3000).map(|number| (number % 97) as f64).sum::<f64>() / 3000.0;
    assert!(close(report.value[1].unwrap(), mean), "{:?}", report.value);
}

// ---- weights beyond numbers --------------------------------------------------------------------------------------------

/// Weights say how often it is which, whatever their size: as many as add up to more than a number holds are the same shares.
#[test]
fn large_weights_are_shares_like_small_ones() {
    let tree = Tree::from_json(
        r#"{"players":2,"root":{"turn":1,"children":[{"move":"a","turn":2,"children":[
        {"move":"x","payoffs":[10,-10]},{"move":"y","payoffs":[4,-4]}]},{"move":"b","payoffs":[5,-5]}]}}"#,
    )
    .unwrap();
    for (spec, value) in [
        ("compose:grow=full,backup=expectation,belief=(random*W;maxn*W)", 5.5),
        ("prom:models=file*W+blind*W", 5.0),
        ("probmaxn:models=file*W+blind*W", 5.0),
        ("compose:grow=full,backup=probmaxn,models=file*W+blind*W", 5.0),
        ("model-mcts:models=(uniform;greedy),prior=(W;W),sims=50", f64::NAN),
        ("model-mcts:models=(mixture:of=(greedy;uniform),weights=(W;W)),sims=50", f64::NAN),
    ] {
        let (small, large) = (spec.replace('W', "1"), spec.replace('W', "1e308"));
        let (small, large) = (ask(&small, &tree, None), ask(&large, &tree, None));
        assert_eq!((&large.value, &large.best, &large.moves), (&small.value, &small.best, &small.moves), "{spec}");
        assert!(value.is_nan() || value_of(&tree, &large, 0) == value, "{spec}: {:?}", large.value);
    }
}

// ---- a value that is that of the move -----------------------------------------------------------------------------------

/// Soft-MaxN keeps open what others will do, and not what the seat does that chooses now.
#[test]
fn the_value_of_soft_maxn_is_that_of_the_move_it_plays() {
    const SPECS: [&str; 6] = [
        "softmaxn:depth=9",
        "softmaxn:depth=9,security=mean",
        "compose:grow=full,backup=softmaxn,depth=9",
        "compose:grow=mcts,backup=softmaxn,value=file,nodes=20000",
        "compose:grow=bestfirst,backup=softmaxn,select=whole",
        "maxn:depth=9",
    ];
    let tree = Tree::from_json(
        r#"{"players":3,"root":{"turn":1,"children":[{"move":"a","turn":2,"children":[
        {"move":"x","payoffs":[9,2,3]},{"move":"y","payoffs":[-5,2,0]}]},{"move":"b","turn":3,"children":[
        {"move":"x","payoffs":[1,1,3]},{"move":"y","payoffs":[0,0,0]}]}]}}"#,
    )
    .unwrap();
    for spec in ["softmaxn", "compose:grow=full,backup=softmaxn", "compose:grow=bestfirst,backup=softmaxn"] {
        let report = ask(spec, &tree, Some(100));
        assert_eq!(
            (best(&tree, &report), &report.value[..3]),
            (vec!["b".to_string()], &[Some(1.0), Some(1.0), Some(3.0)][..]),
            "{spec}"
        );
        let written = report.tree.as_ref().and_then(|tree| tree.value.as_deref());
        assert_eq!(written, Some(&report.value[..3]), "{spec}");
    }
    for (seed, players, root, _) in trees(150, false) {
        let tree = Tree::new(players, &root).unwrap();
        for spec in SPECS {
            let report = ask(spec, &tree, None);
            let is_that =
                |found: &&outwit_game::MoveReport<_>| report.best.contains(&found.mv) && found.values == report.value;
            assert!(report.moves.iter().find(is_that).is_some(), "{spec}, tree {seed}: {:?}", report.value);
        }
    }
}

// ---- sentences -----------------------------------------------------------------------------------------------------------

#[test]
fn a_strategy_that_is_not_there_is_named_in_whole_sentences() {
    let game = outwit_games::catalog::game(&Spec::parse("repeated").unwrap(), &|_| unreachable!()).unwrap();
    let problem = |name: &str| {
        let spec = Spec::parse(&format!("strategy:name={name}")).unwrap();
        erased_agent(&spec, &game).err().expect("no such strategy").to_string()
    };
    assert!(problem("nosuch").contains("no strategy `nosuch`; it has: tit-for-tat, "), "{}", problem("nosuch"));
    assert!(problem("grimm").contains("`grimm`; did you mean `grim`? It has: tit-for-tat, "), "{}", problem("grimm"));
}
