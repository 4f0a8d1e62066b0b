"""Page objects for web-poet: the page that was downloaded, asked by Rowsmith.

A page object of one's own takes what it needs::

    class LampPage(RowsmithPage):
        @field
        def name(self):
            return self.page.item().item.name
"""

from __future__ import annotations

from typing import Any

from web_poet import WebPage
from web_poet.utils import cached_method

from .page import Page

__all__ = ["RowsmithArticlePage", "RowsmithListPage", "RowsmithPage"]


class RowsmithPage(WebPage):  # type: ignore[type-arg]
    """A page object with :attr:`page`, a :class:`rowsmith.Page`."""

    @cached_method
    def _parsed(self) -> Page:
        return Page(self.response)

    @property
    def page(self) -> Page:
        """The page, parsed once."""
        return self._parsed()  # type: ignore[no-any-return]


class RowsmithListPage(RowsmithPage):
    """The list that a page is about: ``records`` by column, and the address of the ``next`` page."""

    async def to_item(self) -> Any:
        """The records, and where the list goes on."""
        found = self.page.records()
        return {"records": [dict(record) for record in found], "next": found.next}


class RowsmithArticlePage(RowsmithPage):
    """The main text of a page, with title, author, date and the rest."""

    async def to_item(self) -> Any:
        """The line of the command ``rowsmith article``."""
        return self.page.article().to_dict()
