//! What the pages of one cluster teach: where FOREST and RTDM find the block, and what is in and around it.

use crate::article::blocks::Blocks;
use crate::article::blocks::context::Context;
use crate::article::blocks::main_posts::MainPosts;
use crate::article::declared::json_ld::JsonLd;
use crate::article::declared::meta::Metas;
use crate::article::kept::kept;
use crate::article::metadata::{FieldModels, Reader, StatedPage};
use crate::article::result::{Renderings, rendered};
use crate::article::smallest_around;
use crate::article::{self, Article};
use crate::content::{Addresses, MarkdownOptions};
use crate::dom::base_of;
use crate::dom::{Document, ElementPaths, NodeId, Tag};
use crate::site::feed::FeedItem;
use crate::site::fields::{FieldSlots, Fields};
use crate::site::forest::signifiers::{Signifiers, anchor_texts, match_feed, signifiers};
use crate::site::forest::{Counts, StructuralPattern, forest, informativeness};
use crate::site::refine::{Opinion, Opinions};
use crate::site::request::{ClusterSummary, PageKind, SiteArticle, SiteMethod, SiteOptions};
use crate::site::rtdm::{
    BodyLabel, Pattern, cluster_pattern, label, label_passages, match_page, nearest_nodes, page_pattern,
};
use crate::site::sample::SitePage;
use crate::site::sample::{ReadPage, SamplePage, Site};
use crate::site::templates::cluster::{Comparer, Outline, clusters};
use crate::site::templates::listing::{head_titles, is_other, kind_of, linked_titles, lists_titles, without_lists};
use crate::site::templates::template_texts::{Boilerplate, LeftOut, TemplateTexts, TermCounts, template_terms};
use crate::tree::{Span, TreeId};
use crate::types::{ArticlePage, DateKind, Metadata};
use crate::warnings::page_warnings;

/// Comparing two pages may cost this much even if there are many pages.
const MIN_WORK: u64 = 100_000;

/// The clusters of a sample, and what is needed to assign further pages to them.
pub(crate) struct SampleClusters {
    pub(crate) comparer: Comparer,
    /// The pages in the form in which they are compared.
    pub(crate) outlines: Vec<Outline>,
    /// Their titles according to their heads.
    pub(crate) titles: Vec<String>,
    /// The clusters, ordered by their first pages.
    pub(crate) clusters: Vec<SampleCluster>,
}

/// A cluster of a sample.
pub(crate) struct SampleCluster {
    /// Its pages, as positions in the sample.
    pub(crate) members: Vec<usize>,
    pub(crate) model: ClusterModel,
    /// The block of each of its pages.
    pub(crate) blocks: Vec<Option<NodeId>>,
    /// The judgements on its pages by themselves; empty if these are not needed ([`ClusterModel::opinions`]).
    pub(crate) judged: Vec<Opinion>,
}

/// Clusters a sample (RTDM 4.1) and learns where the articles of each cluster are. For the cost see
/// [`SiteModel::learn`].
///
/// [`SiteModel::learn`]: crate::site::folder::SiteModel::learn
pub(crate) fn learn_clusters(sample: &[SamplePage], site: &mut Site, request: &SiteOptions) -> SampleClusters {
    let pairs = (sample.len() * sample.len()).max(1) as u64;
    let max_work = (4 * request.limits.max_work / pairs).max(MIN_WORK);
    let mut comparer = Comparer::new(sample);
    let outlines: Vec<Outline> = sample.iter().map(|page| comparer.outline(page, request.cluster.trees)).collect();
    let titles: Vec<String> = sample.iter().map(head_titles).collect();
    let groups = without_lists(clusters(&outlines, &request.cluster, max_work), sample, &titles);
    let everything: Vec<&SamplePage> = sample.iter().collect();
    let anchors = anchor_texts(&everything);
    let items = match_feed(&everything, &request.feed);
    let largest = groups.iter().map(Vec::len).max().unwrap_or(0);
    let mut learnt = Vec::with_capacity(groups.len());
    for members in groups {
        let pages: Vec<&SamplePage> = members.iter().map(|&i| &sample[i]).collect();
        let items: Vec<Option<&FeedItem>> = members.iter().map(|&i| items[i]).collect();
        let marked = signifiers(&pages, &items, &anchors, &request.signifiers, site);
        let asked = request.method == SiteMethod::Both && pages.len() > 1;
        let judged: Vec<Opinion> = pages.iter().filter(|_| asked).map(|page| Opinion::new(page, request)).collect();
        let LearntCluster { mut model, blocks } = ClusterModel::learn(&pages, &judged, &items, &marked, request);
        let lists =
            pages.iter().zip(&blocks).filter(|(page, block)| block.is_some_and(|b| lists_titles(page, b, &titles)));
        if members.len() < largest && 2 * lists.count() > members.len() {
            (model.kind, model.confidence) = (PageKind::Other, 0.0);
        }
        learnt.push(SampleCluster { members, model, blocks, judged });
    }
    SampleClusters { comparer, outlines, titles, clusters: learnt }
}

