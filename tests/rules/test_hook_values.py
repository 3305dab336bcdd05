"""The functions of a game file outside its rules: a value of another kind is refused with its line, the
name of the function, what came and what is allowed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command_line import call

pytestmark = pytest.mark.usefixtures("own_games")

FILE = """\
from typing import Annotated
from tablee import (
    D6, YES_NO, CampaignRecord, FighterStatus, Gauge, Game, Meta, Procedure, Result, Sheet, choose,
    effect, on_sheet, replace, roll,
)

Force = Annotated[int, Meta(ge=0, le=9)]

class Hero(Sheet, tag="hero"):
    force: Force = 1
    pass  # sheet

class Issue(Result):
    ok: bool

class Test(Procedure[Issue], id="essai.test"):
    force: Annotated[Force, on_sheet("force")] = 1
    utilities = {"gagner": lambda test, issue, seat: issue.ok}
    pass  # test

    async def rule(self) -> Issue:
        face = await roll(D6, "jet", who="heros")
        effect("force", 1)
        return Issue(ok=await choose("oui", YES_NO, who="heros", policy=True) and face > 2)

def force(run, each):
    pass  # record
    yield run.consequence(run.who("heros"), "", "Force.", run.counted(run.who("heros"), {"force": 2}))

GAME = Game(
    id="essai", title="Essai", lang="en", procedures=(Test,), sheets=(Hero,),
    ready={"ada": Hero(nom="Ada")}, campaign_record=CampaignRecord(effects={"force": force}),
)
"""
PLACES = {
    name: number
    for number, line in enumerate(FILE.splitlines(), start=1)
    if (name := line.partition("pass  # ")[2])
}
IMPORTS = """\
from itertools import repeat
from tablee import (OfferedChange, Reservation,"""
TUPLE, TABLE = "returns a tuple", "returns a dictionary"
STATUS = "returns FighterStatus(self.nom, (Gauge("


def replied(folder: Path, place: str, code: str, *command: str) -> str:
    path = folder / "essai.py"
    path.write_text(FILE.replace(f"pass  # {place}", code), "utf-8")
    words = command or ("check", str(path))
    where = ("--game", str(path)) if command else ()
    reply = call("--lang", "en", *where, *words)
    return f"{reply.out}{reply.err}"


@pytest.mark.parametrize(
    ("function", "value", "message"),
    [
        ("sides(self)", '{"heros", "ombre"}', TABLE),
        ("sides(self)", "(each for each in ())", TABLE),
        ("sides(self)", "3", TABLE),
        ("sides(self)", "None", TABLE),
        ("sides(self)", '{"heros": 1}', TABLE),
        ("ids(self)", '"heros"', TUPLE),
        ("ids(self)", '{"heros"}', TUPLE),
        ("beliefs(self)", '"force"', TUPLE),
        ("beliefs(self)", '("forse",)', "returns some of these names: force; perhaps “force”"),
        ("concealed(self, seat)", '"force"', "returns a set of names"),
        ("concealed(self, seat)", "None", "returns a set of names"),
        (
            "concealed(self, seat)",
            '{"forse"}',
            "returns some of these names: force; perhaps “force”",
        ),
        ("led_by(self, seat)", '"heros"', TUPLE),
        ("turn_order(self)", '("ab", "c")', TUPLE),
        ("turn_order(self)", "None", TUPLE),
        ("fighter_statuses(self)", "None", "returns a tuple of FighterStatus"),
        ("fighter_statuses(self)", '("heros",)', "returns a tuple of FighterStatus"),
        ("goal(self, seat)", '"gagne"', "returns some of these names: gagner; perhaps “gagner”"),
        ("goal(self, seat)", "None", "returns a text"),
        ("exchange(self)", "self", "returns Exchange(Assaut(…)"),
        ("check(self)", "self.force > 0", "returns nothing: it refuses by “raise refuse("),
        ("seen(self, result, seat)", '{"ok"}', TABLE),
        (
            "seen(self, result, seat)",
            '{"okay": 1}',
            "returns some of these names: ok; perhaps “ok”",
        ),
    ],
)
def test_a_function_of_a_procedure(tmp_path: Path, function: str, value: str, message: str) -> None:
    text = replied(tmp_path, "test", f"def {function}: return {value}")
    name = function.partition("(")[0]
    assert f"essai.py:{PLACES['test']}: " in text
    assert f"expected: “{name}” {message}" in text
    assert "1 point to correct" in text


@pytest.mark.parametrize(
    ("function", "value", "message"),
    [
        ("fighter_status(self)", "3", STATUS),
        ("fighter_status(self)", 'FighterStatus("a", Gauge("force", 1, 9))', STATUS),
        ("fighter_status(self)", 'FighterStatus("a", (Gauge("force", None, 9),))', STATUS),
        ("fighter_status(self)", 'FighterStatus("a", (), ("force",))', STATUS),
        ("check(self)", "True", "returns nothing"),
    ],
)
def test_a_function_of_a_sheet(tmp_path: Path, function: str, value: str, message: str) -> None:
    text = replied(tmp_path, "sheet", f"def {function}: return {value}")
    assert f"essai.py:{PLACES['sheet']}: " in text
    assert f"expected: “{function.partition('(')[0]}” {message}" in text


@pytest.mark.parametrize("code", ["return None", "return 3", "yield 3", 'yield {"force": 1}'])
def test_a_function_of_consequences(tmp_path: Path, code: str) -> None:
    if code.startswith("return"):
        path = tmp_path / "essai.py"
        kept = FILE.replace("    yield run.", "    run.")
        path.write_text(kept.replace("pass  # record", code), "utf-8")
        text = call("--lang", "en", "check", str(path)).out
    else:
        text = replied(tmp_path, "record", code)
    assert f"essai.py:{PLACES['record'] - 1}: " in text
    assert "expected: “force” gives consequences: yield run.consequence(…)" in text


OFFERS, SPENDS = "“offers” gives offered changes: yield OfferedChange(", "“reservations” gives what"


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("offers", "lambda campaign: 3", OFFERS),
        ("offers", "lambda campaign: None", OFFERS),
        ("offers", "lambda campaign: [3]", OFFERS),
        ("offers", 'lambda campaign: [OfferedChange(text=3, button="a", event={})]', OFFERS),
        ("offers", 'lambda campaign: [OfferedChange(text="a", button="a", event=None)]', OFFERS),
        (
            "offers",
            "lambda campaign: repeat(OfferedChange(text='a', button='b', event={}))",
            "“offers” gives at most 500; its loop",
        ),
        ("offers", "lambda campaign: campaign.foo", "a field of “Etat”"),
        ("reservations", "lambda run: 3", SPENDS),
        ("reservations", "lambda run: None", SPENDS),
        ("reservations", "lambda run: run", SPENDS),
        ("reservations", "lambda run: [3]", SPENDS),
        (
            "reservations",
            'lambda run: [Reservation(event={}, n=1.5, spent="a", held="b")]',
            SPENDS,
        ),
        ("ledger_gauges", "lambda ledgers, who: 3", "“ledger_gauges” returns a tuple"),
        ("ledger_params", "lambda campaign, roles, kind: 3", "“ledger_params” returns a dict"),
        ("ledger_seats", "lambda campaign, roles: {1: 2}", "“ledger_seats” returns a dict"),
        # the values that it is called with
        ("offers", "lambda: ()", "a function: def offers(campaign): …"),
        ("reservations", "3", "a function: def reservations(run): …"),
        ("reservations", "force", "a function: def force(run): …"),
        (
            "ledger_params",
            "lambda campaign, roles: {}",
            "def ledger_params(campaign, roles, kind): …",
        ),
        ("signals", '{"force": lambda campaign: campaign}', "def signals(campaign, amount): …"),
        ("results", '{"essai.test": force}', "a function: def force(run): …"),
    ],
)
def test_a_function_of_a_campaign_record(
    tmp_path: Path, part: str, value: str, message: str
) -> None:
    """Also those that only the page of a leader calls."""
    path, line = tmp_path / "essai.py", 'ready={"ada": Hero(nom="Ada")}, campaign_record='
    text = FILE.replace("from tablee import (", IMPORTS).replace(
        line, f"{line}CampaignRecord({part}={value}) or "
    )
    path.write_text(text, "utf-8")
    out = call("--lang", "en", "check", str(path)).out
    number = text.splitlines().index(next(each for each in text.splitlines() if line in each)) + 1
    assert f"essai.py:{number}" in out or "def force" in value
    assert message in out


@pytest.mark.parametrize(
    "value", ["3", '"", 3, {"type": "a"}', '"", "a", 3', '"", "a", "b"', 'None, "a", {}']
)
def test_a_consequence_with_values_of_another_kind(tmp_path: Path, value: str) -> None:
    asked = f"yield run.consequence(run.who('heros'), {value})"
    text = replied(tmp_path, "record", asked)
    assert "1 point to correct" in text
    assert re.search(r"essai\.py:2[5-9]", text)


@pytest.mark.parametrize("place", ["sheet", "test"])
def test_a_function_that_asks_nothing_is_no_coroutine(tmp_path: Path, place: str) -> None:
    text = replied(tmp_path, place, "async def check(self): pass")
    assert f"essai.py:{PLACES[place]}: " in text
    assert "“async def” is not possible; expected: “def check”, without async" in text


@pytest.mark.parametrize("command", ["odds", "advise"])
def test_a_reading_is_refused_too(tmp_path: Path, command: str) -> None:
    code = "def sides(self): return {'heros'}"
    text = replied(tmp_path, "test", code, command, "essai.test")
    assert f"essai.py:{PLACES['test']}: “{{'heros'}}” is not possible" in text


def test_values_of_their_kind_are_taken(tmp_path: Path) -> None:
    right = "\n    ".join(
        (
            'def sides(self): return {"heros": "a"}',
            'def ids(self): return ["heros"]',
            'def concealed(self, seat): return {"force"} if seat == "ombre" else set()',
            'def fighter_statuses(self): return [FighterStatus("a", [Gauge("force", 1, 9)])]',
            'def turn_order(self): return [["heros"]]',
            'def goal(self, seat): return "" if seat else "gagner"',
            "def check(self): pass",
        )
    )
    assert "nothing to correct" in replied(tmp_path, "test", right)


def test_a_record_of_a_sheet_is_changed_as_a_whole(tmp_path: Path) -> None:
    """The fields of a record have no names of their own on a sheet."""
    path = tmp_path / "essai.py"
    counted = 'run.counted(run.who("heros"), {"force": 2})'
    text = FILE.replace("Procedure, Result", "Procedure, Record, Result")
    text = text.replace("class Hero", "class Sac(Record):\n    or_: int = 3\n\nclass Hero")
    text = text.replace(
        "    pass  # sheet", '    sac: Annotated[Sac, Meta(description="sac")] = Sac()'
    )
    text = text.replace(
        "force: Annotated[Force, on",
        'sac: Annotated[Sac, on_sheet("sac")] = Sac()\n    force: Annotated[Force, on',
    )
    text = text.replace("face > 2", "face > self.sac.or_")
    text = text.replace(
        counted,
        'run.counted(run.who("heros"), {"sac": replace(run.sheet(run.who("heros")).sac, or_=2)})',
    )
    path.write_text(text, "utf-8")
    assert "nothing to correct" in call("--lang", "en", "check", str(path)).out
