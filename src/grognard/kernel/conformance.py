"""Conformance: laws that hold at every state of every game of every system.

``check_state`` proves one state; ``play_random`` plays a whole game and proves states on the way,
and that its journal leads to the same end. To list lazy options is dear: they are listed at every
``LISTING``-th state that is proved, and sampled at the others.
A broken law is a ``Broken``; a game that breaks one keeps a journal that replays to the spot.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

import msgspec

from grognard.kernel.chance import Stream
from grognard.kernel.codec import builtins, dump, encode, load, state_hash, view_document
from grognard.kernel.engine import State, answer
from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import Journal, read_journal, verify
from grognard.kernel.questions import Action, Ask, Chooser, Draw, Judged, Listed, Over, Roll
from grognard.kernel.system import Rules
from grognard.kernel.views import question

PREFIX = 60
"""So many options of a question are looked at one by one."""

SAMPLES = 3
LISTING = 5
MANY_ANSWERS = 200_000
TRACED = 4

Choose = Callable[[Any, Ask, Chooser], Any]
Watch = Callable[[State, State], None]
"""Told of every step of a game: the state before, and the one after."""


class Broken(GrognardError):
    """A law of the kernel does not hold; the message names it."""


def check_state(
    rules: Rules,
    state: State,
    parent: State | None = None,
    seed: int = 0,
    *,
    listing: bool = True,
) -> None:
    """Prove every law at this state; ``parent`` is the state it came from, if known.

    Without ``listing``, lazy options are only sampled.
    """
    listed = _listed(state, seed, listing)
    _check_save(rules, state, listed, seed, listing)
    _check_question(rules, state, listed, seed, listing)
    _check_views(rules, state)
    if parent is not None:
        _check_events(rules, state, parent)
    for law in rules.check(state):
        raise Broken(f"table: {law}")


def _listed(state: State, seed: int, listing: bool) -> list[Action]:
    """The first options of what is asked, or a few by chance."""
    pending = state.pending
    if not isinstance(pending, Ask):
        return []
    if listing or isinstance(pending.options, Listed):
        return list(islice(pending.options, PREFIX))
    stream = Stream(seed)
    return [pending.options.sample(stream) for _ in range(SAMPLES)]


def _check_save(rules: Rules, state: State, listed: list[Action], seed: int, listing: bool) -> None:
    saved = dump(state, rules)
    again = load(saved, rules, state.table.setting)
    if state_hash(again, rules) != state_hash(state, rules):
        raise Broken("save: loading gives another state")
    if dump(again, rules) != saved:
        raise Broken("save: a loaded state is saved differently")
    if question(again.pending) != question(state.pending):
        raise Broken("save: the question put again is another one")
    if _listed(again, seed, listing) != listed:
        raise Broken("save: the options put again are others, or in another order")


def _check_question(
    rules: Rules, state: State, listed: list[Action], seed: int, listing: bool
) -> None:
    pending = state.pending
    if isinstance(pending, Ask):
        _check_options(rules, state, pending, listed, seed, listing)
    elif isinstance(pending, Roll):
        outcomes = list(pending.outcomes())
        if len(set(outcomes)) != len(outcomes):
            raise Broken("roll: an outcome is counted twice")
        if sum(Fraction(1, len(outcomes)) for _ in outcomes) != 1:
            raise Broken("roll: chances do not sum to one")
    elif isinstance(pending, Draw) and not pending.cup:
        raise Broken("draw: the cup is empty")


def _check_options(
    rules: Rules, state: State, pending: Ask, listed: list[Action], seed: int, listing: bool
) -> None:
    if pending.side not in rules.sides(state.table.setting):
        raise Broken(f"ask: there is no side {pending.side!r}")
    options = pending.options
    if not listed or not options:
        raise Broken(f"options: nothing to choose for {pending.purpose}")
    in_order = isinstance(options, Listed)
    if (listing or in_order) and len(set(listed)) != len(listed):
        raise Broken(f"options: one is offered twice for {pending.purpose}")
    if in_order:
        for one, other in pairwise(listed):
            if type(one) is type(other) and not one < other:
                raise Broken(f"options: {one} stands before {other} for {pending.purpose}")
    stream = Stream(seed)
    for action in (*listed, *(options.sample(stream) for _ in range(SAMPLES))):
        if action not in options:
            raise Broken(f"options: {action} is offered but not in them ({pending.purpose})")
        if options.why_not(action) or (isinstance(options, Judged) and options.judge(action)):
            raise Broken(f"options: there are reasons against {action} ({pending.purpose})")
        if rules.parse(str(action)) != action:
            raise Broken(f"options: {action} does not read back ({pending.purpose})")


def _check_views(rules: Rules, state: State) -> None:
    for side in rules.sides(state.table.setting):
        view = rules.view(state, side)
        asked = isinstance(state.pending, Ask) and state.pending.side == side
        if (view.options is not None) != asked:
            raise Broken(f"view: {side} must see options when it is asked, and only then")
        bare = msgspec.structs.replace(view, options=None)
        if not encode(view_document(bare)):
            raise Broken(f"view: {side} sees nothing")


def _check_events(rules: Rules, state: State, parent: State) -> None:
    draft = parent.table.draft()
    for event in state.happened:
        draft.record(event)
    rebuilt, actual = (builtins(rules.table_document(t)) for t in (draft, state.table))
    if rebuilt != actual:
        names = sorted(name for name in actual if actual[name] != rebuilt.get(name))
        raise Broken(f"events: they do not rebuild {', '.join(names)}")


class Record(msgspec.Struct, frozen=True):
    """One random game: how it ended, how long it was, and what broke, if anything did."""

    scenario: str
    seed: int
    answers: int
    decisions: int
    checked: int
    verdict: str
    state: str
    failure: str = ""
    attempt: str = ""
    breadcrumb: str = ""
    journal: bytes = b""


def sampled(view: Any, ask: Ask, chooser: Chooser) -> Any:
    """The plainest player: any option."""
    return ask.options.sample(chooser)


def fallen(pending: Roll | Draw, chooser: Chooser) -> Any:
    """Dice or a chit by chance."""
    if isinstance(pending, Draw):
        return pending.cup[chooser.randrange(len(pending.cup))]
    outcomes = list(pending.outcomes())
    return outcomes[chooser.randrange(len(outcomes))]


class RandomGame:
    """A game played by chance, one answer at a time, with its journal."""

    def __init__(self, rules: Rules, setting: Any, seed: int, choose: Choose = sampled) -> None:
        self.rules = rules
        self.stream = Stream(seed)
        self.choose = choose
        self.state = rules.opening(setting)
        seats = dict.fromkeys(rules.sides(setting), "random")
        self.journal = Journal.opened(rules.edition(setting), self.state, seats)
        self.answers = self.decisions = 0
        self.attempt = ""

    def step(self) -> State:
        """Answer once; gives the state before."""
        before, pending = self.state, self.state.pending
        if isinstance(pending, Ask):
            self.decisions += 1
            view = self.rules.view(before, pending.side)
            value = self.choose(view, pending, self.stream)
        else:
            assert isinstance(pending, Roll | Draw)
            value = fallen(pending, self.stream)
        self.attempt = str(value)
        self.state = answer(before, value)
        self.journal.note(pending, value, self.state)
        self.answers += 1
        return before


def check_replay(rules: Rules, setting: Any, game: RandomGame) -> None:
    """Prove that the journal of a game, written down and read back, leads to the same end."""
    journal = read_journal(game.journal.encoded(game.state, rules))
    if verify(journal, rules, setting).state != state_hash(game.state, rules):
        raise Broken("replay: the journal leads elsewhere")


def _place(problem: Exception) -> str:
    """The last lines of code that a failure came through."""
    frames = traceback.extract_tb(problem.__traceback__)[-TRACED:]
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))


def play_random(
    rules: Rules,
    setting: Any,
    seed: int,
    checks: int = 1,
    choose: Choose = sampled,
    many: int = MANY_ANSWERS,
    watch: Watch | None = None,
) -> Record:
    """Play to the end by chance, proving every ``checks``-th state (0: only that it ends)."""
    game = RandomGame(rules, setting, seed, choose)
    checked, failure = 0, ""
    try:
        while not isinstance(game.state.pending, Over):
            if game.answers >= many:
                raise Broken(f"the game goes on after {many} answers")
            due = checks > 0 and game.answers % checks == 0
            untouched = state_hash(game.state, rules) if due else ""
            before = game.step()
            if watch is not None:
                watch(before, game.state)
            if due:
                checked += 1
                if state_hash(before, rules) != untouched:
                    raise Broken("answering touched the parent")
                listing = checked % LISTING == 0
                check_state(rules, game.state, before, seed + game.answers, listing=listing)
        check_state(rules, game.state)
        if checks:
            check_replay(rules, setting, game)
    except Exception as problem:  # whatever breaks is a finding, with its journal
        failure = f"{type(problem).__name__}: {problem} [{_place(problem)}]"
    over = game.state.pending
    return Record(
        scenario=rules.edition(setting).scenario,
        seed=seed,
        answers=game.answers,
        decisions=game.decisions,
        checked=checked,
        verdict=over.verdict if isinstance(over, Over) else "",
        state="" if failure else state_hash(game.state, rules),
        failure=failure,
        attempt=game.attempt if failure else "",
        breadcrumb=game.state.breadcrumb if failure else "",
        journal=game.journal.encoded() if failure else b"",
    )
