"""The ledger of tokens of Loss by hand, from the catalogue's prose alone."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

Params = Mapping[str, Any]

LEFT_OUT: dict[str, dict[str, Any]] = {
    "gain": {"camp": None},
    "echec": {"acteur": "pj", "part_ag": 0, "adversaires": [], "usage": None},
    "depense": {"test": ""},
    "depense_mj": {"test": "", "libres": {}, "ag": {}},
    "desastre": {"note": "", "action": None},
    "desastre_joueur": {"note": "", "action": None},
}


def jetons(params: Params, rulings: Params) -> Iterator[tuple[dict[str, Any], Fraction]]:
    kept: dict[str, Any] = {
        "scene": 0,
        "reserves": {},
        "mj": {"libres": {}, "ag": {}},
        "journal": [],
    }
    kept |= copy.deepcopy(dict(params.get("etat", {})))
    kept["mj"] = {"libres": {}, "ag": {}} | kept["mj"]
    for event in params.get("evenements", []):
        whole = LEFT_OUT.get(event["type"], {}) | event
        _happens(kept, whole, rulings)
        kept["journal"].append(whole)
    yield {"etat": kept}, Fraction(1)


def _happens(kept: dict[str, Any], event: dict[str, Any], rulings: Params) -> None:
    reserves, libres, ag = kept["reserves"], kept["mj"]["libres"], kept["mj"]["ag"]
    match event["type"]:
        case "gain":
            pool = ag if event["camp"] == "pnj" or event["holder"] in ag else reserves
            _add(pool, event["holder"], event["n"])
        case "echec":
            for holder, n in event["attributions"].items():
                _given(kept, event, holder, n, rulings)
        case "depense" | "desastre_joueur":
            reserves[event["player"]] -= event["n"]
        case "don":
            reserves[event["player"]] -= event["n"]
            _add(reserves, event["a"], event["n"])
        case "desastre":
            others = [name for name in libres if name != event["player"]]
            _drain([(libres, event["player"]), *((libres, name) for name in others)], event["n"])
        case "depense_mj":
            _spent_by_mj(libres, ag, event)
        case "fin_scene":
            kept["scene"] += 1
            for pool in (reserves, libres, ag):
                pool.update(dict.fromkeys(pool, 0))


def _given(
    kept: dict[str, Any], event: dict[str, Any], holder: str, n: int, rulings: Params
) -> None:
    reserves, libres, ag = kept["reserves"], kept["mj"]["libres"], kept["mj"]["ag"]
    foes = event["adversaires"]
    if holder == "mj":
        if event["part_ag"]:
            _add(ag, "*", event["part_ag"])
        _add(libres, event["auteur"], n - event["part_ag"])
    elif holder in reserves or event["acteur"] == "mj" or {"id": holder, "camp": "pj"} in foes:
        _add(reserves, holder, n)
    elif rulings.get("jetons_pnj") == "commun":
        _add(libres, event["auteur"], n)
    else:
        _add(ag, holder, n)


def _spent_by_mj(libres: dict[str, int], ag: dict[str, int], event: dict[str, Any]) -> None:
    if event["libres"] or event["ag"]:
        for pool, taken in ((libres, event["libres"]), (ag, event["ag"])):
            for name, n in taken.items():
                pool[name] -= n
        return
    order = [(ag, event["pnj"]), (ag, "*"), *((libres, name) for name in libres)]
    _drain(order, event["n"])


UNITS = ("action", "tour", "instant", "scene", "episode", "aventure")


def temps(params: Params, rulings: Params) -> Iterator[tuple[dict[str, Any], Fraction]]:
    clock = {"aventure": 1, "episode": 1, "scene": 1, "instant": 0, "tour": 0, "action": 0}
    clock |= {"serie": False} | params.get("etat", {})
    for event in params.get("evenements", []):
        unit = event["unite"]
        if clock["serie"] and unit == "episode":
            unit = "aventure"
        for shorter in UNITS[: UNITS.index(unit)]:
            clock[shorter] = 1 if shorter in ("scene", "episode") else 0
        clock[unit] += event.get("n", 1)
    yield {"etat": clock}, Fraction(1)


def _add(pool: dict[str, int], name: str, n: int) -> None:
    pool[name] = pool.get(name, 0) + n


def _drain(order: list[tuple[dict[str, int], str]], n: int) -> None:
    """Take `n` tokens, one by one, from the first that still has some."""
    for _ in range(n):
        pool, name = next((pool, name) for pool, name in order if pool.get(name, 0) > 0)
        pool[name] -= 1
