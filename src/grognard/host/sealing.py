"""Secrets of dice are sealed in the store: who has it, but not its key, cannot foresee a die.

The key is in ``GROGNARD_KEY`` (64 hexadecimal digits), or beside a SQLite file, in a file of its own
that is made with it and that only its owner reads. A database that several servers share has no place
beside it: without the variable its secrets are kept as they are.
"""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from grognard.kernel.errors import GrognardError

VARIABLE: Final = "GROGNARD_KEY"
BYTES: Final = 32
MARK: Final = 8
SEALED: Final = b"\x01"
"""What a sealed secret begins with; one that is not is as long as a secret."""


class NoKey(GrognardError):
    """A secret cannot be opened; the message says what is missing."""


class Key:
    """Seals a secret for its battle, once: with a pad that only the key and the battle give, and a
    mark by which another key is known.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sealed(self, secret: bytes, game: str) -> bytes:
        return SEALED + self._padded(secret, game) + self._mark(secret, game)

    def opened(self, kept: bytes, game: str) -> bytes:
        text, mark = kept[len(SEALED) : -MARK], kept[-MARK:]
        secret = self._padded(text, game)
        if not hmac.compare_digest(mark, self._mark(secret, game)):
            raise NoKey("the secret of its dice cannot be opened: the key is that of another store")
        return secret

    def derived(self, purpose: str) -> bytes:
        """Another secret for another purpose, the same as long as the key is."""
        return hmac.digest(self._key, f"for {purpose}".encode(), "sha512")

    def _padded(self, text: bytes, game: str) -> bytes:
        pad = hmac.digest(self._key, f"dice of {game}".encode(), "sha256")
        return bytes(one ^ other for one, other in zip(text, pad, strict=True))

    def _mark(self, secret: bytes, game: str) -> bytes:
        return hmac.digest(self._key, f"mark of {game}:".encode() + secret, "sha256")[:MARK]


def is_sealed(kept: bytes) -> bool:
    return len(kept) == len(SEALED) + BYTES + MARK and kept.startswith(SEALED)


def key_file(database: str) -> Path:
    return Path(f"{database}.key")


def key_for(database: str) -> Key | None:
    """The key of a store; ``database`` is its SQLite file, empty where it has none."""
    said = os.environ.get(VARIABLE, "")
    if said:
        return _read(said, VARIABLE)
    if not database:
        return None
    file = key_file(database)
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return _read(file.read_text("ascii", errors="replace").strip(), str(file))
    except OSError as problem:
        raise NoKey(f"{file} cannot be written: {problem.strerror}") from None
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(secrets.token_hex(BYTES) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    return key_for(database)


def _read(said: str, where: str) -> Key:
    try:
        key = bytes.fromhex(said)
    except ValueError:
        key = b""
    if len(key) != BYTES:
        raise NoKey(f"{where} holds no key: {2 * BYTES} hexadecimal digits are needed")
    return Key(key)
