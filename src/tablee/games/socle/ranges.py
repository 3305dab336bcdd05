"""The people of a fight and the ranges between them, which the MJ sets after each move (POR)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.socle.fields import (
    FORCE,
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
from tablee.games.socle.foes import hearts_of
from tablee.games.socle.heroes import Heros
from tablee.games.socle.landmarks import CONDITIONS_SEEN, EXPOSED_SEEN
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import among, landmarks, on_sheet
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.forms import YES_NO, NumberFrom, OneOf, SomeOf
from tablee.rules.procedure import Record, replace
from tablee.rules.questions import choose
from tablee.rules.refusal import refuse
from tablee.rules.sheets.sheet_params import folded

Name = Annotated[
    str, Meta(min_length=1, max_length=100, description="nom de l’adversaire"), on_sheet("nom")
]
BETWEEN = ("degres", "a_couvert", "riposte_possible")
"""What may differ from one adversary to another, besides the range."""
EXPOSED: OneOf[Literal["auto", "oui", "non"]] = OneOf(("auto", "oui", "non"))


class Ecart(Record):
    """The range between a character and one adversary, and what else is between the two: null
    where it is as for all others (SOC-POR-01, -02, SOC-DIF-02, -03, SOC-RIP-05, -06)."""

    adversaire: Annotated[
        str,
        Meta(min_length=1, max_length=100, description="nom de l’adversaire"),
        among("adversaires"),
    ]
    portee: Portee
    cases: Cases = 1
    degres: Degres | None = None
    a_couvert: ACouvert | None = None
    riposte_possible: RipostePossible | None = None


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
        Meta(
            max_length=8,
            description="ce qui diffère face à certains adversaires : portée, couvert, difficulté",
        ),
    ] = ()
    aide_recue: Annotated[bool, Meta(description="un allié l’aide pour son prochain test")] = False

    def range_to(self, foe: str) -> Ecart:
        """Return the range between this character and an adversary, with all that is between
        them."""
        usual = Ecart(adversaire=foe, portee=self.portee, cases=self.cases)
        found = next((each for each in self.ecarts if each.adversaire == foe), usual)
        own = {name: getattr(self, name) for name in BETWEEN if getattr(found, name) is None}
        return replace(found, **own)

    def touches(self, foe: str) -> bool:
        """Return whether an adversary is in contact with this character (SOC-POR-01)."""
        own = (each.portee for each in self.ecarts if each.adversaire == foe)
        return next(own, self.portee) == "contact"

    def may_gain_by_help(self) -> bool:
        """Return whether the help of an ally can change anything for this character."""
        raise NotImplementedError

    def means(self) -> tuple[str, ...]:
        """Return the Caractéristiques that he may attack with; "" for the one of somebody who has no
        names for it."""
        raise NotImplementedError

    def suited_means(self, foe: str) -> tuple[str, ...]:
        """Return those that suit the range to an adversary: at a distance all but Force, unless
        there is no other (SOC-ATK-03)."""
        names = self.means()
        if self.touches(foe):
            return names
        return tuple(each for each in names if folded(each) != folded(FORCE)) or names


def hero_seen(hero: Engage) -> FighterStatus:
    """Return the status of a character in a fight."""
    gauges = [
        Gauge("coeurs", hero.coeurs, hero.coeurs_max),
        Gauge("mana", hero.mana, hero.mana_max),
    ]
    if hero.jeton or hero.protege:
        gauges.append(Gauge("armure", hero.jeton, 1))
    states: list[tuple[str, str]] = [("etat", hero.etat)] if hero.etat != "debout" else []
    states += [("portee", hero.portee)] if hero.portee == "distance" else []
    states += [(name, name) for name in ("a_couvert", "aide_recue") if getattr(hero, name)]
    return FighterStatus(hero.id, tuple(gauges), tuple(states), out=hero.etat != "debout")


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
        check_known(f"{at}.adversaire", each.adversaire, foes)
        if each.adversaire in [other.adversaire for other in hero.ecarts[:place]]:
            raise refuse(f"{at}.adversaire", each.adversaire, "des noms tous différents")
        if each.portee == "contact" and each.cases > 1:
            raise refuse(f"{at}.cases", each.cases, "1 au contact")


def check_known(path: str, name: str, known: tuple[str, ...]) -> None:
    """Refuse a name that is none of these."""
    if name not in known:
        raise refuse(path, name, "un nom parmi : {known:=}", known=", ".join(known))


def check_name(path: str, name: str, taken: tuple[str, ...]) -> None:
    """Refuse a name that somebody else has, or that is an answer to the question who acts."""
    if name in taken:
        raise refuse(path, name, "des noms tous différents")
    if name in ("adversaire", "complication", "fin", LEADER) or ":" in name:
        raise refuse(path, name, "un autre nom, sans « : »")


async def moved(hero: Engage, foes: tuple[str, ...], limited: bool) -> Engage:
    """Return a character who has moved: the MJ says whom he touches, and what cover and conditions
    that makes. `limited`: whether the number of cases counts (SOC-POR-03)."""
    who = LEADER
    near = tuple(foe for foe in foes if hero.touches(foe))
    touched = await choose("au_contact", SomeOf(foes, 0, len(foes)), who=who, default=near)
    ranges = {foe: Ecart(adversaire=foe, portee="contact") for foe in touched}
    away = tuple(each for each in foes if each not in touched)
    for foe in away:
        cases = max(2, hero.range_to(foe).cases)
        if limited:
            far, facts = NumberFrom(2, 200), {"adversaire": foe}
            cases = await choose("cases", far, who=who, facts=facts, default=cases)
        ranges[foe] = Ecart(adversaire=foe, portee="distance", cases=cases)
    covered, answering = await _exposure(hero, away)
    expose = hero.expose
    if expose != "auto":  # it was about the earlier place
        seen = landmarks(EXPOSED_SEEN, "SOC-RIP-04 SOC-RIP-05 SOC-RIP-06")
        expose = await choose("expose", EXPOSED, who=who, default="auto", landmarks=seen)
    degres, own = await _conditions(hero, foes)
    sheltered, safe = bool(away) and set(covered) == {*away}, bool(away) and not answering
    after = replace(
        hero,
        portee="contact" if touched else "distance",
        cases=1 if touched else min(each.cases for each in ranges.values()),
        ecarts=tuple(
            replace(
                each,
                degres=own.get(foe),
                a_couvert=True if foe in covered and not sheltered else None,
                riposte_possible=False
                if foe in away and foe not in answering and not safe
                else None,
            )
            for foe, each in ranges.items()
        ),
        a_couvert=sheltered,
        riposte_possible=not safe,
        expose=expose,
        degres=degres,
    )
    _note_move(after)
    return after


async def _exposure(hero: Engage, away: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return from whom a character is covered, and who can answer at a distance, as the MJ says
    (SOC-RIP-05, -06). The MJ is not asked whether an adversary can answer from whom the character
    is covered."""
    covered = tuple(foe for foe in away if hero.range_to(foe).a_couvert)
    answering = tuple(foe for foe in away if hero.range_to(foe).riposte_possible)
    if len(away) == 1:
        facts = {"adversaire": away[0]}
        hidden = await choose("a_couvert", YES_NO, who=LEADER, facts=facts, default=bool(covered))
        if hidden:
            return away, answering
        possible = await choose(
            "riposte_possible", YES_NO, who=LEADER, facts=facts, default=bool(answering)
        )
        return (), away if possible else ()
    if away:
        some = SomeOf(away, 0, len(away))
        covered = await choose("a_couvert_de", some, who=LEADER, default=covered)
        open_ = tuple(foe for foe in away if foe not in covered)
        usual = tuple(foe for foe in answering if foe in open_)
        some = SomeOf(open_, 0, len(open_))
        asked = await choose("riposte_de", some, who=LEADER, default=usual) if open_ else ()
        answering = tuple(foe for foe in answering if foe in covered) + asked
    return covered, answering


