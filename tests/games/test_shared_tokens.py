"""Loss: a token that both sides of a run may take is spent once (LOSS-JET-03, LOSS-DES-01)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee import Refusal, advise, odds
from tablee.games.loss.shared_tokens import still_held
from tablee.rules.forms import NumberFrom
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.games.loss.oracle import dissimulation
from tests.kit import acts
from tests.kit.brute import key_of
from tests.table.evening import LEADER, Table, choices
from tests.table.tokens import TOKENS, won_and_lost

ATTACK: dict[str, Any] = {
    "somme_attaque": 15,
    "somme_defense": 10,
    "exploits": 0,
    "desastre_malus": True,
    "acteur_defense": "mj",
    "jetons_defense": 2,
    "jetons_avant_defense": 0,
    "jetons_apres": "minimal",
    "desastres_max_attaque": 2,
    "defense": True,
}
ACTIVE: dict[str, Any] = {
    "somme_initiateur": 15,
    "somme_repondant": 10,
    "desastre_malus": True,
    "acteur_repondant": "mj",
    "jetons_repondant": 2,
    "jetons_apres": "minimal",
    "desastres_max_initiateur": 2,
    "engages": 1,
}


@pytest.mark.parametrize(
    ("held", "other", "common", "spent", "left"),
    [(2, 2, 2, 2, 0), (2, 2, 0, 2, 2), (3, 2, 2, 2, 1), (2, 5, 2, 3, 2), (2, 5, 2, 4, 1)],
)
def test_the_tokens_of_one_side_alone_go_first(
    held: int, other: int, common: int, spent: int, left: int
) -> None:
    assert still_held(held, other, common, spent) == left


@pytest.mark.parametrize("struck", [0, 1, 2])
@pytest.mark.parametrize(
    ("procedure", "given", "spent", "tokens"),
    [
        ("loss.combat", ATTACK, "desastres_attaque", "jetons_defense"),
        ("loss.active", ACTIVE, "desastres_initiateur", "jetons_repondant"),
    ],
)
def test_the_law_is_that_of_the_tokens_that_are_left(
    procedure: str, given: dict[str, Any], spent: str, tokens: str, struck: int
) -> None:
    hit = given | {spent: struck}
    shared = odds(procedure, **hit | {"jetons_communs_mj": 2})
    assert shared == odds(procedure, **hit | {tokens: 2 - struck})
    if struck:
        assert shared != odds(procedure, **hit)


def test_what_strikes_the_attack_is_no_more_for_the_defence() -> None:
    """The MJ weighs it: with two Désastres, the defence has one chance in ten fewer a token."""
    asked = {**ATTACK, "desastres_attaque": "ask", "jetons_avant_defense": "ask"}
    session = Session(ask_about("loss.combat", asked | {"jetons_communs_mj": 2}))
    session.answer({"choose": 2})
    session.answer({"dice": [9]})
    assert not isinstance(session.pending, Choose)
    alone, shared = (
        {
            each.choice: each.value
            for each in advise("loss.combat", **asked | {"jetons_communs_mj": common}).options
        }
        for common in (0, 2)
    )
    assert shared[0] == alone[0]
    assert shared[2] != alone[2]


def test_tokens_given_beforehand_on_one_side_are_not_offered_on_the_other() -> None:
    given = {**ATTACK, "jetons_communs_mj": 2}
    session = Session(
        ask_about("loss.combat", given | {"desastres_attaque": "ask", "jetons_avant_defense": 1})
    )
    assert isinstance(session.pending, Choose)
    assert isinstance(session.pending.form, NumberFrom)
    assert session.pending.form.high == 1
    with pytest.raises(Refusal, match="de 0 à 1"):
        odds("loss.combat", **given | {"desastres_attaque": 1, "jetons_avant_defense": 2})


def test_two_of_the_leaders_spend_the_common_tokens_once() -> None:
    """Both sides are the MJ's: what one adds in the comparison the other has no more."""
    given = {"somme_initiateur": 10, "somme_repondant": 10, "engages": 0, "jetons_apres": "ask"}
    given |= {"acteur_initiateur": "mj", "acteur_repondant": "mj"}
    given |= {"jetons_initiateur": 2, "jetons_repondant": 2, "jetons_communs_mj": 2}
    session = Session(ask_about("loss.active", given))
    session.answer({"dice": [3]})
    session.answer({"dice": [5]})
    session.answer({"choose": 2})
    assert session.done
    assert session.result is not None
    assert session.result.winner == "initiateur"


