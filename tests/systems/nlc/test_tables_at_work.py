"""The tables as the engine reads them: every row and roll through the procedure that throws the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from grognard.kernel import Roll, answer, start
from grognard.systems.nlc import chits, initiative
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.combat.assault_fight import AssaultFight, AssaultFired
from grognard.systems.nlc.combat.duty import owes_attack
from grognard.systems.nlc.command import operations, transmission
from grognard.systems.nlc.command.bodies import rating_of
from grognard.systems.nlc.command.capacity import DIRECTED, capacity
from grognard.systems.nlc.command.compliance import CONFUSED, Delays, troubles
from grognard.systems.nlc.command.direct import bar_to_directing
from grognard.systems.nlc.command.local import LocalDecisions
from grognard.systems.nlc.command.march import halt
from grognard.systems.nlc.command.order_actions import Direct
from grognard.systems.nlc.command.order_events import ConfidenceTested, DelayTested
from grognard.systems.nlc.command.review import Review
from grognard.systems.nlc.command.sending import record_decision, shifts_of
from grognard.systems.nlc.command.standing_down import bar_to_standing_down
from grognard.systems.nlc.command.validity import demanding, why_not_repeated
from grognard.systems.nlc.guns.bombardment import Bombarded, Bombardment
from grognard.systems.nlc.hidden.marching import DiscoveryRolled, DiscoveryRolls
from grognard.systems.nlc.hidden.plots import turn_bank
from grognard.systems.nlc.hidden.revealing import met
from grognard.systems.nlc.horse.fight import ChargeFight, ChargeFought
from grognard.systems.nlc.horse.pursuit import AfterVictory, PursuitTested
from grognard.systems.nlc.leaders import Returns
from grognard.systems.nlc.morale import MoraleTest, MoraleTested, Occasion
from grognard.systems.nlc.packs.troops import morale_of_initiative
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import HiddenMarch
from grognard.systems.nlc.situations.reached import all_cells, cells
from grognard.systems.nlc.situations.refereeing import referee
from grognard.systems.nlc.table import Table
from tests.systems.nlc import command_kit as qb
from tests.systems.nlc.kit import field, happened, leader, order, play, unit
from tests.systems.nlc.test_fatigue import after, body

DECK = cards()
ROLLS = range(2, 13)
DICE = range(1, 7)
EXAMPLES = Path(__file__).resolve().parents[2] / "examples/nlc"


def two(total: int) -> tuple[int, int]:
    return qb.dice(total)


def printed(row: int) -> list[int]:
    """The hits of a row of the Fire Table, roll by roll, as the card has them."""
    table = DECK.charts["fire"].keyed("hits")
    return [cast(int, table.cell(str(row), str(roll))) for roll in ROLLS]


# --- the Fire Table in each kind of combat


def assaulted(strength: int, roll: int) -> int:
    table = field(
        [unit("F1", "french", 203, strengths=(strength,)), unit("P1", "allied", 202)],
        orders={"french-corps": order("attack", 202)},
    )
    state = answer(start(table, AssaultFight("french", ("F1",), 202)), two(roll))
    state = answer(state, (1, 1))
    return cast(int, happened(state, AssaultFired)[0].attack.hits)


def charged(strength: int, roll: int) -> int:
    table = field(
        [unit("F1", "french", 202, "hcav", (strength,)), unit("P1", "allied", 202, "lcav")]
    )
    fight = ChargeFight("french", (("F1", 203),), 202, (("F1", 203),))
    state = answer(answer(start(table, fight), two(roll)), (1, 1))
    return cast(int, happened(state, ChargeFought)[0].attack.hits)


def bombarded(strength: int, roll: int) -> int:
    table = field([unit("F1", "french", 203, "foot", (strength,)), unit("P1", "allied", 201)])
    state = answer(start(table, Bombardment("french", ("F1",), 201)), two(roll))
    return cast(int, happened(state, Bombarded)[0].volley.hits)


@pytest.mark.rule("NT.9", "N7.1.1")
@pytest.mark.parametrize("combat", [assaulted, charged, bombarded])
@pytest.mark.parametrize("row", range(1, DECK.strongest_row + 1))
def test_every_roll_on_every_row_of_the_fire_table_in_every_combat(
    combat: Callable[[int, int], int], row: int
) -> None:
    assert [combat(row, roll) for roll in ROLLS] == printed(row)


# --- the Percentage Reduction Table


def attack_on(rows: tuple[str, ...], strength: int, stream: bool) -> int:
    table = field(
        [unit("F1", "french", 203, strengths=(strength,)), unit("P1", "allied", 202)],
        rows,
        hexsides=((202, 203, "stream"),) if stream else (),
        orders={"french-corps": order("attack", 202)},
    )
    state = start(table, AssaultFight("french", ("F1",), 202))
    for _ in range(2):
        if isinstance(state.pending, Roll):
            state = answer(state, (1, 1))
    return cast(int, happened(state, AssaultFired)[0].attack.strength)


PER_CENT = {
    25: (("....", ".T..", "...."), False),
    50: (("....", ".w..", "...."), False),
    75: (("....", ".w..", "...."), True),
}


@pytest.mark.rule("NT.8", "N7.6.5", "N7.6.6")
@pytest.mark.parametrize("percent", PER_CENT)
def test_an_assault_on_reduced_strength_is_what_the_reduction_table_says(percent: int) -> None:
    rows, stream = PER_CENT[percent]
    table = DECK.charts["reduction"].keyed("strengths")
    found = [attack_on(rows, strength, stream) for strength in range(1, 25)]
    assert found == [table.cell(str(strength), str(percent)) for strength in range(1, 25)]


# --- single dice


@pytest.mark.rule("N2.4.2", "N2.3.7")
@pytest.mark.parametrize("value", range(1, 6))
def test_every_die_against_every_morale(value: int) -> None:
    table = field([unit("F1", "french", 101, morale=value)], leaders=(leader("L", "french", 808),))
    table.forces["french-corps"] = msgspec.structs.replace(
        table.forces["french-corps"], order=order("attack", 808)
    )
    table.touched()
    for die in DICE:
        tested = happened(play(table, MoraleTest(("F1",), Occasion("zone")), (die,)), MoraleTested)
        assert (tested[0].morale, tested[0].passed) == (value, die <= value)


@pytest.mark.rule("N7.8.3", "N2.2.8")
@pytest.mark.parametrize("kind", DECK.ints["values/pursuit"])
def test_every_die_against_every_pursuit_value(kind: str) -> None:
    value = DECK.pursuit(kind)
    table = field([unit("F1", "french", 202, "hcav"), unit("P1", "allied", 201)])
    table.setting = msgspec.structs.replace(
        table.setting,
        roster={
            **table.setting.roster,
            "F1": msgspec.structs.replace(table.setting.roster["F1"], pursuit=value),
        },
    )
    for die in DICE:
        hunt = AfterVictory("french", ("F1",), 202, (("F1", 203),))
        state = play(table, hunt, qb_pick("hold"), (die,))
        tested = happened(state, PursuitTested)[0]
        assert (tested.value, tested.pursues) == (value, die > value)


def qb_pick(word: str) -> Any:
    from grognard.systems.nlc.actions import Pick

    return Pick(word)


@pytest.mark.rule("N12.7.6", "N15.3")
@pytest.mark.parametrize("state", DECK.ints["compliance/later"])
def test_every_die_for_an_order_that_waits(state: str) -> None:
    needed = DECK.ints["compliance/later"][state]
    for die in DICE:
        table = qb.battle(turn=2)
        qb.wait_for(table, "fr_ii", "attack 1213", state)
        after_ = qb.play(table, Delays(), (die,))
        tested = qb.told(after_, DelayTested)
        obeyed = after_.table.forces["fr_ii"].order.type == "attack"
        assert (tested.needed, obeyed) == (needed, die >= needed)


CONFIDENCE = {
    "attack_or_probe": ("attack 1213", False, False),
    "attack_or_probe_demoralized": ("probe 1213", True, False),
    "objective_held": ("attack 1213 1112", False, True),
    "defend_or_delay_demoralized": ("defend 1213", True, False),
}


def shaken(line: str) -> Table:
    """II Corps after losses, in the case of one line of the confidence table."""
    text, broken, held = CONFIDENCE[line]
    table = qb.battle(turn=3)
    qb.give(table, "fr_ii", text, loss_turn=2)
    if broken:
        qb.lose(table, "husson", "campi", "bauduin", "soye")
    if held:
        table.control[1213], table.holders[1213] = "french", "fr_ii"
    table.touched()
    return table


@pytest.mark.rule("NT.4", "N12.10.3", "N12.10.4")
@pytest.mark.parametrize("line", CONFIDENCE)
def test_every_die_against_every_line_of_the_confidence_table(line: str) -> None:
    value = 2 + DECK.confidence(line)
    value += DECK.confidence("attack_or_probe") if line == "objective_held" else 0
    for die in DICE:
        state = qb.play(shaken(line), Review(), (die,))
        tested = qb.told(state, ConfidenceTested)
        assert (tested.account.total, tested.held) == (value, die <= value)
        assert (state.table.forces["fr_ii"].type == "fall_back") is False or die > value


@pytest.mark.rule("NT.4")
def test_no_line_of_the_confidence_table_is_forgotten() -> None:
    assert set(CONFIDENCE) == set(DECK.ints["confidence/modifiers"])


# --- hidden marches


def hiding(turns: int, nation: str = "") -> Table:
    table = qb.battle(turn=3, options={"hidden_movement": "on"})
    start_ = table.pieces[table.units_under("fr_iiic")[0]].at if table.units_under("fr_iiic") else 0
    table.hidden["fr_iiic"] = HiddenMarch("fr_iiic", (start_ or 1126, 1125), since=3 - turns)
    if nation:
        held = table.setting.headquarters
        table.setting = msgspec.structs.replace(
            table.setting,
            headquarters={
                name: msgspec.structs.replace(hq, nation=nation) for name, hq in held.items()
            },
        )
        for name, hq in held.items():
            if hq.side == "allied":
                qb.set_quarters(table, name, at=1111)
    table.touched()
    return table


@pytest.mark.rule("NT.13", "N20.1.2.2", "N20.1.2.3")
@pytest.mark.parametrize("turns", [1, 2, 3, 4])
@pytest.mark.parametrize("nation", ["", "austrian"])
def test_every_die_for_a_hidden_march(turns: int, nation: str) -> None:
    rows = DECK.charts["hidden-movement"].ladder("results")
    row = rows.cells[min(turns, 3) - 1]
    for die in DICE:
        state = start(hiding(turns, nation), DiscoveryRolls())
        tested = happened(answer(state, (die,)), DiscoveryRolled)[0]
        read = max(die + (DECK.discovery_modifier if nation else 0), 1)
        assert tested.revealed is (row[read - 1] == "R")


# --- figures: each is asked for at some moment of play


class Book(dict[str, Any]):
    """Rows of a card that notes which of them are read."""

    def __init__(self, title: str, rows: dict[str, Any], read: set[str]) -> None:
        super().__init__(rows)
        self.title, self.read = title, read

    def __getitem__(self, row: str) -> Any:
        self.read.add(f"{self.title}/{row}")
        return super().__getitem__(row)

    def get(self, row: str, default: Any = None) -> Any:
        found = super().get(row, default)
        return self[row] if found is not default else default


@pytest.fixture
def read() -> Iterator[set[str]]:
    """The rows that are read while a test plays."""
    noted: set[str] = set()
    before = {name: getattr(DECK, name) for name in ("ints", "fractions", "morale_modifiers")}
    for name in ("ints", "fractions"):
        books = {title: Book(title, rows, noted) for title, rows in before[name].items()}
        msgspec.structs.force_setattr(DECK, name, books)
    book = Book("morale/modifiers", before["morale_modifiers"], noted)
    msgspec.structs.force_setattr(DECK, "morale_modifiers", book)
    yield noted
    for name, held in before.items():
        msgspec.structs.force_setattr(DECK, name, held)


NOT_IN_PLAY = {
    "figures/figures/closes_by": "Attack closes by one hex: any nearer hex will do",
    "figures/figures/highest_rating": "packs are checked against it",
    "figures/figures/huge_steps": "packs make counters by it",
    "figures/figures/huge_strength": "packs make counters by it",
    "strength/shares/third_step": "packs make counters by it",
    "strength/shares/tiny_step": "losses are paid in halves of a step",
    "ranges/hexes/optional_division": "R-RANGE.1: the rule it cites is missing",
    "morale/limits/lowest": "read with the cards",
    "morale/limits/highest": "read with the cards",
}
"""Rows that need not be read by any moment of play, and why."""


def play_the_rest() -> None:
    """Moments of command that no situation shows."""
    table = qb.battle(turn=3, options={"command_confusion": "on", "direct_command": "on"})
    for text, spoken in (("attack 1213", True), ("general_retreat 1126", False)):
        list(shifts_of(table, "fr_ii", qb.orders(text), spoken))
    qb.set_leader(table, "reille", marks=(f"{CONFUSED}2",))
    qb.set_force(table, "fr_ii", marks=(f"{DIRECTED}2",))
    assert len(list(troubles(table, "fr_ii"))) == 2
    qb.set_leader(table, "wellington", at=1111)
    assert bar_to_directing(table, "allied", Direct("wellington", ("kempt",), "al_5")) is not None
    qb.give(table, "fr_ii", "fall_back 1126")
    bar_to_standing_down(table, "french", "fr_ii")
    qb.set_leader(table, "ney", away=1)
    assert capacity(table, "ney") == DECK.figure("orders_away")
    assert not demanding(table, "french")
    why_not_repeated(table, "fr_ii", qb.orders("fall_back 1117"))
    far = qb.battle(turn=2, options={"separation_mp": "on", "morale_of_operations": "on"})
    qb.give(far, "fr_ii", "attack 1213")
    why_not_repeated(far, "fr_ii", qb.orders("attack 1111"))
    assert operations.share_of(far, "fr_ii") == 2
    assert transmission.delay(far, "ney", "fr_ii/9", qb.orders("reserve")) is not None
    assert rating_of(far, "fr_ii/9") == DECK.figure("leaderless_rating")


def play_orders_and_days() -> None:
    table = qb.battle(turn=2)
    qb.give(table, "fr_ii", "march 1213 via 1216 1213 then attack 1213")
    halt(table, table.forces["fr_ii"])
    qb.give(table, "fr_ii", "probe 1213", contact=False)
    for name in table.units_under("fr_ii"):
        qb.put(table, name, 1114, marks=(Mark.BOMBARDED,))
    owes_attack(table, table.forces["fr_ii"])
    for line in CONFIDENCE:
        qb.play(shaken(line), Review(), (1,))
    for state in ("R4", "R5"):
        waiting = qb.battle(turn=2)
        qb.wait_for(waiting, "fr_ii", "attack 1213", state)
        qb.play(waiting, Delays(), (1,))
    assert after(body(order("reserve"), turn=3, fatigue=1), 3).fatigue == 0
    gone = qb.battle(turn=2)
    qb.set_leader(gone, "reille", at=0, lost_on=1)
    back = start(gone, Returns())
    back = answer(back, next(iter(back.pending.options)))  # type: ignore[union-attr]
    assert back.table.leaders["reille"].rating == DECK.figure("replacement_rating")
    record_decision(table, "lefebvre", "fr_glc", qb.orders("probe 1514"))
    answer(start(table, LocalDecisions()), (3, 3))
    hidden = hiding(2, "austrian")
    answer(start(hidden, DiscoveryRolls()), (6,))
    horse = field([unit("F1", "french", 101, "hcav")])
    assert turn_bank(horse, "french-corps") > turn_bank(hidden, "fr_ii")
    hidden.hidden["al_5"] = HiddenMarch("al_5", (1101, 1102))
    met(hidden, hidden.hidden["fr_iiic"])
    held = qb.battle(turn=2, options={"initiative": "on"})
    held.tally.update({"last-retreated:french": 1, "last-retreated:allied": 2})
    assert list(initiative.items(held, "french"))
    assert chits.rating(held, "ney") == 3
    assert morale_of_initiative(DECK, 3) == 4


@pytest.mark.rule("NT.2", "NT.4", "NT.10", "NT.11", "NT.12")
def test_every_figure_of_the_cards_is_read_at_some_moment(read: set[str]) -> None:
    for path in sorted(EXAMPLES.glob("*.situation")):
        assert referee(path.read_text(encoding="utf-8"), path.name).passed
    play_the_rest()
    play_orders_and_days()
    books = {**DECK.ints, **DECK.fractions, "morale/modifiers": DECK.morale_modifiers}
    printed_ = {f"{title}/{row}" for title, rows in books.items() for row in rows}
    assert sorted(printed_ - read - set(NOT_IN_PLAY)) == []


# --- what the soak counts


def test_the_soak_knows_the_cells_that_events_were_read_from() -> None:
    table = field(
        [unit("F1", "french", 203), unit("P1", "allied", 202)],
        orders={"french-corps": order("attack", 202)},
    )
    state = start(table, AssaultFight("french", ("F1",), 202))
    state = answer(answer(state, (3, 4)), (1, 1))
    fired = happened(state, AssaultFired)[0]
    assert list(cells(table, fired)) == ["fire 6 7", "fire 6 2"]
    known = all_cells([table.setting])
    assert {"fire 6 7", "compliance -1 12", "delay R5 6", "leader-loss 11"} <= set(known)
    assert len(known) == len(set(known))


def test_the_cards_on_the_table_are_those_that_are_watched() -> None:
    assert qb.battle().setting.cards is DECK
