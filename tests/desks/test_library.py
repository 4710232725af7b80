from __future__ import annotations

from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY, found, names, names_of, system_of
from grognard.systems import registry
from grognard.systems.registry import SYSTEMS, USUAL, system_named


def pack(folder: Path, head: str) -> Path:
    folder.mkdir()
    (folder / "scenario.yaml").write_text(head, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("head", "system"),
    [
        ("format: 1\nid: a\nsystem: nlc\n", "nlc"),
        ("# words\nsystem: 'premier'  # quoted\n", "premier"),
        ("map:\n  system: nlc\n", ""),
        ("format: 1\n", ""),
    ],
)
def test_the_head_of_a_pack_says_whose_it_is(tmp_path: Path, head: str, system: str) -> None:
    folder = pack(tmp_path / "a", head)
    assert system_of(folder) == system
    assert system_of(folder / "scenario.yaml") == system


def test_a_pack_that_is_changed_is_read_again(tmp_path: Path) -> None:
    folder = pack(tmp_path / "a", "system: nlc\n")
    assert system_of(folder) == "nlc"
    (folder / "scenario.yaml").write_text("system: premier\n", encoding="utf-8")
    assert system_of(folder) == "premier"


def test_a_name_is_a_pack_of_the_library_and_a_path_itself(tmp_path: Path) -> None:
    assert found("duel") == LIBRARY / "duel"
    assert found(tmp_path) == tmp_path
    assert found("../duel") == Path("../duel")
    assert system_of(tmp_path / "nothing") == ""
    assert registry.system_of(tmp_path / "nothing").name == USUAL


def test_every_pack_belongs_to_one_system_that_lists_it() -> None:
    listed = [battle.id for name in SYSTEMS for battle in system_named(name).library.battles()]
    assert len(set(listed)) == len(listed)
    known = [pack for name in SYSTEMS for pack in names_of(name)]
    assert sorted(listed) == sorted(known)
    assert set(names()) >= set(known)
