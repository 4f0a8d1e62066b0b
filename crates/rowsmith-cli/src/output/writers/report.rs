//! A report in one self-contained HTML file, with one sortable table per list. Links and pictures become links to their
//! addresses; nothing is loaded, and no text of a page becomes markup or a script.

use std::io::{self, Write};

use rowsmith::types::{Cell, Column, ColumnReading, RegionTable};

use super::text_writer::{Shape, TextWriter};
use crate::common::html::{escape_attribute, escape_html};
use crate::common::text::{count, harmless};
use crate::output::page::Page;
use crate::output::typed::{Typed, holds_addresses, holds_numbers, readings, shown, typed};

/// Everything before the tables. The policy keeps the file from loading anything, whatever is in it.
const HEAD: &str = r#"<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>Rowsmith</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
h2 { font-size: 1.1em; margin: 2em 0 .5em; overflow-wrap: anywhere }
h2 small { font-weight: normal; color: #666 }
p { color: #850 }
div { overflow-x: auto }
table { border-collapse: collapse }
th, td { border: 1px solid #ddd; padding: .25em .6em; text-align: left; vertical-align: top; max-width: 40em; overflow-wrap: break-word }
td a { overflow-wrap: anywhere }
th { background: #f4f4f4; cursor: pointer; white-space: nowrap; position: sticky; top: 0 }
th[aria-sort=ascending]::after { content: " \25b2" }
th[aria-sort=descending]::after { content: " \25bc" }
td.n { text-align: right; white-space: nowrap }
tr:nth-child(even) td { background: #fafafa }
</style>
</head>
<body>
"#;

/// Everything after the tables: clicking a header sorts by its column, clicking again reverses the order.
const FOOT: &str = r#"<script>
document.querySelectorAll('th').forEach(function (head) {
  function sort() {
    var body = head.closest('table').tBodies[0], at = head.cellIndex;
    var up = head.getAttribute('aria-sort') !== 'ascending';
    head.parentNode.querySelectorAll('th').forEach(function (other) { other.removeAttribute('aria-sort'); });
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    var key = function (row) { var cell = row.cells[at]; return cell.dataset.v || cell.textContent; };
    var rows = Array.from(body.rows).sort(function (a, b) {
      var x = key(a), y = key(b);
      if (x === '' || y === '') { return (x === '') - (y === ''); }
      return (up ? 1 : -1) * (x - y || String(x).localeCompare(y, undefined, { numeric: true }));
    });
    rows.forEach(function (row) { body.appendChild(row); });
  }
  head.addEventListener('click', sort);
  head.addEventListener('keydown', function (event) { if (event.key === 'Enter') { sort(); } });
});
</script>
</body>
</html>
"#;

/// A report of all pages.
pub(crate) struct Report {
    noun: &'static str,
    begun: bool,
}

impl Report {
    pub(crate) fn new(shape: Shape) -> Self {
        Report { noun: shape.noun, begun: false }
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            out.write_all(HEAD.as_bytes())?;
        }
        Ok(())
    }
}

impl TextWriter for Report {
    fn go_on(&mut self) {
        self.begun = true;
    }

    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        self.begin(out)?;
        let source = link(&page.source).unwrap_or_else(|| text(&page.source));
        if page.tables.is_empty() {
            writeln!(out, "<h2>{source} <small>{}</small></h2>", count(0, self.noun))?;
        }
        for (at, table) in page.tables.iter().enumerate() {
            let region = match page.titles.get(at) {
                Some(title) => format!(", {}", text(title)),
                None if page.tables.len() > 1 => format!(", {}", at + 1),
                None => String::new(),
            };
            let rows = count(table.records.len(), self.noun);
            writeln!(out, "<h2>{source}{region} <small>{rows}</small></h2>")?;
            write_table(out, table)?;
        }
        for warning in &page.warnings {
            writeln!(out, "<p>{}</p>", text(&warning.to_string()))?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        out.write_all(FOOT.as_bytes())
    }
}

fn write_table(out: &mut dyn Write, table: &RegionTable) -> io::Result<()> {
    let readings = readings(table);
    writeln!(out, "<div><table><thead><tr>")?;
    for column in &table.columns {
        writeln!(out, "<th scope=\"col\" tabindex=\"0\">{}</th>", text(&column.name))?;
    }
    writeln!(out, "</tr></thead><tbody>")?;
    for record in &table.records {
        write!(out, "<tr>")?;
        for ((at, column), reading) in table.columns.iter().enumerate().zip(&readings) {
            write!(out, "{}", cell(column, reading, record.cells.get(at).and_then(Option::as_ref)))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody></table></div>")
}

/// A cell with its sort key, if that is not its text.
fn cell(column: &Column, reading: &ColumnReading, cell: Option<&Cell>) -> String {
    let Some(cell) = cell else { return "<td></td>".to_owned() };
    let class = if holds_numbers(column) { " class=\"n\"" } else { "" };
    let value = match typed(column, reading, cell) {
        Typed::Number(number) => format!(" data-v=\"{}\"", number.value),
        Typed::Price(amount) => format!(" data-v=\"{}\"", amount.number.value),
        Typed::Date(date) => format!(" data-v=\"{}\"", escape_attribute(&date.to_iso())),
        Typed::Text(_) | Typed::Address(_) => String::new(),
    };
    let is_address = holds_addresses(column.kind) || matches!(typed(column, reading, cell), Typed::Address(_));
    let shown = shown(cell);
    let content = is_address.then(|| link(shown)).flatten().unwrap_or_else(|| text(shown));
    format!("<td{class}{value}>{content}</td>")
}

/// A link to an address on the web; `None` for any other, and for one with characters that affect how it is displayed.
fn link(address: &str) -> Option<String> {
    let is_web = address.starts_with("https://") || address.starts_with("http://");
    is_web
        .then(|| format!("<a href=\"{}\" rel=\"noreferrer noopener\">{}</a>", escape_attribute(address), text(address)))
}

fn text(text: &str) -> String {
    escape_html(&harmless(text))
}

#[cfg(test)]
mod tests {
    use rowsmith::types::Warning;

    use super::super::samples;
    use super::*;

    fn write(pages: &[Page]) -> String {
        let (mut out, mut report) = (Vec::new(), Report { noun: "record", begun: false });
        pages.iter().for_each(|page| report.page(&mut out, page).unwrap());
        report.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_report_is_the_tables_and_their_links() {
        let report = write(&[samples::page("shop.html")]);
        assert!(report.contains("<h2>shop.html <small>3 records</small></h2>"), "{report}");
        assert!(report.contains("<td class=\"n\" data-v=\"1299\">$1,299.00</td>"), "{report}");
        let picture = "<a href=\"https://example.com/img/c.jpg\" rel=\"noreferrer noopener\">";
        assert!(report.contains(picture) && report.contains("<p>encoding guessed: windows-1252</p>"));
        assert!(!report.contains("<img") && !report.contains("href=\"javascript:"), "{report}");
        let page = rowsmith::Page::parse(report.as_bytes(), &rowsmith::PageOptions::new()).unwrap();
        assert_eq!(page.tables(&rowsmith::TablesOptions::new()).tables.len(), 1);
    }

    #[test]
    fn nothing_that_a_page_says_is_markup() {
        let evil = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;\u{202e}";
        let mut region = samples::region(
            &[evil, "url"],
            &[&[evil, &format!("https://x.example/{}", evil.trim_end_matches('\u{202e}'))]],
        );
        region.columns[1].kind = rowsmith::types::ColumnKind::Link;
        let page = samples::page_of(evil, vec![region], vec![Warning::Other(evil.to_owned())]);
        let report = write(&[page]);
        let body = report.strip_prefix(HEAD).unwrap().strip_suffix(FOOT).unwrap();
        assert!(!body.contains("<script") && !body.contains("<img") && !body.contains('\u{202e}'), "{body}");
        let hrefs: Vec<&str> = body.split("href=\"").skip(1).collect();
        assert!(hrefs.iter().all(|href| href.split_once('"').unwrap().1.starts_with(" rel=")), "{body}");
    }
}
