//! The identities of abstraction, and networks against brute force over all histories.

mod identities;
mod networks;
