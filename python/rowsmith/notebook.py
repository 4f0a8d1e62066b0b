"""Results as notebooks show them: a table, and the page with its records outlined. Nothing of a page runs in them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Callable, Optional

if TYPE_CHECKING:
    from .results import Result
    from .table import Table

__all__ = ["result_html", "table_html"]

#: Rows and characters of a cell that are shown.
ROWS, CHARACTERS = 20, 120
#: Outlined pages longer than this are left out: the notebook keeps what it shows.
OUTLINED = 500_000


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = str(value)
    return escape(text if len(text) <= CHARACTERS else text[:CHARACTERS] + "…")


def table_html(table: Table) -> str:
    """A table as HTML: its first rows.

    >>> from rowsmith import Page
    >>> page = Page("<table><tr><th>A<th>B<tr><td>x &amp; y<td>1<tr><td>z<td>2</table>")
    >>> "<td>x &amp; y</td>" in table_html(page.tables()[0])
    True
    """
    head = "".join(f"<th>{_cell(name)}</th>" for name in table.names)
    rows = list(zip(*table.values().values()))
    body = "".join("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>" for row in rows[:ROWS])
    more = f"<p>… {len(rows) - ROWS} more</p>" if len(rows) > ROWS else ""
    caption = f"<caption>{_cell(table.caption)}</caption>" if table.caption else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def result_html(result: Result, outlined: Optional[Callable[[], str]]) -> str:
    """A result as HTML: its warnings, its first table, and the page with its records outlined where it is at hand."""
    warnings = "".join(f"<p><em>{_cell(warning)}</em></p>" for warning in result.warnings)
    table = table_html(result.table) if result.table is not None else "<p>no table</p>"
    page = outlined() if outlined is not None else ""
    frame = ""
    if page and len(page) <= OUTLINED:
        # an empty sandbox: no scripts, no forms, no same origin
        frame = f'<details><summary>the page</summary><iframe sandbox="" width="100%" height="480" srcdoc="{escape(page)}">'
        frame += "</iframe></details>"
    return warnings + table + frame
