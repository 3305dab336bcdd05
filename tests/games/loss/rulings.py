"""The rulings of Les Chants de Loss, each with its demonstration."""

from __future__ import annotations

from typing import Any

from tests.kit.rulings import Shown

Params = dict[str, Any]
FOES = [{"id": "garde", "camp": "pnj"}, {"id": "chien", "camp": "pnj"}]
LOST: Params = {"exploits": 2, "acteur": "pj", "auteur": "Mira"}
TOKENS: Params = {"reserves": {"Mira": 2, "Sorn": 0}, "mj": {"libres": {"Mira": 1, "Sorn": 3}}}


def tokens(event: Params, laws: tuple[str, ...]) -> Shown:
    return Shown("loss.jetons", {"etat": TOKENS, "evenements": [event]}, laws=laws)


SHOWN: dict[str, Shown] = {
    "explosion_un": Shown(
        "loss.die",
        {"seuils": [0]},
        laws=(
            "loss.die",
            "loss.action",
            "loss.trait",
            "loss.passive",
            "loss.blind",
            "loss.active",
            "loss.combat",
            "loss.dissimulation",
        ),
    ),
    "explosion_sans_exploit": Shown(
        "loss.action",
        {"trait": 2, "talent": 2},
        laws=(
            "loss.die",
            "loss.action",
            "loss.trait",
            "loss.passive",
            "loss.blind",
            "loss.active",
            "loss.combat",
            "loss.dissimulation",
        ),
    ),
    "auto_plus_ag": Shown(
        "loss.automatic",
        {"trait": 3, "talent": 1, "difficulty": 20, "ag_permanentes": 1},
        laws=("loss.action", "loss.automatic", "loss.sans_test"),
    ),
    "facile_calme": Shown(
        "loss.sans_test",
        {"trait": 1, "talent": 1, "difficulty": 10, "calme": False},
        laws=("loss.sans_test", "loss.action", "loss.passive", "loss.blind"),
    ),
    "somme_jetons": Shown(
        "loss.action",
        {"trait": 5, "talent": 5, "jetons": 1, "jetons_avant": 1},
        laws=("loss.action", "loss.sans_test", "loss.combat"),
    ),
    "somme_pnj": Shown(
        "loss.action",
        {"acteur": "mj", "trait": 8, "talent": 8},
        laws=("loss.action", "loss.combat"),
    ),
    "somme_trait_pur": Shown(
        "loss.trait", {"vertu": 8, "trait": 8}, laws=("loss.trait", "loss.passive")
    ),
    "exploits_trait_pur": Shown(
        "loss.trait", {"vertu": 8, "trait": 8, "exploits": 1}, laws=("loss.trait",)
    ),
    "jetons_apres_de": Shown(
        "loss.action",
        {"trait": 4, "talent": 4, "jetons": 1},
        ([2],),
        laws=("loss.action", "loss.blind", "loss.active", "loss.combat"),
    ),
    "jetons_max_par_test": Shown(
        "loss.action",
        {"trait": 4, "talent": 4, "jetons": 3, "jetons_avant": 3},
        values=(None, 2),
        laws=("loss.action", "loss.active", "loss.combat", "loss.jetons"),
    ),
    "partage_adversaires": Shown("loss.echec", LOST | {"adversaires": FOES}, laws=("loss.echec",)),
    "choix_mj": Shown("loss.echec", LOST, laws=("loss.echec", "loss.jetons")),
    "jetons_pnj": Shown(
        "loss.echec", LOST | {"adversaires": FOES[:1]}, laws=("loss.echec", "loss.jetons")
    ),
    "priorite_joueurs": Shown(
        "loss.echec",
        {
            "exploits": 2,
            "acteur": "mj",
            "auteur": "garde",
            "cible": "Mira",
            "reserves": {"Mira": 4, "Sorn": 0},
        },
        laws=("loss.echec",),
    ),
    "passive_beneficiaire": Shown(
        "loss.passive", {"trait": 2, "talent": 2, "cible": 5, "exploits": 1}, laws=("loss.passive",)
    ),
    "desastre_cible": tokens({"type": "desastre", "player": "Mira", "n": 3}, laws=("loss.jetons",)),
    "desastres_joueurs": tokens(
        {"type": "desastre_joueur", "player": "Mira", "pnj": "garde", "n": 1},
        laws=("loss.action", "loss.jetons"),
    ),
    "aveugle_exploits": Shown(
        "loss.blind", {"trait": 6, "talent": 7, "caches": 1, "exploits": 2}, laws=("loss.blind",)
    ),
    "echec_dissimulation": Shown(
        "loss.dissimulation",
        {
            "cacheur": {"id": "Mira", "trait": 4, "talent": 4, "exploits": 2},
            "chercheurs": [{"id": "Sorn", "trait": 5, "talent": 5}],
        },
        ([2],),
        laws=("loss.dissimulation",),
    ),
    "de_dissimulation": Shown(
        "loss.dissimulation",
        {
            "cacheur": {"id": "Mira", "trait": 8, "talent": 8},
            "chercheurs": [{"id": "Sorn", "trait": 5, "talent": 5}],
        },
        ([7],),
        laws=("loss.dissimulation",),
    ),
    "active_zero": Shown(
        "loss.active",
        {"somme_initiateur": 14, "somme_repondant": 12, "engages": 0},
        laws=("loss.active",),
    ),
    "repondant_ouvre": Shown(
        "loss.active",
        {"somme_initiateur": 14, "somme_repondant": 12},
        ("passer",),
        laws=("loss.active",),
    ),
    "nul_au_total": Shown(
        "loss.active",
        {"somme_initiateur": 14, "somme_repondant": 12, "engages": 1},
        laws=("loss.active",),
    ),
    "esquive_cede": Shown(
        "loss.combat",
        {"somme_attaque": 12, "somme_defense": 10, "exploits": 1},
        laws=("loss.combat",),
    ),
    "qualite_par": Shown("loss.noms", {"difficulty": 20, "exploits": 0}, laws=("loss.noms",)),
    "echelle_arrondi": Shown(
        "loss.degats_echelle",
        {"degats": 31, "de": "hommes", "vers": "machines", "armure": 3},
        laws=("loss.degats_echelle",),
    ),
    "degats_explosent": Shown("loss.degats", {"des": 1}, laws=("loss.degats",)),
    "jetons_transfert": tokens(
        {"type": "don", "player": "Mira", "a": "Sorn", "n": 1}, laws=("loss.jetons",)
    ),
    "scores_adverses": Shown(
        "loss.active",
        {
            "somme_initiateur": 12,
            "somme_repondant": 11,
            "acteur_repondant": "mj",
            "engages": 1,
        },
        ([9], [8]),
        laws=("loss.active", "loss.combat"),
    ),
}
