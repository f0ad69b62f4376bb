//! The one writer of SVG: enough for boards, discs and text, for trees and for plots.

use std::fmt::{Display, Write};

/// An SVG drawing in the making. Lengths are in pixels; colours are any CSS colour.
#[derive(Clone, Debug)]
pub struct Svg {
    /// The upper left corner.
    corner: (f64, f64),
    width: f64,
    height: f64,
    /// Something lies outside of what the drawing itself fills: it needs a ground to be read on.
    has_margin: bool,
    body: String,
}

/// Where a text lies relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle lies there.
    Middle,
    /// It ends there.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Font {
    /// Its height.
    pub size: f64,
    /// Its colour.
    pub colour: &'static str,
    /// Whether it is bold.
    pub is_bold: bool,
}

impl Font {
    /// Of this height and colour.
    pub const fn new(size: f64, colour: &'static str) -> Font {
        Font { size, colour, is_bold: false }
    }

    /// The same in bold.
    pub const fn bold(self) -> Font {
        Font { is_bold: true, ..self }
    }
}

impl Svg {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { corner: (0.0, 0.0), width, height, has_margin: false, body: String::new() }
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
        self.has_margin = true;
        self
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) -> &mut Svg {
        let [x, y, width, height] = [x, y, width, height].map(px);
        self.put(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#))
    }

    /// A filled circle with an edge.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, fill: &str) -> &mut Svg {
        let [x, y, radius] = [x, y, radius].map(px);
        self.put(format_args!(r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="#333"/>"##))
    }

    /// A straight line.
    pub fn stroke(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) -> &mut Svg {
        self.line(from, to, colour, 1.0)
    }

    /// A straight line of some width.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) -> &mut Svg {
        self.put_line(from, to, colour, width, "")
    }

    /// A dashed line of some width.
    pub fn dashed(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) -> &mut Svg {
        self.put_line(from, to, colour, width, r#" stroke-dasharray="5 4""#)
    }

    fn put_line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64, more: &str) -> &mut Svg {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
        let wide = if width == 1.0 { String::new() } else { format!(r#" stroke-width="{width}""#) };
        self.put(format_args!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}"{wide}{more}/>"#))
    }

    /// A line through points; `dashes` as in CSS, `none` for none.
    pub fn polyline(&mut self, points: &[(f64, f64)], colour: &str, dashes: &str) -> &mut Svg {
        let points = list(points);
        self.put(format_args!(
            r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round" stroke-dasharray="{dashes}"/>"#
        ))
    }

    /// A filled polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: &str) -> &mut Svg {
        let points = list(points);
        self.put(format_args!(r#"<polygon points="{points}" fill="{fill}"/>"#))
    }

    /// A filled polygon that lets through what lies below: 1 lets through nothing.
    pub fn shade(&mut self, points: &[(f64, f64)], fill: &str, opacity: f64) -> &mut Svg {
        let points = list(points);
        self.put(format_args!(r#"<polygon points="{points}" fill="{fill}" fill-opacity="{opacity}"/>"#))
    }

    /// One of several marks, each of its own shape.
    pub fn mark(&mut self, shape: usize, (x, y): (f64, f64), radius: f64, fill: &str) -> &mut Svg {
        let r = radius;
        let at = |points: &[(f64, f64)]| points.iter().map(|(dx, dy)| (x + r * dx, y + r * dy)).collect::<Vec<_>>();
        match shape % 4 {
            0 => {
                let [x, y, radius] = [x, y, radius].map(px);
                self.put(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#))
            }
            1 => self.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, fill),
            2 => self.polygon(&at(&[(0.0, -1.25), (1.1, 0.8), (-1.1, 0.8)]), fill),
            _ => self.polygon(&at(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]), fill),
        }
    }

    /// Text centred on a point.
    pub fn text(&mut self, x: f64, y: f64, size: f64, fill: &str, text: &str) -> &mut Svg {
        self.put_text((x, y), Anchor::Middle, (size, fill, false), text, "")
    }

    /// Text that begins at a point, half of its height above it.
    pub fn label(&mut self, x: f64, y: f64, size: f64, fill: &str, text: &str) -> &mut Svg {
        self.put_text((x, y), Anchor::Start, (size, fill, false), text, "")
    }

    /// A text whose middle line lies at the point's height.
    pub fn caption(&mut self, at: (f64, f64), anchor: Anchor, font: Font, text: &str) -> &mut Svg {
        self.put_text(at, anchor, (font.size, font.colour, font.is_bold), text, "")
    }

    /// A text that reads upwards.
    pub fn upward_caption(&mut self, (x, y): (f64, f64), font: Font, text: &str) -> &mut Svg {
        let turn = format!(r#" transform="rotate(-90 {} {})""#, px(x), px(y));
        self.put_text((x, y), Anchor::Middle, (font.size, font.colour, font.is_bold), text, &turn)
    }

    fn put_text(
        &mut self,
        (x, y): (f64, f64),
        anchor: Anchor,
        (size, colour, is_bold): (f64, &str, bool),
        text: &str,
        more: &str,
    ) -> &mut Svg {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if is_bold { r#" font-weight="bold""# } else { "" };
        // Not `dominant-baseline`, which several viewers do not know: a third of the size is the height of an x, halved.
        let (x, base, text) = (px(x), px(y + 0.35 * size), escape(text));
        self.put(format_args!(
            r#"<text x="{x}" y="{base}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}{more}>{text}</text>"#
        ))
    }

    /// A rectangle that can be clicked: nothing is seen of it, and it bears the name by which [moves](crate::Game::places)
    /// speak of it. It belongs above what is drawn there.
    pub fn place(&mut self, name: &str, x: f64, y: f64, width: f64, height: f64) -> &mut Svg {
        let ([x, y, width, height], name) = ([x, y, width, height].map(px), escape(name));
        self.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" pointer-events="all" data-place="{name}"/>"#
        ))
    }

    /// Any element.
    pub fn element(&mut self, element: impl Display) -> &mut Svg {
        self.put(element)
    }

    fn put(&mut self, element: impl Display) -> &mut Svg {
        writeln!(self.body, "{element}").expect("writing to a string");
        self
    }

    /// The finished drawing.
    pub fn finish(&self) -> String {
        self.written("", "")
    }

    /// The finished drawing with a title, for those who cannot see it.
    pub fn finish_with_title(&self, title: &str) -> String {
        self.written(r#" role="img""#, &format!("<title>{}</title>\n", escape(title)))
    }

    fn written(&self, role: &str, title: &str) -> String {
        let [x, y, width, height] = [self.corner.0, self.corner.1, self.width, self.height].map(px);
        let body = &self.body;
        let ground = match self.has_margin {
            true => format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"),
            false => String::new(),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"{FONTS}\"{role}>\n{title}{ground}{body}</svg>\n"
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

/// Two digits are enough for a pixel.
fn px(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

fn list(points: &[(f64, f64)]) -> String {
    points.iter().map(|&(x, y)| format!("{},{}", px(x), px(y))).collect::<Vec<_>>().join(" ")
}

/// A text as part of XML or HTML; characters that neither allows become the sign for that.
pub fn escape(text: &str) -> String {
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

/// A picture of characters as an SVG drawing, for games without a board of their own.
pub fn text_svg(picture: &str) -> String {
    const SIZE: f64 = 16.0;
    let columns = picture.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let rows = picture.lines().count();
    let mut svg = Svg::new((columns + 2) as f64 * SIZE * 0.62, (rows + 1) as f64 * SIZE * 1.25);
    svg.rect(0.0, 0.0, svg.width, svg.height, "#fff");
    for (row, line) in picture.lines().enumerate() {
        let (y, text) = (px((row + 1) as f64 * SIZE * 1.25), escape(line));
        svg.put(format_args!(
            r#"<text x="{SIZE}" y="{y}" font-size="{SIZE}" font-family="monospace" xml:space="preserve">{text}</text>"#
        ));
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_well_formed_whatever_it_says() {
        let mut svg = Svg::new(100.0, 50.0);
        svg.rect(0.0, 0.0, 10.004, 5.0, "#fff").circle(1.0, 2.0, 3.0, "red").stroke((0.0, 0.0), (1.0, 1.0), "#000");
        svg.line((0.0, 0.0), (1.0, 1.0), "#000", 2.5).dashed((0.0, 0.0), (1.0, 1.0), "#000", 1.0);
        svg.polyline(&[(0.0, 0.0), (1.0, 2.0)], "red", "none").shade(&[(0.0, 0.0)], "red", 0.5);
        for shape in 0..4 {
            svg.mark(shape, (1.0, 1.0), 2.0, "red");
        }
        svg.text(5.0, 5.0, 10.0, "#000", "a < b & \"c\" \u{1}").place("<e4>", 0.0, 0.0, 1.0, 1.0);
        svg.label(1.0, 1.0, 9.0, "#000", "begins").margin(2.0, 0.0, 0.0, 0.0);
        svg.caption((5.0, 5.0), Anchor::End, Font::new(10.0, "#000").bold(), "e").upward_caption(
            (1.0, 1.0),
            Font::new(9.0, "#111"),
            "up",
        );
        let drawn = svg.finish_with_title("<t>");
        assert!(drawn.contains("a &lt; b &amp; &quot;c&quot; \u{FFFD}") && drawn.contains("<title>&lt;t&gt;</title>"));
        assert!(drawn.contains(r#"viewBox="-2 0 102 50""#) && svg.size() == (102.0, 50.0), "{drawn}");
        assert!(drawn.contains(r##"<rect x="-2" y="0" width="102" height="50" fill="#fff"/>"##), "{drawn}");
        assert!(drawn.contains(r#"width="10" height="5""#), "two digits: {drawn}");
        assert!(drawn.contains(r#"font-weight="bold""#) && drawn.contains("rotate(-90 1 1)"));
        assert!(drawn.contains(r#"data-place="&lt;e4&gt;""#));
        assert!(!drawn.contains("dominant-baseline"), "some viewers do not know it");
        assert_eq!(drawn.matches('<').count(), drawn.matches('>').count());
    }
}