async def _conditions(hero: Engage, foes: tuple[str, ...]) -> tuple[int, dict[str, int]]:
    """Return the degrees of a character, and those against adversaries where they differ: cover of
    the target, a better position (SOC-DIF-02..04)."""
    seen = landmarks(CONDITIONS_SEEN, "SOC-DIF-02 SOC-DIF-03 SOC-DIF-04")
    form = NumberFrom(-2, 2)
    degres = await choose("degres", form, who=LEADER, default=hero.degres, landmarks=seen)
    if len(foes) < 2:
        return degres, {}
    now = {foe: hero.range_to(foe).degres for foe in foes}
    usual = tuple(foe for foe in foes if now[foe] != hero.degres)
    apart = await choose("autrement", SomeOf(foes, 0, len(foes)), who=LEADER, default=usual)
    own = {}
    for foe in apart:
        facts = {"adversaire": foe}
        own[foe] = await choose(
            "degres", form, who=LEADER, facts=facts, default=now[foe], landmarks=seen
        )
    return degres, {foe: n for foe, n in own.items() if n != degres}


async def befallen(foes: tuple[Adverse, ...]) -> tuple[Adverse, int]:
    """Return an adversary and the Cœurs that it loses, as the MJ says: one to something else than an
    attack, all of them when it leaves the fight."""
    name = foes[0].id
    if len(foes) > 1:
        ids = OneOf(tuple(each.id for each in foes))
        name = await choose("lequel", ids, who=LEADER, default=name)
    foe = next(each for each in foes if each.id == name)
    fates: OneOf[str] = OneOf(("touche", "depart"))
    if await choose("sort_adverse", fates, who=LEADER, default="touche") == "depart":
        note("", "{foe:=} quitte le combat.", foe=name)
        return foe, hearts_of(foe)
    note("SOC-TOU-01 SOC-TOU-02", "{foe:=} perd un Cœur.", foe=name)
    effect("blessures", 1, who=name)
    if hearts_of(foe) == 1:
        note("SOC-TOU-01 SOC-TOU-02", "{foe:=} est hors de combat.", foe=name)
    return foe, 1


def _note_move(hero: Engage) -> None:
    """Note the place that a character has reached; on the ground it can only crawl (SOC-COE-04)."""
    if hero.etat == "a_terre":
        note("SOC-COE-04", "{who:=} est à terre : on ne peut plus que ramper.", who=hero.id)
    numbers: dict[str, Any] = {"who": hero.id}
    for foe in (each.adversaire for each in hero.ecarts):
        each = hero.range_to(foe)
        numbers |= {"foe": foe, "cases": each.cases, "degres": each.degres}
        if each.portee == "contact":
            clause, text = "SOC-POR-01", "{who:=} et {foe:=} sont au contact{degres:|, difficulté}."
        elif each.a_couvert:
            clause = "SOC-POR-02 SOC-RIP-06"
            text = "{who:=} est à l’abri, pour {foe:=}{degres:|, difficulté}."
        else:
            clause = "SOC-POR-02 SOC-RIP-05"
            text = "{who:=} est à découvert devant {foe:=}{degres:|, difficulté}."
        note(clause, text, **numbers)
