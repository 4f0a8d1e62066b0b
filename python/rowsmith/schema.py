"""Schemas: what objects of a domain have, and how it is recognised."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _native

__all__ = ["Schema", "SchemaInput", "schema_of"]


class Schema:
    """The schema of a domain: a shipped one by its name, or a file.

    It is pickled as its text, so that it can be sent to other processes.

    >>> Schema("products")
    Schema('products')
    >>> Schema.domains()
    ['products', 'real-estate', 'used-cars', 'jobs']
    >>> Schema("no-such.toml")
    Traceback (most recent call last):
    rowsmith.SchemaError: 'no-such.toml' is neither one of the domains products, real-estate, used-cars, jobs nor a schema file
    """

    __slots__ = ("_native", "_text", "_files")

    def __init__(self, name: Union[str, os.PathLike[str]]) -> None:
        self._files: dict[str, Optional[str]] = {}
        shipped = _native.Schema.shipped(os.fspath(name))
        if shipped is not None:
            self._native, self._text = shipped, _native.Schema.text(os.fspath(name)) or ""
            return
        if not os.path.exists(name):
            domains = ", ".join(_native.Schema.domains())
            what = f"{os.fspath(name)!r} is neither one of the domains {domains} nor a schema file"
            raise _native.SchemaError(what)
        with open(name, encoding="utf-8") as file:
            self._text = file.read()
        folder = os.path.dirname(os.fspath(name))

        def beside(file: str) -> Optional[str]:
            path = os.path.join(folder, file)
            if not os.path.exists(path):
                self._files[file] = None
                return None
            with open(path, encoding="utf-8") as opened:
                self._files[file] = opened.read()
            return self._files[file]

        try:
            self._native = _native.Schema.parse(self._text, beside)
        except _native.SchemaError as error:
            raise _native.SchemaError(f"{os.fspath(name)}: {error}") from None

    @classmethod
    def parse(cls, text: str, files: Optional[dict[str, str]] = None) -> Schema:
        """A schema from its text; ``files`` are the gazetteers that it names, beside the shipped ones."""
        schema = cls.__new__(cls)
        schema._text, schema._files = text, dict(files or {})
        schema._native = _native.Schema.parse(text, schema._files.get)
        return schema

    @staticmethod
    def domains() -> list[str]:
        """The names of the shipped schemas."""
        return _native.Schema.domains()

    @property
    def name(self) -> str:
        """The domain."""
        return self._native.name

    @property
    def text(self) -> str:
        """The schema file, to start an own one from."""
        return self._text

    def __reduce__(self) -> Any:
        return (Schema.parse, (self._text, self._files))

    def __repr__(self) -> str:
        return f"Schema({self.name!r})"


#: A schema, the name of a shipped one, or the path of a file.
SchemaInput = Union[Schema, str, "os.PathLike[str]"]


def schema_of(schema: SchemaInput) -> Schema:
    """The schema that is named."""
    return schema if isinstance(schema, Schema) else Schema(schema)
