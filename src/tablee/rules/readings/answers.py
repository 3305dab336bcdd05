"""Reading answers: the faces of dice, a choice, simultaneous choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import OpenDie, Throw
from tablee.rules.forms import FreeText
from tablee.rules.questions import Choose, Together
from tablee.rules.refusal import Refusal


def read_faces(throw: Throw, kind: str, value: Any, field: str) -> tuple[int, ...]:
    """Return the faces of a throw from an answer. Raises `Refusal` with the possible faces."""
    die = throw.die
    good = kind == "dice" and isinstance(value, list | tuple)
    missing = 0
    if good and len(value) <= 10_000 and all(type(face) is int for face in value):
        faces = tuple(value)
        wrong = die.refusal(faces, throw.count)
        if wrong is None:
            return faces
        if wrong == "chain" and isinstance(die, OpenDie):
            missing = die.lacking(faces)
        elif wrong == "chain" and isinstance(die, ChainDie):
            missing = _missing(die, faces, throw.count)
        elif wrong == "count" or not faces:
            missing = throw.count - len(faces)
    if isinstance(die, OpenDie):
        allowed = (
            "les faces de {dice:=} ({label}) dans l’ordre : une seule de 2 à 9, ou 10 ou 1 suivi "
            "d’autres jets tant que vient un 10"
        )
    elif isinstance(die, ChainDie):
        allowed = (
            "{n:face|faces} de {low} à {high} pour {dice:=} ({label}), puis celle de chaque dé à "
            "relancer ({again})"
        )
    else:
        allowed = "{n:face|faces} de {low} à {high} pour {dice:=} ({label})"
    got = value if kind == "dice" else {kind: value}
    raise Refusal(
        "answer",
        field,
        got,
        allowed,
        n=throw.count,
        low=die.lowest,
        high=die.highest,
        dice=throw.notation(),
        label=throw.label,
        missing=max(0, missing),
        **({"again": die.again} if isinstance(die, ChainDie) else {}),
    )


def _missing(die: ChainDie, faces: tuple[int, ...], count: int) -> int:
    try:
        return die.missing(faces, count)
    except ValueError:
        return 0


def read_choice(choice: Choose[Any], kind: str, value: Any, field: str) -> Any:
    """Return the chosen value from an answer. Raises `Refusal` with the values offered."""
    try:
        if kind != "choose":
            raise ValueError
        if isinstance(choice.form, FreeText) and isinstance(value, Mapping):
            value = value.get("texte")
        return choice.form.accept(value)
    except ValueError:
        got = value if kind == "choose" else {kind: value}
        raise Refusal(
            "answer", field, got, "{form:form} ({label})", form=choice.form, label=choice.label
        ) from None


def read_together(pending: Together[Any], kind: str, value: Any, field: str) -> tuple[Any, ...]:
    """Return the values of simultaneous choices, in the order of the question."""
    count = len(pending.choices)
    if kind != "together" or not isinstance(value, list | tuple) or len(value) != count:
        got = value if kind == "together" else {kind: value}
        raise Refusal(
            "answer", field, got, 'un objet {{"together": [...]}} de {n:réponse|réponses}', n=count
        )
    return tuple(
        read_choice(choice, "choose", each, f"{field}.together[{place}]")
        for place, (choice, each) in enumerate(zip(pending.choices, value, strict=True))
    )
