"""Where dice come from: a keyed hash over a counter.

The secret is fixed before the first die falls. Its commitment goes into the journal's header; once
the battle is over the secret may be shown, and anybody can throw every die again.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from grognard.kernel.questions import DICE, Draw, Roll

SECRET_BYTES = 32


class DiceSource:
    """Dice by number: the throw depends on the secret, the number of the answer and its purpose.

    >>> DiceSource.seeded("7").throw(Roll("d66", "fire"), 12) == DiceSource.seeded("7").throw(
    ...     Roll("d66", "fire"), 12)
    True
    """

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def seeded(cls, seed: str) -> DiceSource:
        """Dice that anybody who knows the seed can foresee: for tests, bots and repeats."""
        return cls(hashlib.blake2b(seed.encode(), digest_size=SECRET_BYTES).digest())

    @classmethod
    def fresh(cls) -> DiceSource:
        """Dice that nobody can foresee."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @property
    def commitment(self) -> str:
        """Binds the secret without showing it."""
        return hashlib.sha256(self._secret).hexdigest()

    def reveal(self) -> str:
        """The secret, for those who want to check the dice after the battle."""
        return self._secret.hex()

    def throw(self, pending: Roll | Draw, number: int) -> Any:
        """What falls for the answer with this number in the journal."""
        label = f"{number}:{pending.purpose}"
        if isinstance(pending, Draw):
            return pending.cup[self._below(len(pending.cup), label)]
        return tuple(self._below(6, f"{label}:{index}") + 1 for index in range(DICE[pending.dice]))

    def _below(self, stop: int, label: str) -> int:
        """A number below ``stop``, all equally likely: what would favour the low ones is redrawn."""
        fair = (1 << 64) // stop * stop
        attempt = 0
        while True:
            word = f"{label}:{attempt}".encode()
            drawn = hashlib.blake2b(word, key=self._secret, digest_size=8).digest()
            value = int.from_bytes(drawn, "big")
            if value < fair:
                return value % stop
            attempt += 1
