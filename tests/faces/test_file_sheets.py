"""Sheets of a game in one file: named by it, listed, read from files, filled in, kept in a campaign."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tablee.faces.sheet_files import at, from_files, load_sheet, ready_made, sheet_text
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import read_params
from tablee.rules.authoring.game_file import load_game
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.record import apply_event, apply_events, initial_state
from tablee.rules.clauses.clause_carriers import carriers_of
from tablee.rules.consequences import consequences_of
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure, games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import tag_of
from tablee.rules.sheet import characters_of, kinds_of, read_sheet, ready_of, sheet_view
from tablee.rules.texts.words import Words
from tests.faces.web.test_form import sent
from tests.kit.command_line import call

pytestmark = pytest.mark.usefixtures("own_games")

SOURCE = '''\
"""A lamp and those who keep it."""

from typing import Annotated

from tablee import (
    AS_OBJECT,
    CampaignRecord,
    D6,
    Event,
    Game,
    Ledger,
    Meta,
    Pool,
    Procedure,
    Record,
    Result,
    Sheet,
    effect,
    note,
    on_sheet,
    refuse,
    replace,
    roll,
)

Huile = Annotated[int, Meta(ge=0, le=9, description="mesures d’huile"), on_sheet("huile", "lampes")]


class Gardien(Sheet, tag="gardien"):
    """Who keeps the lamp (LAM-VEI-02)."""

    huile: Huile = 5
    lampes: Annotated[
        tuple[tuple[str, int], ...], AS_OBJECT, Meta(description="huile de chaque lampe")
    ] = ()

    def check(self):
        if self.nom == "Personne":
            raise refuse("nom", self.nom, "quelqu’un")


class Tempete(Sheet, tag="tempete"):
    """What comes against him."""

    vent: Annotated[int, Meta(ge=1, le=6, description="force du vent")] = 5


class Nuit(Result):
    navires: int


class Veille(Procedure[Nuit], id="lampe.veille"):
    """A night (LAM-VEI-01)."""

    huile: Huile
    vent: Annotated[int, Meta(ge=1, le=6), on_sheet("vent", role="tempete")] = 5

    async def rule(self) -> Nuit:
        des = await roll(D6, "huile", Pool(), who="gardien", count=self.huile)
        navires = sum(face >= self.vent for face in des)
        note("LAM-VEI-01", "La lampe guide {n:navire|navires}.", n=navires)
        return Nuit(navires=navires)


class Reserve(Record):
    """What is left."""

    huile: Huile = 5


class Brule(Event[Reserve], tag="brule"):
    """Oil is burnt (LAM-VEI-02)."""

    n: Annotated[int, Meta(ge=1, le=9)] = 1

    def after(self, etat):
        if self.n > etat.huile:
            raise refuse("n", self.n, "au plus {n}", n=etat.huile)
        note("LAM-VEI-02", "{n:mesure brûle|mesures brûlent}.", n=self.n)
        return replace(etat, huile=etat.huile - self.n)


class SuiviResult(Result):
    etat: Reserve


class Suivi(Ledger[SuiviResult, Reserve], id="lampe.suivi"):
    """What a keeper has left (LAM-VEI-02)."""

    etat: Annotated[Reserve, on_sheet()] = Reserve()
    evenements: tuple[Brule, ...] = ()


GAME = Game(
    id="lampe",
    title="La Lampe",
    procedures=(Veille, Suivi),
    sheets=(Gardien, Tempete),
    ready={"iwan": Gardien(nom="Iwan", huile=7), "suroit": Tempete(nom="Suroît", vent=6)},
    words={"gardien": "gardien", "tempete": "tempête", "huile": "mesures d’huile"},
    clauses={"LAM-VEI-01": "Chaque navire voit la lampe.", "LAM-VEI-02": "L’huile se compte."},
)
'''


BOOKS = '''
def brulee(run, effet):
    """Oil that was burnt is gone from the keeper's sheet."""
    qui = run.who("gardien")
    if qui is not None:
        reste = run.sheet(qui).huile + effet.amount
        event = {"type": "retouche", "qui": qui, "champs": {"huile": reste}}
        texte = "{who:=} : il reste {reste:mesure|mesures}."
        yield run.consequence(qui, "LAM-VEI-02", texte, event, reste=reste)


CHRONIQUE = CampaignRecord(effects={"huile": brulee})
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lampe.py"
    path.write_text(SOURCE, "utf-8")
    return path


