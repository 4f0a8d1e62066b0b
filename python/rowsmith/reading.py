"""The pages of files: web archives, folders, compressed pages, tables of pages, as the command reads them."""

from __future__ import annotations

import io
import os
from typing import IO, TYPE_CHECKING, Any, Iterable, Iterator, Optional, Union

from . import _native
from .sources import Source

if TYPE_CHECKING:
    import pyarrow

__all__ = ["PageFiles", "Pages", "page_batches", "page_schema", "read_pages"]

#: What has pages in it: a path, several, the bytes of a file, or a file opened in binary mode.
PageFiles = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]], bytes, IO[bytes]]

#: A batch with so many bytes of pages gets no further page.
BYTES = 32 << 20


class Pages(Iterator[Source]):
    """Pages of files, one after the other, as :func:`read_pages` gives them.

    The thread that reads ahead ends at the end of the files, with :meth:`close` or at the end of a ``with`` block, and where
    nobody has a reference to this any more.
    """

    __slots__ = ("_native",)

    def __init__(self, native: _native.Pages) -> None:
        self._native = native

    def __iter__(self) -> Pages:
        return self

    def __next__(self) -> Source:
        page = self._native.take()
        if page is None:
            raise StopIteration
        return Source(**page)

    def close(self) -> None:
        """Reads no further: what is open is closed, and there are no more pages."""
        self._native.close()

    def __enter__(self) -> Pages:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def skipped(self) -> dict[str, int]:
        """What archives had besides pages, and how often: pictures, redirects, pages with an error status. Empty before the end."""
        return self._native.skipped()


def read_pages(
    files: PageFiles,
    *,
    name: Optional[str] = None,
    max_bytes: Optional[int] = None,
    html_column: Optional[str] = None,
    url_column: Optional[str] = None,
) -> Pages:
    """The pages of files, as an iterator of what :class:`~rowsmith.Page`, :func:`~rowsmith.extract_many` and others take.

    Files are whatever the command reads: WARC, ARC and WACZ archives, HAR recordings, ZIP and tar archives, mailboxes, saved
    pages, Parquet tables, also compressed, and patterns and folders (of which ZIP and tar archives are left out, unless they
    are named); ``docs/INPUTS.md`` lists them. They are read ahead by a thread, a few pages at a time, so they may be larger than
    memory. Nothing is fetched.

    A page that cannot be read keeps its place: its ``error`` says why.

    :param files: A path, several paths, the bytes of a file, or a file opened in binary mode (of fsspec, say), which must not be
        used for anything else meanwhile.
    :param name: What to call the bytes, or the open file, in results; the name of the file if not given. Paths have their own.
    :param max_bytes: How much of a page is read; 64 MB if not given. A longer page is cut, with a warning.
    :param html_column: The column of a Parquet file with the pages; guessed if not given. ``url_column`` has their addresses.

    >>> record = "WARC/1.0\\r\\nWARC-Type: response\\r\\nWARC-Target-URI: https://example.com/1\\r\\nContent-Length: 67\\r\\n\\r\\n"
    >>> archive = record + "HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n<title>One</title>..."
    >>> for page in read_pages(archive.encode(), name="crawl.warc"):
    ...     print(page.url, page.archive, page.position, page.html)
    https://example.com/1 crawl.warc 1 b'<title>One</title>...'
    """
    paths: list[str] = []
    file: Optional[tuple[str, Any]] = None
    if isinstance(files, (bytes, bytearray, memoryview)):
        file = (name or "pages", io.BytesIO(files))
    elif isinstance(files, (str, os.PathLike)):
        paths = [_path(files)]
    elif hasattr(files, "read"):
        if isinstance(files, io.TextIOBase):
            raise TypeError("the file is opened as text, and archives are bytes: open it in binary mode (\"rb\")")
        own = getattr(files, "name", None)
        file = (name or (own if isinstance(own, str) else "pages"), files)
    else:
        paths = [_path(path) for path in files]
    return Pages(_native.Pages(paths, file, max_bytes=max_bytes, html_column=html_column, url_column=url_column))


def _path(path: Union[str, os.PathLike[str]]) -> str:
    # the command would take this one for its standard input
    return os.path.join(".", "-") if os.fspath(path) == "-" else os.fspath(path)


def page_schema() -> pyarrow.Schema:
    """The columns of :func:`page_batches`: one for each field of :class:`~rowsmith.Source`.

    >>> page_schema().names
    ['html', 'name', 'url', 'charset', 'fetched', 'archive', 'position', 'warnings', 'error']
    """
    import pyarrow

    kinds = {"html": pyarrow.binary(), "position": pyarrow.int64(), "warnings": pyarrow.list_(pyarrow.string())}
    return pyarrow.schema([(field, kinds.get(field, pyarrow.string())) for field in Source._fields])


def page_batches(
    files: PageFiles,
    *,
    rows: int = 256,
    name: Optional[str] = None,
    max_bytes: Optional[int] = None,
    html_column: Optional[str] = None,
    url_column: Optional[str] = None,
) -> pyarrow.RecordBatchReader:
    """The pages of files as a table, a row a page, read in batches: for :func:`rowsmith.extract_batches` with ``read=True``,
    for a Parquet file, for an engine.

    :param rows: The most pages of a batch; a batch with 32 MB of pages gets no further one.

    Other parameters are those of :func:`read_pages`. The column ``html`` of a page that could not be read is null.

    >>> from rowsmith import extract_batches
    >>> pages = page_batches(b"<title>One</title><p>Text", name="one.html")
    >>> extract_batches(pages, "article", read=True, json=True).read_all().select(["title", "error"]).to_pylist()
    [{'title': 'One', 'error': None}]
    """
    import pyarrow

    options = {"name": name, "max_bytes": max_bytes, "html_column": html_column, "url_column": url_column}
    pages = read_pages(files, **options)  # type: ignore[arg-type]
    return pyarrow.RecordBatchReader.from_batches(page_schema(), _batches(pages, rows))


def _batches(pages: Iterable[Source], rows: int) -> Iterator[pyarrow.RecordBatch]:
    held: list[Source] = []
    size = 0
    for page in pages:
        held.append(page)
        size += len(page.html)
        if len(held) >= rows or size >= BYTES:
            yield batch_of(held)
            held, size = [], 0
    if held:
        yield batch_of(held)


def batch_of(pages: list[Source]) -> pyarrow.RecordBatch:
    """Pages as a batch of :func:`page_batches`."""
    import pyarrow

    columns = dict(zip(Source._fields, map(list, zip(*pages))))
    columns["html"] = [None if page.error is not None else page.html for page in pages]
    return pyarrow.record_batch(columns, schema=page_schema())
