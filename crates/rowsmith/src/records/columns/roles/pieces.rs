//! A piece of a value is no value of its own: "Mon" of "Mon, 14 March" is no author, "44.95" of "44.95 CHF" no number of reviews.

use std::ops::Range;

use crate::recognize::date::find_date;
use crate::recognize::{find_price, find_rating, parse_number};
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::Judged;
use crate::tree::{PageTree, TreeId};
use crate::types::{ColumnKind, Role};

/// How probable the role of a column must be for what is in its values to be pieces of them.
const LEAST_OF_WHOLE: f64 = 0.5;
/// The share of a column's items that must be pieces.
const LEAST_PIECES: f64 = 0.9;
/// Columns behind the first so many are not looked at: every column is compared with the values.
const MOST_COLUMNS: usize = 80;

/// Takes roles off columns whose items are pieces of the values of another column, and makes them unwanted. What is likelier to be that
/// value than the other column is looked at as a value.
pub(crate) fn judge_pieces(page: &PageTree, columns: &[ColumnDraft], judged: &mut Judged) {
    let texts: Vec<usize> =
        (0..columns.len().min(MOST_COLUMNS)).filter(|&c| columns[c].kind == ColumnKind::Text).collect();
    for &whole in &texts {
        for role in [Role::Date, Role::Price, Role::OldPrice, Role::Rating, Role::Comments, Role::Replies, Role::Views]
        {
            let of = |c: usize| judged.roles[c][role.index()];
            if of(whole) < LEAST_OF_WHOLE {
                continue;
            }
            let is_piece = |&c: &usize| {
                c != whole && of(c) < of(whole) && are_pieces(page, &columns[c], &columns[whole], value_of(role))
            };
            for piece in texts.iter().copied().filter(is_piece).collect::<Vec<usize>>() {
                judged.roles[piece].fill(0.0);
                judged.wanted[piece] = 0.0;
            }
        }
    }
}

/// Where a text says a value.
type ValueOf = fn(&str) -> Option<Range<usize>>;

fn value_of(role: Role) -> ValueOf {
    match role {
        Role::Date => |text| Some(find_date(text)?.span),
        Role::Price | Role::OldPrice => |text| Some(find_price(text)?.span),
        Role::Rating => |text| find_rating(text).map(|found| found.start..found.end),
        // of one number and what it counts
        _ => |text| {
            let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).count();
            parse_number(text)?.unit.filter(|_| numbers == 1).map(|_| 0..text.len())
        },
    }
}

/// Whether nearly all items of a column are within the values of the other, and less than these.
fn are_pieces(page: &PageTree, column: &ColumnDraft, whole: &ColumnDraft, value_of: ValueOf) -> bool {
    let (mut filled, mut pieces) = (0, 0);
    for (item, whole) in column.items.iter().zip(&whole.items) {
        let Some((id, text)) = item else { continue };
        filled += 1;
        let is_around = |(around, _): &&(TreeId, String)| around != id && page.tree.contains(*around, *id);
        let Some((_, says)) = whole.as_ref().filter(is_around) else { continue };
        let (Some(value), Some(at)) = (value_of(says), says.find(text.as_str())) else { continue };
        pieces += usize::from(value.start <= at && at + text.len() <= value.end && text.len() < value.len());
    }
    filled > 0 && pieces as f64 >= LEAST_PIECES * f64::from(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, line, parse};
    use crate::records::columns::roles::fitting::column_of;

    /// Whether the `h4` of each `li` keeps its role where the `div` around it has one.
    fn keeps(items: &[&str], role: Role) -> bool {
        let html = items.concat();
        let document = parse(html.as_bytes(), &ParseOptions::default()).expect("parses");
        let page = PageTree::new(&document);
        let column = |tag: Tag| {
            let found: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == tag).collect();
            let say = |&id: &TreeId| line(&document, page.node(id), document.end(page.node(id)));
            let texts: Vec<String> = found.iter().map(say).collect();
            let mut column = column_of(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            column.items.iter_mut().flatten().zip(found).for_each(|(item, id)| item.0 = id);
            column
        };
        let mut judged =
            Judged { roles: vec![vec![0.0; Role::ALL.len()]; 2], wanted: vec![1.0; 2], named: vec![false; 2] };
        judged.roles[0][role.index()] = 0.9;
        judged.roles[1][Role::Author.index()] = 0.9;
        judge_pieces(&page, &[column(Tag::DIV), column(Tag::H4)], &mut judged);
        judged.roles[1][Role::Author.index()] > 0.0
    }

    #[test]
    fn pieces_of_values_have_no_role() {
        assert!(!keeps(
            &["<li><div><h4>Mon</h4> 14 March 2016</div>", "<li><div><h4>Tue</h4> 15 March 2016</div>"],
            Role::Date
        ));
        assert!(!keeps(&["<li><div><h4>44.95</h4> CHF</div>", "<li><div><h4>9.00</h4> CHF</div>"], Role::Price));
        assert!(!keeps(&["<li><div><h4>10</h4> comments</div>", "<li><div><h4>2</h4> comments</div>"], Role::Comments));
    }

    #[test]
    fn what_stands_beside_a_value_keeps_its_role() {
        assert!(keeps(
            &["<li><div>3 May 2016 by <h4>Ann</h4></div>", "<li><div>4 May 2016 by <h4>Bob</h4></div>"],
            Role::Date
        ));
        assert!(keeps(&["<li><div>Price: <h4>$44.95</h4></div>", "<li><div>Price: <h4>$9.00</h4></div>"], Role::Price));
    }
}
