//! Games and agents together: any agent at any game, budgets, what is hidden, and the worked examples.

#[cfg(feature = "arena")]
mod arena;
mod budgets;
mod hidden;
mod invariants;
mod seating;
mod worked_examples;
