//! Lines from a stream that cannot be trusted: however long, many or broken they are, little of them is kept.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a line that are looked at; the rest is skipped.
const LONGEST_LINE: usize = 64 << 10;
/// Lines that are kept as last words.
const KEPT_LINES: usize = 4;
/// Letters that are kept of each.
const KEPT_WIDTH: usize = 160;

/// The last lines of a stream, for the log.
#[derive(Clone, Default)]
pub struct LastWords(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    lines: VecDeque<String>,
    /// What stands after the last line's end: a program that forgets to end its line should be told what it said.
    partial: String,
}

impl LastWords {
    fn with<R>(&self, work: impl FnOnce(&mut Kept) -> R) -> R {
        // What is kept makes sense at any moment, so a thread that panicked has broken nothing.
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn line(&self, line: &str) {
        self.with(|kept| {
            kept.partial.clear();
            if line.trim().is_empty() {
                return;
            }
            if kept.lines.len() == KEPT_LINES {
                kept.lines.pop_front();
            }
            kept.lines.push_back(shortened(line));
        });
    }

    fn partial(&self, bytes: &[u8]) {
        let text = shortened(&String::from_utf8_lossy(&bytes[..bytes.len().min(4 * KEPT_WIDTH)]));
        self.with(|kept| kept.partial = text);
    }

    /// The last lines, the oldest first, each in quotes; `None` if nothing was said.
    pub fn quoted(&self) -> Option<String> {
        self.with(|kept| {
            let partial = Some(&kept.partial).filter(|text| !text.trim().is_empty());
            let lines: Vec<String> = kept.lines.iter().chain(partial).map(|line| format!("{line:?}")).collect();
            (!lines.is_empty()).then(|| lines.join(", "))
        })
    }
}

fn shortened(line: &str) -> String {
    let line = line.trim_end();
    match line.char_indices().nth(KEPT_WIDTH) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_string(),
    }
}

/// Reads lines until the stream ends or `hear` has heard enough. Bytes that are no text are replaced.
pub fn read_lines(stream: impl Read, last_words: &LastWords, mut hear: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut line: Vec<u8> = Vec::new();
    let mut skipping = false;
    loop {
        let chunk = match stream.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let at_end = chunk.is_empty();
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..newline.unwrap_or(chunk.len())];
        let used = newline.map_or(chunk.len(), |end| end + 1);
        if !skipping {
            line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        }
        stream.consume(used);
        // A line that is too long is told as soon as that is known: its end may never come.
        let is_cut = !skipping && line.len() == LONGEST_LINE;
        let is_done = !skipping && (newline.is_some() || is_cut || at_end && !line.is_empty());
        if is_done {
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            last_words.line(&text);
            if !hear(text) {
                return;
            }
        } else if !skipping && !at_end {
            last_words.partial(&line);
        }
        skipping = (skipping || is_cut) && newline.is_none();
        if at_end {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> (Vec<String>, Option<String>) {
        let (mut heard, last_words) = (Vec::new(), LastWords::default());
        read_lines(bytes, &last_words, |line| {
            heard.push(line);
            true
        });
        (heard, last_words.quoted())
    }

    #[test]
    fn lines_are_read_whatever_their_bytes() {
        let (heard, last) = lines(b"one\r\n\ntwo \xff\nlast");
        assert_eq!(heard, ["one\r", "", "two \u{fffd}", "last"]);
        assert_eq!(last.unwrap(), "\"one\", \"two \u{fffd}\", \"last\"");
        assert_eq!(lines(b""), (Vec::new(), None));
    }

    #[test]
    fn long_lines_are_cut_and_only_the_last_are_kept() {
        let mut bytes = vec![b'x'; 5 * LONGEST_LINE];
        bytes.extend(b"\nnext\n");
        let (heard, _) = lines(&bytes);
        assert_eq!((heard.len(), heard[0].len(), heard[1].as_str()), (2, LONGEST_LINE, "next"));
        let many: String = (0..10_000).map(|number| format!("line {number}\n")).collect();
        let last = lines(many.as_bytes()).1.unwrap();
        assert_eq!(last, r#""line 9996", "line 9997", "line 9998", "line 9999""#);
        // Exactly as long as allowed, with and without an end.
        for end in [&b"\na\n"[..], b""] {
            let bytes: Vec<u8> = vec![b'y'; LONGEST_LINE].into_iter().chain(end.iter().copied()).collect();
            assert_eq!(lines(&bytes).0.len(), 1 + usize::from(!end.is_empty()));
        }
    }
}
