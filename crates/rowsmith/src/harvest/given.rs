//! A harvest whose lists are taken by a wrapper that was given, which is repaired where pages deviate, if that is wanted.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::harvest::lists::{List, Miss};
use crate::harvest::machine::TakenBy;
use crate::harvest::table::joined;
use crate::page::Page;
use crate::types::{Drift, PartKind, RegionTable, Warning};
use crate::wrapper::{ApplyOptions, FoundBack, LearnOptions, MendedTemplate, Template, Wrapper, is_mendable};

/// The most often that a wrapper is repaired in a run. A site is redesigned once; what would have to be repaired again and
/// again are pages of other kinds.
const MOST_REPAIRS: u32 = 5;
/// The most pages that are learnt from in vain, since each costs a search.
const MOST_IN_VAIN: u32 = 20;

/// The wrapper of a harvest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Given {
    /// The wrapper, as far as it is repaired.
    pub(super) wrapper: Wrapper,
    /// The parts of it that are lists, made when needed.
    #[serde(skip)]
    lists: Option<Wrapper>,
    /// Whether it may be repaired.
    repair: bool,
    /// The templates that pages of this run belonged to.
    used: BTreeSet<String>,
    /// How often it was repaired.
    repairs: u32,
    /// From how many pages it was learnt in vain.
    in_vain: u32,
}

/// What a wrapper finds on a page.
struct Found {
    template: Option<String>,
    /// The list, if there are records.
    list: Option<List>,
    drift: Vec<Drift>,
}

impl Found {
    /// Whether the page differs from what was learnt, in a way that is not just more of the same.
    fn deviates(&self) -> bool {
        self.drift.iter().any(is_mendable)
    }
}

/// A repaired wrapper, and what it finds on the page that it was repaired for.
struct Repaired {
    wrapper: Wrapper,
    lists: Wrapper,
    templates: Vec<MendedTemplate>,
    found: Found,
}

impl Given {
    pub(super) fn new(wrapper: Wrapper, repair: bool) -> Given {
        Given { wrapper, lists: None, repair, used: BTreeSet::new(), repairs: 0, in_vain: 0 }
    }

    /// The list of a page, and what was repaired for it. `min_confidence` is that of lists that are learnt again.
    pub(super) fn take(&mut self, page: &Page, min_confidence: f64) -> Result<(List, Vec<MendedTemplate>), Miss> {
        let lists = self.lists.get_or_insert_with(|| lists_of(&self.wrapper));
        let mut found = find(lists, page);
        let mut templates = Vec::new();
        if self.may_be_repaired(&found) {
            match self.repaired(page, found.list.as_ref(), min_confidence) {
                Some(repaired) => {
                    (self.wrapper, self.lists) = (repaired.wrapper, Some(repaired.lists));
                    (found, templates) = (repaired.found, repaired.templates);
                    self.repairs += 1;
                }
                None => self.in_vain += 1,
            }
        }
        let Found { template: Some(template), list, .. } = found else { return Err(Miss::Other) };
        let list = list.ok_or(Miss::NoRecords)?;
        self.used.insert(template);
        Ok((list, templates))
    }

    /// Whether a page is one to repair the wrapper by. That a list ends with a page without records is usual; if it
    /// begins with one, the records may be elsewhere now.
    fn may_be_repaired(&self, found: &Found) -> bool {
        let wanted = match (&found.template, &found.list) {
            (Some(_), None) => self.used.is_empty(),
            // other values may be chance
            (Some(_), Some(_)) => found.drift.iter().any(|drift| {
                matches!(drift, Drift::Renamed | Drift::ColumnVanished { .. } | Drift::ColumnElsewhere { .. })
            }),
            (None, _) => true,
        };
        self.repair && wanted && self.repairs < MOST_REPAIRS && self.in_vain < MOST_IN_VAIN
    }

    /// The wrapper repaired by a page; `None` if it is not better than what it was. A page from which the wrapper takes
    /// records (`before`) may lack a column by chance, which is told: so those records must all be found again, and all
    /// columns, and the page must not deviate any more. A column is given up only for records that could not be had otherwise.
    fn repaired(&self, page: &Page, before: Option<&List>, min_confidence: f64) -> Option<Repaired> {
        let mut options = LearnOptions::new().limits(*page.limits());
        options.records.min_confidence = min_confidence;
        let mended = self.wrapper.repair(&[page], &options);
        let mut templates = mended.templates;
        for template in &mut templates {
            template.columns.retain(|column| is_of_lists(column.part));
        }
        let mut columns = templates.iter().flat_map(|template| &template.columns);
        if templates.is_empty() || before.is_some() && columns.any(|column| column.found == FoundBack::Nothing) {
            return None;
        }
        // A template that pages of this run belong to stays beside the new one. If a page fits both equally well, the last one
        // counts: the new one if only what is inside of the records has changed, which templates are not told apart by.
        let stays = |name: &str| self.used.contains(name);
        let of = |name: &str| self.wrapper.templates.iter().find(|template| template.name == name);
        let mut wrapper = mended.wrapper;
        let (mut beside, mut kept): (Vec<Template>, Vec<Template>) = (Vec::new(), Vec::new());
        for template in std::mem::take(&mut wrapper.templates) {
            match of(&template.name).filter(|old| **old != template && stays(&old.name)) {
                Some(old) => {
                    kept.push(old.clone());
                    beside.push(template);
                }
                None => kept.push(template),
            }
        }
        let count = kept.len();
        wrapper.templates = kept;
        wrapper = wrapper.with(Wrapper { templates: beside, ..Wrapper::default() });
        if before.is_none() {
            wrapper.templates.rotate_left(count);
        }
        let lists = lists_of(&wrapper);
        let found = find(&lists, page);
        let now = found.list.as_ref()?;
        let is_better =
            before.is_none_or(|before| !found.deviates() && nodes(&before.table).is_subset(&nodes(&now.table)));
        is_better.then_some(Repaired { wrapper, lists, templates, found })
    }
}

/// Whether parts of this kind are rows of a list.
fn is_of_lists(kind: PartKind) -> bool {
    matches!(kind, PartKind::List | PartKind::Objects | PartKind::Posts)
}

/// A wrapper of the lists alone: of each template the lists and objects of a domain, or else the posts. Rows of two kinds
/// are no table, and what else a page has does not matter here.
fn lists_of(wrapper: &Wrapper) -> Wrapper {
    let mut lists = wrapper.clone();
    for template in &mut lists.templates {
        let is_table = |kind: PartKind| matches!(kind, PartKind::List | PartKind::Objects);
        let has_table = template.parts.iter().any(|part| is_table(part.kind));
        template.parts.retain(|part| if has_table { is_table(part.kind) } else { part.kind == PartKind::Posts });
    }
    lists
}

fn find(lists: &Wrapper, page: &Page) -> Found {
    let applied = lists.apply(page, &ApplyOptions::new());
    let drift = applied.drift.iter().map(|drift| Warning::Drifted(drift.to_string()));
    let warnings: Vec<Warning> = drift.chain(applied.warnings).collect();
    let tables = applied.tables.into_iter().map(|part| part.table).collect();
    let list = joined(tables).map(|table| List { table, by: TakenBy::Wrapper, warnings });
    Found { template: applied.template, list, drift: applied.drift }
}

fn nodes(table: &RegionTable) -> BTreeSet<&String> {
    table.records.iter().flat_map(|record| &record.nodes).collect()
}
