//! Candidate pivots: the lowest nodes of a page that contain a date or time (MiBAT 4.2 and 5.2).

use std::ops::Range;

use crate::dom::{AttrName, Document, NodeId};
use crate::recognize::date::labels::tells_other_day;
use crate::recognize::date::raw::{FoundDate, RawDate};
use crate::recognize::date::{Precision, find_age, find_date, find_date_in_attribute};
use crate::records::{Sums, fragment};
use crate::tree::{PageTree, Run, Span, TreeId};

/// A node that contains a date or time.
#[derive(Clone, PartialEq, Debug)]
pub struct Pivot {
    /// The text fragment, or an element that shows no date but has one in an attribute.
    pub node: TreeId,
    /// What the text says, and where in the fragment's raw text, if the date is shown.
    pub shown: Option<FoundDate>,
    /// What an attribute of the text's element or of its parent says (`datetime`, `title`, `data-…`), with that
    /// element.
    pub attribute: Option<AttributeDate>,
    /// Whether the text is just a bare age ("3d", "10 months").
    pub age: bool,
    /// Whether the text has little besides the date.
    pub pure: bool,
    /// Whether the words before the date say that nothing was written then: somebody has been a member since that day, or what
    /// was written has been changed on it.
    pub other_day: bool,
}

/// A date in an attribute.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AttributeDate {
    /// The element.
    pub node: NodeId,
    /// The attribute.
    pub name: AttrName,
    /// What it says.
    pub date: RawDate,
}

/// The candidate pivots of a page in document order.
#[derive(Clone, Debug, Default)]
pub struct Pivots {
    /// In order of their nodes, at most one a node.
    pub list: Vec<Pivot>,
    /// How many there are at each node.
    counts: Sums,
}

/// Longer texts, in bytes, are prose even if they contain a date.
const MAX_BYTES: usize = 240;
/// A text with more letters besides the date is prose that mentions a date.
const MAX_LETTERS: usize = 72;
/// How many letters and digits an attribute may have besides the date.
const MAX_BESIDE: usize = 8;
/// How many letters a text may have besides its date to count as little.
const PURE_LETTERS: usize = 24;

impl Pivots {
    /// Looks at every short text and every attribute that may contain a date. Takes linear time.
    ///
    /// Months and years alone are not dates of posts: they say since when somebody has been a member.
    pub fn new(document: &Document, page: &PageTree) -> Pivots {
        let mut list: Vec<Pivot> = Vec::new();
        // elements with a date in an attribute that are still open: the texts in them state the same date
        let mut open: Vec<(TreeId, AttributeDate, usize)> = Vec::new();
        // the text before, which may say what the date behind it is of
        let mut before: Option<TreeId> = None;
        for id in page.tree.nodes() {
            while let Some(&(element, date, pivots)) = open.last() {
                if page.tree.contains(element, id) {
                    break;
                }
                open.pop();
                close(element, date, pivots, &mut list);
            }
            let Span { from, to } = page.spans[id];
            if !page.is_text(id) {
                if let Some(date) = attribute_date(document, from) {
                    open.push((id, date, list.len()));
                }
                continue;
            }
            let inner =
                (from.0..to.0).map(NodeId).filter(|&n| !document.is_text(n)).find_map(|n| attribute_date(document, n));
            let text = fragment(document, page, id);
            let shown = shown_date(text);
            let label = before.replace(id).map(|id| fragment(document, page, id));
            if shown.is_none() && inner.is_none() {
                continue;
            }
            let other_day = shown.as_ref().is_some_and(|(found, _)| {
                let said = &text[..found.span.start];
                tells_other_day(said)
                    || said.trim().is_empty() && label.is_some_and(|label| is_label(label) && tells_other_day(label))
            });
            let above = open.last().map(|&(_, date, _)| date);
            let (age, pure) = shown.as_ref().map_or((false, false), |(found, age)| (*age, is_pure(text, &found.span)));
            list.push(Pivot { node: id, shown: shown.map(|s| s.0), attribute: inner.or(above), age, pure, other_day });
        }
        while let Some((element, date, pivots)) = open.pop() {
            close(element, date, pivots, &mut list);
        }
        list.sort_by_key(|p| p.node);
        Pivots::of(list, page.tree.nodes().len())
    }

    /// Pivots in order of their nodes, on a page of so many nodes.
    pub(crate) fn of(list: Vec<Pivot>, nodes: usize) -> Pivots {
        let counts = Sums::counting(nodes, list.iter().map(|pivot| pivot.node));
        Pivots { list, counts }
    }

    /// The pivots in a run of nodes. Takes constant time.
    pub fn within(&self, Run { first, end }: Run) -> &[Pivot] {
        // those of no page have no counts
        if self.list.is_empty() {
            return &[];
        }
        &self.list[self.counts.before(first) as usize..self.counts.before(end) as usize]
    }
}

