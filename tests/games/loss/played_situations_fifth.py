"""Loss at the table, a sixth reading: whose a choice is, who receives, what time ends."""

from __future__ import annotations

from tests.games.loss.played_situations import (
    DUEL,
    EXPLOITS,
    FIVES,
    KORDAN,
    NERISE,
    PLAIN,
    SUMS,
    Held,
    lost,
    won,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

BLOW = {"somme_attaque": 16, "somme_defense": 16, "exploits": 0}
FIGHT = {"attaquant": "kordan", "defenseur": "nerise"}
OVER = {"type": "avance", "unite": "scene"}
BOTH = {"cacheur": "veilleur", "chercheurs": ["kordan", "nerise"]}
HIDES = {"trait": 6, "talent": 5, "exploits": 1, "jetons_avant": 0}
SEEKS = {"trait": 6, "talent": 5, "exploits": 1, "jetons_avant": 0, "desastres": 0}

FIFTH: list[tuple[Played, Held]] = [
    # ── combat: each side's own choices ──
    (Played(
        clauses="SDE-01 -03", procedure="combat", params=BLOW, cast=FIGHT,
        asked=((KORDAN, "sans_de", True), (NERISE, "defense", True), (NERISE, "sans_de", True)),
        result={"touche": False},
    ), {}),
    (Played(
        clauses="SDE-01 -03", procedure="combat", params=BLOW, cast=FIGHT,
        asked=((KORDAN, "sans_de", True), (NERISE, "defense", False)), result={"touche": True},
    ), {}),
    (Played(
        clauses="SDE-01 -03", procedure="combat", params=BLOW, cast=FIGHT,
        asked=((KORDAN, "sans_de", False), (KORDAN, "d10", dice(1, 3)),), result={"touche": False},
    ), {}),
    (Played(
        clauses="SDE-01", procedure="combat", params=BLOW, before=(won("nerise", 1),),
        cast={"attaquant": "veilleur", "defenseur": "nerise"},
        asked=((LEADER, "sans_de", True), (NERISE, "defense", True), (NERISE, "sans_de", True)),
        result={"touche": False, "jetons_defense_depenses": 0},
    ), {"nerise": 1}),
    (Played(
        clauses="CBT-02", procedure="combat",
        params=SUMS | {"exploits": 1, "defense_allegee": True}, cast=FIGHT,
        asked=((KORDAN, "d10", dice(6)), (NERISE, "defense", True), (NERISE, "d10", dice(5))),
        result={"touche": False, "exploits_cedes": 0},
    ), {}),
    (Played(
        clauses="CBT-02", procedure="combat", params=SUMS | {"exploits": 1}, cast=FIGHT,
        asked=((KORDAN, "d10", dice(6)), (NERISE, "defense", True), (NERISE, "d10", dice(5))),
        result={"touche": True, "exploits": 1}, owed=(("kordan", EXPLOITS),),
    ), {}),
    (Played(
        clauses="DEC-03 CBT-01", procedure="combat", params=SUMS | {"exploits": 2}, cast=FIGHT,
        before=(won("kordan", 1),),
        asked=((KORDAN, "jetons_avant", 0), (KORDAN, "d10", dice(6)), (KORDAN, "jetons_apres", 1),
               (NERISE, "defense", True), (NERISE, "d10", dice(10, 4))),
        result={"touche": True, "exploits": 2}, owed=(("kordan", EXPLOITS),),
    ), {}),
    # ── time ──
    (Played(
        clauses="LIM-02 TPS-05", procedure="action", to=("kordan",), params=FIVES,
        before=(won("kordan", 2), OVER), asked=((KORDAN, "d10", dice(9)),),
        result={"success": False, "exploits_cedes": 1},
    ), {"mj": 1}),
    (Played(
        clauses="DES-04 TPS-06", procedure="action", to=("kordan",),
        params={"trait": 5, "talent": 5, "exploits": 0},
        before=(lost("kordan", 3), OVER | {"unite": "episode"}), asked=((KORDAN, "d10", dice(9)),),
        result={"success": True},
    ), {}),
    (Played(
        clauses="LIM-01 TPS-04", procedure="action", to=("kordan",), params=FIVES,
        before=(won("kordan", 2), OVER | {"unite": "instant"}),
        asked=((KORDAN, "d10", dice(9)), (KORDAN, "jetons_apres", 1)),
        result={"success": True}, owed=(("kordan", EXPLOITS),),
    ), {"kordan": 1}),
    # ── who receives ──
    (Played(
        clauses="EXL-05", procedure="trait", to=("nerise",), cast={"cible": "fouisseur"},
        params=PLAIN | {"trait": "Instinct", "vertu": "Courage"}, asked=((NERISE, "d10", dice(9)),),
        result={"exploits_cedes": 1, "beneficiaire": "adversaire"},
    ), {"fouisseur": 1}),
    (Played(
        clauses="EXL-10", procedure="trait", to=("fouisseur",), cast={"cible": "nerise"},
        params=PLAIN | {"trait": "Esprit", "vertu": 3}, before=(won("nerise", 3),),
        asked=((LEADER, "d10", dice(2)),), result={"beneficiaire": "joueurs"},
    ), {"nerise": 4}),
    (Played(
        clauses="OAE-06 -09", procedure="active", params=DUEL,
        cast={"initiateur": "kordan", "repondant": "veilleur"},
        asked=((KORDAN, "annonce", "annoncer"), (LEADER, "annonce", "tester"),
               (LEADER, "d10", dice(7))),
        result={"winner": "initiateur", "exploits": 1}, owed=(("kordan", EXPLOITS),),
    ), {}),
    (Played(
        clauses="OAE-07", procedure="active", params=DUEL,
        cast={"initiateur": "kordan", "repondant": "nerise"},
        asked=((KORDAN, "annonce", "annoncer"), (NERISE, "annonce", "tester"),
               (NERISE, "d10", dice(8)), (KORDAN, "d10", dice(6))),
        result={"winner": "nul", "exploits": 0},
    ), {}),
    (Played(
        clauses="INV-08 EXL-10", procedure="dissimulation", cast=BOTH,
        params={"cacheur": HIDES, "chercheurs": [SEEKS, SEEKS]},
        asked=((LEADER, "d10", dice(8)),), result={"caches": None, "cedes": 1},
        owed=(("veilleur", "loss.echec"),),
    ), {}),
    # ── what is owed ──
    (Played(
        clauses="CBT-03", procedure="degats", to=("nerise",), params={"des": 1},
        cast={"cible": "kordan"}, asked=((LEADER, "coup", 6), (NERISE, "degats", dice(5))),
        result={"total": 11, "perte": 9},
        owed=(("kordan", "{n:point|points} de dégâts, à noter par le MJ"),),
    ), {}),
    (Played(
        clauses="OAE-10 ECH-07", procedure="degats", to=("fouisseur",), cast={"cible": "kordan"},
        params={"des": 2, "nature": "detresse"},
        asked=((LEADER, "detresse", dice(3)), (LEADER, "detresse", dice(4))), result={"perte": 7},
        owed=(("kordan", "{n:point|points} de Détresse, à noter par le MJ"),),
    ), {}),
    (Played(
        clauses="PHY-05 PHY-02", procedure="exploits", to=("kordan",), params={"exploits": 3},
        asked=((KORDAN, "emploi", "allie"), (KORDAN, "emploi", "demi"), (KORDAN, "emploi", "demi")),
        result={"allies": 1, "multiplicateur": "2"},
        owed=(("kordan", "{n:compagnon entraîné|compagnons entraînés} dans la réussite par Exploit"),
              ("kordan", "effet mesuré plus grand de {percent} %")),
    ), {}),
]  # fmt: skip
