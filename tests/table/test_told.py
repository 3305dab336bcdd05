"""What is shown reads as it should: names of the people, words instead of identifiers, good typography."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tablee.dice.house_dice import HouseDice
from tablee.rules.registry import find_procedure
from tablee.rules.texts.name_labels import of_name
from tablee.rules.texts.words import Words
from tablee.table.views.view_types import RunView
from tablee.table.views.whole_view_types import TableView
from tablee.table.views.wording import spoken_dice
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, choices, playable, requested, set_up, sheet_of

TEXTS = ("text", "told", "headline", "label", "name", "title", "what", "who", "struck", "sealed")
"""Keys of a view under which is what a person reads."""
WRONG = {
    "an identifier": re.compile(r"[a-z]_[a-z]|[a-z]\.[a-z]|\[\d+\]"),
    "a value of the program": re.compile(r"[{}]|\b(?:None|True|False|null|true|false)\b"),
    "a bare space": re.compile(r"  | [;!?%»]|« |\w [:](?!\w)"),
    "a bare minus": re.compile(r"(?<![\w–-])-\d"),
    "a straight apostrophe": re.compile(r"\w'\w"),
}


def read(value: Any, key: str = "") -> Iterator[str]:
    """All texts of a view that a person reads."""
    if isinstance(value, TableView):
        yield from read(msgspec.to_builtins(value))
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in ("sheet", "result", "rulings", "clock", "clauses", "due", "numbers"):
                yield from read(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from read(each, key)
    elif isinstance(value, str) and key in TEXTS:
        yield value


def all_runs(game: str) -> Iterator[tuple[Table, str]]:
    """Every procedure of a game, requested with the characters of a table and played to its end."""
    for procedure in playable(game):
        table = set_up(game)
        rng = random.Random(procedure)
        act = requested(table, rng, find_procedure(procedure), list(table.state.sheets))
        if act is not None:
            table.does(LEADER, act)
            yield table, procedure


def shown(table: Table, rng: random.Random) -> Iterator[TableView]:
    """What three seats see of a run, from its beginning to its end."""
    for _ in range(30):
        yield from (table.view(seat) for seat in (LEADER, "j1", "j3"))
        run = table.state.runs["j1"]
        if run.status != "open":
            return
        table.answer(run, rng, HouseDice(rng.randrange(2**32)))


@pytest.mark.parametrize("game", GAMES)
def test_every_run_reads_well(game: str) -> None:
    wrong, seen = set(), 0
    for table, procedure in all_runs(game):
        for view in shown(table, random.Random(procedure)):
            for text in read(view):
                seen += 1
                found = [what for what, form in WRONG.items() if form.search(text)]
                wrong |= {(procedure, what, text) for what in found}
    assert seen
    assert not wrong, "\n" + "\n".join(map(str, sorted(wrong)))


@pytest.mark.parametrize("game", GAMES)
def test_who_acts_is_called_by_name(game: str) -> None:
    """Where a character acts, nobody is « Acteur » or « Joueur »."""
    seen = 0
    for table, procedure in all_runs(game):
        run = table.state.runs["j1"]
        if not run.subject:
            continue
        for view in shown(table, random.Random(procedure)):
            for each in (*view.runs, *filter(None, [view.last])):
                texts = [line.text for line in each.lines if line.kind != "note"]
                asked = [ask.character for ask in each.asks]
                seen += len(texts)
                wrong = [t for t in (*texts, *asked) if re.match("Acteur|Joueur|Player", t)]
                assert not wrong, (procedure, wrong)
    assert seen


# ── names in the place of letters, places and ids ──────────────────────────────────────────────
def of_leader(table: Table) -> RunView:
    return table.view(LEADER).runs[0]


def test_facts_of_two_fighters_are_shown_by_their_names() -> None:
    table = set_up("exil")
    cast = {"a": "aurele", "b": "brute"}
    usual = {"conduite": "habitude"}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", params=usual, cast=cast))
    names = [fact.label for fact in choices(of_leader(table))[0].facts]
    assert names[:2] == ["PC d’Aurèle Kestrin", "PC de la Brute des pontons"]
    assert of_leader(table).lines[0].text.startswith("Tour 1\u00a0: Aurèle Kestrin a 16")


def test_an_opponent_without_dice_is_named_as_that() -> None:
    """Of somebody one is not shown what is nothing, but for a nothing that has a name."""
    table = set_up("armes_dieux")
    act = acts.RequestRun(
        procedure="armes_dieux.opposition",
        params={"participants": [{"poignee": 4, "ecartes": "ask"}, {"poignee": 0}]},
        cast={"participants": ["bastan", "oriane"]},
        decides=False,
    )
    table.does(LEADER, act)
    (ask,) = choices(table.view(LEADER).runs[0])
    output = next(fact.text for fact in ask.facts if "(" in fact.text)
    assert "Poignée 0 (aucun dé)" in output
    assert "Dés de sang" not in output


def test_an_approach_without_details_is_named_alone() -> None:
    """AD-CAD-06: an approach without a Domaine or a Malus is « la porte », not « la porte () »."""
    table = set_up("armes_dieux")
    ways = [{"nom": "la porte", "domaine": 0}, {"nom": "un mot", "domaine": 2}]
    params = {"approches": ways, "sr": 12}
    act = acts.RequestRun(procedure="armes_dieux.cadrage", params=params, to=["bastan"])
    table.does(LEADER, act)
    (ask,) = choices(of_leader(table))
    assert ask.facts[0].text == "la porte et un mot (Domaine 2)"


def test_places_of_a_list_are_shown_by_who_is_there() -> None:
    table = set_up("exil")
    params = {"protagonistes": [{"talent": "Escrimeur"}, {"talent": "Escrimeur"}]}
    cast = {"protagonistes": ["jeanne", "vigile"]}
    frame = acts.RequestRun(procedure="exil.opposition", params=params, cast=cast, decides=False)
    table.does(LEADER, frame)
    for place, face in enumerate((1, 12)):
        table.does(LEADER, acts.Answer(run="j1", place=place, answer={"dice": [face]}))
    last = table.last("j3")
    output = {each.field: each.text for each in last.fields}
    assert output["gagnants"] == "Jeanne Vauquelin"
    assert output["classement"] == "Jeanne Vauquelin\u202f; Vigile aux aguets"


@pytest.mark.parametrize(
    ("faces", "output"),
    [
        ((6, 6, 6), "Jeanne Vauquelin, Vigile aux aguets et La Brute des pontons"),
        ((3, 3, 4), "Jeanne Vauquelin et Vigile aux aguets\u202f; La Brute des pontons"),
        ((1, 2, 3), "Jeanne Vauquelin\u202f; Vigile aux aguets\u202f; La Brute des pontons"),
    ],
)
def test_who_shares_a_place_is_shown_apart(faces: tuple[int, ...], output: str) -> None:
    """EXIL-OPP-09: an order, with those who are equal in it."""
    table = set_up("exil")
    params = {"protagonistes": [{"talent": 9}] * 3}
    cast = {"protagonistes": ["jeanne", "vigile", "brute"]}
    frame = acts.RequestRun(procedure="exil.opposition", params=params, cast=cast, decides=False)
    table.does(LEADER, frame)
    for place, face in enumerate(faces):
        table.does(LEADER, acts.Answer(run="j1", place=place, answer={"dice": [face]}))
    last = {each.field: each.text for each in table.last("j3").fields}
    assert last["classement"] == output


def test_whom_the_leader_chooses_for_is_shown() -> None:
    table = set_up("armes_dieux")
    params = {"participants": [{"poignee": 5, "bonus": [], "ecartes": "ask"} for _ in range(3)]}
    cast = {"participants": ["bastan", "chienne", "sentinelle"]}
    table.does(
        LEADER, acts.RequestRun(procedure="armes_dieux.opposition", params=params, cast=cast)
    )
    asked = [ask.character for ask in of_leader(table).asks]
    assert asked == ["Bastan", "La Chienne des salines", "Sentinelle du pont"]


@pytest.mark.parametrize(
    ("procedure", "params"),
    [
        ("exil.book", {"apprentissage": "modere"}),
        ("exil.teaching", {"professeur": 15, "eleve": 4, "apprentissage": "modere"}),
    ],
)
def test_who_or_what_one_learns_of_is_shown_alike(procedure: str, params: dict[str, Any]) -> None:
    """Exil: a work of reference is no teacher (EXIL-APP-01, EXIL-APP-05)."""
    table = set_up("exil")
    cast = {"apprenti": "jeanne"} if procedure == "exil.teaching" else {}
    act = acts.RequestRun(procedure=procedure, params=params, cast=cast, to=("aurele",))
    table.does(LEADER, act)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [1]}))
    last = table.last("j1")
    output = {each.field: each for each in last.fields}
    assert (output["eligible"].label, output["eligible"].text) == ("Étude possible", "oui")


def test_a_name_that_nobody_may_know_is_put_for_nothing() -> None:
    """An adversary unseen, called as something in a run is: its name stays unsaid."""
    table = set_up("exil", others=False)
    sheet = sheet_of(table, "brute", nom="L’Ombre")
    for who in ("acteur", "talent", "garde", "a", "difficulty"):
        table.does(LEADER, acts.PutSheet(character=who, sheet=sheet))
    table.does(LEADER, acts.Note(text="garde"))
    params = {"a": {"talent": 9}, "b": {"talent": 8}}
    frame = acts.RequestRun(procedure="exil.duel", params=params, decides=False)
    table.act(LEADER, frame)
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 9}))
    texts = "\n".join(read(table.view("j1")))
    assert texts
    assert "Ombre" not in texts


@pytest.mark.parametrize(
    ("who", "output"),
    [
        ("Aurèle", "d’Aurèle"),
        ("Jeanne", "de Jeanne"),
        ("Étienne", "d’Étienne"),
        ("Le fouisseur", "du fouisseur"),
        ("Les Rôdeurs", "des Rôdeurs"),
        ("La Brute", "de la Brute"),
        ("L’Idole", "de l’Idole"),
        ("Le", "de Le"),
    ],
)
def test_de_before_a_name(who: str, output: str) -> None:
    assert of_name(who) == output


def test_dice_as_they_are_shown() -> None:
    assert [spoken_dice(each) for each in ("1d12", "6d6", "1d10!", "12d6")] == [
        "d12",
        "6d6",
        "d10",
        "12d6",
    ]


def test_what_the_leader_chooses_for_one_of_several_is_shown_by_that_one() -> None:
    """Two Figurants in one opposition: whose dice are set aside is shown in the trace."""
    table = set_up("armes_dieux")
    act = acts.RequestRun(
        procedure="armes_dieux.opposition",
        params={"participants": [{"ecartes": "ask"}, {"ecartes": "ask"}]},
        cast={"participants": ("chienne", "sentinelle")},
    )
    table.does("meneur", act)
    table.does("meneur", acts.Seal(run="j1", place=0, values={"0": 1, "1": 2}))
    (run,) = table.view("j1").runs
    assert [line.text for line in run.lines if line.kind == "choice"] == [
        "La Chienne des salines choisit\u00a0: 1 (dés à écarter).",
        "Sentinelle du pont choisit\u00a0: 2 (dés à écarter).",
    ]


# ── in the reader's language ───────────────────────────────────────────────────────────────────
def english(table: Table) -> list[str]:
    """All texts of the leader's view in English."""
    seen = table.view(LEADER, words=Words(table.game, "en"))
    return [*read(seen)]


