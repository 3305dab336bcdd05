"""`check`: a game in one file, with every fault and its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tablee.dice.law import Law
from tablee.rules import registry
from tablee.rules.checkup import properties
from tests.kit.command_line import Reply, call

LINES = '''\
"""Un jeu."""
from typing import Annotated
from tablee import D6, Game, Meta, Procedure, Result, Sheet, note, roll


class Fiche(Sheet, tag="essai.personnage"):
    nom: str
    force: Annotated[int, Meta(ge=1, le=6)] = 3


class Issue(Result):
    reussi: bool


class Test(Procedure[Issue], id="essai.test"):
    """Un test (ESS-01)."""
    seuil: Annotated[int, Meta(ge=1, le=6)]

    async def rule(self) -> Issue:
        jet = await roll(D6, "jet", who="joueur")
        note("ESS-01", "Il faut {seuil}.", seuil=self.seuil + self.malus)
        return Issue(reussi=jet >= self.seuil)

    @property
    def malus(self) -> int:
        return 0


WORDS = {
    "essai.test": "test", "essai.personnage": "personnage", "joueur": "joueur", "nom": "nom", "jet": "jet",
    "force": "force", "reussi": "réussite", "seuil": "seuil", "personnage": "personnage", "essai": "essai",
}
ENGLISH = {
    "test": "test", "personnage": "character", "joueur": "player", "nom": "name", "jet": "throw",
    "force": "strength", "réussite": "success", "seuil": "threshold", "essai": "trial",
    "Il faut {seuil}.": "{seuil} is needed.", "Le d6 montre le seuil.": "The d6 shows the threshold.",
}
GAME = Game(
    id="essai", title="Essai", procedures=(Test,), sheets=(Fiche,), words=WORDS, english=ENGLISH,
    clauses={"ESS-01": "Le d6 montre le seuil."},
)
'''
UNUSED = "force: Annotated", "un champ dont un jet ou la campagne se sert"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_files", {})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "essai.py"


def checked(file: Path, *changes: tuple[str, str], lang: str = "fr") -> Reply:
    """Check the game with some texts replaced."""
    text = LINES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    return call("check", str(file), "--lang", lang)


def faults(file: Path, reply: Reply) -> dict[str, str]:
    """Return the source of the line of each fault, with its message."""
    lines = file.read_text("utf-8").splitlines()
    found = {}
    for each in reply.out.replace("\u00a0", " ").splitlines():
        if each.startswith("✗"):
            place, message = re.split(r"\D", each.removeprefix(f"✗ {file}:"), maxsplit=1)
            found[lines[int(place) - 1].strip()] = message
    return found


SOUND = (
    (
        "    force: Annotated[int, Meta(ge=1, le=6)] = 3\n",
        "    notes: str = ''\n",
    ),
    ('"force": "force"', '"notes": "notes"'),
    ('"force": "strength"', '"notes": "notes"'),
)


def test_a_sound_game_has_nothing_to_correct(file: Path) -> None:
    reply = checked(file, *SOUND)
    assert reply.status == 0, reply.out
    assert "rien à corriger" in reply.out
    assert "nothing to correct" in checked(file, *SOUND, lang="en").out


@pytest.mark.parametrize(
    ("changes", "line", "message"),
    [
        ((), *UNUSED),
        (((' "seuil": "seuil",', ""),), "seuil: Annotated", "un mot dans « words »"),
        (((', "jet": "jet"', ""),), "async def rule", "un mot dans « words »"),
        ((('"seuil": "threshold",', ""),), 'seuil: Annotated', "son anglais"),
        ((('"Il faut {seuil}.": "{seuil} is needed.",', ""),), "note(", "son anglais"),
        (((' (ESS-01)."""', '."""'),), "class Test", "les clauses de la règle"),
        ((('clauses={"', 'clauses={"ESS-02": "Rien.", "'),), "clauses=", "qu’une règle nomme"),
        ((('Meta(ge=1, le=6)]\n', 'Meta(ge=1, le=6)]\n    rien: int = 0\n'),), "rien: int", "self.rien"),
        ((('"ESS-01", "Il', '"ESS-09", "Il'),), "note(", "que « clauses » explique"),
        ((("seuil=self.seuil + self.malus", "autre=1"),), "note(", "seuil=…"),
        (((' "Il faut {seuil}.", s', ' "Il faut au_moins {seuil}.", s'),), "async def rule", "identifiant"),
        ((("        jet = await", "        while True: pass\n        jet = await"),), "while True", "finit"),
        ((("return 0", "return 1 // 0"),), "return 1 // 0", "ZeroDivisionError"),
        ((("return 0", "CACHE.append(1)\n        return len(CACHE)"), ("WORDS =", "CACHE = []\nWORDS =")),
         "CACHE.append(1)", "règle pure"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line(
    changes: tuple[tuple[str, str], ...], line: str, message: str, file: Path
) -> None:
    reply = checked(file, *changes)
    assert reply.status == 1
    found = {place: text for place, text in faults(file, reply).items() if line in place}
    assert any(message in text for text in found.values()), reply.out


EFFECT = (
    ('        note("ESS-01"', '        effect("force", -1)\n        note("ESS-01"'),
    ("Game, Meta", "CampaignRecord, Game, Meta, effect"),
)


@pytest.mark.parametrize(
    ("record", "named"),
    [
        ("", True),
        ("campaign_record=CampaignRecord(), ", True),
        ('campaign_record=CampaignRecord(effects={"force": lambda run, left: iter(())}), ', False),
        ('campaign_record=CampaignRecord(results={"essai.test": lambda run: iter(())}), ', False),
    ],
)
def test_an_effect_without_consequence_is_named(record: str, named: bool, file: Path) -> None:
    """The table notes it by hand: neither the effect nor all results have a function."""
    reply = checked(file, *SOUND, *EFFECT, ("sheets=(", f"{record}sheets=("))
    assert reply.status == 0, reply.out
    assert ("L’effet « force » ne change rien" in reply.out.replace("\u00a0", " ")) is named


def test_all_that_keeps_a_file_from_being_read_is_listed(file: Path) -> None:
    reply = checked(
        file,
        ('"ESS-01", "Il', '"ESS-09", "Il'),
        ("from typing", "from random import randint\nfrom typing"),
        ("        return 0", "        return randint(1, 2)"),
    )
    assert {"note(" in place or "randint" in place for place in faults(file, reply)} == {True}
    assert len(faults(file, reply)) == 2


def test_a_law_that_differs_from_the_count_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The readings of Tablée are right, so that a wrong one is put in their place."""

    def wrong(question: Any) -> Law[Any]:
        return Law({question.procedure.result_type()(reussi=True): 1})

    monkeypatch.setattr(properties, "odds", wrong)
    assert "face par face" in checked(file, *SOUND).out


def test_parameters_that_cannot_be_guessed_are_named(file: Path) -> None:
    check = '        refuse("seuil", self.seuil, "un seuil premier")\n'
    reply = checked(
        file,
        *SOUND,
        ("import D6", "import refuse, D6"),
        (
            "    async def rule",
            f"    def check(self) -> None:\n        raise (\n{check}        )\n\n    async def rule",
        ),
    )
    assert "Pas essayé : essai.test" in reply.out.replace("\u00a0", " "), reply.out
