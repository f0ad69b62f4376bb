//! Chromium by WebDriver: just enough of it to click, press keys, look, and wait.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// No verdict hangs on a time: this only ends what will never come. `OUTWIT_PATIENCE` makes it shorter for who looks for why.
fn patience() -> Duration {
    let seconds = std::env::var("OUTWIT_PATIENCE").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(240))
}

/// From one look at a page to the next.
const PAUSE: Duration = Duration::from_millis(15);

/// What a browser is told to be: it needs no screen, and asks nobody but us.
const ARGUMENTS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// A browser of a test.
pub struct Browser {
    driver: Child,
    /// The connection to the driver: it stays open from command to command.
    wire: Mutex<BufReader<TcpStream>>,
    session: String,
    profile: PathBuf,
    at: String,
}

/// The driver and the port it listens at, unless it ended instead.
fn start_driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver is there");
    // It says which free port it has taken; what it says later nobody needs, but it must be able to say it.
    let mut said = BufReader::new(driver.stdout.take().expect("it can be heard"));
    let Some(port) = port_said(&mut said) else {
        let _ = driver.wait();
        return None;
    };
    std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
    Some((driver, port))
}

fn port_said(said: &mut impl BufRead) -> Option<u16> {
    let mut lines = said.lines().map_while(Result::ok);
    lines.find_map(|line| line.trim_end_matches('.').rsplit_once("successfully on port ")?.1.parse().ok())
}

