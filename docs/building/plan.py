"""What pages there are, in the order of the navigation, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from docs.building.game_pages import page_name
from docs.building.texts import capital
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

__all__ = ["DOCS", "LANGS", "Page", "navigation", "pages", "player_page"]

DOCS = Path(__file__).parents[1]
LANGS: tuple[Lang, ...] = ("fr", "en")


class Page(msgspec.Struct, frozen=True):
    """One page: its file and its title in the navigation, in each language."""

    files: Mapping[Lang, str]
    titles: Mapping[Lang, str]
    written: bool

    def source(self, lang: Lang) -> Path:
        """Return the source file of a page written by hand."""
        return DOCS / lang / self.files[lang]


def _written(fr: str, en: str, french: str, english: str) -> Page:
    return Page({"fr": fr, "en": en}, {"fr": french, "en": english}, True)


def _generated(file: str, titles: Mapping[Lang, str]) -> Page:
    return Page({"fr": file, "en": file}, titles, False)


HOME = _written("index.md", "index.md", "Accueil", "Home")
FIRST = _written("premiers-pas.md", "first-steps.md", "Premiers pas", "First steps")
TABLE = _written("table.md", "table.md", "La table", "The table")
SERVER = _written("deploiement.md", "deployment.md", "Sur un serveur", "On a server")
GAMES = _written("jeux/index.md", "games/index.md", "Les jeux", "The games")
DESIGNERS = [
    _written("tutoriel.md", "tutorial.md", "Écrire un jeu", "Writing a game"),
    _written("des.md", "dice.md", "Dés et réserves", "Dice and pools"),
    _written("exemples.md", "examples.md", "Dix mécaniques", "Ten mechanics"),
    _written("laboratoire.md", "laboratory.md", "Le laboratoire", "The laboratory"),
    _written("combats.md", "fights.md", "Le conseil en combat", "Advice on fights"),
    _written("architecture.md", "architecture.md", "Architecture", "Architecture"),
    _written("glossaire.md", "glossary.md", "Glossaire", "Glossary"),
]
FACES = [
    _written(file, file, french, english)
    for file, french, english in (
        ("reference/commande.md", "La ligne de commande", "The command line"),
        ("reference/http.md", "L’API HTTP", "The HTTP API"),
        ("reference/tables.md", "La table pour un programme", "The table for programs"),
        ("reference/python.md", "La bibliothèque Python", "The Python library"),
    )
]
CAMPAIGNS = _written(
    "reference/campagnes.md", "reference/campaigns.md", "Les fichiers de campagne", "Campaign files"
)
REFERENCE = _generated("reference/index.md", {"fr": "Référence", "en": "Reference"})
FOR_DESIGNERS: Mapping[Lang, str] = {"fr": "Pour les auteurs", "en": "For designers"}


def player_page(game: Game) -> Page | None:
    """A game's page for players; None for a game that came without one."""
    name = game.id.replace("_", "-")
    page = _written(f"jeux/{name}.md", f"games/{name}.md", game.title, game.title)
    return page if all(page.source(lang).is_file() for lang in LANGS) else None


def _player_pages() -> list[Page]:
    return [page for game in games() if (page := player_page(game)) is not None]


def reference_pages(game: Game) -> list[Page]:
    """A game's part of the reference: itself, its procedures, its clauses, decisions, consequences."""
    index = _generated(f"reference/{game.id}/index.md", dict.fromkeys(LANGS, game.title))
    procedures = [
        _generated(
            f"reference/{game.id}/{page_name(kind)}.md",
            {lang: capital(Words(game, lang).label(kind.id)) for lang in LANGS},
        )
        for kind in game.procedures
    ]
    clauses = _generated(
        f"reference/{game.id}/clauses.md", {"fr": "Les clauses", "en": "The clauses"}
    )
    decisions = _generated(
        f"reference/{game.id}/decisions.md", {"fr": "Qui décide de quoi", "en": "Who decides what"}
    )
    consequences = _generated(
        f"reference/{game.id}/consequences.md",
        {"fr": "Ce qui suit d’un jet", "en": "The consequences of a run"},
    )
    return [index, *procedures, clauses, decisions, consequences]


def pages() -> list[Page]:
    """All pages, in the order in which they are read."""
    found = [HOME, FIRST, TABLE, SERVER, GAMES, *_player_pages(), *DESIGNERS, REFERENCE]
    return [
        *found,
        *(page for game in games() for page in reference_pages(game)),
        *FACES,
        CAMPAIGNS,
    ]


def navigation(lang: Lang) -> list[Any]:
    """The tree of pages as the site's configuration wants it."""

    def entry(page: Page) -> dict[str, Any]:
        return {page.titles[lang]: page.files[lang]}

    def group(title: str, first: Page, *others: Any) -> dict[str, Any]:
        return {title: [first.files[lang], *others]}

    of_games = []
    for game in games():
        index, *inner = reference_pages(game)
        of_games.append(group(game.title, index, *map(entry, inner)))
    return [
        entry(HOME),
        entry(FIRST),
        entry(TABLE),
        entry(SERVER),
        group(GAMES.titles[lang], GAMES, *map(entry, _player_pages())),
        {FOR_DESIGNERS[lang]: [entry(page) for page in DESIGNERS]},
        group(REFERENCE.titles[lang], REFERENCE, *of_games, *map(entry, FACES), entry(CAMPAIGNS)),
    ]
