"""A reader for LlamaIndex.

>>> from rowsmith.llama_index import RowsmithReader
>>> text = "The lamp was lit at dusk, as every evening, and nobody thought anything of it. " * 4
>>> document, = RowsmithReader().load_data([f"<title>The lamp</title><p>{text}"])
>>> document.metadata["title"]
'The lamp'
"""

from __future__ import annotations

from typing import Any, Iterable

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from .documents import documents
from .sources import PageInput

__all__ = ["RowsmithReader"]


class RowsmithReader(BaseReader):
    """Pages as documents: a text a page, or one a record or post.

    :param options: Those of :func:`rowsmith.documents.documents`: ``what``, ``markdown``, ``threads``, ``errors``.
    """

    def __init__(self, **options: Any) -> None:
        self.options = options

    def lazy_load_data(self, pages: Iterable[PageInput], **options: Any) -> Iterable[Document]:
        """The documents of pages in any form that :class:`rowsmith.Page` takes, one after the other."""
        for text, metadata in documents(pages, **{**self.options, **options}):
            yield Document(text=text, metadata=metadata)
