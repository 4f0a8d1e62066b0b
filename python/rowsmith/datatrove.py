"""An extractor for datatrove's pipelines: the main text of each page, as its Trafilatura step gives it."""

from __future__ import annotations

from datatrove.pipeline.extractors.base import BaseExtractor

from .page import Page

__all__ = ["Rowsmith"]


class Rowsmith(BaseExtractor):
    """The main text of pages.

    :param markdown: As Markdown in place of plain text.
    :param min_confidence: Pages whose text is expected to be worse (F1, from 0 to 1) give none, and are dropped.
    :param timeout: Seconds for a page, as of all of datatrove's extractors.

    >>> text = "The lamp was lit at dusk, as every evening, and nobody thought anything of it. " * 4
    >>> Rowsmith().extract(f"<title>The lamp</title><nav><a href=/>Home</a></nav><p>{text}")[:16]
    'The lamp was lit'
    """

    name = "Rowsmith"

    def __init__(self, markdown: bool = False, min_confidence: float = 0.0, timeout: float = 5) -> None:
        super().__init__(timeout)
        self.markdown = markdown
        self.min_confidence = min_confidence

    def extract(self, text: str) -> str:
        """The main text of a page; empty where there is none."""
        if not text.strip():
            return ""
        article = Page(text).article()
        if article.confidence < self.min_confidence:
            return ""
        return article.markdown if self.markdown else article.text
