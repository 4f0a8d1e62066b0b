//! The content of a page of which everything that it shows is kept, for tests of what is written of it.

use rowsmith::content::{Addresses, Content, Form, Reading, is_leaf, read};
use rowsmith::dom::{Display, ParseOptions, Tag, display, is_hidden, parse};

/// All that a page shows. `None` if it cannot be parsed.
pub(crate) fn whole_content(page: &[u8]) -> Option<Content> {
    let document = parse(page, &ParseOptions::default()).ok()?;
    let is_shown = |id| {
        let mut around = document.ancestors(id).filter(|&above| !document.is_text(above));
        document.is_text(id)
            && around.all(|above| {
                let tag = document.tag(above);
                display(tag) != Display::None && tag != Tag::SVG && !is_hidden(&document, above)
            })
            || is_leaf(&document, id)
    };
    let marked: Vec<bool> = document.nodes().map(is_shown).collect();
    let reading = Reading { document: &document, addresses: Addresses::default(), title: None, form: Form::Document };
    Some(read(reading, marked))
}
