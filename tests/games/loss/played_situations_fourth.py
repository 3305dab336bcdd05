"""Loss at the table, a fifth reading: who decides, who receives, and what rulings change."""

from __future__ import annotations

from tests.games.loss.played_situations import (
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

CALMLESS = {"facile_calme": False}
CLIMBS = PLAIN | {"exploits": 0, "trait": "Agilité", "talent": "Escalade"}
STRIKES = {"desastres_joueurs": True}

FOURTH: list[tuple[Played, Held]] = [
    # ── an easy Action: the calm of R-07 ──
    (Played(
        clauses="DIF-04 -05", procedure="action", to=("nerise",), rulings=CALMLESS,
        params=CLIMBS | {"difficulty": 10}, result={"method": "facile", "success": True},
    ), {}),
    (Played(
        clauses="DIF-04 -05", procedure="action", to=("nerise",),
        params=CLIMBS | {"difficulty": 10}, asked=((NERISE, "d10", dice(2)),),
        result={"method": "de", "success": False},
    ), {}),
    (Played(
        clauses="DIF-04 ECN-04", procedure="action", to=("nerise",), rulings=CALMLESS,
        params=CLIMBS | {"difficulty": 10, "talent": "Acrobatie"},
        asked=((NERISE, "d10", dice(5)),), result={"method": "de", "success": True},
    ), {}),
    # ── who receives ──
    (Played(
        clauses="EXL-10", procedure="action", to=("veilleur",), params=FIVES,
        cast={"adversaires": ["nerise"]}, asked=((LEADER, "d10", dice(2)),),
        result={"beneficiaire": "joueurs"},
    ), {"nerise": 1}),
    (Played(
        clauses="EXL-10 CBT-01", procedure="combat", params=SUMS | {"exploits": 1},
        cast={"attaquant": "veilleur", "defenseur": "kordan"}, asked=((LEADER, "d10", dice(2)),),
        result={"touche": False, "exploits_cedes": 1},
    ), {"kordan": 1}),
    (Played(
        clauses="EXL-10", procedure="combat", params=SUMS | {"exploits": 2},
        cast={"attaquant": "veilleur", "defenseur": "fouisseur"}, before=(won("kordan", 1),),
        asked=((LEADER, "d10", dice(2)),),
        result={"exploits_cedes": 2},
    ), {"kordan": 1, "nerise": 2}),
    (Played(
        clauses="EXL-05 VTT-04", procedure="trait", to=("kordan",),
        params=PLAIN | {"trait": "Esprit", "vertu": "Sagesse"}, cast={"adversaires": ["nerise"]},
        asked=((KORDAN, "d10", dice(2)),), result={"exploits_cedes": 1},
    ), {"nerise": 1}),
    (Played(
        clauses="EXL-05 R-18", procedure="action", to=("nerise",), params=FIVES,
        cast={"cible": "veilleur"}, rulings={"jetons_pnj": "commun"},
        asked=((NERISE, "d10", dice(2)),),
    ), {"mj": 1}),
    (Played(
        clauses="INV-06 R-57", procedure="dissimulation",
        params={"cacheur": {"trait": "Agilité", "talent": "Furtivité", "exploits": 1},
                "chercheurs": [{"trait": "Instinct", "talent": "Fouille", "exploits": 1}]},
        cast={"cacheur": "kordan", "chercheurs": ["veilleur"]},
        asked=((KORDAN, "d10", dice(10, 2)), (LEADER, "d10", dice(2))),
        result={"niveaux": {"veilleur": "rien"}}, owed=(),
    ), {"kordan": 1}),
    # ── Désastres of players ──
    (Played(
        clauses="LIM-02 DES-01", procedure="action", to=("veilleur",), rulings=STRIKES,
        params=FIVES | {"desastres": "ask", "exploits": 0}, before=(won("kordan", 2),),
        asked=((KORDAN, "desastres", 2), (KORDAN, "malus", True), (LEADER, "d10", dice(9))),
        result={"success": False},
    ), {}),
    (Played(
        clauses="LIM-02 DES-01", procedure="action", to=("veilleur",),
        params=FIVES | {"desastres": "ask", "exploits": 0}, before=(won("kordan", 2),),
        asked=((LEADER, "d10", dice(9)),), result={"success": True},
    ), {"kordan": 2}),
    # ── what Exploits become ──
    (Played(
        clauses="DEC-05 SOC-05", procedure="exploits", to=("nerise",), params={"exploits": 2},
        asked=((NERISE, "emploi", "obstacle"), (NERISE, "emploi", "prix")),
        result={"obstacle": 1, "prix": 1},
        owed=(("nerise", "Difficulté plus haute de {more} pour qui s’y oppose"),
              ("nerise", "{n:article|articles} à moitié prix")),
    ), {}),
    (Played(
        clauses="GAG-01 EXL-09", procedure="exploits", to=("veilleur",), params={"exploits": 1},
        asked=((LEADER, "emploi", "jeton"),), result={"jetons_gagnes": 1},
    ), {"veilleur": 1}),
    (Played(
        clauses="DES-01 OAC-01", procedure="active",
        params={"somme_initiateur": 14, "somme_repondant": 12, "engages": 0},
        cast={"initiateur": "kordan", "repondant": "veilleur"}, before=(lost("kordan", 1),),
        asked=((LEADER, "desastres", 1), (LEADER, "malus", True), (KORDAN, "d10", dice(4)),
               (LEADER, "d10", dice(5))),
        result={"winner": "repondant"},
    ), {}),
]  # fmt: skip
