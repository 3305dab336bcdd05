"""The laws of the kept examples by plain enumeration, face by face.

Nothing of Tablée is imported here, and nothing of `examples/`: agreement is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

Row = tuple[dict[str, Any], Fraction]
Params = Mapping[str, Any]

D6 = range(1, 7)
D10 = range(1, 11)


def equal(*dice: Iterable[int]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The faces of all dice, each with its chance."""
    faces = list(product(*dice))
    for each in faces:
        yield each, Fraction(1, len(faces))


def chains(sides: int, again: int) -> Iterator[tuple[int, Fraction]]:
    """The worth of a die whose highest face is thrown again and added, `again` times at most."""
    for face in range(1, sides):
        yield face, Fraction(1, sides)
    if not again:
        yield sides, Fraction(1, sides)
        return
    for more, chance in chains(sides, again - 1):
        yield sides + more, chance / sides


# ── the highest of a handful ───────────────────────────────────────────────────────────────────
def heist(params: Params) -> Iterator[Row]:
    pays = params["effort"] and params["stress"] <= 7
    count = params["actions"] + pays
    for faces, chance in equal(*[D6] * (count or 2)):
        high = max(faces) if count else min(faces)
        sixes = faces.count(6) if count else 0
        degree = "echec" if high < 4 else "partiel" if high < 6 else "reussite"
        yield {"degre": "critique" if sixes > 1 else degree, "stress": 2 * pays}, chance


# ── the push ───────────────────────────────────────────────────────────────────────────────────
KINDS = ("attribut", "competence", "materiel")


def push(params: Params) -> Iterator[Row]:
    for faces, chance in equal(*[D6] * sum(params[kind] for kind in KINDS)):
        dice = list(zip(kinds_of(params), faces, strict=True))
        if not params["pousser"] or not any(goes_again(*die) for die in dice):
            yield worn(dice) | {"usure": 0, "casse": 0}, chance
            continue
        fresh = [D6 if goes_again(*die) else (die[1],) for die in dice]
        for later, weight in equal(*fresh):
            yield worn(list(zip(kinds_of(params), later, strict=True))), chance * weight


def kinds_of(params: Params) -> list[str]:
    return [kind for kind in KINDS for _ in range(params[kind])]


def goes_again(kind: str, face: int) -> bool:
    return face != 6 and (face != 1 or kind == "competence")


def worn(dice: Sequence[tuple[str, int]]) -> dict[str, int]:
    return {
        "succes": sum(face == 6 for _, face in dice),
        "usure": dice.count(("attribut", 1)),
        "casse": dice.count(("materiel", 1)),
    }


# ── the wild die ───────────────────────────────────────────────────────────────────────────────
def wild_die(params: Params) -> Iterator[Row]:
    """With `relancer`, every token is spent while a better result is possible."""
    once = list(wild_once(params))
    yield from wild_again(params, once, params["acquis"], params["jetons"])


