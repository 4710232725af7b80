"""Simulated battles beside history: losses in the commonest verdict, and alarms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Final

import msgspec

from grognard.lab.accounts import Accounts, Alarm, Told
from grognard.lab.record import Simulated
from grognard.lab.summary import Counting, Share, strength_of, wilson

NEAR: Final = 0.1
"""A share of losses this near to history's counts as "about as history says"."""

THIRDS: Final = ("", "first", "second", "last")


class Compared(msgspec.Struct, frozen=True):
    """A side: the share it lost in games of the commonest verdict, and in history."""

    side: str
    verdict: str
    share: float
    low: float
    high: float
    told: str

    @property
    def off(self) -> float:
        """By how much the share lies outside history's, 0 within."""
        if self.share < self.low:
            return self.share - self.low
        return max(0.0, self.share - self.high)

    @property
    def is_near(self) -> bool:
        return abs(self.off) <= NEAR


class Checked(msgspec.Struct, frozen=True):
    """An alarm: what was measured, what was wanted, both in words, and whether it rings."""

    what: str
    wanted: str
    found: str
    rings: bool
    told: str = ""


class Beside(msgspec.Struct, frozen=True):
    """A simulation beside history. ``verdict`` is the commonest, ``then`` how it really ended."""

    verdict: Share
    then: str
    sides: tuple[Compared, ...]
    alarms: tuple[Checked, ...]

    @property
    def fits(self) -> bool:
        """Are both sides' losses about as history says, and does no alarm ring?"""
        return all(each.is_near for each in self.sides) and not any(a.rings for a in self.alarms)


def beside(accounts: Accounts, counting: Counting) -> Beside | None:
    """Everything that is compared; None before the first game."""
    games = counting.games
    if not games:
        return None
    verdict, count = Counter(game.verdict for game in games).most_common(1)[0]
    past = Past(accounts, counting)
    return Beside(
        wilson(verdict, count, len(games)), accounts.verdict, tuple(past.compared(verdict)),
        tuple(past.checked(alarm) for alarm in accounts.alarms),
    )  # fmt: skip


class Past:
    """Counts games in the terms of accounts."""

    def __init__(self, accounts: Accounts, counting: Counting) -> None:
        self.accounts, self.counting, self.games = accounts, counting, counting.games
        self.last = max((game.turns for game in self.games), default=1)

    def compared(self, verdict: str) -> list[Compared]:
        """Each side's median loss in the games of a verdict, as a share."""
        found = []
        for side, told in self.accounts.sides.items():
            shares = [
                share
                for game, share in zip(self.games, self.shares(side), strict=True)
                if game.verdict == verdict
            ]
            least, most = told.lost
            found.append(
                Compared(
                    side, verdict, median(shares), least / told.men, most / told.men, told.told
                )
            )
        return found

    def shares(self, side: str) -> list[float]:
        """What a side lost in each game, as a share of its strength: its nation's, if one counts."""
        nation = self.accounts.sides.get(side, Told(1, (0, 0))).nation
        roster = {
            name: unit
            for name, unit in self.counting.roster.items()
            if not nation or getattr(unit, "nation", "") == nation
        }
        whole = max(1, strength_of(roster, side))
        if not nation:
            return [game.lost(side) / whole for game in self.games]
        return [held[side, nation] / whole for held in self.counting.tally.nations]

    # --- alarms

    def checked(self, alarm: Alarm) -> Checked:
        kinds: dict[str, Callable[[Alarm], Checked]] = {
            "wins": self._wins, "median_loss": self._median, "often_over": self._often,
            "over_before": self._over, "first_loss": self._first, "falls": self._falls,
        }  # fmt: skip
        return kinds[alarm.kind](alarm)

    def _name(self, alarm: Alarm) -> str:
        nation = self.accounts.sides.get(alarm.side, Told(1, (0, 0))).nation
        return f"{nation}s" if nation else self.counting.sides[alarm.side]

    def _wins(self, alarm: Alarm) -> Checked:
        share = _share_of(self.games, lambda game: game.winner == alarm.side)
        return _within(f"{self.counting.sides[alarm.side]} win", alarm, share)

    def _median(self, alarm: Alarm) -> Checked:
        middle = median(self.shares(alarm.side))
        what = f"median loss of {self._name(alarm)}"
        rings = not alarm.least <= middle <= alarm.most
        return Checked(what, _limits(alarm), f"{middle:.0%}", rings)

    def _often(self, alarm: Alarm) -> Checked:
        shares = self.shares(alarm.side)
        over = sum(share > alarm.share for share in shares)
        what = f"{self._name(alarm)} lose more than {alarm.share:.0%}"
        return _within(what, alarm, wilson("", over, len(shares)))

    def _over(self, alarm: Alarm) -> Checked:
        share = _share_of(self.games, lambda game: game.turns < alarm.turn)
        return _within(f"over before turn {alarm.turn}", alarm, share)

    def _first(self, alarm: Alarm) -> Checked:
        turns = [turn for turn in self.counting.tally.first_loss if turn]
        return self._third("first men lost", alarm, turns)

    def _falls(self, alarm: Alarm) -> Checked:
        turns = [turn for game in self.games if (turn := game.taken(alarm.place, alarm.side))]
        return self._third(f"fall of {alarm.place}", alarm, turns)

    def _third(self, what: str, alarm: Alarm, turns: Sequence[int]) -> Checked:
        """The median turn; games in which it never happened count as after the end."""
        never = len(self.games) - len(turns)
        middle = median([*turns, *[self.last + 1] * never])
        wanted = f"in the {THIRDS[alarm.third]} third of the day"
        if middle > self.last:
            said = f"in most games never ({never} of {len(self.games)})"
            return Checked(what, wanted, said, rings=True, told=alarm.told)
        third = min(3, int(3 * (middle - 1) / self.last) + 1)
        said = f"turn {middle:g} in the middle, the {THIRDS[third]} third"
        said += f"; never in {never} of {len(self.games)}" if never else ""
        return Checked(what, wanted, said, third != alarm.third, alarm.told)


def _share_of(games: Sequence[Simulated], what: Callable[[Simulated], bool]) -> Share:
    return wilson("", sum(what(game) for game in games), len(games))


def _limits(alarm: Alarm) -> str:
    if alarm.most >= 1:
        return f"at least {alarm.least:.0%}"
    if alarm.least <= 0:
        return f"at most {alarm.most:.0%}"
    return f"{alarm.least:.0%} to {alarm.most:.0%}"


def _within(what: str, alarm: Alarm, share: Share) -> Checked:
    rings = not alarm.least <= share.share <= alarm.most
    found = f"{share.share:.0%} [{share.low:.0%}, {share.high:.0%}]"
    return Checked(what, _limits(alarm), found, rings, alarm.told)
