//! What may be labels and values on one page.

use serde::{Deserialize, Serialize};

use crate::dom::{AttrName, Document, NodeId, Tag, is_hidden, is_raw_text};

/// The longest label and the longest value, in bytes. Longer values are prose, which is part of the page's text.
const MOST_LABEL: usize = 60;
const MOST_VALUE: usize = 300;
/// The most words of a label.
const MOST_WORDS: usize = 6;
/// The most texts in a value: more are a list of its own.
const MOST_TEXTS: usize = 6;
/// The most pairs and texts of a page that are looked at.
const MOST_PAIRS: usize = 400;
const MOST_PIECES: usize = 5_000;

/// A text that may be a label, and the text beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::harvest) struct Pair {
    /// The label as the page has it, without its colon.
    pub(in crate::harvest) label: String,
    pub(in crate::harvest) value: String,
    /// The tags and classes above the label, as a hash.
    pub(super) place: u64,
    /// Whether the markup, or a colon, says that it is a label.
    pub(super) marked: bool,
    /// Whether the record's row has the value already.
    pub(in crate::harvest) known: bool,
}

/// A text node that is shown.
struct Piece {
    node: NodeId,
    text: String,
}

/// The pairs of a page, in document order. Takes linear time in the size of the page, except for the depth of its
/// texts, which is bounded by the limits of parsing.
pub(in crate::harvest) fn pairs(document: &Document) -> Vec<Pair> {
    let pieces = pieces(document);
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        if found.len() >= MOST_PAIRS {
            break;
        }
        if let Some(pair) = within(document, piece) {
            found.push(pair);
        }
        let Some(next) = pieces.get(at + 1) else { break };
        let Some(label) = label_of(&piece.text) else { continue };
        let Some((value, marked)) = beside(document, piece, next, &pieces[at + 1..]) else { continue };
        let marked = marked || piece.text.trim_end().ends_with([':', '：']);
        found.push(Pair { label, value, place: place(document, piece.node), marked, known: false });
    }
    found
}

/// The shown texts of a page, without its navigation and forms.
fn pieces(document: &Document) -> Vec<Piece> {
    let left_out = |tag: Tag| {
        is_raw_text(tag)
            || ["nav", "footer", "select", "button", "noscript", "template", "svg", "iframe", "head", "option"]
                .contains(&document.tag_name(tag))
    };
    let mut pieces = Vec::new();
    let mut behind = Document::ROOT;
    for node in document.nodes() {
        if node < behind || pieces.len() >= MOST_PIECES {
            continue;
        }
        if document.is_text(node) {
            let text = document.raw_text(node).split_whitespace().collect::<Vec<_>>().join(" ");
            if text.chars().any(char::is_alphanumeric) {
                pieces.push(Piece { node, text });
            }
        } else if left_out(document.tag(node)) || is_hidden(document, node) {
            behind = document.end(node);
        }
    }
    pieces
}

/// The label in a text, without its colon.
fn label_of(text: &str) -> Option<String> {
    let text = text.trim_end_matches([':', '：', ' ']).trim();
    let fits = text.len() <= MOST_LABEL
        && text.split_whitespace().count() <= MOST_WORDS
        && text.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && !text.contains(['.', '!', '?', ',', '(', '"']);
    fits.then(|| text.to_owned())
}

/// A label and a value in one text: "Brand: Acme".
fn within(document: &Document, piece: &Piece) -> Option<Pair> {
    let (label, value) = piece.text.split_once([':', '：'])?;
    let value = value.strip_prefix(' ')?.trim();
    let label = label_of(label)?;
    let fits = !value.is_empty() && value.len() <= MOST_VALUE && label.split_whitespace().count() <= 3;
    fits.then(|| Pair {
        label,
        value: value.to_owned(),
        place: place(document, piece.node),
        marked: true,
        known: false,
    })
}

