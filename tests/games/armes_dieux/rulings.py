"""The rulings of Armes-Dieux, each with its demonstration."""

from __future__ import annotations

from fractions import Fraction

from tests.kit.rulings import Shown

EQUALS = {"participants": [{"id": name, "poignee": 1, "sr": 1} for name in ("Ada", "Bo")]}
STRONG = {
    "participants": [{"id": "Ada", "poignee": 3, "sr": 3}, {"id": "Bo", "poignee": 1, "sr": 1}]
}
TENSE = {
    "participants": [
        {"id": name, "poignee": 1, "sr": 6, "revers": "tension"} for name in ("Ada", "Bo")
    ],
    "manches": 1,
}

SHOWN: dict[str, Shown] = {
    "poignee_minimum": Shown(
        "armes_dieux.test",
        {"domaine": 2, "malus": 3, "sr": 4},
        result={"issue": "reussite_revers"},
        chances={0: 0, 1: Fraction(1, 2)},
        laws=(
            "armes_dieux.poignee",
            "armes_dieux.poignee_figurant",
            "armes_dieux.jet",
            "armes_dieux.test",
            "armes_dieux.test_figurant",
            "armes_dieux.cadrage",
            "armes_dieux.oppositions",
            "armes_dieux.opposition",
        ),
    ),
    "figurant_reduction": Shown(
        "armes_dieux.test_figurant",
        {"valeur": 12, "plusieurs": True, "reduction": 3, "sr": 6 * 12},
        result={"issue": "exceptionnelle"},
        chances={"avant_maximum": Fraction(1, 6**12), "malus": 0},
        laws=("armes_dieux.poignee_figurant", "armes_dieux.test_figurant"),
    ),
    "additionnel_palier": Shown(
        "armes_dieux.jet",
        {"poignee": 4, "sr": 4, "additionnel": "toujours"},
        ([2, 4, 6, 2],),
        result={"issue": "reussite"},
        chances={"reste": 0, "total": 1},
        laws=("armes_dieux.jet", "armes_dieux.test", "armes_dieux.opposition"),
    ),
    "opposition_egalite": Shown(
        "armes_dieux.opposition",
        EQUALS,
        result={"cause": "egalite"},
        chances={"nul": Fraction(1, 2), "somme": Fraction(1, 6)},
        laws=("armes_dieux.oppositions", "armes_dieux.opposition"),
    ),
    "opposition_palier": Shown(
        "armes_dieux.opposition",
        STRONG,
        result={"issue": "reussite"},
        chances={"final": Fraction(1, 16), "obtenues": Fraction(1, 8)},
        laws=("armes_dieux.oppositions", "armes_dieux.opposition"),
    ),
    "maitrise_sang": Shown(
        "armes_dieux.jet",
        {"poignee": 1, "sr": 1, "sang": 1, "maitrise": True},
        result={"qualites": 2},
        chances={"deux": Fraction(1, 6), "un": 0},
        laws=("armes_dieux.jet", "armes_dieux.opposition"),
    ),
    "scores_adverses": Shown(
        "armes_dieux.opposition",
        {
            "participants": [
                {"id": "Ada", "poignee": 1, "sr": 1},
                {"id": "le garde", "poignee": 1, "sr": 1, "acteur": "figurant"},
            ]
        },
        ([4], [3]),
        laws=("armes_dieux.opposition", "armes_dieux.oppositions"),
    ),
    "echecs_critiques": Shown(
        "armes_dieux.oppositions",
        TENSE,
        ([1], [5]),
        result={"tension": {"Ada": 1, "Bo": 0}},
        chances={False: 1, True: 0},
        laws=("armes_dieux.revers", "armes_dieux.oppositions"),
    ),
}
