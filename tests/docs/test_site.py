"""The built documentation: it holds together, asks nothing of other hosts, and its commands run."""

from __future__ import annotations

import http.server
import re
import shlex
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from docs.building.examples import example_of
from docs.building.plan import LANGS, navigation, pages
from tablee.faces.cli.command_call import COMMANDS
from tablee.faces.descriptions import about
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.schema import fields_of
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tests.browser.conftest import browser as browser
from tests.docs.pages import Page, Site, read
from tests.kit.accessible import PHONE, nothing_serious
from tests.kit.command_line import call
from tests.kit.texts import declared_fields

CONSOLE = "http://127.0.0.1:8420/"
"""Links (and nothing that a page loads) may lead to the reader's own console."""
NAMES = {"www.w3.org", "www.sitemaps.org", "127.0.0.1", "table.example"}
"""Names of vocabularies, from which nothing is loaded, the reader’s own machine, and a name that is
nobody’s (RFC 2606), said in a page as what to put there."""
GAMES = [pytest.param(game, id=game.id) for game in games()]


# ── it is built, and holds together ────────────────────────────────────────────────────────────
def test_every_page_is_there_in_both_languages_and_in_the_navigation(site: Site) -> None:
    for lang in LANGS:
        listed = set(_files(navigation(lang)))
        assert listed == {page.files[lang] for page in pages()}
        built = {
            str(file.relative_to(site.folder / lang)) for file in site.pages() if lang in file.parts
        }
        assert built == {file.replace(".md", ".html") for file in listed}


def _files(nav: object) -> Iterator[str]:
    match nav:
        case str():
            yield nav
        case list():
            for each in nav:
                yield from _files(each)
        case dict():
            for each in nav.values():
                yield from _files(each)


def test_every_link_leads_somewhere(site: Site) -> None:
    broken = []
    for file in site.pages():
        for link in read(file).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if not link.startswith(CONSOLE):
                    broken.append((str(file), link))
                continue
            there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file() or (
                parts.fragment and unquote(parts.fragment) not in read(there).ids
            ):
                broken.append((str(file), link))
    assert not broken


def test_a_page_leads_to_the_same_in_the_other_language_and_back(site: Site) -> None:
    for page in pages():
        for here, there in (LANGS, LANGS[::-1]):
            file = (site.folder / here / page.files[here]).with_suffix(".html")
            other = (site.folder / there / page.files[there]).with_suffix(".html")
            assert (file.parent / read(file).alternate).resolve() == other.resolve()


# ── nothing is asked of another host ───────────────────────────────────────────────────────────
def test_no_page_loads_anything_from_another_host(site: Site) -> None:
    for file in site.pages():
        for address in read(file).loaded:
            parts = urlsplit(address)
            assert not parts.netloc, (file, address)
            assert parts.scheme in ("", "data"), (file, address)
            if not parts.scheme:
                assert (file.parent / unquote(parts.path)).resolve().is_file(), (file, address)


@pytest.mark.parametrize("kind", ["css", "js", "svg", "json", "xml"])
def test_no_other_file_names_another_host(site: Site, kind: str) -> None:
    files = sorted(site.folder.rglob(f"*.{kind}"))
    assert files
    for file in files:
        text = re.sub(
            r"/\*.*?\*/|url\(\"data:.*?\"\)", "", file.read_text("utf-8"), flags=re.DOTALL
        )
        hosts = set(re.findall(r"(?:https?:|[\"'`(=])//([\w-]+(?:\.[\w-]+)+)", text))
        assert hosts <= NAMES, (file, hosts)
        if kind == "css":
            loads = re.findall(r"@import|url\(\s*[\"']?(?!data:)([^)]*)", text)
            assert not loads, (file, loads)


