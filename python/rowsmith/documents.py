"""Pages as documents, texts with metadata: what the readers of LangChain and LlamaIndex have in common."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, NamedTuple, Optional

from .many import extract_many
from .sources import PageInput

__all__ = ["Document", "documents"]

_METADATA = ("title", "author", "date", "modified", "language", "site_name", "canonical_url", "description")


class Document(NamedTuple):
    """A text, and what is known of it."""

    text: str
    metadata: dict[str, Any]


def documents(
    pages: Iterable[PageInput],
    what: str = "article",
    *,
    markdown: bool = True,
    threads: Optional[int] = None,
    errors: str = "raise",
) -> Iterator[Document]:
    """A document a page (``what="article"``), or one a record (``"records"``) or post (``"posts"``).

    Pages that cannot be one are passed over with ``errors="skip"``.

    >>> text = "The lamp was lit at dusk, as every evening, and nobody thought anything of it. " * 4
    >>> document, = documents([(f"<title>The lamp</title><p>{text}", "https://example.com/lamp")])
    >>> document.metadata["source"], document.metadata["title"], document.text[:8]
    ('https://example.com/lamp', 'The lamp', 'The lamp')
    """
    if what not in ("article", "records", "posts"):
        raise ValueError(f"what is 'article', 'records' or 'posts', and not {what!r}")
    raising = "return" if errors == "skip" else "raise"
    for found in extract_many(pages, what, threads=threads, errors=raising):
        if isinstance(found, Exception):
            continue
        if what == "article":
            yield _article(found, markdown)
        elif what == "records":
            yield from _records(found)
        else:
            yield from _posts(found)


def _article(found: Any, markdown: bool) -> Document:
    line = found.to_dict()
    metadata = {name: line[name] for name in _METADATA if line.get(name)}
    return Document(found.markdown if markdown else found.text, {"source": found.source, **metadata})


def _records(found: Any) -> Iterator[Document]:
    for number, record in enumerate(found, 1):
        text = "\n".join(f"{name}: {value}" for name, value in record.items())
        yield Document(text, {"source": found.source, "record": number, **record})


def _posts(found: Any) -> Iterator[Document]:
    for number, post in enumerate(found, 1):
        known = {"title": post.title, "author": post.author, "date": post.date, "url": post.url}
        known = {name: value for name, value in known.items() if value}
        yield Document(post.body, {"source": found.source, "post": number, **known})
