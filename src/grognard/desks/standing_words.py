"""Standing orders as sentences: a small grammar over the words of a system's catalogue.

A sentence says what is done (``never``, ``decline``, ``always``, or the deed itself), in which question
(by the words of its title, of one of its answers, or of what ends it), and on what conditions: ``under
10 %``, ``beyond 3 hexes``, ``against skirmishers``, ``with guns``, ``when cavalry comes``. Every word must
be understood; what is not is named, and nothing is guessed. The words are in ``orders.ftl``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from grognard.desks.catalogue import Catalogue, Figure
from grognard.desks.desk import Desk
from grognard.desks.documents import Counter
from grognard.desks.standing import SIGNS, Bound, Kind, StandingOrder, Trait
from grognard.desks.stems import bare, stem, stems
from grognard.desks.teller import Teller
from grognard.desks.telling import plain
from grognard.kernel.errors import GrognardError

LONGEST: Final = 160
TOKEN: Final = re.compile(r"\d+|%|[^\W\d_]+")
QUOTED: Final = re.compile('["“«]([^"”»]*)["”»]')
"""The title of one question, for whoever means no other."""
CLAUSES: Final = frozenset({"against", "with", "when"})
SPOKEN: Final = (
    "otherwise", "never", "always", "all", *SIGNS, "percent", "away", "odds", *sorted(CLAUSES),
    "own", "and", "weak", "comes", "filler",
)  # fmt: skip
"""The parts of speech, those before that win where a word has two."""

TRAITS: Final = {"arm": "arm", "state": "order", "form": "formation"}
"""What somebody may be (``who-arm-cavalry``), and the field of a counter that says so."""

SQUARES: Final = {"square": ("full_square", "column_square")}
"""Formations that are called alike."""


class Unclear(GrognardError):
    """A sentence that is no order, with everything that was not understood."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = tuple(reasons)


class Token(msgspec.Struct, frozen=True):
    """A stretch of a sentence: its part of speech, or ``word``; a ``number`` has its value as text."""

    part: str
    text: str


@cache
def _lexicon(catalogue: Catalogue) -> dict[tuple[str, ...], str]:
    """Every way to say a part of speech, as the words it is made of."""
    found: dict[tuple[str, ...], str] = {}
    for part in SPOKEN:
        for phrase in catalogue.say(f"order-{part}").split(","):
            found.setdefault(tuple(TOKEN.findall(bare(phrase))), part)
    return found


def _kinds(catalogue: Catalogue) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """Every word for what somebody may be."""
    for message in catalogue.sources:
        who, _, rest = message.partition("-")
        kind, _, value = rest.partition("-")
        if who == "who" and kind in TRAITS:
            also = SQUARES.get(value, ()) if kind == "form" else ()
            for phrase in _phrases(catalogue, message):
                yield phrase.strip(), tuple(Trait(TRAITS[kind], each) for each in (value, *also))


def _phrases(catalogue: Catalogue, message: str) -> list[str]:
    return [bare(each) for each in catalogue.say(message).split(",")]


# --- what may be spoken of