impl Browser {
    /// A browser for the server at this port.
    pub fn open(port: u16) -> Browser {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("outwit-browser-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&profile);
        // A port that was free when it was looked for may be taken a moment later.
        let (driver, driver_port) = (0..5).find_map(|_| start_driver()).expect("chromedriver starts and listens");
        let socket = TcpStream::connect(("127.0.0.1", driver_port)).expect("chromedriver listens");
        socket.set_read_timeout(Some(patience())).expect("a limit can be set");
        let mut browser = Browser {
            driver,
            wire: Mutex::new(BufReader::new(socket)),
            session: String::new(),
            profile,
            at: format!("http://127.0.0.1:{port}"),
        };
        let mut arguments: Vec<String> = ARGUMENTS.iter().map(|argument| argument.to_string()).collect();
        arguments.push(format!("--user-data-dir={}", browser.profile.display()));
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": patience().as_millis() as u64, "pageLoad": patience().as_millis() as u64},
        }}});
        let begun = browser.send("POST", "/session", &wanted);
        browser.session = begun["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {begun}")).to_string();
        browser.look_as(1280, false);
        browser
    }

    /// Shows pages this wide, light or dark. A window is never as narrow as a telephone; what is shown in it can be.
    pub fn look_as(&self, width: u32, dark: bool) {
        let size = json!({"cmd": "Emulation.setDeviceMetricsOverride",
                          "params": {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}});
        self.command("POST", "/goog/cdp/execute", &size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"cmd": "Emulation.setEmulatedMedia",
                           "params": {"features": [{"name": "prefers-color-scheme", "value": scheme}]}});
        self.command("POST", "/goog/cdp/execute", &media);
    }

    /// One command, and what it returns. The driver keeps the connection, so the answer ends where its length says.
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "GET" || method == "DELETE" { String::new() } else { body.to_string() };
        let mut wire = self.wire.lock().expect("one command after the other");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        wire.get_mut().write_all(format!("{head}{body}").as_bytes()).expect("the driver hears");
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            assert!(wire.read_line(&mut line).expect("the driver answers in time") > 0, "{path}: the driver has left");
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut bytes = vec![0; length];
        wire.read_exact(&mut bytes).expect("the driver finishes what it says");
        let told: Value = serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        told["value"].clone()
    }

    pub fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        self.send(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Opens a page of the server, or a whole address.
    pub fn go(&self, path: &str) {
        let target = if path.starts_with("http") { path.to_string() } else { format!("{}{path}", self.at) };
        let told = self.command("POST", "/url", &json!({"url": target}));
        assert!(told.get("error").is_none(), "{path}: {told}");
    }

    /// Opens a page and waits until it has asked and shown all that it shows at first.
    pub fn open_page(&self, path: &str) {
        self.go(path);
        self.rest(path);
    }

    /// Waits until the page waits for nothing.
    pub fn rest(&self, what: &str) {
        self.until(what, "return document.documentElement.dataset.busy === '0'");
    }

    /// What a script in the page returns.
    pub fn run(&self, script: &str) -> Value {
        let told = self.command("POST", "/execute/sync", &json!({"script": script, "args": []}));
        assert!(told.get("error").is_none(), "{script}: {told}");
        told
    }

    /// What a script in the page hands to `done`.
    pub fn run_long(&self, script: &str) -> Value {
        let script = format!("const done = arguments[0]; {script}");
        let told = self.command("POST", "/execute/async", &json!({"script": script, "args": []}));
        assert!(told.get("error").is_none(), "{script}: {told}");
        told
    }

    /// The text of an element.
    pub fn text(&self, selector: &str) -> String {
        let told = self.run(&format!("return document.querySelector({})?.textContent ?? ''", json!(selector)));
        told.as_str().unwrap_or_default().to_string()
    }

    /// Waits until a script returns something true.
    pub fn until(&self, what: &str, script: &str) -> Value {
        // Looks are counted, not seconds: who was stopped meanwhile has not waited.
        let mut looks = patience().as_millis() / PAUSE.as_millis();
        loop {
            let told = self.run(script);
            if !(told.is_null() || told == json!(false) || told == json!("") || told == json!(0)) {
                return told;
            }
            looks = looks.saturating_sub(1);
            if looks == 0 {
                self.picture("stuck");
                panic!(
                    "it never came to this: {what}; at {} with {}, {:?}",
                    self.run("return location.href"),
                    self.run(
                        "return ['busy ' + document.documentElement.dataset.busy, ...['status', 'text-state', \
                         'standing-line', 'thinking', 'trouble', 'note'].map((id) => document.getElementById(id)) \
                         .filter((n) => n).map((n) => n.id + ': ' + n.textContent.trim().slice(0, 300))]"
                    ),
                    self.complaints()
                );
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Waits for an element that rests where it is and clicks it with the mouse, in the middle.
    pub fn click(&self, selector: &str) {
        let found = self.until(
            &format!("{selector} can be clicked"),
            &format!(
                "const n = document.querySelector({}); if (!n || n.disabled) return false; \
                 n.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}}); const b = n.getBoundingClientRect(); \
                 const [was, at] = [window.clickSeen, [b.x + b.width / 2, b.y + b.height / 2]]; \
                 window.clickSeen = [n, ...at]; \
                 return b.width > 0 && was && was[0] === n && was[1] === at[0] && was[2] === at[1] && at",
                json!(selector)
            ),
        );
        self.run("delete window.clickSeen");
        self.click_at(&found);
    }

    /// A click of the mouse at a point of the window. One that no part of the page has heard of, as happens while a slow
    /// browser still finds its size, is made again.
    pub fn click_at(&self, point: &Value) {
        const LISTEN: &str = "window.clickHeard = false; \
             addEventListener('click', () => { window.clickHeard = true; }, {capture: true, once: true})";
        // A new page knows nothing of the old one's click: it came from there.
        const HEARD: &str = "return window.clickHeard !== false";
        for _ in 0..20 {
            self.run(LISTEN);
            self.press_mouse(point);
            for _ in 0..40 {
                if self.run(HEARD) == json!(true) {
                    return;
                }
                std::thread::sleep(PAUSE);
            }
        }
        panic!("nothing in the page hears a click at {point}");
    }

    fn press_mouse(&self, point: &Value) {
        let part = |index: usize| point[index].as_f64().expect("a point").round() as i64;
        let actions = json!({"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": part(0), "y": part(1), "origin": "viewport"},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]});
        let told = self.command("POST", "/actions", &actions);
        assert!(told.is_null(), "a click at {point}: {told}");
    }

    /// Presses keys, one after the other.
    pub fn press(&self, keys: &[&str]) {
        let steps: Vec<Value> = keys
            .iter()
            .flat_map(|key| [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})])
            .collect();
        let told =
            self.command("POST", "/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": steps}]}));
        assert!(told.is_null(), "keys {keys:?}: {told}");
    }

    /// Puts a value into a field, as if it had been typed.
    pub fn fill(&self, selector: &str, value: &str) {
        let done = self.run(&format!(
            "const n = document.querySelector({}); n.value = {}; n.dispatchEvent(new Event('input', {{bubbles: true}})); \
             n.dispatchEvent(new Event('change', {{bubbles: true}})); return true",
            json!(selector),
            json!(value)
        ));
        assert_eq!(done, json!(true), "{selector}");
    }

    /// What the page complained about.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.command("POST", "/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        severe.map(|entry| entry["message"].to_string()).collect()
    }

    /// Keeps a picture of the window where `OUTWIT_SCREENSHOTS` names a folder.
    pub fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("OUTWIT_SCREENSHOTS") else { return };
        let told = self.command("GET", "/screenshot", &Value::Null);
        let path = std::path::Path::new(&folder).join(format!("{name}.png.b64"));
        std::fs::write(&path, told.as_str().unwrap_or_default()).expect("pictures can be kept");
        let file = std::fs::File::create(path.with_extension("")).expect("pictures can be kept");
        let _ = Command::new("base64").arg("-d").arg(&path).stdout(file).status();
        let _ = std::fs::remove_file(path);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends its browser with the session; a driver that is only killed leaves it behind.
        if !self.session.is_empty() && !self.wire.is_poisoned() {
            let end = || self.command("DELETE", "", &Value::Null);
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(end));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
