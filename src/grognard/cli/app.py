"""The commands and their options. What they do stands in the module named after each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard import __version__

app = typer.Typer(
    name="grognard",
    help="A referee for Napoleonic board battles.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
scenario = typer.Typer(help="Check or show a scenario pack.", no_args_is_help=True)
app.add_typer(scenario, name="scenario")
campaign = typer.Typer(help="Battles that are linked.", no_args_is_help=True)
app.add_typer(campaign, name="campaign")

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[str, typer.Option(help="Dice and bots repeat themselves with the same seed.")]
Language = Annotated[str, typer.Option(help="en or fr; otherwise as LANG has it.")]
System = Annotated[str, typer.Option(help="The system, where the pack does not say it.")]
Pack = Annotated[
    str, typer.Option("--scenario", help="The pack, where the journal's is not in the library.")
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def grognard(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Say which version."),
    ] = False,
) -> None:
    """A referee for Napoleonic board battles."""


@app.command()
def scenarios(as_json: Json = False) -> None:
    """What can be played, under which system."""
    from grognard.cli.scenarios import show_battles

    show_battles(as_json=as_json)


def spoken(language: str) -> str:
    """The language of the reader: as he asks for it, or as his terminal has it."""
    import os

    from grognard.desks.catalogue import language_of

    return language_of(language or os.environ.get("LC_ALL") or os.environ.get("LANG", ""))


@app.command()
def play(
    battle: Annotated[str, typer.Argument(help="A scenario, or a journal to go on with.")],
    side: Annotated[
        str, typer.Option(help="The side you take; 'both' for two people at one screen.")
    ] = "",
    bot_vs_bot: Annotated[bool, typer.Option("--bot-vs-bot", help="Only watch.")] = False,
    seats: Annotated[
        str, typer.Option(help="Who plays, in the order of the sides: marshal,captain or human.")
    ] = "",
    seed: Seed = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", help="A table option, as name=value.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write the journal here at the end.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="Go on from this line of a journal, with other dice.")
    ] = None,
    language: Language = "",
) -> None:
    """Play a battle in the terminal."""
    from grognard.cli.play import play_battle

    play_battle(
        battle,
        side,
        seed,
        spoken(language),
        bots=bot_vs_bot,
        options=option or [],
        save=save,
        at=at,
        names=seats,
    )


@app.command()
def serve(
    port: Annotated[
        int | None, typer.Option(help="The port; without it the first that is free from 8000 on.")
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    db: Annotated[
        str, typer.Option("--db", help="The store: sqlite:///FILE or postgresql://...")
    ] = "",
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", help="A name this server is called by.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", help="A reverse proxy that says for whom it asks, by its address."),
    ] = None,
    lines: Annotated[
        int, typer.Option(min=0, help="How many lines one address may hold; 0 for the usual 100.")
    ] = 0,
    pace: Annotated[
        float,
        typer.Option(min=0, help="Answers a second of the computer; 0: as many as it can."),
    ] = 4.0,
    guests: Annotated[
        bool, typer.Option("--guests", help="People without an account may set up battles.")
    ] = False,
    opens: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    mail: Annotated[
        str,
        typer.Option(
            envvar="GROGNARD_MAIL",
            help="The mail server for letters: starttls://user:password@host:587, smtps://, smtp://",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option("--mail-from", envvar="GROGNARD_MAIL_FROM", help="Who writes them.")
    ] = "",
    json_logs: Annotated[
        bool, typer.Option("--json-logs", help="Log to standard error, a line of JSON each.")
    ] = False,
) -> None:
    """The tables, in the browser."""
    from grognard.cli.serve import serve_tables

    serve_tables(
        host,
        port,
        db,
        allow_host or [],
        guests=guests,
        opens=opens,
        proxies=proxy or [],
        lines=lines,
        pace=pace,
        json_logs=json_logs,
        mail=mail,
        sender=mail_from,
    )


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    db: Annotated[str, typer.Option("--db", help="The store: sqlite:///FILE.")] = "",
) -> None:
    """Copy the store of the tables while they are in use."""
    from grognard.cli.serve import back_up

    back_up(target, db)


@app.command()
def referee(
    paths: Annotated[list[Path], typer.Argument(help="Situations, or folders of them.")],
    trace: Annotated[
        bool, typer.Option("--trace", help="Tell every question, event and account.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play scripted situations with given dice and check what they expect."""
    from grognard.cli.referee import referee_all

    raise typer.Exit(referee_all(paths, as_json=as_json, trace=trace))


