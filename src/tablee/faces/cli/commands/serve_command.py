"""`serve`: the table and the console in a browser, on this machine, a network, or behind a proxy.

The module parses options, starts the server and prints its links.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import command, flag, option
from tablee.faces.cli.database_option import DATABASE
from tablee.faces.cli.parser_errors import whole
from tablee.rules.file_access import unwritable
from tablee.rules.refusal import refuse
from tablee.rules.registry import games, loaded_game_files

if TYPE_CHECKING:
    from tablee.faces.web.server import Opened
    from tablee.faces.web.table.demo_tables import Invitation

HOST = "127.0.0.1"
PORT = 8420
SHORTEST_TOKEN = 32
ADDRESS = re.compile(
    r"(?P<scheme>https?)://(?P<name>[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:(?P<port>0|[1-9][0-9]{0,4}))?"
    r"(?P<path>(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)/?"
)
"""Pattern of an address, its scheme and name in lower case; a default port may be written."""
ROUTES = {"api", "calcul", "campagnes", "cles", "langue", "lien", "mesures", "sante", "static"}
ROUTES |= {"suivre", "t", "verifier"}
"""First parts of the addresses of the application, besides the ids of games."""


@command(
    "Ouvrir la table et la console dans un navigateur : une campagne de chaque jeu pour "
    "essayer, un lien par siège ; poser un jet, voir ses chances, lancer, lire d’où vient "
    "chaque nombre.",
    option("port --port", "Le port (8420, ou le premier libre ensuite).", "N"),
    option(
        "host --host",
        "L’adresse où écouter : celle de cette machine seule (127.0.0.1) par défaut, 0.0.0.0 "
        "pour tout le réseau sans fil, « :: » pour IPv6 aussi.",
        "ADRESSE",
        default=HOST,
    ),
    option(
        "public --public",
        "L’adresse où un proxy ou un tunnel amène les autres ici (https://table.example) : "
        "celle des liens.",
        "ADRESSE",
    ),
    DATABASE,
    option(
        "workers --workers",
        "Combien de processus servent (1) ; plusieurs demandent PostgreSQL.",
        "N",
    ),
    option(
        "journal --journal",
        "Noter chaque demande, sans secret, en JSON dans un fichier (« - » : la sortie d’erreur).",
        "FICHIER",
    ),
    flag("closed --no-open", "Ne pas ouvrir le navigateur."),
    flag("watch --watch", "Relire les fichiers de « --game » à chaque enregistrement."),
)
def serve_command(
    face: Face,
    port: str | None,
    host: str,
    public: str | None,
    database: str | None,
    workers: str | None,
    journal: str | None,
    closed: bool,
    watch: bool,
) -> int:
    files = [file.path for file in loaded_game_files().values()]
    if watch and not files:
        raise refuse("--watch", None, "un fichier à suivre : « --game FICHIER.py »")
    from tablee.faces.local_network import origins_of
    from tablee.faces.machine_addresses import is_loopback, names_of
    from tablee.faces.web.server import Serving, bind_socket, serve
    from tablee.table.store.store_address import default_url, file_of

    kept = database or os.environ.get("DATABASE_URL") or default_url()
    several = 1 if workers is None else whole(workers, "--workers", 1, 64)
    if several > 1 and file_of(kept) is not None:
        raise refuse("--workers", several, "1 : plusieurs demandent postgresql://…")
    number = PORT if port is None else whole(port, "--port", 0, 65_535)
    if journal not in (None, "-"):
        _check_journal(journal)
    origin = None if public is None else _public_address(public)
    listening = bind_socket(host, number, exact=port is not None)
    names = [f"{name}:{listening.getsockname()[1]}" for name in names_of(host)]
    shared = not is_loopback(host)
    serving = Serving(
        hosts=tuple(names),
        files=tuple(files),
        watch=watch,
        database=kept,
        journal=journal,
        workers=several,
        host_token=_host_token(),
        public=origin,
        lang=face.lang,
    )
    found = origins_of(names) if shared else [f"http://{names[0]}"]
    serve(
        listening, serving, partial(_tell, face, closed, Reach(found, origin, shared, several == 1))
    )
    return 0


def _public_address(address: str) -> str:
    """Return the address of a proxy: its origin (RFC 6454) and perhaps a path, no final slash.

    Raises `Refusal`."""
    scheme, _, rest = address.partition("://")
    name, slash, path = rest.partition("/")
    found = ADDRESS.fullmatch(f"{scheme}://{name}".lower() + slash + path)
    if found is None or int(found["port"] or 0) > 65_535 or _is_route(found["path"]):
        text = "une adresse comme https://table.example ou https://table.example/jeu"
        raise refuse("--public", address, text)
    usual = {"http": "80", "https": "443"}[found["scheme"]]
    place = f"{found['scheme']}://{found['name']}"
    port = "" if found["port"] in (None, usual) else f":{found['port']}"
    return f"{place}{port}{found['path']}"


def _is_route(path: str) -> bool:
    """Return whether a path begins like an address of the application, so that a proxy's path could
    not be recognised."""
    first = path.removeprefix("/").partition("/")[0]
    return first in ROUTES or any(first == game.id for game in games())


def _check_journal(path: str) -> None:
    """Raise `Refusal` when the log file cannot be written, before anything is opened."""
    try:
        with open(path, "a", encoding="utf-8"):
            pass
    except (OSError, ValueError) as why:
        raise unwritable("--journal", path, why) from None


def _host_token() -> str | None:
    """Return the secret with which a program on another machine may open campaigns, if one is set."""
    given = os.environ.get("TABLEE_HOST_TOKEN") or None
    if given is not None and len(given) < SHORTEST_TOKEN:
        text = "un secret de {n:signe|signes} au moins"
        raise refuse("TABLEE_HOST_TOKEN", None, text, n=SHORTEST_TOKEN)
    return given


class Reach(NamedTuple):
    """Where the server is found. `here`: its addresses without a proxy, that of links first; `public`:
    that of a proxy; `shared`: whether other devices of the network come; `single`: whether one process
    serves, which the page of the campaigns can open to the network."""

    here: Sequence[str]
    public: str | None
    shared: bool
    single: bool

    @property
    def place(self) -> str:
        """The address of links."""
        return self.public or self.here[0]


def _tell(face: Face, closed: bool, reach: Reach, found: Opened) -> None:
    """Print the addresses and the links of the seats, and open a browser."""
    here, place = reach.here[0], reach.place
    if face.json:
        keys = {} if found.host_link is None else {"keys": place + found.host_link}
        every = {"address": f"{here}/", "addresses": [f"{each}/" for each in reach.here]}
        face.write({**every, **keys, "tables": _seats(place, found.tables)})
    else:
        _in_words(face, reach, found)
    sys.stdout.flush()
    if not closed:
        import webbrowser

        webbrowser.open(here + (found.host_link or "/"))


def _seats(here: str, tables: Sequence[Invitation]) -> list[dict[str, Any]]:
    return [
        {
            "table": each.table,
            "name": each.name,
            "game": each.game,
            "seats": [{"name": name, "link": here + link} for name, link in each.seats],
        }
        for each in tables
    ]


def _in_words(face: Face, reach: Reach, found: Opened) -> None:
    words, place, tables = face.words, reach.place, found.tables
    _addresses(face, reach)
    if found.host_link:
        text = "Les clés du serveur, pour vous uniquement (elles ouvrent toutes les campagnes) : {link:=}"
        face.line(words.phrase(text, link=face.dim(place + found.host_link)))
    face.line(
        words.text("Une campagne de chaque jeu attend ; chaque lien est un siège :")
        if tables
        else words.text(
            "La base de données ne s’écrit pas : ce qui se lit est servi, et rien n’est gardé. Le "
            "journal dit pourquoi ; relancez le serveur ensuite."
        )
    )
    for each in tables:
        face.line(f"\n{face.bold(each.name)}")
        for name, link in each.seats:
            text = words.phrase("{field:=} : {word:=}", field=name, word=face.dim(place + link))
            face.line(f"  {text}")
    if (reach.shared or reach.public) and tables and len(tables[0].seats) > 1:
        name, link = tables[0].seats[1]
        text = words.phrase(
            "À photographier pour {name:=} ({table:=}) :", name=name, table=tables[0].name
        )
        face.line(f"\n{text}")
        _code(place + link)
    face.line("\n" + face.dim(words.text("Ctrl-C l’arrête.")))


def _addresses(face: Face, reach: Reach) -> None:
    """Print where the server is found, and by whom."""
    words, here = face.words, reach.here
    face.line(words.phrase("Tablée est ouverte : {address:=}", address=face.bold(f"{here[0]}/")))
    if len(here) > 1:
        others = ", ".join(f"{each}/" for each in here[1:])
        face.line(words.phrase("Elle l’est aussi à ces adresses : {others:=}", others=others))
    if reach.shared:
        text = (
            "Tout ce réseau peut venir ici, sans chiffrement : ne le faites que chez vous, entre "
            "gens de confiance. Un lien tient lieu de clé."
        )
        face.line(face.style(words.text(text), "accent"))
    elif reach.public is None and reach.single:
        text = (
            "Cette machine seule peut ouvrir ces liens. La page des campagnes, que les clés ouvrent, "
            "ouvre la table au réseau local, d’un bouton."
        )
        face.line(words.text(text))
    elif reach.public is None:
        text = (
            "Cette machine seule peut ouvrir ces liens. Pour les téléphones du même réseau : "
            "« tablee serve --host 0.0.0.0 »."
        )
        face.line(words.text(text))


def _code(link: str) -> None:
    import segno

    segno.make(link).terminal(compact=True)
