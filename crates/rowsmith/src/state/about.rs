//! What a page says about itself, as far as it matters for choosing its list.

use rustc_hash::FxHashSet;
use url::Url;

use crate::declared::{Data, ObjectAt};
use crate::dom::address::declared_addresses;
use crate::dom::{AttrName, Base, Document, NodeId, Tag};
use crate::state::evidence::telling_words;
use crate::state::piece::{Form, Pieces};
use crate::state::text::{folded, plain};
use crate::state::words::words_of;

/// Types of schema.org by which a page about one thing says so.
const ONE: &[&str] = &[
    "Article",
    "NewsArticle",
    "BlogPosting",
    "TechArticle",
    "ReportageNewsArticle",
    "Product",
    "ProductGroup",
    "Recipe",
    "Event",
    "JobPosting",
    "QAPage",
    "DiscussionForumPosting",
    "SocialMediaPosting",
    "Book",
    "Movie",
    "SoftwareApplication",
    "MobileApplication",
    "WebApplication",
    "VideoObject",
    "Course",
    "HowTo",
    "Review",
    "Vehicle",
    "Car",
    "Apartment",
    "House",
    "SingleFamilyResidence",
    "MedicalWebPage",
    "AnalysisNewsArticle",
    "OpinionNewsArticle",
    "ScholarlyArticle",
    "LiveBlogPosting",
    "TVSeries",
    "FAQPage",
    "AboutPage",
    "ContactPage",
    "ProfilePage",
    "ItemPage",
];

/// Types by which a page with a list says so.
const MANY: &[&str] = &["ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog"];

/// The most objects of JSON-LD that are looked at.
const MOST_OBJECTS: usize = 5_000;

/// The most objects and lists of the state that are searched for one with the name of the page.
const MOST_LOOKED_AT: usize = 200_000;

/// How much a page's claim to be about one object counts if the object is found nowhere.
const UNCONFIRMED: f64 = 0.45;

/// What a page says about itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    /// The language, in lower case: `de-ch`.
    pub(crate) language: String,
    /// The title of the document, folded.
    pub(crate) title: String,
    /// Its description, folded.
    pub(crate) description: String,
    /// The address that it gives for itself, or else the one that it was given.
    pub(crate) address: Option<Url>,
    /// The confidence that the page is about one object, from 0 to 1.
    pub(crate) one_object: f64,
    /// Names in JSON-LD, folded.
    pub(crate) named: FxHashSet<String>,
}

