//! How content is written as Markdown.

/// What of Markdown is written beyond CommonMark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MarkdownFlavor {
    /// CommonMark alone: tables as lists of their rows, notes as a list at the end.
    CommonMark,
    /// What GitHub, Obsidian and most others read: tables, footnotes, struck text, tasks, callouts, formulas.
    #[default]
    Gfm,
}

/// How links are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Links {
    /// With the address behind the text: `[text](address)`.
    #[default]
    Inline,
    /// With a number behind the text, and the addresses in a list at the end: `[text][1]`.
    Reference,
    /// As their text alone.
    None,
}

/// How images are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Images {
    /// As images: `![description](address)`.
    #[default]
    Inline,
    /// As links to them.
    Links,
    /// As their descriptions alone.
    Alt,
    /// Not at all.
    None,
}

/// How content is written as Markdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// What is written beyond CommonMark.
    pub flavor: MarkdownFlavor,
    /// How links are written.
    pub links: Links,
    /// How images are written.
    pub images: Images,
}
