//! Equilibria, each against a plain reckoning of its own.

mod common;
mod equilibria;
mod gambit;
mod information_sets;
mod normal_form;