/// How many of FOREST's patterns are kept for further pages.
const PATTERNS: usize = 4;

/// What was learnt from the pages of a cluster.
pub(crate) struct ClusterModel {
    pub(crate) kind: PageKind,
    /// The most relevant patterns; several, since a page may lack the first.
    forest: Vec<StructuralPattern>,
    tolerant: bool,
    rtdm: Option<BodyPattern>,
    pub(crate) template: TemplateTexts,
    pub(crate) boilerplate: Boilerplate,
    pub(crate) slots: FieldSlots,
    /// The average number of other pages of the cluster that a page links to by their titles: those in a sidebar.
    pub(crate) linked_everywhere: usize,
    agreement: f64,
    pub(crate) confidence: f64,
    taken: SiteMethod,
    support: f64,
    markdown: MarkdownOptions,
    /// How title, author and date are chosen.
    article: article::Options,
    /// The pooled judgements on its pages by themselves, if these are needed: when both methods are used, for more than
    /// one page.
    pub(crate) opinions: Option<Opinions>,
}

/// The pattern of a cluster by RTDM.
struct BodyPattern {
    pattern: Pattern,
    /// The node of the pattern that contains the body.
    body: TreeId,
}

/// What RTDM found on the pages of a cluster.
struct RtdmBlocks {
    /// `None` if the pages have no body in common.
    pattern: Option<BodyPattern>,
    /// The element of each page.
    blocks: Vec<Option<NodeId>>,
}

/// A cluster that was learnt.
pub(crate) struct LearntCluster {
    pub(crate) model: ClusterModel,
    /// The block of each of its pages.
    pub(crate) blocks: Vec<Option<NodeId>>,
}

/// A figure of FOREST and the same of RTDM.
#[derive(Clone, Copy, Default)]
struct OfMethods {
    forest: f64,
    rtdm: f64,
}

/// What is found of the article of a page before it is taken.
#[derive(Clone, Copy)]
pub(crate) struct PageBlock<'o> {
    /// Its element by the template.
    pub(crate) block: Option<NodeId>,
    /// The judgement on the page by itself, if [`ClusterModel::opinions`] needs it.
    pub(crate) opinion: Option<&'o Opinion>,
}

impl ClusterModel {
    /// Learns from pages of one template, each optionally with the judgement on it by itself.
    pub(crate) fn learn(
        pages: &[&SamplePage],
        judged: &[Opinion],
        items: &[Option<&FeedItem>],
        marked: &[Signifiers],
        request: &SiteOptions,
    ) -> LearntCluster {
        let template = TemplateTexts::new(pages);
        let found = forest(pages, marked, &request.forest);
        let by_forest: Vec<Option<NodeId>> = found.blocks.iter().map(|block| block.map(|of| of.element)).collect();
        // a single page has no template to compare with
        let wants_rtdm = request.method != SiteMethod::Forest && pages.len() > 1;
        let RtdmBlocks { pattern: rtdm, blocks: by_rtdm } = if wants_rtdm {
            rtdm_blocks(pages, request)
        } else {
            RtdmBlocks { pattern: None, blocks: vec![None; pages.len()] }
        };
        let same = |a: Option<NodeId>, b: Option<NodeId>| a.is_some() && a == b;
        let agreeing = by_forest.iter().zip(&by_rtdm).filter(|&(&a, &b)| same(a, b)).count();
        let agreement = agreeing as f64 / pages.len().max(1) as f64;
        let mut opinions = (!judged.is_empty()).then(|| Opinions::new(judged));
        let mut supports = OfMethods::default();
        for (i, (&page, opinion)) in pages.iter().zip(judged).enumerate() {
            let Some(opinions) = &opinions else { break };
            let [forest, rtdm] = opinions.support(page, opinion, &template, [by_forest[i], by_rtdm[i]]);
            let of_all = pages.len() as f64;
            supports = OfMethods { forest: supports.forest + forest / of_all, rtdm: supports.rtdm + rtdm / of_all };
        }
        let taken = match request.method {
            SiteMethod::Forest => SiteMethod::Forest,
            SiteMethod::Rtdm if pages.len() > 1 => SiteMethod::Rtdm,
            SiteMethod::Rtdm => SiteMethod::Forest,
            SiteMethod::Both if supports.forest > supports.rtdm + NEARLY_AS_GOOD => SiteMethod::Forest,
            SiteMethod::Both if supports.rtdm > supports.forest + NEARLY_AS_GOOD => SiteMethod::Rtdm,
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
        let support = if taken == SiteMethod::Rtdm { supports.rtdm } else { supports.forest };
        if let Some(opinions) = &mut opinions {
            opinions.trust(support);
        }
        let forest: Vec<StructuralPattern> = found.patterns.into_iter().take(PATTERNS).collect();
        let slots = FieldSlots::learn(pages, &blocks, items);
        let others = pages.iter().zip(&blocks).filter(|&(page, &block)| is_other(page, block)).count();
        let articles: Vec<&Article> = judged.iter().map(|opinion| &opinion.article).collect();
        let kind = kind_of(2 * others > pages.len(), &articles);
        let tolerant = request.forest.tolerant;
        let boilerplate = Boilerplate::new(pages, &blocks, &slots);
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
            boilerplate,
            slots,
            linked_everywhere,
            agreement,
            confidence,
            markdown: request.markdown,
            article: request.article.clone(),
            taken,
            support,
            opinions,
        };
        LearntCluster { model, blocks }
    }

