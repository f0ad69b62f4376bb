//! `outwit reproduce`: a published experiment, repeated; its numbers beside ours.

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::io::Io;
use crate::progress_line::ProgressLine;
use crate::table::{Side, Table, paragraph, width, wrapped};
use crate::{json, numbers};
use outwit::WallClock;
use outwit::game::{Clock, Problem};
use outwit::pool::Threads;
use outwit_lab::{Listing, PAPERS, Paper, Progress, Report, Request, Run, Size, paper};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Repeat a published experiment and set its numbers beside ours
#[derive(clap::Args, Debug)]
#[command(after_help = "Without a paper, lists the papers with their tables and figures.\n\n\
                        Verdicts follow from where a number comes from:\n  \
                        exact            computed, and equal to all printed digits\n  \
                        agrees           drawn, and what was printed lies in the 95 % interval (joined with the\n                   \
                        paper's own), which leaves out what would be found if there were nothing\n  \
                        too few to tell  drawn, and the interval holds both\n  \
                        differs          none of these, and a note where the reason is known\n  \
                        claim holds, fails, open\n                   \
                        claimed in words: the whole interval says so, says the contrary, or neither\n  \
                        by construction  an identity, or something reconstructed so that it comes out\n  \
                        new              nothing was published\n\n\
                        Examples:\n  outwit reproduce frank-1994\n  \
                        outwit reproduce frank-1994 --table 1 --json\n  \
                        outwit reproduce frank-1994 --figure 8 --full --out report\n  \
                        outwit reproduce --page docs/results/templates/maxprob.md")]
pub struct Arguments {
    /// The paper's id
    #[arg(value_name = "PAPER")]
    paper: Option<String>,
    /// Only this table, by its number; `text` for numbers in running text
    #[arg(long, value_name = "T", requires = "paper", conflicts_with = "figure")]
    table: Option<String>,
    /// Only this figure
    #[arg(long, value_name = "F", requires = "paper")]
    figure: Option<String>,
    /// Only rows that begin with this, where rows are measured one by one
    #[arg(long, value_name = "TEXT", requires = "paper")]
    row: Option<String>,
    /// A smaller experiment, the default
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// The experiment as large as the paper's, or larger
    #[arg(long)]
    full: bool,
    /// The seed of everything drawn
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Threads that work; all cores by default. Results are the same for any number
    #[arg(long, value_name = "N", value_parser = numbers::whole::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Write report.md, report.json and the plots into this folder
    #[arg(long, value_name = "DIR", requires = "paper")]
    out: Option<PathBuf>,
    /// Keep tournaments in this file of the arena: a run that was stopped goes on where it was
    #[arg(long, value_name = "FILE", requires = "paper")]
    store: Option<PathBuf>,
    /// Make a results page from this template, whose numbers are looked up in stored reports
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paper", "json"])]
    page: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Notes are wrapped to this width.
fn wide() -> usize {
    width().min(106)
}

/// Rows named to who asks for one that is not there.
const ROWS_TOLD: usize = 12;

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(template) = &arguments.page {
        return made_of(template, io);
    }
    let Some(id) = &arguments.paper else { return list(arguments.json, io) };
    let paper = paper(id)?;
    let only = match (&arguments.table, &arguments.figure) {
        (Some(name), _) => Some(paper.exhibit("table", name)?),
        (None, Some(name)) => Some(paper.exhibit("figure", name)?),
        (None, None) => None,
    };
    let request = Request {
        only,
        rows: arguments.row.clone(),
        size: if arguments.full { Size::Full } else { Size::Quick },
        seed: arguments.seed,
        threads: arguments.threads.map_or_else(|| Threads::all().count(), usize::from),
        store: arguments.store.clone(),
    };
    // Better to hear of it now than after hours of work.
    arguments.store.as_deref().map_or(Ok(()), files::check_folder)?;
    if let Some(folder) = &arguments.out {
        files::make_folder(folder)?;
    }
    let (report, time) = watched(paper, &request, io)?;
    if let Some(wanted) = &request.rows
        && !report.cells().iter().any(|cell| cell.row().starts_with(wanted.as_str()))
    {
        return Err(no_such_row(wanted, report.rows()));
    }
    let run = Run::ended(time, request.threads);
    if let Some(folder) = &arguments.out {
        let command = command(paper, &request);
        let page = report.to_markdown(paper.title, &command, &run);
        // A cell a line, so that two of them can be compared.
        let document = format!("{}\n", report.to_json(&run)).replace("{\"table\":", "\n{\"table\":");
        let plots = report.plots.iter().map(|plot| (format!("{}.svg", plot.name), plot.svg.as_str()));
        let pages = [("report.md".to_string(), page.as_str()), ("report.json".to_string(), document.as_str())];
        for (name, text) in pages.into_iter().chain(plots) {
            files::write_into(folder, &name, text)?;
        }
    }
    if arguments.json {
        return json::write(io, &report.to_json(&run));
    }
    tell(paper, &report, io)?;
    writeln!(io.out, "seed {}, size {}; {}", report.seed(), report.size(), run.words())?;
    if let Some(folder) = &arguments.out {
        writeln!(io.out, "report.md, report.json and plots are in {}", folder.display())?;
    }
    Ok(())
}

/// What is said to who asks for a row that is not there.
fn no_such_row(wanted: &str, rows: &[String]) -> Failure {
    let quoted: Vec<String> = rows.iter().take(ROWS_TOLD).map(|row| format!("`{row}`")).collect();
    let there_are = match rows.len() {
        0 => "what was asked for has no rows with names: leave --row out".to_string(),
        1 => format!("the only one is {}", quoted.join("")),
        n if n > ROWS_TOLD => format!("there are {} and {} more", quoted.join(", "), n - ROWS_TOLD),
        _ => format!("there are {}", quoted.join(", ")),
    };
    Failure::from(Problem::new(format!("no row begins with `{wanted}`; {there_are}")))
}

/// The page of a template; its reports are named from its folder.
fn made_of(template: &Path, io: &mut Io<'_>) -> Result<(), Failure> {
    let folder = template.parent().unwrap_or(Path::new(""));
    let page = outwit_lab::page(&files::read_file(template)?, &|name| files::read_file(folder.join(name)))?;
    Ok(write!(io.out, "{page}")?)
}

/// What to type to repeat this very run.
fn command(paper: &Paper, request: &Request) -> String {
    let part = request.only.map_or_else(String::new, |only| match only.split_once(' ') {
        Some((kind, number)) => format!(" --{} {number}", kind.to_lowercase()),
        None => format!(" --table {}", only.to_lowercase()),
    });
    let rows = request.rows.as_ref().map_or_else(String::new, |rows| format!(" --row \"{rows}\""));
    format!("outwit reproduce {}{part}{rows} --{} --seed {}", paper.id, request.size.name(), request.seed)
}

/// Runs a paper with a line of progress for whoever watches.
fn watched(paper: &Paper, request: &Request, io: &mut Io<'_>) -> Result<(Report, Duration), Failure> {
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let show = |doing: &str, part: f64| line.show(|_| format!("{:3.0} %  {doing}", 100.0 * part));
    let progress = Progress::new(line.is_watched().then_some(&show), Some(interrupt::stop_flag()));
    let outcome = line.alive("at work", || paper.run(request, &progress));
    // The request was checked before: what goes wrong now is failed work.
    Ok((outcome.map_err(Failure::failed)?, clock.now()))
}

/// A report for a terminal: a table of published beside measured for each table of the paper.
fn tell(paper: &Paper, report: &Report, io: &mut Io<'_>) -> Result<(), Failure> {
    writeln!(io.out, "{}\n", paragraph(paper.title))?;
    for name in report.tables() {
        let summary = paper.exhibits.iter().find(|exhibit| exhibit.name == name).map_or("", |exhibit| exhibit.summary);
        writeln!(io.out, "{}", paragraph(&format!("{name}. {summary}")))?;
        let mut rows =
            Table::new(&[Side::Left, Side::Left, Side::Right, Side::Right, Side::Left, Side::Left, Side::Left])
                .indented(2);
        rows.row(["row", "column", "published", "measured", "95 % interval", "held to", "verdict"]);
        let Listing { cells, notes } = report.listing(name);
        let mut last = "";
        for (cell, note) in cells {
            let mark = note.map(|number| format!(" ({number})")).unwrap_or_default();
            let row = if cell.row() == last { "" } else { cell.row() };
            last = cell.row();
            let [published, measured, interval, half] = cell.texts();
            let verdict = format!("{}{mark}", cell.verdict());
            rows.row([row, cell.column(), &published, &measured, &interval, &half, &verdict]);
        }
        // Numbers that are computed have no interval, and claims have no width they are held to.
        write!(io.out, "{}", rows.without_empty_columns())?;
        let room = format!("({}) ", notes.len()).len();
        for (place, note) in notes.iter().enumerate() {
            for (line, text) in wrapped(note, wide() - 2 - room).iter().enumerate() {
                let mark = if line == 0 { format!("({})", place + 1) } else { String::new() };
                writeln!(io.out, "  {mark:<room$}{text}")?;
            }
        }
        writeln!(io.out)?;
    }
    if let Some(why) = report.unfinished() {
        writeln!(io.out, "{}\n", wrapped(&format!("This run is not complete: {why}."), wide()).join("\n"))?;
    }
    for remark in &report.remarks {
        writeln!(io.out, "{}\n", wrapped(remark, wide()).join("\n"))?;
    }
    writeln!(io.out, "{}", paragraph(&report.summary()))?;
    Ok(())
}

/// The papers there are.
fn list(as_json: bool, io: &mut Io<'_>) -> Result<(), Failure> {
    if as_json {
        let papers = PAPERS.iter().map(|paper| {
            let exhibits = paper.exhibits.iter().map(|e| json!({"name": e.name, "summary": e.summary}));
            json!({
                "id": paper.id,
                "title": paper.title,
                "summary": paper.summary,
                "tables": exhibits.collect::<Value>(),
                "quick": paper.quick,
                "full": paper.full,
            })
        });
        return json::write(io, &papers.collect());
    }
    for paper in PAPERS {
        writeln!(io.out, "{}", paragraph(&format!("{}: {}", paper.id, paper.summary)))?;
        for line in wrapped(paper.title, wide() - 2) {
            writeln!(io.out, "  {line}")?;
        }
        let mut rows = Table::new(&[Side::Left, Side::Left]).indented(4);
        for exhibit in paper.exhibits {
            rows.row([exhibit.name, exhibit.summary]);
        }
        rows.row(["--quick", paper.quick]);
        rows.row(["--full", paper.full]);
        writeln!(io.out, "{rows}")?;
    }
    writeln!(io.out, "Try: outwit reproduce {}", PAPERS[0].id)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_a_row_that_is_not_there_is_told_the_rows() {
        let told = |count: usize| {
            let rows: Vec<String> = (1..=count).map(|number| format!("row {number}")).collect();
            match no_such_row("zzz", &rows) {
                Failure::Wrong(sentence) => sentence,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(told(0), "no row begins with `zzz`; what was asked for has no rows with names: leave --row out");
        assert_eq!(told(1), "no row begins with `zzz`; the only one is `row 1`");
        assert_eq!(told(2), "no row begins with `zzz`; there are `row 1`, `row 2`");
        assert!(told(14).ends_with("`row 11`, `row 12` and 2 more"));
    }
}
