//! What an item says: the text of a fragment or of an element in one line, the target of a link, the source of an image.

use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::recognize::find_rating;
use crate::records::align::{described, runs_on};
use crate::tree::{PageTree, Span, TreeId};
use crate::types::ColumnKind;

/// The text of an item: of a fragment in one line, of a link its target, of an image its best source.
pub(crate) fn item_text(document: &Document, page: &PageTree, kind: ColumnKind, id: TreeId) -> String {
    let Span { from, to } = page.spans[id];
    match kind {
        ColumnKind::Text if page.is_text(id) => fragment_text(document, from, to),
        ColumnKind::Text if page.tree.terminals(id) > 0 => composite_text(document, page, id),
        ColumnKind::Text => described(document, from).unwrap_or_default().to_owned(),
        ColumnKind::Link => document.attr(from, AttrName::HREF).unwrap_or_default().trim().to_owned(),
        ColumnKind::Image => image_source(document, page.node(id)).unwrap_or_default().to_owned(),
    }
}

/// The nodes of a fragment in which a label and its number may touch.
const FEW_NODES: u32 = 16;

/// The text of a fragment in one line, with a space between a word in an element of its own and the number behind it: "Preço"
/// and "575€".
fn fragment_text(document: &Document, from: NodeId, to: NodeId) -> String {
    let mut text = line(document, from, to);
    if let Some(rating) = rating_of_stars(document, from, &text) {
        return rating.to_owned();
    }
    if to.0 - from.0 < 3 || to.0 - from.0 > FEW_NODES {
        return text;
    }
    let is_span = |id: NodeId| document.parent(id).is_some_and(|parent| document.tag(parent) == Tag::SPAN);
    let texts: Vec<NodeId> = (from.0..to.0).map(NodeId).filter(|&id| document.is_text(id)).collect();
    for pair in texts.windows(2) {
        let (left, right) = (document.raw_text(pair[0]), document.raw_text(pair[1]));
        let before_number = right.starts_with(|c: char| c.is_ascii_digit());
        let touch = before_number && (left.ends_with(char::is_lowercase) || are_cents(left, right, &text));
        let word = left.split_whitespace().next_back().unwrap_or_default();
        let number = right.split_whitespace().next().unwrap_or_default();
        if touch && (is_span(pair[0]) || is_span(pair[1])) && document.parent(pair[0]) != document.parent(pair[1]) {
            text = text.replacen(&format!("{word}{number}"), &format!("{word} {number}"), 1);
        }
    }
    text
}

/// More bytes than the stars of a rating take, and the white space around them.
const MOST_OF_STARS: usize = 200;

/// What an element of nothing but drawn stars is described as, if that has a number: "4.1 out of 5", of which the stars show
/// four.
fn rating_of_stars<'d>(document: &'d Document, fragment: NodeId, text: &str) -> Option<&'d str> {
    let is_star = |c: char| matches!(c, '★' | '☆' | '⯨' | '⯪' | '⭐' | '✭' | '✩' | ' ' | '\u{fe0f}');
    if text.is_empty() || !text.chars().all(is_star) {
        return None;
    }
    let mut holder = document.parent(fragment);
    for _ in 0..2 {
        let element = holder?;
        if document.raw_text(element).len() > MOST_OF_STARS
            || !document.raw_text(element).chars().all(|c| is_star(c) || c.is_whitespace())
        {
            return None;
        }
        let mut says =
            [AttrName::ARIA_LABEL, AttrName::TITLE].into_iter().filter_map(|name| document.attr(element, name));
        let is_rating = |says: &&str| says.contains(|c: char| c.is_ascii_digit()) && find_rating(says).is_some();
        if let Some(says) = says.find(is_rating) {
            return Some(says.trim());
        }
        holder = document.parent(element);
    }
    None
}

