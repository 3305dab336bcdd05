"""What the leader asks for in Exil: works of several, what sheets have, another number than theirs."""

from __future__ import annotations

from tablee.faces.web.form.control import Control
from tablee.faces.web.table.act_forms import read_request
from tablee.faces.web.table.cast_form import LESS
from tablee.faces.web.table.request_form import build_request_form
from tablee.rules.texts.words import Words
from tests.faces.web.test_table_requests import plain, sent
from tests.kit import acts
from tests.table.evening import LEADER, choices, set_up, sheet_of


def test_the_form_says_who_throws_in_secret() -> None:
    """A Jet de Talent is thrown by its player, a fight by the leader."""
    table = set_up("exil")
    words = Words(table.game)
    simple = {"procedure": ["exil.simple"]}
    assert build_request_form(table.state, words, simple).players_throw
    shot = {"procedure": ["exil.duel"]}
    assert not build_request_form(table.state, words, shot).players_throw


def test_what_another_talent_changes_is_folded_until_there_is_one() -> None:
    table = set_up("exil")
    words = Words(table.game)
    alone = build_request_form(table.state, words, {"procedure": ["exil.simple"]})
    assert [c.path for c in alone.main] == ["talent", "difficulty", "minimal_margin"]
    assert "external_autre" in [c.path for c in alone.more]
    two = {"procedure": ["exil.simple"], "to": ["aurele"], "autre_talent": ["9"]}
    assert "external_autre" in [c.path for c in build_request_form(table.state, words, two).main]


def test_one_person_may_have_several_tasks() -> None:
    """Exil: a long action of several Talents (EXIL-EXT-05), all of who is asked."""
    table = set_up("exil")
    pairs = {"procedure": ["exil.extended"], "to": ["aurele"]}
    form = build_request_form(table.state, Words(table.game), pairs)
    assert [(role.name, role.folded) for role in form.roles] == [
        ("", False),
        ("participants", True),
    ]
    (tasks,) = form.members
    assert (tasks.own, len(tasks.each), tasks.more, tasks.less) == ("aurele", 1, True, False)
    two = pairs | {"cast.taches": ["aurele", "aurele"]}
    form = build_request_form(table.state, Words(table.game), two)
    (tasks,) = form.members
    assert [one.name for one in tasks.each] == ["Aurèle Kestrin"] * 2
    assert (
        len(
            build_request_form(table.state, Words(table.game), two | {LESS: ["taches"]})
            .members[0]
            .each
        )
        == 1
    )
    work = {f"taches[{n}].points": ["8"] for n in (0, 1)}
    talents = {"taches[0].talent": ["Savant"], "taches[1].talent": ["Lettré"]}
    table.does(LEADER, read_request(table.state, table.game, sent(form) | work | talents))
    run = table.state.runs["j1"]
    assert [task["talent"] for task in table.session("j1").question.given["taches"]] == [11, 9]
    (ask,) = choices(table.view("j1").runs[0])
    assert run.subject == "aurele"
    assert [option.label for option in ask.options or ()] == ["tâche 1", "tâche 2"]


def test_who_work_together_are_companions() -> None:
    """EXIL-COO-01: the form chooses the players' characters for a common effort; beside them an
    adversary for an opposition (EXIL-OPP-01)."""
    table = set_up("exil")
    for procedure, chosen in (
        ("exil.cooperation", ["aurele", "jeanne"]),
        ("exil.opposition", ["aurele", "jeanne", "brute"]),
    ):
        form = build_request_form(table.state, Words(table.game), {"procedure": [procedure]})
        (role,) = form.roles
        assert [who for who, _, taken in role.who if taken] == chosen


def test_a_long_work_names_those_who_do_it_together() -> None:
    """EXIL-COO-01, EXIL-EXT-02: their Talents are those of their sheets; the leader says how."""
    table = set_up("exil")
    pairs = {
        "procedure": ["exil.extended"],
        "to": ["aurele"],
        "cast.participants": ["aurele", "jeanne"],
    }
    form = build_request_form(table.state, Words(table.game), pairs)
    assert [one.name for one in form.members[1].each] == ["Aurèle Kestrin", "Jeanne Vauquelin"]
    work = {"taches[0].points": ["8"], "taches[0].talent": [""]}
    talents = {f"participants[{n}].talent": ["Lettré"] for n in (0, 1)}
    table.does(LEADER, read_request(table.state, table.game, sent(form) | work | talents))
    (ask,) = choices(table.view(LEADER).runs[0])
    assert ask.context == "mode"


