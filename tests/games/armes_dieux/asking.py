"""How the tests of Armes-Dieux ask for laws and play runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tablee.rules.texts.words import Words

Params = dict[str, Any]
few = settings(max_examples=60, deadline=None)


def law(name: str, params: Params, **rulings: Any) -> list[tuple[dict[str, Any], Fraction]]:
    found = odds(ask_about(f"armes_dieux.{name}", params, rulings))
    return [(show(result), chance) for result, chance in found.items()]


def run(name: str, params: Params, *answers: Mapping[str, Any], **rulings: Any) -> Session:
    return Session(ask_about(f"armes_dieux.{name}", params, rulings, answers))


def result(name: str, params: Params, *answers: Mapping[str, Any], **rulings: Any) -> Any:
    session = run(name, params, *answers, **rulings)
    assert session.done
    return show(session.result)


def dice(*faces: int) -> dict[str, Any]:
    return {"dice": list(faces)}


def refused(name: str, params: Params, *answers: Mapping[str, Any], **rulings: Any) -> str:
    with pytest.raises(Refusal) as caught:
        run(name, params, *answers, **rulings)
    return caught.value.field


def texts(session: Session) -> str:
    """The last thing shown of a run, with plain spaces."""
    return re.sub(r"\s", " ", explain(session, Words(session.question.game))[-1].text)


def reaching(params: Params) -> Fraction:
    return sum((p for r, p in law("jet", params) if not r["issue"].startswith("echec")), Fraction())


def chance(params: Params, issue: str) -> Fraction:
    return sum((p for r, p in law("jet", params) if r["issue"] == issue), Fraction())


def mean(params: Params) -> Fraction:
    return sum((r["qualites"] * p for r, p in law("jet", params)), Fraction())


@st.composite
def jets(draw: st.DrawFn) -> Params:
    poignee = draw(st.integers(0, 12))
    return {
        "poignee": poignee,
        "sr": draw(st.integers(1, 75)),
        "sang": draw(st.integers(0, 12)),
        "maitrise": draw(st.booleans()),
        "ecartes": draw(st.integers(0, poignee)),
        "additionnel": draw(st.sampled_from(["jamais", "toujours", "sans_baisse"])),
    }


def opposed(people: list[Params]) -> Params:
    return {"participants": [p | {"id": n} for p, n in zip(people, "ABCDEF", strict=False)]}
