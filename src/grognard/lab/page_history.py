"""The part of the report that lays a simulation beside history."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import inf

from grognard.host.markup import table
from grognard.lab.accounts import Accounts, House
from grognard.lab.history import Beside, Compared
from grognard.lab.summary import Effect, Mean, Summary


def section(summary: Summary, accounts: Accounts | None, found: Beside | None) -> Iterable[str]:
    if accounts is None or found is None:
        return
    yield "<h2>Beside history</h2>"
    yield f"<p><strong>{escape(answer(found, summary))}</strong></p><ul>"
    for each in found.sides:
        yield f"<li>{escape(history_line(each, summary))}</li>"
    yield "</ul>"
    rows = [
        ("ALARM" if each.rings else "fits", each.what, each.wanted, each.found, each.told)
        for each in found.alarms
    ]
    yield table(("", "What", "Looked for", "Here", "Told"), rows)
    yield f"<p>{escape(_reason(found))}</p>"
    values = [(each.text, each.src, measured(each, summary)) for each in accounts.house]
    yield table(("Value of the house", "Where", "What it changes"), values)


def answer(found: Beside, summary: Summary) -> str:
    """Does the battle go as history says? In a sentence or two."""
    verdict = found.verdict
    said = f"The most frequent verdict is {verdict.name}, {verdict.count} of {verdict.of} games"
    if found.then:
        as_then = "as in history" if verdict.name == found.then else f"in history: {found.then}"
        said += f" ({as_then})"
    far = [each for each in found.sides if not each.is_near]
    if not far:
        return f"{said}, and there both sides lose about as history says."
    off = "; ".join(
        f"{summary.sides[each.side]} lose {abs(each.off):.0%} of their strength too "
        f"{'much' if each.off > 0 else 'little'}"
        for each in far
    )
    return f"{said}. There the losses are not as history says: {off}."


def history_line(each: Compared, summary: Summary) -> str:
    """One side beside history, in a sentence."""
    side = summary.sides[each.side]
    then = f"{each.low:.0%}" if each.low == each.high else f"{each.low:.0%} to {each.high:.0%}"
    told = f" ({each.told})" if each.told else ""
    said = f"{side} lost {each.share:.0%} of their strength; history tells {then}{told}"
    if not each.off:
        return f"{said}: as history says."
    way = "more" if each.off > 0 else "fewer"
    about = "about as history says, " if each.is_near else ""
    return f"{said}: {about}{abs(each.off):.0%} {way}."


def _reason(found: Beside) -> str:
    if found.fits:
        return (
            "Nothing rings. These values were reasoned out for this scenario, for no source gives "
            "them; they are the first to look at should other players bring other results:"
        )
    return (
        "What is not as it was may lie with the players, or with values that no source gives and "
        "that were reasoned out for this scenario. What each of them changes:"
    )


def measured(house: House, summary: Summary) -> str:
    """What a value of the house changes: as measured here, or in another run, or not at all."""
    effects = [each for each in summary.effects if each.option == house.name][1:]
    if effects:
        return "; ".join(_effect(each, summary) for each in effects)
    if house.measured:
        return house.measured
    if house.values:
        return f"not varied; --vary {house.name}={','.join(house.values)} would tell"
    return "cannot be varied"


def _effect(effect: Effect, summary: Summary) -> str:
    """One value beside the first, over games with the same dice."""
    if effect.shift.high == inf:
        return f"{effect.value}: too few games to tell"
    said = [
        f"{summary.sides[side]} lose {_shift(more, '.1f')}" for side, more in effect.more.items()
    ]
    first = next(iter(summary.sides.values()))
    said.append(f"score of {first} {_shift(effect.shift, '.2f')}")
    return f"{effect.value}: " + ", ".join(said)


def _shift(mean: Mean, form: str) -> str:
    return f"{mean.mean:+{form}} [{mean.low:+{form}}, {mean.high:+{form}}]"
