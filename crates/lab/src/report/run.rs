//! Which program made a report, when, and how long it took: all that differs between two runs of the same command.

use serde_json::{Value, json};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// One run of a paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The version of the program.
    pub version: &'static str,
    /// The commit it was built from, where the program [knows](Run::built_from) it.
    pub commit: Option<&'static str>,
    /// When it was done, as in `2026-11-15T23:07:58Z`.
    pub date: String,
    /// How long it took.
    pub duration: Duration,
    /// On how many threads. No number depends on it.
    pub threads: usize,
}

/// What the program around this library was built from.
static COMMIT: OnceLock<&'static str> = OnceLock::new();

impl Run {
    /// Says from which commit the program was built: the first to say so is believed.
    pub fn built_from(commit: &'static str) {
        COMMIT.get_or_init(|| commit);
    }

    /// A run of this program that has just ended.
    pub fn ended(duration: Duration, threads: usize) -> Run {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let (version, commit) = (env!("CARGO_PKG_VERSION"), COMMIT.get().copied());
        Run { version, commit, date: date(seconds), duration, threads }
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        json!({
            "version": self.version,
            "commit": self.commit,
            "date": self.date,
            "seconds": (self.duration.as_secs_f64() * 1e3).round() / 1e3,
            "threads": self.threads,
        })
    }

    /// In a line.
    pub fn words(&self) -> String {
        Run::words_of(&self.to_json())
    }

    /// The same of a run that was stored.
    pub(super) fn words_of(run: &Value) -> String {
        let word = |key: &str| run[key].as_str().unwrap_or("unknown").to_string();
        let commit = run["commit"].as_str().map_or(String::new(), |commit| format!(" ({commit})"));
        let threads = match run["threads"].as_u64() {
            Some(1) => "1 thread".to_string(),
            threads => format!("{} threads", threads.unwrap_or(0)),
        };
        let seconds = run["seconds"].as_f64().unwrap_or(f64::NAN);
        format!("outwit {}{commit}, {}, {seconds:.1} s on {threads}", word("version"), word("date"))
    }
}

/// The time that is so many seconds after the beginning of 1970, by the civil calendar (Hinnant 2013, "chrono-compatible
/// low-level date algorithms").
fn date(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March, so that the leap day comes last.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    let (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, wanted) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_798_761_600, "2027-01-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date(seconds), wanted);
        }
    }

    #[test]
    fn a_run_says_which_program_it_was() {
        let run = Run {
            version: "1.2.3",
            commit: Some("abc"),
            date: date(0),
            duration: Duration::from_millis(1_500),
            threads: 2,
        };
        assert_eq!(run.words(), "outwit 1.2.3 (abc), 1970-01-01T00:00:00Z, 1.5 s on 2 threads");
        assert_eq!(run.to_json()["seconds"], 1.5);
        Run::built_from("0a1b2c");
        Run::built_from("d4e5f6");
        assert_eq!(Run::ended(Duration::ZERO, 1).commit, Some("0a1b2c"));
    }
}
