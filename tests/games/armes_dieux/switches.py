"""The switches of Armes-Dieux, each with a run that tells its values apart."""

from __future__ import annotations

from tests.kit.switches import Shown

TWO = {"participants": [{"id": "a", "poignee": 2, "sr": 7}, {"id": "b", "poignee": 2, "sr": 7}]}
STRONG = {"participants": [{"id": "a", "poignee": 4, "sr": 12}, {"id": "b", "poignee": 2, "sr": 7}]}

SHOWN: dict[str, Shown] = {
    "poignee_minimum": Shown("armes_dieux.poignee", {"domaine": 2, "malus": 6}),
    "figurant_reduction": Shown(
        "armes_dieux.poignee_figurant", {"valeur": 12, "plusieurs": True, "reduction": 3}
    ),
    "additionnel_palier": Shown(
        "armes_dieux.jet", {"poignee": 6, "sr": 18, "additionnel": "toujours"}
    ),
    "opposition_egalite": Shown("armes_dieux.opposition", TWO),
    "opposition_palier": Shown("armes_dieux.opposition", STRONG),
    "maitrise_sang": Shown("armes_dieux.jet", {"poignee": 2, "sr": 5, "sang": 2, "maitrise": True}),
    "echecs_critiques": Shown("armes_dieux.revers", {"reussite": False}),
}
