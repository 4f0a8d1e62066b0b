"""What pages answer: one class a question, each the line of the command with attributes.

Each result has ``source``, ``warnings`` (texts: what a user should know beside it), ``to_dict()`` and ``to_json()`` (the
command's line), ``tables`` (its parts as :class:`~rowsmith.Table`), and its first table as a DataFrame or an Arrow stream.
``docs/schema`` has a JSON Schema of each line.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Iterator, NamedTuple, Optional

from . import _native
from .table import Record, Table

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = [
    "AppliedPage",
    "ArticlePage",
    "ExtractPage",
    "Item",
    "ItemPage",
    "ObjectsPage",
    "Pagination",
    "Post",
    "PostsPage",
    "RecordsPage",
    "Result",
    "TablesPage",
    "of_found",
]


class _Fields:
    """Attributes that are the fields of a line; those that are not there are None, or empty."""

    __slots__ = ("_line",)

    def __init__(self, line: dict[str, Any]) -> None:
        self._line = line

    def to_dict(self) -> dict[str, Any]:
        """The fields as the command writes them."""
        return self._line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Fields) and type(self) is type(other) and self._line == other._line

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._line!r})"


def _text(name: str, doc: str) -> Any:
    return property(lambda self: self._line.get(name), doc=doc)


def _list(name: str, doc: str) -> Any:
    return property(lambda self: self._line.get(name, []), doc=doc)


class Post(_Fields):
    """A post of a thread, a comment, a review."""

    __slots__ = ()

    number: Optional[str] = _text("number", "The number that the page gives it.")
    title: Optional[str] = _text("title", "Its title.")
    author: Optional[str] = _text("author", "Who wrote it.")
    author_url: Optional[str] = _text("author_url", "The address of the author's page.")
    date: Optional[str] = _text("date", "When, ISO 8601, as precise as the page says.")
    date_text: Optional[str] = _text("date_text", "When, as the page says it.")
    body: str = _text("body", "What it says.")
    html: Optional[str] = _text("html", "The same as HTML, where that was asked for.")
    quotes: list[str] = _list("quotes", "What it quotes.")
    url: Optional[str] = _text("url", "Its own address.")
    parent: Optional[int] = _text("parent", "The number of the post that it answers, from 0.")
    nodes: list[str] = _list("nodes", "Its elements, as paths.")


class Item(_Fields):
    """The object that a page is about. Fields beyond these are in ``to_dict()``."""

    __slots__ = ()

    type: str = _text("type", "What it is: ``product``, ``recipe``, ``job``, ``event`` …")
    confidence: float = _text("confidence", "The probability that the page is about it.")
    name: Optional[str] = _text("name", "Its name.")
    url: Optional[str] = _text("url", "Its address.")
    currency: Optional[str] = _text("currency", "The currency of its prices, ISO 4217.")
    availability: Optional[str] = _text("availability", "``InStock``, ``OutOfStock`` …")
    brand: Optional[str] = _text("brand", "Its brand.")
    sku: Optional[str] = _text("sku", "The number of the seller.")
    mpn: Optional[str] = _text("mpn", "The number of the manufacturer.")
    gtin: Optional[str] = _text("gtin", "The number on the package.")
    reviews: Optional[int] = _text("reviews", "How many reviews it has.")
    images: list[str] = _list("images", "Addresses of its pictures.")
    description: Optional[str] = _text("description", "What is said of it.")
    author: Optional[str] = _text("author", "Who wrote it.")
    ingredients: list[str] = _list("ingredients", "Of a recipe.")
    steps: list[str] = _list("steps", "Of a recipe.")
    organization: Optional[str] = _text("organization", "Who offers it.")
    location: Optional[str] = _text("location", "Where it is.")

    @property
    def price(self) -> Optional[float]:
        """What it costs."""
        return (self._line.get("price") or {}).get("amount")

    @property
    def old_price(self) -> Optional[float]:
        """What it cost before."""
        return (self._line.get("old_price") or {}).get("amount")

    @property
    def rating(self) -> Optional[float]:
        """How it is rated."""
        return (self._line.get("rating") or {}).get("value")

    @property
    def properties(self) -> dict[str, str]:
        """Its properties by their names."""
        return {each["name"]: each["value"] for each in self._line.get("properties", [])}

    @property
    def breadcrumbs(self) -> list[str]:
        """Where it stands in the site."""
        return [each["name"] for each in self._line.get("breadcrumbs", [])]

    @property
    def evidence(self) -> dict[str, dict[str, Any]]:
        """For each value whether it is declared, shown, both or inferred, and how sure."""
        return self._line.get("evidence", {})  # type: ignore[no-any-return]


class Pagination(NamedTuple):
    """How a list goes on beyond its page."""

    #: The address of the next page.
    next: Optional[str] = None
    #: The probability that it is right.
    next_confidence: Optional[float] = None
    #: The addresses of the list's pages that the page links to.
    pages: list[str] = []
    #: The number of this page.
    page: Optional[int] = None
    #: How many pages there are, where the page says so.
    page_count: Optional[int] = None
    #: How many records all pages have together, where the page says so.
    total: Optional[int] = None

    @classmethod
    def of_line(cls, line: dict[str, Any]) -> Pagination:
        """From the fields of a line."""
        return cls(**{name: line[name] for name in cls._fields if name in line})


class Result:
    """What a page answered."""

    def __init__(self, found: _native.Found, outlined: Optional[Callable[[], str]] = None) -> None:
        self._found = found
        self._outlined = outlined

    @cached_property
    def _line(self) -> dict[str, Any]:
        return json.loads(self._found.json())  # type: ignore[no-any-return]

    @property
    def source(self) -> str:
        """What the page was called."""
        return str(self._line["source"])

    @property
    def warnings(self) -> list[str]:
        """What a user should know; empty where all is well."""
        return self._line.get("warnings", [])  # type: ignore[no-any-return]

    def to_json(self) -> str:
        """The line of the command."""
        return self._found.json()

    def to_dict(self) -> dict[str, Any]:
        """The line of the command, as a dictionary."""
        return self._line

    def _own_tables(self) -> list[Any]:
        return []

    @cached_property
    def tables(self) -> list[Table]:
        """All parts as tables, best first."""
        tables, own = self._found.tables(), self._own_tables()
        return [Table(table, own[at] if at < len(own) else None) for at, table in enumerate(tables)]

    @property
    def table(self) -> Optional[Table]:
        """The first table, if there is one."""
        return self.tables[0] if self.tables else None

    def _table(self) -> _native.Table:
        if self.table is None:
            raise _native.RowsmithError("there is no table: " + ("; ".join(self.warnings) or "nothing was found"))
        return self.table._native

    def to_pandas(self) -> pandas.DataFrame:
        """The first table as a pandas DataFrame; an empty one if there is none."""
        import pandas

        return self.table.to_pandas() if self.table is not None else pandas.DataFrame()

    def to_polars(self) -> polars.DataFrame:
        """The first table as a polars DataFrame; an empty one if there is none."""
        import polars

        return self.table.to_polars() if self.table is not None else polars.DataFrame()

    def to_arrow(self) -> pyarrow.Table:
        """The first table as a pyarrow Table; an empty one if there is none."""
        import pyarrow

        return self.table.to_arrow() if self.table is not None else pyarrow.table({})

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The first table as an Arrow stream (the Arrow PyCapsule interface)."""
        return self._table().__arrow_c_stream__(requested_schema)

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("results are not pickled; send to_json() or to_dict() instead")

    def _repr_html_(self) -> str:
        from .notebook import result_html

        return result_html(self, self._outlined)

    def __repr__(self) -> str:
        tables = ", ".join(f"{len(table)} × {len(table.names)}" for table in self.tables)
        return f"<rowsmith.{type(self).__name__} {self.source!r}: {tables or 'no table'}>"


