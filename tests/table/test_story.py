"""The story is searched a part at a time, and what was gone through is not gone through again."""

from __future__ import annotations

import random

import pytest

from tablee.table.views import story_view as story
from tablee.table.views.view_types import OverruledView
from tablee.table.views.whole_view_types import StoryView
from tests.kit import acts
from tests.table.acts.doing import FACES, jet
from tests.table.evening import LEADER, Table, set_up


@pytest.fixture
def table() -> Table:
    return set_up("armes_dieux")


def found(table: Table, search: str) -> list[list[str]]:
    """The texts of the notes that a search finds, by how they are sent."""
    parts: list[list[str]] = []
    before: int | None = None
    while True:
        story: StoryView = table.view("j1", search=search, before=before).story
        parts.append([item.text for item in story.items])
        before = story.before
        assert story.more is (before is not None)
        if before is None:
            return parts


def test_a_search_goes_on_where_it_stopped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "MAX_SEARCHED", 5)
    for number in range(12):
        table.does("j1", acts.Note(text=f"{number} {'lune' if number in (3, 10) else 'soleil'}"))
    parts = found(table, "lune")
    assert parts[:3] == [["10 lune"], ["3 lune"], []]
    assert not any(parts[3:])
    assert found(table, "lune") == parts
    assert [text for part in found(table, "soleil") for text in part][:3] == [
        "11 soleil",
        "9 soleil",
        "8 soleil",
    ]


def test_what_did_not_hold_a_text_may_hold_it_later(table: Table) -> None:
    table.does(LEADER, jet())
    assert not table.view("j1", search="bilan").story.items
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": FACES}))
    texts = table.view("j1", search="bilan").story.items
    assert [item.kind for item in texts] == ["run"]


def test_what_is_taken_back_is_shown_with_whose_it_was(table: Table) -> None:
    """Two may have the same test before them at once."""
    for who in ("bastan", "oriane"):
        act = acts.RequestRun(procedure="armes_dieux.test", params={"domaine": 3}, to=(who,))
        table.does(LEADER, act)
        table.does(LEADER, acts.Withdraw(run=list(table.state.runs)[-1]))
    texts = [item.text for item in table.view("j1").story.items if item.kind == "withdrawn"]
    names = [each.rpartition(" · ")[2] for each in texts]
    assert names == [table.state.sheet(who)["nom"] for who in ("oriane", "bastan")]


# ── what the leader decides otherwise ──────────────────────────────────────────────────────────
def decided(table: Table, seat: str) -> list[OverruledView | None]:
    """What the lines of the story that tell of it say was put in the place of what."""
    items = table.view(seat).story.items
    return [item.overruled for item in items if item.kind == "overruled"]


def test_a_line_says_what_was_put_in_the_place_of_what(table: Table) -> None:
    table.does(LEADER, jet())
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": FACES}))
    table.does(LEADER, acts.Overrule(run="j1", field="qualites", value=9, reason="La lune."))
    table.does(LEADER, acts.Overrule(run="j1", reason="Ce n’est pas tout."))
    for seat in (LEADER, "j1", "j3"):
        whole, first = decided(table, seat)
        card = table.last(seat).overruled
        assert [first, whole] == card
        assert first
        assert (first.field, first.value) == ("Qualités", "9")
        assert first.was not in ("", "9")
    kinds = [item.kind for item in table.view("j1", search="qualités").story.items]
    assert "overruled" in kinds
    table.does(LEADER, acts.Withdraw(run="j1"))
    assert decided(table, "j1") == [whole, first]


def test_what_is_decided_twice_takes_the_place_of_what_was_decided_first(table: Table) -> None:
    table.does(LEADER, jet())
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": FACES}))
    for value in (9, 7):
        table.does(
            LEADER, acts.Overrule(run="j1", field="qualites", value=value, reason="La lune.")
        )
    for seat in (LEADER, "j1", "j3"):
        again, first = decided(table, seat)
        assert first
        assert again
        assert (again.was, again.value) == (first.value, "7")
        assert table.last(seat).overruled == [first, again]


