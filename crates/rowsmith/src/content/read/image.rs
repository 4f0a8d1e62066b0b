//! The best version of an image.

use crate::dom::{AttrName, Document, NodeId, Tag};

/// Attributes in which scripts look for the address to load, most likely first.
const LAZY: &[&str] =
    &["data-src", "data-lazy-src", "data-original", "data-full-src", "data-hi-res-src", "data-lazyload", "data-url"];

/// The address of the best version of an image: the largest of a set, what is shown immediately, or what a script would
/// load. `None` if there are only placeholders. Takes time linear in the attributes.
pub(super) fn best_source(document: &Document, id: NodeId) -> Option<&str> {
    let attr = |name| document.attr(id, name).map(str::trim).filter(|v| is_real(v));
    let lazy = LAZY.iter().filter_map(|name| document.attr_named(id, name)).map(str::trim).find(|v| is_real(v));
    let shown = attr(AttrName::SRC);
    let lazy = lazy.or_else(|| unnamed(document, id).filter(|_| shown.is_none_or(is_placeholder)));
    let source = shown.filter(|source| lazy.is_none() || !is_placeholder(source));
    let set = attr(AttrName::SRCSET).and_then(largest_version).filter(|version| !is_placeholder(version.address));
    let set = set.filter(|version| source.is_none() || version.is_large()).map(|version| version.address);
    let lazy_set = ["data-srcset", "data-lazy-srcset"].iter().filter_map(|name| document.attr_named(id, name));
    // what a script would put in place of the set is better than that
    let best = lazy_set.filter_map(largest).next().or(set).or(source).or(lazy).or_else(|| of_picture(document, id));
    best.filter(|address| !is_stand_in(address))
}

/// Words of which the names of drawings consist that stand where a picture is loaded later.
const STANDS_IN: [&str; 12] = [
    "placeholder",
    "blank",
    "spacer",
    "lazy",
    "load",
    "loading",
    "loader",
    "transparent",
    "spinner",
    "pixel",
    "image",
    "img",
];

/// Whether an address is that of a drawing that stands where a picture is loaded later: its file is called so, and nothing else.
fn is_stand_in(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let Some((stem, "svg" | "gif")) = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')) else {
        return false;
    };
    let mut words = stem.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 1).peekable();
    words.peek().is_some() && words.all(|word| STANDS_IN.contains(&word))
}

/// Whether an address is that of a vector drawing.
fn is_drawing(address: &str) -> bool {
    address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase().ends_with(".svg")
}

/// The address of a picture in an attribute of any name, since every script that loads pictures late has its own.
fn unnamed(document: &Document, id: NodeId) -> Option<&str> {
    let known = |name| matches!(name, AttrName::SRC | AttrName::ALT | AttrName::TITLE | AttrName::HREF);
    let others = document.attrs(id).filter(|&(name, _)| !known(name)).map(|(_, value)| value.trim());
    others.into_iter().find(|value| is_real(value) && names_picture(value) && !is_placeholder(value))
}

/// Whether a text is an address that ends as those of pictures do: no set of several, and no template.
fn names_picture(value: &str) -> bool {
    let path = value.split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    value.contains('/')
        && !value.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '\'' | '['))
        && ending
            .is_some_and(|e| ["jpg", "jpeg", "png", "webp", "gif", "avif"].iter().any(|p| e.eq_ignore_ascii_case(p)))
}

/// The largest source that the picture around an image offers.
fn of_picture(document: &Document, id: NodeId) -> Option<&str> {
    let picture = document.parent(id).filter(|&p| document.tag(p) == Tag::PICTURE)?;
    let sources = document.children(picture).filter(|&c| document.tag(c) == Tag::SOURCE);
    sources
        .filter_map(|s| document.attr(s, AttrName::SRCSET).or_else(|| document.attr_named(s, "data-srcset")))
        .find_map(largest)
}

/// Whether an address may be that of a picture, rather than the picture itself.
fn is_real(address: &str) -> bool {
    let head = address.get(..5).unwrap_or_default();
    !address.is_empty() && !head.eq_ignore_ascii_case("data:") && !head.eq_ignore_ascii_case("blob:")
}

