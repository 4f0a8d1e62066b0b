//! Pages of one template: agglomerative clustering by RTDM (Reis et al. 2004, step 1).

use kodama::{Method, linkage};
use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Tag, is_formatting};
use crate::site::forest::tolerant;
use crate::site::rtdm::distance::{INFINITE, TreePair, rtdm_distance};
use crate::site::sample::SamplePage;
use crate::tree::{ClassTable, Span, Tree, TreeId};

/// Which trees of two pages are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterTrees {
    /// Their comparison trees, as in the paper. The length of an article then counts as much as the template.
    Whole,
    /// Their summaries. Flow content (paragraphs, headings, figures, plain lists and tables) is left out, and siblings
    /// with the same name (tag, and id and class in FOREST's tolerant form) become one node with the children of all,
    /// so that an article of a hundred paragraphs is as large as one of five. However, siblings that together contain
    /// most of the page's own text are kept apart from a single one: a list of articles has its boxes many times.
    Summary,
}

/// Options for the clustering.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ClusterOptions {
    /// What is compared. Default: summaries.
    pub trees: ClusterTrees,
    /// Clusters are merged as long as their pages are on average at least this similar, by 1 − distance / sizes. 0.8 in
    /// the paper.
    pub min_similarity: f64,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        ClusterOptions { trees: ClusterTrees::Summary, min_similarity: 0.8 }
    }
}

/// The trees of pages, prepared for comparison.
#[derive(Clone, Debug, Default)]
pub struct Comparer {
    classes: ClassTable,
    names: FxHashMap<String, u32>,
    /// For each text fragment, the number of pages of the sample on which it occurs.
    pages_with: FxHashMap<u64, u32>,
    pages: u32,
}

/// A page in the form in which it is compared with others.
#[derive(Clone, Debug)]
pub struct Outline {
    tree: Tree,
    classes: Vec<u32>,
}

impl Comparer {
    /// Learns from a sample which texts belong to the template. Takes linear time.
    pub fn new(pages: &[SamplePage]) -> Comparer {
        let mut pages_with: FxHashMap<u64, u32> = FxHashMap::default();
        for page in pages {
            let mut texts: Vec<u64> = page.texts.iter().copied().filter(|&t| t != 0).collect();
            texts.sort_unstable();
            texts.dedup();
            for text in texts {
                *pages_with.entry(text).or_insert(0) += 1;
            }
        }
        Comparer { pages_with, pages: pages.len() as u32, ..Default::default() }
    }

    /// For each node of the tree, how many terms before it are in the page's own texts, those on few pages of the
    /// sample.
    fn own_terms(&self, page: &SamplePage) -> Vec<u32> {
        let few = (self.pages / 4).max(2);
        let own = |id: TreeId| match page.texts[id] {
            0 => 0,
            text if self.pages_with.get(&text).is_some_and(|&n| n > few) => 0,
            _ => {
                let Span { from, to } = page.view.spans[id];
                page.terms.starts[to.index()] - page.terms.starts[from.index()]
            }
        };
        let mut before = Vec::with_capacity(page.tree.len() + 1);
        before.push(0);
        for id in page.tree.nodes() {
            before.push(before[id] + own(id));
        }
        before
    }

    /// The tree of a page that is compared with others. Takes linear time, apart from sorting siblings.
    pub fn outline(&mut self, page: &SamplePage, trees: ClusterTrees) -> Outline {
        let tree = match trees {
            ClusterTrees::Whole => page.tree.clone(),
            ClusterTrees::Summary => self.summary(page),
        };
        let classes = self.classes.classes(&tree, |_| 0);
        Outline { tree, classes }
    }

    fn name(&mut self, page: &SamplePage, id: TreeId) -> u32 {
        let (document, node) = (&page.document, page.view.node(id));
        let attribute = |name| document.attr(node, name).map(tolerant).unwrap_or_default();
        let name = format!(
            "{} {} {}",
            document.tag_name(document.tag(node)),
            attribute(AttrName::ID),
            attribute(AttrName::CLASS)
        );
        let next = self.names.len() as u32;
        *self.names.entry(name).or_insert(next)
    }

    fn summary(&mut self, page: &SamplePage) -> Tree {
        // the groups of siblings with the same name, by parent group and name
        let mut groups: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut labels: Vec<u32> = Vec::new();
        let mut children: Vec<Vec<(u32, u32)>> = Vec::new();
        let mut group_of = vec![0u32; page.tree.len()];
        // the parent under which a group was last found, how many members it has there, and how many terms are in these
        let mut siblings_of: Vec<(TreeId, u32, u32)> = Vec::new();
        let mut repeats: Vec<bool> = Vec::new();
        let mut behind_flow = TreeId::ROOT;
        let own_before = self.own_terms(page);
        let all_own = own_before[page.tree.len()];
        for id in page.tree.nodes() {
            if id < behind_flow || page.view.is_text(id) {
                continue;
            }
            if is_flow(page, id) {
                behind_flow = page.tree.end(id);
                continue;
            }
            let parent = page.tree.parent(id).map_or(u32::MAX, |p| group_of[p]);
            let name = self.name(page, id);
            let next = labels.len() as u32;
            let group = *groups.entry((parent, name)).or_insert(next);
            if group == next {
                labels.push(name);
                children.push(Vec::new());
                siblings_of.push((TreeId::MAX, 0, 0));
                repeats.push(false);
                if let Some(siblings) = children.get_mut(parent as usize) {
                    siblings.push((name, group));
                }
            }
            let parent = page.tree.parent(id).unwrap_or(TreeId::MAX);
            let siblings = &mut siblings_of[group as usize];
            if siblings.0 != parent {
                *siblings = (parent, 0, 0);
            }
            siblings.1 += 1;
            siblings.2 += own_before[page.tree.end(id)] - own_before[id];
            repeats[group as usize] |= siblings.1 > 1 && 2 * siblings.2 > all_own;
            group_of[id] = group;
        }
        let mut tree = Tree::default();
        let mut open = vec![(0u32, TreeId::ROOT)];
        while let Some((group, parent)) = open.pop() {
            if labels.is_empty() {
                break;
            }
            let id = tree.end_of_all();
            tree.labels.push(labels[group as usize] << 1 | u32::from(repeats[group as usize]));
            tree.parents.push(parent);
            tree.ends.push(id + 1);
            let below = &mut children[group as usize];
            below.sort_unstable();
            open.extend(below.iter().rev().map(|&(_, child)| (child, id)));
        }
        for id in (1..tree.len()).rev() {
            let parent = tree.parents[id];
            tree.ends[parent] = tree.ends[parent].max(tree.ends[id]);
        }
        tree.terminals_before = vec![0; tree.len() + 1];
        tree
    }
}

