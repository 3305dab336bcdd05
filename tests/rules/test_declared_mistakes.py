"""Mistakes of an author in what a file declares: each is refused when it is loaded, with its line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.command_line import call

pytestmark = pytest.mark.usefixtures("own_games")


@pytest.fixture(autouse=True)
def _own_modules() -> Iterator[None]:
    """Forget afterwards the modules that a game imports."""
    yield
    for name in [name for name in sys.modules if name.startswith("outils")]:
        del sys.modules[name]


FILE = '''\
"""A game to try mistakes."""
from typing import Annotated; import tablee

from tablee import ASK, D6, CampaignRecord, Clock, Game, Meta, Pool, Procedure, Result, Sheet, roll


class Hero(Sheet, tag="hero"):
    force: Annotated[int, Meta(ge=0, le=6)] = 2


class Points(Result):
    v: int


class Test(Procedure[Points], id="t.test"):
    force: Annotated[int, Meta(ge=0, le=6)] = 2
    utilities = {"points": lambda rule, result, seat: result.v}

    async def rule(self) -> Points:
        return Points(v=sum(await roll(D6, "dice", Pool(), who="hero", count=self.force)))


GAME = Game(id="t", title="T", lang="en", procedures=(Test,), sheets=(Hero,))
'''
SERIES, TABLE = "un n-uplet, avec une virgule", "un dictionnaire :"
RANGE = "le nom d’un but et ses deux bornes"
UTILITIES = '{"points": lambda rule, result, seat: result.v}'
AGAIN = "un nom qui ne sert qu’une fois ici"
FORCE = "    force: Annotated[int, Meta(ge=0, le=6)] = 2\n    utilities"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (UTILITIES, "[max]", 17, TABLE),
        (UTILITIES, "max", 17, TABLE),
        ("utilities = ", 'goals = "points"\n    utilities = ', 17, TABLE),
        ("utilities = ", 'seats = ["hero"]\n    utilities = ', 17, TABLE),
        ("utilities = ", 'utility_ranges = [0, 6]\n    utilities = ', 17, TABLE),
        ("utilities = ", 'utility_ranges = {"point": (0, 6)}\n    utilities = ', 17, RANGE),
        ("utilities = ", 'utility_ranges = {"points": (6, 0)}\n    utilities = ', 17, RANGE),
        ("utilities = ", 'utility_ranges = {"points": 6}\n    utilities = ', 17, RANGE),
        ("utilities = ", 'hideable = ("force")\n    utilities = ', 17, SERIES),
        ("utilities = ", 'hideable = ("forse",)\n    utilities = ', 17, "un paramètre de la procéd"),
        ("utilities = ", 'seats = {"heros": ""}\n    utilities = ', 17, "un siège que la règle no"),
        ("utilities = ", 'goals = {"heros": "points"}\n    utilities = ', 17, "un siège que la règle no"),
        ("        return", '        tablee.effect("a", 1, who="heros")\n        return', 20, "un siège que la"),
        ("        return", '        tablee.note("", "a", to="heros")\n        return', 20, "un siège que la"),
        ("utilities = ", 'sides = {"hero": "a"}\n    utilities = ', 17, "une fonction : def sides"),
        (
            "    async def",
            '    def sides(self): return {"heros": "a"}\n\n    async def',
            19,
            "un siège que la règle nomme, dans who=… : hero",
        ),
        ("utilities = ", 'seats = {"hero": "", "hero": ""}\n    utilities = ', 17, AGAIN),
        ("utilities = ", 'seats = {"hero": "rival"}\n    utilities = ', 17, "un rôle de « on_sheet »"),
        ("(Hero,)", '(Hero,), clocks=(Clock("a", 6, parameter="forse"),)', 23, "un paramètre de la"),
        ('id="t.test"', "id=3", 15, "id=« t.nom »"),
        ("    async def", "    def check(self, x): ...\n\n    async def", 19, "def check(self)"),
        ("    async def", "    def seen(self): ...\n\n    async def", 19, "def seen(self, result"),
        ("utilities = ", 'goals = {"": lambda rule, result, seat: 1}\n    utilities = ', 17, "« function »"),
        ("(Test,)", "(Test)", 23, SERIES),
        ("(Hero,)", "(Hero)", 23, SERIES),
        ("(Hero,)", '{"hero": Hero}', 23, SERIES),
        ("(Hero,)", '(Hero,), ready=[Hero(nom="Ada")]', 23, TABLE),
        ("(Hero,)", '(Hero,), ready=Hero(nom="Ada")', 23, TABLE),
        ("(Hero,)", '(Hero,), clocks=Clock("alerte", 6)', 23, SERIES),
        ("(Hero,)", '(Hero,), words=["force"]', 23, TABLE),
        ("(Hero,)", '(Hero,), campaign_record=CampaignRecord(effects=["a"])', 23, TABLE),
        ("    async def", "    def __init__(self): ...\n\n    async def", 15, "sans __init__"),
        ("Annotated[int, Meta(ge=0, le=6)] = 2\n    u", "Annotated[int] = 2\n    u", 16, "ou int seul"),
        ("        return", "        yield 1\n        return", 21, "une règle sans « yield »"),
        ("        return", "        print 1\n        return", 20, "ou mieux une note"),
        ("        return", "        else if 1: pass\n        return", 20, "« elif » au lieu de"),
        ("(Hero,)", '(Hero,), usual="test"', 23, SERIES),
        ("(Hero,)", '(Hero,), usual=("tets",)', 23, "un nom parmi : test"),
        ("(Hero,)", '(Hero,), words={"v": "a", "v": "b"}', 23, AGAIN),
        (FORCE, "    force: int = 1\n" + FORCE, 17, AGAIN),
        ("    v: int\n", "    v: int\n    v: str\n", 13, AGAIN),
        ("GAME =", "class Points(Result):\n    v: int\n\n\nGAME =", 23, AGAIN),
        ("    v: int\n", "    v = 0\n    w: int\n", 12, "un champ avec son type : v: int"),
        ("    v: int\n", "    v: Nombre\n", 12, "un nom que le fichier connaît"),
        ("le=6)] = 2\n    utilities", "le=6)] = 9\n    utilities", 16, "par défaut, un entier de"),
        ("ge=0, le=6)] = 2\n    u", "ge=6, le=1)] = 2\n    u", 16, "« ge » qui ne dépasse pas"),
        ("ge=0, le=6)] = 2\n    u", 'ge="0", le=6)] = 2\n    u', 16, "un nombre pour « ge »"),
        ("async def", "def", 20, "« async def » devant la fonction qui attend"),
        ("rule(self)", "rule()", 19, "une règle : async def rule(self)"),
        ("rule(self)", "rule(self, x)", 19, "une règle : async def rule(self)"),
        ("import ASK", "import Dye, ASK", 4, "« Dye » n’est pas possible ; attendu : un nom défini dans"),
        ("import ASK", "import ASQ", 4, "un nom défini dans « tablee » ; peut-être « ASK »"),
        ("from typing", "import outil\nfrom typing", 2, "un module qui existe : un fichier à côt"),
        ("class Points(Result):", "class Points(Result)", 11, "« : » à la fin de cette ligne"),
        ("    async def", "   async def", 19, "le même retrait, en espaces"),
        ("count=self.force)))", "count=self.force))", 20, "la fermeture de « ( »"),
        ("count=self.force)))", "count=self.force))))", 20, "une ouverture pour « ) »"),
        ('"dice"', '"dice', 20, "un texte dont le guillemet se ferme"),
        ('"dice"', "“dice”", 20, "les signes du clavier, comme \" et ' ; « “ » n’en est pas un"),
        ("        return", "        return +.", 20, "un signe manque, ou est de trop"),
        ('"dice"', 'f"{1"', 20, "un texte f\"…\" dont chaque accolade"),
        ("Points(v=", "Points(v=1, v=", 20, "chaque nom une seule fois ; « v » y est deux fois"),
        ('D6, "dice"', 'label="dice", D6', 20, "les valeurs sans nom avant"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_declaration_has_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in FILE
    path = tmp_path / "essai.py"
    path.write_text(FILE.replace(old, new, 1), "utf-8")
    for args in (("check", str(path)), ("--game", str(path), "odds", "t.test")):
        reply = call(*args)
        assert reply.status in (1, 2)
        shown = f"{reply.out}{reply.err}".replace("\xa0", " ").replace("\u202f", " ")
        assert f"{path}:{line}" in shown
        assert message in shown


def test_a_mistake_in_a_module_beside_the_file_has_its_place(tmp_path: Path) -> None:
    path, helper = tmp_path / "essai.py", tmp_path / "outils.py"
    path.write_text(FILE.replace("from typing", "import outils\nfrom typing", 1), "utf-8")
    for text, message in (("n = (1, 2)[3]", "une place qui existe"), ("n = (1", "la fermeture")):
        helper.write_text(f"{text}\n", "utf-8")
        for args in (("check", str(path)), ("--game", str(path), "games")):
            reply = call(*args)
            assert f"{helper}:1" in f"{reply.out}{reply.err}"
            assert message in f"{reply.out}{reply.err}"


@pytest.mark.parametrize(
    "asked", ["import outils_b\nX = outils_b.Y", "from outils_b import Y\nX = 1"]
)
def test_modules_that_import_each_other_are_named(tmp_path: Path, asked: str) -> None:
    path = tmp_path / "essai.py"
    path.write_text(FILE.replace("from typing", "import outils_a\nfrom typing", 1), "utf-8")
    (tmp_path / "outils_a.py").write_text(asked, "utf-8")
    other = asked.replace("outils_b", "outils_a").replace("Y", "Z").replace("X", "Y")
    (tmp_path / "outils_b.py").write_text(other.replace("Z", "X"), "utf-8")
    shown = call("check", str(path)).out.replace("\xa0", " ").replace("\u202f", " ")
    assert "outils_b.py:" in shown
    assert "des modules qui ne s’importent pas l’un l’autre" in shown


def test_a_file_that_is_not_in_utf_8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    path.write_bytes(FILE.replace("A game to try", "Une règle").encode("latin-1"))
    shown = call("check", str(path), "--lang", "en").out
    assert f"{path}:1" in shown
    assert "a file in UTF-8: save it so in your editor" in shown


def test_a_mistake_is_shown_in_the_language_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    path.write_text(FILE.replace("(Hero,)", "(Hero)"), "utf-8")
    shown = call("check", str(path), "--lang", "en").out
    assert "“Hero” is not possible; expected: a tuple, with a comma even for a single one" in shown


OF_NUMBER = "une borne que ce type a : ge, gt, le, lt"
MARKS = "Meta(ge=0, le=6, description="
EMPTY = "« ge » qui ne dépasse pas « le »"


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        ("int, Meta(multiple_of=2)", "Literal[…] pour quelques valeurs, ou « check »"),
        ("Fraction, Meta(multiple_of=2)", "Literal[…] pour quelques valeurs, ou « check »"),
        ("int | None, Meta(max_length=3)", OF_NUMBER),
        ('Fraction, Meta(pattern="a")', OF_NUMBER),
        ("bool, Meta(ge=0)", "une borne que ce type a : –"),
        ('Literal["a"], Meta(max_length=3)', "une borne que ce type a : –"),
        ("str, Meta(ge=0)", "une borne que ce type a : max_length, min_length, pattern"),
        ("tuple[int, ...], Meta(le=6)", "une borne que ce type a : max_length, min_length"),
        ("tuple[int, int], Meta(max_length=2)", "une borne que ce type a : –"),
        ("tuple[Annotated[int, Meta(max_length=2)], ...], Meta(max_length=2)", OF_NUMBER),
        ("int, range(7)", MARKS),
        ('int, "la force"', MARKS),
        ("int, Meta", MARKS),
        ("int, Meta(gt=3, lt=4)", EMPTY),
        ("int, Meta(ge=5), Meta(le=4)", EMPTY),
        ("Fraction, Meta(gt=1, le=1)", EMPTY),
        ("str, Meta(min_length=3, max_length=2)", EMPTY),
        ("float, Meta(ge=0)", "int, bool, str, Fraction"),
    ],
)
def test_a_bound_that_bounds_nothing_is_refused(
    tmp_path: Path, annotation: str, message: str
) -> None:
    path = tmp_path / "essai.py"
    text = FILE.replace(FORCE, f"    force: Annotated[{annotation}]\n    utilities")
    text = text.replace("import Annotated", "import Annotated, Literal").replace(
        "from tablee", "from fractions import Fraction\nfrom tablee"
    )
    path.write_text(text, "utf-8")
    shown = call("check", str(path)).out.replace("\xa0", " ").replace("\u202f", " ")
    assert f"{path}:17" in shown
    assert message in shown


@pytest.mark.parametrize(
    ("annotation", "taken", "refused"),
    [
        ("int, Meta(gt=2, lt=5)", "3 4", "2 5"),
        ("int, Meta(gt=0.5, lt=2.5)", "1 2", "0 3"),
        ("int, Meta(ge=0.5, le=2.5)", "1 2", "0 3"),
        ("Annotated[int, Meta(ge=0, le=9)], Meta(ge=2, le=5)", "2 5", "1 6"),
        ("Annotated[int, Meta(ge=2, le=5)] | None, Meta(ge=0, le=9)", "2 5 null", "1 6"),
        ("Fraction, Meta(gt=0, lt=1)", "1/2 999/1000", "0 1 3/2"),
        ("Fraction, Meta(ge=0.1, le=0.5)", "1/10 1/2", "9/100 51/100"),
        ("Fraction, Meta(lt=1), Meta(le=3)", "0 -5", "1 2"),
        ("tuple[tuple[str, int], ...], AS_OBJECT, Meta(max_length=1)", '{"a":1}', '{"a":1,"b":2}'),
        ("tuple[tuple[str, int], ...], AS_OBJECT, Meta(min_length=1)", '{"a":1}', "{}"),
    ],
)
def test_a_bound_bounds(tmp_path: Path, annotation: str, taken: str, refused: str) -> None:
    """Also a fraction and a whole number between fractions; of two bounds the narrowest."""
    path = tmp_path / "essai.py"
    text = FILE.replace(FORCE, f"    force: Annotated[{annotation}]\n    utilities")
    text = text.replace("count=self.force", "count=1").replace(
        "import ASK", "import AS_OBJECT, ASK"
    )
    path.write_text(
        text.replace("from typing", "from fractions import Fraction\nfrom typing", 1), "utf-8"
    )
    for value in (*taken.split(), *refused.split()):
        reply = call("--game", str(path), "odds", "t.test", f"force={value}")
        assert (reply.status == 0) == (value in taken.split()), (value, reply.err)
    assert "Pas essayé" not in call("check", str(path)).out


def test_parameter_with_the_name_of_a_member_is_one_mistake(tmp_path: Path) -> None:
    path = tmp_path / "t.py"
    path.write_text(FILE.replace(FORCE, "    seen: int = 0\n" + FORCE), "utf-8")
    given = call("check", str(path)).out
    assert "un autre nom" in given
    assert "def seen" not in given