/// Whether an address is that of a placeholder picture.
fn is_placeholder(address: &str) -> bool {
    let name = address.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    ["placeholder", "blank.", "spacer", "lazy", "loading", "transparent", "1x1", "pixel.gif"]
        .iter()
        .any(|w| name.contains(w))
}

/// An image in a set of sources.
#[derive(Clone, Copy)]
struct Version<'a> {
    address: &'a str,
    /// Its width in pixels, or how much larger than usual it is; 1 if neither is said.
    size: f64,
}

impl Version<'_> {
    /// Whether it is surely larger than what pages show at once: for a screen with more pixels, or wide enough for a
    /// desktop. Sets for phones may end below what stands beside them.
    fn is_large(self) -> bool {
        let (is_factor, is_wide) = (self.size > 1.0 && self.size <= 10.0, self.size >= 1000.0);
        is_factor || is_wide
    }
}

/// The largest in a set of sources.
fn largest(set: &str) -> Option<&str> {
    largest_version(set).map(|version| version.address)
}

/// The same, with its size.
fn largest_version(set: &str) -> Option<Version<'_>> {
    let mut best: Option<Version<'_>> = None;
    let mut rest = set.trim_start_matches([' ', '\n', '\t', '\r', ',']);
    while !rest.is_empty() {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (mut address, tail) = rest.split_at(end);
        let mut size = 1.0;
        if address.ends_with(',') {
            address = address.trim_end_matches(',');
            rest = tail;
        } else {
            let comma = tail.find(',').unwrap_or(tail.len());
            let descriptor = tail[..comma].trim();
            size = descriptor.trim_end_matches(['w', 'x', 'h']).parse().unwrap_or(1.0);
            rest = &tail[comma..];
        }
        if is_real(address) && best.is_none_or(|so_far| size > so_far.size) {
            best = Some(Version { address, size });
        }
        rest = rest.trim_start_matches([' ', '\n', '\t', '\r', ',']);
    }
    best
}

/// What two addresses of the same picture share: the address without a query and without the size that publishing tools
/// put before the extension (`photo-1280x720.jpg`).
pub(super) fn same_picture(address: &str) -> String {
    let bare = address.split(['?', '#']).next().unwrap_or_default();
    let (stem, ending) = bare.rsplit_once('.').unwrap_or((bare, ""));
    let stem = match stem.rsplit_once('-') {
        Some((head, size))
            if size.split_once('x').is_some_and(|(w, h)| {
                !w.is_empty() && !h.is_empty() && (w.to_owned() + h).bytes().all(|b| b.is_ascii_digit())
            }) =>
        {
            head
        }
        _ => stem,
    };
    format!("{stem}.{ending}")
}

/// The name of a picture's file, if it is long enough to tell it from others: publishing tools keep sizes of one picture in
/// folders of their own (`/max/60/photo-4711.png`).
pub(super) fn file_name(picture: &str) -> Option<&str> {
    let name = picture.rsplit('/').next()?;
    (name.len() >= LEAST_NAME && names_picture(picture)).then_some(name)
}

/// The least length of a file's name that two pictures share if they are one.
const LEAST_NAME: usize = 10;

/// Whether an image is too small to show anything, such as a tracking pixel.
pub(super) fn is_pixel(document: &Document, id: NodeId) -> bool {
    [AttrName::WIDTH, AttrName::HEIGHT]
        .iter()
        .any(|&name| document.attr(id, name).is_some_and(|v| matches!(v.trim().trim_end_matches("px"), "0" | "1")))
}

/// The largest side of a picture that is an icon, in pixels.
const ICON: u32 = 32;

