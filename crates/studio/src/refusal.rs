//! What is answered when a request cannot be done: a status code and a sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use outwit::arena::Trouble;
use outwit::game::Problem;
use serde_json::json;

/// Why a request is not done.
#[derive(Debug)]
pub struct Refusal {
    /// The status code.
    pub status: StatusCode,
    /// What is wrong, and what would be right.
    pub sentence: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Refusal {
        Refusal { status, sentence: sentence.into() }
    }

    /// The request is wrong.
    pub fn wrong(sentence: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// What is asked for is not there.
    pub fn missing(sentence: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, sentence)
    }

    /// The work failed.
    pub fn failed(sentence: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    /// As JSON.
    pub fn json(&self) -> serde_json::Value {
        json!({"error": self.sentence})
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::wrong(problem.to_string())
    }
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        match trouble {
            Trouble::Request(problem) => Refusal::wrong(problem.to_string()),
            Trouble::Work(problem) => Refusal::failed(problem.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.json())).into_response()
    }
}
