//! Articles as documents: text, Markdown or HTML, one after the other.

use std::io::{self, Write};

use super::text_writer::TextWriter;
use crate::output::page::Page;

/// Documents, which were made with their pages; here they are separated and written.
pub(crate) struct Documents {
    between: &'static str,
    begun: bool,
}

impl Documents {
    /// `between` is written between two documents.
    pub(crate) fn new(between: &'static str) -> Self {
        Documents { between, begun: false }
    }
}

impl TextWriter for Documents {
    fn go_on(&mut self) {
        self.begun = true;
    }

    fn page(&mut self, out: &mut dyn Write, page: &Page) -> io::Result<()> {
        if self.begun {
            out.write_all(self.between.as_bytes())?;
        }
        self.begun = true;
        out.write_all(page.line.as_bytes())?;
        out.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn documents_are_parted() {
        let (mut out, mut documents) = (Vec::new(), Documents::new("\n---\n\n"));
        for text in ["a", "b"] {
            let page = Page { line: text.to_owned(), ..samples::page("x.html") };
            documents.page(&mut out, &page).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), "a\n\n---\n\nb\n");
    }
}
