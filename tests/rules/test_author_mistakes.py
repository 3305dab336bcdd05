"""Mistakes of the author of a game: each is refused with its line, in every reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command_line import call
from tests.rules.mistaken_games import ASKED, BOTH, FIRST, HEAD, READINGS, TAIL, refused

pytestmark = pytest.mark.usefixtures("own_games")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            '(await roll(D6, "a", Highest(), who="x", count=0))[0]',
            "un jet d’au moins 1 dé pour Highest ; ici, 0d6",
        ),
        (
            'await roll(D6, "a", who="x", count=3)',
            "un seul dé pour Face, ou une autre lecture, comme Pool() ; ici, 3d6",
        ),
        (
            'await roll(D6, "a", who="x", count=0)',
            "un seul dé pour Face, ou une autre lecture, comme Pool() ; ici, 0d6",
        ),
        (
            f"(await rolls({BOTH}, Highest()))[0]",
            "un jet d’au moins 1 dé pour Highest ; ici, 1d6, 1d8",
        ),
        (f"sum(await rolls({BOTH}, FACES))", "pour AllFaces ; ici, 1d6, 1d8"),
        ('await roll(OpenDie(), "a", who="x")', "pour un dé qui explose, Window ou Cuts"),
        ('await roll(D6, "a", Window(1, 5, D8), who="x")', "1d8 pour Window ; ici, 1d6"),
        *(
            (
                f"len(str(await rolls({BOTH}, {outer}({inner}))))",
                "une lecture d’un seul groupe de dés, comme Pool(), Keep(2) ou Sets() ; ici, ",
            )
            for outer in ("Cancelling", "Matching")
            for inner in ("Highest()", "FACES", "Cancelling(Pool())", "Fold(0, max, int)")
        ),
    ],
)
def test_a_read_refuses_throws_that_it_does_not_take(
    tmp_path: Path, asked: str, message: str
) -> None:
    for line, text in refused(tmp_path, f"v = {asked}\nreturn Points(v=v)"):
        assert line == FIRST
        assert message in text


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('roll(D6, "a", who="x")', "« await » devant la question"),
        ('if roll(D6, "a", who="x") == 6:\n    return Points(v=1)', "« await »"),
        ('n = 1 + choose("a", OneOf((1, 2)), who="x", policy=1)', "« await »"),
        ("n = random.randint(1, 6)", "le hasard vient de « roll »"),
        ("n = randint(1, 6)", "le hasard vient de « roll »"),
        ("global COUNT\nCOUNT = 1", "un champ de la procédure"),
        ("n = next(COUNTER)", "un champ de la procédure"),
        ("type(self).kept = 1", "un champ de la procédure"),
        ("one.kept = 1", "un champ de la procédure"),
        ('setattr(one, "kept", 1)', "un champ de la procédure"),
        ("n = globals()", "une règle pure"),
        ('n = __import__("random")', "le hasard vient de « roll »"),
        ("n = (lambda kept=[]: kept.append(1))()", "un champ de la procédure"),
        ('n = roll(D6, "a", who="x")\nm = n == 6', "« await »"),
        ('n = choose("a", OneOf((1, 2)), who="x")\nm = bool(n)', "« await »"),
        ("n = law_of(Test())\nif n:\n    pass", "« await »"),
        ('m = {1: 2}.get(roll(D6, "a", who="x"))', "« await »"),
        (
            f"dice = [{ASKED} for _ in range(3)]\nn = sum(1 for die in dice if die == 6)",
            "« await »",
        ),
        (f"dice = []\ndice.append({ASKED})\nn = dice.count(6)", "« await »"),
        (f'n = {{"a": {ASKED}}}\nm = n["a"] == 6', "« await »"),
        (f"n = sum(1 for _ in range(3) if {ASKED})", "« await »"),
        (f"return Points(v={ASKED})", "« await »"),
        (f"if self.prix == 3:\n    return await become(Test(prix={ASKED}))", "« await »"),
        (f"def one(): return {ASKED}\nn = one() == 6", "« await »"),
        ('n = await decide("ask", "pris", OneOf((1, 2)), who="x")', "un paramètre de la procédure"),
        ("exit(2)", "règle pure"),
        ('n = next(iter({"a", "b"}))', "l’ordre d’un ensemble (set) change"),
        ('names = {"a", "b"}\nfor name in names:\n    n = name', "l’ordre d’un ensemble (set)"),
        ('n = tuple(frozenset(("a", "b")))', "l’ordre d’un ensemble (set)"),
        ('texts = "a", "b"\nn = list(set(texts))[0]', "l’ordre d’un ensemble (set)"),
        (
            'texts = ["a"]\nfor name in set(texts) | {1}:\n    n = name',
            "l’ordre d’un ensemble (set)",
        ),
        (
            'texts = "a", "b"\nn = ", ".join({each for each in texts})',
            "l’ordre d’un ensemble (set)",
        ),
        (
            'texts = "a", "b"\nn = [each for each in frozenset(texts).union("c")]',
            "l’ordre d’un ensemble (set)",
        ),
        ("raise SystemExit", "règle pure"),
        ("raise GeneratorExit", "règle pure"),
        ('n = await roll("d6", "a", who="x")', "n’est pas possible ; attendu : un dé, comme D6"),
        ("n = await rolls((D6, D8), Pool())", "des jets : (Throw(D6, nom, siège), …)"),
        ('n = await choose("a", OneOf(()), who="x")', "une option au moins : OneOf((1, 2))"),
        (
            'n = await choose("a", OneOf((1, 2, 1)), who="x")',
            "des options différentes ; 1 y est deux fois",
        ),
        (
            'n = await choose("a", NumberFrom(3, 1), who="x")',
            "un premier nombre qui ne dépasse pas le dernier ; ici, de 3 à 1",
        ),
        (
            'n = await choose("a", SomeOf(("b",), 2, 2), who="x")',
            "pas plus d’options à prendre que d’options offertes ; ici, 2 sur 1",
        ),
        ('n = await choose("a", NumberFrom(0, 2.5), who="x")', "deux nombres entiers"),
        (
            'n = await choose("a", (1, 2), who="x")',
            "n’est pas possible ; attendu : une forme de choix",
        ),
        (
            'n = await decide("ask", "prix", [1, 2], who="x")',
            "une forme de choix, comme OneOf((1, 2))",
        ),
        ('n = await roll(D6, "a", Pool, who="x")', "une lecture des dés, comme Pool()"),
        ('n = await roll(D6, "a", sum, who="x")', "une lecture des dés, comme Pool()"),
        (
            'n = await roll(D6, "a", Pool(), who="x", count="3")',
            "n’est pas possible ; attendu : un nombre entier de dés",
        ),
        (
            'n = await roll(D6, "a", Pool(), who="x", count=2.5)',
            "n’est pas possible ; attendu : un nombre entier de dés",
        ),
        ('n = await roll(D6, "a", who=None)', "un texte pour « who »"),
        ('n = await roll(D6, 3, who="x")', "un texte pour « label »"),
        ('n = await rolls(Throw(D6, "a", "x"), Pool())', "des jets : (Throw(D6, nom, siège), …)"),
        ('n = await rolls([Throw(D6, "a", "x")], Pool())', "des jets : (Throw(D6, nom, siège), …)"),
        (
            'n = await roll(Die(0), "a", who="x")',
            "n’est pas possible ; attendu : un dé d’une face ou plus",
        ),
        (
            'n = await roll(Die(-6), "a", who="x")',
            "n’est pas possible ; attendu : un dé d’une face ou plus",
        ),
        (
            'n = await roll(Die("6"), "a", who="x")',
            "n’est pas possible ; attendu : un dé d’une face ou plus",
        ),
        ('n = await roll(D6, "a", Sets(0), who="x", count=2)', "un dé ou plus de même valeur"),
        (
            'n = await roll(D6, "a", Window(5, 1, D6), who="x")',
            "une fenêtre dont le début ne dépasse pas la fin ; ici, de 5 à 1",
        ),
        (
            'n = await roll(D6, "a", Cuts((5, 2), D6), who="x")',
            "n’est pas possible ; attendu : des seuils qui montent",
        ),
        ('n = await roll(stepped(D6, 1.5), "a", who="x")', "un nombre entier de pas"),
        (
            'n = await roll(stepped(Die(20), 1), "a", who="x")',
            "n’est pas possible ; attendu : d4, d6, d8, d10 ou d12",
        ),
        (f"n = await together({ASKED})", "des choix, choose(…), sans await devant chacun"),
        ("return await become(Test)", "pour « become », une procédure et ses valeurs : Test(…)"),
        ("return await become(3)", "pour « become », une procédure et ses valeurs : Test(…)"),
        ("n = await call(Test)", "pour « call », une procédure et ses valeurs : Test(…)"),
        ("n = await law_of(Test)", "pour « law_of », une procédure et ses valeurs : Test(…)"),
        ('note("Il faut.", "ESS-01")', "d’abord des numéros de clauses"),
        ('note("", f"Il faut {1}.")', "une phrase sans f devant"),
        ('n = await roll(D6, "a", Pool(), who="x", count=-2)', "de 0 à 10 000 dés à la fois"),
        ('n = await roll(D6, "a", Pool(), who="x", count=10_001)', "de 0 à 10 000 dés à la fois"),
        (f"n = sum(await {ASKED} for _ in range(2))", "une liste entre crochets"),
        ("n = await sum((1, 2))", "« await » devant une question seulement"),
        ("n = self.pris", "un champ de « Test » ; peut-être « prix »"),
        ("n = prix", "un nom que le fichier connaît ; peut-être « self.prix »"),
        ("n = COUMT", "un nom que le fichier connaît ; peut-être « COUNT »"),
        (
            "raise refuse('v', 1, 'deux')",
            "un nom que le fichier importe : from tablee import refuse",
        ),
        ("n = exploding(D6)", "un nom que le fichier importe : from tablee import exploding"),
        (f"n = sum(await {ASKED})", "plusieurs valeurs, comme un n-uplet ; ici, une seule"),
        (f'n = "a" + await {ASKED}', "de part et d’autre de « + »"),
        (f'n = await {ASKED} + "a"', "des nombres de part et d’autre de « + » ; ici, int et str"),
        (f'n = await {ASKED} > "a"', "des valeurs de même sorte de part et d’autre de « > »"),
        ("n = (1, 2)[2]", "une place qui existe"),
        ("n = [1].remove(2)", "une valeur qui est dans la liste, ou le n-uplet"),
        ("n = (1, 2).index(3)", "une valeur qui est dans la liste, ou le n-uplet"),
        ("n = [1].index(3)", "une valeur qui est dans la liste, ou le n-uplet"),
        ('n = {"a": 1}["b"]', "une clé de ce dictionnaire"),
        ("n = 3 // 0", "une division par un nombre qui n’est pas 0"),
        ("n = COUNT(2)", "une fonction devant les parenthèses"),
        (f"n = len(await {ASKED})", "plusieurs valeurs, comme un n-uplet ; ici, une seule"),
        ("n = max(())", "au moins une valeur, ou max(…, default=0)"),
        ("n = (1, 2).append(3)", "un n-uplet ne change pas"),
        ("n = (1, 2)\nn[0] = 3", "un n-uplet ne change pas"),
        ("n = Test.prix + 1", "la valeur d’un champ, comme self.nom"),
        ('n = await choose("a", OneOf("ab"), who="x")', "pour « OneOf », un n-uplet d’options"),
        ('effect(1, "a")', "le nom de l’effet, puis son montant"),
        (
            "return await become(replace(self, pris=1))",
            "n’est pas possible ; attendu : un champ de « Test »",
        ),
        ("n, m = (1, 2, 3)", "autant de noms que de valeurs"),
        ('n = await decide(1, "prix", ["b"], who="x")', "une forme de choix, comme OneOf((1, 2))"),
        ("n = {[1]: 2}", "une valeur qui ne change pas, comme un n-uplet : (0, 0) ; ici, list"),
        ("n = [0] * 10**14", "moins de valeurs à la fois"),
        ("n = str(10**5000)", "un nombre d’au plus 4300 chiffres"),
        ("assert COUNT", "ce que « assert » demande, ou « check »"),
        ("n = hash('a')", "le hasard vient de « roll »"),
        ("n = id(self)", "le hasard vient de « roll »"),
    ],
)
def test_a_rule_awaits_and_is_pure(tmp_path: Path, body: str, message: str) -> None:
    for line, text in refused(tmp_path, f"{body}\nreturn Points(v=2)"):
        assert line - FIRST == body.startswith(
            ("dice = []", "def", "if self", "n = (1, 2)\nn", "names =", "texts =")
        )
        assert message in text


def test_a_policy_is_one_of_the_answers(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    body = '        return Points(v=await choose("a", OneOf((1, 2)), who="x", policy=3))\n'
    path.write_text(HEAD.replace("VALUE", "int") + body + TAIL, "utf-8")
    for reading in READINGS[1:]:
        reply = call("--game", str(path), *reading[:1], "essai.test", *reading[1:])
        assert f"{path}:{FIRST - 1}" in reply.err
        assert "pour « policy », une réponse du choix 'a'" in reply.err.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return Points(1)", "pour « Points », chaque valeur par son nom : Points(v=…)"),
        ("return Points()", "pour « Points », aussi : v"),
        ("return Points(w=1)", "pour « Points », des noms parmi : v ; « w » n’en est pas un"),
        (f"n = await rolls({BOTH})", "pour « rolls », aussi : read"),
        ('n = await roll(D6, "a", sides=2, who="x")', "die, label, read, who, count ; « sides »"),
        (
            'n = await roll(D6, "a", FACES, 3, who="x")',
            "au plus 3 valeurs sans nom : die, label, read",
        ),
        ('n = await decide("ask", "prix", who="x")', "pour « decide », aussi : form"),
        ('n = await roll(D6, "a", Fold(0, max), who="x")', "pour « Fold », aussi : end"),
    ],
)
def test_the_refusal_of_a_call_that_does_not_fit_has_its_names(
    tmp_path: Path, body: str, message: str
) -> None:
    for line, text in refused(tmp_path, body):
        assert line == FIRST
        assert message in text


@pytest.mark.parametrize("fold", ["Fold", "CountFold"])
def test_a_fold_says_what_its_functions_take(tmp_path: Path, fold: str) -> None:
    step = "state, throw, face" if fold == "Fold" else "state, face, counts"
    body = f'return Points(v=await roll(D6, "a", {fold}(0, one, int), who="x"))'
    for _, text in refused(tmp_path, body):
        assert f"pour « {fold} », les fonctions step({step}) et end(state)" in text


def test_an_unknown_option_of_a_game_is_named(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    body = "        return Points(v=1)\n"
    path.write_text(HEAD.replace("VALUE", "int") + body + TAIL.replace("leader", "lead"), "utf-8")
    reply = call("--game", str(path), "games")
    assert f"{path}:{FIRST + 3}" in reply.err
    assert "« lead » n’en est pas un" in reply.err.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"await {ASKED}", "sur chaque chemin de la règle ; ici, elle finit sans return"),
        (f"return await {ASKED}", "« return Points(…) » ; la règle a rendu 6."),
        ("return Other(v=1)", "« return Points(…) » ; la règle a rendu Other(v=1)"),
        ("return become(Test())", "« await » devant ce que la règle rend"),
    ],
)
def test_a_rule_returns_its_result(tmp_path: Path, body: str, message: str) -> None:
    for _, text in refused(tmp_path, body):
        assert message in text.replace("a rendu 1.", "a rendu 6.")


@pytest.mark.parametrize(
    "body",
    [
        "counter = COUNTER\nreturn Points(v=[*itertools.islice(counter, 1)][0])",
        'return Points(v=sys.modules["random"].randint(1, 10**9))',
        f'n = await {ASKED}\nnote("", "{{n}}", n=[*itertools.islice(COUNTER, 1)][0])\nreturn Points(v=1)',
    ],
)
@pytest.mark.parametrize("reading", READINGS[1:])
def test_a_rule_that_does_not_repeat_itself_is_refused(
    tmp_path: Path, reading: tuple[str, ...], body: str
) -> None:
    path = tmp_path / "essai.py"
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    path.write_text(HEAD.replace("VALUE", "int") + lines + TAIL, "utf-8")
    reply = call("--game", str(path), reading[0], "essai.test", *reading[1:])
    assert f"{path}:{FIRST - 1}" in reply.err
    assert "une règle pure : les mêmes réponses" in reply.err.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("prix: tuple[int, ...] = []", "un n-uplet, comme ()"),
        ("prix: tuple[int, ...] = [1]", "un n-uplet, comme ()"),
        ('utilities = {"gain": lambda test, points: 1}', "du résultat et du siège"),
        ('goals = {"": "gain"}', "un but que « utilities » déclare"),
    ],
)
def test_a_procedure_declares_what_holds(tmp_path: Path, field: str, message: str) -> None:
    path = tmp_path / "essai.py"
    head = HEAD.replace("VALUE", "int").replace("prix: int | ASK = 1", field)
    path.write_text(f"{head}        return Points(v=1)\n{TAIL}", "utf-8")
    reply = call("--game", str(path), "games")
    assert message in reply.err.replace("\u00a0", " ")


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_rule_does_not_yield(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "essai.py"
    head = HEAD.replace("VALUE", "int").replace("async def", kind)
    path.write_text(f"{head}        yield {ASKED}\n{TAIL}", "utf-8")
    assert "qui demande par await" in call("--game", str(path), "games").err


def test_a_rule_that_calls_itself_for_ever_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    body = "        return await call(Test())\n"
    path.write_text(HEAD.replace("VALUE", "int") + body + TAIL, "utf-8")
    reply = call("--game", str(path), "odds", "essai.test")
    # The stack may end as the rule begins, on the line before its first one.
    assert any(f"{path}:{line}" in reply.err for line in (FIRST - 1, FIRST))
    assert "s’imbriquent sans fin" in reply.err


def test_a_question_may_be_stored_before_it_is_awaited(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    body = f"""\
        first = {ASKED}
        others = []
        for _ in range(2):
            others.append({ASKED})
        named = {{name: {ASKED} for name in "ab"}}
        total = await first + sum([await each for each in others])
        for name, question in named.items():
            total += await question if name == "a" else 0
        return Points(v=total)
