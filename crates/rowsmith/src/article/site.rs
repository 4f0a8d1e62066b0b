//! The articles of a folder of pages: clusters, then FOREST and RTDM, and one answer of both.

use super::block::{Furniture, LeftOut, TemplateTexts, own_and_all};
use super::blocks::Blocks;
use super::cluster::{ClusterOptions, Comparer, Outline, clusters, similarity};
use super::context::Context;
use super::feed::FeedItem;
use super::fields::FieldSlots;
use super::forest::{Counts, ForestOptions, StructuralPattern, forest, informativeness};
use super::listing::{head_titles, is_other, linked_titles, lists_titles, without_lists};
use super::metadata::Metadata;
use super::metadata::json_ld::JsonLd;
use super::metadata::meta::Metas;
use super::metadata::title::model::TitleModel;
use super::render::{Addresses, Kept};
use super::rtdm::{
    BodyLabel, Pattern, RtdmOptions, cluster_pattern, label, label_passages, match_page, nearest_nodes, page_pattern,
};
use super::sample::{SamplePage, Site};
use super::signifiers::{SignifierOptions, Signifiers, anchor_texts, match_feed, signifiers};
use crate::dom::{Document, ElementPaths, NodeId, ParseOptions, Tag, find_path, parse};
use crate::error::Error;
use crate::output::{ArticlePage, base_of};
use crate::page::{ArticleRequest, Renderings, article_page, rendered};
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
    /// Options of the extraction of single pages, for pages that are like no other.
    pub article: super::Options,
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
            article: super::Options::default(),
            sample: 48,
        }
    }
}

/// A page of the folder: its name, its bytes, and what else is known about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SiteInput<'a> {
    /// Names the page in the result.
    pub source: &'a str,
    /// The page as it was retrieved.
    pub bytes: &'a [u8],
    /// The address against which its links are made absolute (a `<base>` in the page goes before it). One that is none
    /// is an error of pages that are judged by themselves, and ignored elsewhere.
    pub base_url: Option<&'a str>,
    /// The charset of its HTTP header, in place of that of the request.
    pub charset: Option<&'a str>,
}

impl SiteInput<'_> {
    fn parse_options(&self, request: &SiteRequest) -> ParseOptions {
        let charset = self.charset.map(str::to_owned).or_else(|| request.parse.charset.clone());
        ParseOptions { charset, ..request.parse.clone() }
    }
}

/// What a page of a site is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PageKind {
    /// One article.
    #[default]
    Article,
    /// A list of articles, a page without text, or another page that no article could be found on.
    Other,
}

/// The article of a page of a site.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteArticle {
    /// Its cluster, an index into the clusters of the result or model; `None` for a page that is like no other.
    pub cluster: Option<usize>,
    /// What it is.
    pub kind: PageKind,
    /// The result. Of pages that are no article it has what the page says of itself, and no text.
    pub page: ArticlePage,
}

/// Pages of one template.
#[derive(Clone, PartialEq, Debug, Default)]
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

