"""The tables of the store, as SQLAlchemy Core knows them. Alembic makes them (``migrations``).

``answers`` is the battle: one row for each line of its journal, never changed. Everything else can
be worked out again or is about people. Times are whole milliseconds since 1970. Tokens are kept as
hashes: who reads the store cannot take a seat.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

HEAD: Final = "0013"
"""The revision of the tables this code works with; a test compares it with the migrations."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("system", String(32), nullable=False),
    Column("scenario", String(200), nullable=False),
    Column("title", Text, nullable=False),
    Column("header", LargeBinary, nullable=False),  # the first line of the journal
    Column("secret", LargeBinary, nullable=False),  # the dice are thrown from it
    Column("settings", Text, nullable=False),  # JSON: watchers, clock
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("verdict", Text, nullable=False, default=""),
    Column("waits_for", String(64), nullable=False, default=""),
    Column("snapshot_number", Integer, nullable=False, default=-1),
    Column("snapshot", LargeBinary, nullable=True),
    Column("wish", Text, nullable=False, default=""),  # JSON: a take-back that was asked for
    Column("document", String(64), nullable=False, default=""),  # what it was begun from
    Column("host", String(64), nullable=False, default=""),  # who set it up
    Column("listed", Integer, nullable=False, default=0),  # 1: it looks for somebody to play
    Column("rematch", String(32), nullable=False, default=""),  # the battle that was asked for next
    Column("days", Integer, nullable=False, default=0),  # for a move; 0: no time runs
    Column("since", BigInteger, nullable=False, default=0),  # when the last seat was taken
)
Index("games_by_listed", games.c.listed)

said = Table(
    "said",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("after", Integer, nullable=False),  # the last line of the journal then
    Column("who", String(64), nullable=False),  # the side
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("system", String(32), nullable=False),
    Column("scenario", String(200), nullable=False),
    Column("content", LargeBinary, nullable=False),  # JSON: its files
    Column("kept", BigInteger, nullable=False),  # when it came
)

answers = Table(
    "answers",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("took", BigInteger, nullable=False, default=0),  # thinking time of the side, ms
    Column("timed", String(80), nullable=False, default=""),  # the movement clock it ran on
)

reasons = Table(
    "reasons",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # the line it is about
    Column("turn", Integer, nullable=False),
    Column("side", String(64), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("purpose", String(64), nullable=False),
    Column("words", Text, nullable=False),  # what was answered
    Column("why", Text, nullable=False),  # the side's secret until the battle is over
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("side", String(64), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),  # several may share a side
    Column("kind", String(32), nullable=False),  # "human", or the name of a bot
    Column("name", Text, nullable=False, default=""),
    Column("person", String(64), nullable=False, default=""),
    Column("token", LargeBinary, nullable=False),  # hash of the invitation
    Column("standing", Text, nullable=False, default="[]"),  # JSON: standing orders
    Column("seen", Integer, nullable=False, default=-1),  # the last line it was shown
)
Index("seats_by_person", seats.c.person)
Index("seats_by_token", seats.c.token)

posts = Table(
    "posts",
    metadata,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("battle", String(32), nullable=False),  # what both sides call it
    Column("side", String(64), nullable=False),  # who plays here
    Column("count", Integer, nullable=False),  # files sent and opened
    Column("ours", Integer, nullable=False),  # 1: the battle is here, 0: it is at the other side's
    Column("keys", Text, nullable=False),  # JSON: whose signature is known, by side
)
Index("posts_by_battle", posts.c.battle, posts.c.side, unique=True)

holidays = Table(
    "holidays",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),  # days since 1970
    Column("last", Integer, nullable=False),
)

mails = Table(
    "mails",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("address", String(200), nullable=False),
    Column(
        "word", LargeBinary, nullable=False
    ),  # hash of what was sent there; empty once it was said
    Column("tries", Integer, nullable=False, default=0),
)

letters = Table(
    "letters",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("person", String(64), nullable=False),
    Column(
        "kind", String(16), nullable=False
    ),  # "turn", or "word" to show that an address is one's own
    Column("game", String(32), nullable=False, default=""),
    Column("text", Text, nullable=False, default=""),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
)
Index("letters_by_person", letters.c.person)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("by", Text, nullable=False, default=""),  # what the owner is called
    Column("title", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),  # JSON: branches and marks
    Column("revision", Integer, nullable=False),  # how often it was changed
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
)
Index("studies_by_owner", studies.c.owner)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the address
    Column("person", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),  # the key of the browser
    Column("auth", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
)
Index("subscriptions_by_person", subscriptions.c.person)

notices = Table(
    "notices",
    metadata,
    Column("subscription", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
)

accounts = Table(
    "accounts",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("name", String(64), nullable=False, unique=True),  # folded, to compare
    Column("shown", String(64), nullable=False, default=""),  # as its owner writes it
    Column(
        "looks", String(128), nullable=False, default="", index=True
    ),  # what the eye makes of it
    Column("password", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("person", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
)
Index("sessions_by_person", sessions.c.person)

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("pack", LargeBinary, nullable=False),  # JSON: its files
    Column("options", Text, nullable=False),  # JSON: readings of the house
    Column("origin", String(64), nullable=False, default=""),  # the campaign it was forked from
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
)

campaign_seats = Table(
    "campaign_seats",
    metadata,
    Column("campaign", String(32), ForeignKey("campaigns.id"), primary_key=True),
    Column("side", String(64), primary_key=True),
    Column("kind", String(32), nullable=False),  # "human", or the name of a bot
    Column("name", Text, nullable=False, default=""),
    Column("person", String(64), nullable=False, default=""),
    Column("token", LargeBinary, nullable=False),  # hash of the invitation
)
Index("campaign_seats_by_person", campaign_seats.c.person)

campaign_battles = Table(
    "campaign_battles",
    metadata,
    Column("campaign", String(32), ForeignKey("campaigns.id"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),  # in the order of the pack
    Column("game", String(32), nullable=False, default=""),  # its record, while that is kept
    Column("outcome", LargeBinary, nullable=True),  # JSON, once it is over
    Column("returned", Text, nullable=False, default="{}"),  # JSON: increments by unit
)
