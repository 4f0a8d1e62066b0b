"""Tables: records with named, typed columns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Optional, Union, overload

from . import _native

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Column", "Record", "Table"]


class Column(NamedTuple):
    """A column of a table."""

    #: What it is called, unique in its table: ``title``, ``price``, ``url`` …
    name: str
    #: What it is taken from: ``text``, ``link`` or ``image``.
    kind: str
    #: What its texts are: ``text``, ``number``, ``price``, ``date`` or ``url``.
    type: str
    #: What it is to a person, where that is known: ``title``, ``price``, ``author`` …
    role: Optional[str] = None
    #: How sure the role is.
    role_confidence: Optional[float] = None
    #: What the page calls it.
    label: Optional[str] = None


class Record(dict):  # type: ignore[type-arg]
    """A record: texts by column, of links and images the absolute addresses where they are known.

    Columns that the record has nothing of are not there; ``record.get("price")`` asks for one that may not be.

    >>> from rowsmith import Page
    >>> page = Page("<ul><li><a href=/1>One</a> $5<li><a href=/2>Two</a> $7<li><a href=/3>Three</a> $9</ul>",
    ...             url="https://example.com")
    >>> record = page.records()[1]
    >>> record["title"], record["url"], record.cells["url"]
    ('Two', 'https://example.com/2', '/2')
    >>> record.nodes
    ['/html[1]/body[1]/ul[1]/li[2]']
    """

    __slots__ = ("cells", "nodes")

    #: The texts as the page has them, by column.
    cells: dict[str, str]
    #: The elements of the record, as paths that count element siblings of one name.
    nodes: list[str]

    def __init__(self, line: dict[str, Any]) -> None:
        cells = line.get("cells", {})
        super().__init__(cells)
        self.update(line.get("urls", {}))
        self.cells = cells
        self.nodes = line.get("nodes", [])


class Table:
    """A table: a row a record.

    Values are numbers in columns where each cell is one (integers where none has decimals), dates as in ISO 8601 where each is one
    (as such in frames and Arrow), and texts else; of links and images they are the absolute addresses where they are known. It goes without copies to whatever takes Arrow:
    ``pyarrow.table(table)``, ``polars.DataFrame(table)``, ``duckdb.sql("from table")``.

    >>> from rowsmith import Page
    >>> page = Page("<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>")
    >>> table = page.tables()[0]
    >>> table.names
    ['City', 'Area']
    >>> table.columns[1].type
    'number'
    >>> table["Area"]
    [245, 1410]
    >>> table.rows()
    [{'City': 'Turku', 'Area': 245}, {'City': 'Oulu', 'Area': 1410}]
    """

    __slots__ = ("_native", "_line", "_own")

    def __init__(self, table: _native.Table, own: Optional[dict[str, Any]] = None) -> None:
        self._native = table
        self._own = own
        self._line: Optional[dict[str, Any]] = None

    def _as_region(self) -> dict[str, Any]:
        if self._line is None:
            self._line = json.loads(self._native.json())
        return self._line

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self._native.names()

    @property
    def columns(self) -> list[Column]:
        """The columns."""
        fields = Column._fields
        return [Column(**{k: v for k, v in c.items() if k in fields}) for c in self._as_region()["columns"]]

    @property
    def records(self) -> list[Record]:
        """The records, as texts by column."""
        return [Record(line) for line in self._as_region()["records"]]

    @property
    def main(self) -> bool:
        """Whether it is what the page is about, or a part of that."""
        return bool(self._as_region()["main"])

    @property
    def confidence(self) -> Optional[float]:
        """How sure it is that this is right, from 0 to 1."""
        return self._as_region().get("confidence")

    @property
    def path(self) -> str:
        """The path of the element that holds it."""
        return str(self._as_region()["path"])

    @property
    def found_by(self) -> str:
        """What found it."""
        return str(self._as_region()["found_by"])

    @property
    def caption(self) -> Optional[str]:
        """The caption of a data table, or else the heading above it."""
        own = self._own or {}
        return own.get("caption") or own.get("heading")

    def to_dict(self) -> dict[str, Any]:
        """The table as it stands in a line of the command."""
        return self._own if self._own is not None else self._as_region()

    def values(self) -> dict[str, list[Any]]:
        """The values of each column, by its name: numbers if each cell is one, dates as in ISO 8601 if each is one, else texts."""
        return dict(zip(self.names, self._native.values()))

    def rows(self) -> list[dict[str, Any]]:
        """The values of each record, by column; None where there is none."""
        values = self.values()
        return [dict(zip(values, row)) for row in zip(*values.values())]

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    @overload
    def __getitem__(self, key: int) -> Record: ...
    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    def __getitem__(self, key: Union[int, str]) -> Union[Record, list[Any]]:
        """A record by its number, or the values of a column by its name."""
        return self.records[key] if isinstance(key, int) else self.values()[key]

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table as an Arrow stream (the Arrow PyCapsule interface)."""
        return self._native.__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a pandas DataFrame. Columns of days and times are of type ``datetime64``.

        >>> from rowsmith import Page
        >>> page = Page("<table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>")
        >>> page.tables()[0].to_pandas().Area.sum().item()
        1655
        """
        import pandas

        values: dict[str, Any] = self.values()
        for name, in_utc, micros in self._native.dates():
            try:
                values[name] = pandas.to_datetime(micros, unit="us", utc=in_utc)
            except pandas.errors.OutOfBoundsDatetime:
                pass
        return pandas.DataFrame(values, columns=self.names)

    def to_polars(self) -> polars.DataFrame:
        """The table as a polars DataFrame, without copies."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """The table as a pyarrow Table, without copies."""
        import pyarrow

        return pyarrow.table(self)

    def _repr_html_(self) -> str:
        from .notebook import table_html

        return table_html(self)

    def __repr__(self) -> str:
        return f"<rowsmith.Table of {len(self)} records: {', '.join(self.names)}>"
