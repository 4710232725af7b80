"""What the adviser of La Bataille Premier says of orders that a client draws or warns about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard.bots.eager_bot import choose
from grognard.desks.advice import Option
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.mechanics.hexes import parse_hex
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from grognard.systems.registry import system_named
from tests.systems.premier.charges import OPEN, horse
from tests.systems.premier.kit import battalion, begin, field
from tests.systems.premier.moves import moving

PREMIER = system_named("premier")
FAR = battalion("P1", "0920", "N")


def begun(name: str, *orders: str, **options: str) -> Game:
    setting = PREMIER.library.setting(name, options)
    game = Game(PREMIER, setting, dict.fromkeys(setting.sides, "human"), DiceSource.seeded("1"))
    for order in orders:
        game.roll_on()
        game.answer(game.asked, order)
    game.roll_on()
    return game


def options(game: Game) -> dict[str, Option]:
    adviser = PREMIER.desk.adviser(PREMIER.rules, game.setting)
    return {option.text: option for option in adviser.listed(game.state).options}


def test_a_charge_names_who_rides_and_is_not_warned_of_where_it_has_enemies_in_reach() -> None:
    found = options(begun("charge"))
    assert (found["charge F2"].unit, found["charge F2"].units) == ("F2", ("F2",))
    assert found["charge F2"].warns == ""
    assert found["done"].warns == ""


def test_a_ride_leads_somewhere_and_costs_something() -> None:
    game = begun("charge", "charge F2", "done")
    ride = options(game)["ride F2 S"]
    before = game.state.table.pieces["F2"]
    assert ride.ends == ride.path == (before.at + 1,)
    assert (ride.units, ride.facing, ride.cost) == (("F2",), before.facing, 1.0)


@pytest.mark.rule("P38.46")
def test_a_halt_is_warned_of_while_somebody_could_be_struck() -> None:
    found = options(begun("charge", "charge F2", "done"))
    assert found["done"].warns.startswith("could strike ")
    assert found["done"].warns.endswith("(P38.46)")


@pytest.mark.rule("P37.3", "P38.15")
def test_horse_that_may_charge_shows_its_reach_and_whom_it_could_strike() -> None:
    game = begun("charge")
    adviser = PREMIER.desk.adviser(PREMIER.rules, game.setting)
    found = adviser.reach(game.state, "french", ("F2",))
    assert {aim.unit for aim in found.aims} == {"P1", "P2", "P4", "P5", "P6", "P7"}
    assert max(way.cost for way in found.ways) <= found.allowance
    for aim in found.aims:
        assert aim.at == game.state.table.pieces[aim.unit].at
        assert (aim.clause == "") is aim.straight
        assert aim.id == "", "the charge is not named yet"


@pytest.mark.rule("P38.2")
def test_a_charge_is_ridden_at_its_target_by_one_order() -> None:
    game = begun("charge", "charge F2", "done")
    adviser = PREMIER.desk.adviser(PREMIER.rules, game.setting)
    ask = game.state.pending
    assert isinstance(ask, Ask)
    found = adviser.reach(game.state, "french", ("F2",))
    for ride in [aim.id for aim in found.aims] + [way.id for way in found.ways]:
        assert PREMIER.rules.parse(ride) in ask.options


@pytest.mark.rule("P38.8")
def test_a_charge_that_can_strike_nobody_says_so() -> None:
    state = begin(field(OPEN, horse("F1", movement=5), FAR), ChargeSegment("french"))
    adviser = PREMIER.desk.adviser(PREMIER.rules, state.table.setting)
    found = adviser.reach(state, "french", ("F1",))
    assert found.aims == ()
    assert found.reason is not None
    assert found.reason.clause == "P38.8"


@pytest.mark.rule("P19.35", "PR-184")
def test_skirmishers_are_warned_before_they_end_on_a_column() -> None:
    light = battalion("F1", "0503", "SSE", "skirmish", increments=3, skirmish_multiple=2)
    state = moving(light, battalion("F2", "0505", "S"), battalion("P1", "0909", "N"))
    adviser = PREMIER.desk.adviser(PREMIER.rules, state.table.setting)
    listed = adviser.listed(state, "F1", most=500).options
    warned = {option.ends for option in listed if option.warns}
    assert warned == {(parse_hex("0505"),)}
    ways = adviser.reach(state, "french", ("F1",)).ways
    assert [way.at for way in ways if way.warns] == [parse_hex("0505")]


def moments(name: str, seed: int, most: int) -> Iterator[tuple[Game, Ask]]:
    """The questions of a battle that is fought with a will."""
    game, stream = begun(name), Stream(seed)
    for _ in range(most):
        game.roll_on()
        ask = game.state.pending
        if not isinstance(ask, Ask):
            return
        yield game, ask
        game.answer(game.asked, choose(game.view(game.asked), ask, stream))


def test_what_can_be_drawn_of_horsemen_and_leaders_is_told() -> None:
    seen: dict[str, Option] = {}
    for game, ask in moments("charge", 1, 800):
        if ask.purpose != "movement":
            seen.update((option.kind, option) for option in options(game).values())
    for kind in ("target", "pass"):
        assert seen[kind].unit
        assert seen[kind].target
        assert seen[kind].units, "the chargers"
    assert seen["square"].formation == "square"
    assert len(seen["square"].ends) == 1
    assert seen["counter"].ends
    assert seen["counter"].target


def test_an_order_that_cannot_be_drawn_is_only_its_words() -> None:
    game = begun("duel", "done")
    adviser = PREMIER.desk.adviser(PREMIER.rules, game.setting)
    option = adviser.option(game.state, PREMIER.rules.parse("time-up"))
    assert option == Option("time-up", "time-up")
