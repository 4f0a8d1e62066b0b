//! What bytes are: a page, an archive of pages, something that contains a page, or no page at all.
//!
//! Everything that is not a page has a name and a piece of advice, so that nothing else is mistaken for a page.

/// How many bytes of an input are enough to recognise it, except for a text in which nothing looks like an element.
pub(crate) const SIGNATURE: usize = 2048;

/// What bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Form {
    /// A page, as far as its bytes show: a text with something that looks like an element.
    #[default]
    Page,
    /// Only white space.
    Empty,
    /// A text without any element.
    Text,
    /// XML other than XHTML.
    Xml,
    /// JSON.
    Json,
    /// A sitemap or feed.
    List,
    /// An HTTP response as it was sent.
    Http,
    /// A mail, or a page saved as one file with everything that it shows (MHTML).
    Mail,
    /// Safari's archive of a single page, a binary property list.
    WebArchive,
    /// Many pages in one file.
    Archive(Archive),
    /// Compressed data, with the name of the format.
    Packed(&'static str),
    /// Something else.
    Other(Other),
}

/// A file of many pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Archive {
    /// Responses as stored by a crawler.
    Warc,
    /// The format before WARC.
    Arc,
    /// Lines of an index that say where in WARC files pages are.
    Cdx,
    /// A browser's requests and responses.
    Har,
    /// The traffic through mitmproxy.
    Flows,
    /// Mails, one after the other.
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

/// Something that is not a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Other {
    /// Its name, with an article: "a PDF document".
    pub(crate) name: &'static str,
    /// What to do with it; empty if nothing can be done.
    pub(crate) advice: &'static str,
}

/// Advice on office documents.
pub(super) const OFFICE: &str = "save it as a web page in its program, or export its tables as CSV";
/// Advice on formats that contain pages in a form of their own.
pub(super) const TAKE_OUT: &str = "extract the pages from it first";

/// An office document, however it is packed.
pub(super) const OFFICE_FILE: Other = Other { name: "an office document", advice: OFFICE };
/// A program, or something for programs, in a ZIP file.
pub(super) const PROGRAM_PACKAGE: Other = Other { name: "a packed program", advice: "" };
/// Anything that no table and no shape recognises.
pub(super) const BINARY: Other = Other { name: "binary data of unknown format", advice: "" };
/// A drawing in text form.
pub(super) const SVG: Other = Other { name: "an SVG image", advice: "" };

impl Form {
    /// Its name, with an article, for messages.
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
