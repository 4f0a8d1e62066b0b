"""Questions by name with their options, made ready for the extension."""

from __future__ import annotations

import datetime
from typing import Any, Optional, Union

from . import _native
from .schema import schema_of

__all__ = ["Fetched", "fetched_text", "question"]

#: When pages were fetched: a time, or ISO 8601.
Fetched = Union[str, datetime.date, datetime.datetime, None]


def fetched_text(fetched: Fetched) -> Optional[str]:
    """A time as the extension takes it.

    >>> import datetime
    >>> fetched_text(datetime.datetime(2024, 1, 7, 12, 0))
    '2024-01-07T12:00:00'
    """
    if isinstance(fetched, datetime.datetime):
        return fetched.isoformat(timespec="seconds")
    if isinstance(fetched, datetime.date):
        return fetched.isoformat()
    return fetched


def question(what: str, options: dict[str, Any]) -> _native.Question:
    """A question with its options; schemas and wrappers as users have them."""
    options = dict(options)
    if options.get("schema") is not None:
        options["schema"] = schema_of(options["schema"])._native
    for name in ("wrapper", "template"):
        if options.get(name) is not None:
            from .wrapper import wrapper_of

            options[name] = wrapper_of(options[name])._native
    return _native.Question(what, options)
