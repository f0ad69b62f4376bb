//! `outwit decide`: what it prints, and what it says of wrong requests.

use crate::support::outwit;
use serde_json::Value;
use std::path::PathBuf;

fn run(words: &[&str]) -> Result<String, String> {
    let words: Vec<&str> = ["decide"].into_iter().chain(words.iter().copied()).collect();
    let answer = outwit(&words);
    match answer.code {
        Some(0) => Ok(answer.out),
        code => {
            assert_eq!(code, Some(2), "{words:?}: {}", answer.err);
            Err(answer.err)
        }
    }
}

fn tree(name: &str) -> String {
    format!("{}/../games/trees/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

fn json(words: &[&str]) -> Value {
    let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&run(&words).unwrap()).unwrap()
}

fn close(value: &Value, expected: f64) -> bool {
    (value.as_f64().unwrap() - expected).abs() < 1e-9
}

/// A file that goes away with the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, text: &str) -> Temporary {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).unwrap();
        Temporary(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_party_is_told_on_one_page() {
    let told = run(&[&tree("party")]).unwrap();
    let (first, rest) = told.split_once('\n').unwrap();
    assert!(first.ends_with("party.json: 10 nodes, utility linear"), "{first}");
    assert_eq!(
        rest,
        "
  certainty equivalent  48
  expected payoff       48
  expected utility      48

Best policy (* best, each worth its certainty equivalent)

  - outdoors   40
  * porch      48
     40% sun   90
     60% rain  20
  - indoors    46

Risk profile of the best policy

  payoff  probability  at most
  20              60%      60%  ########################
  90              40%     100%  ################

What the answer hangs on: one number at a time 10% down and up

  number                      from   to  worth then        becomes best
  payoff of sun at /porch       81   99          46  51.6  indoors
  chance of sun                36%  44%        46.4  50.8  indoors
  payoff of rain at /porch      18   22        46.8  49.2
  payoff of rain at /indoors    45   55          48    49  indoors

What it is worth to know before the first decision

  event      gain  buying price
  sun/rain     22            22
  all of it    22            22

One chance node alone, as if it were drawn apart from the others of its event

  chance node  gain  buying price
  /outdoors    20.8          20.8
  /porch       15.6          15.6
  /indoors      1.2           1.2
"
    );
}

#[test]
fn the_oil_wildcatter_in_json_has_the_numbers_found_by_hand() {
    let told = json(&[&tree("oil")]);
    assert_eq!(told["best"], serde_json::json!(["test"]));
    assert!(close(&told["certainty_equivalent"], 22.5) && close(&told["expected_payoff"], 22.5));
    let events = &told["information"]["events"];
    assert_eq!(events[0]["outcomes"][2], "soaking");
    assert!(close(&events[0]["price"], 32.5) && close(&events[1]["price"], 10.0));
    assert!(close(&told["information"]["all"]["gain"], 32.5));
    assert_eq!(told["information"]["nodes"].as_array().unwrap().len(), 5);
    let policy = told["policy"].as_array().unwrap();
    assert_eq!(policy[1]["at"], "/test/no-structure");
    assert_eq!(policy[1]["best"], serde_json::json!(["leave"]));
    assert_eq!(policy[3]["moves"][0]["move"], "drill");
    assert!(close(&policy[3]["moves"][0]["certainty_equivalent"], 77.5) && close(&policy[3]["reached"], 0.24));
    let profile: Vec<f64> =
        told["risk_profile"].as_array().unwrap().iter().map(|end| end["payoff"].as_f64().unwrap()).collect();
    assert_eq!(profile, [-80.0, -10.0, 40.0, 190.0]);
    // Who does not like risk leaves the field alone.
    assert_eq!(json(&[&tree("oil"), "--utility", "exponential:risk=50"])["best"], serde_json::json!(["leave"]));
}

#[test]
fn what_the_answer_hangs_on_is_told_and_drawn() {
    let told = json(&[&tree("oil"), "--vary", "1/5"]);
    let numbers = told["sensitivity"]["numbers"].as_array().unwrap();
    assert!(close(&told["sensitivity"]["share"], 0.2) && numbers.len() > 10, "{told}");
    let swings: Vec<f64> = numbers.iter().map(|one| one["swing"].as_f64().unwrap()).collect();
    assert!(swings.is_sorted_by(|a, b| a >= b), "{swings:?}");
    // By hand: with a fifth more oil, drilling at once is worth 0.5 (-70) + 0.3 (50) + 0.2 (240) = 28.
    let soaking = numbers.iter().find(|one| one["name"] == "soaking" && one["number"] == 200.0).unwrap();
    assert!(close(&soaking["moved"][1]["certainty_equivalent"], 28.0), "{soaking}");
    assert_eq!(soaking["moved"][1]["best"], serde_json::json!(["drill"]));
    assert_eq!(soaking["nodes"], serde_json::json!(["/drill/soaking"]));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("decide-pictures");
    let _ = std::fs::remove_dir_all(&folder);
    run(&[&tree("oil"), "--plot", folder.to_str().unwrap()]).unwrap();
    for (name, parts) in [
        ("tree.svg", &["closed-structure 24%", ">22.5<", ">190<"][..]),
        ("risk-profile.svg", &["test (best)", "drill", "leave", "chance to get at most this"]),
        // Numbers of one name are told apart by where they stand.
        ("tornado.svg", &["chance of dry at /drill, 45% to", "/test/open-structure/drill,", "then drill"]),
    ] {
        let svg = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(parts.iter().all(|part| svg.contains(part)), "{name}: {svg}");
    }
    assert!(run(&[&tree("oil"), "--vary", "1"]).unwrap_err().contains("--vary is a share from 0 to below 1"));
    assert!(run(&[&tree("oil"), "--svg", "-", "--json"]).unwrap_err().contains("both a drawing and JSON"));
    assert!(run(&["--lottery", "1:1", "--svg", "x.svg"]).is_err());
}

#[test]
fn lotteries_are_compared_and_tastes_may_differ() {
    let words = ["--lottery", "1/2:100, 1/2:0", "--lottery", "1:45", "--lottery", "1:40"];
    let told = json(&words);
    assert_eq!(told["best"], serde_json::json!([1]));
    assert_eq!(told["dominance"], serde_json::json!([{"lottery": 2, "dominates": 3, "order": 1}]));
    assert!(close(&told["lotteries"][0]["variance"], 2500.0));
    let careful: Vec<&str> = words.into_iter().chain(["--utility", "sqrt"]).collect();
    let told = json(&careful);
    assert_eq!(told["best"], serde_json::json!([2]));
    assert!(close(&told["lotteries"][0]["certainty_equivalent"], 25.0));
    assert!(close(&told["lotteries"][0]["risk_premium"], 25.0));
    let page = run(&careful).unwrap();
    assert!(page.contains("* 2. 1:45") && page.contains("Lottery 2 over 3: first-order dominates"), "{page}");
    assert!(run(&words[..4]).unwrap().contains("No lottery dominates another"));
}

#[test]
fn a_circle_of_preferences_is_pumped() {
    let words = ["--prefer", "A > B", "--prefer", "B > C", "--prefer", "C > A"];
    assert_eq!(
        run(&words).unwrap(),
        "The preferences go round in a circle:

  A > B > C > A

The money pump, holding A:

  1. give A, get C, and pay 0.01: it is better
  2. give C, get B, and pay 0.01: it is better
  3. give B, get A, and pay 0.01: it is better

Then it is A again, and 0.03 is gone; after 100 times round, 3
"
    );
    let told = json(&[&words[..], &["--fee", "1/4", "--rounds", "8"]].concat());
    assert!(close(&told["loss_each_round"], 0.75) && close(&told["loss"], 6.0));
    assert_eq!(told["consistent"], false);
    assert_eq!(told["trades"][0], serde_json::json!({"give": "A", "get": "C", "paid": 0.25}));
}

#[test]
fn a_file_of_preferences_is_ranked_together_with_those_on_the_line() {
    let file = Temporary::new("wishes.txt", "# dinner\nsoup >= salad\n\nsalad = fruit\nfruit >= soup\n");
    let told = json(&["--preferences", file.path(), "--prefer", "cake > soup"]);
    assert_eq!(
        told,
        serde_json::json!({"consistent": true, "ranking": [["cake"], ["soup", "salad", "fruit"]], "only_order": true})
    );
    let page = run(&["--preferences", file.path()]).unwrap();
    assert!(page.ends_with("  1. soup = salad = fruit\n"), "{page}");
}

#[test]
fn wrong_requests_are_told_what_and_where() {
    let two = tree("two-dice");
    let (oil, bad) = (tree("oil"), Temporary::new("bad.json", "{\"players\": 1, \"root\": {\"payoffs\": [1, 2]}}"));
    let wishes = Temporary::new("bad-wishes.txt", "A > B\nC D\n");
    let file = |file: &str, what: &str| format!("{file}: {what}");
    for (words, part) in [
        (vec![], "what is to be decided?".to_string()),
        (vec![oil.as_str(), "--prefer", "A>B"], "separate questions".to_string()),
        (vec!["no-such-file.json"], "the file `no-such-file.json` cannot be read: ".to_string()),
        (vec![&two], file(&two, "a decision problem has one seat, and this tree has 2")),
        (vec![bad.path()], file(bad.path(), "at root: `payoffs` has one entry a seat, 1 here, not 2")),
        (vec![&oil, "--utility", "sqrt"], file(&oil, "at /drill/dry: the payoff -70 has no utility under sqrt")),
        (
            vec![&oil, "--utility", "expo"],
            "--utility: there is no utility function `expo`; did you mean `exp".to_string(),
        ),
        (vec!["--lottery", "1/2:1"], "the lottery `1/2:1`: the probabilities add up to 0.5, not to 1".to_string()),
        (vec!["--lottery", "1:-1", "--utility", "log"], "the lottery `1:-1`: the payoff -1 has no utility".to_string()),
        (vec!["--prefer", "A B"], "--prefer: `A B` is no preference".to_string()),
        (vec!["--prefer", "A>B", "--fee", "x"], "--fee is a number from 0 to 1e100".to_string()),
        (vec!["--prefer", "A>B", "--fee", "1e308"], "--fee is a number from 0 to 1e100".to_string()),
        (
            vec!["--prefer", "A>B", "--rounds", "99999999999999999999"],
            "from 0 to 18,446,744,073,709,551,615".to_string(),
        ),
        (vec!["--lottery", "1/2:1e308, 1/2:-1e308"], "no payoff may be larger than 1e100".to_string()),
        (vec!["--preferences", wishes.path()], file(wishes.path(), "line 2: `C D` is no preference")),
    ] {
        let problem = run(&words).unwrap_err();
        assert!(problem.contains(&part), "{words:?}: {problem}");
    }
}

#[test]
fn what_explains_choices_draws_nothing() {
    let choices = format!("{}/../../examples/allais.json", env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explained");
    for words in [&["--svg", "explained.svg"][..], &["--plot", folder.to_str().unwrap()], &["--two-way"]] {
        let problem = run(&[&["--explain", choices.as_str()][..], words].concat()).unwrap_err();
        assert!(problem.contains("cannot be used with") && problem.contains(words[0]), "{words:?}: {problem}");
    }
    assert!(!folder.exists());
}

#[test]
fn lotteries_stop_where_trees_do() {
    assert_eq!(::outwit::decision::LARGEST_PAYOFF, ::outwit::games::tree::LARGEST_NUMBER);
    let told = json(&["--lottery", "1/2:1e100, 1/2:-1e100"]);
    assert!(told["lotteries"][0]["variance"].as_f64().unwrap() > 9e199);
    let told = json(&["--prefer", "A > B > A", "--fee", "1e100", "--rounds", "18446744073709551615"]);
    assert!(told["loss"].as_f64().unwrap().is_finite());
}

#[test]
fn a_utility_lower_than_any_number_is_told_as_one() {
    let file = Temporary::new(
        "far-down.json",
        r#"{"players": 1, "root": {"turn": 1, "children": [{"move": "a", "payoffs": [-1e100]}, {"move": "b", "payoffs": [-1e99]}]}}"#,
    );
    let tree = [file.path(), "--utility", "exponential:risk=1"];
    let lottery = ["--lottery", "1/2:-1e100, 1/2:0", "--utility", "exponential:risk=1"];
    for words in [&tree[..], &lottery] {
        let page = run(words).unwrap();
        assert!(page.contains("below -1.79769e308") && !page.contains("-inf"), "{page}");
    }
    let told = json(&tree);
    assert!(told["best"][0] == "b" && told["expected_utility"].is_null(), "{told}");
    assert!((told["certainty_equivalent"].as_f64().unwrap() + 1e99).abs() < 1e90, "{told}");
}

#[test]
fn a_move_of_any_length_is_told() {
    let name = "m".repeat(70_000);
    let file = Temporary::new(
        "long-move.json",
        &format!(
            r#"{{"players": 1, "root": {{"turn": 1, "children": [{{"move": "{name}", "payoffs": [1]}}, {{"move": "b", "payoffs": [2]}}]}}}}"#
        ),
    );
    let page = run(&[file.path()]).unwrap();
    assert!(page.contains("mmm…") && !page.contains(&name), "a table cuts it");
    assert!(json(&[file.path()]).to_string().contains(&name), "JSON has it whole");
    let answer = outwit(&["advise", &format!("tree:file={}", file.path())]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
}

#[test]
fn a_game_that_begins_with_chance_says_how_to_see_first_moves() {
    let toy = "spider:suits=1,ranks=2,columns=2,down=2,deals=1";
    let page = run(&[toy, "--nodes", "100"]).unwrap();
    assert!(page.contains("--deal") && !page.contains("first move  "), "{page}");
    let page = run(&[toy, "--nodes", "100", "--deal"]).unwrap();
    assert!(!page.contains("--deal") && page.contains("first move  "), "{page}");
}

#[test]
fn help_has_examples() {
    let help = run(&["--help"]).unwrap();
    for part in ["Examples:", "outwit decide --lottery", "exponential:risk=R", "--preferences <FILE>"] {
        assert!(help.contains(part), "{help}");
    }
}
