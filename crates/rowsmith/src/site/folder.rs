//! The articles in a folder of pages: clusters, then FOREST and RTDM, and one answer from both.

use crate::article::find_article;
use crate::article::result::Renderings;
use crate::article::result::article_result;
use crate::dom::Document;
use crate::dom::address::base_of;
use crate::limits::WithinWork;
use crate::site::forest::signifiers::match_feed;
use crate::site::refine::Opinion;
use crate::site::request::ClusterSummary;
use crate::site::request::PageKind;
use crate::site::request::SiteArticle;
use crate::site::request::SiteMethod;
use crate::site::request::SiteOptions;
use crate::site::sample::SitePage;
use crate::site::sample::{SamplePage, Site};
use crate::site::templates::cluster::{Comparer, Outline, similarity};
use crate::site::templates::cluster_model::{ClusterModel, PageBlock, SampleCluster, SampleClusters, learn_clusters};
use crate::site::templates::listing::{is_other, kind_of, linked_titles};
use crate::types::ArticlePage;
use crate::warnings::page_warnings;

/// The articles of a site, and the templates of its pages.
#[derive(Clone, Debug, Default)]
pub struct SiteResult {
    /// The clusters, in the order of their first page in the sample.
    pub clusters: Vec<ClusterSummary>,
    /// The pages, in order.
    pub pages: Vec<SiteArticle>,
}

/// Finds the articles in a folder of pages, all of them held in memory; see [`SiteModel`] for folders that are too
/// large for that.
pub fn article_site(inputs: &[SitePage], request: &SiteOptions) -> SiteResult {
    let positions = sample_positions(inputs.len(), request.sample);
    let sample: Vec<SitePage> = positions.iter().map(|&at| inputs[at].clone()).collect();
    let LearntSample { model, articles: learnt } = SiteModel::learn(&sample, request);
    let mut results: Vec<Option<SiteArticle>> = vec![None; inputs.len()];
    for (at, result) in positions.into_iter().zip(learnt) {
        results[at] = Some(result);
    }
    let mut clusters = model.clusters.clone();
    clusters.iter_mut().for_each(|c| c.pages.clear());
    let mut pages = Vec::with_capacity(inputs.len());
    for (at, (input, known)) in inputs.iter().zip(results).enumerate() {
        let mut article = known.unwrap_or_else(|| model.article(input));
        let alone = || ClusterSummary { kind: article.kind, ..ClusterSummary::default() };
        let cluster = article.cluster.unwrap_or_else(|| {
            clusters.push(alone());
            clusters.len() - 1
        });
        article.cluster = Some(cluster);
        clusters[cluster].pages.push(at);
        pages.push(article);
    }
    SiteResult { clusters, pages }
}

/// The positions of a sample of at most `sample` of `count` pages, evenly spaced; at least two pages, if there are two.
///
/// ```
/// use rowsmith::sites::sample_positions;
///
/// assert_eq!(sample_positions(10, 4), [0, 2, 5, 7]);
/// assert_eq!(sample_positions(3, 48), [0, 1, 2]);
/// ```
pub fn sample_positions(count: usize, sample: usize) -> Vec<usize> {
    let wanted = sample.max(2).min(count);
    (0..wanted).map(|i| i * count / wanted).collect()
}

/// What a sample of a site's pages teaches about all of them.
pub struct SiteModel {
    /// The clusters of the sample; `pages` are positions in the sample.
    pub clusters: Vec<ClusterSummary>,
    site: Site,
    comparer: Comparer,
    /// A few pages that represent each cluster.
    representatives: Vec<Vec<Outline>>,
    models: Vec<ClusterModel>,
    /// The titles of the sample's pages according to their heads.
    titles: Vec<String>,
    request: SiteOptions,
}

/// What was learnt from a sample, and what its own pages are by that.
pub struct LearntSample {
    /// What was learnt.
    pub model: SiteModel,
    /// The articles of the sample's pages, in order.
    pub articles: Vec<SiteArticle>,
}

/// This many pages represent a cluster.
const REPRESENTATIVES: usize = 3;

