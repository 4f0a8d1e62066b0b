//! Interned tag and attribute names, and how browsers display each tag by default.

use std::fmt;
use std::sync::LazyLock;

use html5ever::LocalName;
use rustc_hash::FxHashMap;

/// An interned tag name. The tags of HTML have the same number in every document (the associated constants); custom
/// elements get the numbers after those, per document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag(pub u32);

/// An interned attribute name, numbered like [`Tag`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AttrName(pub u32);

macro_rules! names {
    ($type:ident, $table:ident, $($constant:ident $name:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum $table { $($constant),* }
        impl $type {
            /// The names that are known at compile time, by number.
            pub const KNOWN: &'static [&'static str] = &[$($name),*];
            $(#[doc = concat!("`", $name, "`")] pub const $constant: $type = $type($table::$constant as u32);)*
        }
    };
}

names! { Tag, KnownTag,
    TEXT "#text",
    A "a", ABBR "abbr", ACRONYM "acronym", ADDRESS "address", AREA "area", ARTICLE "article", ASIDE "aside",
    AUDIO "audio", B "b", BASE "base", BDI "bdi", BDO "bdo", BIG "big", BLOCKQUOTE "blockquote", BODY "body", BR "br",
    BUTTON "button", CANVAS "canvas", CAPTION "caption", CENTER "center", CITE "cite", CODE "code", COL "col",
    COLGROUP "colgroup", DATA "data", DATALIST "datalist", DD "dd", DEL "del", DETAILS "details", DFN "dfn",
    DIALOG "dialog", DIR "dir", DIV "div", DL "dl", DT "dt", EM "em", EMBED "embed", FIELDSET "fieldset",
    FIGCAPTION "figcaption", FIGURE "figure", FONT "font", FOOTER "footer", FORM "form", FRAME "frame",
    FRAMESET "frameset", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", HEAD "head", HEADER "header",
    HGROUP "hgroup", HR "hr", HTML "html", I "i", IFRAME "iframe", IMG "img", INPUT "input", INS "ins", KBD "kbd",
    LABEL "label", LEGEND "legend", LI "li", LINK "link", MAIN "main", MAP "map", MARK "mark", MATH "math",
    MENU "menu", META "meta", METER "meter", NAV "nav", NOBR "nobr", NOEMBED "noembed", NOFRAMES "noframes",
    NOSCRIPT "noscript", OBJECT "object", OL "ol", OPTGROUP "optgroup", OPTION "option", OUTPUT "output", P "p",
    PARAM "param", PICTURE "picture", PLAINTEXT "plaintext", PRE "pre", PROGRESS "progress", Q "q", RB "rb", RP "rp",
    RT "rt", RUBY "ruby", S "s", SAMP "samp", SCRIPT "script", SEARCH "search", SECTION "section", SELECT "select",
    SLOT "slot", SMALL "small", SOURCE "source", SPAN "span", STRIKE "strike", STRONG "strong", STYLE "style",
    SUB "sub", SUMMARY "summary", SUP "sup", SVG "svg", TABLE "table", TBODY "tbody", TD "td", TEMPLATE "template",
    TEXTAREA "textarea", TFOOT "tfoot", TH "th", THEAD "thead", TIME "time", TITLE "title", TR "tr", TRACK "track",
    TT "tt", U "u", UL "ul", VAR "var", VIDEO "video", WBR "wbr", XMP "xmp",
}

names! { AttrName, KnownAttr,
    ALT "alt", ARIA_HIDDEN "aria-hidden", ARIA_LABEL "aria-label", CLASS "class", COLSPAN "colspan", CONTENT "content",
    DATA_SRC "data-src", DATA_SRCSET "data-srcset", DATETIME "datetime", HEIGHT "height", HIDDEN "hidden", HREF "href",
    HTTP_EQUIV "http-equiv", ID "id", ITEMPROP "itemprop", ITEMTYPE "itemtype", LANG "lang", NAME "name",
    PROPERTY "property", REL "rel", ROLE "role", ROWSPAN "rowspan", SRC "src", SRCSET "srcset", STYLE "style",
    TITLE "title", TYPE "type", VALUE "value", WIDTH "width",
}

/// How an element takes part in the text of a page, according to the default style sheet of browsers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Display {
    /// Starts and ends a line of its own.
    Block,
    /// A paragraph: a block with an empty line before and after it.
    Paragraph,
    /// A cell of a table: separated from its neighbour, on the same line.
    Cell,
    /// Flows within the line.
    Inline,
    /// Not shown.
    None,
}

