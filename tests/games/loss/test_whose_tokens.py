"""The tokens of several players in a dissimulation: each player's are that player's own, and one of
the players spends the Désastres (LOSS-JET-03, LOSS-DES-01, R-24)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tablee import Refusal, odds
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.games.loss.oracle import action, blind
from tests.games.loss.test_players_disasters import two_players
from tests.kit import acts
from tests.kit.brute import key_of
from tests.table.evening import LEADER, Table, choices, set_up
from tests.table.tokens import TOKENS

Params = dict[str, Any]
BOTH = {"desastres_joueurs": True}
OWN = {"exploits": 0, "jetons_apres": "minimal"}
SORN: Params = {"id": "Sorn", "trait": 5, "talent": 4, "jetons": 2, **OWN}
ILAN: Params = {"id": "Ilan", "trait": 6, "talent": 4, "jetons": 3, **OWN}
MIRA: Params = {"id": "Mira", "trait": 6, "talent": 5, "jetons": 1, **OWN}
SHADE: Params = {"id": "ombre", "acteur": "mj", "trait": 7, "talent": 6, "jetons": 0, "exploits": 1}
WATCH: Params = {"id": "garde", "acteur": "mj", "trait": 7, "talent": 6, "jetons": 0, "exploits": 0}
STRUCK = {"desastre_malus": True, "desastres_max": 5}
CASES: list[tuple[Params, list[Params], str]] = [
    (SHADE | STRUCK | {"desastres": 2}, [ILAN, SORN], "Ilan"),
    (SHADE | STRUCK | {"desastres": 3}, [SORN, ILAN], "Ilan"),
    (SHADE | STRUCK | {"desastres": 1}, [SORN, MIRA, ILAN], "Sorn"),
    (MIRA, [WATCH | STRUCK | {"desastres": 1}, ILAN, SORN], "Mira"),
    (MIRA, [ILAN, WATCH | STRUCK | {"desastres": 2}, SORN], "Sorn"),
    (SHADE, [SORN, WATCH | STRUCK | {"desastres": 1}, ILAN], "Ilan"),
]
"""Who conceals, who seeks, and whose tokens are the Désastres."""


# ── plain enumeration: the tokens in front of each player ──────────────────────────────────────
def by_hand(hider: Params, seekers: list[Params], striker: str) -> dict[str, Fraction]:
    """The law of the results, each Test of one of the players with what lies before that player."""
    held = {each["id"]: each["jetons"] for each in (hider, *seekers) if "acteur" not in each}
    held[striker] -= sum(each.get("desastres", 0) for each in (hider, *seekers))
    found: dict[str, Fraction] = {}
    for hidden, chance in action(_with_tokens(hider, held), BOTH):
        if not hidden["success"]:
            seen = {each["id"]: "devoile" for each in seekers}
            result = {"caches": None, "niveaux": seen, "cedes": hidden["exploits_cedes"]}
            rows = iter([(result, Fraction(1))])
        else:
            left = _less(held, hider, hidden)
            rows = (
                ({"caches": hidden["exploits"], "niveaux": levels, "cedes": 0}, share)
                for levels, share in _in_turn(seekers, left, hidden["exploits"])
            )
        for result, share in rows:
            key = key_of(result)
            found[key] = found.get(key, Fraction()) + chance * share
    return {key: chance for key, chance in found.items() if chance}


def _in_turn(
    seekers: list[Params], held: dict[str, int], hidden: int
) -> Iterator[tuple[dict[str, str], Fraction]]:
    if not seekers:
        yield {}, Fraction(1)
        return
    first, *others = seekers
    for done, chance in blind({**_with_tokens(first, held), "caches": hidden}, BOTH):
        for levels, share in _in_turn(others, _less(held, first, done), hidden):
            yield {first["id"]: done["niveau"]} | levels, chance * share


def _with_tokens(one: Params, held: dict[str, int]) -> Params:
    return one | {"jetons": held.get(one["id"], 0)}


def _less(held: dict[str, int], one: Params, done: Params) -> dict[str, int]:
    spent = {one["id"]: done["jetons_depenses"]} if one["id"] in held else {}
    return {who: n - spent.get(who, 0) for who, n in held.items()}


def params_of(hider: Params, seekers: list[Params], striker: str) -> Params:
    (own,) = (each["jetons"] for each in (SORN, ILAN, MIRA) if each["id"] == striker)
    shared = {"jetons_communs_joueurs": own, "frappeur": striker}
    return {"cacheur": hider, "chercheurs": seekers, **shared}


@pytest.mark.parametrize(("hider", "seekers", "striker"), CASES)
def test_the_law_is_that_of_the_tokens_before_each_player(
    hider: Params, seekers: list[Params], striker: str
) -> None:
    question = {
        "procedure": "loss.dissimulation",
        "params": params_of(hider, seekers, striker),
        "rulings": BOTH,
    }
    found: dict[str, Fraction] = {}
    for value, chance in odds(question).items():
        found[key_of(show(value))] = found.get(key_of(show(value)), Fraction()) + chance
    assert found == by_hand(hider, seekers, striker)


def test_the_tokens_of_one_player_are_not_those_of_another() -> None:
    """Ilan's three have struck who conceals: Ilan has none left, Sorn has both."""
    hider = SHADE | STRUCK | {"desastres": 3, "trait": 20}
    seekers = [each | {"jetons_apres": "ask", "trait": 2} for each in (ILAN, SORN)]
    run = Session(ask_about("loss.dissimulation", params_of(hider, seekers, "Ilan"), BOTH))
    for answer in ({"dice": [9]}, {"dice": [4]}, {"choose": 0}, {"dice": [4]}):
        run.answer(answer)
    assert isinstance(run.pending, Choose)
    assert run.outer(run.pending.who) == "Sorn"
    assert [*run.pending.form.values()] == [0, 1, 2]


