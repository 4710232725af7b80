from __future__ import annotations

import json

import pytest

from grognard.kernel import MalformedFile, State, answer
from grognard.kernel.codec import dump, load, state_hash
from grognard.systems.bataille.actions import March
from grognard.systems.bataille.codec import table_document, table_from
from grognard.systems.bataille.laws import broken_laws
from grognard.systems.premier.situations import begin, read
from grognard.systems.premier.system import SYSTEM

POSITION = """\
title: A line and guns
map:
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
units:
  F1 battalion at 0202+0303 facing NNE line lost 2 main 1 mark no-move
  F2 battery at 0202 facing N
  F3 battalion at 0404 facing N
  P1 battalion at 0301 facing S disordered
start: segment movement french
expect: F1 lost 2
"""


def position() -> State:
    return begin(read(POSITION, "position"))[0]


def test_a_table_comes_back_with_every_list_in_its_own_order() -> None:
    table = position().table
    again = table_from(table_document(table), table.setting)
    for name in (
        "pieces", "stacks", "first_zones", "second_zones", "zone_of", "control", "removed", "fired_at"
    ):  # fmt: skip
        assert list(getattr(again, name).items()) == list(getattr(table, name).items()), name


def test_tables_read_from_saves_share_the_names_and_numbers_of_their_setting() -> None:
    table = position().table
    one, other = (table_from(table_document(table), table.setting) for _ in range(2))
    for left, right in zip(one.pieces.values(), other.pieces.values(), strict=True):
        assert left.id is right.id is table.setting.roster[left.id].id
        assert all(mine is yours for mine, yours in zip(left.hexes, right.hexes, strict=True))


def test_hexes_are_written_as_on_the_map() -> None:
    saved = json.loads(dump(position(), SYSTEM.rules))["table"]
    assert saved["pieces"][0]["hexes"] == ["0202", "0303"]
    assert saved["stacks"]["0202"] == ["F1", "F2"]


def test_a_saved_battle_goes_on_identically() -> None:
    state = position()
    again = load(dump(state, SYSTEM.rules), SYSTEM.rules, state.table.setting)
    order = March("F3", ("N",))
    assert state_hash(answer(again, order), SYSTEM.rules) == state_hash(
        answer(state, order), SYSTEM.rules
    )


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("id", "F9", "no unit 'F9'"),
        ("hexes", ["9999", "0303"], "9999 is not on the map"),
        ("hexes", ["0203", "0303"], "do not agree"),
        ("facing", 7, "no possible way"),
        ("main", 2, "no possible way"),
        ("lost", 6, "cannot have lost 6"),
        ("formation", "pyramid", "pyramid"),
    ],
)
def test_a_save_with_an_impossible_piece_is_refused(field: str, value: object, said: str) -> None:
    state = position()
    whole = json.loads(dump(state, SYSTEM.rules))
    whole["table"]["pieces"][0][field] = value
    with pytest.raises(MalformedFile, match=said):
        load(json.dumps(whole).encode(), SYSTEM.rules, state.table.setting)


def test_a_sound_table_breaks_no_law() -> None:
    assert list(broken_laws(position().table)) == []


def test_a_zone_that_does_not_follow_its_unit_is_a_broken_law() -> None:
    table = position().table.draft()
    table.writable("zone_of")["F3"] = (101,)
    assert any("zone of F3" in law for law in broken_laws(table))


def test_a_unit_torn_apart_is_a_broken_law() -> None:
    table = position().table.draft()
    table.alter("F1", hexes=(202, 404))
    assert any("torn apart" in law for law in broken_laws(table))
