//! Beyond the paper: what lies between overconfidence and paranoia, and how far either is from an equilibrium.

use super::boards::{Estimate, FIFTHS, Kind, Who, all_scores, in_parallel};
use crate::curves::{Curve, Curves};
use crate::papers::Request;
use crate::progress::Progress;
use crate::report::Report;
use outwit::equilibrium::{Extensive, exploitability, strategy_of};
use outwit::game::{Control, Game, Problem, Rng, Spec};
use outwit::games::hide::{Hide, Share};
use outwit::games::random_kalah::RandomKalah;
use outwit::games::random_trees::RandomTree;
use outwit::search::belief::information_set::Model;
use outwit::search::named::catalog::{Pages, page};
