use super::*;
use crate::picture::report_html;
use crate::record::{Forfeit, GameRecord};
use crate::setting::{Seatings, SprtSetting};
use crate::statistics::fixtures::{deal, game};
use outwit_game::Rng;
use proptest::prelude::*;

pub(crate) fn setting(agents: &[&str], deals: u64) -> Setting {
    Setting {
        game: "connect4".into(),
        agents: agents.iter().map(|agent| agent.to_string()).collect(),
        deals,
        seed: 7,
        opening: 4,
        seatings: Seatings::All,
        cap: 500,
        grace_ms: 100,
        budget: None,
        payoffs: None,
        sprt: None,
    }
}

/// Deals of the games of three agents of different strength, two at a time.
pub(crate) fn three_agents(deals: u64) -> Vec<DealRecord> {
    let mut rng = Rng::new(3);
    let strengths = [3.0, 6.0, 0.4];
    (0..deals)
        .map(|number| {
            let luck = 0.6 + 0.8 * rng.unit();
            let mut games = Vec::new();
            for seats in [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]] {
                let (first, second) = (strengths[seats[0]] * luck, strengths[seats[1]]);
                let payoff = match rng.unit() {
                    u if u < 0.05 => 0.0,
                    _ if rng.unit() < first / (first + second) => 1.0,
                    _ => -1.0,
                };
                games.push(game(&seats, &[payoff, -payoff]));
            }
            deal(number, games)
        })
        .collect()
}

fn two_of_three_agents(deals: u64) -> Vec<DealRecord> {
    let mut deals = three_agents(deals);
    deals.iter_mut().for_each(|deal| deal.games.retain(|game| !game.seats.contains(&2)));
    deals
}

#[test]
fn the_table_reads_like_this() {
    let agents = ["alphabeta:depth=4", "alphabeta:depth=6", "random"];
    let text = Standings::new(&setting(&agents, 50), &three_agents(50)).to_text();
    let expected = "\
connect4: 50 deals x 6 seatings = 300 games, seed 7
opening of 4 random moves

agent              games  win share %          95 %  payoff            95 %  rating          95 %  nodes/move
alphabeta:depth=6    200         80.0  74.4 to 85.0   +0.60  +0.49 to +0.70    +181  +138 to +224         5.0
alphabeta:depth=4    200         57.2  51.8 to 63.3   +0.14  +0.04 to +0.27     +47     +7 to +86         5.0
random               200         12.8   9.2 to 17.0   -0.74  -0.82 to -0.66    -228  -269 to -186         5.0

alphabeta:depth=6 beats alphabeta:depth=4 by 23 points (95 % 12 to 32, p < 0.001).
alphabeta:depth=6 beats random by 67 points (95 % 59 to 74, p < 0.001).
alphabeta:depth=4 beats random by 44 points (95 % 36 to 52, p < 0.001).

Head to head: % of meetings in which the row's agent got more than the column's; equal counts half
agent                   1     2     3
1 alphabeta:depth=6     -  73.0  87.0
2 alphabeta:depth=4  27.0     -  87.5
3 random             13.0  12.5     -

95 % intervals by resampling deals (BCa bootstrap); p by flipping the signs of deals, corrected for 3 pairs (Holm).
Payoffs tell the same as win shares: 100 points are worth 2.
Ratings by finishing orders (Plackett-Luce), in Elo points around the mean.
";
    assert_eq!(text, expected);
}

#[test]
fn a_narrow_screen_gets_the_same_in_lines_that_fit() {
    let agents = ["alphabeta:depth=4", "alphabeta:depth=6", "random"];
    let standings = Standings::new(&setting(&agents, 50), &three_agents(50));
    let (wide, narrow) = (standings.to_text(), standings.to_text_within(60));
    assert!(wide.lines().any(|line| line.len() > 100) && !wide.contains("COLUMNS"), "{wide}");
    assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
    assert!(narrow.contains("a wider terminal, or COLUMNS=120"), "{narrow}");
    // Every number is there, and every part of the table says whose they are.
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<std::collections::BTreeSet<_>>();
    assert!(words(&wide).is_subset(&words(&narrow)), "{narrow}");
    assert_eq!(narrow.matches("\nagent ").count(), 4, "{narrow}");
}

