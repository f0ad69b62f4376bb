//! Results pages made of stored reports: a person writes the prose, and every number in it is looked up.
//!
//! A template is a page with fields in double braces. `{{report NAME FILE}}` on a line of its own names a file of JSON, and
//! then
//!
//! | field | becomes |
//! |---|---|
//! | `{{command NAME}}`, `{{run NAME}}` | what to type to make the report again; which program made it, when |
//! | `{{counts NAME}}` | a table: how many cells of each table have which verdict |
//! | `{{total NAME \| VERDICT}}` | how many cells have it |
//! | `{{summary NAME}}` | the same in one line, for all verdicts |
//! | `{{grid NAME \| TABLE \| rows A; B* \| columns C; *D}}` | a table with its rows and columns, or some of them |
//! | `{{cell NAME \| TABLE \| ROW \| COLUMN}}` | one number with its interval |
//! | `{{value NAME \| TABLE \| ROW \| COLUMN}}` | the number alone |
//! | `{{verdict NAME \| TABLE \| ROW \| COLUMN}}` | what it says about the paper |
//! | `{{json NAME \| /a/0/b \| DECIMALS}}` | any number or text of the file, by its JSON pointer |

use crate::report::Stored;
use outwit::game::Problem;
use serde_json::Value;
use std::collections::BTreeMap;

/// The page of a template. `read` gives the text of a file that the template names.
pub fn page(template: &str, read: &dyn Fn(&str) -> Result<String, Problem>) -> Result<String, Problem> {
    let mut files = BTreeMap::new();
    let mut page = String::new();
    for (number, line) in template.lines().enumerate() {
        let wrong = |problem: Problem| Problem::new(format!("line {} of the template: {problem}", number + 1));
        if let Some(named) = line.strip_prefix("{{report ").and_then(|rest| rest.strip_suffix("}}")) {
            let (name, file) = named.trim().split_once(' ').ok_or_else(|| {
                wrong(Problem::new(format!("`{line}` names no file: write {{{{report NAME FILE}}}}")))
            })?;
            let text = read(file.trim()).map_err(wrong)?;
            let value = serde_json::from_str(&text)
                .map_err(|error| wrong(Problem::new(format!("{} is not JSON: {error}", file.trim()))))?;
            files.insert(name.to_string(), Stored::of(value));
            continue;
        }
        page.push_str(&filled(line, &files).map_err(wrong)?);
        page.push('\n');
    }
    Ok(page)
}

/// A line with its fields filled in.
fn filled(line: &str, files: &BTreeMap<String, Stored>) -> Result<String, Problem> {
    let (mut text, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once("{{") {
        let (inside, after) =
            after.split_once("}}").ok_or_else(|| Problem::new(format!("`{line}` has braces without an end")))?;
        text.push_str(before);
        text.push_str(field(inside, files)?.trim_end());
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

fn field(inside: &str, files: &BTreeMap<String, Stored>) -> Result<String, Problem> {
    let parts: Vec<&str> = inside.split('|').map(str::trim).collect();
    let (kind, name) = parts[0].split_once(' ').unwrap_or((parts[0], ""));
    let stored = files.get(name.trim()).ok_or_else(|| {
        let known: Vec<&str> = files.keys().map(String::as_str).collect();
        Problem::new(format!("there is no report `{}`; named above are: {}", name.trim(), known.join(", ")))
    })?;
    match (kind, &parts[1..]) {
        ("command", []) => Ok(stored.command()),
        ("run", []) => Ok(stored.run()),
        ("counts", []) => stored.counts(),
        ("summary", []) => Ok(stored.summary()),
        ("total", [verdict]) => Ok(stored.total(verdict)?.to_string()),
        ("grid", [table, choices @ ..]) => {
            let (mut rows, mut columns) = (Vec::new(), Vec::new());
            for choice in choices {
                let names = |text: &str| text.split(';').map(|name| name.trim().to_string()).collect();
                match choice.split_once(' ') {
                    Some(("rows", names_of)) => rows = names(names_of),
                    Some(("columns", names_of)) => columns = names(names_of),
                    _ => {
                        return Err(Problem::new(format!("a grid has `rows A; B` and `columns C; D`, not `{choice}`")));
                    }
                }
            }
            stored.grid(table, &rows, &columns)
        }
        ("cell", [table, row, column]) => stored.cell(table, row, column),
        ("value", [table, row, column]) => stored.value(table, row, column),
        ("verdict", [table, row, column]) => stored.verdict(table, row, column),
        ("json", [pointer]) => stored.at(pointer, None),
        ("json", [pointer, decimals]) => {
            let decimals = decimals.parse().ok().filter(|&decimals: &usize| decimals <= 12);
            let wrong = || Problem::new(format!("{} is no number of decimals", parts[2]));
            stored.at(pointer, Some(decimals.ok_or_else(wrong)?))
        }
        _ => Err(Problem::new(format!("there is no field `{{{{{inside}}}}}`"))),
    }
}

/// Whether a name is one of those that are asked for; `*` stands for anything. None asked for is all.
pub(crate) fn is_asked(name: &str, asked: &[String]) -> bool {
    fn fits(name: &str, pattern: &str) -> bool {
        match pattern.split_once('*') {
            None => name == pattern,
            Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
                name.char_indices().map(|(at, _)| at).chain([name.len()]).any(|at| fits(&name[at..], rest))
            }),
        }
    }
    asked.is_empty() || asked.iter().any(|pattern| fits(name, pattern))
}

/// A number or a text of a file that is no report.
pub(crate) fn told(value: &Value, decimals: Option<usize>) -> Option<String> {
    match (value, decimals) {
        (Value::String(text), None) => Some(text.clone()),
        (Value::Number(number), decimals) => {
            let x = number.as_f64()?;
            let whole = if x == x.trunc() { 0 } else { 2 };
            Some(crate::report::number_text(x, decimals.unwrap_or(whole)))
        }
        _ => None,
    }
}
