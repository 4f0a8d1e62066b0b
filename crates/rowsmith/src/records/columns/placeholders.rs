//! What stands in a page until an image is loaded: a dot or an empty drawing, written into the page.

use crate::dom::{AttrName, Document};
use crate::records::columns::draft::{Assigned, ColumnDraft};
use crate::tree::PageTree;
use crate::types::ColumnKind;

/// Characters that a picture has at least that is written into a page.
const LEAST_INLINE: usize = 512;

/// Puts the picture behind an image in the place of a placeholder, or nothing where there is none; a column without values is left out.
/// What columns are was judged with the placeholders: they tell where images belong.
pub(crate) fn without_placeholders(
    document: &Document,
    page: &PageTree,
    columns: &mut [ColumnDraft],
    assigned: &mut [Option<Assigned>],
    kept: &mut [bool],
) {
    for (at, column) in columns.iter_mut().enumerate().filter(|(_, column)| column.kind == ColumnKind::Image) {
        for item in &mut column.items {
            let Some((id, source)) = item.as_mut().filter(|(_, source)| is_placeholder(source)) else { continue };
            match document.attr(page.node(*id), AttrName::STYLE).and_then(background) {
                Some(behind) => behind.clone_into(source),
                None => *item = None,
            }
        }
        if column.items.iter().all(Option::is_none) {
            assigned[at] = None;
            kept[at] = false;
        }
    }
}

/// Whether a source written into the page is no picture: pages saved in one file have pixels, and more than a dot.
fn is_placeholder(source: &str) -> bool {
    let begins = |with: &str| source.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    begins("data:") && (source.len() < LEAST_INLINE || begins("data:image/svg"))
}

/// The address of the picture behind an element: `background-image: url("a.webp")`.
fn background(style: &str) -> Option<&str> {
    let rest = &style[style.find("background")?..];
    let rest = rest[rest.find("url(")? + 4..].trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let rest = &rest[quote.map_or(0, char::len_utf8)..];
    let address = rest[..rest.find(quote.unwrap_or(')'))?].trim();
    (!address.is_empty() && !address.starts_with("data:")).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_in_the_page_are_a_picture_and_drawings_are_placeholders() {
        let pixels = format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(100));
        assert!(!is_placeholder(&pixels) && !is_placeholder("/a.svg"));
        assert!(
            is_placeholder(&pixels.replace("png", "svg+xml")) && is_placeholder("DATA:image/gif;base64,R0lGODlhAQ")
        );
    }

    #[test]
    fn the_picture_behind_an_image() {
        for (style, address) in [
            ("filter:blur(20px);background-image:url(\"a.webp\")", Some("a.webp")),
            ("background:#fff url( b.webp )", Some("b.webp")),
            ("background:url('c.webp') no-repeat", Some("c.webp")),
            ("background:url(data:image/gif;base64,R0)", None),
            ("background:url(", None),
            ("color:red", None),
        ] {
            assert_eq!(background(style), address, "{style}");
        }
    }
}
