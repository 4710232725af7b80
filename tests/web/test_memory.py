"""Garbage is collected when nobody waits: after work, once it is quiet."""

from __future__ import annotations

import subprocess
import sys
import weakref

from grognard.web.memory import QuietCollector


class Thing:
    """Something that hangs in a circle."""

    def __init__(self) -> None:
        self.itself = self


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


def test_the_server_makes_full_collections_rare() -> None:
    code = (
        "import gc; usual = gc.get_threshold()[0]; "
        "from grognard.web.memory import settle; settle(); print(usual, *gc.get_threshold())"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    usual, young, middle, seldom = map(int, said.split())
    assert young * middle * seldom > 10_000 * usual
