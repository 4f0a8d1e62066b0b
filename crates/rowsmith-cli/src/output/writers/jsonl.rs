//! JSON lines: one object per page.

use std::io::{self, Write};

use super::text_writer::TextWriter;
use crate::output::page::Page;

/// The line was made with the page; here it is only written.
pub(crate) struct JsonLines;

impl TextWriter for JsonLines {
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        out.write_all(page.line.as_bytes())?;
        out.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn a_page_a_line_as_the_page_has_it() {
        let mut out = Vec::new();
        for source in ["a.html", "b.html"] {
            JsonLines.page(&mut out, &samples::page(source)).unwrap();
        }
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out.lines().count(), 2);
        let second: serde_json::Value = serde_json::from_str(out.lines().nth(1).unwrap()).unwrap();
        assert_eq!(second["source"], "b.html");
        let first_record = &second["regions"][0]["records"][0];
        assert_eq!(first_record["cells"]["url"], "/chair");
        assert_eq!(first_record["urls"]["url"], "https://example.com/chair");
        assert_eq!(second["warnings"][0], "encoding guessed: windows-1252");
    }
}
