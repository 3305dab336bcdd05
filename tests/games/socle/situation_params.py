"""Parameters that several situations share."""

from __future__ import annotations

from tests.kit.situations import Params

DOOR: Params = {"objectif": "la porte", "caracteristique": "Force"}
AGAIN: Params = {"de": 8, "tentative": DOOR, "essais": [DOOR]}
VEIL: Params = {"objectif": "le voile", "caracteristique": "Magie"}
RECAST: Params = {"de": 10, "niveau": "standard", "tentative": VEIL, "essais": [VEIL]}
PION: Params = {"de": 10, "cible": "pion"}
FAR: Params = PION | {"portee": "distance"}
BOSS: Params = {"de": 10, "cible": "boss", "aide": True, "degres": -1, "portee": "distance"}
D6: Params = {"niveau": "entraine", "cible": "elite"}
SPELL: Params = {"de": 10, "niveau": "fort"}
BETTERED: Params = {"de": 10, "niveau": "standard", "avantage": "ask", "accord": "ask"}
ANA: Params = {"id": "Ana", "de": {"Force": 10}}
BO: Params = {"id": "Bo", "de": {"Force": 10}}
FIGHT: Params = {"heros": [ANA], "adversaires": [{"id": "b", "cible": "pion"}]}
TWO: Params = {"heros": [ANA, BO], "adversaires": [{"id": "b", "cible": "boss"}]}
CROWD: Params = {
    **FIGHT, "adversaires": [{"id": "b", "cible": "pion"}, {"id": "c", "cible": "pion"}],
    "presse": "ask",
}  # fmt: skip
MAGE: Params = {"id": "Ana", "niveau": {"Magie": "maitre", "Force": "novice"}}
MAGES: Params = {"heros": [MAGE], "adversaires": [{"id": "b", "cible": "pion"}]}
FALLEN: Params = {**TWO, "heros": [ANA, BO | {"coeurs": 0, "etat": "a_terre"}]}
ONE_PION: Params = {"de": 10, "adversaires": [{"cible": "pion"}]}
WEAK: Params = {"id": "A", "coeurs": 1, "mana": 0}
DOWN: Params = {"id": "A", "coeurs": 0, "etat": "a_terre"}
OVER: Params = {"en_cours": False, "heros": [WEAK]}