impl About {
    /// What a page says about itself; whether it is about one object is determined only if asked for. Takes time linear
    /// in the page and its state.
    pub(crate) fn of(document: &Document, pieces: &Pieces, base: Option<&Base>, whether_one: bool) -> About {
        let mut about = About { address: address_of(document, base), ..About::default() };
        let mut kind = String::new();
        let mut published = false;
        for node in document.nodes() {
            match document.tag(node) {
                Tag::HTML => about.language = attribute(document, node, "lang").to_ascii_lowercase(),
                Tag::TITLE if about.title.is_empty() && in_head(document, node) => {
                    about.title = folded(document.raw_text(node));
                }
                Tag::META => {
                    let name = match attribute(document, node, "property") {
                        "" => attribute(document, node, "name"),
                        name => name,
                    };
                    match name {
                        "description" | "og:description" if about.description.is_empty() => {
                            about.description = folded(attribute(document, node, "content"));
                        }
                        "og:type" => kind = attribute(document, node, "content").trim().to_ascii_lowercase(),
                        "article:published_time" | "article:author" | "product:price:amount" | "og:price:amount" => {
                            published = true
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        let typed = ["article", "product", "book", "video", "blog", "recipe", "event", "job"];
        let by_kind =
            typed.iter().any(|known| kind.starts_with(known) || kind.ends_with(known)) && kind != "product.group";
        let mut ones = 0;
        let mut many = false;
        for piece in pieces.list.iter().filter(|piece| piece.form == Form::JsonLd) {
            for at in declared_objects(&piece.data) {
                let types: Vec<&str> = crate::declared::types(at.object).collect();
                many |= types.iter().any(|name| MANY.contains(name)) && !types.contains(&"BreadcrumbList");
                // only objects at the top
                if at.depth <= 1 && types.iter().any(|name| ONE.contains(name)) {
                    ones += 1;
                }
                for name in ["name", "headline", "title"] {
                    if let Some(text) = at.object.get(name).and_then(Data::text) {
                        about.named.insert(folded(&plain(text)));
                    }
                }
            }
        }
        // the first page of a site is about no single object, whatever it declares
        if !whether_one || about.is_home() {
            return about;
        }
        let by_types = (1..=3).contains(&ones);
        let declared: f64 = match (by_kind || published, by_types, many) {
            (true, true, false) => 1.2,
            (false, true, false) => 1.0,
            (true, _, false) => 0.8,
            (true, true, true) => 0.8,
            (false, true, true) | (true, false, true) => 0.4,
            (false, false, _) => 0.0,
        };
        // many sites declare every page an article, so the object itself is what counts
        let own = about.own_object(pieces);
        about.one_object = match own > 0.0 {
            true => declared.max(own * if many { 0.5 } else { 1.0 }),
            false => UNCONFIRMED * declared,
        };
        about
    }

    /// Whether it is the first page of its site, or of one of its languages, by its address.
    pub(crate) fn is_home(&self) -> bool {
        self.address.as_ref().is_some_and(|address| {
            let path = address.path().trim_matches('/');
            let is_language = path.len() == 2 || path.len() == 5 && path.as_bytes()[2] == b'-';
            (path.is_empty() || is_language) && address.query().is_none()
        })
    }

    /// The number of words in the last part of its address.
    pub(crate) fn words_of_slug(&self) -> usize {
        let path = self.address.as_ref().map_or("", Url::path).trim_matches('/');
        let last = path.rsplit('/').next().unwrap_or(path);
        last.split(['-', '_']).filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2).count()
    }

    /// The words that say what it is about, from its title, its description and its address.
    pub(crate) fn topic(&self) -> FxHashSet<String> {
        let path = self.address.as_ref().map_or("", Url::path);
        telling_words([self.title.as_str(), self.description.as_str(), path].into_iter())
    }

    /// The confidence that the state contains the one object that the page is named after.
    fn own_object(&self, pieces: &Pieces) -> f64 {
        let mut left = MOST_LOOKED_AT;
        let mut best = 0.0f64;
        for piece in &pieces.list {
            let mut open = vec![&piece.data];
            while let Some(data) = open.pop() {
                if left == 0 {
                    return best;
                }
                left -= 1;
                match data {
                    Data::List(list) => {
                        open.extend(list.iter().filter(|data| matches!(data, Data::Object(_) | Data::List(_))))
                    }
                    Data::Object(members) => {
                        if members.iter().any(|m| self.is_called(&m.name, &m.value)) {
                            best = best.max(weight_of(data));
                        }
                        let inner = members.iter().map(|m| &m.value);
                        open.extend(inner.filter(|data| matches!(data, Data::Object(_) | Data::List(_))));
                    }
                    Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
                }
            }
        }
        best
    }

    /// Whether a member gives its object the name with which the title of the page begins.
    fn is_called(&self, name: &str, value: &Data) -> bool {
        let Data::Text(text) = value else { return false };
        if text.len() < 8 || text.len() > 300 || text.len() > self.title.len() + 40 {
            return false;
        }
        let name = name.to_ascii_lowercase();
        if !["title", "name", "headline", "heading"].iter().any(|end| name.ends_with(end)) {
            return false;
        }
        let text = folded(&plain(text));
        text.len() >= 8 && self.title.starts_with(&text) && text.len() * 3 >= self.title.len()
    }

    /// Whether a list contains the object that the page is named after: then the list is of similar objects, or of
    /// variants of it.
    pub(crate) fn is_among(&self, titles: &FxHashSet<String>) -> bool {
        titles.iter().any(|title| {
            let title = folded(title);
            title.len() >= 8 && title.contains(' ') && self.title.starts_with(&title)
        })
    }
}

/// How much an object is one in its own right: something for sale, or a published text.
fn weight_of(object: &Data) -> f64 {
    if crate::declared::types(object).any(|name| ONE.contains(&name)) {
        // a single offer with a price range may be all that is on the page
        let offers = object.get("offers").and_then(|offers| offers.values().first());
        let many = offers.is_some_and(|offer| crate::declared::types(offer).any(|name| name == "AggregateOffer"));
        return if many { 0.4 } else { 1.0 };
    }
    let (mut sold, mut published, mut written) = (false, false, false);
    for member in object.members() {
        let words = words_of(&member.name);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        sold |= has(&["price", "sku", "gtin", "variants", "mpn"]) && member.value != Data::Null;
        published |= has(&["published", "publish", "author", "authors", "byline"]) && member.value != Data::Null;
        written |= has(&["body", "content", "html", "text", "article"]) && text_length(&member.value) > LONG_TEXT;
    }
    if sold || published && written {
        1.0
    } else if published {
        0.6
    } else {
        0.0
    }
}

/// A text with more bytes than this is a long one.
const LONG_TEXT: usize = 1_200;

/// The number of bytes of all texts within a value, as far as it matters.
fn text_length(data: &Data) -> usize {
    let mut open = vec![data];
    let mut length = 0;
    while let Some(data) = open.pop()
        && length <= LONG_TEXT
    {
        match data {
            Data::Text(text) => length += text.len(),
            Data::List(list) => open.extend(list),
            Data::Object(members) => open.extend(members.iter().map(|m| &m.value)),
            Data::Null | Data::Bool(_) | Data::Number(_) => {}
        }
    }
    length
}

/// The address that a page declares, or else that from which it was read. An address that only serves as the base of its
/// links does not count.
fn address_of(document: &Document, base: Option<&Base>) -> Option<Url> {
    let declared = declared_addresses(document).find_map(|address| Url::parse(address).ok());
    let has_base =
        || document.nodes().any(|id| document.tag(id) == Tag::BASE && document.attr(id, AttrName::HREF).is_some());
    declared.or_else(|| base.filter(|_| !has_base()).map(|base| base.url().clone()))
}

fn in_head(document: &Document, node: NodeId) -> bool {
    document.parent(node).is_some_and(|parent| document.tag(parent) == Tag::HEAD)
}

fn attribute<'d>(document: &'d Document, node: NodeId, name: &str) -> &'d str {
    match name {
        "content" => document.attr(node, AttrName::CONTENT),
        _ => document.attr_named(node, name),
    }
    .unwrap_or_default()
}

fn declared_objects(data: &Data) -> Vec<ObjectAt<'_>> {
    crate::declared::graph::objects_of(data, MOST_OBJECTS)
}
