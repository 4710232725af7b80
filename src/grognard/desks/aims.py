"""What decides a battle, for people to read: what every system's aims have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from grognard.desks.catalogue import Figure
from grognard.desks.documents import Aims, Grade, Special, Tally
from grognard.desks.teller import Teller
from grognard.desks.words import capital

NONE: Mapping[str, str] = {}


def plain_aims(table: Any, teller: Teller) -> Aims:
    """A system that tells no levels: what its battle says of its aims."""
    text = getattr(table.setting, "aims", "")
    return Aims("", text=teller.phrase(str(text)), special=special_rules(table, teller))


def special_rules(
    table: Any, teller: Teller, is_over: Callable[[str], bool] = lambda rule: False
) -> tuple[Special, ...]:
    """The rules of this battle alone, those that bind first."""
    texts: Mapping[str, str] = getattr(table.setting, "special_texts", NONE)
    found = [
        Special(teller.phrase(_title(rule)), *_sentences(teller.phrase(text)), over=is_over(rule))
        for rule, text in texts.items()
        if text
    ]
    return tuple(sorted(found, key=lambda each: each.over))


def _title(rule: str) -> str:
    """
    >>> _title("late_start")
    'Late start'
    """
    return capital(rule.replace("_", " ").replace("-", " "))


def _sentences(text: str) -> tuple[str, str]:
    """The first sentence, and the rest.

    >>> _sentences("No square. Before a charge it stands.")
    ('No square.', 'Before a charge it stands.')
    """
    first, dot, rest = " ".join(text.split()).partition(". ")
    return first + dot.strip(), rest


def by_lead(
    levels: Sequence[tuple[int, str]], lead: int, now: str, teller: Teller
) -> tuple[Grade, ...]:
    """Levels of victory by a lead in points, whoever has it."""
    return tuple(
        Grade(
            capital(teller.phrase(name)),
            text=teller.say("aim-lead" if least else "aim-level", lead=Figure(least)),
            tallies=(Tally(teller.say("tally-lead", lead=Figure(lead)), lead, least, met),),
            met=met,
            now=name == now,
        )
        for least, name in levels
        for met in [lead >= least if least else name == now]
    )


def stretched(sentences: Iterable[str], teller: Teller) -> str:
    """What a level takes, in one sentence.

    The parts are joined by an *and*; the first letter is a capital.
    """
    return f"{capital(teller.listed(list(sentences)))}."
