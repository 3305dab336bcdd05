"""The Livre des Règles de Base at the table, a sixth reading: Magie whole, help that nobody is asked
for, pressure in a duel, who raises whom."""

from __future__ import annotations

from tests.games.socle.table_situations import (
    ALARM,
    CAPTAIN,
    CLOSED,
    DOWN,
    FIGHT,
    GRANTED,
    ONE,
    PILLARD,
    SLIGHT,
    STEP,
    TO,
    VEIL,
    WIDER,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Asked, Played, dice

MAELLE = ("maelle",)
DRY = {"type": "retouche", "qui": "maelle", "champs": {"mana": 0}}
LOW = {"type": "retouche", "qui": "maelle", "champs": {"mana": 1}}
HURT = {"type": "retouche", "qui": "gontrand", "champs": {"coeurs": 1}}
WEAK = {"type": "retouche", "qui": "capitaine", "champs": {"coeurs": 1}}
PIONS = {"de": "Force", "adversaires": [{"cible": "pion"}, {"cible": "pion"}]}


def judged(words: str, level: str, label: str = "ampleur") -> tuple[Asked, ...]:
    """The asks of an effect of Maëlle: she describes it, the MJ gives TN and cost."""
    return ("j2", "decrire", words), (LEADER, label, level)


AT_TABLE: list[Played] = [
    # ── Magie outside a fight ──
    Played(
        clauses="MAG-03", procedure="magie", to=MAELLE, asked=(("j2", "decrire", "un pont"),),
        more="ampleur",
    ),
    Played(
        clauses="MAG-03 RES-02", procedure="magie", to=MAELLE,
        asked=(*judged("un pont", "standard"), ("j2", "test", dice(6))),
        result={"issue": "succes"}, sheets={"maelle": {"mana": 2}, "gontrand": {"mana": 2}},
    ),
    Played(
        clauses="MAG-04", procedure="magie", to=MAELLE,
        asked=(*judged("un mur de ronces", "fort"), ("j2", "test", dice(7))),
        owed=(("maelle", SLIGHT),), sheets={"maelle": {"mana": 1, "coeurs": 5}},
    ),
    Played(
        clauses="MAG-04 RES-04", procedure="magie", to=MAELLE,
        asked=(*judged("un mur de ronces", "grande_puissance"), ("j2", "test", dice(1))),
        owed=(("maelle", ONE),), sheets={"maelle": {"mana": 0}},
    ),
    Played(
        clauses="MAG-05", procedure="magie", to=MAELLE,
        asked=(*judged("une lueur", "astuce"), (LEADER, "cout_astuce", 0), ("j2", "test", dice(4))),
        result={"issue": "succes"}, sheets={"maelle": {"mana": 3}},
    ),
    Played(
        clauses="MAG-05", procedure="magie", to=MAELLE,
        asked=(*judged("une lueur", "astuce"), (LEADER, "cout_astuce", 1), ("j2", "test", dice(3))),
        owed=(("maelle", SLIGHT),), sheets={"maelle": {"mana": 2}},
    ),
    Played(
        clauses="MAG-05 MAG-02", procedure="magie", to=MAELLE, before=(DRY,),
        asked=(*judged("une lueur", "astuce"), ("j2", "test", dice(5))),
        result={"issue": "succes"}, sheets={"maelle": {"mana": 0}},
    ),
    Played(
        clauses="MAG-03", procedure="magie", to=MAELLE, before=(LOW,),
        asked=judged("que la nuit tombe", "trop"), result={"issue": "presque_impossible"},
        sheets={"maelle": {"mana": 1}},
    ),
    Played(
        clauses="MAG-03 DIF-06", procedure="magie", to=MAELLE, params={"degres": 1},
        asked=judged("tout raser", "grande_puissance"), result={"issue": "presque_impossible"},
        sheets={"maelle": {"mana": 3}},
    ),
    Played(
        clauses="MAG-07", procedure="magie", to=MAELLE,
        asked=(
            *judged("une brume", "standard"), ("j2", "test", dice(8)), ("j2", "avantage", "echelle"),
        ),
        owed=(("maelle", WIDER),), sheets={"maelle": {"mana": 2}},
    ),
    Played(
        clauses="MAG-08", procedure="magie", to=MAELLE,
        asked=(
            *judged("une brume", "fort"), ("j2", "test", dice(8)), ("j2", "avantage", "mana"),
            (LEADER, "accord", True),
        ),
        sheets={"maelle": {"mana": 2}},
    ),
    Played(
        clauses="MAG-08 MAG-09", procedure="magie", to=MAELLE,
        asked=(
            *judged("une brume", "fort"), ("j2", "test", dice(8)), ("j2", "avantage", "mana"),
            (LEADER, "accord", False), ("j2", "avantage", "autre"),
        ),
        owed=(("maelle", GRANTED),), sheets={"maelle": {"mana": 1}},
    ),
    Played(
        clauses="AID-01 MAG-03", procedure="magie", to=MAELLE, cast={"ally": "gontrand"},
        asked=(
            *judged("un mur", "fort"), ("j1", "aide", True), ("j2", "test", dice(10)),
            ("j2", "avantage", "autre"),
        ),
        owed=(("maelle", GRANTED),), sheets={"maelle": {"mana": 1}, "gontrand": {"mana": 2}},
    ),
    Played(
        clauses="OPT-05 OPT-06 MAG-04", procedure="magie", to=MAELLE, before=(ALARM, STEP),
        asked=(*judged("un mur", "standard"), ("j2", "test", dice(2))),
        owed=((None, "l’alarme"), ("maelle", SLIGHT)),
    ),
    Played(
        clauses="REP-01 MAG-03", procedure="magie", to=MAELLE, before=(CLOSED,),
        params={"tentative": VEIL},
        asked=(
            ("j2", "reprise", "complication"), *judged("un voile", "standard"),
            ("j2", "test", dice(6)),
        ),
        owed=(("maelle", ONE),), sheets={"maelle": {"mana": 2}},
    ),
    # ── a healing ──
    Played(
        clauses="MAG-06", procedure="magie", to=MAELLE, cast={"soigne": "gontrand"}, before=(HURT,),
        asked=(("j2", "test", dice(8)), ("j2", "avantage", "echelle")), owed=(("maelle", WIDER),),
        sheets={"gontrand": {"coeurs": 3}, "maelle": {"mana": 1}},
    ),
    Played(
        clauses="MAG-06 COE-03", procedure="magie", to=MAELLE, cast={"soigne": "gontrand"},
        before=(DOWN,), asked=(("j2", "test", dice(4)),), owed=(("maelle", SLIGHT),),
        sheets={"gontrand": {"coeurs": 0, "etat": "a_terre"}, "maelle": {"mana": 1}},
    ),
    Played(
        clauses="MAG-06", procedure="magie", to=MAELLE, cast={"soigne": "capitaine"}, before=(WEAK,),
        asked=(("j2", "test", dice(8)), ("j2", "avantage", "autre")), owed=(("maelle", GRANTED),),
        sheets={"capitaine": {"coeurs": 2}, "maelle": {"mana": 1}},
    ),
    # ── a spell that attacks ──
    Played(
        clauses="MAG-03 ATK-04", procedure="sort_attaque", to=MAELLE, cast=CAPTAIN,
        asked=(
            *judged("un éclair", "standard", "ampleur_sort"), ("j2", "test", dice(8)),
            ("j2", "avantage", "mana"), (LEADER, "accord", True),
        ),
        sheets={"capitaine": {"coeurs": 2}, "maelle": {"mana": 3}},
    ),
    Played(
        clauses="MAG-03 RIP-03 OPT-03", procedure="sort_attaque", to=MAELLE, cast=CAPTAIN,
        asked=(
            *judged("un éclair", "fort", "ampleur_sort"), ("j2", "test", dice(7)),
            (LEADER, "riposte", "coeur"), ("j2", "user_armure", True),
        ),
        sheets={"maelle": {"mana": 1, "coeurs": 5, "armure": 0}, "capitaine": {"coeurs": 3}},
    ),
    Played(
        clauses="MAG-03", procedure="sort_attaque", to=TO, cast=CAPTAIN,
        asked=(("j1", "decrire", "une tempête"), (LEADER, "ampleur_sort", "trop")),
        result={"issue": "presque_impossible"}, sheets={"gontrand": {"mana": 2, "coeurs": 4}},
    ),
    Played(
        clauses="MAG-04 RIP-06", procedure="sort_attaque", to=MAELLE, cast=PILLARD,
        params={"portee": "distance", "a_couvert": True},
        asked=(*judged("un éclair", "standard", "ampleur_sort"), ("j2", "test", dice(3))),
        owed=(("maelle", SLIGHT),), sheets={"maelle": {"mana": 2, "coeurs": 5}},
    ),
    Played(
        clauses="MAG-03 TOU-01", procedure="sort_attaque", to=MAELLE, cast=CAPTAIN, before=(WEAK,),
        asked=(
            *judged("un éclair", "standard", "ampleur_sort"), ("j2", "test", dice(8)),
            ("j2", "avantage", "echelle"),
        ),
        result={"cible_hors_combat": True}, owed=(("maelle", WIDER),),
    ),
    # ── Magie within a fight ──
    Played(
        clauses="MAG-05 RIP-03", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "attaque:pillard"), ("j2", "moyen", "sort"),
            *judged("une étincelle", "astuce", "ampleur_sort"), (LEADER, "cout_astuce", 0),
            ("j2", "test", dice(5)), (LEADER, "riposte", "coeur"), ("j2", "user_armure", False),
            (LEADER, "tour", "fin"),
        ),
        sheets={"maelle": {"mana": 3, "coeurs": 4, "armure": 1}},
    ),
    Played(
        clauses="MAG-08 MAG-03", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "attaque:pillard"), ("j2", "moyen", "sort"),
            *judged("un éclair", "fort", "ampleur_sort"), ("j2", "test", dice(8)),
            ("j2", "avantage", "mana"), (LEADER, "accord", False), ("j2", "avantage", "echelle"),
            (LEADER, "tour", "fin"),
        ),
        owed=(("maelle", WIDER),), sheets={"maelle": {"mana": 1}},
    ),
    Played(
        clauses="MAG-06 MAG-04 OPT-05", procedure="combat", cast=FIGHT, before=(DOWN, ALARM, STEP),
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "soin:gontrand"),
            ("j2", "test", dice(2)), (LEADER, "tour", "fin"),
        ),
        owed=((None, "l’alarme"), ("maelle", SLIGHT)),
        sheets={"gontrand": {"coeurs": 0, "etat": "a_terre"}, "maelle": {"mana": 1}},
    ),
    # ── a complication that the MJ tells in the fight is not owed after it ──
    Played(
        clauses="RIP-07 RIP-02", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "gontrand"), ("j1", "action", "attaque:pillard"),
            ("j1", "moyen", "Force"), ("j1", "test", dice(1)), (LEADER, "riposte", "complication"),
            (LEADER, "tour", "complication"), (LEADER, "complication", "son épée se brise"),
            (LEADER, "tour", "fin"),
        ),
        owed=(("gontrand", ONE),), sheets={"gontrand": {"coeurs": 4}},
    ),
    Played(
        clauses="MAG-04 RIP-02", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "complication"), (LEADER, "complication", "la lampe s’éteint"),
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "autre"),
            *judged("un mur", "standard"), ("j2", "test", dice(1)), (LEADER, "tour", "fin"),
        ),
        owed=(("maelle", ONE),), sheets={"maelle": {"mana": 2}},
    ),
    Played(
        clauses="MAG-04 RIP-02", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "autre"),
            *judged("un mur", "standard"), ("j2", "test", dice(1)),
            (LEADER, "tour", "complication"), (LEADER, "complication", "le mur la retient"),
            (LEADER, "tour", "fin"),
        ),
        owed=(), sheets={"maelle": {"mana": 2}},
    ),
    # ── help: nobody is asked where no ally is named ──
    *(
        Played(
            clauses="AID-01", procedure=procedure, to=TO, params=params, cast=cast, more="test",
        )
        for procedure, params, cast in (
            ("test", {"de": "Force"}, {}),
            ("test", {"de": "Force", "aide": "ask"}, {}),
            ("attaque", {"de": "Force"}, CAPTAIN),
            ("attaque_d6", {"niveau": "Force"}, CAPTAIN),
            ("magie", {"niveau": "standard"}, {}),
            ("sort_attaque", {"niveau": "standard"}, CAPTAIN),
            ("chronometre", {"de": "Force", "reussites": 2}, {}),
        )
    ),
    *(
        Played(
            clauses="AID-01 AID-03", procedure=procedure, to=TO, params=params,
            cast={"ally": "maelle", **cast}, asked=(("j2", "aide", True),), more="test",
        )
        for procedure, params, cast in (
            ("attaque", {"de": "Agilité"}, CAPTAIN),
            ("magie", {"niveau": "standard"}, {}),
            ("sort_attaque", {"niveau": "standard"}, CAPTAIN),
        )
    ),
    Played(
        clauses="AID-01 EXT-02", procedure="test", to=TO, cast={"ally": "maelle"},
        params={"de": "Force"}, asked=(("j2", "aide", True), ("j1", "test", dice(12))),
        result={"issue": "succes"},
    ),
    # ── several pions in a duel ──
    Played(
        clauses="MUL-01 MUL-02", procedure="duel", to=TO, params=PIONS,
        asked=(
            (LEADER, "presse", "tn"), ("j1", "test", dice(7)), (LEADER, "riposte", "coeur"),
            (LEADER, "presse", "complication"), ("j1", "test", dice(5)),
            (LEADER, "riposte", "aucune"), (LEADER, "presse", "aucun"), ("j1", "test", dice(6)),
            ("j1", "test", dice(6)),
        ),
        result={"vainqueur": "heros"}, owed=(("gontrand", ONE),),
        sheets={"gontrand": {"coeurs": 3}},
    ),
    # ── an adversary who acts has the Cœurs of its category ──
    Played(
        clauses="TOU-01 RIP-07", procedure="duel", to=("pillard",), params={"de": 6},
        cast={"adversaires": ["capitaine"]},
        asked=((LEADER, "test", dice(1)), (LEADER, "riposte", "coeur")),
        result={"vainqueur": "adversaire", "coeurs": 0}, owed=((None, ONE),),
        sheets={"capitaine": {"coeurs": 3}},
    ),
    Played(
        clauses="TOU-02 RIP-03", procedure="duel", to=("idole",), params={"de": 6},
        cast={"adversaires": ["pillard"]},
        asked=(
            (LEADER, "test", dice(2)), (LEADER, "riposte", "coeur"), (LEADER, "test", dice(2)),
            (LEADER, "riposte", "coeur"), (LEADER, "test", dice(6)),
        ),
        result={"vainqueur": "heros", "coeurs": 3}, owed=((None, GRANTED),),
        sheets={"idole": {"coeurs": 3}},
    ),
    # ── who raises whom ──
    Played(
        clauses="COE-05", procedure="relever", to=("pillard",), cast={"releve": "gontrand"},
        before=(DOWN,), sheets={"gontrand": {"coeurs": 1, "etat": "debout"}},
    ),
    # ── other numbers than a sheet has: what the sheet can take is recorded ──
    Played(
        clauses="COE-05", procedure="relever", to=MAELLE, params={"etat_releve": "a_terre"},
        cast={"releve": "gontrand"}, sheets={"gontrand": {"coeurs": 4, "etat": "debout"}},
    ),
    *(
        Played(
            clauses="SIX-06", procedure="developpement_d6", to=TO, params=params,
            sheets={"gontrand": {field: value}},
        )
        for params, field, value in (
            ({"choix": "coeur", "coeurs_max": 2}, "coeurs_max", 6),
            ({"choix": "mana", "mana_max": 0}, "mana_max", 4),
            ({"choix": "niveau:Agilité", "niveaux": {"Agilité": "novice"}}, "niveaux",
             {"Force": "maitre", "Agilité": "entraine", "Magie": "sans"}),
        )
    ),
    Played(
        clauses="OPT-03 RIP-03", procedure="duel", to=TO, params={"de": 6, "armure": 1},
        cast={"adversaires": ["pillard"]},
        asked=(
            ("j1", "test", dice(2)), (LEADER, "riposte", "coeur"), ("j1", "user_armure", True),
            ("j1", "test", dice(6)),
        ),
        result={"vainqueur": "heros"}, owed=(("gontrand", GRANTED),),
        sheets={"gontrand": {"coeurs": 4, "armure": 0}},
    ),
    # ── the Blessures of an adversary who acts are recorded once, all together ──
    Played(
        clauses="TOU-01 TOU-02", procedure="duel", to=("pillard",), params={"de": 6, "coeurs": 2},
        cast={"adversaires": ["capitaine"]},
        asked=(
            (LEADER, "test", dice(2)), (LEADER, "riposte", "coeur"), (LEADER, "test", dice(2)),
            (LEADER, "riposte", "coeur"),
        ),
        result={"vainqueur": "adversaire", "coeurs": 0},
    ),
    Played(
        clauses="OPT-03 TOU-02", procedure="duel", to=("idole",), params={"de": 6, "armure": 1},
        cast={"adversaires": ["pillard"]},
        asked=(
            (LEADER, "test", dice(2)), (LEADER, "riposte", "coeur"), (LEADER, "user_armure", True),
            (LEADER, "test", dice(6)),
        ),
        result={"vainqueur": "heros"}, owed=((None, GRANTED),), sheets={"idole": {"coeurs": 5}},
    ),
]  # fmt: skip
