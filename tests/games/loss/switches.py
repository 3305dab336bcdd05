"""The switches of Les Chants de Loss, each with a run that tells its values apart."""

from __future__ import annotations

from typing import Any

from tests.kit.switches import Shown

Params = dict[str, Any]
FOES = [{"id": "garde", "camp": "pnj"}, {"id": "chien", "camp": "pnj"}]
LOST: Params = {"exploits": 2, "acteur": "pj", "auteur": "Mira"}
TOKENS: Params = {"reserves": {"Mira": 2, "Sorn": 0}, "mj": {"libres": {"Mira": 1, "Sorn": 3}}}


def tokens(*events: Params) -> Shown:
    return Shown("loss.jetons", {"etat": TOKENS, "evenements": list(events)})


SHOWN: dict[str, Shown] = {
    "explosion_un": Shown("loss.die", {"seuils": [0]}),
    "explosion_sans_exploit": Shown("loss.action", {"trait": 2, "talent": 2}),
    "auto_plus_ag": Shown(
        "loss.automatic", {"trait": 3, "talent": 1, "difficulty": 20, "ag_permanentes": 1}
    ),
    "facile_calme": Shown(
        "loss.sans_test", {"trait": 1, "talent": 1, "difficulty": 10, "calme": False}
    ),
    "somme_jetons": Shown("loss.action", {"trait": 5, "talent": 5, "jetons": 1, "jetons_avant": 1}),
    "somme_pnj": Shown("loss.action", {"acteur": "mj", "trait": 8, "talent": 8}),
    "somme_trait_pur": Shown("loss.trait", {"vertu": 8, "trait": 8}),
    "exploits_trait_pur": Shown("loss.trait", {"vertu": 8, "trait": 8, "exploits": 1}),
    "jetons_apres_de": Shown("loss.action", {"trait": 4, "talent": 4, "jetons": 1}, ([2],)),
    "jetons_max_par_test": Shown(
        "loss.action",
        {"trait": 4, "talent": 4, "jetons": 2, "jetons_avant": 2},
        values=(None, 1),
    ),
    "partage_adversaires": Shown("loss.echec", LOST | {"adversaires": FOES}),
    "choix_mj": tokens({"type": "echec", **LOST, "attributions": {"mj": 2}, "part_ag": 1}),
    "jetons_pnj": Shown("loss.echec", LOST | {"adversaires": FOES[:1]}),
    "priorite_joueurs": Shown(
        "loss.echec",
        {
            "exploits": 2,
            "acteur": "mj",
            "auteur": "garde",
            "cible": "Mira",
            "reserves": {"Mira": 4, "Sorn": 0},
        },
    ),
    "passive_beneficiaire": Shown(
        "loss.passive", {"trait": 2, "talent": 2, "cible": 5, "exploits": 1}
    ),
    "desastre_cible": tokens({"type": "desastre", "player": "Mira", "n": 3}),
    "desastres_joueurs": tokens(
        {"type": "desastre_joueur", "player": "Mira", "pnj": "garde", "n": 1}
    ),
    "aveugle_exploits": Shown("loss.blind", {"trait": 6, "talent": 7, "caches": 1, "exploits": 2}),
    "echec_dissimulation": Shown(
        "loss.dissimulation",
        {
            "cacheur": {"id": "Mira", "trait": 4, "talent": 4, "exploits": 2},
            "chercheurs": [{"id": "Sorn", "trait": 5, "talent": 5}],
        },
        ([2],),
    ),
    "active_zero": Shown(
        "loss.active", {"somme_initiateur": 14, "somme_repondant": 12, "engages": 0}
    ),
    "repondant_ouvre": Shown(
        "loss.active", {"somme_initiateur": 14, "somme_repondant": 12}, ("passer",)
    ),
    "nul_au_total": Shown(
        "loss.active", {"somme_initiateur": 14, "somme_repondant": 12, "engages": 1}
    ),
    "esquive_cede": Shown("loss.combat", {"somme_attaque": 12, "somme_defense": 10, "exploits": 1}),
    "qualite_par": Shown("loss.noms", {"difficulty": 20, "exploits": 0}),
    "echelle_arrondi": Shown(
        "loss.degats_echelle", {"degats": 31, "de": "hommes", "vers": "machines", "armure": 3}
    ),
    "degats_explosent": Shown(
        "loss.combat",
        {"somme_attaque": 12, "somme_defense": 10, "exploits": 1},
        ([8], [9]),
    ),
    "jetons_transfert": tokens({"type": "don", "player": "Mira", "a": "Sorn", "n": 1}),
}
