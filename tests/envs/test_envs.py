import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

from grognard.kernel.errors import GrognardError

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
pytest.importorskip("gymnasium", reason="gymnasium is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from grognard.envs import env, single
from grognard.envs.arena import Arena
from grognard.kernel.chance import Stream
from grognard.mechanics.commands import Finish
from grognard.planning.offers import Slot
from grognard.planning.slots import SLOTS, VERB, WHAT, WHO
from grognard.systems.bataille.learning import MovementOffers

PACKS = ("duel", "crossroads", "first-assault-xxx", "outpost")


@pytest.mark.parametrize("pack", PACKS)
def test_the_peers_check_of_both_sides_passes(pack: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="We recommend agents to be named")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(env(pack, most=100), num_cycles=30)


@pytest.mark.parametrize("pack", PACKS)
def test_the_peers_check_of_seeds_passes(pack: str) -> None:
    seed_test(lambda: env(pack, most=100), num_cycles=20)


@pytest.mark.parametrize("pack", PACKS)
def test_the_peers_check_of_one_side_passes(pack: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*spec.*")
        check_env(single(pack), skip_render_check=True)


def masked(mask: Any, mind: Stream) -> int:
    places = np.flatnonzero(mask)
    return int(places[mind.randrange(len(places))])


def played(made: Any, seed: int) -> list[tuple[str, int, float]]:
    """A whole battle by chance: who chose which slot, and what it brought."""
    made.reset(seed=seed)
    mind, found = Stream(seed), []
    for agent in made.agent_iter():
        seen, reward, terminated, truncated, info = made.last()
        assert made.observation_space(agent).contains(seen)
        assert not info
        done = terminated or truncated
        action = None if done else masked(seen["action_mask"], mind)
        found.append((agent, -1 if action is None else action, reward))
        made.step(action)
    return found


@pytest.mark.parametrize("pack", [*PACKS[:-1], "first-lines"])
def test_a_battle_played_by_masks_ends_and_is_the_same_by_seed(pack: str) -> None:
    one = played(env(pack), 7)
    assert one == played(env(pack), 7)
    assert one != played(env(pack), 8)
    ends = {agent: reward for agent, action, reward in one if action == -1}
    assert len(ends) == 2
    assert sum(ends.values()) == 0


def test_shaping_sums_to_the_lead_and_the_score() -> None:
    leads = []
    for seed in (1, 2, 3, 4):
        made = env("duel", shaping=2.0)
        total: dict[str, float] = {}
        for agent, _, reward in played(made, seed):
            total[agent] = total.get(agent, 0.0) + reward
        for side in made.battle.sides:
            wanted = 2 * made.battle.lead(side) + made.battle.score(side)
            assert total[side] == pytest.approx(wanted)
        leads.append(made.battle.lead("french"))
    assert any(leads)


def test_movement_is_chosen_in_three_factors_and_every_slot_is_legal() -> None:
    battle, mind, stages = Arena("duel"), Stream(1), set()
    battle.begin(5)
    while not battle.is_over:
        stages.add((battle.ask.purpose, battle.menu.stage))
        assert 0 < len(battle.menu.slots) <= SLOTS
        for slot in battle.menu.slots:
            assert slot.unit or slot.is_order
            assert not slot.is_order or slot.order() in battle.ask.options
        assert battle.choose(mind.randrange(len(battle.menu.slots)))
    assert {("movement", stage) for stage in (WHO, VERB, WHAT)} <= stages


def test_orders_by_chance_never_lead_quatre_bras_in_circles() -> None:
    """With this seed a division is assigned to Orange and given back to its corps."""
    battle, mind = Arena("quatre-bras"), Random(3)
    battle.begin(3)
    while not battle.is_over:
        assert battle.choose(mind.randrange(len(battle.menu.slots)))


def moving(pack: str, verb: str) -> tuple[Arena, list[Slot]]:
    """A battle where somebody can be given such an order, and the slots of his orders."""
    battle, mind = Arena(pack), Stream(2)
    battle.begin(3)
    while True:
        offers = battle.learning.offers(battle.ask.options)
        for unit in battle.view(battle.asked).own if offers else ():
            if offers and unit in battle.view(battle.asked).pieces and verb in offers.verbs(unit):
                return battle, list(offers.of_verb(unit, verb))
        battle.choose(mind.randrange(len(battle.menu.slots)))


@pytest.mark.parametrize(("pack", "verb"), [("duel", "march"), ("crossroads", "move")])
def test_a_march_is_worked_out_when_it_is_chosen_and_leads_where_the_slot_says(
    pack: str, verb: str
) -> None:
    battle, slots = moving(pack, verb)
    assert slots
    assert all(slot.action is None for slot in slots)
    asked, unit = battle.asked, slots[-1].unit
    order = slots[-1].order()
    assert order in battle.ask.options
    battle.give(order)
    assert battle.view(asked).pieces[unit].at == slots[-1].to


def test_a_measured_move_is_told_with_where_its_base_would_lie() -> None:
    battle, slots = moving("outpost", "move")
    asked, slot = battle.asked, slots[-1]
    assert len({each.to for each in slots}) > len(slots) // 2
    battle.give(slot.order())
    assert battle.view(asked).pieces[slot.unit].at == slot.to
    assert len(battle.field.aims) == 2


def test_assaults_that_are_declared_in_movement_are_offered_by_their_verb() -> None:
    battle, slots = moving("first-assault-xxx", "assault")
    assert slots
    assert all(slot.verb == "assault" and slot.order() in battle.ask.options for slot in slots)


def test_a_unit_that_turns_out_to_have_no_order_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    battle = Arena("duel")
    battle.begin(5)
    units = [slot.unit for slot in battle.menu.slots if slot.unit]
    monkeypatch.setattr(MovementOffers, "verbs", lambda offers, unit: ["march"])
    monkeypatch.setattr(MovementOffers, "of_verb", lambda offers, unit, verb: [])
    place = [slot.unit for slot in battle.menu.slots].index(units[0])
    assert battle.choose(place)
    assert battle.menu.stage == WHO
    assert units[0] not in [slot.unit for slot in battle.menu.slots]
    assert battle.menu.slots


def test_the_end_of_a_segment_can_always_be_chosen() -> None:
    battle = Arena("village")
    battle.begin(2)
    assert battle.menu.slots[0].action == Finish()


def test_a_table_can_be_read_as_text() -> None:
    made = env("duel")
    made.reset(seed=1)
    lines = made.render().splitlines()
    assert lines[0] == "turn 1: french, movement"
    assert len(lines) == 7
    assert lines[1].split()[0] == "french"


def test_a_slot_that_is_not_there_forfeits_the_decision() -> None:
    made = single("duel")
    made.reset(seed=1)
    turn = made.battle.questions
    *_, info = made.step(SLOTS - 1)
    assert info == {"illegal": True}
    assert made.battle.questions > turn


@pytest.mark.parametrize("pack", PACKS)
def test_an_agent_observes_nothing_that_its_side_may_not_know(pack: str) -> None:
    """States drawn anew from a view differ only in what is hidden: they are observed alike."""
    battle, mind, other = Arena(pack), Stream(1), Arena(pack)
    battle.begin(4)
    for _ in range(12):
        view, seen = battle.view(battle.asked), battle.observe(battle.asked)
        other.begin(4)
        other.state = battle.system.rules.imagine(view, battle.setting, 99)
        other.questions = battle.questions
        if battle.menu.stage == WHO or not hasattr(battle.ask.options, "of_unit"):
            other._menu = None
            again = other.observe(battle.asked)
            assert all(np.array_equal(seen[name], again[name]) for name in seen)
        battle.choose(mind.randrange(len(battle.menu.slots)))


def test_one_side_meets_a_bot_of_its_choice() -> None:
    made = single("duel", side="prussian", opponent="greedy")
    seen, _ = made.reset(seed=2)
    mind, done = Stream(3), False
    while not done:
        assert made.battle.asked == "prussian"
        seen, reward, ended, cut, _ = made.step(masked(seen["action_mask"], mind))
        done = ended or cut
    assert made.faults == []
    assert -1 <= reward <= 1
    with pytest.raises(GrognardError, match="over"):
        made.step(0)
    with pytest.raises(GrognardError, match="no side 'english'"):
        single("duel", side="english")