/// The text of an element in one line. What two elements say stays apart where nothing else parts them: "$12" and a raised
/// "99" are not $1299, "Mon" and "4:00 PM" not "Mon4:00 PM".
pub(crate) fn composite_text(document: &Document, page: &PageTree, id: TreeId) -> String {
    let Span { from, to } = page.spans[id];
    let text = line(document, from, to);
    let mut parted = String::with_capacity(text.len() + 8);
    let mut rest = text.as_str();
    let mut before: Option<(TreeId, bool)> = None;
    for fragment in page.tree.subtree(id).filter(|&id| page.is_text(id)) {
        let shown = line(document, page.spans[fragment].from, page.spans[fragment].to);
        // what is hidden is not in the text
        let Some(at) = find_near(rest, &shown) else { continue };
        if let Some((left, ends_in_digit)) = before.filter(|_| at == 0) {
            let is_amount = ends_in_digit && runs_on(document, page, left, fragment);
            if is_amount || begins_anew(document, page, left, fragment) {
                parted.push(' ');
            }
        }
        let end = at + shown.len();
        parted.push_str(&rest[..end]);
        rest = &rest[end..];
        before = Some((fragment, shown.ends_with(|c: char| c.is_ascii_digit())));
    }
    parted.push_str(rest);
    parted
}

/// How far ahead a fragment is looked for in a text.
const NEAR: usize = 64;

/// Where a fragment is in a text, if it begins near its beginning. So the cost of looking for all is linear.
fn find_near(text: &str, fragment: &str) -> Option<usize> {
    if fragment.is_empty() {
        return None;
    }
    let mut end = text.len().min(NEAR + fragment.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].find(fragment)
}

/// Whether one text ends in a small letter or a digit and the next, which follows in another element, begins with a capital
/// or a digit: "New Listing" and "GABBIE". What only emphasises or raises a part of a word begins nothing.
fn begins_anew(document: &Document, page: &PageTree, left: TreeId, right: TreeId) -> bool {
    let raw = |id: TreeId| document.raw_text_between(page.spans[id].from, page.spans[id].to);
    let (Some(last), Some(first)) = (raw(left).chars().next_back(), raw(right).chars().next()) else { return false };
    let parts = if last.is_lowercase() {
        first.is_uppercase() || first.is_ascii_digit()
    } else {
        first.is_uppercase() && (last.is_ascii_digit() || is_in_capitals(raw(left)) && is_capitalized(raw(right)))
    };
    let emphasis = |id: TreeId| {
        let holder = page.tree.parent(id).map(|parent| page.tag(parent));
        holder.is_none_or(|tag| {
            let emphasises = [Tag::B, Tag::STRONG, Tag::EM, Tag::I, Tag::MARK, Tag::U, Tag::SUB, Tag::SUP, Tag::FONT];
            emphasises.contains(&tag)
        })
    };
    parts && !emphasis(left) && !emphasis(right)
}

/// Whether the last word of a text is in capitals: "HOKA".
fn is_in_capitals(text: &str) -> bool {
    let word = text.split_whitespace().next_back().unwrap_or_default();
    word.chars().count() > 1 && word.chars().all(char::is_uppercase)
}

/// Whether a text begins with a word of a capital and small letters.
fn is_capitalized(text: &str) -> bool {
    text.chars().nth(1).is_some_and(char::is_lowercase)
}

/// Whether two digits that touch a number are the cents of an amount: "$148" and "02".
fn are_cents(left: &str, right: &str, text: &str) -> bool {
    let (left, right) = (left.trim(), right.trim());
    let is_whole = left.ends_with(|c: char| c.is_ascii_digit())
        && left.rsplit_once(['.', ',']).is_none_or(|(_, decimals)| decimals.len() == 3);
    let are_two = right.len() == 2 && right.bytes().all(|byte| byte.is_ascii_digit());
    is_whole && are_two && text.contains(['$', '€', '£', '₹'])
}

/// The best of an image's sources: `src`, unless it is a placeholder and a lazy attribute or `srcset` has the real one.
pub fn image_source(document: &Document, image: NodeId) -> Option<&str> {
    let get = |name| document.attr(image, name).map(str::trim).filter(|s| !s.is_empty());
    let inline = |source: &str| source.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"));
    let src = get(AttrName::SRC);
    // whatever lazy loaders call it: data-src, data-lazy-src, data-original, …
    let lazy = get(AttrName::DATA_SRC).or_else(|| {
        let named = document.attrs(image).filter(|(name, _)| {
            let name = document.attr_name(*name);
            name.starts_with("data-") && (name.ends_with("src") || name.ends_with("original") || name.ends_with("url"))
        });
        named.map(|(_, value)| value.trim()).find(|v| !v.is_empty() && !inline(v) && !v.contains(char::is_whitespace))
    });
    let first_of_set = |set: AttrName| {
        let first = get(set)?.split([' ', '\n', '\t']).find(|u| !u.is_empty())?;
        Some(first.trim_end_matches(','))
    };
    lazy.filter(|l| !inline(l))
        .or_else(|| in_picture(document, image, AttrName::DATA_SRCSET))
        .or(src.filter(|s| !inline(s)))
        .or_else(|| first_of_set(AttrName::SRCSET))
        .or_else(|| first_of_set(AttrName::DATA_SRCSET))
        .or_else(|| in_picture(document, image, AttrName::SRCSET))
        .or(src)
}

