"""The combat of several characters by hand: whose turn it is, whom he attacks, what it costs.

One way to play is followed: the MJ takes the list in its order and stops a fight in vain; who acts
raises the first who is down, else attacks the first adversary whom his best die can hit (failing
that the first who can hurt him, failing that the first). The best die is the one that hits most
often; at a distance Force is no choice where there is another, and Magie never is.
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
    "expose": "auto",
    "ecarts": [],
    "jet_force": False,
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
            left = [each["coeurs"] for each in people if each["etat"] == "debout"]
            key = (winner, len(left), sum(left))
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
    return foe.get("coeurs") or foe.get("coeurs_max") or rulings.get(f"{kind}_coeurs", USUAL[kind])


def _die(
    person: Params, foe: Params, foes: list[dict[str, Any]], params: Params, rulings: Params
) -> Any:
    """The die or level of somebody that hits an adversary most often, the first of equals."""
    own = person.get("de") or person["niveau"]
    if not isinstance(own, dict):
        return own
    portee, _ = _range(person, foe)
    if portee == "distance":
        own = {name: die for name, die in own.items() if name != "Force"} or own
    own = {name: die for name, die in own.items() if name != "Magie"} or own
    if "niveau" in person:
        return min(own.values(), key=["maitre", "entraine", "novice", "sans"].index)
    rung = _rung(person, foe, foes, params)
    level = [4, 6, 8, 12][min(3, max(0, rung))]
    beyond = not 0 <= rung <= 3 and not person["jet_force"]

    def chance(die: int) -> Fraction:
        size = {6: 8, 8: 10, 10: 12}.get(die, 20) if person["aide_recue"] else die
        faces = [face for face in range(2, size + 1) if face >= level]
        top = [size] if size < level and rulings.get("max_sous_tn") != "echec" else []
        return Fraction() if beyond else Fraction(len(faces + top), size)

    return max(own.values(), key=chance)


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
    alive = [each for each in people if each["etat"] != "mort"]
    chances = [_prospect(each, foe, foes, params, rulings) for each in alive for foe in foes]
    fallen = len(alive) > len(up)
    painful = any(hurts for _, hurts in chances)
    if turns == 0 or (not any(hits for hits, _ in chances) and fallen == painful):
        return "aucun"
    return ""


def _prospect(
    each: Params, foe: Params, foes: list[dict[str, Any]], params: Params, rulings: Params
) -> tuple[bool, bool]:
    """Whether somebody can hit an adversary, and whether trying may cost him a Cœur."""
    portee, _ = _range(each, foe)
    open_to = portee == "contact" or (not each["a_couvert"] and each["riposte_possible"])
    open_to = {"oui": True, "non": False}.get(each["expose"], open_to)
    if "niveau" in each:  # a 6 always hits
        return True, open_to and params.get("riposte") != "complication"
    rung = _rung(each, foe, foes, params)
    if rung > 3 and not each["jet_force"]:
        return False, False
    die = _die(each, foe, foes, params, rulings)
    die = {6: 8, 8: 10, 10: 12}.get(die, 20) if each["aide_recue"] else die
    strict = rulings.get("max_sous_tn") == "echec" and rung >= 0
    hits = not strict or die >= [4, 6, 8, 12][min(3, rung)]
    return hits, open_to and params.get("riposte") != "complication"


def _rung(each: Params, foe: Params, foes: list[dict[str, Any]], params: Params) -> int:
    """The place on the ladder of the TN that somebody has to reach against an adversary."""
    portee, cases = _range(each, foe)
    rung = [4, 6, 8, 12].index(foe.get("tn") or LADDER[foe["cible"]]) + each["degres"]
    rung += _pressed(each, foes, params) == "tn"
    far = portee == "distance" and cases > 10 and params.get("limite_portee", False)
    return int(rung + far)


def _range(actor: Params, foe: Params) -> tuple[str, int]:
    """Portée and cases between two people."""
    for each in actor["ecarts"]:
        if each["adversaire"] == foe["id"]:
            return each["portee"], each.get("cases", 1)
    return actor["portee"], actor["cases"]


def _pressed(actor: Params, foes: list[dict[str, Any]], params: Params) -> str:
    near = [foe for foe in foes if foe["cible"] == "pion" and _range(actor, foe)[0] == "contact"]
    return str(params.get("presse", "aucun")) if len(near) > 1 else "aucun"


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
    ranked = [(_prospect(actor, each, foes, params, rulings), each) for each in foes]
    wanted = [e for (hits, _), e in ranked if hits] + [e for (_, hurts), e in ranked if hurts]
    foe = (wanted or foes)[0]
    left_out = ("etat", "aide_recue", "ecarts")
    requested = {name: actor[name] for name in LEFT_OUT if name not in left_out} | {
        "portee": _range(actor, foe)[0],
        "cases": _range(actor, foe)[1],
        "de" if "de" in actor else "niveau": _die(actor, foe, foes, params, rulings),
        "aide": actor["aide_recue"],
        "cible": foe["cible"],
        "tn": foe.get("tn"),
        "coeurs_cible": foe["coeurs"],
        "presse": _pressed(actor, foes, params),
        "limite_portee": params.get("limite_portee", False),
        "riposte": params.get("riposte", "coeur"),
    }
    for done, share in attack(requested, rulings):
        hearts = actor["coeurs"] - done["coeurs_perdus"]
        now = actor | {
            "coeurs": hearts,
            "armure": actor["armure"] - done["armure_utilisee"],
            "etat": "debout" if hearts else "a_terre",
            "aide_recue": actor["aide_recue"] and done["issue"].startswith("presque"),
        }
        left = foe["coeurs"] - done["blessures"]
        hurt = [foe | {"coeurs": left}] if left > 0 else []
        place = foes.index(foe)
        rest = [*foes[:place], *hurt, *foes[place + 1 :]]
        yield [now if each is actor else each for each in people], rest, share
