"""The page on the wire names every request with its parameters and every message with its fields."""

from __future__ import annotations

import ast
import asyncio
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.web import frames
from grognard.web.app import make_app
from grognard.web.shapes import Me
from tests.web.halls import desk_at, heard, live_table, only, room_of

HOME = Path(__file__).parents[2]
PAGE = (HOME / "docs" / "reference" / "wire.md").read_text()
BOTS = (HOME / "docs" / "how-to" / "write-a-bot.md").read_text()
EVERYWHERE = {"language"}
"""What the page explains once for all."""


def section(title: str) -> str:
    """The part of the page under a heading."""
    start = re.search(rf"^#+ {title}$", PAGE, re.MULTILINE)
    assert start is not None, title
    rest = PAGE[start.end() :]
    end = re.search(r"^#", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(title: str) -> dict[str, str]:
    """The rows of the table under a heading by what their first cell names."""
    found: dict[str, str] = {}
    for line in section(title).splitlines():
        cells = line.split("|")
        if len(cells) > 2:
            for named in re.findall(r"`([^`]+)`", cells[1]):
                found[named] = line
    return found


def requests() -> Iterator[tuple[str, str, set[str]]]:
    """Method, path, and the names of its query and body fields, as the interface describes itself."""
    described = make_app("sqlite://", bot_processes=0).openapi()
    shapes = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            fields = {each["name"] for each in told.get("parameters", ()) if each["in"] == "query"}
            content = told.get("requestBody", {}).get("content", {})
            shape = content.get("application/json", {}).get("schema", {}).get("$ref", "")
            fields |= shapes[shape.rpartition("/")[2]]["properties"].keys() if shape else set()
            yield method.upper(), path, fields - EVERYWHERE


def test_the_page_names_every_request_with_what_it_takes() -> None:
    known = {named.partition("?")[0]: line for named, line in rows("HTTP").items()}
    missing = []
    for method, path, fields in requests():
        page = BOTS if "/bot" in path else PAGE
        said = f"{method} {re.sub('{game}|{campaign}|{study}', '{id}', path)}"
        line = known.get(said, "")
        if page is BOTS:
            line = page if path.rpartition("{game}")[2] in page else ""
        if not line:
            missing.append(said)
        missing += [f"{said}: {field}" for field in sorted(fields) if line and field not in line]
    assert not missing


def test_the_page_says_what_a_person_is_told_of_himself() -> None:
    line = rows("HTTP")["GET /api/me"]
    assert all(field in line for field in Me.model_fields)


def test_the_page_names_every_message_of_a_client_with_its_fields() -> None:
    known = rows("From the client")
    kinds: tuple[Any, ...] = typing.get_args(frames.Incoming)
    assert {kind.__struct_config__.tag for kind in kinds} == known.keys()
    for kind in kinds:
        line = known[kind.__struct_config__.tag]
        if kind is frames.Look:
            line = section("Looks")
        for field in kind.__struct_fields__:
            assert field == "seq" or f"`{field}" in line, f"{kind.__name__}: {field}"


def sent() -> Iterator[tuple[str, set[str]]]:
    """Messages that the server writes, with the fields that stand where they are written."""
    for path in sorted((HOME / "src" / "grognard" / "web").glob("*.py")):
        if path.name == "botline.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            first = node.args[0]
            if called in ("write", "reply") and isinstance(first, ast.Constant):
                yield str(first.value), {each.arg for each in node.keywords if each.arg} - {"seq"}


def test_the_page_names_every_message_of_the_server_with_its_fields() -> None:
    table, replies = rows("From the server"), section("From the client")
    found = 0
    for kind, fields in sent():
        said = table.get(kind, "")
        for reply in re.findall(rf"`{kind} (\{{[^`]*)`", replies):
            said += reply
        assert said, kind
        found += 1
        for field in fields:
            assert re.search(rf"\b{field}\b", said), f"{kind}: {field}"
    assert found > 15


def test_the_page_names_every_field_of_a_greeting() -> None:
    async def scene() -> None:
        desk = desk_at(live_table(room_of("duel")), "french")
        await desk.open()
        hello, line = only(heard(desk), "hello"), rows("From the server")["hello"]
        named = {*hello, *hello["seat"]} - {"type"}
        assert not {field for field in named if not re.search(rf"\b{field}\b", line)}

    asyncio.run(scene())


@pytest.mark.parametrize("code", sorted(set(re.findall(
    r'because\(\s*"([a-z-]+)"',
    "".join(path.read_text() for room in ("web", "host")
            for path in (HOME / "src" / "grognard" / room).glob("*.py")),
))))  # fmt: skip
def test_the_page_names_every_code_of_a_refusal(code: str) -> None:
    assert f"`{code}`" in section("Codes")