/// An element with a date in an attribute, and no text in it that shows one, is a pivot itself.
fn close(element: TreeId, date: AttributeDate, pivots: usize, list: &mut Vec<Pivot>) {
    if list.len() == pivots {
        list.push(Pivot {
            node: element,
            shown: None,
            attribute: Some(date),
            age: false,
            pure: true,
            other_day: false,
        });
    }
}

/// The date in an attribute of an element.
fn attribute_date(document: &Document, node: NodeId) -> Option<AttributeDate> {
    document.attrs(node).find_map(|(attribute, value)| {
        // the most frequent attributes are recognised by number
        if matches!(attribute, AttrName::CLASS | AttrName::HREF | AttrName::ID | AttrName::SRC | AttrName::STYLE)
            || !(8..=64).contains(&value.len())
            || value.bytes().filter(u8::is_ascii_digit).count() < 4
        {
            return None;
        }
        let name = document.attr_name(attribute);
        if !(name == "datetime" || name == "title" || name == "content" || name.starts_with("data-")) {
            return None;
        }
        let found = find_date_in_attribute(name, value)?;
        let beside = value.chars().filter(|c| c.is_alphanumeric()).count()
            - value[found.span.clone()].chars().filter(|c| c.is_alphanumeric()).count();
        let date = AttributeDate { node, name: attribute, date: found.date };
        (is_day(&found.date) && beside <= MAX_BESIDE).then_some(date)
    })
}

/// The longest label, in bytes.
const LONGEST_LABEL: usize = 48;

/// Whether a text is short, so that it may be a label.
fn is_label(text: &str) -> bool {
    text.len() <= LONGEST_LABEL
}

/// The date that a short text shows, and whether it is a bare age.
fn shown_date(text: &str) -> Option<(FoundDate, bool)> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed.len() > MAX_BYTES {
        return None;
    }
    let digits = trimmed.bytes().any(|b| b.is_ascii_digit());
    if !digits && trimmed.len() > 48 {
        return None;
    }
    if let Some(found) = find_date(text)
        && is_day(&found.date)
    {
        let letters = |t: &str| t.chars().filter(|c| c.is_alphabetic()).count();
        let beside = letters(&text[..found.span.start]) + letters(&text[found.span.end..]);
        return (beside <= MAX_LETTERS && (digits || beside <= PURE_LETTERS)).then_some((found, false));
    }
    if digits && trimmed.len() <= 24 {
        return find_age(text).map(|found| (found, true));
    }
    None
}

/// Whether a date is precise to the day.
fn is_day(date: &RawDate) -> bool {
    !matches!(date, RawDate::Absolute(d) if d.precision < Precision::Day)
}

fn is_pure(text: &str, span: &Range<usize>) -> bool {
    let letters = |t: &str| t.chars().filter(|c| c.is_alphanumeric()).count();
    letters(&text[..span.start]) + letters(&text[span.end..]) <= PURE_LETTERS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn pivots(html: &str) -> Vec<(String, bool, bool)> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let pivots = Pivots::new(&document, &page).list;
        let row = |p: &Pivot| {
            let text = if page.is_text(p.node) { fragment(&document, &page, p.node) } else { "" };
            (text.to_owned(), p.attribute.is_some(), p.pure)
        };
        pivots.iter().map(row).collect()
    }

    #[test]
    fn texts_and_attributes() {
        let html = "<p>Posted on Jan 5, 2024 10:15<p><time datetime=2024-01-05T10:15>yesterday</time>\
                    <p><a title='2024-01-05T10:15:00Z' href=#1></a><p>Join Date: Jul 2005<p>10 apples";
        let expected = [("Posted on Jan 5, 2024 10:15", false, true), ("yesterday", true, true), ("", true, true)];
        assert_eq!(pivots(html), expected.map(|(t, a, p)| (t.to_owned(), a, p)));
    }

    #[test]
    fn days_on_which_nothing_was_written_are_known() {
        let html = "<p>Joined: 10 Jan 2006<br>Posts: 2<p>Posted: Mar 06, 2007<dl><dt>Registriert seit:<dd>3.4.2011</dl>\
             <p>Last edited by ann (2019-09-30 11:46:18)";
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let found = Pivots::new(&document, &PageTree::new(&document)).list;
        assert_eq!(found.iter().map(|pivot| pivot.other_day).collect::<Vec<_>>(), [true, false, true, true]);
    }

    #[test]
    fn prose_with_a_date_in_it_is_none() {
        let html = "<p>As I have said before, on January 5, 2024 the whole thing fell over and nobody around here \
                    had any idea why it did";
        assert!(pivots(html).is_empty(), "{:?}", pivots(html));
    }
}
