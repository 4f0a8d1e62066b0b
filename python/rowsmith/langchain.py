"""A document loader for LangChain.

>>> from rowsmith.langchain import RowsmithLoader
>>> text = "The lamp was lit at dusk, as every evening, and nobody thought anything of it. " * 4
>>> document, = RowsmithLoader([f"<title>The lamp</title><p>{text}"]).load()
>>> document.metadata["title"]
'The lamp'
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from .documents import documents
from .sources import PageInput

__all__ = ["RowsmithLoader"]


class RowsmithLoader(BaseLoader):
    """Pages as documents: a text a page, or one a record or post.

    :param pages: Pages in any form that :class:`rowsmith.Page` takes, or tuples of a page and its address.
    :param options: Those of :func:`rowsmith.documents.documents`: ``what``, ``markdown``, ``threads``, ``errors``.
    """

    def __init__(self, pages: Iterable[PageInput], **options: Any) -> None:
        self.pages = pages
        self.options = options

    def lazy_load(self) -> Iterator[Document]:
        """The documents, one after the other."""
        for text, metadata in documents(self.pages, **self.options):
            yield Document(page_content=text, metadata=metadata)
