"""No front end asks which rulebook it has before it: that is for the registry to know."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grognard
from grognard.systems.registry import SYSTEMS

ROOMS = ("cli", "desks", "host", "kernel", "mechanics", "web")
SOURCE = Path(grognard.__file__).parent


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_compares_the_name_of_a_system(room: str) -> None:
    files = sorted((SOURCE / room).rglob("*.py"))
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            compared = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            keys = node.keys if isinstance(node, ast.Dict) else []
            cases = [node.pattern.value] if _is_case(node) else []  # type: ignore[attr-defined]
            for part in (*compared, *keys, *cases):
                if isinstance(part, ast.Constant) and part.value in SYSTEMS:
                    pytest.fail(f"{file.name}:{part.lineno} asks for {part.value}")


def _is_case(node: ast.AST) -> bool:
    return isinstance(node, ast.match_case) and isinstance(node.pattern, ast.MatchValue)
