//! Work that takes time: a few at once, some more waiting, and none for a reader who has left.

use crate::refusal::Refusal;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use outwit::WallClock;
use outwit::game::{Control, Progress};
use serde_json::Value;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::{Interval, timeout};

/// Searches and trees recurse as deep as the game.
const STACK: usize = 256 << 20;
/// How many wait for their turn at most: of quick work more, so that a full class outlasts a moment when the machine is busy.
const MOST_WAITING: [usize; 3] = [512, 64, 64];
/// How many watch at most.
const MOST_WATCHING: usize = 32;
/// How long they wait.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a stream that has nothing to tell says so: else a silent search would look like a connection that has died.
const PULSE: Duration = Duration::from_secs(15);
/// How long a search may take to hear that it is to stop.
const GRACE: Duration = Duration::from_secs(5);

/// What work is for. A person who waits for an agent's move does not wait for somebody's long look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A move, a drawing, a small tree.
    Quick,
    /// A search to look at, an experiment.
    Long,
    /// Somebody watches what goes on elsewhere: hardly any work.
    Watch,
}

/// The work under way.
pub struct Jobs {
    gates: [Gate; 3],
}

struct Gate {
    open: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// What work is told: when to stop.
#[derive(Clone)]
pub struct Job {
    /// Set when nobody waits for the result, or the time is up.
    pub stop: Arc<AtomicBool>,
    clock: Arc<WallClock>,
    limit: Duration,
}

impl Job {
    /// Lets an agent think: with a clock, and until the job's end at the latest.
    pub fn control<'a>(&'a self, progress: Option<&'a dyn Fn(&Progress)>) -> Control<'a> {
        Control {
            stop: Some(&self.stop),
            clock: Some(&*self.clock),
            deadline: Some(self.limit),
            progress,
            ..Control::default()
        }
    }

    /// How long it has worked.
    pub fn now(&self) -> Duration {
        outwit::game::Clock::now(&*self.clock)
    }

    /// Whether it is to stop.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.now() >= self.limit
    }
}

/// Sets the flag when it goes: whoever waited has left.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Jobs {
    /// As many of each kind at once as there are threads.
    pub fn new(threads: usize) -> Jobs {
        let gate = |threads| Gate { open: Arc::new(Semaphore::new(threads)), waiting: AtomicUsize::new(0) };
        Jobs { gates: [gate(threads.max(2)), gate(threads.max(1)), gate(MOST_WATCHING)] }
    }

    async fn permit(&self, kind: Kind) -> Result<OwnedSemaphorePermit, Refusal> {
        let gate = &self.gates[kind as usize];
        let busy = |sentence: String| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
        if let Ok(permit) = gate.open.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let before = gate.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&gate.waiting);
        let most = MOST_WAITING[kind as usize];
        if before >= most {
            return Err(busy(format!("{most} others are waiting for their answer already: try again in a moment")));
        }
        match timeout(PATIENCE, gate.open.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy(format!("others were before you for {} s: try again in a moment", PATIENCE.as_secs()))),
        }
    }

    /// Does work on a thread of its own and waits for it. When the time is up, or nobody waits any more, it is told to stop.
    pub async fn run<T: Send + 'static>(
        &self,
        kind: Kind,
        limit: Duration,
        work: impl FnOnce(&Job) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.permit(kind).await?;
        let job = new_job(limit);
        let _leaving = StopOnDrop(job.stop.clone());
        let (told, answer) = oneshot::channel();
        let stop = job.stop.clone();
        start(permit, move || {
            // Nobody may be left to hear it.
            let _ = told.send(work(&job));
        })?;
        let mut answer = answer;
        let failed = |_| Refusal::failed("the work ended without an answer: that is a mistake of outwit's");
        match timeout(limit, &mut answer).await {
            Ok(answer) => answer.map_err(failed),
            Err(_) => {
                stop.store(true, Ordering::Relaxed);
                match timeout(GRACE, &mut answer).await {
                    Ok(answer) => answer.map_err(failed),
                    Err(_) => Err(Refusal::new(
                        StatusCode::GATEWAY_TIMEOUT,
                        format!("there was no answer within {} s: ask for less", limit.as_secs()),
                    )),
                }
            }
        }
    }

    /// Does work that tells what it finds on the way; when its reader leaves it is told to stop.
    pub async fn stream(
        &self,
        kind: Kind,
        limit: Duration,
        work: impl FnOnce(&Job, &Teller) -> Result<(), Refusal> + Send + 'static,
    ) -> Result<Response, Refusal> {
        let permit = self.permit(kind).await?;
        let job = new_job(limit);
        let (told, events) = mpsc::channel(256);
        let pulse = tokio::time::interval_at(tokio::time::Instant::now() + PULSE, PULSE);
        let feed = Feed { events, pulse, _leaving: StopOnDrop(job.stop.clone()) };
        let stop = job.stop.clone();
        tokio::spawn(async move {
            tokio::time::sleep(limit).await;
            stop.store(true, Ordering::Relaxed);
        });
        start(permit, move || {
            let teller = Teller { told };
            let outcome = work(&job, &teller);
            match outcome {
                Ok(()) => teller.tell("done", &Value::Null),
                Err(refusal) => teller.tell("error", &refusal.json()),
            }
        })?;
        let head = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
        Ok((head, Body::new(feed)).into_response())
    }
}

fn new_job(limit: Duration) -> Job {
    Job { stop: Arc::new(AtomicBool::new(false)), clock: Arc::new(WallClock::start()), limit }
}

/// Whoever has the permit works; it is given back when the work ends, also when nobody waits for it.
fn start(permit: OwnedSemaphorePermit, work: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let work = move || {
        work();
        drop(permit);
    };
    match std::thread::Builder::new().name("studio job".to_string()).stack_size(STACK).spawn(work) {
        Ok(_) => Ok(()),
        Err(error) => {
            Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, format!("no thread could be started: {error}")))
        }
    }
}

/// Tells the reader of a stream.
pub struct Teller {
    told: mpsc::Sender<Bytes>,
}

impl Teller {
    /// One event. Waits for a slow reader; says nothing to one who has left.
    pub fn tell(&self, name: &str, data: &Value) {
        let _ = self.told.blocking_send(event(name, data));
    }

    /// One event that may be left out when the reader is slow.
    pub fn mention(&self, name: &str, data: &Value) {
        let _ = self.told.try_send(event(name, data));
    }
}

fn event(name: &str, data: &Value) -> Bytes {
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

/// The body of a stream of events.
struct Feed {
    events: mpsc::Receiver<Bytes>,
    pulse: Interval,
    _leaving: StopOnDrop,
}

impl http_body::Body for Feed {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            return Poll::Ready(event.map(|bytes| Ok(Frame::data(bytes))));
        }
        // A line that begins with a colon is a remark that no reader hears.
        self.pulse.poll_tick(context).map(|_| Some(Ok(Frame::data(Bytes::from_static(b":\n\n")))))
    }
}
