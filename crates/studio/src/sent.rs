//! What a request sends: JSON, of a size and in a time.

use crate::refusal::Refusal;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Bytes of a request at most.
pub const LARGEST: usize = 1 << 20;
/// How long it may take to send them.
const PATIENCE: Duration = Duration::from_secs(15);

/// The body of a request, read as JSON.
pub struct Sent<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Sent<T>, Refusal> {
        let Ok(bytes) = tokio::time::timeout(PATIENCE, Bytes::from_request(request, state)).await else {
            return Err(Refusal::new(
                StatusCode::REQUEST_TIMEOUT,
                format!("the request was not sent within {} s", PATIENCE.as_secs()),
            ));
        };
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a request has {} KB at most", LARGEST / 1024))
            }
            status => Refusal::new(status, "the request could not be read"),
        })?;
        // The reader of JSON refuses what is nested deeper than its stack.
        serde_json::from_slice(&bytes)
            .map(Sent)
            .map_err(|error| Refusal::wrong(format!("the request is not the JSON it should be: {error}")))
    }
}
