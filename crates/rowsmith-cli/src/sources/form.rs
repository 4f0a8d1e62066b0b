//! What bytes are: a page, an archive of pages, something that pages can be got out of, or no page at all.
//!
//! What is no page has a name and says what to do with it, so that nothing is taken for a page that is none.

/// Bytes of an input that tell what it is, but for a text of which nothing looks like an element.
pub(crate) const SIGNATURE: usize = 2048;

/// What bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Form {
    /// A page, as far as can be told: a text with something that looks like an element.
    #[default]
    Page,
    /// Nothing but white space.
    Empty,
    /// A text without any element.
    Text,
    /// XML that is no XHTML.
    Xml,
    /// JSON.
    Json,
    /// A sitemap or feed.
    List,
    /// An HTTP response as it was sent.
    Http,
    /// One mail, or a page that was saved as one file with all that it shows (MHTML).
    Mail,
    /// Safari's archive of one page, a binary property list.
    WebArchive,
    /// Many pages in one file.
    Archive(Archive),
    /// Compressed data; the name is that of the format.
    Packed(&'static str),
    /// Something else.
    Other(Other),
}

/// A file of many pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Archive {
    /// Responses as a crawler kept them.
    Warc,
    /// The form before WARC.
    Arc,
    /// Lines of an index that say where in WARC files pages are.
    Cdx,
    /// What a browser asked for and got.
    Har,
    /// What a proxy let through, as mitmproxy keeps it.
    Flows,
    /// Mails, one behind the other.
    Mbox,
    /// A ZIP file.
    Zip,
    /// A tar file.
    Tar,
    /// A 7z file.
    SevenZip,
    /// A Parquet file.
    Parquet,
}

/// What is no page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Other {
    /// What it is, with its article: "a PDF document".
    pub(crate) name: &'static str,
    /// What to do with it; empty where nothing can be done.
    pub(crate) advice: &'static str,
}

/// What to do with office documents.
pub(super) const OFFICE: &str = "save it as a web page in its program, or export its tables as CSV";
/// What to do with what holds pages in a form of its own.
pub(super) const TAKE_OUT: &str = "take the pages out of it first";

/// An office document, whatever it is packed in.
pub(super) const OFFICE_FILE: Other = Other { name: "an office document", advice: OFFICE };
/// A program or something that is for programs, in a ZIP file.
pub(super) const PROGRAM_PACKAGE: Other = Other { name: "a packed program", advice: "" };
/// What no table or shape knows.
pub(super) const BINARY: Other = Other { name: "binary data of no known kind", advice: "" };
/// A drawing as text.
pub(super) const SVG: Other = Other { name: "an SVG image", advice: "" };

impl Form {
    /// What it is, with its article, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::Page => "a page",
            Form::Empty => "empty",
            Form::Text => "plain text",
            Form::Xml => "XML",
            Form::Json => "JSON",
            Form::List => "a sitemap or feed",
            Form::Http => "an HTTP response",
            Form::Mail => "a mail or MHTML file",
            Form::WebArchive => "a property list",
            Form::Packed(name) => match name {
                "gzip" => "gzip data",
                "zstd" => "zstd data",
                "bzip2" => "bzip2 data",
                _ => "xz data",
            },
            Form::Archive(archive) => archive.name(),
            Form::Other(other) => other.name,
        }
    }
}

impl Archive {
    fn name(self) -> &'static str {
        match self {
            Archive::Warc => "a WARC file",
            Archive::Arc => "an ARC file",
            Archive::Cdx => "an index of WARC files",
            Archive::Har => "a HAR file",
            Archive::Flows => "a dump of mitmproxy",
            Archive::Mbox => "a mailbox",
            Archive::Zip => "a ZIP archive",
            Archive::Tar => "a tar archive",
            Archive::SevenZip => "a 7z archive",
            Archive::Parquet => "a Parquet file",
        }
    }
}
