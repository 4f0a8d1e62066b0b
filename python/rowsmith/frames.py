"""Tables of a page as DataFrames, in one call."""

from __future__ import annotations

import os
import re
from typing import Any, Optional, Pattern, Union

from ._native import PageError
from .page import Page
from .sources import PageInput, looks_like_path
from .table import Table

__all__ = ["read_html"]

_FORMS = ("pandas", "polars", "pyarrow")


def read_html(
    source: Union[Page, PageInput],
    match: Optional[Union[str, Pattern[str]]] = None,
    *,
    what: str = "auto",
    order: str = "best",
    form: Optional[str] = None,
    url: Optional[str] = None,
    charset: Optional[str] = None,
) -> list[Any]:
    """The tables of a page as a list of DataFrames, best first.

    They are the page's data tables as a reader sees them: layout tables are left out, spans are repeated, headers of several
    levels are one name, footnote marks are not in the texts. The one that the page is about comes first, the others in the
    order of the page. A page without any gives its main list: the products of a shop, the results of a search. Columns of
    which every cell is a number or a price are numbers.

    :param source: A page, or whatever :class:`~rowsmith.Page` takes; a text without ``<`` is the path of a file.
    :param match: Only tables with a text that this pattern matches, caption and headers included.
    :param what: ``tables`` for data tables alone, ``records`` for the main list alone, ``auto`` for tables, else the list.
    :param order: ``page`` for the order of the page, which is that of ``pandas.read_html``.
    :param form: ``pandas``, ``polars`` or ``pyarrow``; if not given, the first of them that is installed.
    :raises PageError: If the page has none (a ``ValueError``, as of pandas).

    >>> html = '''<table><caption>Medals</caption><tr><th>Nation<th>Gold<th>Silver
    ...     <tr><td>Norway<sup><a href=#n>[a]</a></sup><td>16<td>8<tr><td>Germany<td>12<td>10</table>'''
    >>> medals, = read_html(html)
    >>> medals
        Nation  Gold  Silver
    0   Norway    16       8
    1  Germany    12      10
    >>> read_html("<p>Nothing to see here.")
    Traceback (most recent call last):
    rowsmith.PageError: no tables found
    """
    if what not in ("auto", "tables", "records"):
        raise ValueError(f"what is 'auto', 'tables' or 'records', and not {what!r}")
    if order not in ("best", "page"):
        raise ValueError(f"order is 'best' or 'page', and not {order!r}")
    form = _installed() if form is None else form
    if form not in _FORMS:
        raise ValueError(f"form is 'pandas', 'polars' or 'pyarrow', and not {form!r}")
    if isinstance(source, str) and (looks_like_path(source) or "<" not in source and os.path.exists(source)):
        with open(source, "rb") as file:
            page = Page(file.read(), source=source, url=url, charset=charset)
    elif isinstance(source, Page):
        page = source
    else:
        page = Page(source, url=url, charset=charset)
    tables: list[Table] = []
    if what != "records":
        tables = list(page.tables())
    if not tables and what != "tables":
        tables = _main_lists(page)
    if match is not None:
        pattern = re.compile(match)
        tables = [table for table in tables if _matches(table, pattern)]
    if order == "best" and len(tables) > 1:
        lists = [table.path for table in _main_lists(page)]
        # stable: the others stay in the order of the page
        tables.sort(key=lambda table: not any(_is_within(path, table.path) for path in lists))
    if not tables:
        raise PageError("no tables found" + ("" if match is None else f" that {re.compile(match).pattern!r} matches"))
    return [getattr(table, _METHODS[form])() for table in tables]


def _main_lists(page: Page) -> list[Table]:
    return [table for table in page.records().tables if table.main]


def _is_within(path: str, table: str) -> bool:
    return path == table or path.startswith(table + "/")


_METHODS = {"pandas": "to_pandas", "polars": "to_polars", "pyarrow": "to_arrow"}


def _installed() -> str:
    from importlib.util import find_spec

    for form in _FORMS:
        if find_spec(form) is not None:
            return form
    raise ImportError("DataFrames need pandas, polars or pyarrow; install one of them")


def _matches(table: Table, pattern: Pattern[str]) -> bool:
    texts = [table.caption or "", *table.names]
    return any(map(pattern.search, texts)) or any(map(pattern.search, _cells(table)))


def _cells(table: Table) -> list[str]:
    return [text for record in table for text in record.values()]