    /// The block of a further page of the cluster.
    pub(crate) fn locate(&self, page: &SamplePage, request: &SiteOptions) -> Option<NodeId> {
        let max_work = request.limits.max_work;
        let by_forest = || {
            self.forest.iter().find_map(|pattern| {
                let elements = pattern.elements(&page.document, &page.levels, self.tolerant);
                elements.into_iter().max_by_key(|&id| (page.term_count(id), std::cmp::Reverse(id)))
            })
        };
        let by_rtdm = || {
            let BodyPattern { pattern, body } = self.rtdm.as_ref()?;
            node_of(pattern, *body, page, max_work)
        };
        match (request.method, self.taken) {
            (SiteMethod::Both, SiteMethod::Rtdm) => by_rtdm().or_else(by_forest),
            (SiteMethod::Both, _) => by_forest().or_else(by_rtdm),
            (_, SiteMethod::Rtdm) => by_rtdm(),
            _ => by_forest(),
        }
    }

    /// The article of a page with this block.
    pub(crate) fn article(
        &self,
        input: &SitePage,
        cluster: Option<usize>,
        page: &SamplePage,
        PageBlock { block, opinion }: PageBlock<'_>,
        item: Option<&FeedItem>,
    ) -> SiteArticle {
        let document = &page.document;
        let asked = self.opinions.as_ref().zip(opinion);
        let mut kind = if block.is_some() || asked.is_some() { self.kind } else { PageKind::Other };
        let article = kind == PageKind::Article;
        let found = article.then(|| FoundArticle {
            block,
            fields: self.slots.fields(page.read(), item),
            template: &self.template,
            boilerplate: &self.boilerplate,
        });
        let mut composed = compose(
            page.read(),
            input.address.as_ref().map(|address| address.as_str()),
            found,
            self.article.field_models(),
        );
        let (mut element, mut confidence) = (block, self.confidence);
        if let (Some((opinions, opinion)), PageKind::Article) = (asked, kind) {
            let selected = opinions.choose(page, opinion, &self.template, block, &composed.chosen);
            let around = smallest_around(document, &composed.blocks, &opinion.article.facts, &selected.chosen);
            element = block.filter(|&block| document.contains(block, around)).or(Some(around));
            if selected.chosen.is_empty() {
                kind = PageKind::Other;
            }
            (composed.chosen, confidence) = (selected.chosen, selected.expected);
            composed.metadata.author = opinions.author(opinion, composed.metadata.author.take());
        }
        let base = base_of(document, input.address.as_ref());
        let mut result = composed.render(document, Addresses { base: base.as_ref() }, Renderings::all(self.markdown));
        result.source = input.source.clone();
        result.path = element.map(|e| ElementPaths::new(document).path(e)).unwrap_or_default();
        result.confidence = confidence;
        let mut truncated = document.source.truncated;
        truncated.work |= opinion.is_some_and(|opinion| opinion.exhausted);
        result.warnings = page_warnings(document, &page.view, truncated, None);
        SiteArticle { cluster, kind, page: result }
    }

