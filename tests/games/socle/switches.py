"""The switches of the Socle, each with a run that tells its values apart."""

from __future__ import annotations

from tests.kit.switches import Shown

SHOWN: dict[str, Shown] = {
    "max_sous_tn": Shown("socle.test", {"de": 6, "tn": 8}),
    "tn_sort_attaque": Shown(
        "socle.sort_attaque",
        {"de": 12, "niveau": "fort", "cible": "boss", "mana": 3},
        also={"de": 12, "niveau": "fort", "cible": "pion", "mana": 3},
    ),
    "elite_coeurs": Shown(
        "socle.duel", {"de": 10, "adversaires": [{"cible": "elite"}]}, values=(1, 2, 4)
    ),
    "boss_coeurs": Shown(
        "socle.duel", {"de": 10, "adversaires": [{"cible": "boss"}]}, values=(2, 3)
    ),
    "mort_a_terre": Shown("socle.coup", {"coeurs": 0}),
    "aide_d6": Shown("socle.test_d6", {"niveau": "novice", "aide": True}),
    "exceptionnel_d6": Shown("socle.test_d6", {"niveau": "novice"}),
}
