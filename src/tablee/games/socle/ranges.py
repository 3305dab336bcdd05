"""The people of a fight and the ranges between them, which the MJ sets after each move (POR)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.socle.fields import (
    LEADER,
    ACouvert,
    Cases,
    Cible,
    Degres,
    Expose,
    Portee,
    RipostePossible,
    TargetHearts,
    TargetHeartsMax,
)
from tablee.games.socle.heroes import Heros
from tablee.games.socle.landmarks import CONDITIONS_SEEN, EXPOSED_SEEN
from tablee.rules.ambient import note
from tablee.rules.field_marks import among, landmarks, on_sheet
from tablee.rules.forms import YES_NO, NumberFrom, OneOf, SomeOf
from tablee.rules.procedure import Record, replace
from tablee.rules.questions import choose
from tablee.rules.refusal import refuse

Name = Annotated[
    str, Meta(min_length=1, max_length=100, description="nom de l’adversaire"), on_sheet("nom")
]
EXPOSED: OneOf[Literal["auto", "oui", "non"]] = OneOf(("auto", "oui", "non"))


class Ecart(Record):
    """The range between a character and one adversary (SOC-POR-01, -02)."""

    adversaire: Annotated[
        str,
        Meta(min_length=1, max_length=100, description="nom de l’adversaire"),
        among("adversaires"),
    ]
    portee: Portee
    cases: Cases = 1


class Engage(Heros):
    """A player's character in a fight, and the circumstances that the MJ sees him in."""

    degres: Degres = 0
    portee: Portee = "contact"
    cases: Cases = 1
    expose: Expose = "auto"
    a_couvert: ACouvert = False
    riposte_possible: RipostePossible = True
    ecarts: Annotated[
        tuple[Ecart, ...],
        Meta(max_length=8, description="portée de certains adversaires, si elle diffère"),
    ] = ()
    aide_recue: Annotated[bool, Meta(description="un allié l’aide pour son prochain test")] = False

    def range_to(self, foe: str) -> Ecart:
        """Return the range between this character and an adversary."""
        usual = Ecart(adversaire=foe, portee=self.portee, cases=self.cases)
        return next((each for each in self.ecarts if each.adversaire == foe), usual)

    def touches(self, foe: str) -> bool:
        """Return whether an adversary is in contact with this character (SOC-POR-01)."""
        return self.range_to(foe).portee == "contact"

    def may_gain_by_help(self) -> bool:
        """Return whether the help of an ally can change anything for this character."""
        raise NotImplementedError

    def means(self) -> tuple[str, ...]:
        """Return the Caractéristiques that he may attack with, the usual one first; "" for the one
        of somebody who has no names for it."""
        raise NotImplementedError


class Adverse(Record):
    """An adversary in a fight; what is left out follows from the category."""

    id: Name
    cible: Cible
    coeurs: TargetHearts = None
    coeurs_max: TargetHeartsMax = None


def check_ranges(hero: Engage, foes: tuple[str, ...], path: str) -> None:
    """Refuse ranges to adversaries who are not there, and more than one case in contact."""
    if hero.portee == "contact" and hero.cases > 1:
        raise refuse(f"{path}.cases", hero.cases, "1 au contact")
    for place, each in enumerate(hero.ecarts):
        at = f"{path}.ecarts[{place}]"
        if each.adversaire not in foes:
            known = ", ".join(foes)
            raise refuse(
                f"{at}.adversaire", each.adversaire, "un nom parmi : {known:=}", known=known
            )
        if each.portee == "contact" and each.cases > 1:
            raise refuse(f"{at}.cases", each.cases, "1 au contact")


async def moved(hero: Engage, foes: tuple[str, ...], limited: bool) -> Engage:
    """Return a character who has moved: the MJ says whom he touches, and what cover and conditions
    that makes. `limited`: whether the number of cases counts (SOC-POR-03)."""
    who = LEADER
    near = tuple(foe for foe in foes if hero.touches(foe))
    touched = await choose("au_contact", SomeOf(foes, 0, len(foes)), who=who, default=near)
    ranges, away = [Ecart(adversaire=foe, portee="contact") for foe in touched], []
    for foe in (each for each in foes if each not in touched):
        cases = max(2, hero.range_to(foe).cases)
        if limited:
            far, facts = NumberFrom(2, 200), {"adversaire": foe}
            cases = await choose("cases", far, who=who, facts=facts, default=cases)
        away.append(Ecart(adversaire=foe, portee="distance", cases=cases))
    covered, possible = False, True
    if away:
        covered = await choose("a_couvert", YES_NO, who=who, default=hero.a_couvert)
        usual = hero.riposte_possible
        possible = await choose("riposte_possible", YES_NO, who=who, default=usual)
    expose = hero.expose
    if expose != "auto":  # it was about the earlier place
        seen = landmarks(EXPOSED_SEEN, "SOC-RIP-04 SOC-RIP-05 SOC-RIP-06")
        expose = await choose("expose", EXPOSED, who=who, default="auto", landmarks=seen)
    seen = landmarks(CONDITIONS_SEEN, "SOC-DIF-02 SOC-DIF-03 SOC-DIF-04")
    form = NumberFrom(-2, 2)
    degres = await choose("degres", form, who=who, default=hero.degres, landmarks=seen)
    after = replace(
        hero,
        portee="contact" if touched else "distance",
        cases=1 if touched else min(each.cases for each in away),
        ecarts=(*ranges, *away),
        a_couvert=covered,
        riposte_possible=possible,
        expose=expose,
        degres=degres,
    )
    _note_move(after)
    return after


def _note_move(hero: Engage) -> None:
    """Note the place that a character has reached; on the ground it can only crawl (SOC-COE-04)."""
    if hero.etat == "a_terre":
        note("SOC-COE-04", "{who:=} est à terre : on ne peut plus que ramper.", who=hero.id)
    numbers: dict[str, Any] = {"who": hero.id, "degres": hero.degres}
    for each in hero.ecarts:
        numbers |= {"foe": each.adversaire, "cases": each.cases}
        if each.portee == "contact":
            clause, text = "SOC-POR-01", "{who:=} est au contact de {foe:=}{degres:|, difficulté}."
        elif hero.a_couvert:
            clause = "SOC-POR-02 SOC-RIP-06"
            text = "{who:=} est à l’abri de {foe:=}{degres:|, difficulté}."
        else:
            clause = "SOC-POR-02 SOC-RIP-05"
            text = "{who:=} est à découvert devant {foe:=}{degres:|, difficulté}."
        note(clause, text, **numbers)
