"""The fields that a request form offers: names, sums, and numbers of sheets and ledgers."""

from __future__ import annotations

import pytest

from tablee.faces.web.table.act_forms import read_request
from tablee.faces.web.table.request_form import build_request_form
from tablee.rules.texts.words import Words
from tests.faces.web.test_table_requests import paths, sent
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, set_up, sheet_of

"""Where the leader has to say something that has no usual value: a spell's level, the Talent or the
Vertu of who seeks."""


@pytest.mark.parametrize("game", GAMES)
def test_the_form_stays_as_short_as_it_opens(game: str) -> None:
    """Sent as it is, it shows the same in front; what is left to the players is behind."""
    table = set_up(game)
    words = Words(table.game)
    for name in table.game.usual:
        first = build_request_form(table.state, words, {"procedure": [f"{game}.{name}"]})
        again = build_request_form(table.state, words, sent(first))
        assert [each.path for each in again.main] == [each.path for each in first.main], name
    form = build_request_form(table.state, words, {"procedure": [f"{game}.{table.game.usual[0]}"]})
    assert not [
        c for c in form.main if any(chip.checked and chip.value == "ask" for chip in c.chips)
    ]


def test_the_first_tap_takes_the_place_of_who_is_proposed() -> None:
    table, words = set_up("exil"), Words(set_up("exil").game)
    form = build_request_form(table.state, words, {"procedure": ["exil.simple"]})
    assert [role.usual for role in form.roles] == [True]
    chosen = build_request_form(
        table.state, words, {"procedure": ["exil.simple"], "to": ["jeanne"]}
    )
    assert [role.usual for role in chosen.roles] == [False]
    fight = build_request_form(table.state, words, {"procedure": ["exil.melee"]})
    assert [role.usual for role in fight.roles] == [
        False
    ]  # several are proposed: a tap is one of them


def test_what_the_ledgers_have_is_not_asked_for_and_counts() -> None:
    """Loss: the tokens that somebody has (LOSS-JET-02), not those that a form would propose."""
    table = set_up("loss")
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    lost = {"type": "echec", "exploits": 1, "auteur": "kordan", "attributions": {"mj": 1}}
    for event in (gain, lost):
        table.does(LEADER, acts.ChangeRecord(event={"type": "loss.jetons", "evenement": event}))
    words = Words(table.game)
    form = build_request_form(table.state, words, {"procedure": ["loss.action"], "to": ["kordan"]})
    asked = {control.path for control in (*form.main, *form.more)}
    assert not asked & {"jetons", "desastres_max"}
    assert form.taken == (("jetons", "Jetons", "2"),)  # not the Désastres, which are a limit
    pairs = sent(form)
    assert read_request(table.state, table.game, pairs).params.get("jetons") is None
    table.does(LEADER, read_request(table.state, table.game, pairs))
    table.does(LEADER, read_request(table.state, table.game, {**pairs, "off": ["jetons"]}))
    runs = [dict(run.params) for run in table.state.runs.values()]
    assert [(run["jetons"], run["desastres_max"]) for run in runs] == [(2, 1), (0, 1)]
    cast = {"cast.cacheur": ["kordan"], "cast.chercheurs": ["veilleur"]}
    form = build_request_form(table.state, words, {"procedure": ["loss.dissimulation"], **cast})
    each = [one for place in form.members for one in place.each]
    asked = {control.path for one in each for control in (*one.main, *one.more)}
    assert {"cacheur.talent", "chercheurs[0].trait"} <= asked
    assert not [path for path in asked if path.endswith((".jetons", ".desastres_max"))]


def test_what_has_one_value_alone_is_not_asked_for() -> None:
    """Loss: a blind Test is always at 15 (LOSS-INV-02)."""
    table = set_up("loss")
    asked = {"procedure": ["loss.blind"], "to": ["kordan"]}
    form = build_request_form(table.state, Words(table.game), asked)
    assert "difficulty" not in {control.path for control in (*form.main, *form.more)}
    assert "caches" in {control.path for control in form.main}


def test_a_sum_is_offered_by_the_two_names_that_make_it() -> None:
    """Loss: Trait and Talent, or Trait and Vertu (LOSS-OAC-01)."""
    table, words = set_up("loss"), Words(set_up("loss").game)
    cast = {"cast.initiateur": ["kordan"], "cast.repondant": ["fouisseur"]}
    form = build_request_form(table.state, words, {"procedure": ["loss.active"], **cast})
    sums = {c.path: c for c in form.main if c.path.startswith("somme")}
    texts = {chip.value: chip.detail for chip in sums["somme_initiateur"].chips}
    assert (texts["Puissance + Esquive"], texts["Instinct + Courage"]) == ("14", "15")
    assert not {"Puissance", "Esquive + Courage"} & set(texts)
    assert [chip.label for chip in sums["somme_repondant"].chips][:2] == [
        "Agilité + Corps-à-corps",
        "Puissance + Corps-à-corps",
    ]
    pairs = {**sent(form), "somme_initiateur": ["Instinct + Courage"]}
    table.does(LEADER, read_request(table.state, table.game, pairs))
    (run,) = table.state.runs.values()
    assert (run.params["somme_initiateur"], run.params["somme_repondant"]) == (15, 11)


