//! From the bytes of a page to what a wrapper knows of it, in one call.

use url::Url;

use crate::article::render::Addresses;
use crate::article::result::Renderings;
use crate::dom::{ElementPaths, ParseOptions, parse};
use crate::dom::{address_of, base_of};
use crate::output::{ObjectContext, PostWriter, TableContext, column_of, drafts_table, object_table};
use crate::recognize::date::DateTime;
use crate::records::{AlignOptions, ColumnDraft};
use crate::tree::PageTree;
use crate::types::{AppliedPage, ArticlePage, Column, PartTable, RegionTable, Warning, article_table, posts_table_of};
use crate::warnings::page_warnings;
use crate::wrapper::apply::applied::{Content, page_host};
use crate::wrapper::apply::{AppliedNodes, Applier};
use crate::wrapper::format::{Part, Wrapper};
use crate::wrapper::parts::objects::WrappedObjects;
use crate::wrapper::parts::post_fields::is_field;
use crate::{Budget, Error};

/// How wrappers are applied.
#[derive(Clone, Debug, Default)]
pub struct ApplyOptions {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The address of the page: links are made absolute by it, and templates of its host go before others.
    pub base_url: Option<String>,
    /// When the page was fetched, from which "3 hours ago" counts.
    pub now: Option<DateTime>,
    /// Give the text of articles as Markdown, too.
    pub markdown: bool,
    /// Give the text of articles and the bodies of posts as HTML, too.
    pub html: bool,
}

/// Extracts what a wrapper knows from the bytes of a page; see [`Applier::apply`], which makes a wrapper ready only once
/// for many pages.
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`].
pub fn apply(wrapper: &Wrapper, bytes: &[u8], source: &str, options: &ApplyOptions) -> Result<AppliedPage, Error> {
    Applier::new(wrapper).apply(bytes, source, options)
}

impl Applier<'_> {
    /// Extracts what the wrapper knows from the bytes of a page. `source` names the page in the result.
    ///
    /// Linear in the page, for each variant of records; parsing takes most of the time.
    ///
    /// # Errors
    /// As [`parse`], and [`Error::BadBaseUrl`]. A page that fits no template is no error: its result says so.
    pub fn apply(&self, bytes: &[u8], source: &str, options: &ApplyOptions) -> Result<AppliedPage, Error> {
        let address = address_of(options.base_url.as_deref())?;
        let document = parse(bytes, &options.parse)?;
        let page = PageTree::new(&document);
        let own_host = if address.is_none() { page_host(&document) } else { None };
        let host = address.as_ref().and_then(Url::host_str).or(own_host.as_deref());
        let limits = &options.parse.limits;
        let AppliedNodes { template, fit, parts, drift, pivots } =
            self.apply_to(&document, &page, host, limits.max_work);
        let base = base_of(&document, address.as_ref());
        let paths = ElementPaths::new(&document);
        let context = TableContext {
            document: &document,
            page: &page,
            paths: &paths,
            base: base.as_ref(),
            split_labels: false,
            align: AlignOptions::default(),
            work: Budget::new(limits.max_work),
            room: Budget::new(limits.max_output as u64),
        };
        let renderings = Renderings { markdown: options.markdown, html: options.html };
        let pivots = pivots.unwrap_or_default();
        let mut result = AppliedPage {
            source: source.to_owned(),
            template: template.map(|t| t.name.clone()),
            fit: (fit * 1000.0).round() / 1000.0,
            drift,
            ..AppliedPage::default()
        };
        for (part, applied) in parts.into_iter().filter(|(_, applied)| !applied.records.is_empty()) {
            let score = f64::from(applied.fits.iter().sum::<f32>() / applied.fits.len() as f32);
            let table = match applied.content {
                Content::Rows => {
                    let table = drafts_table(&context, &applied.records, applied.columns);
                    result.regions.push(RegionTable { score, found_by: "wrapper".into(), ..table });
                    result.regions.last().cloned()
                }
                Content::Objects(objects) => objects.map(|objects| {
                    let WrappedObjects { schema, list } = *objects;
                    let context = ObjectContext {
                        page: &page,
                        paths: &paths,
                        base: base.as_ref(),
                        schema: &schema,
                        room: &context.room,
                    };
                    let area = object_table(&context, &list);
                    let table = area.to_region();
                    result.areas.push(area);
                    table
                }),
                Content::Posts(nodes) => {
                    let further: Vec<ColumnDraft> =
                        applied.columns.into_iter().filter(|draft| !is_field(&draft.name)).collect();
                    let writer = PostWriter {
                        document: &document,
                        page: &page,
                        pivots: &pivots,
                        paths: &paths,
                        base: base.as_ref(),
                        now: options.now,
                        html: options.html,
                        further: &further,
                        room: &context.room,
                    };
                    let posts = writer.posts(&nodes);
                    let columns: Vec<Column> = further.iter().map(column_of).collect();
                    let table = posts_table_of(&posts, &|name| has_column(part, name), &columns);
                    result.posts.extend(posts);
                    table
                }
                Content::Article(composed) => composed.map(|composed| {
                    let article = composed.render(&document, Addresses { base: base.as_ref() }, renderings);
                    let path = applied.records[0].roots(&page.tree).next().map(|root| paths.path(page.node(root)));
                    let article = ArticlePage { path: path.unwrap_or_default(), confidence: score, ..article };
                    let table = article_table(&article);
                    result.article = Some(article.into());
                    table
                }),
            };
            result.tables.extend(table.map(|table| {
                let table = RegionTable { score, found_by: "wrapper".into(), ..table };
                PartTable { kind: part.kind, table }
            }));
        }
        let mut truncated = document.source.truncated;
        truncated.output = context.room.is_exhausted();
        let nothing = result.tables.is_empty() && result.drift.is_empty();
        result.warnings = page_warnings(&document, &page, truncated, nothing.then_some(Warning::NoListFound));
        Ok(result)
    }
}

/// Whether a part of posts has a column: its own, and those that follow from one of them.
fn has_column(part: &Part, name: &str) -> bool {
    let of = match name {
        "date_text" => "date",
        name => name,
    };
    part.columns.iter().any(|c| c.name == of)
}
