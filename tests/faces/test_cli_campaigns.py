"""`export`, `import` and `verify`: a campaign as a file, its throws checked."""

from __future__ import annotations

import asyncio
import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from tablee.table.access import Door
from tablee.table.export.export_file import LARGEST, sealed
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.log import events as ev
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tests.kit import acts
from tests.kit.command_line import Reply, call, process
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged, played
from tests.table.test_pledges import finished


def url(folder: Path, name: str = "tables") -> str:
    return f"sqlite:///{folder / name}.sqlite3"


def fill(database: str, events: list[ev.TableEvent], table: str = ID) -> None:
    """A database with that table."""

    async def do() -> None:
        store = await opened(database)
        await store.create(table, [ev.write_event(event) for event in events])
        await store.close()

    asyncio.run(do())


@pytest.fixture
def database(tmp_path: Path) -> str:
    address = url(tmp_path)
    fill(address, logged(played("loss", 3)))
    return address


def ok(*arguments: str) -> Reply:
    reply = call(*arguments)
    assert reply.status == 0, reply.err
    return reply


def forged(data: bytes, change: Any) -> bytes:
    """The file with a change of its content and the digest that belongs to it, as one written before
    events had digests."""
    whole = json.loads(data)
    whole["content"].pop("digests", None)
    change(whole["content"])
    content = json.dumps(whole["content"], ensure_ascii=False, separators=(",", ":")).encode()
    return sealed(whole["format"], content)


def first_throw(content: Any) -> Any:
    return next(event for event in content["events"] if event.get("draw"))


# ── there and back ─────────────────────────────────────────────────────────────────────────────
def test_a_campaign_goes_from_one_database_to_another(database: str, tmp_path: Path) -> None:
    file = tmp_path / "campagne.json"
    texts = ok("export", ID, str(file), "--database", database)
    assert "Essai" in texts.out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_bytes() == campaign_file(ID, logged(played("loss", 3)))
    other = url(tmp_path, "ailleurs")
    reply = ok("import", str(file), "--database", other, "--json", "--address", "http://chez.moi/")
    assert reply.json["table"] == ID
    assert [each["seat"] for each in reply.json["seats"]] == ["meneur", "j1", "j2", "j3"]
    assert seated(other, reply.json["seats"]) == [
        (ID, each["seat"]) for each in reply.json["seats"]
    ]
    again = tmp_path / "encore.json"
    ok("export", ID, str(again), "--database", other)
    assert again.read_bytes() == file.read_bytes()


def seated(database: str, seats: list[dict[str, str]]) -> list[tuple[str, str]]:
    """The table and the seat behind each link."""

    async def do() -> list[tuple[str, str]]:
        store: Store = await opened(database)
        rooms = Rooms(store)
        found = []
        for each in seats:
            address, _, token = each["link"].rpartition("/lien/")
            assert address == "http://chez.moi"
            behind = await Door(store, rooms).open_link(token)
            assert behind is not None
            found.append((behind[0].state.id, behind[1]))
        await store.close()
        return found

    return asyncio.run(do())


def test_imported_where_it_is_it_has_another_id(database: str, tmp_path: Path) -> None:
    file = tmp_path / "campagne.json"
    ok("export", ID, str(file), "--database", database)
    reply = ok("import", str(file), "--database", database, "--json")
    assert reply.json["table"] != ID
    texts = ok("import", str(file), "--database", database)
    assert len(re.findall(r"http://127\.0\.0\.1:8420/lien/\S{43}", texts.out)) == 4


def test_a_scene_that_is_played_is_shown_of(tmp_path: Path) -> None:
    database, file = url(tmp_path), str(tmp_path / "campagne.json")
    fill(database, logged(played("loss", 3, ended=False)))
    texts = ok("export", ID, file, "--database", database)
    assert "se joue encore" in texts.out
    assert ok("export", ID, file, "--database", database, "--json").json["scene_running"] is True
    assert "quand elle sera finie" in ok("verify", file).out


def test_by_stdin_and_stdout(database: str, tmp_path: Path) -> None:
    data = process("export", ID, "-", "--database", database)
    assert data.status == 0
    assert process("verify", "-", stdin=data.out.encode()).status == 0
    other = url(tmp_path, "ailleurs")
    assert process("import", "-", "--database", other, stdin=data.out.encode()).status == 0


