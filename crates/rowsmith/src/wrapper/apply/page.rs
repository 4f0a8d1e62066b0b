//! Applying a wrapper to a page in one call, with results as they are serialised.

use crate::limits::Limits;
use crate::site::sample::SitePage;

use crate::Budget;
use crate::article::result::Renderings;
use crate::content::Addresses;
use crate::dom::ElementPaths;
use crate::dom::base_of;
use crate::output::{ObjectContext, PostWriter, TableContext, cell_of, column_of, drafts_table, object_table};
use crate::recognize::date::DateTime;
use crate::records::{AlignOptions, ColumnDraft, ColumnOptions};
use crate::types::cell::NamedCell;
use crate::types::{
    AppliedArticle, AppliedPage, ArticlePage, Column, PartTable, RegionTable, Warning, article_table, posts_table_of,
};
use crate::warnings::page_warnings;
use crate::wrapper::apply::applied::{Content, host_of};
use crate::wrapper::apply::{AppliedNodes, Applier, given};
use crate::wrapper::format::Part;
use crate::wrapper::parts::article::is_metadata;
use crate::wrapper::parts::objects::WrappedObjects;
use crate::wrapper::parts::post_fields::is_field;

/// How wrappers are applied.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ApplyOptions {
    /// Also give the text of articles as Markdown.
    pub markdown: bool,
    /// Also give the text of articles and the bodies of posts as HTML.
    pub html: bool,
}

impl ApplyOptions {
    /// The default options: texts as they are, in no other format.
    ///
    /// ```
    /// use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// # let page = |title: &str| {
    /// #     let text = format!("{title} was seen at the harbour, where <b>it</b> had been expected for a long time. ").repeat(5);
    /// #     let html = format!("<title>{title}</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one template, with a text of some length each
    /// let wrapper = Wrapper::learn(&[page("A lamp")?, page("The old crane")?, page("Fog")?], &LearnOptions::new());
    /// let article = wrapper.apply(&page("Low tide")?, &ApplyOptions::new()).article.expect("the template has one");
    /// assert!(article.text.contains("Low tide was seen at the harbour, where it had been expected"));
    /// assert!(article.markdown.is_empty() && article.html.is_empty());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> ApplyOptions {
        ApplyOptions::default()
    }

    /// Also give the text of articles as Markdown.
    ///
    /// ```
    /// use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// # let page = |title: &str| {
    /// #     let text = format!("{title} was seen at the harbour, where <b>it</b> had been expected for a long time. ").repeat(5);
    /// #     let html = format!("<title>{title}</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one template, with a text of some length each
    /// let wrapper = Wrapper::learn(&[page("A lamp")?, page("The old crane")?, page("Fog")?], &LearnOptions::new());
    /// let applied = wrapper.apply(&page("Low tide")?, &ApplyOptions::new().markdown(true));
    /// assert!(applied.article.is_some_and(|article| article.markdown.contains("where **it** had been expected")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn markdown(mut self, markdown: bool) -> ApplyOptions {
        self.markdown = markdown;
        self
    }

    /// Also give the text of articles and the bodies of posts as HTML.
    ///
    /// ```
    /// use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// # let page = |title: &str| {
    /// #     let text = format!("{title} was seen at the harbour, where <b>it</b> had been expected for a long time. ").repeat(5);
    /// #     let html = format!("<title>{title}</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one template, with a text of some length each
    /// let wrapper = Wrapper::learn(&[page("A lamp")?, page("The old crane")?, page("Fog")?], &LearnOptions::new());
    /// let applied = wrapper.apply(&page("Low tide")?, &ApplyOptions::new().html(true));
    /// assert!(applied.article.is_some_and(|article| article.html.contains("where <strong>it</strong> had been expected")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn html(mut self, html: bool) -> ApplyOptions {
        self.html = html;
        self
    }
}

