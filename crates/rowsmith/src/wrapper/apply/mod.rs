//! Applying wrappers to a parsed page, without searching.

use crate::wrapper::apply::applied::Applied;
use crate::wrapper::apply::applied::Content;
pub(crate) mod applied;
pub(crate) mod drift;
pub(crate) mod edited;
pub(crate) mod page;

use std::sync::Arc;

use crate::Budget;
use crate::dom::Document;
use crate::objects::Schema;
use crate::posts::{Pivots, PostNodes};
use crate::records::{ColumnDraft, Record, RecordTree};
use crate::tree::{PageTree, Run, TreeId};
use crate::types::PartKind;
use crate::types::{Drift, Nearest};
use crate::wrapper::apply::drift::{drift_of, drift_without_any, is_many};
use crate::wrapper::apply::edited::Edited;
use crate::wrapper::format::{Part, Template, Wrapper};
use crate::wrapper::labels::PageLabels;
use crate::wrapper::parts::article::{TakenArticle, take_article};
use crate::wrapper::parts::columns::{Rows, Taken, take_items};
use crate::wrapper::parts::further::take_further;
use crate::wrapper::parts::item::{empty_drafts, locate_page};
use crate::wrapper::parts::locate::{CompiledLocator, Located, Verdict, judge, locate, locate_one};
use crate::wrapper::parts::objects::{read_objects, schema_of};
use crate::wrapper::parts::post_fields::is_field;
use crate::wrapper::parts::posts::{TakenPosts, take_fields};
use crate::wrapper::prepared::Prepared;
use crate::wrapper::recognition::{CompiledRecognition, Fit, Outline, is_renamed};

/// What a wrapper finds on a parsed page, as nodes.
#[derive(Clone, Debug)]
pub struct AppliedNodes<'w> {
    /// The template that fits best, if any.
    pub template: Option<&'w Template>,
    /// How well it fits, or how well the nearest one does.
    pub fit: f32,
    /// Its parts as found on the page.
    pub parts: Vec<(&'w Part, Applied)>,
    /// How the page deviates from what was learnt.
    pub drift: Vec<Drift>,
    /// The dates of the page, if it has posts.
    pub(crate) pivots: Option<Pivots>,
}

/// On a page that has known names elsewhere, records without a known name may be this much less similar in structure
/// than the records learnt from.
const RENAMED_FALL: f32 = 0.15;
/// A template with a list may fit a page this much less than one without, if it finds its records there. Templates whose pages differ in
/// nothing but their records fit each other's pages equally well.
const AS_WELL: f32 = 0.02;

/// A wrapper prepared for many pages.
pub struct Applier<'w> {
    templates: Vec<Ready<'w>>,
}

/// A prepared template.
struct Ready<'w> {
    template: &'w Template,
    recognition: CompiledRecognition,
    /// Its parts.
    parts: Vec<ReadyPart<'w>>,
}

impl<'w> Ready<'w> {
    fn new(template: &'w Template) -> Ready<'w> {
        let recognition = CompiledRecognition::new(&template.recognition);
        Ready { template, recognition, parts: template.parts.iter().map(ReadyPart::new).collect() }
    }

    /// The parts that have several records on a page.
    fn lists(&self) -> impl Iterator<Item = &ReadyPart<'w>> {
        self.parts.iter().filter(|ready| is_list(ready.part))
    }
}

/// A prepared part.
struct ReadyPart<'w> {
    part: &'w Part,
    /// Where its records are.
    locator: CompiledLocator,
    /// How the values of objects are read.
    schema: Option<Arc<Schema>>,
    /// What a person has changed.
    edited: Edited,
}

impl<'w> ReadyPart<'w> {
    fn new(part: &'w Part) -> ReadyPart<'w> {
        let schema = part.objects.as_ref().and_then(|rules| schema_of(rules).ok()).map(Arc::new);
        ReadyPart { part, locator: CompiledLocator::new(&part.records), schema, edited: Edited::new(part) }
    }
}

/// Applies a wrapper to a parsed page: chooses the template by host and fit, and extracts its parts.
pub fn apply_to<'w>(
    wrapper: &'w Wrapper,
    document: &Document,
    page: &PageTree,
    host: Option<&str>,
    max_work: u64,
) -> AppliedNodes<'w> {
    Applier::new(wrapper).apply_to(document, page, host, max_work)
}

