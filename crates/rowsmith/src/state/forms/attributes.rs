//! State in attributes: `data-props`, `:items`, the snapshots of Livewire and Inertia, Astro's islands. The values of
//! one attribute on several elements form one list.

use crate::declared::Data;
use crate::declared::bounds::Allowance;
use crate::declared::literal::read_whole;
use crate::dom::Document;
use crate::state::forms::{astro, strings};
use crate::state::piece::{Form, Piece};

/// Shorter attributes, in bytes, are settings and are ignored.
const LEAST_BYTES: usize = 40;

/// The least number of values in an attribute.
const LEAST_VALUES: usize = 4;

/// Reads them. Takes time linear in the attributes of the page.
pub(crate) fn read(document: &Document, allowance: &Allowance, pieces: &mut Vec<Piece>) {
    let mut named: Vec<(String, Vec<Data>)> = Vec::new();
    for node in document.nodes().filter(|&id| !document.is_text(id)) {
        for (attribute, value) in document.attrs(node) {
            if value.len() < LEAST_BYTES || !strings::may_hold_data(value) {
                continue;
            }
            let data = match value.starts_with(['{', '[', '&', ' ', '\n']) {
                true => read_whole(value, allowance),
                false => strings::decoded(value, allowance),
            };
            let Some(mut data) = data.filter(|data| data.size() >= LEAST_VALUES) else { continue };
            let name = document.attr_name(attribute);
            if document.tag_name(document.tag(node)).eq_ignore_ascii_case("astro-island") {
                data = astro::unpaired(&data);
            }
            match named.iter_mut().find(|known| known.0 == name) {
                Some(known) => known.1.push(data),
                None => named.push((name.to_owned(), vec![data])),
            }
        }
    }
    for (name, mut values) in named {
        let data = if values.len() == 1 { values.remove(0) } else { Data::List(values) };
        pieces.push(Piece::new(Form::Attribute, format!("@{name}"), data));
    }
}
