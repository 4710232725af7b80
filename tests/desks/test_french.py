"""French is complete: whole battles, refusals, questions and menus are told without an English word."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from grognard.desks.library import LIBRARY
from grognard.desks.library import names as library
from grognard.desks.menus import Menu
from grognard.desks.phrases import phrasebook
from grognard.kernel import Ask, Reason, State, why_not
from grognard.kernel.journal import read_journal, replay
from grognard.mechanics.charts.lined import values_of
from grognard.systems.registry import SYSTEMS, system_named
from tests.desks.french import names, strange
from tests.desks.templates import missing
from tests.golden.battles import BATTLES, path_of, system_of

TOLD = ("title", "description", "text", "note")
"""Fields of a pack that are read as sentences."""


class Looked(NamedTuple):
    """A moment of a battle as menus look at it."""

    state: State
    setting: Any


@cache
def states(name: str) -> tuple[State, ...]:
    system = system_of(name)
    journal = read_journal(path_of(name).read_bytes(), name)
    return tuple(replay(journal, system.rules, system.library.setting(name, {})))


def asked(name: str, some: int) -> Iterator[tuple[State, Ask]]:
    """Moments of a recorded battle when somebody is asked, spread over it."""
    found = [(state, state.pending) for state in states(name)]
    asks = [(state, ask) for state, ask in found if isinstance(ask, Ask)]
    return islice(iter(asks[:: max(1, len(asks) // some)]), some)


@pytest.mark.parametrize("name", BATTLES)
def test_a_whole_battle_is_told_in_french(name: str) -> None:
    system = system_of(name)
    setting = system.library.setting(name, {})
    teller = system.desk.teller(setting, "fr")
    known = names(setting)
    for state in states(name):
        for event in state.happened:
            for line in teller.lines(event):
                assert not strange(line, known), line
        for line in teller.story(state.happened, state.table.pieces):
            assert not strange(line, known), line


@pytest.mark.parametrize("name", BATTLES)
def test_questions_and_menus_are_in_french(name: str) -> None:
    system = system_of(name)
    setting = system.library.setting(name, {})
    desk = system.desk
    teller, adviser = desk.teller(setting, "fr"), desk.adviser(system.rules, setting)
    known = names(setting) | {str(order).split()[0] for order in _orders(name)}
    for state, ask in asked(name, 8):
        assert not strange(desk.words.asked(ask.purpose, teller), known)
        assert not strange(desk.words.done(ask.purpose, teller), known)
        menus = desk.menus(Looked(state, setting), teller, adviser, desk.words)
        looking = desk.looking(Looked(state, setting), teller, menus)
        lines = [looking.headline(system.rules.view(state, ask.side)), looking.subject()]
        for line in (*lines, *looking.aids(ask.purpose), *labels(menus.opening(), 2)):
            assert not strange(line, known), line


def labels(menu: Menu, deep: int) -> Iterator[str]:
    """What a menu says beside the orders, and what its first and last line open."""
    yield menu.title
    for choice in menu.choices:
        order = str(choice.action) if choice.action is not None else ""
        if order or choice.opens is None or " " in choice.label:
            yield choice.label.removeprefix(order)
    below = [choice.opens for choice in menu.choices if choice.opens is not None]
    for opens in (*below[:1], *below[-1:]) if deep else ():
        yield from labels(opens(), deep - 1)


@pytest.mark.parametrize("name", BATTLES)
def test_refusals_are_in_french(name: str) -> None:
    system = system_of(name)
    setting = system.library.setting(name, {})
    teller = system.desk.teller(setting, "fr")
    known = names(setting) | {word for order in _orders(name) for word in str(order).split()}
    heard: set[Reason] = set()
    for state, _ in asked(name, 20):
        for order in _orders(name):
            heard.update(why_not(state, order))
    assert len(heard) > 10
    for reason in heard:
        said = teller.phrase(reason.text)
        assert not strange(said, known), f"{reason.text}: {said}"


@cache
def _orders(name: str) -> tuple[Any, ...]:
    """Orders that were offered somewhere in a battle: elsewhere most are refused."""
    found: dict[str, Any] = {}
    for _, ask in asked(name, 30):
        for action in islice(ask.options, 12):
            found.setdefault(str(action), action)
    return tuple(found.values())


def test_every_template_of_the_rules_has_its_french() -> None:
    assert not missing(), "say these in words/fr/phrases.yaml; python -m tests.desks.templates"


@pytest.mark.parametrize("name", SYSTEMS)
def test_options_of_the_table_and_titles_of_rules_are_there_in_french(name: str) -> None:
    system = system_named(name)
    known = phrasebook("fr", system.desk.teller.words).templates
    said = {title for title in system.library.book().rules.values() if title}
    for option in system.library.options():
        said |= {option.about, option.meaning, *option.values.values()}
    assert not {each for each in said if each and any(map(str.isalpha, each))} - known


@pytest.mark.parametrize("name", library())
def test_the_texts_of_a_pack_are_there_in_french(name: str) -> None:
    book = phrasebook("fr", (), name)
    for path in sorted((LIBRARY / name).glob("*.yaml")):
        for text in told(values_of(path)):
            assert text in book.templates, f"{path.name}: say in words/fr/pack.yaml: {text!r}"


def told(held: Any) -> Iterator[str]:
    """The sentences of a pack, and the names of its sides and levels."""
    if isinstance(held, list):
        for each in held:
            yield from told(each)
    if not isinstance(held, dict):
        return
    for key, value in held.items():
        if key in TOLD and isinstance(value, str):
            yield " ".join(value.split())
        elif key == "sides" and isinstance(value, dict):
            yield from (each if isinstance(each, str) else each["name"] for each in value.values())
        elif key == "levels" and isinstance(value, list):
            yield from (each["name"] for each in value if isinstance(each, dict))
        elif key not in ("src", "provenance"):
            yield from told(value)
