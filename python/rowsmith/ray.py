"""Pages on Ray Data: a dataset of pages in, a dataset of results out, a row a page; and paths in, a dataset of pages out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Sequence, Union

from .engines import as_values, pages_of, results_of
from .questions import Fetched

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset

__all__ = ["extract_dataset", "read_pages"]


def extract_dataset(
    dataset: Dataset,
    what: str = "extract",
    *,
    html: str = "html",
    url: Optional[str] = "url",
    charset: Optional[str] = None,
    read: bool = False,
    keep: Sequence[str] = (),
    json: bool = False,
    threads: int = 1,
    fetched: Fetched = None,
    limits: Optional[dict[str, int]] = None,
    batch_size: int = 256,
    **options: Any,
) -> Dataset:
    """Results of the pages of a dataset, a row a page, by ``map_batches`` over pyarrow.

    Columns and options are those of :func:`rowsmith.extract_batches`. A page that gives no result is a row whose ``error``
    says why. Schemas and wrappers travel with the task as values.
    """
    asked = {"html": html, "url": url, "charset": charset, "read": read, "keep": list(keep)}
    options = as_values({**options, "fetched": fetched})

    def results(pages: pyarrow.Table) -> pyarrow.Table:
        import pyarrow

        if pages.num_rows == 0:
            return pages.slice(0, 0)
        batches = results_of(pages.to_batches(), what, **asked, json=json, threads=threads, limits=limits, **options)
        return pyarrow.Table.from_batches(list(batches))

    return dataset.map_batches(results, batch_format="pyarrow", batch_size=batch_size)


def read_pages(
    paths: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]],
    *,
    rows: int = 256,
    max_bytes: Optional[int] = None,
    html_column: Optional[str] = None,
    url_column: Optional[str] = None,
) -> Dataset:
    """The pages of archives, a row a page, with the columns of :func:`rowsmith.page_batches`; for :func:`extract_dataset` with
    ``read=True``. A file is read by one task, a few pages at a time; all workers must be able to open its path.
    """
    import ray.data

    named = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    options: dict[str, Any] = {"rows": rows, "max_bytes": max_bytes, "html_column": html_column, "url_column": url_column}

    def pages(files: pyarrow.Table) -> Iterator[pyarrow.Table]:
        import pyarrow

        for batch in pages_of(files.to_batches(), **options):
            yield pyarrow.Table.from_batches([batch])

    files = ray.data.from_items([{"path": path} for path in named], override_num_blocks=max(len(named), 1))
    return files.map_batches(pages, batch_format="pyarrow", batch_size=1)
