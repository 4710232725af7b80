"""In the course of an attack: throws that are thrown again, one attack among several, answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.host.advice import adviser
from grognard.kernel import Ask, Done, Flow, Goto, GrognardError, Procedure, Roll, answer, step
from grognard.kernel.errors import BrokenRules
from grognard.mechanics.commands import Finish
from grognard.odds import chain, guesses, walk
from grognard.odds.fence import begun
from grognard.systems.bataille.events.facts import Routed
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.desk.officer import NlcOfficer
from grognard.systems.premier.desk.officer import PremierOfficer
from grognard.systems.registry import system_named
from tests.odds.enumeration import asking, played
from tests.systems.premier.kit import battalion, field

ROWS = ["........"] * 8


class Again(Procedure, tag="test-again"):
    """A die is thrown until it shows no more than ``most``; a one routs the battalion."""

    most: int

    @step()
    def throw(self, table: Any) -> Flow:
        return Roll("d6", "again", "F1")

    @step()
    def look(self, table: Any, dice: tuple[int, ...]) -> Flow:
        if dice[0] > self.most:
            return Goto("throw")
        if dice[0] == 1:
            table.record(Routed("F1"))
        return Done()


def thrown(most: int) -> Any:
    table = field(ROWS, battalion("F1", "0404", "S"))
    return walk(PremierOfficer(table.setting), begun(table, Again(most)))


def test_a_die_that_is_thrown_again_is_summed_to_its_limit() -> None:
    found = thrown(5)
    assert found.unresolved == 0
    assert found.steps <= 6
    routed = sum(
        chance for table, chance in found.ends if table.pieces["F1"].cohesion.value == "rout"
    )
    assert routed == Fraction(1, 5)
    assert sum(chance for _, chance in found.ends) == 1


def test_a_die_that_is_thrown_for_ever_is_told_as_unresolved() -> None:
    found = thrown(0)
    assert found.unresolved == 1
    assert found.ends == []


def test_assaults_on_other_hexes_are_left_out_of_the_chain() -> None:
    for state in asking("nlc", "crossroads", "assault", range(12), 40):
        first = next(o for o in state.pending.options if isinstance(o, Assault))
        after = answer(state, first)
        if not isinstance(after.pending, Ask) or after.pending.purpose != "assault":
            continue
        other = next(
            (
                o
                for o in after.pending.options
                if isinstance(o, Assault) and o.target != first.target
            ),
            None,
        )
        if other is not None:
            break
    else:
        pytest.fail("nobody could declare two assaults")
    officer = NlcOfficer(state.table.setting)
    found = chain(officer, after, other)
    assert sum(found.holder.values()) == 1
    fired = [stage.split()[1].split("+") for stage in found.stages if stage.startswith("hits ")]
    attacked = set(state.table.stack(first.target))
    assert fired
    assert not any(unit in who for who in fired for unit in attacked)


@pytest.mark.parametrize(
    ("system", "pack", "purpose"),
    [
        ("premier", "village", "retreat-before-melee"),
        ("premier", "charge", "form-square"),
        ("nlc", "crossroads", "stand-or-retreat"),
        ("nlc", "crossroads", "withdraw"),
    ],
)
def test_every_answer_in_the_course_of_an_attack_has_its_odds(
    system: Any, pack: Any, purpose: Any
) -> None:
    (state,) = asking(system, pack, purpose, range(30), 1)
    sage, side = adviser(system_named(system), state.table.setting), state.pending.side
    for option in list(state.pending.options)[:3]:
        card = sage.look(state, side, "odds", text=str(option))
        assert card["kind"] in ("choice", "charge")
        chances = card["chain"]
        assert sum(chances["holder"].values()) + chances["unresolved"] == pytest.approx(1, abs=1e-4)
    enemy = state.table.setting.enemy(side)
    with pytest.raises(GrognardError):
        sage.look(state, enemy, "odds", text="pick nobody")


def test_a_charge_is_weighed_before_it_is_named_and_when_it_is_feared() -> None:
    (state,) = asking("premier", "charge", "designate-charges", range(30), 1)
    system, side = system_named("premier"), state.pending.side
    sage = adviser(system, state.table.setting)
    order = next(o for o in state.pending.options if isinstance(o, Charge))
    card = sage.look(state, side, "odds", text=str(order))
    assert card["kind"] == "charge"
    assert card["target"] in state.table.stacks
    assert "ride" in card["chain"]["policy"]
    enemy = state.table.setting.enemy(side)
    glance = sage.look(state, enemy, "threat")
    feared = next(seen for seen in glance["hexes"] if seen["charge"])
    near = sage.look(state, enemy, "threat", target=feared["hex"])
    assert near["chains"]["charge"]["target"] == feared["hex"]


@pytest.mark.parametrize("system", ["premier", "nlc"])
def test_those_who_watch_have_nothing_to_fear(system: Any) -> None:
    pack = {"premier": "village", "nlc": "crossroads"}[system]
    state = next(iter(played(system, pack, range(1))))
    sage = adviser(system_named(system), state.table.setting)
    with pytest.raises(GrognardError, match="those who watch"):
        sage.look(state, "", "threat")


class Fickle:
    """Of two states that it imagines one could not be."""

    def imagine(self, seen: Any, setting: Any, seed: int) -> Any:
        if seed % 2 or seen == "nothing":
            raise BrokenRules("not a step that only asks")
        return seed


def test_states_that_could_not_be_are_drawn_again() -> None:
    fickle: Any = Fickle()
    three: list[Any] = guesses(fickle, "", None, 3)
    later: list[Any] = guesses(fickle, "", None, 1, first=1)
    assert (three, later) == ([0, 2, 4], [2])
    with pytest.raises(GrognardError, match="cannot be weighed"):
        guesses(fickle, "nothing", None, 2)


def test_the_chance_at_a_glance_is_that_of_the_chain() -> None:
    (state,) = asking("premier", "village", "offensive-fire", range(30), 1)
    sage = adviser(system_named("premier"), state.table.setting)
    order = next(o for o in state.pending.options if not isinstance(o, Finish))
    enemy = state.table.setting.enemy(state.pending.side)
    near = sage.look(state, enemy, "threat", target=order.target)
    losses = near["chains"]["fire"]["losses"][enemy]
    assert near["hexes"][0]["chance"] == pytest.approx(1 - losses["0"], abs=1e-5)
