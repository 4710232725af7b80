"""Documents: what a battle is read from. The files of a pack as one value, named by its content.

Where the files come from is nobody's business here: the library, an upload, a record, a campaign.
Two documents with the same files are the same document, and its hash is the only name it has.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import msgspec

from grognard.kernel.errors import MalformedFile

MAIN = "scenario.yaml"
"""The file that a document of several begins with."""


class Document(msgspec.Struct, frozen=True, eq=False):
    """The files of a pack by name, the main one first; ``hash`` is worked out from them."""

    files: tuple[tuple[str, bytes], ...]
    hash: str = ""

    def __post_init__(self) -> None:
        digest = sha256()
        for name, content in self.files:
            digest.update(f"{name}\n{len(content)}\n".encode())
            digest.update(content)
        msgspec.structs.force_setattr(self, "hash", digest.hexdigest())

    @classmethod
    def of(cls, files: Iterable[tuple[str, bytes]]) -> Document:
        """The document of these files, in the one order that they have."""
        return cls(tuple(sorted(files, key=lambda file: (file[0] != MAIN, file[0]))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)


Source = Document | str | Path
"""A document itself, its name in the library, or where its files lie."""


class Enclosed(msgspec.Struct, frozen=True):
    """A document as a line of a record: its hash, and its files as texts."""

    document: str
    files: dict[str, str]

    @classmethod
    def of(cls, document: Document) -> Enclosed:
        return cls(document.hash, {name: text.decode() for name, text in document.files})

    def opened(self, record: str, line: int) -> Document:
        """The document, if its files are those that its hash was made of."""
        document = Document.of((name, text.encode()) for name, text in self.files.items())
        if document.hash != self.document:
            problem = "the files are not those of the document that is named"
            raise MalformedFile(record, problem, line=line, field="document", hint="it was altered")
        return document
