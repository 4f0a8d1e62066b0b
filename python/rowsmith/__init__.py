"""Web pages into rows, without selectors.

A :class:`Page` is parsed once, and then asked:

>>> import rowsmith
>>> html = '''<h1>Lamps</h1><ul>
...     <li><a href=/1>Desk lamp</a> <b>$20</b>
...     <li><a href=/2>Floor lamp</a> <b>$75</b>
...     <li><a href=/3>Lava lamp</a> <b>$31</b></ul>'''
>>> page = rowsmith.Page(html, url="https://example.com/lamps")
>>> for lamp in page.records():
...     print(lamp["title"], lamp["price"], lamp["url"])
Desk lamp $20 https://example.com/1
Floor lamp $75 https://example.com/2
Lava lamp $31 https://example.com/3

Tables of a page as DataFrames are one call, :func:`read_html`; many pages :func:`extract_many` and
:func:`extract_batches`, those of archives :func:`read_pages`; what several pages of a site have in common :func:`learn`; all pages of a list :func:`harvest`.
"""

from ._native import PageError, RowsmithError, SchemaError, WrapperError, __version__
from .frames import read_html
from .harvest import Harvest, HarvestWarning, harvest
from .many import batch_schema, extract_batches, extract_many
from .page import Page
from .reading import Pages, page_batches, read_pages
from .results import (
    AppliedPage,
    ArticlePage,
    ExtractPage,
    Item,
    ItemPage,
    ObjectsPage,
    Pagination,
    Post,
    PostsPage,
    RecordsPage,
    Result,
    TablesPage,
)
from .schema import Schema
from .sources import Source
from .table import Column, Record, Table
from .wrapper import Alarm, FoundColumn, Repaired, Wrapper, learn

__all__ = [
    "Alarm",
    "AppliedPage",
    "ArticlePage",
    "Column",
    "ExtractPage",
    "FoundColumn",
    "Harvest",
    "HarvestWarning",
    "Item",
    "ItemPage",
    "ObjectsPage",
    "Page",
    "PageError",
    "Pages",
    "Pagination",
    "Post",
    "PostsPage",
    "Record",
    "RecordsPage",
    "Repaired",
    "Result",
    "RowsmithError",
    "Schema",
    "SchemaError",
    "Source",
    "Table",
    "TablesPage",
    "Wrapper",
    "WrapperError",
    "__version__",
    "batch_schema",
    "extract_batches",
    "extract_many",
    "harvest",
    "learn",
    "page_batches",
    "read_html",
    "read_pages",
]