# ── verify ─────────────────────────────────────────────────────────────────────────────────────
def test_verify_tells_what_holds(database: str, tmp_path: Path) -> None:
    file = str(tmp_path / "campagne.json")
    ok("export", ID, file, "--database", database)
    view = ok("verify", file, "--json").json
    assert view["holds"]
    assert view["failed"] == view["unknown"] == 0
    assert view["held"] > 1
    throws = [t for scene in view["scenes"] for side in scene["sides"] for t in side["throws"]]
    assert len(throws) == view["held"]
    texts = ok("verify", file).out
    assert f"{view['held']} lancers tiennent." in texts
    assert view["typed"]
    assert re.search(rf"{view['typed']}\slancers? saisis? à la main, que rien ne vérifie\.", texts)
    assert texts.splitlines()[0].endswith(f" · Les Chants de Loss · {ID}")
    assert f"{view['held']} throws hold." in ok("verify", file, "--lang", "en").out
    scene = next(s for s in view["scenes"] if any(side["throws"] for side in s["sides"]))
    one = ok("verify", file, "--scene", str(scene["scene"])).out
    first = next(side for side in scene["sides"] if side["throws"])["throws"][0]
    assert ", ".join(map(str, first["faces"])) in one
    assert "s’était engagée" in one
    alone = ok("verify", file, "--scene", str(scene["scene"]), "--json").json
    assert alone["scenes"] == [scene]


def test_the_commitment_that_somebody_saw_must_be_in_the_file(
    database: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "campagne.json")
    ok("export", ID, file, "--database", database)
    seen = ok("verify", file, "--json").json["scenes"][0]["sides"][0]["commitment"]
    assert ok("verify", file, "--commitment", seen.upper()).out
    assert ok("verify", file, "--commitment", seen[:12]).out
    refused("verify", file, "--commitment", "0" * 64, field="--commitment")
    refused("verify", file, "--commitment", seen[:4], field="--commitment")


def test_a_player_checks_what_all_have_seen(database: str, tmp_path: Path) -> None:
    file = tmp_path / "siege.json"
    ok("export", ID, str(file), "--as", "j1", "--database", database)
    assert file.read_bytes() == throws_file(ID, logged(played("loss", 3)), "j1")
    view = ok("verify", str(file), "--json").json
    assert view["seat"] == "j1"
    assert view["held"]
    assert {side["side"] for scene in view["scenes"] for side in scene["sides"]} == {
        "open",
        "screen",
    }


def test_a_player_checks_a_secret_throw_once_it_is_revealed(tmp_path: Path) -> None:
    database, file = url(tmp_path), str(tmp_path / "siege.json")
    table = set_up("exil")
    for _ in range(2):
        params = {"talent": 9}
        act = acts.RequestRun(procedure="exil.simple", params=params, secret=True)
        table.does(LEADER, act)
        run = list(table.state.runs)[-1]
        table.does(LEADER, acts.Throw(run=run, place=0))
    table.does(LEADER, acts.Reveal(run="j1"))
    running = [*logged(table)]
    table.does(LEADER, acts.EndScene())
    fill(database, logged(table))
    Path(file).write_bytes(throws_file(ID, running, "j1"))
    texts = ok("verify", file).out
    assert "quand elle sera finie" in texts
    assert "1 lancer ne peut pas être vérifié." in texts
    ok("export", ID, file, "--as", "j1", "--database", database)
    texts = ok("verify", file).out
    assert "1 jet de cette scène reste secret" in texts
    assert "1 lancer tient." in texts
    assert "a la clé sur laquelle" in ok("verify", file, "--scene", "1").out
    commitment = table.state.scenes[0].secret_commitment
    assert ok("verify", file, "--commitment", commitment).out

    def change(content: Any) -> None:
        [thrown] = content["scenes"][0]["screen"]["throws"]
        thrown["faces"] = [thrown["faces"][0] % 12 + 1]

    Path(file).write_bytes(forged(Path(file).read_bytes(), change))
    reply = call("verify", file)
    assert reply.status == 1
    assert "la graine donne" in reply.out


