"""The same journal gives the same bytes, whatever the interpreter's hash seed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

from grognard.kernel.codec import encode, view_document
from grognard.systems.empire.codec import table_document
from grognard.systems.empire.system import SYSTEM
from tests.golden.test_golden import states_of

BATTLE = "outpost"
SEEDS = ("0", "977")


def digest(name: str) -> str:
    """All tables of a recorded battle and all that was shown of them, as one number."""
    found = hashlib.sha256()
    for state in states_of(name):
        found.update(encode(table_document(state.table)))
        for side in state.table.setting.sides:
            found.update(encode(view_document(SYSTEM.rules.view(state, side))))
    return found.hexdigest()


def test_a_recorded_battle_is_the_same_to_the_byte_under_other_hash_seeds() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.systems.empire.test_same_bytes"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in SEEDS
    ]
    told = [process.communicate()[0].strip() for process in running]
    assert all(process.returncode == 0 for process in running)
    assert len(told[0]) == 64
    assert told[0] == told[1]


if __name__ == "__main__":
    sys.stdout.write(digest(BATTLE))