/// How browsers display a tag by default. Unknown tags are inline, as in browsers.
///
/// ```
/// use rowsmith::dom::{Display, Tag, display};
///
/// assert_eq!(display(Tag::DIV), Display::Block);
/// assert_eq!(display(Tag::TD), Display::Cell);
/// assert_eq!(display(Tag::B), Display::Inline);
/// assert_eq!(display(Tag::SCRIPT), Display::None);
/// ```
pub fn display(tag: Tag) -> Display {
    match tag {
        Tag::HEAD
        | Tag::SCRIPT
        | Tag::STYLE
        | Tag::TEMPLATE
        | Tag::TITLE
        | Tag::META
        | Tag::LINK
        | Tag::BASE
        | Tag::DATALIST
        | Tag::NOEMBED
        | Tag::NOFRAMES
        | Tag::RP
        | Tag::PARAM
        | Tag::TRACK
        | Tag::SOURCE
        | Tag::AREA
        | Tag::COL
        | Tag::COLGROUP
        | Tag::IFRAME
        | Tag::FRAMESET
        | Tag::FRAME
        | Tag::TEXTAREA
        | Tag::CANVAS
        | Tag::AUDIO
        | Tag::VIDEO
        | Tag::OBJECT => Display::None,
        Tag::P => Display::Paragraph,
        Tag::TD | Tag::TH => Display::Cell,
        Tag::ADDRESS
        | Tag::ARTICLE
        | Tag::ASIDE
        | Tag::BLOCKQUOTE
        | Tag::BODY
        | Tag::CAPTION
        | Tag::CENTER
        | Tag::DD
        | Tag::DETAILS
        | Tag::DIALOG
        | Tag::DIR
        | Tag::DIV
        | Tag::DL
        | Tag::DT
        | Tag::FIELDSET
        | Tag::FIGCAPTION
        | Tag::FIGURE
        | Tag::FOOTER
        | Tag::FORM
        | Tag::H1
        | Tag::H2
        | Tag::H3
        | Tag::H4
        | Tag::H5
        | Tag::H6
        | Tag::HEADER
        | Tag::HGROUP
        | Tag::HR
        | Tag::HTML
        | Tag::LEGEND
        | Tag::LI
        | Tag::MAIN
        | Tag::MENU
        | Tag::NAV
        | Tag::OL
        | Tag::OPTGROUP
        | Tag::OPTION
        | Tag::PLAINTEXT
        | Tag::PRE
        | Tag::SEARCH
        | Tag::SECTION
        | Tag::SUMMARY
        | Tag::TABLE
        | Tag::TBODY
        | Tag::TFOOT
        | Tag::THEAD
        | Tag::TR
        | Tag::UL
        | Tag::XMP => Display::Block,
        _ => Display::Inline,
    }
}

/// Whether an element begins and ends a run of text. Buttons are inline, but not part of a sentence.
pub(crate) fn breaks(tag: Tag) -> bool {
    !matches!(display(tag), Display::Inline) || matches!(tag, Tag::BUTTON | Tag::SELECT | Tag::SVG | Tag::LABEL)
}

/// Whether elements with this tag never have content.
///
/// ```
/// use rowsmith::dom::{Tag, is_void};
///
/// assert!(is_void(Tag::IMG) && is_void(Tag::BR));
/// assert!(!is_void(Tag::P));
/// ```
pub fn is_void(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::AREA
            | Tag::BASE
            | Tag::BR
            | Tag::COL
            | Tag::EMBED
            | Tag::HR
            | Tag::IMG
            | Tag::INPUT
            | Tag::LINK
            | Tag::META
            | Tag::PARAM
            | Tag::SOURCE
            | Tag::TRACK
            | Tag::WBR
    )
}

/// The level of a heading, from 1 to 6.
pub(crate) fn heading_level(tag: Tag) -> Option<u8> {
    match tag {
        Tag::H1 => Some(1),
        Tag::H2 => Some(2),
        Tag::H3 => Some(3),
        Tag::H4 => Some(4),
        Tag::H5 => Some(5),
        Tag::H6 => Some(6),
        _ => None,
    }
}

