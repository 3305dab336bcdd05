"""Requests of a leader in an evening of each game, for its ready-made characters."""

from __future__ import annotations

from typing import Any

__all__ = ["EVENINGS"]

Json = dict[str, Any]


def _request(procedure: str, to: tuple[str, ...] = (), secret: bool = False, **more: Any) -> Json:
    found = {"type": "request", "procedure": procedure, "to": to, "secret": secret, "decides": True}
    cast = more.pop("cast", {})
    return {**found, "cast": cast, "params": more}


EVENINGS: dict[str, list[Json]] = {
    "exil": [
        _request("exil.simple", ("jeanne",), talent="Acrobate", difficulty=-2),
        _request("exil.simple", ("aurele", "jeanne"), talent=9),
        _request("exil.simple", ("aurele",), True, talent=7),
        _request("exil.shot", ("aurele",), cast={"cible": "brute"}),
        _request("exil.duel", cast={"a": "jeanne", "b": "vigile"}),
        _request("exil.melee", cast={"combattants": ["aurele", "jeanne", "brute", "vigile"]}),
    ],
    "loss": [
        _request("loss.action", ("nerise",), trait="Esprit", talent="Fouille"),
        _request("loss.action", ("kordan",), True, trait="Agilité", talent="Équitation"),
        _request(
            "loss.active",
            cast={"initiateur": "nerise", "repondant": "kordan"},
            somme_initiateur="Fouille",
            somme_repondant="Agilité",
        ),
        _request(
            "loss.combat",
            cast={"attaquant": "kordan", "defenseur": "veilleur"},
            somme_attaque="Agilité",
            somme_defense="Corps-à-corps",
        ),
    ],
    "armes_dieux": [
        _request("armes_dieux.test", ("bastan",), domaine="Agression"),
        _request("armes_dieux.test", ("oriane",), domaine=2, malus=3),
        _request("armes_dieux.test", ("bastan",), True, domaine="Agression"),
        _request("armes_dieux.chance", ("oriane",)),
        _request(
            "armes_dieux.oppositions",
            cast={"participants": ["sentinelle", "oriane"]},
            participants=[{}, {"poignee": "Influence"}],
            gagnees=2,
        ),
    ],
    "eclats": [
        _request("eclats.action", ("anselme",), caracteristique="ruse", seuil=6),
        _request("eclats.action", ("lubin",), True, caracteristique="charisme", seuil=7),
        _request("eclats.test", ("anselme", "lubin"), caracteristique="agilite", seuil=5),
    ],
    "socle": [
        _request("socle.test", ("maelle",), de="Magie", tn=6),
        _request("socle.test", ("gontrand",), True, de="Magie"),
        _request("socle.attaque", ("maelle",), cast={"adversaire": "pillard"}, de=8, cible="elite"),
        _request("socle.magie", ("gontrand",), de=10, niveau="astuce"),
        _request(
            "socle.combat",
            cast={"heros": ["maelle", "gontrand"], "adversaires": ["capitaine"]},
            ordre="liste",
            tours_max=3,
            heros=[{}, {"de": 6}],
            adversaires=[{"id": "b"}],
        ),
    ],
}
"""Game -> requests of the leader."""
