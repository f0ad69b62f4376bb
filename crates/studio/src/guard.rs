//! Who may ask: only pages of this server and programs of this machine, unless a token says otherwise.
//!
//! A browser runs pages of strangers, and those may send requests to this machine too. The name in `Host` tells a page that
//! had its own name point here; `Origin` and `Sec-Fetch-Site` tell one that asks across; and what comes back may run nothing
//! but the scripts of this server.

use crate::Studio;
use crate::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::net::IpAddr;

/// The cookie that holds the token.
const COOKIE: &str = "outwit-token";
/// No address of ours is longer.
const LONGEST_ADDRESS: usize = 24_000;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Looks at every request before anything else does, and at every answer last.
pub async fn watch(State(studio): State<Studio>, request: Request, next: Next) -> Response {
    let mut response = match check(&studio, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(refusal) => refusal.into_response(),
    };
    put_into_words(&mut response);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// What the router refuses by itself, it refuses without a sentence of ours.
fn put_into_words(response: &mut Response) {
    let status = response.status();
    let kind = text(response.headers(), header::CONTENT_TYPE).unwrap_or_default();
    if !status.is_client_error() || kind.starts_with("application/json") || kind.starts_with("text/html") {
        return;
    }
    let sentence = match status {
        StatusCode::METHOD_NOT_ALLOWED => "this address does not take this method: see /api",
        StatusCode::BAD_REQUEST => "a name or a number in the address cannot be read: see /api",
        _ => "the request could not be done: see /api",
    };
    let allowed = response.headers().get(header::ALLOW).cloned();
    *response = Refusal::new(status, sentence).into_response();
    if let Some(allowed) = allowed {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
}

fn check(studio: &Studio, request: &Request) -> Result<Option<Response>, Refusal> {
    let (headers, uri) = (request.headers(), request.uri());
    if uri.path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS) {
        return Err(Refusal::new(
            StatusCode::URI_TOO_LONG,
            format!("an address has {LONGEST_ADDRESS} characters at most: save what it holds as a file instead"),
        ));
    }
    let host = text(headers, header::HOST).unwrap_or_default();
    let listen = studio.setup().listen;
    // An address that names a host itself, or two names, would be judged by one and served by another.
    let is_one = headers.get_all(header::HOST).iter().count() == 1 && uri.authority().is_none_or(|name| name == host);
    if !is_one || !is_ours(host, listen) {
        return Err(Refusal::new(
            StatusCode::MISDIRECTED_REQUEST,
            format!("this server is not called `{}`: ask for 127.0.0.1 or localhost", shortened(host)),
        ));
    }
    let is_navigation = request.method() == Method::GET
        && text(headers, HeaderName::from_static("sec-fetch-mode")) == Some("navigate")
        && !uri.path().starts_with("/api/");
    let origin = text(headers, header::ORIGIN);
    let is_from_here = origin.is_none_or(|origin| origin.split_once("://").is_some_and(|(_, rest)| rest == host));
    let site = text(headers, HeaderName::from_static("sec-fetch-site"));
    let is_across = site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
    if !is_from_here || is_across && !is_navigation {
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "a page of another origin asks, and only pages of this server may",
        ));
    }
    match &studio.setup().token {
        None => Ok(None),
        Some(token) => check_token(token, request.method(), uri, headers),
    }
}

/// A token in the address becomes a cookie, so that it stands in no link that is passed on.
fn check_token(token: &str, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<Option<Response>, Refusal> {
    let query = uri.query().unwrap_or_default();
    let told = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if method == Method::GET && told.is_some_and(|told| is_same(told, token)) {
        let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
        let mark = if rest.is_empty() { "" } else { "?" };
        // Two slashes at the beginning would be another server's name.
        let path = format!("/{}", uri.path().trim_start_matches('/'));
        let mut response = Redirect::to(&format!("{path}{mark}{}", rest.join("&"))).into_response();
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        return Ok(Some(response));
    }
    let bearer = text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = text(headers, header::COOKIE).unwrap_or_default();
    let cookie = cookies.split(';').find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    if bearer.into_iter().chain(cookie).any(|told| is_same(told, token)) {
        return Ok(None);
    }
    Err(Refusal::new(
        StatusCode::UNAUTHORIZED,
        "this server asks for its token: add `?token=...` to the address once, or send `Authorization: Bearer ...`",
    ))
}

/// Compared in a time that does not tell how much of it is right.
fn is_same(told: &str, token: &str) -> bool {
    told.len() == token.len() && told.bytes().zip(token.bytes()).fold(0, |wrong, (a, b)| wrong | (a ^ b)) == 0
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Whether a name is one of this server's: the address it listens at, or this machine's own names.
fn is_ours(host: &str, listen: IpAddr) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) && !port.is_empty() => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    match bare.parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || address == listen || listen.is_unspecified(),
        Err(_) => bare.eq_ignore_ascii_case("localhost"),
    }
}

fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_ours() {
        let loopback: IpAddr = [127, 0, 0, 1].into();
        for host in ["127.0.0.1:7431", "localhost", "LOCALHOST:1", "[::1]:7431", "127.0.0.1"] {
            assert!(is_ours(host, loopback), "{host}");
        }
        for host in ["", "example.com", "127.0.0.1.example.com", "localhost.example.com:7431", "192.168.0.7", "[::2]"] {
            assert!(!is_ours(host, loopback), "{host}");
        }
        assert!(is_ours("192.168.0.7:7431", [192, 168, 0, 7].into()));
        assert!(is_same("abc", "abc") && !is_same("abd", "abc") && !is_same("ab", "abc"));
    }
}
