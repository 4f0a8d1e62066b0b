"""Questions by name with their options, made ready for the extension."""

from __future__ import annotations

import datetime
import re
from typing import Any, Optional, Union

from . import _native
from .schema import schema_of

__all__ = ["Fetched", "fetched_text", "question"]

#: When pages were fetched: a time, or ISO 8601.
Fetched = Union[str, datetime.date, datetime.datetime, None]


def fetched_text(fetched: Fetched) -> Optional[str]:
    """A day or time as the library reads it: in UTC if its zone is known, and without fractions of a second.

    >>> import datetime
    >>> fetched_text(datetime.datetime(2024, 1, 7, 12, 0))
    '2024-01-07T12:00:00'
    >>> fetched_text("2024-01-07T12:00:00.500+01:00")
    '2024-01-07T11:00:00Z'
    """
    if isinstance(fetched, str):
        if "T" not in fetched:
            return fetched
        try:
            return fetched_text(datetime.datetime.fromisoformat(re.sub(r"Z$", "+00:00", fetched)))
        except ValueError:
            # the library says what is wrong with it
            return fetched
    if isinstance(fetched, datetime.datetime):
        if fetched.tzinfo is not None:
            return fetched.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return fetched.isoformat(timespec="seconds")
    return None if fetched is None else fetched.isoformat()


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