impl Applier<'_> {
    /// Extracts what the wrapper knows from a parsed page. `now` is when it was fetched.
    ///
    /// Takes time linear in the page for each variant of records; most of the total time goes into parsing. A page that
    /// fits no template is not an error: its result says so.
    pub(crate) fn apply_parsed(
        &self,
        input: &SitePage,
        limits: &Limits,
        now: Option<DateTime>,
        options: &ApplyOptions,
    ) -> AppliedPage {
        let (document, page, address) = (&*input.document, &*input.view, input.address.as_ref());
        let host = host_of(address, document);
        let AppliedNodes { template, fit, parts, drift, pivots } =
            self.apply_to(document, page, host.as_deref(), limits.max_work);
        let base = base_of(document, address);
        let paths = ElementPaths::new(document);
        let context = TableContext {
            document,
            page,
            paths: &paths,
            base: base.as_ref(),
            columns: &ColumnOptions::default(),
            align: AlignOptions::default(),
            work: Budget::new(limits.max_work),
            output: Budget::new(limits.max_output as u64),
        };
        let renderings = Renderings { markdown: options.markdown.then(Default::default), html: options.html };
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
                    let table = drafts_table(&context, &applied.records, given(part, applied.columns));
                    result.regions.push(RegionTable { score, found_by: "wrapper".into(), ..table });
                    result.regions.last().cloned()
                }
                Content::Item => {
                    let table = drafts_table(&context, &applied.records, given(part, applied.columns));
                    result.item = Some(RegionTable { score, found_by: "wrapper".into(), ..table });
                    result.item.clone()
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
                        given(part, applied.columns).into_iter().filter(|draft| !is_field(&draft.name)).collect();
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
                    let mut table = article_table(&article);
                    let mut article: AppliedArticle = article.into();
                    without_removed(part, &mut table);
                    for draft in own_columns(part, &applied.columns) {
                        let (column, cell) = (column_of(draft), cell_of(draft, 0, context.base));
                        // what every article has stands in the fields of the line
                        let further = cell.clone().filter(|_| !is_metadata(&draft.name));
                        let named = further.map(|cell| NamedCell { name: draft.name.clone(), cell });
                        let named = named.filter(|named| {
                            context
                                .output
                                .spend((named.name.len() + named.cell.text.len() + named.cell.address().len()) as u64)
                        });
                        article.cells.extend(named);
                        match table.column(&draft.name) {
                            Some(at) => (table.columns[at], table.records[0].cells[at]) = (column, cell),
                            None => {
                                table.columns.push(column);
                                table.records[0].cells.push(cell);
                            }
                        }
                    }
                    result.article = Some(article);
                    table
                }),
            };
            result.tables.extend(table.map(|table| {
                let table = RegionTable { score, found_by: "wrapper".into(), ..table };
                PartTable { kind: part.kind, table }
            }));
        }
        let mut truncated = document.source.truncated;
        truncated.output = context.output.is_exhausted();
        let nothing = result.tables.is_empty() && result.drift.is_empty();
        result.warnings = page_warnings(document, page, truncated, nothing.then_some(Warning::NoListFound));
        result
    }
}

/// Takes out of an article's table what a person has removed.
fn without_removed(part: &Part, table: &mut RegionTable) {
    for column in part.columns.iter().filter(|column| column.dropped) {
        if let Some(at) = table.column(&column.learnt_name) {
            table.columns.remove(at);
            table.records.iter_mut().for_each(|record| drop(record.cells.remove(at)));
        }
    }
}

/// The columns of an article that a person has added.
fn own_columns<'a>(part: &'a Part, drafts: &'a [ColumnDraft]) -> impl Iterator<Item = &'a ColumnDraft> {
    let own = part.columns.iter().zip(drafts).filter(|(column, _)| column.selector.own && !column.dropped);
    own.map(|(_, draft)| draft)
}

/// Whether a part with posts has a column: its own ones, and those derived from one of them.
fn has_column(part: &Part, name: &str) -> bool {
    let of = match name {
        "date_text" => "date",
        name => name,
    };
    part.columns.iter().any(|c| c.name == of && !c.dropped)
}
