//! Markdown in a small set of forms that every renderer reads in the same way.
//!
//! The output shows no other elements than the content has: text is escaped; code is on one line, or in a fence that it
//! cannot close; emphasis marks are only where they must be read as such; addresses decode to what they were; and
//! formulas contain nothing that a reader without support for formulas would take for markup.

mod blocks;
mod escape;
mod inline;
mod pieces;
#[cfg(test)]
mod tests;

use crate::content::options::{Links, MarkdownOptions, Notes};
use crate::content::tree::Content;

/// State shared by the lines of a text.
pub(super) struct Writing {
    options: MarkdownOptions,
    /// The addresses of links that are written as numbers.
    references: std::cell::RefCell<Vec<String>>,
}

impl Writing {
    /// The number of an address.
    fn reference(&self, address: &str) -> usize {
        let mut references = self.references.borrow_mut();
        match references.iter().position(|known| known == address) {
            Some(at) => at + 1,
            None => {
                references.push(address.to_owned());
                references.len()
            }
        }
    }
}

/// Writes the content as Markdown. Takes linear time, apart from the nesting of lists and quotes, which is bounded.
pub fn markdown(content: &Content, options: MarkdownOptions) -> String {
    let writing = Writing { options, references: std::cell::RefCell::default() };
    let mut out = blocks::blocks(&content.blocks, &writing, false);
    if options.notes == Notes::Keep {
        blocks::notes(&content.notes, &writing, &mut out);
    }
    if options.links == Links::Reference {
        let references = writing.references.into_inner();
        for (at, address) in references.iter().enumerate() {
            out.push_str(if at == 0 { "\n\n" } else { "\n" });
            out.push_str(&format!("[{}]: {}", at + 1, escape::target(address)));
        }
    }
    out.truncate(out.trim_end().len());
    out
}
