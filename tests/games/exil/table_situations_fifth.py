"""Exil at the table, a sixth reading: who shares, who helps, what a named ally changes, what time does."""

from __future__ import annotations

from tests.games.exil.table_situations import (
    AURELE,
    GUNNER,
    JEANNE,
    JOSTLED,
    PLACE,
    STRAYS,
    Fields,
    changed,
    event,
    hurt,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Asked, Played, dice

QUIET: Fields = {"audace": 0, "choc": False, "passe": "auto"}
TWO: Fields = {"cibles": ["brute", "vigile"]}
STUDY: Fields = {"taches": [{"points": 8}], "duree": 2,
                 "participants": [{"talent": "Lettré"}, {"talent": "Lettré"}]}  # fmt: skip
SCHOLARS: Fields = {"participants": ["aurele", "jeanne"]}
NO_GUARD = changed("vigile", attitude="tout")
OUT_COLD = event("brute", type="choc", echecs=3)
LOSES = "compter comme perdue l’attaque de ce tour"
TRIES: tuple[Asked, ...] = ((JEANNE, "talent", dice(12)), (LEADER, "permis", True))
HITS: tuple[Asked, ...] = ((JEANNE, "attaque", dice(1)), (LEADER, "defense", dice(12)))
DUEL: Fields = {"a": "jeanne", "b": "brute"}
MELEE: Fields = {"combattants": ["jeanne", "vigile"]}
ARBALEST = changed("vigile", arme="arbalete", arme_de_tir=None, bouclier=None)
APART: Fields = {"combattants": [{}, {"en_melee": False}]}
BETWEEN: tuple[Asked, ...] = (
    (LEADER, "conduite", "habitude"), (JEANNE, "attitude", 7),
    (JEANNE, "laisser_la_main", False), (JEANNE, "action", "rien"), (LEADER, "tir", dice(12)),
    (LEADER, "tirs_perdus", False), (LEADER, "suite_du_combat", "changer"),
)  # fmt: skip

TINKERS = (changed("jeanne", talents={"Bricoleur": 6}, enrayee=True),
           changed("aurele", talents={"Bricoleur": 6}))  # fmt: skip
CLEARS = "dire si le jet de Bricoleur débloque une arme enrayée"
TOGETHER: Fields = {"participants": [{"talent": "Bricoleur"}, {"talent": "Bricoleur"}]}

AT_TABLE: list[Played] = [
    # ── a jammed gun: anybody's Bricoleur may clear it, the leader says whose ──
    Played(
        clauses="INC-07", procedure="simple", to=("aurele",), params={"talent": "Bricoleur"},
        before=TINKERS, asked=((AURELE, "talent", dice(6)),), owed=((None, CLEARS),),
        sheets={"jeanne": {"enrayee": True}},
    ),
    Played(
        clauses="INC-07", procedure="simple", to=("aurele",), params={"talent": "Bricoleur"},
        before=TINKERS, asked=((AURELE, "talent", dice(7)),), result={"success": False},
        sheets={"jeanne": {"enrayee": True}},
    ),
    Played(
        clauses="INC-07", procedure="simple", to=("jeanne",), params={"talent": "Bricoleur"},
        before=TINKERS, asked=((JEANNE, "talent", dice(6)),),
        sheets={"jeanne": {"enrayee": False}},
    ),
    Played(
        clauses="INC-07 COO-03", procedure="cooperation", params=TOGETHER, cast=SCHOLARS,
        before=TINKERS, asked=((LEADER, "mode", "marges"), (AURELE, "talent", dice(12)),
                               (JEANNE, "talent", dice(1))),
        result={"margin": -1},
    ),
    Played(
        clauses="INC-07 COO-03", procedure="cooperation", params=TOGETHER, cast=SCHOLARS,
        before=TINKERS, asked=((LEADER, "mode", "marges"), (AURELE, "talent", dice(9)),
                               (JEANNE, "talent", dice(3))),
        result={"margin": 0}, owed=((None, CLEARS),),
    ),
    # ── the attacker shares his Poff, that of his sheet unless another is given ──
    Played(
        clauses="OPT-01 OPT-02", procedure="attaques_multiples", to=("jeanne",), params=QUIET,
        cast=TWO, asked=((JEANNE, "part", 5), (JEANNE, "part", 2), (JEANNE, "attaque", dice(6)),
                         (JEANNE, "attaque", dice(2)), (LEADER, "defense", dice(1))),
        result={"resultats": [{"outcome": "rate"}, {"outcome": "paree", "damage": 0}]},
    ),
    Played(
        clauses="OPT-01", procedure="attaques_multiples", to=("jeanne",), cast=TWO,
        params=QUIET | {"poff": 14, "cibles": [{"part": 3}, {}]},
        asked=((JEANNE, "part", 11), (JEANNE, "attaque", dice(4)), (JEANNE, "attaque", dice(11)),
               (LEADER, "defense", dice(7))),
        result={"resultats": [{"outcome": "rate"}, {"outcome": "touche", "damage": 11 + 3 - 10 + 7}]},
        sheets={"vigile": {"pds": 9}},
    ),
    Played(
        clauses="OPT-01 CBT-13", procedure="attaques_multiples", to=("brute",), params=QUIET,
        cast={"cibles": ["jeanne", "aurele"]},
        asked=((LEADER, "part", 1), (LEADER, "part", 8), (LEADER, "attaque", dice(2)),
               (LEADER, "attaque", dice(8)), (AURELE, "defense", dice(1))),
        result={"resultats": [{"outcome": "rate"}, {"outcome": "paree", "damage": 7}]},
        sheets={"aurele": {"pds": 9}},
    ),
    Played(
        clauses="SAN-07 OPT-02", procedure="attaques_multiples", to=("jeanne",), params=QUIET,
        cast=TWO, before=(hurt("jeanne", 8),),
        asked=((JEANNE, "part", 3), (JEANNE, "part", 2), (JEANNE, "attaque", dice(4)),
               (JEANNE, "attaque", dice(3))),
        result={"resultats": [{"outcome": "rate"}, {"outcome": "rate"}]},
    ),
    # ── a named ally of the defender is in reach, unless he is out of action ──
    Played(
        clauses="PAS-07", procedure="assaut", to=("jeanne",), params={"audace": 0, "choc": False},
        cast={"cible": "vigile", "allie": "brute"}, asked=(*HITS, (JEANNE, "passe", "bousculade")),
        result={"passe": "bousculade", "damage": 0}, owed=(("brute", JOSTLED),),
    ),
    Played(
        clauses="PAS-12", procedure="assaut", to=("jeanne",), params={"audace": 0, "choc": False},
        cast={"cible": "vigile", "allie": "brute"}, asked=(*HITS, (JEANNE, "passe", "coup_perdu")),
        owed=(("vigile", STRAYS),),
    ),
    Played(
        clauses="PAS-12 CHO-04", procedure="assaut", to=("jeanne",), before=(OUT_COLD,),
        params={"audace": 0, "choc": False}, cast={"cible": "vigile", "allie": "brute"},
        asked=(*HITS, (JEANNE, "passe", "coup_perdu")), owed=(("vigile", LOSES),),
    ),
    Played(
        clauses="PAS-07", procedure="assaut", to=("vigile",), params={"audace": 0, "choc": False},
        cast={"cible": "jeanne", "allie": "aurele"},
        asked=((LEADER, "attaque", dice(6)), (JEANNE, "defense", dice(8)),
               (LEADER, "passe", "bousculade")),
        result={"damage": 0}, owed=(("aurele", JOSTLED),),
    ),
    # ── a work done together: each with his Talent and his wounds ──
    Played(
        clauses="COO-03 EXT-02 SAN-07", procedure="extended", to=("aurele",), params=STUDY,
        cast=SCHOLARS, before=(hurt("jeanne", 10),),
        asked=((LEADER, "mode", "marges"), (AURELE, "talent", dice(1)), (JEANNE, "talent", dice(3)),
               (AURELE, "talent", dice(5)), (JEANNE, "talent", dice(3))),
        result={"outcome": "acheve", "periodes": 2},
    ),
    Played(
        clauses="COO-02 EXT-01", procedure="extended", to=("aurele",), params=STUDY, cast=SCHOLARS,
        asked=((LEADER, "mode", "duree"), (AURELE, "talent", dice(1))),
        result={"outcome": "acheve", "periodes": 1},
    ),
    Played(
        clauses="COO-02 EXT-04", procedure="extended", to=("aurele",), cast=SCHOLARS,
        params=STUDY | {"max_periodes": 1},
        asked=((LEADER, "mode", "duree"), (AURELE, "talent", dice(4))),
        result={"outcome": "inacheve"}, owed=(("aurele", "exil.extended"),),
    ),
    # ── tries ──
    Played(
        clauses="ADV-04 ADV-05", procedure="successive", to=("jeanne",),
        params={"talent": "Citadin"}, asked=(*TRIES, (JEANNE, "insister", False)),
        result={"success": False, "attempts": 1, "margin": -3},
    ),
    Played(
        clauses="ADV-05 SAN-07", procedure="successive", to=("jeanne",), before=(hurt("jeanne", 6),),
        params={"talent": "Citadin", "retry_penalty": 1},
        asked=(*TRIES, (JEANNE, "insister", True), (JEANNE, "talent", dice(7))),
        result={"success": True, "attempts": 2, "margin": 0},
    ),
    # ── what only some have ──
    Played(
        clauses="INC-05 INC-06", procedure="incident", to=("aurele",),
        asked=((AURELE, "incident", dice(7)),), result={"incident": "long_feu"},
        owed=(("aurele", "compter −3 au prochain Poff (long feu)"),),
    ),
    Played(
        clauses="INC-08 SAN-05", procedure="incident", to=("aurele",), before=(hurt("aurele", 12),),
        asked=((AURELE, "incident", dice(11)), (AURELE, "explosion", dice(5))),
        result={"degats_tireur": 5}, sheets={"aurele": {"pds": -1, "arme_de_tir": None}},
    ),
    # ── bursts ──
    Played(
        clauses="ARM-13 INC-01", procedure="rafale", to=("jeanne",), before=(GUNNER,),
        params={"cibles": [{}, {}], "passe": "auto"}, cast=TWO,
        asked=((JEANNE, "tir", dice(12)),),
        result={"resultats": [{"outcome": "plein"}, {"outcome": "non_tire"}]},
        sheets={"jeanne": {"enrayee": True, "munitions": 0}, "vigile": {"pds": None}},
    ),
    Played(
        clauses="ARM-13 SAN-07", procedure="rafale", to=("jeanne",),
        before=(GUNNER, hurt("jeanne", 8)), params={"cibles": [{"range": "longue"}], "passe": "auto"},
        cast={"cibles": ["brute"]}, asked=((JEANNE, "tir", dice(8)), (LEADER, "tirs_perdus", False)),
        result={"resultats": [{"outcome": "rate"}]}, sheets={"brute": {"pds": None}},
    ),
    # ── an aimed blow in a fight leaves its effect to the leader too ──
    *(
        Played(
            clauses="OPT-06 OPT-07", procedure="melee", cast=MELEE,
            params={"max_turns": 1, "attaques_visees": True},
            asked=((LEADER, "conduite", "habitude"), (JEANNE, "attitude", 14),
                   (JEANNE, "laisser_la_main", False), (JEANNE, "action", "attaquer"),
                   (JEANNE, "zone", "bras"), (JEANNE, "audace", 0), (JEANNE, "attaque", dice(11)),
                   (LEADER, "defense", dice(defence)), *passe, (LEADER, "attaque", dice(12)),
                   (LEADER, "suite_du_combat", "finir")),
            owed=owed,
        )
        for defence, passe, owed in (
            (12, ((JEANNE, "passe", "coup_puissant_1"),), (("vigile", PLACE),)), (6, (), ()),
        )
    ),
    Played(
        clauses="OPT-06 OPT-07", procedure="duel", cast=DUEL,
        params={"max_turns": 1, "attaques_visees": True},
        asked=((LEADER, "conduite", "habitude"), (JEANNE, "attitude", 14),
               (JEANNE, "laisser_la_main", False), (JEANNE, "action", "attaquer"),
               (JEANNE, "zone", "defaut"), (LEADER, "zone_modifier", -8), (JEANNE, "audace", 0),
               (JEANNE, "attaque", dice(6)), (LEADER, "defense", dice(1)),
               (JEANNE, "passe", "faille"), (LEADER, "attaque", dice(12))),
        owed=(("brute", PLACE),), sheets={"brute": {"pds": 28 - (6 + 2 + 1)}},
    ),
    # ── between two tours: what a fighter has may change, a target becomes aware ──
    Played(
        clauses="TIR-11", procedure="melee", before=(ARBALEST,), cast=MELEE, params=APART,
        asked=(*BETWEEN, (LEADER, "combattant", "jeanne"), (LEADER, "changement", "averti"),
               (LEADER, "averti", True), (LEADER, "suite_du_combat", "finir")),
        result={"tours": 1},
    ),
    Played(
        clauses="TIR-07", procedure="melee", before=(ARBALEST,), cast=MELEE, params=APART,
        asked=(*BETWEEN, (LEADER, "combattant", "vigile"), (LEADER, "changement", "portee"),
               (LEADER, "portee", "longue"), (LEADER, "suite_du_combat", "finir")),
        result={"fin": "meneur"},
    ),
]  # fmt: skip
