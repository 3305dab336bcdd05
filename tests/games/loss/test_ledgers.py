"""The ledger of tokens of Loss: guards, switches both ways, nothing lost or made (invariant 8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show

Params = dict[str, Any]

TABLE: Params = {
    "reserves": {"Mira": 2, "Sorn": 0},
    "mj": {"libres": {"Mira": 1, "Sorn": 3}, "ag": {"garde": 1, "*": 1}},
}


def kept(*events: Params, etat: Params = TABLE, **rulings: Any) -> Params:
    params = {"etat": etat, "evenements": events}
    session = Session(ask_about("loss.jetons", params, rulings))
    found: Params = show(session.result)["etat"]
    return found


def refused(*events: Params, etat: Params = TABLE, **rulings: Any) -> str:
    with pytest.raises(Refusal) as caught:
        kept(*events, etat=etat, **rulings)
    place = f"evenements[{len(events) - 1}]."
    assert caught.value.field.startswith(place)
    return caught.value.field.removeprefix(place)


def total(etat: Params) -> int:
    pools = (etat["reserves"], etat["mj"]["libres"], etat["mj"]["ag"])
    return sum(sum(pool.values()) for pool in pools)


# ── guards ─────────────────────────────────────────────────────────────────────────────────────
MISSED: Params = {"type": "echec", "exploits": 2, "auteur": "Mira"}
HELD_BACK: Params = {"type": "echec", "exploits": 1, "acteur": "mj", "auteur": "garde"}


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "gain", "holder": "mj", "n": 1}, "holder"),
        ({"type": "gain", "holder": "*", "n": 1}, "holder"),
        ({"type": "gain", "holder": "Mira", "n": 1, "camp": "pnj"}, "camp"),
        ({"type": "gain", "holder": "garde", "n": 1, "camp": "pj"}, "camp"),
        ({"type": "gain", "holder": "Mira", "n": 6}, "n"),
        (MISSED | {"attributions": {"mj": 1}}, "attributions"),
        (MISSED | {"attributions": {"mj": 2}, "part_ag": 1}, "part_ag"),
        (MISSED | {"attributions": {"mj": 2}, "usage": "ag"}, "usage"),
        (MISSED | {"attributions": {"garde": 2}, "usage": "ag_ou_desastre"}, "usage"),
        (HELD_BACK | {"attributions": {"mj": 1}}, "attributions.mj"),
        (HELD_BACK | {"attributions": {"garde": 1}}, "attributions.garde"),
        ({"type": "depense", "player": "Mira", "n": 3}, "n"),
        ({"type": "depense", "player": "garde", "n": 1}, "player"),
        ({"type": "depense_mj", "pnj": "garde", "n": 7}, "n"),
        ({"type": "depense_mj", "pnj": "chien", "n": 6}, "n"),
        ({"type": "depense_mj", "pnj": "garde", "n": 1, "ag": {"chien": 1}}, "ag.chien"),
        ({"type": "depense_mj", "pnj": "garde", "n": 2, "libres": {"Mira": 2}}, "libres.Mira"),
        ({"type": "depense_mj", "pnj": "garde", "n": 2, "libres": {"Mira": 1}}, "n"),
        ({"type": "desastre", "player": "Mira", "n": 2}, "n"),
        ({"type": "desastre", "player": "Nul", "n": 1}, "n"),
        ({"type": "don", "player": "Mira", "a": "Sorn", "n": 1}, "type"),
        ({"type": "desastre_joueur", "player": "Mira", "pnj": "garde", "n": 1}, "type"),
    ],
)
def test_events_that_may_not_come_are_refused(event: Params, field: str) -> None:
    assert refused(event) == field


def test_one_spending_of_disasters_an_action() -> None:
    strike = {"type": "desastre", "player": "Sorn", "n": 1, "action": "la grille"}
    assert refused(strike, strike) == "action"
    unnamed = {"type": "desastre", "player": "Sorn", "n": 1}
    assert kept(strike, unnamed, unnamed)["mj"]["libres"]["Sorn"] == 0
    again = {"type": "gain", "holder": "Mira", "n": 1}
    missed = MISSED | {"auteur": "Sorn", "attributions": {"mj": 2}}
    assert kept(strike, {"type": "fin_scene"}, again, missed, strike)["mj"]["libres"]["Sorn"] == 1


def test_what_a_failure_came_to_is_written_as_it_was_shown() -> None:
    params = {
        "exploits": 3,
        "acteur": "pj",
        "auteur": "Mira",
        "adversaires": [{"id": "chien", "camp": "pnj"}, {"id": "Taro", "camp": "pj"}],
    }
    answers = [{"choose": "Taro"}, {"choose": "chien"}, {"choose": "Taro"}]
    texts = show(Session(ask_about("loss.echec", params, {}, answers)).result)
    found = kept({"type": "echec", **params, **texts})
    assert found["reserves"] == {"Mira": 2, "Sorn": 0, "Taro": 2}
    assert found["mj"]["ag"]["chien"] == 1


# ── switches ───────────────────────────────────────────────────────────────────────────────────
def test_the_mj_chooses_when_he_spends_or_when_he_gains() -> None:
    split = MISSED | {"attributions": {"mj": 2}, "part_ag": 1}
    empty: Params = {"reserves": {"Mira": 0}}
    found = kept(split, etat=empty, choix_mj="gain")["mj"]
    assert found == {"libres": {"Mira": 1}, "ag": {"*": 1}}
    spent = {"type": "depense_mj", "pnj": "garde", "n": 1}
    assert kept(split, spent, etat=empty, choix_mj="gain")["mj"]["ag"] == {"*": 0}
    assert refused(split, spent, spent, etat=empty, choix_mj="gain") == "n"
    whole = MISSED | {"attributions": {"mj": 2}}
    assert kept(whole, spent, spent, etat=empty)["mj"]["libres"] == {"Mira": 0}


def test_a_disaster_strikes_who_failed_or_anybody() -> None:
    strike = {"type": "desastre", "player": "Mira", "n": 3}
    assert refused(strike) == "n"
    assert kept(strike, desastre_cible="libre")["mj"]["libres"] == {"Mira": 0, "Sorn": 1}


def test_tokens_of_a_character_of_the_mj_are_his_or_common() -> None:
    missed = MISSED | {"attributions": {"garde": 2}}
    assert kept(missed)["mj"]["ag"]["garde"] == 3
    found = kept(missed, jetons_pnj="commun")["mj"]
    assert (found["ag"]["garde"], found["libres"]["Mira"]) == (1, 3)


def test_shares_are_of_the_whole_or_the_whole_for_each() -> None:
    both = MISSED | {"attributions": {"garde": 2, "Sorn": 2}}
    assert refused(both) == "attributions"
    assert kept(both, partage_adversaires="chacun")["reserves"]["Sorn"] == 2
    shared = MISSED | {"attributions": {"garde": 1, "Sorn": 1}}
    assert kept(shared)["reserves"]["Sorn"] == 1
    assert refused(shared, partage_adversaires="chacun") == "attributions"


def test_what_the_mj_loses_is_shared_whatever_adversaries_receive() -> None:
    """R-16 is of a player's adversaries; R-19 tells how players share what the MJ cedes."""
    rulings: Params = {"partage_adversaires": "chacun", "priorite_joueurs": "un_par_un"}
    missed: Params = {"exploits": 2, "acteur": "mj", "auteur": "garde"}
    asked = missed | {"cible": "Mira", "reserves": {"Mira": 2, "Sorn": 0}}
    texts = show(Session(ask_about("loss.echec", asked, rulings)).result)
    assert texts["attributions"] == {"Mira": 1, "Sorn": 1}
    found = kept({"type": "echec", **missed, **texts}, **rulings)
    assert found["reserves"] == {"Mira": 3, "Sorn": 1}


