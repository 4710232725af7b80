"""The page of a report: headings, drawings and tables around what a battle's story holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from grognard.desks.catalogue import Figure
from grognard.desks.reporting import Throws
from grognard.desks.teller import NONE
from grognard.host import plots
from grognard.host import report_svg as svg
from grognard.host.markup import figure, table

if TYPE_CHECKING:
    from grognard.host.report import Fortune, Story, Tells
    from grognard.kernel.outcome import Outcome

Say = Callable[..., str]
"""What says a message of the catalogue."""

Draws = Callable[[plots.Spec], str]
"""What draws a plot by its description."""

STYLE: Final = """
body{margin:0;background:#EDE3CA}
main.report{font:17px/1.45 "EB Garamond",Georgia,serif;max-width:78em;margin:0 auto;padding:1.6em 2.4em;
background:#F6EFDD;color:#2A1D0F}
.report h1,.report h2{font:400 1.5em/1.2 "IM Fell French Canon SC","IM Fell DW Pica SC",Georgia,serif;
font-variant-caps:small-caps;border-bottom:1px solid #B9A67E;margin:1.1em 0 .4em}
.report h1{font-size:2.4em;border-bottom:3px double #B9A67E;margin-top:0}
.report svg{width:100%;height:auto;background:#EDE3CA;border:1px solid #B9A67E}
.report svg.unseen{position:absolute;width:0;height:0;border:0}
.report svg.marks{display:block;max-width:880px}
.report figure{margin:.6em 0}.report figcaption{font-style:italic}
.report .two{display:grid;grid-template-columns:repeat(auto-fit,minmax(24em,1fr));gap:1em}
.report .verdict{background:#17212E;color:#F6EFDD;padding:.2em 1.2em 1em;border-bottom:4px solid #D8B04A;
border-radius:3px;margin:1.2em 0}.report .verdict h2{border:0;font-size:1em;margin:.6em 0 0;color:#CFC7B2}
.report .verdict strong{font:400 1.8em/1.2 "IM Fell DW Pica",Georgia,serif}
.report .verdict td,.report .verdict th{border-color:#3C4A5C}
.report table{border-collapse:collapse;margin:.8em 0}
.report td,.report th{padding:.15em .8em .15em 0;text-align:left;border-bottom:1px solid #E2D5B5;vertical-align:top}
.report td.n,.report th.n{text-align:right}
@media print{@page{size:A4;margin:14mm}body,main.report{background:#fff;padding:0;max-width:none;font-size:10.5pt}
.report svg{background:none}.report .two{grid-template-columns:1fr 1fr;gap:.6em 1em}
.report h1{font-size:2em}.report h2{margin-top:.8em}
.report .verdict{background:#fff;color:#2A1D0F;border:2px solid #2A1D0F}.report .verdict h2{color:#54422C}
.report figure,.report tr,.report .verdict{break-inside:avoid}.report h2{break-after:avoid}
.report h2+p{break-after:avoid}}
"""
GROUND: Final = "ground"


def page(story: Story, teller: Tells, draw: Draws = plots.drawn) -> str:
    """The whole page."""
    say = teller.say
    title = escape(story.title)
    parts = [
        f'<!doctype html><html lang="{teller.language}"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<style>{STYLE}</style></head><body><main class="report">',
        f"<header><h1>{title}</h1>",
        *_head(story, say),
        '</header><section class="verdict">',
        *_verdict(story, teller),
        "</section>",
        *_pictures(story, say),
        *_losses(story, say, draw),
        *_moments(story, say),
        *_luck(story, teller, draw),
        *_thoughts(story, say),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def _head(story: Story, say: Say) -> Iterable[str]:
    """Who played, how long the record is, and what was played otherwise than usual."""
    played = (
        say("report-played", side=name, player=_player(story.seats[side], say))
        for side, name in story.sides.items()
        if side in story.seats
    )
    told = [*played, say("report-lines", lines=Figure(story.lines)), *story.options]
    yield f"<p><em>{escape(' '.join(told))}</em></p>"


def _player(seat: str, say: Say) -> str:
    """Who sat there: a person, or a level of the computer and its temperament."""
    level, _, temper = seat.partition(":")
    return say("report-player", level=level, temper=temper or NONE)


def _verdict(story: Story, teller: Tells) -> Iterable[str]:
    say = teller.say
    yield f"<h2>{say('report-verdict')}</h2>"
    yield f"<p><strong>{escape(story.verdict or say('report-not-over'))}</strong></p>"
    outcome = story.outcome
    if outcome is None:
        return
    if story.judged:
        reasons = map(teller.ground, outcome.reasons)
        yield "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in reasons) + "</ul>"
    yield from _standing(story, outcome, teller)


def _standing(story: Story, outcome: Outcome, teller: Tells) -> Iterable[str]:
    """What became of the organisations, the leaders who fell, and who holds the ground."""
    say, phrase = teller.say, teller.phrase
    if outcome.bodies:
        rows = [
            (story.sides.get(body.side, body.side), phrase(body.name), str(body.level),
             str(body.strength), str(body.lost))
            for body in outcome.bodies
        ]  # fmt: skip
        heads = ("side", "formation", "level", "strength", "lost")
        yield table([say(f"report-{head}") for head in heads], rows, 3)
    fallen = ", ".join(
        f"{each.name} ({phrase(each.fate)})" for each in outcome.leaders if each.gone
    )
    if fallen:
        yield f"<p>{escape(say('report-fallen', leaders=fallen))}</p>"
    nobody = say("report-nobody")
    held = [
        (phrase(place), story.sides.get(side, nobody)) for place, side in outcome.places.items()
    ]
    if held:
        yield table((say("report-place"), say("report-held")), held)


def _pictures(story: Story, say: Say) -> Iterable[str]:
    if story.ground is None or not story.pictures:
        return
    yield f"<h2>{say('report-field')}</h2>"
    keys = ", ".join(
        say("report-plates", side=story.sides[side], light="no" if place % 2 else "yes")
        for side, place in story.colours.items()
    )
    yield f"<p>{escape(say('report-key', plates=keys))}</p>"
    yield svg.ground_drawing(story.ground, GROUND)
    yield '<div class="two">'
    for each in story.pictures:
        drawn = svg.picture(story.ground, GROUND, each.stands, story.colours)
        when = say("report-turn", turn=str(each.turn), hour=each.hour or NONE)
        yield figure(drawn, when)
    yield "</div>"


def _losses(story: Story, say: Say, draw: Draws) -> Iterable[str]:
    turns = sorted(story.losses)
    if not turns or not any(sum(lost.values()) for lost in story.losses[turns[-1]].values()):
        return
    yield f"<h2>{say('report-losses')}</h2>"
    sides = story.colours
    whole = {
        story.sides[side]: [sum(story.losses[turn].get(side, {}).values()) for turn in turns]
        for side in sides
    }
    hours = [story.turns.get(turn, "") for turn in turns]
    told = all(hours) and len(set(hours)) == len(hours)
    along = hours if told else turns
    across = say("report-hours" if told else "report-turns")
    drawn = plots.curves(
        along, whole, across=across, wide=plots.PAGE, places=list(sides.values()), steps=True
    )
    yield figure(draw(drawn), say("report-curve"))
    yield '<div class="two">'
    for side, name in story.sides.items():
        lines = _formations(story, side, turns, say)
        if len(lines) > 1:
            drawn = plots.curves(along, lines, across=across, wide=plots.WIDE)
            yield figure(draw(drawn), say("report-formations", side=name))
    yield "</div>"
    rows = [
        (str(turn), story.turns.get(turn, ""), *(str(whole[name][place]) for name in whole))
        for place, turn in enumerate(turns)
    ]
    yield table((say("report-turns"), say("report-hours"), *whole), rows, len(whole))


def _formations(story: Story, side: str, turns: Sequence[int], say: Say) -> dict[str, list[int]]:
    """The formations of a side that have lost anybody."""
    names = list(story.losses[turns[-1]].get(side, {}))
    found = {
        name or say("report-others"): [
            story.losses[turn].get(side, {}).get(name, 0) for turn in turns
        ]
        for name in names
    }
    return {name: values for name, values in found.items() if values[-1]}


def _moments(story: Story, say: Say) -> Iterable[str]:
    if not story.moments:
        return
    yield f"<h2>{say('report-moments')}</h2>"
    rows = [
        (f"{each.turn}" + (f", {each.hour}" if each.hour else ""), str(each.number), each.text)
        for each in story.moments
    ]
    yield table((say("report-turns"), say("report-line"), say("report-happened")), rows)


def _luck(story: Story, teller: Tells, draw: Draws) -> Iterable[str]:
    if not story.fortunes:
        return
    say = teller.say
    yield f"<h2>{say('report-luck')}</h2><p>{say('report-luck-text')}</p>"
    places = story.colours
    beyond = [
        (f"{story.sides[side]}, {teller.phrase(story.throws.get(kind, Throws(kind)).title)}",
         each.got / each.expected - 1, places[side])
        for (side, kind), each in sorted(story.fortunes.items())
        if each.expected and side in places
    ]  # fmt: skip
    if beyond:
        yield figure(draw(plots.beside(beyond)), say("report-beside"))
    rows = [
        _fortune(story.sides.get(side, side), story.throws.get(kind, Throws(kind)), each, teller)
        for (side, kind), each in sorted(story.fortunes.items())
    ]
    heads = ("side", "throws-of", "counted", "throws", "brought", "expected")
    yield table([say(f"report-{head}") for head in heads], rows, 3)


def _fortune(side: str, throws: Throws, fortune: Fortune, teller: Tells) -> tuple[str, ...]:
    share = fortune.throws if throws.each else 1
    got, expected = (throws.form.format(sum_ / share) for sum_ in (fortune.got, fortune.expected))
    title, counted = teller.phrase(throws.title), teller.phrase(throws.counted)
    return side, title, counted, str(fortune.throws), got, expected


def _thoughts(story: Story, say: Say) -> Iterable[str]:
    if not story.thoughts:
        return
    yield f"<h2>{say('report-thoughts')}</h2>"
    rows = [
        (str(each.turn), str(each.number), f"{story.sides.get(each.side, each.side)} ({_player(each.bot, say)})",
         each.words, each.why)
        for each in story.thoughts
    ]  # fmt: skip
    heads = ("turns", "line", "side", "order", "why")
    yield table([say(f"report-{head}") for head in heads], rows)