def test_what_a_sheet_has_nothing_for_is_asked_for() -> None:
    """Exil: somebody without any Talent (EXIL-ACT-01); what is wrong is shown once, beside it."""
    table = set_up("exil")
    bare = sheet_of(table, "jeanne", talents={})
    table.does(LEADER, acts.PutSheet(character="jeanne", sheet=bare, seat="j2"))
    words, asked = Words(table.game), {"procedure": ["exil.simple"], "to": ["jeanne"]}
    form = build_request_form(table.state, words, asked)
    assert form.main[0].path == "talent"
    assert table.decided(LEADER, read_request(table.state, table.game, sent(form))) is None
    again = build_request_form(table.state, words, sent(form), table.wrong)
    assert again.main[0].error.startswith("Attendu")
    assert again.complaint == ""


def test_a_spell_is_rolled_with_magie_whatever_stands_first_on_the_sheet() -> None:
    """Socle: the die of Magie (SOC-MAG-03), of another name only where the sheet has none of that."""
    table, words = set_up("socle"), Words(set_up("socle").game)
    for name, cast in (("magie", {"to": ["gontrand"]}), ("sort_attaque", {"to": ["gontrand"]})):
        asked = {"procedure": [f"socle.{name}"], **cast}
        form = build_request_form(table.state, words, asked)
        assert "de" not in {control.path for control in (*form.main, *form.more)}
        pairs = {**sent(form), "niveau": ["astuce"]}
        table.does(LEADER, read_request(table.state, table.game, pairs))
    assert [run.params["de"] for run in table.state.runs.values()] == [6, 6]
    table.does(
        LEADER,
        acts.PutSheet(
            character="gontrand",
            sheet=sheet_of(table, "gontrand", des={"Force": 8, "Sorcellerie": 10}),
            seat="j1",
        ),
    )
    form = build_request_form(table.state, words, asked)
    (die,) = (control for control in form.main if control.path == "de")
    assert [chip.value for chip in die.chips] == ["Force", "Sorcellerie"]


def test_what_is_hidden_is_no_belief_at_a_table() -> None:
    """Loss: the Exploits of who conceals are a number, or asked for (LOSS-INV-03)."""
    table = set_up("loss")
    form = build_request_form(table.state, Words(table.game), {"procedure": ["loss.blind"]})
    caches = next(each for each in [*form.main, *form.more] if each.path == "caches")
    assert not any("liste" in chip.label for chip in caches.chips)


def test_no_more_is_offered_than_the_ledgers_have() -> None:
    """Loss: Désastres of their own, and those on a Test that the leader fixes (LOSS-DES-01)."""
    table = set_up("loss")
    words, lost = Words(table.game), {"type": "echec", "exploits": 2, "auteur": "kordan"}
    event = {"type": "loss.jetons", "evenement": {**lost, "attributions": {"mj": 2}}}
    table.does(LEADER, acts.ChangeRecord(event=event))

    def offered(procedure: str, path: str, who: str) -> tuple[int | None, str]:
        pairs = {"procedure": [procedure], "to": [who]}
        form = build_request_form(table.state, words, pairs)
        control = next(each for each in (*form.main, *form.more) if each.path == path)
        inner = [chip.inner for chip in control.chips if chip.inner]
        return (inner or [control])[0].high, control.help

    texts = "Désastres disponibles\u00a0: "
    assert offered("loss.desastre", "jetons", "kordan") == (2, f"{texts}2")
    assert offered("loss.action", "desastres", "kordan") == (2, f"{texts}2")
    assert offered("loss.desastre", "jetons", "nerise") == (1, f"{texts}0")
    form = build_request_form(
        table.state, words, {"procedure": ["loss.desastre"], "to": ["nerise"]}
    )
    assert not table.act(LEADER, read_request(table.state, table.game, sent(form)))
    assert table.wrong is not None
    again = build_request_form(table.state, words, sent(form), table.wrong)
    assert paths(again) == {"jetons"}


def test_a_name_that_not_all_sheets_have_is_shown() -> None:
    """Loss: Talents that nobody has learnt count 0 by their names; others are on no sheet."""
    table = set_up("loss")

    def errors(talent: str) -> list[str]:
        pairs = {"procedure": ["loss.action"], "talent": [talent]}
        forms = [
            build_request_form(table.state, Words(table.game), {**pairs, "to": to})
            for to in (["kordan"], ["nerise"], ["kordan", "nerise"])
        ]
        return [each.error for form in forms for each in form.main if each.path == "talent"]

    assert errors("Équitation") == ["", "", ""]
    one, other, both = errors("Jonglerie")
    assert one == other
    assert "«\u00a0Jonglerie\u00a0» n’est pas sur cette fiche" in other
    assert "«\u00a0Jonglerie\u00a0» n’est pas sur toutes ces fiches" in both