/// Whether the content of a tag is text even if it looks like markup.
///
/// ```
/// use rowsmith::dom::{Document, ParseOptions, Tag, is_raw_text, parse};
///
/// assert!(is_raw_text(Tag::TEXTAREA) && !is_raw_text(Tag::PRE));
/// let page = parse(b"<textarea><b>oak</b></textarea>", &ParseOptions::default())?;
/// assert_eq!(page.raw_text(Document::ROOT), "<b>oak</b>");
/// # Ok::<(), rowsmith::Error>(())
/// ```
pub fn is_raw_text(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEXTAREA
            | Tag::TITLE
            | Tag::XMP
            | Tag::IFRAME
            | Tag::NOEMBED
            | Tag::NOFRAMES
            | Tag::PLAINTEXT
    )
}

/// The elements on the HTML standard's list of active formatting elements: if left open, they are reopened in what
/// follows.
pub(crate) fn is_active_formatting(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::A
            | Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::NOBR
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U
    )
}

/// Purely typographic elements, which DEPTA 4.1 calls "the formatting tags within a textual fragment".
pub(crate) fn is_formatting(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::B
            | Tag::BIG
            | Tag::CITE
            | Tag::CODE
            | Tag::DEL
            | Tag::DFN
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::INS
            | Tag::KBD
            | Tag::MARK
            | Tag::NOBR
            | Tag::Q
            | Tag::S
            | Tag::SAMP
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::SUB
            | Tag::SUP
            | Tag::TT
            | Tag::U
            | Tag::VAR
            | Tag::WBR
            | Tag::ABBR
            | Tag::ACRONYM
            | Tag::BDI
            | Tag::BDO
    )
}

/// The names that all documents have, with their numbers.
struct KnownNames {
    names: Vec<LocalName>,
    numbers: FxHashMap<LocalName, u32>,
    by_text: FxHashMap<&'static str, u32>,
}

impl KnownNames {
    fn new(known: &'static [&'static str]) -> KnownNames {
        let names: Vec<LocalName> = known.iter().map(|&name| LocalName::from(name)).collect();
        let numbers = names.iter().cloned().zip(0..).collect();
        KnownNames { names, numbers, by_text: known.iter().copied().zip(0..).collect() }
    }
}

/// The names of one kind (tags or attributes) of one document.
#[derive(Clone)]
pub(crate) struct NameTable {
    pub(crate) names: Vec<LocalName>,
    known: &'static KnownNames,
    /// The names that only this document has. By their texts, too, since making a `LocalName` of an unknown text takes a lock.
    numbers: FxHashMap<LocalName, u32>,
    by_text: FxHashMap<Box<str>, u32>,
}

impl fmt::Debug for NameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.names).finish()
    }
}

impl NameTable {
    /// The known tags.
    pub(crate) fn tags() -> Self {
        static KNOWN: LazyLock<KnownNames> = LazyLock::new(|| KnownNames::new(Tag::KNOWN));
        NameTable::of(&KNOWN)
    }

    /// The known attributes.
    pub(crate) fn attributes() -> Self {
        static KNOWN: LazyLock<KnownNames> = LazyLock::new(|| KnownNames::new(AttrName::KNOWN));
        NameTable::of(&KNOWN)
    }

    fn of(known: &'static KnownNames) -> Self {
        NameTable { names: known.names.clone(), known, numbers: FxHashMap::default(), by_text: FxHashMap::default() }
    }

    /// The number of a name, which gets a new one if it has none.
    pub(crate) fn intern(&mut self, name: &LocalName) -> u32 {
        if let Some(number) = self.get_name(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.clone());
        self.numbers.insert(name.clone(), number);
        self.by_text.insert((&**name).into(), number);
        number
    }

    pub(crate) fn get(&self, name: &str) -> Option<u32> {
        self.known.by_text.get(name).or_else(|| self.by_text.get(name)).copied()
    }

    pub(crate) fn get_name(&self, name: &LocalName) -> Option<u32> {
        self.known.numbers.get(name).or_else(|| self.numbers.get(name)).copied()
    }
}