#[test]
fn meetings_are_counted_by_pairs_of_seats() {
    let games = vec![game(&[0, 1, 2], &[3.0, 1.0, 1.0]), game(&[2, 0, 0], &[2.0, 2.0, 5.0])];
    let standings = Standings::new(&setting(&["a", "b", "c"], 1), &[deal(0, games)]);
    let met: Vec<_> = standings.meetings.iter().map(|m| (m.a, m.b, m.games, m.more, m.equal)).collect();
    assert_eq!(met, [(0, 1, 1, 1, 0), (0, 2, 3, 2, 1), (1, 2, 1, 0, 1)]);
    let told = standings.to_json(1);
    assert_eq!(told["head_to_head"][1]["less"], 0);
    assert_eq!(told["head_to_head"][2]["equal"], 1);
    assert!(report_html(&standings, "1", "0", "again").contains("Head to head"));
}

#[test]
fn programs_of_ones_own_have_short_names_and_are_told_apart() {
    let agents = [
        "engine:command=(python3 -u /home/me/bots/my.py --fast)",
        "engine:command=(/opt/engines/deep 9)",
        "engine:command=(/opt/other/deep)",
        "random",
    ];
    let standings = Standings::new(&setting(&agents, 50), &three_agents(50));
    assert_eq!(standings.names(), ["my.py", "deep #1", "deep #2", "random"]);
    let text = standings.to_text();
    assert!(text.contains("deep #2 is engine:command=(/opt/other/deep)"), "{text}");
    assert_eq!(text.matches("random is").count(), text.matches("random is ahead").count(), "{text}");
}

#[test]
fn two_agents_have_elo_and_a_test_that_ends_early() {
    let mut setting = setting(&["weak", "strong"], 50);
    let deals = two_of_three_agents(50);
    let whole = Standings::new(&setting, &deals);
    assert_eq!((whole.deals, whole.games, whole.agents[0].rating), (50, 100, None));
    setting.sprt = Some(SprtSetting { low: 0.0, high: -100.0, is_normalized: true });
    let mut backwards = deals.clone();
    backwards.reverse();
    let stopped = Standings::new(&setting, &backwards);
    assert_eq!(stopped.deals, stopped.sprt.as_ref().unwrap().deals);
    assert!(stopped.deals < 50);
    let counted = Standings::new(&setting, &deals[..stopped.deals as usize]);
    assert_eq!(counted, stopped);
    let expected = "\
connect4: 34 deals x 2 seatings = 68 games, seed 7 (50 deals planned)
opening of 4 random moves

agent   games  win share %          95 %  payoff            95 %  nodes/move
strong     68         66.2  53.2 to 78.2   +0.32  +0.06 to +0.56         5.0
weak       68         33.8  21.8 to 46.8   -0.32  -0.56 to -0.06         5.0

strong beats weak by 32 points (95 % 6 to 56, p = 0.017).
Elo of strong over weak: +117 (95 % +27 to +225); normalised +114 ± 87.
Likelihood that it is the stronger: 99.4 %. Deals by half points won: 4 2 11 2 15.
Sequential test of normalised Elo 0 against -100: accepted -100 after 34 deals (log likelihood ratio 3.18, bounds -2.94 and 2.94).

95 % intervals by resampling deals (BCa bootstrap); p by flipping the signs of deals.
Payoffs tell the same as win shares: 100 points are worth 2.
";
    assert_eq!(stopped.to_text(), expected);
}

#[test]
fn the_json_has_the_promised_keys_in_the_promised_order() {
    let agents = ["a", "b", "c"];
    let json = Standings::new(&setting(&agents, 50), &three_agents(50)).to_json("spring");
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let is_part = |wanted: &[&str], keys: &[String]| wanted.iter().all(|key| keys.iter().any(|have| have == key));
    let root = ["tournament", "game", "seed", "deals", "seatings", "budget", "agents", "pairs", "forfeits"];
    assert!(is_part(&root, &keys(&json)));
    let row = ["agent", "games", "win_share", "low", "high", "payoff", "payoff_low", "payoff_high"];
    assert_eq!(keys(&json["agents"][0])[..row.len()], row);
    assert_eq!(keys(&json["pairs"][0])[..6], ["a", "b", "difference", "low", "high", "p"]);
    let payoffs = ["payoff_difference", "payoff_low", "payoff_high", "payoff_p"];
    assert_eq!(keys(&json["pairs"][0])[6..10], payoffs);
    assert_eq!(json["agents"][0]["nodes_per_move"], 5.0);
    assert_eq!((json["tournament"].as_str(), json["deals"].as_u64()), (Some("spring"), Some(50)));
    assert_eq!((json["seatings"].as_u64(), json["agents"][1]["agent"].as_str()), (Some(6), Some("b")));
}

