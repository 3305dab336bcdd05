"""What the request form chooses by itself."""

from __future__ import annotations

import re

import pytest

from tablee.faces.web.table.act_forms import read_request
from tablee.faces.web.table.request_form import RequestForm, build_request_form
from tablee.rules.texts.words import Words
from tests.faces.web.conftest import Lead
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.tables import ID

LESSONS = [
    ("aurele", "jeanne", ("Médecin", "autre")),
    ("jeanne", "brute", ("Escrimeur", "autre")),
    ("brute", "jeanne", ("Bagarreur", "Bagarreur")),
]
"""Teacher, pupil, and the Talents that the form opens with."""


def form_of(table: Table, pairs: dict[str, list[str]]) -> RequestForm:
    return build_request_form(table.state, Words(table.game), pairs)


def test_the_form_does_not_go_on_with_what_was_owed() -> None:
    """After a Revers the usual test comes again, not another Revers."""
    table = set_up("armes_dieux")
    given = {"poignee": 3, "sr": 12, "ecartes": 0, "additionnel": "jamais"}
    jet = acts.RequestRun(procedure="armes_dieux.jet", params=given, to=("bastan",))
    table.does(LEADER, jet)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [1, 1, 1]}))
    table.does("j1", acts.PlayPending(consequence="j1.1"))
    assert [*table.state.requested_procedures][-1] == "armes_dieux.revers"
    assert form_of(table, {}).procedure == "armes_dieux.jet"
    assert form_of(table, {"procedure": ["armes_dieux.revers"]}).procedure == "armes_dieux.revers"


def test_a_tn_has_its_name_beside_it() -> None:
    """SOC-RES-01: 4 facile, 6 normal, 8 difficile; 12 has no name in the document."""
    (tn,) = [each for each in form_of(set_up("socle"), {}).main if each.path == "tn"]
    names = [(chip.label, chip.detail) for chip in tn.chips]
    assert names == [("facile", "4"), ("normal", "6"), ("difficile", "8"), ("12", "")]


def test_an_adversary_does_not_rest() -> None:
    """SOC-COE-07: the form lists the characters alone; an adversary of a request is refused."""
    table = set_up("socle")
    table.does(LEADER, acts.BeginScene())
    (who,) = form_of(table, {"procedure": ["socle.repos"]}).roles
    assert [(name, chosen) for name, _, chosen in who.who] == [("gontrand", True), ("maelle", True)]
    cast = {"heros": ["gontrand", "capitaine"]}
    assert not table.act(LEADER, acts.RequestRun(procedure="socle.repos", cast=cast))
    assert table.wrong is not None
    assert table.wrong.field == "heros[1].cible"


@pytest.mark.parametrize("procedure", ["socle.combat", "socle.combat_d6", "socle.repos"])
def test_a_sheet_that_nobody_has_finished_is_not_chosen(procedure: str) -> None:
    """A fight with it would be refused, for what it lacks."""
    table = set_up("socle")
    table.does(LEADER, acts.PutSheet(character="zoe", sheet={"type": "personnage", "nom": "Zoé"}))
    heroes = form_of(table, {"procedure": [procedure]}).roles[0]
    assert [name for name, _, chosen in heroes.who if chosen] == ["gontrand", "maelle"]
    assert "zoe" in [name for name, _, _ in heroes.who]


def test_the_form_says_that_a_request_begins_a_scene() -> None:
    table = set_up("socle")
    assert form_of(table, {}).begins_scene
    table.does(LEADER, acts.BeginScene())
    assert not form_of(table, {}).begins_scene


@pytest.mark.parametrize("game", ["armes_dieux", "eclats", "loss"])
def test_the_one_whom_the_form_proposes_is_never_sent_as_chosen(lead: Lead, game: str) -> None:
    """A form that came again with an adversary more asked the one it had proposed, and the one whom the
    leader tapped."""
    page = lead(game).get(f"/t/{ID}/{LEADER}").text
    form = page[page.index('id="request-card"') : page.index('id="request-chance"')]
    assert "data-usual" in form
    for included in re.findall(r'hx-include="([^"]*)"', form):
        assert "[data-usual] [name]" in included


