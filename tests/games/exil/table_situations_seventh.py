"""Exil at the table, a seventh reading: what is done as usual, whose side a fighter is on, which gun."""

from __future__ import annotations

from tests.games.exil.table_situations import AURELE, JEANNE, Fields, changed
from tests.table.evening import LEADER
from tests.table.situations_at_table import Asked, Played, dice

JAMMED = changed(
    "brute", arme="revolver", arme_de_tir=None, enrayee=True, talents={"Tireur": 12, "Bagarreur": 9}
)
"""The brute has a jammed revolver in hand and no Bricoleur."""
AS_USUAL: Asked = (LEADER, "conduite", "habitude")
MISSES: tuple[Asked, ...] = (
    (JEANNE, "action", "attaquer"), (JEANNE, "audace", 0), (JEANNE, "attaque", dice(12)),
)  # fmt: skip
STRUCK: tuple[Asked, ...] = ((LEADER, "attaque", dice(9)), (JEANNE, "defense", dice(8)))
"""The brute has put all of 9 into his fists; Jeanne, at 7 and 7, does not parry."""
END: Asked = (LEADER, "suite_du_combat", "finir")
ONE_TOUR: Fields = {"max_turns": 1}
LEFT = {"jeanne": {"pds": 24 - (9 - 7 + 2 - 2 + 5)}}
"""Fists: létalité 0, Physique +2; her leather takes 2 off; coup puissant +5."""

AT_TABLE: list[Played] = [
    # ── as usual, who cannot clear his gun strikes with his fists ──
    Played(
        clauses="INC-07 CBT-13", procedure="duel", cast={"a": "jeanne", "b": "brute"},
        params=ONE_TOUR, before=(JAMMED,),
        asked=(AS_USUAL, (JEANNE, "attitude", 7), *STRUCK, *MISSES),
        result={"pds_a": 17}, sheets=LEFT | {"brute": {"enrayee": True}},
    ),
    Played(
        clauses="INC-07 CBT-13", procedure="melee", cast={"combattants": ["jeanne", "brute"]},
        params=ONE_TOUR, before=(JAMMED,),
        asked=(AS_USUAL, (JEANNE, "attitude", 7), *STRUCK, *MISSES, END),
        sheets=LEFT | {"brute": {"enrayee": True}},
    ),
    # ── three sides: two players face each other, and the leader's character both ──
    Played(
        clauses="CBT-02 CON-02", procedure="melee",
        params=ONE_TOUR | {"combattants": [{"camp": "a"}, {"camp": "b"}, {"camp": "c"}]},
        cast={"combattants": ["jeanne", "aurele", "brute"]},
        asked=(AS_USUAL, (JEANNE, "attitude", 7), (AURELE, "attitude", 1),
               (LEADER, "attaque", dice(12)), (JEANNE, "laisser_la_main", False),
               (JEANNE, "action", "attaquer"), (JEANNE, "cible", "aurele"),
               (JEANNE, "audace", 0), (JEANNE, "attaque", dice(7)), (AURELE, "defense", dice(1)),
               (AURELE, "action", "attaquer"), (AURELE, "cible", "brute"), (AURELE, "audace", 0),
               (AURELE, "attaque", dice(12)), END),
        result={"camp": None}, sheets={"aurele": {"pds": 16 - (7 - 1)}},
    ),
    # ── the leader's character beside a player: he chooses for both of his own ──
    Played(
        clauses="CBT-13", procedure="melee",
        params=ONE_TOUR | {"combattants": [{"camp": "nous"}, {"camp": "nous"}, {"camp": "eux"}]},
        cast={"combattants": ["jeanne", "brute", "vigile"]},
        asked=((LEADER, "conduite", "decider"), (LEADER, "conduite", "decider"),
               (LEADER, "conduite", "habitude"), (JEANNE, "attitude", 7),
               (LEADER, "attitude", 8)),
        more="laisser_la_main",
    ),
    # ── a part of the body is aimed at where the leader permits it ──
    Played(
        clauses="OPT-06", procedure="melee", cast={"combattants": ["jeanne", "brute"]},
        params=ONE_TOUR | {"attaques_visees": True},
        asked=(AS_USUAL, (JEANNE, "attitude", 14), (JEANNE, "laisser_la_main", False),
               (JEANNE, "action", "attaquer")),
        more="zone",
    ),
    *(
        Played(
            clauses="OPT-06", procedure=procedure, params=ONE_TOUR, cast=cast,
            asked=(AS_USUAL, (JEANNE, "attitude", 14), (JEANNE, "laisser_la_main", False),
                   (JEANNE, "action", "attaquer")),
            more="audace",
        )
        for procedure, cast in (
            ("duel", {"a": "jeanne", "b": "brute"}),
            ("melee", {"combattants": ["jeanne", "brute"]}),
        )
    ),
]  # fmt: skip
