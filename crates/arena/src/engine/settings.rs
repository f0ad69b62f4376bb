//! What the spec of an engine says.

use super::NAME;
use super::words::split_command;
use outwit_game::{Budget, Key, Parameter, Problem, Settings, Spec, Text, keys};
use std::time::Duration;

/// One line on engines, for the list of agents.
pub const SUMMARY: &str = "a program of your own that speaks the engine protocol; plays any game it knows";

const COMMAND: Key<Option<Text>> =
    Key::text("command", "", "the program and its arguments, as in command=(python3 my.py)");
const DEPTH: Key<Option<u32>> = Key::integer("depth", "", 0, 200, "plies to look ahead, told to the engine");
const NODES: Key<Option<u64>> =
    Key::integer("nodes", "", 1, i64::MAX, "moves to make inside the search at most, told to the engine");
const TIME: Key<Option<Duration>> = Key::time("time", "", "time to think; not repeatable");
const OPTIONS: Key<Option<Text>> = Key::text("options", "", "options to set, as in options=(Hash=64,Style=bold)");
const GRACE: Key<Duration> = Key::time("grace", "1s", "how long an engine that was told to stop may take to answer");
const WAIT: Key<Duration> = Key::time("wait", "60s", "after how long an engine without a time budget is told to stop");
const STARTUP: Key<Duration> =
    Key::time("startup", "10s", "how long an engine may take to start, and to get ready for a game");

/// The parameters of `engine`.
pub const PARAMETERS: &[Parameter] = keys![COMMAND, DEPTH, NODES, TIME, OPTIONS, GRACE, WAIT, STARTUP];

/// How an engine is started, and how patient the table is with it.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSettings {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What it is told of a move's budget.
    pub budget: Budget,
    /// Options to set: names and values.
    pub options: Vec<(String, String)>,
    /// How long it may take to answer after it was told to stop.
    pub grace: Duration,
    /// After how long it is told to stop when the budget has no time.
    pub wait: Duration,
    /// How long it may take to start, and to get ready for a game.
    pub startup: Duration,
}

impl EngineSettings {
    /// Reads a spec.
    pub fn read(spec: &Spec) -> Result<EngineSettings, Problem> {
        let settings = Settings::read(&format!("the agent {NAME}"), PARAMETERS, spec)?;
        let command = settings
            .get(COMMAND)
            .ok_or_else(|| Problem::new("an engine is a program: write engine:command=(PROGRAM ARGUMENTS)"))?;
        let mut words = split_command(command)
            .ok_or_else(|| Problem::new(format!("a quote is not closed in the command `{command}`")))?
            .into_iter();
        let program = words
            .next()
            .filter(|program| !program.is_empty())
            .ok_or_else(|| Problem::new(format!("the command `{command}` names no program")))?;
        Ok(EngineSettings {
            program,
            arguments: words.collect(),
            budget: Budget {
                depth: settings.get(DEPTH),
                nodes: settings.get(NODES),
                time: settings.get(TIME),
                ..Budget::default()
            },
            options: options(settings.get(OPTIONS).unwrap_or_default())?,
            grace: settings.get(GRACE),
            wait: settings.get(WAIT),
            startup: settings.get(STARTUP),
        })
    }
}

/// Names and values out of `Name=Value,Name=Value`; a value with a comma stands in parentheses.
fn options(text: &str) -> Result<Vec<(String, String)>, Problem> {
    let mut depth = 0i32;
    let parts = text.split(|c: char| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    });
    let option = |part: &str| match part.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            let value = value.trim();
            let inner = value.strip_prefix('(').and_then(|value| value.strip_suffix(')'));
            Ok((name.trim().to_string(), inner.unwrap_or(value).to_string()))
        }
        _ => Err(Problem::new(format!("`{part}` is no option of an engine: write options=(Name=Value,Name=Value)"))),
    };
    parts.filter(|part| !part.trim().is_empty()).map(option).collect()
}

/// The spec of an engine that is given by its path alone, as in `./my_engine` or `/opt/engine --fast`; `None` when the
/// text is no path. No name of an agent has a slash in it, so the two cannot be confused.
pub fn program_spec(text: &str) -> Option<Spec> {
    let text = text.trim();
    let program = text.split([':', '(', ' ']).next().unwrap_or_default();
    if !program.contains(['/', '\\']) {
        return None;
    }
    let spec = Spec { name: NAME.to_string(), settings: vec![("command".to_string(), text.to_string())] };
    // Parentheses that do not pair would not survive being written and read back.
    Spec::parse(&spec.to_string()).ok().filter(|read| *read == spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EngineSettings, String> {
        EngineSettings::read(&Spec::parse(text).unwrap()).map_err(|problem| problem.to_string())
    }

    #[test]
    fn a_spec_is_a_command_with_a_budget_and_patience() {
        let settings =
            read("engine:command=(python3 my.py 'a b'),time=1s,options=(Hash=64,Map=(1,2)),grace=50ms").unwrap();
        assert_eq!((settings.program.as_str(), settings.arguments.len()), ("python3", 2));
        assert_eq!(settings.budget, Budget { time: Some(Duration::from_secs(1)), ..Budget::default() });
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(settings.options, [pair("Hash", "64"), pair("Map", "1,2")]);
        assert_eq!((settings.grace, settings.wait), (Duration::from_millis(50), Duration::from_secs(60)));
    }

    #[test]
    fn a_bad_spec_is_told_what_is_wrong() {
        for (text, part) in [
            ("engine", "engine:command="),
            ("engine:command=( )", "names no program"),
            ("engine:command=(a 'b)", "a quote is not closed"),
            ("engine:command=x,options=Hash", "`Hash` is no option"),
            ("engine:command=x,tim=1s", "did you mean `time`?"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }

    #[test]
    fn a_path_is_an_engine_and_a_name_is_not() {
        assert_eq!(program_spec("./my_engine --fast").unwrap().to_string(), "engine:command=(./my_engine --fast)");
        assert_eq!(program_spec("/opt/a,b").unwrap().to_string(), "engine:command=(/opt/a,b)");
        for text in ["random", "engine:command=/bin/true", "maxprob:inner=(a/b)", "./odd(", "2/5"] {
            assert_eq!(program_spec(text).is_some(), text == "2/5", "{text}");
        }
    }
}
