"""Exil at the table, a third reading: actions, chocs, ills, lessons, stray shots."""

from __future__ import annotations

from tests.games.exil.table_situations import (
    AURELE,
    JEANNE,
    JOSTLES,
    STRAY,
    STRAYS,
    changed,
    event,
    hurt,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

PLAGUE = event("jeanne", type="maladie", nom="Mort Blanche", modele="mort_blanche")
CHOLERA = event("jeanne", type="maladie", nom="choléra", modele="cholera", delai=6)
SKILLED = changed("aurele", talents={"Médecin": 16})
NO_REMEDY = "dire si des soins agissent contre un mal sans remède connu"

AT_TABLE: list[Played] = [
    # ── an Attribut, a Talent ──
    Played(
        clauses="PUR-01 PUR-03", procedure="pure", to=("brute",),
        params={"attribut": "physique", "obstacle": "bon"}, result={"success": True},
    ),
    Played(
        clauses="PUR-04", procedure="pure", to=("brute",),
        params={"attribut": "physique", "obstacle": "excellent"},
        asked=((LEADER, "egalite", "echec"),), result={"success": False, "egalite": True},
    ),
    Played(
        clauses="ADV-04 ADV-05", procedure="successive", to=("jeanne",),
        params={"talent": "Acrobate"},
        asked=(
            (JEANNE, "talent", dice(9)), (LEADER, "permis", True), (JEANNE, "insister", True),
            (JEANNE, "talent", dice(5)), (LEADER, "permis", False),
        ),
        result={"success": False, "attempts": 2, "margin": -1},
    ),
    Played(
        clauses="OPP-02 OPP-08 PRO-04", procedure="opposition",
        params={"protagonistes": [{"talent": "Sportif"}, {"talent": "Sportif"}]},
        cast={"protagonistes": ["jeanne", "brute"]},
        asked=((JEANNE, "talent", dice(4)), (LEADER, "talent", dice(4))),
        result={"gagnants": [1], "domination": 1},
    ),
    Played(
        clauses="OPP-07", procedure="opposition",
        params={"protagonistes": [{"talent": "Sportif"}, {"talent": "Sportif"}]},
        cast={"protagonistes": ["jeanne", "brute"]},
        asked=((JEANNE, "talent", dice(9)), (LEADER, "talent", dice(9)),
               (LEADER, "tous_echouent", "comparer")),
        result={"case": "tous_echouent", "gagnants": [1]},
    ),
    Played(
        clauses="COO-03 SAN-07", procedure="cooperation",
        params={"participants": [{"talent": "Lettré"}, {"talent": "Lettré"}]},
        cast={"participants": ["aurele", "jeanne"]}, before=(hurt("jeanne", 10),),
        asked=((LEADER, "mode", "marges"), (AURELE, "talent", dice(9)),
               (JEANNE, "talent", dice(1))),
        result={"success": True, "margin": 0},
    ),
    Played(
        clauses="EXT-05", procedure="extended", to=("aurele",),
        params={"taches": [{"talent": "Savant", "points": 3}, {"talent": "Bagarreur", "points": 2}]},
        asked=((AURELE, "suite", 1), (AURELE, "talent", dice(1)), (AURELE, "talent", dice(5))),
        result={"outcome": "acheve", "periodes": 2},
    ),
    Played(
        clauses="ARM-06", procedure="range_band", to=("jeanne",), params={"distance": 40},
        result={"range": "longue"},
    ),
    Played(
        clauses="CBT-04 SAN-07", procedure="pc", to=("vigile",), before=(hurt("vigile", 8),),
        result={"pc": 9, "poff": 4, "pdef": 5},
    ),
    # ── a passe of one's own invention ──
    Played(
        clauses="PAS-03", procedure="assaut", to=("jeanne",), cast={"cible": "vigile"},
        params={"audace": 0, "choc": False, "poff": 9},
        asked=((JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
               (JEANNE, "passe", "passe_libre")),
        result={"outcome": "touche", "damage": 2, "passe": "passe_libre"},
        owed=(("vigile", "dire l’effet d’une passe inventée"),),
    ),
    # ── several attacks: the adversaries are companions ──
    *(
        Played(
            clauses=clauses, procedure="attaques_multiples", to=("jeanne",),
            cast={"cibles": ["brute", "vigile"]},
            params={"poff": 14, "audace": 0, "passe": passe, "cibles": [{"part": 7}, {"part": 7}]},
            asked=((JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
                   (JEANNE, "attaque", dice(12))),
            owed=(("brute", owed),),
        )
        for clauses, passe, owed in (
            ("OPT-01 PAS-07", "bousculade", JOSTLES), ("OPT-01 PAS-12", "coup_perdu", STRAYS),
        )
    ),
    Played(
        clauses="OPT-01 PAS-12", procedure="attaques_multiples", to=("jeanne",),
        cast={"cibles": ["brute", "vigile"]},
        params={"poff": 14, "audace": 0, "passe": "coup_perdu", "defenseur_a_allie": False,
                "cibles": [{"part": 7}, {"part": 7}]},
        asked=((JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
               (JEANNE, "attaque", dice(12))),
        owed=(("brute", "compter comme perdue l’attaque de ce tour"),),
    ),
    # ── guns ──
    Played(
        clauses="INC-03 INC-04", procedure="tir_perdu", to=("jeanne",), params={"poff": 8},
        asked=((JEANNE, "tir_perdu", dice(12)),), result={"perdu": "allie"}, owed=((None, STRAY),),
    ),
    Played(
        clauses="INC-03", procedure="tir_perdu", to=("jeanne",), params={"poff": 8},
        asked=((JEANNE, "tir_perdu", dice(5)),), result={"perdu": "decor"},
    ),
    Played(
        clauses="INC-07", procedure="simple", to=("jeanne",), params={"talent": "Bricoleur"},
        before=(changed("jeanne", talents={"Bricoleur": 6}, enrayee=True),),
        asked=((JEANNE, "talent", dice(9)),), sheets={"jeanne": {"enrayee": True}},
    ),
    Played(
        clauses="ARM-13 TIR-11", procedure="rafale", to=("jeanne",),
        params={"poff": 6, "cibles": [{"range": "longue"}, {"aware": True}], "passe": "auto"},
        cast={"cibles": ["brute", "vigile"]},
        before=(changed("jeanne", arme_de_tir="mitraillette", talents={"Tireur": 8}),),
        asked=((JEANNE, "tir", dice(2)), (JEANNE, "tir", dice(12))),
        sheets={"jeanne": {"enrayee": True, "munitions": 0}, "vigile": {"pds": None}},
    ),
    Played(
        clauses="INC-08", procedure="incident", to=("jeanne",),
        before=(changed("jeanne", arme="pistolet_de_poche", seconde=None, arme_de_tir=None),),
        asked=((JEANNE, "incident", dice(11)), (JEANNE, "explosion", dice(4))),
        sheets={"jeanne": {"pds": 20, "arme": "mains_nues"}},
    ),
    *(
        Played(
            clauses="INC-05 INC-06 INC-07", procedure="shot", to=("jeanne",),
            cast={"cible": "brute"}, params={"passe": "auto", "incidents": True},
            asked=((JEANNE, "tir", dice(12)), (JEANNE, "incident", dice(face))),
            result={"outcome": "rate", "incident": incident}, owed=owed,
            sheets={"jeanne": {"munitions": 5, "enrayee": incident == "enrayee"}},
        )
        for face, incident, owed in (
            (5, "long_feu", (("jeanne", "compter −3 au prochain Poff (long feu)"),)),
            (9, "enrayee", ()),
        )
    ),
    Played(
        clauses="INC-01 INC-05", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"passe": "auto", "range": "extreme"},
        asked=((JEANNE, "tir", dice(12)), (LEADER, "incidents", False),
               (LEADER, "tirs_perdus", False)),
        result={"outcome": "rate", "perdu": None}, sheets={"jeanne": {"munitions": 5}},
    ),
    Played(
        clauses="CBT-04 OPT-04", procedure="pc", to=("jeanne",), params={"circonstance": 2},
        before=(hurt("jeanne", 9),), result={"pc": 13, "poff": 6, "pdef": 7},
    ),
    # ── the body ──
    Played(
        clauses="CHO-03 CHO-04", procedure="shock", to=("brute",), params={"valeurs": [7, 7, 7]},
        asked=((LEADER, "choc", dice(1)), (LEADER, "choc", dice(5)), (LEADER, "choc", dice(4))),
        result={"conscience": "sonne"}, sheets={"brute": {"echecs": 2}},
    ),
    Played(
        clauses="CHU-01 CHU-03 SAN-05", procedure="fall", to=("aurele",),
        params={"hauteur": 10, "surface": "pierre_metal"}, result={"damage": 22},
        sheets={"aurele": {"pds": -6}},
    ),
    Played(
        clauses="ASP-02 PRO-04", procedure="asphyxia", to=("jeanne",), params={"secondes": 60},
        before=(changed("jeanne", armure="cuir_renforce"),),
        asked=((JEANNE, "talent", dice(2)),), result={"damage": 3},
    ),
    Played(
        clauses="MAL-03 MAL-04", procedure="disease", to=("jeanne",),
        params={"periode": 24, "incubation": 24, "malignite": "serieuse", "heure": 72},
        result={"pds": 21, "pertes": 3}, sheets={"jeanne": {"pds": 21}},
    ),
    Played(
        clauses="POI-02", procedure="poison", to=("jeanne",), cast={"soigneur": "aurele"},
        params={"periode": 1, "perte": 3, "malignite": "grave", "heure": 4, "assimilation": 2,
                "secours": True, "secours_a": 1},
        asked=((AURELE, "talent", dice(8)),), result={"secouru": False, "pds": 15},
    ),
    Played(
        clauses="MAL-05 SOI-02", procedure="care", to=("aurele",), cast={"patient": "jeanne"},
        params={"gravite": "mortelle"}, before=(CHOLERA, SKILLED),
        asked=((AURELE, "talent", dice(4)),), result={"success": True},
        sheets={"jeanne": {"maux": []}},
    ),
    Played(
        clauses="MAL-05 MAL-06", procedure="care", to=("aurele",), cast={"patient": "jeanne"},
        params={"gravite": "mortelle"}, before=(PLAGUE, SKILLED),
        asked=((AURELE, "talent", dice(4)),), result={"success": True},
        owed=(("jeanne", NO_REMEDY),),
    ),
    Played(
        clauses="MAL-06", procedure="care", to=("aurele",), cast={"patient": "jeanne"},
        params={"gravite": "mortelle"}, before=(PLAGUE, SKILLED),
        asked=((AURELE, "talent", dice(5)),), result={"success": False},
    ),
    Played(
        clauses="CHU-04 SAN-07", procedure="fall", to=("jeanne",), before=(hurt("jeanne", 19),),
        params={"hauteur": "5/2", "surface": "terre"}, asked=((JEANNE, "talent", dice(1)),),
        result={"damage": 4}, sheets={"jeanne": {"pds": 1}},
    ),
    Played(
        clauses="POI-02 SAN-07", procedure="poison", to=("jeanne",), cast={"soigneur": "aurele"},
        params={"periode": 1, "perte": 3, "malignite": "legere", "heure": 4, "assimilation": 2,
                "secours": True, "secours_a": 1},
        before=(hurt("aurele", 5),), asked=((AURELE, "talent", dice(9)),),
        result={"secouru": True, "pds": 24},
    ),
    # ── lessons and Détachement ──
    Played(
        clauses="APP-03 SAN-07", procedure="teaching", to=("aurele",), cast={"apprenti": "jeanne"},
        params={"professeur": "Savant", "eleve": "Lettré", "apprentissage": "modere"},
        before=(changed("aurele", talents={"Savant": 14, "Orateur": 8}), hurt("aurele", 5)),
        asked=((AURELE, "talent", dice(5)),), result={"success": False, "margin": -2},
    ),
    Played(
        clauses="APP-06 SAN-07", procedure="book", to=("aurele",), before=(hurt("aurele", 5),),
        params={"apprentissage": "Savant", "difficulty": -2},
        asked=((AURELE, "talent", dice(4)),), result={"success": True, "margin": 0},
    ),
    Played(
        clauses="APP-01 APP-04", procedure="teaching", to=("vigile",), cast={"apprenti": "aurele"},
        params={"professeur": "Escrimeur", "eleve": "Bagarreur", "apprentissage": "Bagarreur"},
        before=(changed("vigile", talents={"Escrimeur": 15, "Orateur": 6}),),
        asked=((LEADER, "talent", dice(10)),), result={"success": False, "margin": -1},
    ),
    Played(
        clauses="APP-06", procedure="book", to=("jeanne",), params={"apprentissage": "Escrimeur"},
        asked=((JEANNE, "talent", dice(4)),), result={"success": True, "apprentissage": "facile"},
    ),
    Played(
        clauses="DET-02", procedure="detachment_creation", to=("jeanne",),
        params={"origine": "exil"}, asked=((JEANNE, "detachement", dice(3)),),
        sheets={"jeanne": {"detachement": 3}},
    ),
    Played(
        clauses="DET-12", procedure="detachment_absence", to=("aurele",), params={"mois": 7},
        sheets={"aurele": {"detachement": 7}},
    ),
]  # fmt: skip