/// Whether an element is content written by an author, whatever the template: its tag says so, or it is a list or table
/// without a name and without a container in it.
fn is_flow(page: &SamplePage, id: TreeId) -> bool {
    let document = &page.document;
    match page.view.tag(id) {
        Tag::P
        | Tag::H1
        | Tag::H2
        | Tag::H3
        | Tag::H4
        | Tag::H5
        | Tag::H6
        | Tag::BLOCKQUOTE
        | Tag::PRE
        | Tag::FIGURE
        | Tag::PICTURE
        | Tag::IMG
        | Tag::SVG
        | Tag::IFRAME
        | Tag::VIDEO
        | Tag::AUDIO
        | Tag::A
        | Tag::SPAN
        | Tag::BR
        | Tag::HR
        | Tag::DETAILS => true,
        Tag::UL | Tag::OL | Tag::DL | Tag::TABLE => {
            let node = page.view.node(id);
            let named = document.attrs(node).any(|(name, _)| matches!(name, AttrName::CLASS | AttrName::ID));
            !named && !page.tree.subtree(id).skip(1).any(|below| matches!(page.view.tag(below), Tag::DIV | Tag::TABLE))
        }
        tag => is_formatting(tag),
    }
}

/// The similarity of two pages: 1 − RTDM / sum of the trees' sizes, from 0 to 1.
pub fn similarity(a: &Outline, b: &Outline, max_work: u64) -> f64 {
    let pair = TreePair { a: &a.tree, b: &b.tree, classes_a: &a.classes, classes_b: &b.classes };
    let size = a.tree.len() + b.tree.len();
    if size == 0 {
        return 1.0;
    }
    1.0 - rtdm_distance(pair, INFINITE, max_work) as f64 / size as f64
}

/// Clusters the pages: returns lists of their positions in ascending order, ordered by the first. Uses average linkage;
/// quadratic in the number of pages, which the caller bounds.
pub fn clusters(outlines: &[Outline], options: &ClusterOptions, max_work: u64) -> Vec<Vec<usize>> {
    let count = outlines.len();
    let mut distances = Vec::with_capacity(count * count.saturating_sub(1) / 2);
    for i in 0..count {
        for j in i + 1..count {
            distances.push(1.0 - similarity(&outlines[i], &outlines[j], max_work));
        }
    }
    // kodama numbers the pages first, then the clusters in the order in which they are merged
    let mut members: Vec<Vec<usize>> = (0..count).map(|i| vec![i]).collect();
    if count > 1 {
        for step in linkage(&mut distances, count, Method::Average).steps() {
            if step.dissimilarity > 1.0 - options.min_similarity + 1e-9 {
                members.push(Vec::new());
                continue;
            }
            let mut merged = std::mem::take(&mut members[step.cluster1]);
            merged.append(&mut members[step.cluster2]);
            merged.sort_unstable();
            members.push(merged);
        }
    }
    members.retain(|m| !m.is_empty());
    members.sort_unstable();
    members
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};
    use crate::site::sample::Site;
    use crate::site::sample::SitePage;

    #[test]
    fn length_of_articles_does_not_matter_but_templates_do() {
        let article =
            |n: usize| format!("<div class=nav><a>x</a></div><main><h1>t</h1>{}</main>", "<p>a<p>b".repeat(n));
        let list = "<div class=nav><a>x</a></div><ul class=list><li><a>x</a></ul><div class=pages><a>2</a></div>";
        let html = [article(1), list.to_owned(), article(50), article(3), list.to_owned()];
        let mut site = Site::default();
        let parsed = html.iter().map(|h| parse(h.as_bytes(), &ParseOptions::default()).unwrap());
        let pages: Vec<SamplePage> = parsed.map(|page| SamplePage::new(&SitePage::new(page), &mut site)).collect();
        let mut comparer = Comparer::new(&pages);
        let outlines: Vec<Outline> = pages.iter().map(|page| comparer.outline(page, ClusterTrees::Summary)).collect();
        assert_eq!(clusters(&outlines, &ClusterOptions::default(), u64::MAX), [vec![0, 2, 3], vec![1, 4]]);
    }
}
