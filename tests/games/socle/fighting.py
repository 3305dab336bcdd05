"""How the tests of a combat of several characters play it."""

from __future__ import annotations

from typing import Any

from tablee.games.socle import Combat
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view
from tablee.rules.texts.words import Words

Params = dict[str, Any]


DICE = {"Force": 10, "Agilité": 8, "Magie": 12}


ANA: Params = {"id": "Ana", "de": DICE}


BO: Params = {"id": "Bo", "de": 6, "coeurs": 1, "mana": 0}


DOWN: Params = {"id": "Cyr", "de": 8, "coeurs": 0, "etat": "a_terre"}


PION: Params = {"id": "rat", "cible": "pion"}


BOSS: Params = {"id": "roi", "cible": "boss"}


def run(*answers: Any, **params: Any) -> Session:
    whole = {"heros": [ANA, BO, DOWN], "adversaires": [PION, BOSS]} | params
    given_answers = [a if isinstance(a, dict) else {"choose": a} for a in answers]
    return Session(ask_about("socle.combat", whole, None, given_answers))


def dice(*faces: int) -> Params:
    return {"dice": list(faces)}


def asked(session: Session) -> tuple[str, str, list[str]]:
    view = pending_view(session, Words(session.question.game))
    return view["who"], view["label"], [option["id"] for option in view.get("options", [])]


def state(session: Session) -> Combat:
    found = session.frames[0].procedure
    assert isinstance(found, Combat)
    return found


def hero(session: Session, name: str) -> Any:
    return next(each for each in state(session).heros if each.id == name)
