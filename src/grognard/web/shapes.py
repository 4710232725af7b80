"""What the HTTP interface takes and gives, as its OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from grognard.host.days import MOST_DAYS

Word = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_.-]*$")]
Who = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_.-]*(:[A-Za-z0-9_.-]+)?$")]
Said = Annotated[str, Field(max_length=64)]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Fault(Shape):
    """One thing that is wrong with a pack: where it stands, what it is, how to mend it."""

    file: str
    line: int
    field: str
    text: str
    hint: str


class Problem(Shape):
    """Why a request was refused; of a pack, everything that is wrong with it."""

    code: str
    reason: str
    clause: str = ""
    faults: list[Fault] = []


class SeatWanted(Shape):
    """Who sits for a side: ``me``, ``open`` (a link is made for somebody), ``afar`` (played elsewhere,
    by file), or the name of a bot.

    A level may be followed by a temperament: ``captain:cautious``.
    """

    side: Word
    who: Who = "open"
    name: Said = ""


class GameWanted(Shape):
    """A battle to be set up. Sides that are not named are taken by you.

    ``scenario`` is a name of the library, or the hash of a document that is kept here. No two
    scenarios have one name, so the system need not be said. One that is ``listed`` looks for
    somebody to play: its open seats may be taken without an invitation. ``days`` are for each move; with
    none no time runs.
    """

    scenario: Word
    system: Word = ""
    options: dict[Word, Said] = Field(default={}, max_length=64)
    seats: list[SeatWanted] = Field(default=[], max_length=8)
    watchers: bool = True
    listed: bool = False
    days: int = Field(default=0, ge=0, le=MOST_DAYS)


class Invitation(Shape):
    """A link for one seat. The store keeps only its hash: who has lost it is given another."""

    side: str
    place: int
    token: str
    link: str


class GameMade(Shape):
    """A battle that was set up. ``watched`` says why one from a file cannot be played on."""

    id: str
    title: str
    sides: list[str]
    mine: list[str]
    invitations: list[Invitation]
    watched: str = ""


class GameListed(Shape):
    """One of my battles. ``due`` is when the next move must be made, where ``days`` are given for it."""

    id: str
    system: str
    scenario: str
    title: str
    created: int
    touched: int
    waits_for: str
    verdict: str
    mine: list[str]
    days: int = 0
    due: int = 0


class SeatShown(Shape):
    side: str
    place: int
    kind: str
    name: str
    taken: bool


class GameShown(Shape):
    """A battle as anybody may see it from outside."""

    id: str
    title: str
    system: str
    scenario: str
    sides: list[str]
    seats: list[SeatShown]
    lines: int
    waits_for: str
    verdict: str
    watched: str = ""
    watchers: bool
    mine: list[str]
    hosted: bool
    listed: bool
    days: int = 0
    due: int = 0


class CampaignWanted(Shape):
    """A campaign to be begun: one of the library by its name, or the files of one's own by theirs."""

    campaign: Word = ""
    files: dict[Said, str] = Field(default={}, max_length=4)
    options: dict[Word, Said] = Field(default={}, max_length=16)
    seats: list[SeatWanted] = Field(default=[], max_length=4)


class CampaignMade(Shape):
    """A campaign that was begun. ``place`` of an invitation is always 0: one leads a side."""

    id: str
    title: str
    mine: list[str]
    invitations: list[Invitation]


class BattleWanted(Shape):
    """The next battle of a campaign, named so that nobody begins another than he sees.

    ``whole`` begins the day that it opens as one battle; ``play_on`` goes on past a turning point.
    """

    stage: Word
    whole: bool = False
    play_on: bool = False


class SpreadWanted(Shape):
    """Increments that come back to the units of a body."""

    body: Word
    given: dict[Word, Annotated[int, Field(ge=0, le=999)]] = Field(default={}, max_length=400)


class CampaignForkWanted(Shape):
    """The battle that is to be fought again."""

    before: Word


class Claim(Shape):
    """An invitation that is to be taken up."""

    token: Said
    name: Said = ""


class ScenarioShown(Shape):
    """A battle that can be played; ``rules`` is what its system is called."""

    system: str
    rules: str
    id: str
    title: str
    summary: str
    description: str
    date: str
    sides: dict[str, str]
    turns: int
    units: int
    guided: bool


class OpponentShown(Shape):
    """A level or a temperament, as a player chooses it."""

    name: str
    title: str
    text: str


class OpponentsShown(Shape):
    """Whom the computer can be: a level, the weakest first, in one of its temperaments."""

    default: str
    levels: list[OpponentShown]
    temperaments: list[OpponentShown]


class SystemShown(Shape):
    """A rulebook that battles are played by; ``bots`` are those who know how to play it."""

    name: str
    title: str
    about: str
    first: str
    bots: list[str]


class LibraryShown(Shape):
    systems: list[SystemShown]
    scenarios: list[ScenarioShown]
    bots: list[str]
    opponents: OpponentsShown


class Credentials(Shape):
    name: Said
    password: Annotated[str, Field(max_length=200)]


class PasswordChange(Shape):
    old: Annotated[str, Field(max_length=200)]
    new: Annotated[str, Field(max_length=200)]


class Me(Shape):
    """Who the server takes you for. The seats of a guest end after so many ``days``, or with his cookie."""

    person: str
    name: str
    guest: bool
    local: bool
    days: int = 0


class LogShown(Shape):
    n: int
    lines: list[dict[str, Any]]


class DiceShown(Shape):
    """The secret behind the dice, once the battle is over: anybody can throw them again."""

    commitment: str
    secret: str


_SAID: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"content": {"application/json": _SAID}, "description": said}
    for code, said in {
        400: "The request is wrong",
        401: "An account is needed",
        403: "Not allowed",
        404: "There is no such thing",
        405: "Not allowed here",
        409: "It does not fit what is there",
        413: "Too large",
        422: "The request cannot be read",
        429: "Too many requests",
        503: "The store cannot be written",
    }.items()
}
"""How every route refuses. They name the shape: given as a model, it would be built ten times for each
route before the server answers anybody. ``/healthz`` gives the model itself."""
