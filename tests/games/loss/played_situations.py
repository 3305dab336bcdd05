"""Loss at the table: who is asked, what comes out, what is owed, and who holds how many tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.table.evening import LEADER
from tests.table.situations_at_table import Asked, Played, dice
from tests.table.tokens import TOKENS

KORDAN, NERISE = "j1", "j2"
Held = Mapping[str, int]
PLAIN: dict[str, Any] = {"jetons_avant": 0, "desastres": 0, "exploits": 1}
FIVES: dict[str, Any] = PLAIN | {"trait": 5, "talent": 5}
SUMS: dict[str, Any] = {"somme_attaque": 14, "somme_defense": 10}
DUEL: dict[str, Any] = {"somme_initiateur": 14, "somme_repondant": 12}
EXPLOITS = "loss.exploits"


def won(who: str, n: int, camp: str = "pj") -> dict[str, Any]:
    gain = {"type": "gain", "holder": who, "n": n, "camp": camp}
    return {"type": TOKENS, "evenement": gain}


def lost(who: str, n: int) -> dict[str, Any]:
    """Exploits that a player's character has lost to the MJ."""
    event = {"type": "echec", "exploits": n, "auteur": who, "attributions": {"mj": n}}
    return {"type": TOKENS, "evenement": event}


def uses(*names: str) -> tuple[Asked, ...]:
    return tuple((KORDAN, "emploi", name) for name in names)


