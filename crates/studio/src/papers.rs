//! The page `/papers`: published numbers beside ours.

use crate::Studio;
use crate::jobs::{Job, Kind, Teller};
use crate::refusal::Refusal;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use outwit_lab::{PAPERS, Paper, Progress, Request, Run, Size, paper};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The quick version of a paper takes minutes at most.
const LIMIT: Duration = Duration::from_secs(1800);

/// Reports that the documents hold: shown until one is made here.
const STORED: &[(&str, &str)] = &[
    ("baum-smith", include_str!("../../../docs/results/reports/baum-smith-quick.json")),
    ("frank-1994", include_str!("../../../docs/results/reports/frank-1994-quick.json")),
    ("maxprob-2011", include_str!("../../../docs/results/reports/maxprob-2011-quick.json")),
    ("parker-2010", include_str!("../../../docs/results/reports/parker-2010-quick.json")),
    ("sarratt-2014", include_str!("../../../docs/results/reports/sarratt-2014-quick.json")),
];

/// The last report on a paper that was made here, or else the one of the documents; whether it was made here.
fn last_report(studio: &Studio, paper: &Paper) -> Result<(Value, bool), Refusal> {
    let here = studio.keep().report(paper.id)?;
    let is_ours = here.is_some();
    let stored = || STORED.iter().find(|(id, _)| *id == paper.id).map(|(_, text)| text.to_string());
    Ok((here.or_else(stored).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default(), is_ours))
}

fn paper_json(paper: &Paper) -> Value {
    let exhibits: Vec<Value> =
        paper.exhibits.iter().map(|exhibit| json!({"name": exhibit.name, "summary": exhibit.summary})).collect();
    json!({"id": paper.id, "title": paper.title, "summary": paper.summary, "tables": exhibits,
           "quick": paper.quick, "full": paper.full})
}

/// `GET /api/v1/papers`: the papers, with the counts of their last reports.
pub async fn list(State(studio): State<Studio>) -> Result<Json<Value>, Refusal> {
    let mut all = Vec::new();
    for paper in PAPERS {
        let (report, is_ours) = last_report(&studio, paper)?;
        let mut told = paper_json(paper);
        for key in ["counts", "size", "seed", "run"] {
            told[key] = report[key].clone();
        }
        told["measured_here"] = Value::from(is_ours);
        all.push(told);
    }
    Ok(Json(Value::from(all)))
}

/// `GET /api/v1/papers/ID`: a paper and its last report.
pub async fn show(State(studio): State<Studio>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    let found = paper(&id).map_err(|problem| Refusal::missing(problem.to_string()))?;
    let mut told = paper_json(found);
    let (report, is_ours) = last_report(&studio, found)?;
    told["report"] = report;
    told["measured_here"] = Value::from(is_ours);
    Ok(Json(told))
}

/// `POST /api/v1/papers/ID`: the quick version, with its progress.
pub async fn run(State(studio): State<Studio>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let found = paper(&id).map_err(|problem| Refusal::missing(problem.to_string()))?;
    let inner = studio.clone();
    studio.jobs().stream(Kind::Long, LIMIT, move |job, teller| repeat(&inner, found, job, teller)).await
}

fn repeat(studio: &Studio, paper: &Paper, job: &Job, teller: &Teller) -> Result<(), Refusal> {
    let next = AtomicU64::new(0);
    let tell = |doing: &str, part: f64| {
        // Several threads tell; nobody reads more than a few lines a second.
        let now = job.now().as_millis() as u64;
        let due = next.load(Ordering::Relaxed);
        if now >= due && next.compare_exchange(due, now + 200, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            teller.mention("progress", &json!({"doing": doing, "part": part}));
        }
    };
    let request = Request { only: None, rows: None, size: Size::Quick, seed: 0, threads: 1, store: None };
    let report = paper.run(&request, &Progress::new(Some(&tell), Some(&job.stop)))?;
    let run = Run::ended(job.now(), 1);
    let mut document = report.to_json(&run);
    document["summary"] = Value::from(report.summary());
    document["figures"] = report.plots.iter().map(|plot| json!({"name": plot.name, "svg": plot.svg})).collect();
    studio.keep().write_report(paper.id, &document.to_string())?;
    teller.tell("report", &document);
    Ok(())
}
