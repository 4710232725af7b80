"""A battle that is stepped through choice by choice: the part both environments share."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from grognard.bots.contest import thrown
from grognard.envs.board import Board
from grognard.envs.features import SLOT, Figures, Mask, slot_figures, table_figures
from grognard.envs.ground import Field, aims_of, covered
from grognard.kernel import Action, Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.codec import dump, load
from grognard.kernel.engine import State
from grognard.kernel.questions import Draw, Over, Roll
from grognard.kernel.seeing import PUBLIC, Seen, see
from grognard.lab.summary import strength_of
from grognard.mechanics.places import name
from grognard.planning.leanings import bents
from grognard.planning.planner import obeyed, safe_default
from grognard.planning.slots import SLOTS, WHAT, Menu, first_menu, next_menu
from grognard.systems.registry import system_of

MOST: Final = 5000
"""A battle of so many choices is cut off."""

Observation = dict[str, Any]


class Arena:
    """One battle after another. Dice and thinned choices depend on the seed alone.

    Without ``throws`` somebody else says how dice fall.
    """

    def __init__(
        self, scenario: str, options: dict[str, str] | None = None, throws: bool = True
    ) -> None:
        self.throws = throws
        self.scenario, self.options = scenario, dict(options or {})
        self.system = system_of(scenario)
        self.setting = self.system.library.setting(scenario, self.options)
        self.learning = self.system.learning
        self.bents = bents(*self.system.rooms)
        self.report = self.system.desk.report
        self.sides = tuple(self.system.rules.sides(self.setting))
        self.strength = {s: max(1, strength_of(self.setting.roster, s)) for s in self.sides}
        sketch = self.report.sketch(self.setting)
        self.field = Field(aims_of(self.setting), covered(sketch))
        self.board = Board(self.setting, sketch, self.field)
        self.purposes = tuple(sorted(self.system.desk.words.questions))
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new battle from its opening."""
        self.seed, self.choices, self.questions = seed, 0, 0
        self._dice = Stream(seed)
        self._menu: Menu | None = None
        self._chosen: tuple[int, ...] = ()
        self._at: State | None = None
        self._seen: dict[str, Seen] = {}
        self.state: State = self.system.rules.opening(self.setting)
        self._go_on()

    # --- who is asked what

    @property
    def is_over(self) -> bool:
        return isinstance(self.state.pending, Over)

    @property
    def asked(self) -> str:
        """The side that must choose; empty when the battle is over."""
        return self.state.pending.side if isinstance(self.state.pending, Ask) else ""

    @property
    def ask(self) -> Ask:
        """What is asked, with the options as the side that is asked can know them."""
        return self.see(self.asked).ask

    @property
    def menu(self) -> Menu:
        """What the side that is asked can choose; worked out when it is looked at."""
        if self._menu is None:
            self._menu = first_menu(
                self.learning, self.view(self.asked), self.ask, self._thinning()
            )
        return self._menu

    def see(self, side: str) -> Seen:
        """What a side sees, made once for each state; nothing else is handed to anybody."""
        if self._at is not self.state:
            self._at, self._seen = self.state, {}
        if side not in self._seen:
            self._seen[side] = see(self.system.rules, self.state, side)
        return self._seen[side]

    def view(self, side: str) -> Any:
        return self.see(side).view

    def observe(self, side: str) -> Observation:
        """What a side sees; one that is not asked has an empty menu and the first slot to pass."""
        view, purpose = self.view(side), ""
        slots: Figures = np.zeros((SLOTS, SLOT), np.float32)
        mask: Mask = np.zeros(SLOTS, np.int8)
        stage = WHAT
        if side == self.asked:
            purpose, stage = self.ask.purpose, self.menu.stage
            slots, mask = slot_figures(view, self.menu, self.field, self.bents)
        else:
            mask[0] = 1
        turns = len(getattr(self.setting, "turns", ()))
        table = table_figures(view, turns, purpose, stage, self.purposes)
        return {
            "observation": table, "options": slots, "action_mask": mask,
            "planes": self.board.planes(view), "units": self.board.units(view),
        }  # fmt: skip

    def masks(self) -> Mask:
        """Which slots the side that is asked can take."""
        mask: Mask = np.zeros(SLOTS, np.int8)
        mask[: len(self.menu.slots) if self.asked else 1] = 1
        return mask

    def told(self) -> str:
        """The table in words, as anybody may see it: the turn, who is asked what, who stands where."""
        seen = self.see(PUBLIC).state
        ask = seen.pending
        first = f"turn {self.report.turn(seen)}"
        first += f": {ask.side}, {ask.purpose}" if isinstance(ask, Ask) else ": the end"
        lines = [
            f"{stand.side} {stand.name} {'+'.join(map(name, stand.places))}"
            for stand in self.report.stands(seen)
        ]
        return "\n".join([first, *lines])

    # --- choosing

    def choose(self, place: int) -> bool:
        """Take a slot. One that is not there forfeits the decision to the safe default: False."""
        self.choices += 1
        if not 0 <= place < len(self.menu.slots):
            self.give(safe_default(self.ask))
            return False
        slot = self.menu.slots[place]
        if slot.is_order:
            self.give(slot.order())
        else:
            view = self.view(self.asked)
            self._chosen = (*self._chosen, place)
            self._menu = next_menu(self.learning, view, self.ask, slot, self._thinning())
        return True

    def give(self, order: Action) -> None:
        """Answer the question; chance answers until the next one."""
        _, self.state = obeyed(self.state, order)
        self.questions += 1
        self._go_on()

    def _go_on(self) -> None:
        while self.throws and not isinstance(self.state.pending, Ask | Over):
            self.state = answer(self.state, thrown(self.state.pending, self._dice))
        self._menu, self._chosen = None, ()

    def falls(self) -> list[Any]:
        """What chance may answer now, all alike; nothing where a side is asked or all is over."""
        pending = self.state.pending
        if isinstance(pending, Draw):
            return list(pending.cup)
        return list(pending.outcomes()) if isinstance(pending, Roll) else []

    def fall(self, place: int) -> None:
        """Let chance answer by the place in that list."""
        self.state = answer(self.state, self.falls()[place])
        self._go_on()

    # --- kept and gone back to

    def clone(self, dice: int | None = None) -> Arena:
        """The same battle once more, to be gone on with by itself; nothing of it is copied.

        With a seed for its ``dice`` they fall otherwise than in the battle itself: who looks ahead in a
        clone must not foresee them.
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._dice = self._dice.fork() if dice is None else Stream(dice)
        twin._seen = dict(self._seen)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Arena:
        return self.clone()

    def restore(self, kept: Arena) -> None:
        """Go back to a battle that was kept."""
        self.__dict__.update(kept.clone().__dict__)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario, "options": self.options, "throws": self.throws, "seed": self.seed,
            "choices": self.choices, "questions": self.questions, "dice": self._dice,
            "chosen": self._chosen, "state": dump(self.state, self.system.rules),
        }  # fmt: skip

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(kept["scenario"], kept["options"], kept["throws"])  # type: ignore[misc]
        self.seed, self.choices, self.questions = kept["seed"], kept["choices"], kept["questions"]
        self._dice = kept["dice"]
        self.state = load(kept["state"], self.system.rules, self.setting)
        self._menu, self._chosen = None, ()
        for place in kept["chosen"]:
            self.choose(place)
        self.choices = kept["choices"]

    def _thinning(self) -> int:
        return self.seed * 1_000_003 + self.questions

    # --- what it is worth

    def lead(self, side: str) -> float:
        """The enemy's losses less one's own, as shares of the strength each began with."""
        lead = 0.0
        for fate in self.report.fates(self.state.table):
            share = fate.lost / self.strength[fate.side]
            lead += -share if fate.side == side else share
        return lead

    def score(self, side: str) -> float:
        """The end for a side: from -1 for defeat to 1 for victory; 0 before it."""
        if not self.is_over:
            return 0.0
        first = 2 * self.system.doctrine.score(self.state, self.sides[0]) - 1
        return first if side == self.sides[0] else -first
