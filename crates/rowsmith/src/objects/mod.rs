//! Objects of a domain, found with little knowledge of it: AMBER (Furche et al. 2012).
//!
//! A [`Schema`] says what attributes objects of a domain have and roughly how to recognise them. [`annotate`] finds
//! what may be values. Regular values, called pivots, show where objects are ([`identify`], [`segment`]), and the
//! regularity of the objects repairs the annotations ([`align`]). What was repaired improves the gazetteers (`learn`).
//!
//! [`Method::Amber`] is the paper and nothing else: if it finds no data area there are no objects.
//! [`Method::Agreement`] lets pivots and the record extractor judge each other.

use crate::types::FoundBy;
pub(crate) mod agree;
pub(crate) mod amber;
pub(crate) mod annotate;
pub(crate) mod extraction;
pub(crate) mod hints;
pub(crate) mod labels;
pub(crate) mod learning;
pub(crate) mod quantity;
pub(crate) mod schema;

pub use amber::align::{align, tag_paths};
pub use amber::areas::{AreaOptions, DataArea, identify};
pub use amber::learn::{Change, Evidence, Knowledge, LearnRules, NoiseTest, Observed, Terms, components, phrases};
pub(crate) use amber::observe::terms_of;
pub use amber::observe::{TermAt, observe, observe_page, observe_places};
pub use amber::segmentation::segment;
pub use annotate::{Annotation, Found, Surroundings, TextItem, annotate, annotate_text};
pub use extraction::{Aligned, Object, ObjectList, ObjectValue};
pub use learning::{
    AttributeRound, Decision, Found as FoundTerms, KeptTerm, Learning, LearningState, Progress, Seen, Sighting,
    TermPlace, TermScore, TermState, TermStatus, Verdict, Was,
};
pub use schema::domains::{DOMAINS, domain, shipped_file};
pub use schema::gazetteer::{CaseRule, FoundTerm, Gazetteer, Gazetteers};
pub use schema::value::value_of;
pub use schema::{Annotator, Attribute, Choice, Recogniser, Schema, Spread, Struck, Thresholds};

use crate::Budget;
use crate::dom::{AttrName, Document, line};
use crate::objects::labels::Labeller;
use crate::records;
use crate::records::{
    Candidate, ColumnDraft, ColumnModel, ColumnOptions, PageFacts, Record, align_within, column_drafts,
};
use crate::tree::{EditDistances, PageTree, Similarities, TreeId};
use crate::types::ColumnKind;

/// How objects are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// Pivots and the record extractor judge each other's lists, and attributes are columns of its alignment.
    #[default]
    Agreement,
    /// The paper's own way: data areas from pivots, attributes at tag paths.
    Amber,
}

/// Options for extracting objects.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// How objects are found.
    pub method: Method,
    /// Options of the record extractor, which [`Method::Agreement`] uses.
    pub records: records::Options,
}

impl Options {
    /// The default options: the recogniser of values and the search for lists judge each other.
    ///
    /// ```
    /// use rowsmith::options::{ObjectMethod, ObjectSearch};
    ///
    /// assert_eq!(ObjectSearch::new().method, ObjectMethod::Agreement);
    /// ```
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets how objects are found.
    ///
    /// ```
    /// use rowsmith::options::{ObjectMethod, ObjectSearch};
    ///
    /// assert_eq!(ObjectSearch::new().method(ObjectMethod::Amber).method, ObjectMethod::Amber);
    /// ```
    #[must_use]
    pub fn method(mut self, method: Method) -> Options {
        self.method = method;
        self
    }

    /// Sets how lists are found and chosen.
    ///
    /// ```
    /// use rowsmith::options::{ListSearch, ObjectSearch};
    ///
    /// let search = ObjectSearch::new().records(ListSearch::new().min_confidence(0.5));
    /// assert_eq!(search.records.min_confidence, 0.5);
    /// ```
    #[must_use]
    pub fn records(mut self, records: records::Options) -> Options {
        self.records = records;
        self
    }
}

/// If at least this share of a list's records has a pivot, it is a list of objects whatever its confidence.
const SURE_SHARE: f64 = 0.6;
/// If the data areas of a pivot have at least this many records, the pivots after it are not tried.
const ENOUGH_PIVOTS: usize = 6;
/// A list with a smaller share of pivots is not a list of objects, if the page has any pivot.
const LEAST_SHARE: f64 = 0.3;

