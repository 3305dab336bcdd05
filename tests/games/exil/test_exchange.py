"""The exchange of the benchmark, written by hand, is compared with the rule run by run."""

from __future__ import annotations

import itertools
import random

import msgspec
import numpy as np
import pytest

from bench.by_hand import assaut
from bench.exchanges import exchanges
from tablee.games.exil.fight.assaut import Assaut
from tablee.games.exil.fight.attack_tables import ZONES
from tablee.games.exil.fight.passes import offered
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.readings.drawing import Faces
from tablee.rules.readings.plain import Plain
from tablee.rules.refusal import Refusal

NAMES = (
    "equal",
    "audace_scope",
    "armour_base",
    "double_touche",
    "mise_en_echec_damage",
    "aimed_scope",
)
ALL_RULINGS = [
    msgspec.convert(dict(zip(NAMES, values, strict=True)), ExilRulings)
    for values in itertools.product(
        ("succeeds", "fails"),
        ("rolls", "poff"),
        ("total", "lethality"),
        ("damage_only", "all"),
        ("normal", "none"),
        ("poff", "roll"),
    )
]


def any_exchange(rng: random.Random) -> Assaut:
    """Return random parameters, sometimes with a passe or an audace that is not open."""
    poff, zone = rng.randint(0, 18), rng.choice(["aucune", "aucune", *ZONES, "defaut"])
    flaw = -rng.randint(0, 6) if zone == "defaut" else 0
    power = max(0, poff + ZONES.get(zone, flaw))
    return Assaut(
        poff=poff,
        pdef=rng.randint(0, 12),
        audace=rng.choice([0, 0, 0, 1, 2, 4]),
        letalite=rng.randint(-2, 8),
        physique=rng.choice(["nul", "faible", "moyen", "bon", "excellent"]),
        force=rng.random() < 0.7,
        protection=rng.choice([0, 0, 1, 3, 5]),
        perce_armure=rng.random() < 0.3,
        zone=zone,
        zone_modifier=flaw,
        passe=rng.choice(["auto", "auto", *offered(power + rng.choice([0, 0, 2]), True, True)]),
        talent_attaquant=rng.randint(0, 16),
        talent_defenseur=rng.randint(0, 16),
        defenseur_arme=rng.random() < 0.7,
        riposte_due=rng.random() < 0.5,
        defenseur_a_allie=rng.random() < 0.5,
        initiative_attaquant=rng.random() < 0.5,
    )


@pytest.mark.parametrize("seed", range(len(ALL_RULINGS)))
def test_by_hand_as_by_the_rule(seed: int) -> None:
    rng, rules = random.Random(seed), ALL_RULINGS[seed]
    by_hand, by_rule = (Faces(np.random.Generator(np.random.Philox(key=seed))) for _ in range(2))
    plain = Plain(rules, by_rule)
    for _ in range(300):
        exchange = any_exchange(rng)
        try:
            result = plain.run(exchange)
        except Refusal:
            with pytest.raises(ValueError, match=r"\w"):
                assaut(exchange, rules, by_hand.face)
        else:
            assert assaut(exchange, rules, by_hand.face) == result


def test_what_the_benchmark_times_agrees() -> None:
    """The benchmark's own check of its exchanges passes."""
    for exchange in exchanges():
        exchange.agree(200)