@pytest.fixture
def table() -> Table:
    """kordan has two tokens, and the MJ two by a failure of kordan."""
    return won_and_lost(2)


def requests(table: Table, **given: Any) -> None:
    sides = {"attaquant": "kordan", "defenseur": "veilleur"}
    params = {"somme_attaque": 15, "somme_defense": 10, **given}
    table.does(LEADER, acts.RequestRun(procedure="loss.combat", params=params, cast=sides))


def answer(table: Table, **given: Any) -> None:
    shown = table.view(LEADER).runs[0]
    table.does(LEADER, acts.Answer(run=shown.id, place=shown.place, answer=given))


def test_the_leader_is_not_asked_for_tokens_that_have_struck(table: Table) -> None:
    requests(table)
    assert table.state.runs["j1"].params["jetons_communs_mj"] == 2
    asked: list[str] = []
    wanted = {"desastres": 2, "malus": True, "defense": True}
    while table.state.runs["j1"].status == "open":
        found = choices(table.view(LEADER).runs[0])
        if found:
            asked.append(str(found[0].context))
            answer(table, choose=wanted.get(asked[-1], 0))
        else:
            answer(table, dice=[9])
    assert asked == ["desastres", "malus", "exploits", "jetons_avant", "defense"]
    kept = table.state.record["registres"][TOKENS]
    assert kept["mj"]["libres"] == {"kordan": 0}
    assert not any(each.impossible for each in table.state.consequences_of("j1"))


def test_a_player_s_tokens_are_no_more_for_disasters_of_the_players(table: Table) -> None:
    table = won_and_lost(2, {"desastres_joueurs": True})
    requests(table)
    params = table.state.runs["j1"].params
    assert (params["desastres_max_defense"], params["jetons_communs_joueurs"]) == (2, 2)
    given = {"desastres_attaque": 0, "jetons_avant_attaque": 2, "desastres_defense": "ask"}
    session = Session(
        ask_about(
            "loss.combat", dict(params) | given | {"exploits": 0}, {"desastres_joueurs": True}
        )
    )
    while isinstance(session.pending, Choose):
        assert session.pending.label != "desastres"
        session.answer({"choose": session.pending.default})


# ── several seekers of the MJ ──────────────────────────────────────────────────────────────────
SEEKER: dict[str, Any] = {
    "acteur": "mj", "trait": 6, "talent": 6, "jetons": 1, "jetons_apres": "minimal", "exploits": 0,
}  # fmt: skip
HIDER: dict[str, Any] = {"id": "Kordan", "trait": 20, "talent": 20, "exploits": 1}


def both_sense(common: int) -> Fraction:
    """Return the chance that both of two seekers sense what is well hidden."""
    seekers = [{**SEEKER, "id": name} for name in ("garde", "chien")]
    params = {"cacheur": HIDER, "chercheurs": seekers, "jetons_communs_mj": common}
    law = odds({"procedure": "loss.dissimulation", "params": params})
    hidden = law.chance(lambda result: result.caches == 1)
    return law.chance(lambda r: {level for _, level in r.niveaux} == {"intuition"}) / hidden


def senses(tokens: int, spent: int | None = None) -> Fraction:
    """Return the chance that one seeker senses it; `spent`: with this number of tokens."""
    law = odds("loss.blind", **SEEKER | {"jetons": tokens, "caches": 1})
    return law.chance(
        lambda result: result.niveau == "intuition" and spent in (None, result.jetons_depenses)
    )


def test_seekers_of_the_leader_spend_a_common_token_once() -> None:
    """LOSS-JET-03: once the first has spent it, the second seeks without."""
    assert both_sense(0) == senses(1) ** 2
    assert both_sense(1) == senses(1, spent=0) * senses(1) + senses(1, spent=1) * senses(0)
    assert both_sense(1) < both_sense(0)