/// The text beside a label: what follows it within the smallest element that holds both, up to what looks like the next
/// label.
fn beside(document: &Document, label: &Piece, next: &Piece, rest: &[Piece]) -> Option<(String, bool)> {
    let around = document.common_ancestor(label.node, next.node);
    let below = |node: NodeId| document.ancestors(node).take_while(|&id| id != around).last().unwrap_or(node);
    let steps = |node: NodeId| document.ancestors(node).take_while(|&id| id != around).count();
    // a label and its value are close to each other
    if steps(label.node) > 4 || steps(next.node) > 5 {
        return None;
    }
    let (own, first) = (below(label.node), below(next.node));
    let kind = |node: NodeId| (document.tag(node), document.attr(node, AttrName::CLASS).unwrap_or_default());
    let is_element = |node: NodeId| !document.is_text(node);
    let name = |node: NodeId| if is_element(node) { document.tag_name(document.tag(node)) } else { "" };
    // the label stands alone in its part, and another label is no value
    if matches!(name(first), "dt" | "th")
        || own == first
        || document.raw_text(own).split_whitespace().collect::<Vec<_>>().join(" ") != label.text
    {
        return None;
    }
    let same = is_element(own) && is_element(first) && kind(own) == kind(first);
    let mut end = document.end(around);
    if same {
        end = document.end(first);
    } else {
        let following = document.children(around).filter(|&child| child > own);
        let next_label = following
            .filter(|&child| child > first && is_element(own))
            .find(|&child| is_element(child) && kind(child) == kind(own) || matches!(name(child), "dt" | "th"));
        end = next_label.unwrap_or(end);
    }
    let texts: Vec<&str> = rest
        .iter()
        .take(MOST_TEXTS + 1)
        .take_while(|piece| piece.node < end)
        .map(|piece| piece.text.as_str())
        .collect();
    let heading = matches!(name(own), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    let most = if heading { 1 } else { MOST_TEXTS };
    let value = texts.join(" ");
    if texts.is_empty() || texts.len() > most || value.len() > MOST_VALUE {
        return None;
    }
    Some((value, matches!(name(own), "dt" | "th")))
}

/// The tags and classes above a text, as a hash (FNV-1a).
fn place(document: &Document, node: NodeId) -> u64 {
    let elements = document.ancestors(node).filter(|&id| !document.is_text(id));
    let names = elements.flat_map(|id| {
        let class = document.attr(id, AttrName::CLASS).and_then(|class| class.split_whitespace().next());
        [document.tag_name(document.tag(id)), class.unwrap_or_default()]
    });
    let bytes = names.flat_map(|name| name.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn of(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let found = pairs(&document);
        found.iter().map(|p| format!("{}{}{}", p.label, if p.marked { " = " } else { " ~ " }, p.value)).collect()
    }

    #[test]
    fn the_forms_of_labels_and_values() {
        assert_eq!(
            of("<dl><dt>Brand<dd>Acme<dt>Colours<dd>red<dd>blue</dl>"),
            ["Brand = Acme", "Colours = red blue", "red ~ blue"]
        );
        assert!(of("<table><tr><th>Brand<td>Acme<tr><th>Size<td>5 cm</table>").contains(&"Size = 5 cm".to_owned()));
        assert!(of("<table><tr><td>Brand<td>Acme<tr><td>Size<td>5 cm</table>").contains(&"Size ~ 5 cm".to_owned()));
        assert!(
            of("<ul><li><b>Brand:</b> Acme <a href=/>(all)</a><li><b>Size:</b> 5")
                .contains(&"Brand = Acme (all)".to_owned())
        );
        assert!(of("<p>Brand: Acme</p>").contains(&"Brand = Acme".to_owned()));
        let spans = "<div><span>Brand</span><span>Acme</span><span>Size</span><span>5</span></div>";
        assert!(of(spans).contains(&"Brand ~ Acme".to_owned()) && of(spans).contains(&"Size ~ 5".to_owned()));
        let divs = "<div class=f><div class=l>Brand</div><div class=v><a>Acme</a></div></div>";
        assert!(of(divs).contains(&"Brand ~ Acme".to_owned()));
    }

    #[test]
    fn navigation_prose_and_what_is_hidden_are_no_values() {
        assert!(of("<nav><a>Home</a><a>Shop</a></nav><footer>Phone: 5</footer><p hidden>Brand: Acme</p>").is_empty());
        let prose = format!("<section><h2>About</h2><p>{}</p></section>", "Long text. ".repeat(40));
        assert!(of(&prose).is_empty());
        let related = "<section><h2>Others</h2><ul><li><a>Lamp</a><li><a>Desk</a></ul></section>";
        assert!(!of(related).iter().any(|pair| pair.starts_with("Others")), "{:?}", of(related));
    }
}