def answer(file: Path, *words: str) -> Any:
    reply = call("--game", str(file), *words, "--json")
    assert reply.status == 0, reply.out + reply.err
    return reply.json


# ── found, listed, read ────────────────────────────────────────────────────────────────────────
def test_a_file_names_its_kinds_of_sheet_and_its_ready_made_ones(file: Path) -> None:
    game = load_game(file)
    assert [tag_of(kind) for kind in kinds_of(game)] == ["gardien", "tempete"]
    assert characters_of(game) == kinds_of(game)
    assert list(ready_made(game)) == list(ready_of(game)) == ["iwan", "suroit"]
    for name in ready_made(game):
        found, sheet = load_sheet(name, "f")
        assert found is game
        assert sheet == ready_of(game)[name]


def test_sheets_lists_them_and_sheet_reads_one(file: Path, tmp_path: Path) -> None:
    rows = answer(file, "sheets", "lampe")["sheets"]
    assert [(row["name"], row["type"], row["label"], row["nom"]) for row in rows] == [
        ("iwan", "gardien", "Gardien", "Iwan"),
        ("suroit", "tempete", "Tempête", "Suroît"),
    ]
    assert answer(file, "sheet", "iwan") == {
        "jeu": "lampe",
        "type": "gardien",
        "nom": "Iwan",
        "huile": 7,
        "lampes": {},
    }
    own = tmp_path / "anke.yaml"
    own.write_text("jeu: lampe\ntype: gardien\nnom: Anke\nhuile: 12\n", "utf-8")
    refused = call("--game", str(file), "sheet", str(own), "--json")
    assert (refused.status, refused.error["field"]) == (2, "sheet.huile")
    own.write_text("jeu: lampe\ntype: gardien\nnom: Personne\n", "utf-8")
    assert call("--game", str(file), "sheet", str(own), "--json").error["field"] == "sheet.nom"


def test_a_sheet_fills_parameters_by_field_by_name_and_by_role(file: Path, tmp_path: Path) -> None:
    own = tmp_path / "anke.yaml"
    own.write_text(
        "jeu: lampe\ntype: gardien\nnom: Anke\nhuile: 4\nlampes:\n  Grand phare: 3\n", "utf-8"
    )
    whole = answer(file, "odds", "lampe.veille", "@iwan")
    assert whole["params"] == {"huile": 7}
    assert answer(file, "odds", "lampe.veille", f"@{own}")["params"] == {"huile": 4}
    named = answer(file, "odds", "lampe.veille", f"@{own}", "huile=grand")
    assert named["params"] == {"huile": 3}
    stormy = answer(file, "odds", "lampe.veille", f"@{own}", "tempete=@suroit")
    assert stormy["params"] == {"huile": 4, "vent": 6}


def test_a_ledger_writes_a_sheet_back(file: Path) -> None:
    burnt = json.dumps([{"type": "brule", "n": 3}])
    after = answer(file, "sheet", "iwan", "lampe.suivi", f"evenements={burnt}")
    assert after["huile"] == 4
    game = load_game(file)
    assert sheet_text(game, ready_of(game)["iwan"], "yaml").startswith("jeu: lampe\n")


def test_a_campaign_keeps_the_sheets_of_a_file(file: Path) -> None:
    built = campaign_record_of(load_game(file))
    assert [tag_of(kind) for kind in built.kinds] == ["gardien", "tempete"]
    assert [ledger.id for ledger in built.ledgers] == ["lampe.suivi"]


def test_sheets_carry_clauses(file: Path) -> None:
    carriers = carriers_of(load_game(file))["LAM-VEI-02"]
    assert {each.name for each in carriers} >= {"Gardien", "Suivi", "Brule"}


def test_a_file_without_sheets_has_none(file: Path) -> None:
    text = file.read_text("utf-8")
    start, end = text.index("    sheets="), text.index("    words=")
    bare = text[:start] + text[end:]
    file.write_text(bare, "utf-8")
    game = load_game(file)
    assert (kinds_of(game), ready_made(game)) == ((), {})
    assert answer(file, "sheets", "lampe") == {"sheets": []}


