"""Orders in words read back as they were written (N12.4.1)."""

from __future__ import annotations

import pytest

from grognard.kernel import MalformedAction
from grognard.systems.nlc.command.order_words import in_words, read_orders
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.rules import parse

SENTENCES = [
    "attack 1213",
    "probe 1213 1314",
    "defend here",
    "defend 1111",
    "delay 1111",
    "march 1119 via 1126 1119 then attack 1213 then await",
    "march forced 1119 via 1126",
    "march 1119 then assign fr_ii",
    "march 1111 then defend",
    "fall_back 1126",
    "general_retreat 1126",
    "assign fr_ii",
    "reserve",
    "attack 1213 from-turn 9",
]


@pytest.mark.rule("N12.3", "N12.4.1")
@pytest.mark.parametrize("text", SENTENCES)
def test_an_order_reads_back_as_it_was_written(text: str) -> None:
    assert " ".join(in_words(read_orders(text.split()))) == text


@pytest.mark.parametrize(
    "text",
    [
        "send fr_ii attack 1213",
        "send al_3 by orange march 1111 via 0409",
        "send all general_retreat 1126",
        "record reille defend here",
        "record reille fr_ii/9 attack 1213",
        "badmove reille march 1119",
        "stand-down fr_ii",
        "rejoin fr_ii/6",
        "take-over orange al_2nl",
        "hand-back orange",
        "direct ney husson+campi fr_ii",
        "accept fr_ii",
    ],
)
def test_what_players_say_reads_back(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.rule("N12.5.8")
def test_waiting_for_further_orders_closes_the_last_link() -> None:
    march, attack = read_orders(["march", "1119", "then", "attack", "1213", "then", "await"])
    assert not march.awaits
    assert attack.awaits
    assert attack.type is OrderType.ATTACK


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "begins with its type"),
        ("storm 1213", "not a type of order"),
        ("attack 1213 then", "begins with its type"),
        ("assign", "new chief"),
        ("march 1119 via", "waypoints"),
        ("attack 1213 from-turn soon", "number of a turn"),
        ("attack here 1213 here", "no place"),
        ("attack hill", "hill"),
    ],
)
def test_words_that_spell_no_order_are_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(MalformedAction, match=hint):
        read_orders(text.split())


@pytest.mark.parametrize(
    "text",
    ["send fr_ii", "send fr_ii by ney", "record reille", "badmove reille", "take-over orange",
     "direct ney husson", "rejoin", "accept a b"],
)  # fmt: skip
def test_half_sentences_are_refused(text: str) -> None:
    with pytest.raises(MalformedAction):
        parse(text)
