"""One game of a simulation, from its opening to its verdict, with everything that is counted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from grognard.bots.contest import Step, steps
from grognard.bots.guard import Fault, Guard
from grognard.bots.roster import player
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.codec import state_hash
from grognard.kernel.engine import State
from grognard.kernel.events import Event
from grognard.kernel.journal import Journal
from grognard.kernel.questions import Over
from grognard.lab.packs import document_for, setting_for
from grognard.lab.plan import Job, options_key
from grognard.lab.record import Line, Losses, Simulated, packed
from grognard.systems.plug import System
from grognard.systems.registry import system_named

AMOUNTS: Final = ("count", "result", "lost", "points")
DETAILS: Final = ("fate", "cause", "result", "verdict", "occasion", "segment")
PLACES: Final = ("at", "hex", "target", "place")


def play_packed(job: Job) -> bytes:
    """Play a game in whatever process and give its record as bytes. A broken game says so."""
    try:
        return packed(play_job(job))
    except Exception as problem:
        failure = f"{type(problem).__name__}: {problem}"
        return packed(Simulated(job.index, job.seed, job.options, failure=failure))


def play_job(job: Job) -> Simulated:
    """Play a game and count what happens in it."""
    system = system_named(job.system)
    setting = setting_for(job.system, job.scenario, options_key(job.options))
    faults: list[str] = []
    notes = Notes(system, setting, system.rules.sides(setting))
    states = fought(system, setting, job.seats, job.seed, faults)
    state, answers = next(states), 0
    notes.begin(state)
    for after in states:
        answers += isinstance(state.pending, Ask)
        notes.see(state, after)
        state = after
    assert isinstance(state.pending, Over), "a battle goes on until it is over"
    notes.end(state)
    score = system.doctrine.score(state, notes.sides[0])
    outcome = state.pending.outcome
    winner = outcome.side if outcome is not None else ""
    return Simulated(
        index=job.index, seed=job.seed, options=job.options, verdict=state.pending.verdict,
        winner=winner, score=score, turns=notes.turn, answers=answers,
        state=state_hash(state, system.rules), by_turn=notes.by_turn, fell=notes.fell, held=notes.held, faults=faults,
        events=notes.lines,
    )  # fmt: skip


def fought(
    system: System, setting: Any, names: Sequence[str], seed: int, faults: list[str]
) -> Iterator[State]:
    """A battle of computers: the opening, then the state after every answer, to the end."""
    yield system.rules.opening(setting)
    for _, _, after in answered(system, setting, names, seed, faults):
        yield after


def answered(
    system: System, setting: Any, names: Sequence[str], seed: int, faults: list[str]
) -> Iterator[Step]:
    """The same, answer by answer. Dice and players draw from streams of the seed alone."""
    sides = system.rules.sides(setting)
    seats = {
        side: _guarded(name, system, setting, side, seed, faults).choose
        for side, name in zip(sides, names, strict=True)
    }
    minds = {side: Stream(seed * 31 + place + 1) for place, side in enumerate(sides)}
    yield from steps(system, system.rules.opening(setting), seats, Stream(seed), minds)


def recorded(job: Job) -> bytes:
    """A game as a journal that can be watched, forked and proved; it brings its document."""
    system = system_named(job.system)
    setting = setting_for(job.system, job.scenario, options_key(job.options))
    state = system.rules.opening(setting)
    seats = dict(zip(system.rules.sides(setting), job.seats, strict=True))
    journal = Journal.opened(system.rules.edition(setting), state, seats)
    journal.document = document_for(job.scenario, options_key(job.options))
    for before, given, after in answered(system, setting, job.seats, job.seed, []):
        journal.note(before.pending, given, after)
        state = after
    return journal.encoded(state, system.rules)


def _guarded(
    name: str, system: System, setting: Any, side: str, seed: int, faults: list[str]
) -> Guard:
    """A player whose faults are written down. Nobody is late here: the clock must decide nothing."""

    def tell(fault: Fault) -> None:
        faults.append(f"{side}: {fault}")

    return Guard(name, player(name, system, setting, side, seed), tell, patience=math.inf)


class Notes:
    """Writes down what happens in a game."""

    def __init__(self, system: System, setting: Any, sides: tuple[str, ...]) -> None:
        self.report, self.setting, self.sides = system.desk.report, setting, sides
        self.lines: list[Line] = []
        self.by_turn: dict[int, Losses] = {}
        self.fell: dict[str, int] = {}
        self.held: dict[str, dict[int, str]] = {}
        self.turn = 0
        self._total = 0
        self._at_first: Losses = {}

    def begin(self, state: State) -> None:
        """What the set-up begins with is no loss of the first turn."""
        self.turn = self.report.turn(state)
        outcome = self.report.outcome(state.table)
        if outcome is not None:
            self._at_first = outcome.losses()
        self._total = sum(fate.lost for fate in self.report.fates(state.table))
        for event in state.happened:
            self._write(event, state.table, 0)
        self._count(state)

    def see(self, before: State, after: State) -> None:
        """Every event of a step, on the table as it stood when it happened."""
        if not after.happened:
            return
        if self.report.turn(after) != self.turn:
            self._count(before)
        table = before.table.draft()
        for event in after.happened:
            place = _place(event, table)
            table.record(event)
            self._write(event, table, place)
        self.turn = self.report.turn(after)

    def end(self, state: State) -> None:
        self._count(state)

    def _count(self, state: State) -> None:
        """The end of a turn: losses, who still stands, who has fallen."""
        for stand in self.report.stands(state):
            self.fell[stand.unit] = 0
        outcome = self.report.outcome(state.table)
        if outcome is None:
            return
        self.by_turn[self.turn] = {
            side: {
                body: lost - self._at_first.get(side, {}).get(body, 0) for body, lost in of.items()
            }
            for side, of in outcome.losses().items()
        }
        for fate in outcome.units:
            if fate.gone and not self.fell.get(fate.id):
                self.fell[fate.id] = self.turn
        for place, holder in outcome.places.items():
            so_far = self.held.setdefault(place, {})
            if not so_far or so_far[max(so_far)] != holder:
                so_far[self.turn] = holder

    def _write(self, event: Event, table: Any, place: int) -> None:
        luck = self.report.luck(self.setting, event)
        unit = str(getattr(event, "unit", "") or "")
        side = getattr(event, "side", "") or self._side_of(unit)
        self.lines.append(
            Line(
                n=len(self.lines), turn=int(table.turn), side=luck.side if luck else str(side),
                kind=type(event).__name__, unit=unit, hexagon=place, amount=_amount(event),
                lost=self._lost(event, table, unit), detail=_detail(event),
                luck=luck.kind if luck else "", got=float(luck.got) if luck else 0.0,
                expected=round(float(luck.expected), 9) if luck else 0.0,
            )
        )  # fmt: skip

    def _side_of(self, unit: str) -> str:
        held = self.setting.roster.get(unit)
        return str(held.side) if held is not None else ""

    def _lost(self, event: Event, table: Any, unit: str) -> int:
        """By how much an event raised the losses; only what is about a unit can."""
        if not unit or hasattr(event, "hexes"):
            return 0
        total = sum(fate.lost for fate in self.report.fates(table))
        more, self._total = total - self._total, total
        return more


def _place(event: Event, table: Any) -> int:
    """Where an event happened: the hex it names, or where its unit stood."""
    for name in PLACES:
        found = getattr(event, name, 0)
        if isinstance(found, int) and found > 0:
            return found
    piece = table.pieces.get(getattr(event, "unit", ""))
    return int(piece.at) if piece is not None else 0


def _amount(event: Event) -> int:
    for name in AMOUNTS:
        found = getattr(event, name, None)
        if isinstance(found, int):
            return int(found)
    return 0


def _detail(event: Event) -> str:
    for name in DETAILS:
        found = getattr(event, name, "")
        found = getattr(found, "how", found)
        if isinstance(found, str) and found:
            return str(found)
    return ""
