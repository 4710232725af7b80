"""Dice that can be proved.

The secret is fixed before the first die falls. Its commitment stands in the journal's header; when
the battle is over the closing line opens the secret, and anybody can throw every die again:

* commitment = SHA-256(secret in hexadecimal, newline, header line up to ``,"commitment":``)
* block = HMAC-SHA-256(secret, ``number:purpose:count``), where ``number`` and ``purpose`` are those
  of the journal's line and ``count`` is 0, 1, 2 ... as long as bytes are needed
* the bytes are taken in order; one that is not below the greatest multiple of six (or of the chits
  in the cup) up to 256 is passed over, so that every face is equally likely; the rest of the
  division is the face less one, or the place of the chit in the cup
* a throw that was taken back falls again as it fell when its very question comes again
  (``throws``): the same decision in the same words, the same throw after it

Where two sides never meet, each puts in its part (``pledges``).

``scripts/verify_dice.mjs`` checks the same in another language.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

import msgspec

from grognard.host.pledges import HOST, Pledges
from grognard.host.throws import Cause, Undone, Undones, again, left, undone_by
from grognard.kernel.errors import GrognardError, MalformedFile
from grognard.kernel.journal import DICE as DICE_FELL
from grognard.kernel.journal import DRAW, ENDED, PLEDGE, SEAL, UNSEALED, Entry, Header, Journal
from grognard.kernel.questions import DICE, Draw, Roll

SECRET_BYTES: Final = 32
FACES: Final = 6
BYTE: Final = 256
END: Final = "BattleEnded"
"""What every system calls the event after which the secret is shown."""


class DiceSource:
    """Dice by number: the throw depends on the secret, the number of the answer and its purpose.

    >>> DiceSource.seeded("7").throw(Roll("d66", "fire"), 12) == DiceSource.seeded("7").throw(
    ...     Roll("d66", "fire"), 12)
    True
    """

    __slots__ = ("_secret",)
    is_ready: ClassVar[bool] = True

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def seeded(cls, seed: str) -> DiceSource:
        """Dice that anybody who knows the seed can foresee: for tests, bots and repeats."""
        return cls(hashlib.sha256(seed.encode()).digest())

    @classmethod
    def fresh(cls) -> DiceSource:
        """Dice that nobody can foresee."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def opened(cls, secret: str) -> DiceSource:
        """Dice of a secret that was shown; raises ``ValueError`` where it is none."""
        found = bytes.fromhex(secret)
        if len(found) != SECRET_BYTES or found.hex() != secret:
            raise ValueError(f"a secret has {2 * SECRET_BYTES} hexadecimal digits")
        return cls(found)

    def commitment(self, header: Header) -> str:
        """Binds the secret to this battle without showing it."""
        bound = self._secret.hex().encode() + b"\n" + header.bound
        return hashlib.sha256(bound).hexdigest()

    def reveal(self) -> str:
        """The secret, for those who want to check the dice after the battle."""
        return self._secret.hex()

    def throw(self, pending: Roll | Draw, number: int) -> Any:
        """What falls for the answer with this number in the journal."""
        if isinstance(pending, Draw):
            return self.drawn(pending.cup, number, pending.purpose)
        return self.fallen(DICE[pending.dice], number, pending.purpose)

    def fallen(self, count: int, number: int, purpose: str) -> tuple[int, ...]:
        """So many dice."""
        faces = self._below(FACES, f"{number}:{purpose}")
        return tuple([next(faces) + 1 for _ in range(count)])

    def drawn(self, cup: tuple[str, ...], number: int, purpose: str) -> str:
        """A chit of the cup."""
        return cup[next(self._below(len(cup), f"{number}:{purpose}"))]

    def _below(self, stop: int, label: str) -> Iterator[int]:
        """Numbers below ``stop``, all equally likely: bytes that favour the low ones are left out."""
        if not 0 < stop <= BYTE:
            raise GrognardError(f"a byte cannot choose among {stop}")
        fair, block = BYTE // stop * stop, 0
        while True:
            word = f"{label}:{block}".encode()
            for byte in hmac.digest(self._secret, word, "sha256"):
                if byte < fair:
                    yield byte % stop
            block += 1


def sealed(header: Header, dice: DiceSource) -> Header:
    """The header with the commitment to these dice."""
    return msgspec.structs.replace(header, commitment=dice.commitment(header))


# --- proving


class DiceProof(msgspec.Struct, frozen=True):
    """What is known of the dice of a journal: how many throws, and how many of them are proved.

    ``status``: ``proved``, ``sealed`` (the secret is not opened), ``partly`` (one of several
    secrets was lost) or ``uncommitted`` (nobody bound himself to anything).
    """

    status: str
    throws: int
    proved: int


