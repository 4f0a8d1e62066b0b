//! The articles of a folder of pages: clusters, then FOREST and RTDM, and one answer of both.

use rustc_hash::FxHashMap;

use super::block::{Furniture, LeftOut, TemplateTexts, own_and_all};
use super::blocks::Blocks;
use super::cluster::{ClusterOptions, Comparer, Outline, clusters, similarity};
use super::feed::FeedItem;
use super::context::Context;
use super::fields::FieldSlots;
use super::forest::{Counts, ForestOptions, StructuralPattern, forest, informativeness};
use super::metadata::Metadata;
use super::metadata::json_ld::JsonLd;
use super::metadata::meta::Metas;
use super::render::{Addresses, Kept};
use super::rtdm::{
    BodyLabel, Pattern, RtdmOptions, cluster_pattern, label, label_passages, match_page, nearest_nodes, page_pattern,
};
use super::sample::{SamplePage, Site};
use super::signifiers::{SignifierOptions, Signifiers, anchor_texts, match_feed, signifiers};
use crate::dom::{AttrName, Document, ElementPaths, NodeId, ParseOptions, Tag, parse};
use crate::error::Error;
use crate::output::{ArticlePage, base_of};
use crate::page::rendered;
use crate::tree::TreeId;
use crate::warnings::page_warnings;

/// Which method finds the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SiteMethod {
    /// FOREST alone.
    Forest,
    /// RTDM alone.
    Rtdm,
    /// Where the two agree, their block; else that of the better supported one.
    #[default]
    Both,
}

/// Everything [`article_site`] can be told.
#[derive(Clone, Debug)]
pub struct SiteRequest {
    /// How pages are parsed, and what one may cost.
    pub parse: ParseOptions,
    /// The method.
    pub method: SiteMethod,
    /// Items of the site's feed, see [`parse_feed`](super::feed::parse_feed).
    pub feed: Vec<FeedItem>,
    /// Options of the clustering.
    pub cluster: ClusterOptions,
    /// Options of the signifiers.
    pub signifiers: SignifierOptions,
    /// Options of FOREST.
    pub forest: ForestOptions,
    /// Options of RTDM.
    pub rtdm: RtdmOptions,
    /// At most so many pages are looked at together, evenly spread over the folder; the others are assigned to the
    /// clusters found and handled one at a time. Bounds memory, and time since clustering is quadratic. Default 48 (the
    /// paper's figure 5 sees no gain behind 10 of one template).
    pub sample: usize,
}

impl Default for SiteRequest {
    fn default() -> Self {
        SiteRequest {
            parse: ParseOptions::default(),
            method: SiteMethod::default(),
            feed: Vec::new(),
            cluster: ClusterOptions::default(),
            signifiers: SignifierOptions::default(),
            forest: ForestOptions::default(),
            rtdm: RtdmOptions::default(),
            sample: 48,
        }
    }
}

/// A page of the folder: its name, and its bytes.
#[derive(Clone, Copy, Debug)]
pub struct SiteInput<'a> {
    /// Names the page in the result.
    pub source: &'a str,
    /// The page as it was retrieved.
    pub bytes: &'a [u8],
}

/// What a page of a site is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    /// One article.
    Article,
    /// A list of articles, a page without text, or another page that no article could be found on.
    Other,
}

/// The article of a page of a site.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteArticle {
    /// Its cluster, an index into [`SiteResult::clusters`].
    pub cluster: usize,
    /// What it is.
    pub kind: PageKind,
    /// The result. Of pages that are no article it has what the page says of itself, and no text.
    pub page: ArticlePage,
}

/// Pages of one template.
#[derive(Clone, PartialEq, Debug)]
pub struct ClusterSummary {
    /// Positions of the pages in the folder.
    pub pages: Vec<usize>,
    /// What they are.
    pub kind: PageKind,
    /// FOREST's generic wrapper.
    pub xpath: Option<String>,
    /// The share of the sample's pages on which FOREST and RTDM name the same block.
    pub agreement: f64,
    /// The method whose block was taken where they differ.
    pub taken: SiteMethod,
}

