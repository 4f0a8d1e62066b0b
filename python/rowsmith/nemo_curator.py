"""An extractor of HTML for NeMo Curator's pipelines, beside its own of jusText, Resiliparse and Trafilatura.

>>> from nemo_curator.stages.text.download import CommonCrawlDownloadExtractStage              # doctest: +SKIP
>>> CommonCrawlDownloadExtractStage(…, html_extraction=RowsmithExtractor())                    # doctest: +SKIP
"""

from __future__ import annotations

from typing import Optional

from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm

from ._native import PageError
from .page import Page

__all__ = ["RowsmithExtractor"]


class RowsmithExtractor(HTMLExtractorAlgorithm):
    """The main text of pages, paragraph by paragraph.

    :param markdown: As Markdown in place of plain text.
    :param min_confidence: Pages whose text is expected to be worse (F1, from 0 to 1) give none, and are dropped.
    :param required_stopword_density: Leave out paragraphs with a lower proportion of the language's stop words, as the other
        extractors do; 0, which leaves out none, if not given. Languages that are written without spaces have no such words.

    >>> text = "The lamp was lit at dusk, as every evening, and nobody thought anything of it. " * 4
    >>> RowsmithExtractor().extract_text(f"<title>The lamp</title><nav><a href=/>Home</a></nav><p>{text}", frozenset(), "ENGLISH")[0][:16]
    'The lamp was lit'
    """

    def __init__(
        self, markdown: bool = False, min_confidence: float = 0.0, required_stopword_density: float = 0.0
    ) -> None:
        self.markdown = markdown
        self.min_confidence = min_confidence
        self.required_stopword_density = required_stopword_density

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> Optional[list[str]]:
        """The paragraphs of a page, or with ``markdown`` its blocks; none where there is no text."""
        try:
            article = Page(html).article()
        except PageError:
            return None
        if article.confidence < self.min_confidence:
            return None
        text = article.markdown if self.markdown else article.text
        # what is within a block, such as the lines of a list or of code, stays together in Markdown
        blocks = [block.strip("\n") for block in text.split("\n\n" if self.markdown else "\n")]
        return [block for block in blocks if block.strip() and self._is_prose(block, stop_words, language)]

    def _is_prose(self, paragraph: str, stop_words: frozenset[str], language: str) -> bool:
        if self.required_stopword_density <= 0 or language in self.NON_SPACED_LANGUAGES:
            return True
        words = paragraph.split()
        return sum(word in stop_words for word in words) >= self.required_stopword_density * len(words)
