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

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"{"paper":"frank-1994","seed":0,"size":"quick","only":null,"complete":true,"unfinished":null,
        "run":{"version":"0.1.0","commit":null,"date":"2026-11-15T00:00:00Z","seconds":2.0,"threads":1},
        "counts":{},"cells":[
        {"table":"Table 1","row":"nodes","column":"count","published":549946,"claim":null,"measured":549946,"low":null,"high":null,"half_width":null,"decimals":0,"verdict":"exact","note":null},
        {"table":"Table 1","row":"share","column":"count","published":0.5,"claim":null,"measured":0.52,"low":0.5,"high":0.54,"half_width":0.02,"decimals":1,"verdict":"agrees","note":null},
        {"table":"Table 1","row":"lead","column":"of x","published":null,"claim":"more than 0","measured":2.5,"low":null,"high":null,"half_width":null,"decimals":1,"verdict":"claim holds","note":null}],
        "remarks":[]}"#;

    fn made(template: &str) -> Result<String, Problem> {
        let read = |name: &str| match name {
            "frank.json" => Ok(REPORT.to_string()),
            name => Err(Problem::new(format!("there is no {name}"))),
        };
        page(&format!("{{{{report frank frank.json}}}}\n{template}"), &read)
    }

    #[test]
    fn fields_are_looked_up_and_the_rest_stays() {
        let said =
            made("As `{{command frank}}` says:\n{{grid frank | Table 1}}\n{{total frank | exact}} of 3.").unwrap();
        assert_eq!(
            said,
            "As `outwit reproduce frank-1994 --quick --seed 0` says:\n\
             | | count | of x |\n|---|---|---|\n| nodes | 549,946; published 549,946: exact |  |\n\
             | share | 0.520 ± 0.020; published 0.5: agrees |  |\n| lead |  | 2.5: claim holds |\n1 of 3.\n"
        );
        let one =
            "{{cell frank | Table 1 | share | count}} {{value frank | Table 1 | share | count}} {{json frank | /seed}}";
        assert_eq!(made(one).unwrap(), "0.520 ± 0.020 0.520 0\n");
        let few = "{{grid frank | Table 1 | rows no*; *ead | columns *x}}";
        assert_eq!(made(few).unwrap(), "| | of x |\n|---|---|\n| lead | 2.5: claim holds |\n");
        assert!(made("{{counts frank}}").unwrap().contains("| **all** | 1 | 1 | 1 |"));
    }

    #[test]
    fn what_is_not_there_is_told_with_its_line() {
        for (template, part) in [
            ("{{grid other | Table 1}}", "line 2 of the template: there is no report `other`; named above are: frank"),
            ("{{grid frank | Table 9}}", "has no table `Table 9`"),
            ("{{cell frank | Table 1 | nodes | share}}", "has no cell"),
            ("{{total frank | wonderful}}", "no verdict `wonderful`"),
            ("{{sum frank}}", "no field"),
            ("{{json frank | /nowhere}}", "/nowhere"),
            ("{{grid frank", "without an end"),
            ("{{report more more.json}}", "there is no more.json"),
        ] {
            let problem = made(template).unwrap_err().to_string();
            assert!(problem.contains(part), "{template}: {problem}");
        }
    }
}
