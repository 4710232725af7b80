"""The report of simulated campaigns: one page with plots, no script, no other file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from grognard.campaign.pack import CampaignPack
from grognard.campaign.simulating import Run, Summary
from grognard.campaign.standing import levels_of
from grognard.host.markup import figure, table
from grognard.host.plots import TALL, drawn
from grognard.host.report_page import STYLE
from grognard.host.report_svg import INK, SIDES
from grognard.lab import plots
from grognard.lab.summary import interval, wilson

WIDE: Final = 560
HISTORY: Final = "#B8651B"
MIDDLE: Final = {"calculate": "(datum.from + datum.to) / 2", "as": "middle"}


def page(
    pack: CampaignPack,
    runs: Sequence[Run],
    summary: Summary,
    seats: Sequence[str],
    seed: int,
    options: Mapping[str, str],
) -> str:
    """The whole page."""
    name = f"{escape(pack.title)}: a simulation"
    chosen = ", ".join(f"{option}={value}" for option, value in options.items()) or "the usual"
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body><main><h1>{name}</h1>",
        table(("Side", "Played by"), zip(pack.sides.values(), seats, strict=True)),
        (
            f"<p>{len(runs)} campaigns from seed {seed}; readings of the house: {escape(chosen)}. "
            "Intervals hold 95 times in 100.</p>"
        ),
        *_sums(pack, runs, summary),
        *_verdicts(pack, runs),
        *_worth(pack, runs),
        *_turning(pack, runs),
        *_losses(pack, runs),
        *_joined(pack, runs),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def _sums(pack: CampaignPack, runs: Sequence[Run], summary: Summary) -> Iterator[str]:
    low, high = summary.interval
    least, most = pack.historical
    fought = f"{least:+}" if least == most else f"{least:+} to {most:+}"
    yield "<h2>Points</h2>"
    yield figure(_histogram(pack, runs), "How often each sum came out; marked: as it was fought")
    yield (
        f"<p>Mean {summary.mean:+.1f} [{low:+.1f}, {high:+.1f}]; as it was fought: {fought}.</p>"
    )


def _histogram(pack: CampaignPack, runs: Sequence[Run]) -> str:
    """A column for every sum on the scale of the campaign, with its bands and the line of history."""
    counts = Counter(run.total for run in runs)
    sides = list(pack.sides)
    bands = [
        {"from": band.least, "to": band.most + 1, "level": band.level,
         "colour": SIDES[sides.index(band.side)][1] if band.side in sides else INK}
        for band in pack.bands
    ]  # fmt: skip
    sums = [
        {"from": points + 0.1, "to": points + 0.9, "count": count}
        for points, count in counts.items()
    ]
    first, last = pack.historical
    ends = (min(band.least for band in pack.bands), max(band.most for band in pack.bands) + 1)
    scale = {"domain": ends, "nice": False}
    along = {
        "x": {"field": "from", "type": "quantitative", "scale": scale,
              "axis": {"title": None, "format": "+d", "grid": False}},
        "x2": {"field": "to"},
    }  # fmt: skip
    count = {"field": "count", "type": "quantitative", "axis": {"title": None, "tickMinStep": 1}}
    middle = {"x": {"field": "middle", "type": "quantitative"}}
    under = {"y": {"value": TALL + 34}}
    return drawn({
        "width": WIDE, "height": TALL,
        "layer": [
            {"data": {"values": [{"from": first, "to": last + 1}]},
             "mark": {"type": "rect", "color": HISTORY, "opacity": 0.25}, "encoding": along},
            {"data": {"values": bands}, "mark": {"type": "rect", "opacity": 0.35, "stroke": INK},
             "encoding": {**along, "y": {"value": TALL}, "y2": {"value": TALL - 8},
                          "color": {"field": "colour", "scale": None}}},
            {"data": {"values": sums}, "mark": {"type": "rect", "color": INK, "opacity": 0.75},
             "encoding": {**along, "y": count, "y2": {"datum": 0}}},
            {"data": {"values": bands}, "transform": [MIDDLE],
             "mark": {"type": "text", "align": "center", "fontSize": 10},
             "encoding": {**middle, **under, "text": {"field": "level"}}},
        ],
    })  # fmt: skip


def _verdicts(pack: CampaignPack, runs: Sequence[Run]) -> Iterator[str]:
    sides = {side: place for place, side in enumerate(pack.sides)}
    bands = sorted(pack.bands, key=lambda band: -band.least)
    counts = Counter(run.verdict for run in runs)
    shares = [wilson(band.name, counts[band.level], len(runs)) for band in bands]
    yield "<h2>Verdicts</h2>"
    colours = {band.name: sides[band.side] for band in bands if band.side in sides}
    yield figure(plots.bars(shares, colours), "What the sums were worth")
    ended = Counter(run.ended for run in runs if run.ended)
    if pack.ends:
        said = [wilson(end.text, ended[end.text], len(runs)) for end in pack.ends]
        colours = {end.text: sides[end.side] for end in pack.ends}
        yield figure(plots.bars(said, colours), "Turning points that were passed")


def _worth(pack: CampaignPack, runs: Sequence[Run]) -> Iterator[str]:
    rows = []
    for stage in pack.stages:
        points = [float(run.points[stage.id]) for run in runs if stage.id in run.points]
        if points:
            rows.append((stage.title, interval(points)))
    yield "<h2>What each battle is worth</h2>"
    yield figure(plots.spans(rows), f"Points of {next(iter(pack.sides.values()))}, mean")
    found = {level for run in runs for level in run.levels.values()}
    seen = [level for level in levels_of(pack) if level in found]
    rows_of = (
        (
            stage.title,
            pack.history.get(stage.id, ""),
            *(str(sum(run.levels.get(stage.id) == level for run in runs) or "") for level in seen),
        )
        for stage in pack.stages
    )
    yield table(("Battle", "As it was", *seen), rows_of, len(seen))


def _turning(pack: CampaignPack, runs: Sequence[Run]) -> Iterator[str]:
    """After which battle the side that wins in the end was ahead for good, and where it ended."""
    turned: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    for run in runs:
        sums, now = [], 0
        for stage, points in run.points.items():
            now += points
            sums.append((stage, pack.band(now).side))
        last = sums[-1][1]
        turned[next(stage for place, (stage, _) in enumerate(sums)
                    if all(side == last for _, side in sums[place:]))] += 1  # fmt: skip
        ended[sums[-1][0]] += 1
    yield "<h2>Where the campaign turns</h2>"
    yield table(
        ("Battle", "Winner ahead for good", "Campaign over"),
        ((stage.title, str(turned[stage.id]), str(ended[stage.id])) for stage in pack.stages),
        2,
    )


def _losses(pack: CampaignPack, runs: Sequence[Run]) -> Iterator[str]:
    yield "<h2>What it cost</h2>"
    rows: Iterable[tuple[str, ...]] = (
        (
            stage.title,
            *(
                _mean_of([run.lost[stage.id].get(side, 0) for run in runs if stage.id in run.lost])
                for side in pack.sides
            ),
        )
        for stage in pack.stages
    )
    yield table(("Increments lost, mean", *pack.sides.values()), rows, len(pack.sides))


def _mean_of(values: Sequence[int]) -> str:
    return f"{sum(values) / len(values):.1f}" if values else ""


def _joined(pack: CampaignPack, runs: Sequence[Run]) -> Iterator[str]:
    if pack.joins:
        yield "<h2>Who joined</h2>"
        counts = Counter(each for run in runs for each in run.joined)
        shares = [wilson(join.id.title(), counts[join.id], len(runs)) for join in pack.joins]
        yield figure(plots.bars(shares), "Bodies that marched to a later field")
