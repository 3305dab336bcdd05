"""Exil at the table: who decides, to whom a consequence goes, which fact of a sheet counts."""

from __future__ import annotations

from typing import Any

from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

JEANNE, AURELE = "j2", "j1"
Fields = dict[str, Any]


def changed(who: str, **fields: Any) -> Fields:
    return {"type": "retouche", "qui": who, "champs": fields}


def event(who: str, **fields: Any) -> Fields:
    return {"type": "exil.suivi", "qui": who, "evenement": fields}


def hurt(who: str, damage: int) -> Fields:
    return event(who, type="blessure", dommages=damage)


NEEDLES = changed("jeanne", arme="pistolet_a_aiguilles", seconde=None, arme_de_tir=None)
GUNNER = changed("jeanne", arme_de_tir="mitraillette", talents={"Tireur": 14})
BARE = changed("brute", arme="mains_nues")
HANDY = changed("jeanne", talents={"Acrobate": 8, "Bricoleur": 12}, enrayee=True)
QUIET: Fields = {"audace": 0, "choc": False}
HAND_LOST = "dire jusqu’à quand une main est hors d’usage"
TRUST = "compter +2 au PC du prochain tour, contre cet adversaire seul (en confiance)"
JOSTLES = "dire quel allié a été bousculé : il perd son attaque, ou 2 points de PC au prochain tour"
JOSTLED = "compter une attaque perdue, ou −2 au PC du prochain tour si elle est faite (bousculade)"
EXPOSED = "compter +3 au Poff de quiconque l’attaque au prochain tour (mauvais positionnement)"
STRAYS = "tourner la prochaine attaque contre un des siens, à demi-Poff pour les dégâts"
PLACE = "dire ce que change un coup visé"
PICKS_UP = "reprendre l’arme tombée, ou se battre sans elle"
HELD = "dire ce qu’empêche le fouet qui tient un membre"
WHIP = changed("jeanne", arme="fouet", seconde=None, talents={"Bagarreur": 15})
STRAY = "dire qui le tir perdu a touché, et de combien"