def test_a_player_checks_secret_free_dice_once_they_are_revealed(tmp_path: Path) -> None:
    database, file = url(tmp_path), str(tmp_path / "siege.json")
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    for dice in ("3d12", "4d20"):
        table.does(LEADER, acts.ThrowFree(expression=dice, secret=True))
    table.does(LEADER, acts.EndScene())
    Path(file).write_bytes(throws_file(ID, logged(table), "j1"))
    assert "lancer tient" not in ok("verify", file).out
    table.does(LEADER, acts.RevealThrow(throw="1.2"))
    fill(database, logged(table))
    ok("export", ID, file, "--as", "j1", "--database", database)
    assert "1 lancer tient." in ok("verify", file).out
    shown = ok("verify", file, "--scene", "1").out
    assert "n° 2 · 4d20" in shown.replace("\u00a0", " ")
    assert "3d12" not in shown
    commitment = table.state.scenes[0].secret_commitment
    assert ok("verify", file, "--commitment", commitment).out

    def change(content: Any) -> None:
        [thrown] = content["scenes"][0]["screen"]["throws"]
        thrown["faces"][0] = thrown["faces"][0] % 20 + 1

    Path(file).write_bytes(forged(Path(file).read_bytes(), change))
    assert call("verify", file).status == 1


def test_a_throw_that_does_not_hold_is_shown_and_the_status_is_one(tmp_path: Path) -> None:
    file = tmp_path / "faux.json"

    def change(content: Any) -> None:
        event = first_throw(content)
        event["answer"]["dice"][0] = event["answer"]["dice"][0] % 9 + 1

    file.write_bytes(forged(campaign_file(ID, logged(played("loss", 3))), change))
    reply = call("verify", str(file))
    assert reply.status == 1
    assert "✗ n° 1 ·" in reply.out
    assert "la graine donne" in reply.out
    assert "1 lancer ne tient pas." in reply.out
    assert not reply.err
    english = call("verify", str(file), "--lang", "en")
    assert english.status == 1
    assert "the seed gives" in english.out
    view = call("verify", str(file), "--json")
    assert view.status == 1
    assert view.json["failed"] == 1
    [wrong] = [
        each["wrong"]
        for scene in view.json["scenes"]
        for side in scene["sides"]
        for each in side["throws"]
        if not each["holds"]
    ]
    assert [each["reason"] for each in wrong] == ["told", "faces"]


def test_a_word_that_is_not_the_pledged_one_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "faux.json"
    table = finished()
    data = campaign_file(table.state.id, table.events)
    file.write_bytes(data)
    assert "2 mots de joueurs promis avant qu’aucun ne soit connu." in ok("verify", str(file)).out

    def change(content: Any) -> None:
        event = next(event for event in content["events"] if event.get("word"))
        event["word"] = "autre"

    file.write_bytes(forged(data, change))
    reply = call("verify", str(file))
    assert reply.status == 1
    assert "j1 : le mot n’est pas celui que ce siège avait promis." in reply.out.replace(
        "\u00a0", " "
    )


@pytest.mark.parametrize(
    ("name", "value", "texts"),
    [
        ("words", "j1=autre", "les mots des joueurs étaient alors"),
        ("draw", 5, "le numéro 1 devait venir ici"),
        ("dice", "0d6", "de tels dés n’existent pas"),
    ],
)
def test_each_reason_is_shown(tmp_path: Path, name: str, value: Any, texts: str) -> None:
    file = tmp_path / "faux.json"

    def change(content: Any) -> None:
        event = first_throw(content)
        assert event.get(name) != value
        event[name] = value

    file.write_bytes(forged(campaign_file(ID, logged(played("loss", 3))), change))
    reply = call("verify", str(file))
    assert reply.status == 1
    assert texts in reply.out.replace("\u00a0", " ")


def test_a_place_that_is_not_the_next_one_is_shown(tmp_path: Path) -> None:
    """In the file of a seat, which tells the place of each throw."""
    file = tmp_path / "faux.json"

    def change(content: Any) -> None:
        scene = next(each for each in content["scenes"] if each["open"]["throws"])
        scene["open"]["throws"][0]["place"] = 3

    file.write_bytes(forged(throws_file(ID, logged(played("loss", 3)), "j1"), change))
    reply = call("verify", str(file))
    assert reply.status == 1
    assert "ce n’est pas sa place dans son jet" in reply.out


