//! Applying wrappers to further pages: no search.

use serde::Serialize;
use url::Url;

use super::columns::take_items;
use super::drift::{Drift, drift_of, is_many};
use super::format::{Part, PartKind, Template, Wrapper};
use super::labels::PageLabels;
use super::locate::{CompiledLocator, Verdict, judge, locate};
use super::recognition::{CompiledRecognition, Fit, Outline, is_renamed};
use crate::dom::{AttrName, Document, ElementPaths, ParseOptions, Tag, parse};
use crate::output::{RegionTable, TableContext, Warning, base_of, drafts_table};
use crate::records::{AlignOptions, ColumnDraft, Record};
use crate::tree::{PageTree, TreeId};
use crate::warnings::page_warnings;
use crate::{Budget, Error};

/// How wrappers are applied.
#[derive(Clone, Debug, Default)]
pub struct ApplyOptions {
    /// Charset of the HTTP header, and limits.
    pub parse: ParseOptions,
    /// The address of the page: links are made absolute by it, and templates of its host go before others.
    pub base_url: Option<String>,
}

/// The result of applying a wrapper to a page: one JSON line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AppliedPage {
    /// The input as the caller named it.
    pub source: String,
    /// The template that the page fits; `None` if it fits none.
    pub template: Option<String>,
    /// How well it fits the nearest template, from 0 to 1.
    pub fit: f32,
    /// One table a part, with the part's columns, whatever the page has of them. Parts without records are left out.
    pub regions: Vec<RegionTable>,
    /// What departs from what was learnt. Empty where all is well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drift: Vec<Drift>,
    /// What a user should know beside that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// What a part of a template is on a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Applied {
    /// The records in document order.
    pub records: Vec<Record>,
    /// How similar each is to those learnt from, 0 to 1.
    pub fits: Vec<f32>,
    /// The template's columns with the items of the records.
    pub columns: Vec<ColumnDraft>,
}

/// What a wrapper gives on a parsed page, as nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct AppliedNodes<'w> {
    /// The template that fits best, if any fits.
    pub template: Option<&'w Template>,
    /// How well, or how well the nearest fits.
    pub fit: f32,
    /// What its parts are.
    pub parts: Vec<(&'w Part, Applied)>,
    /// What departs from what was learnt.
    pub drift: Vec<Drift>,
}

/// Extracts what a wrapper knows from the bytes of a page. `source` names the page in the result.
///
/// Linear in the page, for each variant of records; parsing takes most of the time.
///
/// # Errors
/// As [`parse`], and [`Error::BadBaseUrl`]. A page that fits no template is no error: its result says so.
pub fn apply(wrapper: &Wrapper, bytes: &[u8], source: &str, options: &ApplyOptions) -> Result<AppliedPage, Error> {
    let address = match &options.base_url {
        Some(text) => Some(Url::parse(text).map_err(|_| Error::BadBaseUrl(text.clone()))?),
        None => None,
    };
    let document = parse(bytes, &options.parse)?;
    let page = PageTree::new(&document);
    let own_host = if address.is_none() { page_host(&document) } else { None };
    let host = address.as_ref().and_then(Url::host_str).or(own_host.as_deref());
    let limits = &options.parse.limits;
    let applied = apply_to(wrapper, &document, &page, host, limits.max_work);
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
    let tables = applied.parts.iter().filter(|(_, applied)| !applied.records.is_empty()).map(|(part, applied)| {
        let mean = applied.fits.iter().sum::<f32>() / applied.fits.len().max(1) as f32;
        let table = drafts_table(&context, &applied.records, applied.columns.clone());
        RegionTable { main: part.kind != PartKind::Article, score: f64::from(mean), found_by: "wrapper", ..table }
    });
    let regions: Vec<RegionTable> = tables.collect();
    let mut truncated = document.source.truncated;
    truncated.output = context.room.is_exhausted();
    let nothing = regions.is_empty() && applied.drift.is_empty();
    let warnings = page_warnings(&document, &page, truncated, nothing.then_some(Warning::NoListFound));
    Ok(AppliedPage {
        source: source.to_owned(),
        template: applied.template.map(|t| t.name.clone()),
        fit: (applied.fit * 1000.0).round() / 1000.0,
        regions,
        drift: applied.drift,
        warnings,
    })
}

/// Records that have no known name on a page that has known ones are as similar by structure as the records learnt
/// from, but for so much.
const RENAMED_FALL: f32 = 0.15;

