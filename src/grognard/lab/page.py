"""The report of a simulation: one page, no script, no other file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import inf
from typing import Final

from msgspec.structs import replace

from grognard.desks.reporting import Sketch
from grognard.host.markup import figure, table
from grognard.host.plots import HALF, curves, drawn
from grognard.host.report_page import STYLE
from grognard.host.report_svg import ground_drawing
from grognard.lab import page_history, plots
from grognard.lab.accounts import Accounts
from grognard.lab.history import Beside
from grognard.lab.plan import Plan
from grognard.lab.summary import Summary
from grognard.mechanics import places

GROUND: Final = "ground"
WORST: Final = 3
"""So many hexes are named where most was lost."""

WIDE_MAP: Final = 30
"""Maps with more columns than this take the whole width."""

NAMED: Final = 20
"""So many games with a fault are named."""


def page(
    title: str,
    plan: Plan,
    summary: Summary,
    ground: Sketch | None,
    accounts: Accounts | None,
    beside: Beside | None,
) -> str:
    """The whole page."""
    name = f"{escape(title)}: a simulation"
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body><main><h1>{name}</h1>",
        *_head(plan, summary),
        *_verdicts(summary),
        *page_history.section(summary, accounts, beside),
        *_effects(summary),
        *_losses(summary),
        *_survival(summary),
        *_held(summary),
        *_heat(summary, ground),
        *_luck(summary),
        *_broken(summary),
        "</main></body></html>\n",
    ]
    return "".join(parts)


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
    places = {side: place for place, side in enumerate(summary.sides)}
    colours = {name: places[won] for name, won in summary.winner_of.items() if won in places}
    yield "<h2>Verdicts</h2>"
    yield figure(plots.bars(summary.verdicts, colours), "How the games ended")
    won = [replace(each, name=summary.sides.get(each.name, each.name)) for each in summary.wins]
    colours = {name: places[side] for side, name in summary.sides.items()}
    yield figure(plots.bars(won, colours), "Who won")
    first, length = next(iter(summary.sides.values())), summary.length
    yield f"<p>A game took {length.mean:.1f} turns [{length.low:.1f}, {length.high:.1f}].</p>"
    rows = (
        (each.name, f"{each.share:.0%}", f"{each.low:.0%} to {each.high:.0%}")
        for each in summary.ordinal
    )
    yield table((f"So good or better for {first}", "Games", "Interval"), rows)


def _effects(summary: Summary) -> Iterable[str]:
    if not summary.effects:
        return
    first = next(iter(summary.sides.values()))
    yield "<h2>What the options change</h2>"
    yield (
        f"<p>Wins of {escape(first)} and losses under each value; then how far they shift from the "
        "first value of the option, over games with the same dice; each seed counts once. A dot is "
        "red where its interval leaves out 0.</p>"
    )
    rows = [
        (each.option, each.value, str(each.wins.of),
         f"{each.wins.share:.0%} [{each.wins.low:.0%}, {each.wins.high:.0%}]",
         *(f"{lost:.1f}" for lost in each.losses.values()))
        for each in summary.effects
        if each.wins.of
    ]  # fmt: skip
    lost = [f"{name} lost" for name in summary.sides.values()]
    yield table(("Option", "Value", "Games", f"{first} win", *lost), rows, 4)
    firsts = {each.option: each.value for each in reversed(summary.effects)}
    others = [
        each
        for each in summary.effects
        if firsts[each.option] != each.value and each.shift.high < inf
    ]
    if not others:
        return
    shifts = [(f"{each.option}={each.value}", each.shift) for each in others]
    yield figure(plots.spans(shifts), f"Shift of the score of {first}, 0 to 1")
    for side, name in summary.sides.items():
        more = [(f"{each.option}={each.value}", each.more[side]) for each in others]
        yield figure(plots.spans(more), f"Shift of the losses of {name}, {summary.lost_in}")


def _losses(summary: Summary) -> Iterable[str]:
    if not summary.games:
        return
    yield f"<h2>Losses</h2><p>In {summary.lost_in}.</p>"
    rows = [
        (summary.sides[each.side], str(each.strength), f"{each.mean:.1f}", f"{each.median:g}",
         f"{each.quarter:g} to {each.three_quarters:g}", f"{each.share:.0%}")
        for each in summary.losses
    ]  # fmt: skip
    yield table(("Side", "Strength", "Mean", "Median", "Middle half", "Median share"), rows, 5)
    if not summary.turns:
        return
    whole = {name: summary.by_turn[side] for side, name in summary.sides.items()}
    plot = curves(summary.turns, whole, summary.lost_in)
    yield figure(drawn(plot), "Mean losses so far, turn by turn")
    yield '<div class="two">'
    for side, name in summary.sides.items():
        lines = {each or "others": held for each, held in summary.by_formation[side].items()}
        if lines:
            plot = curves(summary.turns, lines, summary.lost_in, wide=HALF)
            yield figure(drawn(plot), f"{name}, by formation")
    yield "</div>"


def _survival(summary: Summary) -> Iterable[str]:
    if not summary.survival:
        return
    yield "<h2>Survival</h2>"
    lines = {name: summary.standing[side] for side, name in summary.sides.items()}
    plot = curves(summary.turns, lines, "units not lost", percent=True)
    yield figure(drawn(plot), "Share of the units that took part and are not lost, by turn")
    rows = [
        (summary.sides[side], name, f"{share.share:.0%} [{share.low:.0%}, {share.high:.0%}]")
        for side, name, share in summary.survival
    ]
    yield "<details><summary>Every unit</summary>"
    yield table(("Side", "Unit", "There at the end"), rows, 1) + "</details>"


def _held(summary: Summary) -> Iterable[str]:
    """Who holds which place; those that never change hands are left out."""
    changing = {
        place: held
        for place, held in summary.held.items()
        if any(len(set(shares)) > 1 for shares in held.values())
    }
    if not changing:
        return
    yield '<h2>Places</h2><div class="two">'
    for place, held in changing.items():
        lines = {summary.sides[side]: shares for side, shares in held.items()}
        plot = curves(summary.turns, lines, "of games", percent=True, wide=HALF)
        yield figure(drawn(plot), f"Who holds all of {place}, by turn")
    yield "</div>"


def _heat(summary: Summary, ground: Sketch | None) -> Iterable[str]:
    if ground is None or not (summary.lost_at or summary.routed_at):
        return
    yield "<h2>On the map</h2>" + ground_drawing(ground, GROUND)
    wide = ground.columns > WIDE_MAP
    yield "" if wide else '<div class="two">'
    for found, what in (
        (summary.lost_at, f"Where men were lost, {summary.lost_in} a game"),
        (summary.routed_at, "Where units broke, times a game"),
    ):
        yield figure(plots.heat(ground, GROUND, found), f"{what}. {_worst(found, ground)}")
    yield "" if wide else "</div>"


def _worst(found: Mapping[int, float], ground: Sketch) -> str:
    """The hexes with most, named by their places."""
    names = {at: place for place, hexes in ground.places.items() for at in hexes}
    most = sorted(found, key=lambda at: (-found[at], at))[:WORST]
    said = [
        f"{places.name(at)}{f' ({names[at]})' if at in names else ''} {found[at]:.2f}"
        for at in most
    ]
    return f"Most at {', '.join(said)}." if said else "Nowhere."


def _luck(summary: Summary) -> Iterable[str]:
    if not summary.fortunes:
        return
    yield (
        "<h2>Luck</h2><p>What the dice of a game brought on average, beside what such throws "
        "should bring; and by how much they were better than that in games won and not won. Over "
        "many games the dots should lie near nothing.</p>"
    )
    rows = [
        (summary.sides.get(each.side, each.side), each.kind, f"{each.throws:.1f}",
         f"{each.got:.2f}", f"{each.expected:.2f}", _by(each.winners), _by(each.losers))
        for each in summary.fortunes
    ]  # fmt: skip
    head = ("Side", "Throws of", "Throws", "Brought", "Expected", "When it won", "When not")
    yield table(head, rows, 5)
    dots = [
        (f"{summary.sides.get(each.side, each.side)}, {each.kind}", each.by)
        for each in summary.fortunes
    ]
    yield figure(plots.spans(dots), "Brought less expected, in a game")


def _by(by: float | None) -> str:
    return "-" if by is None else f"{by:+.2f}"


def _broken(summary: Summary) -> Iterable[str]:
    for title, found in (
        ("Games that broke", summary.broken),
        ("Decisions that players forfeited", summary.faults),
    ):
        if found:
            items = "".join(f"<li>{escape(each)}</li>" for each in found[:NAMED])
            yield f"<h2>{title}: {len(found)}</h2><ul>{items}</ul>"
