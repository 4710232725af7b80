"""Hidden units: what brings them to light, and what a side learns of them before (EG.9)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask
from grognard.kernel.views import told
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.charge.events import ChargeDeclared
from grognard.systems.empire.command.chiefs import change_order
from grognard.systems.empire.command.duty import note_duty
from grognard.systems.empire.command.events import DutyNoted, OrderChanged
from grognard.systems.empire.events import Activated, Revealed, Rode
from grognard.systems.empire.fire.firing import FireStep
from grognard.systems.empire.hiding import is_hiding
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.movement.buildings import Garrisoned, LeftBuilding
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.movement.screens import SkirmishersDetached, SkirmishersRejoined
from grognard.systems.empire.rally import Rallied
from grognard.systems.empire.rules import RULES
from tests.systems.empire.kit import Played, foot, ground, house, play
from tests.systems.empire.test_charge import led

WOOD = ground("wood", 5, 5, 20, 20)
FAR = foot("P1", 10, 35, 180)


def hidden(**more: Any) -> Any:
    return foot("F1", 10, 12, formation="column", hidden=True, **more)


def moves(*bases: Any, **more: Any) -> Played:
    return play(led(*bases, patches=[WOOD], **more), MovementStep("french-division"))


def heard(played: Played, side: str) -> list[str]:
    return [type(event).__name__ for event in told(played.events, side)]


@pytest.mark.rule("EG.9")
def test_who_fires_out_of_hiding_is_seen() -> None:
    inside = foot("F1", 10, 19.9, hidden=True)
    table = led(inside, foot("P1", 10, 21.4, 180), patches=[WOOD])
    asked = play(table, FireStep("french-division", preparatory=True))
    fired = asked.then("fire F1 volley P1")
    assert [event.unit for event in fired.told(Revealed)] == ["F1"]
    assert not fired.table.pieces["F1"].hidden


@pytest.mark.rule("EG.9", "EU.12")
def test_skirmishers_of_a_hidden_battalion_are_hidden_in_its_wood_and_seen_outside() -> None:
    inside = moves(hidden(sk=1), FAR).then("detach F1 0")
    assert inside.table.pieces["F1-sk"].hidden
    assert "F1-sk" not in RULES.view(inside.state, "prussian").pieces
    assert "F1-sk" not in RULES.view(inside.state, "prussian").screens
    assert SkirmishersDetached.__name__ not in heard(inside, "prussian")
    assert SkirmishersDetached.__name__ in heard(inside, "french")
    again = inside.then("rejoin F1-sk")
    assert SkirmishersRejoined.__name__ not in heard(again, "prussian")
    edge = foot("F1", 10, 19.8, formation="column", hidden=True, sk=1)
    outside = moves(edge, FAR).then("detach F1 0")
    assert not outside.table.pieces["F1-sk"].hidden
    assert outside.table.pieces["F1"].hidden


@pytest.mark.rule("EG.9", "ET.4")
def test_nobody_hears_that_a_hidden_battalion_goes_into_a_house_or_out_of_it() -> None:
    farm = house("farm", 9, 13, 11, 15)
    inside = moves(hidden(), FAR, buildings=[farm]).then("occupy F1 farm")
    for name in (Garrisoned.__name__, Activated.__name__):
        assert name in heard(inside, "french")
        assert name not in heard(inside, "prussian")
    assert inside.table.pieces["F1"].building == "farm"
    garrison = foot("F1", 10, 14, formation="garrison", building="farm", hidden=True)
    out = moves(garrison, FAR, buildings=[farm]).then("evacuate F1 south column")
    assert LeftBuilding.__name__ in heard(out, "french")
    assert LeftBuilding.__name__ not in heard(out, "prussian")


@pytest.mark.rule("EG.9", "E64.3")
def test_nobody_hears_that_a_hidden_battalion_rallies() -> None:
    rallied = moves(hidden(disordered=True), FAR).then("rally F1")
    assert Rallied.__name__ in heard(rallied, "french")
    assert Rallied.__name__ not in heard(rallied, "prussian")


@pytest.mark.rule("EG.9", "E23.11")
def test_a_commander_who_is_with_a_hidden_unit_is_not_seen_either() -> None:
    played = moves(hidden(), FAR, attached="F1")
    assert played.table.officers["french-general"].at is not None
    seen = RULES.view(played.state, "prussian").officers["french-general"]
    assert (seen.at, seen.attached) == (None, "")
    assert RULES.view(played.state, "french").officers["french-general"].attached == "F1"
    away = Rode("french-general", (1, 1), "F1", secret="french")
    assert away.seen_by("prussian") is None


@pytest.mark.rule("EG.9", "E25.13", "E25.14")
def test_a_division_that_hides_shows_neither_its_duty_nor_where_it_stands() -> None:
    table = led(hidden(), foot("F2", 30, 10), FAR, patches=[WOOD])
    note_duty(table, "french-division")
    change_order(table, "french-division", Order.HOLD)
    noted, changed = table.happened
    assert isinstance(noted, DutyNoted)
    assert noted.seen_by("prussian") is None
    assert isinstance(changed, OrderChanged)
    assert changed.around is not None
    masked = changed.seen_by("prussian")
    assert masked is not None
    assert (masked.order, masked.around) == (Order.HOLD, None)
    state = play(table, MovementStep("french-division")).state
    body = RULES.view(state, "prussian").bodies["french-division"]
    assert (body.due, body.around) == ((), None)


@pytest.mark.rule("EG.9", "E35.12")
def test_a_charge_declared_out_of_hiding_is_heard_of_when_it_is_ridden() -> None:
    table = led(
        hidden(), foot("F2", 25, 10, formation="column"), foot("P1", 10, 15.5, 180),
        foot("P2", 25, 13, 180), patches=[WOOD], orders={"french": "attack"},
    )  # fmt: skip
    declared = play(table, ChargeStep("french-division")).then("charge F1 P1")
    assert ChargeDeclared.__name__ not in heard(declared, "prussian")
    frames = RULES.view(declared.state, "prussian").stack
    assert "F1" not in str(frames)
    assert declared.then("done").told(Revealed)


@pytest.mark.rule("EG.9", "EM.1")
def test_the_enemy_sees_how_far_a_unit_has_come_and_not_where_it_means_to_go() -> None:
    mover = foot("F1", 30, 10, formation="column")
    table = led(mover, foot("P1", 30, 16, 180, "skirmish", sk=1), patches=[WOOD])
    asked = play(table, MovementStep("french-division")).then("move F1 forward:4000")
    assert isinstance(asked.state.pending, Ask)
    assert asked.state.pending.side == "prussian"
    own, other = (
        next(
            frame.procedure
            for frame in RULES.view(asked.state, side).stack
            if hasattr(frame.procedure, "stages")
        )
        for side in ("french", "prussian")
    )
    assert len(own.path) == 1
    assert len(other.stages) == other.at + 1 < len(own.stages)
    assert (other.path, other.shots) == ((), ())


@pytest.mark.rule("EG.9")
def test_whoever_comes_near_by_a_charge_or_a_flight_finds_those_who_hide() -> None:
    table = led(foot("F1", 10, 12, formation="column", hidden=True), FAR, patches=[WOOD])
    assert is_hiding(table, "F1")
    table.alter("P1", pose=table.pieces["F1"].pose.__class__(10_000, 13_500, 180))
    played = play(table, MovementStep("french-division"))
    assert [event.unit for event in played.told(Revealed)] == ["F1"]
