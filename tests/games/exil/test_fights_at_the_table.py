"""Fights at the table: who decides, who is asked, whose the consequences are; two weapons, rounds,
stunning blows."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from tablee.games.exil.sheet import Adversaire, Personnage
from tablee.rules.questions import Choose
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import read_record
from tablee.rules.sheets.sheet_params import Taken, with_sheets
from tests.kit import acts
from tests.table.evening import LEADER, Table, choices, set_up
from tests.table.usual_answers import finish

JEANNE, AURELE = "j2", "j1"
Json = dict[str, Any]


def somebody(kind: type[Any] = Personnage, **fields: Any) -> Any:
    return read_record(kind, {"nom": "Elle", **fields}, "f.")


def die(*faces: int) -> list[Json]:
    return [{"dice": [face]} for face in faces]


def pick(value: Any) -> Json:
    return {"choose": value}


def from_sheets(name: str, given: Json, **sheets: Any) -> Json:
    return with_sheets(find_procedure(f"exil.{name}"), given, sheets)


def duel(one: Any, other: Any, *answers: Json, **more: Any) -> Session:
    given = {"a": Taken(one), "b": Taken(other), "max_turns": 1, **more}
    params = from_sheets("duel", given)
    return Session(ask_about("exil.duel", params, {}, [*answers]))


# ── weapons ────────────────────────────────────────────────────────────────────────────────────
def test_a_shield_beside_a_gun_parries_and_its_precision_does_not() -> None:
    """EXIL-ARM-07, -10, EXIL-OPT-04: all in defence, revolver and pavois give Poff 0 and Pdef 13."""
    guard = somebody(talents={"Tireur": 10}, arme="revolver", bouclier="pavois_pretorien")
    swords = somebody(talents={"Escrimeur": 10}, arme="sabre", seconde="pistolet_a_aiguilles")
    for one, poff, pdef in ((guard, 0, 13), (swords, 1, 12)):
        params = from_sheets("duel", {"a": Taken(one), "b": {"talent": 0}})
        params["a"]["politique"] = {"attitude": "rien"}
        trace = Session(ask_about("exil.duel", params)).trace
        found = [each.numbers for each in trace if "pdef" in each.numbers]
        assert (found[0]["poff"], found[0]["pdef"]) == (poff, pdef)


def test_a_shield_adds_nothing_to_a_shot() -> None:
    """EXIL-TIR-04: the PC of a shooter is his Talent and the précision, in the mêlée too."""
    guard = {"talent": 10, "maniabilite": 3, "precision": 0, "a_distance": True, "munitions": 6}
    shooter = {**guard, "id": "ana", "camp": "x", "en_melee": False}
    shooter |= {"politique": {"attitude": "tout"}, "tir": {"arme_a_feu": True}}
    foe = {"id": "bob", "camp": "y", "talent": 0, "en_melee": False}
    question = ask_about("exil.melee", {"combattants": [shooter, foe], "max_turns": 1})
    numbers = [each.numbers for each in Session(question).trace if "aimed" in each.numbers]
    assert [each["poff"] for each in numbers] == [10]


def test_two_pistols_count_alike_in_a_shot_and_in_a_fight() -> None:
    """EXIL-OPT-04, EXIL-ARM-12: both précisions, the better létalité, and each its own rounds."""
    pair = somebody(talents={"Tireur": 11}, arme="revolver", seconde="pistolet_a_aiguilles")
    shot = from_sheets("shot", {}, **{"": pair})
    assert (shot["poff"], shot["letalite"], shot["munitions"]) == (12, 2, 6)
    fighter = from_sheets("melee", {"combattants": [Taken(pair)]})["combattants"][0]
    assert (fighter["talent"] + fighter["maniabilite"], fighter["letalite"]) == (12, 2)
    assert (fighter["munitions"], fighter["munitions_2"]) == (6, 4)
    novice = somebody(talents={"Tireur": 8}, arme="revolver", seconde="pistolet_a_aiguilles")
    assert from_sheets("shot", {}, **{"": novice})["poff"] == 8
    emptied = somebody(
        talents={"Tireur": 11}, arme="revolver", seconde="revolver", munitions=[0, 3]
    )
    shot = from_sheets("shot", {}, **{"": emptied})
    assert (shot["poff"], shot["munitions"]) == (11, 3)


def test_each_of_two_pistols_loses_a_round() -> None:
    table = set_up("exil")
    champs: Json = {"arme": "revolver", "seconde": "revolver", "arme_de_tir": None}
    champs |= {"talents": {"Tireur": 12}, "munitions": [2, 1]}
    table.does(LEADER, retouched("jeanne", champs))
    shot = acts.RequestRun("exil.shot", {"passe": "auto"}, to=("jeanne",), cast={"cible": "brute"})
    table.does(LEADER, shot)
    finish(table)
    assert table.state.sheet("jeanne")["munitions"] == [1, 0]


def retouched(qui: str, champs: Json) -> acts.ChangeRecord:
    return acts.ChangeRecord(event={"type": "retouche", "qui": qui, "champs": champs})


@pytest.mark.parametrize("name", ["assaut", "rafale", "attaques_multiples", "shot"])
def test_an_empty_gun_is_refused_outside_of_fights(name: str) -> None:
    """EXIL-ARM-12, EXIL-TIR-02."""
    gun = somebody(talents={"Tireur": 12}, arme="mitraillette", munitions=0)
    foe = somebody(Adversaire)
    several: list[Any] = [{"part": 1, "fiche": Taken(foe)}] * 2
    cibles = {"rafale": [Taken(foe)], "attaques_multiples": several}
    alone = name not in cibles
    given = {} if alone else {"cibles": cibles[name], "poff": 4}
    sheets = {"": gun} | ({"cible": foe} if alone else {})
    with pytest.raises(Refusal) as refused:
        ask_about(f"exil.{name}", from_sheets(name, given, **sheets))
    assert (refused.value.field, refused.value.got) == ("munitions", 0)


def test_an_empty_gun_does_not_fire_in_a_duel() -> None:
    """EXIL-ARM-12: its bearer goes on with bare hands; a loaded one has a round less afterwards."""
    gun = somebody(talents={"Tireur": 12, "Bagarreur": 3}, arme="revolver", munitions=0)
    foe = somebody(Adversaire)
    run = duel(gun, foe, *die(12))
    assert run.trace[1].text == "{who:^} se bat à mains nues."
    loaded = somebody(talents={"Tireur": 12}, arme="revolver", munitions=1)
    assert duel(loaded, foe, *die(12)).effects == [("munitions", -1)]


def test_a_jammed_gun_may_be_cleared_in_a_duel() -> None:
    """EXIL-INC-07."""
    gun = {"talent": 12, "a_distance": True, "enrayee": True, "tir": {"bricoleur": 6}}
    question = ask_about("exil.duel", {"a": gun, "b": {"talent": 0}, "max_turns": 1})
    run = Session(question.with_answers(die(3)))
    assert run.effects == [("incident", "rien")]


def test_of_two_weapons_one_is_knocked_away() -> None:
    """EXIL-PAS-13, EXIL-OPT-04: the rapier is lost, the dagger of the other hand strikes back."""
    fencer = somebody(talents={"Escrimeur": 10, "Bagarreur": 9}, arme="rapiere", seconde="dague")
    foe = {"talent": 12, "politique": {"attitude": "tout", "passe": ["desarmement"]}}
    params = from_sheets("duel", {"a": foe, "b": Taken(fencer), "max_turns": 1})
    run = Session(ask_about("exil.duel", params, {}, die(1, 12, 1, 1)))
    blow = [
        each.numbers for each in run.trace if "power" in each.numbers and "whom" in each.numbers
    ]
    assert [(each["who"], each["power"]) for each in blow] == [("a", 12), ("b", 3)]
    shielded = somebody(talents={"Bagarreur": 10}, arme="gourdin", bouclier="pavois_scov")
    params = from_sheets("duel", {"a": foe, "b": Taken(shielded), "max_turns": 1})
    run = Session(ask_about("exil.duel", params, {}, die(1, 12, 1, 1)))
    blow = [
        each.numbers for each in run.trace if "power" in each.numbers and "whom" in each.numbers
    ]
    assert [(each["who"], each["power"]) for each in blow] == [("a", 12), ("b", 5)]


def test_a_carried_gun_is_fired_with_a_sword_in_hand() -> None:
    """EXIL-TIR-01, EXIL-PAS-13: it is drawn, and shot with the Poff that its PC leaves."""
    gun = {"talent": 8, "a_distance": True, "letalite": 2}
    one: Json = {"id": "ana", "camp": "x", "talent": 12, "autre_arme": gun, "munitions": 6}
    one |= {"tir": {"arme_a_feu": True}, "politique": {"attitude": 9, "action": "ask"}}
    foe = {
        "id": "bob",
        "camp": "y",
        "talent": 0,
        "en_melee": False,
        "politique": {"action": "rien"},
    }
    params = {"combattants": [one, foe], "max_turns": 1}
    question = ask_about("exil.melee", params)
    first = Session(question).pending
    assert isinstance(first, Choose)
    assert "autre_arme" in list(first.form.values())
    run = Session(question.with_answers([pick("autre_arme"), pick("tirer"), *die(1)]))
    ana, bob = run.result.combattants
    assert (ana.seconde, ana.munitions) == (True, 5)
    assert bob.pds == 20 - (5 + 2 + 3)


# ── stunning blows ─────────────────────────────────────────────────────────────────────────────
def test_a_punch_is_a_choc_of_three_everywhere() -> None:
    """EXIL-CHO-02, -03: d12 against 3, whatever the Poff, in a fight and outside of it."""
    fists = somebody(Adversaire, talents={"Bagarreur": 12})
    foe = somebody(Adversaire)
    params = from_sheets("assaut", {"choc": True, "poff": 12}, **{"": fists, "cible": foe})
    law = odds(ask_about("exil.assaut", params))
    assert {result.damage for result, _ in law.items()} == {0}
    run = Session(ask_about("exil.assaut", params, {}, die(1, 12, 2)))
    assert run.effects == [("echecs", 1)]
    assert Session(ask_about("exil.assaut", params, {}, die(1, 12, 3))).effects == []
    one = {"talent": 12, "desarmable": False, "politique": {"attitude": "tout", "choc": True}}
    fight = {"a": one, "b": {"talent": 0, "echecs": 2}, "max_turns": 1}
    ends = odds(ask_about("exil.duel", fight)).map(lambda r: r.fin)
    assert dict(ends.items())["inconscient"] == Fraction(1, 6)


def test_the_leader_values_a_choc() -> None:
    """EXIL-CHO-02."""
    params = {"poff": 12, "pdef": 0, "choc": True, "mains_nues": True, "valeur_choc": "ask"}
    waiting = Session(ask_about("exil.assaut", params, {}, die(1, 12))).pending
    assert isinstance(waiting, Choose)
    assert (waiting.who, waiting.label, waiting.default) == ("gm", "valeur_choc", 3)


def test_a_blade_does_not_stun() -> None:
    """EXIL-CHO-01: a bâton électrique and a fusil sonique do."""
    foe = somebody(Adversaire)
    for weapon, able in (("sabre", False), ("baton_electrique", True)):
        armed = somebody(talents={"Bagarreur": 9, "Escrimeur": 9}, arme=weapon)
        params = from_sheets("assaut", {"choc": True}, **{"": armed, "cible": foe})
        if able:
            assert ask_about("exil.assaut", params)
        else:
            with pytest.raises(Refusal) as refused:
                ask_about("exil.assaut", params)
            assert refused.value.field == "choc"
    sonic = somebody(talents={"Tireur": 9}, arme_de_tir="fusil_sonique")
    params = from_sheets("shot", {"choc": True}, **{"": sonic, "cible": foe})
    assert Session(ask_about("exil.shot", params, {}, die(1, 1))).effects == [("echecs", 1)]


# ── confidence, flight, surrender ──────────────────────────────────────────────────────────────
def test_confidence_in_front_of_one_is_part_of_the_pc() -> None:
    """EXIL-PAS-05: 14 in a duel and in a mêlée of two, 12 and 2 apart before two adversaries."""
    one: Json = {"talent": 12, "id": "ana", "camp": "x", "confiance": ["bob"]}
    foes = [{"talent": 0, "id": name, "camp": "y"} for name in ("bob", "cyr")]
    for those, pc in ((foes[:1], 14), (foes, 12)):
        question = ask_about("exil.melee", {"combattants": [one, *those], "max_turns": 1})
        numbers = [each.numbers for each in Session(question).trace if "pc" in each.numbers]
        assert numbers[0]["pc"] == pc


def test_one_may_flee_or_surrender_in_a_duel() -> None:
    """EXIL-CBT-02, -15."""
    one = {"talent": 8, "politique": {"action": "ask"}}
    question = ask_about("exil.duel", {"a": one, "b": {"talent": 0}})
    for answers, fin in (
        ([pick("se_rendre")], "reddition"),
        ([pick("autre"), pick("quitter")], "fuite"),
    ):
        result = Session(question.with_answers(answers)).result
        assert (result.fin, result.gagnant) == (fin, "b")


# ── the leader's fighters ──────────────────────────────────────────────────────────────────────
def fight(table: Table, *who: str, **params: Any) -> None:
    cast = {"combattants": list(who)}
    table.does(LEADER, acts.RequestRun("exil.melee", params, cast=cast))


def test_the_leader_is_asked_how_his_fighters_are_led() -> None:
    """EXIL-CBT-05, -13: once a tour, as usual by one tap, or each choice."""
    table = set_up("exil")
    fight(table, "jeanne", "brute", max_turns=1)
    (run,) = table.view(LEADER).runs
    assert [wait.seat for wait in run.waiting] == [LEADER]
    table.does(LEADER, acts.Answer(run=run.id, place=0, answer=pick("decider")))
    (run,) = table.view(LEADER).runs
    assert sorted(wait.seat for wait in run.waiting) == sorted([LEADER, JEANNE])


@pytest.mark.parametrize("procedure", ["duel", "contact_round"])
def test_the_leader_decides_in_a_duel_too(procedure: str) -> None:
    """The sheet's attitude is his usual one: the Brute puts all in attack."""
    table = set_up("exil")
    cast = {"a": "jeanne", "b": "brute"}
    table.does(LEADER, acts.RequestRun(f"exil.{procedure}", {}, cast=cast))
    (run,) = table.view(LEADER).runs
    assert [wait.seat for wait in run.waiting] == [LEADER]
    table.does(LEADER, acts.Answer(run=run.id, place=run.place, answer=pick("habitude")))
    (run,) = table.view(LEADER).runs
    assert [wait.seat for wait in run.waiting] == [JEANNE]
    table.does(JEANNE, acts.Seal(run=run.id, place=run.place, values={"0": 0}))
    assert any("tout en attaque" in line.text for line in table.view(LEADER).runs[0].lines)


