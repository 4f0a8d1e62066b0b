//! `rowsmith wrapper show`: a wrapper in words and tables.

use std::fmt::Write;

use rowsmith::wrapper::{Part, PartKind, Template, Wrapper};

use crate::common::text::{count, cut_end, harmless, width};

/// The wrapper in words, with one table per part.
pub(super) fn shown(name: &str, wrapper: &Wrapper) -> String {
    let templates = count(wrapper.templates.len(), "template");
    let mut out = format!("{}: {templates}, version {}\n", harmless(name), wrapper.version());
    wrapper.templates.iter().for_each(|template| show_template(template, &mut out));
    out
}

fn show_template(template: &Template, out: &mut String) {
    let pages = count(template.pages as usize, "page");
    let hosts = if template.hosts.is_empty() { String::new() } else { format!(" of {}", template.hosts.join(", ")) };
    let _ = writeln!(out, "\n{}: learnt from {pages}{}", harmless(&template.name), harmless(&hosts));
    for source in &template.sources {
        let _ = writeln!(out, "    {}", harmless(source));
    }
    if template.parts.is_empty() {
        out.push_str("  nothing is extracted from its pages\n");
    }
    template.parts.iter().for_each(|part| show_part(part, out));
}

fn show_part(part: &Part, out: &mut String) {
    let noun = match part.kind {
        PartKind::List => "record",
        PartKind::Objects => "object",
        PartKind::Posts => "post",
        PartKind::Article => "article",
        PartKind::Item => "page",
    };
    let statistics = &part.statistics;
    let [least, most] = statistics.records_a_page;
    let a_page = if least == most { format!("{least} per page") } else { format!("{least} to {most} per page") };
    let _ = write!(out, "\n  {}: {}, {a_page}", part.kind.name(), count(statistics.records as usize, noun));
    let percent = |share: f32| (share * 100.0).round();
    match (&part.selectors.edited, part.selectors.css.as_str()) {
        (None, _) if part.kind == PartKind::Item => out.push_str("; the page itself, with fields anywhere on it\n"),
        (Some(css), _) => {
            let _ = writeln!(out, "; by your own selector {}", harmless(css));
        }
        (None, "") => out.push_str("; no selector expresses where they are\n"),
        (None, css) => {
            let [found, right] = part.selectors.agreement.map(percent);
            let _ = writeln!(out, "; {} alone gives {found} % of them, {right} % right", harmless(css));
        }
    }
    let head = ["column", "type", "role", "filled", "selector", "example"].map(str::to_owned);
    let mut rows: Vec<[String; 6]> = vec![head];
    for column in part.columns.iter().filter(|column| !column.dropped) {
        let selector = &column.selector;
        let css = match (&selector.edited, selector.css.as_str()) {
            (Some(css), _) => format!("{css} (yours)"),
            (None, "") => "-".to_owned(),
            (None, css) if selector.agreement >= 0.995 => css.to_owned(),
            (None, css) => format!("{css} ({} %)", percent(selector.agreement)),
        };
        rows.push([
            column.name.clone(),
            column.value_type.name().to_owned(),
            column.role.map_or("-", |role| role.role.name()).to_owned(),
            // nobody has measured a column that was added since the wrapper was learnt
            if selector.own && !selector.lost && column.statistics.fill == 0.0 {
                "-".to_owned()
            } else {
                format!("{} %", percent(column.statistics.fill))
            },
            css,
            column.example.clone().unwrap_or_default(),
        ]);
    }
    let widths: Vec<usize> =
        (0..5).map(|c| rows.iter().map(|row| width(&row[c])).max().unwrap_or(0).min(WIDTH)).collect();
    out.push('\n');
    for row in &rows {
        out.push_str("    ");
        for (cell, wide) in row.iter().zip(&widths) {
            let cell = harmless(cell);
            let cell = cut_end(&cell, *wide);
            let _ = write!(out, "{cell}{}  ", " ".repeat(wide.saturating_sub(width(&cell))));
        }
        let _ = writeln!(out, "{}", cut_end(&harmless(&row[5]), WIDTH));
    }
    let dropped: Vec<&str> = part.columns.iter().filter(|c| c.dropped).map(|c| c.name.as_str()).collect();
    if !dropped.is_empty() {
        let _ = writeln!(out, "    taken out: {}", harmless(&dropped.join(", ")));
    }
}

/// The most characters of a cell of the table.
const WIDTH: usize = 48;
