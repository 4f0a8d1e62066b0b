"""All pages of a list as one table."""

from __future__ import annotations

import datetime
import json
import os
import re
import warnings
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Union

from . import _native
from ._native import PageError
from .page import Page
from .questions import fetched_text
from .results import RecordsPage, of_found
from .sources import PageInput, read
from .wrapper import Wrapper, wrapper_of

__all__ = ["End", "Harvest", "Request", "harvest"]


class Request(NamedTuple):
    """A page that is wanted."""

    #: Its address.
    url: str
    #: What for: ``list`` or ``detail``.
    purpose: str


class End(NamedTuple):
    """How a list ended."""

    #: The address that it began with.
    url: str
    #: Why it went no further.
    why: str
    #: Whether it was read to its end, or as far as was asked for, without a gap.
    complete: bool
    #: How many of its pages could not be fetched: those that were skipped, and the one that it ended with.
    failed: int = 0


class HarvestWarning(UserWarning):
    """Something of a list may be missing."""


class Harvest:
    """The state machine of a harvest, without I/O: it says which page it wants, and is given that page, or why there is none.

    :func:`harvest` drives it; who fetches in another way drives it like this:

    >>> def shop(url):
    ...     number = int(url.rsplit("=", 1)[1])
    ...     items = "".join(f"<li class=item><a href='/item/{number}-{i}'>Lamp {number}.{i}</a> <b>${i}.00</b></li>"
    ...                     for i in range(1, 5))
    ...     more = f"<a rel=next href='/list?page={number + 1}'>Next</a>" if number < 3 else ""
    ...     return f"<h1>Lamps</h1><ul>{items}</ul><div class=pager>{more}</div>"
    >>> run = Harvest("https://example.com/list?page=1")
    >>> titles = []
    >>> while (request := run.next_request()) is not None:
    ...     found = run.feed(Page(shop(request.url), url=request.url))
    ...     titles += [record["title"] for record in found or []]
    >>> len(titles), titles[-1], run.ends[0].why
    (12, 'Lamp 3.4', 'last page')
    """

    __slots__ = ("_native", "outcome")

    def __init__(
        self,
        urls: Union[str, Iterable[str]],
        *,
        max_pages: Optional[int] = None,
        max_rows: Optional[int] = None,
        hosts: Iterable[str] = (),
        details: bool = False,
        follow: Optional[str] = None,
        min_confidence: Optional[float] = None,
        key: Iterable[str] = (),
        since: Union[None, str, datetime.date] = None,
        known: Optional[Iterable[Mapping[str, Any]]] = None,
        wrapper: Union[None, Wrapper, str, os.PathLike[str]] = None,
        repair: bool = False,
    ) -> None:
        """
        :param urls: Where it begins.
        :param max_pages: Pages of each list, at most.
        :param max_rows: Rows of each list, at most.
        :param hosts: Hosts beside that of the list that links are followed to.
        :param details: Read the records' own pages, too.
        :param follow: The column whose links lead to them.
        :param key: The columns that identify a record; without them the link of its title, or another that all have.
        :param since: The day from which on records are taken; a list that has the newest first ends there.
        :param known: The rows of an earlier run, such as ``table.rows()`` or ``frame.to_dict("records")``: only records
            that are not among them, by ``key``, are taken.
        :param wrapper: What the lists are taken by, in place of a search: then the table has its columns on every run. A
            page that fits none of its templates ends its list.
        :param repair: Learn the wrapper again from a page that deviates, if it finds no records there or if every column is
            found again; :attr:`wrapper` is what it has become.
        """
        if repair and wrapper is None:
            raise ValueError("repair: there is no wrapper to repair")
        options = {
            "max_pages": max_pages,
            "max_rows": max_rows,
            "hosts": list(hosts),
            "details": details,
            "follow": follow,
            "min_confidence": min_confidence,
            "key": list(key),
            "since": fetched_text(since),
            "known": None if known is None else _texts(known),
            "wrapper": None if wrapper is None else wrapper_of(wrapper)._native,
            "repair": repair,
        }
        self._native = _native.Harvest([urls] if isinstance(urls, str) else list(urls), options)
        #: What came of the last page: ``rows``, ``detail``, ``end``, ``passed over`` or ``detail failed``, and more about it.
        self.outcome: tuple[str, Optional[str]] = ("", None)

    def next_request(self) -> Optional[Request]:
        """The next page that is wanted; None at the end."""
        request = self._native.next_request()
        return None if request is None else Request(*request)

    def upcoming(self, most: int) -> list[Request]:
        """The pages that are wanted next, at most ``most``, in the order in which they have to be given. The first is that of
        :meth:`next_request`; the others are certain to follow, so they can be fetched at the same time: they are the records'
        own pages.
        """
        return [Request(*request) for request in self._native.upcoming(most)]

    @property
    def key(self) -> list[str]:
        """The columns that identify a record, once the first page is known; none where all of its values do."""
        return self._native.key()

    @property
    def wrapper(self) -> Optional[Wrapper]:
        """The wrapper that was given, as far as it is repaired; ``summary["repaired"]`` says for how many pages it was."""
        wrapper = self._native.wrapper()
        return None if wrapper is None else Wrapper(wrapper)

    def _fed(self, fed: tuple[str, Optional[str], Optional[_native.Found]]) -> Optional[RecordsPage]:
        name, more, found = fed
        self.outcome = (name, more)
        return None if found is None else of_found(found)

    def feed(self, page: Page, fetched: Union[None, str, datetime.date] = None) -> Optional[RecordsPage]:
        """Gives the page that was wanted; its new rows, if there are any.

        :param fetched: When it was fetched (a ``datetime``, or a text of ISO 8601), for the columns ``fetched`` and
            ``detail_fetched``.
        """
        return self._fed(self._native.feed(page._native, fetched_text(fetched)))

    def fail(self, why: str) -> Optional[RecordsPage]:
        """Says why the page that was wanted cannot be had."""
        return self._fed(self._native.fail(why))

    @property
    def summary(self) -> dict[str, Any]:
        """Counts so far: ``pages``, ``rows``, ``duplicates``, ``failed``, ``details`` …"""
        return json.loads(self._native.summary())  # type: ignore[no-any-return]

    @property
    def ends(self) -> list[End]:
        """How the lists ended that are done."""
        return [End(*end) for end in self._native.ends()]

    def state(self) -> str:
        """All that it knows, to put it aside."""
        return self._native.state()

    @classmethod
    def from_state(cls, state: str) -> Harvest:
        """A harvest that was put aside."""
        run = cls.__new__(cls)
        run._native = _native.Harvest.from_state(state)
        run.outcome = ("", None)
        return run