/// The first address of the sources beside an image in a `picture`.
fn in_picture(document: &Document, image: NodeId, set: AttrName) -> Option<&str> {
    let picture = document.parent(image).filter(|&p| document.tag_name(document.tag(p)) == "picture")?;
    let mut sources = document.children(picture).filter(|&c| document.tag(c) == Tag::SOURCE);
    let first = sources.find_map(|source| document.attr(source, set)?.split_ascii_whitespace().next())?;
    Some(first.trim_end_matches(','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    #[test]
    fn what_two_elements_say_is_parted_where_they_touch() {
        let text = |html: &str| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let list = page.tree.nodes().find(|&id| page.tag(id) == Tag::DIV).unwrap();
            composite_text(&document, &page, list)
        };
        assert_eq!(text("<div><span>Mon</span><span>4:00 PM</span></div>"), "Mon 4:00 PM");
        assert_eq!(text("<div><p>Java</p><p>Script</p><p>JavaScript</p></div>"), "Java Script JavaScript");
        assert_eq!(text("<div><a>HOKA</a><a>Clifton</a> 10<a>GB</a></div>"), "HOKA Clifton 10 GB");
        assert_eq!(text("<div>H<sub>2</sub>O and i<b>Phone</b></div>"), "H2O and iPhone");
        assert_eq!(text("<div><a>New</a><a>Listing</a> for 2<a>Days</a></div>"), "New Listing for 2 Days");
    }

    #[test]
    fn a_number_is_parted_from_the_word_in_an_element_before_it() {
        let text = |html: &str| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let fragment = page.tree.nodes().find(|&id| page.is_text(id)).unwrap();
            item_text(&document, &page, ColumnKind::Text, fragment)
        };
        assert_eq!(text("<div><span>Preço</span>575€</div>"), "Preço 575€");
        assert_eq!(text("<div>web<b>2</b>print</div>"), "web2print");
        assert_eq!(text("<div>130m<span></span>2</div>"), "130m2");
        assert_eq!(text("<div>$<span>148</span>02</div>"), "$148 02");
        assert_eq!(text("<div>No. <span>148</span>02</div>"), "No. 14802");
    }

    #[test]
    fn stars_are_the_rating_that_describes_them() {
        let text = |html: &str| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let fragment = page.tree.nodes().find(|&id| page.is_text(id)).unwrap();
            item_text(&document, &page, ColumnKind::Text, fragment)
        };
        assert_eq!(text("<p><span role=img aria-label='4.1 out of 5 stars'>★★★★☆</span></p>"), "4.1 out of 5 stars");
        assert_eq!(text("<p><span aria-label=Rating title='Rated 4,5/5'><i>★★★★★</i></span></p>"), "Rated 4,5/5");
        for html in
            ["<p><span title='Favourite'>★</span></p>", "<p><span aria-label='4.1 out of 5'>★★★★☆ (12)</span></p>"]
        {
            assert!(text(html).starts_with('★'), "{html}");
        }
    }

    #[test]
    fn the_best_image_source_is_taken() {
        for (html, best) in [
            ("<img src=a.png>", Some("a.png")),
            ("<img src='data:image/gif;base64,R0' data-src=b.png>", Some("b.png")),
            ("<img src=spacer.gif data-lazy-src=c.png>", Some("c.png")),
            ("<img srcset='d.png 1x, e.png 2x'>", Some("d.png")),
            ("<img src='data:image/gif;base64,R0'>", Some("data:image/gif;base64,R0")),
            ("<picture><source data-srcset='f.webp 1x'><img src=placeholder.svg></picture>", Some("f.webp")),
            ("<picture><source srcset='g.webp, h.webp 2x'><img></picture>", Some("g.webp")),
            ("<img alt=x>", None),
        ] {
            let page = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let image = page.nodes().find(|&id| page.tag(id) == Tag::IMG).unwrap();
            assert_eq!(image_source(&page, image), best, "{html}");
        }
    }
}
