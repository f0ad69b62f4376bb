//! Pictures of a tournament: SVG drawings and a report that stands alone.
//!
//! Colours are those of Okabe and Ito (2008), told apart by everybody; what a colour says is also said by a place, a shape or
//! a number. Agents' specs may be long: they are broken into lines, never cut.

mod bars;
mod differences;
mod html;
mod labels;
mod lines;
mod shares;
mod strength;
mod tornado;

pub use bars::{Bar, BarGroup, bars_svg};
pub use differences::differences_svg;
pub use html::report_html;
pub use lines::{LinePlot, Point, Series, strength_svg};
pub use shares::win_shares_svg;
pub use strength::{Family, families, strength_svgs};
pub use tornado::{TornadoBar, tornado_svg};

use outwit_game::Svg;

/// Colours for things that must be told apart.
const PALETTE: [&str; 7] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"];
const INK: &str = "#222222";
const PALE_INK: &str = "#5f6368";
const GRID: &str = "#e3e5e8";

/// An empty drawing on white.
fn blank(width: f64, height: f64) -> Svg {
    let mut svg = Svg::new(width, height);
    svg.rect(0.0, 0.0, width, height, "#ffffff");
    svg
}

#[cfg(test)]
mod tests;