/// Whether an image shows nothing of what the page says: it is stated to be as small as an icon, or it is a drawing that the page describes
/// as empty and that stands neither as a figure nor as a paragraph, as the icons of lists and cards do.
pub(super) fn is_ornament(document: &Document, id: NodeId) -> bool {
    let side = |name| {
        let stated = document.attr(id, name)?.trim().trim_end_matches("px");
        stated.parse::<f64>().ok().map(|pixels| pixels as u32)
    };
    let sides: Vec<u32> = [AttrName::WIDTH, AttrName::HEIGHT].into_iter().filter_map(side).collect();
    if sides.len() == 2 || sides.iter().any(|&side| side > ICON) {
        return sides.iter().all(|&side| side <= ICON);
    }
    let is_described = document.attr(id, AttrName::ALT).is_some_and(|alt| !alt.trim().is_empty());
    let stands_alone = || {
        let mut above = document.ancestors(id).skip(1).take(MOST_ABOVE_FIGURE);
        let holder = document.ancestors(id).skip(1).find(|&a| !matches!(document.tag(a), Tag::A | Tag::SPAN));
        above.any(|a| document.tag(a) == Tag::FIGURE) || holder.is_some_and(|holder| document.tag(holder) == Tag::P)
    };
    !is_described && document.attr(id, AttrName::SRC).is_some_and(is_drawing) && !stands_alone()
}

/// Whether an image is all that a cell of a table says: a tick in a comparison.
pub(super) fn is_alone_in_cell(document: &Document, id: NodeId) -> bool {
    let mut above = document.ancestors(id).skip(1).take(MOST_ABOVE_FIGURE);
    let cell = above.find(|&a| matches!(document.tag(a), Tag::TD | Tag::TH));
    cell.is_some_and(|cell| document.raw_text(cell).trim().is_empty())
}

/// How far above an image its figure is looked for.
const MOST_ABOVE_FIGURE: usize = 5;

/// What an icon says if it stands for a sign of writing, such as a smiley: its description, if that is one sign (`:)`, `🙂`, `:smile:`).
pub(super) fn sign(alt: &str) -> Option<&str> {
    let alt = alt.trim();
    let is_sign = !alt.contains(char::is_whitespace) && alt.starts_with(|c: char| !c.is_alphanumeric());
    (is_sign && alt.chars().count() <= LONGEST_SIGN).then_some(alt)
}

/// The longest sign, in characters.
const LONGEST_SIGN: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_a_set() {
        assert_eq!(largest("a.png 300w, b.png 1200w,c.png 600w"), Some("b.png"));
        assert_eq!(largest("a,b.png 1x, https://x/w_3,h_4/c.png 2x"), Some("https://x/w_3,h_4/c.png"));
        assert_eq!(largest("data:x 1x, b.png 2x"), Some("b.png"));
        assert_eq!(largest("  "), None);
    }

    #[test]
    fn a_larger_version_goes_before_what_is_shown_at_once() {
        let best = |image: &str| {
            let document = crate::dom::parse(image.as_bytes(), &crate::dom::ParseOptions::default()).unwrap();
            let id = document.nodes().find(|&id| document.tag(id) == Tag::IMG).unwrap();
            best_source(&document, id).map(str::to_owned)
        };
        let image = |attributes: &str| best(&format!("<img src=small.png {attributes}>"));
        assert_eq!(image("srcset='small.png 300w, large.png 1200w'").as_deref(), Some("large.png"));
        assert_eq!(image("srcset='blank.gif 1w' data-srcset='a.png 1x, b.png 2x'").as_deref(), Some("b.png"));
        assert_eq!(image("srcset='phone.png 360w'").as_deref(), Some("small.png"));
        assert_eq!(image("srcset='data:image/gif;base64,R0 1w'").as_deref(), Some("small.png"));
        assert_eq!(best("<img src=blank.gif srcset='placeholder.png 2w' data-src=a.png>").as_deref(), Some("a.png"));
    }

    #[test]
    fn sizes_are_no_part_of_the_picture() {
        assert_eq!(same_picture("/a/photo-1280x720.jpg?x"), same_picture("/a/photo.jpg"));
        assert_ne!(same_picture("/a/photo-1.jpg"), same_picture("/a/photo-2.jpg"));
    }
}