def test_a_seed_that_was_not_committed_to(tmp_path: Path) -> None:
    file = tmp_path / "faux.json"

    def change(content: Any) -> None:
        next(e for e in content["events"] if e["type"] == "scene_begun")["seed"] = "0" * 64

    file.write_bytes(forged(campaign_file(ID, logged(played("loss", 3))), change))
    reply = call("verify", str(file))
    assert reply.status == 1
    assert "n’est pas celle sur laquelle la maison s’était engagée" in reply.out


# ── what is refused ────────────────────────────────────────────────────────────────────────────
def refused(*arguments: str, field: str) -> None:
    reply = call(*arguments)
    assert reply.status == 2
    assert reply.err.startswith(field)
    error = call(*arguments, "--json").error
    assert error["field"] == field


@pytest.mark.parametrize("command", ["verify", "import"])
@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"PNG", b'{"format": "autre"}'])
def test_a_file_that_is_none(command: str, data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "faux.json"
    file.write_bytes(data)
    refused(command, str(file), *at(command, tmp_path), field="file")


def at(command: str, folder: Path) -> tuple[str, ...]:
    return ("--database", url(folder)) if command != "verify" else ()


@pytest.mark.parametrize("command", ["verify", "import"])
def test_a_file_that_is_not_there_or_huge(command: str, tmp_path: Path) -> None:
    more = at(command, tmp_path)
    refused(command, str(tmp_path / "nulle.json"), *more, field="file")
    refused(command, str(tmp_path), *more, field="file")
    refused(command, *more, field="file")
    file = tmp_path / "autre.json"
    with file.open("wb") as stream:
        stream.truncate(LARGEST + 1)
    refused(command, str(file), *more, field="file")


def test_a_file_that_changed_is_not_imported_and_its_throws_are_checked_all_the_same(
    tmp_path: Path,
) -> None:
    data = campaign_file(ID, logged(played("loss", 3)))
    file = tmp_path / "autre.json"
    for other, field in (
        (data.replace(b"Essai", b"Autre"), "events[0]"),
        (json.dumps(json.loads(data), indent=1).encode(), "sha256"),
    ):
        file.write_bytes(other)
        refused("import", str(file), "--database", url(tmp_path), field=field)
        reply = call("verify", str(file))
        assert reply.status == 1
        assert "Ce fichier a changé depuis qu’il a été écrit" in reply.out
        view = call("verify", str(file), "--json").json
        assert (view["intact"], view["holds"], view["failed"]) == (False, False, 0)
        assert view["held"]
        assert call("verify", str(file), "--scene", "1", "--json").status == 1


def test_a_forged_campaign_leaves_nothing_behind(tmp_path: Path) -> None:
    file, database = tmp_path / "faux.json", url(tmp_path)

    def change(content: Any) -> None:
        first_throw(content)["run"] = "j99"

    file.write_bytes(forged(campaign_file(ID, logged(played("loss", 3))), change))
    reply = call("import", str(file), "--database", database)
    assert reply.status == 2
    assert re.match(
        r"events\[\d+\]\.run : « j99 » n’est pas possible", reply.err.replace("\u00a0", " ")
    )
    refused("export", ID, str(tmp_path / "x.json"), "--database", database, field="table")
    assert not (tmp_path / "x.json").exists()


def test_what_there_is_not(database: str, tmp_path: Path) -> None:
    file = str(tmp_path / "campagne.json")
    refused("export", "nulle", file, "--database", database, field="table")
    refused("export", ID, file, "--as", "j9", "--database", database, field="seat")
    refused("export", ID, str(tmp_path / "nulle" / "part"), "--database", database, field="file")
    refused("export", ID, "--database", database, field="file")
    refused("export", "--database", database, field="table")
    ok("export", ID, file, "--database", database)
    refused("verify", file, "--scene", "99", field="--scene")
    refused("verify", file, "--scene", "x", field="--scene")
    refused("verify", field="file")