class _Listing(Result):
    """A result that may go on on further pages."""

    @property
    def pagination(self) -> Pagination:
        """Where its list goes on."""
        return Pagination.of_line(self._line)

    @property
    def next(self) -> Optional[str]:
        """The address of the next page."""
        return self._line.get("next")


class RecordsPage(_Listing):
    """The lists of a page. It is a sequence of the records of the main list.

    >>> from rowsmith import Page
    >>> page = Page("<ul><li><a href=/1>One</a> $5<li><a href=/2>Two</a> $7<li><a href=/3>Three</a> $9</ul>")
    >>> found = page.records()
    >>> len(found), found[0]["title"], found.confidence > 0.5
    (3, 'One', True)
    >>> Page("<p>Nothing to see here.").records().warnings
    ['no list found']
    """

    @property
    def regions(self) -> list[Table]:
        """The lists, best first; those with ``main`` are the page's list."""
        return self.tables

    @cached_property
    def records(self) -> list[Record]:
        """The records of the page's list."""
        return [record for table in self.tables if table.main for record in table.records]

    @property
    def confidence(self) -> Optional[float]:
        """The probability that the list is the one that the page is about."""
        return self.table.confidence if self.table is not None else None

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __getitem__(self, at: int) -> Record:
        return self.records[at]


