"""The records of long tests add up, so that a test goes on where it stopped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).parents[1] / "scripts"
ADD = """
import sys; sys.path.insert(0, sys.argv[1])
from pathlib import Path
from records import noted, so_far
record = Path(sys.argv[2])
print(so_far(record, "kills", control=False, lost=0))
for kills, control, lost in ((20, False, 0), (5, True, 9), (7, False, 1), (20, False, 0)):
    noted(record, {"kills": kills, "control": control, "lost": lost})
print(so_far(record, "kills", control=False, lost=0), so_far(record, "kills", control=True))
"""


def test_a_record_counts_what_was_sound_and_says_of_which_revision_it_is(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    words = [sys.executable, "-c", ADD, str(SCRIPTS), str(record)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    assert (said[0], said[-1]) == ("0", "40 5")
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert len(lines) == 4
    assert all({"date", "revision", "load", "command"} <= set(line) for line in lines)
