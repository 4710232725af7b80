"""The army's plan: which places matter, who goes where, with enough or not at all.

Of no system. A doctrine names bodies and objectives in points; this room deals one to the other:
the weightiest and most pressing objective first, the nearest bodies to it, until there is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

ATTACK: Final = "attack"
HOLD: Final = "hold"
SUPPORT: Final = "support"
RESERVE: Final = "reserve"

ENOUGH_TO_TAKE: Final = 1.6
"""So many times the enemy's strength is sent to take a place."""

ENOUGH_TO_HOLD: Final = 0.9
BROKEN: Final = 0.55
"""A formation with less than this part of the strength with which it began is broken."""

HOPELESS: Final = 3.0
"""An attack is given up when the enemy is so many times as strong as all who were sent."""

LEAST: Final = 3.0
"""Points that are sent even where no enemy stands."""

DISTANT: Final = 9.0
"""Whoever is farther than so many turns is as far as that."""

MASS: Final = 3.0
"""So many times the enemy's strength goes to the main effort, before anybody goes on to the next place."""

STRIFE: Final = 3.0
"""As hard to take as the way of a whole army for so many turns: a place held by an enemy as strong as it."""

STICKS: Final = 0.7
"""By so many turns another place must be easier for the army to turn to it."""

DETACHED: Final = 0.2
"""The part of an army at most that is sent elsewhere than to its main effort."""


class Body(msgspec.Struct, frozen=True):
    """Anything with strength that obeys: how many turns it needs to each objective, and the
    formation with which it keeps its task."""

    id: str
    strength: float
    turns: Mapping[str, float]
    formation: str = ""


class Objective(msgspec.Struct, frozen=True):
    """A place worth points: how much of it is ours (0 to 1), the enemy's points near it, and his
    strength everywhere by how soon it can be there (``threat``)."""

    id: str
    worth: float
    held: float
    enemy: float
    turns_left: int
    threat: float = 1.0


class Task(msgspec.Struct, frozen=True):
    """What a body is to do: a kind and the objective it is about."""

    kind: str
    objective: str


Began = Mapping[tuple[str, str], float]
"""By formation and objective: the strength with which a task was begun."""


class Plan(msgspec.Struct, frozen=True):
    """The tasks of all bodies, the main effort, the plan in a sentence, and how tasks began."""

    tasks: Mapping[str, Task]
    main: str
    why: str
    began: Began = {}


def army_plan(
    bodies: Sequence[Body],
    objectives: Sequence[Objective],
    reserve: float,
    boldness: float,
    garrison: float = 0.0,
    last: Plan | None = None,
) -> Plan:
    """Deal the bodies to the objectives. ``boldness`` below 1 asks for more strength to attack.

    ``garrison`` is the share of the army that is dealt out by the worth of the places and the threat
    to them, to those that are held as well. Formations keep the tasks of the ``last`` plan until these are done
    or they are broken.
    """
    if not objectives or not bodies:
        return Plan({}, "", "no place decides this battle: look for the enemy")
    tasks = {} if last is None else kept_tasks(last, bodies, objectives)
    free = [body for body in bodies if body.id not in tasks]
    total = sum(body.strength for body in bodies)
    kept = reserve * total
    ranked = sorted(objectives, key=lambda place: (-_press(place), place.id))
    going: dict[str, float] = {}
    worth = sum(place.worth * place.threat for place in objectives)
    for place in ranked:
        need = _need(place, boldness)
        if worth > 0:
            need = max(need, garrison * total * place.worth * place.threat / worth)
        sent = sum(
            body.strength
            for body in bodies
            if body.id in tasks and tasks[body.id].objective == place.id
        )
        for body in sorted(free, key=lambda body: (_turns(body, place), body.id)):
            if sent >= need or _turns(body, place) > place.turns_left + 1:
                break
            tasks[body.id] = Task(HOLD if place.held >= 1.0 else ATTACK, place.id)
            sent += body.strength
            free.remove(body)
        going[place.id] = sent
    main = ranked[0].id
    for body in sorted(free, key=lambda body: (-body.strength, body.id)):
        nearest = min(ranked, key=lambda place: (_turns(body, place), place.id))
        if kept > 0:
            tasks[body.id] = Task(RESERVE, nearest.id)
            kept -= body.strength
        else:
            goal = main if _turns(body, ranked[0]) <= ranked[0].turns_left else nearest.id
            tasks[body.id] = Task(SUPPORT, goal)
    return Plan(tasks, main, _in_words(ranked, going), _begun(tasks, bodies, last))


