//! Stars as pictures: a row of five of which the first are full, or as many as are meant.

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::posts::marks::names::{are_of_stars, names};

/// A row of stars.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Icons {
    /// How many are full, if one can tell full ones and empty ones apart.
    pub(super) full: f64,
    /// How many there are.
    pub(super) all: usize,
    /// Whether full ones or empty ones are called so, or there are two kinds.
    pub(super) told: bool,
}

/// Longer rows are no rating.
const MOST_ICONS: usize = 10;
/// How much of the inside of a picture is looked at.
const MOST_INSIDE: usize = 6;

/// Words of stars that are not full, half full and full.
const EMPTY: [&str; 15] = [
    "empty",
    "off",
    "o",
    "far",
    "outline",
    "outlined",
    "regular",
    "inactive",
    "disabled",
    "grey",
    "gray",
    "unfilled",
    "unselected",
    "blank",
    "hollow",
];
const HALF: [&str; 1] = ["half"];
const FULL: [&str; 12] =
    ["full", "filled", "fill", "on", "active", "fas", "gold", "yellow", "checked", "selected", "solid", "color"];

/// What one star is.
#[derive(Clone, PartialEq, Debug)]
struct Icon {
    /// How it is marked up: its names, and those of what it is made of.
    look: String,
}

impl Icon {
    /// The star that an element is.
    fn of(document: &Document, node: NodeId) -> Option<Icon> {
        let is_picture = matches!(
            document.tag(node),
            Tag::I | Tag::SPAN | Tag::SVG | Tag::IMG | Tag::LI | Tag::B | Tag::EM | Tag::DIV
        );
        if !is_picture || document.end(node).index() - node.index() > MOST_INSIDE {
            return None;
        }
        let text = document.raw_text(node).trim();
        let is_drawn = matches!(text, "★" | "☆" | "⭐" | "✩" | "✰" | "⯨");
        if !is_drawn && (!text.is_empty() || !may_be_star(document, node)) {
            return None;
        }
        let mut look = String::new();
        for id in document.subtree(node).filter(|&id| !document.is_text(id)) {
            look.push(' ');
            look.push_str(&names(document, id));
            for (attribute, value) in document.attrs(id) {
                let name = document.attr_name(attribute);
                if attribute == AttrName::SRC
                    || name == "href"
                    || name == "xlink:href"
                    || name == "fill"
                    || name == "alt"
                {
                    look.push(' ');
                    look.push_str(&value.rsplit('/').next().unwrap_or_default().to_lowercase());
                }
            }
        }
        if !is_drawn && !are_of_stars(&look) {
            return None;
        }
        look.push(' ');
        look.push_str(if matches!(text, "☆" | "✩" | "✰") { "empty" } else { text });
        Some(Icon { look })
    }

    fn is(&self, of: &[&str]) -> bool {
        self.look.split(|c: char| !c.is_alphabetic()).any(|word| of.contains(&word) || is_star_and(word, of))
    }
}

/// Whether an attribute of an element, or of what is in it, may name a star. Most elements are none, and this is quickly seen.
fn may_be_star(document: &Document, node: NodeId) -> bool {
    let begins = |bytes: &[u8]| matches!(bytes, [b's' | b'S', b't' | b'T', rest @ ..] if !rest.is_empty());
    let holds = |value: &str| value.as_bytes().windows(3).any(begins) || !value.is_ascii();
    let may_be = |value: &str| holds(value) || value.contains("etoile") || value.contains("gwiazd");
    document.subtree(node).any(|id| document.attrs(id).any(|(_, value)| value.len() < LONGEST_VALUE && may_be(value)))
}

/// Longer values of attributes are no names.
const LONGEST_VALUE: usize = 400;

/// "starfull", "fullstar"
fn is_star_and(word: &str, of: &[&str]) -> bool {
    let rest = word.strip_prefix("star").or_else(|| word.strip_suffix("star"));
    rest.is_some_and(|rest| rest.len() > 1 && of.contains(&rest))
}

/// The row of stars that an element is, with nothing else but texts in it.
pub(super) fn icons(document: &Document, node: NodeId) -> Option<Icons> {
    let mut row: Vec<Icon> = Vec::new();
    for child in document.children(node).filter(|&child| !document.is_text(child)) {
        row.push(Icon::of(document, child)?);
        if row.len() > MOST_ICONS {
            return None;
        }
    }
    let first = row.first()?;
    let (empty, half, full) =
        (|icon: &Icon| icon.is(&EMPTY), |icon: &Icon| icon.is(&HALF), |icon: &Icon| icon.is(&FULL));
    let some_are_full = row.iter().any(|icon| full(icon) && !empty(icon));
    let value = |icon: &Icon| match (half(icon), empty(icon)) {
        (true, _) => 0.5,
        (_, true) => 0.0,
        _ => f64::from(!some_are_full || full(icon)),
    };
    let worded = row.iter().any(|icon| empty(icon) || half(icon) || full(icon));
    if worded {
        let (sum, last) = (row.iter().map(value).sum(), row.iter().rposition(|icon| value(icon) > 0.0));
        // a single one that is marked says how many are meant by its place
        let by_place = sum == 1.0 && last.is_some_and(|last| last > 0);
        let full = if by_place { last.map_or(0.0, |last| last as f64 + 1.0) } else { sum };
        return Some(Icons { full, all: row.len(), told: true });
    }
    let leading = row.iter().take_while(|icon| *icon == first).count();
    let last = row.last();
    let are_two = leading < row.len() && row[leading..].iter().all(|icon| Some(icon) == last);
    Some(Icons { full: leading as f64, all: row.len(), told: are_two })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn row(html: &str) -> Option<Icons> {
        let document = parse(format!("<p>{html}</p>").as_bytes(), &ParseOptions::new()).unwrap();
        let node = document.nodes().find(|&id| document.tag(id) == Tag::P).unwrap();
        icons(&document, node)
    }

    #[test]
    fn full_and_empty_stars() {
        for (html, full, all, told) in [
            ("<i class='fa fa-star'></i>".repeat(3) + &"<i class='fa fa-star-o'></i>".repeat(2), 3.0, 5, true),
            ("<i class='fas fa-star'></i>".repeat(4) + "<i class='far fa-star'></i>", 4.0, 5, true),
            ("<span class='star on'></span>".repeat(2) + &"<span class='star'></span>".repeat(3), 2.0, 5, true),
            (
                "<img src=/i/star_full.png>".repeat(3) + "<img src=/i/star_half.png><img src=/i/star_empty.png>",
                3.5,
                5,
                true,
            ),
            (
                "<svg><use href='#a-star'></use></svg>".repeat(3) + &"<svg><use href='#b-star'></use></svg>".repeat(2),
                3.0,
                5,
                true,
            ),
            ("<span class=a>★</span>".repeat(4) + "<span>★</span>", 4.0, 5, true),
            ("<i class=star></i>".repeat(3), 3.0, 3, false),
            ("<i class=star></i>".repeat(3) + "<i class='star active'></i><i class=star></i>", 4.0, 5, true),
        ] {
            assert_eq!(row(&html), Some(Icons { full, all, told }), "{html}");
        }
        for html in ["<i class='thread-starter'></i>", "<b>★</b><a href=/u>Ann</a>", "", "<span>4</span>"] {
            assert_eq!(row(html), None, "{html}");
        }
    }
}
