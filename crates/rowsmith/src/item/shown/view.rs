//! Facts about every node before values are looked for: whether it is visible, struck out, a link, part of a list of
//! other things, or part of the frame of the page.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId, Tag, heading_level, is_hidden, is_struck_out, line};
use crate::item::shown::names::{Called, Names};
use crate::recognize::AnyOf;
use crate::recognize::parse_price;

const HIDDEN: u8 = 1;
const STRUCK: u8 = 2;
const LINK: u8 = 4;
const RELATED: u8 = 8;
const FRAME: u8 = 16;
/// Not for readers, whatever they open.
const NEVER: u8 = 32;

/// A page with facts about its nodes.
#[derive(Debug)]
pub(crate) struct View<'d> {
    pub(crate) document: &'d Document,
    flags: Vec<u8>,
    names: Names,
    /// The first visible heading.
    pub(crate) heading: Option<NodeId>,
    /// The body.
    pub(crate) body: NodeId,
    /// How many texts with words that are seen stand before each node.
    texts: Vec<u32>,
}

/// How many similar children make up a list of other things.
const LEAST_CARDS: u32 = 3;

/// Classes and ids of lists of other things, and of shopping carts.
static RELATED_NAMES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "related",
        "recommend",
        "similar",
        "upsell",
        "up-sell",
        "cross-sell",
        "crosssell",
        "you-may",
        "youmay",
        "recently",
        "minicart",
        "mini-cart",
        "cart-drawer",
        "also-bought",
        "also-like",
        "alsolike",
    ])
});

/// What headings of lists of other things say, in lower case.
static RELATED_HEADINGS: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "related product",
        "related item",
        "also like",
        "also bought",
        "also viewed",
        "recommended for you",
        "recommended product",
        "recently viewed",
        "similar product",
        "similar item",
        "ähnliche produkte",
        "ähnliche artikel",
        "auch gefallen",
        "kauften auch",
        "produits similaires",
        "produits associés",
        "produits apparentés",
        "aimerez aussi",
        "productos relacionados",
        "productos similares",
        "puede interesar",
        "produtos relacionados",
        "produtos similares",
        "prodotti correlati",
        "prodotti simili",
        "potrebbe interessarti",
        "gerelateerde producten",
        "vergelijkbare producten",
        "powiązane produkty",
        "produkty powiązane",
        "podobne produkty",
        "související produkty",
        "podobné produkty",
        "relaterade produkter",
        "liknande produkter",
        "relaterte produkter",
        "relaterede produkter",
        "kapcsolódó termékek",
        "benzer ürünler",
        "похожие товары",
        "с этим товаром",
        "関連商品",
        "おすすめ商品",
        "相关产品",
    ])
});

/// The longest of these headings, in bytes, and how many elements around one may hold nothing but it.
const MOST_HEADING: usize = 80;
const MOST_AROUND_HEADING: usize = 3;

/// Names of what stands around the content of a page.
static FRAME_NAMES: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&["footer", "sitenav", "site-nav"]));

/// What names of elements say about what is in them.
struct Marks {
    struck: Called,
    related: Called,
    frame: Called,
}

impl Marks {
    fn new(names: &Names) -> Marks {
        let is_struck = |part: &str| ["cross", "crossed", "strikethrough", "linethrough"].contains(&part);
        Marks {
            struck: names.which(|name| {
                name.contains("line-through") || name.split(|c: char| !c.is_alphanumeric()).any(is_struck)
            }),
            related: names.which(|name| RELATED_NAMES.is_in(name)),
            frame: names.which(|name| FRAME_NAMES.is_in(name)),
        }
    }
}

