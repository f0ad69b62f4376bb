//! The door: how many connections there may be, and how long one may stay that asks nothing or hears nothing.
//!
//! Who opens a connection and says nothing, says it a letter a minute, or does not listen to the answer takes a place from
//! others. The time runs from the beginning of a request to the beginning of its answer, and anew with all that is sent: an
//! answer begins, and a stream says something, sooner than that.

use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at once: fewer than the files that a process may usually hold open.
pub const PLACES: usize = 800;
/// How long a connection may be silent.
pub const PATIENCE: Duration = Duration::from_secs(75);

const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n\
                    {\"error\":\"all connections are taken: close some pages, or try again in a minute\"}";

/// Listens, and lets in as many as there are places for.
pub struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
    patience: Duration,
}

impl Door {
    /// A door with so many places behind it.
    pub fn new(listener: TcpListener, places: usize, patience: Duration) -> Door {
        Door { listener, places: Arc::new(Semaphore::new(places)), patience }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        loop {
            let (stream, address) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(_) => {
                    // The process has run out of files, or the other side has left already.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            match self.places.clone().try_acquire_owned() {
                Ok(place) => {
                    let _ = stream.set_nodelay(true);
                    let until = Box::pin(tokio::time::sleep(self.patience));
                    return (
                        Guest { stream, _place: place, patience: self.patience, until, is_asking: false },
                        address,
                    );
                }
                // Nobody waits for it to be heard.
                Err(_) => drop(stream.try_write(FULL.as_bytes())),
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that has a place.
pub struct Guest {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
    patience: Duration,
    until: Pin<Box<Sleep>>,
    is_asking: bool,
}

impl Guest {
    fn begin_to_wait(&mut self) {
        let until = Instant::now() + self.patience;
        self.until.as_mut().reset(until);
    }

    /// Nothing could be read or sent: whether there is time left.
    fn wait<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        match self.until.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }

    fn sent(&mut self, context: &mut Context<'_>, sent: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match sent {
            Poll::Pending => self.wait(context),
            sent => {
                self.is_asking = false;
                self.begin_to_wait();
                sent
            }
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_pending() {
            return self.wait(context);
        }
        if !self.is_asking {
            self.is_asking = true;
            self.begin_to_wait();
        }
        read
    }
}

impl AsyncWrite for Guest {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.sent(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream as Socket;

    /// A server with two places, where a connection may be silent for this long.
    fn port(patience: Duration) -> u16 {
        let (told, ready) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
                told.send(listener.local_addr().unwrap().port()).unwrap();
                let router = axum::Router::new().route("/", axum::routing::get(async || "here"));
                axum::serve(Door::new(listener, 2, patience), router).await.unwrap();
            });
        });
        ready.recv().unwrap()
    }

    fn heard(mut socket: Socket) -> String {
        let mut text = Vec::new();
        // Who is turned away may be cut off in the middle of the sentence.
        let _ = socket.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn who_finds_no_place_reads_a_sentence_and_places_become_free() {
        let port = port(Duration::from_secs(60));
        let connect = || Socket::connect(("127.0.0.1", port)).unwrap();
        let inside = [connect(), connect()];
        let away = heard(connect());
        assert!(away.starts_with("HTTP/1.1 503") && away.contains("try again"), "{away}");
        drop(inside);
        let ask = || {
            let mut socket = connect();
            let _ = socket.write_all(b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
            heard(socket)
        };
        while !ask().ends_with("here") {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn silent_and_dripping_connections_are_closed() {
        let port = port(Duration::from_millis(150));
        let silent = Socket::connect(("127.0.0.1", port)).unwrap();
        let mut dripping = Socket::connect(("127.0.0.1", port)).unwrap();
        dripping.write_all(b"GET / HTTP/1.1\r\nx: ").unwrap();
        while dripping.write_all(b"a").is_ok() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(heard(silent), "");
    }
}
