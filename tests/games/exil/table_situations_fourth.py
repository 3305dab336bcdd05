"""Exil at the table, a fifth reading: which gun fires, darts, stray shots of a burst."""

from __future__ import annotations

from tests.games.exil.table_situations import (
    AURELE,
    GUNNER,
    JEANNE,
    STRAY,
    Fields,
    changed,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Asked, Played, dice

CALM: Fields = {"audace": 0, "choc": False, "passe": "auto"}
DART = "jouer le poison du dard de sarbacane, s’il en porte"
BLOWGUN = changed("jeanne", arme="sarbacane", seconde=None, arme_de_tir=None)
"""Her Tireur is 7: a PC of 8, all précision in the Poff."""
TWO_GUNS: Fields = {"arme": "revolver", "seconde": "pistolet_a_aiguilles", "arme_de_tir": None}
TIREUR = {"talents": {"Tireur": 12}}
BURSTS = changed("jeanne", arme="mitraillette", seconde=None, arme_de_tir=None,
                 talents={"Tireur": 14})  # fmt: skip
BLOWGUN_OUT = changed("jeanne", arme="sarbacane", seconde=None, arme_de_tir=None,
                      talents={"Tireur": 13})  # fmt: skip
MELEE: Fields = {"combattants": ["jeanne", "aurele", "brute", "vigile"]}
APART: Fields = {
    "combattants": [{"en_melee": False}, {}, {}, {}], "max_turns": 1,
}  # fmt: skip
READY: tuple[Asked, ...] = (
    (LEADER, "conduite", "habitude"), (JEANNE, "attitude", 10), (AURELE, "attitude", 1),
    (JEANNE, "laisser_la_main", False),
)  # fmt: skip
"""Jeanne is outside the mêlée and begins; the others are in it."""
REST: tuple[Asked, ...] = (
    (LEADER, "attaque", dice(12)), (LEADER, "attaque", dice(12)), (AURELE, "action", "rien"),
    (LEADER, "suite_du_combat", "finir"),
)  # fmt: skip

AT_TABLE: list[Played] = [
    # ── two guns: only the one that fires counts ──
    Played(
        clauses="OPT-04 ARM-11 ARM-12", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"passe": "auto", "poff": 9, "choc": False},
        before=(changed("jeanne", **TWO_GUNS, **TIREUR, munitions=[0, 4]),),
        asked=((JEANNE, "tir", dice(3)),),
        # the needles: létalité 1, armour whole; the revolver is empty
        result={"outcome": "plein", "damage": 9 + 1 + 5 - 1},
        sheets={"jeanne": {"munitions": [0, 3]}},
    ),
    Played(
        clauses="OPT-04 ARM-11", procedure="shot", to=("jeanne",), cast={"cible": "brute"},
        params={"passe": "auto", "poff": 9, "choc": False},
        before=(changed("jeanne", arme="pistolet_a_aiguilles", seconde="revolver",
                        arme_de_tir=None, **TIREUR),),
        asked=((JEANNE, "tir", dice(3)),),
        # both fire: the better létalité is that of the revolver, which halves armour
        result={"damage": 9 + 2 + 5 - 1 // 2}, sheets={"jeanne": {"munitions": [3, 5]}},
    ),
    Played(
        clauses="OPT-04 TIR-02 ARM-12", procedure="assaut", to=("jeanne",), cast={"cible": "brute"},
        params=CALM | {"poff": 6, "pdef": 4}, before=(changed("jeanne", **TWO_GUNS, **TIREUR, munitions=[0, 4]),),
        asked=((JEANNE, "attaque", dice(2)), (LEADER, "defense", dice(9))),
        result={"damage": 6 - 4 + 1 + 3 - 1}, sheets={"jeanne": {"munitions": [0, 3]}},
    ),
    # ── darts, whatever the attack ──
    Played(
        clauses="ARM-08 TIR-02", procedure="assaut", to=("jeanne",), cast={"cible": "brute"},
        params=CALM | {"poff": 6, "pdef": 4}, before=(BLOWGUN,),
        asked=((JEANNE, "attaque", dice(2)), (LEADER, "defense", dice(9))),
        result={"outcome": "touche"}, owed=(("brute", DART),),
    ),
    Played(
        clauses="ARM-08 CON-07", procedure="assaut", to=("jeanne",), cast={"cible": "brute"},
        params=CALM | {"poff": 4, "pdef": 4}, before=(BLOWGUN,),
        asked=((JEANNE, "attaque", dice(2)), (LEADER, "defense", dice(1))),
        result={"outcome": "paree", "damage": 0},
    ),
    Played(
        clauses="ARM-08 OPT-01", procedure="attaques_multiples", to=("jeanne",), before=(BLOWGUN,),
        params=CALM | {"poff": 6, "cibles": [{"part": 3, "pdef": 1}, {"part": 3, "pdef": 1}]},
        cast={"cibles": ["brute", "vigile"]},
        asked=((JEANNE, "attaque", dice(12)), (JEANNE, "attaque", dice(1)),
               (LEADER, "defense", dice(9))),
        owed=(("vigile", DART),),
    ),
    Played(
        clauses="ARM-08 TIR-02 CBT-01", procedure="contact_round", cast={"a": "jeanne", "b": "brute"},
        before=(BLOWGUN,),
        asked=((LEADER, "conduite", "habitude"), (JEANNE, "attitude", 8),
               (LEADER, "attaque", dice(12)),
               (JEANNE, "action", "attaquer"), (JEANNE, "audace", 0), (JEANNE, "attaque", dice(1)),
               (LEADER, "defense", dice(9)), (JEANNE, "passe", "coup_puissant_1")),
        owed=(("brute", DART),),
    ),
    # ── each shot of a burst that misses may hit somebody else ──
    Played(
        clauses="INC-01 INC-03 ARM-13", procedure="rafale", to=("jeanne",), before=(GUNNER,),
        params={"poff": 5, "cibles": [{}, {}], "passe": "auto"}, cast={"cibles": ["brute", "vigile"]},
        asked=((JEANNE, "tir", dice(9)), (LEADER, "tirs_perdus", True),
               (JEANNE, "tir_perdu", dice(12)), (JEANNE, "tir", dice(11)),
               (LEADER, "tirs_perdus", False)),
        owed=((None, STRAY),), sheets={"jeanne": {"munitions": 0}, "vigile": {"pds": None}},
    ),
    Played(
        clauses="INC-03 ARM-13", procedure="rafale", to=("jeanne",), before=(GUNNER,),
        params={"poff": 5, "cibles": [{}], "passe": "auto"}, cast={"cibles": ["brute"]},
        asked=((JEANNE, "tir", dice(9)), (LEADER, "tirs_perdus", True),
               (JEANNE, "tir_perdu", dice(2))),
        sheets={"brute": {"pds": None}},
    ),
    # ── a burst in a mêlée: the leader says whom a missed shot hits ──
    Played(
        clauses="INC-03 INC-04 ARM-13", procedure="melee", before=(BURSTS,), cast=MELEE,
        params=APART,
        asked=(*READY, (JEANNE, "action", "tirer_en_rafale"), (JEANNE, "cible", "vigile"),
               (JEANNE, "cible", "assez"), (JEANNE, "tir", dice(11)), (LEADER, "tirs_perdus", True),
               (JEANNE, "tir_perdu", dice(12)), (LEADER, "victime", "aurele"), *REST),
        # 10 + 6 of a mitraillette, against one who wears nothing: all his 16 points
        sheets={"aurele": {"pds": 0}, "vigile": {"pds": 20}, "jeanne": {"munitions": 0}},
    ),
    Played(
        clauses="INC-03 INC-04 ARM-13", procedure="melee", before=(BURSTS,), cast=MELEE,
        params=APART,
        asked=(*READY, (JEANNE, "action", "tirer_en_rafale"), (JEANNE, "cible", "vigile"),
               (JEANNE, "cible", "assez"), (JEANNE, "tir", dice(11)), (LEADER, "tirs_perdus", False),
               *REST),
        sheets={"aurele": {"pds": 16}, "jeanne": {"munitions": 0}},
    ),
    Played(
        clauses="INC-03 INC-04", procedure="melee", before=(BURSTS,), cast=MELEE, params=APART,
        asked=(*READY, (JEANNE, "action", "tirer"), (JEANNE, "cible", "brute"),
               (JEANNE, "tir", dice(11)), (LEADER, "incidents", False),
               (LEADER, "tirs_perdus", True), (JEANNE, "tir_perdu", dice(11)),
               (LEADER, "victime", "personne"), *REST),
        sheets={"vigile": {"pds": 20}, "jeanne": {"munitions": 29}},
    ),
    # ── a dart in a mêlée ──
    Played(
        clauses="ARM-08 TIR-14", procedure="melee", before=(BLOWGUN_OUT,), cast=MELEE, params=APART,
        asked=(*READY, (JEANNE, "action", "tirer"), (JEANNE, "cible", "vigile"),
               (JEANNE, "tir", dice(1)), (JEANNE, "passe", "coup_puissant_1"), *REST),
        owed=(("vigile", DART),),
    ),
    Played(
        clauses="ARM-08 TIR-03", procedure="melee", before=(BLOWGUN_OUT,), cast=MELEE, params=APART,
        asked=(*READY, (JEANNE, "action", "tirer"), (JEANNE, "cible", "vigile"),
               (JEANNE, "tir", dice(12)), (LEADER, "tirs_perdus", False), *REST),
    ),
]  # fmt: skip
