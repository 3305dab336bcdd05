"""Bad questions are refused as on the command line, and the refusal tells itself in words."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablee import Law, Refusal, advise, explain, odds, resolve, simulate, sweep, sweep_table
from tablee.games.exil import ExilRulings, Opposition, Simple
from tablee.games.exil.actions.opposition import Participant
from tablee.games.socle import Duel

BELIEF: Any = Law({6: 1, 8: 1})

REFUSED: list[tuple[Callable[[], Any], str, str]] = [
    (lambda: odds(Simple(talent=99)), "param", "talent"),
    (lambda: odds(Simple(talent=14), talent=99), "param", "talent"),
    (lambda: odds("exil.simple", talent=14.0), "param", "talent"),
    (lambda: odds("exil.simple", talent=True), "param", "talent"),
    (lambda: odds("exil.simple", talent=datetime.date(2026, 1, 1)), "param", "talent"),
    (lambda: odds("exil.simple"), "param", "talent"),
    (lambda: odds("exil.simple", tlent=14), "param", "tlent"),
    (lambda: odds("exil.simpel", talent=14), "param", "procedure"),
    (lambda: odds("nulle.part"), "param", "procedure"),
    (lambda: odds({"params": {"talent": 14}}), "param", "procedure"),
    (lambda: odds({"procedure": "exil.simple", "parms": {}}), "param", "parms"),
    (lambda: odds({"procedure": "exil.simple", "params": 3}), "param", "params"),
    (lambda: odds({"procedure": "exil.simple", "params": 3}, talent=14), "param", "params"),
    (lambda: odds({"procedure": "exil.simple", "answers": 3}), "answer", "answers"),
    (lambda: odds(Simple(talent=14), by=["sucess"]), "param", "by"),
    (lambda: odds(Simple(talent=14), by="sucess"), "param", "by"),
    (lambda: odds(Simple(talent=14), by=[]), "param", "by"),
    (lambda: odds(Simple(talent=14), by=4), "param", "by"),  # type: ignore[call-overload]
    (lambda: odds(Simple(talent=14), rulings=["equal"]), "param", "rulings"),  # type: ignore[call-overload]
    (lambda: odds(Simple(talent=14), answers={"dice": [3]}), "answer", "answers"),  # type: ignore[call-overload]
    (lambda: odds({"procedure": "exil.simple"}, answers=None), "answer", "answers"),  # type: ignore[call-overload]
    (lambda: resolve(Simple(talent=14), seed="3"), "param", "seed"),  # type: ignore[call-overload]
    (lambda: simulate(Simple(talent=14), "9"), "param", "n"),  # type: ignore[arg-type]
    (lambda: simulate(Simple(talent=14), True), "param", "n"),
    (lambda: simulate(Simple(talent=14), 1e3), "param", "n"),  # type: ignore[arg-type]
    (lambda: simulate(Simple(talent=14), 9, seed=1.5), "param", "seed"),  # type: ignore[arg-type]
    (lambda: simulate(Simple(talent=14), 9, workers=0), "param", "workers"),
    (lambda: simulate(Simple(talent=14), precision="1%"), "param", "precision"),  # type: ignore[arg-type]
    (lambda: odds(Simple(talent=14), rulings={"equal": "yes"}), "param", "rulings.equal"),
    (lambda: odds(Simple(talent=14), rulings={"equals": "fails"}), "param", "rulings.equals"),
    (lambda: odds(Simple(talent=14), by=["degree", "degree"]), "param", "by"),
    (lambda: sweep(Simple, "talent", [8, 9, 8]), "param", "values"),
    (lambda: sweep_table(Simple, {"talent": [8, 8], "difficulty": [1]}), "param", "talent"),
    (lambda: odds(Simple(talent=14), policy="worst"), "param", "policy"),  # type: ignore[call-overload]
    (lambda: odds(Simple(talent=14), utility="marge"), "param", "utility"),
    (lambda: odds(Simple(talent=14), seat="acteur"), "param", "seat"),
    (lambda: odds(Simple(talent=14), answers=[{"dice": [13]}]), "answer", "answers[0]"),
    (lambda: odds(Simple(talent=14), answers=[{"die": [3]}]), "answer", "answers[0]"),
    (
        lambda: odds(Opposition(protagonistes=(Participant(talent=1),))),
        "param",
        "protagonistes",
    ),
    (
        lambda: odds("exil.opposition", protagonistes=[Participant(talent=1), {"talent": 30}]),
        "param",
        "protagonistes[1].talent",
    ),
    (lambda: resolve(Simple(talent=14), answers=[{"dice": [0]}], seed=3), "answer", "answers[0]"),
    (lambda: resolve(Simple(talent=14), answers=[{"dice": [3]}] * 2), "answer", "answers[1]"),
    (
        lambda: resolve("eclats.test", caracteristique=2, seuil=BELIEF, secret=True),
        "param",
        "seuil",
    ),
    (lambda: explain("exil.simple", talent=99), "param", "talent"),
    (lambda: simulate(Simple(talent=99), 10), "param", "talent"),
    (lambda: simulate(Simple(talent=9), 0), "param", "n"),
    (lambda: simulate(Simple(talent=9), 10, seed=-1), "param", "seed"),
    (lambda: advise(Simple(talent=99)), "param", "talent"),
    (lambda: advise(Simple(talent=9), utility="gloire"), "param", "utility"),
    (lambda: advise("loss.action", trait=9, talent=4, exploits="ask", seat="x"), "param", "seat"),
    (
        lambda: odds("armes_dieux.jet", poignee=2, sr=6, ecartes="ask", policy="best", seat="x"),
        "param",
        "seat",
    ),
    (lambda: explain("exil.simple", talent=9, lang="de"), "param", "lang"),  # type: ignore[arg-type]
    (lambda: odds(Simple(talent=9)).picture(kind="gif"), "param", "kind"),  # type: ignore[arg-type]
    (lambda: advise(Simple(talent=9)), "param", "params"),
    (lambda: sweep(Simple(talent=9), "dificulty", [0]), "param", "dificulty"),
    (lambda: sweep(Simple(talent=9), "difficulty", [0, 21]), "param", "difficulty"),
    (lambda: sweep(Simple(talent=9), "difficulty", []), "param", "values"),
]


@pytest.mark.parametrize(("ask", "kind", "field"), REFUSED)
def test_what_is_wrong_is_named(ask: Callable[[], Any], kind: str, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        ask()
    assert (refused.value.kind, refused.value.field) == (kind, field)
    texts = str(refused.value)
    assert texts.startswith(field)
    assert "attendu\u00a0: " in texts or "Possibles\u00a0: " in texts
    assert texts.endswith(".")


def test_a_refusal_speaks_the_language_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the words of the game, those of its own sentences too."""
    alone = {"talent": 0}
    spoken = {}
    for lang in ("fr", "en"):
        monkeypatch.setenv("TABLEE_LANG", lang)
        with pytest.raises(Refusal) as refused:
            odds(Opposition, protagonistes=[alone, alone], tous_echouent="relancer")
        spoken[lang] = str(refused.value)
    assert spoken["fr"].startswith("tous_echouent\u00a0: «\u00a0relancer\u00a0» n’est pas possible")
    assert "personne ne peut réussir" in spoken["fr"]
    assert spoken["en"].startswith("tous_echouent: “relancer” is not possible")
    assert "personne" not in spoken["en"]


