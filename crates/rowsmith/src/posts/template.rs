//! Templates: what posts look like on the pages of one site (MiBAT 6.3, MiBAT+MP).
//!
//! Learnt from the page of a site whose posts are most alike, and applied to the others, pages of a single post
//! among them: nothing needs to be compared there.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::fields::{PostNodes, find_fields};
use super::pivots::Pivots;
use crate::dom::{AttrName, Document};
use crate::records::{Candidate, Generator, PageFacts};
use crate::tree::{PageTree, TreeId};

/// The format's version; a template of another is refused.
pub const TEMPLATE_VERSION: u32 = 1;

/// What posts of one site look like.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// [`TEMPLATE_VERSION`].
    pub rowsmith_posts_template: u32,
    /// The boxes of posts; of a post of several siblings, the one with the date or the body.
    pub posts: Vec<Pattern>,
    /// How many siblings before that one belong to the post, and how many siblings it has.
    pub before: usize,
    /// See `before`.
    pub length: usize,
    /// Where the author's name stands.
    pub author: Vec<Pattern>,
    /// Where the date stands.
    pub date: Vec<Pattern>,
    /// The body.
    pub body: Vec<Pattern>,
    /// Where the number stands.
    pub number: Vec<Pattern>,
    /// The link to the post.
    pub permalink: Vec<Pattern>,
}

/// An element and the elements around it, from the inside out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pattern(pub Vec<Step>);

/// An element: its tag, and class words that it must have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The tag.
    pub tag: String,
    /// The class words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub class: Vec<String>,
}

/// Elements in a pattern.
const MAX_STEPS: usize = 4;
/// Patterns of a field.
const MAX_PATTERNS: usize = 8;

impl Template {
    /// Learns a template from the posts of a page; `None` for fewer than two.
    pub fn learn(document: &Document, page: &PageTree, pivots: &Pivots, posts: &[PostNodes]) -> Option<Template> {
        if posts.len() < 2 {
            return None;
        }
        let tree = &page.tree;
        let roots = |post: &PostNodes| -> Vec<TreeId> {
            post.runs
                .iter()
                .flat_map(|&run| crate::records::run_roots(tree, run))
                .filter(|&r| !page.is_text(r))
                .collect()
        };
        let date = |post: &PostNodes| post.date.and_then(|d| pivots.list.get(d)).map(|p| p.node);
        let anchor = |post: &PostNodes| -> Option<(usize, usize, TreeId)> {
            let roots = roots(post);
            let holds = |node: Option<TreeId>| roots.iter().position(|&r| node.is_some_and(|n| tree.contains(r, n)));
            let at = holds(date(post)).or_else(|| holds(post.body)).unwrap_or(0);
            Some((at, roots.len(), *roots.get(at)?))
        };
        let anchors: Vec<(usize, usize, TreeId)> = posts.iter().filter_map(anchor).collect();
        let mut shapes: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        anchors.iter().for_each(|a| *shapes.entry((a.0, a.1)).or_default() += 1);
        let (&(before, length), _) =
            shapes.iter().max_by_key(|(shape, count)| (**count, std::cmp::Reverse(**shape)))?;
        let boxes: Vec<(TreeId, TreeId)> = anchors.iter().map(|a| (a.2, 0)).collect();
        let inside = |of: &dyn Fn(&PostNodes) -> Option<TreeId>| {
            let element = |id: TreeId| if page.is_text(id) { tree.parent(id) } else { Some(id) };
            let nodes: Vec<(TreeId, TreeId)> =
                posts.iter().filter_map(|p| Some((element(of(p)?)?, p.runs.first()?.0))).collect();
            patterns(document, page, &nodes)
        };
        Some(Template {
            rowsmith_posts_template: TEMPLATE_VERSION,
            posts: patterns(document, page, &boxes).into_iter().map(Pattern::of_box).collect(),
            before,
            length,
            author: inside(&|p| p.author),
            date: inside(&date),
            body: inside(&|p| p.body),
            number: inside(&|p| p.number),
            permalink: inside(&|p| p.permalink),
        })
    }

    /// The posts of another page of the site, with their fields; none where nothing looks like one. Linear in the page,
    /// times the depth within posts.
    pub fn apply(&self, facts: &PageFacts<'_>, pivots: &Pivots) -> Vec<PostNodes> {
        let (document, page) = (facts.document, facts.page);
        let tree = &page.tree;
        let mut runs: Vec<(TreeId, TreeId)> = Vec::new();
        let mut id = 0;
        while id < tree.len() {
            let is_post = self.posts.iter().any(|p| p.matches(document, page, id))
                && tree.terminals(id) > 0
                && (self.body.is_empty()
                    || self.length > 1
                    || self.find_body(document, page, (id, tree.end(id))).is_some());
            if !is_post {
                id += 1;
                continue;
            }
            let run = self.around(page, id, runs.last().map_or(0, |r| r.1));
            id = run.1.max(id + 1);
            runs.push(run);
        }
        let candidate = Candidate { runs, runs_per_record: 1, generator: Generator::Template };
        let mut posts = find_fields(facts, pivots, &candidate);
        for post in &mut posts {
            self.fill(facts, pivots, post);
        }
        posts
    }

