//! The pages in a real Chromium, driven over WebDriver.
//!
//! They take a minute or two, one browser after the other: `tests/browser.sh` runs them, with axe-core, which looks for what
//! would hinder people. Without it they are left out, and a line says so.

use crate::client::{Server, fresh_store};
use outwit_studio::Setup;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// A browser of a test.
struct Browser {
    driver: Child,
    port: u16,
    session: String,
    at: String,
}

/// No verdict hangs on a time: this only ends what will never come.
const PATIENCE: Duration = Duration::from_secs(300);

/// One browser after the other: whoever holds this may open some. `None` where nobody asked for browsers, or there are none.
fn may_open() -> Option<MutexGuard<'static, ()>> {
    static ALONE: Mutex<()> = Mutex::new(());
    static SAID: Once = Once::new();
    let is_asked = std::env::var_os("OUTWIT_BROWSER").is_some();
    let is_there = || Command::new("chromedriver").arg("--version").stdout(Stdio::null()).status().is_ok();
    if is_asked && is_there() {
        return Some(ALONE.lock().unwrap_or_else(PoisonError::into_inner));
    }
    SAID.call_once(|| {
        let why = if is_asked { "there is no chromedriver" } else { "crates/studio/tests/browser.sh runs them" };
        // Not captured: whoever runs the tests reads it.
        let _ = std::io::stderr().write_all(format!("browser tests were left out: {why}\n").as_bytes());
    });
    None
}

