"""The smallest edition, made as the how-to says: a folder, a line in the registry, a battle."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import grognard.systems
from grognard.bots import random_bot
from grognard.cli.rules import cited
from grognard.desks import library
from grognard.desks.catalogue import LANGUAGES
from grognard.desks.tracing import silent
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Ask, Event
from grognard.kernel.chance import Stream
from grognard.kernel.conformance import play_random
from grognard.kernel.refusals import Tally, sample_refusals
from grognard.systems import registry
from grognard.systems.bataille.events.facts import Moved
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.plug import System
from tests.web.halls import desk_at, heard, live_table, only, room_of, said

PAGE = Path(__file__).parents[2] / "docs/how-to/add-an-edition.md"
FILE = re.compile(r"^`((?:systems|library)/[\w/.-]+)`.*?^```\w+\n(.*?)^```", re.M | re.S)
LINE = re.compile(r'^ {4}"(\w+)": "([\w.]+)",$', re.M)
BATTLE = "library/the-lane"
LAST_TURN = 3
SITUATION = """\
title: A march
rule: P18.1
map:
  . . . . .
  . . . . .
  . . . . .
units:
  F1 battalion at 0301 facing S
  P1 battalion at 0303 facing N
start: sequence french
script:
  march F1 S
expect:
  F1 at 0302
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files of the page in a folder of their own, and its line in the registry."""
    room, text = tmp_path_factory.mktemp("edition"), PAGE.read_text(encoding="utf-8")
    for name, content in FILE.findall(text):
        (room / name).parent.mkdir(parents=True, exist_ok=True)
        (room / name).write_text(content, encoding="utf-8")
    ((name, plug),) = LINE.findall(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(room))
        patch.setattr(
            grognard.systems, "__path__", [*grognard.systems.__path__, str(room / "systems")]
        )
        patch.setitem(registry.SYSTEMS, name, plug)
        yield room
    for module in [each for each in sys.modules if each.startswith("grognard.systems.petite")]:
        del sys.modules[module]


@pytest.fixture(scope="module")
def petite(made: Path) -> System:
    return registry.system_of(made / BATTLE)


class Fought(NamedTuple):
    """A battle that was played to its end, and all that happened in it."""

    game: Game
    events: list[Event]


@pytest.fixture(scope="module")
def battle(petite: System, made: Path) -> Fought:
    """The battle, played by the random bot on both sides."""
    setting = petite.library.setting(made / BATTLE, {})
    seats = dict.fromkeys(setting.sides, "random")
    game, stream = Game(petite, setting, seats, DiceSource.seeded("petite")), Stream(1)
    events = list(game.state.happened)
    while not game.is_over:
        states = list(game.roll_on())
        ask = game.state.pending
        if isinstance(ask, Ask):
            states.append(
                game.answer(ask.side, random_bot.choose(game.view(ask.side), ask, stream))
            )
        events += [event for state in states for event in state.happened]
    return Fought(game, events)


def test_the_page_makes_four_files_of_code_and_a_battle_that_is_sound(
    petite: System, made: Path
) -> None:
    assert petite.title == "La Petite Bataille"
    assert len(list((made / "systems").rglob("*.py"))) == 4
    assert list(petite.library.check(made / BATTLE)) == []
    assert petite.library.battles() == []


def test_its_battalions_march_and_fire_by_the_shared_chart(battle: Fought) -> None:
    assert any(isinstance(event, Moved) for event in battle.events)
    fire = [event for event in battle.events if isinstance(event, FireResolved)]
    assert fire
    names = battle.game.setting.cards.fire_odds.names
    assert all(event.column in names for event in fire)
    assert battle.game.state.table.turn == LAST_TURN


def test_what_happens_in_it_is_told_in_every_language(petite: System, battle: Fought) -> None:
    for language in LANGUAGES:
        teller = petite.desk.teller(battle.game.setting, language)
        for event in battle.events:
            assert "".join(map(str, teller.lines(event)))


def test_it_is_shown_in_the_browser_and_ordered_there(made: Path) -> None:
    async def scene() -> None:
        room = room_of(library.document(made / BATTLE))
        desk = desk_at(live_table(room), "french")
        await desk.open()
        shown = heard(desk)
        assert only(shown, "hello")["title"] == "The lane"
        assert only(shown, "question")["purpose"] == "movement"
        assert {"F1", "P1"} <= set(only(shown, "view")["view"]["counters"])
        mine = await said(desk, type="answer", n=0, text="march F1 S", seq=1)
        assert only(mine, "update")["lines"][0]["tellings"][0]["parts"]

    asyncio.run(scene())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_keeps_every_law_of_the_conformance_kit(petite: System, made: Path, seed: int) -> None:
    record = play_random(petite.rules, petite.library.setting(made / BATTLE, {}), seed, checks=7)
    assert record.failure == ""
    assert record.verdict


def test_every_order_it_refuses_is_told_why(petite: System, made: Path) -> None:
    tally, book = Tally(), petite.library.book()
    known = frozenset({*book.clauses, *book.rulings})
    setting = petite.library.setting(made / BATTLE, {})
    for seed in range(5):
        sample_refusals(petite.rules, setting, seed, 100, tally, known=known)
    assert tally.refused > 100
    assert tally.broken == []


def test_a_drawn_situation_is_played_by_its_rules(petite: System) -> None:
    found = petite.situations.referee(SITUATION, "a-march.situation", silent)
    assert found.problems == ()
    assert found.passed


def test_its_code_stands_behind_clauses_of_the_base_book(petite: System) -> None:
    code = cited(petite)
    assert any(where.startswith("grognard.systems.petite") for where in code["P2.7"])
    assert not any("premier" in where for places in code.values() for where in places)


def test_premier_stays_as_it_was(petite: System) -> None:
    premier = registry.system_named("premier")
    assert not any("petite" in kind.__module__ for kind in premier.rules.procedures)
    assert not any("premier" in kind.__module__ for kind in petite.rules.procedures)