def test_a_common_token_is_not_given_to_two_seekers_beforehand() -> None:
    seekers = [{**SEEKER, "id": name, "jetons_avant": 1} for name in ("garde", "chien")]
    given: dict[str, Any] = {"cacheur": HIDER, "chercheurs": seekers}
    odds("loss.dissimulation", **given)
    with pytest.raises(Refusal) as refusal:
        odds("loss.dissimulation", **given | {"jetons_communs_mj": 1})
    assert refusal.value.field == "chercheurs[1].jetons_avant"


STRUCK: dict[str, Any] = {"id": "Sorn", "trait": 6, "talent": 6, "exploits": 0}


def test_desastres_on_a_seeker_are_no_more_for_the_next() -> None:
    """LOSS-DES-01: the MJ, asked for Sorn, strikes with one of two tokens; the guard has one left.
    With both gone he is not asked again, and the guard throws without any."""
    guard = SEEKER | {"id": "garde", "jetons": 2, "jetons_apres": "ask"}
    asked = STRUCK | {"desastres": "ask", "desastre_malus": True, "desastres_max": 2}
    given = {"cacheur": HIDER, "chercheurs": [asked, guard], "jetons_communs_mj": 2}
    for struck, left in ((0, 2), (1, 1), (2, 0)):
        run = Session(ask_about("loss.dissimulation", given))
        for answer in ({"dice": [9]}, {"choose": struck}, {"dice": [9]}, {"dice": [2]}):
            run.answer(answer)
        form = run.pending.form if isinstance(run.pending, Choose) else None
        assert (None if form is None else [*form.values()][-1]) == (left or None)


def test_what_conceals_costs_the_leader_his_desastres_and_nobody_learns_of_it() -> None:
    """The character of the MJ spends his only token after the die: none is left to strike Sorn, and
    the MJ is asked all the same, as the question alone would tell."""
    hider = HIDER | {"acteur": "mj", "trait": 5, "talent": 5, "exploits": 1}
    hider |= {"jetons": 1, "jetons_apres": "minimal"}
    asked = STRUCK | {"desastres": "ask", "desastres_max": 1}
    given = {"cacheur": hider, "chercheurs": [asked], "jetons_communs_mj": 1}
    for face, left in ((8, 0), (9, 0), ([10, 5], 1)):
        run = Session(ask_about("loss.dissimulation", given))
        run.answer({"dice": [face] if isinstance(face, int) else face})
        assert isinstance(run.pending, Choose)
        assert [*run.pending.form.values()] == [*range(left + 1)]


def test_one_token_does_not_strike_two_players() -> None:
    """R-21: where a Désastre may strike anybody, all tokens are counted for each."""
    asked = {"desastres": "ask", "desastre_malus": False, "desastres_max": 2}
    seekers = [STRUCK | asked, STRUCK | asked | {"id": "Ilan"}]
    given = {"cacheur": HIDER, "chercheurs": seekers, "desastres_communs": 2}
    run = Session(ask_about("loss.dissimulation", given))
    for answer in ({"dice": [9]}, {"choose": 1}, {"dice": [9]}):
        run.answer(answer)
    assert isinstance(run.pending, Choose)
    assert [*run.pending.form.values()] == [0, 1]
    fixed = [each | {"desastres": n} for n, each in zip((2, 1), seekers, strict=True)]
    with pytest.raises(Refusal) as refusal:
        odds("loss.dissimulation", cacheur=HIDER, chercheurs=fixed, desastres_communs=2)
    assert refusal.value.field == "chercheurs[1].desastres"


def test_the_table_counts_the_tokens_of_all_characters_of_the_leader(table: Table) -> None:
    cast = {"cacheur": "kordan", "chercheurs": ["veilleur", "fouisseur"]}
    scores = [{"trait": 5, "talent": 5}, {"trait": 5, "talent": 5}]
    hider = {"trait": 5, "talent": 5, "exploits": 1, "desastres": 0, "desastre_malus": False}
    params = {"cacheur": hider, "chercheurs": scores}
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast))
    (run,) = table.state.runs.values()
    assert run.params["jetons_communs_mj"] == 2
    assert [each["jetons"] for each in run.params["chercheurs"]] == [2, 2]
    assert run.params["desastres_communs"] == 0