/// The articles of a folder of pages, all of them in memory; see [`SiteModel`] for folders that are too large for that.
///
/// # Errors
/// None as a whole: a page that cannot be parsed has its error in its place.
pub fn article_site(inputs: &[SiteInput<'_>], request: &SiteRequest) -> SiteResult {
    let positions = sample_positions(inputs.len(), request.sample);
    let sample: Vec<SiteInput<'_>> = positions.iter().map(|&at| inputs[at]).collect();
    let (model, learnt) = SiteModel::learn(&sample, request);
    let mut results: Vec<Option<Result<SiteArticle, Error>>> = vec![None; inputs.len()];
    for (at, result) in positions.into_iter().zip(learnt) {
        results[at] = Some(result);
    }
    let mut clusters = model.clusters.clone();
    clusters.iter_mut().for_each(|c| c.pages.clear());
    let mut pages = Vec::with_capacity(inputs.len());
    for (at, (input, known)) in inputs.iter().zip(results).enumerate() {
        let mut result = known.unwrap_or_else(|| model.article(*input));
        if let Ok(article) = &mut result {
            let alone = || ClusterSummary { kind: article.kind, ..ClusterSummary::default() };
            let cluster = article.cluster.unwrap_or_else(|| {
                clusters.push(alone());
                clusters.len() - 1
            });
            article.cluster = Some(cluster);
            clusters[cluster].pages.push(at);
        }
        pages.push(result);
    }
    SiteResult { clusters, pages }
}

/// The positions of a sample, evenly spread over a folder.
pub fn sample_positions(count: usize, sample: usize) -> Vec<usize> {
    let wanted = sample.max(2).min(count);
    (0..wanted).map(|i| i * count / wanted).collect()
}

/// What a sample of a site's pages teaches about all of them.
pub struct SiteModel {
    /// The clusters of the sample; `pages` are positions in it.
    pub clusters: Vec<ClusterSummary>,
    site: Site,
    comparer: Comparer,
    /// A few pages that stand for each cluster.
    representatives: Vec<Vec<Outline>>,
    models: Vec<ClusterModel>,
    /// What the heads of the sample's pages call them.
    titles: Vec<String>,
    request: SiteRequest,
}

/// Comparisons of two pages may cost this much even where there are many.
const MIN_WORK: u64 = 100_000;

/// So many pages stand for a cluster.
const REPRESENTATIVES: usize = 3;

impl SiteModel {
    /// Learns from a sample, and gives the articles of its pages.
    ///
    /// Memory is that of the sample. Clustering compares all pairs of pages and RTDM composes a cluster's; either within a
    /// few times `Limits::max_work` together. The rest is linear in the number of pages and in their size.
    pub fn learn(inputs: &[SiteInput<'_>], request: &SiteRequest) -> (SiteModel, Vec<Result<SiteArticle, Error>>) {
        let mut results: Vec<Option<Result<SiteArticle, Error>>> = vec![None; inputs.len()];
        let mut site = Site::default();
        let mut sample: Vec<SamplePage> = Vec::new();
        let mut positions: Vec<usize> = Vec::new();
        for (at, input) in inputs.iter().enumerate() {
            match parse(input.bytes, &input.parse_options(request)) {
                Ok(document) => {
                    sample.push(SamplePage::new(document, &mut site));
                    positions.push(at);
                }
                Err(error) => results[at] = Some(Err(error)),
            }
        }
        let pairs = (sample.len() * sample.len()).max(1) as u64;
        let max_work = (4 * request.parse.limits.max_work / pairs).max(MIN_WORK);
        let mut comparer = Comparer::new(&sample);
        let outlines: Vec<Outline> = sample.iter().map(|page| comparer.outline(page, request.cluster.trees)).collect();
        let titles: Vec<String> = sample.iter().map(head_titles).collect();
        let groups = without_lists(clusters(&outlines, &request.cluster, max_work), &sample, &titles);
        let everything: Vec<&SamplePage> = sample.iter().collect();
        let anchors = anchor_texts(&everything);
        let items = match_feed(&everything, &request.feed);
        let mut model = SiteModel {
            clusters: Vec::new(),
            site: Site::default(),
            comparer: Comparer::default(),
            representatives: Vec::new(),
            models: Vec::new(),
            titles: Vec::new(),
            request: request.clone(),
        };
        let largest = groups.iter().map(Vec::len).max().unwrap_or(0);
        for group in &groups {
            let pages: Vec<&SamplePage> = group.iter().map(|&i| &sample[i]).collect();
            let group_items: Vec<Option<&FeedItem>> = group.iter().map(|&i| items[i]).collect();
            let marked = signifiers(&pages, &group_items, &anchors, &request.signifiers, &mut site);
            let (mut cluster, blocks) = ClusterModel::learn(&pages, &group_items, &marked, request);
            let lists =
                pages.iter().zip(&blocks).filter(|(page, block)| block.is_some_and(|b| lists_titles(page, b, &titles)));
            if group.len() < largest && 2 * lists.count() > group.len() {
                (cluster.kind, cluster.confidence) = (PageKind::Other, 0.0);
            }
            let number = model.models.len();
            let mut summary = cluster.summary(group.iter().map(|&i| positions[i]).collect());
            if let ([only], SiteMethod::Both) = (group.as_slice(), request.method) {
                let alone = alone(inputs[positions[*only]], pages[0], Some(number), request);
                summary.kind = alone.as_ref().map_or(PageKind::Other, |a| a.kind);
                results[positions[*only]] = Some(alone);
            } else {
                for (k, (&i, page)) in group.iter().zip(&pages).enumerate() {
                    let article = cluster.article(&inputs[positions[i]], Some(number), page, blocks[k], group_items[k]);
                    results[positions[i]] = Some(Ok(article));
                }
            }
            model.clusters.push(summary);
            model.models.push(cluster);
            model.representatives.push(group.iter().take(REPRESENTATIVES).map(|&i| outlines[i].clone()).collect());
        }
        // of further pages only the labels have to be the sample's
        model.site = site.labels_only();
        model.comparer = comparer;
        model.titles = titles;
        (model, results.into_iter().flatten().collect())
    }

    /// The article of a further page of the site, by the cluster it is nearest to; by itself, if it is near to none.
    ///
    /// # Errors
    /// As [`parse`].
    pub fn article(&self, input: SiteInput<'_>) -> Result<SiteArticle, Error> {
        let request = &self.request;
        let page = SamplePage::new(parse(input.bytes, &input.parse_options(request))?, &mut self.site.clone());
        let outline = self.comparer.clone().outline(&page, request.cluster.trees);
        let max_work = request.parse.limits.max_work / 8;
        let to_cluster = |members: &Vec<Outline>| {
            let sum: f64 = members.iter().map(|o| similarity(o, &outline, max_work)).sum();
            sum / members.len().max(1) as f64
        };
        let ranked = self.representatives.iter().map(to_cluster).enumerate();
        let nearest = ranked.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let item = match_feed(&[&page], &request.feed)[0];
        let near = nearest.filter(|n| n.1 >= request.cluster.min_similarity).map(|n| n.0);
        let cluster = near.filter(|&c| self.clusters[c].kind == PageKind::Other || !self.lists_articles(&page, c));
        match cluster {
            Some(c) if self.clusters[c].pages.len() > 1 || request.method != SiteMethod::Both => {
                let block = self.models[c].locate(&page, request);
                Ok(self.models[c].article(&input, Some(c), &page, block, item))
            }
            _ => alone(input, &page, cluster, request),
        }
    }

    /// Whether a page links to several of a cluster's by their titles.
    fn lists_articles(&self, page: &SamplePage, cluster: usize) -> bool {
        let of_cluster: Vec<String> =
            self.clusters[cluster].pages.iter().filter_map(|&p| self.titles.get(p).cloned()).collect();
        let margin = self.models[cluster].linked_everywhere;
        linked_titles(page, Document::ROOT, &of_cluster).len() >= (margin + 3).max(of_cluster.len().min(10) / 2)
    }
}

/// The article of a page that no other is like.
fn alone(
    input: SiteInput<'_>,
    page: &SamplePage,
    cluster: Option<usize>,
    request: &SiteRequest,
) -> Result<SiteArticle, Error> {
    let single = ArticleRequest {
        parse: input.parse_options(request),
        base_url: input.base_url.map(str::to_owned),
        article: request.article.clone(),
    };
    let result = article_page(input.bytes, input.source, &single)?;
    let block = find_path(&page.document, &result.path);
    let kind = if is_other(page, block) { PageKind::Other } else { PageKind::Article };
    Ok(SiteArticle { cluster, kind, page: result })
}

/// So many of FOREST's patterns are kept for further pages.
const PATTERNS: usize = 4;

/// What was learnt from the pages of a cluster.
struct ClusterModel {
    kind: PageKind,
    /// The most relevant patterns: a page may lack the first.
    forest: Vec<StructuralPattern>,
    tolerant: bool,
    rtdm: Option<(Pattern, TreeId)>,
    template: TemplateTexts,
    furniture: Furniture,
    slots: FieldSlots,
    /// How many pages of the cluster a page links to by their titles, on average: those in a margin.
    linked_everywhere: usize,
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
        let forest: Vec<StructuralPattern> = found.patterns.into_iter().take(PATTERNS).collect();
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
        let titles: Vec<String> = pages.iter().map(|page| head_titles(page)).collect();
        let linked: usize = pages.iter().map(|page| linked_titles(page, Document::ROOT, &titles).len()).sum();
        let linked_everywhere = linked / pages.len().max(1);
        let model = ClusterModel {
            kind,
            forest,
            tolerant,
            rtdm,
            template,
            furniture,
            slots,
            linked_everywhere,
            agreement,
            confidence,
            taken,
        };
        (model, blocks)
    }

    /// The block of a further page of the cluster.
    fn locate(&self, page: &SamplePage, request: &SiteRequest) -> Option<NodeId> {
        let max_work = request.parse.limits.max_work;
        let by_forest = || {
            self.forest.iter().find_map(|pattern| {
                let elements = pattern.elements(&page.document, &page.levels, self.tolerant);
                elements.into_iter().max_by_key(|&id| (page.term_count(id), std::cmp::Reverse(id)))
            })
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
        input: &SiteInput<'_>,
        cluster: Option<usize>,
        page: &SamplePage,
        block: Option<NodeId>,
        item: Option<&FeedItem>,
    ) -> SiteArticle {
        let document = &page.document;
        let (context, metas, json) = (Context::new(document), Metas::new(document), JsonLd::new(document));
        let blocks = Blocks::new(document, &context);
        let mut metadata = Metadata::new(document, &context, &blocks, &metas, &json, TitleModel::built_in());
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
                chosen =
                    blocks.range(document, block).filter(|&at| !left_out.contains(blocks.list[at].first)).collect();
            }
        }
        let kept = Kept::new(document, &context, &blocks, &chosen);
        let address = input.base_url.and_then(|address| url::Url::parse(address).ok());
        let base = base_of(document, address.as_ref());
        let mut result =
            rendered(document, &blocks, &kept, metadata, Addresses { base: base.as_ref() }, Renderings::ALL);
        result.source = input.source.to_owned();
        result.path = block.map(|b| ElementPaths::new(document).path(b)).unwrap_or_default();
        result.confidence = self.confidence;
        result.warnings = page_warnings(document, &page.view, document.source.truncated, None);
        SiteArticle { cluster, kind, page: result }
    }

    fn summary(&self, pages: Vec<usize>) -> ClusterSummary {
        ClusterSummary {
            pages,
            kind: self.kind,
            xpath: self.forest.first().map(StructuralPattern::xpath),
            agreement: self.agreement,
            taken: self.taken,
        }
    }
}

/// The pattern of a cluster with its body, and the element of every page.
fn rtdm_blocks(pages: &[&SamplePage], request: &SiteRequest) -> (Option<(Pattern, TreeId)>, Vec<Option<NodeId>>) {
    let max_work = (2 * request.parse.limits.max_work / pages.len().max(1) as u64).max(MIN_WORK);
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
