//! Beyond the paper: OC, PAR and what lies between against a player whom nobody can exploit.

use super::boards::{FIFTHS, in_parallel};
use super::quantal::{taus, tell};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::Report;
use outwit::equilibrium::{Extensive, Regrets, Strategy, exploitability, strategy_of, value};
use outwit::game::{Control, Evaluated, Game, Player, Problem, Rng, Spec};
use outwit::games::hide::{Hide, Share};
use outwit::games::random_kalah::RandomKalah;
use outwit::games::random_trees::RandomTree;
use outwit::search::named::catalog::{Pages, page};