/// Applies a wrapper to a parsed page: chooses the template by host and fit, and takes its parts. Where the names of
/// the page's elements have changed but not its structure, records are told by structure, and the drift says so.
pub fn apply_to<'w>(
    wrapper: &'w Wrapper,
    document: &Document,
    page: &PageTree,
    host: Option<&str>,
    max_work: u64,
) -> AppliedNodes<'w> {
    let labels = PageLabels::new(document, page);
    let outline = Outline::new(&labels);
    let of_host = |t: &&Template| host.is_some_and(|host| t.hosts.iter().any(|h| h == host));
    let any_of_host = wrapper.templates.iter().any(|t| of_host(&t));
    let fits = wrapper.templates.iter().filter(|t| !any_of_host || of_host(t)).map(|template| {
        let fit = CompiledRecognition::new(&template.recognition).fit(&outline);
        (template, fit)
    });
    let best = fits.max_by(|a, b| a.1.total().total_cmp(&b.1.total()));
    let Some((template, fit)) = best else {
        let drift = vec![Drift::NoTemplate { nearest: None }];
        return AppliedNodes { template: None, fit: 0.0, parts: Vec::new(), drift };
    };
    let work = Budget::new(max_work);
    let mut drift = Vec::new();
    let mut parts = Vec::new();
    let mut fitting = fit.is_fit(&template.recognition);
    let renamed = is_renamed(fit, &template.recognition);
    if fitting || renamed {
        for part in &template.parts {
            let mut applied = apply_part(&labels, part, !renamed, &work);
            if applied.records.is_empty() && fitting {
                // the records themselves may have been renamed, in a page that otherwise was not
                let blind = apply_part(&labels, part, false, &work);
                let mean = blind.fits.iter().sum::<f32>() / blind.fits.len().max(1) as f32;
                let alike = mean >= part.statistics.fit[0] - RENAMED_FALL && !is_many(part, blind.records.len());
                if alike && blind.records.len() as u32 >= part.statistics.records_a_page[0].max(2) {
                    drift.push(Drift::Renamed);
                    applied = blind;
                }
            }
            let only_names = renamed && !applied.records.is_empty();
            if only_names {
                drift.push(Drift::Renamed);
                fitting = true;
            }
            drift.extend(drift_of(part, &applied.fits, &applied.columns));
            parts.push((part, applied));
        }
    }
    if !fitting {
        drift = vec![Drift::NoTemplate { nearest: Some((template.name.clone(), fit.total())) }];
        parts.clear();
    }
    AppliedNodes { template: fitting.then_some(template), fit: fit.total(), parts, drift }
}

/// The host that a page says it is from: that of its canonical address, or of `og:url`.
pub(super) fn page_host(document: &Document) -> Option<String> {
    let address = |id| match document.tag(id) {
        Tag::LINK if document.attr(id, AttrName::REL)?.eq_ignore_ascii_case("canonical") => {
            document.attr(id, AttrName::HREF)
        }
        Tag::META if document.attr(id, AttrName::PROPERTY)? == "og:url" => document.attr(id, AttrName::CONTENT),
        _ => None,
    };
    let said = document.nodes().take_while(|&id| document.tag(id) != Tag::BODY).filter_map(address);
    said.filter_map(|text| Url::parse(text.trim()).ok()).find_map(|url| url.host_str().map(str::to_owned))
}

/// How well a page fits a template.
pub fn template_fit(document: &Document, page: &PageTree, template: &Template) -> Fit {
    CompiledRecognition::new(&template.recognition).fit(&Outline::new(&PageLabels::new(document, page)))
}

/// Takes a part of a template from a page. `names` tells whether classes and the like count.
pub(super) fn apply_part(labels: &PageLabels<'_>, part: &Part, names: bool, work: &Budget) -> Applied {
    let located = locate(labels, &CompiledLocator::new(&part.records), names);
    let (records, fits): (Vec<Record>, Vec<f32>) = located.into_iter().map(|l| (l.record, l.fit)).unzip();
    let columns = take_items(labels, &records, &part.columns, &part.prototype, work);
    Applied { records, fits, columns }
}

/// Judges one element of a page by a part's record locator.
pub fn verdict(document: &Document, page: &PageTree, part: &Part, id: TreeId) -> Verdict {
    judge(&PageLabels::new(document, page), &CompiledLocator::new(&part.records), id)
}
