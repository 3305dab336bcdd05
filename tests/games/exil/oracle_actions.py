"""Actions, harm, care and learning by plain enumeration, written from the catalogue alone.

No module of the game is imported here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

Row = tuple[dict[str, Any], Fraction]
Given = Mapping[str, Any]
D12 = range(1, 13)
ATTRIBUTS = ["nul", "faible", "moyen", "bon", "excellent"]


def _least(rulings: Given) -> int:
    return 1 if rulings.get("equal") == "fails" else 0


def _level(one: Given) -> int:
    talent = max(one["talent"], one.get("autre_talent", 0))
    level: int = talent + one.get("difficulty", 0) + one.get("external", 0)
    return level


def _degree(margin: int, least: int) -> str:
    if margin >= 0 and margin >= least:
        words = ["reussie", "belle_reussite", "superbe_reussite"]
        if margin == 0:
            return "reussie_de_justesse"
        return words[(margin - 1) // 3] if margin < 10 else "reussite_extraordinaire"
    lost = max(1, -margin)
    return (
        ["echec_mineur", "echec_consequent", "echec_total"][(lost - 1) // 3]
        if lost < 10
        else "desastre"
    )


def successive(params: Given, rulings: Given) -> Iterator[Row]:
    limit, penalty = params.get("max_attempts", 3), params.get("retry_penalty", 3)
    if params.get("permis") is False or params.get("insister") is False:
        limit = 1
    yield from _tries(params, rulings, 1, limit, penalty, Fraction(1))


def _tries(
    params: Given, rulings: Given, attempt: int, limit: int, penalty: int, chance: Fraction
) -> Iterator[Row]:
    for die in D12:
        margin = _level(params) - penalty * (attempt - 1) - die
        success = margin >= _least(rulings)
        if not success and attempt < limit:
            yield from _tries(params, rulings, attempt + 1, limit, penalty, chance / 12)
            continue
        complete = success and margin >= params.get("minimal_margin", 0)
        result = {"success": success, "attempts": attempt, "margin": margin, "complete": complete}
        yield result, chance / 12


def pure(params: Given, rulings: Given) -> Iterator[Row]:
    mine, other = (ATTRIBUTS.index(params[name]) for name in ("attribut", "obstacle"))
    success = mine > other or (mine == other and params.get("egalite", "reussite") == "reussite")
    yield {"success": success, "egalite": mine == other}, Fraction(1)


def opposition(params: Given, rulings: Given) -> Iterator[Row]:
    levels = [_level(one) for one in params["protagonistes"]]
    again = params.get("tous_echouent") == "relancer"
    playoff = params.get("egalite") == "departage"
    rows: dict[tuple[str, int, tuple[tuple[int, ...], ...]], Fraction] = {}
    lost = Fraction()
    known: dict[tuple[int, ...], list[tuple[int, list[list[int]], Fraction]]] = {}
    for margins, chance in _round(levels):
        reached = sum(margin >= _least(rulings) for margin in margins)
        if again and not reached:
            lost += chance
            continue
        case = ["tous_echouent", "une_reussite", "plusieurs_reussites"][min(2, reached)]
        order = _ranked(margins, range(len(levels)))
        if playoff and len(order[0]) > 1:
            tied = tuple(order[0])
            known[tied] = known.get(tied) or _playoff(levels, tied, rulings)
            for domination, top, share in known[tied]:
                row = case, domination, tuple(map(tuple, top + order[1:]))
                rows[row] = rows.get(row, 0) + chance * share
        else:
            row = case, _domination(margins, _least(rulings)), tuple(map(tuple, order))
            rows[row] = rows.get(row, 0) + chance
    for (case, domination, ranks), chance in rows.items():
        order = [list(rank) for rank in ranks]
        result = {"case": case, "gagnants": order[0], "domination": domination}
        yield result | {"classement": order}, chance / (1 - lost)


def _round(levels: Sequence[int]) -> Iterator[tuple[list[int], Fraction]]:
    for dice in itertools.product(D12, repeat=len(levels)):
        margins = [level - die for level, die in zip(levels, dice, strict=True)]
        yield margins, Fraction(1, 12 ** len(levels))


def _ranked(margins: Sequence[int], who: Sequence[int]) -> list[list[int]]:
    values = sorted(set(margins), reverse=True)
    return [[one for one, m in zip(who, margins, strict=True) if m == value] for value in values]


def _domination(margins: Sequence[int], least: int) -> int:
    first, second = sorted(margins, reverse=True)[:2]
    if first == second:
        return 0
    return first if sum(margin >= least for margin in margins) == 1 else first - second


def _playoff(
    levels: Sequence[int], tied: Sequence[int], rulings: Given
) -> list[tuple[int, list[list[int]], Fraction]]:
    rows, same = [], Fraction()
    for margins, chance in _round([levels[one] for one in tied]):
        order = _ranked(margins, tied)
        if len(order[0]) == 1:
            rows.append((_domination(margins, _least(rulings)), order, chance))
        elif len(order[0]) == len(tied):
            same += chance
        else:
            for domination, top, share in _playoff(levels, order[0], rulings):
                rows.append((domination, top + order[1:], chance * share))
    return [(domination, order, chance / (1 - same)) for domination, order, chance in rows]


def extended(params: Given, rulings: Given) -> Iterator[Row]:
    tasks = params["taches"]
    start = [task.get("cumul", 0) for task in tasks]
    yield from _periods(params, rulings, start, [0] * len(tasks), 0, Fraction(1))


def _periods(
    params: Given,
    rulings: Given,
    cumuls: list[int],
    losses: list[int],
    done: int,
    chance: Fraction,
) -> Iterator[Row]:
    tasks = params["taches"]
    left = [i for i, task in enumerate(tasks) if cumuls[i] < task["points"]]
    if not left:
        yield {"outcome": "acheve", "periodes": done}, chance
    elif done == params.get("max_periodes", 24):
        yield {"outcome": "inacheve", "periodes": done}, chance
    else:
        rolling = left if rulings.get("extended_rolls") == "all_per_period" else left[:1]
        yield from _work(params, rulings, cumuls, losses, done + 1, chance, rolling)


def _work(
    params: Given,
    rulings: Given,
    cumuls: list[int],
    losses: list[int],
    period: int,
    chance: Fraction,
    rolling: list[int],
) -> Iterator[Row]:
    if not rolling:
        yield from _periods(params, rulings, cumuls, losses, period, chance)
        return
    task, *others = rolling
    ignore, limit = rulings.get("extended_failures") == "ignore", params.get("abandon")
    for margin, share in _work_margins(params["taches"][task]):
        after, lost = list(cumuls), list(losses)
        after[task] += max(0, margin) if ignore else margin
        lost[task] += min(0, margin)
        watched = lost[task] if ignore else after[task]
        if limit is not None and watched <= limit:
            yield {"outcome": "abandon", "periodes": period}, chance * share
        else:
            yield from _work(params, rulings, after, lost, period, chance * share, others)


def _work_margins(task: Given) -> Iterator[tuple[int, Fraction]]:
    workers = task.get("participants") or [task]
    for margins, chance in _round([_level(one) for one in workers]):
        yield sum(margins), chance


def cooperation(params: Given, rulings: Given) -> Iterator[Row]:
    levels = [_level(one) for one in params["participants"]]
    least, time = _least(rulings), Fraction(params.get("duree", 1))
    if params.get("mode") == "duree":
        leader = params.get("meneur", levels.index(max(levels)))
        levels, time = [levels[leader]], time / len(levels)
    for margins, chance in _round(levels):
        margin = sum(margins)
        success = margin >= least
        result = {"success": success, "margin": margin, "degree": _degree(margin, least)}
        complete = success and margin >= params.get("minimal_margin", 0)
        yield result | {"complete": complete, "duree": str(time)}, chance


def pc(params: Given, rulings: Given) -> Iterator[Row]:
    names = ("talent", "maniabilite", "maniabilite_2", "malus", "circonstance")
    total = max(0, sum(params.get(name, 0) for name in names))
    yield {"pc": total, "poff": total // 2, "pdef": (total + 1) // 2}, Fraction(1)


def health(params: Given, rulings: Given) -> Iterator[Row]:
    lowest = {  # the printed table: least PdS of léger, sérieux, grave
        "nul": (12, 9, 6, 3),
        "faible": (16, 12, 8, 4),
        "moyen": (20, 15, 10, 5),
        "bon": (24, 18, 12, 6),
        "excellent": (28, 21, 14, 7),
    }[params["physique"]]
    pds = params["pds"]
    rows = list(
        zip(("pleine_forme", "leger", "serieux", "grave"), (0, -1, -3, -6), lowest, strict=True)
    )
    found: tuple[str, int | None] = next(
        ((word, malus) for word, malus, low in rows if pds >= low), ("critique", -12)
    )
    if pds < 0 or (pds == 0 and rulings.get("death") == "at_zero"):
        found = ("mort", None)
    yield {"etat": found[0], "malus": found[1]}, Fraction(1)


def range_band(params: Given, rulings: Given) -> Iterator[Row]:
    ends = {
        "arbalete": (12, 25, 50, 200),
        "arc": (10, 20, 40, 150),
        "revolver": (15, 30, 60, 120),
        "fusil_militaire": (75, 150, 300, 500),
    }[params["arme"]]
    distance, found = Fraction(params["distance"]), "hors_portee"
    if rulings.get("range_bounds") == "lower":
        found = "bout_portant"
        for end, word in zip(ends, ("courte", "moyenne", "longue", "extreme"), strict=True):
            if distance >= end:
                found = word
    else:
        for end, word in reversed(
            list(zip(ends, ("courte", "moyenne", "longue", "extreme"), strict=True))
        ):
            if distance <= end:
                found = word
    yield {"range": "bout_portant" if params.get("bout_portant") else found}, Fraction(1)


def rafale_cibles(params: Given, rulings: Given) -> Iterator[Row]:
    levels = 4 if params["arme"] == "mitraillette" else 1
    yield {"cibles": max(1, math.floor(params["tireur"] / levels))}, Fraction(1)


def shock(params: Given, rulings: Given) -> Iterator[Row]:
    bonus = ATTRIBUTS.index(params.get("physique", "moyen")) - 2
    strict = rulings.get("choc_equal") == "fails"
    for dice in itertools.product(D12, repeat=len(params["valeurs"])):
        failed = params.get("echecs", 0)
        for value, die in zip(params["valeurs"], dice, strict=True):
            resists = die + bonus > value or (die + bonus == value and not strict)
            failed += failed < 3 and not resists
        words = ["indemne", "etourdi", "sonne", "inconscient"]
        yield {"conscience": words[failed]}, Fraction(1, 12 ** len(dice))


def fall(params: Given, rulings: Given) -> Iterator[Row]:
    ground = {"paille_neige": -3, "terre": -1, "plancher": 0, "pierre_metal": 2}
    height = Fraction(params["hauteur"])
    base = math.floor(height * 2) + ground[params.get("surface", "plancher")]
    base = base + params.get("ajustement", 0) if height else 0
    talent = params.get("acrobate")
    if talent is None or rulings.get("fall_acrobate") == "none":
        yield {"damage": max(0, base)}, Fraction(1)
        return
    for die in D12:
        margin = _level({**params, "talent": talent}) - die
        yield {"damage": max(0, base - max(0, margin))}, Fraction(1, 12)


def asphyxia(params: Given, rulings: Given) -> Iterator[Row]:
    talent = params.get("sportif")
    for die in D12 if talent is not None else (0,):
        held = 0
        if talent is not None:
            margin = _level({**params, "talent": talent}) - die
            held = params.get("souffle_par_point", 5) * max(0, margin)
        left = max(0, params["secondes"] - held)
        damage = left // 15
        if rulings.get("asphyxia_step") == "minute":
            damage = left // 60 * 4
        yield {"damage": damage}, Fraction(1, 12) if talent is not None else Fraction(1)


def care(params: Given, rulings: Given) -> Iterator[Row]:
    capital = 12 + 4 * ATTRIBUTS.index(params["physique"])
    quarter = (capital - params["pds"] - 1) * 4 // capital
    wound = ["legere", "serieuse", "grave", "critique"][quarter]
    table = {
        "benigne": 0,
        "legere": 0,
        "serieuse": -3,
        "grave": -5,
        "critique": -8,
        "mortelle": -12,
    }
    level = params["medecin"] + table[params.get("gravite", wound)] + params.get("external", 0)
    level -= 2 if params.get("materiel") == "inadapte" else 0
    level += {"excellente": 2, "standard": 0, "deplorable": -3}[params.get("hygiene", "standard")]
    level += 2 if params.get("aide") else 0
    level -= params.get("retry_penalty", 0) * (params.get("attempt", 1) - 1)
    days, pds = 0, Fraction(params["pds"])
    while pds < capital:
        pds += (
            Fraction(1, 2) if params["physique"] == "nul" else ATTRIBUTS.index(params["physique"])
        )
        days += 1
    hardest = 0 if params["pds"] == capital else table[wound]
    heals = table[params.get("gravite", wound)] <= hardest
    for die in D12:
        margin = level - die
        success = margin >= _least(rulings)
        result = {
            "success": success,
            "margin": margin,
            "jours": days if success and heals else None,
        }
        yield result, Fraction(1, 12)


def _learnt(level: int, params: Given, rulings: Given) -> Iterator[Row]:
    steps = ["facile", "modere", "difficile"]
    now = steps.index(params["apprentissage"])
    for die in D12:
        success = level - die >= _least(rulings)
        after = steps[max(0, now - 1) if success else now]
        result = {"eligible": True, "success": success, "margin": level - die}
        yield result | {"apprentissage": after}, Fraction(1, 12)


def teaching(params: Given, rulings: Given) -> Iterator[Row]:
    least = 16 if rulings.get("teacher_level") == "16" else 13
    if params["professeur"] < least or params["professeur"] < params["eleve"] + 5:
        result = {"eligible": False, "success": False, "margin": None}
        yield result | {"apprentissage": params["apprentissage"]}, Fraction(1)
        return
    mental = {"nul": -8, "faible": -5, "moyen": -2, "bon": 0, "excellent": 3}[params["mental"]]
    yield from _learnt(params["orateur"] + mental + params.get("external", 0), params, rulings)


def book(params: Given, rulings: Given) -> Iterator[Row]:
    yield from _learnt(_level({**params, "talent": params["lettre"]}), params, rulings)


def detachment(params: Given, rulings: Given) -> Iterator[Row]:
    points = params["points"]
    if params.get("naturel") and points <= 9:
        yield {"outcome": "sans_test", "ecart": 0, "points": points}, Fraction(1)
        return
    for die in D12:
        troubled = die > points or (die == points and rulings.get("detachment_equal") == "troubled")
        outcome = "trouble" if troubled and points < 10 else "impassible"
        after = points + 1 if die == 1 else points - 1 if die == 12 else points
        result = {"outcome": outcome, "ecart": abs(die - points)}
        yield result | {"points": min(12, max(0, after))}, Fraction(1, 12)


def detachment_creation(params: Given, rulings: Given) -> Iterator[Row]:
    for points in (1, 2, 3):
        yield {"points": points if params["origine"] == "exil" else 0}, Fraction(1, 3)


def detachment_absence(params: Given, rulings: Given) -> Iterator[Row]:
    points, months = params["points"], params["mois"]
    while months >= 3 and points:
        points, months = points - 1, months - 3
    yield {"points": points}, Fraction(1)


ACTIONS_ORACLES: dict[str, Callable[[Given, Given], Iterator[Row]]] = {
    "exil.successive": successive,
    "exil.pure": pure,
    "exil.opposition": opposition,
    "exil.extended": extended,
    "exil.cooperation": cooperation,
    "exil.pc": pc,
    "exil.health": health,
    "exil.range_band": range_band,
    "exil.rafale_cibles": rafale_cibles,
    "exil.shock": shock,
    "exil.fall": fall,
    "exil.asphyxia": asphyxia,
    "exil.care": care,
    "exil.teaching": teaching,
    "exil.book": book,
    "exil.detachment": detachment,
    "exil.detachment_creation": detachment_creation,
    "exil.detachment_absence": detachment_absence,
}