class PostsPage(_Listing):
    """The posts of a page: a thread, comments, reviews. It is a sequence of them."""

    @cached_property
    def posts(self) -> list[Post]:
        """The posts, in the order of the page."""
        return [Post(line) for line in self._line["posts"]]

    @property
    def confidence(self) -> Optional[float]:
        """The probability that the page has posts and these are they."""
        return self._line.get("confidence")

    @property
    def state(self) -> Optional[str]:
        """Where the same posts stand in the data of the page's scripts, if they are there."""
        return self._line.get("state")

    def __len__(self) -> int:
        return len(self._line["posts"])

    def __iter__(self) -> Iterator[Post]:
        return iter(self.posts)

    def __getitem__(self, at: int) -> Post:
        return self.posts[at]


class _Metadata(Result):
    """What a page says of its text."""

    title: Optional[str] = _text("title", "The title, without the name of the site.")
    author: Optional[str] = _text("author", "The authors, joined by commas.")
    date: Optional[str] = _text("date", "The date that the page puts beside its text, ISO 8601, as precise as it gives it.")
    modified: Optional[str] = _text("modified", "When the text was last changed, ISO 8601, where the page says so.")
    language: Optional[str] = _text("language", "The language, as the page declares it.")
    site_name: Optional[str] = _text("site_name", "The name of the site.")
    canonical_url: Optional[str] = _text("canonical_url", "The canonical address.")
    image: Optional[str] = _text("image", "The address of the lead image.")
    tags: list[str] = _list("tags", "Tags or keywords.")
    description: Optional[str] = _text("description", "The description.")


class ArticlePage(_Metadata):
    """The main text of a page, and what the page says of it.

    >>> from rowsmith import Page
    >>> text = "The lamp was lit at dusk, as every evening, and nobody thought anything of it. " * 4
    >>> article = Page(f"<title>The lamp | The Pier</title><h1>The lamp</h1><p>{text}").article()
    >>> article.title, article.text[:16]
    ('The lamp', 'The lamp was lit')
    """

    text: str = _text("text", "The text: a line a block, an empty line around paragraphs.")
    markdown: str = _text("markdown", "The text as Markdown.")
    html: str = _text("html", "The text as HTML of allow-listed elements and safe addresses.")
    confidence: float = _text("confidence", "The expected F1 of the text, 0 to 1.")
    path: str = _text("path", "The path of the element that holds it.")


class ItemPage(Result):
    """The object that a page is about.

    >>> from rowsmith import Page
    >>> page = Page('<script type="application/ld+json">{"@type": "Product", "name": "Desk lamp",'
    ...             '"offers": {"price": "20.00", "priceCurrency": "EUR"}}</script><h1>Desk lamp</h1>')
    >>> lamp = page.item().item
    >>> lamp.name, lamp.price, lamp.currency
    ('Desk lamp', 20.0, 'EUR')
    """

    @property
    def item(self) -> Optional[Item]:
        """The object; None where the page is about none."""
        line = self._line["item"]
        return None if line is None else Item(line)


class ObjectsPage(Result):
    """The objects of a domain: a table an area, with the attributes of the schema as columns.

    The normalised values (``£2k`` is 2000 GBP) are in ``to_dict()``; :attr:`objects` has them by attribute.
    """

    @property
    def schema(self) -> str:
        """The domain."""
        return str(self._line["schema"])

    @cached_property
    def objects(self) -> list[dict[str, Any]]:
        """The objects of the areas that the page is about: for each attribute its text, value and provenance."""
        return [record["attributes"] for area in self._line["areas"] if area["main"] for record in area["records"]]

    def __len__(self) -> int:
        return len(self.objects)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.objects)

    def __getitem__(self, at: int) -> dict[str, Any]:
        return self.objects[at]


