//! A studio on a free port, and just enough of HTTP to ask it anything.

use outwit_studio::Setup;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A server of a test, with a store of its own.
pub struct Server {
    pub port: u16,
    pub store: PathBuf,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The data of the events of this name.
    pub fn events(&self, name: &str) -> Vec<Value> {
        let mut found = Vec::new();
        for event in self.body.split("\n\n") {
            let field = |key: &str| event.lines().find_map(|line| line.strip_prefix(key));
            if field("event: ") == Some(name) {
                found.push(serde_json::from_str(field("data: ").unwrap()).unwrap());
            }
        }
        found
    }
}

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A file name that nobody else uses.
pub fn fresh_store() -> PathBuf {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("outwit-studio-{}-{number}.sqlite", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

impl Server {
    pub fn start() -> Server {
        Server::with(Setup { listen: [127, 0, 0, 1].into(), port: 0, token: None, store: fresh_store() })
    }

    pub fn with(setup: Setup) -> Server {
        let store = setup.store.clone();
        let (told, ready) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            outwit_studio::serve(setup, |address| told.send(address.to_string()).unwrap()).unwrap();
        });
        let address = ready.recv_timeout(Duration::from_secs(30)).expect("the server starts");
        let port = address.trim_end_matches('/').rsplit_once(':').unwrap().1.parse().unwrap();
        Server { port, store }
    }

    /// One that serves already, with a store that somebody else removes.
    pub fn at(port: u16) -> Server {
        Server { port, store: PathBuf::new() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json")], &body.to_string())
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "host") {
            head.push_str(&format!("host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        self.raw(format!("{head}\r\n{body}").as_bytes())
    }

    /// Sends bytes as they are.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut socket = self.connect();
        // A server that has heard enough may close before all is sent.
        let _ = socket.write_all(bytes);
        read(socket)
    }

    pub fn connect(&self) -> TcpStream {
        let socket = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        socket.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        socket
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !self.store.as_os_str().is_empty() {
            remove_store(&self.store);
        }
    }
}

/// Removes a store and what stands beside it.
pub fn remove_store(store: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", store.display()));
    }
}

/// A server that is a process of its own, and can be killed: this test program once more, told to serve.
pub struct Process {
    child: Child,
    pub port: u16,
}

const STORE: &str = "OUTWIT_STUDIO_TEST_STORE";

#[test]
fn serves_when_told_to() {
    let Some(store) = std::env::var_os(STORE) else { return };
    let setup = Setup { listen: [127, 0, 0, 1].into(), port: 0, token: None, store: store.into() };
    // Whoever started it holds the other end: when that is gone, however it went, so is this.
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    outwit_studio::serve(setup, |address| println!("\nserves {address}")).unwrap();
}

impl Process {
    pub fn start(store: &Path) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["client::serves_when_told_to", "--exact", "--nocapture"])
            .env(STORE, store)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = said.find_map(|line| line.unwrap().strip_prefix("serves ").map(str::to_string));
        let address = address.expect("the server starts");
        let port = address.trim_end_matches('/').rsplit_once(':').unwrap().1.parse().unwrap();
        Process { child, port }
    }

    /// At once, and without a word to it.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(socket: TcpStream) -> Answer {
    let mut reader = BufReader::new(socket);
    let mut line = String::new();
    let _ = reader.read_line(&mut line);
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let mut headers = Vec::new();
    loop {
        line.clear();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.trim().split_once(':') {
            headers.push((name.to_string(), value.trim().to_string()));
        }
    }
    let is_chunked =
        headers.iter().any(|(name, value)| name.eq_ignore_ascii_case("transfer-encoding") && value == "chunked");
    let mut bytes = Vec::new();
    if is_chunked {
        loop {
            line.clear();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                break;
            }
            let size = usize::from_str_radix(line.trim(), 16).unwrap_or(0);
            let mut chunk = vec![0; size + 2];
            if size == 0 || reader.read_exact(&mut chunk).is_err() {
                break;
            }
            bytes.extend_from_slice(&chunk[..size]);
        }
    } else {
        let _ = reader.read_to_end(&mut bytes);
    }
    Answer { status, headers, body: String::from_utf8_lossy(&bytes).into_owned() }
}
