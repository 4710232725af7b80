"""The report of a simulation: one page, no script, no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from msgspec.structs import replace

from grognard.host.report_page import STYLE
from grognard.host.report_svg import ground_drawing
from grognard.kernel.hosting import Ground
from grognard.lab import plots
from grognard.lab.history import Accounts, Compared
from grognard.lab.plan import Plan
from grognard.lab.summary import Summary

GROUND: Final = "ground"
NAMED: Final = 20
"""So many games with a fault are named."""


def page(
    title: str,
    plan: Plan,
    summary: Summary,
    ground: Ground | None,
    accounts: Accounts | None,
    beside: Sequence[Compared],
) -> str:
    """The whole page."""
    name = f"{escape(title)}: a simulation"
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body><main><h1>{name}</h1>",
        *_head(plan, summary),
        *_verdicts(summary),
        *_history(summary, accounts, beside),
        *_effects(summary),
        *_losses(summary),
        *_survival(summary),
        *_heat(summary, ground),
        *_luck(summary),
        *_broken(summary),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A table; the last ``numbers`` columns are figures."""
    first = len(head) - numbers

    def row(cells: Sequence[str], tag: str) -> str:
        inner = "".join(
            f"<{tag}{' class=n' if place >= first else ''}>{escape(cell)}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr>{inner}</tr>"

    return f"<table>{row(head, 'th')}{''.join(row(cells, 'td') for cells in rows)}</table>"


def _figure(drawn: str, caption: str) -> str:
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>"


def _head(plan: Plan, summary: Summary) -> Iterable[str]:
    yield table(("Side", "Played by"), zip(summary.sides.values(), plan.seats, strict=True))
    varied = "; ".join(f"{name}: {', '.join(values)}" for name, values in plan.vary.items())
    yield (
        f"<p>{summary.games} games from seed {plan.seed}. Varied: {escape(varied or 'nothing')}. "
        f"Rules {escape(plan.rules[:12])}, charts {escape(plan.charts[:12])}, scenario "
        f"{escape(plan.pack[:12])}, players {escape(plan.bots)}. Intervals hold 95 times in 100."
        "</p>"
    )


def _verdicts(summary: Summary) -> Iterable[str]:
    yield "<h2>Verdicts</h2>"
    yield _figure(plots.bars(summary.verdicts), "How the games ended")
    won = [replace(each, name=summary.sides.get(each.name, each.name)) for each in summary.wins]
    yield _figure(plots.bars(won), "Who won")


def _history(
    summary: Summary, accounts: Accounts | None, beside: Sequence[Compared]
) -> Iterable[str]:
    if accounts is None or not beside:
        return
    yield "<h2>Beside history</h2>"
    verdict = beside[0].verdict
    yield f"<p>In the most frequent verdict, <strong>{escape(verdict)}</strong>:</p><ul>"
    for each in beside:
        yield f"<li>{escape(history_line(each, summary))}</li>"
    yield "</ul>"
    if all(each.is_near for each in beside):
        return
    yield (
        "<p>What is not as it was may lie with the players, or with values that no source gives "
        "and that were reasoned out for this scenario:</p>"
    )
    rows = [(each.name, each.src, _measured(summary, each.option)) for each in accounts.house]
    yield table(("Value", "Where", "Measured here"), rows)


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


def _measured(summary: Summary, option: str) -> str:
    if not option:
        return "cannot be varied by an option"
    found = [each for each in summary.effects if each.option == option]
    if not found:
        return f"not varied; --vary {option}=... would tell"
    return "; ".join(
        f"{each.value}: losses "
        + ", ".join(f"{summary.sides[side]} {lost:.1f}" for side, lost in each.losses.items())
        for each in found
    )


def _effects(summary: Summary) -> Iterable[str]:
    if not summary.effects:
        return
    first = next(iter(summary.sides.values()))
    yield "<h2>What the options change</h2>"
    yield (
        f"<p>Wins of {escape(first)}, losses, and how far its score shifts from the first value "
        "of the option, over games with the same dice.</p>"
    )
    rows = [
        (each.option, each.value, str(each.wins.of),
         f"{each.wins.share:.0%} [{each.wins.low:.0%}, {each.wins.high:.0%}]",
         *(f"{lost:.1f}" for lost in each.losses.values()),
         f"{each.shift:+.2f} [{each.low:+.2f}, {each.high:+.2f}]")
        for each in summary.effects
    ]  # fmt: skip
    lost = [f"{name} lost" for name in summary.sides.values()]
    yield table(("Option", "Value", "Games", "Wins", *lost, "Shift of score"), rows, 4)
    for option in dict.fromkeys(each.option for each in summary.effects):
        shares = [
            replace(each.wins, name=each.value) for each in summary.effects if each.option == option
        ]
        yield _figure(plots.bars(shares), f"{option}: wins of {first}")


def _losses(summary: Summary) -> Iterable[str]:
    if not summary.games:
        return
    yield "<h2>Losses</h2>"
    rows = [
        (summary.sides[each.side], str(each.strength), f"{each.mean:.1f}", f"{each.median:g}",
         f"{each.quarter:g} to {each.three_quarters:g}", f"{each.share:.0%}")
        for each in summary.losses
    ]  # fmt: skip
    yield table(("Side", "Strength", "Mean", "Median", "Middle half", "Median share"), rows, 5)
    whole = {name: summary.by_turn[side] for side, name in summary.sides.items()}
    yield _figure(plots.curves(summary.turns, whole), "Mean losses, turn by turn")
    yield '<div class="two">'
    for side, name in summary.sides.items():
        lines = {each or "others": held for each, held in summary.by_formation[side].items()}
        if lines:
            yield _figure(plots.curves(summary.turns, lines), f"{name}, by formation")
    yield "</div>"


def _survival(summary: Summary) -> Iterable[str]:
    if not summary.survival:
        return
    yield "<h2>Survival</h2>"
    curves = {name: summary.standing[side] for side, name in summary.sides.items()}
    drawn = plots.curves(summary.turns, curves, percent=True)
    yield _figure(drawn, "Share of the units that took part and are not lost, by turn")
    rows = [
        (summary.sides[side], name, f"{share.share:.0%} [{share.low:.0%}, {share.high:.0%}]")
        for side, name, share in summary.survival
    ]
    yield "<details><summary>Every unit</summary>"
    yield table(("Side", "Unit", "There at the end"), rows, 1) + "</details>"


def _heat(summary: Summary, ground: Ground | None) -> Iterable[str]:
    if ground is None or not (summary.lost_at or summary.routed_at):
        return
    yield "<h2>On the map</h2>" + ground_drawing(ground, GROUND)
    yield '<div class="two">'
    yield _figure(plots.heat(ground, GROUND, summary.lost_at), "Where men were lost, per game")
    yield _figure(plots.heat(ground, GROUND, summary.routed_at), "Where units broke, per game")
    yield "</div>"


def _luck(summary: Summary) -> Iterable[str]:
    if not summary.fortunes:
        return
    yield (
        "<h2>Luck</h2><p>What the dice of a game brought on average, beside what such throws "
        "should bring; and by how much they were better than that in games won and not won.</p>"
    )
    rows = [
        (summary.sides.get(each.side, each.side), each.kind, f"{each.throws:.1f}",
         f"{each.got:.2f}", f"{each.expected:.2f}", f"{each.winners:+.2f}", f"{each.losers:+.2f}")
        for each in summary.fortunes
    ]  # fmt: skip
    head = ("Side", "Throws of", "Throws", "Brought", "Expected", "When it won", "When not")
    yield table(head, rows, 5)


def _broken(summary: Summary) -> Iterable[str]:
    for title, found in (
        ("Games that broke", summary.broken),
        ("Decisions that players forfeited", summary.faults),
    ):
        if found:
            items = "".join(f"<li>{escape(each)}</li>" for each in found[:NAMED])
            yield f"<h2>{title}: {len(found)}</h2><ul>{items}</ul>"
