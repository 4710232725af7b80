"""Writes the documents of the table (``desks/documents.py``) out as TypeScript for the browser.

    python scripts/make_documents.py

Structs of texts, numbers, lists, tables and one another are all there is, so that the mapping is
plainer than a generator over JSON Schema; ``tests/desks/test_documents.py`` compares the result.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from grognard.desks.documents import DOCUMENTS

PAGE = Path(__file__).parents[1] / "web" / "src" / "api" / "documents.ts"

HEAD = """\
/**
 * The language of the table: what any system sends. Written by scripts/make_documents.py from
 * grognard.desks.documents; what is as usual is left out on the way.
 */

export type Place = number;
"""

PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}


def typescript() -> str:
    """All documents as interfaces, in their order."""
    return "\n".join([HEAD, *map(_interface, DOCUMENTS)])


def _interface(kind: type[msgspec.Struct]) -> str:
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    doc = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    omits = kind.__struct_config__.omit_defaults
    fields = [
        f"  readonly {field.encode_name}{'' if field.required or not omits else '?'}: "
        f"{_type(field.type)};\n"
        for field in told.fields
    ]
    return f"/** {doc} */\nexport interface {kind.__name__} {{\n{''.join(fields)}}}\n"


def _type(told: inspect.Type) -> str:
    match told:
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.VarTupleType(item_type=item):
            inner = _type(item)
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case inspect.DictType(value_type=value):
            return f"Readonly<Record<string, {_type(value)}>>"
        case inspect.UnionType(types=types):
            return " | ".join(map(_type, types))
        case inspect.LiteralType(values=values):
            return " | ".join(f"'{value}'" for value in values)
    return PLAIN[type(told)]


def main(_: Any = None) -> None:
    PAGE.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main()