impl<'w> Applier<'w> {
    /// Prepares a wrapper for many pages. Takes time linear in the size of the wrapper.
    ///
    /// ```
    /// use rowsmith::wrapper::{Applier, ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// # let shop = |names: &[&str]| {
    /// #     let items: Vec<String> = names.iter().map(|n| format!("<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>")).collect();
    /// #     let html = format!("<nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one shop, with so many "<li class=item><a href=/Chair><b>Chair</b></a><i>$ 5.00</i>"
    /// let wrapper = Wrapper::learn(&[shop(&["Chair", "Table", "Lamp", "Bed", "Sofa"])?], &LearnOptions::new());
    /// let applier = Applier::new(&wrapper);
    /// let counts = [shop(&["Shelf"])?, shop(&["Stool", "Rug"])?]
    ///     .map(|page| applier.apply(&page, &ApplyOptions::new()).regions[0].records.len());
    /// assert_eq!(counts, [1, 2]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new(wrapper: &'w Wrapper) -> Applier<'w> {
        Applier { templates: wrapper.templates.iter().map(Ready::new).collect() }
    }

    /// Applies the wrapper to a parsed page: chooses the template by host and fit, and extracts its parts. If the names
    /// of the page's elements have changed but not its structure, records are recognised by structure, and the drift
    /// says so.
    pub(crate) fn apply_to(
        &self,
        document: &Document,
        page: &PageTree,
        host: Option<&str>,
        max_work: u64,
    ) -> AppliedNodes<'w> {
        let prepared = Prepared::new(document, page);
        let Some((ready, fit)) = self.chosen(&prepared, host) else {
            let drift = vec![Drift::NoTemplate { nearest: None }];
            return AppliedNodes { template: None, fit: 0.0, parts: Vec::new(), drift, pivots: None };
        };
        let template = ready.template;
        let work = Budget::new(max_work);
        let (mut drift, mut parts) = (Vec::new(), Vec::new());
        let mut fitting = fit.is_fit(&template.recognition);
        let renamed = is_renamed(fit, &template.recognition);
        if fitting || renamed {
            for ready in &ready.parts {
                let part = ready.part;
                let mut applied = take_part(&prepared, ready, !renamed, &work);
                let is_list = is_list(part);
                if applied.records.is_empty() && fitting && is_list {
                    // only the records may have been renamed, on an otherwise unchanged page
                    let blind = take_part(&prepared, ready, false, &work);
                    if is_alike(part, &blind) {
                        drift.push(Drift::Renamed);
                        applied = blind;
                    }
                }
                let only_names = renamed && !applied.records.is_empty();
                if only_names {
                    drift.push(Drift::Renamed);
                    fitting = true;
                }
                drift.extend(drift_of(part, template.pages, &applied));
                parts.push((part, applied));
            }
        }
        if drift.is_empty() && template.pages == 1 {
            drift.extend(drift_without_any(&parts));
        }
        drift.dedup();
        if !fitting {
            drift = vec![Drift::NoTemplate {
                nearest: Some(Nearest { template: template.name.clone(), fit: fit.total() }),
            }];
            parts.clear();
        }
        let template = fitting.then_some(template);
        AppliedNodes { template, fit: fit.total(), parts, drift, pivots: prepared.into_pivots() }
    }

    /// The template for a page: the nearest one, or, if that has no list, one that fits as well and finds its records on the page.
    fn chosen(&self, page: &Prepared<'_>, host: Option<&str>) -> Option<(&Ready<'w>, Fit)> {
        let (best, best_fit) = nearest(self.templates.iter(), page, host)?;
        if best.lists().next().is_some() {
            return Some((best, best_fit));
        }
        let fits_as_well = |fit: Fit, ready: &Ready<'_>| {
            fit.total() + AS_WELL >= best_fit.total() && fit.is_fit(&ready.template.recognition)
        };
        let finds_records = |ready: &Ready<'_>| ready.lists().any(|list| !located(page, list, true).is_empty());
        let others = fits(self.templates.iter(), page, host).into_iter();
        let mut others: Vec<(&Ready<'w>, Fit)> = others.filter(|(ready, fit)| fits_as_well(*fit, ready)).collect();
        others.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
        others.into_iter().find(|(ready, _)| finds_records(ready)).or(Some((best, best_fit)))
    }
}

