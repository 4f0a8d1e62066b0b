//! What a page declares about itself, prepared for being looked up in its text: signifiers (FOREST 3.1) and known
//! texts.

use rustc_hash::FxHashSet;

use crate::article::declared::json_ld::{JsonLd, text, types};
use crate::article::declared::meta::Metas;
use crate::article::words::words_of;
use crate::dom::{Document, NodeId, Tag, text as seen};
use crate::tree::mix;

/// Evidence from a page's own metadata.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The words of title and description, except those of one or two letters.
    pub signifiers: FxHashSet<u32>,
    /// Words of the title.
    pub title: FxHashSet<u32>,
    /// Hashes of the word triples in the descriptions.
    pub description: FxHashSet<u64>,
    /// Hashes of the word triples in long texts of JSON-LD: bodies of articles and posts.
    pub bodies: FxHashSet<u64>,
    /// Hashes of the word triples in reviews and comments of JSON-LD.
    pub replies: FxHashSet<u64>,
    /// Whether Open Graph and JSON-LD declare an article, a list, a discussion, a product, a site, a service or
    /// organisation, news.
    pub declared: [bool; 7],
    /// The number of segments in the path of the canonical address, and of words in the last of them; -1 without an
    /// address.
    pub address: (f32, f32),
}

impl Evidence {
    /// Collects it from the metadata. Takes time linear in their size.
    pub fn new(document: &Document, metas: &Metas, json: &JsonLd) -> Evidence {
        let mut evidence = Evidence { address: (-1.0, -1.0), ..Evidence::default() };
        let first = |tag: Tag| document.nodes().find(|&id| document.tag(id) == tag);
        let mut titles: Vec<String> = Vec::new();
        let mut descriptions: Vec<&str> = Vec::new();
        let outside_svg = |id: NodeId| !document.ancestors(id).any(|a| document.tag(a) == Tag::SVG);
        titles.extend(first(Tag::TITLE).filter(|&id| outside_svg(id)).map(|id| seen(document, id)));
        titles.extend(["og:title", "twitter:title"].iter().filter_map(|n| metas.first(n)).map(str::to_owned));
        let names = ["description", "og:description", "twitter:description"];
        descriptions.extend(names.iter().filter_map(|n| metas.first(n)));
        let declared = &mut evidence.declared;
        match metas.first("og:type").map(str::trim) {
            Some("article" | "blog" | "news") => declared[0] = true,
            Some("product" | "og:product" | "product.item") => declared[3] = true,
            Some("website") => declared[4] = true,
            Some("profile" | "company" | "business.business") => declared[5] = true,
            _ => {}
        }
        declared[0] |= metas.0.iter().any(|(n, _)| n == "article:published_time");
        let objects = json.objects();
        for placed in &objects {
            let object = placed.object;
            let mut is_reply = false;
            for name in types(object) {
                let at = match name {
                    "Report" | "LiveBlogPosting" => Some(0),
                    "ItemList" | "CollectionPage" | "SearchResultsPage" | "OfferCatalog" => Some(1),
                    "DiscussionForumPosting" | "QAPage" | "Question" => Some(2),
                    "Product" | "ProductGroup" => Some(3),
                    "FAQPage" | "Service" | "LocalBusiness" => Some(5),
                    _ if name.ends_with("Article") || name.ends_with("BlogPosting") => Some(0),
                    _ => None,
                };
                is_reply |= matches!(name, "Review" | "UserReview" | "CriticReview" | "Comment" | "Answer");
                if let Some(at) = at.filter(|_| placed.is_page) {
                    declared[at] = true;
                    declared[6] |= name.ends_with("NewsArticle") || name == "LiveBlogPosting";
                }
            }
            if placed.is_page {
                titles.extend(text(object, "headline").map(str::to_owned));
                descriptions.extend(text(object, "description"));
            }
            for key in ["articleBody", "text", "reviewBody"] {
                if let Some(body) = text(object, key) {
                    let into = match is_reply || key == "reviewBody" {
                        true => &mut evidence.replies,
                        false => &mut evidence.bodies,
                    };
                    add_trigrams(&words_of(body), into);
                }
            }
        }
        for title in &titles {
            evidence.title.extend(words_of(title));
        }
        let long = |text: &str| -> Vec<u32> {
            text.split(|c: char| !c.is_alphanumeric())
                .filter(|w| w.chars().count() > 2 || w.chars().any(crate::article::words::is_dense))
                .flat_map(words_of)
                .collect()
        };
        for text in titles.iter().map(String::as_str).chain(descriptions.iter().copied()) {
            evidence.signifiers.extend(long(text));
        }
        for text in &descriptions {
            add_trigrams(&words_of(text), &mut evidence.description);
        }
        evidence.address = address_shape(document, metas);
        evidence
    }
}

fn add_trigrams(words: &[u32], into: &mut FxHashSet<u64>) {
    into.extend(words.windows(3).map(trigram));
}

/// The hash of three words.
pub fn trigram(words: &[u32]) -> u64 {
    words.iter().fold(1, |h, &w| mix(h, u64::from(w)))
}

/// The depth and the last segment of the canonical address.
fn address_shape(document: &Document, metas: &Metas) -> (f32, f32) {
    let link = |id: NodeId| {
        let rel = document.attr(id, crate::dom::AttrName::REL)?;
        rel.trim().eq_ignore_ascii_case("canonical").then(|| document.attr(id, crate::dom::AttrName::HREF))?
    };
    let canonical = document.nodes().filter(|&id| document.tag(id) == Tag::LINK).find_map(link);
    let Some(address) = canonical.or_else(|| metas.first("og:url")) else { return (-1.0, -1.0) };
    let path = address.split("://").last().unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').skip(1).filter(|s| !s.is_empty()).collect();
    let last = segments.last().map_or(0, |s| s.split(['-', '_', '+']).filter(|w| !w.is_empty()).count());
    (segments.len().min(12) as f32, last.min(20) as f32)
}
