//! The one list of papers, and what is asked of them.

use crate::progress::Progress;
use crate::report::Report;
use crate::{baum_smith, frank_1994, maxprob_2011, parker_2010, sarratt_2014};
use outwit::game::{Problem, nearest};

/// A table or a figure of a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhibit {
    /// As the paper calls it: `Table 1`, `Figure 8`; `Text` for numbers in running text.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}

/// A paper that can be repeated.
pub struct Paper {
    /// Its name on the command line.
    pub id: &'static str,
    /// Authors, title, place, year.
    pub title: &'static str,
    /// What is repeated, in a line.
    pub summary: &'static str,
    /// Its tables and figures, in order.
    pub exhibits: &'static [Exhibit],
    /// What `--quick` runs and how long that takes, about.
    pub quick: &'static str,
    /// What `--full` runs and how long that takes, about.
    pub full: &'static str,
    pub(crate) run: fn(&Request, &Progress<'_>) -> Result<Report, Problem>,
}

/// All papers.
pub const PAPERS: &[Paper] =
    &[maxprob_2011::PAPER, parker_2010::PAPER, sarratt_2014::PAPER, frank_1994::PAPER, baum_smith::PAPER];

/// The paper of this id.
pub fn paper(id: &str) -> Result<&'static Paper, Problem> {
    PAPERS.iter().find(|paper| paper.id == id).ok_or_else(|| {
        let hint = match nearest(id, PAPERS.iter().map(|paper| paper.id)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the papers are: {}", PAPERS.iter().map(|paper| paper.id).collect::<Vec<_>>().join(", ")),
        };
        Problem::new(format!("there is no paper `{id}`; {hint}"))
    })
}

/// How large an experiment is. Numbers that are exact are the same in both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Size {
    /// Minutes at most: samples are smaller, and intervals wider.
    #[default]
    Quick,
    /// As large as the paper's experiment, or larger.
    Full,
}

impl Size {
    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Size::Quick => "quick",
            Size::Full => "full",
        }
    }

    /// One of two, by size.
    pub fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Size::Quick => quick,
            Size::Full => full,
        }
    }
}

/// What is asked of a paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Only this table or figure, by its full name; all of them if none is given.
    pub only: Option<&'static str>,
    /// Only rows that begin with this: a module leaves out work that is for others alone, where rows do not share any.
    pub rows: Option<String>,
    /// How large.
    pub size: Size,
    /// The seed of everything drawn.
    pub seed: u64,
    /// Threads that may work. No number depends on how many.
    pub threads: usize,
    /// A file of the arena that keeps the tournaments of the experiment, so that it can be stopped and gone on with.
    pub store: Option<std::path::PathBuf>,
}

impl Default for Request {
    fn default() -> Request {
        Request { only: None, rows: None, size: Size::Quick, seed: 0, threads: 1, store: None }
    }
}

impl Request {
    /// Whether a table or figure is asked for: a module leaves out work that is for others alone.
    pub fn wants(&self, exhibit: &str) -> bool {
        self.only.is_none_or(|only| only == exhibit)
    }

    /// Whether a row is asked for.
    pub fn wants_row(&self, row: &str) -> bool {
        self.rows.as_ref().is_none_or(|start| row.starts_with(start.as_str()))
    }

    /// Whether any row may be asked for whose name begins like this.
    pub(crate) fn wants_rows_of(&self, start: &str) -> bool {
        self.rows.as_ref().is_none_or(|asked| asked.starts_with(start) || start.starts_with(asked.as_str()))
    }

    /// An empty report that answers this request.
    pub(crate) fn report(&self, paper: &'static str) -> Report {
        Report::new(paper, self.seed, self.size.name(), self.only)
    }
}

/// Numbers as some papers write them.
const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

impl Paper {
    /// The full name of an exhibit, from its kind and what the user calls it: `table` and `1`, or its full name.
    pub fn exhibit(&self, kind: &str, name: &str) -> Result<&'static str, Problem> {
        let is_it = |full: &str| {
            let (full, name) = (full.to_lowercase(), name.trim().to_lowercase());
            // `1` will do for a paper that counts its tables I, II, III.
            let roman = name.parse().ok().and_then(|number: usize| ROMAN.get(number.wrapping_sub(1)));
            let is_called = |name: &str| full == format!("{} {name}", kind.to_lowercase());
            full == name || is_called(&name) || roman.is_some_and(|roman| is_called(roman))
        };
        let found = self.exhibits.iter().find(|exhibit| is_it(exhibit.name));
        found.map(|exhibit| exhibit.name).ok_or_else(|| {
            let names: Vec<&str> = self.exhibits.iter().map(|exhibit| exhibit.name).collect();
            Problem::new(format!(
                "{} has no {kind} `{name}` that is repeated here; it has: {}",
                self.id,
                names.join(", ")
            ))
        })
    }

    /// Repeats the paper, or the part of it that is asked for.
    pub fn run(&self, request: &Request, progress: &Progress<'_>) -> Result<Report, Problem> {
        let mut report = (self.run)(request, progress)?;
        report.keep(|table| request.wants(table), |row| request.wants_row(row));
        if let Some(rows) = &request.rows {
            report.leave_unfinished(format!("only rows that begin with `{rows}` were asked for"));
        }
        debug_assert!(
            report.cells().iter().all(|cell| self.exhibits.iter().any(|exhibit| exhibit.name == cell.table())),
            "every cell belongs to an exhibit of the paper"
        );
        Ok(report)
    }
}
