//! Figure 1: exact, from the explicit tree.

use crate::report::{Published, Report};
use outwit::exact::expected_payoffs;
use outwit::game::{Agent, Control, Game, Problem, Report as Answer, Rng, Spec, Table, Turn};
use outwit::games::tree::Tree;
use outwit::search::named::catalog::{Pages, page};