def test_a_sheet_of_a_file_is_filled_in_a_form(file: Path) -> None:
    game = load_game(file)
    kind, words = kinds_of(game)[0], Words(game)
    given = {"nom": "Anke", "huile": 4, "lampes": {"Grand phare": 3}}
    controls = controls_of(kind, given, words, {})
    assert [each.label for each in controls][:2] == ["Nom", "Mesures d’huile"]
    filled = read_params(kind, sent(controls))
    _, sheet = read_sheet({"jeu": "lampe", "type": "gardien", **filled}, "f", *games())
    assert sheet_view(game, sheet) == {"jeu": "lampe", "type": "gardien", **given}


def test_a_run_of_a_file_is_written_down_on_the_sheet(file: Path) -> None:
    """What a night leaves is a consequence of the campaign record that the file names, and changes the sheet."""
    text = file.read_text("utf-8").replace(
        'note("LAM-VEI-01"', 'effect("huile", -navires)\n        note("LAM-VEI-01"'
    )
    text = text.replace("GAME = Game(", BOOKS + "\n\nGAME = Game(\n    campaign_record=CHRONIQUE,")
    file.write_text(text, "utf-8")
    game = load_game(file)
    sheet = sheet_view(game, ready_of(game)["iwan"])
    state = apply_event(
        game, {}, initial_state(game), {"type": "fiche", "qui": "iwan", "fiche": sheet}
    ).state
    question = ask_about("lampe.veille", {"huile": 3}, {}, [{"dice": [1, 5, 6]}])
    (consequence,) = consequences_of(game, {}, state, question, cast={"gardien": "iwan"})
    assert consequence.sentence(Words(game)) == "Iwan\xa0: il reste 5 mesures."
    turned = apply_event(game, {}, state, consequence.event)
    assert turned.state["fiches"]["iwan"]["huile"] == 5
    assert [ledger.id for ledger in campaign_record_of(game).ledgers] == ["lampe.suivi"]
    assert not consequences_of(game, {}, state, question)


# ── each way to be wrong ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("old", "new", "piece", "texts"),
    [
        ("sheets=(Gardien, Tempete)", "sheets=(Gardien, Nuit)", "sheets=", "dérivée de Sheet"),
        ("sheets=(Gardien, Tempete)", "sheets=(Gardien, 3)", "sheets=", "dérivée de Sheet"),
        ('Tempete(Sheet, tag="tempete")', "Tempete(Sheet)", "class Tempete", "tag="),
        ('tag="tempete"', 'tag="gardien"', "class Tempete", "un nom par sorte"),
        ('description="force du vent")] = 5', 'description="")] = 9', "vent:", "de 1 à 6"),
        ("huile: Huile = 5\n    lampes", "huile: float = 5\n    lampes", "huile: float", "Literal"),
        ("huile=7", "huile=70", '"iwan"', "un entier de 0 à 9"),
        ('nom="Iwan"', 'nom="Personne"', '"iwan"', "quelqu’un"),
        (
            '"suroit": Tempete(nom="Suroît", vent=6)',
            '"suroit": 3',
            "ready=",
            "des fiches des sortes",
        ),
        (
            'on_sheet("vent",',
            'on_sheet("vant",',
            "vent:",
            "nom, huile, lampes, vent",
        ),
        (
            "    sheets=",
            '    campaign_record=CampaignRecord(effects={"huille": print}),\n    sheets=',
            '"huille"',
            "un effet qu’une règle laisse",
        ),
        (
            "    sheets=",
            "    campaign_record=3,\n    sheets=",
            "campaign_record=3",
            "une chronique",
        ),
        (
            "    sheets=",
            '    campaign_record=CampaignRecord(effects={"feu": 3}),\n    sheets=',
            '"feu"',
            "une fonction",
        ),
        (
            "    sheets=",
            '    campaign_record=CampaignRecord(results={"lampe.nuit": print}),\n    sheets=',
            '"lampe.nuit"',
            "lampe.veille, lampe.suivi",
        ),
    ],
)
def test_what_is_wrong_with_a_sheet_is_shown_with_its_line(
    file: Path, old: str, new: str, piece: str, texts: str
) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(Refusal) as refused:
        load_game(file)
    line = int(refused.value.field.rpartition(":")[2])
    assert piece in file.read_text("utf-8").splitlines()[line - 1]
    french, english = (Words(None, lang).refusal(refused.value) for lang in ("fr", "en"))
    assert texts in french
    assert french != english
    assert not any(letter in english.rpartition("expected")[2] for letter in "éèêàç")
    assert find_game("lampe") is None


