"""The page of a report: headings, drawings and tables around what a battle's story holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from grognard.desks.reporting import Throws
from grognard.host import report_svg as svg

if TYPE_CHECKING:
    from grognard.host.report import Fortune, Story
    from grognard.kernel.outcome import Outcome

STYLE: Final = """
body{font:17px/1.5 "EB Garamond",Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em;
background:#F6EFDD;color:#2A1D0F}
h1,h2{font-weight:500;border-bottom:3px double #B9A67E}h1{margin-bottom:.2em}
svg{width:100%;height:auto;background:#EDE3CA;border:1px solid #B9A67E}
svg.unseen{position:absolute;width:0;height:0;border:0}figure{margin:.6em 0}figcaption{font-style:italic}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(24em,1fr));gap:1em}
table{border-collapse:collapse;margin:.8em 0}td,th{padding:.15em .8em .15em 0;text-align:left;
border-bottom:1px solid #E2D5B5;vertical-align:top}td.n,th.n{text-align:right}
.when{white-space:nowrap;color:#54422C}@media print{body{background:#fff}}
"""
GROUND: Final = "ground"


def page(story: Story) -> str:
    """The whole page."""
    title = escape(story.title)
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body><main>",
        f"<h1>{title}</h1>",
        *_head(story),
        *_verdict(story),
        *_pictures(story),
        *_losses(story),
        *_moments(story),
        *_luck(story),
        *_thoughts(story),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A table; the last ``numbers`` columns are figures. Cells are escaped here."""
    first = len(head) - numbers

    def row(cells: Sequence[str], tag: str) -> str:
        return (
            "<tr>"
            + "".join(
                f"<{tag}{' class=n' if place >= first else ''}>{escape(cell)}</{tag}>"
                for place, cell in enumerate(cells)
            )
            + "</tr>"
        )

    return f"<table>{row(head, 'th')}{''.join(row(cells, 'td') for cells in rows)}</table>"


def _head(story: Story) -> Iterable[str]:
    if story.date:
        yield f"<p>{escape(story.date)}</p>"
    rows = [(name, story.seats.get(side, "")) for side, name in story.sides.items()]
    yield _table(("Side", "Played by"), rows)
    chosen = ", ".join(f"{name} {value}" for name, value in sorted(story.options.items()))
    yield f"<p>{story.lines} lines in the journal. Table options: {escape(chosen or 'the usual')}.</p>"


def _verdict(story: Story) -> Iterable[str]:
    yield "<h2>Verdict</h2>"
    yield f"<p><strong>{escape(story.verdict or 'The battle is not over.')}</strong></p>"
    outcome = story.outcome
    if outcome is None:
        return
    if story.verdict:
        yield "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in outcome.reasons) + "</ul>"
    yield from _standing(story, outcome)


def _standing(story: Story, outcome: Outcome) -> Iterable[str]:
    """What became of the organisations, the leaders who fell, and who holds the ground."""
    if outcome.bodies:
        rows = [
            (story.sides.get(body.side, body.side), body.name, str(body.level),
             str(body.strength), str(body.lost))
            for body in outcome.bodies
        ]  # fmt: skip
        yield _table(("Side", "Formation", "Level", "Strength", "Lost"), rows, 3)
    fallen = ", ".join(f"{each.name} ({each.fate})" for each in outcome.leaders if each.gone)
    if fallen:
        yield f"<p>Leaders out of the battle: {escape(fallen)}.</p>"
    held = [
        (place, story.sides.get(side, "nobody alone")) for place, side in outcome.places.items()
    ]
    if held:
        yield _table(("Place", "Held by"), held)


def _pictures(story: Story) -> Iterable[str]:
    if story.ground is None or not story.pictures:
        return
    yield "<h2>The field</h2>"
    keys = ", ".join(
        f"{escape(name)} {'light plates' if index % 2 == 0 else 'dark plates'}"
        for index, name in enumerate(story.sides.values())
    )
    yield f"<p>{keys}; discs are guns, halved plates horse; struck through: out of order.</p>"
    yield svg.ground_drawing(story.ground, GROUND)
    yield '<div class="two">'
    for each in story.pictures:
        drawn = svg.picture(story.ground, GROUND, each.stands, list(story.sides))
        when = f"Turn {each.turn}" + (f", {each.hour}" if each.hour else "")
        yield f"<figure>{drawn}<figcaption>{escape(when)}</figcaption></figure>"
    yield "</div>"


def _losses(story: Story) -> Iterable[str]:
    turns = sorted(story.losses)
    if not turns or not any(story.losses.values()):
        return
    yield "<h2>Losses</h2>"
    order = {name: index for index, name in enumerate(story.sides.values())}
    whole = {
        name: [sum(story.losses[turn].get(side, {}).values()) for turn in turns]
        for side, name in story.sides.items()
    }
    chart = svg.curves(turns, whole, order)
    yield f"<figure>{chart}<figcaption>Increments lost, turn by turn</figcaption></figure>"
    yield '<div class="two">'
    for side, name in story.sides.items():
        lines = _formations(story, side, turns)
        if lines:
            chart = svg.curves(turns, lines, {each: place for place, each in enumerate(lines)})
            said = f"{name}, by formation"
            yield f"<figure>{chart}<figcaption>{escape(said)}</figcaption></figure>"
    yield "</div>"
    rows = [
        (str(turn), story.turns.get(turn, ""), *(str(whole[name][place]) for name in whole))
        for place, turn in enumerate(turns)
    ]
    yield _table(("Turn", "Hour", *whole), rows, len(whole))


def _formations(story: Story, side: str, turns: Sequence[int]) -> dict[str, list[int]]:
    """The formations of a side that have lost anybody."""
    names = list(story.losses[turns[-1]].get(side, {}))
    found = {
        name or "others": [story.losses[turn].get(side, {}).get(name, 0) for turn in turns]
        for name in names
    }
    return {name: values for name, values in found.items() if values[-1]}


def _moments(story: Story) -> Iterable[str]:
    if not story.moments:
        return
    yield "<h2>Key moments</h2>"
    rows = [
        (f"{each.turn}" + (f", {each.hour}" if each.hour else ""), str(each.number), each.text)
        for each in story.moments
    ]
    yield _table(("Turn", "Line", "What happened"), rows)


def _luck(story: Story) -> Iterable[str]:
    if not story.fortunes:
        return
    yield "<h2>Luck</h2><p>What the dice brought, beside what such throws bring on average.</p>"
    rows = [
        _fortune(story.sides.get(side, side), story.throws.get(kind, Throws(kind)), each)
        for (side, kind), each in sorted(story.fortunes.items())
    ]
    yield _table(("Side", "Throws of", "Counted", "Throws", "Brought", "Expected"), rows, 3)


def _fortune(side: str, throws: Throws, fortune: Fortune) -> tuple[str, ...]:
    share = fortune.throws if throws.each else 1
    got, expected = (throws.form.format(sum_ / share) for sum_ in (fortune.got, fortune.expected))
    return side, throws.title, throws.counted, str(fortune.throws), got, expected


def _thoughts(story: Story) -> Iterable[str]:
    if not story.thoughts:
        return
    yield "<h2>What the computer had in mind</h2>"
    rows = [
        (str(each.turn), str(each.number), f"{story.sides.get(each.side, each.side)} ({each.bot})",
         each.words, each.why)
        for each in story.thoughts
    ]  # fmt: skip
    yield _table(("Turn", "Line", "Side", "Order", "Why"), rows)
