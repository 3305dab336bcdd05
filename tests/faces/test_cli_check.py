"""`check`: a game in one file, with every fault and its line."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from tablee.dice.law import Law
from tablee.rules.checkup import properties
from tests.kit.command_line import Reply, call

pytestmark = pytest.mark.usefixtures("own_games")

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
UNUSED = "force: Annotated", "un champ, « force », dont un jet ou la campagne se sert"


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


IMPORT = (
    "import Annotated\nfrom tablee import ",
    "import Annotated, Literal\nfrom tablee import Record, on_sheet, ",
)

INNER = """class Arme(Record):
    degats: Annotated[int, Meta(ge=0, le=9), on_sheet("inconnu")] = 0
    poids: Annotated[int, Meta(ge=0, le=9), on_sheet("force")] = 0


class Test("""


def filled(kind: str, field: str) -> tuple[str, str]:
    """Return the change that gives `seuil` a type, and the field of a sheet that fills it."""
    return (
        "Annotated[int, Meta(ge=1, le=6)]\n\n    async",
        f'Annotated[{kind}, on_sheet("{field}")]\n\n    async',
    )


@pytest.mark.parametrize(
    ("changes", "line", "message"),
    [
        ((), *UNUSED),
        (((' "seuil": "seuil",', ""),), "seuil: Annotated", "dans « words »"),
        (((', "jet": "jet"', ""),), "async def rule", "dans « words »"),
        ((('clauses={"', 'clauses={"ESS-2": "Rien.", "'),), "clauses=", "deux chiffres"),
        (((' (ESS-01)."""', '."""'),), "class Test", "les clauses de la règle"),
        ((('clauses={"', 'clauses={"ESS-02": "Rien.", "'),), "clauses=", "qu’une règle nomme"),
        ((('Meta(ge=1, le=6)]\n', 'Meta(ge=1, le=6)]\n    rien: int = 0\n'),), "rien: int", "self.rien"),
        ((('"ESS-01", "Il', '"ESS-09", "Il'),), "note(", "la phrase de « ESS-09 »"),
        ((("seuil=self.seuil + self.malus", "autre=1"),), "note(", "seuil=…"),
        (((' "Il faut {seuil}.", s', ' "Il faut au_moins {seuil}.", s'),), "async def rule", "identifiant"),
        ((("        jet = await", "        while True: pass\n        jet = await"),), "while True", "finit"),
        ((("        jet = await", "        self.rien\n        jet = await"),), "self.rien", "un champ de « Test »"),
        ((("    async def rule", "    utilities = {'gain': lambda test, issue, siege: 'un'}\n\n    async def rule"),), "utilities", "un nombre entier"),
        ((("    async def rule", "    utilities = {'gain': lambda test, issue, siege: issue.rien}\n\n    async def rule"),), "utilities", "un champ de « Issue »"),
        ((("return 0", "return 1 // 0"),), "return 1 // 0", "une division par un nombre"),
        ((("return 0", "CACHE.append(1)\n        return len(CACHE)"), ("WORDS =", "CACHE = []\nWORDS =")),
         "CACHE.append(1)", "règle pure"),
        ((filled("int, Meta(ge=1, le=6)", "nom"), IMPORT), "seuil: Annotated", "peut être un entier de 1 à 6"),
        ((filled("bool", "force"), IMPORT), "seuil: Annotated", "peut être true ou false"),
        ((filled("Literal['haut']", "force"), IMPORT), "seuil: Annotated", "peut être haut"),
        ((filled("int, Meta(ge=1, le=6)", "force"), ("sheets=(Fiche,), ", ""), IMPORT), "seuil: Annotated", "dans « sheets »"),
        ((("class Test(", INNER), ("    seuil:", "    arme: Arme = Arme()\n    seuil:"), IMPORT), "degats:", "peut être un entier de 0 à 9"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line(
    changes: tuple[tuple[str, str], ...], line: str, message: str, file: Path
) -> None:
    reply = checked(file, *changes)
    assert reply.status == 1
    found = {place: text for place, text in faults(file, reply).items() if line in place}
    assert any(message in text for text in found.values()), reply.out


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("        while (jet := await {roll}) == 6: pass\n", True),
        (
            "        if (jet := await {roll}) == 6: return await become(Test(seuil=self.seuil))\n",
            False,
        ),
        (
            "        if (jet := await {roll}) == 6: return await become(Test(seuil=self.seuil + 1))\n",
            False,
        ),
    ],
)
def test_a_loop_that_may_not_end_is_named_without_delay(body: str, named: bool, file: Path) -> None:
    """A rule that goes on as another state ends with certainty, though it may take any time."""
    line = next(each for each in LINES.splitlines(keepends=True) if "jet = await" in each)
    roll = line.strip().removeprefix("jet = await ")
    begun = time.process_time()
    reply = checked(
        file, *SOUND, (line, body.format(roll=roll)), ("import D6", "import become, D6")
    )
    assert ("d’affilée (ligne 20)" in reply.out) is named, reply.out
    assert time.process_time() - begun < 8


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


LEAKY = '''\
"""A secret and what is said of it."""
from typing import Annotated
from tablee import D6, Game, Meta, NumberFrom, Procedure, Result, choose, hidden, note, roll


class Issue(Result):
    reussi: bool


class Test(Procedure[Issue], id="essai.test"):
    piege: Annotated[int, Meta(ge=1, le=6)]

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if seat == "meneur" else frozenset({"piege"})

    async def rule(self) -> Issue:
        jet = await roll(D6, "jet", who="hero")
        pas = await choose("pas", NumberFrom(0, 2), who="hero", facts={"jet": jet})
        piege = await hidden(self.piege, "piege", knows="meneur")
        note("", "Reached {n}.", n=jet + pas)
        return Issue(reussi=jet + pas >= piege)


GAME = Game(id="essai", title="Essai", lang="en", procedures=(Test,))
'''


@pytest.mark.parametrize(
    ("old", "new", "leaks"),
    [
        ("", "", False),
        ("n=jet + pas)", "n=piege)", True),
        ("n=jet + pas)", "n=piege, to='meneur')", False),
        ("n=jet + pas)", "n=piege, reveals=True)", False),
        ('facts={"jet": jet}', 'facts={"jet": jet + self.piege}', True),
        ("NumberFrom(0, 2)", "NumberFrom(0, self.piege)", True),
        ('"pas", N', '"pas" if self.piege < 4 else "saut", N', True),
    ],
)
def test_a_secret_that_a_rule_gives_away_is_named(
    old: str, new: str, leaks: bool, file: Path
) -> None:
    source = LEAKY.replace(old, new) if old else LEAKY
    assert not old or source != LEAKY
    file.write_text(source, "utf-8")
    reply = call("check", str(file), "--lang", "en")
    found = faults(file, reply)
    assert bool(found) == leaks, reply.out
    if leaks:
        assert "async def rule(self) -> Issue:" in found
        assert "“piege” is not possible; expected: a secret that hero cannot tell" in reply.out


CHOSEN = LEAKY.replace(
    LEAKY[LEAKY.index("    piege:") : LEAKY.index("        jet =")],
    """    async def rule(self) -> Issue:
        piege = await choose("piege", NumberFrom(1, 6), who="guide", secret=True)
""",
).replace('        piege = await hidden(self.piege, "piege", knows="meneur")\n', "")
"""The same secret, chosen in the run by another seat."""


@pytest.mark.parametrize(
    ("old", "new", "leaks"),
    [
        ("", "", False),
        (", secret=True", "", False),
        ("n=jet + pas)", "n=piege)", True),
        ("n=jet + pas)", "n=piege, to='guide')", False),
        ("n=jet + pas)", "n=piege, reveals=True)", False),
        ('facts={"jet": jet}', 'facts={"jet": jet + piege}', True),
        ("NumberFrom(0, 2)", "NumberFrom(0, piege)", True),
    ],
)
def test_a_secret_choice_that_a_rule_gives_away_is_named(
    old: str, new: str, leaks: bool, file: Path
) -> None:
    source = CHOSEN.replace(old, new) if old else CHOSEN
    assert not old or source != CHOSEN
    file.write_text(source, "utf-8")
    reply = call("check", str(file), "--lang", "en")
    found = faults(file, reply)
    assert bool(found) == leaks, reply.out
    if leaks:
        assert "async def rule(self) -> Issue:" in found
        assert "“piege” is not possible; expected: a secret that hero cannot tell" in reply.out


@pytest.mark.parametrize(
    ("text", "line"),
    [('"seuil": "threshold",', 17), ('"Il faut {seuil}.": "{seuil} is needed.",', 21)],
)
def test_missing_english_is_a_remark_and_no_fault(text: str, line: int, file: Path) -> None:
    reply = checked(file, *SOUND, (text, ""))
    assert reply.status == 0, reply.out
    out = reply.out.replace("\u00a0", " ")
    assert "rien à corriger" in out
    assert f"· {file}:{line}, attendu : dans « english », l’anglais de" in out
    assert "facultatif" in out


def test_a_game_in_english_needs_no_words(file: Path) -> None:
    file.write_text(LEAKY, "utf-8")
    assert call("check", str(file), "--lang", "en").status == 0
    file.write_text(LEAKY.replace(' lang="en",', ""), "utf-8")
    reply = call("check", str(file), "--lang", "en")
    assert 'or lang="en" if the game is written in English' in reply.out
    assert "a word for “hero” in “words”" in reply.out
    assert reply.out.count("“hero”") == 1


PLAYED = '''\
"""A trap, a mark on a sheet, and what the campaign records of it."""
from typing import Annotated
from tablee import (
    D6, CampaignRecord, Game, Meta, Procedure, Result, Sheet, effect, hidden, on_sheet, roll,
)


class Hero(Sheet, tag="hero"):
    marks: Annotated[int, Meta(ge=0, le=2)] = 1


class Issue(Result):
    reussi: bool


class Test(Procedure[Issue], id="essai.test"):
    marks: Annotated[int, Meta(ge=0, le=2), on_sheet("marks")]
    piege: Annotated[int, Meta(ge=1, le=6)]

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if seat == "meneur" else frozenset({"piege"})

    async def rule(self) -> Issue:
        jet = await roll(D6, "jet", who="hero")
        piege = await hidden(self.piege, "piege", knows="meneur")
        if jet > 3:
            effect("marked", 1)
        return Issue(reussi=jet + self.marks >= piege)


def marked(run, left):
    who = run.who("hero", "")
    marks = min(2, run.sheet(who).marks + left.amount)
    change = {"type": "retouche", "qui": who, "champs": {"marks": marks}}
    yield run.consequence(who, "", "{who:=}: {n} marks.", change, n=marks)


GAME = Game(
    id="essai", title="Essai", lang="en", procedures=(Test,), sheets=(Hero,),
    ready={"ada": Hero(nom="Ada")}, campaign_record=CampaignRecord(effects={"marked": marked}),
)
'''


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("", "", "", ""),
        ("min(2, run.sheet(who).marks + left.amount)", "9", "def marked", "that the campaign admits; here, marks: a whole number from 0 to 2"),
        ('"champs": {"marks"', '"champs": {"mark"', "def marked", "here, mark: one of these names: nom, marks"),
        ("min(2, run", "min(2 // 0, run", "marks = min", "a division by a number that is not 0"),
        ("run.sheet(who)", "run.sheet('bob')", "marks = min", "a character of the campaign: ada"),
        ("change, n=marks", "change, n=run.procedure.piege", "async def rule", "a secret that j"),
    ],
)  # fmt: skip
def test_what_goes_wrong_at_a_table_is_named(
    old: str, new: str, line: str, message: str, file: Path
) -> None:
    assert not old or old in PLAYED
    file.write_text(PLAYED.replace(old, new) if old else PLAYED, "utf-8")
    reply = call("check", str(file), "--lang", "en")
    found = faults(file, reply)
    assert bool(found) == bool(message), reply.out
    assert any(line in place and message in text for place, text in found.items()) or not message


def test_an_effect_that_nobody_records_is_named_and_is_no_fault(file: Path) -> None:
    file.write_text(
        PLAYED.replace('effect("marked", 1)', 'effect("marked", 1)\n            effect("luck", 1)'),
        "utf-8",
    )
    reply = call("check", str(file), "--lang", "en")
    assert reply.status == 0, reply.out
    assert "effect “luck” changes nothing in a campaign" in reply.out
