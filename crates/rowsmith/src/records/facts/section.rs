//! Sections of a page that say what a list in them is for.

use crate::dom::tags::Tag;
/// Sections of a page that say what a list in them is for, from elements and ARIA roles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// `nav`, role navigation, menus.
    Nav,
    /// `header`, role banner.
    Header,
    /// `footer`, role contentinfo.
    Footer,
    /// `aside`, role complementary.
    Aside,
    /// `main`, role main.
    Main,
    /// `article`, role article.
    Article,
    /// `table`.
    Table,
    /// `form`, role search.
    Form,
    /// `dialog`, role dialog.
    Dialog,
    /// `ul`, `ol`, `dl`, role list.
    List,
    /// A list within a list.
    InnerList,
    /// `select`, `datalist`.
    Select,
    /// `details` that is not open.
    Details,
    /// Anything hidden by its own attributes.
    Hidden,
}

impl Section {
    /// Its bit in [`PageData::sections`](crate::records::PageData::sections).
    pub fn bit(self) -> u16 {
        1 << self as u16
    }

    pub(crate) fn of(tag: Tag, role: &str) -> Option<Section> {
        Some(match (tag, role) {
            (_, "navigation" | "menu" | "menubar" | "tablist") | (Tag::NAV | Tag::MENU, _) => Section::Nav,
            (_, "banner") | (Tag::HEADER, _) => Section::Header,
            (_, "contentinfo") | (Tag::FOOTER, _) => Section::Footer,
            (_, "complementary") | (Tag::ASIDE, _) => Section::Aside,
            (_, "main") | (Tag::MAIN, _) => Section::Main,
            (_, "article") | (Tag::ARTICLE, _) => Section::Article,
            (_, "search") | (Tag::FORM, _) => Section::Form,
            (_, "dialog" | "alertdialog") | (Tag::DIALOG, _) => Section::Dialog,
            (_, "list") | (Tag::UL | Tag::OL | Tag::DL, _) => Section::List,
            (Tag::TABLE, _) => Section::Table,
            (Tag::SELECT | Tag::DATALIST, _) => Section::Select,
            _ => return None,
        })
    }
}
