//! Tables of objects: one [`ObjectsPage`] per page, one [`ObjectTable`] per data area.

use crate::types::ObjectAttribute;
use crate::types::ObjectCell;
use crate::types::ObjectRow;
use crate::types::ObjectTable;

use crate::Budget;
use crate::dom::absolute;
use crate::dom::{Base, ElementPaths};
use crate::objects::{ObjectList, Schema};
use crate::output::record_tables::{container, record_paths};
use crate::records::Record;
use crate::tree::PageTree;
use crate::types::FoundBy;

/// What all tables of a page share.
pub(crate) struct ObjectContext<'a> {
    pub(crate) page: &'a PageTree,
    pub(crate) paths: &'a ElementPaths<'a>,
    /// The base of links, if known.
    pub(crate) base: Option<&'a Base>,
    pub(crate) schema: &'a Schema,
    /// The number of bytes left of [`Limits::max_output`](crate::Limits).
    pub(crate) output: &'a Budget,
}

/// Writes a list of objects as a table.
pub(crate) fn object_table(context: &ObjectContext<'_>, list: &ObjectList) -> ObjectTable {
    let schema = context.schema;
    let present = |a: usize| list.objects.iter().any(|o| o.values.iter().any(|v| v.attribute == a));
    // with a wrapper all pages have the same attributes
    let all = list.found_by == FoundBy::Wrapper;
    let kept: Vec<usize> = (0..schema.attributes.len()).filter(|&a| all || present(a)).collect();
    let rows = list.objects.iter().map(|object| {
        let cell = |v: &crate::objects::ObjectValue| {
            let link = schema.attributes[v.attribute].value.is_address();
            ObjectCell {
                url: link.then(|| absolute(context.base, &v.text)).flatten().filter(|url| *url != v.text),
                text: v.text.clone(),
                value: v.value.clone(),
                from: v.provenance,
                support: v.support,
            }
        };
        let of = |&a: &usize| object.values.iter().filter(|v| v.attribute == a).map(cell).collect();
        ObjectRow {
            nodes: record_paths(context.paths, context.page, &object.record),
            values: kept.iter().map(of).collect(),
        }
    });
    let records: Vec<Record> = list.objects.iter().map(|o| o.record.clone()).collect();
    ObjectTable {
        main: list.main,
        found_by: list.found_by,
        pivot: list.pivot.map(|p| schema.attributes[p].name.clone()),
        pivot_share: list.pivot_share,
        confidence: list.confidence,
        path: context.paths.path(context.page.node(container(context.page, &records))),
        attributes: kept
            .iter()
            .map(|&a| ObjectAttribute { name: schema.attributes[a].name.clone(), value: schema.attributes[a].value })
            .collect(),
        records: rows.take_while(|row| context.output.spend(bytes_of(row))).collect(),
    }
}

fn bytes_of(row: &ObjectRow) -> u64 {
    let paths: usize = row.nodes.iter().map(String::len).sum();
    let cells = row.values.iter().flatten().map(|c| c.text.len() + c.url.as_ref().map_or(0, String::len) + 40);
    (paths + cells.sum::<usize>() + row.values.len() + 1) as u64
}