/// The lists of objects on a page, likeliest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extraction {
    /// First those that the page is about, if any, then the others.
    pub lists: Vec<ObjectList>,
    /// Whether [`Limits::max_work`](crate::Limits) was exceeded.
    pub exhausted: bool,
}

/// Finds the objects of a page. With `all`, returns other lists in addition to the main ones.
///
/// Takes near-linear time on real pages; `max_work` bounds the comparisons, once for finding lists, once for edit
/// distances and once for aligning. A page without objects gives no list.
pub fn find_objects(
    document: &Document,
    page: &PageTree,
    schema: &Schema,
    options: &Options,
    all: bool,
    max_work: u64,
) -> Extraction {
    find_objects_on(&PageFacts::new(document, page), schema, options, all, max_work)
}

/// Like [`find_objects`], for a page whose facts are known.
pub fn find_objects_on(
    facts: &PageFacts<'_>,
    schema: &Schema,
    options: &Options,
    all: bool,
    max_work: u64,
) -> Extraction {
    let page = facts.page;
    let surroundings = Surroundings::new(page);
    let mut distances = EditDistances::new(&page.tree, &facts.classes, max_work);
    let mut context =
        Context { facts, schema, options, surroundings: &surroundings, work: Budget::new(max_work), exhausted: false };
    let mut lists = match options.method {
        Method::Amber => context.amber(&mut distances),
        Method::Agreement => context.agreement(&mut distances, all, max_work),
    };
    if !all {
        lists.retain(|list| list.main);
    }
    let exhausted = context.exhausted || distances.exhausted || context.work.is_exhausted();
    Extraction { lists, exhausted }
}

/// The areas found from the nodes of a pivot.
struct PivotAreas {
    pivot: usize,
    nodes: Vec<TreeId>,
    /// The number of records in its areas.
    covered: usize,
    areas: Vec<Vec<Record>>,
}

struct Context<'a> {
    facts: &'a PageFacts<'a>,
    schema: &'a Schema,
    options: &'a Options,
    surroundings: &'a Surroundings,
    work: Budget,
    exhausted: bool,
}

