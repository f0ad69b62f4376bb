//! A report that stands alone: one HTML file without anything to load.

use super::{differences_svg, strength_svgs, win_shares_svg};
use crate::setting::Seatings;
use crate::standings::Standings;
use crate::standings::meetings::HEAD_TO_HEAD;
use crate::standings::words::TableColumn;
use outwit_game::escape;
use std::fmt::Write;

const STYLE: &str = "
body { font: 16px/1.5 system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; color: #222; background: #fff; max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem .3rem 0; text-align: right; border-bottom: 1px solid #e3e5e8; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 11rem; }
table.setting th:first-child { min-width: 0; }
table.setting th { text-align: left; font-weight: normal; color: #5f6368; }
table.setting td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
pre { background: #f1f3f4; padding: .8rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; } .note { color: #5f6368; font-size: .9rem; }
";

/// The whole tournament as a page: setting, table, verdicts, pictures, forfeits, and how to repeat it.
///
/// `tournament` is its name or number, `version` the program's, `command` what to type to play it again.
pub fn report_html(standings: &Standings, tournament: &str, version: &str, command: &str) -> String {
    let setting = &standings.setting;
    let [heading, _] = standings.heading();
    let mut page = Page(String::new());
    page.put(format_args!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        escape(&format!("{} tournament {tournament}", setting.game))
    ));
    page.element("h1", &format!("Tournament {tournament}: {}", setting.game));
    page.element("p", &heading);
    // Step 1. What it shows.
    page.element("h2", "Result");
    if standings.deals == 0 {
        page.element("p", "No deal has been played yet.");
    } else {
        page.table(&standings.table());
        let mut verdicts = standings.verdicts();
        verdicts.extend(standings.two.iter().flat_map(|elo| standings.elo_words(elo)));
        verdicts.extend(standings.sprt.iter().map(|result| standings.sprt_words(result)));
        page.list(&verdicts);
        page.put(format_args!("<p class=\"note\">{}</p>", escape(&standings.notes().join(" "))));
        if let Some(met) = standings.head_to_head() {
            page.element("p", HEAD_TO_HEAD);
            page.table(&met);
        }
        if !standings.is_alone() {
            page.put(format_args!("<p class=\"scroll\">{}</p>", win_shares_svg(standings)));
        }
        if !standings.compared().is_empty() {
            page.put(format_args!("<p class=\"scroll\">{}</p>", differences_svg(standings)));
        }
        for (_, svg) in strength_svgs(standings) {
            page.put(format_args!("<p class=\"scroll\">{svg}</p>"));
        }
    }
    // Step 2. What went wrong.
    let troubles = standings.troubles();
    page.element("h2", "Forfeits and cut games");
    if troubles.is_empty() {
        page.element("p", "None.");
    } else {
        page.element("pre", &troubles.join("\n"));
    }
    // Step 3. What decided it.
    page.element("h2", "Setting");
    let seatings = match setting.seatings {
        Seatings::All => "all",
        Seatings::Rotations => "one order of each choice of agents and its rotations",
        Seatings::Sample(_) => "a sample, drawn for each deal",
    };
    let mut rows = vec![
        ("game", setting.game.clone()),
        ("deals", format!("{} of {}", standings.deals, setting.deals)),
        ("seatings a deal", format!("{} ({seatings})", standings.seatings)),
        ("seed", setting.seed.to_string()),
        ("opening", format!("{} random moves", setting.opening)),
        ("cap", format!("{} moves", setting.cap)),
        ("budget", setting.budget.clone().unwrap_or_else(|| "as in the agents' specs".into())),
        ("grace over time budgets", format!("{} ms", setting.grace_ms)),
        ("version", version.to_string()),
    ];
    rows.extend(setting.agents.iter().map(|agent| ("agent", agent.clone())));
    page.put("<div class=\"scroll\"><table class=\"setting\">");
    for (name, value) in rows {
        page.put(format_args!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escape(name), escape(&value)));
    }
    page.put("</table></div>");
    page.element("h2", "To repeat it");
    page.element("pre", command);
    page.put("</body>\n</html>");
    page.0
}

struct Page(String);

impl Page {
    /// Something that is HTML already.
    fn put(&mut self, html: impl std::fmt::Display) {
        writeln!(self.0, "{html}").expect("writing to a string");
    }

    /// A text in an element.
    fn element(&mut self, name: &str, text: &str) {
        self.put(format_args!("<{name}>{}</{name}>", escape(text)));
    }

    fn list(&mut self, items: &[String]) {
        self.put("<ul>");
        items.iter().for_each(|item| self.element("li", item));
        self.put("</ul>");
    }

    fn table(&mut self, table: &[TableColumn]) {
        self.put("<div class=\"scroll\"><table>\n<tr>");
        table.iter().for_each(|column| self.element("th", &column.head));
        self.put("</tr>");
        for row in 0..table.first().map_or(0, |column| column.cells.len()) {
            self.put("<tr>");
            table.iter().for_each(|column| self.element("td", &column.cells[row]));
            self.put("</tr>");
        }
        self.put("</table></div>");
    }
}
