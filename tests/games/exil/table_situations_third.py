"""Exil at the table, a fourth reading: whole fights, guns in contact, what is owed and to whom."""

from __future__ import annotations

from tests.games.exil.table_situations import (
    AURELE,
    GUNNER,
    JEANNE,
    TRUST,
    Fields,
    changed,
    event,
    hurt,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Asked, Played, dice

REVOLVER = changed("jeanne", arme="revolver", seconde=None, arme_de_tir=None)
CALM: Fields = {"audace": 0, "choc": False, "passe": "auto"}
MISFIRE = "compter −3 au prochain Poff (long feu)"
MISS: tuple[Asked, ...] = ((JEANNE, "attaque", dice(12)), (LEADER, "incidents", True))
SPORT: Fields = {"talent": "Sportif"}
RACERS: Fields = {"protagonistes": ["jeanne", "brute"]}
DUEL: Fields = {"a": "jeanne", "b": "brute"}
PAIR: Fields = {"a": "jeanne", "b": "aurele"}
MELEE: Fields = {"combattants": ["jeanne", "vigile"]}
AS_USUAL: Asked = (LEADER, "conduite", "habitude")
STRIKES: tuple[Asked, ...] = (
    (JEANNE, "action", "attaquer"), (JEANNE, "audace", 0), (JEANNE, "attaque", dice(12)),
)  # fmt: skip
FIRST_TOUR: tuple[Asked, ...] = (
    AS_USUAL, (JEANNE, "attitude", 10), (JEANNE, "laisser_la_main", False), *STRIKES,
    (LEADER, "attaque", dice(12)),
)  # fmt: skip
GRANTS: tuple[Asked, ...] = (
    (LEADER, "suite_du_combat", "changer"), (LEADER, "combattant", "b"),
    (LEADER, "changement", "initiative"), (LEADER, "initiative", True),
    (LEADER, "suite_du_combat", "continuer"),
)  # fmt: skip

AT_TABLE: list[Played] = [
    # ── a gun that misses in contact: the leader says whether it is the weapon ──
    Played(
        clauses="INC-05 TIR-02 ARM-12", procedure="assaut", to=("jeanne",), params=CALM,
        cast={"cible": "brute"}, before=(REVOLVER,),
        asked=((JEANNE, "attaque", dice(12)), (LEADER, "incidents", False)),
        result={"outcome": "rate"}, sheets={"jeanne": {"munitions": 5, "enrayee": False}},
    ),
    *(
        Played(
            clauses="INC-05 INC-06 INC-07 TIR-02", procedure="assaut", to=("jeanne",), params=CALM,
            cast={"cible": "brute"}, before=(REVOLVER,),
            asked=(*MISS, (JEANNE, "incident", dice(face))), result={"outcome": "rate"},
            owed=(("jeanne", MISFIRE),) * (face == 7),
            sheets={"jeanne": {"munitions": 5, "enrayee": face == 10}},
        )
        for face in (4, 7, 10)
    ),
    Played(
        clauses="INC-08 TIR-02", procedure="assaut", to=("jeanne",), params=CALM,
        cast={"cible": "brute"}, before=(REVOLVER,),
        asked=(*MISS, (JEANNE, "incident", dice(12)), (JEANNE, "explosion", dice(3))),
        sheets={"jeanne": {"pds": 19, "arme": "mains_nues"}, "brute": {"pds": None}},
    ),
    Played(
        clauses="INC-05 TIR-02", procedure="assaut", to=("jeanne",), params=CALM,
        cast={"cible": "brute"}, before=(changed("jeanne", arme="arc", seconde=None),),
        asked=((JEANNE, "attaque", dice(12)),), result={"outcome": "rate"},
    ),
    Played(
        clauses="INC-05 CON-05", procedure="assaut", to=("jeanne",), params=CALM | {"poff": 5},
        cast={"cible": "brute"}, asked=((JEANNE, "attaque", dice(12)),), result={"outcome": "rate"},
        sheets={"jeanne": {"munitions": None}},
    ),
    Played(
        clauses="INC-07 OPT-01", procedure="attaques_multiples", to=("jeanne",), before=(REVOLVER,),
        params=CALM | {"poff": 6, "cibles": [{"part": 3}, {"part": 3}]},
        cast={"cibles": ["brute", "vigile"]}, asked=(*MISS, (JEANNE, "incident", dice(9))),
        sheets={"jeanne": {"munitions": 5, "enrayee": True}},
    ),
    Played(
        clauses="INC-06 OPT-01", procedure="attaques_multiples", to=("jeanne",), before=(REVOLVER,),
        params=CALM | {"poff": 6, "cibles": [{"part": 3}, {"part": 3}]},
        cast={"cibles": ["brute", "vigile"]}, asked=(*MISS, (JEANNE, "incident", dice(5)),
                                                     (JEANNE, "attaque", dice(1)),
                                                     (LEADER, "incidents", False)),
        sheets={"jeanne": {"munitions": 4, "enrayee": False}},
    ),
    # ── a duel: after each tour the leader goes on, changes something, or ends it ──
    Played(
        clauses="CBT-15", procedure="duel", cast=DUEL,
        asked=(*FIRST_TOUR, (LEADER, "suite_du_combat", "finir")),
        result={"fin": "meneur", "gagnant": "personne", "tours": 1},
    ),
    Played(
        clauses="CBT-10", procedure="duel", cast=DUEL, params={"max_turns": 2},
        asked=(*FIRST_TOUR, *GRANTS, AS_USUAL, (JEANNE, "attitude", 10),
               (LEADER, "attaque", dice(12)), *STRIKES),
        result={"fin": "limite", "tours": 2},
    ),
    Played(
        clauses="CBT-04", procedure="duel", cast=DUEL, params={"max_turns": 2},
        asked=(*FIRST_TOUR, (LEADER, "suite_du_combat", "changer"), (LEADER, "combattant", "a"),
               (LEADER, "changement", "circonstance"), (LEADER, "circonstance", 2),
               (LEADER, "suite_du_combat", "continuer"), AS_USUAL, (JEANNE, "attitude", 11),
               (JEANNE, "laisser_la_main", False), *STRIKES, (LEADER, "attaque", dice(1)),
               (JEANNE, "defense", dice(1))),
        result={"fin": "limite", "pds_a": 20}, sheets={"jeanne": {"pds": 24 - (9 - 5)}},
    ),
    Played(
        clauses="CBT-15 SAN-05", procedure="duel", cast=DUEL,
        asked=(*FIRST_TOUR, (LEADER, "suite_du_combat", "changer"), (LEADER, "combattant", "b"),
               (LEADER, "changement", "hors"), (LEADER, "hors", "reddition")),
        result={"fin": "reddition", "gagnant": "a"},
    ),
    Played(
        clauses="CBT-05 CBT-15", procedure="duel", cast=PAIR,
        asked=((JEANNE, "attitude", 7), (AURELE, "attitude", 1),
               (JEANNE, "laisser_la_main", False), *STRIKES, (AURELE, "action", "attaquer"),
               (AURELE, "audace", 0), (AURELE, "attaque", dice(12)),
               (LEADER, "suite_du_combat", "finir")),
        result={"fin": "meneur", "pds_a": 24, "pds_b": 16},
    ),
    Played(
        clauses="INC-08", procedure="duel", cast=DUEL, params={"max_turns": 1},
        before=(REVOLVER, changed("jeanne", talents={"Tireur": 12})),
        asked=(AS_USUAL, (JEANNE, "attitude", 10), (JEANNE, "laisser_la_main", False), *STRIKES,
               (LEADER, "incidents", True), (JEANNE, "incident", dice(12)),
               (JEANNE, "explosion", dice(3)), (LEADER, "attaque", dice(12))),
        result={"pds_a": 19}, sheets={"jeanne": {"arme": "mains_nues", "pds": 19}},
    ),
    Played(
        clauses="INC-06", procedure="duel", cast=DUEL, params={"max_turns": 1},
        before=(REVOLVER, changed("jeanne", talents={"Tireur": 12})),
        asked=(AS_USUAL, (JEANNE, "attitude", 10), (JEANNE, "laisser_la_main", False), *STRIKES,
               (LEADER, "incidents", True), (JEANNE, "incident", dice(7)),
               (LEADER, "attaque", dice(12))),
        owed=(("jeanne", MISFIRE),), sheets={"jeanne": {"munitions": 5}},
    ),
    Played(
        clauses="PAS-05 CBT-12", procedure="contact_round", cast=DUEL,
        asked=(AS_USUAL, (JEANNE, "attitude", 10), (JEANNE, "laisser_la_main", False),
               *STRIKES[:2], (JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
               (JEANNE, "passe", "en_confiance"), (LEADER, "attaque", dice(12))),
        result={"pds_b": 16, "pc_mod_a": 2}, owed=(("jeanne", TRUST),),
    ),
    Played(
        clauses="INC-06 TIR-02", procedure="melee", cast=MELEE, before=(REVOLVER,),
        asked=(AS_USUAL, (JEANNE, "attitude", 7), (JEANNE, "laisser_la_main", False), STRIKES[0],
               *STRIKES[1:], (LEADER, "incidents", True),
               (JEANNE, "incident", dice(6)), (LEADER, "attaque", dice(12)),
               (LEADER, "suite_du_combat", "finir")),
        owed=(("jeanne", MISFIRE),), sheets={"jeanne": {"munitions": 5}},
    ),
    # ── oppositions ──
    Played(
        clauses="OPP-07", procedure="opposition", params={"protagonistes": [SPORT, SPORT]},
        cast=RACERS,
        asked=((JEANNE, "talent", dice(9)), (LEADER, "talent", dice(9)),
               (LEADER, "tous_echouent", "relancer"), (JEANNE, "talent", dice(3)),
               (LEADER, "talent", dice(9))),
        result={"case": "une_reussite", "gagnants": [0], "domination": 2},
    ),
    Played(
        clauses="OPP-10 PRO-04", procedure="opposition", cast=RACERS,
        params={"protagonistes": [SPORT, SPORT]},
        asked=((JEANNE, "talent", dice(4)), (LEADER, "talent", dice(5)),
               (LEADER, "egalite", "departage"), (JEANNE, "talent", dice(2)),
               (LEADER, "talent", dice(6))),
        result={"gagnants": [0], "domination": 3},
    ),
    # ── shots: which facts of the sheets count ──
    Played(
        clauses="TIR-11 TIR-13", procedure="shot", to=("vigile",), cast={"cible": "jeanne"},
        params={"aware": True, "range": "courte"}, asked=((LEADER, "tir", dice(5)),),
        result={"outcome": "partiel", "damage": 3}, sheets={"jeanne": {"pds": 21}},
    ),
    Played(
        clauses="SAN-07 TIR-04", procedure="shot", to=("vigile",), cast={"cible": "jeanne"},
        params={"range": "courte", "passe": "auto"}, before=(hurt("vigile", 10),),
        asked=((LEADER, "tir", dice(5)),), result={"outcome": "plein", "damage": 15},
    ),
    Played(
        clauses="SAN-07 TIR-04", procedure="shot", to=("vigile",), cast={"cible": "jeanne"},
        params={"range": "courte"}, before=(hurt("vigile", 10),),
        asked=((LEADER, "tir", dice(8)), (LEADER, "tirs_perdus", False)),
        result={"outcome": "rate"},
    ),
    Played(
        clauses="ARM-08", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"passe": "auto"}, before=(changed("jeanne", arme_de_tir="sarbacane"),),
        asked=((JEANNE, "tir", dice(3)),), result={"damage": 10},
        owed=(("brute", "jouer le poison du dard de sarbacane, s’il en porte"),),
    ),
    Played(
        clauses="TIR-04 BON-01 CBT-16", procedure="shot", to=("brute",), cast={"cible": "jeanne"},
        params={"passe": "auto"}, before=(changed("brute", arme_de_tir="couteau_de_lancer"),),
        asked=((LEADER, "tir", dice(3)),), result={"damage": 6 + 1 + 2 + 3 - 2},
    ),
    Played(
        clauses="ARM-13 TIR-15", procedure="rafale", to=("jeanne",), before=(GUNNER,),
        params={"poff": 10, "cibles": [{}, {}], "passe": "auto"},
        cast={"cibles": ["brute", "vigile"]},
        asked=((JEANNE, "tir", dice(1)), (JEANNE, "tir", dice(1))),
        sheets={"brute": {"pds": 28 - (10 + 6 + 7)}, "vigile": {"pds": 20 - (10 + 6 + 7 - 2)},
                "jeanne": {"munitions": 0}},
    ),
    Played(
        clauses="CHO-04 CBT-07 ARM-13", procedure="rafale", to=("jeanne",),
        before=(GUNNER, event("brute", type="choc", echecs=3)),
        params={"poff": 6, "cibles": [{"aware": True}, {}], "passe": "auto"},
        cast={"cibles": ["brute", "vigile"]},
        asked=((JEANNE, "tir", dice(1)), (JEANNE, "tir", dice(1))),
        sheets={"brute": {"pds": 28 - (6 + 6 + 3)}, "vigile": {"pds": 20 - (6 + 6 + 3 - 2)}},
    ),
    # ── care, work, lessons ──
    Played(
        clauses="INC-07 ADV-05", procedure="successive", to=("jeanne",),
        params={"talent": "Bricoleur"},
        before=(changed("jeanne", talents={"Bricoleur": 6}, enrayee=True),),
        asked=((JEANNE, "talent", dice(12)), (LEADER, "permis", True), (JEANNE, "insister", True),
               (JEANNE, "talent", dice(3))),
        result={"success": True, "margin": 0}, sheets={"jeanne": {"enrayee": False}},
    ),
    Played(
        clauses="SOI-02 MAL-06", procedure="care", to=("aurele",), cast={"patient": "jeanne"},
        params={"gravite": "legere"},
        before=(event("jeanne", type="maladie", nom="abcès", modele="abces"),),
        asked=((AURELE, "talent", dice(12)),), result={"success": True, "margin": 0},
        sheets={"jeanne": {"maux": []}},
    ),
    Played(
        clauses="SOI-02 SOI-04", procedure="care", to=("aurele",), cast={"patient": "jeanne"},
        params={"gravite": "legere"}, before=(hurt("jeanne", 20),),
        asked=((AURELE, "talent", dice(1)),), result={"success": True, "jours": None},
        sheets={"jeanne": {"retablissement": None}},
    ),
    Played(
        clauses="GUE-02", procedure="natural_healing", to=("jeanne",),
        params={"activite": "normale"}, before=(hurt("jeanne", 10),),
        result={"jours_min": "14", "jours_max": "28"},
    ),
    Played(
        clauses="EXT-01 EXT-04", procedure="extended", to=("aurele",),
        params={"taches": [{"talent": "Savant", "points": 20}], "max_periodes": 2, "duree": 1},
        asked=((AURELE, "talent", dice(12)), (AURELE, "talent", dice(12))),
        result={"outcome": "inacheve", "periodes": 2}, owed=(("aurele", "exil.extended"),),
    ),
    Played(
        clauses="COO-02", procedure="cooperation", cast={"participants": ["aurele", "jeanne"]},
        params={"participants": [{"talent": "Lettré"}, {"talent": "Lettré"}], "duree": 4,
                "meneur": 1},
        asked=((LEADER, "mode", "duree"), (JEANNE, "talent", dice(3))),
        result={"margin": 1, "duree": "2"},
    ),
    Played(
        clauses="APP-03 APP-04", procedure="teaching", to=("vigile",), cast={"apprenti": "jeanne"},
        params={"professeur": "Escrimeur", "eleve": "Escrimeur", "apprentissage": "Citadin"},
        before=(changed("vigile", talents={"Escrimeur": 15, "Orateur": 9}),),
        asked=((LEADER, "talent", dice(7)),),
        result={"success": True, "margin": 0, "apprentissage": "facile"},
    ),
    Played(
        clauses="APP-06", procedure="book", to=("jeanne",), params={"apprentissage": "Citadin"},
        asked=((JEANNE, "talent", dice(5)),), result={"success": False, "margin": -1},
    ),
    # ── what the character does not suffer from does not heal ──
    *(
        Played(clauses="GUE-01", procedure="natural_healing", to=("jeanne",), params=params)
        for params in ({"gravite": "leger"}, {"gravite": "serieux", "mal": "fièvre"})
    ),
    # ── body and Détachement ──
    Played(
        clauses="CHO-04", procedure="shock", to=("jeanne",), params={"valeurs": [7, 7, 7]},
        asked=((JEANNE, "choc", dice(5)), (JEANNE, "choc", dice(5)), (JEANNE, "choc", dice(5))),
        result={"conscience": "inconscient"}, sheets={"jeanne": {"echecs": 3, "pds": None}},
    ),
    Played(
        clauses="ASP-01", procedure="asphyxia", to=("jeanne",), params={"secondes": 120},
        asked=((JEANNE, "talent", dice(12)),), result={"damage": 8}, sheets={"jeanne": {"pds": 16}},
    ),
    Played(
        clauses="DET-09", procedure="detachment", to=("jeanne",),
        asked=((JEANNE, "detachement", dice(1)),), result={"outcome": "impassible", "ecart": 1},
        sheets={"jeanne": {"detachement": 3}},
    ),
    Played(
        clauses="DET-10", procedure="detachment", to=("jeanne",),
        asked=((JEANNE, "detachement", dice(12)),), result={"outcome": "trouble", "ecart": 10},
        sheets={"jeanne": {"detachement": 1}},
    ),
    Played(
        clauses="DET-12", procedure="detachment_absence", to=("jeanne",), params={"mois": 2},
        result={"points": 2}, sheets={"jeanne": {"detachement": 2}},
    ),
    Played(
        clauses="DET-02", procedure="detachment_creation", to=("jeanne",),
        params={"origine": "forge"}, result={"points": 0}, sheets={"jeanne": {"detachement": 0}},
    ),
]  # fmt: skip
