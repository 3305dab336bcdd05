"""The leader's form at the table: what is asked of each character, and that it can be sent as it opens."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tablee.faces.web.form.control import Control
from tablee.faces.web.table.act_forms import read_request
from tablee.faces.web.table.request_form import RequestForm, build_request_form
from tablee.rules.ledger import Ledger
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, choices, set_up

Pairs = dict[str, list[str]]


def sent(form: RequestForm) -> Pairs:
    """What a browser sends of the form as it is."""
    pairs: Pairs = {"procedure": [form.procedure]}
    for name, who in form.made:
        pairs.setdefault(name, []).append(who)
    for role in form.roles:
        name = f"cast.{role.name}" if role.name else "to"
        pairs[name] = [who for who, _, chosen in role.who if chosen]
    for place in form.members:
        if place.several:
            pairs[f"{place.path}[]"] = [str(len(place.each))]
        if place.own:
            pairs[f"cast.{place.path}"] = [place.own] * len(place.each)
    each = [control for place in form.members for one in place.each for control in one.main]
    more = [control for place in form.members for one in place.each for control in one.more]
    for control in (*form.main, *form.more, *each, *more):
        for name, value in of_control(control):
            pairs.setdefault(name, []).append(value)
    return pairs


def of_control(control: Control) -> Iterator[tuple[str, str]]:
    if control.kind == "toggle":
        yield control.path, "false"
        if control.value == "true":
            yield control.path, "true"
    elif control.kind in ("chips", "select"):
        yield from ((control.path, chip.value) for chip in control.chips if chip.checked)
        for chip in control.chips:
            yield from of_control(chip.inner) if chip.inner else ()
    elif control.kind in ("group", "rows"):
        if control.kind == "rows":
            yield f"{control.path}[]", str(len(control.rows))
        inner = [each for row in control.rows for each in row.controls]
        for each in (*control.controls, *inner):
            yield from of_control(each)
    else:
        yield control.path, control.value


def paths(form: RequestForm) -> set[str]:
    """The parameters beside whose controls something is wrong."""
    members = [one for place in form.members for one in place.each]
    each = [control for one in members for control in (*one.main, *one.more)]
    return {control.path for control in (*form.main, *form.more, *each) if control.error}


@pytest.mark.parametrize("game", GAMES)
def test_as_it_opens_it_is_done_or_says_beside_a_control_what_is_missing(game: str) -> None:
    table, done = set_up(game), 0
    words = Words(table.game)
    for kind in table.game.procedures:
        if issubclass(kind, Ledger):
            continue
        form = build_request_form(table.state, words, {"procedure": [kind.id]})
        assert not any(control.wrong for control in (*form.main, *form.more)), kind.id
        pairs = sent(form)
        if table.decided(LEADER, read_request(table.state, table.game, pairs)) is not None:
            done += 1
            continue
        assert table.wrong is not None
        shown = paths(build_request_form(table.state, words, pairs, table.wrong))
        assert table.wrong.field in shown, (kind.id, str(table.wrong), shown)
    assert done >= len(table.game.usual)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_for_most_is_done_as_the_form_opens(game: str) -> None:
    table = set_up(game)
    for name in table.game.usual:
        procedure = f"{game}.{name}"
        form = build_request_form(table.state, Words(table.game), {"procedure": [procedure]})
        done = table.decided(LEADER, read_request(table.state, table.game, sent(form)))
        assert done is not None or procedure in CHOICES, (procedure, str(table.wrong))


CHOICES = ("socle.magie", "loss.dissimulation")
"""Where the leader has to say something that has no usual value: a spell's level, the Talent or the
Vertu of who seeks."""


def test_each_one_of_several_is_asked_about() -> None:
    """Armes-Dieux: the Domaine of each side (AD-OPP-01); what a sheet has is not asked again."""
    table = set_up("armes_dieux")
    who = ["bastan", "oriane", "chienne"]
    pairs = {"procedure": ["armes_dieux.opposition"], "cast.participants": who}
    form = build_request_form(table.state, Words(table.game), pairs)
    texts = {one.name: [control.path for control in one.main] for one in form.members[0].each}
    assert texts == {
        "Bastan": ["participants[0].poignee"],
        "Oriane Tessier": ["participants[1].poignee"],
        "La Chienne des salines": [],
    }
    asked = sent(form) | {"participants[0].poignee": ["Agression"]}
    table.does(LEADER, read_request(table.state, table.game, asked))
    run = next(iter(table.state.runs.values()))
    sides = table.session(run.id).question.given["participants"]
    assert [each["poignee"] for each in sides] == [7, 6, 9]
    assert [bool(table.view(seat).runs[0].asks) for seat in ("j1", "j2")] == [True, True]


def test_what_no_sheet_of_its_kind_has_is_shown_of_each_one() -> None:
    """Armes-Dieux: a power gives a character blood dice and Maîtrise in an opposition too, with a
    Poignée that was gathered before (AD-SAN-04, AD-MAI-01, AD-OPP-01)."""
    table = set_up("armes_dieux")
    pairs = {"procedure": ["armes_dieux.opposition"], "cast.participants": ["bastan", "chienne"]}
    form = build_request_form(table.state, Words(table.game), pairs)
    texts = {one.name: [control.path for control in one.more] for one in form.members[0].each}
    own = ["malus", "sang", "maitrise", "bonus_disponibles", "renfort"]
    assert texts["Bastan"] == [f"participants[0].{name}" for name in own]
    theirs = ["poignee", "malus", "ecartes", "plusieurs", "avantage", "magique", "reduction"]
    assert texts["La Chienne des salines"] == [f"participants[1].{name}" for name in theirs]
    answer = {"poignee": ["~0"], "poignee~0": ["9"], "sang": ["2"], "maitrise": ["false", "true"]}
    asked = sent(form) | {f"participants[0].{name}": value for name, value in answer.items()}
    table.does(LEADER, read_request(table.state, table.game, asked))
    one, other = table.session("j1").question.given["participants"]
    assert (one["poignee"], one["sang"], one["maitrise"]) == (9, 2, True)
    assert (other["poignee"], other["sang"]) == (9, 2)  # those of the Chienne's own sheet
    table.does("j1", acts.Seal(run="j1", place=0, values={"0": []}))  # no Bonus
    (ask,) = choices(table.view("j1").runs[0])
    assert "Dés de sang 2, Maîtrise" in ask.facts[-1].text  # all is known to all


@pytest.mark.parametrize("procedure", ["armes_dieux.opposition", "armes_dieux.oppositions"])
def test_the_leader_sizes_a_figurant_in_an_opposition_too(procedure: str) -> None:
    """Armes-Dieux: several together, circumstances, a power, or any size (AD-FIG-02, AD-FIG-06)."""
    table = set_up("armes_dieux")
    pairs = {"procedure": [procedure], "cast.participants": ["bastan", "chienne"]}
    form = build_request_form(table.state, Words(table.game), pairs)
    (size,) = (c for c in form.members[0].each[1].more if c.path == "participants[1].poignee")
    assert (size.value, plain(size.help)) == ("", "À défaut, ce que disent les fiches : 9")
    for run, (answer, dice) in enumerate((("", 9), ("12", 12)), start=1):
        asked = sent(form) | {"participants[1].poignee": [answer]}
        table.does(LEADER, read_request(table.state, table.game, asked))
        sides = table.session(f"j{run}").question.given["participants"]
        assert sides[1]["poignee"] == dice


def test_a_number_that_no_sheet_has_may_be_asked_for() -> None:
    """Exil: the leader settles the Talent (EXIL-ACT-02), one of level 0 that nobody has learnt too."""
    table = set_up("exil")
    pairs = {"procedure": ["exil.simple"], "to": ["brute"]}
    (talent,) = (
        c
        for c in build_request_form(table.state, Words(table.game), pairs).main
        if c.path == "talent"
    )
    texts = [(chip.label, chip.checked) for chip in talent.chips]
    assert texts == [("Bagarreur", True), ("Sportif", False), ("autre", False)]
    table.does(
        LEADER, read_request(table.state, table.game, pairs | {"talent": ["~0"], "talent~0": ["0"]})
    )
    assert table.state.runs["j1"].params["talent"] == 0
    pairs |= {"talent": ["~0"], "talent~0": ["6"]}
    (talent,) = (
        c
        for c in build_request_form(table.state, Words(table.game), pairs).main
        if c.path == "talent"
    )
    assert [chip.value for chip in talent.chips if chip.checked] == ["~0"]
    assert talent.chips[-1].inner is not None
    assert (talent.chips[-1].inner.path, talent.chips[-1].inner.value) == ("talent~0", "6")


def test_a_seuil_by_its_name_or_by_hand_or_out_of_reach() -> None:
    """Éclats: the maître sets it, whatever the sheet of an adversary has (ECL-LAN-08, ECL-LAN-10)."""
    table, words = set_up("eclats"), Words(set_up("eclats").game)
    pairs = {"procedure": ["eclats.test"], "to": ["lubin"], "cast.adversaire": ["rodeurs"]}

    def seuil(**answer: list[str]) -> Control:
        form = build_request_form(table.state, words, pairs | answer)
        return next(each for each in form.main if each.path == "seuil")

    chips = [(chip.label, chip.detail) for chip in seuil().chips]
    assert chips[:2] == [("Les repérer", "6"), ("Leur échapper", "8")]
    assert [label for label, _ in chips[-2:]] == ["un nombre", "inatteignable"]
    for value in ("Leur échapper", "inatteignable"):
        kept = seuil(seuil=[value])  # also while something else is changed
        assert [chip.value for chip in kept.chips if chip.checked] == [value]
    typed = {"seuil": ["~0"], "seuil~0": ["5"]}
    assert [chip.value for chip in seuil(**typed).chips if chip.checked] == ["~0"]
    table.does(
        LEADER, read_request(table.state, table.game, pairs | {"caracteristique": ["ruse"]} | typed)
    )
    given = table.session("j1").question.given
    assert (given["seuil"], given["caracteristique"]) == (5, 2)


def test_nobody_need_stand_against_who_acts() -> None:
    """Éclats: a wall to climb has no sheet, its seuil is a number (ECL-DEF-02, ECL-LAN-08)."""
    table, words = set_up("eclats"), Words(set_up("eclats").game)
    pairs = {"procedure": ["eclats.test"], "to": ["lubin"], "cast.adversaire": [""]}
    form = build_request_form(table.state, words, pairs)
    (against,) = (role for role in form.roles if role.name == "adversaire")
    assert [name for _, name, chosen in against.who if chosen] == ["Sans fiche"]
    seuil = next(each for each in form.main if each.path == "seuil")
    assert [chip.label for chip in seuil.chips] == ["un nombre", "inatteignable"]  # no belief
    answer = {"caracteristique": ["agilite"], "seuil": ["~0"], "seuil~0": ["7"]}
    table.does(LEADER, read_request(table.state, table.game, sent(form) | answer))
    run = table.state.runs["j1"]
    assert (run.params["seuil"], run.roles, run.subject) == (7, {}, "lubin")


def test_a_number_on_a_sheet_is_shown_where_all_have_the_same() -> None:
    """Armes-Dieux: the Domaine of one character with its score, of two without (AD-BON-01)."""
    table, words = set_up("armes_dieux"), Words(set_up("armes_dieux").game)

    def details(*who: str) -> list[str]:
        pairs = {"procedure": ["armes_dieux.test"], "to": list(who)}
        (control,) = (
            c for c in build_request_form(table.state, words, pairs).main if c.path == "domaine"
        )
        return [chip.detail for chip in control.chips]

    assert details("bastan") == ["2", "7", "…"]
    assert details("bastan", "oriane") == ["", "", "…"]


@pytest.mark.parametrize(
    ("procedure", "front", "behind"),
    [
        ("armes_dieux.test", ["domaine", "malus"], ["renfort", "sang"]),
        ("armes_dieux.test_figurant", ["malus", "plusieurs", "avantage", "magique"], ["reduction"]),
        ("eclats.action", ["caracteristique", "seuil", "bonus", "secret"], ["prix"]),
    ],
)
def test_what_a_test_is_requested_with_stands_in_front(
    procedure: str, front: list[str], behind: list[str]
) -> None:
    """Armes-Dieux: the Meneur names a Domaine and a Malus (AD-CAD-02), what raises a Figurant is
    together (AD-FIG-02). Éclats: another seuil for the relance is for tables that want it (R-08)."""
    table = set_up(procedure.partition(".")[0])
    form = build_request_form(table.state, Words(table.game), {"procedure": [procedure]})
    assert [each.path for each in form.main] == front
    assert {*behind} <= {each.path for each in form.more}


def test_the_ways_to_a_goal_are_those_of_one_sheet() -> None:
    """Armes-Dieux: the coroner of the example, by Influence at -3D or by Agression (AD-CAD-06); the
    Réserve, a Malus carried over and the Bonus are not said of each way."""
    table = set_up("armes_dieux")
    words = Words(table.game)
    malus = {"type": "armes_dieux.personnage", "qui": "bastan"}
    table.does(
        LEADER,
        acts.ChangeRecord(event=malus | {"evenement": {"type": "revers", "revers": "difficulte"}}),
    )
    pairs = {"procedure": ["armes_dieux.cadrage"], "to": ["bastan"]}
    first = sent(build_request_form(table.state, words, pairs))
    form = build_request_form(table.state, words, first | {"plus": ["approches"]})
    (ways,) = (each for each in form.main if each.path == "approches")
    names = [each.path.rpartition(".")[2] for each in ways.rows[1].controls]
    assert {"nom", "domaine", "malus", "bonus"} <= {*names}
    assert not {"reserve_combat", "malus_report", "sr"} & {*names}
    answer = {
        "approches[0].nom": ["De la douceur"],
        "approches[0].malus": ["3"],
        "approches[1].nom": ["Des menaces"],
        "approches[1].domaine": ["Agression"],
    }
    table.does(LEADER, read_request(table.state, table.game, sent(form) | answer))
    given = table.session("j1").question.given["approches"]
    assert [(each["nom"], each["domaine"], each["malus"]) for each in given] == [
        ("De la douceur", 2, 3),
        ("Des menaces", 7, 0),
    ]
    assert [each["malus_report"] for each in given] == [3, 3]
    assert [each["bonus"] for each in given] == ["ask", "ask"]


def plain(text: str) -> str:
    return re.sub(r"\s", " ", text)


def test_nobody_stands_where_his_sheet_serves_for_nothing() -> None:
    """Exil: a poison is no fighter, and first aid is given by who has the Talent (EXIL-POI-02)."""
    table = set_up("exil")
    picked = {}
    for who in ("aurele", "jeanne"):
        pairs = {"procedure": ["exil.poison"], "to": [who]}
        form = build_request_form(table.state, Words(table.game), pairs)
        picked[who] = {r.name: [one for one, _, on in r.who if on and one] for r in form.roles}
    assert picked["aurele"] == {"": ["aurele"], "mal": [], "soigneur": []}
    assert picked["jeanne"] == {"": ["jeanne"], "mal": [], "soigneur": ["aurele"]}


def test_characters_are_offered_where_their_sheets_serve() -> None:
    """Socle: heroes fight, their adversaries are those that have a Cible (SOC-TOU-01)."""
    table = set_up("socle")
    form = build_request_form(table.state, Words(table.game), {"procedure": ["socle.combat"]})
    picked = {role.name: [who for who, _, chosen in role.who if chosen] for role in form.roles}
    assert picked == {"heros": ["gontrand", "maelle"], "adversaires": ["capitaine"]}


# ── who is offered, and who is chosen at first ─────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("game", "procedure", "foe", "place"),
    [
        ("exil", "exil.melee", "brute", "combattants"),
        ("socle", "socle.combat", "capitaine", "adversaires"),
    ],
)
def test_copies_of_an_adversary_fight_with_it(
    game: str, procedure: str, foe: str, place: str
) -> None:
    table = set_up(game)
    table.does(LEADER, acts.CopyCharacter(character=foe, count=2))
    form = build_request_form(table.state, Words(table.game), {"procedure": [procedure]})
    (role,) = [each for each in form.roles if each.name == place]
    chosen = [who for who, _, picked in role.who if picked]
    assert chosen[-3:] == [foe, f"{foe}-2", f"{foe}-3"]


def test_copies_made_while_the_form_is_open_join_the_adversary_they_copy() -> None:
    """Who was there and is not chosen stays out."""
    table = set_up("exil")
    pairs = sent(build_request_form(table.state, Words(table.game), {"procedure": ["exil.melee"]}))
    table.does(LEADER, acts.CopyCharacter(character="brute", count=2))
    assert chosen_fighters(table, pairs) == ["aurele", "jeanne", "brute", "brute-2", "brute-3"]
    pairs |= {"made.known": [" ".join(table.state.sheets)]}
    pairs["cast.combattants"] = ["aurele", "brute", "brute-3"]
    assert chosen_fighters(table, pairs) == ["aurele", "brute", "brute-3"]


def chosen_fighters(table: Table, pairs: Pairs) -> list[str]:
    form = build_request_form(table.state, Words(table.game), pairs)
    return [who for role in form.roles for who, _, picked in role.who if picked]


def test_a_place_offers_those_whose_sheets_can_fill_it() -> None:
    table = set_up("socle")
    form = build_request_form(table.state, Words(table.game), {"procedure": ["socle.combat"]})
    offered = {role.name: {who for who, _, _ in role.who} for role in form.roles}
    assert not offered["heros"] & offered["adversaires"]
    assert offered == {
        "heros": {"gontrand", "maelle"},
        "adversaires": {"pillard", "capitaine", "idole"},
    }
