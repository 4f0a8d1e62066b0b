"""A spider for Scrapy that follows a list over all of its pages, and pages of responses.

A spider of two lines::

    from rowsmith.scrapy import HarvestSpider

    class Lamps(HarvestSpider):
        name = "lamps"
        harvest_urls = ["https://example.com/lamps"]

gives an item a record; Scrapy fetches, obeys robots.txt and waits as its settings say.
"""

from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Optional

from scrapy import Request, Spider
from scrapy.http import Response

from ._native import PageError
from .harvest import Harvest
from .page import Page

__all__ = ["HarvestSpider", "page_of"]


def page_of(response: Response) -> Page:
    """The page of a response, with its address and charset."""
    return Page(response)


class HarvestSpider(Spider):
    """Reads all pages of a list, each record once: an item a record, with the page's address as ``_page``.

    Which page comes next, and when the list ends, the library decides (:class:`rowsmith.Harvest`), so pages of one list are
    fetched one after the other.
    """

    name = "harvest"
    #: Where it begins.
    harvest_urls: list[str] = []
    #: Options of :class:`rowsmith.Harvest`, such as ``max_pages`` and ``details``.
    harvest_options: dict[str, Any] = {}

    #: The state machine, with ``summary`` and ``ends`` when all is done.
    harvest: Optional[Harvest] = None

    async def start(self) -> AsyncIterator[Any]:
        """The first request."""
        self.harvest = Harvest(self.harvest_urls, **self.harvest_options)
        for request in self._next():
            yield request

    def _next(self) -> Iterator[Request]:
        assert self.harvest is not None
        wanted = self.harvest.next_request()
        if wanted is not None:
            # the library sees to it that no page is asked for twice
            yield Request(wanted.url, self.parse_page, errback=self.parse_failure, dont_filter=True)

    def parse_page(self, response: Response) -> Iterator[Any]:
        """Items of the new records of a page, and the request of the next one."""
        assert self.harvest is not None
        try:
            found = self.harvest.feed(page_of(response))
        except PageError as error:
            found = self.harvest.fail(str(error))
        for record in found or []:
            yield self.item(record, response)
        yield from self._next()

    def parse_failure(self, failure: Any) -> Iterator[Any]:
        """A page that could not be had; the list goes on behind it where that is possible."""
        assert self.harvest is not None
        found = self.harvest.fail(failure.getErrorMessage())
        for record in found or []:
            yield self.item(record, None)
        yield from self._next()

    def item(self, record: dict[str, str], response: Optional[Response]) -> Any:
        """The item of a record; override it to make another."""
        return {**record, "_page": None if response is None else response.url}
