//! Mining data records based on anchor trees (MiBAT 5.1, algorithm 1), and the main region (5.4, 6.2).

pub(crate) mod anchor_trees;
pub(crate) mod boundary;
pub(crate) mod measures;

use crate::Budget;
use crate::posts::mibat::anchor_trees::{AnchorOptions, find_anchor_trees};
use crate::posts::mibat::boundary::determine_boundary;
use crate::posts::pivots::Pivots;
use crate::records::{Candidate, Generator, PageFacts, matched_nodes};
use crate::tree::{Run, Similarities, TreeId};

/// Parameters of MiBAT.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct MibatOptions {
    /// Compare trees by PS (pivot and siblings) rather than PM (pivot alone). Default true, the paper's best (table 1).
    pub siblings: bool,
    /// τ: anchor trees are more similar than this. The paper tunes it but does not print it; `lab/POSTS.md` has the
    /// curve and says how this value was tuned.
    pub threshold: f64,
    /// Leave out regions whose text consists only of dates and times, such as the archive of a blog (6.2). Default
    /// true.
    pub filter_dates: bool,
}

impl MibatOptions {
    /// The default parameters, which are the paper's best.
    ///
    /// ```
    /// use rowsmith::options::MibatOptions;
    ///
    /// assert!(MibatOptions::new().siblings);
    /// ```
    pub fn new() -> MibatOptions {
        MibatOptions::default()
    }

    /// Sets whether trees are compared by pivot and siblings rather than the pivot alone.
    ///
    /// ```
    /// use rowsmith::options::MibatOptions;
    ///
    /// assert!(!MibatOptions::new().siblings(false).siblings);
    /// ```
    #[must_use]
    pub fn siblings(mut self, siblings: bool) -> MibatOptions {
        self.siblings = siblings;
        self
    }

    /// Sets how similar anchor trees are at least.
    ///
    /// ```
    /// use rowsmith::options::MibatOptions;
    ///
    /// assert_eq!(MibatOptions::new().threshold(0.5).threshold, 0.5);
    /// ```
    #[must_use]
    pub fn threshold(mut self, threshold: f64) -> MibatOptions {
        self.threshold = threshold;
        self
    }

    /// Sets whether regions of nothing but dates and times are left out.
    ///
    /// ```
    /// use rowsmith::options::MibatOptions;
    ///
    /// assert!(!MibatOptions::new().filter_dates(false).filter_dates);
    /// ```
    #[must_use]
    pub fn filter_dates(mut self, filter_dates: bool) -> MibatOptions {
        self.filter_dates = filter_dates;
        self
    }
}

impl Default for MibatOptions {
    fn default() -> Self {
        MibatOptions { siblings: true, threshold: 0.4, filter_dates: true }
    }
}

/// All lists of records around anchor trees, by parent in preorder. Parents with fewer than two children that contain a
/// candidate pivot cost almost nothing.
pub fn mibat(
    facts: &PageFacts<'_>,
    pivots: &Pivots,
    options: &MibatOptions,
    sims: &mut Similarities<'_>,
    max_work: u64,
) -> Vec<Candidate> {
    let tree = &facts.page.tree;
    let work = Budget::new(max_work);
    let anchor = AnchorOptions { siblings: options.siblings, threshold: options.threshold };
    let mut regions = Vec::new();
    for parent in parents(facts, pivots) {
        let children: Vec<TreeId> = tree.children(parent).collect();
        for list in find_anchor_trees(tree, &children, pivots, &anchor, sims, &work) {
            let boundary = determine_boundary(tree, &children, &list.places, sims);
            let run = |&place: &usize| {
                let record = boundary.record(place);
                Run::new(children[record.start], tree.end(children[record.end - 1]))
            };
            let runs = list.places.iter().map(run).collect();
            regions.push(Candidate { runs, runs_per_record: 1, generator: Generator::AnchorTrees });
        }
    }
    regions
}

