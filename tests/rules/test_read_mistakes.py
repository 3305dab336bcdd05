"""Mistakes of an author in a read of their own, and in what a note shows: each has its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command_line import call
from tests.rules.mistaken_games import FIRST, HEAD, TAIL

pytestmark = pytest.mark.usefixtures("own_games")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("Fold([0], one, tuple)", "une valeur qui ne change pas, comme un n-uplet : (0, 0)"),
        ("Fold((0,), lambda state, throw, face: [face], tuple)", "comme un n-uplet : (0, 0)"),
        (
            "Fold((0,), lambda state, throw, face: None, tuple)",
            "plusieurs valeurs, comme un n-uplet",
        ),
    ],
)
def test_a_state_that_changes_is_refused_at_the_line_of_its_read(
    tmp_path: Path, given: str, message: str
) -> None:
    body = f'n = await roll(D6, "a",\n    {given}, who="x")\nreturn Points(v=n[0])'
    path = tmp_path / "essai.py"
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    path.write_text(HEAD.replace("VALUE", "int") + lines + TAIL, "utf-8")
    reply = call("--game", str(path), "odds", "essai.test")
    assert re.search(rf"essai\.py:({FIRST}|{FIRST + 1})\b", reply.err)
    assert message in reply.err.replace("\xa0", " ")


def test_a_note_shows_numbers_and_texts(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    body = '        note("", "{n} jours.", n=object())\n        return Points(v=1)\n'
    path.write_text(HEAD.replace("VALUE", "int") + body + TAIL, "utf-8")
    for command in (("--game", str(path), "resolve", "essai.test"), ("check", str(path))):
        reply = call(*command)
        text = f"{reply.out}{reply.err}".replace("\xa0", " ")
        assert f"essai.py:{FIRST}" in text
        assert "un nombre ou un texte ; ici, object" in text.replace("\u202f", " ")
