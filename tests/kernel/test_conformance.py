from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Choices,
    Event,
    Options,
    Procedure,
    State,
    answer,
    start,
    step,
)
from grognard.kernel.chance import Stream
from grognard.kernel.conformance import Broken, check_state, play_random
from grognard.kernel.journal import read_journal, replay
from grognard.kernel.procedures import Flow
from grognard.kernel.system import Rules
from grognard.kernel.views import question, told
from tests.kernel.toy import (
    SIDES,
    TOY,
    Attack,
    Exchange,
    Ring,
    Thrust,
    View,
    Wait,
    Whispered,
    setting,
)

FIELD = setting("meadow", {})


@settings(deadline=None)
@given(st.integers(min_value=0, max_value=10_000))
def test_every_random_duel_keeps_every_law_to_its_end(seed: int) -> None:
    record = play_random(TOY, FIELD, seed)
    assert record.failure == ""
    assert record.checked == record.answers > 0
    assert record.verdict


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_random(TOY, FIELD, 8, checks=0) == play_random(TOY, FIELD, 8, checks=0)
    assert play_random(TOY, FIELD, 8).state != play_random(TOY, FIELD, 9).state


def test_a_game_without_end_is_a_finding_with_a_journal_that_replays() -> None:
    record = play_random(TOY, setting("meadow", {"hits": "99"}), 1, many=20)
    assert "goes on after 20 answers" in record.failure
    assert record.breadcrumb
    states = list(replay(read_journal(record.journal), TOY, setting("meadow", {"hits": "99"})))
    assert len(states) == record.answers + 1


class Unsteady(Options):
    """Options that break a law of your choice."""

    kinds = (Attack,)

    def __init__(self, listed: list[Action], held: list[Action]) -> None:
        self.listed, self.held = listed, held

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed)

    def __contains__(self, action: object) -> bool:
        return action in self.held


class Trap(Procedure, tag=True):
    law: str

    @step("T8.1")
    def ask(self, table: Ring) -> Flow:
        cut, lunge = Attack("cut"), Attack("lunge")
        options = {
            "empty": Choices([]),
            "twice": Choices([cut, cut]),
            "unsorted": Choices([lunge, cut]),
            "outside": Unsteady([cut], []),
            "unreadable": Choices([Attack("with both hands")]),
        }
        return Ask("red", options.get(self.law, Choices([cut])), "trap")

    @step("T8.2")
    def heard(self, table: Ring, action: Action) -> Flow:
        if self.law == "by the back door":
            table.turn += 1
        return Call(Exchange("blue"))


TRAPPED = msgspec.structs.replace(TOY, procedures=(*TOY.procedures, Trap))


def trapped(law: str) -> State:
    return start(Ring(FIELD), Trap(law))


@pytest.mark.parametrize(
    ("law", "said"),
    [
        ("empty", "nothing to choose"),
        ("twice", "offered twice"),
        ("unsorted", "attack lunge stands before attack cut"),
        ("outside", "offered but not in them"),
        ("unreadable", "cannot read"),
    ],
)
def test_options_that_break_a_law_are_found(law: str, said: str) -> None:
    with pytest.raises(Exception, match=said):
        check_state(TRAPPED, trapped(law))


def test_a_change_that_no_event_tells_is_found() -> None:
    parent = trapped("by the back door")
    with pytest.raises(Broken, match="do not rebuild turn"):
        check_state(TRAPPED, answer(parent, Attack("cut")), parent)


def test_a_law_of_the_system_itself_is_proved_too() -> None:
    rules: Rules = msgspec.structs.replace(TOY, check=lambda state: ["the ring is wet"])
    with pytest.raises(Broken, match="the ring is wet"):
        check_state(rules, TOY.opening(FIELD))


def test_a_side_hears_only_what_it_may_know() -> None:
    events: list[Event] = [Thrust("red", 4, 1, True), Whispered("red", "again")]
    assert told(events, "red") == tuple(events)
    assert told(events, "blue") == (Thrust("red", 4, 0, True),)


def test_options_are_shown_to_the_side_that_is_asked_and_to_no_other() -> None:
    state = answer(TOY.opening(FIELD), "red")
    seen: dict[str, View] = {side: TOY.view(state, side) for side in SIDES}
    assert seen["red"].options is not None
    assert seen["blue"].options is None
    assert question(state.pending) == seen["blue"].question
    assert Wait() in seen["red"].options


@given(st.integers(), st.lists(st.integers(), max_size=30))
def test_a_stream_mixes_without_losing_anything(seed: int, things: list[int]) -> None:
    assert sorted(Stream(seed).shuffled(things)) == sorted(things)