impl SiteModel {
    /// Learns from a sample.
    ///
    /// The sample is kept in memory. Clustering compares all pairs of pages, and RTDM composes those of a cluster; each
    /// is bounded by a few times `Limits::max_work` in total. With both methods, every page also costs what it costs by
    /// itself ([`find_article`]). The rest takes time linear in the number and size of the pages.
    pub fn learn(inputs: &[SitePage], request: &SiteOptions) -> LearntSample {
        let mut results: Vec<Option<SiteArticle>> = vec![None; inputs.len()];
        let mut site = Site::default();
        let sample: Vec<SamplePage> = inputs.iter().map(|page| SamplePage::new(page, &mut site)).collect();
        let SampleClusters { comparer, outlines, titles, clusters } = learn_clusters(&sample, &mut site, request);
        let everything: Vec<&SamplePage> = sample.iter().collect();
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
        for SampleCluster { members: group, model: cluster, blocks, judged } in clusters {
            let pages: Vec<&SamplePage> = group.iter().map(|&i| &sample[i]).collect();
            let number = model.models.len();
            let mut summary = cluster.summary(group.clone());
            if let ([only], SiteMethod::Both) = (group.as_slice(), request.method) {
                let alone = alone(&inputs[*only], pages[0], Some(number), request);
                summary.kind = alone.kind;
                results[*only] = Some(alone);
            } else {
                for (k, (&i, page)) in group.iter().zip(&pages).enumerate() {
                    let found = PageBlock { block: blocks[k], opinion: judged.get(k) };
                    let article = cluster.article(&inputs[i], Some(number), page, found, items[i]);
                    results[i] = Some(article);
                }
            }
            model.clusters.push(summary);
            model.models.push(cluster);
            model.representatives.push(group.iter().take(REPRESENTATIVES).map(|&i| outlines[i].clone()).collect());
        }
        // for further pages only the labels have to be those of the sample
        model.site = site.labels_only();
        model.comparer = comparer;
        model.titles = titles;
        LearntSample { model, articles: results.into_iter().flatten().collect() }
    }

    /// The article of a further page of the site by the cluster that is most similar to it; if none is, the page is
    /// judged by itself.
    pub fn article(&self, input: &SitePage) -> SiteArticle {
        let request = &self.request;
        let page = SamplePage::new(input, &mut self.site.clone());
        let outline = self.comparer.clone().outline(&page, request.cluster.trees);
        let max_work = request.limits.max_work / 8;
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
                let (model, block) = (&self.models[c], self.models[c].locate(&page, request));
                let opinion = model.opinions.is_some().then(|| Opinion::new(&page, request));
                let found = PageBlock { block, opinion: opinion.as_ref() };
                model.article(input, Some(c), &page, found, item)
            }
            _ => alone(input, &page, cluster, request),
        }
    }

    /// Whether a page links to several pages of a cluster by their titles.
    fn lists_articles(&self, page: &SamplePage, cluster: usize) -> bool {
        let of_cluster: Vec<String> =
            self.clusters[cluster].pages.iter().filter_map(|&p| self.titles.get(p).cloned()).collect();
        let margin = self.models[cluster].linked_everywhere;
        linked_titles(page, Document::ROOT, &of_cluster).len() >= (margin + 3).max(of_cluster.len().min(10) / 2)
    }
}

/// The article of a page that is not similar to any other.
fn alone(input: &SitePage, page: &SamplePage, cluster: Option<usize>, request: &SiteOptions) -> SiteArticle {
    let document = &page.document;
    let address = input.address.as_ref().map(|address| address.as_str());
    let WithinWork { found: article, exhausted } =
        find_article(document, &page.view, address, &request.article, request.limits.max_work);
    let kind = kind_of(is_other(page, Some(article.element)), &[&article]);
    let base = base_of(document, input.address.as_ref());
    let mut truncated = document.source.truncated;
    truncated.work |= exhausted;
    let page = ArticlePage {
        source: input.source.clone(),
        warnings: page_warnings(document, &page.view, truncated, None),
        ..article_result(document, &article, base.as_ref(), Renderings::all(request.markdown))
    };
    SiteArticle { cluster, kind, page }
}
