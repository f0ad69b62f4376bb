use super::*;
use crate::standings::Standings;
use crate::standings::tests::{setting, three_agents};
use outwit_game::text_width;

/// Name, attributes, text.
type Element = (String, Vec<(String, String)>, String);

/// The elements of a drawing. Panics where it is not well formed.
fn elements(svg: &str) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("every tag ends");
        assert!(!text.contains('>') && !text.contains('"'), "{text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap().to_string();
        let mut rest = tag.trim_end_matches('/')[name.len()..].trim();
        let mut attributes = Vec::new();
        while !rest.is_empty() {
            let (key, more) = rest.split_once("=\"").expect("an attribute has a value");
            let (value, more) = more.split_once('"').expect("a value ends");
            attributes.push((key.to_string(), value.to_string()));
            rest = more.trim_start();
        }
        if !tag.ends_with('/') {
            open.push(name.clone());
        }
        elements.push((name, attributes, text.trim_end_matches('\n').to_string()));
    }
    assert!(open.is_empty());
    elements
}

/// Well formed, all numbers finite, and every text inside the drawing and off the other texts.
fn assert_legible(svg: &str) {
    let elements = elements(svg);
    let attribute = |attributes: &[(String, String)], key: &str| {
        attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
    };
    let number =
        |attributes: &[(String, String)], key: &str| attribute(attributes, key).unwrap().parse::<f64>().unwrap();
    let (width, height) = (number(&elements[0].1, "width"), number(&elements[0].1, "height"));
    assert!(width.is_finite() && height.is_finite());
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let mut boxes: Vec<(f64, f64, f64, f64, String)> = Vec::new();
    for (name, attributes, text) in &elements {
        if name != "text" || attribute(attributes, "transform").is_some() {
            continue;
        }
        let (x, base, size) = (number(attributes, "x"), number(attributes, "y"), number(attributes, "font-size"));
        let wide = text_width(&text.replace("&amp;", "&").replace("&lt;", "<").replace("&#39;", "'"), size);
        let left = match attribute(attributes, "text-anchor").as_deref() {
            Some("start") => x,
            Some("middle") => x - 0.5 * wide,
            _ => x - wide,
        };
        assert!(
            left >= 0.0 && left + wide <= width + 1.0 && base >= size && base <= height,
            "{text} leaves the picture"
        );
        let this = (left, left + wide, base - 0.8 * size, base + 0.1 * size, text.clone());
        for other in &boxes {
            let is_apart = this.1 <= other.0 || other.1 <= this.0 || this.3 <= other.2 || other.3 <= this.2;
            assert!(is_apart, "{} lies on {}", this.4, other.4);
        }
        boxes.push(this);
    }
}

const LONG: &str = "mcts:iterations=10000,exploration=1.4,playout=random,table=1024";

#[test]
fn pictures_of_standings_are_legible_also_with_long_specs() {
    for agents in
        [[LONG, "random", "a<b&c"], ["a", "b", "c"], ["same", "same", "a spec without any place to break it at all"]]
    {
        let standings = Standings::new(&setting(&agents, 40), &three_agents(40));
        assert_legible(&win_shares_svg(&standings));
        assert_legible(&differences_svg(&standings));
    }
    let agents = ["alphabeta:depth=2", "alphabeta:depth=4", "alphabeta:depth=6"];
    let pictures = strength_svgs(&Standings::new(&setting(&agents, 40), &three_agents(40)));
    assert!(pictures.len() == 1 && pictures[0].0 == "depth" && pictures[0].1.contains("depth, plies"));
    assert_legible(&pictures[0].1);
    assert!(strength_svgs(&Standings::new(&setting(&["a", "b", "c:depth=1"], 40), &three_agents(40))).is_empty());
    let nothing = Standings::new(&setting(&["a", "b"], 40), &[]);
    assert_legible(&win_shares_svg(&nothing));
    assert_legible(&differences_svg(&nothing));
}

#[test]
fn line_plots_are_legible_whatever_they_show() {
    let rise = |n: u32| (0..n).map(|i| Point::from((10f64.powf(f64::from(i)), 0.1 + 0.1 * f64::from(i), 0.05, 0.95)));
    let line = |name: &str, n: u32| Series { name: name.into(), points: rise(n).collect() };
    let series = vec![line(LONG, 5), line("greedy", 1), line("never", 0)];
    assert_legible(&strength_svg("Strength against budget, connect4", "nodes a move", series, Some(0.5)));
    let y = [f64::NAN, f64::INFINITY, -3e7, 2.0];
    let points = |is_log_x: bool| LinePlot {
        title: "Anything".into(),
        x_label: "moves".into(),
        y_label: "belief".into(),
        series: (0..9)
            .map(|number| Series {
                name: format!("line {number}"),
                points: (0..40u32).map(|x| Point { x: f64::from(x), y: y[x as usize % 4], interval: None }).collect(),
            })
            .collect(),
        is_log_x,
        reference: Some(0.5),
        ..LinePlot::default()
    };
    assert_legible(&points(true).to_svg());
    assert_legible(&points(false).to_svg());
    assert_legible(&LinePlot::default().to_svg());
}

#[test]
fn the_report_says_everything_and_lets_no_text_be_read_as_html() {
    let agents = ["<script>alert('x')</script>", "b & \"c\"", "random"];
    let mut deals = three_agents(30);
    deals[2].games[0].forfeit = Some(crate::Forfeit { seat: 1, reason: "last words: <b>\u{1b}[0m".into() });
    let standings = Standings::new(&setting(&agents, 30), &deals);
    let page = report_html(&standings, "<7>", "0.1.0", "outwit arena connect4 '<x>' --seed 7");
    assert!(!page.contains("<script") && !page.contains("<b>") && !page.contains("<7>") && !page.contains('\u{1b}'));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    for part in [
        "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; beats random by",
        "b &amp; &quot;c&quot;",
        "deal 2, seat 2",
        "outwit arena connect4 &#39;&lt;x&gt;&#39; --seed 7",
        "<svg",
    ] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
}
