"""The long tests of the table at full size, with a record: hostile clients (R4), secrecy (R5), a proxy, geometry.

    python scripts/long_test.py hostile --size 1000000 --record bench/hostile.jsonl
    python scripts/long_test.py secrecy-premier --size 1000 --record bench/secrecy.jsonl

Hostile frames are sent and pairs compared in parts, each with its line in the record: the same command goes
on after the last.
Exit code 0 when nothing was found. What was found is told by pytest and stands in the record too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from records import noted, so_far

ROOT = Path(__file__).parents[1]
PAIRS = "tests/secrecy/test_secrecy.py::test_a_thousand_pairs_"
ALIKE = "look_the_same_to_the_side_that_may_not_know"
TESTS = {
    "hostile": (("tests/web/test_hostile.py", "tests/web/test_hostile_line.py"),
                "GROGNARD_HOSTILE", 1_000_000),
    "secrecy-premier": ((f"{PAIRS}{ALIKE}",), "GROGNARD_PAIRS", 10_000),
    "secrecy-an-xxx": ((f"{PAIRS}of_an_xxx_{ALIKE}",), "GROGNARD_PAIRS", 10_000),
    "secrecy-nlc": (("tests/secrecy/test_nlc_secrecy.py",), "GROGNARD_PAIRS", 10_000),
    "secrecy-empire": (("tests/secrecy/test_empire_secrecy.py",), "GROGNARD_PAIRS", 10_000),
    "secrecy-line": (("tests/web/test_secrecy.py",), "GROGNARD_PAIRS", 1_000),
    "secrecy-line-nlc": (("tests/web/test_nlc_secrecy.py",), "GROGNARD_PAIRS", 1_000),
    "secrecy-line-empire": (("tests/web/test_empire_secrecy.py",), "GROGNARD_PAIRS", 1_000),
    "secrecy-http": (("tests/web/test_secrecy_http.py",), "GROGNARD_PAIRS", 1_000),
    "curious": (("tests/web/test_curious.py",), "GROGNARD_CURIOUS", 2_000),
    "proxy": (("tests/web/test_proxy.py",), "GROGNARD_PROXY", 1),
    "geometry": (("tests/mechanics/measured/test_geometry.py",), "GROGNARD_PAIRS", 100_000),
}  # fmt: skip


PARTS = {"hostile": 50_000, "curious": 200} | {
    name: max(TESTS[name][2] // 20, 250) for name in TESTS if name.startswith("secrecy")
}
"""What goes on where it stopped, a part at a time: the record holds how far it came."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("test", choices=sorted(TESTS))
    parser.add_argument("--size", type=int, default=0, help="frames, or pairs")
    parser.add_argument("--record", type=Path, help="add the result to this file")
    options = parser.parse_args()
    size = options.size or TESTS[options.test][2]
    part = PARTS.get(options.test)
    if part is None:
        sys.exit(played(options.test, size, options.record))
    while (done := so_far(options.record, "size", test=options.test, in_parts=True)) < size:
        code = played(options.test, min(part, size - done), options.record, done)
        if code or options.record is None:
            sys.exit(code)


def played(test: str, size: int, record: Path | None, done: int | None = None) -> int:
    """One run of pytest; of a test in parts, after what was ``done``. A part that fails does not count."""
    files, variable, _ = TESTS[test]
    environment = {
        **os.environ, variable: str(size), "GROGNARD_FROM": str(done or 0),
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    }  # fmt: skip
    began = time.monotonic()
    words = [sys.executable, "-m", "pytest", *files, "-q", "-m", "soak"]
    run = subprocess.run(
        words, check=False, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    print(run.stdout)
    passed = run.returncode == 0
    parts = {"in_parts": passed, "total": done + size * passed} if done is not None else {}
    noted(
        record,
        {
            "test": test, "size": size, "passed": passed, **parts,
            "summary": (run.stdout.splitlines() or [""])[-1],
            "seconds": round(time.monotonic() - began, 1),
        },
    )  # fmt: skip
    return run.returncode


if __name__ == "__main__":
    main()
