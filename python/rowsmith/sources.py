"""What a page may be given as: text, bytes, a path, an open file, or the response of an HTTP client."""

from __future__ import annotations

import os
from typing import Any, NamedTuple, Optional, Union

from ._native import PageError

__all__ = ["Source", "PageInput", "read"]

#: A page: HTML as text or bytes, a path, an open file, a page of an archive (:class:`Source`), or a response of requests, httpx,
#: urllib or Scrapy.
PageInput = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", Any]


class Source(NamedTuple):
    """The bytes of a page, and what is known of it. :func:`rowsmith.read_pages` gives them; wherever a page is taken, it may be one."""

    html: bytes
    #: What to call it in results.
    name: Optional[str] = None
    #: Its address.
    url: Optional[str] = None
    #: The charset of its HTTP header.
    charset: Optional[str] = None
    #: When it was fetched, ISO 8601.
    fetched: Optional[str] = None
    #: The archive that it was in, and the number of its record or row there, from 1.
    archive: Optional[str] = None
    position: Optional[int] = None
    #: What was wrong with the file, although the page could be read.
    warnings: tuple[str, ...] = ()
    #: Why it could not be read.
    error: Optional[str] = None


def read(source: PageInput) -> Source:
    """The bytes of a page and what its source knows of it.

    >>> read("<p>Straße").html
    b'<p>Stra\\xc3\\x9fe'
    >>> read("<p>Straße").charset
    'utf-8'
    """
    if isinstance(source, Source):
        return source
    if isinstance(source, str):
        # text is decoded already, whatever the page says of its encoding
        return Source(source.encode("utf-8", "replace"), charset="utf-8")
    if isinstance(source, bytes):
        return Source(source)
    if isinstance(source, (bytearray, memoryview)):
        return Source(bytes(source))
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            return Source(file.read(), name=os.fspath(source))
    for name in ("content", "body"):
        content = getattr(source, name, None)
        if isinstance(content, (bytes, str)) and hasattr(source, "headers"):
            return _response(source, content)
    if hasattr(source, "read"):
        return _file(source)
    kind = type(source).__name__
    raise TypeError(f"a page is text, bytes, a path, an open file or a response, and no {kind}")


def _response(source: Any, content: Union[bytes, str]) -> Source:
    url = getattr(source, "url", None)
    url = None if url is None else str(url)
    warnings = _status(source)
    if isinstance(content, str):
        return Source(content.encode("utf-8", "replace"), name=url, url=url, charset="utf-8", warnings=warnings)
    charset = _charset(_header(source.headers, "content-type"))
    return Source(content, name=url, url=url, charset=charset, warnings=warnings)


def _status(response: Any) -> tuple[str, ...]:
    """A warning where a page says what went wrong, and is not the page that was wanted."""
    status = getattr(response, "status_code", getattr(response, "status", None))
    is_error = isinstance(status, int) and status >= 400
    return (f"the server answered {status}",) if is_error else ()


def _file(source: Any) -> Source:
    content = source.read()
    url = getattr(source, "url", None)
    url = url if isinstance(url, str) else None
    if isinstance(content, str):
        return Source(content.encode("utf-8", "replace"), name=_file_name(source), url=url, charset="utf-8")
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise TypeError(f"reading the file gave no text or bytes, but {type(content).__name__}")
    charset = _charset(_header(getattr(source, "headers", None), "content-type"))
    return Source(bytes(content), name=url or _file_name(source), url=url, charset=charset, warnings=_status(source))


def _file_name(source: Any) -> Optional[str]:
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


def _header(headers: Any, name: str) -> Optional[str]:
    if headers is None:
        return None
    value = headers.get(name)
    if value is None:
        value = headers.get(name.title())
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, str) else None


def _charset(content_type: Optional[str]) -> Optional[str]:
    """The charset of a content type, as far as decoders know it.

    >>> _charset('text/html; charset="ISO-8859-1"')
    'ISO-8859-1'
    """
    for part in (content_type or "").split(";")[1:]:
        name, _, value = part.partition("=")
        value = value.strip().strip("\"'")
        if name.strip().lower() == "charset" and value and _is_known(value):
            return value
    return None


def _is_known(charset: str) -> bool:
    """Whether the library knows a charset: a server that names a wrong one is no reason to fail."""
    import codecs

    try:
        codecs.lookup(charset)
    except LookupError:
        return False
    return True


#: The longest text that may be meant as the path of a file.
LONGEST_PATH = 1024

#: What names of pages end in.
ENDINGS = (".html", ".htm", ".xhtml", ".mhtml", ".mht")

#: What names of archives and compressed pages end in.
ARCHIVES = (".gz", ".zst", ".warc", ".wacz", ".arc", ".zip", ".har", ".parquet")


def looks_like_path(text: str) -> bool:
    """Whether a text is the name of a file of pages rather than a page.

    >>> looks_like_path("pages/1.html"), looks_like_path("<p>1.html"), looks_like_path("page")
    (True, False, False)
    """
    text = text.strip()
    is_line = len(text) <= LONGEST_PATH and "\n" not in text and "<" not in text and "://" not in text
    return is_line and text.lower().endswith(ENDINGS + ARCHIVES)


def refuse_name(source: Any) -> None:
    """Refuses an address or a path where the text of a page is wanted: nothing is fetched or opened here.

    >>> refuse_name("https://example.com/list")
    Traceback (most recent call last):
    rowsmith.PageError: 'https://example.com/list' is an address, and nothing is fetched here: give what requests.get(...) or httpx.get(...) returns
    >>> refuse_name("pages/1.html")
    Traceback (most recent call last):
    rowsmith.PageError: 'pages/1.html' is a path, and text is taken for a page: give pathlib.Path('pages/1.html')
    """
    if not isinstance(source, str) or "<" in source:
        return
    if source.lstrip()[:8].lower().startswith(("http://", "https://")):
        what = "give what requests.get(...) or httpx.get(...) returns"
        raise PageError(f"{source.strip()!r} is an address, and nothing is fetched here: {what}")
    if looks_like_path(source):
        name = source.strip()
        what = "rowsmith.read_pages" if name.lower().endswith(ARCHIVES) else "pathlib.Path"
        raise PageError(f"{name!r} is a path, and text is taken for a page: give {what}({name!r})")