    pub(crate) fn summary(&self, pages: Vec<usize>) -> ClusterSummary {
        ClusterSummary {
            pages,
            kind: self.kind,
            xpath: self.forest.first().map(StructuralPattern::xpath),
            agreement: self.agreement,
            taken: self.taken,
            support: self.support,
        }
    }
}

/// An article as nodes: which parts of its page are text, and the page's metadata.
#[derive(Clone, Debug)]
pub(crate) struct Composed {
    context: Context,
    blocks: Blocks,
    /// The blocks of the text.
    chosen: Vec<usize>,
    pub(crate) metadata: Metadata,
}

/// What is known about the article of a page before its text is chosen.
pub(crate) struct FoundArticle<'t> {
    /// Its element, if there is one.
    pub(crate) block: Option<NodeId>,
    pub(crate) fields: Fields,
    /// Texts that belong to the template.
    pub(crate) template: &'t TemplateTexts,
    /// Places without text of articles.
    pub(crate) boilerplate: &'t Boilerplate,
}

/// The article with this element and these fields; `None` for pages that are not articles. What the template prints
/// takes precedence over what a page declares; usually both are the same.
pub(crate) fn compose(
    page: ReadPage<'_>,
    address: Option<&str>,
    found: Option<FoundArticle<'_>>,
    models: FieldModels<'_>,
) -> Composed {
    let document = page.document;
    let (context, metas, json) = (Context::new(document), Metas::new(document), JsonLd::new(document));
    let blocks = Blocks::new(document, &context);
    let posts = MainPosts::default();
    let stated =
        StatedPage { document, context: &context, blocks: &blocks, metas: &metas, json: &json, posts: &posts, address };
    let Some(FoundArticle { block, fields, template, boilerplate }) = found else {
        let metadata = Reader::new(stated, models).read();
        return Composed { context, blocks, chosen: Vec::new(), metadata };
    };
    let reader = Reader::new(stated, models);
    let title = fields.title.or_else(|| reader.title().map(str::to_owned));
    let stated_date = reader.date();
    // if both name the same day, the one that also has the time
    let same_day = stated_date.as_deref().zip(fields.date.as_deref()).is_some_and(|(a, b)| a.starts_with(b));
    let as_stated = same_day || models.date_kind == DateKind::Modified;
    let date = if as_stated { stated_date } else { fields.date.or(stated_date) };
    let metadata = reader.with(title, fields.author, date);
    let chosen = block.map_or(Vec::new(), |block| {
        let left_out = LeftOut::new(page, block, template, boilerplate, metadata.title.as_deref());
        blocks.range(document, block).filter(|&at| !left_out.contains(blocks.list[at].first)).collect()
    });
    Composed { context, blocks, chosen, metadata }
}

impl Composed {
    /// The text, the other formats that are asked for, and the metadata. The caller fills in source, path, confidence
    /// and warnings.
    pub(crate) fn render(self, document: &Document, addresses: Addresses<'_>, renderings: Renderings) -> ArticlePage {
        let kept = kept(document, &self.context, &self.blocks, &self.chosen, &self.metadata);
        rendered(document, kept, self.metadata, addresses, renderings, Vec::new())
    }

