//! The flags that say how texts are written as Markdown.

use clap::{Args, ValueEnum};
use rowsmith::options::{MarkdownFlavor, MarkdownImages, MarkdownLinks, MarkdownNotes, MarkdownOptions};

/// How texts are written as Markdown.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct MarkdownArgs {
    /// Which extensions of CommonMark to use
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Flavor::Gfm, help_heading = "Markdown")]
    markdown_flavor: Flavor,

    /// How to write links in Markdown
    #[arg(long = "links", value_name = "HOW", value_enum, default_value_t = Links::Inline, help_heading = "Markdown")]
    links: Links,

    /// How to write images in Markdown
    #[arg(long = "images", value_name = "HOW", value_enum, default_value_t = Images::Inline, help_heading = "Markdown")]
    images: Images,

    /// What becomes of footnotes and references
    #[arg(long = "notes", value_name = "HOW", value_enum, default_value_t = Notes::Keep, help_heading = "Markdown")]
    notes: Notes,
}

/// Extensions of CommonMark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Flavor {
    /// None: formulas as code, notes as a list at the end, tables as their cells
    Commonmark,
    /// Tables, footnotes, strikethrough, tasks, callouts and formulas, as supported by GitHub and others
    Gfm,
}

/// How to write links.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Links {
    /// With the address after the text
    Inline,
    /// With a number, and the addresses at the end
    Reference,
    /// As their text only
    None,
}

/// How to write images.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Images {
    /// As images
    Inline,
    /// As links to them
    Links,
    /// As their descriptions only
    Alt,
    /// Left out
    None,
}

/// What becomes of notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Notes {
    /// Kept, with their marks in the text
    Keep,
    /// Left out with their marks
    None,
}

impl MarkdownArgs {
    /// The options of the library.
    pub(crate) fn options(self) -> MarkdownOptions {
        let flavor = match self.markdown_flavor {
            Flavor::Commonmark => MarkdownFlavor::CommonMark,
            Flavor::Gfm => MarkdownFlavor::Gfm,
        };
        let links = match self.links {
            Links::Inline => MarkdownLinks::Inline,
            Links::Reference => MarkdownLinks::Reference,
            Links::None => MarkdownLinks::None,
        };
        let images = match self.images {
            Images::Inline => MarkdownImages::Inline,
            Images::Links => MarkdownImages::Links,
            Images::Alt => MarkdownImages::Alt,
            Images::None => MarkdownImages::None,
        };
        let notes = match self.notes {
            Notes::Keep => MarkdownNotes::Keep,
            Notes::None => MarkdownNotes::None,
        };
        MarkdownOptions::new().flavor(flavor).links(links).images(images).notes(notes)
    }
}
