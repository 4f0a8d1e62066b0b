"""Pages on Ray Data: a dataset of pages in, a dataset of results out, a row a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence

from .engines import results_of
from .questions import Fetched, fetched_text
from .schema import schema_of
from .wrapper import wrapper_of

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset

__all__ = ["extract_dataset"]


def extract_dataset(
    dataset: Dataset,
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
    batch_size: int = 256,
    **options: Any,
) -> Dataset:
    """Results of the pages of a dataset, a row a page, by ``map_batches`` over pyarrow.

    Columns and options are those of :func:`rowsmith.extract_batches`. A page that gives no result is a row whose ``error``
    says why. Schemas and wrappers travel with the task as values.
    """
    if options.get("schema") is not None:
        options["schema"] = schema_of(options["schema"])
    for name in ("wrapper", "template"):
        if options.get(name) is not None:
            options[name] = wrapper_of(options[name])
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

    def results(pages: pyarrow.Table) -> pyarrow.Table:
        import pyarrow

        if pages.num_rows == 0:
            return pages.slice(0, 0)
        return pyarrow.Table.from_batches(list(results_of(pages.to_batches(), **task)))

    return dataset.map_batches(results, batch_format="pyarrow", batch_size=batch_size)