    /// The text on one line.
    pub(crate) fn line(&self, document: &Document) -> String {
        let blocks = self.chosen.iter().map(|&at| &self.blocks.list[at]);
        let words = blocks.flat_map(|b| document.raw_text_between(b.first, b.end).split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The pattern of a cluster with its body, and the element on every page.
fn rtdm_blocks(pages: &[&SamplePage], request: &SiteOptions) -> RtdmBlocks {
    let max_work = (2 * request.limits.max_work / pages.len().max(1) as u64).max(MIN_WORK);
    let pattern = cluster_pattern(pages, &request.rtdm, max_work);
    let patterns: Vec<Pattern> = pages.iter().map(|page| page_pattern(page)).collect();
    let matches: Vec<_> = patterns.iter().map(|page| match_page(&pattern, page, max_work)).collect();
    if request.rtdm.body == BodyLabel::Passage {
        // the passage may be a run of siblings: the element that contains it, if it contains nothing else
        let of_page = |(page, matched): (&&SamplePage, &Option<_>)| {
            let Span { from, to } = label_passages(page, matched.as_ref()?).body?;
            let only = page.document.end(from) >= to && !page.document.is_text(from);
            if only { Some(from) } else { page.document.parent(from) }
        };
        return RtdmBlocks { pattern: None, blocks: pages.iter().zip(&matches).map(of_page).collect() };
    }
    let accepted: Vec<_> = pages.iter().copied().zip(&matches).filter_map(|(p, m)| Some((p, m.as_ref()?))).collect();
    let Some(body) = label(&pattern, &accepted) else {
        return RtdmBlocks { pattern: None, blocks: vec![None; pages.len()] };
    };
    let of_page = |(page, matched): (&&SamplePage, &Option<crate::site::rtdm::PatternMatch>)| match matched {
        Some(matched) => matched.nodes[body].map(|id| page.view.node(id)),
        None => node_of(&pattern, body, page, max_work),
    };
    let blocks = pages.iter().zip(&matches).map(of_page).collect();
    RtdmBlocks { pattern: Some(BodyPattern { pattern, body }), blocks }
}

/// The element of a page that corresponds to a node of the pattern.
fn node_of(pattern: &Pattern, body: TreeId, page: &SamplePage, max_work: u64) -> Option<NodeId> {
    let own = page_pattern(page);
    let nodes = match match_page(pattern, &own, max_work) {
        Some(matched) => matched.nodes,
        None => nearest_nodes(pattern, &own, max_work),
    };
    nodes[body].map(|id| page.view.node(id))
}

/// Of two nested blocks the inner one is used if it contains this share of the page's own text in the outer one, not
/// counting the title.
const NEARLY_ALL: f64 = 0.85;

/// Supports that differ by less are considered equal.
const NEARLY_AS_GOOD: f64 = 0.01;

/// How often the block of one method is within that of the other.
#[derive(Clone, Copy, Default)]
struct Nested {
    pages: usize,
    /// The sum of the shares of the outer block's own text that are in the inner one.
    shares: f64,
}

impl Nested {
    fn add(&mut self, share: f64) {
        self.pages += 1;
        self.shares += share;
    }
}

/// The method whose blocks have better support in a cluster from signifiers and template: of nested blocks the inner
/// one, if it contains nearly all of the outer one's own text; otherwise decided by [`block_support`].
fn better_supported(
    pages: &[&SamplePage],
    marked: &[Signifiers],
    template: &TemplateTexts,
    by_forest: &[Option<NodeId>],
    by_rtdm: &[Option<NodeId>],
) -> SiteMethod {
    let (mut within_forest, mut within_rtdm) = (Nested::default(), Nested::default());
    let mut support = OfMethods::default();
    for (i, page) in pages.iter().enumerate() {
        let of = |block: Option<NodeId>| block.map_or(0.0, |b| block_support(page, b, &marked[i], template));
        support.forest += of(by_forest[i]);
        support.rtdm += of(by_rtdm[i]);
        let (Some(f), Some(r)) = (by_forest[i], by_rtdm[i]) else { continue };
        let share = |inner: NodeId, outer: NodeId| {
            let own = |block| f64::from(template_terms(page, block, template).own);
            let heading = first_title(page, outer).filter(|&h| !page.document.contains(inner, h)).map_or(0.0, own);
            own(inner) / (own(outer) - heading).max(1.0)
        };
        if f != r && page.document.contains(f, r) {
            within_forest.add(share(r, f));
        } else if f != r && page.document.contains(r, f) {
            within_rtdm.add(share(f, r));
        }
    }
    let inner = |of: Nested| 2 * of.pages > pages.len() && of.shares >= NEARLY_ALL * of.pages as f64;
    if inner(within_forest) || !inner(within_rtdm) && support.rtdm > support.forest {
        SiteMethod::Rtdm
    } else {
        SiteMethod::Forest
    }
}

/// The first heading with the highest rank in a block.
fn first_title(page: &SamplePage, block: NodeId) -> Option<NodeId> {
    let rank = |id: NodeId| [Tag::H1, Tag::H2].iter().position(|&t| t == page.document.tag(id));
    page.document.subtree(block).filter_map(|id| Some((rank(id)?, id))).min().map(|(_, id)| id)
}

/// How much support a block has on a page: FOREST's informativeness times how well the block separates the page's own
/// texts from those of the template, which is what RTDM looks for (the F1 of own texts in the block).
fn block_support(page: &SamplePage, block: NodeId, marked: &Signifiers, template: &TemplateTexts) -> f64 {
    let count = |id: NodeId| {
        let terms = page.terms.within(&page.document, id);
        let signifiers = terms.iter().filter(|t| marked.contains(t)).count() as u32;
        Counts { signifiers, others: terms.len() as u32 - signifiers }
    };
    let TermCounts { own, all } = template_terms(page, block, template);
    let own_of_page = template_terms(page, Document::ROOT, template).own;
    let f1 = 2.0 * f64::from(own) / f64::from((all + own_of_page).max(1));
    informativeness(count(block), count(Document::ROOT)) * f1
}