def test_fighters_who_are_alike_are_led_at_once() -> None:
    """One attitude, one target and one audace for all of them (EXIL-CON-02)."""
    men: list[Json] = [{"talent": 12, "id": n, "camp": "x"} for n in ("ana", "bea")]
    foes = [{"talent": 6, "id": n, "camp": "y", "pnj": True} for n in ("un", "deux", "trois")]
    params = {"combattants": [*men, *foes], "max_turns": 1, "conduite": "ask"}
    steps: list[Json] = [pick("ensemble"), {"together": [5]}, pick("bea"), pick(1)]
    run = Session(ask_about("exil.melee", params, {}, steps))
    texts = [each.numbers for each in run.trace if "pdef" in each.numbers and "how" in each.numbers]
    assert [each["poff"] for each in texts] == [6, 6, 5, 5, 5]
    law = odds(ask_about("exil.melee", params | {"conduite": "habitude"}), ("fin",))
    assert law == odds(ask_about("exil.melee", params), ("fin",))


@pytest.mark.parametrize(
    ("chosen", "others"),
    [(0, (0, 0)), (2, (3, 1)), (3, (4, 1)), (4, (6, 2)), (6, (9, 3))],
)
def test_fighters_led_at_once_share_an_attitude_not_a_number(
    chosen: int, others: tuple[int, int]
) -> None:
    """EXIL-CBT-13: one has a PC of 6 after a wound, the others of 9 and of 3."""
    wounds = {"un": 12, "deux": 20, "trois": 6}
    brute: Json = {"talent": 9, "camp": "y", "pnj": True}
    foes = [brute | {"id": name, "pds": pds} for name, pds in wounds.items()]
    params = {
        "combattants": [{"talent": 12, "id": "ana", "camp": "x"}, *foes],
        "max_turns": 1,
        "conduite": "ask",
    }
    run = Session(ask_about("exil.melee", params, {}, [pick("ensemble"), {"together": [chosen]}]))
    texts = [each.numbers for each in run.trace if "pdef" in each.numbers and "how" in each.numbers]
    assert [each["poff"] for each in texts[1:]] == [chosen, *others]


