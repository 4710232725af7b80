"""Types are read by any thread, and by nothing but ``kernel/reading.py``."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import grognard

SRC = Path(grognard.__file__).parent
ROOM = SRC / "kernel" / "reading.py"
TYPED = re.compile(r"msgspec\.convert\(|msgspec\.\w+\.Decoder\(|msgspec\.\w+\.decode\([^()]*type=")

TOGETHER = """
import sys, threading
import msgspec
from grognard.kernel.reading import decode

sys.setswitchinterval(1e-6)
for again in range(60):
    kinds = [msgspec.defstruct("Last", [("a", int)])]
    for depth in range(30):
        fields = [("a", int), ("b", dict[str, list[int]]), ("n", kinds[-1] | None)]
        kinds.append(msgspec.defstruct(f"K{again}{depth}", fields))
    document = b'{"a": 1, "b": {"k": [1]}, "n": ' * 30 + b'{"a": 1}' + b"}" * 30
    gate, read = threading.Barrier(4), []

    def first(kind=kinds[-1]):
        gate.wait()
        read.append(decode(document, kind))

    threads = [threading.Thread(target=first) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(read) == 4 and all(found == read[0] for found in read)
print("read")
"""


def test_threads_that_read_a_type_for_the_first_time_together_do_not_end_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "read\n", "")


def test_no_other_room_lets_msgspec_work_out_a_type() -> None:
    found = [
        f"{path.relative_to(SRC)}: {line.strip()}"
        for path in SRC.rglob("*.py")
        if path != ROOM
        for line in path.read_text().splitlines()
        if TYPED.search(line)
    ]
    assert not found