/// Whether a part has several records on a page.
fn is_list(part: &Part) -> bool {
    !matches!(part.kind, PartKind::Article | PartKind::Item)
}

/// Whether records recognised by structure alone are as similar, and as many, as those learnt from.
fn is_alike(part: &Part, blind: &Applied) -> bool {
    let mean = blind.fits.iter().sum::<f32>() / blind.fits.len().max(1) as f32;
    mean >= part.statistics.fit[0] - RENAMED_FALL
        && !is_many(part, blind.records.len())
        && blind.records.len() as u32 >= part.statistics.records_a_page[0].max(2)
}

/// The template that fits a page best; those of its host are preferred.
fn nearest<'r, 'w>(
    templates: impl Iterator<Item = &'r Ready<'w>> + Clone,
    page: &Prepared<'_>,
    host: Option<&str>,
) -> Option<(&'r Ready<'w>, Fit)>
where
    'w: 'r,
{
    fits(templates, page, host).into_iter().max_by(|a, b| a.1.total().total_cmp(&b.1.total()))
}

/// How well templates fit a page: those of its host, if there are any.
fn fits<'r, 'w>(
    templates: impl Iterator<Item = &'r Ready<'w>> + Clone,
    page: &Prepared<'_>,
    host: Option<&str>,
) -> Vec<(&'r Ready<'w>, Fit)>
where
    'w: 'r,
{
    let outline = Outline::new(&page.labels);
    let of_host = |r: &&Ready<'_>| host.is_some_and(|host| r.template.hosts.iter().any(|h| h == host));
    let any_of_host = templates.clone().any(|r| of_host(&r));
    templates.filter(|r| !any_of_host || of_host(r)).map(|ready| (ready, ready.recognition.fit(&outline))).collect()
}

/// Posts, with the dates that they refer to and their further columns.
#[derive(Default)]
pub(crate) struct WrappedPosts {
    pub(crate) posts: Vec<PostNodes>,
    pub(crate) pivots: Pivots,
    pub(crate) further: Vec<ColumnDraft>,
}

/// The posts of a page by the template with posts that fits it best, however well.
pub(crate) fn posts_by_wrapper(
    wrapper: &Wrapper,
    document: &Document,
    page: &PageTree,
    host: Option<&str>,
    max_work: u64,
) -> WrappedPosts {
    let prepared = Prepared::new(document, page);
    let has_posts = |t: &&Template| t.parts.iter().any(|p| p.kind == PartKind::Posts);
    let templates: Vec<Ready<'_>> = wrapper.templates.iter().filter(has_posts).map(Ready::new).collect();
    let best = nearest(templates.iter(), &prepared, host).map(|(ready, _)| ready.template);
    let part = best.and_then(|t| t.parts.iter().find(|p| p.kind == PartKind::Posts));
    let Some(Applied { columns, content: Content::Posts(posts), .. }) =
        part.map(|part| apply_part(&prepared, part, &Budget::new(max_work)))
    else {
        return WrappedPosts::default();
    };
    let further =
        part.map_or_else(Vec::new, |part| given(part, columns)).into_iter().filter(|draft| !is_field(&draft.name));
    let further = further.collect();
    WrappedPosts { posts, pivots: prepared.into_pivots().unwrap_or_default(), further }
}

/// The columns of a part, except those that a person has removed.
pub(crate) fn given(part: &Part, columns: Vec<ColumnDraft>) -> Vec<ColumnDraft> {
    let kept = part.columns.iter().zip(columns).filter(|(column, _)| !column.dropped);
    kept.map(|(_, draft)| draft).collect()
}

