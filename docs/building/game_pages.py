"""The pages of a game in the reference: what it has, and its clauses; the list of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from docs.building.reference import field_text, heading
from docs.building.setting import code, plain
from docs.building.texts import Texts, capital
from tablee.faces.clause_index import Mapped, kind_in_words, mapped
from tablee.faces.descriptions import about
from tablee.rules.clauses.clause_carriers import Carrier, Kind
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.registry import games
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words

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
    decisions = f"[{texts.text('qui décide de quoi')}](decisions.md)"
    consequences = f"[{texts.text('ce qui suit d’un jet')}](consequences.md)"
    parts.append(texts.phrase(_PERSONS, decisions=decisions, consequences=consequences))
    parts.append(heading(texts.text("Procédures"), "procedures"))
    parts += [
        f"{_link(kind, words)} {code(kind.id)}\n:   {plain(about(kind, words)) or '–'}"
        for kind in game.procedures
    ]
    read = {kind: rulings_read(kind, game) for kind in game.procedures}
    ruling_values = fields_of(game.rulings)
    if ruling_values:
        parts.append(heading(texts.text("Choix de campagne"), "choix-de-campagne"))
        parts.append(texts.phrase(_RULINGS, how="`--ruling`"))
    for name, field in ruling_values.items():
        readers = [_link(kind, words) for kind in game.procedures if name in read[kind]]
        shown = texts.phrase("Lu par : {who:=}.", who=", ".join(readers)) if readers else ""
        parts.append(f"{field_text(field, words)} {shown}".rstrip())
    return "\n\n".join(parts) + "\n"


_PERSONS = "Ce que chaque règle demande : {decisions:=}. Ce qu’un jet inscrit : {consequences:=}."
_RULINGS = (
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
    """Every clause of a game: its sentence, what carries it in the program, a run to try."""
    texts = Texts(words.lang)
    title = texts.phrase("{game:=} : les clauses", game=game.title)
    parts = [
        f"# {plain(title)}",
        f'<p class="kicker" data-game="{game.id}">{escape(texts.text(_CLAUSES))}</p>',
    ]
    found = mapped(game)
    for chapter, ids in groupby(game.clauses, key=lambda clause: clause.rpartition("-")[0]):
        rows = [_clause(found[each], game, words) for each in ids]
        parts += [heading(chapter, chapter), f'<dl class="clauses">{"".join(rows)}</dl>']
    return "\n\n".join(parts) + "\n"


_CLAUSES = (
    "Ce que dit chaque règle, en une phrase de notre main, où elle vit dans le programme, et un jet à "
    "essayer ; le livre du jeu dit le reste."
)


def _clause(clause: Mapped, game: Game, words: Words) -> str:
    parts = [escape(words.clause(clause.id))]
    for kind, carriers in groupby(
        clause.carriers, key=lambda each: (each.kind, each.left_to_leader)
    ):
        parts.append(f'<span class="readers">{_carried(kind, list(carriers), game, words)}</span>')
    if clause.trial:
        parts.append(f'<span class="try"><code>{escape(clause.trial.command)}</code></span>')
    return (
        f'<dt id="{clause.id}"><a class="clause" href="#{clause.id}">{clause.id}</a></dt>'
        f"<dd>{' '.join(parts)}</dd>"
    )


def _carried(kind: tuple[Kind, bool], carriers: Sequence[Carrier], game: Game, words: Words) -> str:
    """What carries a clause in one way, and the procedures that use it."""
    name, left = kind
    shown = escape(words.text(_LEFT) if left else kind_in_words(words, name))
    places = "" if left else ", ".join(f"<code>{escape(each.place)}</code>" for each in carriers)
    nearest = dict.fromkeys(name for each in carriers for name in each.procedures[:1])
    links = ", ".join(_page_of(name, game, words) for name in nearest)
    return " ".join(part for part in (shown, places, f"({links})" if links else "") if part)


_LEFT = "laissée au jugement de qui mène"


def _page_of(name: str, game: Game, words: Words) -> str:
    procedure = game.procedure(name)
    assert procedure is not None
    return f'<a href="{page_name(procedure)}.html">{escape(words.label(name))}</a>'
