//! Drawing positions: a small writer of SVG, enough for boards, discs and text.

use std::fmt::{Display, Write};

/// An SVG drawing in the making. Lengths are in pixels; colours are any CSS colour.
#[derive(Clone, Debug)]
pub struct Svg {
    /// The upper left corner.
    corner: (f64, f64),
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { corner: (0.0, 0.0), width, height, body: String::new() }
    }

    /// Its width and height.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Room around what is drawn so far, for coordinates beside a board; what is drawn keeps its place.
    pub fn margin(&mut self, left: f64, top: f64, right: f64, bottom: f64) -> &mut Svg {
        self.corner = (self.corner.0 - left, self.corner.1 - top);
        self.width += left + right;
        self.height += top + bottom;
        self
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) -> &mut Svg {
        self.line(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#))
    }

    /// A filled circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, fill: &str) -> &mut Svg {
        self.line(format_args!(r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="#333"/>"##))
    }

    /// A straight line.
    pub fn stroke(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) -> &mut Svg {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.line(format_args!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}"/>"#))
    }

    /// A filled polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: &str) -> &mut Svg {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.line(format_args!(r#"<polygon points="{}" fill="{fill}"/>"#, points.join(" ")))
    }

    /// Text centred on a point.
    pub fn text(&mut self, x: f64, y: f64, size: f64, fill: &str, text: &str) -> &mut Svg {
        self.written("middle", (x, y), size, fill, text)
    }

    /// Text that begins at a point, half of its height above it.
    pub fn label(&mut self, x: f64, y: f64, size: f64, fill: &str, text: &str) -> &mut Svg {
        self.written("start", (x, y), size, fill, text)
    }

    // Not `dominant-baseline`, which several viewers do not know: letters are about 0.7 of the size high.
    fn written(&mut self, anchor: &str, (x, y): (f64, f64), size: f64, fill: &str, text: &str) -> &mut Svg {
        let text = escape(text);
        self.line(format_args!(
            r#"<text x="{x}" y="{y}" dy="0.35em" font-size="{size}" font-family="{FONTS}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#
        ))
    }

    /// Any element.
    pub fn element(&mut self, element: impl Display) -> &mut Svg {
        self.line(element)
    }

    fn line(&mut self, element: impl Display) -> &mut Svg {
        writeln!(self.body, "{element}").expect("writing to a string");
        self
    }

    /// The finished drawing.
    pub fn finish(&self) -> String {
        let Svg { corner: (x, y), width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" height=\"{height}\">\n{body}</svg>\n"
        )
    }
}

/// The letters of all drawings: what is widest among what is common, so that texts fit wherever they are drawn.
pub const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

/// How wide a text is in these letters, at this size.
pub fn text_width(text: &str, size: f64) -> f64 {
    // DejaVu Sans from the space to the tilde, in thousandths of the size.
    const WIDTHS: [u16; 95] = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636,
        636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656,
        557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613,
        635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818,
        592, 592, 525, 636, 337, 636, 838,
    ];
    let width = |letter: char| match u32::from(letter) {
        code @ 32..=126 => WIDTHS[code as usize - 32],
        // Accented letters and signs; what comes after are mostly letters as wide as they are high.
        127..=0x2E7F => 838,
        _ => 1050,
    };
    // Bold letters are a tenth wider.
    1.1 * size * text.chars().map(|letter| f64::from(width(letter))).sum::<f64>() / 1000.0
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A picture of characters as an SVG drawing, for games without a board of their own.
pub fn text_svg(picture: &str) -> String {
    const SIZE: f64 = 16.0;
    let columns = picture.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let rows = picture.lines().count();
    let mut svg = Svg::new((columns + 2) as f64 * SIZE * 0.62, (rows + 1) as f64 * SIZE * 1.25);
    svg.rect(0.0, 0.0, svg.width, svg.height, "#fff");
    for (row, line) in picture.lines().enumerate() {
        let y = (row + 1) as f64 * SIZE * 1.25;
        let text = escape(line);
        svg.line(format_args!(
            r#"<text x="{SIZE}" y="{y}" font-size="{SIZE}" font-family="monospace" xml:space="preserve">{text}</text>"#
        ));
    }
    svg.finish()
}
