"""Games: in one file, registered from Python, brought by an installed package; each way to be wrong."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.authoring.game_file import load_game
from tablee.rules.game import Game
from tablee.rules.game_checks import check_game
from tablee.rules.procedure import Procedure, Result
from tablee.rules.readings.odds import odds
from tablee.rules.refusal import Refusal
from tablee.rules.registry import (
    BUILT_IN,
    find_game,
    find_procedure,
    games,
    loaded_game_files,
    register,
)
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words

pytestmark = pytest.mark.usefixtures("own_games")

SOURCE = '''\
"""A lamp, its oil, a switch."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D6
from tablee.dice.counts import Pool
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import shown_when
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Record, Result, Rulings
from tablee.rules.questions import roll


class Points(Rulings):
    """A switch."""

    tempete: bool = False


class Port(Record):
    """Where ships go."""

    quais: int = 3


class Nuit(Result):
    """How a night ends."""

    navires: int
    port: Port


class Veille(Procedure[Nuit], id="lampe.veille"):
    """A night (LAM-VEI-01)."""

    huile: Annotated[int, Meta(ge=0, le=9, description="mesures d’huile")]
    ciel: Annotated[Literal["clair", "nuages_bas"], shown_when("tempete")] = "clair"

    utilities = {"navires": lambda asked, result, seat: result.navires}

    async def rule(self) -> Nuit:
        des = await roll(D6, "huile", Pool(), who="gardien", count=self.huile)
        seuil = 6 if rulings(Points).tempete else 5
        navires = sum(face >= seuil for face in des)
        note("LAM-VEI-01", "La lampe guide {n:navire|navires}.", n=navires)
        return Nuit(navires=navires, port=Port())


class Aube(Procedure[Nuit], id="lampe.aube"):
    """The morning."""

    async def rule(self) -> Nuit:
        return Nuit(navires=0, port=Port())


GAME = Game(
    id="lampe",
    title="La Lampe",
    procedures=(Veille, Aube),
    rulings=Points,
    words={"lampe.veille": "la veille", "huile": "mesures d’huile"},
    clauses={"LAM-VEI-01": "Chaque 5 et chaque 6 guide un navire."},
    english={
        "la veille": "the watch",
        "La lampe guide {n:navire|navires}.": "The lamp guides {n:ship|ships}.",
    },
)
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lampe.py"
    path.write_text(SOURCE, "utf-8")
    return path


