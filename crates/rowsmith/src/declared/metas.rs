//! The `<meta>` elements of a page as one object.

use crate::declared::bounds::Allowance;
use crate::declared::{Block, Data, Form, Member};
use crate::dom::{AttrName, Document, Tag};

/// Reads them: names in lower case, contents as texts; repeated names are kept. Takes linear time.
pub(crate) fn read(document: &Document, allowance: &Allowance, blocks: &mut Vec<Block>) {
    let mut members = Vec::new();
    let mut first = None;
    for node in document.nodes().filter(|&id| document.tag(id) == Tag::META) {
        let Some(content) = document.attr(node, AttrName::CONTENT).map(str::trim).filter(|c| !c.is_empty()) else {
            continue;
        };
        for attribute in [AttrName::PROPERTY, AttrName::NAME] {
            for name in document.attr(node, attribute).unwrap_or_default().split_ascii_whitespace() {
                if !allowance.bytes(content.len()) || !allowance.value() {
                    break;
                }
                first.get_or_insert(node);
                members.push(Member { name: name.to_ascii_lowercase(), value: Data::Text(content.to_owned()) });
            }
        }
    }
    // here the first with a name counts, in an object the last
    members.reverse();
    if let Some(node) = first {
        blocks.push(Block { form: Form::Meta, node, name: None, data: Data::Object(members) });
    }
}