def harvest(
    urls: Union[str, Iterable[str]],
    fetch: Callable[[str], Optional[PageInput]],
    *,
    limits: Optional[dict[str, int]] = None,
    run: Optional[Harvest] = None,
    connections: int = 1,
    **options: Any,
) -> Iterator[RecordsPage]:
    """The new rows of each page of a list, page after page, each record once.

    Nothing is fetched here: ``fetch`` is called with an address and gives the page in whatever form
    :class:`~rowsmith.Page` takes (``requests.get`` and ``httpx.get`` are such functions), or None where there is none. It
    obeys robots.txt and waits between requests as it sees fit; the command ``rowsmith harvest`` does both.

    An exception of ``fetch`` counts as a page that cannot be had, and the list goes on behind it where that is possible;
    ``KeyboardInterrupt`` and the like end it. A response of an error (status 400 and above) is one that cannot be had. At the
    end a :class:`~rowsmith.HarvestWarning` says which pages were missing, and why a list was not read to its end. Where
    not even the first page could be had, that is a :class:`~rowsmith.PageError`, unless there is a ``run`` that says so.

    :param connections: How many pages are fetched at a time, each by a thread that calls ``fetch``: the records' own pages
        come all at once with their list. The rows and their order are the same for any number.
    :param run: A :class:`Harvest` to go on with, and to look at afterwards; with it ``urls`` are not looked at.
    :param options: Those of :class:`Harvest`.

    >>> def fetch(url):
    ...     number = int(url.rsplit("=", 1)[1])
    ...     items = "".join(f"<li><a href='/item/{number}-{i}'>Lamp {number}.{i}</a> <b>${i}.00</b></li>" for i in range(1, 5))
    ...     return f"<h1>Lamps</h1><ul>{items}</ul><a rel=next href='?page={number + 1}'>Next</a>"
    >>> pages = harvest("https://example.com/list?page=1", fetch, max_pages=2)
    >>> [record["title"] for page in pages for record in page]
    ['Lamp 1.1', 'Lamp 1.2', 'Lamp 1.3', 'Lamp 1.4', 'Lamp 2.1', 'Lamp 2.2', 'Lamp 2.3', 'Lamp 2.4']
    """
    machine = Harvest(urls, **options) if run is None else run
    missing: list[str] = []
    yield from _new_rows(machine, fetch, limits, connections, missing)
    ends = [end for end in machine.ends if not end.complete]
    missing += [end.why if end.url in end.why else f"{end.url}: {end.why}" for end in ends]
    if run is None and machine.summary["pages"] == 0 and any(end.failed for end in ends):
        raise PageError("no page of the list could be had: " + "; ".join(missing))
    if failed := machine.summary.get("details_failed"):
        missing.append(f"pages of records that could not be fetched: {failed}")
    if missing:
        warnings.warn("rows may be missing: " + "; ".join(missing), HarvestWarning, stacklevel=2)


