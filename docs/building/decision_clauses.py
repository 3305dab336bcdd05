"""The clauses of decisions that share the function which asks for them, or have no field of their
own."""

from __future__ import annotations

from collections.abc import Mapping

DECISION_CLAUSES: Mapping[str, Mapping[str, str]] = {
    "eclats": {
        "action.des": "ECL-NEG-03 ECL-NEG-07",
        "negociation.des": "ECL-NEG-03 ECL-NEG-07",
        "consent": "ECL-NEG-04",
        "maintenir": "ECL-NEG-02 ECL-NEG-07",
        "seuil_relance": "ECL-LAN-08 ECL-NEG-06",
    },
    "exil": {
        "a_terre": "EXIL-TIR-19",
        "apres": "EXIL-CON-03",
        "averti": "EXIL-TIR-11",
        "couvert": "EXIL-TIR-07 EXIL-TIR-09",
        "incident": "EXIL-INC-05",
        "initiative": "EXIL-CBT-10",
        "insister": "EXIL-ADV-04",
        "membre": "EXIL-ARM-04",
        "meneur": "EXIL-COO-02",
        "movement": "EXIL-TIR-07",
        "pc_mod": "EXIL-CBT-04",
        "suite": "EXIL-EXT-05",
    },
    "loss": {
        "echelle": "LOSS-ECH-01",
    },
    "socle": {
        "action": "SOC-AID-01 SOC-ATK-01 SOC-COE-05 SOC-MAG-02",
        "ampleur": "SOC-MAG-03 SOC-MAG-05",
        "ampleur_sort": "SOC-MAG-03 SOC-MAG-05",
        "au_contact": "SOC-POR-01 SOC-RIP-04",
        "autre": "SOC-ATK-01 SOC-COE-04",
        "changement_admis": "SOC-REP-02",
        "complication": "SOC-RIP-01 SOC-RIP-07",
        "decrire": "SOC-MAG-03",
        "developpement": "SOC-SIX-06",
        "effet": "SOC-MAG-03 SOC-MAG-06",
        "expose": "SOC-RIP-04 SOC-RIP-05 SOC-RIP-06",
        "lequel": "SOC-TOU-01 SOC-TOU-02",
        "moyen": "SOC-ATK-02 SOC-ATK-03",
        "sort_adverse": "SOC-TOU-01 SOC-TOU-02",
        "tour": "SOC-RIP-02",
    },
}
"""Game -> label of a decision, after its procedure where it is another in others -> its clauses."""
