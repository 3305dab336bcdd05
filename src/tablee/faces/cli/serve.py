"""`serve`: the console in a browser, for one person on this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from tablee.faces.cli.commands import Command, flag, option
from tablee.faces.cli.face import Face
from tablee.faces.cli.refusing import whole
from tablee.rules.game import brought
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.faces.web.table.demo import Invitation

__all__ = ["serve_command"]

HOST = "127.0.0.1"
PORT = 8420


def serve_command(face: Face) -> Command:
    params: list[click.Parameter] = [
        option(face, "port --port", "Le port (8420, ou le premier libre ensuite).", "N"),
        option(
            face,
            "host --host",
            "L’adresse où écouter : celle de cette machine seule (127.0.0.1) par défaut.",
            "ADRESSE",
            default=HOST,
        ),
        option(
            face,
            "database --database",
            "Où garder les campagnes : sqlite:///CHEMIN ou postgresql://… (aussi par "
            "DATABASE_URL) ; par défaut dans vos données.",
            "URL",
        ),
        flag(face, "closed --no-open", "Ne pas ouvrir le navigateur."),
        flag(face, "watch --watch", "Relire les fichiers de « --game » à chaque enregistrement."),
    ]

    def call(port: str | None, host: str, database: str | None, closed: bool, watch: bool) -> int:
        files = [file.path for file in brought().values()]
        if watch and not files:
            raise refuse("--watch", None, "un fichier à suivre : « --game FICHIER.py »")
        if host not in (HOST, "localhost", "::1"):
            raise refuse("--host", host, "une adresse de cette machine seule : 127.0.0.1 ou ::1")
        from tablee.faces.web.serving import bound, serve
        from tablee.table.store.opening import default_url as usual

        number = PORT if port is None else whole(port, "--port", 0, 65_535)
        listening = bound(host, number, exact=port is not None)
        kept = database or os.environ.get("DATABASE_URL") or usual()
        serve(listening, files, watch, partial(_tell, face, closed), kept)
        return 0

    return Command(
        face,
        "serve",
        call,
        params,
        "Ouvrir la console dans un navigateur : poser un jet, voir ses chances, lancer, lire "
        "d’où vient chaque nombre.",
    )


def _tell(face: Face, closed: bool, address: str, tables: Sequence[Invitation]) -> None:
    """The server answers: say where, who may sit where, and show it."""
    base = address.rstrip("/")
    if face.json:
        seats = [
            {
                "table": each.table,
                "name": each.name,
                "game": each.game,
                "seats": [{"name": name, "link": base + link} for name, link in each.seats],
            }
            for each in tables
        ]
        face.write({"address": address, "tables": seats})
    else:
        face.line(face.words.phrase("La table est ouverte : {address:=}", address=address))
        for each in tables:
            face.line(each.name)
            for name, link in each.seats:
                face.line(face.dim(f"  {name} : {base}{link}"))
        face.line(face.dim(face.words.text("Ctrl-C l’arrête.")))
    sys.stdout.flush()
    if not closed:
        import webbrowser

        webbrowser.open(address)