#[test]
fn payoffs_that_tell_more_than_wins_are_told_beside_them() {
    // The one wins two games in three, and loses much more in the third.
    let mut deals = two_of_three_agents(30);
    for deal in &mut deals {
        for game in &mut deal.games {
            let first = if deal.deal % 3 == 0 { -30.0 } else { 4.0 };
            game.payoffs = if game.seats == [0, 1] { vec![first, -first] } else { vec![-first, first] };
        }
    }
    let standings = Standings::new(&setting(&["bold", "careful"], 30), &deals);
    assert_eq!(standings.payoffs_per_win(), None);
    let text = standings.to_text();
    let verdict = "bold is ahead of careful by 33 points, which may be luck (95 % -6 to 67, p = 0.099); payoff -14.7 (95 % \
                   -28.0 to -3.3, p = 0.020).\n";
    assert!(text.contains(verdict), "{text}");
    let pair = &standings.to_json(1)["pairs"][0];
    assert!((pair["payoff_difference"].as_f64().unwrap() + 44.0 / 3.0).abs() < 1e-9, "{pair}");
}

#[test]
fn forfeits_are_counted_and_the_first_ones_told() {
    let mut deals = two_of_three_agents(30);
    for deal in &mut deals {
        deal.games[1].forfeit = Some(Forfeit { seat: 0, reason: "it panicked: <no>".into() });
        deal.games[0].is_capped = deal.deal == 3;
    }
    let standings = Standings::new(&setting(&["a", "b"], 30), &deals);
    assert_eq!((standings.forfeits, standings.forfeits_told.len(), standings.capped), (30, MOST_FORFEITS_TOLD, 1));
    assert_eq!((standings.agents[0].forfeits, standings.agents[1].forfeits), (0, 30));
    let text = standings.to_text();
    assert!(text.contains("deal 19, seat 1, b: it panicked: <no>\n  and 10 more\n"), "{text}");
    assert!(text.contains("1 game was left at the cap of 500 moves.\n30 forfeits:\n"), "{text}");
}

#[test]
fn identical_agents_get_exactly_the_same() {
    let seatings = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut rng = Rng::new(5);
    let deals: Vec<DealRecord> = (0..20)
        .map(|number| {
            // Agents that answer alike make a game that depends on the seats only.
            let payoffs = [rng.unit(), rng.unit(), 0.1];
            deal(number, seatings.iter().map(|seats| game(seats, &payoffs)).collect())
        })
        .collect();
    let standings = Standings::new(&setting(&["solve", "solve", "other"], 20), &deals);
    for pair in standings.pairs.iter().chain(&standings.payoff_pairs) {
        assert_eq!(pair.estimate, Estimate { value: 0.0, interval: Some((0.0, 0.0)) });
        assert_eq!(pair.p, 1.0);
    }
    let text = standings.to_text();
    assert!(text.contains("solve #1 and solve #2 got exactly the same in every deal.\n"), "{text}");
    // Nothing says how far their ratings may be off.
    assert!(standings.agents.iter().all(|row| row.rating.unwrap().low.or(row.rating.unwrap().high).is_none()));
    assert!(text.contains("\nA rating with - has no interval: "), "{text}");
    assert!(!Standings::new(&setting(&["a", "b", "c"], 50), &three_agents(50)).to_text().contains("no interval"));
    assert_eq!(standings.agents[0].payoff, standings.agents[2].payoff);
}

#[test]
fn who_lost_every_game_has_a_rating_with_an_open_end_wherever_it_is_told() {
    let mut deals = three_agents(50);
    for game in deals.iter_mut().flat_map(|deal| &mut deal.games) {
        if let Some(seat) = game.seats.iter().position(|&agent| agent == 2) {
            game.payoffs = if seat == 0 { vec![-1.0, 1.0] } else { vec![1.0, -1.0] };
        }
    }
    let standings = Standings::new(&setting(&["four", "six", "random"], 50), &deals);
    let (text, told) = (standings.to_text(), standings.to_json(1));
    let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_string();
    assert!(
        row("random").contains("below -") && row("four").contains("above ") && row("six").contains("above +"),
        "{text}"
    );
    assert!(text.contains("A rating above or below a number has no other bound"), "{text}");
    assert!(told["agents"][2]["rating_low"].is_null() && told["agents"][0]["rating_high"].is_null(), "{told}");
    let high = told["agents"][2]["rating_high"].as_f64().unwrap();
    assert!(high > told["agents"][2]["rating"].as_f64().unwrap() + 100.0, "{told}");
    let page = report_html(&standings, "1", "0", "again");
    assert!(page.contains("<td>below -") && page.contains("<td>above +"), "{page}");
}