AT_TABLE: list[Played] = [
    # ── whose Talent, whose state ──
    Played(
        clauses="ACT-07 INC-07", procedure="simple", to=("jeanne",), before=(HANDY,),
        params={"talent": "Acrobate", "autre_talent": "Bricoleur"},
        asked=((JEANNE, "talent", 12), (JEANNE, "talent", dice(1))),
        result={"success": True}, sheets={"jeanne": {"enrayee": False}},
    ),
    Played(
        clauses="ACT-07 INC-07", procedure="simple", to=("jeanne",), before=(HANDY,),
        params={"talent": "Bricoleur", "autre_talent": "Acrobate"},
        asked=((JEANNE, "talent", 8), (JEANNE, "talent", dice(1))),
        result={"success": True}, sheets={"jeanne": {"enrayee": True}},
    ),
    Played(
        clauses="ACT-07 PRO-04", procedure="simple", to=("jeanne",),
        params={"talent": "Acrobate", "autre_talent": "Citadin"},
        asked=((JEANNE, "talent", 9), (JEANNE, "talent", dice(9))),
        result={"success": True, "margin": 0},
    ),
    Played(
        clauses="ACT-07 PRO-04", procedure="simple", to=("jeanne",),
        params={"talent": "Citadin", "autre_talent": "Acrobate"},
        asked=((JEANNE, "talent", 8), (JEANNE, "talent", dice(8))),
        result={"success": False, "margin": -1},
    ),
    Played(
        clauses="ACT-05 ACT-07", procedure="simple", to=("jeanne",),
        params={"talent": "Citadin", "autre_talent": "Acrobate", "external": -3},
        asked=((JEANNE, "talent", 8), (JEANNE, "talent", dice(5))),
        result={"success": True, "margin": 0},
    ),
    Played(
        clauses="ADV-05 PRO-04", procedure="successive", to=("jeanne",),
        params={"talent": "Acrobate", "autre_talent": "Citadin"},
        asked=((JEANNE, "talent", 9), (JEANNE, "talent", dice(9))),
        result={"success": True, "attempts": 1, "margin": 0},
    ),
    Played(
        clauses="EXT-02 SAN-07", procedure="extended", to=("aurele",),
        params={"taches": [{"talent": "Savant", "points": 5}]}, before=(hurt("aurele", 6),),
        asked=((AURELE, "talent", dice(9)), (AURELE, "talent", dice(2))),
        result={"outcome": "acheve", "periodes": 2},
    ),
    Played(
        clauses="EXT-02 PRO-04", procedure="extended", to=("jeanne",),
        params={"taches": [{"talent": "Acrobate", "points": 4}]},
        before=(changed("jeanne", armure="cuir_renforce"),),
        asked=((JEANNE, "talent", dice(1)),), result={"outcome": "acheve", "periodes": 1},
    ),
    Played(
        clauses="EXT-05 SAN-07", procedure="extended", to=("aurele",),
        params={"taches": [{"participants": [{"talent": 8}, {"talent": 9}], "points": 4}]},
        before=(hurt("aurele", 6),),
        asked=((AURELE, "talent", dice(6)), (AURELE, "talent", dice(7))),
        result={"outcome": "acheve", "periodes": 1},
    ),
    Played(
        clauses="SAN-07 SOI-01", procedure="care", to=("aurele",), cast={"patient": "aurele"},
        before=(hurt("aurele", 5),), asked=((AURELE, "talent", dice(6)),),
        result={"success": True, "margin": 0, "jours": 5},
    ),
    Played(
        clauses="SOI-02 SOI-03", procedure="care", to=("aurele",), cast={"patient": "jeanne"},
        params={"materiel": "inadapte", "hygiene": "deplorable", "aide": True},
        before=(hurt("jeanne", 20),), asked=((AURELE, "talent", dice(3)),),
        result={"success": False, "margin": -2}, sheets={"jeanne": {"retablissement": None}},
    ),
    Played(
        clauses="BLE-01 SOI-04", procedure="care", to=("aurele",), cast={"patient": "jeanne"},
        before=(event("jeanne", type="blessure", dommages=4, hemorragie={"periode": 1}),),
        asked=((AURELE, "talent", dice(12)),), result={"success": True},
        sheets={"jeanne": {"maux": []}},
    ),
    Played(
        clauses="POI-02", procedure="poison", to=("jeanne",), cast={"soigneur": "aurele"},
        params={"periode": 1, "perte": 3, "malignite": "grave", "heure": 0, "assimilation": 2,
                "secours": True, "secours_a": 1},
        before=(event("jeanne", type="poison", nom="venin", delai=2, periode=1, perte=3,
                      malignite="grave"),),
        asked=((AURELE, "talent", dice(7)),), result={"secouru": True},
        sheets={"jeanne": {"maux": []}},
    ),
    Played(
        clauses="GUE-03", procedure="natural_healing", to=("jeanne",), cast={"soigneur": "aurele"},
        params={"activite": "repos_surveille"}, before=(hurt("jeanne", 10),),
        result={"jours_min": "7/2", "jours_max": "7"},
    ),
    Played(
        clauses="CHU-02 CHU-04 PRO-04", procedure="fall", to=("jeanne",),
        params={"hauteur": "7/2", "surface": "terre"}, asked=((JEANNE, "talent", dice(5)),),
        result={"damage": 4}, sheets={"jeanne": {"pds": 20}},
    ),
    Played(
        clauses="ASP-01 ASP-02", procedure="asphyxia", to=("jeanne",), params={"secondes": 100},
        asked=((JEANNE, "talent", dice(2)),), result={"damage": 5},
    ),
    Played(
        clauses="APP-01 APP-04", procedure="teaching", to=("jeanne",), cast={"apprenti": "aurele"},
        params={"professeur": "Escrimeur", "eleve": "Escrimeur", "apprentissage": "Escrimeur"},
        before=(
            changed("jeanne", talents={"Escrimeur": 13, "Orateur": 6}),
            changed("aurele", talents={"Escrimeur": 8, "Orateur": 6}),
        ),
        asked=((JEANNE, "talent", dice(9)),),
        result={"eligible": True, "success": True, "apprentissage": "facile"},
    ),
    Played(
        clauses="DET-08", procedure="detachment", to=("aurele",), params={"naturel": True},
        result={"outcome": "sans_test", "points": 9},
    ),
    Played(
        clauses="DET-03 DET-10", procedure="detachment", to=("aurele",), params={"naturel": True},
        before=(changed("aurele", detachement=10),),
        asked=((AURELE, "detachement", dice(12)),),
        result={"outcome": "impassible", "points": 9}, sheets={"aurele": {"detachement": 9}},
    ),
    # ── in contact ──
    Played(
        clauses="OPT-03 CBT-08", procedure="attaques_multiples", to=("brute",),
        params={"poff": 9, "audace": 0, "passe": "auto", "cibles": [{"part": 5}, {"part": 4}]},
        cast={"cibles": ["jeanne", "aurele"]},
        asked=(
            (LEADER, "attaque", dice(1)), (JEANNE, "defense", dice(12)),
            (LEADER, "attaque", dice(2)), (AURELE, "defense", dice(12)),
        ),
        sheets={"jeanne": {"pds": 18}, "aurele": {"pds": 3}},
    ),
    Played(
        clauses="ARM-15 TIR-02", procedure="assaut", to=("jeanne",), cast={"cible": "brute"},
        params=QUIET, before=(NEEDLES,), asked=((JEANNE, "attaque", dice(12)),),
        result={"outcome": "rate"}, sheets={"jeanne": {"enrayee": True, "munitions": 3}},
    ),
    Played(
        clauses="ARM-15 OPT-01", procedure="attaques_multiples", to=("jeanne",),
        cast={"cibles": ["brute", "vigile"]}, before=(NEEDLES,),
        params={"audace": 0, "poff": 4, "cibles": [{"part": 2}, {"part": 2}]},
        asked=((JEANNE, "attaque", dice(12)),),
        sheets={"jeanne": {"enrayee": True, "munitions": 3}},
    ),
    Played(
        clauses="CHO-02 CHO-04", procedure="assaut", to=("brute",), cast={"cible": "jeanne"},
        params={"audace": 0, "choc": True}, before=(BARE,),
        asked=(
            (LEADER, "attaque", dice(1)), (JEANNE, "defense", dice(12)),
            (LEADER, "passe", "coup_puissant_1"), (LEADER, "valeur_choc", 3),
            (JEANNE, "choc", dice(1)),
        ),
        result={"outcome": "touche", "damage": 0}, sheets={"jeanne": {"echecs": 1, "pds": None}},
    ),
    *(
        Played(
            clauses="CHO-02 CHO-03", procedure="assaut", to=("brute",), cast={"cible": "jeanne"},
            params={"audace": 0, "choc": True, "valeur_choc": None, "passe": "auto"},
            before=(changed("brute", arme=arme),),
            asked=((LEADER, "attaque", dice(1)), (JEANNE, "defense", dice(12)),
                   (JEANNE, "choc", dice(face))),
            result={"damage": 0}, sheets={"jeanne": {"echecs": echecs, "pds": None}},
        )
        for arme, face, echecs in (("gourdin", 6, 0), ("gourdin", 5, 1), ("casse_tete", 5, 1),
                                   ("canne_plombee", 5, 1), ("baton_long", 5, 1))
    ),
    Played(
        clauses="CHO-02 OPT-01", procedure="attaques_multiples", to=("brute",),
        cast={"cibles": ["jeanne", "aurele"]}, before=(changed("brute", arme="gourdin"),),
        params={"audace": 0, "passe": "auto", "poff": 18, "cibles": [{"part": 9}, {"part": 9}]},
        asked=(
            (LEADER, "choc", True), (LEADER, "attaque", dice(1)), (JEANNE, "defense", dice(12)),
            (LEADER, "valeur_choc", 7), (JEANNE, "choc", dice(6)),
            (LEADER, "choc", True), (LEADER, "attaque", dice(1)), (AURELE, "defense", dice(12)),
            (LEADER, "valeur_choc", 7), (AURELE, "choc", dice(7)),
        ),
        sheets={"jeanne": {"echecs": 0, "pds": None}, "aurele": {"echecs": 1, "pds": None}},
    ),
    # ── what a single attack leaves for later ──
    *(
        Played(
            clauses=clauses, procedure="assaut", to=("jeanne",), cast={"cible": "vigile", **more},
            params=QUIET | {"poff": 9, "passe": passe, **params},
            asked=((JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12))),
            owed=owed,
        )
        for clauses, passe, params, more, owed in (
            ("PAS-05", "en_confiance", {}, {}, (("jeanne", TRUST),)),
            ("PAS-06", "desequilibre", {}, {}, (("vigile", "compter −2 au PC du prochain tour (déséquilibre)"),)),
            ("PAS-07", "bousculade", {"defenseur_a_allie": True}, {}, (("vigile", JOSTLES),)),
            ("PAS-07", "bousculade", {"defenseur_a_allie": True}, {"allie": "brute"}, (("brute", JOSTLED),)),
            ("PAS-09", "impact", {}, {}, (("vigile", "compter comme perdue l’attaque de ce tour"),)),
            ("PAS-09", "impact", {"riposte_due": False}, {},
             (("jeanne", "prendre l’initiative du prochain tour (impact)"),)),
            ("PAS-10", "mauvais_positionnement", {}, {}, (("vigile", EXPOSED),)),
            ("PAS-12", "coup_perdu", {}, {}, (("vigile", "compter comme perdue l’attaque de ce tour"),)),
            ("PAS-12", "coup_perdu", {"riposte_due": False}, {},
             (("vigile", "compter −3 au PC du prochain tour (coup perdu)"),)),
            ("PAS-12", "coup_perdu", {"defenseur_a_allie": True}, {}, (("vigile", STRAYS),)),
            ("PAS-13", "desarmement", {}, {}, (("vigile", PICKS_UP),)),
            ("PAS-15", "arme_coincee", {"poff": 10}, {},
             (("vigile", "dégager l’arme plantée : un tour, où ses adversaires ont +5 au PC"),)),
            ("PAS-16", "mise_en_echec", {"poff": 13}, {},
             (("vigile", "décider du sort d’un combattant mis en échec"),)),
            ("PAS-04", "coup_puissant_5", {}, {}, ()),
        )
    ),
    Played(
        clauses="OPT-01 PAS-05 PAS-10", procedure="attaques_multiples", to=("jeanne",),
        cast={"cibles": ["brute", "vigile"]},
        params={"audace": 0, "poff": 9, "cibles": [{"part": 5}, {"part": 4}]},
        asked=(
            (JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
            (JEANNE, "passe", "mauvais_positionnement"),
            (JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
            (JEANNE, "passe", "en_confiance"),
        ),
        owed=(("brute", EXPOSED), ("jeanne", TRUST)),
    ),
    # ── the effect of an aimed blow is the leader's ──
    *(
        Played(
            clauses="OPT-06 OPT-07", procedure="assaut", to=("jeanne",), cast={"cible": "vigile"},
            params=QUIET | {"poff": 12, "passe": "auto", "zone": zone},
            asked=((JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(defence))),
            owed=owed,
        )
        for zone, defence, owed in (("bras", 12, (("vigile", PLACE),)), ("jambe", 1, ()),
                                    ("aucune", 12, ()))
    ),
    Played(
        clauses="OPT-06 OPT-07", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"passe": "auto", "zone": "jambe"}, asked=((JEANNE, "tir", dice(1)),),
        owed=(("brute", PLACE),),
    ),
    Played(
        clauses="OPT-06 OPT-07 ARM-13", procedure="rafale", to=("jeanne",), before=(GUNNER,),
        params={"poff": 14, "cibles": [{}, {}], "zone": "bras", "passe": "auto"},
        cast={"cibles": ["brute", "vigile"]},
        asked=((JEANNE, "tir", dice(3)), (JEANNE, "tir", dice(11))),
        owed=(("brute", PLACE),), sheets={"vigile": {"pds": -2}},
    ),
    # ── a whip ──
    Played(
        clauses="ARM-04", procedure="assaut", to=("jeanne",), cast={"cible": "vigile"},
        params=QUIET | {"poff": 9, "passe": "desarmement"}, before=(WHIP,),
        asked=(
            (JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
            (JEANNE, "saisir", True), (JEANNE, "membre", "jambe"),
        ),
        result={"damage": 0, "desarme": False}, owed=(("vigile", HELD),),
        sheets={"vigile": {"pds": None}},
    ),
    Played(
        clauses="ARM-04", procedure="assaut", to=("jeanne",), cast={"cible": "brute"},
        params=QUIET | {"poff": 9, "passe": "desarmement"}, before=(WHIP, BARE),
        asked=(
            (JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)), (JEANNE, "membre", "bras"),
        ),
        result={"damage": 0, "desarme": False}, owed=(("brute", HELD),),
    ),
    Played(
        clauses="ARM-04 OPT-01", procedure="attaques_multiples", to=("jeanne",),
        cast={"cibles": ["brute", "vigile"]}, before=(WHIP,),
        params={"audace": 0, "passe": "desarmement", "poff": 15,
                "cibles": [{"part": 8}, {"part": 7}]},
        asked=(
            (JEANNE, "attaque", dice(12)),
            (JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)),
            (JEANNE, "saisir", True), (JEANNE, "membre", "tete"),
        ),
        owed=(("vigile", HELD),),
    ),
    # ── at range ──
    Played(
        clauses="TIR-20 TIR-21 ARM-13", procedure="rafale", to=("jeanne",),
        params={"poff": 14, "cibles": [{}, {}]}, cast={"cibles": ["brute", "vigile"]},
        before=(GUNNER, BARE),
        asked=(
            (JEANNE, "tir", dice(3)), (JEANNE, "passe", "desarmement"),
            (JEANNE, "tir", dice(2)), (JEANNE, "passe", "tir_fatal"),
        ),
        owed=(("brute", HAND_LOST),),
        sheets={"brute": {"pds": 8}, "vigile": {"pds": -1}, "jeanne": {"munitions": 0}},
    ),
    Played(
        clauses="ARM-17 TIR-21", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"poff": 13, "passe": "tir_fatal"},
        before=(changed("jeanne", arme_de_tir="fusil_sonique"),),
        asked=((JEANNE, "choc", True), (JEANNE, "tir", dice(1)), (LEADER, "valeur_choc", 4),
               (LEADER, "choc", dice(1))),
        result={"fatal": False, "passe": "coup_puissant_7"},
        sheets={"brute": {"pds": None, "echecs": 1}},
    ),
    Played(
        clauses="TIR-21", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"poff": 14, "passe": "tir_fatal"}, asked=((JEANNE, "tir", dice(3)),),
        result={"fatal": True}, sheets={"brute": {"pds": -1}},
    ),
    Played(
        clauses="TIR-08 TIR-17", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"aim": 2, "range": "moyenne"},
        asked=((JEANNE, "tir", dice(3)), (JEANNE, "passe", "faille")),
        result={"damage": 11}, sheets={"brute": {"pds": 17}, "jeanne": {"munitions": 5}},
    ),
    Played(
        clauses="TIR-04 BON-02 TIR-11", procedure="shot", to=("jeanne",), cast={"cible": "vigile"},
        params={"aware": True}, before=(changed("jeanne", arme_de_tir="hache_de_jet"),),
        asked=((JEANNE, "tir", dice(3)),), result={"outcome": "partiel", "damage": 1},
    ),
    Played(
        clauses="INC-01 INC-05", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"passe": "auto"},
        asked=(
            (JEANNE, "tir", dice(12)), (LEADER, "incidents", False), (LEADER, "tirs_perdus", True),
            (JEANNE, "tir_perdu", dice(12)),
        ),
        result={"perdu": "allie"}, owed=((None, STRAY),),
    ),
    Played(
        clauses="INC-03 INC-04 TIR-14", procedure="shot", to=("jeanne",),
        cast={"cible": "brute", "allie": "aurele"}, params={"passe": "auto", "poff": 7},
        before=(changed("aurele", armure="cuir_souple"),),
        asked=(
            (JEANNE, "tir", dice(12)), (LEADER, "incidents", False), (LEADER, "tirs_perdus", True),
            (JEANNE, "tir_perdu", dice(11)),
        ),
        result={"perdu": "allie", "damage": 0},
        sheets={"aurele": {"pds": 8}, "brute": {"pds": None}, "jeanne": {"munitions": 5}},
    ),
    Played(
        clauses="INC-03 INC-04", procedure="shot", to=("jeanne",),
        cast={"cible": "brute", "ennemi": "vigile"}, params={"passe": "auto", "poff": 7},
        asked=(
            (JEANNE, "tir", dice(12)), (LEADER, "incidents", False), (LEADER, "tirs_perdus", True),
            (JEANNE, "tir_perdu", dice(9)),
        ),
        result={"perdu": "ennemi"}, sheets={"vigile": {"pds": 13}, "brute": {"pds": None}},
    ),
    *(
        Played(
            clauses=clauses, procedure="shot", to=("jeanne",), cast={"cible": "brute"},
            params={"poff": poff, "passe": passe}, asked=((JEANNE, "tir", dice(1)),),
            owed=(("brute", owed),),
        )
        for clauses, poff, passe, owed in (
            ("TIR-18", 9, "impact",
             "compter une action perdue, ou −2 au PC du prochain tour si elle est faite (impact)"),
            ("TIR-19", 9, "chute", "se relever après une chute"),
            ("TIR-20", 10, "desarmement", PICKS_UP),
            ("TIR-22", 13, "coup_d_elite", "dire ce qu’atteint le coup d’élite"),
        )
    ),
    Played(
        clauses="INC-06", procedure="incident", to=("jeanne",),
        asked=((JEANNE, "incident", dice(6)),), result={"incident": "long_feu"},
        owed=(("jeanne", "compter −3 au prochain Poff (long feu)"),),
    ),
    Played(
        clauses="INC-08", procedure="incident", to=("jeanne",),
        asked=((JEANNE, "incident", dice(12)), (JEANNE, "explosion", dice(6))),
        result={"degats_tireur": 8}, sheets={"jeanne": {"pds": 16, "arme_de_tir": None}},
    ),
    # ── one fact of a sheet or another ──
    Played(
        clauses="PRO-04 PRO-05", procedure="simple", to=("jeanne",), params={"talent": "Acrobate"},
        before=(changed("jeanne", seconde=None, bouclier="pavois_scov"),),
        asked=((JEANNE, "talent", dice(3)),), result={"margin": 3},
    ),
    Played(
        clauses="ARM-03", procedure="pc", to=("jeanne",),
        before=(changed("jeanne", arme="baton_long", seconde=None, talents={"Bagarreur": 9}),),
        result={"pc": 11},
    ),
    Played(
        clauses="OPT-04", procedure="pc", to=("jeanne",),
        before=(changed("jeanne", talents={"Escrimeur": 8}),), result={"pc": 11},
    ),
    Played(
        clauses="PRO-01 PRO-02", procedure="assaut", to=("brute",), cast={"cible": "jeanne"},
        params=QUIET | {"passe": "auto"},
        before=(changed("jeanne", armure="cuir_renforce", facon=2),),
        asked=((LEADER, "attaque", dice(1)), (JEANNE, "defense", dice(12))),
        result={"damage": 9}, sheets={"jeanne": {"pds": 15}},
    ),
    Played(
        clauses="OPT-04", procedure="assaut", to=("jeanne",), cast={"cible": "brute"},
        params=QUIET | {"passe": "auto"},
        before=(changed("jeanne", arme="dague", seconde="revolver", arme_de_tir=None,
                        talents={"Bagarreur": 10, "Tireur": 4}),),
        asked=((JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12))),
        result={"damage": 10},
    ),
    Played(
        clauses="COO-02", procedure="cooperation", params={"mode": "duree"} | {
            "participants": [{"talent": "Orateur"}, {"talent": "Orateur"}]},
        cast={"participants": ["jeanne", "aurele"]},
        asked=((JEANNE, "meneur", 1), (AURELE, "talent", dice(3))),
        result={"margin": 5, "duree": "1/2"},
    ),
]  # fmt: skip