def by_turns(
    bodies: Sequence[Body], objectives: Sequence[Objective], last: Plan | None = None
) -> Plan:
    """One place after the other, with everybody: first the one at which most can soon be, and where the
    enemy is weak. What is held keeps enough to hold it; where hardly anybody stands just enough goes
    meanwhile."""
    total = max(1.0, sum(body.strength for body in bodies))

    def hard(place: Objective) -> float:
        soon = sum(body.strength * min(DISTANT, _turns(body, place)) for body in bodies)
        known = last is not None and last.main == place.id
        return (soon + STRIFE * place.enemy) / total - (STICKS if known else 0.0)

    ranked = sorted(objectives, key=lambda place: (place.held >= 1.0, hard(place), place.id))
    open_ = [place for place in ranked if place.held < 1.0]
    free, tasks = list(bodies), dict[str, Task]()
    going = {place.id: 0.0 for place in ranked}

    def send(place: Objective, need: float) -> None:
        for body in sorted(free, key=lambda body: (_turns(body, place), body.id)):
            if going[place.id] >= need or _turns(body, place) > place.turns_left:
                break
            tasks[body.id] = Task(HOLD if place.held >= 1.0 else ATTACK, place.id)
            going[place.id] += body.strength
            free.remove(body)

    for place in ranked:
        if place.held >= 1.0:
            send(place, ENOUGH_TO_HOLD * place.enemy)
        elif ENOUGH_TO_TAKE * place.enemy + LEAST <= DETACHED * total:
            send(place, ENOUGH_TO_TAKE * place.enemy + LEAST)
    for place in open_:
        send(place, MASS * (place.enemy + LEAST))
    main = ranked[0]
    tasks.update({body.id: Task(SUPPORT, main.id) for body in free})
    going[main.id] += sum(body.strength for body in free)
    return Plan(tasks, main.id, _in_words(ranked, going))


def _in_words(ranked: Sequence[Objective], going: Mapping[str, float]) -> str:
    return "; ".join(
        f"{'hold' if place.held >= 1.0 else 'take'} {place.id} with {going[place.id]:.0f}"
        f" against {place.enemy:.0f}"
        for place in ranked
    )


def nearest_plan(bodies: Sequence[Body], objectives: Sequence[Objective]) -> Plan:
    """No plan of the army: everybody goes for the nearest place that is still to be taken."""
    open_ = [place for place in objectives if place.held < 1.0] or list(objectives)
    tasks = {}
    for body in bodies:
        if open_:
            place = min(open_, key=lambda place: (_turns(body, place), place.id))
            tasks[body.id] = Task(HOLD if place.held >= 1.0 else ATTACK, place.id)
    return Plan(tasks, "", "everybody for himself, to what is nearest")


def kept_tasks(
    last: Plan, bodies: Sequence[Body], objectives: Sequence[Objective]
) -> dict[str, Task]:
    """The tasks that go on: the place is not yet safely ours, and its formation can still do it."""
    places = {place.id: place for place in objectives}
    groups: dict[tuple[str, str], list[Body]] = {}
    sent: dict[str, float] = {}
    for body in bodies:
        task = last.tasks.get(body.id)
        if task is not None and task.kind in (ATTACK, HOLD) and task.objective in places:
            groups.setdefault((body.formation, task.objective), []).append(body)
            sent[task.objective] = sent.get(task.objective, 0.0) + body.strength
    found: dict[str, Task] = {}
    for key, group in groups.items():
        place = places[key[1]]
        strength = sum(body.strength for body in group)
        safe = place.held >= 1.0 and place.enemy <= 0
        broken = strength < BROKEN * last.began.get(key, strength)
        hopeless = place.held < 1.0 and place.enemy > HOPELESS * sent[place.id]
        if not (safe or broken or hopeless):
            kind = HOLD if place.held >= 1.0 else ATTACK
            found.update({body.id: Task(kind, place.id) for body in group})
    return found


def _begun(tasks: Mapping[str, Task], bodies: Sequence[Body], last: Plan | None) -> Began:
    """The strength of every formation when it began what it does."""
    now: dict[tuple[str, str], float] = {}
    for body in bodies:
        if body.id in tasks:
            key = (body.formation, tasks[body.id].objective)
            now[key] = now.get(key, 0.0) + body.strength
    known = {} if last is None else last.began
    return {key: max(strength, known.get(key, 0.0)) for key, strength in now.items()}


def _turns(body: Body, place: Objective) -> float:
    return body.turns.get(place.id, 99.0)


def _press(place: Objective) -> float:
    """How much a place presses: its worth, more where it is contested or not ours."""
    contested = 1.0 if place.enemy > 0 else 0.4
    return place.worth * (1.0 if place.held < 1.0 else 0.8) * contested


def _need(place: Objective, boldness: float) -> float:
    ratio = ENOUGH_TO_HOLD if place.held >= 1.0 else ENOUGH_TO_TAKE / max(0.3, boldness)
    return max(LEAST if place.held < 1.0 or place.enemy else 0.0, ratio * place.enemy)