/// The nodes with two or more children that contain a candidate pivot, in preorder. They are the common ancestors of
/// neighbouring pivots.
fn parents(facts: &PageFacts<'_>, pivots: &Pivots) -> Vec<TreeId> {
    let tree = &facts.page.tree;
    let mut parents: Vec<TreeId> =
        pivots.list.windows(2).map(|pair| tree.common_ancestor(pair[0].node, pair[1].node)).collect();
    parents.sort_unstable();
    parents.dedup();
    parents
}

/// The region of the posts (5.4): among the regions, all of which have a date in each record, the one with the most
/// matched nodes between consecutive records. `None` if there is none.
pub fn main_region<'r>(
    facts: &PageFacts<'_>,
    pivots: &Pivots,
    regions: &'r [Candidate],
    options: &MibatOptions,
    sims: &mut Similarities<'_>,
) -> Option<(&'r Candidate, f64)> {
    let kept = regions.iter().filter(|r| !options.filter_dates || !is_dates_only(facts, pivots, r));
    let scored = kept.map(|region| (region, matched_nodes(&facts.page.tree, region, sims)));
    scored.fold(None, |best, (region, score)| match best {
        Some((_, most)) if most >= score => best,
        _ => Some((region, score)),
    })
}

/// Whether the text of a region consists only of dates and times (6.2): apart from the dates its records have only
/// counts and marks, with hardly a letter.
pub fn is_dates_only(facts: &PageFacts<'_>, pivots: &Pivots, region: &Candidate) -> bool {
    let (mut all, mut dated) = (0u32, 0u32);
    for &run in &region.runs {
        all += facts.chars.of(run);
        dated += pivots
            .within(run)
            .iter()
            .filter(|p| p.pure && facts.page.is_text(p.node))
            .map(|p| facts.chars.of(Run::new(p.node, p.node + 1)))
            .sum::<u32>();
    }
    // a count in brackets after each
    f64::from(dated) >= 0.8 * f64::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, line, parse};
    use crate::tree::PageTree;

    fn posts(html: &str) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let facts = PageFacts::new(&document, &page);
        let pivots = Pivots::new(&document, &page);
        let mut sims = Similarities::new(&page.tree, &facts.classes, u64::MAX);
        let options = MibatOptions::default();
        let regions = mibat(&facts, &pivots, &options, &mut sims, u64::MAX);
        let main = main_region(&facts, &pivots, &regions, &options, &mut sims);
        let text = |&Run { first, end }: &Run| line(&document, page.spans[first].from, page.spans[end - 1].to);
        main.map_or(Vec::new(), |(region, _)| region.runs.iter().map(text).collect())
    }

    #[test]
    fn posts_with_much_or_little_in_them_and_an_advert_between() {
        let post = |author: &str, day: u32, body: &str| {
            format!("<div><i>{author}</i> <b>Jan {day}, 2024</b><div>{body}</div></div>")
        };
        let html = [
            "<nav><a href=1>Home</a></nav><section>".to_owned(),
            post("ann", 5, "Why?"),
            post("bob", 6, "<p>Because</p><ul><li>one<li>two</ul><pre>x</pre><p>Since Jan 1, 2020</p>"),
            "<div><a href=2>Buy</a></div>".to_owned(),
            post("cem", 7, "<blockquote>Why?</blockquote>So"),
            "</section>".to_owned(),
        ];
        assert_eq!(
            posts(&html.concat()),
            ["ann Jan 5, 2024 Why?", "bob Jan 6, 2024 Because one two x Since Jan 1, 2020", "cem Jan 7, 2024 Why? So"]
        );
    }

    #[test]
    fn a_list_of_dates_is_no_thread() {
        let html = "<ul><li><a href=1>Jan 5, 2024</a><li><a href=2>Jan 6, 2024</a><li><a href=3>Jan 7, 2024</a></ul>";
        assert_eq!(posts(html), Vec::<String>::new());
    }
}
