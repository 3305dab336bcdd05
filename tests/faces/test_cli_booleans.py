"""Yes/no values and declared words on the command line: taken in the ways people write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tests.kit.command_line import call

GAME = """
from typing import Annotated, Literal
from tablee import ASK, D6, YES_NO, Game, Procedure, Result, Rulings, decide, roll, rulings

class Choix(Rulings):
    large: bool = False

class Issue(Result):
    ok: bool
    voie: str

class Test(Procedure[Issue], id="voies.test"):
    encore: bool | ASK = "ask"
    voie: Literal["haute", "on", "No"] = "haute"
    mains: tuple[int, ...] = ()

    async def rule(self) -> Issue:
        face = await roll(D6, "face", who="moi") + 6 * rulings(Choix).large
        if await decide(self.encore, "encore", YES_NO, who="moi"):
            face += 6
        return Issue(ok=face > 6, voie=self.voie)

GAME = Game(id="voies", title="Voies", procedures=(Test,), rulings=Choix)
"""
YES = ("yes", "Yes", "oui", "OUI", "on", "ON", "true", "True", "vrai")
NO = ("no", "NO", "non", "Non", "off", "Off", "false", "FALSE", "faux")


@pytest.fixture(autouse=True)
def game(tmp_path: Path) -> object:
    (tmp_path / "voies.py").write_text(GAME, "utf-8")
    load_game(tmp_path / "voies.py")
    yield
    unregister("voies")


def chance(*words: str) -> dict[str, str]:
    rows = call("odds", "voies.test", *words, "--by", "ok", "--json").json["distribution"]
    return {json.dumps(row["result"]["ok"]): row["p"] for row in rows}


@pytest.mark.parametrize(("word", "ok"), [(y, "true") for y in YES] + [(n, "false") for n in NO])
def test_a_parameter_a_ruling_and_an_answer(word: str, ok: str) -> None:
    assert chance(f"encore={word}") == {ok: "1"}
    assert chance("encore=false", "--ruling", f"large={word}") == {ok: "1"}
    chosen = call("resolve", "voies.test", "--dice", "3", "--choose", word, "--json").json
    assert json.dumps(chosen["result"]["ok"]) == ok


def test_a_list_of_them_varies() -> None:
    rows = call("odds", "voies.test", "encore=oui,NO", "--by", "ok", "--json").json
    assert [row["params"]["encore"] for row in rows["values"]] == [True, False]


@pytest.mark.parametrize(
    ("word", "allowed"),
    [("peut-être", "true, false or ask"), ("1", "true, false or ask"), ("o", "true, false or ask")],
)
def test_another_word_is_refused_with_all_that_is_allowed(word: str, allowed: str) -> None:
    refused = call("odds", "voies.test", f"encore={word}", "--lang", "en")
    assert refused.status == 2
    assert allowed in refused.err
    assert "(yes, no, on and off are accepted too)" in refused.err


def test_a_ruling_too() -> None:
    refused = call("odds", "voies.test", "encore=no", "--ruling", "large=perhaps", "--lang", "en")
    assert "rulings.large" in refused.err
    assert "yes, no, on and off" in refused.err


@pytest.mark.parametrize("mains", ["mains=10,2", "mains=[10,2]", "mains=10, 2"])
def test_a_list_is_written_with_commas(mains: str) -> None:
    law = call("odds", "voies.test", "encore=oui", mains, "--by", "ok", "--json").json
    assert law["params"]["mains"] == [10, 2]
    assert call("odds", "voies.test", "encore=oui", "mains=10,x").status == 2


@pytest.mark.parametrize(
    ("written", "read"), [("on", "on"), ("No", "No"), ("HAUTE", "haute"), ("haute", "haute")]
)
def test_a_declared_word_keeps_its_meaning(written: str, read: str) -> None:
    words = ("voies.test", "encore=false", f"voie={written}", "--dice", "3", "--json")
    assert call("resolve", *words).json["result"]["voie"] == read
    asked = call("resolve", "voies.test", "encore=ASK", "--dice", "3", "--json").json
    assert asked["status"] == "ask"


# ── the YAML of a sheet ────────────────────────────────────────────────────────────────────────
SHEET = """
from fractions import Fraction

class Gear(Record):
    lit: bool = False

class Hero(Sheet, tag="hero"):
    hardi: Annotated[bool, on_sheet("hardi")] = False
    voie: Literal["haute", "basse"] = "haute"
    part: Fraction = Fraction(1)
    force: int = 0
    notes: str = ""
    gear: tuple[Gear, ...] = ()
    traits: Annotated[tuple[tuple[str, bool], ...], AS_OBJECT] = ()

class Marche(Procedure[Issue], id="voies.marche"):
    hardi: Annotated[bool, on_sheet("hardi")]

    async def rule(self) -> Issue:
        return Issue(ok=self.hardi, voie="haute")

GAME = Game(
    id="voies", title="Voies", procedures=(Test, Marche), rulings=Choix, sheets=(Hero,)
)
"""
HEAD = "jeu: voies\ntype: hero\nnom: Ada\n"


def with_sheet(folder: Path, text: str) -> dict[str, Any]:
    source = GAME.rpartition("GAME = ")[0].replace("import ASK", IMPORTED) + SHEET
    (folder / "voies.py").write_text(source, "utf-8")
    load_game(folder / "voies.py")
    (folder / "ada.yaml").write_text(HEAD + text, "utf-8")
    reply = call("sheet", str(folder / "ada.yaml"), "--json")
    assert reply.status == 0, reply.err
    found: dict[str, Any] = json.loads(reply.out)
    return found


IMPORTED = "import AS_OBJECT, Record, Sheet, on_sheet, ASK"


@pytest.mark.parametrize(("word", "value"), [(y, True) for y in YES] + [(n, False) for n in NO])
def test_a_yes_or_no_in_the_yaml_of_a_sheet(tmp_path: Path, word: str, value: bool) -> None:
    """The words of the command line, on every level."""
    text = f"hardi: {word}\ngear:\n  - lit: {word}\ntraits:\n  rapide: {word}\nnotes: {word}\n"
    sheet = with_sheet(tmp_path, text)
    assert (sheet["hardi"], sheet["gear"], sheet["traits"]) == (
        value,
        [{"lit": value}],
        {"rapide": value},
    )
    assert sheet["notes"] == word
    reply = call("odds", "voies.marche", f"@{tmp_path / 'ada.yaml'}", "--by", "ok", "--json")
    assert reply.json["distribution"][0]["result"] == {"ok": value}


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("voie: Basse", "voie", "basse"),
        ("part: 3.5", "part", "7/2"),
        ("part: 3,5", "part", "7/2"),
        ("force: +9", "force", 9),
        ("force: \u22122", "force", -2),
        ("notes: 12", "notes", "12"),
        ("notes: true", "notes", "true"),
    ],
)
def test_other_values_in_the_yaml_of_a_sheet(
    tmp_path: Path, line: str, name: str, value: object
) -> None:
    assert with_sheet(tmp_path, f"{line}\n")[name] == value


def test_a_word_that_is_neither_is_refused_in_a_sheet(tmp_path: Path) -> None:
    with_sheet(tmp_path, "")
    (tmp_path / "ada.yaml").write_text(f"{HEAD}hardi: ouais\n", "utf-8")
    reply = call("sheet", str(tmp_path / "ada.yaml"))
    assert reply.status == 2
    assert "hardi" in reply.err
    assert "ouais" in reply.err
