//! Every page, light and dark, narrow and wide: nothing hinders people, nothing sticks out, and it is there at once.

use super::driver::Browser;
use super::may_open;
use crate::client::Server;
use serde_json::json;
use std::io::Write;

const PAGES: &[(&str, &str)] = &[
    ("games", "/"),
    ("play", "/play?game=connect4&seat1=human&seat2=human&seed=0&moves=4+4+3"),
    ("cards", "/play?game=hearts&seat1=human&seat2=random&seat3=random&seat4=random&seed=5&moves="),
    ("seats", "/play?game=connect4&seat1=human&seat2=uct&seed=0&moves="),
    ("trees", "/trees"),
    ("decide", "/decide"),
    ("lotteries", "/decide"),
    ("arena", "/arena"),
    ("papers", "/papers"),
    ("api", "/api"),
    ("rules", "/rules/othello"),
    ("missing", "/nowhere"),
];

/// What axe finds that is serious.
const FINDINGS: &str = "axe.run(document, {resultTypes: ['violations']}).then((r) => done(r.violations \
     .filter((v) => v.impact === 'serious' || v.impact === 'critical') \
     .map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join(' ; '))))";

/// What a person does on a page before it is looked at, so that there is something to see.
fn use_page(browser: &Browser, name: &str) {
    match name {
        "play" => {
            browser.click("#think-go");
            browser.until(
                "a thought",
                "return document.querySelector('#thinking .bars') && document.documentElement.dataset.busy === '0'",
            );
        }
        "cards" => {
            browser.until("your turn", "return document.querySelector('#moves button:not([disabled])')");
            browser.click("#believe");
            browser.until("what may be", "return document.querySelector('#thinking .heat')");
        }
        "seats" => browser.click("#tab-seats"),
        "lotteries" => {
            browser.fill("#example", "lotteries");
            browser.until("lotteries", "return document.querySelector('#lotteries table')");
        }
        "arena" => {
            browser.fill("#deals", "6");
            browser.click("#start button");
            browser.until(
                "standings",
                "return document.getElementById('standing-line')?.textContent.includes('finished')",
            );
        }
        "papers" => {
            browser.click("[data-id=frank-1994] summary");
            browser.until("a report", "return document.querySelector('[data-id=frank-1994] .report table')");
        }
        _ => {}
    }
    browser.rest(name);
    browser.run("window.scrollTo(0, 0)");
}

/// With `AXE` naming the file of axe-core: no serious finding on any page.
#[test]
fn nothing_hinders_people() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let axe = std::env::var("AXE").ok().map(|path| std::fs::read_to_string(path).expect("axe-core is there"));
    if axe.is_none() {
        let _ = std::io::stderr().write_all(b"axe-core was left out: AXE names no file\n");
    }
    let browser = Browser::open(server.port);
    for (name, path) in PAGES {
        browser.look_as(1280, false);
        browser.open_page(path);
        use_page(&browser, name);
        if let Some(axe) = &axe {
            browser.run(&format!("{axe}; window.axe = window.axe || axe;"));
        }
        for (width, dark) in [(360, false), (360, true), (1280, true), (1280, false)] {
            browser.look_as(width, dark);
            let wide = browser.run("return document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_i64().unwrap() <= 1, "{path} is {wide} px wider than {width}");
            browser.picture(&format!("{name}-{width}{}", if dark { "-dark" } else { "" }));
            if axe.is_some() {
                assert_eq!(browser.run_long(FINDINGS), json!([]), "{path} at {width}, dark {dark}");
            }
        }
        let loud: Vec<String> = browser.complaints().into_iter().filter(|line| !line.contains("404")).collect();
        assert_eq!(loud, Vec::<String>::new(), "{path}");
    }
}