SITUATIONS: list[tuple[Played, Held]] = [
    # ── a Test ──
    (Played(
        clauses="MEC-03 DEC-01", procedure="action", to=("kordan",),
        params={"trait": "Agilité", "talent": "Esquive"},
        asked=((KORDAN, "exploits", 1), (KORDAN, "d10", dice(7))),
        result={"success": True, "exploits": 1}, owed=(("kordan", EXPLOITS),),
    ), {}),
    (Played(
        clauses="PER-01 -02", procedure="action", to=("kordan",),
        params={"trait": "Puissance", "talent": "Armes de mêlée", "ag_permanentes": "Sabre",
                "exploits": 2},
        asked=((KORDAN, "d10", dice(4)),), result={"success": True, "exploits": 2},
        owed=(("kordan", EXPLOITS),),
    ), {}),
    (Played(
        clauses="PER-02", procedure="action", to=("kordan",),
        params={"trait": "Agilité", "talent": "Équitation", "exploits": 3,
                "ag_permanentes": "Sabre + Longue route"},
        asked=((KORDAN, "d10", dice(2)),), result={"success": True, "exploits": 3},
        owed=(("kordan", EXPLOITS),),
    ), {}),
    (Played(
        clauses="ECN-04 EXL-06", procedure="action", to=("nerise",),
        params={"trait": "Agilité", "talent": "Acrobatie", "exploits": 1},
        asked=((NERISE, "d10", dice(9)),),
        result={"success": False, "exploits_cedes": 1, "beneficiaire": "mj"},
    ), {"mj": 1}),
    (Played(
        clauses="VTT-04", procedure="trait", to=("kordan",),
        params={"trait": "Puissance", "vertu": "Courage", "difficulty": 20, "exploits": 0},
        asked=((KORDAN, "d10", dice(4)),), result={"success": True},
    ), {}),
    (Played(
        clauses="SDE-01 VTT-04", procedure="trait", to=("kordan",),
        params={"trait": "Puissance", "vertu": "Courage", "exploits": 0},
        asked=((KORDAN, "sans_de", True),), result={"method": "somme"},
    ), {}),
    (Played(
        clauses="AUT-01", procedure="action", to=("kordan",),
        params={"trait": "Agilité", "talent": "Escalade", "au_calme": True},
        asked=((KORDAN, "exploits", 0), (KORDAN, "automatique", False), (KORDAN, "d10", dice(2))),
        result={"method": "de", "success": False},
    ), {}),
    (Played(
        clauses="AUT-02", procedure="action", to=("nerise",),
        params={"trait": "Agilité", "talent": "Acrobatie", "au_calme": True, "exploits": 0},
        asked=((NERISE, "d10", dice(9)),), result={"success": False, "exploits_cedes": 0},
    ), {}),
    (Played(
        clauses="DIF-04", procedure="action", to=("nerise",),
        params={"trait": "Agilité", "talent": "Escalade", "au_calme": True, "exploits": 0,
                "difficulty": 10}, result={"method": "facile"},
    ), {}),
    # ── tokens and Désastres ──
    (Played(
        clauses="DEC-03 JET-03", procedure="action", to=("kordan",), before=(won("kordan", 3),),
        params={"trait": 5, "talent": 5, "exploits": 1},
        asked=((KORDAN, "jetons_avant", 1), (KORDAN, "d10", dice(2)), (KORDAN, "jetons_apres", 1)),
        result={"success": True, "jetons_depenses": 2}, owed=(("kordan", EXPLOITS),),
    ), {"kordan": 1}),
    (Played(
        clauses="DES-01 -06", procedure="action", to=("kordan",), before=(lost("kordan", 3),),
        params={"trait": 5, "talent": 5, "exploits": 0},
        asked=((LEADER, "desastres", 2), (LEADER, "malus", True), (KORDAN, "d10", dice(9))),
        result={"success": False},
    ), {"mj": 1}),
    (Played(
        clauses="DES-01 EXL-06", procedure="action", to=("nerise",), before=(lost("kordan", 3),),
        params={"trait": 5, "talent": 5, "exploits": 0},
        asked=((NERISE, "d10", dice(9)),), result={"success": True},
    ), {"mj": 3}),
    (Played(
        clauses="DES-01", procedure="action", to=("nerise",), before=(lost("kordan", 3),),
        params={"trait": 5, "talent": 5, "exploits": 0}, rulings={"desastre_cible": "libre"},
        asked=((LEADER, "desastres", 1), (LEADER, "malus", False), (NERISE, "d10", dice(5))),
        result={"success": True},
    ), {"mj": 2}),
    (Played(
        clauses="DES-09", procedure="action", to=("kordan",), before=(lost("kordan", 5),),
        params={"trait": 9, "talent": 9}, asked=((LEADER, "desastres", 5),),
        result={"method": "desastre", "exploits_cedes": 0},
    ), {}),
    (Played(
        clauses="DEC-03 JET-03", procedure="action", to=("kordan",), before=(won("kordan", 2),),
        params={"trait": 5, "talent": 5, "exploits": 1}, rulings={"jetons_max_par_test": 1},
        asked=((KORDAN, "jetons_avant", 1), (KORDAN, "d10", dice(2))),
        result={"success": False, "jetons_depenses": 1},
    ), {"kordan": 1, "mj": 1}),
    (Played(
        clauses="JET-03 EXL-09", procedure="action", to=("veilleur",), before=(lost("kordan", 2),),
        params={"trait": 5, "talent": 5, "exploits": 1},
        asked=((LEADER, "jetons_avant", 0), (LEADER, "d10", dice(9)),
               (LEADER, "jetons_apres", 1)),
        result={"success": True, "jetons_depenses": 1}, owed=(("veilleur", EXPLOITS),),
    ), {"mj": 1}),
    (Played(
        clauses="DES-05 DES-07", procedure="desastre", to=("kordan",), params={"jetons": 3},
        before=(lost("kordan", 4),), asked=((LEADER, "malus", True),), result={"malus": 10},
        owed=(("kordan", "{malus} de plus à la Difficulté de l’Action gênée par un Désastre"),),
    ), {"mj": 1}),
    # ── who receives ──
    (Played(
        clauses="EXL-10", procedure="action", to=("veilleur",), params=FIVES,
        cast={"cible": "nerise"}, asked=((LEADER, "d10", dice(2)),),
    ), {"nerise": 1}),
    (Played(
        clauses="EXL-10", procedure="action", to=("veilleur",), params=FIVES,
        before=(won("nerise", 1),), asked=((LEADER, "d10", dice(2)),),
    ), {"nerise": 1, "kordan": 1}),
    (Played(
        clauses="EXL-10", procedure="passive", to=("veilleur",), cast={"cible": "kordan"},
        params=PLAIN | {"trait": "Agilité", "talent": "Corps-à-corps", "cible": "Sagesse"},
        asked=((LEADER, "d10", dice(2)),), result={"beneficiaire": "joueurs"},
    ), {"kordan": 1}),
    (Played(
        clauses="OPA-02 EXL-05", procedure="passive", to=("kordan",), cast={"cible": "nerise"},
        params=PLAIN | {"trait": "Agilité", "talent": "Furtivité", "cible": "Sagesse"},
        asked=((KORDAN, "d10", dice(9)),), result={"success": False},
    ), {"nerise": 1}),
    (Played(
        clauses="OPA-02", procedure="passive", to=("nerise",), cast={"cible": "veilleur"},
        params={"trait": "Esprit", "vertu": "Sagesse", "cible": "Instinct", "exploits": 0},
        asked=((NERISE, "d10", dice(4)),), result={"success": True},
    ), {}),
    (Played(
        clauses="EXL-05", procedure="action", to=("kordan",), params=FIVES,
        cast={"adversaires": ["veilleur", "nerise"]}, asked=((KORDAN, "d10", dice(2)),),
        result={"exploits_cedes": 1, "beneficiaire": "adversaire"},
        owed=(("kordan", "loss.echec"),),
    ), {}),
    (Played(
        clauses="INV-06", procedure="blind", to=("kordan",), cast={"cacheur": "nerise"},
        params=FIVES | {"caches": 2}, asked=((KORDAN, "d10", dice(2)),), result={"niveau": "rien"},
    ), {"nerise": 1}),
    (Played(
        clauses="INV-06", procedure="blind", to=("kordan",), cast={"cacheur": "veilleur"},
        params=FIVES | {"caches": 2}, asked=((KORDAN, "d10", dice(2)),), result={"niveau": "rien"},
    ), {"mj": 1}),
    (Played(
        clauses="INV-04", procedure="blind", to=("kordan",), cast={"cacheur": "veilleur"},
        params=FIVES | {"trait": 10, "caches": 2}, rulings={"aveugle_exploits": "tous"},
        asked=((KORDAN, "d10", dice(9)),), result={"niveau": "intuition", "exploits": 1},
        owed=(("kordan", EXPLOITS),),
    ), {}),
    # ── combat ──
    (Played(
        clauses="CBT-01 EXL-05", procedure="combat", params=SUMS | {"exploits": 2},
        cast={"attaquant": "kordan", "defenseur": "veilleur"}, asked=((KORDAN, "d10", dice(9)),),
        result={"touche": False, "exploits_cedes": 2},
    ), {"veilleur": 2}),
    (Played(
        clauses="CBT-02 -03", procedure="combat", params=SUMS | {"exploits": 1},
        cast={"attaquant": "kordan", "defenseur": "nerise"},
        asked=((KORDAN, "d10", dice(6)), (NERISE, "defense", True), (NERISE, "d10", dice(9))),
        result={"touche": True, "exploits": 1}, owed=(("kordan", EXPLOITS),),
    ), {}),
    (Played(
        clauses="ECH-06 CBT-04", procedure="combat",
        params={"somme_attaque": "Puissance + Corps-à-corps", "somme_defense": "Agilité + Esquive",
                "exploits": 0},
        cast={"attaquant": "fouisseur", "defenseur": "kordan"},
        asked=((LEADER, "sans_de", True), (KORDAN, "defense", True), (KORDAN, "d10", dice(2))),
        result={"touche": False},
    ), {}),
    (Played(
        clauses="DES-01", procedure="combat", params=SUMS | {"exploits": 0, "somme_attaque": 15},
        cast={"attaquant": "nerise", "defenseur": "kordan"}, before=(lost("kordan", 2),),
        asked=((NERISE, "sans_de", True), (KORDAN, "defense", True), (LEADER, "desastres", 2),
               (LEADER, "malus", True), (KORDAN, "d10", dice(9))),
        result={"touche": True},
    ), {}),
    # ── Oppositions actives ──
    (Played(
        clauses="OAE-02 -06 -09", procedure="active",
        params={"somme_initiateur": "Pouvoir + Discours", "somme_repondant": "Courage + Esprit"},
        cast={"initiateur": "kordan", "repondant": "nerise"},
        asked=((KORDAN, "annonce", "annoncer"), (NERISE, "annonce", "surencherir"),
               (KORDAN, "annonce", "tester"), (KORDAN, "d10", dice(9))),
        result={"winner": "repondant", "exploits": 2}, owed=(("nerise", EXPLOITS),),
    ), {}),
    (Played(
        clauses="OAE-03 -07", procedure="active", params=DUEL,
        cast={"initiateur": "veilleur", "repondant": "nerise"},
        asked=((LEADER, "annonce", "annoncer"), (NERISE, "annonce", "tester"),
               (NERISE, "d10", dice(8)), (LEADER, "d10", dice(6))),
        result={"winner": "nul", "exploits": 0},
    ), {}),
    (Played(
        clauses="OAE-08", procedure="active", params=DUEL | {"engages": 0},
        cast={"initiateur": "kordan", "repondant": "nerise"}, before=(won("nerise", 2),),
        asked=((NERISE, "jetons_avant", 0), (KORDAN, "d10", dice(9)), (NERISE, "d10", dice(4)),
               (NERISE, "jetons_apres", 2)),
        result={"winner": "repondant", "jetons_repondant_depenses": 2},
    ), {}),
    # ── what comes of it ──
    (Played(
        clauses="EXL-04 GAG-01", procedure="exploits", to=("kordan",), params={"exploits": 3},
        asked=uses("jeton", "jeton", "degats"), result={"jetons_gagnes": 2, "degats_d10": 1},
        owed=(("kordan", "loss.degats"),),
    ), {"kordan": 2}),
    (Played(
        clauses="EXL-04 SOC-01", procedure="exploits", to=("kordan",), params={"exploits": 3},
        asked=uses("information", "effet", "information"),
        owed=(("kordan", "{n:effet d’Exploit|effets d’Exploits}, à raconter"),
              ("kordan", "{n:information gagnée|informations gagnées} par Exploit")),
    ), {}),
    (Played(
        clauses="CBT-03 ECH-04", procedure="degats", to=("kordan",), params={"des": 2},
        cast={"cible": "fouisseur"},
        asked=((LEADER, "coup", 20), (KORDAN, "degats", dice(8)), (KORDAN, "degats", dice(3))),
        result={"total": 31, "perte": 1},
        owed=(("fouisseur", "{n:point|points} de dégâts, à noter par le MJ"),),
    ), {}),
    (Played(
        clauses="OAE-10", procedure="degats", to=("kordan",), cast={"cible": "nerise"},
        params={"des": 1, "nature": "detresse"}, asked=((KORDAN, "detresse", dice(6)),),
        result={"perte": 6},
        owed=(("nerise", "{n:point|points} de Détresse, à noter par le MJ"),),
    ), {}),
    (Played(
        clauses="ECH-05", procedure="degats_echelle", params={"degats": 7},
        cast={"attaquant": "fouisseur", "cible": "kordan"}, result={"perte": 68},
        owed=(("kordan", "{n:point|points} de dégâts, à noter par le MJ"),),
    ), {}),
    (Played(
        clauses="ECH-01", procedure="echelle_de", params={"tonnes": 1500},
        asked=((LEADER, "echelle", "machines"),), result={"echelle": "machines"},
    ), {}),
]  # fmt: skip
