//! The rules of games are written as Markdown: enough of it to show them as a page.

use outwit::game::escape;

/// A text as HTML. Nothing of it is taken for markup but what is listed here: headings, lists, fenced blocks, tables, `code`
/// and **bold**.
pub fn html(text: &str) -> String {
    let mut out = String::new();
    let mut open: Option<&str> = None;
    let mut is_code = false;
    let mut paragraph: Vec<&str> = Vec::new();
    let flush = |paragraph: &mut Vec<&str>, out: &mut String| {
        if !paragraph.is_empty() {
            out.push_str(&format!("<p>{}</p>\n", inline(&paragraph.join(" "))));
            paragraph.clear();
        }
    };
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            flush(&mut paragraph, &mut out);
            close(&mut open, &mut out);
            out.push_str(if is_code { "</pre>\n" } else { "<pre>" });
            is_code = !is_code;
            continue;
        }
        if is_code {
            out.push_str(&escape(line));
            out.push('\n');
            continue;
        }
        let trimmed = line.trim();
        if trimmed.is_empty() {
            flush(&mut paragraph, &mut out);
            close(&mut open, &mut out);
        } else if let Some(title) = trimmed.strip_prefix('#') {
            flush(&mut paragraph, &mut out);
            close(&mut open, &mut out);
            out.push_str(&format!("<h2>{}</h2>\n", inline(title.trim_start_matches('#').trim())));
        } else if let Some(item) = trimmed.strip_prefix("- ").or_else(|| trimmed.strip_prefix("* ")) {
            flush(&mut paragraph, &mut out);
            begin("ul", &mut open, &mut out);
            out.push_str(&format!("<li>{}</li>\n", inline(item)));
        } else if trimmed.starts_with('|') {
            flush(&mut paragraph, &mut out);
            if trimmed.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
                continue;
            }
            begin("table", &mut open, &mut out);
            let cells = trimmed.trim_matches('|').split('|').map(|cell| format!("<td>{}</td>", inline(cell.trim())));
            out.push_str(&format!("<tr>{}</tr>\n", cells.collect::<String>()));
        } else if open == Some("ul") && line.starts_with(' ') {
            // A list item goes on.
            let end = out.trim_end_matches("</li>\n").len();
            out.truncate(end);
            out.push_str(&format!(" {}</li>\n", inline(trimmed)));
        } else {
            close(&mut open, &mut out);
            paragraph.push(trimmed);
        }
    }
    flush(&mut paragraph, &mut out);
    close(&mut open, &mut out);
    if is_code {
        out.push_str("</pre>\n");
    }
    out
}

fn begin(tag: &'static str, open: &mut Option<&'static str>, out: &mut String) {
    if *open != Some(tag) {
        close(open, out);
        out.push_str(&format!("<{tag}>\n"));
        *open = Some(tag);
    }
}

fn close(open: &mut Option<&str>, out: &mut String) {
    if let Some(tag) = open.take() {
        out.push_str(&format!("</{tag}>\n"));
    }
}

fn inline(text: &str) -> String {
    let mut out = String::new();
    for (place, part) in text.split('`').enumerate() {
        if place % 2 == 1 {
            out.push_str(&format!("<code>{}</code>", escape(part)));
            continue;
        }
        for (place, part) in part.split("**").enumerate() {
            let part = escape(part);
            out.push_str(&if place % 2 == 1 { format!("<strong>{part}</strong>") } else { part });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_become_pages_and_markup_in_them_does_not() {
        let page = html(
            "# A <b>\n\nOne\ntwo `x < y` **bold**.\n\n- first\n  goes on\n- second\n\n```\n<script>\n```\n| a | b |\n|---|---|\n| c | d |\n",
        );
        assert!(page.contains("<h2>A &lt;b&gt;</h2>"), "{page}");
        assert!(page.contains("<p>One two <code>x &lt; y</code> <strong>bold</strong>.</p>"), "{page}");
        assert!(page.contains("<ul>\n<li>first goes on</li>\n<li>second</li>\n</ul>"), "{page}");
        assert!(page.contains("<pre>&lt;script&gt;\n</pre>"), "{page}");
        assert!(
            page.contains("<table>\n<tr><td>a</td><td>b</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>"),
            "{page}"
        );
    }
}