class TablesPage(Result):
    """The data tables of a page, in its order. It is a sequence of them."""

    def _own_tables(self) -> list[Any]:
        return self._line["tables"]  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self.tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(self.tables)

    def __getitem__(self, at: int) -> Table:
        return self.tables[at]


class ExtractPage(_Metadata, _Listing):
    """What a page is, and all that it holds.

    >>> from rowsmith import Page
    >>> items = "".join(f"<li><a href=/{n}>Lamp {n}</a> <b>${n}.00</b> <img src={n}.jpg></li>" for n in range(20, 26))
    >>> found = Page(f"<title>Shop</title><h1>Shop</h1><ul>{items}</ul>").extract()
    >>> found.kind, len(found.records), found.title
    ('list', 6, 'Shop')
    """

    kind: str = _text("kind", "What the page is: ``list``, ``thread``, ``article``, ``item`` or ``nothing``.")
    confidence: float = _text("confidence", "The probability of it.")
    kinds: dict[str, float] = _text("kinds", "The probability of each kind.")
    text: str = _text("text", "The main text, whatever the page is.")
    markdown: Optional[str] = _text("markdown", "The same as Markdown, where that was asked for.")
    html: Optional[str] = _text("html", "The same as HTML, where that was asked for.")
    text_confidence: float = _text("text_confidence", "The expected F1 of the text.")
    posts_confidence: Optional[float] = _text("posts_confidence", "The probability that the posts are posts.")
    posts_state: Optional[str] = _text("posts_state", "Where the posts stand in the data of the page's scripts.")

    @cached_property
    def regions(self) -> list[Table]:
        """The lists; ``main`` where the page is a list."""
        return self.tables[: len(self._line.get("regions", []))]

    @cached_property
    def records(self) -> list[Record]:
        """The records of the lists."""
        return [record for table in self.regions for record in table.records]

    @cached_property
    def posts(self) -> list[Post]:
        """The posts of a thread; the comments or reviews of another page."""
        return [Post(line) for line in self._line.get("posts", [])]

    @property
    def item(self) -> Optional[dict[str, Any]]:
        """The object that the page is about, with its fields as in the command's line; ``None`` if it is about none."""
        return self._line.get("item")

    @property
    def table(self) -> Optional[Table]:
        """What the page is, as a table: the list, the posts, or a row of the article or of the object."""
        if self.kind == "article":
            table = self._found.article_table()
            return None if table is None else Table(table)
        if self.kind == "item":
            before = len(self.regions) + len(self._line.get("areas") or [])
            return self.tables[before] if self.item is not None else None
        if self.kind == "thread":
            return self.tables[-1] if self.posts else None
        return self.tables[0] if self.kind == "list" and self.tables else None


class AppliedPage(_Metadata):
    """What a wrapper takes from a page."""

    template: Optional[str] = _text("template", "The template that the page fits, if it fits any.")
    fit: float = _text("fit", "How well it fits the nearest template, from 0 to 1.")
    text: Optional[str] = _text("text", "The text of its article.")
    drift: list[str] = _list("drift", "What departs from what was learnt.")

    @cached_property
    def records(self) -> list[Record]:
        """The records of its tables."""
        return [record for table in self.tables for record in table.records]

    @cached_property
    def posts(self) -> list[Post]:
        """Its posts."""
        return [Post(line) for line in self._line.get("posts", [])]

    @property
    def item(self) -> Optional[dict[str, str]]:
        """The object that the page is about, by its fields; ``None`` if the template has none."""
        table = self._line.get("item")
        return None if table is None else dict(table["records"][0]["cells"])

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __getitem__(self, at: int) -> Record:
        return self.records[at]


_CLASSES: dict[str, type[Result]] = {
    "records": RecordsPage,
    "posts": PostsPage,
    "article": ArticlePage,
    "item": ItemPage,
    "objects": ObjectsPage,
    "tables": TablesPage,
    "extract": ExtractPage,
    "apply": AppliedPage,
}


def of_found(found: _native.Found, outlined: Optional[Callable[[], str]] = None) -> Any:
    """The result of its class."""
    return _CLASSES[found.what](found, outlined)