def test_a_reminder_of_the_game_is_translated_and_one_of_a_person_is_not() -> None:
    table = set_up("socle")
    for reminder in ("une complication", "rappeler la dette"):
        due = {"type": "du", "du": {"texte": reminder}}
        table.does(LEADER, acts.ChangeRecord(event=due))
    texts = "\n".join(english(table))
    assert "Noted: “a complication”" in texts
    assert "Noted: “rappeler la dette”" in texts
    assert "Noté\u00a0: «\u00a0une complication\u00a0»" in "\n".join(read(table.view(LEADER)))


def test_changed_rulings_are_written_with_the_signs_of_the_language() -> None:
    table = set_up("exil")
    table.does(LEADER, acts.ChangeRulings(rulings={"asphyxia_step": "minute"}))
    (item,) = [each for each in table.view(LEADER).story.items if each.kind == "rulings_changed"]
    assert "\u00a0: " in item.reason
    items = table.view(LEADER, words=Words(table.game, "en")).story.items
    (item,) = [each for each in items if each.kind == "rulings_changed"]
    assert re.search(r"\w: \w", item.reason)
    assert "\u00a0" not in item.reason


def test_which_sheets_keep_a_change_is_in_words() -> None:
    """A figurant has no Tension: the leader reads which sheets have it."""
    table = set_up("armes_dieux")
    params = {"domaine": 2, "bonus": ["effort"], "renfort_reserve": 0}
    act = acts.RequestRun(procedure="armes_dieux.poignee", params=params, to=("chienne",))
    table.does(LEADER, act)
    (found,) = table.last(LEADER).consequences
    assert found.refused.endswith("une fiche qui garde cela\u00a0: personnage.")
    (found,) = table.last(LEADER, words=Words(table.game, "en")).consequences
    assert found.refused.endswith("a sheet that keeps this: character.")