#[test]
fn a_game_for_one_is_told_in_payoffs_alone() {
    let deals: Vec<DealRecord> = (0..8)
        .map(|number| {
            let mut left = game(&[1], &[0.0]);
            left.is_capped = true;
            let low = if number == 0 { left } else { game(&[1], &[20.0 + number as f64]) };
            deal(number, vec![game(&[0], &[151.0]), low])
        })
        .collect();
    let standings = Standings::new(&setting(&["alphabeta:depth=2", "alphabeta:depth=1"], 8), &deals);
    let text = standings.to_text();
    assert!(!text.contains("win share") && !text.contains("rating") && !text.contains("won"), "{text}");
    assert!(text.contains("alphabeta:depth=2 beats alphabeta:depth=1 by 130.0 payoff points (95 % "), "{text}");
    assert!(text.contains("1 game was left at the cap of 500 moves, and paid 0."), "{text}");
    assert_eq!(standings.agents[1].payoff.unwrap().value, 168.0 / 8.0);
    let told = standings.to_json(1);
    for key in ["win_share", "low", "high", "split_share", "split_low", "split_high"] {
        assert!(told["agents"][0][key].is_null(), "{key}: {told}");
    }
    assert!(told["agents"][0].get("rating").is_none(), "{told}");
    let pair = &told["pairs"][0];
    assert!(pair["difference"].is_null() && pair["p"].is_null() && pair["p_single"].is_null(), "{pair}");
    assert!(pair["payoff_difference"] == 130.0 && pair["payoff_p"].as_f64().unwrap() < 0.05, "{pair}");
    let page = report_html(&standings, "1", "0", "again");
    assert!(!page.contains("Win share") && !page.contains("win share"), "{page}");
    assert!(page.contains("Difference in payoff, connect4") && page.contains(">payoff</text>"), "{page}");
}

#[test]
fn too_few_deals_to_show_anything_are_said_to_be_too_few() {
    let agents = ["four", "six", "random"];
    let told = |deals: u64| Standings::new(&setting(&agents, deals), &three_agents(deals)).to_text();
    // Three pairs: six deals that all go one way have p = 3 * 2 / 64.
    let few = told(6);
    let sentence = "6 deals are too few to tell whether that is luck, and 7 the least that can be enough.\n";
    assert!(few.contains(sentence) && !few.contains("may be luck") && !few.contains("beats"), "{few}");
    assert!(!told(7).contains("too few"), "{}", told(7));
    let two = Standings::new(&setting(&["weak", "strong"], 5), &two_of_three_agents(5)).to_text();
    assert!(two.contains("5 deals are too few to tell") && two.contains("and 6 the least that can be enough"), "{two}");
}

/// Any records at all, the senseless included.
fn any_deals(agents: usize) -> impl Strategy<Value = Vec<DealRecord>> {
    let payoff = prop_oneof![4 => Just(1.0), 4 => Just(0.0), 1 => Just(-1.0), 1 => -5.0..5.0, 1 => Just(f64::NAN)];
    let seat = (0..agents, payoff);
    let any_game = prop::collection::vec(seat, 0..5).prop_map(|seats| {
        let (seats, payoffs): (Vec<usize>, Vec<f64>) = seats.into_iter().unzip();
        game(&seats, &payoffs)
    });
    let two_seats = [[0, 1], [1, 0]]
        .map(|seats| (0..3).prop_map(move |payoff| game(&seats.map(|seat| seat % agents), &[payoff as f64, 1.0])));
    let pair = two_seats.prop_map(|games| games.to_vec());
    let games = prop_oneof![prop::collection::vec(any_game, 0..4), pair.clone()];
    let some = |games: BoxedStrategy<Vec<GameRecord>>| prop::collection::vec(games, 0..12);
    prop_oneof![some(games.boxed()), some(pair.boxed())]
        .prop_map(|deals| deals.into_iter().zip(0..).map(|(games, number)| deal(number, games)).collect())
}