@app.command()
def rules(
    system: Annotated[str, typer.Argument(help="The system, as scenarios lists it.")],
    clause: Annotated[
        str, typer.Argument(help="A clause, a rule, a ruling, or a question in your words.")
    ] = "",
    coverage: Annotated[
        bool, typer.Option("--coverage", help="How much of the book has code and tests.")
    ] = False,
    options: Annotated[bool, typer.Option("--options", help="What a table may choose.")] = False,
    tests: Annotated[Path | None, typer.Option(help="The folder of the tests.")] = None,
    as_json: Json = False,
) -> None:
    """The rule in our words, the code and the tests behind it."""
    from grognard.cli import rules as chapter

    if options:
        chapter.show_options(system, as_json=as_json)
    elif coverage:
        chapter.show_coverage(system, tests, as_json=as_json)
    else:
        chapter.show_rules(system, clause, tests, as_json=as_json)


@app.command()
def replay(
    journal: Annotated[Path, typer.Argument(help="A journal.")],
    side: Annotated[str, typer.Option(help="Show what this side heard.")] = "",
    pack: Pack = "",
    language: Language = "",
) -> None:
    """Watch a battle again."""
    from grognard.cli.journals import show_replay

    show_replay(journal, side, pack, spoken(language))


@app.command()
def verify(
    journal: Annotated[Path, typer.Argument(help="A journal.")],
    pack: Pack = "",
    as_json: Json = False,
) -> None:
    """Prove a battle: every answer legal, every event as written, every die from its secret."""
    from grognard.cli.journals import show_proof

    show_proof(journal, pack, as_json=as_json)


@app.command()
def critic(
    journal: Annotated[Path | None, typer.Argument(help="A journal.")] = None,
    battles: Annotated[
        str, typer.Option(help="Play battles instead of reading one, as in hagelberg:4.")
    ] = "",
    players: Annotated[
        str, typer.Option(help="Who plays them: one for all sides, or one for each.")
    ] = "captain",
    seed: Annotated[int, typer.Option(help="The first battle has this seed.")] = 1,
    pack: Pack = "",
    as_json: Json = False,
    record: Annotated[Path | None, typer.Option(help="Add what was found to this page.")] = None,
) -> None:
    """Count what a grognard would laugh at; fails when a habit is beyond its limit."""
    import shlex
    import sys

    from grognard.cli.critic import of_battles, of_journal, show
    from grognard.cli.ladder import read_packs
    from grognard.kernel.errors import GrognardError

    if (journal is None) == (not battles):
        raise GrognardError("name a journal, or battles to be played (--battles hagelberg:4)")
    if journal is not None:
        report = of_journal(journal, pack)
    else:
        (name, count), *more = read_packs(battles)
        if more:
            raise GrognardError("battles of one pack are judged at a time (--battles hagelberg:4)")
        report = of_battles(name, count, players.replace(" ", "").split(","), seed)
    command = shlex.join(["grognard", *sys.argv[1:]])
    if not show(report, as_json=as_json, record=record, command=command):
        raise typer.Exit(1)


@scenario.command()
def schema(
    system: Annotated[str, typer.Argument(help="The system whose packs are meant.")],
) -> None:
    """What may be written in a pack, as JSON Schema."""
    from grognard.cli.scenarios import show_schema

    show_schema(system)


@scenario.command()
def check(
    pack: Annotated[str, typer.Argument(help="A pack: a folder, a file, or a name.")],
    system: System = "",
    as_json: Json = False,
) -> None:
    """Every problem of a pack, with file, line, field and a hint."""
    from grognard.cli.scenarios import check_pack

    if not check_pack(system, pack, as_json=as_json):
        raise typer.Exit(2)


@scenario.command()
def show(
    pack: Annotated[str, typer.Argument(help="A pack: a folder, a file, or a name.")],
    system: System = "",
) -> None:
    """Forces, map, arrivals and aims of a pack."""
    from grognard.cli.scenarios import show_pack

    show_pack(system, pack)


