"""Pages on Spark: a DataFrame of pages in, a DataFrame of results out, a row a page; and one of files in, one of pages out.

>>> from rowsmith.spark import extract_df, read_pages                        # doctest: +SKIP
>>> found = extract_df(spark.read.parquet("pages"), "records", keep=["id"])  # doctest: +SKIP
>>> found.selectExpr("id", "explode(records) AS r").select("id", "r.cells")  # doctest: +SKIP
>>> pages = read_pages(spark.read.text("warc.paths"), path="value")          # doctest: +SKIP
>>> extract_df(pages, "article", read=True, keep=["archive", "position"])    # doctest: +SKIP

The workers need this package and pyarrow, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence

from .engines import as_values, input_columns
from .many import batch_schema
from .questions import Fetched
from .reading import page_schema

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

__all__ = ["extract_df", "read_pages", "result_schema"]


def result_schema(what: str = "extract", *, json: bool = False, **options: Any) -> StructType:
    """The columns of results, as Spark has them."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(batch_schema(what, json=json, **options))


def extract_df(
    df: DataFrame,
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
    **options: Any,
) -> DataFrame:
    """Results of the pages of a DataFrame, a row a page, by ``mapInArrow``.

    Columns and options are those of :func:`rowsmith.extract_batches`; rows do not depend on partitions. A page that gives no
    result is a row whose ``error`` says why. Schemas and wrappers travel with the task as values. A task works on one page
    at a time: Spark runs as many tasks on a worker as that has cores.

    Spark hands over ``spark.sql.execution.arrow.maxRecordsPerBatch`` rows at a time, 10,000 unless it is set: set it to 256
    for pages.
    """
    from pyspark.sql.types import StructType

    kept = [df.schema[name] for name in keep]
    schema = StructType([*kept, *result_schema(what, json=json, **options).fields])
    pages = {"html": html, "url": url, "charset": charset, "read": read, "keep": list(keep)}
    options = as_values({**options, "fetched": fetched})

    def results(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from rowsmith.engines import results_of

        return results_of(batches, what, **pages, json=json, threads=threads, limits=limits, **options)

    return df.select(*input_columns(html, url, charset, read, keep)).mapInArrow(results, schema)


def read_pages(
    files: DataFrame,
    *,
    path: str = "path",
    content: Optional[str] = None,
    rows: int = 256,
    max_bytes: Optional[int] = None,
    html_column: Optional[str] = None,
    url_column: Optional[str] = None,
) -> DataFrame:
    """The pages of archives, a row a page, with the columns of :func:`rowsmith.page_batches`; for :func:`extract_df` with
    ``read=True``.

    A file is read by one task, from its beginning to its end and a few pages at a time. Its pages stay in its partition, so
    let there be as many partitions as files (``repartition``) where files are large.

    :param files: A DataFrame with a column of paths, which all workers can open (``file:`` addresses, too).
    :param content: The column with the bytes of the files, where workers cannot open their paths, as of
        ``spark.read.format("binaryFile").load(…)``, whose columns are ``path`` and ``content``. Spark holds such a file in memory
        (of at most 2 GB), in Java and in Python, and hands over ``spark.sql.execution.arrow.maxRecordsPerBatch`` of them at a
        time: set it to 1 where they are large, and do not let several large files share a partition.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    options = {"rows": rows, "max_bytes": max_bytes, "html_column": html_column, "url_column": url_column}

    def pages(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from rowsmith.engines import pages_of

        return pages_of(batches, path, content, **options)

    needed = [path, *([content] if content else [])]
    return files.select(*needed).mapInArrow(pages, from_arrow_schema(page_schema()))
