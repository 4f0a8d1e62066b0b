//! From the bytes of a page to what a wrapper knows of it, in one call.

use crate::limits::Limits;
use crate::site::sample::SitePage;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use url::Url;

use crate::Budget;
use crate::article::render::Addresses;
use crate::article::result::Renderings;
use crate::dom::ElementPaths;
use crate::dom::base_of;
use crate::output::{ObjectContext, PostWriter, TableContext, column_of, drafts_table, object_table};
use crate::recognize::date::DateTime;
use crate::records::{AlignOptions, ColumnDraft};
use crate::types::{ArticlePage, Column, ObjectTable, Post, RegionTable, Warning, article_table, posts_table_of};
use crate::warnings::page_warnings;
use crate::wrapper::apply::applied::{Content, page_host};
use crate::wrapper::apply::drift::Drift;
use crate::wrapper::apply::{AppliedNodes, Applier};
use crate::wrapper::format::{Part, PartKind};
use crate::wrapper::parts::objects::WrappedObjects;
use crate::wrapper::parts::post_fields::is_field;

/// How wrappers are applied.
#[derive(Clone, Debug, Default)]
pub struct ApplyOptions {
    /// Give the text of articles as Markdown, too.
    pub markdown: bool,
    /// Give the text of articles and the bodies of posts as HTML, too.
    pub html: bool,
}

/// The result of applying a wrapper to a page: one JSON line. What the page holds is in the fields that the single
/// extractors have for it: `regions` for lists, `areas` for objects, `posts`, and those of an [`ArticlePage`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AppliedPage {
    /// The input as the caller named it.
    pub source: String,
    /// The template that the page fits; `None` if it fits none.
    pub template: Option<String>,
    /// How well it fits the nearest template, from 0 to 1.
    pub fit: f32,
    /// One table a list, with the part's columns, whatever the page has of them. Parts without records are left out.
    pub regions: Vec<RegionTable>,
    /// The posts.
    pub posts: Vec<Post>,
    /// The objects of a domain, one table a part, with all attributes that the part has, whatever the page has of them.
    pub areas: Vec<ObjectTable>,
    /// The article.
    pub article: Option<ArticlePage>,
    /// All parts as tables, each with its kind.
    pub tables: Vec<(PartKind, RegionTable)>,
    /// What departs from what was learnt. Empty where all is well.
    pub drift: Vec<Drift>,
    /// What a user should know beside that.
    pub warnings: Vec<Warning>,
}

impl Serialize for AppliedPage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("source", &self.source)?;
        map.serialize_entry("template", &self.template)?;
        map.serialize_entry("fit", &self.fit)?;
        if let Some(article) = &self.article {
            map.serialize_entry("title", &article.title)?;
            map.serialize_entry("author", &article.author)?;
            map.serialize_entry("date", &article.date)?;
            map.serialize_entry("language", &article.language)?;
            map.serialize_entry("site_name", &article.site_name)?;
            map.serialize_entry("canonical_url", &article.canonical_url)?;
            map.serialize_entry("image", &article.image)?;
            map.serialize_entry("tags", &article.tags)?;
            map.serialize_entry("description", &article.description)?;
            map.serialize_entry("text", &article.text)?;
            if !article.markdown.is_empty() {
                map.serialize_entry("markdown", &article.markdown)?;
            }
            if !article.html.is_empty() {
                map.serialize_entry("html", &article.html)?;
            }
            map.serialize_entry("path", &article.path)?;
        }
        if !self.posts.is_empty() {
            map.serialize_entry("posts", &self.posts)?;
        }
        if !self.areas.is_empty() {
            map.serialize_entry("areas", &self.areas)?;
        }
        let nothing = self.posts.is_empty() && self.areas.is_empty() && self.article.is_none();
        if !self.regions.is_empty() || nothing {
            map.serialize_entry("regions", &self.regions)?;
        }
        if !self.drift.is_empty() {
            map.serialize_entry("drift", &self.drift)?;
        }
        if !self.warnings.is_empty() {
            map.serialize_entry("warnings", &self.warnings)?;
        }
        map.end()
    }
}

impl Applier<'_> {
    /// Extracts what the wrapper knows from a parsed page. `now` is when it was fetched.
    ///
    /// Linear in the page, for each variant of records; parsing takes most of the time. A page that fits no template is
    /// no error: its result says so.
    pub(crate) fn apply_parsed(
        &self,
        input: &SitePage,
        limits: &Limits,
        now: Option<DateTime>,
        options: &ApplyOptions,
    ) -> AppliedPage {
        let (document, page, address) = (&*input.document, &*input.view, input.address.as_ref());
        let own_host = if address.is_none() { page_host(document) } else { None };
        let host = address.and_then(Url::host_str).or(own_host.as_deref());
        let AppliedNodes { template, fit, parts, drift, pivots } = self.apply_to(document, page, host, limits.max_work);
        let base = base_of(document, address);
        let paths = ElementPaths::new(document);
        let context = TableContext {
            document,
            page,
            paths: &paths,
            base: base.as_ref(),
            split_labels: false,
            align: AlignOptions::default(),
            work: Budget::new(limits.max_work),
            output: Budget::new(limits.max_output as u64),
        };
        let renderings = Renderings { markdown: options.markdown, html: options.html };
        let pivots = pivots.unwrap_or_default();
        let mut result = AppliedPage {
            source: input.source.clone(),
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
                    result.regions.push(RegionTable { score, found_by: "wrapper", ..table });
                    result.regions.last().cloned()
                }
                Content::Objects(objects) => objects.map(|objects| {
                    let WrappedObjects { schema, list } = *objects;
                    let context = ObjectContext {
                        page,
                        paths: &paths,
                        base: base.as_ref(),
                        schema: &schema,
                        output: &context.output,
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
                        document,
                        page,
                        pivots: &pivots,
                        paths: &paths,
                        base: base.as_ref(),
                        now,
                        html: options.html,
                        further: &further,
                        output: &context.output,
                    };
                    let posts = writer.posts(&nodes);
                    let columns: Vec<Column> = further.iter().map(column_of).collect();
                    let table = posts_table_of(&posts, &|name| has_column(part, name), &columns);
                    result.posts.extend(posts);
                    table
                }
                Content::Article(composed) => composed.map(|composed| {
                    let article = composed.render(document, Addresses { base: base.as_ref() }, renderings);
                    let path = applied.records[0].roots(&page.tree).next().map(|root| paths.path(page.node(root)));
                    let article = ArticlePage { path: path.unwrap_or_default(), confidence: score, ..article };
                    let table = article_table(&article);
                    result.article = Some(article);
                    table
                }),
            };
            result.tables.extend(table.map(|table| (part.kind, RegionTable { score, found_by: "wrapper", ..table })));
        }
        let mut truncated = document.source.truncated;
        truncated.output = context.output.is_exhausted();
        let nothing = result.tables.is_empty() && result.drift.is_empty();
        result.warnings = page_warnings(document, page, truncated, nothing.then_some(Warning::NoListFound));
        result
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
