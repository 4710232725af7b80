"""A system that supplies no desk still has a working table."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.desks.advice import Adviser
from grognard.desks.desk import Desk
from grognard.desks.documents import Road
from grognard.desks.field import Field
from grognard.desks.offers import Offering
from grognard.desks.papers import map_document, setting_document
from grognard.desks.words import Words
from grognard.kernel import Ask, Event, answer
from grognard.mechanics.commands import Command
from grognard.mechanics.ground import Ground
from tests.kernel.toy import SYSTEM, TOY, setting


class Counter(msgspec.Struct, frozen=True):
    name: str
    side: str


class Piece(msgspec.Struct, frozen=True):
    at: int


class Lie:
    """A battle with nothing but ground and two units."""

    id: str = "lie"
    title: str = "A lie of the land"
    sides: tuple[str, ...] = ("red", "blue")
    roster: ClassVar = {"R1": Counter("Guard", "red"), "B1": Counter("B1", "blue")}
    ground: Ground = Ground([["clear", "woods"], ["clear", "heath"]], roads=[(101, 202)])
    places: ClassVar = {"Hill": (101,)}


class Sight:
    """What is seen of it."""

    stacks: ClassVar = {101: ("R1",), 201: ("B1",)}
    pieces: ClassVar = {"R1": Piece(101), "B1": Piece(201)}
    leaders: ClassVar = {"Ney": 202}


class GunsFired(Event, frozen=True, tag="GunsFired"):
    clauses: ClassVar[tuple[str, ...]] = ("X1.1",)


class Move(Command, frozen=True, order=True, tag="toy-move"):
    units: tuple[str, ...]
    path: tuple[int, ...]
    verb: ClassVar[str] = "move"

    def words(self) -> list[str]:
        return ["+".join(self.units), *map(str, self.path)]


def test_a_system_without_a_desk_gets_the_plain_one() -> None:
    assert SYSTEM.desk.adviser is Offering
    assert SYSTEM.desk.limit(SYSTEM.rules.opening(setting("toy", {})), "red") is None


def test_the_plain_adviser_lists_what_can_be_answered_and_whom_it_names() -> None:
    state = answer(TOY.opening(setting("toy", {})), "red")
    ask = state.pending
    assert isinstance(ask, Ask)
    adviser = Adviser(TOY, setting("toy", {}))
    listed = adviser.listed(state)
    assert [option.text for option in listed.options] == [str(action) for action in ask.options]
    option = adviser.option(state, Move(("R1", "R2"), (102, 103)))
    assert (option.kind, option.units, option.path) == ("move", ("R1", "R2"), (102, 103))
    assert adviser.look(state, ask.side, "units") == {"units": []}


def test_the_plain_teller_has_a_name_for_everything() -> None:
    teller = Desk().teller(Lie())
    assert list(teller.story([GunsFired()])) == ["guns fired (X1.1)"]
    assert teller.unit("R1") == "R1 Guard"
    assert teller.at(101) == "0101 (Hill)"
    assert teller.leader("Ney") == "Ney"


def test_questions_without_words_are_asked_by_their_purpose() -> None:
    words, teller = Words(windows=frozenset({"react"})), Desk().teller(Lie())
    assert words.asked("write-orders", teller) == "write orders?"
    assert [words.done(purpose, teller) for purpose in ("react", "rest")] == [
        "let it pass",
        "no more",
    ]
    assert words.done("react", Desk().teller(Lie(), "fr")) == "laisser faire"


def test_the_plain_field_draws_ground_units_and_leaders() -> None:
    lines = ["".join(text for text, _ in line) for line in Field().patch(Sight(), Lie(), [101])]
    text = "\n".join(lines)
    assert "0101=" in text
    assert "0201w" in text
    assert "R1" in text
    assert "·*" in text
    assert all(line == line.rstrip() for line in lines)
    rows = ["".join(text for text, _ in line) for line in Field().overview(Sight(), Lie())]
    assert rows[2] == "01  AB"


def test_the_papers_of_a_battle_are_made_of_what_its_setting_has() -> None:
    drawn = map_document(Lie())
    assert drawn.terrain == (".w", ".a")
    assert drawn.legend == {".": "clear", "w": "woods", "a": "heath"}
    assert drawn.roads == (Road("", "road", (101, 202)),)
    assert drawn.places == {"Hill": (101,)}
    assert drawn.zones == {}
    assert setting_document(Lie()) == {
        "id": "lie",
        "title": "A lie of the land",
        "sides": ("red", "blue"),
    }
