//! What is known about the pages.

use clap::Args;

use rowsmith::recognize::date::DateTime;
use rowsmith::{Limits, PageOptions};

use crate::common::source::{PageContext, PageSource};

/// What is known about the pages.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pages")]
pub(crate) struct PageArgs {
    /// The address of the page, for making links absolute
    ///
    /// A <base> in the page is resolved against it and takes precedence, and so does the address that a page was
    /// fetched from or that its archive has. It takes precedence over the address in the comment of the program that
    /// saved the page.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,

    /// The encoding of the pages, such as utf-8 or windows-1252
    ///
    /// Known for fetched pages and archives, from the HTTP header. A byte order mark takes precedence. If neither is
    /// there, the page's own declaration is used, or the encoding is guessed.
    #[arg(long, value_name = "LABEL")]
    pub(crate) charset: Option<String>,
}

impl PageArgs {
    /// # Errors
    /// If no page could be read with these flags; better reported once than for every page.
    pub(crate) fn check(&self) -> Result<(), String> {
        if let Some(base) = &self.base_url
            && !url::Url::parse(base).is_ok_and(|url| !url.cannot_be_a_base())
        {
            return Err(rowsmith::Error::BadBaseUrl(base.clone()).to_string());
        }
        rowsmith::dom::decode(b"", self.charset.as_deref()).map(drop).map_err(|error| error.to_string())
    }

    /// The options for a page: what is known about it, and what it may cost. If the user does not say when it was fetched,
    /// what fetched it, or the archive that it is in, does.
    pub(crate) fn options(&self, source: &PageSource, limits: Limits, fetched: Option<DateTime>) -> PageOptions {
        let PageContext { base_url, charset, fetched: known, .. } = self.of(source);
        let mut options = PageOptions::new().source(&**source).limits(limits);
        (options.url, options.charset, options.fetched) = (base_url, charset, fetched.or(known));
        options
    }

    /// What is known about a page. Its own address takes precedence over that of the flag, and that over the one that
    /// the page says it was saved from. The charset of the flag takes precedence over the page's own, since the user
    /// may know better.
    pub(crate) fn of(&self, source: &PageSource) -> PageContext {
        PageContext {
            base_url: source.context.base_url.clone().or(self.base_url.clone()).or(source.context.saved_from.clone()),
            charset: self.charset.clone().or(source.context.charset.clone()),
            ..source.context.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_pages_are_found_before_the_run() {
        let check = |base: Option<&str>, charset: Option<&str>| {
            PageArgs { base_url: base.map(str::to_owned), charset: charset.map(str::to_owned) }.check()
        };
        assert!(check(Some("https://example.com/a"), Some("latin1")).is_ok());
        assert!(check(Some("example.com"), None).is_err());
        assert!(check(Some("mailto:a@example.com"), None).is_err());
        assert!(check(None, Some("klingon")).is_err());
    }
}
