"""The guide of a battle that teaches: lessons, each for the moment when a question is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.mechanics.commands import Finish


class GuideStep(msgspec.Struct, frozen=True):
    """One lesson."""

    id: str
    title: str
    text: str
    asked: str
    turn: int = 1
    orders: tuple[str, ...] = ()
    until_order: str = ""
    until_event: str = ""
    until_turn: int = 0
    rules: tuple[str, ...] = ()


class Guide(msgspec.Struct, frozen=True):
    """The lessons of a battle, for one side, against the computer player they were written for."""

    side: str
    steps: tuple[GuideStep, ...]
    minutes: int = 0
    opponent: str = "holding"

    def current(self, asked: str, turn: int, done: Collection[str]) -> GuideStep | None:
        """The first lesson not yet done whose moment this is."""
        for step in self.steps:
            if step.id not in done and step.asked == asked and turn >= step.turn:
                return step
        return None


def is_done(step: GuideStep, order: str, happened: Iterable[Event], turn: int) -> bool:
    """Has an answer ended a lesson? Without a condition any answer does, and to be done always does."""
    if order == str(Finish()):
        return True
    if step.until_order:
        return order.partition(" ")[0] == step.until_order
    if step.until_event:
        return any(tag_of(type(event)) == step.until_event for event in happened)
    return turn >= step.until_turn if step.until_turn else True