def test_the_whole_for_each_where_the_tokens_of_the_mj_are_common() -> None:
    """R-16 with R-18: what loss.echec tells goes into the ledger as it is."""
    rulings: Params = {"partage_adversaires": "chacun", "jetons_pnj": "commun"}
    foes = [{"id": name, "camp": "pnj"} for name in ("garde", "chien")]
    missed = MISSED | {"acteur": "pj", "adversaires": [*foes, {"id": "Taro", "camp": "pj"}]}
    params = {name: value for name, value in missed.items() if name != "type"}
    texts = show(Session(ask_about("loss.echec", params, rulings)).result)
    assert texts["attributions"] == {"Taro": 2, "mj": 4}
    found = kept(missed | texts, **rulings)
    assert (found["reserves"]["Taro"], found["mj"]["libres"]["Mira"]) == (2, 5)
    wrong = missed | {"attributions": {"mj": 2}}
    assert refused(wrong, **rulings) == "attributions"
    alone = MISSED | {"attributions": {"mj": 2}}
    assert kept(alone, **rulings)["mj"]["libres"]["Mira"] == 3
    split = missed | texts | {"part_ag": 4}
    assert kept(split, choix_mj="gain", **rulings)["mj"]["ag"]["*"] == 5


def test_tokens_pass_from_hand_to_hand_only_where_the_table_has_it_so() -> None:
    gift = {"type": "don", "player": "Mira", "a": "Sorn", "n": 2}
    assert kept(gift, jetons_transfert=True)["reserves"] == {"Mira": 0, "Sorn": 2}
    assert refused(gift | {"n": 3}, jetons_transfert=True) == "n"
    assert refused(gift | {"a": "garde"}, jetons_transfert=True) == "a"
    assert refused(gift | {"a": "Mira"}, jetons_transfert=True) == "a"
    assert kept(gift | {"a": "Ilan"}, jetons_transfert=True)["reserves"]["Ilan"] == 2


