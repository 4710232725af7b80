from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grognard
from grognard.kernel.revisions import code_revision, without_words

SOURCES = [
    path
    for room in ("kernel", "mechanics", "systems")
    for path in sorted((Path(grognard.__file__).parent / room).rglob("*.py"))
]


class Bare(ast.NodeTransformer):
    """Every text that stands as a statement becomes ``pass``."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        value = node.value
        is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
        return ast.Pass() if is_text else node


def test_code_without_words_is_the_same_program() -> None:
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        bare = ast.parse(without_words(source, "pass"))
        assert ast.dump(bare) == ast.dump(Bare().visit(ast.parse(source))), path


CODE = '''"""A rule."""

FACES = 6  # of a die
TEXT = "# no comment"


def rolled(rung: int) -> int:
    """What falls."""
    # rungs are counted from nothing
    return rung + FACES
'''


@pytest.mark.parametrize(
    "other",
    [
        CODE.replace("# of a die", ""),
        CODE.replace('"""A rule."""', '"""Another\n\nword for it."""'),
        CODE.replace('    """What falls."""\n', ""),
        CODE.replace("FACES = 6", "# before\n\nFACES = 6"),
    ],
)
def test_comments_and_docstrings_do_not_count(other: str) -> None:
    assert other != CODE
    assert without_words(other) == without_words(CODE)


@pytest.mark.parametrize(
    "other",
    [
        CODE.replace("6", "8"), CODE.replace("# no comment", "# a comment"),
        CODE.replace("rung + FACES", "rung - FACES"), CODE.replace("rolled", "thrown"),
        CODE.replace('"# no comment"', '(\n    """# no comment"""\n)'),
    ],
)  # fmt: skip
def test_code_and_texts_that_are_used_do(other: str) -> None:
    assert without_words(other) != without_words(CODE)


def rulebook(folder: Path, name: str, code: str) -> None:
    (folder / name / "desk").mkdir(parents=True, exist_ok=True)
    for room in (name, f"{name}/desk"):
        (folder / room / "__init__.py").write_text("")
    (folder / name / "fire.py").write_text(code)


def test_a_revision_names_the_release_and_changes_with_the_code_of_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))

    def revision(code: str, desk: str = "") -> str:
        rulebook(tmp_path, "some_rules", code)
        (tmp_path / "some_rules" / "desk" / "words.py").write_text(desk)
        code_revision.cache_clear()
        return code_revision("some_rules")

    first = revision(CODE)
    assert first.startswith(f"{grognard.__version__}+")
    assert revision(CODE.replace("# of a die", "# of any die"), "SAID = 1\n") == first
    assert revision(CODE.replace("6", "8")) != first
    code_revision.cache_clear()
