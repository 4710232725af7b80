"""A server whose dice repeat themselves: for pictures, and for journeys whose course hangs on a die.

python -m scripts.picture_server serve --port 8000
"""

from __future__ import annotations

from typing import Final

from grognard.cli import main
from grognard.host.dice import DiceSource

SEED: Final = "the pictures of the documentation"


def repeated(cls: type[DiceSource]) -> DiceSource:
    """Every battle of this server has the same dice; its bots draw theirs from them."""
    return cls.seeded(SEED)


DiceSource.fresh = classmethod(repeated)  # type: ignore[assignment]

if __name__ == "__main__":
    main()
