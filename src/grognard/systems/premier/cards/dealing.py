"""Dealing the cards: read from their files once for each choice of alternatives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from grognard.mechanics.charts import Chart, load_chart
from grognard.systems.premier.cards.building import (
    carre_rows,
    fractions,
    hexsides,
    ints,
    limits,
    melee_result,
    named,
    records,
    stacking,
    terrains,
    ways,
    whole,
    whole_or_none,
    words,
)
from grognard.systems.premier.cards.deck import Cards
from grognard.systems.premier.cards.values import (
    BatteryCard,
    CavalryProfile,
    FormationCard,
    InfantryProfile,
    LeaderCasualty,
    LightCard,
    MatrixEffect,
    MultiplesCard,
    WeatherCard,
    WorkCard,
)

CHARTS = Path(__file__).parent.parent / "charts"
NONE: frozenset[tuple[str, str]] = frozenset()


def cards(alternatives: frozenset[tuple[str, str]] = NONE) -> Cards:
    """The cards with these alternatives, as pairs of option and value; others keep their default."""
    if not alternatives:
        return _dealt(NONE)
    options = _dealt(NONE).options
    for option, value in sorted(alternatives):
        if value not in options.get(option, ()):
            known = ", ".join(options.get(option, sorted(options)))
            raise LookupError(f"no alternative {option}={value}; known: {known}")
    return _dealt(frozenset(pair for pair in alternatives if pair[1] != options[pair[0]][0]))


def chart_options() -> dict[str, tuple[str, ...]]:
    """The options that choose among figures of the cards, each with its values, default first."""
    return dict(_dealt(NONE).options)


@cache
def _sources() -> frozenset[str]:
    return frozenset(load_chart(CHARTS / "sources.yaml").keyed("codes").rows)


@cache
def _charts() -> dict[str, Chart]:
    paths = sorted(CHARTS.glob("*.yaml"))
    return {path.stem: load_chart(path, None, _sources()) for path in paths}


@cache
def _dealt(chosen: frozenset[tuple[str, str]]) -> Cards:
    charts = dict(_charts())
    for name, chart in _charts().items():
        own = {option: value for option, value in sorted(chosen) if option in chart.options}
        if own:
            charts[name] = load_chart(CHARTS / f"{name}.yaml", own, _sources())
    options = named(*(dict(chart.options) for chart in charts.values()))
    fields: dict[str, Any] = {
        **_fire(charts),
        **_melee(charts),
        **_ground(charts),
        **_figures(charts),
        **_morale(charts),
        **_charge(charts),
        **_troops(charts),
    }
    return Cards(charts=charts, chosen=chosen, options=options, **fields)


Charts = Mapping[str, Chart]


def _fire(charts: Charts) -> dict[str, Any]:
    fire, defence, losses = charts["fire"], charts["fire-defence"], charts["fire-losses"]
    flank = defence.keyed("flanks").row("flank")
    return {
        "fire_odds": fire.odds("odds"),
        "fire_cells": tuple(
            tuple(int(cell) for cell in cells) for cells in fire.ladder("losses").cells
        ),
        "defence": records(defence.keyed("terrain"), dict),
        "defence_crossing": records(defence.keyed("crossing"), dict),
        "defence_cases": ints(defence.keyed("cases")),
        "flanked": (flank["terrain"], flank["formations"]),
        "troops": records(charts["fire-multiples"].keyed("troops"), MultiplesCard),
        "ranges": tuple(ints(charts["batteries"].keyed("ranges"), "from").items()),
        "fire_checks": words(losses.keyed("troops")),
        "rhythms": dict(losses.keyed("rhythms").rows),
        "loss_shares": tuple(losses.keyed("sharing").rows.values()),
    }


def _melee(charts: Charts) -> dict[str, Any]:
    melee, matrix, before = charts["melee"], charts["matrix"], charts["premelee"]
    codes, conditions = matrix.keyed("codes"), before.keyed("conditions")
    by_odds, odds = before.keyed("by_odds"), before.odds("odds")
    elite = before.keyed("elite_fire")
    return {
        "melee_odds": melee.odds("odds"),
        "melee_cells": tuple(
            tuple(melee_result(cell) for cell in cells) for cells in melee.ladder("results").cells
        ),
        "melee_factors": fractions(charts["melee-factors"].keyed("factors")),
        "matrix": {
            (row, column): whole(cell)
            for row in codes.rows
            for column, cell in codes.row(row).items()
        },
        "effects": {
            int(code): effect
            for code, effect in records(matrix.keyed("effects"), MatrixEffect).items()
        },
        "premelee_table": (odds, tuple((*by_odds.rows[name], name) for name in odds.names)),
        "premelee_conditions": {name: row[:2] for name, row in conditions.rows.items()},
        "premelee_effects_of": {name: row[2] or () for name, row in conditions.rows.items()},
        "elite_fire_dice": {
            rung: whole(dice)
            for rungs, dice in elite.rows.values()
            for rung in cast(tuple[int, ...], rungs)
        },
    }


def _ground(charts: Charts) -> dict[str, Any]:
    movement, formation = charts["terrain-movement"], charts["terrain-formation"]
    stack = charts["stacking"]
    limits_of = stacking(stack)
    by_formation = stack.keyed("formations").column()
    return {
        "terrains": terrains(movement, formation, limits_of, stack.keyed("terrain")),
        "hexsides": hexsides(movement, formation),
        "ways": ways(movement),
        "limits": limits_of,
        "formation_limits": {name: limits(cell) for name, cell in by_formation.items()},
        "formations": records(charts["orientation"].keyed("sides"), FormationCard),
        "point_costs": ints(movement.keyed("points")),
        "works": records(charts["fortifications"].keyed("works"), WorkCard),
    }


def _figures(charts: Charts) -> dict[str, Any]:
    counts = (
        ("terrain-movement", "counts"),
        ("stacking", "counts"),
        ("orientation", "counts"),
        ("skirmishers", "counts"),
        ("fire-modifiers", "figures"),
        ("batteries", "counts"),
        ("charge", "figures"),
        ("matrix", "retreats"),
        ("turn-and-recovery", "figures"),
    )
    factors = (
        ("terrain-movement", "factors"),
        ("fire-multiples", "shares"),
        ("fire-modifiers", "factors"),
        ("leader-casualties", "shares"),
    )
    return {
        "counts": named(*(ints(charts[card].keyed(table)) for card, table in counts)),
        "factors": named(*(fractions(charts[card].keyed(table)) for card, table in factors)),
    }


def _morale(charts: Charts) -> dict[str, Any]:
    levels, leaders = charts["morale-levels"], charts["leader-casualties"]
    wounds = records(leaders.keyed("wounds"), LeaderCasualty)
    return {
        "morale_dice": ints(charts["morale"].keyed("modifiers")),
        "level_percents": tuple(ints(levels.keyed("percent")).values()),
        "level_dice": dict(levels.keyed("modifiers").rows),
        "leader_triggers": leaders.keyed("triggers").column(),
        "wounds": {int(die): wound for die, wound in wounds.items()},
    }


def _charge(charts: Charts) -> dict[str, Any]:
    carre, recall, limbering = charts["carre"], charts["recall"], charts["limbering"]
    return {
        "stand_dice": ints(charts["stand"].keyed("modifiers")),
        "carre_dice": ints(carre.keyed("modifiers")),
        "carre_cells": carre_rows(carre),
        "recall_numbers": ints(recall.keyed("numbers")),
        "recall_dice": ints(recall.keyed("dice")),
        "limber_numbers": ints(limbering.keyed("numbers")),
        "limber_modifiers": ints(limbering.keyed("modifiers")),
        "by_weight": dict(charts["charge"].keyed("by_weight").rows),
    }


def _troops(charts: Charts) -> dict[str, Any]:
    profiles, reach = charts["profiles"], charts["skirmishers"].keyed("ranges")
    return {
        "batteries": records(charts["batteries"].keyed("types"), BatteryCard),
        "infantry": records(profiles.keyed("infantry"), InfantryProfile),
        "cavalry": records(profiles.keyed("cavalry"), CavalryProfile),
        "skirmish_ranges": {
            kind: (whole(reach.cell(kind, "range")), whole_or_none(reach.cell(kind, "half_from")))
            for kind in reach.rows
        },
        "lights": records(charts["night"].keyed("light"), LightCard),
        "weathers": records(charts["weather"].keyed("effects"), WeatherCard),
        "minutes": ints(charts["timed-moves"].keyed("minutes")),
    }
