"""Is the same still said, offered, weighed and advised along the golden battles?

What was changed on purpose is kept anew kind by kind, and read in the difference:
``pytest tests/golden/test_nets.py -k tellings --regenerate``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from grognard.kernel.journal import read_journal, replay
from grognard.systems.registry import system_named
from tests.golden.battles import path_of, system_of
from tests.golden.nets import CAST, FIELDS, KEPT, Along, digests, fields_of, keep

BOTH_ORDERS = """
import sys
from grognard.kernel.system import tag_of
from grognard.systems.registry import system_named
systems = {name: system_named(name).rules for name in sys.argv[1:]}
for name in sorted(systems):
    system = systems[name]
    print(name, *sorted(map(tag_of, (*system.procedures, *system.events))))
"""


@cache
def along(name: str) -> Along:
    system, journal = system_of(name), read_journal(path_of(name).read_bytes(), name)
    return Along(system, tuple(replay(journal, system.rules, system.library.setting(name, {}))))


@pytest.mark.parametrize(("kind", "name"), CAST)
def test_what_comes_out_along_a_recorded_battle_is_the_same(
    kind: str, name: str, request: pytest.FixtureRequest
) -> None:
    found = digests(kind, along(name))
    if request.config.getoption("--regenerate", default=False):
        keep(KEPT, kind, name, value=found)
    assert found == json.loads(KEPT.read_text(encoding="utf-8"))[kind][name]


@pytest.mark.parametrize("name", ["nlc", "premier", "an-xxx"])
def test_what_is_written_down_has_the_same_fields(
    name: str, request: pytest.FixtureRequest
) -> None:
    found = fields_of(system_named(name))
    if request.config.getoption("--regenerate", default=False):
        keep(FIELDS, name, value=found)
    kept = json.loads(FIELDS.read_text(encoding="utf-8"))[name]
    assert {word: fields for word, fields in found.items() if word in kept} == kept


def test_a_system_knows_the_same_words_whichever_was_loaded_first() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", BOTH_ORDERS, *order], capture_output=True, text=True, check=True
        ).stdout
        for order in (("nlc", "premier"), ("premier", "nlc"))
    }
    assert len(told) == 1
