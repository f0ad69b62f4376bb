//! Whole games by mouse and by keyboard, links in other browsers, and what is shown of the thinking.

use super::driver::Browser;
use super::may_open;
use crate::client::Server;
use serde_json::{Value, json};

/// Whose turn it is, when the page waits for nothing.
const TURN: &str = "if (document.documentElement.dataset.busy !== '0') return false; \
     if (document.getElementById('status').classList.contains('won')) return 'over'; \
     return document.querySelector('#moves button:not([disabled])') ? 'you' : false";

/// Where to click next: in the list of what clicks cannot tell apart, at a place of a legal move, or a button where moves
/// have no places.
const NEXT: &str = "const marks = [...document.querySelectorAll('#board .can:not(.picked)')]; \
     const node = document.querySelector('#choices:not([hidden]) button') ?? marks[Math.floor(marks.length / 2)] \
         ?? document.querySelector('#moves button:not([disabled])'); \
     node.scrollIntoView({block: 'center', behavior: 'instant'}); const b = node.getBoundingClientRect(); \
     return [b.x + b.width / 2, b.y + b.height / 2]";

const MOVES: &str = "return document.querySelectorAll('#log li').length";

/// Plays a whole game by clicking anything that may be clicked.
fn play_by_mouse(browser: &Browser, game: &str) -> String {
    let mut clicks = 0;
    while browser.until(game, TURN) == json!("you") {
        clicks += 1;
        assert!(clicks < 1_500, "{game} never ends");
        browser.click_at(&browser.run(NEXT));
    }
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
    browser.text("#status")
}

#[test]
fn whole_games_by_mouse() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    for (game, query) in [
        ("connect4", "game=connect4&seat1=human&seat2=greedy&seed=0&moves="),
        ("othello", "game=othello&seat1=human&seat2=greedy&seed=0&moves="),
        ("backgammon", "game=backgammon&seat1=human&seat2=random&seed=4&moves="),
        ("hearts", "game=hearts&seat1=human&seat2=random&seat3=random&seat4=random&seed=5&moves="),
    ] {
        browser.open_page(&format!("/play?{query}"));
        let outcome = play_by_mouse(&browser, game);
        let is_said = ["win", "lose", "draw", "share"].iter().any(|word| outcome.contains(word));
        assert!(is_said, "{game}: {outcome}");
        if game == "hearts" {
            let all = browser.run(MOVES);
            assert!(all.as_u64().unwrap() >= 52, "at the end all is shown: {all}");
        }
    }
}

/// The places of the move that an agent would make, asked by the page.
const ADVICE: &str = "const q = new URLSearchParams(location.search); \
     const sitting = {game: q.get('game'), seed: 0, seats: ['human', 'human'], moves: q.get('moves').split(' ').filter(Boolean)}; \
     fetch('/api/v1/think', {method: 'POST', headers: {'content-type': 'application/json'}, \
         body: JSON.stringify({sitting, agent: 'greedy', seconds: 20})}).then((r) => r.text()).then((t) => { \
         const told = JSON.parse(t.split('event: stage\\ndata: ').at(-1).split('\\n')[0]); \
         done(told.places[told.moves.findIndex((m) => m.move === told.move)]); })";

/// Clicks at random never end Chinese checkers: the mouse follows a greedy player.
#[test]
fn a_whole_game_of_chinese_checkers_by_mouse_and_its_link_in_a_second_browser() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/play?game=chinesecheckers:seats=2&seat1=human&seat2=greedy&seed=0&moves=");
    let mut turns = 0;
    while browser.until("Chinese checkers", TURN) == json!("you") {
        turns += 1;
        assert!(turns <= 200, "the cap ends it");
        for place in browser.run_long(ADVICE).as_array().expect("places") {
            browser.click(&format!("#board [data-place='{}']", place.as_str().unwrap()));
        }
    }
    assert!(turns > 20, "{turns} turns");
    let outcome = browser.text("#status");
    assert!(outcome.contains("win") || outcome.contains("lose"), "{outcome}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    // The link shows the same elsewhere; so does one from the middle of a game.
    let same = |browser: &Browser| {
        browser.run("return ['#log', '#status', '#board'].map((n) => document.querySelector(n).textContent).concat(document.querySelector('#board svg').outerHTML.length)")
    };
    let second = Browser::open(server.port);
    second.open_page(browser.run("return location.href").as_str().unwrap());
    assert_eq!(same(&second), same(&browser));
    browser.open_page("/play?game=connect4&seat1=human&seat2=human&seed=0&moves=4+4+3");
    browser.click("#board [data-place='5']");
    browser.until("four moves", "return document.querySelectorAll('#log li').length === 4");
    second.open_page(browser.run("return location.href").as_str().unwrap());
    assert_eq!(same(&second), same(&browser));
    assert_eq!(second.run(MOVES), json!(4));
}

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const RIGHT: &str = "\u{E014}";

