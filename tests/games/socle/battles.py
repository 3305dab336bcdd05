"""The combat of several characters by hand: whose turn it is, whom he attacks, what it costs.

One way to play is followed: the MJ takes the list in its order and stops a fight in vain; who acts
raises the first who is down, else attacks the first adversary with his first die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Params = Mapping[str, Any]
Row = tuple[dict[str, Any], Fraction]
Attack = Callable[[Params, Params], Iterator[Row]]
USUAL = {"pion": 1, "elite": 2, "boss": 3}
LADDER = {"pion": 6, "elite": 8, "boss": 12}
LEFT_OUT: dict[str, Any] = {
    "coeurs": 5,
    "armure": 0,
    "etat": "debout",
    "degres": 0,
    "portee": "contact",
    "cases": 1,
    "a_couvert": False,
    "riposte_possible": True,
    "aide_recue": False,
}


def combat(params: Params, rulings: Params, attack: Attack) -> Iterator[Row]:
    people = [LEFT_OUT | dict(each) for each in params["heros"]]
    foes = [dict(each) | {"coeurs": _hearts(each, rulings)} for each in params["adversaires"]]
    turns = params.get("tours_max")
    found: dict[tuple[str, int, int], Fraction] = {}
    waiting = [(people, foes, list(params.get("deja", [])), turns, Fraction(1))]
    while waiting:
        people, foes, done, turns, chance = waiting.pop()
        winner = _over(people, foes, turns, params, rulings)
        if winner:
            standing = sum(each["etat"] == "debout" for each in people)
            key = (winner, standing, sum(each["coeurs"] for each in people))
            found[key] = found.get(key, Fraction()) + chance
            continue
        actor = next(e for e in people if e["etat"] == "debout" and e["id"] not in done)
        for after, left, share in _acts(actor, people, foes, params, rulings, attack):
            acted = [*done, actor["id"]]
            up = [each["id"] for each in after if each["etat"] == "debout"]
            wrapped = all(name in acted for name in up)
            rest = turns if turns is None or not wrapped else turns - 1
            waiting.append((after, left, [] if wrapped else acted, rest, chance * share))
    for (winner, standing, hearts), chance in found.items():
        yield {"vainqueur": winner, "debout": standing, "coeurs": hearts}, chance


def _hearts(foe: Params, rulings: Params) -> Any:
    kind = foe["cible"]
    return foe.get("coeurs") or rulings.get(f"{kind}_coeurs", USUAL[kind])


def _die(person: Params) -> Any:
    return next(iter(person["de"].values())) if isinstance(person["de"], dict) else person["de"]


def _over(
    people: list[dict[str, Any]],
    foes: list[dict[str, Any]],
    turns: int | None,
    params: Params,
    rulings: Params,
) -> str:
    if not foes:
        return "heros"
    up = [each for each in people if each["etat"] == "debout"]
    if not up:
        return "adversaires"
    asked = params.get("ordre", "ask") == "ask"
    if turns == 0 or (asked and all(_idle(each, foes[0], people, rulings) for each in up)):
        return "aucun"
    return ""


def _idle(each: Params, foe: Params, people: list[dict[str, Any]], rulings: Params) -> bool:
    """Whether somebody can neither hit nor be hit, and nobody is there to be raised."""
    safe = each["portee"] == "distance" and (each["a_couvert"] or not each["riposte_possible"])
    rung = [4, 6, 8, 12].index(foe.get("tn") or LADDER[foe["cible"]]) + each["degres"]
    die = _die(each)
    if each["aide_recue"]:
        die = {6: 8, 8: 10, 10: 12}.get(die, 20)
    low = rung < 4 and rulings.get("max_sous_tn") == "echec" and die < [4, 6, 8, 12][max(0, rung)]
    fallen = any(other["etat"] == "a_terre" for other in people)
    return safe and (rung > 3 or low) and not fallen


Outcome = tuple[list[dict[str, Any]], list[dict[str, Any]], Fraction]


def _acts(
    actor: dict[str, Any],
    people: list[dict[str, Any]],
    foes: list[dict[str, Any]],
    params: Params,
    rulings: Params,
    attack: Attack,
) -> Iterator[Outcome]:
    fallen = next((each for each in people if each["etat"] == "a_terre"), None)
    if fallen:
        up = fallen | {"coeurs": 1, "etat": "debout"}
        yield [up if each is fallen else each for each in people], foes, Fraction(1)
        return
    foe, pions = foes[0], sum(each["cible"] == "pion" for each in foes)
    pressed = pions > 1 and actor["portee"] == "contact"
    framed = {name: actor[name] for name in LEFT_OUT if name not in ("etat", "aide_recue")} | {
        "de": _die(actor),
        "aide": actor["aide_recue"],
        "cible": foe["cible"],
        "tn": foe.get("tn"),
        "coeurs_cible": foe["coeurs"],
        "presse": params.get("presse", "aucun") if pressed else "aucun",
        "riposte": params.get("riposte", "coeur"),
    }
    for done, share in attack(framed, rulings):
        hearts = actor["coeurs"] - done["coeurs_perdus"]
        now = actor | {
            "coeurs": hearts,
            "armure": actor["armure"] - done["armure_utilisee"],
            "etat": "debout" if hearts else "a_terre",
            "aide_recue": False,
        }
        left = foe["coeurs"] - done["blessures"]
        rest = [foe | {"coeurs": left}, *foes[1:]] if left > 0 else foes[1:]
        yield [now if each is actor else each for each in people], rest, share
