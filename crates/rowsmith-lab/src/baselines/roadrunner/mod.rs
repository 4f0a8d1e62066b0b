//! RoadRunner: the template of sample pages as a union-free regular expression, inferred by ACME matching (Crescenzi,
//! Mecca and Merialdo, VLDB 2001). As in DEPTA's table 3, every record is treated as a page.

mod acme;
mod expression;

use rowsmith::records::Record;
use rowsmith::tree::{PageTree, Run, TreeId};

use acme::generalise;
pub use acme::{Bounds, GaveUp};
use expression::{Expression, Token, number_slots, parse, to_expression};

/// The texts of each record by column; several below an iterator.
pub type Fields = Vec<Vec<Vec<TreeId>>>;

/// The fields of the records. If no template is found, RoadRunner returns each record as one item.
///
/// A text that is the same in all records belongs to the template in RoadRunner; here it is a column as well, so that
/// it is not held against it.
///
/// # Errors
/// Why no template was found.
pub fn roadrunner_columns(page: &PageTree, records: &[Record], bounds: Bounds) -> Result<Fields, GaveUp> {
    let samples: Vec<Vec<Token>> = records.iter().map(|r| tokens(page, r)).collect();
    let Some((first, rest)) = samples.split_first() else { return Ok(Vec::new()) };
    let mut wrapper: Vec<Expression> = to_expression(first);
    for sample in rest {
        wrapper = generalise(&wrapper, sample, bounds)?;
    }
    let slots = number_slots(&mut wrapper, 0);
    let mut columns = vec![vec![Vec::new(); records.len()]; slots];
    for (at, sample) in samples.iter().enumerate() {
        for (slot, text) in parse(&wrapper, sample).map_err(|_| GaveUp::Bound)? {
            columns[slot][at].push(text);
        }
    }
    Ok(columns)
}

/// The tags and texts of a record in document order.
fn tokens(page: &PageTree, record: &Record) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut open: Vec<Run> = Vec::new();
    for &Run { first, end } in &record.runs {
        for id in TreeId::between(first, end) {
            while let Some(&Run { first: element, end: close }) = open.last()
                && id >= close
            {
                tokens.push(Token::Close(page.tree.labels[element]));
                open.pop();
            }
            if page.is_text(id) {
                tokens.push(Token::Text(id));
            } else {
                tokens.push(Token::Open(page.tree.labels[id]));
                open.push(Run::subtree(&page.tree, id));
            }
        }
        while let Some(Run { first: element, .. }) = open.pop() {
            tokens.push(Token::Close(page.tree.labels[element]));
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, line, parse};

    /// The columns of the records of a list, as texts by record.
    fn columns(items: &[&str]) -> Result<Vec<Vec<String>>, GaveUp> {
        let html = items.iter().map(|i| format!("<div>{i}</div>")).collect::<String>();
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let records: Vec<Record> = page.tree.children(TreeId::new(1)).map(|c| Record::subtree(&page.tree, c)).collect();
        let text = |id: &TreeId| line(&document, page.spans[*id].from, page.spans[*id].to);
        let shown = |cell: &Vec<TreeId>| cell.iter().map(text).collect::<Vec<_>>().join("|");
        Ok(roadrunner_columns(&page, &records, Bounds::default())?
            .iter()
            .map(|c| c.iter().map(shown).collect())
            .collect())
    }

    #[test]
    fn string_mismatches_are_fields() {
        let found = columns(&["<b>Books of:</b><p>John Smith</p>", "<b>Books of:</b><p>Paul Jones</p>"]).unwrap();
        assert_eq!(found, [["Books of:", "Books of:"], ["John Smith", "Paul Jones"]]);
    }

    /// The example in figure 2 of the VLDB paper: an image that one page has, and a list of books.
    #[test]
    fn tag_mismatches_are_optionals_and_iterators() {
        let book = |t: &str| format!("<li><i>Title:</i><u>{t}</u></li>");
        let first = format!("<p>John Smith</p><ul>{}{}</ul>", book("DB Primer"), book("Comp. Sys."));
        let three = [book("XML at Work"), book("HTML Scripts"), book("Javascript")].concat();
        let second = format!("<p>Paul Jones</p><img src=x><ul>{three}</ul>");
        let found = columns(&[&first, &second]).unwrap();
        assert_eq!(found[0], ["John Smith", "Paul Jones"]);
        assert_eq!(found[2], ["DB Primer|Comp. Sys.", "XML at Work|HTML Scripts|Javascript"]);
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn an_optional_within_an_iterator() {
        let found = columns(&[
            "<ul><li><b>a</b></li><li><b>b</b></li></ul>",
            "<ul><li><b>c</b></li><li><b>d</b><i>e</i></li><li><b>f</b></li></ul>",
        ]);
        assert_eq!(found.unwrap(), [["a|b", "c|d|f"], ["", "e"]]);
    }

    #[test]
    fn what_no_union_free_expression_describes_is_not_aligned() {
        // either b or i: a union
        assert_eq!(columns(&["<b>a</b>", "<i>b</i>"]), Err(GaveUp::NoOperator));
        let deep = |t: &str| format!("<{t}><p>x</p></{t}>");
        let many: Vec<String> = ["b", "i", "u", "s", "em", "q"].iter().map(|t| deep(t).repeat(3)).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let _ = columns(&many); // it ends
    }
}