def edit(file: Path, old: str, new: str) -> None:
    """Edit a file: what is there must change."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def mean(huile: int, **rulings: Any) -> Fraction:
    question = ask_about("lampe.veille", {"huile": huile}, rulings)
    return odds(question, ["navires"]).mean(lambda result: result.navires)


# ── a game in one file ─────────────────────────────────────────────────────────────────────────
def test_a_file_is_a_game(file: Path) -> None:
    game = load_game(file)
    assert games()[-1] is game is find_game("lampe")
    assert [game.id for game in games()[:-1]] == list(BUILT_IN)
    assert [kind.id for kind in game.procedures] == ["lampe.veille", "lampe.aube"]
    assert find_procedure("lampe.veille") is game.procedure("lampe.veille")
    assert game.procedure("lampe.nuit") is None
    assert game.leader == "meneur"
    assert mean(3) == 1
    assert mean(3, tempete=True) == Fraction(1, 2)
    with pytest.raises(Refusal) as refused:
        find_procedure("lampe.nuit")
    assert refused.value.numbers["known"] == "lampe.veille, lampe.aube"


def test_little_is_needed() -> None:
    class Rien(Result):
        fini: bool

    class Court(Procedure[Rien], id="court.rien"):
        async def rule(self) -> Rien:
            return Rien(fini=True)

    register(Game(id="court", title="Court", procedures=(Court,)))
    law = odds(ask_about("court.rien", {}))
    assert law.chance(lambda result: result.fini) == 1
    with pytest.raises(Refusal, match="double"):
        ask_about("court.rien", {}, {"double": True})


def test_words_without_a_word_are_readable(file: Path) -> None:
    words = Words(load_game(file))
    assert words.label("lampe.veille") == "la veille"
    assert words.label("lampe.aube") == "aube"
    assert words.label("nuages_bas", "ciel") == "nuages bas"
    assert words.label("meneur") == "meneur"
    assert words.label("Jean_Paul") == "Jean_Paul"
    english = Words(find_game("lampe"), "en")
    assert english.label("lampe.veille") == "the watch"
    assert english.label("meneur") == "leader"
    assert english.phrase("La lampe guide {n:navire|navires}.", n=1) == "The lamp guides 1 ship."
    assert english.text("La maison lance les dés qui ne sont pas donnés.") == (
        "The house throws the dice that are not given."
    )


def test_chapters_are_a_list_too() -> None:
    exil = find_game("exil")
    assert exil is not None
    kinds = exil.procedures
    assert len(kinds) == sum(map(len, exil.chapters.values()))
    assert tuple(kinds[:2]) == (kinds[0], kinds[1])
    assert kinds[-1] in kinds
    assert exil.procedure(kinds[-1].id) is kinds[-1]


@pytest.mark.parametrize("name", BUILT_IN)
def test_our_games_are_sound(name: str) -> None:
    game = find_game(name)
    assert game is not None
    check_game(game)


def test_a_secret_that_is_concealed_is_sound(file: Path) -> None:
    """And so is one that the rule makes itself: it is no parameter."""
    asked = '        nuit = await hidden(3, "nuit", knows="meneur")\n        des = await'
    edit(file, "        des = await", asked)
    load_game(file)
    edit(file, 'hidden(3, "nuit"', 'hidden(self.huile, "huile"')
    method = "    def concealed(self, seat):\n        return frozenset({'huile'})\n\n"
    edit(file, "    utilities = {", method + "    utilities = {")
    load_game(file)


# ── each way to be wrong ───────────────────────────────────────────────────────────────────────
WRONG: list[tuple[str, str, str, str]] = [
    # what is there, what is written instead, a piece of the line that is shown, what is shown
    ("async def rule", "async rule", "async rule", "du code Python valide"),
    ("import Pool", "import Pot", "import Pot", "un nom défini dans «\xa0tablee.dice.counts\xa0»"),
    ("rulings=Points,", "rulings=Point,", "rulings=Point,", "un nom que le fichier connaît"),
    ("GAME = Game(", "raise SystemExit(3)\n\nGAME = Game(", "SystemExit(3)", "SystemExit: 3"),
    ('id="lampe",', 'id="La Lampe",', 'id="La Lampe"', "en minuscules"),
    ('id="lampe",', 'id="exil",', 'id="exil"', "aucun autre jeu"),
    ('title="La Lampe"', "title=3", "title=3", "un texte"),
    ('title="La Lampe"', 'title=""', 'title=""', "un texte"),
    ("rulings=Points,", "rulings=Points(),", "rulings=Points()", "dérivée de Rulings"),
    ("tempete: bool = False", "tempete: bool", "tempete: bool", "une valeur par défaut"),
    ("(Veille, Aube)", "Veille", "procedures=Veille", "n-uplet"),
    ("(Veille, Aube)", "()", "procedures=()", "n-uplet"),
    ("(Veille, Aube)", '(Veille, "Aube")', "procedures=", "dérivée de Procedure"),
    ("(Veille, Aube)", "(Veille, Veille)", 'id="lampe.veille"', "qu’une fois"),
    (', id="lampe.aube"', "", "class Aube", "lampe.nom"),
    ('id="lampe.aube"', 'id="aube"', "class Aube", "lampe.nom"),
    ('id="lampe.aube"', 'id="lampe.AUBE"', "class Aube", "lampe.nom"),
    ("Aube(Procedure[Nuit],", "Aube(Procedure,", "class Aube", "le type de son résultat"),
    ("Aube(Procedure[Nuit],", "Aube(Procedure[int],", "class Aube", "le type de son résultat"),
    ("    navires: int\n    port: Port\n", "", "class Nuit", "au moins un champ"),
    ("huile: Annotated[int,", "huile: Annotated[float,", "huile: Annot", "Literal"),
    ("quais: int = 3", "quais: list[int] = []", "quais:", "Literal"),
    ("quais: int = 3", "quais: entier = 3", "quais:", "un nom que le fichier connaît"),
    ('] = "clair"', '] = "gris"', "ciel:", "clair ou nuages_bas"),
    ('shown_when("tempete")', 'shown_when("orage")', "ciel:", "un choix de campagne du jeu"),
    ('shown_when("tempete")', 'shown_when("tempete", "oui")', "ciel:", "une valeur de"),
    (
        'shown_when("tempete")] = "clair"',
        'shown_when("tempete")]',
        "ciel:",
        "une valeur par défaut",
    ),
    ("    ciel:", "    sides: int = 2\n    ciel:", "sides: int", "un autre nom"),
    ("    ciel:", "    id: int = 2\n    ciel:", "class Veille", "un autre nom"),
    (
        "        des = await",
        '        huile = await hidden(self.huile, "huile", knows="meneur")\n        des = await',
        "await hidden",
        "cache à qui ne le sait pas",
    ),
    (
        "async def rule(self) -> Nuit:\n        ret",
        "def rule(self):\n        ret",
        "def rule(self):",
        "async",
    ),
    ("async def rule", "async def regle", "class Veille", "async def rule"),
    ("lambda asked, result, seat: result.navires", "3", "utilities", "une fonction"),
    ("(LAM-VEI-01)", "(LAM-VEI-07)", "LAM-VEI-07", "la phrase de"),
    ('note("LAM-VEI-01"', 'note("LAM-VEI-08"', "LAM-VEI-08", "la phrase de"),
    ('navires}.", n=navires)', 'navires}.", m=navires)', "note(", "n=…"),
    ('navires}.", n=navires)', 'navires.", n=navires)', "note(", "accolades"),
    ("The lamp guides {n:ship", "The lamp guides {m:ship", "{m:ship", "les champs de son français"),
    ('"huile": "mesures d’huile"', '"huile": 3', "words=", "dictionnaire"),
]


@pytest.mark.parametrize(("old", "new", "piece", "texts"), WRONG)
def test_what_is_wrong_is_shown_with_its_line(
    file: Path, old: str, new: str, piece: str, texts: str
) -> None:
    edit(file, old, new)
    with pytest.raises(Refusal) as refused:
        load_game(file)
    refusal = refused.value
    path, _, line = refusal.field.rpartition(":")
    assert path == str(file)
    lines = file.read_text("utf-8").splitlines()
    assert piece in lines[int(line) - 1]
    french, english = (Words(None, lang).refusal(refusal) for lang in ("fr", "en"))
    assert texts in french
    assert french != english
    assert not any(letter in english for letter in "éèêàç")
    assert find_game("lampe") is None
    assert not loaded_game_files()


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("", "GAME = Game(…)"),
        ("GAME = 3\n", "GAME = Game(…)"),
        (SOURCE + "\nOTHER = Game(id='deux', title='Deux')\nONE, GAME = GAME, None\n", "un seul"),
    ],
)
def test_one_game_and_one_only(file: Path, source: str, texts: str) -> None:
    file.write_text(source, "utf-8")
    with pytest.raises(Refusal) as refused:
        load_game(file)
    assert refused.value.field.startswith(str(file))
    assert texts in Words(None).refusal(refused.value)


def test_the_only_game_needs_no_name(file: Path) -> None:
    edit(file, "GAME = Game(", "LAMPE = Game(")
    assert load_game(file).id == "lampe"


@pytest.mark.parametrize("path", ["nowhere.py", ".", "a\0b"])
def test_a_file_that_cannot_be_read(tmp_path: Path, path: str) -> None:
    with pytest.raises(Refusal) as refused:
        load_game(f"{tmp_path}/{path}")
    assert refused.value.field == "--game"
    assert Words(None).refusal(refused.value) != Words(None, "en").refusal(refused.value)


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"x = '\xe9'\n", b"a\0b"])
def test_a_file_that_is_no_text(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    with pytest.raises(Refusal, match=str(file)):
        load_game(file)


def test_two_files_may_not_bring_one_game(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "lampe.py"
    other.parent.mkdir()
    other.write_text(SOURCE, "utf-8")
    load_game(file)
    with pytest.raises(Refusal) as refused:
        load_game(other)
    assert refused.value.field.startswith(f"{other}:")
    edit(other, "lampe", "phare")
    load_game(other)
    assert sorted(loaded_game_files()) == ["lampe", "phare"]
    assert mean(3) == 1


def test_register_tells_the_declaration_that_is_wrong() -> None:
    class Bad(Result):
        value: float

    class Roll(Procedure[Bad], id="faux.jet"):
        async def rule(self) -> Bad:
            return Bad(value=0.5)

    with pytest.raises(Refusal) as refused:
        register(Game(id="faux", title="Faux", procedures=(Roll,)))
    assert refused.value.field == "Bad.value"
    assert pickle.loads(pickle.dumps(refused.value)).field == "Bad.value"
    assert find_game("faux") is None


def test_register_takes_the_place_of_a_file(file: Path) -> None:
    game = load_game(file)
    assert register(game) is find_game("lampe")
    assert not loaded_game_files()
