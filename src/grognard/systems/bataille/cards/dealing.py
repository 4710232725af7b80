"""Dealing the cards: read from their files once for each choice of alternatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from grognard.mechanics.charts import Chart, load_chart
from grognard.mechanics.charts.printing import printed_in, printing
from grognard.systems.bataille.cards.building import (
    fractions,
    hexsides,
    ints,
    limits,
    named,
    records,
    stacking,
    terrains,
    ways,
    whole,
    whole_or_none,
    words,
)
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.cards.values import (
    BatteryCard,
    CavalryProfile,
    FormationCard,
    InfantryProfile,
    LeaderCasualty,
    LightCard,
    MultiplesCard,
    WeatherCard,
    WorkCard,
)

BASE_CHARTS: Final = Path(__file__).parent.parent / "book" / "charts"
NONE: Final[frozenset[tuple[str, str]]] = frozenset()

Charts = Mapping[str, Chart]
D = TypeVar("D", bound=Deck)


def nothing_more(charts: Charts) -> dict[str, Any]:
    """An edition whose cards are the shared ones."""
    return {}


class Dealer(Generic[D]):
    """Deals the cards of an edition: the shared charts, and those of its own folders.

    A chart of a later folder stands for one of the same name before it. ``own`` makes the fields
    that the edition's deck has beyond the shared ones, and figures that stand in place of shared
    ones of the same name.
    """

    def __init__(
        self,
        kind: type[D],
        *folders: Path,
        own: Callable[[Charts], dict[str, Any]] = nothing_more,
    ) -> None:
        self.kind, self.own = kind, own
        self.folders = (BASE_CHARTS, *folders)
        self._decks: dict[frozenset[tuple[str, str]], D] = {}

    def deal(self, alternatives: frozenset[tuple[str, str]] = NONE) -> D:
        """The cards with these alternatives, pairs of option and value; others keep their default."""
        if not alternatives:
            return self._dealt(NONE)
        options = self._dealt(NONE).options
        for option, value in sorted(alternatives):
            if value not in options.get(option, ()):
                known = ", ".join(options.get(option, sorted(options)))
                raise LookupError(f"no alternative {option}={value}; known: {known}")
        chosen = frozenset(pair for pair in alternatives if pair[1] != options[pair[0]][0])
        return self._dealt(chosen)

    def options(self) -> dict[str, tuple[str, ...]]:
        """The options that choose among figures of the cards, each with its values, default first."""
        return dict(self._dealt(NONE).options)

    @property
    def revision(self) -> str:
        """Another printing of the cards is another game."""
        return printing(*self.folders)

    @cached_property
    def _sources(self) -> frozenset[str]:
        return frozenset(load_chart(BASE_CHARTS / "sources.yaml").keyed("codes").rows)

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        return {
            path.stem: load_chart(path, None, self._sources) for path in printed_in(*self.folders)
        }

    def _dealt(self, chosen: frozenset[tuple[str, str]]) -> D:
        if chosen not in self._decks:
            self._decks[chosen] = self._read(chosen)
        return self._decks[chosen]

    def _read(self, chosen: frozenset[tuple[str, str]]) -> D:
        charts = dict(self._charts)
        for path in printed_in(*self.folders):
            known = charts[path.stem].options
            own = {option: value for option, value in sorted(chosen) if option in known}
            if own:
                charts[path.stem] = load_chart(path, own, self._sources)
        options = named(*(dict(chart.options) for chart in charts.values()))
        fields: dict[str, Any] = {
            **_fire(charts),
            **_ground(charts),
            **_figures(charts),
            **_morale(charts),
            **_charge(charts),
            **_troops(charts),
        }
        for field, own in self.own(charts).items():
            fields[field] = {**fields[field], **own} if field in fields else own
        return self.kind(charts=charts, chosen=chosen, options=options, **fields)


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
    recall, limbering = charts["recall"], charts["limbering"]
    return {
        "melee_factors": fractions(charts["melee-factors"].keyed("factors")),
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