impl Context<'_> {
    fn area_options(&self) -> AreaOptions {
        let thresholds = self.schema.thresholds;
        AreaOptions { depth: thresholds.depth, distance: thresholds.distance, spread: thresholds.spread }
    }

    /// The nodes annotated with an attribute, without duplicates. Hidden nodes cannot be pivots.
    fn pivots(&self, annotations: &[Annotation], attribute: usize) -> Vec<TreeId> {
        let of = annotations.iter().filter(|a| a.found.attribute == attribute && !self.facts.hidden[a.node]);
        let mut nodes: Vec<TreeId> = of.map(|a| a.node).collect();
        nodes.dedup();
        nodes
    }

    fn language(&self) -> Option<&str> {
        self.facts.document.attr(Document::ROOT, AttrName::LANG)
    }

    /// Runs algorithm 1 with each possible pivot; the one whose objects have most attributes wins.
    fn amber(&mut self, distances: &mut EditDistances<'_>) -> Vec<ObjectList> {
        let (document, page) = (self.facts.document, self.facts.page);
        let annotations = annotate(document, page, self.schema, self.surroundings, &|_| true);
        let mut best: (usize, Vec<ObjectList>) = (0, Vec::new());
        for &pivot in &self.schema.pivots {
            let nodes = self.pivots(&annotations, pivot);
            let areas = agree::pivot_areas(self.facts, &nodes, self.area_options(), distances);
            let most = areas.iter().map(Vec::len).max().unwrap_or(0);
            let lists: Vec<ObjectList> = areas
                .into_iter()
                .map(|records| {
                    let aligned = align(page, &records, self.schema, &annotations);
                    let with_pivot = aligned.iter().filter(|row| row.iter().any(|a| a.attribute == pivot)).count();
                    let pivot_share = with_pivot as f64 / records.len().max(1) as f64;
                    let main = records.len() * 2 >= most;
                    let objects = records.into_iter().zip(aligned);
                    let objects = objects.map(|(record, row)| self.read(record, &row, &annotations)).collect();
                    let found_by = FoundBy::Pivots;
                    ObjectList { main, found_by, pivot: Some(pivot), pivot_share, confidence: None, objects }
                })
                .collect();
            let coverage = lists.iter().flat_map(|l| &l.objects).map(|o| o.values.len()).sum();
            if coverage > best.0 {
                best = (coverage, lists);
            }
        }
        best.1
    }

    /// The values of aligned nodes.
    fn read(&self, record: Record, row: &[Aligned], annotations: &[Annotation]) -> Object {
        let (document, page) = (self.facts.document, self.facts.page);
        let mut values: Vec<ObjectValue> = row
            .iter()
            .map(|aligned| {
                let schema = &self.schema.attributes[aligned.attribute];
                let whole = self.node_text(document, page, aligned.node);
                let span = amber::align::of_node(annotations, aligned.node)
                    .iter()
                    .find(|a| a.found.attribute == aligned.attribute && !a.found.span.is_empty())
                    .filter(|_| !schema.whole)
                    .and_then(|a| whole.get(a.found.span.clone()));
                let text = span.unwrap_or(&whole).to_owned();
                ObjectValue {
                    attribute: aligned.attribute,
                    node: aligned.node,
                    value: value_of(schema, &text, self.language()),
                    text,
                    provenance: aligned.provenance,
                    support: aligned.support,
                    column: None,
                }
            })
            .collect();
        values.sort_by_key(|v| (v.attribute, v.node));
        Object { record, values }
    }

    /// The content of a node: its text, the target of a link, the source of an image.
    fn node_text(&self, document: &Document, page: &PageTree, id: TreeId) -> String {
        if page.is_text(id) {
            return line(document, page.spans[id].from, page.spans[id].to);
        }
        if let Some(target) = annotate::link_target(document, page, id) {
            return target.to_owned();
        }
        if page.is_terminal(id) {
            return records::image_source(document, page.node(id)).unwrap_or_default().to_owned();
        }
        match page.tree.terminals(id) {
            0 => records::described(document, page.node(id)).unwrap_or_default().to_owned(),
            _ => records::composite_text(document, page, id),
        }
    }

    fn agreement(&mut self, distances: &mut EditDistances<'_>, all: bool, max_work: u64) -> Vec<ObjectList> {
        let facts = self.facts;
        // first the pivots with enough of their nodes in data areas, in order, each tried if those before it gave
        // nothing; then the others, by the number of nodes in data areas
        let mut found: Vec<PivotAreas> = Vec::new();
        for &pivot in &self.schema.pivots {
            let is_pivot = |a: usize| a == pivot;
            let annotations = annotate(facts.document, facts.page, self.schema, self.surroundings, &is_pivot);
            let nodes = self.pivots(&annotations, pivot);
            let areas = agree::pivot_areas(facts, &nodes, self.area_options(), distances);
            let of = PivotAreas { pivot, nodes, covered: areas.iter().map(Vec::len).sum(), areas };
            if of.covered >= ENOUGH_PIVOTS {
                let lists = self.lists_of(Some(pivot), &of.areas, &of.nodes, all, max_work);
                if !lists.is_empty() {
                    return lists;
                }
            }
            found.push(of);
        }
        found.retain(|of| of.covered > 0);
        found.sort_by_key(|of| std::cmp::Reverse(of.covered));
        for of in found.iter().filter(|of| of.covered < ENOUGH_PIVOTS) {
            let lists = self.lists_of(Some(of.pivot), &of.areas, &of.nodes, all, max_work);
            if !lists.is_empty() {
                return lists;
            }
        }
        if found.is_empty() {
            return self.lists_of(None, &[], &[], all, max_work);
        }
        if self.schema.attributes.iter().all(|a| a.role.is_none()) {
            return Vec::new();
        }
        // prices of something else, on a page whose objects have none
        let mut lists = self.lists_of(None, &[], &[], all, max_work);
        lists.retain(|list| self.tells_domain(list));
        lists
    }

    /// Whether many objects of a list have what lists of other things do not have: a value other than a title, a date
    /// or the like.
    fn tells_domain(&self, list: &ObjectList) -> bool {
        let telling = |v: &ObjectValue| {
            let attribute = &self.schema.attributes[v.attribute];
            attribute.role.is_none()
                && !attribute.value.is_address()
                && v.provenance == crate::types::Provenance::Annotated
        };
        let with = list.objects.iter().filter(|object| object.values.iter().any(telling)).count();
        with as f64 >= LEAST_SHARE * list.objects.len().max(1) as f64
    }

    /// The lists of objects on which the record extractor and the nodes of a pivot agree.
    fn lists_of(
        &mut self,
        pivot: Option<usize>,
        areas: &[Vec<Record>],
        pivots: &[TreeId],
        all: bool,
        max_work: u64,
    ) -> Vec<ObjectList> {
        let facts = self.facts;
        let mut sims = Similarities::new(&facts.page.tree, &facts.classes, max_work);
        let judged = agree::judge(facts, areas, pivots, &self.options.records, &mut sims);
        self.exhausted |= sims.exhausted;
        let mut lists: Vec<ObjectList> = Vec::new();
        let mut shown: Vec<Candidate> = Vec::new();
        for (rank, candidate) in judged.into_iter().enumerate() {
            let sure = candidate.ranked.confidence.is_some_and(|c| c >= self.options.records.min_confidence);
            let is_object_list = match pivot {
                Some(_) => candidate.share >= SURE_SHARE || rank == 0 && sure && candidate.share >= LEAST_SHARE,
                None => rank == 0 && sure,
            };
            if !is_object_list || shown.iter().any(|other| other.overlaps(&candidate.ranked.candidate)) {
                if rank == 0 && !all {
                    break;
                }
                continue;
            }
            let objects = self.objects(&candidate.ranked.candidate.to_records());
            // a list in which nothing is an attribute of the domain
            if pivot.is_none() && !objects.iter().any(|o| self.tells(o)) {
                break;
            }
            let found_by = if pivot.is_some() { FoundBy::Agreement } else { FoundBy::Records };
            lists.push(ObjectList {
                main: lists.is_empty() && rank == 0,
                found_by,
                pivot,
                pivot_share: candidate.share,
                confidence: candidate.ranked.confidence,
                objects,
            });
            shown.push(candidate.ranked.candidate);
            if !all {
                break;
            }
        }
        lists
    }

    /// Whether an object has more than a link or an image, which the items of every list have.
    fn tells(&self, object: &Object) -> bool {
        let telling = |v: &ObjectValue| !self.schema.attributes[v.attribute].value.is_address();
        object.values.iter().any(telling)
    }

    /// The objects of a list, read from the record extractor's columns.
    fn objects(&self, records: &[Record]) -> Vec<Object> {
        let (document, page) = (self.facts.document, self.facts.page);
        let aligned = align_within(document, page, records, &self.options.records.align, &self.work);
        let composites = self.schema.attributes.iter().all(|a| a.role.is_none());
        let columns = ColumnOptions { composites, ..ColumnOptions::plain() };
        let drafts = column_drafts(document, page, records, aligned, &columns);
        let (schema, surroundings, language) = (self.schema, self.surroundings, self.language());
        let labeller = Labeller { document, page, schema, surroundings, language };
        let model = self.options.records.columns.model();
        let values = labeller.label(&drafts, records.len(), &roles_of(document, page, schema, records, &drafts, model));
        records.iter().cloned().zip(values).map(|(record, values)| Object { record, values }).collect()
    }
}

