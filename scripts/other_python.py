"""Do recorded battles give the same bytes under another version of Python, and another hash seed?

    python scripts/other_python.py build/other-python/bin/python --record bench/other-python.jsonl

Every golden journal is replayed by both interpreters, and a battle of each system of a pack by chance:
tables and views are digested, and what chance played is compared as a journal. Exit code 0 when nothing
differs. The other interpreter needs the packages of ``requirements/runtime.lock``: ``make other-python``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from records import noted

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
PLAYED = {"premier": "duel", "an-xxx": "charge-xxx", "nlc": "crossroads", "empire": "outpost"}
SEED = 5
LISTED_EVERY = 12
HASH_SEEDS = ("0", "977")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("python", nargs="?", help="the other interpreter")
    parser.add_argument("--battles", default="", help="names of golden journals; all of them")
    parser.add_argument("--record", type=Path, help="add the result to this file")
    options = parser.parse_args()
    names = options.battles.split(",") if options.battles else sorted(_recorded())
    if options.python is None:
        print(json.dumps({"python": platform.python_version(), "bytes": digests(names)}))
        return
    began = time.monotonic()
    pythons = (sys.executable, options.python)
    one, other = (_asked(each, seed, names) for each, seed in zip(pythons, HASH_SEEDS, strict=True))
    unlike = sorted(name for name in one["bytes"] if one["bytes"][name] != other["bytes"][name])
    noted(
        options.record,
        {
            "test": "other-python", "pythons": [one["python"], other["python"]],
            "hash_seeds": HASH_SEEDS, "battles": sorted(one["bytes"]), "unlike": unlike,
            "passed": not unlike, "seconds": round(time.monotonic() - began, 1),
        },
    )  # fmt: skip
    sys.exit(bool(unlike))


def _recorded() -> set[str]:
    return {path.stem for path in GOLDEN.glob("*.journal")}


def _asked(python: str, hash_seed: str, names: list[str]) -> dict[str, Any]:
    environment = {
        **os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT / "src"),
    }  # fmt: skip
    words = [python, __file__, "--battles", ",".join(names)]
    ran = subprocess.run(words, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def digests(names: list[str]) -> dict[str, str]:
    """What every battle comes to, under the interpreter that runs this."""
    from grognard.bots.random_bot import choose
    from grognard.kernel.conformance import RandomGame
    from grognard.kernel.questions import Over
    from grognard.systems.registry import system_named

    found = {name: _replayed(GOLDEN / f"{name}.journal") for name in names}
    for word, pack in PLAYED.items():
        system = system_named(word)
        game = RandomGame(system.rules, system.library.setting(pack, {}), SEED, choose)
        while not isinstance(game.state.pending, Over):
            game.step()
        played = game.journal.encoded(game.state, system.rules)
        found[f"{pack} by chance"] = hashlib.sha256(played).hexdigest()
    return found


def _replayed(path: Path) -> str:
    """All tables of a journal and all that was shown of them, options at some states."""
    import msgspec

    from grognard.cli.journals import opened
    from grognard.kernel.codec import encode, state_hash, view_document
    from grognard.kernel.journal import replay

    journal, system, setting = opened(path, "")
    digest = hashlib.sha256()
    for place, state in enumerate(replay(journal, system.rules, setting)):
        digest.update(state_hash(state, system.rules).encode())
        for side in system.rules.sides(setting):
            view = system.rules.view(state, side)
            if place % LISTED_EVERY:
                view = msgspec.structs.replace(view, options=None)
            digest.update(encode(view_document(view)))
    return digest.hexdigest()


if __name__ == "__main__":
    main()
