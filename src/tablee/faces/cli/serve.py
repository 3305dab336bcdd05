"""`serve`: the console in a browser, for one person on this machine."""

from __future__ import annotations

import sys

import click

from tablee.faces.cli.commands import Command, flag, option
from tablee.faces.cli.face import Face
from tablee.faces.cli.refusing import whole
from tablee.rules.game import brought
from tablee.rules.refusal import refuse

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
        flag(face, "closed --no-open", "Ne pas ouvrir le navigateur."),
        flag(face, "watch --watch", "Relire les fichiers de « --game » à chaque enregistrement."),
    ]

    def call(port: str | None, host: str, closed: bool, watch: bool) -> int:
        files = [file.path for file in brought().values()]
        if watch and not files:
            raise refuse("--watch", None, "un fichier à suivre : « --game FICHIER.py »")
        if host not in (HOST, "localhost", "::1"):
            raise refuse("--host", host, "une adresse de cette machine seule : 127.0.0.1 ou ::1")
        from tablee.faces.web.serving import bound, serve

        number = PORT if port is None else whole(port, "--port", 0, 65_535)
        listening = bound(host, number, exact=port is not None)
        serve(listening, files, watch, lambda address: _tell(face, address, closed))
        return 0

    return Command(
        face,
        "serve",
        call,
        params,
        "Ouvrir la console dans un navigateur : poser un jet, voir ses chances, lancer, lire "
        "d’où vient chaque nombre.",
    )


def _tell(face: Face, address: str, closed: bool) -> None:
    """The server answers: say where, and show it."""
    if face.json:
        face.write({"address": address})
    else:
        face.line(face.words.phrase("La console est ouverte : {address:=}", address=address))
        face.line(face.dim(face.words.text("Ctrl-C l’arrête.")))
    sys.stdout.flush()
    if not closed:
        import webbrowser

        webbrowser.open(address)