impl Browser {
    /// A browser of this width.
    fn open(server: &Server, width: u32, dark: bool) -> Browser {
        static COUNT: AtomicU16 = AtomicU16::new(0);
        let port = 20_000 + (std::process::id() % 20_000) as u16 + COUNT.fetch_add(1, Ordering::Relaxed);
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is there");
        let mut browser =
            Browser { driver, port, session: String::new(), at: format!("http://127.0.0.1:{}", server.port) };
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(began.elapsed() < PATIENCE, "chromedriver does not listen");
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut arguments = vec![
            "--headless=new".to_string(),
            "--no-sandbox".to_string(),
            "--disable-gpu".to_string(),
            "--disable-dev-shm-usage".to_string(),
            format!("--window-size={width},900"),
        ];
        if dark {
            arguments.push("--blink-settings=preferredColorScheme=0".to_string());
        }
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let begun = browser.send("POST", "/session", &wanted);
        browser.session = begun["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {begun}")).to_string();
        // A window is never as narrow as a telephone; what is shown in it can be.
        let size = json!({"cmd": "Emulation.setDeviceMetricsOverride",
                          "params": {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}});
        browser.command("POST", "/goog/cdp/execute", &size);
        if dark {
            let media = json!({"cmd": "Emulation.setEmulatedMedia",
                               "params": {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}});
            browser.command("POST", "/goog/cdp/execute", &media);
        }
        browser
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "GET" || method == "DELETE" { String::new() } else { body.to_string() };
        let mut socket = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        socket.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let told: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"));
        told["value"].clone()
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        self.send(method, &format!("/session/{}{path}", self.session), body)
    }

    fn go(&self, path: &str) {
        let target = if path.starts_with("http") { path.to_string() } else { format!("{}{path}", self.at) };
        self.command("POST", "/url", &json!({"url": target}));
    }

    /// What a script in the page returns.
    fn run(&self, script: &str) -> Value {
        let told = self.command("POST", "/execute/sync", &json!({"script": script, "args": []}));
        assert!(told.get("error").is_none(), "{script}: {told}");
        told
    }

    /// Waits until a script returns something true.
    fn until(&self, what: &str, script: &str) -> Value {
        let began = Instant::now();
        loop {
            let told = self.run(script);
            if !(told.is_null() || told == json!(false) || told == json!("") || told == json!(0)) {
                return told;
            }
            if began.elapsed() > PATIENCE {
                let status = self.run("return document.getElementById('status')?.textContent + ' | ' + location.href");
                panic!("it never came to this: {what}; {status}");
            }
            std::thread::sleep(Duration::from_millis(60));
        }
    }

    /// A real click of the mouse in the middle of the element.
    fn click(&self, selector: &str) {
        assert!(self.try_click(selector), "{selector} cannot be clicked");
    }

    /// The same for an element that may go away meanwhile: whether it was clicked.
    fn try_click(&self, selector: &str) -> bool {
        let found = self.command("POST", "/element", &json!({"using": "css selector", "value": selector}));
        let id = found["element-6066-11e4-a52e-4f735466cecf"].as_str();
        let Some(id) = id else { return false };
        self.run(&format!("document.querySelector({})?.scrollIntoView({{block: 'center'}})", json!(selector)));
        let origin = json!({"element-6066-11e4-a52e-4f735466cecf": id});
        let actions = json!({"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]});
        self.command("POST", "/actions", &actions).is_null()
    }

    /// Presses keys, one after the other.
    fn press(&self, keys: &[&str]) {
        let steps: Vec<Value> = keys
            .iter()
            .flat_map(|key| [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})])
            .collect();
        self.command("POST", "/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": steps}]}));
    }

    /// What the page complained about.
    fn complaints(&self) -> Vec<String> {
        let log = self.command("POST", "/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        severe.map(|entry| entry["message"].to_string()).collect()
    }

    fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("OUTWIT_SCREENSHOTS") else { return };
        let told = self.command("GET", "/screenshot", &Value::Null);
        let path = std::path::Path::new(&folder).join(format!("{name}.png.b64"));
        std::fs::write(&path, told.as_str().unwrap_or_default()).unwrap();
        let file = std::fs::File::create(path.with_extension("")).unwrap();
        let _ = Command::new("base64").arg("-d").arg(&path).stdout(file).status();
        let _ = std::fs::remove_file(path);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.command("DELETE", "", &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

const YOURS_OR_OVER: &str = "const s = document.getElementById('status'); \
     if (s.classList.contains('won')) return 'over'; \
     return document.querySelector('#board:not(.thinking)') && document.querySelector('#moves button:not([disabled])') ? 'you' : false";

/// Plays a whole game by clicking places; what is left as a list is picked from it.
fn play_by_mouse(browser: &Browser, game: &str) -> String {
    let mut turns = 0;
    while browser.until(game, YOURS_OR_OVER) == json!("you") {
        turns += 1;
        assert!(turns < 400, "{game} never ends");
        let before = browser.run("return document.querySelectorAll('#log li').length + ' ' + location.href");
        for _ in 0..9 {
            // A place of the next legal move that is not picked yet; else the list; else a button, for moves without places.
            let target = browser.run(
                "if (document.querySelector('#choices:not([hidden]) button')) return '#choices button'; \
                 const marks = [...document.querySelectorAll('#board .can:not(.picked)')]; \
                 if (!marks.length) return document.querySelector('#moves button:not([disabled])') ? '#moves button:not([disabled])' : ''; \
                 const m = marks[Math.floor(marks.length / 2)]; \
                 document.querySelectorAll('[data-target]').forEach((n) => n.removeAttribute('data-target')); \
                 m.setAttribute('data-target', ''); return '[data-target]'",
            );
            // Nothing to click: the move is on its way.
            let Some(target) = target.as_str().filter(|target| !target.is_empty()) else { break };
            browser.try_click(target);
            let moved = browser.run(&format!(
                "return document.querySelector('#board.thinking') !== null || document.querySelectorAll('#log li').length + ' ' + location.href !== {before}"
            ));
            if moved == json!(true) {
                break;
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
    browser.run("return document.getElementById('status').textContent").as_str().unwrap().to_string()
}

#[test]
fn whole_games_by_mouse() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(&server, 1280, false);
    for (game, query) in [
        ("connect4", "game=connect4&seat1=human&seat2=greedy&seed=0&moves="),
        ("othello", "game=othello:size=6&seat1=human&seat2=greedy&seed=0&moves="),
        ("backgammon", "game=backgammon&seat1=human&seat2=random&seed=4&moves="),
        ("hearts", "game=hearts&seat1=human&seat2=random&seat3=random&seat4=random&seed=5&moves="),
    ] {
        browser.go(&format!("/play?{query}"));
        let outcome = play_by_mouse(&browser, game);
        assert!(
            outcome.contains("win")
                || outcome.contains("lose")
                || outcome.contains("draw")
                || outcome.contains("share"),
            "{game}: {outcome}"
        );
        if game == "hearts" {
            let all = browser.run("return document.querySelectorAll('#log li').length");
            assert!(all.as_u64().unwrap() >= 52, "at the end all is shown: {all}");
        }
    }
    // Chinese checkers goes on for long: from the start to a few jumps, and given up.
    browser.go("/play?game=chinesecheckers:seats=2&seat1=human&seat2=greedy&seed=0&moves=");
    for _ in 0..6 {
        if browser.until("chinese checkers", YOURS_OR_OVER) != json!("you") {
            break;
        }
        browser.run("const m = document.querySelector('#board .can'); m.setAttribute('data-target', '')");
        browser.click("[data-target]");
        if browser.run("return document.querySelector('#board .picked') !== null") == json!(true) {
            browser.run("document.querySelectorAll('[data-target]').forEach((n) => n.removeAttribute('data-target')); \
                         const all = [...document.querySelectorAll('#board .can:not(.picked)')]; all.at(-1).setAttribute('data-target', '')");
            browser.click("[data-target]");
        }
    }
    browser.until("moves were made", "return document.querySelectorAll('#log li').length >= 6");
    browser.click("#resign");
    browser.until("given up", "return document.getElementById('status').textContent.includes('gives up')");
    // A link shows the same in a second browser.
    let link = browser.run("return location.href");
    let log = browser.run("return document.getElementById('log').textContent");
    let second = Browser::open(&Server { port: server.port, store: fresh_store() }, 800, false);
    second.go(link.as_str().unwrap());
    second.until("the same log", &format!("return document.getElementById('log').textContent === {log}"));
}

#[test]
fn whole_games_by_keyboard_alone() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(&server, 1000, true);
    const ENTER: &str = "\u{E007}";
    const RIGHT: &str = "\u{E014}";
    for game in ["tictactoe", "kalah:pits=4,seeds=2"] {
        browser.go(&format!("/play?game={game}&seat1=human&seat2=random&seed=1&moves="));
        let mut turns = 0;
        while browser.until(game, YOURS_OR_OVER) == json!("you") {
            turns += 1;
            assert!(turns < 60, "{game}");
            // Tabs reach the board; where they begin is as wherever the person was.
            let mut tabs = 0;
            while browser.run("return document.activeElement?.classList?.contains('can') ?? false") != json!(true) {
                browser.press(&["\u{E004}"]);
                tabs += 1;
                assert!(tabs < 80, "{game}: the board cannot be reached");
            }
            browser.press(&[RIGHT, ENTER]);
            std::thread::sleep(Duration::from_millis(120));
        }
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
    }
}

#[test]
fn the_tree_editor_changes_what_is_chosen_and_alpha_beta_is_stepped_through() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(&server, 1280, false);
    browser.go("/trees");
    browser.run(
        "const e = document.getElementById('example'); e.value = 'alpha-beta'; e.dispatchEvent(new Event('change'))",
    );
    let plays = "const n = document.querySelector('[data-agent=alphabeta] .plays'); return n && n.textContent";
    browser.until("alpha-beta plays a", &format!("return (() => {{ {plays} }})() === 'a'"));
    // Step by step to the known count of cuts: two.
    browser.click("[data-agent=alphabeta] .to-start");
    let mut steps = 0;
    while browser.run("return document.querySelector('[data-agent=alphabeta] .cuts').textContent.match(/step (\\d+) of \\1,/) !== null") != json!(true) {
        browser.click("[data-agent=alphabeta] .step");
        steps += 1;
        assert!(steps < 200);
    }
    let text = browser.run("return document.querySelector('[data-agent=alphabeta] .cuts').textContent");
    assert!(text.as_str().unwrap().contains("2 cut so far"), "{text}");
    assert_eq!(browser.run("return document.querySelectorAll('[data-agent=alphabeta] svg .cut').length"), json!(2));
    browser.picture("trees");
    // A payoff of b changes, and the chosen move with it.
    for place in ["0.1.0", "0.1.1", "0.1.2"] {
        browser.click(&format!("#drawing [data-place='{place}']"));
        browser.run("const f = document.querySelector('#editor [name=payoffs]'); f.value = '20 -20'");
        browser.click("#editor button:not([type])");
        browser.until("the text changed", "return document.getElementById('text').value.includes('20,-20')");
        std::thread::sleep(Duration::from_millis(300));
    }
    browser.until("alpha-beta plays b", &format!("return (() => {{ {plays} }})() === 'b'"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_slider_flips_a_decision_at_the_exact_point() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(&server, 1280, false);
    browser.go("/decide");
    browser.until("a flip", "return document.querySelector('.flip')");
    let risk: f64 = browser
        .run("return document.querySelector('.flip').textContent.replace('R = ', '')")
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let words = browser.run("return document.getElementById('flip-text').textContent");
    let words = words.as_str().unwrap();
    let below = words.split(" it is ").nth(1).unwrap().split(',').next().unwrap().to_string();
    let above = words.split("above it ").nth(1).unwrap().split('.').next().unwrap().to_string();
    for (risk, best) in [(risk * (1.0 - 1e-6), &below), (risk * (1.0 + 1e-6), &above)] {
        browser.run(&format!(
            "const n = document.getElementById('risk-number'); n.value = '{risk}'; n.dispatchEvent(new Event('change'))"
        ));
        browser
            .until("the decision flips", &format!("return document.getElementById('best')?.textContent === '{best}'"));
    }
    // The slider itself: at its left end one bears no risk.
    browser.run("const s = document.getElementById('risk'); s.value = 0; s.dispatchEvent(new Event('input'))");
    browser.until("the left end", &format!("return document.getElementById('best')?.textContent === '{below}' || document.getElementById('best')?.textContent"));
    browser.picture("decide");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_tournament_is_watched_stopped_and_resumed_by_another_server() {
    let Some(_alone) = may_open() else { return };
    let store = fresh_store();
    let setup = || Setup { listen: [127, 0, 0, 1].into(), port: 0, token: None, store: store.clone() };
    let server = Server::with(setup());
    let browser = Browser::open(&server, 1280, false);
    browser.go("/arena");
    browser.run("document.getElementById('agents').value = 'uct:sims=200\\nrandom'; document.getElementById('deals').value = 3000; document.getElementById('game').value = 'connect4'");
    browser.click("#start button");
    browser.until(
        "deals are played",
        "return /[1-9]\\d* of 3,000 deals.*playing/.test(document.getElementById('standing-line')?.textContent ?? '')",
    );
    browser.until("it is in the list", "return document.querySelector('[aria-label^=\"Stop tournament\"]')");
    browser.click("[aria-label^='Stop tournament']");
    browser.until("it is stopped", "return document.getElementById('standing-line').textContent.includes('stopped')");
    // A second server at the same store stands for the first one after it was killed.
    let other = Server::with(setup());
    let second = Browser::open(&other, 1280, false);
    second.go("/arena?tournament=1");
    second.until("it can be resumed", "return document.querySelector('[aria-label^=\"Resume tournament\"]')");
    second.click("[aria-label^='Resume tournament']");
    second.until("it plays on", "return document.getElementById('standing-line').textContent.includes('playing')");
    second.until("stop", "return document.querySelector('[aria-label^=\"Stop tournament\"]')");
    second.click("[aria-label^='Stop tournament']");
    second.until("stopped again", "return document.getElementById('standing-line').textContent.includes('stopped')");
    assert_eq!(second.complaints(), Vec::<String>::new());
}

#[test]
fn the_curve_of_beliefs_rises_for_the_right_model() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let browser = Browser::open(&server, 1280, false);
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
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// With `AXE` naming the file of axe-core: no serious finding on any page, light and dark, narrow and wide.
#[test]
fn nothing_hinders_people() {
    let Some(_alone) = may_open() else { return };
    let server = Server::start();
    let axe = std::env::var("AXE").ok().map(|path| std::fs::read_to_string(path).expect("axe-core is there"));
    if axe.is_none() {
        let _ = std::io::stderr().write_all(b"axe-core was left out: AXE names no file\n");
    }
    for (width, dark) in [(360, false), (360, true), (1280, false), (1280, true)] {
        let browser = Browser::open(&server, width, dark);
        for (name, path) in [
            ("games", "/"),
            ("play", "/play?game=connect4&seat1=human&seat2=human&seed=0&moves=4+4+3"),
            ("trees", "/trees"),
            ("decide", "/decide"),
            ("arena", "/arena"),
            ("papers", "/papers"),
            ("api", "/api"),
            ("rules", "/rules/othello"),
            ("missing", "/nowhere"),
        ] {
            browser.go(path);
            std::thread::sleep(Duration::from_millis(700));
            if name == "play" {
                browser.until(
                    "the board",
                    "return document.querySelector('#board .can') && document.querySelector('#thinker option')",
                );
                browser.click("#think-go");
                browser.until("a thought", "return document.querySelector('#thinking .bars') && document.querySelector('#think-go:not([disabled])')");
                browser.run("window.scrollTo(0, 0)");
            }
            let wide = browser.run("return document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_i64().unwrap() <= 1, "{path} is {wide} px wider than {width}");
            browser.picture(&format!("{name}-{width}{}", if dark { "-dark" } else { "" }));
            if let Some(axe) = &axe {
                browser.run(&format!("{axe}; window.axe = window.axe || axe;"));
                let script = "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then((r) => done(r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join(' ; '))))";
                let told = browser.command("POST", "/execute/async", &json!({"script": script, "args": []}));
                assert_eq!(told, json!([]), "{path} at {width}, dark {dark}");
            }
            let loud: Vec<String> = browser.complaints().into_iter().filter(|line| !line.contains("404")).collect();
            assert_eq!(loud, Vec::<String>::new(), "{path}");
        }
    }
}