def test_what_is_no_question_at_all_is_a_fault_of_the_program() -> None:
    nothings: list[Any] = [14, None, Simple(talent=3).rule, dict]
    for nothing in nothings:
        with pytest.raises(TypeError, match="is no procedure"):
            odds(nothing)


# ── what is taken ──────────────────────────────────────────────────────────────────────────────
def test_records_laws_and_exact_numbers_are_taken_as_they_are() -> None:
    two = (Participant(talent=14), Participant(talent=9))
    written = [{"talent": 14}, {"talent": 9}]
    assert odds(Opposition(protagonistes=two)) == odds("exil.opposition", protagonistes=written)
    assert odds("exil.opposition", protagonistes=two) == odds(Opposition(protagonistes=two))
    belief = odds("eclats.test", caracteristique=2, secret=True, seuil=BELIEF)
    pairs = [[6, "1/2"], [8, Fraction(1, 2)]]
    assert belief == odds("eclats.test", caracteristique=2, secret=True, seuil=pairs)
    fight = odds(Duel, de=12, degres=-1, adversaires=[{"cible": "boss"}], by="vainqueur")
    assert sum(chance for _, chance in fight.items()) == 1


def test_whole_numbers_of_other_libraries_are_numbers() -> None:
    import numpy as np

    assert odds("exil.simple", talent=np.int64(14)) == odds(Simple(talent=14))
    swept = sweep(Simple(talent=9), "difficulty", np.arange(-2, 2))
    assert swept.values == (-2, -1, 0, 1)


def test_a_run_may_be_changed_on_the_way() -> None:
    run = {
        "procedure": "exil.simple",
        "params": {"talent": 6},
        "rulings": {"equal": "fails"},
        "answers": [],
    }
    assert odds(run, difficulty=2) == odds(
        Simple(talent=6, difficulty=2), rulings=ExilRulings(equal="fails")
    )
    assert odds(run, rulings={"equal": "succeeds"}) == odds(Simple(talent=6))
    assert resolve(run, answers=({"dice": [6]},)).result.success is False
    assert run["params"] == {"talent": 6}


def test_only_what_differs_from_its_default_is_given() -> None:
    assert odds(Simple(talent=14, difficulty=0, attempt=2)).question.given == {
        "talent": 14,
        "attempt": 2,
    }
    texts = odds(Simple(talent=14), rulings=ExilRulings(equal="fails")).view()
    assert texts["rulings"] == {"equal": "fails"}