def test_a_line_says_nothing_of_what_is_hidden_from_the_seat() -> None:
    """Of Exploits by which somebody hides (Loss) who seeks knows the effect alone."""
    table = set_up("loss")
    hider = {"trait": "Esprit", "talent": "Fouille", "exploits": 2}
    seeker = {"trait": "Esprit", "talent": "Esquive"}
    params = {"cacheur": hider, "chercheurs": [seeker]}
    cast = {"cacheur": "veilleur", "chercheurs": ["kordan"]}
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast))
    table.finish("j1", random.Random(1))
    table.does(LEADER, acts.Overrule(run="j1", field="caches", value=3))
    (seen,) = decided(table, LEADER)
    assert seen
    assert seen.value == "3"
    for seat in ("j1", "j2", "j3"):
        assert decided(table, seat) == [None]
        assert not table.last(seat).overruled


def test_who_has_left_is_still_called_so_in_what_was_shown() -> None:
    """By those who had met him; nobody is among the characters any more."""
    table = set_up("exil")
    assaut = acts.RequestRun(procedure="exil.assaut", cast={"cible": "brute"}, to=("jeanne",))
    table.does(LEADER, assaut)
    table.does(LEADER, acts.Withdraw(run="j1"))
    for name in ("brute", "vigile"):
        table.does(LEADER, acts.ChangeRecord(event={"type": "retrait", "qui": name}))
    for seat in (LEADER, "j1"):
        seen = table.view(seat)
        texts = [item.text for item in seen.story.items if item.kind == "withdrawn"]
        assert texts == ["Assaut · Jeanne Vauquelin, La Brute des pontons"]
        assert [each.id for each in seen.characters] == ["aurele", "jeanne"]
        assert {"brute", "vigile"}.isdisjoint(seen.me.characters)
    assert "Vigile" not in str(table.view("j1"))
    assert table.again() == table.state


def test_a_search_needs_no_accents(table: Table) -> None:
    for text in ("Vers la carrière à l’aube.", "Vers la mer."):
        table.does(LEADER, acts.Note(text=text))
    for search in ("carriere", "CARRIÈRE", "a l’aube"):
        items = table.view("j1", search=search).story.items
        assert [item.text for item in items] == ["Vers la carrière à l’aube."], search


def test_a_sentence_says_who_strikes_whom() -> None:
    """With the names of the cast, whether a seat of the rule or a sheet of the request gives them;
    in words where nobody is in the place."""
    table = set_up("exil")
    params = {"poff": 8, "pdef": 4, "passe": "impact", "audace": 0}
    for cast, whom in (({"cible": "brute"}, "La Brute des pontons"), ({}, "le défenseur")):
        act = acts.RequestRun(procedure="exil.assaut", params=params, cast=cast, to=("jeanne",))
        table.does(LEADER, act)
        run = table.view(LEADER).runs[0].id
        for faces in ([3], [12]):
            place = table.view(LEADER).runs[0].place
            table.does(LEADER, acts.Answer(run=run, place=place, answer={"dice": faces}))
        texts = [line.text for line in table.last("j1").lines]
        assert texts[0] == "Jeanne Vauquelin frappe\u00a0: il lui faut 8 ou moins."
        assert any(f"Impact\u00a0: le choc rejette {whom}" in text for text in texts)


def test_a_riposte_says_whose_it_is() -> None:
    """SOC-RIP-01: the adversary has a role in the cast, and no seat in the rule."""
    table = set_up("socle")
    params = {"de": "Force", "aide": False, "riposte": "complication"}
    act = acts.RequestRun(
        procedure="socle.attaque", params=params, cast={"adversaire": "pillard"}, to=("gontrand",)
    )
    table.does(LEADER, act)
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [2]}))
    texts = [line.text for line in table.last("j1").lines]
    assert "Attaque manquée\u00a0: Pillard des landes riposte, une complication de plus." in texts


def test_in_a_fight_an_adversary_strikes_by_name() -> None:
    """The leader answers for it, and does not strike."""
    table = set_up("exil")
    cast = {"combattants": ["jeanne", "brute"]}
    act = acts.RequestRun(procedure="exil.melee", params={"conduite": "habitude"}, cast=cast)
    table.does(LEADER, act)
    table.finish("j1", random.Random(5))
    texts = [line.text for line in table.last("j1").lines]
    assert any(text.startswith("La Brute des pontons frappe") for text in texts)
    assert not any(text.startswith("Meneur de jeu frappe") for text in texts)
