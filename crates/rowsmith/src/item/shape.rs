//! How much of a page is what: text, links, pictures, lists of other things.

use crate::dom::{AttrName, Tag};
use crate::item::shown::{View, stock};

/// A text of this many characters is prose and no label.
const LONG: usize = 80;

/// Amounts of a page, which tell a page about one thing from lists and articles. Characters are letters and digits that
/// a reader sees.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) chars: usize,
    /// In links.
    pub(crate) linked: usize,
    /// In texts of sentences that are not links.
    pub(crate) long: usize,
    /// In lists of other things.
    pub(crate) related: usize,
    /// In menus, footers and sidebars.
    pub(crate) frame: usize,
    pub(crate) links: usize,
    pub(crate) images: usize,
    /// Headings of the first level.
    pub(crate) titles: usize,
    /// Headings of the second and third level.
    pub(crate) headings: usize,
    pub(crate) paragraphs: usize,
    pub(crate) list_entries: usize,
    pub(crate) table_rows: usize,
    /// Fields to fill in.
    pub(crate) fields: usize,
    /// Elements with a date for programs.
    pub(crate) times: usize,
    /// Buttons to buy something with.
    pub(crate) buttons: usize,
}

impl Shape {
    /// Counts in linear time.
    pub(crate) fn of(view: &View<'_>) -> Shape {
        let document = view.document;
        let mut shape = Shape::default();
        for id in document.subtree(view.body) {
            if !view.is_seen(id) {
                continue;
            }
            if document.is_text(id) {
                let chars = document.raw_text(id).chars().filter(|c| c.is_alphanumeric()).count();
                shape.chars += chars;
                shape.linked += if view.is_linked(id) { chars } else { 0 };
                shape.long += if chars >= LONG && !view.is_linked(id) { chars } else { 0 };
                shape.related += if view.is_related(id) { chars } else { 0 };
                shape.frame += if view.is_frame(id) { chars } else { 0 };
                continue;
            }
            let count = match document.tag(id) {
                Tag::A if document.attr(id, AttrName::HREF).is_some() => &mut shape.links,
                Tag::IMG => &mut shape.images,
                Tag::H1 => &mut shape.titles,
                Tag::H2 | Tag::H3 => &mut shape.headings,
                Tag::P => &mut shape.paragraphs,
                Tag::LI => &mut shape.list_entries,
                Tag::TR => &mut shape.table_rows,
                Tag::INPUT | Tag::TEXTAREA => &mut shape.fields,
                Tag::TIME => &mut shape.times,
                _ => {
                    shape.buttons += usize::from(stock::is_buy_button(view, id));
                    continue;
                }
            };
            *count += 1;
            shape.buttons += usize::from(stock::is_buy_button(view, id));
        }
        shape
    }
}
