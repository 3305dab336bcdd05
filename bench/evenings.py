"""What a leader asks for in an evening of each game: acts at a table of its ready-made characters."""

from __future__ import annotations

from typing import Any

__all__ = ["EVENINGS"]

Json = dict[str, Any]


def _frame(procedure: str, to: tuple[str, ...] = (), secret: bool = False, **more: Any) -> Json:
    found = {"type": "request", "procedure": procedure, "to": to, "secret": secret, "decides": True}
    cast = more.pop("cast", {})
    return {**found, "cast": cast, "params": more}


EVENINGS: dict[str, list[Json]] = {
    "exil": [
        _frame("exil.simple", ("jeanne",), talent="Acrobate", difficulty=-2),
        _frame("exil.simple", ("aurele", "jeanne"), talent=9),
        _frame("exil.simple", ("aurele",), True, talent=7),
        _frame("exil.shot", ("aurele",), cast={"cible": "brute"}),
        _frame("exil.duel", cast={"a": "jeanne", "b": "vigile"}),
        _frame("exil.melee", cast={"combattants": ["aurele", "jeanne", "brute", "vigile"]}),
    ],
    "loss": [
        _frame("loss.action", ("nerise",), trait="Esprit", talent="Fouille"),
        _frame("loss.action", ("kordan",), True, trait="Agilité", talent="Équitation"),
        _frame(
            "loss.active",
            cast={"initiateur": "nerise", "repondant": "kordan"},
            somme_initiateur="Fouille",
            somme_repondant="Agilité",
        ),
        _frame(
            "loss.combat",
            cast={"attaquant": "kordan", "defenseur": "veilleur"},
            somme_attaque="Agilité",
            somme_defense="Corps-à-corps",
        ),
    ],
    "armes_dieux": [
        _frame("armes_dieux.test", ("bastan",), domaine="Agression"),
        _frame("armes_dieux.test", ("oriane",), domaine=2, malus=3),
        _frame("armes_dieux.test", ("bastan",), True, domaine="Agression"),
        _frame("armes_dieux.chance", ("oriane",)),
        _frame(
            "armes_dieux.oppositions",
            cast={"participants": ["sentinelle", "oriane"]},
            participants=[{}, {"poignee": "Influence"}],
            gagnees=2,
        ),
    ],
    "eclats": [
        _frame("eclats.action", ("anselme",), caracteristique="ruse", seuil=6),
        _frame("eclats.action", ("lubin",), True, caracteristique="charisme", seuil=7),
        _frame("eclats.test", ("anselme", "lubin"), caracteristique="agilite", seuil=5),
    ],
    "socle": [
        _frame("socle.test", ("maelle",), de="Magie", tn=6),
        _frame("socle.test", ("gontrand",), True, de="Magie"),
        _frame("socle.attaque", ("maelle",), cast={"adversaire": "pillard"}, de=8, cible="elite"),
        _frame("socle.magie", ("gontrand",), de=10, niveau="astuce"),
        _frame(
            "socle.combat",
            cast={"heros": ["maelle", "gontrand"], "adversaires": ["capitaine"]},
            ordre="liste",
            tours_max=3,
            heros=[{}, {"de": 6}],
            adversaires=[{"id": "b"}],
        ),
    ],
}
"""Game -> acts of who leads."""
