//! Where the list of a page goes on.

use crate::dom::Base;
use crate::page::Page;
use crate::pagination::{Found, Known, PaginationModel, pagination};
use crate::types::{Kind, Pagination};

impl Page {
    /// Where the list of the page goes on: the link to its next page, the links to all of its pages, and how many records there
    /// are. Empty for a page that is not one of several, and for the last of them without a `next`. It is part of what
    /// [`Page::records`], [`Page::posts`] and [`Page::extract`] give, too. The page's address, if it is known, makes it more
    /// sure. Linear in the size of the page.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let html = b"<ul><li>One<li>Two<li>Three</ul><div class=pager>1 <a href=/list/2>2</a> <a href=/list/3>3</a> <a href=/list/2>&raquo;</a></div>";
    /// let page = Page::parse(html, &PageOptions::new().url("https://example.com/list"))?;
    /// assert_eq!(page.pagination().next.as_deref(), Some("https://example.com/list/2"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn pagination(&self) -> Pagination {
        self.goes_on().pagination.clone()
    }

    /// Where a page of this kind goes on: an article in its further parts, not in the next article.
    pub(crate) fn pagination_of(&self, kind: Kind) -> Pagination {
        match kind {
            Kind::Article if !self.goes_on().is_part => Pagination::default(),
            Kind::Nothing => self.pagination_if(false),
            _ => self.pagination(),
        }
    }

    /// Where the page goes on if what was asked for was found on it. If not, a single link that says "next" leads to another
    /// article or chapter as often as to a page of a list, and is left out.
    pub(crate) fn pagination_if(&self, found: bool) -> Pagination {
        let pagination = self.pagination();
        if found || pagination.pages.len() > 1 { pagination } else { Pagination::default() }
    }

    fn goes_on(&self) -> &Found {
        let known = || Known { base: self.base().map(Base::url), address: self.address() };
        self.goes_on.get_or_init(|| pagination(&self.document, known(), PaginationModel::built_in()))
    }
}
