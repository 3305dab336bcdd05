"""The whole site: pages gathered in a folder for each language, made into HTML, put together."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from docs.building.consequence_pages import consequences_page
from docs.building.decision_pages import decisions_page
from docs.building.examples import example_of
from docs.building.game_pages import clauses_page, game_page, games_page, page_name
from docs.building.inserts import with_inserts
from docs.building.plan import DOCS, LANGS, Page, navigation, pages, player_page
from docs.building.reference import picture_name, picture_of, reference_page
from docs.building.scripts import localise_scripts
from docs.building.setting import set_french
from docs.building.shell import with_commands
from docs.building.texts import Texts
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

__all__ = ["build"]


def build(target: Path, work: Path) -> None:
    """Build the site into `target`, by way of the folder `work`; both are replaced."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for lang in LANGS:
        _gather(lang, work / lang)
    with ThreadPoolExecutor(len(LANGS)) as each:
        list(each.map(_make_html, LANGS, [work] * len(LANGS)))
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(work / "site", target)
    shutil.copyfile(DOCS / "theme" / "index.html", target / "index.html")


def _make_html(lang: Lang, work: Path) -> None:
    settings = work / f"{lang}.yml"
    settings.write_text(json.dumps(_settings(lang), ensure_ascii=False), "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(settings)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    built = work / "site" / lang
    localise_scripts(built, lang)
    (built / "404.html").unlink()  # its links hold only for a site at the root of a server
    shutil.rmtree(built / "assets" / "stylesheets" / "classic")


# ── pages ──────────────────────────────────────────────────────────────────────────────────────
def _gather(lang: Lang, folder: Path) -> None:
    """Write all pages of a language, and the pictures beside them, into a folder."""
    generated = dict(_generated(lang, folder))
    for page in pages():
        file = folder / page.files[lang]
        file.parent.mkdir(parents=True, exist_ok=True)
        if page.written:
            source = with_inserts(page.source(lang).read_text("utf-8"), lang)
            text = with_commands(source, file, lang).replace("../screens/", "assets/")
        else:
            text = generated[page.files[lang]]
        text = set_french(text) if lang == "fr" else text
        file.write_text(f"---\n{_meta(page, lang)}\n---\n\n{text}", "utf-8")
    shutil.copytree(DOCS / "theme" / "assets", folder / "assets")
    shown = [*(DOCS / "screens").glob("table-*.png"), *(DOCS / "pictures").glob("study-*.svg")]
    for picture in shown:
        shutil.copyfile(picture, folder / "assets" / picture.name)


def _meta(page: Page, lang: Lang) -> str:
    """Return the template variables of a page: the address of the same page in the other language."""
    other = next(each for each in LANGS if each != lang)
    here = posixpath.dirname(f"{lang}/{page.files[lang]}")
    there = posixpath.relpath(f"{other}/{page.files[other]}", here)
    return json.dumps({"alternate": re.sub(r"\.md$", ".html", there)})


def _generated(lang: Lang, folder: Path) -> Iterator[tuple[str, str]]:
    """(file, text) of the pages that come from the declarations; their pictures are written."""
    players: dict[str, str] = {}
    for game in games():
        page = player_page(game)
        if page is not None:
            players[game.id] = f"../{page.files[lang]}"
        yield from _of_game(game, lang, folder, players.get(game.id))
    yield "reference/index.md", games_page(Texts(lang), players)


def _of_game(game: Game, lang: Lang, folder: Path, player: str | None) -> Iterator[tuple[str, str]]:
    words, place = Words(game, lang), f"reference/{game.id}"
    (folder / place).mkdir(parents=True)
    yield f"{place}/index.md", game_page(game, words, player and f"../{player}")
    yield f"{place}/clauses.md", clauses_page(game, words)
    yield f"{place}/decisions.md", decisions_page(game, words)
    yield f"{place}/consequences.md", consequences_page(game, words)
    for kind in game.procedures:
        example = example_of(kind, game)
        picture = picture_of(example, words) if example and example.drawn else None
        if picture:
            (folder / place / picture_name(kind)).write_bytes(picture)
        yield f"{place}/{page_name(kind)}.md", reference_page(kind, words, picture)


# ── HTML ───────────────────────────────────────────────────────────────────────────────────────
def _settings(lang: Lang) -> dict[str, Any]:
    """The configuration of one language (JSON is YAML)."""
    texts = Texts(lang)
    schemes = [
        ("(prefers-color-scheme)", "default", "sun-moon", "Passer au clair"),
        ("(prefers-color-scheme: light)", "default", "sun", "Passer au sombre"),
        ("(prefers-color-scheme: dark)", "slate", "moon", "Suivre le système"),
    ]
    return {
        "site_name": "Tablée",
        "site_description": texts.text(_SUBJECT),
        "docs_dir": lang,
        "site_dir": f"site/{lang}",
        "use_directory_urls": False,
        "nav": navigation(lang),
        "extra": {
            "generator": False,
            "alternate": True,
            "polyfills": ["assets/iframe-worker.js"],
        },
        "extra_css": ["assets/tablee.css"],
        "plugins": ["search", "offline"],
        "markdown_extensions": _EXTENSIONS,
        "theme": {
            "name": "material",
            "custom_dir": str(DOCS / "theme" / "templates"),
            "language": lang,
            "font": False,
            "favicon": "assets/tablee.svg",
            "logo": "assets/tablee.svg",
            "features": _FEATURES,
            "palette": [
                {
                    "media": media,
                    "scheme": scheme,
                    "primary": "custom",
                    "accent": "custom",
                    "toggle": {"icon": f"lucide/{icon}", "name": texts.text(name)},
                }
                for media, scheme, icon, name in schemes
            ],
        },
    }


_SUBJECT = "Les règles de cinq jeux de rôle français, jouées, calculées, conseillées, simulées, expliquées."
_EXTENSIONS = [
    "attr_list",
    "def_list",
    "md_in_html",
    "tables",
    {"toc": {"permalink": True}},
    {"pymdownx.highlight": {"pygments_lang_class": True}},
    "pymdownx.superfences",
]
_FEATURES = [
    "content.code.copy",
    "navigation.footer",
    "navigation.indexes",
    "navigation.prune",
    "navigation.tabs",
    "search.highlight",
]
