from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from grognard.kernel import BrokenRules, MalformedFile, Procedure, State, answer
from grognard.kernel.codec import convert, dump, encode, load, outside, state_hash
from tests.kernel.toy import TOY, Attack, Exchange, setting

FIELD = setting("meadow", {})


def waiting_for_red() -> State:
    return answer(TOY.opening(FIELD), "red")


def altered(**changes: object) -> bytes:
    whole = json.loads(dump(waiting_for_red(), TOY))
    for path, value in changes.items():
        where, keys = whole, path.split("__")
        for key in keys[:-1]:
            where = where[int(key) if key.isdigit() else key]
        where[int(keys[-1]) if keys[-1].isdigit() else keys[-1]] = value
    return json.dumps(whole).encode()


def test_a_loaded_game_goes_on_exactly_as_the_saved_one() -> None:
    state = waiting_for_red()
    again = load(dump(state, TOY), TOY, FIELD)
    assert state_hash(again, TOY) == state_hash(state, TOY)
    for value in (Attack("cut"), (4,)):
        state, again = answer(state, value), answer(again, value)
        assert dump(again, TOY) == dump(state, TOY)


def test_a_save_names_procedure_step_and_fields_in_plain_words() -> None:
    stack = json.loads(dump(waiting_for_red(), TOY))["stack"]
    assert stack[-1] == {"procedure": "Exchange", "step": "choose", "side": "red", "style": ""}


def test_a_save_keeps_one_frame_on_one_line() -> None:
    lines = dump(waiting_for_red(), TOY).decode().splitlines()
    assert any(line.lstrip().startswith('{"procedure":"Exchange"') for line in lines)


def test_an_old_name_of_a_step_and_of_a_field_still_loads() -> None:
    old = altered(
        stack__1={"procedure": "Exchange", "step": "choose_style", "side": "red", "manner": "cut"}
    )
    top = load(old, TOY, FIELD).stack[-1]
    assert top.step == "choose"
    assert top.procedure == Exchange("red", "cut")


def test_an_old_name_of_a_procedure_still_loads() -> None:
    system = msgspec.structs.replace(TOY, renamed={"Bout": "Exchange"})
    old = altered(stack__1={"procedure": "Bout", "step": "choose", "side": "red"})
    assert isinstance(load(old, system, FIELD).stack[-1].procedure, Exchange)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a save"),
        (b"\x00\xff" * 50, "not a save"),
        (b"{", "not JSON"),
        (b'{"grognard": "save", "format": 1}', "edition"),
        (b"{" * 5000, "not JSON"),
        (b'{"a":' * 100_000, "not JSON"),
        (altered(grognard="novel"), "not a save"),
        (altered(format=99), "format 99"),
        (altered(edition__scenario="elsewhere"), "belongs to 'elsewhere'"),
        (altered(edition__pack="2"), "belongs to '2'"),
        (altered(table__turn="one"), "table.turn"),
        (altered(table__wounds={"red": 1}), "red and blue"),
        (
            altered(stack__1={"procedure": "Siege", "step": "choose"}),
            "no procedure is called 'Siege'",
        ),
        (altered(stack__1__step="fence"), "no step 'fence'"),
        (altered(stack__1__colour="red"), "no field 'colour'"),
        (altered(stack__1__side=5), "stack[1]"),
        (altered(stack__1={"step": "choose"}), "names its procedure"),
        (altered(stack__1__step="strike"), "does not fit"),
    ],
)
def test_a_save_that_cannot_be_used_is_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(MalformedFile) as caught:
        load(data, TOY, FIELD, "my.save")
    assert said in str(caught.value)
    assert str(caught.value).startswith("my.save")
    assert "\n" not in str(caught.value)


def test_a_broken_line_of_json_is_named() -> None:
    cut = dump(waiting_for_red(), TOY).replace(b'"turn": 1,', b'"turn": 1 oops,')
    with pytest.raises(MalformedFile) as caught:
        outside(cut, "my.save")
    assert caught.value.line == 1 + cut[: cut.index(b"oops")].count(b"\n")


def test_a_save_of_older_rules_is_continued() -> None:
    assert load(altered(edition__rules="toy-0"), TOY, FIELD).stack[-1].step == "choose"


def test_a_finished_game_loads_as_finished() -> None:
    state = TOY.opening(setting("meadow", {"hits": "1"}))
    for value in ("red", Attack("cut"), (6,)):
        state = answer(state, value)
    again = load(dump(state, TOY), TOY, state.table.setting)
    assert again.pending == state.pending


def test_fractions_are_written_as_words_and_read_back() -> None:
    assert encode({"odds": Fraction(3, 2)}) == b'{"odds":"3/2"}'
    assert convert("3/2", Fraction) == Fraction(3, 2)


class Greedy(Procedure, tag=True):
    steps: str = ""  # type: ignore[assignment,misc]


def test_a_procedure_may_not_take_a_word_that_a_save_needs() -> None:
    with pytest.raises(BrokenRules, match="'steps'"):
        msgspec.structs.replace(TOY, procedures=(Greedy,))


def test_the_hash_does_not_depend_on_the_seed_of_python() -> None:
    code = (
        "from tests.kernel.toy import TOY, setting\n"
        "from grognard.kernel.conformance import play_random\n"
        "print(play_random(TOY, setting('meadow', {}), 11).state)"
    )
    root = Path(__file__).parents[2]
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": os.pathsep.join((str(root), str(root / "src"))),
            },
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1
