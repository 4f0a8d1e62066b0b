//! A part of a template as found on a page.

use crate::dom::declared_addresses;
use crate::dom::document::Document;
use crate::posts::fields::PostNodes;
use crate::records::columns::draft::ColumnDraft;
use crate::records::record::Record;
use crate::site::templates::cluster_model::Composed;
use crate::wrapper::parts::objects::WrappedObjects;
use url::Url;
/// A part of a template as found on a page.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The records in document order; for an article, its element.
    pub records: Vec<Record>,
    /// For each record, its similarity to those that the part was learnt from, from 0 to 1.
    pub fits: Vec<f32>,
    /// The template's columns with the items of the records.
    pub columns: Vec<ColumnDraft>,
    /// For each column, the average certainty of its items, from 0 to 1.
    pub certainty: Vec<f32>,
    /// What the part is in addition to records and columns.
    pub(crate) content: Content,
}

/// What a part is in addition to records and columns.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// Nothing else.
    Rows,
    /// Posts.
    Posts(Vec<PostNodes>),
    /// An article, if the page has it.
    Article(Option<Box<Composed>>),
    /// Nothing else; the record is the object that the page is about.
    Item,
    /// Objects; none if their schema is damaged.
    Objects(Option<Box<WrappedObjects>>),
}

/// The host of a page: that of its address, or else the one that it declares.
pub(crate) fn host_of(address: Option<&Url>, document: &Document) -> Option<String> {
    address.and_then(Url::host_str).map(str::to_owned).or_else(|| page_host(document))
}

/// The host that a page declares: that of its canonical address, or of `og:url`.
fn page_host(document: &Document) -> Option<String> {
    declared_addresses(document)
        .filter_map(|text| Url::parse(text).ok())
        .find_map(|url| url.host_str().map(str::to_owned))
}
