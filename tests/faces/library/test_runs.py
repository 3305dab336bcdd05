"""Runs step by step: waiting, going on, done, seen by a seat; sweeps as mappings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee import explain, odds, resolve, sweep
from tablee.games.armes_dieux import Jet
from tablee.games.exil import Simple
from tests.kit.command_line import call

FACES = {"dice": [6, 3, 3, 2, 4]}


def test_a_run_waits_and_goes_on_and_never_changes() -> None:
    run = resolve(Jet(poignee=5, sr=14, ecartes="ask"))
    assert not run.done
    assert run.ask is not None
    assert (run.ask["kind"], run.ask["label"]) == ("choose", "ecarter")
    assert run.answers == ()
    chosen = run.answered({"choose": 0})
    assert chosen.ask is not None
    assert chosen.ask["dice"] == "5d6"
    done = chosen.answered(FACES)
    assert done.ask is None
    assert done.answers == ({"choose": 0}, FACES)
    assert done.view() == run.answered({"choose": 0}, FACES).view()
    assert (run.answers, run.done) == ((), False)


def test_a_run_that_waits_has_no_result() -> None:
    run = resolve(Simple(talent=14))
    with pytest.raises(ValueError, match=r"waits for an answer: .*1d12"):
        _ = run.result
    assert repr(run).startswith("Run(exil.simple, asks {'kind': 'roll'")
    assert repr(run.answered({"dice": [6]})).startswith("Run(exil.simple, SimpleResult(success=")


def test_the_house_throws_what_is_not_given() -> None:
    run = resolve(Jet(poignee=5, sr=14, ecartes="ask"), answers=[{"choose": 1}], seed=11)
    assert run.done
    assert run.seed == 11
    choice, thrown = run.answers
    assert choice == {"choose": 1}
    assert len(thrown["dice"]) == 4
    again = resolve(Jet(poignee=5, sr=14, ecartes="ask"), answers=run.answers)
    assert again.result == run.result
    assert "seed" in run.view()
    assert "seed" not in again.view()


def test_house_dice_go_on_after_given_ones_as_on_the_command_line() -> None:
    words = ("armes_dieux.jet", "poignee=5", "sr=14", "ecartes=ask")
    texts = call("resolve", *words, "--choose", "1", "--seed", "11", "--json").json
    run = resolve(Jet(poignee=5, sr=14, ecartes="ask"), answers=[{"choose": 1}], seed=11)
    assert run.view()["answers"] == texts["answers"]
    assert run.view()["result"] == texts["result"]


def test_a_seat_sees_what_it_may_know() -> None:
    run = resolve("eclats.test", caracteristique=2, seuil=6, secret=True, seed=1)
    whole, seen = run.view(), run.view("joueur")
    assert len(seen["trace"]) < len(whole["trace"])
    assert [step.view() for step in explain(run, seat="joueur")] == seen["trace"]


def test_a_sweep_is_looked_up_by_value() -> None:
    swept = sweep(Simple(talent=9), "difficulty", (-4, 0, 4), by="success")
    assert len(swept) == 3
    assert list(swept) == [-4, 0, 4]
    assert swept[0] == odds(Simple(talent=9), by="success")
    assert dict(swept.items())[4].chance(lambda result: result.success) == 1
    assert swept.chance(lambda result: result.success)[-4] == Fraction(5, 12)
    assert repr(swept) == "Sweep(exil.simple, difficulty in [-4, 0, 4])"
    with pytest.raises(KeyError):
        _ = swept[1]