"""
    path.write_text(HEAD.replace("VALUE", "int") + body + TAIL, "utf-8")
    for reading, *options in READINGS:
        assert call("--game", str(path), reading, "essai.test", *options).status == 0


@pytest.mark.parametrize("worth", ['"beaucoup"', "None", "result.v / 2"])
def test_the_worth_of_a_result_is_a_number(tmp_path: Path, worth: str) -> None:
    """`advise`, the law under best play, and the chance of a goal above a law refuse another worth with
    the line of the utility."""
    path = tmp_path / "essai.py"
    head = HEAD.replace("VALUE", "int").replace(
        "    async def",
        f'    utilities = {{"v": lambda rule, result, seat: {worth}}}; goals = {{"": "v"}}\n\n    async def',
    )
    body = '        return Points(v=await decide(self.prix, "prix", OneOf((1, 2)), who="x"))\n'
    path.write_text(head + body + TAIL, "utf-8")
    line = FIRST - 1
    asked = (["prix=ask"], ["prix=ask", "--policy", "best"], ["prix=2"])
    for reading, words in zip(("advise", "odds", "odds"), asked, strict=True):
        reply = call("--game", str(path), reading, "essai.test", *words)
        assert reply.status == 2
        assert f"{path}:{line}" in reply.err
        assert "pour le but « v », un nombre entier ou une Fraction" in reply.err.replace(
            "\xa0", " "
        )


def test_advice_without_sides_names_the_seats_that_it_assumes(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    utilities = '    utilities = {"v": lambda rule, result, seat: result.v}\n\n    async def'
    body = (
        '        a = await choose("a", OneOf((1, 2)), who="x")\n'
        '        b = await decide(self.prix, "prix", OneOf((1, 2)), who="y")\n'
        "        return Points(v=a * b)\n"
    )
    head = HEAD.replace("VALUE", "int").replace("    async def", utilities)
    path.write_text(head + body + TAIL, "utf-8")
    reply = call("--game", str(path), "advise", "essai.test", "prix=ask")
    assert reply.status == 0, reply.err
    assert (
        "Faute de deux camps opposés, les réponses habituelles sont supposées pour y." in reply.out
    )
