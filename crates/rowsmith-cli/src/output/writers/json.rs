//! JSON: one array with all pages, written as they come.

use std::io::{self, Write};

use super::text_writer::TextWriter;
use crate::output::page::Page;

/// The brackets and commas around the objects.
#[derive(Default)]
pub(crate) struct Json {
    begun: bool,
}

impl TextWriter for Json {
    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        out.write_all(if self.begun { b",\n" } else { b"[\n" })?;
        self.begun = true;
        out.write_all(page.line.as_bytes())
    }

    fn go_on(&mut self) {
        self.begun = true;
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.begun { b"\n]\n" } else { b"[]\n" })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn an_array_of_any_length() {
        for count in 0..3 {
            let (mut out, mut json) = (Vec::new(), Json::default());
            for _ in 0..count {
                json.page(&mut out, &samples::page("a.html")).unwrap();
            }
            json.finish(&mut out).unwrap();
            let array: Vec<serde_json::Value> = serde_json::from_slice(&out).unwrap();
            assert_eq!(array.len(), count);
            assert!(array.iter().all(|page| page["source"] == "a.html"));
        }
    }
}