class Speech:
    """What a standing order may speak of at one table, in one language."""

    def __init__(self, desk: Desk, teller: Teller, counters: Mapping[str, Counter]) -> None:
        self.desk, self.teller, self.counters = desk, teller, counters
        self.catalogue = teller.catalogue
        self._known = _lexicon(self.catalogue)
        self._longest = max(map(len, self._known))
        self._kinds = dict(_kinds(self.catalogue))

    def title(self, purpose: str) -> str:
        return self.desk.words.title(purpose, self.teller).rstrip(" ?\u00a0\u202f")

    def examples(self) -> list[str]:
        """Sentences that are understood here."""
        known = self.catalogue.has("order-examples")
        said = self.catalogue.say("order-examples").split(";") if known else []
        return [each.strip() for each in said]

    # --- reading

    def read(self, text: str) -> StandingOrder:
        """The order that a sentence gives; raises ``Unclear`` with all that is not understood."""
        if len(text) > LONGEST:
            raise Unclear([self._say("unclear-long", most=Figure(LONGEST))])
        quoted = QUOTED.search(text)
        asked = self._titled(quoted[1]) if quoted else ()
        spoken = QUOTED.sub(" ", text, count=1) if asked else text
        reading = _Reading(self, list(self._tokens(spoken)), asked)
        order = reading.order(" ".join(text.split()))
        if reading.problems:
            raise Unclear(reading.problems)
        return order

    def _titled(self, title: str) -> tuple[str, ...]:
        return tuple(
            each for each in sorted(self.desk.reactions) if self.title(each) == title.rstrip(" ?")
        )

    def _tokens(self, text: str) -> Iterator[Token]:
        words, at = TOKEN.findall(bare(text)), 0
        while at < len(words):
            for length in range(min(self._longest, len(words) - at), 0, -1):
                part = self._known.get(tuple(words[at : at + length]))
                if part is not None:
                    break
            else:
                part = "number" if words[at].isdigit() else "word"
            yield Token(part, " ".join(words[at : at + length]))
            at += length

    def _say(self, message: str, **slots: object) -> str:
        return plain(self.catalogue.say(message, slots))

    # --- questions

    def matched(self, words: Sequence[str]) -> dict[str, str]:
        """The questions that words speak of: ``acts``, ``picks`` (one answer) or ``declines``."""
        wanted = {stem(word) for word in words}
        found = {
            purpose: how
            for purpose in sorted(self.desk.reactions)
            if (how := self._how(purpose, wanted))
        }
        if found:
            return found
        return {each: "acts" for each in sorted(self.desk.reactions) if wanted <= stems(each)}

    def _how(self, purpose: str, wanted: set[str]) -> str:
        named = [self.title(purpose), *self._listed(f"called-{purpose}")]
        if any(wanted <= stems(each) for each in named):
            return "acts"
        if any(wanted <= stems(each) for each in self._answers(purpose)):
            return "picks"
        done = self.desk.words.done(purpose, self.teller)
        refuses = any(token.part == "never" for token in self._tokens(done))
        return "declines" if wanted <= stems(done) and not refuses else ""

    def _answers(self, purpose: str) -> Iterator[str]:
        """The answers to a question as the catalogue says them."""
        for message, source in self.catalogue.sources.items():
            if message == f"pick-{purpose}" or message.startswith(f"pick-{purpose}-"):
                said = source.partition("=")[2].splitlines()
                yield from (line for line in said if not line.startswith("#"))
        yield from self._listed(f"answers-{purpose}")

    def _listed(self, message: str) -> list[str]:
        return _phrases(self.catalogue, message) if self.catalogue.has(message) else []

    # --- people

    def traits(self, words: str) -> tuple[Trait, ...]:
        """Who is meant by a word: an arm, a formation, a state, or a unit by its name."""
        if words in self._kinds:
            return self._kinds[words]
        named = (
            Trait("id", each.id)
            for each in self.counters.values()
            if " ".join(TOKEN.findall(bare(each.name))) == words
        )
        return tuple(named)

    # --- told back

    def told(self, order: StandingOrder) -> str:
        """How an order was understood, in a sentence."""
        heads = [
            self._say(message, questions=", ".join(map(self.title, held)), words=self._words(order))
            for held, message in self._heads(order)
            if held
        ]
        return ", ".join(["; ".join(heads), *self._conditions(order)])

    def _words(self, order: StandingOrder) -> str:
        """The words of a sentence that name the answer."""
        said = [word for word in TOKEN.findall(order.text) if stem(word) in order.words]
        return " ".join(said)

    def _heads(self, order: StandingOrder) -> Iterator[tuple[tuple[str, ...], str]]:
        yield order.acts, "read-decline" if order.never else "read-act"
        yield order.picks, "read-not" if order.never else "read-pick"
        yield order.declines, "read-act" if order.never else "read-decline"

    def _conditions(self, order: StandingOrder) -> Iterator[str]:
        for message, traits in (("read-enemy", order.enemy), ("read-own", order.own)):
            if traits:
                yield self._say(message, who=self._either(traits))
        for message, bound in (("read-odds", order.odds), ("read-distance", order.distance)):
            if bound is not None:
                yield self._say(message, sign=bound.sign, number=Figure(bound.number))
        if order.otherwise:
            yield self._say("read-otherwise")

    def _either(self, kinds: Iterable[Kind]) -> str:
        said = [" ".join(dict.fromkeys(filter(None, map(self._called, kind)))) for kind in kinds]
        *rest, last = said
        return self._say("read-or", first=", ".join(rest), last=last) if rest else last

    def _called(self, trait: Trait) -> str:
        if trait.field == "id":
            return self.counters[trait.word].name if trait.word in self.counters else trait.word
        kind = next(kind for kind, field in TRAITS.items() if field == trait.field)
        message = f"who-{kind}-{trait.word}"
        known = self.catalogue.has(message)
        return self.catalogue.say(message).partition(",")[0] if known else ""


# --- one sentence


