"""The request form keeps what still fits when its procedure or its characters change."""

from __future__ import annotations

import pytest

from tablee.faces.web.form.control import Control
from tablee.faces.web.table.act_forms import read_request
from tablee.faces.web.table.request_form import RequestForm, build_request_form
from tablee.rules.texts.words import Words
from tests.faces.web.test_table_requests import Pairs, sent
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, set_up

TYPED: Pairs = {"seuil": ["~0"], "seuil~0": ["7"]}


def form_of(table: Table, pairs: Pairs) -> RequestForm:
    return build_request_form(table.state, Words(table.game), pairs)


def changed(table: Table, pairs: Pairs, done: Pairs, then: Pairs) -> RequestForm:
    """The form of `pairs` after what the leader has `done` in it, and after a change."""
    filled = sent(form_of(table, pairs)) | done
    return form_of(table, filled | then)


def picked(form: RequestForm, path: str) -> str:
    """The value of a control: the one that is ticked, else the one typed."""
    inside = [one for place in form.members for one in place.each]
    each: list[Control] = [control for one in inside for control in (*one.main, *one.more)]
    control = next(c for c in (*form.main, *form.more, *each) if c.path == path)
    assert not control.error
    ticked = [chip for chip in control.chips if chip.checked]
    if ticked and ticked[0].inner is not None:
        return ticked[0].inner.value
    return ticked[0].value if ticked else control.value


CHANGES: list[tuple[str, Pairs, Pairs, Pairs, dict[str, str]]] = [
    # ── another person: what was typed, and a name that the sheet has, stay ──
    ("eclats", {"procedure": ["eclats.test"], "to": ["lubin"]},
     TYPED | {"caracteristique": ["charisme"]}, {"to": ["anselme"]},
     {"seuil": "7", "caracteristique": "charisme"}),
    ("eclats", {"procedure": ["eclats.test"], "to": ["anselme"]},
     {"caracteristique": ["charisme"], "bonus": ["Veiller"]}, {"to": ["lubin"]},
     {"caracteristique": "charisme", "bonus": "Veiller"}),
    # ── a name that the sheet of another lacks gives way to the default ──
    ("eclats", {"procedure": ["eclats.test"], "to": ["lubin"]},
     {"bonus": ["Espionner"]}, {"to": ["anselme"]}, {"bonus": ""}),
    ("eclats", {"procedure": ["eclats.test"], "to": ["lubin"]},
     {"bonus": ["~0"], "bonus~0": ["2"]}, {"to": ["anselme"]}, {"bonus": "2"}),
    ("eclats", {"procedure": ["eclats.test"], "to": ["lubin"], "cast.adversaire": ["rodeurs"]},
     {"seuil": ["Leur échapper"]}, {"cast.adversaire": [""]}, {"seuil": "6"}),
    ("loss", {"procedure": ["loss.action"], "to": ["kordan"]},
     {"talent": ["Athlétisme"]}, {"to": ["nerise"]}, {"talent": "Fouille"}),
    ("loss", {"procedure": ["loss.action"], "to": ["kordan"]},
     {"talent": ["Escalade"]}, {"to": ["nerise"]}, {"talent": "Escalade"}),
    ("loss", {"procedure": ["loss.action"], "to": ["kordan"]},
     {"talent": ["Discours"]}, {"cast.adversaires": ["nerise"]}, {"talent": "Discours"}),
    ("loss", {"procedure": ["loss.action"], "to": ["kordan"]},
     {"modifier": ["-3"], "difficulty": ["18"]}, {"to": ["nerise"]},
     {"modifier": "-3", "difficulty": "18"}),
    ("loss", {"procedure": ["loss.dissimulation"], "cast.cacheur": ["kordan"],
              "cast.chercheurs": ["veilleur"]},
     {"cacheur.talent": ["Athlétisme"]}, {"cast.cacheur": ["nerise"]},
     {"cacheur.talent": "Furtivité"}),
    # ── another procedure: what was chosen stays where there is a field for it ──
    ("eclats", {"procedure": ["eclats.test"], "to": ["lubin"]},
     TYPED | {"bonus": ["Espionner"], "caracteristique": ["ruse"], "secret": ["false", "true"]},
     {"procedure": ["eclats.action"]},
     {"seuil": "7", "bonus": "Espionner", "caracteristique": "ruse", "secret": "true",
      "prix": "ask"}),
    ("eclats", {"procedure": ["eclats.action"], "to": ["lubin"]},
     TYPED | {"prix": ["~0"], "prix~0": ["2"]}, {"procedure": ["eclats.negociation"]},
     {"seuil": "7", "secret": "false"}),
    ("loss", {"procedure": ["loss.action"], "to": ["kordan"]},
     {"difficulty": ["18"], "modifier": ["2"]}, {"procedure": ["loss.trait"]},
     {"difficulty": "18", "modifier": "2"}),
    # ── but a value that nobody had touched is that of the new procedure ──
    ("eclats", {"procedure": ["eclats.relance"], "to": ["lubin"]},
     {"des": ["2"]}, {"procedure": ["eclats.test"]}, {"seuil": "Les repérer", "bonus": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "pairs", "done", "then", "right"), CHANGES)
def test_what_still_fits_stays(
    game: str, pairs: Pairs, done: Pairs, then: Pairs, right: dict[str, str]
) -> None:
    form = changed(set_up(game), pairs, done, then)
    assert {path: picked(form, path) for path in right} == right


@pytest.mark.parametrize("game", GAMES)
def test_a_change_of_procedure_leaves_what_nobody_has_touched_behind(game: str) -> None:
    """From the form of each usual procedure to that of each other one, nothing touched: as if it had
    been opened at once."""
    table = set_up(game)
    usual = [f"{game}.{name}" for name in table.game.usual]
    for first in usual:
        pairs = sent(form_of(table, {"procedure": [first]}))
        cast = {key: who for key, who in pairs.items() if key == "to" or key.startswith("cast.")}
        for kind in usual:
            form = form_of(table, pairs | {"procedure": [kind]})
            opened = form_of(table, {**cast, "procedure": [kind]})
            assert sent(form) == sent(opened), (first, kind)


def test_a_secret_seuil_is_no_secret_run() -> None:
    """`secret` is a parameter of a test, and the tick for a secret run of a relance."""
    done = {"secret": ["false", "true"]}
    pairs: Pairs = {"procedure": ["eclats.test"], "to": ["lubin"]}
    form = changed(set_up("eclats"), pairs, done, {"procedure": ["eclats.relance"]})
    assert not form.secret
    back = changed(set_up("eclats"), pairs | {"procedure": ["eclats.relance"]},
                   {"secret": ["1"]}, {"procedure": ["eclats.test"]})  # fmt: skip
    assert picked(back, "secret") == "false"


def test_what_is_not_to_count_stays_so() -> None:
    """Loss: the tokens of somebody, left out before another choice of the form."""
    table = set_up("loss")
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": "loss.jetons", "evenement": gain}))
    pairs: Pairs = {"procedure": ["loss.action"], "to": ["kordan"]}
    form = changed(table, pairs, {"off": ["jetons"]}, {"cast.adversaires": ["nerise"]})
    assert form.off == ("jetons",)
    table.does(LEADER, read_request(table.state, table.game, sent(form) | {"off": ["jetons"]}))
    (run,) = table.state.runs.values()
    assert run.params["jetons"] == 0
