import pickle
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

from grognard.kernel.errors import GrognardError

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
pytest.importorskip("gymnasium", reason="gymnasium is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from grognard.envs import env, single
from grognard.envs.arena import Arena
from grognard.envs.board import PLANES, TOKEN
from grognard.envs.features import PLAIN
from grognard.kernel.chance import Stream
from grognard.kernel.codec import state_hash
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
    asked, slot = battle.asked, slots[0]
    assert len({each.to for each in slots}) > len(slots) // 2
    battle.give(slot.order())
    assert battle.view(asked).pieces[slot.unit].at == slot.to
    assert len(battle.field.aims) == 3


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


# --- version 1: planes, units, clones, pickles, other frames


def stepped(made: Any, count: int) -> list[str]:
    """So many choices in a fixed order, and the state after each."""
    found = []
    for number in range(count):
        places = np.flatnonzero(made.action_masks())
        made.step(int(places[number * 7 % len(places)]))
        found.append(state_hash(made.battle.state, made.battle.system.rules))
    return found


@pytest.mark.parametrize("pack", PACKS)
def test_clones_and_pickles_go_on_alike_and_apart_from_one_another(pack: str) -> None:
    made = env(pack)
    made.reset(seed=3)
    stepped(made, 23)
    here = state_hash(made.battle.state, made.battle.system.rules)
    kept, twin, read = made.clone(), made.clone(), pickle.loads(pickle.dumps(made))
    gone = stepped(made, 12)
    assert stepped(twin, 12) == stepped(read, 12) == gone
    assert state_hash(kept.battle.state, kept.battle.system.rules) == here
    made.restore(kept)
    assert stepped(made, 12) == gone


def test_a_clone_with_other_dice_does_not_foresee_those_of_the_battle() -> None:
    """Who looks ahead in clones must not know what will be thrown."""
    made = env("duel")
    made.reset(seed=3)
    alike = stepped(made.clone(), 60)
    assert stepped(made.clone(), 60) == alike
    other = stepped(made.clone(dice=1), 60)
    assert other != alike
    assert other[0] == alike[0]
    assert stepped(made.clone(dice=1), 60) == other
    assert stepped(made, 60) == alike


def test_a_clone_costs_what_keeping_a_state_costs() -> None:
    battle = Arena("crossroads")
    twin = battle.clone()
    assert twin.state is battle.state
    assert twin.board is battle.board


@pytest.mark.parametrize("pack", PACKS)
def test_planes_and_units_tell_where_everybody_stands_that_the_side_knows(pack: str) -> None:
    battle = Arena(pack)
    side = battle.asked
    seen, view = battle.observe(side), battle.view(side)
    there = [unit for unit in battle.board.roster if unit in view.pieces]
    rows = seen["units"]
    assert rows[:, TOKEN.index("there")].sum() == len(there)
    assert rows[:, TOKEN.index("own")].sum() == sum(unit in view.own for unit in there)
    own, enemy = (seen["planes"][PLANES.index(name)] for name in ("own", "enemy"))
    assert (own > 0).sum() <= sum(unit in view.own for unit in there)
    assert own.any()
    assert enemy.any() is np.bool_(any(unit in view.enemy for unit in there))
    assert seen["observation"][PLAIN + battle.purposes.index(battle.ask.purpose)] == 1


def test_foot_looks_where_it_faces_and_stands_in_its_formation() -> None:
    battle = Arena("duel")
    view = battle.view(battle.asked)
    rows: Any = battle.board.units(view)
    for place, unit in enumerate(battle.board.roster):
        piece = view.pieces.get(unit)
        if piece is not None:
            kinds = list(type(piece.formation).__members__.values())
            assert rows[place, len(TOKEN) + kinds.index(piece.formation)] == 1
            x, y = (rows[place, TOKEN.index(name)] for name in ("facing_x", "facing_y"))
            assert x * x + y * y == pytest.approx(1, abs=1e-5)


def test_a_battle_is_made_by_its_name_and_in_vectors() -> None:
    name = "grognard.envs:grognard/Battle-v1"
    made: Any = gymnasium.make(name, scenario="duel", opponent="eager", disable_env_checker=True)
    seen, _ = made.reset(seed=1)
    assert (made.unwrapped.action_masks() == seen["action_mask"].astype(bool)).all()
    twin = made.unwrapped.clone()
    assert stepped(twin, 5) == stepped(pickle.loads(pickle.dumps(made.unwrapped)), 5)
    many: Any = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", scenario="duel")
    seen, _ = many.reset(seed=1)
    assert seen["planes"].shape[0] == 2
    first = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
    assert many.step(np.array(first))[1].shape == (2,)
    many.close()


@pytest.mark.parametrize("pack", ["duel", "crossroads"])
def test_the_check_of_openspiel_passes(pack: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from grognard.envs import spiel

    game = spiel(pack, most=60)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer = game.make_py_observer()
    observer.set_from(state, state.current_player())
    assert observer.dict["units"].any()
    assert len(state.legal_actions()) == observer.dict["action_mask"].sum()