fn assert_sound(estimate: Option<Estimate>) {
    let Some(Estimate { value, interval }) = estimate else { return };
    assert!(value.is_finite());
    if let Some((low, high)) = interval {
        assert!(low.is_finite() && high.is_finite() && low <= value && value <= high, "{low} {value} {high}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn whatever_the_records_every_figure_is_a_number(
        (agents, deals) in (1usize..5).prop_flat_map(|agents| (Just(agents), any_deals(agents))),
        is_normalized: bool,
        is_sequential: bool,
    ) {
        let mut setting = setting(&["a", "b", "c", "d"][..agents], 12);
        setting.sprt = is_sequential.then_some(SprtSetting { low: -5.0, high: 500.0, is_normalized });
        let standings = Standings::new(&setting, &deals);
        for row in &standings.agents {
            [row.win_share, row.split_share, row.payoff].into_iter().for_each(assert_sound);
            if let Some(Rating { value, low, high }) = row.rating {
                prop_assert!(value.is_finite() && low.is_none_or(|low| low.is_finite() && low <= value));
                prop_assert!(high.is_none_or(|high| high.is_finite() && high >= value));
            }
            prop_assert!(row.nodes_per_game.is_none_or(f64::is_finite));
        }
        for pair in standings.pairs.iter().chain(&standings.payoff_pairs) {
            assert_sound(Some(pair.estimate));
            prop_assert!(pair.p_single > 0.0 && pair.p >= pair.p_single && pair.p <= 1.0);
        }
        if let Some(elo) = &standings.two {
            let figures = [elo.elo, elo.low, elo.high, elo.normalised, Some(elo.normalised_error), Some(elo.superiority)];
            prop_assert!(figures.into_iter().flatten().all(f64::is_finite), "{elo:?}");
        }
        prop_assert!(standings.sprt.as_ref().is_none_or(|result| result.ratio.is_finite()), "{:?}", standings.sprt);
        let text = standings.to_text();
        prop_assert!(!text.contains("NaN") && !text.contains("inf") && !text.contains("-0 "), "{text}");
        let page = report_html(&standings, "1", "", "");
        prop_assert!(!page.contains("NaN") && !page.contains("\"inf") && !page.contains("-inf"), "{page}");
    }

    #[test]
    fn relabelling_the_agents_permutes_the_table(deals in any_deals(4), order in Just([0, 1, 2, 3]).prop_shuffle()) {
        let names = ["a", "b", "c", "d"];
        let original = Standings::new(&setting(&names, 12), &deals);
        let mut relabelled = deals.clone();
        // Agent i is called order[i] now.
        relabelled.iter_mut().flat_map(|deal| &mut deal.games).flat_map(|game| &mut game.seats).for_each(|s| *s = order[*s]);
        let mut renamed = names;
        (0..4).for_each(|agent| renamed[order[agent]] = names[agent]);
        let permuted = Standings::new(&setting(&renamed, 12), &relabelled);
        for (row, place) in original.agents.iter().zip(order) {
            let (mut row, other) = (row.clone(), &permuted.agents[place]);
            if let (Some(a), Some(b)) = (row.rating, other.rating) {
                // Sums of logarithms are added up in another order.
                prop_assert!((a.value - b.value).abs() < 1e-7);
                row.rating = other.rating;
            }
            prop_assert_eq!(&row, other);
        }
        let of_permuted = permuted.pairs.iter().map(|pair| (false, pair));
        let of_permuted = of_permuted.chain(permuted.payoff_pairs.iter().map(|pair| (true, pair))).collect::<Vec<_>>();
        let of_original = original.pairs.iter().map(|pair| (false, pair));
        for (kind, pair) in of_original.chain(original.payoff_pairs.iter().map(|pair| (true, pair))) {
            let (a, b) = (order[pair.a], order[pair.b]);
            let other = of_permuted.iter().filter(|other| other.0 == kind).map(|other| other.1).find(|other| (other.a, other.b) == (a.min(b), a.max(b))).unwrap();
            let Estimate { value, interval } = other.estimate;
            let mirrored = Estimate { value: -value, interval: interval.map(|(low, high)| (-high, -low)) };
            prop_assert_eq!(pair.estimate, if a < b { other.estimate } else { mirrored });
            prop_assert_eq!((pair.p_single, pair.p), (other.p_single, other.p));
        }
    }
}
