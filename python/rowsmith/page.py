"""A page, parsed once and asked as often as you like."""

from __future__ import annotations

import json
from typing import Any, Optional

from . import _native
from ._native import PageError
from .questions import Fetched, fetched_text, question
from .results import (
    ArticlePage,
    ExtractPage,
    ItemPage,
    ObjectsPage,
    Pagination,
    PostsPage,
    RecordsPage,
    TablesPage,
    of_found,
)
from .schema import SchemaInput
from .sources import PageInput, read, refuse_name

__all__ = ["Page"]


class Page:
    """A page.

    ``html`` is text, bytes, a path (``pathlib.Path``), an open file, a page of :func:`~rowsmith.read_pages`, or a response of
    requests, httpx, urllib or Scrapy, which knows its address and charset. Text is taken as it is, whatever the page says of its encoding; bytes are decoded.
    Nothing is fetched.

    :param url: The address of the page, which makes links absolute.
    :param source: What to call the page in results; its address or path if not given.
    :param charset: What the HTTP header said of the encoding; without it the page's own word is taken, or it is guessed.
    :param fetched: When the page was fetched, for dates such as "3 hours ago".
    :param limits: What the page may cost: ``max_bytes``, ``max_nodes``, ``max_depth``, ``max_names``, ``max_work``,
        ``max_output``, ``max_memory``, where they should be other than the library's.
    :raises PageError: If the input cannot be a page: it is empty, a picture or an archive, or its address is none.

    >>> page = Page("<ul><li><a href=/1>One</a> <b>$5</b><li><a href=/2>Two</a> <b>$7</b><li><a href=/3>Three</a> <b>$9</b></ul>",
    ...             url="https://example.com/list")
    >>> page.records().table.rows()[0]
    {'title': 'One', 'url': 'https://example.com/1', 'price': 5}
    >>> Page(b"%PDF-1.7 ...")
    Traceback (most recent call last):
    rowsmith.PageError: the input is not HTML but a PDF document
    """

    __slots__ = ("_native",)

    def __init__(
        self,
        html: PageInput,
        *,
        url: Optional[str] = None,
        source: Optional[str] = None,
        charset: Optional[str] = None,
        fetched: Fetched = None,
        limits: Optional[dict[str, int]] = None,
    ) -> None:
        refuse_name(html)
        known = read(html)
        if known.error is not None:
            raise PageError(known.error)
        url = url if url is not None else known.url
        self._native = _native.Page(
            known.html,
            source=source if source is not None else known.name,
            url=url,
            charset=charset or known.charset,
            fetched=fetched_text(fetched or known.fetched),
            limits=limits,
            warnings=list(known.warnings),
        )

    @property
    def url(self) -> Optional[str]:
        """The address of the page, if it is known."""
        return self._native.url

    @property
    def source(self) -> str:
        """What the page is called in results."""
        return self._native.source

    def _ask(self, what: str, **options: Any) -> Any:
        return of_found(self._native.ask(question(what, options)), self.inspect)

    def records(
        self,
        *,
        all: bool = False,
        min_records: Optional[int] = None,
        min_score: Optional[float] = None,
        min_confidence: Optional[float] = None,
        all_columns: bool = False,
        split_labels: bool = False,
        state: Optional[bool] = None,
        method: Optional[str] = None,
    ) -> RecordsPage:
        """The list that the page is about: products, search results, rows of a table.

        :param all: Every list, best first.
        :param min_records: Leave out lists with fewer records.
        :param min_confidence: How sure the list must be; 0.2 if not given.
        :param all_columns: Keep columns that say nothing to a person.
        :param state: True for a column for every field that the page's scripts hold; False to leave that data alone.
        :param method: ``learned`` or ``mdr2``.

        >>> page = Page("<ul><li><a href=/1>One</a> $5<li><a href=/2>Two</a> $7<li><a href=/3>Three</a> $9</ul>")
        >>> [record["title"] for record in page.records()]
        ['One', 'Two', 'Three']
        """
        return self._ask(  # type: ignore[no-any-return]
            "records",
            all=all,
            min_records=min_records,
            min_score=min_score,
            min_confidence=min_confidence,
            all_columns=all_columns,
            split_labels=split_labels,
            state=state,
            method=method,
        )

    def tables(self, *, raw: bool = False, join: bool = False, turn: bool = False) -> TablesPage:
        """Every table that holds data, as it is read, in the order of the page.

        :param raw: Every table as it stands, layout tables too.
        :param join: Tables with equal headers as one.
        :param turn: Tables of one record, with a column of names, as a row.

        >>> page = Page("<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>")
        >>> page.tables()[0].rows()[1]
        {'City': 'Oulu', 'Area': 1410}
        """
        return self._ask("tables", raw=raw, join=join, turn=turn)  # type: ignore[no-any-return]

    def posts(
        self,
        *,
        html: bool = False,
        min_confidence: Optional[float] = None,
        method: Optional[str] = None,
        state: Optional[bool] = None,
        template: Any = None,
    ) -> PostsPage:
        """The posts of a thread, or the comments or reviews of another page: who wrote what, when.

        :param html: The bodies as HTML, too.
        :param state: False to leave the data in the page's scripts alone.
        :param template: A :class:`~rowsmith.Wrapper` that knows what posts of this site look like. Pages on which it finds none are
            searched as without it.

        >>> dates = ["2024-01-05", "2024-01-06", "2024-01-06", "2024-01-07"]
        >>> text = "thinks that lamps are fine, and says so at some length today, as on any day."
        >>> posts = "".join(f"<div class=post><a href=/u/{n}>{n}</a> <i>{d}</i><p>{n} {text}</div>"
        ...                 for n, d in zip(["ann", "bob", "cy", "dan"], dates))
        >>> page = Page(f"<h1>Lamps</h1><div>{posts}</div>")
        >>> [(post.author, post.date) for post in page.posts()][:2]
        [('ann', '2024-01-05'), ('bob', '2024-01-06')]
        """
        return self._ask(  # type: ignore[no-any-return]
            "posts", html=html, min_confidence=min_confidence, method=method, state=state, template=template
        )

    def article(self) -> ArticlePage:
        """The main text of the page, with title, author and date."""
        return self._ask("article")  # type: ignore[no-any-return]

    def item(self, *, declared: bool = True, shown: bool = True) -> ItemPage:
        """The one object that the page is about: a product, a recipe, a job, an event.

        :param declared: Read what the page declares (JSON-LD, microdata, meta elements).
        :param shown: Read what the page shows.
        """
        return self._ask("item", declared=declared, shown=shown)  # type: ignore[no-any-return]

    def objects(
        self,
        schema: SchemaInput,
        *,
        all: bool = False,
        min_records: Optional[int] = None,
        min_confidence: Optional[float] = None,
    ) -> ObjectsPage:
        """The objects of a domain, by the names of its schema and typed.

        :param schema: ``products``, ``real-estate``, ``used-cars``, ``jobs``, the path of a schema file, or a
            :class:`~rowsmith.Schema`, which is read once.

        >>> items = "".join(f"<li><h3><a href=/{n}>{n}</a></h3><b>£2k</b><img src={n}.jpg></li>"
        ...                 for n in ["Lamp", "Desk", "Chair", "Shelf"])
        >>> page = Page(f"<h1>Shop</h1><ul>{items}</ul>")
        >>> page.objects("products")[0]["price"]["value"]
        {'amount': 2000.0, 'currency': 'GBP'}
        """
        options = {"all": all, "min_records": min_records, "min_confidence": min_confidence}
        return self._ask("objects", schema=schema, **options)  # type: ignore[no-any-return]

    def extract(
        self,
        *,
        markdown: bool = False,
        html: bool = False,
        schema: Optional[SchemaInput] = None,
        state: Optional[bool] = None,
    ) -> ExtractPage:
        """What the page is, and all that it holds: text, lists, posts."""
        return self._ask("extract", markdown=markdown, html=html, schema=schema, state=state)  # type: ignore[no-any-return]

    @property
    def pagination(self) -> Pagination:
        """Where the page's list goes on."""
        return Pagination.of_line(json.loads(self._native.pagination()))

    @property
    def next(self) -> Optional[str]:
        """The address of the next page of the list.

        >>> page = Page("<ul><li><a href=/1>One</a> $5<li><a href=/2>Two</a> $7<li><a href=/3>Three</a> $9</ul>"
        ...             "<div class=pager><a rel=next href='?page=2'>Next</a></div>", url="https://example.com/list")
        >>> page.next
        'https://example.com/list?page=2'
        """
        return self.pagination.next

    def inspect(self, *, all: bool = False) -> str:
        """The page as HTML with its records and columns outlined, in which nothing runs and nothing is loaded."""
        return self._native.inspect(all=all)

    def __repr__(self) -> str:
        return f"<rowsmith.Page {self.source!r}>"
