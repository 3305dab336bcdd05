"""The pages of a game in the reference: what it has, and its clauses; the list of all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from docs.building.reference import field_told, heading
from docs.building.setting import code, plain
from docs.building.switches import switches_read
from docs.building.texts import Texts, capital
from tablee.faces.describing import about
from tablee.rules.game import Game, games
from tablee.rules.procedure import Procedure
from tablee.rules.schema import fields_of
from tablee.rules.words import Words

__all__ = ["clauses_page", "game_page", "games_page", "page_name"]


def page_name(procedure: type[Procedure[Any]]) -> str:
    """The name of a procedure's page in its game's folder, without its ending."""
    return procedure.id.partition(".")[2]


def games_page(texts: Texts, players: Mapping[str, str]) -> str:
    """All games with their procedures. `players`: game -> its page for players, from this page."""
    parts = [f"# {texts.text('Référence')}", texts.text(_INTRO)]
    for game in games():
        words = Words(game, texts.lang)
        parts += [f"## [{plain(game.title)}]({game.id}/index.md) {{#{game.id}}}"]
        links = [_link(kind, words, f"{game.id}/") for kind in game.procedures]
        parts.append(" · ".join(links))
        if game.id in players:
            parts.append(f"[{texts.text('Ce qu’il faut savoir pour y jouer')}]({players[game.id]})")
    return "\n\n".join(parts) + "\n"


_INTRO = (
    "Une page par procédure : un exemple avec son image, un jet joué, les paramètres, le résultat, "
    "les choix de campagne, et ce que dit la règle. Rien n’y est écrit à la main : tout vient des "
    "déclarations, celles d’où viennent aussi la ligne de commande, les formulaires et l’API."
)


def _link(kind: type[Procedure[Any]], words: Words, folder: str = "") -> str:
    return f"[{plain(capital(words.label(kind.id)))}]({folder}{page_name(kind)}.md)"


def game_page(game: Game, words: Words, player_page: str | None) -> str:
    """A game: its procedures, and its switches with the procedures that read each."""
    texts = Texts(words.lang)
    parts = [
        f"# {plain(game.title)}",
        f'<p class="kicker" data-game="{game.id}">{_counts(game, texts)}</p>',
    ]
    if player_page:
        link = f"[{plain(game.title)}]({player_page})"
        parts.append(
            texts.phrase("Pour apprendre à poser chaque jet et à en juger : {link:=}.", link=link)
        )
    parts.append(heading(texts.text("Procédures"), "procedures"))
    parts += [
        f"{_link(kind, words)} {code(kind.id)}\n:   {plain(about(kind, words)) or '–'}"
        for kind in game.procedures
    ]
    read = {kind: switches_read(kind, game) for kind in game.procedures}
    switches = fields_of(game.rulings)
    if switches:
        parts.append(heading(texts.text("Choix de campagne"), "choix-de-campagne"))
        parts.append(texts.phrase(_SWITCHES, how="`--ruling`"))
    for name, field in switches.items():
        readers = [_link(kind, words) for kind in game.procedures if name in read[kind]]
        told = texts.phrase("Lu par : {who:=}.", who=", ".join(readers)) if readers else ""
        parts.append(f"{field_told(field, words)} {told}".rstrip())
    return "\n\n".join(parts) + "\n"


_SWITCHES = (
    "Là où le livre se tait ou se contredit, la campagne choisit ; sans choix, la valeur par défaut "
    "vaut. En ligne de commande : {how:=} NOM=VALEUR."
)


def _counts(game: Game, texts: Texts) -> str:
    counts = texts.phrase(
        "{procedures:procédure|procédures}, {switches:choix de campagne|choix de campagne}",
        procedures=len(game.procedures),
        switches=len(fields_of(game.rulings)),
    )
    clauses = texts.phrase("{n:clause|clauses}", n=len(game.clauses))
    return f'{counts}, <a href="clauses.html">{clauses}</a>'


def clauses_page(game: Game, words: Words) -> str:
    """Every clause of a game: its sentence, and the procedures that carry it."""
    texts = Texts(words.lang)
    title = texts.phrase("{game:=} : les clauses", game=game.title)
    parts = [
        f"# {plain(title)}",
        f'<p class="kicker" data-game="{game.id}">{escape(texts.text(_CLAUSES))}</p>',
    ]
    for chapter, ids in groupby(game.clauses, key=lambda clause: clause.rpartition("-")[0]):
        rows = [_clause(each, game, words) for each in ids]
        parts += [heading(chapter, chapter), f'<dl class="clauses">{"".join(rows)}</dl>']
    return "\n\n".join(parts) + "\n"


_CLAUSES = (
    "Ce que dit chaque règle, en une phrase de notre main, et les procédures qui la suivent ; le livre "
    "du jeu dit le reste."
)


def _clause(clause: str, game: Game, words: Words) -> str:
    readers: Sequence[str] = list(_readers(clause, game, words))
    told = f'<span class="readers">{", ".join(readers)}</span>' if readers else ""
    return (
        f'<dt id="{clause}"><a class="clause" href="#{clause}">{clause}</a></dt>'
        f"<dd>{escape(words.clause(clause))} {told}</dd>"
    )


def _readers(clause: str, game: Game, words: Words) -> Iterator[str]:
    for kind in game.procedures:
        if clause in kind.clauses():
            yield f'<a href="{page_name(kind)}.html">{escape(words.label(kind.id))}</a>'
