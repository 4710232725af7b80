"""Cards tell what was looked up to one reader: everything together is everything, in his language."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from grognard.bots import eager_bot, random_bot
from grognard.desks.cards import Cards, lines_of
from grognard.desks.catalogue import LANGUAGES, catalogue
from grognard.desks.chain_cards import tone_for
from grognard.desks.documents import Card, Desk, Row
from grognard.host.advice import adviser, teller
from grognard.kernel import Ask, State, unanswered
from grognard.kernel.conformance import RandomGame
from grognard.mechanics.commands import Command
from grognard.systems.bataille.desk.cards import BatailleCards
from grognard.systems.bataille.melee.melee_values import Fighter
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Waiting
from grognard.systems.nlc.sequence import Battle
from grognard.systems.nlc.setting import Order
from grognard.systems.nlc.system import SYSTEM as NLC
from grognard.systems.nlc.table import Table
from grognard.systems.registry import SYSTEMS as REGISTERED
from grognard.systems.registry import system_named
from tests.desks.french import names, strange
from tests.systems.nlc.command_kit import battle

SYSTEMS = [("premier", "village", "declare-assault"), ("nlc", "crossroads", "assault")]
FEW = 40


@cache
def moment(name: str, pack: str, purpose: str) -> State:
    """A battle played by simple players until something is asked."""
    system = system_named(name)
    chooser = eager_bot if name == "premier" else random_bot
    for seed in range(FEW):
        game = RandomGame(system.rules, system.library.setting(pack, {}), seed, chooser.choose)
        while (
            isinstance(game.state.pending, Ask) or game.state.pending.__class__.__name__ != "Over"
        ):
            ask = game.state.pending
            if isinstance(ask, Ask) and ask.purpose == purpose and len(list(ask.options)) > 1:
                return game.state
            game.step()
    raise AssertionError(f"{purpose} was never asked")


def cards_of(name: str, state: State, language: str = "en", side: str = "") -> Cards:
    system = system_named(name)
    setting = state.table.setting
    whose = side or (state.pending.side if isinstance(state.pending, Ask) else "")
    told = teller(system, setting, language)
    return system.desk.cards(state, whose, told, adviser(system, setting), system.desk.words)


def rows(card: Card) -> Iterator[Row]:
    yield from card.rows
    for below in card.cards:
        yield from rows(below)


def odds(name: str, state: State, language: str = "en") -> Card:
    ask = state.pending
    assert isinstance(ask, Ask)
    order = next(each for each in ask.options if "assault" in str(each))
    found = adviser(system_named(name), state.table.setting).look(
        state, ask.side, "odds", text=str(order)
    )
    return cards_of(name, state, language).card("odds", found)


@pytest.mark.parametrize(("name", "pack", "purpose"), SYSTEMS)
def test_results_in_a_bar_are_everything_together(name: str, pack: str, purpose: str) -> None:
    card = odds(name, moment(name, pack, purpose))
    bars = [row.shares for row in rows(card) if row.shares]
    assert len(bars) > 5
    for shares in bars:
        assert sum(share.chance for share in shares) == pytest.approx(1, abs=0.01)
    assert card.at
    assert card.clause
    assert card.brief.endswith(" %")
    assert card.estimated


@pytest.mark.parametrize(("name", "pack", "purpose"), SYSTEMS)
def test_a_card_says_the_same_in_every_language(name: str, pack: str, purpose: str) -> None:
    state = moment(name, pack, purpose)
    cards = [odds(name, state, language) for language in LANGUAGES]
    figures = [
        [round(share.chance, 6) for row in rows(card) for share in row.shares] for card in cards
    ]
    assert figures[0] == figures[1]
    texts = ["\n".join(lines_of(card)) for card in cards]
    assert "In the end" in texts[0]
    assert "À la fin" in texts[1]


@pytest.mark.parametrize(("name", "pack", "purpose"), SYSTEMS)
def test_a_card_of_odds_has_no_english_word_in_french(name: str, pack: str, purpose: str) -> None:
    state = moment(name, pack, purpose)
    known = names(state.table.setting)
    for line in lines_of(odds(name, state, "fr")):
        assert not strange(line, known), line


@pytest.mark.parametrize(("name", "pack", "purpose"), SYSTEMS)
def test_a_question_and_its_offers_come_with_their_words(
    name: str, pack: str, purpose: str
) -> None:
    state = moment(name, pack, purpose)
    system = system_named(name)
    setting = state.table.setting
    for language in LANGUAGES:
        asked = adviser(system, setting).question(state, 1, system.desk.reactions)
        assert asked is not None
        told = system.desk.words.told(asked, teller(system, setting, language))
        assert told.title
        assert told.text
        assert told.done
        assert all(offer.text and offer.text != offer.kind for offer in told.offers)
        assert all(offer.title for offer in told.offers if offer.role == "strike")


@pytest.mark.parametrize("name", REGISTERED)
def test_every_order_of_a_system_can_be_said(name: str) -> None:
    system = system_named(name)
    setting = system.library.setting(next(iter(system.library.battles())).id, {})
    roles = adviser(system, setting).roles
    said = teller(system, setting, "en")
    rooms = tuple(f"grognard.systems.{folder.parent.name}." for folder in said.words)
    verbs = {each.verb for each in orders(Command) if each.__module__.startswith(rooms)}
    verbs -= {"drill"} if name == "premier" else set()  # no drill is asked for there
    assert verbs
    for verb in verbs:
        messages = (f"do-{verb}", f"do-{roles.get(verb, '')}")
        assert any(map(said.catalogue.has, messages)), verb


def orders(kind: type[Command]) -> Iterator[type[Command]]:
    """All orders that are given by name."""
    for each in kind.__subclasses__():
        if getattr(each, "verb", ""):
            yield each
        yield from orders(each)


@pytest.mark.parametrize(("name", "pack", "purpose"), SYSTEMS)
def test_what_the_enemy_could_do_is_listed_tagged_and_drawn(
    name: str, pack: str, purpose: str
) -> None:
    state = moment(name, pack, purpose)
    ask = state.pending
    assert isinstance(ask, Ask)
    enemy = next(side for side in state.table.setting.sides if side != ask.side)
    look, cards = (
        adviser(system_named(name), state.table.setting).look,
        cards_of(name, state, side=enemy),
    )
    glance = cards.card("threat", look(state, enemy, "threat"))
    (listed,) = glance.cards
    assert {laid.kind for laid in glance.over} == {"area", "tag"}
    at = listed.rows[0].at
    feared = cards.card("threat", look(state, enemy, "threat", target=at))
    assert feared.at == at
    assert [laid.places[-1] for laid in feared.over if laid.kind == "arrow"]
    assert any(row.shares for row in rows(feared))


def test_good_and_bad_news_depend_on_who_reads() -> None:
    assert [tone_for(grave, own) for grave in (0, 2, 3) for own in (True, False)] == [
        "", "", "bad", "good", "worse", "good",
    ]  # fmt: skip


@pytest.mark.parametrize("system", ["premier", "nlc"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_read(system: str, language: str) -> None:
    words = catalogue(language, system_named(system).desk.teller.words)
    said = [message for message in words.sources if not message.startswith("-")]
    assert all(words._made_ready(message) for message in said)


def papers(language: str = "en", table: Table | None = None) -> Card:
    state = unanswered(table or battle(), ())
    found = adviser(NLC, state.table.setting).look(state, "french", "papers")
    return cards_of("nlc", state, language, side="french").card("papers", found)


def test_a_staff_keeps_orders_formations_and_the_cup() -> None:
    orders, formations, cup = papers().cards
    assert [orders.title, formations.title, cup.title] == ["Orders", "Formations", "Cup"]
    bound = next(row for row in rows(orders) if "husson" in row.units)
    assert bound.parts[0].text == "II Corps"
    assert [card.side for card in formations.cards[:2]] == ["french", "allied"]
    assert all("/" in row.figure for card in formations.cards[:2] for row in card.rows)
    assert papers("fr").title == "État-major"


@pytest.mark.parametrize(
    ("state", "words"), [("1T", "Obeys next turn:"), ("R4", "Hesitates"), ("dawn", "Waits for")]
)
def test_an_order_that_waits_stands_below_the_one_in_force(state: str, words: str) -> None:
    table = battle()
    waiting = Waiting((Order(OrderType.ATTACK, target=(1213,)),), state, 1, "ney")
    table.forces["fr_ii"] = replace(table.forces["fr_ii"], waiting=waiting)
    table.touched()
    (waits,) = [row for row in rows(papers(table=table)) if row.tone == "waits"]
    said = "".join(part.text for part in waits.parts)
    assert said.startswith(words)
    assert "attack 1213" in said


def test_the_order_desk_names_who_writes_to_whom_and_what_an_order_takes() -> None:
    state = unanswered(battle(), ())
    found = adviser(NLC, state.table.setting).look(state, "french", "desk")
    desk = cards_of("nlc", state, side="french").card("desk", found)
    assert isinstance(desk, Desk)
    (ney,) = desk.writers
    assert ney.text == "Ney writes: 0 of 3 sent"
    corps = next(choice for choice in ney.choices if choice.id == "fr_ii")
    assert (corps.text, corps.note, corps.part) == ("II Corps", "at once", False)
    assert {kind.id: kind.takes for kind in desk.kinds}["assign"] == ("chief",)


@pytest.mark.rule("N4.6")
def test_the_paper_of_the_cup_lists_the_chits_that_were_drawn_this_turn() -> None:
    state = moment("nlc", "crossroads", "movement")
    (drawn,) = [
        frame.procedure.drawn for frame in state.stack if isinstance(frame.procedure, Battle)
    ]
    assert drawn
    for side in state.table.setting.sides:
        found = adviser(NLC, state.table.setting).look(state, side, "papers")
        cup = cards_of("nlc", state, side=side).card("papers", found).cards[-1]
        (listed,) = [card for card in cup.cards if card.title == "Drawn this turn"]
        assert len(listed.rows) == len(drawn)


@pytest.mark.rule("P35.9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lancers_bring_is_told_with_their_lances(language: str) -> None:
    state = moment("premier", "village", "declare-assault")
    unit = next(iter(state.table.pieces))
    cards = cards_of("premier", state, language)
    assert isinstance(cards, BatailleCards)
    lancers = Fighter(unit, state.table.pieces[unit].at, Fraction(10), lance=Fraction(5, 2))
    told = cards._fighter(lancers)
    assert "+ 2 1/2 lances (P35.9)" in told
    assert "= 12 1/2" in told
