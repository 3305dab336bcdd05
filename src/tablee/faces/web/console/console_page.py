"""The page of a procedure in the console, made from one run.

The module combines the form, the panes and the run into one model for the template. It computes
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from tablee.faces.descriptions import about
from tablee.faces.messages import path_in_words, sentence
from tablee.faces.pictures.captions import given_in_words
from tablee.faces.web.console.console_run import Played, played
from tablee.faces.web.console.run_story import Clause
from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import Errors, controls_of
from tablee.faces.web.form.run_links import Draft, command_line, link
from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.campaign.record import rulings_of
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, read_run
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Many
from tablee.rules.texts.words import Words


class Chapter(msgspec.Struct, frozen=True):
    """A heading of the menu with its procedures: (address, title, whether it is the current page,
    description)."""

    title: str
    procedures: tuple[tuple[str, str, bool, str], ...]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """The model of the template of a procedure.

    `question` is None while a parameter is refused; `complaint` then gives the reason, which its
    control repeats. `believed`: a belief replaces a secret, so the run has odds but cannot be
    played. `query`: the run as hidden fields of a form.
    """

    draft: Draft
    title: str
    help: str
    menu: tuple[Chapter, ...]
    given: str
    controls: tuple[Control, ...]
    rulings: tuple[Control, ...]
    switched: bool
    clauses: tuple[Clause, ...]
    left: tuple[Clause, ...]
    """Clauses that the leader judges."""
    question: RunInput | None
    played: Played | None
    complaint: str
    broken: str
    """The Python error of the rule in a watched file, with its line; "" when the rule runs."""
    believed: bool
    answer_error: str
    typed: str
    link: str
    query: tuple[tuple[str, str], ...]
    command: str
    json: str
    back: str
    restart: str


def console_page(
    draft: Draft, words: Words, wrong_answer: Refusal | None = None, typed: str = ""
) -> Page:
    """Return the page of a run. A refusal is shown beside its field, and the input is kept.

    `wrong_answer`: the refusal of the last answer, which is not part of the run; `typed`: the faces
    in it.
    """
    try:
        (question, story, refusal), broken = _played(draft, words), ""
    except Exception as error:
        found = describe_rule_error(error)
        if found is None:
            raise
        question, story, refusal, broken = None, None, None, words.refusal(found)
    believed = bool(question and refusal and refusal.field in question.procedure.beliefs())
    if believed:
        refusal = None
    errors, answer_error, complaint = _refusal_parts(refusal, words)
    if wrong_answer is not None:
        answer_error = _expected(wrong_answer, words)
    procedure = draft.procedure
    left = procedure.left_to_leader()
    ruled = [each for each in procedure.clauses() if each not in left]
    return Page(
        draft=draft,
        title=sentence(words, words.label(procedure.id)),
        help=_help(procedure, words),
        menu=chapters_of(draft.game, words, procedure.id),
        given=_given_line(question, words) if question and question.answers else "",
        controls=controls_of(procedure, draft.params, words, errors, "", _rulings(draft)),
        rulings=_ruling_controls(draft, words, errors),
        switched=bool(draft.rulings),
        clauses=_clauses(ruled, words),
        left=_clauses(left, words),
        question=question,
        played=story,
        complaint=complaint,
        broken=broken,
        believed=believed,
        answer_error=answer_error,
        typed=typed if answer_error else "",
        link=link(draft),
        query=tuple(parse_qsl(link(draft).partition("?")[2], keep_blank_values=True)),
        command=command_line(draft),
        json=msgspec.json.format(msgspec.json.encode(draft.run), indent=2).decode(),
        back=link(draft.back_to(len(draft.answers) - 1)) if draft.answers else "",
        restart=link(draft.back_to(0)) if draft.answers else "",
    )


def _rulings(draft: Draft) -> Rulings | None:
    """Return the rulings of a run, None when one is refused."""
    try:
        return rulings_of(draft.game, draft.rulings)
    except Refusal:
        return None


def _ruling_controls(draft: Draft, words: Words, errors: Errors) -> tuple[Control, ...]:
    """Return the controls of the rulings that the procedure reads, and of any other given one."""
    shown = {*rulings_read(draft.procedure, draft.game), *draft.rulings}
    every = controls_of(draft.game.rulings, draft.rulings, words, errors, "rulings.")
    return tuple(
        each for each in every if each.error or each.path.removeprefix("rulings.") in shown
    )


def _played(draft: Draft, words: Words) -> tuple[RunInput | None, Played | None, Refusal | None]:
    try:
        question = read_run(draft.run)
    except Refusal as refusal:
        return None, None, refusal
    try:
        return question, played(question, words), None
    except Refusal as refusal:
        return question, None, refusal


def _refusal_parts(refusal: Refusal | None, words: Words) -> tuple[dict[str, str], str, str]:
    """Return (errors by field, the error of an answer, the whole as a sentence)."""
    if refusal is None:
        return {}, "", ""
    text = _expected(refusal, words)
    if refusal.field.startswith("answers"):
        return {}, text, ""
    complaint = words.phrase(
        "{field:=}, attendu : {allowed:=}.",
        field=sentence(words, path_in_words(words, refusal.field.removeprefix("rulings."))),
        allowed=_allowed(refusal, words),
    )
    return {refusal.field: text}, "", complaint


def _expected(refusal: Refusal, words: Words) -> str:
    allowed = _allowed(refusal, words)
    if refusal.kind == "too_large":
        return sentence(words, allowed)
    return sentence(words, words.phrase("Attendu : {allowed:=}.", allowed=allowed))


def _allowed(refusal: Refusal, words: Words) -> str:
    """Return the allowed values; for a list its allowed length, since its members have controls."""
    lists = [shape for shape in refusal.numbers.values() if isinstance(shape, Many)]
    if lists and lists[0].most is not None:
        least, most = lists[0].least, lists[0].most
        return words.phrase("de {least} à {most:élément|éléments}", least=least, most=most)
    return words.phrase(refusal.allowed, **refusal.numbers)


def _given_line(question: RunInput, words: Words) -> str:
    """Return the parameters on one line, the required ones first; without any, that all values are
    the defaults."""
    declared = fields_of(type(question.procedure))
    names = sorted(question.given, key=lambda name: not declared[name].required)
    ordered = {name: question.given[name] for name in names}
    given = ", ".join(given_in_words(msgspec.structs.replace(question, given=ordered), words))
    return sentence(words, given) if given else words.text("Tout est au réglage du livre.")


def _clauses(ids: Sequence[str], words: Words) -> tuple[Clause, ...]:
    return tuple(Clause(each, words.clause(each)) for each in ids)


def _help(procedure: type[Procedure[Any]], words: Words) -> str:
    """Return the description of a procedure, else the sentence of its first clause."""
    text: Sequence[str] = [words.clause(each) for each in procedure.clauses()]
    return about(procedure, words) or next((each for each in text if each), "")


def contents_of(game: Game, words: Words) -> str:
    """Return the contents of a game on one line: its chapters, or its procedures where it has none."""
    chapters = chapters_of(game, words)
    titles = [chapter.title for chapter in chapters if chapter.title]
    return " · ".join(titles or [row[1] for chapter in chapters for row in chapter.procedures])


def chapters_of(game: Game, words: Words, current: str = "") -> tuple[Chapter, ...]:
    """Return the menu of a game: its procedures by chapter, each with its address."""
    known: Mapping[str, str] = game.words
    found: list[Chapter] = []
    placed: dict[str, list[tuple[str, str, bool, str]]] = {}
    for procedure in game.procedures:
        chapter = procedure.__module__.rpartition(".")[2]
        text = words.text(known[f"chapitre.{chapter}"]) if f"chapitre.{chapter}" in known else ""
        name = procedure.id.partition(".")[2]
        title = sentence(words, words.label(procedure.id))
        does = about(procedure, words)
        row = (f"/{game.id}/{name}", title, procedure.id == current, does)
        placed.setdefault(text, []).append(row)
    for title, rows in placed.items():
        found.append(Chapter(sentence(words, title), tuple(rows)))
    return tuple(found)