@app.command()
def soak(
    packs: Annotated[
        str,
        typer.Option(
            help="Scenarios, how many games of each, and in every which of them options are drawn,"
            " as in duel:500:3; else those that the systems name."
        ),
    ] = "",
    games: Annotated[int, typer.Option(help="So many games of every pack instead.")] = 0,
    seed: Annotated[int, typer.Option(help="The first game has this seed.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes; 0 for one on each core.")] = 0,
    every: Annotated[int, typer.Option(help="Check every so many states.")] = 0,
    bot: Annotated[
        str, typer.Option(help="One chooser; all of them in turn, or the wild ones.")
    ] = "all",
    options: Annotated[
        bool, typer.Option(help="Draw the table options of every third game.")
    ] = True,
    scramble: Annotated[
        bool, typer.Option(help="Begin four games of eight from a scrambled opening.")
    ] = True,
    record: Annotated[
        Path, typer.Option(help="Where the record is written, as JSON or (.md) as a page.")
    ] = Path("soak.json"),
    keep: Annotated[
        Path | None,
        typer.Option(
            help="Games are kept in this file; the same command goes on from them. Those of older "
            "rules stay counted under their revision."
        ),
    ] = None,
    system: System = "",
) -> None:
    """Random battles to the end, with every law checked on the way."""
    import shlex
    import sys

    from grognard.cli.soak import Plan, soak_all

    plan = Plan.read(system, packs, games, seed, every, bot, options, scramble)
    command = shlex.join(["grognard", *sys.argv[1:]])
    if not soak_all(plan, workers, record, command, keep):
        raise typer.Exit(1)


@app.command()
def bench(
    only: Annotated[str, typer.Option(help="Some of them, as in P1,P4.")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="A smoke run.")] = False,
    as_json: Json = False,
    record: Annotated[
        bool, typer.Option("--record", help="Keep a full run in bench/results.md.")
    ] = False,
    profile: Annotated[str, typer.Option(help="Only show where the time of one goes.")] = "",
) -> None:
    """The benchmarks, as ratios where a peer exists."""
    from importlib import import_module
    from importlib.util import find_spec

    from grognard.kernel.errors import GrognardError

    if find_spec("grognard.bench") is None:
        raise GrognardError("the benchmarks are not part of this installation")
    import_module("grognard.bench").run(
        only=only, quick=quick, as_json=as_json, record=record, profile=profile
    )


@app.command()
def ladder(
    quick: Annotated[
        bool, typer.Option("--quick", help="Small battles only, fewer pairs.")
    ] = False,
    as_json: Json = False,
    puzzles: Annotated[
        Path | None, typer.Option(help="Put the puzzles of this folder to a level instead.")
    ] = None,
    level: Annotated[str, typer.Option(help="The level that solves the puzzles.")] = "marshal",
    seeds: Annotated[int, typer.Option(min=1, help="Each puzzle is tried so often.")] = 4,
    packs: Annotated[str, typer.Option(help="Scenarios and pairs, as in duel:20,village:10.")] = "",
    players: Annotated[str, typer.Option(help="Who plays, the weakest first.")] = "",
    seed: Annotated[int, typer.Option(help="The first pair has this seed.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes; 0 for one on each core.")] = 0,
    record: Annotated[Path | None, typer.Option(help="Write the result here, as JSON.")] = None,
    system: Annotated[str, typer.Option(help="The system; the first one if none is named.")] = "",
) -> None:
    """Who is the stronger player? Ratings from mirrored pairs of battles."""
    from grognard.cli import ladder as climbing

    if puzzles is not None:
        if not climbing.puzzle(folder=puzzles, level=level, seeds=seeds, as_json=as_json):
            raise typer.Exit(1)
        return
    climbing.climb(
        quick=quick,
        as_json=as_json,
        system=system,
        packs=packs,
        players=players,
        seed=seed,
        workers=workers,
        record=record,
    )


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def odds(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(help="What is weighed; left out, what there is.")] = "",
    game: Annotated[Path | None, typer.Option(help="A battle file (journal).")] = None,
    text: Annotated[str, typer.Option(help="The order, as it would be given.")] = "",
    at: Annotated[int, typer.Option(help="After so many answers; otherwise at the end.")] = -1,
    policy: Annotated[
        list[str] | None, typer.Option(help="A decision on the way, as purpose=rule.")
    ] = None,
    referee: Annotated[bool, typer.Option("--referee", help="With all that is hidden.")] = False,
    pack: Pack = "",
    system: System = "",
    as_json: Json = False,
) -> None:
    """Exact chances: from numbers that the kind names, or of an order in a battle.

    For example: grognard odds fire --fire 14 --defence 9
    """
    from grognard.cli import odds as chapter

    if game is not None:
        chapter.show_chain(game, text, pack, policy or [], at=at, referee=referee, as_json=as_json)
    elif kind:
        chapter.show_formula(kind, context.args, system, as_json=as_json)
    else:
        chapter.show_formulas(system, as_json=as_json)


