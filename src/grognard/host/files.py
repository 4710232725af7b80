"""Files: read with a limit, written to a new file that then takes the old one's place."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from grognard.kernel.errors import MalformedFile

LARGEST = 50_000_000
"""Nothing larger than this is read."""


def read(path: Path, limit: int = LARGEST) -> bytes:
    """The bytes of a file, if it is there and not larger than any of ours could be."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise MalformedFile(str(path), "this is a folder", hint="name a file")
        if size > limit:
            raise MalformedFile(
                str(path), f"{size} bytes are too many", hint=f"at most {limit} are read"
            )
        with path.open("rb") as stream:
            found = stream.read(limit + 1)
    except OSError as problem:
        raise MalformedFile(str(path), problem.strerror or "cannot be read") from None
    if len(found) > limit:
        raise MalformedFile(str(path), "it does not end", hint=f"at most {limit} bytes are read")
    return found


def write(path: Path, content: bytes) -> None:
    """Replace a file as a whole, or leave it as it was: readers never see half of it."""
    try:
        handle, new = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    except OSError as problem:
        raise MalformedFile(str(path), problem.strerror or "cannot be written") from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(new).replace(path)
    except OSError as problem:
        raise MalformedFile(str(path), problem.strerror or "cannot be written") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(new).unlink()