/// Which items of some columns are values of which attributes, for each record.
pub(crate) fn label_columns(
    document: &Document,
    page: &PageTree,
    schema: &Schema,
    drafts: &[ColumnDraft],
    records: &[Record],
    language: Option<&str>,
) -> Vec<Vec<ObjectValue>> {
    let surroundings = &Surroundings::new(page);
    let roles = roles_of(document, page, schema, records, drafts, ColumnModel::built_in());
    Labeller { document, page, schema, surroundings, language }.label(drafts, records.len(), &roles)
}

/// The probability of each role for each column, if the schema has roles.
fn roles_of(
    document: &Document,
    page: &PageTree,
    schema: &Schema,
    records: &[Record],
    drafts: &[ColumnDraft],
    model: &ColumnModel,
) -> Vec<Vec<f64>> {
    match schema.attributes.iter().any(|a| a.role.is_some()) {
        true => records::role_probabilities(document, page, records, drafts, model),
        false => Vec::new(),
    }
}

/// Reads items of columns that are known to belong to attributes.
pub(crate) struct ItemReader<'a> {
    document: &'a Document,
    page: &'a PageTree,
    schema: &'a Schema,
    surroundings: Surroundings,
}

impl<'a> ItemReader<'a> {
    /// One pass over the page.
    pub(crate) fn new(document: &'a Document, page: &'a PageTree, schema: &'a Schema) -> ItemReader<'a> {
        ItemReader { document, page, schema, surroundings: Surroundings::new(page) }
    }

    /// The value of an attribute in an item; `inferred` says whether the item is one if nothing is recognised in it.
    pub(crate) fn value(
        &self,
        kind: ColumnKind,
        attribute: usize,
        item: (TreeId, &str),
        inferred: bool,
    ) -> Option<ObjectValue> {
        let ItemReader { document, page, schema, ref surroundings } = *self;
        let language = document.attr(Document::ROOT, AttrName::LANG);
        Labeller { document, page, schema, surroundings, language }.read_item(kind, attribute, item, inferred)
    }
}
