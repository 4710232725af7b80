"""The table of ASVS 5 leaves out no item of levels 1 and 2, and names what there is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "asvs.md"
ROW = re.compile(r"\| ([0-9., ]+) \| (holds|not here|host|open) \| ([^|]+) \| ([^|]*)\|")

ITEMS = """1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6
3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4
6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1
8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3
11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2
14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4
17.3:1-2"""
"""The items of levels 1 and 2 by section."""


def wanted() -> list[str]:
    found = []
    for word in ITEMS.split():
        section, _, span = word.partition(":")
        first, _, last = span.partition("-")
        found += [f"{section}.{item}" for item in range(int(first), int(last or first) + 1)]
    return found


def rows() -> list[tuple[list[str], str, str]]:
    return [(row[1].split(", "), row[2], row[4]) for row in ROW.finditer(TABLE.read_text("utf-8"))]


def test_every_item_stands_in_the_table_once() -> None:
    named = Counter(item for items, _, _ in rows() for item in items)
    assert sorted(named) == sorted(wanted())
    assert set(named.values()) == {1}
    assert len(named) == 253


def test_what_holds_names_a_place_and_every_place_is_there() -> None:
    for items, stands, where in rows():
        places = re.findall(r"`([^`]+)`", where)
        assert places or stands in ("not here", "open"), items
        for place in places:
            assert (ROOT / place).exists(), (items, place)


def test_every_attack_names_tests_that_are_there() -> None:
    told = TABLE.read_text("utf-8").partition("## What was broken once")[2]
    points = re.findall(r"^\| (\d+) \|.*$", told, re.MULTILINE)
    assert points == [str(point) for point in range(1, 14)]
    for line in told.splitlines()[7:]:
        named = re.findall(r"`(tests/[^`:]+)::(\w+)`", line)
        assert named, line
        for place, test in named:
            assert f"def {test}(" in (ROOT / place).read_text("utf-8"), (place, test)