    /// The body of a post; where there is no such element, what would be around it: one page's bodies may all have a
    /// wrapper more than another's.
    fn find_body(&self, document: &Document, page: &PageTree, run: (TreeId, TreeId)) -> Option<TreeId> {
        let outer = |skip: usize| -> Vec<Pattern> {
            let steps = self.body.iter().map(|p| p.0.get(skip..).unwrap_or_default());
            steps
                .filter(|s| s.first().is_some_and(|s| skip == 0 || !s.class.is_empty()))
                .map(|s| Pattern(s.to_vec()))
                .collect()
        };
        (0..3).find_map(|skip| first(document, page, &outer(skip), run))
    }

    /// The run of siblings of a post around its anchor, not before `least`.
    fn around(&self, page: &PageTree, anchor: TreeId, least: TreeId) -> (TreeId, TreeId) {
        let tree = &page.tree;
        let before = std::iter::successors(tree.previous_sibling(anchor), |&s| tree.previous_sibling(s));
        let before = before.filter(|&s| !page.is_text(s)).take_while(|&s| s >= least).take(self.before);
        let start = before.last().unwrap_or(anchor);
        let behind = tree.siblings_from(anchor).filter(|&s| !page.is_text(s));
        let last = behind.take(self.length.saturating_sub(self.before).max(1)).last().unwrap_or(anchor);
        (start, tree.end(last))
    }

    /// Takes the fields from where the template has them; what it does not find stays as its regularity showed it.
    fn fill(&self, facts: &PageFacts<'_>, pivots: &Pivots, post: &mut PostNodes) {
        let (document, page) = (facts.document, facts.page);
        let Some(&run) = post.runs.first() else { return };
        let find = |patterns: &[Pattern]| first(document, page, patterns, run);
        let text_in = |element: TreeId| (element..page.tree.end(element)).find(|&id| page.is_text(id));
        if let Some(element) = self.find_body(document, page, run) {
            if post.body != Some(element) {
                post.cuts.clear();
            }
            post.body = Some(element);
        }
        if let Some(name) = find(&self.author).and_then(text_in) {
            post.author = Some(name);
            post.author_link = super::fields::link_around(facts, name, run.0);
        }
        if let Some(element) = find(&self.date) {
            let within = (element, page.tree.end(element));
            if let Some(at) = pivots.list.iter().position(|p| within.0 <= p.node && p.node < within.1) {
                post.date = Some(at);
            }
        }
        post.number = find(&self.number).and_then(text_in).or(post.number);
        post.permalink = find(&self.permalink).or(post.permalink);
    }
}

/// The first element of a run that matches the first pattern that any element of it matches.
fn first(document: &Document, page: &PageTree, patterns: &[Pattern], run: (TreeId, TreeId)) -> Option<TreeId> {
    patterns.iter().find_map(|pattern| (run.0..run.1).find(|&id| pattern.matches(document, page, id)))
}

impl Pattern {
    /// A box with a class is known by that; what is around it may differ from page to page.
    fn of_box(mut self) -> Pattern {
        let named = self.0.first().is_some_and(|step| !step.class.is_empty());
        self.0.truncate(if named { 1 } else { MAX_STEPS });
        self
    }

    fn matches(&self, document: &Document, page: &PageTree, id: TreeId) -> bool {
        let mut at = Some(id);
        self.0.iter().all(|step| {
            let Some(id) = at.filter(|&id| !page.is_text(id)) else { return false };
            at = page.tree.parent(id);
            let node = page.node(id);
            document.tag_name(page.tag(id)) == step.tag && {
                let class = document.attr(node, AttrName::CLASS).unwrap_or_default();
                step.class.iter().all(|word| class.split_ascii_whitespace().any(|w| w == word))
            }
        })
    }
}

/// Patterns of some elements, each given with the root that it may be described up to: elements of one chain of tags
/// share a pattern if they share a class word where they have classes. The commonest come first.
fn patterns(document: &Document, page: &PageTree, elements: &[(TreeId, TreeId)]) -> Vec<Pattern> {
    let mut groups: Vec<(Vec<Step>, usize)> = Vec::new();
    for &(element, root) in elements {
        let chain = std::iter::successors(Some(element), |&n| page.tree.parent(n)).take_while(|&n| n >= root);
        let steps: Vec<Step> = chain
            .take(MAX_STEPS)
            .map(|id| {
                let class = document.attr(page.node(id), AttrName::CLASS).unwrap_or_default();
                let mut class: Vec<String> = class.split_ascii_whitespace().map(str::to_owned).collect();
                class.sort_unstable();
                class.dedup();
                Step { tag: document.tag_name(page.tag(id)).to_owned(), class }
            })
            .collect();
        let fits = |group: &&mut (Vec<Step>, usize)| {
            let (a, b) = (&group.0, &steps);
            let tags = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.tag == b.tag);
            let own = |steps: &[Step]| steps.first().map_or(0, |s| s.class.len());
            let shared = a.first().zip(b.first()).is_some_and(|(a, b)| a.class.iter().any(|w| b.class.contains(w)));
            tags && (shared || own(a) == 0 && own(b) == 0)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => {
                for (step, other) in group.0.iter_mut().zip(&steps) {
                    step.class.retain(|word| other.class.contains(word));
                }
                group.1 += 1;
            }
            None => groups.push((steps, 1)),
        }
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.1));
    groups.truncate(MAX_PATTERNS);
    groups.into_iter().map(|(steps, _)| Pattern(steps)).collect()
}
