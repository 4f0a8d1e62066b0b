"""Pages on Spark: a DataFrame of pages in, a DataFrame of results out, a row a page.

>>> from rowsmith.spark import extract_df                                   # doctest: +SKIP
>>> found = extract_df(spark.read.parquet("pages"), "records", keep=["id"])  # doctest: +SKIP
>>> found.selectExpr("id", "explode(records) AS r").select("id", "r.cells")  # doctest: +SKIP

The workers need this package and pyarrow, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence

from .many import batch_schema
from .questions import Fetched, fetched_text
from .schema import schema_of
from .wrapper import wrapper_of

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

__all__ = ["extract_df", "result_schema"]


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

    options = dict(options)
    if options.get("schema") is not None:
        options["schema"] = schema_of(options["schema"])
    for name in ("wrapper", "template"):
        if options.get(name) is not None:
            options[name] = wrapper_of(options[name])
    kept = [df.schema[name] for name in keep]
    schema = StructType([*kept, *result_schema(what, json=json, **options).fields])
    task = {
        "what": what,
        "html": html,
        "url": url,
        "charset": charset,
        "keep": list(keep),
        "json": json,
        "threads": threads,
        "fetched": fetched_text(fetched),
        "limits": limits,
        **options,
    }
    needed = dict.fromkeys([html, *([url] if url else []), *([charset] if charset else []), *keep])

    def results(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from rowsmith.engines import results_of

        return results_of(batches, **task)

    return df.select(*needed).mapInArrow(results, schema)