def test_a_long_work_may_be_asked_of_several_at_once() -> None:
    """Exil: the Talents that all of them have are offered, each one works with his own (EXIL-EXT-05);
    anyone who the hidden fields still name."""
    table = set_up("exil")
    pairs = {"procedure": ["exil.extended"], "to": ["aurele", "jeanne"]}
    form = build_request_form(table.state, Words(table.game), pairs)
    (each,) = form.members[0].each
    assert each.name == "Aurèle Kestrin et Jeanne Vauquelin"
    (talent,) = (control for control in each.main if control.path == "taches[0].talent")
    assert [(chip.label, chip.detail) for chip in talent.chips] == [
        ("Aucun", ""),
        ("Lettré", ""),
        ("Orateur", ""),
        ("Tireur", ""),
        ("Bagarreur", ""),
        ("un nombre", ""),
    ]
    work = {"taches[0].points": ["8"], "taches[0].talent": ["Lettré"]}
    table.does(LEADER, read_request(table.state, table.game, sent(form) | work))
    late = sent(form) | work | {"to": ["jeanne"]}  # the form was not made again
    table.does(LEADER, read_request(table.state, table.game, late))
    given = [(run.subject, run.params["taches"][0]["talent"]) for run in table.state.runs.values()]
    assert given == [("aurele", 9), ("jeanne", 4), ("jeanne", 4)]


def test_what_no_sheet_tells_of_a_talent_is_shown_in_a_word() -> None:
    """Exil: any Talent may be learnt of a book, also one of which the sheet does not say how hard it
    is to learn (EXIL-APP-06)."""
    table, words = set_up("exil"), Words(set_up("exil").game)
    pairs = {"procedure": ["exil.book"], "to": ["aurele"]}

    def learnt(**answer: list[str]) -> Control:
        form = build_request_form(table.state, words, pairs | answer)
        return next(each for each in form.main if each.path == "apprentissage")

    labels = [chip.label for chip in learnt().chips]
    assert labels == ["Médecin", "Savant", "Bagarreur", "autre"]
    answer = {"apprentissage": ["~0"], "apprentissage~0": ["difficile"]}
    assert [chip.value for chip in learnt(**answer).chips if chip.checked] == ["~0"]
    inner = learnt(**answer).chips[-1].inner
    assert inner is not None
    assert [(chip.label, chip.checked) for chip in inner.chips] == [
        ("facile", False),
        ("modéré", False),
        ("difficile", True),
    ]
    table.does(LEADER, read_request(table.state, table.game, pairs | answer))
    assert table.state.runs["j1"].params["apprentissage"] == "difficile"


def test_what_several_have_no_name_in_common_for_is_shown_by_hand() -> None:
    """Exil: two who share no Talent (EXIL-ACT-02); their levels are not taken from nowhere."""
    table, words = set_up("exil"), Words(set_up("exil").game)
    other = sheet_of(table, "jeanne", talents={"Marin": 7})
    table.does(LEADER, acts.PutSheet(character="jeanne", sheet=other, seat="j2"))
    pairs = {"procedure": ["exil.simple"], "to": ["aurele", "jeanne"]}
    form = build_request_form(table.state, words, pairs)
    assert form.main[0].path == "talent"
    assert form.main[0].kind == "number"
    table.does(LEADER, read_request(table.state, table.game, sent(form) | {"talent": ["3"]}))
    assert [run.params["talent"] for run in table.state.runs.values()] == [3, 3]


def test_a_share_of_the_potential_may_be_another_than_that_of_the_sheet() -> None:
    """Exil: who shoots may keep some of his PC for his defence (EXIL-TIR-05), who attacks shares it
    as he likes (EXIL-CBT-05); what nobody says is what the sheets say."""
    table, words = set_up("exil"), Words(set_up("exil").game)
    pairs = {"procedure": ["exil.shot"], "to": ["aurele", "jeanne"], "cast.cible": ["brute"]}
    form = build_request_form(table.state, words, pairs)
    (poff,) = (control for control in form.more if control.path == "poff")
    assert poff.value == ""
    assert plain(poff.help) == "À défaut, ce que disent les fiches : 5 et 7"
    table.does(LEADER, read_request(table.state, table.game, sent(form)))
    table.does(LEADER, read_request(table.state, table.game, sent(form) | {"poff": ["4"]}))
    assert [run.params["poff"] for run in table.state.runs.values()] == [5, 7, 4, 4]
    kept = build_request_form(table.state, words, sent(form) | {"poff": ["4"]})
    assert [control.value for control in kept.more if control.path == "poff"] == ["4"]
    pairs = {"procedure": ["exil.assaut"], "to": ["jeanne"], "cast.cible": ["brute"]}
    form = build_request_form(table.state, words, pairs)
    assert {"poff", "pdef"} <= {control.path for control in form.more}
    pairs = {"procedure": ["exil.attaques_multiples"], "to": ["jeanne"]}
    form = build_request_form(table.state, words, pairs | {"cast.cibles": ["brute", "vigile"]})
    each = form.members[0].each[0]
    assert "cibles[0].pdef" in {control.path for control in each.more}


