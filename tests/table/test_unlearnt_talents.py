"""Loss: a Talent that is not on the sheet, two Augmentations at once, a winner without a sheet."""

from __future__ import annotations

import pytest

from tablee import Refusal
from tablee.faces.web.table.request_form import build_request_form
from tablee.rules.registry import find_procedure
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.kit.command_line import call
from tests.table.evening import LEADER, Table, set_up
from tests.table.tokens import TOKENS


def test_a_talent_that_is_not_on_the_sheet_is_worth_nothing() -> None:
    """LOSS-ECN-04: Nérise has not learnt Acrobatie."""
    table = set_up("loss")
    params = {"trait": "Agilité", "talent": "Acrobatie"}
    table.does(LEADER, acts.RequestRun("loss.action", params, to=("nerise",)))
    (run,) = table.state.runs.values()
    assert (run.params["trait"], run.params["talent"]) == (5, 0)


@pytest.mark.parametrize(
    ("procedure", "field", "place"),
    [
        ("loss.combat", "somme_attaque", "attaquant"),
        ("loss.combat", "somme_defense", "defenseur"),
        ("loss.active", "somme_initiateur", "initiateur"),
        ("loss.active", "somme_repondant", "repondant"),
    ],
)
def test_it_is_worth_nothing_in_a_sum_either(procedure: str, field: str, place: str) -> None:
    """LOSS-ECN-04: Agilité 5, and Esquive that Nérise has not learnt."""
    table = set_up("loss")
    names = [name for name in fields_of(find_procedure(procedure)) if name.startswith("somme_")]
    params = dict.fromkeys(names, 9) | {field: "Agilité + Esquive"}
    table.does(LEADER, acts.RequestRun(procedure, params, cast={place: "nerise"}))
    (run,) = table.state.runs.values()
    assert [run.params[name] for name in names] == [5 if name == field else 9 for name in names]
    reply = call("resolve", procedure, f"{place}=@nerise", f"{field}=Agilité + Esquive", "--json",
                 *(f"{name}=9" for name in names if name != field), "--seed", "1")  # fmt: skip
    assert reply.status == 0, reply.err
    pairs = {"procedure": [procedure], f"cast.{place}": ["nerise"]}
    form = build_request_form(table.state, Words(table.game), pairs)
    (sums,) = (each for each in (*form.main, *form.more) if each.path.endswith(field))
    offered = {chip.value: chip.detail for chip in sums.chips}
    assert (offered["Agilité + Escalade"], offered["Agilité + Esquive"]) == ("7", "5")
    assert [*offered].index("Empathie + Sagesse") < [*offered].index("Agilité + Esquive")


def test_puissance_counts_tenfold_in_a_contest_at_the_table() -> None:
    """LOSS-ECH-06: Puissance 3 among the Machines is 30 beside a man of 8; Agilité stays 4."""
    table = set_up("loss")
    sides = {"initiateur": "kordan", "repondant": "fouisseur"}
    for score, one, other in (("Puissance", 8, 37), ("Agilité", 7, 11)):
        sums = {f"somme_{side}": f"{score} + Corps-à-corps" for side in sides}
        table.does(LEADER, acts.RequestRun("loss.active", sums | {"engages": 0}, cast=sides))
        run = [*table.state.runs.values()][-1]
        assert [run.params[name] for name in sums] == [one, other]


def test_a_talent_of_no_document_is_refused_with_the_known_ones() -> None:
    reply = call("odds", "loss.action", "@nerise", "trait=Agilité", "talent=Danse")
    assert reply.status == 2
    assert "Fouille" in reply.err
    assert "Acrobatie" in reply.err


@pytest.mark.parametrize("named", ["Ombre", "Lame", "Ombre + Lame", "Ombre+Lame"])
def test_two_sources_of_augmentation_count_together(named: str) -> None:
    """LOSS-PER-01: an Archétype and an object."""
    table = set_up("loss")
    change = {"type": "retouche", "qui": "nerise", "champs": {"specialisations": SOURCES}}
    table.does(LEADER, acts.ChangeRecord(event=change))
    params = {"trait": "Agilité", "talent": "Escalade", "ag_permanentes": named}
    table.does(LEADER, acts.RequestRun("loss.action", params, to=("nerise",)))
    (run,) = table.state.runs.values()
    assert run.params["ag_permanentes"] == (3 if "+" in named else SOURCES[named])