/// What became of a folder.
#[derive(Clone, Debug, Default)]
pub struct SiteResult {
    /// The clusters, in the order of their first page in the sample.
    pub clusters: Vec<ClusterSummary>,
    /// The pages in their order, or why one could not be read.
    pub pages: Vec<Result<SiteArticle, Error>>,
}

/// The articles of a folder of pages.
///
/// Memory is that of the sample and one page. Time is linear in the number of pages behind the sample's, at worst
/// O(sample² · nodes²) for the sample (real templates are near linear), bounded by `Limits::max_work` a comparison.
///
/// # Errors
/// None as a whole: a page that cannot be parsed has its error in its place.
pub fn article_site(inputs: &[SiteInput<'_>], request: &SiteRequest) -> SiteResult {
    let mut results: Vec<Option<Result<SiteArticle, Error>>> = vec![None; inputs.len()];
    let mut site = Site::default();
    let mut sample: Vec<SamplePage> = Vec::new();
    let mut positions: Vec<usize> = Vec::new();
    let wanted = request.sample.max(2).min(inputs.len());
    for i in 0..wanted {
        let at = i * inputs.len() / wanted;
        match parse(inputs[at].bytes, &request.parse) {
            Ok(document) => {
                sample.push(SamplePage::new(document, &mut site));
                positions.push(at);
            }
            Err(error) => results[at] = Some(Err(error)),
        }
    }
    let max_work = request.parse.limits.max_work;
    let mut comparer = Comparer::new(&sample);
    let outlines: Vec<Outline> = sample.iter().map(|page| comparer.outline(page, request.cluster.trees)).collect();
    let groups = clusters(&outlines, &request.cluster, max_work / 8);
    let everything: Vec<&SamplePage> = sample.iter().collect();
    let anchors = anchor_texts(&everything);
    let items = match_feed(&everything, &request.feed);
    let mut models: Vec<ClusterModel> = Vec::new();
    let mut summaries: Vec<ClusterSummary> = Vec::new();
    for group in &groups {
        let pages: Vec<&SamplePage> = group.iter().map(|&i| &sample[i]).collect();
        let group_items: Vec<Option<&FeedItem>> = group.iter().map(|&i| items[i]).collect();
        let marked = signifiers(&pages, &group_items, &anchors, &request.signifiers, &mut site);
        let (model, blocks) = ClusterModel::learn(&pages, &group_items, &marked, request);
        for (k, (&i, page)) in group.iter().zip(&pages).enumerate() {
            let article = model.article(inputs[positions[i]].source, models.len(), page, blocks[k], group_items[k]);
            results[positions[i]] = Some(Ok(article));
        }
        summaries.push(model.summary(group.iter().map(|&i| positions[i]).collect()));
        models.push(model);
    }
    // a few pages stand for each cluster
    let representatives: Vec<Vec<usize>> = groups.iter().map(|g| g.iter().copied().take(3).collect()).collect();
    for at in 0..inputs.len() {
        if results[at].is_some() {
            continue;
        }
        let document = match parse(inputs[at].bytes, &request.parse) {
            Ok(document) => document,
            Err(error) => {
                results[at] = Some(Err(error));
                continue;
            }
        };
        let page = SamplePage::new(document, &mut site);
        let outline = comparer.outline(&page, request.cluster.trees);
        let to_cluster = |members: &Vec<usize>| {
            let sum: f64 = members.iter().map(|&i| similarity(&outlines[i], &outline, max_work / 8)).sum();
            sum / members.len() as f64
        };
        let nearest = representatives.iter().map(to_cluster).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        let item = match_feed(&[&page], &request.feed)[0];
        let source = inputs[at].source;
        let article = match nearest.filter(|n| n.1 >= request.cluster.min_similarity) {
            Some((cluster, _)) => {
                let block = models[cluster].locate(&page, request);
                summaries[cluster].pages.push(at);
                models[cluster].article(source, cluster, &page, block, item)
            }
            None => {
                let marked = signifiers(&[&page], &[item], &anchors, &request.signifiers, &mut site);
                let (model, blocks) = ClusterModel::learn(&[&page], &[item], &marked, request);
                let article = model.article(source, summaries.len(), &page, blocks[0], item);
                summaries.push(model.summary(vec![at]));
                article
            }
        };
        results[at] = Some(Ok(article));
    }
    for summary in &mut summaries {
        summary.pages.sort_unstable();
    }
    SiteResult { clusters: summaries, pages: results.into_iter().flatten().collect() }
}

/// What was learnt from the pages of a cluster.
struct ClusterModel {
    kind: PageKind,
    forest: Option<StructuralPattern>,
    tolerant: bool,
    rtdm: Option<(Pattern, TreeId)>,
    template: TemplateTexts,
    furniture: Furniture,
    slots: FieldSlots,
    agreement: f64,
    confidence: f64,
    taken: SiteMethod,
}

impl ClusterModel {
    /// Learns from pages of one template; also returns the block of each.
    fn learn(
        pages: &[&SamplePage],
        items: &[Option<&FeedItem>],
        marked: &[Signifiers],
        request: &SiteRequest,
    ) -> (ClusterModel, Vec<Option<NodeId>>) {
        let template = TemplateTexts::new(pages);
        let found = forest(pages, marked, &request.forest);
        let by_forest: Vec<Option<NodeId>> = found.blocks.iter().map(|b| b.map(|(id, _)| id)).collect();
        // one page has no template to compare with
        let wants_rtdm = request.method != SiteMethod::Forest && pages.len() > 1;
        let (rtdm, by_rtdm) = if wants_rtdm { rtdm_blocks(pages, request) } else { (None, vec![None; pages.len()]) };
        let same = |a: Option<NodeId>, b: Option<NodeId>| a.is_some() && a == b;
        let agreeing = by_forest.iter().zip(&by_rtdm).filter(|&(&a, &b)| same(a, b)).count();
        let agreement = agreeing as f64 / pages.len().max(1) as f64;
        let taken = match request.method {
            SiteMethod::Forest => SiteMethod::Forest,
            SiteMethod::Rtdm if pages.len() > 1 => SiteMethod::Rtdm,
            SiteMethod::Rtdm => SiteMethod::Forest,
            SiteMethod::Both => better_supported(pages, marked, &template, &by_forest, &by_rtdm),
        };
        let blocks: Vec<Option<NodeId>> = by_forest
            .iter()
            .zip(&by_rtdm)
            .map(|(&f, &r)| match (request.method, taken) {
                (SiteMethod::Both, SiteMethod::Rtdm) => r.or(f),
                (SiteMethod::Both, _) => f.or(r),
                (_, SiteMethod::Rtdm) => r,
                _ => f,
            })
            .collect();
        let forest = found.patterns.first().cloned();
        let slots = FieldSlots::learn(pages, &blocks, items);
        let lists = pages.iter().zip(&blocks).filter(|&(page, &block)| is_other(page, block)).count();
        let kind = if 2 * lists > pages.len() { PageKind::Other } else { PageKind::Article };
        let tolerant = request.forest.tolerant;
        let furniture = Furniture::new(pages, &blocks, &slots);
        let confidence = match (kind, pages.len()) {
            (PageKind::Other, _) => 0.0,
            (PageKind::Article, 1) => 0.5,
            (PageKind::Article, _) => 0.75 + 0.25 * agreement,
        };
        let model =
            ClusterModel { kind, forest, tolerant, rtdm, template, furniture, slots, agreement, confidence, taken };
        (model, blocks)
    }

    /// The block of a further page of the cluster.
    fn locate(&self, page: &SamplePage, request: &SiteRequest) -> Option<NodeId> {
        let max_work = request.parse.limits.max_work;
        let by_forest = || {
            let pattern = self.forest.as_ref()?;
            let elements = pattern.elements(&page.document, &page.levels, self.tolerant);
            elements.into_iter().max_by_key(|&id| (page.term_count(id), std::cmp::Reverse(id)))
        };
        let by_rtdm = || {
            let (pattern, body) = self.rtdm.as_ref()?;
            node_of(pattern, *body, page, max_work)
        };
        match (request.method, self.taken) {
            (SiteMethod::Both, SiteMethod::Rtdm) => by_rtdm().or_else(by_forest),
            (SiteMethod::Both, _) => by_forest().or_else(by_rtdm),
            (_, SiteMethod::Rtdm) => by_rtdm(),
            _ => by_forest(),
        }
    }

    fn article(
        &self,
        source: &str,
        cluster: usize,
        page: &SamplePage,
        block: Option<NodeId>,
        item: Option<&FeedItem>,
    ) -> SiteArticle {
        let document = &page.document;
        let (context, metas, json) = (Context::new(document), Metas::new(document), JsonLd::new(document));
        let blocks = Blocks::new(document, &context);
        let mut metadata = Metadata::new(document, &context, &blocks, &metas, &json);
        let kind = if block.is_some() { self.kind } else { PageKind::Other };
        let fields = self.slots.fields(page, item);
        let mut chosen = Vec::new();
        if kind == PageKind::Article {
            // what the template prints goes before what a page says of itself: both are the same as a rule
            metadata.title = fields.title.or(metadata.title);
            metadata.author = fields.author;
            let same_day = metadata.date.as_deref().zip(fields.date.as_deref()).is_some_and(|(a, b)| a.starts_with(b));
            if !same_day {
                metadata.date = fields.date.or(metadata.date);
            }
            if let Some(block) = block {
                let left_out = LeftOut::new(page, block, &self.template, &self.furniture, metadata.title.as_deref());
                chosen = blocks.range(document, block).filter(|&at| !left_out.contains(blocks.list[at].first)).collect();
            }
        }
        let kept = Kept::new(document, &context, &blocks, &chosen);
        let base = base_of(document, None);
        let mut result = rendered(document, &blocks, &kept, metadata, Addresses { base: base.as_ref() });
        result.source = source.to_owned();
        result.path = block.map(|b| ElementPaths::new(document).path(b)).unwrap_or_default();
        result.confidence = self.confidence;
        result.warnings = page_warnings(document, &page.view, document.source.truncated, false);
        SiteArticle { cluster, kind, page: result }
    }

    fn summary(&self, pages: Vec<usize>) -> ClusterSummary {
        ClusterSummary {
            pages,
            kind: self.kind,
            xpath: self.forest.as_ref().map(StructuralPattern::xpath),
            agreement: self.agreement,
            taken: self.taken,
        }
    }
}

/// The pattern of a cluster with its body, and the element of every page.
fn rtdm_blocks(pages: &[&SamplePage], request: &SiteRequest) -> (Option<(Pattern, TreeId)>, Vec<Option<NodeId>>) {
    let max_work = request.parse.limits.max_work;
    let pattern = cluster_pattern(pages, &request.rtdm, max_work);
    let patterns: Vec<Pattern> = pages.iter().map(|page| page_pattern(page)).collect();
    let matches: Vec<_> = patterns.iter().map(|page| match_page(&pattern, page, max_work)).collect();
    if request.rtdm.body == BodyLabel::Passage {
        // the passage may be a run of siblings: the element that holds it, if nothing else does
        let of_page = |(page, matched): (&&SamplePage, &Option<_>)| {
            let (from, to) = label_passages(page, matched.as_ref()?).body?;
            let only = page.document.end(from) >= to && !page.document.is_text(from);
            if only { Some(from) } else { page.document.parent(from) }
        };
        return (None, pages.iter().zip(&matches).map(of_page).collect());
    }
    let accepted: Vec<_> = pages.iter().copied().zip(&matches).filter_map(|(p, m)| Some((p, m.as_ref()?))).collect();
    let Some(body) = label(&pattern, &accepted) else { return (None, vec![None; pages.len()]) };
    let of_page = |(page, matched): (&&SamplePage, &Option<super::rtdm::PatternMatch>)| match matched {
        Some(matched) => matched.nodes[body].map(|id| page.view.node(id)),
        None => node_of(&pattern, body, page, max_work),
    };
    let blocks = pages.iter().zip(&matches).map(of_page).collect();
    (Some((pattern, body)), blocks)
}

/// The element that a node of the pattern stands for on a page.
fn node_of(pattern: &Pattern, body: TreeId, page: &SamplePage, max_work: u64) -> Option<NodeId> {
    let own = page_pattern(page);
    let nodes = match match_page(pattern, &own, max_work) {
        Some(matched) => matched.nodes,
        None => nearest_nodes(pattern, &own, max_work),
    };
    nodes[body].map(|id| page.view.node(id))
}

/// The inner of two nested blocks is taken if it holds so much of what is the page's own in the outer, the title aside.
const NEARLY_ALL: f64 = 0.85;

/// The method whose blocks are better supported on a cluster: of nested blocks the inner one, if it holds nearly all of
/// the outer's own text; else by [`block_support`].
fn better_supported(
    pages: &[&SamplePage],
    marked: &[Signifiers],
    template: &TemplateTexts,
    by_forest: &[Option<NodeId>],
    by_rtdm: &[Option<NodeId>],
) -> SiteMethod {
    // how many pages nest either way, and the share of own text that the inner blocks hold
    let (mut within_forest, mut within_rtdm) = ((0usize, 0.0), (0usize, 0.0));
    let mut support = (0.0, 0.0);
    for (i, page) in pages.iter().enumerate() {
        let of = |block: Option<NodeId>| block.map_or(0.0, |b| block_support(page, b, &marked[i], template));
        support = (support.0 + of(by_forest[i]), support.1 + of(by_rtdm[i]));
        let (Some(f), Some(r)) = (by_forest[i], by_rtdm[i]) else { continue };
        let share = |inner: NodeId, outer: NodeId| {
            let own = |block| f64::from(own_and_all(page, block, template).0);
            let heading = first_title(page, outer).filter(|&h| !page.document.contains(inner, h)).map_or(0.0, own);
            own(inner) / (own(outer) - heading).max(1.0)
        };
        if f != r && page.document.contains(f, r) {
            within_forest = (within_forest.0 + 1, within_forest.1 + share(r, f));
        } else if f != r && page.document.contains(r, f) {
            within_rtdm = (within_rtdm.0 + 1, within_rtdm.1 + share(f, r));
        }
    }
    let inner = |(nested, share): (usize, f64)| 2 * nested > pages.len() && share >= NEARLY_ALL * nested as f64;
    if inner(within_forest) || !inner(within_rtdm) && support.1 > support.0 {
        SiteMethod::Rtdm
    } else {
        SiteMethod::Forest
    }
}

/// The first heading of the highest rank in a block.
fn first_title(page: &SamplePage, block: NodeId) -> Option<NodeId> {
    let rank = |id: NodeId| [Tag::H1, Tag::H2].iter().position(|&t| t == page.document.tag(id));
    page.document.subtree(block).filter_map(|id| Some((rank(id)?, id))).min().map(|(_, id)| id)
}

/// How well a block is supported on a page: FOREST's informativeness times how well the block parts the texts of the
/// page's own from those of the template, which is what RTDM looks for (the F1 of the former in the block).
fn block_support(page: &SamplePage, block: NodeId, marked: &Signifiers, template: &TemplateTexts) -> f64 {
    let count = |id: NodeId| {
        let terms = page.terms.within(&page.document, id);
        let signifiers = terms.iter().filter(|t| marked.contains(t)).count() as u32;
        Counts { signifiers, others: terms.len() as u32 - signifiers }
    };
    let (own, all) = own_and_all(page, block, template);
    let (own_of_page, _) = own_and_all(page, Document::ROOT, template);
    let f1 = 2.0 * f64::from(own) / f64::from((all + own_of_page).max(1));
    informativeness(count(block), count(Document::ROOT)) * f1
}

/// Below so many terms a block is no article.
const MIN_TERMS: u32 = 10;

/// Whether a page is no article: its block is missing or nearly empty, is made of links, or has headings that are links
/// to other pages, as the lists of a site's articles have.
fn is_other(page: &SamplePage, block: Option<NodeId>) -> bool {
    let Some(block) = block else { return true };
    let document = &page.document;
    let all = page.term_count(block);
    if all < MIN_TERMS {
        return true;
    }
    let mut in_links = 0;
    let mut linked_headings: FxHashMap<&str, u32> = FxHashMap::default();
    for id in document.subtree(block) {
        if document.tag(id) != Tag::A || document.attr(id, AttrName::HREF).is_none_or(|h| h.starts_with('#')) {
            continue;
        }
        in_links += page.term_count(id);
        let is_heading = |n: NodeId| matches!(document.tag(n), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4);
        if page.term_count(id) > 0 && document.ancestors(id).take(3).any(is_heading) {
            *linked_headings.entry(document.attr(id, AttrName::HREF).unwrap_or_default()).or_insert(0) += 1;
        }
    }
    2 * in_links > all || linked_headings.len() > 1
}