def test_no_more_desastres_than_who_strikes_has_tokens() -> None:
    hider = MIRA | {"trait": 20}
    seekers = [WATCH | STRUCK | {"desastres": "ask"}, ILAN]
    run = Session(ask_about("loss.dissimulation", params_of(hider, seekers, "Mira"), BOTH))
    assert isinstance(run.pending, Choose)
    assert [*run.pending.form.values()] == [0, 1]
    fixed = params_of(hider, [WATCH | STRUCK | {"desastres": 2}, ILAN], "Mira")
    with pytest.raises(Refusal) as refusal:
        odds({"procedure": "loss.dissimulation", "params": fixed} | RULED)
    assert refusal.value.field == "chercheurs[0].desastres"


RULED = {"rulings": BOTH}


def test_a_character_of_the_leader_spends_no_tokens_of_the_players() -> None:
    params = params_of(SHADE, [SORN], "Sorn") | {"frappeur": "ombre"}
    with pytest.raises(Refusal) as refusal:
        odds({"procedure": "loss.dissimulation", "params": params} | RULED)
    assert refusal.value.field == "frappeur"


# ── at the table ───────────────────────────────────────────────────────────────────────────────
def hidden(table: Table, hider: str, seekers: list[str], **own: Any) -> Params:
    """The parameters of a dissimulation at the table."""
    scores = {"trait": 5, "talent": 5, "exploits": 0, "desastre_malus": True}
    watch = scores | {"desastres": "ask", "jetons_avant": 0, "jetons_apres": "none"}
    ours = [watch if who == "veilleur" else scores for who in seekers]
    params = {"cacheur": scores | own, "chercheurs": ours}
    cast = {"cacheur": hider, "chercheurs": seekers}
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast))
    return dict(table.state.runs["j1"].params)


def answers(table: Table, seat: str, answer: Params) -> None:
    (shown,) = table.view(seat).runs
    table.does(seat, acts.Answer(run="j1", place=shown.place, answer=answer))


@pytest.mark.parametrize(
    ("nerise", "hider", "seekers", "striker", "common"),
    [
        (3, "fouisseur", ["kordan", "nerise"], "nerise", 3),
        (1, "fouisseur", ["kordan", "nerise"], "kordan", 2),
        (3, "kordan", ["veilleur"], "kordan", 2),
        (0, "nerise", ["veilleur"], "kordan", 2),
    ],
)
def test_the_table_says_whose_tokens_they_are(
    nerise: int, hider: str, seekers: list[str], striker: str, common: int
) -> None:
    """The one who takes part, else the one with the most tokens: the same one who is asked."""
    table = two_players(nerise)
    params = hidden(table, hider, seekers)
    assert (params["frappeur"], params["jetons_communs_joueurs"]) == (striker, common)
    assert table.state.runs["j1"].cast["joueurs"] == striker


def test_who_is_asked_spends_no_more_than_the_own_tokens() -> None:
    """kordan conceals with two tokens, nerise has three: kordan may spend two Désastres."""
    table = two_players(3)
    hidden(table, "kordan", ["veilleur"], jetons_avant=0, jetons_apres="none")
    answers(table, "j1", {"dice": [9]})
    (ask,) = choices(table.view("j1").runs[0])
    assert (ask.seat, ask.context, list(ask.range or ())) == ("j1", "desastres", [0, 2])
    answers(table, "j1", {"choose": 2})
    answers(table, LEADER, {"dice": [9]})
    assert table.state.record["registres"][TOKENS]["reserves"] == {"kordan": 0, "nerise": 3}
    assert not any(each.impossible for each in table.state.consequences_of("j1"))


def test_tokens_given_by_hand_that_are_not_there_are_refused_with_the_reason() -> None:
    """LOSS-JET-01: what the leader gives by hand counts in the Test, and no reserve pays for it."""
    table = set_up("loss")
    scores = {"trait": "Puissance", "talent": "Athlétisme", "exploits": 0}
    struck = scores | {"desastres_max": 2}
    table.does(LEADER, acts.RequestRun("loss.action", struck, to=("kordan",)))
    for answer in (2, True):
        table.does(
            LEADER,
            acts.Answer(
                run="j1", place=table.view(LEADER).runs[0].place, answer={"choose": answer}
            ),
        )
    (run,) = table.view(LEADER).runs
    table.does(LEADER, acts.Answer(run="j1", place=run.place, answer={"dice": [5]}))
    (declined,) = table.last(LEADER).consequences
    assert declined.declined
    assert "la réserve n’en a pas davantage" in declined.refused
