"""The long tests of the table at full size, with a record: hostile clients (R4), secrecy (R5), a proxy, geometry.

    python scripts/long_test.py hostile --size 100000 --record bench/hostile.jsonl
    python scripts/long_test.py secrecy --size 1000 --record bench/secrecy.jsonl

Exit code 0 when nothing was found. What was found is told by pytest and stands in the record too.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
AN_XXX = "test_a_thousand_pairs_of_an_xxx_look_the_same_to_the_side_that_may_not_know"
TESTS = {
    "hostile": (("tests/web/test_hostile.py", "tests/web/test_hostile_line.py"),
                "GROGNARD_HOSTILE", 1_000_000),
    "secrecy": (("tests/secrecy/test_secrecy.py", "tests/web/test_secrecy.py",
                 "tests/web/test_secrecy_http.py"), "GROGNARD_PAIRS", 10_000),
    "proxy": (("tests/web/test_proxy.py",), "GROGNARD_PROXY", 1),
    "secrecy-nlc": (("tests/secrecy/test_nlc_secrecy.py", "tests/web/test_nlc_secrecy.py"),
                    "GROGNARD_PAIRS", 10_000),
    "secrecy-an-xxx": ((f"tests/secrecy/test_secrecy.py::{AN_XXX}",), "GROGNARD_PAIRS", 1_000),
    "secrecy-empire": (("tests/secrecy/test_empire_secrecy.py",), "GROGNARD_PAIRS", 1_000),
    "geometry": (("tests/mechanics/measured/test_geometry.py",), "GROGNARD_PAIRS", 100_000),
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("test", choices=sorted(TESTS))
    parser.add_argument("--size", type=int, default=0, help="frames, or pairs")
    parser.add_argument("--record", type=Path, help="add the result to this file")
    options = parser.parse_args()
    files, variable, usual = TESTS[options.test]
    size = options.size or usual
    words = [sys.executable, "-m", "pytest", *files, "-q", "-m", "soak"]
    environment = {
        **os.environ, variable: str(size), "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    }  # fmt: skip
    began = time.monotonic()
    done = subprocess.run(
        words, check=False, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    print(done.stdout)
    result = {
        "date": time.strftime("%Y-%m-%d"), "test": options.test, "size": size,
        "passed": done.returncode == 0, "summary": (done.stdout.splitlines() or [""])[-1],
        "seconds": round(time.monotonic() - began, 1),
        "command": shlex.join(["scripts/long_test.py", *sys.argv[1:]]),
    }  # fmt: skip
    print(json.dumps(result))
    if options.record:
        with options.record.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(result) + "\n")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
