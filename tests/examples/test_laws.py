"""The laws and the advice of the examples, beside plain enumeration of faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tablee import advise, odds
from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tests.kit.command_line import ROOT, call

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
Chances = dict[Any, Fraction]


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> Iterator[None]:
    loaded = [load_game(file) for file in EXAMPLES]
    yield
    for game in loaded:
        unregister(game.id)


def law(procedure: str, field: str, **params: Any) -> Chances:
    found = odds(procedure, by=[field], **params)
    return {getattr(each, field): chance for each, chance in found.items()}


def counted(values: Iterable[Any]) -> Chances:
    """Return the chances of equally likely values."""
    counts = Counter(values)
    return {value: Fraction(n, counts.total()) for value, n in counts.items()}


def d(sides: int, count: int = 1) -> Iterator[tuple[int, ...]]:
    return product(range(1, sides + 1), repeat=count)


def worths(procedure: str, utility: str, **params: Any) -> dict[Any, Fraction]:
    return {
        each.choice: each.value for each in advise(procedure, utility=utility, **params).options
    }


def test_there_are_ten() -> None:
    assert len(EXAMPLES) == 10
    for lang, name in (("fr", "exemples"), ("en", "examples")):
        page = (ROOT / f"docs/{lang}/{name}.md").read_text("utf-8")
        assert all(f"examples/{file.name}" in page for file in EXAMPLES)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_check_finds_nothing(file: Path) -> None:
    reply = call("check", str(file))
    assert reply.status == 0, reply.out + reply.err


# ── one throw ──────────────────────────────────────────────────────────────────────────────────
def heist(faces: Sequence[int]) -> str:
    if sum(face == 6 for face in faces) > 1:
        return "critique"
    return "reussite" if max(faces) == 6 else "partiel" if max(faces) > 3 else "echec"


@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_highest_of_a_handful(points: int) -> None:
    expected = counted(map(heist, d(6, points)))
    assert law("coup.action", "degre", actions=points, effort=False) == expected
    pushed = counted(map(heist, d(6, points + 1)))
    wins = [
        sum((c[x] for x in ("reussite", "critique") if x in c), Fraction())
        for c in (expected, pushed)
    ]
    assert worths("coup.action", "reussir", actions=points) == {False: wins[0], True: wins[1]}


def test_without_dice_the_lowest_of_two_counts() -> None:
    expected = counted(heist([min(faces)]) for faces in d(6, 2))
    assert law("coup.action", "degre", actions=0, effort=False) == expected


@pytest.mark.parametrize(("stat", "edge"), [(-1, "aucun"), (2, "avantage"), (1, "desavantage")])
def test_two_dice_and_three_ranges(stat: int, edge: str) -> None:
    def total(faces: tuple[int, ...]) -> int:
        kept = sorted(faces, reverse=edge != "desavantage")[:2]
        return sum(kept) + stat

    def named(total: int) -> str:
        return "rate" if total < 7 else "prix" if total < 10 else "plein"

    totals = [total(faces) for faces in d(6, 2 if edge == "aucun" else 3)]
    given: dict[str, Any] = {"stat": stat, "avantage": edge, "points": 1}
    expected = counted(map(named, totals))
    assert law("veine.manoeuvre", "palier", depenser=False, **given) == expected
    paid = counted(named(t + (t in (6, 9))) for t in totals)
    assert law("veine.manoeuvre", "palier", depenser=True, **given) == paid


@pytest.mark.parametrize(("skill", "bonus"), [(50, 0), (40, 1), (70, -2), (9, 2)])
def test_a_hundred_faces(skill: int, bonus: int) -> None:
    def degree(number: int) -> str:
        if number == 1:
            return "critique"
        if number == 100 or (number > 95 and skill < 50):
            return "desastre"
        if number > skill:
            return "echec"
        return "extreme" if number * 5 <= skill else "grand" if number * 2 <= skill else "simple"

    numbers = []
    for *tens, units in product(range(10), repeat=2 + abs(bonus)):
        values = [ten * 10 + units or 100 for ten in tens]
        numbers.append(max(values) if bonus < 0 else min(values))
    once = counted(map(degree, numbers))
    given: dict[str, Any] = {"competence": skill, "bonus": bonus}
    assert law("abime.jet", "degre", pousser=False, **given) == once
    failed = once.get("echec", Fraction())
    again = {name: chance * failed + chance * (name != "echec") for name, chance in once.items()}
    assert law("abime.jet", "degre", pousser=True, **given) == again


# ── chains of dice ─────────────────────────────────────────────────────────────────────────────
def chains(sides: int, cap: int) -> Chances:
    """The sum of a die that is thrown again on its highest face, at most `cap` times."""
    found: Chances = {}
    for extra in range(cap + 1):
        reached = Fraction(1, sides**extra)
        for face in range(1, sides + 1):
            if face < sides or extra == cap:
                total = sides * extra + face
                found[total] = found.get(total, Fraction()) + reached / sides
    return found


def joined(laws: Sequence[Chances], read: Callable[[tuple[int, ...]], Any]) -> Chances:
    found: Chances = {}
    for each in product(*(law.items() for law in laws)):
        value, chance = read(tuple(total for total, _ in each)), Fraction(1)
        for _, one in each:
            chance *= one
        found[value] = found.get(value, Fraction()) + chance
    return found


@pytest.mark.parametrize(("sides", "modifier"), [(4, 0), (8, 0), (12, -2)])
def test_a_trait_die_and_a_wild_die(sides: int, modifier: int) -> None:
    def degrees(totals: tuple[int, ...]) -> int:
        return min(5, max(0, max(totals) + modifier) // 4)

    once = joined([chains(sides, 8), chains(6, 8)], degrees)
    given: dict[str, Any] = {"de": sides, "malus": modifier}
    assert law("joker.trait", "degres", jetons=0, relancer=False, **given) == once
    better = joined([once, once], max)
    assert law("joker.trait", "degres", jetons=1, relancer=True, **given) == better
    raises = sum(chance for degree, chance in once.items() if degree > 1)
    found = worths("joker.trait", "relance", jetons=1, **given)
    assert found == {False: raises, True: 1 - (1 - raises) ** 2}


@pytest.mark.parametrize(("rolled", "kept", "raises"), [(1, 1, 0), (3, 2, 1), (3, 1, 0), (2, 2, 2)])
def test_roll_and_keep(rolled: int, kept: int, raises: int) -> None:
    read = lambda totals: sum(sorted(totals)[-kept:]) >= 15 + 5 * raises  # noqa: E731
    expected = joined([chains(10, 3)] * rolled, read)
    given: dict[str, Any] = {"lances": rolled, "gardes": kept, "augmentations": raises}
    assert law("lame.jet", "reussi", **given) == expected


# ── choices after the dice ─────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("stat", "momentum"), [(0, 3), (2, 6), (3, 10)])
def test_two_challenge_dice(stat: int, momentum: int) -> None:
    names = ("echec", "prix", "franc")

    def degree(throw: tuple[int, ...], burns: bool) -> str:
        action, first, second = throw
        beaten = [
            sum(score > each for each in (first, second))
            for score in (min(10, action + stat), momentum)
        ]
        return names[max(beaten) if burns else beaten[0]]

    throws = list(product(range(1, 7), range(1, 11), range(1, 11)))
    for burns in (False, True):
        expected = counted(degree(throw, burns) for throw in throws)
        given: dict[str, Any] = {"stat": stat, "elan": momentum, "bruler": burns}
        assert law("serment.action", "degre", **given) == expected


def test_a_push() -> None:
    """Two dice of attribute, one of skill, one of gear."""
    found: Chances = {}
    for first in d(6, 4):
        kinds = "aacg"
        hits = first.count(6)
        ones = [kind for kind, face in zip(kinds, first, strict=True) if face == 1]
        again = [
            k for k, face in zip(kinds, first, strict=True) if 1 < face < 6 or (face, k) == (1, "c")
        ]
        for second in d(6, len(again)):
            worn = [k for k, face in zip(again, second, strict=True) if face == 1] + ones
            key = hits + second.count(6), worn.count("a"), worn.count("g")
            if not again:
                key = hits, 0, 0
            found[key] = found.get(key, Fraction()) + Fraction(1, 6 ** (4 + len(again)))
    given: dict[str, Any] = {"attribut": 2, "competence": 1, "materiel": 1, "pousser": True}
    law = {(r.succes, r.usure, r.casse): p for r, p in odds("braise.jet", **given).items()}
    assert law == found


@pytest.mark.parametrize("tokens", [0, 1])
def test_step_dice(tokens: int) -> None:
    won = total = 0
    for mine in product(range(1, 9), range(1, 7), range(1, 5)):
        good = sorted(face for face in mine if face > 1)[-2 - tokens :]
        for theirs in d(6, 2):
            total += 1
            won += sum(good) > sum(theirs)
    chance = Fraction(won, total)
    if tokens:
        found = advise("trame.epreuve", des=[8, 6, 4], contre=[6, 6], jetons=tokens)
        assert found.wait == chance
    else:
        expected = {True: chance, False: 1 - chance}
        given: dict[str, Any] = {"des": [8, 6, 4], "contre": [6, 6], "jetons": 0, "payer": 0}
        assert law("trame.epreuve", "reussi", **given) == expected


@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_a_ladder_and_points_under_the_best_play(points: int) -> None:
    """Skill 2 against 4, to succeed: the best of keeping, adding and throwing again at each point."""
    throws = counted(sum(faces) - 8 for faces in d(3, 4))

    def after(margin: int, left: int) -> Fraction:
        kept = Fraction(margin > 0)
        return max(kept, after(margin + 2, left - 1), before(left - 1)) if left else kept

    def before(left: int) -> Fraction:
        return sum((p * after(2 + total - 4, left) for total, p in throws.items()), Fraction())

    given: dict[str, Any] = {"competence": 2, "opposition": 4, "points": points}
    if points:
        assert advise("echelle.action", **given).wait == before(points)
    else:
        wins = law("echelle.action", "degre", **given)
        assert wins["succes"] + wins.get("style", Fraction()) == before(0)


# ── moves in secret ────────────────────────────────────────────────────────────────────────────
def test_one_secret_move_is_a_matrix_game() -> None:
    """Three dice against one point, one die against two: each cell by enumeration."""
    beats = {("attaque", "feinte"), ("parade", "attaque"), ("feinte", "parade")}
    moves = ("attaque", "parade", "feinte")

    def cell(mine: str, theirs: str) -> Fraction:
        throws_a = 3 if mine == theirs or (mine, theirs) in beats else 0
        throws_b = 1 if mine == theirs or (theirs, mine) in beats else 0
        worth = Fraction()
        for faces in product((0, 1), repeat=throws_a + throws_b):
            left_a = max(0, 1 - sum(faces[throws_a:]))
            left_b = max(0, 2 - sum(faces[:throws_a]))
            first, second = left_a * 2, left_b * 1
            worth += Fraction((first > second) - (first < second), 2 ** (throws_a + throws_b))
        return worth

    given: dict[str, Any] = {"a": {"des": 3, "points": 1}, "b": {"des": 1, "points": 2}, "coups": 1}
    for theirs in moves:
        found = advise("duel3.duel", seat="a", **given)
        worst = min(
            sum((o.p or 0) * cell(o.choice, other) for o in found.options) for other in moves
        )
        best = max(cell(mine, theirs) for mine in moves)
        assert worst == found.value <= best


def test_three_secret_moves_belong_together() -> None:
    found = advise("duel3.duel", seat="b", coups=2)
    assert found.value == 0
    assert sum(each.p for each in found.joint) == 1
    assert all(len(each.choices) == 2 for each in found.joint)
