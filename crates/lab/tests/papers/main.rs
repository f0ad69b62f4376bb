//! What papers come to, run by name as everybody runs them. One program, linked to what the library has compiled already.

mod baum_smith;
mod frank_1994;
mod list;
mod maxprob_2011;
mod pages;
mod parker_2010;
mod sarratt_2014;

use outwit_lab::{Progress, Report, Request, paper};

/// One table or figure of a paper, at its quick size.
fn run(name: &str, only: &'static str) -> Report {
    let request = Request { only: Some(only), ..Request::default() };
    paper(name).unwrap().run(&request, &Progress::default()).unwrap()
}