/// How well a page fits a template.
pub fn template_fit(document: &Document, page: &PageTree, template: &Template) -> Fit {
    CompiledRecognition::new(&template.recognition).fit(&Outline::new(&PageLabels::new(document, page)))
}

/// Extracts a part of a template from a page.
pub(crate) fn apply_part(page: &Prepared<'_>, part: &Part, work: &Budget) -> Applied {
    take_part(page, &ReadyPart::new(part), true, work)
}

/// Where the records of a part are on a page.
fn located(page: &Prepared<'_>, ready: &ReadyPart<'_>, names: bool) -> Vec<Located> {
    let ReadyPart { part, locator, edited, .. } = ready;
    edited.located(page, locator).unwrap_or_else(|| match part.kind {
        PartKind::Article => locate_one(&page.labels, locator, names).into_iter().collect(),
        PartKind::Item => vec![locate_page(page)],
        PartKind::List | PartKind::Objects | PartKind::Posts => locate(&page.labels, locator, names),
    })
}

/// The same with a compiled locator. `names` says whether classes and the like count.
fn take_part(page: &Prepared<'_>, ready: &ReadyPart<'_>, names: bool, work: &Budget) -> Applied {
    let ReadyPart { part, schema, edited, .. } = ready;
    let mut located = located(page, ready, names);
    if matches!(part.kind, PartKind::Article | PartKind::Item) {
        // one a page, whatever a person's selector selects
        located.truncate(1);
    }
    let (records, fits): (Vec<Record>, Vec<f32>) =
        located.into_iter().map(|Located { record, fit }| (record, fit)).unzip();
    let (content, Taken { drafts, certainty }) = match part.kind {
        PartKind::List | PartKind::Objects => {
            let trees: Vec<RecordTree> =
                records.iter().map(|record| RecordTree::new(page.labels.page, record)).collect();
            let mut taken = take_items(&page.labels, &Rows { records: &records, trees: &trees }, part, work);
            edited.take_columns(page, &records, part, &mut taken);
            let read = |schema| read_objects(&page.labels, &records, &part.columns, schema, &mut taken);
            let content = match part.kind {
                PartKind::Objects => Content::Objects(schema.as_ref().map(read).map(Box::new)),
                _ => Content::Rows,
            };
            (content, taken)
        }
        PartKind::Posts => {
            let TakenPosts { mut posts, mut taken } = take_fields(page, &records, &part.columns, names);
            let further = take_further(page, &records, &posts, part, work);
            for (c, draft) in further.drafts.into_iter().enumerate().filter(|(_, draft)| !is_field(&draft.name)) {
                (taken.drafts[c], taken.certainty[c]) = (draft, further.certainty[c]);
            }
            edited.take_columns(page, &records, part, &mut taken);
            edited.put_fields(page, &records, part, &taken, &mut posts);
            (Content::Posts(posts), taken)
        }
        PartKind::Article => match records.first().and_then(|r| r.runs.first()) {
            None => (Content::Article(None), Taken::default()),
            Some(&Run { first: node, .. }) => {
                let TakenArticle { mut composed, mut taken } = take_article(page, part, node);
                edited.take_columns(page, &records, part, &mut taken);
                edited.put_metadata(page, part, &mut taken, &mut composed.metadata);
                (Content::Article(Some(Box::new(composed))), taken)
            }
        },
        PartKind::Item => {
            let drafts = empty_drafts(&part.columns);
            let mut taken = Taken { certainty: vec![1.0; drafts.len()], drafts };
            edited.take_columns(page, &records, part, &mut taken);
            (Content::Item, taken)
        }
    };
    Applied { records, fits, columns: drafts, certainty, content }
}

/// Evaluates one element of a page with a part's record locator.
pub fn verdict(document: &Document, page: &PageTree, part: &Part, id: TreeId) -> Verdict {
    judge(&PageLabels::new(document, page), &CompiledLocator::new(&part.records), id)
}
