from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from grognard.bots.eager_bot import choose
from grognard.desks.catalogue import LANGUAGES
from grognard.desks.teller import Teller
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Account, Ask, Event, Item
from grognard.kernel.chance import Stream
from grognard.kernel.system import tag_of
from grognard.systems.bataille.desk.sentences.teller import QUIET
from grognard.systems.bataille.events.facts import Marked, Moved, Unmarked
from grognard.systems.bataille.pieces import Formation
from grognard.systems.premier.desk.teller import PremierTeller
from grognard.systems.registry import SYSTEMS, system_named

BASES = ("Fact", "OfHidden", "Secret")
"""Classes from which events are made; they never happen themselves."""

EVENTS = [
    (system, event)
    for system in SYSTEMS
    for event in system_named(system).rules.events
    if event.__name__ not in BASES and not event.__name__.startswith("_")
]

WORDS = {"wound": "leg", "fate": "away:rout:1:fresh:3:0302", "how": "eliminated", "state": "square",
         "mark": "no-move", "result": "DD", "occasion": "stand", "since": "french:2"}  # fmt: skip


@cache
def teller(name: str = "premier", language: str = "en") -> Teller:
    """The teller of a system, for the smallest of its battles."""
    system = system_named(name)
    smallest = min(system.library.battles(), key=lambda battle: battle.units)
    return system.desk.teller(system.library.setting(smallest.id, {}), language)


def made(kind: Any, field: str = "") -> Any:
    """Some value of a type: units are F1, hexes 0503, sums have an item."""
    if get_origin(kind) is tuple:
        inner = [part for part in get_args(kind) if part is not ...]
        return tuple(made(part, field) for part in inner)
    if get_origin(kind) is not None:
        return made(next(part for part in get_args(kind) if part is not type(None)), field)
    if kind is Account:
        return Account.of([Item(2, "a reason", "P1.1")])
    if kind is bool:
        return True
    if kind is int:
        return 503 if field in ("at", "to", "target", "from_hex", "came_from", "hexes") else 1
    if kind is str:
        return WORDS.get(field, "F1")
    if kind is Fraction:
        return Fraction(7, 2)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    hints = get_type_hints(kind)
    return kind(**{name: made(hints[name], name) for name in kind.__struct_fields__})


def sample(kind: type[Event]) -> Event:
    event = made(kind)
    dice = {"dice": (4, 3)} if get_type_hints(kind).get("dice") == tuple[int, ...] else {}
    found: Event = msgspec.structs.replace(event, **dice)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("system", "kind"), EVENTS, ids=[f"{system}-{kind.__name__}" for system, kind in EVENTS]
)
def test_every_event_has_a_sentence_of_its_own(
    system: str, kind: type[Event], language: str
) -> None:
    speaker = teller(system, language)
    assert speaker.catalogue.has(tag_of(kind)), f"say {kind.__name__} in the words of {system}"
    event = sample(kind)
    told, *details = list(speaker.lines(event))
    assert len(told) > 5
    assert "Struct" not in told
    assert "<" not in told
    assert all(speaker.concordance.told(clause) in told for clause in event.cites())
    for field in kind.__struct_fields__:
        if isinstance(getattr(sample(kind), field), Account):
            assert any("a reason (P1.1)" in line for line in details), "the account is itemised"


def test_no_sentence_is_left_over_from_an_event_that_is_gone() -> None:
    for name in SYSTEMS:
        happen = {tag_of(kind) for system, kind in EVENTS if system == name}
        said = {each for each in teller(name).catalogue.sources if each[0].isupper()}
        assert happen >= said
        assert happen >= set(system_named(name).desk.teller.arguments)


def test_every_catalogue_has_the_same_messages_in_every_language() -> None:
    for name in SYSTEMS:
        english = teller(name).catalogue
        for language in LANGUAGES:
            other = teller(name, language).catalogue
            assert set(other.sources) == set(english.sources)


def test_a_telling_is_made_of_parts() -> None:
    told = teller().telling(Moved("F1", (503, 504), 3, Formation.LINE))
    assert [(part.kind, part.of) for part in told.parts if part.kind != "words"] == [
        ("unit", "F1"), ("place", "503"), ("place", "504"),
    ]  # fmt: skip
    assert told.of == "Moved"
    assert told.text == "F1 I/40e Ligne marches to 0503+0504, facing SSW"


def test_every_marker_of_the_rules_has_a_meaning() -> None:
    for mark in (*QUIET, "no-move", "contact:P1", "committed:0503"):
        assert "is marked" not in teller().sentence(Marked("F1", mark))
        assert "porte la marque" not in teller(language="fr").sentence(Marked("F1", mark))


def test_bookkeeping_is_what_no_player_needs_to_hear() -> None:
    assert teller().is_bookkeeping(Marked("F1", "moved-half"))
    assert teller().is_bookkeeping(Unmarked("F1", "charged"))
    assert not teller().is_bookkeeping(Marked("F1", "no-move"))
    assert not teller().is_bookkeeping(Moved("F1", (503,), 0, Formation.COLUMN))


def happenings(battle: str, seed: int) -> Iterable[Event]:
    system = system_named("premier")
    setting = system.library.setting(battle, {})
    game = Game(system, setting, dict.fromkeys(setting.sides, "bot"), DiceSource.seeded(str(seed)))
    stream = Stream(seed)
    yield from game.state.happened
    while not game.is_over:
        for state in game.roll_on():
            yield from state.happened
        if isinstance(game.state.pending, Ask):
            action = choose(game.view(game.asked), game.state.pending, stream)
            yield from game.answer(game.asked, action).happened


@pytest.mark.parametrize(("battle", "seed"), [("charge", 1), ("village", 2), ("first-shots", 3)])
def test_a_whole_battle_is_told_without_a_word_of_the_program(battle: str, seed: int) -> None:
    speaker = PremierTeller(system_named("premier").library.setting(battle, {}))
    for event in happenings(battle, seed):
        for line in speaker.lines(event):
            assert not re.search(r"Fraction|Struct|None|\bTrue\b|\bFalse\b|_|is marked", line), line
            if not teller().is_bookkeeping(event):
                assert "(chain" not in line, f"an occasion without words: {line}"


def test_the_enemy_is_told_the_sum_of_fire_but_not_who_brought_what() -> None:
    heard = [
        list(PremierTeller(system_named("premier").library.setting("village", {})).lines(told))
        for event in happenings("village", 2)
        if tag_of(type(event)) == "FireResolved"
        for told in [event.seen_by("french")]
        if told is not None and getattr(event, "side", "") == "prussian"
    ]
    assert heard
    for sentence, *details in heard:
        assert " against " in sentence
        shares = [line for line in details if " from " in line]
        assert shares
        assert all(":" not in line for line in shares)
