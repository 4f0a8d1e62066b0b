//! Where the list of a page goes on.

use crate::page::Page;
use crate::pagination::{Known, PaginationModel, pagination};
use crate::types::Pagination;

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
        let known = || Known { base: self.base(), address: self.address() };
        self.pagination.get_or_init(|| pagination(&self.document, known(), PaginationModel::built_in())).clone()
    }
}
