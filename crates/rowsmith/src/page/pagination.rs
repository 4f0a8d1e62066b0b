//! How to reach the rest of a list that continues beyond its page.

use crate::dom::Base;
use crate::page::Page;
use crate::pagination::{Found, Known, PaginationModel, pagination};
use crate::types::{Kind, Pagination};

impl Page {
    /// Returns where the list of the page continues: the link to the next page, the links to all of its pages, and the
    /// total number of records. The result is empty for a page that is not one of several; on the last page `next` is
    /// missing. [`Page::records`], [`Page::posts`] and [`Page::extract`] return it, too. Knowing the page's address
    /// makes the answer more reliable. Takes time linear in the size of the page.
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

    /// Where a page of this kind continues. An article continues in its further parts, not in the next article.
    pub(crate) fn pagination_of(&self, kind: Kind) -> Pagination {
        match kind {
            Kind::Article if !self.goes_on().is_part => Pagination::default(),
            Kind::Nothing => self.pagination_if(false),
            _ => self.pagination(),
        }
    }

    /// Where the page continues, if what was asked for was found on it. If it was not, a single link that says "next"
    /// leads to another article or chapter as often as to the next page of a list, so it is left out.
    pub(crate) fn pagination_if(&self, found: bool) -> Pagination {
        let pagination = self.pagination();
        if found || pagination.pages.len() > 1 { pagination } else { Pagination::default() }
    }

    fn goes_on(&self) -> &Found {
        let known = || Known { base: self.base().map(Base::url), address: self.address() };
        self.goes_on.get_or_init(|| pagination(&self.document, known(), PaginationModel::built_in()))
    }
}
