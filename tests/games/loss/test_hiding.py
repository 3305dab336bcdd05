"""Dissimulation of Loss: who is asked, who sees what (R-28), who receives, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.explain import visible
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import effects_view, pending_view, result_view
from tablee.rules.schema import show
from tablee.rules.texts.words import Words

Params = dict[str, Any]

PLAYER: Params = {"id": "Mira", "trait": 6, "talent": 6, "exploits": "ask"}
GUARD: Params = {"id": "garde", "acteur": "mj", "trait": 6, "talent": 6, "exploits": "ask"}
FRIEND: Params = {"id": "Sorn", "trait": 5, "talent": 5}
SECRET = "secret"


def run(hider: Params, seekers: list[Params], *answers: Params, **rulings: Any) -> Session:
    params = {"cacheur": hider, "chercheurs": seekers}
    return Session(ask_about("loss.dissimulation", params, rulings, answers))


def label(session: Session, seat: str | None) -> str:
    found: str = pending_view(session, Words(session.question.game), seat)["label"]
    return found


def texts(session: Session, seat: str | None) -> str:
    return " ".join(str(dict(entry.numbers)) for entry in visible(session, seat))


def test_the_number_of_a_player_is_sealed_from_the_mj_who_seeks() -> None:
    first = run(PLAYER, [GUARD])
    assert [label(first, seat) for seat in (None, "Mira", "mj", "Sorn")] == [
        "exploits",
        "exploits",
        SECRET,
        SECRET,
    ]
    rolled = run(PLAYER, [GUARD], {"choose": 2})
    assert label(rolled, "mj") == SECRET
    seeking = run(PLAYER, [GUARD], {"choose": 2}, {"dice": [10, 9]})
    assert label(seeking, "mj") == "exploits"
    facts = pending_view(seeking, Words(seeking.question.game), "mj")["facts"]
    assert "caches" not in facts
    assert "25" not in texts(seeking, "mj")
    assert "25" in texts(seeking, "Mira")
    over = run(PLAYER, [GUARD], {"choose": 2}, {"dice": [10, 9]}, {"choose": 1}, {"dice": [9]})
    assert over.done
    assert "25" in texts(over, "mj")
    assert result_view(over, "Mira")["caches"] == 2
    assert result_view(over, "mj") == {
        "caches": 2,
        "niveaux": {"garde": "intuition"},
        "cedes": 0,
    }


@pytest.mark.parametrize("always", [False, True])
def test_a_die_that_is_missing_betrays_who_hides_with_nothing(always: bool) -> None:
    """A sum that is enough spares the die only without an Exploit (LOSS-SDE-01): the campaign decides
    whether those who seek may notice that (R-60)."""
    mira = PLAYER | {"trait": 9, "talent": 9}
    rulings = {"de_dissimulation": "toujours"} if always else {}
    seen = []
    for exploits in (0, 3):
        hidden = run(mira | {"exploits": exploits}, [FRIEND], **rulings)
        seen.append((label(hidden, "Sorn"), texts(hidden, "Sorn")))
    assert (seen[0] == seen[1]) is always
    laws = [
        odds(
            ask_about(
                "loss.dissimulation",
                {"cacheur": mira | {"exploits": 0}, "chercheurs": [FRIEND]},
                each,
                (),
            )
        )
        for each in ({}, rulings)
    ]
    assert dict(laws[0].items()) == dict(laws[1].items())


def test_the_mj_conceals_in_secret_from_the_players() -> None:
    hider = PLAYER | {"id": "ombre", "acteur": "mj"}
    first = run(hider, [FRIEND])
    assert (label(first, "mj"), label(first, "Sorn")) == ("exploits", SECRET)
    over = run(hider, [FRIEND], {"choose": 1}, {"dice": [9]}, {"dice": [6]})
    assert result_view(over, "Sorn") == {"niveaux": {"Sorn": "intuition"}, "cedes": 0}
    assert "20" not in texts(over, "Sorn")
    assert result_view(over, "mj")["caches"] == 1


def test_between_players_the_mj_may_look_on() -> None:
    first = run(PLAYER, [FRIEND])
    assert (label(first, "mj"), label(first, "Sorn")) == ("exploits", SECRET)


@pytest.mark.parametrize(
    ("hider", "seekers", "receiver"),
    [
        (PLAYER, [GUARD], "adversaire"),
        (PLAYER, [FRIEND], "adversaire"),
        (PLAYER | {"acteur": "mj"}, [FRIEND], "joueurs"),
    ],
)
def test_who_receives_what_a_failed_hiding_loses(
    hider: Params, seekers: list[Params], receiver: str
) -> None:
    over = run(hider, seekers, {"choose": 2}, {"dice": [5]})
    assert over.done
    assert show(over.result) == {
        "caches": None,
        "niveaux": {each["id"]: "devoile" for each in seekers},
        "cedes": 2,
    }
    assert receiver in texts(over, None)


@pytest.mark.parametrize(
    ("hider", "seekers", "field"),
    [
        (PLAYER | {"talent": -1}, [GUARD], "cacheur.talent"),
        (PLAYER | {"jetons_avant": 1}, [GUARD], "cacheur.jetons_avant"),
        (PLAYER, [], "chercheurs"),
        (PLAYER, [GUARD, GUARD], "chercheurs[1].id"),
        (PLAYER, [GUARD | {"id": "Mira"}], "chercheurs[0].id"),
        (PLAYER, [GUARD, {"id": "x", "trait": 3}], "chercheurs[1].talent"),
        (PLAYER, [GUARD | {"vertu": 3}], "chercheurs[0].vertu"),
        (PLAYER, [GUARD | {"jetons_avant": 2}], "chercheurs[0].jetons_avant"),
        (PLAYER, [GUARD | {"caches": 2}], "chercheurs[0].caches"),
    ],
)
def test_what_is_refused_names_whose_it_is(
    hider: Params, seekers: list[Params], field: str
) -> None:
    with pytest.raises(Refusal) as caught:
        run(hider, seekers)
    assert caught.value.field == field


def test_what_who_conceals_has_spent_is_left_for_his_ledger_alone() -> None:
    """LOSS-JET-03, LOSS-INV-01: one token after a die that falls short."""
    hider = PLAYER | {"exploits": 0, "jetons": 1, "jetons_apres": "minimal"}
    over = run(
        hider, [GUARD | {"exploits": 0}, FRIEND], {"dice": [2]}, {"dice": [9]}, {"dice": [9]}
    )
    left = {"effect": "jetons_dissimules", "amount": 1}
    assert effects_view(over) == [left]
    assert [effects_view(over, seat) for seat in ("Mira", "mj")] == [[left], [left]]
    assert [effects_view(over, seat) for seat in ("Sorn", "garde", "")] == [[], [], []]


def test_desastres_that_strike_who_conceals_are_for_his_side_alone() -> None:
    """LOSS-DES-01: one on who conceals, one on a seeker."""
    hider = PLAYER | {"exploits": 0, "desastres": 1, "talent": 9}
    over = run(hider, [FRIEND | {"desastres": 1}], {"dice": [9]}, {"dice": [9]})
    secret = {"effect": "desastres_dissimules", "amount": 1}
    known = {"effect": "desastres_depenses", "amount": 1, "who": "Sorn"}
    assert effects_view(over, "Mira") == [secret, known]
    assert effects_view(over, "Sorn") == [known]


@pytest.mark.parametrize(
    ("bids", "headline"),
    [
        ((2, 1), "Dissimulation percée à jour par Sorn\u202f; une intuition pour Ilan."),
        ((2, 2), "Dissimulation percée à jour par Sorn et Ilan."),
        ((1, 0), "Une intuition, rien de plus, pour Sorn."),
        ((0, 0), "Personne ne découvre rien."),
    ],
)
def test_what_several_have_found_is_shown_at_the_end(bids: tuple[int, int], headline: str) -> None:
    """Two Exploits conceal (LOSS-INV-03, -04, -05)."""
    hider = GUARD | {"trait": 20, "talent": 20, "exploits": 2}
    seekers = [
        {"id": who, "trait": 20, "talent": 20, "exploits": bid}
        for who, bid in zip(("Sorn", "Ilan"), bids, strict=True)
    ]
    dice = [{"dice": [5]} for bid in (1, *bids) if bid]
    over = run(hider, seekers, *dice)
    assert over.done
    last = [entry for entry in over.trace if entry.kind == "note"][-1]
    assert Words(over.question.game).phrase(last.text, **last.numbers) == headline