impl<'d> View<'d> {
    /// Gathers the facts about a page. Takes time linear in its size.
    pub(crate) fn new(document: &'d Document) -> View<'d> {
        let body = document.nodes().find(|&id| document.tag(id) == Tag::BODY).unwrap_or(Document::ROOT);
        let names = Names::new(document);
        let marks = Marks::new(&names);
        let mut view = View { document, flags: vec![0; document.len()], names, heading: None, body, texts: Vec::new() };
        view.cards();
        view.below_headings();
        for id in document.nodes() {
            let outer = document.parent(id).map_or(0, |parent| view.flags[parent.index()]);
            let mut own = view.flags[id.index()] | outer;
            if !document.is_text(id) {
                own |= view.own(id, &marks);
            }
            view.flags[id.index()] = own;
        }
        let mut texts = 0;
        view.texts.reserve(document.len() + 1);
        for id in document.nodes() {
            view.texts.push(texts);
            let says = document.is_text(id) && view.is_seen(id) && !document.raw_text(id).trim().is_empty();
            texts += u32::from(says);
        }
        view.texts.push(texts);
        let seen = |&id: &NodeId| view.is_seen(id) && !line(document, id, document.end(id)).is_empty();
        let mut headings = document.subtree(body).filter(|&id| document.tag(id) == Tag::H1);
        view.heading = headings.find(seen);
        view
    }

    fn own(&self, id: NodeId, marks: &Marks) -> u8 {
        let document = self.document;
        let mut own = 0;
        match document.tag(id) {
            Tag::A if document.attr(id, AttrName::HREF).is_some() => own |= LINK,
            Tag::NAV | Tag::FOOTER | Tag::ASIDE => own |= FRAME,
            Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::NOSCRIPT
            | Tag::SVG
            | Tag::SELECT
            | Tag::HEAD
            | Tag::TEXTAREA => own |= HIDDEN | NEVER,
            _ => {}
        }
        if is_hidden(document, id) {
            own |= HIDDEN;
        }
        if is_struck_out(document, id) || self.names.is(id, &marks.struck) {
            own |= STRUCK;
        }
        if document.tag(id) != Tag::BODY && document.tag(id) != Tag::HTML {
            if self.names.is(id, &marks.related) && !self.holds_heading(id) {
                own |= RELATED;
            }
            if self.names.is(id, &marks.frame) && !self.holds_heading(id) {
                own |= FRAME;
            }
        }
        own
    }

    fn holds_heading(&self, id: NodeId) -> bool {
        self.document.subtree(id).take(2_000).any(|inner| self.document.tag(inner) == Tag::H1)
    }

    /// Marks what is in lists of other things: several similar children, each a link with a picture or a price.
    fn cards(&mut self) {
        let document = self.document;
        let length = document.len();
        // counts before each node
        let mut images = vec![0u32; length + 1];
        let mut links = vec![0u32; length + 1];
        let mut headings = vec![0u32; length + 1];
        for id in document.nodes() {
            let at = id.index();
            let tag = document.tag(id);
            images[at + 1] = images[at] + u32::from(tag == Tag::IMG);
            links[at + 1] = links[at] + u32::from(tag == Tag::A);
            headings[at + 1] = headings[at] + u32::from(tag == Tag::H1);
        }
        let within = |counts: &[u32], id: NodeId| counts[document.end(id).index()] - counts[id.index()];
        let text_of = |id: NodeId| document.raw_text(id).trim().chars().filter(|c| c.is_alphanumeric()).take(8).count();
        let mut groups: FxHashMap<(Tag, &str), Vec<NodeId>> = FxHashMap::default();
        for parent in document.nodes().filter(|&id| !document.is_text(id)) {
            if within(&links, parent) < LEAST_CARDS {
                continue;
            }
            groups.clear();
            for child in document.children(parent).filter(|&id| !document.is_text(id)) {
                if within(&links, child) == 0 || within(&headings, child) > 0 || text_of(child) < 8 {
                    continue;
                }
                let class = document.attr(child, AttrName::CLASS).unwrap_or_default();
                let first = class.split_ascii_whitespace().next().unwrap_or_default();
                groups.entry((document.tag(child), first)).or_default().push(child);
            }
            for ((tag, _), children) in &groups {
                if (children.len() as u32) < LEAST_CARDS || matches!(*tag, Tag::TR | Tag::P | Tag::SECTION) {
                    continue;
                }
                let is_card = |&&child: &&NodeId| {
                    within(&images, child) > 0
                        || document.raw_text(child).len() < 2_000
                            && parse_price(&line(document, child, document.end(child))).is_some()
                };
                // large children are parts of the page and not cards
                let small = |&&child: &&NodeId| document.end(child).index() - child.index() < 400;
                let cards = children.iter().filter(is_card).filter(small).count();
                if cards >= LEAST_CARDS as usize && cards * 2 > children.len() {
                    for child in children {
                        self.flags[child.index()] |= RELATED;
                    }
                }
            }
        }
    }

    /// Marks what stands below a heading of other things, up to the next heading of its level: they may be too few for a list.
    fn below_headings(&mut self) {
        let document = self.document;
        for heading in document.subtree(self.body) {
            let Some(own) = heading_level(document.tag(heading)).filter(|&level| level > 1) else { continue };
            let text = document.raw_text(heading).trim();
            if text.len() > MOST_HEADING || !RELATED_HEADINGS.is_in(&text.to_lowercase()) {
                continue;
            }
            let alone = |&id: &NodeId| document.raw_text(id).trim().len() == text.len();
            let Some(top) = document.ancestors(heading).take(MOST_AROUND_HEADING).take_while(alone).last() else {
                continue;
            };
            let Some(parent) = document.parent(top) else { continue };
            let ends = |&id: &NodeId| {
                document.subtree(id).any(|inner| heading_level(document.tag(inner)).is_some_and(|level| level <= own))
            };
            for id in document.siblings(document.end(top), document.end(parent)).take_while(|id| !ends(id)) {
                self.flags[id.index()] |= RELATED;
            }
        }
    }

    /// The classes, the id and the declared property of an element, in lower case.
    pub(crate) fn names(&self, id: NodeId) -> &str {
        self.names.of(id)
    }

    /// Looks at each different name of the page once; see [`View::is_called`].
    pub(crate) fn which_names(&self, is: impl Fn(&str) -> bool) -> Called {
        self.names.which(is)
    }

    /// What comes of each different name of the page; see [`View::number_of_name`].
    pub(crate) fn of_each_name<T>(&self, of: impl Fn(&str) -> T) -> Vec<T> {
        self.names.each(of)
    }

    /// Which of the different names an element has.
    pub(crate) fn number_of_name(&self, id: NodeId) -> usize {
        self.names.number(id)
    }

    /// The same as [`View::which_names`] for names that hold one of these words.
    pub(crate) fn names_with(&self, words: &AnyOf) -> Called {
        self.which_names(|name| words.is_in(name))
    }

    /// Whether the name of an element is one of those.
    pub(crate) fn is_called(&self, id: NodeId, called: &Called) -> bool {
        self.names.is(id, called)
    }

    fn has(&self, id: NodeId, flags: u8) -> bool {
        self.flags[id.index()] & flags != 0
    }

    /// Whether it is visible to a reader.
    pub(crate) fn is_seen(&self, id: NodeId) -> bool {
        !self.has(id, HIDDEN)
    }

    /// Whether it is struck out.
    pub(crate) fn is_struck(&self, id: NodeId) -> bool {
        self.has(id, STRUCK)
    }

    /// Whether it is part of a link.
    pub(crate) fn is_linked(&self, id: NodeId) -> bool {
        self.has(id, LINK)
    }

    /// Whether it is in a list of other things.
    pub(crate) fn is_related(&self, id: NodeId) -> bool {
        self.has(id, RELATED)
    }

    /// Whether it belongs to the frame of the page: menus, footers, sidebars.
    pub(crate) fn is_frame(&self, id: NodeId) -> bool {
        self.has(id, FRAME)
    }

    /// Whether a value of the object may be there.
    pub(crate) fn is_own(&self, id: NodeId) -> bool {
        !self.has(id, HIDDEN | RELATED | FRAME)
    }

    /// The same if a reader may have to open a tab or a fold before.
    pub(crate) fn is_openable(&self, id: NodeId) -> bool {
        !self.has(id, NEVER | RELATED | FRAME)
    }

    /// How many texts with words a reader sees in an element.
    pub(crate) fn texts(&self, id: NodeId) -> usize {
        (self.texts[self.document.end(id).index()] - self.texts[id.index()]) as usize
    }

    /// The text of an element on one line.
    pub(crate) fn line(&self, id: NodeId) -> String {
        line(self.document, id, self.document.end(id))
    }

    /// The text of an element, if it has at most this many bytes, counting the white space of the source.
    pub(crate) fn short(&self, id: NodeId, most: usize) -> Option<String> {
        (self.document.raw_text(id).len() <= 4 * most + 200)
            .then(|| self.line(id))
            .filter(|text| !text.is_empty() && text.len() <= most)
    }
}