def prove_dice(journal: Journal) -> DiceProof:
    """Throw every die again from the opened secrets; names the line that does not agree."""
    sources, pledges = _sources(journal), Pledges(journal.header.bound)
    leg = throws = proved = 0
    undone: Undones = ()
    cause, causes = Cause(), list[Cause]()
    live: list[Entry] = []
    over = False
    for entry in journal.entries:
        if over and (entry.back is not None or entry.who in (DICE_FELL, DRAW)):
            raise journal.fault(entry.number, "the battle was over, and its secret shown")
        over = over or _ends(entry)
        if entry.who == SEAL:
            leg += 1
        try:
            pledges.note(entry)
        except GrognardError as problem:
            raise journal.fault(entry.number, str(problem)) from None
        if entry.back is not None:
            gone = [each for each in live if each.number > entry.back]
            del live[len(live) - len(gone) :]
            cause = _went_back(journal, entry, causes)
            undone = (*undone_by(entry, cause, gone), *undone)
        else:
            if entry.who in (DICE_FELL, DRAW):
                throws += 1
                source = _pledged(journal, entry, pledges) if pledges.is_in_use else sources[leg]
                proved += source is not None
                _check(journal, entry, source, again(undone, cause, entry))
            undone, cause = left(undone, cause, entry), cause.after(entry)
            live.append(entry)
        causes.append(cause)
    return DiceProof(_status(journal, throws, proved), throws, proved)


def _ends(entry: Entry) -> bool:
    """Is the battle over with this line? Its events are records, or as they were read."""
    told = (
        each.get("event") if isinstance(each, dict) else type(each).__name__
        for each in entry.events
    )
    return entry.who == ENDED or END in told


def _pledged(journal: Journal, entry: Entry, pledges: Pledges) -> DiceSource:
    """The dice of two sides that never meet."""
    if pledges.key is None:
        raise journal.fault(entry.number, "a die fell before both sides had put in their part")
    return DiceSource(pledges.key)


def _status(journal: Journal, throws: int, proved: int) -> str:
    by_file = any(entry.who == PLEDGE for entry in journal.entries)
    if by_file and proved == throws:
        return "proved"
    if not any(journal.commitments) and not by_file:
        return "uncommitted"
    if proved == throws:
        return "proved" if throws or _opens(journal) else "sealed"
    return "partly" if proved else "sealed"


def _opens(journal: Journal) -> bool:
    return journal.closing is not None and any(journal.closing.secrets)


def _sources(journal: Journal) -> list[DiceSource | None]:
    """The dice of each commitment, where its secret is opened; the two must belong together."""
    commitments = journal.commitments
    opened = journal.closing.secrets if journal.closing is not None else ()
    last = journal.line_of(len(journal.entries))
    if opened and len(opened) != len(commitments):
        raise MalformedFile(
            journal.name,
            f"{len(opened)} secrets are opened, {len(commitments)} were sealed",
            line=last,
            field="secrets",
        )
    found: list[DiceSource | None] = []
    shown = _unsealed(journal)
    for place, commitment in enumerate(commitments):
        secret = (opened[place] if opened else "") or shown.get(place, "")
        found.append(_source(journal, secret, commitment, last) if secret else None)
    return found


def _unsealed(journal: Journal) -> dict[int, str]:
    """Secrets of a host that were opened in the course of the battle, by their commitment."""
    leg, found = 0, {}
    for entry in journal.entries:
        leg += entry.who == SEAL
        who, _, secret = entry.answer.partition(" ")
        if entry.who == UNSEALED and who == HOST:
            found[leg] = secret
    return found


def _source(journal: Journal, secret: str, commitment: str, line: int) -> DiceSource:
    try:
        source = DiceSource.opened(secret)
    except ValueError as problem:
        raise MalformedFile(journal.name, str(problem), line=line, field="secrets") from None
    given = source.commitment(journal.header)
    if given != commitment:
        raise MalformedFile(
            journal.name,
            f"the commitment reads {commitment or 'nothing'}, but the secret opened in line "
            f"{line} and this header give {given}",
            line=1,
            field="commitment",
            hint="the header, a seal or the secret was altered",
        )
    return source


def _went_back(journal: Journal, entry: Entry, causes: Sequence[Cause]) -> Cause:
    """The cause of what falls at the line that is gone back to."""
    assert entry.back is not None
    if not 0 <= entry.back < len(causes):
        raise journal.fault(entry.number, f"there is no number {entry.back} to go back to")
    return causes[entry.back]


def _check(
    journal: Journal, entry: Entry, source: DiceSource | None, before: Undone | None
) -> None:
    fell, gives = _value(entry), "the throw taken back was"
    if before is not None:
        expected = before.value
    elif source is None:
        return
    else:
        expected, gives = _thrown(journal, entry, source), "the secret gives"
    if fell != expected:
        said = f"{_said(fell)} stands here for {entry.purpose}, but {gives} {_said(expected)}"
        raise journal.fault(entry.number, said)


def _thrown(journal: Journal, entry: Entry, source: DiceSource) -> Any:
    if entry.who == DRAW:
        if not 0 < len(entry.cup) <= BYTE:
            raise journal.fault(entry.number, "the cup of this draw is not written down")
        return source.drawn(entry.cup, entry.number, entry.purpose)
    return source.fallen(len(entry.dice), entry.number, entry.purpose)


def _value(entry: Entry) -> Any:
    return entry.answer if entry.who == DRAW else entry.dice


def _said(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(map(str, value)) or "nothing"
