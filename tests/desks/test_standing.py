"""Standing orders: sentences that are understood, what they answer, and what they leave to be asked."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache

import pytest

from grognard.bots.eager_bot import choose
from grognard.desks.catalogue import LANGUAGES
from grognard.desks.standing import Bound, Clerk, StandingOrder, Trait
from grognard.desks.standing_words import LONGEST, Speech, Unclear
from grognard.desks.teller import Teller
from grognard.host.advice import adviser, teller
from grognard.host.room import Room
from grognard.kernel import Ask, Roll, State, answer
from grognard.kernel.chance import Stream
from grognard.kernel.seeing import Seen, see
from grognard.systems.bataille.horse.charge_actions import Square
from grognard.systems.bataille.horse.square import CARRE, SquareWindow
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.melee.retreat_before import RetreatBeforeMelee
from grognard.systems.premier.desk.chances import carried_chance, square_chance
from grognard.systems.premier.events import SquareRolled
from tests.web.halls import room_of

DECLINED = "done"
PACKS = {
    "premier": ("charge", ("form-square", "opportunity-fire", "retreat-before-melee")),
    "an_xxx": ("charge-xxx", ("form-square", "opportunity-fire")),
    "nlc": ("crossroads", ("stand-or-retreat", "react", "support")),
    "empire": ("outpost", ("react", "charged")),
}
SYSTEMS = sorted(PACKS)


@cache
def asked(system: str) -> dict[str, list[tuple[Room, State]]]:
    """What battles asked until all wanted questions had come up, by purpose."""
    pack, wanted = PACKS[system]
    found: dict[str, list[tuple[Room, State]]] = {}
    for seed in range(8):
        room, stream = room_of(pack, str(seed)), Stream(seed)
        for _ in range(240):
            pending = room.state.pending
            if not isinstance(pending, Ask) or found.keys() >= {*wanted}:
                break
            found.setdefault(pending.purpose, []).append((room, room.state))
            action = choose(room.system.rules.view(room.state, pending.side), pending, stream)
            room.take(room.answered(pending.side, str(action)))
    return found


def question(system: str, purpose: str) -> tuple[Room, Seen]:
    room, state = asked(system)[purpose][0]
    assert isinstance(state.pending, Ask)
    return room, see(room.system.rules, state, state.pending.side)


def named(room: Room, language: str = "en") -> Teller:
    made = teller(room.system, room.setting, language)
    made.by_name = True
    return made


def clerk(room: Room, seen: Seen) -> Clerk:
    return Clerk(
        seen, room.system.desk, adviser(room.system, seen.setting), lambda each: named(room, each)
    )


def speech(room: Room, seen: Seen, language: str = "en") -> Speech:
    counters = room.system.desk.counters(seen.view, seen.setting)
    return Speech(room.system.desk, named(room, language), counters)


def given(system: str, purpose: str, *sentences: str, language: str = "en") -> str | None:
    """What sentences answer to the first question of a purpose."""
    room, seen = question(system, purpose)
    read = speech(room, seen, language).read
    found = clerk(room, seen).answer([read(text) for text in sentences])
    if found is not None:
        assert seen.rules.parse(found.words) in seen.ask.options
    return found.words if found is not None else None


def chances(system: str, purpose: str) -> list[float]:
    """The chances of all acts, as the cards tell them."""
    room, seen = question(system, purpose)
    weigh = adviser(room.system, seen.setting)
    acts = [each for each in seen.ask.options if str(each) != DECLINED]
    found = [weigh.chance(seen.state, seen.side, each) for each in acts]
    assert None not in found
    return [each for each in found if each is not None]


# --- sentences


def opening(system: str, language: str = "en") -> Speech:
    room = room_of(PACKS[system][0])
    return speech(room, see(room.system.rules, room.state, room.sides[0]), language)


@pytest.mark.parametrize(("system", "language"), list(itertools.product(SYSTEMS, LANGUAGES)))
def test_every_example_is_understood_and_told_back(system: str, language: str) -> None:
    said = opening(system, language)
    assert len(said.examples()) >= 4
    for text in said.examples():
        order = said.read(text)
        assert order.text == text
        told = said.told(order)
        assert any(said.title(each) in told for each in said.desk.reactions)


@pytest.mark.parametrize(("system", "language"), list(itertools.product(SYSTEMS, LANGUAGES)))
def test_every_question_can_be_named_by_its_title_alone(system: str, language: str) -> None:
    said = opening(system, language)
    word = {"en": "never", "fr": "jamais"}[language]
    for purpose in said.desk.reactions:
        assert said.read(f"{word} {said.title(purpose)}").covers(purpose)
        assert said.read(f"{word} “{said.title(purpose)}”").acts == (purpose,)


def test_a_sentence_says_what_is_done_in_which_question_and_on_what_conditions() -> None:
    read = opening("premier").read
    order = read("decline fire under 10 %")
    assert order.acts == ("contact-fire", "defensive-fire", "opportunity-fire")
    assert order.never
    assert order.odds == Bound("under", 10)
    order = read("never react with opportunity fire beyond 3 hexes")
    assert order.acts == ("opportunity-fire",)
    assert order.distance == Bound("over", 3)
    order = read(
        "Form square when cavalry comes within reach and the odds of squaring are above 60 %"
    )
    assert order.acts == ("form-square",)
    assert order.odds == Bound("over", 60)
    assert order.enemy == ((Trait("arm", "cavalry"),),)
    order = read("always stand against skirmishers or infantry in line")
    assert {"form-square", "retreat-before-melee"} <= {*order.declines}
    assert order.enemy == (
        (Trait("formation", "skirmish"),),
        (Trait("arm", "infantry"), Trait("formation", "line")),
    )
    order = read("fire with 5e Hussards from 40 %, otherwise decline")
    assert order.own == ((Trait("id", "F1"),),)
    assert order.otherwise


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("stand unless blue", "“stand unless blue”"),
        ("fire 10", "10: say under"),
        ("fire 10 %", "10 %: say under"),
        ("decline fire under 300 %", "0 to 100"),
        ("form square when my leader is brave", "“brave”"),
        ("", "which question"),
        ("march to 0503", "“march”"),
        ("x" * (LONGEST + 1), "at most"),
        ("fire " + "9" * 150 + " %", "%"),
        ("fire against \x00 \u202e%%%", "“%”"),
    ],
)
def test_what_is_not_understood_is_named(text: str, part: str) -> None:
    with pytest.raises(Unclear) as problem:
        opening("premier").read(text)
    assert any(part in reason for reason in problem.value.reasons)


# --- answers


def test_a_square_is_formed_from_the_odds_that_the_card_tells() -> None:
    (best,) = chances("premier", "form-square")
    text = "form square when cavalry comes and the odds of squaring are above"
    assert given("premier", "form-square", f"{text} {int(best)} %") == "square P1"
    assert given("premier", "form-square", f"{text} {int(best) + 1} %") is None
    assert given("premier", "form-square", "form square against guns") is None
    assert given("premier", "form-square", "form square with 5e Hussards") is None
    fallen = f"square from {int(best) + 1} %, otherwise decline"
    assert given("premier", "form-square", fallen) == DECLINED
    assert given("premier", "form-square", "stand against cavalry") == DECLINED
    assert given("premier", "form-square", "never fire") is None
    both = (f"square from {int(best) + 1} %", "never “Form square?”")
    assert given("premier", "form-square", *both) == DECLINED


@pytest.mark.parametrize("system", ["premier", "an_xxx"])
def test_fire_is_declined_where_no_shot_is_worth_it(system: str) -> None:
    best = max(chances(system, "opportunity-fire"))
    assert given(system, "opportunity-fire", f"decline fire under {int(best) + 1} %") == DECLINED
    assert given(system, "opportunity-fire", f"decline fire under {int(best)} %") is None
    shot = given(system, "opportunity-fire", "always fire")
    assert shot is not None
    assert shot.startswith("fire ")
    assert given(system, "opportunity-fire", "never fire beyond 1 hex") is None
    assert given(system, "opportunity-fire", "fire within 1 hex") == shot
    assert given(system, "opportunity-fire", "hold fire") == DECLINED


@pytest.mark.rule("X19.7.1")
def test_an_xxx_tells_the_odds_of_a_square_by_its_check() -> None:
    (best,) = chances("an_xxx", "form-square")
    assert (Fraction(best / 100).limit_denominator(36) * 36).denominator == 1
    assert given("an_xxx", "form-square", f"form square from {int(best)} %") == "square P1"


def test_later_campaigns_stand_react_and_support_by_order() -> None:
    assert given("nlc", "stand-or-retreat", "always stand") == "pick stand"
    assert given("nlc", "stand-or-retreat", "never stand") == "pick retreat"
    assert given("nlc", "stand-or-retreat", "go back") == "pick retreat"
    assert given("nlc", "stand-or-retreat", "stand against guns") is None
    best = max(chances("nlc", "react"))
    assert given("nlc", "react", f"never charge in reaction under {int(best) + 1} %") == DECLINED
    assert given("nlc", "react", f"never charge in reaction under {int(best)} %") is None
    charge = given("nlc", "react", f"charge in reaction from {int(best)} %")
    assert charge is not None
    assert charge.startswith("react ")
    assert given("nlc", "support", "no support") == DECLINED
    assert given("nlc", "support", "jamais soutenir la défense", language="fr") == DECLINED


def test_empire_reacts_and_stands_by_order() -> None:
    assert given("empire", "react", "never “Reaction”") == DECLINED
    assert given("empire", "charged", "always stand") == "respond F1 stand"
    assert given("empire", "charged", "form square when cavalry comes") == (
        "respond F1 form:full_square"
    )
    assert given("empire", "charged", "form square when guns come") is None
    assert given("empire", "charged", "toujours tenir ferme", language="fr") == "respond F1 stand"


@pytest.mark.parametrize("system", SYSTEMS)
def test_orders_that_cover_everything_answer_only_what_may_be_answered(system: str) -> None:
    """A window is declined, and what cannot be declined is asked; no answer is made up."""
    everything = StandingOrder("never", acts=tuple(room_of(PACKS[system][0]).system.desk.reactions),
                               never=True)  # fmt: skip
    tried = 0
    for purpose, held in asked(system).items():
        room, state = held[0]
        assert isinstance(state.pending, Ask)
        seen = see(room.system.rules, state, state.pending.side)
        found = clerk(room, seen).answer([everything])
        if purpose not in room.system.desk.reactions:
            assert found is None
        elif found is not None:
            tried += 1
            assert seen.rules.parse(found.words) in state.pending.options
    assert tried


def test_what_another_side_is_asked_nobody_answers() -> None:
    room, state = asked("premier")["form-square"][0]
    assert isinstance(state.pending, Ask)
    other = next(side for side in room.sides if side != state.pending.side)
    seen = see(room.system.rules, state, other)
    order = StandingOrder("square", acts=("form-square",))
    assert clerk(room, seen).answer([order]) is None


# --- the odds of Premier


@pytest.mark.rule("P38.24")
def test_the_chance_of_a_square_is_that_of_its_dice() -> None:
    _, state = asked("premier")["form-square"][0]
    ask = state.pending
    assert isinstance(ask, Ask)
    order = next(action for action in ask.options if isinstance(action, Square))
    window = state.stack[-1].procedure
    assert isinstance(window, SquareWindow)
    thrown = answer(state, order)
    assert isinstance(thrown.pending, Roll)
    formed = 0
    for dice in thrown.pending.outcomes():
        rolled = [e for e in answer(thrown, dice).happened if isinstance(e, SquareRolled)]
        formed += rolled[0].result == CARRE
    assert square_chance(state.table, order.unit, window.gallop) == Fraction(formed, 36)


@pytest.mark.rule("P33.12")
def test_the_chance_that_an_assault_carries_lies_between_none_and_certain() -> None:
    _, state = asked("premier")["retreat-before-melee"][0]
    window = state.stack[-1].procedure
    assert isinstance(window, RetreatBeforeMelee)
    whole = carried_chance(state.table, Melee(window.target, window.attackers))
    assert 0 <= whole <= 1
    assert (whole * 36).denominator == 1


def test_no_window_is_opened_where_nobody_can_act() -> None:
    windows = room_of("duel").system.desk.reactions - {"advance-after-melee"}
    states = [state for each in windows for _, state in asked("premier").get(each, ())]
    assert len(states) >= 10
    for state in states:
        assert isinstance(state.pending, Ask)
        assert any(str(action) != DECLINED for action in state.pending.options)
