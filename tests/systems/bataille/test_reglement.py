"""What an edition does otherwise hangs on its règlement; what it leaves alone is as the base book has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.kernel import Done, Flow, Item, Procedure, Reason, step, why_not
from grognard.mechanics.concordance import Concordance
from grognard.mechanics.hexes import Hex, parse_hex
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.fire.firing import silence
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.horse.ride import RideWord, Riding
from grognard.systems.bataille.melee.melee import attack_strength
from grognard.systems.bataille.melee.melee_values import Melee, Strength
from grognard.systems.bataille.morale.morale import SQUARE, general_items
from grognard.systems.bataille.morale.retreat_move import rout_length
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.reglement import PLAIN, Reglement
from grognard.systems.bataille.table import Table
from grognard.systems.premier.reglement import REGLEMENT
from tests.systems.premier.charges import horse
from tests.systems.premier.kit import FRENCH, battalion, begin, field, play

OPEN = ["........"] * 8


def table_of(*units: Any, **hooks: Any) -> Table:
    """Units on open ground, under the règlement of Premier with these hooks changed."""
    return field(OPEN, *units, reglement=msgspec.structs.replace(REGLEMENT, **hooks))


def weary(table: Table, unit: UnitId) -> Iterator[Item]:
    yield Item(-12, "far from home", "X1.1")


def mute(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    return Reason("it lies down", "X12.13.8") if at == parse_hex("0303") else None


class Smoke(Procedure, tag=True):
    """Something that follows a fire."""

    at: Hex
    unit: UnitId

    @step("X18.6")
    def rise(self, table: Table) -> Flow:
        table.record(Marked(self.unit, "smoke"))
        return Done()


def test_a_row_of_morale_stands_beside_the_base_books_or_takes_its_place() -> None:
    square = battalion("F1", "0303", "S", "square")
    (base,) = general_items(table_of(square), "F1")
    assert base.clause == "P16.46"
    beside = list(general_items(table_of(square, rows={"far": weary}), "F1"))
    assert [item.clause for item in beside] == ["P16.46", "X1.1"]
    (instead,) = general_items(table_of(square, rows={SQUARE: weary}), "F1")
    assert instead.amount == -12


def test_an_edition_has_its_own_silences() -> None:
    table = table_of(battalion("F1", "0303", "S"), battalion("F2", "0503", "S"), silences=(mute,))
    assert silence(table, "F1", parse_hex("0303")) == Reason("it lies down", "X12.13.8")
    assert silence(table, "F2", parse_hex("0503")) is None


def test_a_rout_goes_as_far_as_the_edition_says() -> None:
    unit = battalion("F1", "0303", "S")
    assert rout_length(table_of(unit), "F1") == 10
    assert rout_length(table_of(unit, rout_hexes=lambda table, unit: 4), "F1") == 4


def test_something_may_follow_a_fire() -> None:
    units = (battalion("F1", "0303", "S"), battalion("P1", "0304", "N"))
    table = table_of(*units, after_fire=lambda table, fire: Smoke(fire.target, "F1"))
    attack = FireAttack(parse_hex("0304"), (Firer("F1", parse_hex("0303")),), "offensive")
    state = play(begin(table, attack), 11)
    assert "smoke" in state.table.pieces["F1"].marks


def test_a_step_of_a_charge_calls_forth_what_the_edition_says() -> None:
    class Quiet(Procedure, tag=True):
        """No window at all."""

        riding: Riding
        stepped: bool

        @step("X19.4")
        def over(self, table: Table) -> Flow:
            table.record(Marked(self.riding.gallop.lead, "unseen"))
            return Done(self.riding)

    table = table_of(horse("F1"), battalion("P1", "0505", "N"), ride_windows=Quiet)
    state = begin(table, RideWord(Riding(Gallop(("F1",), (30,))), "S"))
    assert "unseen" in state.table.pieces["F1"].marks


def test_a_refusal_is_told_by_the_clauses_of_the_edition() -> None:
    unit = battalion("F1", "0303", "S")
    base = begin(table_of(unit), MovementSegment(FRENCH))
    (reason,) = why_not(base, _parsed("march F1 S S S S S S S S"))
    own = Concordance({reason.clause: ("X9.9",)})
    told = begin(table_of(unit, concordance=own), MovementSegment(FRENCH))
    assert why_not(told, _parsed("march F1 S S S S S S S S")) == [Reason(reason.text, "X9.9")]


def test_without_a_word_the_factors_of_a_melee_are_the_base_books() -> None:
    heavy = horse("F1", "0304", "SSE", movement=11, formation="line")
    melee = Melee(parse_hex("0305"), ("F1",))
    foe = battalion("P1", "0305", "N")
    own = attack_strength(table_of(heavy, foe), melee)
    base = attack_strength(table_of(heavy, foe, melee=None), melee)
    assert _clauses(own) - _clauses(base) == {"P35.8"}


def test_an_edition_that_says_nothing_lets_a_full_hex_stand() -> None:
    assert isinstance(PLAIN.settle(parse_hex("0303")), Procedure)
    assert Reglement().extra_leg is PLAIN.extra_leg


def _parsed(text: str) -> Any:
    from grognard.systems.bataille.commands import parse

    return parse(text)


def _clauses(strength: Strength) -> set[str]:
    return {factor.clause for each in strength.fighters for factor in each.factors}
