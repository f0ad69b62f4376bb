use super::*;
use outwit_game::Rng;

fn parse(text: &str) -> Preferences {
    Preferences::parse(text).unwrap()
}

/// As text: a cycle `a>b>=c>a`, or a ranking `a b=c` with `!` when it is forced.
fn tell(preferences: &Preferences) -> String {
    let name = |&item: &usize| preferences.items()[item].as_str();
    match preferences.verdict() {
        Verdict::Cycle(cycle) => {
            let steps: Vec<String> = cycle
                .steps
                .iter()
                .map(|(item, is_strict)| format!("{}{}", name(item), if *is_strict { ">" } else { ">=" }))
                .collect();
            steps.concat() + name(&cycle.steps[0].0)
        }
        Verdict::Consistent(ranking) => {
            let groups: Vec<String> =
                ranking.groups.iter().map(|group| group.iter().map(name).collect::<Vec<_>>().join("=")).collect();
            groups.join(" ") + if ranking.is_forced { "!" } else { "" }
        }
    }
}

#[test]
fn cycles_and_rankings_known_by_hand() {
    for (text, told) in [
        ("A > B", "A B!"),
        ("A < B", "B A!"),
        ("A > B\nB > C\nC > A", "A>B>C>A"),
        ("A > B > C > A", "A>B>C>A"),
        ("A > A", "A>A"),
        ("A >= B # a remark\n\nB >= A", "A=B!"),
        ("A = B\nB > A", "B>A>=B"),
        ("A = B\nB = C\nC > D\nE > D", "A=B=C E D"),
        ("A > C\nB > C", "A B C"),
        ("A >= B", "A B"),
        ("a ripe   pear > a plum", "a ripe pear a plum!"),
        // The longer cycle is stated first, the shorter one is told.
        ("A > B > C > D >= A\nC >= B", "B>C>=B"),
        ("A ~ B\nA ≥ C", "A=B C"),
    ] {
        assert_eq!(tell(&parse(text)), told, "{text}");
    }
}

#[test]
fn a_bad_statement_is_told_where() {
    for (text, part) in [
        ("", "no preference to check"),
        ("A > B\nC", "line 2: `C` is no preference: `>`, `>=` or `=` is missing"),
        ("A >", "a name is missing"),
        ("> A", "a name is missing"),
        ("A >> B", "`>>` is no relation"),
        ("A > B <> C", "`<>` is no relation"),
    ] {
        let problem = Preferences::parse(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

#[test]
fn the_pump_gives_back_what_it_took_and_keeps_the_money() {
    let Verdict::Cycle(cycle) = parse("A > B\nB >= C\nC > A").verdict() else { panic!("a cycle") };
    let trades = cycle.pump(0.25);
    let told: Vec<(usize, usize, f64)> = trades.iter().map(|trade| (trade.give, trade.get, trade.paid)).collect();
    // Holding A, C is better; B is at least as good as C; A is better than B.
    assert_eq!(told, [(0, 2, 0.25), (2, 1, 0.0), (1, 0, 0.25)]);
    assert_eq!((cycle.loss(0.25, 1), cycle.loss(0.25, 8), cycle.loss(0.25, 0)), (0.5, 4.0, 0.0));
}

#[test]
fn cycles_are_found_exactly_where_all_pairs_shortest_ways_find_them() {
    let mut rng = Rng::new(11);
    let (mut cyclic, mut ranked) = (0, 0);
    for _ in 0..2_000 {
        let count = 2 + rng.index(6);
        let mut preferences = Preferences::default();
        for _ in 0..1 + rng.index(2 * count) {
            let sign = *rng.pick(&[">", ">", ">=", "="]);
            let (a, b) = (rng.index(count), rng.index(count));
            preferences.state(&format!("{a} {sign} {b}")).unwrap();
        }
        // Step 1. Floyd and Warshall: how many statements lead from each to each.
        let edges = preferences.edges();
        let count = edges.len();
        let mut ways = vec![vec![usize::MAX / 4; count]; count];
        for (a, targets) in edges.iter().enumerate() {
            ways[a][a] = 0;
            for &(b, _) in targets.iter().filter(|(b, _)| *b != a) {
                ways[a][b] = 1;
            }
        }
        for middle in 0..count {
            for a in 0..count {
                for b in 0..count {
                    ways[a][b] = ways[a][b].min(ways[a][middle] + ways[middle][b]);
                }
            }
        }
        let strict = edges.iter().enumerate().flat_map(|(a, to)| to.iter().filter(|to| to.1).map(move |to| (a, to.0)));
        let shortest = strict.map(|(a, b)| 1 + ways[b][a]).min().filter(|length| *length < usize::MAX / 4);
        // Step 2. The verdict agrees, and bears out what it says.
        match preferences.verdict() {
            Verdict::Cycle(cycle) => {
                cyclic += 1;
                assert_eq!(Some(cycle.steps.len()), shortest);
                assert!(cycle.steps.iter().any(|step| step.1));
                for (at, &(item, is_strict)) in cycle.steps.iter().enumerate() {
                    let next = cycle.steps[(at + 1) % cycle.steps.len()].0;
                    assert!(edges[item].iter().any(|&(to, strict)| to == next && (strict || !is_strict)));
                }
            }
            Verdict::Consistent(ranking) => {
                ranked += 1;
                assert_eq!(shortest, None);
                let mut rank = vec![usize::MAX; count];
                for (place, group) in ranking.groups.iter().enumerate() {
                    group.iter().for_each(|&item| rank[item] = place);
                }
                assert!(rank.iter().all(|place| *place < count));
                for &(a, relation, b) in preferences.statements() {
                    match relation {
                        Relation::Better => assert!(rank[a] < rank[b]),
                        Relation::AtLeast => assert!(rank[a] <= rank[b]),
                        Relation::Equal => assert_eq!(rank[a], rank[b]),
                    }
                }
            }
        }
    }
    assert!(cyclic > 200 && ranked > 200, "{cyclic} {ranked}");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut rng = Rng::new(3);
    let letters: Vec<char> = "AB >=<~≥#\n é".chars().collect();
    for _ in 0..5_000 {
        let text: String = (0..rng.index(12)).map(|_| *rng.pick(&letters)).collect();
        if let Ok(preferences) = Preferences::parse(&text) {
            preferences.verdict();
        }
    }
}