def test_the_form_comes_again_when_a_scene_begins_or_ends(lead: Lead) -> None:
    """It says whether a request begins a scene; the page asks for it when what it is made for changes."""
    client, known = lead("eclats"), []
    for act in ("", "begin_scene", "end_scene"):
        if act:
            client.post(f"/t/{ID}/{LEADER}", data={"do": act})
        page = client.get(f"/t/{ID}/{LEADER}").text
        found = re.search(r'id="cast"[^>]*data-known="([^"]*)"', page)
        assert found is not None
        known.append((found[1], "begins-scene" in page))
    assert known[0] == known[2] != known[1]
    assert [begins for _, begins in known] == [True, False, True]


def test_the_form_of_a_dissimulation_chooses_the_usual_talents() -> None:
    """The form as it opens is no refused request: with no Talent at all, it was."""
    table = set_up("loss")
    members = form_of(table, {"procedure": ["loss.dissimulation"]}).members
    chosen = {
        control.path: [chip.label for chip in control.chips if chip.checked]
        for place in members
        for one in place.each
        for control in one.main
        if control.path.endswith("talent")
    }
    assert chosen == {"cacheur.talent": ["Furtivité"], "chercheurs[0].talent": ["Fouille"]}
    of_virtue = {"procedure": ["loss.dissimulation"], "chercheurs[]": ["1"]}
    of_virtue["chercheurs[0].vertu"] = ["Sagesse"]
    (seeker,) = form_of(table, of_virtue).members[1].each
    talent = next(each for each in seeker.main if each.path == "chercheurs[0].talent")
    assert [chip.value for chip in talent.chips if chip.checked] == [""]
    passive = form_of(table, {"procedure": ["loss.passive"]})
    second = next(each for each in passive.main if each.path == "talent")
    assert [chip.label for chip in second.chips if chip.checked] == ["Armes de mêlée"]


@pytest.mark.parametrize("procedure", ["loss.passive", "loss.blind"])
def test_a_vertu_takes_the_place_of_the_talent_that_the_form_chose(procedure: str) -> None:
    """LOSS-VTT-04: without setting the Talent to « Aucun » first, also for who seeks."""
    table = set_up("loss")
    pairs = {"procedure": [procedure], "to": ["nerise"], "trait": ["Instinct"], "caches": ["1"],
             "talent": ["Fouille"], "vertu": ["Sagesse"], "cast.cible": ["veilleur"],
             "cible": ["Sagesse"]}  # fmt: skip
    act = read_request(table.state, table.game, pairs)
    assert (act.params["vertu"], "talent" in act.params) == ("Sagesse", False)
    given = pairs | {"cast.cible": []} if procedure == "loss.blind" else pairs
    del given["cible" if procedure == "loss.blind" else "caches"]
    table.does(LEADER, read_request(table.state, table.game, given))
    assert table.state.runs["j1"].params["vertu"] == 6
    talent = next(each for each in form_of(table, given).main if each.path == "talent")
    assert [chip.value for chip in talent.chips if chip.checked] == [""]


def test_who_seeks_by_a_vertu_needs_no_talent() -> None:
    table = set_up("loss")
    pairs = {"procedure": ["loss.dissimulation"], "cast.cacheur": ["veilleur"],
             "cast.chercheurs": ["nerise"], "cacheur.trait": ["Agilité"],
             "cacheur.talent": ["Furtivité"], "chercheurs[]": ["1"],
             "chercheurs[0].trait": ["Instinct"], "chercheurs[0].talent": ["Fouille"],
             "chercheurs[0].vertu": ["Sagesse"]}  # fmt: skip
    table.does(LEADER, read_request(table.state, table.game, pairs))
    (seeker,) = table.state.runs["j1"].params["chercheurs"]
    assert (seeker["vertu"], "talent" in seeker) == (6, False)


@pytest.mark.parametrize(("teacher", "pupil", "chosen"), LESSONS)
def test_a_lesson_is_about_one_talent(teacher: str, pupil: str, chosen: tuple[str, str]) -> None:
    """EXIL-APP-01: the level of the pupil is that in the Talent which is taught, 0 without it."""
    pairs = {"procedure": ["exil.teaching"], "to": [teacher], "cast.apprenti": [pupil]}
    form = form_of(set_up("exil"), pairs)
    found = [each for path in ("professeur", "eleve") for each in form.main if each.path == path]
    ticked = [next(chip for chip in each.chips if chip.checked) for each in found]
    assert tuple(chip.label for chip in ticked) == chosen
