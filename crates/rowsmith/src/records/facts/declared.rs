//! What a page declares about itself in its metadata, and what it was asked for.

use crate::dom::{AttrName, Document, Tag};
use crate::records::facts::searched::Searched;

/// Open Graph's `og:type` and `article:` properties, the schema.org types in JSON-LD, the page's own address, and the
/// words in its search boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Whether the page declares itself an article, a list, a discussion or a product.
    pub types: [bool; 4],
    /// Its canonical address.
    pub address: Option<String>,
    /// What was searched for.
    pub searched: Searched,
}

const TYPES: [&[&str]; 4] = [
    &["Article", "NewsArticle", "BlogPosting", "Report", "TechArticle"],
    &["ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog"],
    &["DiscussionForumPosting", "QAPage", "Question", "Comment"],
    &["Product", "ProductGroup"],
];

impl Declared {
    /// Reads the metadata. Takes linear time.
    pub fn new(document: &Document) -> Declared {
        let mut declared = Declared::default();
        for id in document.nodes() {
            match document.tag(id) {
                Tag::META => {
                    let property = document.attr(id, AttrName::PROPERTY).unwrap_or_default();
                    let content = document.attr(id, AttrName::CONTENT).unwrap_or_default().trim();
                    declared.types[0] |=
                        property.starts_with("article:published") || property == "og:type" && content == "article";
                    declared.types[3] |= property == "og:type" && content == "product";
                    if property == "og:url" && declared.address.is_none() {
                        declared.address = Some(content.to_owned());
                    }
                }
                Tag::LINK if document.attr(id, AttrName::REL).is_some_and(|r| r.trim() == "canonical") => {
                    declared.address = document.attr(id, AttrName::HREF).map(|href| href.trim().to_owned());
                }
                Tag::SCRIPT if document.attr(id, AttrName::TYPE).is_some_and(|t| t.trim() == "application/ld+json") => {
                    for part in document.raw_text(id).split("\"@type\"").skip(1) {
                        let value = part.trim_start_matches([' ', ':', '[', '\n', '\t', '\r']);
                        let name = value.strip_prefix('"').and_then(|v| v.split('"').next()).unwrap_or_default();
                        for (declared, names) in declared.types.iter_mut().zip(TYPES) {
                            *declared |= names.contains(&name);
                        }
                    }
                }
                Tag::INPUT => declared.searched.add_box(document, id),
                _ => {}
            }
        }
        declared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn declared(html: &str) -> Declared {
        Declared::new(&parse(html.as_bytes(), &ParseOptions::default()).unwrap())
    }

    #[test]
    fn types_are_read_from_both_vocabularies() {
        assert_eq!(declared("<meta property=og:type content=article>").types, [true, false, false, false]);
        let json = r#"<script type="application/ld+json">[{"@type": "ItemList"}, {"@type":"Product"}]</script>"#;
        assert_eq!(declared(json).types, [false, true, false, true]);
        assert_eq!(declared("<p>Article</p>").types, [false; 4]);
    }

    #[test]
    fn the_canonical_address_goes_before_others() {
        let both = "<meta property=og:url content=//b><link rel=canonical href=//a>";
        assert_eq!(declared(both).address.as_deref(), Some("//a"));
    }
}
