"""Temperaments and roles change what is done, not how well it is seen."""

from __future__ import annotations

from grognard.bots.ladder import Job, play_job
from grognard.planning.levels import character
from grognard.systems.bataille.doctrine.role import in_role, part
from grognard.systems.registry import system_named

PREMIER = system_named("premier")
SEEDS = (1, 2)


def assaults(temperament: str) -> int:
    """Assaults and charges of the French in a few battles against a greedy enemy."""
    name = f"captain:{temperament}"
    found = [play_job(Job("premier", "village", name, "greedy", seed, seed)) for seed in SEEDS]
    return sum(battle.conduct[0].assaults for battle in found)


def test_the_aggressive_attack_more_often_than_the_cautious() -> None:
    assert assaults("aggressive") > assaults("cautious")


def test_a_battle_tells_who_holds_and_who_comes() -> None:
    hagelberg = PREMIER.library.setting("hagelberg", {})
    assert part(hagelberg, "french") == 1.0
    assert part(hagelberg, "coalition") == -1.0
    assert part(PREMIER.library.setting("village", {}), "french") == 0.0


def test_the_historical_commander_plays_the_part_of_his_side() -> None:
    held, hagelberg = character("captain:historical"), PREMIER.library.setting("hagelberg", {})
    holder, taker = in_role(held, hagelberg, "french"), in_role(held, hagelberg, "coalition")
    assert holder.margin > held.margin > taker.margin
    assert holder.patience > held.patience > taker.patience
    assert holder.joint == taker.joint


def test_others_and_battles_without_a_holder_know_no_role() -> None:
    bold, hagelberg = character("captain:aggressive"), PREMIER.library.setting("hagelberg", {})
    assert in_role(bold, hagelberg, "french") == bold
    held, duel = character("captain:historical"), PREMIER.library.setting("duel", {})
    assert in_role(held, duel, "french") == held
