"""Exports whose sheets were written before the game changed: they come in, and say what no longer fits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.rules.authoring.game_file import load_game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import unregister
from tablee.table.export.exporting import campaign_file
from tablee.table.export.importing import campaign_of, import_file
from tablee.table.export.result_checks import log_checked
from tests.kit import acts
from tests.kit.command_line import call
from tests.kit.host import AS_HOST, HOST
from tests.table.evening import LEADER, Table
from tests.table.export.stores import with_store
from tests.table.export.tables import ID, logged
from tests.table.export.test_tampered import chained, written
from tests.table.test_stored_sheets import CHANGES, SOURCE

JSON = {"content-type": "application/json"}
CHANGED = [name for name, (_, _, wrong, _) in CHANGES.items() if wrong]


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """The file of the game, before it changes."""
    path = tmp_path / "essai.py"
    path.write_text(SOURCE, "utf-8")
    load_game(path)
    yield path
    unregister("essai")


def older() -> bytes:
    """A campaign with two characters, written under the rules of now."""
    table = Table("essai")
    for name in ("ana", "bea"):
        sheet = {"type": "essai.personnage", "nom": name.title(), "force": 5, "ruse": 4}
        table.does(LEADER, acts.PutSheet(character=name, sheet=sheet, seat="j1"))
    return campaign_file(ID, logged(table))


def changed(path: Path, change: str) -> None:
    old, new, _, _ = CHANGES[change]
    path.write_text(SOURCE.replace(old, new), "utf-8")
    load_game(path)


@pytest.mark.parametrize("change", CHANGED)
def test_it_comes_in_as_it_is_and_its_misfits_are_counted(change: str, path: Path) -> None:
    data = older()
    changed(path, change)
    state = campaign_of(data)[1]
    assert (state.sheet("ana")["force"], state.sheet("ana")["ruse"]) == (5, 4)
    imported = with_store(lambda store: import_file(store, data))
    assert imported.unchecked.misfits == 2
    assert log_checked(data).misfits == ("ana", "bea")


def test_where_nothing_changed_nothing_is_counted(path: Path) -> None:
    data = older()
    assert with_store(lambda store: import_file(store, data)).unchecked.misfits == 0
    assert log_checked(data).misfits == ()


def test_an_export_made_after_the_change_comes_in_too(path: Path) -> None:
    """Its sheets are of the rules before it, whatever rules run where it was exported."""
    table = Table("essai")
    sheet = {"type": "essai.personnage", "nom": "Ana", "force": 5}
    table.does(LEADER, acts.PutSheet(character="ana", sheet=sheet))
    changed(path, "narrower")
    later = sheet | {"nom": "Bea", "force": 2}
    table.does(LEADER, acts.PutSheet(character="bea", sheet=later))
    data = campaign_file(ID, logged(table))
    assert log_checked(data).misfits == ("ana",)
    content = json.loads(data)["content"]
    place = len(content["events"]) - 2
    content["events"][place]["after"]["fiches"]["bea"]["force"] = 5
    with pytest.raises(Refusal) as refused:
        campaign_of(written(chained(content)))
    assert refused.value.field == f"events[{place}].after.fiches.bea.force"


def test_a_field_that_the_game_has_no_more_comes_in_with_a_later_change(path: Path) -> None:
    table = Table("essai")
    sheet = {"type": "essai.personnage", "nom": "Ana", "force": 5, "ruse": 4}
    table.does(LEADER, acts.PutSheet(character="ana", sheet=sheet))
    changed(path, "removed")
    event = {"type": "retouche", "qui": "ana", "champs": {"force": 2}}
    table.does(LEADER, acts.ChangeRecord(event=event))
    table.does(LEADER, acts.ChangeRecord(event=event | {"champs": {"force": 3}}))
    data = campaign_file(ID, logged(table))
    assert campaign_of(data)[1].sheet("ana")["ruse"] == 4
    assert log_checked(data).misfits == ("ana",)
    without = {name: value for name, value in sheet.items() if name != "ruse"}
    table.does(LEADER, acts.PutSheet(character="ana", sheet=without))
    assert log_checked(campaign_file(ID, logged(table))).misfits == ()


def _forge(content: Any, version: str | None) -> None:
    for event in content["events"]:
        if event["type"] == "booked":
            next(iter(event["after"]["fiches"].values()))["force"] = 9
            if version == "":
                del event["version"]
            elif version:
                event["version"] = version


@pytest.mark.parametrize(("version", "misfits"), [(None, None), ("", 2), ("0123456789abcdef", 2)])
def test_a_sheet_of_the_present_rules_has_to_fit(
    version: str | None, misfits: int | None, path: Path
) -> None:
    """A log without versions is of an older program."""
    content = json.loads(older())["content"]
    _forge(content, version)
    data = written(chained(content))
    if misfits is None:
        with pytest.raises(Refusal, match=r"fiches\.ana\.force|fiches\.bea\.force"):
            campaign_of(data)
        return
    assert with_store(lambda store: import_file(store, data)).unchecked.misfits == misfits


@pytest.mark.parametrize("part", ["horloge", "registres"])
def test_other_wrong_content_of_other_rules_stays_refused(part: str, path: Path) -> None:
    content = json.loads(older())["content"]
    changed(path, "narrower")
    content["events"][0]["chronicle"][part] = 3
    with pytest.raises(Refusal, match=part):
        campaign_of(written(chained(content)))


def test_the_command_line_and_the_pages_say_it(path: Path, tmp_path: Path) -> None:
    data = older()
    file = tmp_path / "ancienne.json"
    file.write_bytes(data)
    changed(path, "narrower")
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    reply = call("import", str(file), "--database", database)
    assert reply.status == 0, reply.err
    assert "2 fiches d’une autre version des règles" in reply.out.replace("\u00a0", " ")
    reply = call("verify", str(file))
    assert reply.status == 0, reply.err
    assert "(ana, bea), avec des valeurs qui ne vont plus" in reply.out.replace("\u00a0", " ")
    assert call("verify", str(file), "--json").json["misfit_sheets"] == ["ana", "bea"]

    options = AppOptions(hosts=["testserver.local"], host_token=HOST)
    with TestClient(create_app(options)) as client:
        client.headers.update(AS_HOST)
        answer = client.post("/api/campaigns/import", content=data, headers=JSON)
        assert answer.status_code == 201, answer.text
        assert "2 fiches d’une autre version" in " ".join(answer.json()["unchecked"])
        link = answer.json()["seats"][0]["secret"]
        client.cookies.clear()
        assert client.post(link, follow_redirects=False).status_code == 303
        page = client.get(f"/t/{ID}/{LEADER}/fiche/ana").text
        assert "Les règles de ce jeu ont changé" in page