def test_the_table_counts_what_may_strike_anybody() -> None:
    """R-21, « libre »: kordan's failure may strike nerise."""
    table = won_and_lost(2, {"desastre_cible": "libre"})
    cast = {"cacheur": "veilleur", "chercheurs": ["kordan", "nerise"]}
    scores = {"trait": 5, "talent": 5}
    params = {"cacheur": scores | {"exploits": 1}, "chercheurs": [scores, scores]}
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast))
    (run,) = table.state.runs.values()
    assert (run.params["desastres_communs"], run.params["jetons_communs_mj"]) == (2, 2)
    assert [each["desastres_max"] for each in run.params["chercheurs"]] == [2, 2]


# ── the players' tokens, where they may be Désastres (R-24) ────────────────────────────────────
BOTH = {"desastres_joueurs": True}
WATCH: dict[str, Any] = {
    **SEEKER,
    "id": "garde",
    "jetons": 0,
    "desastre_malus": True,
    "desastres_max": 2,
}
PLAYER: dict[str, Any] = {
    "id": "Sorn", "trait": 6, "talent": 6, "exploits": 0, "jetons": 2, "jetons_apres": "minimal",
}  # fmt: skip


@pytest.mark.parametrize("struck", [0, 1, 2])
def test_a_token_that_has_struck_the_mj_s_seeker_is_no_more_for_a_player(struck: int) -> None:
    asked = WATCH | {"desastres": "ask"}
    seekers = [asked, PLAYER | {"jetons_apres": "ask", "trait": 3, "talent": 3}]
    given = {"cacheur": HIDER, "chercheurs": seekers, "jetons_communs_joueurs": 2}
    run = Session(ask_about("loss.dissimulation", given, BOTH))
    for answer in ({"dice": [9]}, {"choose": struck}, {"dice": [9]}, {"dice": [8]}):
        run.answer(answer)
    form = run.pending.form if isinstance(run.pending, Choose) else None
    assert form == (None if struck == 2 else NumberFrom(0, 2 - struck))


def test_what_a_player_spends_to_conceal_strikes_nobody_and_his_choice_tells_it_alone() -> None:
    """Kordan may spend both tokens after his die: the players are asked all the same."""
    hider = {"id": "Kordan", "trait": 5, "talent": 5, "jetons": 2, "jetons_apres": "minimal"}
    seekers = [WATCH | {"desastres": "ask", "desastres_max": 2}]
    given = {"cacheur": hider, "chercheurs": seekers, "jetons_communs_joueurs": 2}
    for faces, left in (([5], 2), ([4], 1), ([1, 4], 0)):
        run = Session(ask_about("loss.dissimulation", given, BOTH))
        run.answer({"dice": faces})
        assert isinstance(run.pending, Choose)
        assert run.pending.who == "joueurs"
        assert [*run.pending.form.values()] == [*range(left + 1)]


def test_a_seeker_of_the_mj_has_what_his_hidden_friend_has_left() -> None:
    """LOSS-JET-03: he is asked as if all were left, and may spend none of the tokens that are gone."""
    hider = HIDER | {"acteur": "mj", "trait": 5, "talent": 5, "exploits": 1}
    hider |= {"jetons": 2, "jetons_apres": "minimal"}
    guard = SEEKER | {"id": "garde", "jetons": 2, "jetons_apres": "ask", "jetons_avant": "ask"}
    given = {"cacheur": hider, "chercheurs": [guard], "jetons_communs_mj": 2}
    for face, left in (([3], 0), ([8], 1), ([10, 5], 2)):
        run = Session(ask_about("loss.dissimulation", given))
        run.answer({"dice": face})
        for answer in ({"choose": 0}, {"dice": [2]}):
            assert isinstance(run.pending, Choose)
            assert [*run.pending.form.values()] == [*range(left + 1)]
            assert dict(run.pending.facts).get("jetons", 0) == left
            run.answer(answer)
            if "choose" in answer:
                run.answer({"dice": [2]})
                break
        assert isinstance(run.pending, Choose)
        assert [*run.pending.form.values()] == [*range(left + 1)]
        run.answer({"choose": 0})
        assert run.done


