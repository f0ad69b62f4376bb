//! Trees, decisions, tournaments and papers, by mouse.

use super::driver::Browser;
use super::may_open;
use crate::client::{Process, Server, fresh_store, remove_store};
use serde_json::json;

#[test]
fn the_tree_editor_changes_what_is_chosen_and_alpha_beta_is_stepped_through() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/trees");
    browser.fill("#example", "alpha-beta");
    let plays = |what: &str, mv: &str| {
        browser.until(
            what,
            &format!("return document.documentElement.dataset.busy === '0' && document.querySelector('[data-agent^=alphabeta] .plays')?.textContent === '{mv}'"),
        );
    };
    plays("alpha-beta plays a", "a");
    // Step by step to the known count of cuts: two.
    browser.click("[data-agent^=alphabeta] .to-start");
    let state = || browser.text("[data-agent^=alphabeta] .cuts");
    assert!(state().contains(", 0 cut so far"), "{}", state());
    let is_at_end = || {
        browser.run(
            "return /step (\\d+) of \\1,/.test(document.querySelector('[data-agent^=alphabeta] .cuts').textContent)",
        )
    };
    let mut steps = 0;
    while is_at_end() != json!(true) {
        browser.click("[data-agent^=alphabeta] .step");
        steps += 1;
        assert!(steps < 200);
    }
    assert!(steps > 10 && state().contains(", 2 cut so far"), "{steps} steps: {}", state());
    assert_eq!(browser.run("return document.querySelectorAll('[data-agent^=alphabeta] svg .cut').length"), json!(2));
    // The payoffs of b change, and the chosen move with them.
    for (count, place) in ["0.1.0", "0.1.1", "0.1.2"].iter().enumerate() {
        browser.click(&format!("#drawing [data-place='{place}']"));
        browser.fill("#editor [name=payoffs]", "20 -20");
        browser.click("#editor button:not([type])");
        browser.until(
            "the text and the drawing changed",
            &format!(
                "return document.documentElement.dataset.busy === '0' \
                 && document.getElementById('text').value.split('[20,-20]').length === {} && document.querySelector('#drawing .here')",
                count + 2
            ),
        );
    }
    plays("alpha-beta plays b", "b");
    // The other way round: the text changes the drawing. And the link holds the tree.
    browser.fill("#text", r#"{"players": 1, "root": {"turn": 1, "children": [{"move": "x", "payoffs": [1]}, {"move": "y", "payoffs": [2]}]}}"#);
    browser.until("three nodes", "return document.querySelectorAll('#drawing [data-place]').length === 3");
    let link = browser.run("return location.href");
    browser.go("/papers");
    browser.open_page(link.as_str().unwrap());
    browser.until("three nodes", "return document.querySelectorAll('#drawing [data-place]').length === 3");
    // A file of Gambit's becomes a tree that can be edited.
    browser.fill("#text", r#"EFG 2 R "" { "a" "b" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1, 2 } p "" 2 1 "" { "u" "d" } 0 t "" 2 "" { 3, 4 } t "" 3 "" { 5, 6 }"#);
    browser.until("five nodes", "return document.documentElement.dataset.busy === '0' && document.querySelectorAll('#drawing [data-place]').length === 5 && document.getElementById('text').value.startsWith('{')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_slider_flips_a_decision_at_the_exact_point() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/decide");
    for example in ["umbrella", "lotteries"] {
        browser.fill("#example", example);
        browser
            .until("a flip", "return document.documentElement.dataset.busy === '0' && document.querySelector('.flip')");
        let risk: f64 = browser.text(".flip").replace("R = ", "").parse().unwrap();
        let words = browser.text("#flip-text");
        let below = words.split(" it is ").nth(1).unwrap().split(',').next().unwrap().to_string();
        let above = words.split("above it ").nth(1).unwrap().split('.').next().unwrap().to_string();
        for (risk, best) in [(risk * (1.0 - 1e-6), &below), (risk * (1.0 + 1e-6), &above)] {
            browser.fill("#risk-number", &risk.to_string());
            browser.until(
                "the decision flips",
                &format!("return document.documentElement.dataset.busy === '0' && document.getElementById('best')?.textContent === '{best}'"),
            );
        }
    }
    let names = browser.run("return [...document.querySelectorAll('#lotteries tbody th')].map((n) => n.textContent)");
    assert_eq!(names, json!(["sure", "even", "long"]));
    // The slider itself: with its left end as little risk as can be, with its right end as much.
    for (step, best) in [(0, "sure"), (1000, "long")] {
        browser.fill("#risk", &step.to_string());
        browser.until("an end", &format!("return document.getElementById('best')?.textContent === '{best}'"));
    }
    // Other utility functions, and a link that holds all this.
    browser.fill("#utility", "log");
    browser.fill("#wealth", "10");
    browser.until("log", "return document.documentElement.dataset.busy === '0' && decodeURIComponent(location.hash).includes('log:wealth=10')");
    let best = browser.text("#answer");
    let link = browser.run("return location.href");
    browser.go("/papers");
    browser.open_page(link.as_str().unwrap());
    browser.until("the same", &format!("return document.getElementById('answer').textContent === {}", json!(best)));
    // The money pump, and an order.
    browser.click("#preferences button");
    browser.until("a pump", "return document.getElementById('verdict').textContent.includes('15 in a hundred')");
    browser.fill("#statements", "apple > pear\npear > plum");
    browser.click("#preferences button");
    browser.until("an order", "return document.querySelectorAll('#verdict ol li').length === 3");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

const STOPPED: &str = "return document.getElementById('standing-line')?.textContent.includes('stopped')";

/// How many deals the page says are played, while it is playing.
const PLAYED: &str = "const t = document.getElementById('standing-line')?.textContent ?? ''; \
     return t.includes('playing') && Number(t.match(/([\\d,]+) of [\\d,]+ deals/)[1].replaceAll(',', ''))";

#[test]
fn a_tournament_is_watched_stopped_and_resumed_after_its_server_was_killed() {
    let Some(_alone) = may_open() else { return };
    let store = fresh_store();
    let process = Process::start(&store);
    let browser = Browser::open(process.port);
    browser.open_page("/arena");
    browser.fill("#game", "connect4");
    browser.fill("#agents", "uct:sims=100\nrandom");
    browser.fill("#deals", "90000");
    browser.click("#start button");
    browser.until("deals are played", PLAYED);
    browser.click("[aria-label='Stop tournament 1']");
    browser.until("it is stopped", STOPPED);
    let deals = "return Number(document.getElementById('standing-line').textContent.match(/([\\d,]+) of 90,000/)[1].replaceAll(',', ''))";
    let at_stop = browser.run(deals).as_u64().unwrap();
    assert_eq!(browser.complaints(), Vec::<String>::new());
    process.kill();
    let process = Process::start(&store);
    let second = Browser::open(process.port);
    second.open_page("/arena?tournament=1");
    second.until("it stands as it stood", STOPPED);
    assert_eq!(second.run(deals), json!(at_stop));
    second.click("[aria-label='Resume tournament 1']");
    second.until("more deals are played", &format!("const n = (() => {{ {PLAYED} }})(); return n > {at_stop}"));
    second.click("[aria-label='Stop tournament 1']");
    second.until("stopped again", STOPPED);
    assert_eq!(second.complaints(), Vec::<String>::new());
    drop(process);
    remove_store(&store);
}

#[test]
fn tournaments_are_compared_replayed_and_deleted() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/arena");
    for (number, agents) in ["greedy\nrandom", "alphabeta\nrandom"].iter().enumerate() {
        browser.fill("#agents", agents);
        browser.fill("#deals", "12");
        browser.click("#start button");
        let number = number + 1;
        browser.until(
            "it is finished",
            &format!("const t = document.getElementById('standing-line')?.textContent ?? ''; return t.startsWith('Tournament {number}:') && t.includes('finished')"),
        );
    }
    browser.click("[aria-label='Compare tournament 1']");
    browser.until(
        "both stand there",
        "return document.querySelector('#compare table') && document.querySelector('#standings table')",
    );
    browser.click("[aria-label='Delete tournament 1']");
    browser.click("[aria-label='Really delete tournament 1']");
    browser.until("one is left", "return document.querySelectorAll('#list li').length === 1");
    // Any game, by its numbers.
    browser.fill("#replay-deal", "3");
    browser.fill("#replay-game", "1");
    browser.click("#replay button");
    browser.until("the board", "return location.pathname === '/play' && document.querySelector('#board svg') && document.getElementById('slider').max > 0");
    browser.rest("the board");
    browser.click("#first");
    browser.until("the beginning", "return document.getElementById('status').textContent.startsWith('Step 0 of')");
    browser.click("#forth");
    browser.until("a step", "return document.getElementById('status').textContent.startsWith('Step 1 of')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn tournaments_of_a_game_for_one_are_told_and_compared_by_payoffs() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/arena");
    browser.fill("#game", "spider:suits=1");
    browser.fill("#agents", "random\ngreedy");
    browser.fill("#deals", "12");
    for number in 1..3 {
        browser.fill("#seed", &number.to_string());
        browser.click("#start button");
        browser.until(
            "it is finished",
            &format!("const t = document.getElementById('standing-line')?.textContent ?? ''; return t.startsWith('Tournament {number}:') && t.includes('finished')"),
        );
    }
    let heads = |part: &str| {
        browser.run(&format!("return [...document.querySelectorAll('{part} thead th')].map((n) => n.textContent)"))
    };
    assert_eq!(heads("#standings"), json!(["agent", "payoff", "95 % interval"]));
    browser.click("[aria-label='Compare tournament 1']");
    browser.until("both stand there", "return document.querySelector('#compare table')");
    assert_eq!(heads("#compare"), json!(["agent", "payoff in 2", "payoff in 1", "difference"]));
    let cells = "return [...document.querySelectorAll('#compare tbody td')].map((n) => n.textContent)";
    for (place, text) in browser.run(cells).as_array().unwrap().iter().enumerate() {
        let wanted = if place % 3 == 2 { "intervals " } else { " to " };
        assert!(text.as_str().unwrap().contains(wanted), "{text}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_paper_is_measured_again_with_progress() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/papers");
    assert_eq!(
        browser.run("return [...document.querySelectorAll('.counts')].filter((n) => n.textContent === '').length"),
        json!(0)
    );
    let part = |name: &str| format!("[data-id=frank-1994] {name}");
    let says =
        |what: &str| format!("return document.querySelector('{}').textContent.includes('{what}')", part(".progress"));
    browser.click(&part(".run"));
    browser.until("progress", &says(" %"));
    browser.click(&part(".stop"));
    browser.until("it stops", &says("Stopped."));
    browser.click(&part(".run"));
    browser.until("progress", &says(" %"));
    browser.until("it is done", &says("Done."));
    assert!(browser.text(&part(".counts")).contains("measured here"));
    let verdicts = browser.run("return document.querySelectorAll('[data-id=frank-1994] td.verdict-agrees').length");
    assert!(verdicts.as_u64().unwrap() > 100, "{verdicts}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