#[test]
fn whole_games_by_keyboard_alone() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    let is_at_board =
        || browser.run("return document.activeElement?.classList?.contains('can') ?? false") == json!(true);
    for game in ["tictactoe", "kalah:pits=4,seeds=2"] {
        browser.open_page(&format!("/play?game={game}&seat1=human&seat2=random&seed=1&moves="));
        let (mut turns, mut tabs) = (0, 0);
        while browser.until(game, TURN) == json!("you") {
            turns += 1;
            assert!(turns < 60, "{game}");
            // Tabs reach the board once; after a move one is still there.
            while !is_at_board() {
                assert!(turns == 1, "{game}: the keyboard has lost the board");
                browser.press(&[TAB]);
                tabs += 1;
                assert!(tabs < 60, "{game}: the board cannot be reached");
            }
            browser.press(&[RIGHT, ENTER]);
        }
        assert!(turns > 2, "{game}: {turns} turns");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
    }
}

#[test]
fn two_people_play_a_hidden_game_at_one_screen_and_at_two() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/play?game=kuhn&seat1=human&seat2=human&seed=3&moves=");
    let own = browser.text("#board");
    browser.click("#moves button");
    browser.until(
        "a curtain",
        "return !document.getElementById('curtain').hidden && document.getElementById('board').hidden",
    );
    let whole = browser.run(
        "return document.documentElement.outerHTML.includes('data-place') && !document.getElementById('board').hidden",
    );
    assert_eq!(whole, json!(false), "nothing of the first seat is shown");
    browser.click("#curtain-open");
    browser.until("seat 2 decides", TURN);
    assert_ne!(browser.text("#board"), own, "another card");
    // The second seat goes to another screen: there its link opens it, here it is gone.
    browser.open_page("/play?game=kuhn&seat1=human&seat2=human&seed=3&moves=");
    browser.click("#links button");
    let link = browser.until("a link", "return document.querySelector('#links input')?.value");
    let key = link.as_str().unwrap().rsplit_once('=').unwrap().1.to_string();
    let address = browser.run("return location.href");
    assert!(!address.as_str().unwrap().contains(&key), "{address}");
    let second = Browser::open(server.port);
    second.open_page(link.as_str().unwrap());
    second.until("it waits", "return document.getElementById('status').textContent.includes('Waiting for another')");
    let seen = |browser: &Browser| browser.run("return document.querySelector('#board svg').textContent");
    assert_ne!(seen(&second), seen(&browser));
    // A move here is seen there, and the other way round, to the end.
    let mut turns = 0;
    let is_over =
        |browser: &Browser| browser.run("return document.querySelector('#status.won') !== null") == json!(true);
    while !(is_over(&browser) && is_over(&second)) {
        for screen in [&browser, &second] {
            if screen.run(TURN) == json!("you") {
                screen.click("#moves button");
                screen.rest("moved");
                turns += 1;
            }
        }
        assert!(turns < 9);
    }
    assert!(turns >= 2, "both have moved");
    for screen in [&browser, &second] {
        assert_eq!(screen.complaints(), Vec::<String>::new());
    }
}

#[test]
fn the_curve_of_beliefs_rises_for_the_right_model() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.go("/play?game=dilemma:rounds=30&seat1=model-mcts:sims=300&seat2=strategy:name=tit-for-tat&seed=0&moves=");
    browser.until("twelve rounds", "return document.querySelectorAll('#log li').length >= 24");
    browser.until("curves", "return document.querySelector('#beliefs svg')");
    let ends = browser.run(
        "const told = document.querySelector('#beliefs svg').getAttribute('aria-label').replace(/^.*?move by move\\. /, ''); \
         const curve = told.split('; ').find((one) => one.startsWith('tit-for-tat: ')).slice(13).split(', ').map(parseFloat); \
         return [curve[0], curve.at(-1)]",
    );
    let (first, last) = (ends[0].as_f64().unwrap(), ends[1].as_f64().unwrap());
    assert!(first < 20.0 && last > 60.0, "from {first} % to {last} %");
    browser.picture("beliefs");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_thinking_is_shown_and_can_be_walked_and_others_are_asked() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(server.port);
    browser.open_page("/play?game=tictactoe&seat1=human&seat2=human&seed=0&moves=a1+b2");
    browser.fill("#thinker", "alphabeta");
    browser.click("#with-tree");
    browser.click("#think-go");
    browser.until(
        "the last stage",
        "return document.querySelector('#thinking .tree-view') && document.documentElement.dataset.busy === '0'",
    );
    assert_eq!(browser.run("return document.querySelectorAll('#thinking .bars tbody tr').length"), json!(7));
    let before: Value = browser.run("return document.querySelector('#board svg').outerHTML");
    browser.click("#thinking .line button:nth-of-type(2)");
    browser.until("it walks", "return document.getElementById('status').textContent.startsWith('After ')");
    assert_ne!(browser.run("return document.querySelector('#board svg').outerHTML"), before);
    browser.click("#back");
    browser.rest("back");
    // Branch by branch, cut branches marked.
    browser.click("#thinking .tree-view details details summary");
    browser.until("a branch opens", "return document.querySelector('.tree-view details details[open] li')");
    browser.click("#tab-ask");
    browser.run("document.querySelectorAll('#ask-list input').forEach((box) => { box.checked = ['alphabeta', 'random'].includes(box.value); })");
    browser.click("#ask-form button");
    browser.until("two answers", "return document.querySelectorAll('#ask-table tbody tr').length === 2 && document.documentElement.dataset.busy === '0'");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