class _Reading:
    """One sentence, taken apart."""

    def __init__(self, speech: Speech, tokens: list[Token], asked: tuple[str, ...]) -> None:
        self.speech, self.tokens, self.asked = speech, tokens, asked
        self.problems: list[str] = []

    def order(self, text: str) -> StandingOrder:
        odds, distance = self._bound("percent"), self._bound("away")
        enemy, own, rest = self._people()
        for token in rest:
            if token.part == "number":
                self._unclear("unclear-number", number=token.text)
            if token.part == "percent":
                self._unclear("unclear-words", words=token.text)
        parts = {token.part for token in self.tokens}
        topic = self._topic(rest)
        words = tuple(sorted({stem(word) for word in topic}))
        all_ = self.speech.desk.reactions if "all" in parts else ()
        matched = dict.fromkeys(self.asked or all_, "acts")
        if not matched and topic:
            matched = self.speech.matched(topic)
        if not matched and not topic:
            self._unclear("unclear-empty")
        elif not matched:
            known = ", ".join(map(self.speech.title, sorted(self.speech.desk.reactions)))
            self._unclear("unclear-topic", words=" ".join(topic), known=known)
        by_how = {
            how: tuple(sorted(each for each in matched if matched[each] == how))
            for how in ("acts", "picks", "declines")
        }
        return StandingOrder(
            text, self.speech.teller.language, words=words, never="never" in parts, odds=odds,
            distance=distance, own=own, enemy=enemy, otherwise="otherwise" in parts, **by_how,
        )  # fmt: skip

    def _unclear(self, message: str, **slots: object) -> None:
        self.problems.append(self.speech._say(message, **slots))

    # --- numbers

    def _bound(self, unit: str) -> Bound | None:
        """The bound with this unit; its words are taken out of the sentence."""
        tokens = self.tokens
        at = next(
            (i for i, each in enumerate(tokens[1:]) if each.part == unit
             and tokens[i].part == "number"), None,
        )  # fmt: skip
        if at is None:
            return None
        number = int(tokens[at].text[:9])
        after = at + 2 if at + 2 < len(tokens) and tokens[at + 2].part in SIGNS else None
        before = next((i for i in range(at - 1, -1, -1) if tokens[i].part in SIGNS), None)
        sign = after if after is not None else before
        if sign is None:
            self._unclear("unclear-sign", number=Figure(number))
            self.tokens = [*tokens[:at], *tokens[at + 2 :]]
            return None
        if unit == "percent" and number > 100:
            self._unclear("unclear-percent")
        first, last = min(sign, at), max(sign, at + 1)
        found = Bound(tokens[sign].part, number)
        if unit == "percent":  # "and the odds of squaring are above 60 %"
            said = (i for i in range(first - 1, -1, -1) if tokens[i].part == "odds")
            first = next(said, first)
        self.tokens = [*tokens[:first], Token("and", ""), *tokens[last + 1 :]]
        return found

    # --- people

    def _people(self) -> tuple[tuple[Kind, ...], tuple[Kind, ...], list[Token]]:
        """Against whom, with whom, and what is left of the sentence."""
        enemy: list[Kind] = []
        own: list[Kind] = []
        rest: list[Token] = []
        clause: list[Token] = []
        for token in (*self.tokens, Token("end", "")):
            if token.part in {*CLAUSES, "end", "otherwise"} or (clause and token.text == ""):
                rest += self._clause(clause, enemy, own)
                clause = [token] if token.part in CLAUSES else []
            elif clause:
                clause.append(token)
            if not clause and token.part not in CLAUSES:
                rest.append(token)
        return tuple(enemy), tuple(own), rest

    def _clause(self, clause: list[Token], enemy: list[Kind], own: list[Kind]) -> list[Token]:
        """One clause: whom it names; what it says else goes back into the sentence."""
        if not clause:
            return []
        ours = clause[0].part == "with" or any(each.part == "own" for each in clause)
        names, left = self._named(clause[1:])
        if not names:
            if clause[0].part == "when" and any(each.part == "word" for each in left):
                self._unclear("unclear-words", words=" ".join(each.text for each in left))
                return []
            return left
        (own if ours else enemy).extend(names)
        unknown = [each.text for each in left if each.part in ("word", "number")]
        if unknown:
            self._unclear("unclear-words", words=" ".join(unknown))
        return []

    def _named(self, tokens: list[Token]) -> tuple[list[Kind], list[Token]]:
        """Those whom a clause names, the longest names first, and its other words.

        What stands together is said of one: infantry in line; ``or`` and ``and`` name another.
        """
        words = [word for token in tokens for word in token.text.split()]
        parts = [token.part for token in tokens for _ in token.text.split()]
        names: list[Kind] = [()]
        left: list[Token] = []
        at = 0
        while at < len(words):
            for length in range(min(6, len(words) - at), 0, -1):
                found = self.speech.traits(" ".join(words[at : at + length]))
                if found:
                    names[-1] += found
                    break
            else:
                left.append(Token(parts[at], words[at]))
                if parts[at] == "and":
                    names.append(())
            at += length
        return [kind for kind in names if kind], left

    # --- the rest

    def _topic(self, rest: list[Token]) -> list[str]:
        """The words that name a question or an answer; weak ones only where there are no others."""
        strong = [each.text for each in rest if each.part in ("word", "comes", *SIGNS)]
        weak = [each.text for each in rest if each.part == "weak"]
        return strong or weak
