"""A game in play: one state, one journal, somebody on every seat, dice that fall by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from grognard.host import files
from grognard.host.dice import DiceSource, sealed
from grognard.host.hearing import heard
from grognard.host.history import why_watched
from grognard.host.opening import in_library, setting_for
from grognard.kernel import Event, GrognardError, State, answer
from grognard.kernel.codec import dump
from grognard.kernel.journal import DICE, DRAW, Journal, OtherRevision, read_journal, replay
from grognard.kernel.questions import Ask, Draw, Over, Roll
from grognard.kernel.seeing import Seen, see
from grognard.kernel.views import told
from grognard.systems.plug import System

MANY_THROWS = 10_000
"""More dice than this without a decision means that a rulebook goes in circles."""

MANY_DIGITS = 1000
"""No file with a secret is larger."""


class NotYours(GrognardError):
    """Somebody answered a question that was put to another side, or took back what may stand."""


class Game:
    """A battle at a table. Answers are written down before anybody is told of them."""

    def __init__(
        self,
        system: System,
        setting: Any,
        seats: Mapping[str, str],
        dice: DiceSource,
        journal: Journal | None = None,
        states: tuple[State, ...] = (),
    ) -> None:
        self.system, self.setting = system, setting
        self.seats, self.dice = dict(seats), dice
        self.state = states[-1] if states else system.rules.opening(setting)
        # To take decisions back, one state and the answers given since suffice: a state holds
        # much, and whatever lies before a die stands.
        self._base, self._since = self.state, list[Any]()
        self._seen: dict[str, tuple[State, Seen]] = {}
        self.journal = journal or Journal.opened(
            system.rules.edition(setting), self.state, self.seats
        )
        if journal is None:
            self.journal.header = sealed(self.journal.header, dice)
        elif journal.commitments[-1] != dice.commitment(journal.header):
            journal.note_seal(dice.commitment(journal.header))

    @property
    def is_over(self) -> bool:
        return isinstance(self.state.pending, Over)

    @property
    def asked(self) -> str:
        """The side that must decide now; empty when dice must fall or the battle is over."""
        pending = self.state.pending
        return pending.side if isinstance(pending, Ask) else ""

    @property
    def number(self) -> int:
        """How many lines have been written."""
        return len(self.journal.entries)

    def view(self, side: str) -> Any:
        return self.system.rules.view(self.state, side)

    def see(self, side: str) -> Seen:
        """What a side sees now; worked out once for each state."""
        state, seen = self._seen.get(side, (None, None))
        if seen is None or state is not self.state:
            seen = see(self.system.rules, self.state, side, seen)
            self._seen[side] = (self.state, seen)
        return seen

    # --- answering

    def answer(self, side: str, value: Any) -> State:
        """A side's decision, as an action or in its words. Refused answers change nothing."""
        if self.asked != side:
            raise NotYours(f"the game does not wait for {side}")
        action = self.system.rules.parse(value) if isinstance(value, str) else value
        return self._accept(action)

    def throw(self) -> State:
        """Let dice or a draw fall, if that is what the game waits for."""
        pending = self.state.pending
        if not isinstance(pending, Roll | Draw):
            raise NotYours("the game does not wait for dice")
        return self._accept(self.dice.throw(pending, len(self.journal.entries)))

    def roll_on(self) -> tuple[State, ...]:
        """Let dice fall until somebody must decide or the battle is over; gives what came."""
        came: list[State] = []
        for _ in range(MANY_THROWS):
            if self.asked or self.is_over:
                return tuple(came)
            came.append(self.throw())
        raise GrognardError(f"dice without end: {self.state.breadcrumb}")

    def _accept(self, value: Any) -> State:
        pending = self.state.pending
        after = answer(self.state, value)
        self.journal.note(pending, value, after)
        self.state = after
        if isinstance(pending, Ask):
            self._since.append(value)
        else:
            self._base, self._since = after, []
        return after

    # --- taking back

    def take_back(self, side: str) -> State:
        """Undo the side's last decision, if nothing has been revealed or answered since."""
        if self.is_over:
            raise NotYours("the battle is over and stands as it was played")
        entries = self.journal.entries
        last = entries[-1]
        while last.back is not None:
            last = entries[last.back]
        if last.who in (DICE, DRAW):
            raise NotYours("a die has fallen since: it stands")
        if last.who != side or not self._since:
            raise NotYours("the last decision was not yours")
        self._since.pop()
        self.state = self._base
        for value in self._since:
            self.state = answer(self.state, value)
        self.journal.note_back(side, last.number - 1)
        return self.state

    # --- telling

    def log(self, side: str, last: int | None = None) -> list[tuple[str, tuple[Event, ...]]]:
        """What a side has heard: who answered what, and what came of it."""
        entries = self.journal.entries if last is None else self.journal.entries[-last:]
        lines = []
        for entry in entries:
            known = heard(entry, side)  # a die rolled in secret stays secret
            said = known.answer or " ".join(map(str, known.dice)) or entry.who
            if entry.back is not None:
                said = "took back"
            lines.append((f"{entry.number} {entry.who}: {said}", told(entry.events, side)))
        return lines

    # --- files

    def saved(self) -> bytes:
        return dump(self.state, self.system.rules)

    def save(self, path: Path) -> None:
        """Write the journal: it holds the state and the way there.

        Once the battle is over it opens the secret of the dice. Until then the secret is kept in
        a file beside it, for those who go on.
        """
        kept = secret_of(path)
        if self.is_over:
            lost = ("",) * (len(self.journal.commitments) - 1)
            secrets = (*lost, self.dice.reveal())
            files.write(path, self.journal.encoded(self.state, self.system.rules, secrets))
            kept.unlink(missing_ok=True)
        else:
            files.write(path, self.journal.encoded(self.state, self.system.rules))
            files.write(kept, self.dice.reveal().encode() + b"\n")


