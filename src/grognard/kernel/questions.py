"""What a game can wait for: a decision, dice, a draw, or nothing more."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import RLock
from typing import Any, Final, Protocol

import msgspec

from grognard.kernel.errors import NOT_OFFERED, Reason
from grognard.kernel.outcome import Outcome

DICE = {"d6": 1, "2d6": 2, "d66": 2}
"""Dice by name: how many six-sided dice the answer holds, in order."""

FACES = range(1, 7)
"""What a die can show."""


class Chooser(Protocol):
    """What ``sample`` needs of a source of chance; ``random.Random`` is one."""

    def randrange(self, stop: int, /) -> int: ...


class Action(msgspec.Struct, frozen=True, order=True, gc=False, tag_field="action"):
    """An order in the imperative, with a text form that reads back."""


class Options(ABC):
    """What may be answered: the only gate of legality. Lazy: ask it only what you need.

    Iteration is in one canonical order and never repeats; ``in`` agrees with it. Whoever judges gives
    ``why_not``, whoever lists gives ``in``: each follows from the other.
    """

    @property
    @abstractmethod
    def kinds(self) -> tuple[type[Action], ...]:
        """The classes of order that this question takes."""

    def __contains__(self, action: object) -> bool:
        return not self.why_not(action)

    @abstractmethod
    def __iter__(self) -> Iterator[Action]: ...

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        """How many options iteration would give."""
        return sum(1 for _ in self)

    def sample(self, chooser: Chooser) -> Action:
        """One option by chance, without listing them all where that can be helped."""
        listed = list(self)
        return listed[chooser.randrange(len(listed))]

    def why_not(self, action: object) -> Sequence[Reason]:
        """The reasons against an action; empty when it is allowed."""
        return () if action in self else (Reason(NOT_OFFERED),)


class Listed(Options):
    """Options that are held as a tuple."""

    __slots__ = ()

    @property
    @abstractmethod
    def offered(self) -> tuple[Action, ...]:
        """What may be answered, in order."""

    def __contains__(self, action: object) -> bool:
        return action in self.offered

    def __iter__(self) -> Iterator[Action]:
        return iter(self.offered)

    def __bool__(self) -> bool:
        return bool(self.offered)

    def count(self) -> int:
        return len(self.offered)

    def sample(self, chooser: Chooser) -> Action:
        return self.offered[chooser.randrange(len(self.offered))]


class Choices(Listed):
    """Options that are simply listed: words to choose from, where there is nothing to judge.

    ``clause`` is the rule that gives this choice and no other.
    """

    __slots__ = ("clause", "offered")
    offered: tuple[Action, ...]

    def __init__(self, actions: Iterable[Action], clause: str = "") -> None:
        self.offered, self.clause = tuple(actions), clause

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        return tuple(dict.fromkeys(map(type, self.offered)))

    def why_not(self, action: object) -> Sequence[Reason]:
        if action in self.offered:
            return ()
        if not self.clause or not isinstance(action, self.kinds):
            return (Reason(NOT_OFFERED),)
        return (Reason(f"the choice is: {', '.join(map(str, self.offered))}", self.clause),)


Judge = Callable[[Any], Reason | Sequence[Reason] | None]
"""What speaks against an order, with the table bound; nothing, when it may be given."""


TRYING: Final = RLock()
"""Two who look at one table at the same time try its candidates once, one after the other."""


class Judged(Listed):
    """Candidates and a judge: what is offered are the candidates against which nothing speaks.

    The judge is asked about every order of the ``kinds``, a candidate or not, of whatever unit and
    side; he also explains what is no candidate. Candidates may be lazy: they are tried when somebody
    looks. ``sifted`` ones were found by the functions that the judge asks, and are not tried again.
    """

    __slots__ = ("_candidates", "_offered", "judge", "kinds")
    kinds: tuple[type[Action], ...]

    def __init__(
        self,
        judge: Judge,
        candidates: Iterable[Action],
        *kinds: type[Action],
        sifted: bool = False,
    ) -> None:
        self.judge, self._candidates, self.kinds = judge, candidates, kinds
        self._offered: tuple[Action, ...] | None = tuple(candidates) if sifted else None

    @property
    def offered(self) -> tuple[Action, ...]:
        if self._offered is None:
            with TRYING:
                if self._offered is None:
                    tried = (each for each in self._candidates if not self.judge(each))
                    self._offered = tuple(tried)
        return self._offered

    def why_not(self, action: object) -> Sequence[Reason]:
        if action in self:
            return ()
        found = self.judge(action) if isinstance(action, self.kinds) else None
        return (found,) if isinstance(found, Reason) else found or (Reason(NOT_OFFERED),)


class Drafted(Judged):
    """Candidates that are only some of what may be given: so may be all that the judge lets pass.

    For orders with measures of their own, such as a way to any point, that nobody could list.
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        return isinstance(action, self.kinds) and not self.judge(action)


class Ask(msgspec.Struct, frozen=True):
    """A side must choose. ``purpose`` is a stable name: clients, bots and puzzles key on it."""

    side: str
    options: Any
    purpose: str


class Roll(msgspec.Struct, frozen=True):
    """Dice must fall. ``purpose`` is a stable name; ``subject`` says for whom."""

    dice: str
    purpose: str
    subject: str = ""

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """Every way the dice can fall, all equally likely."""
        return itertools.product(FACES, repeat=DICE[self.dice])


class Draw(msgspec.Struct, frozen=True):
    """One of the cup's chits must be drawn; equal chits are equally likely each."""

    cup: tuple[str, ...]
    purpose: str


class Over(msgspec.Struct, frozen=True):
    """The game has ended with this verdict. ``outcome`` is all that comes of it."""

    verdict: str
    outcome: Outcome | None = None


Pending = Ask | Roll | Draw | Over
