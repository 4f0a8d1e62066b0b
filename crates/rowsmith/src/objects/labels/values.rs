//! Reads the values of an attribute at its positions.

use super::parts::{
    Item, LEAST_RESORT, Labeller, MAX_ADDRESS, Order, Position, SHORT, bare_amount, length, likeliest, starts_alike,
};
use crate::objects::annotate::{Found, joined};
use crate::objects::extraction::ObjectValue;
use crate::objects::schema::value::value_of;
use crate::tree::{Span, TreeId};
use crate::types::{ColumnKind, Provenance, Role, Value, ValueKind};

/// The most texts in an address in pieces.
const MAX_ADDRESS_PARTS: usize = 14;
/// At a position of short texts that differ, this share of items must be recognised for the others to be values, too.
/// This is AMBER's repair, which needs only a third of the terms to be known.
const SOME_KNOWN: f64 = 0.34;

/// A text, and the node that says it.
pub(super) struct Said {
    node: TreeId,
    text: String,
}

/// What is read of an attribute in an item.
pub(super) struct Read {
    text: String,
    /// The text as a value, if it is of a kind that can be normalised.
    value: Option<Value>,
}

impl Labeller<'_> {
    /// Reads the values of one attribute from its columns: in each record from the first that has one, unless the
    /// attribute is multi-valued.
    pub(super) fn read(
        &self,
        positions: &[Position<'_>],
        attribute: usize,
        order: &Order,
        values: &mut [Vec<ObjectValue>],
    ) {
        let schema = &self.schema.attributes[attribute];
        let infer = self.schema.thresholds.of(schema).infer;
        for (record, row) in values.iter_mut().enumerate() {
            for &at in order.kept.iter().chain(&order.rest) {
                let position = &positions[at];
                let Some(item) = &position.items[record] else { continue };
                let total = position.items.len() as f64;
                let support = position.annotated[attribute] as f64 / total;
                let found = likeliest(item, attribute);
                // of the records that have something at this position
                let known = position.annotated[attribute] as f64 / position.present.max(1) as f64;
                let by_role = position.role[attribute] >= LEAST_RESORT && schema.role.is_some();
                let repaired = schema.regular
                    && schema.whole
                    && schema.role.is_some()
                    && known >= SOME_KNOWN
                    && length(position) <= SHORT;
                let inferable = order.dominant || known > infer || by_role || repaired;
                let first = Some(&at) == order.kept.first() || by_role;
                let inferred = inferable && first && !item.excluded[attribute];
                let Some(Read { text, value }) = self.value(item, attribute, found, inferred) else { continue };
                let mut said = Said { node: item.node, text };
                if schema.role == Some(Role::Location) {
                    said = self.whole_address(said);
                }
                let Said { node, text } = said;
                let provenance = match found {
                    Some(_) if support > infer => Provenance::Annotated,
                    Some(_) => Provenance::Kept,
                    None => Provenance::Inferred,
                };
                let column = Some(at);
                row.push(ObjectValue { attribute, node, text, value, provenance, support, column });
                if !schema.multiple {
                    break;
                }
            }
        }
    }

    /// The address that an item is a part of: the neighbouring elements, joined by commas.
    pub(super) fn whole_address(&self, part: Said) -> Said {
        let (tree, page) = (&self.page.tree, self.page);
        let Said { node: mut best, text: mut address } = part;
        for id in std::iter::successors(tree.parent(best), |&id| tree.parent(id)) {
            if tree.terminals(id) > MAX_ADDRESS_PARTS {
                break;
            }
            let Span { from, to } = page.spans[id];
            if self.document.raw_text_between(from, to).len() > 8 * MAX_ADDRESS {
                break;
            }
            let whole = joined(self.document, page, id, tree.end(id));
            let Some(at) = whole.find(&address).filter(|_| whole.chars().count() <= MAX_ADDRESS) else { break };
            let (before, behind) = (whole[..at].trim_end(), whole[at + address.len()..].trim_start());
            let apart = ends_in_comma(&address) || before.ends_with(',') || behind.starts_with(',');
            if !before.is_empty() && !before.ends_with(',') && !behind.starts_with(',') {
                break;
            }
            if before.is_empty() && behind.is_empty() {
                best = id;
            } else if apart {
                (best, address) = (id, whole);
            } else {
                break;
            }
        }
        Said { node: best, text: address }
    }

    /// The normalised value of an attribute in an item. If nothing is recognised in it, the whole item, provided that
    /// it may be `inferred`.
    pub(super) fn value(&self, item: &Item, attribute: usize, found: Option<&Found>, inferred: bool) -> Option<Read> {
        let schema = &self.schema.attributes[attribute];
        if schema.role.is_some() && schema.value == ValueKind::Text && (found.is_some() || inferred) {
            let text = item.text.trim_matches(|c: char| c.is_whitespace() || "·•|,;–—⋅∙".contains(c));
            return (!text.is_empty()).then(|| Read { text: text.to_owned(), value: None });
        }
        let mut text = match found {
            Some(found) if !schema.whole => item.text.get(found.span.clone()).unwrap_or(&item.text),
            Some(_) => item.text.as_str(),
            None if inferred && schema.role.is_some() && schema.value.is_amount() => {
                item.text.get(bare_amount(schema, &item.text)?).unwrap_or_default()
            }
            None if inferred => item.text.as_str(),
            None => return None,
        };
        let mut value = value_of(schema, text, self.language);
        // "$ 12 .99" is kept as the page has it, with the value 12.99
        if let Some(tight) = item.tight.as_deref()
            && let Some(read) = value_of(schema, tight, self.language)
            && value.as_ref().is_none_or(|v| v.number() < read.number() && starts_alike(v, &read))
        {
            value = Some(read);
            text = item.text.as_str();
        }
        Some(Read { text: text.to_owned(), value })
    }

    /// The value of an attribute in an item of a column that is known to be the attribute's. `inferred` says whether
    /// items in which nothing is recognised are values, too.
    pub(crate) fn read_item(
        &self,
        kind: ColumnKind,
        attribute: usize,
        (node, text): (TreeId, &str),
        inferred: bool,
    ) -> Option<ObjectValue> {
        let attributes = self.schema.attributes.len();
        let (names, others) = (vec![0.0; attributes], (0..attributes).map(|a| a != attribute).collect::<Vec<_>>());
        let item = self.item(kind, node, text, &names, &others);
        let found = likeliest(&item, attribute);
        let inferred = inferred && !item.excluded[attribute] || kind != ColumnKind::Text;
        let Read { text, value } = self.value(&item, attribute, found, inferred)?;
        let provenance = if found.is_some() { Provenance::Annotated } else { Provenance::Inferred };
        Some(ObjectValue { attribute, node, text, value, provenance, support: 0.0, column: None })
    }
}

fn ends_in_comma(text: &str) -> bool {
    text.trim_end().ends_with(',')
}