def secret_of(path: Path) -> Path:
    """Where the secret of a battle that is not over is kept."""
    return path.with_name(f"{path.name}.secret")


def _kept_dice(path: Path, journal: Journal) -> DiceSource | None:
    """The dice a saved battle goes on with, if their secret was kept and is the right one."""
    kept = secret_of(path)
    if not kept.is_file():
        return None
    try:
        dice = DiceSource.opened(files.read(kept, MANY_DIGITS).decode().strip())
    except ValueError:
        return None
    return dice if dice.commitment(journal.header) == journal.commitments[-1] else None


def resume(
    path: Path,
    dice: DiceSource,
    seats: Mapping[str, str] | None = None,
    at: int | None = None,
) -> Game:
    """Go on with the battle in a journal, with other seats if wanted; or ``at`` one of its lines.

    The dice go on from the secret that was kept; from ``dice`` where it was not, and in a fork.
    """
    journal = read_journal(files.read(path), str(path))
    edition = journal.edition
    found = setting_for(edition, journal.document, in_library(edition))
    system, setting = found.system, found.setting
    if at is not None:
        if at >= len(journal.entries):
            raise GrognardError(
                f"{path}: there is no line {at}, the last is {len(journal.entries) - 1}"
            )
        del journal.entries[at + 1 :]
    try:
        *_, last = replay(journal, system.rules, setting)
    except OtherRevision as other:
        why = why_watched(edition, system.rules.edition(setting), other.common, other.why)
        raise GrognardError(f"{path}: {why} (--at {other.common})") from None
    journal.closing = None
    if found.needed and not isinstance(last.pending, Over):
        journal.note_revision(system.rules.edition(setting))
    _revive(journal, system)
    dice = (_kept_dice(path, journal) if at is None else None) or dice
    return Game(system, setting, seats or journal.header.seats, dice, journal, (last,))


def _revive(journal: Journal, system: System) -> None:
    """Turn the events of a journal that was read back into events, for the log."""
    journal.entries[:] = [
        msgspec.structs.replace(entry, events=events)
        for entry, events in journal.events(system.rules)
    ]
