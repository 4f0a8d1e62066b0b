"""Wrappers: what pages of a site have in common, learnt once and applied to further pages."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, NamedTuple, Optional, Union

from . import _native
from .page import Page
from .questions import question
from .results import AppliedPage, of_found
from .schema import SchemaInput, schema_of
from .sources import PageInput

__all__ = ["Alarm", "FoundColumn", "Repaired", "Wrapper", "learn", "wrapper_of"]


class FoundColumn(NamedTuple):
    """What happened to a column of a wrapper that was repaired."""

    #: The template.
    template: str
    #: The name of the column.
    name: str
    #: How it was found again: by its ``items``, ``values`` that it had before, the ``likeness`` of its values, a person's
    #: ``selector``; or ``nothing``: then it stays empty, and every page reports it.
    by: str


class Alarm(NamedTuple):
    """A page that deviates from a wrapper and could not be repaired."""

    #: Its index among the pages given.
    page: int
    #: How it deviates.
    drift: list[str]


class Repaired(NamedTuple):
    """What :meth:`Wrapper.repair` gives."""

    #: The new wrapper; as before if nothing could be repaired.
    wrapper: Wrapper
    #: The columns of the templates that were learnt again.
    columns: list[FoundColumn]
    #: The pages that still deviate.
    alarms: list[Alarm]


class Wrapper:
    """The templates of some pages of a site, and what of each is taken. Its files are those of the command.

    It is pickled as its file, so that it can be sent to other processes.
    """

    __slots__ = ("_native",)

    def __init__(self, native: _native.Wrapper) -> None:
        self._native = native

    @classmethod
    def from_json(cls, text: str) -> Wrapper:
        """A wrapper from the text of its file.

        :raises WrapperError: If it is none, or of another version.
        """
        return cls(_native.Wrapper.from_json(text))

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Wrapper:
        """A wrapper from a file, of this package or of the command ``rowsmith learn``."""
        with open(path, encoding="utf-8") as file:
            return cls.from_json(file.read())

    def to_json(self) -> str:
        """The text of its file."""
        return self._native.to_json()

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file, which ``rowsmith apply`` takes, too."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_json() + "\n")

    def apply(self, page: Union[Page, PageInput], *, markdown: bool = False, html: bool = False) -> AppliedPage:
        """Takes from a page what was learnt, without searching: a page with one record comes out right.

        For many pages ``extract_many(pages, "apply", wrapper=wrapper)`` makes the wrapper ready once.
        """
        page = page if isinstance(page, Page) else Page(page)
        asked = question("apply", {"wrapper": self, "markdown": markdown, "html": html})
        return of_found(page._native.ask(asked))  # type: ignore[no-any-return]

    def repair(
        self, pages: Iterable[Union[Page, PageInput]], *, limits: Optional[dict[str, int]] = None
    ) -> Repaired:
        """Learns again from those of the pages that have drifted, and matches the new columns with the old ones by what those
        held, so that tables keep their columns.

        >>> items = [("Chair", 20), ("Table", 120), ("Lamp", 35), ("Bed", 300), ("Sofa", 450)]
        >>> old = "".join(f"<li class=item><a href='/{n}'>{n}</a><i class=cost>$ {p}.00</i>" for n, p in items)
        >>> new = "".join(f"<div class=card><em>$ {p}.00</em><h3><a href='/{n}'>{n}</a></h3></div>" for n, p in items)
        >>> old, new = f"<nav><a href=/>Home</a></nav><ul class=shop>{old}</ul>", f"<main><section>{new}</section></main>"
        >>> wrapper = learn([Page(old, url="https://shop.example/")])
        >>> redesigned = Page(new, url="https://shop.example/")
        >>> len(wrapper.apply(redesigned))
        0
        >>> repaired = wrapper.repair([redesigned])
        >>> repaired.alarms, [record["price"] for record in repaired.wrapper.apply(redesigned)][:2]
        ([], ['$ 20.00', '$ 120.00'])
        """
        parsed = [page if isinstance(page, Page) else Page(page) for page in pages]
        native, columns, alarms = self._native.repair([page._native for page in parsed], limits=limits)
        return Repaired(Wrapper(native), [FoundColumn(*column) for column in columns], [Alarm(*alarm) for alarm in alarms])

    @property
    def templates(self) -> list[str]:
        """The names of its templates."""
        return [template["name"] for template in json.loads(self.to_json())["templates"]]

    @property
    def exhausted(self) -> list[int]:
        """Right after :func:`learn`, the pages (by their index) that could not be searched whole within the limit of work, so that
        what they teach may lack something. Files do not keep it.

        >>> items = "".join(f"<li><a href=/{n}>Chair {n}</a> <i>$ {n}.00</i>" + "<u>new</u>" * (n % 3) for n in range(1, 40))
        >>> learn([f"<ul>{items}</ul>"], limits={"max_work": 10}).exhausted
        [0]
        """
        return list(self._native.exhausted)

    @property
    def version(self) -> str:
        """What its rows are marked with."""
        return self._native.version

    def __add__(self, other: Wrapper) -> Wrapper:
        """This wrapper with the templates of another, as ``rowsmith learn --append``."""
        return Wrapper(self._native.joined(other._native))

    def __reduce__(self) -> Any:
        return (Wrapper.from_json, (self.to_json(),))

    def __repr__(self) -> str:
        return f"<rowsmith.Wrapper {self.version}: {', '.join(self.templates)}>"


def wrapper_of(wrapper: Union[Wrapper, str, os.PathLike[str]]) -> Wrapper:
    """The wrapper, or the one in a file."""
    return wrapper if isinstance(wrapper, Wrapper) else Wrapper.load(wrapper)


def learn(
    pages: Iterable[Union[Page, PageInput]],
    *,
    schema: Optional[SchemaInput] = None,
    min_confidence: Optional[float] = None,
    limits: Optional[dict[str, int]] = None,
) -> Wrapper:
    """Learns the templates of some pages of a site: where lists, posts and articles are.

    :param schema: Objects of this domain are looked for, too.
    :param min_confidence: How sure lists must be; 0.1 if not given.

    >>> def page(*names):
    ...     items = "".join(f"<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>" for n in names)
    ...     return Page(f"<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{items}</ul>")
    >>> wrapper = learn([page("Chair", "Table", "Lamp", "Bed", "Sofa", "Desk")])
    >>> [record["title"] for record in wrapper.apply(page("Shelf"))]
    ['Shelf']
    """
    parsed = [page if isinstance(page, Page) else Page(page) for page in pages]
    native = _native.Wrapper.learn(
        [page._native for page in parsed],
        schema=None if schema is None else schema_of(schema)._native,
        min_confidence=min_confidence,
        limits=limits,
    )
    return Wrapper(native)