def test_what_armour_hinders_may_be_counted_in_a_physical_action() -> None:
    """Exil: of a lone action and of a race, by the leader's word (EXIL-PRO-04, EXIL-ACT-05)."""
    table, words = set_up("exil"), Words(set_up("exil").game)
    hurt = {"type": "exil.suivi", "qui": "jeanne", "evenement": {"type": "blessure", "dommages": 9}}
    table.does(LEADER, acts.ChangeRecord(event=hurt))
    pairs = {"procedure": ["exil.simple"], "to": ["jeanne"], "talent": ["Acrobate"]}

    def texts(**answer: list[str]) -> list[tuple[str, str, bool]]:
        form = build_request_form(table.state, words, pairs | answer)
        (other,) = (control for control in form.more if control.path == "external")
        return [(chip.label, chip.detail, chip.checked) for chip in other.chips]

    both = ["santé+encombrement"]
    assert texts() == [
        ("selon la fiche", "\u22124", True),
        ("Santé + encombrement", "\u22124", False),
        ("autre", "…", False),
    ]
    assert [on for _, _, on in texts(external=both)] == [False, True, False]
    english = build_request_form(table.state, Words(table.game, "en"), pairs)
    (other,) = (control for control in english.more if control.path == "external")
    assert [chip.label for chip in other.chips] == ["by the sheet", "Health + encumbrance", "other"]
    assert [on for _, _, on in texts(**{"external": ["~0"], "external~0": ["-5"]})][2]
    form = build_request_form(table.state, words, pairs)
    for answer in ({}, {"external": both}, {"external": ["~0"], "external~0": ["-5"]}):
        table.does(LEADER, read_request(table.state, table.game, sent(form) | answer))
    assert [run.params["external"] for run in table.state.runs.values()] == [-4, -4, -5]
    race = {"procedure": ["exil.opposition"], "cast.protagonistes": ["jeanne", "vigile"]}
    form = build_request_form(table.state, words, race)
    each = [[control.path for control in one.more] for one in form.members[0].each]
    assert ["protagonistes[0].external" in each[0], "protagonistes[1].external" in each[1]] == [
        True,
        True,
    ]
    answer = {"protagonistes[0].external": both}
    table.does(LEADER, read_request(table.state, table.game, sent(form) | answer))
    sides = table.session("j4").question.given["protagonistes"]
    assert [side.get("external", 0) for side in sides] == [-4, -2]


def test_a_jammed_gun_is_shown_beside_its_control() -> None:
    """Exil: what the sheet has is shown as it is, so that only who says otherwise shoots with it
    (EXIL-INC-07)."""
    table, words = set_up("exil"), Words(set_up("exil").game)
    touched = {"type": "retouche", "qui": "jeanne", "champs": {"enrayee": True}}
    table.does(LEADER, acts.ChangeRecord(event=touched))
    pairs = {"procedure": ["exil.shot"], "to": ["jeanne"], "cast.cible": ["brute"]}
    form = build_request_form(table.state, words, pairs)
    for _ in range(2):  # sent again as it is, it is refused again
        assert table.decided(LEADER, read_request(table.state, table.game, sent(form))) is None
        form = build_request_form(table.state, words, sent(form), table.wrong)
        (gun,) = (each for each in form.main if each.path == "enrayee")
        assert gun.value == "true"
        assert plain(gun.error).startswith("« oui » n’est pas possible ; attendu : non")
    table.does(LEADER, read_request(table.state, table.game, sent(form) | {"enrayee": ["false"]}))