def _new_rows(
    machine: Harvest,
    fetch: Callable[[str], Optional[PageInput]],
    limits: Optional[dict[str, int]],
    connections: int,
    missing: list[str],
) -> Iterator[RecordsPage]:
    """The new rows of each page; pages of lists that were passed over are added to ``missing``."""

    def taken(request: Request, page: Callable[[], Optional[PageInput]]) -> Iterator[RecordsPage]:
        found = _answer(machine, request, page, limits)
        if machine.outcome[0] == "passed over":
            missing.append(f"{request.url}: {machine.outcome[1]}")
        if found is not None and len(found) > 0:
            yield found

    if connections <= 1:
        while (request := machine.next_request()) is not None:
            url = request.url
            yield from taken(request, lambda: fetch(url))
        return
    with ThreadPoolExecutor(connections) as threads:
        # pages on their way, in the order in which they are wanted
        ahead: deque[Future[Optional[PageInput]]] = deque()
        try:
            while requests := machine.upcoming(connections):
                ahead.extend(threads.submit(fetch, request.url) for request in requests[len(ahead) :])
                yield from taken(requests[0], ahead.popleft().result)
        finally:
            for page in ahead:
                page.cancel()


def _texts(rows: Iterable[Mapping[str, Any]]) -> tuple[list[str], list[list[Optional[str]]], list[Optional[str]]]:
    """Rows as the names of their columns, their texts, and what columns hold that have values in place of texts."""
    kept = [row if isinstance(row, Mapping) else dict(row) for row in rows]
    names = list(dict.fromkeys(name for row in kept for name in row))
    texts = [[_text(row.get(name)) for name in names] for row in kept]
    return names, texts, [_type(row.get(name) for row in kept) for name in names]


def _type(values: Iterable[Any]) -> Optional[str]:
    there = [value for value in values if _text(value) is not None]
    # pages differ in what they have as values
    if any(isinstance(value, (int, float)) for value in there):
        return "number"
    is_date = [isinstance(value, datetime.date) or isinstance(value, str) and bool(_ISO.match(value)) for value in there]
    return "date" if any(is_date) else None


#: Dates as :meth:`rowsmith.Table.rows` has them.
_ISO = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$")


def _text(value: Any) -> Optional[str]:
    # what pandas has for nothing is not equal to itself, or refuses to say
    try:
        if value is None or value != value:
            return None
    except TypeError:
        return None
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            return value.isoformat(timespec="seconds")
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    if not isinstance(value, float):
        return str(value)
    # whole numbers beside nothing are floats there
    text = str(int(value)) if value.is_integer() else str(value)
    # three digits behind the point would be read as thousands
    return text + "0" if len(text.partition(".")[2]) == 3 else text


def _answer(
    machine: Harvest,
    request: Request,
    fetch: Callable[[], Optional[PageInput]],
    limits: Optional[dict[str, int]],
) -> Optional[RecordsPage]:
    try:
        answer = fetch()
    except Exception as error:
        return machine.fail(f"{type(error).__name__}: {error}")
    if answer is None:
        return machine.fail("it was not fetched")
    status = getattr(answer, "status_code", getattr(answer, "status", None))
    if isinstance(status, int) and status >= 400:
        return machine.fail(f"the server answered {status}")
    try:
        known = read(answer)
        page = Page(known, url=known.url or request.url, limits=limits)
    except (PageError, TypeError) as error:
        return machine.fail(str(error))
    return machine.feed(page)
