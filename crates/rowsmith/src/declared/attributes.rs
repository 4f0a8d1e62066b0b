//! Attributes that hold JSON: `data-product='{"id":1}'`, `:props`, `x-data`.

use crate::declared::bounds::Allowance;
use crate::declared::literal::read_whole;
use crate::declared::{Block, Form};
use crate::dom::Document;

/// Shorter attributes, in bytes, are settings and are ignored.
const LEAST_BYTES: usize = 40;

/// The least number of values that the JSON must contain.
const LEAST_VALUES: usize = 4;

/// Reads them. Takes time linear in the attributes of the page.
pub(crate) fn read(document: &Document, allowance: &Allowance, blocks: &mut Vec<Block>) {
    for node in document.nodes().filter(|&id| !document.is_text(id)) {
        for (name, value) in document.attrs(node) {
            if value.len() < LEAST_BYTES || !looks_like_json(value) {
                continue;
            }
            if let Some(data) = read_whole(value, allowance).filter(|data| data.size() >= LEAST_VALUES) {
                let name = Some(document.attr_name(name).to_owned());
                blocks.push(Block { form: Form::Attribute, node, name, data });
            }
        }
    }
}

fn looks_like_json(value: &str) -> bool {
    let value = value.trim_start();
    let inner = value.strip_prefix('[').unwrap_or(value).trim_start();
    let inside = inner.strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with('"') || inside.starts_with("&quot;"))
}
