"""Table options: what a table may choose where the rules can be played in more than one way.

A system's ``options.yaml`` says what each option means. A scenario sets some; ``resolve`` adds the
defaults of all others, and ``alternatives`` picks those that select figures of a chart. Values are
words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

import msgspec

from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.lined import Spot, read_lined, text_at, texts_at


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option: its values with their meaning, or the whole numbers it allows."""

    name: str
    about: str
    default: str
    values: Mapping[str, str] = {}
    least: int = 0
    most: int = 0
    word: str = ""
    numbers: int = 1
    meaning: str = ""
    rulings: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    card: str = ""

    @property
    def chart(self) -> bool:
        """Does the option choose between figures of a chart?"""
        return bool(self.card)

    def wanted(self) -> str:
        """What may be written, in words; the default first."""
        if self.values:
            others = (value for value in self.values if value != self.default)
            return f"known: {', '.join([self.default, *others])}"
        if self.numbers > 1:
            return f"{self.numbers} falling whole numbers apart by commas, as in {self.default}"
        span = f"a whole number from {self.least} to {self.most}"
        return f"{self.word}, or {span}" if self.word else span

    def allows(self, value: str) -> bool:
        """Is this one of the option's values?"""
        return self.canonical(value) is not None

    def canonical(self, value: str) -> str | None:
        """The value as it is kept, without blanks or leading noughts; None if not allowed."""
        value = value.strip()
        if self.values:
            return value if value in self.values else None
        if self.word and value == self.word:
            return value
        parts = [part.strip() for part in value.split(",")]
        if len(parts) != self.numbers or not all(_is_number(part) for part in parts):
            return None
        figures = [int(part) for part in parts]
        if not all(self.least <= figure <= self.most for figure in figures):
            return None
        if figures != sorted(set(figures), reverse=True):
            return None
        return ",".join(map(str, figures))


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with one option that was chosen."""

    name: str
    problem: str
    hint: str


class Options(Mapping[str, OptionInfo]):
    """All options of a system by name, in the order of their files; read when first asked for.

    ``without`` names those of a file that the system does not take.
    """

    def __init__(self, system: str, *files: Path, without: Collection[str] = ()) -> None:
        self.system, self.files, self.without = system, files, without

    @cached_property
    def _known(self) -> Mapping[str, OptionInfo]:
        listed = [spot for file in self.files for spot in read_lined(file).need("options").items()]
        return {name: _option(name, spot) for name, spot in listed if name not in self.without}

    def __getitem__(self, name: str) -> OptionInfo:
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def faults(self, chosen: Mapping[str, str]) -> tuple[Fault, ...]:
        """Everything wrong with a choice of options, for a reader who can name the lines."""
        return tuple(fault for name, value in chosen.items() if (fault := self._fault(name, value)))

    def resolve(self, chosen: Mapping[str, str], file: str = "options") -> dict[str, str]:
        """The full set: what was chosen, and the default of everything else."""
        for fault in self.faults(chosen):
            raise MalformedFile(file, fault.problem, field=fault.name, hint=fault.hint)
        return {
            name: info.canonical(chosen.get(name, info.default)) or info.default
            for name, info in self.items()
        }

    def alternatives(self, resolved: Mapping[str, str]) -> frozenset[tuple[str, str]]:
        """The choices that differ from the charts as they stand; with none, it is empty."""
        return frozenset(
            (name, resolved[name])
            for name, info in self.items()
            if info.chart and resolved.get(name, info.default) != info.default
        )

    def figures(self, options: Mapping[str, str], name: str) -> tuple[int, ...]:
        """The number or numbers an option holds; empty where a word stands for no limit."""
        value = options.get(name, self[name].default)
        return tuple(int(part) for part in value.split(",") if _is_number(part))

    def _fault(self, name: str, value: str) -> Fault | None:
        info = self.get(name)
        if info is None:
            near = get_close_matches(name, list(self), n=1)
            hint = (
                f"did you mean '{near[0]}'?" if near else f"grognard rules {self.system} --options"
            )
            return Fault(name, f"there is no option '{name}'", hint)
        if info.allows(value):
            return None
        near = get_close_matches(value, list(info.values) or [info.word], n=1)
        hint = f"did you mean '{near[0]}'? " if near and near[0] else ""
        return Fault(name, f"'{value}' is not among its values", f"{hint}{info.wanted()}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


# --- reading ------------------------------------------------------------------------------------


def _option(name: str, spot: Spot) -> OptionInfo:
    spot.only(
        *("about", "default", "values", "number", "meaning"),
        *("rulings", "clauses", "card"),
    )
    values, number = spot.get("values"), spot.get("number")
    if number is not None:
        number.only("from", "to", "word", "times")
    option = OptionInfo(
        name=name,
        about=spot.need("about").text(),
        default=spot.need("default").text(),
        values={value: meaning.text() for value, meaning in values.items()} if values else {},
        least=int(number.need("from").text()) if number else 0,
        most=int(number.need("to").text()) if number else 0,
        word=text_at(number, "word") if number else "",
        numbers=int(text_at(number, "times") or 1) if number else 1,
        meaning=text_at(spot, "meaning"),
        rulings=texts_at(spot, "rulings"),
        clauses=texts_at(spot, "clauses"),
        card=text_at(spot, "card"),
    )
    if option.canonical(option.default) != option.default:
        spot.need("default").fail("the default is not among the values", option.wanted())
    return option
