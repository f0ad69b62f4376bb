//! The studio asked over its socket, as browsers ask it.

mod browser;
mod client;
mod hostile;
mod leaks;
mod pages;
mod tables;
