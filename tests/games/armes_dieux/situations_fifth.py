"""Armes-Dieux: situations of a fifth reading: majorities with Dés de sang, dice set aside, luck."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

BLOODY: Params = {"poignee": 3, "sang": 2, "sr": 12}
BOLD: Params = {"poignee": 5, "ecartes": 2, "maitrise": True, "sr": 12}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── more than half of the dice rolled, Dés de sang among them ──
    ("RES-03 SAN-01", "jet", BLOODY, [[1], [1, 5]], {"issue": "echec_revers", "qualites": 0}),
    ("RES-03 SAN-01", "jet", BLOODY, [[1], [2, 5]], {"issue": "echec", "qualites": 0}),
    ("RES-03", "jet", {"poignee": 4, "sr": 12}, [[1, 1, 2, 2]], {"issue": "echec"}),
    ("RES-03", "jet", {"poignee": 4, "sr": 12}, [[1, 1, 1, 6]], {"issue": "echec_revers"}),
    ("RES-03 RES-04", "jet", {"poignee": 4, "sr": 9}, [[1, 1, 1, 6]], {"issue": "reussite_revers"}),
    # ── a Dé de sang is a Qualité whatever it shows; a 6 counts twice in a mastered roll ──
    ("SAN-02", "jet", {"poignee": 3, "sang": 3, "sr": 5}, [[1, 1, 3]],
     {"issue": "reussite", "qualites": 3}),
    ("MAI-02 RIS-03", "jet", BOLD, [[6, 6, 1]], {"issue": "exceptionnelle", "qualites": 6}),
    ("MAI-02 RIS-03", "jet", BOLD | {"maitrise": False}, [[6, 6, 1]],
     {"issue": "reussite", "qualites": 4}),
    ("RIS-03 RES-02", "jet", BOLD | {"sr": 14}, [[6, 6, 1]], {"issue": "echec", "qualites": 0}),
    # ── luck: 4D against 12 ──
    *(("CHA-03 CHA-04", "chance", {}, [list(faces)], {"reponse": answer})
      for faces, answer in (((1, 1, 3, 6), "non"), ((2, 2, 2, 6), "oui"), ((3, 3, 3, 3), "oui_condition"),
                            ((2, 4, 5, 1), "oui_condition"), ((6, 4, 2, 1), "oui"))),
]  # fmt: skip