def test_adversaries_do_not_all_choose_the_same_victim() -> None:
    """EXIL-CON-02: from their sheets each has his own."""
    foes = [somebody(Adversaire, nom=n, talents={"Bagarreur": 12}) for n in ("un", "deux")]
    men = [somebody(nom=n) for n in ("ana", "bea")]
    params = from_sheets("melee", {"combattants": [Taken(each) for each in (*men, *foes)]})
    question = ask_about("exil.melee", params | {"max_turns": 1})
    run = Session(question)
    for face in itertools.cycle((12, 11)):
        if run.done:
            break
        run.answer({"dice": [face]})
    blow = [
        each.numbers for each in run.trace if "power" in each.numbers and "whom" in each.numbers
    ]
    assert {each["whom"] for each in blow} == {"ana", "bea"}


def test_an_attacker_chooses_passe_and_audace_against_several() -> None:
    """EXIL-OPT-03, EXIL-CON-06, -10: for each share."""
    params: Json = {
        "poff": 8,
        "cibles": [{"pdef": 0, "part": 4}] * 2,
        "audace": "ask",
        "passe": "ask",
    }
    steps = [pick(1), *die(1, 12), pick("faille"), pick(0), *die(1, 12), pick("en_confiance")]
    run = Session(ask_about("exil.attaques_multiples", params, {}, steps))
    assert [each.damage for each in run.result.resultats] == [7, 4]


def test_a_choc_is_rolled_in_the_name_of_who_is_hit() -> None:
    """EXIL-CHO-03, EXIL-ARM-17: the shooter’s die and the target’s; the leader sees the damage."""
    table = set_up("exil")
    gun = {"type": "retouche", "qui": "jeanne", "champs": {"arme_de_tir": "fusil_sonique"}}
    table.does(LEADER, acts.ChangeRecord(event=gun))
    params, cast = {"passe": "auto", "choc": True}, {"cible": "brute"}
    table.does(LEADER, acts.RequestRun("exil.shot", params, cast=cast, to=("jeanne",)))
    for seat, answer in ((JEANNE, {"dice": [1]}), (LEADER, pick(7)), (LEADER, {"dice": [1]})):
        (run,) = table.view(LEADER).runs
        if answer == pick(7):
            (ask,) = choices(run)
            assert [fact.label for fact in ask.facts] == ["cible", "dégâts"]
        table.does(seat, acts.Answer(run=run.id, place=run.place, answer=answer))
    rolls = [line.text for line in table.last(JEANNE).lines if line.kind == "roll"]
    assert [text.partition(",")[0] for text in rolls] == [
        "Jeanne Vauquelin",
        "La Brute des pontons",
    ]
