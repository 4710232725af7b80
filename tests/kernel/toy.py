"""A duel with the sabre: two procedures, dice, a cup, a secret. It proves the kernel without soldiers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import msgspec

from grognard.desks.library import Library, Listing
from grognard.kernel import (
    Action,
    Ask,
    Call,
    Choices,
    Done,
    Draw,
    Event,
    Flow,
    Goto,
    MalformedAction,
    Over,
    Procedure,
    Roll,
    State,
    Table,
    start,
    step,
)
from grognard.kernel.documents import Source
from grognard.kernel.system import Edition, Rules
from grognard.kernel.views import Question, question, told
from grognard.systems.plug import System

SIDES = ("red", "blue")


class Field(msgspec.Struct, frozen=True):
    """What never changes: how many hits a fencer stands, and each one's hidden skill."""

    id: str
    hits: int
    skill: dict[str, int]
    revision: str = "1"


class Ring(Table):
    __slots__ = ("setting", "turn", "wounds")

    def __init__(self, setting: Field) -> None:
        super().__init__()
        self.setting = setting
        self.turn = 0
        self.wounds: dict[str, int] = dict.fromkeys(SIDES, 0)

    def draft(self) -> Self:
        copy = object.__new__(type(self))
        copy.happened, copy.setting, copy.turn = [], self.setting, self.turn
        copy.wounds = dict(self.wounds)
        return copy


class RingDocument(msgspec.Struct, frozen=True):
    turn: int
    wounds: dict[str, int]


class Attack(Action, frozen=True, order=True, tag="attack"):
    style: str

    def __str__(self) -> str:
        return f"attack {self.style}"


class Wait(Action, frozen=True, order=True, tag="wait"):
    def __str__(self) -> str:
        return "wait"


def parse(text: str) -> Action:
    match text.split():
        case ["wait"]:
            return Wait()
        case ["attack", style]:
            return Attack(style)
        case _:
            raise MalformedAction(f"cannot read {text!r}")


class RoundBegan(Event, frozen=True, tag=True):
    turn: int

    def change(self, table: Ring) -> None:
        table.turn = self.turn


class Thrust(Event, frozen=True, tag=True):
    side: str
    dice: int
    skill: int
    hit: bool
    parries: tuple[int, ...] = ()

    def change(self, table: Ring) -> None:
        if self.hit:
            other = SIDES[1 - SIDES.index(self.side)]
            table.wounds[other] += 1

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else msgspec.structs.replace(self, skill=0)


class Whispered(Event, frozen=True, tag=True):
    """Only the side it is whispered to hears it."""

    side: str
    word: str

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


class Exchange(Procedure, tag=True):
    """One side attacks: lunge or cut, then a die. Result: was it a hit?"""

    side: str
    style: str = ""
    renamed: ClassVar[dict[str, str]] = {"choose_style": "choose", "manner": "style"}

    @step("T2.1")
    def choose(self, table: Ring) -> Flow:
        return Ask(self.side, Choices([Attack("cut"), Attack("lunge"), Wait()]), "attack")

    @step("T2.2")
    def chosen(self, table: Ring, action: Action) -> Flow:
        if isinstance(action, Wait):
            return Done(False)
        assert isinstance(action, Attack)
        self.style = action.style
        return None

    @step("T2.3")
    def roll(self, table: Ring) -> Flow:
        return Roll("d6", self.style, self.side)

    @step("T2.4")
    def strike(self, table: Ring, dice: tuple[int, ...]) -> Flow:
        skill = table.setting.skill[self.side]
        need = 5 if self.style == "lunge" else 4
        hit = dice[0] + skill >= need + 1
        table.record(Thrust(self.side, dice[0], skill, hit, dice))
        table.record(Whispered(self.side, "again"))
        return Done(hit)


class Duel(Procedure, tag=True):
    """Rounds until one has had enough; who begins a round is drawn from a cup."""

    leader: str = ""

    @step("T1.1")
    def begin(self, table: Ring) -> Flow:
        table.record(RoundBegan(table.turn + 1))
        return None

    @step("T1.2")
    def draw(self, table: Ring) -> Flow:
        return Draw(("blue", "red", "red"), "initiative")

    @step("T1.3")
    def drawn(self, table: Ring, chit: str) -> Flow:
        self.leader = chit
        return Call(Exchange(chit))

    @step("T1.4")
    def answered(self, table: Ring, hit: bool) -> Flow:
        other = SIDES[1 - SIDES.index(self.leader)]
        return None if hit else Call(Exchange(other), then="judge")

    @step("T1.5")
    def judge(self, table: Ring) -> Flow:
        if max(table.wounds.values()) >= table.setting.hits:
            return None
        return Goto("begin") if table.turn < 40 else None

    @step("T1.6")
    def finish(self, table: Ring) -> Flow:
        return Over(f"{sorted(table.wounds.items())}")


class View(msgspec.Struct, frozen=True):
    side: str
    turn: int
    wounds: dict[str, int]
    skill: int
    question: Question
    options: Any
    news: tuple[Any, ...]


def view(state: State, side: str) -> View:
    asked = state.pending if isinstance(state.pending, Ask) else None
    return View(
        side,
        state.table.turn,
        state.table.wounds,
        state.table.setting.skill[side],
        question(state.pending),
        asked.options if asked and asked.side == side else None,
        told(state.happened, side),
    )


def table_from(document: RingDocument, setting: Field) -> Ring:
    if sorted(document.wounds) != sorted(SIDES):
        raise ValueError("wounds are kept for red and blue")
    table = Ring(setting)
    table.turn, table.wounds = document.turn, dict(document.wounds)
    return table


def setting(name: Source, options: Mapping[str, str]) -> Field:
    return Field(str(name), int(options.get("hits", "3")), {"red": 1, "blue": 0})


def guess(seen: View, setting: Field, seed: int) -> Ring:
    raise NotImplementedError


TOY = Rules(
    procedures=(Duel, Exchange),
    events=(RoundBegan, Thrust, Whispered),
    parse=parse,
    document=RingDocument,
    table_document=lambda table: RingDocument(table.turn, table.wounds),
    table_from=table_from,
    edition=lambda field: Edition(
        "toy", field.id, "toy-1", "none", field.revision, {"hits": str(field.hits)}
    ),
    sides=lambda field: SIDES,
    opening=lambda field: start(Ring(field), Duel()),
    view=view,
    guess=guess,
    check=lambda state: ["wounds below nothing"] if min(state.table.wounds.values()) < 0 else [],
)

SYSTEM = System(
    "toy",
    "A duel with the sabre",
    rules=lambda: TOY,
    library=lambda: Library(setting=setting, battles=lambda: (Listing("meadow", "At dawn"),)),
)
