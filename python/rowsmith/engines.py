"""What engines have in common: an iterator of Arrow batches in, an iterator of batches out."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Sequence
from urllib.parse import unquote, urlsplit

from .many import extract_batches
from .questions import fetched_text
from .reading import batch_of, page_batches
from .schema import schema_of
from .sources import Source
from .wrapper import wrapper_of

if TYPE_CHECKING:
    import pyarrow

__all__ = ["as_values", "input_columns", "pages_of", "results_of"]


def as_values(options: dict[str, Any]) -> dict[str, Any]:
    """Options that travel with a task: schemas and wrappers that are files are read here, where the job is written.

    >>> as_values({"schema": "products", "fetched": None})
    {'schema': Schema('products'), 'fetched': None}
    """
    options = dict(options)
    options["fetched"] = fetched_text(options.get("fetched"))
    if options.get("schema") is not None:
        options["schema"] = schema_of(options["schema"])
    for name in ("wrapper", "template"):
        if options.get(name) is not None:
            options[name] = wrapper_of(options[name])
    return options


def input_columns(
    html: str, url: Optional[str], charset: Optional[str], read: bool, keep: Sequence[str]
) -> list[str]:
    """The columns of pages that :func:`rowsmith.extract_batches` uses, each once.

    >>> input_columns("html", "url", None, True, ["archive", "url"])
    ['html', 'url', 'charset', 'name', 'fetched', 'warnings', 'error', 'archive']
    """
    known = [charset or "charset", "name", "fetched", "warnings", "error"] if read else [charset]
    return list(dict.fromkeys(name for name in (html, url, *known, *keep) if name is not None))


def results_of(batches: Iterable[pyarrow.RecordBatch], what: str, **options: Any) -> Iterator[pyarrow.RecordBatch]:
    """Results of batches of pages; none where there is no batch.

    >>> import pyarrow
    >>> batch = pyarrow.record_batch({"html": ["<title>One</title><p>Text"]})
    >>> [found.column("title").to_pylist() for found in results_of([batch], "article", url=None)]
    [['One']]
    """
    import pyarrow

    batches = iter(batches)
    for first in batches:
        pages = pyarrow.RecordBatchReader.from_batches(first.schema, chain([first], batches))
        yield from extract_batches(pages, what, **options)


def pages_of(
    batches: Iterable[pyarrow.RecordBatch], path: str = "path", content: Optional[str] = None, **options: Any
) -> Iterator[pyarrow.RecordBatch]:
    """The pages of files, of which batches have the paths in a column, or also their bytes in another.

    >>> import pyarrow
    >>> files = pyarrow.record_batch({"path": ["a.html"], "content": [b"<title>One</title>"]})
    >>> [pages.column("html").to_pylist() for pages in pages_of([files], content="content")]
    [[b'<title>One</title>']]
    """
    import pyarrow

    for batch in batches:
        paths = batch.column(path)
        for row in range(batch.num_rows):
            name = _local(paths[row].as_py())
            # read without a copy: it may be a gigabyte
            buffer = None if content is None else batch.column(content)[row].as_buffer()
            if buffer is not None:
                yield from page_batches(pyarrow.BufferReader(buffer), name=name, **options)
            elif content is None and name is not None:
                yield from page_batches(name, **options)
            else:
                yield batch_of([Source(b"", name=name, error=f"the column {content or path!r} has no value here")])


def _local(path: Optional[str]) -> Optional[str]:
    """A path, of which engines make an address.

    >>> _local("file:///crawl/a%20b.warc"), _local("file:/crawl/a.warc"), _local("crawl/a%20b.warc")
    ('/crawl/a b.warc', '/crawl/a.warc', 'crawl/a%20b.warc')
    """
    if path is None or not path.startswith("file:/"):
        return path
    return unquote(urlsplit(path).path)
