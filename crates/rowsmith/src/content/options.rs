//! How content is written as Markdown.

/// Which extensions of CommonMark are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum MarkdownFlavor {
    /// Only CommonMark: tables become lists of their rows, notes a list at the end.
    CommonMark,
    /// What GitHub, Obsidian and most others support: tables, footnotes, strikethrough, tasks, callouts, formulas.
    #[default]
    Gfm,
}

/// How links are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Links {
    /// With the address after the text: `[text](address)`.
    #[default]
    Inline,
    /// With a number after the text, and the addresses in a list at the end: `[text][1]`.
    Reference,
    /// As their text, without the address.
    None,
}

/// How images are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Images {
    /// As images: `![description](address)`.
    #[default]
    Inline,
    /// As links to them.
    Links,
    /// As their descriptions, without the address.
    Alt,
    /// Left out.
    None,
}

/// What becomes of notes: footnotes, side notes, references.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Notes {
    /// They are kept, with their marks in the text.
    #[default]
    Keep,
    /// They are left out with their marks.
    None,
}

/// How content is written as Markdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// Which extensions of CommonMark are used.
    pub flavor: MarkdownFlavor,
    /// How links are written.
    pub links: Links,
    /// How images are written.
    pub images: Images,
    /// Whether notes are kept.
    pub notes: Notes,
}

impl MarkdownOptions {
    /// The default options: what GitHub supports, with links and images inline.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    /// use rowsmith::options::MarkdownOptions;
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats lay <b>on the sand</b> all day, and nobody went out to fish.";
    /// let options = ArticleOptions::new().markdown(MarkdownOptions::new());
    /// let article = Page::parse(html, &PageOptions::new())?.article(&options);
    /// assert!(article.markdown.contains("lay **on the sand** all day"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> MarkdownOptions {
        MarkdownOptions::default()
    }

    /// Sets which extensions of CommonMark are used.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    /// use rowsmith::options::{MarkdownFlavor, MarkdownOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats lay <s>in the water</s> on the sand all day, and nobody went out to fish.";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let markdown = |flavor| page.article(&ArticleOptions::new().markdown(MarkdownOptions::new().flavor(flavor))).markdown;
    /// assert!(markdown(MarkdownFlavor::Gfm).contains("~~in the water~~"));
    /// assert!(!markdown(MarkdownFlavor::CommonMark).contains('~'));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn flavor(mut self, flavor: MarkdownFlavor) -> MarkdownOptions {
        self.flavor = flavor;
        self
    }

    /// Sets how links are written.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    /// use rowsmith::options::{MarkdownLinks, MarkdownOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats lay on <a href=/sand>the sand</a> all day, and nobody went out to fish.";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let options = ArticleOptions::new().markdown(MarkdownOptions::new().links(MarkdownLinks::Reference));
    /// let markdown = page.article(&options).markdown;
    /// assert!(markdown.contains("on [the sand][1] all day") && markdown.ends_with("[1]: /sand"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn links(mut self, links: Links) -> MarkdownOptions {
        self.links = links;
        self
    }

    /// Sets how images are written.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    /// use rowsmith::options::{MarkdownImages, MarkdownOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats <img src=/boats.jpg alt='on sand'> lay there all day, and nobody went out to fish.";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let markdown = |images| page.article(&ArticleOptions::new().markdown(MarkdownOptions::new().images(images))).markdown;
    /// assert!(markdown(MarkdownImages::Inline).contains("![on sand](/boats.jpg)"));
    /// assert!(markdown(MarkdownImages::Links).contains("boats [on sand](/boats.jpg) lay"));
    /// assert!(markdown(MarkdownImages::None).contains("The boats lay there"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn images(mut self, images: Images) -> MarkdownOptions {
        self.images = images;
        self
    }

    /// Sets whether notes are kept.
    ///
    /// ```
    /// use rowsmith::{ArticleOptions, Page, PageOptions};
    /// use rowsmith::options::{MarkdownNotes, MarkdownOptions};
    ///
    /// let html = b"<h1>Low tide</h1><p>The boats lay on the sand<sup><a href=#n1>1</a></sup> all day, and nobody went out.
    ///     <ol class=footnotes><li id=n1>As on every day of that week.</ol>";
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let markdown = |notes| page.article(&ArticleOptions::new().markdown(MarkdownOptions::new().notes(notes))).markdown;
    /// assert!(markdown(MarkdownNotes::Keep).contains("on the sand[^1] all day"));
    /// assert!(markdown(MarkdownNotes::None).ends_with("on the sand all day, and nobody went out."));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn notes(mut self, notes: Notes) -> MarkdownOptions {
        self.notes = notes;
        self
    }
}
