"""The records of long tests: one JSON object a line, dated, with the command and the revision it was run on.

A test that can go on adds up what its lines have: ``so_far`` is what was reached before.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


def lines_of(record: Path | None) -> Iterator[dict[str, Any]]:
    """What stands in a record; none where there is no such file."""
    if record is not None and record.exists():
        yield from map(json.loads, record.read_text(encoding="utf-8").splitlines())


def so_far(record: Path | None, count: str, **like: Any) -> int:
    """The sum of a count over the lines of a record that are like this."""
    return sum(
        int(line.get(count, 0))
        for line in lines_of(record)
        if all(line.get(name) == value for name, value in like.items())
    )


def revision() -> str:
    """The commit that is checked out; with a plus where files differ from it."""
    words = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty=+"]
    try:
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def noted(record: Path | None, found: Mapping[str, Any]) -> dict[str, Any]:
    """Print a result, and add it to a record if there is one."""
    result = {
        "date": time.strftime("%Y-%m-%d"), **found, "revision": revision(),
        "load": round(os.getloadavg()[0], 1),
        "command": shlex.join([f"scripts/{Path(sys.argv[0]).name}", *sys.argv[1:]]),
    }  # fmt: skip
    print(json.dumps(result), flush=True)
    if record is not None:
        with record.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(result) + "\n")
    return result
