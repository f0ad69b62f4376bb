//! The lab: published experiments, repeated.
//!
//! One module a paper, one entry each in the one list [`PAPERS`]. A paper is run with a [`Request`] and gives a [`Report`]:
//! every published number is a [`Cell`] with our number beside it and a [`Verdict`], which one function decides for all
//! papers, [`Said::verdict`], from where the number comes from ([`Source`]). A report is written as JSON, as Markdown, or as rows for a terminal, with plots as SVG.
//!
//! To add a paper, write a module with a `pub(crate) const PAPER: Paper` and put it in the list.
#![warn(missing_docs)]

mod baum_smith;
mod frank_1994;
mod maxprob_2011;
mod pages;
mod papers;
mod parker_2010;
mod progress;
mod report;
mod sarratt_2014;
mod tournaments;

pub use pages::page;
pub use papers::{Exhibit, PAPERS, Paper, Request, Size, paper};
pub use progress::Progress;
pub use report::{
    Cell, Claim, Held, Listing, Measured, Plot, Published, Report, Run, Said, Sheet, Source, Stored, Verdict,
};
