//! Options of the alignment, each with the value in the paper and the figure that led to ours.

/// Options of the alignment. The figures are `item_recall_of_found` on the main lists of the `records` set with the
/// lists given, followed by `cells_per_record` in brackets: 0.968 (11.1) with the defaults, 0.867 (11.5) with
/// [`AlignOptions::paper`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct AlignOptions {
    /// Prefer to match elements with equal class or itemprop, and cells of the same table column, in addition to the
    /// paper's content similarity of leaves. Default true; 0.959 without.
    pub class_evidence: bool,
    /// Items that stay unaligned share a column if tag path, class and occurrence are equal, whereas the paper gives
    /// each a column of its own (5.2.2). Default true; 0.959 without.
    pub group_unaligned: bool,
    /// An element whose text a reader takes as one item becomes one item: a line of several inline pieces, a body of
    /// paragraphs, a list of tags. Parts of it that few records have are not items of their own. Default true; 0.902
    /// (11.6) without. In the paper, items are the texts between tags (5).
    pub composites: bool,
    /// Columns that never occur together in a record and are in similar elements are merged. Default true; 0.959
    /// without. The paper assumes one template per list.
    pub merge_alternatives: bool,
    /// An element without visible content becomes an item by its `datetime`, `aria-label` or `title`: a time that a
    /// script writes out, a drawing of five stars. Default true; 0.966 without. Not in the paper.
    pub attribute_texts: bool,
    /// A record several times as large as most is aligned after the others and is not the first seed: a box of
    /// recommendations among the records of a list. Default true. In the paper the largest record is the seed (5.2.1).
    pub usual_seed: bool,
    /// Elements of which one is at least twice as wide or high as the other do not match (4.2.3), on pages with a
    /// layout. Default false; true loses items (`lab/RENDER.md`).
    pub visual_conflict: bool,
    /// How often records with unaligned nodes are matched again with a seed that has grown since. Default 1. The paper
    /// continues until nothing new is aligned (5.2.2), which takes 1.4 times as long and gains nothing.
    pub max_passes: usize,
    /// How many words of a text content similarity looks at. Default 64; the paper has no bound.
    pub max_words: usize,
}

impl AlignOptions {
    /// The default options: the alignment with the additions to the paper.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert!(AlignOptions::new().class_evidence && !AlignOptions::paper().class_evidence);
    /// ```
    pub fn new() -> AlignOptions {
        AlignOptions::default()
    }

    /// Sets whether elements with equal class or itemprop, and cells of the same table column, match rather.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert!(!AlignOptions::new().class_evidence(false).class_evidence);
    /// ```
    #[must_use]
    pub fn class_evidence(mut self, class_evidence: bool) -> AlignOptions {
        self.class_evidence = class_evidence;
        self
    }

    /// Sets whether items that stay unaligned share a column if path, class and occurrence are equal.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert!(!AlignOptions::new().group_unaligned(false).group_unaligned);
    /// ```
    #[must_use]
    pub fn group_unaligned(mut self, group_unaligned: bool) -> AlignOptions {
        self.group_unaligned = group_unaligned;
        self
    }

    /// Sets whether an element whose text a reader takes as one item becomes one item.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert!(!AlignOptions::new().composites(false).composites);
    /// ```
    #[must_use]
    pub fn composites(mut self, composites: bool) -> AlignOptions {
        self.composites = composites;
        self
    }

    /// Sets whether similar columns that never occur together in a record are merged.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert!(!AlignOptions::new().merge_alternatives(false).merge_alternatives);
    /// ```
    #[must_use]
    pub fn merge_alternatives(mut self, merge_alternatives: bool) -> AlignOptions {
        self.merge_alternatives = merge_alternatives;
        self
    }

    /// Sets whether elements without visible content are items by their attributes.
    ///
    /// ```
    /// use rowsmith::options::{AlignOptions, ListSearch};
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let item = |name: &str, day: u32| format!("<li><a href=/{name}>{name}</a> <time datetime=2024-01-{day:02}></time></li>");
    /// let html = format!("<ul>{}</ul>", [item("oak", 5), item("elm", 6), item("ash", 7)].concat());
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let columns = |align| page.records(&RecordsOptions::new().search(ListSearch::new().align(align))).regions[0].columns.len();
    /// assert_eq!(columns(AlignOptions::new()), 3);
    /// assert_eq!(columns(AlignOptions::new().attribute_texts(false)), 2, "a time that shows no text is no item");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn attribute_texts(mut self, attribute_texts: bool) -> AlignOptions {
        self.attribute_texts = attribute_texts;
        self
    }

    /// Sets whether a record several times as large as most is aligned after the others.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert!(!AlignOptions::new().usual_seed(false).usual_seed);
    /// ```
    #[must_use]
    pub fn usual_seed(mut self, usual_seed: bool) -> AlignOptions {
        self.usual_seed = usual_seed;
        self
    }

    /// Sets whether elements of very different sizes do not match, on pages with a layout.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert!(AlignOptions::new().visual_conflict(true).visual_conflict);
    /// ```
    #[must_use]
    pub fn visual_conflict(mut self, visual_conflict: bool) -> AlignOptions {
        self.visual_conflict = visual_conflict;
        self
    }

    /// Sets how often records with unaligned nodes are matched again.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert_eq!(AlignOptions::new().max_passes(2).max_passes, 2);
    /// ```
    #[must_use]
    pub fn max_passes(mut self, max_passes: usize) -> AlignOptions {
        self.max_passes = max_passes;
        self
    }

    /// Sets how many words of a text content similarity looks at.
    ///
    /// ```
    /// use rowsmith::options::AlignOptions;
    ///
    /// assert_eq!(AlignOptions::new().max_words(16).max_words, 16);
    /// ```
    #[must_use]
    pub fn max_words(mut self, max_words: usize) -> AlignOptions {
        self.max_words = max_words;
        self
    }

    /// The alignment as in the paper, without the additions.
    ///
    /// ```
    /// use rowsmith::options::{AlignOptions, ListSearch};
    /// use rowsmith::{Page, PageOptions, RecordsOptions};
    ///
    /// let item = |name: &str, day: u32| format!("<li><a href=/{name}>{name}</a> <time datetime=2024-01-{day:02}></time></li>");
    /// let html = format!("<ul>{}</ul>", [item("oak", 5), item("elm", 6), item("ash", 7)].concat());
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    /// let columns = |align| {
    ///     let found = page.records(&RecordsOptions::new().search(ListSearch::new().align(align)));
    ///     found.regions[0].columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(columns(AlignOptions::default()), ["title", "url", "date"]);
    /// assert_eq!(columns(AlignOptions::paper()), ["title", "url"], "a time that shows no text is no item");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn paper() -> Self {
        AlignOptions {
            class_evidence: false,
            group_unaligned: false,
            composites: false,
            merge_alternatives: false,
            attribute_texts: false,
            usual_seed: false,
            visual_conflict: true,
            max_passes: usize::MAX,
            max_words: 64,
        }
    }
}

impl Default for AlignOptions {
    fn default() -> Self {
        AlignOptions {
            class_evidence: true,
            group_unaligned: true,
            composites: true,
            merge_alternatives: true,
            attribute_texts: true,
            usual_seed: true,
            visual_conflict: false,
            max_passes: 1,
            max_words: 64,
        }
    }
}
