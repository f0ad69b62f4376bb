//! A small writer of SVG for plots.

use std::fmt::{Display, Write};

/// Where a text lies relative to its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) colour: &'static str,
    pub(super) is_bold: bool,
}

impl Font {
    pub(super) const fn new(size: f64, colour: &'static str) -> Font {
        Font { size, colour, is_bold: false }
    }

    pub(super) const fn bold(self) -> Font {
        Font { is_bold: true, ..self }
    }
}

/// A drawing in the making, in pixels.
pub(super) struct Canvas {
    width: f64,
    height: f64,
    body: String,
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64) -> Canvas {
        let mut canvas = Canvas { width, height, body: String::new() };
        canvas.rect((0.0, 0.0), (width, height), "#ffffff");
        canvas
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        let (x, y, width, height) = (px(x), px(y), px(width), px(height));
        self.put(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        self.stroke(from, to, colour, width, "");
    }

    pub(super) fn dashed(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        self.stroke(from, to, colour, width, r#" stroke-dasharray="5 4""#);
    }

    fn stroke(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64, more: &str) {
        let (x1, y1, x2, y2) = (px(from.0), px(from.1), px(to.0), px(to.1));
        self.put(format_args!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"{more}/>"#
        ));
    }

    pub(super) fn polyline(&mut self, points: &[(f64, f64)], colour: &str, dashes: &str) {
        let points = list(points);
        self.put(format_args!(
            r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round" stroke-dasharray="{dashes}"/>"#
        ));
    }

    pub(super) fn polygon(&mut self, points: &[(f64, f64)], fill: &str, opacity: f64) {
        let points = list(points);
        self.put(format_args!(r#"<polygon points="{points}" fill="{fill}" fill-opacity="{opacity}"/>"#));
    }

    /// One of several marks, each of its own shape.
    pub(super) fn mark(&mut self, shape: usize, (x, y): (f64, f64), radius: f64, fill: &str) {
        let r = radius;
        let at = |points: &[(f64, f64)]| points.iter().map(|(dx, dy)| (x + r * dx, y + r * dy)).collect::<Vec<_>>();
        match shape % 4 {
            0 => {
                let (x, y, radius) = (px(x), px(y), px(radius));
                self.put(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#));
            }
            1 => self.rect((x - 0.9 * r, y - 0.9 * r), (1.8 * r, 1.8 * r), fill),
            2 => self.polygon(&at(&[(0.0, -1.25), (1.1, 0.8), (-1.1, 0.8)]), fill, 1.0),
            _ => self.polygon(&at(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]), fill, 1.0),
        }
    }

    /// A text whose middle line lies at `y`.
    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, font: Font, text: &str) {
        self.place_text((x, y), anchor, font, text, "");
    }

    /// A text that reads upwards.
    pub(super) fn upward_text(&mut self, (x, y): (f64, f64), font: Font, text: &str) {
        let turn = format!(r#" transform="rotate(-90 {} {})""#, px(x), px(y));
        self.place_text((x, y), Anchor::Middle, font, text, &turn);
    }

    fn place_text(&mut self, (x, y): (f64, f64), anchor: Anchor, font: Font, text: &str, more: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let Font { size, colour, is_bold } = font;
        let weight = if is_bold { r#" font-weight="bold""# } else { "" };
        // Not `dominant-baseline`, which several viewers do not know: a third of the size is the height of an x, halved.
        let (x, base, text) = (px(x), px(y + 0.35 * size), escape(text));
        self.put(format_args!(
            r#"<text x="{x}" y="{base}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}{more}>{text}</text>"#
        ));
    }

    fn put(&mut self, element: impl Display) {
        writeln!(self.body, "{element}").expect("writing to a string");
    }

    /// The finished drawing; `title` is for those who cannot see it.
    pub(super) fn finish(self, title: &str) -> String {
        let (width, height, title, body) = (px(self.width), px(self.height), escape(title), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" role=\"img\">\n<title>{title}</title>\n{body}</svg>\n"
        )
    }
}

/// How wide a text is, about. Widths differ between fonts, so this is rather too much than too little.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    0.6 * size * text.chars().count() as f64
}

/// Two digits are enough for a pixel.
fn px(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

fn list(points: &[(f64, f64)]) -> String {
    points.iter().map(|&(x, y)| format!("{},{}", px(x), px(y))).collect::<Vec<_>>().join(" ")
}

/// A text as part of XML or HTML; characters that neither allows become the sign for that.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}