POOLED: list[dict[str, Any]] = [
    {
        "cacheur": {"id": "Mira", "trait": 6, "talent": 6, "jetons": 1, "jetons_apres": "minimal"},
        "chercheurs": [WATCH | {"desastres": 1, "desastres_max": 3}, PLAYER],
        "jetons_communs_joueurs": 2,
        "frappeur": "Sorn",
    },
    {
        "cacheur": SEEKER | {"id": "chef", "desastres": 2, "jetons": 3, "exploits": 1},
        "chercheurs": [PLAYER | {"desastres": 1, "desastres_max": 2}, WATCH | {"jetons": 3}],
        "jetons_communs_joueurs": 2,
        "jetons_communs_mj": 3,
    },
]


@pytest.mark.parametrize("given", POOLED)
@pytest.mark.parametrize("rulings", [BOTH, BOTH | {"choix_mj": "gain"}])
def test_the_law_with_tokens_of_both_sides(given: dict[str, Any], rulings: dict[str, Any]) -> None:
    law = odds({"procedure": "loss.dissimulation", "params": given, "rulings": rulings})
    by_hand: dict[str, Fraction] = {}
    for result, chance in dissimulation(given, rulings):
        by_hand[key_of(result)] = by_hand.get(key_of(result), Fraction()) + chance
    found: dict[str, Fraction] = {}
    for value, chance in law.items():
        found[key_of(show(value))] = found.get(key_of(show(value)), Fraction()) + chance
    assert found == {key: chance for key, chance in by_hand.items() if chance}


def test_desastres_and_tokens_of_the_players_are_not_given_twice_beforehand() -> None:
    seekers = [WATCH | {"desastres": 2}, PLAYER | {"jetons_avant": 1}]
    params = {"cacheur": HIDER, "chercheurs": seekers, "jetons_communs_joueurs": 2}
    with pytest.raises(Refusal) as refusal:
        odds({"procedure": "loss.dissimulation", "params": params, "rulings": BOTH})
    assert refusal.value.field == "chercheurs[1].jetons_avant"


@pytest.mark.parametrize(("rulings", "common"), [(BOTH, 2), ({}, 0)])
def test_the_table_counts_the_tokens_of_the_players(rulings: dict[str, Any], common: int) -> None:
    """kordan has both tokens of the players: they strike veilleur, or are his."""
    table = won_and_lost(2, rulings)
    scores = {"trait": 5, "talent": 5, "exploits": 0, "desastre_malus": True}
    hider = {"trait": 5, "talent": 5, "exploits": 1, "desastres": 0}
    watch = scores | ({"desastres": "ask"} if rulings else {})
    params = {"cacheur": hider, "chercheurs": [watch, scores]}
    cast = {"cacheur": "fouisseur", "chercheurs": ["veilleur", "kordan"]}
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast))
    assert table.state.runs["j1"].params["jetons_communs_joueurs"] == common
    asked = []
    dice = iter(([10, 5], [9], [8]))
    while table.state.runs["j1"].status == "open":
        found = choices(table.view(LEADER).runs[0])
        if found:
            asked.append((found[0].seat, found[0].context, list(found[0].range or ())))
            answer(table, choose=2 if asked[-1][1:] == ("desastres", [0, 2]) else 0)
        else:
            answer(table, dice=next(dice))
    before_and_after = ["jetons_avant", "jetons_apres"]
    by_kordan = [each for who, each, _ in asked if who == "j1"]
    assert by_kordan == (["desastres"] if common else before_and_after)
    assert table.state.record["registres"][TOKENS]["reserves"] == {"kordan": 2 - common}
    assert not any(each.impossible for each in table.state.consequences_of("j1"))