def test_who_cannot_act_is_proposed_last() -> None:
    """The brute and Aurèle are dead: a fight is proposed between those who stand (EXIL-SAN-05)."""
    table = set_up("exil")

    def proposed(procedure: str) -> dict[str, list[str]]:
        form = build_request_form(table.state, Words(table.game), {"procedure": [procedure]})
        return {role.name: [who for who, _, chosen in role.who if chosen] for role in form.roles}

    assert proposed("exil.duel") == {"a": ["aurele"], "b": ["brute"]}
    for who in ("aurele", "brute"):
        blow = {"type": "blessure", "dommages": 60}
        event = {"type": "exil.suivi", "qui": who, "evenement": blow}
        table.does(LEADER, acts.ChangeRecord(event=event))
    assert proposed("exil.duel") == {"a": ["jeanne"], "b": ["vigile"]}
    assert proposed("exil.melee")["combattants"] == ["jeanne", "vigile"]
    assert proposed("exil.simple") == {"": ["jeanne"]}


def test_who_was_shown_for_another_procedure_comes_first() -> None:
    """Jeanne, then a duel: she is in it, though Aurèle would be proposed."""
    table = set_up("exil")
    for procedure, place in (("exil.duel", "a"), ("exil.melee", "combattants")):
        pairs = {"procedure": [procedure], "to": ["jeanne"]}
        form = build_request_form(table.state, Words(table.game), pairs)
        chosen = {role.name: [who for who, _, on in role.who if on] for role in form.roles}
        assert "jeanne" in chosen[place]


def test_care_is_first_offered_for_one_of_the_players_or_for_the_hurt() -> None:
    """EXIL-SOI-01: who is cared for, taught or rescued is no adversary of the acting character."""
    table, words = set_up("exil"), Words(set_up("exil").game)

    def chosen(procedure: str, place: str) -> list[str]:
        form = build_request_form(table.state, words, {"procedure": [procedure]})
        (role,) = (each for each in form.roles if each.name == place)
        return [who for who, _, picked in role.who if picked]

    def wound(who: str, pds: int | None, seat: str | None) -> None:
        hurt = sheet_of(table, who, pds=pds)
        table.does(LEADER, acts.PutSheet(character=who, sheet=hurt, seat=seat))

    assert chosen("exil.care", "patient") == ["jeanne"]
    wound("brute", 5, None)
    assert chosen("exil.care", "patient") == ["brute"]
    wound("jeanne", 5, "j2")
    assert chosen("exil.care", "patient") == ["jeanne"]
    assert chosen("exil.teaching", "apprenti") == ["jeanne"]
    assert chosen("exil.shot", "cible") == ["brute"]


def test_who_leaves_an_opposition_takes_the_own_values_along() -> None:
    """Exil: the others keep what was chosen for them (EXIL-OPP-01)."""
    table, words = set_up("exil"), Words(set_up("exil").game)
    three = ["aurele", "jeanne", "brute"]
    made = {"was.protagonistes": three, "protagonistes[]": ["3"]}
    talents = ("Orateur", "Acrobate", "Sportif")
    made |= {f"protagonistes[{n}].talent": [talent] for n, talent in enumerate(talents)}
    pairs = {"procedure": ["exil.opposition"], **made, "cast.protagonistes": ["aurele", "brute"]}
    form = build_request_form(table.state, words, pairs)
    found = [
        (one.id, control.error, [chip.label for chip in control.chips if chip.checked])
        for one in form.members[0].each
        for control in one.main
    ]
    assert found == [("aurele", "", ["Orateur"]), ("brute", "", ["Sportif"])]
    sides = read_request(table.state, table.game, pairs).params["protagonistes"]
    assert [side["talent"] for side in sides] == ["Orateur", "Sportif"]


def test_who_joins_a_fight_leaves_everybody_their_own_camp() -> None:
    """Exil: a browser sends the character that was tapped before those chosen already."""
    table, words = set_up("exil"), Words(set_up("exil").game)
    form = build_request_form(table.state, words, {"procedure": ["exil.melee"]})
    before = ["aurele", "jeanne", "brute"]
    assert sent(form)["cast.combattants"] == before
    camps = ("personnages", "personnages", "adversaires")
    typed = {f"combattants[{n}].camp": [camp] for n, camp in enumerate(camps)}
    tapped = {"cast.combattants": ["vigile", *before], "was.combattants": before}
    joined = build_request_form(table.state, words, {**sent(form), **typed, **tapped})
    camps_of = {
        one.id: control.value
        for one in joined.members[0].each
        for control in one.more
        if control.path.endswith(".camp")
    }
    assert camps_of == dict(zip([*before, "vigile"], [*camps, "adversaires"], strict=True))