@app.command()
def simulate(
    battle: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario.")],
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seats: Annotated[
        str, typer.Option(help="The players, in the order of the sides, as in captain,captain.")
    ] = "captain,captain",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes; 0 for one on each core.")] = 0,
    ray: Annotated[
        str, typer.Option("--ray", help="A cluster of Ray: its address, auto, or local.")
    ] = "",
    vary: Annotated[
        list[str] | None, typer.Option("--vary", help="A table option to compare, as name=a,b.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The folder of the results.")] = None,
    until: Annotated[
        float, typer.Option(help="Stop when the first side's share of wins is known so well: 0.05.")
    ] = 0.0,
    screen: Annotated[
        bool, typer.Option("--screen", help="Few combinations that still show every option.")
    ] = False,
    replay: Annotated[int, typer.Option(help="Watch this game again instead, from 0.")] = -1,
    language: Language = "",
    as_json: Json = False,
) -> None:
    """Bot against bot, many times: tables, and a report with plots."""
    from grognard.cli import simulate as laboratory
    from grognard.lab.designs import FULL, SCREEN

    design = SCREEN if screen else FULL
    if replay >= 0:
        laboratory.show_game(
            battle, replay, seats=seats, seed=seed, vary=vary or [], out=out, design=design,
            language=spoken(language),
        )  # fmt: skip
        return
    if not laboratory.simulate(
        battle,
        games=games,
        seats=seats,
        seed=seed,
        workers=workers,
        ray=ray,
        vary=vary or [],
        out=out,
        as_json=as_json,
        until=until,
        design=design,
    ):
        raise typer.Exit(1)


@app.command()
def compare(
    one: Annotated[Path, typer.Argument(help="The folder of a simulation.")],
    other: Annotated[Path, typer.Argument(help="The folder of another, of the same battle.")],
    as_json: Json = False,
) -> None:
    """What differs between two simulations, with intervals; says so when their revisions do."""
    from grognard.cli.simulate import show_compared

    show_compared(one, other, as_json=as_json)


# --- campaigns

Campaign = Annotated[str, typer.Argument(help="A campaign of the library, or a file of one.")]
Readings = Annotated[
    list[str] | None, typer.Option("--option", help="A house reading, as name=value.")
]


def _readings(option: list[str] | None) -> dict[str, str]:
    return {name: value for name, _, value in (each.partition("=") for each in option or ())}


@campaign.command("check")
def campaign_check(campaign: Campaign) -> None:
    """Every problem of a campaign pack, with file, line, field and a hint."""
    from grognard.cli.campaigns import check

    if not check(campaign):
        raise typer.Exit(2)


@campaign.command("show")
def campaign_show(campaign: Campaign, as_json: Json = False) -> None:
    """The battles, the points, who joined and what is still in reach."""
    from grognard.cli.campaigns import show

    show(campaign, as_json=as_json)


@campaign.command("play")
def campaign_play(
    campaign: Campaign,
    side: Annotated[str, typer.Option(help="The side you lead, or both.")] = "",
    seats: Annotated[str, typer.Option(help="Let computers fight it: captain,captain.")] = "",
    fork: Annotated[str, typer.Option(help="Fight this battle again, in a new file.")] = "",
    seed: Seed = "",
    option: Readings = None,
    language: Language = "",
) -> None:
    """Fight the next battle of a campaign; the same command goes on where you left."""
    from grognard.cli.campaigns import play

    play(campaign, side, seats, seed, spoken(language), _readings(option), fork)


@campaign.command("simulate")
def campaign_simulate(
    campaign: Campaign,
    runs: Annotated[int, typer.Option(help="How many campaigns.")] = 20,
    seats: Annotated[str, typer.Option(help="Who plays, side by side.")] = "captain,captain",
    seed: Annotated[int, typer.Option(help="The same seed gives the same campaigns.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes; 0 for one on each core.")] = 0,
    option: Readings = None,
    out: Annotated[Path | None, typer.Option("--out", help="A folder for the report.")] = None,
    as_json: Json = False,
) -> None:
    """Many campaigns of computers: points, verdicts, what each battle is worth; a report with plots."""
    from grognard.cli.campaigns import simulate

    simulate(campaign, runs, seats, seed, workers, _readings(option), out, as_json=as_json)


@campaign.command("schema")
def campaign_schema() -> None:
    """What may be written in a campaign pack, as JSON Schema."""
    from grognard.cli.campaigns import schema

    schema()
