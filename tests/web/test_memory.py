"""Garbage is collected when nobody waits: after work, once it is quiet."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from grognard.web import memory
from grognard.web.memory import QuietCollector


class Thing:
    """Something that hangs in a circle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def by_hand_alone() -> Iterator[None]:
    """As in a server: nothing is collected by itself."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def test_it_collects_once_after_work_when_it_is_quiet() -> None:
    done = [0]
    collector = QuietCollector(lambda: done[0])
    assert not collector.look()
    done[0] = 5
    assert not collector.look(), "work is under way"
    thing = weakref.ref(Thing())
    assert collector.look(), "quiet since the last look"
    assert thing() is None
    assert not collector.look(), "nothing was done since"


def test_what_was_kept_from_an_earlier_look_is_let_go_when_it_is_quiet_again() -> None:
    done = [0]
    collector = QuietCollector(lambda: done[0])
    kept = Thing()
    thing = weakref.ref(kept)
    for number in (1, 2):
        done[0] = number
        assert not collector.look()
        assert collector.look()
        assert (thing() is None) is (number == 2), "the first look found it in use"
        kept = None  # type: ignore[assignment]


def test_a_server_that_is_never_quiet_collects_when_much_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "MANY", 2_000)
    done = iter(range(10))
    collector = QuietCollector(lambda: next(done))
    assert not collector.look()
    thing = weakref.ref(Thing())
    held = [[] for _ in range(memory.MANY)]  # type: ignore[var-annotated]
    assert collector.look()
    assert (thing(), len(held)) == (None, memory.MANY)
    assert not collector.look(), "little is new since"


def test_a_server_never_collects_by_itself() -> None:
    code = "import gc; from grognard.web.memory import settle; settle(); print(gc.isenabled())"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert said == "False\n"
