"""What engines have in common: an iterator of Arrow batches in, an iterator of batches out."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Iterable, Iterator

from .many import extract_batches

if TYPE_CHECKING:
    import pyarrow

__all__ = ["results_of"]


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
