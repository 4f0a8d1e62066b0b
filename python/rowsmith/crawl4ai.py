"""An extraction strategy for crawl4ai that needs no selectors and no language model."""

from __future__ import annotations

from typing import Any

from crawl4ai.extraction_strategy import ExtractionStrategy

from .page import Page

__all__ = ["RowsmithExtractionStrategy"]


class RowsmithExtractionStrategy(ExtractionStrategy):  # type: ignore[misc]
    """The records of a page (``what="records"``), or the lines of another question, as a list with one dictionary.

    :param what: ``records``, ``extract``, ``posts``, ``article``, ``item``, ``tables`` or ``objects``.
    :param options: Those of the method of :class:`rowsmith.Page` of its name.
    """

    def __init__(self, what: str = "records", **options: Any) -> None:
        super().__init__(input_format="html")
        self.what = what
        self.options = options

    def extract(self, url: str, html: str, *q: Any, **kwargs: Any) -> list[dict[str, Any]]:
        """What the page holds."""
        address = url if url.startswith(("http://", "https://")) else None
        found = getattr(Page(html, url=address), self.what)(**self.options)
        if self.what == "records":
            return [dict(record) for record in found]
        return [found.to_dict()]

    def run(self, url: str, sections: list[str], *q: Any, **kwargs: Any) -> list[dict[str, Any]]:
        """A page is looked at whole, whatever pieces it comes in."""
        return self.extract(url, "".join(sections), *q, **kwargs)
