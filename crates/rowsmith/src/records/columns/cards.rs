//! The columns of shop cards, for tests of what becomes of prices.

use crate::dom::{ParseOptions, Tag, parse};
use crate::records::{AlignOptions, ColumnDraft, ColumnOptions, Record, align, column_drafts};
use crate::tree::PageTree;

/// The columns of a list of three shop cards, `name: text | text`, with these texts beside their titles.
pub(crate) fn columns_of_cards(prices: [&str; 3]) -> Vec<String> {
    let cards = prices.iter().enumerate().map(|(n, price)| {
        let name = ["Blue oak chair", "Red steel table", "Long pine bench"][n];
        format!(
            "<li><a href=/p/{n}><img src=/i/{n}.jpg alt='{name}'></a><h3><a href=/p/{n}>{name}</a></h3><div class=box>{price}</div></li>"
        )
    });
    let html = format!("<ul>{}</ul>", cards.collect::<String>());
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let page = PageTree::new(&document);
    let list = page.tree.nodes().find(|&id| page.tag(id) == Tag::UL).unwrap();
    let records: Vec<Record> = page.tree.children(list).map(|c| Record::subtree(&page.tree, c)).collect();
    let aligned = align(&document, &page, &records, &AlignOptions::default());
    let drafts = column_drafts(&document, &page, &records, aligned, &ColumnOptions::default());
    let line = |c: &ColumnDraft| {
        let texts: Vec<&str> = c.items.iter().map(|i| i.as_ref().map_or("-", |i| &i.1)).collect();
        format!("{}: {}", c.name, texts.join(" | "))
    };
    drafts.iter().map(line).collect()
}