SOURCES = {"Ombre": 1, "Lame": 2}


def test_the_form_offers_both() -> None:
    """Each Talent of the document, those not learnt at 0, and each pair of Augmentations."""
    table = set_up("loss")
    change = {"type": "retouche", "qui": "nerise", "champs": {"specialisations": SOURCES}}
    table.does(LEADER, acts.ChangeRecord(event=change))
    pairs = {"procedure": ["loss.action"], "to": ["nerise"]}
    form = build_request_form(table.state, Words(table.game), pairs)
    offered = {
        control.path: {chip.value: chip.detail for chip in control.chips}
        for control in (*form.main, *form.more)
    }
    (talents,) = (each for path, each in offered.items() if path.endswith("talent"))
    assert (talents["Fouille"], talents["Acrobatie"]) == ("8", "0")
    (sources,) = (each for path, each in offered.items() if path.endswith("ag_permanentes"))
    assert {"Ombre": "1", "Lame": "2", "Ombre + Lame": "3"}.items() <= sources.items()


def spent_on_a_token(winner: str | None) -> Table:
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    asked = acts.RequestRun(
        "loss.exploits", {"exploits": 2, "emplois": ["jeton", "jeton"]},
        to=(winner,) if winner else (),
    )  # fmt: skip
    table.does(LEADER, asked)
    return table


def test_tokens_of_a_winner_without_a_sheet_go_to_the_leader_who_may_give_them() -> None:
    """LOSS-GAG-01: a character of the MJ, unless the MJ says whose player's it is."""
    table = spent_on_a_token(None)
    (kept,) = table.state.consequences_of(next(iter(table.state.runs)))
    assert dict(kept.event["evenement"]) == {"type": "gain", "holder": "*", "n": 2, "camp": "pnj"}
    assert [each.event["evenement"]["holder"] for each in kept.alternatives] == ["kordan", "nerise"]
    assert all(each.for_leader for each in kept.alternatives)
    assert table.state.record["registres"][TOKENS]["mj"]["ag"] == {"*": 2}
    table.does(LEADER, acts.Replace(consequence=kept.id, place=1))
    assert table.state.record["registres"][TOKENS]["reserves"] == {"nerise": 2}


def test_tokens_of_a_player_are_his() -> None:
    table = spent_on_a_token("kordan")
    assert table.state.record["registres"][TOKENS]["reserves"] == {"kordan": 2}


def test_a_name_of_the_leader_alone_gains_no_token() -> None:
    table = set_up("loss")
    gain = {"type": "gain", "holder": "mj", "n": 1}
    assert not table.act(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    assert isinstance(table.wrong, Refusal)


@pytest.mark.parametrize(
    ("who", "place", "chosen", "first"),
    [
        ("kordan", "attaquant", "Agilité + Armes de mêlée", "Armes de mêlée"),
        ("kordan", "defenseur", "Agilité + Esquive", "Esquive"),
        ("veilleur", "attaquant", "Agilité + Corps-à-corps", "Corps-à-corps"),
        ("nerise", "attaquant", "Agilité + Armes de mêlée", "Fouille"),  # she has learnt none
    ],
)
def test_a_fight_offers_the_talents_of_a_fight(
    who: str, place: str, chosen: str, first: str
) -> None:
    """LOSS-CBT-01: each Talent is a group with all Traits; those that are not learnt come last."""
    table = set_up("loss")
    form = build_request_form(
        table.state, Words(table.game), {"procedure": ["loss.combat"], f"cast.{place}": [who]}
    )
    side = "somme_attaque" if place == "attaquant" else "somme_defense"
    (sums,) = (each for each in form.main if each.path == side)
    assert [chip.value for chip in sums.chips if chip.checked] == [chosen]
    groups = [chip.group for chip in sums.chips]
    assert groups[0] == first
    assert groups.count(first) == len(table.state.sheet(who)["traits"])
