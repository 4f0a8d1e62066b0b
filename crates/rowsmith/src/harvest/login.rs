//! Pages that ask for a password in place of a list.

use crate::page::Page;
use crate::types::{ColumnKind, RegionTable};

/// More records are a list, whatever else the page asks for.
const FEW: usize = 30;

/// Whether a page whose list has nothing but links asks for a password: then the list is likely the menu of a login page. A shop with a
/// field for logging in at its top has records that say more.
pub(super) fn asks_for_password(page: &Page, table: &RegionTable) -> bool {
    table.records.len() <= FEW && !says_more(table) && has_password(page)
}

/// What is said of such a page.
pub(super) const ASKS: &str =
    "the page asks for a password, and its list has nothing but links: it may be that of a login";

/// Whether records have something beside a link and its words.
fn says_more(table: &RegionTable) -> bool {
    let texts = table.columns.iter().filter(|column| column.kind == ColumnKind::Text).count();
    texts > 1 || table.columns.iter().any(|column| column.kind == ColumnKind::Image)
}

fn has_password(page: &Page) -> bool {
    let document = page.document();
    let is_password = |kind: &str| kind.trim().eq_ignore_ascii_case("password");
    let Some(input) = document.find_tag("input") else { return false };
    document
        .nodes()
        .any(|node| document.tag(node) == input && document.attr_named(node, "type").is_some_and(is_password))
}
