"""A turn as a file: the whole battle so far, signed by the side that played last.

The file is packed (gzip). Its first line says of which battle it is, which file of how many, and who signed
it; the rest is the record of the battle with its document. The signature (Ed25519) covers every byte of both.
What the sides have hidden is in the file, for the program that goes on with it: it is packed, not locked.
"""

from __future__ import annotations

import gzip
import hmac
import re
import zlib
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from grognard.host.refused import Refused
from grognard.kernel.codec import encode
from grognard.kernel.reading import decode

FORMAT: Final = 1
LARGEST: Final = 32 * 1024 * 1024
"""So many bytes a turn has at most when it is unpacked."""

BATTLE: Final = re.compile("[0-9a-f]{16}")
PACKED: Final = 31
"""What zlib calls gzip."""


class Turn(msgspec.Struct, frozen=True):
    """The first line of a turn: of which battle, the how-manieth file, by whom, under which revisions."""

    grognard: str
    format: int
    battle: str
    count: int
    side: str
    revisions: str
    keys: dict[str, str]
    signature: str = ""


def secret_for(master: bytes, what: str) -> bytes:
    """A secret of a battle by file, for one thing only."""
    return hmac.digest(master, what.encode(), "sha256")


def _signer(master: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret_for(master, "signature"))


def public_key(master: bytes) -> str:
    """By what others know the signature of this side."""
    return _signer(master).public_key().public_bytes_raw().hex()


def packed(turn: Turn, record: bytes, master: bytes) -> bytes:
    """The file of a turn, signed."""
    bare = msgspec.structs.replace(turn, signature="")
    signature = _signer(master).sign(encode(bare) + b"\n" + record)
    head = encode(msgspec.structs.replace(turn, signature=signature.hex()))
    return gzip.compress(head + b"\n" + record, mtime=0)


def unpacked(content: bytes) -> tuple[Turn, bytes]:
    """What a file says of itself, and the record; raises ``Refused`` where it is no turn."""
    try:
        opener = zlib.decompressobj(PACKED)
        text = opener.decompress(content, LARGEST)
    except zlib.error:
        raise Refused.because("not-a-turn", "this is no turn, or it was damaged") from None
    if opener.unconsumed_tail:
        raise Refused.because("not-a-turn", f"a turn has at most {LARGEST} bytes")
    if not opener.eof or opener.unused_data:
        raise Refused.because("not-a-turn", "this turn was cut short, or something was added")
    head, _, record = text.partition(b"\n")
    try:
        turn = decode(head, Turn)
    except (msgspec.MsgspecError, RecursionError):
        raise Refused.because("not-a-turn", "this file does not begin as a turn does") from None
    if turn.grognard != "turn" or turn.format != FORMAT or not BATTLE.fullmatch(turn.battle):
        raise Refused.because("not-a-turn", "this is not a turn that can be read here")
    return turn, record


def check_signature(turn: Turn, record: bytes, key: str) -> None:
    """Refuse a turn that its side did not sign as it is."""
    bare = msgspec.structs.replace(turn, signature="")
    try:
        known = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        known.verify(bytes.fromhex(turn.signature), encode(bare) + b"\n" + record)
    except (InvalidSignature, ValueError):
        raise Refused.because(
            "not-signed", "this turn is not as its sender signed it: it was changed on the way"
        ) from None