@pytest.fixture
def served(site: Site) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    handler = partial(Quiet, directory=str(site.folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def search(page: BrowserPage) -> None:
    """Open the search by its keys, which on a busy machine the page does not hear at once; before it
    is open letters are shortcuts."""
    field = page.locator("input:focus")
    for _ in range(8):
        page.keyboard.press("Control+k")
        with suppress(PlaywrightTimeout):
            field.wait_for(timeout=2_000)
            return
    pytest.fail("no search")


@pytest.mark.parametrize("how", ["served", "file"])
@pytest.mark.parametrize(("lang", "found"), [("fr", "résultats"), ("en", "results")])
def test_in_a_browser_it_finds_what_is_searched_and_asks_nobody_else(
    site: Site, served: str, browser: Browser, how: str, lang: Lang, found: str
) -> None:
    base = served if how == "served" else site.folder.as_uri()
    asked: list[str] = []
    wrong: list[str] = []
    page = browser.new_page(color_scheme="dark")
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{base}/{lang}/reference/eclats/test.html")
    expect(page.locator("figure.law img").first).to_be_visible()
    search(page)
    page.keyboard.type("opposition")
    expect(page.get_by_text(re.compile(rf"\d+ {found}")).first).to_be_visible()
    assert not wrong
    assert all(url.startswith((base, "data:", "blob:")) for url in asked), asked
    page.close()


@pytest.mark.parametrize(
    "address",
    [
        "index.html",
        "fr/jeux/exil.html",
        "fr/architecture.html",
        "en/reference/eclats/test.html",
        "en/reference/exil/poison.html",
    ],
)
def test_nothing_serious_hinders_anybody(site: Site, browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto((site.folder / address).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    nothing_serious(page, (("light", PHONE), ("dark", PHONE)))
    page.close()


# ── the reference ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_procedure_has_a_page_with_all_that_it_declares(
    site: Site, game: Game, lang: Lang
) -> None:
    words = Words(game, lang)
    for kind in game.procedures:
        name = kind.id.partition(".")[2]
        page = site.page(f"{lang}/reference/{game.id}/{name}.html")
        raw = page.file.read_text("utf-8")
        assert about(kind, words), f"{kind.id} does not say what it does"
        assert escape(about(kind, words)) in raw
        ruling_values = [fields_of(game.rulings)[each] for each in rulings_read(kind, game)]
        declared = [*declared_fields(kind), *declared_fields(kind.result_type()), *ruling_values]
        for field in declared:
            assert f"<code>{field.name}</code>" in raw, (kind.id, field.name)
            label = words.label(field.name)
            assert label[1:] in page.text, (kind.id, field.name)
        for clause in kind.clauses():
            assert f'href="clauses.html#{clause}"' in raw, (kind.id, clause)
            assert words.clause(clause) in page.text, (kind.id, clause)
        pictures = re.findall(r'<figure class="law"[^>]*><img src="([^"]*)" alt="([^"]*)"', raw)
        example = example_of(kind, game)
        assert example is not None
        assert len(pictures) == int(example.drawn), kind.id
        for file, alternative in pictures:
            assert (page.file.parent / file).read_bytes().startswith(b"<svg")
            assert unescape(alternative).startswith(words.label(kind.id)[:1].upper()), kind.id


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_game_stands_on_its_page(site: Site, game: Game, lang: Lang) -> None:
    page = site.page(f"{lang}/reference/{game.id}/clauses.html")
    words = Words(game, lang)
    for clause in game.clauses:
        assert clause in page.ids
        assert words.clause(clause) in page.text


# ── the commands shown ─────────────────────────────────────────────────────────────────────────
def _commands(site: Site, pattern: str) -> list[str]:
    files = [
        file for file in site.folder.glob(pattern) if file.stem != "tutoriel"
    ]  # see test_tutorial
    found = [command for file in files for command in read(file).commands]
    return list(dict.fromkeys(found))


def _runs(command: str, folder: Path) -> None:
    words = shlex.split(command)[1:]
    if words[0] in ("play", "serve"):
        assert words[0] in COMMANDS
        words = [words[0], "--help"]
    if "--plot" in words:
        place = words.index("--plot") + 1
        words[place] = str(folder / words[place])
    reply = call(*words)
    assert reply.status == 0, f"{command}\n{reply.err}"
    assert reply.out


@pytest.mark.parametrize(
    "pattern", ["fr/[ip]*.html", *(f"fr/jeux/{game.id.replace('_', '-')}.html" for game in games())]
)
def test_commands_shown_to_players_run(site: Site, pattern: str, tmp_path: Path) -> None:
    commands = _commands(site, pattern)
    assert len(commands) > 5
    for command in commands:
        _runs(command, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_commands_of_the_reference_run_and_answer_what_is_shown(site: Site, game: Game) -> None:
    for file in sorted((site.folder / "fr" / "reference" / game.id).glob("*.html")):
        page = read(file)
        for command in page.commands:
            reply = call(*shlex.split(command)[1:])
            assert reply.status == 0, f"{command}\n{reply.err}"
            if command.endswith(" --json"):
                shown = page.codes[page.codes.index(f"{command}\n") + 1]
                assert "".join(shown.split()) == "".join(reply.out.split())


# ── how it reads ───────────────────────────────────────────────────────────────────────────────
def _french(site: Site) -> list[Page]:
    return [read(file) for file in site.pages() if "fr" in file.parts]


def test_french_is_well_set(site: Site) -> None:
    for page in _french(site):
        loose = re.findall(r"\w* [;!?%»]|\w* :(?= |$)|« |\w[;!?]\w|\w'\w", page.text)
        loose = [each for each in loose if "docstring" not in each]
        if page.file.name != "python.html":  # docstrings are English
            assert not loose, (page.file, loose)


def test_no_identifier_stands_where_a_word_should(site: Site) -> None:
    for page in [read(file) for file in site.pages()]:
        if page.file.name != "python.html":
            assert not re.findall(r"\b[a-z]+_[a-z_]+\b", page.text), page.file
