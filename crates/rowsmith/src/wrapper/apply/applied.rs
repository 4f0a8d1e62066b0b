//! What a part of a template is on a page.

use crate::dom::document::Document;
use crate::dom::said_addresses;
use crate::posts::fields::PostNodes;
use crate::records::columns::draft::ColumnDraft;
use crate::records::record::Record;
use crate::site::templates::cluster_model::Composed;
use crate::wrapper::parts::objects::WrappedObjects;
use url::Url;
/// What a part of a template is on a page.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The records in document order; of an article, its element.
    pub records: Vec<Record>,
    /// How similar each is to those learnt from, 0 to 1.
    pub fits: Vec<f32>,
    /// The template's columns with the items of the records.
    pub columns: Vec<ColumnDraft>,
    /// Per column, how sure its items are on average, 0 to 1.
    pub certainty: Vec<f32>,
    /// What it is beside records and columns.
    pub(crate) content: Content,
}

/// What a part is beside records and columns.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// Nothing.
    Rows,
    /// Posts.
    Posts(Vec<PostNodes>),
    /// An article, if the page has it.
    Article(Option<Box<Composed>>),
    /// Objects; none where their schema is damaged.
    Objects(Option<Box<WrappedObjects>>),
}

/// The host of a page: that of its address, else the one that it says it is from.
pub(crate) fn host_of(address: Option<&Url>, document: &Document) -> Option<String> {
    address.and_then(Url::host_str).map(str::to_owned).or_else(|| page_host(document))
}

/// The host that a page says it is from: that of its canonical address, or of `og:url`.
fn page_host(document: &Document) -> Option<String> {
    said_addresses(document).filter_map(|text| Url::parse(text).ok()).find_map(|url| url.host_str().map(str::to_owned))
}