def test_our_games_name_no_sheets_and_have_them() -> None:
    for name in ("exil", "loss", "armes_dieux", "eclats", "socle"):
        game = find_game(name)
        assert isinstance(game, Game)
        assert not game.sheets
        assert characters_of(game)


def test_two_effects_of_one_run_are_computed_one_after_the_other(file: Path) -> None:
    """The second consequence reads the sheet as the first one leaves it."""
    text = file.read_text("utf-8").replace(
        'note("LAM-VEI-01"',
        'effect("huile", -2)\n        effect("huile", -3)\n        note("LAM-VEI-01"',
    )
    text = text.replace("GAME = Game(", BOOKS + "\n\nGAME = Game(\n    campaign_record=CHRONIQUE,")
    file.write_text(text, "utf-8")
    game = load_game(file)
    event = {"type": "fiche", "qui": "iwan", "fiche": sheet_view(game, ready_of(game)["iwan"])}
    state = apply_event(game, {}, initial_state(game), event).state
    question = ask_about("lampe.veille", {"huile": 3}, {}, [{"dice": [1, 5, 6]}])
    found = consequences_of(game, {}, state, question, cast={"gardien": "iwan"})
    assert [each.event["champs"] for each in found] == [{"huile": 5}, {"huile": 2}]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "    huile: Huile\n    vent: Annotated",
            "    gardien: Annotated[int, Meta(ge=0)] = 1\n    huile: Huile\n    vent: Annotated",
            "« gardien » n’est pas possible ; attendu : un siège d’un autre nom",
        ),
        (
            '    """What is left."""\n\n    huile: Huile = 5',
            '    """What is left."""\n\n    flamme: int = 5',
            "« on_sheet() » n’est pas possible ; attendu : un Record dont un champ au moins",
        ),
    ],
)
def test_a_declaration_that_the_table_cannot_use_is_refused_with_its_line(
    file: Path, before: str, after: str, message: str
) -> None:
    file.write_text(SOURCE.replace(before, after), "utf-8")
    reply = call("--game", str(file), "games")
    assert reply.status == 2
    error = " ".join(reply.err.split())
    assert re.match(rf"{re.escape(str(file))}:\d+ : {re.escape(message)}", error)


def test_the_second_of_two_changes_stays_right_without_the_first(file: Path) -> None:
    """The first consequence may be declined: what it took is then not taken."""
    text = file.read_text("utf-8").replace(
        'note("LAM-VEI-01"',
        'effect("huile", -2)\n        effect("huile", -3)\n        note("LAM-VEI-01"',
    )
    text = text.replace("GAME = Game(", BOOKS + "\n\nGAME = Game(\n    campaign_record=CHRONIQUE,")
    file.write_text(text, "utf-8")
    game = load_game(file)
    event = {"type": "fiche", "qui": "iwan", "fiche": sheet_view(game, ready_of(game)["iwan"])}
    state = apply_event(game, {}, initial_state(game), event).state
    question = ask_about("lampe.veille", {"huile": 3}, {}, [{"dice": [1, 5, 6]}])
    first, second = consequences_of(game, {}, state, question, cast={"gardien": "iwan"})
    assert second.event["valeurs_de_depart"] == {"huile": 5}
    noted = apply_event(game, {}, state, second.event).entries
    assert [entry.text for entry in noted] == ["Sur la fiche, change : {names}."]
    left = [
        apply_events(game, {}, state, [each.event for each in kept]).state["fiches"]["iwan"][
            "huile"
        ]
        for kept in ((first, second), (first,), (second,), ())
    ]
    assert left == [2, 5, 4, 7]


@pytest.mark.parametrize(
    ("procedure", "given", "field"),
    [
        ("exil.simple", {"": "@sangsue_des_citernes"}, "fiche"),
        ("exil.shot", {"": "@jeanne", "cible": "@sangsue_des_citernes"}, "cible"),
        ("socle.test", {"": "@maelle"}, ""),
    ],
)
def test_a_sheet_that_nothing_reads_is_refused(
    procedure: str, given: dict[str, str], field: str
) -> None:
    kind = find_procedure(procedure)
    params = {name: at(value) for name, value in given.items()}
    if field:
        with pytest.raises(Refusal) as refusal:
            from_files(kind, params)
        assert refusal.value.field == field
        assert "un de ces champs" in refusal.value.allowed
    else:
        assert "de" in from_files(kind, {**params, "de": "Force"})