def test_players_may_have_disasters_only_where_the_table_has_it_so() -> None:
    strike = {"type": "desastre_joueur", "player": "Mira", "pnj": "garde", "n": 2, "action": "x"}
    assert kept(strike, desastres_joueurs=True)["reserves"]["Mira"] == 0
    assert refused(strike | {"n": 3}, desastres_joueurs=True) == "n"
    second = strike | {"n": 1}
    assert refused(second, second, desastres_joueurs=True) == "action"


def test_tokens_of_one_test_may_be_bounded() -> None:
    spent = {"type": "depense", "player": "Mira", "n": 1, "test": "le mur"}
    assert kept(spent, spent)["reserves"]["Mira"] == 0
    assert refused(spent, spent, jetons_max_par_test=1) == "n"
    assert kept(spent, spent | {"test": "la porte"}, jetons_max_par_test=1)["reserves"]["Mira"] == 0
    guard = {"type": "depense_mj", "pnj": "garde", "n": 1, "test": "le mur"}
    assert kept(spent, guard, jetons_max_par_test=1)["mj"]["ag"]["garde"] == 0
    assert refused(guard, guard, jetons_max_par_test=1) == "n"
    assert refused(guard | {"n": 2}, jetons_max_par_test=1) == "n"
    assert kept(guard | {"n": 2})["mj"]["ag"] == {"garde": 0, "*": 0}


# ── invariant 8 ────────────────────────────────────────────────────────────────────────────────
NAMES = ("Mira", "Sorn", "garde", "chien")
counts = st.integers(1, 3)
events = st.one_of(
    st.builds(
        lambda holder, n: {"type": "gain", "holder": holder, "n": n}, st.sampled_from(NAMES), counts
    ),
    st.builds(
        lambda auteur, holder, n: {
            "type": "echec",
            "exploits": n,
            "acteur": "pj" if auteur in ("Mira", "Sorn") else "mj",
            "auteur": auteur,
            "attributions": {holder: n},
        },
        st.sampled_from(NAMES),
        st.sampled_from([*NAMES, "mj"]),
        counts,
    ),
    st.builds(
        lambda player, n: {"type": "depense", "player": player, "n": n},
        st.sampled_from(NAMES),
        counts,
    ),
    st.builds(
        lambda pnj, n: {"type": "depense_mj", "pnj": pnj, "n": n}, st.sampled_from(NAMES), counts
    ),
    st.builds(
        lambda player, n: {"type": "desastre", "player": player, "n": n},
        st.sampled_from(NAMES),
        counts,
    ),
    st.just({"type": "fin_scene"}),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(events, max_size=80))
def test_no_token_is_lost_or_made(drawn: list[Params]) -> None:
    found = kept()
    for event in drawn:
        try:
            after = kept(event, etat=found)
        except Refusal:
            continue
        change = total(after) - total(found)
        pools = (after["reserves"], after["mj"]["libres"], after["mj"]["ag"])
        assert all(n >= 0 for pool in pools for n in pool.values())
        match event["type"]:
            case "gain":
                assert change == event["n"]
            case "echec":
                assert change == event["exploits"]
            case "fin_scene":
                assert (total(after), after["scene"]) == (0, found["scene"] + 1)
            case _:
                assert change == -event["n"]
        assert after["journal"][:-1] == found["journal"]
        found = after


# ── time ───────────────────────────────────────────────────────────────────────────────────────
def clock(*events: Params, **etat: Any) -> Session:
    return Session(ask_about("loss.temps", {"etat": etat, "evenements": events}))


@pytest.mark.parametrize("unit", ["action", "tour", "instant", "scene", "episode", "aventure"])
def test_tokens_expire_when_a_scene_ends(unit: str) -> None:
    session = clock({"type": "avance", "unite": unit}, tour=1)
    ends = unit in ("scene", "episode", "aventure")
    assert session.effects == ([("fin_scene", 1)] if ends else [])
    assert any("LOSS-LIM-02" in entry.clauses for entry in session.trace) == ends


def test_an_action_is_counted_within_a_turn() -> None:
    with pytest.raises(Refusal) as caught:
        clock({"type": "avance", "unite": "action"})
    assert caught.value.field == "evenements[0].unite"


def test_in_a_series_each_adventure_is_one_episode() -> None:
    episode = {"type": "avance", "unite": "episode"}
    found = show(clock(episode, episode, serie=True).result)["etat"]
    assert (found["aventure"], found["episode"], found["scene"]) == (3, 1, 1)
    found = show(clock(episode, episode).result)["etat"]
    assert (found["aventure"], found["episode"]) == (1, 3)