def wild_once(params: Params) -> Iterator[tuple[int, Fraction]]:
    for trait, chance in chains(params["de"], 8):
        for wild, weight in chains(6, 8):
            total = max(trait, wild) + params["malus"]
            yield (min(5, total // 4) if total >= 4 else 0), chance * weight


def wild_again(
    params: Params, once: list[tuple[int, Fraction]], best: int, tokens: int
) -> Iterator[Row]:
    found: dict[int, Fraction] = {}
    for degrees, chance in once:
        reached = max(best, degrees)
        found[reached] = found.get(reached, Fraction()) + chance
    for reached, chance in found.items():
        if params["relancer"] and tokens and reached < 5:
            for row, weight in wild_again(params, once, reached, tokens - 1):
                yield row, chance * weight
        else:
            yield {"degres": reached}, chance


# ── the challenge dice ─────────────────────────────────────────────────────────────────────────
def vow(params: Params) -> Iterator[Row]:
    for (action, first, second), chance in equal(D6, D10, D10):
        score = min(action + params["stat"] + params["ajout"], 10)
        hits = (first < score) + (second < score)
        burnt = (first < params["elan"]) + (second < params["elan"])
        hits = max(hits, burnt) if params["bruler"] else hits
        yield {"degre": ("echec", "prix", "franc")[hits], "pareil": first == second}, chance


# ── the d100 ───────────────────────────────────────────────────────────────────────────────────
def percentile(params: Params) -> Iterator[Row]:
    once = list(percentile_once(params["competence"], params["bonus"]))
    for degree, chance in once:
        if params["pousser"] and degree == "echec":
            for later, weight in once:
                yield {"degre": later, "pousse": True}, chance * weight
        else:
            yield {"degre": degree, "pousse": False}, chance


def percentile_once(skill: int, bonus: int) -> Iterator[tuple[str, Fraction]]:
    tens = [range(0, 100, 10)] * (1 + abs(bonus))
    found: dict[str, Fraction] = {}
    for (units, *all_tens), chance in equal(range(10), *tens):
        numbers = [100 if each + units == 0 else each + units for each in all_tens]
        degree = percentile_degree(sorted(numbers)[-1 if bonus < 0 else 0], skill)
        found[degree] = found.get(degree, Fraction()) + chance
    yield from found.items()


def percentile_degree(number: int, skill: int) -> str:
    rungs = [
        ("critique", number == 1),
        ("desastre", number == 100 or (skill < 50 and number > 95)),
        ("extreme", number * 5 <= skill),
        ("grand", number * 2 <= skill),
        ("simple", number <= skill),
    ]
    return next((name for name, reached in rungs if reached), "echec")


# ── 2d6 in three ranges ────────────────────────────────────────────────────────────────────────
def moves(params: Params) -> Iterator[Row]:
    three = params["avantage"] != "aucun"
    for faces, chance in equal(*[D6] * (3 if three else 2)):
        kept = sorted(faces)[:2] if params["avantage"] == "desavantage" else sorted(faces)[-2:]
        total, luck = sum(kept) + params["stat"], params["points"]
        target = 7 if total < 7 else 10
        if params["depenser"] and total < 10 and target - total <= luck:
            total, luck = target, luck - (target - total)
        name = "rate" if total < 7 else "prix" if total < 10 else "plein"
        yield {"palier": name, "points": luck}, chance


# ── roll and keep ──────────────────────────────────────────────────────────────────────────────
def roll_and_keep(params: Params) -> Iterator[Row]:
    called, need = params["augmentations"], params["seuil"] + 5 * params["augmentations"]
    for dice in product(list(chains(10, 3)), repeat=params["lances"]):
        chance = Fraction(1)
        for _, each in dice:
            chance *= each
        total = sum(sorted(worth for worth, _ in dice)[-params["gardes"] :])
        yield {"reussi": total >= need, "augmentations": called if total >= need else 0}, chance


# ── step dice ──────────────────────────────────────────────────────────────────────────────────
def step_pool(params: Params) -> Iterator[Row]:
    mine, theirs = params["des"], params["contre"]
    for faces, chance in equal(*(range(1, size + 1) for size in (*mine, *theirs))):
        good = sorted((face for face in faces[: len(mine)] if face != 1), reverse=True)
        need = sum(sorted(faces[len(mine) :], reverse=True)[:2])
        total, all_kept = sum(good[:2]), sum(good[: 2 + params["jetons"]])
        if total <= need < all_kept:
            total = sum(good[: 2 + params["payer"]])
        row = {"reussi": total > need, "ecart": max(total - need, 0)}
        yield row | {"gouffres": faces[: len(mine)].count(1)}, chance


# ── the ladder ─────────────────────────────────────────────────────────────────────────────────
def ladder(params: Params) -> Iterator[Row]:
    """The same answer is given as long as there are points."""
    call, points = params["appel"], params["points"]
    added = 2 * points if call == "ajouter" else 0
    for faces, chance in equal(*[(-1, 0, 1)] * 4):  # only the last of the throws counts
        margin = sum(faces) + params["competence"] + added - params["opposition"]
        degree = "echec" if margin < 0 else "egalite" if margin == 0 else "succes"
        degree = "style" if margin >= 3 else degree
        yield {"degre": degree, "points": points if call == "garder" else 0}, chance


# ── the scripted duel ──────────────────────────────────────────────────────────────────────────
def script(
    first: Sequence[str], second: Sequence[str], dice: tuple[int, int], points: tuple[int, int]
) -> Fraction:
    """The worth of a duel for the first side: 1 when it wins, -1 when it loses."""
    worth = Fraction()
    lengths = [
        (dice[0] if throws(mine, theirs) else 0, dice[1] if throws(theirs, mine) else 0)
        for mine, theirs in zip(first, second, strict=True)
    ]
    for faces, chance in equal(*[D6] * sum(map(sum, lengths))):
        worth += chance * script_end(list(faces), lengths, points)
    return worth


def throws(mine: str, theirs: str) -> bool:
    """Whether a move throws its dice: all but the one that is beaten."""
    return (theirs, mine) not in {
        ("attaque", "feinte"),
        ("parade", "attaque"),
        ("feinte", "parade"),
    }


def script_end(faces: list[int], lengths: list[tuple[int, int]], points: tuple[int, int]) -> int:
    mine, theirs = points
    for ours, others in lengths:
        hits = sum(faces.pop() > 3 for _ in range(ours))
        wounds = sum(faces.pop() > 3 for _ in range(others))
        if mine > 0 and theirs > 0:
            mine, theirs = mine - wounds, theirs - hits
    share = Fraction(max(mine, 0), points[0]) - Fraction(max(theirs, 0), points[1])
    return (share > 0) - (share < 0)


PLAIN: dict[str, Callable[[Params], Iterator[Row]]] = {
    "coup.action": heist,
    "braise.jet": push,
    "joker.trait": wild_die,
    "serment.action": vow,
    "abime.jet": percentile,
    "veine.manoeuvre": moves,
    "lame.jet": roll_and_keep,
    "trame.epreuve": step_pool,
    "echelle.action": ladder,
}
