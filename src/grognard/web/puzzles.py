"""The routes about puzzles: a drawn position, one question, and what a good commander answers.

The title of a puzzle gives its answer away: until somebody has answered it is known by what is asked.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends
from fastapi import Path as PathParam
from pydantic import Field

from grognard.bots.puzzles import Puzzle, judge, posed, read_puzzle
from grognard.desks.library import LIBRARY
from grognard.kernel import Action, IllegalAction, State, why_not
from grognard.kernel.codec import builtins
from grognard.kernel.errors import GrognardError
from grognard.kernel.seeing import Seen, see
from grognard.systems.plug import System
from grognard.systems.registry import USUAL, system_named
from grognard.web import shapes
from grognard.web.asking import Denied, Language, TheTables, looking_back
from grognard.web.showing import Showing
from grognard.web.views import map_document, shown

FOLDER: Final = LIBRARY / "puzzles"
LOOKED_AT: Final = 2000
"""So many options are looked at for the order that was meant."""

router = APIRouter(prefix="/api/puzzles", responses=shapes.REFUSALS)

Name = Annotated[str, PathParam(max_length=80, pattern=r"^[a-z0-9_-]+$")]


class PuzzleListed(shapes.Shape):
    """A puzzle in a list: under which rules it stands and what is asked."""

    name: str
    system: str
    rules: str
    asked: str


class Answered(shapes.Shape):
    answer: Annotated[str, Field(max_length=400)]


class Position:
    """A puzzle laid out, as the side sees it that is asked."""

    def __init__(self, puzzle: Puzzle, name: str) -> None:
        self.puzzle, self.system = puzzle, system_named(puzzle.system or USUAL)
        self.state, self.side = posed(puzzle, name)
        self.seen: Seen = see(self.system.rules, self.state, self.side)
        setting = self.state.table.setting
        self.showing = Showing(
            self.system,
            self.system.rules.masked(setting, self.side),
            self.system.rules.masked(setting, ""),
        )

    def title(self, language: str) -> str:
        """What is asked, in short."""
        teller = self.showing.teller(language)
        return self.system.desk.words.title(self.seen.question.purpose, teller)

    @property
    def lists_its_orders(self) -> bool:
        """Can all that may be answered be listed?"""
        return not self.showing.adviser.is_grouped(self.seen.ask)


@lru_cache(maxsize=1)
def _all() -> dict[str, Position]:
    """Every puzzle of one order out of a list, by its name."""
    read = ((path, read_puzzle(path)) for path in sorted(FOLDER.rglob("*.yaml")))
    laid_out = {
        name: Position(puzzle, name)
        for path, puzzle in read
        if not puzzle.whole
        for name in [f"{path.parent.name}-{path.stem}"]
    }
    return {name: held for name, held in laid_out.items() if held.lists_its_orders}


def _named(name: str) -> Position:
    found = _all().get(name)
    if found is None:
        raise Denied(404, "no-puzzle", "there is no such puzzle")
    return found


@router.get("", operation_id="puzzles")
async def puzzles(tables: TheTables, language: Language) -> list[PuzzleListed]:
    """All puzzles of one order, system by system."""
    return await tables.pools.weighing.run(_listed, language)


def _listed(language: str) -> list[PuzzleListed]:
    return [
        PuzzleListed(
            name=name, system=held.system.name, rules=held.system.title, asked=held.title(language)
        )
        for name, held in _all().items()
    ]


@router.get("/{puzzle}", operation_id="puzzle", dependencies=[Depends(looking_back)])
async def puzzle(puzzle: Name, tables: TheTables, language: Language) -> dict[str, Any]:
    """A position with its question; nothing of the answer."""
    return await tables.pools.weighing.run(_shown, puzzle, language)


def _shown(name: str, language: str) -> dict[str, Any]:
    held = _named(name)
    showing, seen = held.showing, held.seen
    return {
        "name": name,
        "system": held.system.name,
        "rules": held.system.title,
        "side": held.side,
        "sides": list(held.system.rules.sides(held.state.table.setting)),
        "setting": showing.setting(language),
        "map": {**builtins(map_document(held.system, showing.public)), "id": name},
        "view": builtins(shown(held.system.desk, seen, 0).document()),
        "question": msgspec.json.decode(showing.question(seen, 0, language)),
    }


@router.post("/{puzzle}", operation_id="answer_puzzle", dependencies=[Depends(looking_back)])
async def answer_puzzle(
    puzzle: Name, answered: Answered, tables: TheTables, language: Language
) -> dict[str, Any]:
    """Was it the order that a good commander gives? With his reason, and what the engine makes of both."""
    return await tables.pools.weighing.run(_judged, puzzle, answered.answer, language)


def _judged(name: str, words: str, language: str) -> dict[str, Any]:
    held = _named(name)
    order = _read(held.system, held.state, words)
    solved, forbidden = judge(held.puzzle, [str(order)], held.state)
    meant = order if solved else _meant(held)
    say = held.showing.teller(language).phrase
    return {
        "solved": solved,
        "forbidden": forbidden,
        "title": say(held.puzzle.title),
        "why": say(held.puzzle.why),
        "given": held.showing.weighed(held.seen, order, language),
        "meant": None if meant is None else held.showing.weighed(held.seen, meant, language),
    }


def _read(system: System, state: State, words: str) -> Action:
    try:
        order: Action = system.rules.parse(words)
    except GrognardError as problem:
        raise Denied(400, "malformed", str(problem)) from None
    if order not in state.pending.options:  # type: ignore[union-attr]
        reasons = IllegalAction(order, why_not(state, order))
        raise Denied(409, "illegal", str(reasons))
    return order


def _meant(held: Position) -> Action | None:
    """The first order that solves it."""
    options = islice(held.state.pending.options, LOOKED_AT)  # type: ignore[union-attr]
    return next((each for each in options if judge(held.puzzle, [str(each)], held.state)[0]), None)
