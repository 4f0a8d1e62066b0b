//! What the style sheets of a page say of classes: which elements they make tables, rows and cells.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::tables::model::table_display;

/// For each class, the table value of `display` that the page's own style sheets give it.
#[derive(Debug, Default)]
pub(crate) struct Displays<'d>(FxHashMap<&'d str, &'d str>);

impl<'d> Displays<'d> {
    /// Reads the rules for single classes, except those that only hold for some screens. Takes linear time.
    pub(crate) fn read(document: &'d Document) -> Displays<'d> {
        let mut displays = Displays::default();
        for id in document.nodes().filter(|&id| document.tag(id) == Tag::STYLE) {
            let sheet = document.raw_text(id);
            if document.attr_named(id, "media").is_none() && memchr::memmem::find(sheet.as_bytes(), b"table").is_some()
            {
                displays.take(sheet);
            }
        }
        displays
    }

    fn take(&mut self, sheet: &'d str) {
        let mut rest = sheet;
        while let Some((selectors, behind)) = rest.split_once('{') {
            let selectors = selectors.rsplit_once("*/").map_or(selectors, |(_, selectors)| selectors).trim();
            let end = if selectors.starts_with('@') { end_of_block(behind) } else { behind.find('}') };
            let Some(end) = end else { return };
            rest = &behind[end + 1..];
            if selectors.starts_with('@') {
                continue;
            }
            let rule = &behind[..end];
            if !rule.contains("display") {
                continue;
            }
            for selector in selectors.split(',') {
                let Some(class) = selector.trim().strip_prefix('.').filter(|class| is_name(class)) else { continue };
                // a later rule for the class holds
                match table_display(rule) {
                    Some(display) => self.0.insert(class, display),
                    None => self.0.remove(class),
                };
            }
        }
    }

    /// Whether no class makes an element a table or a part of one.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value for an element, by its classes.
    pub(crate) fn of(&self, document: &Document, id: NodeId) -> Option<&'d str> {
        if self.0.is_empty() {
            return None;
        }
        let class = document.attr(id, AttrName::CLASS)?;
        class.split_ascii_whitespace().find_map(|class| self.0.get(class).copied())
    }
}

/// Where a block ends that has others in it.
fn end_of_block(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.bytes().position(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth == 0
    })
}

fn is_name(class: &str) -> bool {
    !class.is_empty() && class.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}
