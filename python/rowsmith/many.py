"""Many pages: in threads, and as Arrow record batches."""

from __future__ import annotations

import os
from collections import deque
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Sequence

from . import _native
from ._native import PageError
from .questions import Fetched, fetched_text, question
from .results import of_found
from .sources import PageInput, Source, read, refuse_name

if TYPE_CHECKING:
    import pyarrow

__all__ = ["batch_schema", "extract_batches", "extract_many"]

#: Pages under way for each thread, and bytes of all of them.
AHEAD, BYTES = 8, 256 << 20


def _threads(threads: Optional[int]) -> int:
    if threads is not None:
        return max(threads, 1)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def extract_many(
    pages: Iterable[PageInput],
    what: str = "extract",
    *,
    threads: Optional[int] = None,
    errors: str = "raise",
    progress: bool = False,
    fetched: Fetched = None,
    limits: Optional[dict[str, int]] = None,
    **options: Any,
) -> Iterator[Any]:
    """The results of many pages, in their order, as they are ready.

    Threads work without the interpreter's lock. Only some pages are under way at a time, so ``pages`` may be an endless
    iterator; it is read in the thread of the caller.

    :param pages: Pages in any form that :class:`~rowsmith.Page` takes. A tuple ``(page, url)`` says the address, too.
    :param what: ``extract``, ``records``, ``posts``, ``article``, ``item``, ``tables``, ``objects`` (with ``schema=``) or
        ``apply`` (with ``wrapper=``).
    :param threads: As many as there are cores if not given.
    :param errors: What becomes of a page that cannot be one, or whose file cannot be read: ``raise`` raises
        :class:`~rowsmith.PageError` in its place, ``return`` gives the exception as its result, and the others go on.
    :param progress: Show a bar by tqdm, if that is installed.
    :param options: Those of the question, as of the method of :class:`~rowsmith.Page` of its name.

    >>> pages = ["<title>One</title><p>Text", b"", ("<title>Three</title><p>Text", "https://example.com/3")]
    >>> for found in extract_many(pages, "article", errors="return"):
    ...     print(getattr(found, "title", found))
    One
    the input is empty
    Three
    """
    if errors not in ("raise", "return"):
        raise ValueError(f"errors is 'raise' or 'return', and not {errors!r}")
    asked = question(what, options)
    return _results(pages, asked, _threads(threads), errors == "raise", progress, fetched, limits)


def _results(
    pages: Iterable[PageInput],
    asked: _native.Question,
    threads: int,
    raising: bool,
    progress: bool,
    fetched: Fetched,
    limits: Optional[dict[str, int]],
) -> Iterator[Any]:
    if progress:
        pages = _with_bar(pages)
    run = _Run(_native.Runner(asked, threads, fetched=fetched_text(fetched), limits=limits), raising)
    try:
        for page in pages:
            run.submit(page)
            while len(run.sizes) >= threads * AHEAD or (run.held > BYTES and run.sizes):
                yield run.result()
        while run.sizes:
            yield run.result()
    finally:
        # threads end when nobody can hand in pages any more
        run.runner = None


class _Run:
    """Pages under way."""

    __slots__ = ("held", "raising", "runner", "sizes")

    def __init__(self, runner: _native.Runner, raising: bool) -> None:
        self.runner: Optional[_native.Runner] = runner
        self.raising = raising
        #: Bytes of each page under way, and of all of them.
        self.sizes: deque[int] = deque()
        self.held = 0

    def submit(self, page: PageInput) -> None:
        url = None
        if type(page) is tuple:
            page, url = page
        known = _readable(page)
        assert self.runner is not None
        self.runner.submit(
            known.html,
            source=known.name,
            url=url or known.url,
            charset=known.charset,
            fetched=fetched_text(known.fetched),
            warnings=list(known.warnings),
            error=known.error,
        )
        self.sizes.append(len(known.html))
        self.held += len(known.html)

    def result(self) -> Any:
        assert self.runner is not None
        found = self.runner.take()
        self.held -= self.sizes.popleft()
        if isinstance(found, _native.Found):
            return of_found(found)
        if self.raising:
            raise found
        return found


def _readable(page: PageInput) -> Source:
    """A page with its bytes, or with the reason why there are none: the others go on."""
    try:
        refuse_name(page)
        return read(page)
    except PageError as error:
        return Source(b"", error=str(error))
    except OSError as error:
        name = os.fspath(page) if isinstance(page, os.PathLike) else None
        return Source(b"", name=name, error=f"{name}: {error.strerror}" if name and error.strerror else str(error))


def _with_bar(pages: Iterable[PageInput]) -> Iterable[PageInput]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return pages
    return tqdm(pages, unit="page")  # type: ignore[no-any-return]


def extract_batches(
    pages: Any,
    what: str = "extract",
    *,
    html: str = "html",
    url: Optional[str] = "url",
    charset: Optional[str] = None,
    read: bool = False,
    keep: Sequence[str] = (),
    json: bool = False,
    threads: Optional[int] = None,
    fetched: Fetched = None,
    limits: Optional[dict[str, int]] = None,
    **options: Any,
) -> pyarrow.RecordBatchReader:
    """Results of a stream of Arrow record batches of pages, as a stream: a row a page, in order.

    The columns depend on ``what`` and on nothing else (``docs/PYTHON.md`` has them, :func:`batch_schema` gives them). A page
    that gives no result is a row whose ``error`` says why. Batches are read when they are needed, and worked on in
    slices of at most 256 pages.

    :param pages: Whatever gives an Arrow stream: a ``pyarrow.RecordBatchReader`` or Table, a polars DataFrame, a relation of
        DuckDB …
    :param html: The column of the pages: texts, or bytes.
    :param url: The column of their addresses; None if there is none.
    :param charset: The column of the charsets of their HTTP headers.
    :param read: The pages are as :func:`rowsmith.page_batches` reads them: what it found out about them is used, too, and a
        page that could not be read has the reason as its ``error``.
    :param keep: Columns of the input that go into the result as they are.
    :param json: Add a column ``json`` with the line of the command.
    :param options: Those of the question, as of the method of :class:`~rowsmith.Page` of its name.

    >>> import pyarrow
    >>> pages = pyarrow.table({"id": [7, 8], "html": ["<title>One</title><p>Text", ""]})
    >>> found = extract_batches(pages, "article", url=None, keep=["id"]).read_all()
    >>> found.select(["id", "title", "error"]).to_pylist()
    [{'id': 7, 'title': 'One', 'error': None}, {'id': 8, 'title': None, 'error': 'the input is empty'}]
    """
    import pyarrow

    capsule = _native.batches(
        pages,
        question(what, options),
        html=html,
        url=url,
        charset="charset" if read and charset is None else charset,
        read=read,
        keep=list(keep),
        json=json,
        threads=_threads(threads),
        fetched=fetched_text(fetched),
        limits=limits,
    )
    return pyarrow.RecordBatchReader.from_stream(_Stream(capsule))


def batch_schema(what: str = "extract", *, json: bool = False, **options: Any) -> pyarrow.Schema:
    """The columns that :func:`extract_batches` gives.

    >>> batch_schema("article").names[:5]
    ['url', 'title', 'author', 'date', 'modified']
    """
    import pyarrow

    empty = pyarrow.table({"html": pyarrow.array([], pyarrow.string())})
    return extract_batches(empty, what, url=None, json=json, threads=1, **options).schema


class _Stream:
    """A capsule of a stream, as the protocol hands it over."""

    __slots__ = ("_capsule",)

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._capsule
