"""`export` and `import`: one campaign as a file.

The module parses options and prints; the export package of the table does the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command, option
from tablee.faces.cli.database_option import DATABASE, with_store
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.table.export.importing import Unchecked
    from tablee.table.log.events import TableEvent
    from tablee.table.log.table_state import State
    from tablee.table.store.interface import Store

ADDRESS = "http://127.0.0.1:8420"
LABEL = "import"
"""Label of the credentials that an import creates."""


# ── out ────────────────────────────────────────────────────────────────────────────────────────
@command(
    "Écrire une campagne entière dans un fichier, pour la personne qui la mène : tout y est, "
    "hormis les notes privées des autres et les liens d’accès.",
    argument("table", "TABLE", "L’identifiant d’une campagne (dans son adresse)."),
    argument("file", "FICHIER", "Le fichier à écrire (« - » : la sortie)."),
    option(
        "seat --as",
        "N’écrire que les lancers que la personne assise là peut vérifier, ceux des scènes "
        "finies : ce que tous ont vu, et tout pour qui mène.",
        "SIÈGE",
    ),
    DATABASE,
    epilog="« tablee verify » en vérifie les lancers, « tablee import » la reprend ailleurs.",
)
def export_command(
    face: Face, table: str | None, file: str | None, seat: str | None, database: str | None
) -> int:
    from tablee.faces.cli.campaign_files import write_whole
    from tablee.table.export.exporting import campaign_file, throws_file
    from tablee.table.log.fold import folded

    name = _given("table", table, "l’identifiant d’une campagne (dans son adresse)")
    path = _given("file", file, "le nom d’un fichier")
    events = with_store(database, lambda store: _events(store, name))
    data = campaign_file(name, events) if seat is None else throws_file(name, events, seat)
    write_whole(path, data)
    if path != "-":
        _tell_export(face, folded(name, events), path, len(data))
    return 0


def _given(name: str, value: str | None, allowed: str) -> str:
    if value is None:
        raise refuse(name, None, allowed)
    return value


async def _events(store: Store, table: str) -> Sequence[TableEvent]:
    """Return the log of a table. Raises `Refusal` when no table has this id."""
    from tablee.table.export.exporting import log_of

    events = await log_of(store, table)
    if not events:
        known = ", ".join((await store.tables())[:50]) or "–"
        raise refuse("table", table, "une campagne parmi : {known:=}", known=known)
    return events


def _tell_export(face: Face, state: State, path: str, size: int) -> None:
    if face.json:
        running = state.scene is not None
        face.write({"table": state.id, "file": path, "bytes": size, "scene_running": running})
        return
    phrase = face.words.phrase
    text = "« {name:=} » est dans {file:=} ({n:kilooctet|kilooctets})."
    face.line(phrase(text, name=state.name, file=path, n=-(-size // 1024)))
    if state.scene is not None:
        text = (
            "La scène {scene} se joue encore : ses graines n’y sont pas, et là où ce fichier sera "
            "importé elle sera close, ses jets en cours annulés."
        )
        face.line(face.dim(phrase(text, scene=state.scene.number)))


# ── in ─────────────────────────────────────────────────────────────────────────────────────────
@command(
    "Reprendre une campagne d’un fichier, et donner un nouveau lien pour chaque siège. Tout est "
    "vérifié d’abord : un fichier abîmé ou falsifié est refusé en entier.",
    argument("file", "FICHIER", "Un fichier écrit par « tablee export » (« - » : l’entrée)."),
    option(
        "address --address",
        "L’adresse de la table, devant les liens (celle de cette machine par défaut).",
        "URL",
        default=ADDRESS,
    ),
    DATABASE,
)
def import_command(face: Face, file: str | None, address: str, database: str | None) -> int:
    from tablee.faces.cli.campaign_files import bytes_of
    from tablee.faces.import_words import unchecked_sentences

    data = bytes_of(_given("file", file, "un fichier écrit par « tablee export »"))
    state, links, unchecked = with_store(database, lambda store: _brought(store, data))
    notes = unchecked_sentences(face.words, unchecked)
    base = address.rstrip("/")
    seats = [
        {"seat": seat, "name": state.seats[seat].name, "link": base + link} for seat, link in links
    ]
    if face.json:
        face.write({"table": state.id, "name": state.name, "seats": seats, "unchecked": notes})
    else:
        text = "« {name:=} » est importée ({table:=}). Un lien par siège, valable sept jours :"
        face.line(face.words.phrase(text, name=state.name, table=state.id))
        for each in seats:
            face.line(f"  {each['name']}  {face.dim(each['link'])}")
        for note in notes:
            face.line(face.dim(note))
    return 0


async def _brought(store: Store, data: bytes) -> tuple[State, list[tuple[str, str]], Unchecked]:
    """Create the table of a file. Return it with the path of a new link for each seat, and what
    nothing could check."""
    from tablee.table.access import Door
    from tablee.table.export.importing import import_file
    from tablee.table.rooms import Rooms

    table, unchecked = await import_file(store, data)
    rooms = Rooms(store)
    room, door = await rooms.room(table), Door(store, rooms)
    assert room is not None
    seats = [seat.id for seat in room.state.present]
    links = [(seat, f"/lien/{await door.give(table, seat, 'link', LABEL)}") for seat in seats]
    return room.state, links, unchecked
